liblang_la_SOURCES += \
	%D%/device.c \
	%D%/device.h \
	%D%/builtin_device.c
