#ifndef LANG_CLI_DOCTEST_H
#define LANG_CLI_DOCTEST_H

/* Documentation tests: runs the wsp blocks of documents and comments and
 * compares their output with what the document shows.
 *
 * The blocks of a file share a session unless one is marked fresh.  A document
 * is rewritten as a whole or left unchanged.
 */

#include "lang/cli/cli.h"

/* Tests the files of the command line and reports on standard output; returns
 * the exit status.
 */
int doctest_run(const struct cli *cli);

#endif
