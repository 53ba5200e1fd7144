#ifndef ENGINE_SIMULATE_SIMULATE_COST_H
#define ENGINE_SIMULATE_SIMULATE_COST_H

/* What a sample of lines may cost (simulate_sample.c): its touches, and bounds of
 * addresses to find them.  A budget is in touches.
 */

#include <stdbool.h>
#include <stdint.h>

struct cost {
	int64_t touches, effort;
};

/* Bounds of addresses that take the time of following one touch, and the most for
 * one line, some 0.1 s.
 */
#define COST_EFFORT 8
#define COST_LINE   1000000

/* Lines that a sample has at least. */
#define COST_FEWEST 40

/* Of the first lines, and of the sample; "is_alone" where no closed form takes its
 * place.  The first lines may tell half of what others take.
 */
struct cost cost_of_pilots(int64_t budget);
struct cost cost_of_sample(int64_t budget, bool is_alone);

/* Effort that one of the first lines may take, of "all" lines, where the sample may
 * cost "most".
 */
int64_t cost_of_pilot(struct cost most, double all);

/* Lines to follow, of which a share "touched" has touches, each as costly as
 * "per_line" touches: as many as the budget allows, and a few at least where
 * that does not take much longer.
 */
double cost_lines(int64_t budget, bool is_alone, double touched,
	double per_line);

#endif
