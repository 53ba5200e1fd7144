/* The functions of the language: every example of builtin.def, and extreme
 * arguments.
 */

#include "lang/eval/builtin.h"
#include "lang/eval/names.h"
#include "tests/unit/check.h"
#include "tests/unit/program.h"

static struct eval *ev;

#define TOO_MUCH                                              \
	"error: this takes more than the budget of 'memory' " \
	"allows (100 MB) | raise it with: set memory = ..."

static const struct {
	const char *program, *prints;
} tests[] = {
	/* arithmetic */
	{ "abs(3)", "3" },
	{ "abs(-1.5 ms)", "1.5 ms" },
	{ "abs(\"a\")", "error: abs needs a number, got a string" },
	{ "sign(0)", "0" },
	{ "sign(-3 B)", "-1" },
	{ "min(2)", "2" },
	{ "min([2, 1])", "1" },
	{ "min(1..10)", "1" },
	{ "max(\"b\", \"a\")", "b" },
	{ "max((1, 2), (1, 3))", "(1, 3)" },
	{ "min(2 B, 1 KiB)", "2 B" },
	{ "max(1, 2, 5, 3)", "5" },
	{ "min([])", "error: min of an empty list" },
	{ "min()", "error: min of an empty list" },
	{ "min(1 B, 2 s)",
		"error: cannot compare 's' and 'B' | "
		"s on the left, B on the right" },
	{ "min(1, \"a\")",
		"error: cannot compare a string and a number | "
		"a string on the left, a number on the right" },
	{ "min([1, unknown])", "?" },
	{ "min(1, unknown)", "?" },
	{ "clip(-1, 0, 10)", "0" },
	{ "clip(5, 0, 10)", "5" },
	{ "floor(2.5 s)",
		"error: floor needs a number without unit, got one in 's' | "
		"divide by the unit first: x / 1 s" },
	{ "floor(2.5 B)", "2 B" },
	{ "floor(-0.5)", "-1" },
	{ "round(2.5)", "3" },
	{ "round(-2.5)", "-3" },
	{ "round(1234.5, -2)", "1200" },
	{ "round(1/3, 4)", "0.3333" },
	{ "round(sqrt(2), 3)", "1.414" },
	{ "round(2.345, digits = 1)", "2.3" },
	{ "round(1, 0.5)", "error: round needs an integer, got 0.5" },
	{ "div(7, 2)", "3" },
	{ "div(7 B, 2 B)", "3" },
	{ "div(7, 0)", "error: division by zero" },
	{ "div(7 B, 2)",
		"error: div needs a number without unit, got one in 'B' | "
		"divide by the unit first: x / 1 B" },
	{ "ceildiv(7, 2)", "4" },
	{ "ceildiv(8, 2)", "4" },
	{ "ceildiv(-7, 2)", "-3" },
	{ "mod(7, 3)", "1" },
	{ "sqrt(16)", "4" },
	{ "sqrt(16 B^2)", "4 B" },
	{ "sqrt(-1)", "error: sqrt(-1) is not a real number" },
	{ "sqrt(1 B)",
		"error: sqrt needs a number without unit, got one in 'B' | "
		"divide by the unit first: x / 1 B" },
	{ "sqrt()", "error: sqrt needs the argument 'x' | usage: sqrt(x)" },
	{ "sqrt(1, 2)",
		"error: sqrt takes 1 argument, got 2 | "
		"usage: sqrt(x)" },
	{ "sqrt(y = 1)",
		"error: sqrt has no parameter 'y' | "
		"usage: sqrt(x)" },
	{ "sqrt(x = 4)", "2" },
	{ "round(1, digits = 1, digits = 2)",
		"error: 'digits' is given twice"
		" | usage: round(x, digits = 0)" },
	{ "round(1, x = 1)",
		"error: 'x' is given twice | "
		"usage: round(x, digits = 0)" },
	{ "round(1, digts = 2)",
		"error: round has no parameter 'digts' | "
		"did you mean 'digits'? | usage: round(x, digits = 0)" },
	{ "round(1, 2, 3)",
		"error: round takes at most 2 arguments, got 3 | "
		"usage: round(x, digits = 0)" },
	{ "exp(0)", "1" },
	{ "exp(1000)",
		"error: the number is too big | "
		"an exact number has at most 315652 digits, "
		"a power of a unit at most 127" },
	{ "exp(1 B)",
		"error: exp needs a number without unit, got one in 'B' | "
		"divide by the unit first: x / 1 B" },
	{ "log(0)", "error: log(0) is not a real number" },
	{ "log10(10^1000)", "1000" },
	{ "asin(2)", "error: asin(2) is not a real number" },
	{ "hypot(3 B, 4 B)", "5 B" },
	/* integers */
	{ "gcd()", "0" },
	{ "gcd([12, 18, 8])", "2" },
	{ "gcd(0, 5)", "5" },
	{ "gcd(1.5, 2)", "error: gcd needs an integer, got 1.5" },
	{ "gcd(1, \"a\")", "error: gcd needs integers, got a string" },
	{ "lcm(2, 3)", "6" },
	{ "isqrt(99)", "9" },
	{ "isqrt(-1)", "error: isqrt(-1) is not a real number" },
	{ "factorial(0)", "1" },
	{ "factorial(20)", "2432902008176640000" },
	{ "factorial(25)", "15511210043330985984000000" },
	{ "factorial(10^9)",
		"error: the number is too big | an exact number "
		"has at most 315652 digits, a power of a unit at most 127" },
	{ "binomial(5, 0)", "1" },
	{ "binomial(5, 9)", "0" },
	{ "divisors(1)", "[1]" },
	{ "divisors(16)", "[1, 2, 4, 8, 16]" },
	{ "divisors(0)", "error: divisors needs a positive integer" },
	{ "divisors(10^13)", "error: divisors needs an integer up to 10^12" },
	{ "divisors(1.5)", "error: divisors needs an integer, got 1.5" },
	{ "divisors(10^30)",
		"error: the number is too big | an exact number "
		"has at most 315652 digits, a power of a unit at most 127" },
	{ "factor(1)", "[]" },
	{ "factor(999999999989)", "[999999999989]" },
	{ "factor(2^39)",
		"[2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, "
		"2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, "
		"2, 2, 2]" },
	{ "ispow2(1)", "true" },
	{ "ispow2(0)", "false" },
	{ "ispow2(-2)", "false" },
	{ "ispow2(0.5)", "false" },
	{ "ispow2(2^100)", "true" },
	{ "nextpow2(1)", "1" },
	{ "nextpow2(-5)", "1" },
	{ "nextpow2(64)", "64" },
	{ "nextpow2(2^62)", "4611686018427387904" },
	{ "popcount(0)", "0" },
	{ "num(3)", "3" },
	{ "num(sqrt(2))", "error: num needs an exact number, got a number" },
	{ "isinteger(1.5)", "false" },
	{ "isinteger(sqrt(4))", "true" },
	{ "isinteger(\"a\")", "false" },
	/* lists */
	{ "len([])", "0" },
	{ "len(\"abc\")", "3" },
	{ "len(\"\xc3\xa4\xc3\xb6\")", "2" },
	{ "len(1..10^12)", "1000000000000" },
	{ "len(record(a = 1))", "1" },
	{ "len((1, 2))", "2" },
	{ "len(3)", "error: len needs a list or a string, got a number" },
	{ "sum([])", "0" },
	{ "prod([])", "1" },
	{ "sum(1..100)", "5050" },
	{ "sum([1 B, 2 KiB])", "2.049 kB" },
	{ "sum([(1, 2), (3, 4)])", "(4, 6)" },
	{ "sum([\"a\", \"b\"])", "ab" },
	{ "sum([1, unknown])", "?" },
	{ "sum([1 B, 2 s])",
		"error: cannot add 'B' and 's' | "
		"B on the left, s on the right" },
	{ "sum(3)", "error: sum needs a list, got a number" },
	{ "sum(1..10^12)",
		"error: this takes more than the budget of 'steps' "
		"allows (100000) | raise it with: set steps = ..." },
	{ "mean([])", "error: mean of an empty list" },
	{ "mean([1, 2])", "1.5" },
	{ "median([3, 1, 2])", "2" },
	{ "median([1 B, 3 B])", "2 B" },
	{ "median([])", "error: median of an empty list" },
	{ "stdev([1])", "error: stdev needs at least two numbers" },
	{ "stdev([1 B, 3 B])", "1.41421 B" },
	{ "cumsum([])", "[]" },
	{ "dot([1], [1, 2])",
		"error: dot needs lists of equal length, "
		"got 1 and 2 elements" },
	{ "dot([], [])", "0" },
	{ "argmin([])", "error: argmin of an empty list" },
	{ "argmin([2, 1, 1])", "1" },
	{ "argmax([1 ms, 1 s])", "1" },
	{ "argmin([1, 2], by = 3)",
		"error: argmin needs a function, got a number" },
	{ "sort([])", "[]" },
	{ "sort([2, 1], reverse = true)", "[2, 1]" },
	{ "sort([\"b\", \"a\"])", "[\"a\", \"b\"]" },
	{ "sort([(2, 1), (1, 2)])", "[(1, 2), (2, 1)]" },
	{ "sort([3, 1, 2], x -> -x)", "[3, 2, 1]" },
	{ "sort([(1, 9), (0, 8), (1, 7), (0, 6)], by = first)",
		"[(0, 8), (0, 6), (1, 9), (1, 7)]" },
	{ "sort([(1, 9), (0, 8), (1, 7), (0, 6)], by = first, reverse = true)",
		"[(1, 9), (1, 7), (0, 8), (0, 6)]" },
	{ "sort([1, \"a\"])",
		"error: cannot compare a number and a string | "
		"a number on the left, a string on the right" },
	{ "sort([1], reverse = 2)",
		"error: sort needs true or false, got a number" },
	{ "sort(5..1)", "[]" },
	{ "sort(\"hello\")", "[\"e\", \"h\", \"l\", \"l\", \"o\"]" },
	{ "reverse(\"a\xc3\xa4z\")",
		"z\xc3\xa4"
		"a" },
	{ "reverse(1..3)", "[3, 2, 1]" },
	{ "reverse([])", "[]" },
	{ "unique([])", "[]" },
	{ "unique([1, 1.0, sqrt(1), \"1\"])", "[1, \"1\"]" },
	{ "unique([(1, 2), (1, 2), [1, 2], 1..2])", "[(1, 2), [1, 2]]" },
	{ "unique([1 B, 1 s, 1])", "[1 B, 1 s, 1]" },
	{ "map(x -> x^2, 1..3)", "[1, 4, 9]" },
	{ "map((a, b) -> a + b, [1, 2], [10, 20, 30])", "[11, 22]" },
	{ "map(max, [1, 5], [3, 4])", "[3, 5]" },
	{ "map(sqrt, [])", "[]" },
	{ "map(sqrt, [1, -1])", "error: sqrt(-1) is not a real number" },
	{ "map(3, [1])", "error: map needs a function, got a number" },
	{ "map(sqrt)", "error: map needs a list" },
	{ "map(x -> x, \"ab\")", "[\"a\", \"b\"]" },
	{ "filter(x -> x > 1, [1, 2, 3])", "[2, 3]" },
	{ "filter(x -> x, [1])",
		"error: filter needs true or false for each "
		"element, got a number" },
	{ "filter(x -> x > \"a\", [1, 2])",
		"error: cannot compare a number "
		"and a string | a number on the left, a string on the right" },
	{ "reduce((a, b) -> a + b, [], 5)", "5" },
	{ "reduce((a, b) -> a + b, [])",
		"error: reduce of an empty list | "
		"give a start value: reduce(f, items, start)" },
	{ "reduce((a, b) -> a * b, [2, 3], start = 10)", "60" },
	{ "reduce((a, b) -> a / b, [1, 0])", "error: division by zero" },
	{ "any([])", "false" },
	{ "all([])", "true" },
	{ "any([false, true])", "true" },
	{ "all([true, 1])",
		"error: all "
		"needs true or false for each element, got a number" },
	{ "any(1..10^12, x -> x > 3)", "true" },
	{ "count([true, false, true])", "2" },
	{ "enumerate([5], start = 1)", "[(1, 5)]" },
	{ "enumerate([])", "[]" },
	{ "enumerate([1], 9223372036854775807)",
		"error: the number is too "
		"big | an exact number has at most 315652 digits, a power "
		"of a unit at most 127" },
	{ "zip()", "error: zip needs a list" },
	{ "zip([1, 2])", "[(1,), (2,)]" },
	{ "zip(1..3, \"abc\")", "[(1, \"a\"), (2, \"b\"), (3, \"c\")]" },
	{ "product()", "[()]" },
	{ "product([])", "[()]" },
	{ "product([1, 2])", "[(1,), (2,)]" },
	{ "product([1], [])", "[]" },
	{ "product([[0, 1], [2]])", "[(0, 2), (1, 2)]" },
	{ "product([1], 2)", "error: product needs lists, got a number" },
	{ "product(1..10^6, 1..10^6, 1..10^6)", TOO_MUCH },
	{ "first([])", "error: first of an empty list" },
	{ "last(\"abc\")", "c" },
	{ "take([1, 2], 5)", "[1, 2]" },
	{ "take((1, 2, 3), 2)", "(1, 2)" },
	{ "take(\"\xc3\xa4"
	  "bc\", 2)",
		"\xc3\xa4"
		"b" },
	{ "drop(\"\xc3\xa4"
	  "bc\", 1)",
		"bc" },
	{ "drop([1], 3)", "[]" },
	{ "take([1], -1)", "error: take needs a count that is not negative" },
	{ "take(1..10^12, 2)", "[1, 2]" },
	{ "append((1,), 2)", "(1, 2)" },
	{ "append([])", "[]" },
	{ "append(1..2, [3])", "[1, 2, [3]]" },
	{ "flatten([])", "[]" },
	{ "flatten([[], [[]]])", "[]" },
	{ "contains(\"abc\", \"bc\")", "true" },
	{ "contains(\"abc\", 1)",
		"error: contains needs a string, "
		"got a number" },
	{ "contains(record(a = 1), \"a\")", "true" },
	{ "contains([1 B], 1)", "false" },
	{ "contains(1..10, 3.5)", "false" },
	{ "indexof(\"\xc3\xa4"
	  "bc\", \"c\")",
		"2" },
	{ "indexof([], 1)", "-1" },
	{ "indexof(\"\", \"\")", "0" },
	{ "range(1, 4)", "[1, 2, 3, 4]" },
	{ "range(4, 1, -1)", "[4, 3, 2, 1]" },
	{ "range(1, 0)", "[]" },
	{ "range(0, 1, 0.25)", "[0, 0.25, 0.5, 0.75, 1]" },
	{ "range(1 MiB, 3 MiB)", "[1 MiB, 2 MiB, 3 MiB]" },
	{ "range(0, 1, 0)", "error: the step of a range must not be 0" },
	{ "range(0 B, 1)",
		"error: cannot compare 'B' and a plain number | "
		"B on the left, no unit on the right" },
	{ "range(0 B, 1 B, 1)",
		"error: cannot add 'B' and a plain number | "
		"B on the left, no unit on the right" },
	{ "range(0, 10^18)", TOO_MUCH },
	{ "range(0, 10^30)",
		"error: the number is too big | an exact number "
		"has at most 315652 digits, a power of a unit at most 127" },
	{ "linspace(1, 2, 1)", "[1]" },
	{ "linspace(0 s, 1 ms, 3)", "[0 s, 500 us, 1 ms]" },
	{ "linspace(0, 1, 0)", "error: linspace needs a positive count" },
	{ "repeat(\"ab\", 3)", "ababab" },
	{ "repeat(1, 0)", "[]" },
	{ "repeat(1, -1)", "error: repeat needs a count that is not negative" },
	{ "repeat(\"\", 10^12)", "" },
	{ "repeat(\"ab\", 10^12)", TOO_MUCH },
	{ "list(1..3)", "[1, 2, 3]" },
	{ "tuple(1..2)", "(1, 2)" },
	{ "tuple([])", "()" },
	{ "list(record(a = 1))", "[\"a\"]" },
	{ "tuple(3)", "error: tuple needs a list, got a number" },
	/* records */
	{ "record()", "{}" },
	{ "record(a = 1, bb = 2 B)", "a  = 1\nbb = 2 B" },
	{ "record(a = 1, a = 2)", "error: 'a' is given twice" },
	{ "record(1)",
		"error: record takes named arguments only | "
		"usage: record(name = value...)" },
	{ "str([record(a = 1, b = \"x\")])", "[{a: 1, b: \"x\"}]" },
	{ "record(a = record(b = 1, c = 2), d = [1])",
		"a.b = 1\na.c = 2\nd   = [1]" },
	{ "get(record(ab = 1), \"ab\")", "1" },
	{ "get(record(alpha = 1), \"alpa\")",
		"error: there is no member "
		"'alpa' | did you mean 'alpha'?" },
	{ "keys(3)", "error: keys needs a record, got a number" },
	/* text */
	{ "str(12)", "12" },
	{ "str([1, \"a\"])", "[1, \"a\"]" },
	{ "str(\"a\")", "a" },
	{ "str(2/3, digits = 2)", "0.67" },
	{ "str(1, 0)", "error: str takes 1 to 17 digits" },
	{ "fixed(2^100, 0)", "1267650600228229401496703205376" },
	{ "fixed(1, 2000)", "error: fixed takes 0 to 1000 digits" },
	{ "fixed(1/3)", "0.33" },
	{ "fixed(2/3, 0)", "1" },
	{ "fixed(\"a\")", "error: fixed needs a number, got a string" },
	{ "number(\" -12 \")", "-12" },
	{ "number(\"1_000.5e-1\")", "100.05" },
	{ "number(\"8GB/s\")", "8 GB/s" },
	{ "number(3)", "3" },
	{ "number(\"5 \")", "5" },
	{ "number(\"\")", "error: \"\" is not a number" },
	{ "number(\"abc\")", "error: \"abc\" is not a number" },
	{ "number(\"1 foo\")", "error: \"1 foo\" is not a number" },
	{ "number(\"1.\")", "error: \"1.\" is not a number" },
	{ "join([])", "" },
	{ "join([1, \"a\", 2 B], \"-\")", "1-a-2 B" },
	{ "join([\"a\", \"b\"])", "ab" },
	{ "join([1], 2)", "error: join needs a string, got a number" },
	{ "split(\" a  b \")", "[\"a\", \"b\"]" },
	{ "split(\"\")", "[]" },
	{ "split(\"\", \",\")", "[\"\"]" },
	{ "split(\"a,\", \",\")", "[\"a\", \"\"]" },
	{ "split(\"a\", \"\")",
		"error: split needs a string that is not empty" },
	{ "replace(\"aaa\", \"aa\", \"b\")", "ba" },
	{ "replace(\"abc\", \"b\", \"\")", "ac" },
	{ "replace(\"abc\", \"\", \"x\")",
		"error: replace needs a string that is not empty" },
	{ "strip(\" \")", "" },
	{ "upper(\"a\xc3\xa4z[\")", "A\xc3\xa4Z[" },
	{ "startswith(\"a\", \"ab\")", "false" },
	{ "endswith(\"ab\", \"\")", "true" },
	/* values */
	{ "type(1)", "number" },
	{ "type(sqrt)", "function" },
	{ "type(x -> x)", "function" },
	{ "type(1..2)", "range" },
	{ "type(true)", "truth value" },
	{ "unit(3)", "" },
	{ "unit(1 / 1 s)", "Hz" },
	{ "error(\"no way\")", "error: no way" },
	{ "sqrt", "function sqrt(x)" },
	{ "sort(unknown)", "?" },
	{ "sqrt(unknown)", "?" },
};

static void test_examples(void)
{
	for (int i = 0; i < tables_rooms.n_builtin; ++i) {
		const struct builtin *b = &tables_rooms.builtin[i];

		CHECK(names_builtin(ev, b->name) == b);
		CHECK(strlen(b->help) > 0 && !strstr(b->help, "  "));
		CHECK(!b->example == !b->gives);
		if (b->example)
			program_check(ev, b->example, b->gives);
	}
	CHECK(names_builtin(ev, "nothing") == NULL);
}

/* No function reads past its arguments or breaks on a strange one. */
static void test_strange_arguments(void)
{
	static const char *const strange[] = { "1", "-1", "0", "1.5", "2 B",
		"10^40", "\"a\"", "\"\"", "[]", "()", "[1, 2]", "(1, \"a\")",
		"1..3", "3..1", "true", "x -> x", "sqrt", "record(a = 1)",
		"record()", "unknown", "[[1], [2]]", "[unknown]", "sqrt(2)",
		"2^-70", "[1 B, 2 s]" };
	const int n = sizeof(strange) / sizeof(strange[0]);

	for (int i = 0; i < tables_rooms.n_builtin; ++i) {
		for (int a = -1; a < n; ++a) {
			for (int b = -1; b < n; ++b) {
				char program[128];
				char *text;

				snprintf(program, sizeof(program), "%s(%s%s%s)",
					tables_rooms.builtin[i].name,
					a < 0 ? "" : strange[a],
					a < 0 || b < 0 ? "" : ", ",
					b < 0 ? "" : strange[b]);
				text = program_run(ev, program);
				if (strncmp(text, "MISMATCH", 8) == 0)
					printf("%s\n", program);
				CHECK(strncmp(text, "MISMATCH", 8) != 0);
				free(text);
			}
		}
	}
}

/* A function that runs out of steps frees everything, wherever it stops. */
static void test_budgets(void)
{
	struct budget full = ev->budget;

	for (int i = 0; i < tables_rooms.n_builtin; ++i) {
		for (int steps = 0;
			tables_rooms.builtin[i].example && steps < 20;
			++steps) {
			char *text;

			ev->budget.steps = steps;
			text = program_run(ev, tables_rooms.builtin[i].example);
			CHECK(strncmp(text, "MISMATCH", 8) != 0);
			free(text);
		}
	}
	ev->budget = full;
}

static void test_check(void)
{
	const struct builtin *b = names_builtin(ev, "sort");
	const char *const names[] = { NULL, "by", "reverse" };
	const char *const wrong[] = { NULL, "bye" };
	struct diag diag = { 0 };

	CHECK(builtin_check(b, &diag, nowhere, 3, names, NULL));
	CHECK(builtin_check(b, &diag, nowhere, 1, NULL, NULL));
	CHECK(diag.n_error == 0);
	CHECK(!builtin_check(b, &diag, nowhere, 0, NULL, NULL));
	CHECK(!builtin_check(b, &diag, nowhere, 2, wrong, NULL));
	CHECK(!builtin_check(b, &diag, nowhere, 4, NULL, NULL));
	CHECK(diag.n_error == 3);
	diag_clear(&diag);
}

/* More arguments than fit in the small frame. */
static void test_many(void)
{
	struct value arg[100], r;
	struct diag diag = { 0 };
	int64_t n;

	for (int i = 0; i < 100; ++i)
		arg[i] = value_int((i * 37) % 100);
	context_begin(ev, &diag);
	CHECK(builtin_call(names_builtin(ev, "max"), ev, &diag, nowhere, 100,
		NULL, arg, NULL, &r));
	CHECK(number_to_int(&r.u.number, &n) && n == 99);
	CHECK(!builtin_call(names_builtin(ev, "sqrt"), ev, &diag, nowhere, 100,
		NULL, arg, NULL, &r));
	diag_clear(&diag);
}

int main(void)
{
	ev = program_session();
	ev->budget.steps = 100000;
	ev->budget.memory_B = 100000000;
	test_examples();
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); ++i)
		program_check(ev, tests[i].program, tests[i].prints);
	test_strange_arguments();
	test_budgets();
	test_check();
	test_many();
	eval_free(ev);
	return check_done();
}
