#ifndef LANG_CONTEXT_H
#define LANG_CONTEXT_H

/* The life of a session: start, one input after the other, end; and what
 * can be typed next.
 */

#include "lang/eval.h"

/* Start of an input: errors go to "diag", budgets are full again. */
void context_begin(struct eval *ev, struct diag *diag);

/* Its end: what is freed from here on is not of this session. */
void context_end(struct eval *ev);

/* Keep names, settings, libraries and boards as they are now, in the place
 * of what was kept before; and go back to that, false if nothing was kept.
 * Not within an input.
 */
void context_save(struct eval *ev);
bool context_restore(struct eval *ev);

/* The budget of memory changed. */
void context_limit_memory(struct eval *ev);

/* Completions of text[0..len): malloced, NULL at the end; NULL for none.
 * They replace what starts at *start.
 */
char **context_complete(struct eval *ev, const char *text, size_t len,
	size_t *start);

#endif
