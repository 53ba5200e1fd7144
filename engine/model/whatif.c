/* The time of a report with other inputs (doc/MODEL.md, chapter 18): limits by
 * their recorded formulas, and the time as limiter.c and the published models
 * make it of limits.
 */

#include <math.h>
#include <string.h>

#include "engine/model/limiter.h"
#include "engine/model/whatif.h"
#include "engine/report/formula.h"

/* A time that is recomputed may differ by this from that of the report. */
#define ROUNDING 1e-6

static const struct derivation *find_derivation(const struct report *r,
	const char *prefix, const char *name)
{
	size_t n = strlen(prefix);

	for (int i = 0; i < r->n_derivation; ++i)
		if (strncmp(r->derivation[i].path, prefix, n) == 0 &&
			strcmp(r->derivation[i].path + n, name) == 0)
			return &r->derivation[i];
	return NULL;
}

static double recorded(const struct derivation *d, const char *name)
{
	for (int i = 0; d && i < d->n_input; ++i)
		if (strcmp(d->input[i].name, name) == 0)
			return d->input[i].value;
	return NAN;
}

/* strcmp() is called for a fraction of the names only: estimates ask thousands
 * of times.
 */
static bool is_same(const char *a, const char *b)
{
	return a[0] == b[0] && strcmp(a, b) == 0;
}

static const struct whatif_limit *find_limit(const struct whatif *w,
	const char *name)
{
	for (int i = 0; i < w->n_limit; ++i)
		if (is_same(w->limit[i].name, name))
			return &w->limit[i];
	return NULL;
}

/* The index of an input, or -1. */
static int find_input(const struct whatif_limit *l, const char *name)
{
	for (int i = 0; i < l->derivation->n_input; ++i)
		if (is_same(l->derivation->input[i].name, name))
			return i;
	return -1;
}

double *whatif_input(struct whatif *w, const char *limit, const char *name)
{
	const struct whatif_limit *l = find_limit(w, limit);

	int i = l ? find_input(l, name) : -1;

	if (i < 0)
		return NULL;
	w->limit[l - w->limit].is_stale = true;
	return &w->limit[l - w->limit].input[i];
}

void whatif_scale(struct whatif *w, const char *limit, const char *name,
	double factor)
{
	double *input = whatif_input(w, limit, name);

	if (input)
		*input *= factor;
}

double whatif_value(const struct whatif *w, const char *limit, const char *name)
{
	const struct whatif_limit *l = find_limit(w, limit);
	int i = l ? find_input(l, name) : -1;

	return i < 0 ? 0 : l->input[i];
}

bool whatif_differs(const struct whatif *a, const struct whatif *b)
{
	for (int i = 0; i < a->n_limit; ++i)
		for (int k = 0; k < a->limit[i].derivation->n_input; ++k)
			if (a->limit[i].input[k] != b->limit[i].input[k])
				return true;
	return a->resident != b->resident || a->slots != b->slots;
}

/* Evaluate the formulas of limits whose inputs have changed. */
static void refresh(struct whatif *w)
{
	for (struct whatif_limit *l = w->limit; l < w->limit + w->n_limit; ++l)
		if (l->is_stale) {
			l->seconds = formula_value(l->derivation, l->input);
			l->is_stale = false;
		}
}

static double seconds_of(const struct whatif_limit *l)
{
	return l->weight * l->seconds;
}

static double seconds_at(const struct whatif *w, const char *name)
{
	const struct whatif_limit *l = find_limit(w, name);

	return l ? seconds_of(l) : 0;
}

/* -------------------------------------------------- inputs that follow */

static void set_input(struct whatif *w, const char *limit, const char *name,
	double value)
{
	struct whatif_limit *l = w->limit;
	int i;

	while (l < w->limit + w->n_limit && !is_same(l->name, limit))
		++l;
	i = l < w->limit + w->n_limit && !l->is_fixed ? find_input(l, name) :
							-1;
	if (i < 0 || l->input[i] == value)
		return;
	l->input[i] = value;
	l->is_stale = true;
}

/* Share of its waits in which a warp misses. */
static double share_of(const struct whatif *w, double load, double missing_B)
{
	return missing_B > 0 ?
		report_missing(w->batches, load * w->updates / missing_B) :
		0;
}

/* Inputs that follow from others.
 *
 *	rounds = q n / (m w U), blocks on an SM = max(1, w / u)	  (18.2)
 *	instructions of a warp = U I / n			  (18.3)
 *	b of (20.20) with V_DRAM U / B_b, a with V_L2 U / B_a, at least b
 *								  (18.4)
 *	q of (20.2)
 *	O = min(1, o V_DRAM)					  (18.5)
 *
 *	n, I   updates and instructions of the launch
 *	w, U   w->resident, w->updates
 *	u      warps of a block
 *	q, o   w->slots, w->wave_over
 *	m      busy SMs
 *	B_a, B_b  w->l2_missing_B, w->dram_missing_B
 */
static void follow(struct whatif *w)
{
	double n = whatif_value(w, "dram", "n_lup");
	double load = whatif_value(w, "dram", "V_load"), a, b;
	double n_warp = whatif_value(w, "latency", "n_warp");
	double rounds = w->slots * n /
		(whatif_value(w, "l1", "n_sm") * w->resident * w->updates);

	set_input(w, "dram", "O", fmin(1, w->wave_over * load));
	set_input(w, "latency", "rounds", rounds);
	set_input(w, "spills", "rounds", rounds);
	set_input(w, "fetch", "rounds", rounds);
	set_input(w, "code", "rounds", rounds);
	/* (7.26) has rounds - 1, this rounds - first */
	set_input(w, "gaps", "rounds", rounds - w->first + 1);
	set_input(w, "gaps", "n", fmax(1, w->resident / n_warp));
	set_input(w, "latency", "instructions",
		w->updates * whatif_value(w, "issue", "n_inst") / n);
	b = share_of(w, load, w->dram_missing_B);
	a = fmax(b,
		share_of(w, whatif_value(w, "l2", "V_load"), w->l2_missing_B));
	set_input(w, "latency", "a", a);
	set_input(w, "latency", "b", b);
	set_input(w, "gaps", "a", a);
	set_input(w, "gaps", "b", b);
	set_input(w, "latency", "q",
		report_queue(w->queue, w->queue_B, load * w->updates, b));
}

/* Inputs that are other limits. */
static void follow_limits(struct whatif *w)
{
	set_input(w, "in_place", "t_requests", seconds_at(w, "requests"));
	set_input(w, "in_place", "t_dram", seconds_at(w, "dram"));
	refresh(w);
}

/* Find what inputs follow from. */
static void find_sources(struct whatif *w)
{
	const struct report *r = w->report;
	double n = whatif_value(w, "dram", "n_lup");
	double N = recorded(find_derivation(r, "", "time"), "N");

	w->resident = r->occupancy.warps_per_sm;
	w->updates = n * whatif_value(w, "latency", "instructions") /
		whatif_value(w, "issue", "n_inst");
	w->slots = whatif_value(w, "latency", "rounds") *
		whatif_value(w, "l1", "n_sm") * w->resident * w->updates / n;
	w->first = 1;
	w->overlap = (N - 1) / w->resident;
	w->l2_missing_B = r->l2_missing_B;
	w->dram_missing_B = r->dram_missing_B;
	w->batches = r->batches;
	w->queue = r->queue;
	w->queue_B = r->queue_B;
	w->turns = r->turns;
	w->wave_over = r->wave_over;
	w->began = r->began;
}

/* --------------------------------------------------------------- time */

/* The longest limit of those that (7.7) does not name by themselves. */
static double longest_core(const struct whatif *w, bool of_sm, bool shared)
{
	double most = 0;

	for (const struct whatif_limit *l = w->limit; l < w->limit + w->n_limit;
		++l)
		if (!limiter_is_apart(l->name) &&
			(limiter_is_shared(l->name) ? shared : of_sm))
			most = fmax(most, seconds_of(l));
	return most;
}

static double longest_limit(const struct whatif *w)
{
	double most = 0;

	for (int i = 0; i < w->n_limit; ++i)
		most = fmax(most, seconds_of(&w->limit[i]));
	return most;
}

/* The volumes of a level at its bandwidth as measured. */
static double streamed(const struct whatif *w, const char *limit)
{
	double rate = whatif_value(w, limit, "bandwidth");

	return rate > 0 ? whatif_value(w, limit, "n_lup") *
			(whatif_value(w, limit, "V_load") +
				whatif_value(w, limit, "V_store") -
				whatif_value(w, limit, "V_joined")) /
			rate :
			  0;
}

static double together(double dram_s, double core_s)
{
	return sqrt(sqrt(pow(dram_s, 4) + pow(core_s, 4)));
}

/* The time of n customers who wait, then share a server (Schweitzer). */
static double queue(double busy, double wait, double n)
{
	return (busy + wait + sqrt(pow(busy - wait, 2) + 4 * busy * wait / n)) /
		2;
}

/* (7.7), and (22.8) for products of matrices */
static double combined(const struct whatif *w)
{
	double dram = seconds_at(w, "dram");
	double N = 1 + w->overlap * w->resident;
	double gaps = seconds_at(w, "gaps");
	double loads = fmax(fmax(seconds_at(w, "latency"),
				    seconds_at(w, "fills")),
		w->began > 0 ? 0 : seconds_at(w, "longest"));
	double wait = loads + seconds_at(w, "spills") + seconds_at(w, "code") +
		report_turns_s(&w->turns, seconds_at(w, "l1"),
			seconds_at(w, "tensor")) /
			N;
	double least = fmax(fmax(streamed(w, "dram"), streamed(w, "l2")),
		fmax(w->l1_s + gaps,
			fmax(seconds_at(w, "launch"),
				seconds_at(w, "crossing"))));
	double sm = gaps +
		queue(longest_core(w, true, false), fmax(0, wait - gaps), N);
	double all = queue(together(dram, longest_core(w, true, true)), wait,
		N);
	double time = seconds_at(w, "tensor") > 0 ?
		queue(together(dram, longest_core(w, false, true)), sm,
			N * whatif_value(w, "l1", "n_sm")) :
		fmax(gaps > 0 ? sm : 0, all);

	if (w->began > 0)
		time = fmax(time, w->began * all + seconds_at(w, "longest"));
	time = fmax(time, seconds_at(w, "front"));
	return seconds_at(w, "overhead") + fmax(least, time);
}

double whatif_time(const struct whatif *w)
{
	struct whatif now = *w;

	if (!w->is_longest)
		follow(&now);
	refresh(&now);
	if (!w->is_longest)
		follow_limits(&now);
	return w->is_longest ? longest_limit(&now) : combined(&now);
}

double whatif_l1_s(const struct report *r, double shared_txn)
{
	const struct roofs *f = &r->roofs;
	double l1_B = r->l1_sectors * f->sector_B +
		r->global_store.txn * f->store_B;
	double shared_B = shared_txn * f->shared_txn_B;

	if (isnan(shared_B))
		shared_B = 0;
	l1_B /= f->l1_B_per_s;
	shared_B /= f->shared_B_per_s;
	return fmax(0,
		f->shared_is_l1 ? l1_B + shared_B : fmax(l1_B, shared_B));
}

static bool add_limit(struct whatif *w, const struct limit *limit)
{
	const struct derivation *d = find_derivation(w->report, "limits.",
		limit->name);
	struct whatif_limit *l = &w->limit[w->n_limit];

	if (!d || d->n_input > WHATIF_INPUTS)
		return false;
	*l = (struct whatif_limit) {
		.name = limit->name,
		.derivation = d,
		.weight = 1,
		.is_stale = true,
	};
	for (int i = 0; i < d->n_input; ++i)
		l->input[i] = d->input[i].value;
	++w->n_limit;
	return true;
}

bool whatif_init(struct whatif *w, const struct report *r)
{
	*w = (struct whatif) {
		.report = r,
		.is_longest = r->model != MODEL_WSP,
		.l1_s = whatif_l1_s(r,
			r->shared_load.txn + r->shared_store.txn),
	};
	for (int i = 0; i < r->n_limit; ++i)
		if (!add_limit(w, &r->limit[i]))
			return false;
	if (!w->is_longest) {
		find_sources(w);
		follow(w);
	}
	refresh(w);
	return fabs(whatif_time(w) - r->time_s) <= ROUNDING * r->time_s;
}
