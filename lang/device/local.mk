liblang_la_SOURCES += \
	%D%/board.c \
	%D%/board.h \
	%D%/builtin_device.c
