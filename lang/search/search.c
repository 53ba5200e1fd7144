/* Finds where a condition, or the order of two figures, changes along a range:
 * probes on a grid, bisection between probes of different states, and a scan
 * of short ranges where that is not conclusive.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/search/rank.h"
#include "lang/search/search.h"
#include "lang/value/arith.h"

/* First probes: this many at equal distances, and one at each power of two
 * from the low end, where sizes tend to change behaviour.  A coarser grid
 * misses more changes; a finer one costs more evaluations.
 */
#define GRID 16

/* The same after a long range has shown more than one change. */
#define FINE_GRID 256

static bool is_comparison(const struct node *node)
{
	return node->kind == NODE_BINARY && node->op >= OP_EQ &&
		node->op <= OP_GE;
}

static bool eval_sides(struct eval *ev, const struct node *left,
	const struct node *right, struct probe *p)
{
	if (!eval_node(ev, left, &p->left))
		return false;
	if (eval_node(ev, right, &p->right))
		return true;
	value_free(&p->left);
	return false;
}

static bool take_truth(struct search *s, struct value v, struct probe *p)
{
	if (v.kind == VALUE_BOOL) {
		p->state = v.u.boolean;
		return true;
	}
	diag_error(s->ev->diag, s->node->kid[1]->loc, NULL,
		"a condition must be true or false, got a %s",
		value_kind_name(&v));
	value_free(&v);
	return false;
}

/* The state is whether the condition holds. */
static bool try_condition(struct search *s, struct probe *p)
{
	const struct node *cond = s->node->kid[1];
	struct eval *ev = s->ev;
	struct value v;
	bool ok;

	if (!is_comparison(cond))
		return eval_node(ev, cond, &v) && take_truth(s, v, p);
	if (!eval_sides(ev, cond->kid[0], cond->kid[1], p))
		return false;
	ok = arith_binary(ev->diag, cond->at, cond->op, &p->left, &p->right,
		     &v) &&
		take_truth(s, v, p);
	if (!ok) {
		value_free(&p->left);
		value_free(&p->right);
	}
	return ok;
}

static bool check_number(struct search *s, const struct node *node,
	const struct value *v)
{
	if (v->kind == VALUE_NUMBER)
		return true;
	return diag_error(s->ev->diag, node->loc, NULL,
		"crossover compares numbers, got a %s", value_kind_name(v));
}

/* The state is the order of the two figures: -1, 0 or 1. */
static bool try_order(struct search *s, struct probe *p)
{
	const struct node *a = s->node->kid[1], *b = s->node->kid[2];
	bool ok;

	if (!eval_sides(s->ev, a, b, p))
		return false;
	ok = check_number(s, a, &p->left) && check_number(s, b, &p->right) &&
		arith_compare(s->ev->diag, loc_join(a->loc, b->loc), &p->left,
			&p->right, &p->state);
	if (ok && p->state == 2)
		ok = diag_error(s->ev->diag, loc_join(a->loc, b->loc), NULL,
			"one of these is not a number");
	if (!ok) {
		value_free(&p->left);
		value_free(&p->right);
	}
	return ok;
}

/* Adds the point at which an evaluation failed to its error. */
static void note_point(struct search *s, const struct value *v)
{
	struct buffer text = { 0 };

	value_print_brief(v, &text);
	diag_note(s->ev->diag, "this occurred at %s = %s", s->name,
		buffer_text(&text));
	buffer_free(&text);
}

/* The position of "index" among the probes, or where to insert it. */
static int find_probe(const struct search *s, int64_t index)
{
	int lo = 0, hi = s->n_probe;

	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;

		if (s->probe[mid].index < index)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static bool try_point(struct search *s, int64_t index)
{
	int at = find_probe(s, index), mark = s->ev->locals.n;
	struct probe p = { .index = index };
	struct value point;
	bool ok;

	if (at < s->n_probe && s->probe[at].index == index)
		return true;
	if (!eval_step(s->ev, 1, s->node->loc))
		return false;
	point = value_item(&s->range, index);
	eval_bind(s->ev, s->name, value_copy(&point));
	ok = s->node->kind == NODE_SEARCH ? try_condition(s, &p) :
					    try_order(s, &p);
	eval_unbind(s->ev, mark);
	if (!ok)
		note_point(s, &point);
	value_free(&point);
	if (!ok)
		return false;
	s->probe = memory_grow(s->probe, (size_t) s->n_probe, sizeof(p));
	memmove(&s->probe[at + 1], &s->probe[at],
		(size_t) (s->n_probe - at) * sizeof(p));
	s->probe[at] = p;
	++s->n_probe;
	return true;
}

static bool try_grid(struct search *s, int n)
{
	int64_t last = s->n - 1;

	for (int i = 0; i <= n; ++i)
		if (!try_point(s, last / n * i + last % n * i / n))
			return false;
	for (int64_t step = 1; step < last / 2; step *= 2)
		if (!try_point(s, step))
			return false;
	return true;
}

/* Bisects until all neighbours in different states are adjacent. */
static bool refine(struct search *s)
{
	int i = 0;

	while (i + 1 < s->n_probe) {
		int64_t a = s->probe[i].index, b = s->probe[i + 1].index;

		if (s->probe[i].state == s->probe[i + 1].state || b - a == 1)
			++i;
		else if (!try_point(s, a + (b - a) / 2))
			return false;
	}
	return true;
}

bool search_is_largest(const struct search *s)
{
	return s->node->kind == NODE_SEARCH && s->node->text[0] == 'l';
}

int search_changes(const struct search *s)
{
	int n = 0;

	for (int i = 0; i + 1 < s->n_probe; ++i)
		n += s->probe[i].state != s->probe[i + 1].state;
	return n;
}

/* True if the answer is known: there is one change, or the end of the range is
 * the answer.  A crossing with equality in between counts once.
 */
static bool is_settled(const struct search *s)
{
	const struct probe *first = s->probe;
	const struct probe *last = s->probe + s->n_probe - 1;
	int n = search_changes(s);

	if (s->node->kind == NODE_SEARCH)
		return n == 1 || (search_is_largest(s) ? last : first)->state;
	return n == 1 || (n == 2 && first->state * last->state < 0);
}

/* True if all points can be tried: the range is short, and they take less than
 * half of the remaining steps.
 */
static bool can_scan(const struct search *s, int64_t steps_before)
{
	int64_t each = (s->ev->steps - steps_before) / s->n_probe + 1;

	return s->n <= SEARCH_SCAN &&
		each * s->n < (s->ev->budget.steps - s->ev->steps) / 2;
}

static bool go_through(struct search *s)
{
	int64_t before = s->ev->steps;

	if (!try_grid(s, GRID) || !refine(s))
		return false;
	if (!is_settled(s)) {
		if (!can_scan(s, before))
			return try_grid(s, FINE_GRID) && refine(s);
		for (int64_t i = 0; i < s->n; ++i)
			if (!try_point(s, i))
				return false;
	}
	return true;
}

/* ---------------------------------------------------------- the range */

static bool is_ascending(struct search *s)
{
	const struct sequence *list = s->range.u.sequence;
	int order;

	if (s->range.kind != VALUE_LIST)
		return s->range.kind == VALUE_RANGE;
	for (int64_t i = 0; i < list->n; ++i)
		if (list->item[i].kind != VALUE_NUMBER ||
			(i > 0 &&
				(number_compare(&list->item[i - 1].u.number,
					 &list->item[i].u.number,
					 &order) != NUMBER_OK ||
					order != -1)))
			return false;
	return true;
}

static bool check_range(struct search *s, const struct node *items)
{
	if (!is_ascending(s))
		return diag_error(s->ev->diag, items->loc, NULL,
			"'%s' enumerates a range lo..hi or a list of "
			"numbers in ascending order",
			s->name);
	s->n = value_length(&s->range);
	if (s->n == 0)
		return diag_error(s->ev->diag, items->loc, NULL,
			"this range is empty");
	return true;
}

/* Checks the condition or figures with an unknown value of the variable. */
static bool check_parts(struct search *s)
{
	const struct value unknown = { .kind = VALUE_UNKNOWN };
	int mark = s->ev->locals.n;
	struct value v;
	bool ok = true;

	eval_bind(s->ev, s->name, unknown);
	for (int i = 1; ok && i < s->node->n_kid; ++i) {
		ok = eval_node(s->ev, s->node->kid[i], &v);
		if (ok)
			value_free(&v);
	}
	eval_unbind(s->ev, mark);
	return ok;
}

static bool mentions(const struct node *node, const char *name)
{
	for (; node; node = node->n_kid > 0 ? node->kid[0] : NULL) {
		if (node->kind == NODE_NAME && strcmp(node->text, name) == 0)
			return true;
		for (int i = 1; i < node->n_kid; ++i)
			if (mentions(node->kid[i], name))
				return true;
	}
	return false;
}

static void warn_unused(const struct search *s)
{
	for (int i = 1; i < s->node->n_kid; ++i)
		if (mentions(s->node->kid[i], s->name))
			return;
	diag_warning(s->ev->diag, s->node->kid[0]->at, NULL,
		"nothing uses '%s'", s->name);
}

static void search_clear(struct search *s)
{
	for (int i = 0; i < s->n_probe; ++i) {
		value_free(&s->probe[i].left);
		value_free(&s->probe[i].right);
	}
	free(s->probe);
	value_free(&s->range);
}

static bool ask_search(struct eval *ev, const struct node *node,
	struct value *result)
{
	const struct node *bind = node->kid[0];
	struct search s = { .ev = ev, .node = node, .name = bind->text };
	bool ok;

	if (!eval_node(ev, bind->kid[0], &s.range))
		return false;
	if (ev->checking || s.range.kind == VALUE_UNKNOWN) {
		ok = (s.range.kind == VALUE_UNKNOWN ||
			     check_range(&s, bind->kid[0])) &&
			check_parts(&s);
		*result = (struct value) { .kind = VALUE_UNKNOWN };
		search_clear(&s);
		return ok;
	}
	warn_unused(&s);
	ok = check_range(&s, bind->kid[0]) && go_through(&s);
	s.is_complete = s.n_probe == s.n;
	if (ok)
		*result = node->kind == NODE_SEARCH ? search_found(&s) :
						      search_crossings(&s);
	search_clear(&s);
	return ok;
}

const struct question search_questions[] = {
	{ "rank", rank_answer, TAKES_SPACE | TAKES_TIME | TAKES_SIMULATED,
		NULL },
	{ "sweep", rank_answer, TAKES_SPACE | TAKES_TIME | TAKES_SIMULATED,
		rank_stream },
	{ "smallest", ask_search, 0, NULL }, { "largest", ask_search, 0, NULL },
	{ "crossover", ask_search, 0, NULL }, { 0 }
};
