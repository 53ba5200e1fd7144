/* A launch that is small enough to be simulated as a whole: simulate_whole.h. */

#include <math.h>

#include "engine/simulate/simulate_l1.h"
#include "engine/simulate/simulate_whole.h"

/* Asked by a simulation now and then. */
static bool goes_on(void *user, double accesses)
{
	(void) accesses;
	return !launch_is_stopped(user);
}

enum simulate_status simulate_whole(const struct kernel *kernel,
	const struct launch *launch, const struct simulate_setup *setup,
	struct simulate_sample *sample, char why[256])
{
	struct simulate_setup both = *setup;
	struct simulation r;
	enum simulate_status status;

	both.is_warm = true;
	both.watch = goes_on;
	both.user = (void *) launch;
	status = simulate(kernel, launch, &both, &r, why);
	if (status == SIMULATE_OK && both.varies_whole) {
		status = simulate_l1_doubt(kernel, launch, &both, &r,
			&sample->l1_doubt, why);
		if (status != SIMULATE_OK)
			simulate_clear(&r);
	}
	if (status != SIMULATE_OK)
		return status;
	sample->l1_error = sample->l1_doubt;
	for (int f = 0; f < kernel->n_field; ++f) {
		const struct simulate_counts *up = &r.counts[0][f];
		const struct simulate_counts *cold = &r.cold[1][f];
		const struct simulate_counts *warm = &r.counts[1][f];

		sample->volume[f] = (struct sample_volume) {
			.l1_misses = up->requests > 0 ?
				(double) up->misses / (double) up->requests :
				1,
			.requested = (double) up->requests,
			.stored_above_B = (double) up->store_B,
			.cold = { (double) cold->load_B,
				(double) cold->partial_B,
				(double) cold->store_B },
			.warm = { (double) warm->load_B,
				(double) warm->partial_B,
				(double) warm->store_B },
		};
	}
	sample->is_whole = true;
	simulate_sample_missed(sample, &r);
	simulate_clear(&r);
	return SIMULATE_OK;
}
