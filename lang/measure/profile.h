#ifndef LANG_MEASURE_PROFILE_H
#define LANG_MEASURE_PROFILE_H

/* Profiles as rooflines want them: for each kernel that was launched its
 * time, its instructions and what passed each level of memory.
 *
 * Read are nvprof (`--csv --metrics ...`, and `--csv --print-gpu-summary`
 * for the times) and Nsight Compute (`--csv`, with one metric a line or,
 * with `--page raw`, one launch a line), and tables as validate() reads
 * them.  Several files of one run add up: the k-th launch of a name is the
 * same in all of them.
 */

#include "lang/value/value.h"

struct profile;

struct profile *profile_new(void);
void profile_free(struct profile *p);

/* Add text[0..len), which is taken; on failure "why" says what and where. */
bool profile_read(struct profile *p, char *text, size_t len, char why[256]);

/* The launches as a list of records: see roof_record(). */
struct value profile_value(const struct profile *p);

#endif
