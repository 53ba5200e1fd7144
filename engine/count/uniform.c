/* Find out whether accesses differ by an offset only. */

#include "engine/base/integer.h"
#include "engine/count/footprint_paths.h"
#include "engine/count/uniform.h"

static bool is_plain(const struct kernel *kernel, const struct access *a)
{
	int64_t trips[QUASI_LOOPS];

	if (a->predicate || a->draw.kind || !quasi_is_affine(a->address))
		return false;
	for (int d = 0; d < QUASI_LOOPS; ++d)
		if (a->address->coef[VAR_LOOP0 + d] != 0)
			return false;
	return a->loop < 0 || footprint_trips(kernel, a->loop, trips);
}

static bool has_steps(const struct quasi *e, const struct quasi *first)
{
	for (int v = VAR_TX; v <= VAR_BZ; ++v)
		if (e->coef[v] != first->coef[v])
			return false;
	return true;
}

bool uniform_find(struct uniform *u, const struct kernel *kernel,
	const struct launch *launch, int n_access, const int *access,
	int64_t *offset)
{
	const struct access *first;
	int64_t base_B;

	if (n_access == 0)
		return false;
	first = &kernel->access[access[0]];
	base_B = kernel->field[first->field].base_B;
	for (int i = 0; i < n_access; ++i) {
		const struct access *a = &kernel->access[access[i]];
		const struct quasi *e = a->address;

		if (!is_plain(kernel, a) || !has_steps(e, first->address) ||
			__builtin_add_overflow(e->constant, base_B, &offset[i]))
			return false;
	}
	for (int d = 0; d < 3; ++d)
		if (!footprint_stride(launch, first->address, d, &u->stride[d]))
			return false;
	integer_sort(offset, n_access);
	u->n_offset = n_access;
	u->offset = offset;
	return true;
}

void uniform_reach(const struct uniform *u, const struct thread_box *box,
	int64_t *least, int64_t *most)
{
	*least = u->offset[0];
	*most = u->offset[u->n_offset - 1];
	for (int d = 0; d < 3; ++d) {
		int64_t stride = u->stride[d];

		*least += stride * (stride < 0 ? box->hi[d] - 1 : box->lo[d]);
		*most += stride * (stride < 0 ? box->lo[d] : box->hi[d] - 1);
	}
}
