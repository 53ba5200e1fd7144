#ifndef LANG_CLI_DOCTEST_MATCH_H
#define LANG_CLI_DOCTEST_MATCH_H

/* Expected output against actual output, line by line.
 *
 * An expected line is a pattern: `...` matches any characters, and alone on
 * its line any number of lines; `18.1±2%` and `18.1±0.2` match a number that
 * close.  Blanks at the end of a line are ignored.  "within", 0.1 for 10 %, is
 * a tolerance for all other numbers; then also the width of columns and the
 * length of bars (####) may differ.
 */

#include <stdbool.h>
#include <stddef.h>

/* A line within some text, without its newline. */
struct slice {
	const char *text;
	size_t len;
};

/* The fate of a line when one text is edited into the other. */
enum doctest_fate {
	DOCTEST_KEEP, /* an expected line that matches */
	DOCTEST_DROP, /* an expected line that does not */
	DOCTEST_ADD   /* an unexpected line */
};

struct doctest_step {
	enum doctest_fate fate;
	struct slice line; /* from the pattern for KEEP and DROP */
};

/* Splits text[0..len) into lines, without blank lines at the end.  The caller
 * frees the array.
 */
struct slice *doctest_match_split(const char *text, size_t len, int *n);

bool doctest_match_line(struct slice pattern, struct slice line, double within);
bool doctest_match_lines(const struct slice *pattern, int n_pattern,
	const struct slice *line, int n_line, double within);

/* The fewest changes that make the pattern match; the caller frees them. */
struct doctest_step *doctest_match_align(const struct slice *pattern,
	int n_pattern, const struct slice *line, int n_line, double within,
	int *n_step);

#endif
