#ifndef LANG_SIMULATE_SIMULATION_WATCH_H
#define LANG_SIMULATE_SIMULATION_WATCH_H

/* A simulation under the budget of time: it reports progress, ends one that is
 * sure to take longer, and says how many SMs it would suffice for.
 */

#include "engine/kernel/kernel.h"
#include "lang/eval/progress.h"

struct watched {
	struct eval *ev;
	struct loc loc;
	struct progress progress;
	double done;   /* accesses so far */
	double before; /* of these: in launches before this one */
	bool is_known; /* how many accesses there will be */
	bool is_quiet; /* it may be ended early without a message */
	int64_t start_ms;
	double expected_ms; /* of all accesses, if that is why it was ended */
};

/* Watch a simulation of "accesses" from now on. */
void simulation_watch_begin(struct watched *w, double accesses);

/* The callback of a simulation: false ends it. */
bool simulation_watch(void *user, double accesses);

/* How many of "sms" SMs can be simulated in the time that is left, given that
 * those that were tried would have taken expected_ms.
 */
int64_t simulation_watch_sms(const struct watched *w, int64_t sms);

/* The message that a quiet one did not give. */
bool simulation_watch_fail(const struct watched *w);

/* Notes on a simulation that was ended: how long all would take, and which
 * domain the time suffices for.
 */
void simulation_watch_note(const struct watched *w,
	const struct kernel *kernel);

#endif
