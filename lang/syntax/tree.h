#ifndef LANG_SYNTAX_TREE_H
#define LANG_SYNTAX_TREE_H

/* Functions with which the grammar's actions build the tree.
 *
 * None of them fails: an invalid construct is reported and becomes BROKEN.
 */

#include "lang/syntax/ast.h"
#include "lang/syntax/cursor.h"

struct parse {
	struct source *source;
	struct diag *diag;
	struct cursor cursor;
	struct nodes *top;     /* statements so far */
	struct nodes *updates; /* updates of the last stencil */
};

/* A growing list of nodes; NULL is an empty list. */
struct nodes {
	int n;
	struct node **item;
	struct node *last; /* argument of the last tree_append(), or NULL */
};

/* A node with the given kids; a node with the kids of a list. */
#define TREE(p, kind, loc, ...)                             \
	tree_node(p, NODE_##kind, loc,                      \
		sizeof((struct node *[]) { __VA_ARGS__ }) / \
			sizeof(struct node *),              \
		(struct node *[]) { __VA_ARGS__ })
#define TREE_LIST(p, kind, loc, nodes) \
	tree_list(p, NODE_##kind, loc, 0, NULL, nodes)

struct node *tree_node(struct parse *p, enum node_kind kind, struct loc loc,
	size_t n, struct node *const *kid);

/* A node whose kids are the n of "first", followed by those of "rest". */
struct node *tree_list(struct parse *p, enum node_kind kind, struct loc loc,
	size_t n, struct node *const *first, const struct nodes *rest);

/* Append "node" to "list"; a NULL node adds nothing. */
struct nodes *tree_append(struct parse *p, struct nodes *list,
	struct node *node);

/* The same for a statement after a newline or ';' ("ending"); ';' silences the
 * statement before it. tree_top is for the top level, where updates form
 * stencils.
 */
struct nodes *tree_statement(struct parse *p, struct nodes *list, int ending,
	struct node *node);
void tree_top(struct parse *p, int ending, struct node *node);

/* Set the text of "node" to that of "name"; messages about it point there. */
struct node *tree_named(struct parse *p, struct node *node,
	const struct node *name);
void tree_text(struct parse *p, struct node *node, struct loc loc);

struct node *tree_name(struct parse *p, struct loc loc);
struct node *tree_string(struct parse *p, struct loc loc);
struct node *tree_path(struct parse *p, struct loc loc,
	const struct nodes *names);
struct node *tree_number(struct parse *p, struct loc loc, struct loc digits,
	const struct loc *unit);
struct node *tree_unary(struct parse *p, struct loc loc, struct loc at, int op,
	struct node *a);
struct node *tree_binary(struct parse *p, struct loc loc, struct loc at, int op,
	struct node *a, struct node *b);
struct node *tree_convert(struct parse *p, struct loc loc, struct node *value,
	struct loc unit);
struct node *tree_question(struct parse *p, struct loc loc, struct loc word,
	struct node *subject, const struct nodes *clauses);
struct node *tree_parameter(struct parse *p, struct loc loc,
	const struct node *name, struct node *value);
struct node *tree_function(struct parse *p, enum node_kind kind, struct loc loc,
	struct node *body, const struct nodes *parameters);
struct node *tree_for(struct parse *p, enum node_kind kind, struct loc loc,
	struct node *items, struct node *block, const struct nodes *names);
/* The op of `atomic max=` and `atomic min=`; any other word is an error. */
int tree_atomic(struct parse *p, const struct node *name);
struct node *tree_assignment(struct parse *p, struct loc loc,
	struct node *target, int op, struct node *value);
/* `show KERNEL as WORD`, which is `show WORD of KERNEL` */
struct node *tree_show_as(struct parse *p, struct loc loc, struct node *kernel,
	const struct node *word, struct nodes *clauses);
struct node *tree_show(struct parse *p, struct loc loc, const struct node *word,
	struct node *subject, const struct nodes *clauses);
struct node *tree_device(struct parse *p, struct loc loc,
	const struct node *name, struct node *parent,
	const struct nodes *settings);
struct node *tree_kernel(struct parse *p, struct loc loc,
	const struct node *name, struct node *block, struct node *over,
	const struct nodes *fields);
struct node *tree_type(struct parse *p, struct loc loc, const struct node *name,
	enum type_form form, const struct nodes *components,
	const struct nodes *extents, const struct nodes *settings);
struct node *tree_access(struct parse *p, struct loc loc, bool is_store,
	const struct node *type, struct node *address);

/* A matrix product; "factors" has none or two.  A shape m16n8k16 is (16, 8,
 * 16).
 */
struct node *tree_mma(struct parse *p, struct loc loc, struct loc word,
	struct node *shape, const struct node *type, const struct node *sum,
	const struct nodes *factors);

/* Report a line of a kernel that is only an expression. */
struct node *tree_lone(struct parse *p, const struct node *expr);

/* A BROKEN node for a statement with a syntax error; parsing continues after
 * it.
 */
struct node *tree_broken(struct parse *p, struct loc loc);

void tree_too_deep(struct parse *p, struct loc loc);

#endif
