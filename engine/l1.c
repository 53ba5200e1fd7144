/* Requests to L1: doc/MODEL.md, chapter 4. */

#include <math.h>
#include <string.h>

#include "engine/footprint_warp.h"
#include "engine/l1.h"

/* Blocks looked at where requests cannot be told apart by their phase. */
#define SAMPLED_BLOCKS	16

/* Leave each value of v[0 .. n-1] once; how many there are.
 * Lanes mostly rise, and then equal ones are neighbours.
 */
static int keep_distinct(int64_t *v, int n)
{
	bool rises = true;
	int kept = 0;

	for (int i = 0; i < n; ++i) {
		int j = kept - 1;

		rises = rises && (kept == 0 || v[i] >= v[kept - 1]);
		while (!rises && j >= 0 && v[j] != v[i])
			--j;
		if (j >= 0 && v[j] == v[i])
			continue;
		v[kept++] = v[i];
	}
	return kept;
}

/* Most of the words that one of "n_bank" banks must deliver. */
static int bank_conflicts(const int64_t *word, int n, int64_t n_bank)
{
	int64_t bank[WARP_LANES];
	int most = 0;

	for (int i = 0; i < n; ++i) {
		int in_bank = 1;

		bank[i] = word[i] % n_bank;
		for (int j = 0; j < i; ++j)
			in_bank += bank[j] == bank[i];
		if (in_bank > most)
			most = in_bank;
	}
	return most;
}

/* How lanes of a phase are served: word by word, "at_once" lanes together. */
struct service {
	int64_t word_B, n_bank;
	int at_once;
};

/* Cycles of the data stage: lanes are served in groups, each group as often
 * as its busiest bank has words.
 *
 *	c = sum_g max_b |words of group g in bank b|		  (4.1)
 */
static int data_cycles(const struct warp_phase *p, const struct service *s)
{
	int64_t word[WARP_LANES];
	int cycles = 0;

	for (int i = 0; i < p->n_lane; ) {
		int group = p->lane[i] / s->at_once, n = 0;

		for (; i < p->n_lane && p->lane[i] / s->at_once == group; ++i)
			word[n++] = p->address[i] / s->word_B;
		n = keep_distinct(word, n);
		cycles += bank_conflicts(word, n, s->n_bank);
	}
	return cycles;
}

/* The banks of L1, whose row of l1.bank bytes holds words of 4 B or more. */
static struct service l1_service(const struct device *dev, int elem_B)
{
	int64_t row_B = (int64_t) dev->l1_bank_B;
	struct service s = { .word_B = elem_B < 4 ? 4 : elem_B };

	s.n_bank = row_B > s.word_B ? row_B / s.word_B : 1;
	s.at_once = s.n_bank < WARP_LANES ? (int) s.n_bank : WARP_LANES;
	return s;
}

/* Cycles of a request on an NVIDIA GPU.
 *
 *	c = max(c_data, ceil((l + 2) / 4), ceil(w s / (4 u)))	  (4.2)
 *
 *	l  lines the request touches		lines
 *	w  lanes of a warp			dev->warp_size
 *	s  bytes of an element			elem_B
 *	u  load/store units			dev->lsu_count
 */
static double nv_cycles(const struct device *dev, int elem_B, int lines,
	double data)
{
	double tags = ceil((lines + 2) / 4.0);
	double lsu = ceil(dev->warp_size * elem_B / (4 * dev->lsu_count));
	double cycles = fmax(data, tags);

	return lsu > cycles ? lsu : cycles;
}

/* What a visit of the phases of an access adds up. */
struct visit {
	const struct device *dev;
	int elem_B;
	bool is_store;
	struct service service;
	struct requests sum;
};

static double request_cycles(const struct visit *v, const int64_t *line,
	int lines, const struct warp_phase *p)
{
	const char *kind = v->dev->l1_model ? v->dev->l1_model : "nv";
	double data = data_cycles(p, &v->service), tags;

	if (strcmp(kind, "nv") == 0)
		return nv_cycles(v->dev, v->elem_B, lines, data);
	tags = bank_conflicts(line, lines, 2);
	if (strcmp(kind, "cdna") == 0 && v->elem_B > 4)
		data = fmax(data, v->dev->warp_size / 16 * 4);
	return fmax(data, tags);
}

/* This is where counts of requests become doubles. */
static bool visit_phase(const struct warp_phase *p, void *user)
{
	struct visit *v = user;
	double granule_B = v->is_store ? v->dev->dram_write_B
				       : v->dev->dram_fetch_B;
	double sector_B = v->is_store ? v->dev->l1_store_B
				      : v->dev->l1_sector_B;
	const double size_B[3] = { v->dev->l1_line_B, sector_B, granule_B };
	double n[3], requests = (double) p->n_request;
	int64_t at[3][WARP_LANES];

	for (int i = 0; i < 3; ++i) {
		for (int j = 0; j < p->n_lane; ++j)
			at[i][j] = p->address[j] / (int64_t) size_B[i];
		n[i] = keep_distinct(at[i], p->n_lane);
	}
	v->sum.n += requests;
	v->sum.lines += requests * n[0];
	v->sum.sectors += requests * n[1];
	v->sum.granules += requests * n[2];
	v->sum.cycles += requests *
		request_cycles(v, at[0], (int) n[0], p);
	return true;
}

/* The blocks whose requests are looked at, and how many each stands for. */
static struct warp_range range_of(const struct workings *m,
	const struct warp_access *a, double *scale)
{
	struct warp_range range = {
		0, launch_blocks(m->launch), (int) m->dev->warp_size
	};
	struct thread_set set;
	double cells;

	*scale = 1;
	if (!a->guard && quasi_is_affine(a->address))
		return range;
	range.first_block = m->wave.first;
	range.n_block = m->wave.n_block < SAMPLED_BLOCKS ? m->wave.n_block
							 : SAMPLED_BLOCKS;
	threads_of_blocks(m->launch, range.first_block, range.n_block, &set);
	cells = wave_cells(m->kernel, m->launch, &set) * m->kernel->updates;
	if (cells > 0)
		*scale = m->lup / cells;
	return range;
}

static int64_t lcm(int64_t a, int64_t b)
{
	int64_t x = a, y = b;

	while (y) {
		int64_t rest = x % y;

		x = y;
		y = rest;
	}
	return a / x * b;
}

static int64_t period_of(const struct device *dev, const struct service *s)
{
	int64_t period = lcm((int64_t) dev->l1_line_B, s->word_B * s->n_bank);

	period = lcm(period, (int64_t) dev->l1_sector_B);
	period = lcm(period, (int64_t) dev->l1_store_B);
	period = lcm(period, (int64_t) dev->dram_fetch_B);
	period = lcm(period, (int64_t) dev->dram_write_B);
	return 2 * period;	/* two tag banks */
}

static bool same_coefficients(const struct quasi *a, const struct quasi *b)
{
	return memcmp(a->coef, b->coef, sizeof(a->coef)) == 0;
}

/* Whether two accesses make the same requests, up to multiples of the
 * period.
 */
static bool is_alike(const struct kernel *kernel, int i, int j,
	int64_t period)
{
	const struct access *a = &kernel->access[i], *b = &kernel->access[j];
	int64_t apart;

	return a->field == b->field && a->is_store == b->is_store &&
	       a->guard == b->guard && a->loop == b->loop &&
	       quasi_is_affine(a->address) && quasi_is_affine(b->address) &&
	       same_coefficients(a->address, b->address) &&
	       !__builtin_sub_overflow(a->address->constant,
			b->address->constant, &apart) &&
	       apart % period == 0;
}

static void requests_add(struct requests *sum, const struct requests *more,
	double factor)
{
	sum->n += factor * more->n;
	sum->sectors += factor * more->sectors;
	sum->lines += factor * more->lines;
	sum->granules += factor * more->granules;
	sum->cycles += factor * more->cycles;
}

static void count_access(struct workings *m, int access, int n_alike,
	int64_t period, const struct service *service)
{
	const struct access *a = &m->kernel->access[access];
	struct field_counts *c = &m->count[a->field];
	struct warp_access w = warp_access_global(m->kernel, m->launch, access);
	struct visit v = {
		.dev = m->dev, .is_store = a->is_store, .service = *service,
		.elem_B = m->kernel->field[a->field].elem_B,
	};
	double scale;
	struct warp_range range = range_of(m, &w, &scale);

	m->status = footprint_warp_phases(&w, &range, period, visit_phase, &v);
	requests_add(a->is_store ? &c->stores : &c->loads, &v.sum,
		scale * n_alike);
}

static void count_list(struct workings *m, const struct access_list *list)
{
	for (int i = 0; i < list->n && m->status == FOOTPRINT_OK; ++i) {
		const struct access *a = &m->kernel->access[list->access[i]];
		struct service service = l1_service(m->dev,
			m->kernel->field[a->field].elem_B);
		int64_t period = period_of(m->dev, &service);
		int n_alike = 0, first = -1;

		for (int j = 0; j < list->n; ++j) {
			if (j != i && !is_alike(m->kernel, list->access[j],
					list->access[i], period))
				continue;
			++n_alike;
			first = first < 0 ? j : first;
		}
		if (first == i)
			count_access(m, list->access[i], n_alike, period,
				&service);
	}
}

static bool visit_shared(const struct warp_phase *p, void *user)
{
	struct visit *v = user;

	v->sum.cycles += (double) p->n_request * data_cycles(p, &v->service);
	return true;
}

/* Cycles of shared memory, which has the banks of (4.1) and no tags. */
static void count_shared(struct workings *m)
{
	double banks = m->dev->shared_banks, bank_B = m->dev->shared_bank_B;

	if (!(banks > 0 && bank_B > 0))
		return;
	for (int i = 0; i < m->kernel->n_shared_access; ++i) {
		int elem_B = m->kernel->shared_access[i].elem_B;
		struct warp_access w = warp_access_shared(m->kernel,
			m->launch, i);
		struct visit v = { .elem_B = elem_B };
		double scale;
		struct warp_range range = range_of(m, &w, &scale);

		v.service.word_B = elem_B > bank_B ? elem_B : (int) bank_B;
		v.service.n_bank = (int64_t) fmax(1,
			banks * bank_B / (double) v.service.word_B);
		v.service.at_once = v.service.n_bank < WARP_LANES ?
			(int) v.service.n_bank : WARP_LANES;
		if (m->status == FOOTPRINT_OK)
			m->status = footprint_warp_phases(&w, &range,
				v.service.word_B * v.service.n_bank,
				visit_shared, &v);
		m->shared_cycles += scale * v.sum.cycles;
	}
}

/* Warps with at least one thread in the domain, and their lanes in use. */
static void count_warps(struct workings *m)
{
	static const struct quasi zero;
	struct warp_access w = {
		.kernel = m->kernel, .launch = m->launch, .address = &zero,
		.loop = -1,
	};
	struct warp_range range = {
		0, launch_blocks(m->launch), (int) m->dev->warp_size
	};
	struct warp_sum sum = { 0 };

	if (m->status == FOOTPRINT_OK)
		m->status = footprint_warps(&w, &range, 1, &sum);
	m->warps = (double) sum.n_request;
	m->lanes = (double) sum.n_lane;
}

void l1_count(struct workings *m)
{
	count_warps(m);
	for (int f = 0; f < m->kernel->n_field; ++f) {
		count_list(m, &m->count[f].load);
		count_list(m, &m->count[f].store);
	}
	count_shared(m);
}

static void report_wavefronts(struct workings *m, const struct requests *load,
	const struct requests *store)
{
	const struct derivation_input in[] = {
		{ "load_cycles", "cyc", "cycles of all load requests",
		  load->cycles },
		{ "store_cycles", "cyc", "cycles of all store requests",
		  store->cycles },
		{ "n_lup", "LUP", "updates of the launch", m->lup },
	};

	report_metric(m->report, METRIC_l1_wavefronts, "4.3",
		"(load_cycles + store_cycles) / n_lup",
		(load->cycles + store->cycles) / m->lup,
		report_text(m->report, "%.4g cycles for each of %.4g load "
			"requests, %.4g for each of %.4g store requests",
			load->n > 0 ? load->cycles / load->n : 0, load->n,
			store->n > 0 ? store->cycles / store->n : 0,
			store->n),
		REPORT_INPUTS(in));
}

static void report_volume(struct workings *m, const struct requests *load)
{
	const struct derivation_input in[] = {
		{ "n_sector", "", "sectors that all load requests touch",
		  load->sectors },
		{ "sector", "B", "bytes of a sector", m->dev->l1_sector_B },
		{ "n_lup", "LUP", "updates of the launch", m->lup },
	};

	report_metric(m->report, METRIC_l1_load_B, "4.4",
		"n_sector * sector / n_lup",
		load->sectors * m->dev->l1_sector_B / m->lup, NULL,
		REPORT_INPUTS(in));
}

static void report_shared(struct workings *m)
{
	const struct derivation_input in[] = {
		{ "cycles", "cyc", "cycles of all requests to shared memory",
		  m->shared_cycles },
		{ "n_lup", "LUP", "updates of the launch", m->lup },
	};

	report_metric(m->report, METRIC_shared_wavefronts, "4.5",
		"cycles / n_lup", m->shared_cycles / m->lup, NULL,
		REPORT_INPUTS(in));
}

void l1_report(struct workings *m)
{
	struct requests load = { 0 }, store = { 0 };

	for (int f = 0; f < m->kernel->n_field; ++f) {
		requests_add(&load, &m->count[f].loads, 1);
		requests_add(&store, &m->count[f].stores, 1);
	}
	report_wavefronts(m, &load, &store);
	report_volume(m, &load);
	if (m->kernel->n_shared_access > 0)
		report_shared(m);
}
