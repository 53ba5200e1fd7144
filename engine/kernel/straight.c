/* How often straight code waits for what it loads: doc/MODEL.md, chapter 20. */

#include <math.h>

#include "engine/kernel/straight.h"

/* Registers of 4 bytes that "bytes" take. */
static double words_of(double bytes)
{
	return ceil(bytes / 4);
}

/*	w = 1				words <= min(24, R - 6)
 *	    ceil(words / max(B, R - results - 38))	otherwise  (20.11)
 */
struct straight straight_of(const struct kernel *kernel,
	const struct chain *chain, double registers, double batch)
{
	struct straight s = { .waits = chain->waits };
	double results = 0;

	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];

		if (a->loop < 0 && !a->is_strided)
			*(a->is_store ? &results : &s.words) += words_of(
				kernel->field[a->field].elem_B);
	}
	if (chain->uses > 1 &&
		s.words >
			fmin(STRAIGHT_AT_ONCE, registers - STRAIGHT_LEAST_KEPT))
		s.waits = fmax(chain->waits,
			ceil(s.words /
				fmax(batch,
					registers - results - STRAIGHT_KEPT)));
	return s;
}
