#ifndef LANG_VALUE_FUNCTION_H
#define LANG_VALUE_FUNCTION_H

/* Functions as values: those that programs define, and those that the
 * library has from the start, a row of a table each.
 *
 * A function of a program owns copies of the local names that its body
 * mentions, so it outlives the place where it was made.
 */

#include "lang/syntax/ast.h"
#include "lang/value/scope.h"
#include "lang/value/value.h"

struct call;

/* A def or a lambda. */
struct function {
	int refs;
	char *name;		 /* NULL: lambda */
	struct source *source;	 /* kept */
	const struct node *node; /* DEF or LAMBDA */
	bool is_library;	 /* sees its library before the user's */
	int n_captured;
	struct binding *captured; /* in the order of their names */
	int64_t bytes;		  /* counted in the account */
};

/* A function of a DEF or LAMBDA node.  Captured names are added in any order
 * and may repeat; function_close() sorts them, which finding one needs.
 */
struct function *function_new(const struct node *def, bool is_library);
void function_capture(struct function *f, const char *name,
	const struct value *v);
void function_close(struct function *f);

/* What "name" was where the function was made, or NULL. */
const struct value *function_captured(const struct function *f,
	const char *name);
void function_free(struct function *f);
struct function *function_keep(struct function *f);

/* A function of the library. */
struct builtin {
	const char *name;
	const char *params; /* "x, digits = 0" or "f, items..." */
	bool (*run)(struct call *call, struct value *result);
	const char *help;    /* one or two sentences */
	const char *example; /* "sort([3, 1, 2])" or NULL */
	const char *gives;   /* what the example prints */
};

#endif
