/* Operators: their results, and their errors for wrong operands. */

#include "lang/base/memory.h"
#include "lang/value/arith.h"
#include "tests/unit/check.h"
#include "tests/unit/program.h"

static struct eval *ev;

#define TOO_BIG                                                       \
	"error: the number is too big | an exact number has at most " \
	"315652 digits, a power of a unit at most 127"
#define EACH(op)                                    \
	" | arithmetic on each element is written " \
	"[x " op " ... for x in list]"

static const struct {
	const char *program, *prints;
} tests[] = {
	/* the page that fixes the language */
	{ "2 FLOP / 24 B", "0.0833333 FLOP/B" },
	{ "4096^2 * 8 B / 192 GB/s in ms", "0.699051 ms" },
	{ "80 * 4 * 1 inst * 1.53 GHz in Ginst/s", "489.6 Ginst/s" },
	{ "3 B + 2 s",
		"error: cannot add 'B' and 's' | "
		"B on the left, s on the right" },
	{ "3 * 640 * 512 * 8 B", "7.5 MiB" },
	{ "3 * 640 * 512 * 8 B < 20 MiB", "true" },
	{ "10^10^10", TOO_BIG },
	{ "1 / 0", "error: division by zero" },
	/* numbers */
	{ "1 + 2 * 3 - 4 / 8", "6.5" },
	{ "2^3^2", "512" },
	{ "-2^2", "-4" },
	{ "1/3 + 1/3 + 1/3 == 1", "true" },
	{ "0.1 + 0.2 == 0.3", "true" },
	{ "7 % 3", "1" },
	{ "-7 % 3", "2" },
	{ "7.5 % 2", "1.5" },
	{ "2^0.5", "1.41421" },
	{ "2^0.5 * 2^0.5 == 2", "false" },
	{ "0^0", "1" },
	{ "0^-1", "error: 0 has no negative powers" },
	{ "(-8)^0.5", "error: a negative number has no fractional powers" },
	{ "2^(3 B)",
		"error: an exponent must not have a unit, got one in 'B'" },
	{ "(2 B)^0.5", "error: the unit 'B' has no such power" },
	{ "(4 B^2)^0.5", "2 B" },
	{ "1 B % 0 B", "error: division by zero" },
	{ "1 GB / 1 s", "1 GB/s" },
	{ "8 B * 2 GHz", "16 GB/s" },
	{ "1 KiB - 24 B", "1 kB" },
	{ "1 GB - 1 GiB < 0 B", "true" },
	{ "3 B - 2",
		"error: cannot subtract a plain number from 'B' | "
		"B on the left, no unit on the right" },
	{ "5 % 2 B",
		"error: cannot take a plain number modulo 'B' | "
		"no unit on the left, B on the right" },
	{ "sqrt(16) + 1", "5" },
	{ "-(5 s in ms)", "-5000 ms" },
	{ "(5 s in ms) * 1", "5 s" },
	{ "1.41 GHz in GHz", "1.41 GHz" },
	/* conversion */
	{ "1 GB in s", "error: cannot convert 'B' to 's'" },
	{ "5 in GB", "error: cannot convert a plain number to 'GB'" },
	{ "5 in cyc", "5 cyc" },
	{ "1 GB in KB",
		"error: unknown unit 'KB' | "
		"did you mean 'kB'?" },
	{ "1 GB in GBs", "error: unknown unit 'GBs' | did you mean 'GB'?" },
	{ "1 GB in furlongs", "error: unknown unit 'furlongs'" },
	{ "[1 s, 2 ms] in us", "[1000000 us, 2000 us]" },
	{ "(1 s, 2 ms) in ms", "(1000 ms, 2 ms)" },
	{ "1 s..3 s in ms", "[1000 ms, 2000 ms, 3000 ms]" },
	{ "\"a\" in ms", "error: cannot convert a string to 'ms'" },
	{ "[1 s, \"a\"] in ms", "error: cannot convert a string to 'ms'" },
	{ "unknown in ms", "?" },
	/* comparison */
	{ "1 KiB > 1 kB", "true" },
	{ "1000 ms == 1 s", "true" },
	{ "1 != 2", "true" },
	{ "2 <= 2", "true" },
	{ "3 >= 4", "false" },
	{ "1 B < 1 s",
		"error: cannot compare 'B' and 's' | "
		"B on the left, s on the right" },
	{ "1 B == 1",
		"error: cannot compare 'B' and a plain number | "
		"B on the left, no unit on the right" },
	{ "\"a\" < \"b\"", "true" },
	{ "\"a\" < \"ab\"", "true" },
	{ "\"b\" < \"ab\"", "false" },
	{ "\"a\" == \"a\"", "true" },
	{ "\"a\" == 1", "false" },
	{ "\"a\" != 1", "true" },
	{ "(1, 2) < (1, 3)", "true" },
	{ "[1, 2] < [1]", "false" },
	{ "[1] < [1, 2]", "true" },
	{ "[] < []", "false" },
	{ "[] <= []", "true" },
	{ "(1, 2) == (1, 2)", "true" },
	{ "[1, 2, 3] == 1..3", "true" },
	{ "1..3 == [1, 2]", "false" },
	{ "(1, 2) == [1, 2]", "false" },
	{ "[1..2] == [[1, 2]]", "true" },
	{ "[1, \"a\"] < [1, \"b\"]", "true" },
	{ "[1, 2] < [1, \"b\"]",
		"error: cannot compare a number and a "
		"string | a number on the left, a string on the right" },
	{ "true == true", "true" },
	{ "true < false", "error: truth values cannot be ordered" },
	{ "record(a = 1, b = 2) == record(b = 2, a = 1)", "true" },
	{ "record(a = 1) == record(b = 1)", "false" },
	{ "sqrt == sqrt", "true" },
	{ "sqrt == exp", "false" },
	/* tuples */
	{ "(1, 2) + (3, 4)", "(4, 6)" },
	{ "(1, 2) - (3, 4)", "(-2, -2)" },
	{ "2 * (1, 2)", "(2, 4)" },
	{ "(1, 2) / 2", "(0.5, 1)" },
	{ "-(1, -2)", "(-1, 2)" },
	{ "(4, 6) % 4", "(0, 2)" },
	{ "(1, 2)^2", "(1, 4)" },
	{ "(1, 2) * (3, 4)", "(3, 8)" },
	{ "(1 B, 2 s) * 2", "(2 B, 4 s)" },
	{ "tuple([]) + tuple([])", "()" },
	{ "(1, 2) + (1, 2, 3)",
		"error: tuples of 2 and 3 elements cannot be "
		"combined by '+'" },
	{ "(1, \"a\") * 2",
		"error: cannot multiply a string and a number | "
		"a string on the left, a number on the right" },
	{ "((1, 2), 3) * 2", "error: '*' does not work on a tuple of tuples" },
	{ "-((1, 2), 3)", "error: '-' does not work on a tuple of tuples" },
	{ "-(1, \"a\")", "error: cannot negate a string" },
	{ "(1, 2) + [1, 2]",
		"error: cannot add a tuple and a list | "
		"a tuple on the left, a list on the right" EACH("+") },
	/* lists and strings */
	{ "[1, 2] + [3]", "[1, 2, 3]" },
	{ "[] + []", "[]" },
	{ "(1..2) + [5]", "[1, 2, 5]" },
	{ "[1] + (2..3)", "[1, 2, 3]" },
	{ "\"a\" + \"b\"", "ab" },
	{ "\"\" + \"\"", "" },
	{ "[1] + 2",
		"error: cannot add a list and a number | a list on the "
		"left, a number on the right" EACH("+") },
	{ "2 * [1]",
		"error: cannot multiply a number and a list | a number "
		"on the left, a list on the right" EACH("*") },
	{ "\"a\" + 1",
		"error: cannot add a string and a number | a string "
		"on the left, a number on the right | "
		"str(x) converts any value to a string" },
	{ "[1] - [1]",
		"error: cannot subtract a list from a list | a list "
		"on the left, a list on the right" EACH("-") },
	{ "true + 1",
		"error: cannot add a truth value and a number | "
		"a truth value on the left, a number on the right" },
	{ "2 / \"a\"",
		"error: cannot divide a number by a string | "
		"a number on the left, a string on the right" },
	{ "(1..10^12) + [1]",
		"error: the list is too long: it would take "
		"more than 256 MiB" },
	/* not and - */
	{ "not true", "false" },
	{ "not 1",
		"error: 'not' needs a truth "
		"value, got a number" },
	{ "-\"a\"", "error: cannot negate a string" },
	{ "-[1]", "error: cannot negate a list" },
	{ "not 2 B", "error: 'not' needs a truth value, got a number in B" },
	/* what is unknown stays so, and says nothing */
	{ "unknown + 1", "?" },
	{ "\"a\" * unknown", "?" },
	{ "unknown < 1", "?" },
	{ "-unknown", "?" },
	{ "not unknown", "?" },
	{ "(1, unknown) + 1", "(2, ?)" },
	{ "unknown == [1]", "?" },
};

static void test_programs(void)
{
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); ++i)
		program_check(ev, tests[i].program, tests[i].prints);
}

/* An object that adds its letter to what was done with it. */
struct letter {
	struct object object;
	char text[64];
};

static struct value letter_value(const char *fmt, const char *a, const char *b);

static void letter_release(struct object *o)
{
	free(o);
}

static const char *letter_text(const struct value *v)
{
	return v->kind == VALUE_OBJECT ?
		((const struct letter *) v->u.object)->text :
		"n";
}

static bool letter_binary(struct diag *diag, struct loc loc, int op,
	const struct value *a, const struct value *b, struct value *result)
{
	char fmt[16];

	(void) diag;
	(void) loc;
	snprintf(fmt, sizeof(fmt), "(%%s%s%%s)",
		op == OP_MOD ? "%%" : node_op_text(op));
	*result = letter_value(fmt, letter_text(a), letter_text(b));
	return true;
}

static bool letter_unary(struct diag *diag, struct loc loc, int op,
	const struct value *a, struct value *result)
{
	(void) diag;
	(void) loc;
	*result = letter_value("%s%s", node_op_text(op), letter_text(a));
	return true;
}

static bool letter_apply(struct diag *diag, struct loc loc, const char *name,
	int n, const struct value *arg, struct value *result)
{
	char count[16];

	if (strcmp(name, "log") == 0)
		return diag_error(diag, loc, NULL, "no logarithm");
	snprintf(count, sizeof(count), "%d", n);
	*result = letter_value("%s/%s", name, count);
	return arg != NULL;
}

static void letter_print(const struct object *o, struct buffer *out)
{
	buffer_add(out, ((const struct letter *) o)->text);
}

static const struct object_type letter_type = {
	.name = "letter",
	.release = letter_release,
	.print = letter_print,
	.binary = letter_binary,
	.unary = letter_unary,
	.apply = letter_apply,
};

static const struct object_type mute_type = {
	.name = "mute thing",
	.release = letter_release,
};

static struct value letter_value(const char *fmt, const char *a, const char *b)
{
	struct letter *l = memory_new(sizeof(*l));

	l->object.refs = 1;
	l->object.type = &letter_type;
	snprintf(l->text, sizeof(l->text), fmt, a, b);
	return value_object(&l->object);
}

/* A name for an object that can do nothing. */
static void set_mute(const char *name)
{
	struct letter *mute = memory_new(sizeof(*mute));

	mute->object.refs = 1;
	mute->object.type = &mute_type;
	scope_set(&ev->globals, name, value_object(&mute->object));
}

static void test_objects(void)
{
	scope_set(&ev->globals, "x", letter_value("%s%s", "x", ""));
	set_mute("m");
	program_check(ev, "x + 1", "(x+n)");
	program_check(ev, "1 - x * x", "(n-(x*x))");
	program_check(ev, "x % 2 == 0", "((x%n)==n)");
	program_check(ev, "x < 1", "(x<n)");
	program_check(ev, "-x", "-x");
	program_check(ev, "not x", "notx");
	program_check(ev, "(x, 1) + (1, 2)", "((x+n), 3)");
	program_check(ev, "x * (1, 2)", "((x*n), (x*n))");
	program_check(ev, "-(x, 1)", "(-x, -1)");
	program_check(ev, "sum([x, x, 1])", "((x+x)+n)");
	program_check(ev, "sum([1, 2, x])", "(n+x)");
	program_check(ev, "sqrt(x)", "sqrt/1");
	program_check(ev, "min(1, x, 3)", "min/3");
	program_check(ev, "max([x, 3])", "max/2");
	program_check(ev, "round(x)", "round/1");
	program_check(ev, "abs(x) + floor(x)", "(abs/1+floor/1)");
	program_check(ev, "hypot(1, x)", "hypot/2");
	program_check(ev, "clip(x, 0, 1)", "clip/3");
	program_check(ev, "log(x)", "error: no logarithm");
	program_check(ev, "map(sqrt, [x])", "[sqrt/1]");
	program_check(ev, "[x] == [x]", "true");
	program_check(ev, "x", "x");
	program_check(ev, "m", "mute thing");
	program_check(ev, "m == m", "true");
	program_check(ev, "m == 1", "false");
	program_check(ev, "m + 1",
		"error: cannot add a mute thing and a number | "
		"a mute thing on the left, a number on the right");
	program_check(ev, "m < m",
		"error: cannot compare a mute thing and a mute "
		"thing | a mute thing on the left, a mute thing on the right");
	program_check(ev, "-m", "error: cannot negate a mute thing");
	program_check(ev, "sqrt(m)",
		"error: sqrt needs a number, got a mute thing");
	program_check(ev, "min(m, 1)",
		"error: cannot compare a number and a mute "
		"thing | a number on the left, a mute thing on the right");
	program_check(ev, "m + x", "(+x)");
}

static void test_op_text(void)
{
	CHECK(strcmp(node_op_text(OP_ADD), "+") == 0);
	CHECK(strcmp(node_op_text(OP_NE), "!=") == 0);
	CHECK(strcmp(node_op_text(OP_NOT), "not") == 0);
}

/* Strings and lists that double forever end in an error. */
static void test_growth(void)
{
	struct value s = value_text("0123456789abcdef"), twice;
	struct value l = value_sequence(VALUE_LIST, 1);
	struct diag diag = { 0 };
	int i;

	for (i = 0; i < 60 && diag.n_error == 0; ++i) {
		if (arith_binary(&diag, nowhere, OP_ADD, &s, &s, &twice)) {
			value_free(&s);
			s = twice;
		}
	}
	CHECK(diag.n_error == 1 && i == 25);
	for (i = 0; i < 60 && diag.n_error == 1; ++i) {
		if (arith_binary(&diag, nowhere, OP_ADD, &l, &l, &twice)) {
			value_free(&l);
			l = twice;
		}
	}
	CHECK(diag.n_error == 2 && i < 30);
	value_free(&s);
	value_free(&l);
	diag_clear(&diag);
}

int main(void)
{
	ev = program_session();
	test_programs();
	test_objects();
	test_op_text();
	test_growth();
	eval_free(ev);
	return check_done();
}
