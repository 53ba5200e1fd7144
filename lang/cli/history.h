#ifndef LANG_CLI_HISTORY_H
#define LANG_CLI_HISTORY_H

/* The inputs of earlier sessions, kept in a file.
 *
 * Sessions that run side by side each add what is theirs to what the file
 * holds by then; the file is written whole, and never longer than
 * HISTORY_LIMIT inputs.
 */

#include "lang/base/buffer.h"

#define HISTORY_LIMIT 1000

struct history {
	char *path; /* NULL if there is no place for it */
	int n_entry;
	char **entry; /* the oldest first */
	int n_old;    /* those that came from the file */
};

/* Read the file: $XDG_STATE_HOME/wsp/history, or the same below
 * ~/.local/state.
 */
void history_read(struct history *h);

/* Add an input of this session, unless it is the same as the last. */
void history_remember(struct history *h, const char *text);

/* Add the inputs of this session to the file; in silence, as there is
 * nothing that the user should do if it fails.  Done after each input, so
 * that a session that is killed loses no more than the one it was at.
 */
void history_write(struct history *h);
void history_free(struct history *h);

#endif
