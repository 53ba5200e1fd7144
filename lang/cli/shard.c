/* Reads the table of a shard, CSV or JSON, without parsing its cells: rows
 * stay text, so that a merged table is identical to that of a single run.
 */

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/files.h"
#include "lang/base/memory.h"
#include "lang/cli/shard.h"

#define FIGURE_LEN 64

static struct shard_row *add_row(struct shard *s)
{
	s->row = memory_grow(s->row, (size_t) s->n_row, sizeof(*s->row));
	s->row[s->n_row] = (struct shard_row) { 0 };
	return &s->row[s->n_row++];
}

/* Parses the name of the first column. */
static bool read_name(struct shard *s, const char *name)
{
	char use[8], by[FIGURE_LEN], way[16];
	int len = 0, more = 0;
	const char *at;

	s->top = INT64_MAX;
	if (sscanf(name, "index %9" SCNd64 "/%9" SCNd64 "%n", &s->i, &s->n,
		    &len) != 2 ||
		s->n < 1 || s->i < 0 || s->i > s->n)
		return false;
	at = name + len;
	buffer_add(&s->order, at);
	if (sscanf(at, " %7s %63s %15s%n", use, by, way, &more) == 3 &&
		strcmp(use, "top") != 0) {
		s->is_sorted = strcmp(use, "by") == 0;
		buffer_add(&s->by, by);
		s->is_descending = strcmp(way, "descending") == 0;
		at += more;
	}
	more = 0;
	if (sscanf(at, " top %18" SCNd64 "%n", &s->top, &more) == 1)
		at += more;
	return !*at && s->top > 0;
}

/* ----------------------------------------------------------------- CSV */

/* The end of the cell that starts at "text", quoted or not. */
static const char *cell_end(const char *text)
{
	bool quoted = false;

	for (; *text && (quoted || (*text != ',' && *text != '\n')); ++text)
		if (*text == '"')
			quoted = !quoted;
	return text;
}

static const char *line_end(const char *text)
{
	while (*(text = cell_end(text)) == ',')
		++text;
	return text;
}

/* The column of a figure: "performance [LUP/s]". */
static int find_column(const char *head, const char *name)
{
	size_t len = strlen(name);

	for (int i = 0;; ++i) {
		const char *end = cell_end(head);

		if (strncmp(head, name, len) == 0 &&
			(head + len == end ||
				strncmp(head + len, " [", 2) == 0))
			return i;
		if (*end != ',')
			return -1;
		head = end + 1;
	}
}

static double figure_at(const char *text, const char *end)
{
	char *stop;
	double x = strtod(text, &stop);

	return stop == end && stop > text ? x : NAN;
}

struct columns {
	int key, tie; /* or -1 */
};

static bool read_row(struct shard *s, const char *line,
	const struct columns *columns)
{
	struct shard_row *row = add_row(s);
	const char *end = cell_end(line);
	char *stop;

	row->index = strtoll(line, &stop, 10);
	if (stop != end || stop == line || *end != ',')
		return false;
	row->text = end + 1;
	row->len = (size_t) (line_end(row->text) - row->text);
	for (int i = 0; *end == ','; ++i) {
		line = end + 1;
		end = cell_end(line);
		if (i == columns->key)
			row->key = figure_at(line, end);
		if (i == columns->tie) {
			row->tie = line;
			row->tie_len = (size_t) (end - line);
		}
	}
	return true;
}

static const char *read_csv(struct shard *s)
{
	const char *text = buffer_text(&s->text), *end = cell_end(text);
	struct buffer name = { 0 };
	struct columns columns = { -1, -1 };
	bool ok;

	if (strcmp(text, "\n") == 0)
		return NULL;
	buffer_add_bytes(&name, text, (size_t) (end - text));
	ok = *end == ',' && read_name(s, buffer_text(&name));
	buffer_free(&name);
	if (!ok)
		return "not the table of a shard";
	text = end + 1;
	end = line_end(text);
	buffer_add_bytes(&s->head, text, (size_t) (end - text));
	if (s->by.len > 0) {
		columns.key = find_column(buffer_text(&s->head),
			buffer_text(&s->by));
		if (columns.key < 0)
			return "the column it is sorted by is missing";
	}
	columns.tie = find_column(buffer_text(&s->head), "tie");
	for (text = end; *text == '\n' && text[1]; text = line_end(text + 1))
		if (!read_row(s, text + 1, &columns))
			return "one of its lines is not a row";
	return *text == '\n' ? NULL : "cut off";
}

/* ---------------------------------------------------------------- JSON */

static const char *skip_blanks(const char *text)
{
	while (isspace((unsigned char) *text))
		++text;
	return text;
}

/* The end of the string that starts at the quote "text"; NULL if it is not
 * closed.
 */
static const char *string_end(const char *text)
{
	for (++text; *text && *text != '"'; ++text)
		if (*text == '\\' && text[1])
			++text;
	return *text ? text + 1 : NULL;
}

/* The end of the value at "text", or NULL.  Counting brackets suffices, as wsp
 * prints well-formed JSON.
 */
static const char *value_end(const char *text)
{
	int depth = 0;

	for (;;) {
		if (!*text)
			return NULL;
		if (*text == '"') {
			text = string_end(text);
			if (!text)
				return NULL;
		} else if (strchr("[{", *text)) {
			++depth;
			++text;
		} else if (depth > 0 && strchr("]}", *text)) {
			--depth;
			++text;
		} else {
			++text;
		}
		if (depth == 0 && (!*text || strchr(",]} \n", *text)))
			return *text ? text : NULL;
	}
}

/* The value of member name[0..len) of the object at "text", or NULL. */
static const char *member(const char *text, const char *name, size_t len)
{
	const char *end, *value;

	for (text = skip_blanks(text + 1); *text == '"';
		text = skip_blanks(text + 1)) {
		end = string_end(text);
		if (!end || *skip_blanks(end) != ':')
			return NULL;
		value = skip_blanks(skip_blanks(end) + 1);
		if ((size_t) (end - text) == len + 2 &&
			strncmp(text + 1, name, len) == 0)
			return value;
		end = value_end(value);
		if (!end)
			return NULL;
		text = skip_blanks(end);
		if (*text != ',')
			return NULL;
	}
	return NULL;
}

/* A figure by its dotted path, or by the whole path as the name of a member. */
static const char *find_figure(const char *object, const char *path)
{
	const char *value = member(object, path, strlen(path));
	const char *dot = strchr(path, '.');

	if (value || !dot)
		return value;
	value = member(object, path, (size_t) (dot - path));
	return value && *value == '{' ? find_figure(value, dot + 1) : NULL;
}

/* "{"index 1/2": 3, rest": gives the name of the first member, and the rest. */
static bool read_object(struct shard *s, const char *text, const char *end)
{
	struct shard_row *row = add_row(s);
	const char *name = skip_blanks(text + 1), *value, *stop;
	struct buffer copy = { 0 };
	bool ok = true;
	char *behind;

	stop = *name == '"' ? string_end(name) : NULL;
	if (!stop || *skip_blanks(stop) != ':')
		return false;
	buffer_add_bytes(&copy, name + 1, (size_t) (stop - name) - 2);
	if (s->n == 0)
		ok = read_name(s, buffer_text(&copy));
	buffer_free(&copy);
	value = skip_blanks(skip_blanks(stop) + 1);
	row->index = strtoll(value, &behind, 10);
	if (!ok || behind == value || *behind != ',')
		return false;
	row->text = skip_blanks(behind + 1);
	row->len = (size_t) (end - row->text);
	row->tie = find_figure(text, "tie");
	if (row->tie)
		row->tie_len = (size_t) (value_end(row->tie) - row->tie);
	if (s->by.len == 0)
		return true;
	value = find_figure(text, buffer_text(&s->by));
	if (!value)
		return false;
	row->key = figure_at(value, value_end(value));
	return true;
}

static const char *read_json(struct shard *s)
{
	const char *text = skip_blanks(buffer_text(&s->text)), *end;

	text = skip_blanks(text + 1);
	if (*text == ']')
		return NULL;
	for (;;) {
		end = value_end(text);
		if (!end)
			return "cut off";
		if (*text != '{' || !read_object(s, text, end))
			return "not the table of a shard";
		text = skip_blanks(end);
		if (*text != ',')
			break;
		text = skip_blanks(text + 1);
	}
	return *text == ']' ? NULL : "cut off";
}

const char *shard_read(struct shard *s, const char *path)
{
	*s = (struct shard) { .path = path, .top = INT64_MAX };
	if (!files_read(path, &s->text))
		return strerror(errno);
	if (s->text.len == 0)
		return "empty: its run did not finish";
	if (strlen(buffer_text(&s->text)) != s->text.len)
		return "not a text";
	s->is_json = *skip_blanks(buffer_text(&s->text)) == '[';
	return s->is_json ? read_json(s) : read_csv(s);
}

void shard_free(struct shard *s)
{
	buffer_free(&s->text);
	buffer_free(&s->head);
	buffer_free(&s->order);
	buffer_free(&s->by);
	free(s->row);
}
