liblang_la_SOURCES += \
	%D%/number.c \
	%D%/number.h \
	%D%/number_arith.c \
	%D%/number_big.h \
	%D%/number_integer.c \
	%D%/number_memory.c \
	%D%/number_power.c \
	%D%/number_print.c \
	%D%/number_read.c \
	%D%/unit.c \
	%D%/unit.def \
	%D%/unit.h
