/* The callback of gcc's trace-pc: it marks the entry of the branch in the map
 * (feedback.h), and is not instrumented itself.
 */

#include "tests/fuzz/feedback.h"

uint8_t feedback_taken[FEEDBACK_MAP];

FEEDBACK_PLAIN
void __sanitizer_cov_trace_pc(void)
{
	uintptr_t at = (uintptr_t) __builtin_return_address(0);

	feedback_taken[(at >> 2 ^ at >> 18) & (FEEDBACK_MAP - 1)] = 1;
}
