/* The value of a formula with other inputs than its own.  Formulas use + - *
 * / ^ (right to left, tightest), a sign, brackets, min, max, sqrt and exp, as
 * the language has them, and the calls that formula_spell() spells out;
 * anything else gives NaN.
 */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/report/formula.h"

struct formula {
	const char *at;
	const struct derivation *derivation;
	const double *value; /* of its inputs */
};

static double read_sum(struct formula *f);

static void skip_blanks(struct formula *f)
{
	while (*f->at == ' ')
		++f->at;
}

static bool sees(struct formula *f, char c)
{
	skip_blanks(f);
	if (*f->at != c)
		return false;
	++f->at;
	return true;
}

static bool is_name(const char *name, size_t n, const char *wanted)
{
	return name[0] == wanted[0] && strlen(wanted) == n &&
		strncmp(name, wanted, n) == 0;
}

/* (3.2), of which odds below 10^-9 count as 0. */
static double miss(double over, double half, double steepness)
{
	double lost = pow(over, steepness), kept = pow(half, steepness);

	return lost < 1e-9 * kept ? 0 : lost / (lost + kept);
}

static double read_call(struct formula *f, const char *name, size_t n)
{
	double a = read_sum(f), b = NAN, c = NAN;

	if (sees(f, ','))
		b = read_sum(f);
	if (sees(f, ','))
		c = read_sum(f);
	if (!sees(f, ')'))
		return NAN;
	if (is_name(name, n, "sqrt"))
		return sqrt(a);
	if (is_name(name, n, "exp"))
		return exp(a);
	if (isnan(a) || isnan(b))
		return NAN;
	if (is_name(name, n, "min"))
		return fmin(a, b);
	if (is_name(name, n, "max"))
		return fmax(a, b);
	if (is_name(name, n, "pow"))
		return pow(a, b);
	if (is_name(name, n, "capacity_miss"))
		return miss(a, b, c);
	if (is_name(name, n, "capacity_hit"))
		return pow(b, c) / (pow(a, c) + pow(b, c));
	return NAN;
}

static double read_name(struct formula *f)
{
	const char *name = f->at;
	size_t n = 0;

	while (isalnum((unsigned char) name[n]) || name[n] == '_')
		++n;
	f->at += n;
	if (sees(f, '('))
		return read_call(f, name, n);
	for (int i = 0; i < f->derivation->n_input; ++i)
		if (is_name(name, n, f->derivation->input[i].name))
			return f->value[i];
	return NAN;
}

static double read_atom(struct formula *f)
{
	skip_blanks(f);
	if (isdigit((unsigned char) *f->at)) {
		char *end;
		double value = strtod(f->at, &end);

		f->at = end;
		return value;
	}
	if (sees(f, '(')) {
		double value = read_sum(f);

		return sees(f, ')') ? value : NAN;
	}
	if (isalpha((unsigned char) *f->at))
		return read_name(f);
	return NAN;
}

static double read_power(struct formula *f)
{
	double base = read_atom(f);

	return sees(f, '^') ? pow(base, read_power(f)) : base;
}

static double read_signed(struct formula *f)
{
	return sees(f, '-') ? -read_power(f) : read_power(f);
}

static double read_product(struct formula *f)
{
	double value = read_signed(f);

	for (;;) {
		if (sees(f, '*'))
			value *= read_signed(f);
		else if (sees(f, '/'))
			value /= read_signed(f);
		else
			return value;
	}
}

static double read_sum(struct formula *f)
{
	double value = read_product(f);

	for (;;) {
		if (sees(f, '+'))
			value += read_product(f);
		else if (sees(f, '-'))
			value -= read_product(f);
		else
			return value;
	}
}

double formula_value(const struct derivation *d, const double *value)
{
	struct formula f = { d->formula, d, value };
	double result = read_sum(&f);

	skip_blanks(&f);
	return *f.at ? NAN : result;
}
