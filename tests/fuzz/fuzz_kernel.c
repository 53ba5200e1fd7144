/* No kernel crashes lowering or a model, or gets a report that breaks a law.
 *
 * The bytes choose a kernel, its launch, a device and a question.
 */

#define PROGRAM_LONGEST 1000, 40, 14
#define PROGRAM_LARGE	20
#include "tests/fuzz/session.h"
#include "tests/prop/random_program.h"

static const char devices[] =
	"devices = [a100, h200, v100, mi210, mi300x, gtx970, rx6900xt, l40]";

/* Those that take longer than the others are asked seldom. */
static const char *one_question(void)
{
	if (seldom(60))
		return ONE_TEXT("simulate", "roofline", "layers",
			"explain estimate");
	return ONE_TEXT("estimate", "estimate", "estimate", "estimate",
		"divergence", "show addresses of", "show maps of");
}

static void simulate_options(struct buffer *b)
{
	if (chance(50))
		buffer_printf(b, ", interleave = %s",
			ONE_TEXT("sequential", "warps", "waves"));
	if (chance(50))
		buffer_printf(b, ", policy = %s",
			ONE_TEXT("lru", "fifo", "random"));
	if (chance(50))
		buffer_printf(b, ", ways = %s", ONE_TEXT("1", "4", "full"));
	if (chance(50))
		buffer_printf(b,
			", sms = %" PRId64 ", resident = %" PRId64
			", apart = %" PRId64,
			pick(1, 3), pick(1, 3), pick(0, 9));
}

static void ask(const struct program *p, struct buffer *b)
{
	const char *question = one_question();
	bool is_show = question[0] == 's' && question[1] == 'h';

	buffer_printf(b, "%s%s k",
		is_show || question[1] == 'x' ? "" : "r = ", question);
	if (!is_show)
		buffer_printf(b, " on %s", p->device);
	buffer_printf(b, " with %s", buffer_text(&p->options));
	if (question[0] == 'e' && chance(20))
		buffer_printf(b, ", model = %s",
			ONE_TEXT("ernst2022", "warpspeed2025"));
	if (question[0] == 's' && !is_show)
		simulate_options(b);
	buffer_add(b, "\n");
}

static void run_input(const uint8_t *data, size_t size)
{
	struct buffer text = { 0 };
	struct program p;

	random_follow(data, size);
	program_make(&p, program_names);
	program_text(&p, 0, &text);
	ask(&p, &text);
	if (seldom(20))
		ask(&p, &text);
	session_run(session, text.text, text.len, seldom(40) ? 2 : 0);
	buffer_free(&text);
	program_clear(&p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	session_input(devices, run_input, data, size);
	return 0;
}
