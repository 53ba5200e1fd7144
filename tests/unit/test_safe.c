/* A context of libwsp is safe until the application says otherwise: no
 * program reaches a file or a process, errors say so, and the context goes
 * on.  What cannot be shown whole is an error as well.
 */

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lang/wsp.h"
#include "tests/unit/check.h"

#define OUT "test_safe_out"

static const struct {
	const char *program, *message;
} refused[] = {
	{ "import \"" OUT ".wsp\"", "not allowed here" },
	{ "import \"/etc/passwd\"", "not allowed here" },
	{ "write([1, 2], \"" OUT ".csv\")", "programs may not write files" },
	{ "write([1, 2], \"" OUT ".json\")", "programs may not write files" },
	{ "w = write; w(1, \"" OUT ".txt\")", "programs may not write files" },
	{ "map(f -> write(1, f), [\"" OUT ".txt\"])",
		"programs may not write files" },
	{ "plot([1, 2, 3], \"" OUT ".svg\")", "programs may not write files" },
	{ "plot([1, 2, 3], \"" OUT ".png\")", "programs may not write files" },
	{ "validate(\"" OUT ".csv\")", "may not read files" },
	{ "fit(\"" OUT ".csv\")", "may not read files" },
	{ "read_profile(\"/etc/passwd\")", "may not read files" },
};

#define N_REFUSED ((int) (sizeof(refused) / sizeof(refused[0])))

static bool exists(const char *end)
{
	char path[64];
	struct stat s;

	snprintf(path, sizeof(path), OUT "%s", end);
	return stat(path, &s) == 0;
}

static void check_refused(struct wsp *w)
{
	for (int i = 0; i < N_REFUSED; ++i) {
		struct wsp_result *r = wsp_eval(w, refused[i].program);
		bool says = strstr(wsp_error_text(r), refused[i].message);

		CHECK(!wsp_ok(r));
		CHECK(says);
		if (!says)
			printf("%s\n%s\n", refused[i].program,
				wsp_error_text(r));
		wsp_result_free(r);
		r = wsp_eval(w, "1 + 1");
		CHECK(wsp_ok(r) && strcmp(wsp_value_text(r), "2") == 0);
		wsp_result_free(r);
	}
	CHECK(!exists(".csv") && !exists(".json") && !exists(".txt") &&
		!exists(".svg"));
}

static void check_allowed(struct wsp *w)
{
	struct wsp_result *r;

	wsp_allow_files(w, true);
	r = wsp_eval(w, "write([1, 2], \"" OUT ".csv\")");
	CHECK(wsp_ok(r));
	CHECK(exists(".csv"));
	wsp_result_free(r);
	unlink(OUT ".csv");
	wsp_allow_files(w, false);
	r = wsp_eval(w, "write([1, 2], \"" OUT ".csv\")");
	CHECK(!wsp_ok(r) && !exists(".csv"));
	wsp_result_free(r);
}

static void check_json(struct wsp *w)
{
	struct wsp_result *r = wsp_eval(w,
		"s = 1\n"
		"for i in 1..150 { s = [s] }\ns\n");

	CHECK(wsp_ok(r));
	CHECK(!wsp_value_json(r));
	CHECK(strstr(wsp_value_error(r), "too long for JSON"));
	CHECK(wsp_value_text(r) != NULL);
	wsp_result_free(r);
	r = wsp_eval(w, "[1, 2]");
	CHECK(wsp_value_json(r) && wsp_value_error(r)[0] == '\0');
	wsp_result_free(r);
}

int main(void)
{
	struct wsp *w = wsp_new();

	check_refused(w);
	check_allowed(w);
	check_refused(w);
	check_json(w);
	wsp_free(w);
	return check_done();
}
