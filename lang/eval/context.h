#ifndef LANG_EVAL_CONTEXT_H
#define LANG_EVAL_CONTEXT_H

/* The life of a session: start, one input after the other, end; and what
 * can be typed next.
 */

#include "lang/eval/eval.h"

/* Start of an input: errors go to "diag", budgets are full again. */
void context_begin(struct eval *ev, struct diag *diag);

/* Its end: what is freed from here on is not of this session. */
void context_end(struct eval *ev);

/* What programs can change of a session, as it is now, given; and go back to
 * that, as often as one likes, with the session's account open.  Libraries
 * that are there now must stay until it is forgotten.
 */
struct saved;
struct saved *context_save(const struct eval *ev);
void context_restore(struct eval *ev, const struct saved *s);
void context_forget(struct saved *s);

/* The budget of memory changed. */
void context_limit_memory(struct eval *ev);

/* Completions of text[0..len): malloced, NULL at the end; NULL for none.
 * They replace what starts at *start.
 */
char **context_complete(struct eval *ev, const char *text, size_t len,
	size_t *start);

#endif
