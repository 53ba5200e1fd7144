#ifndef LANG_CLI_PROMPT_H
#define LANG_CLI_PROMPT_H

/* Input at a prompt, from a terminal or a pipe: statements, and commands that
 * start with a colon.
 *
 * Lines are gathered until a statement is complete, then run.  An error never
 * ends the prompt; `:quit` sets "done".
 */

#include "lang/base/buffer.h"
#include "lang/cli/session.h"

/* An input that defined a kernel. */
struct prompt_kernel {
	char *name, *text;
};

struct prompt {
	struct session *session;
	const char *name;    /* name of the input in messages */
	bool counts_lines;   /* line numbers continue between inputs */
	int line;	     /* first line of the input */
	struct buffer input; /* lines of an incomplete statement */
	int depth;	     /* open brackets in it */
	char *last;	     /* the last input run, or NULL */
	char *loaded;	     /* the file of the last :load, or NULL */
	int n_kernel;
	struct prompt_kernel *kernel; /* for :edit NAME */
	bool done;
};

/* Takes a line, with or without its newline; true if the statement continues.
 */
bool prompt_take(struct prompt *p, const char *line, size_t len);

/* Ends the input: runs what has been gathered, complete or not. */
void prompt_end(struct prompt *p);

/* Drops the lines of an incomplete statement. */
void prompt_drop(struct prompt *p);
void prompt_free(struct prompt *p);

/* Names of the commands, ":help" and so on, NULL at the end. */
const char *const *prompt_commands(void);

#endif
