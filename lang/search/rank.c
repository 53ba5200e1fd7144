/* The questions rank and sweep.
 *
 * Configurations are estimated in chunks by the team, and become rows in the
 * order of the space, so that the table does not depend on the number of
 * threads.  A large space whose volumes come from samples is ranked by small
 * samples first; the best rows are then sampled as `estimate` does it.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/eval/rooms.h"
#include "lang/eval/show.h"
#include "lang/search/rank.h"
#include "lang/search/rows.h"
#include "lang/search/space.h"
#include "lang/search/team.h"

/* Configurations per chunk: enough to keep all threads busy, few enough to
 * answer an interrupt and to show progress soon.  REASONS: kinds of failure
 * that are counted separately.
 */
#define CHUNK	4096

#define REASONS 8

/* Spaces of more than COARSE configurations are ranked by samples of
 * COARSE_REQUESTS requests first, a tenth of the default; the best REFINED rows,
 * or as many as `top` shows, are then estimated in full.  Each costs about
 * 30 ms, so more of them would be felt.
 */
#define COARSE		64
#define COARSE_REQUESTS 5000
#define REFINED		16
#define MOST_REFINED	256

struct reason {
	char why[sizeof(((struct outcome *) NULL)->why)];
	int64_t n;
};

/* The state of one rank or sweep. */
struct ranking {
	struct space space;
	struct rows rows;
	struct team team;
	bool is_stopped; /* by the user */
	bool is_coarse, is_refining;
	int64_t n_sampled, n_refined;
	/* is_refining: the configurations, ascending, and how many were met */
	int64_t wanted[MOST_REFINED], n_wanted, n_met;
	bool failed; /* the output cannot be written */
	int64_t n_done, n_row, n_left_out;
	int n_reason;
	struct reason reason[REASONS];
	/* where to print rows as they are found, or NULL; a table of one chunk
	 * is printed at its end, when ties are known
	 */
	struct show_rows *stream;
	bool is_whole;
	/* the chunk being gathered */
	int64_t n;
	struct subject *subject;
	struct outcome *outcome;
	int64_t *index;
	struct value *variable; /* n_variable per configuration */
};

static void note_left_out(struct ranking *r, const char *why)
{
	int i;

	++r->n_left_out;
	for (i = 0; i < r->n_reason; ++i)
		if (strcmp(r->reason[i].why, why) == 0)
			break;
	if (i == REASONS) {
		--i;
	} else if (i == r->n_reason) {
		memcpy(r->reason[i].why, why, sizeof(r->reason[i].why));
		++r->n_reason;
	}
	++r->reason[i].n;
}

/* ----------------------------------------------------------- outcomes */

static bool is_full(const struct ranking *r)
{
	return !r->rows.is_rank && r->n_row >= r->rows.top;
}

static void print_row(struct ranking *r, const struct row *row)
{
	struct value record = rows_record(&r->rows, row);

	if (!show_row(r->stream, &record))
		r->failed = true;
	value_free(&record);
}

/* Takes the variables. */
static void add_row(struct ranking *r, int64_t i, struct value *variable)
{
	struct space *s = &r->space;
	struct row row = {
		.index = r->index[i],
		.variable = variable,
		.figures = r->outcome[i].figures,
		.notes = r->outcome[i].notes,
	};

	if (r->is_refining) {
		rows_update(&r->rows, row.index, &r->outcome[i]);
		for (int v = 0; v < s->n_variable; ++v)
			value_free(&variable[v]);
		return;
	}
	++r->n_row;
	r->n_sampled += row.figures.is_sampled;
	if (!r->stream || r->is_whole) {
		rows_add(&r->rows, row.index, variable, &r->outcome[i]);
		return;
	}
	if (r->n_row == 1)
		rows_open_ties(&r->rows, &row.figures);
	print_row(r, &row);
	for (int v = 0; v < s->n_variable; ++v)
		value_free(&variable[v]);
}

static void drop_variables(struct ranking *r, struct value *variable)
{
	for (int v = 0; v < r->space.n_variable; ++v)
		value_free(&variable[v]);
}

/* Estimates the gathered chunk and adds its rows. */
static void run_chunk(struct ranking *r)
{
	r->team.n_before = r->n_done;
	memset(r->outcome, 0, (size_t) r->n * sizeof(*r->outcome));
	if (r->n > 0 && !team_run(&r->team, r->subject, r->n, r->outcome))
		r->is_stopped = true;
	if (!r->is_stopped && !r->failed)
		r->failed = !eval_poll(r->space.ev, r->space.node->loc);
	for (int64_t i = 0; i < r->n; ++i) {
		struct value *variable = r->variable + i * r->space.n_variable;
		const struct outcome *o = &r->outcome[i];

		r->n_done += o->state != OUTCOME_NONE && !is_full(r) &&
			!r->is_refining;
		if (o->state == OUTCOME_OK && !is_full(r) && !r->failed) {
			add_row(r, i, variable);
		} else {
			if (o->state == OUTCOME_LEFT_OUT && !is_full(r))
				note_left_out(r, o->why);
			drop_variables(r, variable);
		}
		subject_clear(&r->subject[i]);
	}
	r->n = 0;
}

static bool gather(struct space *s, void *user)
{
	struct ranking *r = user;
	struct subject *subject = &r->subject[r->n];
	struct value *variable = r->variable + r->n * s->n_variable;

	*subject = s->subject;
	if (r->is_coarse && !r->is_refining && subject->options.requests == 0)
		subject->options.requests = COARSE_REQUESTS;
	subject->kernel_value = value_copy(&s->subject.kernel_value);
	subject->device_value = value_copy(&s->subject.device_value);
	for (int v = 0; v < s->n_variable; ++v)
		variable[v] = value_copy(space_value(s, v));
	r->index[r->n] = s->index;
	r->rows.shows_block |= subject->options.block_is_auto;
	r->rows.shows_order |= subject->options.order_is_auto;
	if (++r->n == CHUNK)
		run_chunk(r);
	return !r->is_stopped && !r->failed && !is_full(r);
}

/* -------------------------------------------------------------- refine */

static bool gather_wanted(struct space *s, void *user)
{
	struct ranking *r = user;

	if (s->index != r->wanted[r->n_met])
		return true;
	++r->n_met;
	return gather(s, user) && r->n_met < r->n_wanted;
}

static int compare_indices(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Rows among the best whose figures come from a small sample. */
static void find_wanted(struct ranking *r, int64_t best)
{
	r->n_wanted = r->n_met = 0;
	for (int64_t i = 0; i < r->rows.n && i < best; ++i)
		if (r->rows.row[i].figures.is_sampled &&
			!r->rows.row[i].is_refined)
			r->wanted[r->n_wanted++] = r->rows.row[i].index;
	qsort(r->wanted, (size_t) r->n_wanted, sizeof(*r->wanted),
		compare_indices);
}

/* Estimate the best rows in full until none among them is coarse. */
static bool refine(struct ranking *r)
{
	int64_t best = r->rows.top < REFINED ? REFINED :
		r->rows.top < MOST_REFINED   ? r->rows.top :
		r->rows.top < INT64_MAX	     ? MOST_REFINED :
					       REFINED;

	if (!r->is_coarse)
		return true;
	r->is_refining = true;
	while (!r->is_stopped) {
		rows_sort(&r->rows);
		find_wanted(r, best);
		if (r->n_wanted == 0 || r->n_refined >= 4 * MOST_REFINED)
			break;
		r->n_refined += r->n_wanted;
		if (!space_walk(&r->space, gather_wanted, r) &&
			r->n_met < r->n_wanted)
			return false;
		run_chunk(r);
		if (r->failed)
			return false;
	}
	return true;
}

/* ------------------------------------------------------------ question */

static void note_reasons(struct ranking *r)
{
	for (int i = 0; i < r->n_reason; ++i)
		diag_note(r->space.ev->diag, "%lld: %s",
			(long long) r->reason[i].n, r->reason[i].why);
}

/* It is an error if no configuration can run, but a shard may have none. */
static bool check_any(struct ranking *r)
{
	if (r->n_left_out == 0 || r->n_left_out < r->n_done || r->is_stopped ||
		r->space.ev->n_shard > 0)
		return true;
	diag_error(r->space.ev->diag, r->space.node->loc, NULL,
		r->n_done == 1 ? "the one configuration cannot run" :
				 "none of the %lld configurations can run",
		(long long) r->n_done);
	note_reasons(r);
	return false;
}

static void report_left_out(struct ranking *r)
{
	struct diag *diag = r->space.ev->diag;

	if (r->is_stopped)
		diag_warning(diag, (struct loc) { 0 }, NULL,
			"interrupted: the table has the rows of %lld of %.0f "
			"configurations",
			(long long) r->n_done, r->team.progress.total);
	if (r->is_coarse && r->n_sampled > r->n_refined)
		diag_warning(diag, (struct loc) { 0 }, NULL,
			"volumes of %lld launches come from samples: those of "
			"the best %lld from full ones, as 'estimate' has them, "
			"the others from a tenth of the requests",
			(long long) r->n_sampled, (long long) r->n_refined);
	if (r->stream && !r->is_whole && r->rows.has_ties &&
		r->space.ev->n_shard == 0)
		diag_warning(diag, (struct loc) { 0 }, NULL,
			"the column 'tie' is empty: rows were printed before "
			"the best of them was known, as those of more than %d "
			"configurations are",
			CHUNK);
	if (r->n_left_out == 0)
		return;
	diag_warning(diag, (struct loc) { 0 }, NULL,
		"%lld of %lld configurations cannot run and are left out",
		(long long) r->n_left_out, (long long) r->n_done);
	note_reasons(r);
}

static bool begin(struct ranking *r, struct eval *ev, const struct node *node)
{
	size_t room = CHUNK, n_variable;
	double shards = ev->n_shard > 0 ? (double) ev->n_shard : 1;

	if (!space_open(&r->space, ev, node) || !rows_open(&r->rows, &r->space))
		return false;
	r->is_coarse = r->rows.is_rank && !r->stream && ev->n_shard == 0 &&
		r->space.total > COARSE;
	if (r->is_coarse && r->rows.top < INT64_MAX - 2 * REFINED)
		r->rows.kept = r->rows.top + 2 * REFINED;
	if (r->space.total < CHUNK)
		room = (size_t) r->space.total;
	n_variable = (size_t) r->space.n_variable;
	r->subject = memory_new(room * sizeof(*r->subject));
	r->outcome = memory_new(room * sizeof(*r->outcome));
	r->index = memory_new(room * sizeof(*r->index));
	r->variable = memory_new(room * n_variable * sizeof(*r->variable));
	r->team.ev = ev;
	r->team.by = r->rows.by;
	progress_begin(&r->team.progress, ev, r->space.total / shards);
	return true;
}

static void end(struct ranking *r)
{
	for (; r->n > 0; --r->n) {
		subject_clear(&r->subject[r->n - 1]);
		drop_variables(r,
			r->variable + (r->n - 1) * r->space.n_variable);
	}
	rows_close(&r->rows);
	space_close(&r->space);
	free(r->subject);
	free(r->outcome);
	free(r->index);
	free(r->variable);
}

/* Enumerate the space.  An interrupt ends the enumeration and not the question:
 * the table then has the rows found so far, and no error is reported.
 */
static bool enumerate(struct ranking *r)
{
	struct eval *ev = r->space.ev;
	struct diag own = { 0 }, *diag = ev->diag;
	bool ok;

	ev->diag = &own;
	ok = space_walk(&r->space, gather, r) || is_full(r);
	ev->diag = diag;
	if (!ok && atomic_load(&ev->interrupted)) {
		r->is_stopped = true;
		diag_clear(&own);
	}
	diag_move(diag, &own);
	if (ok)
		run_chunk(r);
	progress_end(&r->team.progress);
	if (r->is_stopped)
		atomic_store(&ev->interrupted, false);
	return (ok || r->is_stopped) && !r->failed;
}

/* Is the question about caches?  A record, or a list of records, is no device.
 */
static bool is_on_caches(struct eval *ev, const struct node *on)
{
	struct diag quiet = { 0 }, *diag = ev->diag;
	struct value v = { .kind = VALUE_NONE };
	const struct value *first = &v;
	bool is;

	if (!on)
		return false;
	ev->diag = &quiet;
	if (!eval_node(ev, on->kid[0], &v))
		v = (struct value) { .kind = VALUE_NONE };
	ev->diag = diag;
	diag_clear(&quiet);
	if (v.kind == VALUE_LIST && v.u.sequence->n > 0)
		first = &v.u.sequence->item[0];
	is = first->kind == VALUE_RECORD;
	value_free(&v);
	return is;
}

/* Options of simulations change nothing on a device. */
static bool check_device_options(struct eval *ev, const struct node *node)
{
	const int takes = TAKES_SPACE | TAKES_TIME;

	return subject_check_options(ev, node->text,
		       subject_clause(node, NODE_OPTIONS), takes) &&
		subject_check_options(ev, node->text,
			subject_clause(node, NODE_OVER), takes);
}

/* The question that simulates, which a later room answers. */
static bool ask_caches(struct eval *ev, const struct node *node,
	struct value *result)
{
	const struct question *const *table, *q;

	for (table = ev->rooms->questions; *table; ++table)
		for (q = *table; q->word; ++q)
			if (strcmp(q->word, "simulate") == 0)
				return q->answer(ev, node, result);
	return false;
}

bool rank_answer(struct eval *ev, const struct node *node, struct value *result)
{
	struct ranking r = { 0 };
	bool ok;

	if (!subject_check_clauses(ev, node))
		return false;
	if (ev->checking) {
		result->kind = VALUE_UNKNOWN;
		return true;
	}
	if (is_on_caches(ev, subject_clause(node, NODE_ON)))
		return ask_caches(ev, node, result);
	if (!check_device_options(ev, node))
		return false;
	ok = begin(&r, ev, node) && enumerate(&r) && check_any(&r) &&
		refine(&r) && rows_table(&r.rows, result);
	if (ok)
		report_left_out(&r);
	end(&r);
	return ok;
}

static void print_rows(struct ranking *r)
{
	rows_finish(&r->rows);
	for (int64_t i = 0; i < r->rows.n && !r->failed; ++i)
		print_row(r, &r->rows.row[i]);
}

bool rank_stream(struct eval *ev, const struct node *node)
{
	struct ranking r = { 0 };
	struct show_rows rows = { .ev = ev, .loc = node->loc };
	bool ok;

	r.stream = &rows;
	ok = subject_check_clauses(ev, node) &&
		check_device_options(ev, node) && begin(&r, ev, node);
	r.is_whole = ok && ev->n_shard == 0 && !r.space.is_cut &&
		r.space.total <= CHUNK;
	ok = ok && enumerate(&r) && check_any(&r);
	if (ok && r.is_whole)
		print_rows(&r);
	ok = ok && !r.failed;
	if (ok) {
		ok = show_rows_end(&rows);
		report_left_out(&r);
	}
	show_rows_free(&rows);
	end(&r);
	return ok;
}
