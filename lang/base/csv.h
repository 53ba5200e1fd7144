#ifndef LANG_BASE_CSV_H
#define LANG_BASE_CSV_H

/* A table of texts, as a CSV file holds it: a row of names and rows of as
 * many cells.
 *
 * Cells are pieces of one text, without their quotes and the blanks around
 * them; the table owns that text.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct csv {
	char *text;
	int n_column;
	int64_t n_row; /* without the names */
	char **cell;   /* the names, then row after row */
	int64_t *line; /* of the text: of the names, ... */
};

/* Read text[0..len), which is taken and ends with a NUL behind it.  A byte
 * order mark, empty lines and carriage returns do not count.  On failure
 * "why" says what and where ("line 3: ..."), and nothing is left to clear.
 */
bool csv_parse(struct csv *csv, char *text, size_t len, char why[256]);
void csv_clear(struct csv *csv);

/* The column called "name", or -1. */
int csv_column(const struct csv *csv, const char *name);

/* A cell of a row (from 0). */
const char *csv_cell(const struct csv *csv, int64_t row, int column);

#endif
