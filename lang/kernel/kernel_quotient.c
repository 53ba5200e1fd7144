/* Integer division: what quotients and remainders of a kernel cost in its values
 * and conditions; for those of indices see lower_work.c.
 *
 * A compiler replaces a constant divisor by shifts or by a product with a
 * multiplier and shifts.  Any other divisor of 32 bits costs a reciprocal, which
 * is found once where the divisor is known, and some instructions for each
 * dividend (doc/MODEL.md, chapter 16).
 */

#include <stdlib.h>

#include "lang/base/map.h"
#include "lang/base/memory.h"
#include "lang/kernel/kernel_parts.h"

enum width { WIDTH_uint32, WIDTH_int32, WIDTH_int64, N_WIDTH };

enum divisor {
	DIVISOR_TWO,
	DIVISOR_POWER,	  /* another power of two */
	DIVISOR_LITERAL,  /* another constant */
	DIVISOR_SIZE,	  /* of the domain: a literal or an argument */
	DIVISOR_RUN_TIME, /* anything else */
	N_DIVISOR
};

/* Instructions: of the divisor alone, of a quotient, of a remainder, and of
 * that beside the quotient of the same operands.
 */
struct quotient_cost {
	double divisor, special, quotient, remainder, beside, steps;
};

static const struct quotient_cost costs[N_WIDTH][N_DIVISOR] = {
#define KNOWN(width, divisor, q, r, b) \
	[WIDTH_##width][DIVISOR_##divisor] = { 0, 0, q, r, b, q },
#define RUN_TIME(width, d, s, q, r, b, steps) \
	[WIDTH_##width][DIVISOR_RUN_TIME] = { d, s, q, r, b, steps },
#include "lang/kernel/quotient.def"
#undef KNOWN
#undef RUN_TIME
};

static bool is_quotient(const struct graph_node *n)
{
	return (n->op == GRAPH_DIV || n->op == GRAPH_FLOOR_DIV ||
		       n->op == GRAPH_MOD) &&
		!type_is_float(n->type);
}

/* Sums nested deeper than this count as signed: nodes are shared, and paths
 * through them may be many.
 */
#define MOST_DEEP 8

/* threadIdx and blockIdx are unsigned in CUDA; cells and the variables of loops
 * are int.
 */
static bool is_unsigned(const struct graph *g, int node, int depth)
{
	const struct graph_node *n = &g->node[node];

	switch (n->op) {
	case GRAPH_COORD: return n->aux > COORD_Z;
	case GRAPH_CONST: return true;
	case GRAPH_ADD:
	case GRAPH_MUL:
		return depth < MOST_DEEP && is_unsigned(g, n->a, depth + 1) &&
			is_unsigned(g, n->b, depth + 1);
	default:
		return n->type == TYPE_UINT8 || n->type == TYPE_UINT16 ||
			n->type == TYPE_UINT32;
	}
}

static enum width width_of(const struct graph *g, int i)
{
	const struct graph_node *n = &g->node[i];

	if (n->type == TYPE_INT64)
		return WIDTH_int64;
	return is_unsigned(g, n->a, 0) ? WIDTH_uint32 : WIDTH_int32;
}

/* The launch alone knows a node that is made of sizes: so does a compiler, if
 * it was given the domain.
 */
static bool is_of_sizes(const struct graph_node *n)
{
	return n->degree == 0 && !n->uses_memory && !n->uses_scalar;
}

static enum divisor divisor_of(const struct graph *g, int node)
{
	const struct graph_node *n = &g->node[node];
	int64_t value;

	if (!graph_is_int(g, node, &value))
		return n->op == GRAPH_EXTENT ? DIVISOR_SIZE : DIVISOR_RUN_TIME;
	return value == 2				? DIVISOR_TWO :
		value > 0 && (value & (value - 1)) == 0 ? DIVISOR_POWER :
							  DIVISOR_LITERAL;
}

/* The least "bits" for which 2^bits / d, rounded up, is a multiplier that is
 * exact for all dividends of "width" bits:
 *
 *	ceil(2^bits / d) d - 2^bits <= 2^(bits - width)
 *
 * (Granlund and Montgomery 1994).
 */
static int bits_of_multiplier(uint64_t d, int width)
{
	int bits = 32;

	while (bits < 63) {
		uint64_t rest = ((uint64_t) 1 << bits) % d;

		if (rest == 0 || d - rest <= (uint64_t) 1 << (bits - width))
			break;
		++bits;
	}
	return bits;
}

/* A constant of 32 bits that is no power of two.  Of the product with a
 * multiplier the upper word is taken, and shifted if there are bits left.
 * Signed: the sign is added; a multiplier of 32 bits looks negative and takes
 * one sum more.  Unsigned: one of 33 bits takes two more, or one where an even
 * divisor allows to shift the dividend before.
 */
static struct quotient_cost quotient_by_literal(int64_t divisor, bool is_signed)
{
	uint64_t d = divisor < 0 ? (uint64_t) -divisor : (uint64_t) divisor;
	int bits = bits_of_multiplier(d, is_signed ? 31 : 32);
	uint64_t multiplier = ((uint64_t) 1 << bits) / d;
	bool is_long = multiplier >> (is_signed ? 31 : 32) != 0;
	double q = 1 + is_signed + (bits > 32) +
		(is_long ? 1 + (!is_signed && d % 2 != 0) : 0);

	return (struct quotient_cost) { 0, 0, q, q + 1, 1, q };
}

static struct quotient_cost cost_of(const struct graph *g, int i,
	enum divisor divisor)
{
	enum width width = width_of(g, i);
	int64_t value;

	if (divisor == DIVISOR_LITERAL && width != WIDTH_int64 &&
		graph_is_int(g, g->node[i].b, &value))
		return quotient_by_literal(value, width == WIDTH_int32);
	return costs[width][divisor];
}

double kernel_quotient_steps(const struct graph *g, int i)
{
	const struct graph_node *n = &g->node[i];
	enum divisor divisor;

	if (!is_quotient(n) || is_of_sizes(n))
		return 0;
	divisor = divisor_of(g, n->b);
	return cost_of(g, i,
		divisor == DIVISOR_SIZE ? DIVISOR_RUN_TIME : divisor)
		.steps;
}

/* ----------------------------------------------------------- counting */

struct quotients {
	const struct kernel_def *k;
	const struct placement *p;
	struct kernel_work *w;
	bool *only_tested; /* of each node: all uses are == 0 */
	struct map pairs;  /* quotients by operands */
	struct map done;   /* reciprocals, in the order they were found */
	int n_done;
	struct reciprocal {
		int divisor, region;
		enum width width;
	} * reciprocal;
};

/* Remainders by a power of two that are only compared with 0 need no sign. */
static void find_tested(struct quotients *q)
{
	const struct graph *g = &q->k->graph;
	int64_t value;

	for (int i = 0; i < g->n_node; ++i)
		q->only_tested[i] = true;
	for (int i = 0; i < g->n_node; ++i) {
		const struct graph_node *n = &g->node[i];
		const int operand[] = { n->a,
			n->op == GRAPH_CARRIED ? -1 : n->b, n->c };
		bool is_test = n->op == GRAPH_EQ &&
			(graph_is_int(g, n->a, &value) ||
				graph_is_int(g, n->b, &value)) &&
			value == 0;

		for (int j = 0; j < 3; ++j)
			if (operand[j] >= 0 && !is_test)
				q->only_tested[operand[j]] = false;
	}
	for (int i = 0; i < q->k->n_access; ++i)
		if (q->k->access[i].value >= 0)
			q->only_tested[q->k->access[i].value] = false;
	for (int i = 0; i < q->k->n_carried; ++i)
		q->only_tested[q->k->carried[i].next] = false;
}

static uint64_t hash_pair(const struct graph_node *n, int region)
{
	return map_mix(map_mix((uint64_t) n->a, n->b), region);
}

/* True if the quotient of the operands of remainder "i" is found beside it. */
static bool has_quotient(const struct quotients *q, int i)
{
	const struct graph *g = &q->k->graph;
	const struct graph_node *n = &g->node[i];
	int region = q->p->region[i];
	size_t at = 0;
	int64_t j;

	while ((j = map_next(&q->pairs, hash_pair(n, region), &at)) >= 0)
		if (g->node[j].a == n->a && g->node[j].b == n->b &&
			q->p->region[j] == region)
			return true;
	return false;
}

static double dividend_work(const struct quotients *q, int i,
	enum divisor divisor)
{
	const struct graph *g = &q->k->graph;
	struct quotient_cost c = cost_of(g, i, divisor);

	if (g->node[i].op != GRAPH_MOD)
		return c.quotient;
	if (divisor <= DIVISOR_POWER && q->only_tested[i])
		return 1;
	return has_quotient(q, i) ? c.beside : c.remainder;
}

/* The region in which the reciprocal of a divisor is found: that of the
 * quotient, outside of the loops that do not change the divisor.
 */
static int region_of_divisor(const struct quotients *q, int i)
{
	int divisor = q->k->graph.node[i].b;

	return kernel_hoist(q->k, q->p, divisor, q->p->region[i]);
}

static bool is_first_use(struct quotients *q, int i, int region)
{
	int divisor = q->k->graph.node[i].b;
	enum width width = width_of(&q->k->graph, i);
	uint64_t hash = map_mix(map_mix((uint64_t) divisor, region), width);
	size_t at = 0;
	int64_t j;

	while ((j = map_next(&q->done, hash, &at)) >= 0)
		if (q->reciprocal[j].divisor == divisor &&
			q->reciprocal[j].region == region &&
			q->reciprocal[j].width == width)
			return false;
	q->reciprocal = memory_grow(q->reciprocal, (size_t) q->n_done,
		sizeof(*q->reciprocal));
	q->reciprocal[q->n_done] = (struct reciprocal) { divisor, region,
		width };
	map_add(&q->done, hash, q->n_done++);
	return true;
}

static void count_run_time(struct quotients *q, int i, enum kernel_call call)
{
	struct quotient_cost c = cost_of(&q->k->graph, i, DIVISOR_RUN_TIME);
	int region = region_of_divisor(q, i);

	kernel_count_plain(&q->w[q->p->region[i]].expanded[call].other,
		dividend_work(q, i, DIVISOR_RUN_TIME));
	if (!is_first_use(q, i, region))
		return;
	kernel_count_plain(&q->w[region].expanded[call].other,
		c.divisor - c.special);
	kernel_count_plain(&q->w[region].expanded[call].special, c.special);
}

static void count_quotient(struct quotients *q, int i)
{
	const struct graph *g = &q->k->graph;
	enum divisor divisor = divisor_of(g, g->node[i].b);
	struct kernel_expanded *e = q->w[q->p->region[i]].expanded;

	if (divisor == DIVISOR_RUN_TIME) {
		count_run_time(q, i, CALL_INTEGER);
		return;
	}
	kernel_count_plain(
		&e[divisor == DIVISOR_SIZE ? CALL_BY_LITERAL : CALL_INTEGER]
			 .other,
		dividend_work(q, i,
			divisor == DIVISOR_SIZE ? DIVISOR_LITERAL : divisor));
	if (divisor == DIVISOR_SIZE)
		count_run_time(q, i, CALL_BY_ARGUMENT);
}

bool kernel_is_quotient(const struct graph *g, int i)
{
	return is_quotient(&g->node[i]);
}

void kernel_quotients(const struct kernel_def *k, const struct placement *p,
	struct kernel_work *w)
{
	const struct graph *g = &k->graph;
	struct quotients q = {
		.k = k,
		.p = p,
		.w = w,
		.only_tested = memory_new((size_t) g->n_node + 1),
	};

	find_tested(&q);
	for (int i = 0; i < g->n_node; ++i)
		if (p->region[i] >= 0 && is_quotient(&g->node[i]) &&
			g->node[i].op != GRAPH_MOD)
			map_add(&q.pairs, hash_pair(&g->node[i], p->region[i]),
				i);
	for (int i = 0; i < g->n_node; ++i)
		if (p->region[i] >= 0 && is_quotient(&g->node[i]) &&
			!is_of_sizes(&g->node[i]))
			count_quotient(&q, i);
	free(q.only_tested);
	free(q.reciprocal);
	map_clear(&q.pairs);
	map_clear(&q.done);
}
