#ifndef LANG_CLI_DOCTEST_BLOCKS_H
#define LANG_CLI_DOCTEST_BLOCKS_H

/* The wsp examples of a document.
 *
 * A block is fenced (``` or ~~~, marked `wsp`), or, outside of Markdown, the
 * body of a `.. code-block:: wsp` directive or a paragraph that starts with
 * a prompt.  Its lines are given without comment leaders and indentation,
 * as places in the file.
 */

#include "lang/cli/doctest_lines.h"

struct doctest_row {
	int number;	   /* of the line in the file, from 1 */
	size_t start;	   /* of the line in the file */
	size_t begin, end; /* of its text */
};

/* One input with the output that should follow: rows of the block. */
struct doctest_example {
	int input, n_input;
	int output, n_output;
};

struct doctest_block {
	int number; /* line of the fence, directive or prompt */
	bool fresh, error, skip;
	char *unknown; /* an attribute that is none of these */
	int n_row;
	struct doctest_row *row;
	int n_example; /* none: no prompts, the rows must just run */
	struct doctest_example *example;
};

/* The blocks of text[0..len), malloced. */
struct doctest_block *doctest_blocks_find(enum doctest_kind kind,
	const char *text, size_t len, int *n);
void doctest_blocks_free(struct doctest_block *block, int n);

/* Length of the prompt that text[0..len) starts with, 0 if none. */
size_t doctest_blocks_prompt(const char *text, size_t len);

/* Whether a line could be taken for the end of a block or for a prompt, so
 * that it cannot stand in expected output.
 */
bool doctest_blocks_ends(enum doctest_kind kind, const char *text, size_t len);

#endif
