/* The methods of the language server.  Definitions of a document (kernels,
 * functions, devices, values that ask nothing) are run in the session before a
 * question about it; questions of the document itself are never run.
 */

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/device_text.h"
#include "lang/base/json.h"
#include "lang/base/memory.h"
#include "lang/serve/document.h"
#include "lang/serve/message.h"
#include "lang/serve/serve.h"

#define TIME_S	    5	 /* of one statement or estimate */
#define HOVER_BYTES 2000 /* of a value that is shown */

/* ---------------------------------------------------------- parameters */

static const char *uri_of(const struct request *q)
{
	return json_read_text(json_read_member(q->params, "textDocument"),
		"uri");
}

static struct document *document_of(const struct request *q)
{
	const char *uri = uri_of(q);

	return uri ? document_find(q->worker->documents, uri) : NULL;
}

static int whole_number(const struct json *v, const char *name)
{
	double number = json_read_number(v, name, 0);

	return number > 0 && number < INT_MAX ? (int) number : 0;
}

static size_t offset_of(const struct request *q, const struct document *d)
{
	const struct json *position = json_read_member(q->params, "position");

	return document_offset(d,
		(struct document_place) {
			whole_number(position, "line"),
			whole_number(position, "character"),
		});
}

/* ------------------------------------------------------------- answers */

static void add_text(struct buffer *out, const char *text)
{
	json_string(out, text, strlen(text));
}

static void add_range(struct buffer *out, const struct document *d,
	size_t begin, size_t end)
{
	struct document_place from = document_place(d, begin);
	struct document_place to = document_place(d, end);

	buffer_printf(out,
		"{\"start\": {\"line\": %d, \"character\": %d}, "
		"\"end\": {\"line\": %d, \"character\": %d}}",
		from.line, from.character, to.line, to.character);
}

static void reply(struct request *q, struct buffer *out)
{
	if (!serve_is_cancelled(q))
		serve_reply(q, out->len ? out->text : "null");
	buffer_free(out);
}

/* ---------------------------------------------------------- life cycle */

static void answer_initialize(struct request *q)
{
	struct wsp *w = q->worker->wsp;
	const struct json *options = json_read_member(q->params,
		"initializationOptions");
	const char *device = json_read_text(options, "device");
	struct buffer out = { 0 };

	buffer_printf(&out, "set time = %d s\n", TIME_S);
	wsp_result_free(wsp_eval(w, out.text));
	buffer_free(&out);
	if (device) {
		buffer_add(&out, "set device = ");
		device_text_add(&out, device);
		wsp_result_free(wsp_eval(w, out.text));
		buffer_free(&out);
	}
	wsp_save(w);
	buffer_add(&out,
		"{\"capabilities\": {\"textDocumentSync\": 1, "
		"\"completionProvider\": {\"triggerCharacters\": "
		"[\".\"]}, \"hoverProvider\": true, "
		"\"definitionProvider\": true, "
		"\"documentFormattingProvider\": true, "
		"\"codeLensProvider\": {}}, "
		"\"serverInfo\": {\"name\": \"wsp\", \"version\": ");
	add_text(&out, wsp_version());
	buffer_add(&out, "}}");
	reply(q, &out);
}

static void answer_nothing(struct request *q)
{
	serve_reply(q, "null");
}

/* --------------------------------------------------------- diagnostics */

static void add_diagnostic(struct buffer *out, const struct document *d,
	const struct wsp_message *m)
{
	bool is_here = m->file && strcmp(m->file, d->path) == 0;
	size_t begin = 0, end = 0;
	struct buffer text = { 0 };

	if (is_here) {
		begin = document_offset_of(d, m->line, m->column);
		end = document_offset_of(d, m->line,
			m->column + m->caret_width);
	} else if (m->file) {
		buffer_printf(&text, "%s:%d: ", m->file, m->line);
	}
	buffer_add(&text, m->message);
	if (m->label)
		buffer_printf(&text, " (%s)", m->label);
	for (int i = 0; i < m->n_note; ++i)
		buffer_printf(&text, "\n%s", m->note[i]);
	buffer_add(out, "{\"range\": ");
	add_range(out, d, begin, end);
	buffer_printf(out,
		", \"severity\": %d, \"source\": \"wsp\", "
		"\"message\": ",
		m->is_error ? 1 : 2);
	add_text(out, text.text);
	buffer_add_char(out, '}');
	buffer_free(&text);
}

static void publish(struct worker *w, const struct document *d)
{
	struct wsp_result *r;
	struct buffer out = { 0 };

	wsp_restore(w->wsp);
	r = wsp_check(w->wsp, d->path, d->text, d->len);
	buffer_add(&out, "{\"uri\": ");
	add_text(&out, d->uri);
	buffer_add(&out, ", \"diagnostics\": [");
	for (int i = 0; i < wsp_message_count(r); ++i) {
		buffer_add(&out, i ? ", " : "");
		add_diagnostic(&out, d, wsp_message(r, i));
	}
	buffer_add(&out, "]}");
	serve_notify(w, "textDocument/publishDiagnostics", out.text);
	wsp_result_free(r);
	buffer_free(&out);
}

static void set_text(struct request *q, const struct json *from)
{
	const struct json *text = json_read_member(from, "text");
	const char *uri = uri_of(q);

	if (!uri || !text || text->kind != JSON_STRING)
		return;
	document_set(&q->worker->documents, uri, text->text, text->len);
	publish(q->worker, document_find(q->worker->documents, uri));
}

static void answer_open(struct request *q)
{
	set_text(q, json_read_member(q->params, "textDocument"));
}

/* The whole text comes with every change; the last one counts. */
static void answer_change(struct request *q)
{
	const struct json *changes = json_read_member(q->params,
		"contentChanges");
	const struct json *last = NULL;

	if (changes && changes->kind == JSON_ARRAY)
		for (const struct json *c = changes->first; c; c = c->next)
			last = c;
	set_text(q, last);
}

static void answer_close(struct request *q)
{
	const char *uri = uri_of(q);

	if (uri)
		document_close(&q->worker->documents, uri);
}

/* ----------------------------------------------------------- questions */

/* Add the text of an expression's value; false if it has none. */
static bool add_value(struct wsp *w, struct buffer *out, const char *fmt,
	const char *name)
{
	struct buffer program = { 0 };
	struct wsp_result *r;
	const char *text;
	bool ok;

	buffer_printf(&program, "%s%s;", fmt, name);
	r = wsp_eval(w, program.text);
	text = wsp_ok(r) ? wsp_value_text(r) : NULL;
	ok = text && text[0];
	if (ok)
		buffer_add_bytes(out, text,
			strlen(text) < HOVER_BYTES ? strlen(text) :
						     HOVER_BYTES);
	wsp_result_free(r);
	buffer_free(&program);
	return ok;
}

/* Add "h200: 2.69 ms (2.31 to 3.17), 83.65 GLUP/s, limited by dram". */
static bool add_time(struct wsp *w, struct buffer *out, const char *kernel)
{
	struct buffer program = { 0 };
	struct wsp_result *r;
	bool ok;

	buffer_printf(&program, "lens_of_wsp = estimate %s", kernel);
	r = wsp_eval(w, program.text);
	ok = wsp_ok(r) && add_value(w, out, "lens_of_wsp.", "device");
	if (ok) {
		buffer_add(out, ": ");
		add_value(w, out, "lens_of_wsp.", "time");
		buffer_add(out, ", ");
		add_value(w, out, "lens_of_wsp.", "performance");
		buffer_add(out, ", limited by ");
		add_value(w, out, "lens_of_wsp.", "limiter");
	} else {
		buffer_add(out, message_first(r));
	}
	wsp_result_free(r);
	buffer_free(&program);
	return ok;
}

static void answer_lens(struct request *q)
{
	struct document *d = document_of(q);
	struct document_statement *s;
	struct buffer out = { 0 };
	const char *gap = "";
	int n;

	if (!d) {
		serve_reply(q, "[]");
		return;
	}
	s = document_statements(d, &n);
	document_define(d, s, n, q->worker->wsp);
	buffer_add_char(&out, '[');
	for (int i = 0; i < n; ++i) {
		struct buffer title = { 0 };

		if (!s[i].is_kernel || !s[i].name)
			continue;
		add_time(q->worker->wsp, &title, s[i].name);
		buffer_printf(&out, "%s{\"range\": ", gap);
		add_range(&out, d, s[i].begin, s[i].begin);
		buffer_add(&out, ", \"command\": {\"title\": ");
		add_text(&out, buffer_text(&title));
		buffer_add(&out, ", \"command\": \"\"}}");
		buffer_free(&title);
		gap = ", ";
	}
	buffer_add_char(&out, ']');
	document_free_statements(s, n);
	reply(q, &out);
}

static const struct document_statement *
find_definition(const struct document_statement *s, int n, const char *name)
{
	for (int i = 0; i < n; ++i)
		if (s[i].name && strcmp(s[i].name, name) == 0)
			return &s[i];
	return NULL;
}

static void add_help(struct wsp *w, struct buffer *out, const char *word)
{
	struct buffer program = { 0 };
	struct wsp_result *r;

	buffer_printf(&program, "help %s", word);
	r = wsp_eval(w, program.text);
	if (wsp_ok(r))
		buffer_add(out, wsp_text(r));
	wsp_result_free(r);
	buffer_free(&program);
}

/* What is known of a word: a kernel with its time, a value, or its help. */
static void describe(struct worker *w, const struct document *d,
	const char *word, struct buffer *out)
{
	int n;
	struct document_statement *s = document_statements(d, &n);
	const struct document_statement *found = find_definition(s, n, word);

	document_define(d, s, n, w->wsp);
	if (!found)
		add_help(w->wsp, out, word);
	else if (add_value(w->wsp, out, "", word) && found->is_kernel) {
		buffer_add_char(out, '\n');
		add_time(w->wsp, out, word);
	}
	document_free_statements(s, n);
}

static void answer_hover(struct request *q)
{
	struct document *d = document_of(q);
	struct buffer text = { 0 }, out = { 0 };
	size_t begin, n;
	char *word;

	n = d ? document_word(d, offset_of(q, d), &begin) : 0;
	if (n > 0) {
		word = memory_copy_bytes(d->text + begin, n);
		buffer_add(&text, "```\n");
		describe(q->worker, d, word, &text);
		if (text.len > strlen("```\n")) {
			buffer_trim(&text, '\n');
			buffer_add(&text, "\n```");
			buffer_add(&out,
				"{\"contents\": {\"kind\": "
				"\"markdown\", \"value\": ");
			add_text(&out, text.text);
			buffer_add(&out, "}, \"range\": ");
			add_range(&out, d, begin, begin + n);
			buffer_add_char(&out, '}');
		}
		free(word);
	}
	buffer_free(&text);
	reply(q, &out);
}

static void answer_definition(struct request *q)
{
	struct document *d = document_of(q);
	const struct document_statement *found = NULL;
	struct document_statement *s = NULL;
	struct buffer out = { 0 };
	size_t begin, n_word;
	char *word;
	int n = 0;

	n_word = d ? document_word(d, offset_of(q, d), &begin) : 0;
	if (n_word > 0) {
		word = memory_copy_bytes(d->text + begin, n_word);
		s = document_statements(d, &n);
		found = find_definition(s, n, word);
		free(word);
	}
	if (found) {
		buffer_add(&out, "{\"uri\": ");
		add_text(&out, d->uri);
		buffer_add(&out, ", \"range\": ");
		add_range(&out, d, found->begin, found->begin);
		buffer_add_char(&out, '}');
	}
	document_free_statements(s, n);
	reply(q, &out);
}

static void answer_completion(struct request *q)
{
	struct document *d = document_of(q);
	struct document_statement *s;
	struct buffer out = { 0 };
	char **words = NULL;
	size_t offset, line, start;
	int n;

	buffer_add_char(&out, '[');
	if (d) {
		s = document_statements(d, &n);
		document_define(d, s, n, q->worker->wsp);
		document_free_statements(s, n);
		offset = line = offset_of(q, d);
		while (line > 0 && d->text[line - 1] != '\n')
			--line;
		words = wsp_complete(q->worker->wsp, d->text + line,
			offset - line, &start);
	}
	for (int i = 0; words && words[i]; ++i) {
		buffer_add(&out, i ? ", {\"label\": " : "{\"label\": ");
		add_text(&out, words[i]);
		buffer_add_char(&out, '}');
		free(words[i]);
	}
	free(words);
	buffer_add_char(&out, ']');
	reply(q, &out);
}

static void answer_formatting(struct request *q)
{
	struct document *d = document_of(q);
	char *text = d ? wsp_format(d->text, d->len) : NULL;
	struct buffer out = { 0 };

	if (text) {
		buffer_add(&out, "[{\"range\": ");
		add_range(&out, d, 0, d->len);
		buffer_add(&out, ", \"newText\": ");
		add_text(&out, text);
		buffer_add(&out, "}]");
	}
	free(text);
	reply(q, &out);
}

const struct serve_method lsp_methods[] = {
	{ "initialize", answer_initialize },
	{ "initialized", answer_nothing },
	{ "shutdown", answer_nothing },
	{ "textDocument/didOpen", answer_open },
	{ "textDocument/didChange", answer_change },
	{ "textDocument/didSave", answer_nothing },
	{ "textDocument/didClose", answer_close },
	{ "textDocument/completion", answer_completion },
	{ "textDocument/hover", answer_hover },
	{ "textDocument/definition", answer_definition },
	{ "textDocument/formatting", answer_formatting },
	{ "textDocument/codeLens", answer_lens },
	{ NULL, NULL },
};
