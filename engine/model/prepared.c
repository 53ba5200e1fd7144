/* The stages of model wsp in order.  Counts do not depend on fitted constants
 * or bandwidths, so that a fit counts once and repeats the formulas.  A report
 * counts nothing: its memory ends with it, and what was counted before is kept.
 */

#include <math.h>
#include <string.h>

#include "engine/model/atomics.h"
#include "engine/model/dram.h"
#include "engine/model/fetch.h"
#include "engine/model/incore.h"
#include "engine/model/instruction.h"
#include "engine/model/l1.h"
#include "engine/model/l2.h"
#include "engine/model/limiter.h"
#include "engine/model/mdm.h"
#include "engine/model/meet.h"
#include "engine/model/prepared.h"
#include "engine/model/proven.h"
#include "engine/model/spill.h"
#include "engine/model/tlb.h"
#include "engine/model/verdict.h"

/* What is in doubt at least where the effort of the estimate did not suffice: the
 * lanes that no block was counted for (kinds_sample.c).
 */
#define CUT_ERROR 0.25

enum estimate_status prepared_count(struct workings *m,
	const struct kernel *kernel, const struct launch *launch,
	const struct device *dev, struct report *report,
	struct quasi_pool *pool, char why[256])
{
	enum estimate_status status;

	status = workings_init(m, kernel, launch, dev, report, pool, why);
	if (status != ESTIMATE_OK)
		return status;
	effort_begin(&m->effort, 0.6);
	l1_count(m);
	instruction_count(m);
	spill_count(m);
	effort_begin(&m->effort, 0.85);
	l2_count(m);
	dram_count(m);
	tlb_count(m);
	effort_begin(&m->effort, 1);
	proven_count(m);
	meet_count(m);
	atomics_count(m);
	if (m->effort.is_cut) {
		m->is_sampled = true;
		m->sample_error = fmax(m->sample_error, CUT_ERROR);
	}
	m->is_counted = true;
	return workings_status(m, why);
}

enum estimate_status prepared_report(struct workings *m, char why[256])
{
	m->report->occupancy = m->occupancy;
	l2_terms(m);
	dram_terms(m);
	proven_report(m);
	l1_report(m);
	l2_report(m);
	dram_report(m);
	spill_report(m);
	fetch_report(m);
	fetch_note(m);
	tlb_report(m);
	incore_report(m);
	instruction_report(m);
	report_measured(m->report, m->launch);
	limiter_report(m);
	mdm_report(m);
	verdict_report(m);
	return workings_status(m, why);
}

enum estimate_status prepared_init(struct prepared *p,
	const struct kernel *kernel, const struct launch *launch,
	const struct device *dev, char why[256])
{
	enum estimate_status status;

	p->launch = *launch;
	p->pool = quasi_pool_new();
	if (!p->pool)
		return ESTIMATE_MEMORY;
	status = prepared_count(&p->counted, kernel, &p->launch, dev, NULL,
		p->pool, why);
	if (status != ESTIMATE_OK)
		prepared_clear(p);
	return status;
}

void prepared_clear(struct prepared *p)
{
	quasi_pool_free(p->pool);
}

enum estimate_status prepared_estimate(const struct prepared *p,
	const struct launch *launch, const struct device *dev,
	struct report *report, char why[256])
{
	const struct kernel *kernel = p->counted.kernel;
	size_t size = sizeof(struct field_terms) *
		(size_t) (kernel->n_field + 1);
	enum estimate_status status = ESTIMATE_MEMORY;
	struct launch bare = *launch;
	struct workings m = p->counted;

	bare.figures_only = true;
	report_init(report, kernel, &bare, dev);
	m.launch = &bare;
	m.dev = dev;
	m.report = report;
	m.pool = report->pool;
	m.term = report->is_broken ? NULL : quasi_pool_alloc(m.pool, size);
	if (m.term) {
		memset(m.term, 0, size);
		status = prepared_report(&m, why);
	}
	if (status != ESTIMATE_OK || report->is_broken)
		report_clear(report);
	return status;
}
