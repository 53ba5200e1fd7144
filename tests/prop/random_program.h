#ifndef TESTS_RANDOM_PROGRAM_H
#define TESTS_RANDOM_PROGRAM_H

/* Random kernels as programs of the language, and launches of them.
 *
 * The statements of a kernel are independent of each other: each stores to
 * a field that no other one touches.  The same choices (random.h) make the
 * same kernel, whatever names its fields are given.
 */

#include <inttypes.h>

#include "lang/base/buffer.h"
#include "tests/prop/random.h"

#ifndef PROGRAM_LONGEST /* extents with one, two and three dimensions */
#define PROGRAM_LONGEST 200000, 700, 120
#define PROGRAM_LARGE	1000 /* of a thousand, that are that large */
#endif
#define PROGRAM_FIELDS	   6
#define PROGRAM_STATEMENTS 3

struct program_field {
	int n_component;
	bool is_loaded;
};

struct program {
	const char *const *name; /* of the fields */
	int dims, n_loaded, n_statement;
	int64_t domain[3];
	bool has_shared, is_large;
	bool has_open;	  /* a field without a type */
	bool is_restrict; /* no two fields overlap */
	struct program_field field[PROGRAM_FIELDS];
	struct buffer parameters;
	struct buffer statement[PROGRAM_STATEMENTS];
	struct buffer options; /* of a launch, behind `with` */
	struct buffer others;  /* those that a kernel of addresses
					   does not have in it */
	const char *device;
};

static const char *const program_names[PROGRAM_FIELDS] = { "a", "b", "c", "p",
	"q", "r" };

static inline const char *one_text(int n, const char *const *text)
{
	return text[pick(0, n - 1)];
}

#define ONE_TEXT(...)                                                       \
	one_text(sizeof((const char *[]) { __VA_ARGS__ }) / sizeof(char *), \
		(const char *[]) { __VA_ARGS__ })

static inline void program_tuple(struct buffer *b, int n, const int64_t *value)
{
	buffer_add(b, "(");
	for (int i = 0; i < n; ++i)
		buffer_printf(b, "%s%" PRId64, i ? ", " : "", value[i]);
	buffer_add(b, ")");
}

/* ------------------------------------------------------------- fields */

static inline void program_field_options(struct program *p, int f)
{
	struct buffer *b = &p->parameters;
	int64_t halo = chance(50) ? pick(1, 5) : 0;

	if (halo == 0 && chance(60))
		return;
	buffer_printf(b, " { halo = %" PRId64, halo);
	if (chance(30))
		buffer_printf(b, ", align = %" PRId64 " B", 8 * pick(0, 40));
	if (p->dims > 1 && chance(30))
		buffer_printf(b, ", pitch = %" PRId64,
			p->domain[0] + 2 * halo + pick(0, 40));
	if (p->field[f].n_component > 1 && chance(50))
		buffer_add(b, ", layout = aos");
	if (p->field[f].is_loaded && chance(30))
		buffer_printf(b, ", boundary = %s",
			ONE_TEXT("clamp", "mirror", "periodic", "none"));
	buffer_add(b, " }");
}

static inline void program_add_field(struct program *p, int f, bool is_loaded)
{
	struct buffer *b = &p->parameters;
	const char *type;

	p->field[f].is_loaded = is_loaded;
	p->field[f].n_component = chance(25) ? (int) pick(2, 9) : 1;
	type = ONE_TEXT("double", "double", "float", "half", "int32", "");
	p->has_open |= !type[0];
	buffer_printf(b, "%s%s: %s", f ? ", " : "", p->name[f], type);
	if (p->field[f].n_component > 1)
		buffer_printf(b, "[%d]", p->field[f].n_component);
	for (int i = 0; i < p->dims; ++i)
		buffer_printf(b, "%sn%c", i ? ", " : "[", "xyz"[i]);
	buffer_add(b, p->is_restrict ? "] restrict" : "]");
	program_field_options(p, f);
}

/* ------------------------------------------------------------ accesses */

static inline void program_relative(struct program *p, struct buffer *b)
{
	int64_t reach = pick(0, 3), offset[3] = { 0, 0, 0 };

	if (chance(60))
		offset[pick(0, p->dims - 1)] = pick(-reach, reach);
	else
		for (int i = 0; i < p->dims; ++i)
			offset[i] = pick(-reach, reach);
	for (int i = 0; i < p->dims; ++i)
		buffer_printf(b, "%s%" PRId64, i ? ", " : "[", offset[i]);
	buffer_add(b, "]");
}

static inline void program_index(struct program *p, struct buffer *b,
	const char *loop)
{
	char axis = "xyz"[pick(0, p->dims - 1)];
	int64_t k = pick(1, 9);

	switch (pick(0, 7)) {
	case 0: buffer_printf(b, "%c / %" PRId64, axis, k); break;
	case 1: buffer_printf(b, "%c %% %" PRId64, axis, k + 1); break;
	case 2: buffer_printf(b, "min(%c, %" PRId64 ")", axis, 10 * k); break;
	case 3: buffer_printf(b, "max(%c - %" PRId64 ", 0)", axis, k); break;
	case 4: buffer_printf(b, "n%c - 1 - %c", axis, axis); break;
	case 5: buffer_printf(b, "%c + %s", axis, loop); break;
	default: buffer_printf(b, "%c", axis);
	}
}

static inline void program_absolute(struct program *p, struct buffer *b,
	const char *loop)
{
	for (int i = 0; i < p->dims; ++i) {
		buffer_add(b, i ? ", " : "[");
		program_index(p, b, loop);
	}
	buffer_add(b, "]");
}

/* A cell that is drawn by chance, of a field with a single index. */
static inline void program_scattered(struct program *p, struct buffer *b, int f)
{
	if (p->dims > 1 || p->field[f].n_component > 1)
		program_relative(p, b);
	else
		buffer_printf(b, "[%s(%" PRId64 ")]",
			ONE_TEXT("random", "gather"), pick(1, 20));
}

static inline void program_load(struct program *p, struct buffer *b,
	const char *loop)
{
	int f = (int) pick(0, p->n_loaded - 1);

	buffer_add(b, p->name[f]);
	if (p->field[f].n_component > 1)
		buffer_printf(b, "[%" PRId64 "]",
			pick(0, p->field[f].n_component - 1));
	if (chance(70))
		program_relative(p, b);
	else if (chance(80))
		program_absolute(p, b, loop);
	else
		program_scattered(p, b, f);
}

static inline void program_sum(struct program *p, struct buffer *b,
	const char *loop)
{
	for (int64_t n = pick(1, p->is_large ? 6 : 3), i = 0; i < n; ++i) {
		if (i > 0)
			buffer_add(b, ONE_TEXT(" + ", " - ", " + 2 * ", " * "));
		if (chance(10))
			buffer_add(b, ONE_TEXT("sqrt(", "abs(", "("));
		else
			buffer_add(b, "(");
		program_load(p, b, loop);
		buffer_add(b, ")");
	}
}

/* ---------------------------------------------------------- statements */

static inline void program_target(struct program *p, struct buffer *b, int f)
{
	buffer_add(b, p->name[f]);
	if (p->field[f].n_component > 1)
		buffer_printf(b, "[%" PRId64 "]",
			pick(0, p->field[f].n_component - 1));
	for (int i = 0; i < p->dims; ++i)
		buffer_add(b, i ? ", 0" : "[0");
	buffer_add(b, "]");
}

static inline void program_condition(struct program *p, struct buffer *b)
{
	int64_t k = pick(1, 5);

	buffer_add(b, "if ");
	switch (pick(0, 5)) {
	case 0:
		for (int i = 0; i < p->dims; ++i)
			buffer_printf(b, "%s%c", i ? " + " : "(", "xyz"[i]);
		buffer_printf(b, ") %% %" PRId64 " == 0", k + 1);
		break;
	case 1:
		buffer_printf(b, "x >= %" PRId64 " and x < nx - %" PRId64, k,
			k);
		break;
	case 2:
		for (int i = 0; i < p->dims; ++i)
			buffer_printf(b, "%s%c", i ? " + " : "", "xyz"[i]);
		buffer_add(b, " < nx");
		break;
	case 3:
		buffer_printf(b, "not (x == %" PRId64 " or x > %" PRId64 ")", k,
			20 * k);
		break;
	case 4: buffer_printf(b, "tx < %" PRId64, k); break;
	default: buffer_printf(b, "x / %" PRId64 " > 1", k);
	}
	buffer_add(b, " { ");
}

static inline void program_plain(struct program *p, struct buffer *b, int f)
{
	program_target(p, b, f);
	buffer_add(b, chance(15) ? " += " : " = ");
	program_sum(p, b, "1");
}

static inline void program_looped(struct program *p, struct buffer *b, int f)
{
	bool is_nested = chance(20);

	buffer_printf(b, "s%d = 0; loop k in 0..%" PRId64 " { ", f,
		pick(0, 12));
	if (is_nested)
		buffer_printf(b, "loop m in 1..%" PRId64 " { ", pick(1, 4));
	buffer_printf(b, "s%d += ", f);
	program_sum(p, b, is_nested ? "m + 2 * k" : "k");
	buffer_add(b, is_nested ? " } }; " : " }; ");
	program_target(p, b, f);
	buffer_printf(b, " = s%d", f);
}

static inline void program_tiled(struct program *p, struct buffer *b, int f)
{
	p->has_shared = true;
	buffer_printf(b, "shared t%d: %s[%" PRId64 "]; t%d[tx] = ", f,
		ONE_TEXT("float", "double"), pick(128, 1024), f);
	program_sum(p, b, "1");
	buffer_add(b, "; barrier; ");
	program_target(p, b, f);
	buffer_printf(b, " = t%d[tx / %" PRId64 "]", f, pick(1, 3));
}

static inline void program_add_statement(struct program *p, int i)
{
	struct buffer *b = &p->statement[i];
	int f = p->n_loaded + i;
	bool is_guarded = chance(15);

	if (is_guarded)
		program_condition(p, b);
	switch (pick(0, is_guarded ? 5 : 7)) {
	case 0:
	case 1: program_looped(p, b, f); break;
	case 6: program_tiled(p, b, f); break;
	default: program_plain(p, b, f);
	}
	if (is_guarded && chance(30)) {
		buffer_add(b, " } else { ");
		program_plain(p, b, f);
	}
	if (is_guarded)
		buffer_add(b, " }");
}

/* ------------------------------------------------------------ launches */

static inline void program_launch(struct program *p)
{
	struct buffer *b = &p->options, cells = { 0 }, own = { 0 };
	struct buffer *others = &p->others;
	bool is_ordered = false;
	int64_t block[3] = { 1, 1, 1 }, fold[3] = { 1, 1, 1 }, threads = 1;
	int64_t longest = p->is_large ? 7 : 5;

	for (int i = 0; i < p->dims; ++i) {
		block[i] = chance(70) ? INT64_C(1) << pick(0, longest) :
					pick(1, 33);
		while (threads * block[i] > 1024 || (i == 2 && block[i] > 64))
			block[i] = (block[i] + 1) / 2;
		threads *= block[i];
		if (chance(15))
			fold[i] = pick(2, 3);
	}
	buffer_add(&cells, ", domain = ");
	program_tuple(&cells, p->dims, p->domain);
	if ((p->is_large ? chance(30) : seldom(30)) && !p->has_shared) {
		buffer_add(&cells, ", fold = ");
		program_tuple(&cells, p->dims, fold);
	}
	if (p->dims > 1 && (p->is_large ? chance(8) : seldom(3))) {
		/* a column is a whole number of threads, or of blocks */
		int64_t step = fold[0] * (threads > block[0] ? block[0] : 1);

		is_ordered = true;
		buffer_printf(&own, ", order = %s(%" PRId64 ")",
			ONE_TEXT("columns", "zigzag"), step * pick(1, 40));
	}
	buffer_add(others, "block = ");
	program_tuple(others, p->dims, block);
	if (chance(30))
		buffer_add(others, ", cache = cold");
	if (chance(20))
		buffer_printf(&own, ", offset = %" PRId64, pick(0, 64));
	if (p->has_open && chance(15))
		buffer_printf(&own, ", type = %s", ONE_TEXT("float", "half"));
	if (chance(10))
		buffer_printf(others, ", registers = %" PRId64,
			pick(16, threads > 512 ? 64 : 128));
	buffer_printf(b, "%s%s%s", buffer_text(others), buffer_text(&cells),
		buffer_text(&own));
	/* in an order the cells are put in a line */
	if (!is_ordered)
		buffer_add(others, buffer_text(&cells));
	buffer_free(&cells);
	buffer_free(&own);
}

/* A kernel and a launch whose fields are called "name". */
static inline void program_make(struct program *p, const char *const *name)
{
	static const int64_t longest[2][3] = { { 96, 12, 6 },
		{ PROGRAM_LONGEST } };

	*p = (struct program) { .name = name, .dims = (int) pick(1, 3) };
	p->is_large = seldom(PROGRAM_LARGE);
	p->n_loaded = (int) pick(1, p->is_large ? 3 : 2);
	p->n_statement = (int) pick(1, p->is_large ? PROGRAM_STATEMENTS : 1);
	for (int i = 0; i < p->dims; ++i)
		p->domain[i] = pick(1, longest[p->is_large][p->dims - 1]);
	p->is_restrict = p->domain[0] % 2;
	for (int i = 0; i < p->n_loaded + p->n_statement; ++i)
		program_add_field(p, i, i < p->n_loaded);
	for (int i = 0; i < p->n_statement; ++i)
		program_add_statement(p, i);
	program_launch(p);
	p->device = ONE_TEXT("a100", "h200", "v100", "mi210", "mi300x",
		"gtx970", "rx6900xt", "l40");
}

/* The kernel, called "k", its statements from number "first" on. */
static inline void program_text(const struct program *p, int first,
	struct buffer *out)
{
	buffer_printf(out, "kernel k(%s) {\n", buffer_text(&p->parameters));
	for (int i = 0; i < p->n_statement; ++i)
		buffer_printf(out, "\t%s\n",
			buffer_text(
				&p->statement[(first + i) % p->n_statement]));
	buffer_add(out, "}\n");
}

static inline void program_clear(struct program *p)
{
	buffer_free(&p->parameters);
	buffer_free(&p->options);
	buffer_free(&p->others);
	for (int i = 0; i < p->n_statement; ++i)
		buffer_free(&p->statement[i]);
}

#endif
