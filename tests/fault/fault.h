#ifndef TESTS_FAULT_FAULT_H
#define TESTS_FAULT_FAULT_H

/* Allocations that fail when a test says so.
 *
 * The program's own malloc, calloc and realloc stand before those of libc,
 * also for the libraries it uses (with sanitizers, whose own stand there,
 * they are put before by the linker, for our code alone).
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

/* Allocations since then, those that failed, and blocks there are now. */
int64_t fault_asked(void);
int64_t fault_failed(void);
int64_t fault_blocks(void);

#endif
