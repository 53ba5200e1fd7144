#ifndef TESTS_FAULT_FAULT_H
#define TESTS_FAULT_FAULT_H

/* Allocations that fail when a test says so.
 *
 * malloc, calloc and realloc of the test replace those of libc, also in the
 * libraries that it uses.  With sanitizers, which replace them as well, the
 * linker wraps the calls (--wrap) of our code alone.
 */

#include <stdbool.h>
#include <stdint.h>

enum fault_kind {
	FAULT_OFF,
	FAULT_ONCE, /* the n-th allocation from here on */
	FAULT_EVER, /* that one and all that follow */
	FAULT_LARGE /* those of n bytes and more */
};

void fault_set(enum fault_kind kind, int64_t n);

/* Allocations since fault_set(), failed ones, and blocks that are allocated. */
int64_t fault_asked(void);
int64_t fault_failed(void);
int64_t fault_blocks(void);

#endif
