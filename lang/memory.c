#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/memory.h"

_Noreturn void memory_failed(void)
{
	fputs("wsp: out of memory\n", stderr);
	abort();
}

void *memory_new(size_t size)
{
	void *p = calloc(1, size ? size : 1);

	if (!p)
		memory_failed();
	return p;
}

void *memory_resize(void *old, size_t size)
{
	void *p = realloc(old, size ? size : 1);

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
