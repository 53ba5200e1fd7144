/* Completion: what a prompt offers for the word at the end of a line. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/wsp.h"
#include "tests/unit/check.h"

static const struct {
	const char *line, *word;
	bool is_offered;
} tests[] = {
	{ "use l", "lbm", true },
	{ "use l", "lattice", true },
	{ "use l", "len", false },
	{ "x = 1; use  st", "stencil", true },
	{ "use p", "prelude", false },
	{ "reuse l", "len", true },
	{ "reuse l", "lbm", false },
	{ "estim", "estimate", true },
	{ "estimate k on a10", "a100", true },
	{ "3 Gi", "GiB", true },
	{ "a100.l2.s", "size", true },
	{ "a100.l", "l2", true },
	{ "mine.fi", "first", true },
	{ "mine.fi", "filter", false },
	{ "mi", "mine", true },
	{ "estimate k with blo", "block", true },
	/* by context: nothing else is offered */
	{ "estimate k on ", "a100", true },
	{ "estimate k on ", "mygpu", true },
	{ "estimate k on ", "ampere", false },
	{ "estimate k on ", "block", false },
	{ "estimate k on ", "abs", false },
	{ "estimate k on ", "heat", false },
	{ "estimate ", "heat", true },
	{ "estimate ", "on", true },
	{ "estimate ", "mygpu", false },
	{ "estimate ", "abs", false },
	{ "estimate heat with ", "fold", true },
	{ "estimate heat with ", "a100", false },
	{ "estimate heat with ", "steps", false },
	{ "estimate heat with ", "policy", false },
	{ "estimate heat with ", "window", false },
	{ "x = 1; layers heat with ", "model", false },
	{ "simulate heat with ", "policy", true },
	{ "rank heat on a100 over ", "window", false },
	{ "rank heat on a100 over ", "strides", true },
	{ "estimate heat with block = (32, 2), ", "fold", true },
	{ "estimate heat with block = (32, 2), ", "abs", false },
	{ "estimate heat with block = (32, ", "abs", true },
	{ "estimate heat with block = ", "abs", true },
	{ "rank heat over ", "block", true },
	{ "rank heat over ", "a100", false },
	{ "rank heat over block in [1, 2], f", "fold", true },
	{ "rank heat on a100 over f", "fold", true },
	{ "set ", "steps", true },
	{ "set ", "a100", false },
	{ "set device = ", "a100", true },
	{ "set device = ", "abs", false },
	{ "estimate heat with model = e", "ernst2022", true },
	{ "estimate heat with model = e", "error", false },
	{ "estimate heat with cache=", "cold", true },
	{ "estimate heat with type = ", "float", true },
	{ "rank heat over block in ", "blocks", true },
	{ "rank heat over block in ", "abs", false },
	{ "rank heat over block in blocks(256), fold in ", "folds", true },
	{ "rank heat over model in [", "wsp", true },
	{ "sweep heat over device in [", "a100", true },
	{ "sweep heat over device in [", "ampere", false },
	{ "x = [y for y in ", "abs", true },
	{ "show ", "kernels", true },
	{ "show ", "heat", true },
	{ "show ", "abs", false },
	{ "print max(1, a", "abs", true },
};

static bool offers(struct wsp *w, const char *line, const char *word)
{
	size_t start;
	char **found = wsp_complete(w, line, strlen(line), &start);
	bool is_there = false;

	for (int i = 0; found && found[i]; ++i) {
		is_there |= strcmp(found[i], word) == 0;
		free(found[i]);
	}
	free(found);
	return is_there;
}

int main(void)
{
	struct wsp *w = wsp_new();

	wsp_result_free(wsp_eval(w,
		"mine = record(first = 1)\n"
		"device mygpu : a100 { sm.count = 100 }\n"
		"kernel heat(a, b: double[10, 10]) { a[0,0] = b[1,0] }"));
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); ++i) {
		bool is_offered = offers(w, tests[i].line, tests[i].word);

		CHECK(is_offered == tests[i].is_offered);
		if (is_offered != tests[i].is_offered)
			printf("'%s': %s\n", tests[i].line, tests[i].word);
	}
	wsp_free(w);
	return check_done();
}
