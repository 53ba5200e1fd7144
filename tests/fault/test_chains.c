/* Chains of closures, each of which calls the one before: whatever a program
 * does with the last takes steps and processor time in proportion to the
 * length of the chain, not to its square.
 *
 *	test_chains [LINKS]
 */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/wsp.h"
#include "tests/fault/clock.h"
#include "tests/unit/check.h"

#define LINKS	2000
#define LONGER	8  /* times, of the longer chain */
#define STEPS	60 /* of evaluation for each link */
#define STACK_B ((size_t) 1 << 30)

/* A longer chain may take three times as long as it should, and 20 ms. */
#define MOST_TIMES (3. * LONGER)
#define NOISE_S	   0.02
#define TRIES	   3

static const char *const uses[] = {
	"g = x -> x; for i in 1..n { f = g; g = (h -> (x -> h(x)))(f) }",
	"assert f(1) == 1",
	"assert f != g and f == f",
	"assert len(unique([f, g, f])) == 2",
	"assert len(str([f, g])) > 0",
	"set format = json; [f, g]; set format = text",
	"r = [f, [g, f]]; s = r; assert s == r",
	"for i in 1..100 { r = (h -> (x -> h(x)))(f) }",
	"show f",
	"kernel k(a, b: double[100]) { b[0] = f(a[0]) }",
	"estimate k on h200",
	"sweep k on h200 over block in [32, 64]",
	"f = 0; g = 0; r = 0; s = 0",
};

#define N_USE ((int) (sizeof(uses) / sizeof(uses[0])))

static void drop(void *user, const char *text, size_t len)
{
	(void) user;
	(void) text;
	(void) len;
}

static void run(struct wsp *w, const char *program)
{
	struct wsp_result *r = wsp_eval(w, program);

	CHECK(wsp_ok(r));
	if (!wsp_ok(r))
		printf("%s: %s\n", program, wsp_error_text(r));
	wsp_result_free(r);
}

/* Processor time of each use of a chain, the least of all tries. */
static void use_chain(int links, double *took_s)
{
	struct wsp *w = wsp_new();
	char text[256];

	wsp_on_output(w, drop, NULL);
	snprintf(text, sizeof(text),
		"n = %d; set steps = %d; set stack = 512 MiB; set threads = 1",
		links, STEPS * links);
	run(w, text);
	for (int i = 0; i < N_USE; ++i) {
		double start = now_s(), took;

		run(w, uses[i]);
		took = now_s() - start;
		took_s[i] = took < took_s[i] ? took : took_s[i];
	}
	wsp_free(w);
}

/* wsp_check() evaluates too. */
static void check_chain(int links)
{
	struct wsp *w = wsp_new();
	char text[256];

	snprintf(text, sizeof(text),
		"n = %d; set steps = %d; set stack = 512 MiB\n%s\n%s", links,
		STEPS * links, uses[0], uses[1]);
	wsp_result_free(wsp_check(w, "chain", text, strlen(text)));
	wsp_free(w);
}

static void *test(void *user)
{
	int links = *(int *) user;
	double once[N_USE + 1], longer[N_USE + 1];

	for (int i = 0; i <= N_USE; ++i)
		once[i] = longer[i] = 1e9;
	for (int i = 0; i < TRIES; ++i) {
		double start = now_s(), took;
		bool is_linear = true;

		use_chain(links, once);
		check_chain(links);
		took = now_s() - start;
		once[N_USE] = took < once[N_USE] ? took : once[N_USE];
		start = now_s();
		use_chain(LONGER * links, longer);
		check_chain(LONGER * links);
		took = now_s() - start;
		longer[N_USE] = took < longer[N_USE] ? took : longer[N_USE];
		for (int j = 0; j <= N_USE; ++j)
			is_linear &= longer[j] <=
				MOST_TIMES * once[j] + NOISE_S;
		if (is_linear)
			break;
	}
	for (int i = 0; i <= N_USE; ++i) {
		bool is_linear = longer[i] <= MOST_TIMES * once[i] + NOISE_S;

		CHECK(is_linear);
		if (!is_linear)
			printf("%s: %.3f s for %d links, %.3f s for %d\n",
				i < N_USE ? uses[i] : "all", once[i], links,
				longer[i], LONGER * links);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int links = argc > 1 ? atoi(argv[1]) : LINKS;
	pthread_attr_t attr;
	pthread_t thread;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_B);
	if (pthread_create(&thread, &attr, test, &links) != 0)
		return 1;
	pthread_join(thread, NULL);
	pthread_attr_destroy(&attr);
	return check_done();
}
