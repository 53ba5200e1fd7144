/* A long rank on a terminal: a line that shows how far it is, Ctrl-C, and
 * the rows that were done.
 */

#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lang/base/buffer.h"
#include "tests/unit/check.h"

#define PATIENCE_MS 60000

static const char *const question[] = { "wsp", "rank",
	"dst[0,0] = src[1,0] + src[-1,0]", "--device", "a100", "--over",
	"n in 1..5000000", "--domain", "(1000, n)", "--block", "64x4", "--top",
	"3", NULL };

static pid_t start(const char *program, int *fd)
{
	const char *path;
	pid_t pid;
	int side;

	*fd = posix_openpt(O_RDWR | O_NOCTTY);
	grantpt(*fd);
	unlockpt(*fd);
	path = ptsname(*fd);
	pid = fork();
	if (pid != 0)
		return pid;
	close(*fd);
	setsid();
	side = open(path, O_RDWR); /* becomes the controlling terminal */
	dup2(side, 0);
	dup2(side, 1);
	dup2(side, 2);
	close(side);
	execv(program, (char *const *) question);
	_exit(127);
}

/* Read until "text" is shown, or the end if that is NULL. */
static bool shows(int fd, struct buffer *screen, const char *text)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	char piece[4096];
	ssize_t n;

	while (!text || !strstr(buffer_text(screen), text)) {
		if (poll(&p, 1, PATIENCE_MS) <= 0)
			return false;
		n = read(fd, piece, sizeof(piece));
		if (n <= 0)
			return !text;
		buffer_add_bytes(screen, piece, (size_t) n);
	}
	return true;
}

int main(void)
{
	const char *program = getenv("WSP"), *erased;
	struct buffer screen = { 0 };
	int fd, status = 0;
	pid_t pid;

	setenv("TERM", "dumb", 1);
	pid = start(program, &fd);
	CHECK(shows(fd, &screen, " s left"));
	CHECK(strstr(buffer_text(&screen), " of 5000000, "));
	CHECK(strstr(buffer_text(&screen), " a second, "));
	CHECK(write(fd, "\003", 1) == 1);
	CHECK(shows(fd, &screen, NULL));
	CHECK(waitpid(pid, &status, 0) == pid);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 130);
	erased = strstr(buffer_text(&screen), "\r\033[K");
	CHECK(erased);
	CHECK(erased && strstr(erased, "performance"));
	CHECK(erased && !strstr(strstr(erased, "performance"), "s left"));
	CHECK(strstr(buffer_text(&screen), "interrupted: the table has"));
	close(fd);
	buffer_free(&screen);
	return check_done();
}
