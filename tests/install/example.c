/* A program that uses the installed library: it asks a question, reads the
 * answer as text and as JSON, and an error as data.
 */

#include <stdio.h>
#include <string.h>

#include <wsp.h>

static int answer(struct wsp *w)
{
	struct wsp_result *r = wsp_eval(w, "4096^2 * 8 B / 192 GB/s in ms");
	int ok = wsp_ok(r);

	printf("text: %s", wsp_text(r));
	printf("json: %s\n", wsp_value_json(r));
	wsp_result_free(r);
	return ok;
}

static int mistake(struct wsp *w)
{
	struct wsp_result *r = wsp_eval(w, "n = 1\nn + 2 s");
	const struct wsp_message *m = wsp_message(r, 0);
	int ok = !wsp_ok(r) && wsp_message_count(r) == 1 && m->line == 2;

	if (ok)
		printf("error at %d:%d: %s\n", m->line, m->column, m->message);
	wsp_result_free(r);
	return ok;
}

int main(void)
{
	struct wsp *w = wsp_new();
	int ok = answer(w) && mistake(w);

	wsp_free(w);
	return ok ? 0 : 1;
}
