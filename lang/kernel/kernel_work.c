/* The work of a kernel: operations are counted in the region they run in.
 *
 * A product whose only use is a sum is fused with it into one fma.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/kernel/expansion.h"
#include "lang/kernel/kernel_parts.h"

static bool is_product(const struct graph *g, int node)
{
	const struct graph_node *n = &g->node[node];

	return n->op == GRAPH_MUL ||
		(n->op == GRAPH_DIV && graph_is_const(g, n->b, NULL));
}

static bool fuses(const struct graph *g, const struct placement *p, int sum,
	int product)
{
	return product >= 0 && is_product(g, product) &&
		g->node[product].type == g->node[sum].type &&
		p->uses[product] == 1 && p->region[product] == p->region[sum];
}

static enum kernel_fp fp_of_type(enum elem_type type)
{
	return type == TYPE_HALF   ? FP_HALF :
		type == TYPE_FLOAT ? FP_FLOAT :
		type == TYPE_OPEN  ? FP_OPEN :
				     FP_DOUBLE;
}

/* True if node "i" adds to the sums of a matrix product, which is part of it.
 */
static bool is_accumulation(const struct graph *g, int i)
{
	const struct graph_node *n = &g->node[i];

	return n->op == GRAPH_ADD &&
		(g->node[n->a].op == GRAPH_TILE ||
			g->node[n->b].op == GRAPH_TILE);
}

static void expand(struct kernel_expanded *e, const struct function_cost *c)
{
	kernel_count_plain(&e->fp, c->fp);
	kernel_count_plain(&e->special, c->special);
	kernel_count_plain(&e->other, c->other);
	kernel_count_plain(&e->slow, c->zero);
}

/* "cost" of single and of double precision. */
static void count_cost(const struct function_cost cost[2], enum elem_type type,
	struct kernel_work *w)
{
	if (type == TYPE_OPEN) {
		expand(&w->expanded[CALL_OPEN_FLOAT], &cost[0]);
		expand(&w->expanded[CALL_OPEN_DOUBLE], &cost[1]);
	} else if (type == TYPE_DOUBLE) {
		expand(&w->expanded[CALL_DOUBLE], &cost[1]);
	} else {
		expand(&w->expanded[CALL_FLOAT], &cost[0]);
	}
}

/* True if a double-precision instruction cannot hold the literal, whose lower
 * half it takes as 0: it comes through registers then.
 */
static bool is_long_literal(const struct graph *g, int node)
{
	const struct number *n;
	uint64_t bits;
	double value;

	if (node < 0 || !graph_is_const(g, node, &n))
		return false;
	value = number_to_double(n);
	memcpy(&bits, &value, sizeof(bits));
	return (uint32_t) bits != 0;
}

/* The region in which the literals of a node are moved to registers: trips that
 * the compiler joins share them, unless a slow path lies between.
 */
static int region_of_literals(const struct kernel_def *k, int region,
	const bool *has_slow_path)
{
	while (k->region[region].kind == REGION_LOOP &&
		k->loop[k->region[region].loop].unroll != 1 &&
		!has_slow_path[region])
		region = k->region[region].parent;
	return region;
}

/* Moves of literals, two for each that a region has. */
static void count_literals(const struct kernel_def *k,
	const struct placement *p, struct kernel_work *w)
{
	static const struct function_cost moves = { .other = 2 };
	const struct graph *g = &k->graph;
	int *last = memory_new(sizeof(*last) * ((size_t) g->n_const + 1));
	bool *has_slow_path = memory_new((size_t) k->n_region);

	for (int i = 0; i < g->n_node; ++i)
		if (p->region[i] >= 0)
			has_slow_path[p->region[i]] |= kernel_is_call(g, i,
				true);
	for (int i = 0; i < g->n_node; ++i) {
		const struct graph_node *n = &g->node[i];
		const int operand[] = { n->a, n->b };

		if (p->region[i] < 0 || n->op < GRAPH_ADD ||
			n->op > GRAPH_DIV ||
			(n->type != TYPE_OPEN && n->type != TYPE_DOUBLE))
			continue;
		for (int j = 0; j < 2; ++j) {
			int at, *seen;

			if (!is_long_literal(g, operand[j]))
				continue;
			at = region_of_literals(k, p->region[i], has_slow_path);
			seen = &last[g->node[operand[j]].aux];
			if (*seen == at + 1)
				continue;
			*seen = at + 1;
			expand(&w[at].expanded[n->type == TYPE_OPEN ?
					       CALL_OPEN_DOUBLE :
					       CALL_DOUBLE],
				&moves);
		}
	}
	free(last);
	free(has_slow_path);
}

/* Literals, arguments and what is made of them are no registers: instructions
 * take them from constants.
 */
static bool is_register(const struct graph *g, int node)
{
	const struct graph_node *n = &g->node[node];

	return n->op != GRAPH_CONST &&
		(n->uses_coord || n->uses_memory || !n->uses_scalar);
}

/* True if the factors of "product" and "sum" are three registers. */
static bool has_three(const struct graph *g, int product, int sum)
{
	int a = g->node[product].a, b = g->node[product].b;

	return a != b && a != sum && b != sum && is_register(g, a) &&
		is_register(g, b) && is_register(g, sum);
}

/* FSEL selects 32 bits. */
static const struct function_cost selection[2] = { { .other = 1 },
	{ .other = 2 } };

static void count_node(const struct graph *g, const struct placement *p, int i,
	struct kernel_work *w, bool *fused)
{
	const struct graph_node *n = &g->node[i];
	enum kernel_fp type = fp_of_type(n->type);
	struct kernel_count *fp = &w->fp[type];
	int function = function_of(g, i), product;

	if (fused[i])
		return;
	if (function >= 0)
		count_cost(function_rows[function].cost, n->type, w);
	switch (n->op) {
	case GRAPH_ADD:
	case GRAPH_SUB:
		if (fuses(g, p, i, n->b)) {
			product = n->b;
		} else if (fuses(g, p, i, n->a)) {
			product = n->a;
		} else {
			kernel_count_plain(&w->add, 1);
			kernel_count_plain(fp, 1);
			break;
		}
		fused[product] = true;
		if (has_three(g, product, product == n->a ? n->b : n->a))
			kernel_count_plain(&w->three[type], 1);
		kernel_count_plain(&w->fma, 1);
		if (n->op == GRAPH_SUB)
			kernel_count_plain(&w->late, 1);
		kernel_count_plain(fp, 1);
		break;
	case GRAPH_MIN:
	case GRAPH_MAX:
		kernel_count_plain(&w->add, 1);
		kernel_count_plain(&w->minima[type], 1);
		break;
	case GRAPH_DIV:
		if (!is_product(g, i)) {
			kernel_count_plain(&w->div, 1);
			break;
		}
		/* fall through */
	case GRAPH_MUL:
		kernel_count_plain(&w->mul, 1);
		kernel_count_plain(fp, 1);
		break;
	case GRAPH_SQRT:
	case GRAPH_EXP:
	case GRAPH_LOG:
	case GRAPH_POW:
	case GRAPH_OTHER: kernel_count_plain(&w->special, 1); break;
	case GRAPH_SELECT:
		if (kernel_is_selected(g, p, i))
			count_cost(selection, n->type, w);
		break;
	default: break;
	}
}

/* A comparison joins its result with that of another one: `and`, `or` and `not`
 * take no instruction.
 */
static bool is_of_predicates(enum graph_op op)
{
	return op == GRAPH_AND || op == GRAPH_OR || op == GRAPH_NOT;
}

/* Marks the shifts of node "i" as part of it, if the bits that one leaves free are
 * those that the other fills: of one word, a rotation, or of two that are shifted
 * together, one instruction (SHF).  A shift to the left is a product in the graph.
 */
static void fuse_rotation(const struct graph *g, const struct placement *p,
	int i, bool *fused)
{
	const struct graph_node *n = &g->node[i], *left, *right;
	int64_t factor, by;
	int of;

	if (n->op != GRAPH_ADD &&
		!(n->op == GRAPH_BITS &&
			(n->aux == BITS_OR || n->aux == BITS_XOR)))
		return;
	left = &g->node[n->a];
	right = &g->node[n->b];
	if (left->op == GRAPH_BITS) {
		left = &g->node[n->b];
		right = &g->node[n->a];
	}
	if (left->op != GRAPH_MUL || left->type != TYPE_UINT32 ||
		right->op != GRAPH_BITS || right->aux != BITS_RIGHT ||
		p->uses[n->a] != 1 || p->uses[n->b] != 1)
		return;
	of = graph_is_int(g, left->b, &factor) ? left->a : left->b;
	if (graph_is_int(g, of == left->a ? left->b : left->a, &factor) &&
		right->type == TYPE_UINT32 && graph_is_int(g, right->b, &by) &&
		by > 0 && by < 32 && factor == (int64_t) 1 << (32 - by))
		fused[n->a] = fused[n->b] = true;
}

static void count_integer(const struct graph *g, const struct placement *p,
	int i, struct kernel_work *w)
{
	const struct graph_node *n = &g->node[i];

	if (n->op == GRAPH_OTHER) {
		expand(&w->expanded[CALL_FLOAT],
			&function_rows[n->aux].cost[kernel_is_wide(g, n)]);
		return;
	}
	if (n->op == GRAPH_SELECT && !kernel_is_selected(g, p, i))
		return;
	if (n->a >= 0 && !is_of_predicates(n->op) && n->op != GRAPH_RESULT &&
		n->op != GRAPH_SCALAR && n->op != GRAPH_MEMBER &&
		n->op != GRAPH_SCATTER && n->op != GRAPH_ENTRY &&
		n->op != GRAPH_PACK && n->op != GRAPH_SHUFFLE &&
		n->op != GRAPH_CONVERT)
		kernel_count_plain(&w->integer, 1);
	if (n->op == GRAPH_ADD || n->op == GRAPH_SUB || n->op == GRAPH_MUL)
		kernel_count_plain(&w->either, 1);
	if (n->op == GRAPH_MUL)
		kernel_count_plain(&w->products, 1);
}

/* True if a value of one type has to be made one of the other before arithmetic
 * in that type, or a store, can use it.
 */
static bool is_converted(enum elem_type from, enum elem_type to)
{
	return from != TYPE_NONE && from != TYPE_BOOL && from != TYPE_OPEN &&
		to != TYPE_OPEN &&
		(type_is_float(from) ? from : TYPE_NONE) !=
		(type_is_float(to) ? to : TYPE_NONE);
}

/* The type that a node computes in: functions have no half precision. */
static enum elem_type type_of_operands(const struct graph *g, int i)
{
	const struct graph_node *n = &g->node[i];

	return n->type == TYPE_HALF && function_of(g, i) >= 0 &&
			n->op != GRAPH_MIN && n->op != GRAPH_MAX ?
		TYPE_FLOAT :
		n->type;
}

static bool is_operation(const struct graph_node *n)
{
	return (n->op >= GRAPH_ADD && n->op <= GRAPH_OTHER) ||
		n->op >= GRAPH_BITS;
}

static bool is_part_of_register(enum elem_type type)
{
	return type == TYPE_INT8 || type == TYPE_UINT8 || type == TYPE_INT16 ||
		type == TYPE_UINT16;
}

/* What is to be done with an operand before node "user" can compute with it: it
 * is converted, and a byte or two of several are taken out of their register
 * (PRMT).  Conversions to floating-point numbers take them out themselves (I2F),
 * but for bytes without a sign (nvcc 13, sm_90).
 */
#define OPERAND_CONVERTED 1u
#define OPERAND_TAKEN	  2u

static unsigned before_use(const struct graph *g, int operand, int user)
{
	const struct graph_node *n = &g->node[operand];
	unsigned what = 0;

	if (n->op != GRAPH_CONST &&
		is_converted(type_scalar(n->type), type_of_operands(g, user)))
		what |= OPERAND_CONVERTED;
	if (n->op == GRAPH_MEMBER && is_part_of_register(n->type) &&
		(n->type == TYPE_UINT8 || !(what & OPERAND_CONVERTED)))
		what |= OPERAND_TAKEN;
	return what;
}

/* Each is done once for all uses of a value. */
static void count_conversions(const struct kernel_def *k,
	const struct placement *p, struct kernel_work *w)
{
	static const struct function_cost one = { .other = 1 };
	const struct graph *g = &k->graph;
	unsigned *done = memory_new(((size_t) g->n_node + 1) * sizeof(*done));

	for (int i = 0; i < g->n_node; ++i) {
		const int operand[] = { g->node[i].a, g->node[i].b };

		if (p->region[i] < 0 || !is_operation(&g->node[i]))
			continue;
		for (int j = 0; j < 2; ++j)
			if (operand[j] >= 0)
				done[operand[j]] |= before_use(g, operand[j],
					i);
	}
	for (int i = 0; i < g->n_node; ++i)
		for (unsigned what = done[i]; what && p->region[i] >= 0;
			what &= what - 1)
			expand(&w[p->region[i]].expanded[CALL_FLOAT], &one);
	for (int i = 0; i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];
		int value = a->value;

		if (value >= 0 && p->region[value] >= 0 &&
			is_operation(&g->node[value]) &&
			is_converted(type_of_operands(g, value),
				type_scalar(k->field[a->field].type)))
			expand(&w[a->region].expanded[CALL_FLOAT], &one);
	}
	free(done);
}

static void add_shuffles(struct kernel_expanded *e, double n)
{
	kernel_count_plain(&e->control, n);
	kernel_count_plain(&e->shuffles, n);
}

/* A shuffle moves 4 bytes. */
static void count_shuffles(const struct graph *g, const struct placement *p,
	struct kernel_work *w)
{
	for (int i = 0; i < g->n_node; ++i) {
		const struct graph_node *n = &g->node[i];
		struct kernel_expanded *e;

		if (n->op != GRAPH_SHUFFLE || p->region[i] < 0)
			continue;
		e = w[p->region[i]].expanded;
		if (n->type == TYPE_OPEN) {
			add_shuffles(&e[CALL_OPEN_FLOAT], 1);
			add_shuffles(&e[CALL_OPEN_DOUBLE], 2);
		} else {
			add_shuffles(&e[CALL_INTEGER],
				type_bytes(n->type) > 4 ? 2 : 1);
		}
	}
}

static void sum_flops(struct kernel_work *w)
{
	kernel_count_add(&w->flops, &w->add, 1);
	kernel_count_add(&w->flops, &w->mul, 1);
	kernel_count_add(&w->flops, &w->fma, 2);
	kernel_count_add(&w->flops, &w->div, 1);
	kernel_count_add(&w->flops, &w->special, 1);
	kernel_count_add(&w->fp_inst, &w->add, 1);
	kernel_count_add(&w->fp_inst, &w->mul, 1);
	kernel_count_add(&w->fp_inst, &w->fma, 1);
	kernel_count_add(&w->fp_inst, &w->div, 1);
	kernel_count_add(&w->fp_inst, &w->special, 1);
}

static void add_times(struct kernel_count *to, const struct kernel_count *from,
	const struct kernel_count *times)
{
	struct kernel_count c = kernel_count_mul(from, times);

	kernel_count_add(to, &c, 1);
}

static void work_add(struct kernel_work *w, const struct kernel_work *v,
	const struct kernel_count *times)
{
	add_times(&w->add, &v->add, times);
	add_times(&w->mul, &v->mul, times);
	add_times(&w->fma, &v->fma, times);
	add_times(&w->late, &v->late, times);
	add_times(&w->div, &v->div, times);
	add_times(&w->special, &v->special, times);
	add_times(&w->integer, &v->integer, times);
	add_times(&w->either, &v->either, times);
	add_times(&w->joined, &v->joined, times);
	add_times(&w->paired, &v->paired, times);
	add_times(&w->products, &v->products, times);
	add_times(&w->words, &v->words, times);
	add_times(&w->matrix, &v->matrix, times);
	for (int i = 0; i < N_FP; ++i) {
		add_times(&w->fp[i], &v->fp[i], times);
		add_times(&w->three[i], &v->three[i], times);
		add_times(&w->minima[i], &v->minima[i], times);
	}
	for (int i = 0; i < N_CALL; ++i) {
		const struct kernel_expanded *e = &v->expanded[i];

		add_times(&w->expanded[i].fp, &e->fp, times);
		add_times(&w->expanded[i].special, &e->special, times);
		add_times(&w->expanded[i].other, &e->other, times);
		add_times(&w->expanded[i].control, &e->control, times);
		add_times(&w->expanded[i].shuffles, &e->shuffles, times);
		add_times(&w->expanded[i].slow, &e->slow, times);
	}
}

static double weight(const struct kernel_work *w,
	const int64_t extent[KERNEL_SIZES])
{
	return kernel_count_at(&w->add, extent) +
		kernel_count_at(&w->mul, extent) +
		2 * kernel_count_at(&w->fma, extent) +
		kernel_count_at(&w->div, extent) +
		kernel_count_at(&w->special, extent);
}

/* Adds the work of a region and of its inner regions to its parent: a loop
 * multiplies by its trip count, and of two branches the costlier one counts.
 */
static void gather(struct kernel_def *k, struct kernel_work *w)
{
	struct kernel_count once = { 0 };
	int64_t extent[KERNEL_SIZES];

	kernel_count_plain(&once, 1);
	kernel_default_sizes(k->dims, extent);
	for (int i = k->n_region - 1; i > 0; --i) {
		const struct kernel_region *r = &k->region[i];

		if (r->kind == REGION_LOOP) {
			work_add(&w[r->parent], &w[i], &k->loop[r->loop].trips);
			continue;
		}
		if (r->kind == REGION_ELSE)
			continue; /* counted with its THEN */
		if (r->other >= 0 &&
			weight(&w[r->other], extent) > weight(&w[i], extent))
			work_add(&w[r->parent], &w[r->other], &once);
		else
			work_add(&w[r->parent], &w[i], &once);
	}
}

static void count_work(struct kernel_def *k, const struct placement *p,
	bool waits)
{
	const struct graph *g = &k->graph;
	struct kernel_work *w = memory_new((size_t) k->n_region * sizeof(*w));
	bool *fused = memory_new((size_t) g->n_node + 1);

	kernel_constants(k, p, fused, w);
	kernel_wide(k, p, fused, w);
	kernel_tests(k, p, fused);
	for (int i = g->n_node - 1; i >= 0; --i) {
		if (p->region[i] < 0)
			continue;
		if (is_accumulation(g, i))
			fused[i] = true;
		else if (type_is_float(g->node[i].type))
			count_node(g, p, i, &w[p->region[i]], fused);
		else if (!fused[i] && !kernel_is_quotient(g, i) &&
			!kernel_is_two_words(g, i)) {
			count_integer(g, p, i, &w[p->region[i]]);
			fuse_rotation(g, p, i, fused);
		}
	}
	kernel_join(k, p, fused, w);
	kernel_quotients(k, p, w);
	count_shuffles(g, p, w);
	count_literals(k, p, w);
	count_conversions(k, p, w);
	for (int i = 0; i < k->n_mma; ++i)
		kernel_count_plain(&w[k->mma[i].region].matrix,
			2.0 * k->mma[i].m * k->mma[i].n * k->mma[i].k /
				(k->mma[i].is_group ? KERNEL_GROUP : 1));
	for (int i = 0; i < k->n_region; ++i) {
		k->region[i].work = w[i];
		sum_flops(&k->region[i].work);
	}
	if (waits) {
		kernel_divide(k, p->region, fused);
		kernel_chain(k, p->region, fused);
	}
	gather(k, w);
	k->work = w[0];
	sum_flops(&k->work);
	free(w);
	free(fused);
}

/* Counts that a kernel of addresses states replace the computed ones. */
static void given_flops(struct kernel_def *k)
{
	struct kernel_work *w;

	if (!k->by_address)
		return;
	w = memory_new((size_t) k->n_region * sizeof(*w));
	for (int i = 0; i < k->n_region; ++i) {
		double flops = i > 0 ? k->region[i].given[GIVEN_FLOPS] :
				       k->given[GIVEN_FLOPS];

		if (flops > 0)
			kernel_count_plain(&w[i].add, flops);
	}
	gather(k, w);
	k->work.flops = w[0].add;
	free(w);
}

static void finish(struct kernel_def *k, bool waits)
{
	struct placement p;

	kernel_place(k, &p);
	kernel_count_trips(k);
	count_work(k, &p, waits);
	given_flops(k);
	kernel_place_clear(&p);
}

void kernel_finish(struct kernel_def *k)
{
	finish(k, true);
}

void kernel_finish_outline(struct kernel_def *k)
{
	finish(k, false);
}
