/* The checker walks the tree once before it runs and tracks the names that are
 * bound along the way.
 */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/eval/builtin.h"
#include "lang/eval/check.h"
#include "lang/eval/module.h"
#include "lang/eval/names.h"
#include "lang/eval/rooms.h"
#include "lang/eval/settings.h"
#include "lang/number/unit.h"
#include "lang/syntax/parse.h"

struct checker {
	struct eval *ev;
	struct diag *diag;
	struct scope defined; /* by this source, so far */
	struct scope later;   /* anywhere in this source */
	struct locals locals;
	bool is_open; /* an import may have defined more names */
	bool in_kernel, is_implicit;
	bool in_body;	  /* inside a def, which runs later */
	uint32_t unit_at; /* location of the last unknown unit reported */
};

static void check_node(struct checker *c, const struct node *node);

static void check_kids(struct checker *c, const struct node *node, int from)
{
	for (int i = from; i < node->n_kid; ++i)
		check_node(c, node->kid[i]);
}

static void add_local(struct checker *c, const char *name)
{
	locals_bind(&c->locals, name, value_bool(true));
}

static void define(struct scope *s, const char *name)
{
	scope_set(s, name, value_bool(true));
}

static bool is_local(const struct checker *c, const char *name)
{
	return locals_find(&c->locals, name, 0) >= 0;
}

static void match_name(void *user, const char *name)
{
	const char **wanted = user;

	if (*wanted && strcmp(*wanted, name) == 0)
		*wanted = NULL;
}

static bool is_known(const struct checker *c, const char *name)
{
	const char *wanted = name;
	struct value v;

	if (strcmp(name, "_") == 0 || is_local(c, name) ||
		scope_find(&c->defined, name) ||
		(c->in_body && scope_find(&c->later, name)) ||
		scope_find(&c->ev->globals, name))
		return true;
	if (names_predefined(c->ev, name, &v)) {
		value_free(&v);
		return true;
	}
	c->ev->rooms->each_name(c->ev, match_name, &wanted);
	return wanted == NULL;
}

/* ------------------------------------------------------- suggestions */

static void suggest(struct checker *c, const char *name, struct loc loc)
{
	struct nearest n = { name, NULL };

	if (names_hint(c->diag, name, loc))
		return;
	for (int i = 0; i < c->locals.n; ++i)
		names_keep_nearest(&n, c->locals.at[i].name);
	for (int i = 0; i < c->defined.n; ++i)
		names_keep_nearest(&n, c->defined.binding[i].name);
	names_each(c->ev, names_keep_nearest, &n);
	if (n.best)
		diag_note(c->diag, "did you mean '%s'?", n.best);
}

static bool is_unit_byte(char c)
{
	return isalnum((unsigned char) c) || c == '/' || c == '*' || c == '^';
}

/* The text around "name" if it is meant as a unit: it follows a number after
 * one blank and contains no blanks itself, as "GB/sec" in "5 GB/sec".
 */
static bool find_unit(const struct node *name, struct loc *loc)
{
	const struct source *source = name->loc.source;
	const char *text = source->text;
	uint32_t begin = name->loc.begin, end = name->loc.end, number;
	size_t len;
	struct unit unit;

	while (begin > 0 && is_unit_byte(text[begin - 1]))
		--begin;
	while (end < source->len && is_unit_byte(text[end]))
		++end;
	for (; isdigit((unsigned char) text[begin]); ++begin)
		;
	for (number = begin; number > 0 && text[number - 1] == ' ';)
		--number;
	len = strcspn(text + begin, "/*");
	*loc = (struct loc) { name->loc.source, begin, end };
	return begin < name->loc.begin && number > 0 && len > 0 &&
		isdigit((unsigned char) text[number - 1]) &&
		unit_parse(text + begin, len, &unit) == len;
}

static void report_unit(struct checker *c, struct loc loc, const char *name)
{
	char *text = memory_copy_bytes(loc.source->text + loc.begin,
		loc.end - loc.begin);
	struct buffer unit = { 0 };

	if (c->unit_at != loc.begin) {
		diag_error(c->diag, loc, NULL, "unknown unit '%s'", text);
		if (unit_meant(text, &unit))
			diag_note(c->diag, "did you mean '%s'?",
				buffer_text(&unit));
		else
			diag_note(c->diag,
				"'%s' is neither a unit nor a defined name",
				name);
	}
	c->unit_at = loc.begin;
	buffer_free(&unit);
	free(text);
}

static void check_name(struct checker *c, const struct node *node)
{
	struct loc unit;

	if (c->is_open || is_known(c, node->text))
		return;
	if (find_unit(node, &unit)) {
		report_unit(c, unit, node->text);
		return;
	}
	diag_error(c->diag, node->loc, NULL, "undefined name '%s'", node->text);
	suggest(c, node->text, node->loc);
	if (scope_find(&c->later, node->text))
		diag_note(c->diag,
			"it is defined further down: move its "
			"definition up");
	/* report each name once */
	define(&c->defined, node->text);
}

/* -------------------------------------------------------------- calls */

static void check_call(struct checker *c, const struct node *node)
{
	const struct node *fn = node->kid[0];
	const struct builtin *b;
	const char **name;
	struct loc *loc;
	int n = node->n_kid - 1;

	check_kids(c, node, 0);
	if (fn->kind != NODE_NAME || is_local(c, fn->text) ||
		scope_find(&c->defined, fn->text) ||
		scope_find(&c->ev->globals, fn->text))
		return;
	b = names_builtin(c->ev, fn->text);
	if (!b)
		return;
	name = memory_new((size_t) (n + 1) * sizeof(*name));
	loc = memory_new((size_t) (n + 1) * sizeof(*loc));
	for (int i = 0; i < n; ++i) {
		name[i] = node->kid[i + 1]->text;
		loc[i] = node->kid[i + 1]->loc;
	}
	builtin_check(b, c->diag, node->loc, n, name, loc);
	free(name);
	free(loc);
}

/* ------------------------------------------------------------ binding */

static void check_comprehension(struct checker *c, const struct node *node)
{
	int mark = c->locals.n;

	for (int i = 1; i < node->n_kid; ++i) {
		const struct node *clause = node->kid[i];

		check_node(c, clause->kid[0]);
		for (int j = 1;
			clause->kind == NODE_FOR_CLAUSE && j < clause->n_kid;
			++j)
			add_local(c, clause->kid[j]->text);
	}
	check_node(c, node->kid[0]);
	locals_unbind(&c->locals, mark);
}

static void check_params(struct checker *c, const struct node *def)
{
	int mark = c->locals.n;

	for (int i = 1; i < def->n_kid; ++i) {
		if (locals_find(&c->locals, def->kid[i]->text, mark) >= 0)
			diag_error(c->diag, def->kid[i]->loc, NULL,
				"parameter '%s' is given twice",
				def->kid[i]->text);
		check_kids(c, def->kid[i], 0);
		add_local(c, def->kid[i]->text);
	}
}

static void check_function(struct checker *c, const struct node *node)
{
	int mark = c->locals.n;
	bool in_body = c->in_body;

	c->in_body = true;
	check_params(c, node);
	check_node(c, node->kid[0]);
	locals_unbind(&c->locals, mark);
	c->in_body = in_body;
}

static void check_for(struct checker *c, const struct node *node)
{
	int mark = c->locals.n;

	check_node(c, node->kid[0]);
	for (int i = 2; i < node->n_kid; ++i)
		add_local(c, node->kid[i]->text);
	check_node(c, node->kid[1]);
	locals_unbind(&c->locals, mark);
}

static void check_assign(struct checker *c, const struct node *node)
{
	check_node(c, node->kid[0]);
	if (node->op >= 0 && !c->is_open && !is_known(c, node->text)) {
		diag_error(c->diag, node->at, NULL,
			"'%s' has no value yet: assign one first", node->text);
		define(&c->defined, node->text);
	}
	if (!c->in_kernel) {
		names_check(c->ev, node->text, node->at);
		define(&c->defined, node->text);
	} else if (!is_local(c, node->text)) {
		add_local(c, node->text);
	}
}

/* In a one-line kernel, an indexed name is a field. */
static void check_index(struct checker *c, const struct node *node)
{
	const struct node *base = node->kid[0];

	if (c->is_implicit && base->kind == NODE_NAME)
		check_kids(c, node, 1);
	else
		check_kids(c, node, 0);
}

/* Define the names of coordinates and extents. */
static void add_body_names(struct checker *c)
{
	const char *const *name;

	for (name = c->ev->rooms->body_names; *name; ++name)
		add_local(c, *name);
}

static void check_type(struct checker *c, const struct node *type)
{
	for (int i = 0; i < type->n_kid; ++i)
		if (type->kid[i])
			check_kids(c, type->kid[i], 0);
}

static void check_kernel(struct checker *c, const struct node *node)
{
	int mark = c->locals.n;

	c->in_kernel = true;
	add_body_names(c);
	check_node(c, node->kid[1]);
	for (int i = 2; i < node->n_kid; ++i) {
		const struct node *field = node->kid[i];

		if (field->n_kid > 0 && field->kid[0])
			check_type(c, field->kid[0]);
		add_local(c, field->text);
	}
	check_node(c, node->kid[0]);
	c->in_kernel = false;
	locals_unbind(&c->locals, mark);
	define(&c->defined, node->text);
}

static void check_stencil(struct checker *c, const struct node *node)
{
	const struct node *base = node->kid[0]->kid[0];
	int mark = c->locals.n;

	c->in_kernel = c->is_implicit = true;
	add_body_names(c);
	check_kids(c, node, 0);
	c->in_kernel = c->is_implicit = false;
	locals_unbind(&c->locals, mark);
	while (base->kind == NODE_INDEX)
		base = base->kid[0];
	if (base->text)
		define(&c->defined, base->text);
}

/* A store belongs in a kernel; a block at top level is not a kernel. */
static void check_update(struct checker *c, const struct node *node)
{
	if (c->in_kernel)
		check_kids(c, node, 0);
	else
		diag_error(c->diag, node->kid[0]->loc, NULL,
			"a stencil update stands at top level or in a kernel");
}

/* Variables of over, smallest and crossover are visible in the whole question.
 */
static void check_question(struct checker *c, const struct node *node)
{
	int mark = c->locals.n;

	for (int i = 0; i < node->n_kid; ++i) {
		const struct node *kid = node->kid[i];

		if (!kid || (kid->kind != NODE_OVER && kid->kind != NODE_BIND))
			continue;
		for (int j = 0; j < (kid->kind == NODE_OVER ? kid->n_kid : 1);
			++j) {
			const struct node *bind = kid->kind == NODE_OVER ?
				kid->kid[j] :
				kid;

			check_node(c, bind->kid[0]);
			add_local(c, bind->text);
		}
	}
	for (int i = 0; i < node->n_kid; ++i)
		if (node->kid[i] && node->kid[i]->kind != NODE_OVER &&
			node->kid[i]->kind != NODE_BIND)
			check_node(c, node->kid[i]);
	locals_unbind(&c->locals, mark);
}

static void find_option(void *user, const char *name, const char *help)
{
	struct nearest *n = user;

	(void) help;
	if (settings_is_option(name))
		names_keep_nearest(n, name);
}

/* The value of an option that is nearest to a name, and that option. */
struct nearest_value {
	struct nearest nearest;
	const char *option;
};

static void find_value(void *user, const char *option, const char *value)
{
	struct nearest_value *n = user;
	const char *before = n->nearest.best;

	if (!settings_is_option(option))
		return;
	names_keep_nearest(&n->nearest, value);
	if (n->nearest.best != before)
		n->option = option;
}

/* There is no such option: one whose name is similar, or that takes such a value:
 * clusters = 2 is order = clusters(2).
 */
static void note_similar(struct checker *c, const char *name)
{
	struct nearest n = { name, NULL };
	struct nearest_value v = { { name, NULL }, NULL };
	const char *two[2];

	settings_each(find_option, &n);
	settings_each_value(find_value, &v);
	two[0] = n.best;
	two[1] = v.nearest.best;
	if (n.best && (!v.option || diag_nearest(name, two, 2) == n.best)) {
		diag_note(c->diag, "did you mean '%s'?", n.best);
	} else if (v.option) {
		diag_note(c->diag, "'%s' is a value of '%s'", v.nearest.best,
			v.option);
		settings_note(c->diag, v.option);
	}
}

/* Report an option that is given twice or does not exist. */
static void check_option(struct checker *c, const struct node *options, int at)
{
	const struct node *setting = options->kid[at];
	int errors = c->diag->n_error;

	for (int i = 0; i < at; ++i)
		if (strcmp(options->kid[i]->text, setting->text) == 0)
			diag_error(c->diag, setting->at, NULL,
				"option '%s' is given twice", setting->text);
	check_kids(c, setting, 0);
	if (c->diag->n_error > errors && setting->kid[0]->kind == NODE_NAME)
		settings_note(c->diag, setting->text);
}

static void check_options(struct checker *c, const struct node *node)
{
	for (int i = 0; i < node->n_kid; ++i) {
		const struct node *setting = node->kid[i];

		check_option(c, node, i);
		if (settings_is_option(setting->text))
			continue;
		diag_error(c->diag, setting->at, NULL,
			"there is no launch option '%s'", setting->text);
		note_similar(c, setting->text);
	}
}

static void check_show(struct checker *c, const struct node *node)
{
	const struct node *what = node->kid[0];
	const struct shown *shown;

	shown = !node->text && what && what->kind == NODE_NAME &&
			!is_known(c, what->text) ?
		rooms_shown(c->ev->rooms, what->text) :
		NULL;
	if (!shown || !shown->of_kernel) {
		check_kids(c, node, node->text ? 1 : 0);
		return;
	}
	diag_error(c->diag, what->loc, NULL,
		"say of which kernel, as in: show %s of heat", what->text);
}

/* ---------------------------------------------------------- libraries */

static void collect_library(struct scope *s, const char *name);

/* Collect the names that a statement defines. */
static void collect(struct scope *s, const struct node *node)
{
	const struct node *base;

	if (!node)
		return;
	switch (node->kind) {
	case NODE_ASSIGN:
	case NODE_DEF:
	case NODE_KERNEL:
	case NODE_DEVICE: define(s, node->text); break;
	case NODE_STENCIL:
		base = node->kid[0]->kid[0];
		while (base->kind == NODE_INDEX)
			base = base->kid[0];
		if (base->text)
			define(s, base->text);
		break;
	case NODE_BLOCK:
	case NODE_FOR:
	case NODE_IF:
		for (int i = 0; i < node->n_kid; ++i)
			collect(s, node->kid[i]);
		break;
	case NODE_USE: collect_library(s, node->text); break;
	default: break;
	}
}

static void collect_library(struct scope *s, const char *name)
{
	const struct embedded *e = module_find_library(name);
	struct diag quiet = { 0 };
	struct source *source;

	if (!e)
		return;
	source = source_new(e->name, e->text, e->len);
	if (parse_source(source, &quiet))
		collect(s, source->root);
	diag_clear(&quiet);
	source_drop(source);
}

/* --------------------------------------------------------------- node */

static void check_node(struct checker *c, const struct node *node)
{
	if (!node)
		return;
	switch (node->kind) {
	case NODE_NAME: check_name(c, node); break;
	case NODE_BINARY:
	case NODE_AND:
	case NODE_OR: {
		/* a loop, not recursion: the left side can be very long */
		while (node->kind == NODE_BINARY || node->kind == NODE_AND ||
			node->kind == NODE_OR) {
			check_node(c, node->kid[1]);
			node = node->kid[0];
		}
		check_node(c, node);
		break;
	}
	case NODE_CALL: check_call(c, node); break;
	case NODE_INDEX: check_index(c, node); break;
	case NODE_COMPREHENSION: check_comprehension(c, node); break;
	case NODE_LAMBDA: check_function(c, node); break;
	case NODE_DEF:
		define(&c->defined, node->text);
		check_function(c, node);
		break;
	case NODE_FOR: check_for(c, node); break;
	case NODE_LOOP: {
		int mark = c->locals.n;

		check_node(c, node->kid[0]);
		if (node->kid[2])
			check_node(c, node->kid[2]);
		add_local(c, node->text);
		check_node(c, node->kid[1]);
		locals_unbind(&c->locals, mark);
		break;
	}
	case NODE_ASSIGN: check_assign(c, node); break;
	case NODE_SHARED:
		check_type(c, node->kid[0]);
		add_local(c, node->text);
		break;
	case NODE_KERNEL: check_kernel(c, node); break;
	case NODE_STENCIL: check_stencil(c, node); break;
	case NODE_UPDATE: check_update(c, node); break;
	case NODE_DEVICE:
		check_kids(c, node, 0);
		define(&c->defined, node->text);
		break;
	case NODE_QUESTION:
	case NODE_SEARCH:
	case NODE_CROSSOVER: check_question(c, node); break;
	case NODE_OPTIONS: check_options(c, node); break;
	case NODE_SET: {
		int errors = c->diag->n_error;

		check_kids(c, node, 0);
		if (c->diag->n_error > errors &&
			node->kid[0]->kind == NODE_NAME)
			settings_note(c->diag, node->text);
		break;
	}
	case NODE_SHOW: check_show(c, node); break;
	case NODE_USE: collect(&c->defined, node); break;
	case NODE_IMPORT: c->is_open = true; break;
	default: check_kids(c, node, 0); break;
	}
}

bool check_source(struct eval *ev, struct source *source)
{
	struct checker c = { .ev = ev, .diag = ev->diag };
	int errors = ev->diag->n_error;

	collect(&c.later, source->root);
	check_node(&c, source->root);
	scope_clear(&c.defined);
	scope_clear(&c.later);
	locals_clear(&c.locals);
	return ev->diag->n_error == errors;
}
