/* Finds the wsp examples in a document: fenced blocks, directives of
 * reStructuredText, and paragraphs that start with a prompt.
 */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/cli/doctest_blocks.h"
#include "lang/cli/doctest_match.h"

#define PROMPT	     "wsp>"
#define CONTINUATION "...>"

struct document {
	enum doctest_kind kind;
	const char *text;
	int n_line;
	struct doctest_line *line;
	int n_block;
	struct doctest_block *block;
};

/* Length of "prompt" and its blank if text[0..len) starts with it; else 0. */
static size_t prompt_len(const char *text, size_t len, const char *prompt)
{
	size_t n = strlen(prompt);

	if (len < n || memcmp(text, prompt, n))
		return 0;
	if (len == n)
		return n;
	return text[n] == ' ' ? n + 1 : 0;
}

size_t doctest_blocks_prompt(const char *text, size_t len)
{
	size_t n = prompt_len(text, len, PROMPT);

	return n ? n : prompt_len(text, len, CONTINUATION);
}

static size_t count_blanks(const char *text, size_t len)
{
	size_t n = 0;

	while (n < len && (text[n] == ' ' || text[n] == '\t'))
		++n;
	return n;
}

static const char *prose(const struct document *d, int i, size_t *len)
{
	*len = d->line[i].end - d->line[i].begin;
	return d->text + d->line[i].begin;
}

static bool is_blank(const struct document *d, int i)
{
	size_t len;
	const char *text = prose(d, i, &len);

	return count_blanks(text, len) == len;
}

/* True if line i continues the prose of the line before. */
static bool goes_on(const struct document *d, int i)
{
	return i < d->n_line && d->line[i].is_prose && d->line[i].joins;
}

/* An opening or closing fence: its indentation (blanks, and the '>' of a
 * quotation), character and length; length 0 if the line is not a fence.
 */
struct fence {
	size_t indent;
	char c;
	size_t len;
	struct slice info; /* the info string: language, attributes */
};

static struct fence read_fence(const char *text, size_t len)
{
	struct fence f = { .indent = 0 };
	size_t i = 0;

	while (i < len && strchr(" \t>", text[i]))
		++i;
	f.indent = i;
	while (i < len && (text[i] == '`' || text[i] == '~') &&
		text[i] == text[f.indent])
		++i;
	if (i - f.indent < 3)
		return (struct fence) { .indent = 0 };
	f.c = text[f.indent];
	f.len = i - f.indent;
	i += count_blanks(text + i, len - i);
	f.info = (struct slice) { text + i, len - i };
	if (f.c == '`' && memchr(text + i, '`', len - i))
		f.len = 0;
	return f;
}

bool doctest_blocks_ends(enum doctest_kind kind, const char *text, size_t len)
{
	if (doctest_blocks_prompt(text, len) || read_fence(text, len).len)
		return true;
	for (size_t i = 0; i + 1 < len; ++i) {
		if (kind == DOCTEST_C && text[i] == '*' && text[i + 1] == '/')
			return true;
		if (kind == DOCTEST_PYTHON && i + 2 < len &&
			strchr("\"'", text[i]) && text[i] == text[i + 1] &&
			text[i] == text[i + 2])
			return true;
	}
	return false;
}

/* Cut the next word off "rest"; attributes are written "wsp,fresh" or
 * "{.wsp .fresh}".
 */
static bool next_word(struct slice *rest, struct slice *word)
{
	static const char separators[] = " \t,{}.";
	const char *text = rest->text, *end = rest->text + rest->len;

	while (text < end && strchr(separators, *text))
		++text;
	word->text = text;
	while (text < end && !strchr(separators, *text))
		++text;
	word->len = (size_t) (text - word->text);
	*rest = (struct slice) { text, (size_t) (end - text) };
	return word->len > 0;
}

static bool is_word(struct slice s, const char *word)
{
	return s.len == strlen(word) && !memcmp(s.text, word, s.len);
}

/* within=10%, without a fraction since '.' separates words. */
static bool read_within(struct slice word, double *within)
{
	static const char name[] = "within=";
	size_t i = strlen(name);
	int percent = 0;

	if (word.len < i || memcmp(word.text, name, i) != 0)
		return false;
	for (; i < word.len && isdigit((unsigned char) word.text[i]); ++i)
		percent = percent < 100 ? 10 * percent + word.text[i] - '0' :
					  100;
	*within = percent / 100.0;
	return percent > 0 && percent < 100 && i + 1 == word.len &&
		word.text[i] == '%';
}

static void read_attributes(struct doctest_block *b, struct slice rest)
{
	struct slice word;

	while (next_word(&rest, &word)) {
		if (is_word(word, "fresh"))
			b->fresh = true;
		else if (is_word(word, "error"))
			b->error = true;
		else if (is_word(word, "skip"))
			b->skip = true;
		else if (read_within(word, &b->within))
			continue;
		else if (!b->unknown)
			b->unknown = memory_copy_bytes(word.text, word.len);
	}
}

/* Reads the attributes if the language is wsp; false if it is not. */
static bool read_mark(struct doctest_block *b, struct slice mark)
{
	struct slice word;

	if (!next_word(&mark, &word) || !is_word(word, "wsp"))
		return false;
	read_attributes(b, mark);
	return true;
}

static void add_row(struct document *d, struct doctest_block *b, int i,
	size_t begin)
{
	b->row = memory_grow(b->row, (size_t) b->n_row, sizeof(*b->row));
	b->row[b->n_row++] = (struct doctest_row) {
		.number = i + 1,
		.start = d->line[i].start,
		.begin = begin,
		.end = d->line[i].end,
	};
}

/* Adds line i without its first "n" blanks, or as many as it has. */
static void add_indented(struct document *d, struct doctest_block *b, int i,
	size_t n)
{
	size_t len;
	const char *text = prose(d, i, &len);
	size_t blanks = count_blanks(text, len);

	add_row(d, b, i, d->line[i].begin + (blanks < n ? blanks : n));
}

static const char *row_text(const struct document *d,
	const struct doctest_row *row, size_t *len)
{
	*len = row->end - row->begin;
	return d->text + row->begin;
}

static void add_example(struct document *d, struct doctest_block *b, int *i)
{
	struct doctest_example e = { .input = *i, .n_input = 1 };
	const char *text;
	size_t len;

	for (++*i; *i < b->n_row; ++*i, ++e.n_input) {
		text = row_text(d, &b->row[*i], &len);
		if (!prompt_len(text, len, CONTINUATION))
			break;
	}
	e.output = *i;
	for (; *i < b->n_row; ++*i, ++e.n_output) {
		text = row_text(d, &b->row[*i], &len);
		if (prompt_len(text, len, PROMPT))
			break;
	}
	while (e.n_output > 0) {
		text = row_text(d, &b->row[e.output + e.n_output - 1], &len);
		if (count_blanks(text, len) < len)
			break;
		--e.n_output;
	}
	b->example = memory_grow(b->example, (size_t) b->n_example,
		sizeof(*b->example));
	b->example[b->n_example++] = e;
}

/* Rows before the first prompt are remarks of the author. */
static void find_examples(struct document *d, struct doctest_block *b)
{
	int i = 0;

	while (i < b->n_row) {
		size_t len;
		const char *text = row_text(d, &b->row[i], &len);

		if (prompt_len(text, len, PROMPT))
			add_example(d, b, &i);
		else
			++i;
	}
}

static void free_block(struct doctest_block *b)
{
	free(b->unknown);
	free(b->row);
	free(b->example);
}

static void keep_block(struct document *d, struct doctest_block *b)
{
	find_examples(d, b);
	d->block = memory_grow(d->block, (size_t) d->n_block,
		sizeof(*d->block));
	d->block[d->n_block++] = *b;
}

/* Adds line i without the indentation of its fence; false if the quotation
 * around the fence has ended.
 */
static bool add_fenced(struct document *d, struct doctest_block *b, int i,
	const char *indent, size_t n)
{
	size_t len;
	const char *text = prose(d, i, &len);

	if (!memchr(indent, '>', n)) {
		add_indented(d, b, i, n);
		return true;
	}
	while (n > 0 && strchr(" \t", indent[n - 1]) && len < n)
		--n;
	if (len < n || memcmp(text, indent, n))
		return false;
	add_row(d, b, i, d->line[i].begin + n);
	return true;
}

/* Reads a fenced block from line i; returns the line after it. */
static int read_fenced(struct document *d, int i, struct fence open)
{
	struct doctest_block b = { .number = i + 1 };
	bool ours = read_mark(&b, open.info);
	const char *indent;
	size_t len;

	indent = prose(d, i, &len);
	for (++i; goes_on(d, i); ++i) {
		const char *text = prose(d, i, &len);
		struct fence f = read_fence(text, len);

		if (f.len >= open.len && f.c == open.c && !f.info.len) {
			++i;
			break;
		}
		if (!add_fenced(d, &b, i, indent, open.indent))
			break;
	}
	if (ours)
		keep_block(d, &b);
	else
		free_block(&b);
	return i;
}

/* Removes "word" from the start of "s"; false if it is not there. */
static bool cut_word(struct slice *s, const char *word)
{
	size_t n = strlen(word);

	if (s->len < n || memcmp(s->text, word, n))
		return false;
	*s = (struct slice) { s->text + n, s->len - n };
	return true;
}

static struct slice without_indent(const char *text, size_t len)
{
	size_t n = count_blanks(text, len);

	return (struct slice) { text + n, len - n };
}

/* True for `.. code-block::` and similar; "mark" is the rest of the line. */
static bool is_directive(const char *text, size_t len, struct slice *mark)
{
	*mark = without_indent(text, len);
	return cut_word(mark, ".. code-block::") ||
		cut_word(mark, ".. code::") ||
		cut_word(mark, ".. sourcecode::");
}

/* Reads the options of a directive, which follow it directly; `:class: fresh`
 * is an attribute.
 */
static int read_directive_options(struct document *d, struct doctest_block *b,
	int i)
{
	for (; goes_on(d, i); ++i) {
		size_t len;
		const char *text = prose(d, i, &len);
		struct slice s = without_indent(text, len);

		if (s.len == 0 || *s.text != ':')
			break;
		if (cut_word(&s, ":class:"))
			read_attributes(b, s);
	}
	return i;
}

/* Reads the body of a directive at line i: the lines indented deeper. */
static int read_directive(struct document *d, int i, struct slice mark)
{
	struct doctest_block b = { .number = i + 1 };
	bool ours = read_mark(&b, mark);
	size_t len, indent, body = 0;
	const char *text = prose(d, i, &len);
	int n_row = 0;

	indent = count_blanks(text, len);
	for (i = read_directive_options(d, &b, i + 1); goes_on(d, i); ++i) {
		size_t blanks;

		text = prose(d, i, &len);
		blanks = count_blanks(text, len);
		if (blanks < len && blanks <= indent)
			break;
		if (blanks < len && body == 0)
			body = blanks;
		add_indented(d, &b, i, body);
		if (blanks < len)
			n_row = b.n_row;
	}
	b.n_row = n_row;
	if (ours)
		keep_block(d, &b);
	else
		free_block(&b);
	return i;
}

static bool starts_with_prompt(const struct document *d, int i, size_t *indent)
{
	size_t len;
	const char *text = prose(d, i, &len);

	*indent = count_blanks(text, len);
	return prompt_len(text + *indent, len - *indent, PROMPT);
}

/* Reads a paragraph of prompts and output from line i; a blank line ends it
 * unless a prompt follows.
 */
static int read_paragraph(struct document *d, int i, size_t indent)
{
	struct doctest_block b = { .number = i + 1 };
	size_t len, other;
	const char *text;

	do {
		add_indented(d, &b, i, indent);
		++i;
		if (!goes_on(d, i))
			break;
		text = prose(d, i, &len);
		if (is_blank(d, i) &&
			(!goes_on(d, i + 1) ||
				!starts_with_prompt(d, i + 1, &other) ||
				other != indent))
			break;
	} while (is_blank(d, i) || count_blanks(text, len) >= indent);
	keep_block(d, &b);
	return i;
}

static int read_from(struct document *d, int i)
{
	size_t len, indent;
	const char *text = prose(d, i, &len);
	struct fence f = read_fence(text, len);
	struct slice mark;

	if (f.len)
		return read_fenced(d, i, f);
	if (d->kind == DOCTEST_MARKDOWN)
		return i + 1;
	if (is_directive(text, len, &mark))
		return read_directive(d, i, mark);
	if (starts_with_prompt(d, i, &indent))
		return read_paragraph(d, i, indent);
	return i + 1;
}

struct doctest_block *doctest_blocks_find(enum doctest_kind kind,
	const char *text, size_t len, int *n)
{
	struct document d = { .kind = kind, .text = text };
	int i = 0;

	d.line = doctest_lines_read(kind, text, len, &d.n_line);
	while (i < d.n_line)
		i = d.line[i].is_prose ? read_from(&d, i) : i + 1;
	free(d.line);
	*n = d.n_block;
	return d.block;
}

void doctest_blocks_free(struct doctest_block *block, int n)
{
	for (int i = 0; i < n; ++i)
		free_block(&block[i]);
	free(block);
}
