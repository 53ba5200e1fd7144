/* What sections of L2 load from each other and store to each other
 * (doc/MODEL.md, (7.29)).
 */

#include <math.h>
#include <string.h>

#include "engine/model/limiter_crossing.h"
#include "engine/model/requests.h"
#include "engine/report/formula.h"
#include "hw/fit.h"

/* Times that are this close are one. */
#define SETTLED 1.001

/* Bytes of a field that sections of L2 load from each other: those that ask for a
 * line ask the one that is its home.
 *
 *	min(V_dram (s - 1) (1 - (1 - 1 / s)^n), (1 - 1 / s) V_l2)
 *
 *	n	blocks that load a granule while L2 has it
 */
static double crossing_load_B(const struct workings *m, int f)
{
	const struct field_counts *c = &m->count[f];
	double s = m->dev->l2_sections;
	double from_dram_B = m->report->field[f].dram_load_B;
	double blocks_B = c->block_fetches * m->dev->dram_fetch_B / m->lup;
	double n = c->block_fetches / fmax(1, c->launch_load);

	if (from_dram_B > 0)
		n = fmin(n, blocks_B / from_dram_B);
	return fmin(from_dram_B * (s - 1) * (1 - pow(1 - 1 / s, fmax(1, n))),
		m->report->field[f].l2_load_B * (1 - 1 / s));
}

/* Bandwidth between the sections of L2.  What a store that fills a part of a
 * sector passes on is not known, and counts as nothing.
 */
void limiter_crossing(struct workings *m)
{
	const double *v = m->report->metric;
	double load_B = 0;
	double store_B = fmax(0,
		v[METRIC_l2_store_B] - requests_joined_B(m) -
			requests_partial_B(m));

	if (!(m->dev->l2_sections > 1 && m->dev->l2_crossing_B_per_s > 0))
		return;
	for (int f = 0; f < m->kernel->n_field; ++f)
		load_B += crossing_load_B(m, f);
	FORMULA_LIMIT(m->report, "crossing", "L2 crossing bandwidth", "7.29",
		n_lup * (V_load + (1 - 1 / s) * (V_store + e * V_kept)) /
			bandwidth,
		(n_lup, "LUP", "updates of the launch", m->lup),
		(V_load, "B/LUP", "loaded from other sections", load_B),
		(s, "", "sections", m->dev->l2_sections),
		(V_store, "B/LUP", "stored, in whole sectors", store_B),
		(V_kept, "B/LUP", "of these: stay in L2",
			fmax(0, store_B - v[METRIC_dram_store_B])),
		(e, "", "what stores that stay in L2 pass beside that",
			fit_value(m->dev, FIT_crossing_stores)),
		(bandwidth, "B/s", "bandwidth, as measured",
			m->dev->l2_crossing_B_per_s));
}

void limiter_settle(struct report *r)
{
	double most = 0;

	if (strcmp(r->limit[r->limiter].name, "crossing") != 0 ||
		r->time_s - report_limit_s(r, "overhead") <=
			SETTLED * r->limit[r->limiter].seconds)
		return;
	for (int i = 0; i < r->n_limit; ++i)
		if (strcmp(r->limit[i].name, "crossing") != 0 &&
			r->limit[i].seconds > most) {
			most = r->limit[i].seconds;
			r->limiter = i;
		}
}
