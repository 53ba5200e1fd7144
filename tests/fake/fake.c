/* A stand-in for libwsp that does what a test tells it, so that the prompt,
 * the command line and the documentation tests are tested on their own.
 *
 * Statements, one per line or bracket:
 *	print a|b	prints the lines a and b
 *	fail WORDS	is an error with that message
 *	spin		runs until it is interrupted
 *	many N		prints N lines
 *	NAME = WORDS	remembers, NAME prints
 *	set ...		is remembered by "settings"
 *	X[...		defines the kernel X
 * and all else is printed back as "asked: ...".
 */

#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lang/base/buffer.h"
#include "lang/base/memory.h"
#include "lang/wsp.h"

struct name {
	char *name, *value;
};

struct wsp {
	volatile sig_atomic_t interrupted;
	void (*write)(void *user, const char *text, size_t len);
	void *user;
	bool files;
	char *format;
	struct buffer settings;
	char *kernel; /* the X of the last X[...] */
	int n_name;
	struct name *name;
};

struct wsp_result {
	bool ok;
	struct buffer text, error, colour;
};

/* The state of a run. */
struct run {
	struct wsp *w;
	struct wsp_result *r;
	const char *name;
	int line;
};

const char *wsp_version(void)
{
	return "0.0-fake";
}

const char *wsp_libraries(void)
{
	return "no libraries";
}

struct wsp *wsp_new(void)
{
	struct wsp *w = memory_new(sizeof(*w));

	w->format = memory_copy_text("text");
	return w;
}

void wsp_free(struct wsp *w)
{
	for (int i = 0; w && i < w->n_name; ++i) {
		free(w->name[i].name);
		free(w->name[i].value);
	}
	if (!w)
		return;
	free(w->name);
	free(w->format);
	free(w->kernel);
	buffer_free(&w->settings);
	free(w);
}

void wsp_allow_files(struct wsp *w, bool allowed)
{
	w->files = allowed;
}

void wsp_interrupt(struct wsp *w)
{
	w->interrupted = 1;
}

void wsp_on_output(struct wsp *w,
	void (*write)(void *user, const char *text, size_t len), void *user)
{
	w->write = write;
	w->user = user;
}

void wsp_on_progress(struct wsp *w,
	void (*show)(void *user, const struct wsp_progress *p), void *user)
{
	(void) w;
	(void) show;
	(void) user;
}

void wsp_stream(struct wsp *w, bool streams)
{
	(void) w;
	(void) streams;
}

bool wsp_set_shard(struct wsp *w, int i, int n)
{
	(void) w;
	return n >= 1 && i >= 0 && i <= n;
}

void wsp_set_screen(struct wsp *w, int columns, int rows, bool has_colour)
{
	(void) w;
	(void) columns;
	(void) rows;
	(void) has_colour;
}

void wsp_share(struct wsp *w, int part, int n,
	void (*exchange)(void *user, void *data, size_t len), void *user)
{
	(void) w;
	(void) part;
	(void) n;
	(void) exchange;
	(void) user;
}

void wsp_on_assert(struct wsp *w,
	void (*listen)(void *user, const struct wsp_assertion *a), void *user)
{
	(void) w;
	(void) listen;
	(void) user;
}

bool wsp_set_format(struct wsp *w, const char *format)
{
	if (strcmp(format, "text") && strcmp(format, "json"))
		return false;
	free(w->format);
	w->format = memory_copy_text(format);
	return true;
}

static void put(struct run *run, const char *text)
{
	if (run->w->write)
		run->w->write(run->w->user, text, strlen(text));
	else
		buffer_add(&run->r->text, text);
}

static void put_line(struct run *run, const char *text)
{
	put(run, text);
	put(run, "\n");
}

static void fail(struct run *run, const char *message)
{
	run->r->ok = false;
	buffer_printf(&run->r->error, "error: %s\n  --> %s:%d:1\n", message,
		run->name, run->line);
	buffer_printf(&run->r->colour, "\033[31merror:\033[0m %s\n", message);
}

static void spin(struct run *run)
{
	const struct timespec pause = { .tv_nsec = 1000000 };

	while (!run->w->interrupted)
		nanosleep(&pause, NULL);
	fail(run, "interrupted");
}

static void print_many(struct run *run, int n)
{
	for (int i = 0; i < n && !run->w->interrupted; ++i)
		put_line(run, "a line of some length, so that buffers fill");
	if (run->w->interrupted)
		fail(run, "interrupted");
}

static void print_lines(struct run *run, char *text)
{
	for (char *c = text; *c; ++c)
		if (*c == '|')
			*c = '\n';
	put_line(run, text);
}

static struct name *find_name(struct wsp *w, const char *name)
{
	for (int i = 0; i < w->n_name; ++i)
		if (strcmp(w->name[i].name, name) == 0)
			return &w->name[i];
	return NULL;
}

static void assign(struct wsp *w, char *name, const char *value)
{
	struct name *n = find_name(w, name);

	if (!n) {
		w->name = memory_grow(w->name, (size_t) w->n_name,
			sizeof(*w->name));
		n = &w->name[w->n_name++];
		*n = (struct name) { .name = memory_copy_text(name) };
	}
	free(n->value);
	n->value = memory_copy_text(value);
}

static void run_other(struct run *run, char *text)
{
	char *equals = strstr(text, " = "), *bracket = strchr(text, '[');
	struct name *n = find_name(run->w, text);

	if (bracket) {
		free(run->w->kernel);
		run->w->kernel = memory_copy_bytes(text,
			(size_t) (bracket - text));
	}
	if (equals && strcspn(text, " ") == (size_t) (equals - text)) {
		*equals = '\0';
		assign(run->w, text, equals + 3);
	} else if (n) {
		put_line(run, n->value);
	} else {
		put(run, "asked: ");
		put_line(run, text);
	}
}

static void run_statement(struct run *run, char *text)
{
	if (strncmp(text, "print ", 6) == 0) {
		print_lines(run, text + 6);
	} else if (strncmp(text, "fail ", 5) == 0) {
		fail(run, text + 5);
	} else if (strcmp(text, "spin") == 0) {
		spin(run);
	} else if (strncmp(text, "many ", 5) == 0) {
		print_many(run, atoi(text + 5));
	} else if (strncmp(text, "set ", 4) == 0) {
		buffer_printf(&run->w->settings, "[%s]", text + 4);
	} else if (strcmp(text, "settings") == 0) {
		put(run, run->w->files ? "files " : "safe ");
		put(run, run->w->format);
		put_line(run, buffer_text(&run->w->settings));
	} else {
		run_other(run, text);
	}
}

static int depth(const char *text, size_t len)
{
	int d = 0;

	for (size_t i = 0; i < len; ++i)
		d += !!strchr("([{", text[i]) - !!strchr(")]}", text[i]);
	return d;
}

/* The next statement: up to a newline outside of brackets. */
static size_t statement_len(const char *text, size_t len)
{
	size_t n;

	for (n = 0; n < len; ++n)
		if (text[n] == '\n' && depth(text, n) <= 0)
			break;
	return n;
}

struct wsp_result *wsp_eval_at(struct wsp *w, const char *name, int line,
	const char *program, size_t len)
{
	struct run run = { w, memory_new(sizeof(struct wsp_result)), name,
		line };

	run.r->ok = true;
	w->interrupted = 0;
	if (depth(program, len) > 0) {
		fail(&run, "open bracket");
		len = 0;
	}
	while (len > 0 && run.r->ok) {
		size_t n = statement_len(program, len);
		char *text = memory_copy_bytes(program, n);

		if (n > 0 && *text != '#')
			run_statement(&run, text);
		for (size_t i = 0; i < n; ++i)
			run.line += text[i] == '\n';
		++run.line;
		free(text);
		n += n < len;
		program += n;
		len -= n;
	}
	return run.r;
}

struct wsp_result *wsp_eval_named(struct wsp *w, const char *name,
	const char *program, size_t len)
{
	return wsp_eval_at(w, name, 1, program, len);
}

struct wsp_result *wsp_check(struct wsp *w, const char *name,
	const char *program, size_t len)
{
	struct run run = { w, memory_new(sizeof(struct wsp_result)), name, 1 };

	run.r->ok = true;
	if (strstr(program, "fail"))
		fail(&run, "would fail");
	(void) len;
	return run.r;
}

struct wsp_result *wsp_eval(struct wsp *w, const char *program)
{
	return wsp_eval_at(w, NULL, 1, program, strlen(program));
}

bool wsp_save(struct wsp *w)
{
	(void) w;
	return false;
}

bool wsp_restore(struct wsp *w)
{
	(void) w;
	return false;
}

const char *wsp_value_as(struct wsp_result *r, const char *format)
{
	(void) r;
	(void) format;
	return NULL;
}

const char *wsp_value_text(struct wsp_result *r)
{
	(void) r;
	return NULL;
}

const char *wsp_value_error(const struct wsp_result *r)
{
	(void) r;
	return "this is the stand-in of a library";
}

bool wsp_ok(const struct wsp_result *r)
{
	return r->ok;
}

bool wsp_finished(const struct wsp_result *r)
{
	return r->ok;
}

int wsp_message_count(const struct wsp_result *r)
{
	(void) r;
	return 0;
}

const struct wsp_message *wsp_message(const struct wsp_result *r, int i)
{
	(void) r;
	(void) i;
	return NULL;
}

const char *wsp_text(const struct wsp_result *r)
{
	return buffer_text(&r->text);
}

const char *wsp_error_text(const struct wsp_result *r)
{
	return buffer_text(&r->error);
}

const char *wsp_error_colour(const struct wsp_result *r)
{
	return buffer_text(&r->colour);
}

void wsp_result_free(struct wsp_result *r)
{
	buffer_free(&r->text);
	buffer_free(&r->error);
	buffer_free(&r->colour);
	free(r);
}

const char *wsp_last_kernel(const struct wsp *w)
{
	return w->kernel;
}

bool wsp_wants_more(const char *text, size_t len)
{
	return depth(text, len) > 0;
}

static bool is_word(char c)
{
	return isalnum((unsigned char) c) || c == '_';
}

char **wsp_complete(struct wsp *w, const char *text, size_t len, size_t *start)
{
	static const char *const words[] = { "estimate", "estuary", "explain",
		"GB/s", "GB/min" };
	char **match = NULL;
	size_t n = 0;

	*start = len;
	while (*start > 0 &&
		(is_word(text[*start - 1]) || text[*start - 1] == '/'))
		--*start;
	(void) w;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i) {
		if (strncmp(words[i], text + *start, len - *start))
			continue;
		match = memory_grow(match, n, sizeof(*match));
		match[n++] = memory_copy_text(words[i]);
	}
	if (!n)
		return NULL;
	match = memory_grow(match, n, sizeof(*match));
	match[n] = NULL;
	return match;
}

char *wsp_format(const char *text, size_t len)
{
	struct buffer out = { 0 };

	if (strstr(text, "fail"))
		return NULL;
	for (size_t i = 0; i < len; ++i)
		if (text[i] != ' ' || (i > 0 && text[i - 1] != ' '))
			buffer_add_char(&out, text[i]);
	return buffer_take(&out);
}

char *wsp_dump(struct wsp *w, const char *name, const char *text, size_t len,
	struct wsp_result **r)
{
	struct buffer out = { 0 };

	*r = wsp_check(w, name, text, len);
	if (!(*r)->ok)
		return NULL;
	buffer_printf(&out, "(tree of %s)\n", name);
	return buffer_take(&out);
}
