#ifndef LANG_SYNTAX_FMT_H
#define LANG_SYNTAX_FMT_H

/* The canonical form of a program: blanks and indentation are normalized, line
 * breaks and comments are kept.
 *
 * Formatting preserves the tokens and is idempotent.
 */

#include "lang/base/diag.h"

/* Append the canonical form of text[0..len) to "out". */
void fmt_text(const char *text, size_t len, struct buffer *out);

#endif
