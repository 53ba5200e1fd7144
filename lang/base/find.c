/* memmem(), which the C libraries have but POSIX does not declare. */

#define _GNU_SOURCE

#include <string.h>

#include "lang/base/find.h"

const char *find_bytes(const char *text, size_t len, const char *what, size_t n)
{
	return memmem(text, len, what, n);
}
