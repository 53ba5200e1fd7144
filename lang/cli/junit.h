#ifndef LANG_CLI_JUNIT_H
#define LANG_CLI_JUNIT_H

/* Asserts as test cases of a JUnit file: a suite for each program, a case
 * for each assert that ran.  The file is written whole, at the end, or
 * not at all.
 */

#include "lang/base/buffer.h"
#include "lang/cli/session.h"

struct junit {
	struct buffer suites, cases; /* done; of the suite at hand */
	struct junit_count {
		int tests, failures, errors;
		double seconds;
	} total, suite;
};

/* From here on the session tells of its asserts. */
void junit_start(struct junit *j, struct session *s);

/* The program called "name" ended with "r"; NULL if it could not be read.
 * One that stopped before its end has a case that says so.
 */
void junit_end_suite(struct junit *j, const char *name,
	const struct wsp_result *r);

/* Write the file and free all; false, with a message, if that fails. */
bool junit_write(struct junit *j, const char *path);

#endif
