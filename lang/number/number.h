#ifndef LANG_NUMBER_NUMBER_H
#define LANG_NUMBER_NUMBER_H

/* Numbers with a dimension: exact rationals, or doubles where sqrt, exp,
 * log or a model made them.
 *
 * Small rationals live in the struct, large ones behind a counted pointer;
 * a number is immutable, number_copy shares, number_free lets go.
 * Operations never fail silently: what cannot be is a status, and the
 * result is then 0.  A result is a new number, never one of the operands.
 * An interval is printed with the number and lost in operations.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lang/base/buffer.h"
#include "lang/number/unit.h"

enum number_form { NUMBER_SMALL, NUMBER_BIG, NUMBER_REAL };

struct number {
	enum number_form form;
	struct dim dim;
	struct spelling spelling; /* written or shown in this unit */
	float low, high;	  /* ends of an interval over it; 0: none */
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
	NUMBER_DIMENSION, /* dimensions do not fit the operation */
	NUMBER_ZERO,	  /* division by zero, 0^-1 */
	NUMBER_TOO_BIG,	  /* more digits than the limit */
	NUMBER_DOMAIN,	  /* sqrt(-1), log(0), a fractional power, ... */
	NUMBER_NEGATIVE,  /* where only 0 and more have a meaning */
	NUMBER_NOT_INTEGER
};

/* Exact numbers may have this many bits in numerator and denominator. */
#define NUMBER_MAX_BITS (1 << 20)

struct number number_int(int64_t value);
struct number number_ratio(int64_t num, int64_t den);
struct number number_real(double value, struct dim dim);
struct number number_copy(const struct number *a);
void number_free(struct number *a);

/* Read digits such as 15_000_000, 0.25, 1e-12, exactly; NUMBER_DOMAIN if
 * it is nothing of the kind.
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
	struct number *result); /* sign of b, as floor division */
enum number_status number_pow(const struct number *a, const struct number *b,
	struct number *result);
void number_neg(const struct number *a, struct number *result);
void number_abs(const struct number *a, struct number *result);

/* To an exact integer.  Of quantities, only those that count things can
 * be rounded (B, LUP, ...); halves go away from zero.
 */
enum number_status number_floor(const struct number *a, struct number *result);
enum number_status number_ceil(const struct number *a, struct number *result);
enum number_status number_round(const struct number *a, struct number *result);
enum number_status number_trunc(const struct number *a, struct number *result);

/* Doubles, also where the argument is beyond their range. */
enum number_status number_sqrt(const struct number *a, struct number *result);
enum number_status number_log(const struct number *a, struct number *result);
enum number_status number_log2(const struct number *a, struct number *result);
enum number_status number_log10(const struct number *a, struct number *result);

/* Integers without dimension. */
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

/* -1, 0, 1 in "order"; 2 if one of them is NaN.  Only numbers of equal
 * dimension compare.  Beside a double, an exact number counts as the
 * double nearest to it.
 */
enum number_status number_compare(const struct number *a,
	const struct number *b, int *order);

int number_sign(const struct number *a); /* of NaN: 0 */
bool number_is_exact(const struct number *a);
/* A double may be an integer, too. */
bool number_is_integer(const struct number *a);
bool number_to_int(const struct number *a, int64_t *value); /* exact */
double number_to_double(const struct number *a);	    /* to nearest */

/* Multiply by the unit, or divide by it (which leaves a plain number). */
enum number_status number_with_unit(const struct number *a,
	const struct unit *unit, struct number *result);
enum number_status number_in_unit(const struct number *a,
	const struct unit *unit, struct number *result);

/* "a" itself, but it will print in the unit. */
enum number_status number_shown_in(const struct number *a,
	const struct unit *unit, struct number *result);

/* One of the unit that "a" was written in or is shown in: the step of a
 * range that starts with it.
 */
struct number number_one_like(const struct number *a);

/* For people: 6 significant digits, integers whole (up to 20 digits), the
 * best prefix of the unit: "7.5 MiB", "489.6 Ginst/s", "0.0833333 FLOP/B".
 */
void number_print(const struct number *a, struct buffer *out);

/* The same, and the interval behind it: "1.30 ms (1.22 to 1.41)". */
void number_print_interval(const struct number *a, struct buffer *out);

/* The same with that many significant digits, or digits after the point. */
void number_print_digits(const struct number *a, int digits,
	struct buffer *out);
void number_print_fixed(const struct number *a, int digits, struct buffer *out);

/* The number alone in base units, 17 digits where it is not an integer:
 * for JSON and CSV.  Infinite and NaN are null.
 */
void number_print_plain(const struct number *a, struct buffer *out);

/* So that the parser gives it back exactly, for "show": 0.04, 7.5 MiB,
 * and as a quotient what has no end in decimals: 1/3, 1 B / 3.
 */
void number_print_exact(const struct number *a, struct buffer *out);

/* Let GMP end what runs here as others do when memory runs out; see
 * lang/base/memory.h.  Does nothing if the program has its own way.
 */
void number_use_memory(void);

#endif
