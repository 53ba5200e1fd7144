/* `set NAME = value`: rows of settings.def. Budgets, format and threads are
 * fields of the session; all other values are checked by the room that uses
 * them (setters of rooms.h) and stored by name.
 */

#include <stddef.h>
#include <string.h>

#include "lang/eval/context.h"
#include "lang/eval/rooms.h"
#include "lang/eval/settings.h"

static const struct {
	const char *name;
	bool is_option;
	const char *help;
} settings[] = {
#define SETTING(name, is_option, help) { name, is_option, help },
#include "lang/eval/settings.def"
};

static const struct budget_setting {
	const char *name;
	size_t at; /* offset in struct budget */
	enum { COUNT, BYTES, SECONDS } unit;
} budgets[] = {
	{ "steps", offsetof(struct budget, steps), COUNT },
	{ "time", offsetof(struct budget, time_ms), SECONDS },
	{ "memory", offsetof(struct budget, memory_B), BYTES },
	{ "stack", offsetof(struct budget, stack_B), BYTES },
	{ "output", offsetof(struct budget, output_B), BYTES },
	{ "isl_operations", offsetof(struct budget, isl_operations), COUNT },
	{ "accesses", offsetof(struct budget, accesses), COUNT },
};

#define N_BUDGET ((int) (sizeof(budgets) / sizeof(budgets[0])))

/* Time budgets: long enough to raise them again, and at most a month. */
#define LEAST_SECONDS 0.01
#define MOST_SECONDS  (30 * 24 * 60 * 60)

/* Budgets in which every `set` can run; see find_value(). */
#define LEAST_STEPS   100
#define LEAST_STACK_B (16 << 10)
#define LEAST_MS      1000
#define N_SETTING     ((int) (sizeof(settings) / sizeof(settings[0])))

#define MOST_VALUES   12

static const struct {
	const char *name, *value[MOST_VALUES];
} values[] = {
	{ "model", { "wsp", "ernst2022", "warpspeed2025" } },
	{ "cache", { "cold", "warm" } },
	{ "strides", { "constant", "constant64", "int32", "int64" } },
	{ "loads", { "inline", "first" } },
	{ "stores", { "auto", "inline", "last" } },
	{ "format", { "text", "json", "csv", "markdown" } },
	{ "type", { "double", "float", "half" } },
	{ "order",
		{ "rows", "linear", "columns", "zigzag", "tiles", "morton",
			"hilbert", "grouped", "swizzle", "clusters", "auto" } },
};

static int find(const char *name)
{
	for (int i = 0; i < N_SETTING; ++i)
		if (strcmp(settings[i].name, name) == 0)
			return i;
	return -1;
}

bool settings_is_option(const char *name)
{
	int i = find(name);

	return i >= 0 && settings[i].is_option;
}

void settings_each(void (*visit)(void *user, const char *name,
			   const char *help),
	void *user)
{
	for (int i = 0; i < N_SETTING; ++i)
		visit(user, settings[i].name, settings[i].help);
}

void settings_each_value(void (*visit)(void *user, const char *name,
				 const char *value),
	void *user)
{
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); ++i)
		for (int k = 0; k < MOST_VALUES && values[i].value[k]; ++k)
			visit(user, values[i].name, values[i].value[k]);
}

void settings_note(struct diag *diag, const char *name)
{
	int i = find(name);

	if (i >= 0)
		diag_note(diag, "%s: %s", name, settings[i].help);
}

/* 30 s is far more than any question of a usual size takes, and little enough
 * for a server that waits for an answer. 32 MiB of output take about a second
 * to write; lists that hold one list many times over would print forever.
 */
struct budget settings_budget(void)
{
	return (struct budget) {
		.steps = 50 * 1000 * 1000,
		.memory_B = (int64_t) 1 << 30,
		.stack_B = 4 << 20,
		.output_B = 32 << 20,
		.isl_operations = 40 * 1000,
		.accesses = INT64_C(10) * 1000 * 1000 * 1000,
		.time_ms = 30 * 1000,
	};
}

static const char *const formats[] = { "text", "json", "csv", "markdown" };

bool settings_format(struct eval *ev, const char *word)
{
	for (int i = 0; i < 4; ++i)
		if (strcmp(formats[i], word) == 0) {
			ev->format = (enum format) i;
			return true;
		}
	return false;
}

static bool set_format(struct eval *ev, const struct node *node,
	const struct value *v)
{
	const char *word = v->kind == VALUE_SYMBOL ? v->u.symbol :
		v->kind == VALUE_STRING		   ? v->u.string->text :
						     "";

	return settings_format(ev, word) ||
		diag_error(ev->diag, node->kid[0]->loc, NULL,
			"format must be text, json, csv or markdown");
}

static const struct budget_setting *find_budget(const char *name)
{
	for (int i = 0; i < N_BUDGET; ++i)
		if (strcmp(budgets[i].name, name) == 0)
			return &budgets[i];
	return NULL;
}

static int64_t *limit_of(struct budget *budget, const struct budget_setting *b)
{
	return (int64_t *) ((char *) budget + b->at);
}

static struct dim dim_of(const struct budget_setting *b)
{
	struct dim dim = { { 0 } };

	dim.exp[BASE_B] = b->unit == BYTES;
	dim.exp[BASE_S] = b->unit == SECONDS;
	return dim;
}

/* The limit of the budget "name" with its unit, such as 1 GiB. */
static void print_limit(const char *name, int64_t limit, struct buffer *out)
{
	const struct budget_setting *b = find_budget(name);
	struct number n = b && b->unit == SECONDS ? number_ratio(limit, 1000) :
						    number_int(limit);

	if (b)
		n.dim = dim_of(b);
	number_print(&n, out);
}

bool settings_exhausted(struct diag *diag, struct loc loc, const char *name,
	int64_t limit)
{
	struct buffer text = { 0 };

	print_limit(name, limit, &text);
	diag_error(diag, loc, NULL,
		"this takes more than the budget of '%s' allows (%s)", name,
		buffer_text(&text));
	diag_note(diag, "raise it with: set %s = ...", name);
	buffer_free(&text);
	return false;
}

static bool set_budget(struct eval *ev, const struct node *node,
	const struct value *v, const struct budget_setting *b)
{
	struct number n;
	int64_t value;
	bool ok = v->kind == VALUE_NUMBER;

	if (ok) {
		n = v->u.number;
		ok = dim_equal(n.dim, dim_of(b)) || dim_is_none(n.dim);
		n.dim = (struct dim) { { 0 } };
		ok = ok && number_to_int(&n, &value) && value > 0;
	}
	if (!ok)
		return diag_error(ev->diag, node->kid[0]->loc, NULL,
			b->unit == BYTES ? "%s must be a number of bytes, "
					   "such as 64 MiB" :
					   "%s must be a positive whole number",
			node->text);
	*limit_of(&ev->budget, b) = value;
	context_limit_memory(ev);
	return true;
}

static bool set_seconds(struct eval *ev, const struct node *node,
	const struct value *v, const struct budget_setting *b)
{
	double s = v->kind == VALUE_NUMBER ? number_to_double(&v->u.number) : 0;

	if (v->kind != VALUE_NUMBER ||
		!(s >= LEAST_SECONDS && s <= MOST_SECONDS) ||
		!dim_equal(v->u.number.dim, dim_of(b)))
		return diag_error(ev->diag, node->kid[0]->loc, NULL,
			"%s must be a time from 10 ms to %d s", node->text,
			MOST_SECONDS);
	*limit_of(&ev->budget, b) = (int64_t) (1000 * s);
	return true;
}

static bool set_threads(struct eval *ev, const struct node *node,
	const struct value *v)
{
	int64_t n;

	if (v->kind != VALUE_NUMBER || !dim_is_none(v->u.number.dim) ||
		!number_to_int(&v->u.number, &n) || n < 1 || n > EVAL_THREADS)
		return diag_error(ev->diag, node->kid[0]->loc, NULL,
			"threads must be a whole number from 1 to %d",
			EVAL_THREADS);
	ev->threads = (int) n;
	return true;
}

static bool apply(struct eval *ev, const struct node *node, struct value *v)
{
	const struct budget_setting *b = find_budget(node->text);

	if (b)
		return b->unit == SECONDS ? set_seconds(ev, node, v, b) :
					    set_budget(ev, node, v, b);
	if (strcmp(node->text, "format") == 0)
		return set_format(ev, node, v);
	if (strcmp(node->text, "threads") == 0)
		return set_threads(ev, node, v);
	if (!rooms_setter(ev->rooms, node->text)->check(ev, node, v))
		return false;
	scope_set(&ev->settings, node->text, value_copy(v));
	return true;
}

/* Evaluate the right-hand side of `set` with a minimum of steps, stack and time, so
 * that a budget that was set too small can be raised again.
 */
static bool find_value(struct eval *ev, const struct node *node,
	struct value *v)
{
	struct budget kept = ev->budget;
	bool ok;

	if (ev->budget.steps < ev->steps + LEAST_STEPS)
		ev->budget.steps = ev->steps + LEAST_STEPS;
	if (ev->budget.stack_B < LEAST_STACK_B)
		ev->budget.stack_B = LEAST_STACK_B;
	if (ev->budget.time_ms < LEAST_MS)
		ev->budget.time_ms = LEAST_MS;
	ok = eval_node(ev, node, v);
	ev->budget = kept;
	return ok;
}

bool settings_set(struct eval *ev, const struct node *node)
{
	const char *names[N_SETTING];
	struct value v;
	bool ok;

	if (find(node->text) < 0) {
		diag_error(ev->diag, node->at, NULL, "there is no setting '%s'",
			node->text);
		for (int i = 0; i < N_SETTING; ++i)
			names[i] = settings[i].name;
		diag_suggest(ev->diag, node->text, names, N_SETTING);
		diag_note(ev->diag, "'help settings' lists them");
		return false;
	}
	if (!find_value(ev, node->kid[0], &v))
		return false;
	ok = v.kind == VALUE_UNKNOWN || apply(ev, node, &v);
	value_free(&v);
	return ok;
}

static void print_set(const struct setter *s, const struct value *v,
	struct buffer *out)
{
	if (s->print)
		s->print(v, out);
	else
		value_print(v, out);
}

void settings_print_value(struct eval *ev, const char *name, struct buffer *out)
{
	const struct budget_setting *b = find_budget(name);
	const struct value *v = scope_find(&ev->settings, name);

	if (b)
		print_limit(name, *limit_of(&ev->budget, b), out);
	else if (strcmp(name, "threads") == 0)
		buffer_printf(out, "%d", ev->threads);
	else if (strcmp(name, "format") == 0)
		buffer_add(out, formats[ev->format]);
	else if (v)
		print_set(rooms_setter(ev->rooms, name), v, out);
}
