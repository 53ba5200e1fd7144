/* Parses CSV (RFC 4180) in place: each cell becomes a NUL-terminated string
 * inside the text of the file.  Cells may also be separated by semicolons, as
 * spreadsheets write them where the decimal mark is a comma, or by tabs.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/csv.h"
#include "lang/base/memory.h"

struct reader {
	struct csv *csv;
	char *at, *end; /* *end is the NUL */
	int64_t line;
	size_t n_cell;
	int64_t n_line;	   /* rows so far, including the header */
	const char *whole; /* ragged: the text as it was, or NULL */
	char *why;
};

static bool fail(struct reader *r, int64_t line, const char *what)
{
	snprintf(r->why, 256, "line %lld: %s", (long long) line, what);
	return false;
}

static bool is_end(const struct reader *r)
{
	return r->at == r->end || *r->at == '\n' ||
		(*r->at == '\r' && (r->at + 1 == r->end || r->at[1] == '\n'));
}

static bool is_blank(const struct reader *r, char c)
{
	return c == ' ' || (c == '\t' && r->csv->separator != '\t');
}

static void skip_blanks(struct reader *r)
{
	while (r->at < r->end && is_blank(r, *r->at))
		++r->at;
}

static void add_cell(struct reader *r, char *text)
{
	r->csv->cell = memory_grow(r->csv->cell, r->n_cell,
		sizeof(*r->csv->cell));
	r->csv->cell[r->n_cell++] = text;
}

/* A quoted cell, in which "" denotes one quote. The unescaped text overwrites
 * the quoted one.
 */
static bool read_quoted(struct reader *r, char **end)
{
	int64_t first = r->line;
	bool is_closed = false;

	add_cell(r, r->at);
	*end = r->at++;
	while (r->at < r->end) {
		char c = *r->at++;

		is_closed = c == '"' && (r->at == r->end || *r->at != '"');
		if (is_closed)
			break;
		r->at += c == '"';
		r->line += c == '\n';
		*(*end)++ = c;
	}
	if (!is_closed)
		return fail(r, first, "the closing quote is missing");
	skip_blanks(r);
	if (!is_end(r) && *r->at != r->csv->separator)
		return fail(r, r->line,
			"text follows the closing quote of a cell");
	return true;
}

static void read_bare(struct reader *r, char **end)
{
	add_cell(r, r->at);
	while (!is_end(r) && *r->at != r->csv->separator)
		++r->at;
	*end = r->at;
	while (*end > r->csv->cell[r->n_cell - 1] && is_blank(r, (*end)[-1]))
		--*end;
}

/* One row; false at a cell that cannot be read. */
static bool read_row(struct reader *r)
{
	bool more = true;
	char *end = NULL;

	while (more) {
		skip_blanks(r);
		if (r->at < r->end && *r->at == '"') {
			if (!read_quoted(r, &end))
				return false;
		} else {
			read_bare(r, &end);
		}
		more = r->at < r->end && *r->at == r->csv->separator;
		if (more)
			++r->at;
		else if (r->at < r->end && *r->at == '\r')
			++r->at;
		if (!more && r->at < r->end) {
			++r->line;
			++r->at;
		}
		*end = '\0';
	}
	return true;
}

/* A row that is left out, with its cells from "before" on. */
static void drop_row(struct reader *r, int64_t line, size_t before,
	const char *what)
{
	r->n_cell = before;
	if (r->csv->n_odd++ > 0)
		return;
	r->csv->odd = line;
	r->csv->what = what;
}

/* True if the row is kept: it has n cells and gets the missing ones. */
static bool fit_width(struct reader *r, int64_t line, size_t n)
{
	for (; n < (size_t) r->csv->n_column; ++n)
		add_cell(r, r->end);
	if (n == (size_t) r->csv->n_column)
		return true;
	drop_row(r, line, r->n_cell - n, "has more cells than the header");
	return false;
}

/* Quotes that do not match, as where a file was cut: the rest of the line is
 * left out, with what was unescaped beyond it as it was.
 */
static void skip_line(struct reader *r, char *from, int64_t line, size_t before)
{
	size_t at = (size_t) (from - r->csv->text);
	char *next;

	memcpy(from, r->whole + at, (size_t) (r->end - from));
	next = memchr(from, '\n', (size_t) (r->end - from));
	r->at = next ? next + 1 : r->end;
	r->line = line + 1;
	drop_row(r, line, before, "has a quote that does not close");
}

static bool check_width(struct reader *r, int64_t line, size_t n)
{
	char what[96];

	if (n == (size_t) r->csv->n_column)
		return true;
	snprintf(what, sizeof(what), "%zu cell%s, but the header has %d", n,
		n == 1 ? "" : "s", r->csv->n_column);
	return fail(r, line, what);
}

static bool skip_empty(struct reader *r)
{
	skip_blanks(r);
	if (r->at == r->end)
		return true;
	if (!is_end(r))
		return false;
	r->at += *r->at == '\r' && r->at + 1 < r->end ? 2 : 1;
	++r->line;
	return true;
}

static bool read_rows(struct reader *r)
{
	while (r->at < r->end) {
		int64_t line;
		size_t before = r->n_cell;
		char *from;

		if (skip_empty(r))
			continue;
		line = r->line;
		from = r->at;
		if (!read_row(r)) {
			if (!r->whole || r->n_line == 0)
				return false;
			skip_line(r, from, line, before);
			continue;
		}
		if (r->n_line == 0 && r->n_cell < 1 << 20)
			r->csv->n_column = (int) r->n_cell;
		if (r->whole) {
			if (!fit_width(r, line, r->n_cell - before))
				continue;
		} else if (!check_width(r, line, r->n_cell - before)) {
			return false;
		}
		r->csv->line = memory_grow(r->csv->line, (size_t) r->n_line,
			sizeof(*r->csv->line));
		r->csv->line[r->n_line++] = line;
	}
	if (r->n_line == 0)
		return fail(r, 1, "the file has no header row");
	r->csv->n_row = r->n_line - 1;
	return true;
}

/* The line "sep=;" with which spreadsheets start a file. */
static void skip_sep(struct reader *r)
{
	if (strncmp(r->at, "sep=", 4) != 0 || !r->at[4])
		return;
	r->csv->separator = r->at[4];
	r->at += 5;
	if (is_end(r))
		skip_empty(r);
	else
		r->at -= 5;
}

char csv_separator(const char *text, size_t len)
{
	static const char marks[] = ",;\t";
	size_t n[sizeof(marks)] = { 0 };
	bool is_quoted = false;
	int most = 0;

	for (size_t i = 0; i < len && (is_quoted || text[i] != '\n'); ++i) {
		const char *mark = strchr(marks, text[i]);

		is_quoted ^= text[i] == '"';
		if (!is_quoted && mark && *mark)
			++n[mark - marks];
	}
	for (int k = 1; marks[k]; ++k)
		if (n[k] > n[most])
			most = k;
	return marks[most];
}

static bool parse(struct csv *csv, char *text, size_t len, int64_t line,
	const char *whole, char why[256])
{
	struct reader r = {
		.csv = csv,
		.at = text,
		.end = text + len,
		.line = line,
		.whole = whole,
		.why = why,
	};
	bool ok;

	*csv = (struct csv) { .text = text, .separator = ',' };
	if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
		r.at += 3;
	while (r.at < r.end && skip_empty(&r))
		continue;
	skip_sep(&r);
	csv->separator = csv_separator(r.at, (size_t) (r.end - r.at));
	if (memchr(text, '\0', len))
		ok = fail(&r, 1, "not a text file: it contains a NUL byte");
	else
		ok = read_rows(&r);
	if (!ok)
		csv_clear(csv);
	return ok;
}

bool csv_parse(struct csv *csv, char *text, size_t len, char why[256])
{
	return parse(csv, text, len, 1, NULL, why);
}

bool csv_parse_ragged(struct csv *csv, char *text, size_t len, int64_t line,
	char why[256])
{
	char *whole = memory_copy_bytes(text, len);
	bool ok = parse(csv, text, len, line, whole, why);

	free(whole);
	return ok;
}

void csv_clear(struct csv *csv)
{
	free(csv->text);
	free(csv->cell);
	free(csv->line);
	*csv = (struct csv) { 0 };
}

int csv_column(const struct csv *csv, const char *name)
{
	for (int i = 0; i < csv->n_column; ++i)
		if (strcmp(csv->cell[i], name) == 0)
			return i;
	return -1;
}

const char *csv_cell(const struct csv *csv, int64_t row, int column)
{
	return csv->cell[(row + 1) * csv->n_column + column];
}
