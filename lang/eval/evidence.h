#ifndef LANG_EVAL_EVIDENCE_H
#define LANG_EVAL_EVIDENCE_H

/* The figures that a value was computed from. While ev->evidence is set,
 * evaluation records each member of a report or record that it reads, and each
 * result of a function of reports, including reads inside functions. Duplicates
 * are dropped.
 */

#include "lang/eval/eval.h"

struct evidence {
	int n;
	char **line; /* "r.dram.load = 18.1 B/LUP" */
	int n_report;
	struct value *report; /* reports whose subject is already recorded */
};

/* Record that the member "node" of "base" has the value "v". */
void evidence_member(struct evidence *e, const struct node *node,
	const struct value *base, const struct value *v);

/* Record that "node" has the value "v", unless its text has several lines. */
void evidence_value(struct evidence *e, const struct node *node,
	const struct value *v);

/* Record that the call "node" with n arguments returned "v". */
void evidence_call(struct evidence *e, const struct node *node, int n,
	const struct value *arg, const struct value *v);

void evidence_clear(struct evidence *e);

#endif
