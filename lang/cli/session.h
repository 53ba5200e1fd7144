#ifndef LANG_CLI_SESSION_H
#define LANG_CLI_SESSION_H

/* A session of the program: a context of libwsp that prints to standard
 * output, and its errors to standard error; with `--format json` also to
 * standard output, where a program waits for a line.
 *
 * Standard output is flushed before an error is printed, so that the two stay
 * in order.  When standard output can no longer be written, the computation is
 * stopped and main() reports it.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lang/base/buffer.h"
#include "lang/cli/cli.h"
#include "lang/wsp.h"

struct junit;

struct session {
	struct wsp *wsp;
	struct junit *junit; /* gets the results of programs, or NULL */
	bool quiet;	     /* drop output, keep errors */
	bool colour;	     /* colours in errors */
	bool tells_json;     /* errors go to standard output, too */
	bool safe;	     /* no files, no editor */
	bool failed;	     /* a program had an error */
	bool stopped;	     /* stopped because output failed */
	const char *device;  /* that a file has yet to define, or NULL */
	int output_error;    /* errno of a failed write, or 0 */
};

/* Opens a session with the settings of the command line; false, with a
 * message, if they are invalid.  Call session_close() in either case.
 */
bool session_open(struct session *s, const struct cli *cli);

/* Chooses the device of the command line, if it was left until now because a
 * file of a question may define it; false, with a message, if none did.
 */
bool session_choose(struct session *s);
void session_close(struct session *s);

/* Runs text[0..len), which starts at "line" of "name"; true if there was no
 * error.
 */
bool session_run(struct session *s, const char *name, int line,
	const char *text, size_t len);

/* Prints the errors and warnings of "r" and frees it; true if there was no
 * error.
 */
bool session_report(struct session *s, struct wsp_result *r);

#endif
