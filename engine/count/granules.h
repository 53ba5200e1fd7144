#ifndef ENGINE_COUNT_GRANULES_H
#define ENGINE_COUNT_GRANULES_H

/* A set of granules in which each one knows which of up to four thread sets
 * touch it: what is left where no closed form counts.
 *
 * Granules are kept in words of 64 in a hash table, so the cost goes with
 * the words that are touched.  A table never grows past
 * GRANULES_WORDS words; then adding fails.
 */

#include <stdbool.h>
#include <stdint.h>

#define GRANULES_SETS	4
#define GRANULES_WORDS	(1 << 21)

struct granules;

/* NULL when memory runs out. */
struct granules *granules_new(void);
void granules_free(struct granules *g);

/* Thread set "set" touches the granules first .. last.  False when memory
 * runs out or the table is full; granules_is_short() tells which.
 */
bool granules_add(struct granules *g, int set, int64_t first, int64_t last);
bool granules_is_short(const struct granules *g);

/* n[m], for each subset m of the thread sets: how many granules are touched
 * by the sets in m and no other; n[0] is 0.
 */
void granules_count(const struct granules *g, int64_t n[1 << GRANULES_SETS]);

#endif
