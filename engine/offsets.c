#include <stdlib.h>

#include "engine/offsets.h"

bool offsets_init(struct offsets *offsets, const struct kernel *kernel)
{
	size_t n = (size_t) kernel->n_access;
	int64_t *memory = malloc(sizeof(*memory) * (3 * n + 1));

	*offsets = (struct offsets) { 0 };
	if (!memory)
		return false;
	for (size_t i = 0; i < 3; ++i)
		offsets->of[i] = memory + i * n;
	return true;
}

void offsets_clear(struct offsets *offsets)
{
	free(offsets->of[0]);
	*offsets = (struct offsets) { 0 };
}

static int64_t magnitude(int64_t x)
{
	return x < 0 ? -x : x;
}

/* The axes by falling step. */
static void sort_axes(const int64_t *step, int axis[3])
{
	for (int i = 0; i < 3; ++i)
		axis[i] = i;
	for (int i = 1; i < 3; ++i)
		for (int j = i; j > 0; --j) {
			int swap = axis[j];

			if (magnitude(step[axis[j]]) <=
			    magnitude(step[axis[j - 1]]))
				break;
			axis[j] = axis[j - 1];
			axis[j - 1] = swap;
		}
}

static int64_t divide_to_nearest(int64_t a, int64_t b)
{
	int64_t quotient = a / b, rest = a % b;

	if (magnitude(rest) > magnitude(b) / 2)
		quotient += (rest < 0) == (b < 0) ? 1 : -1;
	return quotient;
}

static bool is_alike(const struct quasi *a, const struct quasi *b)
{
	for (int v = VAR_TX; v <= VAR_BZ; ++v)
		if (a->coef[v] != b->coef[v])
			return false;
	return quasi_is_affine(a) && quasi_is_affine(b);
}

/* distance = sum_i of[i] * step_B[i] + rest, the longest step first */
static void add_offset(struct offsets *offsets, int64_t distance,
	const int axis[3])
{
	for (int i = 0; i < 3; ++i) {
		int64_t step = offsets->step_B[axis[i]];
		int64_t n = step ? divide_to_nearest(distance, step) : 0;

		offsets->of[axis[i]][offsets->n] = n;
		distance -= n * step;
	}
	++offsets->n;
}

static void set_steps(struct offsets *offsets, const struct quasi *address,
	const struct launch *launch)
{
	for (int i = 0; i < 3; ++i) {
		int64_t step = address->coef[VAR_TX + i];

		offsets->step_B[i] = step % launch->fold[i] ? step :
			step / launch->fold[i];
	}
}

void offsets_find(struct offsets *offsets, const struct kernel *kernel,
	const struct launch *launch, int field, int component)
{
	const struct quasi *first = NULL;
	int axis[3];

	offsets->n = 0;
	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];
		int64_t distance;

		if (a->field != field || a->component != component ||
		    a->is_store)
			continue;
		if (!first) {
			first = a->address;
			set_steps(offsets, first, launch);
			sort_axes(offsets->step_B, axis);
		}
		if (is_alike(a->address, first) &&
		    !__builtin_sub_overflow(a->address->constant,
				first->constant, &distance))
			add_offset(offsets, distance, axis);
	}
}
