#ifndef LANG_MEASURE_PROFILE_H
#define LANG_MEASURE_PROFILE_H

/* Profiles for rooflines: for each launch its time, its instructions and the
 * traffic of each memory level.
 *
 * Formats: nvprof (`--csv --metrics ...`, and `--csv --print-gpu-summary` for
 * times), Nsight Compute (`--csv`, with one metric per line or, with `--page
 * raw`, one launch per line), and tables as validate() reads them.  Several
 * files of one run are merged: the k-th launch of a name is the same in all.
 */

#include "lang/value/value.h"

struct profile;

struct profile *profile_new(void);
void profile_free(struct profile *p);

/* Adds text[0..len) and takes ownership of it; on failure "why" says what is
 * wrong and where.
 */
bool profile_read(struct profile *p, char *text, size_t len, char why[256]);

/* The launches as a list of records: see roof_record(). */
struct value profile_value(const struct profile *p);

#endif
