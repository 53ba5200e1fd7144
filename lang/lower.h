#ifndef LANG_LOWER_H
#define LANG_LOWER_H

/* The launch-mapping pass: a kernel under a launch becomes what the engine
 * knows, every access a linear byte address of thread and block indices.
 *
 * The only bridge between the language and the engine.
 */

#include "engine/kernel.h"
#include "engine/launch.h"
#include "lang/eval.h"
#include "lang/kernel.h"
#include "lang/options.h"

/* The kernel "k" for the engine.  The block of "o" must be chosen.
 * Errors are reported at "loc" (or at the access they speak of).
 */
bool lower_kernel(struct eval *ev, const struct kernel_def *k,
	const struct options *o, struct loc loc, struct kernel *kernel,
	struct launch *launch);

/* The domain of "k" under "o". */
bool lower_domain(struct eval *ev, const struct kernel_def *k,
	const struct options *o, struct loc loc, int64_t domain[3]);

void lower_clear(struct kernel *kernel);

#endif
