/* Causes by substitution (doc/MODEL.md, chapter 18).  A cause's share of the
 * difference is its Shapley value: what its substitution changes, the mean over
 * all orders in which causes can be substituted.
 */

#include <math.h>
#include <string.h>

#include "engine/model/cause.h"
#include "engine/report/formula.h"

const struct cause_info causes[N_CAUSE] = {
#define CAUSE(name, limit, what, unit) { #name, limit, what, unit },
#include "engine/model/cause.def"
};

/* Causes that are told apart; each doubles the time of the search.  The rest
 * counts as one.
 */
#define MOST_CAUSES 9

/* Inputs that differ by less are the same. */
#define SAME	 1e-9

#define NO_CAUSE N_CAUSE
#define ALL	 ((UINT64_C(1) << N_CAUSE) - 1)

/* The cause that an input belongs to; the first row that fits counts.  A
 * total grows with the launch.
 */
static const struct row {
	const char *limit, *input; /* NULL: any */
	enum cause_kind cause;
	bool is_total;
} rows[] = {
	{ NULL, "n_lup", NO_CAUSE, false },
	{ NULL, "clock", CAUSE_clock, false },
	{ NULL, "n_sm", CAUSE_sms, false },
	{ NULL, "n_inst", CAUSE_instructions, true },
	{ NULL, "per_lup", CAUSE_instructions, false },
	{ "dram", "V_load", CAUSE_dram_volume, false },
	{ "dram", "V_store", CAUSE_dram_volume, false },
	{ "dram", "V_part", CAUSE_dram_partial, false },
	{ "dram", "u", CAUSE_dram_runs, false },
	{ "dram", "O", NO_CAUSE, false }, /* follows: (18.5) */
	{ "dram", "r", CAUSE_dram_runs, false },
	{ "dram", "s", CAUSE_dram_runs, false },
	{ "dram", "a", CAUSE_dram_runs, false },
	{ "dram", NULL, CAUSE_dram_bandwidth, false },
	{ "l2", "V_load", CAUSE_l2_volume, false },
	{ "l2", "V_store", CAUSE_l2_volume, false },
	{ "l2", "V_joined", CAUSE_l2_joined, false },
	{ "l2", "V_part", CAUSE_l2_partial, false },
	{ "l2", NULL, CAUSE_l2_bandwidth, false },
	{ "crossing", "V_load", CAUSE_crossing, false },
	{ "crossing", "V_store", CAUSE_crossing, false },
	{ "crossing", "V_kept", CAUSE_crossing, false },
	{ "crossing", NULL, CAUSE_crossing_bandwidth, false },
	{ "l3", "V_load", CAUSE_l3_volume, false },
	{ "l3", "V_store", CAUSE_l3_volume, false },
	{ "l3", NULL, CAUSE_l3_bandwidth, false },
	{ "requests", "R", CAUSE_l2_requests, false },
	{ "requests", "J", CAUSE_l2_requests, false },
	{ "requests", "M", CAUSE_l2_requests, false },
	{ "requests", "P", CAUSE_l2_requests, false },
	{ "requests", "O", CAUSE_l2_requests, false },
	{ "requests", NULL, CAUSE_l2_rate, false },
	{ "in_place", "t_requests", NO_CAUSE, false }, /* follow */
	{ "in_place", "t_dram", NO_CAUSE, false },
	{ "in_place", "S", CAUSE_in_place, false },
	{ "in_place", "q", CAUSE_in_place, false },
	{ "in_place", NULL, CAUSE_l2_rate, false },
	{ "l1", "shared_mem", CAUSE_shared_cycles, false },
	{ "l1", NULL, CAUSE_l1_cycles, false },
	{ "fills", "F", CAUSE_l1_lines, false },
	{ "fills", "D", CAUSE_l1_lines, false },
	{ "fills", "n_line", CAUSE_l1_size, false },
	{ "fills", NULL, CAUSE_latencies, false },
	{ "tlb", "rate", CAUSE_tlb_rate, false },
	{ "tlb", NULL, CAUSE_pages, false },
	{ "fetch", "rounds", NO_CAUSE, false }, /* follow: (18.2) */
	{ "fetch", "n_warp", CAUSE_code, true },
	{ "fetch", "F", CAUSE_code, false },
	{ "fetch", NULL, CAUSE_fetch_cycles, false },
	{ "code", "rounds", NO_CAUSE, false },
	{ "code", "G", CAUSE_far_code, false },
	{ "code", NULL, CAUSE_fetch_cycles, false },
	{ "spills", "rounds", NO_CAUSE, false },
	{ "spills", "waits", CAUSE_spills, false },
	{ "spills", "a", CAUSE_spills, false },
	{ "spills", "b", CAUSE_spills, false },
	{ "spills", NULL, CAUSE_latencies, false },
	{ "gaps", "n", CAUSE_occupancy, false },
	{ "gaps", "rounds", NO_CAUSE, false },
	{ "gaps", "phases", CAUSE_phases, false },
	{ "gaps", "a", NO_CAUSE, false },
	{ "gaps", "b", NO_CAUSE, false },
	{ "gaps", NULL, CAUSE_latencies, false },
	{ "longest", "waits", CAUSE_phases, false },
	{ "longest", "a", CAUSE_phases, false },
	{ "longest", "b", CAUSE_phases, false },
	{ "longest", "cycles", CAUSE_instructions, false },
	{ "longest", NULL, CAUSE_latencies, false },
	{ "front", "phases", CAUSE_phases, false },
	{ "front", "a", CAUSE_phases, false },
	{ "front", "b", CAUSE_phases, false },
	{ "front", "issued", CAUSE_instructions, false },
	{ "front", NULL, CAUSE_latencies, false },
	{ "latency", "rounds", NO_CAUSE, false }, /* these follow: (18.2) */
	{ "latency", "a", NO_CAUSE, false },
	{ "latency", "b", NO_CAUSE, false },
	{ "latency", "q", NO_CAUSE, false },
	{ "latency", "instructions", NO_CAUSE, false },
	{ "latency", "phases", CAUSE_phases, false },
	{ "latency", "ends", CAUSE_phases, false },
	{ "latency", "n_warp", CAUSE_warps, false },
	{ "latency", "each", CAUSE_instructions, false },
	{ "latency", NULL, CAUSE_latencies, false },
	{ "tensor", "n_flop", CAUSE_matrix_work, true },
	{ "tensor", "rate", CAUSE_matrix_rate, false },
	{ "launch", "n_block", CAUSE_blocks, true },
	{ "launch", NULL, CAUSE_block_rate, false },
	{ "overhead", NULL, CAUSE_overhead, true },
	{ NULL, NULL, CAUSE_units, false },
};

static const struct row *row_of(const char *limit, const char *input)
{
	const struct row *row = rows;

	while ((row->limit && strcmp(row->limit, limit) != 0) ||
		(row->input && strcmp(row->input, input) != 0))
		++row;
	return row;
}

static bool has(uint64_t bits, enum cause_kind cause)
{
	return cause < N_CAUSE && bits >> cause & 1;
}

/* The cause of a limit that one launch lacks, or has by another formula: the
 * first that acts on it, or the first that an input of it belongs to.
 */
static enum cause_kind cause_of_limit(const char *limit)
{
	for (int i = 0; i < N_CAUSE; ++i)
		if (strcmp(causes[i].limit, limit) == 0)
			return (enum cause_kind) i;
	for (const struct row *row = rows; row->limit || row->input; ++row)
		if (row->limit && strcmp(row->limit, limit) == 0)
			return row->cause;
	return CAUSE_instructions;
}

static const struct whatif_limit *find_limit(const struct whatif *w,
	const char *name)
{
	for (int i = 0; i < w->n_limit; ++i)
		if (strcmp(w->limit[i].name, name) == 0)
			return &w->limit[i];
	return NULL;
}

static bool is_alike(const struct whatif_limit *a, const struct whatif_limit *b)
{
	return a && b && a->derivation->n_input == b->derivation->n_input &&
		strcmp(a->derivation->formula, b->derivation->formula) == 0;
}

/* Limits that are the time of one warp, however many a launch has. */
static bool is_of_one_warp(const char *limit)
{
	return strcmp(limit, "longest") == 0 || strcmp(limit, "front") == 0;
}

/* Replace inputs of limit "l" by those of "by". */
static void mix_inputs(const struct cause_pair *p, uint64_t bits,
	struct whatif_limit *l, const struct whatif_limit *by)
{
	for (int i = 0; i < l->derivation->n_input; ++i) {
		const struct row *row = row_of(l->name,
			l->derivation->input[i].name);

		if (!has(bits, row->cause))
			continue;
		l->input[i] = by->input[i] * (row->is_total ? p->scale : 1);
		l->is_stale = true;
	}
	if (is_of_one_warp(l->name) && has(bits, CAUSE_size))
		l->weight = p->scale;
}

/* Limit "name" of the mixture, of which the slow launch has "a", or NULL, and
 * the fast one "b".
 */
static struct whatif_limit mix_limit(const struct cause_pair *p, uint64_t bits,
	const struct whatif_limit *a, const struct whatif_limit *b)
{
	struct whatif_limit l = a ? *a : *b;
	bool is_fast = has(bits, cause_of_limit(l.name));

	if (is_alike(a, b)) {
		mix_inputs(p, bits, &l, b);
	} else if (is_fast) {
		l = b ? *b : *a;
		l.weight = b ? p->scale : 0;
		l.is_fixed = true;
	} else if (!a) {
		l.weight = 0;
	}
	return l;
}

double cause_time(const struct cause_pair *p, uint64_t bits)
{
	const struct whatif *a = &p->slow, *b = &p->fast;
	struct whatif w = *a;

	for (int i = 0; i < a->n_limit; ++i)
		w.limit[i] = mix_limit(p, bits, &a->limit[i],
			find_limit(b, a->limit[i].name));
	for (int i = 0; i < b->n_limit && w.n_limit < REPORT_LIMITS; ++i)
		if (!find_limit(a, b->limit[i].name))
			w.limit[w.n_limit++] = mix_limit(p, bits, NULL,
				&b->limit[i]);
	if (has(bits, CAUSE_occupancy))
		w.resident = b->resident;
	if (has(bits, CAUSE_updates) && b->updates > 0)
		w.updates = b->updates;
	if (has(bits, CAUSE_slots) && b->slots > 0)
		w.slots = b->slots;
	if (has(bits, CAUSE_phases)) {
		w.overlap = b->overlap;
		w.l2_missing_B = b->l2_missing_B;
		w.dram_missing_B = b->dram_missing_B;
		w.batches = b->batches;
		w.queue_B = b->queue_B;
		w.began = b->began;
	}
	if (has(bits, CAUSE_latencies)) {
		w.queue = b->queue;
		w.turns = b->turns;
	}
	if (has(bits, CAUSE_l1_cycles))
		w.l1_s = b->l1_s * p->scale;
	if (has(bits, CAUSE_dram_runs))
		w.wave_over = b->wave_over;
	if (has(bits, CAUSE_size))
		w.first = b->first * p->scale;
	return whatif_time(&w);
}

/* ------------------------------------------------------------ figures */

static double n_lup(const struct whatif *w)
{
	return w->report->lup_per_s * w->report->time_s;
}

/* What DRAM takes for a byte, over what it takes in long runs. */
static double cost_of_runs(const struct whatif *w)
{
	double load = whatif_value(w, "dram", "V_load");
	double store = whatif_value(w, "dram", "V_store");
	double e = whatif_value(w, "dram", "e") * whatif_value(w, "dram", "r");
	double g = whatif_value(w, "dram", "g") * whatif_value(w, "dram", "O") *
		whatif_value(w, "dram", "u");

	double walk = whatif_value(w, "dram", "w") *
		whatif_value(w, "dram", "s");

	return (load * (1 + g + e) + store * (1 + e + walk)) / (load + store);
}

static double figure_of(const struct whatif *w, enum cause_kind cause)
{
	static const struct {
		enum cause_kind cause;
		const char *limit, *input, *plus;
	} of[] = {
		{ CAUSE_dram_volume, "dram", "V_load", "V_store" },
		{ CAUSE_dram_partial, "dram", "V_part", NULL },
		{ CAUSE_dram_bandwidth, "dram", "bandwidth", NULL },
		{ CAUSE_l2_volume, "l2", "V_load", "V_store" },
		{ CAUSE_l2_joined, "l2", "V_joined", NULL },
		{ CAUSE_l2_partial, "l2", "V_part", NULL },
		{ CAUSE_l2_bandwidth, "l2", "bandwidth", NULL },
		{ CAUSE_crossing, "crossing", "V_load", "V_store" },
		{ CAUSE_crossing_bandwidth, "crossing", "bandwidth", NULL },
		{ CAUSE_l3_volume, "l3", "V_load", "V_store" },
		{ CAUSE_l3_bandwidth, "l3", "bandwidth", NULL },
		{ CAUSE_l2_requests, "requests", "R", NULL },
		{ CAUSE_l2_rate, "requests", "rate", NULL },
		{ CAUSE_in_place, "in_place", "S", NULL },
		{ CAUSE_l1_cycles, "l1", "cycles", NULL },
		{ CAUSE_shared_cycles, "l1", "shared_mem", NULL },
		{ CAUSE_l1_lines, "fills", "F", NULL },
		{ CAUSE_l1_size, "fills", "n_line", NULL },
		{ CAUSE_pages, "tlb", "X", NULL },
		{ CAUSE_tlb_rate, "tlb", "rate", NULL },
		{ CAUSE_code, "fetch", "F", NULL },
		{ CAUSE_fetch_cycles, "fetch", "near", NULL },
		{ CAUSE_far_code, "code", "G", NULL },
		{ CAUSE_spills, "spills", "waits", NULL },
		{ CAUSE_units, "fp", "rate", NULL },
		{ CAUSE_matrix_rate, "tensor", "rate", NULL },
		{ CAUSE_phases, "latency", "phases", NULL },
		{ CAUSE_warps, "latency", "n_warp", NULL },
		{ CAUSE_latencies, "latency", "l2", NULL },
		{ CAUSE_clock, "l1", "clock", NULL },
		{ CAUSE_sms, "l1", "n_sm", NULL },
		{ CAUSE_block_rate, "launch", "rate", NULL },
	};

	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); ++i)
		if (of[i].cause == cause)
			return whatif_value(w, of[i].limit, of[i].input) +
				(of[i].plus ? whatif_value(w, of[i].limit,
						      of[i].plus) :
					      0);
	switch (cause) {
	case CAUSE_dram_runs: return cost_of_runs(w);
	case CAUSE_occupancy: return w->report->occupancy.warps_per_sm;
	case CAUSE_slots: return w->slots;
	case CAUSE_updates: return w->updates;
	case CAUSE_instructions:
		return w->report->metric[METRIC_warp_instructions];
	case CAUSE_blocks:
		return whatif_value(w, "launch", "n_block") / n_lup(w);
	case CAUSE_matrix_work:
		return whatif_value(w, "tensor", "n_flop") / n_lup(w);
	case CAUSE_size: return n_lup(w);
	case CAUSE_overhead:
		return report_limit_s(w->report, "overhead") / n_lup(w);
	default: return NAN;
	}
}

/* ------------------------------------------------------------- shares */

/* Causes whose substitution alone, in either launch, changes a time. */
static void find_movers(struct cause_pair *p, double moved[N_CAUSE])
{
	double slow = cause_time(p, 0), fast = cause_time(p, ALL);

	for (int i = 0; i < N_CAUSE; ++i) {
		double alone = cause_time(p, UINT64_C(1) << i);
		double least = cause_time(p, ALL & ~(UINT64_C(1) << i));

		moved[i] = fabs(alone - slow) + fabs(least - fast);
		if (!(moved[i] > SAME * slow))
			continue;
		p->cause[p->n++] = (struct cause) {
			.kind = (enum cause_kind) i,
			.figure = { figure_of(&p->slow, i),
				figure_of(&p->fast, i) },
			.alone_s = alone,
		};
	}
}

/* Sort by "by", descending. */
static void sort(struct cause_pair *p, const double by[N_CAUSE])
{
	for (int i = 1; i < p->n; ++i) {
		struct cause c = p->cause[i];
		int at = i;

		for (; at > 0 && by[c.kind] > by[p->cause[at - 1].kind]; --at)
			p->cause[at] = p->cause[at - 1];
		p->cause[at] = c;
	}
}

/* |S|! (n - |S| - 1)! / n! */
static double weight_of(int size, int n)
{
	double weight = 1.0 / n;

	for (int i = 1; i <= size; ++i)
		weight *= (double) i / (n - i);
	return weight;
}

/* Bits of player "i" of n: one cause; the last player is all others. */
static uint64_t player(const struct cause_pair *p, int i, int n)
{
	uint64_t rest = ALL;

	if (i < n - 1)
		return UINT64_C(1) << p->cause[i].kind;
	for (int k = 0; k < n - 1; ++k)
		rest &= ~(UINT64_C(1) << p->cause[k].kind);
	return rest;
}

/* Shapley values of n players over the times of all 2^n subsets.
 *
 *	s_i = sum over S without i of |S|! (n - |S| - 1)! / n!
 *		(T(S) - T(S + i))				  (18.1)
 */
static void find_shares(const struct cause_pair *p, int n, double *share)
{
	double time[2 << MOST_CAUSES];

	for (unsigned s = 0; s < 1u << n; ++s) {
		uint64_t bits = 0;

		for (int i = 0; i < n; ++i)
			bits |= s >> i & 1 ? player(p, i, n) : 0;
		time[s] = cause_time(p, bits);
	}
	for (unsigned s = 0; s < 1u << n; ++s)
		for (int i = 0; i < n; ++i)
			if (!(s >> i & 1))
				share[i] += weight_of(__builtin_popcount(s),
						    n) *
					(time[s] - time[s | 1u << i]);
}

bool cause_find(struct cause_pair *p, const struct report *slow,
	const struct report *fast)
{
	double by[N_CAUSE], share[MOST_CAUSES + 1] = { 0 };

	p->n = 0;
	if ((slow->model == MODEL_WSP) != (fast->model == MODEL_WSP) ||
		!whatif_init(&p->slow, slow) || !whatif_init(&p->fast, fast))
		return false;
	p->scale = n_lup(&p->slow) / n_lup(&p->fast);
	find_movers(p, by);
	sort(p, by);
	p->n = p->n < MOST_CAUSES ? p->n : MOST_CAUSES;
	find_shares(p, p->n + 1, share);
	for (int i = 0; i < p->n; ++i)
		by[p->cause[i].kind] = p->cause[i].share_s = share[i];
	p->rest_s = share[p->n];
	sort(p, by);
	return true;
}
