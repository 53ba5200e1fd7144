/* What predicates and addresses are like in a box of blocks: the same in all of
 * them, or where the box must be split.
 */

#include <string.h>

#include "engine/base/integer.h"
#include "engine/count/kinds_finder.h"
#include "engine/kernel/predicate.h"

/* Limit of the shapes whose distances are examined. */
#define MOST_SHAPES 32

struct blocks_threads kinds_threads(const struct kinds_finder *f, unsigned cut,
	const int64_t trips[QUASI_LOOPS])
{
	struct blocks_threads t = f->threads[cut];

	for (int d = 0; d < QUASI_LOOPS; ++d)
		t.most[VAR_LOOP0 + d] = trips[d] - 1;
	return t;
}

/* The form of an affine expression, whose bounds are found once for all boxes
 * that are cut alike.
 */
static void form_affine(const struct kinds_finder *f,
	const struct kinds_node *node, const struct quasi *e,
	const int64_t trips[QUASI_LOOPS], struct kinds_reach *reach,
	struct blocks_form *form)
{
	unsigned cut = node->cut;

	if (!(reach->found >> cut & 1)) {
		struct blocks_threads t = f->threads[cut];

		if (trips)
			t = kinds_threads(f, cut, trips);
		blocks_reach(&t, e, &reach->lo[cut], &reach->hi[cut]);
		reach->found |= 1u << cut;
	}
	blocks_form_affine(&node->blocks, e, reach->lo[cut], reach->hi[cut],
		form);
}

static void examine(struct kinds_finder *f, struct kinds_node *node, int i,
	struct kinds_known *k);

/* Predicates share operands, each of which is examined once for a box, and not
 * at all where it is decided.
 */
static const struct blocks_known *ask_node(struct kinds_finder *f,
	struct kinds_node *node, int i)
{
	uint64_t bit = i < KINDS_DECIDED ? UINT64_C(1) << i : 0;
	struct kinds_known *k = &f->known[i];

	if (k->looked == f->n_asked)
		return &k->known;
	k->looked = f->n_asked;
	if ((node->all | node->none) & bit) {
		k->known.answer = node->all & bit ? BLOCKS_ALL : BLOCKS_NONE;
		return &k->known;
	}
	examine(f, node, i, k);
	node->all |= k->known.answer == BLOCKS_ALL ? bit : 0;
	node->none |= k->known.answer == BLOCKS_NONE ? bit : 0;
	return &k->known;
}

static void examine(struct kinds_finder *f, struct kinds_node *node, int i,
	struct kinds_known *k)
{
	const struct masks_node *m = &f->q->masks->node[i];
	const struct blocks_known *a, *b;

	if (m->a < 0 && node->blocks.n_span == 0 && m->mod.inner) {
		/* of a single block, the residue says it all */
		k->known.answer = BLOCKS_SOME;
		k->known.hash = blocks_mix(2,
			(uint64_t) masks_mod_of_block(&m->mod,
				node->blocks.at));
		return;
	}
	if (k->is_affine) {
		struct blocks_form form;

		form_affine(f, node, m->predicate->e, NULL, &k->reach, &form);
		blocks_compare(&node->blocks, m->predicate->op, &form,
			&k->known);
		return;
	}
	if (m->a < 0) {
		blocks_predicate(&node->blocks, &f->threads[node->cut],
			m->predicate, &k->known);
		if (k->repeats && k->known.answer == BLOCKS_SPLIT)
			k->known.split.span = -1;
		return;
	}
	a = b = ask_node(f, node, m->a);
	if (!blocks_decides(m->predicate->op, a->answer))
		b = ask_node(f, node, m->b);
	blocks_join(m->predicate->op, a, b, &k->known);
}

bool kinds_is_open(struct kinds_finder *f, struct kinds_node *node, int i)
{
	return ask_node(f, node, i)->answer == BLOCKS_SPLIT;
}

/* Which threads of a box take each predicate: BLOCKS_SOME where some do, the
 * same in all blocks.  BLOCKS_SPLIT with span -1 where that depends on residues
 * alone.
 */
enum blocks_answer kinds_ask_predicates(struct kinds_finder *f,
	struct kinds_node *node, uint64_t *hash, struct blocks_split *split)
{
	enum blocks_answer all = BLOCKS_NONE;
	bool repeats = false;

	if (f->is_by_residues && node->blocks.n_span == 0) {
		*hash = kinds_hash_residues(f, node->cut, node->blocks.at);
		memset(f->answer, BLOCKS_SOME, (size_t) f->k->n_predicate);
		return BLOCKS_SOME;
	}
	*hash = blocks_mix(1, node->cut);
	++f->n_asked;
	for (int i = 0; i < f->k->n_predicate; ++i) {
		const struct kinds_predicate *p = &f->k->predicate[i];
		struct blocks_threads t;
		struct blocks_known here;
		const struct blocks_known *known = &here;

		if (p->node >= 0) {
			known = ask_node(f, node, p->node);
		} else if (!p->predicate) {
			here.answer = BLOCKS_ALL;
		} else {
			t = kinds_threads(f, node->cut, f->trips[i]);
			blocks_predicate(&node->blocks, &t, p->predicate,
				&here);
		}
		if (known->answer == BLOCKS_SPLIT) {
			*split = known->split;
			if (split->span >= 0)
				return BLOCKS_SPLIT;
			repeats = true;
			continue;
		}
		if (known->answer != BLOCKS_NONE)
			all = BLOCKS_SOME;
		f->answer[i] = (unsigned char) known->answer;
		if (known->answer == BLOCKS_SOME)
			*hash = blocks_mix(*hash, known->hash);
		*hash = blocks_mix(*hash, known->answer);
	}
	split->span = -1;
	return repeats ? BLOCKS_SPLIT : all;
}

/* Shapes of a field may touch the same granules: in all blocks alike, or in
 * none.  Past MOST_SHAPES that is not known.
 */
static bool ask_distances(struct kinds_finder *f, const struct kinds_node *node,
	int i, uint64_t *hash, struct blocks_split *split)
{
	const struct kinds_shape *a = &f->shape[i];

	for (int j = 0; j < i; ++j) {
		const struct kinds_shape *b = &f->shape[j];
		int64_t reach = f->q->period_B +
			integer_max(a->highest - a->address->constant,
				b->highest - b->address->constant);

		if (b->field != a->field)
			continue;
		if (f->n_shape > MOST_SHAPES)
			f->k->is_exact = false;
		else if (!blocks_apart(&node->blocks, &f->form[j], &f->form[i],
				 reach, hash, split))
			return false;
	}
	return true;
}

/* The common form of the addresses of a box; false if it is not the same in
 * all blocks.
 */
bool kinds_ask_shapes(struct kinds_finder *f, const struct kinds_node *node,
	uint64_t *hash, struct blocks_split *split)
{
	int64_t period = f->q->period_B;

	for (int i = 0; i < f->n_shape; ++i) {
		struct kinds_shape *shape = &f->shape[i];
		struct blocks_form *form = &f->form[i];
		struct blocks_threads t;

		if (shape->is_affine) {
			form_affine(f, node, shape->address, shape->trips,
				&shape->reach, form);
		} else {
			t = kinds_threads(f, node->cut, shape->trips);
			if (!blocks_form(&node->blocks, &t, shape->address,
				    form, split))
				return false;
		}
		for (int s = 0; s < node->blocks.n_span; ++s) {
			int64_t by = form->by[s] % period -
				f->form[0].by[s] % period;

			if (by % period == 0)
				continue;
			blocks_ask(&node->blocks, s, by, period, split);
			return false;
		}
		*hash = blocks_mix(blocks_mix(*hash, form->hash),
			integer_mod(form->at % period - f->form[0].at % period,
				period));
		if (!ask_distances(f, node, i, hash, split))
			return false;
	}
	return true;
}
