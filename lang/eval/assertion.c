/* `assert`: evaluates conditions, reports them to a listener, and notes the
 * figures that explain a failure.
 */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/eval/assertion.h"
#include "lang/eval/evidence.h"

/* Note both sides of a comparison and every figure read to compute them. */
static void note_figures(struct eval *ev, const struct node *cond)
{
	struct diag quiet = { 0 }, *diag = ev->diag;
	struct evidence found = { 0 }, *outer = ev->evidence;
	struct value v;

	ev->diag = &quiet;
	ev->evidence = NULL;
	if (cond->kind == NODE_BINARY && cond->op >= OP_EQ && cond->op <= OP_GE)
		for (int i = 0; i < 2; ++i)
			if (cond->kid[i]->kind != NODE_NUMBER &&
				eval_node(ev, cond->kid[i], &v)) {
				evidence_value(&found, cond->kid[i], &v);
				value_free(&v);
			}
	ev->evidence = &found;
	if (eval_node(ev, cond, &v))
		value_free(&v);
	ev->evidence = outer;
	ev->diag = diag;
	for (int i = 0; i < found.n; ++i)
		diag_note(ev->diag, "%s", found.line[i]);
	evidence_clear(&found);
	diag_clear(&quiet);
}

/* Evaluate the message; NONE if there is no message or it is not a
 * string.
 */
static bool eval_message(struct eval *ev, const struct node *node,
	struct value *message)
{
	*message = (struct value) { 0 };
	if (node->n_kid < 2 || !node->kid[1])
		return true;
	if (!eval_node(ev, node->kid[1], message))
		return false;
	if (message->kind == VALUE_STRING)
		return true;
	value_free(message);
	*message = (struct value) { 0 };
	return true;
}

/* True if the condition holds; otherwise the failure is reported. */
static bool check_condition(struct eval *ev, const struct node *node,
	bool *is_error)
{
	const struct node *cond = node->kid[0];
	struct value v, message;

	*is_error = true;
	if (!eval_node(ev, cond, &v))
		return false;
	if (v.kind == VALUE_UNKNOWN ||
		(v.kind == VALUE_BOOL && (v.u.boolean || ev->checking)))
		return true;
	if (v.kind != VALUE_BOOL) {
		diag_error(ev->diag, cond->loc, NULL,
			"assert needs true or false, got a %s",
			value_kind_name(&v));
		value_free(&v);
		return false;
	}
	if (!eval_message(ev, node, &message))
		return false;
	*is_error = false;
	if (message.kind == VALUE_STRING)
		diag_error(ev->diag, cond->loc, NULL, "assertion failed: %s",
			message.u.string->text);
	else
		diag_error(ev->diag, cond->loc, NULL, "assertion failed");
	value_free(&message);
	note_figures(ev, cond);
	return false;
}

/* ---------------------------------------------------------- listeners */

/* The message, or else the condition as written. */
static char *name_of(struct eval *ev, const struct node *node)
{
	struct diag quiet = { 0 }, *diag = ev->diag;
	struct loc loc = node->kid[0]->loc;
	struct value message;
	char *name = NULL;

	ev->diag = &quiet;
	if (eval_message(ev, node, &message)) {
		if (message.kind == VALUE_STRING)
			name = memory_copy_text(message.u.string->text);
		value_free(&message);
	}
	ev->diag = diag;
	diag_clear(&quiet);
	return name ? name :
		      memory_copy_bytes(loc.source->text + loc.begin,
			      loc.end - loc.begin);
}

static void tell(struct eval *ev, const struct node *node, struct assertion *a,
	const struct diag *diag)
{
	struct buffer text = { 0 };
	char *name = name_of(ev, node);
	int col;

	a->name = name;
	a->file = node->loc.source->name;
	source_position(node->loc.source, node->loc.begin, &a->line, &col);
	if (!a->holds)
		diag_render(diag, &text, false);
	a->text = buffer_text(&text);
	ev->on_assert(ev->assert_user, a);
	buffer_free(&text);
	free(name);
}

/* True if the program must not continue after a failed assertion. */
static bool must_stop(struct eval *ev)
{
	return atomic_load(&ev->interrupted) || ev->steps > ev->budget.steps;
}

bool assertion_run(struct eval *ev, const struct node *node)
{
	struct assertion a = { .seconds = eval_clock_s() };
	struct diag own = { 0 }, *diag = ev->diag;

	if (ev->checking || !ev->on_assert)
		return check_condition(ev, node, &a.is_error);
	ev->diag = &own;
	a.holds = check_condition(ev, node, &a.is_error);
	ev->diag = diag;
	a.is_error &= !a.holds;
	a.seconds = eval_clock_s() - a.seconds;
	tell(ev, node, &a, &own);
	diag_move(diag, &own);
	return !must_stop(ev);
}
