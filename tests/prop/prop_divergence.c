/* Laws of the divergence model, and expected values against sampling.
 *
 * Random machines and intervals keep the limits of the model; the expected
 * granules of scattered accesses are compared with the mean of draws.  The
 * seed is printed, and can be given as the first argument.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/kernel/draw.h"
#include "engine/model/mdm.h"
#include "engine/model/scatter.h"
#include "tests/prop/random.h"
#include "tests/unit/check.h"
#include "tests/unit/kernels.h"

#define N_ROUND	  2000
#define N_SCATTER 60
#define N_SAMPLE  400

static int64_t below(int64_t n)
{
	return (int64_t) random_below((uint64_t) n);
}

static double between(double lo, double hi)
{
	return lo + (hi - lo) * (double) below(1000001) / 1e6;
}

static struct mdm_machine random_machine(void)
{
	return (struct mdm_machine) {
		.sms = (double) (1 + below(132)),
		.warps = (double) (1 + below(64)),
		.mshrs = (double) (1 + below(512)),
		.clock_Hz = between(1e9, 2e9),
		.noc_B_per_s = between(1e11, 1e13),
		.dram_B_per_s = between(1e11, 5e12),
		.llc_cyc = between(100, 300),
		.dram_cyc = between(100, 600),
		.l1_cyc = between(20, 80),
		.issue = (double) (1 + below(8)),
	};
}

static struct mdm_interval random_interval(void)
{
	double n = (double) (1 + below(100));

	return (struct mdm_interval) {
		.turns = (double) (1 + below(20)),
		.instructions = n,
		.issue_cyc = n,
		.chain_cyc = between(0, 200),
		.loads = 1,
		.reads = between(0, 32),
		.writes = between(0, 4),
		.block_B = 128,
		.miss_ratio = between(0, 1),
		.read_miss_ratio = between(0, 1),
	};
}

#define N_INTERVAL 4

static void random_mdm(struct mdm *mdm, struct mdm_interval *v)
{
	*mdm = (struct mdm) {
		.machine = random_machine(),
		.n_interval = 1 + (int) below(N_INTERVAL),
		.interval = v,
	};
	for (int i = 0; i < N_INTERVAL; ++i)
		v[i] = random_interval();
}

static double stalls(const struct mdm *mdm)
{
	return mdm->mshr_cyc + mdm->noc_cyc + mdm->dram_cyc;
}

/* A better device never lowers the IPC. */
static void check_better(const struct mdm *mdm, struct mdm_machine machine)
{
	struct mdm_interval v[N_INTERVAL];
	struct mdm better = *mdm;

	memcpy(v, mdm->interval, sizeof(v));
	better.interval = v;
	better.machine = machine;
	mdm_solve(&better, mdm->kind);
	CHECK(better.ipc_sm >= mdm->ipc_sm * (1 - 1e-12));
}

static void check_limits(void)
{
	struct mdm_interval v[N_INTERVAL];
	struct mdm_machine machine;
	struct mdm mdm;

	random_mdm(&mdm, v);
	machine = mdm.machine;
	for (int kind = 0; kind < N_MDM_KIND; ++kind) {
		mdm.machine = machine;
		mdm_solve(&mdm, (enum mdm_kind) kind);
		CHECK(mdm.ipc_sm > 0 && mdm.ipc_sm <= machine.issue);
		CHECK(mdm.is_divergent == (mdm.batches > 1));
		machine.noc_B_per_s *= 2;
		check_better(&mdm, machine);
		machine.dram_B_per_s *= 2;
		check_better(&mdm, machine);
		/* endless bandwidth: nothing queues */
		mdm.machine.noc_B_per_s = mdm.machine.dram_B_per_s = INFINITY;
		mdm_solve(&mdm, (enum mdm_kind) kind);
		CHECK(mdm.noc_cyc == 0 && mdm.dram_cyc == 0);
		/* and MSHRs without end: no contention at all */
		mdm.machine.mshrs = INFINITY;
		mdm_solve(&mdm, (enum mdm_kind) kind);
		CHECK(stalls(&mdm) == 0 && !mdm.is_divergent);
		machine = mdm.machine = random_machine();
	}
}

/* One warp that misses no more than there are MSHRs never waits for one. */
static void check_one_warp(void)
{
	struct mdm_interval v[N_INTERVAL];
	struct mdm mdm;

	random_mdm(&mdm, v);
	mdm.machine.warps = 1;
	mdm.machine.mshrs = 32;
	mdm_solve(&mdm, MDM);
	CHECK(mdm.mshr_cyc == 0 && !mdm.is_divergent);
	/* without misses it only runs */
	for (int i = 0; i < mdm.n_interval; ++i)
		v[i].reads = v[i].writes = 0;
	mdm_solve(&mdm, MDM);
	CHECK(stalls(&mdm) == 0);
}

/* Misses that fill the MSHRs some times over, give or take a millionth, are
 * one verdict, one number of batches and one time.
 */
static void check_rounding(void)
{
	struct mdm_interval v[N_INTERVAL];
	double full = (double) (1 + below(16)), ipc;
	struct mdm mdm;

	random_mdm(&mdm, v);
	mdm.n_interval = 1;
	v[0].reads = full * mdm.machine.mshrs / mdm.machine.warps;
	mdm_solve(&mdm, MDM);
	CHECK(mdm.batches == full && mdm.is_divergent == (full > 1));
	ipc = mdm.ipc;
	for (int sign = -1; sign <= 1; sign += 2) {
		v[0].reads = full * (1 + sign * 1e-6) * mdm.machine.mshrs /
			mdm.machine.warps;
		mdm_solve(&mdm, MDM);
		CHECK(mdm.batches == full && mdm.is_divergent == (full > 1));
		CHECK(fabs(mdm.ipc / ipc - 1) < 1e-4);
	}
}

/* No kind is faster than the bandwidths allow, and the answer names the one
 * that decides.
 */
static void check_bound(void)
{
	struct mdm_interval v[N_INTERVAL];
	double noc_B = 0, dram_B = 0, noc_s, dram_s;
	struct mdm mdm;

	random_mdm(&mdm, v);
	mdm.n_warp = mdm.machine.warps * mdm.machine.sms *
		(double) (1 + below(9));
	for (int i = 0; i < mdm.n_interval; ++i) {
		double lines = v[i].turns * (v[i].reads + v[i].writes);

		noc_B += 128 * lines * mdm.n_warp;
		dram_B += 128 * lines * mdm.n_warp * v[i].miss_ratio;
	}
	noc_s = noc_B / mdm.machine.noc_B_per_s;
	dram_s = dram_B / mdm.machine.dram_B_per_s;
	mdm_bound(&mdm);
	CHECK(strcmp(mdm.least,
		      noc_s > dram_s ? "NoC bandwidth" : "DRAM bandwidth") ==
		0);
	for (int kind = 0; kind < N_MDM_KIND; ++kind) {
		mdm_solve(&mdm, (enum mdm_kind) kind);
		CHECK(mdm.time_s >= fmax(noc_s, dram_s) * (1 - 1e-12));
		CHECK(mdm.time_s >= mdm.rate_s);
	}
}

/* ------------------------------------------------------------- chance */

static int compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

	return (x > y) - (x < y);
}

static int count_distinct(int64_t *v, int n)
{
	int distinct = 0;

	qsort(v, (size_t) n, sizeof(*v), compare);
	for (int i = 0; i < n; ++i)
		distinct += i == 0 || v[i] != v[i - 1];
	return distinct;
}

/* Granules that the warps of a block draw, once. */
static int sample(const struct test_case *c, int warps, double granule_B,
	uint64_t seed)
{
	static int64_t granule[1024];
	const struct draw *d = &c->access[0].draw;
	int64_t index[32];

	for (int w = 0; w < warps; ++w) {
		draw_indices(d, draw_key(d, seed, 0, NULL, 0), 32 * w, 32, 128,
			0, 32, index);
		for (int l = 0; l < 32; ++l)
			granule[32 * w + l] = (c->field[0].base_B +
						      index[l] * d->step_B) /
				(int64_t) granule_B;
	}
	return count_distinct(granule, 32 * warps);
}

static void check_mean(double expected, double sum, double squares)
{
	double mean = sum / N_SAMPLE;
	double deviation = sqrt(
		fmax(0, squares / N_SAMPLE - mean * mean) / N_SAMPLE);
	/* what happens in few samples may have happened in none */
	double rare = 10.0 / N_SAMPLE;

	CHECK(fabs(expected - mean) <= 5 * deviation + rare);
	if (fabs(expected - mean) > 5 * deviation + rare)
		printf("  expected %g, drew %g +- %g\n", expected, mean,
			deviation);
}

static void check_scatter(enum scatter_kind kind)
{
	static const int64_t fold[3] = { 1, 1, 1 };
	static const double granules[] = { 32, 64, 128, 4096 };
	int64_t block[3] = { 32 * (1 + below(8)), 1, 1 };
	int64_t domain[3] = { block[0] * 4, 1, 1 }, cells = 64 + below(20000);
	double granule = granules[below(kind == SCATTER_GATHER ? 3 : 4)];
	double n[2], area[2], sum = 0, squares = 0;
	struct device dev = test_device(1 << 20);
	struct access_list list = { .n = 1, .access = (int[]) { 0 } },
			   none = { 0 };
	struct workings m = { .dev = &dev };
	struct thread_set set;
	struct test_case c;

	case_init(&c, 1, domain, block, fold);
	case_field(&c, "a", below(2) ? 4 : 8, 1);
	c.field[0].base_B = 4 * c.field[0].elem_B * below(64);
	if (kind == SCATTER_GATHER)
		c.field[0].base_B = 0;
	case_add(&c, 0, false, (int64_t[]) { 0, 0, 0 }, 0);
	c.access[0].draw.kind = kind;
	c.access[0].loop = c.access[0].draw.loop = -1;
	/* members of structures of a power of two bytes */
	c.access[0].draw.step_B = (int64_t) c.field[0].elem_B << below(7);
	c.field[0].size_B = c.access[0].draw.step_B * cells;
	c.access[0].draw.cells = kind == SCATTER_GATHER ? cells :
							  1 + below(cells);
	if (kind == SCATTER_RANDOM && below(2))
		c.access[0].draw.power = 1 + (double) below(60) / 10;
	/* as many lines as divide the warp, or two numbers of them */
	c.access[0].draw.lines = (double) (1 << below(5));
	if (c.access[0].draw.step_B >= 128 && below(2))
		c.access[0].draw.lines = 1 + (double) below(300) / 10;
	m.kernel = &c.kernel;
	m.launch = &c.launch;
	threads_of_blocks(&c.launch, 1, 1, &set);
	scatter_count(&m, &c.kernel, &list, &none, granule, 1, &set, n, area);
	for (int i = 0; i < N_SAMPLE; ++i) {
		double drawn = sample(&c, (int) block[0] / 32, granule,
			(uint64_t) below(INT64_C(1) << 40));

		sum += drawn;
		squares += drawn * drawn;
	}
	check_mean(n[1], sum, squares);
	case_clear(&c);
}

/* The fullest of some bins. */
static void check_fullest(void)
{
	int balls = 1 + (int) below(32), bins = 1 + (int) below(32);
	double sum = 0, squares = 0;

	for (int i = 0; i < N_SAMPLE; ++i) {
		int in[32] = { 0 }, most = 0;

		for (int b = 0; b < balls; ++b) {
			int at = (int) below(bins);

			if (++in[at] > most)
				most = in[at];
		}
		sum += most;
		squares += (double) most * most;
	}
	check_mean(scatter_fullest(balls, bins), sum, squares);
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;

	random_seed(seed);
	printf("seed %llu\n", (unsigned long long) seed);
	for (int i = 0; i < N_ROUND; ++i) {
		check_limits();
		check_one_warp();
		check_rounding();
		check_bound();
	}
	for (int i = 0; i < N_SCATTER; ++i) {
		check_scatter(SCATTER_RANDOM);
		check_scatter(SCATTER_GATHER);
		check_fullest();
	}
	printf("%d machines, %d scattered accesses\n", N_ROUND, 2 * N_SCATTER);
	return check_done();
}
