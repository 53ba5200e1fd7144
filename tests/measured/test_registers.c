/* Estimated registers against those of compiled kernels, and whether the
 * range of an estimate holds them.  tests/measured/registers/README.md says
 * where the table is from.
 */

#include <stdio.h>

#include "lang/base/csv.h"
#include "lang/base/files.h"
#include "lang/base/memory.h"
#include "tests/unit/check.h"
#include "tests/unit/program.h"

/* The least share of rows within 2 and 6 registers and within the range: of the
 * first 4 parts, of those that were added later, of "codes" and "unseen", of
 * "newest", and of large folds and threads that store last.
 */
static const struct board {
	const char *column, *device;
	struct floors {
		double within_2, within_6, in_range;
	} first, later, codes, newest, folded;
} boards[] = {
	{ "sm_75", "t4", { 0.75, 0.90, 0.975 }, { 0.67, 0.89, 0.955 },
		{ 0.64, 0.91, 0.965 }, { 0.67, 0.85, 0.93 },
		{ 0.69, 0.865, 0.955 } },
	{ "sm_80", "a100", { 0.90, 0.98, 0.99 }, { 0.76, 0.975, 0.97 },
		{ 0.765, 0.975, 0.98 }, { 0.845, 0.965, 0.985 },
		{ 0.82, 0.91, 0.975 } },
	{ "sm_90", "h200", { 0.87, 0.975, 0.985 }, { 0.79, 0.97, 0.965 },
		{ 0.775, 0.955, 0.965 }, { 0.83, 0.975, 0.99 },
		{ 0.79, 0.90, 0.97 } },
};

#define BOARDS ((int) (sizeof(boards) / sizeof(boards[0])))

static const char *const parts[] = { "derive", "held", "test", "blind",
	"functions", "users", "codes", "unseen", "newest", "later", "fresh" };

#define FIRST_PARTS 4
#define LATER_PARTS 6
#define CODES_PARTS 8
#define NEWEST_PART 8
#define PARTS	    ((int) (sizeof(parts) / sizeof(parts[0])))

struct estimate {
	int n, low, high;
};

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

	buffer_printf(text,
		"r = estimate %s on %s with strides = %s, stores = %s",
		cell(csv, row, "kernel"), device, cell(csv, row, "strides"),
		cell(csv, row, "stores"));
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

static struct estimate estimated(struct eval *ev, const struct csv *csv,
	int64_t row, const char *device)
{
	struct buffer text = { 0 };
	struct estimate e = { 0 };
	char *printed;

	ask(csv, row, device, &text);
	printed = program_run(ev, buffer_text(&text));
	CHECK(sscanf(printed, "%d %d %d", &e.n, &e.low, &e.high) == 3);
	CHECK(e.low <= e.n && e.n <= e.high);
	free(printed);
	buffer_free(&text);
	return e;
}

static void compare(const struct estimate *e, int is, struct hits *hits)
{
	int off = abs(e->n - is);

	++hits->n;
	hits->within_2 += off <= 2;
	hits->within_6 += off <= 6;
	hits->in_range += e->low <= is && is <= e->high;
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

static void compare_board(const struct csv *csv, const struct board *b,
	const struct estimate *estimate)
{
	struct hits first = { 0 }, later = { 0 }, codes = { 0 };
	struct hits newest = { 0 }, folded = { 0 }, all = { 0 };

	for (int p = 0; p < PARTS; ++p) {
		struct hits hits = { 0 };

		for (int64_t row = 0; row < csv->n_row; ++row)
			if (strcmp(cell(csv, row, "part"), parts[p]) == 0)
				compare(&estimate[row],
					atoi(cell(csv, row, b->column)), &hits);
		CHECK(hits.n >= 180);
		print_hits(b->column, parts[p], &hits);
		add_hits(p < FIRST_PARTS	 ? &first :
				p < LATER_PARTS	 ? &later :
				p < CODES_PARTS	 ? &codes :
				p == NEWEST_PART ? &newest :
						   &folded,
			&hits);
		add_hits(&all, &hits);
	}
	print_hits(b->column, "all", &all);
	CHECK(all.n == csv->n_row);
	check_floors(&first, &b->first);
	check_floors(&later, &b->later);
	check_floors(&codes, &b->codes);
	check_floors(&newest, &b->newest);
	check_floors(&folded, &b->folded);
}

/* One row in SAME is asked on boards whose estimates must be the same. */
#define SAME 64

/* Fills in the estimates of a board; the next one of as many registers for as
 * many threads has the same.
 */
static void estimate_all(struct eval *ev, const struct csv *csv, int board,
	struct estimate *estimate)
{
	bool is_same = strcmp(boards[board].column, "sm_90") == 0;

	for (int64_t row = 0; row < csv->n_row; ++row) {
		struct estimate before = estimate[row];

		if (is_same && row % SAME != 0)
			continue;
		estimate[row] = estimated(ev, csv, row, boards[board].device);
		CHECK(!is_same ||
			memcmp(&before, &estimate[row], sizeof(before)) == 0);
	}
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
	struct estimate *estimate;
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
	import(ev, "codes_loops");
	import(ev, "unseen_loops");
	import(ev, "newest_loops");
	import(ev, "later_loops");
	import(ev, "fresh_loops");
	estimate = memory_new((size_t) (csv.n_row + 1) * sizeof(*estimate));
	for (int i = 0; i < BOARDS; ++i) {
		estimate_all(ev, &csv, i, estimate);
		compare_board(&csv, &boards[i], estimate);
	}
	free(estimate);
	csv_clear(&csv);
	eval_free(ev);
	return check_done();
}
