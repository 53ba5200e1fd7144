/* How large a trip of a loop is for nvcc and for its assembler, which both join
 * trips up to a size (doc/MODEL.md, chapter 20).
 */

#include <math.h>
#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/kernel/expansion.h"
#include "lang/launch/lower_parts.h"

/* Instructions of LLVM in an access: the address and the access itself. */
#define NVCC_ACCESS 2

/* Those of a division, which LLVM takes to be dear. */
#define NVCC_DIVISION 4

/* Weights of accesses for the assembler: of those to global memory, of stores to
 * shared memory, and of loads from there.
 */
#define ASSEMBLER_GLOBAL 2
#define ASSEMBLER_STORE	 2
#define ASSEMBLER_SHARED 0.4

/* Operations that a trip takes for each node of an index; NOT_MOVED where it does not
 * depend on the counter.
 */
#define NOT_MOVED -1.

static bool is_counter(const struct kernel_loop *loop,
	const struct graph_node *n)
{
	return (n->op == GRAPH_ADD &&
		       (n->a == loop->starts || n->b == loop->starts)) ||
		(n->op == GRAPH_MUL &&
			(n->a == loop->step || n->b == loop->step));
}

/* Quotients and remainders are some instructions each (16.18). */
#define QUOTIENT 3

static double moves_of(const struct kernel_loop *loop, const double *moves,
	const struct graph_node *n, double quotient)
{
	const int operand[3] = { n->a, n->b, n->c };
	double sum = NOT_MOVED;

	for (int i = 0; n->op >= GRAPH_ADD && i < 3; ++i)
		if (operand[i] >= 0 && moves[operand[i]] >= 0)
			sum = fmax(sum, 0) + moves[operand[i]];
	if (sum < 0 || (sum == 0 && is_counter(loop, n)))
		return sum;
	return sum + (lower_is_quotient(n) ? quotient : 1);
}

static double *index_moves(const struct lowering *l, int loop, double quotient)
{
	const struct graph *g = &l->k->graph;
	double *moves = memory_new(((size_t) g->n_node + 1) * sizeof(*moves));

	for (int i = 0; i < g->n_node; ++i) {
		const struct graph_node *n = &g->node[i];

		moves[i] = n->op == GRAPH_COUNTER && n->aux == loop ?
			0 :
			moves_of(&l->k->loop[loop], moves, n, quotient);
	}
	return moves;
}

/* True if one of "n" accesses has node "index" along axis "d", or where "any" one that
 * moves with the counter.
 */
static bool has_row(const struct kernel_def *k, const int *access, int n, int d,
	int index, const double *moves, bool any)
{
	for (int i = 0; i < n; ++i) {
		const struct kernel_access *a = &k->access[access[i]];

		if (d < a->n_index && !k->field[a->field].is_shared &&
			(a->index[d] == index ||
				(any && moves[a->index[d]] >= 0)))
			return true;
	}
	return false;
}

/* What index "d" of the last of "n" accesses adds to that of the row: a product with a
 * stride that only the launch knows, and a sum.  Products are found once, and an index
 * that is a constant away from one is one sum away.
 */
static double row_size(const struct lowering *l, const int *access, int n,
	int d, const double *moves)
{
	const struct kernel_def *k = l->k;
	const struct kernel_access *a = &k->access[access[n - 1]];
	bool is_shared = k->field[a->field].is_shared;
	bool varies = options_strides_vary(l->o) && !is_shared;
	double m = moves[a->index[d]];
	int64_t row;

	if (m >= 0 && !is_shared &&
		has_row(k, access, n - 1, d, a->index[d], moves, false))
		return 0;
	if (m >= 0)
		return has_row(k, access, n - 1, d, -1, moves, true) ?
			1 :
			m + 1 + varies;
	if (!graph_is_int(&k->graph, a->index[d], &row))
		return 1;
	return row == 0 ? 0 : 1 + (varies && llabs(row) > 1);
}

/* True if an earlier access of the loop has the same index. */
static bool has_index(const struct kernel_def *k, const int *access, int n,
	const struct kernel_access *a)
{
	for (int i = 0; i < n; ++i) {
		const struct kernel_access *b = &k->access[access[i]];
		bool is_same = a->n_index == b->n_index &&
			k->field[a->field].is_shared ==
				k->field[b->field].is_shared;

		for (int d = 0; is_same && d < a->n_index; ++d)
			is_same = a->index[d] == b->index[d];
		if (is_same)
			return true;
	}
	return false;
}

/* The last of "n" accesses as nvcc sees it, with the index if it is the first to have
 * it.
 */
static double access_size(const struct lowering *l, const int *access, int n,
	const double *moves)
{
	const struct kernel_access *a = &l->k->access[access[n - 1]];
	bool is_shared = l->k->field[a->field].is_shared;
	bool is_drawn = a->draw.scatter >= 0, any = is_drawn;
	double size = is_shared || is_drawn ? 0 : 1;

	for (int d = 0; d < a->n_index; ++d) {
		double m = moves[a->index[d]];

		any |= m >= 0;
		size += d > 0 ? row_size(l, access, n, d, moves) : fmax(0, m);
	}
	if (!any)
		return 1;
	return NVCC_ACCESS + (has_index(l->k, access, n - 1, a) ? 0 : size);
}

/* Instructions that find an index which the counter changes in a quotient, and its
 * address: no trip moves it on.
 */
static double divided_size(const struct kernel_access *a, const double *divided)
{
	double size = 0;

	for (int d = 0; d < a->n_index; ++d)
		size += fmax(0, divided[a->index[d]]) + (d > 0);
	return size + 1;
}

static double assembled_access(const struct kernel_def *k,
	const struct kernel_access *a)
{
	return !k->field[a->field].is_shared ? ASSEMBLER_GLOBAL :
		a->is_store		     ? ASSEMBLER_STORE :
					       ASSEMBLER_SHARED;
}

/* Does the loop go from the thread's place on, as a tile or a row is shared out? */
static bool is_shared_out(const struct kernel_def *k, int loop)
{
	int starts = k->loop[loop].starts;

	return starts >= 0 && k->graph.node[starts].uses_coord;
}

/* What the place has besides the counter, of what is no literal: nothing, or an index
 * that another access may have as well, or a multiple of a stride.
 */
enum offset { NO_OFFSET, COMMON_OFFSET, FAR_OFFSET };

static enum offset offset_of(const struct lowering *l,
	const struct kernel_access *a, const double *moves)
{
	int64_t row;

	for (int d = 0; d < a->n_index; ++d) {
		if (moves[a->index[d]] > 0)
			return COMMON_OFFSET;
		if (d == 0)
			continue;
		if (!graph_is_int(&l->k->graph, a->index[d], &row))
			return COMMON_OFFSET;
		if (options_strides_vary(l->o) && llabs(row) > 1)
			return FAR_OFFSET;
	}
	return NO_OFFSET;
}

/* Compiled code of a loop from the thread's place on adds a multiple of a stride, and
 * an index that several fields have in common, to bases in every trip.  The assembler
 * then does not know where it stores, nor what a condition on the counter guards.
 */
static bool is_held(const struct lowering *l, int loop, const int *access,
	int n, int at, const double *moves)
{
	const struct kernel_def *k = l->k;
	const struct kernel_access *a = &k->access[access[at]];
	const struct kernel_region *r = &k->region[a->region];
	bool is_global = !k->field[a->field].is_shared;
	enum offset offset;

	if (a->is_atomic && (!is_global || is_shared_out(k, loop)))
		return true;
	if (!is_shared_out(k, loop))
		return false;
	if (a->region != k->loop[loop].body && r->kind != REGION_LOOP &&
		!k->graph.node[r->condition].uses_memory)
		return true;
	offset = is_global && a->is_store ? offset_of(l, a, moves) : NO_OFFSET;
	if (offset != COMMON_OFFSET)
		return offset == FAR_OFFSET;
	for (int i = 0; i < n; ++i) {
		const struct kernel_access *b = &k->access[access[i]];

		if (b->field != a->field && has_index(k, &access[at], 1, b))
			return true;
	}
	return false;
}

/* Instructions that functions, divisions, conversions and selections are made of.
 * Quotients of integers are expanded later, and so are minima, of which each is one.
 */
static double expanded_size(const struct lowering *l,
	const struct kernel_work *w)
{
	enum kernel_call other = l->o->type == TYPE_DOUBLE ? CALL_OPEN_FLOAT :
							     CALL_OPEN_DOUBLE;
	double n = 0;

	for (int i = 0; i < CALL_INTEGER; ++i) {
		const struct kernel_expanded *e = &w->expanded[i];

		if (i != (int) other)
			n += kernel_count_at(&e->fp, l->extent) +
				kernel_count_at(&e->special, l->extent) +
				kernel_count_at(&e->other, l->extent) +
				kernel_count_at(&e->control, l->extent);
	}
	for (int i = 0; i < N_FP; ++i) {
		bool is_double = i == FP_DOUBLE ||
			(i == FP_OPEN && l->o->type == TYPE_DOUBLE);
		const struct function_cost *c =
			&function_rows[FUNCTION_min].cost[is_double];

		n -= kernel_count_at(&w->minima[i], l->extent) *
			(c->fp + c->special + c->other - 1);
	}
	return n;
}

/* Operations of a region.  LLVM has a product and a sum for each multiply-add, the
 * assembler one for some differences, and what the assembler expands into slow paths
 * LLVM does not see.
 */
static void count_region(const struct lowering *l,
	const struct kernel_region *r, bool has_call, struct lower_trip *t)
{
	const struct kernel_work *w = &r->work;
	double n = kernel_count_at(&w->integer, l->extent) + r->n_barrier;
	double expanded = expanded_size(l, w);

	for (int i = 0; i < N_FP; ++i)
		n += kernel_count_at(&w->fp[i], l->extent);
	t->assembled += n + expanded + kernel_count_at(&w->late, l->extent);
	t->size += n + kernel_count_at(&w->fma, l->extent) +
		(has_call ? NVCC_DIVISION *
					kernel_count_at(&w->div, l->extent) :
			    expanded);
}

static void count_operations(const struct lowering *l, int loop,
	struct lower_trip *t)
{
	const struct kernel_def *k = l->k;
	bool is_double = l->o->type == TYPE_DOUBLE;
	bool has_call = k->chain[loop + 1].has_call[is_double];
	double queue = lower_queue(l, loop);

	t->assembled += queue;
	t->size += queue +
		(has_call ? k->chain[loop + 1].inlined[is_double] :
			    -k->chain[loop + 1].late[is_double]);
	for (int r = 0; r < k->n_region; ++r)
		if (kernel_loop_of(k, r) == loop)
			count_region(l, &k->region[r], has_call, t);
}

void lower_sizes(struct lowering *l, const int *first, const int *access)
{
	for (int loop = 0; loop < l->k->n_loop; ++loop) {
		struct lower_trip *t = &l->trip[loop + 1];
		const int *own = &access[first[loop + 1]];
		int n = first[loop + 2] - first[loop + 1];
		double *moves = index_moves(l, loop, 1);
		double *divided = index_moves(l, loop, QUOTIENT);

		count_operations(l, loop, t);
		for (int i = 0; i < n; ++i) {
			const struct kernel_access *a = &l->k->access[own[i]];

			t->size += access_size(l, own, i + 1, moves);
			t->assembled += assembled_access(l->k, a);
			if (lower_is_divided(l, a, loop) &&
				!has_index(l->k, own, i, a))
				t->assembled += divided_size(a, divided);
			t->is_held |= is_held(l, loop, own, n, i, moves);
		}
		free(divided);
		free(moves);
	}
}
