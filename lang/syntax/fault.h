#ifndef LANG_SYNTAX_FAULT_H
#define LANG_SYNTAX_FAULT_H

/* Messages about single tokens: the rows of fault.def. */

#include "lang/syntax/cursor.h"

/* Report the TOK_BAD token at c->at. */
void fault_report(struct cursor *c);

#endif
