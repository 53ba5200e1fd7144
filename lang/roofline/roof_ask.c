/* roofline X [on DEVICE] [with ...] [kind KIND]: X is a report, a kernel, a
 * launch that was measured, or a list of these.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/ask/answer.h"
#include "lang/ask/subject.h"
#include "lang/base/memory.h"
#include "lang/roofline/roof.h"

#define MOST_CASES 100

/* The question, and the launches of X found so far. */
struct asking {
	struct eval *ev;
	const struct node *node;
	enum roofline_kind kind;
	struct loc loc; /* of X */
	int n;
	struct roof_case *cases;
	char *kernel; /* of the first report, or NULL */
	char *title;
	int detail; /* of names: 1 adds domains, 2 blocks */
	struct roofs roofs;
	char *device; /* NULL: not known yet */
	bool is_unknown;
};

/* -------------------------------------------------------------- clauses */

static bool find_kind(struct eval *ev, const struct node *node,
	enum roofline_kind *kind)
{
	const struct node *clause = subject_clause(node, NODE_KIND);

	*kind = ROOFLINE_CLASSIC;
	if (!clause)
		return true;
	if (strcmp(clause->text, "instruction") == 0)
		*kind = ROOFLINE_INSTRUCTION;
	else if (strcmp(clause->text, "classic") != 0) {
		diag_error(ev->diag, clause->loc, NULL,
			"there is no roofline of kind '%s'", clause->text);
		diag_note(ev->diag, "there are classic and instruction");
		return false;
	}
	return true;
}

/* The device of the clause "on" or of the session. */
static bool find_device(struct asking *a)
{
	const struct node *on = subject_clause(a->node, NODE_ON);
	struct subject s = { .loc = a->node->loc };
	bool ok;

	if (a->device)
		return true;
	ok = subject_find_device(a->ev, on, a->node->loc, &s);
	if (ok && s.is_unknown)
		a->is_unknown = true;
	else if (ok) {
		a->roofs = roofs_of(&s.device->dev);
		a->device = memory_copy_text(s.device->dev.id);
	}
	value_free(&s.device_value);
	return ok;
}

static bool refuse_clauses(struct asking *a)
{
	const struct node *on = subject_clause(a->node, NODE_ON);
	const struct node *with = subject_clause(a->node, NODE_OPTIONS);

	if (!on && !with)
		return true;
	return diag_error(a->ev->diag, (on ? on : with)->loc, NULL,
		"a report has its own device and launch: leave out '%s'",
		on ? "on" : "with");
}

/* ---------------------------------------------------------------- cases */

static bool add_case(struct asking *a, struct roof_case *c)
{
	char why[256];

	if (!roofline_can(a->kind, c, why)) {
		roof_case_clear(c);
		return diag_error(a->ev->diag, a->loc, NULL, "%s", why);
	}
	a->cases = memory_grow(a->cases, (size_t) a->n, sizeof(*c));
	a->cases[a->n++] = *c;
	return true;
}

/* The kernel, with its domain and block where names would be the same. */
static char *case_name(const struct report *r, int detail)
{
	struct buffer name = { 0 };

	buffer_add(&name, r->kernel);
	if (detail > 0) {
		buffer_add(&name, " ");
		answer_extents(&name, r->domain, r->dims);
	}
	if (detail > 1) {
		buffer_add(&name, ", block ");
		answer_extents(&name, r->block, r->dims);
	}
	return buffer_take(&name);
}

static bool has_same_names(const struct sequence *s, int detail)
{
	bool same = false;

	for (int64_t i = 0; !same && i < s->n; ++i)
		for (int64_t k = 0; !same && k < i; ++k) {
			const struct answer *a = answer_of(&s->item[i]);
			const struct answer *b = answer_of(&s->item[k]);
			char *p, *q;

			if (!a || !b)
				continue;
			p = case_name(&a->report, detail);
			q = case_name(&b->report, detail);
			same = strcmp(p, q) == 0;
			free(p);
			free(q);
		}
	return same;
}

/* Whether the launches are of several kernels. */
static bool is_mixed(const struct asking *a)
{
	size_t n = a->kernel ? strlen(a->kernel) : 0;

	for (int i = 0; i < a->n; ++i)
		if (n == 0 || strncmp(a->cases[i].name, a->kernel, n) != 0 ||
			(a->cases[i].name[n] && a->cases[i].name[n] != ' '))
			return true;
	return false;
}

static bool add_report(struct asking *a, const struct report *r)
{
	struct roof_case c = roofline_case(r);
	struct buffer title = { 0 };

	if (!a->device) {
		a->roofs = r->roofs;
		a->device = memory_copy_text(r->device);
		answer_title(r, &title);
		a->title = buffer_take(&title);
	} else if (!roofs_equal(&a->roofs, &r->roofs)) {
		return diag_error(a->ev->diag, a->loc, NULL,
			"a roofline has one device, and these are %s and %s",
			a->device, r->device);
	}
	c.name = case_name(r, a->detail);
	a->kernel = a->kernel ? a->kernel : memory_copy_text(r->kernel);
	return add_case(a, &c);
}

static bool add_kernel(struct asking *a)
{
	struct report report;
	struct subject s;
	bool ok;

	if (!subject_find(a->ev, a->node, a->node->kid[0], &s))
		return false;
	if (a->ev->checking || s.is_unknown) {
		a->is_unknown = true;
		subject_clear(&s);
		return true;
	}
	ok = subject_estimate(a->ev, &s, &report);
	if (ok) {
		ok = add_report(a, &report);
		report_clear(&report);
	}
	subject_clear(&s);
	return ok;
}

static bool add_record(struct asking *a, const struct value *v)
{
	struct roof_case c;
	char why[256];

	if (value_get(v, "limiter") && value_get(v, "performance")) {
		diag_error(a->ev->diag, a->loc, NULL,
			"a row of rank or sweep has no launch to place");
		diag_note(a->ev->diag,
			"estimate it: roofline (estimate K "
			"with block = row.block)");
		return false;
	}
	if (!roof_record(v, &c, why)) {
		diag_error(a->ev->diag, a->loc, NULL,
			"this record is not a launch: %s", why);
		diag_note(a->ev->diag,
			"a roofline is of a report, as "
			"estimate gives, or of what read_profile gives; its "
			"members are (roofline r).dram, with parentheses");
		return false;
	}
	return find_device(a) && add_case(a, &c);
}

static bool add_value(struct asking *a, const struct value *v)
{
	const struct answer *answer = answer_of(v);

	if (v->kind == VALUE_UNKNOWN) {
		a->is_unknown = true;
		return true;
	}
	if (answer)
		return add_report(a, &answer->report);
	if (v->kind == VALUE_RECORD)
		return add_record(a, v);
	diag_error(a->ev->diag, a->loc, NULL,
		"roofline needs a report, as estimate gives; this is a %s",
		value_kind_name(v));
	diag_note(a->ev->diag,
		"a kernel, what read_profile gives and lists "
		"of reports have rooflines, too");
	return false;
}

static bool add_list(struct asking *a, const struct sequence *s)
{
	bool ok = true;

	if (s->n == 0 || s->n > MOST_CASES)
		return diag_error(a->ev->diag, a->loc, NULL,
			"a roofline shows 1 to %d launches, not %lld",
			MOST_CASES, (long long) s->n);
	while (a->detail < 2 && has_same_names(s, a->detail))
		++a->detail;
	for (int64_t i = 0; ok && i < s->n; ++i)
		ok = add_value(a, &s->item[i]);
	if (is_mixed(a)) {
		free(a->kernel);
		a->kernel = NULL;
	}
	if (s->n > 1) {
		free(a->title);
		a->title = NULL;
	}
	return ok;
}

/* X is evaluated here unless it is a kernel, which takes the clauses. */
static bool add_subject(struct asking *a)
{
	const struct node *x = a->node->kid[0];
	struct value v;
	bool ok;

	if (!x)
		return add_kernel(a);
	if (!eval_node(a->ev, x, &v))
		return false;
	if (kernel_of(&v)) {
		value_free(&v);
		return add_kernel(a);
	}
	if (v.kind == VALUE_LIST || v.kind == VALUE_TUPLE)
		ok = add_list(a, v.u.sequence);
	else
		ok = add_value(a, &v);
	if (ok && answer_of(&v))
		ok = refuse_clauses(a);
	value_free(&v);
	return ok;
}

static char *measured_title(const struct asking *a)
{
	struct buffer title = { 0 };

	buffer_printf(&title, "%s on %s, measured", a->cases[0].name,
		a->device);
	return buffer_take(&title);
}

static bool ask_roofline(struct eval *ev, const struct node *node,
	struct value *result)
{
	struct asking a = {
		.ev = ev,
		.node = node,
		.loc = node->kid[0] ? node->kid[0]->loc : node->loc,
	};
	bool ok;

	if (!subject_check_clauses(ev, node) || !find_kind(ev, node, &a.kind))
		return false;
	ok = add_subject(&a);
	if (ok && !a.is_unknown && !ev->checking) {
		if (!a.title && a.n == 1)
			a.title = measured_title(&a);
		if (!a.kernel && a.n == 1)
			a.kernel = memory_copy_text(a.cases[0].name);
		*result = roof_value(a.kind, &a.roofs, a.device, a.kernel,
			a.title, a.n, a.cases);
		free(a.device);
		return true;
	}
	for (int i = 0; i < a.n; ++i)
		roof_case_clear(&a.cases[i]);
	free(a.cases);
	free(a.kernel);
	free(a.title);
	free(a.device);
	result->kind = VALUE_UNKNOWN;
	return ok;
}

const struct question roof_questions[] = {
	{ "roofline", ask_roofline, TAKES_KIND | TAKES_TIME, NULL }, { 0 }
};
