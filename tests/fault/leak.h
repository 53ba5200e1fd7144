#ifndef TESTS_FAULT_LEAK_H
#define TESTS_FAULT_LEAK_H

/* Find leaks without a sanitizer, by counting blocks over repeated runs.
 * Tables of a session grow once and devices are read once; a leak takes more
 * blocks each time.
 */

#include "lang/wsp.h"
#include "tests/fault/fault.h"

#define LEAK_TURNS 40

/* True if the program takes more blocks each time it runs; "before" is the
 * number of blocks before its first run.
 */
static inline bool leak_is_in(struct wsp *w, const char *program,
	int64_t before)
{
	int turn;

	for (turn = 0; fault_blocks() > before && turn < LEAK_TURNS; ++turn) {
		before = fault_blocks();
		wsp_result_free(wsp_eval(w, program));
	}
	return turn == LEAK_TURNS && fault_blocks() > before;
}

#endif
