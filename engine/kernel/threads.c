/* Sets of threads as boxes: consecutive blocks of a launch, or threads of a
 * block, form at most five boxes (two partial rows, two partial layers, and
 * whole layers).
 */

#include "engine/base/integer.h"
#include "engine/kernel/threads.h"

/* Inclusive corners of a range in the order x, y, z. */
struct range {
	int64_t from[3], to[3];
};

static void add_box(struct thread_set *set, const int64_t *lo,
	const int64_t *hi)
{
	struct thread_box *box = &set->box[set->n_box];

	for (int i = 0; i < 3; ++i) {
		if (lo[i] >= hi[i])
			return;
		box->lo[i] = lo[i];
		box->hi[i] = hi[i];
	}
	++set->n_box;
}

static void add_rows(struct thread_set *set, int64_t x0, int64_t x1, int64_t y0,
	int64_t y1, int64_t z)
{
	add_box(set, (int64_t[]) { x0, y0, z },
		(int64_t[]) { x1 + 1, y1 + 1, z + 1 });
}

/* The part of layer "z" from (x0, y0) to (x1, y1): the end of the first row,
 * whole rows, the start of the last row.
 */
static void add_layer(struct thread_set *set, const int64_t *size,
	const int64_t *from, const int64_t *to, int64_t z)
{
	int64_t x_last = size[0] - 1;
	int64_t y0 = from[1], y1 = to[1];

	if (y0 == y1) {
		add_rows(set, from[0], to[0], y0, y0, z);
		return;
	}
	if (from[0] != 0)
		add_rows(set, from[0], x_last, y0++, from[1], z);
	if (to[0] != x_last)
		add_rows(set, 0, to[0], y1--, to[1], z);
	add_rows(set, 0, x_last, y0, y1, z);
}

/* The boxes of the range "r" in a space of size "size". */
static void add_range(struct thread_set *set, const int64_t *size,
	const struct range *r)
{
	int64_t first[2] = { 0, 0 }, last[2] = { size[0] - 1, size[1] - 1 };
	int64_t z0 = r->from[2], z1 = r->to[2];
	bool starts_whole = r->from[0] == 0 && r->from[1] == 0;
	bool ends_whole = r->to[0] == last[0] && r->to[1] == last[1];

	if (z0 == z1) {
		add_layer(set, size, r->from, r->to, z0);
		return;
	}
	if (!starts_whole)
		add_layer(set, size, r->from, last, z0++);
	if (!ends_whole)
		add_layer(set, size, first, r->to, z1--);
	add_box(set, (int64_t[]) { 0, 0, z0 },
		(int64_t[]) { size[0], size[1], z1 + 1 });
}

static void coordinates(const int64_t *size, int64_t id, int64_t *at)
{
	at[0] = id % size[0];
	at[1] = id / size[0] % size[1];
	at[2] = id / size[0] / size[1];
}

/* The boxes of items "first" .. "first" + "n" - 1 in a space of "size",
 * x fastest.
 */
static void linear_range(struct thread_set *set, const int64_t *size,
	int64_t first, int64_t n)
{
	struct range r;
	int64_t last;

	set->n_box = 0;
	if (first < 0) {
		n += first;
		first = 0;
	}
	if (n <= 0 || size[0] <= 0 || size[1] <= 0 || size[2] <= 0)
		return;
	if (__builtin_add_overflow(first, n - 1, &last))
		last = INT64_MAX;
	coordinates(size, first, r.from);
	coordinates(size, last, r.to);
	if (r.from[2] >= size[2])
		return;
	if (r.to[2] >= size[2])
		for (int i = 0; i < 3; ++i)
			r.to[i] = size[i] - 1;
	add_range(set, size, &r);
}

static int64_t scale(int64_t blocks, int64_t block)
{
	const int64_t most = INT64_C(1) << 62;
	int64_t threads;

	if (__builtin_mul_overflow(blocks, block, &threads) || threads > most)
		return most;
	return threads;
}

/* From boxes of blocks to boxes of threads. */
static void scale_boxes(const struct launch *launch, struct thread_set *set)
{
	for (int i = 0; i < set->n_box; ++i) {
		struct thread_box *box = &set->box[i];

		for (int d = 0; d < 3; ++d) {
			box->lo[d] = scale(box->lo[d], launch->block[d]);
			box->hi[d] = scale(box->hi[d], launch->block[d]);
		}
	}
}

void threads_of_blocks(const struct launch *launch, int64_t first, int64_t n,
	struct thread_set *set)
{
	linear_range(set, launch->grid, first, n);
	scale_boxes(launch, set);
}

void threads_of_warp(const struct launch *launch, int64_t block, int64_t warp,
	int width, struct thread_set *set)
{
	struct thread_set origin;
	int64_t first;

	set->n_box = 0;
	threads_of_blocks(launch, block, 1, &origin);
	if (origin.n_box == 0 || warp < 0 ||
		__builtin_mul_overflow(warp, width, &first))
		return;
	linear_range(set, launch->block, first, width);
	for (int i = 0; i < set->n_box; ++i)
		for (int d = 0; d < 3; ++d) {
			set->box[i].lo[d] += origin.box[0].lo[d];
			set->box[i].hi[d] += origin.box[0].lo[d];
		}
}

void threads_of_block_box(const struct launch *launch, const int64_t lo[3],
	const int64_t hi[3], struct thread_set *set)
{
	int64_t from[3], to[3];

	set->n_box = 0;
	for (int i = 0; i < 3; ++i) {
		from[i] = lo[i] < 0 ? 0 : lo[i];
		to[i] = hi[i] > launch->grid[i] ? launch->grid[i] : hi[i];
	}
	add_box(set, from, to);
	scale_boxes(launch, set);
}

void threads_clip(const struct kernel *kernel, const struct launch *launch,
	struct thread_set *set)
{
	struct thread_set kept = { .n_box = 0 };

	for (int i = 0; i < set->n_box; ++i) {
		struct thread_box box = set->box[i];

		for (int d = 0; d < 3; ++d) {
			int64_t end = integer_ceil(kernel->domain[d],
				launch->fold[d]);

			if (box.lo[d] < 0)
				box.lo[d] = 0;
			if (box.hi[d] > end)
				box.hi[d] = end;
		}
		add_box(&kept, box.lo, box.hi);
	}
	*set = kept;
}

bool threads_number(const struct thread_set *set, int64_t *n)
{
	*n = 0;
	for (int i = 0; i < set->n_box; ++i) {
		const struct thread_box *box = &set->box[i];
		int64_t size = 1;

		for (int d = 0; d < 3; ++d)
			if (__builtin_mul_overflow(size,
				    box->hi[d] - box->lo[d], &size))
				return false;
		if (__builtin_add_overflow(*n, size, n))
			return false;
	}
	return true;
}

int64_t threads_warps_per_block(const struct launch *launch, int width)
{
	return integer_ceil(launch_threads_per_block(launch), width);
}

/* Warps of block "at" that have a thread in the domain. */
static int64_t active_in_block(const struct kernel *kernel,
	const struct launch *launch, int width, const int64_t at[3])
{
	int64_t n_warp = threads_warps_per_block(launch, width), n = 0;
	int64_t block = (at[2] * launch->grid[1] + at[1]) * launch->grid[0] +
		at[0];

	for (int64_t i = 0; i < n_warp; ++i) {
		struct thread_set set;

		threads_of_warp(launch, block, i, width, &set);
		threads_clip(kernel, launch, &set);
		n += set.n_box > 0;
	}
	return n;
}

/* Blocks differ by whether they are the last ones along an axis, which the
 * domain may cut: 8 kinds.
 */
double threads_active_warps(const struct kernel *kernel,
	const struct launch *launch, int width)
{
	double sum = 0;

	for (int kind = 0; kind < 8; ++kind) {
		int64_t at[3];
		double blocks = 1;

		for (int d = 0; d < 3; ++d) {
			bool is_last = kind >> d & 1;

			at[d] = is_last ? launch->grid[d] - 1 : 0;
			blocks *= is_last ? 1 : (double) launch->grid[d] - 1;
		}
		if (blocks > 0)
			sum += blocks *
				(double) active_in_block(kernel, launch, width,
					at);
	}
	return sum;
}
