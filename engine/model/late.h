#ifndef ENGINE_MODEL_LATE_H
#define ENGINE_MODEL_LATE_H

/* How often a warp waits for a draw that misses: (20.36), (20.61). */

/* The share of loads of which at least one of "lanes" lanes misses, each of which
 * draws a cell by itself and misses with the chance "missed" in the mean.  Of these
 * misses the share "first" is of cells that nothing has loaded before.
 */
double late_draws(double missed, double first, double lanes);

#endif
