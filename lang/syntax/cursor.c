/* The parser's position among the tokens, and recovery after an error. */

#include "lang/syntax/cursor.h"
#include "lang/syntax/fault.h"
#include "lang/syntax/grammar.h"

static bool is_missing_brace(const struct token *t)
{
	return t->kind == TOK_BAD && t->fault == FAULT_BRACE;
}

/* Return a closing brace for each open one, then the newline before "next". */
static int close_next(struct cursor *c)
{
	c->closed = c->inside;
	if (c->inside == TOKENS_NONE) {
		c->is_closing = false;
		++c->next;
		return TOK_NEWLINE;
	}
	c->inside = c->tokens.item[c->inside].link;
	return '}';
}

int cursor_next(struct cursor *c, struct loc *loc)
{
	const struct token *t = &c->tokens.item[c->next];

	c->at = c->next;
	*loc = tokens_loc(&c->tokens, c->at);
	if (c->is_closing)
		return close_next(c);
	if (t->kind == TOK_BAD)
		fault_report(c);
	if (is_missing_brace(t)) {
		c->is_closing = true;
		c->inside = t->link;
		return close_next(c);
	}
	if (t->kind != TOK_END)
		++c->next;
	return t->kind == TOK_BAD ? TOK_GRAMMAR_error : t->kind;
}

/* The innermost bracket at or around "i" that contains statements or the
 * figures of a device: the brackets at which the grammar recovers.
 */
static uint32_t statements_around(const struct cursor *c, uint32_t i)
{
	while (i != TOKENS_NONE) {
		const struct token *t = &c->tokens.item[i];

		if (t->kind == TOK_BLOCK || t->kind == TOK_BODY ||
			t->kind == TOK_DEVICE_BRACE)
			break;
		i = t->link;
	}
	return i;
}

/* True if t separates two statements in "bracket". */
static bool separates(const struct token *t, uint32_t bracket)
{
	return t->link == bracket &&
		(t->kind == TOK_NEWLINE || t->kind == ';' ||
			t->kind == TOK_SILENCE);
}

static bool ends_statement(const struct token *t, uint32_t bracket)
{
	return t->kind == TOK_END || is_missing_brace(t) ||
		separates(t, bracket) || (t->kind == '}' && t->link == bracket);
}

static void go_to_end(struct cursor *c, uint32_t bracket)
{
	uint32_t i = c->at;

	while (!ends_statement(&c->tokens.item[i], bracket))
		++i;
	c->next = i;
	c->is_closing = is_missing_brace(&c->tokens.item[i]);
	c->inside = bracket;
}

void cursor_recover(struct cursor *c)
{
	uint32_t from = c->is_closing ? c->closed : c->tokens.item[c->at].link;

	go_to_end(c, statements_around(c, from));
}

void cursor_recover_outside(struct cursor *c)
{
	go_to_end(c, TOKENS_NONE);
}

uint32_t cursor_open_bracket(const struct cursor *c)
{
	const struct token *item = c->tokens.item;
	uint32_t i = c->at, around = item[c->at].link;

	/* an unclosed bracket is not linked, but belongs to this statement */
	while (i-- > 0 && i != around && !separates(&item[i], around)) {
		bool is_open = item[i].kind == '(' || item[i].kind == '[';

		if (is_open && item[i].link == around && item[i + 1].link != i)
			return i;
	}
	return around;
}
