#include <stdlib.h>
#include <string.h>

#include "lang/answer.h"
#include "lang/memory.h"
#include "lang/trace.h"

/* More figures than this help nobody. */
#define LINES	24

/* Expressions longer than this are cut. */
#define EXPRESSION_BYTES	60

/* The expression as it was written, on one line. */
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

/* Takes the text. */
static void add_text(struct trace *trace, struct buffer *text)
{
	char *line = buffer_take(text);
	int i;

	for (i = 0; i < trace->n; ++i)
		if (strcmp(trace->line[i], line) == 0)
			break;
	if (i < trace->n || trace->n == LINES) {
		free(line);
		return;
	}
	trace->line = memory_grow(trace->line, (size_t) trace->n,
		sizeof(*trace->line));
	trace->line[trace->n++] = line;
}

static bool is_figure(const struct value *v)
{
	return v->kind == VALUE_NUMBER || v->kind == VALUE_STRING ||
		v->kind == VALUE_BOOL;
}

void trace_value(struct trace *trace, const struct node *node,
	const struct value *v)
{
	struct buffer text = { 0 };

	if (v->kind == VALUE_OBJECT || v->kind == VALUE_RECORD)
		return;
	add_expression(&text, node);
	buffer_add(&text, " = ");
	value_print(v, &text);
	add_text(trace, &text);
}

static void add_figure(struct trace *trace, const struct node *node,
	const struct value *v)
{
	if (is_figure(v))
		trace_value(trace, node, v);
}

/* What a report is about stands before its figures, once. */
static void add_report(struct trace *trace, const struct node *node,
	const struct value *v)
{
	const struct answer *a = answer_of(v);
	struct buffer text = { 0 };
	int i;

	for (i = 0; i < trace->n_report; ++i)
		if (trace->report[i].u.object == v->u.object)
			return;
	trace->report = memory_grow(trace->report, (size_t) trace->n_report,
		sizeof(*trace->report));
	trace->report[trace->n_report++] = value_copy(v);
	add_expression(&text, node);
	buffer_add(&text, " is ");
	answer_title(&a->report, &text);
	if (a->report.verdict)
		buffer_printf(&text, "; %s", a->report.verdict);
	add_text(trace, &text);
}

void trace_member(struct trace *trace, const struct node *node,
	const struct value *base, const struct value *v)
{
	if (answer_of(base))
		add_report(trace, node->kid[0], base);
	add_figure(trace, node, v);
}

void trace_call(struct trace *trace, const struct node *node, int n,
	const struct value *arg, const struct value *v)
{
	int i;

	for (i = 0; i < n; ++i)
		if (answer_of(&arg[i])) {
			add_figure(trace, node, v);
			return;
		}
}

void trace_clear(struct trace *trace)
{
	int i;

	for (i = 0; i < trace->n; ++i)
		free(trace->line[i]);
	free(trace->line);
	for (i = 0; i < trace->n_report; ++i)
		value_free(&trace->report[i]);
	free(trace->report);
	*trace = (struct trace) { 0 };
}
