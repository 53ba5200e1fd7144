#ifndef LANG_EVAL_HELP_H
#define LANG_EVAL_HELP_H

/* `help`, made from the tables that define things. */

#include "lang/eval/eval.h"

bool help_statement(struct eval *ev, const struct node *node);

#endif
