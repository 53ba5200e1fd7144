libengine_la_SOURCES += \
	%D%/draw.c \
	%D%/draw.h \
	%D%/effort.h \
	%D%/grouping.c \
	%D%/grouping.h \
	%D%/predicate.c \
	%D%/predicate.h \
	%D%/kernel.h \
	%D%/launch.c \
	%D%/launch.h \
	%D%/memo.c \
	%D%/memo.h \
	%D%/occupancy.c \
	%D%/occupancy.h \
	%D%/order.c \
	%D%/order.h \
	%D%/order_express.c \
	%D%/quasi.c \
	%D%/quasi.h \
	%D%/registers.c \
	%D%/registers.h \
	%D%/remainder.c \
	%D%/remainder.h \
	%D%/straight.c \
	%D%/straight.h \
	%D%/threads.c \
	%D%/threads.h
