/* Every record that the language gives: each name that keys() lists is a member
 * that can be read, in records inside of records too, and a name that it does
 * not list is refused.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/buffer.h"
#include "lang/wsp.h"
#include "tests/unit/check.h"

/* Records nest deeper than any of today, not without end. */
#define DEEPEST 6

static const char *const records[] = {
	/* reports of all models, of devices with and without an L3 */
	"(estimate k on v100_sxm2 with block = (64, 4))",
	"(estimate k on h200 with block = (64, 4))",
	"(estimate k on mi300x with block = (64, 4))",
	"(estimate k on v100 with block = (64, 4), model = ernst2022)",
	"(estimate k on v100 with block = (64, 4), model = warpspeed2025)",
	/* rooflines of reports, profiles and devices */
	"(roofline k on v100_sxm2)",
	"(roofline k on v100_sxm2 kind instruction)",
	"(roofline k on mi300x kind instruction)",
	"(roofline v100_sxm2)",
	"(roofline v100_sxm2 kind instruction)",
	"(roofline [estimate k on h200, estimate k on h200])",
	"profile[0]",
	"(roofline profile)",
	"(roofline profile kind instruction)",
	/* other answers */
	"compare(estimate k on h200, estimate k on a100)",
	"compare(roofline k on h200, roofline k on a100)",
	"why(estimate k on h200, estimate k on a100)",
	"(layers k on a100)",
	"(divergence k on a100)",
	"(simulate k on a100)",
	"(diagram k on a100)",
	"(smallest n in 1..10 such that n^2 > 50)",
	"(crossover n in 1..10 of (n^2) and 50)",
	"(rank k on a100 over block in [(64, 4), (32, 8)])[0]",
	"(sweep k on a100 over block in [(64, 4)])[0]",
	"validate(runs)",
	/* what questions are about */
	"k",
	"v100_sxm2",
	"mi300x",
	"cache(size = 32 KiB, line = 128 B)",
};

static const char program[] =
	"kernel k(a, b: double[256, 64]) { b[0,0] = a[1,0] + a[0,1] }\n"
	"runs = [record(kernel = \"k\", nx = 256, ny = 64, bx = 64, by = 4, "
	"ms = 0.003)]\n";

static struct wsp *w;
static int n_member;

static void walk(const char *record, int depth);

/* A member: it can be read, and is walked if it is a record or a list of some.
 */
static void visit(const char *path, int depth)
{
	struct wsp_result *r = wsp_eval(w, path);
	const char *json;
	struct buffer inside = { 0 };

	++n_member;
	CHECK(wsp_ok(r));
	if (!wsp_ok(r))
		printf("%s: %s", path, wsp_error_text(r));
	json = wsp_ok(r) ? wsp_value_json(r) : "";
	buffer_add(&inside, path);
	if (json && strncmp(json, "[{", 2) == 0)
		buffer_add(&inside, "[0]");
	if (json && (json[0] == '{' || strncmp(json, "[{", 2) == 0))
		walk(buffer_text(&inside), depth + 1);
	buffer_free(&inside);
	wsp_result_free(r);
}

static void refuses(const char *record)
{
	struct buffer path = { 0 };
	struct wsp_result *r;

	buffer_printf(&path, "%s.no_such_member", record);
	r = wsp_eval(w, buffer_text(&path));
	CHECK(!wsp_ok(r));
	CHECK(strstr(wsp_error_text(r), "'no_such_member'"));
	if (wsp_ok(r))
		printf("%s is not refused\n", buffer_text(&path));
	wsp_result_free(r);
	buffer_free(&path);
}

/* The names in a list as it prints, ["a", "b"], or NULL if "record" is none. */
static char *names_of(const char *record)
{
	struct buffer text = { 0 };
	struct wsp_result *r;
	char *names = NULL;

	buffer_printf(&text, "keys(%s)", record);
	r = wsp_eval(w, buffer_text(&text));
	if (wsp_ok(r))
		names = strdup(wsp_value_text(r));
	else
		CHECK(strstr(wsp_error_text(r), "keys needs a record"));
	wsp_result_free(r);
	buffer_free(&text);
	return names;
}

static void walk(const char *record, int depth)
{
	static const char between[] = "[\", ]\n";
	char *names = depth < DEEPEST ? names_of(record) : NULL, *name, *rest;
	struct buffer path = { 0 };

	CHECK(depth < DEEPEST && (names || depth > 0));
	if (!names)
		return;
	refuses(record);
	for (name = strtok_r(names, between, &rest); name;
		name = strtok_r(NULL, between, &rest)) {
		path.len = 0;
		buffer_printf(&path, "%s.%s", record, name);
		visit(buffer_text(&path), depth);
	}
	free(names);
	buffer_free(&path);
}

int main(void)
{
	const char *srcdir = getenv("srcdir");
	struct buffer text = { 0 };
	struct wsp_result *r;

	w = wsp_new();
	wsp_allow_files(w, true);
	buffer_printf(&text,
		"%sprofile = read_profile(\"%s/tests/measured/profiles/"
		"h200_nersc.csv\")\n",
		program, srcdir ? srcdir : ".");
	r = wsp_eval(w, buffer_text(&text));
	CHECK(wsp_ok(r));
	if (!wsp_ok(r))
		printf("%s", wsp_error_text(r));
	wsp_result_free(r);
	buffer_free(&text);
	for (size_t i = 0; i < sizeof(records) / sizeof(records[0]); ++i) {
		struct buffer name = { 0 };

		/* ask once, then walk the answer */
		buffer_printf(&name, "x%zu", i);
		buffer_printf(&text, "%s = %s", buffer_text(&name), records[i]);
		r = wsp_eval(w, buffer_text(&text));
		CHECK(wsp_ok(r));
		if (!wsp_ok(r))
			printf("%s: %s", records[i], wsp_error_text(r));
		else
			walk(buffer_text(&name), 0);
		wsp_result_free(r);
		buffer_free(&text);
		buffer_free(&name);
	}
	CHECK(n_member > 1000);
	wsp_free(w);
	return check_done();
}
