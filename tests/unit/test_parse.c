/* The parser: trees, source locations, messages, limits. */

#include <stdlib.h>
#include <string.h>

#include "lang/syntax/fmt.h"
#include "lang/syntax/parse.h"
#include "tests/unit/check.h"

struct parsed {
	struct source *source;
	struct diag diag;
	bool ok;
};

static struct parsed parse_bytes(const char *text, size_t len)
{
	struct parsed p = { .source = source_new("test", text, len) };

	p.ok = parse_source(p.source, &p.diag);
	return p;
}

static struct parsed parse(const char *text)
{
	return parse_bytes(text, strlen(text));
}

static void forget(struct parsed *p)
{
	diag_clear(&p->diag);
	source_drop(p->source);
}

static struct node *statement(const struct parsed *p, int i)
{
	return p->source->root->kid[i];
}

static void check_tree(const char *text, const char *want)
{
	struct parsed p = parse(text);
	struct buffer out = { 0 };

	node_dump(p.source->root, &out);
	CHECK(p.ok && p.diag.n_error == 0);
	CHECK(strcmp(buffer_text(&out), want) == 0);
	if (strcmp(buffer_text(&out), want) != 0)
		printf("%s\nis %sand not %s", text, buffer_text(&out), want);
	buffer_free(&out);
	forget(&p);
}

static void test_trees(void)
{
	check_tree("", "");
	check_tree("\n \t\r\n# nothing", "");
	check_tree("\xef\xbb\xbf"
		   "1",
		"(expression (number 1))\n");
	check_tree("1\r\n2\r\n",
		"(expression (number 1))\n(expression (number 2))\n");
	check_tree("-2^2",
		"(expression (unary - (binary ^ (number 2) (number 2))))\n");
	check_tree("8 B/n",
		"(expression (binary / (number 8 B in B) (name n)))\n");
	check_tree("8 B/s", "(expression (number 8 B/s in B/s))\n");
	check_tree("x in B/s", "(expression (in B/s (name x)))\n");
	check_tree("f(on = 1)",
		"(expression (call (name f) (argument on (number 1))))\n");
	check_tree("x.if.for", "(expression (dot for (dot if (name x))))\n");
}

/* The text that "loc" is. */
static bool is_at(struct loc loc, const char *text)
{
	return loc.end - loc.begin == strlen(text) &&
		memcmp(loc.source->text + loc.begin, text, strlen(text)) == 0;
}

static void test_places(void)
{
	struct parsed p = parse("(a) + b\n"
				"x = -3 in ms\n"
				"def f(u, v = 2) = u.w\n"
				"a100 with { l2 . size = 3 }\n"
				"dst[0] += 1\n"
				"estimate k on d\n");
	struct node *e;

	CHECK(p.ok);
	e = statement(&p, 0)->kid[0];
	CHECK(is_at(e->loc, "(a) + b") && is_at(e->at, "+"));
	e = statement(&p, 1);
	CHECK(is_at(e->loc, "x = -3 in ms") && is_at(e->at, "x"));
	CHECK(is_at(e->kid[0]->loc, "-3 in ms"));
	CHECK(is_at(e->kid[0]->at, "ms"));
	CHECK(is_at(e->kid[0]->kid[0]->at, "-"));
	e = statement(&p, 2);
	CHECK(is_at(e->at, "f") && is_at(e->kid[2]->loc, "v = 2"));
	CHECK(is_at(e->kid[2]->at, "v") && is_at(e->kid[0]->at, "w"));
	e = statement(&p, 3)->kid[0];
	CHECK(is_at(e->kid[1]->at, "l2 . size"));
	CHECK(strcmp(e->kid[1]->text, "l2.size") == 0);
	e = statement(&p, 4);
	CHECK(is_at(e->loc, "dst[0] += 1"));
	CHECK(is_at(e->kid[0]->at, "dst[0]") && e->kid[0]->op == OP_ADD);
	e = statement(&p, 5)->kid[0];
	CHECK(is_at(e->at, "estimate") && is_at(e->kid[1]->loc, "on d"));
	forget(&p);
}

static void test_shared_types(void)
{
	struct parsed p = parse("kernel k(a, b: [9][nx], c) { a[0] = 1 }");
	struct node *k = statement(&p, 0);

	CHECK(p.ok && k->n_kid == 5);
	CHECK(k->kid[2]->kid[0] == k->kid[3]->kid[0]);
	CHECK(k->kid[3]->kid[0]->kind == NODE_TYPE);
	CHECK(k->kid[4]->kid[0] == NULL);
	forget(&p);
}

static void repeat(struct buffer *out, const char *text, int n)
{
	while (n-- > 0)
		buffer_add(out, text);
}

/* before, n times "part", middle, n times "end", after */
static struct parsed parse_nested(const char *before, const char *part,
	const char *middle, const char *end, int n)
{
	struct buffer text = { 0 };
	struct parsed p;

	buffer_add(&text, before);
	repeat(&text, part, n);
	buffer_add(&text, middle);
	repeat(&text, end, n);
	buffer_add(&text, "\nlast = 1\n");
	p = parse_bytes(text.text, text.len);
	buffer_free(&text);
	return p;
}

/* Too deep is one message, and the next statement is read. */
static void check_too_deep(const char *before, const char *part,
	const char *middle, const char *end, int n)
{
	struct parsed p = parse_nested(before, part, middle, end, n);
	int last = p.source->root->n_kid - 1;

	CHECK(!p.ok && p.diag.n_error == 1);
	CHECK(p.diag.n_entry == 1 &&
		strcmp(p.diag.entry[0].message,
			"nested deeper than 1000 levels") == 0);
	CHECK(statement(&p, last)->kind == NODE_ASSIGN);
	if (p.diag.n_error != 1)
		printf("for %s\n", part);
	forget(&p);
}

static void check_fits(const char *before, const char *part, const char *middle,
	const char *end, int n)
{
	struct parsed p = parse_nested(before, part, middle, end, n);
	struct buffer out = { 0 };

	CHECK(p.ok && statement(&p, 0)->depth <= AST_MAX_DEPTH);
	if (!p.ok)
		printf("for %s\n", part);
	node_dump(p.source->root, &out);
	CHECK(out.len > 0 && out.text[out.len - 1] == '\n');
	buffer_free(&out);
	forget(&p);
}

static void test_depth(void)
{
	check_too_deep("x = ", "(", "1", ")", 100000);
	check_too_deep("x = ", "[", "1", "]", 100000);
	check_too_deep("x = ", "(", "", "", 100000);
	check_too_deep("x = ", "f(", "1", ")", 100000);
	check_too_deep("x = ", "a[", "1", "]", 100000);
	check_too_deep("x = ", "(1, ", "1", ")", 100000);
	check_too_deep("x = ", "[a for a in ", "b", "]", 100000);
	check_too_deep("x = ", "a with { b = ", "1", "}", 100000);
	check_too_deep("x = ", "-", "1", "", 1000000);
	check_too_deep("x = ", "not ", "1", "", 1000000);
	check_too_deep("x = ", "2^", "1", "", 1000000);
	check_too_deep("x = ", "2^-", "1", "", 1000000);
	check_too_deep("x = ", "if a then b else ", "1", "", 100000);
	check_too_deep("x = ", "if a then ", "1", " else b", 100000);
	check_too_deep("x = ", "a -> ", "1", "", 100000);
	check_too_deep("x = ", "(a) -> ", "1", "", 100000);
	check_too_deep("x = a", ".b", "", "", 100000);
	check_too_deep("x = a", "(1)", "", "", 100000);
	check_too_deep("x = a", "[1]", "", "", 100000);
	check_too_deep("x = a", " in ms", "", "", 100000);
	check_too_deep("", "if a {", "b = 1", "}", 100000);
	check_too_deep("if a { b = 1 }", " else if a { b = 1 }", "", "",
		100000);
	check_too_deep("", "for q in r {", "b = 1", "}", 100000);
}

static void test_long(void)
{
	check_fits("x = 1", " + 1", "", "", 200000);
	check_fits("x = 1", " - 2 * a^2 / b", "", "", 100000);
	check_fits("x = a", " and b", "", "", 200000);
	check_fits("x = a", " or b", "", "", 200000);
	check_fits("x = [1", ", 1", "]", "", 200000);
	check_fits("x = f(1", ", a = 1", ")", "", 200000);
	check_fits("a[0] = 1", "; b[0] = 2", "", "", 100000);
	check_fits("", "a = 1\n", "", "", 200000);
	check_fits("estimate k with a = 1", ", b = 2", "", "", 100000);
	check_fits("kernel k(a", ", b", ") { c[0] = 1 }", "", 100000);
	check_fits("x = ", "(", "1", ")", 900);
	check_fits("x = ", "[", "1", "]", 900);
}

static void check_error(const char *text, const char *message, int line,
	int col)
{
	struct parsed p = parse(text);
	const struct diag_entry *e = p.diag.entry;
	bool fits;

	fits = p.diag.n_error == 1 && strcmp(e->message, message) == 0 &&
		e->line == line && e->col == col;
	CHECK(!p.ok);
	CHECK(fits);
	if (!fits)
		printf("%s\nhas %d errors, the first %s at %d:%d\n", text,
			p.diag.n_error, p.diag.n_error ? e->message : "",
			p.diag.n_error ? e->line : 0,
			p.diag.n_error ? e->col : 0);
	forget(&p);
}

static void test_errors(void)
{
	check_error("x = (1\n",
		"expected ')' to close '(' at 1:5, got the end of the line", 1,
		7);
	check_error("x = (1",
		"expected ')' to close '(' at 1:5, got the end of the input", 1,
		7);
	check_error("x = 3 +",
		"expected an expression, got the end of the "
		"input",
		1, 8);
	check_error("x = 1\ny = \"a", "unterminated string", 2, 5);
	check_error("x = 2^10 B", "an exponent must not have a unit", 1, 10);
	check_error("x = 1.", "a number must not end in a dot", 1, 5);
	check_error("x = a < b < c", "comparisons cannot be chained", 1, 11);
	check_error("}", "'}' has no opening bracket", 1, 1);
	check_error("kernel k(a) {\n a[0] = 1\n",
		"expected '}' to close '{' at 1:13", 2, 10);
	check_error("kernal k(a) {\n a[0] = 1\n}", "unknown word 'kernal'", 1,
		1);
}

static void test_wants_more(void)
{
	static const char *const more[] = {
		"x = (1",
		"x = [1,\n 2",
		"kernel k(a) {",
		"kernel k(a) {\n",
		"kernel k(a) { a[0] = (1",
		"x = 1 +",
		"x = 1 +\n",
		"x =",
		"print a,",
		"estimate k with",
		"estimate k on\n",
		"if a then b else",
		"if a { b = 1 } else",
		"x -> ",
		"x = a # comment\n + (",
		"x = not",
		"rank k over n in",
	};
	static const char *const done[] = {
		"",
		"\n",
		"x = 1",
		"x = 1\n",
		"x = (1)",
		"x = 1)",
		"x = (1]",
		"\"abc",
		"x = \"(",
		"# (",
		"help with",
		"r.with",
		"x = 3 in",
		"kernel k(a) { a[0] = 1 }",
		"x = @ (",
		"help in\n",
		"x;",
		"f(on = 3)",
		"x = ( \"",
	};

	for (size_t i = 0; i < sizeof(more) / sizeof(more[0]); ++i) {
		bool is_more = parse_wants_more(more[i], strlen(more[i]));

		CHECK(is_more);
		if (!is_more)
			printf("done: %s\n", more[i]);
	}
	for (size_t i = 0; i < sizeof(done) / sizeof(done[0]); ++i) {
		bool is_more = parse_wants_more(done[i], strlen(done[i]));

		CHECK(!is_more);
		if (is_more)
			printf("more: %s\n", done[i]);
	}
}

static void test_keywords(void)
{
	const char *const *word;
	int n = parse_keywords(&word), found = 0;

	for (int i = 0; i < n; ++i) {
		CHECK(i == 0 || strcmp(word[i - 1], word[i]) < 0);
		found += strcmp(word[i], "estimate") == 0;
	}
	CHECK(n > 40 && found == 1);
}

static void check_format(const char *text, const char *want)
{
	struct buffer out = { 0 };

	fmt_text(text, strlen(text), &out);
	CHECK(strcmp(buffer_text(&out), want) == 0);
	if (strcmp(buffer_text(&out), want) != 0)
		printf("%s\nbecomes\n%s\nand not\n%s\n", text,
			buffer_text(&out), want);
	buffer_free(&out);
}

static void test_format(void)
{
	check_format("", "");
	check_format("\n\n", "");
	check_format("x=1", "x = 1\n");
	check_format("x  =  - 1^ - 2 ..f ( a . b ,c )[ 0 ]",
		"x = -1^-2..f(a.b, c)[0]\n");
	check_format("8B/s+8   B/n", "8 B/s + 8 B / n\n");
	check_format("x=3#a  \n\n\n\n#b\n#c\ny=4;",
		"x = 3  #a\n\n#b\n#c\n"
		"y = 4;\n");
	check_format("if a{b=1}else{c=2}", "if a { b = 1 } else { c = 2 }\n");
	check_format("f(\na,\n[\n1\n]\n)",
		"f(\n    a,\n    [\n        1\n    ]\n)\n");
	check_format("a=b+\nc*\nd", "a = b +\n    c *\n    d\n");
	check_format("kernel k(a:double [ 3 ]{halo=1},b)\n{\n#c\na[0]=1;b[0]"
		     "=2\n}",
		"kernel k(a: double[3] { halo = 1 }, b)\n{\n"
		"    #c\n    a[0] = 1; b[0] = 2\n}\n");
	check_format("device a:b{c=1}", "device a : b { c = 1 }\n");
	check_format("(x,y)->x+y\nx->y", "(x, y) -> x + y\nx -> y\n");
	check_format("a with{}\r\nb", "a with {}\nb\n");
	check_format("x = 1.. .5", "x = 1.. .5\n");
	check_format("x = \"a  b\"  @  $y", "x = \"a  b\"  @  $y\n");
}

int main(void)
{
	test_trees();
	test_places();
	test_shared_types();
	test_depth();
	test_long();
	test_errors();
	test_wants_more();
	test_keywords();
	test_format();
	return check_done();
}
