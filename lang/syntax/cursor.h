#ifndef LANG_SYNTAX_CURSOR_H
#define LANG_SYNTAX_CURSOR_H

/* Where the parser stands in the tokens of a source.
 *
 * The cursor reports what is wrong with single tokens, and finds the end
 * of a statement that could not be read: the next newline or ';' that is
 * in no more brackets than the statement itself.
 */

#include "lang/base/diag.h"
#include "lang/syntax/tokens.h"

struct cursor {
	struct tokens tokens;
	struct diag *diag;
	uint32_t next;	  /* what the parser gets next */
	uint32_t at;	  /* what it got last */
	bool is_too_deep; /* was said of this top-level statement */
	/* braces that are missing before "next" are made up: */
	bool is_closing;
	uint32_t inside; /* the one to close next */
	uint32_t closed; /* the one closed last */
};

/* The kind of the next token and its place. */
int cursor_next(struct cursor *c, struct loc *loc);

/* Go on with the end of the statement that "at" is in, or of the outermost
 * statement around it.
 */
void cursor_recover(struct cursor *c);
void cursor_recover_outside(struct cursor *c);

/* The innermost bracket around "at" that is still open. */
uint32_t cursor_open_bracket(const struct cursor *c);

#endif
