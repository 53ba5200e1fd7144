liblang_la_SOURCES += \
	%D%/roof.c \
	%D%/roof.h \
	%D%/roof_ask.c \
	%D%/roof_compare.c \
	%D%/roof_notes.c \
	%D%/roof_plot.c \
	%D%/roof_print.c
