/* Distances after which requests of L1 repeat: l1.h.  Requests whose addresses
 * differ by a multiple of the period meet the same banks, and touch as many
 * sectors and granules.
 */

#include "engine/base/integer.h"
#include "engine/model/l1.h"

#define MAX_PERIOD ((int64_t) 1 << 20)

/* The least common multiple, or "a" if that exceeds MAX_PERIOD. */
static int64_t lcm(int64_t a, int64_t b)
{
	int64_t multiple = a / integer_gcd(a, b) * b;

	return multiple > MAX_PERIOD ? a : multiple;
}

int64_t l1_service_period(const struct device *dev, const struct l1_service *s)
{
	int64_t period = lcm((int64_t) dev->l1_line_B, s->word_B * s->n_bank);

	period = lcm(period, (int64_t) dev->l1_sector_B);
	period = lcm(period, (int64_t) dev->l1_store_B);
	period = lcm(period, (int64_t) dev->dram_fetch_B);
	period = lcm(period, (int64_t) dev->dram_write_B);
	return l1_has_tag_banks(dev) ? 2 * period : period;
}

int64_t l1_period(const struct device *dev, const struct kernel *kernel)
{
	int64_t period = 1;

	for (int f = 0; f < kernel->n_field; ++f) {
		struct l1_service s = l1_service(dev, kernel->field[f].elem_B);

		period = lcm(period, l1_service_period(dev, &s));
	}
	return period;
}
