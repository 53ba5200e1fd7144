liblang_la_SOURCES += \
	%D%/apart.c \
	%D%/apart.h \
	%D%/arith.c \
	%D%/arith.h \
	%D%/footnote.c \
	%D%/footnote.h \
	%D%/function.c \
	%D%/function.h \
	%D%/locals.c \
	%D%/locals.h \
	%D%/path.c \
	%D%/path.h \
	%D%/scope.c \
	%D%/scope.h \
	%D%/table.c \
	%D%/table.h \
	%D%/value.c \
	%D%/value.h \
	%D%/value_equal.c \
	%D%/value_json.c \
	%D%/value_print.c \
	%D%/value_record.c
