/* The registers that a thread's values and addresses take: doc/MODEL.md,
 * chapter 2.
 *
 * Two schedules bound what a compiler makes of a thread: with every load
 * first, and with every load just before its use.
 */

#include <limits.h>
#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/launch/live.h"

/* Registers that every thread takes: the stack pointer, indices, the address
 * that a store needs last and alignment of pairs.  Least: those that remain
 * where registers are scarce.
 */
#define THREAD_REGISTERS 8
#define LEAST_REGISTERS	 8
#define SHARED_REGISTERS 4 /* threadIdx, blockIdx, addresses of tiles */

/* Those of loops, and of loops whose trips are joined. */
#define LOOP_REGISTERS	       5
#define INDEX_REGISTERS	       3 /* the cell, for a store after a loop */
#define STEP_REGISTERS	       2 /* a run-time distance of rows */
#define JOINED_REGISTERS       6
#define JOINED_INDEX_REGISTERS 2

/* Registers that loop-carried values take. */
static int carried_words(const struct live *v, int loop)
{
	const struct kernel_def *k = v->k;
	int words = 0;

	for (int at = loop; at >= 0;
		at = kernel_loop_of(k, k->region[k->loop[at].region].parent))
		words += v->carried_words[at];
	return words * v->cells;
}

static bool is_same_part(const struct live *v, int i, int j)
{
	/* no load moves across the slow path of another cell's division */
	return v->target[i].loop == v->target[j].loop &&
		v->target[i].part == v->target[j].part &&
		(!v->has_calls || v->target[i].cell == v->target[j].cell);
}

/* Trips that the compiler joins. */
static int copies_of(const struct live *v, int loop)
{
	return loop < 0 ? 1 : (int) lower_joined(v->l, loop);
}

/* True if a value that the loop carries is used after it. */
static bool has_result(const struct live *v, int loop)
{
	for (int i = 0; i < v->n_value; ++i)
		if (v->value[i].op == GRAPH_RESULT && v->value[i].kid[0] >= 0 &&
			v->value[v->value[i].kid[0]].loop == loop)
			return true;
	return false;
}

/* Registers that a loop takes beside its values and pointers: its counter and,
 * if trips are joined, what is left of them; the cell, for a store after the
 * loop; or the run-time distance by which pointers move.
 */
static int loop_registers(const struct live *v, int loop, int copies)
{
	bool is_moving = v->l->o->strides != STRIDES_CONSTANT &&
		live_address_moving(v, loop) > 0;

	if (copies > 1)
		return JOINED_REGISTERS +
			(v->k->dims > 1 ? JOINED_INDEX_REGISTERS : 0);
	if (v->k->dims > 1 && has_result(v, loop))
		return LOOP_REGISTERS + INDEX_REGISTERS;
	return LOOP_REGISTERS + (is_moving ? STEP_REGISTERS : 0);
}

/* The registers of a part of the code, targets from .. to-1, with all loads
 * first.
 */
static int wanted_by(struct live *v, int from, int to, int *order)
{
	int loop = v->target[from].loop, copies = copies_of(v, loop), stored;
	int pairs = live_address_pairs(v, loop, &stored);
	int n = live_schedule_order(v, from, to, order), moving = 0;

	if (loop >= 0 && options_strides_vary(v->l->o))
		moving = (live_schedule_ahead(v, loop, order, n, copies) - 1) *
			live_address_moving(v, loop) * 3 / 2;
	if (loop >= 0)
		moving += loop_registers(v, loop, copies);
	return live_schedule_hoisted(v, loop, order, n, copies, stored) +
		2 * pairs + moving + carried_words(v, loop) +
		live_address_apart(v) + (loop < 0 ? THREAD_REGISTERS : 0) +
		(v->l->kernel->n_shared_access > 0 ? SHARED_REGISTERS : 0);
}

/* What the addresses of a loop take where registers are scarce: a pointer each,
 * or with run-time strides a 32-bit index of each row, of two trips if trips
 * are joined, one address and the size of an element.
 */
static int moved_with(const struct live *v, int loop, int pairs)
{
	if (!options_strides_vary(v->l->o))
		return 2 * pairs;
	return (copies_of(v, loop) > 1 ? 2 : 1) * pairs + 3;
}

static int moved_by(const struct live *v, int loop)
{
	int stored, pairs = live_address_pairs(v, loop, &stored);

	return moved_with(v, loop, pairs);
}

/* Ways to break ties between equal needs.  More ways cost time and can only
 * lower the peak.
 */
#define WAYS 4

/* The most words of values with every load just before its use, in the best of
 * WAYS orders.
 */
static int least_of_ways(struct live *v, int from, int to, int *order)
{
	int loop = v->target[from].loop, least = INT_MAX;

	for (int way = 0; way < WAYS; ++way) {
		int n, peak;

		v->flip = UINT64_MAX / (WAYS - 1) * (uint64_t) way;
		n = live_schedule_order(v, from, to, order);
		peak = live_schedule_late(v, loop, order, n, true);
		least = peak < least ? peak : least;
		peak = live_schedule_late(v, loop, order, n, false);
		least = peak < least ? peak : least;
		if (way > 0)
			continue;
		live_schedule_by_depth(v, order, n);
		peak = live_schedule_late(v, loop, order, n, false);
		least = peak < least ? peak : least;
		peak = live_schedule_late(v, loop, order, n, true);
		least = peak < least ? peak : least;
		live_schedule_by_address(v, order, n);
		peak = live_schedule_late(v, loop, order, n, true);
		least = peak < least ? peak : least;
		n = live_schedule_shared(v, from, to, order);
		peak = live_schedule_late(v, loop, order, n, true);
		least = peak < least ? peak : least;
	}
	v->flip = 0;
	return least;
}

/* Compilers do not move operations across slow paths: one target after the
 * other.
 */
static int least_in_order(const struct live *v, int from, int to, int *order)
{
	int n = live_schedule_order(v, from, to, order);

	return live_schedule_late(v, v->target[from].loop, order, n, false);
}

/* Compilers do not interleave two sums of values from shared memory either, and
 * keep the factors that both need.  That was seen with up to 60 registers
 * (gemm_tile); convolutions with hundreds of such factors show that it ends.
 */
#define KEPT_FACTORS 64

static int least_from_tiles(struct live *v, int from, int to, int *order)
{
	int least = least_in_order(v, from, to, order);

	return least <= KEPT_FACTORS ? least :
				       least_of_ways(v, from, to, order);
}

/* A compiler stores a result at once, wherever the source has the store, if it
 * finds the place: where the address of the store takes no pointer of 64 bits
 * that moves from cell to cell, and the thread loads no more than so many words
 * (CUDA 13.0: with up to 276 results are stored at once, from 322 on they are
 * kept, floats and doubles alike).
 */
#define STORE_WINDOW 300

static bool keeps_results(const struct live *v, int from, int to, int *order)
{
	int n = live_schedule_order(v, from, to, order), words = 0;

	for (int i = 0; i < n; ++i)
		if (order[i] >= 0 && v->value[order[i]].is_load)
			words += v->value[order[i]].words;
	return v->l->o->strides == STRIDES_INT64 || words > STORE_WINDOW;
}

/* Pointers march with the cells of larger folds.  Those of few cells, and of
 * few cells side by side in a row, are found anew.
 */
#define FEW_CELLS_APART	  2
#define FEW_CELLS_IN_ROWS 7

static bool is_marching(const struct live *v)
{
	return v->l->fold[1] * v->l->fold[2] > FEW_CELLS_APART ||
		v->cells > FEW_CELLS_IN_ROWS;
}

/* The registers of the part with every load just before its use: if each
 * result is stored at once, and if they wait for the end of the thread.
 */
static struct register_need least_by(struct live *v, int from, int to,
	int *order)
{
	bool has_shared = v->l->kernel->n_shared_access > 0;
	int loop = v->target[from].loop, more, kept;
	int least = v->has_calls ? least_in_order(v, from, to, order) :
		has_shared	 ? least_from_tiles(v, from, to, order) :
				   least_of_ways(v, from, to, order);

	least += carried_words(v, loop) + LEAST_REGISTERS +
		(has_shared ? SHARED_REGISTERS : 0);
	if (loop >= 0)
		least += moved_by(v, loop);
	if (v->cells == 1)
		return (struct register_need) { .least = least, .kept = least };
	if (!options_strides_vary(v->l->o)) {
		more = live_march_far(v, loop);
		kept = more + live_march_results(v, loop);
	} else if (is_marching(v)) {
		more = live_march(v, loop);
		kept = live_march_kept(v, loop);
	} else {
		more = live_schedule_rays(v, loop, order,
			live_schedule_order(v, from, to, order));
		if (more == 0)
			more = live_address_offsets(v, loop);
		kept = more;
	}
	return (struct register_need) { .least = least + more,
		.kept = least + kept,
		.is_kept = keeps_results(v, from, to, order) };
}

/* The end of the part of the code that starts with target "from". */
static int part_end(const struct live *v, int from)
{
	int to = from;

	while (to < v->n_target && is_same_part(v, from, to))
		++to;
	return to;
}

/* Takes what is less of two ways to order the values of a part. */
static void lower_need(struct register_need *n, struct register_need other)
{
	n->least = other.least < n->least ? other.least : n->least;
	n->kept = other.kept < n->kept ? other.kept : n->kept;
}

/* True if no load of a later trip is ahead: each trip has a slow path. */
static bool is_slow_loop(const struct live *v, int target)
{
	return v->target[target].loop >= 0 &&
		v->is_slow[v->target[target].loop + 1];
}

/* What a trip takes with each load just before its use, for lower_chain(), and
 * with one pointer: what further ones take of loads in flight is (20.16).
 */
static void note_least(const struct live *v, int loop, int least)
{
	struct lower_trip *t = &v->l->trip[loop + 1];

	if (loop >= 0)
		least += moved_with(v, loop, 1) - moved_by(v, loop);
	t->least = least > t->least ? least : t->least;
}

struct register_need lower_live(const struct lowering *l)
{
	struct register_need need = { .is_last = l->o->stores == STORES_LAST };
	struct register_need *least;
	bool repeats;
	struct live v;
	int *order;

	live_build(&v, l);
	least = memory_new(((size_t) v.n_target + 1) * sizeof(*least));
	/* room for a copy of each value for each of its operands */
	order = memory_new((4 * (size_t) v.n_value + (size_t) v.n_target + 1) *
		sizeof(*order));
	for (int from = 0, to; from < v.n_target; from = to) {
		int wanted;

		to = part_end(&v, from);
		wanted = wanted_by(&v, from, to, order);
		least[from] = least_by(&v, from, to, order);
		note_least(&v, v.target[from].loop, least[from].least);
		/* few loads from shared memory, and none behind a slow path,
		 * are ahead, but what they load for several sums is held
		 */
		if ((l->kernel->n_shared_access > 0 ||
			    is_slow_loop(&v, from)) &&
			wanted < least[from].least)
			wanted = least[from].least;
		need.wanted = wanted > need.wanted ? wanted : need.wanted;
	}
	repeats = live_repeat(&v);
	for (int from = 0, to; from < v.n_target; from = to) {
		struct register_need n = least[from];

		to = part_end(&v, from);
		if (repeats)
			lower_need(&n, least_by(&v, from, to, order));
		need.least = n.least > need.least ? n.least : need.least;
		need.kept = n.kept > need.kept ? n.kept : need.kept;
		need.is_kept |= n.is_kept && l->o->stores != STORES_INLINE;
	}
	free(order);
	free(least);
	live_clear(&v);
	need.tile = lower_tile_words(l->k);
	return need;
}
