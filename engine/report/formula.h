#ifndef ENGINE_REPORT_FORMULA_H
#define ENGINE_REPORT_FORMULA_H

/* A formula of a model stands in the source once: these macros compute it
 * and record its text for `explain`, with the number of its equation in
 * doc/MODEL.md and a line for each symbol.
 *
 *	FORMULA_LIMIT(r, "launch", "block launch rate", "7.6",
 *		n_block / rate,
 *		(n_block, "", "blocks of the launch", m->n_block),
 *		(rate, "Hz", "blocks that start in a second", per_s));
 *
 * A symbol is (name, unit, meaning, value).  It is a const double in the
 * formula and in the values of the symbols after it.  Formulas call the
 * functions of the language (min, max, sqrt, exp) and those that
 * formula_spell() writes out.
 */

#include <math.h>

#include "engine/report/report.h"

static inline double max(double a, double b)
{
	return fmax(a, b);
}

static inline double min(double a, double b)
{
	return fmin(a, b);
}

/* Room for any formula: twice the longest today. */
#define FORMULA_LENGTH 512

/* The formula of a derivation, spelled in the language.  Only printing needs
 * it, so a report holds formulas as C has them.
 */
void formula_spell(const char *formula, char text[FORMULA_LENGTH]);

/* The value of the formula of "d" where its inputs have the values
 * value[0 .. n_input-1]; NaN where it is not understood.
 */
double formula_value(const struct derivation *d, const double *value);

/* f applied to up to 16 symbols. */
#define FORMULA_1(f, s)							     f s
#define FORMULA_2(f, s, ...)						     f s FORMULA_1(f, __VA_ARGS__)
#define FORMULA_3(f, s, ...)						     f s FORMULA_2(f, __VA_ARGS__)
#define FORMULA_4(f, s, ...)						     f s FORMULA_3(f, __VA_ARGS__)
#define FORMULA_5(f, s, ...)						     f s FORMULA_4(f, __VA_ARGS__)
#define FORMULA_6(f, s, ...)						     f s FORMULA_5(f, __VA_ARGS__)
#define FORMULA_7(f, s, ...)						     f s FORMULA_6(f, __VA_ARGS__)
#define FORMULA_8(f, s, ...)						     f s FORMULA_7(f, __VA_ARGS__)
#define FORMULA_9(f, s, ...)						     f s FORMULA_8(f, __VA_ARGS__)
#define FORMULA_10(f, s, ...)						     f s FORMULA_9(f, __VA_ARGS__)
#define FORMULA_11(f, s, ...)						     f s FORMULA_10(f, __VA_ARGS__)
#define FORMULA_12(f, s, ...)						     f s FORMULA_11(f, __VA_ARGS__)
#define FORMULA_13(f, s, ...)						     f s FORMULA_12(f, __VA_ARGS__)
#define FORMULA_14(f, s, ...)						     f s FORMULA_13(f, __VA_ARGS__)
#define FORMULA_15(f, s, ...)						     f s FORMULA_14(f, __VA_ARGS__)
#define FORMULA_16(f, s, ...)						     f s FORMULA_15(f, __VA_ARGS__)
#define FORMULA_17TH(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, ...) q
#define FORMULA_EACH(f, ...)                                               \
	FORMULA_17TH(__VA_ARGS__, FORMULA_16, FORMULA_15, FORMULA_14,      \
		FORMULA_13, FORMULA_12, FORMULA_11, FORMULA_10, FORMULA_9, \
		FORMULA_8, FORMULA_7, FORMULA_6, FORMULA_5, FORMULA_4,     \
		FORMULA_3, FORMULA_2, FORMULA_1, )                         \
	(f, __VA_ARGS__)

#define FORMULA_SYMBOL(name, unit, what, value) const double name = (value);
#define FORMULA_INPUT(name, unit, what, value)	{ #name, unit, what, name },
#define FORMULA_TEXT(...)			FORMULA_QUOTE(__VA_ARGS__)
#define FORMULA_QUOTE(...)			#__VA_ARGS__

/* Set "target" to the value of "formula" and add it to the derivations of
 * "report" as the figure "path".  "reason" as in report_derive().
 */
#define FORMULA(report, target, path, unit, equation, reason, formula, ...)  \
	do {                                                                 \
		FORMULA_EACH(FORMULA_SYMBOL, __VA_ARGS__)                    \
		const struct derivation_input formula_input[] = {            \
			FORMULA_EACH(FORMULA_INPUT, __VA_ARGS__)             \
		};                                                           \
		target = (formula);                                          \
		report_derive(report, path, equation, FORMULA_TEXT(formula), \
			unit, target, reason, REPORT_INPUTS(formula_input)); \
	} while (0)

/* The same for a figure of metric.def. */
#define FORMULA_METRIC(report, id, equation, reason, formula, ...) \
	FORMULA(report, (report)->metric[id], metrics[id].path,    \
		metrics[id].unit, equation, reason, formula, __VA_ARGS__)

/* The same for a limit, "name" a literal. */
#define FORMULA_LIMIT(report, name, what, equation, formula, ...)         \
	do {                                                              \
		double formula_s;                                         \
		FORMULA(report, formula_s, "limits." name, "s", equation, \
			NULL, formula, __VA_ARGS__);                      \
		report_limit(report, name, what, formula_s);              \
	} while (0)

#endif
