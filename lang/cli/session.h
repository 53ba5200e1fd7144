#ifndef LANG_CLI_SESSION_H
#define LANG_CLI_SESSION_H

/* A session as the program has it: a context of libwsp that prints to
 * standard output, and its errors to standard error.
 *
 * Standard output is flushed before an error is printed, so the two stay
 * in order where they meet.  Once it cannot be written any more, whatever
 * runs is stopped; main() tells the user.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lang/base/buffer.h"
#include "lang/cli/cli.h"
#include "lang/wsp.h"

struct junit;

struct session {
	struct wsp *wsp;
	struct junit *junit; /* told how programs end, or NULL */
	bool quiet;	     /* drop output, keep errors */
	bool colour;	     /* of errors */
	bool safe;	     /* no file is read, no editor started */
	bool failed;	     /* some program had an error */
	bool stopped;	     /* by us, as its output got nowhere */
	int output_error;    /* errno of a write that failed, or 0 */
};

/* A session with the settings of the command line; false, with a message,
 * if they make no sense.  session_close() either way.
 */
bool session_open(struct session *s, const struct cli *cli);
void session_close(struct session *s);

/* Run text[0..len), which starts at "line" of "name"; true if no error. */
bool session_run(struct session *s, const char *name, int line,
	const char *text, size_t len);

/* A text as a string of the language. */
void session_quote(struct buffer *out, const char *text);

/* Print the errors and warnings of "r" and free it; true if no error. */
bool session_report(struct session *s, struct wsp_result *r);

#endif
