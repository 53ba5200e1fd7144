#ifndef ENGINE_COUNT_ITEMS_H
#define ENGINE_COUNT_ITEMS_H

/* Accesses times boxes: what a count of engine/count/linear.h is made of.
 *
 * Item i is bit bit[i] of the masks of rows; the bits of a thread set begin
 * at a word of their own.
 */

#include <stdbool.h>

#include "engine/count/lattice.h"
#include "engine/count/linear.h"

/* The items of a count and who they belong to. */
struct items {
	struct lattice lattice;
	int n_set, n_word;
	int first_word[FOOTPRINT_SETS + 1];	/* words of each set */
	int *bit;
	bool is_regular;			/* strides are common */
};

/* FOOTPRINT_OVERFLOW where an address comes near the end of 64 bits. */
enum footprint_status items_make(struct items *it, const struct linear *f,
	int n_set, const struct thread_set *set);
void items_clear(struct items *it);

/* Make the lattice and number the bits.  False where there is none; "status"
 * says whether for want of memory.
 */
bool items_lattice(struct items *it, enum footprint_status *status);

/* All rows of the lattice: one row that all items touch where it has no
 * axis, else the axes together.  False when memory runs out.
 */
bool items_rows(const struct items *it, struct signature *rows);

/* Count as linear_count() by enumeration. */
enum footprint_status items_enumerate(const struct linear *f, int n_set,
	const struct thread_set *set, int64_t *n);

#endif
