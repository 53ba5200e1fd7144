/* The program wsp: reads the command line, opens a session, runs the command,
 * and checks that the output was written.
 *
 * Only this file ends the process; all other functions return a status.
 */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commit.h"
#include "lang/base/buffer.h"
#include "lang/cli/cli.h"
#include "lang/cli/doctest.h"
#include "lang/cli/junit.h"
#include "lang/cli/merge.h"
#include "lang/cli/mpi.h"
#include "lang/cli/question.h"
#include "lang/cli/repl.h"
#include "lang/cli/session.h"
#include "lang/serve/serve.h"
#include "lang/wsp.h"

/* A program to process: its text and its name in messages. */
struct program {
	const char *name;
	bool is_file;
	struct buffer text;
};

static bool read_program(const struct cli_input *input, struct program *p)
{
	*p = (struct program) { .name = input->text };
	if (input->is_code) {
		p->name = "<command line>";
		buffer_add(&p->text, input->text);
		return true;
	}
	p->is_file = strcmp(input->text, "-") != 0;
	if (!p->is_file)
		p->name = "<stdin>";
	else if (question_is_foreign(input->text))
		return false;
	return cli_load(input->text, &p->text);
}

static int run_program(struct session *s, const struct cli *cli,
	const struct program *p)
{
	(void) cli;
	return session_run(s, p->name, 1, buffer_text(&p->text), p->text.len) ?
		0 :
		1;
}

static int dump_program(struct session *s, const struct cli *cli,
	const struct program *p)
{
	struct wsp_result *r = NULL;
	char *tree = wsp_dump(s->wsp, p->name, buffer_text(&p->text),
		p->text.len, &r);
	bool ok;

	(void) cli;
	if (tree)
		fputs(tree, stdout);
	ok = tree != NULL;
	free(tree);
	return session_report(s, r) && ok ? 0 : 1;
}

static int check_program(struct session *s, const struct cli *cli,
	const struct program *p)
{
	(void) cli;
	if (p->is_file && question_is_compiled(p->name))
		return question_check_compiled(s, p->name);
	return session_report(s,
		       wsp_check(s->wsp, p->name, buffer_text(&p->text),
			       p->text.len)) ?
		0 :
		1;
}

/* Reports the syntax errors that prevent formatting. */
static int report_syntax(struct session *s, const struct program *p)
{
	struct wsp_result *r = NULL;

	free(wsp_dump(s->wsp, p->name, buffer_text(&p->text), p->text.len, &r));
	session_report(s, r);
	return 1;
}

static int store_format(const struct program *p, const char *text)
{
	if (!p->is_file) {
		cli_complain("%s cannot be changed in place", p->name);
		return 2;
	}
	return cli_store(p->name, text, strlen(text)) ? 0 : 1;
}

static int format_program(struct session *s, const struct cli *cli,
	const struct program *p)
{
	char *text = wsp_format(buffer_text(&p->text), p->text.len);
	bool changed;
	int status = 0;

	if (!text)
		return report_syntax(s, p);
	changed = strlen(text) != p->text.len ||
		memcmp(text, buffer_text(&p->text), p->text.len);
	if (cli->value[CLI_OPTION_VERIFY]) {
		if (changed)
			puts(p->name);
		status = changed;
	} else if (!cli->value[CLI_OPTION_WRITE]) {
		fputs(text, stdout);
	} else if (changed) {
		status = store_format(p, text);
	}
	free(text);
	return status;
}

/* Processes each input in order; returns the worst status. */
static int work_on_inputs(struct session *s, const struct cli *cli,
	int (*work)(struct session *, const struct cli *,
		const struct program *))
{
	int status = 0;

	for (int i = 0; i < cli->n_input; ++i) {
		struct program p;
		int this = 2;

		if (read_program(&cli->input[i], &p))
			this = work(s, cli, &p);
		else if (s->junit)
			junit_end_suite(s->junit, p.name, NULL);
		buffer_free(&p.text);
		if (this > status)
			status = this;
	}
	return status;
}

static int run_tests(struct session *s, const struct cli *cli, const char *path)
{
	struct junit junit;
	int status;

	if (cli->n_input == 0 || cli->value[CLI_OPTION_DUMP]) {
		cli_complain("option '--junit' needs a program to run");
		return 2;
	}
	junit_start(&junit, s);
	status = work_on_inputs(s, cli, run_program);
	return junit_write(&junit, path) || status > 1 ? status : 1;
}

static int run(struct session *s, const struct cli *cli)
{
	const char *dump = cli->value[CLI_OPTION_DUMP];
	const char *junit = cli->value[CLI_OPTION_JUNIT];

	if (dump && strcmp(dump, "ast")) {
		cli_complain("'--dump %s': there is only '--dump ast'", dump);
		return 2;
	}
	if (junit)
		return run_tests(s, cli, junit);
	if (cli->n_input == 0 && !dump)
		return repl_run(s);
	return work_on_inputs(s, cli, dump ? dump_program : run_program);
}

static int serve(struct session *s, const struct cli *cli)
{
	struct serve_options options = {
		.is_lsp = cli->value[CLI_OPTION_LSP],
		.is_safe = s->safe,
		.device = cli->value[CLI_OPTION_DEVICE],
	};

	return serve_run(&options);
}

static int work(struct session *s, const struct cli *cli)
{
	switch (cli->command) {
	case CLI_COMMAND_RUN: return run(s, cli);
	case CLI_COMMAND_CHECK: return work_on_inputs(s, cli, check_program);
	case CLI_COMMAND_FMT: return work_on_inputs(s, cli, format_program);
	case CLI_COMMAND_DOCTEST: return doctest_run(cli);
	case CLI_COMMAND_MERGE: return merge_run(cli);
	case CLI_COMMAND_SERVE: return serve(s, cli);
	default: return question_ask(s, cli);
	}
}

/* Only the first process has standard input. */
static bool reads_input(const struct cli *cli)
{
	for (int i = 0; i < cli->n_input; ++i)
		if (!cli->input[i].is_code &&
			strcmp(cli->input[i].text, "-") == 0)
			return true;
	return cli->command == CLI_COMMAND_RUN && cli->n_input == 0;
}

/* Ctrl-C stops the computation, and the results so far are printed; a second
 * Ctrl-C ends the program.
 */
static struct wsp *running;
static volatile sig_atomic_t interrupted;

static void on_interrupt(int sig)
{
	(void) sig;
	interrupted = 1;
	wsp_interrupt(running);
}

static void handle_interrupt(struct wsp *wsp)
{
	struct sigaction action = {
		.sa_handler = on_interrupt,
		.sa_flags = SA_RESETHAND,
	};

	running = wsp;
	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
}

static int work_in_session(const struct cli *cli, int *output_error)
{
	struct session s;
	int status = 2;

	if (mpi_size() > 1 && reads_input(cli)) {
		cli_complain("a program from standard input cannot be run by "
			     "many processes");
		return status;
	}
	if (session_open(&s, cli)) {
		if (mpi_size() > 1)
			mpi_join(s.wsp);
		else
			handle_interrupt(s.wsp);
		status = work(&s, cli);
	}
	signal(SIGINT, SIG_DFL);
	*output_error = s.output_error;
	session_close(&s);
	return interrupted ? 128 + SIGINT : status;
}

/* Opening a file would reuse the number of a closed standard descriptor.
 * Occupies it with one that fails on use.
 */
static void occupy(int fd, int mode)
{
	if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
		open("/dev/null", mode);
}

/* Unwritten output is an error, and some errors show only when the file is
 * closed.  "error" is the errno of an earlier write, or 0.
 */
static int close_output(int status, int error)
{
	if (fflush(stdout) != 0 && !error)
		error = errno;
	if (close(STDOUT_FILENO) < 0 && !error)
		error = errno;
	if (!error)
		return status;
	cli_complain("cannot write the output: %s", strerror(error));
	return 1;
}

static void print_version(void)
{
	printf("wsp %s%s%s\n%s, %s\n", wsp_version(),
		WSP_COMMIT[0] ? ", commit " : "", WSP_COMMIT, wsp_libraries(),
		repl_library());
}

int main(int argc, char **argv)
{
	struct cli cli;
	int status = 0, output_error = 0;

	occupy(STDIN_FILENO, O_WRONLY);
	occupy(STDOUT_FILENO, O_RDONLY);
	occupy(STDERR_FILENO, O_RDONLY);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	mpi_start();
	if (!cli_read(&cli, argc, argv))
		status = 2;
	else if (cli.value[CLI_OPTION_USAGE])
		cli_help(cli.command, stdout);
	else if (cli.value[CLI_OPTION_VERSION])
		print_version();
	else
		status = work_in_session(&cli, &output_error);
	cli_free(&cli);
	status = close_output(status, output_error);
	mpi_end(output_error != 0);
	return status;
}
