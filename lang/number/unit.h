#ifndef LANG_NUMBER_UNIT_H
#define LANG_NUMBER_UNIT_H

/* Units and dimensions: rows of unit.def.
 *
 * A dimension is a vector of exponents over the base units; cyc is a
 * dimensionless label (Hz is 1/s). A unit is a dimension, an exact factor to
 * base units, and its spelling.
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

/* The spelling of a unit: rows of the table, each with an exponent. Units with
 * more factors are not parsed.
 */
#define UNIT_FACTORS 4

struct spelling {
	uint8_t n;  /* number of factors; 0: no spelling */
	bool shown; /* print in this unit; false: only written in it */
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
	int exp; /* exponent of the base unit; 0: a label */
	int64_t num, den;
};

extern const struct unit_row unit_rows[];
extern const int n_unit_row;

bool dim_equal(struct dim a, struct dim b);
bool dim_is_none(struct dim a);

/* True if the dimension counts indivisible things: B, LUP, page, ... */
bool dim_is_count(struct dim a);

/* Add, subtract, multiply and divide exponents: the dimension of a product,
 * quotient, power and root. False if an exponent is not an integer or leaves
 * -127..127.
 */
bool dim_mul(struct dim a, struct dim b, struct dim *result);
bool dim_div(struct dim a, struct dim b, struct dim *result);
bool dim_pow(struct dim a, int n, struct dim *result);
bool dim_ratio_pow(struct dim a, int64_t num, int64_t den, struct dim *result);

/* The name of a dimension for messages and JSON: "B/s", "FLOP/B", "Hz" for 1/s,
 * "B^-1" for 1/B, "" for none. unit_parse reads all of them.
 */
void dim_name(struct dim dim, char *text, size_t size);

/* The row and exponent of the leading factor when "dim" is written: B of B/s,
 * Hz of 1/s. Returns -1 for a dimensionless "dim", and if all exponents are
 * negative and time is not among them.
 */
int dim_lead(struct dim dim, int *exp);

/* As dim_name, but with the row "lead" of the same family instead of
 * dim_lead's.
 */
void dim_print(struct dim dim, int lead, struct buffer *out);

/* The longest prefix of text[0..len) that is a unit such as "GB/s" or
 * "B/LUP" (no blanks; factors joined by * and /, exponents by ^);
 * its length, or 0.
 */
size_t unit_parse(const char *text, size_t len, struct unit *unit);

/* The unit that a spelling denotes, and its text. */
struct unit unit_spelled(const struct spelling *spelling);
void unit_print(const struct spelling *spelling, struct buffer *out);

/* Correct a misspelt unit: replace each factor of "text" by the nearest unit,
 * so that GB/sec becomes GB/s. False if a factor has no near unit.
 */
bool unit_meant(const char *text, struct buffer *out);

/* All unit names, for completion and suggestions ("B", "kB", ...). Returns
 * their number.
 */
int unit_names(const char *const **name);

#endif
