#ifndef LANG_CLI_DOCTEST_LINES_H
#define LANG_CLI_DOCTEST_LINES_H

/* The prose of a document, line by line: all of a Markdown or reStructuredText
 * file, the comments of C and C++, the comments and docstrings of Python, and
 * the comments of wsp.
 *
 * A line keeps its offset in the file, and what precedes and follows its prose
 * (leader and end of a comment), so that it can be rewritten.
 */

#include <stdbool.h>
#include <stddef.h>

enum doctest_kind { DOCTEST_MARKDOWN, DOCTEST_RST, DOCTEST_C, DOCTEST_PYTHON };

struct doctest_line {
	size_t start;	   /* offset of the line */
	size_t begin, end; /* offsets of its prose */
	bool is_prose;
	bool joins; /* continues the prose of the previous line */
};

/* The kind of a file, from its name. */
enum doctest_kind doctest_lines_kind(const char *path);

/* The lines of text[0..len); the caller frees them. */
struct doctest_line *doctest_lines_read(enum doctest_kind kind,
	const char *text, size_t len, int *n);

#endif
