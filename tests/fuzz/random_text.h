#ifndef TESTS_FUZZ_RANDOM_TEXT_H
#define TESTS_FUZZ_RANDOM_TEXT_H

/* Random programs that parse, so that bytes reach the evaluator.
 *
 * A row of a table is a construct of the language, with placeholders:
 *
 *	@ for an expression	# for a whole number	$ for a name
 *	& for a function	% for a question
 *
 * The names are those that text_start binds.
 */

#include "lang/base/buffer.h"
#include "lang/tables.h"
#include "tests/prop/random.h"

static const char text_start[] =
	"devices = [a100, h200];"
	"kernel k(a, b: double[nx, ny]) { b[0,0] = a[1,0] + a[-1,0] };"
	"r = estimate k on a100 with domain = (64, 16), block = (32, 2);"
	"l = [3, 1, 2]; t = (4, 2); s = \"a b\"; n = 5; v = 3 KiB;"
	"d = record(a = 1, b = 2 s); def f(x) = x + 1; g = x -> x * 2;"
	"w = sweep k on a100 over m in [8, 16] with domain = (m, m),"
	"block = (8, 2);";

static const char *const text_names[] = {
	"l",
	"t",
	"s",
	"n",
	"v",
	"d",
	"f",
	"g",
	"r",
	"k",
	"w",
	"x",
	"_",
	"pi",
	"a100",
	"h200",
	"star(2, 1)",
	"d2q9",
	"double",
	"rows",
};

static const char *const text_leaves[] = {
	"#",
	"#",
	"$",
	"$",
	"# KiB",
	"#.5 GB/s",
	"#e3 ms",
	"\"b\"",
	"true",
	"(#/7)",
	"1e-#",
	"-#",
	"r.dram.load",
	"d.a",
	"a100.l2.size",
	"w[0]",
	"# LUP",
	"#.25",
	"[]",
	"(#,)",
	"\"%d\\n\"",
	"k.flops",
	"r.time",
};

static const char *const text_forms[] = {
	"(@ + @)",
	"(@ - @)",
	"@ * @",
	"(@ / @)",
	"@ % @",
	"@^@",
	"-@",
	"not @",
	"(@ and @)",
	"(@ or @)",
	"(@ == @)",
	"(@ != @)",
	"(@ < @)",
	"(@ >= @)",
	"(@ in KiB)",
	"(@ in us)",
	"[@, @]",
	"(@, @)",
	"[@..@]",
	"@[@]",
	"@[@..@]",
	"$.$",
	"f(@)",
	"g(@)",
	"&",
	"&",
	"&",
	"&",
	"&",
	"&",
	"(if @ then @ else @)",
	"[@ for x in @]",
	"[@ for x in @ if @]",
	"(x -> @)",
	"((x, y = @) -> @)(@)",
	"record(a = @, b = @)",
	"(d with { a = @ })",
	"(%)",
	"@.time",
	"(a100 with { l2.size = @ })",
	"sum(@ for x in @)",
	"map(x -> @, @)",
	"reduce((a, b) -> @, @)",
	"str(@, @)",
	"(smallest n in @..@ such that @)",
	"(largest n in 1..# such that @)",
	"(crossover n in 1..# of (@) and (@))",
	"[@ for x, y in @]",
	"range(@, @, @)",
	"[@] + [@]",
	"@[-#]",
	"enumerate(@)",
};

static const char *const text_questions[] = {
	"estimate k on a100 with domain = (#, #), block = (#, #)",
	"estimate k on @ with domain = @, block = @",
	"estimate k with domain = (40, 20), block = (8, 4), model = $",
	"rank k on a100 over block in blocks(16) top # with domain = (40, 9)",
	"rank k on h200 over block in [@, @] by l2.load with domain = (9, 9)",
	"sweep k on $ over q in [@, @] with domain = (q, #), block = (8, 2)",
	"sweep k over b in [@, @] with domain = (#, #), block = b",
	"layers k on a100 with domain = (#, #), block = (16, 2)",
	"divergence k on h200 with domain = (#, #), block = (16, #)",
	"roofline k on a100 with domain = (#, #), block = (16, 2)",
	"simulate k on cache(@, line = @) with domain = (12, 9)",
	"simulate k on [cache(1 KiB), cache(@)] with domain = (9, #)",
	"diagram k on a100 with domain = (#, 12), block = (8, 2)",
	"estimate k with @ = @",
	"rank k over fold in folds(#), block in [@, @]",
};

static const char *const text_statements[] = {
	"@",
	"@",
	"@",
	"@;",
	"$ = @",
	"x = @; @",
	"$ += @",
	"print @, @",
	"assert @",
	"assert @, \"m\"",
	"for x in @ { print @ }",
	"for x in @ { $ = @ }",
	"if @ { @ } else { @ }",
	"if @ { $ = @ }",
	"def f(x, y = @) = @; f(@)",
	"def h(x) = if x < 1 then @ else h(x - 1)",
	"set format = $",
	"set domain = (#, #)",
	"set block = @",
	"set device = $",
	"set type = @",
	"show $",
	"show @",
	"help $",
	"explain r",
	"explain %",
	"explain r.$",
	"%",
	"%",
	"%",
	"kernel k(a, b: [nx, ny] { halo = @ }) { b[0,0] = a[@, #] * @ }",
	"kernel q(a, b) { c = @; b[0] = a[x / #] + c * a[@] }",
	"kernel q(a, b) { if @ { b[0] = a[0] } else { b[0] = @ } }",
	"kernel q(a, b: double[#][nx]) { loop i in 0..@ { b[i][0] += a[0][i] } }",
	"kernel q(a, b) { shared t: float[#]; t[tx] = a[0]; barrier; b[0] = t[@] }",
	("kernel q(a, b) over (64, #) { i = threadIdx.x + blockIdx.x*blockDim.x;"
	 " load double at a + 8*(i + #) + @; store float at b + 4*i; flops # }"
	 "\nestimate q on a100 with block = (#, 2)"),
	"set format = csv; w",
	"set format = markdown; %",
	"set format = json; %",
	"set format = csv; @",
	"set format = markdown; l; t; r; w; k; a100",
	("estimate k on a100 with domain = (8, 8), block = 8, "
	 "order = i -> (i % 8, i / 8)"),
	"def o(i) = (i / # % #, i % #)\nshow order o of (#, #)",
	"estimate k on h200 with domain = (#, 9), block = #, order = zigzag(#)",
	("kernel q(a, b) over (#, #) { load @ at a + 8*(threadIdx.x + @); "
	 "store double at b + @; flops @ }"),
	"u[0,0] = u[#,0] + @",
	"u[0] = @; y[0] = u[@]",
	"use stencil",
	"use lattice",
	"device e : a100 { l2.size = @; name = @ }",
	"show addresses of k with domain = (#, #), block = (#, #)",
	"show maps of k with domain = (8, 8), block = 4",
	"show order @ of (#, #)",
	"show order columns(#) of (#, #)",
	"estimate k with domain = (9, 9), block = 8, order = i -> (@, @)",
	"compare(r, %)",
	"why(r, %)",
	"r with { time = @ }",
};

#define TEXT_ONE(table) table[pick(0, sizeof(table) / sizeof(table[0]) - 1)]

static inline void text_form(struct buffer *b, const char *form, int depth);

static inline void text_number(struct buffer *b)
{
	if (chance(90))
		buffer_printf(b, "%d", (int) pick(0, 40));
	else
		buffer_printf(b, "%lld",
			(long long) ONE_OF(100, 1000, 4096, 65536, 2147483647,
				4294967296, 1000000000000, 9007199254740993,
				INT64_MAX));
}

/* A call with as many arguments as the function takes, or its example. */
static inline void text_call(struct buffer *b, int depth)
{
	const struct builtin *f =
		&tables_rooms.builtin[pick(0, tables_rooms.n_builtin - 1)];
	int n = f->params[0] != '\0';

	if (f->example && chance(15)) {
		buffer_add(b, f->example);
		return;
	}
	for (const char *p = f->params; *p; ++p)
		n += *p == ',' && chance(80);
	buffer_printf(b, "%s(", f->name);
	for (int i = 0; i < n; ++i)
		text_form(b, i ? ", @" : "@", depth);
	buffer_add(b, ")");
}

static inline void text_expression(struct buffer *b, int depth)
{
	text_form(b,
		depth <= 0 || chance(35) ? TEXT_ONE(text_leaves) :
					   TEXT_ONE(text_forms),
		depth - 1);
}

static inline void text_form(struct buffer *b, const char *form, int depth)
{
	for (; *form; ++form)
		switch (*form) {
		case '@': text_expression(b, depth); break;
		case '#': text_number(b); break;
		case '$': buffer_add(b, TEXT_ONE(text_names)); break;
		case '&': text_call(b, depth - 1); break;
		case '%':
			if (form[1] == ' ' || form[1] == 'd')
				buffer_add(b, "%");
			else
				text_form(b, TEXT_ONE(text_questions),
					depth - 1);
			break;
		default: buffer_add_bytes(b, form, 1);
		}
}

static inline void text_program(struct buffer *b)
{
	int n = (int) pick(1, 2);

	for (int i = 0; i < n; ++i) {
		text_form(b, TEXT_ONE(text_statements), (int) pick(0, 2));
		buffer_add(b, "\n");
	}
}

#endif
