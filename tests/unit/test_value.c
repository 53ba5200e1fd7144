/* Values: sharing, deep nesting, printing and JSON. */

#include <math.h>

#include "lang/base/json.h"
#include "lang/value/arith.h"
#include "tests/unit/check.h"
#include "tests/unit/program.h"

static struct eval *ev;

#define DEEP 300000

static void check_text(const char *what, struct buffer *out, const char *want)
{
	if (strcmp(buffer_text(out), want) != 0)
		printf("%s\n\tgives %s\n\t  not %s\n", what, buffer_text(out),
			want);
	CHECK(strcmp(buffer_text(out), want) == 0);
	buffer_free(out);
}

static const struct {
	const char *program, *prints;
} printed[] = {
	{ "1", "1" },
	{ "true", "true" },
	{ "\"a\"", "a" },
	{ "[\"a\", \"b\\\"\", \"c\\\\\"]", "[\"a\", \"b\\\"\", \"c\\\\\"]" },
	{ "[]", "[]" },
	{ "tuple([])", "()" },
	{ "(1,)", "(1,)" },
	{ "(1, [2, (3,)])", "(1, [2, (3,)])" },
	{ "1..4", "1..4" },
	{ "1 MiB..200 MiB", "1 MiB..200 MiB" },
	{ "4..1", "4..1" },
	{ "[1..2]", "[1..2]" },
	{ "record()", "{}" },
	{ "record(a = 1)", "a = 1" },
	{ "record(name = \"x\", l2 = record(size = 2 B, bw = 1 GB/s))",
		"name    = \"x\"\nl2.size = 2 B\nl2.bw   = 1 GB/s" },
	{ "[record(a = 1, b = [2])]", "[{a: 1, b: [2]}]" },
	{ "record(a = record(), b = 1)", "a = {}\nb = 1" },
	{ "sort", "function sort(items, by = x -> x, reverse = false)" },
};

static void test_print(void)
{
	for (size_t i = 0; i < sizeof(printed) / sizeof(printed[0]); ++i) {
		struct value v = program_value(ev, printed[i].program);
		struct buffer out = { 0 };

		value_print(&v, &out);
		check_text(printed[i].program, &out, printed[i].prints);
		value_free(&v);
	}
}

static const struct {
	const char *program, *json;
} written[] = {
	{ "1", "1" },
	{ "1/3", "0.3333333333333333" },
	{ "true", "true" },
	{ "\"a\"", "\"a\"" },
	{ "[1, 2]", "[1, 2]" },
	{ "(1, 2)", "[1, 2]" },
	{ "[]", "[]" },
	{ "1..3", "[1, 2, 3]" },
	{ "192 GB/s", "{\"value\": 192000000000, \"unit\": \"B/s\"}" },
	{ "1.5 ms in us", "{\"value\": 0.0015, \"unit\": \"s\"}" },
	{ "[1 B, 2 kB]", "{\"value\": [1, 2000], \"unit\": \"B\"}" },
	{ "[1 B, 2 s]",
		"[{\"value\": 1, \"unit\": \"B\"}, "
		"{\"value\": 2, \"unit\": \"s\"}]" },
	{ "[1 B, 2]", "[{\"value\": 1, \"unit\": \"B\"}, 2]" },
	{ "record(a = 1, b = \"x\")", "{\"a\": 1, \"b\": \"x\"}" },
	{ "record(a = 1 B, b = 2, c = [1 s])",
		"{\"a\": 1, \"b\": 2, "
		"\"c\": [1], \"units\": {\"a\": \"B\", \"c\": \"s\"}}" },
	{ "record(d = record(load = 8 B/LUP))",
		"{\"d\": {\"load\": 8}, "
		"\"units\": {\"d\": {\"load\": \"B/LUP\"}}}" },
	{ "4 cyc/LUP", "{\"value\": 4, \"unit\": \"cyc/LUP\"}" },
	{ "record(a = [1 B, \"x\"])",
		"{\"a\": [{\"value\": 1, "
		"\"unit\": \"B\"}, \"x\"]}" },
	{ "record()", "{}" },
	{ "unknown", "null" },
	{ "sqrt", "\"function sqrt(x)\"" },
};

static void test_json(void)
{
	for (size_t i = 0; i < sizeof(written) / sizeof(written[0]); ++i) {
		struct value v = program_value(ev, written[i].program);
		struct buffer out = { 0 };

		value_json(&v, &out);
		check_text(written[i].program, &out, written[i].json);
		value_free(&v);
	}
}

static void test_json_strings(void)
{
	static const struct {
		const char *text;
		size_t len;
		const char *json;
	} strings[] = {
		{ "a\"b\\c\n\t\r", 8, "\"a\\\"b\\\\c\\n\\t\\r\"" },
		{ "\0\x1f\x7f", 3, "\"\\u0000\\u001f\\u007f\"" },
		{ "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", 9,
			"\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\"" },
		{ "a\xff", 2, "\"a\xef\xbf\xbd\"" },
		{ "\xc3", 1, "\"\xef\xbf\xbd\"" },
		{ "\xc3"
		  "a",
			2,
			"\"\xef\xbf\xbd"
			"a\"" },
		{ "\xc0\x80", 2, "\"\xef\xbf\xbd\xef\xbf\xbd\"" },
		{ "\xed\xa0\x80", 3,
			"\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"" },
		{ "\xf4\x90\x80\x80", 4,
			"\"\xef\xbf\xbd\xef\xbf\xbd"
			"\xef\xbf\xbd\xef\xbf\xbd\"" },
	};

	for (size_t i = 0; i < sizeof(strings) / sizeof(strings[0]); ++i) {
		struct buffer out = { 0 };

		json_string(&out, strings[i].text, strings[i].len);
		check_text("a string", &out, strings[i].json);
	}
}

static void test_special(void)
{
	struct value v = value_real(NAN, (struct dim) { { 0 } });
	struct value s = value_symbol("rows"), none = { 0 };
	struct buffer out = { 0 };

	value_json(&v, &out);
	check_text("nan", &out, "null");
	value_print(&s, &out);
	check_text("a symbol", &out, "rows");
	value_print(&none, &out);
	check_text("nothing", &out, "");
	CHECK(!value_equal(&v, &v));
	CHECK(value_length(&v) == -1);
}

/* [[[...]]], of which nothing but the memory is the limit. */
static struct value nest(enum value_kind kind, int depth)
{
	struct value v = value_sequence(kind, 0), outer;

	while (depth-- > 0) {
		outer = value_sequence(kind, 2);
		outer.u.sequence->item[0] = value_int(depth);
		outer.u.sequence->item[1] = v;
		v = outer;
	}
	return v;
}

static void test_deep(void)
{
	struct value a = nest(VALUE_LIST, DEEP), b = nest(VALUE_LIST, DEEP);
	struct value t = nest(VALUE_TUPLE, DEEP), kept, r;
	struct buffer out = { 0 };
	struct diag diag = { 0 };
	int order;

	CHECK(value_equal(&a, &b));
	CHECK(value_hash(&a) == value_hash(&b));
	CHECK(!arith_compare(&diag, nowhere, &a, &t, &order));
	CHECK(!arith_unary(&diag, nowhere, OP_NEG, &t, &r));
	value_print(&a, &out);
	CHECK(out.len < 5000 && strstr(out.text, "...") != NULL);
	buffer_free(&out);
	value_json(&a, &out);
	CHECK(out.len < 5000 && strstr(out.text, "null") != NULL);
	buffer_free(&out);
	kept = value_item(&a, 1);
	value_free(&a);
	CHECK(value_length(&kept) == 2);
	value_free(&kept);
	value_free(&b);
	value_free(&t);
	diag_clear(&diag);
}

static void test_deep_records(void)
{
	struct value v = value_record(), outer;
	struct buffer out = { 0 };

	for (int i = 0; i < DEEP; ++i) {
		outer = i % 2 ? value_record() : value_sequence(VALUE_TUPLE, 1);
		if (i % 2) {
			value_set(&outer, "name", value_int(i));
			value_set(&outer, "inner", v);
		} else {
			outer.u.sequence->item[0] = v;
		}
		v = outer;
	}
	value_print(&v, &out);
	CHECK(out.len < 5000);
	buffer_free(&out);
	value_free(&v);
}

/* A list that holds one twice, which holds one twice, ... */
static struct value bush(int depth, struct value leaf)
{
	struct value v = leaf, outer;

	while (depth-- > 0) {
		outer = value_sequence(VALUE_LIST, 2);
		outer.u.sequence->item[0] = value_copy(&v);
		outer.u.sequence->item[1] = v;
		v = outer;
	}
	return v;
}

static void test_bush(void)
{
	struct value a = bush(60, value_int(7)), b = bush(60, value_int(7));
	struct value c = bush(59, value_int(7));
	struct value big = bush(24, program_value(ev, "repeat(\"x\", 10000)"));
	struct buffer out = { 0 };
	struct diag diag = { 0 };
	int order = 5;

	CHECK(value_equal(&a, &b));
	CHECK(!value_equal(&a, &c));
	CHECK(arith_compare(&diag, nowhere, &a, &b, &order) && order == 0);
	value_print(&big, &out);
	CHECK(out.len < (size_t) 200 << 20);
	buffer_free(&out);
	value_json(&big, &out);
	CHECK(out.len < (size_t) 200 << 20);
	buffer_free(&out);
	value_free(&a);
	value_free(&b);
	value_free(&c);
	value_free(&big);
	diag_clear(&diag);
}

/* A function that holds one that holds one ... */
static void test_closures(void)
{
	struct value f = program_value(ev,
		"def wrap(f) = x -> f(x) + 1\n"
		"reduce((f, k) -> wrap(f), 1..200000, x -> x)");

	CHECK(f.kind == VALUE_FUNCTION);
	value_free(&f);
}

static void test_characters(void)
{
	static const struct {
		const char *program, *prints;
	} tests[] = {
		{ "len(join(repeat(\"abc\", 300000), \"-\"))", "1799999" },
		{ "len(join(repeat(\"a\xc3\xa4\", 300000), \"-\"))",
			"1199999" },
		{ "count(repeat(\"a\xc3\xa4\", 300000), c -> c == \"a\")",
			"300000" },
		{ "s = \"\xc3\xa4\xc3\xb6\xc3\xbc\"; "
		  "[s[2], s[0], s[1], s[2]]",
			"[\"\xc3\xbc\", \"\xc3\xa4\", \"\xc3\xb6\", "
			"\"\xc3\xbc\"]" },
	};

	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); ++i) {
		char *text = program_run(ev, tests[i].program);

		if (strcmp(text, tests[i].prints) != 0)
			printf("%s\n", text);
		CHECK(strcmp(text, tests[i].prints) == 0);
		free(text);
	}
}

static void test_sharing(void)
{
	struct value list = program_value(ev,
		"[1, \"a\", (2, 10^40), record(b = 3)]");
	struct value copy = value_copy(&list), item;

	CHECK(copy.u.sequence == list.u.sequence);
	/* the session keeps one, too */
	CHECK(list.u.sequence->refs == 3);
	value_free(&list);
	CHECK(list.kind == VALUE_NONE);
	CHECK(copy.u.sequence->refs == 2);
	item = value_item(&copy, 2);
	value_free(&copy);
	CHECK(value_length(&item) == 2);
	value_free(&item);
}

static void test_record(void)
{
	struct value r = value_record();
	const struct value *v;

	value_set(&r, "a", value_text("old"));
	value_set(&r, "b", value_int(2));
	value_set(&r, "a", value_int(1));
	CHECK(value_length(&r) == 2);
	v = value_get(&r, "a");
	CHECK(v && v->kind == VALUE_NUMBER && v->u.number.u.small.num == 1);
	CHECK(!value_get(&r, "c"));
	value_free(&r);
}

static void test_range(void)
{
	struct value r = program_value(ev, "1 MiB..3.5 MiB"), item;
	struct number lo = number_int(1), hi = number_int(2), step, far;
	struct buffer out = { 0 };
	struct value v;

	CHECK(value_length(&r) == 3);
	item = value_item(&r, 2);
	value_print(&item, &out);
	check_text("the last", &out, "3 MiB");
	value_free(&item);
	value_free(&r);
	step = number_int(0);
	CHECK(value_range_by(&lo, &hi, &step, &v) == NUMBER_ZERO);
	step = number_real(0.25, lo.dim);
	CHECK(value_range_by(&lo, &hi, &step, &v) == NUMBER_OK &&
		value_length(&v) == 5);
	value_free(&v);
	hi.dim.exp[BASE_B] = 1;
	CHECK(value_range(&lo, &hi, &v) == NUMBER_DIMENSION);
	CHECK(number_read("1e30", &far) == NUMBER_OK);
	CHECK(value_range(&lo, &far, &v) == NUMBER_TOO_BIG);
	CHECK(v.kind == VALUE_NONE);
	number_free(&far);
}

static void test_describe(void)
{
	static const struct {
		const char *program, *text;
	} described[] = {
		{ "1", "a number" },
		{ "1 GB/s", "a number in B/s" },
		{ "[]", "a list" },
		{ "unknown", "an unknown value" },
		{ "true", "a truth value" },
		{ "x -> x", "a function" },
	};
	struct value none = { 0 };
	char text[64];

	for (size_t i = 0; i < sizeof(described) / sizeof(described[0]); ++i) {
		struct value v = program_value(ev, described[i].program);

		value_describe(&v, text, sizeof(text));
		CHECK(strcmp(text, described[i].text) == 0);
		value_free(&v);
	}
	value_describe(&none, text, sizeof(text));
	CHECK(strcmp(text, "nothing") == 0);
}

static void test_hash(void)
{
	static const char *const equal[][2] = {
		{ "1", "sqrt(1)" },
		{ "1..3", "[1, 2, 3]" },
		{ "1000 ms", "1 s" },
		{ "(1, \"a\")", "(1, \"a\")" },
		{ "0", "-sqrt(0)" },
		{ "record(a = 1, b = 2)", "record(b = 2, a = 1)" },
	};

	for (size_t i = 0; i < sizeof(equal) / sizeof(equal[0]); ++i) {
		struct value a = program_value(ev, equal[i][0]);
		struct value b = program_value(ev, equal[i][1]);

		CHECK(value_equal(&a, &b));
		CHECK(value_hash(&a) == value_hash(&b));
		value_free(&a);
		value_free(&b);
	}
}

/* What is made counts, and what is freed is given back. */
static void test_account(void)
{
	struct account *a = account_new(), *outer = account_open(a);
	struct value list = value_sequence(VALUE_LIST, 10), copy, range;
	struct value record = value_record();
	struct number two = number_int(2), many = number_int(10000), big;

	CHECK(a->live_B >= 10 * (int64_t) sizeof(struct value));
	CHECK(number_pow(&two, &many, &big) == NUMBER_OK);
	CHECK(a->live_B >= 10 * (int64_t) sizeof(struct value) + 1250);
	list.u.sequence->item[0] = value_text("abc");
	list.u.sequence->item[1] = value_number(big);
	CHECK(value_range(&two, &many, &range) == NUMBER_OK);
	list.u.sequence->item[2] = range;
	value_set(&record, "list", value_copy(&list));
	value_set(&record, "list", value_copy(&list));
	value_set(&record, "other", value_int(1));
	copy = value_copy(&record);
	value_free(&record);
	value_free(&list);
	CHECK(a->live_B >= 1250);
	value_free(&copy);
	CHECK(a->live_B == 0);
	CHECK(account_open(outer) == a);
	list = value_text("none is open");
	value_free(&list);
	CHECK(a->live_B == 0);
	account_drop(a);
}

int main(void)
{
	ev = program_session();
	test_print();
	test_json();
	test_json_strings();
	test_special();
	test_deep();
	test_deep_records();
	test_bush();
	test_closures();
	test_characters();
	test_sharing();
	test_record();
	test_range();
	test_describe();
	test_hash();
	test_account();
	eval_free(ev);
	return check_done();
}
