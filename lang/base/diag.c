/* Error messages with a source excerpt, a caret and notes; suggestions for
 * misspelt names by edit distance.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/diag.h"
#include "lang/base/memory.h"

/* Characters of a source line that an excerpt shows around the caret. Two
 * terminal lines of 80; longer lines are cut on both sides.
 */
#define EXCERPT_CHARS 160

static int char_len(const char *text, size_t left)
{
	int n = 1;

	while ((size_t) n < left && ((unsigned char) text[n] & 0xc0) == 0x80)
		++n;
	return n;
}

/* True if text[0..n) is one well-formed UTF-8 character: shortest form, no
 * surrogate, nothing above U+10FFFF.
 */
static bool is_character(const char *text, int n)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned char c = (unsigned char) text[0];
	uint32_t code;

	if (n == 1)
		return c < 0x80;
	if (n > 4 || (n == 2 && (c & 0xe0) != 0xc0) ||
		(n == 3 && (c & 0xf0) != 0xe0) ||
		(n == 4 && (c & 0xf8) != 0xf0))
		return false;
	code = c & (0x7fu >> n);
	for (int i = 1; i < n; ++i)
		code = code << 6 | ((unsigned char) text[i] & 0x3f);
	return code >= least[n] && code <= 0x10ffff &&
		(code < 0xd800 || code > 0xdfff);
}

/* Copy characters [from, to) of a line. Tabs and other control characters
 * become one blank each, so that the caret stays in its column; bytes that are
 * not UTF-8 become '?'.
 */
static void copy_chars(struct buffer *out, const char *text, size_t len,
	int from, int to)
{
	int col = 0, n;

	for (size_t i = 0; i < len && col < to; i += (size_t) n, ++col) {
		unsigned char c = (unsigned char) text[i];

		n = char_len(text + i, len - i);
		if (col < from)
			continue;
		if (c < 0x20 || c == 0x7f)
			buffer_add_char(out, ' ');
		else if (!is_character(text + i, n))
			buffer_add_char(out, '?');
		else
			buffer_add_bytes(out, text + i, (size_t) n);
	}
}

static void quote_line(struct diag_entry *e, struct loc loc)
{
	struct buffer out = { 0 };
	int end_line, end_col, from = 0;
	const char *text;
	size_t len;

	source_position(loc.source, loc.begin, &e->line, &e->col);
	source_position(loc.source, loc.end, &end_line, &end_col);
	text = source_line(loc.source, e->line, &len);
	e->caret_col = e->col - 1;
	if (e->caret_col > EXCERPT_CHARS / 2)
		from = e->caret_col - EXCERPT_CHARS / 2;
	if (from > 0) {
		buffer_add(&out, "...");
		e->caret_col += 3 - from;
	}
	copy_chars(&out, text, len, from, from + EXCERPT_CHARS);
	if (len > (size_t) from + EXCERPT_CHARS * 4)
		buffer_add(&out, "...");
	e->caret_width = end_line == e->line ? end_col - e->col : 1;
	if (end_line > e->line) {
		int line_end, dummy;

		source_position(loc.source,
			(uint32_t) (text + len - loc.source->text), &dummy,
			&line_end);
		e->caret_width = line_end - e->col;
	}
	if (e->caret_width > from + EXCERPT_CHARS - (e->col - 1))
		e->caret_width = from + EXCERPT_CHARS - (e->col - 1);
	if (e->caret_width < 1)
		e->caret_width = 1;
	e->excerpt = buffer_take(&out);
}

/* Bytes after which a message is cut. Names and strings quoted in a message can
 * be megabytes long.
 */
#define MESSAGE_BYTES 4000

static void cut(struct buffer *message)
{
	size_t len = MESSAGE_BYTES;

	if (message->len <= len)
		return;
	while (((unsigned char) message->text[len] & 0xc0) == 0x80)
		--len;
	message->len = len;
	message->text[len] = '\0';
	buffer_add(message, "...");
}

/* True if this warning was already given: a statement in a loop warns once. */
static bool was_warned(const struct diag *diag, struct loc loc,
	const char *message)
{
	int line, col;

	if (!loc.source)
		return false;
	source_position(loc.source, loc.begin, &line, &col);
	for (int i = 0; i < diag->n_entry; ++i) {
		const struct diag_entry *e = &diag->entry[i];

		if (e->severity == SEVERITY_WARNING && e->line == line &&
			e->col == col && strcmp(e->message, message) == 0 &&
			strcmp(e->file, loc.source->name) == 0)
			return true;
	}
	return false;
}

static void report(struct diag *diag, enum severity severity, struct loc loc,
	const char *label, const char *message)
{
	struct diag_entry *e;

	if (severity == SEVERITY_ERROR)
		++diag->n_error;
	else
		++diag->n_warning;
	diag->dropped = severity == SEVERITY_ERROR ?
		diag->n_error > DIAG_LIMIT :
		diag->n_warning > DIAG_LIMIT;
	if (diag->dropped)
		return;
	diag->entry = memory_grow(diag->entry, (size_t) diag->n_entry,
		sizeof(*e));
	e = &diag->entry[diag->n_entry++];
	*e = (struct diag_entry) { .severity = severity };
	e->message = memory_copy_text(message);
	if (label && *label)
		e->label = memory_copy_text(label);
	if (!loc.source)
		return;
	e->file = memory_copy_text(loc.source->name);
	quote_line(e, loc);
}

bool diag_error(struct diag *diag, struct loc loc, const char *label,
	const char *fmt, ...)
{
	struct buffer message = { 0 };
	va_list args;

	va_start(args, fmt);
	buffer_vprintf(&message, fmt, args);
	va_end(args);
	cut(&message);
	report(diag, SEVERITY_ERROR, loc, label, buffer_text(&message));
	buffer_free(&message);
	return false;
}

void diag_warning(struct diag *diag, struct loc loc, const char *label,
	const char *fmt, ...)
{
	struct buffer message = { 0 };
	va_list args;

	va_start(args, fmt);
	buffer_vprintf(&message, fmt, args);
	va_end(args);
	cut(&message);
	diag->dropped = was_warned(diag, loc, buffer_text(&message));
	if (!diag->dropped)
		report(diag, SEVERITY_WARNING, loc, label,
			buffer_text(&message));
	buffer_free(&message);
}

void diag_note(struct diag *diag, const char *fmt, ...)
{
	struct buffer text = { 0 };
	struct diag_entry *e;
	va_list args;

	if (diag->dropped || diag->n_entry == 0)
		return;
	va_start(args, fmt);
	buffer_vprintf(&text, fmt, args);
	va_end(args);
	cut(&text);
	e = &diag->entry[diag->n_entry - 1];
	e->note = memory_grow(e->note, (size_t) e->n_note, sizeof(char *));
	e->note[e->n_note++] = buffer_take(&text);
}

void diag_blame(struct diag *diag, struct loc loc)
{
	struct diag_entry *e;

	if (diag->dropped || diag->n_entry == 0 || !loc.source)
		return;
	e = &diag->entry[diag->n_entry - 1];
	if (e->file)
		diag_note(diag, "in %s:%d:%d", e->file, e->line, e->col);
	free(e->file);
	free(e->excerpt);
	free(e->label);
	e->label = NULL;
	e->file = memory_copy_text(loc.source->name);
	quote_line(e, loc);
}

/* Characters up to which names are compared, so that the rows fit on the stack;
 * longer names get no suggestion.
 */
#define NAME_MAX_LEN 48

/* Damerau-Levenshtein distance: insertions, deletions, replacements and swaps
 * of adjacent characters that turn a into b.
 */
static int distance(const char *a, const char *b)
{
	int row[3][NAME_MAX_LEN + 1];
	int la = (int) strlen(a), lb = (int) strlen(b);

	if (la > NAME_MAX_LEN || lb > NAME_MAX_LEN)
		return NAME_MAX_LEN;
	for (int j = 0; j <= lb; ++j)
		row[0][j] = j;
	for (int i = 1; i <= la; ++i) {
		int *now = row[i % 3], *last = row[(i + 2) % 3];
		int *before = row[(i + 1) % 3];

		now[0] = i;
		for (int j = 1; j <= lb; ++j) {
			int best = last[j - 1] + (a[i - 1] != b[j - 1]);

			if (last[j] + 1 < best)
				best = last[j] + 1;
			if (now[j - 1] + 1 < best)
				best = now[j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
				a[i - 2] == b[j - 1] &&
				before[j - 2] + 1 < best)
				best = before[j - 2] + 1;
			now[j] = best;
		}
	}
	return row[la % 3][lb];
}

const char *diag_nearest(const char *name, const char *const *candidate, int n)
{
	const char *best = NULL;
	int best_distance = (int) strlen(name) < 4 ? 2 : 3;

	for (int i = 0; i < n; ++i) {
		int d = distance(name, candidate[i]);

		/* d < length: every short name is within two edits of a
		 * one-letter name
		 */
		if (d < best_distance && d < (int) strlen(name)) {
			best = candidate[i];
			best_distance = d;
		}
	}
	return best;
}

void diag_suggest(struct diag *diag, const char *name,
	const char *const *candidate, int n)
{
	const char *nearest = diag_nearest(name, candidate, n);

	if (nearest)
		diag_note(diag, "did you mean '%s'?", nearest);
}

static const char *paint(bool colour, const char *code)
{
	return colour ? code : "";
}

static void render_entry(const struct diag_entry *e, struct buffer *out,
	bool colour)
{
	const char *mark = e->severity == SEVERITY_ERROR ?
		paint(colour, "\033[1;31m") :
		paint(colour, "\033[1;33m");
	const char *off = paint(colour, "\033[0m");
	const char *bold = paint(colour, "\033[1m");
	const char *dim = paint(colour, "\033[1;34m");
	int width = 1;

	buffer_printf(out, "%s%s%s:%s %s%s\n", mark,
		e->severity == SEVERITY_ERROR ? "error" : "warning", off, bold,
		e->message, off);
	if (e->file) {
		for (int n = e->line; n > 9; n /= 10)
			++width;
		buffer_printf(out, "%*s%s-->%s %s:%d:%d\n", width + 1, "", dim,
			off, e->file, e->line, e->col);
		buffer_printf(out, "%*s%s|%s\n", width + 1, "", dim, off);
		buffer_printf(out, "%s%d |%s %s\n", dim, e->line, off,
			e->excerpt);
		buffer_printf(out, "%*s%s|%s %*s%s", width + 1, "", dim, off,
			e->caret_col, "", mark);
		buffer_repeat(out, '^', e->caret_width);
		if (e->label)
			buffer_printf(out, " %s", e->label);
		buffer_printf(out, "%s\n", off);
	}
	for (int i = 0; i < e->n_note; ++i)
		buffer_printf(out, "%*s%s=%s note: %s\n", width + 1, "", dim,
			off, e->note[i]);
}

void diag_render(const struct diag *diag, struct buffer *out, bool colour)
{
	for (int i = 0; i < diag->n_entry; ++i)
		render_entry(&diag->entry[i], out, colour);
	if (diag->n_error > DIAG_LIMIT)
		buffer_printf(out, "error: and %d more\n",
			diag->n_error - DIAG_LIMIT);
}

static void entry_clear(struct diag_entry *e)
{
	free(e->message);
	free(e->file);
	free(e->excerpt);
	free(e->label);
	for (int i = 0; i < e->n_note; ++i)
		free(e->note[i]);
	free(e->note);
}

void diag_clear(struct diag *diag)
{
	for (int i = 0; i < diag->n_entry; ++i)
		entry_clear(&diag->entry[i]);
	free(diag->entry);
	*diag = (struct diag) { 0 };
}

void diag_move(struct diag *diag, struct diag *from)
{
	for (int i = 0; i < from->n_entry; ++i) {
		struct diag_entry *e = &from->entry[i];
		int *left = e->severity == SEVERITY_ERROR ? &from->n_error :
							    &from->n_warning;
		int *n = e->severity == SEVERITY_ERROR ? &diag->n_error :
							 &diag->n_warning;

		--*left;
		diag->dropped = ++*n > DIAG_LIMIT;
		if (diag->dropped) {
			entry_clear(e);
			continue;
		}
		diag->entry = memory_grow(diag->entry, (size_t) diag->n_entry,
			sizeof(*e));
		diag->entry[diag->n_entry++] = *e;
	}
	diag->n_error += from->n_error; /* those beyond its limit */
	diag->n_warning += from->n_warning;
	free(from->entry);
	*from = (struct diag) { 0 };
}

static bool is_said(const struct diag *diag, const struct diag_entry *e)
{
	for (int i = 0; i < diag->n_entry; ++i) {
		const struct diag_entry *d = &diag->entry[i];

		if (d->line == e->line && d->col == e->col &&
			strcmp(d->message, e->message) == 0)
			return true;
	}
	return false;
}

void diag_move_new(struct diag *diag, struct diag *from)
{
	int n = 0;

	for (int i = 0; i < from->n_entry; ++i) {
		struct diag_entry *e = &from->entry[i];

		if (!is_said(diag, e)) {
			from->entry[n++] = *e;
			continue;
		}
		--*(e->severity == SEVERITY_ERROR ? &from->n_error :
						    &from->n_warning);
		entry_clear(e);
	}
	from->n_entry = n;
	diag_move(diag, from);
}
