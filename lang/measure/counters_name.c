/* Names of kernels as compilers and profilers write them: mangled, or with
 * types, arguments and namespaces; and the names of units.
 */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/buffer.h"
#include "lang/base/memory.h"
#include "lang/measure/counters.h"
#include "lang/ptx/ptx.h"

/* _Z4copyPdS_, _ZN5space4copyEPd */
static char *mangled_name(char *text)
{
	size_t n = 0;
	const char *name = ptx_name_in(text, &n);

	if (!name)
		return text;
	text += name - text;
	text[n] = '\0';
	return text;
}

/* void space::copy<double, 3>(double *) [clone .kd] */
static char *plain_name(char *text)
{
	static const char anonymous[] = "(anonymous namespace)::";
	char *at, *name;

	while ((at = strstr(text, anonymous)))
		text = at + sizeof(anonymous) - 1;
	text[strcspn(text, "<([.")] = '\0';
	while (*text && text[strlen(text) - 1] == ' ')
		text[strlen(text) - 1] = '\0';
	for (name = at = text; *at; ++at)
		if (strchr(" :*&", *at))
			name = at + 1;
	return name;
}

char *counters_name(char *text)
{
	return strncmp(text, "_Z", 2) == 0 ? mangled_name(text) :
					     plain_name(text);
}

/* ------------------------------------------------------------- templates */

/* Adds one argument of a mangled template and returns the end of it; NULL if
 * it is more than a built-in type or a number.
 */
static const char *add_argument(const char *at, struct buffer *out)
{
	static const struct {
		char letter;
		const char *name;
	} types[] = { { 'b', "bool" }, { 'c', "char" }, { 'd', "double" },
		{ 'f', "float" }, { 'h', "unsigned char" }, { 'i', "int" },
		{ 'j', "unsigned" }, { 'l', "long" }, { 'm', "unsigned long" },
		{ 's', "short" }, { 't', "unsigned short" } };

	if (*at == 'L' && isalpha((unsigned char) at[1])) {
		size_t n;

		at += 2;
		if (*at == 'n') {
			buffer_add_char(out, '-');
			++at;
		}
		n = strspn(at, "0123456789");
		buffer_add_bytes(out, at, n);
		return n > 0 && at[n] == 'E' ? at + n + 1 : NULL;
	}
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); ++i)
		if (*at == types[i].letter) {
			buffer_add(out, types[i].name);
			return at + 1;
		}
	return NULL;
}

/* star<double, 3> of _Z4starIdLi3EEvPd; what is not understood is kept as it
 * is mangled, since it distinguishes kernels.
 */
static char *mangled_full(const char *text)
{
	char *copy = memory_copy_text(text), *name = mangled_name(copy);
	struct buffer out = { 0 };
	const char *at = text + (name - copy) + strlen(name);

	buffer_add(&out, name);
	if (name != copy && *at == 'I') {
		size_t start = out.len;
		const char *rest = at;

		buffer_add_char(&out, '<');
		for (++at; at && *at != 'E'; at = add_argument(at, &out))
			if (out.len > start + 1)
				buffer_add(&out, ", ");
		if (at) {
			buffer_add_char(&out, '>');
		} else {
			out.len = start;
			buffer_add_char(&out, ' ');
			buffer_add(&out, rest);
		}
	}
	free(copy);
	return buffer_take(&out);
}

/* The end of the name: arguments start at a parenthesis outside of <...>. */
static size_t name_end(const char *text)
{
	int depth = 0;
	size_t i;

	for (i = 0; text[i]; ++i) {
		depth += text[i] == '<';
		depth -= text[i] == '>' && depth > 0;
		if (depth == 0 && (text[i] == '(' || text[i] == '['))
			break;
	}
	while (i > 0 && text[i - 1] == ' ')
		--i;
	return i;
}

char *counters_name_full(const char *text)
{
	static const char anonymous[] = "(anonymous namespace)::";
	const char *at;
	size_t n, first = 0;
	int depth = 0;
	struct buffer out = { 0 };

	if (strncmp(text, "_Z", 2) == 0)
		return mangled_full(text);
	while ((at = strstr(text, anonymous)) &&
		(size_t) (at - text) <= strcspn(text, "<"))
		text = at + sizeof(anonymous) - 1;
	n = name_end(text);
	for (size_t i = 0; i < n; ++i) {
		depth += text[i] == '<';
		depth -= text[i] == '>' && depth > 0;
		if (depth == 0 && strchr(" :*&", text[i]))
			first = i + 1;
	}
	buffer_add_bytes(&out, text + first, n - first);
	if (out.len > 3 && strcmp(buffer_text(&out) + out.len - 3, ".kd") == 0)
		out.len -= 3;
	return buffer_take(&out);
}

/* ---------------------------------------------------------------- units */

/* The factor of a unit of "n" characters that is not a quotient. */
static double simple_unit(const char *unit, size_t n)
{
	static const struct {
		const char *name;
		double factor;
	} units[] = {
		{ "nsecond", 1e-9 },
		{ "ns", 1e-9 },
		{ "usecond", 1e-6 },
		{ "us", 1e-6 },
		{ "msecond", 1e-3 },
		{ "ms", 1e-3 },
	};
	static const struct {
		char letter;
		double factor;
	} prefixes[] = { { 'K', 1e3 }, { 'M', 1e6 }, { 'G', 1e9 },
		{ 'T', 1e12 } };

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); ++i)
		if (n == strlen(units[i].name) &&
			strncmp(unit, units[i].name, n) == 0)
			return units[i].factor;
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); ++i)
		if (n > 1 && unit[0] == prefixes[i].letter &&
			islower((unsigned char) unit[1]))
			return prefixes[i].factor;
	return 1;
}

double counters_unit(const char *unit)
{
	size_t n = strcspn(unit, "/");

	return simple_unit(unit, n) /
		(unit[n] ? simple_unit(unit + n + 1, strlen(unit + n + 1)) : 1);
}
