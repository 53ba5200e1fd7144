/* Footprints: check that all addresses can be computed, then try the paths in
 * the order of their cost, closed forms first and isl last.
 */

#ifndef WSP_DEBUG
#define NDEBUG /* a library does not end its host */
#endif

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/count/footprint_paths.h"

#define FEW_ACCESSES 64	  /* up to here, no allocation */
#define MOST_NESTED  1000 /* predicates in predicates */
#define LEAST_PARTS  64	  /* allowed however little is left */
#define ADDRESS_MOST ((INT64_C(1) << 61) - 1)

bool footprint_trips(const struct kernel *kernel, int loop,
	int64_t trips[QUASI_LOOPS])
{
	int depth = kernel_loops(kernel, loop);

	for (int d = 0; d < QUASI_LOOPS; ++d)
		trips[d] = 1;
	for (int l = loop; l >= 0; l = kernel->loop[l].parent) {
		if (kernel->loop[l].trips <= 0)
			return false;
		if (--depth < QUASI_LOOPS)
			trips[depth] = kernel->loop[l].trips;
	}
	return true;
}

int footprint_parts(const int64_t *left, int each, int most)
{
	int64_t n = left ? *left / each : most;

	return n < LEAST_PARTS ? LEAST_PARTS : n > most ? most : (int) n;
}

/* Each part evaluates the whole expression: space-filling curves have
 * thousands of terms, and a part for every few threads.
 */
#define PART_NODES 64

int footprint_affordable(int parts, const struct quasi *address)
{
	return parts / (1 + address->n_node / PART_NODES);
}

void footprint_spend(int64_t *left, int64_t n, int each)
{
	if (left)
		*left -= n * each;
}

static unsigned variables_of(const struct quasi *e)
{
	unsigned vars = 0;

	for (int v = 0; v < N_QUASI_VAR; ++v)
		if (e->coef[v] != 0)
			vars |= 1u << v;
	for (int i = 0; i < e->n_term; ++i) {
		vars |= variables_of(e->term[i].a);
		if (e->term[i].b)
			vars |= variables_of(e->term[i].b);
	}
	return vars;
}

static unsigned variables_of_predicate(const struct predicate *g)
{
	unsigned vars = 0;

	if (!g)
		return 0;
	if (g->e)
		vars |= variables_of(g->e);
	return vars | variables_of_predicate(g->a) |
		variables_of_predicate(g->b);
}

unsigned footprint_variables(const struct quasi *address,
	const struct predicate *predicate)
{
	return variables_of(address) | variables_of_predicate(predicate);
}

bool footprint_stride(const struct launch *launch, const struct quasi *e,
	int axis, int64_t *stride)
{
	int64_t t = e->coef[VAR_TX + axis], b = e->coef[VAR_BX + axis];
	int64_t product;

	if (launch->block[axis] == 1) {
		*stride = b;
		return true;
	}
	*stride = t;
	return !__builtin_mul_overflow(t, launch->block[axis], &product) &&
		product == b;
}

/* How "e" changes where threadIdx grows by a block and blockIdx falls by one,
 * the same everywhere; false if it is not.  Of floor((3 tx + 5 bx) / 7) with
 * blocks of 32 threads, that is (3 * 32 - 5) / 7 = 13.
 */
static bool find_change(const struct launch *launch, const struct quasi *e,
	int axis, int64_t *change)
{
	int64_t t = e->coef[VAR_TX + axis], most;

	/* all indices may be threadIdx then */
	if (__builtin_mul_overflow(t, launch->block[axis], change) ||
		__builtin_mul_overflow(*change, launch->grid[axis], &most) ||
		integer_abs(most) >= INT64_C(1) << 60 ||
		__builtin_sub_overflow(*change, e->coef[VAR_BX + axis], change))
		return false;
	for (int i = 0; i < e->n_term; ++i) {
		const struct quasi_term *term = &e->term[i];
		int64_t a, b = 0;

		if (!find_change(launch, term->a, axis, &a) ||
			(term->b && !find_change(launch, term->b, axis, &b)))
			return false;
		if (term->op == QUASI_FLOOR ? a % term->divisor != 0 : a != b)
			return false;
		if (term->op == QUASI_FLOOR)
			a /= term->divisor;
		if (__builtin_mul_overflow(a, term->coef, &a) ||
			__builtin_add_overflow(*change, a, change))
			return false;
	}
	return true;
}

/* Does "e" depend on the axis through the global index only? */
static bool follows(const struct launch *launch, const struct quasi *e,
	int axis)
{
	int64_t change;

	return !e || launch->block[axis] == 1 ||
		(find_change(launch, e, axis, &change) && change == 0);
}

static bool predicate_follows(const struct launch *launch,
	const struct predicate *g, int axis)
{
	return !g ||
		(follows(launch, g->e, axis) &&
			predicate_follows(launch, g->a, axis) &&
			predicate_follows(launch, g->b, axis));
}

void footprint_by_index(const struct launch *launch, const struct access *a,
	bool by_index[3])
{
	for (int axis = 0; axis < 3; ++axis)
		by_index[axis] = follows(launch, a->address, axis) &&
			predicate_follows(launch, a->predicate, axis);
}

static void extend_hull(struct thread_box *hull, const struct thread_box *box)
{
	for (int d = 0; d < 3; ++d) {
		if (box->lo[d] < hull->lo[d])
			hull->lo[d] = box->lo[d];
		if (box->hi[d] > hull->hi[d])
			hull->hi[d] = box->hi[d];
	}
}

struct thread_box footprint_hull(const struct thread_set *set)
{
	struct thread_box hull = set->box[0];

	for (int i = 1; i < set->n_box; ++i)
		extend_hull(&hull, &set->box[i]);
	return hull;
}

static enum footprint_status check_predicate(const struct predicate *g,
	int depth, const int64_t *lo, const int64_t *hi)
{
	enum footprint_status status;
	int64_t min, max;

	if (!g)
		return FOOTPRINT_OK;
	if (depth == MOST_NESTED)
		return FOOTPRINT_BUDGET;
	if (g->e && !quasi_bounds(g->e, lo, hi, &min, &max))
		return FOOTPRINT_OVERFLOW;
	status = check_predicate(g->a, depth + 1, lo, hi);
	if (status == FOOTPRINT_OK)
		status = check_predicate(g->b, depth + 1, lo, hi);
	return status;
}

/* Does every sum of some terms of "e" and "base_B" stay below 2^63 - 2^60,
 * and all of them together above -2^60?  Then any difference of two such
 * addresses fits as well.
 */
static bool is_in_reach(const struct quasi *e, const int64_t *lo,
	const int64_t *hi, int64_t base_B)
{
	double sum = fabs((double) e->constant) + (double) base_B;
	double least = (double) e->constant;

	if (!quasi_is_affine(e))
		return false;
	for (int v = 0; v < N_QUASI_VAR; ++v) {
		double c = (double) e->coef[v];

		sum += fabs(c) * (double) hi[v];
		least += c * (double) (c < 0 ? hi[v] : lo[v]);
	}
	return sum < 0x1p63 - 0x1p60 && least > -0x1p60;
}

enum footprint_status footprint_check(const struct launch *launch,
	const struct thread_box *hull, const int64_t trips[QUASI_LOOPS],
	const struct quasi *address, const struct predicate *predicate,
	int64_t base_B)
{
	int64_t lo[N_QUASI_VAR], hi[N_QUASI_VAR], min, max;

	for (int d = 0; d < 3; ++d) {
		int64_t block = launch->block[d];

		lo[VAR_BX + d] = hull->lo[d] / block;
		hi[VAR_BX + d] = (hull->hi[d] - 1) / block;
		lo[VAR_TX + d] = 0;
		hi[VAR_TX + d] = block - 1;
	}
	for (int d = 0; d < QUASI_LOOPS; ++d) {
		lo[VAR_LOOP0 + d] = 0;
		hi[VAR_LOOP0 + d] = trips[d] - 1;
	}
	if ((!quasi_bounds(address, lo, hi, &min, &max) ||
		    base_B > ADDRESS_MOST || max > ADDRESS_MOST - base_B) &&
		!is_in_reach(address, lo, hi, base_B))
		return FOOTPRINT_OVERFLOW;
	return check_predicate(predicate, 0, lo, hi);
}

/* The least box that holds all sets; false when they are empty. */
static bool hull_of_sets(const struct footprint_task *task,
	struct thread_box *hull)
{
	bool any = false;

	for (int s = 0; s < task->n_set; ++s)
		for (int i = 0; i < task->set[s].n_box; ++i) {
			const struct thread_box *box = &task->set[s].box[i];

			if (!any)
				*hull = *box;
			any = true;
			extend_hull(hull, box);
		}
	return any;
}

/* Put the accesses that are executed into the task. */
static enum footprint_status take_accesses(struct footprint_task *task,
	const struct footprint *f)
{
	enum footprint_status status;
	struct thread_box hull;
	int64_t trips[QUASI_LOOPS];

	if (!hull_of_sets(task, &hull))
		return FOOTPRINT_OK;
	for (int i = 0; i < f->n_access; ++i) {
		const struct access *a = &f->kernel->access[f->access[i]];

		if (!footprint_trips(f->kernel, a->loop, trips))
			continue;
		status = footprint_check(f->launch, &hull, trips, a->address,
			a->predicate, task->base_B);
		if (status != FOOTPRINT_OK)
			return status;
		task->access[task->n_access++] = a;
	}
	return FOOTPRINT_OK;
}

static void put_in_order(struct footprint_task *task, const struct footprint *f,
	int n_set, const struct thread_set *set)
{
	task->kernel = f->kernel;
	task->launch = f->launch;
	task->granule_B = f->granule_B;
	task->first_trip = f->first_trip;
	task->n_trip = f->n_trip;
	task->budget = f->budget;
	task->left = f->left;
	task->scratch = f->scratch;
	task->uniform = NULL;
	task->n_set = n_set;
	task->n_access = 0;
	if (f->n_access > 0) {
		const struct access *a = &f->kernel->access[f->access[0]];

		task->base_B = f->kernel->field[a->field].base_B;
	}
	for (int s = 0; s < n_set; ++s) {
		task->set[s].n_box = set[s].n_box;
		memcpy(task->set[s].box, set[s].box,
			(size_t) set[s].n_box * sizeof(set[s].box[0]));
		threads_clip(f->kernel, f->launch, &task->set[s]);
	}
}

/* The range of addresses of "a" in "hull"; false if it is not affine in the
 * global index, or a predicate may exclude threads.
 */
static bool find_reach(const struct footprint_task *task,
	const struct access *a, const struct thread_box *hull, int64_t *least,
	int64_t *most)
{
	int64_t trips[QUASI_LOOPS], stride;

	if (a->predicate || !quasi_is_affine(a->address))
		return false;
	*least = *most = a->address->constant + task->base_B;
	for (int d = 0; d < 3; ++d) {
		if (!footprint_stride(task->launch, a->address, d, &stride))
			return false;
		*least += stride * (stride < 0 ? hull->hi[d] - 1 : hull->lo[d]);
		*most += stride * (stride < 0 ? hull->lo[d] : hull->hi[d] - 1);
	}
	footprint_trips(task->kernel, a->loop, trips);
	for (int d = 0; d < QUASI_LOOPS; ++d) {
		int64_t reach = a->address->coef[VAR_LOOP0 + d] *
			(trips[d] - 1);

		*(reach < 0 ? least : most) += reach;
	}
	return true;
}

static void count_one(const struct footprint_task *task, int64_t *n)
{
	unsigned sets = 0;

	for (int s = 0; s < task->n_set; ++s)
		sets |= (unsigned) (task->set[s].n_box > 0) << s;
	n[sets] = 1;
}

/* If all addresses lie in one granule, as they often do for pages, there is
 * nothing to count.
 */
static bool is_one_granule(const struct footprint_task *task, int64_t *n)
{
	int64_t granule = 0, least, most;
	struct thread_box hull;

	if (task->n_access == 0 || !hull_of_sets(task, &hull))
		return false;
	for (int i = 0; i < task->n_access; ++i) {
		int64_t first;

		if (!find_reach(task, task->access[i], &hull, &least, &most))
			return false;
		first = integer_floor(least, task->granule_B);
		if (integer_floor(most, task->granule_B) != first ||
			(i > 0 && first != granule))
			return false;
		granule = first;
	}
	count_one(task, n);
	return true;
}

/* Do addresses stay far below 2^61 for all threads of blocks in "hull"? */
static bool is_small(const struct launch *launch, const struct thread_box *hull,
	const struct uniform *u)
{
	double sum = fmax(fabs((double) u->offset[0]),
		fabs((double) u->offset[u->n_offset - 1]));

	for (int d = 0; d < 3; ++d)
		sum += fabs((double) u->stride[d]) *
			((double) hull->hi[d] + (double) launch->block[d]);
	return sum < 0x1p60;
}

/* Count in closed form; *counted says whether one applies.  False if the
 * accesses are not uniform, or addresses come near 2^61.
 */
static bool count_uniform(struct footprint_task *task, const struct uniform *u,
	int64_t *n, bool *counted, enum footprint_status *status)
{
	struct thread_box hull;
	int64_t least, most;

	memset(n, 0, sizeof(*n) << task->n_set);
	*status = FOOTPRINT_OK;
	*counted = true;
	if (!hull_of_sets(task, &hull))
		return true;
	if (!is_small(task->launch, &hull, u))
		return false;
	task->uniform = u;
	uniform_reach(u, &hull, &least, &most);
	if (integer_floor(least, task->granule_B) ==
		integer_floor(most, task->granule_B))
		count_one(task, n);
	else
		*counted = footprint_closed(task, n, status);
	return true;
}

static bool count_along(enum footprint_path path,
	const struct footprint_task *task, int64_t *n,
	enum footprint_status *status)
{
	memset(n, 0, sizeof(*n) << task->n_set);
	*status = FOOTPRINT_OK;
	if (path == FOOTPRINT_CLOSED)
		return is_one_granule(task, n) ||
			footprint_closed(task, n, status);
	*status = path == FOOTPRINT_ISL ? footprint_isl(task, n) :
					  footprint_enumerated(task, n);
	return true;
}

/* Arrays for the accesses of a count. */
struct room {
	const struct access *few[FEW_ACCESSES], **access;
	int64_t few_offsets[FEW_ACCESSES], *offset;
	struct uniform uniform;
};

static bool room_make(struct room *r, int n_access)
{
	size_t n = (size_t) n_access;

	r->access = r->few;
	r->offset = r->few_offsets;
	if (n_access <= FEW_ACCESSES)
		return true;
	r->access = heap_take(
		n * (sizeof(r->access[0]) + sizeof(r->offset[0])));
	r->offset = (int64_t *) (r->access + n);
	return r->access != NULL;
}

static void room_clear(struct room *r)
{
	if (r->access != r->few)
		free(r->access);
}

/* Try the paths "first" .. "last" in turn; *taken is the one that applied.
 * False if none did.
 */
static bool try_paths(enum footprint_path first, enum footprint_path last,
	struct footprint_task *task, const struct footprint *f,
	struct room *room, int64_t *n, enum footprint_path *taken,
	enum footprint_status *status)
{
	const struct uniform *u = f->uniform;
	bool counted = true;

	if (first == FOOTPRINT_CLOSED && !u &&
		uniform_find(&room->uniform, f->kernel, f->launch, f->n_access,
			f->access, room->offset))
		u = &room->uniform;
	*taken = first;
	if (first == FOOTPRINT_CLOSED && u &&
		count_uniform(task, u, n, &counted, status)) {
		if (counted || *status != FOOTPRINT_OK || first == last)
			return counted;
		++first;
	}
	*status = take_accesses(task, f);
	for (int p = first; *status == FOOTPRINT_OK && p <= (int) last; ++p) {
		*taken = p;
		counted = count_along(p, task, n, status);
		if (counted)
			break;
	}
	return counted;
}

/* Steps that an operation of a count takes: struct effort. */
#define STEPS_OF_OPERATION 50

/* Of the operations that may be spent those that are within the effort of the
 * estimate, which gets what they took when "before" had been left.
 */
static int64_t limit_effort(const struct footprint *f)
{
	double fits = effort_left(f->launch->effort) / STEPS_OF_OPERATION;
	int64_t before = f->left ? *f->left : 0;

	if (f->left && (double) before > fits)
		*f->left = (int64_t) fits;
	return before;
}

static void spend_effort(const struct footprint *f,
	enum footprint_status status, int64_t before, int64_t limited)
{
	if (!f->left)
		return;
	if (status == FOOTPRINT_BUDGET && limited < before && *f->left <= 0)
		f->launch->effort->is_short = true;
	effort_spend(f->launch->effort,
		STEPS_OF_OPERATION * (double) (limited - *f->left));
	*f->left += before - limited;
}

static bool count_by(enum footprint_path first, enum footprint_path last,
	const struct footprint *f, int n_set, const struct thread_set *set,
	int64_t *n, enum footprint_path *taken, enum footprint_status *status)
{
	struct footprint_task task;
	struct room room;
	bool counted = true;

	assert(0 <= n_set && n_set <= FOOTPRINT_SETS && f->granule_B > 0);
	*status = FOOTPRINT_MEMORY;
	*taken = first;
	if (launch_is_stopped(f->launch)) {
		*status = FOOTPRINT_STOPPED;
	} else if (room_make(&room, f->n_access)) {
		int64_t before = limit_effort(f);
		int64_t limited = f->left ? *f->left : 0;

		put_in_order(&task, f, n_set, set);
		task.access = room.access;
		counted = try_paths(first, last, &task, f, &room, n, taken,
			status);
		spend_effort(f, *status, before, limited);
		room_clear(&room);
	}
	if (*status != FOOTPRINT_OK)
		memset(n, 0, sizeof(*n) << n_set);
	return counted;
}

enum footprint_status footprint_count(const struct footprint *f, int n_set,
	const struct thread_set *set, int64_t *n, enum footprint_path *path)
{
	enum footprint_path taken;
	enum footprint_status status;

	count_by(FOOTPRINT_CLOSED, FOOTPRINT_ISL, f, n_set, set, n, &taken,
		&status);
	if (path)
		*path = taken;
	return status;
}

bool footprint_count_by(enum footprint_path path, const struct footprint *f,
	int n_set, const struct thread_set *set, int64_t *n,
	enum footprint_status *status)
{
	enum footprint_path taken;

	return count_by(path, path, f, n_set, set, n, &taken, status);
}

enum footprint_status footprint_count_sizes(const struct footprint *f,
	const struct thread_set *set, int n_size, const int64_t *size_B,
	int64_t *n)
{
	enum footprint_status status = FOOTPRINT_MEMORY;
	struct footprint_task task;
	struct room room;

	if (launch_is_stopped(f->launch))
		return FOOTPRINT_STOPPED;
	if (!room_make(&room, f->n_access))
		return status;
	put_in_order(&task, f, 1, set);
	task.granule_B = size_B[0];
	task.access = room.access;
	status = take_accesses(&task, f);
	if (status == FOOTPRINT_OK)
		status = footprint_enumerated_sizes(&task, n_size, size_B, n);
	room_clear(&room);
	return status;
}
