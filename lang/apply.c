/* Functions: def, lambda, and calls of them and of built-ins. */

#include <stdlib.h>
#include <string.h>

#include "lang/builtin.h"
#include "lang/eval.h"
#include "lang/evidence.h"
#include "lang/memory.h"

/* The arguments of a call, evaluated. */
struct arguments {
	int n;
	const char **name;		/* NULL: by position */
	struct value *value;
	struct loc *loc;
	bool has_unknown;
};

static void arguments_free(struct arguments *a)
{
	int i;

	for (i = 0; i < a->n; ++i)
		value_free(&a->value[i]);
	free(a->name);
	free(a->value);
	free(a->loc);
}

static bool arguments_eval(struct eval *ev, const struct node *call,
	struct arguments *a)
{
	size_t room = (size_t) call->n_kid;
	int i;

	*a = (struct arguments) { 0 };
	a->name = memory_new(room * sizeof(*a->name));
	a->value = memory_new(room * sizeof(*a->value));
	a->loc = memory_new(room * sizeof(*a->loc));
	for (i = 1; i < call->n_kid; ++i) {
		const struct node *arg = call->kid[i];

		if (!eval_node(ev, arg->kid[0], &a->value[a->n])) {
			arguments_free(a);
			return false;
		}
		a->name[a->n] = arg->text;
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

/* Which argument parameter "p" takes: by name, else by position. */
static int argument_for(const struct arguments *a, const char *param, int p)
{
	int i;

	for (i = 0; i < a->n; ++i)
		if (a->name[i] && strcmp(a->name[i], param) == 0)
			return i;
	return p < a->n && !a->name[p] ? p : -1;
}

static bool has_param(const struct node *def, const char *name)
{
	int i;

	for (i = 1; i < def->n_kid; ++i)
		if (strcmp(def->kid[i]->text, name) == 0)
			return true;
	return false;
}

static bool check_arguments(struct eval *ev, const struct function *f,
	const struct arguments *a, struct loc loc)
{
	const struct node *def = f->node;
	const char *const *params;
	int n_param = def->n_kid - 1, i, j;

	for (i = 0; i < a->n; ++i) {
		if (!a->name[i]) {
			if (i < n_param)
				continue;
			return diag_error(ev->diag, a->loc[i], NULL,
				"%s takes %d argument%s, this is one more",
				called(f), n_param, n_param == 1 ? "" : "s");
		}
		for (j = 0; j < i; ++j)
			if (a->name[j] ? strcmp(a->name[j], a->name[i]) == 0 :
			    j < n_param &&
			    strcmp(def->kid[j + 1]->text, a->name[i]) == 0)
				return diag_error(ev->diag, a->loc[i], NULL,
					"argument '%s' is given twice",
					a->name[i]);
		if (has_param(def, a->name[i]))
			continue;
		diag_error(ev->diag, a->loc[i], NULL,
			"%s has no parameter '%s'", called(f), a->name[i]);
		params = memory_new((size_t) (n_param + 1) * sizeof(*params));
		for (j = 0; j < n_param; ++j)
			((const char **) params)[j] = def->kid[j + 1]->text;
		diag_suggest(ev->diag, a->name[i], params, n_param);
		free((void *) params);
		return false;
	}
	for (i = 0; i < n_param; ++i)
		if (argument_for(a, def->kid[i + 1]->text, i) < 0 &&
		    (def->kid[i + 1]->n_kid == 0 || !def->kid[i + 1]->kid[0]))
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
	int i, at;

	for (i = 1; i < def->n_kid; ++i) {
		at = argument_for(a, def->kid[i]->text, i - 1);
		if (at >= 0)
			v = value_copy(&a->value[at]);
		else if (!eval_node(ev, def->kid[i]->kid[0], &v))
			return false;
		eval_bind(ev, def->kid[i]->text, v);
	}
	return true;
}

/* With an error inside of a function, note the calls that led there: the
 * last ones, and a place that stands for many only once.
 */
#define CALLS_NOTED	3

static void note_call(struct eval *ev, struct loc loc)
{
	struct noted *t = &ev->noted;
	int line, col;

	if (t->error != ev->diag->n_error)
		*t = (struct noted) { .error = ev->diag->n_error };
	if (!loc.source || t->n == CALLS_NOTED ||
	    (t->last.source == loc.source && t->last.begin == loc.begin))
		return;
	source_position(loc.source, loc.begin, &line, &col);
	diag_note(ev->diag, "called from %s:%d:%d", loc.source->name, line,
		col);
	t->last = loc;
	++t->n;
}

static bool run_function(struct eval *ev, struct function *f,
	const struct arguments *a, struct loc loc, struct value *result)
{
	const struct function *callee = ev->callee;
	int base = ev->base, mark = ev->n_stack;
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
	ok = bind_arguments(ev, f, a) && eval_node(ev, f->node->kid[0],
		result);
	if (!ok)
		note_call(ev, loc);
	eval_unbind(ev, mark);
	ev->base = base;
	ev->callee = callee;
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

static bool call_value(struct eval *ev, const struct value *fn,
	const struct arguments *a, struct loc loc, struct value *result)
{
	const struct builtin *b;

	switch (fn->kind) {
	case VALUE_FUNCTION:
		return run_function(ev, fn->u.function, a, loc, result);
	case VALUE_BUILTIN:
		return run_builtin(ev, fn->u.builtin, a, loc, result);
	case VALUE_SYMBOL:
		/* a word that is a function as well, such as random */
		b = builtin_find(fn->u.symbol);
		if (b)
			return run_builtin(ev, b, a, loc, result);
		return diag_error(ev->diag, loc, NULL,
			"a word cannot be called");
	case VALUE_UNKNOWN:
		*result = (struct value) { .kind = VALUE_UNKNOWN };
		return true;
	default:
		return diag_error(ev->diag, loc, NULL,
			"a %s cannot be called", value_kind_name(fn));
	}
}

bool eval_call(struct eval *ev, const struct node *node, struct value *result)
{
	struct arguments a;
	struct value fn;
	bool ok;

	if (!eval_node(ev, node->kid[0], &fn))
		return false;
	if (!arguments_eval(ev, node, &a)) {
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

bool eval_apply(struct eval *ev, const struct value *fn, int n,
	const struct value *arg, struct loc loc, struct value *result)
{
	struct arguments a = { .n = n };
	bool ok;
	int i;

	a.name = memory_new((size_t) (n + 1) * sizeof(*a.name));
	a.value = memory_new((size_t) (n + 1) * sizeof(*a.value));
	a.loc = memory_new((size_t) (n + 1) * sizeof(*a.loc));
	for (i = 0; i < n; ++i) {
		a.value[i] = value_copy(&arg[i]);
		a.loc[i] = loc;
	}
	ok = eval_step(ev, 1, loc) && call_value(ev, fn, &a, loc, result);
	arguments_free(&a);
	return ok;
}

/* ---------------------------------------------------------- functions */

struct function *function_keep(struct function *f)
{
	++f->refs;
	return f;
}

void function_free(struct function *f)
{
	int i;

	if (!f || --f->refs > 0)
		return;
	for (i = 0; i < f->n_captured; ++i) {
		free(f->captured[i].name);
		value_free(&f->captured[i].value);
	}
	account_add(-f->bytes);
	free(f->captured);
	free(f->name);
	source_drop(f->source);
	free(f);
}

static void capture(struct function *f, const char *name,
	const struct value *v)
{
	int i;

	for (i = 0; i < f->n_captured; ++i)
		if (strcmp(f->captured[i].name, name) == 0)
			return;
	f->captured = memory_grow(f->captured, (size_t) f->n_captured,
		sizeof(*f->captured));
	f->bytes += (int64_t) (sizeof(*f->captured) + strlen(name) + 1);
	f->captured[f->n_captured].name = memory_copy_text(name);
	f->captured[f->n_captured++].value = value_copy(v);
}

struct value eval_function(struct eval *ev, const struct node *def)
{
	struct function *f = memory_new(sizeof(*f));
	struct value v = { .kind = VALUE_FUNCTION };
	int i;

	f->refs = 1;
	f->name = def->text ? memory_copy_text(def->text) : NULL;
	f->source = source_keep(def->loc.source);
	f->node = def;
	f->is_library = ev->in_library ||
		(ev->callee && ev->callee->is_library);
	for (i = ev->n_stack - 1; i >= ev->base; --i)
		capture(f, ev->stack[i].name, &ev->stack[i].value);
	for (i = 0; ev->callee && i < ev->callee->n_captured; ++i)
		capture(f, ev->callee->captured[i].name,
			&ev->callee->captured[i].value);
	f->bytes += (int64_t) sizeof(*f);
	account_add(f->bytes);
	v.u.function = f;
	return v;
}

bool eval_lambda(struct eval *ev, const struct node *node,
	struct value *result)
{
	*result = eval_function(ev, node);
	return true;
}
