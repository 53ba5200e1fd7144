/* The statements that define kernels: `kernel name(...) { ... }`, and a
 * stencil update at top level, which is a kernel of one line.
 */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/eval/names.h"
#include "lang/eval/show.h"
#include "lang/kernel/build.h"
#include "lang/kernel/define.h"

static void set_last_kernel(struct eval *ev, const char *name)
{
	free(ev->last_kernel);
	ev->last_kernel = memory_copy_text(name);
}

bool define_kernel(struct eval *ev, const struct node *node)
{
	int errors = ev->diag->n_error;
	struct kernel_def *k;

	if (!names_check(ev, node->text, node->at))
		return false;
	k = build_kernel(ev, node);
	if (!k) {
		if (ev->checking)
			scope_set(&ev->globals, node->text,
				(struct value) { .kind = VALUE_UNKNOWN });
		return ev->diag->n_error == errors;
	}
	scope_set(&ev->globals, k->name, value_object(&k->object));
	if (!ev->quiet)
		set_last_kernel(ev, k->name);
	return true;
}

bool define_kernel_value(struct eval *ev, const struct node *node,
	struct value *result)
{
	int errors = ev->diag->n_error;
	struct kernel_def *k = build_kernel(ev, node);

	*result = (struct value) { .kind = VALUE_UNKNOWN };
	if (k)
		*result = value_object(&k->object);
	return k != NULL || ev->diag->n_error == errors;
}

static bool check_stencil(struct eval *ev, const struct node *node)
{
	const struct node *base = node->kid[0]->kid[0];
	const struct value *held;

	while (base->kind == NODE_INDEX)
		base = base->kid[0];
	if (base->kind != NODE_NAME)
		return diag_error(ev->diag, base->loc, NULL,
			"a stencil update stores to a field by name");
	if (!names_check(ev, base->text, base->loc))
		return false;
	held = scope_find(&ev->globals, base->text);
	if (held && value_length(held) >= 0) {
		diag_error(ev->diag, node->kid[0]->loc, NULL,
			"'%s' is a %s, which cannot be changed", base->text,
			value_kind_name(held));
		diag_note(ev->diag,
			"name[...] = ... at top level is a "
			"stencil update; choose another name for the field");
		return false;
	}
	return true;
}

bool define_stencil(struct eval *ev, const struct node *node)
{
	int errors = ev->diag->n_error;
	struct buffer out = { 0 };
	struct kernel_def *k;
	bool ok = true;

	if (!check_stencil(ev, node))
		return false;
	k = build_kernel(ev, node);
	if (!k)
		return ev->diag->n_error == errors;
	scope_set(&ev->globals, k->name, value_object(&k->object));
	set_last_kernel(ev, k->name);
	if (node->op == 0) {
		kernel_summary(k, &out);
		buffer_add_char(&out, '\n');
		ok = eval_output(ev, buffer_text(&out), out.len, node->loc);
		buffer_free(&out);
	}
	return ok;
}

static bool show_text(struct eval *ev, const struct node *node)
{
	const struct scope *scope[] = { &ev->globals, &ev->library };
	struct buffer out = { 0 };
	bool ok;

	for (int s = 0; s < 2; ++s)
		for (int i = 0; i < scope[s]->n; ++i) {
			const struct value *v = &scope[s]->binding[i].value;

			if (!kernel_of(v))
				continue;
			value_print(v, &out);
			buffer_add_char(&out, '\n');
		}
	if (out.len == 0)
		buffer_add(&out,
			"no kernels yet: dst[0,0] = src[1,0] defines one, "
			"'use stencil' brings some\n");
	ok = eval_output(ev, out.text, out.len, node->loc);
	buffer_free(&out);
	return ok;
}

static bool show_json(struct eval *ev, const struct node *node)
{
	const struct scope *scope[] = { &ev->globals, &ev->library };
	struct value list = value_sequence(VALUE_LIST,
		ev->globals.n + ev->library.n);
	int64_t n = 0;

	for (int s = 0; s < 2; ++s)
		for (int i = 0; i < scope[s]->n; ++i) {
			const struct value *v = &scope[s]->binding[i].value;

			if (kernel_of(v))
				list.u.sequence->item[n++] = value_copy(v);
		}
	list.u.sequence->n = n;
	return show_list(ev, &list, node->loc);
}

bool define_show(struct eval *ev, const struct node *node)
{
	return ev->format == FORMAT_JSON ? show_json(ev, node) :
					   show_text(ev, node);
}
