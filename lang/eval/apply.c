/* Functions: definitions (def, lambda), and calls of them and of built-ins. */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/eval/builtin.h"
#include "lang/eval/eval.h"
#include "lang/eval/evidence.h"
#include "lang/eval/names.h"
#include "lang/eval/rooms.h"

/* Evaluated arguments of a call. */
struct arguments {
	int n;
	const char **name; /* NULL: positional */
	struct value *value;
	struct loc *loc;
	int n_named;
	struct locals given; /* parameters, if some are named */
	bool has_unknown;
};

static void arguments_free(struct arguments *a)
{
	for (int i = 0; i < a->n; ++i)
		value_free(&a->value[i]);
	free(a->name);
	free(a->value);
	free(a->loc);
	locals_clear(&a->given);
}

/* Is argument "i" of "fn" a chance or a number of lines, in which a quarter is 1/4 in
 * conditions and indices, too, where '/' rounds down?
 */
static bool is_share(const struct value *fn, int i, const char *named)
{
	const char *name = fn->kind == VALUE_BUILTIN ? fn->u.builtin->name :
		fn->kind == VALUE_SYMBOL	     ? fn->u.symbol :
						       "";

	if (strcmp(name, "p") == 0)
		return named ? strcmp(named, "chance") == 0 : i == 0;
	return strcmp(name, "gather") == 0 &&
		(named ? strcmp(named, "lines") == 0 : i == 0);
}

static bool arguments_eval(struct eval *ev, const struct value *fn,
	const struct node *call, struct arguments *a)
{
	size_t room = (size_t) call->n_kid;
	bool in_index = ev->in_index, ok;

	*a = (struct arguments) { 0 };
	a->name = memory_new(room * sizeof(*a->name));
	a->value = memory_new(room * sizeof(*a->value));
	a->loc = memory_new(room * sizeof(*a->loc));
	for (int i = 1; i < call->n_kid; ++i) {
		const struct node *arg = call->kid[i];

		ev->in_index = in_index && !is_share(fn, i - 1, arg->text);
		ok = eval_node(ev, arg->kid[0], &a->value[a->n]);
		ev->in_index = in_index;
		if (!ok) {
			arguments_free(a);
			return false;
		}
		a->name[a->n] = arg->text;
		a->n_named += arg->text != NULL;
		a->loc[a->n] = arg->loc;
		a->has_unknown |= ev->checking &&
			value_is_unknown(&a->value[a->n]);
		++a->n;
	}
	return true;
}

static const char *called(const struct function *f)
{
	return f->name ? f->name : "the function";
}

/* Index of the argument for parameter "p", or -1. */
static int argument_for(const struct arguments *a, const char *param, int p)
{
	if (a->n_named > 0)
		return locals_find(&a->given, param, 0);
	return p < a->n ? p : -1;
}

/* Give each argument the name of its parameter. */
static bool name_arguments(struct eval *ev, const struct function *f,
	struct arguments *a)
{
	const struct node *def = f->node;

	for (int i = 0; i < a->n; ++i) {
		const char *name = a->name[i] ? a->name[i] :
						def->kid[i + 1]->text;

		if (locals_find(&a->given, name, 0) >= 0)
			return diag_error(ev->diag, a->loc[i], NULL,
				"argument '%s' is given twice", name);
		locals_bind(&a->given, name, value_bool(true));
	}
	return true;
}

static bool unknown_parameter(struct eval *ev, const struct function *f,
	const char *name, struct loc loc)
{
	int n = f->node->n_kid - 1;
	const char **params = memory_new(((size_t) n + 1) * sizeof(*params));

	for (int i = 0; i < n; ++i)
		params[i] = f->node->kid[i + 1]->text;
	diag_error(ev->diag, loc, NULL, "%s has no parameter '%s'", called(f),
		name);
	diag_suggest(ev->diag, name, params, n);
	free(params);
	return false;
}

static bool check_names(struct eval *ev, const struct function *f,
	const struct arguments *a)
{
	const struct node *def = f->node;
	bool *taken = memory_new((size_t) a->n + 1), ok = true;
	int at;

	for (int i = 1; i < def->n_kid; ++i) {
		at = locals_find(&a->given, def->kid[i]->text, 0);
		if (at >= 0)
			taken[at] = true;
	}
	for (int i = 0; ok && i < a->n; ++i)
		if (!taken[i])
			ok = unknown_parameter(ev, f, a->name[i], a->loc[i]);
	free(taken);
	return ok;
}

static bool check_arguments(struct eval *ev, const struct function *f,
	struct arguments *a, struct loc loc)
{
	const struct node *def = f->node;
	int n_param = def->n_kid - 1;

	for (int i = n_param; i < a->n; ++i)
		if (!a->name[i])
			return diag_error(ev->diag, a->loc[i], NULL,
				"%s takes only %d argument%s", called(f),
				n_param, n_param == 1 ? "" : "s");
	if (a->n_named > 0 &&
		(!name_arguments(ev, f, a) || !check_names(ev, f, a)))
		return false;
	for (int i = 0; i < n_param; ++i)
		if (argument_for(a, def->kid[i + 1]->text, i) < 0 &&
			(def->kid[i + 1]->n_kid == 0 ||
				!def->kid[i + 1]->kid[0]))
			return diag_error(ev->diag, loc, NULL,
				"%s needs an argument for '%s'", called(f),
				def->kid[i + 1]->text);
	return true;
}

static bool bind_arguments(struct eval *ev, const struct function *f,
	const struct arguments *a)
{
	const struct node *def = f->node;
	struct value v;
	int at;

	for (int i = 1; i < def->n_kid; ++i) {
		at = argument_for(a, def->kid[i]->text, i - 1);
		if (at >= 0)
			v = value_copy(&a->value[at]);
		else if (!eval_node(ev, def->kid[i]->kid[0], &v))
			return false;
		eval_bind(ev, def->kid[i]->text, v);
	}
	return true;
}

/* Innermost calls that are noted with an error inside of a function. More would
 * bury the message; a recursive call site is noted once.
 */
#define CALLS_NOTED 3

/* Longer texts of arguments would bury it as well. */
#define GIVEN_CHARS 160

/* "c = 0, I = (4096, 4096)": what a function of a library was given. */
static void note_arguments(struct eval *ev, const struct function *f,
	const struct arguments *a)
{
	struct buffer given = { 0 };

	for (int i = 1; i < f->node->n_kid; ++i) {
		const char *name = f->node->kid[i]->text;
		int at = argument_for(a, name, i - 1);

		if (at < 0)
			continue;
		buffer_printf(&given, "%s%s = ", given.len > 0 ? ", " : "",
			name);
		value_print_brief(&a->value[at], &given);
	}
	if (given.len > 0 && given.len < GIVEN_CHARS)
		diag_note(ev->diag, "%s was given %s", called(f),
			buffer_text(&given));
	buffer_free(&given);
}

/* An error inside of a library is one of the call that led there: it moves to
 * that, and calls between functions of libraries are not noted.
 */
static void note_call(struct eval *ev, const struct function *f,
	const struct arguments *a, struct loc loc)
{
	struct noted *t = &ev->noted;
	bool is_inner = ev->callee && ev->callee->is_library;
	int line, col;

	if (t->error != ev->diag->n_error)
		*t = (struct noted) {
			.error = ev->diag->n_error,
			.in_library = f->is_library,
		};
	if (!loc.source || (t->in_library && is_inner))
		return;
	if (t->in_library) {
		diag_blame(ev->diag, loc);
		note_arguments(ev, f, a);
		t->in_library = false;
		t->last = loc;
		return;
	}
	if (t->n == CALLS_NOTED ||
		(t->last.source == loc.source && t->last.begin == loc.begin))
		return;
	source_position(loc.source, loc.begin, &line, &col);
	diag_note(ev->diag, "called from %s:%d:%d", loc.source->name, line,
		col);
	t->last = loc;
	++t->n;
}

static bool run_function(struct eval *ev, struct function *f,
	struct arguments *a, struct loc loc, struct value *result)
{
	const struct function *callee = ev->callee;
	int base = ev->base, mark = ev->locals.n;
	bool in_index = ev->in_index, ok;

	if (!check_arguments(ev, f, a, loc))
		return false;
	if (ev->checking && a->has_unknown) {
		*result = (struct value) { .kind = VALUE_UNKNOWN };
		return true;
	}
	function_keep(f);
	ev->base = mark;
	ev->callee = f;
	ev->in_index = false;
	ok = bind_arguments(ev, f, a) && eval_node(ev, f->node->kid[0], result);
	eval_unbind(ev, mark);
	ev->base = base;
	ev->callee = callee;
	if (!ok)
		note_call(ev, f, a, loc);
	ev->in_index = in_index;
	function_free(f);
	return ok;
}

static bool run_builtin(struct eval *ev, const struct builtin *b,
	const struct arguments *a, struct loc loc, struct value *result)
{
	if (a->has_unknown) {
		*result = (struct value) { .kind = VALUE_UNKNOWN };
		return builtin_check(b, ev->diag, loc, a->n, a->name, a->loc);
	}
	return builtin_call(b, ev, ev->diag, loc, a->n, a->name, a->value,
		a->loc, result);
}

/* float(e): the value of a kernel in another type. */
static bool convert(struct eval *ev, const char *type,
	const struct arguments *a, struct loc loc, struct value *result)
{
	const struct value *v = a->n == 1 ? &a->value[0] : NULL;

	if (a->has_unknown) {
		*result = (struct value) { .kind = VALUE_UNKNOWN };
		return true;
	}
	if (v && v->kind == VALUE_OBJECT && v->u.object->type->apply)
		return v->u.object->type->apply(ev->diag, loc, type, 1, v,
			result);
	if (v && v->kind == VALUE_NUMBER && ev->build &&
		ev->rooms->body_number(ev, type, &v->u.number, result))
		return true;
	if (!names_is_type(type))
		return diag_error(ev->diag, loc, NULL,
			"'%s' is a word, not a function", type);
	diag_error(ev->diag, loc, NULL,
		"%s() converts one value that a kernel computes, as in "
		"%s(a[x])",
		type, type);
	if (v && v->kind == VALUE_NUMBER)
		diag_note(ev->diag,
			"a plain number has the type of what it is used with: "
			"write it without %s()",
			type);
	return false;
}

static bool call_value(struct eval *ev, const struct value *fn,
	struct arguments *a, struct loc loc, struct value *result)
{
	const struct builtin *b;

	switch (fn->kind) {
	case VALUE_FUNCTION:
		return run_function(ev, fn->u.function, a, loc, result);
	case VALUE_BUILTIN:
		return run_builtin(ev, fn->u.builtin, a, loc, result);
	case VALUE_SYMBOL:
		/* a symbol that is also the name of a function, such as random
		 */
		b = names_builtin(ev, fn->u.symbol);
		if (b)
			return run_builtin(ev, b, a, loc, result);
		return convert(ev, fn->u.symbol, a, loc, result);
	case VALUE_UNKNOWN:
		*result = (struct value) { .kind = VALUE_UNKNOWN };
		return true;
	default:
		diag_error(ev->diag, loc, NULL, "a %s cannot be called",
			value_kind_name(fn));
		if (strcmp(value_kind_name(fn), "kernel") == 0)
			diag_note(ev->diag,
				"'estimate k on a100 with block = (256, 2)' "
				"asks about a kernel");
		return false;
	}
}

bool eval_call(struct eval *ev, const struct node *node, struct value *result)
{
	struct arguments a;
	struct value fn;
	bool ok;

	if (!eval_node(ev, node->kid[0], &fn))
		return false;
	if (!arguments_eval(ev, &fn, node, &a)) {
		value_free(&fn);
		return false;
	}
	ok = call_value(ev, &fn, &a, node->loc, result);
	if (ok && ev->evidence)
		evidence_call(ev->evidence, node, a.n, a.value, result);
	arguments_free(&a);
	value_free(&fn);
	return ok;
}

bool eval_apply_named(struct eval *ev, const struct value *fn, int n,
	const char *const *name, const struct value *arg, struct loc loc,
	struct value *result)
{
	struct arguments a = { .n = n };
	bool ok;

	a.name = memory_new((size_t) (n + 1) * sizeof(*a.name));
	a.value = memory_new((size_t) (n + 1) * sizeof(*a.value));
	a.loc = memory_new((size_t) (n + 1) * sizeof(*a.loc));
	for (int i = 0; i < n; ++i) {
		a.value[i] = value_copy(&arg[i]);
		a.loc[i] = loc;
		a.name[i] = name ? name[i] : NULL;
		a.n_named += name != NULL;
	}
	ok = eval_step(ev, 1, loc) && call_value(ev, fn, &a, loc, result);
	arguments_free(&a);
	return ok;
}

bool eval_apply(struct eval *ev, const struct value *fn, int n,
	const struct value *arg, struct loc loc, struct value *result)
{
	return eval_apply_named(ev, fn, n, NULL, arg, loc, result);
}

/* ---------------------------------------------------------- functions */

static void capture(struct eval *ev, struct function *f, const char *name)
{
	int i = locals_find(&ev->locals, name, ev->base);
	const struct value *v = i >= 0 ? &ev->locals.at[i].value :
		ev->callee	       ? function_captured(ev->callee, name) :
					 NULL;

	if (v)
		function_capture(f, name, v);
}

/* Capture every name in "node" that is bound here. Some texts are not names (a
 * member, an option); capturing them does no harm.
 */
static void capture_names(struct eval *ev, struct function *f,
	const struct node *node)
{
	while (node) {
		if (node->text)
			capture(ev, f, node->text);
		for (int i = 1; i < node->n_kid; ++i)
			capture_names(ev, f, node->kid[i]);
		/* a loop, not recursion: the left side can be very long */
		node = node->n_kid > 0 ? node->kid[0] : NULL;
	}
}

struct value eval_function(struct eval *ev, const struct node *def)
{
	bool is_library = ev->in_library ||
		(ev->callee && ev->callee->is_library);
	struct function *f = function_new(def, is_library);
	struct value v = { .kind = VALUE_FUNCTION };

	if (ev->locals.n > ev->base || (ev->callee && ev->callee->n_captured))
		capture_names(ev, f, def);
	function_close(f);
	v.u.function = f;
	return v;
}

bool eval_lambda(struct eval *ev, const struct node *node, struct value *result)
{
	*result = eval_function(ev, node);
	return true;
}
