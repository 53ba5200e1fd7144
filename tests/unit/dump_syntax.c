/* Print what the parser makes of a file: messages, then the tree.
 *
 *	dump_syntax FILE	messages and tree
 *	dump_syntax -q FILE	messages alone
 *	dump_syntax -f FILE	the file in canonical form
 *	dump_syntax -m FILE	whether a prompt would ask for more
 *
 * The exit status is that of `wsp check`: 1 if there was an error.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/syntax/fmt.h"
#include "lang/syntax/parse.h"

static void read_file(const char *path, struct buffer *text)
{
	FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
	char block[1 << 16];
	size_t n;

	if (!in) {
		perror(path);
		exit(2);
	}
	while ((n = fread(block, 1, sizeof(block), in)) > 0)
		buffer_add_bytes(text, block, n);
	if (in != stdin)
		fclose(in);
}

static int dump(const char *path, const struct buffer *text, char mode)
{
	struct source *source = source_new(path, buffer_text(text), text->len);
	struct diag diag = { 0 };
	struct buffer out = { 0 };
	bool ok = parse_source(source, &diag);

	diag_render(&diag, &out, false);
	if (mode != 'q')
		node_dump(source->root, &out);
	fwrite(buffer_text(&out), 1, out.len, stdout);
	buffer_free(&out);
	diag_clear(&diag);
	source_drop(source);
	return ok ? 0 : 1;
}

int main(int argc, char **argv)
{
	struct buffer text = { 0 }, out = { 0 };
	char mode = 't';
	int status = 0;

	if (argc > 2 && argv[1][0] == '-') {
		mode = argv[1][1];
		++argv;
		--argc;
	}
	if (argc != 2) {
		fputs("usage: dump_syntax [-q|-f|-m] FILE\n", stderr);
		return 2;
	}
	read_file(argv[1], &text);
	if (mode == 'f')
		fmt_text(buffer_text(&text), text.len, &out);
	else if (mode == 'm')
		buffer_add(&out,
			parse_wants_more(buffer_text(&text), text.len) ?
				"more\n" :
				"done\n");
	else
		status = dump(argv[1], &text, mode);
	fwrite(buffer_text(&out), 1, out.len, stdout);
	buffer_free(&out);
	buffer_free(&text);
	return status;
}
