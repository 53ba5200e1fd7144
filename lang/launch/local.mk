liblang_la_SOURCES += \
	%D%/addresses.c \
	%D%/addresses.h \
	%D%/addresses_map.c \
	%D%/addresses_parts.h \
	%D%/addresses_quasi.c \
	%D%/live.c \
	%D%/live.h \
	%D%/live_address.c \
	%D%/live_schedule.c \
	%D%/lower.c \
	%D%/lower.h \
	%D%/lower_access.c \
	%D%/lower_address.c \
	%D%/lower_branch.c \
	%D%/lower_cache.c \
	%D%/lower_index.c \
	%D%/lower_live.c \
	%D%/lower_order.c \
	%D%/lower_part.c \
	%D%/lower_parts.h \
	%D%/lower_range.c \
	%D%/lower_work.c \
	%D%/options.c \
	%D%/options.h \
	%D%/order.c \
	%D%/order.h
