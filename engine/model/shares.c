/* Blocks of an SM that share data: shares.h. */

#include <math.h>
#include <stdlib.h>

#include "engine/base/integer.h"
#include "engine/count/footprint.h"
#include "engine/model/shares.h"

/* Blocks of an SM that are compared: as many as a footprint can tell apart. */
#define COMPARED FOOTPRINT_SETS

/* Waves of a launch up to which it matters where its first blocks start. */
#define WAVES 4.

/* Blocks apart along an axis up to which two may share data. */
#define APART 4

/* Warps of a block that are compared. */
#define WARPS_MOST 64

/* Share of the sectors of these blocks that is loaded once less. */
#define SHARED 0.03

/* Is the block "by" blocks later, in the order of the launch, near? */
static bool is_near(const struct launch *launch, int64_t by)
{
	for (int d = 0; d < 3; ++d) {
		int64_t n = launch->grid[d], at = by % n;

		if (at > n / 2)
			at -= n;
		if (llabs(at) > APART)
			return false;
		by = (by - at) / n;
	}
	return by == 0;
}

/* Of the blocks that an SM starts with, the first and those near it: how many
 * SMs later each comes.
 */
static int near_blocks(const struct workings *m, int64_t blocks,
	int64_t later[COMPARED])
{
	int n = 1;

	later[0] = 0;
	for (int64_t i = 1; i < blocks && n < COMPARED; ++i)
		if (is_near(m->launch, i * (int64_t) m->dev->sm_count))
			later[n++] = i;
	return n;
}

/* Places of the grid at which blocks are compared where conditions exclude some
 * of them, the middle first; i times the golden ratio spreads them evenly.
 */
#define PLACES 5
#define GOLDEN 0.6180339887498949

static bool has_conditions(const struct kernel *k)
{
	for (int i = 0; i < k->n_access; ++i)
		if (k->access[i].predicate)
			return true;
	return false;
}

/* Add the sectors that blocks first + later[i] n_sm load, each for itself and
 * distinct ones.
 */
static void add_shared(struct workings *m, int64_t first, const int64_t *later,
	int n, double *sum, double *distinct)
{
	struct thread_set set[COMPARED];

	for (int i = 0; i < n; ++i)
		threads_of_blocks(m->launch,
			first + later[i] * (int64_t) m->dev->sm_count, 1,
			&set[i]);
	for (int f = 0; f < m->kernel->n_field; ++f) {
		double count[1 << COMPARED] = { 0 };

		workings_count(m, m->kernel, &m->count[f].load,
			m->dev->l1_sector_B, n, set, count);
		for (int i = 1; i < 1 << n; ++i) {
			*sum += __builtin_popcount((unsigned) i) * count[i];
			*distinct += count[i];
		}
	}
}

bool shares_l1(struct workings *m)
{
	int64_t n_sm = (int64_t) m->dev->sm_count, later[COMPARED], room;
	double sum = 0, distinct = 0, slots = m->occupancy.blocks_per_sm;
	int n, places = has_conditions(m->kernel) ? PLACES : 1;

	if (m->n_block > WAVES * slots * n_sm)
		return false;
	n = near_blocks(m, (int64_t) fmin(slots, ceil(m->n_block / n_sm)),
		later);
	if (n < 2)
		return false;
	room = (int64_t) m->n_block - later[n - 1] * n_sm;
	for (int i = 0; i < places; ++i) {
		double at = (i + 0.5 / GOLDEN) * GOLDEN;
		int64_t first = i == 0 ?
			(room - 1) / 2 :
			(int64_t) ((at - floor(at)) * (double) room);

		add_shared(m, first, later, n, &sum, &distinct);
	}
	return sum - distinct > SHARED * sum;
}

/* Less than this share of what is loaded changes no figure. */
#define LEAST_SHARED 0.001

double shares_lines_over_l1(const struct workings *m)
{
	double lines = 0;

	for (int f = 0; f < m->kernel->n_field; ++f)
		lines += m->count[f].block_lines;
	return lines * m->dev->l1_line_B / m->n_block *
		fmin(m->occupancy.blocks_per_sm,
			ceil(m->n_block / m->dev->sm_count)) /
		m->l1_B;
}

/* Granules of the wave that window "i" has loaded and no nearer one. */
static double overlap(const double *wave, int n_window, int i)
{
	unsigned nearer = (2u << i) - 2, both = 1u | 2u << i;
	double sum = 0;

	for (unsigned set = 1; set < 2u << n_window; ++set)
		if ((set & both) == both && !(set & nearer))
			sum += wave[set];
	return sum;
}

/* Blocks of a wave that load a granule, in the mean: all blocks load "all" of
 * them, each for itself, and those of the wave "wave" different ones.
 */
static double blocks_alike(const struct workings *m,
	const struct field_counts *c, double all, double wave)
{
	all /= m->lup;
	wave *= c->load_density / m->wave_lup;
	return wave > 0 && all > wave ? all / wave : 1;
}

double shares_of_wave(const struct workings *m, int f)
{
	const struct field_counts *c = &m->count[f];
	double wave = 0;

	for (unsigned set = 1; set < 2u << m->wave.n_window; set += 2)
		wave += c->load_wave[set];
	return blocks_alike(m, c, c->block_fetches, wave);
}

double shares_of_trip(const struct workings *m, int f)
{
	const struct field_counts *c = &m->count[f];

	return blocks_alike(m, c, c->trip_fetches, c->trip_wave);
}

/* Warps of the block for each different address of a warp's first lane, in the
 * first block and trip.
 */
static double warps_alike(const struct workings *m, const struct access *a)
{
	const int64_t *b = m->launch->block;
	int64_t threads = launch_threads_per_block(m->launch), at[WARPS_MOST];
	int n = 0, warps = 0;

	for (int64_t t = 0; t < threads && warps < WARPS_MOST;
		t += (int64_t) m->dev->warp_size, ++warps) {
		int64_t point[N_QUASI_VAR] = {
			[VAR_TX] = t % b[0],
			[VAR_TY] = t / b[0] % b[1],
			[VAR_TZ] = t / b[0] / b[1],
		};
		int64_t address;
		int i = 0;

		if (!quasi_eval(a->address, point, &address))
			return 1;
		while (i < n && at[i] != address)
			++i;
		at[i] = address;
		n += i == n;
	}
	return n > 0 ? (double) warps / n : 1;
}

/* Granules [first, last] that lanes side by side of a warp load from. */
struct run {
	int64_t first, last;
};

static int compare_runs(const void *a, const void *b)
{
	const struct run *x = a, *y = b;

	return (x->first > y->first) - (x->first < y->first);
}

/* The granules of runs, those of several runs once. */
static double distinct_granules(struct run *run, int n)
{
	int64_t end = INT64_MIN;
	double sum = 0;

	qsort(run, (size_t) n, sizeof(*run), compare_runs);
	for (int i = 0; i < n; ++i) {
		int64_t from = run[i].first > end ? run[i].first : end + 1;

		if (run[i].last < from)
			continue;
		sum += (double) (run[i].last - from + 1);
		end = run[i].last;
	}
	return sum;
}

/* Granules of DRAM that the warps of the first block load in its first trip,
 * each for itself, over the distinct ones: warps whose rows lie in one granule
 * wait for one fetch.  Where lanes lie apart, each has its own.
 */
static double warps_fetching(const struct workings *m, const struct access *a)
{
	const int64_t *b = m->launch->block;
	int64_t threads = launch_threads_per_block(m->launch), row;
	int64_t warp = (int64_t) m->dev->warp_size;
	int64_t granule_B = (int64_t) m->dev->dram_fetch_B;
	int64_t lane_B = llabs(a->address->coef[VAR_TX]);
	struct run of_warp[WARPS_MOST], all[WARPS_MOST];
	int n = 0, in_warp = 0;
	double each = 0, distinct;

	if (lane_B == 0 || lane_B > granule_B || !quasi_is_affine(a->address))
		return warps_alike(m, a);
	for (int64_t t = 0; t < threads; t += row) {
		int64_t point[N_QUASI_VAR] = {
			[VAR_TX] = t % b[0],
			[VAR_TY] = t / b[0] % b[1],
			[VAR_TZ] = t / b[0] / b[1],
		};
		int64_t address, more;

		row = b[0] - t % b[0];
		row = row < warp - t % warp ? row : warp - t % warp;
		more = (row - 1) * a->address->coef[VAR_TX];
		if (n == WARPS_MOST || !quasi_eval(a->address, point, &address))
			return warps_alike(m, a);
		all[n].first = integer_floor(address + (more < 0 ? more : 0),
			granule_B);
		all[n].last = integer_floor(address + (more > 0 ? more : 0),
			granule_B);
		if (t % warp == 0) {
			each += distinct_granules(of_warp, in_warp);
			in_warp = 0;
		}
		of_warp[in_warp++] = all[n++];
	}
	each += distinct_granules(of_warp, in_warp);
	distinct = distinct_granules(all, n);
	return distinct > 0 ? each / distinct : 1;
}

static bool has_barrier(const struct kernel *kernel, int loop)
{
	for (int i = 0; i < kernel->n_part; ++i)
		if (kernel->part[i].loop == loop &&
			kernel->part[i].work.barrier > 0)
			return true;
	return false;
}

/* Warps that make the same load in a trip: of cells that data draw, those whose
 * lanes draw together.
 */
static double warps_loading(const struct workings *m, const struct access *a,
	double (*alike)(const struct workings *, const struct access *))
{
	double warp = m->dev->warp_size;

	return a->draw.kind ?
		fmin(m->occupancy.warps_per_block,
			fmax(1, (double) a->draw.together / warp)) :
		alike(m, a);
}

static double warps_of_block(const struct workings *m, int f,
	double (*alike)(const struct workings *, const struct access *))
{
	double sum = 0;
	bool drawn = true;
	int n = 0;

	for (int i = 0; i < m->kernel->n_access; ++i) {
		const struct access *a = &m->kernel->access[i];

		if (a->field != f || a->loop < 0 || a->is_store ||
			has_barrier(m->kernel, a->loop))
			continue;
		sum += warps_loading(m, a, alike);
		drawn = drawn && a->draw.kind;
		++n;
	}
	return n > 0 && !(drawn && sum <= n) ? sum / n : 0;
}

double shares_of_block(const struct workings *m, int f)
{
	return warps_of_block(m, f, warps_alike);
}

double shares_of_fetch(const struct workings *m, int f)
{
	return warps_of_block(m, f, warps_fetching);
}

/* Bytes from trip to trip, and from lane to lane. */
static double step_B(const struct workings *m, const struct access *a)
{
	int var = VAR_LOOP0 + kernel_loops(m->kernel, a->loop) - 1;

	return fabs((double) a->address->coef[var]);
}

static double lane_B(const struct access *a)
{
	return fabs((double) a->address->coef[VAR_TX]);
}

/* Warps of a block that pass over the same data in a loop that moves along
 * their rows, by s bytes a trip, as far as they overlap:
 *
 *	w (l + t s) / (w l + t s)				 (20.29)
 *
 *	l  bytes of a warp, t  trips, w  warps in a row of the block
 */
static double warps_passing(const struct workings *m, const struct access *a)
{
	double step = step_B(m, a), warp = m->dev->warp_size * lane_B(a);
	double w = floor((double) m->launch->block[0] / m->dev->warp_size);
	double t = kernel_turns(m->kernel, a->loop);

	if (!(step > 0) || step > warp || w < 2)
		return 1;
	return w * (warp + t * step) / (w * warp + t * step);
}

bool shares_in_step(const struct workings *m, int f)
{
	for (int i = 0; i < m->kernel->n_access; ++i) {
		const struct access *a = &m->kernel->access[i];
		double step, lane;

		if (a->field != f || a->loop < 0 || a->is_store)
			continue;
		step = step_B(m, a);
		lane = lane_B(a);
		if (step > 0 && step <= m->dev->warp_size * lane)
			return false;
	}
	return true;
}

double shares_ahead(const struct workings *m, int f)
{
	double sum = 0;
	int n = 0;

	for (int i = 0; i < m->kernel->n_access; ++i) {
		const struct access *a = &m->kernel->access[i];

		if (a->field != f || a->is_store)
			continue;
		sum += a->loop < 0 || has_barrier(m->kernel, a->loop) ?
			1 :
			warps_passing(m, a);
		++n;
	}
	return n > 0 ? sum / n : 1;
}

/* Bytes per update that the wave loads as one of field "f". */
static double wave_B(const struct workings *m, int f)
{
	const struct field_counts *c = &m->count[f];
	double wave = 0;

	for (unsigned set = 1; set < 2u << m->wave.n_window; set += 2)
		wave += c->load_wave[set];
	return wave * m->dev->dram_fetch_B * c->load_density / m->wave_lup;
}

double shares_in_wave_B(const struct workings *m, int f)
{
	double n = fmax(2, m->dev->sm_count), k = shares_of_wave(m, f);
	double O = shares_lines_over_l1(m);

	if (k <= 1)
		return 0;
	return wave_B(m, f) * fmax(0, k + n * expm1(k * log1p(-1 / n))) /
		(1 + O * O / 4);
}

double shares_by_chance_B(const struct workings *m, int f)
{
	const struct field_counts *c = &m->count[f];
	int n_window = m->wave.n_window;
	double fetch_B = m->dev->dram_fetch_B, over = shares_lines_over_l1(m);
	double all_B = c->block_fetches * fetch_B / m->lup;
	double k = shares_of_wave(m, f), q, V;

	if (k <= 1)
		return 0;
	q = -expm1(k * log1p(-1 / fmax(2, m->dev->sm_count)));
	V = 0;
	for (int i = 0; i < n_window; ++i) {
		double O = over * (double) m->wave.window[i].distance /
			(double) m->wave.capacity;

		V += overlap(c->load_wave, n_window, i) * fetch_B /
			m->wave_lup * c->load_density * k * q / (1 + O * O);
	}
	return V > LEAST_SHARED * all_B ? V : 0;
}
