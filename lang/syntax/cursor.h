#ifndef LANG_SYNTAX_CURSOR_H
#define LANG_SYNTAX_CURSOR_H

/* The parser's position among the tokens of a source.
 *
 * The cursor reports invalid tokens. After a syntax error it finds the end of
 * the statement: the next newline or ';' that is not nested deeper than the
 * statement itself.
 */

#include "lang/base/diag.h"
#include "lang/syntax/tokens.h"

struct cursor {
	struct tokens tokens;
	struct diag *diag;
	uint32_t next;	  /* token that the parser gets next */
	uint32_t at;	  /* token that it got last */
	bool is_too_deep; /* already reported for this top-level statement */
	/* insert missing closing braces before "next": */
	bool is_closing;
	uint32_t inside; /* the brace to close next */
	uint32_t closed; /* the brace closed last */
};

/* The kind of the next token, and its location. */
int cursor_next(struct cursor *c, struct loc *loc);

/* Continue at the end of the statement that contains "at", or of the outermost
 * statement around it.
 */
void cursor_recover(struct cursor *c);
void cursor_recover_outside(struct cursor *c);

/* The innermost unclosed bracket around "at". */
uint32_t cursor_open_bracket(const struct cursor *c);

#endif
