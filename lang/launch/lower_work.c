/* The instructions that a thread executes. */

#include <math.h>
#include <stdlib.h>

#include "engine/kernel/grouping.h"
#include "engine/kernel/predicate.h"
#include "engine/model/incore.h"
#include "hw/fit.h"
#include "lang/base/memory.h"
#include "lang/launch/lower_parts.h"

/* ---------------------------------------------------------------- work */

static enum elem_type closed_type(const struct lowering *l, enum elem_type type)
{
	return type == TYPE_OPEN ? l->o->type : type;
}

static double fp_of(const struct lowering *l, const struct kernel_work *w,
	enum kernel_fp fp)
{
	return kernel_count_at(&w->fp[fp], l->extent);
}

/* The widest type that a thread computes in; if its arithmetic has no type,
 * the widest that it loads or stores.
 */
static enum elem_type widest_type(const struct lowering *l)
{
	static const enum elem_type types[N_FP] = { TYPE_HALF, TYPE_FLOAT,
		TYPE_OPEN, TYPE_DOUBLE };
	enum elem_type widest = TYPE_NONE, type;

	for (int i = 0; i < N_FP; ++i) {
		type = closed_type(l, types[i]);
		if (fp_of(l, &l->k->work, i) > 0 && type > widest)
			widest = type;
	}
	if (widest != TYPE_NONE)
		return widest;
	for (int i = 0; i < l->k->n_access; ++i) {
		type = type_scalar(closed_type(l,
			l->k->field[l->k->access[i].field].type));
		if (type > widest)
			widest = type;
	}
	return widest;
}

static double *fp_work(struct work *work, enum elem_type type)
{
	return type == TYPE_FLOAT ? &work->fp32 :
		type == TYPE_HALF ? &work->fp16 :
				    &work->fp64;
}

/* The kinds that this launch does not have. */
static bool is_other_kind(const struct lowering *l, enum kernel_call kind)
{
	bool open_is_double = closed_type(l, TYPE_OPEN) == TYPE_DOUBLE;

	return kind == (open_is_double ? CALL_OPEN_FLOAT : CALL_OPEN_DOUBLE) ||
		kind ==
		(options_strides_vary(l->o) ? CALL_BY_LITERAL :
					      CALL_BY_ARGUMENT);
}

static void add_expanded(const struct lowering *l, const struct kernel_work *w,
	double cells, struct work *work)
{
	for (int i = 0; i < N_CALL; ++i) {
		const struct kernel_expanded *e = &w->expanded[i];
		double fp = cells * kernel_count_at(&e->fp, l->extent);
		double special = cells *
			kernel_count_at(&e->special, l->extent);
		double other = cells * kernel_count_at(&e->other, l->extent);

		if (is_other_kind(l, (enum kernel_call) i))
			continue;
		*fp_work(work,
			i < CALL_OPEN_DOUBLE ? TYPE_FLOAT : TYPE_DOUBLE) += fp;
		work->special += special;
		work->integer += other;
		work->control += cells *
			kernel_count_at(&e->control, l->extent);
		work->shuffles += cells *
			kernel_count_at(&e->shuffles, l->extent);
		if (i < CALL_INTEGER) {
			work->expanded += fp + special + other;
		} else {
			work->either += KERNEL_QUOTIENT_EITHER * other;
			work->products += KERNEL_QUOTIENT_PRODUCTS * other;
		}
		work->slow_paths += cells *
			kernel_count_at(&e->slow, l->extent);
	}
}

/* Adds arithmetic by type. */
void lower_arithmetic(const struct lowering *l, const struct kernel_work *w,
	double cells, struct work *work)
{
	work->flops += kernel_count_at(&w->flops, l->extent) * cells;
	work->integer += (kernel_count_at(&w->integer, l->extent) -
				 kernel_count_at(&w->joined, l->extent)) *
		cells;
	work->either += kernel_count_at(&w->either, l->extent) * cells;
	work->products += kernel_count_at(&w->products, l->extent) * cells;
	work->words += kernel_count_at(&w->words, l->extent) * cells;
	*fp_work(work, TYPE_HALF) += fp_of(l, w, FP_HALF) * cells;
	*fp_work(work, TYPE_FLOAT) += fp_of(l, w, FP_FLOAT) * cells;
	*fp_work(work, l->o->type) += fp_of(l, w, FP_OPEN) * cells;
	*fp_work(work, TYPE_DOUBLE) += fp_of(l, w, FP_DOUBLE) * cells;
	work->three += kernel_count_at(&w->three[FP_FLOAT], l->extent) * cells;
	if (closed_type(l, TYPE_OPEN) == TYPE_FLOAT)
		work->three += kernel_count_at(&w->three[FP_OPEN], l->extent) *
			cells;
	add_expanded(l, w, cells, work);
}

/* A kernel of addresses states its arithmetic.  Floating-point work without a
 * type is of the widest type.
 */
void lower_given(const struct lowering *l, const double *given,
	struct work *work)
{
	double flops = fmax(0, given[GIVEN_FLOPS]);
	double fp16 = fmax(0, given[GIVEN_FP16]);
	double fp32 = fmax(0, given[GIVEN_FP32]);
	double fp64 = fmax(0, given[GIVEN_FP64]);
	bool is_typed = given[GIVEN_FP16] >= 0 || given[GIVEN_FP32] >= 0 ||
		given[GIVEN_FP64] >= 0;

	work->flops += flops;
	work->special += fmax(0, given[GIVEN_SPECIAL]);
	work->either += fmax(0, given[GIVEN_EITHER]);
	work->products += fmax(0, given[GIVEN_PRODUCTS]);
	work->words += fmax(0, given[GIVEN_WORDS]);
	work->on_data += fmax(0, given[GIVEN_ON_DATA]);
	work->expanded += fmax(0, given[GIVEN_EXPANDED]);
	work->slow_paths += fmax(0, given[GIVEN_SLOW_PATHS]);
	work->repeated += fmax(0, given[GIVEN_REPEATED]);
	work->shuffles += fmax(0, given[GIVEN_SHUFFLES]);
	work->fp16 += fp16;
	work->fp32 += fp32;
	work->three += fmax(0, given[GIVEN_THREE]);
	work->fp64 += fp64;
	*fp_work(work, widest_type(l)) += given[GIVEN_FP] >= 0 ?
		given[GIVEN_FP] :
		is_typed ? 0 :
			   ceil(flops / 2);
}

/* Reach of the immediate offset of a memory instruction, in bytes: a signed
 * 24-bit number on NVIDIA GPUs (SASS).  With a smaller reach, more accesses
 * need a base of their own.
 */
#define REACH_B ((int64_t) 1 << 23)

static int compare_constants(const void *a, const void *b)
{
	int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

	return (x > y) - (x < y);
}

/* The number of extra base addresses that a thread computes because no
 * immediate offset reaches them from the cell's own address.  Greedy, from the
 * nearest outwards: each new base serves all that it reaches.
 */
static int far_bases(const int64_t *sorted, int n)
{
	int64_t reached = REACH_B - 1;
	int bases = 0, i = 0;

	for (; i < n && sorted[i] < -REACH_B; ++i)
		continue;
	for (int j = i; j < n; ++j)
		if (sorted[j] > reached) {
			++bases;
			if (__builtin_add_overflow(sorted[j], 2 * REACH_B - 1,
				    &reached))
				reached = INT64_MAX;
		}
	reached = -REACH_B;
	for (int j = i - 1; j >= 0; --j)
		if (sorted[j] < reached) {
			++bases;
			if (__builtin_sub_overflow(sorted[j], 2 * REACH_B - 1,
				    &reached))
				reached = INT64_MIN;
		}
	return bases;
}

/* The same, summed over all fields; the offset of an index that data say is part
 * of it.
 */
static double count_far_bases(struct lowering *l)
{
	const struct kernel *kernel = l->kernel;
	int64_t *at = memory_new(sizeof(*at) * ((size_t) kernel->n_access + 1));
	size_t *end = memory_new(sizeof(*end) * ((size_t) kernel->n_field + 1));
	double bases = 0;

	for (int i = 0; i < kernel->n_access; ++i)
		++end[kernel->access[i].field + 1];
	for (int f = 0; f < kernel->n_field; ++f)
		end[f + 1] += end[f];
	for (int i = 0; i < kernel->n_access; ++i)
		at[end[kernel->access[i].field]++] =
			lower_draw_known(l, &kernel->access[i]) < 0 ?
			kernel->access[i].address->constant :
			0;
	for (int f = 0; f < kernel->n_field; ++f) {
		size_t first = f > 0 ? end[f - 1] : 0;

		qsort(at + first, end[f] - first, sizeof(*at),
			compare_constants);
		bases += far_bases(at + first, (int) (end[f] - first));
	}
	free(at);
	free(end);
	return bases;
}

/* Instructions that bring an index back into the field: a sum, and for clamp a
 * minimum and a maximum, for periodic a remainder, for mirror a remainder and
 * a reflection.  BOUND_ADDRESS: each such access then combines row, column and
 * the two words of its address, which no immediate offset can replace.
 */
static const double bound_work[] = { [BOUNDARY_NONE] = 0,
	[BOUNDARY_CLAMP] = 3,
	[BOUNDARY_MIRROR] = 8,
	[BOUNDARY_PERIODIC] = 6 };

#define BOUND_ADDRESS 3

static enum boundary boundary_of(const struct lowering *l,
	const struct access *a)
{
	return l->k->field[l->k->access[a->label].field].boundary;
}

/* True if index d of the access may leave the field. */
static bool is_bounded(const struct lowering *l, const struct access *a, int d)
{
	const struct kernel_access *source = &l->k->access[a->label];
	int64_t offset;

	return d < source->n_index && a->index[d] &&
		bound_work[boundary_of(l, a)] > 0 &&
		!(source->is_relative &&
			graph_is_int(&l->k->graph, source->index[d], &offset) &&
			offset == 0);
}

bool lower_uses(const struct quasi *e, int var)
{
	if (!e)
		return false;
	if (e->coef[var] != 0)
		return true;
	for (int i = 0; i < e->n_term; ++i)
		if (lower_uses(e->term[i].a, var) ||
			lower_uses(e->term[i].b, var))
			return true;
	return false;
}

/* The innermost enclosing loop that changes the index; the bound is computed
 * there and hoisted out of inner loops. -1: outside of loops.
 */
static int loop_of_index(const struct lowering *l, const struct access *a,
	int d)
{
	const struct loop *loop = l->kernel->loop;
	int depth = -1, at;

	for (at = a->loop; at >= 0; at = loop[at].parent)
		++depth;
	for (at = a->loop; at >= 0; at = loop[at].parent)
		if (lower_uses(a->index[d], VAR_LOOP0 + depth--))
			break;
	return at;
}

/* Equal indices with the same boundary in the same loop are bounded once.
 * Item 3 i + d is index d of access i.
 */
static bool is_same_bound(const void *user, int i, int j)
{
	const struct lowering *l = user;
	const struct access *a = &l->kernel->access[i / 3];
	const struct access *b = &l->kernel->access[j / 3];

	return is_bounded(l, a, i % 3) && is_bounded(l, b, j % 3) &&
		i % 3 == j % 3 && boundary_of(l, a) == boundary_of(l, b) &&
		loop_of_index(l, a, i % 3) == loop_of_index(l, b, j % 3) &&
		quasi_equal(a->index[i % 3], b->index[j % 3]);
}

static bool has_bounds(const struct lowering *l)
{
	for (int i = 0; i < l->kernel->n_access; ++i)
		if (bound_work[boundary_of(l, &l->kernel->access[i])] > 0)
			return true;
	return false;
}

static double boundary_work(const struct lowering *l)
{
	int n = l->kernel->n_access;
	uint64_t *hash;
	struct grouping g;
	double work = 0;

	if (!has_bounds(l))
		return 0;
	hash = memory_new((3 * (size_t) n + 1) * sizeof(*hash));
	for (int i = 0; i < 3 * n; ++i) {
		const struct access *a = &l->kernel->access[i / 3];

		hash[i] = is_bounded(l, a, i % 3) ?
			map_mix(quasi_hash(a->index[i % 3]), i % 3) :
			(uint64_t) i;
	}
	if (!grouping_make(&g, l->pool, 3 * n, hash, is_same_bound, l))
		memory_failed();
	free(hash);
	for (int i = 0; i < 3 * n; ++i) {
		const struct access *a = &l->kernel->access[i / 3];

		if (g.first[i] == i && is_bounded(l, a, i % 3))
			work += bound_work[boundary_of(l, a)] *
				lower_turns(l, loop_of_index(l, a, i % 3));
	}
	for (int i = 0; i < n; ++i) {
		const struct access *a = &l->kernel->access[i];
		bool any = false;

		for (int d = 0; d < 3; ++d)
			any |= a->index[d] && !quasi_is_affine(a->index[d]);
		if (any && bound_work[boundary_of(l, a)] > 0)
			work += BOUND_ADDRESS * lower_turns(l, a->loop);
	}
	return work;
}

/* Instructions of quotients and remainders in indices (16.18).  By a power of two, a
 * number that may be negative takes its sign, a sum and a shift, and for the
 * remainder a mask and a difference; a counter or an unsigned number one each.  By
 * another number they are a product and two shifts, and one more for a remainder;
 * by an argument its reciprocal, once, and 12.
 */
#define QUOTIENT_SHIFTED  3
#define REMAINDER_SHIFTED 4
#define QUOTIENT_SHARED	  2
#define QUOTIENT_KNOWN	  3
#define QUOTIENT_ARGUMENT 12
#define REMAINDER	  1
#define RECIPROCAL	  10

static bool uses_loops(const struct quasi *e)
{
	bool any = false;

	for (int i = 0; i < QUASI_LOOPS; ++i)
		any |= lower_uses(e, VAR_LOOP0 + i);
	return any;
}

static bool is_argument(const struct lowering *l, int node)
{
	const struct graph_node *n = &l->k->graph.node[node];

	return n->uses_scalar ||
		(options_strides_vary(l->o) && n->op != GRAPH_CONST);
}

static bool is_power(const struct lowering *l, int node)
{
	const struct quasi *by = l->node[node];

	return by && quasi_is_constant(by) && by->constant > 0 &&
		(by->constant & (by->constant - 1)) == 0 &&
		!is_argument(l, node);
}

static double quotient_cost(const struct lowering *l,
	const struct graph_node *n)
{
	const struct quasi *by = l->node[n->b];

	if (!by || !quasi_is_constant(by))
		return 0;
	return is_argument(l, n->b) ? QUOTIENT_ARGUMENT : QUOTIENT_KNOWN;
}

/* By a power of two.  Compilers know that a counter is not negative, but not what
 * they find of a thread's coordinates, for which sources have int; the sign of a
 * number by 2 is one shift.
 */
static double shifted_cost(const struct lowering *l, const struct graph_node *n,
	bool is_beside)
{
	bool is_signed = l->k->graph.node[n->a].uses_coord &&
		l->k->graph.node[n->a].type != TYPE_UINT32;
	double whole = n->op == GRAPH_MOD ? REMAINDER_SHIFTED :
					    QUOTIENT_SHIFTED;

	if (!is_signed)
		return 1;
	if (is_beside)
		return whole - QUOTIENT_SHARED;
	return whole - (l->node[n->b]->constant == 2);
}

/* True if the compiler unrolls the loop as a whole: its counter is a literal. */
static bool is_whole(const struct lowering *l, int loop)
{
	struct lower_run run = lower_run(l, loop);

	return run.n_size == 1 && lower_run_joined(&run) >= run.trips;
}

/* The quotients of indices: of each node how often it is found, and in which
 * loop; divisors whose reciprocal is known.
 */
struct quotients {
	double *turns;
	int *loop;
	bool *is_divisor;
	struct map known; /* first nodes by their operands */
};

static void find_at(struct quotients *q, int node, double turns, int loop)
{
	if (node >= 0 && turns > q->turns[node]) {
		q->turns[node] = turns;
		q->loop[node] = loop;
	}
}

/* True if no quotient or remainder of the same two numbers was met before. */
static bool is_first(const struct graph *g, struct quotients *q, int i)
{
	const struct graph_node *n = &g->node[i];
	uint64_t key = map_mix((uint64_t) n->a, (uint64_t) n->b);
	size_t at = 0;
	int64_t first;

	while ((first = map_next(&q->known, key, &at)) >= 0)
		if (g->node[first].a == n->a && g->node[first].b == n->b)
			return false;
	map_add(&q->known, key, i);
	return true;
}

/* Instructions of quotient or remainder "i", each time that it is found. */
static double node_work(const struct lowering *l, struct quotients *q, int i)
{
	const struct graph_node *n = &l->k->graph.node[i];
	bool first = is_first(&l->k->graph, q, i);

	if (is_power(l, n->b))
		return shifted_cost(l, n, !first);
	return (first ? quotient_cost(l, n) : 0) +
		(n->op == GRAPH_MOD && !is_argument(l, n->b) ? REMAINDER : 0);
}

/* The share of a loop's trips in which remainder "i" is found.  Where a compiled
 * trip joins as many trips of the source as make whole periods, and the first is
 * known, the remainder is a literal in each of them.
 */
static double found_share(const struct lowering *l, int loop, int i)
{
	const struct graph_node *n = &l->k->graph.node[i];
	const struct quasi *of = l->node[n->a], *by = l->node[n->b];
	int at = VAR_LOOP0 + lower_depth(l->k, loop);
	struct lower_run run = lower_run(l, loop);
	double found = 0;

	if (n->op != GRAPH_MOD || at >= N_QUASI_VAR || !quasi_is_affine(of) ||
		!quasi_is_constant(by) || is_argument(l, n->b) ||
		l->k->graph.node[l->k->loop[loop].lo].op != GRAPH_CONST)
		return 1;
	for (int v = 0; v < N_QUASI_VAR; ++v)
		if (v != at && of->coef[v] % by->constant != 0)
			return 1;
	for (int j = 0; j < run.n_size; ++j)
		if ((int64_t) run.size[j] * of->coef[at] % by->constant != 0)
			found += run.n[j] * run.size[j];
	return run.trips > 0 ? fmin(1, found / run.trips) : 1;
}

/* Quotients, remainders, minima and maxima (which take in a sum: VIADDMNMX) that
 * the source has in indices; equal ones are found once, and a remainder uses the
 * quotient of the same two numbers.  Those of counters alone are part of the trip,
 * unless the loop is unrolled as a whole.
 */
static double quotient_work(struct lowering *l)
{
	const struct kernel_def *k = l->k;
	const struct graph *g = &k->graph;
	struct quotients q = {
		.turns = memory_new(
			((size_t) g->n_node + 1) * sizeof(*q.turns)),
		.loop = memory_new(((size_t) g->n_node + 1) * sizeof(*q.loop)),
		.is_divisor = memory_new((size_t) g->n_node + 1),
	};
	double work = 0;

	for (int i = 0; i < k->n_access && !k->by_address; ++i) {
		int loop = kernel_loop_of(k, k->access[i].region);

		for (int d = 0; d < k->access[i].n_index; ++d)
			find_at(&q, k->access[i].index[d], lower_turns(l, loop),
				loop);
	}
	for (int i = g->n_node - 1; i >= 0; --i) {
		const struct graph_node *n = &g->node[i];
		const int operand[3] = { n->a, n->b, n->c };
		bool in_loop = l->node[i] && uses_loops(l->node[i]);

		if (q.turns[i] == 0)
			continue;
		for (int j = 0; j < 3 && !lower_draw_is_text(l, i); ++j)
			find_at(&q, operand[j], q.turns[i], q.loop[i]);
		if (n->op == GRAPH_MIN || n->op == GRAPH_MAX)
			work += in_loop ? q.turns[i] : 1;
		if (!lower_is_quotient(n))
			continue;
		if (n->uses_coord)
			work += (in_loop ? q.turns[i] : 1) *
				node_work(l, &q, i);
		else if (in_loop && q.loop[i] >= 0 && !is_whole(l, q.loop[i]))
			lower_part_integer(l, NULL, q.loop[i],
				found_share(l, q.loop[i], i) *
					node_work(l, &q, i));
		if (n->uses_coord && is_argument(l, n->b) &&
			!q.is_divisor[n->b]) {
			work += RECIPROCAL;
			q.is_divisor[n->b] = true;
		}
	}
	map_clear(&q.known);
	free(q.is_divisor);
	free(q.loop);
	free(q.turns);
	return work;
}

/* True if all that a thread does stands under one condition: that is the test
 * for the end of the domain as well.
 */
static bool is_guarded(const struct lowering *l)
{
	const struct kernel *k = l->kernel;
	const struct predicate *first = k->n_access > 0 ?
		k->access[0].predicate :
		NULL;

	for (int i = 1; first && i < k->n_access; ++i)
		if (!predicate_equal(k->access[i].predicate, first))
			return false;
	return first && !predicate_equal(first, l->inside);
}

/* True if the source states the domain, so that code can be written for it. */
static bool has_domain(const struct lowering *l)
{
	int64_t extent;

	for (int d = 0; d < l->k->dims; ++d)
		if (!lower_own_extent(l->k, d, &extent))
			return false;
	return true;
}

/* Code for any domain finds three coordinates, whatever its dimensions; code
 * that was written for one, or takes its extents as arguments, those it uses.
 */
static int coordinates(const struct lowering *l)
{
	return has_domain(l) || options_strides_vary(l->o) ? l->k->dims : 3;
}

/* 1 if threads test whether they are inside of the domain: where only the
 * launch knows it, and where extents are arguments.  Code that was written for
 * one domain can do without.  (A kernel is lowered once for all blocks, so
 * blocks that overhang do not count.)
 */
static int tested(const struct lowering *l)
{
	return !is_guarded(l) && (!has_domain(l) || options_strides_vary(l->o));
}

/* Integer instructions of a thread in d dimensions: a coordinate each, a
 * product with a stride for each but one, and a comparison for each if it
 * tests for the end of the domain.
 */
static double coordinate_work(const struct lowering *l)
{
	int d = coordinates(l);

	return 2 * d - 1 + tested(l) * d;
}

/* Where the shared memory of a block begins (control), and the addresses of a
 * thread in it, for stores and for loads: tr_tile, shared_stride.
 */
#define SHARED_CONTROL 3
#define SHARED_INDEX   5

static bool has_shared(const struct lowering *l)
{
	return l->kernel->n_shared_access > 0;
}

/* An index of 64 bits with known strides in d > 1 dimensions: the sign of x,
 * two words for what a dimension adds, a second word of the base of each field.
 *
 *	P + 2 (d - 1) + 1					  (16.17)
 */
static double wide_work(const struct lowering *l)
{
	int d = coordinates(l);

	return l->o->strides != STRIDES_CONSTANT64 || d < 2 ?
		0 :
		l->kernel->n_field + 2 * (d - 1) + 1;
}

/* An address for each field: a multiply-add, or of bytes a two-word sum.  Drawn
 * indices have theirs in lower_drawn().
 */
static int count_bases(struct lowering *l)
{
	const struct kernel *kernel = l->kernel;
	bool *is_plain = memory_new((size_t) kernel->n_field + 1);
	int n = 0;

	for (int i = 0; i < kernel->n_access; ++i)
		is_plain[kernel->access[i].field] |=
			kernel->access[i].draw.kind == SCATTER_NONE &&
			lower_draw_known(l, &kernel->access[i]) < 0;
	for (int i = 0; i < kernel->n_field; ++i)
		n += is_plain[i] * (1 + (kernel->field[i].elem_B == 1));
	free(is_plain);
	return n;
}

/* The guards of cells that lie a block apart: for each but the first along an
 * axis its coordinate and a comparison, which cells along other axes share.
 */
static double guard_work(const struct lowering *l)
{
	double work = 0;

	for (int d = 0; d < 3; ++d)
		if (l->kernel->beyond[d] > 0)
			work += 2 * (double) (l->fold[d] - 1);
	return work;
}

/* Integer instructions of index and bounds check, boundaries and the order.
 * With constant strides also a base per field, and a two-word sum per far
 * base.
 */
static double index_work(struct lowering *l)
{
	double bases = options_strides_vary(l->o) ?
		0 :
		count_bases(l) + 2 * count_far_bases(l);

	return coordinate_work(l) + bases + wide_work(l) + boundary_work(l) +
		quotient_work(l) + l->order_work + guard_work(l) +
		(has_shared(l) ? SHARED_INDEX : 0);
}

/* The stack pointer, the descriptor of global memory and the end; threadIdx,
 * blockIdx and blockDim of each dimension, a jump of the bounds check; a
 * pointer for each field.
 */
static double control_work(const struct lowering *l)
{
	int d = coordinates(l);

	return 3 + 3 * d + tested(l) + l->kernel->n_field +
		(has_shared(l) ? SHARED_CONTROL : 0);
}

/* What a thread does before it can load: the coordinates of threads as they
 * are launched, which are in one row where the order of cells is given, and the
 * pointers of fields.  A kernel of addresses has the same, so the test for the
 * end of the domain, which it may not need, does not count.
 */
static double prelude_work(const struct lowering *l)
{
	int d = l->kernel->dims;

	return 2 * d - 1 + 3 + 3 * d + 2 * l->kernel->n_field +
		(has_shared(l) ? SHARED_CONTROL + SHARED_INDEX : 0);
}

/* Besides the arithmetic of its body, a thread needs instructions that the
 * compiler adds.  They are the same for all devices.
 */
void lower_work(struct lowering *l)
{
	double index = l->k->given[GIVEN_INTEGER];
	double control = l->k->given[GIVEN_CONTROL];

	if (index < 0 && options_strides_vary(l->o))
		lower_addresses(l);
	if (index < 0)
		lower_drawn(l);
	index = index >= 0 ? index : index_work(l);
	control = control >= 0 ? control : control_work(l);
	lower_part_rest(l, index, control);
	l->kernel->work = lower_costlier(l);
	l->kernel->work.outside = fits[FIT_thread_outside].value;
	l->kernel->prelude = prelude_work(l);
}

/* The instructions of each stall interval.  Index arithmetic, bounds checks,
 * parameters and branches have no node in the graph, so the first interval
 * gets them.
 */
static void divide_work(struct lowering *l, enum load_order loads)
{
	const struct kernel_def *k = l->k;
	struct kernel *kernel = l->kernel;
	const int64_t *fold = l->launch->fold;
	double cells = k->by_address ? 1 :
				       (double) (fold[0] * fold[1] * fold[2]);
	double rest = incore_instructions(kernel);
	int n = k->n_stall[loads];
	struct stall *stall = quasi_pool_alloc(l->pool,
		(size_t) n * sizeof(*stall));

	if (!stall)
		memory_failed();
	kernel->n_stall[loads] = n;
	kernel->stall[loads] = stall;
	for (int i = 0; i < n; ++i) {
		const struct kernel_stall *v = &k->stall[loads][i];

		stall[i] = (struct stall) {
			.loop = v->loop,
			.turns = lower_turns(l, v->loop),
			.instructions = v->work * cells,
			.chain = v->chain,
		};
	}
	for (int i = 0; i < kernel->n_access; ++i)
		++stall[kernel->access[i].stall[loads]].instructions;
	for (int i = 0; i < kernel->n_shared_access; ++i)
		++stall[kernel->shared_access[i].stall[loads]].instructions;
	for (int i = 0; i < n; ++i)
		rest -= stall[i].turns * stall[i].instructions;
	stall[0].instructions += rest > 0 ? rest : 0;
}

void lower_stalls(struct lowering *l)
{
	for (int loads = 0; loads < N_LOADS; ++loads)
		divide_work(l, (enum load_order) loads);
}
