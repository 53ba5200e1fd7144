/* What caches hold at one moment of a launch, granule by granule: the map of a
 * field as a person sees it.  Granules are the sectors of the finest level.
 */

#include <stdlib.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/simulate/simulate_run.h"

bool simulate_snapshot_init(struct simulate_run *run,
	const struct simulate_span *span)
{
	const struct simulate_setup *s = run->setup;
	struct simulate_snapshot *shot = &run->result->snapshot;
	int n_field = run->walk.kernel->n_field;

	if (!s->view.has_moment)
		return true;
	shot->granule_B = s->level[0].sector_B;
	if (s->n_level == 2)
		shot->granule_B = integer_min(shot->granule_B,
			s->level[1].sector_B);
	shot->field = heap_clear((size_t) n_field + 1, sizeof(*shot->field));
	if (!shot->field)
		return false;
	shot->n_field = n_field;
	for (int i = 0; i < n_field; ++i) {
		struct simulate_held_field *f = &shot->field[i];

		f->origin = run->walk.space[i].origin;
		if (span[i].lo < span[i].hi) {
			f->first = span[i].lo / shot->granule_B;
			f->n = (span[i].hi - 1) / shot->granule_B - f->first +
				1;
		}
		run->left_B -= f->n;
		if (run->left_B < 0)
			return false;
		f->held = heap_clear((size_t) f->n + 1, 1);
		if (!f->held)
			return false;
	}
	return true;
}

/* The granules of the bytes at .. at+n_B-1 that the field has. */
static void add(struct simulate_run *run, int field, int64_t at, int64_t n_B,
	int what)
{
	struct simulate_snapshot *shot = &run->result->snapshot;
	struct simulate_held_field *f = &shot->field[field];
	int64_t from = at / shot->granule_B - f->first;
	int64_t to = (at + n_B - 1) / shot->granule_B - f->first;

	for (int64_t i = from < 0 ? 0 : from; i <= to && i < f->n; ++i)
		f->held[i] |= (uint8_t) what;
}

void simulate_snapshot_touch(struct simulate_run *run, int field, int64_t at,
	int64_t n_B, bool is_fetched)
{
	add(run, field, at, n_B,
		SIMULATE_HELD_TOUCHED |
			(is_fetched ? SIMULATE_HELD_FETCHED : 0));
}

static void add_level(struct simulate_run *run, const struct simulate_level *c,
	int what)
{
	for (int64_t i = 0; i < c->n_frame; ++i) {
		const struct simulate_frame *p = &c->frame[i];
		uint32_t sectors = p->is_used ? p->valid | p->dirty : 0;

		for (; sectors; sectors &= sectors - 1)
			add(run, p->field,
				(p->line << c->line_shift) +
					((int64_t) __builtin_ctz(sectors)
						<< c->sector_shift),
				c->shape.sector_B, what);
	}
}

void simulate_snapshot_take(struct simulate_run *run)
{
	add_level(run, &run->first[0], SIMULATE_HELD_FIRST);
	if (run->setup->n_level == 2)
		add_level(run, &run->last, SIMULATE_HELD_LAST);
	run->result->snapshot.is_taken = true;
}
