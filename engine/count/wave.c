/* Waves and the blocks before them: doc/MODEL.md, chapter 2.  Reuse distances
 * follow from the offsets of the stencil and the order of blocks.
 */

#include <math.h>
#include <stdlib.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/count/offsets.h"
#include "engine/count/sample.h"
#include "engine/count/wave.h"
#include "engine/kernel/predicate.h"

/* Reuse distances, in blocks of launch order. */
#define MAX_DISTANCE 64

struct distances {
	int n;
	struct distance {
		int64_t blocks;
		double lead; /* the least of all uses at this distance */
	} of[MAX_DISTANCE];
};

static void distances_add(struct distances *d, const struct launch *launch,
	int64_t blocks, double lead)
{
	/* fewer than half of the blocks have such a past */
	if (blocks > launch_blocks(launch) / 2)
		return;
	for (int i = 0; i < d->n; ++i)
		if (d->of[i].blocks == blocks) {
			d->of[i].lead = fmin(d->of[i].lead, lead);
			return;
		}
	if (d->n < MAX_DISTANCE)
		d->of[d->n++] = (struct distance) { blocks, lead };
}

static int compare_distances(const void *a, const void *b)
{
	int64_t x = ((const struct distance *) a)->blocks;
	int64_t y = ((const struct distance *) b)->blocks;

	return (x > y) - (x < y);
}

/* Blocks between a block and its neighbour along "axis". */
static int64_t axis_stride(const struct launch *launch, int axis)
{
	int64_t stride = 1;

	for (int i = 0; i < axis; ++i)
		stride *= launch->grid[i];
	return stride;
}

/* The middle of the loads with the same offset as load i, as an index into the
 * n sorted offsets.
 */
static double middle_of(const int64_t *of, int n, int i)
{
	int from = i, to = i;

	while (from > 0 && of[from - 1] == of[i])
		--from;
	while (to + 1 < n && of[to + 1] == of[i])
		++to;
	return (from + to) / 2.;
}

/* The lead of uses by threads side by side, "fold" cells apart, whose loads have
 * the sorted offsets "of": the mean over all offsets that two of them share.
 */
static double lead_of(const int64_t *of, int n, int64_t fold)
{
	double sum = 0;
	int n_pair = 0;

	for (int i = 0, low = 0; i < n; ++i) {
		if (i > 0 && of[i] == of[i - 1])
			continue;
		while (low + 1 < i && of[low + 1] <= of[i] - fold)
			++low;
		if (of[low] > of[i] - fold)
			continue;
		sum += middle_of(of, n, i) - middle_of(of, n, low);
		++n_pair;
	}
	return n_pair > 0 ? sum / n_pair / n : 0;
}

/* Gaps between neighbouring offsets along an axis: data that one access
 * loads is loaded again by the next one, that many cells later.
 */
static void add_gaps(const struct launch *launch, int axis,
	struct offsets *offsets, struct distances *d)
{
	int64_t *of = offsets->of[axis], stride = axis_stride(launch, axis);
	int64_t cells = launch->block[axis] * launch->fold[axis];
	double lead;

	integer_sort(of, offsets->n);
	lead = axis == 2 && !launch->apart[axis] ?
		lead_of(of, offsets->n, launch->fold[axis]) :
		0;
	for (int i = 1; i < offsets->n; ++i) {
		int64_t n;

		if (of[i] == of[i - 1])
			continue;
		n = (of[i] - of[i - 1] - 1) / cells + 1;
		if (!__builtin_mul_overflow(n, stride, &n))
			distances_add(d, launch, n, lead);
	}
}

static void add_distances(const struct launch *launch, struct offsets *offsets,
	struct distances *d)
{
	for (int i = 0; i < 3; ++i) {
		if (launch->grid[i] == 1)
			continue;
		if (offsets->n > 0 && offsets->step_B[i] == 0)
			distances_add(d, launch, axis_stride(launch, i), 0);
		add_gaps(launch, i, offsets, d);
	}
}

/* Period of the divisions in "e", in blocks: the rows of a column, or a whole
 * column, of a thread order.
 */
static void add_periods(const struct launch *launch, const struct quasi *e,
	struct distances *d)
{
	for (int i = 0; i < e->n_term; ++i) {
		const struct quasi_term *t = &e->term[i];
		int64_t step = sample_step(t->a);

		if (t->op == QUASI_FLOOR && step > 0)
			distances_add(d, launch, (t->divisor - 1) / step + 1,
				0);
		add_periods(launch, t->a, d);
		if (t->b)
			add_periods(launch, t->b, d);
	}
}

/* With a thread order, addresses do not change by a constant from block to
 * block; the periods of divisions give the reuse distances.  "is_ordered"
 * marks the fields with such loads.
 */
static void add_ordered(const struct kernel *kernel,
	const struct launch *launch, struct distances *d, bool *is_ordered)
{
	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];

		if (a->is_store || !sample_is_ordered(launch, a->address))
			continue;
		is_ordered[a->field] = true;
		add_periods(launch, a->address, d);
	}
}

static bool depends_on(const struct quasi *e, int axis)
{
	return e->coef[VAR_BX + axis] != 0 || e->coef[VAR_TX + axis] != 0;
}

/* Draws from cells that move along one axis are from the same cells along
 * another: a[x + random(1024)] in all rows.
 */
static void add_drawn(const struct kernel *kernel, const struct launch *launch,
	struct distances *d)
{
	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];
		bool is_moved = false;

		if (a->is_store || !a->draw.kind ||
			!quasi_is_affine(a->address))
			continue;
		for (int axis = 0; axis < 3; ++axis)
			is_moved = is_moved || depends_on(a->address, axis);
		for (int axis = 0; axis < 3 && is_moved; ++axis)
			if (launch->grid[axis] > 1 &&
				!depends_on(a->address, axis))
				distances_add(d, launch,
					axis_stride(launch, axis), 0);
	}
}

static bool find_distances(const struct kernel *kernel,
	const struct launch *launch, struct distances *d)
{
	bool *is_ordered = heap_clear((size_t) kernel->n_field + 1,
		sizeof(bool));
	struct offsets offsets;

	d->n = 0;
	if (!is_ordered)
		return false;
	if (!offsets_init(&offsets, kernel, launch)) {
		free(is_ordered);
		return false;
	}
	add_ordered(kernel, launch, d, is_ordered);
	add_drawn(kernel, launch, d);
	while (offsets_next(&offsets))
		if (!is_ordered[offsets.field])
			add_distances(launch, &offsets, d);
	free(is_ordered);
	offsets_clear(&offsets);
	qsort(d->of, (size_t) d->n, sizeof(d->of[0]), compare_distances);
	return true;
}

static bool is_layer(const struct launch *launch, int64_t distance)
{
	return launch->grid[2] > 1 &&
		distance >= launch->grid[0] * launch->grid[1];
}

static void add_window(const struct launch *launch, struct wave *wave,
	const struct distance *d)
{
	int64_t distance = d->blocks;
	int64_t near = wave->n_window ?
		wave->window[wave->n_window - 1].distance :
		0;

	if (distance > wave->first)
		distance = wave->first;
	if (distance <= near)
		return;
	wave->window[wave->n_window++] = (struct wave_window) { distance,
		is_layer(launch, distance), d->lead };
	threads_of_blocks(launch, wave->first - distance, distance - near,
		&wave->set[wave->n_window]);
}

/* Of the ascending distances from "from" on, the one with the largest ratio
 * to the next.
 */
static int widest_gap(const struct distances *d, int from)
{
	double widest = 1;
	int end = d->n - 1;

	for (int i = from; i + 1 < d->n; ++i) {
		double ratio = (double) d->of[i + 1].blocks /
			(double) d->of[i].blocks;

		if (ratio <= widest)
			continue;
		widest = ratio;
		end = i;
	}
	return end;
}

/* One window for distances within the wave, and the others for longer ones,
 * split where the distances are far apart.
 */
static void find_windows(const struct launch *launch, const struct distances *d,
	struct wave *wave)
{
	int from = 0;

	while (from < d->n && d->of[from].blocks <= wave->n_block &&
		!is_layer(launch, d->of[from].blocks))
		++from;
	if (from > 0)
		add_window(launch, wave, &d->of[from - 1]);
	while (from < d->n) {
		int end = wave->n_window < WAVE_WINDOWS - 1 ?
			widest_gap(d, from) :
			d->n - 1;

		add_window(launch, wave, &d->of[end]);
		from = end + 1;
	}
}

/* Distances that both ends of a wave span.  Where there are too many, the
 * farthest one stays: it takes the most of a cache.
 */
static void find_near(const struct distances *d, struct wave *wave)
{
	wave->near[wave->n_near++] = 1;
	for (int i = 0; i < d->n && d->of[i].blocks < wave->n_block; ++i) {
		if (d->of[i].blocks <= 1)
			continue;
		if (wave->n_near == WAVE_NEAR)
			--wave->n_near;
		wave->near_lead[wave->n_near] = d->of[i].lead;
		wave->near[wave->n_near++] = d->of[i].blocks;
	}
}

/* Where in a row a wave starts.  It ends at the same position of a later row,
 * or, if rows do not divide it, starts and ends within a row: then the halo
 * that its last blocks load balances what its first blocks find loaded.
 */
static int64_t start_in_row(int64_t row, int64_t n_block)
{
	int64_t over = n_block % row;

	return over ? (row - over + 1) / 2 : 0;
}

/* The first block of a wave in the middle of the grid; the wave stays in one
 * layer if it fits.
 */
static int64_t middle_block(const struct launch *launch, int64_t n_block)
{
	int64_t row = launch->grid[0], layer = row * launch->grid[1];
	int64_t all = layer * launch->grid[2], spare, start;

	if (n_block >= all)
		return 0;
	start = start_in_row(row, n_block);
	spare = (n_block < layer ? layer : all) - n_block;
	if (spare / 2 / row * row + start <= spare)
		start += spare / 2 / row * row;
	else
		start = spare / 2;
	if (n_block < layer)
		start += launch->grid[2] / 2 * layer;
	return start;
}

double wave_cells(const struct kernel *kernel, const struct launch *launch,
	const struct thread_set *set)
{
	struct thread_set inside = *set;
	double n = 0;

	threads_clip(kernel, launch, &inside);
	for (int i = 0; i < inside.n_box; ++i) {
		double cells = 1;

		for (int j = 0; j < 3; ++j) {
			int64_t fold = launch->fold[j];
			int64_t lo = inside.box[i].lo[j] * fold;
			int64_t hi = inside.box[i].hi[j] * fold;

			if (hi > kernel->domain[j])
				hi = kernel->domain[j];
			cells *= (double) (hi - lo);
		}
		n += cells;
	}
	return n;
}

static bool is_uneven(const struct kernel *kernel)
{
	for (int i = 0; i < kernel->n_access; ++i)
		if (predicate_is_uneven(kernel->access[i].predicate))
			return true;
	return false;
}

/* If predicates hold only in parts of the grid, the wave around the median of
 * all lanes that take them represents all waves.
 */
static int64_t typical_block(const struct launch *launch, int64_t n_block,
	int64_t middle)
{
	int64_t room = launch_blocks(launch) - n_block;
	int64_t first = middle - n_block / 2;

	return first < 0 ? 0 : first > room ? room : first;
}

bool wave_find(const struct kernel *kernel, const struct launch *launch,
	int64_t capacity, int64_t middle, struct wave *wave)
{
	int64_t all = launch_blocks(launch);
	struct distances d;

	*wave = (struct wave) { .capacity = capacity };
	wave->n_block = capacity < all ? capacity : all;
	wave->first = middle >= 0 && is_uneven(kernel) ?
		typical_block(launch, wave->n_block, middle) :
		middle_block(launch, wave->n_block);
	threads_of_blocks(launch, wave->first, wave->n_block, &wave->set[0]);
	wave->cells = wave_cells(kernel, launch, &wave->set[0]);
	if (!find_distances(kernel, launch, &d))
		return false;
	find_windows(launch, &d, wave);
	find_near(&d, wave);
	return true;
}
