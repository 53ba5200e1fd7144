/* The public library: sessions, evaluation, and services for prompts and
 * editors.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/heap.h"
#include "engine/count/count.h"
#include "lang/base/embedded.h"
#include "lang/base/locale.h"
#include "lang/base/memory.h"
#include "lang/eval/assertion.h"
#include "lang/eval/check.h"
#include "lang/eval/context.h"
#include "lang/eval/eval.h"
#include "lang/eval/module.h"
#include "lang/eval/progress.h"
#include "lang/eval/settings.h"
#include "lang/number/number.h"
#include "lang/result.h"
#include "lang/syntax/fmt.h"
#include "lang/syntax/parse.h"
#include "lang/tables.h"
#include "lang/wsp.h"

#define FARTHEST_LINE (1 << 30)

struct wsp {
	struct eval *eval;
	struct saved *saved; /* the session saved by wsp_save(), or NULL */
	bool is_closed;	     /* memory ran out during a change */
	bool is_busy;	     /* a call runs */
	bool is_unwanted;    /* wsp_free() was called in a callback of it */
	/* the progress listener, or NULL */
	void (*on_progress)(void *user, const struct wsp_progress *p);
	void *progress_user;
	void (*on_assert)(void *user, const struct wsp_assertion *a);
	void *assert_user;
};

const char *wsp_version(void)
{
	return PACKAGE_VERSION;
}

const char *wsp_libraries(void)
{
	static _Thread_local char text[128];

	snprintf(text, sizeof(text), "GMP %s, %.*s", number_library(),
		(int) strcspn(count_library(), "\n"), count_library());
	return text;
}

static void start(void *data)
{
	struct wsp **w = data;

	number_use_memory();
	heap_on_failure(memory_let_go);
	*w = memory_new(sizeof(**w));
	(*w)->eval = eval_new(&tables_rooms);
}

/* A closed context is leaked: its data may be half changed, so freeing it is
 * not safe.
 */
static void discard(struct wsp *w)
{
	struct account *outer;

	if (!w->is_closed) {
		outer = account_open(w->eval->account);
		context_forget(w->saved);
		account_open(outer);
		eval_free(w->eval);
	}
	free(w);
}

void wsp_free(struct wsp *w)
{
	struct account *account;

	if (!w)
		return;
	account = account_keep(w->eval->account);
	account_take_turn(account);
	if (w->is_busy) {
		w->is_unwanted = true;
		wsp_interrupt(w);
	} else {
		discard(w);
	}
	account_end_turn(account);
	account_drop(account);
}

struct wsp *wsp_new(void)
{
	struct account *outer = account_open(NULL);
	struct wsp *w = NULL;
	bool ok = locale_guarded(start, &w);

	account_open(outer);
	if (ok && !w->eval->account->is_starved)
		return w;
	if (w) {
		w->is_closed = !ok;
		discard(w);
	}
	return NULL;
}

void wsp_allow_files(struct wsp *w, bool allowed)
{
	w->eval->files_allowed = allowed;
}

void wsp_interrupt(struct wsp *w)
{
	atomic_store(&w->eval->interrupted, true);
}

void wsp_on_output(struct wsp *w,
	void (*write)(void *user, const char *text, size_t len), void *user)
{
	w->eval->write = write;
	w->eval->user = user;
}

static void tell_progress(void *user, const struct progress_state *p)
{
	const struct wsp *w = user;
	struct wsp_progress told = { 0 };

	if (p)
		told = (struct wsp_progress) { p->done, p->total, p->seconds };
	w->on_progress(w->progress_user, p ? &told : NULL);
}

void wsp_on_progress(struct wsp *w,
	void (*show)(void *user, const struct wsp_progress *p), void *user)
{
	w->on_progress = show;
	w->progress_user = user;
	w->eval->progress = show ? tell_progress : NULL;
	w->eval->progress_user = w;
}

void wsp_stream(struct wsp *w, bool streams)
{
	w->eval->streams = streams;
}

bool wsp_set_shard(struct wsp *w, int i, int n)
{
	if (n < 1 || i < 0 || i > n)
		return false;
	w->eval->shard = i;
	w->eval->n_shard = n;
	return true;
}

void wsp_set_screen(struct wsp *w, int columns, int rows, bool has_colour)
{
	w->eval->screen = (struct screen) { columns, rows, has_colour };
}

void wsp_share(struct wsp *w, int part, int n,
	void (*exchange)(void *user, void *data, size_t len), void *user)
{
	w->eval->share = (struct share) { part, n, exchange, user };
}

static void tell_assertion(void *user, const struct assertion *a)
{
	const struct wsp *w = user;
	struct wsp_assertion told = {
		.name = a->name,
		.file = a->file,
		.line = a->line,
		.holds = a->holds,
		.is_error = a->is_error,
		.text = a->text,
		.seconds = a->seconds,
	};

	w->on_assert(w->assert_user, &told);
}

void wsp_on_assert(struct wsp *w,
	void (*listen)(void *user, const struct wsp_assertion *a), void *user)
{
	w->on_assert = listen;
	w->assert_user = user;
	w->eval->on_assert = listen ? tell_assertion : NULL;
	w->eval->assert_user = w;
}

bool wsp_set_format(struct wsp *w, const char *format)
{
	return settings_format(w->eval, format);
}

/* -------------------------------------------------------------- calls */

/* Arguments and results of one call of the library. */
struct call {
	struct wsp *w;
	const char *name, *text;
	size_t len;
	int line;
	struct wsp_result *result;
	char *form; /* malloced, or NULL */
	char **words;
	size_t start;
	bool is;
};

/* Run the work of a call. If memory ran out in the middle of a change, the
 * context is closed: its state cannot be trusted.
 */
static void run(struct call *c, void (*work)(void *))
{
	struct account *outer = account_open(NULL);

	c->result = result_no_memory();
	if (!(c->w && c->w->is_closed) && !locale_guarded(work, c)) {
		if (c->w)
			c->w->is_closed = true;
		c->result = result_no_memory();
		c->is = false;
	}
	account_open(outer);
}

/* Calls of one context wait for each other; one from a callback cannot. */
static void enter(struct call *c, void (*work)(void *))
{
	struct wsp *w = c->w;
	struct account *account;

	if (!w) {
		run(c, work);
		return;
	}
	account = account_keep(w->eval->account);
	account_take_turn(account);
	c->result = result_busy();
	if (!w->is_busy) {
		w->is_busy = true;
		run(c, work);
		w->is_busy = false;
		if (w->is_unwanted)
			discard(w);
	}
	account_end_turn(account);
	account_drop(account);
}

static struct source *source_of(const struct call *c)
{
	struct source *source = source_new(c->name ? c->name : "<text>",
		c->text, c->len);

	/* lines after it must have numbers, too */
	source->first_line = c->line < 1 ? 1 :
		c->line > FARTHEST_LINE	 ? FARTHEST_LINE :
					   c->line;
	return source;
}

/* --------------------------------------------------------- evaluation */

static void evaluate(void *data)
{
	struct call *c = data;
	struct wsp *w = c->w;
	struct diag diag = { 0 };
	struct source *source = source_of(c);
	bool ok;

	context_begin(w->eval, &diag);
	ok = parse_source(source, &diag) && check_source(w->eval, source) &&
		eval_source(w->eval, source);
	c->result = result_new(w->eval, &diag, ok,
		w->eval->has_last ? scope_find(&w->eval->globals, "_") : NULL);
	source_leave(source);
	context_end(w->eval);
}

struct wsp_result *wsp_eval_at(struct wsp *w, const char *name, int line,
	const char *program, size_t len)
{
	struct call c = {
		.w = w,
		.name = name,
		.line = line,
		.text = program,
		.len = len,
	};

	enter(&c, evaluate);
	return c.result;
}

struct wsp_result *wsp_eval_named(struct wsp *w, const char *name,
	const char *program, size_t len)
{
	return wsp_eval_at(w, name, 1, program, len);
}

struct wsp_result *wsp_eval(struct wsp *w, const char *program)
{
	return wsp_eval_named(w, NULL, program, strlen(program));
}

static void evaluate_file(void *data)
{
	struct call *c = data;
	struct diag diag = { 0 };
	char *text = module_read_file(c->name, &c->len);

	if (!text) {
		diag_error(&diag, (struct loc) { 0 }, NULL,
			"cannot read '%s': %s", c->name, strerror(errno));
		c->result = result_new(c->w->eval, &diag, false, NULL);
		return;
	}
	c->text = text;
	evaluate(c);
	free(text);
}

struct wsp_result *wsp_eval_file(struct wsp *w, const char *path)
{
	struct call c = { .w = w, .name = path, .line = 1 };

	enter(&c, evaluate_file);
	return c.result;
}

static void check(void *data)
{
	struct call *c = data;
	struct wsp *w = c->w;
	struct diag diag = { 0 };
	struct source *source = source_of(c);
	struct saved *before;
	bool ok;

	context_begin(w->eval, &diag);
	ok = parse_source(source, &diag);
	if (ok && check_source(w->eval, source)) {
		before = context_save(w->eval);
		w->eval->checking = true;
		eval_source(w->eval, source);
		w->eval->checking = false;
		context_restore(w->eval, before);
		context_forget(before);
	}
	source_drop(source);
	c->result = result_new(w->eval, &diag, ok, NULL);
	context_end(w->eval);
}

struct wsp_result *wsp_check(struct wsp *w, const char *name,
	const char *program, size_t len)
{
	struct call c = {
		.w = w,
		.name = name,
		.line = 1,
		.text = program,
		.len = len,
	};

	enter(&c, check);
	return c.result;
}

/* ----------------------------------------------------- saved sessions */

static void save(void *data)
{
	struct call *c = data;
	struct wsp *w = c->w;

	account_open(w->eval->account);
	context_forget(w->saved);
	w->saved = NULL;
	w->saved = context_save(w->eval);
	c->is = !w->eval->account->is_starved;
}

static void restore(void *data)
{
	struct call *c = data;

	if (!c->w->saved)
		return;
	account_open(c->w->eval->account);
	context_restore(c->w->eval, c->w->saved);
	c->is = !c->w->eval->account->is_starved;
}

bool wsp_save(struct wsp *w)
{
	struct call c = { .w = w };

	enter(&c, save);
	return c.is;
}

bool wsp_restore(struct wsp *w)
{
	struct call c = { .w = w };

	enter(&c, restore);
	return c.is;
}

const char *wsp_last_kernel(const struct wsp *w)
{
	return w->is_closed ? NULL : w->eval->last_kernel;
}

/* ------------------------------------------------- prompts and editors */

static void look_for_more(void *data)
{
	struct call *c = data;

	c->is = parse_wants_more(c->text, c->len);
}

bool wsp_wants_more(const char *text, size_t len)
{
	struct call c = { .text = text, .len = len };

	enter(&c, look_for_more);
	return c.is;
}

static void complete(void *data)
{
	struct call *c = data;

	c->words = context_complete(c->w->eval, c->text, c->len, &c->start);
}

char **wsp_complete(struct wsp *w, const char *text, size_t len, size_t *start)
{
	struct call c = { .w = w, .text = text, .len = len };

	enter(&c, complete);
	*start = c.start;
	return c.words;
}

static bool parses(const char *text, size_t len)
{
	struct source *source = source_new("<text>", text, len);
	struct diag diag = { 0 };
	bool ok = parse_source(source, &diag);

	diag_clear(&diag);
	source_drop(source);
	return ok;
}

static void format(void *data)
{
	struct call *c = data;
	struct buffer out = { 0 };

	if (!parses(c->text, c->len))
		return;
	fmt_text(c->text, c->len, &out);
	c->form = buffer_take(&out);
}

char *wsp_format(const char *text, size_t len)
{
	struct call c = { .text = text, .len = len };

	enter(&c, format);
	return c.form;
}

static void dump(void *data)
{
	struct call *c = data;
	struct diag diag = { 0 };
	struct source *source = source_of(c);
	struct buffer out = { 0 };

	context_begin(c->w->eval, &diag);
	parse_source(source, &diag);
	node_dump(source->root, &out);
	c->result = result_new(c->w->eval, &diag, true, NULL);
	source_drop(source);
	context_end(c->w->eval);
	c->form = buffer_take(&out);
}

char *wsp_dump(struct wsp *w, const char *name, const char *text, size_t len,
	struct wsp_result **r)
{
	struct call c = {
		.w = w,
		.name = name,
		.line = 1,
		.text = text,
		.len = len,
	};

	enter(&c, dump);
	*r = c.result;
	return c.form;
}
