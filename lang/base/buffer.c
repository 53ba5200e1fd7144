/* Text that grows by doubling, so that adding n bytes takes O(n) in all. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/buffer.h"
#include "lang/base/memory.h"

/* Bytes between two calls of may_grow(), which reads the clock. */
#define WATCHED_BYTES ((size_t) 1 << 20)

static bool reserve(struct buffer *b, size_t more)
{
	size_t extra = b->room;

	if (b->is_full || b->room - b->len > more)
		return !b->is_full;
	if (b->may_grow && extra > WATCHED_BYTES)
		extra = WATCHED_BYTES;
	if (b->may_grow && !b->may_grow(b->user, b->len + more)) {
		b->is_full = true;
		return false;
	}
	b->room += extra + more + 32;
	b->text = memory_resize(b->text, b->room);
	return true;
}

struct buffer buffer_like(const struct buffer *b)
{
	return (struct buffer) { .may_grow = b->may_grow, .user = b->user };
}

bool buffer_goes_on(struct buffer *b)
{
	if (b->may_grow && !b->may_grow(b->user, b->len))
		b->is_full = true;
	return !b->is_full;
}

void buffer_add_bytes(struct buffer *b, const char *text, size_t len)
{
	if (!reserve(b, len))
		return;
	memcpy(b->text + b->len, text, len);
	b->len += len;
	b->text[b->len] = '\0';
}

void buffer_add(struct buffer *b, const char *text)
{
	buffer_add_bytes(b, text, strlen(text));
}

void buffer_add_char(struct buffer *b, char c)
{
	buffer_add_bytes(b, &c, 1);
}

void buffer_repeat(struct buffer *b, char c, int n)
{
	while (n-- > 0)
		buffer_add_char(b, c);
}

void buffer_trim(struct buffer *b, char c)
{
	while (b->len > 0 && b->text[b->len - 1] == c)
		b->text[--b->len] = '\0';
}

void buffer_vprintf(struct buffer *b, const char *fmt, va_list args)
{
	va_list again;
	int n;

	va_copy(again, args);
	n = vsnprintf(NULL, 0, fmt, args);
	if (n > 0 && reserve(b, (size_t) n)) {
		vsnprintf(b->text + b->len, (size_t) n + 1, fmt, again);
		b->len += (size_t) n;
	}
	va_end(again);
}

void buffer_printf(struct buffer *b, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	buffer_vprintf(b, fmt, args);
	va_end(args);
}

const char *buffer_text(const struct buffer *b)
{
	return b->text ? b->text : "";
}

char *buffer_take(struct buffer *b)
{
	char *text = b->text ? b->text : memory_copy_text("");

	*b = (struct buffer) { 0 };
	return text;
}

void buffer_free(struct buffer *b)
{
	free(b->text);
	*b = (struct buffer) { 0 };
}

void buffer_quote(struct buffer *b, const char *text)
{
	buffer_add_char(b, '"');
	for (; *text; ++text) {
		bool is_escaped = strchr("\"\\\n\t", *text);

		if (is_escaped)
			buffer_add_char(b, '\\');
		buffer_add_char(b,
			*text == '\n'	      ? 'n' :
				*text == '\t' ? 't' :
						*text);
	}
	buffer_add_char(b, '"');
}
