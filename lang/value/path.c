/* Paths to parts of a value. A path is a sequence of steps, each a member name
 * or an element index. The JSON of a value nests the same way, so a path into
 * the JSON is valid here.
 */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/value/path.h"

bool path_member(const struct value *v, const char *name, struct value *result)
{
	const struct value *found;

	if (v->kind == VALUE_OBJECT)
		return v->u.object->type->get &&
			v->u.object->type->get(v->u.object, name, result);
	found = v->kind == VALUE_RECORD ? value_get(v, name) : NULL;
	if (found)
		*result = value_copy(found);
	return found != NULL;
}

static bool is_sequence(const struct value *v)
{
	return v->kind == VALUE_LIST || v->kind == VALUE_TUPLE ||
		v->kind == VALUE_RANGE;
}

static bool find_element(const struct value *v, const char *step,
	struct value *result, struct buffer *why)
{
	int64_t n = value_length(v);
	char *end;
	long long i = strtoll(step, &end, 10);

	if (*end || !isdigit((unsigned char) *step) || i >= n) {
		buffer_printf(why, "a list of %lld has no element '%s'",
			(long long) n, step);
		return false;
	}
	*result = value_item(v, i);
	return true;
}

static bool find_part(const struct value *v, const char *step,
	struct value *result, struct buffer *why)
{
	char is[64];

	if (is_sequence(v))
		return find_element(v, step, result, why);
	if (path_member(v, step, result))
		return true;
	if (v->kind == VALUE_OBJECT && v->u.object->type->lacks &&
		v->u.object->type->lacks(v->u.object, step, why))
		return false;
	value_describe(v, is, sizeof(is));
	buffer_printf(why, "%s has no member '%s'", is, step);
	return false;
}

/* Remove and return the first step of the path at *at, malloced; NULL if it is
 * malformed.
 */
static char *next_step(const char **at, bool is_first)
{
	bool is_index = **at == '[';
	const char *from = *at + (is_index || !is_first);
	size_t len = strcspn(from, is_index ? "]" : ".[");

	if (len == 0 ||
		(is_index ? from[len] != ']' : !is_first && **at != '.'))
		return NULL;
	*at = from + len + is_index;
	return memory_copy_bytes(from, len);
}

bool path_find(const struct value *v, const char *path, struct value *result,
	struct buffer *why)
{
	const char *at = path;
	struct value part;
	bool ok = true;
	char *step;

	*result = value_copy(v);
	while (ok && *at) {
		step = next_step(&at, at == path);
		ok = step && find_part(result, step, &part, why);
		if (!step)
			buffer_add(why,
				"a path is written as in dram.load "
				"or fields[0].name");
		free(step);
		value_free(result);
		if (ok)
			*result = part;
	}
	return ok;
}
