#ifndef ENGINE_SIMULATE_SIMULATE_SECTIONS_H
#define ENGINE_SIMULATE_SIMULATE_SECTIONS_H

/* An L2 of several sections (doc/MODEL.md, chapter 19).  A line has a home,
 * the section in front of its memory.  An SM asks the section that it is
 * connected to, which asks the home of the line; both keep it.  So a line that
 * one SM uses has one or two places, and one that all use is in all sections.
 */

#include "engine/simulate/simulate_cache.h"

struct simulate_sections {
	int n;
	struct simulate_level *of;
	int32_t *hint; /* the frame of each that was used last */
};

/* Ways of *sets sets that hold "lines" lines together.  Where lines are hashed to
 * sets, a set keeps about its ways: rounding to whole sets would make an L2 of 5
 * lines one of 32.
 */
int64_t sections_ways(const struct simulate_cache *shape, double lines,
	int64_t *sets);

/* "n" sections of "shape" each; "n_numbered" as of simulate_table_init().  False
 * when memory runs out; clear it then, too.
 */
bool sections_init(struct simulate_sections *s, int n,
	const struct simulate_cache *shape, struct simulate_counts *counts,
	struct simulate_traffic *moved, int64_t n_numbered, int64_t *left_B);
void sections_clear(struct simulate_sections *s);

/* Of "n" sections the one that SM "sm" asks, and the home of a line: by chance. */
int sections_of_sm(int n, int64_t sm);
int sections_home(int n, int64_t line);

void sections_load(struct simulate_sections *s, int home, int section,
	int64_t line, uint32_t sectors, int field);
void sections_store(struct simulate_sections *s, int home, int section,
	int64_t line, uint32_t sectors, const uint64_t *bytes, int field);

/* Atomic updates are made at the home of the line, which fetches the sectors
 * that they change and no more.
 */
void sections_update(struct simulate_sections *s, int home, int64_t line,
	uint32_t sectors, const uint64_t *bytes, int field);

bool sections_are_short(const struct simulate_sections *s);

#endif
