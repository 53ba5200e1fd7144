#ifndef LANG_BASE_FILES_H
#define LANG_BASE_FILES_H

/* Whole files: read at once, written whole or not at all.
 *
 * A failure leaves nothing behind: neither half a text in the buffer nor
 * half a file on the disk.  errno says why, so strerror(errno) tells it.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lang/base/buffer.h"

/* Texts above this size are refused with EFBIG. */
#define FILES_MAX_LEN (1u << 30)

/* Append the text of "path" to "out"; "-" is standard input. */
bool files_read(const char *path, struct buffer *out);

/* Make text[0..len) the content of "path": a temporary beside it takes
 * its place when all is written.  A link stays a link and an existing
 * file keeps its permissions.
 */
bool files_write(const char *path, const char *text, size_t len);

/* Make the folder of "path", and those above it, if they are missing. */
bool files_make_folder(const char *path);

#endif
