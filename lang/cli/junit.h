#ifndef LANG_CLI_JUNIT_H
#define LANG_CLI_JUNIT_H

/* Asserts as test cases of a JUnit file: a suite for each program, a case
 * for each assert that ran.  The file is written whole, at the end, or
 * not at all.
 */

#include "lang/base/buffer.h"
#include "lang/cli/session.h"

struct junit {
	struct buffer suites, cases; /* finished suites; cases of this suite */
	struct junit_count {
		int tests, failures, errors;
		double seconds;
	} total, suite;
};

/* The session reports its asserts from here on. */
void junit_start(struct junit *j, struct session *s);

/* Ends the suite of program "name" with result "r", NULL if it could not be
 * read.  A program that stopped early gets a failed case that says so.
 */
void junit_end_suite(struct junit *j, const char *name,
	const struct wsp_result *r);

/* Writes the file and frees everything; false, with a message, on failure. */
bool junit_write(struct junit *j, const char *path);

#endif
