/* How time grows with the size of a program, of a kernel and of a domain:
 *
 *	bench_growth [most]
 *
 * Each program is made in sizes n, 2n, 4n, ..., and the exponent e of t ~ n^e
 * is computed over the last factor of four.  The test fails if a program
 * grows faster than n log n or ends in an error.
 */

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "lang/base/buffer.h"
#include "lang/wsp.h"

#define SIZES 4

static void make_statements(struct buffer *b, int n)
{
	for (int i = 0; i < n; ++i)
		buffer_printf(b, "x%d = %d + 1  # %090d\n", i, i, i);
}

static void make_functions(struct buffer *b, int n)
{
	for (int i = 0; i < n; ++i)
		buffer_printf(b, "def f%d(x) = x + %d\nf%d(1)\n", i, i, i);
}

static void make_prints(struct buffer *b, int n)
{
	for (int i = 0; i < n; ++i)
		buffer_printf(b, "print(%d, \"text\")\n", i);
}

static void make_kernels(struct buffer *b, int n)
{
	for (int i = 0; i < n; ++i)
		buffer_printf(b,
			"kernel k%d(a, b: double[64, 64]) {\n"
			"    b[0,0] = a[1,0] + a[0,1] + %d\n}\n",
			i, i);
}

static void make_list(struct buffer *b, int n)
{
	buffer_add(b, "s = [");
	for (int i = 0; i < n; ++i)
		buffer_printf(b, "%d, ", i);
	buffer_add(b, "0]\nprint(sum(sort(s)))\n");
}

static void make_locals(struct buffer *b, int n)
{
	buffer_add(b, "kernel k(a, b: double[512, 512]) {\n    t0 = a[0,0]\n");
	for (int i = 1; i < n; ++i)
		buffer_printf(b, "    t%d = t%d * 2 + a[%d,0]\n", i, i - 1,
			i % 50);
	buffer_printf(b, "    b[0,0] = t%d\n}\nestimate k on a100\n", n - 1);
}

static void make_accesses(struct buffer *b, int n)
{
	buffer_add(b,
		"kernel k(a, b: double[1024, 1024, 64]) {\n"
		"    b[0,0,0] = 0");
	for (int i = 0; i < n; ++i)
		buffer_printf(b, " + a[%d,%d,%d]", i % 37 - 18,
			i / 37 % 37 - 18, i / 1369 - 3);
	buffer_add(b, "\n}\nestimate k on a100 with block = (32, 8)\n");
}

static void make_stores(struct buffer *b, int n)
{
	buffer_add(b, "kernel k(a, b: double[1024, 1024, 64]) {\n");
	for (int i = 0; i < n; ++i)
		buffer_printf(b, "    b[%d,%d,%d] = a[%d,%d,0]\n", i % 37,
			i / 37 % 37, i / 1369, i % 37, i / 37 % 37);
	buffer_add(b, "}\nestimate k on a100 with block = (32, 8)\n");
}

static void make_fields(struct buffer *b, int n)
{
	buffer_add(b, "kernel k(");
	for (int i = 0; i < n; ++i)
		buffer_printf(b, "f%d, ", i);
	buffer_add(b, "b: double[512, 512]) {\n    b[0,0] = 0");
	for (int i = 0; i < n; ++i)
		buffer_printf(b, " + f%d[0,0]", i);
	buffer_add(b, "\n}\nestimate k on a100 with block = (32, 8)\n");
}

static void make_conditions(struct buffer *b, int n)
{
	buffer_add(b, "kernel k(a, b: double[512, 512]) {\n    s = 0\n");
	for (int i = 0; i < n; ++i)
		buffer_printf(b,
			"    t%d = a[0,0] + %d\n"
			"    if x > %d { s = s + t%d }\n",
			i, i, i % 400, i);
	buffer_add(b,
		"    b[0,0] = s\n}\n"
		"estimate k on a100 with block = (32, 8)\n");
}

static void make_loops(struct buffer *b, int n)
{
	buffer_add(b, "kernel k(a, b: double[512, 512]) {\n    s = 0\n");
	for (int i = 0; i < n; ++i)
		buffer_printf(b,
			"    t%d = 0\n    loop j in 0..%d { "
			"t%d += a[j,0]; s += t%d }\n",
			i, i % 9 + 1, i, i);
	buffer_add(b,
		"    b[0,0] = s\n}\n"
		"estimate k on a100 with block = (32, 8)\n");
}

/* n nested blocks. */
static void make_nested(struct buffer *b, int n)
{
	for (int i = 0; i < n; ++i)
		buffer_printf(b, "for i%d in [%d] {\n", i, i);
	buffer_add(b, "x = i0\n");
	for (int i = 0; i < n; ++i)
		buffer_add(b, "}\n");
}

static void make_nested_ifs(struct buffer *b, int n)
{
	buffer_add(b, "kernel k(a, b: double[512, 512]) {\n    s = 0\n");
	for (int i = 0; i < n; ++i)
		buffer_printf(b, "if x > %d {\ns = s + a[%d,0]\n", i, i % 99);
	for (int i = 0; i < n; ++i)
		buffer_add(b, "}\n");
	buffer_add(b,
		"    b[0,0] = s\n}\n"
		"estimate k on a100 with block = (32, 8)\n");
}

static void make_parameters(struct buffer *b, int n)
{
	buffer_add(b, "def f(");
	for (int i = 0; i < n; ++i)
		buffer_printf(b, "%sp%d", i ? ", " : "", i);
	buffer_add(b, ") = p0");
	for (int i = 1; i < n; ++i)
		buffer_printf(b, " + p%d", i);
	buffer_add(b, "\nf(");
	for (int i = 0; i < n; ++i)
		buffer_printf(b, "%sp%d = %d", i ? ", " : "", i, i);
	buffer_add(b, ")\n");
}

static void make_record(struct buffer *b, int n)
{
	buffer_add(b, "r = record(");
	for (int i = 0; i < n; ++i)
		buffer_printf(b, "%sm%d = %d", i ? ", " : "", i, i);
	buffer_add(b, ")\ns = 0");
	for (int i = 0; i < n; ++i)
		buffer_printf(b, " + r.m%d", i);
	buffer_add(b, "\n");
}

/* Lists of n by what makes and takes them apart. */
static void make_long_lists(struct buffer *b, int n)
{
	buffer_printf(b,
		"s = [i * 7919 %% 1000003 for i in 1..%d]\n"
		"t = sort(s)\nu = [x + 1 for x in t if x > 10]\n"
		"print(sum(u), max(u), len(u), t == s)\n"
		"v = []\nfor x in u { v = append(v, x) }\n",
		n);
}

static void make_sweep(struct buffer *b, int n)
{
	buffer_printf(b,
		"kernel k(a, b: double[nx, ny]) {\n"
		"    b[0,0] = a[0,0] + a[1,0] + a[0,1]\n}\n"
		"s = sweep k over n in 1..%d on a100 with domain = (2048 + n, "
		"512), block = (32, 4)\n",
		n);
}

/* n is the edge of a cube. */
static void make_domain(struct buffer *b, int n)
{
	buffer_printf(b,
		"kernel k(a, b: double[%d, %d, %d]) {\n"
		"    b[0,0,0] = sum(a[o] for o in star(3, 2))\n}\n"
		"for i in 1..50 { r = estimate k on a100 with "
		"block = (32, 4, 2) }\n",
		n, n, n);
}

static const struct {
	const char *what;
	void (*make)(struct buffer *b, int n);
	int most;
	double allowed; /* exponent: 0 where size must not matter */
} programs[] = {
	{ "statements of 100 bytes", make_statements, 1000000, 1 },
	{ "functions", make_functions, 64000, 1 },
	{ "printed lines", make_prints, 200000, 1 },
	{ "elements of a list", make_list, 400000, 1 },
	{ "kernels", make_kernels, 8000, 1 },
	{ "names in a kernel", make_locals, 8000, 1 },
	{ "loads of a kernel", make_accesses, 10000, 1 },
	{ "stores of a kernel", make_stores, 8000, 1 },
	{ "fields of a kernel", make_fields, 1000, 1 },
	{ "conditions of a kernel", make_conditions, 4000, 1 },
	{ "loops of a kernel", make_loops, 4000, 1 },
	{ "nested blocks", make_nested, 280, 1 },
	{ "nested conditions", make_nested_ifs, 240, 1 },
	{ "parameters", make_parameters, 8000, 1 },
	{ "members of a record", make_record, 8000, 1 },
	{ "length of lists", make_long_lists, 400000, 1 },
	{ "points of a sweep", make_sweep, 8000, 1 },
	{ "edge of the domain", make_domain, 1000000, 0 },
};

/* Runs of a program, unless one takes much longer: were the longest programs run
 * once, others on the machine would bend the curve.
 */
#define RUNS   3
#define LONG_s 10

static int n_errors;

static void drop(void *user, const char *text, size_t len)
{
	(void) user;
	(void) text;
	(void) len;
}

static double run(void (*make)(struct buffer *, int), int n)
{
	struct buffer text = { 0 };
	struct wsp *w = wsp_new();
	struct timespec from, to;
	struct wsp_result *r;

	make(&text, n);
	wsp_on_output(w, drop, NULL);
	/* the budget counts hours of a busy machine */
	wsp_result_free(wsp_eval(w, "set time = 1 h"));
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
	r = wsp_eval_named(w, NULL, text.text, text.len);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
	if (!wsp_ok(r)) {
		fputs(wsp_error_text(r), stderr);
		++n_errors;
	}
	wsp_result_free(r);
	wsp_free(w);
	buffer_free(&text);
	return (double) (to.tv_sec - from.tv_sec) +
		(double) (to.tv_nsec - from.tv_nsec) * 1e-9;
}

/* The least of some runs: other programs on the machine take its caches away. */
static double least_of(void (*make)(struct buffer *, int), int n)
{
	double least = run(make, n);

	for (int i = 1; i < RUNS && least < LONG_s; ++i)
		least = fmin(least, run(make, n));
	return least;
}

/* Shorter times are noise of the clock: their exponents mean nothing. */
#define LEAST_s 0.005

int main(int argc, char **argv)
{
	double scale = argc > 1 ? atof(argv[1]) : 1;
	struct rusage used;
	int n_failed = 0, n_passed = 0;

	printf("%-26s %10s %10s %10s\n", "growth with", "up to", "time",
		"exponent");
	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); ++i) {
		double t[SIZES], e;
		int n = (int) (programs[i].most * scale);
		bool is_slow;

		for (int j = 0; j < SIZES; ++j)
			t[j] = least_of(programs[i].make, n >> (SIZES - 1 - j));
		e = log2(t[SIZES - 1] / t[SIZES - 3]) / 2;
		is_slow = t[SIZES - 1] > LEAST_s &&
			e > programs[i].allowed + 0.25;
		printf("%-26s %10d %8.3f s %10.2f%s\n", programs[i].what, n,
			t[SIZES - 1], e,
			is_slow ? "  <- more than n log n" : "");
		n_failed += is_slow || n_errors > 0;
		n_passed += !(is_slow || n_errors > 0);
		n_errors = 0;
	}
	getrusage(RUSAGE_SELF, &used);
	printf("%ld MiB at most\n%d passed, %d failed\n", used.ru_maxrss / 1024,
		n_passed, n_failed);
	return n_failed > 0;
}
