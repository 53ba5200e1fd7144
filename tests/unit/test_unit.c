/* Units: every row of unit.def printed and read back, compound units, and
 * where the text of a unit ends.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/number/number.h"
#include "lang/number/unit.h"
#include "tests/unit/check.h"

static const struct {
	const char *name;
	const char *value; /* of one, in base units */
	const char *dim;
} known[] = {
	{ "B", "1", "B" },
	{ "kB", "1000", "B" },
	{ "MB", "1000000", "B" },
	{ "GB", "1000000000", "B" },
	{ "TB", "1000000000000", "B" },
	{ "PB", "1000000000000000", "B" },
	{ "KiB", "1024", "B" },
	{ "MiB", "1048576", "B" },
	{ "GiB", "1073741824", "B" },
	{ "TiB", "1099511627776", "B" },
	{ "PiB", "1125899906842624", "B" },
	{ "s", "1", "s" },
	{ "ms", "0.001", "s" },
	{ "us", "1e-06", "s" },
	{ "ns", "1e-09", "s" },
	{ "ps", "1e-12", "s" },
	{ "Hz", "1", "Hz" },
	{ "kHz", "1000", "Hz" },
	{ "MHz", "1000000", "Hz" },
	{ "GHz", "1000000000", "Hz" },
	{ "THz", "1000000000000", "Hz" },
	{ "GB/s", "1000000000", "B/s" },
	{ "TB/s", "1000000000000", "B/s" },
	{ "MB/ms", "1000000000", "B/s" },
	{ "B/LUP", "1", "B/LUP" },
	{ "FLOP/B", "1", "FLOP/B" },
	{ "GLUP/s", "1000000000", "LUP/s" },
	{ "cyc/LUP", "1", "LUP^-1" },
	{ "FLOP/LUP", "1", "FLOP/LUP" },
	{ "Ginst/s", "1000000000", "inst/s" },
	{ "txn/inst", "1", "txn/inst" },
	{ "B*s", "1", "B*s" },
	{ "B^2", "1", "B^2" },
	{ "kB^2", "1000000", "B^2" },
	{ "B/s^2", "1", "B/s^2" },
	{ "B^-1", "1", "B^-1" },
	{ "B/LUP/s", "1", "B/s/LUP" },
	{ "Hz/B", "1", "Hz/B" },
	{ "GHz*s", "1000000000", "" },
	{ "ms^-1", "1000", "Hz" },
};

static const struct {
	const char *text;
	size_t len;
} ends[] = {
	{ "B/n", 1 },
	{ "GB/s", 4 },
	{ "GB/s/n", 4 },
	{ "B / s", 1 },
	{ "B*x", 1 },
	{ "s)", 1 },
	{ "GB/s in MB/s", 4 },
	{ "B/", 1 },
	{ "B/s.x", 3 },
	{ "B^2", 3 },
	{ "B^x", 1 },
	{ "B^2.5", 1 },
	{ "B^2..4", 3 },
	{ "B^-", 1 },
	{ "B^0", 1 },
	{ "B^2n", 1 },
	{ "B^999999999999", 1 },
	{ "Bs", 0 },
	{ "B2", 0 },
	{ "B_", 0 },
	{ "n", 0 },
	{ "", 0 },
	{ "/s", 0 },
	{ "^2", 0 },
	{ "KB", 0 },
	{ "mB", 0 },
	{ "b", 0 },
	{ "kiB", 0 },
	{ "Ms", 0 },
	{ "hz", 0 },
	{ "PHz", 0 },
	{ "B\xc2\xb5", 0 },
	{ "PB*PB", 2 },		    /* the factor has no room */
	{ "B*s*LUP*inst*txn", 12 }, /* nor has the spelling */
	{ "cyc^127*cyc", 11 },
	{ "B^127*B", 5 },
};

static void test_known(void)
{
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); ++i) {
		size_t len = strlen(known[i].name);
		struct number one = number_int(1), n, back;
		struct buffer out = { 0 };
		struct unit unit;
		char dim[64];

		CHECK(unit_parse(known[i].name, len, &unit) == len);
		dim_name(unit.dim, dim, sizeof(dim));
		CHECK(number_with_unit(&one, &unit, &n) == NUMBER_OK);
		CHECK(number_in_unit(&n, &unit, &back) == NUMBER_OK);
		number_print_plain(&n, &out);
		if (strcmp(out.text, known[i].value) ||
			strcmp(dim, known[i].dim))
			printf("1 %s is %s '%s'\n", known[i].name, out.text,
				dim);
		CHECK(strcmp(out.text, known[i].value) == 0);
		CHECK(strcmp(dim, known[i].dim) == 0);
		buffer_free(&out);
		number_print_plain(&back, &out);
		CHECK(strcmp(out.text, "1") == 0);
		buffer_free(&out);
	}
}

/* What is written in a unit and shown in it reads as it was written. */
static void test_rows(void)
{
	const char *const *name;
	int n = unit_names(&name);

	CHECK(n == n_unit_row && n == 57);
	for (int i = 0; i < n; ++i) {
		struct number seven = number_int(7), a, shown, plain;
		struct buffer out = { 0 };
		struct unit unit;
		char want[32];

		CHECK(unit_parse(name[i], strlen(name[i]), &unit) ==
			strlen(name[i]));
		CHECK(unit.num == unit_rows[i].num);
		CHECK(unit.den == unit_rows[i].den);
		CHECK(number_with_unit(&seven, &unit, &a) == NUMBER_OK);
		CHECK(number_shown_in(&a, &unit, &shown) == NUMBER_OK);
		number_print(&shown, &out);
		snprintf(want, sizeof(want), "7 %s", name[i]);
		if (strcmp(out.text, want) != 0)
			printf("%s, not %s\n", out.text, want);
		CHECK(strcmp(out.text, want) == 0);
		CHECK(number_in_unit(&a, &unit, &plain) == NUMBER_OK);
		CHECK(plain.u.small.num == 7 && plain.u.small.den == 1);
		buffer_free(&out);
	}
}

static void test_ends(void)
{
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); ++i) {
		struct unit unit;
		size_t len = unit_parse(ends[i].text, strlen(ends[i].text),
			&unit);

		if (len != ends[i].len)
			printf("for '%s': %zu\n", ends[i].text, len);
		CHECK(len == ends[i].len);
	}
}

/* No byte past the end is looked at. */
static void test_length(void)
{
	struct unit unit;

	CHECK(unit_parse("GB/s", 2, &unit) == 2);
	CHECK(unit_parse("GB/s", 3, &unit) == 2);
	CHECK(unit_parse("B^12", 3, &unit) == 3);
	CHECK(unit.dim.exp[BASE_B] == 1);
	CHECK(unit_parse("B", 0, &unit) == 0);
}

static void test_dims(void)
{
	struct dim b = { { [BASE_B] = 1 } }, s = { { [BASE_S] = 1 } };
	struct dim far = { { [BASE_B] = 127 } }, r;

	CHECK(dim_mul(b, s, &r) && r.exp[BASE_B] == 1 && r.exp[BASE_S] == 1);
	CHECK(dim_div(b, s, &r) && r.exp[BASE_S] == -1);
	CHECK(dim_pow(b, -3, &r) && r.exp[BASE_B] == -3);
	CHECK(dim_ratio_pow(r, 1, 3, &r) && r.exp[BASE_B] == -1);
	CHECK(!dim_ratio_pow(b, 1, 2, &r));
	CHECK(!dim_mul(far, b, &r));
	CHECK(!dim_pow(b, 128, &r));
	CHECK(!dim_ratio_pow(far, INT64_MAX, 1, &r));
	CHECK(dim_is_count(b) && !dim_is_count(s));
	CHECK(!dim_is_count((struct dim) { { 0 } }));
	CHECK(dim_is_none((struct dim) { { 0 } }));
}

int main(void)
{
	test_known();
	test_rows();
	test_ends();
	test_length();
	test_dims();
	return check_done();
}
