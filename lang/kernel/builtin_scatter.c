/* What depends on data, described by its distribution: indices random(n) and
 * gather(k), conditions p(0.3).  And what loads ask of caches.
 */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/eval/builtin.h"
#include "lang/kernel/build.h"
#include "lang/kernel/build_scatter.h"
#include "lang/kernel/cell.h"

/* The cells are drawn by a power law: the third argument of random. */
static bool read_power(struct call *call, double *power)
{
	const struct value *v = &call->arg[2];

	*power = v->kind == VALUE_NUMBER && dim_is_none(v->u.number.dim) ?
		number_to_double(&v->u.number) :
		0;
	if (*power >= 1 && *power <= 100)
		return true;
	diag_error(call->diag, call_loc(call, 2), NULL,
		"power is a number from 1 to 100");
	diag_note(call->diag,
		"1: all cells are as likely; 3: the first eighth has half of "
		"the draws");
	return false;
}

/* Threads that have one index or condition: argument "i". */
static bool read_together(struct call *call, int i, int64_t *threads)
{
	const struct value *v = &call->arg[i];

	if (v->kind == VALUE_NUMBER && dim_is_none(v->u.number.dim) &&
		number_to_int(&v->u.number, threads) && *threads >= 1 &&
		*threads <= 1024)
		return true;
	return diag_error(call->diag, call_loc(call, i), NULL,
		"together is a whole number of threads, from 1 to 1024");
}

static bool scatter(struct call *call, enum scatter_kind kind,
	struct value *result)
{
	struct build *b = call->eval->build;
	struct kernel_scatter s = { .kind = kind, .of = -1, .loc = call->loc };

	if (!b || (b->in_address && !b->may_draw)) {
		diag_error(call->diag, call->loc, NULL,
			"%s can only be an index in a kernel", call->row->name);
		diag_note(call->diag, "as in dst[0] = src[%s]",
			kind == SCATTER_RANDOM ? "random(1000)" : "gather(8)");
		return false;
	}
	if (call->arg[0].kind == VALUE_UNKNOWN ||
		(call_has(call, 1) && call->arg[1].kind == VALUE_UNKNOWN) ||
		(call_has(call, 2) && call->arg[2].kind == VALUE_UNKNOWN) ||
		(call_has(call, 3) && call->arg[3].kind == VALUE_UNKNOWN)) {
		*result = (struct value) { .kind = VALUE_UNKNOWN };
		return true;
	}
	if ((call_has(call, 2) && !read_power(call, &s.power)) ||
		(call_has(call, 3) && !read_together(call, 3, &s.together)))
		return false;
	if (!build_scatter(b, call_loc(call, 0), &call->arg[0], &s))
		return false;
	if (call_has(call, 1)) {
		s.of = cell_node(&b->kernel->graph, call->diag,
			call_loc(call, 1), &call->arg[1]);
		if (s.of < 0) {
			free(s.each);
			return false;
		}
	}
	s.region = b->region;
	*result = build_node_value(b, kernel_scatter_add(b->kernel, &s));
	return true;
}

DEFINE_BUILTIN(random)
{
	return scatter(call, SCATTER_RANDOM, result);
}

DEFINE_BUILTIN(gather)
{
	return scatter(call, SCATTER_GATHER, result);
}

/* An index that is known, but must be loaded first: itself, and one of one cell
 * on top.
 */
DEFINE_BUILTIN(known)
{
	struct build *b = call->eval->build;
	struct kernel_scatter s = { .kind = SCATTER_RANDOM, .loc = call->loc };
	struct graph *g;
	int index;

	if (!b || b->in_address) {
		diag_error(call->diag, call->loc, NULL,
			"known can only be an index in a kernel");
		diag_note(call->diag,
			"as in dst[0] = src[known(x, of = i[0])]");
		return false;
	}
	if (call->arg[0].kind == VALUE_UNKNOWN ||
		call->arg[1].kind == VALUE_UNKNOWN) {
		*result = (struct value) { .kind = VALUE_UNKNOWN };
		return true;
	}
	g = &b->kernel->graph;
	index = cell_node(g, call->diag, call_loc(call, 0), &call->arg[0]);
	s.of = cell_node(g, call->diag, call_loc(call, 1), &call->arg[1]);
	if (index < 0 || s.of < 0)
		return false;
	s.n = graph_int(g, 1);
	s.region = b->region;
	*result = build_node_value(b,
		graph_binary(g, GRAPH_ADD, index,
			kernel_scatter_add(b->kernel, &s)));
	return true;
}

/* In a kernel, p(0.3) is a condition that data decide. */
DEFINE_BUILTIN(p)
{
	struct build *b = call->eval->build;
	struct kernel_def *k = b ? b->kernel : NULL;
	const struct value *v = &call->arg[0];
	double p;
	int64_t together = 1;
	int of = -1;

	if (!b || b->in_address) {
		diag_error(call->diag, call->loc, NULL,
			"p can only be a condition in a kernel");
		diag_note(call->diag, "as in if p(0.3) { ... }");
		return false;
	}
	if (v->kind == VALUE_UNKNOWN ||
		(call_has(call, 1) && call->arg[1].kind == VALUE_UNKNOWN) ||
		(call_has(call, 2) && call->arg[2].kind == VALUE_UNKNOWN)) {
		*result = (struct value) { .kind = VALUE_UNKNOWN };
		return true;
	}
	if (call_has(call, 2) && !read_together(call, 2, &together))
		return false;
	p = v->kind == VALUE_NUMBER && dim_is_none(v->u.number.dim) ?
		number_to_double(&v->u.number) :
		-1;
	if (!(p >= 0 && p <= 1))
		return diag_error(call->diag, call_loc(call, 0), NULL,
			"a probability is a number from 0 to 1");
	if (call_has(call, 1)) {
		of = cell_node(&k->graph, call->diag, call_loc(call, 1),
			&call->arg[1]);
		if (of < 0)
			return false;
	}
	k->chance = memory_grow(k->chance, (size_t) k->n_chance,
		sizeof(*k->chance));
	k->chance[k->n_chance] = (struct kernel_chance) { p, b->region,
		together };
	*result = build_node_value(b,
		graph_chance(&k->graph, k->n_chance++, of));
	return true;
}

static bool hint_one(struct build *b, const struct value *v,
	enum cache_hint hint, struct value *result)
{
	const struct cell *cell = cell_of(v);

	return cell && build_hint(b, cell->node, hint, result);
}

/* A vector is a tuple of its members. */
static bool hint_value(struct build *b, const struct value *v,
	enum cache_hint hint, struct value *result)
{
	int64_t n = v->kind == VALUE_TUPLE ? value_length(v) : 0;
	struct value all;

	if (n == 0)
		return hint_one(b, v, hint, result);
	all = value_sequence(VALUE_TUPLE, n);
	for (int64_t i = 0; i < n; ++i)
		if (!hint_one(b, &v->u.sequence->item[i], hint,
			    &all.u.sequence->item[i])) {
			value_free(&all);
			return false;
		}
	*result = all;
	return true;
}

/* The value of a load, with a hint: another access than the same load
 * without it, which nobody uses then.
 */
static bool hinted(struct call *call, enum cache_hint hint,
	struct value *result)
{
	struct build *b = call->eval->build;

	if (call->arg[0].kind == VALUE_UNKNOWN) {
		*result = (struct value) { .kind = VALUE_UNKNOWN };
		return true;
	}
	if (b && b->in_address) {
		b->hint = hint;
		*result = value_copy(&call->arg[0]);
		return true;
	}
	if (b && hint_value(b, &call->arg[0], hint, result))
		return true;
	diag_error(call->diag, call_loc(call, 0), NULL,
		"%s needs a load from a field in a kernel", call->row->name);
	diag_note(call->diag, "as in dst[0] = %s(src[1])", call->row->name);
	return false;
}

DEFINE_BUILTIN(read_only)
{
	return hinted(call, HINT_READ_ONLY, result);
}

DEFINE_BUILTIN(no_l1)
{
	return hinted(call, HINT_NO_L1, result);
}

DEFINE_BUILTIN(evict_first)
{
	return hinted(call, HINT_EVICT_FIRST, result);
}

DEFINE_BUILTIN(kept)
{
	struct build *b = call->eval->build;
	const struct value *v = &call->arg[1];
	double share = v->kind == VALUE_NUMBER && dim_is_none(v->u.number.dim) ?
		number_to_double(&v->u.number) :
		-1;

	if (call->arg[0].kind == VALUE_UNKNOWN || v->kind == VALUE_UNKNOWN) {
		*result = (struct value) { .kind = VALUE_UNKNOWN };
		return true;
	}
	if (!b || !b->in_address)
		return diag_error(call->diag, call_loc(call, 0), NULL,
			"kept needs an address, as in load double at kept(a + "
			"8*threadIdx.x, 0.75)");
	if (!(share >= 0 && share <= 1))
		return diag_error(call->diag, call_loc(call, 1), NULL,
			"a share is a number from 0 to 1");
	b->kept = share;
	*result = value_copy(&call->arg[0]);
	return true;
}

/* What another lane of the warp has. */
static bool shuffle(struct call *call, struct value *result)
{
	struct build *b = call->eval->build;
	const struct cell *cell = b ? cell_of(&call->arg[0]) : NULL;
	struct kernel_def *k;
	bool ok;

	if (cell &&
		call_object(call, call_has(call, 2) ? 3 : 2, call->arg, result,
			&ok)) {
		cell = ok ? cell_of(result) : NULL;
		if (!cell)
			return ok;
		k = b->kernel;
		k->shuffle = memory_grow(k->shuffle, (size_t) k->n_shuffle,
			sizeof(*k->shuffle));
		k->shuffle[k->n_shuffle++] = (struct kernel_shuffle) {
			cell->node, b->region
		};
		return true;
	}
	diag_error(call->diag, call_loc(call, 0), NULL,
		"%s needs a value that a thread computes", call->row->name);
	diag_note(call->diag, "as in s += shfl_down(s, 16)");
	return false;
}

DEFINE_BUILTIN(shfl)
{
	return shuffle(call, result);
}

DEFINE_BUILTIN(shfl_up)
{
	return shuffle(call, result);
}

DEFINE_BUILTIN(shfl_down)
{
	return shuffle(call, result);
}

DEFINE_BUILTIN(shfl_xor)
{
	return shuffle(call, result);
}

/* In an address: what is stored there is added, or the like. */
DEFINE_BUILTIN(atomically)
{
	struct build *b = call->eval->build;
	const struct number one = number_int(1);
	const struct value *by = &call->arg[1];
	int order;

	if (!b || !b->in_address) {
		diag_error(call->diag, call->loc, NULL,
			"atomically is of an address in a kernel");
		diag_note(call->diag,
			"as in store int32 at atomically(bins + ...)");
		return false;
	}
	b->is_atomic = true;
	b->is_counting = call_has(call, 1) && by->kind == VALUE_NUMBER &&
		number_compare(&by->u.number, &one, &order) == NUMBER_OK &&
		order == 0;
	*result = value_copy(&call->arg[0]);
	return true;
}
