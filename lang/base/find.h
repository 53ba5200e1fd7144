#ifndef LANG_BASE_FIND_H
#define LANG_BASE_FIND_H

/* Search in text that may hold any bytes, in linear time also where text and
 * pattern repeat themselves.
 */

#include <stddef.h>

/* The first occurrence of what[0..n) in text[0..len), or NULL. */
const char *find_bytes(const char *text, size_t len, const char *what,
	size_t n);

#endif
