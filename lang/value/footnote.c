/* Footnotes: texts are kept in the order in which rows have them first, and
 * marked a to z, aa, ab and so on.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/value/footnote.h"

/* Texts that are told apart; all further ones share the last mark. */
#define MOST 52

bool footnote_is(const char *name, const struct value *cell)
{
	if (strcmp(name, "notes") != 0 || cell->kind != VALUE_LIST)
		return false;
	for (int64_t i = 0; i < cell->u.sequence->n; ++i)
		if (cell->u.sequence->item[i].kind != VALUE_STRING)
			return false;
	return true;
}

static const char *text_of(const struct value *cell, int64_t i)
{
	return cell->u.sequence->item[i].u.string->text;
}

static int find(const struct footnotes *f, const char *text)
{
	for (int i = 0; i < f->n; ++i)
		if (strcmp(f->note[i].text, text) == 0)
			return i;
	return f->n == MOST ? MOST - 1 : -1;
}

static bool is_again(const struct value *cell, int64_t i)
{
	for (int64_t j = 0; j < i; ++j)
		if (strcmp(text_of(cell, j), text_of(cell, i)) == 0)
			return true;
	return false;
}

void footnote_add(struct footnotes *f, const struct value *cell)
{
	for (int64_t i = 0; i < cell->u.sequence->n; ++i) {
		const char *text = text_of(cell, i);
		int at = find(f, text);

		if (is_again(cell, i))
			continue;
		if (at < 0) {
			at = f->n;
			f->note = memory_grow(f->note, (size_t) f->n,
				sizeof(*f->note));
			f->note[f->n++] = (struct footnote) {
				.text = memory_copy_text(at == MOST - 1 ?
						"others: see the member 'notes' "
						"of the row" :
						text),
			};
		}
		++f->note[at].n_row;
	}
}

static bool is_marked(const struct footnotes *f, int i, int64_t n_row)
{
	return f->note[i].n_row != n_row || i == MOST - 1;
}

bool footnote_has_marks(const struct footnotes *f, int64_t n_row)
{
	for (int i = 0; i < f->n; ++i)
		if (is_marked(f, i, n_row))
			return true;
	return false;
}

/* The mark of a note: its place among those that have one. */
static void add_mark(const struct footnotes *f, int i, int64_t n_row,
	struct buffer *out)
{
	int at = 0;

	for (int j = 0; j < i; ++j)
		at += is_marked(f, j, n_row);
	if (at >= 26)
		buffer_add_char(out, (char) ('a' + at / 26 - 1));
	buffer_add_char(out, (char) ('a' + at % 26));
}

static bool has(const struct footnotes *f, int note, const struct value *cell)
{
	for (int64_t i = 0; i < cell->u.sequence->n; ++i)
		if (find(f, text_of(cell, i)) == note)
			return true;
	return false;
}

void footnote_mark(const struct footnotes *f, const struct value *cell,
	int64_t n_row, struct buffer *out)
{
	bool is_first = true;

	for (int i = 0; cell->u.sequence->n > 0 && i < f->n; ++i) {
		if (!is_marked(f, i, n_row) || !has(f, i, cell))
			continue;
		buffer_add(out, is_first ? "" : ", ");
		add_mark(f, i, n_row, out);
		is_first = false;
	}
}

void footnote_print(const struct footnotes *f, int64_t n_row,
	const char *before, struct buffer *out)
{
	for (int i = 0; i < f->n; ++i)
		if (!is_marked(f, i, n_row))
			buffer_printf(out, "\n%s%s: %s", before,
				n_row > 1 ? "all rows" : "note",
				f->note[i].text);
	for (int i = 0; i < f->n; ++i) {
		if (!is_marked(f, i, n_row))
			continue;
		buffer_printf(out, "\n%s", before);
		add_mark(f, i, n_row, out);
		buffer_printf(out, ": %s", f->note[i].text);
	}
}

void footnote_join(const struct value *cell, struct buffer *out)
{
	for (int64_t i = 0; i < cell->u.sequence->n; ++i)
		buffer_printf(out, "%s%s", i ? "; " : "", text_of(cell, i));
}

void footnote_free(struct footnotes *f)
{
	for (int i = 0; i < f->n; ++i)
		free(f->note[i].text);
	free(f->note);
	*f = (struct footnotes) { 0 };
}
