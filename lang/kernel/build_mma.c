/* Matrix products of a warp: acc += mma (64, 32, 16) half -> float of A[0, 0],
 * B[0, 0].  A product runs where it stands, like a store; its value is one of
 * the sums that a lane holds.
 */

#include <string.h>

#include "lang/base/memory.h"
#include "lang/kernel/build.h"
#include "lang/kernel/cell.h"

/* Tiles are multiples of the smallest that instructions have, m8n8k4. */
static const char *const names[3] = { "m", "n", "k" };
static const int least[3] = { 8, 8, 4 };

/* The same of wgmma, whose instructions are m64n8 with 32 bytes along k. */
static const int least_of_group[3] = { 64, 8, 8 };

#define MOST 1024

/* Words for types that no field has are types of factors alone. */
static bool find_type(struct build *b, const struct node *node,
	enum tensor *type)
{
	const char *candidate[N_TENSOR], *nearest;

	for (int t = 0; t < N_TENSOR; ++t) {
		candidate[t] = tensors[t].word;
		if (strcmp(node->text, tensors[t].word) != 0)
			continue;
		*type = t;
		return true;
	}
	diag_error(b->eval->diag, node->at, NULL,
		"no matrix units multiply '%s'", node->text);
	nearest = diag_nearest(node->text, candidate, N_TENSOR);
	if (nearest)
		diag_note(b->eval->diag, "did you mean '%s'?", nearest);
	diag_note(b->eval->diag,
		"they multiply half, bf16, tf32, float, double, int8 or fp8");
	return false;
}

/* The type of the sums: half may be summed up in half as well. */
static bool check_sum(struct build *b, const struct node *node,
	enum tensor type, enum elem_type *sum)
{
	const struct node *word = node->kid[1];

	*sum = type == TENSOR_fp64  ? TYPE_DOUBLE :
		type == TENSOR_int8 ? TYPE_INT32 :
				      TYPE_FLOAT;
	if (type == TENSOR_fp16 && strcmp(word->text, "half") == 0)
		*sum = TYPE_HALF;
	if (strcmp(word->text, type_name(*sum)) == 0)
		return true;
	return diag_error(b->eval->diag, word->loc, NULL,
		"products of %s are summed up in %s", tensors[type].word,
		type == TENSOR_fp16 ? "float or half" : type_name(*sum));
}

static bool read_shape(struct build *b, const struct node *node,
	const struct kernel_mma *mma, int shape[3])
{
	const struct node *at = node->kid[0];
	const int *unit = mma->is_group ? least_of_group : least;
	struct value v;
	bool ok = true;

	if (!eval_node(b->eval, at, &v))
		return false;
	if (v.kind == VALUE_UNKNOWN) {
		b->is_unknown = true;
		return true;
	}
	if (v.kind != VALUE_TUPLE || v.u.sequence->n != 3)
		ok = diag_error(b->eval->diag, at->loc, NULL,
			"the shape of a product is (m, n, k), or one word as "
			"in m16n8k16");
	for (int i = 0; ok && i < 3; ++i) {
		const struct value *item = &v.u.sequence->item[i];
		int64_t n;

		if (item->kind != VALUE_NUMBER ||
			!number_to_int(&item->u.number, &n) || n < unit[i] ||
			n > MOST || n % unit[i] != 0)
			ok = diag_error(b->eval->diag, at->loc, NULL,
				"%s must be a multiple of %d, up to %d",
				names[i], unit[i], MOST);
		else
			shape[i] = (int) n;
	}
	value_free(&v);
	return ok;
}

/* Where a factor begins: an element of a shared array, or its address. */
static bool read_factor(struct build *b, const struct node *node,
	enum tensor type, int *access)
{
	const struct kernel_field *f;
	double bytes;

	*access = node->kind == NODE_INDEX ? build_corner(b, node) :
					     build_address(b, node);
	if (*access < 0)
		return b->is_unknown;
	f = &b->kernel->field[b->kernel->access[*access].field];
	if (!f->is_shared)
		return diag_error(b->eval->diag, node->loc, NULL,
			"'%s' is no shared array: factors in registers are "
			"not named",
			f->name);
	bytes = type_bytes(f->type);
	if (f->n_dim < 2)
		return diag_error(b->eval->diag, node->loc, NULL,
			"'%s' has one dimension, a factor has two", f->name);
	if (bytes < tensors[type].elem_B ||
		(bytes != tensors[type].elem_B && bytes < 4))
		return diag_error(b->eval->diag, node->loc, NULL,
			"elements of '%s' have %.0f B, those of %s have %.0f",
			f->name, bytes, tensors[type].word,
			tensors[type].elem_B);
	b->kernel->access[*access].mma = 1 + b->kernel->n_mma;
	b->kernel->field[b->kernel->access[*access].field].is_loaded = true;
	return true;
}

bool build_mma(struct build *b, const struct node *node, struct value *result)
{
	struct kernel_def *k = b->kernel;
	struct kernel_mma mma = {
		.is_group = node->op,
		.factor = { -1, -1 },
		.region = b->region,
		.loc = node->loc,
	};
	int shape[3] = { 0 };
	enum elem_type sum;

	if (!find_type(b, node, &mma.type) ||
		!check_sum(b, node, mma.type, &sum) ||
		!read_shape(b, node, &mma, shape))
		return false;
	mma.sum_B = type_bytes(sum);
	mma.m = shape[0];
	mma.n = shape[1];
	mma.k = shape[2];
	for (int i = 2; i < node->n_kid; ++i)
		if (!read_factor(b, node->kid[i], mma.type, &mma.factor[i - 2]))
			return false;
	/* compiled code has descriptors of them, which are not addresses */
	if (mma.is_group && mma.factor[0] < 0 && !k->by_address)
		return diag_error(b->eval->diag, node->loc, NULL,
			"wgmma multiplies factors in shared memory: name them, "
			"of A[0, 0], B[0, 0]");
	/* a product of the source has one set of sums, however often it is
	 * repeated
	 */
	while (mma.sums < k->n_mma &&
		k->mma[mma.sums].loc.begin != mma.loc.begin)
		++mma.sums;
	k->mma = memory_grow(k->mma, (size_t) k->n_mma, sizeof(mma));
	k->mma[k->n_mma] = mma;
	if (result)
		*result = build_node_value(b,
			graph_tile(&k->graph, k->n_mma, -1, -1, sum));
	++k->n_mma;
	return true;
}

bool build_value(struct build *b, const struct node *node, struct value *v)
{
	return node->kind == NODE_MMA ? build_mma(b, node, v) :
					eval_node(b->eval, node, v);
}
