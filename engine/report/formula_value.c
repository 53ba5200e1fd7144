/* The value of a formula with other inputs than its own.  Formulas use + - *
 * / ^ (right to left, tightest), a sign, brackets, min, max, sqrt and exp, as
 * the language has them; anything else gives NaN.
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

static double read_call(struct formula *f, const char *name, size_t n)
{
	double a = read_sum(f), b = NAN;

	if (sees(f, ','))
		b = read_sum(f);
	if (!sees(f, ')'))
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

static double read_name(struct formula *f)
{
	const char *name = f->at;
	size_t n = 0;

	while (isalnum((unsigned char) name[n]) || name[n] == '_')
		++n;
	f->at += n;
	if (sees(f, '('))
		return read_call(f, name, n);
	for (int i = 0; i < f->derivation->n_input; ++i) {
		const char *input = f->derivation->input[i].name;

		if (strlen(input) == n && strncmp(input, name, n) == 0)
			return f->value[i];
	}
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
	char text[FORMULA_LENGTH];
	struct formula f = { text, d, value };
	double result;

	formula_spell(d->formula, text);
	result = read_sum(&f);
	skip_blanks(&f);
	return *f.at ? NAN : result;
}
