/* Files are read whole and written whole or not at all. */

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lang/base/files.h"
#include "tests/unit/check.h"
#include "tests/unit/folder.h"

static char folder[] = "test_files.XXXXXX";

static int count_names(const char *path)
{
	DIR *dir = opendir(path);
	int n = 0;

	while (dir && readdir(dir))
		++n;
	if (dir)
		closedir(dir);
	return n - 2;
}

static bool holds(const char *path, const char *text, size_t len)
{
	struct buffer got = { 0 };
	bool ok = files_read(path, &got) && got.len == len &&
		!memcmp(buffer_text(&got), text, len);

	buffer_free(&got);
	return ok;
}

static mode_t mode_of(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 ? st.st_mode & 0777 : 0;
}

static void test_write(void)
{
	umask(022);
	CHECK(files_write("a", "one\0two", 7));
	CHECK(holds("a", "one\0two", 7));
	CHECK(mode_of("a") == 0644);
	CHECK(chmod("a", 0600) == 0);
	CHECK(files_write("a", "", 0));
	CHECK(holds("a", "", 0));
	CHECK(mode_of("a") == 0600);
	CHECK(count_names(".") == 1);
}

static void test_link(void)
{
	struct stat st;

	CHECK(mkdir("inner", 0700) == 0);
	CHECK(files_write("inner/b", "old", 3));
	CHECK(symlink("inner/b", "link") == 0);
	CHECK(files_write("link", "new", 3));
	CHECK(lstat("link", &st) == 0 && S_ISLNK(st.st_mode));
	CHECK(holds("inner/b", "new", 3));
	CHECK(count_names("inner") == 1);
}

/* A failed write leaves the old file. */
static void test_refused(void)
{
	struct buffer text = { 0 };
	struct stat st;

	CHECK(!files_write("missing/a", "x", 1) && errno == ENOENT);
	CHECK(!files_write("inner", "x", 1) && errno == EISDIR);
	/* a device is written to, not replaced */
	CHECK(files_write("/dev/null", "x", 1));
	CHECK(stat("/dev/null", &st) == 0 && S_ISCHR(st.st_mode));
	CHECK(!files_read("missing", &text) && errno == ENOENT);
	CHECK(!files_read("inner", &text) && errno == EISDIR);
	CHECK(text.len == 0);
	buffer_free(&text);
}

static void test_append(void)
{
	struct buffer text = { 0 };

	buffer_add(&text, "before ");
	CHECK(files_read("inner/b", &text));
	CHECK(strcmp(text.text, "before new") == 0);
	buffer_free(&text);
}

static void test_folder(void)
{
	CHECK(files_make_folder("x/y/z/file"));
	CHECK(files_make_folder("x/y/z/file"));
	CHECK(mode_of("x/y/z") == 0700);
	CHECK(files_make_folder("file"));
	CHECK(!files_make_folder("a/b/file") && errno == ENOTDIR);
}

static void test_large(void)
{
	struct buffer text = { 0 };

	buffer_repeat(&text, 'x', 1 << 20);
	CHECK(files_write("large", text.text, text.len));
	CHECK(holds("large", text.text, text.len));
	buffer_free(&text);
}

int main(void)
{
	if (!folder_make(folder) || chdir(folder) < 0)
		return 1;
	test_write();
	test_link();
	test_refused();
	test_append();
	test_folder();
	test_large();
	CHECK(chdir("..") == 0);
	CHECK(folder_remove(folder));
	return check_done();
}
