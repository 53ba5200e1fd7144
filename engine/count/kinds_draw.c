/* Sampled blocks, where splitting boxes would take too long: a first sample, a
 * larger one if that tells too little, and a search for predicates that no
 * sampled block takes.
 */

#include <string.h>

#include "engine/count/kinds_finder.h"
#include "engine/kernel/predicate.h"

/* The first sample has one in so many of all samples, a power of two. */
#define FIRST 4

/* Examine sample i of a box.  A low-discrepancy sequence spreads samples evenly
 * over it.
 */
static bool look_at_sample(struct kinds_finder *f,
	const struct kinds_node *node, int i, double weight)
{
	static const double step[3] = { 0.81917251339616443,
		0.67104360670378921, 0.54970047790197026 };
	const struct blocks *b = &node->blocks;
	double to[BLOCKS_SPANS];
	int64_t at[3];

	for (int s = 0; s < b->n_span; ++s) {
		int round = 1 + s / 3;

		to[s] = 0.5 + (i + 1) * step[s % 3] * round;
		to[s] -= (double) (int64_t) to[s];
	}
	memcpy(at, b->at, sizeof(at));
	blocks_move(b->n_span, b->span, to, at);
	return kinds_look_at_one(f, node, at, weight);
}

/* Sample the boxes in f->vast: at least one block of each, more of large ones.
 * "turns" times as many, each of weight 1 / "share" of what it represents in
 * the first sample.
 */
static bool draw_boxes(struct kinds_finder *f, int turns, double share)
{
	double all = 0;

	for (size_t i = 0; i < f->n_vast; ++i)
		all += blocks_number(&f->vast[i].blocks);
	for (size_t i = 0; i < f->n_vast; ++i) {
		double n = blocks_number(&f->vast[i].blocks), each;
		int looks = 1 + (int) (n / all * f->q->most_samples / FIRST);

		each = n / looks / share;
		f->middle = i < f->n_repeating ?
			kinds_middle_of(f, &f->vast[i].blocks) :
			-1;
		f->k->n_sample += turns * looks;
		if (each > f->k->each)
			f->k->each = each;
		for (int j = 0; j < turns * looks; ++j)
			if (!look_at_sample(f, &f->vast[i], f->n_drawn++, each))
				return false;
	}
	f->middle = -1;
	return true;
}

bool kinds_draw(struct kinds_finder *f)
{
	struct kinds *k = f->k;

	k->is_exact = false;
	f->is_sampling = true;
	f->n_repeating = f->n_vast;
	for (; f->done < f->n_node; ++f->done)
		if (!kinds_add_node(f, &f->vast, &f->n_vast, &f->vast_size,
			    &f->node[f->done]))
			return false;
	f->first_box = k->n_box;
	f->n_counted = k->n_kind;
	f->counted = quasi_pool_alloc(f->pool,
		((size_t) k->n_kind + 1) * sizeof(double));
	if (!f->counted)
		return kinds_fail(f, KINDS_MEMORY);
	for (int i = 0; i < k->n_kind; ++i)
		f->counted[i] = k->kind[i].weight;
	return draw_boxes(f, 1, 1);
}

/* Are the warps of all predicates known well from the sample?  Where patterns
 * repeat in all that was sampled, rows tell the lanes, and warps go with these.
 */
static bool suffices(const struct kinds_finder *f)
{
	bool by_rows = f->q->enough > 0 && f->n_repeating == f->n_vast;

	for (int g = 0; g < f->k->n_predicate; ++g) {
		const struct kinds_predicate *p = &f->k->predicate[g];
		double enough = f->q->enough * p->warps;

		if (p->warps_error > enough &&
			!(by_rows && p->node >= 0 &&
				p->ratio_error * p->warps <= enough))
			return false;
	}
	return true;
}

/* Each sampled block represents half as many, as twice as many are drawn. */
static void halve_weights(struct kinds_finder *f)
{
	struct kinds *k = f->k;

	for (int i = 0; i < k->n_pattern; ++i) {
		struct kinds_pattern *p = &k->pattern[i];

		p->weight -= p->sampled / 2;
		p->sampled /= 2;
		p->square /= 4;
	}
	for (int i = 0; i < k->n_kind; ++i) {
		double counted = i < f->n_counted ? f->counted[i] : 0;

		k->kind[i].weight = counted + (k->kind[i].weight - counted) / 2;
	}
	for (int i = f->first_box; i < k->n_box; ++i)
		k->box[i].weight /= 2;
	k->each /= 2;
}

bool kinds_draw_more(struct kinds_finder *f)
{
	if (!f->is_sampling)
		return true;
	for (int have = 1; have < FIRST && !suffices(f); have *= 2) {
		halve_weights(f);
		if (!draw_boxes(f, have, 2 * have))
			return false;
		if (!kinds_count_lanes(f->k, f->q->masks))
			return kinds_fail(f, KINDS_MEMORY);
	}
	return true;
}

/* Does some thread of the block take predicate "g"? */
static bool is_taken(const struct kinds_finder *f,
	const struct kinds_node *node, int g)
{
	const struct blocks_threads *t = &f->threads[node->cut];
	int64_t point[N_QUASI_VAR] = { 0 }, *at = &point[VAR_TX];

	for (int i = 0; i < 3; ++i)
		point[VAR_BX + i] = node->blocks.at[i];
	for (at[2] = 0; at[2] <= t->most[VAR_TZ]; ++at[2])
		for (at[1] = 0; at[1] <= t->most[VAR_TY]; ++at[1])
			for (at[0] = 0; at[0] <= t->most[VAR_TX]; ++at[0])
				if (predicate_holds(f->k->predicate[g]
							    .predicate,
					    point))
					return true;
	return false;
}

/* Examine the first block in "node" that takes predicate "g", if it is found
 * within *n_left boxes.
 */
static bool find_taken(struct kinds_finder *f, struct kinds_node node, int g,
	int *n_left)
{
	struct blocks_threads t = kinds_threads(f, node.cut, f->trips[g]);
	struct kinds_node head = node, one = { .cut = node.cut };
	struct blocks_known known;

	while (--*n_left >= 0) {
		blocks_predicate(&node.blocks, &t, f->k->predicate[g].predicate,
			&known);
		switch (known.answer) {
		case BLOCKS_NONE: return false;
		case BLOCKS_ALL:
		case BLOCKS_SOME:
			memcpy(one.blocks.at, node.blocks.at,
				sizeof(one.blocks.at));
			return is_taken(f, &one, g) &&
				kinds_look_at(f, &one, 1);
		case BLOCKS_SPLIT: break;
		}
		if (blocks_part(&node.blocks, &known.split, &head.blocks) &&
			find_taken(f, head, g, n_left))
			return true;
	}
	return false;
}

/* Search alone for each predicate that no examined block takes, if not all
 * blocks were examined.  True if one was found.
 */
bool kinds_find_missed(struct kinds_finder *f, size_t n_first)
{
	bool found = false;

	for (int g = 0; g < f->k->n_predicate; ++g) {
		int n_left = f->q->most_boxes;

		if (f->k->predicate[g].lanes > 0)
			continue;
		for (size_t i = 0; i < n_first; ++i)
			if (find_taken(f, f->node[i], g, &n_left)) {
				found = true;
				break;
			}
	}
	return found;
}
