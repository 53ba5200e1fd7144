/* Allocator for GMP, whose own aborts the process when malloc() fails. Inside
 * memory_guarded() these functions fail through the guard instead. isl uses GMP
 * too, so it is covered as well.
 */

#include <gmp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/number/number.h"

/* GMP's default allocator; a program that replaced it keeps its own. */
extern void *__gmp_default_allocate(size_t size) __attribute__((weak));

/* Outside of memory_guarded() the caller is not ours: abort as GMP would. */
static void check_guarded(void)
{
	if (memory_is_guarded())
		return;
	fputs("GMP: cannot allocate memory\n", stderr);
	abort();
}

static void *take(size_t size)
{
	void *p = malloc(size);

	if (p)
		return p;
	check_guarded();
	return memory_resize(NULL, size);
}

static void *resize(void *old, size_t old_size, size_t size)
{
	void *p = realloc(old, size);

	(void) old_size;
	if (p)
		return p;
	check_guarded();
	return memory_resize(old, size);
}

static void give_back(void *old, size_t size)
{
	(void) size;
	free(old);
}

static void set_functions(void)
{
	void *(*now)(size_t size);

	mp_get_memory_functions(&now, NULL, NULL);
	if (__gmp_default_allocate && now == __gmp_default_allocate)
		mp_set_memory_functions(take, resize, give_back);
}

/* When the library is unloaded, GMP may stay with the host. Blocks of either
 * allocator come from malloc().
 */
__attribute__((destructor)) static void restore_functions(void)
{
	void *(*now)(size_t size);

	mp_get_memory_functions(&now, NULL, NULL);
	if (now == take)
		mp_set_memory_functions(NULL, NULL, NULL);
}

void number_use_memory(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, set_functions);
}

const char *number_library(void)
{
	return gmp_version;
}
