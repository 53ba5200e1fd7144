liblang_la_SOURCES += \
	%D%/builtin_ptx.c \
	%D%/compiled.c \
	%D%/compiled.h \
	%D%/compiled_param.c \
	%D%/compiled_parts.h \
	%D%/cubin.c \
	%D%/cubin.h \
	%D%/cubin_parts.h \
	%D%/cubin_text.c \
	%D%/ptx.c \
	%D%/ptx.h \
	%D%/ptx_cond.c \
	%D%/ptx_emit.c \
	%D%/ptx_flow.c \
	%D%/ptx_flow.h \
	%D%/ptx_frame.c \
	%D%/ptx_frame.h \
	%D%/ptx_grammar.y \
	%D%/ptx_loop.c \
	%D%/ptx_memory.c \
	%D%/ptx_opcode.c \
	%D%/ptx_opcode.def \
	%D%/ptx_reader.h \
	%D%/ptx_run.c \
	%D%/ptx_run.h \
	%D%/ptx_sass.c \
	%D%/ptx_scan.h \
	%D%/ptx_scan.l \
	%D%/ptx_step.c \
	%D%/ptx_step.h \
	%D%/ptx_value.c \
	%D%/ptx_value.h \
	%D%/ptx_words.c \
	%D%/ptx_words.h \
	%D%/sass.c \
	%D%/sass.h
BUILT_SOURCES += %D%/ptx_grammar.h
