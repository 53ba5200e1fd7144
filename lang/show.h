#ifndef LANG_SHOW_H
#define LANG_SHOW_H

/* How values and kernels are shown: formats, and the `show` statement. */

#include "lang/eval.h"

/* "v" in a format: text for people, JSON, or a table as CSV or Markdown
 * (a list of records or tuples is a table; what is none prints as text).
 */
void show_value(enum format format, const struct value *v,
	struct buffer *out);

bool show_statement(struct eval *ev, const struct node *node);

#endif
