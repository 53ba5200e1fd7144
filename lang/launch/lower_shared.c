/* Accesses to shared memory that a compiler joins: loads of consecutive elements,
 * of one trip or of joined trips, become one load of 8 or 16 bytes a lane if their
 * address is a multiple of that for every lane, as far as a compiler knows, and no
 * store between may change them; halves one of 4 or 8.  So do stores of one trip that
 * follow each other with no other access between them.
 */

#include "engine/kernel/predicate.h"
#include "lang/launch/lower_parts.h"

/* The widest access of a lane, and the most elements that one may have. */
#define WIDEST_B 16
#define MOST	 4

/* True if no variable but "except", or -1, keeps the address from being a
 * multiple of "wide_B".
 */
static bool is_aligned(const struct quasi *e, int64_t wide_B, int except)
{
	if (e->constant % wide_B != 0)
		return false;
	for (int v = 0; v < N_QUASI_VAR; ++v)
		if (v != except && e->coef[v] % wide_B != 0)
			return false;
	for (int i = 0; i < e->n_term; ++i)
		if (e->term[i].coef % wide_B != 0)
			return false;
	return true;
}

/* The access of the same kind "distance" bytes behind "first"; -1: there is none. */
static int find_behind(struct lowering *l, int first, int64_t distance)
{
	const struct kernel *kernel = l->kernel;
	const struct shared_access *a = &kernel->shared_access[first];
	const struct quasi *at = quasi_add(l->pool, a->address,
		quasi_constant(l->pool, distance));

	for (int i = 0; at && i < kernel->n_shared_access; ++i) {
		const struct shared_access *b = &kernel->shared_access[i];

		if (b->is_store == a->is_store && !b->atomic && b->saved == 0 &&
			b->loop == a->loop && b->base_B == a->base_B &&
			b->elem_B == a->elem_B && b->wide_B == 0 &&
			predicate_equal(b->predicate, a->predicate) &&
			quasi_equal(b->address, at))
			return i;
	}
	return -1;
}

/* Do the stores of "with" follow each other in the source, in one block of code
 * and between two barriers?  In listings of nvcc 13 those of pbd_rope of tenth.csv,
 * with stores to other arrays between them, are apart, and those of mgs_panel of
 * met.csv, each under a condition of its own.
 */
static bool is_run(const struct lowering *l, const int *with, int n)
{
	const struct shared_access *all = l->kernel->shared_access;
	const struct kernel_access *access = l->k->access;
	int first = all[with[0]].label, last = first;

	for (int i = 1; i < n; ++i) {
		first = all[with[i]].label < first ? all[with[i]].label : first;
		last = all[with[i]].label > last ? all[with[i]].label : last;
	}
	for (int i = first + 1; i <= last; ++i)
		if (access[i].region != access[first].region)
			return false;
	return last - first == n - 1 &&
		access[first].phase == access[last].phase;
}

/* True if a store that may be to what load "a" reads lies among the accesses
 * "from" to "to", in loop "loop" if that is not -1.
 */
static bool is_stored_among(const struct lowering *l, int a, int from, int to,
	int loop)
{
	const struct kernel_def *k = l->k;

	for (int i = from; i <= to; ++i)
		if (k->access[i].is_store &&
			(loop < 0 ||
				kernel_encloses(k, k->loop[loop].region,
					k->access[i].region)) &&
			kernel_may_alias(k, &k->access[a], &k->access[i]))
			return true;
	return false;
}

/* True if a store between two of the loads of "with" keeps them apart. */
static bool is_parted(const struct lowering *l, const int *with, int n)
{
	const struct shared_access *all = l->kernel->shared_access;
	int first = all[with[0]].label, last = first;

	for (int i = 1; i < n; ++i) {
		first = all[with[i]].label < first ? all[with[i]].label : first;
		last = all[with[i]].label > last ? all[with[i]].label : last;
	}
	for (int i = 0; i < n; ++i)
		if (is_stored_among(l, all[with[i]].label, first, last, -1))
			return true;
	return false;
}

/* Joins the accesses of one trip that follow "first". */
static bool join_trip(struct lowering *l, int first, int wide_B)
{
	struct shared_access *a = &l->kernel->shared_access[first];
	int with[WIDEST_B], n = wide_B / a->elem_B;

	if (!is_aligned(a->address, wide_B, -1))
		return false;
	with[0] = first;
	for (int i = 1; i < n; ++i) {
		with[i] = find_behind(l, first, (int64_t) i * a->elem_B);
		if (with[i] < 0)
			return false;
	}
	if (a->is_store ? !is_run(l, with, n) : is_parted(l, with, n))
		return false;
	for (int i = 1; i < n; ++i)
		l->kernel->shared_access[with[i]].saved = 1;
	a->wide_B = wide_B;
	return true;
}

/* Joins the load of trips that follow each other. */
static bool join_trips(struct lowering *l, int i, int wide_B)
{
	struct shared_access *a = &l->kernel->shared_access[i];
	int n = wide_B / a->elem_B, counter;

	if (a->is_store || a->loop < 0 || l->trip[a->loop + 1].has_barrier ||
		lower_joined(l, a->loop) < n)
		return false;
	counter = VAR_LOOP0 + lower_depth(l->k, a->loop);
	if (a->address->coef[counter] != a->elem_B ||
		!is_aligned(a->address, wide_B, counter) ||
		is_stored_among(l, a->label, 0, l->k->n_access - 1, a->loop))
		return false;
	a->wide_B = wide_B;
	a->saved = 1 - 1.0 / n;
	return true;
}

/* True if an argument is part of the address: no compiler knows what that is a
 * multiple of.
 */
static bool has_argument(const struct lowering *l,
	const struct kernel_access *a)
{
	for (int d = 0; d < a->n_index; ++d)
		if (l->k->graph.node[a->index[d]].uses_scalar)
			return true;
	return false;
}

/* Integers of 8 and 16 bits are extended to registers of their own as they are
 * loaded, which keeps them apart.
 */
static bool may_join(const struct lowering *l, const struct shared_access *a,
	int wide_B)
{
	const struct kernel_access *source = &l->k->access[a->label];
	enum elem_type type = source->type ?
		source->type :
		lower_type(l, &l->k->field[source->field]);

	return !a->atomic && a->saved == 0 && a->wide_B == 0 &&
		!has_argument(l, source) &&
		(a->elem_B >= 4 || type == TYPE_HALF) && a->elem_B < wide_B &&
		wide_B <= MOST * a->elem_B;
}

void lower_shared(struct lowering *l)
{
	struct kernel *kernel = l->kernel;

	for (int wide_B = WIDEST_B; wide_B >= 4; wide_B /= 2)
		for (int i = 0; i < kernel->n_shared_access; ++i)
			if (may_join(l, &kernel->shared_access[i], wide_B) &&
				!join_trip(l, i, wide_B))
				join_trips(l, i, wide_B);
}
