/* The memory divergence model (doc/MODEL.md, chapter 13): solved on plain
 * figures, which mdm_report() takes from the counts of model wsp.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/model/mdm.h"

const char *const mdm_kinds[N_MDM_KIND] = {
	"mdm",
	"gpumech",
	"gpumech_plus",
	"mdm_queue",
	"mdm_mshr",
	"mdm_fraction",
};

const char *const mdm_loads[N_LOADS] = { "inline", "first" };

/* Counts of misses come from volumes, which edges of the domain change a
 * little: a batch is not begun for so small a part of it, nor does so small a
 * part of first touches mean that lines were lost.
 */
#define SLACK 0.02

static bool queue_saturates(enum mdm_kind kind)
{
	return kind == MDM || kind == MDM_QUEUE || kind == MDM_FRACTION;
}

static bool batches_count_whole(enum mdm_kind kind)
{
	return kind == MDM || kind == MDM_MSHR;
}

/* C_i: the warp issues, waits for what depends on each other, and then for
 * the last of its loads as if nothing else ran.
 *
 *	C = i + c + l_1 + min(1, M) max(0, L_llc - l_1)
 *	  + min(1, r M) L_dram					  (13.9)
 *
 *	i, c  issue_cyc, chain_cyc
 *	l_1   latency of a hit, 0 without loads
 *	M     reads that miss, r of them the LLC, too
 */
static double base_cycles(const struct mdm_machine *m,
	const struct mdm_interval *v)
{
	double hit = v->loads > 0 ? m->l1_cyc : 0;

	if (v->given_cyc > 0)
		return v->given_cyc;
	return v->issue_cyc + v->chain_cyc + hit +
		fmin(1, v->reads) * fmax(0, m->llc_cyc - hit) +
		fmin(1, v->reads * v->read_miss_ratio) * m->dram_cyc;
}

/* Batches that a read waits for: those before the last one (13.8), or, in
 * GPUMech, those before its own, on average over all reads.
 *
 *	(m b (b - 1) / 2 + (n - m b) b) / n			  (13.11)
 *
 *	n  reads of all warps, m MSHRs, b batches before the last
 */
static double batches_before(const struct mdm_machine *m,
	const struct mdm_interval *v, enum mdm_kind kind)
{
	double reads = v->reads * m->warps, before = v->batches - 1;
	double last = reads - before * m->mshrs;

	if (kind == MDM_FRACTION)
		return reads / m->mshrs - 1;
	if (batches_count_whole(kind))
		return before;
	return (m->mshrs * before * (before - 1) / 2 + last * before) / reads;
}

/* One stall interval.
 *
 *	s_noc  = f B / b_noc					  (13.2)
 *	s_dram = f r B / b_dram					  (13.3)
 *	M      = min(M_read W, m) + M_write W			  (13.4)
 *	S_x    = a n M s_x					  (13.5)
 *	L      = L_llc + r_read L_dram				  (13.6)
 *	S_mem  = L + S_noc + S_dram				  (13.7)
 *	S_mshr = (ceil(M_read W / m) - 1) S_mem			  (13.8)
 *
 *	a  1 where misses exceed the m MSHRs, or else 1/2; n SMs
 */
static void solve_interval(const struct mdm_machine *m, struct mdm_interval *v,
	enum mdm_kind kind)
{
	double reads = v->reads * m->warps, share, wait;

	v->noc_service_cyc = m->clock_Hz * v->block_B / m->noc_B_per_s;
	v->dram_service_cyc = m->clock_Hz * v->miss_ratio * v->block_B /
		m->dram_B_per_s;
	v->concurrent = fmin(reads, m->mshrs) + v->writes * m->warps;
	v->is_divergent = reads > (1 + SLACK) * m->mshrs;
	v->batches = fmax(0, ceil(reads / m->mshrs - SLACK));
	share = v->is_divergent && queue_saturates(kind) ? 1 : 0.5;
	v->noc_cyc = share * m->sms * v->concurrent * v->noc_service_cyc;
	v->dram_cyc = share * m->sms * v->concurrent * v->dram_service_cyc;
	v->no_contention_cyc = m->llc_cyc + v->read_miss_ratio * m->dram_cyc;
	if (kind == MDM_GPUMECH)
		v->noc_cyc = 0;
	wait = v->no_contention_cyc;
	if (kind != MDM_GPUMECH)
		wait += v->noc_cyc + v->dram_cyc;
	v->mem_cyc = wait;
	v->mshr_cyc = v->is_divergent ? batches_before(m, v, kind) * wait : 0;
	v->base_cyc = base_cycles(m, v);
}

/* S_mem and S_mshr of "batches" if reads that the LLC serves were left out until
 * p times as many reads as MSHRs remain.
 */
static double wait_with(const struct mdm_machine *m,
	const struct mdm_interval *v, double batches, double p)
{
	double more = v->reads * m->warps / m->mshrs / p;

	return batches *
		(m->llc_cyc + v->read_miss_ratio * more * m->dram_cyc +
			v->noc_cyc + v->dram_cyc * more);
}

/* The cycles by which a divergent interval would be longer if it had fewer
 * reads that the LLC serves.  Each batch counts whole (13.8), so that such
 * reads, which fill up the last one, lower the mean of all:
 *
 *	max over r q <= p <= q of b(p) S_mem(p)  -  b(q) S_mem(q) (13.25)
 *
 *	q     reads over MSHRs, r of which miss the LLC
 *	b(p)  batches of p times as many reads as MSHRs
 *
 * b(p) S_mem(p) falls between two whole numbers, and just above these it is
 * convex: it is largest at the least p, or above the first or last of them.
 */
static double fill_cycles(const struct mdm_machine *m,
	const struct mdm_interval *v)
{
	double q = v->reads * m->warps / m->mshrs;
	double x = v->read_miss_ratio * q;
	double first = fmax(1, ceil(x - SLACK)), last = v->batches - 1;
	double here = v->batches * v->mem_cyc, most = here;

	if (!v->is_divergent || !(x > 0))
		return 0;
	if (x > 1 + SLACK)
		most = fmax(most, wait_with(m, v, first, x));
	if (first <= last) {
		most = fmax(most, wait_with(m, v, first + 1, first));
		most = fmax(most, wait_with(m, v, last + 1, last));
	}
	return most - here;
}

/* What (13.25) adds is told from this part of the time on. */
#define TOLD 0.001

const char *mdm_decides(const struct mdm *mdm)
{
	if (mdm->least && mdm->least_s > mdm->filled_s)
		return mdm->least;
	return mdm->filled_s > (1 + TOLD) * mdm->rate_s ?
		"batches of DRAM misses" :
		NULL;
}

/*	IPC = min(i, W sum n / sum (C + S))			  (13.1) */
static void solve(struct mdm *mdm, enum mdm_kind kind)
{
	const struct mdm_machine *m = &mdm->machine;
	bool fills = !mdm->by_hand && batches_count_whole(kind);
	double cycles, filled = 0;

	mdm->kind = kind;
	mdm->instructions = mdm->base_cyc = mdm->mshr_cyc = 0;
	mdm->noc_cyc = mdm->dram_cyc = mdm->pressure = mdm->batches = 0;
	for (int i = 0; i < mdm->n_interval; ++i) {
		struct mdm_interval *v = &mdm->interval[i];

		solve_interval(m, v, kind);
		mdm->instructions += v->turns * v->instructions;
		mdm->base_cyc += v->turns * v->base_cyc;
		mdm->mshr_cyc += v->turns * v->mshr_cyc;
		mdm->noc_cyc += v->turns * v->noc_cyc;
		mdm->dram_cyc += v->turns * v->dram_cyc;
		if (fills)
			filled += v->turns * fill_cycles(m, v);
		mdm->pressure = fmax(mdm->pressure,
			v->reads * m->warps / m->mshrs);
		mdm->batches = fmax(mdm->batches, v->batches);
	}
	mdm->is_divergent = mdm->pressure > 1 + SLACK;
	cycles = mdm->base_cyc + mdm->mshr_cyc + mdm->noc_cyc + mdm->dram_cyc;
	mdm->ipc_sm = fmin(m->issue, m->warps * mdm->instructions / cycles);
	mdm->ipc = m->sms * mdm->ipc_sm;
	mdm->rate_s = mdm->n_warp * mdm->instructions /
		(mdm->ipc * m->clock_Hz);
	mdm->filled_s = mdm->rate_s;
	if (filled > 0)
		mdm->filled_s = fmax(mdm->rate_s,
			mdm->n_warp * (cycles + filled) /
				(m->sms * m->warps * m->clock_Hz));
	mdm->time_s = fmax(mdm->filled_s, mdm->least_s);
}

void mdm_solve(struct mdm *mdm, enum mdm_kind kind)
{
	solve(mdm, kind);
	if (mdm->other)
		solve(mdm->other, kind);
}

void mdm_bound(struct mdm *mdm)
{
	const struct mdm_machine *m = &mdm->machine;
	double noc_B = 0, dram_B = 0;

	for (int i = 0; i < mdm->n_interval; ++i) {
		const struct mdm_interval *v = &mdm->interval[i];
		double B = v->turns * (v->reads + v->writes) * v->block_B;

		noc_B += B * mdm->n_warp;
		dram_B += B * mdm->n_warp * v->miss_ratio;
	}
	mdm->least_s = dram_B / m->dram_B_per_s;
	mdm->least = "DRAM bandwidth";
	if (noc_B / m->noc_B_per_s > mdm->least_s) {
		mdm->least_s = noc_B / m->noc_B_per_s;
		mdm->least = "NoC bandwidth";
	}
}

/* ------------------------------------------------- figures of a launch */

bool mdm_machine_of(const struct device *dev, double sms, double warps,
	struct mdm_machine *to)
{
	double added = isfinite(dev->dram_added_cyc) ?
		dev->dram_added_cyc :
		dev->dram_latency_cyc - dev->l2_latency_cyc;

	*to = (struct mdm_machine) {
		.sms = sms,
		.warps = warps,
		.mshrs = dev->mshrs,
		.clock_Hz = dev->clock_Hz,
		.noc_B_per_s = dev->noc_B_per_s,
		.dram_B_per_s = dev->dram_B_per_s,
		.llc_cyc = dev->l2_latency_cyc,
		.dram_cyc = fmax(0, added),
		.l1_cyc = dev->l1_latency_cyc,
		.issue = dev->sm_schedulers * dev->issue_per_cyc,
	};
	return isfinite(to->mshrs) && isfinite(to->noc_B_per_s) &&
		isfinite(to->llc_cyc) && isfinite(added) &&
		isfinite(to->l1_cyc) && to->warps > 0;
}

static bool find_machine(const struct workings *m, struct mdm_machine *to)
{
	double sms = fmin(m->dev->sm_count, m->n_block);

	return mdm_machine_of(m->dev, sms,
		fmin(m->occupancy.warps_per_sm, m->warps / sms), to);
}

/* Cycles from one floating-point operation to the next that needs it. */
static double operation_cycles(const struct workings *m)
{
	double cycles = m->kernel->work.fp64 > 0 ? m->dev->fp64_latency_cyc :
						   m->dev->fp32_latency_cyc;

	return isfinite(cycles) ? cycles : 0;
}

/* How often loads and stores run, for the shares of a field's loads (stores)
 * that a stall interval makes.  One pass over its accesses finds all shares.
 */
struct shares {
	enum load_order loads;
	enum mdm_level level;
	double *all, *here; /* of loads of field f at 2 f, of stores
				   at 2 f + 1; in the current interval */
	/* of loads, by field: what is not first, and what is on its way still
	 * for another load of the interval
	 */
	double *later, *later_here, *flying;
	double *later_before; /* in the intervals before */
	/* by the sample of L1, where there is one: what loads of all intervals
	 * and of this one missed; lines that they touch again and hit
	 */
	struct sample_missed *missed, *missed_here;
	double *room_here, *room_before;
	const struct mdm_weight *weight; /* of each access */
	int *first, *access; /* access[first[i]..first[i + 1]) are those of
				   stall interval i */
	int *field, n_field; /* that the interval has, in their order */
};

/* Lines that access j touches again and hits in the sample of L1, in all turns. */
static double room_of(const struct workings *m, const struct shares *s, int j)
{
	const struct access *a = &m->kernel->access[j];
	const struct requests *r = &m->count[a->field].loads;
	const struct mdm_weight *w = &s->weight[j];

	if (!m->sample.missed || a->is_store || !(r->n > 0))
		return 0;
	return fmax(0,
		w->later *
			(r->lines / r->n - m->sample.missed[a->place].lines));
}

/* Add what a load missed in the sample of L1, in all turns. */
static void add_sampled(const struct workings *m, const struct shares *s,
	const struct access *a, struct sample_missed *sum)
{
	double turns = kernel_turns(m->kernel, a->loop);
	const struct sample_missed *missed = m->sample.missed;

	if (s->level != MDM_L1 || !missed || a->is_store)
		return;
	missed += a->place;
	sum->sectors += turns * missed->sectors;
	sum->lines += turns * missed->lines;
	sum->flying[s->loads] += turns * missed->flying[s->loads];
}

static bool shares_open(struct shares *s, const struct workings *m)
{
	const struct kernel *kernel = m->kernel;
	size_t n_field = (size_t) kernel->n_field;
	size_t n_access = (size_t) kernel->n_access;
	size_t n_stall = (size_t) kernel->n_stall[s->loads];
	struct mdm_weight *weight = mdm_weights(m, s->loads, s->level);

	s->all = heap_clear(1,
		10 * n_field * sizeof(double) +
			2 * n_field * sizeof(*s->missed) +
			(n_field + n_access + n_stall + 2) * sizeof(int));
	if (!s->all || !weight)
		return false;
	s->here = s->all + 2 * n_field;
	s->later = s->here + 2 * n_field;
	s->later_here = s->later + n_field;
	s->weight = weight;
	s->flying = s->later_here + n_field;
	s->later_before = s->flying + n_field;
	s->room_here = s->later_before + n_field;
	s->room_before = s->room_here + n_field;
	s->missed = (struct sample_missed *) (s->room_before + n_field);
	s->missed_here = s->missed + n_field;
	s->field = (int *) (s->missed_here + n_field);
	s->access = s->field + n_field;
	s->first = s->access + n_access;
	for (int j = 0; j < kernel->n_access; ++j) {
		const struct access *a = &kernel->access[j];

		s->all[2 * a->field + a->is_store] += s->weight[j].first;
		s->later[a->field] += s->weight[j].later;
		s->flying[a->field] += s->weight[j].flying;
		add_sampled(m, s, a, &s->missed[a->field]);
		++s->first[a->stall[s->loads] + 2];
	}
	for (size_t i = 0; i < n_stall; ++i)
		s->first[i + 2] += s->first[i + 1];
	for (int j = 0; j < kernel->n_access; ++j) {
		int stall = kernel->access[j].stall[s->loads];

		s->access[s->first[stall + 1]++] = j;
	}
	return true;
}

static int compare_fields(const void *a, const void *b)
{
	return *(const int *) a - *(const int *) b;
}

/* Find the shares of stall interval "i". */
static void shares_find(struct shares *s, const struct workings *m, int i)
{
	const struct kernel *kernel = m->kernel;

	while (s->n_field > 0) {
		int f = s->field[--s->n_field];

		s->here[2 * f] = s->here[2 * f + 1] = 0;
		s->later_before[f] += s->later_here[f];
		s->room_before[f] += s->room_here[f];
		s->room_here[f] = 0;
		s->later_here[f] = 0;
		s->missed_here[f] = (struct sample_missed) { 0 };
	}
	for (int j = s->first[i]; j < s->first[i + 1]; ++j) {
		const struct access *a = &kernel->access[s->access[j]];
		double *here = &s->here[2 * a->field];

		if (here[0] == 0 && here[1] == 0)
			s->field[s->n_field++] = a->field;
		here[a->is_store] += s->weight[s->access[j]].first;
		s->later_here[a->field] += s->weight[s->access[j]].later;
		add_sampled(m, s, a, &s->missed_here[a->field]);
		s->room_here[a->field] += room_of(m, s, s->access[j]);
	}
	qsort(s->field, (size_t) s->n_field, sizeof(*s->field), compare_fields);
}

static double share_of(const struct shares *s, int field, bool is_store)
{
	int at = 2 * field + is_store;

	return s->all[at] > 0 ? s->here[at] / s->all[at] : 0;
}

/* The share of a field's misses that the loads of the interval have.  First
 * touches miss; where L1 loses lines and there are more misses than that, the
 * rest belongs to the next loads that touch lines again: what these load, others
 * find.  Lines in flight for a load of the same interval are not lost: such loads
 * wait for them and miss nothing.
 *
 *	(min(T, F) f / F + min(g, max(0, T - F - G_b))) / T	  (13.18)
 *
 *	T  misses of a warp, in its requests	misses
 *	F  first touches of all loads		all[], f of these here[]
 *	g  later ones here			later_here[]
 *	G_b  those in intervals before		later_before[]
 */
static double load_share(const struct shares *s, int f, double misses)
{
	double left, taken;

	if (!(misses > (1 + SLACK) * s->all[2 * f]) ||
		!(s->later[f] + s->flying[f] > 0))
		return share_of(s, f, false);
	left = misses - s->all[2 * f];
	taken = s->here[2 * f] +
		fmin(s->later_here[f], fmax(0, left - s->later_before[f]));
	/* no more are asked for: what is left is spread like these */
	return taken / (misses - fmax(0, left - s->later[f] - s->flying[f]));
}

/* The share of what a field loads from DRAM: lines that L1 lost are in L2, unless
 * L2 loads more than first touches, too.
 */
static double fetch_share(const struct shares *s, const struct field_volume *v,
	int f, double misses)
{
	double missed = v->l2_load_B > 0 ?
		misses * fmin(1, v->dram_load_B / v->l2_load_B) :
		0;

	return load_share(s, f, missed);
}

/* Lines for each sector that misses.  Loads that lie across lines ask for two,
 * but where blocks touch whole lines they find most in L1.
 */
static double lines_per_sector(const struct workings *m, int f)
{
	const struct field_counts *c = &m->count[f];
	double asked = c->loads.lines / c->loads.sectors;

	if (m->kernel->n_loop > 0 || !(c->block_sectors > 0))
		return asked;
	return fmin(asked, c->block_lines / c->block_sectors);
}

/* What a warp misses of a field in all turns of an interval, for each byte that
 * it misses in the launch: lines, and the share of the bytes.
 */
struct missed {
	double lines, share;
};

/* By the sample of L1.  Lines that it lost while they were in flight for a load
 * of the same interval are not missed: the next loads that touch lines again miss
 * these, as far as they hit in the sample.
 *
 *	(l - y + min(h, max(0, Y - H_b))) / s			  (13.26)
 *
 *	l, y  lines that loads here miss, in flight	missed_here
 *	s, Y  sectors, lines in flight of all loads	missed
 *	h     lines here touched again and hit		room_here
 *	H_b   those of intervals before			room_before
 */
static struct missed sampled_misses(const struct workings *m,
	const struct shares *s, int f)
{
	const struct sample_missed *all = &s->missed[f];
	const struct sample_missed *here = &s->missed_here[f];
	double flying = here->flying[s->loads];
	double moved = fmin(s->room_here[f],
		fmax(0, all->flying[s->loads] - s->room_before[f]));
	double kept = here->lines > 0 ? 1 - flying / here->lines : 0;

	return (struct missed) {
		(here->lines - flying + moved) /
			(all->sectors * m->dev->l1_sector_B),
		here->sectors / all->sectors * kept + moved / all->lines,
	};
}

/* What loads miss of field f, of "misses" of a warp in its requests. */
static struct missed find_missed(const struct workings *m,
	const struct shares *s, int f, double misses)
{
	double share;

	if (s->missed[f].sectors > 0)
		return sampled_misses(m, s, f);
	share = load_share(s, f, misses);
	return (struct missed) { m->count[f].loads.sectors > 0 ?
			share / m->dev->l1_sector_B * lines_per_sector(m, f) :
			0,
		share };
}

/* The longest of the limits that no schedule can pass. */
static void find_least(const struct report *r, struct mdm *mdm)
{
	static const char *const names[] = { "dram", "l2", "fp", "issue" };

	for (int i = 0; i < r->n_limit; ++i)
		for (size_t j = 0; j < sizeof(names) / sizeof(names[0]); ++j)
			if (strcmp(r->limit[i].name, names[j]) == 0 &&
				r->limit[i].seconds > mdm->least_s) {
				mdm->least_s = r->limit[i].seconds;
				mdm->least = r->limit[i].what;
			}
}

/* Misses of L1 in stall interval "i", in lines as warps ask for them.
 *
 *	M = V / (b s / l) / (w t)				  (13.10)
 *
 *	V     bytes between L2 and L1
 *	s, l  sectors and lines of the requests, b bytes of a sector
 *	w, t  warps of the launch, turns of the stall interval
 */
static void find_misses(const struct workings *m, const struct shares *s,
	const struct shares *below, struct mdm_interval *v)
{
	const struct report *r = m->report;
	double l2 = 0, l2_load = 0, dram = 0, dram_load = 0, n;

	for (int j = 0; j < s->n_field; ++j) {
		int f = s->field[j];
		const struct requests *load = &m->count[f].loads;
		const struct requests *store = &m->count[f].stores;
		double misses = load->lines > 0 ?
			r->field[f].l2_load_B * m->lup / m->dev->l1_sector_B *
				lines_per_sector(m, f) / m->warps * load->n /
				load->lines :
			0;
		struct missed loads = find_missed(m, s, f, misses);
		double fetches = fetch_share(below, &r->field[f], f, misses);
		double stores = share_of(s, f, true);
		double all = r->field[f].l2_load_B * m->lup;
		double V = loads.share * all;

		v->reads += all * loads.lines / (m->warps * v->turns);
		v->writes += stores * store->lines / (m->warps * v->turns);
		v->loads += share_of(s, f, false);
		l2_load += V;
		l2 += V + stores * r->field[f].l2_store_B * m->lup;
		dram_load += fetches * r->field[f].dram_load_B * m->lup;
		/* what completes stores is loaded for them */
		dram += ((load->n > 0 ? fetches : stores) *
					r->field[f].dram_load_B +
				stores * r->field[f].dram_store_B) *
			m->lup;
	}
	n = (v->reads + v->writes) * m->warps * v->turns;
	v->block_B = n > 0 && l2 > 0 ? fmin(l2 / n, m->dev->l1_line_B) :
				       m->dev->l1_line_B;
	/* a miss moves a line of DRAM at most, whatever L2 delivers of it */
	v->miss_ratio = n > 0 ? fmin(dram / n, m->dev->l1_line_B) / v->block_B :
				0;
	/* of reads smaller than what DRAM fetches, the next one finds its part */
	v->read_miss_ratio = l2_load > 0 ?
		fmin(1,
			dram_load / l2_load *
				fmin(1, v->block_B / m->dev->dram_fetch_B)) :
		0;
}

static struct mdm_interval find_interval(const struct workings *m,
	struct shares shares[N_MDM_LEVEL], int i)
{
	const struct stall *from = &m->kernel->stall[shares[0].loads][i];
	struct mdm_interval v = {
		.turns = from->turns,
		.instructions = from->instructions,
		.issue_cyc = from->instructions / m->dev->issue_per_cyc,
		.chain_cyc = operation_cycles(m) * from->chain,
	};

	if (v.turns > 0) {
		for (int l = 0; l < N_MDM_LEVEL; ++l)
			shares_find(&shares[l], m, i);
		find_misses(m, &shares[MDM_L1], &shares[MDM_L2], &v);
	}
	return v;
}

/* The stall intervals of one order of loads, solved; NULL if memory runs out. */
static struct mdm *find_mdm(struct workings *m,
	const struct mdm_machine *machine, enum load_order loads)
{
	const struct kernel *kernel = m->kernel;
	struct mdm *mdm = quasi_pool_alloc(m->report->pool, sizeof(*mdm));
	struct shares shares[N_MDM_LEVEL] = { { .loads = loads },
		{ .loads = loads, .level = MDM_L2 } };
	bool fits;

	if (!mdm)
		return NULL;
	*mdm = (struct mdm) {
		.loads = loads,
		.machine = *machine,
		.n_warp = m->warps,
		.interval = quasi_pool_alloc(m->report->pool,
			sizeof(*mdm->interval) *
				(size_t) kernel->n_stall[loads]),
	};
	fits = mdm->interval != NULL;
	for (int l = 0; l < N_MDM_LEVEL; ++l)
		fits = fits && shares_open(&shares[l], m);
	for (int i = 0; fits && i < kernel->n_stall[loads]; ++i) {
		struct mdm_interval v = find_interval(m, shares, i);

		if (v.turns > 0 && v.instructions > 0)
			mdm->interval[mdm->n_interval++] = v;
	}
	for (int l = 0; l < N_MDM_LEVEL; ++l)
		free(shares[l].all);
	if (!fits)
		return NULL;
	find_least(m->report, mdm);
	mdm_solve(mdm, (enum mdm_kind) m->launch->divergence);
	return mdm;
}

/* True if both orders of loads have the same stall intervals. */
static bool are_loads_alike(const struct kernel *kernel)
{
	if (kernel->n_stall[LOADS_INLINE] != kernel->n_stall[LOADS_FIRST])
		return false;
	for (int i = 0; i < kernel->n_access; ++i)
		if (kernel->access[i].stall[LOADS_INLINE] !=
			kernel->access[i].stall[LOADS_FIRST])
			return false;
	return true;
}

void mdm_report(struct workings *m)
{
	enum load_order loads = m->launch->loads;
	struct mdm_machine machine;
	struct mdm *mdm;

	if (m->kernel->n_stall[loads] == 0 || !find_machine(m, &machine))
		return;
	mdm = find_mdm(m, &machine, loads);
	if (mdm && !are_loads_alike(m->kernel)) {
		mdm->other = find_mdm(m, &machine, mdm_other_loads(loads));
		if (!mdm->other)
			mdm = NULL;
	}
	if (!mdm) {
		m->status = FOOTPRINT_MEMORY;
		return;
	}
	m->report->mdm = mdm;
	if (mdm->is_divergent)
		report_note(m->report,
			"memory-divergent: more misses at once than an SM has MSHRs, see 'divergence'",
			"memory-divergent: a stall interval has %.3g times as "
			"many misses as an SM has MSHRs, see 'divergence'",
			mdm->pressure);
}
