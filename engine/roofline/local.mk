libengine_la_SOURCES += \
	%D%/roofline.c \
	%D%/roofline.h \
	%D%/roofline_verdict.c
