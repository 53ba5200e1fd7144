/* The canonical form: blanks between tokens and the indent of lines. */

#include <stdlib.h>
#include <string.h>

#include "lang/syntax/fmt.h"
#include "lang/syntax/grammar.h"
#include "lang/syntax/tokens.h"

#define INDENT_BLANKS 4

/* Bracket depth beyond which lines are not indented further. */
#define INDENT_LEVELS 32

struct fmt {
	struct tokens tokens;
	const char *text;
	struct buffer *out;
	uint32_t i;    /* the current token */
	uint32_t last; /* the last token printed, or TOKENS_NONE */
	int depth;     /* open brackets after it */
};

static const struct token *item(const struct fmt *f, uint32_t i)
{
	return &f->tokens.item[i];
}

static bool is_missing_brace(const struct token *t)
{
	return t->kind == TOK_BAD && t->fault == FAULT_BRACE;
}

/* Tokens that print nothing; line breaks are copied from the text. */
static bool is_silent(const struct token *t)
{
	return t->kind == TOK_NEWLINE || is_missing_brace(t);
}

static bool is_brace(int kind)
{
	return kind == TOK_BLOCK || kind == TOK_BODY || kind == TOK_SETTINGS ||
		kind == TOK_DEVICE_BRACE;
}

static bool is_round(int kind)
{
	return kind == '(' || kind == '[' || kind == TOK_LAMBDA;
}

static bool is_closer(int kind)
{
	return kind == ')' || kind == ']' || kind == '}';
}

/* True if token i opens a bracket that is closed later. */
static bool opens(const struct fmt *f, uint32_t i)
{
	return item(f, i)->kind != TOK_END && item(f, i + 1)->link == i;
}

static bool is_sign(const struct fmt *f, uint32_t i)
{
	return item(f, i)->kind == '-' &&
		(i == 0 || !tokens_ends_operand(item(f, i - 1)->kind));
}

static bool is_separator(int kind)
{
	return kind == ',' || kind == TOK_NEXT || kind == ';' ||
		kind == TOK_SILENCE;
}

static bool is_tight(int kind)
{
	return kind == '^' || kind == '.' || kind == TOK_RANGE;
}

/* True if a blank separates the tokens i and j on one line. */
static bool wants_blank(const struct fmt *f, uint32_t i, uint32_t j)
{
	int a = item(f, i)->kind, b = item(f, j)->kind;

	if (is_tight(a) && f->text[item(f, j)->begin] == '.')
		return true; /* 1.. .5 */
	if (is_tight(a) || is_tight(b) || is_separator(b) || is_sign(f, i))
		return false;
	if (is_round(a) || b == ')' || b == ']')
		return false;
	if (is_brace(a) && b == '}')
		return false;
	if (a == TOK_ATOMIC && b == TOK_ADD_TO)
		return false;
	if (b == '=' && i > 0 && item(f, i - 1)->kind == TOK_ATOMIC)
		return false;
	if (b == '(' || b == '[')
		return !tokens_ends_operand(a);
	if (b == ':') /* device a : b */
		return i > 0 && item(f, i - 1)->kind == TOK_DEVICE;
	return true;
}

static void indent(struct fmt *f, int depth)
{
	buffer_repeat(f->out, ' ',
		INDENT_BLANKS *
			(depth < INDENT_LEVELS ? depth : INDENT_LEVELS));
}

static bool starts_statement(const struct fmt *f)
{
	int kind = f->i > 0 ? item(f, f->i - 1)->kind : TOK_NEWLINE;

	return kind == TOK_NEWLINE || kind == TOK_SILENCE || kind == ';' ||
		is_brace(kind) || kind == TOK_BAD;
}

/* Indentation levels of a line that starts with token f->i. */
static int line_depth(const struct fmt *f)
{
	const struct token *t = item(f, f->i);
	uint32_t around = t->link;
	int depth = f->depth;

	if (is_closer(t->kind))
		return depth - 1;
	if (around != TOKENS_NONE && is_round(item(f, around)->kind))
		return depth;
	return starts_statement(f) || is_brace(t->kind) || t->kind == TOK_END ?
		depth :
		depth + 1;
}

static size_t rest_of_line(const char *text, const char *end)
{
	const char *newline = memchr(text, '\n', (size_t) (end - text));

	return (size_t) ((newline ? newline : end) - text);
}

static size_t without_blanks(const char *text, size_t len)
{
	while (len > 0 && strchr(" \t\r", text[len - 1]))
		--len;
	return len;
}

/* Print the line breaks and comments between two tokens; true if there was a
 * line break.
 */
static bool print_gap(struct fmt *f, const char *text, const char *end)
{
	int n_newline = f->last == TOKENS_NONE ? 1 : 0, n_blank = 0;
	bool is_first = f->last == TOKENS_NONE;
	size_t len;

	for (; text < end; ++text) {
		if (*text == '\n')
			++n_newline;
		if (*text != '#')
			continue;
		n_blank = n_newline > 1 && !is_first;
		if (n_newline > 0 && !is_first)
			buffer_repeat(f->out, '\n', 1 + n_blank);
		if (n_newline > 0)
			indent(f, f->depth + (line_depth(f) > f->depth));
		else
			buffer_add(f->out, "  ");
		len = rest_of_line(text, end);
		buffer_add_bytes(f->out, text, without_blanks(text, len));
		text += len - 1;
		n_newline = 0;
		is_first = false;
	}
	if (n_newline == 0 && item(f, f->i)->kind != TOK_END)
		return false;
	if (item(f, f->i)->kind == TOK_END)
		n_newline = 1;
	if (!is_first)
		buffer_repeat(f->out, '\n', n_newline > 1 ? 2 : 1);
	if (item(f, f->i)->kind != TOK_END)
		indent(f, line_depth(f));
	return true;
}

static void print_blanks(struct fmt *f, const char *text, const char *end)
{
	bool is_readable = item(f, f->last)->kind != TOK_BAD &&
		item(f, f->i)->kind != TOK_BAD;

	if (!is_readable)
		buffer_add_bytes(f->out, text, (size_t) (end - text));
	else if (wants_blank(f, f->last, f->i))
		buffer_add_char(f->out, ' ');
}

static void print_token(struct fmt *f)
{
	const struct token *t = item(f, f->i);
	uint32_t begin = f->last == TOKENS_NONE ? 0 : item(f, f->last)->end;
	const char *gap = f->text + begin, *end = f->text + t->begin;

	if (!print_gap(f, gap, end) && f->last != TOKENS_NONE)
		print_blanks(f, gap, end);
	if (t->kind == TOK_BY_BLOCK) /* two words with blanks between them */
		buffer_add(f->out, "by block");
	else
		buffer_add_bytes(f->out, end, t->end - t->begin);
	if (is_closer(t->kind))
		--f->depth;
	f->depth += opens(f, f->i);
	f->last = f->i;
}

static void print_tokens(struct fmt *f)
{
	for (; f->i < f->tokens.n; ++f->i) {
		if (is_missing_brace(item(f, f->i)))
			f->depth = 0;
		if (!is_silent(item(f, f->i)))
			print_token(f);
	}
}

static bool is_same_token(const struct tokens *a, const struct tokens *b,
	uint32_t i)
{
	const struct token *s = &a->item[i], *t = &b->item[i];
	uint32_t len = s->end - s->begin;

	return s->kind == t->kind &&
		(s->kind == TOK_NEWLINE || s->kind == TOK_BY_BLOCK ||
			(len == t->end - t->begin &&
				memcmp(a->source->text + s->begin,
					b->source->text + t->begin, len) == 0));
}

/* The number of tokens without TOK_END and a newline before it. */
static uint32_t count(const struct tokens *tokens)
{
	uint32_t n = tokens->n - 1;

	return n > 0 && tokens->item[n - 1].kind == TOK_NEWLINE ? n - 1 : n;
}

/* Check that the output has the same tokens: invalid text may scan differently
 * with other blanks.
 */
static bool is_same_program(const struct tokens *a, const struct buffer *text,
	size_t from)
{
	struct source *source = source_new("", text->text + from,
		text->len - from);
	struct tokens b = tokens_read(source);
	uint32_t n = count(a);
	bool same = n == count(&b);

	for (uint32_t i = 0; same && i < n; ++i)
		same = is_same_token(a, &b, i);
	tokens_free(&b);
	source_drop(source);
	return same;
}

/* A source of "text" that ends in a newline, as the canonical form does. */
static struct source *whole_lines(const char *text, size_t len)
{
	struct buffer copy = { 0 };
	struct source *source;

	buffer_add_bytes(&copy, text, len);
	if (len > 0 && text[len - 1] != '\n')
		buffer_add_char(&copy, '\n');
	source = source_new("", buffer_text(&copy), copy.len);
	buffer_free(&copy);
	return source;
}

void fmt_text(const char *text, size_t len, struct buffer *out)
{
	struct source *source = whole_lines(text, len);
	struct fmt f = {
		.tokens = tokens_read(source),
		.text = source->text,
		.out = out,
		.last = TOKENS_NONE,
	};
	size_t from = out->len;

	print_tokens(&f);
	if (out->len > from && !is_same_program(&f.tokens, out, from)) {
		out->len = from;
		buffer_add_bytes(out, text, len);
	}
	tokens_free(&f.tokens);
	source_drop(source);
}
