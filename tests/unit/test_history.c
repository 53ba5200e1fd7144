/* The history file: bounded, and shared by sessions side by side. */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lang/base/files.h"
#include "lang/cli/history.h"
#include "tests/unit/check.h"
#include "tests/unit/folder.h"

static char folder[] = "/tmp/wsp-history-XXXXXX";

static bool file_holds(const char *text)
{
	struct buffer path = { 0 }, got = { 0 };
	bool ok;

	buffer_printf(&path, "%s/wsp/history", folder);
	ok = files_read(path.text, &got) &&
		strcmp(buffer_text(&got), text) == 0;
	if (!ok)
		printf("the file holds '%s'\n", buffer_text(&got));
	buffer_free(&path);
	buffer_free(&got);
	return ok;
}

static void test_first(void)
{
	struct history h;

	history_read(&h);
	CHECK(h.n_entry == 0);
	history_write(&h);
	history_remember(&h, "one");
	history_remember(&h, "one");
	history_remember(&h, "");
	history_remember(&h, "a {\n\tb\\n\n}");
	CHECK(h.n_entry == 2);
	history_write(&h);
	history_free(&h);
	CHECK(file_holds("one\na {\\n\tb\\\\n\\n}\n"));
	history_read(&h);
	CHECK(h.n_entry == 2);
	CHECK(h.n_entry == 2 && strcmp(h.entry[1], "a {\n\tb\\n\n}") == 0);
	history_free(&h);
}

static void test_side_by_side(void)
{
	struct history a, b;

	history_read(&a);
	history_read(&b);
	history_remember(&a, "from a");
	history_remember(&b, "from b");
	history_write(&a);
	history_write(&b);
	history_free(&a);
	history_free(&b);
	CHECK(file_holds("one\na {\\n\tb\\\\n\\n}\nfrom a\nfrom b\n"));
}

static void test_bound(void)
{
	struct history h;
	char text[32];

	history_read(&h);
	for (int i = 0; i < HISTORY_LIMIT + 7; ++i) {
		snprintf(text, sizeof(text), "entry %d", i);
		history_remember(&h, text);
	}
	history_write(&h);
	history_free(&h);
	history_read(&h);
	CHECK(h.n_entry == HISTORY_LIMIT);
	CHECK(strcmp(h.entry[0], "entry 7") == 0);
	history_free(&h);
}

/* A history that cannot be written is no error. */
static void test_nowhere(void)
{
	struct history h;

	setenv("XDG_STATE_HOME", "/dev/null/x", 1);
	history_read(&h);
	history_remember(&h, "lost");
	history_write(&h);
	history_free(&h);
	unsetenv("XDG_STATE_HOME");
	unsetenv("HOME");
	history_read(&h);
	CHECK(!h.path);
	history_remember(&h, "lost");
	history_write(&h);
	history_free(&h);
}

int main(void)
{
	if (!folder_make(folder))
		return 1;
	setenv("XDG_STATE_HOME", folder, 1);
	test_first();
	test_side_by_side();
	test_bound();
	test_nowhere();
	CHECK(folder_remove(folder));
	return check_done();
}
