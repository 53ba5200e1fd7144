/* Parts of an answer by their paths: each figure and text that stands in the
 * JSON of an answer has the same value under its path, and paths that lead
 * nowhere say why.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/wsp.h"
#include "tests/unit/check.h"

#define HEAT                                            \
	"kernel heat(src, dst: double[1500, 1500]) {\n" \
	"dst[0,0] = (src[1,0] + src[-1,0] + src[0,1] + src[0,-1]) / 4 }\n"

/* A walk over JSON text: "at" is the next byte, "path" leads there. */
struct walk {
	struct wsp_result *r;
	const char *at;
	char path[200];
	int n_leaf;
};

static void walk_value(struct walk *w);

/* The text between the quotes at "at"; answers have no escapes in it. */
static void take_text(struct walk *w, char *text, size_t size)
{
	size_t len = strcspn(++w->at, "\"");

	CHECK(*w->at != '\\' && len < size);
	snprintf(text, size, "%.*s", (int) len, w->at);
	w->at += len + 1;
}

static void walk_member(struct walk *w)
{
	size_t len = strlen(w->path);
	char name[100];

	take_text(w, name, sizeof(name));
	w->at += 2; /* ": " */
	/* quantities that stand alone are { "value": n, "unit": u } */
	if (strcmp(name, "value") == 0) {
		walk_value(w);
	} else if (strcmp(name, "unit") == 0) {
		const char *unit = wsp_unit(w->r, w->path);

		take_text(w, name, sizeof(name));
		CHECK(unit && strcmp(unit, name) == 0);
	} else {
		snprintf(w->path + len, sizeof(w->path) - len, "%s%s",
			len ? "." : "", name);
		walk_value(w);
		w->path[len] = '\0';
	}
}

/* The units of a record's members, which their paths give as well. */
static void skip_object(struct walk *w)
{
	int depth = 0;

	w->at += strcspn(w->at, "{");
	do
		depth += (*w->at == '{') - (*w->at == '}');
	while (*w->at++ && depth > 0);
}

static void walk_object(struct walk *w)
{
	do {
		w->at += 1 + (*w->at == ',');
		if (strncmp(w->at, "\"units\"", 7) == 0) {
			skip_object(w);
			continue;
		}
		walk_member(w);
	} while (*w->at == ',');
	++w->at;
}

static void walk_array(struct walk *w)
{
	size_t len = strlen(w->path);
	long long n = wsp_count(w->r, w->path), i = 0;

	while (*w->at != ']' && strncmp(w->at, "[]", 2) != 0) {
		w->at += 1 + (*w->at == ',');
		snprintf(w->path + len, sizeof(w->path) - len, "[%lld]", i++);
		walk_value(w);
		w->path[len] = '\0';
	}
	w->at += *w->at == '[' ? 2 : 1;
	CHECK(i == n);
}

static void walk_leaf(struct walk *w)
{
	char text[400], *end;
	const char *string;
	double number, expected;
	bool ok;

	++w->n_leaf;
	if (*w->at == '"') {
		take_text(w, text, sizeof(text));
		string = wsp_string(w->r, w->path);
		ok = string && strcmp(string, text) == 0;
	} else {
		expected = *w->at == 't';
		end = (char *) w->at + strspn(w->at, "truefals");
		if (end == w->at)
			expected = strtod(w->at, &end);
		w->at = end;
		ok = wsp_number(w->r, w->path, &number) && number == expected;
	}
	CHECK(ok);
	if (!ok)
		printf("%s: %s\n", w->path, wsp_value_error(w->r));
}

static void walk_value(struct walk *w)
{
	if (*w->at == '{')
		walk_object(w);
	else if (*w->at == '[')
		walk_array(w);
	else
		walk_leaf(w);
}

/* All of the answer's JSON is found by paths; it has "n" leaves or more. */
static void check_all(struct wsp *w, const char *program, int n)
{
	struct wsp_result *r = wsp_eval(w, program);
	struct walk walk = { .r = r, .at = wsp_value_json(r) };

	CHECK(wsp_ok(r));
	if (!wsp_ok(r))
		printf("%s", wsp_error_text(r));
	walk_value(&walk);
	CHECK(walk.n_leaf >= n);
	if (*walk.at)
		printf("%s: stopped before %s\n", program, walk.at);
	CHECK(*walk.at == '\0');
	wsp_result_free(r);
}

static void test_answers(struct wsp *w)
{
	check_all(w, HEAT "estimate heat on a100 with block = (256, 2)", 60);
	check_all(w, "sweep heat on a100 over block in [(32, 8), (8, 8)]", 4);
	check_all(w, "rank heat on a100 over block in blocks(256)", 10);
	check_all(w, "layers heat on a100 with block = (256, 2)", 10);
	check_all(w, "roofline heat on a100 with block = (256, 2)", 10);
	check_all(w, "simulate heat on a100 with block = (256, 2)", 10);
	check_all(w, "divergence heat on a100 with block = (256, 2)", 10);
	check_all(w, "a100", 40);
	check_all(w, "record(a = [1 s, 2 ms], b = (true, \"x\"), c = rows)", 5);
	check_all(w, "[1 GB/s, 3, \"x\", 0.1]", 4);
	check_all(w, "1..4", 4);
	check_all(w, "3.5 kHz", 1);
}

/* The value in each format; a program without an expression has none. */
static void test_forms(struct wsp *w)
{
	static const char *const start[][2] = {
		{ "text", "heat on a100" },
		{ "json", "{\"kernel\": \"heat\"" },
		{ "csv", "kernel,device,model" },
		{ "markdown", "| figure | value |" },
		{ "svg", "<svg" },
	};
	struct wsp_result *r = wsp_eval(w,
		HEAT "estimate heat on a100 with block = (256, 2);");

	CHECK(wsp_text(r)[0] == '\0');
	for (size_t i = 0; i < sizeof(start) / sizeof(start[0]); ++i) {
		const char *form = wsp_value_as(r, start[i][0]);

		CHECK(form &&
			strncmp(form, start[i][1], strlen(start[i][1])) == 0);
		CHECK(wsp_value_error(r)[0] == '\0');
	}
	CHECK(!wsp_value_as(r, "xml"));
	CHECK(strstr(wsp_value_error(r), "the formats are") != NULL);
	wsp_result_free(r);
	r = wsp_eval(w, "heat");
	CHECK(!wsp_value_as(r, "svg"));
	CHECK(strcmp(wsp_value_error(r), "there is no picture of a kernel") ==
		0);
	wsp_result_free(r);
	r = wsp_eval(w, "x = 3");
	CHECK(strcmp(wsp_value_as(r, "json"), "null") == 0);
	CHECK(!wsp_value_as(r, "svg"));
	wsp_result_free(r);
}

static bool is_refused(struct wsp_result *r, const char *path, const char *why)
{
	double number = 7;
	bool refused = !wsp_number(r, path, &number) && number == 7 &&
		strcmp(wsp_value_error(r), why) == 0;

	if (!refused)
		printf("'%s': %s\n", path, wsp_value_error(r));
	return refused;
}

static void test_errors(struct wsp *w)
{
	struct wsp_result *r = wsp_eval(w,
		"record(a = [1, 2 B], s = \"text\", q = record(t = 3 s))");
	const char *form = ": a path is written as in dram.load or "
			   "fields[0].name";
	const char *const wrong[] = { ".a", "a.", "a..0", "a[0", "a[]", "a[0]q",
		"[" };
	char why[100];
	double number;

	CHECK(is_refused(r, "b", "b: a record has no member 'b'"));
	CHECK(is_refused(r, "a[2]", "a[2]: a list of 2 has no element '2'"));
	CHECK(is_refused(r, "a.-1", "a.-1: a list of 2 has no element '-1'"));
	CHECK(is_refused(r, "q.t.u", "q.t.u: a number in s has no member 'u'"));
	CHECK(is_refused(r, "s", "s: this is a string, not a number"));
	CHECK(is_refused(r, "", "this is a record, not a number"));
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i) {
		snprintf(why, sizeof(why), "%s%s", wrong[i], form);
		CHECK(is_refused(r, wrong[i], why));
	}
	CHECK(!wsp_string(r, "a[0]"));
	CHECK(!wsp_unit(r, "s"));
	CHECK(wsp_count(r, "s") == -1 && wsp_count(r, "a") == 2);
	CHECK(wsp_number(r, "a.1", &number) && number == 2);
	CHECK(strcmp(wsp_value_error(r), "") == 0);
	CHECK(strcmp(wsp_unit(r, "a[1]"), "B") == 0);
	CHECK(strcmp(wsp_unit(r, "a[0]"), "") == 0);
	wsp_result_free(r);
}

static void test_none(struct wsp *w)
{
	struct wsp_result *r = wsp_eval(w, "1 +");
	double number;

	CHECK(!wsp_number(r, "time", &number));
	CHECK(wsp_value_error(r)[0]);
	wsp_result_free(r);
}

int main(void)
{
	struct wsp *w = wsp_new();

	test_none(w);
	test_answers(w);
	test_forms(w);
	test_errors(w);
	wsp_free(w);
	return check_done();
}
