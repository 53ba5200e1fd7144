#ifndef ENGINE_MODEL_CONDITIONS_H
#define ENGINE_MODEL_CONDITIONS_H

/* Counts of a launch whose conditions hold in some of its blocks and not in
 * others: sums over kinds of blocks (kinds.h).
 *
 * Where no condition depends on blocks, m->conditions is NULL; all functions
 * but conditions_find() need it.
 */

#include "engine/count/kinds.h"
#include "engine/model/workings.h"

struct conditions {
	struct masks masks;
	struct kinds kinds; /* of the launch */
	struct kinds_sample sample;
	bool is_exact;			   /* no kind is sampled */
	int64_t middle;			   /* block, as kinds_middle() has it */
	struct kinds wave[FOOTPRINT_SETS]; /* of the wave's sets */
};

void conditions_find(struct workings *m);

/* The budget over the usual one. */
double conditions_effort(const struct workings *m);

/* Once the wave is known. */
void conditions_find_wave(struct workings *m);

/* Active lanes of the accesses of "list", summed: in a block of "pattern", or
 * in all blocks if that is NULL.
 */
double conditions_of_list(const struct kinds *k, const struct access_list *list,
	const struct kinds_pattern *pattern);

/* Active lanes of "list" per update in the launch, over those in the wave. */
double conditions_density(const struct workings *m,
	const struct access_list *list);

/* Distinct granules that the sets touch, as workings_count() has them, from
 * sampled accesses.  False if the threads that touch a granule do not follow
 * from its address.
 */
bool conditions_granules(struct workings *m, const struct access_list *list,
	double granule_B, int n_set, const struct thread_set *set,
	const struct kinds *by_set, double *n);

/* True if the condition of some access holds for no thread. */
bool conditions_never_hold(const struct workings *m);

/* Distinct granules of each block, summed over all blocks of the launch. */
double conditions_sum(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B);

/* The same for single blocks: NULL if an access is in a loop or not affine, or
 * a block has too many of them.
 */
struct conditions_block *conditions_block_new(const struct workings *m,
	const struct kernel *kernel, const struct access_list *list,
	double granule_B);

/* Granules of the block "at", which has the threads below "limit" in the
 * domain.  False if memory runs out.
 */
bool conditions_block_count(struct conditions_block *c,
	const struct workings *m, const int64_t at[3], const int64_t limit[3],
	double *n);

/* How often warps execute the code under "predicate" in "loop", and with how
 * many lanes in all; false if that is not known.
 */
bool conditions_lanes(const struct workings *m,
	const struct predicate *predicate, int loop, double *warps,
	double *lanes);

#endif
