/* Blocks of a sample of L1: simulate_fill.h. */

#include <math.h>

#include "engine/base/integer.h"
#include "engine/kernel/draw.h"
#include "engine/kernel/threads.h"
#include "engine/simulate/simulate_fill.h"

/* Sectors that a block draws, with repetition, and bytes of what it draws from. */
static double drawn_sectors(const struct kernel *kernel, double warps,
	int warp_size, double *tables_B)
{
	double drawn = 0;

	*tables_B = 0;
	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];
		const struct draw *d = &a->draw;

		if (!d->kind || a->is_store)
			continue;
		*tables_B += (double) d->cells * (double) d->step_B;
		drawn += kernel_turns(kernel, a->loop) * warps *
			(d->kind == SCATTER_GATHER ?
					d->lines :
					fmin((double) d->cells, warp_size));
	}
	return drawn;
}

/* Lines that a block takes of L1 for what streams by: what is not drawn, and
 * stores only where they take lines.  Lanes are taken to lie side by side.
 */
static double streamed_lines(const struct kernel *kernel, double warps,
	int warp_size, const struct simulate_cache *l1)
{
	double lines = 0;

	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];

		if (!a->draw.kind && (!a->is_store || l1->allocates))
			lines += kernel_turns(kernel, a->loop) * warps *
				warp_size * kernel->field[a->field].elem_B /
				(double) l1->line_B;
	}
	return lines;
}

double simulate_fill_blocks(const struct kernel *kernel,
	const struct launch *launch, int warp_size,
	const struct simulate_cache *l1)
{
	double warps = (double) threads_warps_per_block(launch, warp_size);
	double tables_B,
		drawn = drawn_sectors(kernel, warps, warp_size, &tables_B);
	double streamed = streamed_lines(kernel, warps, warp_size, l1);
	double sectors = tables_B <= (double) l1->size_B ?
		8 * tables_B / (double) l1->sector_B :
		4 * (double) (l1->size_B / l1->sector_B);
	double lines = 2 * (double) (l1->size_B / l1->line_B);

	if (!(drawn > 0))
		return 0;
	return ceil(fmax(sectors / drawn, streamed > 0 ? lines / streamed : 0));
}

/* Accesses of warps that a sample steps through at most, over the budget: loops
 * that a few lanes go on with, such as rows of a sparse matrix, ask for little in
 * many steps.  Of the measured launches those of three kernels would take more.
 */
#define MOST_STEPS 12

/* Nodes and draws that these steps may take, over the budget. */
#define MOST_WORK 40

/* One SM does not tell whether others are like it.  Where it runs all its blocks,
 * a second one is, if these are at most FEW half budgets.
 */
#define FEW 2

struct choice {
	const struct kernel *kernel;
	const struct launch *launch;
	int64_t budget, n_block;
};

/* Two blocks at least, whose difference tells the error (19.4). */
static double least_sms(const struct simulate_setup *one, double slots)
{
	return slots < 2 ? fmin(2, (double) one->n_sm) : 1;
}

/* Blocks of the SMs where addresses are drawn: until L1 is full, and as many
 * after it; all of them where that is no more.
 */
static void choose_drawn(const struct choice *s, struct simulate_setup *one,
	double per_block)
{
	double slots = fmin((double) one->blocks_per_sm,
		ceil((double) s->n_block / (double) one->n_sm));
	double warm = 2 * slots +
		fmin(simulate_fill_blocks(s->kernel, s->launch, one->warp_size,
			     &one->level[0]),
			(double) s->budget / per_block);
	double all = 2 * warm,
	       launch = (double) s->n_block / (double) one->n_sm;
	bool is_whole = launch <= all;

	one->max_requests = 5 * s->budget;
	one->max_looked_up = 20 * s->budget;
	one->max_steps = MOST_STEPS * s->budget;
	one->sampled_sm = (int64_t) fmax(least_sms(one, slots),
		fmin(fmin(4, (double) one->n_sm),
			(double) s->budget / 2 /
				(fmin(all, launch) * per_block)));
	if (is_whole)
		return;
	one->warm_blocks = one->sampled_sm * (int64_t) warm;
	one->max_blocks = one->sampled_sm * (int64_t) (all - warm);
	one->first_block = (int64_t) fmax(0,
		((double) s->n_block - all * (double) one->n_sm) / 2);
}

/* Blocks of the SMs are all of the launch, or a generation to warm up and as
 * many after it as requests allow.
 */
static void choose_blocks(const struct choice *s, struct simulate_setup *one,
	double per_block)
{
	double slots = fmin((double) one->blocks_per_sm,
		ceil((double) s->n_block / (double) one->n_sm));
	double generation = slots * per_block, budget = (double) s->budget / 2;
	double generations = fmax(1, fmin(8, budget / generation - 1));

	double all = ceil((double) s->n_block / (double) one->n_sm) * per_block;

	one->sampled_sm = (int64_t) fmax(least_sms(one, slots),
		fmin(fmin(4, (double) one->n_sm),
			budget / fmin(all, generation * (1 + generations))));
	if ((double) s->n_block * per_block <= (double) s->budget)
		one->sampled_sm = one->n_sm;
	one->max_requests = 5 * s->budget;
	one->max_looked_up = 16 * s->budget;
	one->max_steps = MOST_STEPS * s->budget;
	if (all <= budget ||
		(double) s->n_block <=
			(2 + generations) * slots * (double) one->n_sm) {
		if (all <= FEW * budget && one->sampled_sm < 2)
			one->sampled_sm = integer_min(2, one->n_sm);
		return;
	}
	one->warm_blocks = one->sampled_sm * (int64_t) (2 * slots);
	one->warm_requests = (int64_t) (budget / 2);
	one->max_blocks = one->sampled_sm * (int64_t) (generations * slots);
	one->first_block = (s->n_block -
				   (int64_t) ((2 + generations) * slots) *
					   one->n_sm) /
		2;
	if (one->first_block < 0)
		one->first_block = 0;
}

void simulate_fill_choose(const struct kernel *kernel,
	const struct launch *launch, int64_t budget, double per_block,
	struct simulate_setup *one)
{
	const struct choice s = { kernel, launch, budget,
		launch_blocks(launch) };

	one->max_work = MOST_WORK * budget;
	(draw_is_any(kernel) ? choose_drawn : choose_blocks)(&s, one,
		per_block);
}
