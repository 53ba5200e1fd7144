/* Numbers against GMP itself, on random rationals.
 *
 * Operands are small, at the edge of 64 bits, or large, so that every path
 * of number*.c is combined with every other.  The seed is printed, and can be
 * given as the argument to see a failure again.
 */

#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/number/number.h"
#include "tests/unit/check.h"

#define N_ROUND 20000

static gmp_randstate_t state;

static void random_integer(mpz_t z)
{
	static const int bits[] = { 0, 3, 20, 31, 62, 63, 64, 65, 130, 400 };

	mpz_urandomb(z, state, (mp_bitcnt_t) bits[rand() % 10]);
	if (rand() % 8 == 0)
		mpz_ui_pow_ui(z, 2, (unsigned long) (61 + rand() % 4));
	if (rand() % 8 == 0)
		mpz_sub_ui(z, z, 1);
	if (rand() % 2)
		mpz_neg(z, z);
}

static void random_rational(mpq_t q)
{
	random_integer(mpq_numref(q));
	do {
		if (rand() % 3)
			random_integer(mpq_denref(q));
		else
			mpz_set_ui(mpq_denref(q), 1);
	} while (mpz_sgn(mpq_denref(q)) == 0);
	mpq_canonicalize(q);
}

/* The way a program gets there: digits, a sign, a division. */
static struct number number_of(const mpq_t q)
{
	char *num = mpz_get_str(NULL, 10, mpq_numref(q));
	char *den = mpz_get_str(NULL, 10, mpq_denref(q));
	bool negative = num[0] == '-';
	struct number n, d, r, minus;

	CHECK(number_read(num + negative, &n) == NUMBER_OK);
	CHECK(number_read(den, &d) == NUMBER_OK);
	CHECK(number_div(&n, &d, &r) == NUMBER_OK);
	number_free(&n);
	number_free(&d);
	free(num);
	free(den);
	if (!negative)
		return r;
	number_neg(&r, &minus);
	number_free(&r);
	return minus;
}

static bool is_number(const struct number *n, const mpq_t want)
{
	struct number w = number_of(want);
	bool same;
	int order;

	same = n->form == w.form &&
		number_compare(n, &w, &order) == NUMBER_OK && order == 0;
	if (same && n->form == NUMBER_SMALL)
		same = n->u.small.num == w.u.small.num &&
			n->u.small.den == w.u.small.den;
	number_free(&w);
	if (!same)
		gmp_printf("wanted %Qd\n", want);
	return same;
}

static void check_result(enum number_status status, struct number *n,
	const mpq_t want)
{
	CHECK(status == NUMBER_OK && is_number(n, want));
	number_free(n);
}

static void check_pair(const mpq_t p, const mpq_t q)
{
	struct number a = number_of(p), b = number_of(q), r;
	int order, want;
	mpq_t w;

	mpq_init(w);
	CHECK(is_number(&a, p));
	mpq_add(w, p, q);
	check_result(number_add(&a, &b, &r), &r, w);
	mpq_sub(w, p, q);
	check_result(number_sub(&a, &b, &r), &r, w);
	mpq_mul(w, p, q);
	check_result(number_mul(&a, &b, &r), &r, w);
	want = mpq_cmp(p, q);
	CHECK(number_compare(&a, &b, &order) == NUMBER_OK &&
		order == (want > 0) - (want < 0));
	if (mpq_sgn(q) != 0) {
		mpq_div(w, p, q);
		check_result(number_div(&a, &b, &r), &r, w);
		mpz_fdiv_q(mpq_numref(w), mpq_numref(w), mpq_denref(w));
		mpz_set_ui(mpq_denref(w), 1);
		check_result(number_floor_div(&a, &b, &r), &r, w);
		mpq_mul(w, w, q);
		mpq_sub(w, p, w);
		check_result(number_mod(&a, &b, &r), &r, w);
	} else {
		CHECK(number_div(&a, &b, &r) == NUMBER_ZERO);
	}
	number_free(&a);
	number_free(&b);
	mpq_clear(w);
}

static void check_power(const mpq_t p, int n)
{
	struct number a = number_of(p), b = number_int(n), r;
	mpq_t w;

	mpq_init(w);
	mpz_pow_ui(mpq_numref(w), mpq_numref(p), (unsigned long) abs(n));
	mpz_pow_ui(mpq_denref(w), mpq_denref(p), (unsigned long) abs(n));
	if (n < 0 && mpq_sgn(p) == 0) {
		CHECK(number_pow(&a, &b, &r) == NUMBER_ZERO);
	} else {
		if (n < 0)
			mpq_inv(w, w);
		check_result(number_pow(&a, &b, &r), &r, w);
	}
	number_free(&a);
	mpq_clear(w);
}

static void round_half_away(mpz_t z, const mpq_t p)
{
	mpq_t half, sum;

	mpq_init(half);
	mpq_init(sum);
	mpq_set_ui(half, 1, 2);
	mpq_abs(sum, p);
	mpq_add(sum, sum, half);
	mpz_fdiv_q(z, mpq_numref(sum), mpq_denref(sum));
	if (mpq_sgn(p) < 0)
		mpz_neg(z, z);
	mpq_clear(half);
	mpq_clear(sum);
}

static void check_round(const mpq_t p)
{
	struct number a = number_of(p), r;
	mpq_t w;

	mpq_init(w);
	mpz_fdiv_q(mpq_numref(w), mpq_numref(p), mpq_denref(p));
	check_result(number_floor(&a, &r), &r, w);
	mpz_cdiv_q(mpq_numref(w), mpq_numref(p), mpq_denref(p));
	check_result(number_ceil(&a, &r), &r, w);
	mpz_tdiv_q(mpq_numref(w), mpq_numref(p), mpq_denref(p));
	check_result(number_trunc(&a, &r), &r, w);
	round_half_away(mpq_numref(w), p);
	check_result(number_round(&a, &r), &r, w);
	number_free(&a);
	mpq_clear(w);
}

/* The nearest double: no neighbour is nearer. */
static void check_double(const mpq_t p)
{
	struct number a = number_of(p);
	double d = number_to_double(&a);
	mpq_t here, there;

	mpq_init(here);
	mpq_init(there);
	mpq_set_d(here, d);
	mpq_sub(here, here, p);
	mpq_abs(here, here);
	mpq_set_d(there, nextafter(d, INFINITY));
	mpq_sub(there, there, p);
	mpq_abs(there, there);
	CHECK(mpq_cmp(here, there) <= 0);
	mpq_set_d(there, nextafter(d, -INFINITY));
	mpq_sub(there, there, p);
	mpq_abs(there, there);
	CHECK(mpq_cmp(here, there) <= 0);
	mpq_clear(here);
	mpq_clear(there);
	number_free(&a);
}

/* Read "-p/q" or "-1.25" back. */
static struct number read_back(const char *text)
{
	struct number num, den, r, minus;
	bool negative = *text == '-';
	char *copy = strdup(text + negative);
	char *slash = strchr(copy, '/');

	if (slash)
		*slash = '\0';
	CHECK(number_read(copy, &num) == NUMBER_OK);
	CHECK(number_read(slash ? slash + 1 : "1", &den) == NUMBER_OK);
	CHECK(number_div(&num, &den, &r) == NUMBER_OK);
	number_free(&num);
	number_free(&den);
	free(copy);
	if (!negative)
		return r;
	number_neg(&r, &minus);
	number_free(&r);
	return minus;
}

static void check_texts(const mpq_t p)
{
	struct number a = number_of(p), back;
	struct buffer out = { 0 };
	double d = number_to_double(&a), printed;

	number_print_exact(&a, &out);
	back = read_back(out.text);
	CHECK(is_number(&back, p));
	number_free(&back);
	buffer_free(&out);

	number_print_plain(&a, &out);
	CHECK(strtod(out.text, NULL) == d);
	buffer_free(&out);

	number_print(&a, &out);
	printed = strtod(out.text, NULL);
	if (!(fabs(printed - d) <= 5.0001e-6 * fabs(d)))
		printf("%s for %.17g\n", out.text, d);
	CHECK(fabs(printed - d) <= 5.0001e-6 * fabs(d));
	CHECK(strlen(out.text) <= (number_is_integer(&a) ? 101 : 21));
	buffer_free(&out);
	number_free(&a);
}

/* A quantity is read in the unit it prints in, to its six digits. */
static void check_quantity(void)
{
	static const char *const units[] = { "B", "s", "B/s", "LUP/s", "Hz",
		"FLOP/B", "B/LUP", "s/LUP", "page", "B^2", "B^-1", "FLOP*s" };
	const char *name = units[rand() % 12];
	double x = exp2(rand() % 120 - 60) * (1 + rand() % 1000 / 1000.0);
	struct unit unit, printed_unit;
	struct buffer out = { 0 };
	struct number n, digits, back;
	char *rest;
	double printed;

	CHECK(unit_parse(name, strlen(name), &unit) == strlen(name));
	n = number_real(rand() % 2 ? x : -floor(x), unit.dim);
	number_print(&n, &out);
	printed = strtod(out.text, &rest);
	CHECK(*rest == ' ' &&
		unit_parse(rest + 1, strlen(rest + 1), &printed_unit) ==
			strlen(rest + 1));
	digits = number_real(printed, (struct dim) { { 0 } });
	CHECK(number_with_unit(&digits, &printed_unit, &back) == NUMBER_OK);
	CHECK(dim_equal(back.dim, n.dim));
	if (fabs(back.u.real - n.u.real) > 5.001e-6 * fabs(n.u.real))
		printf("%s for %.17g %s\n", out.text, n.u.real, name);
	CHECK(fabs(back.u.real - n.u.real) <= 5.001e-6 * fabs(n.u.real));
	buffer_free(&out);
}

int main(int argc, char **argv)
{
	unsigned seed = argc > 1 ? (unsigned) atoi(argv[1]) : 1;
	mpq_t p, q;

	printf("seed %u\n", seed);
	srand(seed);
	gmp_randinit_default(state);
	gmp_randseed_ui(state, seed);
	mpq_init(p);
	mpq_init(q);
	for (int i = 0; i < N_ROUND; ++i) {
		random_rational(p);
		random_rational(q);
		check_pair(p, q);
		check_round(p);
		check_power(p, rand() % 17 - 8);
		check_double(p);
		check_texts(p);
		check_quantity();
	}
	mpq_clear(p);
	mpq_clear(q);
	gmp_randclear(state);
	return check_done();
}
