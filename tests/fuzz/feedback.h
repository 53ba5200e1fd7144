#ifndef TESTS_FUZZ_FEEDBACK_H
#define TESTS_FUZZ_FEEDBACK_H

/* Branches taken since the map was cleared: gcc calls a function at each of
 * them (-fsanitize-coverage=trace-pc).  Two branches may share an entry.
 */

#include <stdint.h>

#define FEEDBACK_MAP (1 << 16)

/* For functions that run before a sanitizer has started. */
#define FEEDBACK_PLAIN                                               \
	__attribute__((no_sanitize_coverage, no_sanitize("address"), \
		no_sanitize("undefined")))

extern uint8_t feedback_taken[FEEDBACK_MAP];

void __sanitizer_cov_trace_pc(void);

#endif
