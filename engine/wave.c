/* Waves and what came before them: doc/MODEL.md, chapter 2. */

#include <stdlib.h>

#include "engine/wave.h"

/* Distances, in blocks of launch order, at which data is used again. */
#define MAX_DISTANCE	64

struct distances {
	int n;
	int64_t of[MAX_DISTANCE];
};

static void distances_add(struct distances *d, int64_t distance)
{
	for (int i = 0; i < d->n; ++i)
		if (d->of[i] == distance)
			return;
	if (d->n < MAX_DISTANCE)
		d->of[d->n++] = distance;
}

static int compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

	return (x > y) - (x < y);
}

static int64_t magnitude(int64_t x)
{
	return x < 0 ? -x : x;
}

/* Blocks between a block and its neighbour along "axis". */
static int64_t axis_stride(const struct launch *launch, int axis)
{
	int64_t stride = 1;

	for (int i = 0; i < axis; ++i)
		stride *= launch->grid[i];
	return stride;
}

/* The axes by falling step of the address from thread to thread. */
static void sort_axes(const struct quasi *address, int axis[3])
{
	for (int i = 0; i < 3; ++i)
		axis[i] = i;
	for (int i = 1; i < 3; ++i)
		for (int j = i; j > 0; --j) {
			int64_t here = address->coef[VAR_TX + axis[j]];
			int64_t above = address->coef[VAR_TX + axis[j - 1]];
			int swap = axis[j];

			if (magnitude(here) <= magnitude(above))
				break;
			axis[j] = axis[j - 1];
			axis[j - 1] = swap;
		}
}

static int64_t divide_to_nearest(int64_t a, int64_t b)
{
	int64_t quotient = a / b, rest = a % b;

	if (magnitude(rest) > magnitude(b) / 2)
		quotient += (rest < 0) == (b < 0) ? 1 : -1;
	return quotient;
}

static bool is_alike(const struct quasi *a, const struct quasi *b)
{
	for (int v = VAR_TX; v <= VAR_BZ; ++v)
		if (a->coef[v] != b->coef[v])
			return false;
	return quasi_is_affine(a) && quasi_is_affine(b);
}

/* The accesses of one field that loads share: their constants, as steps in
 * threads along each axis.
 */
struct offsets {
	int n;
	int64_t *of[3];
};

/* constant = sum_i of[i] * step[i] + rest, the longest step first */
static void split_offset(const struct quasi *address,
	const struct quasi *first, const int axis[3], struct offsets *offsets)
{
	int64_t rest;

	if (__builtin_sub_overflow(address->constant, first->constant, &rest))
		return;
	for (int i = 0; i < 3; ++i) {
		int64_t step = address->coef[VAR_TX + axis[i]];
		int64_t n = step ? divide_to_nearest(rest, step) : 0;

		offsets->of[axis[i]][offsets->n] = n;
		rest -= n * step;
	}
	++offsets->n;
}

/* Gaps between neighbouring offsets along an axis: data an access loads is
 * loaded again by the next one, that many threads later.
 */
static void add_gaps(const struct launch *launch, int axis,
	struct offsets *offsets, struct distances *d)
{
	int64_t *of = offsets->of[axis], stride = axis_stride(launch, axis);

	qsort(of, (size_t) offsets->n, sizeof(*of), compare);
	for (int i = 1; i < offsets->n; ++i) {
		int64_t n_block, n;

		if (of[i] == of[i - 1])
			continue;
		n_block = (of[i] - of[i - 1] - 1) / launch->block[axis] + 1;
		if (!__builtin_mul_overflow(n_block, stride, &n))
			distances_add(d, n);
	}
}

static void field_distances(const struct kernel *kernel,
	const struct launch *launch, int field, struct offsets *offsets,
	struct distances *d)
{
	const struct quasi *first = NULL;
	int axis[3];

	offsets->n = 0;
	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];

		if (a->field != field || a->is_store)
			continue;
		if (!first) {
			first = a->address;
			sort_axes(first, axis);
		}
		if (is_alike(a->address, first))
			split_offset(a->address, first, axis, offsets);
	}
	if (!first)
		return;
	for (int i = 0; i < 3; ++i) {
		if (launch->grid[i] == 1)
			continue;
		if (quasi_is_affine(first) && first->coef[VAR_BX + i] == 0)
			distances_add(d, axis_stride(launch, i));
		add_gaps(launch, i, offsets, d);
	}
}

static bool find_distances(const struct kernel *kernel,
	const struct launch *launch, struct distances *d)
{
	size_t n = (size_t) kernel->n_access;
	int64_t *memory = malloc(sizeof(*memory) * (3 * n + 1));
	struct offsets offsets = { 0, { memory, memory + n, memory + 2 * n } };

	d->n = 0;
	if (!memory)
		return false;
	for (int i = 0; i < kernel->n_field; ++i)
		if (kernel->field[i].is_loaded)
			field_distances(kernel, launch, i, &offsets, d);
	free(memory);
	qsort(d->of, (size_t) d->n, sizeof(d->of[0]), compare);
	return true;
}

static void add_window(const struct launch *launch, struct wave *wave,
	int64_t distance)
{
	int64_t layer = launch->grid[0] * launch->grid[1];
	int64_t near = wave->n_window ?
		wave->window[wave->n_window - 1].distance : 0;

	if (distance > wave->first)
		distance = wave->first;
	if (distance <= near)
		return;
	wave->window[wave->n_window] = (struct wave_window) {
		.distance = distance,
		.is_layer = launch->grid[2] > 1 && distance >= layer,
	};
	++wave->n_window;
	threads_of_blocks(launch, wave->first - distance, distance - near,
		&wave->set[wave->n_window]);
}

/* The wave before, and then the distances beyond it: the farthest, and the
 * one after which the next is the most times farther.
 */
static void find_windows(const struct launch *launch,
	const struct distances *d, struct wave *wave)
{
	double widest = 1;
	int middle = -1;

	add_window(launch, wave, wave->n_block);
	for (int i = 0; i + 1 < d->n; ++i) {
		double ratio = (double) d->of[i + 1] / (double) d->of[i];

		if (d->of[i] <= wave->n_block || ratio <= widest)
			continue;
		widest = ratio;
		middle = i;
	}
	if (middle >= 0)
		add_window(launch, wave, d->of[middle]);
	if (d->n > 0)
		add_window(launch, wave, d->of[d->n - 1]);
}

/* The first block of a wave in the middle of the grid, which starts a row
 * and stays in one layer where it can.
 */
static int64_t middle_block(const struct launch *launch, int64_t n_block)
{
	int64_t row = launch->grid[0], layer = row * launch->grid[1];
	int64_t all = layer * launch->grid[2];

	if (n_block >= all)
		return 0;
	if (n_block >= layer)
		return (all - n_block) / 2 / row * row;
	if (n_block >= row)
		return launch->grid[2] / 2 * layer +
		       (layer - n_block) / 2 / row * row;
	return launch->grid[2] / 2 * layer + launch->grid[1] / 2 * row +
	       (row - n_block) / 2;
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

bool wave_find(const struct kernel *kernel, const struct launch *launch,
	int64_t capacity, struct wave *wave)
{
	int64_t all = launch_blocks(launch);
	struct distances d;

	*wave = (struct wave) { .capacity = capacity };
	wave->n_block = capacity < all ? capacity : all;
	wave->first = middle_block(launch, wave->n_block);
	threads_of_blocks(launch, wave->first, wave->n_block, &wave->set[0]);
	wave->cells = wave_cells(kernel, launch, &wave->set[0]);
	if (!find_distances(kernel, launch, &d))
		return false;
	find_windows(launch, &d, wave);
	return true;
}
