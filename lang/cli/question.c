/* Commands that ask a question: the command line is translated to a program of
 * the language, so both have the same options and messages.
 */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lang/base/buffer.h"
#include "lang/base/device_text.h"
#include "lang/base/foreign.h"
#include "lang/base/memory.h"
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

/* Runs a text that defines kernels, and discards what it prints. */
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

	if (cli_load(path, &text))
		status = define(s, path, buffer_text(&text), text.len);
	buffer_free(&text);
	return status;
}

/* The length of extents with "joint" between them, as 256x2 or 256,2, up to the
 * end or a space; 0 if there are none.
 */
static size_t shape_length(const char *value, char joint)
{
	const char set[] = { '0', '1', '2', '3', '4', '5', '6', '7', '8', '9',
		'_', joint, '\0' };
	const char twice[] = { joint, joint, '\0' };
	const char *first = strchr(value, joint), *again = strstr(value, twice);
	size_t n = strspn(value, set);

	return (!value[n] || value[n] == ' ') && first && first < value + n &&
			isdigit((unsigned char) value[0]) &&
			isdigit((unsigned char) value[n - 1]) &&
			!(again && again < value + n) ?
		n :
		0;
}

/* The value of an option in the language: 256x2 becomes (256, 2), and 4x1
 * interleaved (4, 1) interleaved.
 */
static void add_value(struct buffer *out, const char *value)
{
	size_t n = shape_length(value, 'x');

	if (n == 0)
		n = shape_length(value, ',');
	if (n > 0)
		buffer_add_char(out, '(');
	for (size_t i = 0; i < n; ++i) {
		if (value[i] == 'x' || value[i] == ',')
			buffer_add(out, ", ");
		else
			buffer_add_char(out, value[i]);
	}
	if (n > 0)
		buffer_add_char(out, ')');
	buffer_add(out, value + n);
}

/* Adds the launch options, "joint" before the first. */
static void add_options(struct buffer *out, const char *joint,
	const struct cli *cli)
{
	for (int i = 0; i < CLI_N_OPTION; ++i) {
		const char *name = cli_launch_name(i);

		if (!name || !cli->value[i])
			continue;
		buffer_printf(out, "%s%s = ", joint, name);
		add_value(out, cli->value[i]);
		joint = ", ";
	}
}

static void add_clause(struct buffer *out, const char *word, const char *value)
{
	if (value)
		buffer_printf(out, " %s %s", word, value);
}

static void add_device(struct buffer *out, const char *before,
	const struct cli *cli)
{
	const char *device = cli->value[CLI_OPTION_DEVICE];

	if (!device)
		return;
	buffer_add(out, before);
	device_text_add(out, device);
}

/* Writes the question of a command about "subject". */
typedef void add_command(struct buffer *out, const char *word,
	const char *subject, const struct cli *cli);

static void add_question(struct buffer *out, const char *word,
	const char *subject, const struct cli *cli)
{
	buffer_printf(out, "%s %s", word, subject);
	add_device(out, " on ", cli);
	add_clause(out, "over", cli->value[CLI_OPTION_OVER]);
	add_options(out, " with ", cli);
	add_clause(out, "by", cli->value[CLI_OPTION_BY]);
	add_clause(out, "top", cli->value[CLI_OPTION_TOP]);
}

static void add_divergence(struct buffer *out, const char *word,
	const char *subject, const struct cli *cli)
{
	add_question(out, word, subject, cli);
	add_clause(out, "kind", cli->value[CLI_OPTION_KIND]);
}

static void add_estimate(struct buffer *out, const char *word,
	const char *subject, const struct cli *cli)
{
	buffer_printf(out, "%s (", word);
	add_question(out, "estimate", subject, cli);
	buffer_add_char(out, ')');
	add_clause(out, "kind", cli->value[CLI_OPTION_KIND]);
}

/* "end" has four letters. */
static bool ends_with(const char *path, const char *end)
{
	size_t len = strlen(path);

	return len > 4 && strcmp(path + len - 4, end) == 0;
}

static bool is_profile(const char *path)
{
	return ends_with(path, ".csv");
}

/* The question about profiles, which have no launch options. */
static void add_profiles(struct buffer *out, const struct cli *cli)
{
	buffer_add(out, "roofline read_profile(");
	for (int i = 0; i < cli->n_input; ++i) {
		buffer_add(out, i ? ", " : "");
		buffer_quote(out, cli->input[i].text);
	}
	buffer_add_char(out, ')');
	add_device(out, " on ", cli);
	add_clause(out, "kind", cli->value[CLI_OPTION_KIND]);
}

/* Several devices share a picture. */
static void add_devices(struct buffer *out, const struct cli *cli)
{
	buffer_add(out, "roofline [");
	for (int i = 0; i < cli->n_input; ++i)
		buffer_printf(out, "%s%s", i ? ", " : "", cli->input[i].text);
	buffer_add_char(out, ']');
}

/* With --out the roofline is printed and drawn. */
static void add_roofline(struct buffer *out, const char *word,
	const char *subject, const struct cli *cli)
{
	const char *path = cli->value[CLI_OPTION_OUT];

	buffer_add(out, path ? "asked_roofline = (" : "");
	if (cli->n_input > 0 && is_profile(cli->input[0].text)) {
		add_profiles(out, cli);
	} else if (cli->n_input > 1) {
		add_devices(out, cli);
		add_clause(out, "kind", cli->value[CLI_OPTION_KIND]);
	} else {
		add_question(out, word, subject, cli);
		add_clause(out, "kind", cli->value[CLI_OPTION_KIND]);
	}
	if (!path)
		return;
	buffer_add(out,
		")\nprint asked_roofline\nplot(asked_roofline, file = ");
	buffer_quote(out, path);
	if (cli->value[CLI_OPTION_SIZE]) {
		buffer_add(out, ", size = ");
		add_value(out, cli->value[CLI_OPTION_SIZE]);
	}
	buffer_add_char(out, ')');
}

static void add_profile_command(struct buffer *out, const char *word,
	const char *subject, const struct cli *cli)
{
	(void) word;
	buffer_add(out, "print profile_command(app = ");
	buffer_quote(out, *subject ? subject : "./app");
	add_device(out, ", on = ", cli);
	buffer_add_char(out, ')');
}

static void add_addresses(struct buffer *out, const char *word,
	const char *subject, const struct cli *cli)
{
	buffer_printf(out, "show %s of %s", word, subject);
	add_options(out, " with ", cli);
}

static void add_table(struct buffer *out, const char *word, const char *subject,
	const struct cli *cli)
{
	buffer_printf(out, "%s(", word);
	buffer_quote(out, subject);
	add_device(out, ", on = ", cli);
	if (cli->value[CLI_OPTION_KERNEL]) {
		buffer_add(out, ", kernel = ");
		buffer_quote(out, cli->value[CLI_OPTION_KERNEL]);
	}
	if (cli->value[CLI_OPTION_KIND]) {
		buffer_add(out, ", kind = ");
		buffer_quote(out, cli->value[CLI_OPTION_KIND]);
	}
	if (cli->value[CLI_OPTION_LEAVE])
		buffer_add(out, ", leave_one_out = true");
	if (cli->value[CLI_OPTION_INTERVALS])
		buffer_add(out, ", intervals = true");
	add_options(out, ", ", cli);
	buffer_add_char(out, ')');
}

static void add_device_from(struct buffer *out, const char *word,
	const char *subject, const struct cli *cli)
{
	(void) word;
	buffer_add(out, "device_from(");
	buffer_quote(out, subject);
	if (cli->value[CLI_OPTION_NAME]) {
		buffer_add(out, ", name = ");
		buffer_quote(out, cli->value[CLI_OPTION_NAME]);
	}
	buffer_add_char(out, ')');
}

static void add_name(struct buffer *out, const char *word, const char *subject,
	const struct cli *cli)
{
	(void) cli;
	buffer_printf(out, "%s%s%s", word, *subject ? " " : "", subject);
}

/* How each command is asked, and whether its argument is a kernel, which may
 * also be given as text or in a file.
 */
static const struct {
	add_command *add;
	bool has_kernel;
} asked[CLI_N_COMMAND] = {
	[CLI_COMMAND_ESTIMATE] = { add_question, true },
	[CLI_COMMAND_RANK] = { add_question, true },
	[CLI_COMMAND_SWEEP] = { add_question, true },
	[CLI_COMMAND_LAYERS] = { add_question, true },
	[CLI_COMMAND_SIMULATE] = { add_question, true },
	[CLI_COMMAND_DIVERGENCE] = { add_divergence, true },
	[CLI_COMMAND_ROOFLINE] = { add_roofline, true },
	[CLI_COMMAND_PROFILE] = { add_profile_command, false },
	[CLI_COMMAND_EXPLAIN] = { add_estimate, true },
	[CLI_COMMAND_ADDRESSES] = { add_addresses, true },
	[CLI_COMMAND_VALIDATE] = { add_table, false },
	[CLI_COMMAND_FIT] = { add_table, false },
	[CLI_COMMAND_DEVICE_FROM] = { add_device_from, false },
	[CLI_COMMAND_SHOW] = { add_name, true },
	[CLI_COMMAND_HELP] = { add_name, false },
};

bool question_is_foreign(const char *path)
{
	const char *hint = foreign_hint(path);

	if (hint)
		cli_complain("'%s' is %s", path, hint);
	return hint != NULL;
}

bool question_is_compiled(const char *path)
{
	return ends_with(path, ".ptx");
}

/* --taken 0.3, or 42:0.3,$L__BB0_2:0.1 by line or label: a list of pairs. */
static void add_taken(struct buffer *out, const char *text)
{
	buffer_add(out, ", taken = ");
	if (!strchr(text, ':')) {
		buffer_add(out, text);
		return;
	}
	buffer_add(out, "[");
	while (*text) {
		size_t n = strcspn(text, ","), at = strcspn(text, ":");
		char *key = memory_new(n + 1);

		memcpy(key, text, at < n ? at : n);
		buffer_add(out, "(");
		if (key[strspn(key, "0123456789")])
			buffer_quote(out, key);
		else
			buffer_add(out, key);
		if (at < n)
			buffer_printf(out, ", %.*s", (int) (n - at - 1),
				text + at + 1);
		buffer_add(out, "),");
		free(key);
		text += n + (text[n] == ',');
	}
	buffer_add(out, "]");
}

/* Defines the kernel of a PTX file. */
static int define_compiled(struct session *s, const char *path,
	const struct cli *cli, const char **subject)
{
	const char *entry = cli->value[CLI_OPTION_ENTRY];
	struct buffer program = { 0 };
	int status;

	if (!entry)
		entry = cli->value[CLI_OPTION_KERNEL];
	*subject = "compiled_kernel";
	buffer_printf(&program, "%s = ptx(", *subject);
	buffer_quote(&program, path);
	if (entry) {
		buffer_add(&program, ", ");
		buffer_quote(&program, entry);
	}
	if (cli->value[CLI_OPTION_ARG])
		buffer_printf(&program, ", %s", cli->value[CLI_OPTION_ARG]);
	if (cli->value[CLI_OPTION_TAKEN])
		add_taken(&program, cli->value[CLI_OPTION_TAKEN]);
	buffer_add(&program, ")\n");
	status = define(s, "<command line>", program.text, program.len);
	buffer_free(&program);
	return status;
}

int question_check_compiled(struct session *s, const char *path)
{
	struct buffer program = { 0 };
	int status;

	buffer_add(&program, "if len(entries(");
	buffer_quote(&program, path);
	buffer_add(&program, ")) == 0 { error(");
	buffer_quote(&program, path);
	buffer_add(&program, " + \" has no kernel\") }\n");
	status = define(s, "<command line>", program.text, program.len);
	buffer_free(&program);
	return status;
}

/* True for a file, and for a word that can be nothing else: every kernel that
 * is given as text has an index.
 */
static bool is_path(const char *argument)
{
	return is_file(argument) || !strpbrk(argument, "[= ");
}

/* Finds the subject of the question: the argument is its name, the text of a
 * kernel, or a file that defines some, of which --kernel chooses one.
 */
static int find_subject(struct session *s, const char *argument,
	const struct cli *cli, const char **subject)
{
	const char *chosen = cli->value[CLI_OPTION_KERNEL];
	int status;

	*subject = argument;
	if (chosen && (is_name(argument) || !is_name(chosen))) {
		cli_complain("'--kernel %s' chooses a kernel of a file: "
			     "'wsp %s FILE.wsp --kernel NAME'",
			chosen, cli_command_name(cli->command));
		return 2;
	}
	if (is_name(argument))
		return 0;
	if (is_path(argument) && question_is_foreign(argument))
		return 2;
	if (question_is_compiled(argument))
		return define_compiled(s, argument, cli, subject);
	if (is_file(argument) || ends_with(argument, ".wsp"))
		status = define_file(s, argument);
	else
		status = define(s, "<kernel>", argument, strlen(argument));
	*subject = chosen ? chosen : wsp_last_kernel(s->wsp);
	if (!status && !*subject) {
		cli_complain("'%s' defines no kernel", argument);
		status = 1;
	}
	return status;
}

static bool is_unknown(struct session *s, const char *name)
{
	struct buffer program = { 0 };
	struct wsp_result *r;
	bool is_known;

	buffer_printf(&program, "%s;", name);
	r = wsp_eval(s->wsp, program.text);
	is_known = wsp_ok(r);
	wsp_result_free(r);
	buffer_free(&program);
	return !is_known;
}

static bool is_device(struct session *s, const char *name)
{
	struct buffer program = { 0 };
	bool is;

	if (!is_name(name))
		return false;
	buffer_printf(&program, "%s.sm.count", name);
	is = !is_unknown(s, program.text);
	buffer_free(&program);
	return is;
}

static bool are_devices(struct session *s, const struct cli *cli)
{
	for (int i = 0; i < cli->n_input; ++i)
		if (!is_device(s, cli->input[i].text))
			return false;
	return cli->command == CLI_COMMAND_ROOFLINE;
}

bool question_is_command(enum cli_command command)
{
	return asked[command].add;
}

int question_ask(struct session *s, const struct cli *cli)
{
	const char *kernels = cli->value[CLI_OPTION_KERNELS];
	const char *argument = cli->n_input ? cli->input[0].text : "";
	const char *subject = argument;
	struct buffer program = { 0 };
	int status = 0;

	if (cli->n_input > 1 && !is_profile(argument) && !are_devices(s, cli)) {
		cli_complain("'wsp %s' takes one kernel, several profiles or "
			     "several devices",
			cli_command_name(cli->command));
		return 2;
	}
	if (cli->command == CLI_COMMAND_PROFILE && is_device(s, argument)) {
		cli_complain("%s is a device: 'wsp profile-command --device %s "
			     "APP' asks how to profile on it",
			argument, argument);
		return 2;
	}
	if (kernels)
		status = define_file(s, kernels);
	if (!status && asked[cli->command].has_kernel && !is_profile(argument))
		status = find_subject(s, argument, cli, &subject);
	if (status)
		return status;
	if (!session_choose(s))
		return 2;
	asked[cli->command].add(&program, cli_command_name(cli->command),
		subject, cli);
	buffer_add_char(&program, '\n');
	if (!session_run(s, "<command line>", 1, program.text, program.len)) {
		if (asked[cli->command].has_kernel && !kernels &&
			is_name(argument) && is_unknown(s, subject))
			cli_complain("kernels are in files: 'wsp %s "
				     "FILE.wsp' asks about the last one, "
				     "'wsp %s FILE.wsp --kernel %s' about %s",
				cli_command_name(cli->command),
				cli_command_name(cli->command), subject,
				subject);
		status = 1;
	}
	buffer_free(&program);
	return status;
}
