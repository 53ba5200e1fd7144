/* Errors and warnings of a result as JSON: places as numbers, and the texts
 * that are printed with carets.
 */

#include <string.h>

#include "lang/base/json.h"
#include "lang/serve/message.h"

static void add_text(struct buffer *out, const char *name, const char *text)
{
	if (!text)
		return;
	buffer_printf(out, ", \"%s\": ", name);
	json_string(out, text, strlen(text));
}

static void add_message(const struct wsp_message *m, struct buffer *out)
{
	buffer_printf(out, "{\"severity\": \"%s\"",
		m->is_error ? "error" : "warning");
	add_text(out, "message", m->message);
	add_text(out, "file", m->file);
	if (m->line > 0)
		buffer_printf(out,
			", \"line\": %d, \"column\": %d, \"width\": %d",
			m->line, m->column, m->caret_width);
	add_text(out, "source_line", m->source_line);
	add_text(out, "label", m->label);
	buffer_add(out, ", \"notes\": [");
	for (int i = 0; i < m->n_note; ++i) {
		buffer_add(out, i ? ", " : "");
		json_string(out, m->note[i], strlen(m->note[i]));
	}
	buffer_add(out, "]}");
}

void message_list(const struct wsp_result *r, struct buffer *out)
{
	buffer_add_char(out, '[');
	for (int i = 0; i < wsp_message_count(r); ++i) {
		buffer_add(out, i ? ", " : "");
		add_message(wsp_message(r, i), out);
	}
	buffer_add_char(out, ']');
}

const char *message_first(const struct wsp_result *r)
{
	for (int i = 0; i < wsp_message_count(r); ++i)
		if (wsp_message(r, i)->is_error)
			return wsp_message(r, i)->message;
	return "";
}

void message_error(const struct wsp_result *r, struct buffer *out)
{
	const char *first = message_first(r);

	buffer_add(out, "{\"error\": ");
	json_string(out, first, strlen(first));
	buffer_add(out, ", \"messages\": ");
	message_list(r, out);
	buffer_add_char(out, '}');
}
