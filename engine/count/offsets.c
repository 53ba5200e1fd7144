/* The stencil of a field from its addresses: distances between loads, divided
 * by the bytes from cell to cell along each axis.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/count/offsets.h"
#include "engine/kernel/predicate.h"

/* Axes that "q" runs along, of blocks and of threads. */
static int axes_of(const struct quasi *q)
{
	int n = 0;

	for (int d = 0; d < 3; ++d)
		n += (q->coef[VAR_BX + d] != 0) + (q->coef[VAR_TX + d] != 0);
	return n;
}

/* Compare: the better reference for distances comes first, without divisions
 * and along more axes.  All other differences decide ties, so that the order
 * of statements does not matter.
 */
static int compare_addresses(const struct quasi *a, const struct quasi *b)
{
	bool same_steps = memcmp(a->coef, b->coef, sizeof(a->coef)) == 0;

	if (a->n_term != b->n_term)
		return a->n_term - b->n_term;
	if (same_steps && a->constant != b->constant)
		return a->constant < b->constant ? -1 : 1;
	if (axes_of(a) != axes_of(b))
		return axes_of(b) - axes_of(a);
	for (int v = 0; v < N_QUASI_VAR; ++v)
		if (a->coef[v] != b->coef[v])
			return a->coef[v] < b->coef[v] ? -1 : 1;
	if (a->constant != b->constant)
		return a->constant < b->constant ? -1 : 1;
	return (quasi_hash(a) > quasi_hash(b)) -
		(quasi_hash(a) < quasi_hash(b));
}

/* Sort by field and part, the reference of each part first. */
static bool comes_before(const struct offsets *o, int i, int j)
{
	const struct access *a = &o->kernel->access[i];
	const struct access *b = &o->kernel->access[j];
	int order;

	if (a->field != b->field)
		return a->field < b->field;
	if (o->part[i] != o->part[j])
		return o->part[i] < o->part[j];
	order = compare_addresses(a->address, b->address);
	return order != 0 ? order < 0 : i < j;
}

/* Merge sort; the halves are mostly sorted already. */
static void sort_loads(const struct offsets *o, int *load, int *spare, int n)
{
	int half = n / 2, i = 0, j = half;

	if (n < 2)
		return;
	sort_loads(o, load, spare, half);
	sort_loads(o, load + half, spare, n - half);
	if (comes_before(o, load[half - 1], load[half]))
		return;
	for (int k = 0; k < n; ++k)
		spare[k] = j == n ||
				(i < half &&
					comes_before(o, load[i], load[j])) ?
			load[i++] :
			load[j++];
	memcpy(load, spare, (size_t) n * sizeof(*load));
}

/* Two threads to evaluate: the first of a block in the middle of the grid,
 * and the last of the next block.
 */
static void sample_points(const struct launch *launch,
	int64_t point[2][N_QUASI_VAR])
{
	for (int v = 0; v < N_QUASI_VAR; ++v)
		point[0][v] = point[1][v] = 0;
	for (int i = 0; i < 3; ++i) {
		int64_t middle = (launch->grid[i] - 1) / 2;

		point[0][VAR_BX + i] = middle;
		point[1][VAR_BX + i] = middle + (launch->grid[i] > 1);
		point[1][VAR_TX + i] = launch->block[i] - 1;
	}
}

/* Store the address of each load in the first of the two threads in "part". */
static void evaluate_loads(struct offsets *o)
{
	for (int i = 0; i < o->n_load; ++i) {
		int at = o->load[i];

		if (!quasi_eval(o->kernel->access[at].address, o->point[0],
			    &o->part[at]))
			o->part[at] = 0;
	}
}

/* Turn addresses into parts of a field, where components are stored one after
 * the other: the distance from the first load, rounded to whole components.
 * Interleaved components share lines and are one part.
 */
static void find_parts(struct offsets *o, int64_t *first)
{
	const struct kernel *kernel = o->kernel;

	for (int i = 0; i < kernel->n_field; ++i)
		first[i] = INT64_MAX;
	for (int i = 0; i < o->n_load; ++i) {
		int at = o->load[i], field = kernel->access[at].field;

		if (o->part[at] < first[field])
			first[field] = o->part[at];
	}
	for (int i = 0; i < o->n_load; ++i) {
		int at = o->load[i], field = kernel->access[at].field;
		const struct field *f = &kernel->field[field];
		int64_t size = f->size_B / f->n_component, distance;

		if (f->n_component == 1 || f->is_interleaved || size <= 0 ||
			__builtin_sub_overflow(o->part[at], first[field],
				&distance))
			o->part[at] = 0;
		else
			o->part[at] = integer_nearest(distance, size);
	}
}

bool offsets_init(struct offsets *offsets, const struct kernel *kernel,
	const struct launch *launch)
{
	size_t n = (size_t) kernel->n_access;
	size_t n_field = (size_t) kernel->n_field;
	int64_t *memory = heap_take(
		sizeof(*memory) * (4 * n + n_field + 1) + sizeof(int) * 2 * n);

	*offsets = (struct offsets) { .kernel = kernel, .launch = launch };
	if (!memory)
		return false;
	for (size_t i = 0; i < 3; ++i)
		offsets->of[i] = memory + i * n;
	offsets->part = memory + 3 * n;
	offsets->load = (int *) (memory + 4 * n + n_field);
	for (int i = 0; i < kernel->n_access; ++i)
		if (!kernel->access[i].is_store && !kernel->access[i].draw.kind)
			offsets->load[offsets->n_load++] = i;
	sample_points(launch, offsets->point);
	evaluate_loads(offsets);
	find_parts(offsets, memory + 4 * n);
	sort_loads(offsets, offsets->load, offsets->load + n, offsets->n_load);
	return true;
}

void offsets_clear(struct offsets *offsets)
{
	free(offsets->of[0]);
	*offsets = (struct offsets) { 0 };
}

/* The axes by descending step. */
static void sort_axes(const int64_t *step, int axis[3])
{
	for (int i = 0; i < 3; ++i)
		axis[i] = i;
	for (int i = 1; i < 3; ++i)
		for (int j = i; j > 0; --j) {
			int swap = axis[j];

			if (integer_abs(step[axis[j]]) <=
				integer_abs(step[axis[j - 1]]))
				break;
			axis[j] = axis[j - 1];
			axis[j - 1] = swap;
		}
}

/* distance = sum_i of[i] * step_B[i] + rest, the longest step first */
static void add_offset(struct offsets *offsets, int64_t distance,
	const int axis[3])
{
	for (int i = 0; i < 3; ++i) {
		int64_t step = offsets->step_B[axis[i]];
		int64_t n = step ? integer_nearest(distance, step) : 0;

		offsets->of[axis[i]][offsets->n] = n;
		distance -= n * step;
	}
	++offsets->n;
}

/* The change of the address from cell to cell: that from one block to the
 * next, divided by the cells of a block.
 */
static bool find_steps(struct offsets *offsets, const struct quasi *address)
{
	const struct launch *launch = offsets->launch;
	const int64_t *point = offsets->point[0];
	int64_t here;

	if (!quasi_eval(address, point, &here))
		return false;
	for (int i = 0; i < 3; ++i) {
		int64_t next[N_QUASI_VAR], there;

		memcpy(next, point, sizeof(next));
		++next[VAR_BX + i];
		if (!quasi_eval(address, next, &there) ||
			__builtin_sub_overflow(there, here,
				&offsets->step_B[i]))
			return false;
		offsets->step_B[i] /= launch->block[i] * launch->fold[i];
	}
	return true;
}

/* Moves "point" to a corner of its block whose thread makes load "a", if one
 * does.  In `if (ty == 0) t = in[by * 16 * n + x]` the address is that of the
 * thread's cell for such threads alone.
 */
static void find_taker(const struct offsets *o, const struct access *a,
	int64_t *point)
{
	int64_t corner[N_QUASI_VAR];

	if (predicate_holds(a->predicate, point))
		return;
	memcpy(corner, point, sizeof(corner));
	for (int i = 0; i < 8; ++i) {
		for (int d = 0; d < 3; ++d)
			corner[VAR_TX + d] = i >> d & 1 ?
				o->launch->block[d] - 1 :
				0;
		if (!predicate_holds(a->predicate, corner))
			continue;
		memcpy(point, corner, sizeof(corner));
		return;
	}
}

/* The distance from "a" to load "b"; false if it differs between the threads
 * that make it.
 */
static bool find_distance(const struct offsets *o, const struct quasi *a,
	const struct access *b, int64_t *distance)
{
	int64_t apart[2];

	for (int i = 0; i < 2; ++i) {
		int64_t point[N_QUASI_VAR], from, to;

		memcpy(point, o->point[i], sizeof(point));
		find_taker(o, b, point);
		if (!quasi_eval(a, point, &from) ||
			!quasi_eval(b->address, point, &to) ||
			__builtin_sub_overflow(to, from, &apart[i]))
			return false;
	}
	*distance = apart[0];
	return apart[0] == apart[1];
}

/* Is the load the first one of its part? */
static bool begins(const struct offsets *offsets, int i)
{
	const struct access *access = offsets->kernel->access;
	int at = offsets->load[i], before = i > 0 ? offsets->load[i - 1] : -1;

	return before < 0 || access[at].field != access[before].field ||
		offsets->part[at] != offsets->part[before];
}

bool offsets_next(struct offsets *offsets)
{
	const struct access *access = offsets->kernel->access;
	const struct quasi *first;
	int64_t distance;
	int i = offsets->next, axis[3];
	bool has_steps;

	if (i == offsets->n_load)
		return false;
	offsets->n = 0;
	offsets->field = access[offsets->load[i]].field;
	first = access[offsets->load[i]].address;
	has_steps = find_steps(offsets, first);
	sort_axes(offsets->step_B, axis);
	do {
		if (has_steps &&
			find_distance(offsets, first, &access[offsets->load[i]],
				&distance))
			add_offset(offsets, distance, axis);
		++i;
	} while (i < offsets->n_load && !begins(offsets, i));
	offsets->next = i;
	return true;
}
