#ifndef LANG_SIMULATE_DIAGRAM_H
#define LANG_SIMULATE_DIAGRAM_H

/* Spatial-temporal diagrams: time to the right, memory downwards, and for
 * each line whether it is fetched, accessed or resident.  And maps of a
 * moment: what the caches hold of each field, as it lies in memory.
 */

#include "lang/simulate/simulation.h"

/* A simulation that has a trace; takes what "s" points to. */
struct value diagram_value(const struct simulated *s);

/* A simulation that has a snapshot; takes what "s" points to. */
struct value snapshot_value(const struct simulated *s);

#endif
