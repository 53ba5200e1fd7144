/* Statements: runs each kind of node. Statements of other rooms (kernel,
 * device, explain) come from the tables of rooms.h.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/eval/assertion.h"
#include "lang/eval/eval.h"
#include "lang/eval/extend.h"
#include "lang/eval/help.h"
#include "lang/eval/module.h"
#include "lang/eval/names.h"
#include "lang/eval/rooms.h"
#include "lang/eval/settings.h"
#include "lang/eval/show.h"
#include "lang/value/arith.h"

static const struct value unknown = { .kind = VALUE_UNKNOWN };

bool eval_output(struct eval *ev, const char *text, size_t len, struct loc loc)
{
	if (ev->quiet || ev->checking)
		return true;
	ev->output_B += (int64_t) len;
	if (ev->output_B > ev->budget.output_B)
		return eval_exhausted(ev, loc, "output", ev->budget.output_B);
	if (ev->write)
		ev->write(ev->user, text, len);
	else
		buffer_add_bytes(&ev->output, text, len);
	return true;
}

bool eval_exhausted(struct eval *ev, struct loc loc, const char *budget,
	int64_t limit)
{
	return settings_exhausted(ev->diag, loc, budget, limit);
}

/* True if the pending output may grow to "len" bytes. */
static bool may_grow(void *user, size_t len)
{
	const struct eval *ev = user;

	return (int64_t) len <= ev->budget.output_B - ev->output_B &&
		!ev->account->is_starved && !eval_is_late(ev) &&
		!atomic_load(&ev->interrupted);
}

/* A buffer for output, limited by the budgets. */
static struct buffer new_text(struct eval *ev)
{
	return (struct buffer) { .may_grow = may_grow, .user = ev };
}

/* Print the text, or report why it is incomplete; frees it. */
static bool output_whole(struct eval *ev, struct buffer *out, struct loc loc)
{
	bool ok;

	if (out->is_full)
		ok = eval_poll(ev, loc) &&
			eval_exhausted(ev, loc, "output", ev->budget.output_B);
	else if (out->is_cut)
		ok = diag_error(ev->diag, loc, NULL, SHOW_CUT);
	else
		ok = eval_output(ev, buffer_text(out), out->len, loc);
	buffer_free(out);
	return ok;
}

static bool print_value(struct eval *ev, const struct value *v, struct loc loc)
{
	const struct object_type *type = v->kind == VALUE_OBJECT ?
		v->u.object->type :
		NULL;
	struct buffer out = new_text(ev);

	if (ev->checking)
		return true;
	if (ev->format == FORMAT_TEXT && ev->screen.has_colour && type &&
		type->paint)
		type->paint(v->u.object, &out);
	else
		show_value(ev->format, v, &out);
	buffer_add_char(&out, '\n');
	return output_whole(ev, &out, loc);
}

static void set_last(struct eval *ev, const struct value *v)
{
	scope_set(&ev->globals, "_", value_copy(v));
	ev->has_last = true;
}

/* The question whose rows print as they are found, or NULL. */
static const struct question *streamed(const struct eval *ev,
	const struct node *node)
{
	const struct question *q;

	if (!ev->streams || ev->quiet || ev->checking ||
		ev->format == FORMAT_TEXT)
		return NULL;
	q = rooms_question(ev->rooms, node);
	return q && q->stream ? q : NULL;
}

static bool exec_expression(struct eval *ev, const struct node *node)
{
	const struct question *q = node->op == 0 ? streamed(ev, node->kid[0]) :
						   NULL;
	struct value v;
	bool ok = true;

	if (q)
		return q->stream(ev, node->kid[0]);
	if (!eval_node(ev, node->kid[0], &v))
		return false;
	if (v.kind != VALUE_NONE && !ev->quiet) {
		set_last(ev, &v);
		if (node->op == 0)
			ok = print_value(ev, &v, node->loc);
	}
	value_free(&v);
	return ok;
}

/* ------------------------------------------------------------- naming */

/* Bind a global name, which takes ownership of the value. */
static void bind_global(struct eval *ev, const char *name, struct value v)
{
	if (ev->in_library)
		scope_set(&ev->library, name, value_copy(&v));
	scope_set(&ev->globals, name, v);
}

static bool exec_assign(struct eval *ev, const struct node *node)
{
	struct value v, old, sum;
	bool ok = true;

	if (!names_check(ev, node->text, node->at))
		return false;
	if (extend_applies(ev, node))
		return extend_assign(ev, node);
	if (!eval_node(ev, node->kid[0], &v)) {
		if (ev->checking)
			scope_set(&ev->globals, node->text, unknown);
		return false;
	}
	if (node->op >= 0) {
		if (!eval_lookup(ev, node->text, &old)) {
			value_free(&v);
			return diag_error(ev->diag, node->at, NULL,
				"undefined name '%s'", node->text);
		}
		ok = arith_binary(ev->diag, node->at, node->op, &old, &v, &sum);
		value_free(&old);
		value_free(&v);
		v = ok ? sum : unknown;
	}
	if (ok || ev->checking)
		bind_global(ev, node->text, v);
	return ok;
}

static bool exec_def(struct eval *ev, const struct node *node)
{
	if (!names_check(ev, node->text, node->at))
		return false;
	bind_global(ev, node->text, eval_function(ev, node));
	return true;
}

/* ------------------------------------------------------------ control */

static bool exec_statement(struct eval *ev, const struct node *node);

/* A check goes on after an error, unless that was the end of a budget. */
static bool can_check_more(const struct eval *ev)
{
	return ev->checking && !eval_is_exhausted(ev);
}

static bool exec_block(struct eval *ev, const struct node *block)
{
	bool ok = true;

	for (int i = 0; (ok || can_check_more(ev)) && i < block->n_kid; ++i)
		ok = exec_statement(ev, block->kid[i]) && ok;
	return ok;
}

static bool exec_for(struct eval *ev, const struct node *node)
{
	struct value items;
	int64_t n;
	bool ok = true;

	if (!eval_node(ev, node->kid[0], &items))
		return false;
	n = items.kind == VALUE_UNKNOWN ? 1 : value_length(&items);
	if (n < 0)
		ok = diag_error(ev->diag, node->kid[0]->loc, NULL,
			"'for' enumerates a list or range, got a %s",
			value_kind_name(&items));
	for (int64_t i = 0; ok && i < n; ++i) {
		int mark = ev->locals.n;

		ok = eval_step(ev, 1, node->loc) &&
			eval_bind_names(ev, node, 2,
				items.kind == VALUE_UNKNOWN ?
					unknown :
					value_item(&items, i)) &&
			exec_block(ev, node->kid[1]);
		eval_unbind(ev, mark);
	}
	value_free(&items);
	return ok;
}

static bool exec_if(struct eval *ev, const struct node *node)
{
	const struct node *other = node->kid[2];
	struct value cond;
	bool ok;

	if (!eval_node(ev, node->kid[0], &cond))
		return false;
	if (cond.kind == VALUE_UNKNOWN) {
		ok = exec_block(ev, node->kid[1]);
		return (!other ||
			       (other->kind == NODE_IF ?
					       exec_statement(ev, other) :
					       exec_block(ev, other))) &&
			ok;
	}
	if (cond.kind != VALUE_BOOL) {
		diag_error(ev->diag, node->kid[0]->loc, NULL,
			"a condition must be true or false, got a %s",
			value_kind_name(&cond));
		value_free(&cond);
		return false;
	}
	if (cond.u.boolean)
		return exec_block(ev, node->kid[1]);
	if (!other)
		return true;
	return other->kind == NODE_IF ? exec_statement(ev, other) :
					exec_block(ev, other);
}

/* ------------------------------------------------------------- output */

static bool exec_print(struct eval *ev, const struct node *node)
{
	struct buffer out = new_text(ev);
	struct value v;
	bool ok = true;

	for (int i = 0; ok && i < node->n_kid; ++i) {
		ok = eval_node(ev, node->kid[i], &v);
		if (!ok)
			break;
		if (i > 0)
			buffer_add_char(&out, ' ');
		if (!ev->checking)
			show_value(node->n_kid > 1 ? FORMAT_TEXT : ev->format,
				&v, &out);
		value_free(&v);
	}
	buffer_add_char(&out, '\n');
	if (ok)
		return output_whole(ev, &out, node->loc);
	buffer_free(&out);
	return false;
}

static bool exec_statement(struct eval *ev, const struct node *node)
{
	if (!eval_step(ev, 1, node->loc))
		return false;
	switch (node->kind) {
	case NODE_BLOCK: return exec_block(ev, node);
	case NODE_EXPRESSION: return exec_expression(ev, node);
	case NODE_ASSIGN: return exec_assign(ev, node);
	case NODE_DEF: return exec_def(ev, node);
	case NODE_FOR: return exec_for(ev, node);
	case NODE_IF: return exec_if(ev, node);
	case NODE_PRINT: return exec_print(ev, node);
	case NODE_ASSERT: return assertion_run(ev, node);
	case NODE_USE: return module_use(ev, node);
	case NODE_IMPORT: return module_import(ev, node);
	case NODE_SET: return settings_set(ev, node);
	case NODE_SHOW: return show_statement(ev, node);
	case NODE_HELP: return help_statement(ev, node);
	case NODE_BROKEN: return false;
	default:
		if (ev->rooms->statement[node->kind])
			return ev->rooms->statement[node->kind](ev, node);
		return diag_error(ev->diag, node->loc, NULL,
			"'%s' is allowed only inside of a kernel",
			node_kind_name(node->kind));
	}
}

/* A trusted program may ask any number of questions, each within its time. One
 * that may not reach files is not trusted: its time holds for all of it.
 */
bool eval_source(struct eval *ev, struct source *source)
{
	const struct node *root = source->root;
	bool ok = true;

	for (int i = 0; (ok || can_check_more(ev)) && i < root->n_kid; ++i) {
		if (ev->files_allowed)
			eval_start_clock(ev);
		ok = exec_statement(ev, root->kid[i]) && ok;
	}
	return ok;
}
