/* Expected output as patterns, and the alignment that --accept keeps. */

#include <stdlib.h>
#include <string.h>

#include "lang/base/buffer.h"
#include "lang/cli/doctest_match.h"
#include "tests/unit/check.h"

static struct slice slice(const char *text)
{
	return (struct slice) { text, strlen(text) };
}

static const struct {
	const char *pattern, *line;
	bool matches;
} lines[] = {
	{ "abc", "abc", true },
	{ "abc", "abd", false },
	{ "abc", "abcd", false },
	{ "abcd", "abc", false },
	{ "", "", true },
	{ "", "x", false },
	{ "abc", "abc   ", true },
	{ "abc \t", "abc", true },
	{ " abc", "abc", false },

	/* dots */
	{ "a...c", "abc", true },
	{ "a...c", "ac", true },
	{ "a...c", "acb", false },
	{ "a...c", "acbc", true },
	{ "...c", "abc", true },
	{ "a...", "abc", true },
	{ "...", "", true },
	{ "...", "abc", true },
	{ "......", "abc", true },
	{ "a......c", "abc", true },
	{ "a...b...c", "a1b2b3c", true },
	{ "a...b...c", "a1c2b3", false },
	{ "...ab", "aab", true },
	{ "...aab", "aaab", true },
	{ "x...aab...y", "xaaabzy", true },
	{ "a..b", "a..b", true },
	{ "a..b", "axb", false },

	/* tolerances */
	{ "18.1±0.2", "18.3", true },
	{ "18.1±0.2", "17.9", true },
	{ "18.1±0.2", "18.31", false },
	{ "18.1±0.2", "17.89", false },
	{ "18.1±2%", "18.46", true },
	{ "18.1±2%", "18.47", false },
	{ "-5±1", "-4", true },
	{ "-5±1", "-7", false },
	{ "-5±1", "5", false },
	{ "-100±10%", "-91", true },
	{ "0±1e-9", "3e-10", true },
	{ "0±1e-9", "3e-8", false },
	{ "2e3±1", "2001", true },
	{ "dram 18.1±2% B/LUP", "dram 18 B/LUP", true },
	{ "dram 18.1±2% B/LUP", "dram 18 B", false },
	{ "dram 18.1±2% B/LUP", "dram B/LUP", false },
	{ "(18±1, 20±1)", "(17.5, 20.5)", true },
	{ "(18±1, 20±1)", "(17.5, 21.5)", false },
	{ "time ... 5±1 s", "time 3 ms 5.5 s", true },
	{ "... 5±1 s", "x 15 s", false },
	{ "...5±1 s", "15 s", false },
	{ "...5±1 s", "1.5 s", false },
	{ "...5±1 s", "x5 s", true },
	{ "5±1...", "5.5 GLUP/s", true },
	{ "5±1", "5±1", true },
	{ "5±1", "6±1", false },
	{ "5±x", "5±x", true },
	{ "5±x", "5", false },
	{ "a±1", "a±1", true },
	{ "5 ± 1", "5", false },
	{ "18.1±2%", "", false },
	{ "18.1±2%", "B", false },
};

static void test_lines(void)
{
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); ++i) {
		bool got = doctest_match_line(slice(lines[i].pattern),
			slice(lines[i].line), 0);

		if (got != lines[i].matches)
			printf("for '%s' and '%s':\n", lines[i].pattern,
				lines[i].line);
		CHECK(got == lines[i].matches);
	}
}

/* Within 10 %: numbers, not those of words; columns and bars. */
static const struct {
	const char *pattern, *line;
	bool matches;
} near[] = {
	{ "time 1.00 ms", "time 1.1 ms", true },
	{ "time 1.00 ms", "time 1.11 ms", false },
	{ "time 1.00 ms", "time 1.1 us", false },
	{ "time 10 ms", "time 9.99 ms", true },
	{ "on a100", "on a101", false },
	{ "100x200", "101x200", false },
	{ "4 loads", "5 loads", false },
	{ "(95 %)", "(100 %)", true },
	{ "-100", "-95", true },
	{ "-100", "95", false },
	{ "x  943 us  ##########  L1", "x 1000.2 us  ###########   L1", true },
	{ "x  943 us  #####  L1", "x  943 us  ########  L1", false },
	{ "x  943 us         L1", "x  943 us  #      L1", true },
	{ "18.1±50% 100", "27 105", true },
	{ "18.1±50% 100", "27 115", false },
	{ "a...100", "a, 1, 2, 95", true },
};

static void test_near(void)
{
	for (size_t i = 0; i < sizeof(near) / sizeof(near[0]); ++i) {
		bool got = doctest_match_line(slice(near[i].pattern),
			slice(near[i].line), 0.1);

		if (got != near[i].matches)
			printf("for '%s' and '%s':\n", near[i].pattern,
				near[i].line);
		CHECK(got == near[i].matches);
	}
}

/* Time must not be exponential in the number of numbers or dots. */
static void test_hard_line(void)
{
	struct buffer pattern = { 0 }, line = { 0 };

	for (int i = 0; i < 200; ++i)
		buffer_add(&pattern, "1 ");
	buffer_add(&pattern, "x");
	CHECK(doctest_match_line(slice(pattern.text), slice(pattern.text),
		0.1));
	buffer_add(&line, pattern.text);
	buffer_add(&line, "y");
	CHECK(!doctest_match_line(slice(pattern.text), slice(line.text), 0.1));
	buffer_free(&pattern);
	buffer_free(&line);

	for (int i = 0; i < 200; ++i)
		buffer_add(&pattern, "...a");
	buffer_add(&pattern, "...b");
	buffer_repeat(&line, 'a', 20000);
	CHECK(!doctest_match_line(slice(pattern.text), slice(line.text), 0));
	buffer_add(&line, "b");
	CHECK(doctest_match_line(slice(pattern.text), slice(line.text), 0));
	buffer_free(&pattern);
	buffer_free(&line);
}

static const struct {
	const char *pattern, *text;
	bool matches;
	const char *accepted; /* what --accept makes of the pattern */
} texts[] = {
	{ "a\nb\n", "a\nb\n", true, "a\nb\n" },
	{ "a\nb\n", "a\nc\n", false, "a\nc\n" },
	{ "", "", true, "" },
	{ "", "a\n", false, "a\n" },
	{ "a\n", "", false, "" },
	{ "a\n\n\n", "a\n", true, "a\n" },
	{ "a\n", "a\n\n \n", true, "a\n" },
	{ "a\n\nb\n", "a\nb\n", false, "a\nb\n" },
	{ "a\n...\nd\n", "a\nb\nc\nd\n", true, "a\n...\nd\n" },
	{ "a\n...\nd\n", "a\nd\n", true, "a\n...\nd\n" },
	{ "a\n...\nd\n", "a\nb\n", false, "a\n...\nb\n" },
	{ "a\n...\nd\n", "x\nb\nc\nd\n", false, "x\n...\nd\n" },
	{ "...\nd\n", "d\nd\n", true, "...\nd\n" },
	{ "...\n", "", true, "...\n" },
	{ "  ...\nb\n", "x\ny\nb\n", true, "  ...\nb\n" },
	{ "a 5±1\nb\nc\n", "a 5.5\nx\nc\n", false, "a 5±1\nx\nc\n" },
	{ "a 5±1\nb\n", "a 7\nb\n", false, "a 7\nb\n" },
	{ "a ...\nb\nc\n", "a 1\nc\n", false, "a ...\nc\n" },
	{ "a ...\nc\n", "a 1\nb\nc\n", false, "a ...\nb\nc\n" },
	{ "one\ntwo\nthree\n", "zero\none\ntwo\nthree\n", false,
		"zero\none\ntwo\nthree\n" },
};

static void accept(const struct slice *want, int n_want,
	const struct slice *got, int n_got, struct buffer *out)
{
	struct doctest_step *step;
	int n_step;

	step = doctest_match_align(want, n_want, got, n_got, 0, &n_step);
	for (int i = 0; i < n_step; ++i) {
		if (step[i].fate == DOCTEST_DROP)
			continue;
		buffer_add_bytes(out, step[i].line.text, step[i].line.len);
		buffer_add_char(out, '\n');
	}
	free(step);
}

static void test_text(const char *pattern, const char *text, bool matches,
	const char *accepted)
{
	struct buffer out = { 0 };
	struct slice *want, *got;
	int n_want, n_got;

	want = doctest_match_split(pattern, strlen(pattern), &n_want);
	got = doctest_match_split(text, strlen(text), &n_got);
	CHECK(doctest_match_lines(want, n_want, got, n_got, 0) == matches);
	accept(want, n_want, got, n_got, &out);
	if (strcmp(buffer_text(&out), accepted))
		printf("'%s' and '%s' gave '%s'\n", pattern, text,
			buffer_text(&out));
	CHECK(strcmp(buffer_text(&out), accepted) == 0);
	buffer_free(&out);
	free(want);
	free(got);
}

static void test_texts(void)
{
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); ++i)
		test_text(texts[i].pattern, texts[i].text, texts[i].matches,
			texts[i].accepted);
}

/* Output that is too large to align is replaced as a whole. */
static void test_large(void)
{
	struct buffer pattern = { 0 }, text = { 0 };

	for (int i = 0; i < 3000; ++i) {
		buffer_printf(&pattern, "%d ...\n", i);
		buffer_printf(&text, "%d x\n", i + 1);
	}
	test_text(pattern.text, text.text, false, text.text);
	buffer_free(&pattern);
	buffer_free(&text);
}

int main(void)
{
	test_lines();
	test_near();
	test_hard_line();
	test_texts();
	test_large();
	return check_done();
}
