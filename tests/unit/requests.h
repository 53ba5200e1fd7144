#ifndef TESTS_UNIT_REQUESTS_H
#define TESTS_UNIT_REQUESTS_H

/* Granules that each request of a warp touches, summed over requests: checks
 * footprint_warp_phases() through the figure that models use.
 */

#include "engine/base/integer.h"
#include "engine/count/footprint_warp.h"

struct requests {
	int64_t n_request;
	int64_t n_lane;	   /* active lanes of all requests */
	int64_t n_granule; /* sum of distinct ones per request */
	int64_t granule_B;
};

static bool requests_add(const struct warp_phase *phase, void *user)
{
	struct requests *sum = user;
	int64_t granule[WARP_LANES], n = 1;

	for (int i = 0; i < phase->n_lane; ++i)
		granule[i] = phase->address[i] / sum->granule_B;
	integer_sort(granule, phase->n_lane);
	for (int i = 1; i < phase->n_lane; ++i)
		n += granule[i] != granule[i - 1];
	sum->n_request += phase->n_request;
	sum->n_lane += phase->n_request * phase->n_lane;
	sum->n_granule += phase->n_request * n;
	return true;
}

static inline enum footprint_status requests_count(const struct warp_access *a,
	const struct warp_range *range, int64_t granule_B, struct requests *sum)
{
	*sum = (struct requests) { .granule_B = granule_B };
	return footprint_warp_phases(a, range, granule_B, requests_add, sum);
}

#endif
