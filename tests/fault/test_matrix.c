/* Every operator with every pair of values, every function with up to two and
 * some triples of them, every setting with every value in all questions, and
 * every value in all places of a kernel: each gives a value or an error within
 * the time limit, and the session goes on.
 *
 *	test_matrix [STEP [SEED]]	one in STEP of the calls with two values;
 *		a quarter of the settings and kernels unless STEP is 1
 */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lang/wsp.h"
#include "tests/fault/clock.h"
#include "tests/fault/leak.h"
#include "tests/prop/random.h"
#include "tests/unit/check.h"

#define STEP	    240
#define PART	    4 /* one in PART of the settings and kernels with a value */
#define TRIPLES	    4000 /* calls of a function with three */
#define ANY(list)   ((list)[pick(0, COUNT(list) - 1)])
#define COUNT(list) ((int) (sizeof(list) / sizeof((list)[0])))

static const char start[] =
	"kernel heat(u: [nx, ny], v: [nx, ny]) {\n"
	"	v[0,0] = (u[1,0] + u[-1,0] + u[0,1]) / 4\n"
	"}\n"
	"r = estimate heat on a100 with domain = (64, 64), block = (32, 4)\n"
	"t = rank heat over block in [(32, 1), (64, 4)] with domain = (64, 64)\n"
	"many = [1]; nest = record(a = 1)\n"
	"for i in 1..40 {\n"
	"	many = [many, many, many]; nest = record(a = nest, b = nest)\n"
	"}\n"
	"set time = 250 ms\n"
	"set memory = 100 MB\n"
	"set output = 100 kB\n"
	"set accesses = 100000\n"
	"set steps = 100000\n";

static const char *const values[] = {
	"0",
	"-1",
	"1",
	"2",
	"7",
	"32",
	"1/3",
	"0.5",
	"10^30",
	"-10^30",
	"2^63",
	"2^62",
	"10^-30",
	"1e308",
	"0 s",
	"5 s",
	"-3 B",
	"1 GB/s",
	"48 KiB",
	"\"\"",
	"\"text\"",
	"[]",
	"[1]",
	"[1, 2, 3]",
	"()",
	"(1,)",
	"(0, 0)",
	"(256, 2)",
	"(1, 2, 3, 4)",
	"(1.5, 2)",
	"true",
	"record()",
	"record(a = 1)",
	"[record(a = 1), record(a = 2)]",
	"1..5",
	"1..10^9",
	"1..10^18",
	"sqrt",
	"a100",
	"heat",
	"r",
	"t",
	"rows",
	"auto",
	"double",
	"x -> x",
	"(x, y) -> x < y",
	"[[1, 2], [3]]",
	"roofline r",
	"many",
	"nest",
};

static const char *const operators[] = { "+", "-", "*", "/", "^", "%",
	"==", "!=", "<", "<=", ">", ">=", "and", "or", "in", ".." };

static const char *const questions[] = { "estimate heat", "simulate heat",
	"layers heat", "divergence heat", "roofline heat", "diagram heat",
	"rank heat over fold in [(1, 1), (2, 1)]", "explain estimate heat",
	"show addresses of heat" };

/* Words that are allowed in kernels only. */
static const char *const inner[] = {
	"nx",
	"x",
	"y",
	"x*y",
	"x/2",
	"x%3",
	"nx/2",
	"-x",
	"a",
	"a[0,0]",
	"2*x+1",
	"x*10^18",
	"x^2",
	"(x+7)/8",
	"k",
	"1.5*x",
	"x-nx",
	"min(x, 3)",
	"abs(x)",
	"random(3)",
	"max(x, y, 2)",
	"2^x",
	"x/0",
	"x%0",
	"0/0",
	"10^18",
	"2^31",
	"-2^63",
	"min(nx, 10^30)",
	"max(ny, 10^30/7)",
	"nx + 10^30",
	"nx*10^30",
	"nx/10^30",
	"nx%10^30",
	"10^30/nx",
	"min(x, 10^30)",
	"x*10^30",
	"x/10^30",
	"x + 1e308",
	"nx*1e308",
	"x/(nx*10^30)",
	"min(10^30, x*y)",
};

/* Fields and bodies of a kernel, with a place for a value. */
static const char *const fields[] = {
	"[nx, ny] { halo = @ }",
	"[nx, ny] { pitch = @ }",
	"[nx, ny] { layout = @ }",
	"[nx, ny] { boundary = @ }",
	"[nx, ny] { offset = @ }",
	"@",
	"[@, ny]",
	"double[@][nx, ny]",
	"int32[nx, ny]",
};

static const char *const bodies[] = {
	"b[0,0] = a[@,1]",
	"b[@,0] = a[0,1]",
	"b[0,0] = a[0,1] * (@)",
	"if @ { b[0,0] = a[0,1] }",
	"if (@) > 2 { b[0,0] = a[0,1] } else { b[0,0] = 1 }",
	"loop k in 0..(@) { b[0,0] += a[k,1] }",
	"loop k in (@)..5 { b[0,0] += a[k,1] }",
	"for k in @ { b[0,0] = a[k,1] }",
	"s = @; b[0,0] = a[0,1] + s",
	"load double at a + 8*(@); store double at b + 8*x; flops 2",
	"load double at a + 8*x; store double at b + 8*x; flops @",
	"load double at a + 8*x; store double at b + 8*x; registers @; special @",
	"shared s[@]; s[0] = a[0,0]; barrier; b[0,0] = s[1]",
};

static const char *const kernel_questions[] = {
	"estimate k with domain = (40, 9), block = (8, 4)",
	"simulate k with domain = (20, 5), block = (4, 2)",
	"show addresses of k",
	"estimate k on mi210 with domain = (5, 3), block = (8, 4), fold = (2, 1), order = columns(4)",
	"estimate k with domain = (40, 9), block = (8, 4), model = ernst2022",
	"show k",
	"estimate k with domain = (40, 9), block = (8, 4), model = warpspeed2025",
	"estimate k with domain = (10^6, 10^6), block = (1, 1024)",
	"divergence k with domain = (40, 9), block = (8, 4)",
	"layers k with domain = (40, 9), block = (8, 4)",
};

static struct wsp *w;
static double worst_s;
static long n_asked, n_answered;

static void check_program(const char *program)
{
	int64_t blocks = fault_blocks();
	double start_s = now_s(), took_s;
	struct wsp_result *r = wsp_eval(w, program);
	bool is_good;

	took_s = now_s() - start_s;
	worst_s = took_s > worst_s ? took_s : worst_s;
	is_good = took_s < LIMIT_S && (wsp_ok(r) || wsp_error_text(r)[0]) &&
		!strstr(wsp_error_text(r), "breaks a law");
	CHECK(is_good);
	if (!is_good)
		printf("%s\n%.3f s %s\n", program, took_s, wsp_error_text(r));
	++n_asked;
	n_answered += wsp_ok(r);
	wsp_result_free(r);
	is_good = !leak_is_in(w, program, blocks);
	CHECK(is_good);
	if (!is_good)
		printf("%s\ntakes more memory each time\n", program);
}

static void check_works(void)
{
	struct wsp_result *r;

	wsp_restore(w);
	r = wsp_eval(w, "1 + 1");
	CHECK(wsp_ok(r) && strcmp(wsp_value_text(r), "2") == 0);
	wsp_result_free(r);
}

static void check_operators(int step)
{
	char program[256];

	for (int a = 0; a < COUNT(values); ++a) {
		snprintf(program, sizeof(program), "-(%s); not (%s)", values[a],
			values[a]);
		check_program(program);
		for (int b = 0; b < COUNT(values); ++b) {
			for (int o = 0; o < COUNT(operators); ++o) {
				snprintf(program, sizeof(program),
					"(%s) %s (%s)", values[a], operators[o],
					values[b]);
				if (pick(1, step) == 1)
					check_program(program);
			}
			snprintf(program, sizeof(program), "(%s)[%s]",
				values[a], values[b]);
			check_program(program);
		}
		check_works();
	}
}

static void check_function(const char *name, int step)
{
	char program[256];

	snprintf(program, sizeof(program), "%s()", name);
	check_program(program);
	for (int a = 0; a < COUNT(values); ++a) {
		snprintf(program, sizeof(program), "%s(%s)", name, values[a]);
		check_program(program);
		for (int b = 0; b < COUNT(values); ++b) {
			snprintf(program, sizeof(program), "%s(%s, %s)", name,
				values[a], values[b]);
			if (pick(1, step) == 1)
				check_program(program);
		}
	}
	for (int a = 0; a < TRIPLES / step; ++a) {
		snprintf(program, sizeof(program), "%s(%s, %s, %s)", name,
			ANY(values), ANY(values), ANY(values));
		check_program(program);
	}
	check_works();
}

/* Each word that `help functions` prints. */
static int check_functions(int step)
{
	struct wsp_result *r = wsp_eval(w, "help functions");
	const char *c = wsp_text(r);
	char name[64];
	int n, n_function = 0;

	CHECK(wsp_ok(r));
	while (sscanf(c, " %63s%n", name, &n) == 1) {
		check_function(name, step);
		c += n;
		++n_function;
	}
	wsp_result_free(r);
	return n_function;
}

static void check_setting(const char *name, int part)
{
	char program[256];

	for (int v = 0; v < COUNT(values); ++v) {
		bool is_shape = strcmp(name, "domain") == 0 ||
			strcmp(name, "block") == 0;

		if (pick(1, part) > 1)
			continue;
		snprintf(program, sizeof(program), "set %s = %s", name,
			values[v]);
		check_program(program);
		check_works();
		for (int q = 0; q < COUNT(questions); ++q) {
			snprintf(program, sizeof(program),
				"%s with %s%s%s = %s", questions[q],
				is_shape ? "" :
					   "domain = (64, 16), "
					   "block = (32, 2), ",
				strcmp(name, "block") ? "" :
							"domain = (64, 16), ",
				name, values[v]);
			check_program(program);
		}
	}
	check_works();
}

/* Each line of `help settings` with two blanks before a name. */
static int check_settings(int part)
{
	struct wsp_result *r = wsp_eval(w, "help settings");
	const char *c = wsp_text(r);
	char name[64];
	int n_setting = 0;

	CHECK(wsp_ok(r));
	while ((c = strstr(c, "\n  "))) {
		c += 3;
		if (islower((unsigned char) c[0]) &&
			sscanf(c, "%63s", name) == 1) {
			check_setting(name, part);
			++n_setting;
		}
	}
	wsp_result_free(r);
	return n_setting;
}

/* "text" with "value" for each @. */
static void fill(const char *text, const char *value, char *out, size_t room)
{
	size_t n = 0;

	for (; *text && n + strlen(value) + 1 < room; ++text)
		n += (size_t) snprintf(out + n, room - n,
			*text == '@' ? "%s" : "%.1s",
			*text == '@' ? value : text);
}

static void check_kernel(const char *field, const char *body, const char *value)
{
	char first[128], second[256], kernel[512];
	struct wsp_result *r;
	bool ok;

	fill(field, value, first, sizeof(first));
	fill(body, value, second, sizeof(second));
	snprintf(kernel, sizeof(kernel),
		"kernel k(a: %s, b: [nx, ny], "
		"c: int32[nx, ny]) { %s }",
		first, second);
	check_program(kernel);
	r = wsp_eval(w, kernel);
	ok = wsp_ok(r);
	wsp_result_free(r);
	for (int q = 0; ok && q < COUNT(kernel_questions); ++q)
		check_program(kernel_questions[q]);
	wsp_restore(w);
}

static void check_kernels(int part)
{
	for (int v = 0; v < COUNT(values) + COUNT(inner); ++v) {
		const char *value = v < COUNT(values) ?
			values[v] :
			inner[v - COUNT(values)];

		for (int i = 0; i < COUNT(fields); ++i)
			if (pick(1, part) == 1)
				check_kernel(fields[i], "b[0,0] = a[0,1]",
					value);
		for (int i = 0; i < COUNT(bodies); ++i)
			if (pick(1, part) == 1)
				check_kernel("[nx, ny]", bodies[i], value);
	}
	check_works();
}

int main(int argc, char **argv)
{
	int step = argc > 1 ? atoi(argv[1]) :
			      (int) (STEP * 1000 / check_cases(1000));
	struct wsp_result *r;
	int n_function, n_setting;

	step = step < 1 ? 1 : step;
	state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	w = wsp_new();
	r = wsp_eval(w, start);
	CHECK(wsp_ok(r));
	printf("%s", wsp_error_text(r));
	wsp_result_free(r);
	CHECK(wsp_save(w));
	check_operators(step);
	n_function = check_functions(step);
	n_setting = check_settings(step > 1 ? PART : 1);
	check_kernels(step > 1 ? PART : 1);
	CHECK(n_function > 50 && n_setting > 20);
	printf("%ld programs of %d values, %d operators, %d functions, %d "
	       "settings and %d forms of kernels: %ld answers, the longest "
	       "took %.2f s\n",
		n_asked, COUNT(values) + COUNT(inner), COUNT(operators),
		n_function, n_setting, COUNT(fields) + COUNT(bodies),
		n_answered, worst_s);
	wsp_free(w);
	return check_done();
}
