#ifndef ENGINE_PUBLISHED_PUBLISHED_H
#define ENGINE_PUBLISHED_PUBLISHED_H

/* What the two published models share: the figures of chapters 8 and 9 of
 * doc/MODEL.md, and their report.
 *
 * A model fills a struct published and the volumes of the fields; limits,
 * time, derivations and text follow.  Volumes and cycles are per update.
 */

#include "engine/published/rover.h"
#include "engine/report/formula.h"

/* The equations that derivations name; each model has numbers for them. */
enum published_equation {
	PUBLISHED_WAVES,
	PUBLISHED_CYCLES,
	PUBLISHED_L1_LOAD,
	PUBLISHED_L1_OVER,
	PUBLISHED_L2_COMPULSORY,
	PUBLISHED_L2_CAPACITY,
	PUBLISHED_L2_LOAD,
	PUBLISHED_L2_STORE,
	PUBLISHED_L2_OVER,
	PUBLISHED_DRAM_COMPULSORY,
	PUBLISHED_OVER_Y,
	PUBLISHED_OVER_Z,
	PUBLISHED_SAVED,
	PUBLISHED_DRAM_STORE,
	PUBLISHED_PARTIAL,
	PUBLISHED_STORED,
	PUBLISHED_DRAM_LOAD,
	PUBLISHED_PAGES,
	PUBLISHED_FP,
	PUBLISHED_L1,
	PUBLISHED_L2,
	PUBLISHED_DRAM,
	PUBLISHED_TIME,
	PUBLISHED_PERFORMANCE,
	N_PUBLISHED_EQUATION
};

struct published {
	struct report *report;
	const struct kernel *kernel;
	struct device dev; /* with the figures that the model uses */
	const char *const *equation;
	double lup, thread_lup, block_lup, wave_lup; /* updates of each */
	double wave_blocks; /* that run at the same time */
	double l1_cyc, l1_load_B, l1_over;
	double l2_first_B;	/* touched by a block, each sector once */
	double l2_compulsory_B; /* of these, what was not there before */
	double l2_store_B, l2_over;
	double dram_compulsory_B, dram_store_B, partial_B, pages;
	/* rows, layers; "before" is what precedes in the same row, where a
	 * model tells it from rows, and is saved with them
	 */
	double overlap_B[2], over[2];
	double before_B, before_over;
	double fp_inst, fp_per_cyc; /* of the pipe that takes longest */
	double dram_load_B;	    /* the result, before measured volumes */
};

/* Everything except the occupancy and the volumes of the fields, in the order
 * of a report.  The model adds its own rows in between: after
 * published_start() l1.oversubscription and l2.load_compulsory, after
 * published_l2() l2.oversubscription and those of rows and layers.
 */
void published_start(struct published *p);
void published_l2(struct published *p);
void published_finish(struct published *p, const struct launch *launch);

/* The volume of the loads of a field, capacity misses and savings included,
 * or of its stores, without partial lines.
 */
struct published_part {
	int field;
	bool is_store;
	double l2_B, dram_B;
};

/* The volumes of the fields; partial lines are charged to fields that are
 * stored more than once.
 */
void published_fields(struct published *p, int n_part,
	const struct published_part *part);

/* The symbols of a curve in a FORMULA(), and its value (8.14). */
#define PUBLISHED_CURVE(id)                                     \
	(a, "", "constant of the curve", rovers[id].a),         \
		(b, "", "constant of the curve", rovers[id].b), \
		(c, "", "constant of the curve", rovers[id].c)
#define PUBLISHED_MISS(O) a *exp(-b *exp(-c *O))

#endif
