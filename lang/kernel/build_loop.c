/* Loops that a thread runs, and the locals that they carry from trip to trip.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/kernel/build_parts.h"
#include "lang/kernel/cell.h"

/* Items of a list that a loop carries: no thread has more registers. */
#define MOST_CARRIED 256

/* The item of a local that a loop or a branch changes: of a list, or the
 * number itself (item -1).
 */
static const struct value *item_of(const struct value *v, int item)
{
	return item < 0 ? v : &v->u.sequence->item[item];
}

/* One more carried node, which "v" becomes.  Until the body is built, "next"
 * holds the local's position on the stack.
 */
static bool carry(struct build *b, int loop, int place, int item,
	struct loc loc, struct value *v)
{
	struct kernel_def *k = b->kernel;
	int first = cell_node(&k->graph, b->eval->diag, loc, v);

	if (first < 0)
		return false;
	k->carried = memory_grow(k->carried, (size_t) k->n_carried,
		sizeof(*k->carried));
	k->carried[k->n_carried] = (struct kernel_carried) { loop, first, place,
		item };
	value_free(v);
	*v = build_node_value(b,
		graph_carried(&k->graph, loop, k->n_carried++,
			graph_type(&k->graph, first)));
	return true;
}

static bool is_number(const struct value *v)
{
	return v->kind == VALUE_NUMBER || cell_of(v) != NULL;
}

/* Locals that the loop assigns become loop-carried (phi) nodes, a list one for
 * each item; their values before the loop are the initial ones.
 */
static bool carry_locals(struct build *b, int loop, const struct assigned *a,
	struct loc loc)
{
	struct eval *ev = b->eval;

	for (int i = 0; i < a->n; ++i) {
		struct local *local = &ev->locals.at[a->place[i]];
		struct value v = value_copy(&local->value);
		int64_t n = build_is_list(&v) ? value_length(&v) : 0;
		bool ok = build_is_list(&v) ? n <= MOST_CARRIED : is_number(&v);

		/* after an error, which was reported */
		if (v.kind == VALUE_UNKNOWN) {
			b->is_unknown = true;
			return false;
		}
		for (int64_t j = 0; ok && j < n; ++j)
			ok = is_number(&v.u.sequence->item[j]);
		if (!ok) {
			diag_error(ev->diag, loc, NULL,
				"a loop can change numbers and lists of at "
				"most %d numbers; '%s' is a %s",
				MOST_CARRIED, local->name, value_kind_name(&v));
			value_free(&v);
			return false;
		}
		if (build_is_list(&v)) {
			struct value list = value_sequence(v.kind, n);

			for (int64_t j = 0; j < n; ++j)
				list.u.sequence->item[j] = value_copy(
					&v.u.sequence->item[j]);
			value_free(&v);
			v = list;
			for (int64_t j = 0; ok && j < n; ++j)
				ok = carry(b, loop, a->place[i], (int) j, loc,
					&v.u.sequence->item[j]);
		} else {
			ok = carry(b, loop, a->place[i], -1, loc, &v);
		}
		value_free(&ev->locals.at[a->place[i]].value);
		ev->locals.at[a->place[i]].value = v;
		if (!ok)
			return false;
	}
	return true;
}

/* A list must leave the loop as long as it came. */
static bool is_as_long(struct build *b, int loop, int slot, struct loc loc)
{
	const struct kernel_carried *c = &b->kernel->carried[slot];
	const struct local *local = &b->eval->locals.at[c->next];
	const struct value *v = &local->value;
	int64_t n = 0;

	if (c->item < 0)
		return true;
	for (int i = slot; i < b->kernel->n_carried; ++i)
		n += b->kernel->carried[i].loop == loop &&
			b->kernel->carried[i].next == c->next;
	if (build_is_list(v) && value_length(v) == n)
		return true;
	diag_error(b->eval->diag, loc, NULL,
		"a loop must leave the list '%s' as long as it was, with %lld "
		"items",
		local->name, (long long) n);
	if (build_is_list(v))
		diag_note(b->eval->diag, "a trip makes it one of %lld",
			(long long) value_length(v));
	return false;
}

/* The value of a carried local behind the loop: its results. */
static void set_result(struct build *b, int loop, int slot, int place)
{
	struct kernel_def *k = b->kernel;
	const struct kernel_carried *c = &k->carried[slot];
	struct local *local = &b->eval->locals.at[place];
	struct value v = build_node_value(b,
		graph_result(&k->graph, loop, c->next));

	if (c->item < 0) {
		value_free(&local->value);
		local->value = v;
		return;
	}
	if (c->item == 0) {
		struct value list = value_sequence(local->value.kind,
			value_length(&local->value));

		value_free(&local->value);
		local->value = list;
	}
	local->value.u.sequence->item[c->item] = v;
}

/* A local that starts as `p = 0` has no type before the loop.  If a trip leaves a
 * floating-point number in it, p*p in the trip is a product of such numbers.
 */
static void retype_locals(struct kernel_def *k, int loop)
{
	struct graph *g = &k->graph;
	bool again = true;

	while (again) {
		again = false;
		for (int i = 0; i < g->n_node; ++i) {
			const struct graph_node *n = &g->node[i];
			const struct kernel_carried *c;

			if (n->op != GRAPH_CARRIED || n->aux != loop)
				continue;
			c = &k->carried[n->b];
			if (graph_is_const(g, c->first, NULL))
				again |= graph_retype(g, i,
					g->node[c->next].type);
		}
	}
}

static bool close_locals(struct build *b, int loop, int from, struct loc loc)
{
	struct eval *ev = b->eval;
	struct kernel_def *k = b->kernel;
	int n = k->n_carried - from;
	int *place = memory_new(((size_t) n + 1) * sizeof(*place));
	bool ok = true;

	for (int i = 0; i < n; ++i)
		place[i] = k->carried[from + i].next;
	for (int i = 0; ok && i < n; ++i) {
		struct kernel_carried *c = &k->carried[from + i];
		const struct value *v = &ev->locals.at[place[i]].value;
		int next;

		if (c->loop != loop)
			continue;
		if (v->kind == VALUE_UNKNOWN) {
			c->next = c->first;
			continue;
		}
		ok = c->item > 0 || is_as_long(b, loop, from + i, loc);
		next = ok ? cell_node(&k->graph, ev->diag, loc,
				    item_of(v, c->item)) :
			    -1;
		ok = next >= 0;
		if (ok)
			k->carried[from + i].next = next;
	}
	if (ok)
		retype_locals(k, loop);
	for (int i = 0; ok && i < n; ++i)
		if (k->carried[from + i].loop == loop &&
			ev->locals.at[place[i]].value.kind != VALUE_UNKNOWN)
			set_result(b, loop, from + i, place[i]);
	free(place);
	return ok;
}

/* Gives the fields that a loop stores to a version before its first load, and notes
 * them and its barriers.
 */
static void age_stored_fields(struct build *b, const struct node *block,
	struct build_trips *t)
{

	for (int i = 0; i < block->n_kid; ++i) {
		const struct node *kid = block->kid[i];
		const struct field_value *field;
		const struct local *local;

		if (!kid)
			continue;
		t->has_barrier |= kid->kind == NODE_BARRIER;
		if (kid->kind != NODE_UPDATE) {
			if (kid->kind == NODE_BLOCK || kid->kind == NODE_IF ||
				kid->kind == NODE_LOOP || kid->kind == NODE_FOR)
				age_stored_fields(b, kid, t);
			continue;
		}
		kid = kid->kid[0];
		while (kid->kind == NODE_INDEX)
			kid = kid->kid[0];
		local = kid->text ? build_local(b->eval, kid->text) : NULL;
		field = local ? field_value_of(&local->value) : NULL;
		if (!field)
			continue;
		++b->kernel->field[field->field].version;
		t->is_stored[field->field] = true;
	}
}

/* The range of a loop as written: nodes. */
struct loop_range {
	int lo, hi;
	int step;   /* -1: none was written, which is 1 */
	int64_t by; /* the step, where it is known; else 0 */
};

static bool find_step(struct build *b, const struct node *node,
	struct loop_range *range)
{
	const struct graph *g = &b->kernel->graph;
	bool is_known;

	range->step = build_range_node(b, node);
	if (range->step < 0)
		return false;
	if (b->is_unknown) {
		range->by = 1;
		return true;
	}
	is_known = graph_is_const(g, range->step, NULL);
	if (is_known ? graph_is_int(g, range->step, &range->by) &&
				range->by != 0 && range->by > -INT64_MAX :
		       g->node[range->step].degree == 0)
		return true;
	return diag_error(b->eval->diag, node->loc, NULL,
		"the step of a loop is a whole number other than 0, or made of "
		"nx, blockDim.x and the like");
}

static bool find_range(struct build *b, const struct node *node,
	struct loop_range *range)
{
	struct eval *ev = b->eval;
	const struct graph *g = &b->kernel->graph;
	int bound[2];
	int64_t end[2];

	if (node->kind != NODE_RANGE)
		return diag_error(ev->diag, node->loc, NULL,
			"'loop' runs over a range such as 0..nx-1");
	for (int i = 0; i < 2; ++i) {
		bound[i] = build_range_node(b, node->kid[i]);
		if (bound[i] < 0)
			return false;
		if (graph_is_const(g, bound[i], NULL) &&
			!graph_is_int(g, bound[i], &end[i]))
			return diag_error(ev->diag, node->kid[i]->loc, NULL,
				"the bounds of a loop are whole numbers "
				"below 2^63");
	}
	*range = (struct loop_range) { bound[0], bound[1], -1, 1 };
	if (node->n_kid > 2 && !find_step(b, node->kid[2], range))
		return false;
	if (graph_is_int(g, bound[0], &end[0]) &&
		graph_is_int(g, bound[1], &end[1]) &&
		(range->by < 0 ? end[0] < end[1] : end[0] > end[1]))
		return diag_error(ev->diag, node->loc, NULL,
			"this loop never runs: %lld is %s %lld",
			(long long) end[0], range->by < 0 ? "below" : "above",
			(long long) end[1]);
	return true;
}

/* Sets the trips of a loop from its range.  With a step, or if the bounds
 * depend on the cell or on loops around it, trips count from 0 on: that of the
 * thread with most is
 *
 *	floor(|hi - lo| / |step|)
 *
 * and a thread runs those for which |step| trip <= "left"; left is -1 if all
 * threads have as many.
 */
static bool set_trips(struct build *b, const struct node *node,
	const struct loop_range *range, struct kernel_loop *loop, int *left)
{
	struct graph *g = &b->kernel->graph;
	bool varies = g->node[range->lo].degree > 0 ||
		g->node[range->hi].degree > 0;

	*left = -1;
	loop->lo = range->lo;
	loop->hi = range->hi;
	if (!varies && range->step < 0)
		return true;
	loop->lo = graph_int(g, 0);
	*left = range->by < 0 ?
		graph_binary(g, GRAPH_SUB, range->lo, range->hi) :
		graph_binary(g, GRAPH_SUB, range->hi, range->lo);
	loop->hi = varies ? build_most(b, *left, &varies) : *left;
	if (loop->hi < 0) {
		diag_error(b->eval->diag, node->loc, NULL,
			"the bounds of a loop are sums of coordinates and "
			"variables of loops times constants");
		if (g->node[*left].uses_memory)
			diag_note(b->eval->diag,
				"where data decide, state the share of threads "
				"that run so far: if p(share) { loop ... }, or "
				"declare starts of rows: b: int32[nx + 1] "
				"{ starts = lengths } for loop k in b[x]..b[x "
				"+ 1] - 1");
		return false;
	}
	loop->starts = range->lo;
	loop->step = range->step;
	if (range->step >= 0)
		loop->hi = graph_binary(g, GRAPH_FLOOR_DIV, loop->hi,
			range->by < 0 ? graph_int(g, -range->by) : range->step);
	if (!varies)
		*left = -1;
	return true;
}

/* A body larger than this many copies of any loop spills its registers. */
#define MOST_UNROLLED 1024

/* Trips joined by the compiler: a whole number from 1 on. */
static bool loop_unroll(struct build *b, const struct node *node,
	struct kernel_loop *loop)
{
	struct eval *ev = b->eval;
	struct value v;
	int64_t n = 0;
	bool ok;

	if (!node)
		return true;
	if (!eval_node(ev, node, &v))
		return false;
	if (v.kind == VALUE_UNKNOWN) {
		b->is_unknown = true;
		return true;
	}
	ok = v.kind == VALUE_NUMBER && dim_is_none(v.u.number.dim) &&
		number_to_int(&v.u.number, &n) && n >= 1 && n <= MOST_UNROLLED;
	value_free(&v);
	loop->unroll = (int) n;
	return ok ||
		diag_error(ev->diag, node->loc, NULL,
			"a loop is unrolled by a whole number from 1 to %d",
			MOST_UNROLLED);
}

/* Compilers unroll a loop as a whole up to this many loads in all its trips. */
#define MOST_LOADS_WHOLE 128

/* True if a call converts a number: float(v). */
static bool is_conversion(const struct node *call)
{
	const char *name = call->kid[0]->kind == NODE_NAME ?
		call->kid[0]->text :
		NULL;

	for (int i = 0; name && type_words[i]; ++i)
		if (strcmp(name, type_words[i]) == 0)
			return true;
	return false;
}

/* Loads in the text of an expression.  A call counts as too many, since the
 * function may have loads of its own.
 */
static int64_t loads_written(struct build *b, const struct node *node)
{
	const struct field_value *field;
	const struct local *local;
	int64_t n = 0;

	if (!node)
		return 0;
	if (node->kind == NODE_CALL && !is_conversion(node))
		return MOST_LOADS_WHOLE + 1;
	if (node->kind == NODE_INDEX && node->kid[0]->kind == NODE_NAME) {
		local = build_local(b->eval, node->kid[0]->text);
		field = local ? field_value_of(&local->value) : NULL;
		n += field && !b->kernel->field[field->field].is_constant;
	}
	for (int i = 0; i < node->n_kid && n <= MOST_LOADS_WHOLE; ++i)
		n += loads_written(b, node->kid[i]);
	return n;
}

/* Trips of a loop whose text has them as literals; 0 if it has not. */
static int64_t trips_written(const struct node *loop)
{
	const struct node *range = loop->kid[0];
	int64_t lo, hi;

	if (loop->kid[2] || range->kind != NODE_RANGE || range->n_kid > 2 ||
		range->kid[0]->kind != NODE_NUMBER ||
		range->kid[1]->kind != NODE_NUMBER ||
		!number_to_int(&range->kid[0]->number, &lo) ||
		!number_to_int(&range->kid[1]->number, &hi) || lo < 0 ||
		hi < lo || hi >= MOST_LOADS_WHOLE)
		return 0;
	return hi - lo + 1;
}

/* Loads of one trip.  A body that does more than assign to locals has too many,
 * as stores, barriers and branches keep a loop as it is; but for further loops with
 * literal trips, which are unrolled before.
 */
static int64_t loads_of_body(struct build *b, const struct node *block)
{
	int64_t n = 0;

	for (int i = 0; i < block->n_kid && n <= MOST_LOADS_WHOLE; ++i) {
		const struct node *kid = block->kid[i];
		int64_t trips = kid && kid->kind == NODE_LOOP ?
			trips_written(kid) :
			0;

		n += trips > 0 ? trips * loads_of_body(b, kid->kid[1]) :
			kid && kid->kind != NODE_ASSIGN ? MOST_LOADS_WHOLE + 1 :
							  loads_written(b, kid);
	}
	return n;
}

static bool is_in_loop(const struct build *b)
{
	for (int r = b->region; r > 0; r = b->kernel->region[r].parent)
		if (b->kernel->region[r].kind == REGION_LOOP)
			return true;
	return false;
}

/* An inner loop of few trips: compilers unroll it, and what it loads stays in
 * registers where the outer loop does not change it (MODEL.md, chapter 20).
 */
static bool is_unrolled_whole(struct build *b, const struct node *node,
	const struct loop_range *range, const struct kernel_loop *loop)
{
	const struct graph *g = &b->kernel->graph;
	int64_t lo, hi, loads;

	if (node->kid[2] || range->by == 0 || !is_in_loop(b) ||
		!graph_is_int(g, range->lo, &lo) ||
		!graph_is_int(g, range->hi, &hi) ||
		!graph_is_int(g, loop->lo, &lo) ||
		!graph_is_int(g, loop->hi, &hi) || hi - lo >= MOST_LOADS_WHOLE)
		return false;
	loads = loads_of_body(b, node->kid[1]);
	return loads > 0 && loads * (hi - lo + 1) <= MOST_LOADS_WHOLE;
}

static bool build_whole(struct build *b, const struct node *node,
	const struct loop_range *range, const struct kernel_loop *loop)
{
	struct eval *ev = b->eval;
	struct graph *g = &b->kernel->graph;
	int64_t first = 0, lo = 0, hi = 0;
	bool ok = true;

	graph_is_int(g, range->lo, &first);
	graph_is_int(g, loop->lo, &lo);
	graph_is_int(g, loop->hi, &hi);
	for (int64_t i = 0; ok && i <= hi - lo; ++i) {
		int mark = ev->locals.n;

		eval_bind(ev, node->text,
			build_node_value(b,
				graph_int(g, first + i * range->by)));
		ok = eval_step(ev, 1, node->loc) &&
			build_block(b, node->kid[1]);
		eval_unbind(ev, mark);
	}
	return ok;
}

/* The body of loop "id", in the trips that the thread has: see set_trips(). */
static bool build_trips(struct build *b, const struct node *node, int id,
	const struct loop_range *range, int left)
{
	struct kernel_def *k = b->kernel;
	struct graph *g = &k->graph;
	int trip = graph_leaf(g, GRAPH_COUNTER, id, TYPE_INT32);
	int far = trip; /* from the first trip */

	if (range->step >= 0)
		far = trip = graph_binary(g, GRAPH_MUL, trip, range->step);
	if (range->by < 0)
		far = graph_unary(g, GRAPH_NEG, far);
	if (left >= 0)
		k->loop[id].body = b->region = build_region_new(b, REGION_THEN,
			-1, graph_binary(g, GRAPH_LE, far, left));
	if (k->loop[id].starts >= 0)
		trip = graph_binary(g, GRAPH_ADD, k->loop[id].starts, trip);
	eval_bind(b->eval, node->text, build_node_value(b, trip));
	return build_block(b, node->kid[1]);
}

bool build_loop(struct build *b, const struct node *node)
{
	struct eval *ev = b->eval;
	struct kernel_def *k = b->kernel;
	struct kernel_loop loop = { .starts = -1, .step = -1 };
	struct loop_range range;
	struct assigned a;
	struct build_trips t = { .outer = b->trips, .n_field = k->n_field };
	int outer = b->region, mark = ev->locals.n, from = k->n_carried;
	int id, left;
	bool ok;

	if (!find_range(b, node->kid[0], &range) ||
		!set_trips(b, node->kid[0], &range, &loop, &left) ||
		!loop_unroll(b, node->kid[2], &loop))
		return false;
	if (is_unrolled_whole(b, node, &range, &loop))
		return build_whole(b, node, &range, &loop);
	id = k->n_loop;
	loop.name = memory_copy_text(node->text);
	b->region = build_region_new(b, REGION_LOOP, id, -1);
	loop.region = loop.body = b->region;
	k->loop = memory_grow(k->loop, (size_t) k->n_loop, sizeof(loop));
	k->loop[k->n_loop++] = loop;
	a = build_assigned(ev, node->kid[1]);
	t.loop = id;
	t.is_stored = memory_new((size_t) k->n_field + 1);
	age_stored_fields(b, node->kid[1], &t);
	/* the trip before may have passed its barriers */
	if (t.has_barrier)
		build_fence(b);
	ok = carry_locals(b, id, &a, node->at);
	free(a.place);
	b->trips = &t;
	ok = ok && build_trips(b, node, id, &range, left);
	b->trips = t.outer;
	eval_unbind(ev, mark);
	b->region = outer;
	ok = close_locals(b, id, from, node->loc) && ok;
	if (ok && !b->is_unknown)
		build_close_trips(b, &t);
	free(t.is_stored);
	return ok;
}
