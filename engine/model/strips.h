#ifndef ENGINE_MODEL_STRIPS_H
#define ENGINE_MODEL_STRIPS_H

/* Strips of memory under conditions (doc/MODEL.md, chapter 6): a strip is some
 * granules in a row, and which threads touch it is found from its addresses.
 *
 * Memory is that of the workings' pool; where it runs out, "failed" is set.
 */

#include "engine/model/conditions.h"

/* Most threads of each access to a strip. */
#define STRIPS_THREADS CONDITIONS_ROW

/* The bits of a strip, and of a row. */
#define STRIPS_WORDS (STRIPS_THREADS / 64)

/* Most boxes of all sets. */
#define STRIPS_BOXES (FOOTPRINT_SETS * THREAD_SET_BOXES)

/* From an address back to the thread that makes it.  Global indices along the
 * axes, longest stride first, are digits of the address: all shorter strides
 * together stay below the next longer one.  The last digit counts the threads
 * of a row.
 */
struct strips_inverse {
	const struct access *access;
	int node;     /* of its predicate in the masks of blocks */
	int row_node; /* and of rows */
	int n_digit, axis[3];
	int64_t stride[3], n[3];
	int shift;	  /* the last stride is 2^shift; -1: no power of two */
	int64_t constant; /* with the base of the field */
	struct masks *rows;
};

struct strips {
	struct workings *m;
	struct masks *masks;
	int n_inverse;
	struct strips_inverse *inverse;
	int64_t granule_B;
	int n_set;
	const struct thread_set *set;
	bool failed; /* for want of memory */
	/* granules of a strip; slots of a granule, a power of two up to 64, each
	 * of which is a stride of rows; 0: strides and granules do not fit
	 */
	int64_t n_granule, n_slot;
	int n_word;  /* of its bits */
	double rows; /* of a strip, in all accesses, as the budget counts them */
	bool is_any;   /* look for one access to the strip, mark no granules */
	bool is_drawn; /* count the accesses, too */
	/* of the strip at hand; boxes of sets that have some of the rows of the
	 * access at hand
	 */
	int64_t start_B;
	int n_near;
	struct strips_near {
		int set;
		const struct thread_box *box;
	} near[STRIPS_BOXES];
	double n_touch[FOOTPRINT_SETS], n_row;
	unsigned marked; /* sets that have bits */
	uint64_t bits[FOOTPRINT_SETS][STRIPS_WORDS + 1];
};

/* The inverse of an access; false if two threads may have the same address, or
 * memory runs out.
 */
bool strips_invert(struct strips *t, const struct access *a,
	struct strips_inverse *v);

/* Move all accesses by whole granules, so that strips are the same wherever a
 * field lies.
 */
void strips_start_at_zero(struct strips *t);

/* Choose the length of strips. */
void strips_cut(struct strips *t);

/* The strip of an address. */
int64_t strips_find(const struct strips *t, int64_t address);

/* Strips that set "s", or some set, may touch: the first, and how many. */
double strips_range(const struct strips *t, int s, int64_t *first);
double strips_range_all(const struct strips *t, int64_t *first);

/* Granules of strip "strip" by the sets that touch them; of a strip that is
 * drawn, all accesses to it in t->n_touch.
 */
void strips_count(struct strips *t, int64_t strip, double *n);

/* Does some thread touch the granule? */
bool strips_touch(struct strips *t, int64_t granule);

#endif
