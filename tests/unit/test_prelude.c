/* stdlib/prelude.wsp: the functions that every program has. */

#include "lang/base/embedded.h"
#include "tests/unit/check.h"
#include "tests/unit/program.h"

static const struct {
	const char *program, *prints;
} tests[] = {
	{ "pi", "3.14159" },
	{ "star(1, 2)", "[(0,), (1,), (-1,), (2,), (-2,)]" },
	{ "star(2, 1)", "[(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]" },
	{ "len(star(3, 4))", "25" },
	{ "star(2, 0)", "[(0, 0)]" },
	{ "len(unique(star(3, 4)))", "25" },
	{ "all(star(3, 4), o -> count(o, k -> k != 0) <= 1)", "true" },
	{ "box(1, 1)", "[(-1,), (0,), (1,)]" },
	{ "box(2, 1)",
		"[(-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), "
		"(1, 0), (-1, 1), (0, 1), (1, 1)]" },
	{ "len(box(3, 2))", "125" },
	{ "len(unique(box(2, 4)))", "81" },
	/* lattices: at rest first, each velocity with its opposite */
	{ "[len(q) for q in [d2q9, d3q15, d3q19, d3q27]]", "[9, 15, 19, 27]" },
	{ "[q[0] for q in [d2q9, d3q15, d3q19, d3q27]]",
		"[(0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)]" },
	{ "[unique([dot(d, d) for d in q]) for q in "
	  "[d2q9, d3q15, d3q19, d3q27]]",
		"[[0, 1, 2], [0, 1, 3], [0, 1, 2], [0, 1, 2, 3]]" },
	{ "all([contains(q, -d) for q in [d2q9, d3q15, d3q19, d3q27] "
	  "for d in q])",
		"true" },
	{ "[sum(q) for q in [d2q9, d3q15, d3q19, d3q27]]",
		"[(0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)]" },
	{ "len(unique(d3q27))", "27" },
	/* blocks and folds */
	{ "len(blocks(1024))", "56" },
	{ "all(blocks(1024), b -> prod(b) == 1024 and b[2] <= 64)", "true" },
	{ "len(unique(blocks(1024)))", "56" },
	{ "blocks(16, dims = 2)",
		"[(1, 16), (2, 8), (4, 4), (8, 2), (16, 1)]" },
	{ "blocks(256, dims = 1)", "[(256,)]" },
	{ "blocks(max = 4, dims = 1)", "[(1,), (2,), (4,)]" },
	{ "blocks(max = 4, dims = 2)",
		"[(1, 1), (1, 2), (1, 4), (2, 1), (2, 2), (4, 1)]" },
	{ "len(blocks(max = 1024))", "266" },
	{ "all(blocks(max = 1024), b -> prod(b) <= 1024)", "true" },
	{ "blocks(max = 24, dims = 2, step = 8)",
		"[(1, 1), (1, 8), (1, 16), (1, 24), (8, 1), (16, 1), "
		"(24, 1)]" },
	{ "all(flatten([list(b) for b in blocks(max = 1024, step = 8)]), "
	  "k -> k == 1 or k % 8 == 0)",
		"true" },
	{ "contains(blocks(max = 1024, step = 8), (96, 8, 1))", "true" },
	{ "blocks(96, step = 32)", "[(1, 96, 1), (96, 1, 1)]" },
	{ "len(blocks(max = 64, step = 1)) == "
	  "count(product(1..64, 1..64, 1..64), b -> prod(b) <= 64)",
		"true" },
	{ "blocks(768)", "[]" },
	{ "blocks(4096, dims = 1)", "[]" },
	{ "blocks()",
		"error: blocks needs a number of threads, as in "
		"blocks(1024)" },
	{ "blocks(64, dims = 4)", "error: a block has 1 to 3 dimensions" },
	{ "folds(1)", "[(1, 1, 1)]" },
	{ "folds(2)", "[(1, 1, 1), (1, 1, 2), (1, 2, 1)]" },
	{ "folds(4, dims = 2)", "[(1, 1), (1, 2), (1, 4)]" },
	{ "folds(2, dims = 1)", "[(1,), (2,)]" },
};

/* A mistake in it is silent in a session, so look for it here. */
static void test_loads(struct eval *ev)
{
	int n_prelude = 0;

	for (int i = 0; i < n_embedded; ++i) {
		char *text;

		if (strcmp(embedded[i].folder, "stdlib") != 0 ||
			strcmp(embedded[i].name, "prelude") != 0)
			continue;
		text = program_run(ev, embedded[i].text);
		if (text[0])
			printf("%s\n", text);
		CHECK(text[0] == '\0');
		free(text);
		++n_prelude;
	}
	CHECK(n_prelude == 1);
}

int main(void)
{
	struct eval *ev = eval_new(&tables_rooms);

	test_loads(ev);
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); ++i)
		program_check(ev, tests[i].program, tests[i].prints);
	eval_free(ev);
	return check_done();
}
