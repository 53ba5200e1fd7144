#ifndef LANG_SYNTAX_TOKENS_H
#define LANG_SYNTAX_TOKENS_H

/* The tokens of a source as the grammar sees them: the scanner's tokens after
 * the filter has resolved newlines, commas, braces, `in` and context-dependent
 * words.
 *
 * Only blanks, newlines and comments lie between two tokens, so tokens and text
 * together hold everything that was written.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lang/base/source.h"

enum fault {
	FAULT_NONE,
#define FAULT(fault, message, note) FAULT_##fault,
#include "lang/syntax/fault.def"
	N_FAULT
};

/* No token; also the "link" of tokens outside of all brackets. */
#define TOKENS_NONE UINT32_MAX

struct token {
	uint16_t kind;	/* TOK_... of lang/syntax/grammar.h, or a character */
	uint16_t fault; /* of TOK_BAD */
	uint32_t begin, end; /* bytes of the source */
	/* The enclosing bracket or TOKENS_NONE; for a closing bracket, its
	 * opening one. Before the filter: the context-dependent word that a
	 * name can be, or the partner of a bracket.
	 */
	uint32_t link;
};

struct tokens {
	struct source *source;
	struct token *item; /* the last one is TOK_END */
	uint32_t n;
};

enum word_class { WORD_STATEMENT, WORD_QUESTION, WORD_JOINT, WORD_PLACE };

struct word {
	const char *word;
	int kind;
	enum word_class class;
};

/* The words of word.def; and the one that equals text[0..len), or NULL. */
extern const struct word words[];
extern const int n_word;
const struct word *tokens_word(const char *text, size_t len);

/* All tokens of "source"; free them with tokens_free. */
struct tokens tokens_read(struct source *source);
void tokens_free(struct tokens *tokens);

/* True if the text is incomplete: it ends in a bracket, or after an operator or
 * comma.
 */
bool tokens_unfinished(struct source *source);

/* True if a token of this kind at the end of a line continues the line. */
bool tokens_continues(int kind);

/* True if a token of this kind can end an operand, as a name does. */
bool tokens_ends_operand(int kind);

/* True if t is a name or a word of the language. */
bool tokens_is_word(const char *text, const struct token *t);

/* True if t immediately follows the token before it. */
bool tokens_touch(const struct token *t);

/* The source range of token i. */
struct loc tokens_loc(const struct tokens *tokens, uint32_t i);

/* The text of token i for messages, malloced: cut if long, without control
 * characters.
 */
char *tokens_quote(const struct tokens *tokens, uint32_t i);
char *tokens_quote_loc(struct loc loc);

#endif
