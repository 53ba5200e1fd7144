/* Requests to L1: doc/MODEL.md, chapter 4. */

#include <math.h>
#include <string.h>

#include "engine/banks.h"
#include "engine/fit.h"
#include "engine/footprint_warp.h"
#include "engine/l1.h"

/* Blocks looked at where requests cannot be told apart by their phase. */
#define SAMPLED_BLOCKS	16

#define MAX_PERIOD	((int64_t) 1 << 20)

/* Cycles of a request on an NVIDIA GPU.
 *
 *	c = max(c_data, ceil((l + 2) / 4), ceil(w s / (4 u)))	  (4.2)
 *
 *	l  lines the request touches		lines
 *	w  lanes of the request			lanes
 *	s  bytes of an element			elem_B
 *	u  load/store units			dev->lsu_count
 */
static double nv_cycles(const struct device *dev, int elem_B, int lanes,
	int lines, double data)
{
	double tags = ceil((lines + 2) / 4.0);
	double lsu = ceil(lanes * elem_B / (4 * dev->lsu_count));
	double cycles = fmax(data, tags);

	return lsu > cycles ? lsu : cycles;
}

static bool has_tag_banks(const struct device *dev)
{
	return dev->l1_model && strcmp(dev->l1_model, "nv") != 0;
}

/* Accesses that differ by where they start only: "n" of them start "by_B"
 * bytes past the first, modulo the period.
 */
struct shift {
	int64_t by_B;
	double n;
};

#define MAX_SHIFTS	256

/* A kind of request, and what one request of each access comes to. */
struct kind {
	struct warp_phase phase;
	struct requests of_all;
};

#define MAX_KINDS	8

/* What a visit of the phases of such accesses adds up.  Kinds of requests
 * come back often, so the last ones are kept.
 */
struct visit {
	const struct device *dev;
	int elem_B;
	bool is_store;
	struct banks banks;
	int n_shift;
	struct shift shift[MAX_SHIFTS];
	struct requests sum;
	int n_kind, next_kind;		/* next_kind: to be replaced */
	struct kind kind[MAX_KINDS];
};

static double request_cycles(const struct visit *v, const int64_t *line,
	int lines, const struct warp_phase *p)
{
	double data = banks_cycles(p, &v->banks), tags;

	if (!has_tag_banks(v->dev))
		return nv_cycles(v->dev, v->elem_B, p->n_lane, lines,
			data);
	tags = banks_conflicts(line, lines, 2);
	if (strcmp(v->dev->l1_model, "cdna") == 0 && v->elem_B > 4)
		data = fmax(data, v->dev->warp_size / 16 * 4);
	return fmax(data, tags);
}

static struct requests request_of(const struct visit *v,
	const struct warp_phase *p)
{
	const struct device *dev = v->dev;
	int64_t at[WARP_LANES];
	struct requests r = { .n = 1 };

	r.sectors = banks_distinct(p, v->is_store ? dev->l1_store_B :
		dev->l1_sector_B, at);
	r.granules = banks_distinct(p, v->is_store ? dev->dram_write_B :
		dev->dram_fetch_B, at);
	r.lines = banks_distinct(p, dev->l1_line_B, at);
	r.cycles = request_cycles(v, at, (int) r.lines, p);
	return r;
}

static bool is_same_kind(const struct warp_phase *a,
	const struct warp_phase *b)
{
	size_t n = (size_t) a->n_lane;

	return a->n_lane == b->n_lane &&
	       memcmp(a->lane, b->lane, n * sizeof(a->lane[0])) == 0 &&
	       memcmp(a->address, b->address, n * sizeof(a->address[0])) == 0;
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

static struct requests requests_of_all(const struct visit *v,
	const struct warp_phase *p)
{
	struct requests all = { 0 };

	for (int i = 0; i < v->n_shift; ++i) {
		struct warp_phase moved = *p;
		struct requests one;

		for (int j = 0; j < p->n_lane; ++j)
			moved.address[j] += v->shift[i].by_B;
		one = request_of(v, &moved);
		requests_add(&all, &one, v->shift[i].n);
	}
	return all;
}

static const struct kind *find_kind(struct visit *v,
	const struct warp_phase *p)
{
	struct kind *k = v->kind;

	for (; k < v->kind + v->n_kind; ++k)
		if (is_same_kind(p, &k->phase))
			return k;
	k = &v->kind[v->next_kind];
	k->phase = *p;
	k->of_all = requests_of_all(v, p);
	if (v->n_kind < MAX_KINDS)
		++v->n_kind;
	v->next_kind = (v->next_kind + 1) % MAX_KINDS;
	return k;
}

/* This is where counts of requests become doubles. */
static bool visit_phase(const struct warp_phase *p, void *user)
{
	struct visit *v = user;

	requests_add(&v->sum, &find_kind(v, p)->of_all,
		(double) p->n_request);
	return true;
}

/* Blocks from the start of the wave, and how many times they make up the
 * launch.
 */
static struct warp_range sample_range(const struct workings *m,
	int64_t n_block, double *scale)
{
	struct warp_range range = {
		m->wave.first, n_block, (int) m->dev->warp_size
	};
	struct thread_set set;
	double cells;

	if (n_block > m->wave.n_block)
		range.n_block = m->wave.n_block;
	threads_of_blocks(m->launch, range.first_block, range.n_block, &set);
	cells = wave_cells(m->kernel, m->launch, &set) * m->kernel->updates;
	*scale = cells > 0 ? m->lup / cells : 1;
	return range;
}

/* Visit the requests of all blocks, or, where they cannot be told apart by
 * their phase, of as many as can be gone through.
 */
static void visit_requests(struct workings *m, const struct warp_access *a,
	int64_t period, bool (*visit)(const struct warp_phase *, void *),
	struct visit *v)
{
	static const int64_t n_block[] = { 0, SAMPLED_BLOCKS, 1 };

	if (m->status != FOOTPRINT_OK)
		return;
	for (int i = 0; i < 3; ++i) {
		double scale = 1;
		struct warp_range range = {
			0, launch_blocks(m->launch), (int) m->dev->warp_size
		};
		struct requests none = { 0 };

		if (n_block[i])
			range = sample_range(m, n_block[i], &scale);
		v->sum = none;
		m->status = footprint_warp_phases(a, &range, period, visit, v);
		requests_add(&none, &v->sum, scale);
		v->sum = none;
		if (m->status != FOOTPRINT_BUDGET)
			return;
	}
}

static int64_t gcd(int64_t a, int64_t b)
{
	while (b) {
		int64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a < 0 ? -a : a;
}

/* Past what a cache may have, "a" will do. */
static int64_t lcm(int64_t a, int64_t b)
{
	int64_t multiple = a / gcd(a, b) * b;

	return multiple > MAX_PERIOD ? a : multiple;
}

static int64_t period_of(const struct device *dev, const struct banks *s)
{
	int64_t period = lcm((int64_t) dev->l1_line_B, s->word_B * s->n_bank);

	period = lcm(period, (int64_t) dev->l1_sector_B);
	period = lcm(period, (int64_t) dev->l1_store_B);
	period = lcm(period, (int64_t) dev->dram_fetch_B);
	period = lcm(period, (int64_t) dev->dram_write_B);
	return has_tag_banks(dev) ? 2 * period : period;
}

static bool same_coefficients(const struct quasi *a, const struct quasi *b)
{
	return memcmp(a->coef, b->coef, sizeof(a->coef)) == 0;
}

/* The distances that the accesses of two blocks may have, modulo the
 * period: multiples of this.  Blocks are spread evenly over them where the
 * grid is large.
 */
static int64_t common_step(const struct workings *m, const struct quasi *a,
	int64_t period)
{
	int64_t step = period;

	for (int i = 0; i < 3; ++i)
		if (m->launch->grid[i] > 1)
			step = gcd(step, a->coef[VAR_BX + i]);
	return m->n_block * (double) step >= 64.0 * (double) period ? step :
		period;
}

/* Whether two accesses make the same requests but for where they start. */
static bool is_alike(const struct kernel *kernel, int i, int j,
	int64_t *apart)
{
	const struct access *a = &kernel->access[i], *b = &kernel->access[j];

	*apart = 0;
	return i == j || (a->guard == b->guard && a->loop == b->loop &&
	       quasi_is_affine(a->address) && quasi_is_affine(b->address) &&
	       same_coefficients(a->address, b->address) &&
	       !__builtin_sub_overflow(b->address->constant,
			a->address->constant, apart));
}

/* Past MAX_SHIFTS, further ones count as the last. */
static void add_shift(struct visit *v, int64_t by_B)
{
	int i = 0;

	while (i < v->n_shift && v->shift[i].by_B != by_B)
		++i;
	if (i == MAX_SHIFTS)
		--i;
	else if (i == v->n_shift)
		v->shift[v->n_shift++] = (struct shift) { .by_B = by_B };
	v->shift[i].n += 1;
}

/* The requests of all accesses of "list" that are like its "first". */
static void count_alike(struct workings *m, const struct access_list *list,
	int first, struct visit *v)
{
	int access = list->access[first];
	const struct access *a = &m->kernel->access[access];
	struct field_counts *c = &m->count[a->field];
	struct warp_access w = warp_access_global(m->kernel, m->launch, access);
	int64_t period = period_of(m->dev, &v->banks);
	int64_t step = common_step(m, a->address, period), apart;

	v->n_shift = 0;
	v->n_kind = v->next_kind = 0;
	for (int i = first; i < list->n; ++i)
		if (is_alike(m->kernel, access, list->access[i], &apart))
			add_shift(v, (apart % step + step) % step);
	visit_requests(m, &w, period, visit_phase, v);
	requests_add(a->is_store ? &c->stores : &c->loads, &v->sum, 1);
}

static void count_list(struct workings *m, const struct access_list *list)
{
	struct visit v = { .dev = m->dev };

	for (int i = 0; i < list->n && m->status == FOOTPRINT_OK; ++i) {
		const struct access *a = &m->kernel->access[list->access[i]];
		bool is_first = true;
		int64_t apart;

		for (int j = 0; is_first && j < i; ++j)
			is_first = !is_alike(m->kernel, list->access[j],
				list->access[i], &apart);
		if (!is_first)
			continue;
		v.elem_B = m->kernel->field[a->field].elem_B;
		v.is_store = a->is_store;
		v.banks = banks_of_l1(m->dev, v.elem_B);
		count_alike(m, list, i, &v);
	}
}

static bool visit_shared(const struct warp_phase *p, void *user)
{
	struct visit *v = user;

	v->sum.n += (double) p->n_request;
	v->sum.cycles += (double) p->n_request * banks_cycles(p, &v->banks);
	return true;
}

/* Cycles of shared memory, which has the banks of (4.1) and no tags. */
static void count_shared(struct workings *m)
{
	if (!(m->dev->shared_banks > 0 && m->dev->shared_bank_B > 0))
		return;
	for (int i = 0; i < m->kernel->n_shared_access; ++i) {
		const struct shared_access *a = &m->kernel->shared_access[i];
		struct warp_access w = warp_access_shared(m->kernel,
			m->launch, i);
		struct visit v = { .elem_B = a->elem_B };

		v.banks = banks_of_shared(m->dev, a->elem_B);
		visit_requests(m, &w, v.banks.word_B * v.banks.n_bank,
			visit_shared, &v);
		requests_add(a->is_store ? &m->shared_stores :
			&m->shared_loads, &v.sum, 1);
	}
}

/* Warps with at least one thread in the domain, and their lanes in use. */
static void count_warps(struct workings *m)
{
	struct warp_range range = {
		0, launch_blocks(m->launch), (int) m->dev->warp_size
	};
	struct warp_sum sum = { 0 };

	if (m->status == FOOTPRINT_OK)
		m->status = footprint_lanes(m->kernel, m->launch, NULL, -1,
			&range, &sum);
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

/* Besides their words, warps and requests cost a little on NVIDIA GPUs.
 *
 *	(sum c + c_w w + c_l Q_l + c_s Q_s) / N			  (4.3)
 *
 *	w         warps of the launch		m->warps
 *	Q_l, Q_s  load and store requests	load->n, store->n
 */
static void report_wavefronts(struct workings *m, const struct requests *load,
	const struct requests *store)
{
	double on = has_tag_banks(m->dev) ? 0 : 1;
	double c_w = on * fit_value(FIT_l1_warp_cycles);
	double c_l = on * fit_value(FIT_l1_load_cycles);
	double c_s = on * fit_value(FIT_l1_store_cycles);
	const struct derivation_input in[] = {
		{ "load_cycles", "cyc", "cycles of all load requests",
		  load->cycles },
		{ "store_cycles", "cyc", "cycles of all store requests",
		  store->cycles },
		{ "n_warp", "", "warps of the launch", m->warps },
		{ "n_load", "", "load requests", load->n },
		{ "n_store", "", "store requests", store->n },
		{ "c_warp", "cyc", "cycles more for each warp", c_w },
		{ "c_load", "cyc", "and for each load request", c_l },
		{ "c_store", "cyc", "and for each store request", c_s },
		{ "n_lup", "LUP", "updates of the launch", m->lup },
	};

	report_metric(m->report, METRIC_l1_wavefronts, "4.3",
		"(load_cycles + store_cycles + c_warp * n_warp + "
		"c_load * n_load + c_store * n_store) / n_lup",
		(load->cycles + store->cycles + c_w * m->warps +
		c_l * load->n + c_s * store->n) / m->lup,
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
	double cycles = m->shared_loads.cycles + m->shared_stores.cycles;
	const struct derivation_input in[] = {
		{ "cycles", "cyc", "cycles of all requests to shared memory",
		  cycles },
		{ "n_lup", "LUP", "updates of the launch", m->lup },
	};

	report_metric(m->report, METRIC_shared_wavefronts, "4.5",
		"cycles / n_lup", cycles / m->lup, NULL,
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
