#ifndef LANG_NUMBER_UNIT_H
#define LANG_NUMBER_UNIT_H

/* Units and dimensions: rows of unit.def.
 *
 * A dimension is a vector of exponents over the base units; cyc is a
 * dimensionless label (Hz is 1/s).  A unit is a dimension and an exact
 * factor to base units, and remembers how it was spelled.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lang/base/buffer.h"

enum base {
	BASE_B,
	BASE_S,
	BASE_FLOP,
	BASE_LUP,
	BASE_INST,
	BASE_TXN,
	BASE_PAGE,
	N_BASE
};

struct dim {
	int8_t exp[N_BASE];
};

/* How a unit is written: rows of the table, each with an exponent. */
#define UNIT_FACTORS 4

struct spelling {
	uint8_t n;  /* factors; 0: nothing is remembered */
	bool shown; /* print in it; otherwise only written in it */
	struct unit_factor {
		uint8_t row;
		int8_t exp;
	} factor[UNIT_FACTORS];
};

struct unit {
	struct dim dim;
	struct spelling spelling;
	int64_t num, den; /* factor to base units, in lowest terms */
};

struct unit_row {
	const char *name;
	enum base base;
	int exp; /* of the base; 0: a label */
	int64_t num, den;
};

extern const struct unit_row unit_rows[];
extern const int n_unit_row;

bool dim_equal(struct dim a, struct dim b);
bool dim_is_none(struct dim a);

/* Whether it counts things that come whole: B, LUP, page, ... */
bool dim_is_count(struct dim a);

/* Sum, difference, multiple and part of exponents: what becomes of
 * dimensions under *, /, ^ and roots; false when an exponent is not whole
 * or leaves -127..127.
 */
bool dim_mul(struct dim a, struct dim b, struct dim *result);
bool dim_div(struct dim a, struct dim b, struct dim *result);
bool dim_pow(struct dim a, int n, struct dim *result);
bool dim_ratio_pow(struct dim a, int64_t num, int64_t den, struct dim *result);

/* "B/s", "FLOP/B", "1/s" is "Hz", "1/B" is "B^-1"; "" for none: for
 * messages and JSON.  All of them can be read by unit_parse.
 */
void dim_name(struct dim dim, char *text, size_t size);

/* The row of the factor that stands first when "dim" is written, and its
 * exponent there: B of B/s, Hz of 1/s; -1 if all exponents are negative
 * (and time is not among them) or there is none.
 */
int dim_lead(struct dim dim, int *exp);

/* As dim_name, with another row of the family in place of dim_lead's. */
void dim_print(struct dim dim, int lead, struct buffer *out);

/* The longest prefix of text[0..len) that is a unit such as "GB/s" or
 * "B/LUP" (no blanks; factors joined by * and /, exponents by ^);
 * its length, or 0.
 */
size_t unit_parse(const char *text, size_t len, struct unit *unit);

/* The unit that a spelling denotes, and its text. */
struct unit unit_spelled(const struct spelling *spelling);
void unit_print(const struct spelling *spelling, struct buffer *out);

/* The unit that "text" was meant to be: each of its factors becomes the
 * nearest unit, so that GB/sec is GB/s.  False if one has none.
 */
bool unit_meant(const char *text, struct buffer *out);

/* All names a user can type, for completion and suggestions: "B", "kB",
 * ...; the count is returned.
 */
int unit_names(const char *const **name);

#endif
