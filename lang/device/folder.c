/* Files that define devices: those of the user's folder, and single ones.
 *
 * A file is searched for lines "device NAME" and "NAME = ", where NAME is that
 * of the file, without running it: a device is known by its own name, whatever
 * its file is called, and files that nobody asks for cost no more than that.
 */

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/device_text.h"
#include "lang/base/memory.h"
#include "lang/device/device.h"
#include "lang/device/folder.h"
#include "lang/eval/module.h"

/* ---------------------------------------------------------------- names */

static size_t word_length(const char *text)
{
	size_t n = 0;

	if (isdigit((unsigned char) *text))
		return 0;
	while (isalnum((unsigned char) text[n]) || text[n] == '_')
		++n;
	return n;
}

/* The name of a file without its folder and ".wsp"; NULL if it is not a name of
 * the language.
 */
static char *stem_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *file = slash ? slash + 1 : path;
	size_t n = word_length(file);

	return n > 0 && strcmp(file + n, ".wsp") == 0 ?
		memory_copy_bytes(file, n) :
		NULL;
}

/* The device that a line defines, which the caller frees, or NULL. */
static char *defined_by(const char *line, const char *stem)
{
	const char *word = line + strspn(line, " \t");
	size_t n = word_length(word);
	const char *behind = word + n + strspn(word + n, " \t");

	if (stem && n == strlen(stem) && strncmp(word, stem, n) == 0 &&
		behind[0] == '=' && behind[1] != '=')
		return memory_copy_bytes(word, n);
	if (n == strlen("device") && strncmp(word, "device", n) == 0 &&
		(n = word_length(behind)) > 0)
		return memory_copy_bytes(behind, n);
	return NULL;
}

static void add(struct folder_device **list, int *n, char *name,
	const char *file, const char *other)
{
	*list = memory_grow(*list, (size_t) *n, sizeof(**list));
	(*list)[(*n)++] = (struct folder_device) {
		.name = name,
		.file = memory_copy_text(file),
		.other = other ? memory_copy_text(other) : NULL,
	};
}

static const struct folder_device *find(const struct folder_device *list, int n,
	const char *name)
{
	for (int i = 0; i < n; ++i)
		if (strcmp(list[i].name, name) == 0)
			return &list[i];
	return NULL;
}

/* Adds the devices of a text to a list, each once. */
static void add_devices(const char *text, const char *file, const char *stem,
	struct folder_device **list, int *n)
{
	for (const char *line = text; *line;) {
		char *name = defined_by(line, stem);

		if (name && !find(*list, *n, name))
			add(list, n, name, file, NULL);
		else
			free(name);
		line += strcspn(line, "\n");
		line += *line == '\n';
	}
}

static void free_devices(struct folder_device *list, int n)
{
	for (int i = 0; i < n; ++i) {
		free(list[i].name);
		free(list[i].file);
		free(list[i].other);
	}
	free(list);
}

/* --------------------------------------------------------------- folder */

static void free_folder(struct owned *o)
{
	struct folder *f = (struct folder *) o;

	free_devices(f->device, f->n_device);
	free_devices(f->hidden, f->n_hidden);
	free(f->path);
	free(f);
}

static char *find_path(void)
{
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	struct buffer path = { 0 };

	if (config && *config == '/')
		buffer_printf(&path, "%s/wsp/devices", config);
	else if (home && *home == '/')
		buffer_printf(&path, "%s/.config/wsp/devices", home);
	else
		return NULL;
	return buffer_take(&path);
}

/* Adds a device to the folder, or to what is hidden in it. */
static void add_to_folder(struct folder *f, const char *name, const char *file)
{
	const struct folder_device *first = find(f->device, f->n_device, name);
	bool is_hidden = first || device_text_find(name);

	add(is_hidden ? &f->hidden : &f->device,
		is_hidden ? &f->n_hidden : &f->n_device, memory_copy_text(name),
		file, first ? first->file : NULL);
}

/* A file without a device is kept under its own name, so that who asks for it
 * learns what is wrong with it.
 */
static void read_file(struct folder *f, const char *file)
{
	struct folder_device *list = NULL;
	struct buffer path = { 0 };
	char *text, *stem = stem_of(file);
	size_t len;
	int n = 0;

	buffer_printf(&path, "%s/%s", f->path, file);
	text = module_read_file(buffer_text(&path), &len);
	if (text)
		add_devices(text, file, stem, &list, &n);
	if (n == 0 && stem)
		add(&list, &n, memory_copy_text(stem), file, NULL);
	for (int i = 0; i < n; ++i)
		add_to_folder(f, list[i].name, file);
	free_devices(list, n);
	buffer_free(&path);
	free(text);
	free(stem);
}

static bool is_program(const struct dirent *entry)
{
	size_t n = strlen(entry->d_name);

	return n > 4 && strcmp(entry->d_name + n - 4, ".wsp") == 0;
}

static int by_file(const void *a, const void *b)
{
	return strcmp(*(char *const *) a, *(char *const *) b);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct folder_device *) a)->name,
		((const struct folder_device *) b)->name);
}

/* Files are read in the order of their names: the first to define a device has
 * it.
 */
static void read_folder(struct folder *f)
{
	DIR *dir = f->path ? opendir(f->path) : NULL;
	const struct dirent *entry;
	char **file = NULL;
	size_t n = 0;

	while (dir && (entry = readdir(dir)))
		if (is_program(entry)) {
			file = memory_grow(file, n, sizeof(*file));
			file[n++] = memory_copy_text(entry->d_name);
		}
	if (dir)
		closedir(dir);
	if (n > 1)
		qsort(file, n, sizeof(*file), by_file);
	for (size_t i = 0; i < n; ++i) {
		read_file(f, file[i]);
		free(file[i]);
	}
	free(file);
	if (f->n_device > 1)
		qsort(f->device, (size_t) f->n_device, sizeof(*f->device),
			by_name);
}

const struct folder *folder_of(struct eval *ev)
{
	static const struct folder none;
	struct folder *f;

	if (!ev->files_allowed)
		return &none;
	for (struct owned *o = ev->owned; o; o = o->next)
		if (o->free == free_folder)
			return (struct folder *) o;
	f = memory_new(sizeof(*f));
	f->owned = (struct owned) { ev->owned, free_folder };
	ev->owned = &f->owned;
	f->path = find_path();
	read_folder(f);
	return f;
}

void folder_warn_hidden(struct eval *ev, const char *name)
{
	const struct folder *f = folder_of(ev);

	for (int i = 0; i < f->n_hidden; ++i)
		if (strcmp(f->hidden[i].name, name) == 0)
			diag_warning(ev->diag, (struct loc) { 0 }, NULL,
				"'%s' is that of %s: %s/%s is not read", name,
				f->hidden[i].other ? f->hidden[i].other : "wsp",
				f->path, f->hidden[i].file);
}

/* ----------------------------------------------------------------- file */

static bool find_global(struct eval *ev, const char *name, struct value *result)
{
	const struct value *found = name ? scope_find(&ev->globals, name) :
					   NULL;

	if (!found || !device_of(found))
		return false;
	*result = value_copy(found);
	return true;
}

static bool choose(struct eval *ev, const char *path, struct loc loc,
	const struct folder_device *list, int n, struct value *result)
{
	if (n == 1 && find_global(ev, list[0].name, result))
		return true;
	if (n < 2)
		return diag_error(ev->diag, loc, NULL, "'%s' defines no device",
			path);
	diag_error(ev->diag, loc, NULL, "'%s' defines %d devices", path, n);
	diag_note(ev->diag,
		"import it and name one of them, such as '%s'; or call the "
		"file after the one that it is for",
		list[0].name);
	return false;
}

bool folder_take_file(struct eval *ev, const char *path, struct loc loc,
	struct value *result)
{
	struct folder_device *list = NULL;
	char *full = NULL, *text = NULL, *stem = NULL;
	size_t len;
	int n = 0;
	bool ok = module_import_file(ev, path, loc);

	if (ok) {
		stem = stem_of(path);
		full = module_path(loc, path);
		text = module_read_file(full, &len);
		if (text)
			add_devices(text, path, stem, &list, &n);
		ok = find_global(ev, stem, result) ||
			choose(ev, path, loc, list, n, result);
	}
	free_devices(list, n);
	free(full);
	free(text);
	free(stem);
	return ok;
}
