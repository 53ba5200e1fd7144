#ifndef ENGINE_MODEL_MDM_H
#define ENGINE_MODEL_MDM_H

/* The memory divergence model of Wang et al. 2019, and the models it grew
 * out of.  Chapter 13 of doc/MODEL.md.
 *
 * A warp runs through stall intervals: instructions, then a wait for the
 * loads in flight.  mdm_solve() is the model itself, on plain
 * figures; mdm_report() takes these from the workings of model wsp.
 */

#include <stdbool.h>

#include "engine/model/workings.h"

/* What contributes: half the queue and the mean batch (GPUMech), the NoC and
 * its waits on top (GPUMech+), then the paper's queue, its batches, or both.
 */
enum mdm_kind {
	MDM,
	MDM_GPUMECH,
	MDM_GPUMECH_PLUS,
	MDM_QUEUE,
	MDM_MSHR,
	MDM_FRACTION, /* the last batch counts by how full it is */
	N_MDM_KIND
};

extern const char *const mdm_kinds[N_MDM_KIND];

/* What the model knows of a device and of how full it is. */
struct mdm_machine {
	double sms;   /* SMs at work */
	double warps; /* on one SM */
	double mshrs;
	double clock_Hz;
	double noc_B_per_s, dram_B_per_s; /* totals */
	double llc_cyc, dram_cyc;	  /* least latency of an LLC hit, and
					   what DRAM adds to it */
	double l1_cyc;			  /* latency of a hit */
	double issue; /* warp instructions an SM issues a cycle */
};

/* One stall interval of the representative warp.  The first group is given. */
struct mdm_interval {
	double turns;		/* how often the warp runs it */
	double instructions;	/* of one turn */
	double issue_cyc;	/* to issue them */
	double chain_cyc;	/* of those that wait for each other */
	double given_cyc;	/* C_i of a trace; 0: (13.9) */
	double loads;		/* requests of a turn */
	double reads, writes;	/* misses of L1 of a turn */
	double block_B;		/* that a miss moves */
	double miss_ratio;	/* of the LLC, by volume, stores included */
	double read_miss_ratio; /* of reads alone */

	double base_cyc;			  /* C_i */
	double noc_service_cyc, dram_service_cyc; /* (13.2), (13.3) */
	double concurrent;			  /* (13.4) */
	double noc_cyc, dram_cyc;		  /* (13.5) */
	double no_contention_cyc;		  /* (13.6) */
	double mem_cyc;				  /* (13.7) */
	double mshr_cyc;			  /* (13.8) */
	double batches;
	bool is_divergent; /* more reads than MSHRs */
};

extern const char *const mdm_loads[N_LOADS];

struct mdm {
	enum mdm_kind kind;
	bool by_hand; /* intervals were given: they have no order of loads */
	enum load_order loads;
	struct mdm *other; /* the same launch with the other order of loads;
			      NULL: it is the same, or by_hand */
	struct mdm_machine machine;
	double n_warp; /* of the launch */
	int n_interval;
	struct mdm_interval *interval;
	/* sums over all stall intervals and their turns, of one warp */
	double instructions, base_cyc, mshr_cyc, noc_cyc, dram_cyc;
	double ipc_sm, ipc; /* never above the issue width */
	double rate_s;	    /* of the launch at that rate */
	double filled_s;    /* the same, no less than with fewer reads that
			       the LLC serves (13.25) */
	double time_s;	    /* the same, no less than least_s */
	double least_s;	    /* of the launch, by bandwidth and units */
	const char *least;  /* what sets that: the name of a limit, or NULL */
	double pressure;    /* most reads of all warps over MSHRs */
	double batches;	    /* most of any interval */
	bool is_divergent;
};

/* What "dev" is to the model, with so many SMs at work and warps on each; false
 * if it lacks a figure.
 */
bool mdm_machine_of(const struct device *dev, double sms, double warps,
	struct mdm_machine *machine);

/* Solve for "kind", the other order of loads too; machine and stall intervals
 * are given.
 */
void mdm_solve(struct mdm *mdm, enum mdm_kind kind);

/* What sets the time, where that is not the rate at which warps wait; or NULL. */
const char *mdm_decides(const struct mdm *mdm);

/* Find the least time of a launch whose stall intervals are all that is known:
 * what their misses move, at the bandwidths of the machine.
 */
void mdm_bound(struct mdm *mdm);

/* The order that "loads" is not. */
static inline enum load_order mdm_other_loads(enum load_order loads)
{
	return loads == LOADS_FIRST ? LOADS_INLINE : LOADS_FIRST;
}

/* Put the machine and the stall intervals of the launch, solved, into the
 * report; after the volumes.  A device that lacks a figure has none.
 */
void mdm_report(struct workings *m);

/* How often an access counts: a load by its first touches, by those that come
 * later to lines which L1 may have lost, and by those of lines that are on
 * their way for another load of its interval.
 */
struct mdm_weight {
	double first, later, flying;
	bool in_flight;
};

/* The cache that misses: L2 has what other blocks touched, too. */
enum mdm_level { MDM_L1, MDM_L2, N_MDM_LEVEL };

/* mdm_touch.c: of all accesses; NULL if memory runs out.  Memory is that of
 * m->pool.
 */
struct mdm_weight *mdm_weights(const struct workings *m, enum load_order loads,
	enum mdm_level level);

#endif
