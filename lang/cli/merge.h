#ifndef LANG_CLI_MERGE_H
#define LANG_CLI_MERGE_H

/* `wsp merge`: the tables that the shards of a rank or sweep have printed,
 * as CSV or JSON, become the table of the whole.
 *
 * Rows are taken as they are, so what comes out is what one run without
 * shards would have printed, to the letter.
 */

#include "lang/cli/cli.h"

/* Merge the files of the command line; the exit status of the program. */
int merge_run(const struct cli *cli);

#endif
