#ifndef LANG_TRACE_H
#define LANG_TRACE_H

/* The figures that went into a value: while ev->trace is set, evaluation
 * writes down every member of a report or record that it reads, and what
 * functions made of reports, also inside of functions.  Each is kept once.
 */

#include "lang/eval.h"

struct trace {
	int n;
	char **line;			/* "r.dram.load = 18.1 B/LUP" */
	int n_report;
	struct value *report;		/* said what they are */
};

/* The member "node" of "base" was found to be "v". */
void trace_member(struct trace *trace, const struct node *node,
	const struct value *base, const struct value *v);

/* "node" is "v": one line, unless that takes many. */
void trace_value(struct trace *trace, const struct node *node,
	const struct value *v);

/* The call "node" with n arguments gave "v". */
void trace_call(struct trace *trace, const struct node *node, int n,
	const struct value *arg, const struct value *v);

void trace_clear(struct trace *trace);

#endif
