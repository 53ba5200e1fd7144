/* Files that people take for programs of the language. */

#include <stdio.h>
#include <string.h>

#include "lang/base/foreign.h"

const char *foreign_hint(const char *path)
{
	/* the end of a name, what such a file is, and what to do with it */
	static const struct {
		const char *ends, *hint;
	} foreign[] = {
		{ " .cu .cuh .hip .cpp .c ",
			"C or CUDA: compile it with 'nvcc -ptx', and say "
			"'wsp estimate FILE.ptx'; doc/CUDA.md says more" },
		{ " .cubin .fatbin .o .so ",
			"machine code: ask about its PTX, 'wsp estimate "
			"FILE.ptx', which reads the registers of FILE.cubin "
			"beside it; doc/CUDA.md says more" },
		{ " .md ",
			"a document: 'wsp doctest FILE.md' runs what is in "
			"it" },
	};
	const char *dot = strrchr(path, '.');
	char end[16];

	if (!dot || strlen(dot) > sizeof(end) - 3)
		return NULL;
	snprintf(end, sizeof(end), " %s ", dot);
	for (size_t i = 0; i < sizeof(foreign) / sizeof(foreign[0]); ++i)
		if (strstr(foreign[i].ends, end))
			return foreign[i].hint;
	return NULL;
}
