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

/* True if they differ by a constant. */
static bool is_apart(const struct quasi *a, const struct quasi *b)
{
	struct quasi moved = *a;

	moved.constant = b->constant;
	return quasi_equal(&moved, b);
}

/* Which of the cells that lie a block apart an access belongs to: blockDim is
 * known at run time only, so that no immediate offset leads to another.
 */
static int apart_of(const struct live *v, int cell)
{
	int n = 0, rest = cell;

	for (int d = 0; d < 3; ++d) {
		int fold = (int) v->l->fold[d];

		if (options_is_apart(v->l->o, d))
			n = n * fold + rest % fold;
		rest /= fold;
	}
	return n;
}

static int *cells_apart(const struct live *v)
{
	int n = v->k->n_access;
	int *apart = memory_new(
		((size_t) v->l->kernel->n_access + 1) * sizeof(*apart));

	for (int cell = v->cells - 1; cell >= 0; --cell)
		for (int i = 0; i < n; ++i) {
			int at = v->l->place[cell * n + i];

			if (at >= 0 && at < v->l->kernel->n_access)
				apart[at] = apart_of(v, cell);
		}
	return apart;
}

/* True if one register pair and immediate offsets address both. */
static bool share_base(const struct live *v, const struct access *a,
	const struct access *b)
{
	int64_t apart;

	if (a->field != b->field || a->draw.kind || b->draw.kind ||
		a->loop != b->loop)
		return false;
	if (options_strides_vary(v->l->o) && a->index[1] && b->index[1])
		return quasi_equal(a->index[1], b->index[1]) &&
			quasi_equal(a->index[2], b->index[2]) &&
			(a->component == b->component ||
				v->l->kernel->field[a->field].is_interleaved);
	if (__builtin_sub_overflow(a->address->constant, b->address->constant,
		    &apart) ||
		apart > REACH_B || apart < -REACH_B)
		return false;
	return is_apart(a->address, b->address);
}

/* Equal for accesses that may share a base. */
static uint64_t base_hash(const struct live *v, const struct access *a)
{
	uint64_t hash = map_mix(map_mix(0, a->field), a->loop);

	if (options_strides_vary(v->l->o) && a->index[1])
		return map_mix(map_mix(hash, (int64_t) quasi_hash(a->index[1])),
			(int64_t) quasi_hash(a->index[2]));
	return map_mix(hash,
		(int64_t) map_hash(a->address->coef, sizeof(a->address->coef)));
}

/* Sort the bases by loop. */
static void sort_bases(struct live *v)
{
	int n_loop = v->l->kernel->n_loop;

	v->first_base = memory_new(((size_t) n_loop + 4) * sizeof(int));
	v->loop_base = memory_new(((size_t) v->n_base + 1) * sizeof(int));
	for (int b = 0; b < v->n_base; ++b)
		++v->first_base[v->l->kernel->access[v->base[b]].loop + 3];
	for (int i = 0; i <= n_loop; ++i)
		v->first_base[i + 2] += v->first_base[i + 1];
	for (int b = 0; b < v->n_base; ++b) {
		int loop = v->l->kernel->access[v->base[b]].loop;

		v->loop_base[v->first_base[loop + 2]++] = b;
	}
}

/* Each access has the first base that it can share.  Bases of one hash are
 * chained in their order.
 */
void live_group(struct live *v)
{
	const struct kernel *kernel = v->l->kernel;
	size_t n = (size_t) kernel->n_access + 1;
	int *next = memory_new(n * sizeof(int)), *last;
	int *apart = cells_apart(v);
	struct map heads = { 0 };

	v->base = memory_new(n * sizeof(int));
	v->base_of = memory_new(n * sizeof(int));
	v->loads = memory_new(n * sizeof(int));
	v->stores = memory_new(n * sizeof(int));
	last = memory_new(n * sizeof(int));
	for (int i = 0; i < kernel->n_access; ++i) {
		uint64_t hash = map_mix(base_hash(v, &kernel->access[i]),
			apart[i]);
		size_t at = 0;
		int head = (int) map_next(&heads, hash, &at), b = head;

		while (b >= 0 &&
			(apart[i] != apart[v->base[b]] ||
				!share_base(v, &kernel->access[i],
					&kernel->access[v->base[b]])))
			b = next[b];
		if (b < 0) {
			b = v->n_base++;
			v->base[b] = i;
			next[b] = -1;
			if (head < 0)
				map_add(&heads, hash, b);
			else
				next[last[head]] = b;
			last[head < 0 ? b : head] = b;
		}
		v->base_of[i] = b;
		v->loads[b] += !kernel->access[i].is_store;
		v->stores[b] += kernel->access[i].is_store;
	}
	free(next);
	free(last);
	free(apart);
	map_clear(&heads);
	sort_bases(v);
}

/* The bases of a loop are loop_base[first .. end). */
static int bases_of(const struct live *v, int loop, int *first)
{
	bool is_there = loop < v->l->kernel->n_loop;

	*first = is_there ? v->first_base[loop + 1] : 0;
	return is_there ? v->first_base[loop + 2] : 0;
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
	int kept = 0, all = 0, first, end = bases_of(v, loop, &first);

	*stored = 0;
	for (int i = first; i < end; ++i) {
		int b = v->loop_base[i];

		++all;
		kept += v->loads[b] > 1 || (v->loads[b] && v->stores[b]);
		*stored += v->loads[b] == 0;
	}
	if (loop < 0)
		return kept > 1 ? kept - 1 : 0;
	*stored = 0;
	return all;
}

/* True if accesses have the same index d and the same loop. */
static bool is_same_index(const struct access *a, const struct access *b, int d)
{
	return a->index[d] && b->index[d] && a->loop == b->loop &&
		quasi_equal(a->index[d], b->index[d]);
}

/* Components lie behind each other, each at an offset of its own. */
static bool is_same_component(const struct live *v, const struct access *a,
	const struct access *b)
{
	return a->component == b->component ||
		v->l->kernel->field[a->field].is_interleaved;
}

int live_address_offsets(const struct live *v, int loop)
{
	int n = 0, first, end = bases_of(v, loop, &first);

	for (int i = first; i < end; ++i) {
		const struct access *a = first_of(v, v->loop_base[i]);

		if (v->loads[v->loop_base[i]] == 0)
			continue;
		for (int d = 1; d < v->l->k->dims; ++d) {
			int c = first;

			while (c < i &&
				!is_same_index(a, first_of(v, v->loop_base[c]),
					d))
				++c;
			n += c == i;
		}
		for (int c = first;; ++c) {
			const struct access *b = first_of(v, v->loop_base[c]);

			if (c == i)
				n += a->component > 0;
			if (c == i ||
				(v->loads[v->loop_base[c]] > 0 &&
					is_same_component(v, a, b)))
				break;
		}
	}
	return n;
}

int live_address_moving(const struct live *v, int loop)
{
	int counter = VAR_LOOP0 + lower_depth(v->k, loop);
	int n = 0, first, end = bases_of(v, loop, &first);

	for (int i = first; i < end; ++i) {
		const struct access *a = first_of(v, v->loop_base[i]);

		n += a->index[1] &&
			(a->index[1]->coef[counter] != 0 ||
				a->index[2]->coef[counter] != 0);
	}
	return n;
}

int live_address_apart(const struct live *v)
{
	int cells = 1, loads = 0;

	for (int d = 0; d < 3; ++d)
		if (options_is_apart(v->l->o, d))
			cells *= (int) v->l->fold[d];
	for (int b = 0; b < v->n_base; ++b)
		loads += v->loads[b];
	return cells > 1 && loads > cells ? cells + 1 : 0;
}
