/* Answers as values: their records are made on first use and have the members
 * that keys() names; the account of the session counts their memory, and all
 * of it is freed.
 */

#include "lang/base/account.h"
#include "tests/unit/check.h"
#include "tests/unit/program.h"

static struct eval *ev;

static void run(const char *program)
{
	char *text = program_run(ev, program);

	if (strncmp(text, "error:", 6) == 0)
		printf("%s: %s\n", program, text);
	CHECK(strncmp(text, "error:", 6) != 0);
	free(text);
}

static const char *const answers[] = {
	"estimate k",
	"layers k",
	"divergence k",
	"simulate k on cache(4 KiB) with domain = (16, 8)",
	"diagram k on cache(4 KiB) with domain = (16, 8)",
	"roofline k",
	"roofline (estimate k) kind instruction",
	"compare(estimate k, estimate k on a100)",
	"compare(roofline k, roofline k)",
	"why(estimate k, estimate k on a100)",
	"smallest n in 1..9 such that n > 4",
	"crossover n in 1..9 of n and 5",
};

#define N_ANSWER ((int) (sizeof(answers) / sizeof(answers[0])))

static void ask(int i)
{
	struct buffer program = { 0 };

	buffer_printf(&program, "x = %s", answers[i]);
	run(buffer_text(&program));
	buffer_free(&program);
}

/* Each name of keys() is a member. */
static void test_members(void)
{
	for (int i = 0; i < N_ANSWER; ++i) {
		ask(i);
		run("assert len(keys(x)) > 2");
		run("assert len(keys(x)) == len(values(x))");
	}
}

static int64_t live(void)
{
	return ev->account->live_B;
}

/* The memory of an answer is counted when it is made, that of its record when
 * the record is made, and all of it is freed.
 */
static void test_account(void)
{
	for (int i = 0; i < N_ANSWER; ++i) {
		int64_t before;

		run("x = 0; y = 0; _ = 0");
		before = live();
		ask(i);
		run("y = values(x)");
		CHECK(live() > before);
		run("x = 0; y = 0; _ = 0");
		CHECK(live() == before);
	}
	ask(0);
	CHECK(live() > 10000);
	run("x = 0");
}

int main(void)
{
	ev = program_session();
	run("kernel k(src, dst: double[640, 512]) { "
	    "dst[0, 0] = src[1, 0] + src[-1, 0] + src[0, 1] }");
	run("set block = (32, 8)");
	test_members();
	test_account();
	eval_free(ev);
	return check_done();
}
