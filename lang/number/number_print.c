/* Numbers as text: decimal digits, exact fractions, a unit with the most
 * readable prefix, and intervals.
 */

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/number/number_big.h"

#define PEOPLE_DIGITS  6    /* significant digits in text output */
#define INTEGER_DIGITS 100  /* of an exact integer that prints in full */
#define WHOLE_DIGITS   20   /* longest integer that prints in full */
#define PLAIN_DIGITS   17   /* enough to read back any double exactly */
#define REAL_WHOLE     1e15 /* below, an integral double prints all its digits */

/* d.ddd * 10^exp without trailing zeros; zero has no digits. */
struct decimal {
	bool negative;
	int n;
	long exp;
	char digit[WHOLE_DIGITS + 1];
};

static void drop_zeros(struct decimal *d)
{
	while (d->n > 0 && d->digit[d->n - 1] == '0')
		--d->n;
	if (d->n == 0)
		*d = (struct decimal) { 0 };
}

static void decimal_of_real(double x, int n_digit, struct decimal *d)
{
	char text[64];

	snprintf(text, sizeof(text), "%.*e", n_digit - 1, fabs(x));
	d->negative = x < 0;
	d->n = n_digit;
	d->exp = strtol(strchr(text, 'e') + 1, NULL, 10);
	d->digit[0] = text[0];
	if (n_digit > 1)
		memcpy(d->digit + 1, text + 2, (size_t) n_digit - 1);
	drop_zeros(d);
}

/* z = round(q * 10^shift) for q > 0 */
static void scaled(const mpq_t q, long shift, mpz_t z)
{
	mpz_t power, num, den;

	mpz_init(power);
	mpz_init_set(num, mpq_numref(q));
	mpz_init_set(den, mpq_denref(q));
	mpz_ui_pow_ui(power, 10, (unsigned long) labs(shift));
	mpz_mul(shift > 0 ? num : den, shift > 0 ? num : den, power);
	/* floor((2 num + den) / (2 den)) */
	mpz_mul_2exp(num, num, 1);
	mpz_add(num, num, den);
	mpz_mul_2exp(den, den, 1);
	mpz_fdiv_q(z, num, den);
	mpz_clear(power);
	mpz_clear(num);
	mpz_clear(den);
}

/* The number of bits gives a lower bound of the exponent; the first exponent
 * from there on that leaves n_digit digits is the right one.
 */
static void decimal_of_exact(const struct number *a, int n_digit,
	struct decimal *d)
{
	char text[WHOLE_DIGITS + 8];
	mpz_t z;
	mpq_t q;

	*d = (struct decimal) { .negative = number_sign(a) < 0 };
	if (number_sign(a) == 0)
		return;
	number_get_q(a, q);
	mpq_abs(q, q);
	mpz_init(z);
	d->exp = (long) floor(LOG10_2 *
			((double) mpz_sizeinbase(mpq_numref(q), 2) -
				(double) mpz_sizeinbase(mpq_denref(q), 2) - 1) -
		1e-6);
	scaled(q, n_digit - 1 - d->exp, z);
	while (strlen(mpz_get_str(text, 10, z)) > (size_t) n_digit)
		scaled(q, n_digit - 1 - ++d->exp, z);
	mpz_clear(z);
	mpq_clear(q);
	d->n = n_digit;
	memcpy(d->digit, text, (size_t) n_digit);
	drop_zeros(d);
}

static void decimal_of(const struct number *a, int n_digit, struct decimal *d)
{
	if (a->form == NUMBER_REAL)
		decimal_of_real(a->u.real, n_digit, d);
	else
		decimal_of_exact(a, n_digit, d);
}

/* As printf's %g: no exponent for 0.0001 <= |d| < 10^n_digit. */
static void print_decimal(const struct decimal *d, int n_digit,
	struct buffer *out)
{
	if (d->negative)
		buffer_add_char(out, '-');
	if (d->n == 0) {
		buffer_add_char(out, '0');
	} else if (d->exp < -4 || d->exp >= n_digit) {
		buffer_add_char(out, d->digit[0]);
		if (d->n > 1)
			buffer_add_char(out, '.');
		buffer_add_bytes(out, d->digit + 1, (size_t) d->n - 1);
		buffer_printf(out, "e%c%02ld", d->exp < 0 ? '-' : '+',
			labs(d->exp));
	} else if (d->exp < 0) {
		buffer_add(out, "0.");
		buffer_repeat(out, '0', (int) -d->exp - 1);
		buffer_add_bytes(out, d->digit, (size_t) d->n);
	} else {
		for (long i = 0; i < d->n || i <= d->exp; ++i) {
			if (i == d->exp + 1)
				buffer_add_char(out, '.');
			buffer_add_char(out, i < d->n ? d->digit[i] : '0');
		}
	}
}

static void print_z(const mpz_t z, struct buffer *out)
{
	char *text = memory_new(mpz_sizeinbase(z, 10) + 2);

	buffer_add(out, mpz_get_str(text, 10, z));
	free(text);
}

/* Fast path: long lists mostly hold small integers. */
static void print_small(int64_t value, struct buffer *out)
{
	char text[24], *p = text + sizeof(text);
	uint64_t rest = value < 0 ? -(uint64_t) value : (uint64_t) value;

	do {
		*--p = (char) ('0' + rest % 10);
		rest /= 10;
	} while (rest > 0);
	if (value < 0)
		*--p = '-';
	buffer_add_bytes(out, p, (size_t) (text + sizeof(text) - p));
}

static void print_integer(const struct number *a, struct buffer *out)
{
	if (a->form == NUMBER_SMALL)
		print_small(a->u.small.num, out);
	else
		print_z(mpq_numref(a->u.big->q), out);
}

static bool is_below(const mpz_t z, int n_digit)
{
	bool below;
	mpz_t limit;

	mpz_init(limit);
	mpz_ui_pow_ui(limit, 10, (unsigned long) n_digit);
	below = mpz_cmpabs(z, limit) < 0;
	mpz_clear(limit);
	return below;
}

static bool is_whole(const struct number *a)
{
	if (!number_is_integer(a))
		return false;
	if (a->form == NUMBER_REAL)
		return fabs(a->u.real) < REAL_WHOLE;
	return a->form == NUMBER_SMALL ||
		is_below(mpq_numref(a->u.big->q), WHOLE_DIGITS);
}

static bool print_special(const struct number *a, struct buffer *out)
{
	if (a->form != NUMBER_REAL || isfinite(a->u.real))
		return false;
	if (isnan(a->u.real))
		buffer_add(out, "nan");
	else
		buffer_add(out, a->u.real < 0 ? "-inf" : "inf");
	return true;
}

static void print_digits(const struct number *a, int n_digit,
	struct buffer *out)
{
	struct decimal d;

	if (print_special(a, out))
		return;
	if (is_whole(a)) {
		if (a->form == NUMBER_REAL)
			buffer_printf(out, "%.0f", a->u.real + 0.0);
		else
			print_integer(a, out);
		return;
	}
	decimal_of(a, n_digit, &d);
	print_decimal(&d, n_digit, out);
}

/* "a" divided by the factor of a row of the unit table, without dimension. */
static struct number scaled_down(const struct number *a, int64_t num,
	int64_t den)
{
	const struct dim none = { { 0 } };
	struct number factor = number_ratio(num, den);
	mpq_t q, f;

	if (a->form == NUMBER_REAL)
		return number_real(a->u.real / number_to_double(&factor), none);
	number_get_q(a, q);
	number_get_q(&factor, f);
	mpq_div(q, q, f);
	mpq_clear(f);
	return number_wrap_q(q, none);
}

static bool is_binary(const struct unit_row *row)
{
	return row->num > 1 && (row->num & (row->num - 1)) == 0;
}

/* Number of digits that show "a" exactly in the unit of "row". */
static int length_in(const struct number *a, int row)
{
	struct number n = scaled_down(a, unit_rows[row].num,
		unit_rows[row].den);
	struct decimal d;

	decimal_of(&n, WHOLE_DIGITS, &d);
	number_free(&n);
	return d.n > d.exp ? d.n : (int) d.exp + 1;
}

static bool is_multiple(const struct number *a, int64_t of)
{
	struct number n = scaled_down(a, of, 1);
	bool whole = number_is_integer(&n);

	number_free(&n);
	return whole;
}

static double scale_of(int row)
{
	return (double) unit_rows[row].num / (double) unit_rows[row].den;
}

/* Numbers so far below the smallest prefix print without one: 1.1e-34 s. */
#define FAR_BELOW 1e-3

/* The largest prefix for which the rounded number is at least 1; the smallest
 * prefix if there is none.
 */
static int best_prefix(const struct number *a, int lead, bool binary)
{
	const struct unit_row *plain = &unit_rows[lead];
	double x = fabs(number_to_double(a));
	int best = -1, smallest = lead;

	for (int row = lead; row < n_unit_row; ++row) {
		const struct unit_row *r = &unit_rows[row];

		if (r->base != plain->base || r->exp != plain->exp)
			break;
		if (row != lead && is_binary(r) != binary)
			continue;
		if (scale_of(row) < scale_of(smallest))
			smallest = row;
		if (x / scale_of(row) >= 0.9999995 &&
			(best < 0 || scale_of(row) > scale_of(best)))
			best = row;
	}
	if (best >= 0)
		return best;
	return x / scale_of(smallest) < FAR_BELOW ? lead : smallest;
}

/* A size prints with a binary prefix if that needs fewer digits: 7.5 MiB, not
 * 7.86432 MB; but 192 kB, not 187.5 KiB.
 */
static int best_size(const struct number *a, int lead)
{
	int decimal = best_prefix(a, lead, false);
	int binary = best_prefix(a, lead, true);

	if (!number_is_integer(a) || !is_multiple(a, 512))
		return decimal;
	if (is_multiple(a, 1000) &&
		length_in(a, decimal) <= length_in(a, binary))
		return decimal;
	return binary;
}

/* Counts of things (LUP, page, ...) get a prefix from here on; smaller counts
 * are easier to read in full.
 */
#define COUNT_PREFIX_FROM 1e6

/* The row of the leading factor of the unit of "a", with the best prefix.
 * Rates, sizes and times get a prefix; ratios such as B/LUP and FLOP/B do not.
 */
static int best_lead(const struct number *a)
{
	struct dim rest = a->dim;
	int exp, lead = dim_lead(a->dim, &exp);
	bool is_alone, is_rate;

	if (lead < 0 || exp != 1 || number_sign(a) == 0 ||
		!isfinite(number_to_double(a)))
		return lead;
	rest.exp[unit_rows[lead].base] = 0;
	is_alone = dim_is_none(rest);
	is_rate = rest.exp[BASE_S] == -1;
	rest.exp[BASE_S] = 0;
	is_rate = is_rate && dim_is_none(rest);
	if (unit_rows[lead].base == BASE_S || is_rate)
		return best_prefix(a, lead, false);
	if (!is_alone)
		return lead;
	if (unit_rows[lead].base == BASE_B)
		return best_size(a, lead);
	if (fabs(number_to_double(a)) < COUNT_PREFIX_FROM)
		return lead;
	return best_prefix(a, lead, false);
}

/* "a" divided by its best unit; "unit" receives the name of that unit or "". */
static struct number in_best_unit(const struct number *a, struct buffer *unit)
{
	int lead;

	if (a->spelling.n > 0 && a->spelling.shown) {
		struct unit u = unit_spelled(&a->spelling);

		unit_print(&a->spelling, unit);
		return scaled_down(a, u.num, u.den);
	}
	if (dim_is_none(a->dim))
		return number_copy(a);
	lead = best_lead(a);
	dim_print(a->dim, lead, unit);
	return lead < 0 ?
		scaled_down(a, 1, 1) :
		scaled_down(a, unit_rows[lead].num, unit_rows[lead].den);
}

static void add_unit(struct buffer *unit, struct buffer *out)
{
	if (unit->len > 0)
		buffer_add_char(out, ' ');
	buffer_add(out, buffer_text(unit));
	buffer_free(unit);
}

void number_print_digits(const struct number *a, int digits, struct buffer *out)
{
	struct buffer unit = { 0 };
	struct number n = in_best_unit(a, &unit);

	if (digits > PLAIN_DIGITS)
		digits = PLAIN_DIGITS;
	print_digits(&n, digits < 1 ? 1 : digits, out);
	add_unit(&unit, out);
	number_free(&n);
}

/* An exact integer without a unit prints all of its digits. */
static bool is_plain_integer(const struct number *a)
{
	return a->form != NUMBER_REAL && a->form != NUMBER_SMALL &&
		number_is_integer(a) && dim_is_none(a->dim) &&
		!a->spelling.shown &&
		is_below(mpq_numref(a->u.big->q), INTEGER_DIGITS);
}

void number_print(const struct number *a, struct buffer *out)
{
	if (is_plain_integer(a))
		print_integer(a, out);
	else if (a->form == NUMBER_SMALL && a->u.small.den == 1 &&
		dim_is_none(a->dim) && !a->spelling.shown)
		print_small(a->u.small.num, out);
	else
		number_print_digits(a, PEOPLE_DIGITS, out);
}

/* An end of an interval: three significant digits, no exponent. */
static void print_end(double v, struct buffer *out)
{
	int digits = v > 0 ? 2 - (int) floor(log10(v)) : 0;

	buffer_printf(out, "%.*f", digits > 0 ? digits : 0, v);
}

void number_print_ends(const struct number *a, double shown, bool has_ends,
	struct buffer *out)
{
	print_end(shown, out);
	if (!has_ends)
		return;
	buffer_add(out, " (");
	print_end(shown * (double) a->low, out);
	buffer_add(out, " to ");
	print_end(shown * (double) a->high, out);
	buffer_add(out, ")");
}

/* A figure has as many digits as the ends of its interval. */
void number_print_interval(const struct number *a, struct buffer *out)
{
	struct buffer text = { 0 };
	double shown;
	char *unit;

	if (!(a->low > 0)) {
		number_print(a, out);
		return;
	}
	number_print(a, &text);
	shown = strtod(buffer_text(&text), &unit);
	print_end(shown, out);
	buffer_printf(out, "%s (", unit);
	print_end(shown * (double) a->low, out);
	buffer_add(out, " to ");
	print_end(shown * (double) a->high, out);
	buffer_add(out, ")");
	buffer_free(&text);
}

/* round(|q| * 10^digits) with the decimal point inserted. */
static void print_fixed(const mpq_t q, int digits, struct buffer *out)
{
	struct buffer text = { 0 };
	mpq_t magnitude;
	mpz_t z;

	mpz_init(z);
	mpq_init(magnitude);
	mpq_abs(magnitude, q);
	scaled(magnitude, digits, z);
	print_z(z, &text);
	if (mpq_sgn(q) < 0 && mpz_sgn(z) != 0)
		buffer_add_char(out, '-');
	if (text.len > (size_t) digits)
		buffer_add_bytes(out, text.text, text.len - (size_t) digits);
	else
		buffer_add_char(out, '0');
	if (digits > 0)
		buffer_add_char(out, '.');
	if (text.len < (size_t) digits)
		buffer_repeat(out, '0', digits - (int) text.len);
	buffer_add(out,
		text.len > (size_t) digits ? text.text + text.len - digits :
					     text.text);
	buffer_free(&text);
	mpq_clear(magnitude);
	mpz_clear(z);
}

void number_print_fixed(const struct number *a, int digits, struct buffer *out)
{
	struct buffer unit = { 0 };
	struct number n = in_best_unit(a, &unit);
	mpq_t q;

	if (!print_special(&n, out)) {
		if (n.form == NUMBER_REAL) {
			mpq_init(q);
			mpq_set_d(q, n.u.real);
		} else {
			number_get_q(&n, q);
		}
		print_fixed(q, digits, out);
		mpq_clear(q);
	}
	add_unit(&unit, out);
	number_free(&n);
}

static void print_shortest(double x, struct buffer *out)
{
	char text[64];

	if (x == trunc(x) && fabs(x) < 1e15) {
		buffer_printf(out, "%lld", (long long) x);
		return;
	}
	for (int digits = DBL_DIG; digits <= PLAIN_DIGITS; ++digits) {
		snprintf(text, sizeof(text), "%.*g", digits, x + 0.0);
		if (strtod(text, NULL) == x)
			break;
	}
	buffer_add(out, text);
}

void number_print_plain(const struct number *a, struct buffer *out)
{
	double x = number_to_double(a);
	struct decimal d;

	if (number_is_exact(a) && number_is_integer(a)) {
		print_integer(a, out);
	} else if (number_is_exact(a) && (isinf(x) || fabs(x) < DBL_MIN)) {
		decimal_of(a, PLAIN_DIGITS, &d);
		print_decimal(&d, PLAIN_DIGITS, out);
	} else if (!isfinite(x)) {
		buffer_add(out, "null");
	} else {
		print_shortest(x, out);
	}
}

void number_print_unit(const struct number *a, struct buffer *out)
{
	struct unit shown = unit_spelled(&a->spelling);
	char name[64];

	if (a->spelling.n > 0 && a->spelling.shown && shown.num == shown.den) {
		unit_print(&a->spelling, out);
		return;
	}
	dim_name(a->dim, name, sizeof(name));
	buffer_add(out, name);
}

/* Divide z by "factor" as often as possible; returns the multiplicity. */
static unsigned long remove_factor(mpz_t z, unsigned long factor)
{
	unsigned long n;
	mpz_t f;

	mpz_init_set_ui(f, factor);
	n = mpz_remove(z, z, f);
	mpz_clear(f);
	return n;
}

/* The digits after the point that show q exactly: max(n, m) for a denominator
 * 2^n 5^m, or -1 if there is no finite expansion.
 */
static int digits_of(const mpq_t q)
{
	unsigned long twos, fives;
	bool finite;
	mpz_t den;

	mpz_init_set(den, mpq_denref(q));
	twos = remove_factor(den, 2);
	fives = remove_factor(den, 5);
	finite = mpz_cmp_ui(den, 1) == 0;
	mpz_clear(den);
	if (twos < fives)
		twos = fives;
	return finite && twos <= 40 ? (int) twos : -1;
}

void number_print_exact(const struct number *a, struct buffer *out)
{
	struct buffer unit = { 0 };
	struct number n = in_best_unit(a, &unit);
	int digits;
	mpq_t q;

	if (n.form == NUMBER_REAL) {
		if (!print_special(&n, out))
			print_shortest(n.u.real, out);
		add_unit(&unit, out);
		return;
	}
	number_get_q(&n, q);
	digits = digits_of(q);
	if (digits >= 0) {
		print_fixed(q, digits, out);
		add_unit(&unit, out);
	} else {
		bool bare = unit.len == 0;

		print_z(mpq_numref(q), out);
		add_unit(&unit, out);
		buffer_add(out, bare ? "/" : " / ");
		print_z(mpq_denref(q), out);
	}
	mpq_clear(q);
	number_free(&n);
}
