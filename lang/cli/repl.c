/* The prompt on a terminal, through readline, and from a pipe, line by line.
 *
 * Signals are blocked except while the program waits for a key or computes, so
 * a handler never interrupts readline.
 */

#include <errno.h>
#include <locale.h>
#include <readline/history.h>
#include <readline/readline.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

#include "lang/base/buffer.h"
#include "lang/base/memory.h"
#include "lang/cli/history.h"
#include "lang/cli/prompt.h"
#include "lang/cli/repl.h"

/* Global because callbacks of readline and signal handlers have no user
 * pointer.
 */
static struct {
	struct prompt *prompt;
	volatile sig_atomic_t running; /* a program is being run */
	volatile sig_atomic_t interrupted, stopped, ended;
	bool has_line;
	char *line; /* NULL at the end of the input */
} terminal;

static void on_signal(int sig)
{
	if (sig == SIGINT)
		terminal.interrupted = 1;
	else if (sig == SIGTSTP)
		terminal.stopped = 1;
	else
		terminal.ended = 1;
	if (terminal.running)
		wsp_interrupt(terminal.prompt->session->wsp);
}

static void handle(int sig, void (*handler)(int))
{
	struct sigaction action = { .sa_handler = handler };

	sigemptyset(&action.sa_mask);
	sigaction(sig, &action, NULL);
}

static void handle_signals(void)
{
	handle(SIGINT, on_signal);
	handle(SIGTERM, on_signal);
	handle(SIGHUP, on_signal);
}

static void on_line(char *line)
{
	terminal.line = line;
	terminal.has_line = true;
	rl_callback_handler_remove();
}

/* Ctrl-Z: restores the terminal before stopping, and sets it up again on
 * resume.
 */
static void stop(void)
{
	terminal.stopped = 0;
	rl_cleanup_after_signal();
	raise(SIGSTOP);
	rl_reset_after_signal();
	rl_forced_update_display();
}

static void drop_line(void)
{
	rl_callback_sigcleanup();
	rl_free_line_state();
	rl_replace_line("", 0);
	rl_callback_handler_remove();
	if (terminal.interrupted)
		fputs("^C\n", stdout);
}

/* Passes keys to readline until a line is complete or a signal cancels it.
 * Signals arrive only in pselect().
 */
static void read_keys(const sigset_t *unblocked)
{
	while (!terminal.has_line && !terminal.interrupted && !terminal.ended) {
		fd_set keys;

		FD_ZERO(&keys);
		FD_SET(STDIN_FILENO, &keys);
		if (pselect(STDIN_FILENO + 1, &keys, NULL, NULL, NULL,
			    unblocked) > 0)
			rl_callback_read_char();
		else if (terminal.stopped)
			stop();
		else
			rl_check_signals();
	}
}

/* Reads a line; false at the end of the input. *line is NULL if Ctrl-C dropped
 * the line, even right after Enter.
 */
static bool read_line(const char *text, char **line)
{
	sigset_t ours, before;

	sigemptyset(&ours);
	sigaddset(&ours, SIGINT);
	sigaddset(&ours, SIGTERM);
	sigaddset(&ours, SIGHUP);
	sigaddset(&ours, SIGTSTP);
	sigprocmask(SIG_BLOCK, &ours, &before);
	handle(SIGTSTP, on_signal);
	terminal.has_line = false;
	terminal.interrupted = 0;
	terminal.line = NULL;
	rl_callback_handler_install(text, on_line);
	read_keys(&before);
	if (!terminal.has_line)
		drop_line();
	handle(SIGTSTP, SIG_DFL);
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (terminal.interrupted) {
		free(terminal.line);
		terminal.line = NULL;
	}
	*line = terminal.line;
	return !terminal.ended && (*line || terminal.interrupted);
}

/* Completions of the input up to the cursor. */
static struct {
	char **match; /* from wsp_complete() */
	size_t next;
	size_t skip;  /* characters before readline's word */
	char *before; /* characters behind its start */
} completion;

static char *next_completion(const char *word, int state)
{
	struct buffer text = { 0 };
	const char *match;

	(void) word;
	(void) state;
	if (!completion.match || !completion.match[completion.next])
		return NULL;
	match = completion.match[completion.next++];
	buffer_add(&text, completion.before);
	if (strlen(match) > completion.skip)
		buffer_add(&text, match + completion.skip);
	return buffer_take(&text);
}

static char *next_command(const char *word, int state)
{
	static size_t next;

	if (!state)
		next = 0;
	while (prompt_commands()[next]) {
		const char *name = prompt_commands()[next++];

		if (strncmp(name, word, strlen(word)) == 0)
			return memory_copy_text(name);
	}
	return NULL;
}

static void free_completion(void)
{
	for (size_t i = 0; completion.match && completion.match[i]; ++i)
		free(completion.match[i]);
	free(completion.match);
	free(completion.before);
	completion.match = NULL;
	completion.before = NULL;
}

/* Asks the library for completions.  Its word may start elsewhere than
 * readline's; "from" counts characters of the line.
 */
static char **complete_input(const char *word, size_t from, size_t point)
{
	struct prompt *p = terminal.prompt;
	size_t before = p->input.len, start = 0;
	struct buffer text = { 0 };
	char **matches;

	buffer_add_bytes(&text, buffer_text(&p->input), before);
	buffer_add_bytes(&text, rl_line_buffer, point);
	completion.match = wsp_complete(p->session->wsp, buffer_text(&text),
		text.len, &start);
	completion.next = 0;
	from += before;
	completion.skip = from > start ? from - start : 0;
	completion.before = memory_copy_bytes(buffer_text(&text) + from,
		start > from ? start - from : 0);
	matches = rl_completion_matches(word, next_completion);
	free_completion();
	buffer_free(&text);
	return matches;
}

static bool in_string(size_t point)
{
	bool quoted = false;

	for (size_t i = 0; i < point; ++i)
		if (rl_line_buffer[i] == '"')
			quoted = !quoted;
	return quoted;
}

/* Completes commands, file names after :load and in strings, and everything
 * else through the library.
 */
static char **complete(const char *word, int start, int end)
{
	const char *line = rl_line_buffer + strspn(rl_line_buffer, " \t");
	bool is_first = rl_line_buffer + start <= line + 1;

	rl_completion_append_character = '\0';
	rl_attempted_completion_over = 1;
	if (terminal.prompt->input.len == 0 && *line == ':') {
		if (is_first)
			return rl_completion_matches(word, next_command);
		if (strncmp(line, ":load ", 6) == 0)
			return rl_completion_matches(word,
				rl_filename_completion_function);
	}
	if (in_string((size_t) end))
		return rl_completion_matches(word,
			rl_filename_completion_function);
	return complete_input(word, (size_t) start, (size_t) end);
}

static void set_up_readline(const struct history *h)
{
	static char name[] = "wsp";

	setlocale(LC_CTYPE, "");
	rl_readline_name = name;
	rl_catch_signals = 0;
	rl_attempted_completion_function = complete;
	rl_completer_word_break_characters = " \t\n\"'(),;[]{}<>=+-*/^%&|";
	using_history();
	stifle_history(HISTORY_LIMIT);
	for (int i = 0; i < h->n_entry; ++i)
		add_history(h->entry[i]);
}

static void remember(struct history *h, const char *text)
{
	int n = h->n_entry;

	history_remember(h, text);
	if (h->n_entry > n) {
		add_history(text);
		history_write(h);
	}
}

/* An interrupt that arrives after an input must not stop the next one; one
 * that arrives between two lines of an input drops that input.
 */
static void forget_interrupt(struct prompt *p)
{
	prompt_drop(p);
	wsp_result_free(wsp_eval_at(p->session->wsp, NULL, 1, "", 0));
}

/* Runs a line; "typed" gathers the lines of one input for the history. */
static bool run_line(struct prompt *p, const char *line, struct buffer *typed,
	struct history *h)
{
	bool more;

	if (typed->len > 0)
		buffer_add_char(typed, '\n');
	buffer_add(typed, line);
	terminal.running = 1;
	more = !terminal.ended && !terminal.interrupted &&
		prompt_take(p, line, strlen(line));
	terminal.running = 0;
	if (terminal.interrupted) {
		forget_interrupt(p);
		more = false;
	}
	if (more)
		return true;
	remember(h, buffer_text(typed));
	if (strncmp(buffer_text(typed), ":edit", 5) == 0 && p->last)
		remember(h, p->last);
	buffer_free(typed);
	return false;
}

static void read_terminal(struct prompt *p, struct history *h)
{
	struct buffer typed = { 0 };
	bool more = false;
	char *line;

	while (!p->done && !p->session->output_error) {
		if (read_line(more ? "...> " : "wsp> ", &line)) {
			if (line) {
				more = run_line(p, line, &typed, h);
			} else {
				prompt_drop(p);
				buffer_free(&typed);
				more = false;
			}
			free(line);
			continue;
		}
		putchar('\n');
		if (!more || terminal.ended)
			break;
		terminal.running = 1;
		prompt_end(p);
		terminal.running = 0;
		buffer_free(&typed);
		more = false;
	}
	buffer_free(&typed);
}

static int run_terminal(struct session *s)
{
	struct prompt p = { .session = s, .name = "<repl>", .line = 1 };
	struct history h;

	printf("wsp %s: 'help' explains the language, ':help' the "
	       "prompt\n",
		wsp_version());
	fflush(stdout);
	terminal.prompt = &p;
	history_read(&h);
	set_up_readline(&h);
	handle_signals();
	read_terminal(&p, &h);
	history_free(&h);
	prompt_free(&p);
	return 0;
}

static int run_pipe(struct session *s)
{
	struct prompt p = {
		.session = s,
		.name = "<stdin>",
		.line = 1,
		.counts_lines = true,
	};
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	while (!p.done && !s->output_error &&
		(n = getline(&line, &room, stdin)) >= 0)
		prompt_take(&p, line, (size_t) n);
	if (ferror(stdin)) {
		cli_complain("cannot read the input: %s", strerror(errno));
		s->failed = true;
	}
	prompt_end(&p);
	free(line);
	prompt_free(&p);
	return s->failed ? 1 : 0;
}

int repl_run(struct session *s)
{
	if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
		return run_terminal(s);
	return run_pipe(s);
}

const char *repl_library(void)
{
	static char text[40];

	snprintf(text, sizeof(text), "readline %s", rl_library_version);
	return text;
}
