/* How time grows with the size of a program, of a kernel and of a domain:
 *
 *	bench_growth [most]
 *
 * Each program is made in sizes n, 2n, 4n, ...; the exponent e of t ~ n^e is
 * that of the last two sizes that took long enough to be measured.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lang/buffer.h"
#include "lang/wsp.h"

#define SIZES	4

static void make_statements(struct buffer *b, int n)
{
	int i;

	for (i = 0; i < n; ++i)
		buffer_printf(b, "x%d = %d + 1  # %090d\n", i, i, i);
}

static void make_functions(struct buffer *b, int n)
{
	int i;

	for (i = 0; i < n; ++i)
		buffer_printf(b, "def f%d(x) = x + %d\nf%d(1)\n", i, i, i);
}

static void make_prints(struct buffer *b, int n)
{
	int i;

	for (i = 0; i < n; ++i)
		buffer_printf(b, "print(%d, \"text\")\n", i);
}

static void make_kernels(struct buffer *b, int n)
{
	int i;

	for (i = 0; i < n; ++i)
		buffer_printf(b, "kernel k%d(a, b: double[64, 64]) {\n"
			"    b[0,0] = a[1,0] + a[0,1] + %d\n}\n", i, i);
}

static void make_list(struct buffer *b, int n)
{
	int i;

	buffer_add(b, "s = [");
	for (i = 0; i < n; ++i)
		buffer_printf(b, "%d, ", i);
	buffer_add(b, "0]\nprint(sum(sort(s)))\n");
}

static void make_locals(struct buffer *b, int n)
{
	int i;

	buffer_add(b, "kernel k(a, b: double[512, 512]) {\n    t0 = a[0,0]\n");
	for (i = 1; i < n; ++i)
		buffer_printf(b, "    t%d = t%d * 2 + a[%d,0]\n", i, i - 1,
			i % 50);
	buffer_printf(b, "    b[0,0] = t%d\n}\nestimate k on a100\n", n - 1);
}

static void make_accesses(struct buffer *b, int n)
{
	int i;

	buffer_add(b, "kernel k(a, b: double[1024, 1024, 64]) {\n"
		"    b[0,0,0] = 0");
	for (i = 0; i < n; ++i)
		buffer_printf(b, " + a[%d,%d,%d]", i % 37 - 18,
			i / 37 % 37 - 18, i / 1369 - 3);
	buffer_add(b, "\n}\nestimate k on a100 with block = (32, 8)\n");
}

static void make_stores(struct buffer *b, int n)
{
	int i;

	buffer_add(b, "kernel k(a, b: double[1024, 1024, 64]) {\n");
	for (i = 0; i < n; ++i)
		buffer_printf(b, "    b[%d,%d,%d] = a[%d,%d,0]\n", i % 37,
			i / 37 % 37, i / 1369, i % 37, i / 37 % 37);
	buffer_add(b, "}\nestimate k on a100 with block = (32, 8)\n");
}

static void make_fields(struct buffer *b, int n)
{
	int i;

	buffer_add(b, "kernel k(");
	for (i = 0; i < n; ++i)
		buffer_printf(b, "f%d, ", i);
	buffer_add(b, "b: double[512, 512]) {\n    b[0,0] = 0");
	for (i = 0; i < n; ++i)
		buffer_printf(b, " + f%d[0,0]", i);
	buffer_add(b, "\n}\nestimate k on a100 with block = (32, 8)\n");
}

/* n is the edge of a cube. */
static void make_domain(struct buffer *b, int n)
{
	buffer_printf(b, "kernel k(a, b: double[%d, %d, %d]) {\n"
		"    b[0,0,0] = sum(a[o] for o in star(3, 2))\n}\n"
		"for i in 1..50 { r = estimate k on a100 with "
		"block = (32, 4, 2) }\n", n, n, n);
}

static const struct {
	const char *what;
	void (*make)(struct buffer *b, int n);
	int most;
	double allowed;		/* exponent: 0 where size must not matter */
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
	{ "edge of the domain", make_domain, 1000000, 0 },
};

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
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
	r = wsp_eval_named(w, NULL, text.text, text.len);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
	if (!wsp_ok(r))
		fputs(wsp_error_text(r), stderr);
	wsp_result_free(r);
	wsp_free(w);
	buffer_free(&text);
	return (double) (to.tv_sec - from.tv_sec) +
		(double) (to.tv_nsec - from.tv_nsec) * 1e-9;
}

int main(int argc, char **argv)
{
	double scale = argc > 1 ? atof(argv[1]) : 1;
	size_t i;
	int j;

	printf("%-26s %10s %10s %10s\n", "growth with", "up to", "time",
		"exponent");
	for (i = 0; i < sizeof(programs) / sizeof(programs[0]); ++i) {
		double t[SIZES], e;
		int n = (int) (programs[i].most * scale);

		for (j = 0; j < SIZES; ++j)
			t[j] = run(programs[i].make, n >> (SIZES - 1 - j));
		e = log2(t[SIZES - 1] / t[SIZES - 3]) / 2;
		printf("%-26s %10d %8.3f s %10.2f%s\n", programs[i].what, n,
			t[SIZES - 1], e, e > programs[i].allowed + 0.25 ?
			"  <- more than n log n" : "");
	}
	return 0;
}
