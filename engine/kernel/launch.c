/* Launches: derive the grid from domain, block and fold, and check that the
 * numbers of cells, threads and blocks can be computed in 64 bits.
 */

#include <stdio.h>

#include "engine/kernel/launch.h"

/* The product of three positive numbers; false when it passes 2^63. */
static bool multiply(const int64_t *factor, int64_t *product)
{
	return !__builtin_mul_overflow(factor[0], factor[1], product) &&
		!__builtin_mul_overflow(*product, factor[2], product);
}

static bool is_positive(const int64_t *v, const char *what, char why[256])
{
	for (int i = 0; i < 3; ++i) {
		if (v[i] >= 1)
			continue;
		snprintf(why, 256, "the %s is %lld in %c: it must be 1 or more",
			what, (long long) v[i], "xyz"[i]);
		return false;
	}
	return true;
}

static bool is_countable(const int64_t *v, const char *what, char why[256])
{
	int64_t product;

	if (multiply(v, &product))
		return true;
	snprintf(why, 256, "%lld x %lld x %lld %s are too many to count",
		(long long) v[0], (long long) v[1], (long long) v[2], what);
	return false;
}

bool launch_init(struct launch *launch, const int64_t domain[3],
	const int64_t block[3], const int64_t fold[3], char why[256])
{
	*launch = (struct launch) { .model = MODEL_WSP };
	if (!is_positive(domain, "domain", why) ||
		!is_positive(block, "block", why) ||
		!is_positive(fold, "fold", why) ||
		!is_countable(domain, "cells", why) ||
		!is_countable(block, "threads", why) ||
		!is_countable(fold, "cells of a thread", why))
		return false;
	for (int i = 0; i < 3; ++i) {
		int64_t cells;

		if (__builtin_mul_overflow(block[i], fold[i], &cells)) {
			snprintf(why, 256,
				"a block of %lld threads with %lld "
				"cells each is too large in %c",
				(long long) block[i], (long long) fold[i],
				"xyz"[i]);
			return false;
		}
		launch->block[i] = block[i];
		launch->fold[i] = fold[i];
		launch->grid[i] = (domain[i] - 1) / cells + 1;
		if (__builtin_mul_overflow(launch->grid[i], cells, &cells)) {
			snprintf(why, 256,
				"%lld cells pass 2^63 in whole "
				"blocks of %lld in %c",
				(long long) domain[i],
				(long long) block[i] * fold[i], "xyz"[i]);
			return false;
		}
	}
	return true;
}

bool launch_check(const struct launch *launch, const struct kernel *kernel,
	char why[256])
{
	struct launch fresh;

	if (!launch_init(&fresh, kernel->domain, launch->block, launch->fold,
		    why))
		return false;
	for (int i = 0; i < 3; ++i) {
		if (fresh.grid[i] == launch->grid[i])
			continue;
		snprintf(why, 256,
			"the grid has %lld blocks in %c, but the "
			"domain needs %lld",
			(long long) launch->grid[i], "xyz"[i],
			(long long) fresh.grid[i]);
		return false;
	}
	if (launch->dynamic_shared_B < 0 || kernel->shared_B < 0) {
		snprintf(why, 256, "shared memory cannot be negative");
		return false;
	}
	if (!(kernel->updates > 0 && kernel->updates < 1e18)) {
		snprintf(why, 256,
			"a point of the domain stands for %g "
			"updates: it must be more than 0",
			kernel->updates);
		return false;
	}
	return true;
}

int64_t launch_blocks(const struct launch *launch)
{
	return launch->grid[0] * launch->grid[1] * launch->grid[2];
}

bool launch_address(const struct launch *launch, const struct quasi *e,
	int64_t thread, int64_t *address)
{
	const int64_t *block = launch->block;
	int64_t point[N_QUASI_VAR] = { 0 };

	point[VAR_TX] = thread % block[0];
	point[VAR_TY] = thread / block[0] % block[1];
	point[VAR_TZ] = thread / block[0] / block[1];
	return quasi_eval(e, point, address);
}

int64_t launch_threads_per_block(const struct launch *launch)
{
	return launch->block[0] * launch->block[1] * launch->block[2];
}
