/* The space of rank and sweep: reads its clauses, counts its configurations,
 * and enumerates them with as few evaluations as possible.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/ask/figure.h"
#include "lang/base/memory.h"
#include "lang/device/board.h"
#include "lang/eval/settings.h"
#include "lang/search/space.h"

/* Most configurations of a space.  A larger space is an error: it is more
 * often a mistyped range than hours of work that somebody wants.
 */
#define CONFIGURATIONS_MAX 1e7

/* ------------------------------------------------------- what depends */

static bool mentions(const struct node *node, const char *name)
{
	if (!node)
		return false;
	if (node->kind == NODE_NAME && strcmp(node->text, name) == 0)
		return true;
	for (int i = 0; i < node->n_kid; ++i)
		if (mentions(node->kid[i], name))
			return true;
	return false;
}

/* The innermost of the first n variables that "node" mentions, or -1. */
static int level_of(const struct space *s, const struct node *node, int n)
{
	while (--n >= 0)
		if (mentions(node, s->name[n]))
			break;
	return n;
}

static bool find_value(struct space *s, struct space_part *part, int level)
{
	if (!part->node || part->level != level)
		return true;
	value_free(&part->value);
	return eval_node(s->ev, part->node, &part->value);
}

/* Sets the dimensions that blocks() and folds() of the prelude list shapes
 * for; returns the previous ones.
 */
static int shape_dims(struct eval *ev, int dims)
{
	const struct value *v = scope_find(&ev->library, "shape_dims");
	int64_t before = dims;

	if (v && v->kind == VALUE_NUMBER)
		number_to_int(&v->u.number, &before);
	scope_set(&ev->library, "shape_dims", value_int(dims));
	return (int) before;
}

/* Evaluates the lists that depend on variable "level". */
static bool find_items(struct space *s, int level)
{
	for (int i = level + 1; i < s->n_variable; ++i) {
		struct space_part *items = &s->items[i];
		int dims = shape_dims(s->ev, s->dims);
		bool ok = find_value(s, items, level);

		shape_dims(s->ev, dims);
		if (!ok)
			return false;
		if (items->level == level && value_length(&items->value) < 0)
			return diag_error(s->ev->diag, items->node->loc, NULL,
				"'%s' enumerates a list or range, got a %s",
				s->name[i], value_kind_name(&items->value));
	}
	return true;
}

/* Value "i" of a variable.  A function that stands for an option is the word
 * that it is called by (loads = first).
 */
static struct value item_of(const struct space *s, int variable, int64_t i)
{
	struct value v = value_item(&s->items[variable].value, i);

	return v.kind == VALUE_BUILTIN &&
			settings_is_option(s->name[variable]) ?
		value_symbol(v.u.builtin->name) :
		v;
}

/* -------------------------------------------------------- the question */

/* True if a variable is a figure of the device, such as l2.size. */
static bool is_figure(const char *name)
{
	return !settings_is_option(name) && device_find(name) >= 0;
}

static bool add_variable(struct space *s, const struct node *bind)
{
	const char *name = bind->text;

	for (int i = 0; i < s->n_variable; ++i)
		if (strcmp(s->name[i], name) == 0)
			return diag_error(s->ev->diag, bind->at, NULL,
				"'over' has '%s' twice", name);
	if (figure_is_column(name))
		return diag_error(s->ev->diag, bind->at, NULL,
			"the table has a column '%s' of its own: give the "
			"variable another name",
			name);
	s->items[s->n_variable].node = bind->kid[0];
	s->items[s->n_variable].level = level_of(s, bind->kid[0],
		s->n_variable);
	s->name[s->n_variable++] = name;
	return true;
}

/* Adds a list of devices as one more variable. */
static void find_devices(struct space *s, const struct node *on)
{
	struct diag quiet = { 0 }, *diag = s->ev->diag;
	struct value devices = { .kind = VALUE_NONE };

	if (!on)
		return;
	s->ev->diag = &quiet;
	if (!eval_node(s->ev, on->kid[0], &devices))
		devices = (struct value) { .kind = VALUE_NONE };
	s->ev->diag = diag;
	diag_clear(&quiet);
	if (devices.kind != VALUE_LIST && devices.kind != VALUE_TUPLE) {
		value_free(&devices);
		return;
	}
	s->items[s->n_variable].value = devices;
	s->items[s->n_variable].level = -1;
	s->name[s->n_variable++] = "device";
}

static bool has_devices(const struct space *s)
{
	return s->n_variable > 0 && !s->items[s->n_variable - 1].node;
}

/* `rank k` means `rank k over block in blocks(max = 1024)`, unless `with` has the
 * block.
 */
static void add_blocks(struct space *s, const struct node *with)
{
	struct space_blocks *b = &s->blocks;

	if (strcmp(s->node->text, "rank") != 0)
		return;
	for (int i = 0; with && i < with->n_kid; ++i)
		if (strcmp(with->kid[i]->text, "block") == 0)
			return;
	b->name = (struct node) { .kind = NODE_NAME,
		.text = "blocks",
		.loc = s->node->loc,
		.at = s->node->loc };
	b->number = (struct node) { .kind = NODE_NUMBER,
		.number = number_int(1024),
		.loc = s->node->loc };
	b->kid[0] = &b->name;
	b->kid[1] = &b->argument;
	b->kid[2] = &b->number;
	b->argument = (struct node) { .kind = NODE_ARGUMENT,
		.text = "max",
		.loc = s->node->loc,
		.n_kid = 1,
		.kid = &b->kid[2] };
	b->call = (struct node) { .kind = NODE_CALL,
		.loc = s->node->loc,
		.at = s->node->loc,
		.n_kid = 2,
		.kid = &b->kid[0] };
	s->items[0].node = &b->call;
	s->items[0].level = -1;
	s->name[0] = "block";
	s->n_variable = 1;
	s->has_blocks = true;
}

static bool read_clauses(struct space *s)
{
	const struct node *over = subject_clause(s->node, NODE_OVER);
	const struct node *on = subject_clause(s->node, NODE_ON);
	const struct node *with = subject_clause(s->node, NODE_OPTIONS);
	size_t room = (size_t) (over ? over->n_kid : 0) + 2;

	s->name = memory_new(room * sizeof(*s->name));
	s->items = memory_new(room * sizeof(*s->items));
	s->options = memory_new(room * sizeof(*s->options));
	for (int i = 0; over && i < over->n_kid; ++i)
		if (!add_variable(s, over->kid[i]))
			return false;
	find_devices(s, on);
	if (s->n_variable == 0)
		add_blocks(s, with);
	if (s->n_variable == 0)
		return diag_error(s->ev->diag, s->node->loc, NULL,
			"%s needs a list to enumerate: say 'over block in "
			"blocks(1024)'",
			s->node->text);
	s->n_setting = with ? with->n_kid : 0;
	s->setting = memory_new(
		((size_t) s->n_setting + 1) * sizeof(*s->setting));
	for (int i = 0; i < s->n_setting; ++i) {
		s->setting[i].node = with->kid[i]->kid[0];
		s->setting[i].level = level_of(s, s->setting[i].node,
			s->n_variable);
	}
	s->kernel_level = level_of(s, s->node->kid[0], s->n_variable);
	s->device_level = has_devices(s) ? s->n_variable - 1 :
		on ? level_of(s, on->kid[0], s->n_variable) :
		     -1;
	for (int i = s->device_level + 1; i < s->n_variable; ++i)
		if (is_figure(s->name[i]))
			s->device_level = i;
	return true;
}

/* True if `with` also sets option "name", which takes precedence. */
static bool is_overruled(const struct space *s, const char *name)
{
	const struct node *with = subject_clause(s->node, NODE_OPTIONS);

	for (int i = 0; i < s->n_setting; ++i)
		if (strcmp(with->kid[i]->text, name) == 0)
			return true;
	return false;
}

static bool is_used(const struct space *s, int variable)
{
	const char *name = s->name[variable];

	if (!s->items[variable].node || is_figure(name) ||
		(settings_is_option(name) && !is_overruled(s, name)) ||
		mentions(s->node->kid[0], name) ||
		mentions(subject_clause(s->node, NODE_ON), name))
		return true;
	for (int i = 0; i < s->n_setting; ++i)
		if (mentions(s->setting[i].node, name))
			return true;
	for (int i = variable + 1; i < s->n_variable; ++i)
		if (mentions(s->items[i].node, name))
			return true;
	return false;
}

static void warn_unused(struct space *s)
{
	const struct node *over = subject_clause(s->node, NODE_OVER);

	for (int i = 0; i < s->n_variable; ++i)
		if (!is_used(s, i))
			diag_warning(s->ev->diag, over->kid[i]->at, NULL,
				"nothing uses '%s'", s->name[i]);
}

/* ---------------------------------------------------------------- size */

static double most(const struct space *s)
{
	return CONFIGURATIONS_MAX *
		(double) (s->ev->n_shard > 0 ? s->ev->n_shard : 1);
}

static bool is_outer(const struct space *s, int variable)
{
	for (int i = variable + 1; i < s->n_variable; ++i)
		if (s->items[i].level == variable)
			return true;
	return false;
}

/* Counts the configurations of the variables from "variable" on.  If a list
 * depends on an outer variable, its lengths are added up until the limit is
 * exceeded.
 */
static bool count(struct space *s, int variable, double *n)
{
	struct eval *ev = s->ev;
	double inner = 1;
	int64_t length, i;
	bool ok = true;

	*n = 1;
	if (variable == s->n_variable)
		return true;
	length = value_length(&s->items[variable].value);
	if (!is_outer(s, variable)) {
		ok = count(s, variable + 1, &inner);
		*n = inner * (double) length;
		return ok;
	}
	*n = 0;
	for (i = 0; ok && i < length && *n <= most(s); ++i) {
		int mark = ev->locals.n;

		eval_bind(ev, s->name[variable], item_of(s, variable, i));
		ok = eval_step(ev, 1, s->node->loc) &&
			find_items(s, variable) &&
			count(s, variable + 1, &inner);
		eval_unbind(ev, mark);
		*n += inner;
	}
	s->is_cut |= i < length;
	return ok;
}

static bool check_size(struct space *s)
{
	if (!find_items(s, -1) || !count(s, 0, &s->total))
		return false;
	if (s->total > most(s))
		return diag_error(s->ev->diag, s->node->loc, NULL,
			"this space has %s%.15g configurations; the limit is "
			"%.15g",
			s->is_cut ? "more than " : "", s->total, most(s));
	if (s->total == 0)
		return diag_error(s->ev->diag, s->node->loc, NULL,
			"this space is empty");
	return true;
}

/* The dimensions of the kernel; 3 if it depends on a variable.  Errors are
 * reported later.
 */
static int kernel_dims(struct space *s)
{
	struct diag quiet = { 0 }, *diag = s->ev->diag;
	struct subject subject = { .loc = s->node->loc };
	int dims = 3;

	if (s->kernel_level >= 0)
		return dims;
	s->ev->diag = &quiet;
	if (subject_find_kernel(s->ev, s->node->kid[0], s->node->loc,
		    &subject) &&
		subject.kernel)
		dims = subject.kernel->dims;
	s->ev->diag = diag;
	subject_clear(&subject);
	diag_clear(&quiet);
	return dims;
}

bool space_open(struct space *s, struct eval *ev, const struct node *node)
{
	*s = (struct space) {
		.ev = ev,
		.node = node,
		.bottom = ev->locals.n,
		.subject.loc = node->loc,
	};
	if (!read_clauses(s))
		return false;
	s->dims = kernel_dims(s);
	if (!check_size(s))
		return false;
	warn_unused(s);
	return true;
}

void space_close(struct space *s)
{
	for (int i = 0; i < s->n_variable; ++i)
		value_free(&s->items[i].value);
	for (int i = 0; i < s->n_setting; ++i)
		value_free(&s->setting[i].value);
	free(s->name);
	free(s->items);
	free(s->setting);
	free(s->options);
	subject_clear(&s->subject);
}

/* ---------------------------------------------------------------- walk */

const struct value *space_value(const struct space *s, int i)
{
	return &s->ev->locals.at[s->bottom + i].value;
}

/* Sets the figures of the device that are variables. */
static bool change_device(struct space *s)
{
	for (int i = 0; i < s->n_variable; ++i) {
		struct value changed;

		if (!s->items[i].node || !is_figure(s->name[i]))
			continue;
		if (!device_change(s->ev, &s->subject.device_value, s->name[i],
			    space_value(s, i), s->items[i].node->loc, &changed))
			return false;
		value_free(&s->subject.device_value);
		s->subject.device_value = changed;
	}
	s->subject.device = device_of(&s->subject.device_value);
	return true;
}

static bool find_device(struct space *s)
{
	const struct node *on = subject_clause(s->node, NODE_ON);

	value_free(&s->subject.device_value);
	if (!has_devices(s))
		return subject_find_device(s->ev, on, s->node->loc,
			       &s->subject) &&
			change_device(s);
	s->subject.device_value = value_copy(space_value(s, s->n_variable - 1));
	if (!board_take(s->ev, on->loc, &s->subject.device_value))
		return false;
	s->subject.device = device_of(&s->subject.device_value);
	if (!s->subject.device)
		return diag_error(s->ev->diag, on->loc, NULL,
			"expected a device, got a %s",
			value_kind_name(&s->subject.device_value));
	return device_complete(s->ev, s->subject.device, on->loc) &&
		change_device(s);
}

/* Where the kernel varies, `type` may be that of others. */
static bool check_type(struct space *s)
{
	const struct node *with = subject_clause(s->node, NODE_OPTIONS);
	bool ok = true;

	for (int i = 0; ok && i < s->n_variable; ++i)
		if (strcmp(s->name[i], "type") == 0)
			ok = subject_check_type(s->ev, &s->subject,
				s->items[i].node->loc);
	for (int i = 0; ok && i < s->n_setting; ++i)
		if (strcmp(with->kid[i]->text, "type") == 0)
			ok = subject_check_type(s->ev, &s->subject,
				with->kid[i]->loc);
	return ok;
}

/* Evaluates all parts that depend on variable "level", which was just bound. */
static bool enter(struct space *s, int level)
{
	struct options *o = &s->options[level + 1];

	if (level < 0) {
		if (!options_session(s->ev, o, s->node->loc))
			return false;
	} else {
		memcpy(o, o - 1, sizeof(*o));
		if (settings_is_option(s->name[level]) &&
			!options_apply(s->ev, o, s->name[level],
				space_value(s, level),
				s->items[level].node->loc, false))
			return false;
	}
	if (s->kernel_level == level) {
		value_free(&s->subject.kernel_value);
		if (!subject_find_kernel(s->ev, s->node->kid[0], s->node->loc,
			    &s->subject))
			return false;
		if (level < 0 && !check_type(s))
			return false;
	}
	if (s->device_level == level && !find_device(s))
		return false;
	for (int i = 0; i < s->n_setting; ++i)
		if (!find_value(s, &s->setting[i], level))
			return false;
	/* lists that depend on no variable were evaluated by count() */
	return level < 0 || find_items(s, level);
}

/* Sets the options: those of the session, of variables, and of `with`. */
static bool set_options(struct space *s)
{
	const struct node *with = subject_clause(s->node, NODE_OPTIONS);

	memcpy(&s->subject.options, &s->options[s->n_variable],
		sizeof(s->subject.options));
	for (int i = 0; i < s->n_setting; ++i)
		if (!options_apply(s->ev, &s->subject.options,
			    with->kid[i]->text, &s->setting[i].value,
			    s->setting[i].node->loc, false))
			return false;
	return true;
}

/* Rows are numbered from 1, and shard i of n has the rows i, i + n, ...  As
 * 0/n is n/n, jobs may be numbered from 0 or from 1.
 */
static bool is_in_shard(const struct space *s, int64_t index)
{
	return s->ev->n_shard == 0 ||
		(index + 1) % s->ev->n_shard == s->ev->shard % s->ev->n_shard;
}

struct walk {
	bool (*visit)(struct space *s, void *user);
	void *user;
};

static bool walk(struct space *s, const struct walk *w, int variable)
{
	struct eval *ev = s->ev;
	int64_t n;
	bool ok = true;

	if (variable == s->n_variable) {
		if (is_in_shard(s, s->index))
			ok = set_options(s) && w->visit(s, w->user);
		++s->index;
		return ok;
	}
	n = value_length(&s->items[variable].value);
	for (int64_t i = 0; ok && i < n; ++i) {
		int64_t steps = ev->steps;
		int mark = ev->locals.n;

		eval_bind(ev, s->name[variable], item_of(s, variable, i));
		ok = eval_step(ev, 1, s->node->loc) && enter(s, variable) &&
			walk(s, w, variable + 1);
		eval_unbind(ev, mark);
		ev->steps = steps; /* budget per item */
	}
	return ok;
}

bool space_walk(struct space *s, bool (*visit)(struct space *s, void *user),
	void *user)
{
	const struct walk w = { visit, user };

	s->index = 0;
	return enter(s, -1) && walk(s, &w, 0);
}
