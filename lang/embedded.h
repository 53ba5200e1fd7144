#ifndef LANG_EMBEDDED_H
#define LANG_EMBEDDED_H

/* The files of stdlib/ and hw/ as they were when the program was built. */

#include <stddef.h>

struct embedded {
	const char *folder, *name, *text;	/* "hw", "a100", ... */
	size_t len;
};

extern const struct embedded embedded[];
extern const int n_embedded;

#endif
