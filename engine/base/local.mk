libengine_la_SOURCES += \
	%D%/bits.h \
	%D%/heap.c \
	%D%/heap.h \
	%D%/integer.c \
	%D%/integer.h \
	%D%/map_grow.c \
	%D%/map.h
