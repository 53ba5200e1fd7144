/* Stall intervals: what a warp issues between two waits for memory.
 *
 * GPUs issue in order.  Loads that follow each other are in flight together;
 * the first operation or store that uses one of them ends the interval, and so
 * does a loop.  Each loop body, and the code outside of all loops, is divided
 * separately.
 *
 * The scan follows the order of the program (LOADS_INLINE), or that of a
 * compiler which moves loads up (LOADS_FIRST): to the start of their loop body
 * or condition, but not over a loop, the value that their index waits for, or
 * a store to their field.
 */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/kernel/kernel.h"

struct stored {
	int loop, phase;
};

struct division {
	struct kernel_def *k;
	const int *region;
	const bool *fused;
	enum load_order loads;
	int *phase;    /* of each node: when its value is ready */
	double *chain; /* longest chain to each node, in its interval */
	int *now;      /* last phase of each loop so far: [loop + 1] */
	int *issued;   /* last phase with an access: [loop + 1] */
	int *behind;   /* phase after the last inner loop: [loop + 1] */
	int *start; /* of each region: phase in which it begins; -1: not met */
	struct stored *stored; /* of each field: its last store */
	bool *is_met;	       /* loops that have begun: [loop + 1] */
	int *first;	       /* interval of phase 0: [loop + 1] */
	int next;	       /* next access to issue */
};

static bool is_arithmetic(const struct graph_node *n)
{
	return n->a >= 0 && n->op != GRAPH_RESULT && n->op != GRAPH_CARRIED &&
		n->op != GRAPH_SCATTER && n->op != GRAPH_CHANCE &&
		n->op != GRAPH_ENTRY && n->op != GRAPH_MEMBER &&
		n->op != GRAPH_PACK;
}

static bool is_within(const struct division *d, int node, int loop)
{
	return node >= 0 && d->region[node] >= 0 &&
		kernel_loop_of(d->k, d->region[node]) == loop;
}

static void raise_to(int *phase, int least)
{
	if (*phase < least)
		*phase = least;
}

/* The first phase in which code of "region" may be issued. */
static int begin(const struct division *d, int region)
{
	int loop = kernel_loop_of(d->k, region);
	int phase = d->behind[loop + 1];

	if (d->loads == LOADS_INLINE)
		return d->now[loop + 1];
	raise_to(&phase, d->start[region]);
	return phase;
}

/* Waits until the value of "node" is ready.  Values from enclosing loops are
 * ready before the loop starts.
 */
static void wait_for(const struct division *d, int node, int loop, int *phase)
{
	if (is_within(d, node, loop))
		raise_to(phase, d->phase[node]);
}

/* Begins a region; a branch waits for its condition. */
static void meet(struct division *d, int region)
{
	const struct kernel_region *r = &d->k->region[region];
	int loop = kernel_loop_of(d->k, region), *now = &d->now[loop + 1];

	if (d->start[region] >= 0)
		return;
	if (r->kind == REGION_THEN || r->kind == REGION_ELSE)
		wait_for(d, r->condition, loop, now);
	d->start[region] = *now;
}

static void issue(struct division *d, struct kernel_access *a)
{
	int loop = kernel_loop_of(d->k, a->region);
	struct stored *stored = &d->stored[a->field];
	int phase;

	meet(d, a->region);
	phase = begin(d, a->region);

	wait_for(d, kernel_index_node(d->k, a), loop, &phase);
	wait_for(d, a->value, loop, &phase);
	if (d->loads == LOADS_FIRST && stored->loop == loop)
		raise_to(&phase, stored->phase);
	if (a->is_store)
		*stored = (struct stored) { loop, phase };
	a->stall[d->loads] = phase;
	raise_to(&d->now[loop + 1], phase);
	raise_to(&d->issued[loop + 1], phase);
}

/* What follows a loop is not in flight with what came before it. */
static void begin_loop(struct division *d, int region)
{
	int loop = kernel_loop_of(d->k, region), around;

	if (loop < 0 || d->is_met[loop + 1])
		return;
	d->is_met[loop + 1] = true;
	while (kernel_loop_of(d->k, region) == loop)
		region = d->k->region[region].parent;
	begin_loop(d, region);
	around = kernel_loop_of(d->k, region);
	if (d->issued[around + 1] == d->now[around + 1])
		++d->now[around + 1];
	d->behind[around + 1] = d->now[around + 1];
}

/* Issues the stores before access "end". */
static void issue_stores(struct division *d, int end)
{
	for (; d->next < end; ++d->next)
		if (d->k->access[d->next].value >= 0)
			issue(d, &d->k->access[d->next]);
}

static void divide_load(struct division *d, int i)
{
	int access = d->k->graph.node[i].aux;

	issue_stores(d, access);
	issue(d, &d->k->access[access]);
	d->phase[i] = d->k->access[access].stall[d->loads] + 1;
}

static void chain_through(struct division *d, int i, int node, int loop)
{
	if (is_within(d, node, loop) && d->phase[node] == d->phase[i] &&
		d->chain[node] > d->chain[i])
		d->chain[i] = d->chain[node];
}

static void divide_node(struct division *d, int i)
{
	const struct graph_node *n = &d->k->graph.node[i];
	int loop = kernel_loop_of(d->k, d->region[i]);
	const int operand[] = { n->a, n->op == GRAPH_CARRIED ? -1 : n->b,
		n->c };

	if (n->op == GRAPH_LOAD) {
		divide_load(d, i);
		return;
	}
	d->phase[i] = begin(d, d->region[i]);
	for (int j = 0; j < 3; ++j)
		wait_for(d, operand[j], loop, &d->phase[i]);
	/* what only names a value does not wait for it */
	if (is_arithmetic(n))
		raise_to(&d->now[loop + 1], d->phase[i]);
	for (int j = 0; j < 3; ++j)
		chain_through(d, i, operand[j], loop);
	if (is_arithmetic(n) && !d->fused[i] && type_is_float(n->type))
		d->chain[i] += 1;
}

/* A kernel of addresses does not say how its accesses depend on each other: all
 * loads are issued first, unless it was read from compiled code or says
 * `wait`.
 */
static void divide_addresses(struct division *d)
{
	if (!d->k->by_address || d->k->has_flow)
		return;
	for (int i = 0; i < d->k->n_access; ++i) {
		struct kernel_access *a = &d->k->access[i];
		int phase = d->k->has_waits ? a->stall[LOADS_INLINE] :
					      a->is_store;

		a->stall[d->loads] = phase;
		raise_to(&d->now[kernel_loop_of(d->k, a->region) + 1],
			d->k->has_waits ? phase : 1);
	}
}

static void make_stalls(struct division *d)
{
	struct kernel_def *k = d->k;
	struct kernel_stall *stall;
	int n = 0;

	for (int loop = -1; loop < k->n_loop; ++loop)
		n += d->now[loop + 1] + 1;
	stall = memory_new((size_t) n * sizeof(*stall));
	n = 0;
	for (int loop = -1; loop < k->n_loop; ++loop) {
		d->first[loop + 1] = n;
		for (int p = 0; p <= d->now[loop + 1]; ++p)
			stall[n++] = (struct kernel_stall) { .loop = loop,
				.phase = p };
	}
	k->n_stall[d->loads] = n;
	k->stall[d->loads] = stall;
}

static void fill_stalls(struct division *d)
{
	struct kernel_def *k = d->k;

	for (int i = 0; i < k->graph.n_node; ++i) {
		struct kernel_stall *v;

		if (d->region[i] < 0)
			continue;
		if (k->graph.node[i].op == GRAPH_LOAD ||
			!is_arithmetic(&k->graph.node[i]))
			continue;
		v = &k->stall[d->loads]
			     [d->first[kernel_loop_of(k, d->region[i]) + 1] +
				     d->phase[i]];
		v->work += !d->fused[i];
		if (d->chain[i] > v->chain)
			v->chain = d->chain[i];
	}
	for (int i = 0; i < k->n_access; ++i)
		k->access[i].stall[d->loads] +=
			d->first[kernel_loop_of(k, k->access[i].region) + 1];
}

static void divide(struct kernel_def *k, const int *region, const bool *fused,
	enum load_order loads)
{
	size_t n = (size_t) k->graph.n_node + 1;
	size_t n_loop = (size_t) k->n_loop + 1;
	struct division d = {
		.k = k,
		.region = region,
		.fused = fused,
		.loads = loads,
		.phase = memory_new(n * sizeof(int)),
		.chain = memory_new(n * sizeof(double)),
		.first = memory_new(n_loop * sizeof(int)),
		.now = memory_new(n_loop * sizeof(int)),
		.issued = memory_new(n_loop * sizeof(int)),
		.behind = memory_new(n_loop * sizeof(int)),
		.is_met = memory_new(n_loop * sizeof(bool)),
		.start = memory_new((size_t) k->n_region * sizeof(int)),
		.stored = memory_new(
			((size_t) k->n_field + 1) * sizeof(struct stored)),
	};

	for (size_t i = 0; i < n_loop; ++i)
		d.issued[i] = -1;
	for (int i = 0; i < k->n_region; ++i)
		d.start[i] = -1;
	for (int i = 0; i < k->n_field; ++i)
		d.stored[i].loop = -2;
	for (int i = 0; i < k->graph.n_node; ++i) {
		if (region[i] < 0)
			continue;
		begin_loop(&d, region[i]);
		meet(&d, region[i]);
		divide_node(&d, i);
	}
	issue_stores(&d, k->n_access);
	divide_addresses(&d);
	make_stalls(&d);
	fill_stalls(&d);
	free(d.phase);
	free(d.chain);
	free(d.first);
	free(d.now);
	free(d.issued);
	free(d.behind);
	free(d.is_met);
	free(d.start);
	free(d.stored);
}

void kernel_divide(struct kernel_def *k, const int *region, const bool *fused)
{
	/* the first division of addresses with `wait` reads what the last one
	 * writes
	 */
	divide(k, region, fused, LOADS_FIRST);
	divide(k, region, fused, LOADS_INLINE);
}
