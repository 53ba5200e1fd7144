#ifndef LANG_LAUNCH_LOWER_H
#define LANG_LAUNCH_LOWER_H

/* The launch-mapping pass: lowers a kernel under a launch to the engine's
 * form, in which every access is a linear byte address of thread and block
 * indices.
 *
 * The only bridge between the language and the engine.
 */

#include "engine/kernel/kernel.h"
#include "engine/kernel/launch.h"
#include "lang/eval/eval.h"
#include "lang/kernel/kernel.h"
#include "lang/launch/options.h"

/* All that lowering needs of a session.  Each thread has its own, with its own
 * diagnostics; the pass writes to nothing else that is shared.
 */
struct lower_env {
	struct diag *diag;
	int64_t isl_operations; /* isl budget of one estimate */
	struct eval *ev;	/* long computations poll it for a stop */
	bool warns;		/* of indices out of range, which takes time */
};

struct lower_env lower_env(struct eval *ev);

/* Lowers kernel "k".  The block of "o" must be known.  Errors are reported at
 * the access that causes them, or else at "loc".
 */
bool lower_kernel(const struct lower_env *env, const struct kernel_def *k,
	const struct options *o, struct loc loc, struct kernel *kernel,
	struct launch *launch);

/* True if the options or the kernel have a domain: the default is not taken. */
bool lower_knows_domain(const struct kernel_def *k, const struct options *o);

/* The kernel that a maker gives for the launch of "o"; the caller drops it.
 * NULL after an error.  Labels of accesses count its accesses, not those of
 * "k".
 */
struct kernel_def *lower_definition(const struct lower_env *env,
	const struct kernel_def *k, const struct options *o, struct loc loc);

/* The same without the access numbered "without". */
bool lower_kernel_without(const struct lower_env *env,
	const struct kernel_def *k, const struct options *o, int without,
	struct loc loc, struct kernel *kernel, struct launch *launch);

void lower_clear(struct kernel *kernel);

/* A cache for questions about many launches of a kernel.  Launches that differ
 * only in their blocks have addresses that differ only in the coefficients of
 * block indices, so most of the work is done once.  A cache belongs to one
 * thread, and the kernels must outlive it.
 */
struct lower_cache *lower_cache_new(void);
void lower_cache_free(struct lower_cache *cache);

/* As lower_kernel(); NULL on failure.  The cache owns the kernel, which is
 * valid until the next call.
 */
const struct kernel *lower_cached(struct lower_cache *cache,
	const struct lower_env *env, const struct kernel_def *k,
	const struct options *o, struct loc loc, struct launch *launch);

#endif
