liblang_la_SOURCES += \
	%D%/draw.h \
	%D%/layout.c \
	%D%/layout.h \
	%D%/layout_axis.c \
	%D%/layout_bars.c \
	%D%/layout_colour.c \
	%D%/layout_key.c \
	%D%/layout_labels.c \
	%D%/layout_panel.c \
	%D%/picture.c \
	%D%/picture.h \
	%D%/svg.c \
	%D%/terminal.c
