/* What conditions cost: the time of estimates and of rankings of kernels with
 * conditions, of the same kernels without, and the ratio.
 *
 *	bench_conditions [most_ms]
 *
 * The test fails if an estimate takes longer than "most_ms" (default 250), or
 * ends in an error.
 */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "lang/base/buffer.h"
#include "lang/wsp.h"

#define CONDITIONS 8
#define MOST_MS	   250

static const struct bench_case {
	const char *name;
	const char *condition[CONDITIONS + 1];
} cases[] = {
	{ "one period", { "(x*3 + y) % 7 < 3" } },
	{ "two periods", { "(x*3 + y) % 7 < 3", "(x*5 + y) % 11 < 4" } },
	{ "four periods",
		{ "(x*3 + y) % 7 < 3", "(x*5 + y) % 11 < 4",
			"(x*7 + y) % 13 < 5", "(x*9 + y) % 17 < 6" } },
	{ "eight periods",
		{ "(x*3 + y) % 7 < 6", "(x*5 + y) % 11 < 8",
			"(x*7 + y) % 13 < 10", "(x*9 + y) % 17 < 12",
			"(x*11 + y) % 19 < 14", "(x*13 + y) % 23 < 16",
			"(x*15 + y) % 29 < 18", "(x*17 + y) % 31 < 20" } },
	{ "long periods",
		{ "(x*37 + y) % 1009 < 500", "(x*51 + y*7) % 2003 < 900" } },
	{ "powers of two", { "(x + y) % 64 < 30", "(x*3 + y) % 128 < 60" } },
	{ "checkerboard", { "(x + y) % 2 == 0" } },
	{ "tiles", { "(floor(x/64) + floor(y/64)) % 2 == 0" } },
	{ "boundary layer",
		{ "x > 0", "y > 0", "x < 4095", "y < 4095",
			"x < 8 or y < 8 or x > 4087 or y > 4087" } },
	{ "interior", { "x >= 8 and y >= 8 and x < 4088 and y < 4088" } },
	{ "columns and rows", { "x % 3 == 1", "y % 5 < 2" } },
	{ "diagonal", { "x == y" } },
	{ "band", { "x - y < 300", "y - x < 300" } },
	{ "triangles",
		{ "x < y", "x*2 < y*3 + 17", "x + y < 5000",
			"x*3 + y > 600" } },
};

static bool run(struct wsp *w, const char *program, double *ms)
{
	clock_t start = clock();
	struct wsp_result *r = wsp_eval(w, program);
	bool is_right = wsp_ok(r);

	*ms = 1e3 * (double) (clock() - start) / CLOCKS_PER_SEC;
	if (!is_right)
		fprintf(stderr, "%s", wsp_error_text(r));
	wsp_result_free(r);
	return is_right;
}

/* The kernel "k" with the first n conditions of "c", in two or three
 * dimensions.
 */
static bool define(struct wsp *w, const struct bench_case *c, int n, int dims)
{
	struct buffer b = { 0 };
	double ms;
	bool is_right;

	buffer_printf(&b, "kernel k(a, b: %s) {\n",
		dims == 2 ? "[4096, 4096]" : "[256, 256, 256]");
	for (int i = 0; i < n; ++i)
		buffer_printf(&b, "if %s {\n", c->condition[i]);
	buffer_printf(&b, "b[%s] = sum(a[o] for o in star(%d, 1))\n",
		dims == 2 ? "0, 0" : "0, 0, 0", dims);
	for (int i = 0; i < n; ++i)
		buffer_add(&b, "}\n");
	buffer_add(&b, "}\n");
	is_right = run(w, buffer_text(&b), &ms);
	buffer_free(&b);
	return is_right;
}

/* Milliseconds of a question, the least of "n". */
static bool measure(struct wsp *w, const char *question, int n, double *ms)
{
	*ms = 0;
	for (int i = 0; i < n; ++i) {
		double here;

		if (!run(w, question, &here))
			return false;
		*ms = i == 0 || here < *ms ? here : *ms;
	}
	return true;
}

int main(int argc, char **argv)
{
	static const char *const question[2] = {
		"r = estimate k on h200 with block = (32, 8)\n",
		"r = rank k on h200 over block in blocks(1024)\n"
	};
	double most = argc > 1 ? atof(argv[1]) : MOST_MS;
	int n_case = sizeof(cases) / sizeof(cases[0]), n_failed = 0;
	int n_cheap = 0;
	struct wsp *w = wsp_new();

	printf("%-18s dims  estimate ms  without  times  rank ms  without  "
	       "times\n",
		"conditions");
	for (int i = 0; i < 2 * n_case; ++i) {
		const struct bench_case *c = &cases[i / 2];
		double ms[4] = { 0 };
		int dims = 2 + i % 2, n = 0;
		bool is_right = true;

		while (c->condition[n])
			++n;
		for (int q = 0; q < 4 && is_right; ++q)
			is_right = define(w, c, q % 2 ? 0 : n, dims) &&
				measure(w, question[q / 2], q < 2 ? 61 : 3,
					&ms[q]);
		printf("%-18s %4d  %11.3f %8.3f %6.1f %8.1f %8.1f %6.1f\n",
			c->name, dims, ms[0], ms[1], ms[0] / ms[1], ms[2],
			ms[3], ms[2] / ms[3]);
		n_failed += !is_right || ms[0] > most;
		n_cheap += ms[0] <= 10 * ms[1];
	}
	wsp_free(w);
	printf("%d of %d within ten times\n", n_cheap, 2 * n_case);
	printf("%d passed, %d failed\n", 2 * n_case - n_failed, n_failed);
	return n_failed > 0;
}
