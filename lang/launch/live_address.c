/* Base addresses of a thread's accesses: pairs of registers that immediate
 * offsets of memory instructions start from.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/launch/live.h"

/* Reach of the immediate offset of a memory instruction, in bytes: a signed
 * 24-bit number on NVIDIA GPUs (SASS).
 */
#define REACH_B ((int64_t) 1 << 23)

/* True if one register pair and immediate offsets address both. */
static bool share_base(const struct live *v, const struct access *a,
	const struct access *b)
{
	int64_t apart;

	if (a->field != b->field || a->draw.kind || b->draw.kind ||
		a->loop != b->loop)
		return false;
	if (v->l->o->strides != STRIDES_CONSTANT && a->index[1] && b->index[1])
		return quasi_equal(a->index[1], b->index[1]) &&
			quasi_equal(a->index[2], b->index[2]) &&
			(a->component == b->component ||
				v->l->kernel->field[a->field].is_interleaved);
	if (__builtin_sub_overflow(a->address->constant, b->address->constant,
		    &apart) ||
		apart > REACH_B || apart < -REACH_B ||
		a->address->n_term != b->address->n_term)
		return false;
	return memcmp(a->address->coef, b->address->coef,
		       sizeof(a->address->coef)) == 0 &&
		(a->address->n_term == 0 ||
			quasi_equal(a->address, b->address));
}

void live_group(struct live *v)
{
	const struct kernel *kernel = v->l->kernel;
	size_t n = (size_t) kernel->n_access + 1;

	v->base = memory_new(n * sizeof(int));
	v->base_of = memory_new(n * sizeof(int));
	v->loads = memory_new(n * sizeof(int));
	v->stores = memory_new(n * sizeof(int));
	for (int i = 0; i < kernel->n_access; ++i) {
		int b = 0;

		while (b < v->n_base &&
			!share_base(v, &kernel->access[i],
				&kernel->access[v->base[b]]))
			++b;
		if (b == v->n_base)
			v->base[v->n_base++] = i;
		v->base_of[i] = b;
		v->loads[b] += !kernel->access[i].is_store;
		v->stores[b] += kernel->access[i].is_store;
	}
}

/* The first access of base "b". */
static const struct access *first_of(const struct live *v, int b)
{
	return &v->l->kernel->access[v->base[b]];
}

/* Outside of loops a load takes the place of an address that nothing else
 * needs; a loop keeps all of them and moves them on.
 */
int live_address_pairs(const struct live *v, int loop, int *stored)
{
	int kept = 0, all = 0;

	*stored = 0;
	for (int b = 0; b < v->n_base; ++b) {
		if (first_of(v, b)->loop != loop)
			continue;
		++all;
		kept += v->loads[b] > 1 || (v->loads[b] && v->stores[b]);
		*stored += v->loads[b] == 0;
	}
	if (loop < 0)
		return kept > 1 ? kept - 1 : 0;
	*stored = 0;
	return all;
}

/* The first base of a field is an argument plus the index, a single
 * instruction that compilers repeat; the others stay in registers.
 */
int live_address_far(const struct live *v, int loop)
{
	bool *is_seen = memory_new((size_t) v->l->kernel->n_field + 1);
	int n = 0;

	for (int b = 0; b < v->n_base; ++b) {
		const struct access *a = first_of(v, b);

		if (a->loop != loop || v->loads[b] == 0 ||
			v->loads[b] + v->stores[b] < 2)
			continue;
		n += is_seen[a->field];
		is_seen[a->field] = true;
	}
	free(is_seen);
	return n;
}

/* True if accesses have the same index d and the same loop. */
static bool is_same_index(const struct access *a, const struct access *b, int d)
{
	return a->index[d] && b->index[d] && a->loop == b->loop &&
		quasi_equal(a->index[d], b->index[d]);
}

int live_address_offsets(const struct live *v, int loop)
{
	int n = 0;

	for (int b = 0; b < v->n_base; ++b) {
		const struct access *a = first_of(v, b);

		if (a->loop != loop || v->loads[b] == 0)
			continue;
		for (int d = 1; d < v->l->k->dims; ++d) {
			int c = 0;

			while (c < b && !is_same_index(a, first_of(v, c), d))
				++c;
			n += c == b;
		}
	}
	return n;
}

int live_address_moving(const struct live *v, int loop)
{
	int n = 0, counter = VAR_LOOP0 + lower_depth(v->k, loop);

	for (int b = 0; b < v->n_base; ++b) {
		const struct access *a = first_of(v, b);

		n += a->loop == loop && a->index[1] &&
			(a->index[1]->coef[counter] != 0 ||
				a->index[2]->coef[counter] != 0);
	}
	return n;
}
