/* PNG and PDF from SVG, by rsvg-convert, which is started without a shell.
 * Two unlinked temporary files carry the SVG in and the picture out, so that
 * neither process can block the other; a third one holds its messages.
 */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lang/plot/convert.h"

extern char **environ;

#define MOST_B (64 << 20)

enum end { TO, FROM, SAID, N_END };

/* Opens a temporary file with a descriptor above those of standard input,
 * output and error, which the process may have closed.
 */
static int open_temporary(void)
{
	FILE *f = tmpfile();
	int fd = f ? fcntl(fileno(f), F_DUPFD_CLOEXEC, STDERR_FILENO + 1) : -1;

	if (f)
		fclose(f);
	return fd;
}

static bool write_all(int fd, const struct buffer *text)
{
	size_t done = 0;

	while (done < text->len) {
		ssize_t n = write(fd, text->text + done, text->len - done);

		if (n <= 0 && errno != EINTR)
			return false;
		done += n > 0 ? (size_t) n : 0;
	}
	return lseek(fd, 0, SEEK_SET) == 0;
}

static void read_all(int fd, struct buffer *out)
{
	char piece[1 << 14];
	off_t at = 0;
	ssize_t n;

	while ((n = pread(fd, piece, sizeof(piece), at)) > 0 && at < MOST_B) {
		buffer_add_bytes(out, piece, (size_t) n);
		at += n;
	}
}

/* Starts the program in its own process group, so that Ctrl-C reaches only
 * wsp, with default signal handling.
 */
static int spawn(pid_t *pid, const int fd[N_END], const char *format)
{
	char *const argv[] = { "rsvg-convert", "--format", (char *) format,
		"--zoom", strcmp(format, "png") == 0 ? "2" : "1", NULL };
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	sigset_t none, all;
	int why;

	sigemptyset(&none);
	sigfillset(&all);
	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attr);
	for (int i = 0; i < N_END; ++i)
		posix_spawn_file_actions_adddup2(&actions, fd[i], i);
	posix_spawnattr_setpgroup(&attr, 0);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setsigdefault(&attr, &all);
	posix_spawnattr_setflags(&attr,
		POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
			POSIX_SPAWN_SETSIGDEF);
	why = posix_spawnp(pid, argv[0], &actions, &attr, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attr);
	return why;
}

static bool report_missing(struct eval *ev, struct loc loc, const char *format,
	int why)
{
	if (why != ENOENT)
		return diag_error(ev->diag, loc, NULL,
			"cannot start rsvg-convert: %s", strerror(why));
	diag_error(ev->diag, loc, NULL,
		"rsvg-convert, which turns SVG into .%s, is not installed",
		format);
	diag_note(ev->diag, "install librsvg2-bin, or write .svg");
	return false;
}

/* Waits until the process ends.  Kills it and returns false on an interrupt,
 * at the end of a budget, or if it writes too much.
 */
static bool wait_for(struct eval *ev, struct loc loc, pid_t pid, int from,
	int *status)
{
	const struct timespec pause = { 0, 5 * 1000 * 1000 };
	struct stat written;
	bool ok = true;

	while (ok && waitpid(pid, status, WNOHANG) == 0) {
		nanosleep(&pause, NULL);
		ok = eval_poll(ev, loc);
		if (ok && fstat(from, &written) == 0 &&
			written.st_size > MOST_B)
			ok = diag_error(ev->diag, loc, NULL,
				"the picture is larger than 64 MiB");
	}
	if (!ok) {
		kill(pid, SIGKILL);
		while (waitpid(pid, status, 0) < 0 && errno == EINTR)
			continue;
	}
	return ok;
}

/* Reports the first line of its messages. */
static bool report_failure(struct eval *ev, struct loc loc, int said)
{
	struct buffer text = { 0 };

	read_all(said, &text);
	diag_error(ev->diag, loc, NULL, "rsvg-convert cannot draw it");
	if (text.len > 0)
		diag_note(ev->diag, "it says: %.*s",
			(int) strcspn(text.text, "\n"), text.text);
	buffer_free(&text);
	return false;
}

bool convert_svg(struct eval *ev, struct loc loc, const char *format,
	const struct buffer *svg, struct buffer *out)
{
	int fd[N_END], status = 0, why = 0;
	bool ok = true;
	pid_t pid;

	for (int i = 0; i < N_END; ++i) {
		fd[i] = open_temporary();
		ok &= fd[i] >= 0;
	}
	if (!ok || !write_all(fd[TO], svg))
		ok = diag_error(ev->diag, loc, NULL,
			"cannot write a temporary file: %s", strerror(errno));
	else
		why = spawn(&pid, fd, format);
	if (why != 0)
		ok = report_missing(ev, loc, format, why);
	ok = ok && wait_for(ev, loc, pid, fd[FROM], &status);
	if (ok)
		read_all(fd[FROM], out);
	if (ok &&
		(!WIFEXITED(status) || WEXITSTATUS(status) != 0 ||
			out->len == 0))
		ok = report_failure(ev, loc, fd[SAID]);
	for (int i = 0; i < N_END; ++i)
		if (fd[i] >= 0)
			close(fd[i]);
	return ok;
}
