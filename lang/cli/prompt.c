/* Input at the prompt: gathers lines until a statement is complete, runs it,
 * and runs the commands that start with a colon.
 */

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lang/base/diag.h"
#include "lang/base/memory.h"
#include "lang/cli/prompt.h"

extern char **environ;

static void fail(struct prompt *p)
{
	p->session->failed = true;
}

static void run_text(struct prompt *p, const char *name, int line,
	const char *text, size_t len)
{
	session_run(p->session, name, line, text, len);
}

static void load(struct prompt *p, const char *path)
{
	struct buffer text = { 0 };

	if (cli_load(path, &text))
		run_text(p, path, 1, buffer_text(&text), text.len);
	else
		fail(p);
	buffer_free(&text);
}

/* The path as typed, with "~/" replaced by the home directory. */
static char *path_of(const char *argument)
{
	const char *home = getenv("HOME");
	struct buffer path = { 0 };

	if (home && strncmp(argument, "~/", 2) == 0) {
		buffer_add(&path, home);
		++argument;
	}
	buffer_add(&path, argument);
	return buffer_take(&path);
}

/* --safe also applies to commands of the prompt, which may come from a pipe. */
static bool is_allowed(struct prompt *p, const char *command)
{
	if (!p->session->safe)
		return true;
	cli_complain("%s is not allowed with --safe", command);
	fail(p);
	return false;
}

static void command_load(struct prompt *p, const char *argument)
{
	if (!is_allowed(p, ":load"))
		return;
	if (!*argument) {
		cli_complain(":load needs the name of a file");
		fail(p);
		return;
	}
	free(p->loaded);
	p->loaded = path_of(argument);
	load(p, p->loaded);
}

static void command_reload(struct prompt *p, const char *argument)
{
	(void) argument;
	if (p->loaded) {
		load(p, p->loaded);
		return;
	}
	cli_complain("nothing was loaded yet: use :load FILE");
	fail(p);
}

static void print_seconds(double s)
{
	if (s < 1e-3)
		printf("time: %.3g us\n", s * 1e6);
	else if (s < 1)
		printf("time: %.3g ms\n", s * 1e3);
	else
		printf("time: %.4g s\n", s);
}

static void command_time(struct prompt *p, const char *argument)
{
	struct timespec from, to;

	clock_gettime(CLOCK_MONOTONIC, &from);
	run_text(p, p->name, p->line, argument, strlen(argument));
	clock_gettime(CLOCK_MONOTONIC, &to);
	print_seconds((double) (to.tv_sec - from.tv_sec) +
		1e-9 * (double) (to.tv_nsec - from.tv_nsec));
	fflush(stdout);
}

static void command_quit(struct prompt *p, const char *argument)
{
	(void) argument;
	p->done = true;
}

static const char *editor(void)
{
	const char *name = getenv("VISUAL");

	if (!name || !*name)
		name = getenv("EDITOR");
	return name && *name ? name : "vi";
}

/* The words of "text", which is modified, followed by "last"; the caller frees
 * the array.
 */
static char **split_words(char *text, char *last)
{
	char **word = NULL, *save = NULL;
	size_t n = 0;

	for (char *w = strtok_r(text, " \t", &save); w;
		w = strtok_r(NULL, " \t", &save)) {
		word = memory_grow(word, n, sizeof(*word));
		word[n++] = w;
	}
	word = memory_grow(word, n, sizeof(*word));
	word[n++] = last;
	word = memory_grow(word, n, sizeof(*word));
	word[n] = NULL;
	return word;
}

/* Runs the editor on "path", without a shell; returns 0 or an errno. */
static int spawn_editor(char *path, int *status)
{
	char *text = memory_copy_text(editor());
	char **word = split_words(text, path);
	posix_spawnattr_t attr;
	sigset_t defaults;
	int error;
	pid_t pid;

	sigemptyset(&defaults);
	sigaddset(&defaults, SIGPIPE);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setsigdefault(&attr, &defaults);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGDEF);
	error = posix_spawnp(&pid, word[0], NULL, &attr, word, environ);
	posix_spawnattr_destroy(&attr);
	while (!error && waitpid(pid, status, 0) < 0)
		error = errno == EINTR ? 0 : errno;
	free(word);
	free(text);
	return error;
}

/* Lets the user edit the file "path", then reads it back. */
static bool edit_file(struct prompt *p, char *path, struct buffer *text)
{
	const char *last = p->last ? p->last : "";
	int status = 0, error;

	if (!cli_store(path, last, strlen(last)))
		return false;
	error = spawn_editor(path, &status);
	if (error) {
		cli_complain("cannot run the editor '%s': %s", editor(),
			strerror(error));
		return false;
	}
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
		cli_complain("the editor failed, nothing was run");
		return false;
	}
	return cli_load(path, text);
}

static void remember(struct prompt *p, const char *text, size_t len)
{
	while (len > 0 && text[len - 1] == '\n')
		--len;
	free(p->last);
	p->last = memory_copy_bytes(text, len);
}

static struct prompt_kernel *find_kernel(struct prompt *p, const char *name)
{
	for (int i = 0; i < p->n_kernel; ++i)
		if (strcmp(p->kernel[i].name, name) == 0)
			return &p->kernel[i];
	return NULL;
}

/* Whether a text has "kernel NAME(", or starts with an update of NAME. */
static bool defines(const char *text, const char *name)
{
	const char *at = text + strspn(text, " \t\n");
	size_t n = strlen(name);

	if (strncmp(at, name, n) == 0 && at[n] == '[')
		return true;
	while ((at = strstr(at, "kernel "))) {
		at += strlen("kernel ");
		at += strspn(at, " ");
		if (strncmp(at, name, n) == 0 && strchr(" ({", at[n]))
			return true;
	}
	return false;
}

/* Keep an input that defines a kernel, for :edit NAME. An input that failed
 * leaves the last kernel as it was.
 */
static void remember_kernel(struct prompt *p, const char *text)
{
	const char *name = wsp_last_kernel(p->session->wsp);
	struct prompt_kernel *k;

	if (!name || !defines(text, name))
		return;
	k = find_kernel(p, name);
	if (!k) {
		p->kernel = memory_grow(p->kernel, (size_t) p->n_kernel,
			sizeof(*p->kernel));
		k = &p->kernel[p->n_kernel++];
		*k = (struct prompt_kernel) { memory_copy_text(name), NULL };
	}
	free(k->text);
	k->text = memory_copy_text(text);
}

/* Choose the input to edit: the last, or that of a kernel. */
static bool choose_input(struct prompt *p, const char *kernel)
{
	struct prompt_kernel *k = find_kernel(p, kernel);

	if (!*kernel)
		return true;
	if (!k) {
		cli_complain("no kernel '%s' was typed here; 'show kernels' "
			     "lists them",
			kernel);
		return false;
	}
	remember(p, k->text, strlen(k->text));
	return true;
}

/* A new directory keeps the file private and allows the suffix .wsp. */
static void command_edit(struct prompt *p, const char *argument)
{
	const char *tmp = getenv("TMPDIR");
	struct buffer folder = { 0 }, path = { 0 }, text = { 0 };

	if (!is_allowed(p, ":edit"))
		return;
	if (!choose_input(p, argument)) {
		fail(p);
		return;
	}
	buffer_printf(&folder, "%s/wsp-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(folder.text)) {
		cli_complain("cannot make '%s': %s", folder.text,
			strerror(errno));
		fail(p);
	} else {
		buffer_printf(&path, "%s/input.wsp", folder.text);
		if (edit_file(p, path.text, &text)) {
			remember(p, buffer_text(&text), text.len);
			run_text(p, "<edit>", 1, buffer_text(&text), text.len);
			remember_kernel(p, buffer_text(&text));
		} else {
			fail(p);
		}
		unlink(path.text);
		rmdir(folder.text);
	}
	buffer_free(&folder);
	buffer_free(&path);
	buffer_free(&text);
}

/* The commands: function, argument, help. */
#define COMMANDS(COMMAND)                                                       \
	COMMAND(load, " FILE", "run a file in this session")                    \
	COMMAND(reload, "", "run the file of the last :load again")             \
	COMMAND(edit, " [NAME]",                                                \
		"change the last input, or kernel NAME, in $VISUAL or $EDITOR") \
	COMMAND(time, " INPUT", "run the input and print how long it took")     \
	COMMAND(help, "", "this list; 'help' explains the language")            \
	COMMAND(quit, "", "leave; so does Ctrl-D")

static void command_help(struct prompt *p, const char *argument)
{
	(void) p;
	(void) argument;
#define COMMAND(id, argument, help) \
	printf("  %-12s  %s\n", ":" #id argument, help);
	COMMANDS(COMMAND)
#undef COMMAND
	fflush(stdout);
}

#define COMMAND(id, argument, help) ":" #id,
static const char *const names[] = { COMMANDS(COMMAND) NULL };
#undef COMMAND

#define COMMAND(id, argument, help) command_##id,
static void (*const runs[])(struct prompt *p,
	const char *argument) = { COMMANDS(COMMAND) };
#undef COMMAND

#define N_COMMAND (sizeof(runs) / sizeof(runs[0]))

const char *const *prompt_commands(void)
{
	return names;
}

static void unknown_command(struct prompt *p, const char *name)
{
	const char *nearest = diag_nearest(name, names, N_COMMAND);

	if (nearest)
		cli_complain("unknown command '%s'; did you mean '%s'?", name,
			nearest);
	else
		cli_complain("unknown command '%s'; :help lists them", name);
	fail(p);
}

/* What people type to leave other prompts. */
static bool is_farewell(const char *text)
{
	static const char *const words[] = { "quit", "exit" };
	size_t n = strcspn(text, " \t\r\n;()");

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i)
		if (strlen(words[i]) == n && strncmp(text, words[i], n) == 0)
			return !text[n + strspn(text + n, " \t\r\n;()")];
	return false;
}

/* Run a line such as ":load FILE". */
static void run_command(struct prompt *p, const char *line)
{
	char *text = memory_copy_text(line), *argument;
	size_t len = strlen(text), i;

	while (len > 0 && strchr(" \t\r\n", text[len - 1]))
		text[--len] = '\0';
	argument = text + strcspn(text, " \t");
	while (*argument == ' ' || *argument == '\t')
		*argument++ = '\0';
	for (i = 0; i < N_COMMAND; ++i)
		if (strcmp(names[i], text) == 0)
			break;
	if (is_farewell(text + 1) || strcmp(text, ":q") == 0)
		command_quit(p, "");
	else if (i < N_COMMAND)
		runs[i](p, argument);
	else
		unknown_command(p, text);
	free(text);
}

static bool is_empty(const struct buffer *input)
{
	const char *text = buffer_text(input);

	return strspn(text, " \t\r\n") == input->len;
}

static int count_lines(const struct buffer *input)
{
	int n = 0;

	for (size_t i = 0; i < input->len; ++i)
		n += input->text[i] == '\n';
	return n;
}

void prompt_drop(struct prompt *p)
{
	buffer_free(&p->input);
	p->depth = 0;
}

void prompt_end(struct prompt *p)
{
	const char *text = buffer_text(&p->input);
	const char *start = text + strspn(text, " \t");

	if (*start == ':') {
		run_command(p, start);
	} else if (is_farewell(start)) {
		command_quit(p, "");
	} else if (!is_empty(&p->input)) {
		remember(p, text, p->input.len);
		run_text(p, p->name, p->line, text, p->input.len);
		remember_kernel(p, text);
	}
	if (p->counts_lines)
		p->line += count_lines(&p->input);
	prompt_drop(p);
}

/* The number of brackets that a line opens, less those it closes. */
static int count_brackets(const char *line, size_t len)
{
	bool quoted = false;
	int depth = 0;

	for (size_t i = 0; i < len; ++i) {
		char c = line[i];

		if (quoted && c == '\\')
			++i;
		else if (c == '"')
			quoted = !quoted;
		else if (quoted)
			continue;
		else if (c == '#')
			break;
		else if (c == '(' || c == '[' || c == '{')
			++depth;
		else if (c == ')' || c == ']' || c == '}')
			--depth;
	}
	return depth;
}

/* In bytes.  Longer inputs with an open bracket are not parsed after every
 * line, which would take quadratic time.
 */
#define LONG_INPUT (1 << 14)

static bool wants_more(const struct prompt *p)
{
	const char *text = buffer_text(&p->input);

	if (text[strspn(text, " \t")] == ':')
		return false;
	if (p->depth > 0 && p->input.len > LONG_INPUT)
		return true;
	return wsp_wants_more(text, p->input.len);
}

bool prompt_take(struct prompt *p, const char *line, size_t len)
{
	buffer_add_bytes(&p->input, line, len);
	if (len == 0 || line[len - 1] != '\n')
		buffer_add_char(&p->input, '\n');
	p->depth += count_brackets(line, len);
	if (wants_more(p))
		return true;
	prompt_end(p);
	return false;
}

void prompt_free(struct prompt *p)
{
	buffer_free(&p->input);
	for (int i = 0; i < p->n_kernel; ++i) {
		free(p->kernel[i].name);
		free(p->kernel[i].text);
	}
	free(p->kernel);
	free(p->last);
	free(p->loaded);
}
