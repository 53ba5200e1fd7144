/* The prose of a document, line by line.  A small scanner for each family of
 * languages finds comments and skips strings.
 */

#include <ctype.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/cli/doctest_lines.h"

static const struct {
	const char *suffix;
	enum doctest_kind kind;
} kinds[] = {
	{ ".rst", DOCTEST_RST }, { ".rest", DOCTEST_RST }, { ".c", DOCTEST_C },
	{ ".h", DOCTEST_C }, { ".cc", DOCTEST_C }, { ".hh", DOCTEST_C },
	{ ".cpp", DOCTEST_C }, { ".hpp", DOCTEST_C }, { ".cxx", DOCTEST_C },
	{ ".hxx", DOCTEST_C }, { ".cu", DOCTEST_C }, { ".cuh", DOCTEST_C },
	{ ".hip", DOCTEST_C }, { ".py", DOCTEST_PYTHON },
	{ ".pyi", DOCTEST_PYTHON },
	{ ".wsp", DOCTEST_PYTHON }, /* comments look the same */
};

enum doctest_kind doctest_lines_kind(const char *path)
{
	const char *dot = strrchr(path, '.');

	for (size_t i = 0; dot && i < sizeof(kinds) / sizeof(kinds[0]); ++i)
		if (strcmp(dot, kinds[i].suffix) == 0)
			return kinds[i].kind;
	return DOCTEST_MARKDOWN;
}

/* The state of a line scanner in a source file. */
struct reader {
	const char *text;
	bool in_comment;    /* a comment opened earlier is still open */
	bool was_slashes;   /* the previous line was a `//` or `#` comment */
	const char *quotes; /* quotes that end the docstring, or NULL */
};

static size_t skip_blanks(const char *text, size_t i, size_t end)
{
	while (i < end && strchr(" \t", text[i]))
		++i;
	return i;
}

static bool is_at(const char *text, size_t i, size_t end, const char *word)
{
	size_t len = strlen(word);

	return end - i >= len && !memcmp(text + i, word, len);
}

/* The first occurrence of "word" from i on; "end" if there is none. */
static size_t find(const char *text, size_t i, size_t end, const char *word)
{
	while (i < end && !is_at(text, i, end, word))
		++i;
	return i;
}

/* The end of the string or character constant that starts at i. */
static size_t skip_quoted(const char *text, size_t i, size_t end)
{
	char quote = text[i++];

	while (i < end && text[i] != quote)
		i += text[i] == '\\' ? 2 : 1;
	return i < end ? i + 1 : end;
}

/* Scans code to the end of a line; true if a comment stays open. */
static bool opens_comment(const char *text, size_t i, size_t end)
{
	while (i < end) {
		bool in_number = text[i] == '\'' && i > 0 &&
			isalnum((unsigned char) text[i - 1]);

		if (is_at(text, i, end, "//"))
			return false;
		if (is_at(text, i, end, "/*")) {
			i = find(text, i + 2, end, "*/");
			if (i == end)
				return true;
			i += 2;
		} else if (strchr("\"'", text[i]) && !in_number) {
			i = skip_quoted(text, i, end);
		} else {
			++i;
		}
	}
	return false;
}

/* Sets the prose of an open comment from "begin" to where it ends. */
static void take_comment(struct reader *r, struct doctest_line *line,
	size_t begin)
{
	size_t end = line->end;

	line->is_prose = true;
	line->begin = begin;
	line->end = find(r->text, begin, end, "*/");
	r->in_comment = line->end == end ||
		opens_comment(r->text, line->end + 2, end);
	while (line->end < end && line->end > begin &&
		strchr(" \t", r->text[line->end - 1]))
		--line->end;
}

/* The end of the comment leader, which includes one blank. */
static size_t behind_leader(const char *text, size_t i, size_t end)
{
	return i < end && text[i] == ' ' ? i + 1 : i;
}

static void read_c_line(struct reader *r, struct doctest_line *line)
{
	const char *text = r->text;
	size_t end = line->end, i = skip_blanks(text, line->start, end);
	bool was_slashes = r->was_slashes;

	r->was_slashes = false;
	if (r->in_comment) {
		line->joins = true;
		if (is_at(text, i, end, "*") && !is_at(text, i, end, "*/"))
			i = behind_leader(text, i + 1, end);
		else
			i = line->start;
		take_comment(r, line, i);
	} else if (is_at(text, i, end, "/*")) {
		i += 2;
		while (i < end && strchr("*!", text[i]) &&
			!is_at(text, i, end, "*/"))
			++i;
		take_comment(r, line, behind_leader(text, i, end));
	} else if (is_at(text, i, end, "//")) {
		i += 2;
		while (i < end && strchr("/!", text[i]))
			++i;
		line->is_prose = true;
		line->joins = was_slashes;
		line->begin = behind_leader(text, i, end);
		r->was_slashes = true;
	} else {
		r->in_comment = opens_comment(text, i, end);
	}
}

/* Scans Python code to the end of a line; returns the quotes that stay open,
 * or NULL.
 */
static const char *opens_docstring(const char *text, size_t i, size_t end)
{
	static const char *const triple[] = { "\"\"\"", "'''" };

	while (i < end && text[i] != '#') {
		const char *quotes = NULL;

		for (int k = 0; k < 2; ++k)
			if (is_at(text, i, end, triple[k]))
				quotes = triple[k];
		if (quotes) {
			i = find(text, i + 3, end, quotes);
			if (i == end)
				return quotes;
			i += 3;
		} else if (strchr("\"'", text[i])) {
			i = skip_quoted(text, i, end);
		} else {
			++i;
		}
	}
	return NULL;
}

static void read_python_line(struct reader *r, struct doctest_line *line)
{
	const char *text = r->text;
	size_t end = line->end, i = skip_blanks(text, line->start, end);
	bool was_slashes = r->was_slashes;

	r->was_slashes = false;
	if (r->quotes) {
		line->is_prose = line->joins = true;
		line->end = find(text, line->start, end, r->quotes);
		if (line->end < end)
			r->quotes = opens_docstring(text, line->end + 3, end);
	} else if (is_at(text, i, end, "#")) {
		line->is_prose = true;
		line->joins = was_slashes;
		line->begin = behind_leader(text, i + 1, end);
		r->was_slashes = true;
	} else {
		r->quotes = opens_docstring(text, i, end);
	}
}

static void read_line(struct reader *r, enum doctest_kind kind,
	struct doctest_line *line)
{
	switch (kind) {
	case DOCTEST_MARKDOWN:
	case DOCTEST_RST: line->is_prose = line->joins = true; return;
	case DOCTEST_C: read_c_line(r, line); return;
	case DOCTEST_PYTHON: read_python_line(r, line); return;
	}
}

struct doctest_line *doctest_lines_read(enum doctest_kind kind,
	const char *text, size_t len, int *n)
{
	struct reader r = { .text = text };
	struct doctest_line *line = NULL;
	size_t start = 0;

	*n = 0;
	while (start < len) {
		const char *newline = memchr(text + start, '\n', len - start);
		size_t stop = newline ? (size_t) (newline - text) : len;
		size_t end = stop;

		if (end > start && text[end - 1] == '\r')
			--end;
		line = memory_grow(line, (size_t) *n, sizeof(*line));
		line[*n] = (struct doctest_line) {
			.start = start,
			.begin = start,
			.end = end,
		};
		read_line(&r, kind, &line[(*n)++]);
		start = stop + 1;
	}
	return line;
}
