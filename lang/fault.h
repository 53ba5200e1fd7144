#ifndef LANG_FAULT_H
#define LANG_FAULT_H

/* Messages about single tokens: the rows of fault.def. */

#include "lang/cursor.h"

/* Report the TOK_BAD token at c->at. */
void fault_report(struct cursor *c);

#endif
