/* Finding the subject of a question, estimating it, and choosing a block for
 * it where the question leaves that open: every sensible power of two is
 * estimated, and the fastest wins.
 */

#include <math.h>
#include <string.h>

#include "engine/kernel/draw.h"
#include "lang/ask/subject.h"
#include "lang/device/board.h"
#include "lang/device/library.h"
#include "lang/eval/rooms.h"
#include "lang/eval/settings.h"

void subject_clear(struct subject *s)
{
	value_free(&s->kernel_value);
	value_free(&s->device_value);
}

const struct node *subject_clause(const struct node *node, enum node_kind kind)
{
	for (int i = 1; i < node->n_kid; ++i)
		if (node->kid[i] && node->kid[i]->kind == kind)
			return node->kid[i];
	return NULL;
}

static const char *clause_word(const struct node *clause)
{
	return clause->kind == NODE_OPTIONS ? "with" :
					      node_kind_name(clause->kind);
}

/* What a question's row must allow for the clause to stand in it. */
static int clause_needs(enum node_kind kind)
{
	if (kind == NODE_OVER || kind == NODE_BY || kind == NODE_TOP)
		return TAKES_SPACE;
	return kind == NODE_KIND ? TAKES_KIND : 0;
}

bool subject_check_options(struct eval *ev, const char *word,
	const struct node *options, int takes)
{
	for (int i = 0; options && i < options->n_kid; ++i) {
		const struct node *setting = options->kid[i];
		const char *why;
		int needs = setting->text ? options_needs(setting->text, &why) :
					    0;

		if (needs == 0 || needs & takes)
			continue;
		if (needs == TAKES_SIMULATED)
			return diag_error(ev->diag, setting->loc, NULL,
				"'%s' is an option of simulate, not of '%s'",
				setting->text, word);
		if (!why)
			return diag_error(ev->diag, setting->loc, NULL,
				"'%s' changes nothing in '%s'", setting->text,
				word);
		return diag_error(ev->diag, setting->loc, NULL,
			"'%s' changes nothing in '%s': it %s", setting->text,
			word, why);
	}
	return true;
}

bool subject_check_clauses(struct eval *ev, const struct node *node)
{
	int takes = rooms_question(ev->rooms, node)->takes;

	for (int i = 1; i < node->n_kid; ++i) {
		const struct node *clause = node->kid[i];

		if (clause_needs(clause->kind) & ~takes)
			return diag_error(ev->diag, clause->loc, NULL,
				"'%s' takes no clause '%s'", node->text,
				clause_word(clause));
		if ((clause->kind == NODE_OPTIONS ||
			    clause->kind == NODE_OVER) &&
			!subject_check_options(ev, node->text, clause, takes))
			return false;
		for (int j = 1; j < i; ++j)
			if (clause->kind == node->kid[j]->kind)
				return diag_error(ev->diag, clause->loc, NULL,
					"the clause '%s' is given twice",
					clause_word(clause));
	}
	return true;
}

/* --------------------------------------------------------- the subject */

bool subject_find_kernel(struct eval *ev, const struct node *node,
	struct loc loc, struct subject *s)
{
	if (node) {
		if (!eval_node(ev, node, &s->kernel_value))
			return false;
	} else if (!ev->last_kernel ||
		!eval_lookup(ev, ev->last_kernel, &s->kernel_value)) {
		if (ev->checking) {
			s->is_unknown = true;
			return true;
		}
		return diag_error(ev->diag, loc, NULL,
			"there is no kernel yet; write one such as "
			"dst[0] = src[1] + src[-1]");
	}
	s->is_unknown |= s->kernel_value.kind == VALUE_UNKNOWN;
	s->kernel = kernel_of(&s->kernel_value);
	if (s->kernel || s->is_unknown)
		return true;
	diag_error(ev->diag, node ? node->loc : loc, NULL,
		"expected a kernel, got a %s",
		value_kind_name(&s->kernel_value));
	if (s->kernel_value.kind == VALUE_FUNCTION)
		diag_note(ev->diag,
			"a kernel with parameters is asked about with their "
			"values, as in estimate k(2)");
	else if (s->kernel_value.kind == VALUE_TUPLE)
		diag_note(ev->diag,
			"a question has no parentheses: estimate k on a100 "
			"with block = (256, 2)");
	else if (s->kernel_value.kind == VALUE_STRING)
		diag_note(ev->diag,
			"a kernel is named without quotes; 'import \"FILE.wsp\"' "
			"reads some, ptx(\"FILE.ptx\") one that nvcc -ptx has "
			"compiled");
	return false;
}

bool subject_find_device(struct eval *ev, const struct node *on, struct loc loc,
	struct subject *s)
{
	const struct value *set = scope_find(&ev->settings, "device");

	if (on) {
		loc = on->kid[0]->loc;
		if (!eval_node(ev, on->kid[0], &s->device_value) ||
			!board_take(ev, loc, &s->device_value))
			return false;
	} else if (set) {
		s->device_value = value_copy(set);
	} else if (!library_lookup(ev, "h200", &s->device_value)) {
		return diag_error(ev->diag, loc, NULL,
			"the default device cannot be read");
	}
	s->is_unknown |= s->device_value.kind == VALUE_UNKNOWN;
	s->device = device_of(&s->device_value);
	if (s->is_unknown)
		return true;
	if (!s->device) {
		diag_error(ev->diag, loc, NULL, "expected a device, got a %s",
			value_kind_name(&s->device_value));
		if (s->device_value.kind == VALUE_RECORD)
			diag_note(ev->diag,
				"a cache is for simulate, diagram, rank and "
				"sweep, which need no device then");
		return false;
	}
	return device_complete(ev, s->device, loc);
}

bool subject_check_type(struct eval *ev, const struct subject *s,
	struct loc loc)
{
	const struct kernel_def *k = s->kernel;

	if (!k)
		return true;
	for (int i = 0; i < k->n_field; ++i)
		if (!k->field[i].is_scalar && k->field[i].type == TYPE_OPEN)
			return true;
	diag_error(ev->diag, loc, NULL,
		"all fields of '%s' have their types: 'type' changes nothing",
		k->name);
	diag_note(ev->diag,
		"leave the type of a field open to choose it in "
		"the question, as in (src, dst: [nx, ny])");
	return false;
}

/* Options that only the model wsp reads, and of these the one that chooses how
 * it samples.
 */
static bool check_model(struct eval *ev, const struct options *o,
	const struct node *setting)
{
	bool is_requests = strcmp(setting->text, "requests") == 0;

	if (o->model != MODEL_WSP &&
		(is_requests || strcmp(setting->text, "counting") == 0 ||
			strcmp(setting->text, "spilled") == 0))
		return diag_error(ev->diag, setting->loc, NULL,
			"'%s' changes nothing: only model wsp reads it",
			setting->text);
	if (is_requests && o->counting == COUNTING_CLOSED)
		return diag_error(ev->diag, setting->loc, NULL,
			"'requests' changes nothing: with counting = closed "
			"nothing is sampled");
	return true;
}

static bool has_option(const struct node *options, const char *name)
{
	for (int i = 0; options && i < options->n_kid; ++i)
		if (options->kid[i]->text &&
			strcmp(options->kid[i]->text, name) == 0)
			return true;
	return false;
}

/* A thread has cells to place where "fold" is chosen, by the session as well. */
static bool check_cells(struct eval *ev, const struct subject *s,
	const struct node *node, const struct node *setting)
{
	const int64_t *fold = s->options.fold;

	if (strcmp(setting->text, "cells") != 0 ||
		subject_clause(node, NODE_OVER) ||
		has_option(subject_clause(node, NODE_OPTIONS), "fold") ||
		fold[0] * fold[1] * fold[2] > 1)
		return true;
	return diag_error(ev->diag, setting->loc, NULL,
		"'cells' changes nothing: without fold a thread has one cell");
}

static bool check_useful(struct eval *ev, const struct subject *s,
	const struct node *node)
{
	const struct node *options = subject_clause(node, NODE_OPTIONS);

	for (int i = 0; options && i < options->n_kid; ++i) {
		const struct node *setting = options->kid[i];

		if (!check_model(ev, &s->options, setting) ||
			!check_cells(ev, s, node, setting) ||
			(strcmp(setting->text, "type") == 0 &&
				!subject_check_type(ev, s, setting->loc)))
			return false;
	}
	return true;
}

bool subject_find(struct eval *ev, const struct node *node,
	const struct node *kernel, struct subject *s)
{
	*s = (struct subject) { .loc = node->loc };
	if (subject_find_kernel(ev, kernel, node->loc, s) &&
		subject_find_device(ev, subject_clause(node, NODE_ON),
			node->loc, s) &&
		options_session(ev, &s->options, node->loc) &&
		options_read(ev, &s->options,
			subject_clause(node, NODE_OPTIONS)) &&
		check_useful(ev, s, node))
		return true;
	subject_clear(s);
	return false;
}

/* ------------------------------------------------------------ estimate */

bool subject_say(struct diag *diag, struct loc loc, enum estimate_status status,
	int64_t isl_operations, const char *why)
{
	switch (status) {
	case ESTIMATE_OK: return true;
	case ESTIMATE_BUDGET:
		return settings_exhausted(diag, loc, "isl_operations",
			isl_operations);
	case ESTIMATE_MEMORY:
		return diag_error(diag, loc, NULL, "out of memory");
	case ESTIMATE_STOPPED:
	case ESTIMATE_OVERFLOW:
	case ESTIMATE_IMPOSSIBLE:
	case ESTIMATE_MISSING:
	case ESTIMATE_UNPHYSICAL: return diag_error(diag, loc, NULL, "%s", why);
	}
	return false;
}

bool subject_report(struct eval *ev, struct loc loc,
	enum estimate_status status, const char *why)
{
	if (status == ESTIMATE_STOPPED && !eval_poll(ev, loc))
		return false;
	return subject_say(ev->diag, loc, status, ev->budget.isl_operations,
		why);
}

enum estimate_status subject_estimate_again(const struct lower_env *env,
	struct lower_cache *cache, const struct subject *s,
	const struct options *o, struct report *report, char why[256],
	bool *lowered)
{
	enum estimate_status status;
	struct launch launch;
	const struct kernel *kernel = lower_cached(cache, env, s->kernel, o,
		s->loc, &launch);

	*lowered = kernel != NULL;
	if (!kernel)
		return ESTIMATE_IMPOSSIBLE;
	launch.figures_only = true;
	status = estimate(kernel, &launch, &s->device->dev, report, why);
	if (status == ESTIMATE_MEMORY)
		account_starve();
	return status;
}

/* The most lines that "s" asks of a warp, where that does not depend on the
 * launch.
 */
static double most_lines(const struct kernel_def *k,
	const struct kernel_scatter *s)
{
	const struct number *n;
	double most = 0;

	if (s->kind != SCATTER_GATHER)
		return 0;
	for (int i = 0; i < s->n_each; ++i)
		most = fmax(most, s->each[i]);
	if (s->n_each == 0 && graph_is_const(&k->graph, s->n, &n))
		most = number_to_double(n);
	return most;
}

/* A lane touches one line. */
static void warn_of_lines(struct eval *ev, const struct subject *s)
{
	double lanes = s->device->dev.warp_size;

	for (int i = 0; i < s->kernel->n_scatter; ++i) {
		const struct kernel_scatter *gather = &s->kernel->scatter[i];
		double lines = most_lines(s->kernel, gather);

		if (lines > lanes)
			diag_warning(ev->diag, gather->loc, NULL,
				"a warp of %s has %.15g lanes, which touch at "
				"most as many lines: %.15g is taken as %.15g",
				s->device->dev.id, lanes, lines, lanes);
	}
}

/* Where the gather of an access to field "f" is written, or else the question. */
static struct loc loc_of_gather(const struct subject *s, const struct field *f)
{
	const struct kernel_def *k = s->kernel;

	for (int i = 0; i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];

		if (a->draw.scatter >= 0 &&
			k->scatter[a->draw.scatter].kind == SCATTER_GATHER &&
			strcmp(k->field[a->field].name, f->name) == 0)
			return k->scatter[a->draw.scatter].loc;
	}
	return s->loc;
}

/* All lines of its cells are as many as a warp gathers. */
static void warn_of_cells(struct eval *ev, const struct subject *s,
	const struct kernel *kernel)
{
	int64_t line_B = (int64_t) s->device->dev.l1_line_B;

	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];
		const struct field *f = &kernel->field[a->field];
		double lines = ceil((double) a->draw.cells /
			(double) draw_per_line(&a->draw, line_B));

		if (a->draw.kind == SCATTER_GATHER && a->draw.together <= 1 &&
			lines < a->draw.lines)
			diag_warning(ev->diag, loc_of_gather(s, f), NULL,
				"all cells of '%s' lie in %.15g line%s: a warp "
				"gathers no more, not %.15g",
				f->name, lines, lines == 1 ? "" : "s",
				a->draw.lines);
	}
}

bool subject_lower(struct eval *ev, struct subject *s, struct kernel *kernel,
	struct launch *launch)
{
	struct lower_env env = lower_env(ev);

	env.warns = true;
	if (!subject_choose(ev, s) ||
		!lower_kernel(&env, s->kernel, &s->options, s->loc, kernel,
			launch))
		return false;
	if (s->device) {
		warn_of_lines(ev, s);
		warn_of_cells(ev, s, kernel);
	}
	return true;
}

/* Whether volumes are sampled is known after they are counted. */
static void note_requests(const struct subject *s, struct report *report)
{
	if (s->options.requests > 0 && report->is_closed)
		report_note(report, NULL,
			"requests = %lld changes nothing: volumes are in "
			"closed form, and nothing is sampled (counting = "
			"simulated samples them)",
			(long long) s->options.requests);
}

bool subject_estimate(struct eval *ev, struct subject *s, struct report *report)
{
	enum estimate_status status;
	struct kernel kernel;
	struct launch launch;
	char why[256];

	if (!subject_lower(ev, s, &kernel, &launch))
		return false;
	status = estimate(&kernel, &launch, &s->device->dev, report, why);
	lower_clear(&kernel);
	if (status == ESTIMATE_MEMORY)
		account_starve();
	if (status == ESTIMATE_OK && report->counted)
		note_requests(s, report);
	return subject_report(ev, s->loc, status, why);
}
