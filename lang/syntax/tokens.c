/* The token array of a source, bracket matching, and classes of tokens. */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/syntax/filter.h"
#include "lang/syntax/grammar.h"
#include "lang/syntax/lexer.h"
#include "lang/syntax/tokens.h"

/* Bytes after which quoted text is cut, so that a message stays on one line. */
#define QUOTE_BYTES 40

const struct word words[] = {
#define WORD(word, token, class) { word, TOK_##token, WORD_##class },
#include "lang/syntax/word.def"
};

const int n_word = sizeof(words) / sizeof(words[0]);

const struct word *tokens_word(const char *text, size_t len)
{
	int lo = 0, hi = n_word - 1;

	while (lo <= hi) {
		int mid = (lo + hi) / 2;
		int order = strncmp(text, words[mid].word, len);

		if (order == 0 && words[mid].word[len] == '\0')
			return &words[mid];
		if (order > 0)
			lo = mid + 1;
		else
			hi = mid - 1;
	}
	return NULL;
}

bool tokens_continues(int kind)
{
	switch (kind) {
	case '+':
	case '-':
	case '*':
	case '/':
	case '%':
	case '^':
	case '<':
	case '>':
	case TOK_LE:
	case TOK_GE:
	case TOK_SHL:
	case TOK_SHR:
	case TOK_EQ:
	case TOK_NE:
	case '=':
	case TOK_ADD_TO:
	case TOK_SUB_TO:
	case TOK_MUL_TO:
	case TOK_DIV_TO:
	case TOK_ARROW:
	case TOK_RANGE:
	case ',':
	case TOK_NEXT:
	case TOK_AND:
	case TOK_OR:
	case TOK_NOT:
	case TOK_IF:
	case TOK_THEN:
	case TOK_ELSE:
	case TOK_OF:
	case TOK_ON:
	case TOK_OVER:
	case TOK_WITH:
	case TOK_WITH_BRACE:
	case TOK_IN:
	case TOK_BY:
	case TOK_TOP:
	case TOK_KIND:
	case TOK_SUCH:
	case TOK_THAT:
	case TOK_AT: return true;
	default: return false;
	}
}

bool tokens_ends_operand(int kind)
{
	switch (kind) {
	case TOK_NAME:
	case TOK_NUMBER:
	case TOK_UNIT:
	case TOK_STRING:
	case TOK_BY_BLOCK:
	case TOK_INTERLEAVED:
	case ')':
	case ']':
	case '}': return true;
	default: return false;
	}
}

bool tokens_is_word(const char *text, const struct token *t)
{
	char c = text[t->begin];

	return t->kind != TOK_BAD && t->end > t->begin &&
		(c == '_' || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
}

bool tokens_touch(const struct token *t)
{
	return t->begin == t[-1].end;
}

/* Counts of brackets open since the last brace: they tell in O(1) whether a
 * closing bracket has a partner.
 */
struct open {
	uint32_t at;
	uint32_t n_round, n_square, n_curly;
};

struct matcher {
	struct token *item;
	struct open *open;
	size_t n_open;
	bool is_clean; /* no error except missing ends so far */
};

static void match_open(struct matcher *m, uint32_t i)
{
	struct open o = { .at = i };
	int kind = m->item[i].kind;

	if (m->n_open > 0) {
		o = m->open[m->n_open - 1];
		o.at = i;
	}
	if (kind == '{')
		o.n_round = o.n_square = 0;
	o.n_round += kind == '(';
	o.n_square += kind == '[';
	o.n_curly += kind == '{';
	m->open = memory_grow(m->open, m->n_open, sizeof(o));
	m->open[m->n_open++] = o;
}

/* Braces bind more strongly than other brackets: "( }" lacks a ')', and the
 * ')' of "{ )" is surplus.
 */
static void match_close(struct matcher *m, uint32_t i)
{
	int kind = m->item[i].kind;
	int opener = kind == ')' ? '(' : kind == ']' ? '[' : '{';
	struct open *top = m->n_open > 0 ? &m->open[m->n_open - 1] : NULL;

	if (!top || (opener == '(' && !top->n_round) ||
		(opener == '[' && !top->n_square) ||
		(opener == '{' && !top->n_curly)) {
		m->is_clean = false;
		return;
	}
	for (; m->item[top->at].kind != opener; --top) {
		m->is_clean = false;
		--m->n_open;
	}
	--m->n_open;
	m->item[i].link = top->at;
	m->item[top->at].link = i;
}

/* Link matching brackets. Returns true if brackets are missing at the end and
 * there is no other error.
 */
static bool match_brackets(struct tokens *tokens)
{
	struct matcher m = { .item = tokens->item, .is_clean = true };

	for (uint32_t i = 0; i < tokens->n; ++i) {
		switch (tokens->item[i].kind) {
		case '(':
		case '[':
		case '{': match_open(&m, i); break;
		case ')':
		case ']':
		case '}': match_close(&m, i); break;
		case TOK_BAD: m.is_clean = false; break;
		}
	}
	free(m.open);
	return m.is_clean && m.n_open > 0;
}

struct tokens tokens_read(struct source *source)
{
	struct tokens tokens = { .source = source };

	lexer_scan(&tokens);
	match_brackets(&tokens);
	filter_tokens(&tokens);
	return tokens;
}

bool tokens_unfinished(struct source *source)
{
	struct tokens tokens = { .source = source };
	bool in_bracket;

	lexer_scan(&tokens);
	in_bracket = match_brackets(&tokens);
	filter_tokens(&tokens);
	for (uint32_t i = 0; i < tokens.n; ++i)
		if (tokens.item[i].kind == TOK_BAD &&
			tokens.item[i].fault != FAULT_BRACE)
			in_bracket = false;
	/* the last one is TOK_END */
	if (tokens.n > 1 && tokens_continues(tokens.item[tokens.n - 2].kind))
		in_bracket = true;
	tokens_free(&tokens);
	return in_bracket;
}

void tokens_free(struct tokens *tokens)
{
	free(tokens->item);
	*tokens = (struct tokens) { 0 };
}

struct loc tokens_loc(const struct tokens *tokens, uint32_t i)
{
	const struct token *t = &tokens->item[i];

	return (struct loc) { tokens->source, t->begin, t->end };
}

char *tokens_quote_loc(struct loc loc)
{
	const char *text = loc.source->text;
	struct buffer out = { 0 };

	for (uint32_t i = loc.begin; i < loc.end; ++i) {
		unsigned char c = (unsigned char) text[i];

		if (i >= loc.begin + QUOTE_BYTES && (c & 0xc0) != 0x80) {
			buffer_add(&out, "...");
			break;
		}
		if (c < 0x20 || c == 0x7f)
			buffer_printf(&out, "\\x%02x", c);
		else
			buffer_add_char(&out, text[i]);
	}
	return buffer_take(&out);
}

char *tokens_quote(const struct tokens *tokens, uint32_t i)
{
	return tokens_quote_loc(tokens_loc(tokens, i));
}
