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

/* Predicates share operands, each of which is examined once for a box. */
static const struct blocks_known *ask_node(struct kinds_finder *f,
	const struct kinds_node *node, int i)
{
	const struct masks_node *m = &f->q->masks->node[i];
	struct kinds_known *k = &f->known[i];
	const struct blocks_known *a, *b;

	if (k->looked == f->n_asked)
		return &k->known;
	k->looked = f->n_asked;
	if (m->a < 0 && node->blocks.n_span == 0 && m->mod.inner) {
		int64_t point[N_QUASI_VAR] = { 0 };

		/* of a single block, the residue says it all */
		memcpy(&point[VAR_BX], node->blocks.at,
			sizeof(node->blocks.at));
		k->known.answer = BLOCKS_SOME;
		k->known.hash = blocks_mix(2,
			(uint64_t) masks_mod_residue(&m->mod, point));
		return &k->known;
	}
	if (m->a < 0) {
		blocks_predicate(&node->blocks, &f->threads[node->cut],
			m->predicate, &k->known);
		if (k->repeats && k->known.answer == BLOCKS_SPLIT)
			k->known.split.span = -1;
		return &k->known;
	}
	a = b = ask_node(f, node, m->a);
	if (!blocks_decides(m->predicate->op, a->answer))
		b = ask_node(f, node, m->b);
	blocks_join(m->predicate->op, a, b, &k->known);
	return &k->known;
}

/* Which threads of a box take each predicate: BLOCKS_SOME where some do, the
 * same in all blocks.  BLOCKS_SPLIT with span -1 where that depends on residues
 * alone.
 */
enum blocks_answer kinds_ask_predicates(struct kinds_finder *f,
	const struct kinds_node *node, uint64_t *hash,
	struct blocks_split *split)
{
	enum blocks_answer all = BLOCKS_NONE;
	bool repeats = false;

	*hash = blocks_mix(1, node->cut);
	++f->n_asked;
	for (int i = 0; i < f->k->n_predicate; ++i) {
		const struct kinds_predicate *p = &f->k->predicate[i];
		struct blocks_threads t;
		struct blocks_known here;
		const struct blocks_known *known = &here;

		if (p->node >= 0) {
			known = ask_node(f, node, p->node);
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
		struct blocks_threads t = kinds_threads(f, node->cut,
			f->shape[i].trips);
		struct blocks_form *form = &f->form[i];

		if (!blocks_form(&node->blocks, &t, f->shape[i].address, form,
			    split))
			return false;
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
