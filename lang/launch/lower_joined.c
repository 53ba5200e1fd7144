/* How a compiler joins the trips of each loop, and what is left over
 * (doc/MODEL.md, chapter 20).
 */

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "engine/count/witness.h"
#include "lang/launch/lower_parts.h"

/* Trips that nvcc joins where the program does not say, by loads of a trip:
 * the same listings.  With functions of the library, trips are joined up to so
 * many instructions: softmax2 and softmax3 join 4 and 8.
 */
#define JOINED_MOST 128

static double most_joined(int loads, double inlined)
{
	return inlined > 0 ? JOINED_MOST / (inlined + 2 * loads + 3) : INFINITY;
}

static int default_joined(int loads, bool stores, double inlined)
{
	double most = most_joined(loads, inlined);
	int n = loads <= 1 && !stores ? 80 :
		loads <= 2	      ? 16 :
		loads <= 6	      ? 8 :
					4;

	while (n > 1 && n > most)
		n = n > 16 ? 16 : n / 2;
	return n;
}

/* Where extents are arguments, so are the ends of loops, of all but short ones.
 */
#define JOINED_LITERAL 32

static bool has_argument_end(const struct lowering *l, int loop)
{
	const struct kernel_loop *source = &l->k->loop[loop];
	const struct graph *g = &l->k->graph;

	return (options_strides_vary(l->o) &&
		       l->kernel->loop[loop].trips > JOINED_LITERAL) ||
		g->node[source->lo].uses_scalar ||
		g->node[source->hi].uses_scalar;
}

int lower_queue(const struct lowering *l, int loop)
{
	const struct kernel_def *k = l->k;
	int n = 0;

	for (int i = 0; i < k->n_carried; ++i)
		n += k->carried[i].loop == loop &&
			k->graph.node[k->carried[i].next].op == GRAPH_CARRIED &&
			k->graph.node[k->carried[i].next].b != i;
	return n;
}

/* Does the loop move an access from row to row? */
static bool moves_rows(const struct lowering *l, const struct kernel_access *a,
	int loop)
{
	int var = VAR_LOOP0 + lower_depth(l->k, loop);

	for (int d = 1; d < a->n_index && var < N_QUASI_VAR; ++d)
		if (l->node[a->index[d]] && l->node[a->index[d]]->coef[var])
			return true;
	return false;
}

/* Instructions of a trip for addresses of bytes, which are sums of two words. */
static double byte_moves(const struct lowering *l, int loop)
{
	const struct kernel_def *k = l->k;
	double n = 0;

	for (int i = 0; i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];

		if (!k->field[a->field].is_shared &&
			kernel_loop_of(k, a->region) == loop &&
			type_bytes(k->field[a->field].type) == 1 &&
			moves_rows(l, a, loop))
			n += 2;
	}
	return n;
}

/* Quotients by numbers of run time, which the assembler expands, at first with the
 * reciprocal, that is half of them (quotient.def).
 */
static double quotient_size(const struct lowering *l, int loop)
{
	const struct kernel_def *k = l->k;
	double n = 0;

	for (int r = 0; r < k->n_region; ++r)
		if (kernel_loop_of(k, r) == loop)
			n += kernel_count_at(
				&k->region[r].work.expanded[CALL_INTEGER].other,
				l->extent);
	return 2 * n;
}

/* Trips that nvcc joins where only the launch or the thread knows how many there are,
 * of S instructions, and those that its assembler makes one of these:
 *
 *	u (S - 4) <= 176,  u in { 4, 2, 1 };  four, if u A <= 45	  (20.44)
 *
 * Listings of 1700 loops by nvcc 13 for sm_90; see compiled_joined.csv.
 */
#define JOINED_UNKNOWN	4
#define NVCC_MOST	176
#define NVCC_FREE	4
#define ASSEMBLED_TRIPS 4
#define ASSEMBLED_MOST	45

/* Does a trip add a literal to an index of 32 bits?  With strides that are literals,
 * compilers move on the index of a row and not its address.
 */
static bool moves_index(const struct lowering *l, int loop)
{
	const struct kernel_def *k = l->k;
	int starts = k->loop[loop].starts;

	if (options_strides_vary(l->o) ||
		(starts >= 0 && k->graph.node[starts].uses_coord))
		return false;
	for (int i = 0; i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];

		if (!k->field[a->field].is_shared &&
			kernel_loop_of(k, a->region) == loop &&
			moves_rows(l, a, loop))
			return true;
	}
	return false;
}

static bool is_assembled(const struct lowering *l, int loop)
{
	const struct kernel_loop *source = &l->k->loop[loop];
	const struct lower_trip *t = &l->trip[loop + 1];
	int64_t step;

	return l->o->strides != STRIDES_INT64 && !t->has_barrier &&
		!t->is_held && !l->k->chain[loop + 1].has_swap &&
		!l->k->chain[loop + 1].has_call[l->o->type == TYPE_DOUBLE] &&
		!moves_index(l, loop) &&
		(source->step < 0 ||
			graph_is_int(&l->k->graph, source->step, &step));
}

static double joined_unknown(const struct lowering *l, int loop)
{
	const struct lower_trip *t = &l->trip[loop + 1];
	double n = JOINED_UNKNOWN;

	while (n > 1 && n * (t->size - NVCC_FREE) > NVCC_MOST)
		n /= 2;
	return is_assembled(l, loop) &&
			n *
					(t->assembled + byte_moves(l, loop) +
						quotient_size(l, loop)) <=
				ASSEMBLED_MOST ?
		ASSEMBLED_TRIPS * n :
		n;
}

/* A loop with barriers is unrolled as a whole, if all its trips have so few
 * accesses, or not at all.  Read-only data are then loaded so many trips before
 * their use: 27 listings by nvcc 13 for sm_90.
 */
#define BARRIER_ACCESSES 512

static double joined_barriers(const struct lower_trip *t, double trips)
{
	return t->accesses * trips <= BARRIER_ACCESSES ? trips : 1;
}

/* Loads that no store of the kernel can change pass barriers; where a loop stays
 * one, those under conditions do not.
 */
static bool loads_pass(const struct lowering *l, int loop)
{
	const struct kernel_def *k = l->k;
	bool whole = lower_is_whole(l, loop);

	for (int i = 0; i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];

		if (!a->is_store && !k->field[a->field].is_shared &&
			kernel_loop_of(k, a->region) == loop &&
			(!lower_is_read_only(l, a) ||
				(!whole &&
					k->region[a->region].kind !=
						REGION_LOOP)))
			return false;
	}
	return true;
}

int lower_barrier_ahead(const struct lowering *l, int loop)
{
	if (!l->trip[loop + 1].has_barrier)
		return INT_MAX;
	return loop < 0 || !loads_pass(l, loop) ? 1 : KERNEL_AHEAD;
}

/* Does the launch, or the thread, decide how many trips a loop has, so that the
 * compiler joins some and has code for those that are left?
 */
static bool has_rest(const struct lowering *l, int loop)
{
	const struct lower_trip *t = &l->trip[loop + 1];

	if (t->has_loop || t->is_grid)
		return false;
	if (kernel_loop_varies(l->k, loop))
		return l->k->loop[loop].unroll != 1 && !t->has_barrier;
	return l->k->loop[loop].unroll == 0 && has_argument_end(l, loop);
}

static double most_trips(const struct lowering *l, int loop)
{
	const struct lower_trip *t = &l->trip[loop + 1];
	double trips = (double) l->kernel->loop[loop].trips;
	bool varies = kernel_loop_varies(l->k, loop);

	if (l->k->loop[loop].unroll > 0)
		return l->k->loop[loop].unroll;
	if (t->has_loop || t->is_grid || (t->has_barrier && varies))
		return 1;
	return varies || has_argument_end(l, loop) ?
		joined_unknown(l, loop) :
		t->has_barrier ?
		joined_barriers(t, trips) :
		default_joined(t->loads, t->stores > 0,
			l->k->chain[loop + 1]
				.inlined[l->o->type == TYPE_DOUBLE]);
}

double lower_joined(const struct lowering *l, int loop)
{
	double trips = (double) l->kernel->loop[loop].trips;
	double n = most_trips(l, loop);

	while (has_rest(l, loop) && n > trips)
		n /= 4;
	return fmax(1, fmin(n, trips));
}

bool lower_is_whole(const struct lowering *l, int loop)
{
	return !has_rest(l, loop) &&
		lower_joined(l, loop) >= (double) l->kernel->loop[loop].trips;
}

/* ---------------------------------------------------------------- runs */

/* Of a loop whose trips vary, so many runs of the fewest and the next numbers of
 * trips stand for all.
 */
#define RUNS 256

/* Lanes of a warp; GPUs with 64 differ in a lane more or less. */
#define WARP_LANES 32

/* Adds "share" of the trips that joined ones leave of a run of t trips.  They
 * are joined by halves while these have four trips or more; of the last three
 * the third goes with the second, unless trips stay behind each other.  A warp
 * whose lanes end at different trips, one of "differ", goes through all of it.
 */
static void add_rest(struct lower_run *run, double t, double share,
	bool is_apart, double differ)
{
	int last = run->n_size - 1;
	double most = is_apart ? 3 : 2;

	t = fmod(t, run->size[0]);
	for (int i = 1; i < last; ++i) {
		bool any = t >= run->size[i];

		run->n[i] += share * (any ? 1 : differ);
		t -= any ? run->size[i] : 0;
	}
	run->n[last] += share * (differ * most + (1 - differ) * fmin(t, most));
}

/* Instructions before the first trip of a run, besides those of its parent: it
 * counts trips, and where some are joined, those that are left, and finds the
 * address of each field.  An end that the thread or another counter decides is
 * found anew.
 *
 *	6 + v + (11 + 5 F) [t >= 4]	where more than 4 are joined
 *	6 + v + (7 + F) [t >= u] + (9 + F) [t mod u > 0]	 (20.22)
 */
static double run_starts(const struct lower_trip *t, double joined,
	double trips, bool varies)
{
	double tests = 6 + (varies ? 5 : 0);

	if (trips < 1)
		return 0;
	if (joined > JOINED_UNKNOWN)
		return tests + (trips >= 4 ? 11 + 5 * t->fields : 0);
	return tests + (trips >= joined ? 7 + t->fields : 0) +
		(fmod(trips, joined) > 0 ? 9 + t->fields : 0);
}

const struct quasi *lower_left(const struct lowering *l, int loop,
	int64_t *step)
{
	const struct kernel_loop *source = &l->k->loop[loop];
	int test = l->k->region[source->body].condition;

	*step = 1;
	if ((source->step >= 0 &&
		    !kernel_int_at(l->k, source->step, l->extent, step)) ||
		*step == 0)
		return NULL;
	*step = llabs(*step);
	return l->node[l->k->graph.node[test].b];
}

/* Trips of the thread with fewest where the trips of a loop vary, and the share
 * of warps whose lanes do not have as many.
 */
static double fewest_trips(const struct lowering *l, int loop, double *differ)
{
	int64_t least, most, step;
	const struct quasi *left = lower_left(l, loop, &step);

	if (!left ||
		!witness_bounds(l->kernel, l->launch, l->pool, left,
			l->kernel->loop[loop].parent, &least, &most))
		return 0;
	*differ = fmin(1,
		fabs((double) left->coef[VAR_TX] / (double) step) *
			(WARP_LANES - 1));
	return least < 0 ? 0 : floor((double) least / (double) step) + 1;
}

/* ------------------------------------------------------- lengths of rows */

/* Where a table of lengths, a quotient or a remainder bounds a loop, so many
 * warps, spread over the launch by the golden ratio, tell how long runs are.
 */
#define TABLE_WARPS 512
#define GOLDEN	    0.6180339887498949

/* Trips of each lane of a warp, in the trip of the loops around that "point"
 * has.
 */
static int warp_trips(const struct lowering *l, const struct quasi *left,
	int64_t step, int64_t warp, int64_t *point, double trips[WARP_LANES])
{
	const struct launch *launch = l->launch;
	const int64_t *block = launch->block, *grid = launch->grid;
	int64_t threads = block[0] * block[1] * block[2];
	int64_t each = (threads + WARP_LANES - 1) / WARP_LANES;
	int64_t at = warp / each, first = warp % each * WARP_LANES, value;
	int n = 0;

	point[VAR_BX] = at % grid[0];
	point[VAR_BY] = at / grid[0] % grid[1];
	point[VAR_BZ] = at / grid[0] / grid[1];
	for (int64_t t = first; t < threads && t < first + WARP_LANES; ++t) {
		point[VAR_TX] = t % block[0];
		point[VAR_TY] = t / block[0] % block[1];
		point[VAR_TZ] = t / block[0] / block[1];
		if (quasi_eval(left, point, &value))
			trips[n++] = value < 0 ? 0 :
						 (double) (value / step + 1);
	}
	return n;
}

/* Any trip of the loops around "loop". */
static void choose_trips(const struct lowering *l, int loop, int i,
	int64_t *point)
{
	for (int p = l->kernel->loop[loop].parent; p >= 0;
		p = l->kernel->loop[p].parent) {
		int var = VAR_LOOP0 + lower_depth(l->k, p);

		if (var < N_QUASI_VAR)
			point[var] = i % l->kernel->loop[p].trips;
	}
}

/* Adds a run of a warp, 1 / TABLE_WARPS of all.  It goes through each part of the
 * code that one of its lanes goes through.
 */
static void add_warp(struct lower_run *run, const struct lower_trip *t, int n,
	const double *trips, bool is_apart)
{
	int last = run->n_size - 1;
	double each[8] = { 0 }, longest = 0;

	for (int l = 0; l < n; ++l) {
		double left = fmod(trips[l], run->size[0]);

		longest = fmax(longest, trips[l]);
		each[0] = fmax(each[0], floor(trips[l] / run->size[0]));
		for (int i = 1; i < last; ++i) {
			bool any = left >= run->size[i];

			each[i] = fmax(each[i], any);
			left -= any ? run->size[i] : 0;
		}
		each[last] = fmax(each[last], fmin(left, is_apart ? 3 : 2));
	}
	for (int i = 0; i <= last; ++i)
		run->n[i] += each[i] / TABLE_WARPS;
	run->trips += longest / TABLE_WARPS;
	run->starts += run_starts(t, run->size[0], longest, true) / TABLE_WARPS;
}

/* Rows of the launch that are as long as the longest, or nearly. */
#define AS_LONG 0.95

static double longest_rows(const struct lowering *l)
{
	for (int i = 0; i < l->k->n_field; ++i) {
		const struct kernel_field *f = &l->k->field[i];
		const struct field *to = &l->kernel->field[l->field[i]];
		int64_t most = 0;
		double n = 0;

		if (f->n_length == 0 || l->field[i] < 0)
			continue;
		for (int64_t j = 0; j < f->n_length; ++j)
			most = f->length[j] > most ? f->length[j] : most;
		for (int64_t j = 0; j < f->n_length; ++j)
			n += (double) f->length[j] >= AS_LONG * (double) most;
		return n *
			fmax(1,
				((double) (to->size_B / to->elem_B) - 1) /
					(double) f->n_length);
	}
	return 0;
}

static void count_warps(const struct lowering *l, int loop,
	const struct quasi *left, int64_t step, struct lower_run *run)
{
	const struct launch *launch = l->launch;
	double warps = ceil((double) (launch->block[0] * launch->block[1] *
				    launch->block[2]) /
			       WARP_LANES) *
		(double) launch->grid[0] * (double) launch->grid[1] *
		(double) launch->grid[2];

	run->trips = run->n[0] = 0;
	run->has_table = quasi_has_table(left);
	run->longest = run->has_table ? longest_rows(l) : 0;
	for (int i = 0; i < TABLE_WARPS; ++i) {
		double trips[WARP_LANES], at = (i + 0.5) * GOLDEN;
		int64_t point[N_QUASI_VAR] = { 0 };
		int n;

		choose_trips(l, loop, i, point);
		n = warp_trips(l, left, step,
			(int64_t) ((at - floor(at)) * warps), point, trips);

		add_warp(run, &l->trip[loop + 1], n, trips,
			lower_is_apart(l, loop));
	}
}

struct lower_run lower_run(const struct lowering *l, int loop)
{
	bool varies = kernel_loop_varies(l->k, loop);
	bool is_apart = lower_is_apart(l, loop);
	double differ = 0;
	double most = (double) l->kernel->loop[loop].trips;
	double least = varies ? fmin(most, fewest_trips(l, loop, &differ)) :
				most;
	int n = (int) fmin(most - least + 1, RUNS);
	struct lower_run run = { .trips = (least + most) / 2, .n_size = 1 };
	const struct quasi *left;
	double rest = 0;
	int64_t step;

	run.size[0] = has_rest(l, loop) ? most_trips(l, loop) :
					  lower_joined(l, loop);
	run.n[0] = run.trips / run.size[0];
	left = varies ? lower_left(l, loop, &step) : NULL;
	if (!has_rest(l, loop) || run.size[0] <= 1) {
		run.has_table = left && quasi_has_table(left);
		run.longest = run.has_table ? longest_rows(l) : 0;
		return run;
	}
	while (run.size[run.n_size - 1] >= 8) {
		run.size[run.n_size] = run.size[run.n_size - 1] / 2;
		++run.n_size;
	}
	run.size[run.n_size++] = 1;
	if (left && !quasi_is_affine(left)) {
		count_warps(l, loop, left, step, &run);
		return run;
	}
	for (int i = 0; i < n; ++i) {
		rest += fmod(least + i, run.size[0]) / n;
		add_rest(&run, least + i, 1. / n, is_apart, differ);
		run.starts += run_starts(&l->trip[loop + 1], run.size[0],
				      least + i, varies) /
			n;
	}
	run.n[0] = fmax(0, run.trips - rest) / run.size[0];
	return run;
}

double lower_run_joined(const struct lower_run *run)
{
	double n = 0;

	for (int i = 0; i < run->n_size; ++i)
		n += run->n[i];
	return n > 0 ? run->trips / n : 1;
}
