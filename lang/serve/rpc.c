/* The methods of `wsp serve`: programs in, values out.  The language is the
 * interface, so there is no method for each question.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/json.h"
#include "lang/base/memory.h"
#include "lang/serve/document.h"
#include "lang/serve/message.h"
#include "lang/serve/serve.h"

static void add_text(struct buffer *out, const char *name, const char *text)
{
	buffer_printf(out, "\"%s\": ", name);
	json_string(out, text, strlen(text));
}

/* The parameter "program"; NULL, after an answer, if there is none. */
static const struct json *program_of(struct request *q)
{
	const struct json *program = json_read_member(q->params, "program");

	if (program && program->kind == JSON_STRING)
		return program;
	serve_fail(q, SERVE_BAD_PARAMS, "'program' must be a text", NULL);
	return NULL;
}

static const char *name_of(const struct request *q)
{
	const char *name = json_read_text(q->params, "name");

	return name ? name : "<request>";
}

/* Answer with the errors of a program. */
static void fail_with(struct request *q, const struct wsp_result *r)
{
	struct buffer data = { 0 };

	buffer_add_char(&data, '{');
	add_text(&data, "text", wsp_text(r));
	buffer_add(&data, ", \"messages\": ");
	message_list(r, &data);
	buffer_add_char(&data, '}');
	serve_fail(q, SERVE_FAILED, message_first(r), data.text);
	buffer_free(&data);
}

/* Add the value in the format that is asked for; false if it cannot be
 * written.
 */
static bool add_value(struct request *q, struct wsp_result *r,
	struct buffer *out)
{
	const char *format = json_read_text(q->params, "format"), *value;

	if (format && strcmp(format, "none") == 0) {
		buffer_add(out, "null");
		return true;
	}
	value = wsp_value_as(r, format ? format : "json");
	if (!value) {
		serve_fail(q, SERVE_FAILED, wsp_value_error(r), NULL);
		return false;
	}
	if (format && strcmp(format, "json") != 0)
		json_string(out, value, strlen(value));
	else
		buffer_add(out, value);
	return true;
}

static void answer_eval(struct request *q)
{
	const struct json *program = program_of(q);
	struct buffer out = { 0 };
	struct wsp_result *r;

	if (!program)
		return;
	r = wsp_eval_named(q->worker->wsp, name_of(q), program->text,
		program->len);
	buffer_add(&out, "{\"value\": ");
	if (!wsp_ok(r)) {
		if (!serve_is_cancelled(q))
			fail_with(q, r);
	} else if (add_value(q, r, &out)) {
		buffer_add(&out, ", ");
		add_text(&out, "text", wsp_text(r));
		buffer_add(&out, ", \"messages\": ");
		message_list(r, &out);
		buffer_add_char(&out, '}');
		serve_reply(q, out.text);
	}
	buffer_free(&out);
	wsp_result_free(r);
}

static void answer_check(struct request *q)
{
	const struct json *program = program_of(q);
	struct buffer out = { 0 };
	struct wsp_result *r;

	if (!program)
		return;
	r = wsp_check(q->worker->wsp, name_of(q), program->text, program->len);
	message_list(r, &out);
	serve_reply(q, out.text);
	buffer_free(&out);
	wsp_result_free(r);
}

/* Check a program and run its definitions, as an editor does while somebody
 * types.
 */
static void answer_define(struct request *q)
{
	const struct json *program = program_of(q);
	struct document_statement *s;
	struct document d = { 0 };
	struct buffer out = { 0 };
	struct wsp_result *r;
	const char *gap = "";
	int n;

	if (!program)
		return;
	wsp_restore(q->worker->wsp);
	r = wsp_check(q->worker->wsp, name_of(q), program->text, program->len);
	buffer_add(&out, "{\"messages\": ");
	message_list(r, &out);
	wsp_result_free(r);
	d.path = memory_copy_text(name_of(q));
	d.text = memory_copy_bytes(program->text, program->len);
	d.len = program->len;
	s = document_statements(&d, &n);
	document_define(&d, s, n, q->worker->wsp);
	buffer_add(&out, ", \"kernels\": [");
	for (int i = 0; i < n; ++i) {
		if (!s[i].is_kernel || !s[i].name)
			continue;
		buffer_add(&out, gap);
		json_string(&out, s[i].name, strlen(s[i].name));
		gap = ", ";
	}
	buffer_add(&out, "]}");
	document_free_statements(s, n);
	free(d.path);
	free(d.text);
	if (!serve_is_cancelled(q))
		serve_reply(q, out.text);
	buffer_free(&out);
}

static void answer_format(struct request *q)
{
	const struct json *program = program_of(q);
	struct buffer out = { 0 };
	char *text;

	if (!program)
		return;
	text = wsp_format(program->text, program->len);
	if (text) {
		json_string(&out, text, strlen(text));
		serve_reply(q, out.text);
	} else {
		serve_fail(q, SERVE_FAILED, "this is not a program: see check",
			NULL);
	}
	free(text);
	buffer_free(&out);
}

static void answer_complete(struct request *q)
{
	const struct json *program = program_of(q);
	struct buffer out = { 0 };
	size_t start;
	char **words;

	if (!program)
		return;
	words = wsp_complete(q->worker->wsp, program->text, program->len,
		&start);
	buffer_printf(&out, "{\"start\": %zu, \"words\": [", start);
	for (int i = 0; words && words[i]; ++i) {
		buffer_add(&out, i ? ", " : "");
		json_string(&out, words[i], strlen(words[i]));
		free(words[i]);
	}
	free(words);
	buffer_add(&out, "]}");
	serve_reply(q, out.text);
	buffer_free(&out);
}

static void answer_save(struct request *q)
{
	serve_reply(q, wsp_save(q->worker->wsp) ? "true" : "false");
}

static void answer_restore(struct request *q)
{
	serve_reply(q, wsp_restore(q->worker->wsp) ? "true" : "false");
}

static void answer_version(struct request *q)
{
	struct buffer out = { 0 };

	json_string(&out, wsp_version(), strlen(wsp_version()));
	serve_reply(q, out.text);
	buffer_free(&out);
}

const struct serve_method rpc_methods[] = {
	{ "eval", answer_eval },
	{ "check", answer_check },
	{ "define", answer_define },
	{ "format", answer_format },
	{ "complete", answer_complete },
	{ "save", answer_save },
	{ "restore", answer_restore },
	{ "version", answer_version },
	{ NULL, NULL },
};
