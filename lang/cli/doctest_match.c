/* Matches expected output with actual output, and aligns the two where they
 * differ.
 *
 * Lines are aligned as in diff, by dynamic programming over all pairs; an
 * expected line is a pattern.
 */

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/cli/doctest_match.h"

#define PLUS_MINUS "\302\261" /* in UTF-8 */
#define DOTS	   "..."

static struct slice trimmed(struct slice s)
{
	while (s.len > 0 && strchr(" \t\r", s.text[s.len - 1]))
		--s.len;
	return s;
}

struct slice *doctest_match_split(const char *text, size_t len, int *n)
{
	const char *end = text + len;
	struct slice *line = NULL;

	*n = 0;
	while (text < end) {
		const char *stop = memchr(text, '\n', (size_t) (end - text));

		if (!stop)
			stop = end;
		line = memory_grow(line, (size_t) *n, sizeof(*line));
		line[(*n)++] = (struct slice) { text, (size_t) (stop - text) };
		text = stop + 1;
	}
	while (*n > 0 && trimmed(line[*n - 1]).len == 0)
		--*n;
	return line;
}

static size_t skip_digits(struct slice s, size_t i)
{
	while (i < s.len && isdigit((unsigned char) s.text[i]))
		++i;
	return i;
}

/* Length of the decimal number at the start of "s", 0 if there is none.  Only
 * the form that wsp prints counts: "2e" and "0x1" are a number and a word.
 */
static size_t number_len(struct slice s)
{
	size_t i = s.len > 0 && strchr("+-", s.text[0]), begin = i, e;

	i = skip_digits(s, i);
	if (i == begin)
		return 0;
	if (i + 1 < s.len && s.text[i] == '.' &&
		isdigit((unsigned char) s.text[i + 1]))
		i = skip_digits(s, i + 1);
	e = i + 1;
	if (i < s.len && strchr("eE", s.text[i])) {
		if (e < s.len && strchr("+-", s.text[e]))
			++e;
		if (skip_digits(s, e) > e)
			i = skip_digits(s, e);
	}
	return i;
}

/* The value of the first "len" characters. */
static double number_of(struct slice s, size_t len)
{
	char digits[64];

	if (len >= sizeof(digits))
		len = sizeof(digits) - 1;
	memcpy(digits, s.text, len);
	digits[len] = '\0';
	return strtod(digits, NULL);
}

static struct slice behind(struct slice s, size_t n)
{
	return (struct slice) { s.text + n, s.len - n };
}

static bool starts_with(struct slice s, const char *word)
{
	return s.len >= strlen(word) && !memcmp(s.text, word, strlen(word));
}

/* A pattern such as 18.1±2%: number, plus-minus, number, optional percent
 * sign.
 */
struct tolerance {
	double value, spread;
	size_t len; /* length of the pattern; 0 if it is none */
};

static struct tolerance read_tolerance(struct slice pattern)
{
	struct tolerance t = { .len = 0 };
	size_t n = number_len(pattern), m;

	if (n == 0 || !starts_with(behind(pattern, n), PLUS_MINUS))
		return t;
	t.value = number_of(pattern, n);
	n += strlen(PLUS_MINUS);
	m = number_len(behind(pattern, n));
	if (m == 0)
		return t;
	t.spread = fabs(number_of(behind(pattern, n), m));
	t.len = n + m;
	if (starts_with(behind(pattern, t.len), "%")) {
		t.spread *= fabs(t.value) / 100;
		++t.len;
	}
	return t;
}

/* Allows for rounding: in doubles, 18.3 is not quite within 18.1±0.2. */
static bool is_near(double got, const struct tolerance *t)
{
	double rounding = 1e-12 * (fabs(t->value) + t->spread);

	return fabs(got - t->value) <= t->spread + rounding;
}

static bool in_number(char c)
{
	return isdigit((unsigned char) c) || c == '.';
}

static bool in_word(char c)
{
	return isalnum((unsigned char) c) || c == '_' || c == '.';
}

/* Consumes a number of the pattern that is no part of a word, and one of the
 * line that is "within" of it.  "before" is the character before them.
 */
static bool match_number(struct slice *p, struct slice *l, char before,
	double within)
{
	size_t n_p = in_word(before) ? 0 : number_len(*p), n_l;
	struct tolerance t;

	if (n_p == 0 || (n_p < p->len && in_word(p->text[n_p])))
		return false;
	t.value = number_of(*p, n_p);
	t.spread = within * fabs(t.value);
	n_l = number_len(*l);
	if (n_l == 0 || !is_near(number_of(*l, n_l), &t))
		return false;
	*p = behind(*p, n_p);
	*l = behind(*l, n_l);
	return true;
}

/* Length of the blanks and bars (#) at the start of "s"; counts the bars. */
static size_t bar_len(struct slice s, int *n_bar)
{
	size_t i;

	*n_bar = 0;
	for (i = 0; i < s.len && strchr(" #", s.text[i]); ++i)
		*n_bar += s.text[i] == '#';
	return i;
}

/* With a tolerance for all numbers, columns move and bars have other lengths.
 */
static bool match_bars(struct slice *p, struct slice *l, double within)
{
	int n_bar, n;
	size_t n_p = bar_len(*p, &n_bar), n_l = bar_len(*l, &n);

	if (n_p == 0 || n_l == 0 || abs(n - n_bar) > 1 + within * n_bar)
		return false;
	*p = behind(*p, n_p);
	*l = behind(*l, n_l);
	return true;
}

/* Matches the start of "line" with "pattern" up to the next `...`, or with all
 * of it.  Gives the number of characters used of each; false if they do not
 * match.  "before" is the character before both.
 */
static bool match_stretch(struct slice pattern, struct slice line, char before,
	double within, size_t *n_pattern, size_t *n_line)
{
	struct slice p = pattern, l = line;

	while (p.len > 0 && !starts_with(p, DOTS)) {
		struct tolerance t = { .len = 0 };
		size_t n, used_p, used_l;

		if (!in_number(before))
			t = read_tolerance(p);
		n = t.len ? number_len(l) : 0;
		if (n && is_near(number_of(l, n), &t) &&
			match_stretch(behind(p, t.len), behind(l, n), '0',
				within, &used_p, &used_l)) {
			*n_pattern = pattern.len - p.len + t.len + used_p;
			*n_line = line.len - l.len + n + used_l;
			return true;
		}
		if (within > 0 && !t.len &&
			match_number(&p, &l, before, within)) {
			before = '0';
			continue;
		}
		before = *p.text;
		if (within > 0 && match_bars(&p, &l, within))
			continue;
		if (l.len == 0 || *l.text != *p.text)
			return false;
		p = behind(p, 1);
		l = behind(l, 1);
	}
	*n_pattern = pattern.len - p.len;
	*n_line = line.len - l.len;
	return p.len > 0 || l.len == 0;
}

/* Searches "l" for the first match of the stretch of "p" after a `...`. */
static bool find_stretch(struct slice *p, struct slice *l, double within)
{
	size_t np, nl;

	for (size_t at = 0; at <= l->len; ++at) {
		if (!match_stretch(*p, behind(*l, at),
			    at > 0 ? l->text[at - 1] : ' ', within, &np, &nl))
			continue;
		*l = behind(*l, at + nl);
		*p = behind(*p, np);
		return true;
	}
	return false;
}

bool doctest_match_line(struct slice pattern, struct slice line, double within)
{
	struct slice p = trimmed(pattern), l = trimmed(line);
	size_t np, nl;

	if (!match_stretch(p, l, ' ', within, &np, &nl))
		return false;
	p = behind(p, np);
	l = behind(l, nl);
	while (p.len > 0) {
		p = behind(p, strlen(DOTS));
		if (p.len == 0)
			return true;
		if (!find_stretch(&p, &l, within))
			return false;
	}
	return l.len == 0;
}

static bool is_gap(struct slice pattern)
{
	struct slice p = trimmed(pattern);

	while (p.len > 0 && strchr(" \t", *p.text))
		p = behind(p, 1);
	return p.len == strlen(DOTS) && starts_with(p, DOTS);
}

bool doctest_match_lines(const struct slice *pattern, int n_pattern,
	const struct slice *line, int n_line, double within)
{
	int i = 0, j = 0, gap = -1, resume = 0;

	while (j < n_line) {
		if (i < n_pattern && is_gap(pattern[i])) {
			gap = i++;
			resume = j;
		} else if (i < n_pattern &&
			doctest_match_line(pattern[i], line[j], within)) {
			++i;
			++j;
		} else if (gap >= 0) {
			i = gap + 1;
			j = ++resume;
		} else {
			return false;
		}
	}
	while (i < n_pattern && is_gap(pattern[i]))
		++i;
	return i == n_pattern;
}

/* Costs of an alignment.  Replacing a line is cheaper than dropping it and
 * letting a `...` absorb the new one.
 */
enum { COST_ADD = 2, COST_REPLACE = 2, COST_DROP = 3 };

#define MAX_CELLS 1000000

struct grid {
	const struct slice *pattern, *line;
	int n_pattern, n_line;
	double within;
	int *cost; /* cost of pattern[i..] against line[j..] */
};

static int *cell(const struct grid *g, int i, int j)
{
	return &g->cost[(size_t) i * ((size_t) g->n_line + 1) + (size_t) j];
}

/* The four moves from a cell; on equal cost the first wins. */
enum move { MOVE_MATCH, MOVE_REPLACE, MOVE_ADD, MOVE_DROP, N_MOVE };

static int move_cost(const struct grid *g, int i, int j, enum move move)
{
	bool more_p = i < g->n_pattern, more_l = j < g->n_line;
	bool gap = more_p && is_gap(g->pattern[i]);

	switch (move) {
	case MOVE_MATCH:
		if (gap)
			return *cell(g, i + 1, j);
		if (!more_p || !more_l ||
			!doctest_match_line(g->pattern[i], g->line[j],
				g->within))
			return -1;
		return *cell(g, i + 1, j + 1);
	case MOVE_REPLACE:
		if (!more_p || !more_l || gap)
			return -1;
		return *cell(g, i + 1, j + 1) + COST_REPLACE;
	case MOVE_ADD:
		if (!more_l)
			return -1;
		return *cell(g, i, j + 1) + (gap ? 0 : COST_ADD);
	case MOVE_DROP:
		if (!more_p || gap)
			return -1;
		return *cell(g, i + 1, j) + COST_DROP;
	case N_MOVE: break;
	}
	return -1;
}

static enum move best_move(const struct grid *g, int i, int j)
{
	int best = -1, chosen = N_MOVE;

	for (int move = 0; move < N_MOVE; ++move) {
		int cost = move_cost(g, i, j, move);

		if (cost >= 0 && (best < 0 || cost < best)) {
			best = cost;
			chosen = move;
		}
	}
	*cell(g, i, j) = best < 0 ? 0 : best;
	return chosen;
}

static void fill_grid(struct grid *g)
{
	g->cost = memory_new(((size_t) g->n_pattern + 1) *
		((size_t) g->n_line + 1) * sizeof(*g->cost));
	for (int i = g->n_pattern; i >= 0; --i)
		for (int j = g->n_line; j >= 0; --j)
			best_move(g, i, j);
}

static void add_step(struct doctest_step *step, int *n, enum doctest_fate fate,
	struct slice line)
{
	step[(*n)++] = (struct doctest_step) { fate, line };
}

static void walk_grid(const struct grid *g, struct doctest_step *step, int *n)
{
	int i = 0, j = 0;

	while (i < g->n_pattern || j < g->n_line) {
		bool gap = i < g->n_pattern && is_gap(g->pattern[i]);

		switch (best_move(g, i, j)) {
		case MOVE_MATCH:
			add_step(step, n, DOCTEST_KEEP, g->pattern[i++]);
			j += !gap;
			break;
		case MOVE_REPLACE:
			add_step(step, n, DOCTEST_DROP, g->pattern[i++]);
			add_step(step, n, DOCTEST_ADD, g->line[j++]);
			break;
		case MOVE_ADD:
			if (!gap)
				add_step(step, n, DOCTEST_ADD, g->line[j]);
			++j;
			break;
		case MOVE_DROP:
			add_step(step, n, DOCTEST_DROP, g->pattern[i++]);
			break;
		case N_MOVE: return;
		}
	}
}

struct doctest_step *doctest_match_align(const struct slice *pattern,
	int n_pattern, const struct slice *line, int n_line, double within,
	int *n_step)
{
	struct grid g = { pattern, line, n_pattern, n_line, within, NULL };
	struct doctest_step *step = memory_new(
		((size_t) n_pattern + (size_t) n_line + 1) * sizeof(*step));

	*n_step = 0;
	if ((double) n_pattern * n_line <= MAX_CELLS) {
		fill_grid(&g);
		walk_grid(&g, step, n_step);
		free(g.cost);
		return step;
	}
	for (int i = 0; i < n_pattern; ++i)
		add_step(step, n_step, DOCTEST_DROP, pattern[i]);
	for (int i = 0; i < n_line; ++i)
		add_step(step, n_step, DOCTEST_ADD, line[i]);
	return step;
}
