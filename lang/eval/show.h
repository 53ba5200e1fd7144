#ifndef LANG_EVAL_SHOW_H
#define LANG_EVAL_SHOW_H

/* How values and kernels are shown: formats, and the `show` statement. */

#include "lang/eval/eval.h"

/* What JSON cannot hold is not cut in silence ("is_cut" of the buffer). */
#define SHOW_CUT                                              \
	"this value is too long for JSON (128 MiB) or nests " \
	"deeper than 100 levels"

/* "v" in a format: text for people, JSON, or a table as CSV or Markdown
 * (a list of records or tuples is a table; what is none prints as text).
 */
void show_value(enum format format, const struct value *v, struct buffer *out);

/* A table that is printed row by row: what comes out is what
 * the list of all rows would print.
 */
struct show_rows {
	struct eval *ev;
	struct loc loc;
	int64_t n;
	struct buffer text; /* of a row; freed by who owns it */
};

bool show_row(struct show_rows *rows, const struct value *record);
bool show_rows_end(struct show_rows *rows);

bool show_statement(struct eval *ev, const struct node *node);

#endif
