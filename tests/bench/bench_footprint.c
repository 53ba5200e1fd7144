/* The cost of a footprint by closed forms and by isl, in one run.
 *
 * Kernels and launches are the examples of the models, on a device with 132
 * SMs: the footprint of a block, and the footprint of a wave with the rows
 * and the layer of blocks before it.
 */

#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "tests/unit/requests.h"
#include "tests/unit/toy.h"

#define BATCH_US 2000
#define TOTAL_US 100000

struct stencil {
	const char *name;
	int64_t domain[3], block[3], pitch, rows;
	int range;    /* of the star; 0: D3Q15 */
	int64_t wave; /* blocks */
	int64_t granule_B;
};

static const struct stencil stencils[] = {
	{ "star 3d r4, 640x512x512, block 256x2x2", { 640, 512, 512 },
		{ 256, 2, 2 }, 640, 512, 4, 264, 32 },
	{ "star 3d r4, 640x512x512, block 32x8x4", { 640, 512, 512 },
		{ 32, 8, 4 }, 640, 512, 4, 264, 32 },
	{ "star 3d r4, the same, 128 B", { 640, 512, 512 }, { 32, 8, 4 }, 640,
		512, 4, 264, 128 },
	{ "star 3d r4, pitch 650 rows 520, 128 B", { 640, 512, 512 },
		{ 32, 8, 4 }, 650, 520, 4, 264, 128 },
	{ "star 3d r4, 640x512x512, pages of 2 MiB", { 640, 512, 512 },
		{ 32, 8, 4 }, 640, 512, 4, 264, 2097152 },
	{ "D3Q15 soa, 256x256x256, block 128x1x4", { 256, 256, 256 },
		{ 128, 1, 4 }, 256, 256, 0, 528, 32 },
	{ "5 points, 15000x15000, block 256x2", { 15000, 15000, 1 },
		{ 256, 2, 1 }, 15000, 15000, 1, 528, 32 },
	{ "5 points, 15000x15000, block 24x10", { 15000, 15000, 1 },
		{ 24, 10, 1 }, 15000, 15000, 1, 1056, 32 },
};

static void add_cell(struct toy *t, const struct stencil *s, int64_t x,
	int64_t y, int64_t z, int64_t component)
{
	int64_t stride[3] = { 8, 8 * s->pitch, 8 * s->pitch * s->rows };

	toy_add(t,
		toy_affine(t,
			x * stride[0] + y * stride[1] +
				(z + component * s->domain[2]) * stride[2],
			stride));
}

static void add_d3q15(struct toy *t, const struct stencil *s)
{
	int64_t q = 0;

	for (int64_t z = -1; z <= 1; ++z)
		for (int64_t y = -1; y <= 1; ++y)
			for (int64_t x = -1; x <= 1; ++x)
				if (x * x + y * y + z * z != 2)
					add_cell(t, s, x, y, z, q++);
}

static void add_star(struct toy *t, const struct stencil *s)
{
	add_cell(t, s, 0, 0, 0, 0);
	for (int k = -s->range; k <= s->range; ++k) {
		if (k == 0)
			continue;
		add_cell(t, s, k, 0, 0, 0);
		add_cell(t, s, 0, k, 0, 0);
		if (s->domain[2] > 1)
			add_cell(t, s, 0, 0, k, 0);
	}
}

/* Processor time: other load on the machine must not count. */
static double now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double) t.tv_sec * 1e6 + (double) t.tv_nsec * 1e-3;
}

/* Microseconds of one call: the best of some batches of calls. */
static double time_us(enum footprint_path path, const struct footprint *f,
	int n_set, const struct thread_set *set, int64_t *n, bool *is_counted)
{
	double start, spent, best = 1e30, total = 0;
	enum footprint_status status;

	while (total < TOTAL_US) {
		int calls = 0;

		start = now_us();
		do {
			*is_counted = footprint_count_by(path, f, n_set, set, n,
					      &status) &&
				status == FOOTPRINT_OK;
			++calls;
			spent = now_us() - start;
		} while (spent < BATCH_US);
		total += spent;
		if (spent / calls < best)
			best = spent / calls;
	}
	return best;
}

static void compare(const char *what, const struct footprint *f, int n_set,
	const struct thread_set *set)
{
	int64_t n[1 << FOOTPRINT_SETS], sum = 0;
	struct footprint slow = *f;
	bool by_form, by_isl;
	double closed, isl;

	slow.budget = 1000000;
	isl = time_us(FOOTPRINT_ISL, &slow, n_set, set, n, &by_isl);
	closed = time_us(FOOTPRINT_CLOSED, f, n_set, set, n, &by_form);
	for (int i = 1; i < 1 << n_set; ++i)
		sum += n[i];
	printf("  %-6s %12" PRId64 " granules  closed %9.2f us%s  "
	       "isl %11.1f us%s  ratio %s%.0f\n",
		what, sum, closed, by_form ? "" : " (none)", isl,
		by_isl ? "" : " (budget)", by_isl ? "" : "above ",
		isl / closed);
}

/* All warps of the grid, one access: the cost must not grow with the grid. */
static void time_warps(const struct toy *t, int64_t granule_B)
{
	const int64_t *grid = t->launch.grid;
	struct warp_range range = { 0, grid[0] * grid[1] * grid[2], 32, 0 };
	struct warp_access a = warp_access_global(&t->kernel, &t->launch, 0);
	double start = now_us(), spent;
	struct requests sum;
	int calls = 0;

	do {
		requests_count(&a, &range, granule_B, &sum);
		++calls;
		spent = now_us() - start;
	} while (spent < TOTAL_US);
	printf("  warps  %12" PRId64 " requests  closed %9.2f us\n",
		sum.n_request, spent / calls);
}

static void bench(const struct stencil *s)
{
	static struct toy t;
	struct thread_set set[3];
	const int64_t *grid = t.launch.grid;
	struct footprint f;
	int64_t plane, first;

	toy_init(&t, s->domain, s->block, (int64_t[]) { 1, 1, 1 });
	if (s->range)
		add_star(&t, s);
	else
		add_d3q15(&t, s);
	f = toy_footprint(&t, s->granule_B);
	plane = grid[0] * grid[1];
	first = plane * (grid[2] / 2) + grid[0] * (grid[1] / 2) + grid[0] / 2;
	threads_of_blocks(&t.launch, first, 1, &set[0]);
	printf("%s\n", s->name);
	compare("block", &f, 1, set);
	threads_of_blocks(&t.launch, first, s->wave, &set[0]);
	threads_of_blocks(&t.launch, first - 2 * grid[0], 2 * grid[0], &set[1]);
	threads_of_blocks(&t.launch, first - plane, plane, &set[2]);
	compare("wave", &f, 1, set);
	compare("3 sets", &f, 3, set);
	time_warps(&t, s->granule_B);
	toy_free(&t);
}

int main(void)
{
	for (size_t i = 0; i < sizeof(stencils) / sizeof(stencils[0]); ++i)
		bench(&stencils[i]);
	return 0;
}
