/* Random calls of plot(): numbers, tables, reports, rooflines, validations
 * with texts and figures that no axis can show.  The result is a picture
 * or an error, and the SVG of a picture is well formed and has no NaN or
 * infinity in it.
 *
 *	prop_plots [SEED [CASES]]
 */

#include <string.h>
#include <unistd.h>

#include "lang/base/buffer.h"
#include "lang/base/files.h"
#include "lang/wsp.h"
#include "tests/prop/random.h"
#include "tests/prop/xml.h"
#include "tests/unit/check.h"

#define CASES	    600
#define COUNT(list) ((int64_t) (sizeof(list) / sizeof((list)[0])))
#define ANY(list)   ((list)[pick(0, COUNT(list) - 1)])

static char path[64];

static const char start[] =
	"kernel heat(u: [nx, ny], v: [nx, ny]) {\n"
	"	v[0,0] = (u[1,0] + u[-1,0] + u[0,1] + u[0,-1]) / 4\n"
	"}\n"
	"kernel star(u: float[nx, ny, nz], v: float[nx, ny, nz]) {\n"
	"	v[0,0,0] = u[2,0,0] + u[0,-2,0] + u[0,0,1] - 6*u[0,0,0]\n"
	"}\n"
	"kernel none(v: [nx]) { v[0] = 0 }\n"
	"set block = (32, 4)\n"
	"r = estimate heat on a100 with domain = (512, 256)\n"
	"q = estimate star on v100 with domain = (128, 64, 32)\n"
	"n = estimate none with domain = 1000, block = 64\n"
	"t = rank heat over block in [(32, 1), (64, 4), (1024, 1)] "
	"with domain = (512, 256)\n"
	"s = sweep heat over domain in [(64, 64), (100, 3), (4096, 4096)]\n";

static void add_number(struct buffer *out)
{
	static const char *const numbers[] = { "0", "1", "-1", "10^300",
		"-10^300", "10^-300", "1e308", "10^400", "1/3", "2^63", "5 s",
		"3 GB/s", "-2 MiB", "0 s", "1e-5", "12345.678", "100", "7" };

	buffer_add(out, numbers[pick(0, chance(60) ? COUNT(numbers) - 1 : 2)]);
}

static void add_text(struct buffer *out)
{
	static const char *const texts[] = { "plain", "`touch x`", "it's",
		"'; system('touch x')", "$(x)", "a\\nb", "@macro", "!ls", "%s",
		"", "\xc3\xa4\xc3\xb6", "{/:Bold x}", "\\\\", "'", "\xc2\x9bm",
		"]]>", "<&>", "</text>", "&amp;", "#",
		"a very long text that goes on and on until it is cut" };

	buffer_printf(out, "\"%s\"", ANY(texts));
}

static void add_value(struct buffer *out, int depth);

static void add_values(struct buffer *out, const char *ends, int depth)
{
	int n = (int) pick(0, 5), same = (int) pick(0, 3);

	buffer_add_char(out, ends[0]);
	for (int i = 0; i < n; ++i) {
		if (i)
			buffer_add(out, ", ");
		if (same == 0)
			add_number(out);
		else if (same == 1)
			buffer_printf(out, "(%d, %d)", (int) pick(-3, 3),
				(int) pick(-9, 9));
		else
			add_value(out, depth + 1);
	}
	buffer_printf(out, "%s%c", ends[0] == '(' && n == 1 ? "," : "",
		ends[1]);
}

/* Records with the same members, as a table has. */
static void add_table(struct buffer *out)
{
	int n = (int) pick(1, 6);
	int kind = (int) pick(0, 3);

	buffer_add_char(out, '[');
	for (int i = 0; i < n; ++i) {
		buffer_printf(out, "%srecord(n = ", i ? ", " : "");
		if (kind == 0)
			add_text(out);
		else
			buffer_printf(out, kind == 1 ? "(%d, %d)" : "%d",
				(int) pick(1, 4), (int) pick(1, 4));
		buffer_add(out, ", a = ");
		add_number(out);
		buffer_add(out, ", time = ");
		if (chance(80))
			buffer_printf(out, "%d ms", (int) pick(-1, 50));
		else
			add_value(out, 2);
		buffer_add(out, ")");
	}
	buffer_add_char(out, ']');
}

static void add_value(struct buffer *out, int depth)
{
	static const char *const names[] = { "r", "q", "n", "t", "s", "[r, q]",
		"[r, r, n]", "[n]", "roofline r", "roofline [r, q, n]",
		"roofline r kind instruction",
		"roofline [r, n] kind instruction", "a100", "heat", "true",
		"1..5", "t[0]", "[x.dram.load for x in [r, q, n]]", "r.dram",
		"explain r", "layers heat with domain = (512, 256)", "sqrt" };

	switch (depth > 3 ? pick(0, 1) : pick(0, 8)) {
	case 0: add_number(out); return;
	case 1: add_text(out); return;
	case 2:
	case 3: add_values(out, "[]", depth); return;
	case 4: add_values(out, "()", depth); return;
	case 5:
		buffer_add(out, "record(a = ");
		add_value(out, depth + 1);
		buffer_add(out, ", b = ");
		add_value(out, depth + 1);
		buffer_add(out, ")");
		return;
	case 6: add_table(out); return;
	default: buffer_printf(out, "(%s)", ANY(names)); return;
	}
}

static void add_options(struct buffer *out)
{
	static const char *const columns[] = { "n", "a", "time", "block",
		"dram.load", "performance", "nothing", "domain", "l2.load" };
	static const char *const kinds[] = { "lines", "points", "bars", "stack",
		"heat", "pie" };
	static const char *const logs[] = { "x", "y", "xy", "" };

	if (chance(20)) {
		buffer_add(out, ", title = ");
		add_text(out);
	}
	if (chance(25))
		buffer_printf(out, ", x = \"%s\"", ANY(columns));
	if (chance(20))
		buffer_printf(out, ", y = \"%s\"", ANY(columns));
	else if (chance(15))
		buffer_printf(out, ", y = [\"%s\", \"%s\"]", ANY(columns),
			ANY(columns));
	if (chance(50))
		buffer_printf(out, ", kind = \"%s\"", ANY(kinds));
	if (chance(30))
		buffer_printf(out, ", log = \"%s\"", ANY(logs));
}

static bool has_figures(const char *svg)
{
	return !strstr(svg, "nan") && !strstr(svg, "inf");
}

static bool check_plot(struct wsp *w)
{
	struct buffer call = { 0 }, svg = { 0 };
	struct wsp_result *r;
	bool ok, is_good;

	buffer_add(&call, "plot(");
	add_value(&call, 0);
	buffer_printf(&call, ", \"%s\"", path);
	if (chance(60))
		add_options(&call);
	buffer_add(&call, ")");
	unlink(path);
	r = wsp_eval(w, call.text);
	ok = wsp_ok(r);
	is_good = ok ? files_read(path, &svg) && svg.len > 0 &&
			xml_is_clean(svg.text) && has_figures(svg.text) :
		       wsp_error_text(r)[0] && access(path, F_OK) != 0;
	CHECK(is_good);
	if (!is_good)
		printf("%s\n%s\n%s\n", call.text, wsp_error_text(r),
			buffer_text(&svg));
	if (getenv("SHOW"))
		printf("%s: %.70s\n", call.text, wsp_error_text(r));
	wsp_result_free(r);
	buffer_free(&call);
	buffer_free(&svg);
	return ok;
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	long cases = argc > 2 ? atol(argv[2]) : check_cases(CASES);
	struct wsp *w = wsp_new();
	struct wsp_result *r;
	int n_drawn = 0;

	printf("seed %llu\n", (unsigned long long) seed);
	snprintf(path, sizeof(path), "prop_plots.%ld.svg", (long) getpid());
	wsp_allow_files(w, true);
	r = wsp_eval(w, start);
	CHECK(wsp_ok(r));
	printf("%s", wsp_error_text(r));
	wsp_result_free(r);
	wsp_save(w);
	for (long i = 0; i < cases; ++i) {
		state = seed * 1000003 + (uint64_t) i;
		n_drawn += check_plot(w);
		wsp_restore(w);
	}
	unlink(path);
	printf("%ld calls, %d pictures\n", cases, n_drawn);
	CHECK(n_drawn > 0);
	wsp_free(w);
	return check_done();
}
