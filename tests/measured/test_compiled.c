/* Kernels that nvcc compiled against the same kernels written by hand, and both
 * against the counters of an H200: volumes, time, instructions by class.
 */

#include <math.h>
#include <stdio.h>

#include "lang/base/csv.h"
#include "lang/base/files.h"
#include "lang/base/statistics.h"
#include "lang/roofline/roof.h"
#include "tests/unit/check.h"
#include "tests/unit/program.h"

#define MOST_ROWS 100

enum counter { WARP, THREAD, FP64, FP32, INTEGER, LOADS, STORES, N_COUNTER };

static const char *const columns[N_COUNTER] = { "warp_insts", "thread_insts",
	"fp64_thread_insts", "fp32_thread_insts", "int_thread_insts",
	"warp_ld_insts", "warp_st_insts" };

static const char *const volumes[] = { "l1.load", "l2.load", "l2.store",
	"dram.load", "dram.store" };

#define N_VOLUME (sizeof(volumes) / sizeof(volumes[0]))

/* PTX alone, with the listing beside it, and written by hand. */
enum written { PTX, LISTED, HAND, N_WRITTEN };

static const char *const names[N_WRITTEN] = { "PTX", "PTX with listing",
	"by hand" };

/* Largest median errors of PTX alone and with a listing. */
static const double most[N_WRITTEN] = { 0.10, 0.005, 1 };

static double error[N_WRITTEN][N_COUNTER][MOST_ROWS];
static int n_error[N_WRITTEN][N_COUNTER];
static double time_error[N_WRITTEN][MOST_ROWS], apart[N_WRITTEN][MOST_ROWS];

static double cell(const struct csv *csv, int64_t row, const char *column)
{
	int i = csv_column(csv, column);

	CHECK(i >= 0);
	return i < 0 ? NAN : strtod(csv_cell(csv, row, i), NULL);
}

static double ask(struct eval *ev, const char *what)
{
	struct value v = program_value(ev, what);
	double x = NAN;

	CHECK(v.kind == VALUE_NUMBER);
	if (v.kind == VALUE_NUMBER)
		x = number_to_double(&v.u.number);
	value_free(&v);
	return x;
}

static const char *prefix(enum written s)
{
	return s == PTX ? "p_" : s == LISTED ? "s_" : "";
}

/* Estimates the launch of a row into variable e. */
static void ask_launch(struct eval *ev, const struct csv *csv, int64_t row,
	enum written s)
{
	int dims = cell(csv, row, "nz") > 1 ? 3 :
		cell(csv, row, "ny") > 1    ? 2 :
					      1;
	struct buffer text = { 0 };

	buffer_printf(&text, "e = estimate %s%s on h200 with block = (%.0f,",
		prefix(s), csv_cell(csv, row, 0), cell(csv, row, "bx"));
	if (dims > 1)
		buffer_printf(&text, " %.0f", cell(csv, row, "by"));
	if (dims > 2)
		buffer_printf(&text, ", %.0f", cell(csv, row, "bz"));
	buffer_printf(&text, "), registers = %.0f", cell(csv, row, "regs"));
	/* its source computes indices of 64 bits */
	if (s == HAND && strcmp(csv_cell(csv, row, 0), "blur9_float") == 0)
		buffer_add(&text, ", strides = constant64");
	buffer_add(&text, ";\n");
	free(program_run(ev, buffer_text(&text)));
	buffer_free(&text);
}

static void count(struct eval *ev, const struct csv *csv, int64_t row,
	enum written s)
{
	struct value v = program_value(ev, "roofline(e) kind instruction;\n");
	const struct roof *roof = roof_of(&v);
	const struct roof_case *c;

	CHECK(roof != NULL);
	if (!roof)
		return;
	c = &roof->cases[0];
	for (int i = 0; i < N_COUNTER; ++i) {
		const double predicted[N_COUNTER] = {
			[WARP] = c->warp_inst,
			[THREAD] = c->thread_inst,
			[FP64] = c->thread_work.fp64,
			[FP32] = c->thread_work.fp32,
			[INTEGER] = c->thread_work.integer,
			[LOADS] = c->global_load.inst,
			[STORES] = c->global_store.inst,
		};
		double measured = cell(csv, row, columns[i]);

		if (measured > 0)
			error[s][i][n_error[s][i]++] = fabs(
				predicted[i] / measured - 1);
	}
	value_free(&v);
}

static bool is_met(const struct csv *csv, int64_t row)
{
	for (int64_t i = 0; i < row; ++i)
		if (strcmp(csv_cell(csv, i, 0), csv_cell(csv, row, 0)) == 0)
			return true;
	return false;
}

/* One row of each kernel, its first. */
static int compare_rows(struct eval *ev, const struct csv *csv)
{
	int n = 0;

	for (int64_t row = 0; row < csv->n_row && n < MOST_ROWS; ++row) {
		double of[N_WRITTEN][N_VOLUME], us[N_WRITTEN];

		if (is_met(csv, row))
			continue;
		for (int s = 0; s < N_WRITTEN; ++s) {
			ask_launch(ev, csv, row, s);
			us[s] = 1e6 * ask(ev, "e.time;\n");
			for (size_t i = 0; i < N_VOLUME; ++i) {
				char text[64];

				snprintf(text, sizeof(text), "e.%s;\n",
					volumes[i]);
				of[s][i] = ask(ev, text);
			}
			count(ev, csv, row, s);
			time_error[s][n] = fabs(
				us[s] / cell(csv, row, "ms") / 1000 - 1);
		}
		for (int s = 0; s < HAND; ++s) {
			apart[s][n] = fabs(us[s] / us[HAND] - 1);
			for (size_t i = 0; i < N_VOLUME; ++i)
				CHECK(fabs(of[s][i] - of[HAND][i]) <=
					0.002 * of[HAND][i]);
			CHECK(apart[s][n] <= 0.03);
		}
		++n;
	}
	return n;
}

int main(void)
{
	struct eval *ev = program_session();
	struct buffer text = { 0 };
	char why[256];
	struct csv csv;
	size_t len;
	int n;

	CHECK(files_read(MEASURED_DIR "/programs.csv", &text));
	len = text.len;
	CHECK(csv_parse(&csv, buffer_take(&text), len, why));
	ev->files_allowed = true;
	free(program_run(ev,
		"import \"" MEASURED_DIR "/programs.wsp\"\n"
		"import \"" MEASURED_DIR "/../../ptx/programs.wsp\"\n"));
	n = compare_rows(ev, &csv);
	CHECK(n == 22);
	for (int s = 0; s < N_WRITTEN; ++s) {
		double median;

		statistics_sort(time_error[s], n);
		statistics_sort(apart[s], n);
		printf("%-17s time: median %.1f %%, 90 %% %.1f %%; by hand at "
		       "most %.1f %% apart\n",
			names[s],
			100 * statistics_quantile(time_error[s], n, 0.5),
			100 * statistics_quantile(time_error[s], n, 0.9),
			100 * apart[s][n - 1]);
		for (int i = 0; i < N_COUNTER; ++i) {
			statistics_sort(error[s][i], n_error[s][i]);
			median = statistics_quantile(error[s][i], n_error[s][i],
				0.5);
			printf("    %-18s %2d rows, median %5.2f %%, worst "
			       "%6.2f %%\n",
				columns[i], n_error[s][i], 100 * median,
				100 * error[s][i][n_error[s][i] - 1]);
			CHECK(n_error[s][i] > 0 && median <= most[s]);
		}
	}
	csv_clear(&csv);
	eval_free(ev);
	return check_done();
}
