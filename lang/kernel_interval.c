/* Intervals: what a warp can issue before it has to wait for memory.
 *
 * Loads that do not depend on each other are under way together, and the
 * first operation that uses one of them ends the interval.  Within a loop,
 * and outside of all loops, the phase of a node is the number of loads on
 * the longest way to it; nodes of one phase make an interval.  A barrier
 * keeps what comes after it from starting before what was waited for.
 */

#include <stdlib.h>

#include "lang/kernel.h"
#include "lang/memory.h"

struct division {
	struct kernel_def *k;
	const int *region;
	const bool *fused;
	int *phase;		/* of each node: when its value is there */
	double *chain;		/* to each node, within its interval */
	double *carried;	/* the same from the turn before; -1: none */
	int *first;		/* interval of phase 0: [loop + 1] */
	int *phases;		/* of each loop: [loop + 1] */
	int *after;		/* phase that a barrier waits for */
	int next;		/* access that comes next */
};

static int loop_of(const struct kernel_def *k, int region)
{
	while (region > 0 && k->region[region].kind != REGION_LOOP)
		region = k->region[region].parent;
	return region > 0 ? k->region[region].loop : -1;
}

static bool is_arithmetic(const struct graph_node *n)
{
	return n->a >= 0 && n->op != GRAPH_RESULT && n->op != GRAPH_CARRIED &&
		n->op != GRAPH_SCATTER;
}

/* When the operand "node" is there for what runs in "loop": values of the
 * loops around are there from the start.
 */
static int phase_for(const struct division *d, int node, int loop)
{
	if (node < 0 || d->region[node] < 0 ||
	    loop_of(d->k, d->region[node]) != loop)
		return 0;
	return d->phase[node];
}

static void chain_through(struct division *d, int i, int node)
{
	int loop = loop_of(d->k, d->region[i]);

	if (node < 0 || d->region[node] < 0 ||
	    loop_of(d->k, d->region[node]) != loop ||
	    d->phase[node] != d->phase[i])
		return;
	if (d->chain[node] > d->chain[i])
		d->chain[i] = d->chain[node];
	if (d->carried[node] > d->carried[i])
		d->carried[i] = d->carried[node];
}

/* The phase in which access "a" is issued. */
static int issue_phase(const struct division *d, const struct kernel_access *a,
	int operand, int loop)
{
	int phase = phase_for(d, operand, loop);

	return phase > d->after[a->n_barrier] ? phase :
		d->after[a->n_barrier];
}

/* What comes after a barrier waits for all that an earlier access did. */
static void pass_barriers(struct division *d, const struct kernel_access *a,
	int phase)
{
	for (int b = a->n_barrier + 1; b <= d->k->n_barrier; ++b)
		if (d->after[b] < phase)
			d->after[b] = phase;
}

/* What the index of an access is made of, if it depends on data; or -1. */
static int scattered_by(const struct kernel_def *k,
	const struct kernel_access *a)
{
	return kernel_scatter_of(k, a) ? k->graph.node[a->index[0]].a : -1;
}

static void divide_store(struct division *d, struct kernel_access *a)
{
	int loop = loop_of(d->k, a->region);
	int index = issue_phase(d, a, scattered_by(d->k, a), loop);

	a->interval = issue_phase(d, a, a->value, loop);
	if (a->interval < index)
		a->interval = index;
	pass_barriers(d, a, a->interval);
	if (d->phases[loop + 1] <= a->interval)
		d->phases[loop + 1] = a->interval + 1;
}

/* The stores that come before access "end": their values are made of nodes
 * before those of later loads.
 */
static void pass_stores(struct division *d, int end)
{
	for (; d->next < end; ++d->next)
		if (d->k->access[d->next].value >= 0)
			divide_store(d, &d->k->access[d->next]);
}

static void divide_load(struct division *d, int i)
{
	struct kernel_access *a = &d->k->access[d->k->graph.node[i].aux];
	int loop = loop_of(d->k, d->region[i]);

	pass_stores(d, d->k->graph.node[i].aux);
	a->interval = issue_phase(d, a, scattered_by(d->k, a), loop);
	d->phase[i] = a->interval + 1;
	pass_barriers(d, a, d->phase[i]);
}

static void divide_node(struct division *d, int i)
{
	const struct graph_node *n = &d->k->graph.node[i];
	int loop = loop_of(d->k, d->region[i]);
	const int operand[] = { n->a, n->op == GRAPH_CARRIED ? -1 : n->b,
		n->c };

	d->carried[i] = n->op == GRAPH_CARRIED ? 0 : -1;
	if (n->op == GRAPH_LOAD) {
		divide_load(d, i);
	} else if (n->op == GRAPH_RESULT) {
		d->phase[i] = 1;	/* the loop before it was waited for */
	} else {
		for (int j = 0; j < 3; ++j) {
			int phase = phase_for(d, operand[j], loop);

			if (phase > d->phase[i])
				d->phase[i] = phase;
		}
		for (int j = 0; j < 3; ++j)
			chain_through(d, i, operand[j]);
	}
	if (is_arithmetic(n) && !d->fused[i] && type_is_float(n->type)) {
		d->chain[i] += 1;
		d->carried[i] += d->carried[i] >= 0;
	}
	if (d->phases[loop + 1] <= d->phase[i])
		d->phases[loop + 1] = d->phase[i] + 1;
}

/* Accesses of a kernel of addresses say nothing of each other: all loads
 * come first.
 */
static void divide_addresses(struct division *d)
{
	for (int i = 0; i < d->k->n_access; ++i) {
		struct kernel_access *a = &d->k->access[i];

		if (a->address < 0)
			continue;
		a->interval = a->is_store;
		d->phases[loop_of(d->k, a->region) + 1] = 2;
	}
}

static void make_intervals(struct division *d)
{
	struct kernel_def *k = d->k;
	int n = 0;

	for (int loop = -1; loop < k->n_loop; ++loop)
		n += d->phases[loop + 1];
	k->interval = memory_new((size_t) n * sizeof(*k->interval));
	for (int loop = -1; loop < k->n_loop; ++loop) {
		d->first[loop + 1] = k->n_interval;
		for (int p = 0; p < d->phases[loop + 1]; ++p)
			k->interval[k->n_interval++] =
				(struct kernel_interval) { .loop = loop,
				.phase = p };
	}
}

static void fill_intervals(struct division *d)
{
	struct kernel_def *k = d->k;

	for (int i = 0; i < k->graph.n_node; ++i) {
		struct kernel_interval *v;

		if (d->region[i] < 0)
			continue;
		v = &k->interval[d->first[loop_of(k, d->region[i]) + 1] +
			d->phase[i]];
		v->work += is_arithmetic(&k->graph.node[i]) && !d->fused[i];
		if (d->chain[i] > v->chain)
			v->chain = d->chain[i];
		if (d->carried[i] > v->carried)
			v->carried = d->carried[i];
	}
	for (int i = 0; i < k->n_access; ++i)
		k->access[i].interval +=
			d->first[loop_of(k, k->access[i].region) + 1];
}

void kernel_divide(struct kernel_def *k, const int *region,
	const bool *fused)
{
	size_t n = (size_t) k->graph.n_node + 1;
	size_t n_loop = (size_t) k->n_loop + 1;
	struct division d = {
		.k = k, .region = region, .fused = fused,
		.phase = memory_new(n * sizeof(int)),
		.chain = memory_new(n * sizeof(double)),
		.carried = memory_new(n * sizeof(double)),
		.first = memory_new(n_loop * sizeof(int)),
		.phases = memory_new(n_loop * sizeof(int)),
		.after = memory_new(((size_t) k->n_barrier + 1) * sizeof(int)),
	};

	for (size_t i = 0; i < n_loop; ++i)
		d.phases[i] = 1;
	for (int i = 0; i < k->graph.n_node; ++i)
		if (region[i] >= 0)
			divide_node(&d, i);
	pass_stores(&d, k->n_access);
	divide_addresses(&d);
	make_intervals(&d);
	fill_intervals(&d);
	free(d.phase);
	free(d.chain);
	free(d.carried);
	free(d.first);
	free(d.phases);
	free(d.after);
}
