/* The accesses of a kernel as the published models see them: loops unrolled,
 * addresses linear in the global thread index.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/kernel/grouping.h"
#include "engine/published/stream.h"

/* Accesses after loops are unrolled. */
#define STREAM_ACCESSES 16384

/* Bytes.  Addresses of linear_count() stay below 2^63 - 2^60. */
#define STREAM_ADDRESS 4.0e18

void streams_clear(struct streams *s)
{
	free(s->stream);
	free(s->access);
	free(s->address);
	free(s->first);
	memset(s, 0, sizeof(*s));
}

/* The loops around an access, outermost first. */
struct nest {
	int depth;
	int64_t trips[QUASI_LOOPS], at[QUASI_LOOPS];
};

static bool nest_make(struct nest *nest, const struct kernel *kernel, int loop)
{
	memset(nest, 0, sizeof(*nest));
	for (int l = loop; l >= 0; l = kernel->loop[l].parent)
		if (nest->depth++ == QUASI_LOOPS)
			return false;
	for (int d = nest->depth - 1; d >= 0; --d) {
		nest->trips[d] = kernel->loop[loop].trips;
		loop = kernel->loop[loop].parent;
	}
	return true;
}

/* Executions of the access, at most STREAM_ACCESSES + 1. */
static int64_t nest_size(const struct nest *nest)
{
	int64_t n = 1;

	for (int d = 0; d < nest->depth; ++d) {
		if (nest->trips[d] <= 0)
			return 0;
		if (nest->trips[d] > STREAM_ACCESSES / n)
			return STREAM_ACCESSES + 1;
		n *= nest->trips[d];
	}
	return n;
}

static void nest_step(struct nest *nest)
{
	int d = nest->depth - 1;

	while (d >= 0 && ++nest->at[d] == nest->trips[d])
		nest->at[d--] = 0;
}

/* "e" as a form of the global index in the current loop trip.  False if it is
 * not linear in it.
 */
static bool form_of(const struct quasi *e, const struct launch *launch,
	const struct nest *nest, struct stream_form *form)
{
	if (!quasi_is_affine(e))
		return false;
	form->constant = e->constant;
	for (int d = 0; d < nest->depth; ++d) {
		int64_t moved;

		if (__builtin_mul_overflow(e->coef[VAR_LOOP0 + d], nest->at[d],
			    &moved) ||
			__builtin_add_overflow(moved, form->constant,
				&form->constant))
			return false;
	}
	for (int d = 0; d < 3; ++d) {
		int64_t in_block = e->coef[VAR_TX + d];
		int64_t of_block = e->coef[VAR_BX + d];
		int64_t n = launch->block[d];

		if (n == 1 && launch->grid[d] > 1)
			in_block = of_block;
		if (launch->grid[d] > 1 &&
			(of_block % n != 0 || of_block / n != in_block))
			return false;
		form->coef[d] = in_block;
	}
	return true;
}

/* The distance in bytes of neighbours along index[0]; 0 if the address is not
 * that of the indices plus a constant.
 */
static int64_t index_step(const struct stream_access *a,
	const struct field *field)
{
	for (int64_t s = field->elem_B;; s *= field->n_component) {
		bool fits = true;

		for (int d = 0; d < 3; ++d)
			fits = fits &&
				a->address.coef[d] ==
					s *
						(a->x_B.coef[d] +
							field->extent[0] *
								(a->y.coef[d] +
									field->extent[1] *
										a->z.coef
											[d]));
		if (fits)
			return s;
		if (field->n_component <= 1 || s != field->elem_B)
			return 0;
	}
}

/* Turn the index in x_B into bytes; interleaved components become part of the
 * row.
 */
static void place_access(struct stream_access *a, const struct field *field,
	bool has_index)
{
	int64_t s = has_index ? index_step(a, field) : 0, rest;

	if (!s) {
		a->x_B = (struct stream_form) {
			.constant = a->address.constant - field->base_B,
		};
		memcpy(a->x_B.coef, a->address.coef, sizeof(a->x_B.coef));
		a->y = a->z = (struct stream_form) { 0, { 0 } };
		a->component = 0;
		return;
	}
	rest = a->address.constant - field->base_B -
		s *
			(a->x_B.constant +
				field->extent[0] *
					(a->y.constant +
						field->extent[1] *
							a->z.constant));
	a->x_B.constant *= s;
	for (int d = 0; d < 3; ++d)
		a->x_B.coef[d] *= s;
	if (s != field->elem_B) {
		a->x_B.constant += rest;
		a->component = 0;
	}
}

static bool access_form(const struct kernel *kernel,
	const struct launch *launch, const struct access *from,
	const struct nest *nest, struct stream_access *to)
{
	const struct field *field = &kernel->field[from->field];
	struct stream_form address;

	memset(to, 0, sizeof(*to));
	if (!form_of(from->address, launch, nest, &address) ||
		__builtin_add_overflow(address.constant, field->base_B,
			&to->address.constant))
		return false;
	memcpy(to->address.coef, address.coef, sizeof(address.coef));
	to->component = from->component;
	if (from->index[0] && !form_of(from->index[0], launch, nest, &to->x_B))
		return false;
	if (from->index[1] && !form_of(from->index[1], launch, nest, &to->y))
		return false;
	if (from->index[2] && !form_of(from->index[2], launch, nest, &to->z))
		return false;
	place_access(to, field, from->index[0] != NULL);
	return true;
}

static bool passes_range(const struct stream_access *a,
	const struct launch *launch)
{
	double sum = (double) a->address.constant;

	sum = sum < 0 ? -sum : sum;
	for (int d = 0; d < 3; ++d) {
		double c = (double) a->address.coef[d];

		sum += (c < 0 ? -c : c) * (double) launch->grid[d] *
			(double) launch->block[d];
	}
	return sum > STREAM_ADDRESS;
}

static bool same_address(const void *user, int i, int j)
{
	const struct stream *s = user;

	return memcmp(&s->address[i], &s->address[j], sizeof(s->address[i])) ==
		0;
}

/* Remove duplicate accesses. */
static bool drop_known(struct stream *s)
{
	struct quasi_pool *pool = quasi_pool_new();
	uint64_t *hash = pool ?
		quasi_pool_alloc(pool, (size_t) s->n_access * sizeof(*hash)) :
		NULL;
	struct grouping g;
	bool ok = hash != NULL;
	int n = 0;

	for (int i = 0; ok && i < s->n_access; ++i) {
		hash[i] = map_mix(1, s->address[i].constant);
		for (int d = 0; d < 3; ++d)
			hash[i] = map_mix(hash[i], s->address[i].coef[d]);
	}
	ok = ok && grouping_make(&g, pool, s->n_access, hash, same_address, s);
	for (int i = 0; ok && i < s->n_access; ++i) {
		if (g.first[i] != i)
			continue;
		s->access[n] = s->access[i];
		s->address[n++] = s->address[i];
	}
	s->n_access = n;
	quasi_pool_free(pool);
	return ok;
}

static int room_left(const struct streams *all, const struct stream *s)
{
	return STREAM_ACCESSES - all->n_access - s->n_access;
}

static enum stream_status add_access(struct streams *all, struct stream *s,
	const struct kernel *kernel, const struct launch *launch,
	const struct access *from, char why[256])
{
	struct nest nest;
	int64_t n;

	if (from->predicate) {
		snprintf(why, 256,
			"an access to %s is conditional; this "
			"model knows no conditions",
			s->name);
		return STREAM_UNFIT;
	}
	n = nest_make(&nest, kernel, from->loop) ? nest_size(&nest) :
						   STREAM_ACCESSES + 1;
	if (n > room_left(all, s) && !drop_known(s))
		return STREAM_MEMORY;
	if (n > room_left(all, s)) {
		snprintf(why, 256,
			"with loops unrolled, a thread makes more "
			"than the %d accesses that this model enumerates (at "
			"%s); 'model = wsp' has no such bound",
			STREAM_ACCESSES, s->name);
		return STREAM_UNFIT;
	}
	for (; n > 0; --n, nest_step(&nest)) {
		struct stream_access *a = &s->access[s->n_access];

		if (from->draw.kind ||
			!access_form(kernel, launch, from, &nest, a)) {
			snprintf(why, 256,
				"an access to %s is not affine in "
				"the global thread index",
				s->name);
			return STREAM_UNFIT;
		}
		if (passes_range(a, launch))
			return STREAM_OVERFLOW;
		s->address[s->n_access++] = a->address;
	}
	return STREAM_OK;
}

static enum stream_status add_stream(struct streams *all,
	const struct kernel *kernel, const struct launch *launch, int field,
	bool is_store, char why[256])
{
	struct stream *s = &all->stream[all->n_stream];

	*s = (struct stream) {
		.field = field,
		.is_store = is_store,
		.name = kernel->field[field].name,
		.elem_B = kernel->field[field].elem_B,
		.access = all->access + all->n_access,
		.address = all->address + all->n_access,
	};
	for (int i = all->first[2 * field + is_store]; i >= 0;
		i = all->next[i]) {
		enum stream_status status = add_access(all, s, kernel, launch,
			&kernel->access[i], why);

		if (status != STREAM_OK)
			return status;
	}
	if (s->n_access == 0)
		return STREAM_OK;
	if (!drop_known(s))
		return STREAM_MEMORY;
	all->n_access += s->n_access;
	++all->n_stream;
	return STREAM_OK;
}

/* Chain the loads and the stores of each field. */
static bool chain_accesses(struct streams *s, const struct kernel *kernel)
{
	size_t n_chain = 2 * (size_t) kernel->n_field;

	s->first = heap_take(
		(n_chain + (size_t) kernel->n_access + 1) * sizeof(*s->first));
	if (!s->first)
		return false;
	s->next = s->first + n_chain;
	for (size_t i = 0; i < n_chain; ++i)
		s->first[i] = -1;
	for (int i = kernel->n_access - 1; i >= 0; --i) {
		const struct access *a = &kernel->access[i];
		int *first = &s->first[2 * a->field + a->is_store];

		s->next[i] = *first;
		*first = i;
	}
	return true;
}

/* An upper bound of the accesses after unrolling. */
static int64_t most_accesses(const struct kernel *kernel)
{
	int64_t n = 0;

	for (int i = 0; i < kernel->n_access; ++i) {
		struct nest nest;

		n += nest_make(&nest, kernel, kernel->access[i].loop) ?
			nest_size(&nest) :
			1;
	}
	return n < STREAM_ACCESSES ? n : STREAM_ACCESSES;
}

enum stream_status streams_make(struct streams *s, const struct kernel *kernel,
	const struct launch *launch, char why[256])
{
	enum stream_status status = STREAM_OK;
	size_t n = (size_t) most_accesses(kernel) + 1;

	memset(s, 0, sizeof(*s));
	s->stream = heap_take(
		(2 * (size_t) kernel->n_field + 1) * sizeof(*s->stream));
	s->access = heap_take(n * sizeof(*s->access));
	s->address = heap_take(n * sizeof(*s->address));
	if (!s->stream || !s->access || !s->address ||
		!chain_accesses(s, kernel))
		status = STREAM_MEMORY;
	for (int store = 0; store < 2; ++store)
		for (int f = 0; status == STREAM_OK && f < kernel->n_field; ++f)
			status = add_stream(s, kernel, launch, f, store, why);
	if (status != STREAM_OK)
		streams_clear(s);
	return status;
}

/* The least and the greatest value of "form" for threads below "threads". */
static void form_bounds(const struct stream_form *form,
	const int64_t threads[3], double *lo, double *hi)
{
	*lo = *hi = (double) form->constant;
	for (int d = 0; d < 3; ++d) {
		double reach = (double) form->coef[d] *
			(double) (threads[d] - 1);

		*(reach < 0 ? lo : hi) += reach;
	}
}

static double range_of(const struct stream *s, size_t member,
	const int64_t threads[3])
{
	double first = 0, last = 0;

	for (int i = 0; i < s->n_access; ++i) {
		const char *a = (const char *) &s->access[i];
		double lo, hi;

		form_bounds((const struct stream_form *) (a + member), threads,
			&lo, &hi);
		first = i == 0 || lo < first ? lo : first;
		last = i == 0 || hi > last ? hi : last;
	}
	return last - first;
}

bool stream_spread(const struct stream *s, const int64_t threads[3],
	int64_t granule_B, struct linear_access *address)
{
	double g = (double) granule_B, row, layer, pile;
	double x = range_of(s, offsetof(struct stream_access, x_B), threads);
	double y = range_of(s, offsetof(struct stream_access, y), threads);
	double z = range_of(s, offsetof(struct stream_access, z), threads);
	const struct stream_access *first = &s->access[0];
	int64_t row_B, layer_B, pile_B, last = 0;

	for (int i = 0; i < s->n_access; ++i)
		last = s->access[i].component > last ? s->access[i].component :
						       last;
	row = g * (2 * (double) (int64_t) (x / g) + 4);
	layer = row * (2 * y + 2);
	pile = layer * (2 * z + 2);
	if (!(pile * (double) (last + 1) < STREAM_ADDRESS / 2))
		return false;
	row_B = (int64_t) row;
	layer_B = (int64_t) layer;
	pile_B = (int64_t) pile;
	for (int i = 0; i < s->n_access; ++i) {
		const struct stream_access *a = &s->access[i];

		address[i].constant = a->x_B.constant +
			row_B * (a->y.constant - first->y.constant) +
			layer_B * (a->z.constant - first->z.constant) +
			pile_B * a->component;
		for (int d = 0; d < 3; ++d)
			address[i].coef[d] = threads[d] == 1 ?
				0 :
				a->x_B.coef[d] + row_B * a->y.coef[d] +
					layer_B * a->z.coef[d];
	}
	return true;
}

enum estimate_status stream_failure(enum footprint_status status, char why[256])
{
	switch (status) {
	case FOOTPRINT_OK: return ESTIMATE_OK;
	case FOOTPRINT_OVERFLOW:
		snprintf(why, 256, "an address passes 2^62 bytes");
		return ESTIMATE_OVERFLOW;
	case FOOTPRINT_BUDGET:
		snprintf(why, 256,
			"the rows of a field run into each other "
			"in too many places to count");
		return ESTIMATE_BUDGET;
	case FOOTPRINT_STOPPED:
		snprintf(why, 256, "interrupted");
		return ESTIMATE_STOPPED;
	case FOOTPRINT_MEMORY: break;
	}
	snprintf(why, 256, "out of memory");
	return ESTIMATE_MEMORY;
}

enum estimate_status stream_estimate(enum stream_status status, char why[256])
{
	switch (status) {
	case STREAM_OK: return ESTIMATE_OK;
	case STREAM_UNFIT: return ESTIMATE_IMPOSSIBLE;
	case STREAM_OVERFLOW: return stream_failure(FOOTPRINT_OVERFLOW, why);
	case STREAM_MEMORY: break;
	}
	return stream_failure(FOOTPRINT_MEMORY, why);
}
