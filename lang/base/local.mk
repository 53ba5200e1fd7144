libtext_la_SOURCES += \
	%D%/account.c \
	%D%/account.h \
	%D%/arena.c \
	%D%/arena.h \
	%D%/buffer.c \
	%D%/buffer.h \
	%D%/csv.c \
	%D%/csv.h \
	%D%/decimal.c \
	%D%/decimal.h \
	%D%/device_text.c \
	%D%/device_text.h \
	%D%/diag.c \
	%D%/diag.h \
	%D%/embedded.h \
	%D%/files.c \
	%D%/files.h \
	%D%/find.c \
	%D%/find.h \
	%D%/foreign.c \
	%D%/foreign.h \
	%D%/json.c \
	%D%/json.h \
	%D%/json_read.c \
	%D%/json_read.h \
	%D%/least.c \
	%D%/least.h \
	%D%/locale.c \
	%D%/locale.h \
	%D%/map.c \
	%D%/map.h \
	%D%/memory.c \
	%D%/memory.h \
	%D%/source.c \
	%D%/source.h \
	%D%/stack.c \
	%D%/stack.h \
	%D%/statistics.c \
	%D%/statistics.h

# Devices and libraries written in the language are part of the library.
nodist_libtext_la_SOURCES = %D%/embedded.c
EXTRA_DIST += %D%/embed.sh
CLEANFILES += %D%/embedded.c

%D%/embedded.c: %D%/embed.sh $(EMBEDDED)
	$(AM_V_GEN)$(MKDIR_P) %D% && \
	$(SHELL) $(srcdir)/%D%/embed.sh $(srcdir) $(EMBEDDED) >$@.tmp && \
	mv $@.tmp $@
