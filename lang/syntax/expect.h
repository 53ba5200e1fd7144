#ifndef LANG_SYNTAX_EXPECT_H
#define LANG_SYNTAX_EXPECT_H

/* Messages about syntax: what was expected, and what stood there. */

#include "lang/syntax/cursor.h"

/* Report that the token at c->at is none of the n kinds "expected". */
void expect_report(struct cursor *c, const int *expected, int n);

#endif
