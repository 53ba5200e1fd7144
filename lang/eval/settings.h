#ifndef LANG_EVAL_SETTINGS_H
#define LANG_EVAL_SETTINGS_H

/* What `set` can change: defaults of questions, the output format, and
 * budgets.  One table (settings.def) serves set, help and completion.
 */

#include "lang/eval/eval.h"

/* `set NAME = value` */
bool settings_set(struct eval *ev, const struct node *node);

/* The format that a word names; false if there is none. */
bool settings_format(struct eval *ev, const char *word);

/* Whether "name" is a setting that `with` takes, too. */
bool settings_is_option(const char *name);

/* Note with the message reported last what the setting is. */
void settings_note(struct diag *diag, const char *name);

void settings_each(void (*visit)(void *user, const char *name,
			   const char *help),
	void *user);

/* Budgets as they are in a new session. */
struct budget settings_budget(void);

/* Report that the budget "name" is used up; false. */
bool settings_exhausted(struct diag *diag, struct loc loc, const char *name,
	int64_t limit);

/* What the setting is now; nothing where none was set and each question
 * finds its own.
 */
void settings_print_value(struct eval *ev, const char *name,
	struct buffer *out);

#endif
