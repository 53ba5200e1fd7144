/* Questions a second from one session of the library: what a program pays that
 * asks about one kernel after the other, as a tuner or a code generator does, in
 * processor time.
 */

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "lang/base/buffer.h"
#include "lang/wsp.h"

#define LEAST_S 0.5 /* of a measurement */
#define ROUNDS	5   /* the best counts */

static const char kernel[] =
	"kernel heat(src, dst: double[15000, 15000]) {\n"
	"    dst[0,0] = (src[1,0] + src[-1,0] + src[0,1] + src[0,-1]) / 4\n"
	"}\n";
static const char blocks[][16] = { "(256, 2)", "(32, 8)", "(64, 4)", "(128, 2)",
	"(16, 16)", "(512, 1)", "(1024, 1)", "(32, 16)" };

#define N_BLOCK (sizeof(blocks) / sizeof(blocks[0]))

/* How a program asks; a semicolon keeps the value and prints nothing. */
enum way { LAUNCH, KERNEL, NUMBER, JSON, TEXT, RESTORED, FRESH, N_WAY };

static const char *const said[N_WAY] = {
	"estimate of a known kernel",
	"a new kernel and an estimate",
	"the same, and one figure of it",
	"the same, and all of it as JSON",
	"the same, printed",
	"the same in a session restored",
	"the same in a new session",
};

static double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

static void fail(const char *why)
{
	fprintf(stderr, "bench_questions: %s\n", why);
	exit(1);
}

/* Ask question "i". The kernel differs in a constant, so that no answer can
 * be one that was given before.
 */
static void ask(struct wsp *session, enum way way, long i)
{
	struct wsp *w = way == FRESH ? wsp_new() : session;
	struct buffer program = { 0 };
	struct wsp_result *r;
	double time;

	if (way != LAUNCH)
		buffer_printf(&program,
			"kernel heat(src, dst: double[15000, 15000]) {\n"
			"    dst[0,0] = (src[1,0] + src[-1,0] + src[0,1] +"
			" src[0,-1]) / %ld\n}\n",
			i + 3);
	buffer_printf(&program, "estimate heat on a100 with block = %s%s",
		blocks[(size_t) i % N_BLOCK], way == TEXT ? "" : ";");
	if (!w || (way == RESTORED && !wsp_restore(w)))
		fail("out of memory");
	r = wsp_eval(w, program.text);
	if (!wsp_ok(r))
		fail(wsp_error_text(r));
	if (way == NUMBER && !wsp_number(r, "time", &time))
		fail(wsp_value_error(r));
	if (way == JSON && !wsp_value_json(r))
		fail(wsp_value_error(r));
	wsp_result_free(r);
	buffer_free(&program);
	if (way == FRESH)
		wsp_free(w);
}

static double rate(struct wsp *w, enum way way)
{
	double best = 0;

	for (int round = 0; round < ROUNDS; ++round) {
		double start = now_s(), spent = 0;
		long n = 0;

		while ((spent = now_s() - start) < LEAST_S / ROUNDS)
			ask(w, way, n++);
		if ((double) n / spent > best)
			best = (double) n / spent;
	}
	return best;
}

int main(void)
{
	struct wsp *w = wsp_new();
	struct wsp_result *r;

	if (!w)
		fail("out of memory");
	r = wsp_eval(w, kernel);
	if (!wsp_ok(r))
		fail(wsp_error_text(r));
	wsp_result_free(r);
	ask(w, LAUNCH, 0);
	wsp_save(w);
	for (int way = 0; way < N_WAY; ++way) {
		double per_s = rate(w, way);

		printf("%-34s %8.0f a second, %6.0f us\n", said[way], per_s,
			1e6 / per_s);
	}
	wsp_free(w);
	return 0;
}
