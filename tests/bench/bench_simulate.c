/* Simulated accesses per second, for each replacement policy. */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "engine/simulate/simulate.h"
#include "lang/base/buffer.h"
#include "lang/base/files.h"
#include "tests/unit/kernels.h"

static double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

static const struct {
	const char *name;
	enum simulate_policy policy;
	int64_t ways, evict;
	enum simulate_interleave interleave;
	int n_level;
} cases[] = {
	{ "lru", SIMULATE_LRU, 0, 1, SIMULATE_SEQUENTIAL, 1 },
	{ "lru, 4 ways", SIMULATE_LRU, 4, 1, SIMULATE_SEQUENTIAL, 1 },
	{ "fifo", SIMULATE_FIFO, 0, 1, SIMULATE_SEQUENTIAL, 1 },
	{ "random", SIMULATE_RANDOM, 0, 1, SIMULATE_SEQUENTIAL, 1 },
	{ "random by 4", SIMULATE_RANDOM, 0, 4, SIMULATE_SEQUENTIAL, 1 },
	{ "lru, by warps", SIMULATE_LRU, 0, 1, SIMULATE_WARPS, 1 },
	{ "lru, in waves", SIMULATE_LRU, 0, 1, SIMULATE_WAVES, 2 },
	{ "random by 4, in waves", SIMULATE_RANDOM, 0, 4, SIMULATE_WAVES, 2 },
};

#define N_CASE (sizeof(cases) / sizeof(cases[0]))

static struct simulate_setup setup_of(size_t i)
{
	struct simulate_setup s = {
		.n_level = cases[i].n_level,
		.n_sm = cases[i].n_level == 2 ? 48 : 1, .blocks_per_sm = 4,
		.warp_size = 32, .interleave = cases[i].interleave, .seed = 1,
		.max_accesses = 1e12, .max_B = INT64_C(1) << 30,
		.level[0] = { .size_B = 64 << 10, .line_B = 128,
			.sector_B = 32, .fetch_B = 32, .write_B = 32,
			.ways = cases[i].ways, .policy = cases[i].policy,
			.evict = cases[i].evict, .is_through = true, },
		.level[1] = { .size_B = 4 << 20, .line_B = 128,
			.sector_B = 32, .fetch_B = 32, .write_B = 32,
			.evict = 1, },
	};

	return s;
}

static bool measure(const struct test_case *c, size_t i, struct buffer *json)
{
	struct simulate_setup s = setup_of(i);
	struct simulation r;
	double start = now_s(), seconds;
	char why[256];

	if (simulate(&c->kernel, &c->launch, &s, &r, why) != SIMULATE_OK) {
		fprintf(stderr, "%s: %s\n", cases[i].name, why);
		return false;
	}
	seconds = now_s() - start;
	printf("%-22s %6.1f million accesses/s, %6.1f million requests/s, "
	       "hit rate %.2f %%\n",
		cases[i].name, r.accesses / seconds / 1e6,
		(double) r.requests / seconds / 1e6,
		100 * (double) r.all[0].hits / (double) r.all[0].requests);
	buffer_printf(json,
		"%s\n  {\"policy\": \"%s\", \"accesses\": %.0f, "
		"\"accesses_per_s\": %.4g, \"requests_per_s\": %.4g}",
		i ? "," : "[", cases[i].name, r.accesses, r.accesses / seconds,
		(double) r.requests / seconds);
	simulate_clear(&r);
	return true;
}

int main(int argc, char **argv)
{
	const char *out = argc > 1 ? argv[1] : "bench_simulate.json";
	const int64_t domain[3] = { 128, 128, 96 }, block[3] = { 64, 4, 1 };
	const int64_t fold[3] = { 1, 1, 1 };
	static struct test_case c;
	struct buffer json = { 0 };

	if (!case_init(&c, 3, domain, block, fold))
		return 1;
	case_star(&c, 8, 4);
	for (size_t i = 0; i < N_CASE; ++i)
		if (!measure(&c, i, &json))
			return 1;
	buffer_add(&json, "\n]\n");
	if (!files_write(out, buffer_text(&json), json.len))
		fprintf(stderr, "%s: %s\n", out, strerror(errno));
	buffer_free(&json);
	case_clear(&c);
	return 0;
}
