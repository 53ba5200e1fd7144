/* why(): what makes one report slower than another.  The causes are found by
 * substitution (engine/model/cause.h); the limit that the largest acts on is
 * then compared: its inputs, and for a memory level the volumes by field.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/model/cause.h"
#include "lang/ask/answer.h"
#include "lang/ask/compare.h"
#include "lang/ask/figure.h"
#include "lang/ask/finding.h"
#include "lang/ask/why_access.h"

/* Speeds closer than this are the same. */
#define SAME 0.005

/* Volumes closer than this are the same, B/LUP. */
#define SAME_B 0.005

/* A cause that moves the time by less than this part of the difference is not
 * named alone; one that moves it by less than LISTED is not listed.
 */
#define ALONE  0.1
#define LISTED 0.01

#define SHARES 64
#define INPUTS 16

/* What a field adds to the difference of a level. */
struct portion {
	const struct flow *flow;
	const char *field;
	double v[2];
};

struct pair {
	const struct report *r[2];
	int number[2];		      /* they are called r1, r2, ... */
	int slow;		      /* 0 or 1 */
	struct cause_pair causes;     /* of the slow one and the other */
	bool has_causes;	      /* the times follow from one formula */
	const struct limit *limit[2]; /* that the cause acts on, or NULL */
	int n_share;		      /* that differ, the most first */
	struct portion share[SHARES];
	int n_input; /* of the limit, that differ */
	const struct derivation_input *input[INPUTS][2];
};

const struct limit *why_limit(const struct report *r, const char *name)
{
	for (int i = 0; i < r->n_limit; ++i)
		if (strcmp(r->limit[i].name, name) == 0)
			return &r->limit[i];
	return NULL;
}

static double speedup(const struct pair *p)
{
	return p->r[!p->slow]->lup_per_s / p->r[p->slow]->lup_per_s;
}

static bool is_same_speed(const struct pair *p)
{
	return speedup(p) < 1 + SAME;
}

/* ------------------------------------------------------------ volumes */

static const struct derivation *find_derivation(const struct report *r,
	const char *limit)
{
	for (int i = 0; i < r->n_derivation; ++i)
		if (strncmp(r->derivation[i].path, "limits.", 7) == 0 &&
			strcmp(r->derivation[i].path + 7, limit) == 0)
			return &r->derivation[i];
	return NULL;
}

/* Whether the flow is an input of the limit.  Loads from L2 are one of L1 if
 * the model derives it from V_load.
 */
static bool concerns(const struct pair *p, const struct flow *flow)
{
	const char *level = p->limit[p->slow]->name;
	const struct derivation *d = find_derivation(p->r[p->slow], level);

	if (strcmp(level, "l1") != 0)
		return strcmp(flow->level, level) == 0;
	for (int i = 0; d && i < d->n_input; ++i)
		if (strcmp(d->input[i].name, "V_load") == 0)
			return strcmp(flow->level, "l2") == 0 &&
				strcmp(flow->kind, "load") == 0;
	return false;
}

/* Field i of both reports, those of the second last; NULL at the end. */
static const char *field_name(const struct pair *p, int i)
{
	if (i < p->r[0]->n_field)
		return p->r[0]->field[i].name;
	i -= p->r[0]->n_field;
	return i < p->r[1]->n_field ? p->r[1]->field[i].name : NULL;
}

static double difference(const struct portion *s)
{
	return s->v[1] - s->v[0];
}

static void add_share(struct pair *p, const struct portion *s)
{
	int at;

	if (fabs(difference(s)) < SAME_B || p->n_share == SHARES)
		return;
	for (at = p->n_share++; at > 0 &&
		fabs(difference(s)) > fabs(difference(&p->share[at - 1]));
		--at)
		p->share[at] = p->share[at - 1];
	p->share[at] = *s;
}

static void find_shares(struct pair *p)
{
	const char *name;

	for (int f = 0; f < N_FLOW; ++f)
		for (int i = 0; concerns(p, &flows[f]) &&
			(name = field_name(p, i)) != NULL;
			++i) {
			struct portion s = { &flows[f], name,
				{ why_volume(p->r[0], &flows[f], name),
					why_volume(p->r[1], &flows[f],
						name) } };

			if (i < p->r[0]->n_field || !why_field(p->r[0], name))
				add_share(p, &s);
		}
}

/* Models that derive the limit by different formulas have no inputs to
 * compare.
 */
static void find_inputs(struct pair *p)
{
	const char *limit = p->limit[p->slow]->name;
	const struct derivation *a = find_derivation(p->r[0], limit);
	const struct derivation *b = find_derivation(p->r[1], limit);

	if (!a || !b || a->n_input != b->n_input ||
		strcmp(a->formula, b->formula) != 0)
		return;
	for (int i = 0; i < a->n_input && p->n_input < INPUTS; ++i) {
		double x = a->input[i].value, y = b->input[i].value;

		if (strcmp(a->input[i].name, b->input[i].name) != 0 ||
			fabs(x - y) <= 1e-4 * fmax(fabs(x), fabs(y)))
			continue;
		p->input[p->n_input][0] = &a->input[i];
		p->input[p->n_input++][1] = &b->input[i];
	}
}

static struct pair make_pair(const struct report *a, const struct report *b,
	int na, int nb)
{
	struct pair p = { .r = { a, b }, .number = { na, nb } };
	const struct report *slow;
	const char *level;

	p.slow = a->lup_per_s <= b->lup_per_s ? 0 : 1;
	slow = p.r[p.slow];
	level = slow->limit[slow->limiter].name;
	p.has_causes = cause_find(&p.causes, slow, p.r[!p.slow]);
	if (p.has_causes && p.causes.n > 0 && !is_same_speed(&p) &&
		why_limit(slow, causes[p.causes.cause[0].kind].limit))
		level = causes[p.causes.cause[0].kind].limit;
	for (int i = 0; i < 2; ++i)
		p.limit[i] = why_limit(p.r[i], level);
	find_shares(&p);
	find_inputs(&p);
	return p;
}

/* -------------------------------------------------------------- words */

/* With three digits, as the interval has. */
static void add_speed(struct buffer *out, const struct report *r)
{
	char digits[32];

	snprintf(digits, sizeof(digits), "%.3g", r->lup_per_s);
	answer_quantity(out, strtod(digits, NULL), "LUP/s");
}

/* Does the interval of the faster one include the slower?  A measurement may well
 * have the two in the other order.
 */
static bool is_tie(const struct pair *p)
{
	const struct report *fast = p->r[!p->slow], *slow = p->r[p->slow];

	return fast->time_high_s > 0 &&
		slow->lup_per_s >=
		fast->lup_per_s * fast->time_s / fast->time_high_s;
}

static void add_speeds(const struct pair *p, struct buffer *out)
{
	int slow = p->slow, fast = !p->slow;

	if (is_same_speed(p)) {
		buffer_printf(out, "r%d and r%d are equally fast, ",
			p->number[0], p->number[1]);
		add_speed(out, p->r[1]);
		return;
	}
	buffer_printf(out, "r%d is %.3g times as fast as r%d, ",
		p->number[fast], speedup(p), p->number[slow]);
	add_speed(out, p->r[fast]);
	buffer_add(out, " against ");
	add_speed(out, p->r[slow]);
	if (is_tie(p))
		buffer_printf(out,
			" (a tie: the interval of r%d includes both)",
			p->number[fast]);
}

static void add_decider(const struct pair *p, int which, struct buffer *out)
{
	const struct report *r = p->r[which];

	const char *what = r->limit[r->limiter].what;

	buffer_printf(out, "%s %s r%d (", what, report_decides(what),
		p->number[which]);
	answer_quantity(out, r->limit[r->limiter].seconds, "s");
	buffer_add(out, ")");
}

static void add_against(struct buffer *out, double a, double b,
	const char *unit)
{
	answer_quantity(out, a, unit);
	buffer_add(out, " and ");
	answer_quantity(out, b, unit);
}

static void add_deciders(const struct pair *p, struct buffer *out)
{
	const struct report *slow = p->r[p->slow], *fast = p->r[!p->slow];
	const struct limit *limit = &slow->limit[slow->limiter];
	const struct limit *same = why_limit(fast, limit->name);

	if (same == fast->limit + fast->limiter) {
		buffer_printf(out, "%s %s both (", same->what,
			report_decides(same->what));
		add_against(out, p->slow ? same->seconds : limit->seconds,
			p->slow ? limit->seconds : same->seconds, "s");
		buffer_add(out, ")");
		return;
	}
	add_decider(p, p->slow, out);
	buffer_add(out, ", ");
	if (same) {
		buffer_printf(out, "r%d needs ", p->number[!p->slow]);
		answer_quantity(out, same->seconds, "s");
		buffer_add(out, " for it, and ");
	}
	add_decider(p, !p->slow, out);
}

static const char *level_name(const struct flow *flow)
{
	return strcmp(flow->level, "l2") == 0 ? "L2" : "DRAM";
}

/* The part of the difference in time that "seconds" are. */
static double part_of(const struct pair *p, double seconds)
{
	const struct cause_pair *c = &p->causes;

	return seconds /
		(c->slow.report->time_s - c->fast.report->time_s * c->scale);
}

/* " (with that of r2, r1 would take 3.35 ms)" */
static void add_claim(const struct pair *p, const char *what, double seconds,
	struct buffer *out)
{
	buffer_printf(out, " (with %s of r%d, r%d would take ", what,
		p->number[!p->slow], p->number[p->slow]);
	answer_quantity(out, seconds, "s");
	buffer_add(out, ")");
}

/* Figures that differ by less are printed alike. */
#define ALIKE 5e-4

/* "8 and 4".  A cause is a group of inputs, of which its figure is one: where
 * others make the difference, "8 in both, but other inputs differ".
 */
static void add_figures(const struct pair *p, const struct cause *c,
	struct buffer *out)
{
	double a = c->figure[p->slow != 0], b = c->figure[p->slow == 0];

	if (fabs(a - b) <= ALIKE * fmax(fabs(a), fabs(b))) {
		answer_quantity(out, a, causes[c->kind].unit);
		buffer_add(out, " in both, but other inputs differ");
		return;
	}
	add_against(out, a, b, causes[c->kind].unit);
}

static void add_one(const struct pair *p, const struct cause *c,
	struct buffer *out)
{
	buffer_printf(out, "%s, ", causes[c->kind].what);
	add_figures(p, c, out);
}

/* The field with the largest share in a volume. */
static void add_field(const struct pair *p, struct buffer *out)
{
	const struct portion *s = &p->share[0];
	enum cause_kind cause = p->causes.cause[0].kind;

	if (p->n_share == 0 || s->v[p->slow] <= s->v[!p->slow] ||
		(cause != CAUSE_dram_volume && cause != CAUSE_l2_volume))
		return;
	buffer_printf(out, "; most of it are %ss of '%s' %s %s, ",
		s->flow->kind, s->field,
		strcmp(s->flow->kind, "load") == 0 ? "from" : "to",
		level_name(s->flow));
	add_against(out, s->v[0], s->v[1], "B/LUP");
}

/* In one sentence: the cause with the largest share, and what it alone would
 * change; or two, where one alone changes little.
 */
static void add_cause(const struct pair *p, struct buffer *out)
{
	const struct cause *c = p->causes.cause;

	if (!p->has_causes) {
		buffer_add(out,
			"; their models make a time of limits in different "
			"ways");
		return;
	}
	if (p->causes.n == 0)
		return;
	buffer_add(out, "; main cause: ");
	add_one(p, c, out);
	if (p->causes.n == 1 ||
		part_of(p, p->r[p->slow]->time_s - c->alone_s) >= ALONE) {
		add_claim(p, "that", c->alone_s, out);
	} else {
		buffer_add(out, ", together with ");
		add_one(p, &c[1], out);
		add_claim(p, "both",
			cause_time(&p->causes,
				UINT64_C(1) << c[0].kind |
					UINT64_C(1) << c[1].kind),
			out);
	}
	add_field(p, out);
}

static void add_sentence(const struct pair *p, struct buffer *out)
{
	add_speeds(p, out);
	buffer_add(out, ": ");
	add_deciders(p, out);
	if (!is_same_speed(p))
		add_cause(p, out);
}

void why_sentence(const struct report *a, const struct report *b, int na,
	int nb, struct buffer *out)
{
	struct pair p = make_pair(a, b, na, nb);

	add_sentence(&p, out);
}

/* -------------------------------------------------------------- answer */

static struct value pair_of(double a, double b, const char *unit)
{
	struct value list = value_sequence(VALUE_LIST, 2);

	list.u.sequence->item[0] = answer_figure(a, unit);
	list.u.sequence->item[1] = answer_figure(b, unit);
	return list;
}

static void add_name(struct buffer *out, const char *what)
{
	buffer_printf(out, "\n  %-34s ", what);
}

/* "  cycles for loads and stores   3.25 cyc/LUP and 1.375 cyc/LUP" */
static void add_line(struct buffer *out, const char *what, double a, double b,
	const char *unit)
{
	add_name(out, what);
	add_against(out, a, b, unit);
}

static struct value add_inputs(const struct pair *p, struct buffer *out)
{
	struct value r = value_record();

	if (p->n_input > 0)
		buffer_printf(out,
			"\n\nWhat differs in the time of %s, r%d "
			"and r%d:",
			p->limit[p->slow]->what, p->number[0], p->number[1]);
	for (int i = 0; i < p->n_input; ++i) {
		const struct derivation_input *a = p->input[i][0];
		double b = p->input[i][1]->value;

		add_line(out, a->what, a->value, b, a->unit);
		value_set(&r, a->name, pair_of(a->value, b, a->unit));
	}
	return r;
}

static bool is_listed(const struct pair *p, const struct cause *c)
{
	return fabs(part_of(p, c->share_s)) >= LISTED;
}

static struct value cause_record(const struct pair *p, const struct cause *c)
{
	const struct cause_info *info = &causes[c->kind];
	struct value r = value_record();

	value_set(&r, "cause", value_text(info->name));
	/* rows have different units */
	value_set(&r, "first", answer_figure(c->figure[p->slow != 0], ""));
	value_set(&r, "second", answer_figure(c->figure[p->slow == 0], ""));
	value_set(&r, "unit", value_text(info->unit));
	value_set(&r, "time", answer_figure(c->share_s, "s"));
	value_set(&r, "share", answer_figure(part_of(p, c->share_s), ""));
	value_set(&r, "alone", answer_figure(c->alone_s, "s"));
	return r;
}

/* What each cause makes of the difference. */
static struct value add_causes(const struct pair *p, struct buffer *out)
{
	const struct cause_pair *cp = &p->causes;
	bool is_told = p->has_causes && !is_same_speed(p);
	int n = 0, at = 0;
	struct value list;

	for (int i = 0; is_told && i < cp->n; ++i)
		n += is_listed(p, &cp->cause[i]);
	list = value_sequence(VALUE_LIST, n);
	if (n > 0) {
		buffer_add(out, "\n\nWhat each difference makes of ");
		answer_quantity(out,
			cp->slow.report->time_s -
				cp->fast.report->time_s * cp->scale,
			"s");
		buffer_add(out, ":");
	}
	for (int i = 0; at < n; ++i) {
		const struct cause *c = &cp->cause[i];

		if (!is_listed(p, c))
			continue;
		add_name(out, causes[c->kind].what);
		add_figures(p, c, out);
		buffer_add(out, ": ");
		answer_quantity(out, c->share_s, "s");
		list.u.sequence->item[at++] = cause_record(p, c);
	}
	return list;
}

/* The parts of a volume that differ, such as capacity misses. */
static void add_parts(const struct pair *p, const struct flow *flow,
	struct buffer *out, struct value *r)
{
	for (int i = 0; i < flow->n_part; ++i) {
		enum metric m = flow->part[i].metric;
		double a = p->r[0]->metric[m], b = p->r[1]->metric[m];
		struct buffer what = { 0 };

		a = isnan(a) ? 0 : a;
		b = isnan(b) ? 0 : b;
		if (fabs(a - b) < SAME_B)
			continue;
		buffer_printf(&what, "  of %s.%s: %s%s", flow->level,
			flow->kind, flow->part[i].sign < 0 ? "- " : "",
			flow->part[i].what);
		add_line(out, buffer_text(&what), a, b, "B/LUP");
		buffer_free(&what);
		answer_set(r, metrics[m].path, pair_of(a, b, "B/LUP"));
	}
}

static struct value share_record(const struct portion *s, double total)
{
	struct value r = value_record();

	value_set(&r, "field", value_text(s->field));
	value_set(&r, "level", value_text(s->flow->level));
	value_set(&r, "kind", value_text(s->flow->kind));
	value_set(&r, "first", answer_figure(s->v[0], "B/LUP"));
	value_set(&r, "second", answer_figure(s->v[1], "B/LUP"));
	value_set(&r, "difference", answer_figure(difference(s), "B/LUP"));
	if (total != 0)
		value_set(&r, "share",
			answer_figure(difference(s) / total, ""));
	return r;
}

static struct value add_fields(const struct pair *p, struct buffer *out,
	struct value *parts)
{
	struct value list = value_sequence(VALUE_LIST, p->n_share);
	double total = 0;
	int n = p->n_share;

	for (int i = 0; i < n; ++i)
		total += difference(&p->share[i]);
	if (n > 0) {
		buffer_printf(out, "\n\nVolumes that differ, by field (");
		answer_quantity(out, total, "B/LUP");
		buffer_add(out, " in all):");
	}
	for (int i = 0; i < n; ++i) {
		const struct portion *s = &p->share[i];
		struct buffer what = { 0 };

		buffer_printf(&what, "%s, %s %s", s->field, level_name(s->flow),
			s->flow->kind);
		add_line(out, buffer_text(&what), s->v[0], s->v[1], "B/LUP");
		buffer_free(&what);
		buffer_add(out, ": ");
		answer_quantity(out, difference(s), "B/LUP");
		list.u.sequence->item[i] = share_record(s, total);
	}
	for (int f = 0; n > 0 && f < N_FLOW; ++f)
		if (concerns(p, &flows[f]))
			add_parts(p, &flows[f], out, parts);
	return list;
}

/* Do accesses have a part in the main cause? */
static bool is_of_accesses(const struct pair *p)
{
	switch (p->causes.cause[0].kind) {
	case CAUSE_dram_volume:
	case CAUSE_l2_volume:
	case CAUSE_l2_requests:
	case CAUSE_l1_cycles:
	case CAUSE_pages: return true;
	default: return false;
	}
}

/* The figure to attribute to accesses: the volume that differs most, or the
 * metric behind the limit.  False if there is none.
 */
static bool find_figure(const struct pair *p, struct why_figure *f)
{
	if (is_same_speed(p) || (p->has_causes && !is_of_accesses(p)))
		return false;
	if (p->n_share == 0)
		return why_figure_of(p->limit[p->slow]->name, f);
	*f = (struct why_figure) {
		.what = "this volume",
		.unit = "B/LUP",
		.field = p->share[0].field,
		.flow = p->share[0].flow,
	};
	return true;
}

#define ACCESSES 8 /* that are listed */

/* The accesses behind the difference, for a person, and as a list. */
static bool add_accesses(struct eval *ev, struct loc loc,
	const struct answer *const answer[2], const struct pair *p,
	struct buffer *out, struct buffer *words, struct value *list)
{
	struct why_access access[ACCESSES];
	struct why_figure f;
	int n = 0;

	if (find_figure(p, &f))
		n = why_accesses(ev, loc, answer, &f, SAME_B, ACCESSES, access);
	*list = value_sequence(VALUE_LIST, n < 0 ? 0 : n);
	if (n > 0) {
		bool alike = n > 1 &&
			why_access_difference(&access[n - 1]) >
				0.99 * why_access_difference(&access[0]);

		buffer_printf(words,
			alike ? ", at %s and others alike" :
				", above all at %s",
			access[0].name);
		buffer_printf(out, "\n\nWhat each access alone adds to %s",
			f.what);
		if (n == ACCESSES)
			buffer_printf(out, " (the %d that differ most)", n);
		buffer_add(out, ":");
	}
	for (int i = 0; i < n; ++i) {
		add_line(out, access[i].name, access[i].v[0], access[i].v[1],
			f.unit);
		list->u.sequence->item[i] = why_access_record(&access[i],
			f.unit);
	}
	why_accesses_free(n, access);
	return n >= 0;
}

bool why_value(struct eval *ev, struct loc loc, const struct answer *a,
	const struct answer *b, struct value *result)
{
	const struct answer *const answer[2] = { a, b };
	struct pair p = make_pair(&a->report, &b->report, 1, 2);
	struct value r = value_record(), limiters, fields, accesses;
	struct value parts = value_record();
	struct buffer text = { 0 }, words = { 0 }, rest = { 0 };
	bool ok;

	limiters = value_sequence(VALUE_LIST, 2);
	for (int i = 0; i < 2; ++i)
		limiters.u.sequence->item[i] = value_text(
			p.r[i]->limit[p.r[i]->limiter].name);
	add_sentence(&p, &words);
	/* words come first; the text is set when it is complete */
	value_set(&r, "words", value_text(""));
	value_set(&r, "speedup",
		answer_figure(p.r[1]->lup_per_s / p.r[0]->lup_per_s, ""));
	value_set(&r, "level", value_text(p.limit[p.slow]->name));
	value_set(&r, "limiters", limiters);
	value_set(&r, "causes", add_causes(&p, &rest));
	value_set(&r, "inputs", add_inputs(&p, &rest));
	fields = add_fields(&p, &rest, &parts);
	ok = add_accesses(ev, loc, answer, &p, &rest, &words, &accesses);
	value_set(&r, "fields", fields);
	value_set(&r, "accesses", accesses);
	value_set(&r, "parts", parts);
	value_set(&r, "words", value_text(buffer_text(&words)));
	buffer_add(&text, "r1  ");
	answer_title(p.r[0], &text);
	buffer_add(&text, "\nr2  ");
	answer_title(p.r[1], &text);
	buffer_printf(&text, "\n\n%s%s", buffer_text(&words),
		buffer_text(&rest));
	buffer_free(&words);
	buffer_free(&rest);
	if (ok) {
		*result = finding_value(FINDING_REASON, &text, r);
		return true;
	}
	buffer_free(&text);
	value_free(&r);
	return false;
}
