/* What a program that links libwsp relies on: threads with small stacks get an
 * answer or an error, the locale, signals and GMP allocator of the host stay
 * its own, callbacks and other threads may use contexts and results at any
 * time, and a session takes many kernels and as many errors.
 *
 *	test_host [KERNELS]
 */

#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
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

/* ------------------------------------------- callbacks and other threads */

struct nosy {
	struct wsp *own, *other;
	struct wsp_result *early; /* of its own context */
	int n, n_right;
	bool is_final; /* frees its own context */
};

static bool is_busy(struct wsp_result *r)
{
	bool is = !wsp_ok(r) && strstr(wsp_error_text(r), "callback") &&
		wsp_message_count(r) == 1 &&
		strstr(wsp_message(r, 0)->message, "callback") &&
		!wsp_number(r, "", &(double) { 0 });

	wsp_result_free(r);
	return is;
}

/* Everything that a host might think of in the middle of a call. */
static void use_all(void *user, const char *text, size_t len)
{
	struct nosy *c = user;
	struct wsp_result *r = wsp_eval(c->other, "[1, 2, 3]");
	size_t start;

	(void) text;
	(void) len;
	++c->n;
	c->n_right += wsp_count(r, "") == 3 && wsp_count(c->early, "") == 2 &&
		is_busy(wsp_eval(c->own, "kernel k(a: [9]) { a[0] = 1 }")) &&
		is_busy(wsp_check(c->own, NULL, "1", 1)) &&
		is_busy(wsp_eval_file(c->own, "/")) && !wsp_save(c->own) &&
		!wsp_restore(c->own) && !wsp_complete(c->own, "est", 3, &start);
	wsp_result_free(r);
	if (c->is_final)
		wsp_free(c->own);
}

static void check_callbacks(void)
{
	struct nosy c = { .own = wsp_new(), .other = wsp_new() };
	struct wsp_result *r;

	c.early = wsp_eval(c.own, "s = [1, 2]\ns");
	wsp_on_output(c.own, use_all, &c);
	r = wsp_eval(c.own, "for i in 1..5 { print i }\ns[7]");
	CHECK(c.n == 5 && c.n_right == 5);
	CHECK(!wsp_ok(r) && strstr(wsp_error_text(r), "s[7]"));
	wsp_result_free(r);
	c.is_final = true;
	r = wsp_eval(c.own, "print 1\nfor i in 1..10^9 { s = [s] }");
	CHECK(c.n == 6 && c.n_right == 6 && !wsp_ok(r));
	CHECK(wsp_count(c.early, "") == 2);
	wsp_result_free(c.early);
	wsp_result_free(r);
	wsp_free(c.other);
}

struct passed {
	struct wsp *w;
	_Atomic(struct wsp_result *) result;
	atomic_bool is_done;
	atomic_int n_wrong;
};

/* Reads what another thread gets, and frees it when that has something new. */
static void *take_results(void *data)
{
	struct wsp_result *held = NULL;
	struct passed *p = data;

	for (;;) {
		bool is_done = atomic_load(&p->is_done);
		struct wsp_result *r = atomic_exchange(&p->result, NULL);
		double n;

		if (r || is_done) {
			wsp_result_free(held);
			held = r;
		}
		if (!r && is_done)
			return NULL;
		for (int i = 0; held && i < 200; ++i)
			p->n_wrong += !wsp_number(held, "[7][1]", &n) || n != 7;
	}
}

/* Results share lists of the session: who counts their users without taking
 * turns frees them while they are used.
 */
static void check_passed(int n)
{
	struct passed p = { .w = wsp_new() };
	pthread_t taker;

	wsp_result_free(wsp_eval(p.w, "s = [[i, i] for i in 0..9]"));
	CHECK(pthread_create(&taker, NULL, take_results, &p) == 0);
	for (int i = 0; i < n; ++i) {
		struct wsp_result *r = wsp_eval(p.w,
			"for i in 1..1000 { q = s[7] }; s");

		p.n_wrong += !wsp_ok(r);
		wsp_result_free(atomic_exchange(&p.result, r));
	}
	atomic_store(&p.is_done, true);
	pthread_join(taker, NULL);
	CHECK(p.n_wrong == 0);
	wsp_free(p.w);
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
	check_callbacks();
	check_passed(argc > 1 ? 5000 : 500);
	check_long_session(argc > 1 ? atoi(argv[1]) : N_KERNEL);
	return check_done();
}
