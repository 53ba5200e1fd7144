#ifndef LANG_EVAL_SHOW_H
#define LANG_EVAL_SHOW_H

/* Output formats of values and kernels, and the `show` statement. */

#include "lang/eval/eval.h"
#include "lang/value/footnote.h"

/* The error for a value that JSON output had to cut ("is_cut" of the buffer).
 */
#define SHOW_CUT                                              \
	"this value is too long for JSON (128 MiB) or nests " \
	"deeper than 100 levels"

/* Print "v" as text, as JSON, or as a CSV or Markdown table. Lists of records
 * or tuples are tables; other values print as text.
 */
void show_value(enum format format, const struct value *v, struct buffer *out);

/* Print the list "v" in the format of the session, and free it. */
bool show_list(struct eval *ev, struct value *v, struct loc loc);

/* A table that prints row by row, with the same output as a list of all rows.
 */
struct show_rows {
	struct eval *ev;
	struct loc loc;
	int64_t n;
	struct buffer text; /* of one row */
	struct footnotes notes;
};

bool show_row(struct show_rows *rows, const struct value *record);
bool show_rows_end(struct show_rows *rows);
void show_rows_free(struct show_rows *rows);

bool show_statement(struct eval *ev, const struct node *node);

#endif
