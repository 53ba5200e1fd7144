#ifndef TESTS_PROP_TRUST_KINDS_H
#define TESTS_PROP_TRUST_KINDS_H

/* The kinds of kernels that prop_trust draws: a kernel as text, and a launch of it.
 * The random state is that of random.h.
 */

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tests/prop/random.h"

#define TEXT 4096

struct text {
	char kernel[TEXT], options[256];
};

__attribute__((format(printf, 2, 3))) static void add(char *to,
	const char *format, ...)
{
	size_t n = strlen(to);
	va_list list;

	va_start(list, format);
	vsnprintf(to + n, TEXT - n, format, list);
	va_end(list);
}

/* How many times as many cells, for devices on which closed forms hold. */
static double larger = 1;

/* The cells along one of "dims" dimensions. */
static int cells(int64_t least, int64_t most, int dims)
{
	return (int) ((double) pick(least, most) * pow(larger, 1. / dims));
}

static const char *type(void)
{
	return chance(50) ? "double" : "float";
}

static void block_2d(struct text *t)
{
	static const int shape[][2] = { { 32, 1 }, { 32, 4 }, { 64, 2 },
		{ 16, 8 }, { 128, 1 }, { 8, 8 } };
	int i = (int) pick(0, 5);

	snprintf(t->options, sizeof(t->options), "block = (%d, %d)",
		shape[i][0], shape[i][1]);
}

/* --------------------------------------------------------------- kinds */

static void stencil_2d(struct text *t)
{
	add(t->kernel,
		"kernel k(a, b: %s[%d, %d]) { b[0,0] = sum(a[o] for o in "
		"%s(2, %d)) }\n",
		type(), cells(40, 160, 2), cells(15, 70, 2),
		chance(50) ? "star" : "box", (int) pick(1, 2));
	block_2d(t);
}

static void stencil_3d(struct text *t)
{
	static const int shape[][3] = { { 32, 2, 2 }, { 16, 4, 2 }, { 8, 8, 2 },
		{ 64, 1, 1 }, { 32, 4, 1 } };
	int i = (int) pick(0, 4);

	add(t->kernel,
		"kernel k(a, b: %s[%d, %d, %d]) { b[0,0,0] = sum(a[o] for o in "
		"star(3, %d)) }\n",
		type(), cells(20, 50, 3), cells(8, 24, 3), cells(4, 16, 3),
		(int) pick(1, 3));
	snprintf(t->options, sizeof(t->options), "block = (%d, %d, %d)",
		shape[i][0], shape[i][1], shape[i][2]);
}

static void streams(struct text *t)
{
	int n = (int) pick(1, 5);

	add(t->kernel, "kernel k(d");
	for (int i = 0; i < n; ++i)
		add(t->kernel, ", s%d", i);
	add(t->kernel, ": %s[%d]) { d[0] = 0", type(), cells(1000, 12000, 1));
	for (int i = 0; i < n; ++i)
		add(t->kernel, " + s%d[0]", i);
	add(t->kernel, " }\n");
	snprintf(t->options, sizeof(t->options), "block = %d",
		32 << (int) pick(0, 3));
}

/* A thread walks down a column several times. */
static void passes(struct text *t)
{
	int n = cells(128, 1000, 1), k = (int) pick(4, 30);
	int again = (int) pick(1, 3);

	add(t->kernel,
		"kernel k(a, b: %s[%d, %d]) over (%d) {\n updates %d\n s = 0\n",
		type(), n, k, n, k);
	for (int i = 0; i < again; ++i)
		add(t->kernel, " loop k in 0..%d { s += a[x, k] }\n", k - 1);
	if (chance(50))
		add(t->kernel, " loop k in 0..%d { b[x, k] = a[x, k]*s }\n}\n",
			k - 1);
	else
		add(t->kernel, " b[x, 0] = s\n}\n");
	snprintf(t->options, sizeof(t->options), "block = %d",
		32 << (int) pick(0, 3));
}

/* A thread walks along a row. */
static void rows(struct text *t)
{
	int n = cells(64, 400, 1), k = (int) pick(8, 60);

	add(t->kernel,
		"kernel k(a: %s[%d, %d], b: float[%d]) over (%d) {\n"
		" updates %d\n s = 0\n"
		" loop k in 0..%d { s += a[k, x] }\n",
		type(), k, n, n, n, k, k - 1);
	if (chance(50))
		add(t->kernel, " loop k in 0..%d { s += a[k, x]*s }\n", k - 1);
	add(t->kernel, " b[x] = s\n}\n");
	snprintf(t->options, sizeof(t->options), "block = %d",
		32 << (int) pick(0, 3));
}

/* A thread walks as far as its place says, or from there on. */
static void triangles(struct text *t)
{
	static const char *const range[] = { "0..x", "0..x/2", "x..nx-1",
		"x/4..x", "x..x+9", "0..x%32", "x/8..min(x, 60)" };
	int n = cells(64, 300, 1);
	bool is_down = chance(50);

	add(t->kernel,
		"kernel k(a: %s[%d, %d], b: float[%d]) over (%d) {\n s = 0\n"
		" loop k in %s { s += a[%s] }\n b[x] = s\n}\n",
		type(), n + 16, n + 16, n, n, range[pick(0, 6)],
		is_down ? "x, k" : "k, x");
	snprintf(t->options, sizeof(t->options), "block = %d",
		32 << (int) pick(0, 3));
}

static void product(struct text *t)
{
	int n = (int) pick(16, 40) / 8 * 8;

	add(t->kernel,
		"kernel k(A, B, C: %s[%d, %d]) { r = 0\n"
		" loop k in 0..%d { r += A[k, y]*B[x, k] }\n C[0,0] = r }\n",
		type(), n, n, n - 1);
	block_2d(t);
}

static void structures(struct text *t)
{
	int n = (int) pick(2, 9);

	add(t->kernel,
		"kernel k(a, b: %s[%d][%d, %d] { layout = aos }) {\n"
		" for q in 0..%d { b[q][0,0] = a[q][%d,%d]%s }\n}\n",
		type(), n, cells(20, 60, 2), cells(8, 30, 2), n - 1,
		(int) pick(-1, 1), (int) pick(-1, 1),
		chance(30) ? " + a[0][0,0]" : "");
	block_2d(t);
}

static void repeated(struct text *t)
{
	int n = cells(100, 4000, 1), times = (int) pick(2, 8);

	if (chance(50))
		add(t->kernel,
			"kernel k(a, b: %s[%d]) over (%d) { a[x %% %d] = "
			"1.5*b[x %% %d] }\n",
			type(), n, n * times, n, n);
	else
		add(t->kernel,
			"kernel k(s: %s[%d], a: float[%d, %d]) over (%d, %d) "
			"{ s[x] += a[x, y] }\n",
			type(), n, n, times, n, times);
	snprintf(t->options, sizeof(t->options), "block = %d",
		32 << (int) pick(0, 3));
}

static void strided(struct text *t)
{
	int n = cells(500, 4000, 1), s = (int) pick(2, 9);

	add(t->kernel,
		"kernel k(a, b: %s[%d]) over (%d) { b[%d*x%s] = a[%s] }\n",
		type(), n * s + s, n, s, chance(50) ? " + 1" : "",
		chance(50) ? "0" : "3*x");
	snprintf(t->options, sizeof(t->options), "block = %d",
		32 << (int) pick(0, 3));
}

static void grids(struct text *t)
{
	int n = cells(30, 100, 2), m = cells(10, 50, 2);

	if (chance(50))
		add(t->kernel,
			"kernel k(f: %s[%d, %d], c: %s[%d, %d]) over (%d, %d) "
			"{ f[0,0] = c[x/2, y/2] }\n",
			"double", 2 * n, 2 * m, "double", n, m, 2 * n, 2 * m);
	else
		add(t->kernel,
			"kernel k(f: %s[%d, %d], c: %s[%d, %d]) over (%d, %d) "
			"{ c[x, y] = f[2*x, 2*y] + f[2*x+1, 2*y] }\n",
			"double", 2 * n + 2, 2 * m + 2, "double", n, m, n, m);
	block_2d(t);
}

static void guarded(struct text *t)
{
	static const char *const test[] = {
		"x > 0 and x < nx-1 and y > 0 and y < ny-1", "(x + y) % 2 == 0",
		"x < y", "y % 4 < 2"
	};

	add(t->kernel,
		"kernel k(a, b: %s[%d, %d]) { if %s { b[0,0] = a[1,0] + "
		"a[-1,0] + a[0,1] + a[0,-1] } }\n",
		type(), cells(40, 120, 2), cells(15, 60, 2), test[pick(0, 3)]);
	block_2d(t);
}

static void ordered(struct text *t)
{
	int w = (int) pick(4, 40), h = (int) pick(2, 16);

	add(t->kernel,
		"kernel k(a, b: %s[%d, %d]) { b[0,0] = sum(a[o] for o in "
		"star(2, %d)) }\n",
		type(), cells(40, 100, 2), cells(15, 50, 2), (int) pick(1, 3));
	snprintf(t->options, sizeof(t->options),
		"block = %d, order = ", 32 << (int) pick(0, 2));
	switch (pick(0, 2)) {
	case 0: add(t->options, "columns(%d)", w); break;
	case 1: add(t->options, "zigzag(%d)", w); break;
	default: add(t->options, "tiles(%d, %d)", w, h);
	}
}

static void folded(struct text *t)
{
	int f = 1 << (int) pick(0, 4);

	add(t->kernel,
		"kernel k(a, b: %s[%d, %d, %d]) { b[0,0,0] = sum(a[o] for o in "
		"star(3, %d)) }\n",
		type(), cells(20, 40, 3), cells(8, 20, 3), cells(8, 24, 3),
		(int) pick(1, 2));
	snprintf(t->options, sizeof(t->options),
		"block = (32, %d), fold = (%d, %d, %d)", (int) pick(1, 4),
		chance(20) ? 2 : 1, chance(30) ? 2 : 1, f);
}

static void tiled(struct text *t)
{
	add(t->kernel,
		"kernel k(a, b: float[%d, %d]) {\n"
		" shared t: float[33, 32]\n t[tx, ty] = a[32*bx + tx, 32*by + "
		"ty]\n barrier\n b[32*by + tx, 32*bx + ty] = t[ty, tx]\n}\n",
		cells(1, 5, 2) * 32, cells(1, 5, 2) * 32);
	snprintf(t->options, sizeof(t->options), "block = (32, 32)");
}

static void transposed(struct text *t)
{
	int n = cells(20, 90, 2);

	add(t->kernel, "kernel k(a, b: %s[%d, %d]) { b[%s] = a[%s] }\n", type(),
		n, n, chance(50) ? "y, x" : "x, y",
		chance(50) ? "y, x" : "x, y");
	block_2d(t);
}

/* Tables and streams, indices that depend on data. */
static void scattered(struct text *t)
{
	int n = cells(1000, 12000, 1), m = 64 << (int) pick(0, 9);
	int k = (int) pick(1, 32);

	add(t->kernel,
		"kernel k(a: %s[%d], i: int32[%d], b: float[%d]) over (%d) { ",
		type(), m, n, n, n);
	switch (pick(0, 6)) {
	case 0: add(t->kernel, "b[x] = a[random(%d, i[x])]", m); break;
	case 1: add(t->kernel, "b[x] = a[gather(%d)]", k); break;
	case 2:
		add(t->kernel,
			"j = random(%d, i[x]); b[x] = a[8*j] + a[8*j + 1] + "
			"a[8*j + %d]",
			m / 8, (int) pick(2, 7));
		break;
	case 3:
		add(t->kernel,
			"s = 0; loop k in 0..%d { s += a[random(%d)] }; b[x] = "
			"s",
			(int) pick(1, 7), m);
		break;
	case 4:
		add(t->kernel,
			"j = random(%d); s = 0; loop k in 0..7 { s += a[8*j + "
			"k] }; b[x] = s",
			m / 8);
		break;
	case 5: add(t->kernel, "a[random(%d, i[x])] = b[x]", m); break;
	default: add(t->kernel, "a[gather(%d.5, i[x])] = b[x]", k);
	}
	add(t->kernel, " }\n");
	snprintf(t->options, sizeof(t->options), "block = %d",
		32 << (int) pick(0, 3));
}

/* Atomic updates, of bins that data choose and of others. */
static void atomic(struct text *t)
{
	int n = cells(1000, 8000, 1), m = 16 << (int) pick(0, 9);

	add(t->kernel, "kernel k(h: %s[%d], i: int32[%d]) over (%d) { h[",
		type(), m, n, n);
	if (chance(50))
		add(t->kernel, "random(%d, i[x])", m);
	else
		add(t->kernel, "x %% %d", m);
	add(t->kernel, "] atomic+= i[x] }\n");
	snprintf(t->options, sizeof(t->options), "block = %d",
		32 << (int) pick(0, 3));
}

/* Branches that data decide, loads that L1 does not keep. */
static void chances(struct text *t)
{
	static const char *const then[] = { "b[0,0] = a[0,0]",
		"b[0,0] = a[0,0] + a[0,1]", "a[0,0] = 1" };
	static const char *const together[] = { "", "", ", together = 8",
		", together = 32" };

	add(t->kernel, "kernel k(s, a, b: %s[%d, %d]) { ", type(),
		cells(40, 120, 2), cells(15, 50, 2));
	if (chance(30))
		add(t->kernel,
			"b[0,0] = no_l1(a[0,0]) + no_l1(a[0,1]) + a[1,0]");
	else
		add(t->kernel, "if p(0.%02d, of = s[0,0]%s)%s { %s }",
			(int) pick(1, 99), together[pick(0, 3)],
			chance(30) ? " and x > 9" : "", then[pick(0, 2)]);
	add(t->kernel, " }\n");
	block_2d(t);
}

/* Rows, columns and points that are read from both ends: what touches a cell again
 * is far away in all blocks but those in the middle.
 */
static void mirrored(struct text *t)
{
	static const char *const both[] = { "a[x, ny-1-y] + a[x, y]",
		"a[nx-1-x, y] + a[x, y]", "a[nx-1-x, ny-1-y] + a[x, y]",
		"a[x, ny-1-y] + a[x, y] + a[x, max(y-1, 0)]" };
	int n = cells(1000, 9000, 1), m = cells(20, 90, 2);

	switch (pick(0, 2)) {
	case 0:
		add(t->kernel,
			"kernel k(a, b: %s[%d]) { b[x] = a[nx-1-x] + a[x] }\n",
			type(), n);
		snprintf(t->options, sizeof(t->options), "block = %d",
			32 << (int) pick(0, 3));
		return;
	case 1:
		add(t->kernel,
			"kernel k(a, b: %s[%d, %d]) { b[x, y] = a[y, x] + "
			"a[x, y] }\n",
			type(), m, m);
		break;
	default:
		add(t->kernel, "kernel k(a, b: %s[%d, %d]) { b[x, y] = %s }\n",
			type(), cells(30, 140, 2), cells(15, 70, 2),
			both[pick(0, 3)]);
	}
	block_2d(t);
}

/* Elements smaller than a word, whose rows start anywhere in a sector, and blocks
 * that share these with others.
 */
static void bytes(struct text *t)
{
	static const char *const small[] = { "uint8", "int16" };
	int r = (int) pick(1, 3);

	add(t->kernel,
		"kernel k(a, b, c: %s[%d, %d]) { b[0,0] = ", small[pick(0, 1)],
		cells(80, 400, 2), cells(20, 120, 2));
	switch (pick(0, 3)) {
	case 0: add(t->kernel, "a[%d,%d] + a[-%d,-%d]", r, r, r, r); break;
	case 1:
		add(t->kernel, "a[%d,%d] + a[-%d,-%d] + a[%d,-%d]", r, r, r, r,
			r, r);
		break;
	case 2: add(t->kernel, "sum(a[o] for o in box(2, %d))", r); break;
	default: add(t->kernel, "a[%d,%d] + c[-%d,-%d]", r, r, r, r);
	}
	add(t->kernel, " }\n");
	block_2d(t);
}

/* Fields whose elements differ in size, and tables of one of the indices. */
static void sized(struct text *t)
{
	int n = cells(60, 300, 2), m = cells(15, 80, 2);

	add(t->kernel,
		"kernel k(a: double[%d, %d], c: uint8[%d, %d], d: int16[%d, "
		"%d], e: float[%d], b: float[%d, %d]) { b[0,0] = a[0,%d] + "
		"c[1,1] + d[-1,0]%s }\n",
		n, m, n, m, n, m, n, n, m, (int) pick(0, 1),
		chance(50) ? " + e[x]" : "");
	block_2d(t);
}

/* Guards that leave out whole blocks, and stores of single lanes. */
static void skipped(struct text *t)
{
	static const char *const body[] = {
		"if x < nx/2 { b[0,0] = a[1,0] + a[-1,0] }",
		"if bx % 4 == 0 { b[0,0] = a[1,0] + a[0,1] }",
		"if x < 3 or y < 3 or x > nx-4 { b[0,0] = a[0,0] }",
		"if x == y { b[0,0] = a[0,0] + a[1,0] }",
		"if x > y { b[x,y] = a[x,y]; b[y,x] = a[x,y] }",
		"s = a[0,0]; if tx == 0 { b[0,0] = s }",
		"if tx % 8 == 0 { b[0,0] = a[0,0] + a[1,0] }"
	};
	int n = cells(60, 200, 2);

	add(t->kernel, "kernel k(a, b: %s[%d, %d]) { %s }\n", type(), n, n,
		body[pick(0, 6)]);
	block_2d(t);
}

/* Quotients and remainders of both indices. */
static void remapped(struct text *t)
{
	static const char *const index[] = { "a[(x/8)*8 + y%8, (y/8)*8 + x%8]",
		"a[x % 32, y / 5] + a[x / 16, y % 32]",
		"a[(x + 32*(y % 4)) % nx, y]",
		"a[x/3, y/3] + a[x/3 + 1, y/3] + a[x/3, y/3 + 1]" };
	int n = cells(5, 25, 2) * 8, m = cells(2, 10, 2) * 8;

	add(t->kernel, "kernel k(a, b: %s[%d, %d]) { b[x, y] = %s }\n", type(),
		n, m, index[pick(0, 3)]);
	block_2d(t);
}

static const struct kind {
	const char *name;
	void (*make)(struct text *t);
} kinds[] = {
	{ "stencil 2D", stencil_2d },
	{ "stencil 3D", stencil_3d },
	{ "streams", streams },
	{ "passes", passes },
	{ "rows", rows },
	{ "triangles", triangles },
	{ "product", product },
	{ "structures", structures },
	{ "repeated", repeated },
	{ "strided", strided },
	{ "grids", grids },
	{ "guarded", guarded },
	{ "ordered", ordered },
	{ "folded", folded },
	{ "tiled", tiled },
	{ "transposed", transposed },
	{ "scattered", scattered },
	{ "atomic", atomic },
	{ "chances", chances },
	{ "mirrored", mirrored },
	{ "bytes", bytes },
	{ "sized", sized },
	{ "skipped", skipped },
	{ "remapped", remapped },
};

#define N_KIND	((int) (sizeof(kinds) / sizeof(kinds[0])))
#define N_FIRST 19 /* the others came later */

#endif
