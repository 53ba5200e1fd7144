#ifndef LANG_SYNTAX_AST_H
#define LANG_SYNTAX_AST_H

/* The syntax tree: what was written, before anything is known about it.
 *
 * Nodes live in the arena of their source and never change once the parser
 * has made them.  All have one shape; ast.def says what a kind keeps in it.
 * Chains of left-associative operators can be very long: walk kid[0] of
 * BINARY in a loop, not by recursion ("depth" counts without it).
 */

#include "lang/base/source.h"
#include "lang/number/number.h"

enum node_kind {
#define NODE(kind, name, kids) NODE_##kind,
#include "lang/syntax/ast.def"
	N_NODE_KIND
};

enum op {
	OP_ADD,
	OP_SUB,
	OP_MUL,
	OP_DIV,
	OP_MOD,
	OP_POW,
	OP_EQ,
	OP_NE,
	OP_LT,
	OP_LE,
	OP_GT,
	OP_GE,
	OP_NEG,
	OP_NOT
};

struct node {
	enum node_kind kind;
	int op;
	struct loc loc;	      /* all of it */
	struct loc at;	      /* the part a message points at */
	const char *text;     /* in the arena, or NULL */
	struct number number; /* NUMBER: digits times unit */
	int depth;
	int n_kid;
	struct node **kid;
};

/* What a parse that nests deeper than this is told. */
#define AST_MAX_DEPTH 1000

const char *node_kind_name(enum node_kind kind);

/* "+", "==", "not", ... of an enum op. */
const char *node_op_text(int op);

/* The statements of a BLOCK, one S-expression a line: for tests and
 * --dump=ast.
 */
void node_dump(const struct node *node, struct buffer *out);

#endif
