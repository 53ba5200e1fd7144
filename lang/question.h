#ifndef LANG_QUESTION_H
#define LANG_QUESTION_H

/* Questions about kernels: estimate, rank, layers, roofline, ... */

#include "lang/eval.h"

/* The answer to a QUESTION, SEARCH or CROSSOVER node. */
bool question_answer(struct eval *ev, const struct node *node,
	struct value *result);

/* `show addresses of ...`, `show maps of ...` */
bool question_show(struct eval *ev, const struct node *node);

/* `explain r` */
bool question_explain(struct eval *ev, const struct node *node);

#endif
