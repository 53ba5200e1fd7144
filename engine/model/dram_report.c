/* How the volumes of DRAM came about: doc/MODEL.md, chapter 6. */

#include "engine/model/capacity.h"
#include "engine/model/dram.h"

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
	double V = m->sum.compulsory, s = m->dev->dram_fetch_B;
	const struct derivation_input in[] = {
		{ "n_granule", "", "granules that the loads of a wave touch",
		  V * m->wave_lup / s },
		{ "granule", "B", "bytes of a granule", s },
		{ "n_lup", "LUP", "updates of the wave", m->wave_lup },
	};

	report_metric(m->report, METRIC_dram_load_compulsory_B, "6.1",
		"n_granule * granule / n_lup", V,
		report_text(m->report, "a wave is %lld consecutive blocks",
			(long long) m->wave.n_block), REPORT_INPUTS(in));
}

static void report_over(struct workings *m, enum metric metric, double over,
	const char *what)
{
	const struct derivation_input in[] = {
		{ "data", "B", what, over * m->dev->l2_size_B },
		{ "l2", "B", "L2", m->dev->l2_size_B },
	};

	report_metric(m->report, metric, "6.3", "data / l2", over, NULL,
		REPORT_INPUTS(in));
}

/* The inputs of (6.4) that belong to window "i", in place "at" of it. */
static void saved_inputs(const struct workings *m, int i, int place,
	struct derivation_input *at)
{
	static const char *const name[WAVE_WINDOWS][3] = {
		{ "V", "q", "O" }, { "V2", "q2", "O2" }, { "V3", "q3", "O3" }
	};

	at[0] = (struct derivation_input) { name[place][0], "B/LUP",
		"also loaded by blocks before", m->sum.overlap[i] };
	at[1] = (struct derivation_input) { name[place][1], "",
		"share of blocks without such a past", m->early[i] };
	at[2] = (struct derivation_input) { name[place][2], "",
		"data to be kept until then, over L2", m->over[i] };
}

/* What windows of one kind saved, with one term for each of them. */
static void report_saved(struct workings *m, enum metric metric, int n,
	const int *which)
{
	static const char *const formula[WAVE_WINDOWS] = {
		"V * (q + (1 - q) * h^k / (O^k + h^k))",
		"V * (q + (1 - q) * h^k / (O^k + h^k)) + "
		"V2 * (q2 + (1 - q2) * h^k / (O2^k + h^k))",
		"V * (q + (1 - q) * h^k / (O^k + h^k)) + "
		"V2 * (q2 + (1 - q2) * h^k / (O2^k + h^k)) + "
		"V3 * (q3 + (1 - q3) * h^k / (O3^k + h^k))",
	};
	struct capacity_curve curve = capacity_of_l2(m->dev);
	int far = which[n - 1];
	double saved = 0;
	struct derivation_input in[2 + 3 * WAVE_WINDOWS] = {
		{ "h", "", "oversubscription at which half is lost",
		  curve.half },
		{ "k", "", "steepness", curve.steepness },
	};

	for (int i = 0; i < n; ++i) {
		saved_inputs(m, which[i], i, in + 2 + 3 * i);
		saved += m->sum.saved[which[i]];
	}
	report_metric(m->report, metric, "6.4", formula[n - 1], saved,
		report_text(m->report, "of %.4g B/LUP, used before at most "
			"%lld blocks ago", m->sum.overlap[far],
			(long long) m->wave.window[far].distance),
		2 + 3 * n, in);
}

static void report_nothing_saved(struct workings *m, enum metric metric)
{
	const struct derivation_input in[] = {
		{ "V", "B/LUP", "also loaded by blocks before", 0 },
	};

	report_metric(m->report, metric, "6.4", "V", 0,
		"no such blocks come before the wave", REPORT_INPUTS(in));
}

static void report_kind(struct workings *m, bool is_layer,
	enum metric saved, enum metric over, const char *what)
{
	int which[WAVE_WINDOWS], n = windows_of(m, is_layer, which);

	if (n == 0) {
		report_nothing_saved(m, saved);
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
	const struct derivation_input in[] = {
		{ "touched", "B/LUP", "loaded by the launch at least once",
		  first_B(m) },
		{ "seen", "B/LUP", "of that, what the wave shows",
		  first_B(m) - m->sum.start },
	};

	report_metric(m->report, METRIC_dram_load_start_B, "6.5",
		"touched - seen", m->sum.start,
		"the first waves find nothing in L2, and the wave in the "
		"middle does not show it", REPORT_INPUTS(in));
}

static void report_capacity(struct workings *m)
{
	struct capacity_curve curve = capacity_of_wave(m->dev);
	const struct derivation_input in[] = {
		{ "again", "B/LUP", "asked for again by blocks of the wave",
		  m->sum.again },
		{ "O", "", "data of a wave over L2", m->over_wave },
		{ "h", "", "where half is lost", curve.half },
		{ "k", "", "steepness", curve.steepness },
	};

	report_metric(m->report, METRIC_dram_load_capacity_B, "6.7",
		"again * O^k / (O^k + h^k)", m->sum.capacity, NULL,
		REPORT_INPUTS(in));
}

static void report_partial(struct workings *m)
{
	const struct derivation_input in[] = {
		{ "evicted", "B/LUP", "stored before it was complete",
		  m->sum.stored_partial },
		{ "incomplete", "B/LUP", "never completed by any store",
		  m->sum.incomplete },
	};

	report_metric(m->report, METRIC_dram_load_partial_B, "6.8",
		"evicted + incomplete", m->sum.partial, NULL,
		REPORT_INPUTS(in));
}

static void report_warm(struct workings *m)
{
	struct capacity_curve curve = capacity_of_l2(m->dev);
	const struct derivation_input in[] = {
		{ "touched", "B/LUP", "loaded for the first time in the launch",
		  m->launch->cache_is_cold ? 0 : m->sum.first },
		{ "O", "", "data of the launch over L2", m->over_launch },
		{ "h", "", "where half is lost", curve.half },
		{ "k", "", "steepness", curve.steepness },
	};

	report_metric(m->report, METRIC_dram_saved_warm_B, "6.9",
		"touched * h^k / (O^k + h^k)", m->sum.warm,
		m->launch->cache_is_cold ? "L2 starts empty" : NULL,
		REPORT_INPUTS(in));
}

/* What windows of one kind could have saved, but did not. */
static double lost_by(const struct workings *m, bool is_layer)
{
	double lost = 0;

	for (int i = 0; i < m->wave.n_window; ++i)
		if (m->wave.window[i].is_layer == is_layer)
			lost += m->sum.lost[i];
	return lost;
}

static void report_load(struct workings *m)
{
	const struct derivation_input in[] = {
		{ "touched", "B/LUP", "loaded for the first time in the launch",
		  m->sum.first },
		{ "c", "", "share that is not there since the launch before",
		  m->cold_share },
		{ "lost_y", "B/LUP", "loaded again for rows that follow",
		  lost_by(m, false) },
		{ "lost_z", "B/LUP", "loaded again for layers that follow",
		  lost_by(m, true) },
		{ "capacity", "B/LUP", "loaded again by blocks of the wave",
		  m->sum.capacity },
		{ "partial", "B/LUP", "loaded to complete lines",
		  m->sum.partial },
	};

	report_metric(m->report, METRIC_dram_load_B, "6.10",
		"c * touched + lost_y + lost_z + capacity + partial",
		m->sum.load, "which is load_compulsory - saved_y - saved_z + "
		"load_start + load_capacity + load_partial - saved_warm",
		REPORT_INPUTS(in));
}

static void report_stored(struct workings *m)
{
	double V = m->sum.stored, s = m->dev->dram_write_B;
	const struct derivation_input in[] = {
		{ "n_granule", "", "granules that the launch stores",
		  V * m->lup / s },
		{ "granule", "B", "bytes of a granule", s },
		{ "n_lup", "LUP", "updates of the launch", m->lup },
	};

	report_metric(m->report, METRIC_dram_store_compulsory_B, "6.11",
		"n_granule * granule / n_lup", V, NULL, REPORT_INPUTS(in));
}

static void report_stored_partial(struct workings *m)
{
	struct capacity_curve curve = capacity_of_partial(m->dev);
	const struct derivation_input in[] = {
		{ "again", "B/LUP", "stored again by requests of the wave",
		  m->sum.stored_again },
		{ "late", "B/LUP", "stored again too late, rows after",
		  m->sum.stored_late },
		{ "O", "", "data of a wave over L2, stores weighted",
		  m->over_partial },
		{ "h", "", "where half is lost", curve.half },
		{ "k", "", "steepness", curve.steepness },
	};

	report_metric(m->report, METRIC_dram_store_partial_B, "6.13",
		"again * O^k / (O^k + h^k) + late", m->sum.stored_partial,
		NULL, REPORT_INPUTS(in));
}

static void report_kept(struct workings *m)
{
	const struct derivation_input in[] = {
		{ "stored", "B/LUP", "what the launch stores", m->sum.stored },
		{ "share", "", "share that is in L2 when the launch ends",
		  m->kept_share },
	};

	report_metric(m->report, METRIC_dram_store_kept_B, "6.14",
		"stored * share", m->sum.kept,
		m->launch->cache_is_cold ?
			"the launch ends before L2 has written it" :
			"the next launch overwrites it in L2",
		REPORT_INPUTS(in));
}

static void report_store(struct workings *m)
{
	const struct derivation_input in[] = {
		{ "compulsory", "B/LUP", "every byte once", m->sum.stored },
		{ "c", "", "share that leaves L2", m->left_share },
		{ "partial", "B/LUP", "evicted before it was complete",
		  m->sum.stored_partial },
	};

	report_metric(m->report, METRIC_dram_store_B, "6.15",
		"c * compulsory + partial",
		m->left_share * m->sum.stored + m->sum.stored_partial, NULL,
		REPORT_INPUTS(in));
}

void dram_report(struct workings *m)
{
	report_compulsory(m);
	report_over(m, METRIC_l2_over, m->over_wave, "data of a wave");
	report_kind(m, false, METRIC_dram_saved_y_B, METRIC_l2_over_y,
		"data of the rows before");
	report_kind(m, true, METRIC_dram_saved_z_B, METRIC_l2_over_z,
		"data of the layers before");
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
