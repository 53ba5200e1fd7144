#ifndef ENGINE_MODEL_PREPARED_H
#define ENGINE_MODEL_PREPARED_H

/* A launch with all that model wsp has counted for it.
 *
 * Counts take nearly all the time of an estimate and depend neither on
 * fitted constants nor on what L2 holds at the start, so who asks again with
 * other constants counts once.  A prepared launch gives the same figures as
 * estimate().
 */

#include "engine/model/workings.h"

/* The two halves of an estimate: counts, and the formulas that make a report
 * of them.
 */
enum estimate_status prepared_count(struct workings *m,
	const struct kernel *kernel, const struct launch *launch,
	const struct device *dev, struct report *report,
	struct quasi_pool *pool, char why[256]);
enum estimate_status prepared_report(struct workings *m, char why[256]);

struct prepared {
	struct launch launch;
	struct quasi_pool *pool;
	struct workings counted;
};

/* Kernel and device must outlive it.  When the status is not ESTIMATE_OK,
 * "why" holds a sentence and there is nothing to clear.
 */
enum estimate_status prepared_init(struct prepared *p,
	const struct kernel *kernel, const struct launch *launch,
	const struct device *dev, char why[256]);
void prepared_clear(struct prepared *p);

/* Figures, no texts, of the launch as "launch" has it, whose geometry must
 * be that of the prepared one, on "dev", which may differ from the device it
 * was prepared for in fitted constants only.
 */
enum estimate_status prepared_estimate(const struct prepared *p,
	const struct launch *launch, const struct device *dev,
	struct report *report, char why[256]);

#endif
