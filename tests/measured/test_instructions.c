/* Instructions that are predicted, against the counters of an H200: those
 * of warps and threads, by class, and how many lanes branches leave on.
 */

#include <math.h>
#include <stdio.h>

#include "lang/csv.h"
#include "lang/files.h"
#include "lang/roof.h"
#include "lang/statistics.h"
#include "tests/unit/check.h"
#include "tests/unit/program.h"

#define MOST_ROWS	1000

enum counter { WARP, THREAD, FP64, FP32, INTEGER, LOADS, STORES, N_COUNTER };

/* The most that a prediction may be off, in the middle of all rows. */
static const struct {
	const char *column;
	double median, most;
} counters[N_COUNTER] = {
	[WARP] = { "warp_insts", 0.05, 0.20 },
	[THREAD] = { "thread_insts", 0.05, 0.20 },
	[FP64] = { "fp64_thread_insts", 0.001, 0.25 },
	[FP32] = { "fp32_thread_insts", 0.001, 0.001 },
	[INTEGER] = { "int_thread_insts", 0.05, 0.75 },
	[LOADS] = { "warp_ld_insts", 0, 0 },
	[STORES] = { "warp_st_insts", 0, 0 },
};

static int n_error[N_COUNTER];
static double error[N_COUNTER][MOST_ROWS];

static double cell(const struct csv *csv, int64_t row, const char *column)
{
	int i = csv_column(csv, column);

	CHECK(i >= 0);
	return i < 0 ? NAN : strtod(csv_cell(csv, row, i), NULL);
}

static int dims_of(const struct csv *csv, int64_t row)
{
	return cell(csv, row, "nz") > 1 ? 3 : cell(csv, row, "ny") > 1 ? 2 : 1;
}

/* "(640, 512, 512)" */
static void add_extents(struct buffer *out, const struct csv *csv,
	int64_t row, const char *letter, char first)
{
	int i;

	for (i = 0; i < dims_of(csv, row); ++i) {
		char name[3] = { first ? first : letter[i],
			first ? letter[i] : 0, 0 };

		buffer_printf(out, "%s%.0f", i ? ", " : "(",
			cell(csv, row, name));
	}
	buffer_add(out, ",)");
}

static struct value ask(struct eval *ev, const struct csv *csv, int64_t row)
{
	struct buffer text = { 0 };
	struct value v;

	buffer_printf(&text, "roofline(estimate %s on h200 with type = %s, "
		"domain = ", csv_cell(csv, row, csv_column(csv, "kernel")),
		csv_cell(csv, row, csv_column(csv, "type")));
	add_extents(&text, csv, row, "xyz", 'n');
	buffer_add(&text, ", block = ");
	add_extents(&text, csv, row, "xyz", 'b');
	buffer_add(&text, ", fold = ");
	add_extents(&text, csv, row, "xyz", 'f');
	buffer_printf(&text, ", offset = %.0f, registers = %.0f) "
		"kind instruction;\n", cell(csv, row, "offset"),
		cell(csv, row, "regs"));
	v = program_value(ev, buffer_text(&text));
	buffer_free(&text);
	return v;
}

static void compare(const struct roof_case *c, const struct csv *csv,
	int64_t row)
{
	const double predicted[N_COUNTER] = {
		[WARP] = c->warp_inst, [THREAD] = c->thread_inst,
		[FP64] = c->thread_work.fp64, [FP32] = c->thread_work.fp32,
		[INTEGER] = c->thread_work.integer,
		[LOADS] = c->global_load.inst, [STORES] = c->global_store.inst,
	};

	bool is_float = strcmp(csv_cell(csv, row, csv_column(csv, "type")),
		"float") == 0;

	for (int i = 0; i < N_COUNTER; ++i) {
		double measured = cell(csv, row, counters[i].column);

		/* the square root of doubles starts from one of floats */
		if (i == FP32 && !is_float)
			continue;
		if (measured > 0)
			error[i][n_error[i]++] =
				fabs(predicted[i] / measured - 1);
		else
			CHECK(predicted[i] == 0 || i == INTEGER);
	}
}

/* Lanes that a warp has on, on average, under a branch that takes half. */
static void compare_lanes(const struct roof_case *c, const struct csv *csv,
	int64_t row, double *worst)
{
	double measured = cell(csv, row, "warp_insts") /
		cell(csv, row, "thread_insts");
	double off = fabs(c->warp_inst / c->thread_inst / measured - 1);

	CHECK(off < 0.10);
	*worst = off > *worst ? off : *worst;
}

static void print_errors(void)
{
	for (int i = 0; i < N_COUNTER; ++i) {
		double median, most;

		statistics_sort(error[i], n_error[i]);
		median = statistics_quantile(error[i], n_error[i], 0.5);
		most = n_error[i] > 0 ? error[i][n_error[i] - 1] : NAN;
		printf("%-18s %4d rows, median %5.2f %%, 90 %% within "
			"%5.2f %%, worst %5.2f %%\n", counters[i].column,
			n_error[i], 100 * median, 100 * statistics_quantile(
			error[i], n_error[i], 0.9), 100 * most);
		CHECK(n_error[i] > 0);
		CHECK(median <= counters[i].median);
		CHECK(most <= counters[i].most);
	}
}

int main(void)
{
	struct eval *ev = program_session();
	struct buffer text = { 0 };
	struct csv csv;
	char why[256];
	size_t len;
	double worst = 0;
	int64_t row;

	CHECK(files_read(MEASURED_DIR "/measured.csv", &text));
	len = text.len;
	if (!csv_parse(&csv, buffer_take(&text), len, why)) {
		CHECK(!"the table can be read");
		return check_done();
	}
	ev->files_allowed = true;
	free(program_run(ev, "import \"" MEASURED_DIR "/kernels.wsp\"\n"));
	for (row = 0; row < csv.n_row && row < MOST_ROWS; ++row) {
		struct value v = ask(ev, &csv, row);
		const struct roof *roof = roof_of(&v);

		CHECK(roof != NULL);
		if (roof) {
			compare(&roof->cases[0], &csv, row);
			if (strcmp(csv_cell(&csv, row, 0), "gsrb_branch") == 0)
				compare_lanes(&roof->cases[0], &csv, row,
					&worst);
		}
		value_free(&v);
	}
	print_errors();
	printf("warp over thread instructions of gsrb_branch: at most %.2f %% "
		"off\n", 100 * worst);
	csv_clear(&csv);
	eval_free(ev);
	return check_done();
}
