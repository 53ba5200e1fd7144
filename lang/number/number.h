#ifndef LANG_NUMBER_NUMBER_H
#define LANG_NUMBER_NUMBER_H

/* Numbers with a dimension: exact rationals, or doubles where sqrt, exp, log or
 * a model produced them.
 *
 * Small rationals live in the struct, large ones behind a reference-counted
 * pointer. A number is immutable; number_copy shares, number_free drops a
 * reference. An operation that fails returns a status and sets the result to 0.
 * A result is a new number, never one of the operands. An interval is printed
 * with its number; operations drop it.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lang/base/buffer.h"
#include "lang/number/unit.h"

enum number_form { NUMBER_SMALL, NUMBER_BIG, NUMBER_REAL };

struct number {
	enum number_form form;
	struct dim dim;
	struct spelling spelling; /* unit: as written or converted to */
	float low, high; /* relative ends of the interval; 0: no interval */
	union {
		struct {
			int64_t num, den;
		} small; /* den > 0, reduced */
		struct bignum *big;
		double real;
	} u;
};

enum number_status {
	NUMBER_OK,
	NUMBER_DIMENSION, /* dimensions do not match */
	NUMBER_ZERO,	  /* division by zero, 0^-1 */
	NUMBER_TOO_BIG,	  /* exceeds NUMBER_MAX_BITS */
	NUMBER_DOMAIN,	  /* sqrt(-1), log(0), a fractional power, ... */
	NUMBER_NEGATIVE,  /* negative argument where only 0 or more is valid */
	NUMBER_NOT_INTEGER
};

/* Limit in bits for numerator and denominator of an exact number: about 315,000
 * decimal digits. A product at this limit takes milliseconds; a higher limit
 * makes operations slow, and the time budget is checked only between them.
 */
#define NUMBER_MAX_BITS (1 << 20)

struct number number_int(int64_t value);
struct number number_ratio(int64_t num, int64_t den);
struct number number_real(double value, struct dim dim);
struct number number_copy(const struct number *a);
void number_free(struct number *a);

/* Parse digits such as 15_000_000, 0.25, 1e-12, exactly. NUMBER_DOMAIN if the
 * text is not a number.
 */
enum number_status number_read(const char *text, struct number *result);

enum number_status number_add(const struct number *a, const struct number *b,
	struct number *result);
enum number_status number_sub(const struct number *a, const struct number *b,
	struct number *result);
enum number_status number_mul(const struct number *a, const struct number *b,
	struct number *result);
enum number_status number_div(const struct number *a, const struct number *b,
	struct number *result);
enum number_status number_floor_div(const struct number *a,
	const struct number *b, struct number *result);
enum number_status number_mod(const struct number *a, const struct number *b,
	struct number *result); /* has the sign of b, as in floor division */
enum number_status number_pow(const struct number *a, const struct number *b,
	struct number *result);
void number_neg(const struct number *a, struct number *result);
void number_abs(const struct number *a, struct number *result);

/* Round to an exact integer. A number with a dimension must be a count (B, LUP,
 * ...); halves are rounded away from zero.
 */
enum number_status number_floor(const struct number *a, struct number *result);
enum number_status number_ceil(const struct number *a, struct number *result);
enum number_status number_round(const struct number *a, struct number *result);
enum number_status number_trunc(const struct number *a, struct number *result);

/* The result is a double, even if the argument exceeds the range of double. */
enum number_status number_sqrt(const struct number *a, struct number *result);
enum number_status number_log(const struct number *a, struct number *result);
enum number_status number_log2(const struct number *a, struct number *result);
enum number_status number_log10(const struct number *a, struct number *result);

/* These take integers without dimension. */
enum number_status number_gcd(const struct number *a, const struct number *b,
	struct number *result);
enum number_status number_lcm(const struct number *a, const struct number *b,
	struct number *result);
enum number_status number_isqrt(const struct number *a, struct number *result);
enum number_status number_factorial(const struct number *a,
	struct number *result);
enum number_status number_binomial(const struct number *a,
	const struct number *b, struct number *result);
enum number_status number_popcount(const struct number *a,
	struct number *result);
enum number_status number_bits(const struct number *a, const struct number *b,
	char op, struct number *result); /* & | ^ */

/* Numerator and denominator of an exact number. */
enum number_status number_num(const struct number *a, struct number *result);
enum number_status number_den(const struct number *a, struct number *result);

/* Set "order" to -1, 0 or 1, or to 2 if an operand is NaN. Dimensions must be
 * equal. An exact number is rounded to double before it is compared with a
 * double.
 */
enum number_status number_compare(const struct number *a,
	const struct number *b, int *order);

int number_sign(const struct number *a); /* 0 for NaN */
bool number_is_exact(const struct number *a);
/* A double may be an integer as well. */
bool number_is_integer(const struct number *a);
bool number_to_int(const struct number *a, int64_t *value); /* exact */
double number_to_double(const struct number *a);	    /* to nearest */

/* The version of GMP. */
const char *number_library(void);

/* Multiply by the unit, or divide by it, which gives a number without
 * dimension.
 */
enum number_status number_with_unit(const struct number *a,
	const struct unit *unit, struct number *result);
enum number_status number_in_unit(const struct number *a,
	const struct unit *unit, struct number *result);

/* The same value, printed in "unit" from now on. */
enum number_status number_shown_in(const struct number *a,
	const struct unit *unit, struct number *result);

/* One of the unit in which "a" is written or shown: the default step of a range
 * that starts at "a".
 */
struct number number_one_like(const struct number *a);

/* For people: 6 significant digits, integers in full (up to 20 digits), and the
 * best prefix of the unit: "7.5 MiB", "489.6 Ginst/s", "0.0833333 FLOP/B".
 */
void number_print(const struct number *a, struct buffer *out);

/* The same, followed by the interval: "1.30 ms (1.22 to 1.41)". */
void number_print_interval(const struct number *a, struct buffer *out);

/* "shown", which stands for "a" in another unit, with as many digits as the
 * ends of its interval have, and with these.
 */
void number_print_ends(const struct number *a, double shown, bool has_ends,
	struct buffer *out);

/* The same with a given number of significant digits, or of digits after the
 * decimal point.
 */
void number_print_digits(const struct number *a, int digits,
	struct buffer *out);
void number_print_fixed(const struct number *a, int digits, struct buffer *out);

/* The value in base units without the unit, with 17 digits if it is not an
 * integer: for JSON and CSV. Infinity and NaN become null.
 */
void number_print_plain(const struct number *a, struct buffer *out);

/* The unit of number_print_plain(), or "": also a label, such as cyc. */
void number_print_unit(const struct number *a, struct buffer *out);

/* Text that the parser reads back exactly, for "show": 0.04, 7.5 MiB. A number
 * without a finite decimal expansion becomes a quotient: 1/3, 1 B / 3.
 */
void number_print_exact(const struct number *a, struct buffer *out);

/* Make GMP fail through memory_guarded() (lang/base/memory.h) when memory runs
 * out. Does nothing if the program has set its own GMP allocator.
 */
void number_use_memory(void);

#endif
