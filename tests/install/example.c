/* A program that uses the installed library: it asks a question, reads
 * figures of the answer by their paths, and an error as data.
 */

#include <stdio.h>
#include <string.h>

#include <wsp.h>

static const char program[] =
	"kernel heat(src, dst: double[15000, 15000]) {\n"
	"    dst[0,0] = (src[1,0] + src[-1,0] + src[0,1] + src[0,-1]) / 4\n"
	"}\n"
	"estimate heat on a100 with block = (256, 2)\n";

static int answer(struct wsp *w)
{
	struct wsp_result *r = wsp_eval(w, program);
	double load, time;
	int ok = wsp_ok(r) && wsp_number(r, "dram.load", &load) &&
		wsp_number(r, "time", &time);

	if (ok)
		printf("load: %.2f %s\ntime: %.2f ms\nlimiter: %s\n", load,
			wsp_unit(r, "dram.load"), 1000 * time,
			wsp_string(r, "limiter"));
	else
		printf("%s%s\n", wsp_error_text(r), wsp_value_error(r));
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
