#ifndef LANG_SYNTAX_PARSE_H
#define LANG_SYNTAX_PARSE_H

/* From source text to syntax tree. */

#include "lang/base/diag.h"
#include "lang/syntax/ast.h"

/* Parse source->text; source->root becomes a BLOCK.
 *
 * Every syntax error is reported to "diag" once, and reading goes on with
 * the next statement; what could not be read stands in the tree as BROKEN.
 * True if there was no error.
 */
bool parse_source(struct source *source, struct diag *diag);

/* Whether "text" ends inside of a bracket, or behind an operator or comma,
 * so that a prompt should ask for more lines.  A string ends on its line:
 * one that does not is an error at once.
 */
bool parse_wants_more(const char *text, size_t len);

/* Words of the language, for completion and suggestions. */
int parse_keywords(const char *const **word);

#endif
