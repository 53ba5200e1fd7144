#ifndef LANG_SYNTAX_QUANTITY_H
#define LANG_SYNTAX_QUANTITY_H

/* Units among the scanner's tokens, behind a number or `in`.
 *
 * A unit has no blanks in it and ends where a token does: "8 B/s" is one
 * quantity, in "8 B/n" and "8 B/s2" the unit is B.
 */

#include "lang/syntax/tokens.h"

/* How many tokens from "t" on are a unit, as many as possible; or 0. */
uint32_t quantity_unit(const char *text, const struct token *t);

/* How many were meant as a unit, though they may be none.  If "all", any
 * name behind '/' or '*' belongs to it, not only units.
 */
uint32_t quantity_meant(const char *text, const struct token *t, bool all);

#endif
