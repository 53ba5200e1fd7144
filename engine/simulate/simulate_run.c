/* The order of accesses: doc/MODEL.md, chapter 15.  Threads one after the
 * other, warps one after the other, or waves with all warps in turn.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/base/map.h"
#include "engine/kernel/threads.h"
#include "engine/simulate/simulate_kept.h"
#include "engine/simulate/simulate_run.h"

/* Work between two polls for a stop, in accesses of lanes: some 10 ms. */
#define WATCH (1 << 20)

/* Entries of a list that are looked at in the time of one access of a lane. */
#define LOOKED_AT 16

/* ------------------------------------------------------------ one access */

/* The level of a cache in diagrams, and what a load of it shows. */
static void mark_below(struct simulate_run *run, int64_t line, int field,
	uint32_t sectors, uint32_t fetched)
{
	simulate_trace_mark(run, 1, field, line, sectors,
		SIMULATE_ACCESSED | (fetched ? SIMULATE_FETCHED : 0));
}

/* True if a sector came from memory. */
static bool load_below(struct simulate_run *run, int64_t sm, int64_t line,
	uint32_t sectors, int field)
{
	bool from_dram = false;

	simulate_request_below(&run->first[sm], line, sectors, &run->last,
		&run->below);
	for (int i = 0; i < run->below.n; ++i) {
		int64_t at = run->below.piece[i].line;
		uint32_t want = run->below.piece[i].sectors;
		uint32_t fetched = simulate_cache_load(&run->last, at, want,
			field, &run->below_hint);

		from_dram |= fetched != 0;
		if (run->tracing)
			mark_below(run, at, field, want, fetched);
	}
	return from_dram;
}

/* Sectors of a line that a request asks for, of which "fetched" come from
 * below.
 */
static void serve(struct simulate_run *run, int64_t sm, int field, int64_t line,
	uint32_t sectors, uint32_t fetched)
{
	bool from_dram = false;

	run->missed |= fetched != 0;
	if (fetched && run->setup->n_level == 2)
		from_dram = load_below(run, sm, line, fetched, field);
	if (run->tracing && sm == 0)
		simulate_trace_mark(run, 0, field, line, sectors,
			SIMULATE_ACCESSED | (fetched ? SIMULATE_FETCHED : 0) |
				(from_dram ? SIMULATE_FROM_DRAM : 0));
}

/* True if a sector was missed. */
static bool load_piece(struct simulate_run *run, int64_t sm, int field,
	int64_t line, uint32_t sectors, int32_t *hint)
{
	uint32_t fetched = simulate_cache_load(&run->first[sm], line, sectors,
		field, hint);

	serve(run, sm, field, line, sectors, fetched);
	return fetched != 0;
}

static uint64_t turn_of(const struct walk_warp *warp)
{
	uint64_t turn = 1;

	for (int i = 0; i < QUASI_LOOPS; ++i)
		turn = map_mix(turn, warp->counter[i]);
	return turn;
}

/* The place of a line that a warp may have in flight. */
static struct walk_flight *find_flight(struct walk_warp *warp, uint64_t turn,
	int64_t line)
{
	uint64_t at = (uint64_t) line;
	struct walk_flight *f =
		&warp->flight[(at ^ at / WALK_FLIGHT) % WALK_FLIGHT];

	if (f->line != line || f->turn != turn)
		*f = (struct walk_flight) { .line = line, .turn = turn };
	return f;
}

/* The sectors of a line that no load of the same stall interval has in flight;
 * they are from now on.
 */
static uint32_t not_in_flight(struct walk_flight *f,
	const struct walk_access *access, int order, uint32_t sectors)
{
	uint32_t fresh;

	if (f->stall[order] != access->stall[order])
		f->sectors[order] = 0;
	f->stall[order] = access->stall[order];
	fresh = sectors & ~f->sectors[order];
	f->sectors[order] |= sectors;
	return fresh;
}

/* A load has missed sectors of a line. */
static void add_line(struct simulate_lines *lines, struct walk_flight *f,
	const struct walk_access *access, uint32_t sectors)
{
	++lines->n;
	for (int i = 0; i < N_LOADS; ++i)
		lines->flying[i] += !not_in_flight(f, access, i, sectors);
}

/* Loads that L1 does not keep. */
static void pass_pieces(struct simulate_run *run, int64_t sm,
	struct walk_warp *warp, const struct walk_access *access)
{
	struct simulate_counts *n = &run->first[sm].counts[access->field];
	uint64_t turn = warp ? turn_of(warp) : 0;

	for (int i = 0; i < run->load.n; ++i) {
		int64_t line = run->load.piece[i].line;
		uint32_t all = run->load.piece[i].sectors;
		uint32_t fresh = warp ?
			not_in_flight(find_flight(warp, turn, line), access,
				WALK_RUN, all) :
			all;
		int64_t n_fresh = integer_bits(fresh);

		n->requests += integer_bits(all);
		n->hits += integer_bits(all) - n_fresh;
		n->misses += n_fresh;
		run->lines.n += n_fresh > 0;
		n->compulsory += n_fresh;
		n->load_B += n_fresh * run->first[sm].shape.sector_B;
		serve(run, sm, access->field, line, all, fresh);
	}
}

/* Lines of a request from which on they are looked for together. */
#define MANY 4

static void expect_pieces(struct simulate_run *run, int64_t sm)
{
	int64_t line[REQUEST_PIECES];

	for (int i = 0; i < run->load.n; ++i)
		line[i] = run->load.piece[i].line;
	simulate_table_expect(&run->first[sm].table, line, run->load.n);
}

static void load_pieces(struct simulate_run *run, int64_t sm,
	struct walk_warp *warp, const struct walk_access *access)
{
	uint64_t turn = 0;

	run->result->looked_up += run->load.n;
	if (access->passes_l1) {
		pass_pieces(run, sm, warp, access);
		return;
	}
	if (access->draw && run->load.n >= MANY)
		expect_pieces(run, sm);
	for (int i = 0; i < run->load.n; ++i) {
		int64_t line = run->load.piece[i].line;
		uint32_t sectors = run->load.piece[i].sectors;

		if (load_piece(run, sm, access->field, line, sectors,
			    &run->hint[access - run->walk.access]) &&
			warp) {
			turn = turn ? turn : turn_of(warp);
			add_line(&run->lines, find_flight(warp, turn, line),
				access, sectors);
		}
	}
}

static uint32_t sectors_of(const struct simulate_level *c,
	const uint64_t *bytes)
{
	return simulate_request_sectors(bytes, c->shape.line_B,
		c->shape.sector_B);
}

/* Stores take lines of L1. */
static void pass_stores(struct simulate_run *run, int64_t sm, int field)
{
	run->result->looked_up += run->load.n;
	for (int i = 0; i < run->load.n; ++i) {
		int64_t line = run->load.piece[i].line;
		uint32_t sectors = run->load.piece[i].sectors;

		simulate_cache_pass(&run->first[sm], line, sectors, field);
		if (run->tracing && sm == 0)
			simulate_trace_mark(run, 0, field, line, sectors,
				SIMULATE_ACCESSED);
	}
}

/* An atomic update reads what it changes, in the last level. */
static void store_pieces(struct simulate_run *run, int64_t sm, int field,
	bool is_atomic)
{
	struct simulate_level *c = &run->first[sm];
	bool is_two = run->setup->n_level == 2;
	struct simulate_level *last = is_two ? &run->last : c;
	int64_t granule_B = c->shape.write_B;

	for (int i = 0; i < run->store.n; ++i) {
		int64_t line = run->store.piece[i].line;
		const uint64_t *bytes = run->store.piece[i].bytes;

		if (c->shape.is_through && !is_atomic)
			c->counts[field].store_B += granule_B *
				simulate_request_granules(bytes, last->words,
					__builtin_ctzll((
						unsigned long long) granule_B));
		if (last->shape.is_through)
			continue;
		if (is_atomic)
			simulate_cache_update(last, line,
				sectors_of(last, bytes), bytes, field,
				&run->below_hint);
		else
			simulate_cache_store(last, line, bytes, field);
		if (run->tracing)
			simulate_trace_mark(run, is_two, field, line,
				sectors_of(last, bytes), SIMULATE_ACCESSED);
	}
}

struct simulate_kinds simulate_run_kinds(const struct launch *launch,
	const struct simulate_setup *s)
{
	struct simulate_kinds kinds = { 0, 0 };
	int64_t blocks = launch_blocks(launch), n = simulate_sms(s);

	if (blocks <= s->n_sm || blocks > s->n_sm * s->blocks_per_sm || n < 2)
		return kinds;
	kinds.more = blocks % s->n_sm;
	if (kinds.more > 0)
		kinds.simulated_more = integer_max(1,
			integer_min(n - 1,
				(2 * n * kinds.more + s->n_sm) /
					(2 * s->n_sm)));
	return kinds;
}

bool simulate_run_goes_on(struct simulate_run *run, int64_t n)
{
	const struct simulate_setup *s = run->setup;

	run->unwatched += n;
	if (run->unwatched < WATCH)
		return true;
	run->unwatched = 0;
	for (int64_t i = 0; i < simulate_sms(s); ++i)
		if (run->first[i].is_short)
			run->status = SIMULATE_MEMORY;
	if (run->last.is_short)
		run->status = SIMULATE_MEMORY;
	if (s->watch && !s->watch(s->user, run->done))
		run->status = SIMULATE_STOPPED;
	return run->status == SIMULATE_OK;
}

static bool looked_at(struct simulate_run *run, int64_t n_entry)
{
	return simulate_run_goes_on(run, n_entry / LOOKED_AT + 1);
}

static bool go_on(struct simulate_run *run, int n_lane)
{
	run->result->accesses += n_lane;
	++run->result->requests;
	run->done += n_lane;
	return simulate_run_goes_on(run, n_lane);
}

/* Do lanes "stride" bytes apart touch every sector between, in ascending
 * order?
 */
static bool leaves_none_out(const struct simulate_level *c, int64_t stride)
{
	return stride >= 0 && stride <= c->shape.sector_B;
}

/* L2 carries out atomic updates. */
static bool takes_lines(const struct simulate_level *c,
	const struct walk_access *access)
{
	return c->shape.allocates && !access->is_atomic;
}

static int count_of(uint64_t lanes)
{
	return integer_bits((uint32_t) lanes) +
		integer_bits((uint32_t) (lanes >> 32));
}

static bool access_lanes(struct simulate_run *run, int64_t sm,
	struct walk_warp *warp, const struct walk_access *access,
	uint64_t lanes, const int64_t *address)
{
	const struct simulate_level *c = &run->first[sm];

	if (!access->is_store || takes_lines(c, access))
		simulate_request_load(address, lanes, access->elem_B,
			c->line_shift, c->sector_shift, &run->load);
	if (!access->is_store)
		load_pieces(run, sm, warp, access);
	else if (takes_lines(c, access))
		pass_stores(run, sm, access->field);
	if (access->is_store && !run->setup->loads_only) {
		simulate_request_store(address, lanes, access->elem_B,
			run->setup->n_level == 2 ? run->last.line_shift :
						   c->line_shift,
			&run->store);
		store_pieces(run, sm, access->field, access->is_atomic);
	}
	return go_on(run, count_of(lanes));
}

static bool ask_l1(struct simulate_run *run, int64_t sm, struct walk_warp *warp,
	const struct walk_access *access, int n_lane)
{
	if (access->is_store)
		pass_stores(run, sm, access->field);
	else
		load_pieces(run, sm, warp, access);
	return go_on(run, n_lane);
}

static bool is_gapless(uint64_t lanes)
{
	lanes >>= __builtin_ctzll(lanes);
	return (lanes & (lanes + 1)) == 0;
}

/* Sectors of lanes that are a row, of which some make the access, most often side
 * by side.
 */
static void find_row(struct simulate_run *run, const struct simulate_level *c,
	const struct walk_warp *warp, const struct walk_access *access,
	uint64_t lanes, int64_t address[WALK_LANES], struct kept_room *room)
{
	int64_t start = simulate_walk_row(warp, access, 0);
	int64_t stride = simulate_walk_stride(access);
	int n = count_of(lanes);

	if (!leaves_none_out(c, stride) || !is_gapless(lanes)) {
		for (int l = 0; l < warp->n_lane; ++l)
			address[l] = start + l * stride;
		simulate_request_load(address, lanes, access->elem_B,
			c->line_shift, c->sector_shift, &run->load);
		return;
	}
	start += __builtin_ctzll(lanes) * stride;
	simulate_request_row(start, stride, n, access->elem_B, c->line_shift,
		c->sector_shift, &run->load);
	kept_room_add(room, start,
		start + (n - 1) * stride + access->elem_B - 1, c->sector_shift);
}

/* Of several rows of which all lanes make the access. */
static void find_rows(struct simulate_run *run, const struct simulate_level *c,
	const struct walk_warp *warp, const struct walk_access *access,
	struct kept_room *room)
{
	int64_t stride = simulate_walk_stride(access);
	int64_t last = (warp->run - 1) * stride + access->elem_B - 1;

	for (int r = 0; r * warp->run < warp->n_lane; ++r) {
		int64_t start = simulate_walk_row(warp, access, r);

		simulate_request_row(start, stride, warp->run, access->elem_B,
			c->line_shift, c->sector_shift, &run->load);
		kept_room_add(room, start, start + last, c->sector_shift);
	}
}

/* The sectors that an access asks for, lane by lane if need be, and how far it may
 * move and ask for the same ones.
 */
static void find_load(struct simulate_run *run, const struct simulate_level *c,
	const struct walk_warp *warp, const struct walk_access *access,
	uint64_t lanes, struct kept_room *room)
{
	int64_t address[WALK_LANES];
	bool is_whole = count_of(lanes) == warp->n_lane;

	run->load.n = 0;
	if (is_whole && simulate_walk_has_rows(warp, access) &&
		leaves_none_out(c, simulate_walk_stride(access))) {
		find_rows(run, c, warp, access, room);
		return;
	}
	if (simulate_walk_has_row(warp, access)) {
		find_row(run, c, warp, access, lanes, address, room);
		if (room->above_B < INT64_MAX)
			return;
	} else {
		simulate_walk_addresses(&run->walk, warp, access, address);
		simulate_request_load(address, lanes, access->elem_B,
			c->line_shift, c->sector_shift, &run->load);
	}
	if (!access->moves_together)
		return;
	for (; lanes; lanes &= lanes - 1) {
		int64_t at = address[__builtin_ctzll(lanes)];

		kept_room_add(room, at, at + access->elem_B - 1,
			c->sector_shift);
	}
}

/* All lanes of a warp ask L1. */
static bool access_l1(struct simulate_run *run, int64_t sm,
	struct walk_warp *warp, const struct walk_access *access)
{
	const struct simulate_level *c = &run->first[sm];
	struct kept_room room = kept_room_all();
	uint64_t lanes = simulate_walk_taken(&run->walk, warp, access);
	struct walk_kept *kept;
	int64_t moved_B;

	if (!lanes)
		return simulate_run_goes_on(run, warp->n_lane);
	if (!warp->kept || !access->moves_together) {
		find_load(run, c, warp, access, lanes, &room);
		return ask_l1(run, sm, warp, access, count_of(lanes));
	}
	kept = &warp->kept[access - run->walk.access];
	moved_B = simulate_walk_moved(warp, access);
	if (!simulate_kept_get(kept, lanes, moved_B, c->line_shift,
		    &run->load)) {
		find_load(run, c, warp, access, lanes, &room);
		simulate_kept_set(kept, lanes, moved_B, &room, &run->load);
	}
	return ask_l1(run, sm, warp, access, count_of(lanes));
}

bool simulate_run_access(struct simulate_run *run, int64_t sm,
	struct walk_warp *warp, const struct walk_access *access, int from,
	int to)
{
	struct simulate_level *c = &run->first[sm];
	int64_t address[WALK_LANES];
	uint64_t lanes;

	++c->clock;
	if (access->is_store && run->setup->loads_only &&
		!takes_lines(c, access))
		return go_on(run, warp->n_lane);
	if (to - from == warp->n_lane &&
		(!access->is_store || run->setup->loads_only))
		return access_l1(run, sm, warp, access);
	lanes = simulate_walk_lanes(&run->walk, warp, access, from, to,
		address);
	return lanes ? access_lanes(run, sm, warp, access, lanes, address) :
		       simulate_run_goes_on(run, to - from);
}

/* ------------------------------------------------------------ the threads */

void simulate_run_block(const struct launch *launch, int64_t index,
	int64_t block[3])
{
	block[0] = index % launch->grid[0];
	block[1] = index / launch->grid[0] % launch->grid[1];
	block[2] = index / launch->grid[0] / launch->grid[1];
}

static int64_t warps_per_block(const struct simulate_walk *w)
{
	return threads_warps_per_block(w->launch, w->width);
}

/* Run the lanes from .. to-1 to their end. */
static bool run_to_end(struct simulate_run *run, int64_t sm,
	struct walk_warp *warp, int from, int to)
{
	bool by_request = run->tracing &&
		run->setup->interleave != SIMULATE_SEQUENTIAL;
	const struct walk_access *access;

	warp->at = 0;
	while ((access = simulate_walk_next(&run->walk, warp)))
		if (!simulate_run_access(run, sm, warp, access, from, to) ||
			(by_request && !simulate_trace_request(run, sm)))
			return false;
	return true;
}

/* Run one thread without loops, whose addresses are known. */
static bool run_thread(struct simulate_run *run, int64_t sm, int lane)
{
	const struct simulate_walk *w = &run->walk;
	const struct simulate_level *c = &run->first[sm];
	int shift = c->line_shift - c->sector_shift;

	for (int i = 0; i < w->kernel->n_access; ++i) {
		const struct walk_access *access = &w->access[i];
		const int64_t *address = run->address + i * w->width;
		int64_t lo = address[lane] >> c->sector_shift;

		if (!(run->lanes[i] >> lane & 1))
			continue;
		if (access->is_store || access->passes_l1 ||
			lo !=
				(address[lane] + access->elem_B - 1) >>
					c->sector_shift) {
			if (!access_lanes(run, sm, NULL, access,
				    UINT64_C(1) << lane, address))
				return false;
			continue;
		}
		load_piece(run, sm, access->field, lo >> shift,
			UINT32_C(1) << (lo & ((INT64_C(1) << shift) - 1)),
			&run->hint[i]);
		if (!go_on(run, 1))
			return false;
	}
	return true;
}

static bool run_by_thread(struct simulate_run *run, int64_t sm,
	struct walk_warp *warp)
{
	struct simulate_walk *w = &run->walk;
	bool has_loops = w->kernel->n_loop > 0;

	for (int i = 0; !has_loops && i < w->kernel->n_access; ++i)
		run->lanes[i] = simulate_walk_lanes(w, warp, &w->access[i], 0,
			warp->n_lane, run->address + i * w->width);
	for (int l = 0; l < warp->n_lane; ++l) {
		if (!(warp->active >> l & 1))
			continue;
		if (!(has_loops ? run_to_end(run, sm, warp, l, l + 1) :
				  run_thread(run, sm, l)))
			return false;
		if (run->tracing && !simulate_trace_request(run, sm))
			return false;
	}
	return true;
}

/* Blocks in the order of the launch, block b on SM b mod n_sm. */
static void run_in_order(struct simulate_run *run, struct walk_warp *warp)
{
	struct simulate_walk *w = &run->walk;
	int64_t n_block = launch_blocks(w->launch), n_warp = warps_per_block(w);

	for (int64_t b = 0; b < n_block; ++b) {
		int64_t block[3], sm = b % run->setup->n_sm;

		simulate_run_block(w->launch, b, block);
		for (int64_t i = 0; i < n_warp; ++i) {
			if (!simulate_run_goes_on(run, w->width))
				return;
			if (!simulate_walk_start(w, block, i, warp))
				continue;
			if (!(run->setup->interleave == SIMULATE_SEQUENTIAL ?
					    run_by_thread(run, sm, warp) :
					    run_to_end(run, sm, warp, 0,
						    warp->n_lane)))
				return;
		}
	}
}

/* Block b of a wave runs on SM b mod n_sm.  The warps of an SM take turns,
 * one access each, and so do the SMs: warp "i" of all SMs, then warp i + 1.
 */
static int64_t start_wave(struct simulate_run *run, struct walk_warp *warp,
	bool *is_alive, int64_t first, int64_t n_block)
{
	struct simulate_walk *w = &run->walk;
	int64_t n_sm = run->setup->n_sm, n_warp = warps_per_block(w), n = 0;

	for (int64_t b = 0; b < n_block; ++b) {
		int64_t block[3], sm = b % n_sm, turn = b / n_sm;

		simulate_run_block(w->launch, first + b, block);
		for (int64_t i = 0; i < n_warp; ++i) {
			int64_t at = (turn * n_warp + i) * n_sm + sm;

			is_alive[at] = simulate_walk_start(w, block, i,
				&warp[at]);
			warp[at].wait = turn * run->setup->apart;
			n += is_alive[at];
		}
	}
	return n;
}

/* Rounds in which all warps wait have no effect: skip to the next access. */
static void skip_waiting(struct walk_warp *warp, const bool *is_alive,
	int64_t n_warp)
{
	int64_t least = INT64_MAX;

	for (int64_t i = 0; i < n_warp; ++i)
		if (is_alive[i] && warp[i].wait < least)
			least = warp[i].wait;
	for (int64_t i = 0; i < n_warp; ++i)
		warp[i].wait -= least;
}

static bool run_wave(struct simulate_run *run, struct walk_warp *warp,
	bool *is_alive, int64_t n_warp, int64_t n_alive)
{
	while (n_alive > 0) {
		bool is_waiting = true;

		for (int64_t i = 0; i < n_warp; ++i) {
			int64_t sm = i % run->setup->n_sm;
			const struct walk_access *access;

			if (!is_alive[i])
				continue;
			if (warp[i].wait > 0) {
				--warp[i].wait;
				continue;
			}
			is_waiting = false;
			access = simulate_walk_next(&run->walk, &warp[i]);
			if (!access) {
				is_alive[i] = false;
				--n_alive;
				continue;
			}
			if (!simulate_run_access(run, sm, &warp[i], access, 0,
				    warp[i].n_lane))
				return false;
			if (run->tracing && !simulate_trace_request(run, sm))
				return false;
		}
		if (is_waiting && n_alive > 0)
			skip_waiting(warp, is_alive, n_warp);
		if (!looked_at(run, n_warp))
			return false;
	}
	return true;
}

static void run_waves(struct simulate_run *run, struct walk_warp *warp,
	bool *is_alive, int64_t n_warp)
{
	const struct simulate_setup *s = run->setup;
	int64_t all = launch_blocks(run->walk.launch);
	int64_t n = s->n_sm * s->blocks_per_sm;

	for (int64_t b = 0; b < all; b += n) {
		int64_t n_block = all - b < n ? all - b : n, n_alive;

		memset(is_alive, 0, (size_t) n_warp);
		n_alive = start_wave(run, warp, is_alive, b, n_block);
		if (!simulate_run_goes_on(run, n_warp * run->walk.width) ||
			!run_wave(run, warp, is_alive, n_warp, n_alive))
			return;
	}
}

/* True if "n" warps with "early" values each fit into the memory left. */
static bool has_room(const struct simulate_run *run, double n, double early)
{
	return n * (sizeof(struct walk_warp) + early * sizeof(int64_t) + 1) <
		(double) run->left_B;
}

/* Warps in flight at the same time. */
static int64_t resident_warps(const struct simulate_run *run)
{
	const struct simulate_setup *s = run->setup;
	int64_t all = launch_blocks(run->walk.launch), turns;

	if (s->interleave == SIMULATE_SHUFFLED)
		return simulate_shuffle_warps(run);
	if (s->interleave != SIMULATE_WAVES)
		return 1;
	turns = (all - 1) / s->n_sm + 1;
	if (turns > s->blocks_per_sm)
		turns = s->blocks_per_sm;
	return s->n_sm * turns * warps_per_block(&run->walk);
}

static bool make_room(struct simulate_run *run)
{
	size_t n = (size_t) run->walk.kernel->n_access + 1;

	if (run->hint)
		return true;
	run->hint = heap_clear(n, sizeof(*run->hint));
	run->lanes = heap_clear(n, sizeof(*run->lanes));
	run->address = heap_clear(n * (size_t) run->walk.width,
		sizeof(*run->address));
	return run->hint && run->lanes && run->address;
}

/* Requests that are kept for the warps, at most: more would not stay in a cache. */
#define KEPT_B (4 << 20)

/* Room for what each of "n" warps asked for; NULL where it would not be used. */
static struct walk_kept *make_kept(const struct simulate_run *run, size_t n)
{
	size_t n_access = (size_t) run->walk.kernel->n_access;
	struct walk_kept *kept;

	if (run->walk.kernel->n_loop == 0 ||
		(double) n * (double) n_access * sizeof(*kept) > KEPT_B)
		return NULL;
	return heap_clear(n * n_access + 1, sizeof(*kept));
}

void simulate_run_threads(struct simulate_run *run)
{
	size_t n = (size_t) resident_warps(run);
	size_t early = (size_t) run->walk.n_early * (size_t) run->walk.width;
	size_t n_kept = (size_t) run->walk.kernel->n_access;
	bool fits = has_room(run, (double) n, (double) early);
	struct walk_warp *warp = fits ? heap_clear(n, sizeof(*warp)) : NULL;
	int64_t *values = fits ? heap_clear(n * early + 1, sizeof(*values)) :
				 NULL;
	bool *is_alive = fits ? heap_clear(n, sizeof(*is_alive)) : NULL;
	struct walk_kept *kept = fits ? make_kept(run, n) : NULL;

	if (warp && values && is_alive && make_room(run)) {
		for (size_t i = 0; i < n; ++i)
			warp[i].early = values + i * early;
		for (size_t i = 0; kept && i < n; ++i)
			warp[i].kept = kept + i * n_kept;
		if (run->setup->interleave == SIMULATE_WAVES)
			run_waves(run, warp, is_alive, (int64_t) n);
		else if (run->setup->interleave == SIMULATE_SHUFFLED)
			simulate_shuffle(run, warp);
		else
			run_in_order(run, warp);
	} else {
		run->status = SIMULATE_MEMORY;
	}
	free(warp);
	free(values);
	free(is_alive);
	free(kept);
}
