#ifndef LANG_BASE_JSON_H
#define LANG_BASE_JSON_H

/* JSON text (RFC 8259): what is written here is always valid UTF-8. */

#include <stddef.h>

#include "lang/base/buffer.h"

/* A string in quotes; bytes that are no UTF-8 become U+FFFD. */
void json_string(struct buffer *out, const char *text, size_t len);

/* Bytes of the well-formed UTF-8 character at text[0..len), 0 if it is
 * none.
 */
size_t json_char(const char *text, size_t len);

#endif
