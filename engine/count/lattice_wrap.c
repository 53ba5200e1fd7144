/* Rows that run on into the next: items are cut at the ends of rows and
 * layers, which must lie at granule boundaries.
 */

#include <stdlib.h>

#include "engine/base/heap.h"
#include "engine/count/lattice.h"

/* The pieces that items are cut into. */
struct pieces {
	struct lattice_item *item;
	int n, n_max;
};

static bool pieces_add(struct pieces *p, const struct lattice_item *item,
	bool *is_short)
{
	if (p->n == LATTICE_ITEMS)
		return false;
	if (p->n == p->n_max) {
		int n_max = p->n_max ? 2 * p->n_max : 64;
		struct lattice_item *more = heap_resize(p->item,
			n_max * sizeof(*more));

		if (!more) {
			*is_short = true;
			return false;
		}
		p->item = more;
		p->n_max = n_max;
	}
	p->item[p->n++] = *item;
	return true;
}

/* Cut the run of rows of "axis" where the layers of the next one end. */
static bool cut_run(const struct lattice *l, struct lattice_item item,
	int axis, struct pieces *p, bool *is_short)
{
	struct row_run *run = &item.run[axis], *next = run + 1;
	int64_t start = run->start, length = run->length, m;

	if (axis + 1 >= l->n_axis)
		return pieces_add(p, &item, is_short);
	m = l->row_stride[axis + 1] / l->row_stride[axis];
	next->start = floor_div(start, m);
	start -= next->start * m;
	while (length > 0) {
		run->start = start;
		run->length = length < m - start ? length : m - start;
		if (!cut_run(l, item, axis + 1, p, is_short))
			return false;
		length -= run->length;
		start = 0;
		++next->start;
	}
	return true;
}

/* Cut the interval where rows end. */
static bool cut_interval(const struct lattice *l, struct lattice_item item,
	struct pieces *p, bool *is_short)
{
	int64_t stride = l->row_stride[0], row = floor_div(item.lo, stride);
	int64_t lo = item.lo - row * stride, hi = item.hi - row * stride;

	for (; hi >= 0; hi -= stride, lo = 0, ++row) {
		item.run[0].start = row;
		item.lo = lo;
		item.hi = hi < stride ? hi : stride - 1;
		if (!cut_run(l, item, 0, p, is_short))
			return false;
	}
	return true;
}

static bool is_nested(const struct lattice *l)
{
	int64_t unit = l->granule_B;

	for (int a = 0; a < l->n_axis; ++a) {
		if (l->row_stride[a] % unit != 0)
			return false;
		unit = l->row_stride[a];
	}
	return true;
}

bool lattice_wrap(struct lattice *l, bool *is_short)
{
	int64_t late = floor_mod(l->origin, l->granule_B);
	struct pieces p = { NULL, 0, 0 };
	bool ok = is_nested(l);

	for (int i = 0; ok && i < l->n_item; ++i) {
		struct lattice_item item = l->item[i];

		item.lo += late;
		item.hi += late;
		ok = cut_interval(l, item, &p, is_short);
	}
	if (!ok) {
		free(p.item);
		return false;
	}
	free(l->item);
	l->item = p.item;
	l->n_item = p.n;
	l->origin -= late;
	return true;
}
