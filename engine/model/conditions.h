#ifndef ENGINE_MODEL_CONDITIONS_H
#define ENGINE_MODEL_CONDITIONS_H

/* Counts of a launch whose conditions hold in some of its blocks and not in
 * others: sums over kinds of blocks (kinds.h).
 *
 * Where no condition depends on blocks, m->conditions is NULL; all functions
 * but conditions_find() need it.
 */

#include "engine/count/footprint_warp.h"
#include "engine/count/kinds.h"
#include "engine/model/workings.h"

#define CONDITIONS_OPEN 16

/* Sizes of granules that are counted at once. */
#define CONDITIONS_GRANULES 4

/* Granules of all blocks, by conditions_sum(). */
struct conditions_counted {
	const struct kernel *kernel;
	const int *access;
	int n_access;
	int64_t granule_B;
	double granules, error; /* error: conditions_ratio_error() */
	struct conditions_counted *next;
};

struct conditions {
	struct masks masks;
	struct masks row[3]; /* of rows along each axis, once they are asked */
	struct kinds kinds;  /* of the launch */
	struct kinds_sample sample;
	bool is_exact;	/* no kind is sampled */
	int64_t middle; /* block, as kinds_middle() has it */
	/* lists that have no closed form of few parts */
	int n_open;
	struct access_list open[CONDITIONS_OPEN];
	struct kinds wave[FOOTPRINT_SETS]; /* of the first sets of the wave */
	int n_wave;
	double *wave_lanes; /* of its first set, by predicate; NULL: of kinds */
	struct conditions_counted *counted;
	struct conditions_kept *kept; /* memory of conditions_requests() */
};

/* Sums over sampled blocks: counts c and lanes l of weight w. */
struct conditions_sums {
	double c, l;	   /* w c, w l */
	double cc, cl, ll; /* w^2 c^2, ..., of blocks that are a sample */
};

/* Add kind "kind", which represents "weight" blocks. */
void conditions_add(const struct conditions *c, struct conditions_sums *sums,
	const struct kinds_kind *kind, double weight, double count,
	double lanes);

/* The relative standard error of c / l, with that of "lanes". */
double conditions_ratio_error(const struct conditions_sums *sums, double lanes);

/* Sums over sampled blocks that represent w blocks each: a count c beside lanes
 * and warps, and their products, as above.
 */
struct conditions_fit {
	double n; /* blocks of which others were left out */
	double c, l, w, cc, cl, cw, ll, lw, ww;
};

/* Lanes and warps of all blocks, with relative errors. */
struct conditions_known {
	double lanes, lanes_error, warps, warps_error;
};

void conditions_fit_add(const struct conditions *c, struct conditions_fit *f,
	const struct kinds_kind *kind, double weight, double count,
	double lanes, double warps);

/* Add blocks each of which represents "factor" times its weight. */
void conditions_fit_join(struct conditions_fit *f,
	const struct conditions_fit *more, double factor);

/* The count of all blocks over that of the sample, and its relative standard
 * error.
 */
double conditions_fit_scale(const struct conditions_fit *f,
	const struct conditions_known *known, double *error);

void conditions_find(struct workings *m);

/* The budget over the usual one. */
double conditions_effort(const struct workings *m);

/* Once the wave is known: the lanes of its first set; the kinds of the first
 * n_set sets; false if memory runs out.
 */
bool conditions_count_wave(struct workings *m);
bool conditions_find_wave(struct workings *m, int n_set);

/* Active lanes of the accesses of "list", summed: in a block of "pattern", or
 * in all blocks if that is NULL.
 */
double conditions_of_list(const struct kinds *k, const struct access_list *list,
	const struct kinds_pattern *pattern);

/* The relative standard error of these. */
double conditions_error(const struct kinds *k, const struct access_list *list);

/* Threads of a row, at most. */
#define CONDITIONS_ROW 4096

/* The masks of rows along an axis; NULL if memory runs out. */
struct masks *conditions_rows(struct workings *m, int axis);

/* The bits of the row of thread "at", one of n along the axis, its place in
 * them, and how many follow; NULL if memory runs out.
 */
const uint64_t *conditions_row(struct masks *rows, int node,
	const int64_t at[3], int64_t n, int64_t *place, int64_t *n_left);

/* Active lanes of "list" per update in the launch, over those in the wave. */
double conditions_density(const struct workings *m,
	const struct access_list *list);

/* Distinct granules that the sets touch, as workings_count() has them, exactly
 * where they are few, or from a sample, as m->sample_error then tells.  False
 * if the threads that touch a granule do not follow from its address.
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

/* The same for granules of several sizes, n_granule of them: NULL if accesses
 * do not lie alike in all blocks.
 */
struct conditions_dense *conditions_dense_new(const struct workings *m,
	const struct kernel *kernel, const struct access_list *list,
	int n_granule, const int64_t *granule_B);
bool conditions_dense_count(struct conditions_dense *d, const int64_t at[3],
	const int64_t limit[3], double *n);

/* Requests of an access under conditions: "count" tells those of one kind.
 * False if it, or its condition, is not affine or depends on a loop.
 */
bool conditions_requests(struct workings *m, const struct warp_access *a,
	int64_t period,
	void (*count)(const struct warp_phase *p, void *user,
		struct requests *one),
	void *user, struct requests *sum);

/* Slots of "stride" bytes in a granule, a power of two up to 64; 0 if strides
 * and granules do not fit.
 */
int64_t conditions_slots(int64_t stride, int64_t granule_B);

/* The first slot of each granule in a word. */
static inline uint64_t conditions_firsts(int64_t n_slot)
{
	return n_slot < 64 ? ~UINT64_C(0) / ((UINT64_C(1) << n_slot) - 1) : 1;
}

/* These, of granules of which one slot has a bit. */
static inline uint64_t conditions_fold(uint64_t bits, int64_t n_slot,
	uint64_t firsts)
{
	for (int64_t by = n_slot / 2; by > 0; by /= 2)
		bits |= bits >> by;
	return bits & firsts;
}

/* The standard error of the warps of conditions_lanes(). */
double conditions_warps_error(const struct workings *m,
	const struct predicate *predicate, int loop);

/* How often warps execute the code under "predicate" in "loop", and with how
 * many lanes in all; false if that is not known.
 */
bool conditions_lanes(const struct workings *m,
	const struct predicate *predicate, int loop, double *warps,
	double *lanes);

#endif
