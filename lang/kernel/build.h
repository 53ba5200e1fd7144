#ifndef LANG_KERNEL_BUILD_H
#define LANG_KERNEL_BUILD_H

/* From a kernel's syntax tree to a kernel: the body is run once on symbols.
 *
 * Locals, lists, functions and unrolled loops are the evaluator's business;
 * what remains are loads, stores, run-time loops and conditions.
 */

#include "lang/eval/eval.h"
#include "lang/kernel/kernel.h"

struct build {
	struct eval *eval;
	struct kernel_def *kernel;
	int region;	  /* where statements go now */
	bool is_implicit; /* an indexed unknown name is a field */
	bool in_address;  /* inside of `load ... at` */
	bool is_unknown;  /* checking: something is not known */
	struct map loads; /* by what they read */
};

/* A field, or one component of it, as a value inside of a kernel. */
struct field_value {
	struct object object;
	struct build *build;
	int field;
	int component; /* node, -1: none chosen */
};

extern const struct object_type field_value_type;

/* The kernel of a KERNEL or STENCIL node; NULL, reported, on error. */
struct kernel_def *build_kernel(struct eval *ev, const struct node *node);

/* base[index...] in the body of a kernel: the value of the base of an INDEX
 * node; and, where that is a field, a load or the choice of a component.
 */
bool build_base(struct eval *ev, const struct node *node, struct value *base);
bool build_load(const struct node *node, const struct object *base,
	struct value *result);

/* How many components a field has is not known before the body ends. */
#define COMPONENTS_OPEN 1000000

/* The names that are bound in the body of every kernel, NULL at the end:
 * coordinates and extents, and CUDA's names for them.
 */
extern const char *const build_names[];

const struct field_value *field_value_of(const struct value *v);

/* One more region inside of the one where statements go now. */
int build_region_new(struct build *b, enum region_kind kind, int loop,
	int condition);

bool build_block(struct build *b, const struct node *block);
bool build_statement(struct build *b, const struct node *node);

/* build_flow.c: locals, loops and conditions. */
bool build_assign(struct build *b, const struct node *assign);
bool build_for(struct build *b, const struct node *node);
bool build_loop(struct build *b, const struct node *node);
bool build_if(struct build *b, const struct node *node);

/* build_params.c: parameters, their types and options. */
bool build_params(struct build *b, const struct node *kernel);
bool build_shared(struct build *b, const struct node *shared);
int build_field_new(struct build *b, const char *name);
struct value build_field_value(struct build *b, int field, int component);
struct value build_node_value(struct build *b, int node);
/* Whether "name" is a scalar argument; if so, it is reported that it has no
 * cells.
 */
bool build_is_scalar(struct build *b, const struct node *name);

/* build_access.c: loads and stores. */
bool build_store(struct build *b, const struct node *update);
struct kernel_access *build_access_new(struct build *b, int field,
	struct loc loc);

/* build_address.c: those of a kernel of addresses. */
bool build_address_access(struct build *b, const struct node *access);

#endif
