/* Cells that a loop updates, kept in a register: scalar promotion.
 *
 *	loop k { o[x] += a[k, x] }	becomes
 *	s = o[x]; loop k { s += a[k, x] }; o[x] = s
 *
 * where the cell is the same in all trips and no other access of the loop may
 * reach it.  A load of such a cell becomes a carried node when it is built; what
 * it was without that is kept beside, for the end of the loop decides.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/kernel/build_parts.h"
#include "lang/kernel/kernel_parts.h"

/* Loops within each other; no source has more. */
#define MOST_NESTED 16

/* Cells of bodies with more accesses stay in memory: no thread has the registers,
 * and each access is compared with all others.
 */
#define MOST_ACCESSES 1000

/* ------------------------------------------------------------- trips */

/* True if region "r" is within the loop. */
static bool is_within(const struct kernel_def *k, int loop, int r)
{
	return kernel_encloses(k, k->loop[loop].region, r);
}

static bool is_too_large(const struct kernel_def *k, int loop)
{
	return k->n_access - k->region[k->loop[loop].region].first >
		MOST_ACCESSES;
}

/* True if the trip of the loop may have stored to the cell already. */
static bool is_stored_in_trip(const struct kernel_def *k,
	const struct kernel_access *at, int loop)
{
	for (int i = k->region[k->loop[loop].region].first; i < k->n_access;
		++i) {
		const struct kernel_access *a = &k->access[i];

		if (a->is_store && a->field == at->field &&
			is_within(k, loop, a->region) &&
			kernel_may_alias(k, a, at))
			return true;
	}
	return false;
}

/* True if the value at the start of a trip may be one of the trip before, that
 * nothing but stores to the field itself can have changed.
 */
static bool may_carry(const struct build *b, const struct build_trips *t,
	const struct kernel_access *at)
{
	const struct kernel_def *k = b->kernel;
	const struct kernel_field *f = &k->field[at->field];

	if ((t->has_barrier && kernel_is_open(f)) || is_too_large(k, t->loop))
		return false;
	for (int i = 0; i < t->n_field; ++i)
		if (t->is_stored[i] && i != at->field &&
			kernel_fields_alias(f, &k->field[i]))
			return false;
	return !kernel_place_varies(k, at, t->loop) &&
		!is_stored_in_trip(k, at, t->loop);
}

static int find_promoted(const struct build *b, int loop,
	const struct kernel_access *at, int lane)
{
	for (int i = 0; i < b->n_promoted; ++i)
		if (b->promoted[i].loop == loop &&
			b->promoted[i].lane == lane &&
			kernel_same_place(&b->promoted[i].at, at))
			return i;
	return -1;
}

/* The carried node of a cell in a loop: "first" is its value before, "plain" what
 * a trip loads if the cell is not promoted.
 */
static int promote(struct build *b, int loop, const struct kernel_access *at,
	int lane, int first, int plain)
{
	struct kernel_def *k = b->kernel;
	enum elem_type type = type_scalar(k->field[at->field].type);
	struct build_promoted p = {
		.loop = loop,
		.lane = lane,
		.plain = plain,
		.at = *at,
	};

	k->carried = memory_grow(k->carried, (size_t) k->n_carried,
		sizeof(*k->carried));
	k->carried[k->n_carried] = (struct kernel_carried) { -1, first, first,
		-1 };
	p.slot = k->n_carried++;
	p.node = graph_carried(&k->graph, loop, p.slot, type);
	b->promoted = memory_grow(b->promoted, (size_t) b->n_promoted,
		sizeof(p));
	b->promoted[b->n_promoted++] = p;
	return p.node;
}

int build_trip_value(struct build *b, const struct kernel_access *at, int lane,
	int node)
{
	const struct build_trips *loops[MOST_NESTED];
	enum elem_type type = b->kernel->field[at->field].type;
	int n = 0, value, plain[MOST_NESTED];

	for (const struct build_trips *t = b->trips; t && n < MOST_NESTED;
		t = t->outer) {
		if (!may_carry(b, t, at))
			break;
		if (at->field < t->n_field && t->is_stored[at->field])
			loops[n++] = t;
	}
	if (n == 0)
		return node;
	value = find_promoted(b, loops[0]->loop, at, lane);
	if (value >= 0)
		return b->promoted[value].node;
	plain[0] = node;
	for (int i = 1; i < n; ++i)
		plain[i] = build_lane(b,
			build_value_before(b, at, loops[i - 1]), type, lane);
	value = build_lane(b, build_value_before(b, at, loops[n - 1]), type,
		lane);
	for (int i = n - 1; i >= 0; --i) {
		int met = find_promoted(b, loops[i]->loop, at, lane);

		value = met >= 0 ?
			b->promoted[met].node :
			promote(b, loops[i]->loop, at, lane, value, plain[i]);
	}
	return value;
}

int build_plain_value(const struct build *b, int node)
{
	for (int i = 0; i < b->n_promoted; ++i)
		if (b->promoted[i].node == node)
			return b->promoted[i].plain;
	return node;
}

/* ---------------------------------------------------------- end of loop */

/* Loads that are left once the cells of "loop" are promoted: not those that a
 * carried node replaces.
 */
static bool is_replaced(const struct build *b, int access, int loop)
{
	const struct graph *g = &b->kernel->graph;

	for (int i = 0; i < b->n_promoted; ++i) {
		const struct build_promoted *p = &b->promoted[i];
		int load = p->plain;

		if (g->node[load].op == GRAPH_MEMBER)
			load = g->node[load].a;
		if (g->node[load].op == GRAPH_LOAD &&
			g->node[load].aux == access &&
			(p->is_done || p->loop == loop))
			return true;
	}
	return false;
}

/* What a loop may keep in registers of the cell of store "at", the last one of a
 * trip: its value from trip to trip, and the store until the end.
 */
enum kept { KEPT_NOTHING, KEPT_VALUE, KEPT_STORE };

static enum kept what_is_kept(const struct build *b,
	const struct build_trips *t, int at)
{
	const struct kernel_def *k = b->kernel;
	const struct kernel_access *s = &k->access[at];
	const struct kernel_field *f = &k->field[s->field];
	enum kept kept = KEPT_STORE;

	if ((kernel_is_open(f) && kernel_loop_meets(k, t->loop)) ||
		kernel_place_varies(k, s, t->loop))
		return KEPT_NOTHING;
	for (int i = k->region[k->loop[t->loop].region].first; i < k->n_access;
		++i) {
		const struct kernel_access *a = &k->access[i];

		if (!is_within(k, t->loop, a->region) ||
			!kernel_may_alias(k, a, s))
			continue;
		if (kernel_same_place(a, s)) {
			if (a->is_store ? a->is_atomic ||
						a->region !=
							k->loop[t->loop].body :
					  !is_replaced(b, i, t->loop))
				return KEPT_NOTHING;
		} else if (a->is_store) {
			return KEPT_NOTHING;
		} else {
			kept = KEPT_VALUE;
		}
	}
	return kept;
}

/* The value that the last trip stores, behind the loop. */
static int result_of(struct build *b, int loop, int value, enum elem_type type)
{
	struct graph *g = &b->kernel->graph;
	int lanes = type_lanes(type), lane[4];

	if (lanes == 1)
		return graph_result(g, loop, value);
	for (int i = 0; i < lanes; ++i)
		lane[i] = graph_result(g, loop, graph_unpack(g, value, i));
	return graph_pack(g, lanes, lane);
}

/* Moves store "at", and leaves the others of its cell out. */
static void sink_store(struct build *b, const struct build_trips *t, int at)
{
	struct kernel_def *k = b->kernel;
	struct kernel_access moved = k->access[at], *a;

	for (int i = k->region[k->loop[t->loop].region].first; i <= at; ++i) {
		a = &k->access[i];
		if (a->is_store && kernel_same_place(a, &moved))
			build_drop_store(a);
	}
	a = build_access_new(b, moved.field, moved.loc);
	moved.region = a->region;
	moved.phase = a->phase;
	moved.value = result_of(b, t->loop, moved.value,
		k->field[moved.field].type);
	moved.version = ++k->field[moved.field].version;
	*a = moved;
	build_note_store(b, k->n_access);
}

static void keep(struct build *b, const struct build_trips *t, int at)
{
	struct kernel_def *k = b->kernel;
	const struct kernel_access *s = &k->access[at];
	enum elem_type type = k->field[s->field].type;
	enum kept kept = what_is_kept(b, t, at);

	if (kept == KEPT_NOTHING)
		return;
	for (int i = 0; i < b->n_promoted; ++i) {
		struct build_promoted *p = &b->promoted[i];

		if (p->loop != t->loop || !kernel_same_place(&p->at, s))
			continue;
		p->is_done = true;
		k->carried[p->slot].loop = t->loop;
		k->carried[p->slot].next = build_lane(b, s->value, type,
			p->lane);
	}
	if (kept == KEPT_STORE)
		sink_store(b, t, at);
}

void build_close_trips(struct build *b, const struct build_trips *t)
{
	struct kernel_def *k = b->kernel;
	int body = k->loop[t->loop].body;

	if (is_too_large(k, t->loop))
		return;
	for (int i = k->n_access - 1;
		i >= k->region[k->loop[t->loop].region].first; --i) {
		const struct kernel_access *a = &k->access[i];
		bool is_last = a->is_store && !a->is_atomic &&
			a->region == body && a->address < 0;

		for (int j = i + 1; is_last && j < k->n_access; ++j)
			is_last = !k->access[j].is_store ||
				!kernel_same_place(&k->access[j], a) ||
				!is_within(k, t->loop, k->access[j].region);
		if (is_last)
			keep(b, t, i);
	}
}

/* ----------------------------------------------------- what was not kept */

/* Replaces nodes by what trips load, in all of a kernel. */
struct replacement {
	int n;
	int *by; /* for each node, itself or another */
};

static void replace(const struct replacement *r, int *node)
{
	while (*node >= 0 && *node < r->n && r->by[*node] != *node)
		*node = r->by[*node];
}

static void replace_in_graph(const struct replacement *r, struct graph *g)
{
	for (int i = 0; i < g->n_node; ++i) {
		struct graph_node *n = &g->node[i];

		replace(r, &n->a);
		if (n->op != GRAPH_CARRIED)
			replace(r, &n->b);
		replace(r, &n->c);
	}
}

static void replace_in_accesses(const struct replacement *r,
	struct kernel_def *k)
{
	for (int i = 0; i < k->n_access; ++i) {
		struct kernel_access *a = &k->access[i];

		for (int j = 0; j < a->n_index; ++j)
			replace(r, &a->index[j]);
		replace(r, &a->component);
		replace(r, &a->value);
		replace(r, &a->data);
	}
	for (int i = 0; i < k->n_scatter; ++i)
		replace(r, &k->scatter[i].of);
	for (int i = 0; i < k->n_shuffle; ++i)
		replace(r, &k->shuffle[i].node);
}

static void replace_in_loops(const struct replacement *r, struct kernel_def *k)
{
	for (int i = 0; i < k->n_carried; ++i) {
		replace(r, &k->carried[i].first);
		replace(r, &k->carried[i].next);
	}
	for (int i = 1; i < k->n_region; ++i)
		if (k->region[i].kind != REGION_LOOP)
			replace(r, &k->region[i].condition);
	for (int i = 0; i < k->n_loop; ++i) {
		replace(r, &k->loop[i].lo);
		replace(r, &k->loop[i].hi);
		replace(r, &k->loop[i].starts);
		replace(r, &k->loop[i].step);
	}
}

/* Takes slots of no loop out of the list. */
static void drop_slots(struct kernel_def *k)
{
	struct graph *g = &k->graph;
	int *moved = memory_new(((size_t) k->n_carried + 1) * sizeof(*moved));
	int n = 0;

	for (int i = 0; i < k->n_carried; ++i) {
		moved[i] = n;
		if (k->carried[i].loop >= 0)
			k->carried[n++] = k->carried[i];
	}
	k->n_carried = n;
	for (int i = 0; i < g->n_node; ++i)
		if (g->node[i].op == GRAPH_CARRIED)
			g->node[i].b = moved[g->node[i].b];
	free(moved);
}

void build_close_promoted(struct build *b)
{
	struct kernel_def *k = b->kernel;
	struct graph *g = &k->graph;
	struct replacement r = { .n = g->n_node };
	bool is_any = false;

	r.by = memory_new(((size_t) r.n + 1) * sizeof(*r.by));
	for (int i = 0; i < r.n; ++i)
		r.by[i] = i;
	for (int i = 0; i < b->n_promoted; ++i) {
		const struct build_promoted *p = &b->promoted[i];

		if (p->is_done)
			continue;
		is_any = true;
		r.by[p->node] = p->plain;
	}
	if (is_any) {
		replace_in_graph(&r, g);
		replace_in_accesses(&r, k);
		replace_in_loops(&r, k);
		/* nothing uses them any more; they must not be carried */
		for (int i = 0; i < b->n_promoted; ++i)
			if (!b->promoted[i].is_done)
				g->node[b->promoted[i].node] =
					g->node[b->promoted[i].plain];
		drop_slots(k);
	}
	free(r.by);
}
