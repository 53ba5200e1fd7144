/* Requests that are like the one before: simulate_kept.h. */

#include "engine/simulate/simulate_kept.h"

/* Requests in a row that were kept in vain, after which none is. */
#define MOST_LOST 8

void simulate_kept_set(struct walk_kept *kept, uint64_t lanes, int64_t moved_B,
	const struct kept_room *room, const struct simulate_load *load)
{
	kept->n = 0;
	if (load->n > WALK_KEPT || kept->n_lost >= MOST_LOST)
		return;
	++kept->n_lost;
	kept->lanes = lanes;
	kept->moved_B = moved_B;
	kept->below_B = room->below_B;
	kept->above_B = room->above_B;
	kept->first = load->piece[0].line;
	for (int i = 0; i < load->n; ++i) {
		int64_t line = load->piece[i].line - kept->first;

		if (line != (int32_t) line)
			return;
		kept->line[i] = (int32_t) line;
		kept->sectors[i] = load->piece[i].sectors;
	}
	kept->n = load->n;
}
