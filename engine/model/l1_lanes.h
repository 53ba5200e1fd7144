#ifndef ENGINE_MODEL_L1_LANES_H
#define ENGINE_MODEL_L1_LANES_H

/* The lanes of one request as runs, along which addresses rise by a step.
 *
 * Accesses of a stencil make the same requests at different places, so the
 * runs are found once, and what they come to "shift" bytes further takes as
 * long as there are runs, not lanes.  Shifted addresses are not negative.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/count/footprint_warp.h"

struct l1_run {
	int first, n; /* lanes of the phase */
	int64_t step; /* not negative */
};

struct l1_lanes {
	const struct warp_phase *phase;
	bool rises; /* all of it, from run to run as well */
	int n_run;
	struct l1_run run[WARP_LANES];
};

/* How lanes are served: word by word, "at_once" lanes together, or twice as
 * many where they are "pairs" of one address each.
 */
struct l1_service {
	int64_t word_B, n_bank, line_B, sector_B;
	int at_once;
	bool pairs;
};

/* "phase" must stay where it is. */
void l1_lanes_find(struct l1_lanes *l, const struct warp_phase *phase);

/* Distinct granules that the lanes touch. */
int l1_lanes_granules(const struct l1_lanes *l, int64_t shift,
	int64_t granule_B);

/* The same in expectation where each lane takes part by chance. */
double l1_lanes_thin(const struct l1_lanes *l, int64_t shift, int64_t granule_B,
	const struct chance *chance);

/* The same where each lane touches all from its address to "span_B" bytes
 * further: loads that follow each other within a granule.
 */
int l1_lanes_reach(const struct l1_lanes *l, int64_t shift, int64_t span_B,
	int64_t granule_B);

/* Granules that the lanes fill, each with elements of "elem_B" bytes. */
int l1_lanes_filled(const struct l1_lanes *l, int64_t shift, int elem_B,
	int64_t granule_B);

/* Cycles of the data stage: lanes are served in groups, each group as often
 * as its busiest bank has words.
 *
 *	c = sum_g max_b |words of group g in bank b|		  (4.1)
 *
 * "beyond" counts lines of one group that map to the same sector slot and are
 * not yet covered by the bank cycles.
 */
int l1_lanes_cycles(const struct l1_lanes *l, int64_t shift,
	const struct l1_service *s, int *beyond);

/* Most lanes that have the same address.  Where all lanes of a warp have it,
 * compilers add up integers in registers first ("joins"): 1.
 */
int l1_lanes_same(const struct l1_lanes *l, bool joins);

/* The same for the words of each sector, added up over sectors: the packets of
 * an atomic update.
 */
int l1_lanes_packets(const struct l1_lanes *l, int64_t shift, int64_t sector_B,
	bool joins);

/* Banks of the tags of NVIDIA GPUs. */
#define TAG_BANKS 4

/* Cycles of the tags of NVIDIA GPUs: the most lines of the request in one of
 * four banks, or "at_least", in the mean over warps that follow each other.
 */
double l1_lanes_tags(const struct l1_lanes *l, int64_t shift, int64_t line_B,
	double at_least);

/* Most of the distinct granules that lie in one of "n_bank" banks. */
int l1_lanes_conflicts(const struct l1_lanes *l, int64_t shift,
	int64_t granule_B, int64_t n_bank);

#endif
