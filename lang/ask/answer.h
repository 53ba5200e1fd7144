#ifndef LANG_ASK_ANSWER_H
#define LANG_ASK_ANSWER_H

/* A report of the engine as a value: r.dram.load, the report that a person
 * reads, the same as JSON, and the derivation of each figure.
 * figure.h has the names of its figures.
 */

#include "engine/report/report.h"
#include "lang/ask/finding.h"

struct subject;

struct answer {
	struct finding finding;
	struct report report;
	struct subject *subject; /* what was asked about */
	struct value times;	 /* the members asked for most, or none */
};

/* Takes the report; copies the subject. */
struct value answer_value(struct report *report, const struct subject *s);

/* The answer that "v" is, or NULL. */
const struct answer *answer_of(const struct value *v);

/* "v" in "unit", as in metric.def: "B/LUP". */
struct value answer_figure(double v, const char *unit);

/* The launch of a report: its first members, from "kernel" to "order"; and
 * extents as a tuple.
 */
void answer_set_launch(struct value *record, const struct report *r);
struct value answer_tuple(const int64_t *extent, int n);

/* Set the dotted "path" in a record that is not shared, making the records
 * on the way; takes v.
 */
void answer_set(struct value *record, const char *path, struct value v);

/* answer_print.c: a figure to four digits; extents as "640x512x512"; and
 * what was asked: kernel, device, launch and model.  A fold whose cells lie a
 * block apart is "(4 by block, 1)".
 */
void answer_quantity(struct buffer *out, double v, const char *unit);
void answer_extents(struct buffer *out, const int64_t *extent, int n);
void answer_fold(struct buffer *out, const struct report *r);
void answer_title(const struct report *r, struct buffer *out);

/* The report for a person; and each figure with its derivation. */
void answer_print(const struct report *r, struct buffer *out);
void answer_explain(const struct report *r, struct buffer *out);

#endif
