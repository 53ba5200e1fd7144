#ifndef LANG_BASE_LOCALE_H
#define LANG_BASE_LOCALE_H

/* The locale of the host. strtod() and printf() follow it: where numbers have a
 * decimal comma, 0.5 would neither be read nor written. So everything that the
 * library does runs in the "C" locale of its thread.
 */

#include <stdbool.h>

/* memory_guarded(work, data) in the "C" locale; the thread has its own locale
 * again afterwards.
 */
bool locale_guarded(void (*work)(void *data), void *data);

#endif
