#ifndef LANG_BASE_DEVICE_TEXT_H
#define LANG_BASE_DEVICE_TEXT_H

/* Devices that a user names outside programs: on the command line, in requests.
 */

#include "lang/base/buffer.h"
#include "lang/base/embedded.h"

/* The file of a built-in device; NULL if "name" is none. */
const struct embedded *device_text_find(const char *name);

/* True for the path of a file that defines a device. */
bool device_text_is_file(const char *device);

/* Adds "device" as an expression.  A name of a board, such as "Tesla T4", and a
 * file become a text; program text such as "a100 with { ... }" stays.
 */
void device_text_add(struct buffer *out, const char *device);

#endif
