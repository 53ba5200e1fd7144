#ifndef LANG_NUMBER_H
#define LANG_NUMBER_H

/* Numbers with a dimension: exact rationals, or doubles where sqrt, exp,
 * log or a model made them.
 *
 * Small rationals live in the struct, large ones behind a counted pointer;
 * a number is immutable, number_copy shares, number_free lets go.
 * Operations never fail silently: what cannot be is a status.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lang/buffer.h"
#include "lang/unit.h"

enum number_form { NUMBER_SMALL, NUMBER_BIG, NUMBER_REAL };

struct number {
	enum number_form form;
	struct dim dim;
	union {
		struct { int64_t num, den; } small;	/* den > 0, reduced */
		struct bignum *big;
		double real;
	} u;
};

enum number_status {
	NUMBER_OK,
	NUMBER_DIMENSION,	/* dimensions do not fit the operation */
	NUMBER_ZERO,		/* division by zero, 0^-1 */
	NUMBER_TOO_BIG,		/* more digits than the limit */
	NUMBER_DOMAIN,		/* sqrt(-1), log(0), a fractional power, ... */
	NUMBER_NOT_INTEGER
};

/* Exact numbers may have this many bits in numerator and denominator. */
#define NUMBER_MAX_BITS	(1 << 20)

struct number number_int(int64_t value);
struct number number_ratio(int64_t num, int64_t den);
struct number number_real(double value, struct dim dim);
struct number number_copy(const struct number *a);
void number_free(struct number *a);

/* Read digits such as 15_000_000, 0.25, 1e-12, exactly. */
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
	struct number *result);		/* sign of b, as floor division */
enum number_status number_pow(const struct number *a, const struct number *b,
	struct number *result);
void number_neg(const struct number *a, struct number *result);
void number_abs(const struct number *a, struct number *result);
enum number_status number_floor(const struct number *a, struct number *result);
enum number_status number_ceil(const struct number *a, struct number *result);
enum number_status number_round(const struct number *a, struct number *result);
enum number_status number_sqrt(const struct number *a, struct number *result);

/* -1, 0, 1 in "order"; 2 if one of them is NaN.  Only numbers of equal
 * dimension compare.
 */
enum number_status number_compare(const struct number *a,
	const struct number *b, int *order);

int number_sign(const struct number *a);
bool number_is_exact(const struct number *a);
bool number_is_integer(const struct number *a);
bool number_to_int(const struct number *a, int64_t *value);	/* exact */
double number_to_double(const struct number *a);

/* Multiply by the unit, or divide by it. */
enum number_status number_with_unit(const struct number *a,
	const struct unit *unit, struct number *result);
enum number_status number_in_unit(const struct number *a,
	const struct unit *unit, struct number *result);

/* For people: 6 significant digits, integers whole (up to 20 digits), the
 * best prefix of the unit: "7.5 MiB", "489.6 Ginst/s", "0.0833333 FLOP/B".
 */
void number_print(const struct number *a, struct buffer *out);

/* The number alone in base units, 17 digits where it is not an integer:
 * for JSON and CSV.  Infinite and NaN are null.
 */
void number_print_plain(const struct number *a, struct buffer *out);

/* So that number_read (and a unit) gives it back exactly, for "show". */
void number_print_exact(const struct number *a, struct buffer *out);

#endif
