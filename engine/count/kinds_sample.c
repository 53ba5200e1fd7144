/* Lanes of each kind of block, and the sample that represents all kinds:
 * doc/MODEL.md, chapter 4.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/count/footprint_paths.h"
#include "engine/count/footprint_warp.h"
#include "engine/count/kinds.h"

/* Kinds of each predicate that are always in the sample. */
#define LARGEST 8

/* Trips of a block that are counted if all would take too long; the parts of
 * all blocks that are too many (1 s), and those that a block may have anyway.
 */
#define TRIPS	     32
#define FEWEST_TRIPS 4
#define MOST_PARTS   (1 << 17)
#define FEW_PARTS    (1 << 10)

double kinds_trips_error(const double half[2], double most)
{
	double all = half[0] + half[1];

	return all > 0 ? fmax(fabs(half[0] - half[1]), most / 2) / all : 0;
}

/* Lanes and warps of a block in a sample of trips, for all trips.  The sample
 * is a Kronecker sequence, as that of blocks is.
 */
static bool sample_trips(const struct kinds *k, struct kinds_predicate *of,
	const struct warp_range *range, struct warp_sum *sum, double *each)
{
	static const double step[QUASI_LOOPS] = { 0.81917251339616443,
		0.67104360670378921, 0.54970047790197026, 0.4503 };
	static const struct quasi zero;
	unsigned vars = footprint_variables(&zero, of->predicate);
	int64_t trips[QUASI_LOOPS];
	double all = 1, half[2] = { 0, 0 }, most = 0;
	int n;

	*sum = (struct warp_sum) { 0 };
	if (!footprint_trips(k->kernel, of->loop, trips))
		return true;
	/* those of other loops are in the sum */
	for (int d = 0; d < QUASI_LOOPS; ++d)
		all *= vars >> (VAR_LOOP0 + d) & 1 ? (double) trips[d] : 1;
	n = effort_samples(k->launch->effort, TRIPS, FEWEST_TRIPS,
		(double) launch_threads_per_block(k->launch) * 16);
	for (int i = 0; i < n; ++i) {
		int64_t trip[QUASI_LOOPS];
		struct warp_sum one;

		for (int d = 0; d < QUASI_LOOPS; ++d) {
			double to = 0.5 + (i + 1) * step[d];

			to -= (double) (int64_t) to;
			trip[d] = (int64_t) (to * (double) trips[d]);
		}
		if (footprint_lanes_within(k->kernel, k->launch, of->predicate,
			    of->loop, trip, range, MOST_PARTS,
			    &one) != FOOTPRINT_OK)
			return false;
		sum->n_lane += one.n_lane;
		sum->n_request += one.n_request;
		half[i % 2] += (double) one.n_lane;
		most = fmax(most, (double) one.n_lane);
	}
	*each = all / n;
	of->trips_error = fmax(of->trips_error, kinds_trips_error(half, most));
	return true;
}

/* Lanes and warps of predicates that depend on loop counters. */
static void ask_turns(const struct kinds *k, const struct kinds_pattern *p,
	int g, double *lanes, double *warps)
{
	struct kinds_predicate *of = &k->predicate[g];
	const int64_t *grid = k->launch->grid;
	struct warp_range range = { p->at[0] +
			grid[0] * (p->at[1] + grid[1] * p->at[2]),
		1, k->warp_size, 0 };
	enum footprint_status status = FOOTPRINT_BUDGET;
	int most = MOST_PARTS / (k->n_pattern + 1);
	struct warp_sum sum;
	double each = 1;

	*lanes = *warps = 1;
	if (!of->is_by_trips)
		status = footprint_lanes_within(k->kernel, k->launch,
			of->predicate, of->loop, NULL, &range,
			most > FEW_PARTS ? most : FEW_PARTS, &sum);
	if (status == FOOTPRINT_BUDGET) {
		of->is_by_trips = true;
		if (!sample_trips(k, of, &range, &sum, &each))
			return;
	} else if (status != FOOTPRINT_OK) {
		return;
	}
	*lanes = each * (double) sum.n_lane;
	*warps = each * (double) sum.n_request;
}

/* The error of the warps of a predicate, and of their ratio R to its lanes: that
 * of sums of c - R l.  One that few blocks take may be in one block more than
 * were sampled, or fewer.
 */
static void find_warps_error(const struct kinds *k, struct kinds_predicate *of,
	int g)
{
	double sum = 0, square = 0, apart = 0, most = 0;
	double ratio = of->lanes > 0 ? of->warps / of->lanes : 0;

	for (int i = 0; i < k->n_pattern; ++i) {
		const struct kinds_pattern *p = &k->pattern[i];
		double rest = p->warps[g] - ratio * p->lanes[g];

		sum += p->sampled * p->warps[g];
		square += p->square * p->warps[g] * p->warps[g];
		apart += p->square * rest * rest;
		most = fmax(most, p->warps[g]);
	}
	square -= sum * sum / fmax(1, k->n_sample);
	of->warps_error = hypot(fmax(sqrt(fmax(0, square)), k->each * most),
		of->trips_error * of->warps);
	of->ratio_error = of->warps > 0 ? sqrt(apart) / of->warps : 0;
}

/* Sampled blocks that take a predicate: fewer tell little of how many there are.
 */
#define FEWEST_TAKEN 8

/* The variance of the lanes of a predicate: sum w^2 l^2 - (sum w l)^2 / n over
 * n sampled blocks.  One that few of them take may be in one block more, or
 * fewer.
 */
static void find_lanes_error(const struct kinds *k, struct kinds_predicate *of,
	int g)
{
	double sum = 0, square = 0, taken = 0, most = 0, variance;

	for (int i = 0; i < k->n_pattern; ++i) {
		const struct kinds_pattern *p = &k->pattern[i];

		sum += p->sampled * p->lanes[g];
		square += p->square * p->lanes[g] * p->lanes[g];
		taken += p->lanes[g] > 0 ? p->sampled : 0;
		most = fmax(most, p->lanes[g]);
	}
	variance = fmax(0, square - sum * sum / fmax(1, k->n_sample));
	if (taken < FEWEST_TAKEN * k->each)
		variance = fmax(variance, k->each * most * k->each * most);
	of->error = of->lanes > 0 ?
		hypot(sqrt(variance) / of->lanes, of->trips_error) :
		0;
}

static void find_errors(struct kinds *k)
{
	for (int g = 0; g < k->n_predicate; ++g) {
		find_warps_error(k, &k->predicate[g], g);
		find_lanes_error(k, &k->predicate[g], g);
	}
}

/* What is not known of lanes that others represent. */
#define UNCOUNTED 0.25

/* Patterns that are counted whatever it takes. */
#define FEWEST_PATTERNS 8

/* Where the effort of the estimate is spent, another of the patterns that were
 * counted represents one whose lanes depend on loops: NULL, or that one.
 */
static const struct kinds_pattern *represented(const struct kinds *k)
{
	struct effort *e = k->launch->effort;

	if (k->n_known < FEWEST_PATTERNS || effort_left(e) > 0)
		return NULL;
	e->is_cut = true;
	return &k->pattern[k->n_known / 2];
}

/* Lanes and warps of a block of pattern p, for each predicate. */
static bool count_pattern(const struct kinds *k, struct masks *masks,
	struct kinds_pattern *p)
{
	const struct kinds_pattern *like = represented(k);

	masks_limit(masks, p->limit);
	masks_go(masks, p->at);
	for (int g = 0; g < k->n_predicate; ++g) {
		int64_t lanes, warps;
		const uint64_t *bits;

		if (p->answer[g] == BLOCKS_NONE)
			continue;
		if (k->predicate[g].loop >= 0 && like) {
			p->lanes[g] = like->lanes[g];
			p->warps[g] = like->warps[g];
			k->predicate[g].is_by_trips = true;
			k->predicate[g].trips_error =
				fmax(k->predicate[g].trips_error, UNCOUNTED);
			continue;
		}
		if (k->predicate[g].loop >= 0) {
			ask_turns(k, p, g, &p->lanes[g], &p->warps[g]);
			continue;
		}
		bits = masks_find(masks, k->predicate[g].node);
		if (!bits)
			return false;
		masks_count(masks, bits, k->warp_size, &lanes, &warps);
		p->lanes[g] = (double) lanes;
		p->warps[g] = (double) warps;
	}
	return true;
}

static void sum_patterns(struct kinds *k)
{
	for (int g = 0; g < k->n_predicate; ++g) {
		struct kinds_predicate *of = &k->predicate[g];

		of->lanes = of->warps = 0;
		of->is_counted = k->is_exact && !of->is_by_trips;
	}
	for (int i = 0; i < k->n_pattern; ++i) {
		const struct kinds_pattern *p = &k->pattern[i];

		for (int g = 0; g < k->n_predicate; ++g) {
			k->predicate[g].lanes += p->weight * p->lanes[g];
			k->predicate[g].warps += p->weight * p->warps[g];
		}
	}
}

bool kinds_count_lanes(struct kinds *k, struct masks *masks)
{
	for (; k->n_known < k->n_pattern; ++k->n_known) {
		struct kinds_pattern *p = &k->pattern[k->n_known];

		if (!p->is_shared && !count_pattern(k, masks, p))
			return false;
	}
	sum_patterns(k);
	if (k->n_sample > 0)
		find_errors(k);
	return true;
}

/* The share of a pattern of the lanes of each predicate of an access. */
static double worth(const struct kinds *k, const struct kinds_pattern *p)
{
	double sum = 0;

	for (int g = 0; g < k->n_predicate; ++g)
		if (k->predicate[g].is_of_access && k->predicate[g].lanes > 0)
			sum += p->lanes[g] / k->predicate[g].lanes;
	return sum;
}

/* The size of a pattern in the sample: counts of requests lie between warps and
 * lanes, so that neither many warps of few lanes each nor few of many are left
 * to chance.
 */
static double size_of(const struct kinds *k, const struct kinds_pattern *p)
{
	double sum = worth(k, p);

	for (int g = 0; g < k->n_predicate; ++g)
		if (k->predicate[g].is_of_access && k->predicate[g].warps > 0)
			sum += p->warps[g] / k->predicate[g].warps;
	return sum;
}

struct ranked {
	double size; /* of all blocks of the kind */
	double each; /* of one */
	int kind;
	bool is_certain;
};

static int compare_sizes(const void *p, const void *q)
{
	const struct ranked *a = p, *b = q;

	if (a->is_certain != b->is_certain)
		return b->is_certain - a->is_certain;
	if (a->size != b->size)
		return a->size < b->size ? 1 : -1;
	return a->kind - b->kind;
}

static int compare_each(const void *p, const void *q)
{
	const struct ranked *a = p, *b = q;

	if (a->each != b->each)
		return a->each < b->each ? 1 : -1;
	return a->kind - b->kind;
}

/* Take the LARGEST kinds with the most lanes of each access, so that one
 * that holds in few blocks is counted whole; returns how many these are.
 */
static int mark_largest(const struct kinds *k, struct ranked *r, int n_ranked)
{
	int n = 0;

	for (int g = 0; g < k->n_predicate; ++g) {
		double most[LARGEST] = { 0 };
		int best[LARGEST], n_best = 0;

		if (!k->predicate[g].is_of_access)
			continue;
		for (int i = 0; i < n_ranked; ++i) {
			const struct kinds_kind *kind = &k->kind[r[i].kind];
			double lanes = kind->weight *
				k->pattern[kind->pattern].lanes[g];
			int j = n_best;

			if (lanes <= most[LARGEST - 1])
				continue;
			n_best += n_best < LARGEST;
			for (j = n_best - 1; j > 0 && lanes > most[j - 1];
				--j) {
				most[j] = most[j - 1];
				best[j] = best[j - 1];
			}
			most[j] = lanes;
			best[j] = i;
		}
		for (int j = 0; j < n_best; ++j) {
			n += !r[best[j]].is_certain;
			r[best[j]].is_certain = true;
		}
	}
	return n;
}

/* Systematic sampling: of n units whose sizes add up to "sum", take those at
 * equal steps of the cumulated size.  Unit i is taken with probability size *
 * n_more / sum.
 */
static void take_evenly(const struct kinds *k, const struct ranked *r, int n,
	double sum, int n_more, struct kinds_sample *sample)
{
	double step = sum / n_more, next = step / 2, before = 0;

	for (int i = 0; i < n; ++i) {
		before += r[i].size;
		if (before < next)
			continue;
		sample->block[sample->n++] = (struct kinds_sampled) { r[i].kind,
			k->kind[r[i].kind].weight * step / r[i].size };
		next += step;
	}
}

/* Those that are certain first, by size. */
static void put_certain_first(struct ranked *r, int n_certain)
{
	for (int i = 0, to = 0; to < n_certain; ++i) {
		struct ranked here = r[i];

		if (!here.is_certain)
			continue;
		r[i] = r[to];
		r[to++] = here;
	}
	qsort(r, (size_t) n_certain, sizeof(*r), compare_sizes);
}

/* Of n kinds that have lanes of accesses. */
static void choose(const struct kinds *k, struct ranked *r, int n, int most,
	struct kinds_sample *sample)
{
	int n_certain = mark_largest(k, r, n);
	double sum = 0, largest = 0;

	put_certain_first(r, n_certain);
	for (int i = n_certain; i < n; ++i) {
		sum += r[i].size;
		largest = fmax(largest, r[i].size);
	}
	if (largest * (most - n_certain) >= sum)
		qsort(r + n_certain, (size_t) (n - n_certain), sizeof(*r),
			compare_sizes);
	while (n_certain < n && n_certain < most &&
		r[n_certain].size * (most - n_certain) >= sum)
		sum -= r[n_certain++].size;
	for (int i = 0; i < n_certain; ++i)
		sample->block[sample->n++] = (struct kinds_sampled) { r[i].kind,
			k->kind[r[i].kind].weight };
	sample->n_certain = sample->n;
	if (n_certain >= n || n_certain >= most || !(sum > 0))
		return;
	qsort(r + n_certain, (size_t) (n - n_certain), sizeof(*r),
		compare_each);
	take_evenly(k, r + n_certain, n - n_certain, sum, most - n_certain,
		sample);
}

static void find_scale(const struct kinds *k, struct kinds_sample *sample)
{
	for (int g = 0; g < k->n_predicate; ++g) {
		double lanes = 0;

		for (int i = 0; i < sample->n; ++i)
			lanes += sample->block[i].weight *
				k->pattern[k->kind[sample->block[i].kind]
						   .pattern]
					.lanes[g];
		sample->scale[g] = lanes > 0 ? k->predicate[g].lanes / lanes :
					       0;
	}
}

bool kinds_sample(const struct kinds *k, int most, struct quasi_pool *pool,
	struct kinds_sample *sample)
{
	size_t n = (size_t) k->n_kind + 1;
	struct ranked *r = heap_clear(n, sizeof(*r));
	int n_ranked = 0;

	sample->n = 0;
	sample->block = quasi_pool_alloc(pool, n * sizeof(sample->block[0]));
	sample->scale = quasi_pool_alloc(pool,
		((size_t) k->n_predicate + 1) * sizeof(double));
	if (!r || !sample->block || !sample->scale) {
		free(r);
		return false;
	}
	for (int i = 0; i < k->n_kind; ++i) {
		double each = size_of(k, &k->pattern[k->kind[i].pattern]);

		if (each > 0)
			r[n_ranked++] = (struct ranked) {
				.size = each * k->kind[i].weight,
				.each = each,
				.kind = i,
			};
	}
	choose(k, r, n_ranked, most, sample);
	sample->is_whole = sample->n == n_ranked;
	free(r);
	find_scale(k, sample);
	return true;
}

struct placed {
	int64_t middle;
	double worth;
};

/* Sort by places, which are not negative, byte by byte; boxes of one place stay
 * in their order.  The result is p, or "other", which has as much room.
 */
static struct placed *sort_places(struct placed *p, struct placed *other, int n)
{
	int64_t most = 0;

	for (int i = 0; i < n; ++i)
		most = p[i].middle > most ? p[i].middle : most;
	for (int shift = 0; shift < 63 && most >> shift > 0; shift += 8) {
		int first[257] = { 0 };
		struct placed *sorted = other;

		for (int i = 0; i < n; ++i)
			++first[(p[i].middle >> shift & 255) + 1];
		for (int i = 0; i < 256; ++i)
			first[i + 1] += first[i];
		for (int i = 0; i < n; ++i)
			sorted[first[p[i].middle >> shift & 255]++] = p[i];
		other = p;
		p = sorted;
	}
	return p;
}

int64_t kinds_middle(const struct kinds *k)
{
	struct placed *room = heap_clear(2 * (size_t) k->n_box + 1,
		sizeof(*room));
	struct placed *p = room;
	double all = 0, sum = 0;
	int64_t middle = -1;

	for (int i = 0; p && i < k->n_box; ++i) {
		p[i] = (struct placed) { k->box[i].middle,
			k->box[i].weight *
				worth(k, &k->pattern[k->box[i].pattern]) };
		all += p[i].worth;
	}
	if (p && all > 0) {
		p = sort_places(p, p + k->n_box, k->n_box);
		for (int i = 0; i < k->n_box && sum < all / 2; ++i) {
			sum += p[i].worth;
			middle = p[i].worth > 0 ? p[i].middle : middle;
		}
	}
	free(room);
	return middle;
}
