/* No device file crashes its reader or the models, or makes a report that
 * breaks a law: the first byte chooses the parent and the question, the
 * others are the text between the braces.
 */

#include "lang/base/buffer.h"
#include "tests/fuzz/session.h"

static const char start[] =
	"devices = [a100, h200, mi210, nvidia, amd, rx6900xt];"
	"kernel k(a, b: [nx, ny]) { b[0,0] = a[1,0] + a[-1,0] + a[0,1] };";
static const char *const questions[] = {
	"r = estimate k on fuzz with domain = (300, 200), block = (32, 4)",
	"explain estimate k on fuzz with domain = (30, 20), block = (32, 4)",
	"roofline k on fuzz with domain = (30, 20), block = (32, 4)",
	"divergence k on fuzz with domain = (64, 64), block = (32, 2)",
	"layers k on fuzz with domain = (300, 200), block = (32, 4)",
	"estimate k on fuzz with domain = (300, 200), block = (32, 4), "
	"model = warpspeed2025",
	"estimate k on fuzz with domain = (300, 200), block = (32, 4), "
	"model = ernst2022",
	"show fuzz",
};

static void run_input(const uint8_t *data, size_t size)
{
	static const char *const parents[] = { "", ": a100", ": h200",
		": mi210", ": nvidia", ": amd", ": rx6900xt", ": nobody" };
	struct buffer text = { 0 };

	buffer_printf(&text, "device fuzz %s {\n", parents[data[0] & 7]);
	buffer_add_bytes(&text, (const char *) data + 1, size - 1);
	buffer_printf(&text, "\n}\n%s\n", questions[data[0] >> 3 & 7]);
	session_run(session, text.text, text.len, data[0] >> 6);
	buffer_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 0 && !session_is_unbounded((const char *) data, size))
		session_input(start, run_input, data, size);
	return 0;
}
