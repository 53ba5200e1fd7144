#ifndef LANG_CLI_DOCTEST_LINES_H
#define LANG_CLI_DOCTEST_LINES_H

/* The prose of a document, line by line: all of a Markdown or
 * reStructuredText file, the comments of C and C++, the comments and
 * docstrings of Python, the comments of wsp itself.
 *
 * A line keeps its place in the file, and what stands before and behind
 * its prose (a comment's leader and end), so that it can be rewritten.
 */

#include <stdbool.h>
#include <stddef.h>

enum doctest_kind { DOCTEST_MARKDOWN, DOCTEST_RST, DOCTEST_C, DOCTEST_PYTHON };

struct doctest_line {
	size_t start;	   /* of the line in the file */
	size_t begin, end; /* of its prose */
	bool is_prose;
	bool joins; /* continues the prose of the line before */
};

/* What the name of a file says about its kind. */
enum doctest_kind doctest_lines_kind(const char *path);

/* The lines of text[0..len), malloced. */
struct doctest_line *doctest_lines_read(enum doctest_kind kind,
	const char *text, size_t len, int *n);

#endif
