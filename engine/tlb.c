/* Pages of a wave: doc/MODEL.md, chapter 6. */

#include "engine/tlb.h"

static void report_pages(struct workings *m, double pages)
{
	const struct derivation_input in[] = {
		{ "pages", "page", "pages that the wave touches, counted",
		  pages },
	};

	report_metric(m->report, METRIC_tlb_pages, "6.16", "pages", pages,
		NULL, REPORT_INPUTS(in));
	if (pages > m->dev->tlb_pages)
		report_note(m->report, "a wave touches %.0f pages, and the "
			"TLB holds %.0f: the time may be longer", pages,
			m->dev->tlb_pages);
}

/*	P = sum_f |pages of field f that the wave touches|	  (6.16) */
void tlb_report(struct workings *m)
{
	double page_B = m->dev->page_B, pages = 0;

	if (!(page_B >= 1))
		return;
	for (int f = 0; f < m->kernel->n_field; ++f)
		pages += workings_count_one(m, m->kernel, &m->count[f].both,
			page_B, m->wave.set);
	report_pages(m, pages);
}
