#ifndef TESTS_FUZZ_SESSION_H
#define TESTS_FUZZ_SESSION_H

/* A session in safe mode with small budgets, and what holds of any input to
 * it: success is the absence of errors, a report that breaks a law of
 * physics is a finding, and the session works on.
 */

#include "lang/wsp.h"
#include "tests/fuzz/fuzz.h"

static const char session_budgets[] =
	"set threads = 1; set steps = 20000; set memory = 64 MiB;"
	"set output = 1 MiB; set isl_operations = 20000;"
	"set accesses = 20000; set stack = 1 MiB";

static inline void session_require(const struct wsp_result *r)
{
	static const char law[] = "the report breaks a law";
	int n_error = 0;

	for (int i = 0; i < wsp_message_count(r); ++i) {
		const struct wsp_message *m = wsp_message(r, i);

		n_error += m->is_error;
		require(strncmp(m->message, law, strlen(law)) != 0,
			m->message);
	}
	require(wsp_ok(r) == (n_error == 0), "true if there was no error");
	require(n_error == 0 || wsp_error_text(r)[0],
		"an error has a message");
}

/* Run it; whether it went well. */
static inline int session_run(struct wsp *w, const char *text, size_t len)
{
	struct wsp_result *r = wsp_eval_named(w, "fuzz", text, len);
	int ok = wsp_ok(r);

	session_require(r);
	wsp_value_json(r);
	wsp_value_text(r);
	wsp_result_free(r);
	return ok;
}

static inline void session_do(struct wsp *w, const char *text)
{
	struct wsp_result *r = wsp_eval(w, text);

	if (!wsp_ok(r))
		fprintf(stderr, "%s\n%s\n", text, wsp_error_text(r));
	require(wsp_ok(r), "a plain program runs");
	wsp_result_free(r);
}

static inline struct wsp *session_new(void)
{
	struct wsp *w = wsp_new();

	session_do(w, session_budgets);
	return w;
}

/* Whether a program would change the budgets, which is its right, and would
 * then take as long as it wants to.
 */
static inline int session_is_unbounded(const uint8_t *data, size_t size)
{
	static const char *const words[] = { "steps", "isl_operations",
		"accesses", "memory", "stack", "output", "threads", "seconds",
		"depth" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i) {
		size_t len = strlen(words[i]);

		for (size_t at = 0; at + len <= size; ++at)
			if (memcmp(data + at, words[i], len) == 0)
				return 1;
	}
	return 0;
}

#endif
