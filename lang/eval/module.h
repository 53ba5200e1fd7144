#ifndef LANG_EVAL_MODULE_H
#define LANG_EVAL_MODULE_H

/* Programs that programs use: libraries that are built in, and files.
 *
 * Each is run once a session, in the session's own names; one that is asked
 * for while it runs is a cycle.
 */

#include "lang/base/embedded.h"
#include "lang/eval/eval.h"

/* Run a built-in file unless it has run. */
bool module_run_embedded(struct eval *ev, const struct embedded *e);

/* The library of that name, or NULL; all of them but the prelude. */
const struct embedded *module_find_library(const char *name);
void module_each_library(void (*visit)(void *user, const struct embedded *e),
	void *user);

/* `use NAME` */
bool module_use(struct eval *ev, const struct node *node);

/* `import "path"`, from the folder of the importing file. */
bool module_import(struct eval *ev, const struct node *node);

/* The same for a path that a program names at "loc". */
bool module_import_file(struct eval *ev, const char *path, struct loc loc);

/* "path" as seen from the folder of the file that "loc" lies in; given. */
char *module_path(struct loc loc, const char *path);

/* The whole of a file; NULL, with errno set, if it cannot be read. */
char *module_read_file(const char *path, size_t *len);

/* Forget those that ran since "until" was the innermost one; NULL: all. */
void module_forget(struct eval *ev, const struct module *until);

#endif
