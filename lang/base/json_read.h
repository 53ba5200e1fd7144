#ifndef LANG_BASE_JSON_READ_H
#define LANG_BASE_JSON_READ_H

/* Reads JSON (RFC 8259), strictly: valid UTF-8, no trailing commas, no comments,
 * at most JSON_DEPTH levels.
 *
 * The tree lives in the caller's arena.  Looking for members in something that
 * is no object finds nothing, so that callers check the result once.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lang/base/arena.h"

#define JSON_DEPTH 64

enum json_kind {
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_NUMBER,
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT
};

struct json {
	enum json_kind kind;
	const char *name; /* of a member of an object, or NULL */
	const char *text; /* of a string, decoded, with a NUL at its end */
	size_t len;	  /* of "text", which may have NULs inside */
	double number;
	const char *raw; /* the value as it was written */
	size_t n_raw;
	struct json *first; /* element or member */
	struct json *next;  /* in the same array or object */
};

/* The value of text[0..len), or NULL and a reason in "*why". */
const struct json *json_read(struct arena *arena, const char *text, size_t len,
	const char **why);

/* The member "name" (the last one of that name), or NULL; "v" may be NULL. */
const struct json *json_read_member(const struct json *v, const char *name);

/* The text of a member that is a string, or NULL. */
const char *json_read_text(const struct json *v, const char *name);

/* The number of a member, or "otherwise". */
double json_read_number(const struct json *v, const char *name,
	double otherwise);

#endif
