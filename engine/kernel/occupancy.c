/* Blocks on one SM: doc/MODEL.md, chapter 2. */

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/kernel/occupancy.h"
#include "engine/kernel/registers.h"

const char *const occupancy_limits[N_OCCUPANCY_LIMIT] = {
	[OCCUPANCY_THREADS] = "threads",
	[OCCUPANCY_BLOCKS] = "blocks",
	[OCCUPANCY_REGISTERS] = "registers",
	[OCCUPANCY_SHARED] = "shared memory",
};

/* CUDA's limit of blockDim.z: no device property gives it, only the
 * programming guide.  Other vendors have no such limit.
 */
#define NVIDIA_BLOCK_Z 64

static double round_up(double x, double unit)
{
	return ceil(x / unit) * unit;
}

static int blocks_of(double have, double need)
{
	double n = need > 0 ? floor(have / need) : INT_MAX;

	return n < INT_MAX ? (int) n : INT_MAX;
}

static bool block_is_legal(const struct launch *launch,
	const struct device *dev, char why[256])
{
	int64_t threads = launch_threads_per_block(launch);

	if (threads > dev->block_threads) {
		snprintf(why, 256,
			"a block of %lldx%lldx%lld has %lld "
			"threads; %s allows %.0f",
			(long long) launch->block[0],
			(long long) launch->block[1],
			(long long) launch->block[2], (long long) threads,
			dev->id, dev->block_threads);
		return false;
	}
	if (dev->vendor && strcmp(dev->vendor, "nvidia") == 0 &&
		launch->block[2] > NVIDIA_BLOCK_Z) {
		snprintf(why, 256,
			"a block may be at most %d threads deep "
			"in z, not %lld",
			NVIDIA_BLOCK_Z, (long long) launch->block[2]);
		return false;
	}
	return true;
}

/* Blocks whose registers an SM can hold.  Each of g quarters of the SM has
 * its own registers and warps; whether a block can start at all is checked
 * as if it had as many warps in every quarter.
 *
 *	r = u ceil(l R / u)	registers of a warp		  (2.2)
 *	n = floor(g floor(S / (g r)) / w), 0 if g ceil(w / g) r > S
 *
 *	l  lanes of a warp			dev->warp_size
 *	R  registers of a thread		registers
 *	u  registers allocated at once		dev->register_unit
 *	S  registers of the SM			dev->sm_registers
 *	g  quarters				dev->warp_unit
 *	w  warps of a block			warps
 */
static bool registers_allow(const struct kernel *kernel,
	const struct device *dev, int registers, int warps, int *n,
	char why[256])
{
	double quarters = dev->warp_unit;
	double per_warp = round_up(registers * dev->warp_size,
		dev->register_unit);
	double per_block = per_warp * round_up(warps, quarters);

	if (registers > dev->thread_registers) {
		snprintf(why, 256,
			"a thread of '%s' takes %d registers; %s "
			"allows %.0f",
			kernel->name, registers, dev->id,
			dev->thread_registers);
		return false;
	}
	*n = INT_MAX;
	if (per_warp <= 0)
		return true;
	*n = blocks_of(quarters *
			floor(dev->sm_registers / (quarters * per_warp)),
		warps);
	if (*n > 0 && per_block <= dev->sm_registers)
		return true;
	snprintf(why, 256,
		"a block of %d warps with %d registers a thread "
		"takes %.0f registers; an SM of %s has %.0f",
		warps, registers, per_block, dev->id, dev->sm_registers);
	return false;
}

/* Blocks whose shared memory an SM can hold.
 *
 *	n = floor(S / (u ceil((B + r) / u)))			  (2.3)
 *
 *	B  shared memory of a block, static and dynamic	  want_B
 *	r  what the system adds to a block	dev->shared_reserved_B
 *	u  bytes allocated at once		dev->shared_unit_B
 *	S  shared memory of the SM		dev->sm_shared_B
 */
static bool shared_allows(const struct kernel *kernel,
	const struct launch *launch, const struct device *dev,
	struct occupancy *o, char why[256])
{
	double want_B = (double) kernel->shared_B +
		(double) launch->dynamic_shared_B;

	o->shared_B_per_block = round_up(want_B + dev->shared_reserved_B,
		dev->shared_unit_B);
	o->allows[OCCUPANCY_SHARED] = INT_MAX;
	if (want_B == 0 && o->shared_B_per_block > dev->sm_shared_B)
		return true;
	o->allows[OCCUPANCY_SHARED] = blocks_of(dev->sm_shared_B,
		o->shared_B_per_block);
	if (want_B <= dev->block_shared_B && o->allows[OCCUPANCY_SHARED] > 0)
		return true;
	snprintf(why, 256,
		"a block takes %.0f B of shared memory; %s allows "
		"%.0f",
		want_B, dev->id, dev->block_shared_B);
	return false;
}

/* Blocks per SM: what the scarcest of the resources allows.
 *
 *	n = min(n_threads, n_blocks, n_registers, n_shared)	  (2.1)
 */
bool occupancy_find(const struct kernel *kernel, const struct launch *launch,
	const struct device *dev, struct occupancy *o, char why[256])
{
	int limit = OCCUPANCY_THREADS;
	double sm_warps = floor(dev->sm_threads / dev->warp_size);

	*o = (struct occupancy) { 0 };
	if (!block_is_legal(launch, dev, why))
		return false;
	o->warps_per_block = (int) ceil(
		(double) launch_threads_per_block(launch) / dev->warp_size);
	o->allows[OCCUPANCY_THREADS] = blocks_of(sm_warps, o->warps_per_block);
	o->allows[OCCUPANCY_BLOCKS] = (int) dev->sm_blocks;
	if (!registers_allow(kernel, dev, registers_on(kernel, launch, dev).n,
		    o->warps_per_block, &o->allows[OCCUPANCY_REGISTERS], why) ||
		!shared_allows(kernel, launch, dev, o, why))
		return false;
	if (o->allows[OCCUPANCY_THREADS] < 1) {
		snprintf(why, 256,
			"a block of %d warps does not fit on an SM "
			"of %s, which holds %.0f threads",
			o->warps_per_block, dev->id, dev->sm_threads);
		return false;
	}
	for (int i = 1; i < N_OCCUPANCY_LIMIT; ++i)
		if (o->allows[i] < o->allows[limit])
			limit = i;
	o->blocks_per_sm = o->allows[limit];
	o->warps_per_sm = o->blocks_per_sm * o->warps_per_block;
	o->limiter = occupancy_limits[limit];
	return true;
}

/* What the driver of Hopper takes without shared memory, by threads of a block. */
#define IDLE_B(threads) \
	((threads) < 512 ? 32768.0 : (threads) < 768 ? 16384.0 : 8192.0)

/* Blocks for which it makes room beyond those that run, at most. */
#define SPARE_BLOCKS 28

/* Blocks that would run if each had no shared memory. */
static int other_limits(const struct occupancy *o)
{
	int n = INT_MAX;

	for (int i = 0; i < N_OCCUPANCY_LIMIT; ++i)
		if (i != OCCUPANCY_SHARED && o->allows[i] < n)
			n = o->allows[i];
	return n;
}

/*	L = max(carve(n s), min(carve(min(2 n', 28) s), spare))	  (2.16)
 *
 *	n   blocks on the SM			o->blocks_per_sm
 *	n'  what registers and threads allow	other_limits()
 *	s   shared memory of a block		o->shared_B_per_block
 *
 * Where a block fills the SM, and of 1024 threads, no room is left for a second;
 * without shared memory the threads of a block decide.
 */
static double spared_B(const struct occupancy *o, const struct device *dev)
{
	int n = other_limits(o);
	double threads = o->warps_per_block * dev->warp_size;
	double used_B = o->blocks_per_sm * o->shared_B_per_block, spare_B;

	if (o->shared_B_per_block <= dev->shared_reserved_B)
		return device_carveout(dev,
			fmax(used_B, n > 1 ? IDLE_B(threads) : 8192));
	if (n > 1 && threads < dev->block_threads)
		n = 2 * n < SPARE_BLOCKS ? 2 * n : SPARE_BLOCKS;
	spare_B = device_carveout(dev, n * o->shared_B_per_block);
	if (!(spare_B <= dev->shared_spare_B))
		spare_B = dev->shared_spare_B;
	return fmax(device_carveout(dev, used_B), spare_B);
}

double occupancy_carved_B(const struct occupancy *o, const struct device *dev)
{
	double carved_B = 0;

	if (dev->carveouts)
		carved_B = dev->shared_spare_B > 0 ?
			spared_B(o, dev) :
			device_carveout(dev,
				o->blocks_per_sm * o->shared_B_per_block);
	return carved_B > 0 ? carved_B : 0;
}
