/* Integer operations that share a machine instruction (doc/MODEL.md, (16.22)).
 *
 * IADD3 adds three numbers, IMAD adds to a product, LEA to a number that is
 * shifted, LOP3 is any logic of three numbers, VIMNMX3 the least or most of three, and
 * VIADDMNMX that of a sum and another.  From users to operands, an operation takes in the operand
 * that no other uses, so that a sum of n numbers has half as many instructions as operations.
 */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/kernel/kernel_parts.h"

#define LEAVES 3

struct join {
	const struct graph *g;
	const struct placement *p;
	bool *joined;
	bool *turned; /* complements that each user of several makes itself */
	struct kernel_work *w;
};

static bool is_logic(const struct graph_node *n)
{
	return n->op == GRAPH_BITS &&
		(n->aux == BITS_AND || n->aux == BITS_OR || n->aux == BITS_XOR);
}

static bool is_sum(const struct graph_node *n)
{
	return n->op == GRAPH_ADD || n->op == GRAPH_SUB;
}

static bool is_word(const struct graph_node *n)
{
	return n->type != TYPE_INT64 && n->type != TYPE_BOOL &&
		!type_is_float(n->type);
}

/* True if "user" alone computes with "node", of 32 bits, in the same region. */
static bool is_own(const struct join *j, int user, int node)
{
	return node >= 0 && is_word(&j->g->node[node]) &&
		j->p->uses[node] == 1 &&
		j->p->region[node] == j->p->region[user] && !j->joined[node];
}

static bool is_product(const struct join *j, int user, int node)
{
	return is_own(j, user, node) && j->g->node[node].op == GRAPH_MUL;
}

static bool is_shifted(const struct join *j, int user, int node)
{
	const struct graph_node *n = &j->g->node[node];

	return is_own(j, user, node) && j->g->node[user].op == GRAPH_ADD &&
		n->op == GRAPH_BITS && n->aux == BITS_RIGHT &&
		graph_is_const(j->g, n->b, NULL);
}

/* "node" is part of the instruction of "user"; of the two, "either" less run on the
 * units of products.
 */
static void take(struct join *j, int user, int node, double either)
{
	struct kernel_work *w = &j->w[j->p->region[user]];

	j->joined[node] = true;
	kernel_count_plain(&w->joined, 1);
	kernel_count_plain(&w->either, -either);
}

/* These return whether an instruction of two numbers has room for another. */
static bool join_sum(struct join *j, int i)
{
	const struct graph_node *n = &j->g->node[i];
	const int operand[2] = { n->a, n->b };

	for (int k = 1; k >= 0; --k)
		if (is_product(j, i, operand[k])) {
			take(j, i, operand[k], 1);
			return false;
		}
	for (int k = 1; k >= 0; --k)
		if (is_own(j, i, operand[k]) &&
			is_sum(&j->g->node[operand[k]])) {
			take(j, i, operand[k], 2);
			return false;
		}
	for (int k = 1; k >= 0; --k)
		if (is_shifted(j, i, operand[k])) {
			take(j, i, operand[k], 1);
			return false;
		}
	return j->g->node[i].op == GRAPH_ADD;
}

/* The number that "n" is the complement of; -1 if it is none. */
static int complement_of(const struct graph *g, const struct graph_node *n)
{
	const int operand[2] = { n->a, n->b };
	int64_t ones;

	if (n->op != GRAPH_BITS || n->aux != BITS_XOR || !is_word(n))
		return -1;
	for (int k = 0; k < 2; ++k)
		if (graph_is_int(g, operand[k], &ones) &&
			(ones == -1 || ones == UINT32_MAX))
			return operand[1 - k];
	return -1;
}

/* The numbers that logic is of; each once, and literals.  LOP3 takes any operand for
 * its complement.
 */
struct leaves {
	int n, n_literal;
	int node[2 * LEAVES];
};

static void add_leaf(const struct join *j, struct leaves *l, int node)
{
	if (j->turned[node])
		node = complement_of(j->g, &j->g->node[node]);
	for (int i = 0; i < l->n; ++i)
		if (l->node[i] == node)
			return;
	l->node[l->n++] = node;
	l->n_literal += graph_is_const(j->g, node, NULL);
}

/* The leaves of operation "node" by itself. */
static void add_leaves(const struct join *j, struct leaves *l, int node)
{
	const struct graph_node *n = &j->g->node[node];
	int of = complement_of(j->g, n);

	add_leaf(j, l, of >= 0 ? of : n->a);
	if (of < 0)
		add_leaf(j, l, n->b);
}

/* The leaves with those of "node" for itself. */
static struct leaves opened(const struct join *j, const struct leaves *from,
	int node)
{
	struct leaves to = { 0 };

	for (int i = 0; i < from->n; ++i)
		if (from->node[i] != node)
			add_leaf(j, &to, from->node[i]);
	add_leaves(j, &to, node);
	return to;
}

static bool fits(const struct leaves *l)
{
	return l->n <= LEAVES && l->n_literal <= 1;
}

/* How often the operations of one instruction use "node". */
static int uses_within(const struct join *j, const int *part, int n, int node)
{
	int uses = 0;

	for (int i = 0; i < n; ++i)
		uses += (j->g->node[part[i]].a == node) +
			(j->g->node[part[i]].b == node);
	return uses;
}

/* Operations of one LOP3 at most: of three numbers with a majority there are four.
 */
#define PARTS 8

/* The operations of an instruction, and what they are of. */
struct logic {
	int part[PARTS], n;
	struct leaves leaves;
};

static bool can_open(const struct join *j, const struct logic *l, int node)
{
	const struct graph_node *n = &j->g->node[node];

	return l->n < PARTS && is_logic(n) && is_word(n) && !j->joined[node] &&
		j->p->region[node] == j->p->region[l->part[0]] &&
		j->p->uses[node] == uses_within(j, l->part, l->n, node);
}

static struct logic with(const struct join *j, const struct logic *l, int node)
{
	struct logic more = *l;

	more.part[more.n++] = node;
	more.leaves = opened(j, &l->leaves, node);
	return more;
}

/* True if nothing that "node" computes with can be taken in behind it: no other
 * instruction has room for it, while the start of a chain can begin one.
 */
static bool is_end(const struct join *j, const struct logic *l, int node)
{
	struct logic one = with(j, l, node);

	return !can_open(j, &one, j->g->node[node].a) &&
		!can_open(j, &one, j->g->node[node].b);
}

/* Takes in an operand, or two at once of which the first alone has one number too
 * many; false if there is none.  Where "ends" is set, the first is the end of a
 * chain.
 */
static bool grow(const struct join *j, struct logic *l, bool ends)
{
	for (int a = 0; a < l->leaves.n; ++a) {
		struct logic one, two;

		if (!can_open(j, l, l->leaves.node[a]) ||
			(ends && !is_end(j, l, l->leaves.node[a])))
			continue;
		one = with(j, l, l->leaves.node[a]);
		if (fits(&one.leaves)) {
			*l = one;
			return true;
		}
		for (int b = 0; b < one.leaves.n; ++b) {
			if (!can_open(j, &one, one.leaves.node[b]))
				continue;
			two = with(j, &one, one.leaves.node[b]);
			if (fits(&two.leaves)) {
				*l = two;
				return true;
			}
		}
	}
	return false;
}

static bool join_logic(struct join *j, int i)
{
	struct logic l = { .part = { i }, .n = 1 };

	add_leaves(j, &l.leaves, i);
	while (grow(j, &l, true) || grow(j, &l, false))
		continue;
	for (int k = 1; k < l.n; ++k)
		take(j, i, l.part[k], 0);
	return l.leaves.n < LEAVES;
}

static bool join_extreme(struct join *j, int i)
{
	const struct graph_node *n = &j->g->node[i];
	const int operand[2] = { n->a, n->b };

	for (int k = 0; k < 2; ++k)
		if (is_own(j, i, operand[k]) &&
			j->g->node[operand[k]].op == n->op) {
			take(j, i, operand[k], 0);
			return false;
		}
	for (int k = 0; k < 2; ++k)
		if (is_own(j, i, operand[k]) &&
			is_sum(&j->g->node[operand[k]])) {
			take(j, i, operand[k], 1);
			return false;
		}
	return true;
}

/* True if the node carries "with" itself from trip to trip, with one more number:
 * two trips that are compiled as one share the instruction.
 */
static bool is_paired(const struct kernel_def *k, const struct placement *p,
	const int *results, int i)
{
	const struct graph *g = &k->graph;
	const int operand[2] = { g->node[i].a, g->node[i].b };

	/* a trip that needs the number for itself has it in a register */
	if (p->uses[i] - results[i] != 1)
		return false;
	for (int at = 0; at < 2; ++at) {
		const struct graph_node *n = &g->node[operand[at]];

		if (n->op == GRAPH_CARRIED && k->carried[n->b].next == i &&
			p->uses[operand[at]] == 1 &&
			p->region[i] == k->loop[n->aux].body)
			return true;
	}
	return false;
}

/* What is in no instruction of its own for other reasons, such as the shifts of a
 * rotation, and what that is a part of.
 */
static bool is_apart(const struct graph *g, const bool *fused, int i)
{
	const struct graph_node *n = &g->node[i];

	return fused[i] || kernel_is_quotient(g, i) ||
		(n->a >= 0 && fused[n->a]);
}

/* Complements of which logic alone makes use, more than once: none is an
 * instruction.
 */
static void turn(struct join *j)
{
	const struct graph *g = j->g;
	int *uses = memory_new(((size_t) g->n_node + 1) * sizeof(*uses));

	for (int i = 0; i < g->n_node; ++i) {
		const struct graph_node *n = &g->node[i];

		if (j->p->region[i] < 0 || !is_logic(n) || !is_word(n))
			continue;
		++uses[n->a];
		++uses[n->b];
	}
	for (int i = 0; i < g->n_node; ++i)
		if (j->p->region[i] >= 0 && !j->joined[i] && uses[i] > 1 &&
			uses[i] == j->p->uses[i] &&
			complement_of(g, &g->node[i]) >= 0) {
			j->turned[i] = true;
			take(j, i, i, 0);
		}
	free(uses);
}

void kernel_join(const struct kernel_def *k, const struct placement *p,
	const bool *fused, struct kernel_work *w)
{
	const struct graph *g = &k->graph;
	struct join j = { .g = g, .p = p, .w = w };

	int *results = memory_new(((size_t) g->n_node + 1) * sizeof(*results));

	j.joined = memory_new((size_t) g->n_node + 1);
	for (int i = 0; i < g->n_node; ++i)
		if (g->node[i].op == GRAPH_RESULT && p->region[i] >= 0)
			++results[g->node[i].a];
	for (int i = 0; i < g->n_node; ++i)
		j.joined[i] = is_apart(g, fused, i);
	j.turned = memory_new((size_t) g->n_node + 1);
	turn(&j);
	for (int i = g->n_node - 1; i >= 0; --i) {
		const struct graph_node *n = &g->node[i];
		bool has_room;

		if (p->region[i] < 0 || j.joined[i] || !is_word(n))
			continue;
		if (is_sum(n))
			has_room = join_sum(&j, i);
		else if (is_logic(n))
			has_room = join_logic(&j, i);
		else if (n->op == GRAPH_MIN || n->op == GRAPH_MAX)
			has_room = join_extreme(&j, i);
		else
			continue;
		if (has_room && is_paired(k, p, results, i))
			kernel_count_plain(&w[p->region[i]].paired, 1);
	}
	free(j.joined);
	free(j.turned);
	free(results);
}

/* ---------------------------------------------------------- selections */

static int uses_of(const struct graph_node *n, int node)
{
	return (n->a == node) + (n->b == node) + (n->c == node);
}

/* True if side "of" of selection "i" is an operation that runs under a predicate and
 * leaves its result where the other side is, which nothing else needs.
 */
static bool is_predicated(const struct graph *g, const struct placement *p,
	int i, int of, int other)
{
	const struct graph_node *n = &g->node[i], *op = &g->node[of];
	int uses = uses_of(n, other) + uses_of(op, other) +
		uses_of(&g->node[n->a], other);

	return p->uses[of] == 1 && op->op >= GRAPH_ADD &&
		op->op != GRAPH_SELECT && !graph_is_const(g, other, NULL) &&
		p->uses[other] <= uses;
}

bool kernel_is_selected(const struct graph *g, const struct placement *p, int i)
{
	const struct graph_node *n = &g->node[i];

	return n->op == GRAPH_SELECT && n->b >= 0 && n->c >= 0 &&
		!is_predicated(g, p, i, n->b, n->c) &&
		!is_predicated(g, p, i, n->c, n->b);
}
