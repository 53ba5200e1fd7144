/* Parses numbers exactly: digits, underscores, a decimal point and an exponent.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/number/number_big.h"

/* Upper bound for digits that fit in NUMBER_MAX_BITS (3.32 bits a digit); a
 * longer literal is rejected before GMP sees it.
 */
#define MAX_DIGITS (NUMBER_MAX_BITS / 3)

/* A number as written: its digits without point and underscores, times a power
 * of ten.
 */
struct literal {
	char *digit;
	size_t n;
	long exp;
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Append a run of digits, optionally separated by single underscores. */
static bool read_run(const char **text, struct literal *lit)
{
	const char *p = *text;

	if (!is_digit(*p))
		return false;
	while (is_digit(*p) || (*p == '_' && is_digit(p[1]))) {
		if (*p != '_' && (lit->n > 0 || *p != '0'))
			lit->digit[lit->n++] = *p;
		++p;
	}
	*text = p;
	return true;
}

static long count_digits(const char *from, const char *to)
{
	long n = 0;

	for (; from < to; ++from)
		n += *from != '_';
	return n;
}

static bool read_exponent(const char **text, long *exp)
{
	const char *p = *text + 1;
	bool negative = *p == '-';
	long e = 0;

	if (*p == '-' || *p == '+')
		++p;
	if (!is_digit(*p))
		return false;
	for (; is_digit(*p); ++p)
		if (e < 10 * MAX_DIGITS)
			e = 10 * e + (*p - '0');
	*exp += negative ? -e : e;
	*text = p;
	return true;
}

static bool read_literal(const char *text, struct literal *lit)
{
	const char *start;

	if (!read_run(&text, lit))
		return false;
	if (*text == '.') {
		start = ++text;
		if (!read_run(&text, lit))
			return false;
		lit->exp = -count_digits(start, text);
	}
	if ((*text == 'e' || *text == 'E') && !read_exponent(&text, &lit->exp))
		return false;
	return *text == '\0';
}

/* 0.2500 is 25 * 10^-2. */
static void drop_zeros(struct literal *lit)
{
	while (lit->n > 0 && lit->digit[lit->n - 1] == '0') {
		--lit->n;
		++lit->exp;
	}
	lit->digit[lit->n] = '\0';
}

static enum number_status literal_value(struct literal *lit,
	struct number *result)
{
	mpz_t power;
	mpq_t q;

	drop_zeros(lit);
	if (lit->n == 0)
		return NUMBER_OK;
	if (lit->n > MAX_DIGITS || labs(lit->exp) > MAX_DIGITS)
		return NUMBER_TOO_BIG;
	mpq_init(q);
	mpz_set_str(mpq_numref(q), lit->digit, 10);
	mpz_init(power);
	mpz_ui_pow_ui(power, 10, (unsigned long) labs(lit->exp));
	if (lit->exp < 0)
		mpz_set(mpq_denref(q), power);
	else
		mpz_mul(mpq_numref(q), mpq_numref(q), power);
	mpz_clear(power);
	mpq_canonicalize(q);
	return number_take_q(q, result->dim, result);
}

static bool read_short(const char *text, struct number *result)
{
	int64_t value = 0;
	int n;

	for (n = 0; n < 18 && is_digit(text[n]); ++n)
		value = 10 * value + (text[n] - '0');
	if (n == 0 || text[n] != '\0')
		return false;
	*result = number_int(value);
	return true;
}

enum number_status number_read(const char *text, struct number *result)
{
	enum number_status status = NUMBER_DOMAIN;
	struct literal lit = { 0 };

	*result = number_int(0);
	if (read_short(text, result))
		return NUMBER_OK;
	lit.digit = memory_new(strlen(text) + 1);
	if (read_literal(text, &lit))
		status = literal_value(&lit, result);
	free(lit.digit);
	return status;
}
