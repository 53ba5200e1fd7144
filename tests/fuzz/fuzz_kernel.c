/* No kernel crashes lowering or a model, or gets a report that breaks a law.
 *
 * The bytes choose a kernel, its launch, a board and questions.
 */

#include "tests/fuzz/session.h"
#include "tests/prop/random_program.h"

static const char *const questions[] = {
	"estimate", "estimate", "estimate", "explain estimate", "layers",
	"divergence", "roofline", "simulate", "show addresses of",
	"show maps of"
};

static void ask(struct wsp *w, const struct program *p)
{
	const char *question = one_text(10, questions);
	int is_show = question[0] == 's' && question[1] == 'h';
	struct buffer b = { 0 };

	buffer_printf(&b, "r = %s k", question);
	if (is_show) {
		buffer_free(&b);
		buffer_printf(&b, "%s k with %s", question,
			buffer_text(&p->options));
	} else {
		buffer_printf(&b, " on %s with %s", p->device,
			buffer_text(&p->options));
		if (question[0] == 'e' && chance(20))
			buffer_printf(&b, ", model = %s",
				ONE_TEXT("ernst2022", "warpspeed2025"));
	}
	session_run(w, b.text, b.len);
	buffer_free(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buffer kernel = { 0 };
	struct program p;
	struct wsp *w;

	random_follow(data, size);
	program_make(&p, program_names);
	program_text(&p, 0, &kernel);
	if (getenv("FUZZ_SHOW"))
		printf("%s# on %s with %s\n", kernel.text, p.device,
			p.options.text);
	w = session_new();
	if (session_run(w, kernel.text, kernel.len))
		for (int i = 0; i < 2; ++i)
			ask(w, &p);
	wsp_free(w);
	buffer_free(&kernel);
	program_clear(&p);
	return 0;
}
