#ifndef ENGINE_MODEL_MEET_H
#define ENGINE_MODEL_MEET_H

/* Loads and stores as L2 counts them (doc/MODEL.md, chapter 5): loads of SMs of one
 * cluster that meet on their way are one (5.13), and so are stores that L1 joins
 * (5.14).  l2.load and l2.store are what L1s ask for and what warps store.
 */

#include "engine/model/workings.h"

/* How many SMs of a cluster load the same; among the other counts. */
void meet_count(struct workings *m);

/* Once the time of the launch is known. */
void meet_report(struct workings *m);

/* A note where L2 counts fewer loads than L1s ask for. */
void meet_note(struct workings *m);

#endif
