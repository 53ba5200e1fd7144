/* wsp_restore() brings back a saved session, any number of times, and
 * checking a program changes nothing in a session.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/wsp.h"
#include "tests/unit/check.h"

static bool gives(struct wsp *w, const char *program, const char *text)
{
	struct wsp_result *r = wsp_eval(w, program);
	bool ok = wsp_ok(r) && strcmp(wsp_text(r), text) == 0;

	if (!ok)
		printf("%s\n%s%s", program, wsp_text(r), wsp_error_text(r));
	wsp_result_free(r);
	return ok;
}

static bool fails(struct wsp *w, const char *program)
{
	struct wsp_result *r = wsp_eval(w, program);
	bool failed = !wsp_ok(r);

	wsp_result_free(r);
	return failed;
}

static void test_restored(void)
{
	struct wsp *w = wsp_new();

	CHECK(!wsp_restore(w));
	CHECK(gives(w,
		"a = [1, 2]; set steps = 500000; "
		"kernel k(u, v: [8, 8]) { v[0,0] = u[1,0] }",
		""));
	CHECK(wsp_save(w));
	for (int i = 0; i < 3; ++i) {
		CHECK(gives(w, "a = append(a, 3); b = 5; a", "[1, 2, 3]\n"));
		CHECK(gives(w, "kernel q(u, v: [8]) { v[0] = u[1] }", ""));
		CHECK(gives(w, "use stencil; set format = json; set steps = 9;",
			""));
		CHECK(strcmp(wsp_last_kernel(w), "q") == 0);
		CHECK(wsp_restore(w));
		CHECK(gives(w, "a", "[1, 2]\n"));
		CHECK(fails(w, "b"));
		CHECK(fails(w, "laplacian(2)"));
		CHECK(gives(w, "use stencil; points(laplacian(2))", "5\n"));
		CHECK(strcmp(wsp_last_kernel(w), "k") == 0);
	}
	CHECK(gives(w, "c = 7", ""));
	CHECK(wsp_save(w));
	CHECK(gives(w, "c = 8", ""));
	CHECK(wsp_restore(w));
	CHECK(gives(w, "c", "7\n"));
	wsp_free(w);
}

/* What a checked program defines is not there, let alone as something that
 * only the check knows.
 */
static void test_checked(void)
{
	static const char wrong[] =
		"kernel k(a, b: [nx] { halo = [] }) { b[0] = a[0] }; n = 3";
	struct wsp *w = wsp_new();
	struct wsp_result *r;

	CHECK(gives(w, "kernel k(a, b: [64]) { b[0] = a[1] }; n = 2", ""));
	r = wsp_check(w, "wrong", wrong, strlen(wrong));
	CHECK(!wsp_ok(r));
	wsp_result_free(r);
	CHECK(gives(w, "n", "2\n"));
	CHECK(gives(w, "len(rank k on a100 over block in [32, 64])", "2\n"));
	wsp_free(w);
}

/* A value may be short in the program and long as JSON. */
static void test_long_value(void)
{
	struct wsp *w = wsp_new();
	struct wsp_result *r;

	CHECK(gives(w, "set output = 1 KiB", ""));
	r = wsp_eval(w, "1..10^15");
	CHECK(wsp_ok(r) && strcmp(wsp_text(r), "1..1000000000000000\n") == 0);
	CHECK(!wsp_value_json(r));
	CHECK(strcmp(wsp_value_text(r), "1..1000000000000000") == 0);
	wsp_result_free(r);
	r = wsp_eval(w, "1..3");
	CHECK(strcmp(wsp_value_json(r), "[1, 2, 3]") == 0);
	wsp_result_free(r);
	wsp_free(w);
}

int main(void)
{
	test_restored();
	test_checked();
	test_long_value();
	return check_done();
}
