#ifndef LANG_UNIT_H
#define LANG_UNIT_H

/* Units and dimensions: rows of unit.def.
 *
 * A dimension is a vector of exponents over the base units; cyc is a
 * dimensionless label (Hz is 1/s).  A unit is a dimension and an exact
 * factor to base units.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum base { BASE_B, BASE_S, BASE_FLOP, BASE_LUP, BASE_INST, BASE_TXN,
	BASE_PAGE, N_BASE };

struct dim {
	int8_t exp[N_BASE];
};

struct unit {
	struct dim dim;
	int64_t num, den;	/* factor to base units, in lowest terms */
};

bool dim_equal(struct dim a, struct dim b);
bool dim_is_none(struct dim a);

/* Sum, difference and multiple of exponents: what becomes of dimensions
 * under *, / and ^; false when an exponent leaves -127..127.
 */
bool dim_mul(struct dim a, struct dim b, struct dim *result);
bool dim_div(struct dim a, struct dim b, struct dim *result);
bool dim_pow(struct dim a, int n, struct dim *result);
bool dim_root(struct dim a, int n, struct dim *result);

/* "B/s", "FLOP/B", "1/s" is "Hz"; "" for none: for messages and JSON. */
void dim_name(struct dim dim, char *text, size_t size);

/* The longest prefix of text[0..len) that is a unit such as "GB/s" or
 * "B/LUP" (no blanks; factors joined by * and /, exponents by ^);
 * its length, or 0.
 */
size_t unit_parse(const char *text, size_t len, struct unit *unit);

/* All names a user can type, for completion and suggestions: "B", "kB",
 * ...; the count is returned.
 */
int unit_names(const char *const **name);

#endif
