#ifndef ENGINE_ROOFLINE_ROOFLINE_H
#define ENGINE_ROOFLINE_ROOFLINE_H

/* Rooflines: what a device can do at most, and where launches lie below.
 *
 * A launch is a roof_case, whether a report predicts it or counters have
 * measured it; it becomes one point for each level of memory.  The classic
 * and hierarchical roofline counts floating-point operations over bytes,
 * the instruction roofline warp instructions over transactions, with walls
 * at the intensities of access patterns.  Chapter 16 of doc/MODEL.md.
 *
 * All counts are of the whole launch; what is not known is NaN, and points
 * that would need it are left out.
 */

#include "engine/report/report.h"

enum roofline_kind { ROOFLINE_CLASSIC, ROOFLINE_INSTRUCTION };

/* What the traffic of L2 was counted of: requests of L1, all (with fills and
 * traffic between its sections), or loads alone.
 */
enum l2_of { L2_OF_L1, L2_OF_ALL, L2_OF_READS };

/* Levels of memory, in the order DRAM, L2, L1. */
#define ROOFLINE_LEVELS 3

struct roof_case {
	char *name; /* of the caller */
	/* of the caller: the counter of each level that a profile lacks; NULL:
	 * none, or not known
	 */
	char *lacks[ROOFLINE_LEVELS];
	bool is_measured;
	double n_launch;     /* that the counts are sums of; NaN: one */
	const char *limiter; /* of the report, static; NULL if measured */
	const char *limiter_what;
	double time_s;
	double low_s, high_s;	    /* interval of a predicted time, or NaN */
	double clock_Hz;	    /* of the measurement, or NaN */
	double flops, tensor_flops; /* without and of matrix units */
	enum tensor tensor;	    /* what these multiply */
	enum precision precision;   /* of the former */
	double dram_B, l2_B;
	enum l2_of l2_of;
	double l1_B;	 /* where transactions are not known */
	double system_B; /* over PCIe or NVLink */
	double warp_inst, thread_inst, tensor_inst;
	struct work warp_work, thread_work; /* control NaN: no classes */
	/* global in transactions of roofs.txn_B, shared of shared_txn_B */
	struct transactions global_load, global_store;
	double l1_load; /* of the former, that L1 delivers; 0: all of them */
	struct transactions shared_load, shared_store;
	double elem_B; /* of the fields */
};

enum ceiling_kind { CEILING_PEAK, CEILING_BANDWIDTH };

struct ceiling {
	const char *name, *what;
	enum ceiling_kind kind;
	double value;	    /* FLOP/s, inst/s, B/s, txn/s */
	double theoretical; /* of the data sheet, or NaN */
	bool is_pipe;	    /* of one kind of instruction */
};

struct wall {
	const char *name, *what;
	bool is_shared; /* of shared memory */
	double elem_B;	/* for which it holds; 0: any */
	double intensity;
};

/* What a point counts. */
enum point_of {
	POINT_ALL,
	POINT_LOADS_STORES,
	POINT_LOADS,
	POINT_STORES,
	POINT_TENSOR
};

struct roof_point {
	int of_case;
	enum point_of of;
	const char *name;   /* "dram", "global_load" */
	double work, moved; /* of the launch */
	double intensity, performance;
	double bound;	     /* the lower of the two below */
	double slope, peak;  /* its bandwidth; its flat ceiling */
	const char *ceiling; /* which bounds it */
	const char *nearest; /* which it is nearest to */
	const char *wall;    /* nearest wall, or NULL */
	double ways;	     /* of bank conflicts, of shared memory; or NaN */
	double share;	     /* of the bound */
	double least_s;	     /* time at the bound */
};

#define ROOFLINE_CEILINGS 28
#define ROOFLINE_WALLS	  12
#define ROOFLINE_POINTS	  12 /* of a case */

struct roofline {
	enum roofline_kind kind;
	struct roofs roofs;
	int n_ceiling, n_wall;
	struct ceiling ceiling[ROOFLINE_CEILINGS];
	struct wall wall[ROOFLINE_WALLS];
	int n_case;
	const struct roof_case *cases;
	int n_point;
	struct roof_point *point; /* room: ROOFLINE_POINTS a case */
};

/* The launch that a report predicts. */
struct roof_case roofline_case(const struct report *r);

/* Whether a case has what a kind needs; "why" says what it lacks. */
bool roofline_can(enum roofline_kind kind, const struct roof_case *c,
	char why[256]);

/* Fill ceilings, walls and points; without a case, the ceilings of the device.
 * "point" is set by the caller.
 */
void roofline_make(struct roofline *r, enum roofline_kind kind,
	const struct roofs *roofs, int n_case, const struct roof_case *cases);

/* Warp instructions over those of lanes, scaled to warps: 1 where no lane
 * is ever off.
 */
double roofline_predication(const struct roofs *roofs,
	const struct roof_case *c);

/* Floating-point operations of matrix units, all of them, and which units do
 * most.
 */
double roofline_tensor_flops(const struct roofs *roofs,
	const struct roof_case *c);
double roofline_flops(const struct roofs *roofs, const struct roof_case *c);
enum precision roofline_precision(const struct roofs *roofs,
	const struct roof_case *c);

/* The peak of the units that do most of a case: "fp64", "tensor_tf32".  Types
 * that matrix units multiply equally fast share the name of the first.
 */
const char *roofline_peak(const struct roofs *roofs, const struct roof_case *c);

/* Where a bandwidth meets a peak: the intensity from which on the peak is the
 * lower of the two.
 */
double roofline_ridge(const struct ceiling *peak,
	const struct ceiling *bandwidth);

/* Transactions of L1, with those of shared memory where it is the same. */
double roofline_l1_txn(const struct roofs *roofs, const struct roof_case *c);

/* roofline_verdict.c: levels of memory without a point of a case, as "DRAM", and
 * why, with the counter that is missing or NULL; how many.
 */
struct roof_absent {
	const char *level, *why, *lacks;
};
int roofline_absent(const struct roofline *r, int of_case,
	struct roof_absent absent[ROOFLINE_LEVELS]);

#define ROOFLINE_VERDICT 512

/* roofline_verdict.c: one sentence on what holds a launch back, from its points and, of
 * a report, its limiter.  Points above a ceiling come first, since no other
 * figure of such a profile can be trusted.
 */
void roofline_verdict(const struct roofline *r, int of_case,
	char text[ROOFLINE_VERDICT]);

#endif
