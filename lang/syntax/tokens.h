#ifndef LANG_SYNTAX_TOKENS_H
#define LANG_SYNTAX_TOKENS_H

/* The tokens of a source, as the grammar wants them: the scanner's tokens
 * after the filter that decides what newlines, commas, braces, `in` and
 * the words of a place mean where they stand.
 *
 * Between two tokens there are only blanks, newlines and comments: the
 * tokens and the text hold everything that was written.
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

/* No token, and what encloses tokens outside of all brackets. */
#define TOKENS_NONE UINT32_MAX

struct token {
	uint16_t kind;	/* TOK_... of lang/syntax/grammar.h, or a character */
	uint16_t fault; /* of TOK_BAD */
	uint32_t begin, end; /* bytes of the source */
	/* The bracket around it, or TOKENS_NONE; of a closing bracket, the
	 * one it closes.  From the scanner: the place word a name can be,
	 * the partner of a bracket.
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

/* The words of word.def, and the one that text[0..len) is, or NULL. */
extern const struct word words[];
extern const int n_word;
const struct word *tokens_word(const char *text, size_t len);

/* All tokens of "source"; free them with tokens_free. */
struct tokens tokens_read(struct source *source);
void tokens_free(struct tokens *tokens);

/* Whether the text stops where more must follow: in a bracket, or behind
 * an operator or comma.
 */
bool tokens_unfinished(struct source *source);

/* Whether a token of this kind at the end of a line continues it. */
bool tokens_continues(int kind);

/* Whether a token of this kind can end an operand, as a name does. */
bool tokens_ends_operand(int kind);

/* Whether t is a name or a word of the language. */
bool tokens_is_word(const char *text, const struct token *t);

/* Whether nothing is between t and the token before it. */
bool tokens_touch(const struct token *t);

/* The stretch of the source that token i is. */
struct loc tokens_loc(const struct tokens *tokens, uint32_t i);

/* Text for messages, malloced: cut if it is long, without control
 * characters.
 */
char *tokens_quote(const struct tokens *tokens, uint32_t i);
char *tokens_quote_loc(struct loc loc);

#endif
