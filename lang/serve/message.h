#ifndef LANG_SERVE_MESSAGE_H
#define LANG_SERVE_MESSAGE_H

/* Errors and warnings of a result as JSON. */

#include "lang/base/buffer.h"
#include "lang/wsp.h"

/* A list of all messages. */
void message_list(const struct wsp_result *r, struct buffer *out);

/* {"error": "...", "messages": [...]}: what a program that failed gives instead
 * of a value.
 */
void message_error(const struct wsp_result *r, struct buffer *out);

/* The text of the first error; "" if there is none. */
const char *message_first(const struct wsp_result *r);

#endif
