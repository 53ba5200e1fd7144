#ifndef LANG_BASE_JSON_H
#define LANG_BASE_JSON_H

/* Writes JSON (RFC 8259). The output is always valid UTF-8. */

#include <stddef.h>

#include "lang/base/buffer.h"

/* A quoted string; bytes that are not UTF-8 become U+FFFD. */
void json_string(struct buffer *out, const char *text, size_t len);

/* Length in bytes of the UTF-8 character at text[0..len), or 0 if it is
 * malformed.
 */
size_t json_char(const char *text, size_t len);

#endif
