libengine_la_SOURCES += \
	%D%/simulate.c \
	%D%/simulate.h \
	%D%/simulate_cache.c \
	%D%/simulate_cache.h \
	%D%/simulate_compile.c \
	%D%/simulate_drawn.c \
	%D%/simulate_fill.c \
	%D%/simulate_fill.h \
	%D%/simulate_find.c \
	%D%/simulate_find.h \
	%D%/simulate_reduce.c \
	%D%/simulate_request.c \
	%D%/simulate_request.h \
	%D%/simulate_run.c \
	%D%/simulate_run.h \
	%D%/simulate_sample.c \
	%D%/simulate_sample.h \
	%D%/simulate_schedule.c \
	%D%/simulate_schedule.h \
	%D%/simulate_shuffle.c \
	%D%/simulate_snapshot.c \
	%D%/simulate_table.c \
	%D%/simulate_table.h \
	%D%/simulate_trace.c \
	%D%/simulate_walk.c \
	%D%/simulate_walk.h
