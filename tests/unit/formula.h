#ifndef TESTS_FORMULA_H
#define TESTS_FORMULA_H

/* Whether the formula of a derivation gives its figure. */

#include <math.h>

#include "engine/report/formula.h"

/* Room for the inputs of any formula. */
#define FORMULA_INPUTS 32

static double formula_own(const struct derivation *d)
{
	double value[FORMULA_INPUTS];

	if (d->n_input > FORMULA_INPUTS)
		return NAN;
	for (int i = 0; i < d->n_input; ++i)
		value[i] = d->input[i].value;
	return formula_value(d, value);
}

/* True if inputs are finite and the formula gives the figure to 1e-9. */
static int formula_holds(const struct derivation *d)
{
	double value = formula_own(d);

	for (int i = 0; i < d->n_input; ++i)
		if (!isfinite(d->input[i].value))
			return 0;
	return isfinite(value) &&
		fabs(value - d->value) <= 1e-9 * fabs(d->value);
}

#endif
