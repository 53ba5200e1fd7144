#ifndef LANG_EVAL_SETTINGS_H
#define LANG_EVAL_SETTINGS_H

/* The settings that `set` changes: defaults of questions, the output format,
 * and budgets. One table (settings.def) serves set, help and completion.
 */

#include "lang/eval/eval.h"

/* `set NAME = value` */
bool settings_set(struct eval *ev, const struct node *node);

/* The format that a word names; false if there is no such format. */
bool settings_format(struct eval *ev, const char *word);

/* True if "name" is a setting that `with` accepts as well. */
bool settings_is_option(const char *name);

/* Add a note to the most recent message that explains the setting. */
void settings_note(struct diag *diag, const char *name);

void settings_each(void (*visit)(void *user, const char *name,
			   const char *help),
	void *user);

/* The words that settings take as values. */
void settings_each_value(void (*visit)(void *user, const char *name,
				 const char *value),
	void *user);

/* The budgets of a new session. */
struct budget settings_budget(void);

/* Report that the budget "name" is exceeded; returns false. */
bool settings_exhausted(struct diag *diag, struct loc loc, const char *name,
	int64_t limit);

/* Print the current value of the setting; nothing if it is unset and each
 * question chooses its own default.
 */
void settings_print_value(struct eval *ev, const char *name,
	struct buffer *out);

#endif
