/* Allocations that fail, one after the other: a call gives its answer or
 * the error "out of memory", and nothing else.
 *
 *	test_fault [stride]
 *
 * Every stride-th allocation fails once alone: then nothing may leak, and the
 * context must give its answer again.  It fails once with all that follow it:
 * then a new context must give the answer.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lang/wsp.h"
#include "tests/fault/fault.h"
#include "tests/unit/check.h"

/* A context that is left at once gives up what it held, by design. */
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#define MAY_LOSE(on) ((on) ? __lsan_disable() : __lsan_enable())
#else
#define MAY_LOSE(on) ((void) (on))
#endif

/* With a sanitizer the reserve is slow to allocate. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define STRIDE 10000
#else
#define STRIDE 160
#endif

#define TABLE	"test_fault_in.csv"
#define WRITTEN "test_fault_out.csv"

#define KERNEL                                                \
	"kernel p13(a, b: double[64, 64, 64]) {\n"            \
	"    b[0,0,0] = sum(a[o] for o in star(3, 2)) / 13\n" \
	"}\n"

static const struct {
	const char *name;
	int weight; /* factor on the stride */
	const char *text;
} programs[] = {
	{ "parse", 1,
		"x = [1, 2, (3, 4), \"text\\n\"]; y = 2 * (3 + x[0])\n"
		"def f(a, b = 2) = if a > b then a else b\n"
		"g = (u, v) -> u + v\nfor i in 1..3 { print(i) }\n" },
	{ "syntax", 1, "1 +\nfor { \nx = [1, 2\ny = \"a" },
	{ "error", 1, "x = 3 s\ny = x + 2 B\n" },
	{ "names", 1, "lenght = 3; print(lenght + lenth)" },
	{ "values", 1,
		"s = [k^40 for k in 1..20 if k % 2 == 0]\n"
		"t = sort(s, v -> -v); u = sum(s) / 3^30\n"
		"r = record(a = 1 KiB, b = \"x\" + \"y\")\n"
		"print(u, t[1..2], r, join([\"p\", \"q\"], \"-\"))\n"
		"w = []; for i in 1..40 { w += [i / 7] }; w" },
	{ "big", 1, "print(2^4000 % 10^9, 7^500 / 3^400 > 1, 3^2000)\n" },
	{ "json", 1,
		"set format = json; record(a = [1, 2 / 3], b = 3 GB/s);"
		"set format = text" },
	{ "kernel", 1, KERNEL "show p13" },
	{ "estimate", 4, KERNEL "estimate p13 on a100 with block = (32, 4)" },
	{ "device", 4,
		"estimate p13 on (v100 with { sm.count = 40 }) "
		"with block = (32, 4)" },
	{ "models", 8,
		"set format = json\n"
		"for m in [ernst2022, warpspeed2025] {\n"
		"    estimate p13 on v100 with block = (32, 4), model = m\n"
		"}\nset format = text" },
	{ "predicate", 8,
		"kernel red(a, b: double[64, 64, 16]) {\n"
		"    if (x + y + z) % 2 == 0 {\n"
		"        b[0,0,0] = a[0,0,1] + a[0,0,-1]\n    }\n}\n"
		"estimate red on h200 with block = (32, 8)\n" },
	{ "layers", 8, "layers p13 on v100 with block = (32, 4)" },
	{ "rank", 16,
		"set threads = 3\n"
		"rank p13 on v100 over block in blocks(256)" },
	{ "sweep", 16,
		"set threads = 1\nsweep p13 on v100 over "
		"block in [(32, 4), (64, 2), (128, 1)]" },
	{ "simulate", 16,
		"simulate p13 on v100 with block = (32, 4), "
		"domain = (64, 16, 4)" },
	{ "validate", 16, "validate(\"" TABLE "\", on = v100)" },
	{ "write", 1,
		"write([record(a = k, b = k^2) for k in 1..20], "
		"\"" WRITTEN "\")" },
};

#define N_PROGRAM ((int) (sizeof(programs) / sizeof(programs[0])))

static char *expected[N_PROGRAM];
static int64_t n_once, n_ever, n_survived, n_closed;

/* Defines the kernels and devices that the programs use. */
static struct wsp *new_context(int n)
{
	struct wsp *w = wsp_new();

	if (!w)
		return NULL;
	wsp_allow_files(w, true);
	for (int i = 0; i < n; ++i)
		if (strcmp(programs[i].name, "kernel") == 0)
			wsp_result_free(wsp_eval(w, programs[i].text));
	return w;
}

static char *answer(const struct wsp_result *r)
{
	const char *text = wsp_text(r), *error = wsp_error_text(r);
	char *both = malloc(strlen(text) + strlen(error) + 1);

	return strcat(strcpy(both, text), error);
}

static bool says_no_memory(const struct wsp_result *r)
{
	return !wsp_ok(r) && wsp_message_count(r) > 0 &&
		(strstr(wsp_error_text(r), "out of memory") ||
			strstr(wsp_error_text(r), "budget of 'memory'"));
}

static bool is_expected(const struct wsp_result *r, int i)
{
	char *text = answer(r);
	bool is = strcmp(text, expected[i]) == 0;

	free(text);
	return is;
}

/* What came of program i with a fault: its answer, or the error. */
static void check_faulted(struct wsp_result *r, int i, int64_t n,
	const char *how)
{
	bool ok = is_expected(r, i) || says_no_memory(r);

	CHECK(ok);
	if (!ok)
		printf("%s, allocation %lld fails %s:\n%s%s\n",
			programs[i].name, (long long) n, how, wsp_text(r),
			wsp_error_text(r));
	n_survived += wsp_ok(r);
	wsp_result_free(r);
}

static void check_again(struct wsp *w, int i, int64_t n, const char *how)
{
	struct wsp_result *r = wsp_eval(w, programs[i].text);
	bool ok = is_expected(r, i);

	CHECK(ok);
	if (!ok)
		printf("%s, after allocation %lld failed %s:\n%s%s\n",
			programs[i].name, (long long) n, how, wsp_text(r),
			wsp_error_text(r));
	wsp_result_free(r);
}

/* The number of allocations of program i, after a first run that makes those
 * that happen once.
 */
static int64_t prepare(int i)
{
	struct wsp *w = new_context(i);
	struct wsp_result *r;
	int64_t n;

	fault_set(FAULT_OFF, 0);
	r = wsp_eval(w, programs[i].text);
	n = fault_asked();
	expected[i] = answer(r);
	if (getenv("FAULT_SHOW"))
		puts(expected[i]);
	wsp_result_free(r);
	wsp_free(w);
	return n;
}

static void fail_once(int i, int64_t n)
{
	int64_t blocks = fault_blocks();
	struct wsp *w = new_context(i);
	struct wsp_result *r;

	fault_set(FAULT_ONCE, n);
	r = wsp_eval(w, programs[i].text);
	n_once += fault_failed();
	fault_set(FAULT_OFF, 0);
	check_faulted(r, i, n, "once");
	check_again(w, i, n, "once");
	wsp_free(w);
	/* what libc itself took, such as a path, may be freed here */
	CHECK(fault_blocks() <= blocks);
	if (fault_blocks() > blocks)
		printf("%s, allocation %lld fails once: %lld blocks lost\n",
			programs[i].name, (long long) n,
			(long long) (fault_blocks() - blocks));
}

static void fail_ever(int i, int64_t n)
{
	struct wsp_result *r;
	struct wsp *w;

	MAY_LOSE(true);
	w = new_context(i);
	fault_set(FAULT_EVER, n);
	r = wsp_eval(w, programs[i].text);
	n_ever += fault_failed() > 0;
	fault_set(FAULT_OFF, 0);
	check_faulted(r, i, n, "with all later ones");
	r = wsp_eval(w, "1 + 1");
	CHECK(wsp_ok(r) || says_no_memory(r));
	n_closed += !wsp_ok(r);
	wsp_result_free(r);
	wsp_free(w);
	MAY_LOSE(false);
	w = new_context(i);
	check_again(w, i, n, "with all later ones");
	wsp_free(w);
}

static void start_faulted(enum fault_kind kind, int64_t stride)
{
	int64_t n = 1, n_most;
	struct wsp *w;

	fault_set(FAULT_OFF, 0);
	wsp_free(wsp_new());
	n_most = fault_asked();
	for (; n <= n_most; n += stride) {
		fault_set(kind, n);
		w = wsp_new();
		n_once += kind == FAULT_ONCE;
		n_ever += kind == FAULT_EVER;
		fault_set(FAULT_OFF, 0);
		CHECK(!w || kind == FAULT_ONCE);
		wsp_free(w);
	}
	w = wsp_new();
	CHECK(w != NULL);
	wsp_free(w);
}

/* Large allocations fail, as with a limited address space. */
static void refuse_large(void)
{
	static const char *const large[] = {
		"s = [k for k in 1..3_000_000]",
		"repeat(\"x\", 40_000_000)",
		"s = []; for i in 1..3_000_000 { s += [i] }",
		"list(1..5_000_000)",
		"2^(10^9)",
		"s = \"x\"; for i in 1..40 { s = s + s }",
	};

	for (size_t i = 0; i < sizeof(large) / sizeof(large[0]); ++i) {
		struct wsp *w = wsp_new();
		struct wsp_result *r;

		fault_set(FAULT_LARGE, 20 << 20);
		r = wsp_eval(w, large[i]);
		if (wsp_ok(r))
			printf("%s: it went well\n", large[i]);
		CHECK(!wsp_ok(r));
		wsp_result_free(r);
		r = wsp_eval(w, "1 + 1");
		fault_set(FAULT_OFF, 0);
		CHECK(wsp_ok(r) || says_no_memory(r));
		if (!wsp_ok(r))
			printf("%s: closed\n", large[i]);
		wsp_result_free(r);
		wsp_free(w);
	}
}

static void write_table(void)
{
	FILE *f = fopen(TABLE, "w");

	CHECK(f != NULL);
	if (!f)
		return;
	fputs("kernel,nx,ny,nz,bx,by,bz,ms\n"
	      "p13,64,64,64,32,4,1,0.02\np13,64,64,64,64,2,1,0.02\n",
		f);
	fclose(f);
}

int main(int argc, char **argv)
{
	int64_t stride = argc > 1 ? atoll(argv[1]) : STRIDE, n_most;

	setvbuf(stdout, NULL, _IONBF, 0);
	write_table();
	start_faulted(FAULT_ONCE, stride);
	start_faulted(FAULT_EVER, stride);
	if (STRIDE < 1000)
		refuse_large();
	for (int i = 0; i < N_PROGRAM; ++i) {
		int64_t step = (stride * programs[i].weight + 15) / 16;

		prepare(i);
		free(expected[i]);
		n_most = prepare(i);
		for (int64_t n = 1; n <= n_most; n += step)
			fail_once(i, n);
		for (int64_t n = 1; n <= n_most; n += step)
			fail_ever(i, n);
		printf("%-10s %lld allocations\n", programs[i].name,
			(long long) n_most);
	}
	printf("%lld faults: %lld alone, %lld with all later ones; "
	       "%lld answers came all the same, %lld contexts closed\n",
		(long long) (n_once + n_ever), (long long) n_once,
		(long long) n_ever, (long long) n_survived,
		(long long) n_closed);
	for (int i = 0; i < N_PROGRAM; ++i)
		free(expected[i]);
	unlink(TABLE);
	unlink(WRITTEN);
	return check_done();
}
