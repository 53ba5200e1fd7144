#ifndef LANG_PTX_PTX_READER_H
#define LANG_PTX_PTX_READER_H

/* What the actions of ptx_grammar.y call: the module under construction. */

#include "lang/base/map.h"
#include "lang/ptx/ptx.h"

struct ptx_scan;

/* A list of operands while it grows: the last "n" of those that the reader
 * keeps, since lists end in the reverse order of their beginnings.
 */
struct ptx_list {
	int n;
};

struct ptx_declared {
	enum ptx_space space;
	enum ptx_type type;
	int vector;
	int64_t align;
	bool is_pointer, is_extern;
};

/* A block in braces that has not ended. */
struct ptx_scope {
	int number, first_label, first_instruction;
};

struct ptx_reader {
	struct ptx_module *module;
	struct ptx_scan *scan;
	struct diag *diag;
	struct ptx_function function; /* the one that is read */
	struct ptx_declared declared;
	bool is_rolled;		 /* .pragma "nounroll" stood before */
	int label;		 /* the last one */
	struct ptx_table *table; /* branch tables, the last one first */
	int n_index;		 /* comparisons that they became */
	int depth, n_error;
	int brackets; /* of the current variable */
	int64_t count;
	uint32_t begin, end;	  /* the last token */
	struct ptx_operand *open; /* of lists that have not ended */
	int n_open, open_room;
	/* of the function: labels by name and block, parameters by name, blocks
	 * around
	 */
	struct map labels, params;
	int n_scope, last_scope;
	struct ptx_scope *scope;
	int64_t scoped; /* instructions looked through for labels */
};

int ptx_reader_name(struct ptx_reader *r, struct loc loc);
/* The number of a name that need not stand in the source. */
int ptx_reader_intern(struct ptx_reader *r, const char *text, size_t len);
int ptx_reader_opcode(struct ptx_reader *r, const char *text, size_t len);
int64_t ptx_reader_int(struct ptx_reader *r, struct loc loc);
/* The number of bytes "n", which an operand adds to a name. */
int64_t ptx_reader_offset(struct ptx_reader *r, int64_t n, struct loc loc);
/* The bits of a literal such as 0d3FF0000000000000; 0 of decimal ones. */
bool ptx_reader_is_decimal(struct ptx_reader *r, struct loc loc);
int64_t ptx_reader_bits(struct ptx_reader *r, struct loc loc);
void ptx_reader_append(struct ptx_reader *r, struct ptx_list *list,
	const struct ptx_operand *o);
/* Ends a list; its operands live as long as the module. */
struct ptx_operand *ptx_reader_close(struct ptx_reader *r,
	struct ptx_list list);
struct ptx_operand ptx_reader_group(struct ptx_reader *r, struct ptx_list list);
/* After a wrong statement no list is open. */
void ptx_reader_recover(struct ptx_reader *r);
void ptx_reader_instruction(struct ptx_reader *r, int guard, bool guard_not,
	struct loc opcode, struct ptx_list operands, struct loc all);
/* A directive in a body that is skipped: .pragma matters. */
void ptx_reader_pragma(struct ptx_reader *r, struct loc all);
/* ptx_scope.c: labels, of a function and of blocks in braces. */
void ptx_reader_label(struct ptx_reader *r, int name, struct loc loc);
void ptx_scope_begin(struct ptx_reader *r);
void ptx_scope_open(struct ptx_reader *r);
void ptx_scope_close(struct ptx_reader *r, struct loc loc);
/* A modifier of a declaration: .u64, .v4, .ptr, .global */
void ptx_reader_declare(struct ptx_reader *r, struct loc word);
void ptx_reader_align(struct ptx_reader *r, int64_t n, struct loc loc);
void ptx_reader_space(struct ptx_reader *r, struct loc word);
void ptx_reader_variable(struct ptx_reader *r, int name, struct loc loc);
void ptx_reader_param(struct ptx_reader *r, int name, bool is_result,
	struct loc loc);
void ptx_reader_tuning(struct ptx_reader *r, struct loc word,
	const int64_t n[3]);
void ptx_reader_begin(struct ptx_reader *r, int name);
void ptx_reader_function(struct ptx_reader *r, int name, bool is_entry,
	bool has_body, struct loc loc);
void ptx_reader_error(struct ptx_reader *r, struct loc loc, const char *text);

/* ptx_table.c: the targets that the last label names.  ptx_table_branch()
 * returns false, having done nothing, if the instruction is not a branch
 * through a table that stands before it.
 */
void ptx_table_targets(struct ptx_reader *r, struct ptx_list targets);
bool ptx_table_branch(struct ptx_reader *r, const struct ptx_instruction *inst);
/* Adds an instruction to the function. */
void ptx_reader_add(struct ptx_reader *r, const struct ptx_instruction *inst);

#endif
