/* Integers of 64 bits, which take two registers (doc/MODEL.md, (16.23)).
 *
 * Sums, shifts, logic and comparisons have an instruction for each word, and only the
 * lower one where nothing uses the upper.  A product of numbers of 32 bits is
 * one (IMAD.WIDE), which adds a number of 64 bits; its lower word is that of the
 * product of 32 bits, which nobody computes again.
 */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/kernel/kernel_parts.h"

#define WORD_BITS 32

struct wide {
	const struct kernel_def *k;
	const struct graph *g;
	const struct placement *p;
	struct kernel_work *w;
	bool *fused;
	bool *has_upper; /* something uses the upper word of the node */
	bool *taken;	 /* products that a sum takes in */
	bool *extended;	 /* signs that are found, of converted numbers */
};

bool kernel_is_two_words(const struct graph *g, int i)
{
	const struct graph_node *n = &g->node[i];

	if (n->op == GRAPH_EQ || n->op == GRAPH_LT || n->op == GRAPH_LE)
		return g->node[n->a].type == TYPE_INT64 ||
			g->node[n->b].type == TYPE_INT64;
	return n->type == TYPE_INT64 &&
		((n->op >= GRAPH_ADD && n->op <= GRAPH_MUL) ||
			n->op == GRAPH_NEG || n->op == GRAPH_MIN ||
			n->op == GRAPH_MAX || n->op == GRAPH_ABS ||
			n->op == GRAPH_SELECT || n->op == GRAPH_BITS);
}

/* --------------------------------------------------------- upper words */

/* True if "user" needs the upper words of its operands: not for the lower word of
 * a sum, a product or logic, nor to be converted to 32 bits.
 */
static bool needs_upper(const struct wide *v, int user)
{
	const struct graph_node *n = &v->g->node[user];

	switch (n->op) {
	case GRAPH_ADD:
	case GRAPH_SUB:
	case GRAPH_MUL:
	case GRAPH_NEG:
	case GRAPH_SELECT: return v->has_upper[user];
	case GRAPH_BITS: return n->aux == BITS_RIGHT || v->has_upper[user];
	case GRAPH_CONVERT:
		return n->type == TYPE_INT64 || type_is_float(n->type);
	default: return true;
	}
}

static void mark(struct wide *v, int node)
{
	if (node >= 0)
		v->has_upper[node] = true;
}

static void find_upper(struct wide *v)
{
	const struct kernel_def *k = v->k;

	for (int i = 0; i < k->n_access; ++i)
		mark(v, k->access[i].value);
	for (int i = 0; i < k->n_carried; ++i)
		mark(v, k->carried[i].next);
	for (int i = v->g->n_node - 1; i >= 0; --i) {
		const struct graph_node *n = &v->g->node[i];

		if (v->p->region[i] < 0 || !needs_upper(v, i))
			continue;
		mark(v, n->a);
		mark(v, n->b);
		mark(v, n->c);
	}
}

/* ------------------------------------------------------------- factors */

/* What a factor is: of one word, with or without a sign or both alike, or of two. */
enum factor { FACTOR_ANY, FACTOR_SIGNED, FACTOR_UNSIGNED, FACTOR_WIDE };

/* The largest value that a node is known not to pass, -1 if it may be negative or
 * is not known: masks, shifts, selections, and sums and products of these.
 */
static double bound(const struct graph *g, int node)
{
	const struct graph_node *n = &g->node[node];
	double a, b;
	int64_t value;

	if (graph_is_int(g, node, &value))
		return value < 0 ? -1 : (double) value;
	if (n->type == TYPE_UINT8)
		return 255;
	if (n->type == TYPE_UINT16)
		return 65535;
	switch (n->op) {
	case GRAPH_ADD:
	case GRAPH_MUL:
		a = bound(g, n->a);
		b = bound(g, n->b);
		return a < 0 || b < 0 ? -1 : n->op == GRAPH_ADD ? a + b : a * b;
	case GRAPH_BITS:
		a = bound(g, n->a);
		b = bound(g, n->b);
		if (n->aux == BITS_AND)
			return a < 0 ? b : b < 0 ? a : a < b ? a : b;
		return n->aux == BITS_RIGHT ? a : -1;
	case GRAPH_SELECT:
		a = bound(g, n->b);
		b = bound(g, n->c);
		return a < 0 || b < 0 ? -1 : a > b ? a : b;
	case GRAPH_CONVERT: return bound(g, n->a);
	default: return -1;
	}
}

static enum factor factor_of(const struct graph *g, int node)
{
	const struct graph_node *n = &g->node[node];
	enum elem_type from;
	int64_t value;
	double most;

	if (graph_is_int(g, node, &value))
		return value < INT32_MIN || value > UINT32_MAX ? FACTOR_WIDE :
			value < 0			       ? FACTOR_SIGNED :
			value > INT32_MAX ? FACTOR_UNSIGNED :
					    FACTOR_ANY;
	if (n->op != GRAPH_CONVERT)
		return FACTOR_WIDE;
	from = g->node[n->a].type;
	if (from == TYPE_UINT8 || from == TYPE_UINT16 || from == TYPE_UINT32)
		return FACTOR_UNSIGNED;
	if (from != TYPE_INT8 && from != TYPE_INT16 && from != TYPE_INT32)
		return FACTOR_WIDE;
	most = bound(g, n->a);
	return most >= 0 && most <= INT32_MAX ? FACTOR_UNSIGNED : FACTOR_SIGNED;
}

static bool is_power_of_two(const struct graph *g, int node)
{
	int64_t value;

	return graph_is_int(g, node, &value) && value > 1 &&
		(value & (value - 1)) == 0;
}

/* A product by a power of two is a shift. */
static bool is_shift(const struct graph *g, const struct graph_node *n)
{
	return n->op == GRAPH_MUL &&
		(is_power_of_two(g, n->a) || is_power_of_two(g, n->b));
}

/* True if one instruction makes the product of both words. */
static bool is_one(enum factor a, enum factor b)
{
	return a != FACTOR_WIDE && b != FACTOR_WIDE &&
		(a == b || a == FACTOR_ANY || b == FACTOR_ANY);
}

/* --------------------------------------------------------------- costs */

struct cost {
	double n, either, turns; /* turns of the units of products */
};

static struct cost plain(double n)
{
	return (struct cost) { n, 0, 0 };
}

static struct cost sums(double n)
{
	return (struct cost) { n, n, 0 };
}

static bool is_literal(const struct graph *g, int node)
{
	return graph_is_const(g, node, NULL);
}

/* Finds the sign of a signed factor. */
static void extend(struct wide *v, int factor)
{
	int region = v->p->region[factor];

	if (factor_of(v->g, factor) != FACTOR_SIGNED ||
		is_literal(v->g, factor) || region < 0 || v->extended[factor])
		return;
	v->extended[factor] = true;
	kernel_count_plain(&v->w[region].integer, 1);
}

static struct cost product(struct wide *v, int i)
{
	const struct graph_node *n = &v->g->node[i];
	enum factor a = factor_of(v->g, n->a), b = factor_of(v->g, n->b);

	if (is_shift(v->g, n))
		return (struct cost) { v->has_upper[i] ? 2 : 1, 1, 1 };
	if (!v->has_upper[i])
		return (struct cost) { 1, 1, 1 };
	if (is_one(a, b))
		return (struct cost) { 1, 1, 2 };
	/* the sign of one factor, or its upper word, times the other */
	if (a != FACTOR_WIDE || b != FACTOR_WIDE) {
		extend(v, n->a);
		extend(v, n->b);
		return (struct cost) { 3, 3, 3 };
	}
	return (struct cost) { 4, 4, 4 };
}

/* True if the instruction of product "of" adds the other operand of sum "i". */
static bool takes(const struct wide *v, int i, int of)
{
	const struct graph_node *n = &v->g->node[of];

	return n->op == GRAPH_MUL && n->type == TYPE_INT64 &&
		v->p->uses[of] == 1 && v->p->region[of] == v->p->region[i] &&
		!v->taken[of] && !v->fused[of] &&
		(!v->has_upper[i] || !is_shift(v->g, n));
}

static struct cost sum(struct wide *v, int i)
{
	const struct graph_node *n = &v->g->node[i];
	int operand[2] = { n->b, n->a };

	for (int j = 0; j < 2; ++j) {
		if (n->op == GRAPH_SUB && (j > 0 || v->has_upper[i]))
			break;
		if (takes(v, i, operand[j])) {
			v->taken[operand[j]] = true;
			return plain(0);
		}
	}
	return sums(v->has_upper[i] ? 2 : 1);
}

/* A word that a literal leaves as it is, or clears, takes none. */
static double logic_word(enum bits op, int64_t literal, int word)
{
	uint32_t bits = (uint32_t) ((uint64_t) literal >> (WORD_BITS * word));

	return !(bits == 0 || (bits == UINT32_MAX && op != BITS_XOR));
}

/* True if the upper word of a number is 0. */
static bool is_short(const struct graph *g, int node)
{
	const struct graph_node *n = &g->node[node];
	double most = bound(g, node);

	return (most >= 0 && most <= UINT32_MAX) ||
		(n->op == GRAPH_CONVERT && g->node[n->a].type == TYPE_UINT32);
}

static struct cost bits(const struct wide *v, int i)
{
	const struct graph_node *n = &v->g->node[i];
	double upper = v->has_upper[i];
	int64_t literal;

	if (!graph_is_int(v->g, n->b, &literal))
		return plain(1 +
			(is_short(v->g, n->a) || is_short(v->g, n->b) ? 0 :
									upper));
	if (n->aux == BITS_RIGHT)
		return plain((literal != WORD_BITS) + upper);
	if (n->aux == BITS_LEFT)
		return plain(1 + upper);
	return plain(logic_word((enum bits) n->aux, literal, 0) +
		upper * logic_word((enum bits) n->aux, literal, 1));
}

static struct cost cost_of(struct wide *v, int i)
{
	const struct graph_node *n = &v->g->node[i];
	double words = v->has_upper[i] ? 2 : 1;

	switch (n->op) {
	case GRAPH_ADD:
	case GRAPH_SUB: return sum(v, i);
	case GRAPH_MUL: return product(v, i);
	case GRAPH_BITS: return bits(v, i);
	case GRAPH_SELECT:
		return plain(kernel_is_selected(v->g, v->p, i) ? words : 0);
	case GRAPH_MIN:
	case GRAPH_MAX:
	case GRAPH_ABS: return plain(4);
	case GRAPH_NEG: return sums(words);
	default: return plain(2);
	}
}

/* ------------------------------------------------------ lower words */

static bool is_same(const struct graph *g, int wide, int word)
{
	int64_t a, b;

	if (graph_is_int(g, wide, &a) && graph_is_int(g, word, &b))
		return (uint32_t) a == (uint32_t) b;
	return g->node[wide].op == GRAPH_CONVERT && g->node[wide].a == word;
}

/* Products of 32 bits that are the lower word of one of 64. */
static void fuse_lower(struct wide *v)
{
	const struct graph *g = v->g;

	for (int i = 0; i < g->n_node; ++i) {
		const struct graph_node *n = &g->node[i];

		if (n->op != GRAPH_MUL || n->type != TYPE_INT64 ||
			!v->has_upper[i] || v->p->region[i] < 0 ||
			!is_one(factor_of(g, n->a), factor_of(g, n->b)))
			continue;
		for (int j = 0; j < g->n_node; ++j) {
			const struct graph_node *m = &g->node[j];

			if (m->op == GRAPH_MUL &&
				(m->type == TYPE_INT32 ||
					m->type == TYPE_UINT32) &&
				v->p->region[j] == v->p->region[i] &&
				((is_same(g, n->a, m->a) &&
					 is_same(g, n->b, m->b)) ||
					(is_same(g, n->a, m->b) &&
						is_same(g, n->b, m->a))))
				v->fused[j] = true;
		}
	}
}

void kernel_wide(const struct kernel_def *k, const struct placement *p,
	bool *fused, struct kernel_work *w)
{
	const struct graph *g = &k->graph;
	size_t n = (size_t) g->n_node + 1;
	struct wide v = { .k = k, .g = g, .p = p, .w = w, .fused = fused };
	bool any = false;

	for (int i = 0; i < g->n_node; ++i)
		any |= g->node[i].type == TYPE_INT64 && p->region[i] >= 0;
	if (!any)
		return;
	v.has_upper = memory_new(n);
	v.taken = memory_new(n);
	v.extended = memory_new(n);
	find_upper(&v);
	fuse_lower(&v);
	for (int i = g->n_node - 1; i >= 0; --i) {
		struct cost c;

		if (p->region[i] < 0 || fused[i] || kernel_is_quotient(g, i) ||
			!kernel_is_two_words(g, i))
			continue;
		c = cost_of(&v, i);
		kernel_count_plain(&w[p->region[i]].integer, c.n);
		kernel_count_plain(&w[p->region[i]].either, c.either);
		kernel_count_plain(&w[p->region[i]].products, c.turns);
	}
	free(v.has_upper);
	free(v.taken);
	free(v.extended);
}
