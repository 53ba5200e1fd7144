/* List schedules of a thread's values: every load when it is needed, operations
 * that free registers as soon as they can run.
 *
 * What an operation adds to the registers changes only when one of its operands
 * is computed or is about to die.  So it is kept, and two heaps tell which
 * operation frees registers and which load takes the fewest: n log n for n
 * values.
 */

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/launch/live.h"

/* The smallest key first.  Entries are not removed when they change: who takes
 * one looks whether it still holds.
 */
struct queue {
	int64_t *key;
	size_t n;
};

static void queue_add(struct queue *q, int64_t key)
{
	size_t i = q->n;

	q->key = memory_grow(q->key, q->n, sizeof(*q->key));
	for (++q->n; i > 0 && q->key[(i - 1) / 2] > key; i = (i - 1) / 2)
		q->key[i] = q->key[(i - 1) / 2];
	q->key[i] = key;
}

static void queue_drop(struct queue *q)
{
	int64_t last = q->key[--q->n];
	size_t i = 0;

	for (size_t kid; (kid = 2 * i + 1) < q->n; i = kid) {
		kid += kid + 1 < q->n && q->key[kid + 1] < q->key[kid];
		if (q->key[kid] >= last)
			break;
		q->key[i] = q->key[kid];
	}
	q->key[i] = last;
}

/* A list schedule under way.  Values are numbered by their places in the order
 * of the source.
 */
struct list {
	const struct live *v;
	int loop;
	const int *order;
	int *missing; /* operands that are not there yet; -1: done */
	int *first;   /* users of i: user[first[i] .. first[i + 1]) */
	int *user;
	int *ready, n_ready; /* operations that can run */
	int *at;	     /* where in "ready", or -1 */
	struct queue free;   /* places in "ready" */
	bool *is_wanted;     /* loads that alone keep a user waiting */
	int *share; /* of a user, in "fired" of the load it waits for */
	int *fired,
		*n_fire; /* growth and number of users that a load completes */
	struct queue wanted; /* by what they take, then by place */
	int live, peak;
	int *schedule, n_done; /* what ran, or NULL */
};

static const struct value_node *node_of(const struct list *s, int i)
{
	return &s->v->value[s->order[i]];
}

/* The place of operand c of i; -1 if it is not of this order. */
static int operand(const struct list *s, int i, int c)
{
	int kid = node_of(s, i)->kid[c];

	return kid < 0 ? -1 : s->v->place[kid];
}

static int growth(const struct list *s, int i)
{
	return live_schedule_growth(s->v, s->loop, s->order[i]);
}

/* Registers that a load adds together with the operations that it completes. */
static int growth_of_load(const struct list *s, int load)
{
	int words = node_of(s, load)->words, more = words + s->fired[load];

	/* growth() already counted the death of one that has a single use */
	return s->n_fire[load] > 1 &&
			s->n_fire[load] == s->v->uses[s->order[load]] ?
		more - words :
		more;
}

static int64_t key_of(const struct list *s, int load)
{
	return (int64_t) growth_of_load(s, load) * (INT64_C(1) << 32) + load;
}

static bool is_free(const struct list *s, int i)
{
	return s->missing[i] < 0 || growth(s, i) <= 0;
}

/* Note what has become of i: it can run, or waits for one operand. */
static void refresh(struct list *s, int i)
{
	int more = growth(s, i);

	if (s->at[i] >= 0 && more <= 0)
		queue_add(&s->free, s->at[i]);
	for (int c = 0; s->missing[i] == 1 && c < 3; ++c) {
		int load = operand(s, i, c);

		if (load < 0 || s->missing[load] < 0)
			continue;
		s->n_fire[load] += s->share[i] == INT_MIN;
		s->fired[load] += more -
			(s->share[i] == INT_MIN ? 0 : s->share[i]);
		s->share[i] = more;
		if (s->is_wanted[load])
			queue_add(&s->wanted, key_of(s, load));
		return;
	}
}

static void refresh_users(struct list *s, int i)
{
	for (int u = s->first[i]; u < s->first[i + 1]; ++u)
		if (s->missing[s->user[u]] >= 0)
			refresh(s, s->user[u]);
}

/* Note the load that "user" waits for, if it waits for nothing else. */
static void want_load(struct list *s, int user)
{
	for (int c = 0; c < 3; ++c) {
		int load = operand(s, user, c);

		if (load >= 0 && s->missing[load] == 0 &&
			node_of(s, load)->is_load) {
			s->is_wanted[load] = true;
			queue_add(&s->wanted, key_of(s, load));
			return;
		}
	}
}

/* An operand with that many uses left may die with any of its users. */
#define DYING 3

static void execute(struct list *s, int i)
{
	const struct value_node *n = node_of(s, i);
	int *uses = s->v->uses;

	if (s->schedule)
		s->schedule[s->n_done++] = s->order[i];
	s->live += growth(s, i);
	if (s->live + n->spare > s->peak)
		s->peak = s->live + n->spare;
	for (int c = 0; c < 3; ++c)
		if (n->kid[c] >= 0)
			--uses[n->kid[c]];
	s->missing[i] = -1;
	if (s->at[i] >= 0)
		queue_add(&s->free, s->at[i]);
	for (int u = s->first[i]; u < s->first[i + 1]; ++u) {
		int user = s->user[u];

		if (--s->missing[user] == 0) {
			s->at[user] = s->n_ready;
			s->ready[s->n_ready++] = user;
		} else if (s->missing[user] == 1) {
			want_load(s, user);
		}
	}
	/* a result is stored at once */
	if (s->v->is_stored[s->order[i]] && --uses[s->order[i]] == 0)
		s->live -= n->words;
	refresh_users(s, i);
	for (int c = 0; c < 3; ++c) {
		int kid = operand(s, i, c);

		if (kid >= 0 && uses[n->kid[c]] <= DYING)
			refresh_users(s, kid);
	}
}

/* Execute operations that free as many registers as they take. */
static void execute_ready(struct list *s)
{
	while (s->free.n > 0) {
		int at = (int) s->free.key[0], i;

		queue_drop(&s->free);
		if (at >= s->n_ready || !is_free(s, s->ready[at]))
			continue;
		i = s->ready[at];
		s->ready[at] = s->ready[--s->n_ready];
		s->at[s->ready[at]] = at;
		s->at[i] = -1;
		if (at < s->n_ready && is_free(s, s->ready[at]))
			queue_add(&s->free, at);
		if (s->missing[i] == 0)
			execute(s, i);
	}
}

/* The value to compute next: "first" of the source, or a load that takes
 * fewer registers.
 */
static int choose(struct list *s, int first)
{
	int least = node_of(s, first)->is_load ? growth_of_load(s, first) :
						 growth(s, first);
	int64_t key = (int64_t) least * (INT64_C(1) << 32) + first;

	while (s->wanted.n > 0) {
		int load = (int) (s->wanted.key[0] & INT32_MAX);

		if (s->missing[load] >= 0 &&
			s->wanted.key[0] == key_of(s, load))
			return s->wanted.key[0] < key ? load : first;
		queue_drop(&s->wanted);
	}
	return first;
}

/* Fill in what waits for what among the "n" values of the order. */
static void find_users(struct list *s, int n)
{
	for (int pass = 0; pass < 2; ++pass) {
		for (int i = 0; i < n; ++i)
			for (int c = 0; s->order[i] >= 0 && c < 3; ++c) {
				int kid = operand(s, i, c);

				if (kid < 0)
					continue;
				if (pass == 0)
					++s->first[kid + 1];
				else
					s->user[s->first[kid]++] = i;
				s->missing[i] += pass;
			}
		for (int i = 0; pass == 0 && i < n; ++i)
			s->first[i + 1] += s->first[i];
	}
	memmove(s->first + 1, s->first, (size_t) n * sizeof(*s->first));
	s->first[0] = 0;
}

static void start(struct list *s, int n)
{
	for (int i = 0; i < n; ++i) {
		s->at[i] = -1;
		s->share[i] = INT_MIN;
		if (s->order[i] >= 0)
			s->v->place[s->order[i]] = i;
		else
			s->missing[i] = -1;
	}
	find_users(s, n);
	for (int i = 0; i < n; ++i)
		if (s->missing[i] == 1)
			refresh(s, i);
}

int live_list(const struct live *v, int loop, const int *order, int n,
	int *schedule)
{
	size_t size = (size_t) n + 2;
	int *memory = memory_new(10 * size * sizeof(int));
	struct list s = {
		.v = v,
		.loop = loop,
		.order = order,
		.missing = memory,
		.first = memory + size,
		.user = memory + 2 * size, /* three each */
		.ready = memory + 5 * size,
		.at = memory + 6 * size,
		.share = memory + 7 * size,
		.fired = memory + 8 * size,
		.n_fire = memory + 9 * size,
		.is_wanted = memory_new(size),
		.schedule = schedule,
	};

	start(&s, n);
	for (int i = 0; i < n; ++i)
		while (s.missing[i] >= 0) {
			execute(&s, choose(&s, i));
			execute_ready(&s);
		}
	for (int i = 0; i < n; ++i)
		if (order[i] >= 0)
			v->place[order[i]] = -1;
	free(memory);
	free(s.is_wanted);
	free(s.free.key);
	free(s.wanted.key);
	return s.peak;
}
