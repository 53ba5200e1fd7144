/* Pages that a wave touches and warps look up (doc/MODEL.md, chapter 6). */

#include <math.h>

#include "engine/model/conditions.h"
#include "engine/model/tlb.h"
#include "engine/report/formula.h"

static void report_pages(struct workings *m)
{
	double pages = m->wave_pages;

	FORMULA_METRIC(m->report, METRIC_tlb_pages, "6.16", NULL, pages,
		(pages, "page", "pages that the wave touches, counted",
			m->wave_pages));
	if (pages > m->dev->tlb_pages && !isfinite(m->dev->tlb_per_s))
		report_note(m->report,
			"misses of the TLB are not modelled on this device",
			"a wave touches %.0f pages, but the "
			"TLB holds %.0f: its misses are not modelled on this "
			"device and may add time",
			pages, m->dev->tlb_pages);
}

/* The middle of the active blocks. */
static int64_t middle_block(const struct workings *m)
{
	int64_t middle = m->conditions ? m->conditions->middle : -1;

	return middle >= 0 ? middle : m->wave.first + m->wave.n_block / 2;
}

/* Pages that a warp touches, those of a field once: of the first warps of
 * a block in the middle that touch any.
 */
static double pages_of_warp(struct workings *m)
{
	enum { LOOKED_AT = 4 };
	int width = (int) m->dev->warp_size, n = 0;
	int64_t block = middle_block(m);
	double sum = 0;

	for (int64_t warp = 0; n < LOOKED_AT; ++warp) {
		struct thread_set set;
		double pages = 0;

		threads_of_warp(m->launch, block, warp, width, &set);
		threads_clip(m->kernel, m->launch, &set);
		if (set.n_box == 0)
			break;
		for (int f = 0; f < m->kernel->n_field; ++f)
			pages += workings_count_one(m, m->kernel,
				&m->count[f].both, m->dev->page_B, &set);
		sum += pages;
		n += pages > 0;
	}
	return n > 0 ? sum / n : 0;
}

/*	P = sum_f |pages of field f that the wave touches|	  (6.16) */
void tlb_count(struct workings *m)
{
	double page_B = m->dev->page_B;

	m->wave_pages = m->warp_pages = NAN;
	if (!(page_B >= 1))
		return;
	m->wave_pages = 0;
	for (int f = 0; f < m->kernel->n_field; ++f)
		m->wave_pages += workings_count_one(m, m->kernel,
			&m->count[f].both, page_B, m->wave.set);
	m->warp_pages = pages_of_warp(m);
}

static void report_lookups(struct workings *m)
{
	FORMULA_METRIC(m->report, METRIC_tlb_lookups, "6.17", NULL,
		pages * n_warp / n_lup,
		(pages, "page", "pages that a warp touches", m->warp_pages),
		(n_warp, "", "warps of the launch", m->warps),
		(n_lup, "LUP", "updates of the launch", m->lup));
}

void tlb_report(struct workings *m)
{
	if (isnan(m->wave_pages))
		return;
	report_pages(m);
	report_lookups(m);
}
