/* Instructions of PTX that the assembler makes several of. */

#include <string.h>

#include "lang/kernel/expansion.h"
#include "lang/ptx/ptx.h"

static const struct {
	const char *name;
	bool is_long;
	struct ptx_expansion of;
} rows[] = {
#define APPROXIMATE(name, fp, special, other, chain) \
	{ name, false, { fp, special, other, FUNCTION_##chain } },
#define LONG(name, special, other) { name, true, { 0, special, other, -1 } },
#include "lang/ptx/ptx_expand.def"
#undef APPROXIMATE
#undef LONG
};

const struct ptx_expansion *ptx_expand(const struct ptx_opcode *op)
{
	bool is_float = op->type[0] == PTX_F32;

	if (!is_float &&
		(ptx_type_is_float(op->type[0]) ||
			ptx_type_bytes(op->type[0]) != 8))
		return NULL;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i)
		if (rows[i].is_long != is_float &&
			strncmp(op->text, rows[i].name, strlen(rows[i].name)) ==
				0)
			return &rows[i].of;
	return NULL;
}
