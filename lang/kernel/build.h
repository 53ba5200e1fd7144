#ifndef LANG_KERNEL_BUILD_H
#define LANG_KERNEL_BUILD_H

/* From a kernel's syntax tree to a kernel: the body is evaluated once, on
 * symbols.
 *
 * The evaluator resolves locals, lists, functions and unrolled loops; what
 * remains are loads, stores, run-time loops and conditions.
 */

#include "lang/eval/eval.h"
#include "lang/kernel/kernel.h"

struct build {
	struct eval *eval;
	struct kernel_def *kernel;
	int region;	  /* the region that receives statements */
	int phase;	  /* barriers so far */
	bool is_implicit; /* indexing an unknown name makes a field */
	bool in_address;  /* within `load ... at` */
	bool may_draw;	  /* the address may depend on data */
	/* what functions in the address say of the access */
	enum cache_hint hint;
	bool is_atomic, is_counting;
	double kept;
	bool is_unknown;	   /* checking only: some value is unknown */
	const struct node *stated; /* the first count of arithmetic */
	struct map loads;	   /* keyed by what they read */
	/* accesses up to the last store that fields without restrict may
	 * alias, and up to the last one to another field than that
	 */
	int stored[2];
	int n_fence;			 /* see build_fence() */
	const struct build_trips *trips; /* the innermost loop, or NULL */
	int n_promoted;
	struct build_promoted *promoted;
};

/* A loop whose body is being built. */
struct build_trips {
	const struct build_trips *outer;
	int loop;
	bool has_barrier;
	int n_field;
	bool *is_stored; /* fields that statements of the body store to */
};

/* A cell that a loop may keep in a register (build_promote.c). */
struct build_promoted {
	int loop, lane;
	int node;  /* its value at the start of a trip: carried */
	int slot;  /* of that */
	int plain; /* its value if it is not promoted */
	bool is_done;
	struct kernel_access at; /* field and indices */
};

/* A field, or one component of it, as a value within a kernel. */
struct field_value {
	struct object object;
	struct build *build;
	int field;
	int component; /* node; -1: none was chosen */
};

extern const struct object_type field_value_type;

/* The kernel of a KERNEL or STENCIL node; NULL, with an error reported, on
 * failure.
 */
struct kernel_def *build_kernel(struct eval *ev, const struct node *node);

/* Access n - 1 is a store: notes it if fields without restrict may alias it. */
void build_note_store(struct build *b, int n);

/* At a barrier, other threads may change shared arrays and what is reached
 * through pointers without restrict: loads behind it are not those before it.
 */
void build_fence(struct build *b);

/* base[index...] in the body of a kernel. build_base() evaluates the base of
 * an INDEX node; if that is a field, build_load() makes a load or chooses a
 * component.
 */
bool build_base(struct eval *ev, const struct node *node, struct value *base);
bool build_load(const struct node *node, const struct object *base,
	struct value *result);

/* float(0): a constant that has a type; false if there is no such type. */
bool build_number(struct eval *ev, const char *type, const struct number *n,
	struct value *result);

/* Number of components of an undeclared field until the body has been read
 * and its largest index decides.  Also the most that may be declared.
 */
#define COMPONENTS_OPEN 1000000

/* Names that every kernel body has: coordinates, extents, and CUDA's names for
 * them.  Ends with NULL.
 */
extern const char *const build_names[];

const struct field_value *field_value_of(const struct value *v);

/* Opens a region within the one that receives statements; returns its number.
 */
int build_region_new(struct build *b, enum region_kind kind, int loop,
	int condition);

bool build_block(struct build *b, const struct node *block);
bool build_statement(struct build *b, const struct node *node);

/* build_flow.c, build_loop.c: locals, conditions and loops. */
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
/* True if "name" is a scalar argument, which has no cells; reports that as an
 * error.
 */
bool build_is_scalar(struct build *b, const struct node *name);

/* build_access.c: loads and stores. */
bool build_store(struct build *b, const struct node *update);
/* The load "node", or the member of a vector, once more, with a hint for caches;
 * false if it is none, or one of shared memory.
 */
bool build_hint(struct build *b, int node, enum cache_hint hint,
	struct value *result);
struct kernel_access *build_access_new(struct build *b, int field,
	struct loc loc);

/* Makes a store one that nothing sees: a load without a use, which goes when the
 * kernel is finished.
 */
void build_drop_store(struct kernel_access *a);

/* Lane "lane" of what a field of a type loads or stores. */
int build_lane(struct build *b, int node, enum elem_type type, int lane);

/* The value of the cell of "at" before the loop: a node. */
int build_value_before(struct build *b, const struct kernel_access *at,
	const struct build_trips *trips);

/* build_promote.c: the value of lane "lane" of the cell of "at", which was "node"
 * if no loop keeps it in a register.
 */
int build_trip_value(struct build *b, const struct kernel_access *at, int lane,
	int node);
/* What a trip loads if it does not keep "node" in a register; "node" of others. */
int build_plain_value(const struct build *b, int node);
/* At the end of a loop: what its trips kept is stored behind it. */
void build_close_trips(struct build *b, const struct build_trips *t);
/* At the end of a kernel: cells that were not kept are loaded in trips. */
void build_close_promoted(struct build *b);

/* A load of the element base[index...] of a shared array; -1 on failure. */
int build_corner(struct build *b, const struct node *index);

/* build_address.c: accesses of a kernel that gives addresses.  The access of
 * build_address() is at an expression and neither load nor store yet; -1 on
 * failure.
 */
bool build_address_access(struct build *b, const struct node *access);
int build_address(struct build *b, const struct node *expr);

/* build_mma.c: a matrix product; its sums are the value, if one is wanted.
 * build_value() evaluates what is assigned: a product or an expression.
 */
bool build_mma(struct build *b, const struct node *mma, struct value *result);
bool build_value(struct build *b, const struct node *node, struct value *v);

#endif
