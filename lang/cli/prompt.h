#ifndef LANG_CLI_PROMPT_H
#define LANG_CLI_PROMPT_H

/* What is typed at a prompt, whichever way its lines arrive: statements,
 * and commands that start with a colon.
 *
 * Lines are gathered until a statement is complete, and then run.  An
 * error never ends it; `:quit` sets "done".
 */

#include "lang/base/buffer.h"
#include "lang/cli/session.h"

struct prompt {
	struct session *session;
	const char *name;    /* of the input in messages */
	bool counts_lines;   /* positions go on from input to input */
	int line;	     /* where the input starts */
	struct buffer input; /* lines of a statement not complete yet */
	int depth;	     /* brackets that are open in it */
	char *last;	     /* what was run last, or NULL */
	char *loaded;	     /* the file of the last :load, or NULL */
	bool done;
};

/* Take a line (its newline may be missing); true if more must follow. */
bool prompt_take(struct prompt *p, const char *line, size_t len);

/* The input ends here: run what is there, complete or not. */
void prompt_end(struct prompt *p);

/* Forget the lines of the statement that was begun. */
void prompt_drop(struct prompt *p);
void prompt_free(struct prompt *p);

/* Names of the commands, ":help" and so on, NULL at the end. */
const char *const *prompt_commands(void);

#endif
