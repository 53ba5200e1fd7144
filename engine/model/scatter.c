/* Accesses whose index is random (doc/MODEL.md, chapter 13): granules that are
 * touched in expectation, from the chance that one draw hits a granule.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/kernel/draw.h"
#include "engine/model/instruction.h"
#include "engine/model/scatter.h"

static double lines_of(const struct field *f, double line_B)
{
	return ceil(((double) f->base_B + (double) f->size_B) / line_B) -
		floor((double) f->base_B / line_B);
}

/* Lines of the cells that are gathered from. */
static double lines_of_cells(const struct device *dev, const struct draw *d)
{
	return ceil((double) d->cells /
		(double) draw_per_line(d, (int64_t) dev->l1_line_B));
}

/* No warp has more lanes. */
#define MOST_LANES 128

/* Granules that "n" lanes touch in a line of "cells" cells from cell "first" on,
 * "run" of them at most: what a lane adds to the address counts.
 */
static double touched_by(const struct field *f, const struct access *a,
	int64_t first, int64_t n, int64_t run, int64_t cells, double granule_B)
{
	const struct draw *d = &a->draw;
	int64_t point[N_QUASI_VAR] = { 0 }, at;
	double seen[2 * MOST_LANES];
	int n_seen = 0;

	for (int64_t j = 0; j < n && j < MOST_LANES; ++j) {
		double from, to;

		point[VAR_TX] = j;
		if (!quasi_eval(a->address, point, &at))
			return 1;
		from = (double) (integer_min(cells - 1, first + j % run) *
				d->step_B +
			at);
		to = floor((from + f->elem_B - 1) / granule_B);
		for (double g = floor(from / granule_B); g <= to; ++g) {
			int i = 0;

			while (i < n_seen && seen[i] != g)
				++i;
			if (i == n_seen && n_seen < 2 * MOST_LANES)
				seen[n_seen++] = g;
		}
	}
	return n_seen;
}

/* Granules of a line of "cells" cells that the lanes sharing it touch, in the
 * mean over the groups of a warp that gathers from "k" lines, and over their
 * places.
 */
static double touched_in_part(const struct device *dev, const struct field *f,
	const struct access *a, double lanes, double k, int64_t cells,
	double granule_B)
{
	const struct draw *d = &a->draw;
	int64_t per = draw_per_line(d, (int64_t) dev->l1_line_B);
	int64_t run = draw_run(d, (int64_t) dev->l1_line_B, lanes, k);
	int64_t slots = integer_min(per / run, (cells + run - 1) / run);
	int64_t least = (int64_t) (lanes / k);
	double longer = lanes / k - (double) least, sum = 0;

	for (int64_t i = 0; i < slots; ++i) {
		if (longer > 0)
			sum += longer *
				touched_by(f, a, i * run, least + 1, run, cells,
					granule_B);
		if (longer < 1)
			sum += (1 - longer) *
				touched_by(f, a, i * run, least, run, cells,
					granule_B);
	}
	return sum / (double) slots;
}

static double touched_in_line(const struct device *dev, const struct field *f,
	const struct access *a, double lanes, double k, double granule_B)
{
	return touched_in_part(dev, f, a, lanes, k,
		integer_min(a->draw.cells,
			draw_per_line(&a->draw, (int64_t) dev->l1_line_B)),
		granule_B);
}

/* Granules that a warp gathers in the mean: no more lines than it has lanes,
 * or the field has lines.
 */
static double gathered(const struct device *dev, const struct field *f,
	const struct access *a, double lanes, double granule_B)
{
	const struct draw *d = &a->draw;
	double most = fmin(lanes, lines_of_cells(dev, d)), sum = 0, k, share;
	double lines[MOST_LANES], touched[MOST_LANES];
	int n = 0;

	/* lists have thousands of warps, and few numbers of lines */
	for (int i = 0; draw_lines(d, i, &k, &share); ++i) {
		int j = 0;

		k = fmin(k, most);
		while (j < n && lines[j] != k)
			++j;
		if (j == n) {
			n += n < MOST_LANES;
			j = n - 1;
			lines[j] = k;
			touched[j] = touched_in_line(dev, f, a, lanes, k,
				granule_B);
		}
		sum += share * k * touched[j];
	}
	return sum;
}

/* Granules of a cell that is longer than they are: those that lanes touch. */
static double granules_of_cell(const struct device *dev, const struct field *f,
	const struct access *a, double granule_B)
{
	const struct draw *d = &a->draw;
	double k = fmax(1, floor(d->lines));

	if ((double) d->step_B <= granule_B)
		return 1;
	return fmax(1,
		touched_in_line(dev, f, a, dev->warp_size, k, granule_B) /
			(double) draw_run(d, (int64_t) dev->l1_line_B,
				dev->warp_size, k));
}

/* Granules of the field and the chance that a warp touches one of them.  The
 * last line may have fewer cells than the others.
 *
 *	k t / G			granules of a line or less
 *	1 - (1 - 1/G)^k		larger ones			  (13.13)
 *
 *	k  lines a warp gathers, t granules it touches in each
 *	G  granules of the field, if all lines were whole
 */
static int shares_of_gather(const struct device *dev, const struct field *f,
	const struct access *a, double granule_B, struct draw_share *share)
{
	const struct draw *d = &a->draw;
	int64_t per = draw_per_line(d, (int64_t) dev->l1_line_B);
	int64_t rest = granule_B <= dev->l1_line_B ? d->cells % per : 0;
	double each = granules_of_cell(dev, f, a, granule_B) *
		fmin(1, (double) d->step_B / granule_B);
	double n = ceil((double) (d->cells - rest) * each), lines, whole;
	double k = fmax(1, floor(d->lines)), part;

	if (granule_B > dev->l1_line_B) {
		share[0] = (struct draw_share) { n,
			1 -
				pow(1 - 1 / n,
					gathered(dev, f, a, dev->warp_size,
						dev->l1_line_B)) };
		return 1;
	}
	lines = lines_of_cells(dev, d);
	whole = gathered(dev, f, a, dev->warp_size, granule_B) / lines;
	if (rest == 0) {
		share[0] = (struct draw_share) { n,
			fmin(1, whole * lines / n) };
		return 1;
	}
	part = ceil((double) rest * each);
	share[0] = (struct draw_share) { part,
		fmin(1,
			whole / part *
				touched_in_part(dev, f, a, dev->warp_size, k,
					rest, granule_B) /
				touched_in_line(dev, f, a, dev->warp_size, k,
					granule_B)) };
	if (n == 0)
		return 1;
	share[1] = (struct draw_share) { n, fmin(1, whole * (lines - 1) / n) };
	return 2;
}

/* Lanes, or for "gather" warps, for which the condition of an access holds,
 * over all; data may decide besides.
 */
static double share_of_lanes(struct workings *m, const struct access *a)
{
	double warps, lanes, turns = kernel_turns(m->kernel, a->loop);
	double taken = a->chance.id ? a->chance.p : 1;

	if (a->draw.kind == SCATTER_GATHER && a->chance.id)
		taken = -expm1(
			chance_groups(m->lanes / m->warps, a->chance.together) *
			log1p(-fmin(a->chance.p, 1 - 1e-12)));
	if (!a->predicate)
		return taken;
	instruction_lanes(m, a->predicate, a->loop, &warps, &lanes);
	return taken *
		(a->draw.kind == SCATTER_GATHER ? warps / (m->warps * turns) :
						  lanes / (m->lanes * turns));
}

static double draws_of(struct workings *m, const struct kernel *kernel,
	const struct access *a, const struct thread_set *set)
{
	struct thread_set inside = *set;
	double draws = 0;
	int64_t n = 0;

	threads_clip(kernel, m->launch, &inside);
	if (threads_number(&inside, &n))
		draws = (double) n;
	if (a->draw.kind == SCATTER_GATHER)
		draws /= m->dev->warp_size;
	return draws * share_of_lanes(m, a) *
		kernel_turns(kernel, a->draw.loop);
}

/* Bytes that loops within the trip of the draw move the address by. */
static double span_B(const struct kernel *kernel, const struct access *a)
{
	int64_t lo[N_QUASI_VAR] = { 0 }, hi[N_QUASI_VAR] = { 0 }, min, max;
	int depth = -1;

	for (int i = a->loop; i >= 0; i = kernel->loop[i].parent)
		++depth;
	for (int i = a->loop; i >= 0 && i != a->draw.loop;
		i = kernel->loop[i].parent)
		hi[VAR_LOOP0 + depth--] = kernel->loop[i].trips - 1;
	return quasi_bounds(a->address, lo, hi, &min, &max) ?
		(double) (max - min) :
		0;
}

static int compare(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Granules of a cell that the threads touch which draw it together, in all trips of
 * loops within that of the draw:
 *
 *	min(T t, 1 + floor((S + L) / g), B / g)			  (13.29)
 *
 *	T     trips
 *	t     granules of "granule_B" bytes, g, that one trip touches
 *	S, L  bytes by which trips move the address, and threads do
 *	B     bytes from cell to cell
 *
 * False if an address overflows, or there is no memory.
 */
static bool count_together(const struct workings *m,
	const struct kernel *kernel, const struct access *a, double granule_B,
	double *touched)
{
	int64_t n = integer_min(a->draw.together,
		launch_threads_per_block(m->launch));
	int64_t *at = heap_take((size_t) n * sizeof(*at));
	double trips = kernel_turns(kernel, a->loop) /
		kernel_turns(kernel, a->draw.loop);
	double t = 1, all;
	bool ok = at;

	for (int64_t i = 0; ok && i < n; ++i)
		ok = launch_address(m->launch, a->address, i, &at[i]);
	if (ok) {
		qsort(at, (size_t) n, sizeof(*at), compare);
		all = 1 +
			floor((span_B(kernel, a) +
				      (double) (at[n - 1] - at[0])) /
				granule_B);
		for (int64_t i = 1; i < n; ++i)
			t += floor((double) at[i] / granule_B) !=
				floor((double) at[i - 1] / granule_B);
		*touched = fmin(fmin(trips * t, all),
			(double) a->draw.step_B / granule_B);
	}
	free(at);
	return ok;
}

/* Granules of cells that are longer, and the chance that those who draw together
 * hit one; "draws" of warps become theirs.
 */
static bool share_together(const struct workings *m,
	const struct kernel *kernel, const struct access *a, double granule_B,
	int n_set, double *draws, struct draw_share *share)
{
	double cells = (double) a->draw.cells, touched;

	if (a->draw.together <= 1 || (double) a->draw.step_B <= granule_B ||
		!count_together(m, kernel, a, granule_B, &touched))
		return false;
	*share = (struct draw_share) { cells * touched, 1 / cells };
	for (int s = 0; s < n_set; ++s)
		draws[s] *= m->dev->warp_size / (double) a->draw.together;
	return true;
}

/* Does an access before the i-th touch the same granules in every draw? */
static bool is_repeated(const struct kernel *kernel,
	const struct access_list *list, int i, double granule_B)
{
	const struct access *a = &kernel->access[list->access[i]];
	double at = floor((double) a->address->constant / granule_B);

	for (int j = 0; j < i; ++j) {
		const struct access *b = &kernel->access[list->access[j]];

		if (b->draw.id == a->draw.id && b->loop == a->loop &&
			b->draw.step_B == a->draw.step_B &&
			floor((double) b->address->constant / granule_B) == at)
			return true;
	}
	return false;
}

/* Add the granules of one kind by which sets hit them.
 *
 *	n prod_{s in M} (1 - q_s) prod_{s not in M} q_s
 *	q_s = (1 - h)^{N_s}					  (13.12)
 *
 *	h    chance that a draw hits the granule	share->hit
 *	N_s  draws of set s
 */
static void add_share(const struct draw_share *share, int n_set,
	const double *draws, double *n)
{
	double missed[FOOTPRINT_SETS];

	for (int s = 0; s < n_set; ++s)
		missed[s] = share->hit < 1 ?
			exp(draws[s] * log1p(-share->hit)) :
			draws[s] <= 0;
	for (int mask = 0; mask < 1 << n_set; ++mask) {
		double p = share->n;

		for (int s = 0; s < n_set; ++s)
			p *= mask >> s & 1 ? 1 - missed[s] : missed[s];
		n[mask] += p;
	}
}

/* Granules by which sets the accesses of "more" hit as well, where "n" has
 * those of others; both add up to all granules.
 */
static void merge(int n_set, const double *more, double *n)
{
	double both[1 << FOOTPRINT_SETS] = { 0 }, sum = 0;

	for (int i = 0; i < 1 << n_set; ++i)
		sum += more[i];
	for (int i = 0; i < 1 << n_set; ++i)
		for (int j = 0; j < 1 << n_set; ++j)
			both[i | j] += n[i] * more[j] / sum;
	memcpy(n, both, sizeof(double) << n_set);
}

/* Granules of the cells that the sets of "mask" draw from. */
static double area_of(int n_set, const double *area, int mask)
{
	double sum = 0;

	for (int i = 1; i < 1 << n_set; ++i)
		sum += i & mask ? area[i] : 0;
	return sum;
}

/* Accesses at the thread's own place lie among the cells that it draws from: of
 * the granules that the sets of mask p touch so, those of them draw as many as
 * of all in these cells.
 */
static void merge_inside(int n_set, const double *chance, const double *area,
	double *n)
{
	double drawn[1 << FOOTPRINT_SETS], both[1 << FOOTPRINT_SETS] = { 0 };

	memcpy(drawn, chance, sizeof(double) << n_set);
	for (int p = 1; p < 1 << n_set; ++p) {
		double all = area_of(n_set, area, p), rest = 1;

		for (int j = 1; j < 1 << n_set && all > 0; ++j) {
			double share = j & p ? fmin(rest, chance[j] / all) : 0;
			double met = fmin(drawn[j], n[p] * share);

			both[j | p] += met;
			drawn[j] -= met;
			rest -= n[p] > 0 ? met / n[p] : 0;
		}
		both[p] += n[p] * rest;
	}
	for (int j = 1; j < 1 << n_set; ++j)
		both[j] += drawn[j];
	memcpy(n, both, sizeof(double) << n_set);
}

void scatter_merge(int n_set, const double *chance, const double *area,
	double *n)
{
	double all = 0, touched = 0;

	if (area_of(n_set, area, ~0) > 0) {
		merge_inside(n_set, chance, area, n);
		return;
	}
	for (int i = 0; i < 1 << n_set; ++i) {
		all += chance[i];
		touched += i > 0 ? n[i] : 0;
	}
	n[0] = fmax(0, all - touched);
	merge(n_set, chance, n);
	n[0] = 0;
}

/* How many times the bytes of its cells the threads of a set draw from where
 * cells move with the thread: at most once for each thread.
 */
static double times_moved(const struct workings *m, const struct kernel *kernel,
	const struct access *a, const struct thread_set *set)
{
	double cells_B = (double) a->draw.cells * (double) a->draw.step_B;
	double sum = 0;

	for (int i = 0; i < set->n_box; ++i) {
		const struct thread_box *box = &set->box[i];
		double threads = 1;

		for (int d = 0; d < 3; ++d)
			threads *= (double) (box->hi[d] - box->lo[d]);
		sum += fmin(threads * kernel_turns(kernel, a->draw.loop),
			1 + draw_moved_B(kernel, m->launch, a, box) / cells_B);
	}
	return fmax(1, sum);
}

/* Add the granules where cells move with the thread, and loops lie between the
 * draw and the access.  Each set has its own:
 *
 *	n t (1 - (1 - h / t)^N)
 *
 *	n, h  granules of the cells, and the chance that a draw hits one
 *	t     times their bytes that the threads of the set draw from
 *	N     draws of the set
 */
static double add_moved(const struct draw_share *share, int n_set,
	const double *draws, const double *times, double *n)
{
	double sum = 0;

	for (int s = 0; s < n_set; ++s) {
		double hit = fmin(1 - 1e-9, share->hit / times[s]);
		double touched = share->n * times[s] *
			-expm1(draws[s] * log1p(-hit));

		n[1 << s] += touched;
		sum += touched;
	}
	return sum;
}

/* True if threads draw from cells between which other threads have theirs:
 * a[x, random(8)].  What starts a draw is moved by less than the distance of two
 * cells, or by all of them.
 */
static bool is_interleaved(const struct access *a, double granule_B)
{
	const struct draw *d = &a->draw;
	int64_t cells_B = d->cells * d->step_B;

	if ((double) d->step_B <= granule_B || !quasi_is_affine(a->address))
		return false;
	for (int v = 0; v < N_QUASI_VAR; ++v) {
		int64_t c = llabs(a->address->coef[v]);

		if (c >= d->step_B && c < cells_B)
			return false;
	}
	return true;
}

/* Regions of the field by which sets start their draws there: region[m] as
 * footprint_count() has it.  A region is as large as the cells of a draw;
 * where these are interleaved, it is a granule and those at the same place of
 * the other cells.  Where draws start between two cells and move along them as
 * well, c / q of the places where they start begin a region:
 *
 *	c, q  parts as large as all cells, and as one, that draws start in
 */
static void count_regions(struct workings *m, const struct kernel *kernel,
	int access, double granule_B, int n_set, const struct thread_set *set,
	double *region)
{
	const struct access *a = &kernel->access[access];
	const struct access_list list = { 1, &access, NULL };
	double step_B = (double) a->draw.step_B;
	double cells_B = (double) a->draw.cells * step_B;
	double part[1 << FOOTPRINT_SETS], c = 0, q = 0;

	if (step_B <= granule_B) {
		workings_count_bases(m, kernel, &list, fmax(granule_B, cells_B),
			n_set, set, region);
		return;
	}
	workings_count_bases(m, kernel, &list, granule_B, n_set, set, region);
	if (is_interleaved(a, granule_B))
		return;
	workings_count_bases(m, kernel, &list, cells_B, n_set, set, part);
	for (int i = 1; i < 1 << n_set; ++i)
		c += part[i];
	workings_count_bases(m, kernel, &list, step_B, n_set, set, part);
	for (int i = 1; i < 1 << n_set; ++i)
		q += part[i];
	for (int i = 1; i < 1 << n_set && q > 0; ++i)
		region[i] *= fmin(1, c / q);
}

/* Add the granules of one kind in such regions, in each of which the draws of
 * the sets that start there are as those of (13.12).  Of one set:
 *
 *	n t (1 - (1 - h)^(N / t))				  (13.23)
 *
 *	n, h  granules of a region, and the chance that a draw hits one
 *	t, N  regions and draws of the set
 *
 * The granules of all regions are returned.
 */
static double add_regions(const struct draw_share *share, const double *region,
	int n_set, const double *draws, double *n)
{
	double of_set[FOOTPRINT_SETS] = { 0 }, sum = 0;

	for (int mask = 1; mask < 1 << n_set; ++mask)
		for (int s = 0; s < n_set; ++s)
			of_set[s] += mask >> s & 1 ? region[mask] : 0;
	for (int mask = 1; mask < 1 << n_set; ++mask) {
		struct draw_share in = { share->n * region[mask], share->hit };
		double each[FOOTPRINT_SETS] = { 0 };

		if (!(region[mask] > 0))
			continue;
		for (int s = 0; s < n_set; ++s)
			if (mask >> s & 1)
				each[s] = draws[s] / of_set[s];
		add_share(&in, n_set, each, n);
		sum += in.n;
	}
	return sum;
}

/* True if the addresses move alike, and start less than the cells of a draw of
 * "a" apart.
 */
static bool starts_near(const struct access *a, const struct access *b)
{
	return quasi_is_shifted(a->address, b->address) &&
		llabs(a->address->constant - b->address->constant) <=
		a->draw.cells * a->draw.step_B;
}

/* True if two accesses draw from the same cells around the thread, so that they
 * are as one that draws twice.
 */
static bool is_alike(const struct access *a, const struct access *b)
{
	const struct draw *d = &a->draw, *e = &b->draw;

	return a->loop == b->loop && d->kind == e->kind && d->loop == e->loop &&
		d->cells == e->cells && d->step_B == e->step_B &&
		d->power == e->power && d->lines == e->lines &&
		d->n_each == e->n_each && starts_near(a, b);
}

/* Draws of the i-th access of "list" and of those behind it that are like it. */
static double draws_alike(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, int i, double granule_B,
	const struct thread_set *set)
{
	double sum = 0;

	for (int j = i; j < list->n; ++j)
		if (j == i ||
			(!is_repeated(kernel, list, j, granule_B) &&
				is_alike(&kernel->access[list->access[i]],
					&kernel->access[list->access[j]])))
			sum += draws_of(m, kernel,
				&kernel->access[list->access[j]], set);
	return sum;
}

/* True if an access before the i-th, which moves with the thread, counts it. */
static bool is_counted(const struct workings *m, const struct kernel *kernel,
	const struct access_list *list, int i)
{
	const struct access *a = &kernel->access[list->access[i]];

	for (int j = 0; j < i && draw_moves(kernel, m->launch, a); ++j)
		if (is_alike(&kernel->access[list->access[j]], a))
			return true;
	return false;
}

static void count_access(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, int index, double granule_B, int n_set,
	const struct thread_set *set, double *n, double *area)
{
	int access = list->access[index];
	const struct access *a = &kernel->access[access];
	const struct field *f = &kernel->field[a->field];
	double draws[FOOTPRINT_SETS], granules = lines_of(f, granule_B);
	double times[FOOTPRINT_SETS], region[1 << FOOTPRINT_SETS];
	struct draw_share share[DRAW_SHARES];
	bool is_moved = draw_moves(kernel, m->launch, a);
	bool has_regions = is_moved && a->loop == a->draw.loop;
	bool is_shared = false;
	int n_share = 1;

	for (int s = 0; s < n_set; ++s) {
		draws[s] = is_moved ? draws_alike(m, kernel, list, index,
					      granule_B, &set[s]) :
				      draws_of(m, kernel, a, &set[s]);
		if (is_moved && !has_regions)
			times[s] = times_moved(m, kernel, a, &set[s]);
	}
	if (has_regions)
		count_regions(m, kernel, access, granule_B, n_set, set, region);
	if (a->draw.kind == SCATTER_GATHER && has_regions &&
		is_interleaved(a, granule_B)) {
		share[0] = (struct draw_share) { (double) a->draw.cells,
			1 / (double) a->draw.cells };
		for (int s = 0; s < n_set; ++s)
			draws[s] *= gathered(m->dev, f, a, m->dev->warp_size,
				granule_B);
	} else if (!is_moved &&
		share_together(m, kernel, a, granule_B, n_set, draws, share))
		is_shared = true;
	else if (a->draw.kind == SCATTER_GATHER)
		n_share = shares_of_gather(m->dev, f, a, granule_B, share);
	else
		n_share = draw_shares(&a->draw, (double) f->base_B, granule_B,
			share);
	for (int i = 0; i < n_share; ++i) {
		double each = is_shared ?
			1 :
			1 + floor(span_B(kernel, a) / granule_B);

		if ((double) a->draw.step_B > granule_B)
			share[i].n *= fmin(each,
				(double) a->draw.step_B / granule_B);
		else
			share[i].hit = fmin(1, share[i].hit * each);
		if (has_regions) {
			granules -= add_regions(&share[i], region, n_set, draws,
				n);
			for (int mask = 1; mask < 1 << n_set; ++mask)
				area[mask] += region[mask] * share[i].n;
			continue;
		}
		if (is_moved) {
			granules -= add_moved(&share[i], n_set, draws, times,
				n);
			continue;
		}
		add_share(&share[i], n_set, draws, n);
		granules -= share[i].n;
	}
	n[0] += fmax(0, granules);
}

/* True if "regular" accesses start where all of "list" draw, which are alike. */
static bool is_inside(const struct kernel *kernel,
	const struct access_list *list, const struct access_list *regular)
{
	const struct access *a = &kernel->access[list->access[0]];

	for (int i = 1; i < list->n; ++i)
		if (!is_alike(a, &kernel->access[list->access[i]]))
			return false;
	for (int i = 0; i < regular->n; ++i)
		if (!starts_near(a, &kernel->access[regular->access[i]]))
			return false;
	return true;
}

void scatter_count(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, const struct access_list *regular,
	double granule_B, int n_set, const struct thread_set *set, double *n,
	double *area)
{
	for (int i = 0; i < 1 << n_set; ++i)
		n[i] = area[i] = 0;
	if (m->status == FOOTPRINT_OK && launch_is_stopped(m->launch))
		m->status = FOOTPRINT_STOPPED;
	for (int i = 0; i < list->n && m->status == FOOTPRINT_OK; ++i) {
		double more[1 << FOOTPRINT_SETS] = { 0 };

		if (is_repeated(kernel, list, i, granule_B) ||
			is_counted(m, kernel, list, i))
			continue;
		count_access(m, kernel, list, i, granule_B, n_set, set,
			i == 0 ? n : more, area);
		if (i > 0)
			merge(n_set, more, n);
	}
	if (!is_inside(kernel, list, regular))
		memset(area, 0, sizeof(double) << n_set);
}

/* How many lanes of a warp start their draws in each granule: the number of
 * granules, or 0 where an address overflows.
 */
static int count_bases(const struct launch *launch, const struct access *a,
	int lanes, double granule_B, double of[MOST_LANES])
{
	int64_t base[MOST_LANES], at;
	int n = 0;

	for (int i = 0; i < lanes && i < MOST_LANES; ++i) {
		int j = 0;

		if (!launch_address(launch, a->address, i, &at))
			return 0;
		at = integer_floor(at, (int64_t) granule_B);
		while (j < n && base[j] != at)
			++j;
		if (j == n) {
			base[n] = at;
			of[n++] = 0;
		}
		++of[j];
	}
	return n;
}

/* Granules that a request of "lanes" lanes touches.  Where cells lie farther
 * apart than granules, lanes that start in different ones meet in none:
 *
 *	sum_b n (1 - (1 - h)^l_b)				  (13.27)
 *
 *	n, h  granules of the cells, and the chance that a draw hits one
 *	l_b   lanes that start their draws in granule b
 */
static double granules_of_request(const struct device *dev,
	const struct launch *launch, const struct field *f,
	const struct access *a, double lanes, double granule_B)
{
	struct draw_share share[DRAW_SHARES];
	double sum = 0, of[MOST_LANES] = { lanes };
	int n, n_base = 0;

	if (a->draw.kind == SCATTER_GATHER)
		return gathered(dev, f, a, lanes,
			fmin(granule_B, dev->l1_line_B));
	n = draw_shares(&a->draw, (double) f->base_B, granule_B, share);
	if ((double) a->draw.step_B > granule_B)
		n_base = count_bases(launch, a, (int) ceil(lanes), granule_B,
			of);
	if (n_base == 0)
		of[n_base++] = lanes;
	for (int b = 0; b < n_base; ++b)
		for (int i = 0; i < n; ++i)
			sum += share[i].n * (1 - pow(1 - share[i].hit, of[b]));
	return sum;
}

struct requests scatter_request(const struct device *dev,
	const struct kernel *kernel, const struct launch *launch,
	const struct access *a, double lanes)
{
	const struct field *f = &kernel->field[a->field];
	struct requests r = { .n = 1 };

	r.sectors = granules_of_request(dev, launch, f, a, lanes,
		a->is_store ? dev->l1_store_B : dev->l1_sector_B);
	r.granules = granules_of_request(dev, launch, f, a, lanes,
		a->is_store ? dev->dram_write_B : dev->dram_fetch_B);
	r.lines = granules_of_request(dev, launch, f, a, lanes, dev->l1_line_B);
	return r;
}

double scatter_words(const struct device *dev, const struct kernel *kernel,
	const struct launch *launch, const struct access *a, double lanes,
	int64_t word_B)
{
	return granules_of_request(dev, launch, &kernel->field[a->field], a,
		lanes, (double) word_B);
}

#define MAX_BALLS 64

/* c = a b, of series up to x^n */
static void multiply(const double *a, const double *b, int n, double *c)
{
	for (int i = 0; i <= n; ++i) {
		c[i] = 0;
		for (int j = 0; j <= i; ++j)
			c[i] += a[j] * b[i - j];
	}
}

/* P(no bin has more than m balls) = n! / b^n [x^n] (sum_{j<=m} x^j/j!)^b;
 * x is scaled by b, which keeps the numbers near 1.
 */
static double chance_of_most(int most, int balls, int bins)
{
	double base[MAX_BALLS + 1] = { 1 }, power[MAX_BALLS + 1] = { 1 };
	double next[MAX_BALLS + 1], p;

	for (int j = 1; j <= balls; ++j)
		base[j] = j <= most ? base[j - 1] / j / bins : 0;
	for (int b = bins; b > 0; b >>= 1) {
		if (b & 1) {
			multiply(power, base, balls, next);
			memcpy(power, next, sizeof(next));
		}
		multiply(base, base, balls, next);
		memcpy(base, next, sizeof(next));
	}
	p = power[balls];
	for (int j = 2; j <= balls; ++j)
		p *= j;
	return fmin(1, p);
}

double scatter_fullest(int balls, int bins)
{
	double sum = 0;

	if (balls > MAX_BALLS)
		balls = MAX_BALLS;
	for (int most = 0; most < balls; ++most) {
		double above = most ? 1 - chance_of_most(most, balls, bins) : 1;

		sum += above;
		if (above < 1e-9)
			break;
	}
	return sum;
}

double scatter_fullest_mean(double balls, int bins)
{
	int less = (int) floor(balls);
	double rest = balls - less;

	return (1 - rest) * scatter_fullest(less, bins) +
		(rest > 0 ? rest * scatter_fullest(less + 1, bins) : 0);
}
