/* No text crashes the scanner, the parser or the formatter; the parser
 * returns true exactly if it reported no error, and formatting a second time
 * changes nothing.
 */

#include "lang/syntax/fmt.h"
#include "lang/syntax/parse.h"
#include "tests/fuzz/fuzz.h"

/* Parse; give the tree, or nothing if there was an error. */
static char *tree_of(const char *text, size_t len)
{
	struct source *source = source_new("fuzz", text, len);
	struct diag diag = { 0 };
	struct buffer tree = { 0 }, messages = { 0 };
	bool ok = parse_source(source, &diag);

	node_dump(source->root, &tree);
	diag_render(&diag, &messages, false);
	require(ok == (diag.n_error == 0), "true if there was no error");
	require(ok == (messages.len == 0), "an error has a message");
	if (!ok)
		buffer_free(&tree);
	buffer_free(&messages);
	diag_clear(&diag);
	source_drop(source);
	return ok ? buffer_take(&tree) : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *) data;
	struct buffer once = { 0 }, twice = { 0 };
	char *tree, *again;

	parse_wants_more(text, size);
	tree = tree_of(text, size);
	fmt_text(text, size, &once);
	fmt_text(buffer_text(&once), once.len, &twice);
	require(once.len == twice.len &&
			memcmp(buffer_text(&once), buffer_text(&twice),
				once.len) == 0,
		"formatted is stable");
	again = tree_of(buffer_text(&once), once.len);
	require(!tree == !again && (!tree || strcmp(tree, again) == 0),
		"formatting keeps the tree");
	free(tree);
	free(again);
	buffer_free(&once);
	buffer_free(&twice);
	return 0;
}
