/* Footprints by enumeration of all threads: the definition that the other
 * paths must equal.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/count/footprint_paths.h"
#include "engine/kernel/grouping.h"
#include "engine/kernel/predicate.h"

/* Granules with the sets that touch them. */
struct table {
	struct map map; /* by granule */
	unsigned char *sets;
	int64_t *granule;
};

static void table_free(struct table *t)
{
	free(t->map.slot);
	free(t->sets);
	free(t->granule);
}

static bool table_grow(struct table *t)
{
	size_t bytes = map_grown_B(&t->map, 512);
	size_t room = bytes / sizeof(t->map.slot[0]) / 2;
	unsigned char *sets = heap_resize(t->sets, room);
	struct map_slot *old = t->map.slot;
	int64_t *granule;

	if (!sets)
		return false;
	t->sets = sets;
	granule = heap_resize(t->granule, room * sizeof(*granule));
	if (!granule)
		return false;
	t->granule = granule;
	if (!map_grow(&t->map, 512, heap_take(bytes)))
		return false;
	free(old);
	return true;
}

static bool table_add(struct table *t, int64_t granule, int set)
{
	uint64_t hash = map_mix(0, granule);
	size_t at = 0;
	int64_t i = map_next(&t->map, hash, &at);

	if (i < 0) {
		if (map_is_full(&t->map) && !table_grow(t))
			return false;
		i = (int64_t) t->map.n;
		map_put(&t->map, hash, i);
		t->sets[i] = 0;
		t->granule[i] = granule;
	}
	t->sets[i] |= (unsigned char) (1u << set);
	return true;
}

struct walk {
	const struct footprint_task *task;
	const struct access *access;
	int set;
	int64_t first[QUASI_LOOPS], end[QUASI_LOOPS]; /* trips */
	int64_t point[N_QUASI_VAR];
	struct table *table;
	/* the run of threads that was asked last: most accesses of a kernel have
	 * one predicate
	 */
	struct {
		const struct predicate *predicate;
		int64_t point[N_QUASI_VAR];
		uint64_t bits;
		int n;
	} last;
	/* addresses of the run before, which is of "n" threads; 0: none */
	struct {
		unsigned
			in_term; /* variables that are part of a term, as bits */
		int64_t point[N_QUASI_VAR], value[QUASI_RUN];
		int n;
	} run;
};

static unsigned variables_in_terms(const struct quasi *e)
{
	unsigned vars = 0;

	for (int i = 0; i < e->n_term; ++i) {
		vars |= footprint_variables(e->term[i].a, NULL);
		if (e->term[i].b)
			vars |= footprint_variables(e->term[i].b, NULL);
	}
	return vars;
}

/* Addresses of a run that differs from the one before in no variable of a term:
 *
 *	a(p) = a(p') + sum_v coef[v] (p[v] - p'[v])
 */
static bool move_run(struct walk *w, int n, int64_t *by)
{
	const struct quasi *e = w->access->address;

	*by = 0;
	if (w->run.n != n)
		return false;
	for (int v = 0; v < N_QUASI_VAR; ++v) {
		int64_t moved = w->point[v] - w->run.point[v], step;

		if ((moved != 0 && w->run.in_term >> v & 1) ||
			__builtin_mul_overflow(e->coef[v], moved, &step) ||
			__builtin_add_overflow(*by, step, by))
			return false;
	}
	return true;
}

/* The addresses of n threads, less *by; NULL where each is found by itself. */
static const int64_t *addresses(struct walk *w, int n, int64_t *by)
{
	if (move_run(w, n, by))
		return w->run.value;
	*by = 0;
	w->run.n = 0;
	if (!quasi_run(w->access->address, w->point, VAR_TX, n, w->run.value))
		return NULL;
	w->run.n = n;
	memcpy(w->run.point, w->point, sizeof(w->point));
	return w->run.value;
}

/* The threads point[VAR_TX] .. point[VAR_TX] + n - 1 that make the access. */
static uint64_t active(struct walk *w, int n)
{
	const struct predicate *g = w->access->predicate;

	if (g != w->last.predicate || n != w->last.n ||
		memcmp(w->point, w->last.point, sizeof(w->point)) != 0) {
		w->last.bits = predicate_run(g, w->point, VAR_TX, n);
		w->last.predicate = g;
		w->last.n = n;
		memcpy(w->last.point, w->point, sizeof(w->point));
	}
	return w->last.bits;
}

/* The granules of a run of threads. */
static enum footprint_status touch(struct walk *w, int n)
{
	const struct footprint_task *task = w->task;
	uint64_t bits = active(w, n);
	int64_t at[N_QUASI_VAR], address, granule, last = 0, by;
	const int64_t *value;
	bool any = false;

	if (!bits)
		return FOOTPRINT_OK;
	memcpy(at, w->point, sizeof(at));
	/* footprint_check() has found that nothing overflows */
	value = addresses(w, n, &by);
	for (; bits; bits &= bits - 1) {
		int i = __builtin_ctzll(bits);

		at[VAR_TX] = w->point[VAR_TX] + i;
		if (value ? __builtin_add_overflow(value[i], by, &address) :
			    !quasi_eval(w->access->address, at, &address))
			return FOOTPRINT_OVERFLOW;
		if (__builtin_add_overflow(address, task->base_B, &address))
			return FOOTPRINT_OVERFLOW;
		granule = integer_floor(address, task->granule_B);
		if (any && granule == last)
			continue;
		if (!table_add(w->table, granule, w->set))
			return FOOTPRINT_MEMORY;
		last = granule;
		any = true;
	}
	return FOOTPRINT_OK;
}

/* Can any of n threads make the access in the trips from .. end-1 of the loop at
 * "depth", as far as bounds show; with "truth" false, can any not make it?
 */
static bool may_be(const struct walk *w, int n, int depth, int64_t from,
	int64_t end, bool truth)
{
	int64_t lo[N_QUASI_VAR], hi[N_QUASI_VAR];

	memcpy(lo, w->point, sizeof(lo));
	memcpy(hi, w->point, sizeof(hi));
	hi[VAR_TX] += n - 1;
	lo[VAR_LOOP0 + depth] = from;
	hi[VAR_LOOP0 + depth] = end - 1;
	for (int d = depth + 1; d < QUASI_LOOPS; ++d) {
		lo[VAR_LOOP0 + d] = w->first[d];
		hi[VAR_LOOP0 + d] = w->end[d] - 1;
	}
	return predicate_may_be(w->access->predicate, lo, hi, truth);
}

/* Trips that are not divided further: bounds cost about as much as one. */
#define FEW_TRIPS 4

static enum footprint_status walk_loops(struct walk *w, int n, int depth);

/* Enumerate the trips from .. end-1, but for ranges in which no thread makes the
 * access: rows of a sparse matrix end after a few of as many trips as the longest.
 */
static enum footprint_status walk_trips(struct walk *w, int n, int depth,
	int64_t from, int64_t end, bool is_open)
{
	enum footprint_status status = FOOTPRINT_OK;
	int64_t *counter = &w->point[VAR_LOOP0 + depth];

	if (is_open && end - from > FEW_TRIPS) {
		if (!may_be(w, n, depth, from, end, true))
			return FOOTPRINT_OK;
		is_open = may_be(w, n, depth, from, end, false);
	}
	if (is_open && end - from > FEW_TRIPS) {
		int64_t middle = from + (end - from) / 2;

		status = walk_trips(w, n, depth, from, middle, true);
		return status == FOOTPRINT_OK ?
			walk_trips(w, n, depth, middle, end, true) :
			status;
	}
	for (*counter = from; *counter < end; ++*counter) {
		status = walk_loops(w, n, depth + 1);
		if (status != FOOTPRINT_OK)
			break;
	}
	return status;
}

/* Enumerate the counters of the loops from depth "depth" on. */
static enum footprint_status walk_loops(struct walk *w, int n, int depth)
{
	return depth == QUASI_LOOPS ?
		touch(w, n) :
		walk_trips(w, n, depth, w->first[depth], w->end[depth],
			w->access->predicate != NULL);
}

/* Enumerate the threads of "box" along the axes 0 .. axis, those of a block
 * along x together.
 */
static enum footprint_status walk_box(struct walk *w,
	const struct thread_box *box, int axis)
{
	int64_t block = w->task->launch->block[axis], n;
	enum footprint_status status = FOOTPRINT_OK;

	for (int64_t g = box->lo[axis];
		g < box->hi[axis] && status == FOOTPRINT_OK; g += n) {
		if (axis < 2 && launch_is_stopped(w->task->launch))
			return FOOTPRINT_STOPPED;
		w->point[VAR_BX + axis] = g / block;
		w->point[VAR_TX + axis] = g % block;
		n = 1;
		if (axis == 0) {
			n = integer_min(block - g % block, box->hi[0] - g);
			n = integer_min(n, PREDICATE_RUN);
			status = walk_loops(w, (int) n, 0);
		} else {
			status = walk_box(w, box, axis - 1);
		}
	}
	return status;
}

static enum footprint_status walk_set(struct walk *w)
{
	const struct thread_set *set = &w->task->set[w->set];
	enum footprint_status status = FOOTPRINT_OK;

	for (int i = 0; i < set->n_box && status == FOOTPRINT_OK; ++i)
		status = walk_box(w, &set->box[i], 2);
	return status;
}

/* The granules of all sets. */
static enum footprint_status walk_task(const struct footprint_task *task,
	struct table *table)
{
	struct walk w = { .task = task, .table = table };
	enum footprint_status status = FOOTPRINT_OK;

	for (int a = 0; a < task->n_access; ++a) {
		unsigned vars;

		w.access = task->access[a];
		vars = footprint_variables(w.access->address,
			w.access->predicate);
		w.run.n = 0;
		w.run.in_term = variables_in_terms(w.access->address);
		footprint_trips(task->kernel, w.access->loop, w.end);
		if (task->n_trip > 0) {
			w.first[0] = integer_min(task->first_trip, w.end[0]);
			w.end[0] = integer_min(w.end[0],
				w.first[0] + task->n_trip);
		}
		for (int d = 0; d < QUASI_LOOPS; ++d)
			if (!(vars >> (VAR_LOOP0 + d) & 1))
				w.end[d] = w.first[d] + 1;
		for (w.set = 0; w.set < task->n_set; ++w.set)
			if (status == FOOTPRINT_OK)
				status = walk_set(&w);
	}
	return status;
}

enum footprint_status footprint_enumerated(const struct footprint_task *task,
	int64_t *n)
{
	struct table table = { .sets = NULL };
	enum footprint_status status = walk_task(task, &table);

	for (size_t i = 0; i < table.map.n; ++i)
		++n[table.sets[i]];
	table_free(&table);
	return status;
}

/* Granules "factor" times as large as those of "t", in place. */
static bool table_coarsen(struct table *t, int64_t factor)
{
	struct table coarse = { .sets = NULL };
	int64_t last = 0;

	for (size_t i = 0; i < t->map.n; ++i) {
		int64_t granule = integer_floor(t->granule[i], factor);

		if (i > 0 && granule == last)
			continue;
		last = granule;
		if (!table_add(&coarse, granule, 0)) {
			table_free(&coarse);
			return false;
		}
	}
	table_free(t);
	*t = coarse;
	return true;
}

enum footprint_status
footprint_enumerated_sizes(const struct footprint_task *task, int n_size,
	const int64_t *size_B, int64_t *n)
{
	struct table table = { .sets = NULL };
	enum footprint_status status = walk_task(task, &table);

	for (int i = 0; i < n_size && status == FOOTPRINT_OK; ++i) {
		if (i > 0 && !table_coarsen(&table, size_B[i] / size_B[i - 1]))
			status = FOOTPRINT_MEMORY;
		n[i] = (int64_t) table.map.n;
	}
	table_free(&table);
	return status;
}
