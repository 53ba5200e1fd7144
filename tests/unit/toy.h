#ifndef TESTS_TOY_H
#define TESTS_TOY_H

/* Kernels of one field for tests, built access by access.
 *
 * A toy must stay where it is while it is used: the kernel points into it.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/count/footprint.h"

#define TOY_ACCESSES 256

struct toy {
	struct kernel kernel;
	struct launch launch;
	struct field field;
	struct access access[TOY_ACCESSES];
	struct loop loop[QUASI_LOOPS];
	int number[TOY_ACCESSES];
	struct quasi_pool *pool;
};

/* A kernel without accesses; grid and domain follow from the arguments. */
static inline void toy_init(struct toy *t, const int64_t domain[3],
	const int64_t block[3], const int64_t fold[3])
{
	memset(t, 0, sizeof(*t));
	t->launch.counting = COUNTING_CLOSED;
	t->pool = quasi_pool_new();
	t->kernel.dims = 3;
	t->kernel.n_field = 1;
	t->kernel.field = &t->field;
	t->kernel.access = t->access;
	t->kernel.loop = t->loop;
	t->kernel.pool = t->pool;
	for (int i = 0; i < 3; ++i) {
		int64_t step = block[i] * fold[i];

		t->kernel.domain[i] = domain[i];
		t->launch.block[i] = block[i];
		t->launch.fold[i] = fold[i];
		t->launch.grid[i] = (domain[i] + step - 1) / step;
	}
}

static inline void toy_free(struct toy *t)
{
	quasi_pool_free(t->pool);
}

static inline struct access *toy_add(struct toy *t, const struct quasi *address)
{
	struct access *a = &t->access[t->kernel.n_access];

	t->number[t->kernel.n_access] = t->kernel.n_access;
	++t->kernel.n_access;
	a->address = address;
	a->loop = -1;
	return a;
}

/* The global index along an axis: threadIdx + blockDim * blockIdx. */
static inline const struct quasi *toy_index(struct toy *t, int axis)
{
	const struct quasi *b = quasi_variable(t->pool, VAR_BX + axis);

	return quasi_add(t->pool, quasi_variable(t->pool, VAR_TX + axis),
		quasi_scale(t->pool, b, t->launch.block[axis]));
}

/* constant + sum_i stride[i] * (global index i) */
static inline const struct quasi *toy_affine(struct toy *t, int64_t constant,
	const int64_t stride[3])
{
	const struct quasi *e = quasi_constant(t->pool, constant);

	for (int i = 0; i < 3; ++i)
		e = quasi_add(t->pool, e,
			quasi_scale(t->pool, toy_index(t, i), stride[i]));
	return e;
}

static inline struct footprint toy_footprint(const struct toy *t,
	int64_t granule_B)
{
	return (struct footprint) {
		.kernel = &t->kernel,
		.launch = &t->launch,
		.n_access = t->kernel.n_access,
		.access = t->number,
		.granule_B = granule_B,
	};
}

/* Whether a predicate holds at a point, by its definition. */
static inline bool toy_holds(const struct predicate *g, const int64_t *point)
{
	int64_t value = 0;

	if (!g)
		return true;
	if (g->e)
		quasi_eval(g->e, point, &value);
	switch (g->op) {
	case PREDICATE_GE: return value >= 0;
	case PREDICATE_EQ: return value == 0;
	case PREDICATE_NOT: return !toy_holds(g->a, point);
	case PREDICATE_AND:
		return toy_holds(g->a, point) && toy_holds(g->b, point);
	case PREDICATE_OR:
		return toy_holds(g->a, point) || toy_holds(g->b, point);
	}
	return false;
}

#endif
