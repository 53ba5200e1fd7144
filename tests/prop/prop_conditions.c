/* Counts under conditions against enumeration of the whole grid.
 *
 * Bands, diagonals, triangles, corners, planes, checkerboards and what "and",
 * "or" and "else" make of them, over loads and stores of several fields.
 * Each case is counted twice: with time enough, which must be exact, and with
 * next to none, so that blocks and granules are sampled.  The seed is
 * printed, and can be given as the first argument to see a failure again;
 * the second is the number of rounds.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/kernel/predicate.h"
#include "engine/model/conditions.h"
#include "engine/model/prepared.h"
#include "tests/prop/random.h"
#include "tests/prop/recount_tags.h"
#include "tests/unit/check.h"
#include "tests/unit/kernels.h"

#define N_ROUND	   120
#define FIELDS	   3
#define PREDICATES 4
#define HALO_B	   (INT64_C(1) << 20)

/* Smaller counts may be off by more than a sample tells. */
#define FEW 64

/* Operations in a launch whose counts are to be sampled. */
#define FEW_OPERATIONS 40

/* The case at hand has residues of sums, whose joint periods may be longer than
 * can be listed.
 */
static bool has_residues;

static struct quasi_pool *pool_of(const struct test_case *c)
{
	return c->kernel.pool;
}

/* The first cell of a thread along an axis. */
static const struct quasi *cell(const struct test_case *c, int axis)
{
	struct quasi_pool *pool = pool_of(c);
	const struct quasi *t = quasi_variable(pool,
		(enum quasi_var)(VAR_TX + axis));
	const struct quasi *b = quasi_scale(pool,
		quasi_variable(pool, (enum quasi_var)(VAR_BX + axis)),
		c->launch.block[axis]);

	return quasi_scale(pool, quasi_add(pool, t, b), c->launch.fold[axis]);
}

static const struct quasi *plus(const struct test_case *c,
	const struct quasi *a, int64_t constant)
{
	return quasi_add(pool_of(c), a, quasi_constant(pool_of(c), constant));
}

static const struct predicate *new_predicate(const struct test_case *c,
	enum predicate_op op, const struct quasi *e, const struct predicate *a,
	const struct predicate *b)
{
	struct predicate *g = quasi_pool_alloc(pool_of(c), sizeof(*g));

	*g = (struct predicate) { op, e, a, b };
	return g;
}

static const struct quasi *sum_of_cells(const struct test_case *c, int64_t most)
{
	const struct quasi *sum = quasi_constant(pool_of(c), 0);

	for (int i = 0; i < c->kernel.dims; ++i)
		sum = quasi_add(pool_of(c), sum,
			quasi_scale(pool_of(c), cell(c, i),
				pick(most > 0 ? -most : 1,
					most > 0 ? most : 1)));
	return sum;
}

static const struct predicate *random_predicate(const struct test_case *c,
	int depth)
{
	struct quasi_pool *pool = pool_of(c);
	int axis = (int) pick(0, c->kernel.dims - 1);
	int other = (int) pick(0, c->kernel.dims - 1);
	int64_t n = c->kernel.domain[axis], m = pick(2, 9);
	const struct quasi *x = cell(c, axis), *y = cell(c, other);

	switch (pick(0, depth > 0 ? 12 : 8)) {
	case 0: /* a side of a plane */
		return new_predicate(c, PREDICATE_GE,
			plus(c, sum_of_cells(c, 2), pick(-n, n)), NULL, NULL);
	case 1: /* a corner */
		return new_predicate(c, PREDICATE_GE,
			quasi_add(pool, quasi_constant(pool, pick(0, 12)),
				quasi_scale(pool, sum_of_cells(c, 0), -1)),
			NULL, NULL);
	case 2: /* a diagonal */
		return new_predicate(c, PREDICATE_EQ,
			quasi_add(pool, x,
				quasi_scale(pool, plus(c, y, pick(-5, 5)), -1)),
			NULL, NULL);
	case 3: /* a plane */
		return new_predicate(c, PREDICATE_EQ,
			plus(c, x, -pick(0, n - 1)), NULL, NULL);
	case 4: /* every m-th */
		return new_predicate(c, PREDICATE_EQ,
			plus(c, quasi_mod(pool, x, m), -pick(0, m - 1)), NULL,
			NULL);
	case 5: /* a checkerboard */
		return new_predicate(c, PREDICATE_EQ,
			plus(c, quasi_mod(pool, sum_of_cells(c, 0), m),
				-pick(0, m - 1)),
			NULL, NULL);
	case 6: /* a slab, or what it leaves */
		return new_predicate(c, PREDICATE_GE,
			plus(c, quasi_scale(pool, x, chance(50) ? 1 : -1),
				pick(-n, n)),
			NULL, NULL);
	case 7: /* nowhere */
		return new_predicate(c, PREDICATE_GE,
			plus(c, quasi_scale(pool, x, -1),
				chance(90) ? n / 2 : -1),
			NULL, NULL);
	case 8: /* residues of a sum of cells */
		has_residues = true;
		m = ONE_OF(pick(2, 40), pick(2, 1000));
		return new_predicate(c, PREDICATE_GE,
			quasi_add(pool, quasi_constant(pool, pick(0, m - 1)),
				quasi_scale(pool,
					quasi_mod(pool, sum_of_cells(c, 20), m),
					-1)),
			NULL, NULL);
	case 9:
	case 10:
		return new_predicate(c, PREDICATE_AND, NULL,
			random_predicate(c, depth - 1),
			random_predicate(c, depth - 1));
	case 11:
		return new_predicate(c, PREDICATE_OR, NULL,
			random_predicate(c, depth - 1),
			random_predicate(c, depth - 1));
	default:
		return new_predicate(c, PREDICATE_NOT, NULL,
			random_predicate(c, depth - 1), NULL);
	}
}

static bool random_case(struct test_case *c, struct work_part *part)
{
	static const int64_t longest[3] = { 60000, 300, 50 };
	int64_t domain[3] = { 1, 1, 1 }, block[3] = { 1, 1, 1 };
	int64_t fold[3] = { 1, 1, 1 }, threads = 1;
	int dims = (int) pick(1, 3), n_field = (int) pick(1, FIELDS);
	const struct predicate *predicate[PREDICATES];

	for (int i = 0; i < dims; ++i) {
		domain[i] = pick(1, longest[dims - 1]);
		block[i] = chance(70) ? (int64_t) 1 << pick(0, 5) : pick(1, 24);
		while (threads * block[i] > 512 || (i == 2 && block[i] > 64))
			block[i] = (block[i] + 1) / 2;
		threads *= block[i];
		if (chance(10))
			fold[i] = 2;
	}
	if (!case_init(c, dims, domain, block, fold))
		return false;
	for (int i = 0; i < PREDICATES; ++i)
		predicate[i] = i == 0 && chance(50) ? NULL :
						      random_predicate(c, 2);
	for (int f = 0; f < n_field; ++f) {
		int reach = (int) pick(0, 3), first = c->kernel.n_access;
		int n = (int) pick(1, 5);
		bool is_stored = f > 0 || chance(30);

		case_field(c, "f", ONE_OF(8, 8, 4, 2), 1);
		c->field[f].base_B = 8 * pick(0, 20);
		for (int i = 0; (f == 0 || chance(50)) && i < n; ++i)
			case_access(c, f, false, 0, (int) pick(-reach, reach),
				dims > 1 ? (int) pick(-reach, reach) : 0,
				dims > 2 ? (int) pick(-reach, reach) : 0);
		if (is_stored)
			case_access(c, f, true, 0, 0, 0, 0);
		for (int i = first; i < c->kernel.n_access; ++i)
			c->access[i].predicate =
				predicate[pick(0, PREDICATES - 1)];
	}
	for (int i = 0; i < PREDICATES; ++i)
		part[i] = (struct work_part) {
			.predicate = predicate[i], .loop = -1, .share = 1, .chance = 1,
			.work = { .fp64 = i == 0, .fp32 = i == 1,
				  .integer = i == 2, .special = i == 3, },
		};
	c->kernel.part = part;
	c->kernel.n_part = PREDICATES;
	return kinds_are_any(&c->kernel);
}

/* What is counted, for a field. */
struct counted {
	double n, sectors, lines, cycles; /* of loads */
	double stores, stored, written;	  /* of stores */
	double block_sectors, launch_load, launch_store;
};

/* When granules were last met, by block or at all. */
struct marks {
	int64_t n;
	int32_t *at;
};

static struct marks new_marks(const struct field *f, int64_t granule_B)
{
	struct marks m = { (f->size_B + 2 * HALO_B) / granule_B + 2, NULL };

	m.at = calloc((size_t) m.n, sizeof(m.at[0]));
	return m;
}

/* Whether the granule was not met at "when". */
static bool is_new(struct marks *m, int64_t address, int64_t granule_B,
	int32_t when)
{
	int32_t *at = &m->at[(address + HALO_B) / granule_B];
	bool is = *at != when;

	*at = when;
	return is;
}

static int distinct(const int64_t *address, int n, int64_t granule_B)
{
	int found = 0;

	for (int i = 0; i < n; ++i) {
		int j = 0;

		while (j < i &&
			(address[j] + HALO_B) / granule_B !=
				(address[i] + HALO_B) / granule_B)
			++j;
		found += j == i;
	}
	return found;
}

/* Equations (4.1) and (4.2), word by word. */
static double cycles_of(const struct device *dev, int elem_B,
	const int64_t *address, const int *lane, int n)
{
	int64_t word_B = elem_B < 4 ? 4 : elem_B;
	int64_t banks = (int64_t) dev->l1_bank_B / word_B;
	int at_once = banks < 32 ? (int) banks : 32;
	int64_t at[32];
	double cycles = 0;

	for (int i = 0; i < n; ++i)
		at[i] = address[i] + HALO_B;
	for (int first = 0; first < 32; first += at_once) {
		int64_t word[32];
		int n_word = 0, most = 0;

		for (int i = 0; i < n; ++i) {
			int64_t w = at[i] / word_B;
			int j = 0;

			if (lane[i] < first || lane[i] >= first + at_once)
				continue;
			while (j < n_word && word[j] != w)
				++j;
			if (j == n_word)
				word[n_word++] = w;
		}
		for (int i = 0; i < n_word; ++i) {
			int in_bank = 0;

			for (int j = 0; j < n_word; ++j)
				in_bank += word[j] % banks == word[i] % banks;
			most = in_bank > most ? in_bank : most;
		}
		cycles += most;
	}
	return tag_cycles(at, n, 128,
		fmax(cycles, ceil(n * elem_B / (4 * dev->lsu_count))));
}

/* The lanes of one warp that take "predicate"; how many, and where they are. */
static int lanes_of(const struct test_case *c, const int64_t at[3],
	int64_t warp, const struct predicate *predicate, int *lane,
	int64_t point[][N_QUASI_VAR])
{
	const int64_t *block = c->launch.block;
	int n = 0;

	for (int i = 0; i < 32; ++i) {
		int64_t t = 32 * warp + i;
		int64_t *p = point[n];
		bool is_in = t < block[0] * block[1] * block[2];

		memset(p, 0, sizeof(point[0]));
		p[VAR_TX] = t % block[0];
		p[VAR_TY] = t / block[0] % block[1];
		p[VAR_TZ] = t / block[0] / block[1];
		for (int d = 0; d < 3; ++d) {
			p[VAR_BX + d] = at[d];
			is_in = is_in &&
				(at[d] * block[d] + p[VAR_TX + d]) *
						c->launch.fold[d] <
					c->kernel.domain[d];
		}
		if (!is_in || !predicate_holds(predicate, p))
			continue;
		lane[n++] = i;
	}
	return n;
}

struct field_marks {
	struct marks sector, fetch, write;
};

static void add_request(const struct test_case *c, const struct device *dev,
	const struct access *a, const int64_t at[3], int64_t warp, int32_t when,
	struct field_marks *m, struct counted *sum)
{
	const struct field *f = &c->field[a->field];
	int64_t point[33][N_QUASI_VAR], address[32];
	int lane[32], n = lanes_of(c, at, warp, a->predicate, lane, point);

	for (int i = 0; i < n; ++i) {
		quasi_eval(a->address, point[i], &address[i]);
		address[i] += f->base_B;
	}
	if (n == 0)
		return;
	if (a->is_store) {
		sum->stores += 1;
		sum->stored += distinct(address, n, 32);
		for (int i = 0; i < n; ++i)
			sum->launch_store += is_new(&m->write, address[i], 32,
				1);
		return;
	}
	sum->n += 1;
	sum->sectors += distinct(address, n, 32);
	sum->lines += distinct(address, n, 128);
	sum->cycles += cycles_of(dev, f->elem_B, address, lane, n);
	for (int i = 0; i < n; ++i) {
		sum->block_sectors += is_new(&m->sector, address[i], 32, when);
		sum->launch_load += is_new(&m->fetch, address[i], 64, 1);
	}
}

/* Enumerate all warps of the launch. */
static void count_all(const struct test_case *c, const struct device *dev,
	struct counted *sum, double *warps)
{
	const int64_t *grid = c->launch.grid;
	int64_t n_warp = (launch_threads_per_block(&c->launch) - 1) / 32 + 1;
	struct field_marks marks[FIELDS];

	for (int f = 0; f < c->kernel.n_field; ++f)
		marks[f] = (struct field_marks) {
			new_marks(&c->field[f], 32),
			new_marks(&c->field[f], 64),
			new_marks(&c->field[f], 32),
		};
	for (int64_t b = 0; b < launch_blocks(&c->launch); ++b)
		for (int64_t w = 0; w < n_warp; ++w) {
			int64_t at[3] = { b % grid[0], b / grid[0] % grid[1],
				b / grid[0] / grid[1] };
			int64_t point[33][N_QUASI_VAR];
			int lane[32];

			for (int i = 0; i < c->kernel.n_access; ++i) {
				int f = c->access[i].field;

				add_request(c, dev, &c->access[i], at, w,
					(int32_t) b + 1, &marks[f], &sum[f]);
			}
			for (int i = 0; i < PREDICATES; ++i)
				warps[i] += lanes_of(c, at, w,
						    c->kernel.part[i].predicate,
						    lane, point) > 0;
		}
	for (int f = 0; f < c->kernel.n_field; ++f) {
		free(marks[f].sector.at);
		free(marks[f].fetch.at);
		free(marks[f].write.at);
	}
}

/* Errors of one figure over all cases. */
struct errors {
	int n, n_exact;
	double sum, worst;
};

enum {
	REQUESTS,
	SECTORS,
	CYCLES,
	L2_LOAD,
	L2_STORE,
	DRAM_LOAD,
	DRAM_STORE,
	WARPS,
	N_FIGURE
};

static const char *const names[N_FIGURE] = {
	"requests",
	"l1.load",
	"l1.wavefronts",
	"l2.load",
	"l2.store",
	"dram.load",
	"dram.store",
	"warps",
};

static struct errors exact[N_FIGURE], sampled[N_FIGURE], rushed[N_FIGURE];
static uint64_t start;	 /* of this case */
static int n_case[2][2]; /* with little time, counted exactly */
static int n_plain[2];	 /* without residues, with time: counted exactly */

static void note(struct errors *e, double got, double right)
{
	double error = right > 0 ? fabs(got - right) / right : got != 0;

	/* zero is counted as zero, and nothing else is */
	CHECK(isfinite(got) && (got > 0) == (right > 0));
	++e->n;
	e->n_exact += error < 1e-9;
	e->sum += error;
	e->worst = fmax(e->worst, error);
	if (e >= exact && e < exact + N_FIGURE && error > 0.2)
		printf("case %llu: %s %g, not %g\n", (unsigned long long) start,
			names[e - exact], got, right);
	if (e >= sampled && e < sampled + N_FIGURE && error > 0.1)
		printf("case %llu: sampled %s %g, not %g\n",
			(unsigned long long) start, names[e - sampled], got,
			right);
}

/* A figure that is farther off than it says can be seen again. */
static void say(bool is_said, double got, double right, double error)
{
	if (!is_said)
		printf("case %llu: %g, not %g, with an error of %g\n",
			(unsigned long long) start, got, right, error);
}

/* A sampled figure is as far off as it says, or is a small one; with next to no
 * time, it may be wrong.
 */
static void note_said(const struct workings *m, struct errors *e, double got,
	double right)
{
	double most = 0.03 + 4 * m->sample_error;

	note(e, got, right);
	if (right < FEW || m->launch->figures_only)
		return;
	CHECK(fabs(got - right) / right <= most);
	say(fabs(got - right) / right <= most, got, right, m->sample_error);
}

/* The warps of a part of the kernel, as far off as they say. */
static void note_warps(const struct workings *m, struct errors *e,
	const struct work_part *p, double got, double right)
{

	double error, most;

	note(e, got, right);
	if (!p->predicate || m->launch->figures_only)
		return;
	error = conditions_warps_error(m, p->predicate, -1);
	most = 0.03 * right + 4 * error;
	CHECK(fabs(got - right) <= most);
	say(fabs(got - right) <= most, got, right, error);
}

static void compare_fields(const struct workings *m,
	const struct counted *right, struct errors *e)
{
	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct field_counts *c = &m->count[f];
		const struct counted *r = &right[f];

		note_said(m, &e[REQUESTS], c->loads.n, r->n);
		note_said(m, &e[REQUESTS], c->stores.n, r->stores);
		note_said(m, &e[SECTORS], c->loads.sectors, r->sectors);
		note_said(m, &e[SECTORS], c->loads.lines, r->lines);
		note_said(m, &e[CYCLES], c->loads.cycles, r->cycles);
		note_said(m, &e[L2_LOAD], c->block_sectors, r->block_sectors);
		note_said(m, &e[L2_STORE], c->stores.sectors, r->stored);
		note_said(m, &e[DRAM_LOAD], c->launch_load, r->launch_load);
		note_said(m, &e[DRAM_STORE], c->launch_store, r->launch_store);
	}
}

static double count_case(struct test_case *c, const struct device *dev,
	const struct counted *right, const double *warps, bool is_sampled)
{
	struct quasi_pool *pool = quasi_pool_new();
	struct errors *e;
	struct launch launch = c->launch;
	struct workings m;
	char why[256];

	launch.cache_is_cold = true;
	launch.operations = is_sampled ? FEW_OPERATIONS : 0;
	launch.figures_only = is_sampled;
	CHECK(prepared_count(&m, &c->kernel, &launch, dev, NULL, pool, why) ==
		ESTIMATE_OK);
	CHECK(m.conditions);
	e = m.conditions->is_exact ? exact : is_sampled ? rushed : sampled;
	++n_case[is_sampled][m.conditions->is_exact];
	if (!is_sampled && !has_residues)
		++n_plain[m.conditions->is_exact];
	compare_fields(&m, right, e);
	note_warps(&m, &e[WARPS], &c->kernel.part[0], m.warp_work.fp64,
		warps[0]);
	note_warps(&m, &e[WARPS], &c->kernel.part[1], m.warp_work.fp32,
		warps[1]);
	note_warps(&m, &e[WARPS], &c->kernel.part[2], m.warp_work.integer,
		warps[2]);
	note_warps(&m, &e[WARPS], &c->kernel.part[3], m.warp_work.special,
		warps[3]);
	quasi_pool_free(pool);
	return m.sample_error;
}

/* What the report makes of it: all is finite, and DRAM loads at least what
 * is touched, as far as it is known; "error" is what the counts say of
 * themselves.
 */
static void estimate_case(struct test_case *c, const struct device *dev,
	const struct counted *right, double error)
{
	struct launch launch = c->launch;
	struct report r;
	char why[256];
	double least = 0,
	       lup = (double) c->kernel.domain[0] *
		(double) c->kernel.domain[1] * (double) c->kernel.domain[2];

	launch.cache_is_cold = true;
	CHECK(estimate(&c->kernel, &launch, dev, &r, why) == ESTIMATE_OK);
	for (int f = 0; f < c->kernel.n_field; ++f)
		least += 64 * right[f].launch_load / lup;
	CHECK(isfinite(r.metric[METRIC_dram_load_B]) && r.time_s > 0);
	CHECK(r.metric[METRIC_dram_load_B] >= (0.97 - 2 * error) * least);
	say(r.metric[METRIC_dram_load_B] >= (0.97 - 2 * error) * least,
		r.metric[METRIC_dram_load_B], least, error);
	CHECK(least > 0 || right[0].launch_store > 0 ||
		r.metric[METRIC_l2_load_B] == 0);
	report_clear(&r);
}

static void run_case(void)
{
	struct device dev = test_device(20 << 20);
	struct counted right[FIELDS] = { { 0 } };
	struct work_part part[PREDICATES];
	double warps[PREDICATES] = { 0 }, error;
	struct test_case c;

	start = state;
	has_residues = false;
	if (random_case(&c, part)) {
		count_all(&c, &dev, right, warps);
		error = count_case(&c, &dev, right, warps, false);
		count_case(&c, &dev, right, warps, true);
		estimate_case(&c, &dev, right, error);
	}
	case_clear(&c);
}

static void print_errors(const char *what, const struct errors *e)
{
	printf("%s\n", what);
	for (int i = 0; i < N_FIGURE; ++i)
		printf("  %-14s %6d figures, %6d exact; mean error %.5f, "
		       "worst %.3f\n",
			names[i], e[i].n, e[i].n_exact,
			e[i].n ? e[i].sum / e[i].n : 0, e[i].worst);
}

/* Cases that were wrong once: many warps of few lanes, which a sample by lanes
 * lacks, and strips of few accesses.
 */
static const uint64_t found[] = {
	UINT64_C(4847181015745200098),
	UINT64_C(7907331043340523043),
	UINT64_C(3331849458795210808),
};

int main(int argc, char **argv)
{
	int rounds = argc > 2 ? atoi(argv[2]) : N_ROUND;

	for (int i = 0;
		argc < 2 && i < (int) (sizeof(found) / sizeof(found[0])); ++i) {
		state = found[i];
		run_case();
	}
	state = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
	printf("seed %llu\n", (unsigned long long) state);
	for (int i = 0; i < rounds; ++i)
		run_case();
	printf("%d of %d cases exact (%d of %d without residues), %d of %d "
	       "with little time\n",
		n_case[0][1], n_case[0][0] + n_case[0][1], n_plain[1],
		n_plain[0] + n_plain[1], n_case[1][1],
		n_case[1][0] + n_case[1][1]);
	print_errors("exact", exact);
	print_errors("sampled", sampled);
	print_errors("sampled in next to no time", rushed);
	CHECK(n_plain[1] > 4 * n_plain[0]);
	CHECK(n_case[0][1] > 2 * n_case[0][0]);
	CHECK(n_case[1][0] > n_case[1][1]);
	for (int i = 0; i < N_FIGURE; ++i) {
		bool is_dram = i == DRAM_LOAD || i == DRAM_STORE;

		CHECK(is_dram || exact[i].n_exact == exact[i].n);
		CHECK(exact[i].sum <= 0.005 * exact[i].n);
		CHECK(sampled[i].sum <= 0.01 * sampled[i].n);
		CHECK(sampled[i].worst <= 0.1);
		CHECK(rushed[i].sum <= 0.06 * rushed[i].n);
	}
	return check_done();
}
