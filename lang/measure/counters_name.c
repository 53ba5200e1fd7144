/* Names of kernels as compilers and profilers write them: mangled, or with
 * types, arguments and namespaces.
 */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lang/measure/counters.h"

/* _Z4copyPdS_, _ZN5space4copyEPd: each name follows its length. */
static char *mangled_name(char *text)
{
	char *at = text + 2, *name = NULL;
	size_t len = 0;

	at += strspn(at, "NK");
	while (isdigit((unsigned char) *at)) {
		char *end;
		unsigned long n = strtoul(at, &end, 10);

		if (n == 0 || n > strlen(end))
			break;
		name = end;
		len = n;
		at = end + n;
	}
	if (!name)
		return text;
	name[len] = '\0';
	return name;
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
