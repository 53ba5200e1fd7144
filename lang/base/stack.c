/* Bounds of the thread's stack, which pthread_getattr_np() tells. It reads
 * /proc/self/maps in the first thread of a process, so each thread asks once.
 */

#ifdef HAVE_PTHREAD_GETATTR_NP
#define _GNU_SOURCE
#endif

#include <pthread.h>
#include <stdint.h>

#include "lang/base/stack.h"

/* Addresses of this thread's stack, [low, high); both 0 if unknown. */
struct bounds {
	bool is_known;
	uintptr_t low, high;
};

static _Thread_local struct bounds own;

static void find_bounds(struct bounds *b)
{
#ifdef HAVE_PTHREAD_GETATTR_NP
	pthread_attr_t attr;
	void *low;
	size_t size;

	if (pthread_getattr_np(pthread_self(), &attr) == 0) {
		if (pthread_attr_getstack(&attr, &low, &size) == 0) {
			b->low = (uintptr_t) low;
			b->high = b->low + size;
		}
		pthread_attr_destroy(&attr);
	}
#endif
	b->is_known = true;
}

bool stack_has(size_t bytes)
{
	uintptr_t here = (uintptr_t) __builtin_frame_address(0);

	if (!own.is_known)
		find_bounds(&own);
	if (here < own.low || here >= own.high)
		return true;
	return here - own.low >= bytes;
}

bool stack_is_short(struct diag *diag, struct loc loc)
{
	diag_error(diag, loc, NULL,
		"this takes more stack than the thread has left");
	diag_note(diag,
		"nest less, or run wsp in a thread with a larger stack "
		"(ulimit -s for the first one)");
	return false;
}
