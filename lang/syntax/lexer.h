#ifndef LANG_SYNTAX_LEXER_H
#define LANG_SYNTAX_LEXER_H

/* The scanner: from text to words, numbers, strings, signs and newlines.
 *
 * flex is an affair of lexer.l alone: nothing outside sees a yyscan_t.
 * What is no token is a TOK_BAD with its fault; nobody is told here, since
 * it may lie in a stretch that is skipped anyway.
 */

#include "lang/base/buffer.h"
#include "lang/syntax/tokens.h"

/* Append the tokens of tokens->source, a TOK_END last. */
void lexer_scan(struct tokens *tokens);

/* The guilty part of a TOK_BAD token. */
struct loc lexer_fault_loc(struct loc token, enum fault fault);

/* The bytes of a string token, escapes resolved, in "out"; text[0..len)
 * is the token with its quotes.
 */
void lexer_unescape(const char *text, size_t len, struct buffer *out);

#endif
