#ifndef TESTS_SAME_FOOTPRINT_H
#define TESTS_SAME_FOOTPRINT_H

/* Footprints along all paths: closed forms and isl against enumeration, for
 * one random kernel (random_kernel.h) with random sets and granules.
 */

#include <inttypes.h>
#include <stdio.h>

#include "tests/prop/random_kernel.h"
#include "tests/unit/check.h"
#include "tests/unit/requests.h"

#ifndef POINTS
#define POINTS	   20000 /* threads times accesses of a case */
#define BLOCKS	   60	 /* whose warps are counted */
#define ISL_BUDGET 20000
#endif
#define ISL_EACH 5 /* every fifth case is counted by isl, too */

static struct {
	int closed, isl, none; /* taken by footprint_count() */
	int isl_checked, isl_budget;
	int warps, warps_budget;
} seen;

static bool without_isl; /* skip cases without a closed form */

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

static int least(int a, int b)
{
	return a < b ? a : b;
}

/* isl is slow: it gets few accesses and sets. */
static void check_isl(const struct footprint *all, int n_set,
	const struct thread_set *set, int64_t number)
{
	enum footprint_status status;
	struct footprint f = *all;
	int64_t n[1 << FOOTPRINT_SETS], expected[1 << FOOTPRINT_SETS];

	f.budget = ISL_BUDGET;
	f.n_access = least(f.n_access, (int) pick(1, 6));
	n_set = least(n_set, (int) pick(1, 2));
	footprint_count_by(FOOTPRINT_ENUMERATED, &f, n_set, set, expected,
		&status);
	footprint_count_by(FOOTPRINT_ISL, &f, n_set, set, n, &status);
	if (status == FOOTPRINT_BUDGET) {
		++seen.isl_budget;
		return;
	}
	++seen.isl_checked;
	CHECK(status == FOOTPRINT_OK);
	CHECK(same(n, expected, n_set));
	if (same(n, expected, n_set))
		return;
	print_counts("isl", n, n_set);
	print_counts("expected", expected, n_set);
	printf("  case %" PRId64 ", granule %" PRId64 " B\n", number,
		f.granule_B);
}

/* Several sizes at once are those counted one by one. */
static void check_sizes(const struct footprint *all,
	const struct thread_set *set)
{
	enum footprint_status status;
	struct footprint f = *all;
	int64_t size_B[3], n[3], expected[2];

	for (int i = 0; i < 3; ++i)
		size_B[i] = i ? size_B[i - 1] * ((f.granule_B & 1) + 2 + i) :
				f.granule_B;
	status = footprint_count_sizes(&f, set, 3, size_B, n);
	CHECK(status == FOOTPRINT_OK);
	for (int i = 0; i < 3; ++i) {
		f.granule_B = size_B[i];
		footprint_count_by(FOOTPRINT_ENUMERATED, &f, 1, set, expected,
			&status);
		CHECK(n[i] == expected[1]);
	}
}

static enum footprint_status count(const struct footprint *f, int n_set,
	const struct thread_set *set, int64_t *n, enum footprint_path *path)
{
	enum footprint_status status = FOOTPRINT_OK;

	if (!without_isl)
		return footprint_count(f, n_set, set, n, path);
	*path = FOOTPRINT_CLOSED;
	return footprint_count_by(*path, f, n_set, set, n, &status) ?
		status :
		FOOTPRINT_BUDGET;
}

static void check_case(const struct toy *t, int64_t number)
{
	struct footprint f = toy_footprint(t,
		ONE_OF(32, 32, 64, 64, 128, 128, 4096, 524288, 1, 48));
	struct thread_set set[FOOTPRINT_SETS];
	int n_set = random_sets(t, POINTS, set);
	int64_t expected[1 << FOOTPRINT_SETS], n[1 << FOOTPRINT_SETS];
	enum footprint_status status;
	enum footprint_path path;
	int n_failed_before = n_failed;

	footprint_count_by(FOOTPRINT_ENUMERATED, &f, n_set, set, expected,
		&status);
	CHECK(status == FOOTPRINT_OK);
	check_sizes(&f, set);
	status = count(&f, n_set, set, n, &path);
	seen.closed += status == FOOTPRINT_OK && path == FOOTPRINT_CLOSED;
	seen.isl += status == FOOTPRINT_OK && path == FOOTPRINT_ISL;
	seen.none += status == FOOTPRINT_BUDGET;
	CHECK(status == FOOTPRINT_OK || status == FOOTPRINT_BUDGET);
	if (status == FOOTPRINT_OK)
		CHECK(same(n, expected, n_set));
	if (!without_isl && number % ISL_EACH == 0)
		check_isl(&f, n_set, set, number);
	if (n_failed == n_failed_before)
		return;
	print_counts("counted", n, n_set);
	print_counts("expected", expected, n_set);
	printf("  case %" PRId64 ", granule %" PRId64 " B\n", number,
		f.granule_B);
}

/* Add what one warp requests at the loop counters in "point". */
static void add_request(const struct warp_access *a, int64_t warp, int width,
	int64_t granule_B, int64_t *point, struct requests *sum)
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
					launch->fold[d] >=
				a->kernel->domain[d])
				is_in = false;
		if (!is_in || !toy_holds(a->predicate, point))
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

static struct requests enumerate_warps(const struct warp_access *a,
	const struct warp_range *range, int64_t granule_B)
{
	const int64_t *grid = a->launch->grid;
	struct requests sum = { .granule_B = granule_B };
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
	struct requests sum;
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
		pick(0, blocks - 1),
		pick(1, BLOCKS),
		(int) ONE_OF(32, 32, 16, 64, 1, 7),
		0,
	};
	int64_t granule_B = ONE_OF(32, 128, 128, 4096, 1, 48);
	struct phase_check c = { .period_B = granule_B, .is_good = true };
	struct requests expected, sum;
	enum footprint_status status;

	expected = enumerate_warps(&a, &range, granule_B);
	status = requests_count(&a, &range, granule_B, &sum);
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

#endif
