/* Numbers: printing, errors, and exactness. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/number/number.h"
#include "tests/unit/check.h"

static const struct dim none;

/* "15_000 GB/s": digits, blank, unit; "!" in front for a double. */
static struct number quantity(const char *text)
{
	struct number n, result;
	struct unit unit;
	char digits[64];
	bool real = *text == '!', negative;
	const char *blank;

	text += real;
	negative = *text == '-';
	text += negative;
	blank = strchr(text, ' ');
	snprintf(digits, sizeof(digits), "%.*s",
		(int) (blank ? blank - text : (long) strlen(text)), text);
	CHECK(number_read(digits, &n) == NUMBER_OK);
	if (negative) {
		number_neg(&n, &result);
		number_free(&n);
		n = result;
	}
	if (real) {
		result = number_real(number_to_double(&n), none);
		number_free(&n);
		n = result;
	}
	if (!blank)
		return n;
	CHECK(unit_parse(blank + 1, strlen(blank + 1), &unit) ==
		strlen(blank + 1));
	CHECK(number_with_unit(&n, &unit, &result) == NUMBER_OK);
	number_free(&n);
	return result;
}

static void check_text(const char *what, const char *got, const char *want)
{
	if (strcmp(got, want) != 0)
		printf("for %s: '%s', not '%s'\n", what, got, want);
	CHECK(strcmp(got, want) == 0);
}

static void check_print(const char *what, const struct number *n,
	const char *want)
{
	struct buffer out = { 0 };

	number_print(n, &out);
	check_text(what, out.text, want);
	buffer_free(&out);
}

static const struct {
	const char *number, *print;
} printed[] = {
	{ "0", "0" },
	{ "-0", "0" },
	{ "!0", "0" },
	{ "!-0", "0" },
	{ "42", "42" },
	{ "-42", "-42" },
	{ "!42", "42" },
	{ "0.125", "0.125" },
	{ "-0.5", "-0.5" },
	{ "3.14159265", "3.14159" },
	{ "0.0001", "0.0001" },
	{ "0.00001", "1e-05" },
	{ "1e-12", "1e-12" },
	{ "123456.7", "123457" },
	{ "999999.5", "1e+06" },
	{ "999999.4", "999999" },
	{ "1234567.5", "1.23457e+06" },
	{ "134217728", "134217728" },
	{ "1e19", "10000000000000000000" },
	{ "99999999999999999999", "99999999999999999999" },
	{ "100000000000000000000", "100000000000000000000" },
	{ "1.234567e25", "12345670000000000000000000" },
	{ "1e1000", "1e+1000" },
	{ "1.5e-1000", "1.5e-1000" },
	{ "!1e14", "100000000000000" },
	{ "!1e15", "1e+15" },
	{ "!1234567.5", "1.23457e+06" },
	{ "!1e300", "1e+300" },
	/* sizes: binary where that is shorter */
	{ "0 B", "0 B" },
	{ "!0 B", "0 B" },
	{ "8 B", "8 B" },
	{ "7864320 B", "7.5 MiB" },
	{ "128 MiB", "128 MiB" },
	{ "192000 B", "192 kB" },
	{ "192 KiB", "192 KiB" },
	{ "512000 B", "512 kB" },
	{ "1024 B", "1 KiB" },
	{ "1000 B", "1 kB" },
	{ "1023 B", "1.023 kB" },
	{ "125 MiB", "125 MiB" },
	{ "1000 KiB", "1.024 MB" },
	{ "50 MiB", "50 MiB" },
	{ "1536 B", "1.5 KiB" },
	{ "-2048 B", "-2 KiB" },
	{ "!2048 B", "2 KiB" },
	{ "!2048.5 B", "2.0485 kB" },
	{ "0.5 B", "0.5 B" },
	{ "1234567 B", "1.23457 MB" },
	{ "123456 KiB", "120.563 MiB" },
	{ "80 GB", "80 GB" },
	{ "80 GiB", "80 GiB" },
	{ "2 PB", "2 PB" },
	{ "1e30 B", "1000000000000000 PB" },
	{ "999.9999 MB", "1 GB" },
	/* rates and times */
	{ "1400 GB/s", "1.4 TB/s" },
	{ "192 GB/s", "192 GB/s" },
	{ "1536 MiB/s", "1.61061 GB/s" },
	{ "0.5 B/s", "0.5 B/s" },
	{ "1.41 GHz", "1.41 GHz" },
	{ "1410 MHz", "1.41 GHz" },
	{ "0.1 Hz", "0.1 Hz" },
	{ "52300000000 LUP/s", "52.3 GLUP/s" },
	{ "489600000000 inst/s", "489.6 Ginst/s" },
	{ "1.3 ms", "1.3 ms" },
	{ "0.0013 s", "1.3 ms" },
	{ "1500 us", "1.5 ms" },
	{ "3600 s", "3600 s" },
	{ "0 s", "0 s" },
	{ "0.5 ps", "0.5 ps" },
	{ "0.02 ns", "20 ps" },
	{ "0.9999999 ms", "1 ms" },
	{ "21 ps/LUP", "21 ps/LUP" },
	{ "-1.5 ms", "-1.5 ms" },
	/* counts */
	{ "25 FLOP", "25 FLOP" },
	{ "2000 FLOP", "2000 FLOP" },
	{ "24500000 FLOP", "24.5 MFLOP" },
	{ "1200 page", "1200 page" },
	{ "12345 txn", "12345 txn" },
	{ "3 GLUP", "3 GLUP" },
	/* ratios keep the plain unit */
	{ "18.1 B/LUP", "18.1 B/LUP" },
	{ "20000 B/LUP", "20000 B/LUP" },
	{ "0.0833333333 FLOP/B", "0.0833333 FLOP/B" },
	{ "2 kB/LUP", "2000 B/LUP" },
	{ "5 LUP^-1", "5 LUP^-1" },
	{ "4 kB^2", "4000000 B^2" },
	/* a label is kept as it was written */
	{ "4.5 cyc/LUP", "4.5 cyc/LUP" },
	{ "3 Gcyc", "3 Gcyc" },
};

static void test_print(void)
{
	for (size_t i = 0; i < sizeof(printed) / sizeof(printed[0]); ++i) {
		struct number n = quantity(printed[i].number);

		check_print(printed[i].number, &n, printed[i].print);
		number_free(&n);
	}
}

static void test_special(void)
{
	const struct dim b_per_s = { { [BASE_B] = 1, [BASE_S] = -1 } };
	struct number inf = number_real(INFINITY, none);
	struct number minus = number_real(-INFINITY, b_per_s);
	struct number nan = number_real(NAN, none), r;
	struct number one = number_int(1);
	struct buffer out = { 0 };
	int order;

	check_print("inf", &inf, "inf");
	check_print("-inf", &minus, "-inf B/s");
	check_print("nan", &nan, "nan");
	number_print_plain(&inf, &out);
	number_print_plain(&nan, &out);
	CHECK(strcmp(out.text, "nullnull") == 0);
	buffer_free(&out);
	CHECK(number_floor(&nan, &r) == NUMBER_DOMAIN);
	CHECK(number_floor(&inf, &r) == NUMBER_DOMAIN);
	CHECK(number_compare(&nan, &one, &order) == NUMBER_OK && order == 2);
	CHECK(number_compare(&inf, &one, &order) == NUMBER_OK && order == 1);
	CHECK(number_add(&inf, &one, &r) == NUMBER_OK && isinf(r.u.real));
	CHECK(number_div(&one, &nan, &r) == NUMBER_OK && isnan(r.u.real));
	CHECK(!number_is_integer(&inf) && !number_is_integer(&nan));
	CHECK(number_sign(&nan) == 0);
	number_print_fixed(&nan, 2, &out);
	CHECK(strcmp(out.text, "nan") == 0);
	buffer_free(&out);
}

/* in UNIT */
static const struct {
	const char *number, *unit, *print;
} shown[] = {
	{ "0.000699050666666 s", "ms", "0.699051 ms" },
	{ "489600000000 inst/s", "Ginst/s", "489.6 Ginst/s" },
	{ "1 GiB", "B", "1073741824 B" },
	{ "1 GiB", "GB", "1.07374 GB" },
	{ "5 s", "ns", "5000000000 ns" },
	{ "2 GHz", "ns^-1", "2 ns^-1" },
	{ "12", "cyc", "12 cyc" },
	{ "3 GB/s", "B/ms", "3000000 B/ms" },
	{ "1 B", "PiB", "8.88178e-16 PiB" },
	{ "8 B/LUP", "kB/LUP", "0.008 kB/LUP" },
};

static void test_shown(void)
{
	for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); ++i) {
		struct number n = quantity(shown[i].number), in, minus;
		struct buffer out = { 0 };
		struct unit unit;

		unit_parse(shown[i].unit, strlen(shown[i].unit), &unit);
		CHECK(number_shown_in(&n, &unit, &in) == NUMBER_OK);
		check_print(shown[i].number, &in, shown[i].print);
		number_neg(&in, &minus);
		number_print(&minus, &out);
		CHECK(out.text[0] == '-' &&
			strcmp(out.text + 1, shown[i].print) == 0);
		buffer_free(&out);
		number_free(&n);
		number_free(&in);
		number_free(&minus);
	}
}

static void test_shown_is_dropped(void)
{
	struct number a = quantity("2 GB"), b = quantity("3 GB"), in, r;
	struct unit unit;

	unit_parse("MB", 2, &unit);
	CHECK(number_shown_in(&a, &unit, &in) == NUMBER_OK);
	check_print("2 GB", &in, "2000 MB");
	CHECK(number_add(&in, &b, &r) == NUMBER_OK);
	check_print("2 GB + 3 GB", &r, "5 GB");
	unit_parse("s", 1, &unit);
	CHECK(number_shown_in(&a, &unit, &in) == NUMBER_DIMENSION);
	CHECK(number_in_unit(&a, &unit, &in) == NUMBER_DIMENSION);
}

static void test_one_like(void)
{
	struct number a = quantity("1 MiB"), plain = number_int(5), r;

	r = number_one_like(&a);
	check_print("one MiB", &r, "1 MiB");
	CHECK(number_mul(&a, &plain, &r) == NUMBER_OK);
	r = number_one_like(&r);
	check_print("one B", &r, "1 B");
	r = number_one_like(&plain);
	check_print("one", &r, "1");
}

static const struct {
	const char *number, *plain, *exact;
} written[] = {
	{ "0.1", "0.1", "0.1" },
	{ "0.3", "0.3", "0.3" },
	{ "8 GB/s", "8000000000", "8 GB/s" },
	{ "1.5 ms", "0.0015", "1.5 ms" },
	{ "7864320 B", "7864320", "7.5 MiB" },
	{ "-0.04", "-0.04", "-0.04" },
	{ "1e-400", "1e-400", "1/1" },
	{ "1e30", "1000000000000000000000000000000",
		"1000000000000000000000000000000" },
	{ "!0.1", "0.1", "0.1" },
	{ "!1e300", "1e+300", "1e+300" },
	{ "!-0", "0", "0" },
	{ "1234567.891", "1234567.891", "1234567.891" },
	{ "0.1234567890123456789", "0.12345678901234568",
		"0.1234567890123456789" },
};

static void test_written(void)
{
	for (size_t i = 0; i < sizeof(written) / sizeof(written[0]); ++i) {
		struct number n = quantity(written[i].number);
		struct buffer out = { 0 };

		number_print_plain(&n, &out);
		check_text(written[i].number, out.text, written[i].plain);
		buffer_free(&out);
		if (strcmp(written[i].exact, "1/1") != 0) {
			number_print_exact(&n, &out);
			check_text(written[i].number, out.text,
				written[i].exact);
			buffer_free(&out);
		}
		number_free(&n);
	}
}

static void test_written_quotients(void)
{
	struct number third = number_ratio(-1, 3), size = quantity("1 B"), r;
	struct buffer out = { 0 };

	number_print_exact(&third, &out);
	check_text("-1/3", out.text, "-1/3");
	buffer_free(&out);
	CHECK(number_mul(&third, &size, &r) == NUMBER_OK);
	number_print_exact(&r, &out);
	check_text("-1/3 B", out.text, "-1 B / 3");
	buffer_free(&out);
	number_print_plain(&third, &out);
	check_text("-1/3", out.text, "-0.3333333333333333");
	buffer_free(&out);
}

static void test_fixed(void)
{
	static const struct {
		const char *number;
		int digits;
		const char *text;
	} fixed[] = {
		{ "3.14159", 2, "3.14" },
		{ "2.5", 0, "3" },
		{ "0.005", 2, "0.01" },
		{ "-0.004", 2, "0.00" },
		{ "!-0.004", 2, "0.00" },
		{ "!2.25", 1, "2.3" },
		{ "12", 3, "12.000" },
		{ "0", 2, "0.00" },
		{ "0.001", 5, "0.00100" },
		{ "999.999", 1, "1000.0" },
		{ "1.23456 ms", 2, "1.23 ms" },
		{ "7.5 MiB", 1, "7.5 MiB" },
	};

	for (size_t i = 0; i < sizeof(fixed) / sizeof(fixed[0]); ++i) {
		struct number n = quantity(fixed[i].number);
		struct buffer out = { 0 };

		number_print_fixed(&n, fixed[i].digits, &out);
		check_text(fixed[i].number, out.text, fixed[i].text);
		buffer_free(&out);
		number_free(&n);
	}
}

static void test_read(void)
{
	static const char *const wrong[] = { "", ".", "1.", ".5", "1e", "1e+",
		"1__0", "_1", "1_", "1._5", "0x10", "1.5.2", "-1", "1 ", "abc",
		"1e5x", "1..2" };
	struct number n, least, want;
	int order;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i) {
		if (number_read(wrong[i], &n) != NUMBER_DOMAIN)
			printf("read '%s'\n", wrong[i]);
		CHECK(number_read(wrong[i], &n) == NUMBER_DOMAIN);
	}
	CHECK(number_read("15_000_000", &n) == NUMBER_OK &&
		n.u.small.num == 15000000);
	CHECK(number_read("0.25", &n) == NUMBER_OK && n.u.small.num == 1 &&
		n.u.small.den == 4);
	CHECK(number_read("1.50e3", &n) == NUMBER_OK && n.u.small.num == 1500 &&
		n.u.small.den == 1);
	CHECK(number_read("1E-3", &n) == NUMBER_OK && n.u.small.den == 1000);
	CHECK(number_read("000.000", &n) == NUMBER_OK && number_sign(&n) == 0);
	CHECK(number_read("1_0.2_5", &n) == NUMBER_OK && n.u.small.num == 41 &&
		n.u.small.den == 4);
	CHECK(number_read("0e999999999999", &n) == NUMBER_OK &&
		number_sign(&n) == 0);
	CHECK(number_read("1e1000000000", &n) == NUMBER_TOO_BIG);
	CHECK(number_read("1e-99999999999999999999", &n) == NUMBER_TOO_BIG);
	CHECK(number_read("9223372036854775807", &n) == NUMBER_OK &&
		n.form == NUMBER_SMALL);
	CHECK(number_read("9223372036854775808", &n) == NUMBER_OK &&
		n.form == NUMBER_BIG);
	least = number_int(INT64_MIN);
	number_neg(&least, &want);
	CHECK(number_compare(&n, &want, &order) == NUMBER_OK && order == 0);
	number_free(&n);
	number_free(&least);
	number_free(&want);
}

/* A literal that is longer than any number may be. */
static void test_read_long(void)
{
	size_t len = 1000000;
	char *text = malloc(len + 1);
	struct number n;

	memset(text, '9', len);
	text[len] = '\0';
	CHECK(number_read(text, &n) == NUMBER_TOO_BIG);
	memset(text, '0', len);
	text[len - 1] = '7';
	CHECK(number_read(text, &n) == NUMBER_OK && n.u.small.num == 7);
	text[1] = '.';
	CHECK(number_read(text, &n) == NUMBER_TOO_BIG);
	free(text);
}

static void check_binary(const char *a, const char *b,
	enum number_status (*op)(const struct number *, const struct number *,
		struct number *),
	const char *want)
{
	struct number x = quantity(a), y = quantity(b), r;
	enum number_status status = op(&x, &y, &r);
	char what[160];

	snprintf(what, sizeof(what), "%s, %s", a, b);
	CHECK(status == NUMBER_OK);
	check_print(what, &r, want);
	number_free(&x);
	number_free(&y);
	number_free(&r);
}

static void check_refused(const char *a, const char *b,
	enum number_status (*op)(const struct number *, const struct number *,
		struct number *),
	enum number_status want)
{
	struct number x = quantity(a), y = quantity(b), r;
	enum number_status status = op(&x, &y, &r);

	if (status != want)
		printf("for %s, %s: status %d\n", a, b, status);
	CHECK(status == want);
	CHECK(status == NUMBER_OK || number_sign(&r) == 0);
	number_free(&x);
	number_free(&y);
	number_free(&r);
}

static void test_arithmetic(void)
{
	check_binary("3 B", "2 KiB", number_add, "2.051 kB");
	check_binary("0.1", "0.2", number_add, "0.3");
	check_binary("9223372036854775807", "1", number_add,
		"9223372036854775808");
	check_binary("-9223372036854775807", "2", number_sub,
		"-9223372036854775809");
	check_binary("4294967296", "4294967296", number_mul,
		"18446744073709551616");
	check_binary("2 FLOP", "24 B", number_div, "0.0833333 FLOP/B");
	check_binary("320 inst", "1.53 GHz", number_mul, "489.6 Ginst/s");
	check_binary("134217728 B", "192 GB/s", number_div, "699.051 us");
	check_binary("8 B", "4 B", number_div, "2");
	check_binary("7", "2", number_floor_div, "3");
	check_binary("-7", "2", number_floor_div, "-4");
	check_binary("7 B", "2 B", number_floor_div, "3");
	check_binary("7", "3", number_mod, "1");
	check_binary("-7", "3", number_mod, "2");
	check_binary("7", "-3", number_mod, "-2");
	check_binary("7.5", "2", number_mod, "1.5");
	check_binary("!-7.5", "2", number_mod, "0.5");
	check_binary("1000 B", "1 KiB", number_mod, "1 kB");
	check_refused("3 B", "2 s", number_add, NUMBER_DIMENSION);
	check_refused("3 B", "2", number_sub, NUMBER_DIMENSION);
	check_refused("3 B", "2", number_mod, NUMBER_DIMENSION);
	check_refused("3 B", "2", number_floor_div, NUMBER_DIMENSION);
	check_refused("3", "0", number_div, NUMBER_ZERO);
	check_refused("3", "!0", number_div, NUMBER_ZERO);
	check_refused("!0", "!0", number_div, NUMBER_ZERO);
	check_refused("3", "0", number_mod, NUMBER_ZERO);
	check_refused("3", "0", number_floor_div, NUMBER_ZERO);
	check_refused("!1e300", "!1e300", number_mul, NUMBER_TOO_BIG);
	check_refused("!1e300", "1e1000", number_add, NUMBER_OK);
}

static void test_power(void)
{
	check_binary("2", "10", number_pow, "1024");
	check_binary("2", "-2", number_pow, "0.25");
	check_binary("0", "0", number_pow, "1");
	check_binary("0 B", "0", number_pow, "1");
	check_binary("0 B", "3", number_pow, "0 B^3");
	check_binary("!0", "0", number_pow, "1");
	check_binary("2", "0.5", number_pow, "1.41421");
	check_binary("4 B^2", "0.5", number_pow, "2 B");
	check_binary("8 B^2", "1.5", number_pow, "22.6274 B^3");
	check_binary("3 B", "2", number_pow, "9 B^2");
	check_binary("2 GHz", "-1", number_pow, "500 ps");
	check_binary("-2", "63", number_pow, "-9223372036854775808");
	check_binary("-1", "1e30", number_pow, "1");
	check_binary("1", "1e30", number_pow, "1");
	check_binary("0", "1e30", number_pow, "0");
	check_binary("1e400", "0.5", number_pow, "1e+200");
	check_binary("1e-400", "0.5", number_pow, "1e-200");
	check_binary("0.5", "100", number_pow, "7.88861e-31");
	check_refused("0", "-1", number_pow, NUMBER_ZERO);
	check_refused("!0", "-1", number_pow, NUMBER_ZERO);
	check_refused("0", "-0.5", number_pow, NUMBER_ZERO);
	check_refused("-8", "0.5", number_pow, NUMBER_DOMAIN);
	check_refused("2", "3 B", number_pow, NUMBER_DIMENSION);
	check_refused("2 B", "0.5", number_pow, NUMBER_DIMENSION);
	check_refused("2 B", "!0.5", number_pow, NUMBER_DIMENSION);
	check_refused("2 B", "128", number_pow, NUMBER_TOO_BIG);
	check_refused("10", "1e10", number_pow, NUMBER_TOO_BIG);
	check_refused("10", "1e100", number_pow, NUMBER_TOO_BIG);
	check_refused("10", "-1e100", number_pow, NUMBER_TOO_BIG);
	check_refused("0.1", "1e10", number_pow, NUMBER_TOO_BIG);
	check_refused("!10", "1000", number_pow, NUMBER_TOO_BIG);
	check_refused("1e300", "1.5", number_pow, NUMBER_TOO_BIG);
}

/* (2^1000000)^2 and products that outgrow the limit. */
static void test_growth(void)
{
	struct number two = number_int(2), million = number_int(1000000);
	struct number big, twice, r, one = number_int(1);

	CHECK(number_pow(&two, &million, &big) == NUMBER_OK);
	CHECK(number_pow(&big, &two, &r) == NUMBER_TOO_BIG);
	CHECK(number_mul(&big, &big, &r) == NUMBER_TOO_BIG);
	CHECK(number_add(&big, &big, &twice) == NUMBER_OK);
	CHECK(number_div(&twice, &big, &r) == NUMBER_OK &&
		r.form == NUMBER_SMALL && r.u.small.num == 2);
	CHECK(number_log2(&big, &r) == NUMBER_OK && r.u.real == 1000000);
	CHECK(number_sqrt(&big, &r) == NUMBER_TOO_BIG);
	check_print("2^1000000", &big, "9.90066e+301029");
	number_free(&twice);
	CHECK(number_div(&one, &big, &twice) == NUMBER_OK);
	check_print("2^-1000000", &twice, "1.01003e-301030");
	CHECK(number_to_double(&twice) == 0 && isinf(number_to_double(&big)));
	number_free(&big);
	number_free(&twice);
}

static void check_round(const char *a,
	enum number_status (*op)(const struct number *, struct number *),
	const char *want)
{
	struct number x = quantity(a), r;

	CHECK(op(&x, &r) == NUMBER_OK);
	CHECK(number_is_exact(&r) && number_is_integer(&r));
	check_print(a, &r, want);
	number_free(&x);
	number_free(&r);
}

static void test_round(void)
{
	struct number t = quantity("1.3 ms"), r;

	check_round("2.5", number_floor, "2");
	check_round("-2.5", number_floor, "-3");
	check_round("-2.5", number_ceil, "-2");
	check_round("2.5", number_round, "3");
	check_round("-2.5", number_round, "-3");
	check_round("2.4", number_round, "2");
	check_round("-2.7", number_trunc, "-2");
	check_round("!2.5", number_round, "3");
	check_round("!1e20", number_floor, "100000000000000000000");
	check_round("7", number_floor, "7");
	check_round("1.5 B", number_ceil, "2 B");
	CHECK(number_floor(&t, &r) == NUMBER_DIMENSION);
}

static void test_functions(void)
{
	struct number r, n;

	n = quantity("16 B^2");
	CHECK(number_sqrt(&n, &r) == NUMBER_OK && r.form == NUMBER_REAL);
	check_print("sqrt(16 B^2)", &r, "4 B");
	n = quantity("2 B");
	CHECK(number_sqrt(&n, &r) == NUMBER_DIMENSION);
	CHECK(number_log(&n, &r) == NUMBER_DIMENSION);
	n = quantity("-1");
	CHECK(number_sqrt(&n, &r) == NUMBER_DOMAIN);
	CHECK(number_log(&n, &r) == NUMBER_DOMAIN);
	n = quantity("0");
	CHECK(number_log2(&n, &r) == NUMBER_DOMAIN);
	n = quantity("1e-400");
	CHECK(number_log10(&n, &r) == NUMBER_OK && fabs(r.u.real + 400) < 1e-9);
	number_free(&n);
	n = quantity("1000");
	CHECK(number_log10(&n, &r) == NUMBER_OK && r.u.real == 3);
}

static void test_integers(void)
{
	struct number half = number_ratio(1, 2), size = quantity("8 B");
	struct number six = number_int(6), far = quantity("1e30"), r;
	struct number minus = number_int(-6), huge = number_int(100001);

	check_binary("12", "18", number_gcd, "6");
	check_binary("0", "-18", number_gcd, "18");
	check_binary("4", "6", number_lcm, "12");
	check_binary("5", "2", number_binomial, "10");
	check_binary("5", "7", number_binomial, "0");
	check_binary("5", "-1", number_binomial, "0");
	check_binary("0", "0", number_binomial, "1");
	check_binary("1e30", "2", number_binomial,
		"499999999999999999999999999999500000000000000000000000000000");
	check_refused("-5", "2", number_binomial, NUMBER_DOMAIN);
	check_refused("1e30", "1e20", number_binomial, NUMBER_TOO_BIG);
	check_refused("1.5", "1", number_gcd, NUMBER_NOT_INTEGER);
	check_refused("2", "1 B", number_gcd, NUMBER_DIMENSION);
	CHECK(number_isqrt(&far, &r) == NUMBER_OK);
	check_print("isqrt(1e30)", &r, "1000000000000000");
	CHECK(number_isqrt(&half, &r) == NUMBER_NOT_INTEGER);
	CHECK(number_isqrt(&minus, &r) == NUMBER_DOMAIN);
	CHECK(number_factorial(&six, &r) == NUMBER_OK && r.u.small.num == 720);
	CHECK(number_factorial(&half, &r) == NUMBER_NOT_INTEGER);
	CHECK(number_factorial(&minus, &r) == NUMBER_NEGATIVE);
	CHECK(number_factorial(&huge, &r) == NUMBER_TOO_BIG);
	CHECK(number_factorial(&far, &r) == NUMBER_TOO_BIG);
	CHECK(number_factorial(&size, &r) == NUMBER_DIMENSION);
	CHECK(number_popcount(&six, &r) == NUMBER_OK && r.u.small.num == 2);
	CHECK(number_popcount(&minus, &r) == NUMBER_DOMAIN);
	CHECK(number_num(&half, &r) == NUMBER_OK && r.u.small.num == 1);
	CHECK(number_den(&half, &r) == NUMBER_OK && r.u.small.num == 2);
	CHECK(number_bits(&six, &minus, '&', &r) == NUMBER_OK &&
		r.u.small.num == (6 & -6));
	CHECK(number_bits(&six, &minus, '|', &r) == NUMBER_OK &&
		r.u.small.num == (6 | -6));
	CHECK(number_bits(&six, &minus, '^', &r) == NUMBER_OK &&
		r.u.small.num == (6 ^ -6));
	number_free(&far);
}

static void test_to_int(void)
{
	struct number r;
	int64_t i = -1;

	r = number_real(4.0, none);
	CHECK(number_to_int(&r, &i) && i == 4);
	r = number_real(4.5, none);
	CHECK(!number_to_int(&r, &i));
	r = number_real(1e300, none);
	CHECK(!number_to_int(&r, &i));
	r = number_ratio(6, -4);
	CHECK(r.u.small.num == -3 && r.u.small.den == 2);
	CHECK(!number_to_int(&r, &i));
	r = number_ratio(INT64_MIN, INT64_MIN);
	CHECK(number_to_int(&r, &i) && i == 1);
	r = number_int(INT64_MIN);
	CHECK(r.form == NUMBER_BIG && !number_to_int(&r, &i));
	number_free(&r);
	CHECK(number_to_int(&r, &i) && i == 0);
}

int main(void)
{
	test_print();
	test_special();
	test_shown();
	test_shown_is_dropped();
	test_one_like();
	test_written();
	test_written_quotients();
	test_fixed();
	test_read();
	test_read_long();
	test_arithmetic();
	test_power();
	test_growth();
	test_round();
	test_functions();
	test_integers();
	test_to_int();
	return check_done();
}
