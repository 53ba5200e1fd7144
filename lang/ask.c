#include <stdlib.h>
#include <string.h>

#include "engine/layers.h"
#include "lang/addresses.h"
#include "lang/answer.h"
#include "lang/board.h"
#include "lang/layers_print.h"
#include "lang/lower.h"
#include "lang/memory.h"
#include "lang/options.h"
#include "lang/ask.h"

static const struct value unknown = { .kind = VALUE_UNKNOWN };

/* What a question is about. */
struct subject {
	struct value kernel_value, board_value;
	const struct kernel_def *kernel;
	const struct board *board;
	struct options options;
	struct loc loc;
	bool is_unknown;
};

static void subject_clear(struct subject *s)
{
	value_free(&s->kernel_value);
	value_free(&s->board_value);
}

static const struct node *clause(const struct node *node,
	enum node_kind kind)
{
	int i;

	for (i = 1; i < node->n_kid; ++i)
		if (node->kid[i] && node->kid[i]->kind == kind)
			return node->kid[i];
	return NULL;
}

static bool check_clauses(struct eval *ev, const struct node *node)
{
	int i, j;

	for (i = 1; i < node->n_kid; ++i)
		for (j = 1; j < i; ++j)
			if (node->kid[i]->kind == node->kid[j]->kind)
				return diag_error(ev->diag, node->kid[i]->loc,
					NULL, "'%s' stands twice in this "
					"question",
					node_kind_name(node->kid[i]->kind));
	return true;
}

/* --------------------------------------------------------- the subject */

static bool find_kernel(struct eval *ev, const struct node *node,
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
	return diag_error(ev->diag, node ? node->loc : loc, NULL,
		"expected a kernel, got a %s",
		value_kind_name(&s->kernel_value));
}

static bool find_board(struct eval *ev, const struct node *on,
	struct loc loc, struct subject *s)
{
	const struct value *set = scope_find(&ev->settings, "device");

	if (on) {
		loc = on->kid[0]->loc;
		if (!eval_node(ev, on->kid[0], &s->board_value))
			return false;
	} else if (set) {
		s->board_value = value_copy(set);
	} else if (!board_lookup(ev, "h200", &s->board_value)) {
		return diag_error(ev->diag, loc, NULL,
			"the default device cannot be read");
	}
	s->is_unknown |= s->board_value.kind == VALUE_UNKNOWN;
	s->board = board_of(&s->board_value);
	if (s->is_unknown)
		return true;
	if (!s->board)
		return diag_error(ev->diag, loc, NULL,
			"expected a device, got a %s",
			value_kind_name(&s->board_value));
	return board_check(ev, s->board, loc);
}

/* Kernel, device and options of "node", whose clauses start at kid[1]. */
static bool find_subject(struct eval *ev, const struct node *node,
	const struct node *kernel, struct subject *s)
{
	*s = (struct subject) { .loc = node->loc };
	if (find_kernel(ev, kernel, node->loc, s) &&
	    find_board(ev, clause(node, NODE_ON), node->loc, s) &&
	    options_session(ev, &s->options, node->loc) &&
	    options_read(ev, &s->options, clause(node, NODE_OPTIONS)))
		return true;
	subject_clear(s);
	return false;
}

/* ------------------------------------------------------------ estimate */

static bool fail_estimate(struct eval *ev, struct loc loc,
	enum estimate_status status, const char *why)
{
	switch (status) {
	case ESTIMATE_OK:
		return true;
	case ESTIMATE_BUDGET:
		return eval_exhausted(ev, loc, "isl_operations",
			ev->budget.isl_operations);
	case ESTIMATE_MEMORY:
		return diag_error(ev->diag, loc, NULL, "out of memory");
	case ESTIMATE_OVERFLOW:
	case ESTIMATE_IMPOSSIBLE:
	case ESTIMATE_MISSING:
		return diag_error(ev->diag, loc, NULL, "%s", why);
	}
	return false;
}

/* One estimate for a chosen block. */
static enum estimate_status estimate_block(struct eval *ev,
	const struct subject *s, const struct options *o,
	struct report *report, char why[256], bool *lowered)
{
	enum estimate_status status;
	struct kernel kernel;
	struct launch launch;

	*lowered = lower_kernel(ev, s->kernel, o, s->loc, &kernel, &launch);
	if (!*lowered)
		return ESTIMATE_IMPOSSIBLE;
	status = estimate(&kernel, &launch, &s->board->dev, report, why);
	lower_clear(&kernel);
	return status;
}

/* Blocks worth a look when the user left the choice: powers of two, 64 to
 * 1024 threads, wide enough for whole sectors.
 */
static bool next_block(int dims, int64_t block[3])
{
	do {
		int d = 0;

		for (; d < dims; ++d) {
			int64_t most = d == 2 ? 64 : 1024;

			if (block[d] < most) {
				block[d] *= 2;
				break;
			}
			block[d] = d == 0 ? 8 : 1;
		}
		if (d == dims)
			return false;
	} while (block[0] * block[1] * block[2] > 1024 ||
		block[0] * block[1] * block[2] < 64);
	return true;
}

static bool choose_block(struct eval *ev, struct subject *s)
{
	struct options o = s->options;
	int64_t best[3] = { 0, 0, 0 };
	double best_s = 0;
	struct report report;
	char why[256] = "no block fits";
	enum estimate_status status = ESTIMATE_OK, bad = ESTIMATE_IMPOSSIBLE;
	bool lowered;

	o.block_is_auto = false;
	o.n_block = s->kernel->dims;
	o.block[0] = 4;
	o.block[1] = o.block[2] = 1;
	while (next_block(s->kernel->dims, o.block)) {
		if (!eval_step(ev, 1000, s->loc))
			return false;
		status = estimate_block(ev, s, &o, &report, why, &lowered);
		if (!lowered)
			return false;
		if (status != ESTIMATE_OK) {
			bad = status;
			continue;
		}
		if (best[0] == 0 || report.time_s < best_s) {
			best_s = report.time_s;
			memcpy(best, o.block, sizeof(best));
		}
		report_clear(&report);
	}
	if (best[0] == 0)
		return fail_estimate(ev, s->loc, bad, why);
	memcpy(s->options.block, best, sizeof(best));
	s->options.n_block = s->kernel->dims;
	s->options.block_is_auto = false;
	return true;
}

static bool answer_estimate(struct eval *ev, struct subject *s,
	struct value *result)
{
	enum estimate_status status;
	struct report report;
	char why[256];
	bool lowered;

	if (s->options.block_is_auto && !choose_block(ev, s))
		return false;
	status = estimate_block(ev, s, &s->options, &report, why, &lowered);
	if (!lowered)
		return false;
	if (status != ESTIMATE_OK)
		return fail_estimate(ev, s->loc, status, why);
	*result = answer_value(&report);
	return true;
}

static bool answer_layers(struct eval *ev, struct subject *s,
	struct value *result)
{
	enum estimate_status status;
	struct kernel kernel;
	struct launch launch;
	struct layers layers;
	char why[256];

	if (s->options.block_is_auto && !choose_block(ev, s))
		return false;
	if (!lower_kernel(ev, s->kernel, &s->options, s->loc, &kernel,
	    &launch))
		return false;
	status = layers_find(&kernel, &launch, &s->board->dev, &layers, why);
	if (status == ESTIMATE_OK)
		*result = layers_value(&kernel, &launch, s->board->dev.id,
			&layers);
	lower_clear(&kernel);
	return fail_estimate(ev, s->loc, status, why);
}

/* ----------------------------------------------------------- questions */

static const struct {
	const char *word;
	bool (*answer)(struct eval *ev, struct subject *s,
		struct value *result);
} questions[] = {
	{ "estimate", answer_estimate },
	{ "layers", answer_layers },
};

bool ask_question(struct eval *ev, const struct node *node,
	struct value *result)
{
	const char *word = node->kind == NODE_CROSSOVER ? "crossover" :
		node->text;
	struct subject s;
	size_t i;
	bool ok;

	for (i = 0; i < sizeof(questions) / sizeof(questions[0]); ++i)
		if (node->kind == NODE_QUESTION &&
		    strcmp(questions[i].word, word) == 0)
			break;
	if (i == sizeof(questions) / sizeof(questions[0])) {
		if (ev->checking) {
			*result = unknown;
			return true;
		}
		return diag_error(ev->diag, node->loc, NULL,
			"'%s' is not built yet", word);
	}
	if (!check_clauses(ev, node) ||
	    !find_subject(ev, node, node->kid[0], &s))
		return false;
	if (ev->checking || s.is_unknown) {
		*result = unknown;
		ok = true;
	} else {
		ok = questions[i].answer(ev, &s, result);
	}
	subject_clear(&s);
	return ok;
}

bool ask_show(struct eval *ev, const struct node *node)
{
	const struct node *of = clause(node, NODE_OF);
	struct buffer out = { 0 };
	struct kernel kernel;
	struct launch launch;
	struct subject s;
	bool ok;

	if (strcmp(node->text, "addresses") != 0 &&
	    strcmp(node->text, "maps") != 0)
		return diag_error(ev->diag, node->loc, NULL,
			"'show %s' is not built yet", node->text);
	if (!find_subject(ev, node, of ? of->kid[0] : NULL, &s))
		return false;
	if (ev->checking || s.is_unknown) {
		subject_clear(&s);
		return true;
	}
	ok = (!s.options.block_is_auto || choose_block(ev, &s)) &&
		lower_kernel(ev, s.kernel, &s.options, node->loc, &kernel,
			&launch);
	if (ok) {
		if (strcmp(node->text, "addresses") == 0)
			addresses_print(s.kernel, &kernel, &launch, &out);
		else
			ok = addresses_print_maps(&kernel, &launch, &out);
		lower_clear(&kernel);
		buffer_add_char(&out, '\n');
		ok = ok && eval_output(ev, buffer_text(&out), out.len,
			node->loc);
	}
	buffer_free(&out);
	subject_clear(&s);
	return ok;
}

bool ask_explain(struct eval *ev, const struct node *node)
{
	const struct answer *answer;
	struct buffer out = { 0 };
	struct value v;
	bool ok = true;

	if (!eval_node(ev, node->kid[0], &v))
		return false;
	answer = answer_of(&v);
	if (answer) {
		answer_explain(&answer->report, &out);
		buffer_add_char(&out, '\n');
		ok = eval_output(ev, buffer_text(&out), out.len, node->loc);
		buffer_free(&out);
	} else if (v.kind != VALUE_UNKNOWN) {
		ok = diag_error(ev->diag, node->kid[0]->loc, NULL,
			"explain needs a report, as estimate gives; this is a "
			"%s", value_kind_name(&v));
	}
	value_free(&v);
	return ok;
}
