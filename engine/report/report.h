#ifndef ENGINE_REPORT_REPORT_H
#define ENGINE_REPORT_REPORT_H

/* The answer to "how fast, and why": what estimate() fills.
 *
 * A report owns all it points to and outlives kernel, launch and device.
 * Figures are per lattice update (LUP) in base units unless their name
 * says otherwise; a figure a model does not give is NaN.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/kernel/kernel.h"
#include "engine/kernel/launch.h"
#include "engine/kernel/occupancy.h"
#include "engine/kernel/registers.h"
#include "engine/report/roofs.h"
#include "hw/device.h"

enum metric {
#define METRIC(member, path, unit, what) METRIC_##member,
#include "engine/report/metric.def"
	N_METRIC
};

struct metric_info {
	const char *path, *unit, *what;
};

extern const struct metric_info metrics[N_METRIC];

/* One thing that could decide the time. */
struct limit {
	const char *name; /* "dram", "l2", "l1", "fp", "launch", ... */
	const char *what; /* "DRAM bandwidth" */
	double seconds;	  /* of the whole launch, if it were alone */
};

#define REPORT_LIMITS 24

/* What a launch is compared by with those that were measured: interval.h. */
#define REPORT_MEASURES 7

#define REPORT_CAVEATS	10

/* The volumes of one field, B/LUP. */
struct field_volume {
	char *name;
	double l2_load_B, l2_store_B, dram_load_B, dram_store_B;
};

/* The derivation of a figure.  "formula" is an expression in the names of the
 * inputs (formula_spell() prints it in the language); with their values it
 * gives "value".
 * The inputs of a formula are finite, and so is its value.
 */
struct derivation_input {
	const char *name, *unit, *what;
	double value;
};

struct derivation {
	const char *path;     /* of the figure: "dram.load" */
	const char *equation; /* number in doc/MODEL.md: "4.3" */
	const char *formula;
	const char *reason; /* why it is what it is, in words, or NULL */
	const char *unit;
	double value;
	int n_input;
	struct derivation_input *input;
};

/* Instructions of warps that ask a memory for something, and the
 * transactions that come of them.
 */
struct transactions {
	double inst, txn;
	double least; /* rows of shared memory without conflicts; 0: unknown */
};

struct mdm;

/* Of a product of matrices: the part f of L1's time that is loads of factors,
 * and the warps w of a block which load some while others multiply.
 */
struct report_turns {
	double factors, warps;
};

struct report {
	char *kernel, *device;
	const char *order; /* "rows", "columns(32)" */
	enum model model;
	int dims;
	int64_t domain[3], block[3], fold[3], grid[3];
	bool apart[3]; /* cells of a thread lie a block apart */
	struct registers registers;
	bool registers_given;
	/* blocks of an SM with the fewest and the most of these registers; 0:
	 * none could run
	 */
	int blocks_low, blocks_high;
	struct occupancy occupancy;
	double metric[N_METRIC];
	int n_limit, limiter; /* limit[limiter] decides */
	struct limit limit[REPORT_LIMITS];
	/* between two events around one launch; of the kernel alone, as
	 * profilers have it
	 */
	double time_s, kernel_s;
	double lup_per_s;
	double time_low_s, time_high_s; /* 90 % of measured times lie between */
	int kind, regime;		/* of the interval: interval.h */
	double measure[REPORT_MEASURES]; /* by enum interval_range */
	double far;	     /* from what was measured: widens the interval */
	double doubt[2];     /* D of (14.2), of the lower and the upper end */
	int n_outside;	     /* of what was validated */
	char *outside;	     /* what, in words, or NULL */
	const char *counted; /* how volumes were: "counted exactly" */
	bool is_closed;	     /* volumes are in closed form */
	bool is_sampled;     /* volumes come from a sample */
	/* achieved rate and its share of the device's peak */
	double dram_B_per_s, dram_share, l2_B_per_s, l2_share;
	double flop_per_s, flop_share;
	struct roofs roofs;
	enum precision precision; /* of most of the arithmetic */
	enum tensor tensor;	  /* that matrix units multiply most of */
	double elem_B;		  /* of the widest field */
	/* of the whole launch, threads outside of the domain included;
	 * NaN where a model does not count them
	 */
	struct work warp_work, thread_work;
	/* what a warp loads from L2 and DRAM if all its waits miss; 0: none
	 * does
	 */
	double l2_missing_B, dram_missing_B;
	bool batches;	       /* see report_missing() */
	double queue, queue_B; /* report_queue() */
	struct report_turns turns;
	double joined_B;  /* of an update, stores that L2 does not see */
	double wave_over; /* updates of a wave over the size of L2 */
	double began;	  /* of the launch, when its longest warp starts */
	struct transactions global_load, global_store;
	double l1_sectors; /* of loads, as far as L1 delivers them: (7.28) */
	struct transactions shared_load, shared_store;
	int n_field;
	struct field_volume *field;
	int n_derivation;
	struct derivation *derivation;
	struct mdm *mdm; /* mdm.h; NULL: not known */
	char *verdict;	 /* one sentence */
	char *advice;	 /* what would have to change */
	double advice_s; /* the time that it promises, or NaN */
	int n_note;
	char **note;
	/* the same, and what else limits the trust in it, without figures of
	 * the one launch, so that rows of a table share it
	 */
	int n_caveat;
	char *caveat[REPORT_CAVEATS];
	struct quasi_pool *pool; /* owns the arrays and texts above */
	bool figures_only;	 /* no texts and no derivations */
	bool is_broken;		 /* memory ran out while filling it */
};

enum estimate_status {
	ESTIMATE_OK,
	ESTIMATE_IMPOSSIBLE, /* the device cannot run it: see "why" */
	ESTIMATE_OVERFLOW,
	ESTIMATE_BUDGET,
	ESTIMATE_MEMORY,
	ESTIMATE_MISSING,   /* the device lacks a figure: see "why" */
	ESTIMATE_STOPPED,   /* see launch_is_stopped() */
	ESTIMATE_UNPHYSICAL /* a mistake of the model: see physics.h */
};

/* Predict "kernel" under "launch" on "dev".  The same input gives the same
 * report, from any number of threads at once.  When the status is not
 * ESTIMATE_OK, "why" holds a sentence and "report" nothing.
 */
enum estimate_status estimate(const struct kernel *kernel,
	const struct launch *launch, const struct device *dev,
	struct report *report, char why[256]);

/* Make the interval of a report hold those of all sizes that a derived l3.size
 * may have, (14.4).  estimate() has done so; a prepared launch does not.
 */
void estimate_cover_l3(struct report *report, const struct kernel *kernel,
	const struct launch *launch, const struct device *dev);

/* What every model asks first: whether the device is complete and can run
 * such a launch at all, and how many of its blocks.
 */
enum estimate_status report_check(const struct kernel *kernel,
	const struct launch *launch, const struct device *dev,
	struct occupancy *occupancy, char why[256]);

void report_clear(struct report *report);

/* For the models, which fill reports.  Texts and arrays given to these
 * functions are copied, except those marked "static", which must outlive
 * every report.  When memory runs out the report is marked as broken, and
 * all further calls do nothing.
 *
 * Start a report: geometry and names are there, all figures are NaN.
 */
void report_init(struct report *report, const struct kernel *kernel,
	const struct launch *launch, const struct device *dev);

/* NULL where texts are not wanted. */
char *report_text(struct report *report, const char *format, ...);

/* Caveats are wanted always. */
void report_caveat(struct report *report, const char *format, ...);

/* A note; "brief", its text if NULL, becomes a caveat. */
void report_note(struct report *report, const char *brief, const char *format,
	...);

/* Add a limit ("name" and "what": static); the longest one is the limiter.
 * One that is not finite is left out.
 */
void report_limit(struct report *report, const char *name, const char *what,
	double seconds);

/* An array of inputs, as the two arguments that take it. */
#define REPORT_INPUTS(in) (int) (sizeof(in) / sizeof((in)[0])), (in)

/* FORMULA() of formula.h calls it: add a derivation (all texts but "reason": static, "reason": the pool's,
 * static or NULL).  A figure that is not finite has none.
 */
void report_derive(struct report *report, const char *path,
	const char *equation, const char *formula, const char *unit,
	double value, const char *reason, int n_input,
	const struct derivation_input *input);
/* Removes what was derived for "path". */
void report_forget(struct report *r, const char *path);

/* Say which limit decides and which is next; nothing below two limits. */
void report_verdict(struct report *report);

/* Put the measured volumes of "launch", if any, into the place of those
 * that were predicted, before limits are made of them.
 */
void report_measured(struct report *report, const struct launch *launch);

/* Rates that follow from "time_s", which must be set, the volumes and the
 * number of updates.
 */
void report_rates(struct report *report, const struct kernel *kernel,
	const struct device *dev);

/* Lattice updates of the whole launch. */
double report_lup(const struct kernel *kernel);

/* Seconds of a limit; 0 where the report has none of that name. */
double report_limit_s(const struct report *r, const char *name);

/* "decide" or "decides", as the words of a limit want it. */
const char *report_decides(const char *what);

/* Share of the waits of a warp in which it misses, of which it has "misses" in
 * the mean.  Trips of a loop miss alike, so that their misses come one in a
 * wait; in batches of straight code they lie anywhere.
 *
 *	min(1, m)  or  1 - exp(-m)				  (20.20)
 */
double report_missing(bool batches, double misses);

/* How much longer DRAM takes to answer the last of several loads.
 *
 *	1 + g ln max(1, V / (B b))				  (20.2)
 *
 *	g, B  queue, queue_B of the report
 *	V     bytes that a warp loads from DRAM
 *	b     share of its waits in which it does
 */
double report_queue(double queue, double queue_B, double load_B, double share);

/* What a block waits for while it copies tiles through L1, loads factors from
 * there and multiplies them, beside the longer of L1 and matrix units:
 *
 *	(1 - f) t_l1 + max(f t_l1, t_t) + min(f t_l1, t_t) / w
 *		- max(t_l1, t_t)				  (22.4)
 */
double report_turns_s(const struct report_turns *turns, double l1_s,
	double tensor_s);

#endif
