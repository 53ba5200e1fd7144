liblang_la_SOURCES += \
	%D%/board.c \
	%D%/board.def \
	%D%/board.h \
	%D%/device_define.c \
	%D%/device.h \
	%D%/folder.c \
	%D%/folder.h \
	%D%/library.c \
	%D%/library.h \
	%D%/builtin_device.c
