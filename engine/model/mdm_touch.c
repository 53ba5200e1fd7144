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

/* An access among those that it is shifted against, in the order of "key": of
 * their addresses, or of what is left of these by the stride of lanes, where
 * each lane has a line of its own.
 */
struct touch {
	int group, access, before, after; /* positions, -1: none */
	int64_t key, at;
};

static int compare_touches(const void *p, const void *q)
{
	const struct touch *a = p, *b = q;

	if (a->group != b->group)
		return a->group < b->group ? -1 : 1;
	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	return a->access - b->access;
}

/* Bytes from one lane to the next. */
static double stride_of(const struct access *a)
{
	return a->draw.kind ? 0 : fabs((double) a->address->coef[VAR_TX]);
}

static int64_t key_of(const struct access *a, double line_B)
{
	int64_t at = a->address->constant, stride = (int64_t) stride_of(a);

	if (!((double) stride > line_B))
		return at;
	return (at % stride + stride) % stride;
}

/* An access by the stall interval that issues it.  Accesses of the workings are
 * sorted by their addresses, which is not the order of the program.
 */
struct issued {
	int stall, place; /* position among the touches */
};

static int compare_issued(const void *p, const void *q)
{
	const struct issued *a = p, *b = q;

	return a->stall != b->stall ? a->stall - b->stall : a->place - b->place;
}

/* Lines of a request. */
static double lines_of(const struct workings *m, const struct access *a)
{
	const struct requests *r = &m->count[a->field].loads;

	return r->n > 0 ? fmax(1, r->lines / r->n) : 1;
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

/* The share of the lines of its requests that a load touches first where it
 * is alone: warps beside each other share those at their edges.
 */
static double share_alone(const struct workings *m, enum mdm_level level,
	const struct touch *t)
{
	const struct access *a = &m->kernel->access[t->access];
	double threads = threads_in_row(m, a, level), at = (double) t->at;
	double line_B = m->dev->l1_line_B;
	double n = floor((at + reach_of(m, a, threads)) / line_B) -
		floor(at / line_B) + 1;

	if (threads <= m->dev->warp_size)
		return 1;
	return fmin(1,
		fmin(n, threads) /
			(lines_of(m, a) * threads / m->dev->warp_size));
}

/* Lines that a row of threads touches at "t", and neither at "before" nor at
 * "after", its neighbours (or NULL); lanes leave none out between the first and
 * the last.
 */
static double new_lines(const struct touch *t, const struct touch *before,
	const struct touch *after, double reach, double line_B)
{
	double from = floor((double) t->at / line_B);
	double to = floor(((double) t->at + reach) / line_B);

	if (before)
		from = fmax(from,
			floor(((double) before->at + reach) / line_B) + 1);
	if (after)
		to = fmin(to, floor((double) after->at / line_B) - 1);
	return fmax(0, to - from + 1);
}

/* True if a lane "stride" bytes from the next one, or one beside it, touches
 * the line at byte "at" with an access that starts at "other".
 */
static bool touches_line(double at, const struct touch *other, double stride,
	double line_B)
{
	double from = floor(at / line_B) * line_B - (double) other->at;

	return ceil(from / stride) * stride < from + line_B;
}

/* The share of a row of lanes that touch a line of their own at "t", which
 * neither "before" nor "after" touches.  Lanes meet the edges of lines in
 * line_B phases at most.
 */
static double new_lanes(const struct touch *t, const struct touch *before,
	const struct touch *after, double stride, double threads, double line_B)
{
	const struct touch *other[2] = { before, after };
	double covered = 0, moved = threads;
	int phases = (int) line_B;

	for (int l = 0; l < phases; ++l) {
		double at = (double) t->at + l * stride;
		bool is_met = false;

		for (int i = 0; i < 2; ++i)
			is_met = is_met ||
				(other[i] &&
					touches_line(at, other[i], stride,
						line_B));
		covered += is_met;
	}
	for (int i = 0; i < 2; ++i)
		if (other[i])
			moved = fmin(moved,
				floor(fabs((double) (t->at - other[i]->at)) /
					stride));
	return 1 - covered / phases * (1 - moved / threads);
}

/* The share of its requests' lines that "t" touches and its neighbours do
 * not.
 */
static double share_beside(const struct workings *m, enum mdm_level level,
	const struct touch *t, const struct touch *before,
	const struct touch *after)
{
	const struct access *a = &m->kernel->access[t->access];
	double threads = threads_in_row(m, a, level);
	double line_B = m->dev->l1_line_B, stride = stride_of(a);

	if (stride > line_B)
		return new_lanes(t, before, after, stride, threads, line_B);
	return new_lines(t, before, after, reach_of(m, a, threads), line_B) /
		(lines_of(m, a) * threads / m->dev->warp_size);
}

/* Give access "here" what its earlier neighbours, of which one may be NULL,
 * leave it; lines that are still in flight for one of them are not lost.
 */
static void leave_share(const struct workings *m, enum load_order loads,
	enum mdm_level level, const struct touch *here,
	const struct touch *before, const struct touch *after,
	struct mdm_weight *w)
{
	const struct access *access = m->kernel->access;
	const struct touch *other[2] = { before, after };
	double alone = w->first, least = alone;

	w->first = fmin(alone, share_beside(m, level, here, before, after));
	for (int i = 0; i < 2; ++i) {
		bool is_together = other[i] &&
			access[here->access].stall[loads] ==
				access[other[i]->access].stall[loads];
		double share = !other[i] ?
			alone :
			share_beside(m, level, here, i == 0 ? before : NULL,
				i == 0 ? NULL : after);

		if (share < least || (share == least && is_together)) {
			w->in_flight = share < alone && is_together;
			least = share;
		}
	}
}

/* The access at position "i", or NULL if there is none but "here". */
static const struct touch *neighbour(const struct touch *t,
	const struct touch *here, int i)
{
	return i < 0 || &t[i] == here ? NULL : &t[i];
}

/* Of the earlier accesses, the next one on either side leaves the fewest
 * lines.  From the last access on, each is taken out once its share is found,
 * so that those beside it are earlier ones.
 */
static void find_shares(const struct workings *m, enum load_order loads,
	enum mdm_level level, struct touch *t, const struct issued *issued,
	struct mdm_weight *w)
{
	for (int n = m->kernel->n_access - 1; n >= 0; --n) {
		struct touch *here = &t[issued[n].place];
		int i = here->access;

		w[i] = (struct mdm_weight) { .first = share_alone(m, level,
						     here) };
		leave_share(m, loads, level, here,
			neighbour(t, here, here->before),
			neighbour(t, here, here->after), &w[i]);
		if (here->before >= 0)
			t[here->before].after = here->after;
		if (here->after >= 0)
			t[here->after].before = here->before;
	}
}

/* Link accesses of a group to their neighbours: in a ring where keys are what
 * is left of addresses.
 */
static void link_touches(const struct kernel *k, double line_B, struct touch *t)
{
	for (int from = 0, to; from < k->n_access; from = to) {
		for (to = from + 1;
			to < k->n_access && t[to].group == t[from].group;
			++to) {
			t[to].before = to - 1;
			t[to - 1].after = to;
		}
		if (stride_of(&k->access[t[from].access]) > line_B) {
			t[from].before = to - 1;
			t[to - 1].after = from;
		}
	}
}

/* Lines that each access touches before any other, over those that a row of
 * threads touches: the load that comes first has the miss.
 *
 *	min(1, n / (s R / w))					  (13.17)
 *
 *	n  lines of the row that no earlier load touches
 *	s  lines of a request, of w lanes
 *	R  threads of the row			threads_in_row()
 */
static bool find_touches(const struct workings *m, enum load_order loads,
	enum mdm_level level, struct mdm_weight *w)
{
	const struct kernel *k = m->kernel;
	size_t n = (size_t) k->n_access;
	uint64_t *hash = quasi_pool_alloc(m->pool, (n + 1) * sizeof(*hash));
	struct touch *t = heap_clear(n + 1, sizeof(*t));
	struct issued *issued = heap_clear(n + 1, sizeof(*issued));
	struct grouping g;
	bool fits = hash && t && issued;

	for (int i = 0; fits && i < k->n_access; ++i)
		hash[i] = hash_of(k, i);
	fits = fits &&
		grouping_make(&g, m->pool, k->n_access, hash, is_shifted, k);
	for (int i = 0; fits && i < k->n_access; ++i)
		t[i] = (struct touch) { g.first[i], i, -1, -1,
			key_of(&k->access[i], m->dev->l1_line_B),
			k->access[i].address->constant };
	if (fits) {
		qsort(t, n, sizeof(*t), compare_touches);
		link_touches(k, m->dev->l1_line_B, t);
	}
	for (int i = 0; fits && i < k->n_access; ++i)
		issued[i] = (struct issued) {
			k->access[t[i].access].stall[loads], i
		};
	if (fits) {
		qsort(issued, n, sizeof(*issued), compare_issued);
		find_shares(m, loads, level, t, issued, w);
	}
	free(t);
	free(issued);
	return fits;
}

/* The share of the trips in which a load touches a line that the trip before
 * did not.
 */
static double share_of_trips(const struct workings *m, const struct access *a)
{
	const struct kernel *k = m->kernel;
	double line_B = m->dev->l1_line_B, share = 1;
	/* bytes without a gap that a warp, or each lane, touches the lines of */
	double run = stride_of(a) > line_B ? line_B : lines_of(m, a) * line_B;
	int depth = -1;

	for (int l = a->loop; l >= 0; l = k->loop[l].parent)
		++depth;
	for (int l = a->loop; l >= 0; l = k->loop[l].parent, --depth) {
		double trips = (double) k->loop[l].trips;
		double step = fabs(
			(double) a->address->coef[VAR_LOOP0 + depth]);

		if (a->draw.kind || a->address->n_term > 0 || trips < 2)
			continue;
		share *= (1 + (trips - 1) * fmin(1, step / run)) / trips;
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
