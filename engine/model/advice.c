/* Advice (doc/MODEL.md, chapter 18).  A change is a function that changes the
 * inputs of a "what if"; what it gains decides whether it is named.
 */

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/model/advice.h"
#include "engine/model/dram.h"
#include "engine/model/limiter.h"
#include "engine/model/proven.h"
#include "engine/model/whatif.h"

#define MiB 1048576.0

/* A change that gains less is not worth a sentence. */
#define WORTH 0.02

/* By how much the decisive quantity is reduced where no change is known. */
#define REDUCED 0.1

/* Data are moved once if no more than this share of them is moved again. */
#define ONCE 0.1

struct advising {
	struct workings *m;
	struct whatif now, then; /* the launch, and a change of it */
	double time_s;		 /* the best so far */
	char text[256];
	const char *with; /* what the gain supposes, if the text does not say */
};

/* A few digits of a figure, and no powers of ten. */
struct digits {
	char text[32];
};

static struct digits digits(double v)
{
	struct digits d;

	snprintf(d.text, sizeof(d.text), fabs(v) >= 1000 ? "%.0f" : "%.3g", v);
	return d;
}

/* "12 % faster", "3.4 times as fast" */
static struct digits gain(double time_s, double then_s)
{
	double ratio = time_s / then_s;
	struct digits d;

	if (ratio < 2)
		snprintf(d.text, sizeof(d.text), "%.0f %% faster",
			100 * (ratio - 1));
	else
		snprintf(d.text, sizeof(d.text), "%.3g times as fast", ratio);
	return d;
}

/* Take a change back and start another. */
static struct whatif *change(struct advising *a)
{
	a->then = a->now;
	return &a->then;
}

static void set_input(struct advising *a, const char *limit, const char *name,
	double value)
{
	double *input = whatif_input(&a->then, limit, name);

	if (input)
		*input = value;
}

static void reduce(struct advising *a, const char *limit, const char *name,
	double by)
{
	double *input = whatif_input(&a->then, limit, name);

	if (input)
		*input = fmax(0, *input - by);
}

/* Keep the sentence of the change if it is the best so far. */
static void offer(struct advising *a, const char *with, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static void offer(struct advising *a, const char *with, const char *format, ...)
{
	double now_s = a->m->report->time_s, then_s;
	va_list args;

	if (!whatif_differs(&a->now, &a->then))
		return;
	then_s = whatif_time(&a->then);
	if (!(then_s < a->time_s) || now_s / then_s < 1 + WORTH)
		return;
	a->time_s = then_s;
	a->with = with;
	va_start(args, format);
	vsnprintf(a->text, sizeof(a->text), format, args);
	va_end(args);
}

/* --------------------------------------------------------------- DRAM */

/* Data between the farthest window of one kind and the wave. */
static double set_B(const struct workings *m, bool is_layer)
{
	double set = 0;

	for (int i = 0; i < m->wave.n_window; ++i)
		if (m->wave.window[i].is_layer == is_layer)
			set = m->over[i] * m->level.size_B;
	return set;
}

static void offer_windows(struct advising *a, bool is_layer)
{
	const struct workings *m = a->m;
	double lost = dram_lost_B(m, is_layer);

	if (!(lost > 0))
		return;
	change(a);
	reduce(a, "dram", "V_load", lost);
	offer(a, "",
		"%s of %s B/LUP would not be loaded if the %s MiB between two "
		"%s of blocks fitted into the %s MiB of %s",
		digits(lost).text,
		digits(whatif_value(&a->now, "dram", "V_load")).text,
		digits(set_B(m, is_layer) / MiB).text,
		is_layer ? "layers" : "rows",
		digits(m->level.size_B / MiB).text, m->level.name);
}

static void offer_dram(struct advising *a)
{
	const struct workings *m = a->m;
	const double *v = m->report->metric;
	double again = v[METRIC_dram_load_capacity_B];
	double partial = m->sum.stored_partial;

	offer_windows(a, true);
	offer_windows(a, false);
	change(a);
	reduce(a, "dram", "V_load", dram_fill(m->dev) * m->sum.incomplete);
	if (dram_fill(m->dev) == 0)
		reduce(a, "dram", "V_part",
			limiter_part_B(m) - m->sum.stored_partial);
	offer(a, "without them ",
		dram_fill(m->dev) > 0 ?
			"%s B/LUP are loaded only to fill lines that are "
			"stored in part" :
			"%s B/LUP are stored in part, which the memory reads, "
			"changes and writes",
		digits(m->sum.incomplete).text);
	if (isnan(again))
		return;
	change(a);
	reduce(a, "dram", "V_load", again + dram_fill(m->dev) * partial);
	reduce(a, "dram", "V_store", partial);
	set_input(a, "dram", "V_part", 0);
	offer(a, "without that ",
		m->has_dram ?
			"%s B/LUP are moved again because L2 has lost them "
			"since: less data between two uses would help" :
			"%s B/LUP are moved again because the blocks of a wave "
			"share lines that L2 cannot keep: a block wider in x "
			"shares fewer",
		digits(again + 2 * partial).text);
}

/* ----------------------------------------------------------------- L2 */

/* Bytes per update that lanes store, if no condition excludes any. */
static double stored_by_lanes_B(const struct workings *m)
{
	double sum = 0;

	for (int i = 0; i < m->kernel->n_access; ++i) {
		const struct access *a = &m->kernel->access[i];

		if (a->is_store && !a->atomic)
			sum += kernel_turns(m->kernel, a->loop) *
				m->kernel->field[a->field].elem_B;
	}
	return sum / m->kernel->updates;
}

/* Stores that fill sectors in part, as if lanes side by side made them. */
static void offer_sectors(struct advising *a)
{
	const struct workings *m = a->m;
	double load = whatif_value(&a->now, "l2", "V_load");
	double store = whatif_value(&a->now, "l2", "V_store");
	double lanes = stored_by_lanes_B(m);
	double lines = (load + lanes) / m->dev->l1_line_B;

	if (!(whatif_value(&a->now, "l2", "V_part") > 0) || lanes >= store)
		return;
	change(a);
	set_input(a, "l2", "V_store", lanes);
	set_input(a, "l2", "V_joined", 0);
	set_input(a, "l2", "V_part", 0);
	set_input(a, "requests", "R",
		fmin(whatif_value(&a->now, "requests", "R"), lines));
	set_input(a, "requests", "J", 0);
	set_input(a, "requests", "M", 0);
	set_input(a, "requests", "P", 0);
	reduce(a, "dram", "V_load", dram_fill(m->dev) * m->sum.incomplete);
	reduce(a, "dram", "V_store", m->sum.stored_partial);
	set_input(a, "dram", "V_part", 0);
	offer(a, "with whole sectors ",
		"lanes store %s B/LUP, and L2 gets sectors of %s: lanes that "
		"store side by side, by another layout or index, would fill "
		"them",
		digits(lanes).text, digits(store).text);
}

/* Pages that a wave touches.  Blocks that extend in z have layers of them. */
static void offer_pages(struct advising *a)
{
	const struct workings *m = a->m;
	const struct launch *l = m->launch;

	change(a);
	set_input(a, "tlb", "X", 0);
	offer(a, "if all fitted ",
		"a wave touches %s pages, but the TLB holds %s: %s touch fewer",
		digits(m->report->metric[METRIC_tlb_pages]).text,
		digits(m->dev->tlb_pages).text,
		l->block[2] * l->fold[2] > 1 ?
			"blocks thinner in z" :
			"blocks that run together and access data nearby");
}

/* Bytes per update that loads touch, each once.  What a sample loads first is
 * less by what the launch before has left in L2.
 */
static double touched_B(const struct workings *m)
{
	double granules = 0;

	if (!m->has_dram)
		return m->sum.first;
	for (int f = 0; f < m->kernel->n_field; ++f)
		granules += m->count[f].launch_load;
	return granules * m->dev->dram_fetch_B / m->lup;
}

static void offer_l2(struct advising *a)
{
	const struct workings *m = a->m;
	double load = whatif_value(&a->now, "l2", "V_load");
	double once = touched_B(m);
	double store = whatif_value(&a->now, "l2", "V_store");
	double lines = whatif_value(&a->now, "requests", "R");

	change(a);
	reduce(a, "l2", "V_load", m->sum.l2_capacity);
	offer(a, "without that ",
		"%s of %s B/LUP are loaded from L2 again because the blocks of "
		"an SM (%d) need %s times its L1",
		digits(m->sum.l2_capacity).text, digits(load).text,
		m->occupancy.blocks_per_sm, digits(m->over_l1).text);
	change(a);
	if (once < load) {
		set_input(a, "l2", "V_load", once);
		offer(a, "without any ",
			proven_is_sweep(m) ?
				"%s of %s B/LUP from L2 are the halo of "
				"blocks, of which a block closer to a cube, or "
				"folding, has less" :
				"%s of %s B/LUP from L2 were loaded by another "
				"block, too, or before: larger blocks, or "
				"folding, share more",
			digits(load - once).text, digits(load).text);
	}
	change(a);
	set_input(a, "requests", "R",
		fmin(lines, (load + store) / m->dev->l1_line_B));
	set_input(a, "requests", "J", 0);
	set_input(a, "requests", "M", 0);
	set_input(a, "requests", "P", 0);
	set_input(a, "in_place", "S", 0);
	set_input(a, "in_place", "q", 0);
	offer(a, "with whole lines ",
		"an update requests %s lines from L2, of which %s fewer",
		digits(lines).text,
		proven_is_sweep(m) ? "a block wider in x requests" :
				     "lanes side by side request");
	offer_sectors(a);
	offer_pages(a);
}

/* ----------------------------------------------------------------- SM */

/* Seconds of L1 if each load and store takes one cycle, and all else what it
 * does now.
 */
static double served_s(const struct advising *a)
{
	const struct report *r = a->m->report;
	double cycles = whatif_value(&a->now, "l1", "n_lup") *
		whatif_value(&a->now, "l1", "cycles");

	return report_limit_s(r, "l1") -
		(cycles - r->global_load.inst - r->global_store.inst) /
		(whatif_value(&a->now, "l1", "n_sm") *
			whatif_value(&a->now, "l1", "clock"));
}

/* Rows of shared memory that bank conflicts repeat. */
static void offer_banks(struct advising *a)
{
	const struct report *r = a->m->report;
	double rows = r->shared_load.txn + r->shared_store.txn;
	double least = r->shared_load.least + r->shared_store.least;
	double n = r->shared_load.inst + r->shared_store.inst;
	struct whatif *then = change(a);

	if (!(least > 0 && least < rows))
		return;
	whatif_scale(then, "l1", "shared_mem", least / rows);
	then->l1_s = whatif_l1_s(r, least);
	offer(a, "without conflicts ",
		"lanes that access one bank of shared memory take turns, so "
		"that a request takes %s cycles instead of %s: rows a word "
		"longer, or another index, avoid that",
		digits(rows / n).text, digits(least / n).text);
}

static void offer_l1(struct advising *a)
{
	const struct workings *m = a->m;
	double ideal = fmax(a->now.l1_s, served_s(a)) /
		report_limit_s(m->report, "l1");
	double lines = m->dev->l1_size_B / m->dev->l1_line_B;

	change(a);
	if (ideal < 1) {
		whatif_scale(&a->then, "l1", "cycles", ideal);
		set_input(a, "l1", "S", 0);
		offer(a, "fully coalesced ",
			"one update of each lane of a warp takes %s cycles of "
			"L1: coalesced accesses, or fewer of them, take less",
			digits(m->dev->warp_size *
				m->report->metric[METRIC_l1_wavefronts])
				.text);
	}
	change(a);
	if (lines > whatif_value(&a->now, "fills", "n_line")) {
		set_input(a, "fills", "n_line", lines);
		offer(a,
			m->kernel->shared_B > 0 ? "without shared memory " :
						  "with all of L1 ",
			"L1 has lines for %s outstanding misses: %s it more",
			digits(whatif_value(&a->now, "fills", "n_line")).text,
			m->kernel->shared_B > 0 ?
				"less shared memory leaves" :
				"fewer blocks on an SM leave");
	}
}

static void offer_warps(struct advising *a)
{
	const struct workings *m = a->m;
	const struct occupancy *o = &m->occupancy;
	double most = floor(m->dev->sm_threads / m->dev->warp_size);
	double phases = whatif_value(&a->now, "latency", "phases");

	if (o->warps_per_sm < most) {
		change(a)->resident = most;
		offer(a, "with all of them ",
			"an SM runs %d of at most %.0f warps, limited by %s: "
			"more warps would hide the latency",
			o->warps_per_sm, most, o->limiter);
	}
	if (phases > 1) {
		change(a);
		set_input(a, "latency", "phases", 1);
		offer(a, "if they did not depend on each other ",
			"a warp waits for %s loads one after the other",
			digits(phases).text);
	}
	if (a->now.slots > 1) {
		change(a)->slots = 1;
		offer(a, "if all worked ",
			"an SM has places for %s times as many warps as work: "
			"blocks reach beyond the domain, or the last round is "
			"not full",
			digits(a->now.slots).text);
	}
}

static void offer_launch(struct advising *a)
{
	const struct workings *m = a->m;
	long long threads = launch_threads_per_block(m->launch);

	/* the size of a problem is not to be tuned */
	if (strcmp(m->report->limit[m->report->limiter].name, "overhead") ==
		0) {
		change(a);
		set_input(a, "overhead", "overhead", 0);
		offer(a, "at most ",
			"starting the launch takes longer than its work: more "
			"updates in one launch would help");
	}
	if (2 * threads <= 1024) {
		change(a);
		whatif_scale(&a->then, "launch", "n_block", 0.5);
		offer(a, "with half as many blocks ",
			"starting %.0f blocks of %lld threads takes long: "
			"larger blocks, or folding, would help",
			m->n_block, threads);
	}
}

/* ----------------------------------------------------------- fallback */

/* A data set of half the size, if elements are doubles, where the level that
 * decides moves each byte once.
 */
static void offer_float(struct advising *a, const char *limiter)
{
	const struct workings *m = a->m;
	static const char *const limits[] = { "dram", "l2" };
	double once = m->cold_share * m->sum.first +
		m->left_share * m->sum.stored;

	if (whatif_value(&a->now, limiter, "V_load") +
			whatif_value(&a->now, limiter, "V_store") >
		(1 + ONCE) * once)
		return;
	change(a);
	for (int i = 0; i < 2; ++i) {
		whatif_scale(&a->then, limits[i], "V_load", 0.5);
		whatif_scale(&a->then, limits[i], "V_store", 0.5);
	}
	a->time_s = INFINITY;
	offer(a, m->report->elem_B > 4 ? "at least " : "half as large ",
		"each byte is moved once already (%s B/LUP): a smaller data "
		"set%s would help",
		digits(once).text,
		m->report->elem_B > 4 ? ", such as float," : "");
}

/* What a little less of an input gains; *what is the first, or the best. */
static void try_less(struct advising *a, const char *limit, const char *input,
	const char *name, const char **what)
{
	double then_s;

	change(a);
	whatif_scale(&a->then, limit, input, 1 - REDUCED);
	then_s = whatif_time(&a->then);
	if (!*what || then_s < a->time_s)
		*what = name;
	a->time_s = fmin(a->time_s, then_s);
}

/* The quantities that a limit is made of, and their names. */
static void offer_less(struct advising *a, const char *limiter)
{
	static const struct {
		const char *limit, *input, *what;
	} less[] = {
		{ "dram", "V_load", "loads from DRAM" },
		{ "dram", "V_store", "stores to DRAM" },
		{ "l2", "V_load", "loads from L2" },
		{ "l2", "V_store", "stores to L2" },
		{ "crossing", "V_load", "loads between L2 sections" },
		{ "crossing", "V_store", "stores between L2 sections" },
		{ "l3", "V_load", "loads from L3" },
		{ "l3", "V_store", "stores to L3" },
		{ "requests", "R", "lines that L2 looks up" },
		{ "in_place", "S", "parts of lines stored in place" },
		{ "l1", "cycles", "cycles of L1" },
		{ "fills", "F", "lines that loads occupy in L1" },
		{ "tlb", "X", "pages" },
		{ "fetch", "F",
			"instructions that the cache of an SM has lost" },
		{ "code", "G", "instructions from L2" },
		{ "spills", "waits", "waits for spilled registers" },
		{ "latency", "each", "instructions of a warp" },
		{ "longest", "waits", "waits for loads" },
		{ "longest", "cycles", "cycles for instructions" },
		{ "front", "phases", "waits for loads" },
		{ "front", "issued", "cycles for instructions" },
		{ "tensor", "n_flop", "operations of matrix units" },
		{ "launch", "n_block", "blocks" },
		{ "overhead", "overhead", "launch overhead" },
	};
	const char *what = NULL;

	a->time_s = a->m->report->time_s;
	for (size_t i = 0; i < sizeof(less) / sizeof(less[0]); ++i)
		if (strcmp(less[i].limit, limiter) == 0)
			try_less(a, limiter, less[i].input, less[i].what,
				&what);
	if (!what)
		try_less(a, limiter, "n_inst", "instructions", &what);
	a->with = report_text(a->m->report, "with %.0f %% less of its %s ",
		100 * REDUCED, what);
	if (!a->with)
		a->with = "";
	snprintf(a->text, sizeof(a->text),
		"no change of the launch that the model knows gains %.0f %%",
		100 * WORTH);
}

void advice_report(struct workings *m)
{
	struct report *r = m->report;
	const char *limiter = r->limit[r->limiter].name;
	struct advising a = { .m = m, .time_s = INFINITY };

	r->advice_s = NAN;
	if (!whatif_init(&a.now, r))
		return;
	offer_dram(&a);
	offer_l2(&a);
	offer_l1(&a);
	offer_banks(&a);
	offer_warps(&a);
	offer_launch(&a);
	if (!a.text[0] &&
		(strcmp(limiter, "dram") == 0 || strcmp(limiter, "l2") == 0))
		offer_float(&a, limiter);
	if (!a.text[0])
		offer_less(&a, limiter);
	r->advice_s = a.time_s;
	r->advice = report_text(r, "%s (%s%s)", a.text, a.with,
		gain(r->time_s, a.time_s).text);
}
