/* Ctrl-C at any moment: types programs of many kinds at a prompt on a
 * terminal, Ctrl-C after a random time, and then a sum, which the session must
 * still compute.
 *
 *	test_interrupt [times [seed]]
 */

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/check.h"

#define PATIENCE_MS 20000

/* The time that an interrupt may take. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SETTLE_MS 300
#else
#define SETTLE_MS 20
#endif
#define SCREEN_BYTES (1 << 16)

static const char *const programs[] = {
	"for i in 1..10^9 { u = i }",
	"for i in 1..10^9 { print(i) }",
	"s = [k^20 for k in 1..10^7]",
	"s = []; for i in 1..10^9 { s += [i / 7] }",
	"def f(n) = if n < 2 then n else f(n - 1) + f(n - 2); f(40)",
	"sort([k * 7919 % 10007 for k in 1..10^6])",
	"u = \"\"; for i in 1..10^9 { u = u + \"x\" }",
	"u = 0; for i in 1..10^6 { u = u + 1 / i }",
	"kernel k(a, b: double[512, 512, 64]) { "
	"b[0,0,0] = sum(a[o] for o in star(3, 3)) }",
	"estimate k on a100",
	"for i in 1..10^6 { r = estimate k on v100 with block = (32, 4) }",
	"rank k on h200 over block in blocks(256), registers in 32..128",
	"sweep k on a100 over offset in 0..100000",
	"simulate k on v100 with block = (32, 4), domain = (256, 64, 8)",
	"layers k on v100 with block = (32, 4)",
	"help",
	"help estimate",
	"1 + ",
	"x = [1,",
	"for i in 1..3 {",
	"use lbm",
	"u = 2^100000 % 7; u",
	"product(1..50, 1..50, 1..50)",
	"kernel q(a, b: double[4096, 4096]) { if (x + y * 3) % 7 < 3 { "
	"b[0,0] = a[(x * 5) % 64, y] } }; estimate q on a100",
};

#define N_PROGRAM ((int) (sizeof(programs) / sizeof(programs[0])))

static int term;
static pid_t pid;
static char screen[SCREEN_BYTES + 1];
static size_t shown;

static void start(const char *program)
{
	const char *path;
	int fd;

	term = posix_openpt(O_RDWR | O_NOCTTY);
	grantpt(term);
	unlockpt(term);
	path = ptsname(term);
	pid = fork();
	if (pid != 0)
		return;
	setsid();
	fd = open(path, O_RDWR);
	dup2(fd, 0);
	dup2(fd, 1);
	dup2(fd, 2);
	close(fd);
	close(term);
	execl(program, program, (char *) NULL);
	_exit(127);
}

static void type(const char *keys)
{
	size_t len = strlen(keys);

	if (write(term, keys, len) != (ssize_t) len)
		return; /* it will not answer */
}

/* Take what is shown within the time; keep the last of it. */
static bool look(int ms)
{
	struct pollfd p = { .fd = term, .events = POLLIN };
	char piece[4096];
	ssize_t n;

	if (poll(&p, 1, ms) <= 0)
		return false;
	n = read(term, piece, sizeof(piece));
	if (n <= 0)
		return false;
	if (shown + (size_t) n > SCREEN_BYTES) {
		memmove(screen, screen + shown / 2, shown - shown / 2);
		shown -= shown / 2;
	}
	memcpy(screen + shown, piece, (size_t) n);
	shown += (size_t) n;
	screen[shown] = '\0';
	return true;
}

static void wait_ms(int ms)
{
	for (; ms > 0; ms -= 2)
		if (!look(2))
			continue;
}

static bool shows(const char *text)
{
	while (!strstr(screen, text))
		if (!look(PATIENCE_MS))
			return false;
	return true;
}

/* The product differs from all that the terminal echoes. */
static bool answers(int i)
{
	char sum[64], product[64];

	snprintf(sum, sizeof(sum), "\n%d * 1009 + 1000000007\n", i);
	snprintf(product, sizeof(product), "%d", i * 1009 + 1000000007);
	shown = 0;
	screen[0] = '\0';
	type(sum);
	return shows(product);
}

static void interrupt(int i)
{
	const char *program = programs[rand() % N_PROGRAM];
	int ms = rand() % 4 ? rand() % 50 : rand() % 5;
	bool ok;

	type(program);
	type("\n");
	wait_ms(ms);
	type("\003");
	if (rand() % 3 == 0)
		type("\003");
	wait_ms(SETTLE_MS); /* what is typed before is dropped with it */
	ok = answers(i);
	CHECK(ok);
	if (!ok)
		printf("%s, after %d ms:\n%s\n", program, ms, screen);
}

static bool has_line(const char *path, const char *line)
{
	char text[256];
	FILE *in = fopen(path, "r");
	bool has = false;

	while (in && !has && fgets(text, sizeof(text), in))
		has = strcmp(text, line) == 0;
	if (in)
		fclose(in);
	return has;
}

/* Sessions that are killed at any moment: what was answered before is in
 * the history of the next.
 */
static void test_kill(const char *program, int times)
{
	char home[] = "/tmp/wsp-test-XXXXXX", path[128], line[128];

	CHECK(mkdtemp(home) != NULL);
	setenv("HOME", home, 1);
	unsetenv("XDG_STATE_HOME");
	snprintf(path, sizeof(path), "%s/.local/state/wsp/history", home);
	for (int i = 1; i <= times; ++i) {
		close(term);
		start(program);
		CHECK(answers(1000 + i) && answers(2000 + i));
		snprintf(line, sizeof(line), "u%d = 1\n", i);
		type(line);
		wait_ms(rand() % 10);
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		snprintf(line, sizeof(line), "%d * 1009 + 1000000007\n",
			1000 + i);
		CHECK(has_line(path, line));
		CHECK(has_line(path, "1001 * 1009 + 1000000007\n"));
	}
	snprintf(line, sizeof(line), "rm -r '%s'", home);
	CHECK(system(line) == 0);
}

int main(int argc, char **argv)
{
	int times = argc > 1 ? atoi(argv[1]) : 25, status = 1;
	unsigned seed = argc > 2 ? (unsigned) atoi(argv[2]) : 1;
	const char *program = getenv("WSP");

	srand(seed);
	setenv("TERM", "dumb", 1);
	setenv("HOME", "/dev/null", 1);
	if (!program || posix_openpt(O_RDWR | O_NOCTTY) < 0) {
		printf("skipped: no terminal, or WSP does not name wsp\n");
		return 77;
	}
	start(program);
	CHECK(answers(times + 1)); /* it has started: 0 would be in the echo */
	for (int i = 1; i <= times && n_failed == 0; ++i)
		interrupt(i);
	for (int i = 0; i < 100 && waitpid(pid, &status, WNOHANG) == 0; ++i) {
		wait_ms(100);
		type("\004");
		poll(NULL, 0, 50);
	}
	CHECK(WIFEXITED(status));
	if (!WIFEXITED(status))
		kill(pid, SIGKILL);
	test_kill(program, times / 5);
	printf("%d interrupts and %d kills, seed %u\n", times, times / 5, seed);
	return check_done();
}
