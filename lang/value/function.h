#ifndef LANG_VALUE_FUNCTION_H
#define LANG_VALUE_FUNCTION_H

/* Functions as values: those defined by programs, and built-in ones, each a row
 * of a table.
 *
 * A function of a program owns copies of the local values that its body names,
 * so it may outlive the scope that created it.
 */

#include "lang/syntax/ast.h"
#include "lang/value/scope.h"
#include "lang/value/value.h"

struct call;

/* A def or a lambda. */
struct function {
	int refs;
	char *name;		 /* NULL for a lambda */
	struct source *source;	 /* holds a reference */
	const struct node *node; /* DEF or LAMBDA */
	bool is_library;	 /* resolves names in the library first */
	int n_captured;
	struct binding *captured; /* sorted by name */
	int64_t bytes;		  /* charged to the account */
};

/* A function of a DEF or LAMBDA node. Captured names are added in any order and
 * may repeat; function_close() sorts them for binary search.
 */
struct function *function_new(const struct node *def, bool is_library);
void function_capture(struct function *f, const char *name,
	const struct value *v);
void function_close(struct function *f);

/* The captured value of "name", or NULL. */
const struct value *function_captured(const struct function *f,
	const char *name);
void function_free(struct function *f);
struct function *function_keep(struct function *f);

/* A built-in function. */
struct builtin {
	const char *name;
	const char *params; /* "x, digits = 0" or "f, items..." */
	bool (*run)(struct call *call, struct value *result);
	const char *help;    /* one or two sentences */
	const char *example; /* "sort([3, 1, 2])" or NULL */
	const char *gives;   /* what the example prints */
};

#endif
