#ifndef LANG_VALUE_FOOTNOTE_H
#define LANG_VALUE_FOOTNOTE_H

/* Footnotes of tables.  The cells of a column `notes` are lists of texts, as
 * rows of rank and sweep have them; printed tables mark rows with letters, and
 * have each text once, below.
 */

#include "lang/value/value.h"

struct footnotes {
	int n;
	struct footnote {
		char *text;
		int64_t n_row;
	} * note;
};

/* True if a cell of the column "name" has footnotes, or could have. */
bool footnote_is(const char *name, const struct value *cell);

/* Take up the texts of the cell of one more row. */
void footnote_add(struct footnotes *f, const struct value *cell);

/* Append the marks of a cell that was taken up: "a, c".  Notes of "n_row" rows
 * have none: see footnote_print().
 */
void footnote_mark(const struct footnotes *f, const struct value *cell,
	int64_t n_row, struct buffer *out);

/* True if footnote_mark() has marks for any row of "n_row". */
bool footnote_has_marks(const struct footnotes *f, int64_t n_row);

/* Append lines "a: text", each after a newline and "before"; those of all
 * "n_row" rows first, without mark.
 */
void footnote_print(const struct footnotes *f, int64_t n_row,
	const char *before, struct buffer *out);

/* Append the texts of a cell, separated by "; ". */
void footnote_join(const struct value *cell, struct buffer *out);

void footnote_free(struct footnotes *f);

#endif
