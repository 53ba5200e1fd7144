#ifndef LANG_MEASURE_PROFILE_H
#define LANG_MEASURE_PROFILE_H

/* Profiles for rooflines: for each kernel or launch its time, its instructions
 * and the traffic of each memory level.
 *
 * Formats: nvprof (`--csv --metrics ...`, and `--csv --print-gpu-summary` for
 * times), Nsight Compute (`--csv`, with one metric per line or, with `--page
 * raw`, one launch per line), rocprof, rocprofv3 and rocprof-compute, and tables
 * as validate() reads them.  Several files of one run are merged: the k-th
 * launch of a name is the same in all.
 */

#include "lang/value/value.h"

struct profile;

struct profile *profile_new(void);
void profile_free(struct profile *p);

/* Adds text[0..len) and takes ownership of it; on failure "why" says what is
 * wrong and where.  Otherwise *n_bad is the number of rows and cells that could
 * not be read, and "why" names the first.
 */
bool profile_read(struct profile *p, char *text, size_t len, int64_t *n_bad,
	char why[256]);

/* The launches, or the sums of all launches of a kernel, as a list of records:
 * see roof_record().
 */
struct value profile_value(const struct profile *p, bool is_grouped);

/* command.c: the command line that collects all that a roofline needs from
 * "app", on boards of this family ("volta"); NULL if none is known.
 */
char *profile_command(const char *arch, const char *app);

#endif
