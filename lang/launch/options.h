#ifndef LANG_LAUNCH_OPTIONS_H
#define LANG_LAUNCH_OPTIONS_H

/* Launch options: those of `with` override those of the session, which
 * override the defaults.
 */

#include "engine/kernel/launch.h"
#include "engine/kernel/order.h"
#include "engine/simulate/simulate.h"
#include "lang/eval/eval.h"
#include "lang/kernel/graph.h"
#include "lang/kernel/kernel.h"

/* What the compiler knew of the strides of fields: their values, or only the
 * width of the integers that hold them.  Indices of known strides have 32 bits,
 * or 64.
 */
enum strides {
	STRIDES_CONSTANT,
	STRIDES_INT32,
	STRIDES_INT64,
	STRIDES_CONSTANT64
};

extern const char *const options_stride_names[]; /* NULL at the end */

/* When a folded thread stores: each result at once, or those of all its cells
 * at its end.  Open: nobody said.
 */
enum store_order { STORES_OPEN, STORES_INLINE, STORES_LAST };

extern const char *const options_store_names[]; /* NULL at the end */

/* Where the cells of a folded thread lie: side by side, or a block apart. */
enum options_cells { CELLS_ADJACENT, CELLS_INTERLEAVED };

struct options {
	bool block_is_auto;
	int n_block;
	int64_t block[3];
	int n_fold;
	int64_t fold[3];
	bool by_block[3]; /* cells of a thread lie a block apart */
	enum options_cells cells;
	int registers; /* 0: estimated */
	int64_t shared_B;
	int64_t spilled_B; /* by a thread */
	int n_domain;	   /* 0: not given by the question */
	int64_t domain[3];
	int n_session_domain; /* for kernels without a domain */
	int64_t session_domain[3];
	bool order_is_auto;
	struct order order;
	int64_t grid; /* blocks of a persistent launch; 0: one for each */
	enum elem_type type;
	int64_t offset;
	double updates;
	bool is_cold;
	enum model model;
	enum strides strides;
	enum store_order stores;
	enum counting counting;
	int divergence;	       /* of enum mdm_kind */
	enum load_order loads; /* of the stall intervals of divergences */
	int64_t requests;      /* of a sample; 0: default */
	/* for simulations; if not given, as in the hardware */
	bool has_cache, has_interleave, has_policy, has_ways;
	enum simulate_interleave interleave;
	enum simulate_policy policy;
	int64_t ways;			/* 0: fully associative */
	int64_t sms, resident, sampled; /* 0: not given */
	int64_t apart, seed, seeds;	/* seeds 0: as many as are cheap */
	/* for diagrams */
	int64_t level; /* 1 or 2; 0: not given */
	struct {
		int64_t first, n; /* n 0: to the end */
	} window, lines;
	bool has_at;
	int64_t at;
};

/* What a question must have, of enum question_takes, to read option "name";
 * 0: every question does.  *why is what the option does, or NULL.
 */
int options_needs(const char *name, const char **why);

/* True if the cells of a thread lie a block apart along the axis. */
bool options_is_apart(const struct options *o, int axis);

/* Reads the options of the session. */
bool options_session(struct eval *ev, struct options *o, struct loc loc);

/* Sets one option, a SETTING or a BIND of `over`, to its value. */
bool options_apply(struct eval *ev, struct options *o, const char *name,
	const struct value *v, struct loc loc, bool is_session);

/* Reads those of an OPTIONS node, which may be NULL. */
bool options_read(struct eval *ev, struct options *o,
	const struct node *options);

/* True if "v" is a valid value of the option that a SET node sets. */
bool options_check(struct eval *ev, const struct node *set, struct value *v);

extern const char *const model_names[];
extern const char *const interleave_names[], *const policy_names[];

/* True if only the launch knows the strides of fields. */
bool options_strides_vary(const struct options *o);

#endif
