/* No device file crashes its reader or the models, or makes a report that
 * breaks a law: the first byte chooses the parent, the others are what
 * stands between the braces.
 */

#include "lang/buffer.h"
#include "tests/fuzz/session.h"

static const char kernel[] =
	"kernel k(a, b: [nx, ny]) { b[0,0] = a[1,0] + a[-1,0] + a[0,1] };";
static const char *const questions[] = {
	"show fuzz", "r = estimate k on fuzz with domain = (300, 200), "
	"block = (32, 4)", "explain r", "roofline r",
	"divergence k on fuzz with domain = (64, 64), block = (32, 2)",
	"layers k on fuzz with domain = (300, 200), block = (32, 4)",
	"estimate k on fuzz with domain = (300, 200), block = (32, 4), "
	"model = warpspeed2025",
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const parents[] = { "", ": a100", ": h200",
		": mi210", ": nvidia", ": amd", ": rx6900xt", ": nobody" };
	struct buffer text = { 0 };
	struct wsp *w;

	if (size == 0 || session_is_unbounded(data, size))
		return 0;
	buffer_printf(&text, "device fuzz %s {\n", parents[data[0] & 7]);
	buffer_add_bytes(&text, (const char *) data + 1, size - 1);
	buffer_add(&text, "\n}\n");
	w = session_new();
	session_do(w, kernel);
	if (session_run(w, text.text, text.len))
		for (int i = 0; i < 7; ++i)
			session_run(w, questions[i], strlen(questions[i]));
	wsp_free(w);
	buffer_free(&text);
	return 0;
}
