liblang_la_SOURCES += \
	%D%/answer.c \
	%D%/answer.h \
	%D%/answer_print.c \
	%D%/ask.c \
	%D%/ask.h \
	%D%/builtin_mdm.c \
	%D%/builtin_report.c \
	%D%/compare.c \
	%D%/compare.h \
	%D%/divergence.c \
	%D%/divergence.h \
	%D%/divergence_views.c \
	%D%/figure.c \
	%D%/figure.def \
	%D%/figure.h \
	%D%/finding.c \
	%D%/finding.h \
	%D%/layers_print.c \
	%D%/layers_print.h \
	%D%/order_print.c \
	%D%/stencil_print.c \
	%D%/subject.c \
	%D%/subject_choose.c \
	%D%/subject.h \
	%D%/why.c \
	%D%/why_access.c \
	%D%/why_access.h
