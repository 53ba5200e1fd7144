#ifndef LANG_SYNTAX_LEXER_H
#define LANG_SYNTAX_LEXER_H

/* The scanner: splits text into words, numbers, strings, signs and newlines.
 *
 * Only lexer.l uses flex. Invalid text becomes a TOK_BAD token with its fault;
 * it is not reported here, since error recovery may skip it.
 */

#include "lang/base/buffer.h"
#include "lang/syntax/tokens.h"

/* Append the tokens of tokens->source, followed by TOK_END. */
void lexer_scan(struct tokens *tokens);

/* The invalid part of a TOK_BAD token. */
struct loc lexer_fault_loc(struct loc token, enum fault fault);

/* Append the characters of a string token to "out", with escapes resolved.
 * text[0..len) is the token with its quotes.
 */
void lexer_unescape(const char *text, size_t len, struct buffer *out);

#endif
