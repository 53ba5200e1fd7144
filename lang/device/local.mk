liblang_la_SOURCES += \
	%D%/device.c \
	%D%/device.h \
	%D%/library.c \
	%D%/library.h \
	%D%/builtin_device.c
