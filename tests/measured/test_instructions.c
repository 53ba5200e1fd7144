/* Predicted instructions against the counters of an H200: instructions of
 * warps and threads by class, and active lanes under branches; and against
 * compiled code with strides known at run time, loops and folds.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/csv.h"
#include "lang/base/files.h"
#include "lang/base/statistics.h"
#include "lang/roofline/roof.h"
#include "tests/unit/check.h"
#include "tests/unit/program.h"

#define MOST_ROWS 1000

enum counter { WARP, THREAD, FP64, FP32, INTEGER, LOADS, STORES, N_COUNTER };

/* The largest median error of a prediction over all rows. */
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

/* Of all rows, and of those of one kernel. */
struct errors {
	int n[N_COUNTER];
	double e[N_COUNTER][MOST_ROWS];
};

static struct errors all, of_kernel;

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
static void add_extents(struct buffer *out, const struct csv *csv, int64_t row,
	const char *letter, char first)
{
	for (int i = 0; i < dims_of(csv, row); ++i) {
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

	buffer_printf(&text,
		"roofline(estimate %s on h200 with type = %s, "
		"domain = ",
		csv_cell(csv, row, csv_column(csv, "kernel")),
		csv_cell(csv, row, csv_column(csv, "type")));
	add_extents(&text, csv, row, "xyz", 'n');
	buffer_add(&text, ", block = ");
	add_extents(&text, csv, row, "xyz", 'b');
	buffer_add(&text, ", fold = ");
	add_extents(&text, csv, row, "xyz", 'f');
	buffer_printf(&text,
		", offset = %.0f, registers = %.0f) "
		"kind instruction;\n",
		cell(csv, row, "offset"), cell(csv, row, "regs"));
	v = program_value(ev, buffer_text(&text));
	buffer_free(&text);
	return v;
}

static void compare(const struct roof_case *c, const struct csv *csv,
	int64_t row)
{
	const double predicted[N_COUNTER] = {
		[WARP] = c->warp_inst,
		[THREAD] = c->thread_inst,
		[FP64] = c->thread_work.fp64,
		[FP32] = c->thread_work.fp32,
		[INTEGER] = c->thread_work.integer,
		[LOADS] = c->global_load.inst,
		[STORES] = c->global_store.inst,
	};

	bool is_float = strcmp(csv_cell(csv, row, csv_column(csv, "type")),
				"float") == 0;

	for (int i = 0; i < N_COUNTER; ++i) {
		double measured = cell(csv, row, counters[i].column);

		/* the square root of doubles starts from one of floats */
		if (i == FP32 && !is_float)
			continue;
		if (measured > 0) {
			double e = fabs(predicted[i] / measured - 1);

			all.e[i][all.n[i]++] = e;
			of_kernel.e[i][of_kernel.n[i]++] = e;
		} else {
			CHECK(predicted[i] == 0 || i == INTEGER);
		}
	}
}

/* Mean active lanes of a warp under a branch that half of them take. */
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

		statistics_sort(all.e[i], all.n[i]);
		median = statistics_quantile(all.e[i], all.n[i], 0.5);
		most = all.n[i] > 0 ? all.e[i][all.n[i] - 1] : NAN;
		printf("%-18s %4d rows, median %5.2f %%, 90 %% within "
		       "%5.2f %%, worst %5.2f %%\n",
			counters[i].column, all.n[i], 100 * median,
			100 * statistics_quantile(all.e[i], all.n[i], 0.9),
			100 * most);
		CHECK(all.n[i] > 0);
		CHECK(median <= counters[i].median);
		CHECK(most <= counters[i].most);
	}
}

/* The rows of a kernel follow each other: median and worst of each class. */
static void print_kernel(const char *kernel)
{
	static const enum counter shown[] = { WARP, THREAD, FP64, FP32,
		INTEGER };

	printf("%-18s", kernel);
	for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); ++i) {
		double *e = of_kernel.e[shown[i]];
		int n = of_kernel.n[shown[i]];

		if (n == 0) {
			printf("%16s", "-");
			continue;
		}
		statistics_sort(e, n);
		printf("  %6.1f %6.1f", 100 * statistics_quantile(e, n, 0.5),
			100 * e[n - 1]);
		/* no class of any kernel is off by more, as a rule */
		CHECK(statistics_quantile(e, n, 0.5) <= 0.25);
	}
	printf("\n");
	of_kernel = (struct errors) { 0 };
}

/* ------------------------------------------------------------- compiled */

static void read_csv(const char *path, struct csv *csv)
{
	struct buffer text = { 0 };
	char why[256];
	size_t len;
	bool ok;

	CHECK(files_read(path, &text));
	len = text.len;
	ok = csv_parse(csv, buffer_take(&text), len, why);
	CHECK(ok);
}

/* A warp of kernel "row", in a launch of whole blocks. */
static struct value ask_compiled(struct eval *ev, const struct csv *csv,
	int64_t row)
{
	struct buffer text = { 0 };
	struct value v;

	buffer_printf(&text,
		"roofline(estimate %s on v100_sxm2 with domain = "
		"(128, 128, 128), block = (32, 4, 1), strides = %s) "
		"kind instruction;\n",
		csv_cell(csv, row, csv_column(csv, "kernel")),
		csv_cell(csv, row, csv_column(csv, "strides")));
	v = program_value(ev, buffer_text(&text));
	buffer_free(&text);
	return v;
}

/* What a compiler makes of the same kernels.  Operations and accesses are
 * met; integer instructions depend on how an index is written.
 */
static void compare_compiled(const struct roof_case *c, const struct csv *csv,
	int64_t row, double *off)
{
	const struct work *w = &c->warp_work;
	double warps = 128. * 128 * 128 / 32;
	double fp = cell(csv, row, "fp"), integer = cell(csv, row, "integer");

	CHECK(fabs(w->fp64 / warps - fp) <= 1);
	CHECK(w->load / warps == cell(csv, row, "load"));
	CHECK(w->store / warps == cell(csv, row, "store"));
	*off = w->integer / warps / integer - 1;
}

static void check_compiled(struct eval *ev)
{
	double error[MOST_ROWS];
	struct csv csv;
	int n = 0;

	read_csv(MEASURED_DIR "/../probes/compiled.csv", &csv);
	free(program_run(ev,
		"import \"" MEASURED_DIR "/../probes/strides.wsp\"\n"));
	for (int64_t row = 0; row < csv.n_row && n < MOST_ROWS; ++row) {
		struct value v;
		const struct roof *roof;

		/* those of constants are in the table above */
		if (strcmp(csv_cell(&csv, row, csv_column(&csv, "strides")),
			    "constant") == 0)
			continue;
		v = ask_compiled(ev, &csv, row);
		roof = roof_of(&v);
		CHECK(roof != NULL);
		if (roof) {
			compare_compiled(&roof->cases[0], &csv, row, &error[n]);
			error[n] = fabs(error[n]);
			CHECK(error[n] <= 0.30);
			++n;
		}
		value_free(&v);
	}
	statistics_sort(error, n);
	CHECK(n > 0 && statistics_quantile(error, n, 0.5) <= 0.12);
	printf("integers of compiled code: %d kernels, median %.1f %%, worst "
	       "%.1f %%\n",
		n, 100 * statistics_quantile(error, n, 0.5),
		100 * error[n - 1]);
	csv_clear(&csv);
}

/* ---------------------------------------------------------------- loops */

#define LOOP_TRIPS 4096

static double number_after(const char *text, const char *word)
{
	const char *at = text ? strstr(text, word) : NULL;

	CHECK(at != NULL);
	return at ? strtod(at + strlen(word), NULL) : NAN;
}

/* Instructions and waits of a trip of the source, of which a thread has so many
 * that what stands around the loop does not matter.
 */
static void compare_loop(struct eval *ev, const struct csv *csv, int64_t row,
	double *inst, double *waits)
{
	double joined = cell(csv, row, "joined") / LOOP_TRIPS;
	struct buffer text = { 0 };
	char *out;

	buffer_printf(&text,
		"explain estimate %s on h200 with block = 64, type = %s, "
		"strides = %s\n",
		csv_cell(csv, row, csv_column(csv, "kernel")),
		csv_cell(csv, row, csv_column(csv, "type")),
		csv_cell(csv, row, csv_column(csv, "strides")));
	out = program_run(ev, buffer_text(&text));
	*inst = fabs(number_after(out, "\ninside = ") * joined /
			cell(csv, row, "instructions") -
		1);
	*waits = fabs(log(number_after(out, "\nphases = ") * joined /
		cell(csv, row, "waits")));
	free(out);
	buffer_free(&text);
}

/* Loops whose ends and strides are arguments. */
static void check_loops(struct eval *ev)
{
	double inst[MOST_ROWS], waits[MOST_ROWS];
	struct csv csv;
	int n;

	free(program_run(ev,
		"import \"" MEASURED_DIR "/../probes/loops.wsp\"\n"));
	read_csv(MEASURED_DIR "/../probes/compiled_strides.csv", &csv);
	n = (int) csv.n_row;
	CHECK(n > 0 && n <= MOST_ROWS);
	for (int i = 0; i < n; ++i)
		compare_loop(ev, &csv, i, &inst[i], &waits[i]);
	statistics_sort(inst, n);
	statistics_sort(waits, n);
	printf("loops of arguments: %d, instructions off by %.1f / %.1f %%, "
	       "waits by a factor of %.2f / %.2f\n",
		n, 100 * statistics_quantile(inst, n, 0.5),
		100 * statistics_quantile(inst, n, 0.9),
		exp(statistics_quantile(waits, n, 0.5)),
		exp(statistics_quantile(waits, n, 0.9)));
	CHECK(statistics_quantile(inst, n, 0.5) <= 0.04);
	CHECK(statistics_quantile(inst, n, 0.9) <= 0.12);
	CHECK(statistics_quantile(waits, n, 0.5) <= log(1.1));
	CHECK(statistics_quantile(waits, n, 0.9) <= log(2));
	csv_clear(&csv);
}

/* Trips that compilers join where a loop has so many that those left over do not
 * matter: loops around the sizes at which they join fewer.
 */
static void check_joined(struct eval *ev)
{
	struct csv csv;
	int n = 0, n_met = 0;

	free(program_run(ev,
		"import \"" MEASURED_DIR "/../probes/joined.wsp\"\n"));
	read_csv(MEASURED_DIR "/../probes/compiled_joined.csv", &csv);
	for (int64_t row = 0; row < csv.n_row; ++row) {
		const char *kernel = csv_cell(&csv, row, 0);
		struct buffer text = { 0 };
		double joined;
		char *out;

		buffer_printf(&text,
			"show addresses of %s with block = 128, strides = "
			"int32\n",
			kernel);
		out = program_run(ev, buffer_text(&text));
		joined = number_after(out, " unroll ");
		++n;
		if (joined == cell(&csv, row, "joined"))
			++n_met;
		else
			printf("%s: %g trips joined, compiled %g\n", kernel,
				joined, cell(&csv, row, "joined"));
		free(out);
		buffer_free(&text);
	}
	printf("joined trips of %d loops: %d as compiled\n", n, n_met);
	CHECK(n >= 90 && n_met == n);
	csv_clear(&csv);
}

/* -------------------------------------------------------------- promoted */

/* "kernel sum: 1D, float, 100 loads from a, 1 load from o, 1 store to o, ...":
 * loads of global and shared memory, then stores; arrays s and q are shared.
 */
static void count_accesses(const char *summary, double n[2][2])
{
	memset(n, 0, 2 * sizeof(*n));
	while ((summary = strstr(summary, ", ")) != NULL) {
		double times = strtod(summary += 2, NULL);
		const char *to = strstr(summary, " to ");
		const char *from = strstr(summary, " from ");
		const char *end = strpbrk(summary, ",\n");
		bool is_load = from && from < end;
		const char *field = is_load ? from + strlen(" from ") :
			to && to < end	    ? to + strlen(" to ") :
					      NULL;

		if (field)
			n[!is_load][*field == 's' || *field == 'q'] += times;
	}
}

/* Cells that loops keep in registers: all loads and stores of a thread are those
 * of the compiled code.
 */
static void check_promoted(struct eval *ev)
{
	struct csv csv;

	free(program_run(ev,
		"import \"" MEASURED_DIR "/../probes/promoted.wsp\"\n"));
	read_csv(MEASURED_DIR "/../probes/compiled_promoted.csv", &csv);
	CHECK(csv.n_row > 60);
	for (int64_t row = 0; row < csv.n_row; ++row) {
		struct buffer text = { 0 };
		double n[2][2];
		char *out;
		bool ok;

		buffer_printf(&text, "%s\n", csv_cell(&csv, row, 0));
		out = program_run(ev, buffer_text(&text));
		count_accesses(out, n);
		ok = n[0][0] == cell(&csv, row, "loads") &&
			n[1][0] == cell(&csv, row, "stores") &&
			n[0][1] == cell(&csv, row, "shared_loads") &&
			n[1][1] == cell(&csv, row, "shared_stores");
		CHECK(ok);
		if (!ok)
			printf("not as compiled: %s", out);
		free(out);
		buffer_free(&text);
	}
	printf("loads and stores of %lld kernels: as compiled\n",
		(long long) csv.n_row);
	csv_clear(&csv);
}

/* ---------------------------------------------------------------- folds */

/* Waits of a thread with several cells, compiled and said, by how far their
 * logarithms differ.
 */
static double compare_fold(struct eval *ev, const struct csv *csv, int64_t row)
{
	const char *kernel = csv_cell(csv, row, csv_column(csv, "kernel"));
	bool is_flat = strstr(kernel, "2d") != NULL;
	struct buffer text = { 0 };
	double waits;
	char *out;

	buffer_printf(&text,
		"explain estimate %s on h200 with type = %s, registers = %g, "
		"strides = int64, stores = last, block = (64, 2), ",
		kernel, csv_cell(csv, row, csv_column(csv, "type")),
		cell(csv, row, "registers"));
	if (is_flat)
		buffer_printf(&text, "domain = (1536, 1536), fold = (%g, %g)\n",
			cell(csv, row, "fx"), cell(csv, row, "fy"));
	else
		buffer_printf(&text,
			"domain = (192, 192, 192), fold = (%g, %g, %g)\n",
			cell(csv, row, "fx"), cell(csv, row, "fy"),
			cell(csv, row, "fz"));
	out = program_run(ev, buffer_text(&text));
	waits = number_after(out, "\nphases = ");
	free(out);
	buffer_free(&text);
	return fabs(log(waits / cell(csv, row, "waits")));
}

static void check_folds(struct eval *ev)
{
	double off[MOST_ROWS];
	struct csv csv;
	int n = 0;

	free(program_run(ev,
		"import \"" MEASURED_DIR "/../probes/folds.wsp\"\n"));
	read_csv(MEASURED_DIR "/../probes/compiled_folds.csv", &csv);
	CHECK(csv.n_row > 0 && csv.n_row <= MOST_ROWS);
	for (int64_t row = 0; row < csv.n_row; ++row)
		if (cell(&csv, row, "fx") * cell(&csv, row, "fy") *
				cell(&csv, row, "fz") >
			1)
			off[n++] = compare_fold(ev, &csv, row);
	statistics_sort(off, n);
	printf("folds: %d, waits off by a factor of %.2f / %.2f\n", n,
		exp(statistics_quantile(off, n, 0.5)),
		exp(statistics_quantile(off, n, 0.9)));
	CHECK(statistics_quantile(off, n, 0.5) <= log(1.3));
	CHECK(statistics_quantile(off, n, 0.9) <= log(2));
	csv_clear(&csv);
}

/* ------------------------------------------------------------ quotients */

/* Instructions of a thread that stores expression "e" of a[x]. */
static double instructions_of(struct eval *ev, const char *type, const char *e)
{
	struct buffer text = { 0 };
	double n;
	char *out;

	buffer_printf(&text,
		"kernel q(a, b: %s[2^20] restrict, argument: %s) "
		"{ b[x] = %s }; "
		"print (estimate q on h200 with block = 256).instructions\n",
		type, type, e);
	out = program_run(ev, buffer_text(&text));
	n = strtod(out, NULL);
	free(out);
	buffer_free(&text);
	return n;
}

/* Of 32 bits all but a sum or two of a remainder beside its quotient are
 * exact; constants of 64 bits have one cost for all.
 */
static void compare_quotient(struct eval *ev, const struct csv *csv,
	int64_t row)
{
	const char *type = csv_cell(csv, row, csv_column(csv, "type"));
	const char *op = csv_cell(csv, row, csv_column(csv, "op"));
	const char *d = csv_cell(csv, row, csv_column(csv, "divisor"));
	bool is_wide = strcmp(type, "int64") == 0;
	bool is_literal = strcmp(d, "argument") != 0;
	double listed = cell(csv, row, "integer") + cell(csv, row, "special") +
		cell(csv, row, "conversion") +
		/* of 32 bits that is the load of the argument */
		(is_wide ? cell(csv, row, "control") : 0);
	struct buffer e = { 0 };
	double n;

	if (strcmp(op, "div") == 0)
		buffer_printf(&e, "div(a[x], %s)", d);
	else if (strcmp(op, "mod") == 0)
		buffer_printf(&e, "a[x] %% %s", d);
	else
		buffer_printf(&e, "bitxor(div(a[x], %s), a[x] %% %s)", d, d);
	n = instructions_of(ev, type, buffer_text(&e)) -
		instructions_of(ev, type, "a[x]");
	CHECK(fabs(n - listed) <= (is_wide && !is_literal		  ? 5 :
						  is_wide		  ? 3 :
						  strcmp(op, "both") == 0 ? 1 :
									    0));
	buffer_free(&e);
}

static void check_quotients(struct eval *ev)
{
	struct csv csv;
	int n = 0;

	read_csv(MEASURED_DIR "/../probes/quotients.csv", &csv);
	for (int64_t row = 0; row < csv.n_row; ++row) {
		/* which loads the divisor besides */
		if (strcmp(csv_cell(&csv, row, csv_column(&csv, "divisor")),
			    "value") == 0)
			continue;
		compare_quotient(ev, &csv, row);
		++n;
	}
	CHECK(n > 100);
	csv_clear(&csv);
}

int main(void)
{
	struct eval *ev = program_session();
	struct csv csv;
	double worst = 0;

	read_csv(MEASURED_DIR "/measured.csv", &csv);
	ev->files_allowed = true;
	free(program_run(ev, "import \"" MEASURED_DIR "/kernels.wsp\"\n"));
	printf("median and worst error in %%: warp, thread, fp64, fp32, "
	       "integer instructions\n");
	for (int64_t row = 0; row < csv.n_row && row < MOST_ROWS; ++row) {
		struct value v = ask(ev, &csv, row);
		const struct roof *roof = roof_of(&v);
		const char *kernel = csv_cell(&csv, row, 0);

		CHECK(roof != NULL);
		if (roof) {
			compare(&roof->cases[0], &csv, row);
			if (strcmp(kernel, "gsrb_branch") == 0)
				compare_lanes(&roof->cases[0], &csv, row,
					&worst);
		}
		value_free(&v);
		if (row + 1 == csv.n_row ||
			strcmp(csv_cell(&csv, row + 1, 0), kernel) != 0)
			print_kernel(kernel);
	}
	print_errors();
	printf("warp over thread instructions of gsrb_branch: at most %.2f %% "
	       "off\n",
		100 * worst);
	csv_clear(&csv);
	check_compiled(ev);
	check_loops(ev);
	check_joined(ev);
	check_promoted(ev);
	check_folds(ev);
	check_quotients(ev);
	eval_free(ev);
	return check_done();
}
