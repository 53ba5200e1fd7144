/* Builds the nodes for the actions of the grammar. */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/base/stack.h"
#include "lang/syntax/grammar.h"
#include "lang/syntax/habit.h"
#include "lang/syntax/lexer.h"
#include "lang/syntax/tree.h"

static const char *loc_text(struct loc loc)
{
	return loc.source->text + loc.begin;
}

static size_t loc_len(struct loc loc)
{
	return loc.end - loc.begin;
}

static const char *copy_text(struct parse *p, struct loc loc)
{
	return arena_copy(p->source->arena, loc_text(loc), loc_len(loc));
}

void tree_too_deep(struct parse *p, struct loc loc)
{
	if (!p->cursor.is_too_deep)
		diag_error(p->diag, loc, NULL, "nested deeper than %d levels",
			AST_MAX_DEPTH);
	p->cursor.is_too_deep = true;
}

static struct node *new_node(struct parse *p, enum node_kind kind,
	struct loc loc, size_t n)
{
	struct node *node = arena_alloc(p->source->arena,
		sizeof(*node) + n * sizeof(struct node *));

	node->kind = kind;
	node->loc = node->at = loc;
	node->n_kid = (int) n;
	node->kid = (struct node **) (node + 1);
	node->depth = 1;
	return node;
}

/* Left-deep chains do not count as depth, because every tree walk handles them
 * in a loop.
 */
static bool is_spine(enum node_kind kind)
{
	return kind == NODE_BINARY || kind == NODE_AND || kind == NODE_OR;
}

static void count_depth(struct node *node)
{
	for (int i = 0; i < node->n_kid; ++i) {
		int depth = node->kid[i] ? node->kid[i]->depth : 0;

		if (i > 0 || !is_spine(node->kind))
			++depth;
		if (depth > node->depth)
			node->depth = depth;
	}
}

struct node *tree_list(struct parse *p, enum node_kind kind, struct loc loc,
	size_t n, struct node *const *first, const struct nodes *rest)
{
	size_t n_rest = rest ? (size_t) rest->n : 0;
	struct node *node = new_node(p, kind, loc, n + n_rest);

	if (n > 0)
		memcpy(node->kid, first, n * sizeof(*first));
	if (n_rest > 0)
		memcpy(node->kid + n, rest->item, n_rest * sizeof(*first));
	count_depth(node);
	if (node->depth > AST_MAX_DEPTH)
		tree_too_deep(p, loc);
	else if (stack_has((size_t) node->depth * STACK_LEVEL_B))
		return node;
	else if (!p->cursor.is_too_deep)
		p->cursor.is_too_deep = !stack_is_short(p->diag, loc);
	return new_node(p, NODE_BROKEN, loc, 0);
}

struct node *tree_node(struct parse *p, enum node_kind kind, struct loc loc,
	size_t n, struct node *const *kid)
{
	return tree_list(p, kind, loc, n, kid, NULL);
}

static struct nodes *grow(struct parse *p, struct nodes *list)
{
	struct node **old;
	int n;

	if (!list)
		list = arena_alloc(p->source->arena, sizeof(*list));
	n = list->n;
	if ((n & (n - 1)) == 0) {
		old = list->item;
		list->item = arena_alloc(p->source->arena,
			(size_t) (n ? 2 * n : 1) * sizeof(*old));
		if (n > 0)
			memcpy(list->item, old, (size_t) n * sizeof(*old));
	}
	return list;
}

struct nodes *tree_append(struct parse *p, struct nodes *list,
	struct node *node)
{
	if (!node)
		return list;
	list = grow(p, list);
	list->item[list->n++] = node;
	return list;
}

static void silence(struct node *node)
{
	if (node &&
		(node->kind == NODE_EXPRESSION || node->kind == NODE_STENCIL))
		node->op = 1;
}

struct nodes *tree_statement(struct parse *p, struct nodes *list, int ending,
	struct node *node)
{
	list = grow(p, list);
	if (ending == TOK_SILENCE)
		silence(list->last);
	list->last = node;
	return tree_append(p, list, node);
}

/* A top-level update joins the stencil of the updates before it on its line. */
static struct node *stencil(struct parse *p, int ending, struct node *update)
{
	struct node *s = p->top ? p->top->last : NULL;
	bool is_joined = ending == ';' && s && s->kind == NODE_STENCIL;

	if (!is_joined) {
		p->updates = NULL;
		s = TREE_LIST(p, STENCIL, update->loc, NULL);
	}
	p->updates = tree_append(p, p->updates, update);
	s->kid = p->updates->item;
	s->n_kid = p->updates->n;
	s->loc = s->at = loc_join(s->loc, update->loc);
	if (s->depth < update->depth + 1)
		s->depth = update->depth + 1;
	return is_joined ? NULL : s;
}

void tree_top(struct parse *p, int ending, struct node *node)
{
	struct node *last = p->top ? p->top->last : NULL;

	p->cursor.is_too_deep = false;
	if (node && node->kind == NODE_UPDATE) {
		node = stencil(p, ending, node);
		p->top = tree_statement(p, p->top, ending, node);
		p->top->last = node ? node : last;
	} else {
		p->top = tree_statement(p, p->top, ending, node);
	}
}

struct node *tree_named(struct parse *p, struct node *node,
	const struct node *name)
{
	(void) p;
	if (node->kind != NODE_BROKEN) {
		node->text = name->text;
		node->at = name->loc;
	}
	return node;
}

void tree_text(struct parse *p, struct node *node, struct loc loc)
{
	node->text = copy_text(p, loc);
	node->at = loc;
}

struct node *tree_name(struct parse *p, struct loc loc)
{
	struct node *node = new_node(p, NODE_NAME, loc, 0);

	node->text = copy_text(p, loc);
	return node;
}

struct node *tree_string(struct parse *p, struct loc loc)
{
	struct node *node = new_node(p, NODE_STRING, loc, 0);
	struct buffer out = { 0 };

	lexer_unescape(loc_text(loc), loc_len(loc), &out);
	node->text = arena_copy(p->source->arena, buffer_text(&out), out.len);
	buffer_free(&out);
	return node;
}

struct node *tree_path(struct parse *p, struct loc loc,
	const struct nodes *names)
{
	struct node *node = new_node(p, NODE_NAME, loc, 0);
	struct buffer out = { 0 };

	for (int i = 0; i < names->n; ++i) {
		if (i > 0)
			buffer_add_char(&out, '.');
		buffer_add(&out, names->item[i]->text);
	}
	node->text = arena_copy(p->source->arena, buffer_text(&out), out.len);
	buffer_free(&out);
	return node;
}

static void release_number(void *number)
{
	number_free(number);
}

/* Parse the digits and the unit, and multiply both into "result". */
static enum number_status read_number(struct loc digits,
	const struct loc *unit_loc, struct number *result)
{
	struct buffer text = { 0 };
	enum number_status status;
	struct number plain;
	struct unit unit;

	if (*loc_text(digits) == '.')
		buffer_add_char(&text, '0');
	buffer_add_bytes(&text, loc_text(digits), loc_len(digits));
	status = number_read(text.text, unit_loc ? &plain : result);
	buffer_free(&text);
	if (status != NUMBER_OK || !unit_loc)
		return status;
	unit_parse(loc_text(*unit_loc), loc_len(*unit_loc), &unit);
	status = number_with_unit(&plain, &unit, result);
	number_free(&plain);
	return status;
}

struct node *tree_number(struct parse *p, struct loc loc, struct loc digits,
	const struct loc *unit)
{
	struct node *node = new_node(p, NODE_NUMBER, loc, 0);

	if (read_number(digits, unit, &node->number) != NUMBER_OK) {
		diag_error(p->diag, loc, NULL,
			"the number has too many digits");
		return new_node(p, NODE_BROKEN, loc, 0);
	}
	if (node->number.form == NUMBER_BIG)
		arena_defer(p->source->arena, release_number, &node->number);
	if (unit)
		node->text = copy_text(p, *unit);
	return node;
}

struct node *tree_unary(struct parse *p, struct loc loc, struct loc at, int op,
	struct node *a)
{
	struct node *node = TREE(p, UNARY, loc, a);

	node->op = op;
	node->at = at;
	return node;
}

struct node *tree_binary(struct parse *p, struct loc loc, struct loc at, int op,
	struct node *a, struct node *b)
{
	struct node *node = TREE(p, BINARY, loc, a, b);

	node->op = op;
	node->at = at;
	return node;
}

struct node *tree_convert(struct parse *p, struct loc loc, struct node *value,
	struct loc unit)
{
	struct node *node = TREE(p, CONVERT, loc, value);

	tree_text(p, node, unit);
	return node;
}

struct node *tree_question(struct parse *p, struct loc loc, struct loc word,
	struct node *subject, const struct nodes *clauses)
{
	struct node *node;

	node = tree_list(p, NODE_QUESTION, loc, 1, &subject, clauses);
	tree_text(p, node, word);
	return node;
}

struct node *tree_parameter(struct parse *p, struct loc loc,
	const struct node *name, struct node *value)
{
	return tree_named(p, TREE(p, PARAMETER, loc, value), name);
}

struct node *tree_function(struct parse *p, enum node_kind kind, struct loc loc,
	struct node *body, const struct nodes *parameters)
{
	return tree_list(p, kind, loc, 1, &body, parameters);
}

struct node *tree_for(struct parse *p, enum node_kind kind, struct loc loc,
	struct node *items, struct node *block, const struct nodes *names)
{
	struct node *first[] = { items, block };

	return tree_list(p, kind, loc, block ? 2 : 1, first, names);
}

int tree_atomic(struct parse *p, const struct node *name)
{
	if (name->text && strcmp(name->text, "max") == 0)
		return OP_ATOMIC_MAX;
	if (!name->text || strcmp(name->text, "min") != 0)
		diag_error(p->diag, name->loc, NULL,
			"an atomic update is 'atomic+=', 'atomic max=' or "
			"'atomic min='");
	return OP_ATOMIC_MIN;
}

struct node *tree_assignment(struct parse *p, struct loc loc,
	struct node *target, int op, struct node *value)
{
	struct node *node;

	if (target->kind == NODE_NAME) {
		node = tree_named(p, TREE(p, ASSIGN, loc, value), target);
	} else if (target->kind == NODE_INDEX) {
		node = TREE(p, UPDATE, loc, target, value);
		node->at = target->loc;
	} else {
		if (target->kind == NODE_BROKEN)
			return target;
		diag_error(p->diag, target->loc, NULL,
			"only a name or an indexed field can be assigned to");
		if (target->kind == NODE_CALL)
			diag_note(p->diag,
				"an element of a field is in brackets, a[0]; "
				"a function is defined with 'def'");
		if (target->kind == NODE_DOT &&
			target->kid[0]->kind == NODE_INDEX)
			diag_note(p->diag,
				"a vector is stored as a whole: c[0] = (x, y)");
		return new_node(p, NODE_BROKEN, loc, 0);
	}
	node->op = op;
	return node;
}

struct node *tree_show(struct parse *p, struct loc loc, const struct node *word,
	struct node *subject, const struct nodes *clauses)
{
	struct node *node;

	node = tree_list(p, NODE_SHOW, loc, 1, &subject, clauses);
	return word ? tree_named(p, node, word) : node;
}

struct node *tree_show_as(struct parse *p, struct loc loc, struct node *kernel,
	const struct node *word, struct nodes *clauses)
{
	struct node *of = TREE(p, OF, kernel->loc, kernel);

	return tree_show(p, loc, word, NULL, tree_append(p, clauses, of));
}

struct node *tree_device(struct parse *p, struct loc loc,
	const struct node *name, struct node *parent,
	const struct nodes *settings)
{
	struct node *node;

	node = tree_list(p, NODE_DEVICE, loc, 1, &parent, settings);
	return tree_named(p, node, name);
}

/* A type applies to all names between the previous type and itself. */
static void share_types(const struct nodes *fields)
{
	struct node *type = NULL;

	for (int i = fields ? fields->n - 1 : -1; i >= 0; --i) {
		struct node *field = fields->item[i];

		if (field->kind == NODE_BROKEN || field->kid[0])
			type = field->kind == NODE_BROKEN ? NULL :
							    field->kid[0];
		else
			field->kid[0] = type;
		count_depth(field);
	}
}

struct node *tree_kernel(struct parse *p, struct loc loc,
	const struct node *name, struct node *block, struct node *over,
	const struct nodes *fields)
{
	struct node *first[] = { block, over };

	share_types(fields);
	return tree_named(p, tree_list(p, NODE_KERNEL, loc, 2, first, fields),
		name);
}

static struct node *list_of(struct parse *p, const struct nodes *items)
{
	struct loc loc;

	if (!items)
		return NULL;
	loc = loc_join(items->item[0]->loc, items->item[items->n - 1]->loc);
	return TREE_LIST(p, LIST, loc, items);
}

struct node *tree_type(struct parse *p, struct loc loc, const struct node *name,
	enum type_form form, const struct nodes *components,
	const struct nodes *extents, const struct nodes *settings)
{
	struct node *first[] = { list_of(p, components), list_of(p, extents) };
	struct node *node;

	node = tree_list(p, NODE_TYPE, loc, 2, first, settings);
	node->op = form;
	if (name)
		node->text = name->text;
	return node;
}

struct node *tree_access(struct parse *p, struct loc loc, bool is_store,
	const struct node *type, struct node *address)
{
	struct node *node = TREE(p, ACCESS, loc, address);

	node->op = is_store;
	return tree_named(p, node, type);
}

/* True if the source has "word" at a location. */
static bool starts_with(struct loc loc, const char *word)
{
	size_t len = strlen(word);

	return loc.source->len - loc.begin >= len &&
		strncmp(loc.source->text + loc.begin, word, len) == 0;
}

/* The tuple that a name such as m16n8k16 means; other nodes stay as they are.
 */
static struct node *tree_shape(struct parse *p, struct node *shape)
{
	static const char letters[] = "mnk";
	struct loc loc = shape->loc;
	const char *text = loc.source->text;
	struct nodes *extents = NULL;
	uint32_t at = loc.begin;

	for (int i = 0; i < 3 && shape->kind == NODE_NAME; ++i) {
		struct loc digits = { loc.source, at + 1, at + 1 };

		while (digits.end < loc.end &&
			isdigit((unsigned char) text[digits.end]))
			++digits.end;
		if (at >= loc.end || text[at] != letters[i] ||
			digits.end == digits.begin)
			return shape;
		extents = tree_append(p, extents,
			tree_number(p, digits, digits, NULL));
		at = digits.end;
	}
	return extents && at == loc.end ? TREE_LIST(p, TUPLE, loc, extents) :
					  shape;
}

struct node *tree_mma(struct parse *p, struct loc loc, struct loc word,
	struct node *shape, const struct node *type, const struct node *sum,
	const struct nodes *factors)
{
	struct node *first[2] = { tree_shape(p, shape), NULL }, *node;

	first[1] = new_node(p, NODE_STRING, sum->loc, 0);
	first[1]->text = sum->text;
	node = tree_list(p, NODE_MMA, loc, 2, first, factors);
	node->op = starts_with(word, "wgmma");
	return tree_named(p, node, type);
}

struct node *tree_lone(struct parse *p, const struct node *expr)
{
	if (expr->kind != NODE_BROKEN) {
		diag_error(p->diag, expr->loc, "this has no effect",
			"a line of a kernel cannot be only an expression");
		diag_note(p->diag, "%s",
			habit_lone(expr->loc.source->text + expr->loc.begin));
	}
	return new_node(p, NODE_BROKEN, expr->loc, 0);
}

struct node *tree_broken(struct parse *p, struct loc loc)
{
	cursor_recover(&p->cursor);
	return new_node(p, NODE_BROKEN, loc, 0);
}
