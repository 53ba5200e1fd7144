#ifndef ENGINE_SIMULATE_SIMULATE_INCOMPLETE_H
#define ENGINE_SIMULATE_SIMULATE_INCOMPLETE_H

/* The lines of a cache that have sectors stored in part (doc/MODEL.md, 15.8).
 * It keeps few of them: one more in a set completes the oldest.
 */

#include <stdbool.h>
#include <stdint.h>

#define INCOMPLETE_WAYS 3

struct incomplete {
	int64_t n_set; /* 0: there is room for all */
	struct incomplete_set *set;
};

/* Room for "lines"; 0: for all.  False when memory runs out. */
bool incomplete_init(struct incomplete *p, int64_t lines);
void incomplete_clear(struct incomplete *p);
void incomplete_forget(struct incomplete *p);

/* A line joins, in a frame.  Returns the frame that must be completed for it, or
 * -1; that one has left.
 */
int32_t incomplete_add(struct incomplete *p, int64_t line, int32_t frame);
void incomplete_remove(struct incomplete *p, int64_t line, int32_t frame);

#endif
