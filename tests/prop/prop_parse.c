/* Laws of the parser and the formatter, on random programs.
 *
 *	prop_parse [SEED [ROUNDS]]
 *
 *	- A broken statement is one error and one BROKEN; the statements
 *	  around it are read as if it were not there.
 *	- Formatting keeps the tokens, and so the tree; twice is once.
 *	- What can be read has no trailing blanks, no tabs and no two empty
 *	  lines in a row once it is formatted.
 */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lang/syntax/fmt.h"
#include "lang/syntax/parse.h"
#include "tests/unit/check.h"

static uint64_t state;

static uint32_t random_below(uint32_t n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t) (state >> 33) % n;
}

#define PICK(list) list[random_below(sizeof(list) / sizeof(list[0]))]

static const char *const whole[] = {
	"x = 3",
	"x += 8 B/s",
	"print x, y",
	"f(a, b = 2)[0].c",
	"if a { b = 1 } else { c = 2 }",
	"for i in 1..3 {\n print i\n}",
	"kernel k(a, b: [9][nx]) {\n b[0] = a[1] +\n a[-1]\n barrier\n}",
	"device d : e { a.b = 1; c = 2\n d = 3 }",
	"a[0] = b[1]; c[0] = 2",
	"r = estimate k on d with { a = 1 } with b = 2, c = 3",
	"rank k over n in 1..2, m in x top 10 by time",
	"def g(x, y = 1) = x ->\n x in ms",
	"x = [a for a in b if c]",
	"smallest n in 1 MiB..2 MiB such that n > 3",
	"crossover n in 1..2 of a.b and c[1]",
	"x = (1,\n 2\n,3)",
	"show addresses of k with block = (1, 2)",
	"help in",
	"use a",
	"import \"a;b{(\"",
	"assert a == 1, \"text\"",
	"set a.b = 3",
	"x = if a then b else c in us",
	"1; 2; 3",
	"explain r",
	"kernel k(a) { shared t: float[3]; load double at a + 3; flops 2 }",
	"x = a with { b = 1\n c = 2 }",
};

static const char *const broken[] = {
	"x = 3 +* 4",
	"x = (1 2)",
	"x = [1, 2",
	"x = (1",
	"x = f(a, [2)",
	"kernal k(a) {\n b = 1\n}",
	"kernel k(a b) {\n c = 1\n}",
	"x = 3 foo",
	"x = 1 @ 2",
	"x = \"abc",
	"x = 'a'",
	"for = 3",
	"x y z",
	"if a = b {\n c = 1\n}",
	"def f(x) {\n x\n}",
	"f(x) = 3",
	"x = a.",
	"x = y in",
	"x = a < b < c",
	"x = (a, {\n b = 1\n}) + 1",
	"x = )",
	"]",
	"x = 2^10 B",
	"estimate k == 3",
	"x = 1..2..3",
	"* 3",
	"loop k in 1..3 { x = 1 }",
	"x = a && b",
	"set = 3",
	"x = 1.",
	"else { a = 1 }",
	"x = print",
	"import x",
	"x = ()",
	"x = \x01",
	"x = \xff",
	"# \xc0 comment",
};

static const char *const piece[] = {
	"a",
	"b",
	"x",
	"3",
	"1.5",
	"8 B",
	"2 GB/s",
	"B",
	"s",
	"(",
	")",
	"[",
	"]",
	"{",
	"}",
	"+",
	"-",
	"*",
	"/",
	"%",
	"^",
	"=",
	"==",
	"<",
	"..",
	"->",
	".",
	",",
	";",
	":",
	"\n",
	"\n\n\n",
	"#c \n",
	"if",
	"then",
	"else",
	"for",
	"in",
	"ms",
	"with",
	"over",
	"on",
	"top",
	"estimate",
	"kernel",
	"k(a)",
	"x = 1\n",
	"a[0] = 1",
	"\"s\"",
	"and",
	"not",
	"such that",
	"smallest n in",
	"load double at",
	"shared",
	"barrier",
	"device",
	"def",
	"help",
	"show",
	"@",
	"\"",
	"...",
	".5",
	"1.",
	"\t",
};

static void dump_of(const char *text, size_t len, struct buffer *tree,
	int *n_error)
{
	struct source *source = source_new("prop", text, len);
	struct diag diag = { 0 };

	parse_source(source, &diag);
	node_dump(source->root, tree);
	*n_error = diag.n_error;
	diag_clear(&diag);
	source_drop(source);
}

static int print_failed(int round, const struct buffer *text)
{
	printf("in round %d, with\n%s\n", round, buffer_text(text));
	return 1;
}

/* The program of n statements of which the one at "bad" is broken, and
 * the tree that it must have.
 */
static int check_recovery(int round)
{
	int n = 1 + (int) random_below(8), bad = (int) random_below(9);
	struct buffer text = { 0 }, want = { 0 }, got = { 0 };
	int n_error, failed = 0;

	for (int i = 0; i < n; ++i) {
		const char *s = i == bad ? PICK(broken) : PICK(whole);

		buffer_add(&text, s);
		buffer_add_char(&text, '\n');
		if (i == bad)
			buffer_add(&want, "(broken)\n");
		else
			dump_of(s, strlen(s), &want, &n_error);
	}
	dump_of(text.text, text.len, &got, &n_error);
	CHECK(n_error == (bad < n));
	CHECK(strcmp(buffer_text(&want), buffer_text(&got)) == 0);
	if (n_error != (bad < n) ||
		strcmp(buffer_text(&want), buffer_text(&got)) != 0) {
		failed = print_failed(round, &text);
		printf("%d errors, and\n%s", n_error, buffer_text(&got));
	}
	buffer_free(&text);
	buffer_free(&want);
	buffer_free(&got);
	return failed;
}

/* Strings may hold anything. */
static bool is_canonical(const char *text)
{
	return strchr(text, '"') ||
		(!strstr(text, " \n") && !strstr(text, "\n\n\n") &&
			!strchr(text, '\t') && *text != '\n');
}

static int check_format(int round, const struct buffer *text)
{
	struct buffer once = { 0 }, twice = { 0 }, a = { 0 }, b = { 0 };
	int n_error, n_again, failed = n_failed;

	dump_of(buffer_text(text), text->len, &a, &n_error);
	fmt_text(buffer_text(text), text->len, &once);
	fmt_text(buffer_text(&once), once.len, &twice);
	dump_of(buffer_text(&once), once.len, &b, &n_again);
	CHECK(once.len == twice.len &&
		memcmp(buffer_text(&once), buffer_text(&twice), once.len) == 0);
	CHECK(n_error == n_again);
	CHECK(strcmp(buffer_text(&a), buffer_text(&b)) == 0);
	CHECK(n_error > 0 || is_canonical(buffer_text(&once)));
	buffer_free(&once);
	buffer_free(&twice);
	buffer_free(&a);
	buffer_free(&b);
	return n_failed > failed ? print_failed(round, text) : 0;
}

/* Pieces in any order: most of it cannot be read. */
static int check_soup(int round)
{
	static const char *const gaps[] = { "", " ", " ", "  ", "\t" };
	int n = 1 + (int) random_below(30), failed;
	struct buffer text = { 0 };

	while (n-- > 0) {
		buffer_add(&text, PICK(piece));
		buffer_add(&text, PICK(gaps));
	}
	failed = check_format(round, &text);
	buffer_free(&text);
	return failed;
}

/* Statements that can be read, with other blanks. */
static int check_blanks(int round)
{
	int n = 1 + (int) random_below(5), failed;
	struct buffer text = { 0 };

	while (n-- > 0) {
		const char *s = PICK(whole);

		for (; *s; ++s) {
			buffer_add_char(&text, *s);
			if (*s == ' ' && random_below(4) == 0)
				buffer_add(&text, "\t ");
			if (*s == '\n' && random_below(4) == 0)
				buffer_add(&text, "\n  # note  \n\n\n");
		}
		buffer_add(&text, random_below(3) ? "\n" : "  # end \n\n\n");
	}
	failed = check_format(round, &text);
	buffer_free(&text);
	return failed;
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	int rounds = argc > 2 ? atoi(argv[2]) : (int) check_cases(3000);

	printf("seed %" PRIu64 ", %d rounds\n", seed, rounds);
	state = seed;
	for (int i = 0; i < rounds; ++i)
		if (check_recovery(i) || check_soup(i) || check_blanks(i))
			break;
	return check_done();
}
