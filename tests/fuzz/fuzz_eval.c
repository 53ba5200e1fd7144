/* No program crashes the checker or the evaluator, or spoils a session.  The
 * bytes are a program; after a first byte above 127 they choose one that
 * parses.
 */

#include "tests/fuzz/random_text.h"
#include "tests/fuzz/session.h"

static void check(struct wsp *w, const char *text, size_t len)
{
	struct wsp_result *r = wsp_check(w, "fuzz", text, len);

	session_require(r);
	wsp_result_free(r);
}

/* What editors ask for. */
static void edit(struct wsp *w, const char *text, size_t len)
{
	struct wsp_result *r;
	size_t start;
	char **words = wsp_complete(w, text, len, &start);

	for (int i = 0; words && words[i]; ++i)
		free(words[i]);
	free(words);
	free(wsp_format(text, len));
	free(wsp_dump(w, "fuzz", text, len, &r));
	wsp_result_free(r);
}

static void run_input(const uint8_t *data, size_t size)
{
	struct buffer text = { 0 };

	random_follow(data + 1, size > 0 ? size - 1 : 0);
	if (size > 0 && data[0] > 127)
		text_program(&text);
	else
		buffer_add_bytes(&text, (const char *) data, size);
	if (!session_is_unbounded(buffer_text(&text), text.len)) {
		if (seldom(250))
			check(session, buffer_text(&text), text.len);
		if (seldom(30))
			edit(session, buffer_text(&text), text.len);
		session_run(session, buffer_text(&text), text.len,
			seldom(250) ? 2 : 1);
		session_do(session, "1 + 1");
	}
	buffer_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	session_input(text_start, run_input, data, size);
	return 0;
}
