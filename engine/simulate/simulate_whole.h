#ifndef ENGINE_SIMULATE_SIMULATE_WHOLE_H
#define ENGINE_SIMULATE_SIMULATE_WHOLE_H

/* Every request of a launch, where a sample would take no fewer. */

#include "engine/simulate/simulate_sample.h"

/* Volumes of the first launch and of one after it.  "sample" has its room; the
 * status is that of simulate().
 */
enum simulate_status simulate_whole(const struct kernel *kernel,
	const struct launch *launch, const struct simulate_setup *setup,
	struct simulate_sample *sample, char why[256]);

#endif
