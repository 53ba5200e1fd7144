#ifndef LANG_CLI_HISTORY_H
#define LANG_CLI_HISTORY_H

/* The inputs of earlier sessions, kept in a file.
 *
 * Concurrent sessions each add their own inputs to the current contents of the
 * file.  It is rewritten as a whole and never holds more than HISTORY_LIMIT
 * inputs.
 */

#include "lang/base/buffer.h"

#define HISTORY_LIMIT 1000

struct history {
	char *path; /* NULL if there is no home directory */
	int n_entry;
	char **entry; /* oldest first */
	int n_old;    /* entries read from the file */
};

/* Reads $XDG_STATE_HOME/wsp/history, or the same below ~/.local/state. */
void history_read(struct history *h);

/* Adds an input of this session, unless it equals the last one. */
void history_remember(struct history *h, const char *text);

/* Adds the inputs of this session to the file.  Failure is silent, as the user
 * could do nothing about it.  Called after each input, so that a killed
 * session loses at most one.
 */
void history_write(struct history *h);
void history_free(struct history *h);

#endif
