#ifndef TESTS_INDEXED_H
#define TESTS_INDEXED_H

/* Element coordinates for the accesses of a test case.
 *
 * tests/unit/kernels.h makes accesses by address alone; stencils that reach
 * less than half a row and half a layer far have coordinates as well.
 */

#include "tests/unit/kernels.h"

/* The multiple of "step" next to *rest, which is taken from it. */
static inline int64_t indexed_split(int64_t *rest, int64_t step)
{
	int64_t n = (*rest + (*rest < 0 ? -step / 2 : step / 2)) / step;

	*rest -= n * step;
	return n;
}

static inline const struct quasi *indexed_form(struct test_case *c,
	int64_t offset, int axis)
{
	struct quasi *q = quasi_pool_alloc(c->kernel.pool, sizeof(*q));

	memset(q, 0, sizeof(*q));
	q->constant = offset;
	q->coef[VAR_TX + axis] = c->launch.fold[axis];
	q->coef[VAR_BX + axis] = c->launch.fold[axis] * c->launch.block[axis];
	return q;
}

/* For accesses with one coordinate of the cell in each index. */
static inline void indexed_accesses(struct test_case *c)
{
	const int64_t *n = c->kernel.domain;

	for (int i = 0; i < c->kernel.n_access; ++i) {
		struct access *a = &c->access[i];
		int64_t elem_B = c->field[a->field].elem_B;
		int64_t rest = a->address->constant -
			a->component * elem_B * n[0] * n[1] * n[2],
			z, y;

		z = indexed_split(&rest, elem_B * n[0] * n[1]);
		y = indexed_split(&rest, elem_B * n[0]);
		a->index[0] = indexed_form(c, rest / elem_B, 0);
		a->index[1] = indexed_form(c, y, 1);
		a->index[2] = indexed_form(c, z, 2);
	}
}

#endif
