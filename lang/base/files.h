#ifndef LANG_BASE_FILES_H
#define LANG_BASE_FILES_H

/* Whole files: read at once, written completely or not at all.
 *
 * A failed call leaves no partial text in the buffer and no partial file on the
 * disk. errno holds the reason.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lang/base/buffer.h"

/* Files above 1 GiB are refused with EFBIG: offsets into sources are 32-bit. */
#define FILES_MAX_LEN (1u << 30)

/* Append the text of "path" to "out"; "-" is standard input. */
bool files_read(const char *path, struct buffer *out);

/* Replace the content of "path" by text[0..len), through a temporary file that
 * is renamed. A symbolic link stays a link, and an existing file keeps its
 * permissions. Pipes and devices such as /dev/stdout are written to.
 */
bool files_write(const char *path, const char *text, size_t len);

/* When "path" was written last, in seconds; false if that is not known. */
bool files_written(const char *path, int64_t *s);

/* Create the folder of "path" and its missing parents. */
bool files_make_folder(const char *path);

#endif
