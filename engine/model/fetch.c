/* Instruction fetch (doc/MODEL.md, chapter 7).  Warps of an SM that wait for
 * the same instructions come into step: who is ahead waits for the cache, and
 * the others find there what it fetched.  So an SM fetches its code once for
 * all warps that run at a time.
 */

#include <math.h>

#include "engine/model/chain.h"
#include "engine/model/fetch.h"
#include "engine/model/spill.h"
#include "engine/report/formula.h"
#include "hw/fit.h"

/* A cache, and code from which on nothing of it is found again, over the size;
 * between that and the size, by the square.  H200: of code as large as a cache 2 and
 * 12 % come from beyond it, of 1.5 times as much all (h200/fetch.csv); of 41 KB
 * many warps find much in the cache of an SM (fold_box3d_r2 with 16 cells in
 * h200/folds_new.csv), of 151 KB none anything in the next (a convolution of 16
 * outputs).
 */
struct cache {
	double size_B, all_lost;
};

static struct cache cache_of_sm(const struct device *dev)
{
	return (struct cache) { dev->icache_B, 1.5 };
}

static struct cache next_cache(const struct device *dev)
{
	return (struct cache) { dev->icache2_B, 1.15 };
}

/* Instructions of one compiled trip of "loop" itself. */
static double own_code(const struct workings *m, int loop)
{
	return chain_code(m->kernel, loop) +
		(loop < 0 ? spill_instructions(m) : 0);
}

/* The same with all loops in it. */
static double all_code(const struct workings *m, int loop)
{
	double n = own_code(m, loop);

	for (int i = 0; i < m->kernel->n_loop; ++i)
		if (m->kernel->loop[i].parent == loop)
			n += all_code(m, i);
	return n;
}

double fetch_code_B(const struct workings *m)
{
	return m->dev->inst_B * all_code(m, -1);
}

/* Share of code of "code_B" bytes, run again and again, that a cache has lost
 * when it is needed again.
 *
 *	x = min(1, max(0, C / S - 1) / (s - 1))^2
 */
static double lost(double code_B, struct cache c)
{
	return pow(fmin(1, fmax(0, code_B / c.size_B - 1) / (c.all_lost - 1)),
		2);
}

/* Instructions of "loop" that a warp runs and that come from beyond a cache, if
 * all code were "u" times as long.  A loop that fits is fetched when it is
 * entered.
 *
 *	F = x n (c + sum F_inner) + (1 - x) C			  (7.22)
 *
 *	x  lost()
 *	n  trips of the code
 *	c, C  own_code(), all_code(); C = 0 for the whole code
 */
static double fetched(const struct workings *m, int loop, struct cache c,
	double u)
{
	const struct kernel *kernel = m->kernel;
	double code = u * all_code(m, loop), inner = 0;
	double share = lost(m->dev->inst_B * code, c);
	double trips = loop < 0 ?
		1 :
		(double) kernel->loop[loop].trips / chain_joined(kernel, loop);

	for (int i = 0; share > 0 && i < kernel->n_loop; ++i)
		if (kernel->loop[i].parent == loop)
			inner += fetched(m, i, c, u);
	return share * trips * (u * own_code(m, loop) + inner) +
		(1 - share) * (loop < 0 ? 0 : code);
}

/* Instructions that come from beyond the caches if the code were "u" times as
 * long: of an SM, of the next.
 */
static void find_lost(const struct workings *m, double u, double *F, double *G)
{
	*F = fetched(m, -1, cache_of_sm(m->dev), u);
	*G = fmin(*F, fetched(m, -1, next_cache(m->dev), u));
}

static bool is_known(const struct device *dev)
{
	return !isnan(dev->inst_B) && !isnan(dev->icache_B) &&
		!isnan(dev->icache2_B) && !isnan(dev->fetch_cyc) &&
		!isnan(dev->fetch_far_cyc) && !isnan(dev->fetch_per_cyc);
}

/* Besides its code a launch that finds nothing in L2 loads 2.1 to 3.1 kB from
 * DRAM, arguments and what the driver has for it: 57 launches of tenth.csv, whose
 * listings say how long their code is.
 */
#define STARTED_B 2600
#define CODE_PART 0.1

void fetch_note(struct workings *m)
{
	double code_B = fetch_code_B(m) + STARTED_B;
	double load_B = m->report->metric[METRIC_dram_load_B] * m->lup;

	if (m->launch->cache_is_cold && code_B > CODE_PART * load_B)
		report_note(m->report, "dram.load without the kernel's code",
			"the code of the kernel comes from DRAM as well, some "
			"%.0f kB, which dram.load does not have",
			code_B / 1000);
}

/* Code that both caches have lost is read from L2.  Blocks that run in step, on
 * one SM or on several that share a cache, fetch it once for all; the more warps
 * an SM has, the fewer do.
 */
void fetch_report(struct workings *m)
{
	const struct device *dev = m->dev;
	double blocks = fmin(m->occupancy.blocks_per_sm,
		ceil(m->n_block / dev->sm_count));
	double near_inst, far_inst = 0;

	if (is_known(dev))
		find_lost(m, 1, &near_inst, &far_inst);
	FORMULA_METRIC(m->report, METRIC_l2_read_B, "7.24", NULL,
		load + min(1, c * sqrt(w / s)) * n * G / N,
		(load, "B/LUP", "loaded by L1s",
			m->report->metric[METRIC_l2_load_B]),
		(c, "", "share of lost code that a block reads where all are in step",
			fit_value(dev, FIT_code_share)),
		(w, "", "warps on an SM",
			blocks * m->occupancy.warps_per_block),
		(s, "", "schedulers of an SM", dev->sm_schedulers),
		(n, "", "blocks", m->n_block),
		(G, "B", "code of a warp that both caches have lost",
			far_inst > 0 ? dev->inst_B * far_inst : 0),
		(N, "LUP", "updates", m->lup));
}

void fetch_limits(struct workings *m, double n_round)
{
	const struct device *dev = m->dev;
	double near_inst, far_inst;

	if (!is_known(dev))
		return;
	find_lost(m, 1, &near_inst, &far_inst);
	if (!(near_inst > 0))
		return;
	FORMULA_LIMIT(m->report, "fetch", "instruction fetch", "7.21",
		F * max(rounds * near, n_warp / (rate * n_sm)) / clock,
		(rounds, "", "rounds of blocks on an SM", n_round),
		(F, "inst", "instructions that the cache of an SM has lost",
			near_inst),
		(near, "cyc", "for an instruction from the next cache",
			dev->fetch_cyc),
		(n_warp, "", "warps of the launch", m->warps),
		(rate, "",
			"instructions that many warps issue in a cycle from "
			"beyond the cache",
			dev->fetch_per_cyc),
		(n_sm, "", "busy SMs, on average", m->n_sm),
		(clock, "Hz", "clock", dev->clock_Hz));
	if (!(far_inst > 0))
		return;
	FORMULA_LIMIT(m->report, "code", "code from L2", "7.23",
		rounds * G * (far - near) / clock,
		(rounds, "", "rounds of blocks on an SM", n_round),
		(G, "inst", "instructions that both caches have lost",
			far_inst),
		(near, "cyc", "for an instruction from the next cache",
			dev->fetch_cyc),
		(far, "cyc", "for an instruction from L2", dev->fetch_far_cyc),
		(clock, "Hz", "clock", dev->clock_Hz));
}

/* (7.21) and (7.23) */
void fetch_if_longer(const struct workings *m, double u, double *more,
	double *wait_cyc)
{
	const struct device *dev = m->dev;
	double F, G, now, far_now;

	*more = 1;
	*wait_cyc = 0;
	if (!(report_limit_s(m->report, "fetch") > 0))
		return;
	find_lost(m, 1, &now, &far_now);
	find_lost(m, u, &F, &G);
	*more = F / now;
	*wait_cyc = (G - far_now) * (dev->fetch_far_cyc - dev->fetch_cyc);
}
