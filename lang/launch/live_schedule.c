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
	int *todo = memory_new((3 * (size_t) v->n_value + 4) * sizeof(int));
	char *seen = memory_new((size_t) v->n_value + 1);
	int n = 0, top, loop = v->target[from].loop;

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
	free(todo);
	free(seen);
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
	bool is_constant = v->l->o->strides == STRIDES_CONSTANT;

	if (v->is_moved[value] == MOVED_TO_SHARED)
		return PARTS * (n->words > 1 ? 4 : is_constant ? 2 : 3);
	if (n->words != 1 || n->op == GRAPH_MEMBER)
		return PARTS * n->words;
	if (v->is_moved[value] || (n->loop < 0 && is_alone(v, n->access)))
		return 2 * PARTS;
	if (!v->is_added[value])
		return PARTS;
	if (v->cells == 1 && v->n_chain > 1)
		return PARTS;
	return v->cells > 1 && uses[value] > 1	? PARTS :
		v->cells > 1 || uses[value] > 1 ? PARTS * 3 / 2 :
						  2 * PARTS;
}

/* ---------------------------------------------------------------- peak */

/* The number of uses of each value in the order. */
static int *count_uses(const struct live *v, const int *order, int n)
{
	int *uses = memory_new(((size_t) v->n_value + 1) * sizeof(int));

	for (int i = 0; i < n; ++i) {
		if (order[i] < 0) {
			++uses[-1 - order[i]];
			continue;
		}
		for (int c = 0; c < 3; ++c)
			if (v->value[order[i]].kid[c] >= 0)
				++uses[v->value[order[i]].kid[c]];
	}
	return uses;
}

/* Values from outside of the loop, which are live throughout. */
static int live_through(const struct live *v, int loop, const int *uses)
{
	int words = 0;

	for (int i = 0; i < v->n_value; ++i)
		if (uses[i] > 0 && v->value[i].loop != loop)
			words += v->value[i].words;
	return words;
}

static bool is_early(const struct live *v, int value)
{
	return v->value[value].is_load && !v->value[value].is_late;
}

/* Registers of loads from shared memory in flight: its latency is short, and
 * in a loop more of it is worth hiding.
 */
#define SHARED_AHEAD	  8
#define SHARED_AHEAD_LOOP 24

int live_schedule_hoisted(const struct live *v, int loop, const int *order,
	int n, int copies, int pairs)
{
	int *uses = count_uses(v, order, n), *cost;
	int live = 0, shared = 0, carried = 0, ahead, peak, through;

	through = live_through(v, loop, uses);
	cost = memory_new(((size_t) v->n_value + 1) * sizeof(int));
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
		if (v->value[value].access >= v->l->kernel->n_access)
			shared += cost[value];
		else
			live += cost[value];
	}
	shared *= copies;
	ahead = PARTS * (loop < 0 ? SHARED_AHEAD : SHARED_AHEAD_LOOP);
	live = live * copies - carried + (shared < ahead ? shared : ahead);
	peak = live;
	for (int i = 0; i < n; ++i) {
		const struct value_node *node;
		int value = order[i];

		if (value < 0) {
			int pair = v->is_moved[-1 - value] ? 0 : pairs;

			if (live + PARTS * 2 * pair > peak)
				peak = live + PARTS * 2 * pair;
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
	free(uses);
	free(cost);
	return (peak + PARTS - 1) / PARTS + through;
}

/* A list schedule under way. */
struct schedule {
	const struct live *v;
	int loop;
	int *uses;    /* that are still to come */
	int *missing; /* operands that are not there yet; -1: done */
	int *first;   /* users of value i: user[first[i] .. first[i + 1]) */
	int *user;
	int *place; /* of a value in the order of the source */
	int *ready, n_ready;
	int *wanted, n_wanted; /* loads that alone keep a user waiting */
	int live, peak;
};

/* Registers that the operation adds: its result less the operands that die. */
static int growth(const struct schedule *s, int value)
{
	const struct value_node *n = &s->v->value[value];
	int more = n->words;

	for (int c = 0; c < 3; ++c) {
		int kid = n->kid[c], here = 0;

		for (int d = 0; d < 3; ++d)
			here += d <= c && n->kid[d] == kid;
		if (kid < 0 || s->v->value[kid].loop != s->loop)
			continue;
		/* of equal operands the last one counts */
		if (s->uses[kid] == here && (c == 2 || n->kid[2] != kid) &&
			(c >= 1 || n->kid[1] != kid))
			more -= s->v->value[kid].words;
	}
	return more;
}

/* Notes the load that "user" waits for, if it waits for nothing else. */
static void want_load(struct schedule *s, int user)
{
	for (int c = 0; c < 3; ++c) {
		int kid = s->v->value[user].kid[c];

		if (kid >= 0 && s->missing[kid] == 0 &&
			s->v->value[kid].is_load) {
			s->wanted[s->n_wanted++] = kid;
			return;
		}
	}
}

static void execute(struct schedule *s, int value)
{
	const struct value_node *n = &s->v->value[value];

	s->live += growth(s, value);
	if (s->live + n->spare > s->peak)
		s->peak = s->live + n->spare;
	for (int c = 0; c < 3; ++c)
		if (n->kid[c] >= 0)
			--s->uses[n->kid[c]];
	s->missing[value] = -1;
	for (int i = s->first[value]; i < s->first[value + 1]; ++i) {
		int user = s->user[i];

		if (--s->missing[user] == 0)
			s->ready[s->n_ready++] = user;
		else if (s->missing[user] == 1)
			want_load(s, user);
	}
	/* a result is stored at once */
	if (s->v->is_stored[value] && --s->uses[value] == 0)
		s->live -= n->words;
}

/* Executes operations that free as many registers as they take. */
static void execute_ready(struct schedule *s)
{
	for (int i = 0; i < s->n_ready; ++i) {
		int value = s->ready[i];

		if (s->missing[value] == 0 && growth(s, value) > 0)
			continue;
		s->ready[i] = s->ready[--s->n_ready];
		if (s->missing[value] == 0)
			execute(s, value);
		i = -1;
	}
}

/* Registers that a load adds together with the operations that it completes. */
static int growth_of_load(const struct schedule *s, int load)
{
	int words = s->v->value[load].words, more = words, fire = 0;

	for (int i = s->first[load]; i < s->first[load + 1]; ++i)
		if (s->missing[s->user[i]] == 1) {
			more += growth(s, s->user[i]);
			++fire;
		}
	/* growth() already counted the death of one that has a single use */
	return fire > 1 && fire == s->uses[load] ? more - words : more;
}

/* The value to compute next: "first" of the source, or a load that takes
 * fewer registers.
 */
static int choose(struct schedule *s, int first)
{
	int best = first, least, n = 0;

	least = s->v->value[first].is_load ? growth_of_load(s, first) :
					     growth(s, first);
	for (int i = 0; i < s->n_wanted; ++i) {
		int load = s->wanted[i], more;

		if (s->missing[load] < 0)
			continue;
		s->wanted[n++] = load;
		more = growth_of_load(s, load);
		if (more < least ||
			(more == least && s->place[load] < s->place[best])) {
			best = load;
			least = more;
		}
	}
	s->n_wanted = n;
	return best;
}

/* Fills in what waits for what among the "n" values of the order. */
static void find_users(struct schedule *s, const int *order, int n)
{
	const struct live *v = s->v;

	for (int i = 0; i < v->n_value; ++i)
		s->missing[i] = -1;
	for (int i = 0; i < n; ++i)
		if (order[i] >= 0)
			s->missing[order[i]] = 0;
	for (int pass = 0; pass < 2; ++pass) {
		for (int i = 0; i < n; ++i)
			for (int c = 0; order[i] >= 0 && c < 3; ++c) {
				int kid = v->value[order[i]].kid[c];

				if (kid < 0 || s->missing[kid] < 0)
					continue;
				if (pass == 0)
					++s->first[kid + 1];
				else
					s->user[s->first[kid]++] = order[i];
				s->missing[order[i]] += pass;
			}
		for (int i = 0; pass == 0 && i < v->n_value; ++i)
			s->first[i + 1] += s->first[i];
	}
	memmove(s->first + 1, s->first,
		(size_t) v->n_value * sizeof(*s->first));
	s->first[0] = 0;
}

int live_schedule_late(const struct live *v, int loop, const int *order, int n,
	bool is_listed)
{
	size_t n_value = (size_t) v->n_value + 2;
	struct schedule s = {
		.v = v,
		.loop = loop,
		.uses = count_uses(v, order, n),
		.missing = memory_new(n_value * sizeof(int)),
		.first = memory_new(n_value * sizeof(int)),
		.user = memory_new(3 * n_value * sizeof(int)),
		.ready = memory_new(n_value * sizeof(int)),
		.place = memory_new(n_value * sizeof(int)),
		.wanted = memory_new(3 * n_value * sizeof(int)),
	};
	int through = live_through(v, loop, s.uses);

	find_users(&s, order, n);
	for (int i = 0; i < n; ++i)
		if (order[i] >= 0)
			s.place[order[i]] = i;
	for (int i = 0; i < n; ++i) {
		while (order[i] >= 0 && s.missing[order[i]] >= 0) {
			execute(&s,
				is_listed ? choose(&s, order[i]) : order[i]);
			if (is_listed)
				execute_ready(&s);
		}
	}
	free(s.uses);
	free(s.missing);
	free(s.first);
	free(s.user);
	free(s.ready);
	free(s.place);
	free(s.wanted);
	return s.peak + through;
}
