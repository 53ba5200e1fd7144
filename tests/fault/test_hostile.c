/* Programs that would run for ages, fill the memory or print without end: to
 * run, print (as text and JSON) and check each of them ends within two seconds
 * after its time budget, and the context still computes 1 + 1.
 *
 *	test_hostile FILE [all]
 *
 * A line of the file is a name, a tab and a program.  Other budgets are
 * small, so that most programs end at once; with "all" they have their
 * defaults, and each program may take its whole second.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/wsp.h"
#include "tests/fault/clock.h"
#include "tests/unit/check.h"

static double worst_s;
static int n_program, n_budget;

static void drop(void *user, const char *text, size_t len)
{
	(void) user;
	(void) text;
	(void) len;
}

static void check_alive(struct wsp *w, const char *name)
{
	struct wsp_result *r = wsp_eval(w, "set format = text; 1 + 1");
	bool ok = wsp_ok(r) && strcmp(wsp_value_text(r), "2") == 0;

	CHECK(ok);
	if (!ok)
		printf("after %s: %s\n", name, wsp_error_text(r));
	wsp_result_free(r);
}

static struct wsp *new_context(bool all)
{
	struct wsp *w = wsp_new();

	wsp_on_output(w, drop, NULL);
	wsp_result_free(wsp_eval(w, "set time = 250 ms; set threads = 1"));
	if (!all)
		wsp_result_free(wsp_eval(w,
			"set steps = 300_000; "
			"set memory = 20 MB; set output = 10 MB"));
	return w;
}

static void check_soon(const char *name, const char *what, double start)
{
	double took = now_s() - start;

	CHECK(took < LIMIT_S);
	if (took >= LIMIT_S)
		printf("%s took %.1f s to %s\n", name, took, what);
	if (took > worst_s)
		worst_s = took;
}

static void run(const char *name, const char *program, bool all)
{
	struct wsp *w = new_context(all);
	double start = now_s(), took;
	struct wsp_result *r = wsp_eval(w, program);
	const char *error = wsp_error_text(r);
	size_t len = strcspn(error, "\n");

	took = now_s() - start;
	check_soon(name, "run", start);
	printf("%-18s %5.2f s  %.*s\n", name, took, (int) len, error);
	++n_program;
	n_budget += strstr(error, "the budget of") != NULL;
	start = now_s();
	wsp_value_text(r);
	check_soon(name, "print", start);
	start = now_s();
	wsp_value_json(r);
	check_soon(name, "print as JSON", start);
	wsp_result_free(r);
	check_alive(w, name);
	start = now_s();
	wsp_free(w);
	check_soon(name, "end", start);
}

static void check(const char *name, const char *program, bool all)
{
	struct wsp *w = new_context(all);
	double start = now_s();

	wsp_result_free(wsp_check(w, name, program, strlen(program)));
	check_soon(name, "check", start);
	start = now_s();
	free(wsp_format(program, strlen(program)));
	check_soon(name, "format", start);
	check_alive(w, name);
	wsp_free(w);
}

int main(int argc, char **argv)
{
	bool all = argc > 2 && strcmp(argv[2], "all") == 0;
	FILE *in = fopen(argc > 1 ? argv[1] : HOSTILE, "r");
	char line[4096], *tab;

	setvbuf(stdout, NULL, _IONBF, 0);
	if (!in)
		return 1;
	while (fgets(line, sizeof(line), in)) {
		tab = strchr(line, '\t');
		if (!tab)
			continue;
		*tab = '\0';
		run(line, tab + 1, all);
		check(line, tab + 1, all);
	}
	fclose(in);
	printf("%d hostile programs, %d ended by a budget, the longest took "
	       "%.2f s\n",
		n_program, n_budget, worst_s);
	return check_done();
}
