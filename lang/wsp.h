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
 * A context holds one session: names, settings, the default device. Contexts
 * share nothing. Calls that run programs in a context or read values of its
 * results wait for each other, whatever thread makes them; formats, listeners
 * and other settings of a context are for one thread at a time. A callback may
 * use other contexts, results and wsp_interrupt(); its own context gives it an
 * error, and is freed after the call if it is freed there. Results may outlive
 * their context, and freeing them never waits. Programs can neither read nor
 * write files unless wsp_allow_files() was called.
 *
 * The library prints nothing, installs no signal handlers and ends no process.
 * Threads that rank and sweep start block all signals and end with the call.
 * Calls, and the callbacks in them, run in the "C" locale of their thread; the
 * locale of the program stays as it is. The shared library may be unloaded
 * when no context is left, and loaded again.
 *
 * Every call ends: one program takes 30 s at most and prints 32 MiB at most,
 * unless it raises these budgets itself (`set time = ...`); one that may reach
 * files takes 30 s for each of its statements. Values and the programs that
 * define kept functions and kernels are bounded by the budget `memory`. A call
 * may be made from a thread with any stack; where the stack is too small, it
 * ends with an error. Estimates need 128 KiB, and what nests deeply needs more.
 *
 * When memory runs out, a call ends with the error "out of memory" and the
 * context remains usable. If the reserve of 16 MiB is exhausted as well, the
 * context is closed: every later call of it gives that error, and its memory is
 * never freed. From the first wsp_new() on, GMP allocates through this library,
 * unless the program has set its own GMP allocator before.
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
	const char *file; /* NULL if the message has no location */
	int line, column; /* from 1; 0 without a location */
	const char *source_line;
	int caret, caret_width; /* within source_line, from 0 */
	const char *label;	/* text after the caret, or NULL */
	int n_note;
	const char *const *note;
};

const char *wsp_version(void);

/* The libraries that this one uses, with their versions. */
const char *wsp_libraries(void);

/* A new context; NULL if memory runs out. */
struct wsp *wsp_new(void);
void wsp_free(struct wsp *w);

/* Allow programs to import, read and write files, including plots. */
void wsp_allow_files(struct wsp *w, bool allowed);

/* Run a program. "name" is its name in messages; NULL is "<text>". */
struct wsp_result *wsp_eval(struct wsp *w, const char *program);
struct wsp_result *wsp_eval_named(struct wsp *w, const char *name,
	const char *program, size_t len);
struct wsp_result *wsp_eval_file(struct wsp *w, const char *path);
/* Run a part of the file "name" that starts at "line" (from 1). */
struct wsp_result *wsp_eval_at(struct wsp *w, const char *name, int line,
	const char *program, size_t len);

/* Save the state of the session (names, settings, libraries, devices),
 * replacing the state saved before; and restore it any number of times. A
 * server can load libraries once and run each client's program in the same
 * fresh session. False if there is no saved state, or if memory runs out.
 */
bool wsp_save(struct wsp *w);
bool wsp_restore(struct wsp *w);

/* Report the errors of a program without running questions or printing. The
 * session does not change.
 */
struct wsp_result *wsp_check(struct wsp *w, const char *name,
	const char *program, size_t len);

/* Stop the running evaluation of "w", or the next one if none runs. Safe in a
 * signal handler or another thread. The evaluation ends with an error and "w"
 * stays usable.
 */
void wsp_interrupt(struct wsp *w);

/* Receive output as it is printed; wsp_text() then stays empty. NULL restores
 * the default, which collects output for wsp_text().
 */
void wsp_on_output(struct wsp *w,
	void (*write)(void *user, const char *text, size_t len), void *user);

/* Progress of a question about many configurations. */
struct wsp_progress {
	double done, total; /* configurations */
	double seconds;	    /* since the question began */
};

/* Receive progress, in the evaluating thread: a few times a second from the
 * first second of a question on, and NULL at the end of the question.
 */
void wsp_on_progress(struct wsp *w,
	void (*show)(void *user, const struct wsp_progress *p), void *user);

/* Print the rows of a `sweep` statement as they are found, unless the format is
 * "text". The output is the same, but the table is never held in memory.
 */
void wsp_stream(struct wsp *w, bool streams);

/* Restrict rank and sweep to shard i of n: of the rows numbered from 1, rows i,
 * i + n, i + 2n, ... (i = 0 means n). Their tables get a first column with the
 * row numbers. False unless 0 <= i <= n.
 */
bool wsp_set_shard(struct wsp *w, int i, int n);

/* Distribute rank and sweep over n processes that run the same programs, each
 * with its own "part" from 0. Every process estimates a part of the
 * configurations and receives the whole table. All processes call "exchange" in
 * the same order with data of the same length; it must replace the data by the
 * bitwise "or" over all processes (an all-reduce). Only part 0 writes files.
 */
void wsp_share(struct wsp *w, int part, int n,
	void (*exchange)(void *user, void *data, size_t len), void *user);

/* The terminal on which plot() without a file draws: its size in characters,
 * and whether it has colours. The default is 79 x 24 without colours.
 */
void wsp_set_screen(struct wsp *w, int columns, int rows, bool has_colour);

/* The outcome of an assert statement. The texts are valid during the callback
 * only.
 */
struct wsp_assertion {
	const char *name; /* its message, or the condition as written */
	const char *file;
	int line;
	bool holds;
	bool is_error;	  /* the condition could not be evaluated */
	const char *text; /* why it failed, with carets; or "" */
	double seconds;
};

/* Receive the outcome of every assert. With a listener, programs continue after
 * a failed assert; without one (or with NULL), it ends them.
 */
void wsp_on_assert(struct wsp *w,
	void (*listen)(void *user, const struct wsp_assertion *a), void *user);

/* Set the output format: "text" (the default), "json", "csv" or "markdown".
 * False for any other word.
 */
bool wsp_set_format(struct wsp *w, const char *format);

/* The outcome. Texts live as long as the result. */
bool wsp_ok(const struct wsp_result *r);
/* True if the program ran to its end, even if asserts failed. */
bool wsp_finished(const struct wsp_result *r);
const char *wsp_text(const struct wsp_result *r); /* all output */
/* The value of the program's last expression as text, "" if it has none (in
 * JSON "null"); a semicolon after an expression keeps its value and prints
 * nothing. NULL if memory runs out or the text exceeds the budgets of output
 * and time.
 */
const char *wsp_value_text(struct wsp_result *r);
/* The last value as JSON; NULL as above, and if it is longer than 128 MiB or
 * nests deeper than 100 levels.
 */
const char *wsp_value_json(struct wsp_result *r);
/* The last value as "text", "json", "csv", "markdown", or as the picture that
 * plot() draws of it, "svg". NULL as above, and if there is no picture of it;
 * wsp_value_error() then says why.
 */
const char *wsp_value_as(struct wsp_result *r, const char *format);

/* Parts of the last value, without a detour through JSON:
 *
 *	double load;
 *	if (wsp_number(r, "dram.load", &load))
 *		printf("%g %s\n", load, wsp_unit(r, "dram.load"));
 *	else
 *		fputs(wsp_value_error(r), stderr);
 *
 * A path names members, and elements of lists from 0, as in the language or in
 * JSON: "limiter", "fields[0].dram.load", "[2].time". "fields.0.name" equals
 * "fields[0].name", and "" is the value itself.
 *
 * wsp_number() returns a number in base units (B, s, Hz, ...), 1 for true and 0
 * for false; wsp_unit() the name of that unit, "" if there is none;
 * wsp_string() a string or a symbol; wsp_count() the length of a list. If the
 * part does not exist or has another kind, they return false, NULL, NULL and
 * -1.
 */
bool wsp_number(struct wsp_result *r, const char *path, double *number);
const char *wsp_unit(struct wsp_result *r, const char *path);
const char *wsp_string(struct wsp_result *r, const char *path);
long long wsp_count(struct wsp_result *r, const char *path);

/* Why the last access to the value failed; "" if it succeeded. */
const char *wsp_value_error(const struct wsp_result *r);
/* All errors and warnings as text with carets; with terminal colours. */
const char *wsp_error_text(const struct wsp_result *r);
const char *wsp_error_colour(const struct wsp_result *r);
int wsp_message_count(const struct wsp_result *r);
const struct wsp_message *wsp_message(const struct wsp_result *r, int i);
void wsp_result_free(struct wsp_result *r);

/* The kernel defined last, which a question without a kernel is about, or NULL;
 * valid until the next evaluation.
 */
const char *wsp_last_kernel(const struct wsp *w);

/* For prompts and editors. */
bool wsp_wants_more(const char *text, size_t len);
/* Completions of text[0..len): a malloced, NULL-terminated array of malloced
 * strings that replace the word that starts at *start; NULL if there are none.
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
