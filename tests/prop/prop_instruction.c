/* Lanes under conditions and conflicts of banks, on random kernels.
 *
 * For random conditions, affine and with remainders, divisions, minima and
 * loops, warps and active lanes are those of plain enumeration, and each lane
 * takes either a condition or its opposite.  For random indices of
 * shared memory and any size of element, cycles are those of plain
 * enumeration, and for strides those of the closed form.
 *
 *	prop_instruction [SEED [CASES]]
 */

#include <inttypes.h>
#include <stdio.h>

#include "engine/base/integer.h"
#include "engine/model/l1.h"
#include "tests/prop/random_kernel.h"
#include "tests/unit/check.h"

#define CASES 2000

/* Put thread "i" of its block into "point"; is it there, in the domain? */
static bool place(const struct toy *t, int64_t i, int64_t *point)
{
	const int64_t *block = t->launch.block;

	point[VAR_TX] = i % block[0];
	point[VAR_TY] = i / block[0] % block[1];
	point[VAR_TZ] = i / block[0] / block[1];
	for (int d = 0; d < 3; ++d)
		if (point[d] >= block[d] ||
			(point[VAR_BX + d] * block[d] + point[d]) *
					t->launch.fold[d] >=
				t->kernel.domain[d])
			return false;
	return true;
}

static int64_t warps_of(const struct toy *t)
{
	return threads_warps_per_block(&t->launch, 32);
}

static void place_block(const struct toy *t, int64_t block, int64_t *point)
{
	const int64_t *grid = t->launch.grid;

	point[VAR_BX] = block % grid[0];
	point[VAR_BY] = block / grid[0] % grid[1];
	point[VAR_BZ] = block / grid[0] / grid[1];
}

/* ---------------------------------------------------------- predication */

static struct warp_sum enumerate_lanes(const struct toy *t,
	const struct predicate *predicate, int n_loop)
{
	struct warp_sum sum = { 0 };
	int64_t blocks = launch_blocks(&t->launch);
	int64_t trips = n_loop ? t->loop[0].trips : 1;

	for (int64_t w = 0; w < blocks * warps_of(t) * trips; ++w) {
		int64_t point[N_QUASI_VAR] = { 0 }, lanes = 0;

		place_block(t, w / trips / warps_of(t), point);
		point[VAR_LOOP0] = w % trips;
		for (int i = 0; i < 32; ++i)
			lanes += place(t, w / trips % warps_of(t) * 32 + i,
					 point) &&
				toy_holds(predicate, point);
		sum.n_lane += lanes;
		sum.n_request += lanes > 0;
	}
	return sum;
}

static struct warp_sum count_lanes(const struct toy *t,
	const struct predicate *predicate, int n_loop)
{
	struct warp_range range = { 0, launch_blocks(&t->launch), 32, 0 };
	struct warp_sum sum;

	CHECK(footprint_lanes(&t->kernel, &t->launch, predicate, n_loop - 1,
		      &range, &sum) == FOOTPRINT_OK);
	return sum;
}

/* The same, a block at a time. */
static struct warp_sum sum_lanes(const struct toy *t,
	const struct predicate *predicate, int n_loop)
{
	struct warp_sum sum = { 0 };

	for (int64_t b = 0; b < launch_blocks(&t->launch); ++b) {
		struct warp_range range = { b, 1, 32, 0 };
		struct warp_sum one;

		CHECK(footprint_lanes(&t->kernel, &t->launch, predicate,
			      n_loop - 1, &range, &one) == FOOTPRINT_OK);
		sum.n_lane += one.n_lane;
		sum.n_request += one.n_request;
	}
	return sum;
}

static void check_lanes(int64_t number)
{
	static struct toy t;
	int n_loop = chance(30);
	struct warp_sum expected, expected_all, sum, by_block, other, all;
	struct predicate opposite = { .op = PREDICATE_NOT };

	random_launch(&t, (int) pick(1, 3));
	t.loop[0] = (struct loop) { pick(0, 6), -1 };
	t.kernel.n_loop = n_loop;
	opposite.a = random_predicate(&t, (int) pick(0, 2), n_loop);
	expected = enumerate_lanes(&t, opposite.a, n_loop);
	sum = count_lanes(&t, opposite.a, n_loop);
	by_block = sum_lanes(&t, opposite.a, n_loop);
	other = count_lanes(&t, &opposite, n_loop);
	all = count_lanes(&t, NULL, n_loop);
	expected_all = enumerate_lanes(&t, NULL, n_loop);
	CHECK(all.n_lane == expected_all.n_lane &&
		all.n_request == expected_all.n_request);
	CHECK(sum.n_lane == expected.n_lane &&
		sum.n_request == expected.n_request);
	CHECK(by_block.n_lane == expected.n_lane &&
		by_block.n_request == expected.n_request);
	CHECK(sum.n_lane + other.n_lane == all.n_lane);
	CHECK(sum.n_request <= all.n_request &&
		sum.n_request + other.n_request >= all.n_request);
	if (sum.n_lane != expected.n_lane ||
		sum.n_request != expected.n_request)
		printf("  case %" PRId64 ": %" PRId64 " lanes of %" PRId64
		       " warps instead of %" PRId64 " of %" PRId64 "\n",
			number, sum.n_lane, sum.n_request, expected.n_lane,
			expected.n_request);
	toy_free(&t);
}

/* ---------------------------------------------------------------- banks */

struct cycles {
	struct l1_service service;
	int64_t n;
};

static bool add_cycles(const struct warp_phase *p, void *user)
{
	struct cycles *c = user;
	struct l1_lanes lanes;
	int beyond = 0;

	l1_lanes_find(&lanes, p);
	c->n += p->n_request * l1_lanes_cycles(&lanes, 0, &c->service, &beyond);
	return true;
}

static int64_t count_cycles(const struct toy *t, const struct device *dev,
	int elem_B)
{
	struct warp_access a = {
		.kernel = &t->kernel,
		.launch = &t->launch,
		.address = t->access[0].address,
		.loop = -1,
	};
	struct warp_range range = { 0, launch_blocks(&t->launch), 32, 0 };
	struct cycles c = { .service = l1_shared_service(dev, elem_B, true) };

	CHECK(footprint_warp_phases(&a, &range,
		      c.service.word_B * c.service.n_bank, add_cycles,
		      &c) == FOOTPRINT_OK);
	return c.n;
}

/* Lanes are served together as far as their elements fill the 32 banks of
 * 4 B; each bank has a set of words, of which it gives one in a cycle.
 */
static int64_t enumerate_cycles(const struct toy *t, int elem_B)
{
	int width_B = elem_B < 4 ? 4 : elem_B, at_once = 128 / width_B;
	int64_t blocks = launch_blocks(&t->launch), cycles = 0;

	for (int64_t g = 0; g < blocks * warps_of(t) * (32 / at_once); ++g) {
		int64_t point[N_QUASI_VAR] = { 0 }, warp, address;
		int64_t word[32][32];
		int n_word[32] = { 0 }, most = 0;

		warp = g / (32 / at_once);
		place_block(t, warp / warps_of(t), point);
		for (int i = 0; i < at_once; ++i) {
			int64_t thread = warp % warps_of(t) * 32 +
				g % (32 / at_once) * at_once + i;
			int bank, k = 0;

			if (!place(t, thread, point))
				continue;
			quasi_eval(t->access[0].address, point, &address);
			address = address / width_B * width_B;
			bank = (int) (address / 4 % 32);
			while (k < n_word[bank] && word[bank][k] != address)
				++k;
			word[bank][k] = address;
			n_word[bank] += k == n_word[bank];
			most = n_word[bank] > most ? n_word[bank] : most;
		}
		cycles += most;
	}
	return cycles;
}

static const struct device nv = { .shared_banks = 32, .shared_bank_B = 4 };

static void check_banks(int64_t number)
{
	static struct toy t;
	int elem_B = (int) ONE_OF(1, 2, 4, 4, 8, 8, 16);
	const struct quasi *e;
	int64_t expected, n;

	random_launch(&t, (int) pick(1, 3));
	e = quasi_constant(t.pool, pick(0, 40));
	for (int d = 0; d < 3; ++d)
		e = quasi_add(t.pool, e,
			quasi_scale(t.pool, quasi_variable(t.pool, VAR_TX + d),
				ONE_OF(0, 1, 1, 2, 3, 16, 17, 31, 32, 33, 34,
					64, pick(0, 200))));
	if (chance(20))
		e = quasi_mod(t.pool, e, pick(1, 300));
	toy_add(&t, quasi_scale(t.pool, e, elem_B));
	expected = enumerate_cycles(&t, elem_B);
	n = count_cycles(&t, &nv, elem_B);
	CHECK(n == expected);
	if (n != expected)
		printf("  case %" PRId64 ", %d B: %" PRId64 " cycles instead "
		       "of %" PRId64 "\n",
			number, elem_B, n, expected);
	toy_free(&t);
}

/* A stride of s words, all lanes of whole warps: a row of B banks serves B
 * lanes in gcd(s, B) cycles, and all want the same word if s is 0.
 */
static void check_strides(void)
{
	for (int elem_B = 4; elem_B <= 16; elem_B *= 2)
		for (int64_t s = 0; s < 200; ++s) {
			static struct toy t;
			int64_t banks = 128 / elem_B;
			int64_t each = s ? integer_gcd(s, banks) : 1;

			toy_init(&t, (int64_t[]) { 512, 1, 1 },
				(int64_t[]) { 128, 1, 1 },
				(int64_t[]) { 1, 1, 1 });
			toy_add(&t,
				quasi_scale(t.pool,
					quasi_variable(t.pool, VAR_TX),
					s * elem_B));
			CHECK(count_cycles(&t, &nv, elem_B) ==
				16 * (32 / banks) * each);
			toy_free(&t);
		}
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
	int64_t cases = argc > 2 ? strtoll(argv[2], NULL, 0) :
				   check_cases(CASES);

	printf("seed %" PRIu64 "\n", seed);
	for (int64_t i = 0; i < cases; ++i) {
		state = seed * UINT64_C(0x100000001) + (uint64_t) i;
		check_lanes(i);
		check_banks(i);
	}
	check_strides();
	return check_done();
}
