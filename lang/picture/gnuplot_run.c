/* The process: a script goes in, a picture comes out, and nothing of it
 * stays, whatever happens.
 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lang/picture/gnuplot.h"

extern char **environ;

#define PATIENCE_MS	50
#define MOST_B		(64u << 20)
#define MOST_SAID_B	4096

enum end { TO_GNUPLOT, FROM_GNUPLOT, SAID, N_END };

struct run {
	pid_t pid;
	int fd[N_END];			/* ours; -1: closed */
	size_t sent;
	struct buffer said;		/* to standard error */
};

static double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

static void close_end(struct run *run, enum end end)
{
	if (run->fd[end] >= 0)
		close(run->fd[end]);
	run->fd[end] = -1;
}

/* The same file under a number that is none of standard input, output and
 * error, which a process may have closed.
 */
static int above_standard(int fd)
{
	int high = fd > STDERR_FILENO ? fd :
		fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

	if (high != fd)
		close(fd);
	return high;
}

/* Sockets: a send to a process that has ended is then an error and no
 * signal, which a library has no right to.
 */
static bool open_ends(struct run *run, int theirs[N_END])
{
	int pair[2], i;

	for (i = 0; i < N_END; ++i)
		run->fd[i] = theirs[i] = -1;
	for (i = 0; i < N_END; ++i) {
		if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0,
		    pair) < 0)
			return false;
		run->fd[i] = above_standard(pair[0]);
		theirs[i] = above_standard(pair[1]);
		if (run->fd[i] < 0 || theirs[i] < 0 ||
		    fcntl(run->fd[i], F_SETFL, O_NONBLOCK) < 0)
			return false;
	}
	return true;
}

/* A process group of its own, so that Ctrl-C reaches us alone; signals as
 * they are by default.
 */
static int spawn(struct run *run, const int theirs[N_END])
{
	char *const argv[] = { "gnuplot", "-d", NULL };
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	sigset_t none, all;
	int i, status;

	sigemptyset(&none);
	sigfillset(&all);
	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attr);
	for (i = 0; i < N_END; ++i)
		posix_spawn_file_actions_adddup2(&actions, theirs[i], i);
	posix_spawnattr_setpgroup(&attr, 0);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setsigdefault(&attr, &all);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP |
		POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	status = posix_spawnp(&run->pid, "gnuplot", &actions, &attr, argv,
		environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attr);
	return status;
}

static bool report_missing(struct eval *ev, struct loc loc, int why)
{
	if (why != ENOENT)
		return diag_error(ev->diag, loc, NULL,
			"cannot start gnuplot: %s", strerror(why));
	diag_error(ev->diag, loc, NULL,
		"gnuplot, which draws pictures, is not installed");
	diag_note(ev->diag, "on Debian and its like: sudo apt-get install "
		"gnuplot-nox");
	diag_note(ev->diag, "plot(x, \"file.gp\") writes the script without "
		"it");
	return false;
}

/* --------------------------------------------------------- both ways */

static void send_some(struct run *run, const struct buffer *script)
{
	ssize_t n = send(run->fd[TO_GNUPLOT], script->text + run->sent,
		script->len - run->sent, MSG_NOSIGNAL);

	if (n > 0)
		run->sent += (size_t) n;
	else if (errno != EINTR && errno != EAGAIN)
		close_end(run, TO_GNUPLOT);
	if (run->sent == script->len)
		close_end(run, TO_GNUPLOT);
}

static void receive_some(struct run *run, enum end end, struct buffer *out,
	size_t most)
{
	char piece[1 << 16];
	ssize_t n = read(run->fd[end], piece, sizeof(piece));

	if (n > 0)
		buffer_add_bytes(out, piece, out->len + (size_t) n <= most ?
			(size_t) n : most - out->len);
	else if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
		close_end(run, end);
}

static void talk(struct run *run, const struct buffer *script,
	struct buffer *out)
{
	struct pollfd p[N_END];
	int i;

	for (i = 0; i < N_END; ++i) {
		p[i].fd = run->fd[i];
		p[i].events = i == TO_GNUPLOT ? POLLOUT : POLLIN;
		p[i].revents = 0;
	}
	if (poll(p, N_END, PATIENCE_MS) <= 0)
		return;
	if (p[TO_GNUPLOT].revents)
		send_some(run, script);
	if (p[FROM_GNUPLOT].revents)
		receive_some(run, FROM_GNUPLOT, out, MOST_B);
	if (p[SAID].revents)
		receive_some(run, SAID, &run->said, MOST_SAID_B);
}

/* Whether it ended by itself; reports why it had to be ended. */
static bool converse(struct eval *ev, struct loc loc, struct run *run,
	const struct buffer *script, struct buffer *out)
{
	double end_s = now_s() + (double) ev->budget.drawing_s;

	while (run->fd[FROM_GNUPLOT] >= 0 || run->fd[SAID] >= 0) {
		talk(run, script, out);
		if (!eval_step(ev, 0, loc))
			return false;
		if (now_s() > end_s)
			return eval_exhausted(ev, loc, "drawing",
				ev->budget.drawing_s);
		if (out->len >= MOST_B)
			return diag_error(ev->diag, loc, NULL,
				"the picture is larger than 64 MiB");
	}
	return true;
}

/* The last line that gnuplot said tells what is wrong. */
static bool report_failure(struct eval *ev, struct loc loc, struct run *run)
{
	char *said = run->said.text;
	size_t len = run->said.len;

	while (len > 0 && strchr(" \n", said[len - 1]))
		said[--len] = '\0';
	while (len > 0 && said[len - 1] != '\n')
		--len;
	diag_error(ev->diag, loc, NULL, "gnuplot cannot draw it");
	if (said && said[len])
		diag_note(ev->diag, "it says: %s", said + len);
	return false;
}

bool gnuplot_run(struct eval *ev, struct loc loc, const struct buffer *script,
	struct buffer *out)
{
	struct run run = { .pid = -1 };
	int theirs[N_END], status = 0, why = 0, i;
	bool ok = open_ends(&run, theirs);

	if (!ok)
		why = errno;
	else
		why = spawn(&run, theirs);
	for (i = 0; i < N_END; ++i)
		if (theirs[i] >= 0)
			close(theirs[i]);
	ok = why == 0 ? converse(ev, loc, &run, script, out) :
		report_missing(ev, loc, why);
	for (i = 0; i < N_END; ++i)
		close_end(&run, i);
	if (why != 0)
		return false;
	if (!ok)
		kill(run.pid, SIGKILL);
	while (waitpid(run.pid, &status, 0) < 0 && errno == EINTR)
		continue;
	if (ok && (!WIFEXITED(status) || WEXITSTATUS(status) != 0 ||
	    out->len == 0))
		ok = report_failure(ev, loc, &run);
	buffer_free(&run.said);
	return ok;
}
