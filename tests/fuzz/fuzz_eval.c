/* No program crashes the checker or the evaluator, or spoils a session. */

#include "tests/fuzz/session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *) data;
	struct wsp_result *r;
	struct wsp *w;

	if (session_is_unbounded(data, size))
		return 0;
	w = session_new();
	r = wsp_check(w, "fuzz", text, size);
	session_require(r);
	wsp_result_free(r);
	session_run(w, text, size);
	wsp_set_format(w, "json");
	session_do(w, "1 + 1");
	wsp_free(w);
	return 0;
}
