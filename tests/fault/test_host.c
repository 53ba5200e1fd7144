/* What a program that links libwsp relies on: threads with small stacks get an
 * answer or an error, the locale, signals and GMP allocator of the host stay
 * its own, and a session takes many kernels and as many errors.
 *
 *	test_host [KERNELS]
 */

#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lang/wsp.h"
#include "tests/unit/check.h"

#define N_THREAD 2
#define N_KERNEL 1000

/* Under sanitizers frames take several times the stack. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define STACK_FACTOR 8
#else
#define STACK_FACTOR 1
#endif

/* ------------------------------------------------------- small stacks */

static const char *const programs[] = {
	"1 + 1",
	"kernel k(a, b: double[1000, 1000]) { b[0,0] = a[1,0] + a[0,1] }\n"
	"estimate k",
	"kernel k(a, b: double[100, 100]) {\n"
	"	if (x*7 + y) % 5 < 2 { b[0,0] = a[(x + y) % 3, 0] }\n"
	"}\n"
	"rank k over block in [(32, 1), (64, 4)]",
	"def f(n) = f(n + 1)\nf(0)",
	"set stack = 1 TiB\n"
	"def f(n) = sum(map(k -> f(n + 1), [1]))\n"
	"f(0)",
	"f = x -> x\n"
	"for i in 1..20000 { g = f; f = (h -> (x -> h(x)))(g) }\n"
	"f(1)",
	"s = [1]; for i in 1..20000 { s = [s] }; print s; s == s",
	"simulate k with domain = (20, 5), block = (4, 2)",
};

#define N_PROGRAM ((int) (sizeof(programs) / sizeof(programs[0])))

struct outcome {
	bool has_context, is_whole, ok[N_PROGRAM];
};

/* Brackets and lambdas nested "n" deep. */
static void check_nested(struct wsp *w, char open, const char *inner,
	char close, int n)
{
	size_t len = strlen(inner), size = (size_t) n * (len + 2) + 2;
	char *text = malloc(size), *c = text;
	struct wsp_result *r;

	for (int i = 0; i < n; ++i) {
		*c++ = open;
		memcpy(c, inner, len);
		c += len;
	}
	*c++ = '1';
	for (int i = 0; close && i < n; ++i)
		*c++ = close;
	r = wsp_eval_named(w, NULL, text, (size_t) (c - text));
	wsp_result_free(r);
	wsp_result_free(wsp_check(w, NULL, text, (size_t) (c - text)));
	free(wsp_format(text, (size_t) (c - text)));
	free(text);
}

static void *ask_all(void *data)
{
	struct outcome *out = data;
	struct wsp *w = wsp_new();

	out->has_context = w != NULL;
	if (!w)
		return NULL;
	out->is_whole = true;
	for (int i = 0; i < N_PROGRAM; ++i) {
		struct wsp_result *r = wsp_eval(w, programs[i]);

		out->ok[i] = wsp_ok(r);
		out->is_whole &= wsp_ok(r) || wsp_error_text(r)[0];
		wsp_value_json(r);
		wsp_result_free(r);
	}
	check_nested(w, '(', "", ')', 1000);
	check_nested(w, '[', "", ']', 990);
	check_nested(w, ' ', "x -> ", '\0', 990);
	wsp_free(w);
	return NULL;
}

/* Several threads of "stack_B" bytes each at once. */
static void check_stack(size_t stack_B, bool can_estimate)
{
	struct outcome out[N_THREAD] = { 0 };
	pthread_t thread[N_THREAD];
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	CHECK(pthread_attr_setstacksize(&attr, STACK_FACTOR * stack_B) == 0);
	for (int i = 0; i < N_THREAD; ++i)
		CHECK(pthread_create(&thread[i], &attr, ask_all, &out[i]) == 0);
	for (int i = 0; i < N_THREAD; ++i)
		pthread_join(thread[i], NULL);
	pthread_attr_destroy(&attr);
	for (int i = 0; i < N_THREAD; ++i) {
		CHECK(out[i].has_context && out[i].is_whole && out[i].ok[0]);
		CHECK(!can_estimate || (out[i].ok[1] && out[i].ok[2]));
		CHECK(!out[i].ok[3] && !out[i].ok[4] && !out[i].ok[5]);
	}
}

/* ----------------------------------------------- what belongs to the host */

static int n_foreign; /* pieces of output written in the host's locale */

static void look_at_locale(void *user, const char *text, size_t len)
{
	(void) user;
	(void) text;
	(void) len;
	n_foreign += uselocale((locale_t) 0) == LC_GLOBAL_LOCALE;
}

static void check_locale(void)
{
	struct wsp *w = wsp_new();

	wsp_on_output(w, look_at_locale, NULL);
	wsp_result_free(wsp_eval(w, "print 0.5\nprint 1/3"));
	CHECK(n_foreign == 0);
	CHECK(uselocale((locale_t) 0) == LC_GLOBAL_LOCALE);
	wsp_free(w);
}

static void look_at_signals(struct sigaction *action, sigset_t *blocked)
{
	for (int i = 1; i < 32; ++i)
		sigaction(i, NULL, &action[i]);
	pthread_sigmask(SIG_SETMASK, NULL, blocked);
}

static void check_signals(void)
{
	struct sigaction before[32], after[32];
	sigset_t blocked[2];
	struct wsp *w;

	look_at_signals(before, &blocked[0]);
	w = wsp_new();
	for (int i = 0; i < N_PROGRAM; ++i)
		wsp_result_free(wsp_eval(w, programs[i]));
	wsp_free(w);
	look_at_signals(after, &blocked[1]);
	for (int i = 1; i < 32; ++i) {
		CHECK(before[i].sa_handler == after[i].sa_handler);
		CHECK(sigismember(&blocked[0], i) ==
			sigismember(&blocked[1], i));
	}
}

/* -------------------------------------------------------- a long session */

/* Kernels with names of their own, questions and errors: all answered, and the
 * memory that they hold is within the budget that counts them.
 */
static void check_long_session(int n_kernel)
{
	struct wsp *w = wsp_new();
	int n_ok = 0, n_wrong = 0;
	struct wsp_result *r;
	char text[256];
	bool ok;

	for (int i = 0; i < n_kernel; ++i) {
		snprintf(text, sizeof(text),
			"kernel k%d(a, b: double[%d, 99]) {"
			" b[0,0] = a[1,0] + %d*a[0,%d] }\n"
			"r = estimate k%d with block = 32",
			i, 100 + i % 7, i, i % 5, i);
		r = wsp_eval(w, text);
		n_ok += wsp_ok(r);
		wsp_result_free(r);
		r = wsp_eval(w, i % 2 ? "r = estimate nothing" : "1 +");
		n_wrong += !wsp_ok(r);
		wsp_result_free(r);
	}
	CHECK(n_ok == n_kernel);
	CHECK(n_wrong == n_kernel);
	/* what they hold is counted: more than 1 kB each */
	snprintf(text, sizeof(text), "set memory = %d kB", n_kernel);
	wsp_result_free(wsp_eval(w, text));
	r = wsp_eval(w, "s = list(1..1000)");
	CHECK(!wsp_ok(r) && strstr(wsp_error_text(r), "'memory'"));
	wsp_result_free(r);
	r = wsp_eval(w, "set memory = 1 GiB\nr = estimate k7\nr.time > 0 s");
	ok = wsp_ok(r) && strcmp(wsp_value_text(r), "true") == 0;
	CHECK(ok);
	wsp_result_free(r);
	wsp_free(w);
}

int main(int argc, char **argv)
{
	static const size_t stacks_KiB[] = { 64, 128, 192, 1024 };
	long least_B = sysconf(_SC_THREAD_STACK_MIN);

	for (size_t i = 0; i < sizeof(stacks_KiB) / sizeof(stacks_KiB[0]); ++i)
		if (stacks_KiB[i] << 10 >= (size_t) least_B)
			check_stack(stacks_KiB[i] << 10, stacks_KiB[i] >= 192);
	check_locale();
	check_signals();
	check_long_session(argc > 1 ? atoi(argv[1]) : N_KERNEL);
	return check_done();
}
