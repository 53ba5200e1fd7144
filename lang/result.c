/* The result of running a program: its output, its messages and its last value
 * in a format, as a picture, or part by part. A result owns all texts it returns, so
 * they live as long as the result.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/arena.h"
#include "lang/base/locale.h"
#include "lang/base/memory.h"
#include "lang/eval/show.h"
#include "lang/plot/plot.h"
#include "lang/result.h"
#include "lang/value/path.h"
#include "lang/wsp.h"

/* How the last value can be written. */
enum form { FORM_TEXT, FORM_JSON, FORM_CSV, FORM_MARKDOWN, FORM_SVG, N_FORM };

static const struct {
	const char *name;
	enum format format;
} forms[N_FORM] = {
	[FORM_TEXT] = { "text", FORMAT_TEXT },
	[FORM_JSON] = { "json", FORMAT_JSON },
	[FORM_CSV] = { "csv", FORMAT_CSV },
	[FORM_MARKDOWN] = { "markdown", FORMAT_MARKDOWN },
	[FORM_SVG] = { "svg", FORMAT_TEXT },
};

struct wsp_result {
	struct leaver leaver; /* first: see free_result() */
	bool ok, finished;
	char *text, *error_text, *error_colour;
	struct value value;	   /* the last value */
	int64_t output_B, time_ms; /* budgets for writing it as text */
	int64_t start_ms;	   /* when writing it began */
	bool is_late;
	struct account *account;  /* to which it is charged */
	char *form[N_FORM];	  /* the value, written on first use */
	const char *value_error;  /* why the last access to it failed */
	struct arena *part_texts; /* texts of its parts; NULL until needed */
	struct diag diag;
	struct wsp_message *message;
};

#define NO_MEMORY "out of memory"
#define BUSY	  "a callback cannot use the context that calls it"

#define FIXED_MESSAGE(text)                         \
	{                                           \
		.is_error = true, .message = (text) \
	}
#define FIXED_RESULT(what)                                             \
	{                                                              \
		.text = "", .form = { "", "null", "", "", NULL },      \
		.error_text = "error: " what "\n",                     \
		.error_colour = "\033[1;31merror\033[0m:\033[1m " what \
				"\033[0m\n",                           \
		.value_error = (what),                                 \
	}

/* Results that are static and need no memory. */
enum fixed { FIXED_NO_MEMORY, FIXED_BUSY, N_FIXED };

static const struct wsp_message fixed_message[N_FIXED] = {
	[FIXED_NO_MEMORY] = FIXED_MESSAGE(NO_MEMORY),
	[FIXED_BUSY] = FIXED_MESSAGE(BUSY),
};

static struct wsp_result fixed[N_FIXED] = {
	[FIXED_NO_MEMORY] = FIXED_RESULT(NO_MEMORY),
	[FIXED_BUSY] = FIXED_RESULT(BUSY),
};

static bool is_fixed(const struct wsp_result *r)
{
	return r == &fixed[FIXED_NO_MEMORY] || r == &fixed[FIXED_BUSY];
}

static char *render(const struct diag *diag, bool colour)
{
	struct buffer out = { 0 };

	diag_render(diag, &out, colour);
	return buffer_take(&out);
}

static void copy_messages(struct wsp_result *r)
{
	r->message = memory_new(
		((size_t) r->diag.n_entry + 1) * sizeof(*r->message));
	for (int i = 0; i < r->diag.n_entry; ++i) {
		const struct diag_entry *e = &r->diag.entry[i];

		r->message[i] = (struct wsp_message) {
			.is_error = e->severity == SEVERITY_ERROR,
			.message = e->message,
			.file = e->file,
			.line = e->line,
			.column = e->col,
			.source_line = e->excerpt,
			.caret = e->caret_col,
			.caret_width = e->caret_width,
			.label = e->label,
			.n_note = e->n_note,
			.note = (const char *const *) e->note,
		};
	}
}

/* Report "out of memory" alone: other errors may be consequences, and wrong. */
static void report_no_memory(struct diag *diag)
{
	for (int i = 0; i < diag->n_entry; ++i)
		if (strcmp(diag->entry[i].message, NO_MEMORY) == 0)
			return;
	diag_clear(diag);
	diag_error(diag, (struct loc) { 0 }, NULL, NO_MEMORY);
}

struct wsp_result *result_new(struct eval *ev, struct diag *diag, bool ok,
	const struct value *last)
{
	struct wsp_result *r = memory_new(sizeof(*r));

	if (ev->account->is_starved) {
		report_no_memory(diag);
		ok = false;
	}
	r->finished = ok;
	r->ok = ok && diag->n_error == 0;
	r->text = buffer_take(&ev->output);
	r->error_text = render(diag, false);
	r->error_colour = render(diag, true);
	r->diag = *diag;
	copy_messages(r);
	r->output_B = ev->budget.output_B;
	r->time_ms = ev->budget.time_ms;
	r->account = account_keep(ev->account);
	if (last)
		r->value = value_copy(last);
	return r;
}

struct wsp_result *result_no_memory(void)
{
	return &fixed[FIXED_NO_MEMORY];
}

struct wsp_result *result_busy(void)
{
	return &fixed[FIXED_BUSY];
}

bool wsp_ok(const struct wsp_result *r)
{
	return r->ok;
}

bool wsp_finished(const struct wsp_result *r)
{
	return r->finished;
}

const char *wsp_text(const struct wsp_result *r)
{
	return r->text;
}

static bool may_grow(void *user, size_t len)
{
	struct wsp_result *r = user;

	r->is_late = eval_clock_ms() - r->start_ms > r->time_ms;
	return len <= (size_t) r->output_B && !r->is_late;
}

static const char *keep_text(struct wsp_result *r, const char *text)
{
	if (!r->part_texts)
		r->part_texts = arena_new();
	return arena_copy(r->part_texts, text, strlen(text));
}

static bool draw(struct wsp_result *r, struct buffer *out)
{
	struct diag diag = { 0 };
	bool ok = r->value.kind != VALUE_NONE &&
		plot_svg(&r->value, &diag, out);

	r->value_error = ok	  ? "" :
		diag.n_entry == 0 ? "there is no value to draw" :
				    keep_text(r, diag.entry[0].message);
	diag_clear(&diag);
	return ok;
}

/* One form of the value. */
struct writing {
	struct wsp_result *r;
	enum form form;
};

static void write_form(void *data)
{
	struct writing *w = data;
	struct wsp_result *r = w->r;
	struct buffer out = { .may_grow = may_grow, .user = r };
	bool ok = true;

	r->start_ms = eval_clock_ms();
	r->is_late = false;
	r->value_error = "";
	if (w->form == FORM_SVG)
		ok = draw(r, &out);
	else if (r->value.kind != VALUE_NONE)
		show_value(forms[w->form].format, &r->value, &out);
	else if (w->form == FORM_JSON)
		buffer_add(&out, "null");
	if (out.is_full || out.is_cut)
		r->value_error = r->is_late ?
			"this takes more than the budget of 'time' allows" :
			w->form == FORM_JSON ?
			SHOW_CUT :
			"this is more than the budget of 'output' allows";
	if (ok && !out.is_full && !out.is_cut)
		r->form[w->form] = buffer_take(&out);
	buffer_free(&out);
}

/* A lazy value may compute parts of itself on first access; they are charged to
 * the account of its context, which may run in another thread meanwhile.
 */
static bool enter(struct wsp_result *r, void (*work)(void *), void *data)
{
	struct account *outer;
	bool ok;

	account_take_turn(r->account);
	outer = account_open(r->account);
	ok = locale_guarded(work, data);
	account_open(outer);
	account_end_turn(r->account);
	return ok;
}

static const char *value_as(struct wsp_result *r, enum form form)
{
	struct writing w = { r, form };

	if (is_fixed(r))
		return r->form[form];
	if (r->form[form])
		r->value_error = "";
	else if (!enter(r, write_form, &w))
		r->value_error = NO_MEMORY;
	return r->form[form];
}

const char *wsp_value_as(struct wsp_result *r, const char *format)
{
	for (int i = 0; i < N_FORM; ++i)
		if (strcmp(forms[i].name, format) == 0)
			return value_as(r, i);
	if (!is_fixed(r))
		r->value_error = "the formats are text, json, csv, markdown "
				 "and svg";
	return NULL;
}

const char *wsp_value_text(struct wsp_result *r)
{
	return value_as(r, FORM_TEXT);
}

const char *wsp_value_json(struct wsp_result *r)
{
	return value_as(r, FORM_JSON);
}

const char *wsp_value_error(const struct wsp_result *r)
{
	return r->value_error ? r->value_error : "";
}

/* An access to a part of the last value. */
struct part {
	struct wsp_result *r;
	const char *path;
	/* read "v" into "text", "number" or "n"; false for another kind */
	bool (*read)(struct part *p, const struct value *v);
	const char *kind; /* kind of value that "read" accepts */
	const char *text;
	double number;
	int64_t n;
	bool ok;
};

static void read_part(void *data)
{
	struct part *p = data;
	struct buffer why = { 0 };
	struct value v;
	char is[64];

	buffer_printf(&why, "%s%s", p->path, p->path[0] ? ": " : "");
	if (path_find(&p->r->value, p->path, &v, &why)) {
		p->ok = p->read(p, &v);
		value_describe(&v, is, sizeof(is));
		buffer_printf(&why, "this is %s, not a %s", is, p->kind);
		value_free(&v);
	}
	p->r->value_error = p->ok ? "" : keep_text(p->r, buffer_text(&why));
	buffer_free(&why);
}

static bool look_at_part(struct part *p)
{
	if (is_fixed(p->r))
		return false;
	if (!enter(p->r, read_part, p)) {
		p->r->value_error = NO_MEMORY;
		p->ok = false;
	}
	return p->ok;
}

static bool read_number(struct part *p, const struct value *v)
{
	p->number = v->kind == VALUE_NUMBER ?
		number_to_double(&v->u.number) :
		v->kind == VALUE_BOOL && v->u.boolean;
	return v->kind == VALUE_NUMBER || v->kind == VALUE_BOOL;
}

bool wsp_number(struct wsp_result *r, const char *path, double *number)
{
	struct part p = {
		.r = r,
		.path = path,
		.read = read_number,
		.kind = "number",
	};

	if (!look_at_part(&p))
		return false;
	*number = p.number;
	return true;
}

static bool read_string(struct part *p, const struct value *v)
{
	if (v->kind != VALUE_STRING && v->kind != VALUE_SYMBOL)
		return false;
	p->text = keep_text(p->r,
		v->kind == VALUE_STRING ? v->u.string->text : v->u.symbol);
	return true;
}

const char *wsp_string(struct wsp_result *r, const char *path)
{
	struct part p = {
		.r = r,
		.path = path,
		.read = read_string,
		.kind = "string",
	};

	return look_at_part(&p) ? p.text : NULL;
}

static bool read_unit(struct part *p, const struct value *v)
{
	char unit[VALUE_UNIT_BYTES];

	value_unit(v, unit);
	p->text = keep_text(p->r, unit);
	return unit[0] || v->kind == VALUE_NUMBER;
}

const char *wsp_unit(struct wsp_result *r, const char *path)
{
	struct part p = {
		.r = r,
		.path = path,
		.read = read_unit,
		.kind = "number",
	};

	return look_at_part(&p) ? p.text : NULL;
}

static bool read_count(struct part *p, const struct value *v)
{
	p->n = value_length(v);
	return p->n >= 0 && v->kind != VALUE_STRING && v->kind != VALUE_RECORD;
}

long long wsp_count(struct wsp_result *r, const char *path)
{
	struct part p = {
		.r = r,
		.path = path,
		.read = read_count,
		.kind = "list",
	};

	return look_at_part(&p) ? p.n : -1;
}

const char *wsp_error_text(const struct wsp_result *r)
{
	return r->error_text;
}

const char *wsp_error_colour(const struct wsp_result *r)
{
	return r->error_colour;
}

int wsp_message_count(const struct wsp_result *r)
{
	return is_fixed(r) ? 1 : r->diag.n_entry;
}

const struct wsp_message *wsp_message(const struct wsp_result *r, int i)
{
	if (is_fixed(r))
		return i == 0 ? &fixed_message[r - fixed] : NULL;
	return i >= 0 && i < r->diag.n_entry ? &r->message[i] : NULL;
}

static void free_result(struct leaver *l)
{
	struct wsp_result *r = (struct wsp_result *) l;
	struct account *outer = account_open(r->account);

	diag_clear(&r->diag);
	free(r->message);
	free(r->text);
	value_free(&r->value);
	account_open(outer);
	account_drop(r->account);
	for (int i = 0; i < N_FORM; ++i)
		free(r->form[i]);
	arena_free(r->part_texts);
	free(r->error_text);
	free(r->error_colour);
	free(r);
}

void wsp_result_free(struct wsp_result *r)
{
	if (!r || is_fixed(r))
		return;
	r->leaver.free = free_result;
	account_leave(r->account, &r->leaver);
}
