liblang_la_SOURCES += \
	%D%/device_define.c \
	%D%/device.h \
	%D%/library.c \
	%D%/library.h \
	%D%/builtin_device.c
