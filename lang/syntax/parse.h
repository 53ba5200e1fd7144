#ifndef LANG_SYNTAX_PARSE_H
#define LANG_SYNTAX_PARSE_H

/* From source text to syntax tree. */

#include "lang/base/diag.h"
#include "lang/syntax/ast.h"

/* Parse source->text; source->root becomes a BLOCK.
 *
 * Each syntax error is reported to "diag" once and parsing continues with the
 * next statement; a BROKEN node replaces the invalid one. Returns true if there
 * was no error.
 */
bool parse_source(struct source *source, struct diag *diag);

/* True if "text" ends inside a bracket, or after an operator or comma, so that
 * a prompt should ask for another line. A string cannot span lines: an unclosed
 * one is an error at once.
 */
bool parse_wants_more(const char *text, size_t len);

/* Words of the language, for completion and suggestions. */
int parse_keywords(const char *const **word);

#endif
