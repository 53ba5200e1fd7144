/* estimate(), the one entry to all models of times. */

#include <stdio.h>

#include "engine/model/prepared.h"
#include "engine/published/ernst2022.h"
#include "engine/published/warpspeed2025.h"
#include "engine/report/physics.h"

static enum estimate_status estimate_wsp(const struct kernel *kernel,
	const struct launch *launch, const struct device *dev,
	struct report *report, char why[256])
{
	enum estimate_status status;
	struct workings m;

	report_init(report, kernel, launch, dev);
	if (report->is_broken)
		return ESTIMATE_MEMORY;
	status = prepared_count(&m, kernel, launch, dev, report, report->pool,
		why);
	if (status == ESTIMATE_OK)
		status = prepared_report(&m, why);
	return status;
}

static enum estimate_status estimate_by(const struct kernel *kernel,
	const struct launch *launch, const struct device *dev,
	struct report *report, char why[256])
{
	enum estimate_status status;
	struct occupancy occupancy;

	switch (launch->model) {
	case MODEL_WSP: return estimate_wsp(kernel, launch, dev, report, why);
	case MODEL_ERNST2022:
		return ernst2022_estimate(kernel, launch, dev, report, why);
	case MODEL_WARPSPEED2025:
		status = report_check(kernel, launch, dev, &occupancy, why);
		return status != ESTIMATE_OK ?
			status :
			warpspeed2025_estimate(kernel, launch, dev, report,
				why);
	case MODEL_SIMULATION: break;
	}
	snprintf(why, 256, "no such model");
	return ESTIMATE_IMPOSSIBLE;
}

enum estimate_status estimate(const struct kernel *kernel,
	const struct launch *launch, const struct device *dev,
	struct report *report, char why[256])
{
	enum estimate_status status;

	*report = (struct report) { 0 };
	why[0] = '\0';
	status = estimate_by(kernel, launch, dev, report, why);
	if (report->is_broken)
		status = ESTIMATE_MEMORY;
	if (status == ESTIMATE_OK && !(report->time_s > 0)) {
		snprintf(why, 256,
			"the launch moves and computes nothing, "
			"and this model has no time for that");
		status = ESTIMATE_IMPOSSIBLE;
	}
	if (PHYSICS_CHECKED && status == ESTIMATE_OK &&
		!physics_holds(report, launch, dev, why))
		status = ESTIMATE_UNPHYSICAL;
	if (status == ESTIMATE_MEMORY)
		snprintf(why, 256, "out of memory");
	if (status != ESTIMATE_OK)
		report_clear(report);
	return status;
}
