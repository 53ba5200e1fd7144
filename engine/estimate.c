/* estimate(), the one entry to all models of times. */

#include <math.h>
#include <stdio.h>

#include "engine/model/prepared.h"
#include "engine/published/ernst2022.h"
#include "engine/published/warpspeed2025.h"
#include "engine/report/formula.h"
#include "engine/report/physics.h"
#include "hw/derive.h"

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

/* Make the interval hold that of another estimate, too: "of_own" and "of_other"
 * say what the two are of.
 */
static void cover(struct report *r, const struct kernel *kernel,
	const struct launch *launch, const struct device *dev,
	const char *of_own, const char *of_other)
{
	struct launch figures = *launch;
	struct report one = { 0 };
	char why[256];

	figures.figures_only = true;
	if (estimate_by(kernel, &figures, dev, &one, why) == ESTIMATE_OK &&
		!one.is_broken && one.time_low_s > 0) {
		report_forget(r, "time_low");
		FORMULA(r, r->time_low_s, "time_low", "s", "14.4", NULL,
			fmin(own, other), (own, "s", of_own, r->time_low_s),
			(other, "s", of_other, one.time_low_s));
		report_forget(r, "time_high");
		FORMULA(r, r->time_high_s, "time_high", "s", "14.4", NULL,
			fmax(own, other), (own, "s", of_own, r->time_high_s),
			(other, "s", of_other, one.time_high_s));
	}
	report_clear(&one);
}

/* A cache on the side of the memory whose size was derived may be smaller or
 * larger.
 */
void estimate_cover_l3(struct report *r, const struct kernel *kernel,
	const struct launch *launch, const struct device *dev)
{
	double u = derive_doubt(dev, DEVICE_l3_size_B);
	struct device other = *dev;

	if (!(u > 1) || !(dev->l3_size_B > 0))
		return;
	other.l3_size_B = dev->l3_size_B / u;
	cover(r, kernel, launch, &other, "with the derived l3.size",
		"with the smallest");
	other.l3_size_B = dev->l3_size_B * u;
	cover(r, kernel, launch, &other, "with the derived l3.size",
		"with the largest");
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
	for (int i = 0; status == ESTIMATE_OK && i < 2; ++i)
		if (kernel->side[i] && report->time_low_s > 0)
			cover(report, kernel->side[i], launch, dev,
				"of both sides of branches",
				"of one side, taken by all");
	if (status == ESTIMATE_OK && report->time_low_s > 0)
		estimate_cover_l3(report, kernel, launch, dev);
	if (PHYSICS_CHECKED && status == ESTIMATE_OK &&
		!physics_holds(report, launch, dev, why))
		status = ESTIMATE_UNPHYSICAL;
	if (status == ESTIMATE_MEMORY)
		snprintf(why, 256, "out of memory");
	if (status != ESTIMATE_OK)
		report_clear(report);
	return status;
}
