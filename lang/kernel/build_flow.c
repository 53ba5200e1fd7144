/* Statements of a kernel that bind names or choose what runs: assignments,
 * `for`, `loop` and `if`.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/kernel/build.h"
#include "lang/kernel/cell.h"
#include "lang/value/arith.h"

/* ------------------------------------------------------------- locals */

static struct local *find_local(struct eval *ev, const char *name)
{
	int i = locals_find(&ev->locals, name, ev->base);

	return i < 0 ? NULL : &ev->locals.at[i];
}

/* Names that every kernel has before its body starts. */
static bool is_coordinate_name(const char *name)
{
	for (int i = 0; build_names[i]; ++i)
		if (strcmp(name, build_names[i]) == 0)
			return true;
	return false;
}

bool build_assign(struct build *b, const struct node *node)
{
	struct eval *ev = b->eval;
	struct local *local = find_local(ev, node->text);
	struct value v, sum;
	bool ok;

	if (local && field_value_of(&local->value))
		return diag_error(ev->diag, node->at, NULL,
			"'%s' is a field: say which cell is stored to, as in "
			"%s[0] = ...",
			node->text, node->text);
	if (local && is_coordinate_name(node->text))
		diag_warning(ev->diag, node->at, NULL,
			"'%s' hides the coordinate of that name", node->text);
	if (node->op >= 0 && !local)
		return diag_error(ev->diag, node->at, NULL,
			"'%s' has no value to add to", node->text);
	if (!build_value(b, node->kid[0], &v)) {
		/* avoid follow-up errors: later uses of the name are not
		 * reported
		 */
		v = (struct value) { .kind = VALUE_UNKNOWN };
		b->is_unknown = true;
		local = find_local(ev, node->text);
		if (local) {
			value_free(&local->value);
			local->value = v;
		} else {
			eval_bind(ev, node->text, v);
		}
		return false;
	}
	local = find_local(ev, node->text);
	if (node->op >= 0) {
		ok = arith_binary(ev->diag, node->at, node->op, &local->value,
			&v, &sum);
		value_free(&v);
		if (!ok)
			return false;
		v = sum;
	}
	if (local) {
		value_free(&local->value);
		local->value = v;
	} else {
		eval_bind(ev, node->text, v);
	}
	return true;
}

/* -------------------------------------------------------------- loops */

/* Items of a list that a loop carries: no thread has more registers. */
#define MOST_CARRIED 256

/* The locals of this frame that statements of "block" assign to, each once, in
 * stack order.
 */
struct assigned {
	int n, *place;
};

static void collect_assigned(struct eval *ev, const struct node *block,
	struct assigned *a)
{
	int place;

	for (int i = 0; i < block->n_kid; ++i) {
		const struct node *kid = block->kid[i];

		if (!kid)
			continue;
		if (kid->kind == NODE_FOR || kid->kind == NODE_LOOP ||
			kid->kind == NODE_IF || kid->kind == NODE_BLOCK)
			collect_assigned(ev, kid, a);
		if (kid->kind != NODE_ASSIGN)
			continue;
		place = locals_find(&ev->locals, kid->text, ev->base);
		if (place < 0)
			continue;
		a->place = memory_grow(a->place, (size_t) a->n,
			sizeof(*a->place));
		a->place[a->n++] = place;
	}
}

static int compare_places(const void *a, const void *b)
{
	int x = *(const int *) a, y = *(const int *) b;

	return (x > y) - (x < y);
}

static struct assigned assigned_in(struct eval *ev, const struct node *block)
{
	struct assigned a = { 0 };
	int n = 0;

	collect_assigned(ev, block, &a);
	if (a.n > 1)
		qsort(a.place, (size_t) a.n, sizeof(*a.place), compare_places);
	for (int i = 0; i < a.n; ++i)
		if (i == 0 || a.place[i] != a.place[i - 1])
			a.place[n++] = a.place[i];
	a.n = n;
	return a;
}

/* A bound or the step of a range in a kernel: a node, or -1 after an error. */
static int range_node(struct build *b, const struct node *node)
{
	struct eval *ev = b->eval;
	bool was_index = ev->in_index, ok;
	struct value v;
	int result;

	ev->in_index = true;
	ok = eval_node(ev, node, &v);
	ev->in_index = was_index;
	if (!ok)
		return -1;
	if (v.kind == VALUE_UNKNOWN) {
		b->is_unknown = true;
		return graph_int(&b->kernel->graph, 0);
	}
	result = cell_node(&b->kernel->graph, ev->diag, node->loc, &v);
	value_free(&v);
	return result;
}

/* True if `for` walks from a thread's place on in steps: tx..last step 32. */
static bool is_strided(struct build *b, const struct node *range)
{
	const struct node *lo = range->kid[0];
	const struct local *local;
	const struct cell *cell;

	if (range->kind != NODE_RANGE || range->n_kid < 3)
		return false;
	if (lo->kind != NODE_NAME && lo->kind != NODE_DOT)
		return false;
	if (lo->kind == NODE_DOT)
		return lo->kid[0]->kind == NODE_NAME &&
			strcmp(lo->kid[0]->text, "threadIdx") == 0;
	local = find_local(b->eval, lo->text);
	cell = local ? cell_of(&local->value) : NULL;
	return cell && cell->graph->node[cell->node].op == GRAPH_COORD;
}

/* One trip of a strided loop: the body for i = place + far, in lanes for which
 * i <= last.
 */
static bool build_stride(struct build *b, const struct node *node, int place,
	int64_t far, int last)
{
	struct graph *g = &b->kernel->graph;
	int i = graph_binary(g, GRAPH_ADD, place, graph_int(g, far));
	int outer = b->region, mark = b->eval->locals.n;
	bool ok;

	b->region = build_region_new(b, REGION_THEN, -1,
		graph_binary(g, GRAPH_LE, i, last));
	ok = eval_step(b->eval, 1, node->loc) &&
		eval_bind_names(b->eval, node, 2, build_node_value(b, i)) &&
		build_block(b, node->kid[1]);
	eval_unbind(b->eval, mark);
	b->region = outer;
	return ok;
}

/* `for i in tx..last step n`: a block walks through 0..last together. */
static bool build_strides(struct build *b, const struct node *node)
{
	const struct node *range = node->kid[0];
	struct graph *g = &b->kernel->graph;
	int place = range_node(b, range->kid[0]);
	int last = place < 0 ? -1 : range_node(b, range->kid[1]);
	int step = last < 0 ? -1 : range_node(b, range->kid[2]);
	struct assigned a = { 0 };
	int64_t end, by;
	bool ok = true;

	if (step < 0 || b->is_unknown)
		return step >= 0;
	if (g->node[place].op != GRAPH_COORD || g->node[place].aux < COORD_TX ||
		g->node[place].aux > COORD_TZ)
		return diag_error(b->eval->diag, range->kid[0]->loc, NULL,
			"a range with steps starts at a number, or at the "
			"thread's place: tx, ty or tz");
	if (!graph_is_int(g, last, &end) || !graph_is_int(g, step, &by) ||
		by < 1) {
		diag_error(b->eval->diag, range->loc, NULL,
			"the end and the step of this range must be whole "
			"numbers, and the step at least 1");
		diag_note(b->eval->diag,
			"a kernel can have the block as a parameter: "
			"kernel k[block_x](...), step block_x");
		return false;
	}
	a = assigned_in(b->eval, node->kid[1]);
	if (a.n > 0)
		ok = diag_error(b->eval->diag, node->loc, NULL,
			"'%s' would change in some lanes only: store to a "
			"field or shared array instead",
			b->eval->locals.at[a.place[0]].name);
	free(a.place);
	for (int64_t far = 0; ok && far <= end; far += by) {
		ok = build_stride(b, node, place, far, last);
		if (far > end - by)
			break;
	}
	return ok;
}

bool build_for(struct build *b, const struct node *node)
{
	struct eval *ev = b->eval;
	struct value items;
	int64_t n;
	bool ok = true;
	int mark;

	if (is_strided(b, node->kid[0]))
		return build_strides(b, node);
	if (!eval_node(ev, node->kid[0], &items))
		return false;
	n = value_length(&items);
	if (items.kind == VALUE_UNKNOWN) {
		b->is_unknown = true;
		return true;
	}
	if (n < 0) {
		diag_error(ev->diag, node->kid[0]->loc, NULL,
			"'for' enumerates a list or range, got a %s",
			value_kind_name(&items));
		value_free(&items);
		return false;
	}
	for (int64_t i = 0; ok && i < n; ++i) {
		mark = ev->locals.n;
		ok = eval_step(ev, 1, node->loc) &&
			eval_bind_names(ev, node, 2, value_item(&items, i)) &&
			build_block(b, node->kid[1]);
		eval_unbind(ev, mark);
	}
	value_free(&items);
	return ok;
}

/* The item of a local that a loop or a branch changes: of a list, or the
 * number itself (item -1).
 */
static const struct value *item_of(const struct value *v, int item)
{
	return item < 0 ? v : &v->u.sequence->item[item];
}

static bool is_list(const struct value *v)
{
	return v->kind == VALUE_LIST || v->kind == VALUE_TUPLE;
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
		int64_t n = is_list(&v) ? value_length(&v) : 0;
		bool ok = is_list(&v) ? n <= MOST_CARRIED : is_number(&v);

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
		if (is_list(&v)) {
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
	if (is_list(v) && value_length(v) == n)
		return true;
	diag_error(b->eval->diag, loc, NULL,
		"a loop must leave the list '%s' as long as it was, with %lld "
		"items",
		local->name, (long long) n);
	if (is_list(v))
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
	for (int i = 0; ok && i < n; ++i)
		if (k->carried[from + i].loop == loop &&
			ev->locals.at[place[i]].value.kind != VALUE_UNKNOWN)
			set_result(b, loop, from + i, place[i]);
	free(place);
	return ok;
}

/* The previous trip may have written any field that the loop stores to, so a
 * load in the loop is not the same as an equal load before it.
 */
static void age_stored_fields(struct build *b, const struct node *block)
{
	for (int i = 0; i < block->n_kid; ++i) {
		const struct node *kid = block->kid[i];
		const struct field_value *field;
		const struct local *local;

		if (!kid)
			continue;
		if (kid->kind != NODE_UPDATE) {
			if (kid->kind == NODE_BLOCK || kid->kind == NODE_IF ||
				kid->kind == NODE_LOOP || kid->kind == NODE_FOR)
				age_stored_fields(b, kid);
			continue;
		}
		kid = kid->kid[0];
		while (kid->kind == NODE_INDEX)
			kid = kid->kid[0];
		local = kid->text ? find_local(b->eval, kid->text) : NULL;
		field = local ? field_value_of(&local->value) : NULL;
		if (field)
			++b->kernel->field[field->field].version;
	}
}

static bool loop_bounds(struct build *b, const struct node *node,
	struct kernel_loop *loop)
{
	struct eval *ev = b->eval;
	const struct node *range = node->kid[0];
	struct graph *g = &b->kernel->graph;
	int *bound[2];
	int64_t end[2];

	if (range->kind != NODE_RANGE)
		return diag_error(ev->diag, range->loc, NULL,
			"'loop' runs over a range such as 0..nx-1");
	bound[0] = &loop->lo;
	bound[1] = &loop->hi;
	for (int i = 0; i < 2; ++i) {
		bool was_index = ev->in_index;
		struct value v;
		bool ok;

		ev->in_index = true;
		ok = eval_node(ev, range->kid[i], &v);
		ev->in_index = was_index;
		if (!ok)
			return false;
		if (v.kind == VALUE_UNKNOWN) {
			b->is_unknown = true;
			*bound[i] = graph_int(g, 0);
			continue;
		}
		*bound[i] = cell_node(g, ev->diag, range->kid[i]->loc, &v);
		value_free(&v);
		if (*bound[i] < 0)
			return false;
		if (g->node[*bound[i]].degree > 0)
			return diag_error(ev->diag, range->kid[i]->loc, NULL,
				"the bounds of a loop may depend on nx, ny "
				"and nz only");
		if (graph_is_const(g, *bound[i], NULL) &&
			!graph_is_int(g, *bound[i], &end[i]))
			return diag_error(ev->diag, range->kid[i]->loc, NULL,
				"the bounds of a loop are whole numbers "
				"below 2^63");
	}
	if (graph_is_int(g, loop->lo, &end[0]) &&
		graph_is_int(g, loop->hi, &end[1]) && end[0] > end[1])
		return diag_error(ev->diag, range->loc, NULL,
			"this loop never runs: %lld is above %lld",
			(long long) end[0], (long long) end[1]);
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

/* Loads in the text of an expression.  A call counts as too many, since the
 * function may have loads of its own.
 */
static int64_t loads_written(struct build *b, const struct node *node)
{
	const struct local *local;
	int64_t n = 0;

	if (!node)
		return 0;
	if (node->kind == NODE_CALL)
		return MOST_LOADS_WHOLE + 1;
	if (node->kind == NODE_INDEX && node->kid[0]->kind == NODE_NAME) {
		local = find_local(b->eval, node->kid[0]->text);
		n += local && field_value_of(&local->value);
	}
	for (int i = 0; i < node->n_kid && n <= MOST_LOADS_WHOLE; ++i)
		n += loads_written(b, node->kid[i]);
	return n;
}

/* Loads of one trip.  A body that does more than assign to locals has too many,
 * as stores, barriers and branches keep a loop as it is.
 */
static int64_t loads_of_body(struct build *b, const struct node *block)
{
	int64_t n = 0;

	for (int i = 0; i < block->n_kid && n <= MOST_LOADS_WHOLE; ++i)
		n += block->kid[i] && block->kid[i]->kind != NODE_ASSIGN ?
			MOST_LOADS_WHOLE + 1 :
			loads_written(b, block->kid[i]);
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
	const struct kernel_loop *loop, int64_t *lo, int64_t *hi)
{
	const struct graph *g = &b->kernel->graph;
	int64_t loads;

	if (node->kid[2] || !is_in_loop(b) || !graph_is_int(g, loop->lo, lo) ||
		!graph_is_int(g, loop->hi, hi) || *hi - *lo >= MOST_LOADS_WHOLE)
		return false;
	loads = loads_of_body(b, node->kid[1]);
	return loads > 0 && loads * (*hi - *lo + 1) <= MOST_LOADS_WHOLE;
}

static bool build_whole(struct build *b, const struct node *node, int64_t lo,
	int64_t hi)
{
	struct eval *ev = b->eval;
	bool ok = true;

	for (int64_t i = lo; ok && i <= hi; ++i) {
		int mark = ev->locals.n;

		eval_bind(ev, node->text,
			build_node_value(b, graph_int(&b->kernel->graph, i)));
		ok = eval_step(ev, 1, node->loc) &&
			build_block(b, node->kid[1]);
		eval_unbind(ev, mark);
	}
	return ok;
}

bool build_loop(struct build *b, const struct node *node)
{
	struct eval *ev = b->eval;
	struct kernel_def *k = b->kernel;
	struct kernel_loop loop = { 0 };
	struct assigned a;
	int outer = b->region, mark = ev->locals.n, id, from = k->n_carried;
	int64_t lo, hi;
	bool ok;

	if (!loop_bounds(b, node, &loop) ||
		!loop_unroll(b, node->kid[2], &loop))
		return false;
	if (is_unrolled_whole(b, node, &loop, &lo, &hi))
		return build_whole(b, node, lo, hi);
	id = k->n_loop;
	loop.name = memory_copy_text(node->text);
	loop.region = b->region = build_region_new(b, REGION_LOOP, id, -1);
	k->loop = memory_grow(k->loop, (size_t) k->n_loop, sizeof(loop));
	k->loop[k->n_loop++] = loop;
	a = assigned_in(ev, node->kid[1]);
	age_stored_fields(b, node->kid[1]);
	ok = carry_locals(b, id, &a, node->at);
	free(a.place);
	eval_bind(ev, node->text,
		build_node_value(b,
			graph_leaf(&k->graph, GRAPH_COUNTER, id, TYPE_INT32)));
	ok = ok && build_block(b, node->kid[1]);
	eval_unbind(ev, mark);
	b->region = outer;
	return close_locals(b, id, from, node->loc) && ok;
}

/* --------------------------------------------------------- conditions */

/* The values before the condition of all locals that a branch assigns. */
static struct value *save_locals(struct eval *ev, const struct assigned *a)
{
	struct value *saved = memory_new(((size_t) a->n + 1) * sizeof(*saved));

	for (int i = 0; i < a->n; ++i)
		saved[i] = value_copy(&ev->locals.at[a->place[i]].value);
	return saved;
}

/* Exchanges the locals with "saved". */
static void swap_locals(struct eval *ev, const struct assigned *a,
	struct value *saved)
{
	for (int i = 0; i < a->n; ++i) {
		struct local *local = &ev->locals.at[a->place[i]];
		struct value v = local->value;

		local->value = saved[i];
		saved[i] = v;
	}
}

static bool merge_value(struct build *b, int cond, const struct value *then,
	struct value *v, struct loc loc)
{
	struct graph *g = &b->kernel->graph;
	int x, y;

	if (value_equal(v, then))
		return true;
	x = cell_node(g, b->eval->diag, loc, then);
	y = x < 0 ? -1 : cell_node(g, b->eval->diag, loc, v);
	if (y < 0)
		return false;
	value_free(v);
	*v = build_node_value(b, graph_select(g, cond, x, y));
	return true;
}

static bool merge_locals(struct build *b, int cond, const struct assigned *a,
	const struct value *then, struct loc loc)
{
	struct eval *ev = b->eval;
	bool ok = true;

	for (int i = 0; ok && i < a->n; ++i) {
		struct local *local = &ev->locals.at[a->place[i]];
		int64_t n = is_list(&local->value) ?
			value_length(&local->value) :
			-1;
		struct value list;

		if (value_equal(&local->value, &then[i]) ||
			local->value.kind == VALUE_UNKNOWN)
			continue;
		if (n < 0 || then[i].kind != local->value.kind ||
			value_length(&then[i]) != n) {
			ok = merge_value(b, cond, &then[i], &local->value, loc);
			continue;
		}
		list = value_sequence(local->value.kind, n);
		for (int64_t j = 0; j < n; ++j) {
			list.u.sequence->item[j] = value_copy(
				&local->value.u.sequence->item[j]);
			ok = ok &&
				merge_value(b, cond,
					&then[i].u.sequence->item[j],
					&list.u.sequence->item[j], loc);
		}
		value_free(&local->value);
		local->value = list;
	}
	return ok;
}

static bool run_branches(struct build *b, const struct node *node, int cond)
{
	struct eval *ev = b->eval;
	int outer = b->region, mark = ev->locals.n, then;
	struct assigned a = assigned_in(ev, node);
	struct value *saved = save_locals(ev, &a);
	const struct node *other = node->kid[2];
	bool ok;

	b->region = then = build_region_new(b, REGION_THEN, -1, cond);
	ok = build_block(b, node->kid[1]);
	eval_unbind(ev, mark);
	b->region = outer;
	swap_locals(ev, &a, saved);
	if (other) {
		b->region = build_region_new(b, REGION_ELSE, -1, cond);
		b->kernel->region[then].other = b->region;
		ok = (other->kind == NODE_IF ? build_statement(b, other) :
					       build_block(b, other)) &&
			ok;
		eval_unbind(ev, mark);
		b->region = outer;
	}
	ok = ok && merge_locals(b, cond, &a, saved, node->loc);
	for (int i = 0; i < a.n; ++i)
		value_free(&saved[i]);
	free(saved);
	free(a.place);
	return ok;
}

bool build_if(struct build *b, const struct node *node)
{
	struct eval *ev = b->eval;
	const struct cell *cell;
	struct value cond;
	bool truth, was_index = ev->in_index, ok;
	int id, mark = ev->locals.n;

	ev->in_index = true;
	ok = eval_node(ev, node->kid[0], &cond);
	ev->in_index = was_index;
	if (!ok)
		return false;
	if (cond.kind == VALUE_UNKNOWN) {
		b->is_unknown = true;
		return true;
	}
	cell = cell_of(&cond);
	if (cell && cell->graph->node[cell->node].type == TYPE_BOOL) {
		id = cell->node;
		value_free(&cond);
		return run_branches(b, node, id);
	}
	if (cond.kind != VALUE_BOOL) {
		diag_error(ev->diag, node->kid[0]->loc, NULL,
			"a condition must be true or false, got a %s",
			value_kind_name(&cond));
		value_free(&cond);
		return false;
	}
	truth = cond.u.boolean;
	if (truth)
		ok = build_block(b, node->kid[1]);
	else if (!node->kid[2])
		ok = true;
	else if (node->kid[2]->kind == NODE_IF)
		ok = build_statement(b, node->kid[2]);
	else
		ok = build_block(b, node->kid[2]);
	eval_unbind(ev, mark);
	return ok;
}
