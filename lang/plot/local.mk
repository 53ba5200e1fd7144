liblang_la_SOURCES += \
	%D%/builtin_plot.c \
	%D%/convert.c \
	%D%/convert.h \
	%D%/plot.c \
	%D%/plot.h \
	%D%/plot_heat.c \
	%D%/plot_lay.c \
	%D%/plot_list.c \
	%D%/plot_report.c \
	%D%/plot_table.c \
	%D%/plot_table.h
