#ifndef LANG_CLI_DOCTEST_MATCH_H
#define LANG_CLI_DOCTEST_MATCH_H

/* Expected output against what came out, line by line.
 *
 * An expected line is a pattern: `...` stands for any characters, and
 * alone on its line for any number of lines; `18.1±2%` and `18.1±0.2` stand
 * for a number that near.  Blanks at the end of a line do not count.
 */

#include <stdbool.h>
#include <stddef.h>

/* A line within some text, without its newline. */
struct slice {
	const char *text;
	size_t len;
};

/* What becomes of the lines of two texts when one is turned into the
 * other.
 */
enum doctest_fate {
	DOCTEST_KEEP, /* an expected line that still holds */
	DOCTEST_DROP, /* an expected line that does not */
	DOCTEST_ADD   /* a line that was not expected */
};

struct doctest_step {
	enum doctest_fate fate;
	struct slice line; /* as expected for KEEP and DROP */
};

/* Split text[0..len) into lines; blank lines at the end are left out.
 * The array is malloced.
 */
struct slice *doctest_match_split(const char *text, size_t len, int *n);

bool doctest_match_line(struct slice pattern, struct slice line);
bool doctest_match_lines(const struct slice *pattern, int n_pattern,
	const struct slice *line, int n_line);

/* The fewest changes that make the pattern match; malloced. */
struct doctest_step *doctest_match_align(const struct slice *pattern,
	int n_pattern, const struct slice *line, int n_line, int *n_step);

#endif
