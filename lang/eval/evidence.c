/* The notes of a failed assertion: one line for each figure it used, with the
 * expression as written and its value.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/eval/evidence.h"

/* Figures noted with one failure; more do not fit on a screen. */
#define LINES 24

/* Bytes after which an expression is cut, so that a note fits on one line. */
#define EXPRESSION_BYTES 60

/* The expression as written, on one line. */
static void add_expression(struct buffer *out, const struct node *node)
{
	const char *text = node->loc.source->text + node->loc.begin;
	size_t len = node->loc.end - node->loc.begin, i, start = out->len;

	for (i = 0; i < len && out->len - start < EXPRESSION_BYTES; ++i) {
		bool blank = strchr(" \t\r\n", text[i]) != NULL;

		if (!blank)
			buffer_add_char(out, text[i]);
		else if (i > 0 && !strchr(" \t\r\n", text[i - 1]))
			buffer_add_char(out, ' ');
	}
	while (i < len && ((unsigned char) text[i] & 0xc0) == 0x80)
		buffer_add_char(out, text[i++]);
	if (i < len)
		buffer_add(out, "...");
}

/* Takes ownership of the text. */
static void add_text(struct evidence *e, struct buffer *text)
{
	char *line = buffer_take(text);
	int i;

	for (i = 0; i < e->n; ++i)
		if (strcmp(e->line[i], line) == 0)
			break;
	if (i < e->n || e->n == LINES) {
		free(line);
		return;
	}
	e->line = memory_grow(e->line, (size_t) e->n, sizeof(*e->line));
	e->line[e->n++] = line;
}

static bool is_figure(const struct value *v)
{
	return v->kind == VALUE_NUMBER || v->kind == VALUE_STRING ||
		v->kind == VALUE_BOOL;
}

void evidence_value(struct evidence *e, const struct node *node,
	const struct value *v)
{
	struct buffer text = { 0 };

	if (v->kind == VALUE_OBJECT || v->kind == VALUE_RECORD)
		return;
	add_expression(&text, node);
	buffer_add(&text, " = ");
	value_print_brief(v, &text);
	add_text(e, &text);
}

static void add_figure(struct evidence *e, const struct node *node,
	const struct value *v)
{
	if (is_figure(v))
		evidence_value(e, node, v);
}

static bool is_report(const struct value *v)
{
	return v->kind == VALUE_OBJECT && v->u.object->type->title;
}

/* Add the subject of a report before its figures, once. */
static void add_report(struct evidence *e, const struct node *node,
	const struct value *v)
{
	struct buffer text = { 0 };

	for (int i = 0; i < e->n_report; ++i)
		if (e->report[i].u.object == v->u.object)
			return;
	e->report = memory_grow(e->report, (size_t) e->n_report,
		sizeof(*e->report));
	e->report[e->n_report++] = value_copy(v);
	add_expression(&text, node);
	buffer_add(&text, " is ");
	v->u.object->type->title(v->u.object, &text);
	add_text(e, &text);
}

void evidence_member(struct evidence *e, const struct node *node,
	const struct value *base, const struct value *v)
{
	if (is_report(base))
		add_report(e, node->kid[0], base);
	add_figure(e, node, v);
}

void evidence_call(struct evidence *e, const struct node *node, int n,
	const struct value *arg, const struct value *v)
{
	for (int i = 0; i < n; ++i)
		if (is_report(&arg[i])) {
			add_figure(e, node, v);
			return;
		}
}

void evidence_clear(struct evidence *e)
{
	for (int i = 0; i < e->n; ++i)
		free(e->line[i]);
	free(e->line);
	for (int i = 0; i < e->n_report; ++i)
		value_free(&e->report[i]);
	free(e->report);
	*e = (struct evidence) { 0 };
}
