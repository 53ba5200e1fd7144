/* engine/count/linear.h against enumeration of all threads.
 *
 * Random accesses, boxes, tilings and granules: every count equals the
 * number of distinct granules that a loop over the threads finds.  The seed
 * is printed; give it as the argument to repeat a failure.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/base/integer.h"
#include "engine/count/linear.h"
#include "tests/unit/check.h"

#define N_ROUND	 6000
#define N_ACCESS 6

static int below(int n)
{
	return rand() % n;
}

static int pick(const int *from, int n)
{
	return from[below(n)];
}

/* Rows and planes of an array, now tight and now with a pitch to spare. */
static void random_accesses(struct linear_access *a, int n)
{
	static const int sizes[] = { 4, 8, 8, 12, 24, 40, 136 };
	static const int rows[] = { 4, 7, 16, 33, 64, 100 };
	int64_t coef[3], unit = pick(sizes, 7);
	int shape = below(10);

	coef[0] = unit;
	coef[1] = unit * pick(rows, 6);
	coef[2] = coef[1] * pick(rows, 6);
	if (shape == 0)
		coef[below(3)] = 0;
	if (shape == 1)
		coef[below(3)] *= -1;
	if (shape == 2) {
		int64_t x = coef[0];

		coef[0] = coef[1];
		coef[1] = x;
	}
	for (int i = 0; i < n; ++i) {
		memcpy(a[i].coef, coef, sizeof(coef));
		a[i].constant = unit * (below(9) - 4) +
			coef[1] * (below(5) - 2) + coef[2] * (below(5) - 2);
		if (shape == 3)
			a[i].coef[below(3)] = 0;
		if (shape == 4 && i == 1)
			a[i].coef[0] = 3 * unit;
		if (shape == 5 && i % 2) {
			a[i].coef[0] = coef[1];
			a[i].coef[1] = coef[0];
		}
	}
}

static int64_t address_of(const struct linear_access *a, int64_t x, int64_t y,
	int64_t z)
{
	return a->constant + a->coef[0] * x + a->coef[1] * y + a->coef[2] * z;
}

/* A granule that thread set "set" touches. */
struct touch {
	int64_t granule;
	int sets;
};

static struct touch touched[1 << 18];
static int n_touched;

static void touch_box(const struct linear *f, const struct thread_box *b,
	int set)
{
	for (int i = 0; i < f->n_access; ++i)
		for (int64_t z = b->lo[2]; z < b->hi[2]; ++z)
			for (int64_t y = b->lo[1]; y < b->hi[1]; ++y)
				for (int64_t x = b->lo[0]; x < b->hi[0]; ++x)
					touched[n_touched++] = (struct touch) {
						integer_floor(
							address_of(
								&f->access[i],
								x, y, z),
							f->granule_B),
						1 << set
					};
}

static int compare_touches(const void *a, const void *b)
{
	const struct touch *x = a, *y = b;

	return (x->granule > y->granule) - (x->granule < y->granule);
}

static void count_touches(int64_t *n, int n_set)
{
	memset(n, 0, sizeof(*n) << n_set);
	qsort(touched, n_touched, sizeof(*touched), compare_touches);
	for (int i = 0; i < n_touched;) {
		int64_t granule = touched[i].granule;
		int sets = 0;

		for (; i < n_touched && touched[i].granule == granule; ++i)
			sets |= touched[i].sets;
		++n[sets];
	}
	n_touched = 0;
}

static struct thread_box random_box(int most)
{
	struct thread_box box;

	for (int d = 0; d < 3; ++d) {
		box.lo[d] = below(20);
		box.hi[d] = box.lo[d] + below(most + 1) + (below(8) > 0);
	}
	return box;
}

static void check_count(const struct linear *f)
{
	struct thread_set set[FOOTPRINT_SETS];
	int64_t got[16], want[16];
	int n_set = 1 + below(FOOTPRINT_SETS);

	for (int s = 0; s < n_set; ++s) {
		set[s].n_box = 1 + below(2);
		for (int b = 0; b < set[s].n_box; ++b) {
			set[s].box[b] = random_box(5);
			touch_box(f, &set[s].box[b], s);
		}
	}
	count_touches(want, n_set);
	CHECK(linear_count(f, n_set, set, got) == FOOTPRINT_OK);
	CHECK(!memcmp(got, want, sizeof(*got) << n_set));
}

static int64_t loop_tiles(const struct linear *f, const struct linear_tiling *t)
{
	int64_t sum = 0, n[2];

	for (int64_t z = 0; z < t->outer[2]; ++z) {
		for (int64_t y = 0; y < t->outer[1]; ++y) {
			for (int64_t x = 0; x < t->outer[0]; ++x) {
				int64_t at[3] = { x, y, z };
				struct thread_box box;

				for (int d = 0; d < 3; ++d) {
					box.lo[d] = at[d] * t->inner[d];
					box.hi[d] = box.lo[d] + t->inner[d];
				}
				touch_box(f, &box, 0);
				count_touches(n, 1);
				sum += n[1];
			}
		}
	}
	return sum;
}

static void check_tiles(const struct linear *f)
{
	struct linear_tiling t;
	int64_t got, apart = 0;

	for (int d = 0; d < 3; ++d) {
		t.inner[d] = 1 + below(6);
		t.outer[d] = 1 + below(4);
	}
	CHECK(linear_tiles(f, &t, &got) == FOOTPRINT_OK);
	CHECK(got == loop_tiles(f, &t));
	for (int i = 0; i < f->n_access; ++i) {
		struct linear one = { 1, &f->access[i], f->granule_B };

		apart += loop_tiles(&one, &t);
	}
	CHECK(linear_tiles_apart(f, &t, &got) == FOOTPRINT_OK);
	CHECK(got == apart);
}

static void check_common(const struct linear *f)
{
	int64_t inner[3], at[3], other[4][3], got, want = 0, n[4];
	struct thread_box box;

	for (int d = 0; d < 3; ++d) {
		inner[d] = 1 + below(5);
		at[d] = inner[d] * (2 + below(3));
		box.lo[d] = at[d];
		box.hi[d] = at[d] + inner[d];
	}
	for (int i = 0; i < 4; ++i) {
		struct thread_box there;

		for (int d = 0; d < 3; ++d) {
			other[i][d] = inner[d] * below(6);
			there.lo[d] = other[i][d];
			there.hi[d] = other[i][d] + inner[d];
		}
		touch_box(f, &box, 0);
		touch_box(f, &there, 1);
		count_touches(n, 2);
		want += n[3];
	}
	CHECK(linear_common(f, inner, at, 4, (const int64_t(*)[3]) other,
		      &got) == FOOTPRINT_OK);
	CHECK(got == want);
}

int main(int argc, char **argv)
{
	unsigned seed = argc > 1 ? (unsigned) atoi(argv[1]) : 1;
	static const int granules[] = { 8, 32, 64, 96, 128, 2048 };

	printf("seed %u\n", seed);
	srand(seed);
	for (int i = 0; i < N_ROUND; ++i) {
		struct linear_access access[N_ACCESS];
		struct linear f = { 1 + below(N_ACCESS), access,
			pick(granules, 6) };
		int failed = n_failed;

		random_accesses(access, f.n_access);
		check_count(&f);
		check_tiles(&f);
		check_common(&f);
		if (n_failed > failed) {
			printf("  round %d\n", i);
			break;
		}
	}
	return check_done();
}
