/* Cycles and requests of warps in L1: doc/MODEL.md, section 9.2. */

#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/count/warps.h"
#include "engine/published/ernst2022_case.h"

#define N_BANK	16
#define BANK_B	8
#define REACH_B 1024 /* bytes of one wavefront, Ernst 2022 */

enum { COST_CYCLES, COST_REQUESTS };

/* Warps of accesses with the same strides and the same width. */
struct warps_list {
	int n;
	struct warps *warps;
	int64_t modulus;
};

/* Cycles for the words from "first" on within REACH_B: the number of words in
 * the fullest bank.  "next" is the first word beyond.
 */
static double wavefronts(const int64_t *word, int n, int first, int *next)
{
	int in_bank[N_BANK] = { 0 }, most = 0, i = first;

	for (; i < n && (word[i] - word[first]) * BANK_B < REACH_B; ++i) {
		int *bank = &in_bank[integer_mod(word[i], N_BANK)];

		if (++*bank > most)
			most = *bank;
	}
	*next = i;
	return most;
}

/* The words of 8 B that the lanes touch are delivered by 16 banks, one from
 * each in a cycle, and only together if they lie less than 1024 B apart:
 *
 *	c = sum_k max_b |{ w in W_k : w mod 16 = b }|		  (9.2)
 *
 * where W_k are the words, ascending, cut where 1024 B are exceeded.
 */
static double cycles_of(const struct warps_shape *shape, int64_t start,
	const void *user)
{
	int64_t word[WARPS_LANES];
	double cycles = 0;
	int n = 0;

	(void) user;
	for (int i = 0; i < shape->n_lane; ++i) {
		int64_t w = integer_floor(start + shape->lane[i], BANK_B);

		if (n == 0 || word[n - 1] != w)
			word[n++] = w;
	}
	for (int i = 0; i < n;)
		cycles += wavefronts(word, n, i, &i);
	return cycles;
}

/* Sectors of *user bytes that the lanes touch. */
static double requests_of(const struct warps_shape *shape, int64_t start,
	const void *user)
{
	int64_t size = *(const int64_t *) user, last = 0;
	int n = 0;

	for (int i = 0; i < shape->n_lane; ++i) {
		int64_t sector = integer_floor(start + shape->lane[i], size);

		n += i == 0 || sector != last;
		last = sector;
	}
	return n;
}

/* Lanes that L1 serves in one cycle: as many as fill a row of banks. */
static int group_width(const struct ernst2022_case *c, int elem_B)
{
	int n = N_BANK * BANK_B / elem_B, warp = (int) c->dev->warp_size;

	return n < warp ? n : warp;
}

static enum footprint_status find_warps(const struct ernst2022_case *c,
	struct warps_list *list, const struct linear_access *a, int width,
	const struct warps **found)
{
	enum footprint_status status;

	for (int i = 0; i < list->n; ++i) {
		*found = &list->warps[i];
		if ((*found)->width == width &&
			!memcmp((*found)->coef, a->coef, sizeof(a->coef)))
			return FOOTPRINT_OK;
	}
	status = warps_make(&list->warps[list->n], a->coef, c->launch->block,
		c->sample, width, list->modulus);
	if (status == FOOTPRINT_OK)
		*found = &list->warps[list->n++];
	return status;
}

static enum footprint_status add_stream(struct ernst2022_case *c, int i,
	struct warps_list *list, int which, const int64_t *sector_B)
{
	const struct stream *s = &c->streams.stream[i];
	int width = group_width(c, s->elem_B);
	enum footprint_status status = FOOTPRINT_OK;

	for (int a = 0; status == FOOTPRINT_OK && a < s->n_access; ++a) {
		const struct linear_access *at = &s->address[a];
		const struct warps *w;

		status = find_warps(c, list, at,
			which == COST_CYCLES ? width : (int) c->dev->warp_size,
			&w);
		if (status != FOOTPRINT_OK)
			break;
		if (which == COST_CYCLES)
			c->count[i].cycles += warps_sum(w, at->constant, 0,
				cycles_of, NULL);
		else
			c->count[i].requests += warps_sum(w, at->constant,
				s->is_store, requests_of, sector_B);
	}
	return status;
}

static enum footprint_status add_streams(struct ernst2022_case *c, int which)
{
	struct warps_list list = {
		.warps = heap_take(
			(c->streams.n_access + 1) * sizeof(*list.warps)),
		.modulus = N_BANK * BANK_B,
	};
	int64_t sector_B[2] = { (int64_t) c->sector_B, (int64_t) c->store_B };
	enum footprint_status status = FOOTPRINT_OK;

	if (!list.warps)
		return FOOTPRINT_MEMORY;
	if (which == COST_REQUESTS)
		list.modulus = sector_B[0] /
			integer_gcd(sector_B[0], sector_B[1]) * sector_B[1];
	for (int i = 0; status == FOOTPRINT_OK && i < c->streams.n_stream; ++i)
		status = add_stream(c, i, &list, which,
			&sector_B[c->streams.stream[i].is_store]);
	for (int i = 0; i < list.n; ++i)
		warps_clear(&list.warps[i]);
	free(list.warps);
	return status;
}

enum footprint_status ernst2022_warps(struct ernst2022_case *c)
{
	enum footprint_status status = add_streams(c, COST_CYCLES);

	return status == FOOTPRINT_OK ? add_streams(c, COST_REQUESTS) : status;
}
