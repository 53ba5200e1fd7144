/* Writes the asserts of programs as a JUnit file, which build servers read. */

#include <string.h>

#include "lang/cli/junit.h"

/* Adds text with XML's special characters escaped; characters that XML cannot
 * hold (control characters, U+FFFE, U+FFFF) become '?'.
 */
static void add_text(struct buffer *out, const char *text, bool in_attribute)
{
	for (; *text; ++text) {
		unsigned char c = (unsigned char) *text;

		if (c == '&')
			buffer_add(out, "&amp;");
		else if (c == '<')
			buffer_add(out, "&lt;");
		else if (c == '>')
			buffer_add(out, "&gt;");
		else if (c == '"')
			buffer_add(out, "&quot;");
		else if (c == '\n' || c == '\t' || c == '\r')
			buffer_add_char(out, in_attribute ? ' ' : *text);
		else if (c < 0x20 || c == 0x7f)
			buffer_add_char(out, '?');
		else if (strncmp(text, "\xef\xbf\xbe", 3) == 0 ||
			strncmp(text, "\xef\xbf\xbf", 3) == 0) {
			buffer_add_char(out, '?');
			text += 2;
		} else
			buffer_add_char(out, *text);
	}
}

static void add_attribute(struct buffer *out, const char *name,
	const char *value)
{
	buffer_printf(out, " %s=\"", name);
	add_text(out, value, true);
	buffer_add_char(out, '"');
}

static void add_outcome(struct buffer *out, const char *word,
	const char *message, const char *text)
{
	buffer_printf(out, "      <%s", word);
	add_attribute(out, "message", message);
	buffer_add_char(out, '>');
	add_text(out, text, false);
	buffer_printf(out, "</%s>\n", word);
}

static void add_case(struct junit *j, const struct wsp_assertion *a,
	const char *message)
{
	struct buffer *out = &j->cases;

	++j->suite.tests;
	j->suite.failures += !a->holds && !a->is_error;
	j->suite.errors += a->is_error;
	j->suite.seconds += a->seconds;
	buffer_add(out, "    <testcase");
	add_attribute(out, "name", a->name);
	add_attribute(out, "classname", a->file);
	add_attribute(out, "file", a->file);
	if (a->line > 0)
		buffer_printf(out, " line=\"%d\"", a->line);
	buffer_printf(out, " time=\"%.6f\"", a->seconds);
	if (a->holds) {
		buffer_add(out, "/>\n");
		return;
	}
	buffer_add(out, ">\n");
	add_outcome(out, a->is_error ? "error" : "failure", message, a->text);
	buffer_add(out, "    </testcase>\n");
}

static void hear(void *user, const struct wsp_assertion *a)
{
	struct buffer first = { 0 };

	buffer_add_bytes(&first, a->text, strcspn(a->text, "\n"));
	add_case(user, a, buffer_text(&first));
	buffer_free(&first);
}

void junit_start(struct junit *j, struct session *s)
{
	*j = (struct junit) { 0 };
	s->junit = j;
	wsp_on_assert(s->wsp, hear, j);
}

static void add_counts(struct buffer *out, const struct junit_count *c)
{
	buffer_printf(out,
		" tests=\"%d\" failures=\"%d\" errors=\"%d\" "
		"time=\"%.6f\">\n",
		c->tests, c->failures, c->errors, c->seconds);
}

/* The last error is the one that stopped the program. */
static const char *last_error(const struct wsp_result *r)
{
	int i = wsp_message_count(r) - 1;

	while (i >= 0 && !wsp_message(r, i)->is_error)
		--i;
	return i < 0 ? "stopped" : wsp_message(r, i)->message;
}

void junit_end_suite(struct junit *j, const char *name,
	const struct wsp_result *r)
{
	if (!r || !wsp_finished(r))
		add_case(j,
			&(struct wsp_assertion) {
				.name = "runs to its end",
				.file = name,
				.is_error = true,
				.text = r ? wsp_error_text(r) : "",
			},
			r ? last_error(r) : "cannot be read");
	buffer_add(&j->suites, "  <testsuite");
	add_attribute(&j->suites, "name", name);
	add_counts(&j->suites, &j->suite);
	buffer_add(&j->suites, buffer_text(&j->cases));
	buffer_add(&j->suites, "  </testsuite>\n");
	j->total.tests += j->suite.tests;
	j->total.failures += j->suite.failures;
	j->total.errors += j->suite.errors;
	j->total.seconds += j->suite.seconds;
	j->suite = (struct junit_count) { 0 };
	buffer_free(&j->cases);
}

bool junit_write(struct junit *j, const char *path)
{
	struct buffer out = { 0 };
	bool ok;

	buffer_add(&out,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<testsuites");
	add_counts(&out, &j->total);
	buffer_add(&out, buffer_text(&j->suites));
	buffer_add(&out, "</testsuites>\n");
	ok = cli_store(path, buffer_text(&out), out.len);
	buffer_free(&out);
	buffer_free(&j->suites);
	buffer_free(&j->cases);
	return ok;
}
