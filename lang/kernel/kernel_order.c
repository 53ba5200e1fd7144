/* How often a trip of a compiled loop waits for loads (doc/MODEL.md, 20.8).
 *
 * Compiled code says in which order loads, uses and stores stand.  The
 * assembler moves a load up as far as it may: not before its address is
 * known, not across a branch or an operation with a slow path, and not across a
 * barrier or a store to global memory whose place it cannot compare with its
 * own, unless nothing of the kernel stores to what it loads: then it stands
 * KERNEL_AHEAD barriers before its use.  The level of a load is the number of
 * waits before it.
 */

#include <math.h>
#include <stdlib.h>

#include "hw/fit.h"
#include "lang/base/memory.h"
#include "lang/kernel/kernel_parts.h"

/* Stores so far: the largest level of each field and register that addresses
 * it; those beyond the last row are taken to be to other fields.
 */
#define STORED 12

struct stored {
	int n;
	struct {
		int field, root, level;
	} at[STORED + 1];
};

/* Barriers so far, and the waits before each of the last of them, newest
 * first.
 */
struct fences {
	int n, level[KERNEL_AHEAD + 1];
};

struct loaded {
	int loop, level, words;
};

struct level {
	int loop, level;
	struct kernel_path path;
};

struct order {
	struct kernel_def *k;
	const int *region;
	const bool *fused;
	int *ready;   /* of each node: waits before its value is there */
	int *chained; /* of each node: loads for it, each for the next */
	int *floor;   /* of each loop: no access goes below it */
	int *used;    /* of each loop: waits before the operations so far */
	struct fences *fence;  /* of each loop */
	struct stored *stored; /* of each loop: to global memory */
	int *shared;	       /* of each loop: the same of shared memory */
	bool *is_behind;       /* of each loop: trips stay behind each other */
	int *slow; /* of each loop: the last node with a slow path, -1: none */
	bool *is_met; /* branches: regions that were entered */
	int next;     /* next store to issue */
	int n_loaded;
	struct loaded *loaded;
	struct kernel_path *path; /* to each node, from the wait before it */
	int n_level;
	struct level *level; /* longest paths, by loop and level */
};

/* The level at which "node" is ready in "loop"; values from outside are. */
static int ready_at(const struct order *o, int node, int loop)
{
	return node >= 0 && o->region[node] >= 0 &&
			kernel_loop_of(o->k, o->region[node]) == loop ?
		o->ready[node] :
		0;
}

/* The loads in "loop" that "node" waits for one after the other. */
static int chained_at(const struct order *o, int node, int loop)
{
	return node >= 0 && o->region[node] >= 0 &&
			kernel_loop_of(o->k, o->region[node]) == loop ?
		o->chained[node] :
		0;
}

static void raise_to(int *level, int least)
{
	if (*level < least)
		*level = least;
}

/* The level of an access: its address, value and conditions are known, and the
 * barriers that it cannot pass are behind it.
 */
static int level_of(struct order *o, const struct kernel_access *a, int loop)
{
	int level = o->floor[loop + 1], r = a->region;

	raise_to(&level,
		o->fence[loop + 1].level[a->is_constant ? KERNEL_AHEAD : 0]);
	raise_to(&level, ready_at(o, kernel_index_node(o->k, a), loop));
	raise_to(&level, ready_at(o, a->value, loop));
	for (; r > 0 && o->k->region[r].kind != REGION_LOOP;
		r = o->k->region[r].parent)
		raise_to(&level, ready_at(o, o->k->region[r].condition, loop));
	return level;
}

/* What was stored before a barrier was waited for. */
static void pass_barriers(struct order *o, const struct kernel_access *a,
	int loop)
{
	struct fences *f = &o->fence[loop + 1];
	int level = f->level[0];

	if (a->fence <= f->n)
		return;
	for (int i = 0; i <= o->stored[loop + 1].n; ++i)
		raise_to(&level, o->stored[loop + 1].at[i].level);
	raise_to(&level, o->shared[loop + 1]);
	for (int i = KERNEL_AHEAD; i >= 0; --i)
		f->level[i] = i < a->fence - f->n ?
			level :
			f->level[i - (a->fence - f->n)];
	f->n = a->fence;
}

static void issue_store(struct order *o, const struct kernel_access *a)
{
	int loop = kernel_loop_of(o->k, a->region), level;
	struct stored *s = &o->stored[loop + 1];
	int i;

	pass_barriers(o, a, loop);
	level = level_of(o, a, loop);
	if (o->k->field[a->field].is_shared) {
		raise_to(&o->shared[loop + 1], level);
		return;
	}
	for (i = 0; i < s->n; ++i)
		if (s->at[i].field == a->field && s->at[i].root == a->root)
			break;
	if (i == s->n && s->n < STORED) {
		s->at[s->n].field = a->field;
		s->at[s->n++].root = a->root;
	} else if (i == s->n) {
		s->at[i].field = -1;
	}
	raise_to(&s->at[i].level, level);
}

static void issue_stores(struct order *o, int end)
{
	for (; o->next < end; ++o->next)
		if (o->k->access[o->next].is_store)
			issue_store(o, &o->k->access[o->next]);
}

/* The level of the stores so far that a load of global memory may not pass.  The
 * assembler knows two places to differ if literals alone are between them and
 * one register.
 */
static int stored_before(const struct order *o, const struct kernel_access *a,
	int loop)
{
	const struct stored *s = &o->stored[loop + 1];
	bool passes = loop < 0 || !o->k->loop[loop].is_updating;
	int level = 0;

	for (int i = 0; i <= s->n; ++i)
		if (!passes || s->at[i].field != a->field ||
			s->at[i].root != a->root)
			raise_to(&level, s->at[i].level);
	return level;
}

/* True if the instruction of the access before this one loads it, too, from
 * the one place or the other: a choice of addresses is two accesses under
 * opposite conditions.
 */
static bool is_other_way(const struct order *o, int access)
{
	const struct kernel_access *a = &o->k->access[access], *before = a - 1;

	return access > 0 && !before->is_store && before->region != a->region &&
		before->loc.begin == a->loc.begin;
}

static void issue_load(struct order *o, int node)
{
	int access = o->k->graph.node[node].aux;
	const struct kernel_access *a = &o->k->access[access];
	const struct kernel_field *f = &o->k->field[a->field];
	int loop = kernel_loop_of(o->k, a->region), level;

	issue_stores(o, access);
	pass_barriers(o, a, loop);
	level = level_of(o, a, loop);
	if (!a->is_constant && !f->is_shared)
		raise_to(&level, stored_before(o, a, loop));
	/* shared memory answers at once, compared with global memory */
	o->ready[node] = level + !f->is_shared;
	o->chained[node] = !f->is_shared +
		chained_at(o, kernel_index_node(o->k, a), loop);
	raise_to(&o->k->chain[loop + 1].levels, o->chained[node]);
	if (f->is_shared)
		return;
	if (is_other_way(o, access))
		return;
	o->loaded = memory_grow(o->loaded, (size_t) o->n_loaded,
		sizeof(*o->loaded));
	o->loaded[o->n_loaded++] = (struct loaded) { loop, level,
		(type_bytes(f->type) + 3) / 4 };
}

/* No load is moved over a branch: what is used before it is waited for. */
static void pass_branch(struct order *o, int region, int loop)
{
	int r = region;

	for (; r > 0 && o->k->region[r].kind != REGION_LOOP;
		r = o->k->region[r].parent)
		if (o->k->region[r].is_branch && !o->is_met[r]) {
			o->is_met[r] = true;
			raise_to(&o->floor[loop + 1], o->used[loop + 1]);
		}
}

static void issue_node(struct order *o, int i)
{
	const struct graph_node *n = &o->k->graph.node[i];
	const int operand[] = { n->a, n->op == GRAPH_CARRIED ? -1 : n->b,
		n->c };
	int loop = kernel_loop_of(o->k, o->region[i]);

	pass_branch(o, o->region[i], loop);
	if (n->op == GRAPH_LOAD) {
		issue_load(o, i);
		return;
	}
	for (int j = 0; j < 3 && n->op != GRAPH_RESULT; ++j) {
		raise_to(&o->ready[i], ready_at(o, operand[j], loop));
		raise_to(&o->chained[i], chained_at(o, operand[j], loop));
	}
	if (n->a >= 0 && type_is_float(n->type))
		raise_to(&o->used[loop + 1], o->ready[i]);
	/* code before a slow path ends there: what it loaded was used */
	if (kernel_is_call(&o->k->graph, i, false)) {
		raise_to(&o->floor[loop + 1], o->used[loop + 1]);
		o->is_behind[loop + 1] = true;
	}
}

static double weight(struct kernel_path p)
{
	return p.fp32 + 2 * p.fp64;
}

/* The path to node "i" from the last wait before it. */
static void find_path(struct order *o, int i)
{
	const struct graph_node *n = &o->k->graph.node[i];
	const int operand[] = { n->a, n->op == GRAPH_CARRIED ? -1 : n->b,
		n->c };
	int loop = kernel_loop_of(o->k, o->region[i]);
	bool wide = n->type == TYPE_DOUBLE;
	double steps = o->fused[i] ? 0 : kernel_steps(&o->k->graph, i, wide);
	struct kernel_path *p = &o->path[i];
	int slow = o->slow[loop + 1];

	if (n->op == GRAPH_LOAD || n->op == GRAPH_RESULT)
		return;
	for (int j = 0; j < 3; ++j)
		if (operand[j] >= 0 && o->region[operand[j]] >= 0 &&
			kernel_loop_of(o->k, o->region[operand[j]]) == loop &&
			o->ready[operand[j]] == o->ready[i] &&
			weight(o->path[operand[j]]) > weight(*p))
			*p = o->path[operand[j]];
	/* behind a slow path stays all that follows */
	if (slow >= 0 && o->ready[slow] == o->ready[i] &&
		weight(o->path[slow]) > weight(*p))
		*p = o->path[slow];
	*(wide ? &p->fp64 : &p->fp32) += steps;
	if (kernel_is_call(&o->k->graph, i, false))
		o->slow[loop + 1] = i;
	/* what waits for no load runs beside those of other trips, unless a
	 * slow path parts them
	 */
	if ((o->ready[i] == 0 && o->slow[loop + 1] < 0) || steps == 0)
		return;
	/* straight code stays on one level: no list of all its operations */
	if (o->n_level > 0 && o->level[o->n_level - 1].loop == loop &&
		o->level[o->n_level - 1].level == o->ready[i]) {
		struct kernel_path *last = &o->level[o->n_level - 1].path;

		if (weight(*p) > weight(*last))
			*last = *p;
		return;
	}
	o->level = memory_grow(o->level, (size_t) o->n_level,
		sizeof(*o->level));
	o->level[o->n_level++] = (struct level) { loop, o->ready[i], *p };
}

static int compare_levels(const void *a, const void *b)
{
	const struct level *x = a, *y = b;
	double w = weight(y->path) - weight(x->path);

	return x->loop != y->loop    ? x->loop - y->loop :
		x->level != y->level ? x->level - y->level :
		w > 0		     ? 1 :
		w < 0		     ? -1 :
				       0;
}

/* The longest path of each level, one after the other. */
static void sum_paths(struct order *o)
{
	if (o->n_level > 0)
		qsort(o->level, (size_t) o->n_level, sizeof(*o->level),
			compare_levels);
	for (int i = 0; i < o->n_level; ++i) {
		const struct level *l = &o->level[i];
		struct kernel_chain *c = &o->k->chain[l->loop + 1];
		int u = l->loop >= 0 && o->is_behind[l->loop + 1] &&
				o->k->loop[l->loop].unroll > 1 ?
			o->k->loop[l->loop].unroll :
			1;

		if (i > 0 && l[-1].loop == l->loop && l[-1].level == l->level)
			continue;
		c->between.fp32 += u * l->path.fp32;
		c->between.fp64 += u * l->path.fp64;
	}
}

/* Loads that may have to stay behind the store of the trip before. */
static void find_behind(struct order *o)
{
	const struct kernel_def *k = o->k;

	for (int i = 0; i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];
		int loop = kernel_loop_of(k, a->region);

		if (!a->is_store && !a->is_constant &&
			!k->field[a->field].is_shared && loop >= 0 &&
			stored_before(o, a, loop) > 0)
			o->is_behind[loop + 1] = true;
	}
}

static int compare_loaded(const void *a, const void *b)
{
	const struct loaded *x = a, *y = b;

	return x->loop != y->loop ? x->loop - y->loop : x->level - y->level;
}

/* Each pointer that moves takes registers from loads in flight:
 *
 *	C max(1 - a (p - 1), r) / w				 (20.16)
 *
 * and those of 64-bit strides take w = 1.5 times as many.  Eight words are left
 * where a trip stores nothing, else six.
 */
#define ROOM_64	     1.5
#define ROOM_LEAST   0.4
#define ROOM_STORING 0.3

double kernel_order_room(int pointers, bool is_wide, bool has_stores)
{
	double a = fits[FIT_pointer_room].value;

	if (pointers == 0)
		return KERNEL_FLIGHT;
	return KERNEL_FLIGHT *
		fmax(1 - a * (pointers - 1),
			has_stores ? ROOM_STORING : ROOM_LEAST) /
		(is_wide ? ROOM_64 : 1);
}

/* Waits for "words" that a trip loads at one level.  A load takes the registers
 * of one that was used, so that no wait is for a full room.
 */
static double waits_of(const struct order *o, int loop, int words)
{
	int room = o->k->loop[loop].room;

	return words > room && room > 0 ? (double) words / room : 1;
}

/* Waits of the trips that the assembler joins:
 *
 *	sum over levels l of max(1, u n_l / r)			  (20.8)
 *
 * of which those of one trip (u = 1) count u times if trips stay behind each
 * other.  Code outside of loops has one wait for each level.
 */
static void count_waits(struct order *o)
{
	if (o->n_loaded == 0)
		return;
	qsort(o->loaded, (size_t) o->n_loaded, sizeof(*o->loaded),
		compare_loaded);
	for (int i = 0, words = 0; i < o->n_loaded; ++i) {
		const struct loaded *l = &o->loaded[i], *after = l + 1;
		struct kernel_chain *c = &o->k->chain[l->loop + 1];
		bool apart = o->is_behind[l->loop + 1];
		int u = 1;

		words += l->words;
		if (i + 1 < o->n_loaded && after->loop == l->loop &&
			after->level == l->level)
			continue;
		if (l->loop >= 0 && o->k->loop[l->loop].unroll > 1)
			u = o->k->loop[l->loop].unroll;
		c->waits += l->loop < 0 ? 1 :
			apart		? u * waits_of(o, l->loop, words) :
					  waits_of(o, l->loop, u * words);
		words = 0;
	}
}

void kernel_order(struct kernel_def *k, const int *region, const bool *fused)
{
	size_t n_loop = (size_t) k->n_loop + 1;
	struct order o = {
		.k = k,
		.region = region,
		.fused = fused,
		.path = memory_new(
			((size_t) k->graph.n_node + 1) * sizeof(*o.path)),
		.ready = memory_new(
			((size_t) k->graph.n_node + 1) * sizeof(*o.ready)),
		.chained = memory_new(
			((size_t) k->graph.n_node + 1) * sizeof(*o.chained)),
		.floor = memory_new(n_loop * sizeof(*o.floor)),
		.used = memory_new(n_loop * sizeof(*o.used)),
		.fence = memory_new(n_loop * sizeof(*o.fence)),
		.stored = memory_new(n_loop * sizeof(*o.stored)),
		.shared = memory_new(n_loop * sizeof(*o.shared)),
		.is_met = memory_new((size_t) k->n_region + 1),
		.is_behind = memory_new(n_loop * sizeof(*o.is_behind)),
		.slow = memory_new(n_loop * sizeof(*o.slow)),
	};

	for (size_t l = 0; l < n_loop; ++l)
		o.slow[l] = -1;
	for (int i = 0; i < k->graph.n_node; ++i)
		if (region[i] >= 0) {
			issue_node(&o, i);
			find_path(&o, i);
		}
	issue_stores(&o, k->n_access);
	find_behind(&o);
	count_waits(&o);
	sum_paths(&o);
	free(o.ready);
	free(o.chained);
	free(o.floor);
	free(o.used);
	free(o.fence);
	free(o.stored);
	free(o.shared);
	free(o.is_met);
	free(o.is_behind);
	free(o.slow);
	free(o.loaded);
	free(o.path);
	free(o.level);
}
