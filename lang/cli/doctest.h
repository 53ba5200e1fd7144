#ifndef LANG_CLI_DOCTEST_H
#define LANG_CLI_DOCTEST_H

/* Documentation tests: the wsp blocks of documents and comments are run
 * and what they print is compared with what the document says.
 *
 * The blocks of a file share a session unless one asks for a fresh one.
 * A document is rewritten whole, or left as it was.
 */

#include "lang/cli/cli.h"

/* Test the files of the command line, report on standard output; the exit
 * status of the program.
 */
int doctest_run(const struct cli *cli);

#endif
