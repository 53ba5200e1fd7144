/* Every option of every question at absurd values, under `set time = 1 s` and
 * otherwise the default budgets: each program ends soon after its time, with
 * an answer or an error, and the session goes on.  Questions and options come
 * from the tables of the program, so that a new one is tested from its first
 * day; a question of a new form fails until it has a row in forms[], a new option
 * until it has one in far[].
 *
 *	test_watchdog [STEP [SEED]]	one in STEP of the programs
 */

#include <stdlib.h>
#include <string.h>

#include "lang/eval/rooms.h"
#include "lang/tables.h"
#include "lang/wsp.h"
#include "tests/fault/clock.h"
#include "tests/prop/random.h"
#include "tests/unit/check.h"

#define STEP	    8000
#define FAR_STEP    16 /* options that may be so are asked as much more often */
#define COUNT(list) ((int) (sizeof(list) / sizeof((list)[0])))

/* Kernels of all kinds: plain, with conditions, of addresses, with a loop and
 * shared memory, of vectors; with loops that end where the cell says, with drawn
 * indices and atomic updates, with matrix products, compiled to PTX.
 */
static const char start[] =
	"set time = 1 s\n"
	"set threads = 1\n"
	"kernel heat(u: [nx, ny], v: [nx, ny]) {\n"
	"	v[0,0] = (u[1,0] + u[-1,0] + u[0,1]) / 4\n"
	"}\n"
	"kernel cube(u, v: double[256, 256, 256]) {\n"
	"	v[0,0,0] = sum(u[o] for o in star(3, 2))\n"
	"}\n"
	"kernel cond(u, v: double[4096, 4096]) {\n"
	"	if (7*x + y) % 5 < 2 and (x + 3*y) % 7 != 1 {\n"
	"		v[0,0] = u[1,0] + u[(x*3 + y) % 11, 0]\n"
	"	}\n"
	"}\n"
	"kernel given(u, v: [1000000]) {\n"
	"	load double at u + blockIdx.x*2048 + threadIdx.x*8\n"
	"	store double at v + blockIdx.x*2048 + threadIdx.x*8\n"
	"}\n"
	"kernel tile(u, v: double[2048]) {\n"
	"	shared s: double[64]\n"
	"	loop k in 0..100 { s[tx % 64] = u[k]; barrier; v[0] += s[3] }\n"
	"}\n"
	"kernel pairs(u: float4[nx], v: float[nx]) {\n"
	"	p = u[0]; v[0] = p.x + p.y * u[1].w\n"
	"}\n"
	"kernel triangle(u, v: float[nx]) over (4000) {\n"
	"	s = 0; loop i in 0..x { loop j in i..x { s += u[j] } }; v[0] = s\n"
	"}\n"
	"kernel drawn(u, v: float[nx], i: int32[nx]) over (2^20) {\n"
	"	if p(0.3) { v[random(nx, of = i[0], power = 2)] atomic+= u[gather(4)] }\n"
	"}\n"
	"kernel product(c: float[nx]) over (2^16) {\n"
	"	m = 0; loop k in 0..63 { m += mma m16n8k16 half -> float }; c[0] = m\n"
	"}\n"
	"compiled = ptx(\"" COMPILED "\", \"one\", over = 2^24, taken = 0.3)\n"
	"many = [1]; long = list(1..10^5)\n"
	"for i in 1..60 { many = [many, many, many] }\n";

static const char *const kernels[] = { "heat", "cube", "cond", "given", "tile",
	"pairs", "triangle", "drawn", "product", "compiled" };

static const char *const values[] = {
	"0",
	"-1",
	"1",
	"3",
	"1/3",
	"0.5",
	"1e-300",
	"1e308",
	"10^6",
	"10^9",
	"10^18",
	"2^31",
	"2^62",
	"2^63",
	"-2^63",
	"10^30",
	"1 GB",
	"2^31 - 1",
	"16",
	"1024",
	"(32, 8)",
	"(1024, 1024)",
	"(32, 2, 2)",
	"48 KiB",
	"1 s",
	"2 GiB",
	"[]",
	"[1]",
	"(1, 1, 1)",
	"(1024, 1, 1)",
	"(10^9, 10^9)",
	"(10^18, 1, 1)",
	"(2^62, 2^62, 2^62)",
	"(1, 10^6)",
	"(0.5, 1)",
	"\"\"",
	"\"text\"",
	"true",
	"many",
	"long",
	"1..10^18",
	"record(a = 1)",
	"x -> x",
	"(i) -> (i * i) % 7",
	"(i) -> [k for k in 1..10^7]",
	"heat",
	"a100",
	"sqrt",
	"auto",
	"full",
	"cold",
	"warm",
	"random",
	"waves",
	"warps",
	"rows",
	"columns(10^9)",
	"columns(1)",
	"tiles(10^9, 10^9)",
	"cache(1 TB)",
	"cache(1 B)",
	"half",
	"ernst2022",
	"warpspeed2025",
	"int32",
	"(4 by block, 1)",
	"(10^9 by block, 10^9 by block)",
	"(2^62, 2) interleaved",
	"interleaved",
	"0..999",
	"10^18..2*10^18",
	"-5..5",
	"64 B",
};

/* What an option may be at its far ends, so that there is an answer: every option
 * has a row.
 */
static const struct far {
	const char *option, *value[7];
} far[] = {
	{ "block", { "1024", "(1, 1024)", "(8, 8, 16)", "1", "(33, 31)" } },
	{ "fold", { "256", "(16, 16)", "(4, 4, 4)", "(16 by block, 1)" } },
	{ "cells", { "interleaved" } },
	{ "order",
		{ "morton", "hilbert", "columns(32)", "tiles(32, 8)",
			"swizzle(8)", "clusters(8)", "auto" } },
	{ "grid", { "1", "132", "10^6" } },
	{ "registers", { "16", "255" } },
	{ "spilled", { "64 B", "64 KiB" } },
	{ "shared", { "48 KiB", "227 KiB" } },
	{ "domain", { "10^9", "(10^5, 10^5)", "(2000, 2000, 2000)", "1" } },
	{ "type", { "half" } },
	{ "offset", { "1", "10^6" } },
	{ "updates", { "1", "10^9" } },
	{ "cache", { "cold" } },
	{ "counting", { "simulated", "closed" } },
	{ "requests", { "1", "10^6", "10^9" } },
	{ "strides", { "int64", "constant64" } },
	{ "model", { "ernst2022", "warpspeed2025" } },
	{ "kind", { "\"gpumech\"", "\"mdm_queue\"" } },
	{ "stores", { "last", "inline" } },
	{ "loads", { "first" } },
	{ "interleave", { "random", "waves", "warps", "sequential" } },
	{ "policy", { "fifo", "random" } },
	{ "ways", { "1", "full" } },
	{ "sms", { "1", "1024" } },
	{ "resident", { "1", "32" } },
	{ "sampled", { "1", "1024" } },
	{ "apart", { "1", "10^9" } },
	{ "seed", { "10^9" } },
	{ "seeds", { "100" } },
	{ "level", { "2" } },
	{ "window", { "0..10^6", "10^9..10^9 + 99" } },
	{ "lines", { "0..10^6" } },
	{ "at", { "10^6" } },
};

#define N_FAR ((int) (sizeof(far[0].value) / sizeof(far[0].value[0])))

/* How a question is asked: K is the kernel, O the options behind `with`, V a
 * value.
 */
static const struct form {
	const char *word, *text;
} forms[] = {
	{ "estimate", "estimate K on l40s with O" },
	{ "layers", "layers K with O" },
	{ "divergence", "divergence K with O" },
	{ "rank", "rank K over fold in [1, (2, 1), (1, 2)] with O" },
	{ "rank", "rank K over block in blocks(1024), shared in 0..10 with O" },
	{ "sweep", "sweep K over registers in 16..20 with O" },
	{ "smallest",
		"smallest n in 1..10^6 such that "
		"(estimate K with O).time > n * 1 s" },
	{ "largest",
		"largest n in 1..20 such that "
		"(estimate K with O).time > n * 1 us" },
	{ "crossover",
		"crossover n in 1..100 of "
		"((estimate K with O).time) and (n * 1 us)" },
	{ "roofline", "roofline K with O" },
	{ "simulate", "simulate K with O" },
	{ "simulate", "simulate K on l40s with block = 64, sms = 1, O" },
	{ "diagram", "diagram K with O" },
	{ "diagram", "diagram K on l40s with block = 64, sms = 1, O" },
	{ "simulate", "simulate K on cache(1 MB) with O" },
	{ "diagram", "diagram K on cache(1 GB) with O" },
	{ NULL, "explain estimate K with O" },
	{ NULL, "show addresses of K with O" },
	{ NULL, "show maps of K with O" },
	{ NULL, "plot(simulate K with O)" },
	{ NULL, "plot(estimate K with O)" },
	{ NULL, "explain divergence K with O" },
	{ NULL, "compare(divergence K with O, divergence K)" },
	{ NULL, "plot(diagram K on l40s with sms = 1, O)" },
	{ NULL, "compare(estimate K with O, estimate K)" },
	{ NULL, "why(estimate K with O, estimate K)" },
};

/* Values where a question takes them otherwise than by an option. */
static const char *const places[] = {
	"rank K over block in V",
	"rank K over fold in V",
	"rank K over offset in [V, V]",
	"rank K over block in [(32, 1)] top V",
	"rank K over block in [(32, 1)] by V",
	"sweep K over domain in V",
	"sweep K over domain in [V, V]",
	"sweep K over offset in 0..(V)",
	"smallest n in V such that n > 3",
	"smallest n in 1..10^18 such that (estimate K with offset = n % 7).time > V",
	"largest n in 1..(V) such that (estimate K with offset = n % 7).time > 1 us",
	"crossover n in V of (n^2) and (100 * n)",
	"crossover n in 1..10^18 of (n^2) and (V)",
	"estimate K on V",
	"simulate K on V",
	"divergence K kind V",
	"roofline K kind V",
	"roofline V",
	"roofline [V, V]",
	"explain V",
	"show V",
	"show order V",
	"plot(V)",
	"plot([V, V])",
	"svg(V)",
	"plot(long, V)",
	"plot(long, size = V)",
	"plot(estimate K, size = V)",
	"svg(estimate K, size = V)",
	"diagram K on l40s with block = 64, sms = 1, window = V, lines = V",
	"estimate K on (a100 with { l2.size = V })",
	"estimate K on (a100 with { sms = V })",
	"set domain = V; estimate K",
	"set order = V; rank K over block in blocks(1024)",
};

static const char *const options[] = {
#define SETTING(name, is_option, help) is_option ? name : NULL,
#include "lang/eval/settings.def"
};

static struct wsp *w;
static double worst_s;
static long n_asked, n_answered, step, often = 1;

static void check_program(const char *program)
{
	double start_s = now_s(), took_s;
	struct wsp_result *r;
	bool is_good;

	r = wsp_eval(w, program);
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
	wsp_restore(w);
}

/* "text" with kernel, options and value in their places. */
static void ask(const char *text, const char *kernel, const char *option,
	const char *value)
{
	char program[512];
	size_t n = 0;

	if (pick(1, (int) (step / often)) != 1)
		return;
	for (const char *c = text; *c && n + 160 < sizeof(program); ++c) {
		bool is_alone = (c == text ||
					!strchr("abcdefghijklmnopqrstuvw"
						"xyz",
						c[-1])) &&
			strchr(" ,)]};", c[1]);
		const char *put = !is_alone ? NULL :
			*c == 'K'	    ? kernel :
			*c == 'O'	    ? option :
			*c == 'V'	    ? value :
					      NULL;

		n += (size_t) snprintf(program + n, sizeof(program) - n,
			put ? "%s" : "%.1s", put ? put : c);
	}
	check_program(program);
}

static void ask_options(const char *text)
{
	char option[128];

	for (int k = 0; k < COUNT(kernels); ++k)
		for (int o = 0; o < COUNT(options); ++o)
			for (int v = 0; options[o] && v < COUNT(values); ++v) {
				const char *more =
					options[pick(0, COUNT(options) - 1)];

				snprintf(option, sizeof(option), "%s = (%s)",
					options[o], values[v]);
				ask(text, kernels[k], option, NULL);
				if (!more || strcmp(more, options[o]) == 0)
					continue;
				snprintf(option, sizeof(option),
					"%s = (%s), %s = (%s)", options[o],
					values[v], more,
					values[pick(0, COUNT(values) - 1)]);
				ask(text, kernels[k], option, NULL);
			}
}

static const char *far_value(int row)
{
	int n = 0;

	while (n < N_FAR && far[row].value[n])
		++n;
	return far[row].value[pick(0, n - 1)];
}

/* Each option at its far ends, with another one that may be there too. */
static void ask_far(const char *text)
{
	char option[128];

	for (int k = 0; k < COUNT(kernels); ++k)
		for (int o = 0; o < COUNT(far); ++o)
			for (int v = 0; v < N_FAR && far[o].value[v]; ++v) {
				int more = (int) pick(0, COUNT(far) - 1);

				snprintf(option, sizeof(option), "%s = %s",
					far[o].option, far[o].value[v]);
				ask(text, kernels[k], option, NULL);
				if (more == o)
					continue;
				snprintf(option, sizeof(option),
					"%s = %s, %s = %s", far[o].option,
					far[o].value[v], far[more].option,
					far_value(more));
				ask(text, kernels[k], option, NULL);
			}
}

static bool has_row(const char *option)
{
	for (int i = 0; i < COUNT(far); ++i)
		if (strcmp(far[i].option, option) == 0)
			return true;
	printf("the option '%s' has no row in far[]\n", option);
	return false;
}

static bool has_form(const char *word)
{
	for (int i = 0; i < COUNT(forms); ++i)
		if (forms[i].word && strcmp(forms[i].word, word) == 0)
			return true;
	printf("the question '%s' has no row in forms[]\n", word);
	return false;
}

int main(int argc, char **argv)
{
	struct wsp_result *r;

	step = argc > 1 ? atol(argv[1]) : STEP * 1000 / check_cases(1000);
	step = step < 1 ? 1 : step;
	state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	setvbuf(stdout, NULL, _IOLBF, 0);
	w = wsp_new();
	wsp_allow_files(w, true);
	r = wsp_eval(w, start);
	wsp_allow_files(w, false);
	CHECK(wsp_ok(r));
	printf("%s", wsp_error_text(r));
	wsp_result_free(r);
	CHECK(wsp_save(w));
	for (int i = 0; tables_rooms.questions[i]; ++i)
		for (int j = 0; tables_rooms.questions[i][j].word; ++j)
			CHECK(has_form(tables_rooms.questions[i][j].word));
	for (int i = 0; i < COUNT(options); ++i)
		CHECK(!options[i] || has_row(options[i]));
	for (int i = 0; i < COUNT(forms); ++i) {
		ask_options(forms[i].text);
		often = step < FAR_STEP ? step : FAR_STEP;
		ask_far(forms[i].text);
		often = 1;
	}
	for (int i = 0; i < COUNT(places); ++i)
		for (int k = 0; k < COUNT(kernels); ++k)
			for (int v = 0; v < COUNT(values); ++v)
				ask(places[i], kernels[k], NULL, values[v]);
	printf("%ld programs of %d values in %d forms of questions and %d "
	       "places: %ld answers, the longest took %.2f s\n",
		n_asked, COUNT(values), COUNT(forms), COUNT(places), n_answered,
		worst_s);
	wsp_free(w);
	return check_done();
}
