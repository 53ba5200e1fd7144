/* Names of kernels as compilers mangle them, by the Itanium C++ ABI: the name
 * in the source, with the arguments of a template where these are types that
 * the language has, or whole numbers.
 */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/buffer.h"
#include "lang/base/memory.h"
#include "lang/ptx/ptx.h"

/* The end of the template arguments at "at", which starts with I; NULL if they
 * are of a form that is not known.
 */
static const char *skip_arguments(const char *at)
{
	int depth = 0;

	do {
		if (isdigit((unsigned char) *at)) {
			char *end;
			unsigned long len = strtoul(at, &end, 10);

			if (len > strlen(end))
				return NULL;
			at = end + len;
			continue;
		}
		if (*at == 'L') { /* a literal: its type, its value, E */
			at = strchr(at, 'E');
			if (!at)
				return NULL;
		} else if (strchr("INJXF", *at)) {
			++depth;
		} else if (*at == 'E') {
			--depth;
		}
		++at;
	} while (depth > 0 && *at);
	return depth == 0 ? at : NULL;
}

/* The Itanium ABI: _Z, then <length><name>, or N...E with several of them, of
 * which the last is the function.  Types of parameters follow.
 */
const char *ptx_name_in(const char *name, size_t *n)
{
	const char *at = name, *best = NULL;
	bool is_nested;

	if (strncmp(at, "_Z", 2) != 0)
		return NULL;
	at += 2;
	if (*at == 'L')
		++at;
	is_nested = *at == 'N';
	at += is_nested ? strspn(at, "NK") : 0;
	while (at && *at) {
		char *end;
		unsigned long len;

		if (is_nested && *at == 'L') /* a static function */
			++at;
		if (!isdigit((unsigned char) *at) && !(best && *at == 'I'))
			break;
		if (*at == 'I') {
			at = skip_arguments(at);
			continue;
		}
		len = strtoul(at, &end, 10);
		if (len == 0 || len > strlen(end))
			break;
		best = end;
		*n = len;
		if (!is_nested)
			break;
		at = end + len;
	}
	return best;
}

char *ptx_plain_name(const char *name)
{
	size_t n = 0;
	const char *plain = ptx_name_in(name, &n);

	return plain ? memory_copy_bytes(plain, n) : memory_copy_text(name);
}

/* ----------------------------------------------------- template arguments */

/* Appends the argument at "at"; what follows it, or NULL if it is of another
 * form than a type of the language, a class, or a whole number.
 */
static const char *print_value(const char *at, struct buffer *out)
{
	static const struct {
		char code;
		const char *name;
	} types[] = { { 'a', "signed char" }, { 'b', "bool" }, { 'c', "char" },
		{ 'd', "double" }, { 'f', "float" }, { 'h', "unsigned char" },
		{ 'i', "int" }, { 'j', "unsigned int" }, { 'l', "long" },
		{ 'm', "unsigned long" }, { 's', "short" },
		{ 't', "unsigned short" }, { 'x', "long long" },
		{ 'y', "unsigned long long" } };

	if (*at == 'L') {
		bool is_bool = at[1] == 'b';
		const char *value = at[1] ? at + 2 : at + 1;
		size_t n = strspn(value, "n0123456789");

		if (n == 0 || value[n] != 'E')
			return NULL;
		if (is_bool)
			buffer_add(out, *value == '1' ? "true" : "false");
		else
			buffer_printf(out, "%s%.*s", *value == 'n' ? "-" : "",
				(int) (n - (*value == 'n')),
				value + (*value == 'n'));
		return value + n + 1;
	}
	if (isdigit((unsigned char) *at)) {
		char *end;
		unsigned long len = strtoul(at, &end, 10);

		if (len > strlen(end))
			return NULL;
		buffer_printf(out, "%.*s", (int) len, end);
		return end + len;
	}
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); ++i)
		if (*at == types[i].code) {
			buffer_add(out, types[i].name);
			return at + 1;
		}
	return NULL;
}

static const char *print_argument(const char *at, struct buffer *out)
{
	size_t n_pointer = strspn(at, "P");

	at = print_value(at + n_pointer, out);
	for (size_t i = 0; at && i < n_pointer; ++i)
		buffer_add(out, "*");
	return at;
}

char *ptx_source_name(const char *name)
{
	size_t n = 0;
	const char *plain = ptx_name_in(name, &n), *at;
	struct buffer out = { 0 };
	char *result;

	if (!plain || plain[n] != 'I')
		return ptx_plain_name(name);
	buffer_printf(&out, "%.*s<", (int) n, plain);
	for (at = plain + n + 1; at && *at && *at != 'E';) {
		if (at > plain + n + 1)
			buffer_add(&out, ", ");
		at = print_argument(at, &out);
	}
	buffer_add(&out, ">");
	result = at && *at == 'E' ? memory_copy_text(buffer_text(&out)) :
				    memory_copy_text(name);
	buffer_free(&out);
	return result;
}

/* Equal but for blanks, of which people write some or none behind commas. */
static bool is_same(const char *a, const char *b)
{
	for (;; ++a, ++b) {
		a += strspn(a, " ");
		b += strspn(b, " ");
		if (*a != *b)
			return false;
		if (!*a)
			return true;
	}
}

/* Where the name behind the namespaces of "entry" begins. */
static const char *behind_spaces(const char *entry)
{
	const char *at = entry;

	for (const char *c = entry; *c && *c != '<' && *c != '('; ++c)
		if (c[0] == ':' && c[1] == ':')
			at = c + 2;
	return at;
}

/* Are the namespaces before "end" in "entry" those that "name" ends with? */
static bool is_within(const char *name, const char *entry, const char *end)
{
	size_t n = 0;
	const char *at = ptx_name_in(name, &n);
	struct buffer out = { 0 };
	bool same;

	/* _ZN1a2bc4nameE: each as its length and its name */
	for (const char *c = entry; c < end;) {
		size_t len = strcspn(c, ":");

		if (len > 0)
			buffer_printf(&out, "%zu%.*s", len, (int) len, c);
		c += len + 2;
	}
	buffer_printf(&out, "%zu", n);
	same = at && (size_t) (at - name) > out.len &&
		strncmp(at - out.len, buffer_text(&out), out.len) == 0;
	buffer_free(&out);
	return same;
}

bool ptx_is_called(const char *name, const char *entry)
{
	char *plain = ptx_plain_name(name), *source = ptx_source_name(name);
	const char *last = behind_spaces(entry);
	bool same = strcmp(name, entry) == 0 ||
		((strcmp(plain, last) == 0 || is_same(source, last)) &&
			(last == entry || is_within(name, entry, last)));

	free(plain);
	free(source);
	return same;
}
