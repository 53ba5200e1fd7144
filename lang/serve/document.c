/* Texts of an editor.  Statements are found as the prompt finds them: lines are
 * gathered until the library wants no more.
 */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/json.h"
#include "lang/base/memory.h"
#include "lang/serve/document.h"
#include "lang/wsp.h"

/* Lines of a statement; a longer one is cut. */
#define MOST_LINES 2000

/* ----------------------------------------------------------- documents */

struct document *document_find(struct document *list, const char *uri)
{
	while (list && strcmp(list->uri, uri) != 0)
		list = list->next;
	return list;
}

static int hex_of(char c)
{
	return isdigit((unsigned char) c) ? c - '0' : (c | 0x20) - 'a' + 10;
}

/* The path of a file's URI; any other URI as it is. */
static char *path_of(const char *uri)
{
	static const char scheme[] = "file://";
	char *path, *to;

	if (strncmp(uri, scheme, strlen(scheme)) != 0)
		return memory_copy_text(uri);
	path = to = memory_copy_text(uri + strlen(scheme));
	for (const char *c = path; *c; ++c) {
		if (*c == '%' && isxdigit((unsigned char) c[1]) &&
			isxdigit((unsigned char) c[2]) &&
			(c[1] != '0' || c[2] != '0')) {
			*to++ = (char) (16 * hex_of(c[1]) + hex_of(c[2]));
			c += 2;
		} else {
			*to++ = *c;
		}
	}
	*to = '\0';
	return path;
}

void document_set(struct document **list, const char *uri, const char *text,
	size_t len)
{
	struct document *d = document_find(*list, uri);

	if (!d) {
		d = memory_new(sizeof(*d));
		d->uri = memory_copy_text(uri);
		d->path = path_of(uri);
		d->next = *list;
		*list = d;
	}
	free(d->text);
	d->text = memory_copy_bytes(text, len);
	d->len = len;
}

void document_close(struct document **list, const char *uri)
{
	while (*list && strcmp((*list)->uri, uri) != 0)
		list = &(*list)->next;
	if (*list) {
		struct document *d = *list;

		*list = d->next;
		free(d->uri);
		free(d->path);
		free(d->text);
		free(d);
	}
}

/* ----------------------------------------------------------- positions */

/* Bytes of the character at "offset"; one that is malformed has one. */
static size_t bytes_at(const struct document *d, size_t offset)
{
	size_t n = json_char(d->text + offset, d->len - offset);

	return n ? n : 1;
}

static size_t line_offset(const struct document *d, int line)
{
	const char *at = d->text, *end = d->text + d->len;

	while (line-- > 0) {
		const char *newline = memchr(at, '\n', (size_t) (end - at));

		if (!newline)
			return d->len;
		at = newline + 1;
	}
	return (size_t) (at - d->text);
}

/* The offset "n" characters, or units of UTF-16, after "offset", which stays in
 * its line.
 */
static size_t advance(const struct document *d, size_t offset, int n,
	bool in_utf16)
{
	while (n > 0 && offset < d->len && d->text[offset] != '\n') {
		size_t bytes = bytes_at(d, offset);

		n -= in_utf16 && bytes == 4 ? 2 : 1;
		offset += bytes;
	}
	return offset;
}

size_t document_offset(const struct document *d, struct document_place place)
{
	return advance(d, line_offset(d, place.line), place.character, true);
}

size_t document_offset_of(const struct document *d, int line, int column)
{
	return advance(d, line_offset(d, line - 1), column - 1, false);
}

struct document_place document_place(const struct document *d, size_t offset)
{
	struct document_place place = { 0, 0 };
	size_t at = 0;

	for (size_t i = 0; i < offset && i < d->len; ++i)
		if (d->text[i] == '\n') {
			++place.line;
			at = i + 1;
		}
	while (at < offset && at < d->len) {
		size_t bytes = bytes_at(d, at);

		place.character += bytes == 4 ? 2 : 1;
		at += bytes;
	}
	return place;
}

static bool is_word(char c)
{
	return isalnum((unsigned char) c) || c == '_';
}

size_t document_word(const struct document *d, size_t offset, size_t *begin)
{
	size_t end = offset;

	*begin = offset;
	while (*begin > 0 && is_word(d->text[*begin - 1]))
		--*begin;
	while (end < d->len && is_word(d->text[end]))
		++end;
	return end - *begin;
}

/* ---------------------------------------------------------- statements */

static const char *skip_blanks(const char *at, const char *end)
{
	for (;;) {
		while (at < end && isspace((unsigned char) *at))
			++at;
		if (at == end || *at != '#')
			return at;
		while (at < end && *at != '\n')
			++at;
	}
}

static size_t word_length(const char *at, const char *end)
{
	size_t n = 0;

	while (at + n < end && is_word(at[n]))
		++n;
	return n;
}

static bool is_one_of(const char *at, size_t n, const char *const *words)
{
	for (; *words; ++words)
		if (strlen(*words) == n && strncmp(*words, at, n) == 0)
			return true;
	return false;
}

/* True if a word of text[at..end) asks a question, or reads or draws. */
static bool asks(const char *at, const char *end)
{
	static const char *const words[] = { "estimate", "rank", "sweep",
		"layers", "roofline", "simulate", "divergence", "explain",
		"validate", "fit", "smallest", "crossover", "plot", "diagram",
		NULL };

	while (at < end) {
		size_t n = word_length(at, end);

		if (n > 0 && is_one_of(at, n, words))
			return true;
		at += n ? n : 1;
	}
	return false;
}

/* What follows the brackets at "at"; "at" if there are none. */
static const char *skip_brackets(const char *at, const char *end)
{
	int depth = 0;

	if (at == end || *at != '[')
		return at;
	for (; at < end; ++at) {
		depth += (*at == '[') - (*at == ']');
		if (depth == 0)
			return at + 1;
	}
	return end;
}

static bool is_assignment(const char *at, const char *end)
{
	at = skip_blanks(at, end);
	return at < end && *at == '=' && (at + 1 == end || at[1] != '=');
}

/* Find what a statement is and what it defines. */
static void classify(const char *text, struct document_statement *s)
{
	static const char *const named[] = { "kernel", "def", "device", NULL };
	static const char *const silent[] = { "use", "import", "set", NULL };
	const char *end = text + s->end;
	const char *at = skip_blanks(text + s->begin, end);
	size_t n = word_length(at, end);
	const char *after = at + n;

	s->begin = (size_t) (at - text);
	if (n == 0)
		return;
	if (is_one_of(at, n, silent)) {
		s->is_definition = true;
		return;
	}
	if (is_one_of(at, n, named)) {
		s->is_kernel = *at == 'k';
		at = skip_blanks(after, end);
		n = word_length(at, end);
		s->is_definition = n > 0;
	} else if (*after == '[') {
		s->is_kernel = is_assignment(skip_brackets(after, end), end);
		s->is_definition = s->is_kernel;
	} else {
		s->is_definition = is_assignment(after, end) &&
			!asks(after, end);
	}
	if (s->is_definition || is_assignment(after, end))
		s->name = memory_copy_bytes(at, n);
}

struct document_statement *document_statements(const struct document *d, int *n)
{
	struct document_statement *list = NULL;
	size_t begin = 0, end = 0;
	int line = 0, n_line = 0;

	*n = 0;
	while (end < d->len) {
		const char *newline = memchr(d->text + end, '\n', d->len - end);

		end = newline ? (size_t) (newline - d->text) + 1 : d->len;
		++n_line;
		if (end < d->len && n_line < MOST_LINES &&
			wsp_wants_more(d->text + begin, end - begin))
			continue;
		list = memory_grow(list, (size_t) *n, sizeof(*list));
		list[*n] = (struct document_statement) {
			.begin = begin,
			.end = end,
		};
		classify(d->text, &list[*n]);
		list[*n].line = line;
		for (size_t i = begin; i < list[*n].begin; ++i)
			list[*n].line += d->text[i] == '\n';
		++*n;
		line += n_line;
		n_line = 0;
		begin = end;
	}
	return list;
}

void document_define(const struct document *d,
	const struct document_statement *s, int n, struct wsp *wsp)
{
	wsp_restore(wsp);
	for (int i = 0; i < n; ++i)
		if (s[i].is_definition)
			wsp_result_free(wsp_eval_at(wsp, d->path, s[i].line + 1,
				d->text + s[i].begin, s[i].end - s[i].begin));
}

void document_free_statements(struct document_statement *s, int n)
{
	for (int i = 0; i < n; ++i)
		free(s[i].name);
	free(s);
}
