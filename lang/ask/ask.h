#ifndef LANG_ASK_ASK_H
#define LANG_ASK_ASK_H

/* Questions about kernels: estimate, rank, layers, roofline, ... */

#include "lang/eval/eval.h"

/* The answer to a QUESTION, SEARCH or CROSSOVER node. */
bool ask_question(struct eval *ev, const struct node *node,
	struct value *result);

/* `show addresses of ...`, `show maps of ...` */
bool ask_show(struct eval *ev, const struct node *node);

/* `explain r` */
bool ask_explain(struct eval *ev, const struct node *node);

#endif
