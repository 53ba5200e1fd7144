/* Stall intervals: what a warp issues between two waits for memory.
 *
 * The scan follows program order, as GPUs issue in order.  Consecutive loads
 * are in flight together; the first operation or store that uses one of them
 * ends the interval, and so does a loop.  Each loop body, and the code outside
 * of all loops, is divided separately.
 */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/kernel/kernel.h"

struct division {
	struct kernel_def *k;
	const int *region;
	const bool *fused;
	int *phase;    /* of each node: when its value is ready */
	double *chain; /* longest chain to each node, in its interval */
	int *now;      /* current phase of each loop: [loop + 1] */
	int *issued;   /* phase in which its last access was: [loop + 1] */
	bool *is_met;  /* loops that have begun: [loop + 1] */
	int *first;    /* interval of phase 0: [loop + 1] */
	int next;      /* next access to issue */
};

static bool is_arithmetic(const struct graph_node *n)
{
	return n->a >= 0 && n->op != GRAPH_RESULT && n->op != GRAPH_CARRIED &&
		n->op != GRAPH_SCATTER && n->op != GRAPH_CHANCE &&
		n->op != GRAPH_MEMBER && n->op != GRAPH_PACK;
}

static bool is_within(const struct division *d, int node, int loop)
{
	return node >= 0 && d->region[node] >= 0 &&
		kernel_loop_of(d->k, d->region[node]) == loop;
}

/* Waits until the value of "node" is ready.  Values from enclosing loops are
 * ready before the loop starts.
 */
static void wait_for(struct division *d, int node, int loop)
{
	if (is_within(d, node, loop) && d->phase[node] > d->now[loop + 1])
		d->now[loop + 1] = d->phase[node];
}

/* The node that the index of an access depends on through data; -1: none. */
static int scattered_by(const struct kernel_def *k,
	const struct kernel_access *a)
{
	const struct kernel_scatter *s = kernel_scatter_of(k, a);

	return s ? s->of : -1;
}

static void issue(struct division *d, struct kernel_access *a)
{
	int loop = kernel_loop_of(d->k, a->region);

	wait_for(d, scattered_by(d->k, a), loop);
	wait_for(d, a->value, loop);
	a->stall = d->now[loop + 1];
	d->issued[loop + 1] = a->stall;
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
	d->phase[i] = d->k->access[access].stall + 1;
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
	for (int j = 0; is_arithmetic(n) && j < 3; ++j)
		wait_for(d, operand[j], loop);
	d->phase[i] = d->now[loop + 1];
	if (n->op == GRAPH_SCATTER && is_within(d, n->a, loop))
		d->phase[i] = d->phase[n->a];
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

		int *now = &d->now[kernel_loop_of(d->k, a->region) + 1];

		if (!d->k->has_waits) {
			a->stall = a->is_store;
			*now = 1;
		}
		*now = a->stall > *now ? a->stall : *now;
	}
}

static void make_stalls(struct division *d)
{
	struct kernel_def *k = d->k;
	int n = 0;

	for (int loop = -1; loop < k->n_loop; ++loop)
		n += d->now[loop + 1] + 1;
	k->stall = memory_new((size_t) n * sizeof(*k->stall));
	for (int loop = -1; loop < k->n_loop; ++loop) {
		d->first[loop + 1] = k->n_stall;
		for (int p = 0; p <= d->now[loop + 1]; ++p)
			k->stall[k->n_stall++] = (struct kernel_stall) {
				.loop = loop,
				.phase = p
			};
	}
}

static void fill_stalls(struct division *d)
{
	struct kernel_def *k = d->k;

	for (int i = 0; i < k->graph.n_node; ++i) {
		struct kernel_stall *v;

		if (d->region[i] < 0)
			continue;
		if (k->graph.node[i].op == GRAPH_LOAD)
			continue;
		v = &k->stall[d->first[kernel_loop_of(k, d->region[i]) + 1] +
			d->phase[i]];
		v->work += is_arithmetic(&k->graph.node[i]) && !d->fused[i];
		if (d->chain[i] > v->chain)
			v->chain = d->chain[i];
	}
	for (int i = 0; i < k->n_access; ++i)
		k->access[i].stall +=
			d->first[kernel_loop_of(k, k->access[i].region) + 1];
}

void kernel_divide(struct kernel_def *k, const int *region, const bool *fused)
{
	size_t n = (size_t) k->graph.n_node + 1;
	size_t n_loop = (size_t) k->n_loop + 1;
	struct division d = {
		.k = k,
		.region = region,
		.fused = fused,
		.phase = memory_new(n * sizeof(int)),
		.chain = memory_new(n * sizeof(double)),
		.first = memory_new(n_loop * sizeof(int)),
		.now = memory_new(n_loop * sizeof(int)),
		.issued = memory_new(n_loop * sizeof(int)),
		.is_met = memory_new(n_loop * sizeof(bool)),
	};

	for (size_t i = 0; i < n_loop; ++i)
		d.issued[i] = -1;
	for (int i = 0; i < k->graph.n_node; ++i) {
		if (region[i] < 0)
			continue;
		begin_loop(&d, region[i]);
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
	free(d.is_met);
}
