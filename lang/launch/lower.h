#ifndef LANG_LAUNCH_LOWER_H
#define LANG_LAUNCH_LOWER_H

/* The launch-mapping pass: a kernel under a launch becomes what the engine
 * knows, every access a linear byte address of thread and block indices.
 *
 * The only bridge between the language and the engine.
 */

#include "engine/kernel/kernel.h"
#include "engine/kernel/launch.h"
#include "lang/eval/eval.h"
#include "lang/kernel/kernel.h"
#include "lang/launch/options.h"

/* All that lowering needs of a session.  Each thread has its own, with
 * messages of its own; nothing else here is written.
 */
struct lower_env {
	struct diag *diag;
	int64_t isl_operations;		/* budget of one estimate */
	bool (*is_stopped)(void *user); /* asked by what takes long */
	void *user;
};

struct lower_env lower_env(struct eval *ev);

/* The kernel "k" for the engine.  The block of "o" must be chosen.
 * Errors are reported at the access they are about, or else at "loc".
 */
bool lower_kernel(const struct lower_env *env, const struct kernel_def *k,
	const struct options *o, struct loc loc, struct kernel *kernel,
	struct launch *launch);

/* The same as if the source had no access "without". */
bool lower_kernel_without(const struct lower_env *env,
	const struct kernel_def *k, const struct options *o, int without,
	struct loc loc, struct kernel *kernel, struct launch *launch);

void lower_clear(struct kernel *kernel);

/* Questions about many launches of a kernel: where launches differ in their
 * blocks only, the addresses differ in the steps from block to block only,
 * and most of the work is done once.  A cache is used by one thread, while
 * the kernels it was asked about stay alive.
 */
struct lower_cache *lower_cache_new(void);
void lower_cache_free(struct lower_cache *cache);

/* As lower_kernel(); NULL if that is false.  The kernel belongs to the
 * cache and is valid until the next call.
 */
const struct kernel *lower_cached(struct lower_cache *cache,
	const struct lower_env *env, const struct kernel_def *k,
	const struct options *o, struct loc loc, struct launch *launch);

#endif
