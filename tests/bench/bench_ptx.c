/* How fast PTX is read: processor time for half a million instructions in one
 * kernel without branches, in one with a branch over each third, and in
 * kernels of a hundred.  The last column is that time over what a sort of as
 * many numbers takes on the same machine, so that figures of different
 * machines, and of busy ones, can be compared.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "lang/wsp.h"

#define INSTRUCTIONS 500000
#define ROUNDS	     3 /* the best counts */

static double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

static void fail(const char *why)
{
	fprintf(stderr, "bench_ptx: %s\n", why);
	exit(1);
}

/* ------------------------------------------------------------ reference */

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;

	return (x > y) - (x < y);
}

static double sort_s(void)
{
	uint64_t *v = malloc(INSTRUCTIONS * sizeof(*v)), seed = 1;
	double best = 1e9;

	if (!v)
		fail("out of memory");
	for (int round = 0; round < ROUNDS; ++round) {
		double start, spent;

		for (int i = 0; i < INSTRUCTIONS; ++i) {
			seed ^= seed << 13;
			seed ^= seed >> 7;
			seed ^= seed << 17;
			v[i] = seed;
		}
		start = now_s();
		qsort(v, INSTRUCTIONS, sizeof(*v), compare);
		spent = now_s() - start;
		best = spent < best ? spent : best;
	}
	free(v);
	return best;
}

/* --------------------------------------------------------------- modules */

/* y[i] = a long sum of products of x[i] */
static void write_kernel(FILE *file, int name, int n, bool has_branches)
{
	fprintf(file,
		".visible .entry k%d(.param .u64 k%d_x, .param .u64 k%d_y)\n"
		"{\n.reg .pred %%p<2>;\n.reg .b32 %%r<5>;\n.reg .b64 %%rd<6>;\n"
		".reg .f64 %%fd<%d>;\n"
		"ld.param.u64 %%rd1, [k%d_x];\nld.param.u64 %%rd2, [k%d_y];\n"
		"mov.u32 %%r1, %%tid.x;\nmov.u32 %%r2, %%ctaid.x;\n"
		"mov.u32 %%r3, %%ntid.x;\nmad.lo.s32 %%r4, %%r2, %%r3, %%r1;\n"
		"mul.wide.s32 %%rd3, %%r4, 8;\nadd.s64 %%rd4, %%rd1, %%rd3;\n"
		"add.s64 %%rd5, %%rd2, %%rd3;\n"
		"ld.global.nc.f64 %%fd1, [%%rd4];\n",
		name, name, name, n + 2, name, name);
	for (int i = 2; i <= n; ++i)
		if (has_branches && i % 3 == 0)
			fprintf(file,
				"setp.lt.s32 %%p1, %%r1, %d;\n@%%p1 bra L%d;\n"
				"mul.f64 %%fd1, %%fd1, %%fd1;\nL%d:\n",
				i % 16, i, i);
		else if (!has_branches)
			fprintf(file,
				"fma.rn.f64 %%fd%d, %%fd%d, %%fd1, %%fd%d;\n",
				i, i - 1, i > 7 ? i - 7 : 1);
	fprintf(file, "st.global.f64 [%%rd5], %%fd%d;\nret;\n}\n",
		has_branches ? 1 : n);
}

static void write_module(const char *path, int of_each, bool has_branches)
{
	FILE *file = fopen(path, "w");

	if (!file)
		fail("no file for a module");
	fputs(".version 8.0\n.target sm_90\n.address_size 64\n", file);
	for (int i = 0; i < INSTRUCTIONS / of_each; ++i)
		write_kernel(file, i, of_each, has_branches);
	if (fclose(file) != 0)
		fail("a module was not written");
}

static double read_s(const char *path)
{
	double best = 1e9;
	char program[256];

	snprintf(program, sizeof(program),
		"k = ptx(\"%s\", \"k0\", over = 2^24)", path);
	for (int round = 0; round < ROUNDS; ++round) {
		struct wsp *w = wsp_new();
		double start, spent;
		struct wsp_result *r;

		if (!w)
			fail("out of memory");
		wsp_allow_files(w, true);
		start = now_s();
		r = wsp_eval(w, program);
		spent = now_s() - start;
		if (!wsp_ok(r))
			fail(wsp_error_text(r));
		wsp_result_free(r);
		wsp_free(w);
		best = spent < best ? spent : best;
	}
	return best;
}

int main(void)
{
	static const struct {
		const char *said;
		int of_each;
		bool has_branches;
	} rows[] = { { "one kernel", INSTRUCTIONS, false },
		{ "with branches", INSTRUCTIONS, true },
		{ "kernels of 100", 100, false } };
	char path[] = "/tmp/bench_ptx.XXXXXX";
	double sorted = sort_s();
	int file = mkstemp(path);

	if (file < 0)
		fail("no file for a module");
	close(file);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
		double spent;

		write_module(path, rows[i].of_each, rows[i].has_branches);
		spent = read_s(path);
		printf("PTX, %d instructions, %-15s %5.2f s, %5.1f sorts\n",
			INSTRUCTIONS, rows[i].said, spent, spent / sorted);
	}
	unlink(path);
	return 0;
}
