#ifndef LANG_CLI_MERGE_H
#define LANG_CLI_MERGE_H

/* `wsp merge`: merges the tables that the shards of a rank or sweep have
 * printed, as CSV or JSON, into the table of the whole.
 *
 * Rows are copied as text, so the result is byte for byte what a run without
 * shards would have printed.
 */

#include "lang/cli/cli.h"

/* Merges the files of the command line; returns the exit status. */
int merge_run(const struct cli *cli);

#endif
