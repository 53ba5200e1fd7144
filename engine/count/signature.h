#ifndef ENGINE_COUNT_SIGNATURE_H
#define ENGINE_COUNT_SIGNATURE_H

/* Rows of memory by who touches them.
 *
 * An item (one access by one box of threads) touches a run of rows along
 * each axis.  What matters of a row is only its mask, the items that touch
 * it, and its phase, the place of its start in a granule; a signature says
 * how many rows there are of each kind.  A stencil has some ten kinds along
 * an axis however many threads there are.
 */

#include <stdbool.h>
#include <stdint.h>

struct signature {
	int n_word;			/* of a mask */
	int64_t granule_B;		/* phases are modulo this */
	int n_kind, n_max;
	uint64_t *mask;			/* n_word words for each kind */
	int64_t *phase, *count;
	int log2_bucket;
	int *bucket;			/* index of a kind + 1; 0: free */
};

/* The item that is bit "bit" of the masks touches the rows
 * start <= row < start + length.
 */
struct row_run {
	int64_t start, length;
	int bit;
};

/* No rows yet.  False when memory runs out, as below. */
bool signature_init(struct signature *s, int n_word, int64_t granule_B);
void signature_clear(struct signature *s);

bool signature_add(struct signature *s, const uint64_t *mask, int64_t phase,
	int64_t count);

/* Add the rows of an axis; row r starts at r * stride_B.  Runs of one bit
 * are united.
 */
bool signature_axis(struct signature *s, int n_run,
	const struct row_run *run, int64_t stride_B);

/* Add the rows of two axes together: row (r, s) is touched by the items
 * that touch r along one and s along the other.
 */
bool signature_cross(struct signature *s, const struct signature *a,
	const struct signature *b);

/* Ascending order. */
void signature_sort(int64_t *value, int n);

#endif
