#ifndef LANG_SYNTAX_HABIT_H
#define LANG_SYNTAX_HABIT_H

/* Notes below syntax errors of those who write C or CUDA by habit. */

#include "lang/syntax/cursor.h"

/* Note what '&' at c->at should be: 'and', or nothing before an element. */
void habit_ampersand(struct cursor *c);

/* True if the word before c->at begins a declaration of C, and the note on it:
 * "double x = a[0]", "for (int i = 0; ...", "__global__ void k".
 */
bool habit_is_c(const struct cursor *c);
void habit_declaration(struct cursor *c);

/* Note what a loop is, if "while" or "while (c)" stands before c->at. */
void habit_while(struct cursor *c);

/* Note how a function is called, if c->at is an operand after a name. */
void habit_call(struct cursor *c);

/* What to write for a line of a kernel that is only an expression. */
const char *habit_lone(const char *text);

#endif
