#ifndef LANG_SYNTAX_AST_H
#define LANG_SYNTAX_AST_H

/* The syntax tree: the program as written, before names and types are resolved.
 *
 * Nodes live in the arena of their source and do not change after parsing. All
 * kinds share one struct; ast.def lists the fields that each kind uses. Chains
 * of left-associative operators can be very long: walk kid[0] of BINARY in a
 * loop, not by recursion ("depth" does not count such chains).
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
	OP_SHL,
	OP_SHR,
	OP_EQ,
	OP_NE,
	OP_LT,
	OP_LE,
	OP_GT,
	OP_GE,
	OP_NEG,
	OP_NOT,
	OP_BY_BLOCK,
	OP_INTERLEAVED,
	OP_ATOMIC_ADD,
	OP_ATOMIC_MAX,
	OP_ATOMIC_MIN
};

/* How a type is written: alone, with extents, with extents and a word. */
enum type_form { FORM_LONE, FORM_ARRAY, FORM_RESTRICT, FORM_CONSTANT };

struct node {
	enum node_kind kind;
	int op;
	struct loc loc;	      /* the whole node */
	struct loc at;	      /* the part that messages point at */
	const char *text;     /* in the arena, or NULL */
	struct number number; /* NUMBER: digits times unit */
	int depth;
	int n_kid;
	struct node **kid;
};

/* Nesting depth beyond which the parser reports an error. It bounds the C stack
 * of all later recursion over the tree.
 */
#define AST_MAX_DEPTH 1000

const char *node_kind_name(enum node_kind kind);

/* The text of an enum op: "+", "==", "not", ... */
const char *node_op_text(int op);

/* The statements of a BLOCK, one S-expression per line: for tests and
 * --dump=ast.
 */
void node_dump(const struct node *node, struct buffer *out);

#endif
