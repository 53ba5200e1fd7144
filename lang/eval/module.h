#ifndef LANG_EVAL_MODULE_H
#define LANG_EVAL_MODULE_H

/* Modules: embedded libraries and files that programs load.
 *
 * Each runs once per session and defines names in the session. A module that is
 * requested while it runs is an import cycle.
 */

#include "lang/base/embedded.h"
#include "lang/eval/eval.h"

/* Run an embedded file unless it has already run. */
bool module_run_embedded(struct eval *ev, const struct embedded *e);

/* True while an embedded file runs. */
bool module_is_running(struct eval *ev, const struct embedded *e);

/* The library of that name, or NULL; and a visitor of all libraries except the
 * prelude.
 */
const struct embedded *module_find_library(const char *name);
void module_each_library(void (*visit)(void *user, const struct embedded *e),
	void *user);

/* `use NAME` */
bool module_use(struct eval *ev, const struct node *node);

/* `import "path"`, relative to the folder of the importing file. */
bool module_import(struct eval *ev, const struct node *node);

/* The same for a path that a program names at "loc". */
bool module_import_file(struct eval *ev, const char *path, struct loc loc);

/* "path" relative to the folder of the file that contains "loc"; the caller
 * frees it.
 */
char *module_path(struct loc loc, const char *path);

/* The whole text of a file, which the caller frees; NULL with errno set if it
 * cannot be read.
 */
char *module_read_file(const char *path, size_t *len);

/* Forget modules that ran since "until" was the innermost one; NULL: all. */
void module_forget(struct eval *ev, const struct module *until);

#endif
