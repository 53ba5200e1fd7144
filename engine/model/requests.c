/* Lines that L2 looks up: the limits "requests" and "in_place" (doc/MODEL.md,
 * chapter 7).
 */

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "engine/model/l1.h"
#include "engine/model/limiter.h"
#include "engine/model/requests.h"
#include "engine/report/formula.h"
#include "hw/fit.h"

/* Sectors that store requests fill only in part. */
static double partial_sectors(const struct workings *m)
{
	double n = 0;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct requests *r = &m->count[f].stores;

		n += fmax(0, r->sectors - r->filled);
	}
	return n / m->lup;
}

/* Lines that requests of a field store to in part.  Cells so far apart that
 * they fill no sector count only if others are left out.  Warps side by side
 * in a row of the block load at the same time and find whole lines, unless
 * they wait for other loads before.
 */
static double parts_of(const struct workings *m, int field)
{
	const struct requests *r = &m->count[field].stores;
	double sectors = (double) m->dev->l1_line_B / m->dev->l1_sector_B;
	double warp_B = m->dev->warp_size * m->kernel->field[field].elem_B;

	if (r->filled == 0 && limiter_run_B(m) >= m->dev->l1_line_B &&
		r->sectors > (sectors - 1) * r->lines)
		return 0;
	return fmax(0, r->lines - r->whole) *
		(m->waits < 2 && r->filled > 0 ?
				fmin(1, warp_B / limiter_run_B(m)) :
				1);
}

static bool is_in_place(const struct kernel *kernel, int field)
{
	bool is_loaded = false, is_stored = false;

	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];

		if (a->field != field || a->loop >= 0 || a->atomic)
			continue;
		is_loaded = is_loaded || !a->is_store;
		is_stored = is_stored || a->is_store;
	}
	return is_loaded && is_stored;
}

/* Stores of an update to lines that the launch loads and that a request covers
 * in part only, outside of loops.
 */
static double parts_in_place(const struct workings *m)
{
	double n = 0;

	if (l1_has_tag_banks(m->dev))
		return 0; /* measured on NVIDIA's boards only */
	for (int f = 0; f < m->kernel->n_field; ++f)
		if (is_in_place(m->kernel, f))
			n += parts_of(m, f);
	return n / m->lup;
}

static double stored_parts(const struct workings *m)
{
	double n = 0;

	for (int f = 0; f < m->kernel->n_field; ++f)
		n += m->count[f].stores.lines;
	return n / m->lup;
}

/* The share of DRAM's time for which such stores wait: that of their own
 * bytes, or, if warps wait several times and drift apart, of all that moves
 * for lines that are stored.
 */
static double share_in_place(const struct workings *m)
{
	double n = 0, all = 0;

	if (m->waits >= 2)
		return parts_in_place(m) / stored_parts(m);

	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct field_volume *v = &m->report->field[f];
		double V = v->dram_load_B + v->dram_store_B;

		all += V;
		if (m->count[f].stores.lines > 0 && is_in_place(m->kernel, f))
			n += V * parts_of(m, f) / m->count[f].stores.lines;
	}
	return all > 0 ? n / all : 0;
}

static bool is_simulated(const struct workings *m)
{
	return m->sampled && m->has_dram;
}

/* Sectors that stores fill in part.  Where a simulation tells which of them leave
 * L2 before they are complete, these, as often as they come back.
 */
static double late_sectors(const struct workings *m)
{
	return is_simulated(m) ? m->sum.stored_partial / m->dev->l1_sector_B :
				 partial_sectors(m);
}

/* Stores of a wave over the size of L2 at which half of them are late. */
static double half_late(const struct workings *m)
{
	return is_simulated(m) ? 0 : fit_value(m->dev, FIT_l2_partial_half);
}

/* The share of such sectors that L1 joins, as it still holds the earlier ones:
 * the less the more lines a request has, the more warps store in turns, the
 * more of them, those of a block, do so at the same time, and the less they do
 * besides.
 *
 *	J = (s - u) / (1 + (l / h)^e)				  (5.10)
 *	h = h_0 (64 / W)^a (4 / max(4, b))^c (1 / 2 p)^g
 *
 *	s, u  sectors of the requests, of all of them together
 *	l, h  lines of a request, lines of which half are joined
 *	W, b  warps of an SM, of a block
 *	p     share of the requests that stores are, at most 1/2
 */
#define JOIN_WARPS	 64.0
#define JOIN_BLOCK_WARPS 4.0
#define JOIN_STORES	 0.5

static double join_half(const struct workings *m)
{
	double b = m->occupancy.warps_per_block;
	double warps = fmin(m->occupancy.blocks_per_sm,
			       ceil(m->warps / b / (double) m->dev->sm_count)) *
		b;
	double loads = 0, stores = 0;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		loads += m->count[f].loads.n;
		stores += m->count[f].stores.n;
	}
	return fit_value(m->dev, FIT_join_lines) *
		pow(JOIN_WARPS / fmax(1, warps),
			fit_value(m->dev, FIT_join_warps)) *
		pow(JOIN_BLOCK_WARPS / fmax(JOIN_BLOCK_WARPS, b),
			fit_value(m->dev, FIT_join_block)) *
		pow(fmax(1, JOIN_STORES * (loads + stores) / stores),
			fit_value(m->dev, FIT_join_stores));
}

static double joined_share(const struct workings *m, const struct requests *r)
{
	if (!(r->joins > 0))
		return 0;
	return 1 /
		(1 +
			pow(r->lines / r->n / join_half(m),
				fit_value(m->dev, FIT_join_steepness)));
}

/* Those of them that L1 makes whole by joining stores. */
static double mended_sectors(const struct workings *m)
{
	double n = 0;

	if (is_simulated(m))
		return 0;
	for (int f = 0; f < m->kernel->n_field; ++f)
		n += joined_share(m, &m->count[f].stores) *
			m->count[f].stores.mends;
	return fmin(n / m->lup, late_sectors(m));
}

double requests_partial_B(const struct workings *m)
{
	double n = partial_sectors(m) * m->lup;

	if (l1_has_tag_banks(m->dev))
		return 0; /* measured on NVIDIA's boards only */
	for (int f = 0; f < m->kernel->n_field; ++f)
		n -= joined_share(m, &m->count[f].stores) *
			m->count[f].stores.mends;
	return fmax(0, n) * m->dev->l1_store_B / m->lup;
}

/* Lines of stores that L1 joins with others before L2 sees them. */
static double joined_lines(const struct workings *m)
{
	double n = 0;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct requests *r = &m->count[f].stores;

		n += joined_share(m, r) *
			(r->sectors > 0 ? r->lines * r->joins / r->sectors : 0);
	}
	return n / m->lup;
}

bool requests_are_measured(const struct device *dev)
{
	return dev->arch && strcmp(dev->arch, "hopper") == 0;
}

bool requests_join_is_proven(const struct workings *m)
{
	return requests_are_measured(m->dev) && m->kernel->n_loop == 0;
}

double requests_joined_B(const struct workings *m)
{
	double n = 0;

	for (int f = 0; f < m->kernel->n_field; ++f)
		n += joined_share(m, &m->count[f].stores) *
			m->count[f].stores.joins;
	return n * m->dev->l1_store_B / m->lup;
}

/* A store that is joined passes the data stage for its words alone, as L1 holds
 * the lines:
 *
 *	J min(1, 2 j / s) (c - c_data + c_l B)			  (4.16)
 *
 *	J     share that L1 joins (5.10) of		joined_share()
 *	j, s  sectors that may be joined, and all; two stores that lie side by
 *	      side have j = s / 2
 *	c, c_data  cycles of the stores, and of their words
 *	c_l, B  cycles for each conflicting line (4.6)	line
 */
double requests_joined_cycles(const struct workings *m, double line)
{
	double sum = 0;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct requests *r = &m->count[f].stores;

		if (r->joins > 0)
			sum += joined_share(m, r) *
				fmin(1, 2 * r->joins / r->sectors) *
				(r->tags + line * r->beyond);
	}
	return sum;
}

/* Lines that L2 looks up.  A sector that a store fills in part is read,
 * changed and written, unless the rest comes at once: the more stores are in
 * flight, the later it comes.
 */
static void limit_requests(struct workings *m)
{
	FORMULA_LIMIT(m->report, "requests", "L2 requests", "7.11",
		n_lup * (R - w * J + p * (P - M) / (1 + pow(h / O, 2))) / rate,
		(n_lup, "LUP", "updates of the launch", m->lup),
		(R, "txn/LUP", "lines that L2 looks up",
			m->report->metric[METRIC_l2_requests]),
		(J, "txn/LUP", "of these: stores that L1 joins",
			joined_lines(m)),
		(w, "", "lookups for a store",
			fit_value(m->dev, FIT_l2_store_lookups)),
		(P, "txn/LUP", "sectors that stores fill in part",
			late_sectors(m)),
		(M, "txn/LUP", "of these: joined in L1 to whole ones",
			mended_sectors(m)),
		(p, "", "extra lookups for each of them",
			fit_value(m->dev, FIT_l2_partial_lookups)),
		(O, "", "stores of a wave over the L2 size",
			fmax(1e-9, m->over_stores)),
		(h, "", "O at which half of them are completed too late",
			half_late(m)),
		(rate, "txn/s", "lines that L2 looks up in a second",
			m->dev->l2_requests_per_s));
}

double requests_late_share(const struct workings *m)
{
	double P = fit_value(m->dev, FIT_l2_partial_lookups) * late_sectors(m);
	double R = m->report->metric[METRIC_l2_requests];

	return P > 0 ? P / (P + R) : 0;
}

/* (7.17) where other limits take other times. */
double requests_in_place_s(const struct workings *m, double requests_s,
	double dram_s)
{
	double S = parts_in_place(m), x;

	x = fit_value(m->dev, FIT_in_place_overlap);
	return pow(pow(requests_s +
				   m->lup * S *
					   fit_value(m->dev,
						   FIT_in_place_lookups) /
					   m->dev->l2_requests_per_s,
			   x) +
			pow(dram_s * share_in_place(m), x),
		1 / x);
}

/* A part of a line that is stored where it was loaded waits for the other
 * parts, which come from DRAM.
 */
static void limit_in_place(struct workings *m)
{
	double parts = parts_in_place(m);

	if (!(parts > 0))
		return;
	FORMULA_LIMIT(m->report, "in_place", "in-place parts of lines", "7.17",
		(t_requests + n_lup * e * S / rate) *
			pow(1 +
					pow(t_dram * q /
							(t_requests +
								n_lup * e * S /
									rate),
						x),
				y),
		(n_lup, "LUP", "updates of the launch", m->lup),
		(t_requests, "s", "L2 requests",
			report_limit_s(m->report, "requests")),
		(t_dram, "s", "DRAM bandwidth, for which they wait",
			report_limit_s(m->report, "dram")),
		(S, "txn/LUP", "parts of lines stored in place", parts),
		(q, "", "share of that time for which they do",
			share_in_place(m)),
		(e, "", "extra lookups for each part stored in place",
			fit_value(m->dev, FIT_in_place_lookups)),
		(x, "", "how far the two overlap",
			fit_value(m->dev, FIT_in_place_overlap)),
		(y, "", "the inverse of x", 1 / x),
		(rate, "txn/s", "lines that L2 looks up in a second",
			m->dev->l2_requests_per_s));
}

void requests_limits(struct workings *m)
{
	limit_requests(m);
	limit_in_place(m);
}
