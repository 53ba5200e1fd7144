/* hw/derive.c: what a device lacks is derived by the first rule that has a
 * value, of a chain of devices the largest doubt counts, and what follows from
 * a figure that changes is forgotten.
 */

#include <math.h>
#include <string.h>

#include "hw/derive.h"
#include "tests/unit/check.h"

static int n_cited;

static const char *cite(void *user, const char *rule,
	const struct device *nearest)
{
	(void) user;
	(void) nearest;
	++n_cited;
	return rule;
}

/* A measured board. */
static void fill(struct device *dev)
{
	device_init(dev, "full");
	dev->arch = "one";
	dev->sm_count = 100;
	dev->clock_Hz = 2e9;
	dev->l1_line_B = 128;
	dev->l1_bank_B = 128;
	dev->l2_sections = 2;
	dev->l2_total_B = 64e6;
	dev->l2_slices = 80;
	dev->l2_B_per_s = 8e12;
	dev->l2_requests_per_s = 160e9;
	dev->l2_latency_cyc = 300;
	dev->dram_B_per_s = 3e12;
	dev->dram_peak_B_per_s = 4e12;
	dev->dram_ecc = 1;
	dev->tlb_pages = 90;
	dev->fp32_per_cyc = 128;
	dev->int_per_cyc = 64;
	dev->fit_l1_half = 5;
	dev->fit_l2_half = 2;
}

static void sheet(struct device *dev, const char *arch)
{
	device_init(dev, "sheet");
	dev->arch = arch;
	dev->sm_count = 50;
	dev->boost_clock_Hz = 1e9;
	dev->l1_line_B = 128;
	dev->l2_total_B = 32e6;
	dev->dram_peak_B_per_s = 2e12;
	dev->fp32_per_cyc = 64;
}

static void test_rules(void)
{
	struct device full, dev, single;

	fill(&full);
	sheet(&dev, "one");
	n_cited = 0;
	derive_figures(&dev, &full, cite, NULL);
	CHECK(dev.clock_Hz == 1e9);
	CHECK(dev.n_die == 1 && dev.l2_sections == 2);
	CHECK(dev.l2_size_B == 16e6);
	CHECK(dev.dram_B_per_s == 1.5e12);
	CHECK(dev.l2_slices == 40);
	CHECK(dev.l2_B_per_s == 2e12);
	CHECK(dev.l2_requests_per_s == 40e9);
	CHECK(dev.l2_latency_cyc == 150);
	CHECK(dev.int_per_cyc == 32);
	CHECK(dev.tlb_pages == 90);
	CHECK(isnan(dev.launch_per_s)); /* the nearest has none either */
	CHECK(dev.fit_l1_half == 5 && dev.fit_l2_half == 2);
	sheet(&single, "one");
	single.l2_sections = 1;
	derive_figures(&single, &full, cite, NULL);
	CHECK(single.fit_l2_half == 1);
	CHECK(n_cited > 10);
	CHECK(device_origin(&dev, DEVICE_l2_B_per_s) == ORIGIN_DERIVED);
	CHECK(device_origin(&dev, DEVICE_sm_count) == ORIGIN_GIVEN);
	CHECK(derive_doubt(&dev, DEVICE_sm_count) == 1);
	CHECK(derive_doubt(&dev, DEVICE_l2_size_B) == 1);
	CHECK(derive_doubt(&dev, DEVICE_l2_B_per_s) > 1);
}

/* Constants of a board do not leave its architecture, and doubts are larger
 * beyond it.  A chain is as doubtful as its largest step.
 */
static void test_chain(void)
{
	struct device full, near, far, chain, back;
	int field = DEVICE_l2_requests_per_s;

	fill(&full);
	sheet(&near, "one");
	sheet(&far, "two");
	sheet(&chain, "three");
	derive_figures(&near, &full, cite, NULL);
	derive_figures(&far, &full, cite, NULL);
	derive_figures(&chain, &far, cite, NULL);
	CHECK(far.fit_l1_half == 5 && isnan(far.fit_l2_half));
	CHECK(derive_doubt(&near, field) < derive_doubt(&far, field));
	CHECK(derive_doubt(&chain, field) == derive_doubt(&far, field));
	sheet(&back, "two");
	derive_figures(&back, &far, cite, NULL);
	CHECK(derive_doubt(&back, field) == derive_doubt(&far, field));
	device_cite(&full, field, "derived: by hand");
	CHECK(derive_doubt(&full, field) == derive_doubt(&near, field));
}

static void test_lookups(void)
{
	struct device full, dev;

	fill(&full);
	sheet(&dev, "one");
	dev.l2_B_per_s = 10e12;
	derive_figures(&dev, &full, cite, NULL);
	CHECK(dev.l2_requests_per_s >= 0.99 * dev.l2_B_per_s / dev.l1_line_B);
}

static void test_alone(void)
{
	struct device dev;

	sheet(&dev, "one");
	derive_figures(&dev, NULL, cite, NULL);
	CHECK(dev.clock_Hz == 1e9);
	CHECK(isnan(dev.l2_B_per_s) && isnan(dev.dram_B_per_s));
}

/* A child starts from what its parent states. */
static void test_forget(void)
{
	struct device full, dev;
	bool is_set[N_DEVICE_FIELD] = { false };

	fill(&full);
	sheet(&dev, "one");
	derive_figures(&dev, &full, cite, NULL);
	derive_forget(&dev);
	CHECK(isnan(dev.l2_B_per_s) && isnan(dev.clock_Hz));
	CHECK(!dev.sources[DEVICE_l2_B_per_s]);
	CHECK(dev.l2_total_B == 32e6);

	dev.dram_B_per_s = 1.9e12;
	is_set[DEVICE_dram_B_per_s] = is_set[DEVICE_l2_size_B] = true;
	derive_release(&dev, is_set);
	CHECK(dev.dram_B_per_s == 1.9e12 && isnan(dev.dram_peak_B_per_s));
	CHECK(isnan(dev.l2_total_B));
	is_set[DEVICE_dram_peak_B_per_s] = true;
	dev.dram_peak_B_per_s = 2e12;
	derive_release(&dev, is_set);
	CHECK(dev.dram_peak_B_per_s == 2e12);
}

int main(void)
{
	test_rules();
	test_chain();
	test_lookups();
	test_alone();
	test_forget();
	return check_done();
}
