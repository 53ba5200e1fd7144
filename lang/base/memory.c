/* Allocation that callers need not check: when malloc() fails, a reserve is
 * freed and the allocation is retried; memory_guarded() handles the case that
 * the reserve is too small.
 */

#include <setjmp.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/account.h"
#include "lang/base/memory.h"

/* Size of the reserve: more than one evaluation step allocates, unless it first
 * asks memory_has_room().  It costs address space only, since no page of it is
 * ever touched.
 */
#define RESERVE_BYTES ((size_t) 16 << 20)

/* What one question takes and frees.  Allocators such as glibc's, which give
 * free memory back to the system from a threshold on, raise that to twice the
 * largest block that they saw freed: without it, an estimate would ask for the
 * same pages again each time.
 */
#define QUESTION_BYTES ((size_t) 1 << 20)

/* Where a failed allocation jumps to: the innermost memory_guarded() of this
 * thread.
 */
struct recovery {
	jmp_buf at;
	struct recovery *outer;
};

static _Thread_local struct recovery *innermost;
static _Atomic(void *) reserve;

bool memory_refill(void)
{
	void *none = NULL, *fresh;
	void *volatile question; /* else the compiler sees that it is not used */

	if (atomic_load(&reserve))
		return true;
	fresh = malloc(RESERVE_BYTES);
	if (fresh && !atomic_compare_exchange_strong(&reserve, &none, fresh))
		free(fresh);
	question = malloc(QUESTION_BYTES);
	free(question);
	return fresh != NULL;
}

/* When the library is unloaded, nobody else knows the reserve. */
__attribute__((destructor)) static void drop_reserve(void)
{
	free(atomic_exchange(&reserve, NULL));
}

void memory_let_go(void)
{
	account_starve();
	free(atomic_exchange(&reserve, NULL));
}

bool memory_guarded(void (*work)(void *data), void *data)
{
	struct recovery recovery = { .outer = innermost };

	if (setjmp(recovery.at) != 0) {
		innermost = innermost->outer;
		return false;
	}
	innermost = &recovery;
	work(data);
	innermost = recovery.outer;
	return true;
}

bool memory_is_guarded(void)
{
	return innermost != NULL;
}

_Noreturn void memory_failed(void)
{
	if (innermost)
		longjmp(innermost->at, 1);
	fputs("wsp: out of memory\n", stderr);
	exit(1);
}

bool memory_has_room(size_t size)
{
	void *p = size < RESERVE_BYTES / 4 ? NULL : malloc(size);

	free(p);
	return p || size < RESERVE_BYTES / 4;
}

void *memory_new(size_t size)
{
	void *p = calloc(1, size ? size : 1);

	if (!p) {
		memory_let_go();
		p = calloc(1, size ? size : 1);
	}
	if (!p)
		memory_failed();
	return p;
}

void *memory_resize(void *old, size_t size)
{
	void *p = realloc(old, size ? size : 1);

	if (!p) {
		memory_let_go();
		p = realloc(old, size ? size : 1);
	}
	if (!p)
		memory_failed();
	return p;
}

char *memory_copy_bytes(const char *text, size_t len)
{
	char *copy = memory_new(len + 1);

	memcpy(copy, text, len);
	return copy;
}

char *memory_copy_text(const char *text)
{
	return memory_copy_bytes(text, strlen(text));
}

void *memory_grow(void *array, size_t n, size_t elem_size)
{
	size_t room = n ? 2 * n : 1;

	if (n & (n - 1))
		return array;
	if (room > SIZE_MAX / elem_size)
		memory_failed();
	return memory_resize(array, room * elem_size);
}
