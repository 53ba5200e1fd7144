/* Names of node kinds and operators, and the tree as S-expressions. */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/syntax/ast.h"

static const char *const kind_name[] = {
#define NODE(kind, name, kids) [NODE_##kind] = name,
#include "lang/syntax/ast.def"
};

static const char *const op_text[] = {
	[OP_ADD] = "+",
	[OP_SUB] = "-",
	[OP_MUL] = "*",
	[OP_DIV] = "/",
	[OP_MOD] = "%",
	[OP_POW] = "^",
	[OP_SHL] = "<<",
	[OP_SHR] = ">>",
	[OP_EQ] = "==",
	[OP_NE] = "!=",
	[OP_LT] = "<",
	[OP_LE] = "<=",
	[OP_GT] = ">",
	[OP_GE] = ">=",
	[OP_NEG] = "-",
	[OP_NOT] = "not",
	[OP_BY_BLOCK] = "by block",
	[OP_INTERLEAVED] = "interleaved",
	[OP_ATOMIC_ADD] = "atomic+",
	[OP_ATOMIC_MAX] = "atomic max",
	[OP_ATOMIC_MIN] = "atomic min",
};

const char *node_kind_name(enum node_kind kind)
{
	return kind_name[kind];
}

const char *node_op_text(int op)
{
	return op_text[op];
}

static void dump_string(const char *text, struct buffer *out)
{
	buffer_add_char(out, '"');
	for (; *text; ++text) {
		if (*text == '\n')
			buffer_add(out, "\\n");
		else if (*text == '\t')
			buffer_add(out, "\\t");
		else if (*text == '"' || *text == '\\')
			buffer_printf(out, "\\%c", *text);
		else
			buffer_add_char(out, *text);
	}
	buffer_add_char(out, '"');
}

static void dump_op(const struct node *node, struct buffer *out)
{
	enum node_kind kind = node->kind;

	if (kind == NODE_UNARY || kind == NODE_BINARY)
		buffer_printf(out, " %s", node_op_text(node->op));
	else if ((kind == NODE_ASSIGN || kind == NODE_UPDATE) && node->op >= 0)
		buffer_printf(out, " %s=", node_op_text(node->op));
	else if (kind == NODE_ACCESS)
		buffer_add(out, node->op ? " store" : " load");
	else if (kind == NODE_MMA && node->op)
		buffer_add(out, " group");
	else if ((kind == NODE_EXPRESSION || kind == NODE_STENCIL) && node->op)
		buffer_add(out, " silent");
	else if (kind == NODE_COMPREHENSION && node->op)
		buffer_add(out, " bare");
}

/* What a node keeps besides its kids. */
static void dump_head(const struct node *node, struct buffer *out)
{
	buffer_printf(out, "(%s", node_kind_name(node->kind));
	dump_op(node, out);
	if (node->kind == NODE_NUMBER) {
		buffer_add_char(out, ' ');
		number_print_exact(&node->number, out);
		if (node->text)
			buffer_printf(out, " in %s", node->text);
	} else if (node->kind == NODE_STRING || node->kind == NODE_IMPORT) {
		buffer_add_char(out, ' ');
		dump_string(node->text, out);
	} else if (node->text) {
		buffer_printf(out, " %s", node->text);
	}
}

static bool is_spine(const struct node *node)
{
	return node &&
		(node->kind == NODE_BINARY || node->kind == NODE_AND ||
			node->kind == NODE_OR);
}

static void dump(const struct node *node, struct buffer *out);

/* A sum can have a million terms: descend its left side in a loop. */
static void dump_spine(const struct node *node, struct buffer *out)
{
	const struct node **spine = NULL;
	size_t n = 0;

	for (; is_spine(node); node = node->kid[0]) {
		spine = memory_grow(spine, n, sizeof(*spine));
		spine[n++] = node;
		dump_head(node, out);
		buffer_add_char(out, ' ');
	}
	dump(node, out);
	while (n-- > 0) {
		buffer_add_char(out, ' ');
		dump(spine[n]->kid[1], out);
		buffer_add_char(out, ')');
	}
	free(spine);
}

static void dump(const struct node *node, struct buffer *out)
{
	if (!node) {
		buffer_add_char(out, '-');
		return;
	}
	if (is_spine(node)) {
		dump_spine(node, out);
		return;
	}
	dump_head(node, out);
	for (int i = 0; i < node->n_kid; ++i) {
		buffer_add_char(out, ' ');
		dump(node->kid[i], out);
	}
	buffer_add_char(out, ')');
}

void node_dump(const struct node *node, struct buffer *out)
{
	for (int i = 0; i < node->n_kid; ++i) {
		dump(node->kid[i], out);
		buffer_add_char(out, '\n');
	}
}
