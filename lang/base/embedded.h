#ifndef LANG_BASE_EMBEDDED_H
#define LANG_BASE_EMBEDDED_H

/* The .wsp files of hw/ and stdlib/ as they were when the library was
 * built; embed.sh makes embedded.c from them.  A library needs no folder
 * to be found at run time.
 */

#include <stddef.h>

struct embedded {
	const char *folder; /* "hw" or "stdlib" */
	const char *name;   /* of the file, without ".wsp" */
	const char *text;   /* NUL-terminated */
	size_t len;
};

extern const struct embedded embedded[];
extern const int n_embedded;

#endif
