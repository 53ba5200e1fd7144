liblang_la_SOURCES += \
	%D%/gnuplot.c \
	%D%/gnuplot.h \
	%D%/gnuplot_plot.c \
	%D%/gnuplot_run.c \
	%D%/gnuplot_text.c \
	%D%/layout.c \
	%D%/layout.h \
	%D%/layout_axis.c \
	%D%/layout_bars.c \
	%D%/layout_colour.c \
	%D%/layout_key.c \
	%D%/layout_labels.c \
	%D%/picture.c \
	%D%/picture.h
