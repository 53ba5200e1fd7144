/* Wavefronts of L1 as the counter of a GPU has them, and as they take time
 * (doc/MODEL.md, chapter 4): the words of requests, reads of threadIdx,
 * shuffles, and writes that wait for fills.
 */

#include <math.h>

#include "engine/model/l1.h"
#include "engine/model/l1_lanes.h"
#include "engine/model/l2.h"
#include "engine/model/requests.h"
#include "engine/model/scatter.h"
#include "engine/model/spill.h"
#include "engine/report/formula.h"
#include "hw/fit.h"

/* The threadIdx of a warp is read through the data stage of L1, one wavefront
 * for each dimension.
 */
static double index_wavefronts(const struct workings *m)
{
	return l1_has_tag_banks(m->dev) ? 0 : m->warps * m->kernel->dims;
}

static void sum_requests(const struct workings *m, struct requests *load,
	struct requests *store)
{
	*load = *store = (struct requests) { 0 };
	for (int f = 0; f < m->kernel->n_field; ++f) {
		workings_add_requests(load, &m->count[f].loads, 1);
		workings_add_requests(store, &m->count[f].stores, 1);
		workings_add_requests(store, &m->count[f].atomics, 1);
	}
	spill_requests(m, load, store);
}

/* Sectors from L2, each of which is written into L1 in a cycle.  They are whole,
 * so that launches which move the same take the same time to the bit.
 */
static double filled_sectors(const struct workings *m)
{
	return round((l2_load_of(&m->sum) + spill_l2_load_B(m)) * m->lup /
		m->dev->l1_sector_B);
}

/* How often lines in different slots are delivered for each that comes from L2:
 * conv_5 and conv_15 of users_held.csv have 2.4 and 2.6.
 */
#define FILLED_TIMES 2.5

/* Lines of one group that map to the same sector slot.  Those that were filled
 * together mostly have matching slots; in loops, three of four are rotated
 * against each other, as far as trips bring new lines and one request did not
 * bring them together.
 */
static double line_cycles(const struct workings *m)
{
	double straight = fit_value(m->dev, FIT_l1_line_cycles);
	struct requests load, store;
	double filled, beyond, apart;

	if (l1_has_tag_banks(m->dev))
		return 0;
	sum_requests(m, &load, &store);
	beyond = load.beyond + store.beyond;
	apart = beyond - load.matched;
	filled = filled_sectors(m) * m->dev->l1_sector_B / m->dev->l1_line_B;
	if (beyond <= 0)
		return straight;
	return (1 - m->looped) * straight +
		m->looped * fmin(0.75 * apart, FILLED_TIMES * filled) / beyond;
}

/* Wavefronts of shared memory where it is a part of L1. */
static double shared_part(const struct workings *m, const struct requests *r)
{
	return m->dev->carveouts ? r->cycles : 0;
}

/* A shuffle passes the data stage of shared memory, as one wavefront. */
static double shuffle_wavefronts(const struct workings *m)
{
	return m->dev->carveouts ? m->warp_work.shuffles : 0;
}

/* Cycles that a line from L2 keeps the data stage busy. */
static double fill_cycles(const struct workings *m)
{
	return l1_has_tag_banks(m->dev) ? 0 :
					  fit_value(m->dev, FIT_l1_fill_cycles);
}

/* A wavefront that writes waits for fills, which write into the same banks:
 * with F fills in t cycles of an SM,
 *
 *	W F / t						  (4.12)
 *
 * of W such wavefronts come again.
 */
static double wavefronts(const struct workings *m, double cycles)
{
	struct requests load, store;
	double alone, writes, fills = filled_sectors(m);
	double weight = l1_has_tag_banks(m->dev) ?
		0 :
		fit_value(m->dev, FIT_l1_write_waits);

	sum_requests(m, &load, &store);
	writes = store.cycles + shared_part(m, &m->shared_stores) +
		index_wavefronts(m);
	alone = load.cycles + store.cycles + shared_part(m, &m->shared_loads) +
		shared_part(m, &m->shared_stores) +
		line_cycles(m) * (load.beyond + store.beyond) +
		fill_cycles(m) * fills * m->dev->l1_sector_B /
			m->dev->l1_line_B +
		index_wavefronts(m) + shuffle_wavefronts(m);
	/* where L1 is the limit, it is busy for as long */
	cycles = fmax(cycles, fmax(alone, fills));
	return alone + (cycles > 0 ? weight * writes * fills / cycles : 0);
}

double l1_busy(const struct workings *m)
{
	return wavefronts(m, 0);
}

double l1_delivered(const struct workings *m, int f)
{
	const struct requests *load = &m->count[f].loads;
	double row = m->dev->l1_bank_B / m->dev->l1_sector_B;
	double cycles = load->cycles + line_cycles(m) * load->beyond +
		fit_value(m->dev, FIT_l1_stall_cycles) * load->stalls;

	return row > 0 ? fmin(load->sectors, cycles * row) : load->sectors;
}

/* Cycles of tags that the counter of data wavefronts does not see: of a request
 * whose lines are drawn, the data stage has a pass for words that hit, and one for
 * lines that come from L2, as their tags let them by:
 *
 *	c - (1 - m^L) c_data - c T(m L) / T(L)			  (4.15)
 *
 *	c, c_data  cycles of the request (4.2), and of its words
 *	L, m       its lines, and the share that L1 misses
 *	T(L)       most of L lines in one of four banks of tags
 */
static double unseen_cycles(const struct workings *m)
{
	double sum = 0;

	for (int f = 0; !l1_has_tag_banks(m->dev) && f < m->kernel->n_field;
		++f) {
		const struct field_counts *c = &m->count[f];
		double lines, missed;

		if (!(c->drawn.n > 0))
			continue;
		lines = c->drawn.lines / c->drawn.n;
		missed = fmin(1,
			l2_load_of(&m->term[f]) * m->lup /
				(m->dev->l1_sector_B * c->loads.sectors));
		sum += c->drawn.cycles *
				(1 -
					scatter_fullest_mean(missed * lines,
						TAG_BANKS) /
						scatter_fullest_mean(lines,
							TAG_BANKS)) -
			(1 - pow(missed, lines)) * c->drawn_words;
	}
	return sum;
}

void l1_report_wavefronts(struct workings *m)
{
	const struct device *dev = m->dev;
	double *metric = &m->report->metric[METRIC_l1_wavefronts];
	struct requests load, store;

	if (m->launch->measured && !isnan(*metric))
		return;
	sum_requests(m, &load, &store);
	FORMULA_METRIC(m->report, METRIC_l1_wavefronts, "4.3",
		report_text(m->report,
			"%.4g cycles for each of %.4g load "
			"requests, %.4g for each of %.4g store requests",
			load.n > 0 ? load.cycles / load.n : 0, load.n,
			store.n > 0 ? store.cycles / store.n : 0, store.n),
		(load_cycles + store_cycles + shared_load + shared_store +
			c_line * n_line + c_fill * n_fill + n_index +
			n_shuffle +
			c_wait * (store_cycles + shared_store + n_index) *
				n_sector / max(cycles, n_sector) -
			n_unseen - n_joined) /
			n_lup,
		(load_cycles, "cyc", "cycles of all load requests",
			load.cycles),
		(store_cycles, "cyc", "cycles of all store requests",
			store.cycles),
		(shared_load, "cyc",
			"cycles of loads of shared memory, if part of L1",
			shared_part(m, &m->shared_loads)),
		(shared_store, "cyc",
			"cycles of stores to shared memory, if part of L1",
			shared_part(m, &m->shared_stores)),
		(n_line, "", "lines beyond one per cycle",
			load.beyond + store.beyond),
		(n_index, "cyc", "reads of threadIdx", index_wavefronts(m)),
		(n_shuffle, "cyc", "shuffles", shuffle_wavefronts(m)),
		(n_unseen, "cyc", "tags of drawn lines that L1 holds",
			unseen_cycles(m)),
		(n_joined, "cyc", "tags of stores that L1 joins",
			requests_joined_cycles(m, line_cycles(m))),
		(n_sector, "", "sectors loaded from L2", filled_sectors(m)),
		(n_fill, "", "lines that they are",
			filled_sectors(m) * dev->l1_sector_B / dev->l1_line_B),
		(cycles, "cyc", "cycles of all SMs in the time of the launch",
			dev->sm_count * dev->clock_Hz * m->report->kernel_s),
		(c_line, "cyc", "extra cycles for each of these lines",
			line_cycles(m)),
		(c_fill, "cyc", "extra cycles for each line from L2",
			fill_cycles(m)),
		(c_wait, "",
			"how often a wavefront that writes waits for a fill",
			l1_has_tag_banks(dev) ?
				0 :
				fit_value(dev, FIT_l1_write_waits)),
		(n_lup, "LUP", "updates of the launch", m->lup));
}

void l1_report(struct workings *m)
{
	struct requests load, store;

	sum_requests(m, &load, &store);
	m->report->metric[METRIC_l1_wavefronts] = NAN;
	FORMULA_METRIC(m->report, METRIC_l1_load_B, "4.4", NULL,
		n_sector * sector / n_lup,
		(n_sector, "", "sectors that all load requests touch",
			load.sectors),
		(sector, "B", "bytes of a sector", m->dev->l1_sector_B),
		(n_lup, "LUP", "updates of the launch", m->lup));
	if (m->kernel->n_shared_access == 0)
		return;
	FORMULA_METRIC(m->report, METRIC_shared_wavefronts, "4.5", NULL,
		cycles / n_lup,
		(cycles, "cyc", "cycles of all requests to shared memory",
			m->shared_loads.cycles + m->shared_stores.cycles),
		(n_lup, "LUP", "updates of the launch", m->lup));
}
