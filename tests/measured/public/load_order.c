/* Bytes that a 7-point stencil loads from memory behind an LRU cache, by the
 * order of loads in a thread (doc/MODEL.md, (6.23)).  AMD's lab notes on finite
 * differences have the kernels and what rocprof counted on an MI250X.
 *
 * Blocks of 256 x 1 x 1 or 128 x 1 x 8 threads start one after the other, so
 * many at a time.  A block makes its loads one after the other in a first part
 * of its life and its stores at the end.  Starts are scattered.
 *
 *	cc -O2 -o load_order load_order.c -lm && ./load_order
 *	./load_order SPAN SCATTER	both shares of a life: 0.3 0.2
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define LINE_B	128
#define CACHE_B (8 << 20)
#define WAYS	16
#define SETS	(CACHE_B / LINE_B / WAYS)
#define CELL_B	8
#define MOST	128 /* accesses of a thread */

struct launch {
	int kernel, nx, ny, cells; /* of y in a thread */
	bool is_streaming;	   /* stores take no place */
	int width, depth;	   /* of a block */
	double counted;		   /* B/LUP */
};

static const struct launch launches[] = {
	{ 1, 512, 512, 1, false, 256, 1, 15.0 },
	{ 1, 512, 512, 1, true, 256, 1, 10.6 },
	{ 2, 512, 512, 2, false, 256, 1, 13.8 },
	{ 2, 512, 512, 4, false, 256, 1, 14.0 },
	{ 2, 512, 512, 8, false, 256, 1, 13.6 },
	{ 3, 512, 512, 1, false, 256, 1, 10.04 },
	{ 3, 512, 512, 2, false, 256, 1, 8.69 },
	{ 3, 512, 512, 4, false, 256, 1, 8.25 },
	{ 3, 512, 512, 8, false, 256, 1, 8.05 },
	{ 3, 256, 256, 8, true, 256, 1, 8.33 },
	{ 3, 512, 256, 8, true, 256, 1, 8.04 },
	{ 3, 512, 512, 8, true, 256, 1, 8.0 },
	{ 3, 768, 512, 8, true, 256, 1, 8.6 },
	{ 3, 768, 768, 8, true, 256, 1, 15.86 },
	{ 3, 1024, 768, 8, true, 256, 1, 22.61 },
	{ 3, 1024, 1024, 8, true, 256, 1, 24.21 },
	{ 3, 1024, 1024, 8, true, 128, 8, 10.0 },
};

struct access {
	int y, z;
	bool is_store;
};

struct event {
	double time;
	int64_t block;
	int access;
};

static int64_t tag[SETS][WAYS];
static uint32_t used[SETS][WAYS], now;

/* Is the line there?  It is afterwards, in place of the least recently used. */
static bool touch(int64_t line)
{
	uint64_t hash = (uint64_t) line * UINT64_C(0x9E3779B97F4A7C15);
	int set = (int) ((hash >> 33) % SETS), oldest = 0;

	++now;
	for (int i = 0; i < WAYS; ++i) {
		if (tag[set][i] == line) {
			used[set][i] = now;
			return true;
		}
		if (used[set][i] < used[set][oldest])
			oldest = i;
	}
	tag[set][oldest] = line;
	used[set][oldest] = now;
	return false;
}

static void add(struct access *a, int *n, int y, int z, bool is_store)
{
	a[(*n)++] = (struct access) { y, z, is_store };
}

/* Accesses of a thread in the order of the source; along x a cell and its two
 * neighbours lie in one line.
 */
static int list_accesses(const struct launch *l, struct access *a)
{
	int n = 0, m = l->cells;

	for (int i = 0; l->kernel == 3 && i < m; ++i)
		add(a, &n, i, -1, false);
	if (l->kernel > 1)
		add(a, &n, -1, 0, false);
	for (int i = 0; i < m; ++i) {
		for (int x = -1; x <= 1; ++x)
			add(a, &n, i, 0, false);
		if (l->kernel == 1) {
			add(a, &n, -1, 0, false);
			add(a, &n, 1, 0, false);
		}
		if (l->kernel < 3) {
			add(a, &n, i, -1, false);
			add(a, &n, i, 1, false);
		}
	}
	if (l->kernel > 1)
		add(a, &n, m, 0, false);
	for (int i = 0; l->kernel == 3 && i < m; ++i)
		add(a, &n, i, 1, false);
	for (int i = 0; i < m; ++i)
		add(a, &n, i, 0, true);
	return n;
}

static int by_time(const void *a, const void *b)
{
	double x = ((const struct event *) a)->time;
	double y = ((const struct event *) b)->time;

	return (x > y) - (x < y);
}

static double loads(const struct launch *l, double span, double scatter)
{
	/* 110 CUs of 2048 threads */
	double resident = 110. * 2048 / (l->width * l->depth);
	int nz = l->depth > 1 ? 6 * l->depth : 24, lines = l->width / 16;
	int gx = l->nx / l->width, gy = l->ny / l->cells, gz = nz / l->depth;
	int64_t n_block = (int64_t) gx * gy * gz, row = l->nx / 16;
	int64_t missed = 0, cells = 0, n_event = 0;
	struct access a[MOST];
	int n = list_accesses(l, a), n_load = n - l->cells;
	struct event *e = malloc(sizeof(*e) * (size_t) (n_block * n));

	if (!e)
		exit(1);
	for (int s = 0; s < SETS; ++s)
		for (int i = 0; i < WAYS; ++i)
			tag[s][i] = -1;
	srand48(1);
	for (int64_t b = 0; b < n_block; ++b) {
		double start = (double) b / resident +
			scatter * (drand48() - 0.5);

		for (int i = 0; i < n; ++i)
			e[n_event++] = (struct event) { start +
					(i < n_load ? span * i / n_load : 1),
				b, i };
	}
	qsort(e, (size_t) n_event, sizeof(*e), by_time);
	for (int64_t k = 0; k < n_event; ++k) {
		const struct access *at = &a[e[k].access];
		int64_t b = e[k].block, layer = b / gx / gy * l->depth;
		bool counts = layer >= nz / 3 &&
			layer < 2 * nz / 3 + (l->depth > 1 ? l->depth : 0);

		for (int z = 0; z < l->depth; ++z) {
			int64_t y = b / gx % gy * l->cells + at->y;
			int64_t in = layer + z + at->z, line;

			if (y < 0 || y >= l->ny || in < 0 || in >= nz)
				continue;
			line = (in * l->ny + y) * row + b % gx * lines +
				(at->is_store ? INT64_C(1) << 40 : 0);
			cells += at->is_store && counts ? l->width : 0;
			for (int x = 0; x < lines; ++x)
				if (!at->is_store)
					missed += !touch(line + x) && counts;
				else if (!l->is_streaming)
					touch(line + x);
		}
	}
	free(e);
	return (double) missed * LINE_B / (double) cells;
}

int main(int argc, char **argv)
{
	double span = argc > 1 ? atof(argv[1]) : 0.3;
	double scatter = argc > 2 ? atof(argv[2]) : 0.2;

	printf("kernel columns  cells  stores  block    counted    LRU\n");
	for (size_t i = 0; i < sizeof(launches) / sizeof(launches[0]); ++i) {
		const struct launch *l = &launches[i];

		printf("%6d %4d x %4d %3d  %-6s %4d x %d %8.2f %7.2f\n",
			l->kernel, l->nx, l->ny, l->cells,
			l->is_streaming ? "stream" : "plain", l->width,
			l->depth, l->counted, loads(l, span, scatter));
	}
	return 0;
}
