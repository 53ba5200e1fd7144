/* What a warp waits for in one trip of each loop: dependent loads, dependent
 * arithmetic, and whether a load of the next trip may start before this one
 * ends (doc/MODEL.md, chapter 20).
 *
 * Paths run over the graph of values.  A compiler moves loads up as far as
 * their addresses and the stores before them allow.
 */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/kernel/kernel_parts.h"

/* Operations of a chain that take as long as one of these: measured chains of
 * single and double precision over that of an fma (tests/measured/h200,
 * chains.csv).
 */
static const struct {
	enum graph_op op;
	double steps[2]; /* float, double */
} long_ops[] = {
	{ GRAPH_MIN, { 2.3, 2.3 } },
	{ GRAPH_MAX, { 2.3, 2.3 } },
	{ GRAPH_DIV, { 10.2, 13.6 } },
	{ GRAPH_SQRT, { 10.7, 10.6 } },
	{ GRAPH_EXP, { 9.9, 20 } },
	{ GRAPH_LOG, { 9.9, 20 } },
	{ GRAPH_POW, { 20, 40 } },
	{ GRAPH_OTHER, { 9.9, 20 } },
};

/* A step of double precision takes about two of single precision; only the
 * choice of the longest path depends on it, and a matrix instruction about
 * eight.
 */
static double weight(struct kernel_path p)
{
	return p.fp32 + 2 * p.fp64 + 8 * p.tensor;
}

struct paths {
	struct kernel_def *k;
	const int *region;
	const bool *fused;
	bool is_double; /* open types */
	/* of each node: from a carried value, and from a load, of its loop;
	 * negative: there is no such path
	 */
	struct kernel_path *carried, *loaded;
};

static const struct kernel_path no_path = { -1, -1, -1 };

static bool is_double(const struct paths *p, enum elem_type type)
{
	return type == TYPE_DOUBLE || (type == TYPE_OPEN && p->is_double);
}

static struct kernel_path longer(struct kernel_path a, struct kernel_path b)
{
	return weight(b) > weight(a) ? b : a;
}

double kernel_steps(const struct graph *g, int i, bool is_double)
{
	const struct graph_node *n = &g->node[i];

	if (n->a < 0 || !type_is_float(n->type))
		return 0;
	switch (n->op) {
	case GRAPH_RESULT:
	case GRAPH_CARRIED:
	case GRAPH_SCATTER:
	case GRAPH_CHANCE:
	case GRAPH_MEMBER:
	case GRAPH_PACK:
	case GRAPH_LOAD: return 0;
	case GRAPH_DIV:
		if (graph_is_const(g, n->b, NULL))
			return 1;
		break;
	default: break;
	}
	for (size_t j = 0; j < sizeof(long_ops) / sizeof(long_ops[0]); ++j)
		if (long_ops[j].op == n->op)
			return long_ops[j].steps[is_double];
	return 1;
}

bool kernel_is_call(const struct graph *g, int i, bool open_is_double)
{
	const struct graph_node *n = &g->node[i];

	switch (n->op) {
	case GRAPH_DIV:
		return type_is_float(n->type) && !graph_is_const(g, n->b, NULL);
	case GRAPH_SQRT: return true;
	case GRAPH_EXP:
	case GRAPH_LOG:
	case GRAPH_POW:
	case GRAPH_OTHER:
		return n->type == TYPE_DOUBLE ||
			(n->type == TYPE_OPEN && open_is_double);
	default: return false;
	}
}

/* Matrix instructions that add to the same sums one after the other: those
 * along k, which have 32 bytes of it (PTX ISA, mma).
 */
static double matrix_steps(const struct paths *p, int i)
{
	const struct graph_node *n = &p->k->graph.node[i];
	double steps = 0;

	if (n->op != GRAPH_ADD)
		return 0;
	for (int j = 0; j < 2; ++j) {
		const struct graph_node *t = &p->k->graph.node[j ? n->b : n->a];

		if (t->op == GRAPH_TILE)
			steps += p->k->mma[t->aux].k *
				tensors[p->k->mma[t->aux].type].elem_B / 32;
	}
	return steps;
}

static struct kernel_path through(const struct paths *p, int i,
	const struct kernel_path *of)
{
	const struct graph_node *n = &p->k->graph.node[i];
	const int operand[] = { n->a, n->op == GRAPH_CARRIED ? -1 : n->b,
		n->c };
	int loop = kernel_loop_of(p->k, p->region[i]);
	struct kernel_path path = no_path;
	bool wide = is_double(p, n->type);
	double steps = p->fused[i] ? 0 : kernel_steps(&p->k->graph, i, wide);

	for (int j = 0; j < 3; ++j)
		if (operand[j] >= 0 && p->region[operand[j]] >= 0 &&
			kernel_loop_of(p->k, p->region[operand[j]]) == loop)
			path = longer(path, of[operand[j]]);
	if (path.fp32 < 0)
		return path;
	path.tensor += matrix_steps(p, i);
	if (wide)
		path.fp64 += steps;
	else
		path.fp32 += steps;
	return path;
}

static void find_paths(struct paths *p)
{
	const struct graph *g = &p->k->graph;

	for (int i = 0; i < g->n_node; ++i) {
		struct kernel_chain *c;

		p->carried[i] = p->loaded[i] = no_path;
		if (p->region[i] < 0)
			continue;
		c = &p->k->chain[kernel_loop_of(p->k, p->region[i]) + 1];
		if (g->node[i].op == GRAPH_CARRIED) {
			p->carried[i] = (struct kernel_path) { 0, 0, 0 };
			continue;
		}
		if (g->node[i].op == GRAPH_LOAD)
			p->loaded[i] = (struct kernel_path) { 0, 0, 0 };
		else
			p->loaded[i] = through(p, i, p->loaded);
		p->carried[i] = through(p, i, p->carried);
		c->has_call[p->is_double] |= kernel_is_call(g, i, p->is_double);
		c->after_load[p->is_double] =
			longer(c->after_load[p->is_double], p->loaded[i]);
	}
	for (int i = 0; i < p->k->n_carried; ++i) {
		const struct kernel_carried *v = &p->k->carried[i];
		struct kernel_chain *c = &p->k->chain[v->loop + 1];

		c->carried[p->is_double] = longer(c->carried[p->is_double],
			p->carried[v->next]);
	}
}

/* -------------------------------------------------------------- loads */

/* True if a load from "f" stays behind a store to "g".  A field that is only
 * read and declared `restrict` is loaded through a path on which nothing is
 * stored; what a kernel stores to may alias any other such field, because
 * that is lost on the way to machine code.
 */
static bool may_alias(const struct kernel_field *f,
	const struct kernel_field *g)
{
	return f != g && !f->is_shared && !g->is_shared &&
		(f->is_stored || !f->is_restrict);
}

/* The step after which the conditions around region "r" are known. */
static int ready_at(const struct kernel_def *k, const int *region,
	const int *ready, int r, int loop)
{
	int most = 0;

	for (; r > 0 && k->region[r].kind != REGION_LOOP;
		r = k->region[r].parent) {
		int c = k->region[r].condition;

		if (c >= 0 && region[c] >= 0 &&
			kernel_loop_of(k, region[c]) == loop && ready[c] > most)
			most = ready[c];
	}
	return most;
}

/* The dependent steps that the loads of a trip make: an index may depend on
 * data, and so may a condition.
 */
static void find_steps(struct kernel_def *k, const int *region)
{
	int *ready = memory_new(((size_t) k->graph.n_node + 1) * sizeof(int));

	for (int i = 0; i < k->graph.n_node; ++i) {
		const struct graph_node *n = &k->graph.node[i];
		const struct kernel_access *a = n->op == GRAPH_LOAD ?
			&k->access[n->aux] :
			NULL;
		const struct kernel_scatter *s = a ? kernel_scatter_of(k, a) :
						     NULL;
		const int operand[] = { s ? s->of : n->a,
			n->op == GRAPH_CARRIED ? -1 : n->b, n->c };
		int loop = kernel_loop_of(k, region[i]), *most;

		for (int j = 0; region[i] >= 0 && j < 3; ++j)
			if (operand[j] >= 0 && region[operand[j]] >= 0 &&
				kernel_loop_of(k, region[operand[j]]) == loop &&
				ready[operand[j]] > ready[i])
				ready[i] = ready[operand[j]];
		if (region[i] < 0 || !a || k->field[a->field].is_shared)
			continue;
		ready[i] = ready_at(k, region, ready, region[i], loop) >
				ready[i] ?
			ready_at(k, region, ready, region[i], loop) :
			ready[i];
		most = &k->chain[loop + 1].steps;
		if (++ready[i] > *most)
			*most = ready[i];
	}
	free(ready);
}

/* Fields are told apart up to this number. */
#define FIELDS 64

/* In straight code, a field that is loaded and stored waits for stores to
 * others, unless one of these needs its loads: fields that are updated one
 * by one are as many steps.
 */
static void find_updates(struct kernel_def *k)
{
	uint64_t *from = memory_new(
		((size_t) k->graph.n_node + 1) * sizeof(*from));
	uint64_t stored = 0, loaded = 0, needed = 0, one = 1;
	int n = 0;

	for (int i = 0; i < k->graph.n_node; ++i) {
		const struct graph_node *v = &k->graph.node[i];
		const int operand[] = { v->a,
			v->op == GRAPH_CARRIED ? -1 : v->b, v->c };

		for (int j = 0; j < 3; ++j)
			from[i] |= operand[j] >= 0 ? from[operand[j]] : 0;
		if (v->op == GRAPH_LOAD)
			from[i] |= one << (k->access[v->aux].field % FIELDS);
	}
	for (int i = 0; i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];
		uint64_t bit = one << (a->field % FIELDS);

		if (k->field[a->field].is_shared ||
			kernel_loop_of(k, a->region) >= 0)
			continue;
		*(a->is_store ? &stored : &loaded) |= bit;
		if (a->is_store && a->value >= 0)
			needed |= from[a->value] & ~bit;
	}
	for (int f = 0; f < FIELDS; ++f)
		n += (stored & loaded & ~needed) >> f & 1;
	if (n > k->chain[0].steps)
		k->chain[0].steps = n;
	free(from);
}

/* Marks loops in which a load may have to stay behind the store of the trip
 * before.
 */
static void find_aliases(struct kernel_def *k)
{
	for (int i = 0; i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];
		int loop = kernel_loop_of(k, a->region);

		for (int j = 0; a->is_store && loop >= 0 && j < k->n_access;
			++j) {
			const struct kernel_access *b = &k->access[j];

			if (!b->is_store && b->hint != HINT_READ_ONLY &&
				kernel_loop_of(k, b->region) == loop &&
				may_alias(&k->field[b->field],
					&k->field[a->field]))
				k->chain[loop + 1].may_alias = true;
		}
	}
}

void kernel_chain(struct kernel_def *k, const int *region, const bool *fused)
{
	size_t n = (size_t) k->graph.n_node + 1;
	struct paths p = {
		.k = k,
		.region = region,
		.fused = fused,
		.carried = memory_new(n * sizeof(*p.carried)),
		.loaded = memory_new(n * sizeof(*p.loaded)),
	};

	k->chain = memory_new(((size_t) k->n_loop + 1) * sizeof(*k->chain));
	for (int wide = 0; wide < 2; ++wide) {
		p.is_double = wide;
		find_paths(&p);
	}
	find_steps(k, region);
	find_updates(k);
	find_aliases(k);
	if (k->has_flow)
		kernel_order(k, region, fused);
	free(p.carried);
	free(p.loaded);
}
