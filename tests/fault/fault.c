/* Failing allocations: malloc, calloc, realloc and free that count blocks and
 * return NULL where a test says so (fault.h).  Otherwise they call the
 * allocator of libc, or that of the sanitizer.
 */

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "tests/fault/fault.h"

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SANITIZER 1
#endif

#ifdef HAS_SANITIZER
#define OURS(name)   __wrap_##name
#define THEIRS(name) __real_##name
#else
#define OURS(name)   name
#define THEIRS(name) __libc_##name
#endif

void *THEIRS(malloc)(size_t size);
void *THEIRS(calloc)(size_t n, size_t size);
void *THEIRS(realloc)(void *old, size_t size);
void THEIRS(free)(void *old);
void *OURS(malloc)(size_t size);
void *OURS(calloc)(size_t n, size_t size);
void *OURS(realloc)(void *old, size_t size);
void OURS(free)(void *old);

static _Atomic int kind;
static _Atomic int64_t limit, asked, failed, blocks;

void fault_set(enum fault_kind new_kind, int64_t n)
{
	atomic_store(&kind, FAULT_OFF);
	atomic_store(&limit, n);
	atomic_store(&asked, 0);
	atomic_store(&failed, 0);
	atomic_store(&kind, new_kind);
}

int64_t fault_asked(void)
{
	return atomic_load(&asked);
}

int64_t fault_failed(void)
{
	return atomic_load(&failed);
}

int64_t fault_blocks(void)
{
	return atomic_load(&blocks);
}

static bool fails(size_t size)
{
	int64_t i = atomic_fetch_add(&asked, 1) + 1, n = atomic_load(&limit);
	int now = atomic_load(&kind);

	if (now == FAULT_OFF || (now == FAULT_ONCE && i != n) ||
		(now == FAULT_EVER && i < n) ||
		(now == FAULT_LARGE && (int64_t) size < n))
		return false;
	atomic_fetch_add(&failed, 1);
	errno = ENOMEM;
	return true;
}

static void *count(void *p)
{
	if (p)
		atomic_fetch_add(&blocks, 1);
	return p;
}

void *OURS(malloc)(size_t size)
{
	return fails(size) ? NULL : count(THEIRS(malloc)(size));
}

void *OURS(calloc)(size_t n, size_t size)
{
	return fails(n * size) ? NULL : count(THEIRS(calloc)(n, size));
}

void *OURS(realloc)(void *old, size_t size)
{
	void *p;

	if (fails(size))
		return NULL;
	p = THEIRS(realloc)(old, size);
	return old ? p : count(p);
}

void OURS(free)(void *old)
{
	if (old)
		atomic_fetch_sub(&blocks, 1);
	THEIRS(free)(old);
}
