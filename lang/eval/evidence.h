#ifndef LANG_EVAL_EVIDENCE_H
#define LANG_EVAL_EVIDENCE_H

/* The figures that went into a value: while ev->evidence is set, evaluation
 * writes down every member of a report or record that it reads, and what
 * functions made of reports, also inside of functions.  Each is kept once.
 */

#include "lang/eval/eval.h"

struct evidence {
	int n;
	char **line; /* "r.dram.load = 18.1 B/LUP" */
	int n_report;
	struct value *report; /* said what they are */
};

/* The member "node" of "base" was found to be "v". */
void evidence_member(struct evidence *e, const struct node *node,
	const struct value *base, const struct value *v);

/* "node" is "v": one line, unless that takes many. */
void evidence_value(struct evidence *e, const struct node *node,
	const struct value *v);

/* The call "node" with n arguments gave "v". */
void evidence_call(struct evidence *e, const struct node *node, int n,
	const struct value *arg, const struct value *v);

void evidence_clear(struct evidence *e);

#endif
