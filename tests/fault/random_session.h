#ifndef TESTS_FAULT_RANDOM_SESSION_H
#define TESTS_FAULT_RANDOM_SESSION_H

/* Values, options and kernels of random sessions: for test_sessions.c. */

#include <stdbool.h>
#include <string.h>

#include "lang/base/buffer.h"
#include "lang/wsp.h"
#include "tests/prop/random.h"

#define COUNT(list) ((int) (sizeof(list) / sizeof((list)[0])))
#define ANY(list)   ((list)[pick(0, COUNT(list) - 1)])

static const struct option {
	const char *name;
	bool is_option;
	const char *help;
} settings[] = {
#define SETTING(name, is_option, help) { name, is_option, help },
#include "lang/eval/settings.def"
};

static const char *const figures[] = {
#define METRIC(member, path, unit, what) path,
#include "engine/report/metric.def"
};

static const char *const device_figures[] = {
#define TEXT(member, path, what)		      path,
#define FIELD(member, path, unit, lo, hi, need, what) path,
#include "hw/fields.def"
};

static const char *const functions[] = {
#define BUILTIN(name, params, help, example, gives) #name,
#include "lang/builtin.def"
};

static const char *const types[] = { "double", "float", "half", "int32", "int8",
	"foo" };
static const char *const indices[] = { "threadIdx.x", "threadIdx.y",
	"threadIdx.z", "blockIdx.x", "blockIdx.y", "blockIdx.z", "blockDim.x",
	"blockDim.y", "nx", "x", "y", "z", "tx", "bx", "i", "j" };
static const char *const small[] = { "0", "1", "2", "3", "4", "5", "7", "8",
	"9", "13", "16", "24", "31", "32", "33" };
static const char *const usual[] = { "64", "100", "128", "256", "500", "512",
	"1000", "1024", "4096" };
static const char *const absurd[] = { "-1", "-8", "65536", "10^6", "2^31",
	"2^40", "2^62", "2^63", "10^30", "1/3", "0.5", "-10^18", "1 B", "3 s",
	"\"a\"", "true", "[1]", "(1, 2)", "auto", "full", "r", "k0" };

/* ---- values */

/* How wild a session is, in per cent. */
static int wild;

static const char *number(void)
{
	return chance(wild) ? ANY(absurd) :
		chance(75)  ? ANY(small) :
			      ANY(usual);
}

static const char *whole(void)
{
	return chance(75) ? small[pick(1, COUNT(small) - 1)] : ANY(usual);
}

/* An option of the question "word", mostly. */
static const char *option_name(const char *word)
{
	const struct option *o;
	bool fits, is_diagram = strcmp(word, "diagram") == 0;

	do {
		o = &ANY(settings);
		fits = o->is_option &&
			(strncmp(o->help, "of diagram", 10) != 0 ||
				is_diagram) &&
			(strncmp(o->help, "of simulate", 11) != 0 ||
				is_diagram || strcmp(word, "simulate") == 0);
	} while (!fits && !chance(wild));
	return o->name;
}

static void add_extents(struct buffer *b, int dims, const char *(*one)(void) )
{
	buffer_add(b, "(");
	for (int i = 0; i < dims; ++i)
		buffer_printf(b, "%s%s", i ? ", " : "", one());
	buffer_add(b, dims == 1 ? ",)" : ")");
}

static void add_order(struct buffer *b)
{
	static const char *const plain[] = { "linear", "morton", "hilbert" };
	static const char *const one[] = { "grouped", "swizzle" };
	static const char *const all[] = { "tiles", "clusters" };

	switch (pick(0, 9)) {
	case 6: buffer_add(b, ANY(plain)); return;
	case 7: buffer_printf(b, "%s(%s)", ANY(one), number()); return;
	case 8:
		buffer_printf(b, "clusters(%s, %s)", number(), number());
		return;
	case 9:
		buffer_printf(b, "%s(%s, %s, %s)", ANY(all), number(), number(),
			number());
		return;
	case 0: buffer_add(b, "rows"); return;
	case 1: buffer_printf(b, "columns(%s)", number()); return;
	case 2: buffer_printf(b, "zigzag(%s)", number()); return;
	case 3: buffer_printf(b, "tiles(%s, %s)", number(), number()); return;
	case 4: buffer_add(b, "turned"); return;
	default: buffer_printf(b, "columns(%s", number()); return;
	}
}

/* Cells of a thread that lie a block apart. */
static void add_fold(struct buffer *b)
{
	static const char *const folds[] = { "1", "2", "3", "4", "8" };
	bool is_all = chance(40);

	buffer_printf(b, "(%s%s, ", chance(wild) ? number() : ANY(folds),
		is_all || chance(30) ? "" : " by block");
	buffer_printf(b, "%s%s)%s", chance(wild) ? number() : ANY(folds),
		chance(30) && !is_all ? " by block" : "",
		is_all ? " interleaved" : "");
}

/* The value of an option: mostly of its kind. */
static void add_value(struct buffer *b, const char *option)
{
	bool is_range = strcmp(option, "window") == 0 ||
		strcmp(option, "lines") == 0;

	static const char *const words[] = { "warm", "cold", "wsp", "ernst2022",
		"warpspeed2025", "constant", "int32", "int64", "waves", "warps",
		"sequential", "lru", "fifo", "random", "full", "auto", "json",
		"csv", "markdown", "text", "float", "half", "double", "none" };

	if (strcmp(option, "order") == 0 && chance(90))
		add_order(b);
	else if (is_range && chance(80))
		buffer_printf(b, "%s..%s", number(), number());
	else if (strcmp(option, "cells") == 0 && chance(80))
		buffer_add(b, chance(70) ? "interleaved" : "adjacent");
	else if (strcmp(option, "fold") == 0 && chance(40))
		add_fold(b);
	else if ((strcmp(option, "block") == 0 || strcmp(option, "fold") == 0 ||
			 strcmp(option, "domain") == 0) &&
		chance(85))
		add_extents(b, (int) pick(1, 3), chance(wild) ? number : whole);
	else if (chance(40))
		buffer_add(b, ANY(words));
	else
		buffer_printf(b, "%s%s", number(), chance(15) ? " KiB" : "");
}

static void add_options(struct buffer *b, const char *word)
{
	const char *before[4];
	int n = (int) pick(0, COUNT(before));

	for (int i = 0; i < n; ++i) {
		bool is_new = true;

		before[i] = i == 0 && chance(60) ? "block" : option_name(word);
		for (int k = 0; k < i; ++k)
			is_new = is_new && strcmp(before[k], before[i]) != 0;
		if (!is_new && !chance(wild))
			return;
		buffer_printf(b, "%s%s = ", i ? ", " : " with ", before[i]);
		add_value(b, before[i]);
	}
}

/* ---- kernels */

struct made {
	int n_kernel, n_field, n_loop;
	bool is_cells, has_shared, has_parameters, has_constants;
	const char *type[4]; /* of the fields of the kernel at hand */
	char *device[200];
	int n_device;
	struct wsp *w;
};

static const char *index_name(const struct made *m)
{
	if (chance(wild))
		return ANY(indices);
	if (m->has_parameters && chance(20))
		return chance(50) ? "u" : "v";
	if (m->n_loop > 0 && chance(30))
		return m->n_loop > 1 && chance(50) ? "j" : "i";
	return indices[m->is_cells ? pick(8, 11) : pick(0, 8)];
}

/* A linear expression of any subset of the indices, or worse. */
static void add_index(struct buffer *b, const struct made *m, int depth)
{
	int n = (int) pick(0, 4);

	buffer_add(b, number());
	for (int i = 0; i < n; ++i)
		buffer_printf(b, " %c %s*%s", chance(85) ? '+' : '-', number(),
			index_name(m));
	if (depth > 2 || !chance(25))
		return;
	buffer_add(b, " + ");
	switch (pick(0, 3)) {
	case 0:
		buffer_add(b, "(");
		add_index(b, m, depth + 1);
		buffer_add(b, ")");
		break;
	case 1:
	case 2:
		buffer_add(b, chance(50) ? "min(" : "max(");
		add_index(b, m, depth + 1);
		buffer_printf(b, ", %s)", number());
		break;
	default:
		buffer_add(b, chance(wild) ? "abs(" : "8*(");
		add_index(b, m, depth + 1);
		buffer_add(b, ")");
		break;
	}
	if (chance(60))
		buffer_printf(b, " %c %s", chance(50) ? '/' : '%',
			chance(wild) ? number() : ANY(usual));
}

static void add_cell(struct buffer *b, const struct made *m, int dims);

/* A branch that data decide, in ways that are and are not chances. */
static void add_chance(struct buffer *b, const struct made *m, int dims)
{
	static const char *const chances[] = { "0.3", "0.01", "0", "1", "1/3",
		"0.999" };

	buffer_printf(b, "p(%s", chance(wild) ? number() : ANY(chances));
	if (m->is_cells && chance(40)) {
		buffer_add(b, ", of = ");
		add_cell(b, m, dims);
	}
	buffer_add(b, ")");
}

static void add_condition(struct buffer *b, const struct made *m, int dims)
{
	static const char *const signs[] = { "<", ">", "<=", ">=", "==", "!=" };
	int n = (int) pick(1, 3);

	for (int i = 0; i < n; ++i) {
		buffer_add(b, i == 0 ? "" : chance(50) ? " and " : " or ");
		if (chance(20)) {
			add_chance(b, m, dims);
			continue;
		}
		buffer_add(b, chance(10) ? "not (" : "(");
		add_index(b, m, 1);
		buffer_printf(b, ") %s %s", ANY(signs), number());
	}
}

/* What an address starts from. */
static void add_base(struct buffer *b, const struct made *m, int f)
{
	if (!chance(wild))
		buffer_printf(b, "f%d + ", f);
	else if (chance(25))
		buffer_printf(b, "f%d + f%d + ", f, (int) pick(0, m->n_field));
	else if (chance(30))
		buffer_add(b, "t + ");
	else if (chance(30))
		buffer_printf(b, "2*f%d + ", f);
	else if (chance(50))
		buffer_add(b, "s + ");
}

static void add_cell_of(struct buffer *b, const struct made *m, int dims, int f)
{
	buffer_printf(b, "f%d[", f);
	for (int i = 0; i < dims; ++i) {
		buffer_add(b, i ? ", " : "");
		if (chance(80))
			buffer_printf(b, "%d", (int) pick(-3, 3));
		else if (chance(15))
			buffer_printf(b, "random(%s)", whole());
		else
			add_index(b, m, 2);
	}
	buffer_add(b, "]");
}

static void add_cell(struct buffer *b, const struct made *m, int dims)
{
	add_cell_of(b, m, dims, (int) pick(0, m->n_field - 1));
}

static void add_load(struct buffer *b, const struct made *m, int dims)
{
	static const char *const hints[] = { "no_l1", "read_only",
		"evict_first" };
	bool has_hint = chance(20);

	if (m->has_constants && chance(25)) {
		buffer_printf(b, "c[%s]",
			m->n_loop > 0	     ? "i" :
				chance(wild) ? number() :
					       "3");
		return;
	}
	if (has_hint)
		buffer_printf(b, "%s(", ANY(hints));
	add_cell(b, m, dims);
	if (has_hint)
		buffer_add(b, chance(wild) ? " + 1)" : ")");
}

/* A list of registers that a loop shifts, or sums that it adds to. */
static void add_queue(struct buffer *b, const struct made *m, int dims)
{
	int n = (int) pick(1, 5);

	buffer_add(b, "  q = [");
	for (int i = 0; i < n; ++i) {
		buffer_add(b, i ? ", " : "");
		add_load(b, m, dims);
	}
	buffer_printf(b, "]\n  loop w in %s..%s%s {\n",
		chance(wild) ? number() : "0", number(),
		chance(20) ? " step 2" : "");
	if (chance(70)) {
		buffer_printf(b, "  q = q[%d..%d] + [", chance(80) ? 1 : 0,
			n - 1);
		add_load(b, m, dims);
		buffer_add(b, "]\n");
	} else {
		buffer_printf(b, "  q = [e + %s for e in q]\n", number());
	}
	buffer_add(b, "  ");
	add_cell(b, m, dims);
	buffer_add(b, " = sum(q)\n  }\n");
}

static void add_product(struct buffer *b, const struct made *m)
{
	static const char *const products[] = { "m16n8k16 half -> float",
		"(64, 64, 16) half -> float", "m16n8k16 half -> half",
		"m16n8k16 bf16 -> float", "m16n8k8 tf32 -> float",
		"m16n8k32 int8 -> int32", "m16n8k32 fp8 -> float",
		"m8n8k4 double -> double", "(32, 32, 2*2) float -> float" };

	buffer_printf(b, "  t %s %s ",
		chance(50) ? "=" : "+=", chance(80) ? "mma" : "wgmma");
	if (chance(wild)) {
		add_extents(b, 3, number);
		buffer_printf(b, " %s -> %s", ANY(types), ANY(types));
	} else {
		buffer_add(b, ANY(products));
	}
	if (m->has_shared && chance(70))
		buffer_printf(b, " of s[%s], s[0]", number());
	buffer_add(b, "\n");
}

static void add_access(struct buffer *b, const struct made *m, int dims,
	bool is_store)
{
	int f = (int) pick(0, m->n_field - 1);
	bool is_whole = strncmp(m->type[f], "int", 3) == 0;

	if (!m->is_cells) {
		bool is_shared = m->has_shared && chance(20);

		buffer_printf(b, "  %s %s at ", is_store ? "store" : "load",
			chance(wild)	  ? ANY(types) :
				is_shared ? "float" :
					    m->type[f]);
		if (is_shared) {
			buffer_add(b, "s + 4*threadIdx.x\n");
			return;
		}
		add_base(b, m, f);
		add_index(b, m, 0);
		buffer_add(b, "\n");
		return;
	}
	buffer_add(b, "  ");
	if (m->has_shared && chance(15)) {
		buffer_add(b, chance(50) ? "s[tx]" : "s[random(64)]");
		is_whole = false;
	} else {
		add_cell_of(b, m, dims, f);
	}
	buffer_add(b,
		chance(70)			   ? " = " :
			chance(50)		   ? " += " :
			!is_whole && !chance(wild) ? " atomic+= " :
			chance(50)		   ? " atomic max= " :
						     " atomic min= ");
	for (int i = (int) pick(1, 4); i > 0; --i) {
		add_load(b, m, dims);
		buffer_add(b, i > 1 ? " + " : "\n");
	}
}

static void add_statement(struct buffer *b, struct made *m, int dims, int depth)
{
	static const char *const counts[] = { "registers", "updates", "spilled",
		"flops", "integer", "control" };
	bool is_for;

	switch (depth > 3 ? 0 : pick(0, 15)) {
	case 7:
		if (m->n_loop == 2)
			return;
		is_for = chance(20);
		buffer_printf(b, "  %s %c in %s..%s", is_for ? "for" : "loop",
			m->n_loop == 0 ? 'i' : 'j',
			chance(wild)		     ? number() :
				is_for && chance(50) ? "tx" :
						       "0",
			number());
		if (chance(25))
			buffer_printf(b, " step %s", number());
		buffer_printf(b, "%s {\n", chance(20) ? " unroll 2" : "");
		++m->n_loop;
		add_statement(b, m, dims, depth + 1);
		--m->n_loop;
		buffer_add(b, "  }\n");
		return;
	case 8:
	case 9:
		buffer_add(b, "  if ");
		add_condition(b, m, dims);
		buffer_add(b, " {\n");
		add_statement(b, m, dims, depth + 1);
		buffer_add(b, "  }");
		if (chance(30)) {
			buffer_add(b, " else {\n");
			add_statement(b, m, dims, depth + 1);
			buffer_add(b, "  }");
		}
		buffer_add(b, "\n");
		return;
	case 10:
		if (!m->is_cells)
			buffer_printf(b, "  %s %s\n", ANY(counts), number());
		return;
	case 11:
		buffer_printf(b, "  t = %s\n", chance(wild) ? "f0" : number());
		return;
	case 12:
		if (m->has_shared)
			buffer_add(b, "  barrier\n");
		return;
	case 13:
		if (m->is_cells)
			add_queue(b, m, dims);
		return;
	case 14:
		if (m->is_cells)
			add_product(b, m);
		return;
	default: add_access(b, m, dims, chance(35)); return;
	}
}

static const char *extent(int axis)
{
	static const char *const of_domain[] = { "nx", "ny", "nz" };

	return chance(wild) ? number() :
		chance(40)  ? of_domain[axis] :
			      ANY(usual);
}

static void add_field(struct buffer *b, struct made *m, int f, int dims)
{
	static const char *const layout[] = { "halo = 2", "align = 32 B",
		"pitch = 4096", "boundary = clamp", "boundary = periodic",
		"boundary = mirror", "layout = aos", "halo = (1, 2)",
		"pitch = 0", "halo = 10^9", "align = 3 B" };
	bool has_type = chance(40);

	m->type[f] = chance(wild) ? ANY(types) : types[pick(0, 3)];
	buffer_printf(b, "%sf%d", f ? ", " : "", f);
	if (!has_type && chance(60)) {
		m->type[f] = types[0];
		return;
	}
	buffer_add(b, ":");
	if (has_type)
		buffer_printf(b, " %s", m->type[f]);
	if (!has_type || !chance(wild + 5)) {
		buffer_add(b, "[");
		for (int i = 0; i < dims; ++i)
			buffer_printf(b, "%s%s", i ? ", " : "", extent(i));
		buffer_add(b, "]");
		if (chance(10))
			buffer_add(b, chance(wild) ? " constant" : " restrict");
	}
	if (chance(25))
		buffer_printf(b, " { %s }",
			layout[pick(0, chance(wild) ? COUNT(layout) - 1 : 6)]);
}

/* A kernel of cells that are vectors, with members, whole vectors and shared
 * ones.
 */
static void add_vectors(struct buffer *b, struct made *m)
{
	static const char *const vectors[] = { "float2", "float4", "double2",
		"half2", "int2", "int4", "uchar4" };
	static const char *const members[] = { "x", "y", "z", "w" };
	const char *type = ANY(vectors);
	int most = type[strlen(type) - 1] == '4' ? 3 : 1;

	if (chance(wild))
		most = 3;
	buffer_printf(b, "kernel k%d(v: %s[%s], w: %s[nx], o: float[nx]) {\n",
		m->n_kernel++ % 3, type, extent(0), type);
	if (chance(40))
		buffer_printf(b,
			"  shared s: %s[%s]\n  s[tx] = v[0]; barrier\n", type,
			chance(wild) ? number() : "1024");
	if (chance(50))
		buffer_printf(b, "  w[0] = v[%s] %s\n", number(),
			chance(wild) ? "* v[1]" : "");
	buffer_printf(b, "  q = v[%s]\n  o[0] = q.%s", number(),
		members[pick(0, most)]);
	for (int i = (int) pick(0, 4); i > 0; --i)
		buffer_printf(b, " %s v[%s].%s", chance(50) ? "+" : "*",
			chance(80) ? ANY(small) : number(),
			members[pick(0, most)]);
	buffer_add(b, "\n}\n");
}

static void add_kernel(struct buffer *b, struct made *m)
{
	int dims = (int) pick(1, 3);

	if (chance(10)) {
		add_vectors(b, m);
		return;
	}

	m->is_cells = chance(35);
	m->has_shared = chance(25);
	m->n_loop = 0;
	m->n_field = (int) pick(1, 4);
	m->has_parameters = chance(20);
	if (m->has_parameters)
		buffer_printf(b, "kernel template[u, v = %s](", number());
	else
		buffer_printf(b, "kernel k%d(", m->n_kernel % 3);
	for (int f = 0; f < m->n_field; ++f)
		add_field(b, m, f, dims);
	m->has_constants = m->is_cells && chance(20);
	buffer_add(b, m->has_constants ? ", c: float[40] constant)" : ")");
	if (chance(70)) {
		buffer_add(b, " over ");
		add_extents(b, dims, chance(wild) ? number : whole);
	}
	buffer_add(b, " {\n");
	if (m->has_shared)
		buffer_printf(b, "  shared s: float[%s]\n",
			chance(wild) ? number() : "4096");
	if (m->is_cells && !chance(wild))
		buffer_add(b, "  t = 0\n");
	for (int i = (int) pick(0, 8); i > 0; --i)
		add_statement(b, m, dims, 0);
	add_access(b, m, dims, !chance(wild));
	buffer_add(b, "}\n");
	if (m->has_parameters)
		buffer_printf(b, "k%d = template(%s, v = %s)\n",
			m->n_kernel % 3, number(), number());
	++m->n_kernel;
}

#endif
