#ifndef ENGINE_MODEL_SCATTER_H
#define ENGINE_MODEL_SCATTER_H

/* Accesses whose addresses depend on data, as chance has them: what is
 * expected of the granules they touch.  Chapter 13 of doc/MODEL.md.
 *
 * Random: every lane draws one of the first n cells of the field, each as
 * likely as any other.  Gather: every warp draws k distinct lines of the
 * field, and its lanes share them evenly, neighbours in neighbouring cells.
 * Draws of lanes, of warps and of turns of a loop do not depend on each
 * other.
 */

#include "engine/model/workings.h"

/* Granules that the accesses of "list", all of them scattered and of one
 * field, are expected to touch from each combination of sets, as
 * footprint_count() has them; n[0] is what none touches.  Where they draw around
 * the place of the thread, and "regular" accesses of the field are there as well,
 * "area" has the granules of all such places by sets; else it is 0.
 */
void scatter_count(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, const struct access_list *regular,
	double granule_B, int n_set, const struct thread_set *set, double *n,
	double *area);

/* The same for accesses of both kinds, where "n" has the granules of those with
 * an address: these lie in "area", or, where it is 0, anywhere in the field.
 */
void scatter_merge(int n_set, const double *chance, const double *area,
	double *n);

/* What one request of "lanes" lanes comes to; all but its cycles. */
struct requests scatter_request(const struct device *dev,
	const struct kernel *kernel, const struct launch *launch,
	const struct access *a, double lanes);

/* Words that it touches. */
double scatter_words(const struct device *dev, const struct kernel *kernel,
	const struct launch *launch, const struct access *a, double lanes,
	int64_t word_B);

/* Most balls in one bin, on average, where "balls" fall into "bins". */
double scatter_fullest(int balls, int bins);

/* The same of balls that are so many in the mean: in between. */
double scatter_fullest_mean(double balls, int bins);

#endif
