/* Budgets that end anywhere: output at any byte, evaluation at any step,
 * counts by isl and simulations at any operation.  The error names the budget,
 * no more text is printed than it allows, and the session goes on.
 *
 *	test_budgets [STEP]	every STEP-th byte or step
 */

#include <stdlib.h>
#include <string.h>

#include "lang/wsp.h"
#include "tests/fault/leak.h"
#include "tests/unit/check.h"

static const char start[] =
	"kernel heat(u: [nx, ny], v: [nx, ny]) {\n"
	"	if x > 3 { v[0,0] = (u[1,0] + u[-1,0] + u[0,1]) / 4 }\n"
	"}\n"
	"set block = (32, 4)\n"
	"set domain = (512, 256)\n"
	"def f(x) = x + 1\n"
	"r = estimate heat on a100\n"
	"q = estimate heat on a100 with block = (64, 2)\n"
	"t = rank heat over block in [(32, 1), (64, 4), (1024, 1)]\n"
	"e = []\n";

static const char *const printed[] = {
	"print 1/3",
	"print 10^40",
	"print 2^200 + 0.5",
	"print \"a text\"",
	"print 3 GB/s",
	"print [1, 2 s, \"x\"]",
	"print e",
	"print (1, 2)",
	"print record(a = 1, b = record(c = [1, 2]))",
	"print 1..5",
	"print [record(n = k, s = \"t\") for k in 1..4]",
	"print true",
	"print f",
	"print sqrt",
	"print heat",
	"print r",
	"print [r, q]",
	"print t",
	"print t[0]",
	"print r.dram",
	"show heat",
	"show a100",
	"show devices",
	"show addresses of heat",
	"explain r",
	"explain q",
	"layers heat",
	"roofline r",
	"roofline [r, q]",
	"roofline r kind instruction",
	"compare(r, q)",
	"why(r, q)",
	"sweep heat over domain in [(64, 64), (100, 30)]",
	"simulate heat with domain = (64, 8), block = (8, 2)",
	"diagram heat with domain = (35, 12), block = (8, 2)",
	"divergence heat",
	"smallest n in 1..10 such that n > 3",
	"crossover n in 1..1000 of (n^2) and (100 * n)",
	"help",
	"help settings",
	"help units",
	"help functions",
	"help plot",
	"1 + 1",
	"print join([str(k) for k in 1..9], \", \")",
};

#define N_PRINTED ((int) (sizeof(printed) / sizeof(printed[0])))

static int n_cut, n_whole;

/* Whether "program" ended by itself under the budget. */
static bool check_cut(struct wsp *w, const char *program, const char *budget,
	size_t limit)
{
	struct wsp_result *r;
	char set[64], named[64];
	bool ok, is_good;
	int64_t blocks;

	snprintf(set, sizeof(set), "set %s = %zu", budget, limit);
	wsp_result_free(wsp_eval(w, set));
	snprintf(named, sizeof(named), "the budget of '%s'", budget);
	blocks = fault_blocks();
	r = wsp_eval(w, program);
	ok = wsp_ok(r);
	is_good = (ok || strstr(wsp_error_text(r), named)) &&
		(strcmp(budget, "output") != 0 || strlen(wsp_text(r)) <= limit);
	CHECK(is_good);
	if (!is_good)
		printf("%s, %s of %zu: %s\n", program, budget, limit,
			wsp_error_text(r));
	*(ok ? &n_whole : &n_cut) += 1;
	wsp_result_free(r);
	/* isl itself loses a block now and then where its budget ends */
	is_good = strcmp(budget, "isl_operations") == 0 ||
		!leak_is_in(w, program, blocks);
	CHECK(is_good);
	if (!is_good)
		printf("%s, %s of %zu takes more memory each time\n", program,
			budget, limit);
	return ok;
}

/* The length of what is printed, 0 if it cannot be. */
static size_t length_of(struct wsp *w, const char *program)
{
	struct wsp_result *r = wsp_eval(w, program);
	size_t len = wsp_ok(r) ? strlen(wsp_text(r)) : 0;

	if (!wsp_ok(r))
		printf("%s\n%s", program, wsp_error_text(r));
	wsp_result_free(r);
	return len;
}

static void check_works(struct wsp *w)
{
	struct wsp_result *r = wsp_eval(w, "1 + 1");

	CHECK(wsp_ok(r) && strcmp(wsp_value_text(r), "2") == 0);
	wsp_result_free(r);
	wsp_restore(w);
}

/* The next budget: densely at first, as most states of a program are there. */
static size_t after(size_t n, size_t step)
{
	return n + (n < 24 ? 1 + step / 400 : n < 80 ? 1 + step / 16 : step);
}

static void check_output(struct wsp *w, const char *program, size_t step)
{
	size_t len = length_of(w, program);

	CHECK(len > 0);
	for (size_t n = 1; n < len; n = after(n, step))
		check_cut(w, program, "output", n);
	/* help tells the budget, too */
	CHECK(check_cut(w, program, "output", len + 20));
	wsp_result_free(wsp_eval(w, "set output = 1 GiB"));
	check_works(w);
}

/* Until the budget is enough, or the program does not take of it. */
static void check_work(struct wsp *w, const char *program, const char *budget,
	size_t step)
{
	size_t n;

	for (n = 1; n < 100000 && !check_cut(w, program, budget, n);
		n = after(n, n < 80 ? step : step + n / 8))
		;
	CHECK(n < 100000);
	wsp_restore(w);
	check_works(w);
}

int main(int argc, char **argv)
{
	static const char *const formats[] = { "text", "json", "csv",
		"markdown" };
	static const char *const works[] = { "steps", "isl_operations",
		"accesses" };
	size_t step = argc > 1 ? (size_t) atol(argv[1]) :
				 (size_t) (97 * 1000 / check_cases(1000));
	struct wsp *w = wsp_new();
	struct wsp_result *r = wsp_eval(w, start);

	CHECK(wsp_ok(r));
	printf("%s", wsp_error_text(r));
	wsp_result_free(r);
	wsp_save(w);
	for (int k = 0; k < 4; ++k)
		for (int i = 0; i < N_PRINTED; ++i) {
			wsp_set_format(w, formats[k]);
			check_output(w, printed[i], step > 0 ? step : 1);
		}
	for (int k = 0; k < 3; ++k)
		for (int i = 0; i < N_PRINTED; ++i)
			check_work(w, printed[i], works[k], step);
	printf("%d answers ended by a budget, %d did not\n", n_cut, n_whole);
	wsp_free(w);
	return check_done();
}
