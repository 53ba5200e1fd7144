#ifndef ENGINE_SIMULATE_SIMULATE_KEPT_H
#define ENGINE_SIMULATE_SIMULATE_KEPT_H

/* The sectors that a warp asked for when it last made an access.  In a loop the
 * addresses of all lanes mostly move together.  As long as each of them stays
 * where it was within its line, or moves by no more than its sector has room
 * for, the next request asks for the same sectors, some lines away.
 *
 * Owned by the run, a row for each warp; forgotten when a warp starts.
 */

#include "engine/simulate/simulate_request.h"

/* How far all addresses of a request may move and touch the same sectors. */
struct kept_room {
	int64_t below_B, above_B;
};

static inline struct kept_room kept_room_all(void)
{
	return (struct kept_room) { INT64_MAX, INT64_MAX };
}

/* The request touches all sectors from the first to the last of these bytes, of which
 * neither may leave its sector.
 */
static inline void kept_room_add(struct kept_room *room, int64_t first,
	int64_t last, int sector_shift)
{
	int64_t sector_B = INT64_C(1) << sector_shift;
	int64_t a = first & (sector_B - 1), b = last & (sector_B - 1);
	int64_t below = a < b ? a : b, above = sector_B - 1 - (a > b ? a : b);

	room->below_B = below < room->below_B ? below : room->below_B;
	room->above_B = above < room->above_B ? above : room->above_B;
}

/* Remember what "lanes" asked for, whose counters have moved them by "moved_B". */
void simulate_kept_set(struct walk_kept *kept, uint64_t lanes, int64_t moved_B,
	const struct kept_room *room, const struct simulate_load *load);

/* The request of these lanes; false where it must be found lane by lane. */
static inline bool simulate_kept_get(struct walk_kept *kept, uint64_t lanes,
	int64_t moved_B, int line_shift, struct simulate_load *load)
{
	int64_t by_B = moved_B - kept->moved_B, lines;

	if (kept->n == 0 || kept->lanes != lanes)
		return false;
	lines = (by_B + kept->below_B) >> line_shift;
	if (by_B - lines * (INT64_C(1) << line_shift) > kept->above_B)
		return false;
	for (int i = 0; i < kept->n; ++i) {
		load->piece[i].line = kept->first + lines + kept->line[i];
		load->piece[i].sectors = kept->sectors[i];
	}
	load->n = kept->n;
	kept->n_lost = 0;
	return true;
}

#endif
