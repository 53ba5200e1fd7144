#ifndef LANG_PTX_PTX_RUN_H
#define LANG_PTX_PTX_RUN_H

/* Symbolic execution of a kernel for one block and grid.
 *
 * Each basic block runs once, under the condition of the paths that lead to
 * it; values that differ between paths become selections.  A loop runs several
 * times as a trial, which emits nothing, until its induction variables are
 * known: the values of a first trip give the steps, and a trip on
 * init + step * t must give init + step * (t + 1).  Then it runs once more as
 * a loop of the kernel.
 */

#include "lang/base/map.h"
#include "lang/kernel/kernel.h"
#include "lang/ptx/cubin.h"
#include "lang/ptx/ptx_flow.h"
#include "lang/ptx/ptx_value.h"
#include "lang/ptx/ptx_words.h"
#include "lang/ptx/sass.h"

enum ptx_base_kind {
	BASE_PARAM,
	BASE_GLOBAL,
	BASE_SHARED,
	BASE_CONST,
	BASE_LOCAL
};

/* Where data choose the elements of an array that lanes access. */
struct ptx_gather {
	int64_t lines;	/* that a warp touches; 0: not said */
	bool is_random; /* any element is as likely as another */
};

/* What a pointer may start from, or a number that is passed: a parameter or a
 * member of one, or a variable.
 */
struct ptx_base {
	enum ptx_base_kind kind;
	int name;
	int param;	/* BASE_PARAM: which one */
	int64_t offset; /* BASE_PARAM: of the member */
	enum ptx_type type;
	int64_t bytes;	 /* of variables; 0: open */
	char *title;	 /* for people */
	bool is_pointer; /* a parameter that is certainly a pointer */
	bool is_number;	 /* a parameter that is no pointer */
	bool is_given;
	int64_t value;	/* if given */
	bool has_size;	/* the next is given */
	int64_t n_elem; /* of what a pointer points to; 0: not given */
	int64_t unit;	/* bytes of such an element; 0: those of accesses */
	struct ptx_gather gather; /* of this array, or of all */
	bool is_gathered;	  /* data choose its elements */
	int field;		  /* of the kernel, -1: not accessed */
};

/* The number among "base" of a member of a parameter, or of a variable, for
 * which "offset" is 0; -1 if there is none.  "at" has the first of each name and
 * offset, by hash.
 */
int ptx_base_find(const struct map *at, const struct ptx_base *base,
	bool is_param, int name, int64_t offset);
uint64_t ptx_base_hash(bool is_param, int name, int64_t offset);

/* The share "p" of lanes that go on behind a branch, which a line or, if it is
 * not NULL, its label names.
 */
struct ptx_share {
	int line;
	char *label;
	double p;
};

/* What the user says of a kernel. */
struct ptx_arguments {
	int n;
	struct {
		char *name;
		int64_t value;
	} * item;
	int64_t over[3];  /* threads; 0: not given */
	int64_t block[3]; /* to show the kernel for; 0: not given */
	int n_over, n_block;
	/* of arrays by name, and of all others */
	int n_gather;
	struct {
		char *name;
		struct ptx_gather of;
	} * gather;
	struct ptx_gather every_gather;
	int64_t trips; /* of loops whose exit depends on data; 0 */
	/* of branches that data decide: these, or all others */
	int n_share;
	struct ptx_share *share;
	bool has_share;
	double every_share;
	enum kernel_side side; /* that branches without a share take */
	double updates;	       /* per thread; 0: one */
	int registers;	       /* 0: not known */
	struct cubin taken; /* what the assembler took, if that was read ... */
	char *taken_from;   /* ... from here; NULL: it was not */
	int n_title;
	char **title; /* names of the parameters, in order */
	/* a listing of the machine code, NULL: none; and its name */
	struct sass *sass;
	char *sass_name;
	bool sass_is_found; /* beside the PTX: may be another build's */
};

/* Assumptions that the kernel rests on, with the first line of each. */
enum ptx_note {
	NOTE_GATHER,
	NOTE_RANDOM,
	NOTE_BRANCH,
	NOTE_EXIT,
	NOTE_TRIPS,
	NOTE_EACH,
	NOTE_LOCAL,
	NOTE_SHARED,
	NOTE_WIDE,
	NOTE_ATOMIC,
	NOTE_RANGE,
	NOTE_SIGN,
	NOTE_CALL,
	NOTE_TENSOR,
	NOTE_GROUP,
	NOTE_TEXTURE,
	NOTE_ORDINARY,
	NOTE_CHOICE,
	NOTE_MEET,
	NOTE_BULK,
	NOTE_UNKNOWN,
	N_PTX_NOTE
};

/* Instructions that one region counts, per trip. */
struct ptx_work {
	double flops, fp16, fp32, fp64, three, special, integer, either,
		products, on_data, control, expanded, slow_paths, repeated,
		shuffles, constant_B;
};

struct ptx_frame;
struct ptx_body;

struct ptx_run {
	const struct ptx_module *module;
	const struct ptx_function *function;
	const struct ptx_arguments *args;
	struct diag *diag;
	struct eval *ev; /* whose budgets count; NULL: none */
	int64_t block[3], grid[3], domain[3];
	bool is_probe;	 /* the grid is not known yet */
	bool is_outline; /* launches run it again: what waits is not asked for */
	bool uses_grid;	 /* reads nctaid */
	unsigned axes;	 /* bit d: tid or ctaid along axis d is read */
	struct ptx_values values;
	int n_base;
	struct ptx_base *base;
	const struct map *base_at; /* see ptx_base_find() */
	int64_t n_table;	   /* entries of tables by name, so far */
	int n_code;
	struct ptx_body **code; /* by function of the module */
	struct kernel_def *k;
	bool emits, failed;
	bool is_exhausted;   /* failed by a limit or budget */
	bool lacks_argument; /* failed as an argument was not given */
	int64_t steps;
	int n_fence; /* barriers so far */
	int depth;   /* loops around the next instruction */
	int n_call;  /* frames */
	int n_open;  /* loops that data decide, emitted so far */
	int region;  /* that the next instruction runs in */
	const struct ptx_instruction *at;
	int root; /* of the address of an access, see ptx_frame.h */
	/* of each region of the kernel; barriers before it */
	const struct ptx_cond **condition;
	int *fence;
	struct ptx_work *work;
	/* .param variables of calls, newest last */
	int n_passed;
	struct ptx_passed {
		int name;
		int64_t offset;
		const struct ptx_value *value;
	} * passed;
	/* of each access of the kernel */
	struct ptx_accessed {
		const struct quasi *e; /* NULL: depends on data */
		int bytes, vector;
		enum ptx_type type;
		uint64_t wide; /* of its address: see ptx_value.h */
		int stretch;
		int version; /* of the array that it loads */
		const struct ptx_instruction *at;
	} * accessed;
	/* indices that were drawn, by what decides them: see ptx_value.h */
	int n_drawn;
	struct ptx_drawn {
		const struct ptx_value *root;
		int base, scatter;
		int64_t scale;
	} * drawn;
	struct map drawn_at;
	/* loads that nothing changes, by what they load */
	struct map loaded;
	/* code that the assembler sees as one: what is loaded in it once stays
	 * in a register.  Calls and trips that are not joined begin another.
	 */
	int stretch;
	int n_again; /* loops around, run trip by trip, whose code ran before */
	const struct ptx_instruction *note[N_PTX_NOTE];
	/* branches that data decide, and what was said of each; -1: nothing */
	int n_branch;
	struct ptx_branch {
		const struct ptx_instruction *inst;
		double share;
	} * branch;
	/* conditions on data that are chances */
	int n_chance;
	struct ptx_chance {
		const struct ptx_cond *of, *c;
	} * chance;
	double local;	 /* of a listing: accesses of local memory */
	bool has_sass;	 /* work is that of the listing */
	bool has_called; /* functions, here or elsewhere */
	int unknown; /* node of a condition that is not known, -1: none yet */
};

/* Runs the function; false, with an error reported, if it cannot. */
bool ptx_run(struct ptx_run *run);
void ptx_run_clear(struct ptx_run *run);

/* Report an error at the running instruction; returns false. */
bool ptx_run_fail(struct ptx_run *run, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void ptx_run_note(struct ptx_run *run, enum ptx_note note);

/* True if "x" rests on an argument that was not given; reports it. */
bool ptx_run_missing(struct ptx_run *run, const struct ptx_value *x);

/* Reports why "x" is data: the chain of instructions that led to it. */
void ptx_run_explain(struct ptx_run *run, const struct ptx_value *x);

/* ptx_step.c: what an instruction does.  Registers are read and written
 * through the frame.
 */
void ptx_step(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst);
const struct ptx_value *ptx_step_operand(struct ptx_run *run,
	struct ptx_frame *frame, const struct ptx_operand *o,
	enum ptx_type type);
/* The condition of a guard. */
const struct ptx_cond *ptx_step_guard(struct ptx_run *run,
	struct ptx_frame *frame, const struct ptx_instruction *inst);

/* ptx_frame.c: registers; those that the function sets. */
bool ptx_run_sets(const struct ptx_frame *frame, int name);
const struct ptx_value *ptx_run_get(struct ptx_run *run,
	struct ptx_frame *frame, int name);
void ptx_run_set(struct ptx_run *run, struct ptx_frame *frame, int name,
	const struct ptx_value *x);
void ptx_run_call(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst);

/* ptx_emit.c: the kernel.  In a trial they do nothing, and give -1. */
int ptx_emit_region(struct ptx_run *run, int parent, enum region_kind kind,
	int loop, const struct ptx_cond *c);
/* A loop of which the assembler makes "shape". */
int ptx_emit_loop(struct ptx_run *run, int parent, int64_t trips,
	const struct ptx_shape *shape);
int ptx_emit_cond(struct ptx_run *run, const struct ptx_cond *c);
/* A load of "bytes" at each of "n" parts of an address; its node. */
int ptx_emit_load(struct ptx_run *run, const struct ptx_value *address,
	int64_t offset, enum ptx_type type, int n);
void ptx_emit_store(struct ptx_run *run, const struct ptx_value *address,
	int64_t offset, enum ptx_type type, int n, int value);
/* The type of elements of "bytes". */
enum elem_type ptx_emit_type(enum ptx_type type, int bytes);
/* The loop at "depth" around a region, from the outermost; -1: none. */
int ptx_emit_loop_at(const struct kernel_def *k, int region, int depth);
/* An operation on data: its node, of up to three nodes (-1: none). */
int ptx_emit_data(struct ptx_run *run, const struct ptx_opcode *op,
	const int node[3]);
void ptx_emit_barrier(struct ptx_run *run);
/* ptx_emit_work.c: counts the running instruction, which becomes "words" of the
 * machine of this "kind": see ptx_words.h.
 */
void ptx_emit_work(struct ptx_run *run, const struct ptx_opcode *op,
	double words, const struct ptx_kind *kind);
/* True of an approximation that is more than one instruction: without .ftz,
 * denormal operands are scaled before and behind it, as rsqrt() and exp2() do.
 * That of a double has a slow path.
 */
bool ptx_emit_is_scaled(const struct ptx_opcode *op);
/* Once the result of an instruction is known: whether it computes with data. */
void ptx_emit_result(struct ptx_run *run, const struct ptx_opcode *op,
	const struct ptx_value *x, double words);
/* ptx_sass.c: makes the work of regions that of the listing, if it says how often
 * instructions run; false if it does not.
 */
bool ptx_sass_use(struct ptx_run *run);
/* ptx_finish.c: sets fields, domain and counts when all has run. */
bool ptx_emit_finish(struct ptx_run *run);
/* The threads along axis d that the conditions of all stores allow; -1 if they
 * do not say.
 */
int64_t ptx_emit_extent(const struct ptx_run *run, int d);

#endif
