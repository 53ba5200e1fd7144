#include <stdlib.h>

#include "engine/footprint_shape.h"

#define FEW	32	/* shapes that are sorted by insertion */

int footprint_shapes(const struct bundle *b, int64_t granule_B,
	struct shape *shape)
{
	int n = 0;

	for (int i = 0; i < b->n_offset; ++i) {
		struct shape *last = &shape[n - 1];

		if (n > 0 && b->offset[i] - last->offset <=
			     last->width + granule_B) {
			last->width = b->offset[i] - last->offset;
			continue;
		}
		shape[n].offset = b->offset[i];
		shape[n].width = 0;
		for (int l = 0; l <= SHAPE_LEVELS; ++l)
			shape[n].times[l] = 1;
		++n;
	}
	for (int i = 0; i < n; ++i) {
		struct shape *s = &shape[i];

		s->n_inner = 0;
		while (s->n_inner < b->n_dim &&
		       b->stride[s->n_inner] <= s->width + granule_B)
			++s->n_inner;
	}
	return n;
}

int64_t footprint_run(const struct bundle *b, const struct cast *c,
	const struct shape *s)
{
	int64_t run = s->width;

	for (int i = 0; i < s->n_inner; ++i)
		run += b->stride[i] * (c->n[i] - 1);
	return run;
}

/* Order in which shapes that may become one are neighbours; times[0] holds
 * the offset modulo the radix.
 */
static int compare(const void *p, const void *q)
{
	const struct shape *a = p, *b = q;

	if (a->width != b->width)
		return a->width < b->width ? -1 : 1;
	for (int l = 0; l <= SHAPE_LEVELS; ++l)
		if (a->times[l] != b->times[l])
			return a->times[l] < b->times[l] ? -1 : 1;
	return (a->offset > b->offset) - (a->offset < b->offset);
}

static void sort(struct shape *shape, int n)
{
	if (n > FEW) {
		qsort(shape, (size_t) n, sizeof(shape[0]), compare);
		return;
	}
	for (int i = 1; i < n; ++i) {
		struct shape s = shape[i];
		int j = i;

		for (; j > 0 && compare(&shape[j - 1], &s) > 0; --j)
			shape[j] = shape[j - 1];
		shape[j] = s;
	}
}

/* Does "b" begin within or right behind "a" along the level? */
static bool follows(const struct shape *a, const struct shape *b, int level,
	int64_t radix)
{
	if (a->width != b->width ||
	    b->offset - a->offset > a->times[level] * radix)
		return false;
	for (int l = 0; l <= SHAPE_LEVELS; ++l)
		if (l != level && a->times[l] != b->times[l])
			return false;
	return true;
}

int footprint_join(struct shape *shape, int n, int level, int64_t radix)
{
	int n_left = 0;

	for (int i = 0; i < n; ++i) {
		int64_t residue = shape[i].offset % radix;

		shape[i].times[0] = residue < 0 ? residue + radix : residue;
		shape[i].times[level] = 1;
	}
	sort(shape, n);
	for (int i = 0; i < n; ++i) {
		struct shape *last = &shape[n_left - 1];

		if (n_left > 0 && follows(last, &shape[i], level, radix))
			last->times[level] = (shape[i].offset - last->offset) /
				radix + 1;
		else
			shape[n_left++] = shape[i];
	}
	return n_left;
}
