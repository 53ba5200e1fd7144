/* Comparisons that are part of another instruction (doc/MODEL.md, (16.41)).
 *
 * LOP3 leaves a predicate beside its result, whether that is 0, and R2P makes seven
 * bits of a byte as many predicates.
 */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/kernel/kernel_parts.h"

/* The bits that each number is tested for, and in which region. */
struct tested {
	uint32_t *bits;
	int *region;
};

/* A comparison of "of" with a literal. */
struct test {
	int of;
	int64_t with;
};

static bool is_word(const struct graph_node *n)
{
	return n->type != TYPE_INT64 && n->type != TYPE_BOOL &&
		!type_is_float(n->type);
}

static bool is_bits(const struct graph_node *n, enum bits bits)
{
	return n->op == GRAPH_BITS && n->aux == (int) bits && is_word(n);
}

static bool find_test(const struct graph *g, int i, struct test *t)
{
	const struct graph_node *n = &g->node[i];
	const int operand[2] = { n->a, n->b };

	if (n->op != GRAPH_EQ)
		return false;
	for (int k = 0; k < 2; ++k) {
		t->of = operand[1 - k];
		if (graph_is_int(g, operand[k], &t->with))
			return is_bits(&g->node[t->of], BITS_AND) ||
				is_bits(&g->node[t->of], BITS_OR);
	}
	return false;
}

/* The literal mask of "n", and what it is a mask of. */
static bool find_mask(const struct graph *g, const struct graph_node *n,
	int *of, int64_t *mask)
{
	*of = n->a;
	if (is_bits(n, BITS_AND) && graph_is_int(g, n->b, mask))
		return true;
	*of = n->b;
	return is_bits(n, BITS_AND) && graph_is_int(g, n->a, mask);
}

/* The number that is shifted to the right by a literal before bits of it are taken;
 * the mask then has them where they are.
 */
static int shifted_by(const struct graph *g, const struct placement *p, int of,
	int64_t *by)
{
	const struct graph_node *n = &g->node[of];

	*by = 0;
	if (is_bits(n, BITS_RIGHT) && p->uses[of] == 1 &&
		graph_is_int(g, n->b, by) && *by > 0 && *by < 32)
		return n->a;
	*by = 0;
	return of;
}

/* True if a test of the same byte has made a predicate of the bit: all of a byte but
 * its uppermost, of the first but its lowest, which is compared as a number.
 */
static bool is_of_byte(struct tested *t, int word, int region, int bit)
{
	uint32_t byte = UINT32_C(0x7f) << bit / 8 * 8 & ~UINT32_C(1);
	uint32_t one = UINT32_C(1) << bit;
	bool found = t->region[word] == region && (t->bits[word] & byte) != 0;

	if (!(byte & one))
		return false;
	if (t->region[word] != region)
		t->bits[word] = 0;
	t->region[word] = region;
	t->bits[word] |= one;
	return found;
}

static int lowest_bit(int64_t mask)
{
	int bit = 0;

	while (bit < 31 && !(mask >> bit & 1))
		++bit;
	return bit;
}

/* The parts of test "i" that are no instruction. */
static void fuse_test(const struct graph *g, const struct placement *p, int i,
	struct tested *tested, bool *fused)
{
	struct test t;
	int64_t mask, by;
	int of, word;
	bool is_bit;

	if (!find_test(g, i, &t) || p->region[t.of] < 0)
		return;
	if (!find_mask(g, &g->node[t.of], &of, &mask)) {
		fused[i] = t.with == 0;
		return;
	}
	word = shifted_by(g, p, of, &by);
	is_bit = mask > 0 && (mask & (mask - 1)) == 0;
	if (by > 0 && p->uses[t.of] == 1)
		fused[of] = true;
	if (is_bit && mask == 1 && by == 0)
		return; /* ISETP of the lowest bit */
	fused[i] = t.with == 0 || (is_bit && t.with == mask);
	if (fused[i] && is_bit && p->uses[t.of] == 1 && by < 32 &&
		is_of_byte(tested, word, p->region[i],
			lowest_bit(mask) + (int) by))
		fused[t.of] = true;
}

void kernel_tests(const struct kernel_def *k, const struct placement *p,
	bool *fused)
{
	const struct graph *g = &k->graph;
	struct tested t = { .bits = memory_new(
				    ((size_t) g->n_node + 1) * sizeof(*t.bits)),
		.region = memory_new(
			((size_t) g->n_node + 1) * sizeof(*t.region)) };

	for (int i = 0; i < g->n_node; ++i)
		if (p->region[i] >= 0 && !fused[i])
			fuse_test(g, p, i, &t, fused);
	free(t.bits);
	free(t.region);
}
