#ifndef LANG_NUMBER_NUMBER_BIG_H
#define LANG_NUMBER_NUMBER_BIG_H

/* Internals of numbers, for the files number*.c only: conversion between exact
 * numbers and GMP rationals.
 *
 * The form of an exact number is unique: small if numerator and denominator
 * have at most 63 bits, big otherwise.
 */

#include <gmp.h>

#include "lang/number/number.h"

#define LOG10_2 0.301029995663981195213738894724493027

struct bignum {
	int refs;
	mpq_t q;
};

/* Initialise q to an exact number. */
void number_get_q(const struct number *a, mpq_t q);

/* Make a number from the canonical q and clear q. Only the second checks the
 * limit NUMBER_MAX_BITS.
 */
struct number number_wrap_q(mpq_t q, struct dim dim);
enum number_status number_take_q(mpq_t q, struct dim dim,
	struct number *result);
enum number_status number_take_z(mpz_t z, struct dim dim,
	struct number *result);

/* a = fraction * 2^exp with 0.5 <= |fraction| < 1, also beyond the range of
 * double.
 */
double number_split(const struct number *a, long *exp);

/* A double computed from finite operands: NUMBER_TOO_BIG if it is infinite. */
enum number_status number_from_double(double value, struct dim dim,
	struct number *result);

#endif
