/* The memory divergence model (doc/MODEL.md, chapter 13): solved on plain
 * figures, which mdm_report() takes from the counts of model wsp.
 */

#include <math.h>
#include <stdlib.h>

#include "engine/base/heap.h"
#include "engine/model/mdm.h"

const char *const mdm_kinds[N_MDM_KIND] = {
	"mdm",
	"gpumech",
	"gpumech_plus",
	"mdm_queue",
	"mdm_mshr",
};

static bool queue_saturates(enum mdm_kind kind)
{
	return kind == MDM || kind == MDM_QUEUE;
}

static bool batches_count_whole(enum mdm_kind kind)
{
	return kind == MDM || kind == MDM_MSHR;
}

/* C_i: the warp issues, waits for what depends on each other, and then for
 * its loads as if nothing else ran.
 *
 *	C = i + c + l_1 + min(1, M) max(0, L - l_1)		  (13.9)
 *
 *	i, c  issue_cyc, chain_cyc
 *	l_1   latency of a hit, 0 without loads
 *	M     reads that miss
 *	L     no_contention_cyc
 */
static double base_cycles(const struct mdm_machine *m,
	const struct mdm_interval *v)
{
	double hit = v->loads > 0 ? m->l1_cyc : 0;

	return v->issue_cyc + v->chain_cyc + hit +
		fmin(1, v->reads) * fmax(0, v->no_contention_cyc - hit);
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
	v->is_divergent = reads > m->mshrs;
	v->batches = ceil(reads / m->mshrs);
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

/*	IPC = min(i, W sum n / sum (C + S))			  (13.1) */
void mdm_solve(struct mdm *mdm, enum mdm_kind kind)
{
	const struct mdm_machine *m = &mdm->machine;
	double cycles;

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
		mdm->pressure = fmax(mdm->pressure,
			v->reads * m->warps / m->mshrs);
		mdm->batches = fmax(mdm->batches, v->batches);
	}
	mdm->is_divergent = mdm->pressure > 1;
	cycles = mdm->base_cyc + mdm->mshr_cyc + mdm->noc_cyc + mdm->dram_cyc;
	mdm->ipc_sm = fmin(m->issue, m->warps * mdm->instructions / cycles);
	mdm->ipc = m->sms * mdm->ipc_sm;
}

/* ------------------------------------------------- figures of a launch */

static bool find_machine(const struct workings *m, struct mdm_machine *to)
{
	const struct device *dev = m->dev;
	double added = isfinite(dev->dram_added_cyc) ?
		dev->dram_added_cyc :
		dev->dram_latency_cyc - dev->l2_latency_cyc;

	*to = (struct mdm_machine) {
		.sms = fmin(dev->sm_count, m->n_block),
		.mshrs = dev->mshrs,
		.clock_Hz = dev->clock_Hz,
		.noc_B_per_s = dev->noc_B_per_s,
		.dram_B_per_s = dev->dram_B_per_s,
		.llc_cyc = dev->l2_latency_cyc,
		.dram_cyc = fmax(0, added),
		.l1_cyc = dev->l1_latency_cyc,
		.issue = dev->sm_schedulers * dev->issue_per_cyc,
	};
	to->warps = fmin(m->occupancy.warps_per_sm, m->warps / to->sms);
	return isfinite(to->mshrs) && isfinite(to->noc_B_per_s) &&
		isfinite(to->llc_cyc) && isfinite(added) &&
		isfinite(to->l1_cyc) && to->warps > 0;
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
	double *all, *here;  /* of loads of field f at 2 f, of stores
				   at 2 f + 1; in the current interval */
	int *first, *access; /* access[first[i]..first[i + 1]) are those of
				   stall interval i */
	int *field, n_field; /* that the interval has, in their order */
};

static bool is_placed(const struct kernel *kernel, const struct access *a)
{
	return a->stall >= 0 && a->stall < kernel->n_stall;
}

static bool shares_open(struct shares *s, const struct kernel *kernel)
{
	size_t n_field = (size_t) kernel->n_field;
	size_t n_access = (size_t) kernel->n_access;
	size_t n_stall = (size_t) kernel->n_stall;

	s->all = heap_clear(1,
		4 * n_field * sizeof(double) +
			(n_field + n_access + n_stall + 2) * sizeof(int));
	if (!s->all)
		return false;
	s->here = s->all + 2 * n_field;
	s->field = (int *) (s->here + 2 * n_field);
	s->access = s->field + n_field;
	s->first = s->access + n_access;
	for (int j = 0; j < kernel->n_access; ++j) {
		const struct access *a = &kernel->access[j];

		s->all[2 * a->field + a->is_store] += kernel_turns(kernel,
			a->loop);
		if (is_placed(kernel, a))
			++s->first[a->stall + 2];
	}
	for (int i = 0; i < kernel->n_stall; ++i)
		s->first[i + 2] += s->first[i + 1];
	for (int j = 0; j < kernel->n_access; ++j) {
		const struct access *a = &kernel->access[j];

		if (is_placed(kernel, a))
			s->access[s->first[a->stall + 1]++] = j;
	}
	return true;
}

static int compare_fields(const void *a, const void *b)
{
	return *(const int *) a - *(const int *) b;
}

/* Find the shares of stall interval "i". */
static void shares_find(struct shares *s, const struct kernel *kernel, int i)
{
	while (s->n_field > 0) {
		int f = s->field[--s->n_field];

		s->here[2 * f] = s->here[2 * f + 1] = 0;
	}
	for (int j = s->first[i]; j < s->first[i + 1]; ++j) {
		const struct access *a = &kernel->access[s->access[j]];
		double *here = &s->here[2 * a->field];

		if (here[0] == 0 && here[1] == 0)
			s->field[s->n_field++] = a->field;
		here[a->is_store] += kernel_turns(kernel, a->loop);
	}
	qsort(s->field, (size_t) s->n_field, sizeof(*s->field), compare_fields);
}

static double share_of(const struct shares *s, int field, bool is_store)
{
	int at = 2 * field + is_store;

	return s->all[at] > 0 ? s->here[at] / s->all[at] : 0;
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
	struct mdm_interval *v)
{
	const struct report *r = m->report;
	double l2 = 0, l2_load = 0, dram = 0, dram_load = 0;

	for (int j = 0; j < s->n_field; ++j) {
		int f = s->field[j];
		const struct requests *load = &m->count[f].loads;
		const struct requests *store = &m->count[f].stores;
		double loads = share_of(s, f, false);
		double stores = share_of(s, f, true);
		double V = loads * r->field[f].l2_load_B * m->lup;

		if (load->sectors > 0)
			v->reads += V / m->dev->l1_sector_B * load->lines /
				load->sectors / (m->warps * v->turns);
		v->writes += stores * store->lines / (m->warps * v->turns);
		v->loads += loads;
		l2_load += V;
		l2 += V + stores * r->field[f].l2_store_B * m->lup;
		dram_load += loads * r->field[f].dram_load_B * m->lup;
		dram += (loads * r->field[f].dram_load_B +
				stores * r->field[f].dram_store_B) *
			m->lup;
	}
	v->block_B = v->reads + v->writes > 0 ?
		l2 / ((v->reads + v->writes) * m->warps * v->turns) :
		m->dev->l1_line_B;
	v->miss_ratio = l2 > 0 ? fmin(1, dram / l2) : 0;
	v->read_miss_ratio = l2_load > 0 ? fmin(1, dram_load / l2_load) : 0;
}

static struct mdm_interval find_interval(const struct workings *m,
	struct shares *s, int i)
{
	const struct stall *from = &m->kernel->stall[i];
	struct mdm_interval v = {
		.turns = from->turns,
		.instructions = from->instructions,
		.issue_cyc = from->instructions / m->dev->issue_per_cyc,
		.chain_cyc = operation_cycles(m) * from->chain,
	};

	if (v.turns > 0) {
		shares_find(s, m->kernel, i);
		find_misses(m, s, &v);
	}
	return v;
}

void mdm_report(struct workings *m)
{
	struct mdm *mdm = quasi_pool_alloc(m->report->pool, sizeof(*mdm));
	size_t n = (size_t) m->kernel->n_stall;
	struct shares shares = { 0 };

	if (!mdm) {
		m->status = FOOTPRINT_MEMORY;
		return;
	}
	*mdm = (struct mdm) { 0 };
	if (n == 0 || !find_machine(m, &mdm->machine))
		return;
	mdm->n_warp = m->warps;
	mdm->interval = quasi_pool_alloc(m->report->pool,
		sizeof(*mdm->interval) * n);
	if (!mdm->interval || !shares_open(&shares, m->kernel)) {
		m->status = FOOTPRINT_MEMORY;
		return;
	}
	for (int i = 0; i < m->kernel->n_stall; ++i) {
		struct mdm_interval v = find_interval(m, &shares, i);

		if (v.turns > 0 && v.instructions > 0)
			mdm->interval[mdm->n_interval++] = v;
	}
	free(shares.all);
	mdm_solve(mdm, MDM);
	m->report->mdm = mdm;
}
