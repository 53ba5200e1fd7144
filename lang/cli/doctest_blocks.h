#ifndef LANG_CLI_DOCTEST_BLOCKS_H
#define LANG_CLI_DOCTEST_BLOCKS_H

/* The wsp examples of a document.
 *
 * A block is fenced (``` or ~~~, marked `wsp`), or, outside of Markdown, the
 * body of a `.. code-block:: wsp` directive or a paragraph that starts with a
 * prompt.  Its rows are offsets into the file, without comment leaders and
 * indentation.
 */

#include "lang/cli/doctest_lines.h"

struct doctest_row {
	int number;	   /* line number in the file, from 1 */
	size_t start;	   /* offset of the line */
	size_t begin, end; /* offsets of its text */
};

/* One input with its expected output: rows of the block. */
struct doctest_example {
	int input, n_input;
	int output, n_output;
};

struct doctest_block {
	int number; /* line of the fence, directive or prompt */
	bool fresh, error, skip;
	double within; /* tolerance of numbers in its output, or 0 */
	char *unknown; /* an unknown attribute, or NULL */
	int n_row;
	struct doctest_row *row;
	int n_example; /* 0: no prompts, the rows only have to run */
	struct doctest_example *example;
};

/* The blocks of text[0..len), malloced. */
struct doctest_block *doctest_blocks_find(enum doctest_kind kind,
	const char *text, size_t len, int *n);
void doctest_blocks_free(struct doctest_block *block, int n);

/* Length of the prompt at the start of text[0..len); 0 if there is none. */
size_t doctest_blocks_prompt(const char *text, size_t len);

/* True if a line would end the block or look like a prompt, so that expected
 * output cannot contain it.
 */
bool doctest_blocks_ends(enum doctest_kind kind, const char *text, size_t len);

#endif
