#ifndef TESTS_FUZZ_SESSION_H
#define TESTS_FUZZ_SESSION_H

/* A session in safe mode with small budgets, and what holds of any input to
 * it: success is the absence of errors, a report that breaks a law of
 * physics is a finding, and the session works on.
 */

#include "lang/wsp.h"
#include "tests/fault/leak.h"
#include "tests/fuzz/fuzz.h"

#define SESSION_INPUTS 10000

/* Small, since ten million inputs have to run: a fault within these budgets is
 * a fault with larger ones, too.
 */
static const char session_budgets[] =
	"set threads = 1; set steps = 2000; set memory = 8 MiB;"
	"set output = 64 KiB; set isl_operations = 2000;"
	"set accesses = 4000; set stack = 96 KiB";

static struct wsp *session;

/* isl itself loses a block now and then where its budget ends (lsan.txt). */
static int session_isl_ended;

static inline void session_require(const struct wsp_result *r)
{
	static const char law[] = "the report breaks a law";
	int n_error = 0;

	for (int i = 0; i < wsp_message_count(r); ++i) {
		const struct wsp_message *m = wsp_message(r, i);

		n_error += m->is_error;
		session_isl_ended |= strstr(m->message, "isl_") != NULL;
		require(strncmp(m->message, law, strlen(law)) != 0, m->message);
	}
	require(wsp_ok(r) == (n_error == 0), "true if there was no error");
	require(n_error == 0 || wsp_error_text(r)[0], "an error has a message");
}

/* Run a program, and print its value as text (ways > 0) and as JSON (ways >
 * 1).  True if there was no error.
 */
static inline int session_run(struct wsp *w, const char *text, size_t len,
	int ways)
{
	int ok, is_shown = getenv("FUZZ_SHOW") != NULL;
	struct wsp_result *r;

	if (is_shown)
		fprintf(stderr, "%.*s", (int) len, text);
	r = wsp_eval_named(w, "fuzz", text, len);
	ok = wsp_ok(r);
	if (is_shown)
		fputs(wsp_error_text(r), stderr);
	session_require(r);
	if (ways > 0)
		wsp_value_text(r);
	if (ways > 1)
		wsp_value_json(r);
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

static inline void session_end(void)
{
	wsp_free(session);
	session = NULL;
}

/* The session of the next input, in the state after "start".  Starting a
 * session takes longer than most inputs, so it is saved and restored, and
 * replaced only after SESSION_INPUTS inputs.
 */
static inline void session_next(const char *start)
{
	static int n_used;

	if (n_used == 0)
		atexit(session_end);
	if (n_used++ % SESSION_INPUTS != 0)
		return;
	session_end();
	session = wsp_new();
	session_do(session, session_budgets);
	session_do(session, start);
	require(wsp_save(session), "a session is saved");
}

/* Run an input in a session after "start"; the session must free all memory
 * that the input took.
 */
static inline void session_input(const char *start,
	void (*run)(const uint8_t *data, size_t size), const uint8_t *data,
	size_t size)
{
	int64_t before;
	int turn = 0;

	session_next(start);
	session_isl_ended = 0;
	do {
		before = fault_blocks();
		run(data, size);
		require(wsp_restore(session), "a session goes back");
	} while (fault_blocks() > before && !session_isl_ended &&
		++turn < LEAK_TURNS);
	require(turn < LEAK_TURNS, "memory is given back");
}

static inline int session_has(const char *text, size_t len, const char *word)
{
	size_t n = strlen(word);
	const char *at = text;

	for (; len >= n; ++at, --len) {
		const char *found = memchr(at, word[0], len - n + 1);

		if (!found)
			return 0;
		len -= (size_t) (found - at);
		at = found;
		if (memcmp(at, word, n) == 0)
			return 1;
	}
	return 0;
}

/* True if a program may change the budgets: it could then run for any time. */
static inline int session_is_unbounded(const char *text, size_t len)
{
	static const char *const words[] = { "steps", "isl_operations",
		"accesses", "memory", "stack", "output", "threads" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i)
		if (session_has(text, len, words[i]))
			return 1;
	return 0;
}

#endif
