#ifndef ENGINE_BANKS_H
#define ENGINE_BANKS_H

/* How banks serve the lanes of a request: word by word, "at_once" lanes
 * together, every bank one word in a cycle.  Lanes that want the same word
 * share it.  Exact for any addresses: those of a warp_phase are looked at
 * one by one, and there are few phases.
 */

#include "engine/footprint_warp.h"
#include "hw/device.h"

struct banks {
	int64_t word_B, n_bank;
	int at_once;
};

/* The banks of L1, whose row of l1.bank bytes holds words of 4 B or more,
 * and those of shared memory.
 */
struct banks banks_of_l1(const struct device *dev, int elem_B);
struct banks banks_of_shared(const struct device *dev, int elem_B);

/* Cycles of a request, equation (4.1): 1 without conflicts. */
int banks_cycles(const struct warp_phase *p, const struct banks *s);

/* Most of the n distinct words that one of "n_bank" banks must deliver. */
int banks_conflicts(const int64_t *word, int n, int64_t n_bank);

/* Leave in "at" the distinct granules of the addresses; their number. */
int banks_distinct(const struct warp_phase *p, double granule_B,
	int64_t at[WARP_LANES]);

#endif
