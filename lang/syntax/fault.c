/* Reports errors in single tokens. */

#include <stdlib.h>
#include <string.h>

#include "lang/number/unit.h"
#include "lang/syntax/fault.h"
#include "lang/syntax/grammar.h"
#include "lang/syntax/habit.h"
#include "lang/syntax/lexer.h"

static const struct {
	const char *message, *note;
} faults[] = {
#define FAULT(fault, message, note) [FAULT_##fault] = { message, note },
#include "lang/syntax/fault.def"
};

static void note_unit(struct cursor *c, const char *text)
{
	struct buffer unit = { 0 };
	char *number;

	if (unit_meant(text, &unit)) {
		diag_note(c->diag, "did you mean '%s'?", buffer_text(&unit));
	} else if (c->tokens.item[c->at - 1].kind == TOK_NUMBER) {
		number = tokens_quote(&c->tokens, c->at - 1);
		if (strcmp(text, "f") == 0)
			diag_note(c->diag,
				"constants have the type of the kernel: write %s",
				number);
		else if (strcmp(text, "return") == 0)
			diag_note(c->diag,
				"a thread that ends early is written with a "
				"condition around the rest: 'if c { dst[0] = "
				"src[1] }'");
		else if (text[0] == 'x' && text[1] &&
			strspn(text + 1, "0123456789x") == strlen(text + 1))
			diag_note(c->diag, "%s",
				strcmp(number, "0") == 0 ?
					"numbers are decimal" :
					"extents are in parentheses: (256, 2)");
		else
			diag_note(c->diag,
				"a word after a number is its unit; to "
				"multiply, write %s * %s",
				number, text);
		free(number);
	}
	buffer_free(&unit);
}

/* 2^10 B: write (2^10) * 1 B */
static void note_exponent(struct cursor *c, const char *unit)
{
	const struct token *item = c->tokens.item;
	uint32_t number = c->at - 1, base = c->at - 2;

	if (item[base].kind == '-')
		--base;
	if (base-- > 0 &&
		(item[base].kind == TOK_NUMBER || item[base].kind == TOK_NAME))
		diag_note(c->diag, "write (%.*s) * 1 %s",
			(int) (item[number].end - item[base].begin),
			c->tokens.source->text + item[base].begin, unit);
	else
		diag_note(c->diag,
			"put the power in parentheses and multiply by 1 %s",
			unit);
}

/* "expected ')' to close '(' at 3:5, got ']'" */
static bool report_unclosed(struct cursor *c, struct loc loc, const char *text)
{
	uint32_t bracket = cursor_open_bracket(c);
	int line, col;
	char open;

	if (bracket == TOKENS_NONE)
		return false;
	open = c->tokens.source->text[c->tokens.item[bracket].begin];
	if (open == '{' && c->tokens.item[c->at].fault == FAULT_CLOSER)
		return false;
	source_position(c->tokens.source, c->tokens.item[bracket].begin, &line,
		&col);
	diag_error(c->diag, loc, NULL,
		"expected '%c' to close '%c' at %d:%d%s%s%s",
		open == '('	    ? ')' :
			open == '[' ? ']' :
				      '}',
		open, line, col, *text ? ", got '" : "", text,
		*text ? "'" : "");
	return true;
}

static void report(struct cursor *c, struct loc loc, enum fault fault,
	const char *text)
{
	const char *message = faults[fault].message;
	const char *hole = strstr(message, "%s");

	if (hole)
		diag_error(c->diag, loc, NULL, "%.*s%s%s",
			(int) (hole - message), message, text, hole + 2);
	else
		diag_error(c->diag, loc, NULL, "%s", message);
	if (faults[fault].note)
		diag_note(c->diag, "%s", faults[fault].note);
}

static void report_whole(struct cursor *c, struct loc loc, enum fault fault)
{
	char *text = tokens_quote_loc(loc);

	if ((fault != FAULT_CLOSER && fault != FAULT_BRACE) ||
		!report_unclosed(c, loc, text))
		report(c, loc, fault, text);
	if (fault == FAULT_BOTH)
		habit_ampersand(c);
	if (fault == FAULT_UNIT)
		note_unit(c, text);
	if (fault == FAULT_EXPONENT)
		note_exponent(c, text);
	free(text);
}

void fault_report(struct cursor *c)
{
	enum fault fault = c->tokens.item[c->at].fault;
	struct loc loc = tokens_loc(&c->tokens, c->at);

	if (fault == FAULT_DEEP)
		c->is_too_deep = true;
	if (c->diag->n_error < DIAG_LIMIT)
		report_whole(c, lexer_fault_loc(loc, fault), fault);
	else
		diag_error(c->diag, loc, NULL, "%s", faults[fault].message);
}
