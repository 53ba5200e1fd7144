/* Blocks and orders that a question leaves open: the fastest of those that are
 * tried.
 */

#include <string.h>

#include "lang/ask/subject.h"

/* Dimensions of the blocks that are tried.  An order puts cells into a
 * line, and blocks then have one dimension.
 */
static int block_dims(const struct subject *s)
{
	return s->options.order.kind == ORDER_ROWS ? s->kernel->dims : 1;
}

/* Blocks that are tried when the user left the choice: powers of two, 64 to
 * 1024 threads, wide enough for whole sectors.
 */
static bool next_block(int dims, int64_t block[3])
{
	do {
		int d = 0;

		for (; d < dims; ++d) {
			int64_t most = d == 2 ? 64 : 1024;

			if (block[d] < most) {
				block[d] *= 2;
				break;
			}
			block[d] = d == 0 ? 8 : 1;
		}
		if (d == dims)
			return false;
	} while (block[0] * block[1] * block[2] > 1024 ||
		block[0] * block[1] * block[2] < 64);
	return true;
}

static const int64_t before_first[3] = { 4, 1, 1 };

/* The fastest block; *seconds is its time. */
static enum estimate_status find_block(const struct lower_env *env,
	struct lower_cache *cache, struct subject *s, double *seconds,
	char why[256])
{
	struct options o = s->options;
	int64_t best[3] = { 0, 0, 0 };
	double best_s = 0;
	struct report report;
	enum estimate_status status = ESTIMATE_OK, bad = ESTIMATE_IMPOSSIBLE;
	struct diag first = { 0 }, own = { 0 };
	struct lower_env quiet = *env;
	bool lowered = true;

	quiet.diag = &own;
	o.block_is_auto = false;
	o.n_block = block_dims(s);
	memcpy(o.block, before_first, sizeof(o.block));
	while (next_block(o.n_block, o.block)) {
		status = subject_estimate_again(&quiet, cache, s, &o, &report,
			why, &lowered);
		/* a shared array may be too small for some blocks */
		if (!lowered && first.n_entry == 0)
			diag_move(&first, &own);
		diag_clear(&own);
		if (status == ESTIMATE_STOPPED)
			break;
		if (status != ESTIMATE_OK) {
			bad = status;
			continue;
		}
		if (best[0] == 0 || report.time_s < best_s) {
			best_s = report.time_s;
			memcpy(best, o.block, sizeof(best));
		}
		report_clear(&report);
	}
	if (status != ESTIMATE_STOPPED && best[0] == 0) {
		if (lowered)
			subject_say(env->diag, s->loc, bad, env->isl_operations,
				why);
		else
			diag_move(env->diag, &first);
	}
	diag_clear(&first);
	if (status == ESTIMATE_STOPPED || best[0] == 0)
		return status == ESTIMATE_STOPPED ? status : bad;
	memcpy(s->options.block, best, sizeof(best));
	s->options.n_block = o.n_block;
	s->options.block_is_auto = false;
	*seconds = best_s;
	return ESTIMATE_OK;
}

/* The time of a launch whose block is known. */
static enum estimate_status find_time(const struct lower_env *env,
	struct lower_cache *cache, struct subject *s, double *seconds,
	char why[256])
{
	struct report report;
	bool lowered;
	enum estimate_status status = subject_estimate_again(env, cache, s,
		&s->options, &report, why, &lowered);

	if (status == ESTIMATE_OK) {
		*seconds = report.time_s;
		report_clear(&report);
	} else if (lowered && status != ESTIMATE_STOPPED) {
		subject_say(env->diag, s->loc, status, env->isl_operations,
			why);
	}
	return status;
}

static enum estimate_status find_one(const struct lower_env *env,
	struct lower_cache *cache, struct subject *s, double *seconds,
	char why[256])
{
	return s->options.block_is_auto ?
		find_block(env, cache, s, seconds, why) :
		find_time(env, cache, s, seconds, why);
}

/* Orders that `auto` tries: those that kernels are written in.  Morton's and
 * Hilbert's curves take the index apart bit by bit, which costs more than it
 * gains.
 */
static const struct order orders[] = {
	{ .kind = ORDER_ROWS },
	{ .kind = ORDER_LINEAR },
	{ .kind = ORDER_COLUMNS, .size = { 32, 1, 1 } },
	{ .kind = ORDER_COLUMNS, .size = { 64, 1, 1 } },
	{ .kind = ORDER_COLUMNS, .size = { 128, 1, 1 } },
	{ .kind = ORDER_COLUMNS, .size = { 512, 1, 1 } },
	{ .kind = ORDER_TILES, .size = { 32, 32, 1 } },
	{ .kind = ORDER_TILES, .size = { 128, 128, 1 } },
	{ .kind = ORDER_GROUPED, .size = { 8, 1, 1 } },
};

#define N_ORDER (int) (sizeof(orders) / sizeof(orders[0]))

/* An order has to gain this much over a plainer one: samples differ by chance.
 */
#define GAIN 0.01

/* An order does not fit each block, domain or kernel: those are passed over,
 * and it is an error only if none does.
 */
static enum estimate_status find_order(const struct lower_env *env,
	struct lower_cache *cache, struct subject *s, char why[256])
{
	struct options best = s->options;
	double best_s = 0, seconds = 0;
	enum estimate_status status, first_bad = ESTIMATE_OK;
	struct diag first = { 0 }, own = { 0 };
	struct lower_env quiet = *env;
	int n = s->kernel->dims > 1 ? N_ORDER : 1;

	quiet.diag = &own;
	for (int i = 0; i < n; ++i) {
		struct subject one = *s;

		one.options.order = orders[i];
		one.options.order_is_auto = false;
		status = find_one(&quiet, cache, &one, &seconds, why);
		if (status == ESTIMATE_STOPPED) {
			diag_clear(&first);
			diag_clear(&own);
			return status;
		}
		if (status != ESTIMATE_OK && first_bad == ESTIMATE_OK) {
			first_bad = status;
			diag_move(&first, &own);
		}
		diag_clear(&own);
		if (status == ESTIMATE_OK &&
			(best_s == 0 || seconds < (1 - GAIN) * best_s)) {
			best_s = seconds;
			best = one.options;
		}
	}
	if (best_s == 0)
		diag_move(env->diag, &first);
	diag_clear(&first);
	if (best_s == 0)
		return first_bad;
	s->options = best;
	return ESTIMATE_OK;
}

bool subject_is_open(const struct subject *s)
{
	return s->options.block_is_auto || s->options.order_is_auto;
}

enum estimate_status subject_find_launch(const struct lower_env *env,
	struct subject *s, char why[256])
{
	struct lower_cache *cache = lower_cache_new();
	double seconds;
	enum estimate_status status = s->options.order_is_auto ?
		find_order(env, cache, s, why) :
		find_one(env, cache, s, &seconds, why);

	lower_cache_free(cache);
	return status;
}

/* Steps that the estimate of one launch counts as. */
#define LAUNCH_STEPS 1000

bool subject_choose(struct eval *ev, struct subject *s)
{
	struct lower_env env = lower_env(ev);
	enum estimate_status status;
	int64_t block[3], n = 0;
	char why[256] = "no block fits";

	if (!subject_is_open(s))
		return true;
	memcpy(block, before_first, sizeof(block));
	while (s->options.block_is_auto && next_block(block_dims(s), block))
		++n;
	n = n > 0 ? n : 1;
	if (s->options.order_is_auto)
		n *= N_ORDER;
	if (!eval_step(ev, n * LAUNCH_STEPS, s->loc))
		return false;
	status = subject_find_launch(&env, s, why);
	if (status == ESTIMATE_STOPPED)
		return subject_report(ev, s->loc, status, why);
	return status == ESTIMATE_OK;
}
