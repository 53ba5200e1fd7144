#ifndef LANG_SYNTAX_EXPECT_H
#define LANG_SYNTAX_EXPECT_H

/* Syntax errors: which tokens were expected, and which one was found. */

#include "lang/syntax/cursor.h"

/* Report that the token at c->at is not one of the n "expected" kinds. */
void expect_report(struct cursor *c, const int *expected, int n);

#endif
