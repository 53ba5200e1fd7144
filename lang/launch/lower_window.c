/* Loads of joined trips that registers have room for: what a trip carries, holds and
 * computes takes registers from them (doc/MODEL.md, chapter 20).
 */

#include <limits.h>
#include <math.h>

#include "lang/launch/lower_parts.h"

/* Registers that compilers take where nothing asks for more, and how many of them
 * listings leave unused.
 */
#define REGISTERS_USUAL	 32
#define REGISTERS_UNUSED 2

/* True if joined trips of "loop" have loads in flight that registers bound. */
static bool has_window(const struct lowering *l, int loop, double joined)
{
	const struct lower_trip *t = &l->trip[loop + 1];

	return loop >= 0 && joined > 1 && t->loads > 0 && !t->has_barrier;
}

bool lower_has_window(const struct lowering *l)
{
	for (int loop = 0; loop < l->kernel->n_loop; ++loop)
		if (!l->k->by_address && !l->k->has_flow &&
			has_window(l, loop, lower_joined(l, loop)))
			return true;
	return false;
}

/* Words that joined trips have in flight at most: the registers that a trip leaves
 * which has each load just before its use, and those of its loads, but as many as
 * (20.16) leaves to any number of pointers.
 *
 *	max(R - 2 - L + l, r)					 (20.70)
 *
 *	R  registers			options.registers, at least REGISTERS_USUAL
 *	L  those of such a trip		lower_trip.least
 *	l  words that a trip loads	loads.words
 */
double lower_window(const struct lowering *l, int loop, double joined,
	double words)
{
	const struct lower_trip *t = &l->trip[loop + 1];
	double all = fmax(REGISTERS_USUAL, l->o->registers);

	if (!has_window(l, loop, joined) || t->least == 0)
		return INFINITY;
	return fmax(all - REGISTERS_UNUSED - t->least + words,
		kernel_order_room(INT_MAX, false, t->stores > 0) /
			kernel_flight(4));
}
