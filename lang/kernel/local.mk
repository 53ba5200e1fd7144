liblang_la_SOURCES += \
	%D%/affine.c \
	%D%/affine.h \
	%D%/build.c \
	%D%/build.h \
	%D%/build_access.c \
	%D%/build_address.c \
	%D%/build_flow.c \
	%D%/build_mma.c \
	%D%/build_params.c \
	%D%/build_scatter.c \
	%D%/build_scatter.h \
	%D%/builtin_scatter.c \
	%D%/cell.c \
	%D%/cell.h \
	%D%/define.c \
	%D%/define.h \
	%D%/graph.c \
	%D%/graph.h \
	%D%/kernel.c \
	%D%/kernel.h \
	%D%/kernel_chain.c \
	%D%/kernel_count.c \
	%D%/kernel_order.c \
	%D%/kernel_stall.c \
	%D%/kernel_parts.h \
	%D%/kernel_place.c \
	%D%/kernel_work.c
