#ifndef LANG_PTX_PTX_H
#define LANG_PTX_PTX_H

/* A PTX module as read: functions, their parameters, variables, labels and
 * instructions.
 *
 * Names are interned: equal names have equal numbers.  Everything lives in
 * the arena of the module, which holds a reference to its source.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/kernel/kernel.h"
#include "lang/base/diag.h"
#include "lang/base/map.h"
#include "lang/base/source.h"

enum ptx_type {
	PTX_NONE,
	PTX_PRED,
	PTX_B8,
	PTX_B16,
	PTX_B32,
	PTX_B64,
	PTX_B128,
	PTX_U8,
	PTX_U16,
	PTX_U32,
	PTX_U64,
	PTX_S8,
	PTX_S16,
	PTX_S32,
	PTX_S64,
	PTX_F16,
	PTX_F16X2,
	PTX_F32,
	PTX_F64,
	N_PTX_TYPE
};

int ptx_type_bytes(enum ptx_type type);
bool ptx_type_is_float(enum ptx_type type);
bool ptx_type_is_signed(enum ptx_type type);

enum ptx_space {
	SPACE_GENERIC,
	SPACE_REG,
	SPACE_GLOBAL,
	SPACE_SHARED,
	SPACE_CONST,
	SPACE_LOCAL,
	SPACE_PARAM
};

/* What is known of an instruction: rows of ptx_opcode.def. */
enum ptx_code {
	CODE_UNKNOWN,
#define OPCODE(name, code, class, words) CODE_##code,
#define SAME(name, code, class, words)
#include "lang/ptx/ptx_opcode.def"
	N_PTX_CODE
};

/* Classes of instructions, as reports count them. */
enum ptx_class {
	CLASS_NONE, /* no instruction of the machine */
	CLASS_INTEGER,
	CLASS_FLOAT, /* by type */
	CLASS_SPECIAL,
	CLASS_CONTROL,
	CLASS_BARRIER,
	CLASS_MEMORY,
	CLASS_TENSOR
};

enum ptx_compare {
	COMPARE_NONE,
	COMPARE_EQ,
	COMPARE_NE,
	COMPARE_LT,
	COMPARE_LE,
	COMPARE_GT,
	COMPARE_GE
};

/* Why a name is none of PTX. */
enum ptx_fault {
	FAULT_NONE,
	FAULT_STRAY, /* it has a word that the instruction cannot have */
	FAULT_TYPE,  /* it lacks a type */
	FAULT_COMPARE,
	FAULT_HALF /* a product of integers without .lo, .hi or .wide */
};

/* An opcode with its modifiers, such as ld.global.nc.v2.f64: decoded once for
 * all instructions that have it.
 */
struct ptx_opcode {
	const char *text;
	enum ptx_code code;
	enum ptx_class class;
	double words;	       /* machine instructions; see ptx_opcode.def */
	enum ptx_type type[2]; /* of the result, of the source */
	enum ptx_space space;
	enum ptx_compare compare;
	int vector; /* 1, 2, 4 or 8 */
	bool is_wide, is_hi, is_unsigned_compare, is_approx, is_flushed, is_to,
		is_constant, is_rounded;
	char bool_op; /* setp.lt.and: 'a', 'o' or 'x'; 0: none */
	enum cache_hint hint;
	bool is_sum;	/* atom.add, red.inc */
	bool is_packed; /* several numbers, or floats below 16 bits: data */
	enum ptx_fault fault;
	const char *stray; /* FAULT_STRAY: the first such word */
	const struct ptx_expansion *becomes; /* see ptx_expand(); NULL: one */
};

/* ptx_expand.c: the machine instructions of one that the assembler makes several
 * of, by unit, and the function whose chain takes as long (-1: none is needed);
 * NULL for all others.
 */
struct ptx_expansion {
	double fp, special, other;
	int chain;
};

const struct ptx_expansion *ptx_expand(const struct ptx_opcode *op);

enum ptx_operand_kind {
	OPERAND_NONE,	 /* an instruction has fewer operands */
	OPERAND_NAME,	 /* register, variable, label: name + offset */
	OPERAND_INT,	 /* offset */
	OPERAND_FLOAT,	 /* a literal; offset: its bits; is_not: not known */
	OPERAND_ADDRESS, /* [name + offset]; name -1: absolute */
	OPERAND_LIST,	 /* {a, b} or (a, b): items follow in "sub" */
	OPERAND_PAIR	 /* a|b: name and "other" */
};

struct ptx_operand {
	enum ptx_operand_kind kind;
	bool is_not;
	int name;
	union {
		int other; /* OPERAND_PAIR */
		int n_sub; /* OPERAND_LIST */
	};
	union {
		int64_t offset;
		struct ptx_operand *sub; /* OPERAND_LIST */
	};
};

struct ptx_instruction {
	int opcode; /* of the module */
	int guard;  /* name of a predicate register, -1: none */
	bool guard_not;
	bool is_rolled; /* a loop that starts here is not unrolled */
	bool is_table;	/* of a branch table, see ptx_table.c */
	int n_operand;
	struct ptx_operand *operand;
	uint32_t begin, end; /* in the source */
};

/* Operand "i" of an instruction, from 0 on: one of kind OPERAND_NONE, which no
 * rule takes for a register, a number or an address, if it has fewer.  Who wrote
 * the file decides how many there are.
 */
static inline const struct ptx_operand *
ptx_operand(const struct ptx_instruction *inst, int i)
{
	static const struct ptx_operand none = {
		.kind = OPERAND_NONE,
		.name = -1,
	};

	return i >= 0 && i < inst->n_operand ? &inst->operand[i] : &none;
}

/* The name of an operand that is a register, a variable or a label; -1 if it is
 * something else.
 */
static inline int ptx_operand_name(const struct ptx_operand *o)
{
	return o->kind == OPERAND_NAME ? o->name : -1;
}

struct ptx_variable {
	int name;
	enum ptx_space space;
	enum ptx_type type;
	int vector;
	int64_t bytes; /* 0: extern, of open size */
	int64_t align;
	bool is_pointer; /* .ptr */
	uint32_t begin;
};

/* A label stands before instruction "at".  The name of one in a block of braces
 * is made its own.
 */
struct ptx_label {
	int name, at;
	int written, scope; /* the name in the source, and the block; 0: none */
};

struct ptx_function {
	int name;
	bool is_entry, has_body;
	int n_param, n_result, n_instruction, n_label, n_variable;
	struct ptx_variable *param, *result;
	struct ptx_instruction *instruction;
	struct ptx_label *label;
	struct ptx_variable *variable; /* .shared, .local, .param of the body */
	int64_t reqntid[3], maxntid[3]; /* 0: not given */
	int64_t minnctapersm, maxnreg;	/* the same */
	uint32_t begin, end;
};

struct ptx_module {
	struct source *source; /* reference held */
	struct arena *arena;
	int n_name, n_opcode, n_function, n_variable;
	const char **name;
	struct ptx_opcode *opcode;
	struct ptx_function *function;
	struct ptx_variable *variable;
	struct map names, opcodes;
	int *function_at; /* by name: the function with a body; -1: none */
	int target;	  /* 90: sm_90; 0: not said */
	int refs;
};

/* The module of a text.  NULL, with errors reported, if it cannot be read. */
struct ptx_module *ptx_read(struct source *source, struct diag *diag);
struct ptx_module *ptx_keep(struct ptx_module *m);
void ptx_drop(struct ptx_module *m);

/* The number of a name; -1 if the module does not use it. */
int ptx_find_name(const struct ptx_module *m, const char *name);

const struct ptx_function *ptx_find_function(const struct ptx_module *m,
	int name);

/* Where a mangled name has that of the source, and its *n characters; NULL if
 * "name" is not mangled.
 */
const char *ptx_name_in(const char *name, size_t *n);

/* What a mangled name says before its parameters: "_Z4heatPKdPdii" is "heat",
 * a name that is not mangled is itself.
 */
char *ptx_plain_name(const char *name);

/* The same with the arguments of a template: "_Z4starIdLi2EEvPKT_PS0_i" is
 * "star<double, 2>".  The mangled name where they are of a form that is not
 * known.
 */
char *ptx_source_name(const char *name);

/* Does a user mean the function "name" with "entry": its mangled name, that of
 * the source, or that with template arguments?
 */
bool ptx_is_called(const char *name, const char *entry);

struct loc ptx_loc(const struct ptx_module *m,
	const struct ptx_instruction *inst);

/* ptx_opcode.c: decodes "text", of "len" characters. */
void ptx_opcode_decode(const char *text, struct ptx_opcode *op);
bool ptx_opcode_type(const char *word, size_t len, enum ptx_type *type);
bool ptx_opcode_space(const char *word, size_t len, enum ptx_space *space);

/* ptx_modifier.c: finds what is wrong with the name. */
void ptx_modifier_check(struct ptx_opcode *op);
/* Says so in "why"; false if nothing is wrong. */
bool ptx_modifier_explain(const struct ptx_opcode *op, char why[256]);
/* Reports the first instruction of each function whose name is wrong. */
bool ptx_modifier_check_all(const struct ptx_module *m, struct diag *diag);

#endif
