#ifndef ENGINE_MODEL_LAYERS_H
#define ENGINE_MODEL_LAYERS_H

/* Layer conditions: what must stay in L2 so that data loaded for one row or
 * layer is still there for the next.  Chapter 10 of doc/MODEL.md.
 *
 * Each axis is judged twice: for a loop nest that goes through the domain
 * cell by cell (the classical condition), and for the waves of blocks that
 * a GPU runs.
 */

#include "engine/model/capacity.h"
#include <stdbool.h>

#include "engine/report/report.h"

struct layer {
	int axis; /* 0, 1, 2: reuse along x, y, z */
	/* cell by cell: "n_layer" pieces (cells, rows, layers) of all fields
	 * that are loaded, as large as the domain has them
	 */
	double n_layer, sequential_B;
	bool sequential_fits;
	/* largest extent that fits: of x for rows, of x and y, being equal,
	 * for layers; NaN for axis 0, where it does not matter
	 */
	double sequential_extent;
	/* by waves: the data of the wave and of the blocks back to the one
	 * that loaded the same before; NaN where no block came before, or
	 * where it is not their size that decides
	 */
	double set_B, oversubscription;
	double lost;   /* share of this reuse that L2 does not keep; NaN where
			  no block came before */
	bool fits;     /* nearly all of it is kept */
	double extent; /* as above */
	/* loaded from DRAM if this condition holds, and all before it; and
	 * if this one does not
	 */
	double load_B, load_missed_B;
	double load_here_B; /* and in this launch, which keeps a part of it */
};

struct layers {
	int n_layer; /* as many as the kernel has dimensions */
	struct layer layer[3];
	struct capacity_level cache; /* L2, or the L3 after it */
	double load_B;		     /* of DRAM: that of estimate() */
	double warm_B; /* not loaded: the launch before left it in L2 */
	long long wave_blocks;
	/* DRAM was sampled, and axes are not told apart: of each layer, "load_B"
	 * and "load_here_B" are those of all reuse
	 */
	bool is_sampled;
};

enum estimate_status layers_find(const struct kernel *kernel,
	const struct launch *launch, const struct device *dev,
	struct layers *layers, char why[256]);

#endif
