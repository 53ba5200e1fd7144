/* Bundles and casts of a task.  Plain accesses (affine, without predicate) go
 * straight into a bundle; others are split into regions on which they are
 * affine.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/base/integer.h"
#include "engine/count/footprint_bundle.h"
#include "engine/kernel/grouping.h"

#define MOST_PARTS 16384 /* of predicates and floors, per count */

/* Room for one more of "n" items of "item_B" bytes in an array. */
static void *grown(struct quasi_pool *pool, void *array, int n, int *size,
	size_t item_B)
{
	void *new;

	if (n < *size)
		return array;
	*size = *size ? 2 * *size : 16;
	new = quasi_pool_take(pool, (size_t) *size * item_B);
	if (new &&n > 0)
		memcpy(new, array, (size_t) n * item_B);
	return new;
}

static struct bundle *new_bundle(struct bundles *b)
{
	b->bundle = grown(b->pool, b->bundle, b->n_bundle, &b->bundle_size,
		sizeof(b->bundle[0]));
	if (!b->bundle)
		return NULL;
	b->bundle[b->n_bundle] = (struct bundle) { .n_dim = 0 };
	return &b->bundle[b->n_bundle++];
}

static struct cast *new_cast(struct bundles *b)
{
	b->cast = grown(b->pool, b->cast, b->n_cast, &b->cast_size,
		sizeof(b->cast[0]));
	return b->cast ? &b->cast[b->n_cast++] : NULL;
}

static bool add_offset(struct bundles *b, struct bundle *bundle, int64_t offset)
{
	bundle->offset = grown(b->pool, bundle->offset, bundle->n_offset,
		&bundle->size, sizeof(offset));
	if (!bundle->offset)
		return false;
	bundle->offset[bundle->n_offset++] = offset;
	return true;
}

static bool is_plain(const struct footprint_task *task, const struct access *a,
	int64_t stride[3])
{
	if (a->predicate || !quasi_is_affine(a->address))
		return false;
	for (int d = 0; d < QUASI_LOOPS; ++d)
		if (a->address->coef[VAR_LOOP0 + d] != 0)
			return false;
	for (int axis = 0; axis < 3; ++axis)
		if (!footprint_stride(task->launch, a->address, axis,
			    &stride[axis]))
			return false;
	return true;
}

/* The axes of a plain bundle, by rising magnitude of their strides. */
struct axes {
	int64_t stride[3];
	int n, axis[3];
};

static void sort_axes(struct axes *x)
{
	x->n = 0;
	for (int axis = 0; axis < 3; ++axis) {
		int i = x->n;

		if (x->stride[axis] == 0)
			continue;
		for (; i > 0; --i) {
			if (integer_abs(x->stride[x->axis[i - 1]]) <=
				integer_abs(x->stride[axis]))
				break;
			x->axis[i] = x->axis[i - 1];
		}
		x->axis[i] = axis;
		++x->n;
	}
}

static bool cast_box(struct bundles *b, int bundle, const struct axes *x,
	const struct thread_box *box, int set)
{
	struct cast *c = new_cast(b);

	if (!c)
		return false;
	c->bundle = bundle;
	c->set = set;
	c->shift = 0;
	for (int i = 0; i < x->n; ++i) {
		int axis = x->axis[i];
		int64_t stride = x->stride[axis];

		c->n[i] = box->hi[axis] - box->lo[axis];
		c->shift += stride *
			(stride < 0 ? box->hi[axis] - 1 : box->lo[axis]);
	}
	return true;
}

static bool cast_sets(struct bundles *b, const struct footprint_task *task,
	int bundle, struct axes *x)
{
	sort_axes(x);
	b->bundle[bundle].n_dim = x->n;
	for (int i = 0; i < x->n; ++i)
		b->bundle[bundle].stride[i] = integer_abs(
			x->stride[x->axis[i]]);
	for (int s = 0; s < task->n_set; ++s)
		for (int i = 0; i < task->set[s].n_box; ++i)
			if (!cast_box(b, bundle, x, &task->set[s].box[i], s))
				return false;
	return true;
}

/* Add a plain access to the bundle with its strides. */
static bool bundle_plain(struct bundles *b, struct axes **axes,
	const struct footprint_task *task, const struct access *a,
	const int64_t stride[3])
{
	int i, size = b->bundle_size;

	for (i = 0; *axes && i < b->n_bundle; ++i)
		if (memcmp((*axes)[i].stride, stride,
			    sizeof((*axes)[i].stride)) == 0)
			break;
	if (i == b->n_bundle) {
		*axes = grown(b->pool, *axes, i, &size, sizeof(**axes));
		if (!*axes || !new_bundle(b))
			return false;
		memcpy((*axes)[i].stride, stride, sizeof((*axes)[i].stride));
	}
	return add_offset(b, &b->bundle[i],
		a->address->constant + task->base_B);
}

/* An access with predicates, loops, floors or threadIdx alone, while the
 * regions of a box are enumerated.
 */
struct walk {
	struct bundles *b;
	const struct footprint_task *task;
	const struct access *access;
	const struct thread_box *box;
	int64_t trips[QUASI_LOOPS];
	bool by_index[3]; /* axis is seen by its global index alone */
	int set, n_part;
	bool no_memory, is_stopped;
};

/* Sort the dimensions that the form moves along into "c" and "stride". */
static int sort_form(const struct region *r, const struct affine *f,
	struct cast *c, int64_t *stride)
{
	int n = 0;

	c->shift = 0;
	for (int i = 0; i < r->n_dim; ++i) {
		int64_t by = integer_abs(f->by[i]);
		int j = n;

		if (by == 0)
			continue;
		if (f->by[i] < 0)
			c->shift += f->by[i] * (r->n[i] - 1);
		for (; j > 0 &&
			(stride[j - 1] > by ||
				(stride[j - 1] == by && c->n[j - 1] > r->n[i]));
			--j) {
			stride[j] = stride[j - 1];
			c->n[j] = c->n[j - 1];
		}
		stride[j] = by;
		c->n[j] = r->n[i];
		++n;
	}
	return n;
}

static uint64_t hash_cast(int set, int n_dim, const int64_t *stride,
	const int64_t *n)
{
	uint64_t h = (uint64_t) set;

	for (int i = 0; i < n_dim; ++i)
		h = map_mix(map_mix(h, stride[i]), n[i]);
	return h;
}

static bool is_cast(const struct bundle *b, const struct cast *old,
	const struct cast *new, int n_dim, const int64_t *stride)
{
	size_t size = (size_t) n_dim * sizeof(stride[0]);

	return old->set == new->set &&
		b->n_dim == n_dim &&memcmp(b->stride, stride, size) == 0 &&
		memcmp(old->n, new->n, size) == 0;
}

/* The number of the cast like "c", or -1. */
static int find_cast(const struct bundles *b, uint64_t hash,
	const struct cast *c, int n_dim, const int64_t *stride)
{
	size_t at = 0;
	int i;

	while ((i = (int) map_next(&b->casts, hash, &at)) >= 0) {
		const struct cast *old = &b->cast[i];

		if (is_cast(&b->bundle[old->bundle], old, c, n_dim, stride))
			break;
	}
	return i;
}

/* Add the image of a region to the bundle of its kind.  Each bundle of this
 * sort has one cast, and the shift goes into the offset.
 */
static bool bundle_form(struct walk *w, const struct region *r,
	const struct affine *f)
{
	struct bundles *b = w->b;
	int64_t stride[REGION_DIMS];
	struct cast new = { .set = w->set }, *c;
	struct bundle *bundle;
	int n_dim = sort_form(r, f, &new, stride);
	int64_t offset = f->at + new.shift + w->task->base_B;
	uint64_t hash = hash_cast(w->set, n_dim, stride, new.n);
	int found = find_cast(b, hash, &new, n_dim, stride);

	if (found >= 0)
		return add_offset(b, &b->bundle[b->cast[found].bundle], offset);
	if (!grouping_reserve(&b->casts, b->pool, 0))
		return false;
	map_put(&b->casts, hash, b->n_cast);
	c = new_cast(b);
	bundle = new_bundle(b);
	if (!c || !bundle)
		return false;
	*c = new;
	c->shift = 0;
	c->bundle = b->n_bundle - 1;
	bundle->n_dim = n_dim;
	memcpy(bundle->stride, stride, (size_t) n_dim * sizeof(stride[0]));
	return add_offset(b, bundle, offset);
}

static enum region_answer visit_region(const struct region *r, void *user,
	struct region_split *split)
{
	struct walk *w = user;
	struct affine f;
	enum region_answer holds;

	w->is_stopped = launch_is_stopped(w->task->launch);
	if (w->is_stopped)
		return REGION_NO;
	holds = region_predicate(r, w->access->predicate, split);
	if (holds == REGION_NO)
		return REGION_YES;
	if (holds == REGION_SPLIT)
		return REGION_SPLIT;
	if (region_affine(r, w->access->address, &f, split) == REGION_SPLIT)
		return REGION_SPLIT;
	w->no_memory = !bundle_form(w, r, &f);
	return w->no_memory ? REGION_NO : REGION_YES;
}

static bool walk_axis(struct walk *w, const struct region *r, int axis);

/* Continue with the threads tx .. tx+n_tx-1 of the blocks bx .. bx+n_bx-1. */
static bool walk_blocks(struct walk *w, const struct region *r, int axis,
	int64_t bx, int64_t n_bx, int64_t tx, int64_t n_tx)
{
	struct region part = *r;

	if (n_bx <= 0 || n_tx <= 0)
		return true;
	part.at[VAR_BX + axis] = bx;
	part.at[VAR_TX + axis] = tx;
	region_extend(&part, VAR_TX + axis, 1, n_tx);
	region_extend(&part, VAR_BX + axis, 1, n_bx);
	return walk_axis(w, &part, axis + 1);
}

/* Enumerate the box along "axis": in one piece if only the global index
 * matters; otherwise as a part of the first block, whole blocks, and a part
 * of the last.
 */
static bool walk_axis(struct walk *w, const struct region *r, int axis)
{
	int64_t lo, hi, block, first, last;
	struct region whole = *r;

	if (axis == 3)
		return region_refine(&whole, &w->n_part, visit_region, w);
	lo = w->box->lo[axis];
	hi = w->box->hi[axis];
	block = w->task->launch->block[axis];
	if (block == 1)
		return walk_blocks(w, r, axis, lo, hi - lo, 0, 1);
	if (w->by_index[axis])
		return walk_blocks(w, r, axis, 0, 1, lo, hi - lo);
	first = lo / block;
	last = (hi - 1) / block;
	lo -= first * block;
	hi -= last * block;
	if (first == last)
		return walk_blocks(w, r, axis, first, 1, lo, hi - lo);
	if (lo > 0 && !walk_blocks(w, r, axis, first++, 1, lo, block - lo))
		return false;
	if (hi < block && !walk_blocks(w, r, axis, last--, 1, 0, hi))
		return false;
	return walk_blocks(w, r, axis, first, last - first + 1, 0, block);
}

static bool bundle_any(struct walk *w, const struct access *a)
{
	const struct footprint_task *task = w->task;
	struct region r = region_origin();
	unsigned vars = footprint_variables(a->address, a->predicate);

	w->access = a;
	footprint_trips(task->kernel, a->loop, w->trips);
	for (int d = 0; d < QUASI_LOOPS; ++d)
		if (vars >> (VAR_LOOP0 + d) & 1)
			region_extend(&r, VAR_LOOP0 + d, 1, w->trips[d]);
	footprint_by_index(task->launch, a, w->by_index);
	for (w->set = 0; w->set < task->n_set; ++w->set)
		for (int i = 0; i < task->set[w->set].n_box; ++i) {
			w->box = &task->set[w->set].box[i];
			if (!walk_axis(w, &r, 0))
				return false;
		}
	return true;
}

/* One bundle for all accesses; their offsets are sorted already. */
static bool bundle_uniform(const struct footprint_task *task, struct bundles *b)
{
	const struct uniform *u = task->uniform;
	struct bundle *bundle = new_bundle(b);
	struct axes axes;

	if (!bundle)
		return false;
	bundle->n_offset = u->n_offset;
	bundle->offset = u->offset;
	memcpy(axes.stride, u->stride, sizeof(axes.stride));
	return cast_sets(b, task, 0, &axes);
}

static bool bundle_each(const struct footprint_task *task,
	struct quasi_pool *pool, struct bundles *b,
	enum footprint_status *status)
{
	int most = footprint_parts(task->left, FOOTPRINT_PART, MOST_PARTS);
	struct walk w = { .b = b, .task = task, .n_part = most };
	struct axes *axes = NULL;
	int64_t stride[3];
	bool *plain = quasi_pool_alloc(pool, (size_t) task->n_access);

	*status = FOOTPRINT_MEMORY;
	if (!plain)
		return false;
	if (task->n_access > 0)
		w.n_part = most = footprint_affordable(most,
			task->access[0]->address);
	for (int i = 0; i < task->n_access; ++i) {
		plain[i] = is_plain(task, task->access[i], stride);
		if (plain[i] &&
			!bundle_plain(b, &axes, task, task->access[i], stride))
			return false;
	}
	for (int i = 0, n = b->n_bundle; i < n; ++i)
		if (!cast_sets(b, task, i, &axes[i]))
			return false;
	for (int i = 0; i < task->n_access; ++i)
		if (!plain[i] && !bundle_any(&w, task->access[i])) {
			if (!w.no_memory)
				*status = w.is_stopped ? FOOTPRINT_STOPPED :
							 FOOTPRINT_OK;
			footprint_spend(task->left, most, FOOTPRINT_PART);
			return false;
		}
	footprint_spend(task->left, most - w.n_part, FOOTPRINT_PART);
	for (int i = 0; i < b->n_bundle; ++i)
		integer_sort(b->bundle[i].offset, b->bundle[i].n_offset);
	*status = FOOTPRINT_OK;
	return true;
}

bool footprint_bundle(const struct footprint_task *task,
	struct quasi_pool *pool, struct bundles *b,
	enum footprint_status *status)
{
	*b = (struct bundles) { .effort = task->launch->effort, .pool = pool };
	if (!task->uniform)
		return bundle_each(task, pool, b, status);
	*status = bundle_uniform(task, b) ? FOOTPRINT_OK : FOOTPRINT_MEMORY;
	return *status == FOOTPRINT_OK;
}

/* Add the casts that replace "c". */
static bool widen_cast(struct bundles *wide, const struct cast *c, int dim,
	int64_t stride, int64_t times)
{
	for (int64_t k = 0; k < times && k < c->n[dim]; ++k) {
		struct cast *new = new_cast(wide);

		if (!new)
			return false;
		*new = *c;
		new->shift += k *stride;
		new->n[dim] = (c->n[dim] - k + times - 1) / times;
	}
	return true;
}

bool footprint_widen(const struct bundles *b, int64_t stride, int64_t times,
	struct bundles *wide)
{
	*wide = (struct bundles) { .effort = b->effort, .pool = b->pool };
	for (int i = 0; i < b->n_bundle; ++i) {
		struct bundle *new = new_bundle(wide);
		int dim = 0;

		if (!new)
			return false;
		*new = b->bundle[i];
		while (dim < new->n_dim &&new->stride[dim] != stride)
			++dim;
		if (dim == new->n_dim)
			continue;
		new->stride[dim] *= times;
		if (dim + 1 < new->n_dim &&new->stride[dim] >
			new->stride[dim + 1])
			return false;
	}
	for (int i = 0; i < b->n_cast; ++i) {
		const struct cast *c = &b->cast[i];
		const struct bundle *bundle = &b->bundle[c->bundle];
		int dim = 0;

		while (dim < bundle->n_dim && bundle->stride[dim] != stride)
			++dim;
		if (dim == bundle->n_dim) {
			struct cast *new = new_cast(wide);

			if (!new)
				return false;
			*new = *c;
		} else if (!widen_cast(wide, c, dim, stride, times)) {
			return false;
		}
	}
	return true;
}
