/* The prompt on a terminal: a pseudo-terminal, keys typed into it, and what
 * the screen shows.  FAKE is the program with a library that does what a
 * test tells it, WSP the program itself.
 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lang/base/buffer.h"
#include "tests/unit/check.h"

#define PATIENCE_MS 20000

static struct {
	const char *program;
	int fd; /* our side of the terminal */
	pid_t pid;
	struct buffer screen; /* all that was shown */
	size_t seen;	      /* up to the last match */
} term;

static void start_child(const char *path)
{
	int fd;

	setsid();
	fd = open(path, O_RDWR); /* becomes the controlling terminal */
	dup2(fd, 0);
	dup2(fd, 1);
	dup2(fd, 2);
	close(fd);
	execl(term.program, term.program, (char *) NULL);
	_exit(127);
}

static void start(const char *kind)
{
	const char *path;

	setenv("TERM", kind, 1);
	if (term.fd > 0)
		close(term.fd);
	term.fd = posix_openpt(O_RDWR | O_NOCTTY);
	grantpt(term.fd);
	unlockpt(term.fd);
	path = ptsname(term.fd);
	term.pid = fork();
	if (term.pid == 0) {
		close(term.fd);
		start_child(path);
	}
	buffer_free(&term.screen);
	term.seen = 0;
}

static void type(const char *keys)
{
	size_t len = strlen(keys);

	while (len > 0) {
		ssize_t n = write(term.fd, keys, len);

		if (n < 0)
			return;
		keys += n;
		len -= (size_t) n;
	}
}

/* Read what is shown; false after some time without anything new. */
static bool look(int patience_ms)
{
	struct pollfd p = { .fd = term.fd, .events = POLLIN };
	char piece[4096];
	ssize_t n;

	if (term.fd < 0 || poll(&p, 1, patience_ms) <= 0)
		return false;
	n = read(term.fd, piece, sizeof(piece));
	if (n <= 0)
		return false;
	buffer_add_bytes(&term.screen, piece, (size_t) n);
	return true;
}

/* Wait until "text" is shown behind what was waited for last. */
static bool shows(const char *text)
{
	for (;;) {
		const char *at = strstr(buffer_text(&term.screen) + term.seen,
			text);

		if (at) {
			term.seen = (size_t) (at - term.screen.text) +
				strlen(text);
			return true;
		}
		if (!look(PATIENCE_MS))
			break;
	}
	printf("waited for '%s', shown since: '%s'\n", text,
		buffer_text(&term.screen) + term.seen);
	return false;
}

/* Whether "text" was shown at all. */
static bool has_shown(const char *text)
{
	return strstr(buffer_text(&term.screen), text);
}

/* Wait for the program to end; its status as waitpid() has it, -1 if it
 * had to be killed.
 */
static int finish(void)
{
	const struct timespec pause = { .tv_nsec = 10000000 };
	int status = -1;

	while (look(PATIENCE_MS))
		;
	for (int i = 0; i < PATIENCE_MS / 10; ++i) {
		if (waitpid(term.pid, &status, WNOHANG) == term.pid)
			return status;
		nanosleep(&pause, NULL);
	}
	kill(term.pid, SIGKILL);
	waitpid(term.pid, &status, 0);
	return -1;
}

static bool leave(void)
{
	int status;

	type("\004");
	status = finish();
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void test_prompt(void)
{
	start("dumb");
	CHECK(shows("wsp 0.0-fake"));
	CHECK(shows("wsp> "));
	type("print hello\r");
	CHECK(shows("\nhello"));
	CHECK(shows("wsp> "));
	type("fail oops\r");
	CHECK(shows("error: oops"));
	CHECK(shows("<repl>:1:1"));
	CHECK(shows("wsp> "));
	type("\r");
	CHECK(shows("wsp> "));
	type("print (\r");
	CHECK(shows("...> "));
	type("more)\r");
	CHECK(shows("(\r\nmore)"));
	CHECK(shows("wsp> "));
	type(":help\r");
	CHECK(shows(":reload"));
	CHECK(shows("wsp> "));
	CHECK(leave());
	CHECK(!has_shown("\033[31m"));
}

static void test_interrupt(void)
{
	start("dumb");
	CHECK(shows("wsp> "));
	type("print rubbish");
	CHECK(shows("rubbish"));
	type("\003");
	CHECK(shows("^C"));
	CHECK(shows("wsp> "));
	type("print (\r");
	CHECK(shows("...> "));
	type("\003");
	CHECK(shows("wsp> "));
	type("print kept\r");
	CHECK(shows("\nkept"));
	CHECK(shows("wsp> "));
	type("spin\r");
	CHECK(shows("spin\r\n"));
	CHECK(!look(200));
	type("\003");
	CHECK(shows("error: interrupted"));
	CHECK(shows("wsp> "));
	type("print still here\r");
	CHECK(shows("\nstill here"));
	CHECK(shows("wsp> "));
	CHECK(leave());
	CHECK(!has_shown("\nrubbish"));
}

/* The end of the input inside of a bracket is an error, not the end. */
static void test_end_in_bracket(void)
{
	start("dumb");
	CHECK(shows("wsp> "));
	type("print (\r");
	CHECK(shows("...> "));
	type("\004");
	CHECK(shows("error: open bracket"));
	CHECK(shows("wsp> "));
	type(":quit\r");
	CHECK(finish() == 0);
}

static void test_history(void)
{
	start("dumb");
	CHECK(shows("wsp> "));
	type("\020\r");
	CHECK(shows(":quit"));
	CHECK(finish() == 0);
	start("dumb");
	CHECK(shows("wsp> "));
	type("print {\r");
	CHECK(shows("...> "));
	type("one}\r");
	CHECK(shows("\none}"));
	CHECK(shows("wsp> "));
	kill(term.pid, SIGTERM);
	CHECK(finish() == 0);
	start("dumb");
	CHECK(shows("wsp> "));
	type("\020\r");
	CHECK(shows("\none}"));
	CHECK(shows("wsp> "));
	kill(term.pid, SIGHUP);
	CHECK(finish() == 0);
}

static void test_completion(void)
{
	start("dumb");
	CHECK(shows("wsp> "));
	type("esti\tx\r");
	CHECK(shows("asked: estimatex"));
	CHECK(shows("wsp> "));
	type("5 GB/m\t!\r");
	CHECK(shows("asked: 5 GB/min!"));
	CHECK(shows("wsp> "));
	type("nothing\t!\r");
	CHECK(shows("asked: nothing!"));
	CHECK(shows("wsp> "));
	type("est\t\t");
	CHECK(shows("estimate"));
	CHECK(shows("estuary"));
	CHECK(shows("wsp> "));
	type("\003");
	CHECK(shows("wsp> "));
	type("(\r");
	CHECK(shows("...> "));
	type("expl\t)\r");
	CHECK(shows("asked: (\r\nexplain)"));
	CHECK(shows("wsp> "));
	type(":lo\t lo\t\r");
	CHECK(shows("\nfrom the file"));
	CHECK(shows("wsp> "));
	type("import \"lo\t!\r");
	CHECK(shows("asked: import \"loaded.wsp"));
	CHECK(shows("wsp> "));
	CHECK(leave());
}

/* Pasted lines are one input, run when the user says so. */
static void test_paste(void)
{
	start("xterm");
	CHECK(shows("wsp> "));
	type("\033[200~print one\nprint two\033[201~");
	CHECK(shows("print two"));
	CHECK(!look(200) || !has_shown("\none\r"));
	type("\r");
	CHECK(shows("one\r\ntwo\r\n"));
	CHECK(shows("wsp> "));
	type("\033[200~print three\n\033[201~\r");
	CHECK(shows("three\r\n\033[?2004hwsp> "));
	CHECK(leave());
}

static void test_colour(void)
{
	start("xterm");
	CHECK(shows("wsp> "));
	type("fail red\r");
	CHECK(shows("\033[31merror:"));
	CHECK(shows("wsp> "));
	CHECK(leave());
	setenv("NO_COLOR", "1", 1);
	start("xterm");
	CHECK(shows("wsp> "));
	type("fail plain\r");
	CHECK(shows("error: plain"));
	CHECK(shows("wsp> "));
	CHECK(leave());
	CHECK(!has_shown("\033[31m"));
	unsetenv("NO_COLOR");
}

static void test_stop(void)
{
	int status = 0;

	start("dumb");
	CHECK(shows("wsp> "));
	type("print ba");
	CHECK(shows("print ba"));
	type("\032");
	CHECK(waitpid(term.pid, &status, WUNTRACED) == term.pid);
	CHECK(WIFSTOPPED(status));
	kill(term.pid, SIGCONT);
	CHECK(shows("print ba"));
	type("ck\r");
	CHECK(shows("\nback"));
	CHECK(shows("wsp> "));
	CHECK(leave());
}

/* The terminal goes away: the program ends by itself. */
static void test_hangup(void)
{
	start("dumb");
	CHECK(shows("wsp> "));
	type("spin\r");
	CHECK(shows("spin\r\n"));
	CHECK(!look(200));
	close(term.fd);
	term.fd = -1;
	CHECK(finish() == 0);
}

/* The language at the prompt. */
static void test_language(void)
{
	start("dumb");
	CHECK(shows("wsp> "));
	type("1 + 1\r");
	CHECK(shows("\n2\r\n"));
	CHECK(shows("wsp> "));
	type("(_ +\r");
	CHECK(shows("...> "));
	type("5 B) in GB\r");
	CHECK(shows("error: cannot add"));
	CHECK(shows("<repl>:1:4"));
	CHECK(shows("wsp> "));
	type("_ * 21\r");
	CHECK(shows("\n42\r\n"));
	CHECK(shows("wsp> "));
	type("for i in 1..10^12 { x = i }\r");
	CHECK(shows("}\r\n"));
	CHECK(!look(200));
	type("\003");
	CHECK(shows("interrupted"));
	CHECK(shows("wsp> "));
	type("a100.l2.si\t in MiB\r");
	CHECK(shows("\n20 MiB\r\n"));
	CHECK(shows("wsp> "));
	type("estim\t");
	CHECK(shows("estimate"));
	type("\003");
	CHECK(shows("wsp> "));
	CHECK(leave());
}

static bool set_up(const char *folder)
{
	FILE *file;

	if (chdir(folder) < 0 || !(file = fopen("loaded.wsp", "w")))
		return false;
	fputs("print from the file\n", file);
	return fclose(file) == 0 && setenv("HOME", folder, 1) == 0 &&
		unsetenv("XDG_STATE_HOME") == 0 &&
		setenv("INPUTRC", "/dev/null", 1) == 0;
}

static void clean_up(const char *folder)
{
	static const char *const names[] = { "loaded.wsp",
		".local/state/wsp/history", ".local/state/wsp/history.lock",
		".local/state/wsp", ".local/state", ".local", "" };
	struct buffer path = { 0 };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
		buffer_printf(&path, "%s/%s", folder, names[i]);
		CHECK(remove(path.text) == 0);
		buffer_free(&path);
	}
}

/* Not every place has pseudo-terminals, a bare chroot for one. */
static bool has_terminals(void)
{
	int fd = posix_openpt(O_RDWR | O_NOCTTY);
	bool ok = fd >= 0 && grantpt(fd) == 0 && unlockpt(fd) == 0 &&
		ptsname(fd) && access(ptsname(fd), R_OK | W_OK) == 0;

	if (fd >= 0)
		close(fd);
	return ok;
}

int main(void)
{
	char folder[] = "/tmp/wsp-repl-XXXXXX";

	if (!has_terminals()) {
		puts("no pseudo-terminals here");
		return 77; /* skipped */
	}
	term.program = getenv("FAKE");
	if (!term.program || !getenv("WSP") || !mkdtemp(folder) ||
		!set_up(folder)) {
		perror(folder);
		return 1;
	}
	test_prompt();
	test_interrupt();
	test_end_in_bracket();
	test_history();
	test_completion();
	test_paste();
	test_colour();
	test_stop();
	test_hangup();
	term.program = getenv("WSP");
	test_language();
	buffer_free(&term.screen);
	clean_up(folder);
	return check_done();
}
