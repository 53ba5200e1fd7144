/* The questions estimate, layers and divergence, and the statements explain
 * and show that print what an estimate goes by.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/model/layers.h"
#include "lang/ask/answer.h"
#include "lang/ask/ask.h"
#include "lang/ask/divergence.h"
#include "lang/ask/layers_print.h"
#include "lang/ask/subject.h"
#include "lang/launch/addresses.h"
#include "lang/launch/lower.h"

static const struct value unknown = { .kind = VALUE_UNKNOWN };

static bool answer_estimate(struct eval *ev, struct subject *s,
	struct value *result)
{
	struct report report;

	if (!subject_estimate(ev, s, &report))
		return false;
	*result = answer_value(&report, s);
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

	if (!subject_lower(ev, s, &kernel, &launch))
		return false;
	status = layers_find(&kernel, &launch, &s->device->dev, &layers, why);
	if (status == ESTIMATE_OK)
		*result = layers_value(&kernel, &launch, s->device->dev.id,
			&layers);
	lower_clear(&kernel);
	return subject_report(ev, s->loc, status, why);
}

/* ---------------------------------------------------------- divergence */

/* The report that `divergence` is about: a given one, or that of a kernel
 * and the clauses that follow it.
 */
static bool divergence_subject(struct eval *ev, const struct node *node,
	struct value *v)
{
	struct subject s;
	bool ok;

	if (node->kid[0]) {
		if (!eval_node(ev, node->kid[0], v))
			return false;
		if (!kernel_of(v))
			return true;
		value_free(v);
	}
	if (!subject_find(ev, node, node->kid[0], &s))
		return false;
	*v = unknown;
	ok = ev->checking || s.is_unknown || answer_estimate(ev, &s, v);
	subject_clear(&s);
	return ok;
}

/* The kind of that name, -1 if there is none. */
static int kind_called(const char *text)
{
	for (int i = 0; i < N_MDM_KIND; ++i)
		if (strcmp(mdm_kinds[i], text) == 0)
			return i;
	return -1;
}

/* A kind is a word, or the name of a value that is one. */
static bool divergence_kind(struct eval *ev, const struct node *clause,
	int *kind)
{
	struct value v;

	*kind = -1;
	if (!clause)
		return true;
	*kind = kind_called(clause->text);
	if (*kind < 0 && eval_lookup(ev, clause->text, &v)) {
		if (v.kind == VALUE_STRING)
			*kind = kind_called(v.u.string->text);
		value_free(&v);
	}
	if (*kind >= 0)
		return true;
	diag_error(ev->diag, clause->loc, NULL,
		"there is no kind of divergence called '%s'", clause->text);
	diag_suggest(ev->diag, clause->text, mdm_kinds, N_MDM_KIND);
	divergence_note_kinds(ev->diag);
	return false;
}

static bool ask_divergence(struct eval *ev, const struct node *node,
	struct value *result)
{
	const struct answer *answer;
	struct value v;
	bool ok = true;
	int kind;

	if (!subject_check_clauses(ev, node) ||
		!divergence_kind(ev, subject_clause(node, NODE_KIND), &kind) ||
		!divergence_subject(ev, node, &v))
		return false;
	answer = answer_of(&v);
	if (answer && answer->report.mdm)
		*result = divergence_value(&answer->report,
			kind < 0 ? answer->report.mdm->kind :
				   (enum mdm_kind) kind);
	else if (answer)
		ok = diag_error(ev->diag, node->loc, NULL,
			"nothing is known of the misses: the model must be "
			"wsp, and '%s' must have mshrs, noc.bw and latencies",
			answer->report.device);
	else if (v.kind == VALUE_UNKNOWN)
		*result = unknown;
	else
		ok = diag_error(ev->diag, node->kid[0]->loc, NULL,
			"divergence needs a report or a kernel; this is a %s",
			value_kind_name(&v));
	value_free(&v);
	return ok;
}

/* ----------------------------------------------------------- questions */

/* What is about a kernel, a device and a launch. */
static bool answer_subject(struct eval *ev, const struct node *node,
	bool (*answer)(struct eval *ev, struct subject *s,
		struct value *result),
	struct value *result)
{
	struct subject s;
	bool ok = true;

	if (!subject_check_clauses(ev, node) ||
		!subject_find(ev, node, node->kid[0], &s))
		return false;
	if (ev->checking || s.is_unknown)
		*result = unknown;
	else
		ok = answer(ev, &s, result);
	subject_clear(&s);
	return ok;
}

static bool ask_estimate(struct eval *ev, const struct node *node,
	struct value *result)
{
	return answer_subject(ev, node, answer_estimate, result);
}

static bool ask_layers(struct eval *ev, const struct node *node,
	struct value *result)
{
	return answer_subject(ev, node, answer_layers, result);
}

const struct question ask_questions[] = {
	{ "estimate", ask_estimate, TAKES_TIME, NULL },
	{ "layers", ask_layers, TAKES_CACHE, NULL },
	{ "divergence", ask_divergence, TAKES_KIND | TAKES_TIME, NULL }, { 0 }
};

/* ---------------------------------------------------------------- show */

/* Whether every access has an address, as none has that chance places. */
static bool has_addresses(struct eval *ev, struct loc loc,
	const struct kernel *kernel)
{
	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];

		if (a->draw.kind)
			return diag_error(ev->diag, loc, NULL,
				"an access to '%s' goes by chance, it has no "
				"address",
				kernel->field[a->field].name);
		if (quasi_has_table(a->address) && !kernel->ordered)
			return diag_error(ev->diag, loc, NULL,
				"starts of rows decide where '%s' is accessed: "
				"such addresses are no expressions",
				kernel->field[a->field].name);
		if (quasi_has_table(a->address))
			return diag_error(ev->diag, loc, NULL,
				"the order '%s' looks cells up in a table: its "
				"addresses are no expressions",
				kernel->ordered->name);
	}
	return true;
}

/* Labels of accesses are those of the definition for this launch. */
static bool print_addresses(struct eval *ev, const struct subject *s,
	const struct kernel *kernel, const struct launch *launch,
	struct buffer *out)
{
	struct lower_env env = lower_env(ev);
	struct kernel_def *made;

	if (!s->kernel->maker) {
		addresses_print(s->kernel, kernel, launch, out);
		return true;
	}
	made = lower_definition(&env, s->kernel, &s->options, s->loc);
	if (!made)
		return false;
	addresses_print(made, kernel, launch, out);
	kernel_drop(made);
	return true;
}

/* `show addresses of K ...`, and the same of maps. */
static bool show_launch(struct eval *ev, const struct node *node, bool as_maps)
{
	const struct node *of = subject_clause(node, NODE_OF);
	struct buffer out = { 0 };
	struct kernel kernel;
	struct launch launch;
	struct subject s;
	bool ok;

	if (!subject_check_options(ev, "show",
		    subject_clause(node, NODE_OPTIONS), TAKES_STRIDES) ||
		!subject_find(ev, node, of ? of->kid[0] : NULL, &s))
		return false;
	if (ev->checking || s.is_unknown) {
		subject_clear(&s);
		return true;
	}
	s.options.order.is_spelled = true;
	ok = subject_lower(ev, &s, &kernel, &launch);
	if (ok) {
		ok = has_addresses(ev, node->loc, &kernel);
		if (ok && as_maps)
			addresses_print_maps(&kernel, &launch, &out);
		else if (ok)
			ok = print_addresses(ev, &s, &kernel, &launch, &out);
		lower_clear(&kernel);
		buffer_add_char(&out, '\n');
		ok = ok &&
			eval_output(ev, buffer_text(&out), out.len, node->loc);
	}
	buffer_free(&out);
	subject_clear(&s);
	return ok;
}

bool ask_show_addresses(struct eval *ev, const struct node *node)
{
	return show_launch(ev, node, false);
}

bool ask_show_maps(struct eval *ev, const struct node *node)
{
	return show_launch(ev, node, true);
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
	if (answer || divergence_of(&v)) {
		if (answer)
			answer_explain(&answer->report, &out);
		else
			divergence_explain(divergence_of(&v), &out);
		buffer_add_char(&out, '\n');
		ok = eval_output(ev, buffer_text(&out), out.len, node->loc);
		buffer_free(&out);
	} else if (v.kind != VALUE_UNKNOWN) {
		ok = diag_error(ev->diag, node->kid[0]->loc, NULL,
			"explain needs a report, as estimate gives, or a "
			"divergence; this is a %s",
			value_kind_name(&v));
	}
	value_free(&v);
	return ok;
}
