/* Takes the name of an instruction apart: ld.global.nc.v2.f64 is a load of two
 * doubles from global memory.
 */

#include <string.h>

#include "lang/ptx/ptx.h"

static const struct {
	const char *name;
	int bytes;
	bool is_float, is_signed;
} types[N_PTX_TYPE] = {
	[PTX_NONE] = { "", 4, false, false },
	[PTX_PRED] = { "pred", 1, false, false },
	[PTX_B8] = { "b8", 1, false, false },
	[PTX_B16] = { "b16", 2, false, false },
	[PTX_B32] = { "b32", 4, false, false },
	[PTX_B64] = { "b64", 8, false, false },
	[PTX_B128] = { "b128", 16, false, false },
	[PTX_U8] = { "u8", 1, false, false },
	[PTX_U16] = { "u16", 2, false, false },
	[PTX_U32] = { "u32", 4, false, false },
	[PTX_U64] = { "u64", 8, false, false },
	[PTX_S8] = { "s8", 1, false, true },
	[PTX_S16] = { "s16", 2, false, true },
	[PTX_S32] = { "s32", 4, false, true },
	[PTX_S64] = { "s64", 8, false, true },
	[PTX_F16] = { "f16", 2, true, true },
	[PTX_F16X2] = { "f16x2", 4, true, true },
	[PTX_F32] = { "f32", 4, true, true },
	[PTX_F64] = { "f64", 8, true, true },
};

int ptx_type_bytes(enum ptx_type type)
{
	return types[type].bytes;
}

bool ptx_type_is_float(enum ptx_type type)
{
	return types[type].is_float;
}

bool ptx_type_is_signed(enum ptx_type type)
{
	return types[type].is_signed;
}

static bool is_word(const char *word, size_t len, const char *name)
{
	return strlen(name) == len && memcmp(word, name, len) == 0;
}

bool ptx_opcode_type(const char *word, size_t len, enum ptx_type *type)
{
	for (int i = PTX_PRED; i < N_PTX_TYPE; ++i)
		if (is_word(word, len, types[i].name)) {
			*type = i;
			return true;
		}
	if (is_word(word, len, "bf16"))
		*type = PTX_F16;
	else if (is_word(word, len, "bf16x2"))
		*type = PTX_F16X2;
	else if (is_word(word, len, "tf32"))
		*type = PTX_F32;
	else
		return false;
	return true;
}

static const struct {
	const char *name;
	enum ptx_code code;
	enum ptx_class class;
	double words;
} rows[] = {
#define OPCODE(name, code, class, words) \
	{ name, CODE_##code, CLASS_##class, words },
#define SAME(name, code, class, words) \
	{ name, CODE_##code, CLASS_##class, words },
#include "lang/ptx/ptx_opcode.def"
};

static const struct {
	const char *name;
	enum ptx_space space;
} spaces[] = { { "global", SPACE_GLOBAL }, { "shared", SPACE_SHARED },
	{ "shared::cta", SPACE_SHARED }, { "shared::cluster", SPACE_SHARED },
	{ "const", SPACE_CONST }, { "local", SPACE_LOCAL },
	{ "param", SPACE_PARAM }, { "param::entry", SPACE_PARAM },
	{ "param::func", SPACE_PARAM } };

bool ptx_opcode_space(const char *word, size_t len, enum ptx_space *space)
{
	for (size_t i = 0; i < sizeof(spaces) / sizeof(spaces[0]); ++i)
		if (is_word(word, len, spaces[i].name)) {
			*space = spaces[i].space;
			return true;
		}
	return false;
}

static const struct {
	const char *name;
	enum ptx_compare compare;
	bool is_unsigned;
} compares[] = { { "eq", COMPARE_EQ, false }, { "ne", COMPARE_NE, false },
	{ "lt", COMPARE_LT, false }, { "le", COMPARE_LE, false },
	{ "gt", COMPARE_GT, false }, { "ge", COMPARE_GE, false },
	{ "lo", COMPARE_LT, true }, { "ls", COMPARE_LE, true },
	{ "hi", COMPARE_GT, true }, { "hs", COMPARE_GE, true },
	/* of floats: or one of them is not a number */
	{ "equ", COMPARE_EQ, false }, { "neu", COMPARE_NE, false },
	{ "ltu", COMPARE_LT, false }, { "leu", COMPARE_LE, false },
	{ "gtu", COMPARE_GT, false }, { "geu", COMPARE_GE, false } };

static void decode_compare(struct ptx_opcode *op, const char *word, size_t len)
{
	for (size_t i = 0; i < sizeof(compares) / sizeof(compares[0]); ++i)
		if (op->compare == COMPARE_NONE &&
			is_word(word, len, compares[i].name)) {
			op->compare = compares[i].compare;
			op->is_unsigned_compare = compares[i].is_unsigned;
		}
	if (is_word(word, len, "and") || is_word(word, len, "or") ||
		is_word(word, len, "xor"))
		op->bool_op = word[0];
}

/* What L1 and L2 keep; policies that registers hold are not known. */
static void decode_hint(struct ptx_opcode *op, const char *word, size_t len)
{
	static const struct {
		const char *name;
		enum cache_hint hint;
	} hints[] = { { "nc", HINT_READ_ONLY }, { "cg", HINT_NO_L1 },
		{ "cv", HINT_NO_L1 }, { "volatile", HINT_NO_L1 },
		{ "L1::no_allocate", HINT_NO_L1 }, { "cs", HINT_EVICT_FIRST },
		{ "lu", HINT_EVICT_FIRST },
		{ "L1::evict_first", HINT_EVICT_FIRST } };

	for (size_t i = 0; i < sizeof(hints) / sizeof(hints[0]); ++i)
		if (is_word(word, len, hints[i].name))
			op->hint = hints[i].hint;
}

static void decode_word(struct ptx_opcode *op, const char *word, size_t len)
{
	enum ptx_type type;

	if (ptx_opcode_type(word, len, &type)) {
		if (op->type[0] == PTX_NONE)
			op->type[0] = type;
		else if (op->type[1] == PTX_NONE)
			op->type[1] = type;
		return;
	}
	if (op->space == SPACE_GENERIC)
		ptx_opcode_space(word, len, &op->space);
	if (len == 2 && word[0] == 'v' && strchr("248", word[1]))
		op->vector = word[1] - '0';
	op->is_wide |= is_word(word, len, "wide");
	op->is_hi |= is_word(word, len, "hi");
	op->is_approx |= is_word(word, len, "approx") ||
		is_word(word, len, "full");
	op->is_flushed |= is_word(word, len, "ftz");
	op->is_rounded |= len == 2 && word[0] == 'r' && strchr("nzmp", word[1]);
	op->is_to |= is_word(word, len, "to");
	op->is_constant |= is_word(word, len, "nc");
	op->is_sum |= is_word(word, len, "add") || is_word(word, len, "inc");
	decode_hint(op, word, len);
	if (op->code == CODE_SETP || op->code == CODE_SET)
		decode_compare(op, word, len);
}

/* The number of characters of "text" up to the next dot. */
static size_t word_length(const char *text)
{
	return strcspn(text, ".");
}

void ptx_opcode_decode(const char *text, struct ptx_opcode *op)
{
	size_t len = word_length(text);

	*op = (struct ptx_opcode) { .text = text, .vector = 1, .words = 1 };
	op->class = CLASS_INTEGER;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
		size_t n = strlen(rows[i].name);

		if (n >= len && strncmp(text, rows[i].name, n) == 0 &&
			(text[n] == '.' || text[n] == '\0')) {
			op->code = rows[i].code;
			op->class = rows[i].class;
			op->words = rows[i].words;
			len = n;
			break;
		}
	}
	for (text += len; *text == '.'; text += len) {
		++text;
		len = word_length(text);
		decode_word(op, text, len);
	}
	if (op->class == CLASS_INTEGER && ptx_type_is_float(op->type[0]) &&
		op->code != CODE_CVT && op->code != CODE_SETP)
		op->class = op->code == CODE_DIV ? CLASS_SPECIAL : CLASS_FLOAT;
	if (op->code == CODE_CP_ASYNC && !strstr(op->text, ".shared"))
		op->code = CODE_FENCE; /* commit_group, wait_group */
	op->becomes = ptx_expand(op);
	ptx_modifier_check(op);
}
