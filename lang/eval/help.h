#ifndef LANG_EVAL_HELP_H
#define LANG_EVAL_HELP_H

/* `help`, generated from the tables that define the language. */

#include "lang/eval/eval.h"

bool help_statement(struct eval *ev, const struct node *node);

#endif
