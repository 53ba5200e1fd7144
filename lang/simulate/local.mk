liblang_la_SOURCES += \
	%D%/cache.c \
	%D%/cache.h \
	%D%/diagram.c \
	%D%/diagram.h \
	%D%/simulation.c \
	%D%/simulation.h \
	%D%/simulation_print.c \
	%D%/simulation_rank.c \
	%D%/simulation_rank.h \
	%D%/simulation_watch.c \
	%D%/simulation_watch.h \
	%D%/snapshot.c
