/* Footprints by going through all threads: what the other paths must equal.
 */

#include <stdlib.h>

#include "engine/count/footprint_paths.h"
#include "engine/kernel/predicate.h"
#include "engine/base/heap.h"

/* Granules with the sets that touch them, open addressing. */
struct table {
	size_t n, size;			/* size: a power of two */
	int64_t *granule;
	unsigned char *sets;		/* 0: free */
};

static size_t slot_of(const struct table *t, int64_t granule)
{
	size_t i = (uint64_t) granule * UINT64_C(0x9e3779b97f4a7c15) >> 20;

	for (i &= t->size - 1; t->sets[i]; i = (i + 1) & (t->size - 1))
		if (t->granule[i] == granule)
			break;
	return i;
}

static void table_free(struct table *t)
{
	free(t->granule);
	free(t->sets);
}

static bool table_grow(struct table *t)
{
	struct table new = { .size = t->size ? 2 * t->size : 1024 };
	struct table old = *t;

	new.granule = heap_take(new.size * sizeof(new.granule[0]));
	new.sets = heap_clear(new.size, 1);
	if (!new.granule || !new.sets) {
		table_free(&new);
		return false;
	}
	for (size_t i = 0; i < t->size; ++i)
		if (t->sets[i]) {
			size_t to = slot_of(&new, t->granule[i]);

			new.granule[to] = t->granule[i];
			new.sets[to] = t->sets[i];
		}
	new.n = t->n;
	*t = new;
	table_free(&old);
	return true;
}

static bool table_add(struct table *t, int64_t granule, int set)
{
	size_t i;

	if (2 * t->n >= t->size && !table_grow(t))
		return false;
	i = slot_of(t, granule);
	t->n += !t->sets[i];
	t->granule[i] = granule;
	t->sets[i] |= 1u << set;
	return true;
}

struct walk {
	const struct footprint_task *task;
	const struct access *access;
	int set;
	int64_t trips[QUASI_LOOPS];
	int64_t point[N_QUASI_VAR];
	struct table *table;
};

static enum footprint_status touch(struct walk *w)
{
	const struct footprint_task *task = w->task;
	int64_t address, granule;

	if (!predicate_holds(w->access->predicate, w->point))
		return FOOTPRINT_OK;
	if (!quasi_eval(w->access->address, w->point, &address) ||
	    __builtin_add_overflow(address, task->base_B, &address))
		return FOOTPRINT_OVERFLOW;
	granule = address / task->granule_B -
		  (address % task->granule_B < 0);
	return table_add(w->table, granule, w->set) ? FOOTPRINT_OK
						    : FOOTPRINT_MEMORY;
}

/* Go through the counters of the loops from depth "depth" on. */
static enum footprint_status walk_loops(struct walk *w, int depth)
{
	enum footprint_status status = FOOTPRINT_OK;
	int64_t *counter = &w->point[VAR_LOOP0 + depth];

	if (depth == QUASI_LOOPS)
		return touch(w);
	for (*counter = 0; *counter < w->trips[depth]; ++*counter) {
		status = walk_loops(w, depth + 1);
		if (status != FOOTPRINT_OK)
			break;
	}
	return status;
}

/* Threads after which to see whether to go on. */
#define LOOK_EACH	1024

/* Go through the threads of "box" along the axes 0 .. axis. */
static enum footprint_status walk_box(struct walk *w,
	const struct thread_box *box, int axis)
{
	int64_t block;
	enum footprint_status status = FOOTPRINT_OK;

	if (axis < 0)
		return walk_loops(w, 0);
	block = w->task->launch->block[axis];
	for (int64_t g = box->lo[axis]; g < box->hi[axis]; ++g) {
		if (g % LOOK_EACH == 0 && launch_is_stopped(w->task->launch))
			return FOOTPRINT_STOPPED;
		w->point[VAR_BX + axis] = g / block;
		w->point[VAR_TX + axis] = g % block;
		status = walk_box(w, box, axis - 1);
		if (status != FOOTPRINT_OK)
			break;
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

enum footprint_status footprint_enumerated(const struct footprint_task *task,
	int64_t *n)
{
	struct table table = { .n = 0 };
	struct walk w = { .task = task, .table = &table };
	enum footprint_status status = FOOTPRINT_OK;

	for (int a = 0; a < task->n_access; ++a) {
		unsigned vars;

		w.access = task->access[a];
		vars = footprint_variables(w.access->address, w.access->predicate);
		footprint_trips(task->kernel, w.access->loop, w.trips);
		for (int d = 0; d < QUASI_LOOPS; ++d)
			if (!(vars >> (VAR_LOOP0 + d) & 1))
				w.trips[d] = 1;
		for (w.set = 0; w.set < task->n_set; ++w.set)
			if (status == FOOTPRINT_OK)
				status = walk_set(&w);
	}
	for (size_t i = 0; i < table.size; ++i)
		if (table.sets[i])
			++n[table.sets[i]];
	table_free(&table);
	return status;
}
