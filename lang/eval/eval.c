/* Expressions: evaluates each kind of node. */

#include <string.h>
#include <time.h>

#include "lang/base/memory.h"
#include "lang/base/stack.h"
#include "lang/eval/eval.h"
#include "lang/eval/evidence.h"
#include "lang/eval/names.h"
#include "lang/eval/operator.h"
#include "lang/eval/rooms.h"
#include "lang/eval/sequence.h"
#include "lang/eval/settings.h"
#include "lang/value/arith.h"

static const struct value unknown = { .kind = VALUE_UNKNOWN };

/* ------------------------------------------------------------ budgets */

static bool lacks_memory(struct eval *ev, struct loc loc)
{
	if (ev->account->is_starved)
		return diag_error(ev->diag, loc, NULL, "out of memory");
	return eval_exhausted(ev, loc, "memory", ev->budget.memory_B);
}

/* Steps between two checks of clock, memory and interrupt. One check costs
 * about as much as one step, so the overhead stays below 2 %.
 */
#define LOOK_STEPS 64

/* The same in bytes of values made or compared: about a millisecond. */
#define LOOK_B (1 << 20)

double eval_clock_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

/* The clock of budgets may be some milliseconds late: reading a coarse one
 * takes a third of the time. A header may name a clock that the system lacks.
 */
#ifdef CLOCK_MONOTONIC_COARSE
#define CLOCK_BUDGET CLOCK_MONOTONIC_COARSE
#else
#define CLOCK_BUDGET CLOCK_MONOTONIC
#endif

int64_t eval_clock_ms(void)
{
	struct timespec t;

	if (clock_gettime(CLOCK_BUDGET, &t) != 0)
		clock_gettime(CLOCK_MONOTONIC, &t);
	return 1000 * (int64_t) t.tv_sec + t.tv_nsec / 1000000;
}

void eval_start_clock(struct eval *ev)
{
	ev->start_ms = eval_clock_ms();
	ev->look_at = 0;
}

bool eval_is_late(const struct eval *ev)
{
	return eval_clock_ms() - ev->start_ms > ev->budget.time_ms;
}

/* The clock is read on each call, for some 10 ns: a caller that asks once in
 * 0.1 s must not overrun its budget by the seconds of many calls.
 */
bool eval_is_stopped(void *user)
{
	const struct eval *ev = user;

	return atomic_load_explicit(&ev->interrupted, memory_order_relaxed) ||
		eval_is_late(ev);
}

bool eval_stopped(const struct eval *ev, struct diag *diag, struct loc loc)
{
	if (atomic_load_explicit(&ev->interrupted, memory_order_relaxed))
		return diag_error(diag, loc, NULL, "interrupted");
	return settings_exhausted(diag, loc, "time", ev->budget.time_ms);
}

bool eval_step(struct eval *ev, int64_t n, struct loc loc)
{
	ev->steps += n;
	if (ev->steps > ev->budget.steps)
		return eval_exhausted(ev, loc, "steps", ev->budget.steps);
	if (ev->account->live_B > ev->memory_B)
		return lacks_memory(ev, loc);
	if (atomic_load_explicit(&ev->interrupted, memory_order_relaxed))
		return eval_stopped(ev, ev->diag, loc);
	if (ev->steps < ev->look_at && ev->account->work_B < LOOK_B)
		return true;
	ev->look_at = ev->steps + LOOK_STEPS;
	ev->account->work_B = 0;
	return !eval_is_late(ev) || eval_stopped(ev, ev->diag, loc);
}

bool eval_poll(struct eval *ev, struct loc loc)
{
	ev->look_at = 0;
	return eval_step(ev, 0, loc);
}

bool eval_is_exhausted(const struct eval *ev)
{
	return ev->steps > ev->budget.steps ||
		ev->account->live_B > ev->memory_B || eval_is_late(ev);
}

bool eval_has_room(struct eval *ev, int64_t bytes, struct loc loc)
{
	if (bytes <= 0 || memory_has_room((size_t) bytes))
		return true;
	return diag_error(ev->diag, loc, NULL, "out of memory");
}

bool eval_reserve(struct eval *ev, int64_t bytes, struct loc loc)
{
	if (bytes > ev->memory_B - ev->account->live_B)
		return lacks_memory(ev, loc);
	return eval_has_room(ev, bytes, loc);
}

static bool check_stack(struct eval *ev, struct loc loc)
{
	uintptr_t here = (uintptr_t) __builtin_frame_address(0);
	uintptr_t used = here > ev->stack_top ? here - ev->stack_top :
						ev->stack_top - here;

	if (!stack_has(STACK_STEP_B))
		return stack_is_short(ev->diag, loc);
	if ((int64_t) used <= ev->budget.stack_B)
		return true;
	eval_exhausted(ev, loc, "stack", ev->budget.stack_B);
	diag_note(ev->diag, "does a function call itself without end?");
	return false;
}

/* ------------------------------------------------------------- locals */

void eval_bind(struct eval *ev, const char *name, struct value v)
{
	locals_bind(&ev->locals, name, v);
}

void eval_unbind(struct eval *ev, int mark)
{
	locals_unbind(&ev->locals, mark);
}

bool eval_bind_names(struct eval *ev, const struct node *node, int from,
	struct value item)
{
	int n = node->n_kid - from;
	int64_t length = value_length(&item);

	if (n == 1) {
		eval_bind(ev, node->kid[from]->text, item);
		return true;
	}
	if (item.kind != VALUE_UNKNOWN && length != n) {
		diag_error(ev->diag, node->kid[from]->loc, NULL,
			"cannot unpack a %s into %d names",
			value_kind_name(&item), n);
		if (length >= 0)
			diag_note(ev->diag, "it has %lld part%s",
				(long long) length, length == 1 ? "" : "s");
		value_free(&item);
		return false;
	}
	for (int i = 0; i < n; ++i)
		eval_bind(ev, node->kid[from + i]->text,
			item.kind == VALUE_UNKNOWN ? unknown :
						     value_item(&item, i));
	value_free(&item);
	return true;
}

bool eval_lookup(struct eval *ev, const char *name, struct value *result)
{
	const struct value *global;
	int i;

	i = locals_find(&ev->locals, name, ev->base);
	if (i >= 0) {
		*result = value_copy(&ev->locals.at[i].value);
		return true;
	}
	global = ev->callee ? function_captured(ev->callee, name) : NULL;
	if (global) {
		*result = value_copy(global);
		return true;
	}
	/* code of a library sees the library's names, even if the user rebinds
	 * them
	 */
	if (ev->callee && ev->callee->is_library) {
		global = scope_find(&ev->library, name);
		if (global) {
			*result = value_copy(global);
			return true;
		}
		if (names_predefined(ev, name, result))
			return true;
	}
	global = scope_find(&ev->globals, name);
	if (global) {
		*result = value_copy(global);
		return true;
	}
	return names_predefined(ev, name, result) ||
		ev->rooms->lookup(ev, name, result);
}

static bool eval_name(struct eval *ev, const struct node *node,
	struct value *result)
{
	int errors = ev->diag->n_error;

	if (eval_lookup(ev, node->text, result))
		return true;
	if (ev->diag->n_error > errors)
		return false;
	diag_error(ev->diag, node->loc, NULL, "undefined name '%s'",
		node->text);
	names_suggest(ev, node->text);
	return false;
}

/* ------------------------------------------------------------ members */

/* t.x, t.y, t.z and t.w are the first four elements of a tuple. */
static bool tuple_member(const struct value *tuple, const char *name,
	struct value *result)
{
	static const char letters[] = "xyzw";
	const char *letter = strchr(letters, name[0]);

	if (!name[0] || name[1] || !letter ||
		letter - letters >= value_length(tuple))
		return false;
	*result = value_item(tuple, letter - letters);
	return true;
}

static void fail_member(struct eval *ev, const struct node *node,
	const struct value *base, const char *const *names, int n)
{
	const struct object *o = base->kind == VALUE_OBJECT ? base->u.object :
							      NULL;
	struct buffer why = { 0 };

	if (o && o->type->lacks && o->type->lacks(o, node->text, &why)) {
		diag_error(ev->diag, node->at, NULL, "%s", buffer_text(&why));
	} else {
		diag_error(ev->diag, node->at, NULL, "a %s has no member '%s'",
			value_kind_name(base), node->text);
		if (base->kind == VALUE_RECORD)
			names_suggest_member(ev->diag, node->text, base);
		else
			diag_suggest(ev->diag, node->text, names, n);
	}
	buffer_free(&why);
}

static bool eval_dot(struct eval *ev, const struct node *node,
	struct value *result)
{
	const char *const *names = NULL;
	const struct object_type *type;
	const struct value *member;
	struct value base;
	int n = 0;
	bool ok = false;

	if (!eval_node(ev, node->kid[0], &base))
		return false;
	if (base.kind == VALUE_UNKNOWN) {
		*result = unknown;
		return true;
	}
	if (base.kind == VALUE_RECORD) {
		member = value_get(&base, node->text);
		ok = member != NULL;
		if (ok)
			*result = value_copy(member);
	} else if (base.kind == VALUE_TUPLE) {
		ok = tuple_member(&base, node->text, result);
	} else if (base.kind == VALUE_OBJECT && base.u.object->type->get) {
		type = base.u.object->type;
		ok = type->get(base.u.object, node->text, result);
		if (!ok && type->names)
			n = type->names(base.u.object, &names);
	}
	if (!ok)
		fail_member(ev, node, &base, names, n);
	if (ok && ev->evidence)
		evidence_member(ev->evidence, node, &base, result);
	value_free(&base);
	return ok;
}

static bool record_with(struct eval *ev, const struct value *base,
	const struct node *node, struct value *result)
{
	const struct record *r = base->u.record;
	struct value copy = value_record(), v;

	for (int i = 0; i < r->n; ++i)
		value_set(&copy, r->member[i].name,
			value_copy(&r->member[i].value));
	for (int i = 1; i < node->n_kid; ++i) {
		if (!eval_node(ev, node->kid[i]->kid[0], &v)) {
			value_free(&copy);
			return false;
		}
		value_set(&copy, node->kid[i]->text, v);
	}
	*result = copy;
	return true;
}

static bool eval_with(struct eval *ev, const struct node *node,
	struct value *result)
{
	const struct object_type *type;
	struct value base;
	bool ok;

	if (!eval_node(ev, node->kid[0], &base))
		return false;
	if (base.kind == VALUE_UNKNOWN) {
		*result = unknown;
		return true;
	}
	type = base.kind == VALUE_OBJECT ? base.u.object->type : NULL;
	if (base.kind == VALUE_RECORD)
		ok = record_with(ev, &base, node, result);
	else if (type && type->with)
		ok = type->with(ev, base.u.object, node, result);
	else
		ok = diag_error(ev->diag, node->kid[0]->loc, NULL,
			"'with { ... }' changes figures of a device, this is "
			"a %s",
			value_kind_name(&base));
	value_free(&base);
	return ok;
}

/* The grammar accepts only question words that have a row. */
static bool eval_question(struct eval *ev, const struct node *node,
	struct value *result)
{
	return rooms_question(ev->rooms, node)->answer(ev, node, result);
}

/* -------------------------------------------------------------- node  */

bool eval_node(struct eval *ev, const struct node *node, struct value *result)
{
	if (!eval_step(ev, 1, node->loc) || !check_stack(ev, node->loc))
		return false;
	switch (node->kind) {
	case NODE_NUMBER:
		*result = value_number(number_copy(&node->number));
		return true;
	case NODE_STRING: *result = value_text(node->text); return true;
	case NODE_NAME: return eval_name(ev, node, result);
	case NODE_LIST:
	case NODE_TUPLE: return sequence_literal(ev, node, result);
	case NODE_RANGE: return sequence_range(ev, node, result);
	case NODE_COMPREHENSION:
		return sequence_comprehension(ev, node, result);
	case NODE_UNARY: return operator_unary(ev, node, result);
	case NODE_BINARY: return operator_binary(ev, node, result);
	case NODE_AND:
	case NODE_OR: return operator_logic(ev, node, result);
	case NODE_CHOICE: return operator_choice(ev, node, result);
	case NODE_CALL: return eval_call(ev, node, result);
	case NODE_INDEX: return sequence_index(ev, node, result);
	case NODE_DOT: return eval_dot(ev, node, result);
	case NODE_WITH: return eval_with(ev, node, result);
	case NODE_LAMBDA: return eval_lambda(ev, node, result);
	case NODE_CONVERT: {
		struct value v;
		bool ok;

		if (!eval_node(ev, node->kid[0], &v))
			return false;
		ok = arith_convert(ev->diag, node->at, &v, node->text, result);
		value_free(&v);
		return ok;
	}
	case NODE_KERNEL: return ev->rooms->kernel(ev, node, result);
	case NODE_QUESTION:
	case NODE_SEARCH:
	case NODE_CROSSOVER: return eval_question(ev, node, result);
	case NODE_BROKEN: return false;
	default:
		return diag_error(ev->diag, node->loc, NULL,
			"'%s' has no value", node_kind_name(node->kind));
	}
}

bool eval_int(struct eval *ev, const struct node *node, const char *what,
	int64_t *value)
{
	struct value v;
	bool ok;

	if (!eval_node(ev, node, &v))
		return false;
	if (v.kind == VALUE_UNKNOWN) {
		*value = 1;
		return true;
	}
	ok = v.kind == VALUE_NUMBER && dim_is_none(v.u.number.dim) &&
		number_to_int(&v.u.number, value);
	value_free(&v);
	if (!ok)
		diag_error(ev->diag, node->loc, NULL,
			"%s must be a whole number", what);
	return ok;
}
