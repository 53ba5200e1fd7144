/* Shapes of a bundle: offsets at most a granule apart become one interval,
 * and equal intervals at equal distances one repeated shape.
 */

#include <stdlib.h>

#include "engine/base/integer.h"
#include "engine/count/footprint_shape.h"

#define FEW 32 /* up to here, a linear search beats sorting */

int footprint_shapes(const struct bundle *b, int64_t granule_B,
	struct shape *shape)
{
	int n = 0;

	for (int i = 0; i < b->n_offset; ++i) {
		struct shape *last = &shape[n - 1];

		if (n > 0 &&
			b->offset[i] - last->offset <=
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

/* An order in which shapes that may be joined are neighbours; times[0] holds
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

/* Are "a" and "b" equal except for their position along the level? */
static bool is_like(const struct shape *a, const struct shape *b, int level)
{
	if (a->times[0] != b->times[0] || a->width != b->width)
		return false;
	for (int l = 1; l <= SHAPE_LEVELS; ++l)
		if (l != level && a->times[l] != b->times[l])
			return false;
	return true;
}

/* If "b" starts within or right after "a" along the level, make it part of
 * "a".
 */
static bool take_in(struct shape *a, const struct shape *b, int level,
	int64_t radix)
{
	if (b->offset - a->offset > a->times[level] * radix)
		return false;
	a->times[level] = (b->offset - a->offset) / radix + 1;
	return true;
}

/* The last of shape[0 .. n-1] that is like "s"; -1: none. */
static int find_like(const struct shape *shape, int n, const struct shape *s,
	int level)
{
	while (--n >= 0 && !is_like(&shape[n], s, level))
		continue;
	return n;
}

int footprint_join(struct shape *shape, int n, int level, int64_t radix)
{
	bool is_few = n <= FEW;
	int n_left = 0;

	for (int i = 0; i < n; ++i) {
		is_few = is_few &&
			(i == 0 || shape[i - 1].offset <= shape[i].offset);
		shape[i].times[0] = integer_mod(shape[i].offset, radix);
		shape[i].times[level] = 1;
	}
	if (!is_few)
		qsort(shape, (size_t) n, sizeof(shape[0]), compare);
	for (int i = 0; i < n; ++i) {
		int like = is_few ? find_like(shape, n_left, &shape[i], level) :
				    n_left - 1;

		if (like >= 0 && is_like(&shape[like], &shape[i], level) &&
			take_in(&shape[like], &shape[i], level, radix))
			continue;
		if (n_left < i)
			shape[n_left] = shape[i];
		++n_left;
	}
	return n_left;
}
