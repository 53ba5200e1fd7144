/* The figures of DRAM (doc/MODEL.md, chapter 6).  dram.c finds the terms of
 * each field; here the formulas that `explain` prints sum them up.
 */

#include "engine/model/capacity.h"
#include "engine/model/dram.h"
#include "engine/report/formula.h"

/* The windows that count as rows (or, if "is_layer", as layers), nearest
 * first.
 */
static int windows_of(const struct workings *m, bool is_layer,
	int which[WAVE_WINDOWS])
{
	int n = 0;

	for (int i = 0; i < m->wave.n_window; ++i)
		if (m->wave.window[i].is_layer == is_layer)
			which[n++] = i;
	return n;
}

static void report_compulsory(struct workings *m)
{
	double granule_B = m->dev->dram_fetch_B;

	FORMULA_METRIC(m->report, METRIC_dram_load_compulsory_B, "6.1",
		report_text(m->report, "a wave is %lld consecutive blocks",
			(long long) m->wave.n_block),
		n_granule * granule / n_lup,
		(n_granule, "", "granules that the loads of a wave touch",
			m->sum.compulsory * m->wave_lup / granule_B),
		(granule, "B", "bytes of a granule", granule_B),
		(n_lup, "LUP", "updates of the wave", m->wave_lup));
}

/* Where a simulation tells what is loaded, it tells what it loads first, too:
 * a wave of blocks that lie anywhere has counts for each block alone.
 */
static void report_first(struct workings *m)
{
	FORMULA_METRIC(m->report, METRIC_dram_load_compulsory_B, "19.2", NULL,
		first,
		(first, "B/LUP",
			"loaded for the first time in the simulated L2",
			m->sum.first));
}

static void report_over(struct workings *m, enum metric metric, double over,
	const char *what)
{
	FORMULA_METRIC(m->report, metric, "6.3", NULL, data / l2,
		(data, "B", what, over * m->level.size_B),
		(l2, "B", "L2", m->dev->l2_size_B));
}

/* What one window saves, and its symbols. */
#define SAVED(V, q, O) V *(q + (1 - q) * capacity_hit(O, h, k))
#define WINDOW(V, q, O, i)                                                  \
	(V, "B/LUP", "also loaded by earlier blocks", m->sum.overlap[i]),   \
		(q, "", "share of blocks that have no such earlier blocks", \
			m->early[i]),                                       \
		(O, "", "data that L2 must keep until then, over its size", \
			m->over[i])

/* What windows of one kind save, with one term for each of them. */
static void report_saved(struct workings *m, enum metric metric, int n,
	const int *which)
{
	struct capacity_curve l2 = m->level.curve;
	int far = which[n - 1];
	const char *reason = report_text(m->report,
		"of %.4g B/LUP, which "
		"blocks up to %lld earlier have loaded",
		m->sum.overlap[far], (long long) m->wave.window[far].distance);

	switch (n) {
	case 1:
		FORMULA_METRIC(m->report, metric, "6.4", reason, SAVED(V, q, O),
			(h, "",
				"oversubscription at which half of the reuse "
				"is lost",
				l2.half),
			(k, "", "steepness", l2.steepness),
			WINDOW(V, q, O, which[0]));
		break;
	case 2:
		FORMULA_METRIC(m->report, metric, "6.4", reason,
			SAVED(V, q, O) + SAVED(V2, q2, O2),
			(h, "",
				"oversubscription at which half of the reuse "
				"is lost",
				l2.half),
			(k, "", "steepness", l2.steepness),
			WINDOW(V, q, O, which[0]),
			WINDOW(V2, q2, O2, which[1]));
		break;
	case 3:
		FORMULA_METRIC(m->report, metric, "6.4", reason,
			SAVED(V, q, O) + SAVED(V2, q2, O2) + SAVED(V3, q3, O3),
			(h, "",
				"oversubscription at which half of the reuse "
				"is lost",
				l2.half),
			(k, "", "steepness", l2.steepness),
			WINDOW(V, q, O, which[0]), WINDOW(V2, q2, O2, which[1]),
			WINDOW(V3, q3, O3, which[2]));
		break;
	}
}

static void report_kind(struct workings *m, bool is_layer, enum metric saved,
	enum metric over, const char *what)
{
	int which[WAVE_WINDOWS], n = windows_of(m, is_layer, which);

	if (n == 0) {
		FORMULA_METRIC(m->report, saved, "6.4",
			"no such blocks run before the wave", V,
			(V, "B/LUP", "also loaded by earlier blocks", 0));
		return;
	}
	report_over(m, over, m->over[which[n - 1]], what);
	report_saved(m, saved, n, which);
}

static double first_B(const struct workings *m)
{
	double granules = 0;

	for (int f = 0; f < m->kernel->n_field; ++f)
		granules += m->count[f].launch_load;
	return granules * m->dev->dram_fetch_B / m->lup;
}

static void report_start(struct workings *m)
{
	FORMULA_METRIC(m->report, METRIC_dram_load_start_B, "6.5",
		"the first waves find L2 empty; the wave in the middle of the "
		"launch, from which volumes are taken, does not",
		touched - seen,
		(touched, "B/LUP", "loaded by the launch at least once",
			first_B(m)),
		(seen, "B/LUP",
			"of that, what the wave in the middle "
			"accounts for",
			touched - m->sum.start));
}

static void report_capacity(struct workings *m)
{
	FORMULA_METRIC(m->report, METRIC_dram_load_capacity_B, "6.7",
		"by how many blocks lie between two uses", again * lost,
		(again, "B/LUP", "requested again by blocks of the wave",
			m->sum.again),
		(lost, "", "share that L2 has lost by then",
			m->sum.again > 0 ? m->sum.again_lost / m->sum.again :
					   0));
}

static void report_sampled(struct workings *m)
{
	FORMULA_METRIC(m->report, METRIC_dram_load_capacity_B, "19.2", NULL,
		again,
		(again, "B/LUP", "loaded again in the simulated L2",
			m->sum.again));
	FORMULA_METRIC(m->report, METRIC_dram_store_partial_B, "19.2", NULL,
		evicted,
		(evicted, "B/LUP", "evicted before stores had filled it",
			m->sum.stored_partial));
	FORMULA_METRIC(m->report, METRIC_dram_load_partial_B, "19.2", NULL,
		f * completed,
		(f, "", "1 if L2 loads that, 0 if it masks bytes",
			dram_fill(m->dev)),
		(completed, "B/LUP", "what lines lack that are written",
			m->sum.incomplete));
}

static void report_partial(struct workings *m)
{
	FORMULA_METRIC(m->report, METRIC_dram_load_partial_B, "6.8", NULL,
		f * (evicted + incomplete),
		(f, "", "1 if L2 loads that, 0 if it masks bytes",
			dram_fill(m->dev)),
		(evicted, "B/LUP", "evicted before stores had filled it",
			m->sum.stored_partial),
		(incomplete, "B/LUP", "never filled by any store",
			m->sum.incomplete));
}

static void report_warm(struct workings *m)
{
	struct capacity_curve l2 = m->level.launch;
	bool is_cold = m->launch->cache_is_cold;

	FORMULA_METRIC(m->report, METRIC_dram_saved_warm_B, "6.9",
		is_cold ? "L2 starts empty" : NULL,
		touched * capacity_hit(O, h, k),
		(touched, "B/LUP", "loaded for the first time in the launch",
			is_cold ? 0 : m->sum.first),
		(O, "", "data of the launch over the L2 size", m->over_launch),
		(h, "", "oversubscription at which half of the reuse is lost",
			l2.half),
		(k, "", "steepness", l2.steepness));
}

double dram_lost_B(const struct workings *m, bool is_layer)
{
	double lost = 0;

	for (int i = 0; i < m->wave.n_window; ++i)
		if (m->wave.window[i].is_layer == is_layer)
			lost += m->sum.overlap[i] * m->lost[i];
	return lost;
}

static void report_load(struct workings *m)
{
	const double *v = m->report->metric;

	FORMULA_METRIC(m->report, METRIC_dram_load_B, "6.10",
		"which is load_compulsory - saved_y - saved_z + load_start + "
		"load_capacity + load_partial - saved_warm",
		c * touched + lost_y + lost_z + capacity + partial,
		(touched, "B/LUP", "loaded for the first time in the launch",
			m->sum.first),
		(c, "", "share that the previous launch did not leave in L2",
			m->cold_share),
		(lost_y, "B/LUP", "loaded again for later rows of blocks",
			dram_lost_B(m, false)),
		(lost_z, "B/LUP", "loaded again for later layers of blocks",
			dram_lost_B(m, true)),
		(capacity, "B/LUP", "loaded again by blocks of the wave",
			v[METRIC_dram_load_capacity_B]),
		(partial, "B/LUP",
			"loaded to fill lines that are stored in "
			"part",
			v[METRIC_dram_load_partial_B]));
	m->dram_load_B = v[METRIC_dram_load_B];
}

static void report_stored(struct workings *m)
{
	double granule_B = m->dev->dram_write_B;

	FORMULA_METRIC(m->report, METRIC_dram_store_compulsory_B, "6.11", NULL,
		n_granule * granule / n_lup,
		(n_granule, "", "granules that the launch stores",
			m->sum.stored * m->lup / granule_B),
		(granule, "B", "bytes of a granule", granule_B),
		(n_lup, "LUP", "updates of the launch", m->lup));
}

static void report_stored_partial(struct workings *m)
{
	struct capacity_curve partial = capacity_of_partial(m->dev);

	FORMULA_METRIC(m->report, METRIC_dram_store_partial_B, "6.13", NULL,
		again * capacity_miss(O, h, k) + late,
		(again, "B/LUP", "stored again by requests of the wave",
			m->sum.stored_again),
		(late, "B/LUP",
			"stored again rows later, after L2 had "
			"evicted it",
			m->sum.stored_late),
		(O, "", "data of a wave over the size of L2, stores weighted",
			m->over_partial),
		(h, "", "oversubscription at which half of the reuse is lost",
			partial.half),
		(k, "", "steepness", partial.steepness));
}

static void report_kept(struct workings *m)
{
	FORMULA_METRIC(m->report, METRIC_dram_store_kept_B, "6.14",
		m->launch->cache_is_cold ?
			"L2 has not written it back when the launch ends" :
			"the next launch overwrites it in L2",
		stored * share,
		(stored, "B/LUP", "what the launch stores", m->sum.stored),
		(share, "", "share still in L2 when the launch ends",
			m->kept_share));
}

static void report_store(struct workings *m)
{
	FORMULA_METRIC(m->report, METRIC_dram_store_B, "6.15", NULL,
		c * compulsory + partial,
		(compulsory, "B/LUP", "every byte once", m->sum.stored),
		(c, "", "share that leaves L2", m->left_share),
		(partial, "B/LUP", "evicted before stores had filled it",
			m->sum.stored_partial));
}

/* What passes between L2 and the cache on the side of the memory. */
static void report_l3(struct workings *m)
{
	if (!(m->dev->l3_size_B > 0))
		return;
	FORMULA_METRIC(m->report, METRIC_l3_load_B, "6.19", NULL, V_load,
		(V_load, "B/LUP", "(6.10) with the capacity of L2",
			m->l3_load_B));
	FORMULA_METRIC(m->report, METRIC_l3_store_B, "6.19", NULL, V_store,
		(V_store, "B/LUP", "(6.15) with the capacity of L2",
			m->l3_store_B));
}

void dram_report(struct workings *m)
{
	bool is_sampled = m->sampled && m->has_dram;

	report_l3(m);
	if (is_sampled)
		report_first(m);
	else
		report_compulsory(m);
	report_over(m, METRIC_l2_over, m->over_wave, "data of a wave");
	if (is_sampled) {
		report_sampled(m);
		report_load(m);
		report_stored(m);
		report_kept(m);
		report_store(m);
		return;
	}
	report_kind(m, false, METRIC_dram_saved_y_B, METRIC_l2_over_y,
		"data of the earlier rows of blocks");
	report_kind(m, true, METRIC_dram_saved_z_B, METRIC_l2_over_z,
		"data of the earlier layers of blocks");
	report_start(m);
	report_capacity(m);
	report_partial(m);
	report_warm(m);
	report_load(m);
	report_stored(m);
	report_stored_partial(m);
	report_kept(m);
	report_store(m);
}
