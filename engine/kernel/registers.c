/* From live values to registers: doc/MODEL.md, chapter 2.
 *
 * A compiler hides latency: it starts all loads first as long as every warp
 * that an SM can hold still finds its registers.  Beyond that it delays loads,
 * and only if that does not help it gives up warps.
 */

#include <math.h>

#include "engine/kernel/registers.h"

/* The smallest kernels that load and store, and the fewest that any took. */
#define REGISTERS_LEAST	 10
#define REGISTERS_FEWEST 8

/* A compiler finds a slightly better order than that of need.least where it
 * saves warps.
 */
#define REGISTERS_SLACK 1

/* 90 % of kernels that no rule knew are that close to need.wanted, or within a
 * sixth.  Where a thread can have more than REGISTERS_CLOSE (Turing), compilers choose
 * more freely which bank of the register file holds what: within a third.
 */
#define REGISTERS_MARGIN 6
#define REGISTERS_CLOSE	 32

/* Multiples in which registers of a thread are allocated. */
#define REGISTERS_UNIT 8

static int clamp(int n, int low, int high)
{
	return n < low ? low : n > high ? high : n;
}

static struct registers range(int low, int n, int high, int most)
{
	return (struct registers) { clamp(n, 1, most), clamp(low, 1, most),
		clamp(high, 1, most) };
}

/* The most registers with which as many warps run as with n: where warps are
 * given up, the compiler uses what that frees.
 */
static int step_up(int n, int quarter)
{
	int unit = REGISTERS_UNIT, warps;

	n = (n + unit - 1) / unit * unit;
	warps = quarter / n;
	return warps > 0 ? quarter / warps / unit * unit : n;
}

static int margin_of(int n)
{
	int margin = n > REGISTERS_CLOSE ? n / 3 : n / 6;

	return margin > REGISTERS_MARGIN ? margin : REGISTERS_MARGIN;
}

/* Registers of a thread by device: see registers.h. */
struct limits {
	int full, quarter, most;
};

/* What fits with all warps.  Loads are delayed no more than that takes, so it
 * may be less where little more was wanted; and where the order that fits is
 * hard to find, the compiler may give up warps.
 */
static struct registers fitted(int wanted, int least, const struct limits *to)
{
	int full = to->full;
	int low = full > REGISTERS_CLOSE ? full * 5 / 8 : full * 7 / 8;
	int high = least > full * 2 / 3 ? step_up(full + 1, to->quarter) : full;

	wanted -= margin_of(wanted);
	return range(wanted < low ? wanted : low, full - 1, high, to->most);
}

/*	R = W		if W <= F				  (2.13)
 *	    F - 1	if L <= F + s and F < W
 *	    8 floor(Q / (8 w)), w = floor(Q / (8 ceil(L / 8))), otherwise,
 *		 but at most W
 *
 *	W, L  all loads first; loads when needed	need.wanted, .least
 *	F     with all warps of an SM			full
 *	Q     that a lane has in a quarter of an SM	quarter
 *	s					  slack
 *
 * The ranges hold 90 % of the compiled kernels of each case.
 */
static struct registers registers_for(const struct register_need *need,
	int least, int slack, const struct limits *to)
{
	int full = to->full, n, margin;

	if (need->wanted <= full) {
		n = need->wanted > REGISTERS_LEAST ? need->wanted :
						     REGISTERS_LEAST;
		n += n % 2;
		margin = margin_of(n);
		return range(n - margin > REGISTERS_FEWEST ? n - margin :
							     REGISTERS_FEWEST,
			n, n + margin < full ? n + margin : full, to->most);
	}
	if (least <= full + slack)
		return fitted(need->wanted, least, to);
	n = step_up(least, to->quarter);
	/* sums of matrix products are not scheduled */
	if (n > need->wanted && need->tile == 0)
		n = need->wanted + need->wanted % 2;
	return range(step_up(least - REGISTERS_UNIT, to->quarter), n,
		step_up(n + 1, to->quarter), to->most);
}

/* Where the source stores last, compilers may store at once, and where nobody
 * said when it stores, it may do so last: a range for both.
 */
static struct registers with_kept(const struct register_need *need,
	struct registers least, const struct limits *to)
{
	int slack = need->least <= to->full + REGISTERS_SLACK ? REGISTERS_UNIT :
								REGISTERS_SLACK;
	int most = registers_for(need, need->kept, REGISTERS_SLACK, to).n;
	struct registers r = least;

	/* rather than give up the first warps, some results are stored at
	 * once
	 */
	if (need->is_last && need->is_kept)
		r = registers_for(need, need->kept, slack, to);
	r.low = least.low;
	r.high = most > r.high ? most : r.high;
	return r;
}

struct registers registers_below(const struct kernel *kernel, int full,
	int quarter, int most, int warp_size)
{
	struct register_need need = kernel->need;
	struct limits to = { full, quarter, most };
	struct registers least;
	int n = kernel->registers;
	int tile = (need.tile + warp_size - 1) / warp_size;

	if (n > 0)
		return (struct registers) { n, n, n };
	need.wanted += tile;
	need.least += tile;
	need.kept += tile;
	least = registers_for(&need, need.least, REGISTERS_SLACK, &to);
	return need.kept > need.least && (need.is_last || need.is_kept) ?
		with_kept(&need, least, &to) :
		least;
}

/* The most registers of a thread with which a block fits on an SM: (2.2).
 *
 *	u floor(S / (g ceil(w / g) l u))
 */
static double most_of_block(const struct launch *launch,
	const struct device *dev)
{
	double lanes = dev->warp_unit * dev->warp_size;
	double threads = lanes *
		ceil((double) launch_threads_per_block(launch) / lanes);

	return REGISTERS_UNIT *
		floor(dev->sm_registers / (threads * REGISTERS_UNIT));
}

struct registers registers_on(const struct kernel *kernel,
	const struct launch *launch, const struct device *dev)
{
	int n = kernel->registers;

	/* a cache alone has no SM whose registers warps would share */
	if (!(dev->sm_threads > 0 && dev->warp_size > 0))
		return (struct registers) { n, n, n };
	return registers_below(kernel,
		(int) floor(dev->sm_registers / dev->sm_threads),
		(int) floor(
			dev->sm_registers / (dev->warp_unit * dev->warp_size)),
		(int) fmax(1,
			fmin(dev->thread_registers,
				most_of_block(launch, dev))),
		(int) dev->warp_size);
}
