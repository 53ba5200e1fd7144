#ifndef WSP_H
#define WSP_H

/* libwsp: the wsp language and its estimator inside your program.
 *
 *	struct wsp *w = wsp_new();
 *	struct wsp_result *r = wsp_eval(w, "estimate dst on a100 ...");
 *	if (wsp_ok(r))
 *		puts(wsp_text(r));
 *	else
 *		fputs(wsp_error_text(r), stderr);
 *	wsp_result_free(r);
 *	wsp_free(w);
 *
 * A context holds one session: names, settings, the default device.
 * Contexts share nothing; one context is used by one thread at a time.
 * Nothing is printed and no signal is touched.  Unless wsp_allow_files()
 * was called, programs can neither read nor write files.
 *
 * Where memory runs out, a call ends with the error "out of memory" and the
 * context goes on.  If not even a reserve of 16 MiB was enough, the context
 * is closed instead: every later call of it gives that error, and what it
 * held stays taken.  GMP takes its memory through this library from the
 * first wsp_new() on, unless the program has set functions for it before.
 */

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct wsp;
struct wsp_result;

/* One error or warning. */
struct wsp_message {
	bool is_error;
	const char *message;
	const char *file; /* NULL if it speaks of no source */
	int line, column; /* from 1; 0 if there is no source */
	const char *source_line;
	int caret, caret_width; /* within source_line, from 0 */
	const char *label;	/* behind the caret, or NULL */
	int n_note;
	const char *const *note;
};

const char *wsp_version(void);

/* NULL if there is no memory. */
struct wsp *wsp_new(void);
void wsp_free(struct wsp *w);

/* Let programs use import, files and plots. */
void wsp_allow_files(struct wsp *w, bool allowed);

/* Run a program.  "name" stands for it in messages; NULL is "<text>". */
struct wsp_result *wsp_eval(struct wsp *w, const char *program);
struct wsp_result *wsp_eval_named(struct wsp *w, const char *name,
	const char *program, size_t len);
struct wsp_result *wsp_eval_file(struct wsp *w, const char *path);
/* A piece that starts at "line" (from 1) of what "name" stands for. */
struct wsp_result *wsp_eval_at(struct wsp *w, const char *name, int line,
	const char *program, size_t len);

/* Keep what the session is now: names, settings, libraries, devices; and go
 * back to that, as often as one likes.  What was kept before is forgotten.
 * So programs of many strangers are run one after the other, each in the
 * same session, and libraries are loaded once.  False if nothing was kept,
 * or there is no memory.
 */
bool wsp_save(struct wsp *w);
bool wsp_restore(struct wsp *w);

/* Report errors without running questions or printing; the session stays
 * as it is.
 */
struct wsp_result *wsp_check(struct wsp *w, const char *name,
	const char *program, size_t len);

/* Stop what runs in "w", or what is run next if nothing does; may be called
 * from a signal handler or another thread.  The evaluation ends with an
 * error and "w" stays usable.
 */
void wsp_interrupt(struct wsp *w);

/* Called with each piece of output while a program runs, instead of
 * keeping it for wsp_text(); NULL goes back to keeping.
 */
void wsp_on_output(struct wsp *w,
	void (*write)(void *user, const char *text, size_t len), void *user);

/* How far a question about many configurations is. */
struct wsp_progress {
	double done, total; /* configurations */
	double seconds;	    /* so far */
};

/* Called in the thread that evaluates, a few times a second once a question
 * has taken a second; with NULL when that question is at its end.
 */
void wsp_on_progress(struct wsp *w,
	void (*show)(void *user, const struct wsp_progress *p), void *user);

/* Print the rows of a statement `sweep` as they are done instead of making
 * a table of them first, unless the format is "text": what is printed is
 * the same, but memory does not go with the number of rows.
 */
void wsp_stream(struct wsp *w, bool streams);

/* Let rank and sweep go through a part of their configurations: of the rows
 * numbered from 1, i, i + n, i + 2n, ... (0 stands for n).  Their tables get
 * a first column with these numbers.  False unless 0 <= i <= n.
 */
bool wsp_set_shard(struct wsp *w, int i, int n);

/* Share rank and sweep between n processes that run the same programs, each
 * with its own "part" from 0: every one finds a part of the outcomes, and
 * all get the whole table.  "exchange" is called by all processes alike, with
 * data of the same length; it puts the bitwise "or" of all data in its place.
 * Only part 0 writes files.
 */
void wsp_share(struct wsp *w, int part, int n,
	void (*exchange)(void *user, void *data, size_t len), void *user);

/* The terminal that plot() draws on when it is given no file: its size in
 * characters, and whether it shows colours.  Without a call, 79 x 24 and
 * none.
 */
void wsp_set_screen(struct wsp *w, int columns, int rows, bool has_colour);

/* What came of an assert statement; the texts live while it is told. */
struct wsp_assertion {
	const char *name; /* its message, or its condition */
	const char *file;
	int line;
	bool holds;
	bool is_error;	  /* it could not be evaluated */
	const char *text; /* why it does not hold, with carets; or "" */
	double seconds;
};

/* Called with each assert that ran.  Programs go on after one that does
 * not hold, which without a listener, or with NULL, ends them.
 */
void wsp_on_assert(struct wsp *w,
	void (*listen)(void *user, const struct wsp_assertion *a), void *user);

/* "text" (the default), "json", "csv" or "markdown": how values print;
 * false for another word.
 */
bool wsp_set_format(struct wsp *w, const char *format);

/* What came of it.  Texts live as long as the result. */
bool wsp_ok(const struct wsp_result *r);
/* Whether it ran to its end, with or without asserts that do not hold. */
bool wsp_finished(const struct wsp_result *r);
const char *wsp_text(const struct wsp_result *r); /* all that was printed */
/* The last value; NULL if there is no memory to write it, or it would be
 * longer than the budgets of output and time allow.
 */
const char *wsp_value_text(struct wsp_result *r);
/* NULL, too, if it is longer than 128 MiB or nests deeper than 100 levels. */
const char *wsp_value_json(struct wsp_result *r);

/* Parts of the last value, without a detour through JSON:
 *
 *	double load;
 *	if (wsp_number(r, "dram.load", &load))
 *		printf("%g %s\n", load, wsp_unit(r, "dram.load"));
 *	else
 *		fputs(wsp_value_error(r), stderr);
 *
 * A path names members, and elements of lists from 0, as a program or its
 * JSON does: "limiter", "fields[0].dram.load", "[2].time"; "fields.0.name" is
 * the same as "fields[0].name", and "" is the value itself.
 *
 * wsp_number() gives a number in base units (B, s, Hz, ...), 1 for true and 0
 * for false; wsp_unit() the name of that unit, "" without one;
 * wsp_string() a string or a symbol; wsp_count() the length of a list.  Where
 * there is no such part, or it is of another kind, they return false, NULL,
 * NULL and -1.
 */
bool wsp_number(struct wsp_result *r, const char *path, double *number);
const char *wsp_unit(struct wsp_result *r, const char *path);
const char *wsp_string(struct wsp_result *r, const char *path);
long long wsp_count(struct wsp_result *r, const char *path);

/* Why the last call that looked at the value failed; "" if it did not. */
const char *wsp_value_error(const struct wsp_result *r);
const char *wsp_error_text(const struct wsp_result *r);	  /* with carets */
const char *wsp_error_colour(const struct wsp_result *r); /* for a terminal */
int wsp_message_count(const struct wsp_result *r);
const struct wsp_message *wsp_message(const struct wsp_result *r, int i);
void wsp_result_free(struct wsp_result *r);

/* The kernel that was defined last, which a question without a name is
 * about, or NULL; valid until the next evaluation.
 */
const char *wsp_last_kernel(const struct wsp *w);

/* For prompts and editors. */
bool wsp_wants_more(const char *text, size_t len);
/* Completions of text[0..len): malloced strings, NULL at the end, which
 * replace the word that starts at *start; NULL if there are none.
 */
char **wsp_complete(struct wsp *w, const char *text, size_t len, size_t *start);
/* The canonical form of a program, malloced; NULL if it does not parse. */
char *wsp_format(const char *text, size_t len);
/* The syntax tree as text, malloced, or NULL with errors in "r". */
char *wsp_dump(struct wsp *w, const char *name, const char *text, size_t len,
	struct wsp_result **r);

#ifdef __cplusplus
}
#endif

#endif
