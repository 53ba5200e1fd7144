#ifndef TESTS_RANDOM_ADDRESSES_H
#define TESTS_RANDOM_ADDRESSES_H

/* Random kernels of addresses in random small launches: as text, and as
 * functions of the thread that a test can evaluate.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/buffer.h"
#include "tests/prop/random.h"

#define FIELDS	   3
#define ACCESSES   8
#define CONDITIONS 2

enum variable { TX, TY, TZ, BX, BY, BZ, LOOP, N_VARIABLE };

static const char *const variable_name[] = { "threadIdx.x", "threadIdx.y",
	"threadIdx.z", "blockIdx.x", "blockIdx.y", "blockIdx.z", "i" };

struct linear {
	int64_t constant, coef[N_VARIABLE];
};

enum shape { AFFINE, FLOOR, MOD, LEAST };

/* linear + factor * (inner / by, inner % by or min(inner, by)) */
struct address {
	struct linear linear, inner;
	enum shape shape;
	int64_t factor, by;
};

/* inner % by < than; with by = 0: inner < than */
struct condition {
	struct linear inner;
	int64_t by, than;
};

struct access {
	int field;
	bool is_store, is_looped;
	int n_condition;
	bool is_or;
	struct condition condition[CONDITIONS];
	struct address address;
};

struct program {
	int dims, n_field, n_access, elem_B[FIELDS];
	int registers;
	int64_t domain[3], block[3], grid[3], trips;
	struct access access[ACCESSES];
	/* one store to an array in shared memory, where it has elements */
	int shared_B;
	int64_t n_shared;
	struct linear shared;
};

static inline int64_t value_of(const struct linear *l, const int64_t *at)
{
	int64_t sum = l->constant;

	for (int v = 0; v < N_VARIABLE; ++v)
		sum += l->coef[v] * at[v];
	return sum;
}

static inline int64_t floor_of(int64_t a, int64_t b)
{
	int64_t q = a / b;

	return q * b > a ? q - 1 : q;
}

static inline int64_t address_of(const struct address *a, const int64_t *at)
{
	int64_t base = value_of(&a->linear, at), x = value_of(&a->inner, at);

	switch (a->shape) {
	case AFFINE: return base;
	case FLOOR: return base + a->factor * floor_of(x, a->by);
	case MOD: return base + a->factor * (x - a->by * floor_of(x, a->by));
	case LEAST: return base + a->factor * (x < a->by ? x : a->by);
	}
	return 0;
}

static inline bool holds(const struct access *a, const int64_t *at)
{
	bool all = true, any = a->n_condition == 0;

	for (int i = 0; i < a->n_condition; ++i) {
		const struct condition *c = &a->condition[i];
		int64_t x = value_of(&c->inner, at);
		bool one;

		if (c->by > 0)
			x -= c->by * floor_of(x, c->by);
		one = x < c->than;
		all = all && one;
		any = any || one;
	}
	return a->is_or ? any : all;
}

static inline void print_linear(struct buffer *b, const struct linear *l)
{
	buffer_printf(b, "%lld", (long long) l->constant);
	for (int v = 0; v < N_VARIABLE; ++v)
		if (l->coef[v])
			buffer_printf(b, " %c %lld*%s",
				l->coef[v] < 0 ? '-' : '+',
				llabs((long long) l->coef[v]),
				variable_name[v]);
}

static inline void print_address(struct buffer *b, const struct address *a)
{
	buffer_add(b, "(");
	print_linear(b, &a->linear);
	if (a->shape != AFFINE) {
		buffer_printf(b, ") + %lld*(%s(", (long long) a->factor,
			a->shape == LEAST ? "min(" : "");
		print_linear(b, &a->inner);
		buffer_printf(b, ")%s%lld%s",
			a->shape == FLOOR	? "/" :
				a->shape == MOD ? "%" :
						  ", ",
			(long long) a->by, a->shape == LEAST ? ")" : "");
	}
	buffer_add(b, ")");
}

static inline const char *type_of(int elem_B)
{
	return elem_B == 8 ? "double" : elem_B == 4 ? "float" : "half";
}

static inline void print_access(struct buffer *b, const struct program *p,
	const struct access *a)
{

	if (a->is_looped)
		buffer_printf(b, "  loop i in 0..%lld {\n",
			(long long) p->trips - 1);
	for (int i = 0; i < a->n_condition; ++i) {
		const struct condition *c = &a->condition[i];

		buffer_add(b,
			i == 0		 ? "  if (" :
				a->is_or ? " or (" :
					   " and (");
		print_linear(b, &c->inner);
		buffer_add(b, ")");
		if (c->by > 0)
			buffer_printf(b, " %% %lld", (long long) c->by);
		buffer_printf(b, " < %lld", (long long) c->than);
	}
	if (a->n_condition > 0)
		buffer_add(b, " {\n");
	buffer_printf(b, "    %s %s at f%d + ", a->is_store ? "store" : "load",
		type_of(p->elem_B[a->field]), a->field);
	print_address(b, &a->address);
	buffer_add(b, "\n");
	/* too much to be predicated, so that warps without a lane jump over it */
	if (a->n_condition > 0)
		buffer_add(b, "    fp32_instructions 20\n  }\n");
	if (a->is_looped)
		buffer_add(b, "  }\n");
}

static inline void print_program(struct buffer *b, const struct program *p,
	const char *board, bool is_cold)
{
	buffer_add(b, "kernel k(");
	for (int f = 0; f < p->n_field; ++f)
		buffer_printf(b, "%sf%d", f ? ", " : "", f);
	buffer_add(b, ") over (");
	for (int i = 0; i < p->dims; ++i)
		buffer_printf(b, "%s%lld", i ? ", " : "",
			(long long) p->domain[i]);
	buffer_add(b, ") {\n");
	if (p->n_shared > 0) {
		const char *type = type_of(p->shared_B);

		buffer_printf(b, "  shared s: %s[%lld]\n  store %s at s + %d*(",
			type, (long long) p->n_shared, type, p->shared_B);
		print_linear(b, &p->shared);
		buffer_add(b, ")\n");
	}
	for (int i = 0; i < p->n_access; ++i)
		print_access(b, p, &p->access[i]);
	buffer_printf(b,
		"}\nboard = %s\nr = estimate k on board with counting = closed, block = (",
		board);
	for (int i = 0; i < p->dims; ++i)
		buffer_printf(b, "%s%lld", i ? ", " : "",
			(long long) p->block[i]);
	buffer_printf(b,
		"%s), registers = %d, cache = %s\nexplain r\nr.notes\n",
		p->dims == 1 ? "," : "", p->registers,
		is_cold ? "cold" : "warm");
}

static inline struct linear random_linear(const struct program *p,
	bool is_looped, int64_t unit, int most)
{
	struct linear l = { .constant = pick(-3, 40) * unit };

	for (int i = 0; i < p->dims; ++i) {
		if (chance(80))
			l.coef[TX + i] = pick(-1, most) * unit;
		if (chance(70))
			l.coef[BX + i] = pick(0, 3 * most) * unit;
	}
	if (is_looped && chance(80))
		l.coef[LOOP] = pick(-2, most) * unit;
	return l;
}

/* The global index along the axes, times strides, as stencils have it. */
static inline struct linear random_cell(const struct program *p, bool is_looped,
	int64_t unit)
{
	struct linear l = { .constant = pick(-2, 2) * unit };
	int64_t stride = unit;

	for (int i = 0; i < p->dims; ++i) {
		l.constant += pick(-1, 1) * stride;
		l.coef[TX + i] = stride;
		l.coef[BX + i] = stride * p->block[i];
		stride *= p->domain[i] + pick(0, 3);
	}
	if (is_looped)
		l.coef[LOOP] = pick(-1, 3) * unit;
	return l;
}

static inline void random_access(const struct program *p, struct access *a)
{
	int64_t unit;

	*a = (struct access) {
		.field = (int) pick(0, p->n_field - 1),
		.is_store = chance(35),
		.is_looped = p->trips > 1 && chance(30),
	};
	unit = p->elem_B[a->field];
	a->address.linear = chance(60) ?
		random_cell(p, a->is_looped, unit) :
		random_linear(p, a->is_looped, unit, 40);
	if (chance(15)) {
		a->address.shape = (enum shape) pick(FLOOR, LEAST);
		a->address.inner = random_linear(p, a->is_looped, 1, 3);
		a->address.inner.coef[TX] = pick(1, 3);
		a->address.factor = pick(1, 9) * unit;
		a->address.by = pick(4, 9);
	}
	if (!chance(30))
		return;
	a->n_condition = (int) pick(1, CONDITIONS);
	a->is_or = chance(30);
	for (int i = 0; i < a->n_condition; ++i) {
		struct condition *c = &a->condition[i];

		c->inner = random_linear(p, a->is_looped, 1, 3);
		c->inner.coef[TX] = pick(1, 3);
		c->by = chance(50) ? pick(4, 9) : 0;
		c->than = c->by ? pick(1, c->by - 1) : pick(0, 100);
	}
}

static inline void random_shared(struct program *p)
{
	p->shared_B = ONE_OF(8, 4, 2);
	p->shared.constant = pick(0, 9);
	p->n_shared = p->shared.constant + 1;
	for (int i = 0; i < p->dims; ++i) {
		p->shared.coef[TX + i] = pick(0, 9);
		p->n_shared += p->shared.coef[TX + i] * (p->block[i] - 1);
	}
}

static inline void random_program(struct program *p)
{
	static const int64_t most[3][3] = { { 900 }, { 90, 20 }, { 40, 9, 6 } };
	static const int elems[] = { 8, 8, 8, 4, 4, 2 };

	*p = (struct program) {
		.dims = (int) pick(1, 3),
		.n_field = (int) pick(1, FIELDS),
		.n_access = (int) pick(1, ACCESSES),
		.trips = chance(40) ? pick(2, 4) : 1,
		.domain = { 1, 1, 1 },
		.block = { 1, 1, 1 },
	};
	for (int f = 0; f < p->n_field; ++f)
		p->elem_B[f] = elems[pick(0, 5)];
	for (int i = 0; i < 3; ++i) {
		if (i < p->dims) {
			p->domain[i] = pick(1, most[p->dims - 1][i]);
			p->block[i] = chance(60) ?
				INT64_C(1) << pick(0, i ? 2 : 6) :
				pick(1, i ? 5 : 48);
		}
		p->grid[i] = (p->domain[i] - 1) / p->block[i] + 1;
	}
	p->registers = (int) pick(16, 64);
	if (chance(30))
		random_shared(p);
	for (int i = 0; i < p->n_access; ++i)
		random_access(p, &p->access[i]);
}

#endif
