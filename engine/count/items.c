#include <stdlib.h>
#include <string.h>

#include "engine/count/granules.h"
#include "engine/base/heap.h"
#include "engine/count/items.h"

/* Most intervals that are enumerated one by one. */
#define LINEAR_INTERVALS	(1 << 23)

/* Addresses stay below this, so that sums of two do not overflow. */
#define LINEAR_ADDRESS		4.0e18

void items_clear(struct items *it)
{
	free(it->lattice.item);
	free(it->bit);
}

static int64_t magnitude(int64_t x)
{
	return x < 0 ? -x : x;
}

static bool box_is_empty(const struct thread_box *box)
{
	return box->lo[0] >= box->hi[0] || box->lo[1] >= box->hi[1] ||
		box->lo[2] >= box->hi[2];
}

/* Does any address of "box" come near the end of 64 bits? */
static bool passes_range(const struct linear *f,
	const struct thread_box *box)
{
	for (int i = 0; i < f->n_access; ++i) {
		const struct linear_access *a = &f->access[i];
		double sum = (double) magnitude(a->constant);

		for (int d = 0; d < 3; ++d) {
			double lo = (double) magnitude(box->lo[d]);
			double hi = (double) magnitude(box->hi[d]);

			sum += (double) magnitude(a->coef[d]) *
				(lo > hi ? lo : hi);
		}
		if (sum > LINEAR_ADDRESS)
			return true;
	}
	return false;
}

/* The place of a stride among those of the lattice that "item" has not used
 * yet: that of the same stride, or a free one; -1 when there is none.
 */
static int find_slot(const struct lattice *l, int used, int64_t stride)
{
	for (int d = 0; d < LATTICE_DIMS; ++d)
		if (!(used >> d & 1) && l->stride[d] == stride)
			return d;
	for (int d = 0; d < LATTICE_DIMS; ++d)
		if (l->stride[d] == 0)
			return d;
	return -1;
}

static void item_set(struct items *it, struct lattice_item *item,
	const struct linear_access *a, const struct thread_box *box)
{
	struct lattice *l = &it->lattice;
	int used = 0;

	item->base = a->constant;
	for (int d = 0; d < LATTICE_DIMS; ++d)
		item->n[d] = 1;
	for (int d = 0; d < 3; ++d) {
		int64_t c = a->coef[d];
		int slot;

		item->base += c * (c < 0 ? box->hi[d] - 1 : box->lo[d]);
		if (!c)
			continue;
		slot = find_slot(l, used, magnitude(c));
		if (slot < 0) {
			it->is_regular = false;
			continue;
		}
		used |= 1 << slot;
		l->stride[slot] = magnitude(c);
		item->n[slot] = box->hi[d] - box->lo[d];
	}
}

static enum footprint_status items_fill(struct items *it,
	const struct linear *f, const struct thread_set *set)
{
	struct lattice *l = &it->lattice;

	for (int s = 0; s < it->n_set; ++s) {
		for (int b = 0; b < set[s].n_box; ++b) {
			const struct thread_box *box = &set[s].box[b];

			if (box_is_empty(box))
				continue;
			if (passes_range(f, box))
				return FOOTPRINT_OVERFLOW;
			for (int a = 0; a < f->n_access; ++a) {
				l->item[l->n_item].set = s;
				item_set(it, &l->item[l->n_item++],
					&f->access[a], box);
			}
		}
	}
	return FOOTPRINT_OK;
}

enum footprint_status items_make(struct items *it, const struct linear *f,
	int n_set, const struct thread_set *set)
{
	enum footprint_status status;
	size_t n = 0;

	memset(it, 0, sizeof(*it));
	for (int s = 0; s < n_set; ++s)
		n += (size_t) set[s].n_box * f->n_access;
	it->n_set = n_set;
	it->lattice.granule_B = f->granule_B;
	it->is_regular = true;
	it->lattice.item = heap_take((n + 1) * sizeof(*it->lattice.item));
	status = it->lattice.item ? items_fill(it, f, set) :
		FOOTPRINT_MEMORY;
	if (status != FOOTPRINT_OK)
		items_clear(it);
	return status;
}

bool items_lattice(struct items *it, enum footprint_status *status)
{
	struct lattice *l = &it->lattice;
	bool is_short = false;
	int i = 0;

	*status = FOOTPRINT_OK;
	if (!it->is_regular)
		return false;
	if (!lattice_make(l, &is_short)) {
		*status = is_short ? FOOTPRINT_MEMORY : FOOTPRINT_OK;
		return false;
	}
	it->bit = heap_take(l->n_item * sizeof(*it->bit));
	if (!it->bit) {
		*status = FOOTPRINT_MEMORY;
		return false;
	}
	for (int s = 0; s < it->n_set; ++s) {
		int bit = 64 * it->n_word;

		it->first_word[s] = it->n_word;
		for (; i < l->n_item && l->item[i].set == s; ++i)
			it->bit[i] = bit++;
		it->n_word = (bit + 63) / 64;
	}
	it->first_word[it->n_set] = it->n_word;
	return true;
}

/* Add the granules of one item, interval by interval; "budget" is what is
 * left of LINEAR_INTERVALS.
 */
static bool enumerate_item(struct granules *set, int which,
	const struct linear_access *a, const struct thread_box *box,
	int64_t granule_B, int64_t *budget)
{
	int64_t stride[3], n[3], t[3] = { 0, 0, 0 };
	int64_t base = a->constant, span = 0;
	int dim[3], d = 0;

	for (int i = 0; i < 3; ++i) {
		int64_t c = a->coef[i];

		stride[i] = magnitude(c);
		n[i] = c ? box->hi[i] - box->lo[i] : 1;
		base += c * (c < 0 ? box->hi[i] - 1 : box->lo[i]);
	}
	lattice_order(stride, dim);
	for (; d < 3 && (n[dim[d]] == 1 ||
	    stride[dim[d]] - span <= granule_B); ++d)
		span += stride[dim[d]] * (n[dim[d]] - 1);
	for (;;) {
		int64_t at = base;
		int i = d;

		for (int j = d; j < 3; ++j)
			at += stride[dim[j]] * t[j];
		if (--*budget < 0 || !granules_add(set, which,
		    floor_div(at, granule_B),
		    floor_div(at + span, granule_B)))
			return false;
		while (i < 3 && ++t[i] == n[dim[i]])
			t[i++] = 0;
		if (i == 3)
			return true;
	}
}

enum footprint_status items_enumerate(const struct linear *f, int n_set,
	const struct thread_set *set, int64_t *n)
{
	struct granules *g = granules_new();
	int64_t all[1 << GRANULES_SETS], budget = LINEAR_INTERVALS;
	bool ok = true, is_short;

	if (!g)
		return FOOTPRINT_MEMORY;
	for (int s = 0; s < n_set; ++s)
		for (int b = 0; ok && b < set[s].n_box; ++b)
			for (int a = 0; ok && a < f->n_access; ++a)
				ok = box_is_empty(&set[s].box[b]) ||
					enumerate_item(g, s, &f->access[a],
						&set[s].box[b], f->granule_B,
						&budget);
	is_short = granules_is_short(g);
	granules_count(g, all);
	granules_free(g);
	if (!ok)
		return is_short ? FOOTPRINT_MEMORY : FOOTPRINT_BUDGET;
	memcpy(n, all, sizeof(*n) << n_set);
	return FOOTPRINT_OK;
}

bool items_rows(const struct items *it, struct signature *rows)
{
	const struct lattice *l = &it->lattice;
	struct row_run *run = heap_take(l->n_item * sizeof(*run));
	bool ok = run && signature_init(rows, it->n_word, l->granule_B);

	for (int i = 0; ok && i < l->n_item; ++i)
		run[i] = (struct row_run) { 0, 1, it->bit[i] };
	if (ok && l->n_axis == 0)
		ok = signature_axis(rows, l->n_item, run, 0);
	for (int a = 0; ok && a < l->n_axis; ++a) {
		struct signature axis = { 0 }, both = { 0 };

		for (int i = 0; i < l->n_item; ++i)
			run[i] = (struct row_run) {
				l->item[i].run[a].start,
				l->item[i].run[a].length, it->bit[i] };
		if (a == 0) {
			ok = signature_axis(rows, l->n_item, run,
				l->row_stride[a]);
			continue;
		}
		ok = signature_init(&axis, it->n_word, l->granule_B) &&
			signature_axis(&axis, l->n_item, run,
				l->row_stride[a]) &&
			signature_init(&both, it->n_word, l->granule_B) &&
			signature_cross(&both, rows, &axis);
		signature_clear(&axis);
		signature_clear(rows);
		*rows = both;
	}
	free(run);
	return ok;
}
