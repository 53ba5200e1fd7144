/* Reads the command line and prints its help, both from the rows of cli.def.
 *
 * An option may precede its command, so options are checked against the
 * command after all words have been read.
 */

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lang/base/diag.h"
#include "lang/base/files.h"
#include "lang/base/json.h"
#include "lang/base/memory.h"
#include "lang/cli/cli.h"

/* Sets of commands, as bits. */
#define BIT(id)	     (1u << CLI_COMMAND_##id)
#define CLI_RUN	     BIT(RUN)
#define CLI_FMT	     BIT(FMT)
#define CLI_DOCTEST  BIT(DOCTEST)
#define CLI_ROOFLINE BIT(ROOFLINE)
#define CLI_PROGRAMS (BIT(RUN) | BIT(CHECK) | BIT(FMT))
#define CLI_RANGES   (BIT(RANK) | BIT(SWEEP))
#define CLI_QUESTIONS                                                 \
	(BIT(ESTIMATE) | BIT(LAYERS) | BIT(ROOFLINE) | BIT(EXPLAIN) | \
		BIT(SIMULATE) | BIT(DIVERGENCE) | BIT(ADDRESSES) | CLI_RANGES)
#define CLI_VALIDATE	BIT(VALIDATE)
#define CLI_FIT		BIT(FIT)
#define CLI_DEVICE_FROM BIT(DEVICE_FROM)
#define CLI_SERVE	BIT(SERVE)
#define CLI_SIMULATE	BIT(SIMULATE)
#define CLI_KINDS	(CLI_ROOFLINE | BIT(DIVERGENCE) | CLI_VALIDATE)
#define CLI_LAUNCHES	(CLI_QUESTIONS | CLI_VALIDATE | CLI_FIT)
#define CLI_ASK		(CLI_LAUNCHES | BIT(SHOW))
#define CLI_ALL		(~0u)

static const struct command {
	const char *name, *argument, *help;
} commands[] = {
#define COMMAND(id, name, argument, help) { name, argument, help },
#include "lang/cli/cli.def"
};

static const struct option {
	char letter;
	const char *name, *value;
	unsigned commands;
	const char *help;
} options[] = {
#define OPTION(id, letter, name, value, commands, help) \
	{ letter, name, value, commands, help },
#include "lang/cli/cli.def"
};

static const bool is_launch[CLI_N_OPTION] = {
#define SOME(id, name, value, commands, help) [CLI_OPTION_##id] = true,
#include "lang/cli/cli.def"
};

/* True if `--format json` was given: programs that wait for a line on standard
 * output get errors there, too.
 */
static bool tells_json;

static bool wants_json(int argc, char **argv)
{
	for (int i = 1; i < argc; ++i)
		if (strcmp(argv[i], "--format=json") == 0 ||
			(strcmp(argv[i], "--format") == 0 && i + 1 < argc &&
				strcmp(argv[i + 1], "json") == 0))
			return true;
	return false;
}

void cli_complain(const char *fmt, ...)
{
	struct buffer text = { 0 };
	va_list args;

	va_start(args, fmt);
	buffer_vprintf(&text, fmt, args);
	va_end(args);
	if (tells_json) {
		struct buffer json = { 0 };

		json_string(&json, buffer_text(&text), text.len);
		printf("{\"error\": %s, \"messages\": []}\n", json.text);
		buffer_free(&json);
	}
	fflush(stdout);
	fprintf(stderr, "wsp: %s\n", buffer_text(&text));
	buffer_free(&text);
}

bool cli_load(const char *path, struct buffer *text)
{
	if (files_read(path, text))
		return true;
	cli_complain("cannot read '%s': %s", path, strerror(errno));
	return false;
}

bool cli_store(const char *path, const char *text, size_t len)
{
	if (files_write(path, text, len))
		return true;
	cli_complain("cannot write '%s': %s", path, strerror(errno));
	return false;
}

const char *cli_launch_name(enum cli_option id)
{
	return is_launch[id] ? options[id].name : NULL;
}

const char *cli_command_name(enum cli_command id)
{
	return commands[id].name;
}

static void print_option(const struct option *o, FILE *out)
{
	char left[40], dash[8] = "";

	if (o->letter)
		snprintf(dash, sizeof(dash), "-%c, ", o->letter);
	snprintf(left, sizeof(left), "%s--%s%s%s", dash, o->name,
		o->value ? " " : "", o->value ? o->value : "");
	fprintf(out, "  %-22s  %s\n", left, o->help);
}

static void print_options(enum cli_command command, FILE *out)
{
	for (int i = 0; i < CLI_N_OPTION; ++i)
		if (options[i].commands & (1u << command))
			print_option(&options[i], out);
}

/* Options that the overview explains; it only names the others. */
static bool is_common(int id)
{
	return id == CLI_OPTION_EVAL || id == CLI_OPTION_DEVICE ||
		id == CLI_OPTION_FORMAT || id == CLI_OPTION_USAGE;
}

static void print_run_options(FILE *out)
{
	const char *joint = "  also: ";

	for (int i = 0; i < CLI_N_OPTION; ++i)
		if (options[i].commands & CLI_RUN && is_common(i))
			print_option(&options[i], out);
	for (int i = 0; i < CLI_N_OPTION; ++i) {
		const struct option *o = &options[i];

		if (!(o->commands & CLI_RUN) || is_common(i))
			continue;
		fprintf(out, "%s", joint);
		if (o->letter)
			fprintf(out, "-%c, ", o->letter);
		fprintf(out, "--%s%s%s", o->name, o->value ? " " : "",
			o->value ? o->value : "");
		joint = ", ";
	}
	fputc('\n', out);
}

/* Commands that the overview only names. */
#define CLI_SELDOM                                                 \
	(BIT(MERGE) | BIT(ADDRESSES) | BIT(DIVERGENCE) | CLI_FIT | \
		CLI_DEVICE_FROM)

static void print_overview(FILE *out)
{
	/* the overview fits a screen of 24 lines with one for the prompt */
	fputs("Usage: wsp [OPTION]... [FILE]...  (no FILE: a prompt)  or  "
	      "wsp COMMAND ...\n",
		out);
	for (int i = CLI_COMMAND_RUN + 1; i < CLI_N_COMMAND; ++i) {
		char left[40];

		if (1u << i & CLI_SELDOM)
			continue;
		snprintf(left, sizeof(left), "%s %s", commands[i].name,
			commands[i].argument);
		fprintf(out, "  %-22s  %s\n", left, commands[i].help);
	}
	fputs("  more commands:", out);
	for (int i = CLI_COMMAND_RUN + 1; i < CLI_N_COMMAND; ++i)
		if (1u << i & CLI_SELDOM)
			fprintf(out, " %s", commands[i].name);
	fputc('\n', out);
	print_run_options(out);
}

void cli_help(enum cli_command command, FILE *out)
{
	if (command == CLI_COMMAND_RUN) {
		print_overview(out);
		return;
	}
	fprintf(out, "Usage: wsp %s [OPTION]... %s\n%s\n\n",
		commands[command].name, commands[command].argument,
		commands[command].help);
	print_options(command, out);
}

static bool suggest_help(void)
{
	fputs("Try 'wsp --help'.\n", stderr);
	return false;
}

/* Reports an unknown word, and the most similar known one if it is close. */
static bool unknown(const char *what, const char *word, const char *dashes,
	const char *nearest)
{
	if (nearest)
		cli_complain("%s '%s%s'; did you mean '%s%s'?", what, dashes,
			word, dashes, nearest);
	else
		cli_complain("%s '%s%s'", what, dashes, word);
	return suggest_help();
}

static bool unknown_option(const char *name)
{
	const char *known[CLI_N_OPTION];

	for (int i = 0; i < CLI_N_OPTION; ++i)
		known[i] = options[i].name;
	return unknown("unknown option", name, "--",
		diag_nearest(name, known, CLI_N_OPTION));
}

static int find_command(const char *word)
{
	for (int i = CLI_COMMAND_RUN + 1; i < CLI_N_COMMAND; ++i)
		if (strcmp(commands[i].name, word) == 0)
			return i;
	return -1;
}

static void add_input(struct cli *cli, bool is_code, const char *text)
{
	cli->input = memory_grow(cli->input, (size_t) cli->n_input,
		sizeof(*cli->input));
	cli->input[cli->n_input++] = (struct cli_input) { is_code, text };
}

static bool set_option(struct cli *cli, int id, const char *value)
{
	if (options[id].value && !value) {
		cli_complain("option '--%s' needs a value: %s",
			options[id].name, options[id].value);
		return suggest_help();
	}
	if (id == CLI_OPTION_EVAL)
		add_input(cli, true, value);
	cli->value[id] = value ? value : "";
	if (id == CLI_OPTION_ARG) { /* each may be said on its own */
		buffer_printf(&cli->args, "%s%s", cli->args.len > 0 ? ", " : "",
			value);
		cli->value[id] = buffer_text(&cli->args);
	}
	return true;
}

static bool read_long(struct cli *cli, const char *word, char **rest,
	int *n_used)
{
	size_t len = strcspn(word, "=");
	const char *value = word[len] ? word + len + 1 : NULL;
	char *name = memory_copy_bytes(word, len);
	bool ok = false;
	int i;

	for (i = 0; i < CLI_N_OPTION; ++i)
		if (strcmp(options[i].name, name) == 0)
			break;
	if (i == CLI_N_OPTION) {
		unknown_option(name);
	} else if (value && !options[i].value) {
		cli_complain("option '--%s' takes no value", name);
		suggest_help();
	} else {
		if (!value && options[i].value && *rest) {
			value = *rest;
			*n_used = 1;
		}
		ok = set_option(cli, i, value);
	}
	free(name);
	return ok;
}

static bool read_short(struct cli *cli, const char *word, char **rest,
	int *n_used)
{
	int i;

	for (i = 0; i < CLI_N_OPTION; ++i)
		if (options[i].letter && options[i].letter == word[0])
			break;
	if (i == CLI_N_OPTION || (word[1] && !options[i].value))
		return unknown("unknown option", word, "-", NULL);
	if (!options[i].value)
		return set_option(cli, i, NULL);
	if (word[1])
		return set_option(cli, i, word + 1);
	*n_used = *rest ? 1 : 0;
	return set_option(cli, i, *rest);
}

/* An option may precede its command, so this runs last. */
static bool check_options(const struct cli *cli)
{
	if (cli->value[CLI_OPTION_USAGE])
		return true;
	for (int i = 0; i < CLI_N_OPTION; ++i) {
		if (!cli->value[i] ||
			(options[i].commands & (1u << cli->command)))
			continue;
		if (cli->command == CLI_COMMAND_RUN)
			cli_complain("option '--%s' needs a command before it",
				options[i].name);
		else
			cli_complain("option '--%s' is not one of 'wsp %s'",
				options[i].name, commands[cli->command].name);
		return suggest_help();
	}
	return true;
}

static bool check_arguments(const struct cli *cli)
{
	const struct command *c = &commands[cli->command];
	bool many = strstr(c->argument, "...");

	if (cli->value[CLI_OPTION_USAGE] || cli->value[CLI_OPTION_VERSION])
		return true;
	if (cli->n_input > 0 && !c->argument[0]) {
		cli_complain("'wsp %s' takes no argument", c->name);
		return suggest_help();
	}
	if (cli->n_input == 0 && c->argument[0] && c->argument[0] != '[') {
		cli_complain("'wsp %s' needs an argument: %s", c->name,
			c->argument);
		return suggest_help();
	}
	if (cli->n_input > 1 && !many) {
		cli_complain("'wsp %s' takes one argument, not %d: put what "
			     "has blanks in quotes%s",
			c->name, cli->n_input,
			strcmp(c->argument, "KERNEL") == 0 ?
				"; a kernel of a file: --kernels FILE.wsp NAME" :
				"");
		return suggest_help();
	}
	return true;
}

/* A first argument that is neither a file nor a command may be a typo of
 * either.
 */
static bool check_first(const struct cli *cli)
{
	const char *known[CLI_N_COMMAND], *word, *nearest;
	struct stat st;

	if (cli->command != CLI_COMMAND_RUN || cli->n_input == 0 ||
		cli->input[0].is_code || stat(cli->input[0].text, &st) == 0)
		return true;
	word = cli->input[0].text;
	for (int i = 0; i < CLI_N_COMMAND; ++i)
		known[i] = commands[i].name;
	if (strcmp(word, "compare") == 0) {
		cli_complain("compare is a function: wsp FILE.wsp -e "
			     "'compare(estimate k on a100, estimate k on "
			     "h100)'");
		return suggest_help();
	}
	if (strchr(word, '[') && strchr(word, '=')) {
		cli_complain("a kernel as text follows a command: wsp estimate "
			     "'%s'",
			word);
		return suggest_help();
	}
	nearest = diag_nearest(word, known, CLI_N_COMMAND);
	if (!nearest && strpbrk(word, "./-"))
		return true;
	return unknown("no file or command", word, "", nearest);
}

bool cli_read(struct cli *cli, int argc, char **argv)
{
	bool only_arguments = false, first = true;
	int n_used;

	*cli = (struct cli) { .command = CLI_COMMAND_RUN };
	tells_json = wants_json(argc, argv);
	for (int i = 1; i < argc; i += 1 + n_used) {
		const char *word = argv[i];
		bool ok = true;

		n_used = 0;
		if (only_arguments || word[0] != '-' || !word[1]) {
			if (first && find_command(word) > 0)
				cli->command = find_command(word);
			else
				add_input(cli, false, word);
			first = false;
		} else if (strcmp(word, "--") == 0) {
			only_arguments = true;
			first = false;
		} else if (word[1] == '-') {
			ok = read_long(cli, word + 2, argv + i + 1, &n_used);
		} else {
			ok = read_short(cli, word + 1, argv + i + 1, &n_used);
		}
		if (!ok)
			return false;
	}
	return check_options(cli) && check_arguments(cli) && check_first(cli);
}

void cli_free(struct cli *cli)
{
	free(cli->input);
	buffer_free(&cli->args);
	*cli = (struct cli) { 0 };
}
