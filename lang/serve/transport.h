#ifndef LANG_SERVE_TRANSPORT_H
#define LANG_SERVE_TRANSPORT_H

/* Messages on standard input and output: one a line, or after a header with
 * its length, as language servers have it.
 */

#include "lang/base/buffer.h"

/* Bytes of a message; a longer one is skipped. */
#define TRANSPORT_BYTES ((size_t) 16 << 20)

enum transport_status {
	TRANSPORT_MESSAGE,
	TRANSPORT_TOO_LONG,  /* skipped */
	TRANSPORT_MALFORMED, /* a header without a length */
	TRANSPORT_END
};

enum transport_status transport_read(bool has_header, struct buffer *message);

/* Write a message; false if standard output cannot be written.  Threads may
 * call this at once.
 */
bool transport_write(bool has_header, const struct buffer *message);

#endif
