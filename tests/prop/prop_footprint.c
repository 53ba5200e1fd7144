/* Footprints along all paths, on random kernels.
 *
 * For random accesses, launches, thread sets and granules: closed forms and
 * isl give what plain enumeration gives.  Two kinds of cases: affine ones
 * (stencils, strides, folds, transposes, layouts, and strides from a hat),
 * of which nearly all must have a closed form, and quasi-affine ones with
 * floors, minima, guards and loops.
 *
 *	prop_footprint [SEED [CASES]]
 */

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "engine/footprint.h"
#include "engine/footprint_warp.h"
#include "tests/unit/check.h"
#include "tests/unit/toy.h"

#define CASES		3000	/* of each kind */
#define ISL_EACH	40	/* one affine case in so many goes to isl, too */
#define POINTS		20000	/* threads times accesses of a case */

/* At least so many affine cases in a thousand have a closed form. */
#define CLOSED_PER_MILLE	990

static uint64_t state;

static uint64_t next_random(void)
{
	state += UINT64_C(0x9e3779b97f4a7c15);
	uint64_t z = state;

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* lo .. hi, both included */
static int64_t pick(int64_t lo, int64_t hi)
{
	return lo + (int64_t) (next_random() % (uint64_t) (hi - lo + 1));
}

static bool chance(int percent)
{
	return pick(0, 99) < percent;
}

static int64_t one_of(int n, const int64_t *value)
{
	return value[pick(0, n - 1)];
}

#define ONE_OF(...)	\
	one_of(sizeof((int64_t[]) { __VA_ARGS__ }) / sizeof(int64_t), \
		(int64_t[]) { __VA_ARGS__ })

/* How a stencil's field lies in memory, in bytes per cell. */
struct layout {
	int64_t elem_B, step[3], component;
	int n_component;
};

static void random_launch(struct toy *t, int dims)
{
	int64_t domain[3] = { 1, 1, 1 }, block[3] = { 1, 1, 1 };
	int64_t fold[3] = { 1, 1, 1 };
	static const int64_t longest[3][3] = {
		{ 2000 }, { 200, 30 }, { 70, 16, 12 },
	};

	for (int i = 0; i < dims; ++i) {
		domain[i] = pick(1, longest[dims - 1][i]);
		if (chance(30))
			fold[i] = pick(1, 4);
		if (chance(50))
			block[i] = INT64_C(1) << pick(0, i ? 3 : 6);
		else
			block[i] = pick(1, i ? 8 : 48);
	}
	toy_init(t, domain, block, fold);
}

static void random_layout(const struct toy *t, struct layout *l)
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
static void add_cells(struct toy *t, const struct layout *l,
	const int64_t offset[3], int64_t component)
{
	const int64_t *fold = t->launch.fold;
	int64_t stride[3];

	for (int i = 0; i < 3; ++i)
		stride[i] = l->step[i] * fold[i];
	for (int64_t k = 0; k < fold[0] * fold[1] * fold[2]; ++k) {
		int64_t cell[3] = {
			k % fold[0], k / fold[0] % fold[1],
			k / fold[0] / fold[1],
		};
		int64_t constant = component * l->component;

		for (int i = 0; i < 3; ++i)
			constant += (cell[i] + offset[i]) * l->step[i];
		if (t->kernel.n_access < TOY_ACCESSES)
			toy_add(t, toy_affine(t, constant, stride));
	}
}

static void add_star(struct toy *t, const struct layout *l, int dims)
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

static void add_box(struct toy *t, const struct layout *l, int dims)
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
static void add_lattice(struct toy *t, const struct layout *l, int dims)
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
static void add_transposed(struct toy *t, const struct layout *l)
{
	int64_t stride[3] = { l->step[1], l->step[0], l->step[2] };
	int n = (int) pick(1, 4);

	for (int i = 0; i < n; ++i)
		toy_add(t, toy_affine(t, pick(-2, 2) * l->elem_B, stride));
	if (chance(50))
		add_cells(t, l, (int64_t[]) { pick(-1, 1), 0, 0 }, 0);
}

/* Strides from a hat. */
static void add_wild(struct toy *t)
{
	int n = (int) pick(1, 30), kinds = (int) pick(1, 3);
	int64_t stride[3][3];

	for (int k = 0; k < 3; ++k)
		for (int i = 0; i < 3; ++i)
			stride[k][i] = ONE_OF(0, 1, 4, 8, 8, 8, 16, 24, 40,
				128, 256, 640, 1000, 5120, 5128, 40960,
				-8, -24, -640, pick(-3000, 3000),
				8 * pick(0, 500), 64 * pick(0, 100));
	for (int i = 0; i < n; ++i)
		toy_add(t, toy_affine(t, chance(50) ? pick(-100, 100) * 8
						    : pick(-50000, 50000),
			stride[pick(0, kinds - 1)]));
}

static void random_affine(struct toy *t)
{
	int dims = (int) pick(1, 3);
	struct layout l;

	random_launch(t, dims);
	random_layout(t, &l);
	switch (pick(0, 5)) {
	case 0:
		add_star(t, &l, dims);
		break;
	case 1:
		add_box(t, &l, dims);
		break;
	case 2:
		add_transposed(t, &l);
		break;
	case 3:
		add_wild(t);
		break;
	default:
		add_lattice(t, &l, dims);
		break;
	}
	t->field.base_B = chance(50) ? 0 : l.elem_B * pick(0, 511);
	if (t->field.base_B > 4095)
		t->field.base_B = 4095;
}

static const struct quasi *random_quasi(struct toy *t, int depth, int n_loop);

/* An affine expression of all that there is. */
static const struct quasi *random_sum(struct toy *t, int n_loop, int64_t scale)
{
	struct quasi_pool *pool = t->pool;
	const struct quasi *e = quasi_constant(pool, pick(-20, 20) * scale);
	int form = (int) pick(0, 2);

	for (int i = 0; i < 3; ++i) {
		const struct quasi *v = toy_index(t, i);

		if (form == 1)
			v = quasi_variable(pool, pick(VAR_TX, VAR_BZ));
		if (chance(60))
			e = quasi_add(pool, e, quasi_scale(pool, v,
				ONE_OF(1, 1, 1, 2, 3, -1, 5, 20) * scale));
	}
	for (int i = 0; i < n_loop; ++i)
		if (chance(70))
			e = quasi_add(pool, e, quasi_scale(pool,
				quasi_variable(pool, VAR_LOOP0 + i),
				ONE_OF(1, 1, 4, -1, 16) * scale));
	return e;
}

static const struct quasi *random_term(struct toy *t, int depth, int n_loop)
{
	const struct quasi *a = random_quasi(t, depth - 1, n_loop);

	switch (pick(0, 4)) {
	case 0:
		return quasi_floor(t->pool, a, pick(1, 40));
	case 1:
	case 2:
		return quasi_mod(t->pool, a, pick(1, 40));
	case 3:
		return quasi_min(t->pool, a,
			random_quasi(t, depth - 1, n_loop));
	default:
		return quasi_max(t->pool, a,
			random_quasi(t, depth - 1, n_loop));
	}
}

static const struct quasi *random_quasi(struct toy *t, int depth, int n_loop)
{
	const struct quasi *e = random_sum(t, n_loop, 1);

	if (depth == 0 || chance(30))
		return e;
	return quasi_add(t->pool, chance(50) ? e : quasi_constant(t->pool, 0),
		quasi_scale(t->pool, random_term(t, depth, n_loop),
			ONE_OF(1, 1, 2, -1, 8)));
}

static const struct guard *random_guard(struct toy *t, int depth, int n_loop)
{
	struct guard *g = quasi_pool_alloc(t->pool, sizeof(*g));

	g->op = depth == 0 ? pick(GUARD_GE, GUARD_EQ) : pick(GUARD_GE, GUARD_OR);
	if (g->op == GUARD_GE || g->op == GUARD_EQ) {
		g->e = random_quasi(t, 1, n_loop);
		return g;
	}
	g->a = random_guard(t, depth - 1, n_loop);
	if (g->op != GUARD_NOT)
		g->b = random_guard(t, depth - 1, n_loop);
	return g;
}

static void random_quasi_affine(struct toy *t)
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
		struct access *a = toy_add(t, quasi_add(t->pool,
			quasi_scale(t->pool, x, ONE_OF(1, 4, 8)),
			quasi_scale(t->pool, y, ONE_OF(0, 8, 640, 1000))));

		a->loop = depth - 1;
		if (chance(50))
			a->guard = random_guard(t, (int) pick(0, 2), depth);
	}
	t->field.base_B = chance(50) ? 0 : 8 * pick(0, 511);
}

static void random_box(const struct toy *t, struct thread_set *set)
{
	set->n_box = 1;
	for (int i = 0; i < 3; ++i) {
		int64_t end = t->launch.grid[i] * t->launch.block[i];

		set->box[0].lo[i] = pick(0, end - 1);
		set->box[0].hi[i] = pick(set->box[0].lo[i] + 1, end);
	}
}

static void random_set(const struct toy *t, struct thread_set *set)
{
	const int64_t *grid = t->launch.grid;
	int64_t blocks = grid[0] * grid[1] * grid[2], lo[3], hi[3];
	int64_t first = pick(0, blocks - 1);

	switch (pick(0, 5)) {
	case 0:
		threads_of_blocks(&t->launch, first, 1, set);
		break;
	case 1:
		threads_of_warp(&t->launch, first, pick(0,
			threads_warps_per_block(&t->launch, 32)), 32, set);
		break;
	case 2:
		for (int i = 0; i < 3; ++i) {
			lo[i] = pick(0, grid[i] - 1);
			hi[i] = pick(lo[i], grid[i] + 1);
		}
		threads_of_block_box(&t->launch, lo, hi, set);
		break;
	case 3:
		random_box(t, set);
		break;
	default:
		threads_of_blocks(&t->launch, first, pick(1, blocks), set);
		break;
	}
}

/* Drop sets until the case is small enough to enumerate. */
static int random_sets(const struct toy *t, struct thread_set *set)
{
	int n_set = (int) pick(1, FOOTPRINT_SETS);
	int64_t points = 0;

	for (int i = 0; i < n_set; ++i) {
		int64_t threads;

		do {
			random_set(t, &set[i]);
			threads_number(&set[i], &threads);
		} while (threads * t->kernel.n_access > POINTS &&
			 (points = 0, chance(95)));
		points += threads * t->kernel.n_access;
		if (points > POINTS && i > 0)
			return i;
	}
	return n_set;
}

static struct {
	int closed, isl, none;		/* taken by footprint_count() */
	int isl_checked, isl_budget;
	int warps, warps_budget;
} seen;

static bool same(const int64_t *a, const int64_t *b, int n_set)
{
	return memcmp(a, b, sizeof(*a) << n_set) == 0;
}

static void print_counts(const char *what, const int64_t *n, int n_set)
{
	printf("  %s:", what);
	for (int i = 1; i < 1 << n_set; ++i)
		printf(" %" PRId64, n[i]);
	printf("\n");
}

static void check_isl(const struct footprint *f, int n_set,
	const struct thread_set *set, const int64_t *expected)
{
	enum footprint_status status;
	int64_t n[1 << FOOTPRINT_SETS];

	footprint_count_by(FOOTPRINT_ISL, f, n_set, set, n, &status);
	if (status == FOOTPRINT_BUDGET) {
		++seen.isl_budget;
		return;
	}
	++seen.isl_checked;
	CHECK(status == FOOTPRINT_OK);
	CHECK(same(n, expected, n_set));
	if (!same(n, expected, n_set))
		print_counts("isl", n, n_set);
}

static void check_case(const struct toy *t, int64_t number, bool with_isl)
{
	struct footprint f = toy_footprint(t, ONE_OF(32, 32, 64, 64, 128, 128,
		4096, 524288, 1, 48));
	struct thread_set set[FOOTPRINT_SETS];
	int n_set = random_sets(t, set);
	int64_t expected[1 << FOOTPRINT_SETS], n[1 << FOOTPRINT_SETS];
	enum footprint_status status;
	enum footprint_path path;
	int n_failed_before = n_failed;

	footprint_count_by(FOOTPRINT_ENUMERATED, &f, n_set, set, expected,
		&status);
	CHECK(status == FOOTPRINT_OK);
	status = footprint_count(&f, n_set, set, n, &path);
	seen.closed += status == FOOTPRINT_OK && path == FOOTPRINT_CLOSED;
	seen.isl += status == FOOTPRINT_OK && path == FOOTPRINT_ISL;
	seen.none += status == FOOTPRINT_BUDGET;
	CHECK(status == FOOTPRINT_OK || status == FOOTPRINT_BUDGET);
	if (status == FOOTPRINT_OK)
		CHECK(same(n, expected, n_set));
	if (n_failed > n_failed_before)
		print_counts("counted", n, n_set);
	if (with_isl)
		check_isl(&f, n_set, set, expected);
	if (n_failed == n_failed_before)
		return;
	print_counts("expected", expected, n_set);
	printf("  case %" PRId64 ", granule %" PRId64 " B\n", number,
		f.granule_B);
}

static bool holds(const struct guard *g, const int64_t *point)
{
	int64_t value = 0;

	if (!g)
		return true;
	if (g->e)
		quasi_eval(g->e, point, &value);
	switch (g->op) {
	case GUARD_GE:
		return value >= 0;
	case GUARD_EQ:
		return value == 0;
	case GUARD_NOT:
		return !holds(g->a, point);
	case GUARD_AND:
		return holds(g->a, point) && holds(g->b, point);
	case GUARD_OR:
		return holds(g->a, point) || holds(g->b, point);
	}
	return false;
}

/* Add what one warp requests at the loop counters in "point". */
static void add_request(const struct warp_access *a, int64_t warp, int width,
	int64_t granule_B, int64_t *point, struct warp_sum *sum)
{
	const struct launch *launch = a->launch;
	int64_t seen_here[WARP_LANES];
	int n = 0, n_lane = 0;

	for (int64_t i = warp * width; i < (warp + 1) * width; ++i) {
		int64_t address, granule;
		bool is_in = i / launch->block[0] / launch->block[1] <
			     launch->block[2];
		int k = 0;

		point[VAR_TX] = i % launch->block[0];
		point[VAR_TY] = i / launch->block[0] % launch->block[1];
		point[VAR_TZ] = i / launch->block[0] / launch->block[1];
		for (int d = 0; d < 3; ++d)
			if ((point[VAR_BX + d] * launch->block[d] + point[d]) *
			    launch->fold[d] >= a->kernel->domain[d])
				is_in = false;
		if (!is_in || !holds(a->guard, point))
			continue;
		++n_lane;
		quasi_eval(a->address, point, &address);
		address += a->base_B;
		granule = address / granule_B - (address % granule_B < 0);
		while (k < n && seen_here[k] != granule)
			++k;
		seen_here[k] = granule;
		n += k == n;
	}
	sum->n_request += n_lane > 0;
	sum->n_lane += n_lane;
	sum->n_granule += n;
}

static struct warp_sum enumerate_warps(const struct warp_access *a,
	const struct warp_range *range, int64_t granule_B)
{
	const int64_t *grid = a->launch->grid;
	struct warp_sum sum = { 0 };
	int64_t n_warp = threads_warps_per_block(a->launch, range->width);
	int64_t trips[2] = { 1, 1 };

	for (int d = 0; d <= a->loop; ++d)
		trips[d] = a->kernel->loop[d].trips;
	for (int64_t i = 0; i < range->n_block * n_warp; ++i) {
		int64_t point[N_QUASI_VAR] = { 0 };
		int64_t block = range->first_block + i / n_warp;

		if (block >= grid[0] * grid[1] * grid[2])
			break;
		point[VAR_BX] = block % grid[0];
		point[VAR_BY] = block / grid[0] % grid[1];
		point[VAR_BZ] = block / grid[0] / grid[1];
		for (int64_t k = 0; k < trips[0] * trips[1]; ++k) {
			point[VAR_LOOP0] = k / trips[1];
			point[VAR_LOOP1] = k % trips[1];
			add_request(a, i % n_warp, range->width, granule_B,
				point, &sum);
		}
	}
	return sum;
}

/* Checks that phases are what the header says they are. */
struct phase_check {
	int64_t period_B;
	struct warp_sum sum;
	bool is_good;
};

static bool check_phase(const struct warp_phase *p, void *user)
{
	struct phase_check *c = user;
	int64_t least = p->n_lane > 0 ? p->address[0] : -1;

	for (int i = 0; i < p->n_lane; ++i) {
		if (p->address[i] < least)
			least = p->address[i];
		c->is_good &= i == 0 || p->lane[i] > p->lane[i - 1];
	}
	c->is_good &= p->n_request > 0 && least >= 0 && least < c->period_B;
	c->sum.n_request += p->n_request;
	c->sum.n_lane += p->n_request * p->n_lane;
	return true;
}

static void check_warps(const struct toy *t, int64_t number)
{
	const int64_t *grid = t->launch.grid;
	struct warp_access a = warp_access_global(&t->kernel, &t->launch,
		(int) pick(0, t->kernel.n_access - 1));
	int64_t blocks = grid[0] * grid[1] * grid[2];
	struct warp_range range = {
		pick(0, blocks - 1), pick(1, 60),
		(int) ONE_OF(32, 32, 16, 64, 1, 7),
	};
	int64_t granule_B = ONE_OF(32, 128, 128, 4096, 1, 48);
	struct phase_check c = { .period_B = granule_B, .is_good = true };
	struct warp_sum expected, sum;
	enum footprint_status status;

	expected = enumerate_warps(&a, &range, granule_B);
	status = footprint_warps(&a, &range, granule_B, &sum);
	seen.warps += status == FOOTPRINT_OK;
	seen.warps_budget += status == FOOTPRINT_BUDGET;
	if (status == FOOTPRINT_BUDGET)
		return;
	CHECK(status == FOOTPRINT_OK);
	CHECK(memcmp(&sum, &expected, sizeof(sum)) == 0);
	if (memcmp(&sum, &expected, sizeof(sum)) != 0)
		printf("  case %" PRId64 ": %" PRId64 " %" PRId64 " %" PRId64
			" instead of %" PRId64 " %" PRId64 " %" PRId64 "\n",
			number, sum.n_request, sum.n_lane, sum.n_granule,
			expected.n_request, expected.n_lane,
			expected.n_granule);
	status = footprint_warp_phases(&a, &range, granule_B, check_phase, &c);
	CHECK(status == FOOTPRINT_OK && c.is_good);
	CHECK(c.sum.n_request == expected.n_request &&
	      c.sum.n_lane == expected.n_lane);
}

static void run(const char *what, uint64_t seed, int64_t cases,
	void (*make)(struct toy *t), int isl_each, int closed_per_mille)
{
	static struct toy t;
	int64_t total;

	memset(&seen, 0, sizeof(seen));
	for (int64_t i = 0; i < cases; ++i) {
		state = seed * UINT64_C(0x100000001) + (uint64_t) i;
		make(&t);
		check_case(&t, i, i % isl_each == 0);
		check_warps(&t, i);
		toy_free(&t);
	}
	total = seen.closed + seen.isl + seen.none;
	printf("%s: %d closed, %d isl, %d past the budget; isl checked "
		"against enumeration %d times, past its budget %d times; "
		"warps counted %d times, past the budget %d times\n",
		what, seen.closed, seen.isl, seen.none, seen.isl_checked,
		seen.isl_budget, seen.warps, seen.warps_budget);
	CHECK(seen.closed * INT64_C(1000) >= total * closed_per_mille);
	CHECK(seen.isl_budget <= seen.isl_checked);
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0)
				 : (uint64_t) time(NULL);
	int64_t cases = argc > 2 ? strtoll(argv[2], NULL, 0) : CASES;

	printf("seed %" PRIu64 "\n", seed);
	run("affine", seed, cases, random_affine, ISL_EACH, CLOSED_PER_MILLE);
	run("quasi-affine", seed, cases, random_quasi_affine, 1, 900);
	return check_done();
}
