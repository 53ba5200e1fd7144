/* No document crashes the reader of its examples; examples lie inside of the
 * document; and the expected output that --accept writes matches.
 */

#include "lang/base/memory.h"
#include "lang/cli/doctest_blocks.h"
#include "lang/cli/doctest_match.h"
#include "tests/fuzz/fuzz.h"

#define LINES 60 /* matching is no faster than n m */

static void find_blocks(enum doctest_kind kind, const char *text, size_t len)
{
	int n;
	struct doctest_block *block = doctest_blocks_find(kind, text, len, &n);

	for (int i = 0; i < n; ++i)
		for (int k = 0; k < block[i].n_row; ++k) {
			const struct doctest_row *row = &block[i].row[k];

			require(row->start <= row->begin &&
					row->begin <= row->end &&
					row->end <= len,
				"rows lie in the file");
			doctest_blocks_prompt(text + row->begin,
				row->end - row->begin);
			doctest_blocks_ends(kind, text + row->begin,
				row->end - row->begin);
		}
	doctest_blocks_free(block, n);
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

static void align(const struct slice *pattern, int n_pattern,
	const struct slice *line, int n_line, double within)
{
	int n_step, n_changed = 0, n_kept = 0;
	struct doctest_step *step = doctest_match_align(pattern, n_pattern,
		line, n_line, within, &n_step);
	struct slice *changed = memory_new(
		((size_t) n_step + 1) * sizeof(*changed));
	int matches = doctest_match_lines(pattern, n_pattern, line, n_line,
		within);

	for (int i = 0; i < n_step; ++i) {
		if (step[i].fate != DOCTEST_DROP)
			changed[n_changed++] = step[i].line;
		n_kept += step[i].fate == DOCTEST_KEEP;
	}
	require(doctest_match_lines(changed, n_changed, line, n_line, within),
		"what was changed matches");
	require(!matches || (n_kept == n_pattern && n_changed == n_kept),
		"what matches is kept");
	free(changed);
	free(step);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *) data;
	const char *nul = memchr(text, 0, size);
	struct slice *pattern, *line;
	int n_pattern, n_line;
	size_t half = nul ? (size_t) (nul - text) : size / 2;

	for (int kind = DOCTEST_MARKDOWN; kind <= DOCTEST_PYTHON; ++kind)
		find_blocks((enum doctest_kind) kind, text, size);
	pattern = doctest_match_split(text, half, &n_pattern);
	line = doctest_match_split(text + half, size - half, &n_line);
	for (int i = 0; i < 2; ++i)
		align(pattern, least(n_pattern, LINES), line,
			least(n_line, LINES), 0.1 * i);
	free(pattern);
	free(line);
	return 0;
}
