#ifndef LANG_EVAL_CONTEXT_H
#define LANG_EVAL_CONTEXT_H

/* The life of a session: start, inputs one by one, end; and completion. */

#include "lang/eval/eval.h"

/* Begin an input: errors go to "diag", and all budgets start anew. */
void context_begin(struct eval *ev, struct diag *diag);

/* End an input: values freed from here on are not charged to the session. */
void context_end(struct eval *ev);

/* Save the state that programs can change (the caller frees it with
 * context_forget), and restore it any number of times. The session's account
 * must be open. Libraries loaded now must stay loaded as long as the saved
 * state exists.
 */
struct saved;
struct saved *context_save(const struct eval *ev);
void context_restore(struct eval *ev, const struct saved *s);
void context_forget(struct saved *s);

/* Apply a changed memory budget. */
void context_limit_memory(struct eval *ev);

/* Completions of text[0..len): a malloced, NULL-terminated array, or NULL if
 * there are none. They replace the text from *start on.
 */
char **context_complete(struct eval *ev, const char *text, size_t len,
	size_t *start);

#endif
