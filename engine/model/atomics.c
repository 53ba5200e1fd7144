/* Atomic updates of fields: atomics.h. */

#include <math.h>
#include <string.h>

#include "engine/base/integer.h"
#include "engine/model/atomics.h"
#include "engine/model/l1_lanes.h"
#include "engine/model/scatter.h"
#include "engine/report/formula.h"
#include "hw/fit.h"

/* Bytes that one slice of L2 holds side by side: 1 to 1024 bins of 4 or 8 B
 * are updated by as many slices as they have such parts (updates_fit.csv).
 */
#define SLICE_B 512.

/* The expected largest of "k" Poisson numbers of the mean "mean". */
static double most_of(double k, double mean)
{
	double p = exp(-mean), sum = p, most = 0;

	for (int i = 1; i < 200 && 1 - pow(sum, k) > 1e-9; ++i) {
		most += 1 - pow(sum, k);
		p *= mean / i;
		sum = fmin(1, sum + p);
	}
	return most;
}

/* Packets of "draws" draws of a cell, each of one lane: one packet has an update
 * of each word of a granule.  Draws that share a word take turns, those of other
 * words of its sector go along.
 *
 *	s E(max of w Poisson(l / n))				  (21.1)
 *
 *	l, n  draws, cells
 *	w, s  cells of a sector, sectors
 */
static double packets_of(const struct access *a, double draws, double granule_B)
{
	double n = (double) a->draw.cells;
	double w = fmax(1, fmin(n, floor(granule_B / (double) a->draw.step_B)));

	return fmin(draws, n / w * most_of(w, draws / n));
}

/* The lanes of a warp that share a draw, and so move by the same bytes; their
 * number is returned.
 */
static int lanes_of_draw(const struct workings *m, const struct access *a,
	struct warp_phase *p)
{
	int64_t line_B = (int64_t) m->dev->l1_line_B, low = INT64_MAX;

	p->n_request = 1;
	p->n_lane = 0;
	for (int i = 0; i < (int) m->dev->warp_size &&
		i < integer_max(1, a->draw.together);
		++i) {
		if (!launch_address(m->launch, a->address, i, &p->address[i]))
			break;
		p->lane[p->n_lane++] = i;
		low = integer_min(low, p->address[i]);
	}
	if (p->n_lane == 0)
		p->lane[p->n_lane++] = (int) (p->address[0] = low = 0);
	for (int i = 0; i < p->n_lane; ++i)
		p->address[i] -= integer_floor(low, line_B) * line_B;
	return p->n_lane;
}

/* Lanes that share a draw send what they would send at fixed addresses, and
 * draws that meet take turns.  Where all of a block have one address, compilers
 * add up integers.
 */
void atomics_drawn(const struct workings *m, const struct access *a,
	double lanes, struct requests *r)
{
	const struct device *dev = m->dev;
	int64_t cells = integer_min(a->draw.cells, 1 << 20);
	struct warp_phase phase;
	struct l1_lanes l;
	double draws = lanes / lanes_of_draw(m, a, &phase);
	bool joins = a->atomic == ATOMIC_WARP;

	l1_lanes_find(&l, &phase);
	r->packets = packets_of(a, draws, dev->l1_sector_B) *
		l1_lanes_packets(&l, 0, (int64_t) dev->l1_sector_B, joins);
	r->passes = packets_of(a, draws, dev->l1_line_B) *
		l1_lanes_packets(&l, 0, (int64_t) dev->l1_line_B, joins);
	r->cycles = fmax(r->cycles,
		scatter_fullest((int) ceil(draws), (int) cells) *
			l1_lanes_same(&l, joins));
}

static bool is_float(const struct workings *m)
{
	for (int i = 0; i < m->kernel->n_access; ++i)
		if (m->kernel->access[i].atomic == ATOMIC_FLOAT)
			return true;
	return false;
}

/* Granules of the field that atomic updates of a wave touch. */
static double granules_of(struct workings *m, int f, double granule_B)
{
	const struct kernel *kernel = m->kernel;
	struct access_list list = { 0 };
	double n = 0;

	list.access = quasi_pool_alloc(m->pool,
		((size_t) kernel->n_access + 1) * sizeof(*list.access));
	for (int i = 0; list.access && i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];

		if (a->field != f || !a->atomic)
			continue;
		if (!a->draw.kind)
			list.access[list.n++] = i;
		else
			n = fmax(n,
				ceil((double) a->draw.cells *
					(double) a->draw.step_B / granule_B));
	}
	if (list.n > 0)
		n = fmax(n,
			workings_count_one(m, kernel, &list, granule_B,
				&m->wave.set[0]));
	return fmax(1, n);
}

void atomics_count(struct workings *m)
{
	for (int f = 0; f < m->kernel->n_field; ++f) {
		if (!(m->count[f].atomics.packets > 0))
			continue;
		m->atomic_packets += m->count[f].atomics.packets;
		m->atomic_parts += granules_of(m, f, SLICE_B);
		m->atomic_sectors += granules_of(m, f, m->dev->l1_sector_B);
	}
}

/* Before Ampere a warp adds up integers that are no literal 1 by shuffles, and only
 * if all of its lanes take part: (16.40).
 */
static void note_shuffles(const struct workings *m)
{
	static const char *const before[] = { "volta", "turing", "pascal",
		"maxwell" };
	bool is_before = false;

	for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); ++i)
		is_before |= m->dev->arch &&
			strcmp(m->dev->arch, before[i]) == 0;
	for (int i = 0; is_before && i < m->kernel->n_access; ++i) {
		const struct access *a = &m->kernel->access[i];

		if (a->atomic != ATOMIC_WARP ||
			(!a->chance.id && !a->predicate))
			continue;
		report_note(m->report,
			"updates of warps in which lanes are idle",
			"a condition stands around an atomic update that is "
			"counted as one for each warp: before Ampere warps in "
			"which a lane is idle make one for each lane, unless "
			"a literal is added");
		return;
	}
}

/* L2 carries out updates where the data are: the parts of SLICE_B bytes that
 * the launch updates at a time lie on c slices, of S.  Updates of floats in
 * one sector wait for each other.
 *
 *	n_lup A max(1 / (r s), l / (f q)),
 *	s = (c^-p + S^-p)^(-1/p)				  (21.2)
 */
void atomics_limit(struct workings *m)
{
	const struct device *dev = m->dev;

	if (!(m->atomic_packets > 0))
		return;
	note_shuffles(m);
	FORMULA_LIMIT(m->report, "atomics", "atomic updates in L2", "21.2",
		n_lup * A *
			fmax(1 / (r * pow(pow(c, -p) + pow(u * S, -p), -1 / p)),
				l / q) /
			clock,
		(n_lup, "LUP", "updates of the launch", m->lup),
		(A, "txn/LUP", "atomic updates of a sector",
			m->atomic_packets / m->lup),
		(c, "", "parts of 512 B that are updated at a time",
			m->atomic_parts),
		(S, "", "slices of L2", dev->l2_slices),
		(u, "", "share of them that is busy",
			fit_value(dev, FIT_atomic_slices)),
		(p, "", "how evenly parts fall on slices",
			fit_value(dev, FIT_atomic_spread)),
		(r, "", "updates of a slice in a cycle",
			fit_value(dev, FIT_atomic_rate)),
		(q, "", "sectors that are updated at a time",
			m->atomic_sectors),
		(l, "cyc", "time from update to update of one sector",
			is_float(m) ? fit_value(dev, FIT_atomic_float_cycles) :
				      1 / fit_value(dev, FIT_atomic_rate)),
		(clock, "Hz", "clock", dev->clock_Hz));
}
