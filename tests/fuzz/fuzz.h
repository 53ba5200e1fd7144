#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

/* What fuzz targets share: a law that does not hold ends the program, which
 * is how both libFuzzer and drive.c learn of a finding.
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void require(int holds, const char *what)
{
	if (holds)
		return;
	fflush(stdout);
	fprintf(stderr, "does not hold: %s\n", what);
	abort();
}

#endif
