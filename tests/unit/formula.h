#ifndef TESTS_FORMULA_H
#define TESTS_FORMULA_H

/* The value of a derivation's formula with its inputs put in.
 *
 * Formulas use + - * / ^ (right to left, tightest), a sign, brackets, min,
 * max, sqrt and exp, as the language has them; anything else gives NaN.
 */

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/report/formula.h"
#include "engine/report/report.h"

struct formula {
	const char *at;
	const struct derivation *derivation;
};

static double formula_sum(struct formula *f);

static void formula_blanks(struct formula *f)
{
	while (*f->at == ' ')
		++f->at;
}

static int formula_sees(struct formula *f, char c)
{
	formula_blanks(f);
	if (*f->at != c)
		return 0;
	++f->at;
	return 1;
}

static double formula_call(struct formula *f, const char *name, size_t n)
{
	double a = formula_sum(f), b = NAN;

	if (formula_sees(f, ','))
		b = formula_sum(f);
	if (!formula_sees(f, ')'))
		return NAN;
	if (n == 3 && strncmp(name, "min", n) == 0)
		return isnan(a) || isnan(b) ? NAN : fmin(a, b);
	if (n == 3 && strncmp(name, "max", n) == 0)
		return isnan(a) || isnan(b) ? NAN : fmax(a, b);
	if (n == 4 && strncmp(name, "sqrt", n) == 0)
		return sqrt(a);
	if (n == 3 && strncmp(name, "exp", n) == 0)
		return exp(a);
	return NAN;
}

static double formula_name(struct formula *f)
{
	const char *name = f->at;
	size_t n = 0;

	while (isalnum((unsigned char) name[n]) || name[n] == '_')
		++n;
	f->at += n;
	if (formula_sees(f, '('))
		return formula_call(f, name, n);
	for (int i = 0; i < f->derivation->n_input; ++i) {
		const struct derivation_input *in = &f->derivation->input[i];

		if (strlen(in->name) == n && strncmp(in->name, name, n) == 0)
			return in->value;
	}
	return NAN;
}

static double formula_atom(struct formula *f)
{
	formula_blanks(f);
	if (isdigit((unsigned char) *f->at)) {
		char *end;
		double value = strtod(f->at, &end);

		f->at = end;
		return value;
	}
	if (formula_sees(f, '(')) {
		double value = formula_sum(f);

		return formula_sees(f, ')') ? value : NAN;
	}
	if (isalpha((unsigned char) *f->at))
		return formula_name(f);
	return NAN;
}

static double formula_power(struct formula *f)
{
	double base = formula_atom(f);

	return formula_sees(f, '^') ? pow(base, formula_power(f)) : base;
}

static double formula_signed(struct formula *f)
{
	return formula_sees(f, '-') ? -formula_power(f) : formula_power(f);
}

static double formula_product(struct formula *f)
{
	double value = formula_signed(f);

	for (;;) {
		if (formula_sees(f, '*'))
			value *= formula_signed(f);
		else if (formula_sees(f, '/'))
			value /= formula_signed(f);
		else
			return value;
	}
}

static double formula_sum(struct formula *f)
{
	double value = formula_product(f);

	for (;;) {
		if (formula_sees(f, '+'))
			value += formula_product(f);
		else if (formula_sees(f, '-'))
			value -= formula_product(f);
		else
			return value;
	}
}

static double formula_value(const struct derivation *d)
{
	char text[FORMULA_LENGTH];
	struct formula f = { text, d };
	double value;

	formula_spell(d->formula, text);
	value = formula_sum(&f);
	formula_blanks(&f);
	return *f.at ? NAN : value;
}

/* True if inputs are finite and the formula gives the figure to 1e-9. */
static int formula_holds(const struct derivation *d)
{
	double value = formula_value(d);

	for (int i = 0; i < d->n_input; ++i)
		if (!isfinite(d->input[i].value))
			return 0;
	return isfinite(value) &&
		fabs(value - d->value) <= 1e-9 * fabs(d->value);
}

#endif
