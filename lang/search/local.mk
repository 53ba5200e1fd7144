liblang_la_SOURCES += \
	%D%/builtin_best.c \
	%D%/rank.c \
	%D%/rank.h \
	%D%/rows.c \
	%D%/rows.h \
	%D%/search.c \
	%D%/search.h \
	%D%/search_print.c \
	%D%/space.c \
	%D%/space.h \
	%D%/team.c \
	%D%/team.h
