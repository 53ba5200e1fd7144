/* A recursive-descent reader of JSON: one function for each kind of value.
 * Nothing is skipped that the grammar does not allow.
 */

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/json.h"
#include "lang/base/json_read.h"

struct reader {
	struct arena *arena;
	const char *at, *end;
	const char *why; /* the first error, or NULL */
	int depth;
};

static bool fail(struct reader *r, const char *why)
{
	if (!r->why)
		r->why = why;
	return false;
}

static void skip_blanks(struct reader *r)
{
	while (r->at < r->end &&
		(*r->at == ' ' || *r->at == '\t' || *r->at == '\n' ||
			*r->at == '\r'))
		++r->at;
}

static bool sees(struct reader *r, char c)
{
	skip_blanks(r);
	if (r->at == r->end || *r->at != c)
		return false;
	++r->at;
	return true;
}

static bool read_word(struct reader *r, const char *word)
{
	size_t n = strlen(word);

	if ((size_t) (r->end - r->at) < n || memcmp(r->at, word, n) != 0)
		return fail(r, "a value is expected");
	r->at += n;
	return true;
}

static size_t skip_digits(struct reader *r)
{
	const char *from = r->at;

	while (r->at < r->end && isdigit((unsigned char) *r->at))
		++r->at;
	return (size_t) (r->at - from);
}

static bool read_number(struct reader *r, struct json *v)
{
	const char *from = r->at;
	char *text;
	size_t n;

	if (*r->at == '-')
		++r->at;
	from = r->at;
	n = skip_digits(r);
	if (n == 0 || (n > 1 && *from == '0'))
		return fail(r, "a number is malformed");
	if (r->at < r->end && *r->at == '.') {
		++r->at;
		if (skip_digits(r) == 0)
			return fail(r, "a number is malformed");
	}
	if (r->at < r->end && (*r->at == 'e' || *r->at == 'E')) {
		++r->at;
		if (r->at < r->end && (*r->at == '+' || *r->at == '-'))
			++r->at;
		if (skip_digits(r) == 0)
			return fail(r, "a number is malformed");
	}
	text = arena_copy(r->arena, v->raw, (size_t) (r->at - v->raw));
	v->number = strtod(text, NULL);
	v->kind = JSON_NUMBER;
	return true;
}

/* ------------------------------------------------------------ strings */

static bool read_hex(struct reader *r, uint32_t *code)
{
	*code = 0;
	for (int i = 0; i < 4; ++i, ++r->at) {
		if (r->at == r->end || !isxdigit((unsigned char) *r->at))
			return fail(r, "\\u needs four hexadecimal digits");
		*code = *code * 16 +
			(uint32_t) (isdigit((unsigned char) *r->at) ?
					*r->at - '0' :
					(*r->at | 0x20) - 'a' + 10);
	}
	return true;
}

static char *add_utf8(char *to, uint32_t code)
{
	if (code < 0x80) {
		*to++ = (char) code;
	} else if (code < 0x800) {
		*to++ = (char) (0xc0 | code >> 6);
		*to++ = (char) (0x80 | (code & 0x3f));
	} else if (code < 0x10000) {
		*to++ = (char) (0xe0 | code >> 12);
		*to++ = (char) (0x80 | (code >> 6 & 0x3f));
		*to++ = (char) (0x80 | (code & 0x3f));
	} else {
		*to++ = (char) (0xf0 | code >> 18);
		*to++ = (char) (0x80 | (code >> 12 & 0x3f));
		*to++ = (char) (0x80 | (code >> 6 & 0x3f));
		*to++ = (char) (0x80 | (code & 0x3f));
	}
	return to;
}

/* What follows \u; a surrogate without its partner becomes U+FFFD. */
static bool read_code(struct reader *r, uint32_t *code)
{
	uint32_t low;

	if (!read_hex(r, code))
		return false;
	if (*code < 0xd800 || *code > 0xdfff)
		return true;
	if (*code < 0xdc00 && r->end - r->at >= 6 && r->at[0] == '\\' &&
		r->at[1] == 'u') {
		const char *before = r->at;

		r->at += 2;
		if (!read_hex(r, &low))
			return false;
		if (low >= 0xdc00 && low <= 0xdfff) {
			*code = 0x10000 + ((*code - 0xd800) << 10) +
				(low - 0xdc00);
			return true;
		}
		r->at = before;
	}
	*code = 0xfffd;
	return true;
}

static bool read_escape(struct reader *r, char **to)
{
	static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
	const char *found;
	uint32_t code;

	if (r->at == r->end)
		return fail(r, "a string has no end");
	if (*r->at == 'u') {
		++r->at;
		if (!read_code(r, &code))
			return false;
		*to = add_utf8(*to, code);
		return true;
	}
	found = *r->at ? strchr(from, *r->at) : NULL;
	if (!found)
		return fail(r, "there is no such escape");
	*(*to)++ = into[found - from];
	++r->at;
	return true;
}

/* The length of the string at the opening quote, decoded, at most. */
static size_t most_bytes(const struct reader *r)
{
	const char *at = r->at;

	while (at < r->end && *at != '"')
		at += *at == '\\' && at + 1 < r->end ? 2 : 1;
	return (size_t) (at - r->at);
}

static bool read_string(struct reader *r, const char **text, size_t *len)
{
	char *start, *to;

	if (!sees(r, '"'))
		return fail(r, "a string is expected");
	start = to = arena_alloc(r->arena, most_bytes(r) + 4);
	while (r->at < r->end && *r->at != '"') {
		size_t n;

		if (*r->at == '\\') {
			++r->at;
			if (!read_escape(r, &to))
				return false;
			continue;
		}
		n = json_char(r->at, (size_t) (r->end - r->at));
		if (n == 0 || (unsigned char) *r->at < 0x20)
			return fail(r,
				n ? "a string has a control character" :
				    "this is not UTF-8");
		memcpy(to, r->at, n);
		to += n;
		r->at += n;
	}
	if (r->at == r->end)
		return fail(r, "a string has no end");
	++r->at;
	*to = '\0';
	*text = start;
	*len = (size_t) (to - start);
	return true;
}

/* --------------------------------------------------- arrays and objects */

static struct json *read_value(struct reader *r);

static bool read_many(struct reader *r, struct json *v, char close)
{
	struct json **last = &v->first;

	++r->at;
	if (sees(r, close))
		return true;
	do {
		const char *name = NULL;
		size_t len;

		if (close == '}' &&
			(!read_string(r, &name, &len) ||
				(!sees(r, ':') && !fail(r, "':' is expected"))))
			return false;
		*last = read_value(r);
		if (!*last)
			return false;
		(*last)->name = name;
		last = &(*last)->next;
	} while (sees(r, ','));
	return sees(r, close) ||
		fail(r,
			close == ']' ? "',' or ']' is expected" :
				       "',' or '}' is expected");
}

static bool read_kind(struct reader *r, struct json *v)
{
	switch (*r->at) {
	case 'n': return read_word(r, "null");
	case 't': v->kind = JSON_TRUE; return read_word(r, "true");
	case 'f': v->kind = JSON_FALSE; return read_word(r, "false");
	case '"':
		v->kind = JSON_STRING;
		return read_string(r, &v->text, &v->len);
	case '[': v->kind = JSON_ARRAY; return read_many(r, v, ']');
	case '{': v->kind = JSON_OBJECT; return read_many(r, v, '}');
	default: break;
	}
	if (*r->at == '-' || isdigit((unsigned char) *r->at))
		return read_number(r, v);
	return fail(r, "a value is expected");
}

static struct json *read_value(struct reader *r)
{
	struct json *v = arena_alloc(r->arena, sizeof(*v));
	bool ok;

	*v = (struct json) { 0 };
	skip_blanks(r);
	if (r->at == r->end) {
		fail(r, "a value is expected");
		return NULL;
	}
	if (r->depth == JSON_DEPTH) {
		fail(r, "values nest too deeply");
		return NULL;
	}
	v->raw = r->at;
	++r->depth;
	ok = read_kind(r, v);
	--r->depth;
	v->n_raw = (size_t) (r->at - v->raw);
	return ok ? v : NULL;
}

const struct json *json_read(struct arena *arena, const char *text, size_t len,
	const char **why)
{
	struct reader r = { .arena = arena, .at = text, .end = text + len };
	struct json *v = read_value(&r);

	skip_blanks(&r);
	if (v && r.at < r.end)
		fail(&r, "something follows the value");
	*why = r.why;
	return r.why ? NULL : v;
}

const struct json *json_read_member(const struct json *v, const char *name)
{
	const struct json *found = NULL;

	if (!v || v->kind != JSON_OBJECT)
		return NULL;
	for (const struct json *m = v->first; m; m = m->next)
		if (strcmp(m->name, name) == 0)
			found = m;
	return found;
}

const char *json_read_text(const struct json *v, const char *name)
{
	const struct json *m = json_read_member(v, name);

	return m && m->kind == JSON_STRING ? m->text : NULL;
}

double json_read_number(const struct json *v, const char *name,
	double otherwise)
{
	const struct json *m = json_read_member(v, name);

	return m && m->kind == JSON_NUMBER ? m->number : otherwise;
}
