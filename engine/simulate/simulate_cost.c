/* What a sample of lines may cost: simulate_cost.h. */

#include <math.h>

#include "engine/simulate/simulate_cost.h"

/* Lines at most. */
#define LINES 3000

/* How many times the budget may be passed to follow the fewest lines, and
 * where no closed form takes their place.
 */
#define RAISED	     5.
#define RAISED_ALONE 16.

/* A line that takes so many times what each of the fewest lines may ends the
 * sample as soon as pilots meet it.
 */
#define HOPELESS 2

static double raised(bool is_alone)
{
	return is_alone ? RAISED_ALONE : RAISED;
}

struct cost cost_of_pilots(int64_t budget)
{
	return (struct cost) { budget, COST_EFFORT * budget };
}

struct cost cost_of_sample(int64_t budget, bool is_alone)
{
	double most = 2 * raised(is_alone) * (double) budget;

	return (struct cost) { (int64_t) most, (int64_t) (COST_EFFORT * most) };
}

int64_t cost_of_pilot(struct cost most, double all)
{
	double share = (double) most.effort / fmin(COST_FEWEST, all);

	return (int64_t) fmin(COST_LINE, HOPELESS * share);
}

double cost_lines(int64_t budget, bool is_alone, double touched,
	double per_line)
{
	double lines = (double) budget / per_line;

	if (lines * touched < COST_FEWEST)
		lines = fmin(raised(is_alone) * lines, COST_FEWEST / touched);
	return fmin(lines, fmin(LINES / touched, 10 * LINES));
}
