#ifndef LANG_BASE_CSV_H
#define LANG_BASE_CSV_H

/* A table of strings read from a CSV file: a header row with column names, and
 * rows with one cell per column.
 *
 * Cells point into one text, which the table owns; their quotes and surrounding
 * blanks are removed.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct csv {
	char *text;
	char separator; /* of cells: a comma, semicolon or tab */
	int n_column;
	int64_t n_row; /* without the header */
	char **cell;   /* the header, then row after row */
	int64_t *line; /* line number in the text of each row, header first */
	int64_t n_odd; /* rows that were left out */
	int64_t odd;   /* line number of the first of them */
	const char *what; /* is wrong with it */
};

/* Parse text[0..len). The table takes ownership of the text, which must have a
 * NUL at text[len]. A byte order mark, empty lines and carriage returns are
 * ignored; the header shows what separates cells. On failure "why" holds the message ("line 3: ...") and there is
 * nothing to clear.
 */
bool csv_parse(struct csv *csv, char *text, size_t len, char why[256]);

/* The same for tables that profilers write, which start in this line of a file: a row that is too short is filled
 * with empty cells, and one that is too long, or whose quotes do not match, is
 * left out.
 */
bool csv_parse_ragged(struct csv *csv, char *text, size_t len, int64_t line,
	char why[256]);

void csv_clear(struct csv *csv);

/* What separates the cells of the first line of text[0..len). */
char csv_separator(const char *text, size_t len);

/* The column called "name", or -1. */
int csv_column(const struct csv *csv, const char *name);

/* A cell of a row (from 0). */
const char *csv_cell(const struct csv *csv, int64_t row, int column);

#endif
