/* The history of the prompt in a file, one input per line.
 *
 * Sessions may run concurrently: each appends its own inputs to the current
 * contents of the file, under a lock.
 */

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lang/base/files.h"
#include "lang/base/memory.h"
#include "lang/cli/history.h"

static char *find_path(void)
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	struct buffer path = { 0 };

	if (state && *state == '/')
		buffer_printf(&path, "%s/wsp/history", state);
	else if (home && *home == '/')
		buffer_printf(&path, "%s/.local/state/wsp/history", home);
	else
		return NULL;
	return buffer_take(&path);
}

static void add_entry(struct history *h, char *text)
{
	h->entry = memory_grow(h->entry, (size_t) h->n_entry,
		sizeof(*h->entry));
	h->entry[h->n_entry++] = text;
}

/* An input is one line of the file, with newlines written "\n" and backslashes
 * "\\".
 */
static char *decode(const char *line, size_t len)
{
	struct buffer text = { 0 };

	for (size_t i = 0; i < len; ++i) {
		if (line[i] != '\\' || i + 1 == len)
			buffer_add_char(&text, line[i]);
		else
			buffer_add_char(&text,
				line[++i] == 'n' ? '\n' : line[i]);
	}
	return buffer_take(&text);
}

static void encode(struct buffer *out, const char *text)
{
	for (; *text; ++text) {
		if (*text == '\n')
			buffer_add(out, "\\n");
		else if (*text == '\\')
			buffer_add(out, "\\\\");
		else
			buffer_add_char(out, *text);
	}
	buffer_add_char(out, '\n');
}

static void read_entries(struct history *h)
{
	struct buffer text = { 0 };
	const char *line, *end;

	if (!files_read(h->path, &text)) {
		buffer_free(&text);
		return;
	}
	line = buffer_text(&text);
	for (; (end = strchr(line, '\n')); line = end + 1)
		if (end > line)
			add_entry(h, decode(line, (size_t) (end - line)));
	buffer_free(&text);
}

void history_read(struct history *h)
{
	*h = (struct history) { .path = find_path() };
	if (h->path)
		read_entries(h);
	h->n_old = h->n_entry;
}

void history_remember(struct history *h, const char *text)
{
	if (!*text)
		return;
	if (h->n_entry > 0 && strcmp(h->entry[h->n_entry - 1], text) == 0)
		return;
	add_entry(h, memory_copy_text(text));
}

/* Locks out other sessions; -1 if that is impossible, in which case the inputs
 * are written all the same.
 */
static int lock(const char *path)
{
	const struct timespec pause = { .tv_nsec = 20000000 };
	struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	struct buffer name = { 0 };
	int fd;

	buffer_printf(&name, "%s.lock", path);
	fd = open(name.text, O_RDWR | O_CREAT, 0600);
	buffer_free(&name);
	for (int i = 0; fd >= 0 && i < 50; ++i) {
		if (fcntl(fd, F_SETLK, &whole) == 0)
			break;
		nanosleep(&pause, NULL);
	}
	return fd;
}

/* The current contents of the file, then the inputs of this session. */
static void merge(const struct history *h, struct history *all)
{
	*all = (struct history) { .path = memory_copy_text(h->path) };
	read_entries(all);
	for (int i = h->n_old; i < h->n_entry; ++i)
		history_remember(all, h->entry[i]);
}

void history_write(struct history *h)
{
	struct buffer text = { 0 };
	struct history all;
	int fd, i;

	if (!h->path || h->n_entry == h->n_old || !files_make_folder(h->path))
		return;
	fd = lock(h->path);
	merge(h, &all);
	i = all.n_entry > HISTORY_LIMIT ? all.n_entry - HISTORY_LIMIT : 0;
	for (; i < all.n_entry; ++i)
		encode(&text, all.entry[i]);
	if (files_write(h->path, buffer_text(&text), text.len))
		h->n_old = h->n_entry;
	if (fd >= 0)
		close(fd);
	buffer_free(&text);
	history_free(&all);
}

void history_free(struct history *h)
{
	for (int i = 0; i < h->n_entry; ++i)
		free(h->entry[i]);
	free(h->entry);
	free(h->path);
	*h = (struct history) { 0 };
}
