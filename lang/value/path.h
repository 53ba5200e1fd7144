#ifndef LANG_VALUE_PATH_H
#define LANG_VALUE_PATH_H

/* Parts of a value, named by a path of text: for programs in C that embed
 * wsp and want one figure of an answer.
 *
 *	"dram.load"	member "load" of member "dram"
 *	"fields[0].name", "fields.0.name"	element 0, then its name
 *	""		the value itself
 */

#include "lang/value/value.h"

/* The member "name" of a record or object, given; false if it has none. */
bool path_member(const struct value *v, const char *name, struct value *result);

/* The part of "v" that "path" names, given.  False with the reason added to
 * "why" if there is none.
 */
bool path_find(const struct value *v, const char *path, struct value *result,
	struct buffer *why);

#endif
