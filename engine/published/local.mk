libengine_la_SOURCES += \
	%D%/ernst2022.c \
	%D%/ernst2022.h \
	%D%/ernst2022_case.h \
	%D%/ernst2022_count.c \
	%D%/ernst2022_warps.c \
	%D%/published.c \
	%D%/published.h \
	%D%/rover.c \
	%D%/rover.def \
	%D%/rover.h \
	%D%/stream.c \
	%D%/stream.h \
	%D%/warpspeed2025.c \
	%D%/warpspeed2025.def \
	%D%/warpspeed2025.h \
	%D%/warpspeed2025_block.c \
	%D%/warpspeed2025_case.h \
	%D%/warpspeed2025_cycles.c \
	%D%/warpspeed2025_derive.c \
	%D%/warpspeed2025_device.c \
	%D%/warpspeed2025_fuse.c \
	%D%/warpspeed2025_report.c \
	%D%/warpspeed2025_wave.c
