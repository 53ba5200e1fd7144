/* An arena is a list of blocks, the newest first. An allocation comes from the
 * newest block, or from a new block if it does not fit.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/arena.h"
#include "lang/base/memory.h"

/* Blocks double from the smallest on, as a session may keep the trees of many
 * short programs.
 */
#define LEAST_BLOCK_B ((size_t) 1 << 10)
#define MOST_BLOCK_B  ((size_t) 1 << 16)
#define ALIGN_BYTES   (sizeof(union align))

union align {
	long long i;
	long double d;
	void *p;
};

struct block {
	struct block *next;
	size_t used, size;
	union align data[];
};

struct deferred {
	struct deferred *next;
	void (*release)(void *);
	void *object;
};

struct arena {
	struct block *blocks;
	struct deferred *deferred;
	size_t bytes; /* of all blocks */
};

struct arena *arena_new(void)
{
	return memory_new(sizeof(struct arena));
}

void arena_free(struct arena *arena)
{
	struct block *next;

	if (!arena)
		return;
	for (struct deferred *d = arena->deferred; d; d = d->next)
		d->release(d->object);
	for (struct block *block = arena->blocks; block; block = next) {
		next = block->next;
		free(block);
	}
	free(arena);
}

static void add_block(struct arena *arena, size_t size)
{
	size_t usual = arena->bytes < LEAST_BLOCK_B ? LEAST_BLOCK_B :
		arena->bytes < MOST_BLOCK_B	    ? arena->bytes :
						      MOST_BLOCK_B;
	struct block *block;

	if (size < usual)
		size = usual;
	arena->bytes += size;
	block = memory_new(sizeof(*block) + size);
	block->size = size;
	block->next = arena->blocks;
	arena->blocks = block;
}

size_t arena_bytes(const struct arena *arena)
{
	return arena->bytes;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	struct block *block = arena->blocks;
	void *p;

	size = (size + ALIGN_BYTES - 1) / ALIGN_BYTES * ALIGN_BYTES;
	if (!block || block->size - block->used < size) {
		add_block(arena, size);
		block = arena->blocks;
	}
	p = (char *) block->data + block->used;
	block->used += size;
	return p;
}

char *arena_copy(struct arena *arena, const char *text, size_t len)
{
	char *copy = arena_alloc(arena, len + 1);

	memcpy(copy, text, len);
	return copy;
}

void arena_defer(struct arena *arena, void (*release)(void *), void *object)
{
	struct deferred *d = arena_alloc(arena, sizeof(*d));

	d->release = release;
	d->object = object;
	d->next = arena->deferred;
	arena->deferred = d;
}
