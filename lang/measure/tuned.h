#ifndef LANG_MEASURE_TUNED_H
#define LANG_MEASURE_TUNED_H

/* Results of auto-tuners as a table of launches: the cache of Kernel Tuner, the
 * T4 format that several tuners write, and the results of KTT.
 *
 * Each configuration becomes a row with a column for each parameter, its time
 * and, of KTT, block, registers and counters of the profiler.  Configurations
 * that failed are left out.
 */

#include "lang/base/buffer.h"

/* True if the text is JSON rather than a table. */
bool tuned_is_json(const char *text);

/* Writes the table to "out" and the name of the board, if the file has it, to
 * "board".  "kernel" names the kernel where the file does not.  False, with a
 * reason in "why", if it is none of the three formats.
 */
bool tuned_table(const char *text, size_t len, const char *kernel,
	struct buffer *out, struct buffer *board, char why[256]);

#endif
