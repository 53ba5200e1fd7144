/* First touches of loads (doc/MODEL.md, chapter 13): of loads that are shifted
 * against each other, the one that comes first has the miss.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/kernel/grouping.h"
#include "engine/model/mdm.h"

static bool is_shifted(const void *user, int i, int j)
{
	const struct kernel *k = user;
	const struct access *a = &k->access[i], *b = &k->access[j];

	return a->field == b->field && a->loop == b->loop &&
		a->is_store == b->is_store && a->draw.kind == b->draw.kind &&
		(!a->draw.kind || a->draw.id == b->draw.id) &&
		a->address->n_term == 0 && b->address->n_term == 0 &&
		memcmp(a->address->coef, b->address->coef,
			sizeof(a->address->coef)) == 0;
}

/* Equal for accesses that are shifted; others are alone. */
static uint64_t hash_of(const struct kernel *k, int i)
{
	const struct access *a = &k->access[i];
	uint64_t hash = map_mix(map_mix(0, a->field),
		2 * a->loop + a->is_store);

	if (a->address->n_term > 0)
		return map_mix(hash, i);
	for (int v = 0; v < N_QUASI_VAR; ++v)
		hash = map_mix(hash, a->address->coef[v]);
	return hash;
}

/* Sectors that lanes from byte "c" on touch, and those from "other" on do not;
 * the last lane lies "reach" bytes behind the first.
 */
static double new_sectors(double c, double other, double reach, double sector_B)
{
	double ahead = floor((c + reach) / sector_B) -
		floor((other + reach) / sector_B);
	double behind = floor(other / sector_B) - floor(c / sector_B);

	return fmax(0, ahead) + fmax(0, behind);
}

/* An access among those that it is shifted against, in the order of their
 * addresses.
 */
struct touch {
	int group, access, before, after; /* positions, -1: none */
	int64_t at;
};

static int compare_touches(const void *p, const void *q)
{
	const struct touch *a = p, *b = q;

	if (a->group != b->group)
		return a->group < b->group ? -1 : 1;
	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	return a->access - b->access;
}

/* Sectors of a request. */
static double sectors_of(const struct workings *m, const struct access *a)
{
	const struct requests *r = &m->count[a->field].loads;

	return r->n > 0 ? fmax(1, r->sectors / r->n) : 1;
}

/* Threads in a row that load at the same time, and find what others of them
 * touched in an earlier load: those of a block in L1, in L2 those of all
 * blocks that run together, if their rows continue each other.
 */
static double threads_in_row(const struct workings *m, const struct access *a,
	enum mdm_level level)
{
	const int64_t *coef = a->address->coef;
	double block = (double) m->launch->block[0], n = block;

	if (a->draw.kind || coef[VAR_TX] == 0)
		return m->dev->warp_size;
	if (level == MDM_L2 &&
		coef[VAR_BX] == m->launch->block[0] * coef[VAR_TX])
		n = block *
			fmin((double) m->launch->grid[0],
				(double) m->wave.n_block);
	return fmax(m->dev->warp_size, n);
}

/* The bytes from the first to the last that threads in a row touch. */
static double reach_of(const struct workings *m, const struct access *a,
	double threads)
{
	return m->kernel->field[a->field].elem_B - 1 +
		(threads - 1) * fabs((double) a->address->coef[VAR_TX]);
}

/* The share of the sectors of its requests that a load touches first where it
 * is alone: warps beside each other share those at their edges.
 */
static double share_alone(const struct workings *m, enum mdm_level level,
	const struct touch *t)
{
	const struct access *a = &m->kernel->access[t->access];
	double threads = threads_in_row(m, a, level), at = (double) t->at;
	double sector_B = m->dev->l1_sector_B;
	double n = floor((at + reach_of(m, a, threads)) / sector_B) -
		floor(at / sector_B) + 1;

	if (threads <= m->dev->warp_size)
		return 1;
	return fmin(1,
		fmin(n, threads) /
			(sectors_of(m, a) * threads / m->dev->warp_size));
}

static double share_beside(const struct workings *m, enum mdm_level level,
	const struct touch *t, const struct touch *other)
{
	const struct access *a = &m->kernel->access[t->access];
	double threads = threads_in_row(m, a, level);

	return new_sectors((double) t->at, (double) other->at,
		       reach_of(m, a, threads), m->dev->l1_sector_B) /
		(sectors_of(m, a) * threads / m->dev->warp_size);
}

/* The share that "other", which comes earlier, leaves to access "i"; lines that
 * are still in flight for it are not lost.
 */
static void leave_share(const struct workings *m, enum load_order loads,
	enum mdm_level level, const struct touch *here,
	const struct touch *other, struct mdm_weight *w)
{
	const struct access *access = m->kernel->access;
	double share = share_beside(m, level, here, other);

	if (share >= w->first)
		return;
	w->first = share;
	w->in_flight = access[here->access].stall[loads] ==
		access[other->access].stall[loads];
}

/* Of the earlier accesses, the next one on either side leaves the fewest
 * sectors.  From the last access on, each is taken out once its share is found,
 * so that those beside it are earlier ones.
 */
static void find_shares(const struct workings *m, enum load_order loads,
	enum mdm_level level, struct touch *t, const int *place,
	struct mdm_weight *w)
{
	for (int i = m->kernel->n_access - 1; i >= 0; --i) {
		struct touch *here = &t[place[i]];

		w[i] = (struct mdm_weight) { .first = share_alone(m, level,
						     here) };
		if (here->before >= 0) {
			leave_share(m, loads, level, here, &t[here->before],
				&w[i]);
			t[here->before].after = here->after;
		}
		if (here->after >= 0) {
			leave_share(m, loads, level, here, &t[here->after],
				&w[i]);
			t[here->after].before = here->before;
		}
	}
}

/* Sectors that each access touches before any other, over those that a row of
 * threads touches: the load that comes first has the miss.
 *
 *	min over earlier loads of min(1, n / (s R / w))		  (13.17)
 *
 *	n  sectors of the row that the earlier one does not touch
 *	s  sectors of a request, of w lanes
 *	R  threads of the row			threads_in_row()
 */
static bool find_touches(const struct workings *m, enum load_order loads,
	enum mdm_level level, struct mdm_weight *w)
{
	const struct kernel *k = m->kernel;
	size_t n = (size_t) k->n_access;
	uint64_t *hash = quasi_pool_alloc(m->pool, (n + 1) * sizeof(*hash));
	struct touch *t = heap_clear(n + 1, sizeof(*t));
	int *place = heap_clear(n + 1, sizeof(*place));
	struct grouping g;
	bool fits = hash && t && place;

	for (int i = 0; fits && i < k->n_access; ++i)
		hash[i] = hash_of(k, i);
	fits = fits &&
		grouping_make(&g, m->pool, k->n_access, hash, is_shifted, k);
	for (int i = 0; fits && i < k->n_access; ++i)
		t[i] = (struct touch) { g.first[i], i, -1, -1,
			k->access[i].address->constant };
	if (fits)
		qsort(t, n, sizeof(*t), compare_touches);
	for (int i = 0; fits && i < k->n_access; ++i) {
		place[t[i].access] = i;
		if (i == 0 || t[i - 1].group != t[i].group)
			continue;
		t[i].before = i - 1;
		t[i - 1].after = i;
	}
	if (fits)
		find_shares(m, loads, level, t, place, w);
	free(t);
	free(place);
	return fits;
}

/* The share of the trips in which a load touches a sector that the trip before
 * did not.
 */
static double share_of_trips(const struct workings *m, const struct access *a)
{
	const struct kernel *k = m->kernel;
	double share = 1;
	int depth = -1;

	for (int l = a->loop; l >= 0; l = k->loop[l].parent)
		++depth;
	for (int l = a->loop; l >= 0; l = k->loop[l].parent, --depth) {
		double trips = (double) k->loop[l].trips;
		double step = fabs(
			(double) a->address->coef[VAR_LOOP0 + depth]);

		if (a->draw.kind || a->address->n_term > 0 || trips < 2)
			continue;
		share *=
			(1 +
				(trips - 1) *
					fmin(1,
						step /
							(sectors_of(m, a) *
								m->dev->l1_sector_B))) /
			trips;
	}
	return share;
}

struct mdm_weight *mdm_weights(const struct workings *m, enum load_order loads,
	enum mdm_level level)
{
	const struct kernel *k = m->kernel;
	struct mdm_weight *w = quasi_pool_alloc(m->pool,
		((size_t) k->n_access + 1) * sizeof(*w));

	if (!w || !find_touches(m, loads, level, w))
		return NULL;
	for (int i = 0; i < k->n_access; ++i) {
		const struct access *a = &k->access[i];
		double turns = kernel_turns(k, a->loop);

		w[i].first = a->is_store ?
			turns :
			turns * fmax(1e-9, w[i].first * share_of_trips(m, a));
		if (!a->is_store)
			*(w[i].in_flight ? &w[i].flying : &w[i].later) = turns -
				w[i].first;
	}
	return w;
}
