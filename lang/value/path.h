#ifndef LANG_VALUE_PATH_H
#define LANG_VALUE_PATH_H

/* Parts of a value named by a textual path: for C programs that embed wsp and
 * read single figures of an answer.
 *
 *	"dram.load"	member "load" of member "dram"
 *	"fields[0].name", "fields.0.name"	element 0, then its name
 *	""		the value itself
 */

#include "lang/value/value.h"

/* The member "name" of a record or object; the caller frees it. False if there
 * is no such member.
 */
bool path_member(const struct value *v, const char *name, struct value *result);

/* The part of "v" that "path" names; the caller frees it. If there is no such
 * part, returns false and appends the reason to "why".
 */
bool path_find(const struct value *v, const char *path, struct value *result,
	struct buffer *why);

#endif
