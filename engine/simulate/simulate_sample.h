#ifndef ENGINE_SIMULATE_SIMULATE_SAMPLE_H
#define ENGINE_SIMULATE_SIMULATE_SAMPLE_H

/* Volumes of a launch from a sample: a few SMs with all of their L1, and a
 * few lines of memory with all of their touches.  doc/MODEL.md, chapter 19.
 */

#include "engine/simulate/simulate.h"

/* Between L2 and DRAM, over the launch. */
struct sample_traffic {
	double load_B, partial_B, store_B; /* partial_B: part of load_B */
};

/* Of one field. */
struct sample_volume {
	double l1_misses; /* share of the sectors that loads ask for */
	/* is_whole: sectors that loads ask for, and bytes stored into L2 */
	double requested, stored_above_B;
	/* by whether L2 held nothing when the launch started, or what such a
	 * launch leaves
	 */
	struct sample_traffic cold, warm;
	/* bytes that the sample loaded and stored at least once, scaled like
	 * traffic; 0 where only part of the launch was followed
	 */
	double loaded_B, stored_B;
};

struct simulate_sample {
	int n_field;
	struct sample_volume *volume; /* by field */
	int n_access;
	/* by access, in the mean of its requests: sectors that it asked L1 for
	 * and missed while the sample counted, the share that was the first to miss in
	 * a turn of its loop, lines that they are of, and those of them that a load of the same stall interval has in flight, by the order of
	 * loads; all 0 where blocks did not run to their end
	 */
	struct sample_missed {
		double asked, sectors, first, lines, flying[N_LOADS];
	} * missed;
	bool is_whole; /* every access was simulated */
	bool is_cut;   /* an SM ran only part of a block */
	int64_t sms;   /* of the sample of L1 */
	double blocks; /* that they ran */
	int64_t lines; /* of the sample of L2; 0: its lines
					 take too long to follow, and volumes
					 of DRAM are not known */
	double stride; /* one line of so many */
	double waves;  /* that the lines were followed for */
	int64_t touches;
	/* one standard deviation over the volume: of what L1 misses, of the
	 * traffic of DRAM, and of its loads or stores, whichever is more
	 */
	double l1_error, error, worst;
	/* the part of "error" that what L2 keeps is in doubt for, in bytes of the
	 * launch: of volumes near 0 no share says it
	 */
	double doubt_B;
	double l1_doubt; /* part of l1_error: size and order (19.7) */
	/* d_pace of (19.10), which is part of no other, and the traffic of blocks
	 * that take longer, bytes of the launch; 0: not looked for
	 */
	double pace, slower_B;
	double shared; /* q of (19.5) */
};

/* Simulate or sample a launch on the caches of "setup", as simulate_device()
 * has them, with about "requests" requests to L1 and as many touches of lines
 * (up to five times as many where a block takes more, or few lines could be
 * followed otherwise).  "fresh_B" is what the launch touches at all.
 * The status is that of simulate().
 */
enum simulate_status simulate_sample(const struct kernel *kernel,
	const struct launch *launch, const struct simulate_setup *setup,
	double fresh_B, int64_t requests, struct simulate_sample *sample,
	char why[256]);

/* Fill "missed" from the counts of "run". */
void simulate_sample_missed(struct simulate_sample *sample,
	const struct simulation *run);

void simulate_sample_clear(struct simulate_sample *sample);

#endif
