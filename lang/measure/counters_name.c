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
		return ptx_source_name(text);
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
