/* `use` and `import`: embedded libraries and files, each run once per session.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/files.h"
#include "lang/base/foreign.h"
#include "lang/base/memory.h"
#include "lang/eval/check.h"
#include "lang/eval/module.h"
#include "lang/eval/names.h"
#include "lang/syntax/parse.h"

struct module {
	struct module *next;
	char *name; /* "hw/a100" or a path */
	bool is_running;
};

static struct module *find(struct eval *ev, const char *name)
{
	for (struct module *m = ev->modules; m; m = m->next)
		if (strcmp(m->name, name) == 0)
			return m;
	return NULL;
}

static struct module *add(struct eval *ev, const char *name)
{
	struct module *m = memory_new(sizeof(*m));

	m->name = memory_copy_text(name);
	m->next = ev->modules;
	ev->modules = m;
	return m;
}

/* Remove a module that failed, so that it can be loaded again. */
static void forget(struct eval *ev, struct module *m)
{
	struct module **at = &ev->modules;

	while (*at != m)
		at = &(*at)->next;
	*at = m->next;
	free(m->name);
	free(m);
}

void module_forget(struct eval *ev, const struct module *until)
{
	while (ev->modules != until)
		forget(ev, ev->modules);
}

/* Run a source in isolation: no locals, no kernel under construction, no
 * output.
 */
static bool run_apart(struct eval *ev, struct source *source)
{
	struct eval saved = *ev;
	bool ok;

	ev->base = ev->locals.n;
	ev->callee = NULL;
	ev->build = NULL;
	ev->in_index = false;
	ev->quiet = true;
	ok = parse_source(source, ev->diag) && check_source(ev, source) &&
		eval_source(ev, source);
	eval_unbind(ev, saved.locals.n);
	ev->base = saved.base;
	ev->callee = saved.callee;
	ev->build = saved.build;
	ev->in_index = saved.in_index;
	ev->quiet = saved.quiet;
	return ok;
}

static bool run_module(struct eval *ev, const char *name, const char *text,
	size_t len, bool is_library)
{
	struct module *m = add(ev, name);
	struct source *source = source_new(name, text, len);
	bool was_library = ev->in_library, ok;

	m->is_running = true;
	ev->in_library = is_library;
	ok = run_apart(ev, source);
	ev->in_library = was_library;
	m->is_running = false;
	source_drop(source);
	if (!ok)
		forget(ev, m);
	return ok;
}

static void name_embedded(const struct embedded *e, struct buffer *name)
{
	buffer_printf(name, "%s/%s.wsp", e->folder, e->name);
}

bool module_is_running(struct eval *ev, const struct embedded *e)
{
	struct buffer name = { 0 };
	const struct module *m;

	name_embedded(e, &name);
	m = find(ev, buffer_text(&name));
	buffer_free(&name);
	return m && m->is_running;
}

bool module_run_embedded(struct eval *ev, const struct embedded *e)
{
	struct buffer name = { 0 };
	bool ok = true;

	name_embedded(e, &name);
	if (!find(ev, buffer_text(&name)))
		ok = run_module(ev, buffer_text(&name), e->text, e->len,
			strcmp(e->folder, "stdlib") == 0);
	buffer_free(&name);
	return ok;
}

static bool is_library(const struct embedded *e)
{
	return strcmp(e->folder, "stdlib") == 0;
}

const struct embedded *module_find_library(const char *name)
{
	for (int i = 0; i < n_embedded; ++i)
		if (is_library(&embedded[i]) &&
			strcmp(embedded[i].name, name) == 0)
			return &embedded[i];
	return NULL;
}

void module_each_library(void (*visit)(void *user, const struct embedded *e),
	void *user)
{
	for (int i = 0; i < n_embedded; ++i)
		if (is_library(&embedded[i]) &&
			strcmp(embedded[i].name, "prelude") != 0)
			visit(user, &embedded[i]);
}

static void add_name(void *user, const struct embedded *e)
{
	struct buffer *list = user;

	buffer_printf(list, "%s%s", list->len ? ", " : "", e->name);
}

static void keep_nearest(void *user, const struct embedded *e)
{
	names_keep_nearest(user, e->name);
}

bool module_use(struct eval *ev, const struct node *node)
{
	const struct embedded *e = module_find_library(node->text);
	struct nearest nearest = { node->text, NULL };
	struct buffer list = { 0 };

	if (e)
		return module_run_embedded(ev, e);
	diag_error(ev->diag, node->at, NULL, "there is no library '%s'",
		node->text);
	module_each_library(keep_nearest, &nearest);
	if (nearest.best)
		diag_note(ev->diag, "did you mean '%s'?", nearest.best);
	module_each_library(add_name, &list);
	diag_note(ev->diag, "libraries: %s", buffer_text(&list));
	diag_note(ev->diag, "to read a file of your own: import \"%s.wsp\"",
		node->text);
	buffer_free(&list);
	return false;
}

char *module_read_file(const char *path, size_t *len)
{
	struct buffer text = { 0 };

	/* a file of this name, not the standard input */
	if (!files_read(strcmp(path, "-") == 0 ? "./-" : path, &text))
		return NULL;
	*len = text.len;
	return buffer_take(&text);
}

char *module_path(struct loc loc, const char *path)
{
	const char *from = loc.source ? loc.source->name : "";
	const char *slash = strrchr(from, '/');
	struct buffer full = { 0 };

	if (path[0] != '/' && slash)
		buffer_add_bytes(&full, from, (size_t) (slash - from) + 1);
	buffer_add(&full, path);
	return buffer_take(&full);
}

bool module_import_file(struct eval *ev, const char *name, struct loc loc)
{
	struct module *m;
	char *path, *text;
	size_t len;
	bool ok = true;

	if (!ev->files_allowed)
		return diag_error(ev->diag, loc, NULL,
			"import is not allowed here: programs may not read "
			"files");
	if (foreign_hint(name))
		return diag_error(ev->diag, loc, NULL, "'%s' is %s", name,
			foreign_hint(name));
	path = module_path(loc, name);
	m = find(ev, path);
	if (m && m->is_running) {
		ok = diag_error(ev->diag, loc, NULL,
			"'%s' imports itself, directly or through others",
			name);
	} else if (!m) {
		text = module_read_file(path, &len);
		if (text)
			ok = run_module(ev, path, text, len, false);
		else
			ok = diag_error(ev->diag, loc, NULL,
				"cannot read '%s': %s", path, strerror(errno));
		free(text);
	}
	free(path);
	return ok;
}

bool module_import(struct eval *ev, const struct node *node)
{
	return module_import_file(ev, node->text, node->loc);
}
