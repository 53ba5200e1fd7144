#ifndef LANG_KERNEL_GRAPH_H
#define LANG_KERNEL_GRAPH_H

/* What a kernel computes, as a graph of operations.
 *
 * Nodes are numbered in the order they are made, so operands precede their
 * users and every pass is one loop over the array.  Equal nodes are shared
 * (common subexpressions count once), constants are folded, and factors of 0,
 * 1 and -1 are removed.  A constant that was given a type is one of the machine,
 * and folds only where compilers do that.  A kernel owns its graph, which does
 * not change once the kernel is built.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lang/base/map.h"
#include "lang/number/number.h"

enum graph_op {
	GRAPH_CONST,   /* aux: constant */
	GRAPH_COORD,   /* aux: enum coord */
	GRAPH_EXTENT,  /* aux: 0..2 for nx ny nz */
	GRAPH_COUNTER, /* aux: loop; its run-time counter */
	GRAPH_SCALAR,  /* aux: parameter; a, b, c: indices of one in constant
			memory */
	GRAPH_LOAD,    /* aux: access */
	GRAPH_SCATTER, /* aux: scatter of the kernel; a: the node that its
			indices depend on, or -1 */
	GRAPH_CHANCE,  /* aux: chance of the kernel; a: as of a scatter */
	GRAPH_CARRIED, /* aux: loop; b: slot; a loop-carried local (phi) at
			the start of a trip */
	GRAPH_RESULT,  /* aux: loop; a: value at the end of a trip */
	GRAPH_MEMBER,  /* aux: lane; a: the load of a vector */
	GRAPH_PACK,    /* a, b: two lanes of a vector; c: the others, or -1 */
	GRAPH_ADD,
	GRAPH_SUB,
	GRAPH_MUL,
	GRAPH_DIV,
	GRAPH_FLOOR_DIV,
	GRAPH_MOD,
	GRAPH_NEG,
	GRAPH_MIN,
	GRAPH_MAX,
	GRAPH_ABS,
	GRAPH_SQRT,
	GRAPH_EXP,
	GRAPH_LOG,
	GRAPH_POW,
	GRAPH_FLOOR,
	GRAPH_OTHER,  /* aux: enum function_kind, such as sin */
	GRAPH_SELECT, /* a ? b : c */
	GRAPH_EQ,
	GRAPH_LT,
	GRAPH_LE,
	GRAPH_AND,
	GRAPH_OR,
	GRAPH_NOT,
	GRAPH_TILE,	/* aux: matrix product; a sum of it */
	GRAPH_ARGUMENT, /* aux: parameter; a scalar whose value is stated */
	GRAPH_BITS,	/* aux: enum bits */
	GRAPH_SHUFFLE,	/* aux: kind and width; a of the lane that b says */
	GRAPH_CONVERT,	/* aux: type; a in the type of the node */
	GRAPH_ENTRY	/* aux: 2 f, the start of row a of field f; 2 f + 1, its
			length */
};

/* Bitwise operations on integers. */
enum bits { BITS_AND, BITS_OR, BITS_XOR, BITS_LEFT, BITS_RIGHT };

enum coord {
	COORD_X,
	COORD_Y,
	COORD_Z, /* cell */
	COORD_TX,
	COORD_TY,
	COORD_TZ, /* thread in its block */
	COORD_BX,
	COORD_BY,
	COORD_BZ, /* block */
	/* only in kernels given by address expressions: */
	COORD_DX,
	COORD_DY,
	COORD_DZ, /* blockDim */
	N_COORD
};

extern const char *const coord_names[N_COORD];

/* Element types, from narrow to wide. */
enum elem_type {
	TYPE_NONE, /* constants that no type was given */
	TYPE_INT8,
	TYPE_UINT8,
	TYPE_INT16,
	TYPE_UINT16,
	TYPE_INT32,
	TYPE_UINT32,
	TYPE_INT64,
	TYPE_HALF,
	TYPE_FLOAT,
	TYPE_OPEN, /* chosen by the question; double by default */
	TYPE_DOUBLE,
	TYPE_BOOL,
	/* elements of two or four values: only of fields and their loads */
	TYPE_HALF2,
	TYPE_FLOAT2,
	TYPE_FLOAT4,
	TYPE_DOUBLE2,
	TYPE_CHAR2,
	TYPE_CHAR4,
	TYPE_UCHAR2,
	TYPE_UCHAR4,
	TYPE_SHORT2,
	TYPE_SHORT4,
	TYPE_USHORT2,
	TYPE_USHORT4,
	TYPE_INT2,
	TYPE_INT4,
	TYPE_UINT2,
	TYPE_UINT4
};

/* The degree of a node that is not a polynomial of coordinates and counters.
 * Any value above the degrees that occur in indices (0 and 1) would do.
 */
#define GRAPH_NOT_AFFINE 100

struct graph_node {
	enum graph_op op;
	enum elem_type type;
	int a, b, c; /* operands, -1: none */
	int aux;
	int degree; /* in coordinates and counters */
	bool uses_coord, uses_memory, uses_scalar;
};

/* Nodes that were made of a node as their newest operand, as a list. */
struct graph_users {
	int first, next; /* -1: none */
};

struct graph {
	int n_node;
	struct graph_node *node;
	struct graph_users *users; /* of each node */
	int n_const;
	struct number *constant;
	/* hash-consing: finds equal nodes that are in no list of users */
	struct map nodes, constants;
	enum elem_type real; /* of numbers that are not whole and have no type
				of their own */
};

void graph_clear(struct graph *g);

/* All return the number of a node. */
int graph_const(struct graph *g, const struct number *n);
int graph_int(struct graph *g, int64_t value);
int graph_leaf(struct graph *g, enum graph_op op, int aux, enum elem_type type);
/* A sum of matrix product "aux", of factors whose nodes are "a" and "b" (-1:
 * they have none).
 */
int graph_tile(struct graph *g, int aux, int a, int b, enum elem_type type);
/* An element of parameter "aux", which lies in constant memory. */
int graph_element(struct graph *g, int aux, int n, const int *index,
	enum elem_type type);
int graph_carried(struct graph *g, int loop, int slot, enum elem_type type);
/* Gives a node without a type one of floating-point numbers, and what was made of
 * it so far; false, and as it was, if that is nothing.
 */
bool graph_retype(struct graph *g, int node, enum elem_type type);
int graph_unary(struct graph *g, enum graph_op op, int a);
int graph_binary(struct graph *g, enum graph_op op, int a, int b);
/* The type of a node, which of a number such as 0.3 is that of the kernel. */
enum elem_type graph_type(const struct graph *g, int node);
/* A function of "a", and of "b" unless that is -1. */
int graph_function(struct graph *g, int function, int a, int b);
/* A function of an integer that gives one, of that type. */
int graph_integer(struct graph *g, int function, int a, enum elem_type type);
int graph_bits(struct graph *g, enum bits op, int a, int b);
/* Among "width" lanes of a warp. */
int graph_shuffle(struct graph *g, int kind, int a, int lane, int width);
/* "a" in another type; a constant is one of that type. */
int graph_convert(struct graph *g, int a, enum elem_type type);
int graph_select(struct graph *g, int cond, int a, int b);
int graph_result(struct graph *g, int loop, int value);
int graph_scatter(struct graph *g, int scatter, int of);
int graph_chance(struct graph *g, int chance, int of);
int graph_entry(struct graph *g, int entry, int row);
int graph_member(struct graph *g, int load, int lane, enum elem_type type);
/* The "n" lanes of a vector as one node; lane i of such a node. */
int graph_pack(struct graph *g, int n, const int *lane);
int graph_unpack(const struct graph *g, int pack, int i);

/* x^n for a constant integer n by repeated squaring; -1 if n is not a
 * small integer.
 */
int graph_power(struct graph *g, int a, int64_t n);

/* True if "op" commutes; its operands are then sorted by number. */
bool graph_commutes(enum graph_op op);

bool graph_is_const(const struct graph *g, int node, const struct number **n);
bool graph_is_int(const struct graph *g, int node, int64_t *value);

bool type_is_float(enum elem_type type);
int type_bytes(enum elem_type type); /* TYPE_OPEN: 8 */
const char *type_name(enum elem_type type);
bool type_find(const char *name, enum elem_type *type);
/* A vector has 2 or 4 lanes of a scalar type; any other type 1, of itself. */
int type_lanes(enum elem_type type);
enum elem_type type_scalar(enum elem_type type);

/* The names of all types of fields, NULL at the end. */
extern const char *const type_words[];

#endif
