/* One cache: doc/MODEL.md, chapter 15.  Frames of a set form a list in the
 * order of eviction.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/simulate/simulate_cache.h"

#define NO_FRAME     (-1)
#define FIRST_PLACES 1024

/* splitmix64 */
#define SPLIT UINT64_C(0x9e3779b97f4a7c15)

static uint64_t mix(uint64_t z)
{
	z += SPLIT;
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static int log2_of(int64_t n)
{
	return __builtin_ctzll((unsigned long long) n);
}

/* ------------------------------------------------------------- memory */

static void *grow(struct simulate_level *c, void *old, int64_t from, int64_t to,
	size_t each)
{
	char *p = NULL;

	*c->left_B -= (to - from) * (int64_t) each;
	if (*c->left_B >= 0)
		p = heap_resize(old, (size_t) to * each);
	if (!p) {
		c->is_short = true;
		return old;
	}
	memset(p + (size_t) from * each, 0, (size_t) (to - from) * each);
	return p;
}

/* A frame fills one line of the processor's cache, and begins where that does. */
#define ALIGNED_B 64

/* Room for "n" frames, with those that there are. */
static void grow_aligned(struct simulate_level *c, int64_t n)
{
	size_t size = sizeof(*c->frame);
	char *room, *at;

	*c->left_B -= (n - c->n_frame) * (int64_t) size;
	room = *c->left_B < 0 ? NULL :
				heap_clear(1, (size_t) n * size + ALIGNED_B);
	if (!room) {
		c->is_short = true;
		return;
	}
	at = room + (ALIGNED_B - (uintptr_t) room % ALIGNED_B) % ALIGNED_B;
	if (c->n_frame > 0)
		memcpy(at, c->frame, (size_t) c->n_frame * size);
	free(c->frame_room);
	c->frame_room = room;
	c->frame = (struct simulate_frame *) at;
}

static bool grow_frames(struct simulate_level *c, int64_t n)
{
	grow_aligned(c, n);
	if (!c->shape.is_through && !c->is_short)
		c->written = grow(c, c->written, c->n_frame, n,
			(size_t) c->words * sizeof(*c->written));
	if (!c->is_short)
		c->n_frame = n;
	return !c->is_short;
}

/* What each bit of a line's number changes in the number of its set, of 512: the
 * L1 of an H200, by lines that evict each other (h200/l1_sets.csv).
 */
static const uint16_t set_bits[] = { 0x001, 0x002, 0x004, 0x008, 0x010, 0x020,
	0x040, 0x080, 0x100, 0x071, 0x01b, 0x176, 0x149, 0x039, 0x1e1, 0x1dd,
	0x0ee, 0x194, 0x08d, 0x1ac, 0x0f4, 0x12f, 0x082, 0x0f0, 0x115, 0x1fc,
	0x15f, 0x13d, 0x1e9, 0x076 };

static void init_hash(struct simulate_level *c)
{
	for (int byte = 0; byte < SIMULATE_HASHED; ++byte)
		for (int v = 1; v < 256; ++v) {
			int low = v & -v;
			size_t bit = (size_t) (8 * byte + log2_of(low));

			c->hash[byte][v] = (uint16_t) (c->hash[byte][v - low] ^
				(bit < sizeof(set_bits) / sizeof(*set_bits) ?
						set_bits[bit] :
						0));
		}
}

static void empty_sets(struct simulate_level *c)
{
	for (int64_t i = 0; i < c->n_set; ++i)
		c->set[i] = (struct simulate_set) { NO_FRAME, NO_FRAME,
			NO_FRAME, NO_FRAME, 0, 0, 0 };
	c->none_before = 0;
	c->n_used = c->turn = c->n_dirty = 0;
	incomplete_forget(&c->incomplete);
}

static bool init_shadow(struct simulate_level *c)
{
	struct simulate_cache shape = c->shape;
	struct simulate_counts *ignored;

	if (shape.is_plain ||
		(c->ways * c->n_set == c->ways && shape.evict == 1 &&
			shape.policy == SIMULATE_LRU))
		return true;
	shape.ways = shape.sets = shape.dirty_B = shape.parts_B = 0;
	shape.policy = SIMULATE_LRU;
	shape.evict = 1;
	c->shadow = heap_clear(1, sizeof(*c->shadow));
	ignored = heap_clear(1, sizeof(*ignored));
	if (c->shadow && ignored)
		return simulate_cache_init(c->shadow, &shape, ignored, 0,
			c->table.n_numbered, c->left_B);
	free(ignored);
	return false;
}

bool simulate_cache_init(struct simulate_level *c,
	const struct simulate_cache *shape, struct simulate_counts *counts,
	uint64_t random, int64_t n_numbered, int64_t *left_B)
{
	int64_t lines = shape->size_B / shape->line_B;

	*c = (struct simulate_level) {
		.shape = *shape,
		.counts = counts,
		.random = random,
		.left_B = left_B,
		.ways = shape->ways ? shape->ways : lines,
	};
	c->n_set = shape->sets	 ? shape->sets :
		shape->is_hashed ? (lines + c->ways / 2) / c->ways :
				   lines / c->ways;
	c->n_set = c->n_set > 1 ? c->n_set : 1;
	c->per_set = UINT64_MAX / (uint64_t) c->n_set;
	c->room = shape->sets ? lines : INT64_MAX;
	if (shape->sets)
		init_hash(c);
	c->line_shift = log2_of(shape->line_B);
	c->sector_shift = log2_of(shape->sector_B);
	c->sectors = (int) (shape->line_B / shape->sector_B);
	c->full = c->sectors == 32 ? ~UINT32_C(0) :
				     (UINT32_C(1) << c->sectors) - 1;
	c->words = (int) ((shape->line_B + 63) / 64);
	c->most_dirty = shape->dirty_B / shape->line_B;
	if (!simulate_table_init(&c->table, n_numbered, left_B) ||
		!incomplete_init(&c->incomplete,
			shape->parts_B / shape->line_B))
		return false;
	c->set = grow(c, NULL, 0, c->n_set, sizeof(*c->set));
	if (c->is_short ||
		!grow_frames(c,
			c->n_set > 1		     ? c->n_set * c->ways :
				lines < FIRST_PLACES ? lines :
						       FIRST_PLACES))
		return false;
	empty_sets(c);
	return init_shadow(c);
}

void simulate_cache_clear(struct simulate_level *c)
{
	if (c->shadow) {
		free(c->shadow->counts);
		simulate_cache_clear(c->shadow);
		free(c->shadow);
	}
	simulate_table_clear(&c->table);
	incomplete_clear(&c->incomplete);
	free(c->set);
	free(c->frame_room);
	free(c->written);
	*c = (struct simulate_level) { 0 };
}

/* --------------------------------------------------------------- lists */

static inline void unlink_frame(struct simulate_level *c,
	struct simulate_set *set, int32_t i)
{
	struct simulate_frame *p = &c->frame[i];

	if (p->prev >= 0)
		c->frame[p->prev].next = p->next;
	else
		set->head = p->next;
	if (p->next >= 0)
		c->frame[p->next].prev = p->prev;
	else
		set->tail = p->prev;
	if (set->edge == i)
		set->edge = p->prev;
}

static inline void link_first(struct simulate_level *c,
	struct simulate_set *set, int32_t i)
{
	c->frame[i].prev = NO_FRAME;
	c->frame[i].next = set->head;
	if (set->head >= 0)
		c->frame[set->head].prev = i;
	else
		set->tail = i;
	set->head = i;
}

/* A line that was not asked for again comes behind those that were. */
static void link_new(struct simulate_level *c, struct simulate_set *set,
	int32_t i)
{
	int32_t before = set->edge, after;

	if (before < 0) {
		link_first(c, set, i);
		return;
	}
	after = c->frame[before].next;
	c->frame[i].prev = before;
	c->frame[i].next = after;
	c->frame[before].next = i;
	if (after >= 0)
		c->frame[after].prev = i;
	else
		set->tail = i;
}

/* A line that is asked for again is protected; of more than half a set the one
 * that was asked for longest ago is no longer.
 */
static void protect(struct simulate_level *c, struct simulate_set *set,
	int32_t i)
{
	int32_t last;

	if (set->edge < 0)
		set->edge = i;
	if (c->frame[i].is_protected)
		return;
	c->frame[i].is_protected = true;
	if (++set->n_protected <= c->ways / 2)
		return;
	last = set->edge;
	set->edge = c->frame[last].prev;
	c->frame[last].is_protected = false;
	--set->n_protected;
}

/* line mod n_set without a division, which takes as long as all else: line times
 * 2^64 / n_set, rounded down, is a quotient that lacks 1 at most.
 */
static inline uint64_t rest_of_sets(const struct simulate_level *c,
	uint64_t line)
{
	__extension__ typedef unsigned __int128 wide;
	uint64_t n = (uint64_t) c->n_set;
	uint64_t rest = line - (uint64_t) ((wide) line * c->per_set >> 64) * n;

	return rest < n ? rest : rest - n;
}

static inline struct simulate_set *set_of(struct simulate_level *c,
	int64_t line)
{
	if (c->n_set == 1)
		return c->set;
	if (c->shape.sets) {
		int64_t set = c->hash[0][line & 255] ^
			c->hash[1][line >> 8 & 255] ^
			c->hash[2][line >> 16 & 255] ^
			c->hash[3][line >> 24 & 255];

		return &c->set[set & (c->n_set - 1)];
	}
	if (c->shape.is_hashed)
		line = (int64_t) (mix((uint64_t) line) >> 1);
	return &c->set[rest_of_sets(c, (uint64_t) line)];
}

static void touch(struct simulate_level *c, int32_t i)
{
	struct simulate_set *set;

	c->frame[i].touched = c->clock;
	if (c->shape.policy != SIMULATE_LRU &&
		c->shape.policy != SIMULATE_SEGMENTED)
		return;
	set = &c->set[c->frame[i].set];
	if (set->head != i) {
		unlink_frame(c, set, i);
		link_first(c, set, i);
	}
	if (c->shape.policy == SIMULATE_SEGMENTED)
		protect(c, set, i);
}

/* ------------------------------------------------------------ eviction */

/* The sectors of all granules of "granule_B" that have one of "sectors". */
static inline uint32_t widen(const struct simulate_level *c, uint32_t sectors,
	int64_t granule_B)
{
	int n = (int) (granule_B >> c->sector_shift);
	uint32_t wide = 0, unit;

	if (n <= 1)
		return sectors;
	if (n >= c->sectors)
		return sectors ? c->full : 0;
	unit = (UINT32_C(1) << n) - 1;
	for (int i = 0; i < c->sectors; i += n)
		if (sectors >> i & unit)
			wide |= unit << i;
	return wide;
}

static int64_t bytes_of(const struct simulate_level *c, uint32_t sectors)
{
	return (int64_t) integer_bits(sectors) << c->sector_shift;
}

/*	V_partial: sectors written in part that must be completed first, each by
 *		   itself
 *	V_store: all granules that were written
 */
static void write_dirty(struct simulate_level *c, int32_t i)
{
	struct simulate_frame *p = &c->frame[i];
	struct simulate_counts *n = &c->counts[p->field];
	int64_t store_B, partial_B;

	--c->n_dirty;
	if (p->is_incomplete)
		incomplete_remove(&c->incomplete, p->line, i);
	p->is_incomplete = false;
	partial_B = c->shape.is_masked ? 0 : bytes_of(c, p->dirty & ~p->valid);
	store_B = bytes_of(c, widen(c, p->dirty, c->shape.write_B));
	n->load_B += partial_B;
	n->partial_B += partial_B;
	n->store_B += store_B;
	if (c->moved) {
		c->moved[p->line].load_B += (double) partial_B;
		c->moved[p->line].store_B += (double) store_B;
	}
	/* it may stay: what was loaded to complete it is there now */
	if (!c->shape.is_masked)
		p->valid |= p->dirty;
	p->dirty = 0;
	memset(&c->written[i * c->words], 0,
		(size_t) c->words * sizeof(*c->written));
}

static inline void write_back(struct simulate_level *c, int32_t i)
{
	if (c->frame[i].dirty)
		write_dirty(c, i);
}

/* The line of a frame goes; the frame stays where it is. */
static inline void drop_line(struct simulate_level *c, struct simulate_set *set,
	int32_t i)
{
	struct simulate_frame *p = &c->frame[i];

	write_back(c, i);
	c->unused += c->clock - p->touched;
	++c->n_evicted;
	set->n_protected -= p->is_protected;
	p->known->frame = 0;
	if (c->watch)
		c->watch(c->watcher, p->field, p->line, -1);
}

static void evict(struct simulate_level *c, struct simulate_set *set, int32_t i)
{
	drop_line(c, set, i);
	unlink_frame(c, set, i);
	--c->n_used;
	c->frame[i].is_used = false;
	c->frame[i].next = set->free;
	set->free = i;
}

static uint64_t next_random(struct simulate_level *c)
{
	uint64_t z = mix(c->random);

	c->random += SPLIT;
	return z;
}

/* Frames that are looked at, by chance; the one stored to longest ago is written.
 * Of one, 9 % of structures that are stored member by member would be written
 * in part (structures.csv), of two 2.7, of three as few as of all: 1.5.  All
 * would lose each line of data that a launch stores to in turn.
 */
#define LOOKED_AT 3

/* Write back one of the frames that wait, and keep it. */
static void write_early(struct simulate_level *c)
{
	int64_t oldest = NO_FRAME;

	for (int n = 0; n < LOOKED_AT;) {
		int64_t i = (int64_t) (next_random(c) % (uint64_t) c->n_frame);
		const struct simulate_frame *p = &c->frame[i];

		if (!p->is_used || !p->dirty)
			continue;
		if (oldest < 0 || p->touched < c->frame[oldest].touched)
			oldest = i;
		++n;
	}
	write_back(c, (int32_t) oldest);
}

/* The frame of a set that goes next, of those whose data have come; NO_FRAME:
 * none.  Where none has, the first that comes is remembered: what joins the set
 * later lowers that.
 */
static int32_t arrived(const struct simulate_level *c, struct simulate_set *set)
{
	double due = INFINITY;
	int32_t i;

	if (set->due > c->now)
		return NO_FRAME;
	for (i = set->tail; i >= 0 && c->frame[i].due > c->now;
		i = c->frame[i].prev)
		due = c->frame[i].due < due ? c->frame[i].due : due;
	if (i < 0)
		set->due = due;
	return i;
}

/* The frame of a full set that a line takes: the one that the policy chooses, or
 * the lowest of its group, all of which are evicted.
 */
static int32_t take_from(struct simulate_level *c, struct simulate_set *set)
{
	int64_t first = (set - c->set) * c->ways, group;
	int64_t victim = arrived(c, set);

	if (victim < 0)
		victim = set->tail;
	if (c->shape.evict == 1 && c->shape.policy != SIMULATE_RANDOM) {
		drop_line(c, set, (int32_t) victim);
		unlink_frame(c, set, (int32_t) victim);
		--c->n_used;
		return (int32_t) victim;
	}
	if (c->shape.policy == SIMULATE_RANDOM)
		victim = first +
			(int64_t) (next_random(c) % (uint64_t) c->ways);
	group = first + (victim - first) / c->shape.evict * c->shape.evict;
	for (int64_t i = group + c->shape.evict - 1; i >= group; --i)
		if (c->frame[i].is_used)
			evict(c, set, (int32_t) i);
	victim = set->free;
	set->free = c->frame[victim].next;
	return (int32_t) victim;
}

/* There is room for fewer lines than frames: sets in turn give one. */
static void make_room_elsewhere(struct simulate_level *c)
{
	double due = INFINITY;
	struct simulate_set *set;
	int64_t n = 0;
	int32_t i;

	if (c->none_before > c->now)
		return;
	do {
		set = &c->set[c->turn];
		c->turn = c->turn + 1 < c->n_set ? c->turn + 1 : 0;
		i = arrived(c, set);
		due = set->due < due ? set->due : due;
	} while (i < 0 && ++n < c->n_set);
	if (i >= 0)
		evict(c, set, i);
	else
		c->none_before = due;
}

/* A frame of a set that has some which are empty; NO_FRAME when memory runs out. */
static int32_t take_empty(struct simulate_level *c, struct simulate_set *set)
{
	int32_t i = set->free;

	if (i >= 0) {
		set->free = c->frame[i].next;
		return i;
	}
	i = (int32_t) ((set - c->set) * c->ways + set->n_taken);
	if (i >= c->n_frame &&
		!grow_frames(c,
			2 * c->n_frame < c->ways ? 2 * c->n_frame : c->ways))
		return NO_FRAME;
	++set->n_taken;
	return i;
}

/* A frame for a line that has none, whose data come at "due"; NO_FRAME when memory
 * runs out.
 */
static int32_t take_frame(struct simulate_level *c, int64_t line,
	struct simulate_line *known, int field, double due)
{
	struct simulate_set *set = set_of(c, line);
	struct simulate_frame *p;
	int32_t i;

	if (set->free < 0 && set->n_taken == c->ways) {
		i = take_from(c, set);
	} else {
		if (c->n_used >= c->room)
			make_room_elsewhere(c);
		i = take_empty(c, set);
		if (i < 0)
			return NO_FRAME;
	}
	p = &c->frame[i];
	*p = (struct simulate_frame) {
		.line = line,
		.known = known,
		.field = field,
		.set = (int32_t) (set - c->set),
		.is_used = true,
		.due = due,
		.touched = c->clock,
	};
	set->due = due < set->due ? due : set->due;
	c->none_before = due < c->none_before ? due : c->none_before;
	link_new(c, set, i);
	++c->n_used;
	known->frame = i + 1;
	if (c->watch)
		c->watch(c->watcher, field, line, 1);
	return i;
}

/* The frame of a line, which it has or takes; NO_FRAME when memory runs out. */
static int32_t hold_line(struct simulate_level *c, int64_t line,
	struct simulate_line *known, int field)
{
	int32_t i = known->frame - 1;

	if (i < 0)
		return take_frame(c, line, known, field, 0);
	touch(c, i);
	return i;
}

/* -------------------------------------------------------------- access */

/* Count a miss: "want" of the line was loaded, and "missing" was not there. */
static void count_misses(struct simulate_level *c, int field,
	const struct simulate_line *known, uint32_t missing,
	uint32_t shadow_missing)
{
	struct simulate_counts *n = &c->counts[field];
	uint32_t again = missing & known->seen;

	n->misses += integer_bits(missing);
	n->compulsory += integer_bits(missing & ~known->seen);
	if (!again)
		return;
	if (!c->shadow)
		shadow_missing = again;
	n->capacity += integer_bits(again & shadow_missing);
	n->conflict += integer_bits(again & ~shadow_missing);
}

static int count(uint32_t sectors)
{
	return sectors & (sectors - 1) ? integer_bits(sectors) : sectors != 0;
}

/* The line that a miss is about is known, or lies in frame "i" already. */
static uint32_t miss(struct simulate_level *c, int64_t line,
	struct simulate_line *known, int32_t i, uint32_t missing,
	uint32_t elsewhere, int field, int32_t *frame)
{
	uint32_t fetch;

	count_misses(c, field, known, missing, elsewhere);
	if (i < 0)
		i = take_frame(c, line, known, field, c->due);
	if (i < 0)
		return 0;
	*frame = i;
	fetch = widen(c, missing, c->shape.fetch_B);
	c->frame[i].pending = fetch |
		(c->frame[i].due > c->now ? c->frame[i].pending : 0);
	c->frame[i].due = c->due;
	c->frame[i].valid |= fetch;
	known->seen |= fetch;
	c->counts[field].load_B += bytes_of(c, fetch);
	if (c->moved)
		c->moved[line].load_B += (double) bytes_of(c, fetch);
	return fetch;
}

/* Sectors that were found may be on their way. */
static void await(struct simulate_level *c, const struct simulate_frame *p,
	uint32_t found)
{
	if ((found & p->pending) && p->due > c->latest)
		c->latest = p->due;
}

/* Load, and give the sectors that were missing before. */
static uint32_t load(struct simulate_level *c, int64_t line, uint32_t want,
	int field, int32_t *hint, uint32_t *fetch)
{
	struct simulate_line *known;
	uint32_t missing = want, elsewhere = 0, ignored;
	int32_t i = *hint;

	*fetch = 0;
	if (i < c->n_frame && c->frame[i].line == line && c->frame[i].is_used) {
		known = c->frame[i].known;
	} else {
		known = simulate_table_find(&c->table, line);
		if (!known) {
			c->is_short = true;
			return 0;
		}
		i = known->frame - 1;
	}
	if (c->shadow)
		elsewhere = load(c->shadow, line, want, 0, &c->shadow_hint,
			&ignored);
	c->counts[field].requests += count(want);
	if (i >= 0) {
		missing &= ~c->frame[i].valid;
		if (c->frame[i].due > c->now)
			await(c, &c->frame[i], want & ~missing);
		touch(c, i);
		*hint = i;
	}
	if (missing)
		*fetch = miss(c, line, known, i, missing, elsewhere, field,
			hint);
	return missing;
}

uint32_t simulate_cache_load(struct simulate_level *c, int64_t line,
	uint32_t sectors, int field, int32_t *hint)
{
	uint32_t fetch;

	load(c, line, sectors, field, hint, &fetch);
	if (c->shadow)
		c->is_short |= c->shadow->is_short;
	return fetch;
}

uint32_t simulate_cache_copy(struct simulate_level *c, int64_t line,
	uint32_t sectors, int field)
{
	struct simulate_line *known = simulate_table_find(&c->table, line);
	uint32_t missing;
	int32_t i;

	if (!known) {
		c->is_short = true;
		return sectors;
	}
	i = hold_line(c, line, known, field);
	if (i < 0)
		return sectors;
	missing = sectors & ~c->frame[i].valid;
	c->frame[i].valid |= sectors;
	return missing;
}

/* The frame of a line that is stored to, and what is known of the line;
 * NO_FRAME when memory runs out.
 */
static int32_t hold_stored(struct simulate_level *c, int64_t line, int field,
	struct simulate_line **known)
{
	*known = simulate_table_find(&c->table, line);
	if (*known)
		return hold_line(c, line, *known, field);
	c->is_short = true;
	return NO_FRAME;
}

void simulate_cache_pass(struct simulate_level *c, int64_t line,
	uint32_t sectors, int field)
{
	struct simulate_line *known;
	int32_t i;

	if (c->shadow) {
		simulate_cache_pass(c->shadow, line, sectors, 0);
		c->is_short |= c->shadow->is_short;
	}
	i = hold_stored(c, line, field, &known);
	if (i < 0)
		return;
	c->frame[i].valid |= sectors;
	known->seen |= sectors;
}

/* Whether all bytes of sector "s" are set. */
static bool is_full(const struct simulate_level *c, const uint64_t *bytes,
	int s)
{
	int64_t B = c->shape.sector_B, at = s * B;

	if (B < 64) {
		uint64_t unit = (UINT64_C(1) << B) - 1;

		return (bytes[at / 64] >> at % 64 & unit) == unit;
	}
	for (int64_t i = at / 64; i < (at + B) / 64; ++i)
		if (~bytes[i])
			return false;
	return true;
}

static bool has_any(const struct simulate_level *c, const uint64_t *bytes,
	int s)
{
	int64_t B = c->shape.sector_B, at = s * B;

	if (B < 64)
		return bytes[at / 64] >> at % 64 & ((UINT64_C(1) << B) - 1);
	for (int64_t i = at / 64; i < (at + B) / 64; ++i)
		if (bytes[i])
			return true;
	return false;
}

/* Sectors that have one of the bytes are dirty, and valid once all are written. */
static void mark_stored(const struct simulate_level *c,
	struct simulate_frame *p, const uint64_t *bytes,
	const uint64_t *written)
{
	if (c->shape.sector_B == 32) {
		for (int w = 0; w < c->words; ++w) {
			bool low = (uint32_t) bytes[w], high = bytes[w] >> 32;
			bool is_low = (uint32_t) written[w] == UINT32_MAX;
			bool is_high = written[w] >> 32 == UINT32_MAX;

			p->dirty |= (uint32_t) (low + 2 * high) << 2 * w;
			p->valid |= (uint32_t) ((low && is_low) +
					    2 * (high && is_high))
				<< 2 * w;
		}
		return;
	}
	for (int s = 0; s < c->sectors; ++s) {
		uint32_t bit = UINT32_C(1) << s;

		if (!has_any(c, bytes, s))
			continue;
		p->dirty |= bit;
		if (is_full(c, written, s))
			p->valid |= bit;
	}
}

/* A line that is stored in part joins the others or leaves them, which may take
 * the place of the oldest.
 */
static void find_incomplete(struct simulate_level *c, int64_t line, int32_t i)
{
	struct simulate_frame *p = &c->frame[i];
	bool is_incomplete = p->dirty & ~p->valid;
	int32_t victim;

	if (c->incomplete.n_set == 0 || is_incomplete == p->is_incomplete)
		return;
	p->is_incomplete = is_incomplete;
	if (!is_incomplete) {
		incomplete_remove(&c->incomplete, line, i);
		return;
	}
	victim = incomplete_add(&c->incomplete, line, i);
	if (victim < 0)
		return;
	c->frame[victim].is_incomplete = false;
	write_back(c, victim);
}

void simulate_cache_store(struct simulate_level *c, int64_t line,
	const uint64_t *bytes, int field)
{
	struct simulate_line *known;
	uint64_t *written;
	bool was_dirty;
	int32_t i;

	if (c->shadow) {
		simulate_cache_store(c->shadow, line, bytes, 0);
		c->is_short |= c->shadow->is_short;
	}
	i = hold_stored(c, line, field, &known);
	if (i < 0)
		return;
	was_dirty = c->frame[i].dirty != 0;
	written = &c->written[i * c->words];
	for (int w = 0; w < c->words; ++w)
		written[w] |= bytes[w];
	mark_stored(c, &c->frame[i], bytes, written);
	known->seen |= c->frame[i].valid;
	c->n_dirty += !was_dirty && c->frame[i].dirty;
	find_incomplete(c, line, i);
	if (c->most_dirty <= 0)
		return;
	c->frame[i].touched = ++c->clock;
	if (c->n_dirty > c->most_dirty)
		write_early(c);
}

void simulate_cache_update(struct simulate_level *c, int64_t line,
	uint32_t sectors, const uint64_t *bytes, int field, int32_t *hint)
{
	int64_t fetch_B = c->shape.fetch_B;

	c->shape.fetch_B = c->shape.sector_B;
	simulate_cache_load(c, line, sectors, field, hint);
	c->shape.fetch_B = fetch_B;
	simulate_cache_store(c, line, bytes, field);
}

void simulate_cache_flush(struct simulate_level *c)
{
	for (int64_t i = 0; i < c->n_frame; ++i)
		if (c->frame[i].is_used)
			write_back(c, (int32_t) i);
}

void simulate_cache_forget(struct simulate_level *c)
{
	if (c->shadow)
		simulate_cache_forget(c->shadow);
	empty_sets(c);
	simulate_table_forget(&c->table);
	memset(c->frame, 0, (size_t) c->n_frame * sizeof(*c->frame));
	if (c->written)
		memset(c->written, 0,
			(size_t) (c->n_frame * c->words) * sizeof(*c->written));
}
