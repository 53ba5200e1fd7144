#ifndef LANG_BASE_BUFFER_H
#define LANG_BASE_BUFFER_H

/* Text that grows. "text" is NUL-terminated once something was added; a zeroed
 * struct is an empty buffer.
 *
 * A buffer with a may_grow() callback calls it before each further megabyte.
 * Once the callback returns false the buffer is full: later additions are
 * dropped.
 */

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct buffer {
	char *text;
	size_t len, room;
	bool (*may_grow)(void *user, size_t len); /* or NULL */
	void *user;
	bool is_full;
	bool is_cut; /* the text omits a part of the value */
};

/* An empty buffer with the may_grow() callback of "b". */
struct buffer buffer_like(const struct buffer *b);

/* Call may_grow() now, before long work that adds no text. Returns false if the
 * buffer is full.
 */
bool buffer_goes_on(struct buffer *b);

void buffer_add(struct buffer *b, const char *text);
void buffer_add_bytes(struct buffer *b, const char *text, size_t len);
void buffer_add_char(struct buffer *b, char c);
void buffer_repeat(struct buffer *b, char c, int n);

/* Add a text as a string literal of the language. */
void buffer_quote(struct buffer *b, const char *text);

/* Remove all trailing "c". */
void buffer_trim(struct buffer *b, char c);

void buffer_printf(struct buffer *b, const char *fmt, ...)
	__attribute__((format(printf, 2, 3), nonnull(2)));
void buffer_vprintf(struct buffer *b, const char *fmt, va_list args)
	__attribute__((format(printf, 2, 0), nonnull(2)));

/* The text, "" if nothing was added; valid until the next change. */
const char *buffer_text(const struct buffer *b);

/* Return the text (never NULL; the caller frees it) and leave "b" empty. */
char *buffer_take(struct buffer *b);
void buffer_free(struct buffer *b);

#endif
