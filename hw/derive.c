/* The rules of derive.def, applied to a device: a figure that is still NaN gets
 * the value of the first of its rules that has one.
 */

#include <math.h>
#include <string.h>

#include "hw/derive.h"

struct derivation {
	struct device *dev;
	const struct device *nearest;
	bool is_same_arch, is_same_vendor;
	derive_cite cite;
	void *user;
};

static bool is_same(const char *a, const char *b)
{
	return a && b && strcmp(a, b) == 0;
}

/* Three digits: what is in doubt has no more. */
static double rounded(double value)
{
	double unit = pow(10, floor(log10(value)) - 2);

	return round(value / unit) * unit;
}

/* The larger; NaN if either is. */
static double at_least(double value, double least)
{
	return isnan(value) || isnan(least) ? NAN : fmax(value, least);
}

/* The smaller; NaN if "value" is. */
static double at_most(double value, double most)
{
	return isnan(value) ? NAN : fmin(value, most);
}

/* Set a figure that the device lacks.  Rules are ratios of the two devices, so
 * along a chain of devices they give what the first one gives directly, and
 * factors are those of pairs of boards: the largest of the chain counts.
 */
static void settle(struct derivation *d, int field, double near, double far,
	const char *rule, double value)
{
	const struct device_field_info *info = &device_fields[field];
	double doubt = d->is_same_arch ? near : far;

	if (!isnan(device_get(d->dev, field)) || isnan(value))
		return;
	if (strstr(rule, "%s"))
		doubt = fmax(doubt, derive_doubt(d->nearest, field));
	if (doubt > 1)
		value = rounded(value);
	device_set(d->dev, field, fmin(fmax(value, info->lo), info->hi));
	device_cite(d->dev, field, d->cite(d->user, rule, d->nearest));
	d->dev->doubt[field] = doubt;
}

static bool is_amd(const struct device *dev)
{
	return is_same(dev->vendor, "amd");
}

/* What the slices of an AMD board's L2 give in a cycle, or its SMs take, (17.1)
 * of doc/MODEL.md.  That it is half of what L1 delivers was seen on MI210 and
 * MI355X.
 */
static double l2_B_per_cyc(const struct device *dev)
{
	double give = dev->l2_slices * dev->l2_line_B;
	double take = dev->sm_count * dev->l1_bank_B / 2;

	return isnan(give) || isnan(take) ? NAN : fmin(give, take);
}

/* Lines that SMs ask L2 for: one takes a line a cycle at most, an H200's 0.94
 * (waiting.csv).  Of other vendors' it is not known.
 */
static double lines_asked_per_s(const struct device *dev)
{
	return is_same(dev->vendor, "nvidia") ? dev->sm_count * dev->clock_Hz :
						INFINITY;
}

#define OWN(x)	      (dev->x)
#define NEAREST(x)    (nearest->x)
#define RATIO(x)      (dev->x / nearest->x)

#define FIT_FAMILY(x) (x)
#define FIT_BOARD(x)  (d.is_same_arch ? (x) : NAN)

void derive_figures(struct device *dev, const struct device *nearest,
	derive_cite cite, void *user)
{
	struct device none;
	struct derivation d = { dev, nearest, true, true, cite, user };

	if (!nearest) {
		device_init(&none, NULL);
		d.nearest = nearest = &none;
	} else {
		d.is_same_arch = is_same(dev->arch, nearest->arch);
		d.is_same_vendor = is_same(dev->vendor, nearest->vendor);
	}
#define DERIVE(member, near, far, rule, formula) \
	settle(&d, DEVICE_##member, near, far, rule, formula);
#include "hw/derive.def"
}

void derive_forget(struct device *dev)
{
	for (int i = 0; i < N_DEVICE_FIELD; ++i) {
		if (!(dev->doubt[i] > 0))
			continue;
		device_set(dev, i, NAN);
		device_cite(dev, i, NULL);
		dev->doubt[i] = 0;
	}
}

void derive_release(struct device *dev, const bool is_set[N_DEVICE_FIELD])
{
	static const struct {
		int set, stale;
	} bound[] = {
		{ DEVICE_l2_size_B, DEVICE_l2_total_B },
		{ DEVICE_l2_total_B, DEVICE_l2_size_B },
		{ DEVICE_l2_sections, DEVICE_l2_size_B },
		{ DEVICE_n_die, DEVICE_l2_size_B },
		{ DEVICE_dram_B_per_s, DEVICE_dram_peak_B_per_s },
		{ DEVICE_dram_peak_B_per_s, DEVICE_dram_B_per_s },
		{ DEVICE_dram_ecc, DEVICE_dram_B_per_s },
	};

	for (size_t i = 0; i < sizeof(bound) / sizeof(bound[0]); ++i)
		if (is_set[bound[i].set] && !is_set[bound[i].stale])
			device_override(dev, bound[i].stale, NAN);
}

double derive_doubt(const struct device *dev, int field)
{
	static const struct {
		int field;
		double near;
	} rules[] = {
#define DERIVE(member, near, far, rule, formula) { DEVICE_##member, near },
#include "hw/derive.def"
	};

	if (dev->doubt[field] > 0)
		return dev->doubt[field];
	if (device_origin(dev, field) != ORIGIN_DERIVED)
		return 1;
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); ++i)
		if (rules[i].field == field)
			return rules[i].near;
	return 1;
}
