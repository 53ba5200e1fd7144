#ifndef LANG_BASE_EMBEDDED_H
#define LANG_BASE_EMBEDDED_H

/* The .wsp files of hw/ and stdlib/ as byte arrays. embed.sh generates
 * embedded.c at build time, so that the library needs no data folder at run
 * time.
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
