liblang_la_SOURCES += \
	%D%/ast.c \
	%D%/ast.def \
	%D%/ast.h \
	%D%/cursor.c \
	%D%/cursor.h \
	%D%/expect.c \
	%D%/expect.h \
	%D%/fault.c \
	%D%/fault.def \
	%D%/fault.h \
	%D%/filter.c \
	%D%/filter.h \
	%D%/fmt.c \
	%D%/fmt.h \
	%D%/grammar.y \
	%D%/habit.c \
	%D%/habit.h \
	%D%/lexer.h \
	%D%/lexer.l \
	%D%/parse.c \
	%D%/parse.h \
	%D%/quantity.c \
	%D%/quantity.h \
	%D%/tokens.c \
	%D%/tokens.h \
	%D%/tree.c \
	%D%/tree.h \
	%D%/word.def
BUILT_SOURCES += %D%/grammar.h
