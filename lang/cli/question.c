#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "lang/base/buffer.h"
#include "lang/base/files.h"
#include "lang/cli/question.h"

static bool is_name(const char *text)
{
	if (!isalpha((unsigned char) *text) && *text != '_')
		return false;
	while (isalnum((unsigned char) *text) || *text == '_')
		++text;
	return !*text;
}

static bool is_file(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && !S_ISDIR(st.st_mode);
}

/* Run what defines kernels; what it prints is not asked for. */
static int define(struct session *s, const char *name, const char *text,
	size_t len)
{
	bool ok;

	s->quiet = true;
	ok = session_run(s, name, 1, text, len);
	s->quiet = false;
	return ok ? 0 : 1;
}

static int define_file(struct session *s, const char *path)
{
	struct buffer text = { 0 };
	int status = 2;

	if (files_read(path, &text))
		status = define(s, path, buffer_text(&text), text.len);
	else
		cli_complain("cannot read '%s': %s", path, strerror(errno));
	buffer_free(&text);
	return status;
}

/* The value of an option in the language: 256x2 is (256, 2). */
static void add_value(struct buffer *out, const char *value)
{
	size_t n = strspn(value, "0123456789_x");
	const char *c;

	if (value[n] || !strchr(value, 'x') ||
	    !isdigit((unsigned char) value[0]) ||
	    !isdigit((unsigned char) value[n - 1]) || strstr(value, "xx")) {
		buffer_add(out, value);
		return;
	}
	buffer_add_char(out, '(');
	for (c = value; *c; ++c) {
		if (*c == 'x')
			buffer_add(out, ", ");
		else
			buffer_add_char(out, *c);
	}
	buffer_add_char(out, ')');
}

/* Launch options, the first behind "joint". */
static void add_options(struct buffer *out, const char *joint,
	const struct cli *cli)
{
	int i;

	for (i = 0; i < CLI_N_OPTION; ++i) {
		const char *name = cli_launch_name(i);

		if (!name || !cli->value[i])
			continue;
		buffer_printf(out, "%s%s = ", joint, name);
		add_value(out, cli->value[i]);
		joint = ", ";
	}
}

static void add_launch(struct buffer *out, const struct cli *cli)
{
	add_options(out, " with ", cli);
}

static void add_clause(struct buffer *out, const char *word, const char *value)
{
	if (value)
		buffer_printf(out, " %s %s", word, value);
}

/* The device by its name; one from a file is that of the session. */
static const char *device_name(const struct cli *cli)
{
	const char *device = cli->value[CLI_OPTION_DEVICE];

	return device && !cli_is_device_file(device) ? device : NULL;
}

static void add_question(struct buffer *out, const char *word,
	const char *subject, const struct cli *cli)
{
	buffer_printf(out, "%s %s", word, subject);
	add_clause(out, "on", device_name(cli));
	add_clause(out, "over", cli->value[CLI_OPTION_OVER]);
	add_launch(out, cli);
	add_clause(out, "by", cli->value[CLI_OPTION_BY]);
	add_clause(out, "top", cli->value[CLI_OPTION_TOP]);
}

static void add_estimate(struct buffer *out, const char *word,
	const char *subject, const struct cli *cli)
{
	buffer_printf(out, "%s (", word);
	add_question(out, "estimate", subject, cli);
	buffer_add_char(out, ')');
}

static void add_table(struct buffer *out, const struct cli *cli)
{
	const char *device = device_name(cli);

	buffer_printf(out, "%s(", cli_command_name(cli->command));
	session_quote(out, cli->input[0].text);
	if (device)
		buffer_printf(out, ", on = %s", device);
	if (cli->value[CLI_OPTION_LEAVE])
		buffer_add(out, ", leave_one_out = true");
	if (cli->value[CLI_OPTION_INTERVALS])
		buffer_add(out, ", intervals = true");
	add_options(out, ", ", cli);
	buffer_add_char(out, ')');
}

static void add_device_from(struct buffer *out, const struct cli *cli)
{
	buffer_add(out, "device_from(");
	session_quote(out, cli->input[0].text);
	if (cli->value[CLI_OPTION_NAME]) {
		buffer_add(out, ", name = ");
		session_quote(out, cli->value[CLI_OPTION_NAME]);
	}
	buffer_add_char(out, ')');
}

/* Whether the argument is a file of data, not a kernel. */
static bool takes_data(enum cli_command command)
{
	return command == CLI_COMMAND_VALIDATE ||
		command == CLI_COMMAND_FIT ||
		command == CLI_COMMAND_DEVICE_FROM;
}

static void add_program(struct buffer *out, const char *subject,
	const struct cli *cli)
{
	const char *word = cli_command_name(cli->command);

	switch (cli->command) {
	case CLI_COMMAND_EXPLAIN:
		add_estimate(out, word, subject, cli);
		break;
	case CLI_COMMAND_ROOFLINE:
		add_estimate(out, word, subject, cli);
		add_clause(out, "kind", cli->value[CLI_OPTION_KIND]);
		break;
	case CLI_COMMAND_ADDRESSES:
		buffer_printf(out, "show addresses of %s", subject);
		add_launch(out, cli);
		break;
	case CLI_COMMAND_VALIDATE:
	case CLI_COMMAND_FIT:
		add_table(out, cli);
		break;
	case CLI_COMMAND_DEVICE_FROM:
		add_device_from(out, cli);
		break;
	case CLI_COMMAND_SHOW:
	case CLI_COMMAND_HELP:
		buffer_printf(out, "%s%s%s", word, *subject ? " " : "",
			subject);
		break;
	default:
		add_question(out, word, subject, cli);
		break;
	}
	buffer_add_char(out, '\n');
}

/* Find what the question is about: the argument is the name of it, or
 * defines a kernel by its text or in a file.
 */
static int find_subject(struct session *s, const char *argument,
	const char **subject)
{
	int status;

	*subject = argument;
	if (is_name(argument))
		return 0;
	if (is_file(argument))
		status = define_file(s, argument);
	else
		status = define(s, "<kernel>", argument, strlen(argument));
	*subject = wsp_last_kernel(s->wsp);
	if (!status && !*subject) {
		cli_complain("'%s' defines no kernel", argument);
		status = 1;
	}
	return status;
}

int question_ask(struct session *s, const struct cli *cli)
{
	const char *kernels = cli->value[CLI_OPTION_KERNELS];
	const char *argument = cli->n_input ? cli->input[0].text : "";
	const char *subject = argument;
	struct buffer program = { 0 };
	int status = 0;

	if (kernels)
		status = define_file(s, kernels);
	if (!status && !takes_data(cli->command) &&
	    cli->command != CLI_COMMAND_HELP)
		status = find_subject(s, argument, &subject);
	if (status)
		return status;
	add_program(&program, subject, cli);
	if (!session_run(s, "<command line>", 1, program.text, program.len))
		status = 1;
	buffer_free(&program);
	return status;
}
