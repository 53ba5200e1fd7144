#ifndef LANG_BASE_DECIMAL_H
#define LANG_BASE_DECIMAL_H

/* Numbers in tables, as the locale of the program that wrote them has them:
 * "8,388,608.5", "8.388.608,5", "8 388 608,5" or "8'388'608.5".
 *
 * One number alone may not tell: "268,435" is 268435 or 268.435.  The numbers
 * of a table share one decimal mark, so that any that tells decides for all.
 */

#include <stdbool.h>

/* The decimal mark that a number can have only: '.' or ','; 0 if both are
 * possible, or if the text is no number.
 */
char decimal_mark(const char *text);

/* True for a number that the two marks give different values. */
bool decimal_is_ambiguous(const char *text);

/* Reads a number with this decimal mark; false if the text is none. */
bool decimal_read(const char *text, char mark, double *v);

#endif
