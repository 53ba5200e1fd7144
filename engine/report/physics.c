/* The laws of doc/MODEL.md, chapter "Laws": shares are at most 1, volumes
 * shrink from cache to cache, no time is below that of a limit.
 */

#include <math.h>
#include <stdio.h>

#include "engine/report/physics.h"

static bool broken(char why[256], const char *law, double is, double most)
{
	snprintf(why, 256, "the report breaks a law: %s (%.9g, at most %.9g)",
		law, is, most);
	return false;
}

/* a <= b, but for what sums lose in rounding */
static bool at_most(double a, double b)
{
	return !(a > b * (1 + 1e-9) + 1e-12);
}

static bool figures_are_finite(const struct report *r, double least,
	char why[256])
{
	for (int i = 0; i < N_METRIC; ++i) {
		double value = r->metric[i];

		if (isnan(value) || (isfinite(value) && value >= least))
			continue;
		snprintf(why, 256, "the report breaks a law: %s is %g",
			metrics[i].path, value);
		return false;
	}
	return true;
}

static bool shares_are_shares(const struct report *r, char why[256])
{
	const struct {
		const char *law;
		double share;
	} share[] = {
		{ "share of lanes that compute", r->metric[METRIC_lanes] },
		{ "hit rate of L1", r->metric[METRIC_l1_hit_rate] },
		{ "hit rate of L2", r->metric[METRIC_l2_hit_rate] },
		{ "utilisation of DRAM", r->dram_share },
		{ "utilisation of L2", r->l2_share },
		{ "utilisation of floating-point units", r->flop_share },
	};

	for (size_t i = 0; i < sizeof(share) / sizeof(share[0]); ++i)
		if (!at_most(share[i].share, 1) || share[i].share < 0)
			return broken(why, share[i].law, share[i].share, 1);
	return true;
}

static double at_least_1(double quotient)
{
	return quotient > 1 ? quotient : 1;
}

/* What passes below a cache passed above it.  Counters of DRAM count whole
 * fetches, though, of which L2 may have been asked for one sector only; a line
 * that was evicted half written is loaded to complete it, and L2 loads and
 * writes back what atomic updates change.
 */
static bool volumes_shrink(const struct report *r, const struct device *dev,
	char why[256])
{
	const double *m = r->metric;
	double fetch = at_least_1(dev->dram_fetch_B / dev->l1_sector_B);
	double write = at_least_1(dev->dram_write_B / dev->l1_store_B);
	double partial = m[METRIC_dram_load_partial_B];
	double atomics = m[METRIC_l2_atomics];
	double n_update = isnan(atomics) ? 0 : atomics;
	const struct {
		const char *law;
		double below, above;
	} law[] = {
		{ "loads of L2 over those of L1", m[METRIC_l2_load_B],
			m[METRIC_l1_load_B] },
		{ "loads of DRAM over those of L2",
			m[METRIC_dram_load_B] - (isnan(partial) ? 0 : partial),
			fetch * m[METRIC_l2_load_B] +
				n_update *
					fmax(dev->dram_fetch_B,
						dev->l1_sector_B) },
		{ "stores of DRAM over those of L2", m[METRIC_dram_store_B],
			write * m[METRIC_l2_store_B] +
				n_update *
					fmax(dev->dram_write_B,
						dev->l1_sector_B) },
		{ "loads of DRAM that complete stores", partial,
			2 * write * m[METRIC_l2_store_B] +
				n_update *
					fmax(dev->dram_write_B,
						dev->l1_sector_B) },
	};

	for (size_t i = 0; i < sizeof(law) / sizeof(law[0]); ++i)
		if (!at_most(law[i].below, law[i].above))
			return broken(why, law[i].law, law[i].below,
				law[i].above);
	return true;
}

static bool time_is_enough(const struct report *r, char why[256])
{
	if (!(r->time_s > 0) || !isfinite(r->time_s)) {
		snprintf(why, 256, "the report breaks a law: a time of %g s",
			r->time_s);
		return false;
	}
	for (int i = 0; i < r->n_limit; ++i)
		if (!at_most(r->limit[i].seconds, r->time_s))
			return broken(why, r->limit[i].what,
				r->limit[i].seconds, r->time_s);
	if (!at_most(r->time_low_s, r->time_s))
		return broken(why, "shortest time", r->time_low_s, r->time_s);
	if (!at_most(r->time_s, r->time_high_s))
		return broken(why, "time", r->time_s, r->time_high_s);
	return true;
}

bool physics_holds(const struct report *r, const struct launch *launch,
	const struct device *dev, char why[256])
{
	/* measured volumes are as they are, and published models too: the
	 * tool's may be below 0, of which its report warns
	 */
	bool is_ours = launch->model == MODEL_WSP && !launch->measured;
	bool is_tool = launch->model == MODEL_WARPSPEED2025;

	return figures_are_finite(r, is_tool ? -INFINITY : 0, why) &&
		time_is_enough(r, why) &&
		(launch->measured || is_tool || shares_are_shares(r, why)) &&
		(!is_ours || volumes_shrink(r, dev, why));
}
