#ifndef LANG_SYNTAX_FMT_H
#define LANG_SYNTAX_FMT_H

/* The canonical form of a program: blanks and indentation are normal,
 * line breaks and comments stay as they were.
 *
 * The tokens before and after are the same; formatting twice changes
 * nothing.
 */

#include "lang/base/diag.h"

/* Append the canonical form of text[0..len) to "out". */
void fmt_text(const char *text, size_t len, struct buffer *out);

#endif
