#ifndef LANG_EVAL_EVAL_H
#define LANG_EVAL_EVAL_H

/* The evaluator: a session with its names, settings and budgets, and what
 * runs statements in it.
 *
 * Errors are reported to the session's diag where they happen and functions
 * return false; a session is usable after any error.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "lang/base/account.h"
#include "lang/base/diag.h"
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

#define EVAL_THREADS 64

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV, FORMAT_MARKDOWN };

/* Limits, each a setting; what runs into one ends in an error. */
struct budget {
	int64_t steps;	  /* evaluated nodes and loop turns */
	int64_t memory_B; /* taken by values, all at a time */
	int64_t stack_B;  /* C stack for nested evaluation */
	int64_t output_B;
	int64_t isl_operations;
	int64_t accesses; /* of one simulation */
	int64_t time_s;	  /* for one input */
};

/* Processes that go through spaces together; see wsp_share(). */
struct share {
	int part, n_part;
	void (*exchange)(void *user, void *data, size_t len); /* or NULL */
	void *user;
};

/* What `plot` draws on. */
struct screen {
	int columns, rows;
	bool has_colour;
};

/* What other rooms keep for as long as the session lives: a list of structs
 * that start with this one, the newest first.
 */
struct owned {
	struct owned *next;
	void (*free)(struct owned *o);
};

struct eval {
	struct diag *diag;
	const struct rooms *rooms; /* see rooms.h */
	struct scope globals;
	struct scope library; /* what stdlib/ defined */
	struct locals locals;
	int base;		       /* the callee sees those from here */
	const struct function *callee; /* for what it captured */
	struct build *build;	       /* the kernel being built, or NULL */
	bool in_index;		       /* '/' of integers is floor division */
	bool checking;		       /* report errors, run no question */
	bool quiet;		       /* libraries print nothing */
	bool in_library;	       /* a file of stdlib/ is running */
	bool files_allowed;
	struct screen screen;
	enum format format;
	struct budget budget;
	int threads; /* that rank and sweep use, up to
					   EVAL_THREADS */
	struct share share;
	int64_t shard, n_shard;	 /* of spaces; n_shard 0: all of them */
	bool streams;		 /* rows of sweep, as they are done */
	int64_t steps, output_B; /* used so far */
	int64_t look_at;	 /* steps at which to look at the clock */
	int64_t start_ms;	 /* of the input, on the clock */
	struct account *account; /* of all values of the session */
	struct account *outer;	 /* open before this one was */
	int64_t memory_B;	 /* its limit: the budget, or what
					   was there from the start */
	struct noted {		 /* calls noted with an error */
		int error, n;
		struct loc last;
	} noted;
	uintptr_t stack_top;
	atomic_bool interrupted;
	struct value last;     /* `_` */
	char *last_kernel;     /* what a bare `estimate` means */
	struct scope settings; /* device, domain, type, ... */
	struct owned *owned;
	struct module *modules;	   /* loaded, innermost first */
	struct evidence *evidence; /* takes down what is read; or NULL */
	void (*on_assert)(void *user, const struct assertion *a);
	void *assert_user;
	struct buffer output;
	void (*write)(void *user, const char *text, size_t len);
	void *user;
	void (*progress)(void *user, const struct progress_state *p);
	void *progress_user;
};

/* A session that knows what "rooms" lists, with the prelude loaded. */
struct eval *eval_new(const struct rooms *rooms);
void eval_free(struct eval *ev);

/* Run the statements of a parsed source; stops at the first that fails. */
bool eval_source(struct eval *ev, struct source *source);

bool eval_node(struct eval *ev, const struct node *node, struct value *result);

/* The value of a name as it is seen here, given; false if there is none
 * (nothing is reported).
 */
bool eval_lookup(struct eval *ev, const char *name, struct value *result);

/* Bind a local (takes the value); unbind all from "mark" on. */
void eval_bind(struct eval *ev, const char *name, struct value v);
void eval_unbind(struct eval *ev, int mark);

/* Bind the NAME nodes node->kid[from..] to "item" (taken): to all of it if
 * there is one, to its parts if there are several.
 */
bool eval_bind_names(struct eval *ev, const struct node *node, int from,
	struct value item);

/* A call of a function value from a built-in (map, filter, sort). */
bool eval_apply(struct eval *ev, const struct value *fn, int n,
	const struct value *arg, struct loc loc, struct value *result);

/* Count n steps of work against the budget and look for an interrupt;
 * false, with an error at "loc", if it is time to stop.
 */
bool eval_step(struct eval *ev, int64_t n, struct loc loc);

/* The same without counting, and with a look at the clock: for what takes
 * long between two steps.
 */
bool eval_poll(struct eval *ev, struct loc loc);

/* Seconds and milliseconds of a clock that never goes back. */
double eval_clock_s(void);
int64_t eval_clock_ms(void);

/* Begin to measure the time of an input, and whether it is up. */
void eval_start_clock(struct eval *ev);
bool eval_is_late(const struct eval *ev);

/* Whether what takes long must give up, because the session was interrupted
 * or its time is over.  Any thread may ask: the "user" of
 * engine/kernel/launch.h is then the struct eval.
 */
bool eval_is_stopped(void *ev);

/* Whether the budget of steps or memory is used up: errors that follow are
 * not worth reporting.
 */
bool eval_is_exhausted(const struct eval *ev);

/* Whether there is room for a value of so many bytes: in the budget, and
 * for one piece of memory.
 */
bool eval_reserve(struct eval *ev, int64_t bytes, struct loc loc);
bool eval_has_room(struct eval *ev, int64_t bytes, struct loc loc);

/* What a program prints. */
bool eval_output(struct eval *ev, const char *text, size_t len, struct loc loc);

/* Evaluate to a number, integer, string, ... or report that it is not
 * "what".
 */
bool eval_int(struct eval *ev, const struct node *node, const char *what,
	int64_t *value);

/* apply.c: functions and what calls them. */
bool eval_call(struct eval *ev, const struct node *node, struct value *result);
bool eval_lambda(struct eval *ev, const struct node *node,
	struct value *result);
struct value eval_function(struct eval *ev, const struct node *def);

/* Report that a budget is used up; false. */
bool eval_exhausted(struct eval *ev, struct loc loc, const char *budget,
	int64_t limit);

#endif
