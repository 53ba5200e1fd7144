/* Estimated registers against those of compiled kernels, and whether the
 * range of an estimate holds them.  tests/measured/registers/README.md says
 * where the table is from.
 */

#include <stdio.h>

#include "lang/base/csv.h"
#include "lang/base/files.h"
#include "tests/unit/check.h"
#include "tests/unit/program.h"

/* The least share of rows within 2 and 6 registers and within the range, of the
 * first 4 parts and of those that were added later.
 */
static const struct board {
	const char *column, *device;
	struct floors {
		double within_2, within_6, in_range;
	} first, later;
} boards[] = {
	{ "sm_75", "t4", { 0.75, 0.90, 0.95 }, { 0.67, 0.89, 0.925 } },
	{ "sm_80", "a100", { 0.90, 0.98, 0.98 }, { 0.76, 0.97, 0.96 } },
	{ "sm_90", "h200", { 0.87, 0.975, 0.975 }, { 0.79, 0.965, 0.96 } },
};

#define BOARDS ((int) (sizeof(boards) / sizeof(boards[0])))

static const char *const parts[] = { "derive", "held", "test", "blind",
	"functions", "users" };

#define FIRST_PARTS 4
#define PARTS	    ((int) (sizeof(parts) / sizeof(parts[0])))

struct hits {
	int n, within_2, within_6, in_range;
};

static const char *cell(const struct csv *csv, int64_t row, const char *column)
{
	int i = csv_column(csv, column);

	CHECK(i >= 0);
	return i < 0 ? "" : csv_cell(csv, row, i);
}

/* "(640, 512, 512)" */
static void add_extents(struct buffer *out, const struct csv *csv, int64_t row,
	const char *const column[3])
{
	int dims = atoi(cell(csv, row, "dims"));

	for (int i = 0; i < dims; ++i)
		buffer_printf(out, "%s%s", i ? ", " : "(",
			cell(csv, row, column[i]));
	buffer_add(out, dims == 1 ? ",)" : ")");
}

static void ask(const struct csv *csv, int64_t row, const char *device,
	struct buffer *text)
{
	static const char *const domain[] = { "nx", "ny", "nz" };
	static const char *const fold[] = { "fx", "fy", "fz" };
	/* small enough for all tiles; registers do not depend on it */
	static const char *const block[] = { "(64,)", "(4, 4)", "(32, 4, 1)" };

	buffer_printf(text, "r = estimate %s on %s with strides = %s",
		cell(csv, row, "kernel"), device, cell(csv, row, "strides"));
	if (strcmp(cell(csv, row, "type"), "-") != 0)
		buffer_printf(text, ", type = %s", cell(csv, row, "type"));
	if (atoi(cell(csv, row, "nx")) > 0) {
		buffer_add(text, ", domain = ");
		add_extents(text, csv, row, domain);
	}
	buffer_printf(text, ", block = %s, fold = ",
		block[atoi(cell(csv, row, "dims")) - 1]);
	add_extents(text, csv, row, fold);
	/* cells a block apart have no closed form */
	if (strcmp(cell(csv, row, "cells"), "interleaved") == 0)
		buffer_add(text, ", cells = interleaved");
	else
		buffer_add(text, ", counting = closed");
	buffer_add(text,
		"\nprint r.registers, r.registers_low, r.registers_high\n");
}

static void compare(struct eval *ev, const struct csv *csv, int64_t row,
	const struct board *b, struct hits *hits)
{
	int n = 0, low = 0, high = 0, off, is = atoi(cell(csv, row, b->column));
	struct buffer text = { 0 };
	char *printed;

	ask(csv, row, b->device, &text);
	printed = program_run(ev, buffer_text(&text));
	CHECK(sscanf(printed, "%d %d %d", &n, &low, &high) == 3);
	CHECK(low <= n && n <= high);
	off = abs(n - is);
	++hits->n;
	hits->within_2 += off <= 2;
	hits->within_6 += off <= 6;
	hits->in_range += low <= is && is <= high;
	free(printed);
	buffer_free(&text);
}

static double share(int n, int of)
{
	return of > 0 ? (double) n / of : 0;
}

static void print_hits(const char *what, const char *part, const struct hits *h)
{
	printf("%s %-9s %4d kernels: %5.1f %% within 2 registers, %5.1f %% "
	       "within 6, %5.1f %% in the range\n",
		what, part, h->n, 100 * share(h->within_2, h->n),
		100 * share(h->within_6, h->n), 100 * share(h->in_range, h->n));
}

static void add_hits(struct hits *all, const struct hits *h)
{
	all->n += h->n;
	all->within_2 += h->within_2;
	all->within_6 += h->within_6;
	all->in_range += h->in_range;
}

static void check_floors(const struct hits *h, const struct floors *floors)
{
	CHECK(share(h->within_2, h->n) >= floors->within_2);
	CHECK(share(h->within_6, h->n) >= floors->within_6);
	CHECK(share(h->in_range, h->n) >= floors->in_range);
}

static void compare_board(struct eval *ev, const struct csv *csv,
	const struct board *b)
{
	struct hits first = { 0 }, later = { 0 }, all = { 0 };

	for (int p = 0; p < PARTS; ++p) {
		struct hits hits = { 0 };

		for (int64_t row = 0; row < csv->n_row; ++row)
			if (strcmp(cell(csv, row, "part"), parts[p]) == 0)
				compare(ev, csv, row, b, &hits);
		CHECK(hits.n >= 180);
		print_hits(b->column, parts[p], &hits);
		add_hits(p < FIRST_PARTS ? &first : &later, &hits);
		add_hits(&all, &hits);
	}
	print_hits(b->column, "all", &all);
	CHECK(all.n == csv->n_row);
	check_floors(&first, &b->first);
	check_floors(&later, &b->later);
}

static void import(struct eval *ev, const char *part)
{
	struct buffer text = { 0 };

	buffer_printf(&text, "import \"" REGISTERS_DIR "/%s.wsp\"\n", part);
	free(program_run(ev, buffer_text(&text)));
	buffer_free(&text);
}

int main(void)
{
	struct eval *ev = program_session();
	struct buffer text = { 0 };
	struct csv csv;
	char why[256];
	size_t len;

	CHECK(files_read(REGISTERS_DIR "/registers.csv", &text));
	len = text.len;
	CHECK(csv_parse(&csv, buffer_take(&text), len, why));
	ev->files_allowed = true;
	for (int p = 0; p < PARTS; ++p)
		import(ev, parts[p]);
	import(ev, "users_loops");
	for (int i = 0; i < BOARDS; ++i)
		compare_board(ev, &csv, &boards[i]);
	csv_clear(&csv);
	eval_free(ev);
	return check_done();
}
