/* Warps of a sample, counted by shape and start.  The cost of a shape at a
 * start is computed once.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/count/warps.h"

void warps_clear(struct warps *w)
{
	for (int k = 0; k < w->n_shape; ++k) {
		free(w->shape[k].count);
		for (int c = 0; c < WARPS_COSTS; ++c)
			free(w->shape[k].cost[c]);
	}
	free(w->shape);
	memset(w, 0, sizeof(*w));
}

/* Find the lanes from thread "first" of the block on; returns the lowest
 * address.
 */
static int64_t find_lanes(const struct warps *w, const int64_t block[3],
	int64_t first, struct warps_shape *shape)
{
	int64_t n = block[0] * block[1] * block[2] - first, lowest;

	shape->n_lane = (int) (n < w->width ? n : w->width);
	for (int i = 0; i < shape->n_lane; ++i) {
		int64_t t = first + i;

		shape->lane[i] = w->coef[0] * (t % block[0]) +
			w->coef[1] * (t / block[0] % block[1]) +
			w->coef[2] * (t / block[0] / block[1]);
	}
	integer_sort(shape->lane, shape->n_lane);
	lowest = shape->lane[0];
	for (int i = 0; i < shape->n_lane; ++i)
		shape->lane[i] -= lowest;
	return lowest;
}

static bool is_same(const struct warps_shape *a, const struct warps_shape *b)
{
	return a->n_lane == b->n_lane &&
		!memcmp(a->lane, b->lane, a->n_lane * sizeof(a->lane[0]));
}

static bool shape_alloc(struct warps_shape *k, int64_t modulus)
{
	bool ok;

	k->count = heap_clear(modulus, sizeof(*k->count));
	ok = k->count != NULL;
	for (int c = 0; c < WARPS_COSTS; ++c) {
		k->cost[c] = heap_take(modulus * sizeof(*k->cost[c]));
		ok = ok && k->cost[c];
		for (int64_t i = 0; ok && i < modulus; ++i)
			k->cost[c][i] = NAN;
	}
	return ok;
}

/* The shape equal to "like", added if it is new; NULL when memory runs out. */
static struct warps_shape *find_shape(struct warps *w,
	const struct warps_shape *like)
{
	struct warps_shape *k;

	for (int i = w->n_shape - 1; i >= 0; --i)
		if (is_same(&w->shape[i], like))
			return &w->shape[i];
	if (w->n_shape == w->n_max) {
		int n_max = w->n_max ? 2 * w->n_max : 4;

		k = heap_resize(w->shape, n_max * sizeof(*k));
		if (!k)
			return NULL;
		w->shape = k;
		w->n_max = n_max;
	}
	k = &w->shape[w->n_shape++];
	memset(k, 0, sizeof(*k));
	k->n_lane = like->n_lane;
	memcpy(k->lane, like->lane, sizeof(k->lane));
	return shape_alloc(k, w->modulus) ? k : NULL;
}

/* Classify the warps of one block, then repeat them for all blocks. */
static bool add_warps(struct warps *w, const int64_t block[3],
	const struct linear_phases *blocks)
{
	int64_t threads = block[0] * block[1] * block[2];

	for (int64_t t = 0; t < threads; t += w->width) {
		struct warps_shape like, *shape;
		int64_t start = find_lanes(w, block, t, &like);

		shape = find_shape(w, &like);
		if (!shape)
			return false;
		for (int i = 0; i < blocks->n_phase; ++i)
			shape->count[integer_mod(start + blocks->phase[i],
				w->modulus)] += blocks->count[i];
	}
	return true;
}

enum footprint_status warps_make(struct warps *w, const int64_t coef[3],
	const int64_t block[3], const int64_t sample[3], int width,
	int64_t modulus)
{
	struct linear_phases blocks;
	struct linear_tiling tiling;
	enum footprint_status status;

	memset(w, 0, sizeof(*w));
	w->width = width;
	w->modulus = modulus;
	for (int d = 0; d < 3; ++d) {
		w->coef[d] = coef[d];
		tiling.inner[d] = block[d];
		tiling.outer[d] = sample[d];
	}
	status = linear_phases_make(coef, &tiling, modulus, &blocks);
	if (status != FOOTPRINT_OK)
		return status;
	if (!add_warps(w, block, &blocks)) {
		warps_clear(w);
		status = FOOTPRINT_MEMORY;
	}
	linear_phases_clear(&blocks);
	return status;
}

double warps_sum(const struct warps *w, int64_t constant, int which,
	warps_cost *cost, const void *user)
{
	int64_t first = integer_mod(constant, w->modulus);
	double sum = 0;

	for (int k = 0; k < w->n_shape; ++k) {
		struct warps_shape *shape = &w->shape[k];

		for (int64_t i = 0; i < w->modulus; ++i) {
			int64_t at = i + first;

			if (!shape->count[i])
				continue;
			at -= at >= w->modulus ? w->modulus : 0;
			if (isnan(shape->cost[which][at]))
				shape->cost[which][at] = cost(shape, at, user);
			sum += (double) shape->count[i] *
				shape->cost[which][at];
		}
	}
	return sum;
}
