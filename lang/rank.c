#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/answer.h"
#include "lang/memory.h"
#include "lang/rank.h"
#include "lang/settings.h"
#include "lang/subject.h"

/* Refuse to go through more than this. */
#define CONFIGURATIONS_MAX	10000000.0

/* Configurations that are handed to the threads at once. */
#define CHUNK	4096

/* What is kept of a report. */
struct outcome {
	bool ok;
	char why[160];			/* if not */
	double time_s, lup_per_s, key;
	const char *limiter;
	double metric[N_METRIC];
};

struct config {
	struct subject subject;
	struct value *variable;		/* n_variable of them */
	struct outcome outcome;
};

struct space {
	struct eval *ev;
	const struct node *node;
	bool is_rank;
	int n_variable;
	const char **name;		/* of the variables */
	const struct node **items;	/* where they come from; NULL: ON */
	struct value boards;		/* a list behind `on`, or none */
	const char *by;			/* metric that decides */
	double total;			/* configurations, if known */
	int64_t top;
	int64_t n_config, n_done, n_left_out;
	struct config *config;
	struct { char why[160]; int64_t n; } reason[8];
	int n_reason;
	bool is_stopped;
};

/* ---------------------------------------------------------- threads */

struct team {
	struct space *space;
	int64_t end;
	_Atomic int64_t next;
};

static void run_config(struct space *s, struct eval *ev, struct config *c)
{
	struct outcome *o = &c->outcome;
	enum estimate_status status = ESTIMATE_IMPOSSIBLE;
	struct report report;
	char why[256] = "";
	bool lowered = true;

	if (c->subject.options.block_is_auto &&
	    !subject_choose_block(ev, &c->subject))
		lowered = false;
	if (lowered)
		status = subject_estimate(ev, &c->subject,
			&c->subject.options, &report, why, &lowered);
	o->ok = lowered && status == ESTIMATE_OK;
	if (!o->ok) {
		snprintf(o->why, sizeof(o->why), "%s", lowered ? why :
			ev->diag->n_entry > 0 ? ev->diag->entry[0].message :
			"it makes no sense");
		diag_clear(ev->diag);
		return;
	}
	o->time_s = report.time_s;
	o->lup_per_s = report.lup_per_s;
	o->limiter = report.limit[report.limiter].name;
	memcpy(o->metric, report.metric, sizeof(o->metric));
	if (!answer_number(&report, s->by, &o->key))
		o->key = NAN;
	report_clear(&report);
}

static void *work(void *data)
{
	struct team *team = data;
	struct space *s = team->space;
	struct diag diag = { 0 };
	struct eval ev = { .diag = &diag, .budget = settings_budget() };
	int64_t i;

	ev.stack_top = (uintptr_t) __builtin_frame_address(0);
	ev.budget.isl_operations = s->ev->budget.isl_operations;
	while ((i = team->next++) < team->end) {
		if (atomic_load(&s->ev->interrupted))
			break;
		ev.steps = 0;
		run_config(s, &ev, &s->config[i]);
	}
	diag_clear(&diag);
	return NULL;
}

/* Estimate the configurations from n_done on. */
static void run_chunk(struct space *s)
{
	struct team team = { .space = s, .end = s->n_config };
	int n = s->ev->threads, i, started = 0;
	pthread_t thread[RANK_THREADS];

	atomic_init(&team.next, s->n_done);
	if (n > RANK_THREADS)
		n = RANK_THREADS;
	if (n > s->n_config - s->n_done)
		n = (int) (s->n_config - s->n_done);
	for (i = 1; i < n; ++i)
		if (pthread_create(&thread[started], NULL, work, &team) == 0)
			++started;
	work(&team);
	for (i = 0; i < started; ++i)
		pthread_join(thread[i], NULL);
	s->n_done = s->n_config;
	if (atomic_load(&s->ev->interrupted))
		s->is_stopped = true;
}

/* ------------------------------------------------------------- space */

static void config_clear(struct space *s, struct config *c)
{
	int i;

	for (i = 0; i < s->n_variable; ++i)
		value_free(&c->variable[i]);
	free(c->variable);
	subject_clear(&c->subject);
}

/* Options: the session's, those of variables, and those behind `with`. */
static bool set_options(struct space *s, struct config *c)
{
	struct eval *ev = s->ev;
	int i;

	if (!options_session(ev, &c->subject.options, s->node->loc))
		return false;
	for (i = 0; i < s->n_variable; ++i)
		if (settings_is_option(s->name[i]) &&
		    !options_apply(ev, &c->subject.options, s->name[i],
			&c->variable[i], s->items[i] ? s->items[i]->loc :
			s->node->loc, false))
			return false;
	return options_read(ev, &c->subject.options,
		subject_clause(s->node, NODE_OPTIONS));
}

static bool set_board(struct space *s, struct config *c)
{
	const struct node *on = subject_clause(s->node, NODE_ON);
	int last = s->n_variable - 1;

	if (s->boards.kind == VALUE_NONE)
		return subject_find_board(s->ev, on, s->node->loc,
			&c->subject);
	c->subject.board_value = value_copy(&c->variable[last]);
	c->subject.board = board_of(&c->subject.board_value);
	if (!c->subject.board)
		return diag_error(s->ev->diag, on->loc, NULL,
			"expected a device, got a %s",
			value_kind_name(&c->subject.board_value));
	return board_check(s->ev, c->subject.board, on->loc);
}

/* A configuration from the variables as they are bound now. */
static bool add_config(struct space *s)
{
	struct eval *ev = s->ev;
	struct config c = { .subject = { .loc = s->node->loc } };
	int i, from = ev->n_stack - s->n_variable;
	bool ok;

	c.variable = memory_new(((size_t) s->n_variable + 1) *
		sizeof(*c.variable));
	for (i = 0; i < s->n_variable; ++i)
		c.variable[i] = value_copy(&ev->stack[from + i].value);
	ok = subject_find_kernel(ev, s->node->kid[0], s->node->loc,
		&c.subject) && set_board(s, &c) && set_options(s, &c);
	if (!ok) {
		config_clear(s, &c);
		return false;
	}
	s->config = memory_grow(s->config, (size_t) s->n_config,
		sizeof(c));
	s->config[s->n_config++] = c;
	if (s->n_config - s->n_done == CHUNK)
		run_chunk(s);
	return !s->is_stopped;
}

static bool enumerate(struct space *s, int variable)
{
	struct eval *ev = s->ev;
	struct value items;
	int64_t n, i;
	bool ok = true;

	if (variable == s->n_variable)
		return add_config(s);
	if (!s->items[variable])
		items = value_copy(&s->boards);
	else if (!eval_node(ev, s->items[variable], &items))
		return false;
	n = value_length(&items);
	if (n < 0)
		ok = diag_error(ev->diag, s->items[variable]->loc, NULL,
			"'%s' goes through a list or range, got a %s",
			s->name[variable], value_kind_name(&items));
	for (i = 0; ok && i < n; ++i) {
		int mark = ev->n_stack;

		eval_bind(ev, s->name[variable], value_item(&items, i));
		ok = eval_step(ev, 1, s->node->loc) &&
			enumerate(s, variable + 1);
		eval_unbind(ev, mark);
	}
	value_free(&items);
	return ok;
}

/* The number of configurations, as far as it can be told beforehand. */
static bool check_size(struct space *s)
{
	double total = 1;
	struct value items;
	int i;

	for (i = 0; i < s->n_variable; ++i) {
		struct diag quiet = { 0 }, *diag = s->ev->diag;
		bool ok = true;

		s->ev->diag = &quiet;
		if (!s->items[i])
			items = value_copy(&s->boards);
		else
			ok = eval_node(s->ev, s->items[i], &items);
		s->ev->diag = diag;
		diag_clear(&quiet);
		if (!ok)
			continue;	/* depends on another variable */
		if (value_length(&items) >= 0)
			total *= (double) value_length(&items);
		value_free(&items);
	}
	s->total = total;
	if (total > CONFIGURATIONS_MAX)
		return diag_error(s->ev->diag, s->node->loc, NULL,
			"this space has %.4g configurations, more than %.0f",
			total, CONFIGURATIONS_MAX);
	if (total == 0)
		return diag_error(s->ev->diag, s->node->loc, NULL,
			"this space is empty");
	return true;
}

static bool mentions(const struct node *node, const char *name)
{
	int i;

	if (!node)
		return false;
	if (node->kind == NODE_NAME && strcmp(node->text, name) == 0)
		return true;
	for (i = 0; i < node->n_kid; ++i)
		if (mentions(node->kid[i], name))
			return true;
	return false;
}

static void warn_unused(struct space *s)
{
	int i, j;

	for (i = 0; i < s->n_variable; ++i) {
		const struct node *over = subject_clause(s->node, NODE_OVER);
		bool used = !s->items[i] || settings_is_option(s->name[i]) ||
			mentions(s->node->kid[0], s->name[i]) ||
			mentions(subject_clause(s->node, NODE_ON),
				s->name[i]) ||
			mentions(subject_clause(s->node, NODE_OPTIONS),
				s->name[i]);

		for (j = i + 1; !used && j < over->n_kid; ++j)
			used = mentions(over->kid[j], s->name[i]);
		if (!used)
			diag_warning(s->ev->diag, over->kid[i]->at, NULL,
				"nothing uses '%s'", s->name[i]);
	}
}

static bool read_clauses(struct space *s)
{
	const struct node *over = subject_clause(s->node, NODE_OVER);
	const struct node *on = subject_clause(s->node, NODE_ON);
	const struct node *by = subject_clause(s->node, NODE_BY);
	const struct node *top = subject_clause(s->node, NODE_TOP);
	struct diag quiet = { 0 }, *diag = s->ev->diag;
	size_t room;
	int i;

	room = (size_t) (over ? over->n_kid : 0) + 2;
	s->name = memory_new(room * sizeof(*s->name));
	s->items = memory_new(room * sizeof(*s->items));
	for (i = 0; over && i < over->n_kid; ++i) {
		s->name[s->n_variable] = over->kid[i]->text;
		s->items[s->n_variable++] = over->kid[i]->kid[0];
	}
	/* a list of devices is one more variable */
	if (on) {
		s->ev->diag = &quiet;
		if (eval_node(s->ev, on->kid[0], &s->boards) &&
		    s->boards.kind != VALUE_LIST &&
		    s->boards.kind != VALUE_TUPLE)
			value_free(&s->boards);
		if (s->boards.kind != VALUE_LIST &&
		    s->boards.kind != VALUE_TUPLE)
			s->boards = (struct value) { 0 };
		s->ev->diag = diag;
		diag_clear(&quiet);
	}
	if (s->boards.kind != VALUE_NONE)
		s->name[s->n_variable++] = "device";
	if (s->n_variable == 0)
		return diag_error(s->ev->diag, s->node->loc, NULL,
			"%s goes over something: say 'over block in "
			"blocks(1024)'", s->node->text);
	s->by = by ? by->text : "performance";
	if (!answer_has_number(s->by)) {
		diag_error(s->ev->diag, by->loc, NULL,
			"a report has no figure '%s'", s->by);
		answer_suggest(s->ev->diag, s->by);
		return false;
	}
	s->top = INT64_MAX;
	if (top && (!eval_int(s->ev, top->kid[0], "top", &s->top)))
		return false;
	if (s->top < 1)
		return diag_error(s->ev->diag, top->loc, NULL,
			"top is a positive number");
	return true;
}

/* ------------------------------------------------------------- table */

bool rank_more_is_better(const char *path)
{
	return strcmp(path, "performance") == 0 ||
		strncmp(path, "achieved.", 9) == 0 ||
		strncmp(path, "occupancy.", 10) == 0 ||
		strncmp(path, "dram.saved", 10) == 0;
}

/* Qsort is not stable, so equal keys keep their order by index. */
struct order {
	double key;
	int64_t index;
};

static int compare_order(const void *a, const void *b)
{
	const struct order *x = a, *y = b;

	if (x->key != y->key && !(isnan(x->key) && isnan(y->key)))
		return isnan(x->key) ? 1 : isnan(y->key) ? -1 :
			x->key < y->key ? -1 : 1;
	return x->index < y->index ? -1 : 1;
}

static struct value device_name(const struct value *v)
{
	const struct board *b = board_of(v);

	return b ? value_text(b->dev.id) : value_copy(v);
}

static void set_figure(struct value *row, const char *name, double v,
	const char *unit)
{
	if (!isnan(v))
		value_set(row, name, answer_figure(v, unit));
}

static struct value level(const struct outcome *o, enum metric load,
	enum metric store)
{
	struct value v = value_record();

	set_figure(&v, "load", o->metric[load], "B/LUP");
	set_figure(&v, "store", o->metric[store], "B/LUP");
	return v;
}

static struct value row_of(const struct space *s, const struct config *c)
{
	const struct outcome *o = &c->outcome;
	struct value row = value_record(), l1 = value_record();
	int i;

	for (i = 0; i < s->n_variable; ++i)
		value_set(&row, s->name[i], device_name(&c->variable[i]));
	if (c->subject.options.n_block > 0 && !value_get(&row, "block") &&
	    !subject_clause(s->node, NODE_OPTIONS)) {
		struct value block = value_sequence(VALUE_TUPLE,
			c->subject.kernel->dims);

		for (i = 0; i < c->subject.kernel->dims; ++i)
			block.u.sequence->item[i] = value_int(
				c->subject.options.block[i]);
		value_set(&row, "block", block);
	}
	set_figure(&row, "performance", o->lup_per_s, "LUP/s");
	set_figure(&row, "time", o->time_s, "s");
	value_set(&row, "limiter", value_text(o->limiter));
	value_set(&row, "dram", level(o, METRIC_dram_load_B,
		METRIC_dram_store_B));
	value_set(&row, "l2", level(o, METRIC_l2_load_B, METRIC_l2_store_B));
	set_figure(&l1, "wavefronts", o->metric[METRIC_l1_wavefronts],
		"cyc/LUP");
	value_set(&row, "l1", l1);
	if (!answer_in_rows(s->by))
		set_figure(&row, s->by, o->key, answer_unit(s->by));
	return row;
}

static void note_left_out(struct space *s, const struct outcome *o)
{
	int i;

	++s->n_left_out;
	for (i = 0; i < s->n_reason; ++i)
		if (strcmp(s->reason[i].why, o->why) == 0)
			break;
	if (i == (int) (sizeof(s->reason) / sizeof(s->reason[0])))
		--i;
	else if (i == s->n_reason) {
		memcpy(s->reason[i].why, o->why, sizeof(o->why));
		++s->n_reason;
	}
	++s->reason[i].n;
}

static void report_left_out(struct space *s)
{
	int i;

	if (s->is_stopped)
		diag_warning(s->ev->diag, (struct loc) { 0 }, NULL,
			"interrupted: the table has the rows that were done");
	if (s->n_left_out == 0)
		return;
	diag_warning(s->ev->diag, (struct loc) { 0 }, NULL,
		"%lld of %lld configurations cannot run and are left out",
		(long long) s->n_left_out, (long long) s->n_done);
	for (i = 0; i < s->n_reason; ++i)
		diag_note(s->ev->diag, "%lld: %s", (long long) s->reason[i].n,
			s->reason[i].why);
}

static struct value make_table(struct space *s)
{
	struct order *order = memory_new(((size_t) s->n_done + 1) *
		sizeof(*order));
	double sign = rank_more_is_better(s->by) ? -1 : 1;
	struct value table;
	int64_t n = 0, i;

	for (i = 0; i < s->n_done; ++i) {
		const struct outcome *o = &s->config[i].outcome;

		if (o->ok)
			order[n++] = (struct order) { s->is_rank ?
				sign * o->key : 0, i };
		else if (o->why[0])
			note_left_out(s, o);
	}
	qsort(order, (size_t) n, sizeof(*order), compare_order);
	if (n > s->top)
		n = s->top;
	table = value_sequence(VALUE_LIST, n);
	for (i = 0; i < n; ++i)
		table.u.sequence->item[i] = row_of(s,
			&s->config[order[i].index]);
	free(order);
	return table;
}

static void space_clear(struct space *s)
{
	int64_t i;

	for (i = 0; i < s->n_config; ++i)
		config_clear(s, &s->config[i]);
	free(s->config);
	free(s->name);
	free(s->items);
	value_free(&s->boards);
}

bool rank_answer(struct eval *ev, const struct node *node,
	struct value *result)
{
	struct space s = { .ev = ev, .node = node,
		.is_rank = strcmp(node->text, "rank") == 0 };
	bool ok;

	ok = read_clauses(&s) && check_size(&s);
	if (ok)
		warn_unused(&s);
	ok = ok && (enumerate(&s, 0) || s.is_stopped);
	if (ok && !s.is_stopped && s.n_done < s.n_config)
		run_chunk(&s);
	if (ok) {
		*result = make_table(&s);
		report_left_out(&s);
		if (s.is_stopped)
			atomic_store(&ev->interrupted, false);
	}
	space_clear(&s);
	return ok;
}
