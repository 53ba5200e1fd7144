#ifndef ENGINE_KERNEL_STRAIGHT_H
#define ENGINE_KERNEL_STRAIGHT_H

/* Straight code, which is in no loop, where several results use a value that is
 * loaded: cells of a fold, outputs of a thread.  It loads in batches.
 */

#include "engine/kernel/kernel.h"

/* Words of 4 bytes that it loads at once if its registers have room for them
 * and STRAIGHT_LEAST_KEPT others; and registers besides results that hold none
 * of its words where it loads more of them at a time than "batch".
 */
#define STRAIGHT_AT_ONCE    24
#define STRAIGHT_LEAST_KEPT 6
#define STRAIGHT_KEPT	    38

struct straight {
	double words; /* that it loads */
	double waits; /* for them, at least "waits" of "chain" */
};

struct straight straight_of(const struct kernel *kernel,
	const struct chain *chain, double registers, double batch);

#endif
