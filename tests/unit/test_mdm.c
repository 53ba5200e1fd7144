/* The memory divergence model on figures that were worked out by hand. */

#include <math.h>

#include "engine/model/mdm.h"
#include "tests/unit/check.h"

static bool near(double a, double b)
{
	return fabs(a - b) <= 1e-12 * fmax(fabs(a), fabs(b));
}

/* Table 1 of the paper, with the two warps and two MSHRs of its figure 2. */
static const struct mdm_machine small = {
	.sms = 1,
	.warps = 2,
	.mshrs = 2,
	.clock_Hz = 1.4e9,
	.noc_B_per_s = 1050e9,
	.dram_B_per_s = 480e9,
	.llc_cyc = 120,
	.dram_cyc = 220,
	.l1_cyc = 82,
	.issue = 8,
};

/* An interval of 4 instructions that misses "reads" lines. */
static struct mdm_interval missing(double reads)
{
	return (struct mdm_interval) {
		.turns = 1,
		.instructions = 4,
		.issue_cyc = 2,
		.loads = 1,
		.reads = reads,
		.block_B = 128,
		.miss_ratio = 1,
		.read_miss_ratio = 1,
	};
}

/* One miss of each warp: both fit, nobody waits for an MSHR. */
static void test_well_behaved(void)
{
	struct mdm_interval v = missing(1);
	struct mdm mdm = { .machine = small, .n_interval = 1, .interval = &v };

	mdm_solve(&mdm, MDM);
	CHECK(!mdm.is_divergent && mdm.pressure == 1 && mdm.batches == 1);
	CHECK(v.mshr_cyc == 0 && v.concurrent == 2);
	CHECK(near(v.noc_service_cyc, 1.4 * 128 / 1050));
	CHECK(near(v.dram_service_cyc, 1.4 * 128 / 480));
	CHECK(near(v.noc_cyc, 1.4 * 128 / 1050)); /* 1/2 x 1 x 2 x s */
	CHECK(near(v.no_contention_cyc, 340) && near(v.base_cyc, 342));
	CHECK(near(mdm.ipc_sm,
		2 * 4 / (342 + 1.4 * 128 / 1050 + 1.4 * 128 / 480)));
}

/* Four misses of each warp: eight reads in four batches of two. */
static void test_divergent(void)
{
	double noc = 2 * 1.4 * 128 / 1050, dram = 2 * 1.4 * 128 / 480;
	double mem = 340 + noc + dram;
	struct mdm_interval v = missing(4);
	struct mdm mdm = { .machine = small, .n_interval = 1, .interval = &v };

	mdm_solve(&mdm, MDM);
	CHECK(mdm.is_divergent && mdm.pressure == 4 && mdm.batches == 4);
	CHECK(near(v.noc_cyc, noc) && near(v.dram_cyc, dram));
	CHECK(near(v.mem_cyc, mem) && near(v.mshr_cyc, 3 * mem));
	CHECK(near(mdm.ipc_sm, 2 * 4 / (342 + noc + dram + 3 * mem)));
	/* half of the queue; a read waits for 0, 1, 2 or 3 batches alike */
	mdm_solve(&mdm, MDM_GPUMECH_PLUS);
	CHECK(near(v.noc_cyc, noc / 2) && near(v.dram_cyc, dram / 2));
	CHECK(near(v.mshr_cyc, 1.5 * (340 + noc / 2 + dram / 2)));
	mdm_solve(&mdm, MDM_GPUMECH);
	CHECK(v.noc_cyc == 0 && near(v.dram_cyc, dram / 2));
	CHECK(near(v.mshr_cyc, 1.5 * 340));
	mdm_solve(&mdm, MDM_QUEUE);
	CHECK(near(v.noc_cyc, noc) && near(v.mshr_cyc, 1.5 * mem));
	mdm_solve(&mdm, MDM_MSHR);
	CHECK(near(v.noc_cyc, noc / 2) &&
		near(v.mshr_cyc, 3 * (340 + noc / 2 + dram / 2)));
}

/* Five reads, two MSHRs: 0, 0, 1, 1 and 2 batches come before. */
static void test_incomplete_batch(void)
{
	struct mdm_interval v = missing(2.5);
	struct mdm mdm = { .machine = small, .n_interval = 1, .interval = &v };

	mdm_solve(&mdm, MDM_GPUMECH);
	CHECK(mdm.batches == 3 && near(v.mshr_cyc, 0.8 * 340));
}

/* Stores bypass the MSHRs and wait in queues only. */
static void test_stores(void)
{
	struct mdm_interval v = missing(0);
	struct mdm mdm = { .machine = small, .n_interval = 1, .interval = &v };

	v.loads = 0;
	v.writes = 32;
	mdm_solve(&mdm, MDM);
	CHECK(!mdm.is_divergent && v.mshr_cyc == 0 && v.concurrent == 64);
	CHECK(v.base_cyc == 2 && near(v.dram_cyc, 32 * 1.4 * 128 / 480));
}

/* Turns count; no SM issues more than it can. */
static void test_sums(void)
{
	struct mdm_interval v[2] = { missing(0), missing(0) };
	struct mdm mdm = { .machine = small, .n_interval = 2, .interval = v };

	v[0].turns = 10;
	v[0].loads = v[1].loads = 0;
	mdm_solve(&mdm, MDM);
	CHECK(mdm.instructions == 44 && mdm.base_cyc == 22);
	CHECK(near(mdm.ipc_sm, 4) && near(mdm.ipc, 4));
	mdm.machine.warps = 64;
	mdm_solve(&mdm, MDM);
	CHECK(mdm.ipc_sm == 8);
}

int main(void)
{
	test_well_behaved();
	test_divergent();
	test_incomplete_batch();
	test_stores();
	test_sums();
	return check_done();
}
