#ifndef ENGINE_MODEL_DRAM_H
#define ENGINE_MODEL_DRAM_H

/* Volumes between DRAM and L2.  Chapter 6 of doc/MODEL.md. */

#include "engine/model/workings.h"

/* l2.fill, and dram.mask: devices that a program makes may lack them. */
double dram_fill(const struct device *dev);
double dram_mask(const struct device *dev);

/* Granules of the wave, its windows and the launch. */
void dram_count(struct workings *m);

/* All terms of every field and their sum, after l2_terms(). */
void dram_terms(struct workings *m);

void dram_report(struct workings *m);

/* What is loaded again of data that earlier rows (or, if "is_layer", earlier
 * layers) of blocks have loaded.
 */
double dram_lost_B(const struct workings *m, bool is_layer);

#endif
