#ifndef ENGINE_MODEL_PROVEN_H
#define ENGINE_MODEL_PROVEN_H

/* Where the closed forms of chapters 5 and 6 hold: accesses whose threads
 * lie side by side, each in one sweep over its field.  Everything else is
 * counted by the simulator, in full or from a sample (chapter 19).
 */

#include "engine/model/workings.h"
#include "engine/simulate/simulate.h"

/* Requests of a sample: some 20 ms. */
#define PROVEN_REQUESTS 50000

/* NULL where they hold; else what is outside, such as "a loop". */
const char *proven_lacks(const struct workings *m);

/* The same by kernel and launch alone, whatever the device. */
const char *proven_lacks_closed(const struct workings *m);

/* One sweep over the fields, whatever the fold. */
bool proven_is_sweep(const struct workings *m);

/* The caches of a device as a launch finds them, L2 with what it keeps in
 * effect: the size at which half of the reuse is lost.  False as for
 * simulate_device().
 */
bool proven_setup(const struct device *dev, const struct kernel *kernel,
	const struct launch *launch, struct simulate_setup *setup,
	char why[256]);

/* Simulate or sample the launch where the closed forms do not hold, or the
 * launch asks for it.  The volumes are in m->sampled then.
 */
void proven_count(struct workings *m);

/* Are volumes of DRAM in a closed form that is not proven? */
bool proven_leaves_dram(const struct workings *m);

/* Say in the report how volumes were counted. */
void proven_report(struct workings *m);

/* Bytes per update by which DRAM may load and store more than the closed forms
 * and the simulator say, where lanes write parts of sectors in rows that are
 * far apart: L2 may lose some before they are complete.  0 elsewhere.
 *
 *	J = e max(0, s (P - P_full) - s_w S) / N			  (6.21)
 *
 *	e       share of them that it loses at most		EARLY
 *	s, P    sectors that requests store, s bytes each	stores.sectors
 *	P_full  those that one request fills			stores.filled
 *	s_w, S  granules of DRAM that the launch stores		launch_store
 */
double proven_early_B(const struct workings *m);

#endif
