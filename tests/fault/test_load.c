/* The library under load: 64 contexts on 8 threads get the answers that one
 * gets alone, errors of one never show in another, and a context that
 * evaluates without end does not grow.
 *
 *	test_load [seconds [evaluations]]
 */

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lang/wsp.h"
#include "tests/unit/check.h"

#define N_THREAD  8
#define N_CONTEXT 64

static const char *const programs[] = {
	"kernel k(a, b: double[256, 256, 64]) {\n"
	"    b[0,0,0] = sum(a[o] for o in star(3, 2)) / 13\n}\n",
	"estimate k on a100 with block = (32, 8)",
	"set format = json; estimate k on v100 with block = (64, 4), "
	"model = ernst2022; set format = text",
	"1 B + 1 s",
	"nothing",
	"1 +",
	"[q^30 / 7 for q in 1..20]",
	"factorial(100)",
	"s = []; for i in 1..100 { s += [i, str(i)] }; s",
	"set threads = 2; rank k on h200 over block in blocks(64)",
	"kernel r(a, b: double[64, 64]) { if (x + y) % 2 == 0 {\n"
	"    b[0,0] = a[1,0] + a[-1,0] } }; estimate r on h200",
	"def f(n) = f(n + 1); f(0)",
	"layers k on v100 with block = (32, 4, 4)",
};

#define N_PROGRAM ((int) (sizeof(programs) / sizeof(programs[0])))

static char *expected[N_PROGRAM];
static struct wsp *context[N_CONTEXT];
static int next[N_CONTEXT]; /* the program a context is at */
static atomic_flag taken[N_CONTEXT];
static atomic_bool stop;
static atomic_long n_right, n_wrong;

static char *ask(struct wsp *w, const char *program)
{
	struct wsp_result *r = wsp_eval(w, program);
	const char *text = wsp_text(r), *error = wsp_error_text(r);
	char *both = malloc(strlen(text) + strlen(error) + 1);

	strcat(strcpy(both, text), error);
	wsp_result_free(r);
	return both;
}

static void turn(int c)
{
	int i = next[c];
	char *text = ask(context[c], programs[i]);

	if (strcmp(text, expected[i]) == 0) {
		atomic_fetch_add(&n_right, 1);
	} else if (atomic_fetch_add(&n_wrong, 1) == 0) {
		printf("program %d gave\n%s\nnot\n%s\n", i, text, expected[i]);
	}
	free(text);
	next[c] = (i + 1) % N_PROGRAM;
}

/* Take contexts as they come: each is used by many threads in turn. */
static void *work(void *data)
{
	unsigned state = (unsigned) (uintptr_t) data;

	while (!atomic_load(&stop)) {
		int c = (int) ((state = state * 1103515245 + 12345) >> 16) %
			N_CONTEXT;

		if (atomic_flag_test_and_set(&taken[c]))
			continue;
		turn(c);
		atomic_flag_clear(&taken[c]);
	}
	return NULL;
}

static void test_load(double seconds)
{
	const struct timespec time = { (time_t) seconds,
		(long) ((seconds - (double) (time_t) seconds) * 1e9) };
	struct wsp *alone = wsp_new();
	pthread_t thread[N_THREAD];

	for (int i = 0; i < N_PROGRAM; ++i)
		expected[i] = ask(alone, programs[i]);
	for (int i = 0; i < N_CONTEXT; ++i) {
		context[i] = wsp_new();
		CHECK(context[i] != NULL);
		atomic_flag_clear(&taken[i]);
	}
	for (int i = 0; i < N_THREAD; ++i)
		CHECK(pthread_create(&thread[i], NULL, work,
			      (void *) (uintptr_t) (i + 1)) == 0);
	nanosleep(&time, NULL);
	atomic_store(&stop, true);
	for (int i = 0; i < N_THREAD; ++i)
		CHECK(pthread_join(thread[i], NULL) == 0);
	CHECK(n_wrong == 0);
	CHECK(n_right > N_PROGRAM);
	for (int i = 0; i < N_CONTEXT; ++i)
		wsp_free(context[i]);
	for (int i = 0; i < N_PROGRAM; ++i)
		free(expected[i]);
	wsp_free(alone);
	printf("%ld answers of %d contexts on %d threads in %.0f s, all as "
	       "alone\n",
		(long) n_right, N_CONTEXT, N_THREAD, seconds);
}

/* The address sanitizer keeps freed memory, up to 256 MiB by default, which
 * would look like growth until it has so much.
 */
#ifdef __SANITIZE_ADDRESS__
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "quarantine_size_mb=4";
}
#endif

/* Resident memory in KiB; 0 where the system does not say. */
static long resident_KiB(void)
{
	FILE *in = fopen("/proc/self/statm", "r");
	long all, resident = 0;

	if (in && fscanf(in, "%ld %ld", &all, &resident) != 2)
		resident = 0;
	if (in)
		fclose(in);
	return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

static void test_growth(long n)
{
	static const char *const turns[] = { "u = 1 + 1", "s = [1, 2, 3]; s",
		"nothing", "\"a\" + \"b\"", "2^100 / 3", "record(a = u)", "1 +",
		"def f(a) = a + 1; f(2)" };
	struct wsp *w = wsp_new();
	long before = 0, after;

	for (long i = 0; i < n; ++i) {
		if (i == n / 10)
			before = resident_KiB();
		wsp_result_free(wsp_eval(w, turns[i % 8]));
	}
	after = resident_KiB();
	wsp_free(w);
	CHECK(after <= before + 256);
	printf("%ld evaluations: %ld KiB resident after a tenth of them, "
	       "%ld KiB at the end\n",
		n, before, after);
}

int main(int argc, char **argv)
{
	test_load(argc > 1 ? atof(argv[1]) : 3);
	test_growth(argc > 2 ? atol(argv[2]) : 200000);
	return check_done();
}
