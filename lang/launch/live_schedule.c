/* Schedules of a thread's values and the registers that they take. */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/launch/live.h"

/* --------------------------------------------------------------- order */

/* True if "a" is to be computed before "b". */
static bool is_first(const struct live *v, int a, int b)
{
	if (v->value[a].need != v->value[b].need)
		return v->value[a].need > v->value[b].need;
	return (v->value[a].hash ^ v->flip) < (v->value[b].hash ^ v->flip);
}

/* Operands in stack order: the one to compute first is last. */
static void operands(const struct live *v, int value, int kid[3])
{
	memcpy(kid, v->value[value].kid, 3 * sizeof(int));
	for (int i = 0; i < 2; ++i)
		for (int j = 0; j < 2 - i; ++j)
			if (kid[j] >= 0 &&
				(kid[j + 1] < 0 ||
					is_first(v, kid[j], kid[j + 1]))) {
				int swap = kid[j];

				kid[j] = kid[j + 1];
				kid[j + 1] = swap;
			}
}

int live_schedule_order(const struct live *v, int from, int to, int *order)
{
	int *todo = v->todo, n = 0, top, loop = v->target[from].loop;
	char *seen = v->seen;

	for (int i = from; i < to; ++i) {
		todo[0] = v->target[i].value;
		top = 1;
		while (top > 0) {
			int value = todo[top - 1];
			int kid[3];

			if (seen[value] || v->value[value].loop != loop) {
				--top;
				if (seen[value] == 1)
					order[n++] = value;
				seen[value] = 2;
				continue;
			}
			seen[value] = 1;
			operands(v, value, kid);
			for (int c = 0; c < 3; ++c)
				if (kid[c] >= 0 && !seen[kid[c]])
					todo[top++] = kid[c];
		}
		order[n++] = -1 - v->target[i].value;
	}
	for (int i = 0; i < n; ++i) {
		int value = order[i] < 0 ? -1 - order[i] : order[i];

		seen[value] = 0;
		for (int c = 0; c < 3; ++c)
			if (v->value[value].kid[c] >= 0)
				seen[v->value[value].kid[c]] = 0;
	}
	return n;
}

/* The operation with the fewest uses, but more than one, among those that only
 * the target needs and their operands.
 */
static int shared_by(const struct live *v, const int *uses, int target)
{
	int *todo = v->todo, top = 0, best = -1;

	todo[top++] = target;
	while (top > 0) {
		const struct value_node *n = &v->value[todo[--top]];

		for (int c = 0; c < 3; ++c) {
			int kid = n->kid[c];

			if (kid < 0 || v->value[kid].is_load)
				continue;
			if (uses[kid] == 1)
				todo[top++] = kid;
			else if (best < 0 || uses[kid] < uses[best] ||
				(uses[kid] == uses[best] &&
					v->value[kid].hash <
						v->value[best].hash))
				best = kid;
		}
	}
	return best;
}

static int compare_shared(const void *a, const void *b)
{
	const struct target *p = a, *q = b;

	if (p->shared != q->shared)
		return p->shared < q->shared ? -1 : 1;
	return (p->hash > q->hash) - (p->hash < q->hash);
}

int live_schedule_shared(const struct live *v, int from, int to, int *order)
{
	size_t size = (size_t) (to - from) * sizeof(*v->target);
	struct target *kept = memory_new(size);
	int *uses = memory_new(((size_t) v->n_value + 1) * sizeof(int)), n;

	memcpy(kept, v->target + from, size);
	for (int i = 0; i < v->n_value; ++i)
		for (int c = 0; c < 3; ++c)
			if (v->value[i].kid[c] >= 0)
				++uses[v->value[i].kid[c]];
	for (int i = from; i < to; ++i) {
		int shared = shared_by(v, uses, v->target[i].value);

		v->target[i].shared = shared < 0 ? 0 : v->value[shared].hash;
	}
	qsort(v->target + from, (size_t) (to - from), sizeof(*v->target),
		compare_shared);
	n = live_schedule_order(v, from, to, order);
	memcpy(v->target + from, kept, size);
	free(kept);
	free(uses);
	return n;
}

/* A load and where in its array it lies. */
struct place {
	int base, value;
	int64_t offset;
};

static int compare_places(const void *a, const void *b)
{
	const struct place *p = a, *q = b;

	if (p->base != q->base)
		return p->base < q->base ? -1 : 1;
	if (p->offset != q->offset)
		return p->offset < q->offset ? -1 : 1;
	return (p->value > q->value) - (p->value < q->value);
}

static struct place place_of(const struct live *v, int value)
{
	const struct kernel *kernel = v->l->kernel;
	int i = v->value[value].access, n = kernel->n_access;
	const struct quasi *address = i < n ?
		kernel->access[i].address :
		kernel->shared_access[i - n].address;

	return (struct place) {
		.base = i < n ? kernel->access[i].field : -1,
		.value = value,
		.offset = address ? address->constant : 0,
	};
}

void live_schedule_by_address(const struct live *v, int *order, int n)
{
	struct place *place = memory_new(((size_t) n + 1) * sizeof(*place));
	int *rest = memory_new(((size_t) n + 1) * sizeof(int));
	int n_load = 0, n_rest = 0;

	for (int i = 0; i < n; ++i)
		if (order[i] >= 0 && v->value[order[i]].is_load &&
			v->value[order[i]].access >= 0)
			place[n_load++] = place_of(v, order[i]);
		else
			rest[n_rest++] = order[i];
	qsort(place, (size_t) n_load, sizeof(*place), compare_places);
	for (int i = 0; i < n_load; ++i)
		order[i] = place[i].value;
	memcpy(order + n_load, rest, (size_t) n_rest * sizeof(int));
	free(place);
	free(rest);
}

/* A value and the operations that lead to it. */
struct step {
	int depth, at, value;
};

static int compare_steps(const void *a, const void *b)
{
	const struct step *p = a, *q = b;

	if (p->depth != q->depth)
		return p->depth < q->depth ? -1 : 1;
	return (p->at > q->at) - (p->at < q->at);
}

void live_schedule_by_depth(const struct live *v, int *order, int n)
{
	struct step *step = memory_new(((size_t) n + 1) * sizeof(*step));
	int *depth = v->todo, n_done = 0;

	for (int i = 0; i < n; ++i)
		if (order[i] >= 0)
			depth[order[i]] = 0;
	for (int i = 0; i < n; ++i) {
		int value = order[i] < 0 ? -1 - order[i] : order[i];

		for (int c = 0; order[i] >= 0 && c < 3; ++c) {
			int kid = v->value[value].kid[c];

			if (kid >= 0 &&
				v->value[kid].loop == v->value[value].loop &&
				depth[kid] >= depth[value])
				depth[value] = depth[kid] + 1;
		}
		step[i] = (struct step) { depth[value], i, order[i] };
	}
	qsort(step, (size_t) n, sizeof(*step), compare_steps);
	/* depth 0 are loads: each before the first operation that needs it */
	for (int i = 0; i < n; ++i) {
		const struct value_node *node;

		if (step[i].value < 0) {
			order[n_done++] = step[i].value;
			continue;
		}
		if (step[i].depth == 0)
			continue;
		node = &v->value[step[i].value];
		for (int c = 0; c < 3; ++c)
			if (node->kid[c] >= 0 &&
				v->value[node->kid[c]].loop == node->loop &&
				depth[node->kid[c]] == 0) {
				order[n_done++] = node->kid[c];
				depth[node->kid[c]] = -1;
			}
		order[n_done++] = step[i].value;
	}
	for (int i = 0; i < n; ++i)
		if (step[i].value >= 0 && depth[step[i].value] == 0)
			order[n_done++] = step[i].value;
	free(step);
}

/* --------------------------------------------------------------- banks */

/* Parts of a register that costs are counted in. */
#define PARTS 4

/* True if no other access uses the address of the load. */
static bool is_alone(const struct live *v, int access)
{
	return access >= 0 && access < v->l->kernel->n_access &&
		v->loads[v->base_of[access]] == 1 &&
		v->stores[v->base_of[access]] == 0;
}

/* What a load takes while all loads are in flight, in parts.  A register file
 * has two banks.  The compiler keeps the sum that a chain of single-precision
 * additions accumulates in one bank and what it adds in the other, so every
 * such load takes a pair of registers.  Where there are several sums, or loads
 * are used more than once, sums lie in both banks.  A load that is only moved, or that alone uses its
 * address, takes the pair of the address; on the way to shared memory it
 * takes more.
 */
static int load_cost(const struct live *v, int value, const int *uses)
{
	const struct value_node *n = &v->value[value];
	bool is_constant = !options_strides_vary(v->l->o);

	if (v->is_moved[value] == MOVED_IF)
		return PARTS * n->words;
	if (v->is_moved[value] == MOVED_TO_SHARED)
		return PARTS * (n->words > 1 ? 4 : is_constant ? 2 : 3);
	if (n->words != 1 || n->op == GRAPH_MEMBER)
		return PARTS * n->words;
	if (v->is_moved[value] || (n->loop < 0 && is_alone(v, n->access)))
		return 2 * PARTS;
	if (!v->is_added[value] || n->access >= v->l->kernel->n_access)
		return PARTS;
	if (v->cells == 1 && v->n_chain > 1)
		return PARTS;
	return v->cells > 1 && uses[value] > 1	? PARTS :
		v->cells > 1 || uses[value] > 1 ? PARTS * 3 / 2 :
						  2 * PARTS;
}

/* ---------------------------------------------------------------- peak */

/* Count the uses of each value in the order, from zero. */
static void count_uses(const struct live *v, const int *order, int n)
{
	for (int i = 0; i < n; ++i) {
		if (order[i] < 0) {
			++v->uses[-1 - order[i]];
			continue;
		}
		for (int c = 0; c < 3; ++c)
			if (v->value[order[i]].kid[c] >= 0)
				++v->uses[v->value[order[i]].kid[c]];
	}
}

static void clear_uses(const struct live *v, const int *order, int n)
{
	for (int i = 0; i < n; ++i) {
		int value = order[i] < 0 ? -1 - order[i] : order[i];

		v->uses[value] = 0;
		for (int c = 0; c < 3; ++c)
			if (v->value[value].kid[c] >= 0)
				v->uses[v->value[value].kid[c]] = 0;
	}
}

/* The words of a value from outside of the loop, once. */
static int outside_words(const struct live *v, int loop, int value)
{
	if (value < 0 || v->value[value].loop == loop || v->uses[value] == 0)
		return 0;
	v->uses[value] = 0;
	return v->value[value].words;
}

/* Values from outside of the loop, which are live throughout.  Their uses do
 * not matter further.
 */
static int live_through(const struct live *v, int loop, const int *order, int n)
{
	int words = 0;

	for (int i = 0; i < n; ++i) {
		if (order[i] < 0) {
			words += outside_words(v, loop, -1 - order[i]);
			continue;
		}
		/* what a loop leaves is in the register that it carries */
		for (int c = 0; v->value[order[i]].op != GRAPH_RESULT && c < 3;
			++c)
			words += outside_words(v, loop,
				v->value[order[i]].kid[c]);
	}
	return words;
}

static bool is_early(const struct live *v, int value)
{
	return v->value[value].is_load && !v->value[value].is_late;
}

/* Registers of loads from shared memory in flight: its latency is short, and
 * in a loop more of it is worth hiding.  So it is where words of one load meet
 * single ones, as in products: they stay until the last of them is used.
 */
#define SHARED_AHEAD	  8
#define SHARED_AHEAD_LOOP 24

/* Of the registers that every thread takes (lower_live.c), those that are free
 * once all results wait to be stored.
 */
#define DEAD_REGISTERS 4

/* The most trips, of "copies", whose loads are in flight together. */
static int most_ahead(const struct live *v, int loop, int copies)
{
	int most = v->is_slow[loop + 1] ? 1 : lower_barrier_ahead(v->l, loop);

	return copies < most ? copies : most;
}

/* Trips whose addresses are ready where loads stay behind stores: so many are
 * joined if run time alone knows their number.
 */
#define TRIPS_READY 4

int live_schedule_ahead(const struct live *v, int loop, const int *order, int n,
	int copies)
{
	int ahead = most_ahead(v, loop, copies), most = 1;
	int ready = TRIPS_READY < copies ? TRIPS_READY : copies;

	for (int i = 0; i < n; ++i) {
		int trips;

		if (order[i] < 0 || !is_early(v, order[i]) ||
			v->value[order[i]].loop != loop)
			continue;
		trips = v->value[order[i]].is_behind ? ready : ahead;
		most = trips > most ? trips : most;
	}
	return most;
}

static bool is_from_shared(const struct live *v, int value)
{
	return v->value[value].is_load &&
		v->value[value].access >= v->l->kernel->n_access;
}

/* True if one instruction loads the value from shared memory with others. */
static bool is_joined(const struct live *v, int value)
{
	const struct kernel *kernel = v->l->kernel;
	const struct shared_access *a =
		&kernel->shared_access[v->value[value].access -
			kernel->n_access];

	return a->wide_B > a->elem_B;
}

/* Trips whose results wait in registers of their own until the store has read
 * them, where loads stay behind stores.
 */
#define TRIPS_WAITING 2

int live_schedule_hoisted(const struct live *v, int loop, const int *order,
	int n, int copies, int pairs)
{
	int *uses = v->uses, *cost = v->todo;
	int live = 0, shared = 0, carried = 0, results = 0;
	int ahead, peak, through, waiting = 0;
	int trips = most_ahead(v, loop, copies);
	bool is_behind = false, is_wide = false, is_narrow = false;

	count_uses(v, order, n);
	through = live_through(v, loop, order, n);
	for (int i = 0; i < n; ++i) {
		int value = order[i];

		if (value < 0)
			continue;
		cost[value] = is_early(v, value) ?
			load_cost(v, value, uses) :
			PARTS * v->value[value].words;
		if (!is_early(v, value))
			continue;
		carried += v->is_carried[value] ? cost[value] : 0;
		is_behind |= v->value[value].is_behind;
		if (v->value[value].access >= v->l->kernel->n_access) {
			shared += cost[value] * copies;
			is_wide |= is_joined(v, value);
			is_narrow |= !is_joined(v, value);
		} else {
			live += cost[value] *
				(v->value[value].is_behind ? 1 : trips);
		}
	}
	ahead = PARTS *
		(live_is_straight(v, loop) && !(is_wide && is_narrow) ?
				SHARED_AHEAD :
				SHARED_AHEAD_LOOP);
	live = live - carried + (shared < ahead ? shared : ahead);
	peak = live;
	for (int i = 0; i < n; ++i) {
		const struct value_node *node;
		int value = order[i];

		if (value < 0) {
			const struct value_node *t = &v->value[-1 - value];

			/* results lie in one bank */
			if (!is_from_shared(v, -1 - value))
				results += t->words == 1 ? 2 : t->words;
			waiting += t->words;
			/* the first address is there before the results */
			if (pairs > 0 && !v->is_moved[-1 - value] &&
				live + PARTS * 2 > peak)
				peak = live + PARTS * 2;
			continue;
		}
		node = &v->value[value];
		if (is_early(v, value))
			continue;
		/* the result may reuse the register of an operand */
		for (int c = 0; c < 3; ++c)
			if (node->kid[c] >= 0 &&
				v->value[node->kid[c]].loop == loop &&
				--uses[node->kid[c]] == 0)
				live -= cost[node->kid[c]];
		live += cost[value];
		if (live + PARTS * node->spare > peak)
			peak = live + PARTS * node->spare;
	}
	clear_uses(v, order, n);
	peak = (peak + PARTS - 1) / PARTS;
	/* at the end nothing else is live, and indices have become addresses */
	results += 2 * pairs - DEAD_REGISTERS;
	if (pairs > 0 && results > peak)
		peak = results;
	/* stores of the trips before still read their results */
	if (is_behind && copies > TRIPS_WAITING)
		peak += TRIPS_WAITING * waiting;
	return peak + through;
}

int live_schedule_growth(const struct live *v, int loop, int value)
{
	const struct value_node *n = &v->value[value];
	int more = n->words;

	for (int c = 0; c < 3; ++c) {
		int kid = n->kid[c], here = 0;

		for (int d = 0; d < 3; ++d)
			here += d <= c && n->kid[d] == kid;
		if (kid < 0 || v->value[kid].loop != loop)
			continue;
		/* of equal operands the last one counts */
		if (v->uses[kid] == here && (c == 2 || n->kid[2] != kid) &&
			(c >= 1 || n->kid[1] != kid))
			more -= v->value[kid].words;
	}
	return more;
}

static int in_order(const struct live *v, int loop, const int *order, int n)
{
	int live = 0, peak = 0;

	for (int i = 0; i < n; ++i) {
		const struct value_node *node;

		if (order[i] < 0)
			continue;
		node = &v->value[order[i]];
		live += live_schedule_growth(v, loop, order[i]);
		if (live + node->spare > peak)
			peak = live + node->spare;
		for (int c = 0; c < 3; ++c)
			if (node->kid[c] >= 0)
				--v->uses[node->kid[c]];
		/* a result is stored at once */
		if (v->is_stored[order[i]] && --v->uses[order[i]] == 0)
			live -= node->words;
	}
	return peak;
}

int live_schedule_late(const struct live *v, int loop, const int *order, int n,
	bool is_listed)
{
	int through, peak;

	count_uses(v, order, n);
	through = live_through(v, loop, order, n);
	peak = is_listed ? live_list(v, loop, order, n, NULL) :
			   in_order(v, loop, order, n);
	clear_uses(v, order, n);
	return peak + through;
}

int live_schedule_rays(const struct live *v, int loop, const int *order, int n)
{
	int *schedule = memory_new(((size_t) n + 1) * sizeof(int));
	int n_value = 0, words;

	for (int i = 0; i < n; ++i)
		n_value += order[i] >= 0;
	count_uses(v, order, n);
	live_through(v, loop, order, n);
	live_list(v, loop, order, n, schedule);
	clear_uses(v, order, n);
	words = live_ray_registers(v, schedule, n_value);
	free(schedule);
	return words;
}
