#ifndef LANG_EVAL_EVAL_H
#define LANG_EVAL_EVAL_H

/* The evaluator: a session with its names, settings and budgets, and the
 * functions that run statements in it.
 *
 * Errors are reported to the session's diag where they occur, and functions
 * return false. A session stays usable after any error.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "lang/base/account.h"
#include "lang/base/diag.h"
#include "lang/base/map.h"
#include "lang/syntax/ast.h"
#include "lang/value/function.h"
#include "lang/value/locals.h"
#include "lang/value/scope.h"
#include "lang/value/value.h"

struct build;
struct module;
struct evidence;
struct assertion;
struct rooms;
struct progress_state;

/* Most threads of rank and sweep: the size of an array on the stack. */
#define EVAL_THREADS 64

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV, FORMAT_MARKDOWN };

/* Limits, each of them a setting. Exceeding one is an error. */
struct budget {
	int64_t steps;	  /* evaluated nodes and loop iterations */
	int64_t memory_B; /* held by all values at one time */
	int64_t stack_B;  /* C stack for nested evaluation */
	int64_t output_B; /* printed, or made of one value by str and join */
	int64_t isl_operations;
	int64_t accesses; /* of one simulation */
	int64_t time_ms;  /* for one statement or input: see eval_source() */
};

/* How several processes share the enumeration of spaces; see wsp_share(). */
struct share {
	int part, n_part;
	void (*exchange)(void *user, void *data, size_t len); /* or NULL */
	void *user;
};

/* The canvas of `plot`. */
struct screen {
	int columns, rows;
	bool has_colour;
};

/* Data that other rooms attach to a session and that is freed with it: a list
 * of structs that start with this one, the newest first.
 */
struct owned {
	struct owned *next;
	void (*free)(struct owned *o);
};

struct eval {
	struct diag *diag;
	const struct rooms *rooms; /* see rooms.h */
	struct map predefined;	   /* symbols, then the functions of rooms */
	struct scope globals;
	struct scope library; /* names defined by stdlib/ */
	struct locals locals;
	int base;		       /* first local that the callee sees */
	const struct function *callee; /* running function, for captures */
	struct build *build;	       /* the kernel being built, or NULL */
	bool in_index;		       /* '/' is floor division for integers */
	bool checking;		       /* report errors, do not run questions */
	bool quiet;		       /* print nothing: a library is loading */
	bool has_last;		       /* this input has given a value, `_` */
	bool in_library;	       /* a file of stdlib/ is running */
	bool files_allowed;
	struct screen screen;
	enum format format;
	struct budget budget;
	int threads; /* used by rank and sweep; at most EVAL_THREADS */
	struct share share;
	int64_t shard, n_shard;	 /* part of each space; n_shard 0: all of it */
	bool streams;		 /* print rows of sweep as they are found */
	int64_t steps, output_B; /* used so far */
	int64_t look_at;	 /* step count of the next clock check */
	int64_t start_ms;	 /* clock at the start of the input */
	struct account *account; /* of all values of the session */
	struct account *outer;	 /* the account that was open before */
	int64_t memory_B; /* limit in effect; see context_limit_memory() */
	struct noted {	  /* calls noted with the last error */
		int error, n;
		bool in_library; /* where the error is */
		struct loc last;
	} noted;
	uintptr_t stack_top;
	atomic_bool interrupted;
	struct value last;     /* `_` */
	char *last_kernel;     /* the kernel of a bare `estimate` */
	struct scope settings; /* device, domain, type, ... */
	struct owned *owned;
	struct module *modules;	   /* loaded modules, innermost first */
	struct evidence *evidence; /* records figures that are read; or NULL */
	void (*on_assert)(void *user, const struct assertion *a);
	void *assert_user;
	struct buffer output;
	void (*write)(void *user, const char *text, size_t len);
	void *user;
	void (*progress)(void *user, const struct progress_state *p);
	void *progress_user;
};

/* A session with the tables of "rooms" and the prelude loaded. */
struct eval *eval_new(const struct rooms *rooms);
void eval_free(struct eval *ev);

/* Run the statements of a parsed source; stop at the first that fails. */
bool eval_source(struct eval *ev, struct source *source);

bool eval_node(struct eval *ev, const struct node *node, struct value *result);

/* The value of a name as visible here; the caller frees it. False, without a
 * report, if the name is unbound.
 */
bool eval_lookup(struct eval *ev, const char *name, struct value *result);

/* Bind a local, which takes ownership of the value; unbind all locals from
 * "mark" on.
 */
void eval_bind(struct eval *ev, const char *name, struct value v);
void eval_unbind(struct eval *ev, int mark);

/* Bind the NAME nodes node->kid[from..] to "item", taking ownership: a single
 * name to the whole item, several names to its parts.
 */
bool eval_bind_names(struct eval *ev, const struct node *node, int from,
	struct value item);

/* Call a function value on behalf of a built-in (map, filter, sort). */
bool eval_apply(struct eval *ev, const struct value *fn, int n,
	const struct value *arg, struct loc loc, struct value *result);

/* The same with arguments by name. */
bool eval_apply_named(struct eval *ev, const struct value *fn, int n,
	const char *const *name, const struct value *arg, struct loc loc,
	struct value *result);

/* Charge n steps to the budget and check for an interrupt. False, with an error
 * at "loc", if evaluation must stop.
 */
bool eval_step(struct eval *ev, int64_t n, struct loc loc);

/* The same without charging steps, but always with a check of the clock: for
 * long work between two steps.
 */
bool eval_poll(struct eval *ev, struct loc loc);

/* Seconds and milliseconds of a monotonic clock. */
double eval_clock_s(void);
int64_t eval_clock_ms(void);

/* Start the timer of an input; true if its time budget is exceeded. */
void eval_start_clock(struct eval *ev);
bool eval_is_late(const struct eval *ev);

/* True if long work must stop because the session was interrupted or its time
 * is over. Safe in any thread; pass the struct eval as the "user" of
 * engine/kernel/launch.h.
 */
bool eval_is_stopped(void *ev);

/* Report to "diag" why eval_is_stopped() is true; returns false. */
bool eval_stopped(const struct eval *ev, struct diag *diag, struct loc loc);

/* True if the budget of steps or memory is used up; errors after that are
 * consequences and not worth reporting.
 */
bool eval_is_exhausted(const struct eval *ev);

/* True if a value of that many bytes fits in the memory budget and can be
 * allocated.
 */
bool eval_reserve(struct eval *ev, int64_t bytes, struct loc loc);
bool eval_has_room(struct eval *ev, int64_t bytes, struct loc loc);

/* Print text of a program, within the output budget. */
bool eval_output(struct eval *ev, const char *text, size_t len, struct loc loc);

/* Evaluate to a given type, or report that the result is not "what". */
bool eval_int(struct eval *ev, const struct node *node, const char *what,
	int64_t *value);

/* apply.c: functions and their calls. */
bool eval_call(struct eval *ev, const struct node *node, struct value *result);
bool eval_lambda(struct eval *ev, const struct node *node,
	struct value *result);
struct value eval_function(struct eval *ev, const struct node *def);

/* Report an exceeded budget; returns false. */
bool eval_exhausted(struct eval *ev, struct loc loc, const char *budget,
	int64_t limit);

#endif
