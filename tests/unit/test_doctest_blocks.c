/* Where the examples of a document are: each block is shown as
 * LINE[attributes]{row|row}, its rows marked '>' for input, '+' for more
 * of it, '=' for expected output, ' ' for all else.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/buffer.h"
#include "lang/cli/doctest_blocks.h"
#include "tests/unit/check.h"

static char mark_of(const struct doctest_block *b, int row)
{
	for (int i = 0; i < b->n_example; ++i) {
		const struct doctest_example *e = &b->example[i];

		if (row == e->input)
			return '>';
		if (row > e->input && row < e->input + e->n_input)
			return '+';
		if (row >= e->output && row < e->output + e->n_output)
			return '=';
	}
	return ' ';
}

static void show_block(const struct doctest_block *b, const char *text,
	struct buffer *out)
{
	buffer_printf(out, "%d[%s%s%s%s]{", b->number, b->fresh ? "f" : "",
		b->error ? "e" : "", b->skip ? "s" : "",
		b->unknown ? b->unknown : "");
	for (int i = 0; i < b->n_row; ++i) {
		const struct doctest_row *row = &b->row[i];
		const char *line = text + row->begin;
		size_t len = row->end - row->begin, prompt;

		prompt = doctest_blocks_prompt(line, len);
		if (i > 0)
			buffer_add_char(out, '|');
		buffer_add_char(out, mark_of(b, i));
		buffer_add_bytes(out, line + prompt, len - prompt);
	}
	buffer_add_char(out, '}');
}

static void show(const char *path, const char *text, struct buffer *out)
{
	struct doctest_block *block;
	int n;

	block = doctest_blocks_find(doctest_lines_kind(path), text,
		strlen(text), &n);
	for (int i = 0; i < n; ++i)
		show_block(&block[i], text, out);
	doctest_blocks_free(block, n);
}

static const struct {
	const char *path, *text, *blocks;
} documents[] = {
	/* Markdown */
	{ "a.md", "text\n```wsp\nwsp> 1\n1\n```\n", "2[]{>1|=1}" },
	{ "a.md", "~~~wsp\nx = 1\n~~~\n", "1[]{ x = 1}" },
	{ "a.md", "``` wsp\nx\n```\n", "1[]{ x}" },
	{ "a.md", "```wsp,fresh\nx\n```\n", "1[f]{ x}" },
	{ "a.md", "```wsp,error,fresh\nx\n```\n", "1[fe]{ x}" },
	{ "a.md", "```wsp fresh skip\nx\n```\n", "1[fs]{ x}" },
	{ "a.md", "```{.wsp .fresh}\nx\n```\n", "1[f]{ x}" },
	{ "a.md", "```wsp,frsh\nx\n```\n", "1[frsh]{ x}" },
	{ "a.md", "```wspx\nx\n```\n", "" },
	{ "a.md", "```\nwsp> 1\n```\n", "" },
	{ "a.md", "```c\n```wsp\n```\n", "" },
	{ "a.md", "````md\n```wsp\nx\n```\n````\n```wsp\ny\n```\n", "6[]{ y}" },
	{ "a.md", "~~~wsp\nx\n```\ny\n~~~\n", "1[]{ x| ```| y}" },
	{ "a.md", "```wsp\nx\n`````\n```wsp\ny\n", "1[]{ x}4[]{ y}" },
	{ "a.md", "``wsp``\n", "" },
	{ "a.md", "```wsp``` in a line\n```wsp\nx\n```\n", "2[]{ x}" },
	{ "a.md", "- item\n  ```wsp\n  x {\n      y\n  }\n  ```\n",
		"2[]{ x {|     y| }}" },
	{ "a.md", "> ```wsp\n> wsp> 1\n>\n> 1\n> ```\n", "1[]{>1|=|=1}" },
	{ "a.md", "> ```wsp\n> x\nlazy\n", "1[]{ x}" },
	{ "a.md", "```wsp\r\nwsp> 1\r\n1\r\n```\r\n", "1[]{>1|=1}" },
	{ "a.md", "wsp> 1\n1\n", "" },
	{ "a.md", "    wsp> 1\n    1\n", "" },
	{ "a.md", "", "" },
	{ "a.md", "```wsp", "1[]{}" },
	{ "a.md", "```wsp\n```\n", "1[]{}" },
	{ "README", "```wsp\nx\n```\n", "1[]{ x}" },

	/* inputs and outputs */
	{ "a.md", "```wsp\nwsp> (\n...> 1)\n1\n\n2\n\nwsp> 3\n```\n",
		"1[]{>(|+1)|=1|=|=2| |>3}" },
	{ "a.md", "```wsp\nwsp>\n...>\n...> x\nwsp>x\n```\n",
		"1[]{>|+|+x|=wsp>x}" },
	{ "a.md", "```wsp\nwsp> 1\n...\n```\n", "1[]{>1|=...}" },
	{ "a.md", "```wsp\nhead\nwsp> 1\n```\n", "1[]{ head|>1}" },

	/* reStructuredText */
	{ "a.rst", ".. code-block:: wsp\n\n   wsp> 1\n   1\n\n   x\n\nend\n",
		"1[]{ |>1|=1|=|=x}" },
	{ "a.rst", ".. code:: wsp\n   :class: fresh error\n\n   x\n",
		"1[fe]{ | x}" },
	{ "a.rst", ".. sourcecode:: wsp,skip\n\n   x\n", "1[s]{ | x}" },
	{ "a.rst", ".. code-block:: python\n\n   wsp> 1\n", "" },
	{ "a.rst", "  .. code-block:: wsp\n\n    x\n      y\n  end\n",
		"1[]{ | x|   y}" },
	{ "a.rst", "Text::\n\n    wsp> 1\n    1\n\n    more\n", "3[]{>1|=1}" },
	{ "a.rst", ".. doctest::\n\n   wsp> 1\n   1\n\n   wsp> 2\n   2\nx\n",
		"3[]{>1|=1| |>2|=2}" },
	{ "a.rst", "```wsp\nx\n```\n", "1[]{ x}" },

	/* C and C++ */
	{ "a.c", "/* text\n * ```wsp\n * wsp> 1\n * 1\n * ```\n */\n",
		"2[]{>1|=1}" },
	{ "a.h", "/** text\n *\n *     wsp> 1\n *       1\n *\n * x\n */\n",
		"3[]{>1|=  1}" },
	{ "a.c", "/* wsp> 1\n * 1 */\nint i;\n", "1[]{>1|=1}" },
	{ "a.c", "/*\nwsp> 1\n1\n*/\n", "2[]{>1|=1}" },
	{ "a.c", "/* wsp> 1 */ /* wsp> 2 */\n", "1[]{>1}" },
	{ "a.cpp", "/// ```wsp\n/// x\n/// ```\n", "1[]{ x}" },
	{ "a.cu", "  // wsp> 1\n  // 1\n  int i;\n  // 2\n", "1[]{>1|=1}" },
	{ "a.hpp", "//! wsp> 1\n//! 1\n", "1[]{>1|=1}" },
	{ "a.c", "char *s = \"/*\";\nint i; // wsp> 1\n// wsp> 2\n",
		"3[]{>2}" },
	{ "a.c", "char c = '\"'; /*\n wsp> 1\n */\n", "2[]{>1}" },
	{ "a.cc", "int n = 1'000; /*\n wsp> 1\n */\n", "2[]{>1}" },
	{ "a.c", "char *s = \"\\\"/*\";\n// wsp> 2\n", "2[]{>2}" },
	{ "a.c", "x = \"wsp> 1\";\nwsp> 2\n", "" },
	{ "a.c", "/*\n * .. code-block:: wsp\n *\n *    x\n * end\n */\n",
		"2[]{ | x}" },
	{ "a.c", "/*\n * ```wsp\n * x\n */\n/* y */\n", "2[]{ x| }" },

	/* Python, and wsp itself */
	{ "a.py",
		"def f():\n    \"\"\"Text.\n\n    wsp> 1\n    1\n"
		"    \"\"\"\n    return 2\n",
		"4[]{>1|=1}" },
	{ "a.py", "'''\n```wsp\nx\n```\n'''\n", "2[]{ x}" },
	{ "a.py", "# ```wsp\n# x\n# ```\n", "1[]{ x}" },
	{ "a.py", "#wsp> 1\n#1\nx = '#'  # wsp> 2\n", "1[]{>1|=1}" },
	{ "a.py", "s = '\"\"\"'\n# wsp> 1\n", "2[]{>1}" },
	{ "a.py", "\"\"\"one\"\"\"\nwsp> 1\n", "" },
	{ "a.py", "\"\"\"\n.. code-block:: wsp\n\n   x\n\"\"\"\n",
		"2[]{ | x}" },
	{ "a.wsp", "# wsp> star(1, 1)\n# [(1)]\ndef star(d) = 1\n",
		"1[]{>star(1, 1)|=[(1)]}" },
};

static void test_documents(void)
{
	for (size_t i = 0; i < sizeof(documents) / sizeof(documents[0]); ++i) {
		struct buffer got = { 0 };

		show(documents[i].path, documents[i].text, &got);
		if (strcmp(buffer_text(&got), documents[i].blocks))
			printf("for\n%sgot %s\nnot %s\n", documents[i].text,
				buffer_text(&got), documents[i].blocks);
		CHECK(strcmp(buffer_text(&got), documents[i].blocks) == 0);
		buffer_free(&got);
	}
}

static void test_ends(void)
{
	CHECK(doctest_blocks_ends(DOCTEST_MARKDOWN, "```", 3));
	CHECK(doctest_blocks_ends(DOCTEST_MARKDOWN, "wsp> 1", 6));
	CHECK(doctest_blocks_ends(DOCTEST_MARKDOWN, "...> 1", 6));
	CHECK(!doctest_blocks_ends(DOCTEST_MARKDOWN, "a */ b", 6));
	CHECK(doctest_blocks_ends(DOCTEST_C, "a */ b", 6));
	CHECK(doctest_blocks_ends(DOCTEST_PYTHON, "a\"\"\"", 4));
	CHECK(!doctest_blocks_ends(DOCTEST_PYTHON, "a\"\"", 3));
	CHECK(!doctest_blocks_ends(DOCTEST_MARKDOWN, "...", 3));
}

/* No document may make the reader leave it: all cuts of all documents, at
 * the end of a heap block of their size.
 */
static void test_cuts(void)
{
	size_t i;

	for (i = 0; i < sizeof(documents) / sizeof(documents[0]); ++i) {
		for (size_t len = 0; len < strlen(documents[i].text); ++len) {
			char *text = malloc(len + 1);
			struct doctest_block *block;
			int n;

			memcpy(text, documents[i].text, len);
			text[len] = '\0';
			for (int kind = 0; kind <= DOCTEST_PYTHON; ++kind) {
				block = doctest_blocks_find(kind, text, len,
					&n);
				doctest_blocks_free(block, n);
			}
			free(text);
		}
	}
	CHECK(i > 0);
}

int main(void)
{
	test_documents();
	test_ends();
	test_cuts();
	return check_done();
}
