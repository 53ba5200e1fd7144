#ifndef LANG_ASK_SUBJECT_H
#define LANG_ASK_SUBJECT_H

/* What a question is about: a kernel, a device and launch options, found
 * from its clauses, the session and the defaults.
 */

#include "engine/report/report.h"
#include "lang/device/device.h"
#include "lang/eval/eval.h"
#include "lang/kernel/kernel.h"
#include "lang/launch/lower.h"
#include "lang/launch/options.h"

struct subject {
	struct value kernel_value, device_value;
	const struct kernel_def *kernel;
	const struct device_object *device;
	struct options options;
	struct loc loc;
	bool is_unknown; /* while checking */
};

/* The clause of a kind, or NULL; clauses start at kid[1]. */
const struct node *subject_clause(const struct node *node, enum node_kind kind);

/* Check that a question called "word", which takes the bits "takes" of enum
 * question_takes, reads each of "options", which may be NULL.
 */
bool subject_check_options(struct eval *ev, const char *word,
	const struct node *options, int takes);

/* Check that the question takes each of its clauses, and each once. */
bool subject_check_clauses(struct eval *ev, const struct node *node);

/* Its parts.  "kernel" may be NULL, for the kernel defined last, and so may
 * "on", for the device of the session.
 */
bool subject_find_kernel(struct eval *ev, const struct node *kernel,
	struct loc loc, struct subject *s);
bool subject_find_device(struct eval *ev, const struct node *on, struct loc loc,
	struct subject *s);

/* Report that the option `type` at "loc" changes nothing, if that is so. */
bool subject_check_type(struct eval *ev, const struct subject *s,
	struct loc loc);

/* The whole subject of "node"; on failure there is nothing to clear. */
bool subject_find(struct eval *ev, const struct node *node,
	const struct node *kernel, struct subject *s);
void subject_clear(struct subject *s);

/* The kernel under the launch, and the estimate of it; a block that was left
 * open is chosen first.
 */
bool subject_lower(struct eval *ev, struct subject *s, struct kernel *kernel,
	struct launch *launch);
bool subject_estimate(struct eval *ev, struct subject *s,
	struct report *report);

/* For threads, which have no evaluator: an estimate for a chosen block of
 * "o", with what the cache keeps from one to the next.  The report has
 * figures only.  *lowered is false if the launch makes no sense, which is
 * then reported to env->diag.
 */
enum estimate_status subject_estimate_again(const struct lower_env *env,
	struct lower_cache *cache, const struct subject *s,
	const struct options *o, struct report *report, char why[256],
	bool *lowered);

/* Likewise for the choice of a block and an order where they are left open: the
 * fastest.  All errors are reported to env->diag but ESTIMATE_STOPPED.
 */
bool subject_is_open(const struct subject *s);
enum estimate_status subject_find_launch(const struct lower_env *env,
	struct subject *s, char why[256]);

/* The same in a session, for subject_lower(). */
bool subject_choose(struct eval *ev, struct subject *s);

/* Report a status; true if it is ESTIMATE_OK. */
bool subject_say(struct diag *diag, struct loc loc, enum estimate_status status,
	int64_t isl_operations, const char *why);
bool subject_report(struct eval *ev, struct loc loc,
	enum estimate_status status, const char *why);

#endif
