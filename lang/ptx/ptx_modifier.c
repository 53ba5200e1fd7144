/* Which words may follow the name of an instruction.  One that is misspelt would
 * otherwise be passed over, and ld.globl.f32 be a load of unknown space.
 */

#include <stdio.h>
#include <string.h>

#include "lang/ptx/ptx.h"

enum ptx_of {
	OF_LD = 1,
	OF_ST = 2,
	OF_ATOM = 4,
	OF_CVTA = 8,
	OF_COMPARE = 16,
	OF_SUM = 32,
	OF_PRODUCT = 64,
	OF_QUOTIENT = 128,
	OF_EXTREME = 256,
	OF_CVT = 512,
	OF_OTHER = 1024, /* has types alone */
	OF_ANY = 2048	 /* may have any word */
};

static const struct {
	const char *name;
	int of;
	bool is_packed;
} modifiers[] = {
#define MODIFIER(name, of) { name, of, false },
#define PACKED(name, of)   { name, of, true },
#include "lang/ptx/ptx_modifier.def"
};

static enum ptx_of kind_of(const struct ptx_opcode *op)
{
	switch (op->code) {
	case CODE_LD: return OF_LD;
	case CODE_ST: return OF_ST;
	case CODE_ATOM:
	case CODE_RED: return OF_ATOM;
	case CODE_CVTA:
	case CODE_ISSPACEP: return OF_CVTA;
	case CODE_SETP:
	case CODE_SET: return OF_COMPARE;
	case CODE_ADD:
	case CODE_SUB: return OF_SUM;
	case CODE_MUL:
	case CODE_MAD:
	case CODE_FMA: return OF_PRODUCT;
	case CODE_DIV:
	case CODE_REM: return OF_QUOTIENT;
	case CODE_NEG:
	case CODE_ABS:
	case CODE_MIN:
	case CODE_MAX: return OF_EXTREME;
	case CODE_CVT: return OF_CVT;
	case CODE_MOV:
	case CODE_SHL:
	case CODE_SHR:
	case CODE_AND:
	case CODE_OR:
	case CODE_XOR:
	case CODE_NOT:
	case CODE_BFE:
	case CODE_BFI:
	case CODE_SELP: return OF_OTHER;
	default: return OF_ANY;
	}
}

static bool is_vector(const char *word, size_t len)
{
	return len == 2 && word[0] == 'v' && strchr("248", word[1]);
}

static bool is_word(const char *word, size_t len, const char *name)
{
	return strlen(name) == len && memcmp(word, name, len) == 0;
}

void ptx_modifier_check(struct ptx_opcode *op)
{
	enum ptx_of of = kind_of(op);
	bool accesses = of == OF_LD || of == OF_ST || of == OF_ATOM;
	bool is_half = false, is_test = false;
	int n_type = 0, n_space = 0;
	const char *word = strchr(op->text, '.');
	size_t len;

	for (; word && *word == '.'; word += len) {
		enum ptx_space space;
		enum ptx_type type;
		bool is_known = false;

		len = strcspn(++word, ".");
		if (ptx_opcode_type(word, len, &type)) {
			is_known = of != OF_CVTA || type == PTX_U32 ||
				type == PTX_U64;
			++n_type;
		} else if (ptx_opcode_space(word, len, &space)) {
			is_known = accesses || of == OF_CVTA;
			++n_space;
		} else if (is_vector(word, len)) {
			is_known = accesses;
		}
		for (size_t i = 0; !is_known &&
			i < sizeof(modifiers) / sizeof(modifiers[0]);
			++i)
			if ((modifiers[i].of & of) &&
				is_word(word, len, modifiers[i].name)) {
				is_known = true;
				op->is_packed |= modifiers[i].is_packed;
			}
		is_test |= is_word(word, len, "num") ||
			is_word(word, len, "nan");
		is_half |= is_word(word, len, "lo") ||
			is_word(word, len, "hi") || is_word(word, len, "wide");
		if (of != OF_ANY && !op->stray &&
			(!is_known ||
				(accesses && (n_type > 1 || n_space > 1))))
			op->stray = word;
	}
	if (op->stray)
		op->fault = FAULT_STRAY;
	else if (of == OF_ANY || of == OF_CVTA || op->is_packed)
		op->fault = FAULT_NONE;
	else if (n_type == 0)
		op->fault = FAULT_TYPE;
	else if (of == OF_COMPARE && op->compare == COMPARE_NONE && !is_test)
		op->fault = FAULT_COMPARE;
	else if ((op->code == CODE_MUL || op->code == CODE_MAD) && !is_half &&
		!ptx_type_is_float(op->type[0]))
		op->fault = FAULT_HALF;
}

bool ptx_modifier_explain(const struct ptx_opcode *op, char why[256])
{
	int name = (int) strcspn(op->text, ".");

	switch (op->fault) {
	case FAULT_NONE: return false;
	case FAULT_STRAY:
		snprintf(why, 256,
			"'.%.*s' is no state space, type or modifier that "
			"'%.*s' can have here",
			(int) strcspn(op->stray, "."), op->stray, name,
			op->text);
		break;
	case FAULT_TYPE:
		snprintf(why, 256, "'%s' has no type, such as .u32", op->text);
		break;
	case FAULT_COMPARE:
		snprintf(why, 256, "'%s' has no comparison, such as .lt",
			op->text);
		break;
	case FAULT_HALF:
		snprintf(why, 256,
			"'%s' does not say which half of the product it means: "
			".lo, .hi or .wide",
			op->text);
		break;
	}
	return true;
}

bool ptx_modifier_check_all(const struct ptx_module *m, struct diag *diag)
{
	bool ok = true;
	char why[256];

	for (int i = 0; i < m->n_function; ++i)
		for (int j = 0; j < m->function[i].n_instruction; ++j) {
			const struct ptx_instruction *inst =
				&m->function[i].instruction[j];

			if (!ptx_modifier_explain(&m->opcode[inst->opcode],
				    why))
				continue;
			ok = diag_error(diag, ptx_loc(m, inst), NULL, "%s",
				why);
			break;
		}
	return ok;
}
