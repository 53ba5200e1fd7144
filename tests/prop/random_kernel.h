#ifndef TESTS_RANDOM_KERNEL_H
#define TESTS_RANDOM_KERNEL_H

/* Random kernels, launches and sets of threads.
 *
 * All that is random follows from "state" or a script (random.h), so that a
 * case can be made again.
 */

#include "engine/count/footprint.h"
#include "tests/prop/random.h"
#include "tests/unit/toy.h"

#ifndef KERNEL_LONGEST /* x, then x and y, then x, y and z: by dimensions */
#define KERNEL_LONGEST 2000, 200, 30, 70, 16, 12
#endif

/* How a stencil's field lies in memory, in bytes per cell. */
struct layout {
	int64_t elem_B, step[3], component;
	int n_component;
};

static inline void random_launch(struct toy *t, int dims)
{
	int64_t domain[3] = { 1, 1, 1 }, block[3] = { 1, 1, 1 };
	int64_t fold[3] = { 1, 1, 1 };
	static const int64_t longest[] = { KERNEL_LONGEST };
	const int64_t *most = longest + dims * (dims - 1) / 2;

	for (int i = 0; i < dims; ++i) {
		domain[i] = pick(1, most[i]);
		if (chance(30))
			fold[i] = pick(1, 4);
		if (chance(50))
			block[i] = INT64_C(1) << pick(0, i ? 3 : 6);
		else
			block[i] = pick(1, i ? 8 : 48);
	}
	toy_init(t, domain, block, fold);
}

static inline void random_layout(const struct toy *t, struct layout *l)
{
	int64_t pitch = t->kernel.domain[0], rows = t->kernel.domain[1];
	int64_t piles = t->kernel.domain[2];

	l->elem_B = ONE_OF(8, 8, 8, 4, 4, 2, 1, 16);
	l->n_component = chance(20) ? (int) pick(2, 15) : 1;
	if (chance(50))
		pitch += pick(0, 20);
	else if (chance(60))
		pitch = (pitch + 15) / 16 * 16;
	if (chance(40))
		rows += pick(0, 5);
	l->step[0] = l->elem_B;
	l->component = l->elem_B * pitch * rows * piles;
	if (chance(50)) {
		l->component = l->elem_B;
		l->step[0] = l->elem_B * l->n_component;
	}
	l->step[1] = l->step[0] * pitch;
	l->step[2] = l->step[1] * rows;
}

/* Access the cell at "offset" from each of the thread's own cells. */
static inline void add_cells(struct toy *t, const struct layout *l,
	const int64_t offset[3], int64_t component)
{
	const int64_t *fold = t->launch.fold;
	int64_t stride[3];

	for (int i = 0; i < 3; ++i)
		stride[i] = l->step[i] * fold[i];
	for (int64_t k = 0; k < fold[0] * fold[1] * fold[2]; ++k) {
		int64_t cell[3] = {
			k % fold[0],
			k / fold[0] % fold[1],
			k / fold[0] / fold[1],
		};
		int64_t constant = component * l->component;

		for (int i = 0; i < 3; ++i)
			constant += (cell[i] + offset[i]) * l->step[i];
		if (t->kernel.n_access < TOY_ACCESSES)
			toy_add(t, toy_affine(t, constant, stride));
	}
}

static inline void add_star(struct toy *t, const struct layout *l, int dims)
{
	int64_t range = pick(1, 4), offset[3] = { 0, 0, 0 };

	add_cells(t, l, offset, 0);
	for (int i = 0; i < dims; ++i) {
		for (int64_t k = -range; k <= range; ++k) {
			offset[i] = k;
			if (k != 0)
				add_cells(t, l, offset, 0);
		}
		offset[i] = 0;
	}
}

static inline void add_box(struct toy *t, const struct layout *l, int dims)
{
	int64_t r[3] = { 0, 0, 0 };

	for (int i = 0; i < dims; ++i)
		r[i] = pick(1, dims == 3 ? 1 : 2);
	for (int64_t z = -r[2]; z <= r[2]; ++z)
		for (int64_t y = -r[1]; y <= r[1]; ++y)
			for (int64_t x = -r[0]; x <= r[0]; ++x)
				add_cells(t, l, (int64_t[]) { x, y, z }, 0);
}

/* Cells and components at random, or one neighbour for each component. */
static inline void add_lattice(struct toy *t, const struct layout *l, int dims)
{
	int n = (int) pick(1, 30);
	int64_t far = pick(1, 6);

	for (int i = 0; i < n; ++i) {
		int64_t offset[3] = { 0, 0, 0 };

		for (int d = 0; d < dims; ++d)
			offset[d] = pick(-far, far);
		add_cells(t, l, offset, i % l->n_component);
	}
}

/* Both a[x, y] and a[y, x], or the second alone. */
static inline void add_transposed(struct toy *t, const struct layout *l)
{
	int64_t stride[3] = { l->step[1], l->step[0], l->step[2] };
	int n = (int) pick(1, 4);

	for (int i = 0; i < n; ++i)
		toy_add(t, toy_affine(t, pick(-2, 2) * l->elem_B, stride));
	if (chance(50))
		add_cells(t, l, (int64_t[]) { pick(-1, 1), 0, 0 }, 0);
}

/* Strides from a hat. */
static inline void add_wild(struct toy *t)
{
	int n = (int) pick(1, 30), kinds = (int) pick(1, 3);
	int64_t stride[3][3];

	for (int k = 0; k < 3; ++k)
		for (int i = 0; i < 3; ++i)
			stride[k][i] = ONE_OF(0, 1, 4, 8, 8, 8, 16, 24, 40, 128,
				256, 640, 1000, 5120, 5128, 40960, -8, -24,
				-640, pick(-3000, 3000), 8 * pick(0, 500),
				64 * pick(0, 100));
	for (int i = 0; i < n; ++i)
		toy_add(t,
			toy_affine(t,
				chance(50) ? pick(-100, 100) * 8 :
					     pick(-50000, 50000),
				stride[pick(0, kinds - 1)]));
}

static inline void random_affine(struct toy *t)
{
	int dims = (int) pick(1, 3);
	struct layout l;

	random_launch(t, dims);
	random_layout(t, &l);
	switch (pick(0, 5)) {
	case 0: add_star(t, &l, dims); break;
	case 1: add_box(t, &l, dims); break;
	case 2: add_transposed(t, &l); break;
	case 3: add_wild(t); break;
	default: add_lattice(t, &l, dims); break;
	}
	t->field.base_B = chance(50) ? 0 : l.elem_B * pick(0, 511);
	if (t->field.base_B > 4095)
		t->field.base_B = 4095;
}

static inline const struct quasi *random_quasi(struct toy *t, int depth,
	int n_loop);

/* An affine expression of all that there is. */
static inline const struct quasi *random_sum(struct toy *t, int n_loop)
{
	struct quasi_pool *pool = t->pool;
	const struct quasi *e = quasi_constant(pool, pick(-20, 20));
	int form = (int) pick(0, 2);

	for (int i = 0; i < 3; ++i) {
		const struct quasi *v = toy_index(t, i);

		if (form == 1)
			v = quasi_variable(pool, pick(VAR_TX, VAR_BZ));
		if (chance(60))
			e = quasi_add(pool, e,
				quasi_scale(pool, v,
					ONE_OF(1, 1, 1, 2, 3, -1, 5, 20)));
	}
	for (int i = 0; i < n_loop; ++i)
		if (chance(70))
			e = quasi_add(pool, e,
				quasi_scale(pool,
					quasi_variable(pool, VAR_LOOP0 + i),
					ONE_OF(1, 1, 4, -1, 16)));
	return e;
}

static inline const struct quasi *random_term(struct toy *t, int depth,
	int n_loop)
{
	const struct quasi *a = random_quasi(t, depth - 1, n_loop);

	switch (pick(0, 4)) {
	case 0: return quasi_floor(t->pool, a, pick(1, 40));
	case 1:
	case 2: return quasi_mod(t->pool, a, pick(1, 40));
	case 3:
		return quasi_min(t->pool, a,
			random_quasi(t, depth - 1, n_loop));
	default:
		return quasi_max(t->pool, a,
			random_quasi(t, depth - 1, n_loop));
	}
}

static inline const struct quasi *random_quasi(struct toy *t, int depth,
	int n_loop)
{
	const struct quasi *e = random_sum(t, n_loop);

	if (depth == 0 || chance(30))
		return e;
	return quasi_add(t->pool, chance(50) ? e : quasi_constant(t->pool, 0),
		quasi_scale(t->pool, random_term(t, depth, n_loop),
			ONE_OF(1, 1, 2, -1, 8)));
}

static inline const struct predicate *random_predicate(struct toy *t, int depth,
	int n_loop)
{
	struct predicate *g = quasi_pool_alloc(t->pool, sizeof(*g));

	g->op = pick(PREDICATE_GE, depth == 0 ? PREDICATE_EQ : PREDICATE_OR);
	if (g->op == PREDICATE_GE || g->op == PREDICATE_EQ) {
		g->e = random_quasi(t, 1, n_loop);
		return g;
	}
	g->a = random_predicate(t, depth - 1, n_loop);
	if (g->op != PREDICATE_NOT)
		g->b = random_predicate(t, depth - 1, n_loop);
	return g;
}

static inline void random_quasi_affine(struct toy *t)
{
	int dims = (int) pick(1, 3), n = (int) pick(1, 4), n_loop = 0;

	random_launch(t, dims);
	if (chance(40))
		n_loop = (int) pick(1, 2);
	for (int i = 0; i < n_loop; ++i)
		t->loop[i] = (struct loop) { pick(0, 6), i - 1 };
	t->kernel.n_loop = n_loop;
	for (int i = 0; i < n; ++i) {
		int depth = (int) pick(0, n_loop);
		const struct quasi *x = random_quasi(t, (int) pick(0, 2),
			depth);
		const struct quasi *y = random_quasi(t, (int) pick(0, 1),
			depth);
		struct access *a = toy_add(t,
			quasi_add(t->pool,
				quasi_scale(t->pool, x, ONE_OF(1, 4, 8)),
				quasi_scale(t->pool, y,
					ONE_OF(0, 8, 640, 1000))));

		a->loop = depth - 1;
		if (chance(50))
			a->predicate = random_predicate(t, (int) pick(0, 2),
				depth);
	}
	t->field.base_B = chance(50) ? 0 : 8 * pick(0, 511);
}

static inline void random_box(const struct toy *t, struct thread_set *set)
{
	set->n_box = 1;
	for (int i = 0; i < 3; ++i) {
		int64_t end = t->launch.grid[i] * t->launch.block[i];

		set->box[0].lo[i] = pick(0, end - 1);
		set->box[0].hi[i] = pick(set->box[0].lo[i] + 1, end);
	}
}

static inline void random_set(const struct toy *t, struct thread_set *set)
{
	const int64_t *grid = t->launch.grid;
	int64_t blocks = grid[0] * grid[1] * grid[2], lo[3], hi[3];
	int64_t first = pick(0, blocks - 1);

	switch (pick(0, 5)) {
	case 0: threads_of_blocks(&t->launch, first, 1, set); break;
	case 1:
		threads_of_warp(&t->launch, first,
			pick(0, threads_warps_per_block(&t->launch, 32)), 32,
			set);
		break;
	case 2:
		for (int i = 0; i < 3; ++i) {
			lo[i] = pick(0, grid[i] - 1);
			hi[i] = pick(lo[i], grid[i] + 1);
		}
		threads_of_block_box(&t->launch, lo, hi, set);
		break;
	case 3: random_box(t, set); break;
	default:
		threads_of_blocks(&t->launch, first, pick(1, blocks), set);
		break;
	}
}

/* Sets with no more than about "most" threads times accesses.  How many. */
static inline int random_sets(const struct toy *t, int64_t most,
	struct thread_set *set)
{
	int n_set = (int) pick(1, FOOTPRINT_SETS);
	int64_t points = 0;

	for (int i = 0; i < n_set; ++i) {
		int64_t threads;
		int tries = 20;

		do {
			random_set(t, &set[i]);
			threads_number(&set[i], &threads);
		} while (threads * t->kernel.n_access > most && --tries > 0);
		points += threads * t->kernel.n_access;
		if (points > most)
			return i > 0 ? i : 1;
	}
	return n_set;
}

#endif
