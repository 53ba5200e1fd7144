#ifndef LANG_BASE_STACK_H
#define LANG_BASE_STACK_H

/* The C stack of the running thread. A host may call the library from threads
 * with small stacks, and programs may raise their own budget of stack; so
 * recursion asks here how much is really left.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lang/base/diag.h"

/* Stack that an evaluation step may use without asking again, in bytes: twice
 * the 16 KiB that the deepest one took.
 */
#define STACK_STEP_B ((size_t) 32 << 10)

/* The same for an estimate, a count or a simulation: the golden tests took
 * 77 KiB at most.
 */
#define STACK_ESTIMATE_B ((size_t) 104 << 10)

/* The same for each level of a walk over a syntax tree: the checker takes
 * 1.1 KiB.
 */
#define STACK_LEVEL_B ((size_t) 2 << 10)

/* Stack of the threads that the library itself starts. */
#define STACK_THREAD_B ((size_t) 1 << 20)

/* True if this thread has "bytes" of stack left, or if that is unknown: where
 * the system does not tell, and on a stack that is not the thread's own.
 */
bool stack_has(size_t bytes);

/* Report that the thread's stack is too small; returns false. */
bool stack_is_short(struct diag *diag, struct loc loc);

#endif
