/* Statements of a kernel that bind names or choose what runs: assignments,
 * `for` and `if`.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/kernel/build_parts.h"
#include "lang/kernel/cell.h"
#include "lang/value/arith.h"

/* ------------------------------------------------------------- locals */

struct local *build_local(struct eval *ev, const char *name)
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
	struct local *local = build_local(ev, node->text);
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
		local = build_local(ev, node->text);
		if (local) {
			value_free(&local->value);
			local->value = v;
		} else {
			eval_bind(ev, node->text, v);
		}
		return false;
	}
	local = build_local(ev, node->text);
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

bool build_is_list(const struct value *v)
{
	return v->kind == VALUE_LIST || v->kind == VALUE_TUPLE;
}

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

struct assigned build_assigned(struct eval *ev, const struct node *block)
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

/* ---------------------------------------------------------------- for */

/* A bound or the step of a range in a kernel: a node, or -1 after an error. */
int build_range_node(struct build *b, const struct node *node)
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
	local = build_local(b->eval, lo->text);
	cell = local ? cell_of(&local->value) : NULL;
	return cell && cell->graph->node[cell->node].op == GRAPH_COORD;
}

/* True if global memory is loaded since access "from". */
static bool has_loads(const struct kernel_def *k, int from)
{
	for (int i = from; i < k->n_access; ++i)
		if (!k->access[i].is_store &&
			!k->field[k->access[i].field].is_shared)
			return true;
	return false;
}

static bool has_strides(const struct kernel_def *k, int from)
{
	for (int r = from; r < k->n_region; ++r)
		if (k->region[r].n_stride > 0)
			return true;
	return false;
}

/* Fields of global memory that are accessed since access "from". */
static int count_fields(const struct kernel_def *k, int from)
{
	int n = 0;

	for (int f = 0; f < k->n_field; ++f)
		for (int i = from; i < k->n_access; ++i)
			if (!k->field[f].is_shared && k->access[i].field == f) {
				++n;
				break;
			}
	return n;
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
	int access = b->kernel->n_access;
	struct kernel_region *trip;
	bool ok;

	b->region = build_region_new(b, REGION_THEN, -1,
		graph_binary(g, GRAPH_LE, i, last));
	b->kernel->region[b->region].is_stride = true;
	ok = eval_step(b->eval, 1, node->loc) &&
		eval_bind_names(b->eval, node, 2, build_node_value(b, i)) &&
		build_block(b, node->kid[1]);
	trip = &b->kernel->region[b->region];
	if (!has_strides(b->kernel, b->region))
		trip->stride_fields = count_fields(b->kernel, access);
	eval_unbind(b->eval, mark);
	b->region = outer;
	return ok;
}

/* Compilers do not know how many trips a thread makes.  They join four at a
 * time and make the others one by one (MODEL.md, chapter 20).
 */
static void note_strides(struct build *b, int64_t trips, int access, int region)
{
	struct kernel_def *k = b->kernel;
	struct kernel_region *at = &k->region[b->region];

	if (has_loads(k, access) && !has_strides(k, region))
		at->stride_waits += (int) (trips / KERNEL_STRIDE_JOINED +
			trips % KERNEL_STRIDE_JOINED);
	++at->n_stride;
}

/* `for i in tx..last step n`: a block walks through 0..last together. */
static bool build_strides(struct build *b, const struct node *node)
{
	const struct node *range = node->kid[0];
	struct graph *g = &b->kernel->graph;
	int place = build_range_node(b, range->kid[0]);
	int last = place < 0 ? -1 : build_range_node(b, range->kid[1]);
	int step = last < 0 ? -1 : build_range_node(b, range->kid[2]);
	struct assigned a = { 0 };
	int access = b->kernel->n_access, region = b->kernel->n_region;
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
	a = build_assigned(b->eval, node->kid[1]);
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
	if (ok && end >= 0)
		note_strides(b, end / by + 1, access, region);
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
		int64_t n = build_is_list(&local->value) ?
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
	struct assigned a = build_assigned(ev, node);
	struct value *saved = save_locals(ev, &a);
	const struct node *other = node->kid[2];
	int before[] = { b->stored[0], b->stored[1] }, in_then[2];
	bool ok;

	b->region = then = build_region_new(b, REGION_THEN, -1, cond);
	ok = build_block(b, node->kid[1]);
	eval_unbind(ev, mark);
	b->region = outer;
	swap_locals(ev, &a, saved);
	if (other) {
		/* neither branch sees the stores of the other */
		memcpy(in_then, b->stored, sizeof(in_then));
		memcpy(b->stored, before, sizeof(before));
		b->region = build_region_new(b, REGION_ELSE, -1, cond);
		b->kernel->region[then].other = b->region;
		ok = (other->kind == NODE_IF ? build_statement(b, other) :
					       build_block(b, other)) &&
			ok;
		eval_unbind(ev, mark);
		b->region = outer;
		for (int i = 0; i < 2; ++i)
			build_note_store(b, in_then[i]);
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
