libengine_la_SOURCES += \
	%D%/formula.c \
	%D%/formula.h \
	%D%/formula_value.c \
	%D%/metric.def \
	%D%/physics.c \
	%D%/physics.h \
	%D%/report.c \
	%D%/report.h \
	%D%/roofs.c \
	%D%/roofs.h
