#ifndef LANG_CLI_CLI_H
#define LANG_CLI_CLI_H

/* The parsed command line: command, options and arguments.
 *
 * Texts point into argv.  The rows of cli.def describe all options; parsing,
 * checks and `--help` use them.
 */

#include <stdbool.h>
#include <stdio.h>

#include "lang/base/buffer.h"

enum cli_command {
#define COMMAND(id, name, argument, help) CLI_COMMAND_##id,
#include "lang/cli/cli.def"
	CLI_N_COMMAND
};

enum cli_option {
#define OPTION(id, letter, name, value, commands, help) CLI_OPTION_##id,
#include "lang/cli/cli.def"
	CLI_N_OPTION
};

/* A program to run: a file ("-" is standard input), or the text of -e. */
struct cli_input {
	bool is_code;
	const char *text;
};

struct cli {
	enum cli_command command;
	int n_input;
	struct cli_input *input;
	const char *value[CLI_N_OPTION]; /* NULL if not given */
	struct buffer args;		 /* what all --arg say */
};

/* Parses the command line; false, with a message on standard error, if it is
 * invalid.  Call cli_free() in either case.
 */
bool cli_read(struct cli *cli, int argc, char **argv);
void cli_free(struct cli *cli);

/* The name of a launch option in the language; NULL if "id" is not one. */
const char *cli_launch_name(enum cli_option id);

/* The word of a command. */
const char *cli_command_name(enum cli_command id);

/* What `--help` prints for a command; CLI_COMMAND_RUN is the overview. */
void cli_help(enum cli_command command, FILE *out);

/* Prints "wsp: " and a message to standard error, after flushing standard
 * output.
 */
void cli_complain(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Reads or writes a whole file ("-" is standard input); false, with a message,
 * on failure.
 */
bool cli_load(const char *path, struct buffer *text);
bool cli_store(const char *path, const char *text, size_t len);

#endif
