/* The answers of searches: the value found, the neighbouring points as
 * evidence, and how much of the range was tried.
 */

#include <string.h>

#include "lang/ask/finding.h"
#include "lang/search/search.h"
#include "lang/value/arith.h"

/* Most crossings that are printed; the record has all of them. */
#define SHOWN 10

static struct value point_value(const struct search *s, const struct probe *p)
{
	return value_item(&s->range, p->index);
}

static void add_point(const struct search *s, const struct probe *p,
	struct buffer *out)
{
	struct value v = point_value(s, p);

	buffer_printf(out, "%s = ", s->name);
	value_print_brief(&v, out);
	value_free(&v);
}

/* Both sides of a comparison, with 15 digits if they look equal with six. */
static void add_sides(const struct probe *p, const char *op, struct buffer *out)
{
	struct buffer left = { 0 }, right = { 0 };

	value_print_brief(&p->left, &left);
	value_print_brief(&p->right, &right);
	if (p->left.kind == VALUE_NUMBER && p->right.kind == VALUE_NUMBER &&
		strcmp(buffer_text(&left), buffer_text(&right)) == 0 &&
		!value_equal(&p->left, &p->right)) {
		left.len = right.len = 0;
		number_print_digits(&p->left.u.number, 15, &left);
		number_print_digits(&p->right.u.number, 15, &right);
	}
	buffer_printf(out, "%s %s %s", buffer_text(&left), op,
		buffer_text(&right));
	buffer_free(&left);
	buffer_free(&right);
}

static const char *order_sign(int state)
{
	return state < 0 ? "<" : state > 0 ? ">" : "==";
}

/* "  size = 33 MiB   59.7 GLUP/s > 60 GLUP/s   does not hold" */
static void add_probe(const struct search *s, const struct probe *p, int width,
	struct buffer *out)
{
	bool is_search = s->node->kind == NODE_SEARCH;
	struct buffer point = { 0 };

	add_point(s, p, &point);
	buffer_printf(out, "\n  %-*s", width, buffer_text(&point));
	buffer_free(&point);
	if (p->left.kind != VALUE_NONE) {
		buffer_add(out, "   ");
		add_sides(p,
			is_search ? node_op_text(s->node->kid[1]->op) :
				    order_sign(p->state),
			out);
	}
	if (is_search)
		buffer_add(out, p->state ? "   holds" : "   does not hold");
}

static int point_width(const struct search *s, const struct probe *p)
{
	struct buffer text = { 0 };
	int width;

	add_point(s, p, &text);
	width = (int) text.len;
	buffer_free(&text);
	return width;
}

static void add_probes(const struct search *s, const struct probe *const *p,
	int n, struct buffer *out)
{
	int width = 0;

	for (int i = 0; i < n; ++i)
		if (point_width(s, p[i]) > width)
			width = point_width(s, p[i]);
	for (int i = 0; i < n; ++i)
		add_probe(s, p[i], width, out);
}

static struct value probe_record(const struct search *s, const struct probe *p)
{
	struct value r = value_record();

	value_set(&r, "point", point_value(s, p));
	if (p->left.kind != VALUE_NONE) {
		value_set(&r, "left", value_copy(&p->left));
		value_set(&r, "right", value_copy(&p->right));
	}
	if (s->node->kind == NODE_SEARCH)
		value_set(&r, "holds", value_bool(p->state));
	return r;
}

static void set_effort(const struct search *s, struct value *r)
{
	value_set(r, "evaluations", value_int(s->n_probe));
	value_set(r, "points", value_int(s->n));
	value_set(r, "complete", value_bool(s->is_complete));
}

static void add_tried(const struct search *s, struct buffer *out)
{
	if (s->is_complete && s->n > 1)
		buffer_printf(out, "\n  all %lld points tried",
			(long long) s->n);
	else if (s->is_complete)
		buffer_add(out, "\n  the range has one point");
	else
		buffer_printf(out, "\n  %d of %lld points tried", s->n_probe,
			(long long) s->n);
}

/* -------------------------------------------------- smallest, largest */

/* The probe that is the answer; -1 if there is none. */
static int find_first(const struct search *s)
{
	bool largest = search_is_largest(s);

	for (int i = 0; i < s->n_probe; ++i) {
		int at = largest ? s->n_probe - 1 - i : i;

		if (s->probe[at].state)
			return at;
	}
	return -1;
}

/* The evidence: the answer and the neighbour at which the condition fails,
 * or both ends of the range.
 */
static int choose_evidence(const struct search *s, int at,
	const struct probe *evidence[2])
{
	int beside = search_is_largest(s) ? at + 1 : at - 1;
	int a = 0, b = s->n_probe - 1;

	if (at >= 0 && beside >= 0 && beside < s->n_probe) {
		a = at < beside ? at : beside;
		b = at < beside ? beside : at;
	}
	evidence[0] = &s->probe[a];
	evidence[1] = &s->probe[b];
	return a == b ? 1 : 2;
}

/* True if every point before the answer was tried, which proves it. */
static bool is_certain(const struct search *s, int at)
{
	if (at < 0)
		return s->is_complete;
	if (search_is_largest(s))
		return s->n - 1 - s->probe[at].index == s->n_probe - 1 - at;
	return s->probe[at].index == at;
}

static void add_reliance(const struct search *s, int at, struct buffer *out)
{
	bool largest = search_is_largest(s);
	int n = search_changes(s);
	bool at_end = at == (largest ? s->n_probe - 1 : 0);

	if (at_end)
		buffer_printf(out, "; it holds at the %s end of the range",
			largest ? "high" : "low");
	else if (at >= 0 && n == 1)
		buffer_add(out, "; the condition is monotone on them");
	if (n > 1)
		buffer_printf(out,
			"; the condition is not monotone, it "
			"changes %d times%s",
			n, s->is_complete ? "" : " on them");
	if (!is_certain(s, at) && n != 1)
		buffer_printf(out,
			at < 0 ?
				"\n  a point between them may have been missed" :
				"\n  a %s value may have been missed",
			largest ? "larger" : "smaller");
}

struct value search_found(const struct search *s)
{
	const struct probe *evidence[2];
	struct value r = value_record(), list;
	struct buffer text = { 0 };
	int at = find_first(s), n;

	n = choose_evidence(s, at, evidence);
	value_set(&r, "found", value_bool(at >= 0));
	value_set(&r, "value",
		at >= 0 ? point_value(s, &s->probe[at]) : value_symbol("none"));
	if (at >= 0) {
		buffer_printf(&text, "%s ", s->node->text);
		add_point(s, &s->probe[at], &text);
	} else {
		buffer_printf(&text,
			"no %s in the range satisfies the condition", s->name);
	}
	list = value_sequence(VALUE_LIST, n);
	for (int i = 0; i < n; ++i)
		list.u.sequence->item[i] = probe_record(s, evidence[i]);
	add_probes(s, evidence, n, &text);
	value_set(&r, "evidence", list);
	value_set(&r, "monotone", value_bool(search_changes(s) <= 1));
	value_set(&r, "changes", value_int(search_changes(s)));
	set_effort(s, &r);
	add_tried(s, &text);
	add_reliance(s, at, &text);
	return finding_value(FINDING_SEARCH, &text, r);
}

/* ---------------------------------------------------------- crossover */

/* A change of order from probe "below" to probe "above"; the probes between
 * them are equal.
 */
struct crossing {
	int below, above;
};

/* The first crossing at or after probe "from"; false if there is none. */
static bool next_crossing(const struct search *s, int from, struct crossing *c)
{
	const struct probe *p = s->probe;
	int i = from, j;

	while (i + 1 < s->n_probe && p[i].state == p[i + 1].state)
		++i;
	if (i + 1 >= s->n_probe)
		return false;
	*c = (struct crossing) { i, i + 1 };
	for (j = i + 1; j < s->n_probe && p[j].state == 0; ++j)
		;
	if (j < s->n_probe && p[i].state * p[j].state < 0)
		c->above = j;
	return true;
}

static struct value crossing_record(const struct search *s,
	const struct crossing *c)
{
	struct value r = value_record();

	value_set(&r, "value", point_value(s, &s->probe[c->below + 1]));
	value_set(&r, "below", probe_record(s, &s->probe[c->below]));
	value_set(&r, "above", probe_record(s, &s->probe[c->above]));
	return r;
}

static void add_crossing(const struct search *s, const struct crossing *c,
	struct buffer *out)
{
	const struct probe *evidence[4];
	int n = 0;

	evidence[n++] = &s->probe[c->below];
	if (c->above - c->below > 1)
		evidence[n++] = &s->probe[c->below + 1];
	if (c->above - c->below > 2)
		evidence[n++] = &s->probe[c->above - 1];
	evidence[n++] = &s->probe[c->above];
	add_probes(s, evidence, n, out);
}

static void add_none(const struct search *s, struct buffer *out)
{
	const struct probe *ends[2] = { &s->probe[0],
		&s->probe[s->n_probe - 1] };

	buffer_printf(out, "no crossover of %s in the range", s->name);
	add_probes(s, ends, s->n_probe > 1 ? 2 : 1, out);
}

static struct value list_crossings(const struct search *s)
{
	struct crossing c = { 0, 0 };
	struct value list;
	int n = 0, i;

	while (next_crossing(s, c.above, &c))
		++n;
	list = value_sequence(VALUE_LIST, n);
	for (i = 0, c.above = 0; next_crossing(s, c.above, &c); ++i)
		list.u.sequence->item[i] = crossing_record(s, &c);
	return list;
}

static void add_crossings(const struct search *s, int64_t n, struct buffer *out)
{
	struct crossing c = { 0, 0 };

	for (int i = 0; i < SHOWN && next_crossing(s, c.above, &c); ++i) {
		buffer_add(out, i > 0 ? "\ncrossover at " : "crossover at ");
		add_point(s, &s->probe[c.below + 1], out);
		add_crossing(s, &c, out);
	}
	if (n > SHOWN)
		buffer_printf(out, "\nand %lld more", (long long) n - SHOWN);
}

struct value search_crossings(const struct search *s)
{
	struct value r = value_record(), list = list_crossings(s);
	struct buffer text = { 0 };
	int64_t n = list.u.sequence->n;

	value_set(&r, "found", value_bool(n > 0));
	value_set(&r, "value",
		n > 0 ? value_copy(
				value_get(&list.u.sequence->item[0], "value")) :
			value_symbol("none"));
	value_set(&r, "crossings", list);
	set_effort(s, &r);
	if (n > 0)
		add_crossings(s, n, &text);
	else
		add_none(s, &text);
	add_tried(s, &text);
	if (!s->is_complete)
		buffer_add(&text,
			n == 1 ? "; no other change among them" :
				 "; there may be more between them");
	return finding_value(FINDING_CROSSOVER, &text, r);
}
