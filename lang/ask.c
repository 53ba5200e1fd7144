#include <stdlib.h>
#include <string.h>

#include "engine/layers.h"
#include "lang/addresses.h"
#include "lang/answer.h"
#include "lang/ask.h"
#include "lang/layers_print.h"
#include "lang/lower.h"
#include "lang/rank.h"
#include "lang/roof.h"
#include "lang/search.h"
#include "lang/subject.h"

static const struct value unknown = { .kind = VALUE_UNKNOWN };

static bool answer_estimate(struct eval *ev, struct subject *s,
	struct value *result)
{
	enum estimate_status status;
	struct report report;
	char why[256];
	bool lowered;

	if (s->options.block_is_auto && !subject_choose_block(ev, s))
		return false;
	status = subject_estimate(ev, s, &s->options, &report, why, &lowered);
	if (!lowered)
		return false;
	if (status != ESTIMATE_OK)
		return subject_report(ev, s->loc, status, why);
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

	if (s->options.block_is_auto && !subject_choose_block(ev, s))
		return false;
	if (!lower_kernel(ev, s->kernel, &s->options, s->loc, &kernel,
	    &launch))
		return false;
	status = layers_find(&kernel, &launch, &s->board->dev, &layers, why);
	if (status == ESTIMATE_OK)
		*result = layers_value(&kernel, &launch, s->board->dev.id,
			&layers);
	lower_clear(&kernel);
	return subject_report(ev, s->loc, status, why);
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
	const char *word = node->text;
	struct subject s;
	size_t i;
	bool ok;

	if (node->kind != NODE_QUESTION)
		return search_answer(ev, node, result);
	if (strcmp(word, "rank") == 0 || strcmp(word, "sweep") == 0) {
		if (!subject_check_clauses(ev, node))
			return false;
		if (!ev->checking)
			return rank_answer(ev, node, result);
		*result = unknown;
		return true;
	}
	if (strcmp(word, "roofline") == 0)
		return roof_question(ev, node, result);
	for (i = 0; i < sizeof(questions) / sizeof(questions[0]); ++i)
		if (strcmp(questions[i].word, word) == 0)
			break;
	if (i == sizeof(questions) / sizeof(questions[0])) {
		if (ev->checking) {
			*result = unknown;
			return true;
		}
		return diag_error(ev->diag, node->loc, NULL,
			"'%s' is not built yet", word);
	}
	if (!subject_check_clauses(ev, node) ||
	    !subject_find(ev, node, node->kid[0], &s))
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
	const struct node *of = subject_clause(node, NODE_OF);
	struct buffer out = { 0 };
	struct kernel kernel;
	struct launch launch;
	struct subject s;
	bool ok;

	if (strcmp(node->text, "order") == 0)
		return diag_error(ev->diag, node->loc, NULL,
			"'show order' is not built yet");
	if (strcmp(node->text, "addresses") != 0 &&
	    strcmp(node->text, "maps") != 0) {
		diag_error(ev->diag, node->at, NULL,
			"there is nothing called '%s' to show of a kernel",
			node->text);
		diag_note(ev->diag, "there are addresses and maps");
		return false;
	}
	if (!subject_find(ev, node, of ? of->kid[0] : NULL, &s))
		return false;
	if (ev->checking || s.is_unknown) {
		subject_clear(&s);
		return true;
	}
	ok = (!s.options.block_is_auto || subject_choose_block(ev, &s)) &&
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
