/* Parses a source, and tells whether a text is complete. */

#include "lang/syntax/grammar.h"
#include "lang/syntax/parse.h"
#include "lang/syntax/tree.h"

/* The result of yyparse when its stack is full. */
#define PARSE_FULL 2

bool parse_source(struct source *source, struct diag *diag)
{
	struct parse p = { .source = source, .diag = diag };
	int n_error = diag->n_error;
	struct loc all = { source, 0, (uint32_t) source->len };

	if (source->len > INT32_MAX)
		return diag_error(diag, (struct loc) { 0 }, NULL,
			"'%s' is larger than 2 GiB", source->name);
	p.cursor.diag = diag;
	p.cursor.tokens = tokens_read(source);
	while (grammar_parse(&p) == PARSE_FULL) {
		cursor_recover_outside(&p.cursor);
		tree_top(&p, TOK_NEWLINE, TREE_LIST(&p, BROKEN, all, NULL));
	}
	source->root = tree_list(&p, NODE_BLOCK, all, 0, NULL, p.top);
	tokens_free(&p.cursor.tokens);
	return diag->n_error == n_error;
}

bool parse_wants_more(const char *text, size_t len)
{
	struct source *source = source_new("", text, len);
	bool more = tokens_unfinished(source);

	source_drop(source);
	return more;
}

int parse_keywords(const char *const **word)
{
	static const char *const list[] = {
#define WORD(word, token, class) word,
#include "lang/syntax/word.def"
	};

	*word = list;
	return sizeof(list) / sizeof(list[0]);
}
