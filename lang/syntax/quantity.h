#ifndef LANG_SYNTAX_QUANTITY_H
#define LANG_SYNTAX_QUANTITY_H

/* Units among the scanner's tokens, after a number or `in`.
 *
 * A unit contains no blanks and ends at the end of a token: "8 B/s" is one
 * quantity; in "8 B/n" and "8 B/s2" the unit is B.
 */

#include "lang/syntax/tokens.h"

/* Number of tokens from "t" on that form the longest unit, or 0. */
uint32_t quantity_unit(const char *text, const struct token *t);

/* Number of tokens that were meant as a unit but may be misspelt. If "all", any
 * name after '/' or '*' is included, not only units.
 */
uint32_t quantity_meant(const char *text, const struct token *t, bool all);

#endif
