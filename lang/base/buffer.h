#ifndef LANG_BASE_BUFFER_H
#define LANG_BASE_BUFFER_H

/* Text that grows.  "text" is always NUL-terminated once something was
 * added; a zeroed struct is an empty buffer.
 *
 * A buffer with may_grow() asks it before each megabyte.  Once that says no
 * the buffer is full: what is added is dropped.
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
	bool is_cut; /* not all of the value is in it */
};

/* Empty, and asks whom "b" asks. */
struct buffer buffer_like(const struct buffer *b);

/* Ask may_grow() now, where much is done before more is added; whether the
 * buffer is not full.
 */
bool buffer_goes_on(struct buffer *b);

void buffer_add(struct buffer *b, const char *text);
void buffer_add_bytes(struct buffer *b, const char *text, size_t len);
void buffer_add_char(struct buffer *b, char c);
void buffer_repeat(struct buffer *b, char c, int n);

/* Take all "c" from its end. */
void buffer_trim(struct buffer *b, char c);

void buffer_printf(struct buffer *b, const char *fmt, ...)
	__attribute__((format(printf, 2, 3), nonnull(2)));
void buffer_vprintf(struct buffer *b, const char *fmt, va_list args)
	__attribute__((format(printf, 2, 0), nonnull(2)));

/* The text, "" if nothing was added; valid until the next change. */
const char *buffer_text(const struct buffer *b);

/* Hand over the text (never NULL) and leave "b" empty. */
char *buffer_take(struct buffer *b);
void buffer_free(struct buffer *b);

#endif
