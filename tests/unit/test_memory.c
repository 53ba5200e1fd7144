/* The budget of memory belongs to a context: it holds over many inputs, in
 * whatever thread, and results may outlive it.
 */

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "lang/wsp.h"
#include "tests/unit/check.h"

#define N_THREAD 4

static bool runs(struct wsp *w, const char *program)
{
	struct wsp_result *r = wsp_eval(w, program);
	bool ok = wsp_ok(r);

	wsp_result_free(r);
	return ok;
}

static bool runs_out(struct wsp *w, const char *program)
{
	struct wsp_result *r = wsp_eval(w, program);
	bool out = !wsp_ok(r) &&
		strstr(wsp_error_text(r), "budget of 'memory'");

	wsp_result_free(r);
	return out;
}

/* What results hold is given back with them. */
static void test_inputs(void)
{
	struct wsp *w = wsp_new();
	int n = 0;

	CHECK(runs(w, "set memory = 1 MB"));
	for (int i = 0; i < 1000; ++i)
		n += runs(w, "list(1..1000)");
	for (int i = 0; i < 1000; ++i)
		n += runs(w, "s = [2^10_000 + 1, repeat(\"x\", 1000)]");
	CHECK(n == 2000);
	CHECK(runs(w, "_ = 0"));
	CHECK(runs_out(w, "list(1..100_000)"));
	CHECK(runs(w, "list(1..1000)"));
	wsp_free(w);
}

static void test_result_outlives(void)
{
	struct wsp *w = wsp_new(), *other = wsp_new();
	struct wsp_result *r = wsp_eval(w, "[list(1..1000), 2^1000]");

	wsp_free(w);
	CHECK(runs(other, "list(1..1000)"));
	CHECK(strncmp(wsp_value_text(r), "[[1, 2, 3,", 10) == 0);
	wsp_result_free(r);
	CHECK(runs(other, "set memory = 1 MB"));
	CHECK(runs_out(other, "list(1..100_000)"));
	wsp_free(other);
}

/* One context after the other in the same thread, in turns. */
static void test_turns(void)
{
	struct wsp *a = wsp_new(), *b = wsp_new();
	int n = 0;

	CHECK(runs(a, "set memory = 10 MB; s = []"));
	CHECK(runs(b, "set memory = 1 MB"));
	for (int i = 0; i < 100; ++i) {
		n += runs(a, "s += list(1..1000)");
		n += runs(b, "t = list(1..1000)");
	}
	CHECK(n == 200);
	CHECK(runs_out(a, "for i in 1..10^6 { s += list(1..1000) }"));
	CHECK(runs(b, "t = list(1..1000)"));
	wsp_free(a);
	CHECK(runs(b, "t = list(1..1000)"));
	wsp_free(b);
}

static void *work(void *data)
{
	struct wsp *w = data;

	for (int i = 0; i < 200; ++i)
		if (!runs(w, "s = [k^2 for k in 1..1000]"))
			return NULL;
	if (!runs_out(w, "s = [k for k in 1..10^9]"))
		return NULL;
	return runs(w, "s = 0; t = list(1..1000)") ? w : NULL;
}

static void test_threads(void)
{
	struct wsp *w[N_THREAD];
	pthread_t thread[N_THREAD];
	void *result;

	for (int i = 0; i < N_THREAD; ++i) {
		w[i] = wsp_new();
		CHECK(runs(w[i], "set memory = 1 MB"));
		CHECK(pthread_create(&thread[i], NULL, work, w[i]) == 0);
	}
	for (int i = 0; i < N_THREAD; ++i) {
		CHECK(pthread_join(thread[i], &result) == 0);
		CHECK(result == w[i]);
		/* and go on with it here */
		CHECK(work(w[i]) == w[i]);
		wsp_free(w[i]);
	}
}

int main(void)
{
	test_inputs();
	test_result_outlives();
	test_turns();
	test_threads();
	return check_done();
}
