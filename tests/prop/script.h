#ifndef TESTS_SCRIPT_H
#define TESTS_SCRIPT_H

/* What a script for gnuplot may hold. */

#include <stdbool.h>
#include <string.h>

/* Outside of quotes only what wsp itself writes, inside no way out. */
static inline bool script_is_clean(const char *script)
{
	static const char *const starts[] = { "set ", "unset ", "plot ",
		"$d", "END", "  $d", "# Made by wsp.", "" };
	const char *c = script;
	bool quoted = false;
	int wrong = 0;
	size_t i;

	while (*c) {
		const char *end = strchr(c, '\n');
		bool known = strchr("-.0123456789", *c) != NULL;

		for (i = 0; starts[i][0]; ++i)
			known |= strncmp(c, starts[i], strlen(starts[i])) == 0;
		wrong += !known && c != end;
		for (; c < end; ++c) {
			quoted ^= *c == '\'';
			wrong += (unsigned char) *c < 0x20 || *c == 0x7f;
			wrong += !quoted && strchr("`\"@!;{}~|^", *c) != NULL;
		}
		wrong += quoted;
		quoted = false;
		++c;
	}
	return wrong == 0;
}

#endif
