#include <stdlib.h>

#include "engine/base/heap.h"
#include "engine/count/lattice.h"

void lattice_order(const int64_t stride[LATTICE_DIMS],
	int dim[LATTICE_DIMS])
{
	for (int i = 0; i < LATTICE_DIMS; ++i) {
		int j = i;

		for (; j > 0 && stride[dim[j - 1]] > stride[i]; --j)
			dim[j] = dim[j - 1];
		dim[j] = i;
	}
}

/* Do all items skip no granule when they repeat along dimension "d"? */
static bool joins_interval(const struct lattice *l, int d)
{
	for (int i = 0; i < l->n_item; ++i) {
		const struct lattice_item *item = &l->item[i];

		if (item->n[d] > 1 &&
		    l->stride[d] - (item->hi - item->lo) > l->granule_B)
			return false;
	}
	return true;
}

/* Do all items skip no row of the last axis? */
static bool joins_rows(const struct lattice *l, int d)
{
	int a = l->n_axis - 1;
	int64_t m;

	if (a < 0 || l->stride[d] % l->row_stride[a] != 0)
		return false;
	m = l->stride[d] / l->row_stride[a];
	for (int i = 0; i < l->n_item; ++i)
		if (l->item[i].n[d] > 1 && m > l->item[i].run[a].length)
			return false;
	return true;
}

static bool is_flat(const struct lattice *l, int d)
{
	for (int i = 0; i < l->n_item; ++i)
		if (l->item[i].n[d] > 1)
			return false;
	return true;
}

/* Fold dimension "d" into the intervals, the last axis or a new one. */
static void fold_dimension(struct lattice *l, int d)
{
	int64_t stride = l->stride[d];

	if (l->n_axis == 0 && joins_interval(l, d)) {
		for (int i = 0; i < l->n_item; ++i)
			l->item[i].hi += stride * (l->item[i].n[d] - 1);
	} else if (joins_rows(l, d)) {
		int a = l->n_axis - 1;

		l->last_dim[a] = d;
		for (int i = 0; i < l->n_item; ++i)
			l->item[i].run[a].length += (l->item[i].n[d] - 1) *
				(stride / l->row_stride[a]);
	} else {
		int a = l->n_axis++;

		l->row_stride[a] = stride;
		l->last_dim[a] = d;
		for (int i = 0; i < l->n_item; ++i)
			l->item[i].run[a].length = l->item[i].n[d];
	}
}

/* Bytes from the first to the last that an item touches in a row of axis
 * "axis": the rows of the lower axes and the interval.
 */
static int64_t item_reach(const struct lattice *l,
	const struct lattice_item *item, int axis)
{
	int64_t reach = item->hi - item->lo;

	for (int a = 0; a < axis; ++a)
		reach += l->row_stride[a] * (item->run[a].length - 1);
	return reach;
}

/* Do the items stay a granule apart from row to row when rows begin at
 * "cut"?
 */
static bool cut_holds(const struct lattice *l, int axis, int64_t cut)
{
	int64_t stride = l->row_stride[axis];
	int64_t first = INT64_MAX, last = INT64_MIN;

	for (int i = 0; i < l->n_item; ++i) {
		int64_t at = floor_mod(l->item[i].lo - cut, stride);
		int64_t end = at + item_reach(l, &l->item[i], axis);

		first = at < first ? at : first;
		last = end > last ? end : last;
	}
	return last - first + l->granule_B <= stride;
}

static int compare_starts(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (x[0] > y[0]) - (x[0] < y[0]);
}

/* Put the cut into the widest gap between the items. */
static bool find_gap(const struct lattice *l, int axis, int64_t *cut,
	bool *is_short)
{
	int64_t stride = l->row_stride[axis];
	int64_t (*at)[2] = heap_take(l->n_item * sizeof(*at));
	int64_t end, widest;

	if (!at) {
		*is_short = true;
		return false;
	}
	for (int i = 0; i < l->n_item; ++i) {
		at[i][0] = floor_mod(l->item[i].lo, stride);
		at[i][1] = at[i][0] + item_reach(l, &l->item[i], axis);
	}
	qsort(at, l->n_item, sizeof(*at), compare_starts);
	end = at[0][1];
	widest = INT64_MIN;
	for (int i = 1; i <= l->n_item; ++i) {
		int64_t start = i < l->n_item ? at[i][0] : at[0][0] + stride;

		if (start - end > widest) {
			widest = start - end;
			*cut = start;
		}
		if (i < l->n_item && at[i][1] > end)
			end = at[i][1];
	}
	free(at);
	return cut_holds(l, axis, *cut);
}

/* Number the rows of "axis", and let lo and hi count from their starts. */
static void number_rows(struct lattice *l, int axis, int64_t cut)
{
	int64_t stride = l->row_stride[axis];

	for (int i = 0; i < l->n_item; ++i) {
		struct lattice_item *item = &l->item[i];
		int64_t r = floor_div(item->lo - cut, stride);

		item->run[axis].start = r;
		item->lo -= cut + r * stride;
		item->hi -= cut + r * stride;
	}
	l->origin += cut;
}

static void fold_dimensions(struct lattice *l)
{
	int dim[LATTICE_DIMS];

	l->n_axis = 0;
	l->origin = l->item[0].base;
	for (int i = 0; i < l->n_item; ++i)
		l->item[i].lo = l->item[i].hi = l->item[i].base - l->origin;
	lattice_order(l->stride, dim);
	for (int d = 0; d < LATTICE_DIMS; ++d)
		if (!is_flat(l, dim[d]))
			fold_dimension(l, dim[d]);
}

/* Cut the items into slices along dimension "d". */
static bool slice(struct lattice *l, int d, bool *is_short)
{
	struct lattice_item *item;
	int64_t n = 0;
	int at = 0;

	for (int i = 0; i < l->n_item && n <= LATTICE_ITEMS; ++i)
		n += l->item[i].n[d];
	if (n > LATTICE_ITEMS)
		return false;
	item = heap_take(n * sizeof(*item));
	if (!item) {
		*is_short = true;
		return false;
	}
	for (int i = 0; i < l->n_item; ++i) {
		for (int64_t t = 0; t < l->item[i].n[d]; ++t) {
			item[at] = l->item[i];
			item[at].base += l->stride[d] * t;
			item[at++].n[d] = 1;
		}
	}
	free(l->item);
	l->item = item;
	l->n_item = at;
	return true;
}

bool lattice_make(struct lattice *l, bool *is_short)
{
	fold_dimensions(l);
	for (int axis = l->n_axis - 1; axis >= 0; --axis) {
		int64_t cut = l->item[0].lo - l->row_stride[axis] / 2;
		int dim = l->last_dim[axis];

		if (cut_holds(l, axis, cut) ||
		    find_gap(l, axis, &cut, is_short)) {
			number_rows(l, axis, cut);
			continue;
		}
		fold_dimensions(l);
		if (l->stays && lattice_wrap(l, is_short))
			return true;
		if (*is_short || !slice(l, dim, is_short))
			return false;
		fold_dimensions(l);
		axis = l->n_axis;
	}
	return true;
}

void lattice_measure(const struct lattice *l, struct lattice_width *width)
{
	int64_t lo = INT64_MAX, hi = INT64_MIN;

	for (int a = 0; a < l->n_axis; ++a) {
		int64_t first = INT64_MAX, last = INT64_MIN;

		for (int i = 0; i < l->n_item; ++i) {
			const struct row_run *run = &l->item[i].run[a];
			int64_t end = run->start + run->length - 1;

			first = run->start < first ? run->start : first;
			last = end > last ? end : last;
		}
		width->rows[a] = last - first;
	}
	for (int i = 0; i < l->n_item; ++i) {
		lo = l->item[i].lo < lo ? l->item[i].lo : lo;
		hi = l->item[i].hi > hi ? l->item[i].hi : hi;
	}
	width->bytes = hi - lo;
}

/* A second copy of the items, by[a] rows further along each axis and
 * by_B bytes further in the rows.
 */
struct copy {
	int64_t by[LATTICE_DIMS], by_B;
};

/* Can "item" and the copy of "other" have a granule in common? */
static bool items_meet(const struct lattice *l,
	const struct lattice_item *item, const struct lattice_item *other,
	const struct copy *copy)
{
	for (int a = 0; a < l->n_axis; ++a) {
		int64_t start = other->run[a].start + copy->by[a];

		if (start >= item->run[a].start + item->run[a].length ||
		    start + other->run[a].length <= item->run[a].start)
			return false;
	}
	return other->lo + copy->by_B < item->hi + l->granule_B &&
		item->lo < other->hi + copy->by_B + l->granule_B;
}

static bool copies_meet(const struct lattice *l, const struct copy *copy)
{
	for (int i = 0; i < l->n_item; ++i)
		for (int j = 0; j < l->n_item; ++j)
			if (items_meet(l, &l->item[i], &l->item[j], copy))
				return true;
	return false;
}

/* Is there a difference of rows, each at most rows[a], that brings the
 * copy to within "bytes" and onto an item?  The rows of the axes above
 * "axis" are chosen.
 */
static bool within(const struct lattice *l, int axis, const int64_t *rows,
	int64_t bytes, struct copy *copy)
{
	int64_t reach = bytes, shift = copy->by_B, stride, from, to;

	if (axis < 0)
		return shift <= bytes && -shift <= bytes &&
			copies_meet(l, copy);
	for (int a = 0; a < axis; ++a)
		reach += rows[a] * l->row_stride[a];
	stride = l->row_stride[axis];
	from = -floor_div(reach - shift, stride);
	to = floor_div(reach + shift, stride);
	from = from < -rows[axis] ? -rows[axis] : from;
	to = to > rows[axis] ? rows[axis] : to;
	for (int64_t r = from; r <= to; ++r) {
		copy->by[axis] = r;
		copy->by_B = shift - r * stride;
		if (within(l, axis - 1, rows, bytes, copy))
			return true;
	}
	copy->by_B = shift;
	return false;
}

bool lattice_may_meet(const struct lattice *l,
	const struct lattice_width *width, int64_t shift)
{
	struct copy copy = { .by_B = shift };

	return within(l, l->n_axis - 1, width->rows,
		width->bytes + l->granule_B - 1, &copy);
}
