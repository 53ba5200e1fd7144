/* Reads whole files into a buffer, and writes whole files through a temporary
 * file and rename(), so that a reader sees the old text or the new text, never
 * a part.
 */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lang/base/files.h"
#include "lang/base/memory.h"

static bool read_all(int fd, struct buffer *out)
{
	char piece[1 << 16];
	size_t before = out->len;
	struct stat st;
	ssize_t n;

	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
		st.st_size > (off_t) FILES_MAX_LEN) {
		errno = EFBIG;
		return false;
	}
	while ((n = read(fd, piece, sizeof(piece))) != 0) {
		if (n > 0)
			buffer_add_bytes(out, piece, (size_t) n);
		else if (errno != EINTR)
			return false;
		if (out->len - before > FILES_MAX_LEN) {
			errno = EFBIG;
			return false;
		}
	}
	return true;
}

bool files_read(const char *path, struct buffer *out)
{
	bool is_input = strcmp(path, "-") == 0;
	int fd = is_input ? STDIN_FILENO : open(path, O_RDONLY);
	struct buffer text = { 0 };
	int why;
	bool ok;

	if (fd < 0)
		return false;
	ok = read_all(fd, &text);
	why = errno;
	if (!is_input)
		close(fd);
	if (ok)
		buffer_add_bytes(out, buffer_text(&text), text.len);
	buffer_free(&text);
	errno = why;
	return ok;
}

bool files_written(const char *path, int64_t *s)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return false;
	*s = (int64_t) st.st_mtime;
	return true;
}

static bool write_all(int fd, const char *text, size_t len)
{
	while (len > 0) {
		ssize_t n = write(fd, text, len);

		if (n < 0 && errno != EINTR)
			return false;
		if (n > 0) {
			text += n;
			len -= (size_t) n;
		}
	}
	return true;
}

/* Create a temporary file in the folder of "path"; "name" receives its name. */
static int open_beside(const char *path, struct buffer *name)
{
	int fd = -1;

	for (int i = 0; fd < 0 && i < 1000; ++i) {
		buffer_free(name);
		buffer_printf(name, "%s.%ld-%d", path, (long) getpid(), i);
		fd = open(name->text, O_WRONLY | O_CREAT | O_EXCL, 0666);
		if (fd < 0 && errno != EEXIST)
			break;
	}
	return fd;
}

static bool fill(int fd, const struct stat *old, const char *text, size_t len)
{
	bool ok = write_all(fd, text, len) && fsync(fd) == 0 &&
		(!old || fchmod(fd, old->st_mode & 07777) == 0);
	int why = errno;

	if (close(fd) < 0 && ok)
		return false;
	errno = why;
	return ok;
}

static bool replace(const char *path, const struct stat *old, const char *text,
	size_t len)
{
	struct buffer name = { 0 };
	int fd = open_beside(path, &name), why;
	bool ok = fd >= 0 && fill(fd, old, text, len) &&
		rename(name.text, path) == 0;

	why = errno;
	if (fd >= 0 && !ok)
		unlink(name.text);
	buffer_free(&name);
	errno = why;
	return ok;
}

/* A terminal, a pipe or a device, such as /dev/stdout. */
static bool write_through(const char *path, const char *text, size_t len)
{
	int fd = open(path, O_WRONLY), why;
	bool ok = fd >= 0 && write_all(fd, text, len);

	why = errno;
	if (fd >= 0 && close(fd) < 0 && ok)
		return false;
	errno = why;
	return ok;
}

bool files_write(const char *path, const char *text, size_t len)
{
	struct stat old;
	bool exists = stat(path, &old) == 0, ok;
	char *real;
	int why;

	if (!exists && errno != ENOENT)
		return false;
	if (exists && !S_ISREG(old.st_mode))
		return write_through(path, text, len);
	real = realpath(path, NULL);
	ok = replace(real ? real : path, exists ? &old : NULL, text, len);
	why = errno;
	free(real);
	errno = why;
	return ok;
}

bool files_make_folder(const char *path)
{
	char *folder = memory_copy_text(path), *slash = folder;
	bool ok = true;

	while (ok && (slash = strchr(slash + 1, '/'))) {
		*slash = '\0';
		ok = mkdir(folder, 0700) == 0 || errno == EEXIST;
		*slash = '/';
	}
	free(folder);
	return ok;
}
