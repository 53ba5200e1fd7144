/* "expected ..., got ...": lists the tokens that the grammar would have
 * accepted, in the words of the language.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/syntax/expect.h"
#include "lang/syntax/grammar.h"
#include "lang/syntax/habit.h"

/* Expected tokens that a message lists; a longer list would not help. */
#define LIST_MAX 5

/* Tokens that a message looks back to find the start of its line; it bounds the
 * cost of an error.
 */
#define CONTINUED_MAX 16

/* Capacity for the words that a suggestion is chosen from. */
#define CANDIDATE_MAX 64

/* The tokens expected at c->at. */
struct expected {
	const struct cursor *c;
	const int *kind;
	int n;
};

static bool has(const struct expected *e, int kind)
{
	for (int i = 0; i < e->n; ++i)
		if (e->kind[i] == kind)
			return true;
	return false;
}

static const struct token *token_at(const struct cursor *c, int ahead)
{
	return &c->tokens.item[(int64_t) c->at + ahead];
}

static int kind_before(const struct cursor *c)
{
	return c->at > 0 ? token_at(c, -1)->kind : TOK_NEWLINE;
}

static bool is_statement_end(int kind)
{
	return kind == TOK_NEWLINE || kind == ';' || kind == TOK_SILENCE ||
		kind == TOK_BLOCK || kind == TOK_BODY;
}

static bool is_at_start(const struct cursor *c)
{
	return is_statement_end(kind_before(c));
}

static bool is_comparison(int kind)
{
	return kind == '<' || kind == '>' || kind == TOK_LE || kind == TOK_GE ||
		kind == TOK_EQ || kind == TOK_NE;
}

static bool is_operator(int kind)
{
	return is_comparison(kind) || kind == '+' || kind == '-' ||
		kind == '*' || kind == '/' || kind == '%' || kind == '^' ||
		kind == TOK_SHL || kind == TOK_SHR || kind == TOK_RANGE ||
		kind == TOK_AND || kind == TOK_OR;
}

/* True for tokens that can follow any operand. */
static bool goes_on(int kind)
{
	return is_operator(kind) || kind == '(' || kind == '[' || kind == '.' ||
		kind == TOK_WITH_BRACE || kind == TOK_CONVERT ||
		kind == TOK_UNIT || kind == TOK_ARROW || kind == TOK_BY_BLOCK ||
		kind == TOK_INTERLEAVED;
}

static char *token_text(const struct cursor *c, int ahead)
{
	return tokens_quote(&c->tokens, (uint32_t) (c->at + ahead));
}

/* Describe the token at c->at: "'b'", "the end of the line", ... */
static void add_got(struct buffer *out, const struct cursor *c)
{
	const struct token *t = token_at(c, 0);
	char *text;

	if (t->kind == TOK_NEWLINE || t->kind == TOK_BAD) {
		buffer_add(out, "the end of the line");
	} else if (t->kind == TOK_END) {
		buffer_add(out, "the end of the input");
	} else {
		text = token_text(c, 0);
		buffer_printf(out, "'%s'", text);
		free(text);
	}
}

/* A message about a newline or the end points just after the token before it.
 */
static struct loc got_loc(const struct cursor *c)
{
	struct loc loc = tokens_loc(&c->tokens, c->at);
	int kind = token_at(c, 0)->kind;

	if ((kind == TOK_NEWLINE || kind == TOK_END || kind == TOK_BAD) &&
		c->at > 0)
		loc.begin = loc.end = token_at(c, -1)->end;
	return loc;
}

/* "'(' at 3:5" */
static void add_bracket(struct buffer *out, const struct cursor *c,
	uint32_t bracket)
{
	uint32_t begin = c->tokens.item[bracket].begin;
	int line, col;

	source_position(c->tokens.source, begin, &line, &col);
	buffer_printf(out, "'%c' at %d:%d", c->tokens.source->text[begin], line,
		col);
}

static int closer_of(const struct cursor *c, uint32_t bracket)
{
	char open = c->tokens.source->text[c->tokens.item[bracket].begin];

	return open == '(' ? ')' : open == '[' ? ']' : '}';
}

static void report(struct cursor *c, struct loc loc, struct buffer *message)
{
	diag_error(c->diag, loc, NULL, "%s", message->text);
	buffer_free(message);
}

/* "expected WHAT, got 'b'" */
static void report_got(struct cursor *c, struct buffer *what)
{
	struct buffer out = { 0 };

	buffer_printf(&out, "expected %s, got ", what->text);
	add_got(&out, c);
	buffer_free(what);
	report(c, got_loc(c), &out);
}

static void report_unclosed(struct cursor *c, uint32_t bracket, bool or_comma)
{
	struct buffer what = { 0 };

	buffer_printf(&what, "%s'%c' to close ", or_comma ? "',' or " : "",
		closer_of(c, bracket));
	add_bracket(&what, c, bracket);
	report_got(c, &what);
}

static const char *fixed_text(int kind)
{
	static const struct {
		int kind;
		const char *text;
	} names[] = {
		{ TOK_END, "the end of the input" },
		{ TOK_NEWLINE, "the end of the line" },
		{ TOK_NUMBER, "a number" },
		{ TOK_UNIT, "a unit" },
		{ TOK_STRING, "a string in double quotes" },
		{ TOK_NAME, "a name" },
		{ TOK_BLOCK, "'{'" },
		{ TOK_BODY, "'{'" },
		{ TOK_SETTINGS, "'{'" },
		{ TOK_DEVICE_BRACE, "'{'" },
		{ TOK_LAMBDA, "'('" },
		{ TOK_NEXT, "','" },
		{ TOK_EQ, "'=='" },
		{ TOK_NE, "'!='" },
		{ TOK_LE, "'<='" },
		{ TOK_GE, "'>='" },
		{ TOK_SHL, "'<<'" },
		{ TOK_SHR, "'>>'" },
		{ TOK_ADD_TO, "'+='" },
		{ TOK_SUB_TO, "'-='" },
		{ TOK_MUL_TO, "'*='" },
		{ TOK_DIV_TO, "'/='" },
		{ TOK_ARROW, "'->'" },
		{ TOK_RANGE, "'..'" },
		{ TOK_CONVERT, "'in'" },
		{ TOK_WITH_BRACE, "'with'" },
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
		if (names[i].kind == kind)
			return names[i].text;
	return NULL;
}

static void add_kind(struct buffer *out, int kind)
{
	const char *text = fixed_text(kind);

	for (int i = 0; i < n_word && !text; ++i) {
		if (words[i].kind == kind) {
			buffer_printf(out, "'%s'", words[i].word);
			return;
		}
	}
	if (text)
		buffer_add(out, text);
	else
		buffer_printf(out, "'%c'", kind);
}

/* The kinds of braces and of line ends are listed once each; operators are not
 * listed.
 */
static bool is_listed(const struct expected *e, int i)
{
	static const int twins[][2] = {
		{ TOK_BODY, TOK_BLOCK },
		{ TOK_SETTINGS, TOK_BODY },
		{ ';', TOK_NEWLINE },
		{ TOK_SILENCE, TOK_NEWLINE },
		{ TOK_END, TOK_NEWLINE },
	};

	if (e->kind[i] == '(' && has(e, TOK_NAME))
		return false;
	if (has(e, '.') && goes_on(e->kind[i]) && e->kind[i] != TOK_AND)
		return false;
	if (has(e, '+') && e->kind[i] == TOK_AND)
		return false;
	for (size_t j = 0; j < sizeof(twins) / sizeof(twins[0]); ++j)
		if (e->kind[i] == twins[j][0] && has(e, twins[j][1]))
			return false;
	return true;
}

static void report_list(struct cursor *c, const struct expected *e)
{
	struct buffer what = { 0 };
	int left = 0;

	for (int i = 0; i < e->n; ++i)
		left += is_listed(e, i);
	if (left == 0 || left > LIST_MAX)
		buffer_add(&what, "an operator");
	for (int i = 0; i < e->n && left <= LIST_MAX; ++i) {
		if (!is_listed(e, i))
			continue;
		add_kind(&what, e->kind[i]);
		if (--left > 0)
			buffer_add(&what, left > 1 ? ", " : " or ");
	}
	report_got(c, &what);
}

static bool starts_operand(int kind)
{
	return kind == TOK_NAME || kind == TOK_NUMBER || kind == TOK_STRING;
}

/* The word of the language nearest to a token, or NULL. */
static const char *nearest_word(const struct cursor *c, int ahead,
	bool (*fits)(const struct word *w))
{
	const char *candidate[CANDIDATE_MAX], *nearest;
	char *text = token_text(c, ahead);
	int n = 0;

	for (int i = 0; i < n_word && n < CANDIDATE_MAX; ++i)
		if (fits(&words[i]))
			candidate[n++] = words[i].word;
	nearest = diag_nearest(text, candidate, n);
	free(text);
	return nearest;
}

static bool is_first_word(const struct word *w)
{
	return w->class == WORD_STATEMENT || w->class == WORD_QUESTION ||
		w->kind == TOK_SHARED || w->kind == TOK_LOAD ||
		w->kind == TOK_STORE || w->kind == TOK_FLOPS ||
		w->kind == TOK_MMA;
}

static bool is_question_word(const struct word *w)
{
	return w->class == WORD_QUESTION;
}

static bool is_middle_word(const struct word *w)
{
	return w->class == WORD_JOINT || w->kind == TOK_BY ||
		w->kind == TOK_TOP || w->kind == TOK_KIND ||
		w->kind == TOK_SUCH;
}

/* "kernal heat(...)": a name followed by a token that cannot follow a name. */
static bool report_misspelt(struct cursor *c)
{
	const char *nearest;
	struct loc loc;
	char *text;
	bool is_other;

	if (c->at == 0 || !starts_operand(token_at(c, 0)->kind) ||
		kind_before(c) != TOK_NAME || habit_is_c(c))
		return false;
	nearest = nearest_word(c, -1,
		c->at < 2 || is_statement_end(token_at(c, -2)->kind) ?
			is_first_word :
			is_question_word);
	if (!nearest)
		return false;
	loc = tokens_loc(&c->tokens, c->at - 1);
	text = token_text(c, -1);
	is_other = strcmp(nearest, text) != 0;
	if (is_other) {
		diag_error(c->diag, loc, NULL, "unknown word '%s'", text);
		diag_note(c->diag, "did you mean '%s'?", nearest);
		if (token_at(c, 0)->kind == TOK_NUMBER &&
			cursor_open_bracket(c) == TOKENS_NONE)
			habit_call(c);
	}
	free(text);
	return is_other;
}

/* a < b < c, 1..2..3 */
static bool report_chain(struct cursor *c, const struct expected *e)
{
	int kind = token_at(c, 0)->kind;

	if (!tokens_ends_operand(kind_before(c)) || !has(e, TOK_AND))
		return false;
	if (kind == TOK_RANGE && !has(e, TOK_RANGE)) {
		diag_error(c->diag, got_loc(c), NULL,
			"a range has only two ends");
		return true;
	}
	if (!is_comparison(kind))
		return false;
	diag_error(c->diag, got_loc(c), NULL, "comparisons cannot be chained");
	diag_note(c->diag, "write a < b and b < c");
	return true;
}

static void note_reserved(struct cursor *c, bool wants_value)
{
	const struct token *t = token_at(c, 0);
	const struct word *w;

	w = tokens_word(c->tokens.source->text + t->begin, t->end - t->begin);
	if (!w || w->class == WORD_PLACE || t->kind == TOK_NAME)
		return;
	if (wants_value && w->class == WORD_QUESTION)
		diag_note(c->diag,
			"a question inside of another expression needs "
			"parentheses: (%s ...)",
			w->word);
	else
		diag_note(c->diag,
			"'%s' is a reserved word and "
			"cannot be a name",
			w->word);
}

/* "for = 3" */
static bool report_assigned(struct cursor *c)
{
	const struct word *w;
	uint32_t i = c->at - 1;

	if (token_at(c, 0)->kind != '=' || c->at == 0 ||
		kind_before(c) == TOK_NAME)
		return false;
	w = tokens_word(c->tokens.source->text + c->tokens.item[i].begin,
		c->tokens.item[i].end - c->tokens.item[i].begin);
	if (!w)
		return false;
	diag_error(c->diag, tokens_loc(&c->tokens, i), NULL,
		"'%s' is a reserved word and cannot be a name", w->word);
	return true;
}

static void note_line_start(struct cursor *c)
{
	if (is_operator(token_at(c, 0)->kind))
		diag_note(c->diag,
			"to continue a line, put the operator at its end, "
			"not at the start of the next");
}

static void note_open(struct cursor *c)
{
	struct buffer out = { 0 };

	add_bracket(&out, c, token_at(c, 0)->link);
	diag_note(c->diag, "%s is still open", out.text);
	buffer_free(&out);
}

static bool report_misplaced(struct cursor *c, const struct expected *e)
{
	int kind = token_at(c, 0)->kind;
	const char *message = NULL;
	char *text;

	if (kind == TOK_ELSE)
		message = "put '%s' on the line of the '}' before it";
	else if (kind == TOK_LOOP)
		message = "'%s' is allowed only in kernels; use 'for'";
	else if (has(e, TOK_BARRIER) &&
		(kind == TOK_KERNEL || kind == TOK_DEVICE || kind == TOK_DEF ||
			kind == TOK_PRINT || kind == TOK_ASSERT ||
			kind == TOK_USE || kind == TOK_IMPORT ||
			kind == TOK_SET || kind == TOK_SHOW ||
			kind == TOK_EXPLAIN || kind == TOK_HELP))
		message = "'%s' is not allowed in a kernel";
	if (!message)
		return false;
	text = token_text(c, 0);
	diag_error(c->diag, got_loc(c), NULL, message, text);
	free(text);
	if (has(e, TOK_BARRIER))
		note_open(c);
	return true;
}

/* The first token of the line of c->at if the previous line continues there;
 * otherwise 0.
 */
static uint32_t continued_line(const struct cursor *c)
{
	const struct token *item = c->tokens.item;
	uint32_t first = c->at > CONTINUED_MAX ? c->at - CONTINUED_MAX : 0;

	for (uint32_t i = c->at; i > first; --i) {
		uint32_t end = item[i - 1].end;

		/* an inserted brace overlaps the tokens around it */
		if (end < item[i].begin &&
			memchr(c->tokens.source->text + end, '\n',
				item[i].begin - end))
			return tokens_continues(item[i - 1].kind) ? i : 0;
	}
	return 0;
}

/* Note that the previous line continues: the user may have meant two
 * statements.
 */
static bool note_continued(struct cursor *c)
{
	uint32_t i = continued_line(c);
	int kind = token_at(c, 0)->kind;
	char *last;

	if (i == 0 || kind == TOK_END || kind == TOK_NEWLINE ||
		(i < c->at && kind != '='))
		return false;
	last = tokens_quote(&c->tokens, i - 1);
	diag_note(c->diag,
		"the line before ends in '%s', so this one "
		"continues it",
		last);
	free(last);
	return true;
}

static void note_shell_option(struct cursor *c)
{
	diag_note(c->diag,
		"--options are for the shell; here they follow 'with': "
		"with block = (256, 2)");
}

static void report_expression(struct cursor *c, const struct expected *e)
{
	struct buffer what = { 0 };

	if (is_at_start(c) && has(e, TOK_FOR)) {
		if (report_misplaced(c, e))
			return;
		buffer_add(&what, "a statement");
		report_got(c, &what);
		note_line_start(c);
		return;
	}
	buffer_add(&what, "an expression");
	report_got(c, &what);
	note_continued(c);
	if (token_at(c, 0)->kind == '-' && token_at(c, 1)->kind == '-' &&
		has(e, TOK_ON))
		note_shell_option(c);
	else if (has(e, TOK_ON) &&
		(token_at(c, 0)->kind == '-' ||
			token_at(c, 0)->kind == TOK_NOT))
		diag_note(c->diag,
			"put the subject of the question in parentheses");
	if (token_at(c, 0)->kind == ')' && kind_before(c) == '(')
		diag_note(c->diag, "there is no empty tuple");
	note_reserved(c, true);
}

static void note_after_operand(struct cursor *c, const struct expected *e)
{
	const struct token *t = token_at(c, 0);
	const char *nearest = NULL;

	if (t->kind == TOK_NAME && !habit_is_c(c))
		nearest = nearest_word(c, 0, is_middle_word);
	if (nearest)
		diag_note(c->diag, "did you mean '%s'?", nearest);
	if (!note_continued(c) && t->kind == '=')
		diag_note(c->diag,
			has(e, TOK_ON) && kind_before(c) == ']' ?
				"give the kernel a line of its own, "
				"dst[0] = src[1], and ask 'estimate dst'" :
				"to compare, write '=='");
	if (t->kind == TOK_IF)
		diag_note(c->diag,
			"a choice is written 'if c then a else b', not 'a if c "
			"else b'");
	else if (t->kind == TOK_NAME && token_at(c, 1)->kind == '=' &&
		has(e, TOK_WITH))
		diag_note(c->diag,
			"options follow 'with': with block = (256, 2)");
	else if (t->kind == '-' && token_at(c, 1)->kind == '-' &&
		token_at(c, 2)->kind == TOK_NAME && has(e, TOK_NEWLINE))
		note_shell_option(c);
	else if (t->kind == ',' && kind_before(c) == TOK_NUMBER &&
		token_at(c, 1)->kind == TOK_NUMBER)
		diag_note(c->diag, "extents go into parentheses: (256, 2)");
	else if (has(e, TOK_ON) && has(e, TOK_OVER) && is_operator(t->kind))
		diag_note(c->diag,
			"to use an answer in an expression, put the "
			"question in parentheses: (estimate ...)");
	else if (!has(e, '+') && has(e, TOK_AND) && is_operator(t->kind))
		diag_note(c->diag,
			"put both sides of the comparison in "
			"parentheses");
	else if (kind_before(c) == TOK_UNIT && is_operator(t->kind))
		diag_note(c->diag,
			"'in' binds loosest: put the conversion in "
			"parentheses");
	else if (t->kind == ',' && c->at >= 2 &&
		token_at(c, -2)->kind == TOK_ON)
		diag_note(c->diag,
			"a question is about one device; side by side: "
			"compare(estimate k on a100, estimate k on h100), or "
			"'sweep k on gpu over gpu in [a100, h100]'");
	else if (has(e, TOK_IN) && c->at >= 2 &&
		token_at(c, -2)->kind == TOK_OVER)
		diag_note(c->diag,
			"say which values to try: over block in blocks(1024), "
			"or in [(32, 8), (64, 4)]; 'rank' without 'over' tries "
			"all blocks");
	else if (!nearest && has(e, TOK_NEWLINE) && !has(e, TOK_ON) &&
		!habit_is_c(c))
		habit_call(c);
}

static void report_after_operand(struct cursor *c, const struct expected *e)
{
	uint32_t bracket = cursor_open_bracket(c);
	struct buffer what = { 0 };

	if (bracket != TOKENS_NONE && has(e, closer_of(c, bracket)) &&
		!has(e, TOK_NEWLINE)) {
		report_unclosed(c, bracket, has(e, ','));
	} else if (has(e, TOK_NEWLINE)) {
		buffer_add(&what,
			has(e, '+') ? "an operator or the end of the line" :
				      "the end of the line");
		report_got(c, &what);
		if (kind_before(c) == '}')
			diag_note(c->diag,
				"what follows '}' begins a new line, or is "
				"separated by ';'");
	} else {
		report_list(c, e);
	}
	note_after_operand(c, e);
}

void expect_report(struct cursor *c, const int *expected, int n)
{
	struct expected e = { c, expected, n };
	int kind = token_at(c, 0)->kind;
	uint32_t bracket;

	if (c->diag->n_error >= DIAG_LIMIT) {
		diag_error(c->diag, got_loc(c), NULL, "syntax error");
		return;
	}
	bracket = cursor_open_bracket(c);
	if (bracket != TOKENS_NONE && bracket != token_at(c, 0)->link &&
		(is_statement_end(kind) || kind == TOK_END || kind == TOK_BAD ||
			kind == '}' || kind == ')' || kind == ']')) {
		report_unclosed(c, bracket, false);
		return;
	}
	if (report_misspelt(c) || report_chain(c, &e) || report_assigned(c))
		return;
	if (has(&e, TOK_NUMBER)) {
		report_expression(c, &e);
	} else if (has(&e, '.') || has(&e, TOK_NEWLINE)) {
		report_after_operand(c, &e);
	} else {
		report_list(c, &e);
		if (has(&e, TOK_NAME))
			note_reserved(c, false);
		if (has(&e, '=') && kind == TOK_BLOCK)
			diag_note(c->diag,
				"a function is one expression: "
				"def f(x) = x^2");
	}
	if (has(&e, TOK_THEN) && kind == TOK_NAME && kind_before(c) == ')')
		diag_note(c->diag,
			"a condition is 'if c { dst[0] = src[1] }', a choice "
			"'if c then a else b'");
	if (kind == TOK_NAME && habit_is_c(c))
		habit_declaration(c);
	else
		habit_while(c);
}
