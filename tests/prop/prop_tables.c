/* Random tables of measurements and of probes, with cells that no GPU has:
 * no answer has a NaN or an infinity in it, and a device that device-from
 * makes of them can be read.
 *
 *	prop_tables [SEED [CASES]]
 */

#include <ctype.h>
#include <string.h>
#include <unistd.h>

#include "lang/base/buffer.h"
#include "lang/wsp.h"
#include "tests/prop/random.h"
#include "tests/unit/check.h"

#define CASES 30

static const char kernels[] =
	"kernel heat(u: [nx, ny], v: [nx, ny]) {\n"
	"	v[0,0] = (u[1,0] + u[-1,0] + u[0,1] + u[0,-1]) / 4\n"
	"}\n"
	"kernel star(u: [nx, ny, nz], v: [nx, ny, nz]) {\n"
	"	v[0,0,0] = u[2,0,0] + u[0,-2,0] + u[0,0,1] - 6*u[0,0,0]\n"
	"}\n"
	"kernel copy(u: [nx], v: [nx]) { v[0] = u[0] }\n"
	"kernel sum(u: [nx, ny], v: [nx, ny], w: [nx, ny]) {\n"
	"	w[0,0] = u[0,0] + v[0,1]\n"
	"}\n";

static char path[64];

/* ---------------------------------------------------------------- tables */

static const char *odd_cell(void)
{
	static const char *const cells[] = { "0", "-1", "nan", "inf", "1e308",
		"1e-320", "9223372036854775807", "1e999", "1e18", "1e-3", "1.5",
		"", "-0", "1e15", "2147483648", "32", "1025", "x", "\"a,b\"",
		"\xc3\xa9" };

	return cells[pick(0, sizeof(cells) / sizeof(cells[0]) - 1)];
}

/* Columns of a table, and about what is in them. */
static const struct {
	const char *name;
	int64_t lo, hi;
} columns[] = {
	{ "nx", 64, 4096 },
	{ "ny", 1, 512 },
	{ "nz", 1, 64 },
	{ "bx", 1, 64 },
	{ "by", 1, 16 },
	{ "bz", 1, 1 },
	{ "fx", 1, 2 },
	{ "offset", 0, 64 },
	{ "regs", 16, 64 },
	{ "ms", 1, 90 },
	{ "dram_read_bytes", 0, 900000000 },
	{ "dram_write_bytes", 0, 900000000 },
	{ "l2_read_sectors_tex", 0, 90000000 },
	{ "l2_write_sectors_tex", 0, 90000000 },
	{ "l1_data_wavefronts", 0, 90000000 },
	{ "l2_tag_requests", 0, 90000000 },
	{ "warp_insts", 0, 90000000 },
};

#define N_COLUMN ((int) (sizeof(columns) / sizeof(columns[0])))

enum { TIME = 9 }; /* the first that is measured */

static void add_cell(struct buffer *out, int column, int n_dim)
{
	double v = (double) pick(columns[column].lo, columns[column].hi);

	if (column >= n_dim && column < 3)
		v = 1;
	buffer_printf(out, ",%.12g", column == TIME ? v / 100 : v);
}

static void measurements(struct buffer *out)
{
	static const struct {
		const char *name;
		int n_dim;
	} kernel[] = { { "heat", 2 }, { "star", 3 }, { "copy", 1 },
		{ "sum", 2 }, { "other", 1 } };
	int n_row = (int) ONE_OF(1, 2, 4, 12, 40), odd = (int) pick(0, 3);
	int n_kernel = (int) pick(1, 4);
	uint64_t is_left_out = 0, is_zero = 0;

	for (int c = 6; c < N_COLUMN; ++c)
		if (chance(10))
			is_left_out |= UINT64_C(1) << c;
		else if (c > TIME && chance(5))
			is_zero |= UINT64_C(1) << c;
	buffer_add(out, "kernel,type");
	for (int c = 0; c < N_COLUMN; ++c)
		if (!(is_left_out >> c & 1))
			buffer_printf(out, ",%s", columns[c].name);
	for (int row = 0; row < n_row; ++row) {
		int k = (int) pick(0, chance(2) ? 4 : n_kernel - 1);

		buffer_printf(out, "\n%s,%s", kernel[k].name,
			chance(50) ? "double" : "float");
		for (int c = 0; c < N_COLUMN; ++c) {
			if (is_left_out >> c & 1)
				continue;
			if (is_zero >> c & 1)
				buffer_add(out, ",0");
			else if (odd > 0 && chance(c < TIME ? 1 : 4) && odd--)
				buffer_printf(out, ",%s", odd_cell());
			else
				add_cell(out, c, kernel[k].n_dim);
		}
	}
	buffer_add(out, "\n");
}

/* What the probe programs print, and about what they find. */
static const struct {
	const char *name;
	double first, step, value;
	int n;
} probes[] = {
	{ "prop,sm", 0, 0, 132, 1 },
	{ "prop,clock_GHz", 0, 0, 1.98, 1 },
	{ "prop,threads_per_sm", 0, 0, 2048, 1 },
	{ "prop,blocks_per_sm", 0, 0, 32, 1 },
	{ "prop,regs_per_sm", 0, 0, 65536, 1 },
	{ "prop,smem_per_sm", 0, 0, 233472, 1 },
	{ "prop,smem_per_block", 0, 0, 49152, 1 },
	{ "prop,memory_bytes", 0, 0, 150e9, 1 },
	{ "prop,memory_GHz", 0, 0, 3.2, 1 },
	{ "prop,bus_bits", 0, 0, 6144, 1 },
	{ "prop,l2_bytes", 0, 0, 62914560, 1 },
	{ "clock,fp32", 0, 0, 1.9, 1 },
	{ "dram,scale", 1, 1, 4000, 4 },
	{ "dram,triad", 1, 1, 4100, 4 },
	{ "l1,load", 1, 8, 30000, 6 },
	{ "l2,shared", 1024, 8192, 8000, 6 },
	{ "l2,lines", 1, 1, 90, 3 },
	{ "latency,chase", 16, 16384, 300, 12 },
	{ "tlb,rate", 1, 40, 3, 6 },
	{ "launch,overhead_us", 0, 1, 4, 2 },
	{ "launch,rate", 1, 1, 1, 4 },
};

/* About "value".  What an SM has is hardly ever a fraction. */
static void add_found(struct buffer *out, const char *name, double value)
{
	bool is_count = strcmp(name, "prop,sm") == 0 || strstr(name, "_per_sm");

	buffer_printf(out, is_count && !chance(2) ? "%.0f\n" : "%.6g\n",
		value * (double) pick(80, 120) / 100);
}

static void probed(struct buffer *out)
{
	int odd = (int) pick(0, 4);

	buffer_printf(out, "probe,variant,at,value\nprop,name,0,%s\n",
		chance(50) ? "A \"GPU\"" : "\"A\nB\"");
	buffer_printf(out, "prop,capability,0,%s\n",
		chance(80)	   ? "9.0" :
			chance(50) ? "\"9.9\nassert false\"" :
				     odd_cell());
	for (int i = 0; i < (int) (sizeof(probes) / sizeof(probes[0])); ++i) {
		bool all_odd = odd > 0 && chance(4);
		const char *same = odd_cell();

		if (chance(2))
			continue;
		for (int k = 0; k < probes[i].n; ++k) {
			buffer_printf(out, "%s,%g,", probes[i].name,
				probes[i].first + k * probes[i].step);
			if (all_odd)
				buffer_printf(out, "%s\n", same);
			else if (odd > 0 && chance(3))
				buffer_printf(out, "%s\n", odd_cell());
			else
				add_found(out, probes[i].name, probes[i].value);
		}
	}
}

/* ---------------------------------------------------------------- checks */

static void write_table(const struct buffer *table)
{
	FILE *file = fopen(path, "w");

	CHECK(file && fwrite(table->text, 1, table->len, file) == table->len);
	CHECK(file && fclose(file) == 0);
}

/* Whether "text" has a word that starts with "word" and goes on without
 * letters: nan, inf.
 */
static bool has_word(const char *text, const char *word)
{
	const char *at = text;

	while ((at = strstr(at, word))) {
		if ((at == text || !isalnum((unsigned char) at[-1])) &&
			!isalnum((unsigned char) at[strlen(word)]))
			return true;
		++at;
	}
	return false;
}

static void expect(bool holds, const char *what, const struct buffer *table,
	const char *text)
{
	CHECK(holds);
	if (!holds)
		printf("%s\n%s\n%s\n", what, table->text, text);
}

/* An answer, with warnings perhaps, or an error, and no NaN or infinity in it. */
static bool ask(struct wsp *w, const char *question, const struct buffer *table)
{
	char program[256];
	struct wsp_result *r;
	bool ok;

	snprintf(program, sizeof(program), question, path);
	r = wsp_eval(w, program);
	ok = wsp_ok(r);
	expect(ok != (strstr(wsp_error_text(r), "error: ") != NULL), program,
		table, wsp_error_text(r));
	if (ok) {
		const char *text = wsp_value_text(r);
		const char *json = wsp_value_json(r);

		expect(!has_word(text, "nan") && !has_word(text, "inf"),
			program, table, text);
		expect(json && !has_word(json, "nan") && !has_word(json, "inf"),
			program, table, json);
	}
	wsp_result_free(r);
	return ok;
}

static bool check_measurements(struct wsp *w)
{
	struct buffer table = { 0 };
	bool ok;

	measurements(&table);
	write_table(&table);
	ok = ask(w, "validate(\"%s\")", &table);
	ask(w, "validate(\"%s\", leave_one_out = true)", &table);
	ask(w, "fit(\"%s\")", &table);
	ask(w, "fit(\"%s\", intervals = true)", &table);
	ask(w,
		chance(50) ?
			"validate(\"%s\", model = ernst2022)" :
			"validate(\"%s\", model = warpspeed2025, domain = (64, 64))",
		&table);
	buffer_free(&table);
	return ok;
}

static bool check_probes(struct wsp *w)
{
	static const char question[] =
		"\nestimate heat on mine with "
		"domain = (4000, 4000), block = (32, 1)\n";
	struct buffer table = { 0 }, program = { 0 };
	struct wsp_result *r;
	char call[128];
	bool ok;

	probed(&table);
	write_table(&table);
	snprintf(call, sizeof(call), "print device_from(\"%s\")", path);
	r = wsp_eval(w, call);
	ok = wsp_ok(r);
	if (ok)
		buffer_printf(&program, "%s%s", wsp_text(r), question);
	wsp_result_free(r);
	if (ok) {
		r = wsp_eval(w, program.text);
		/* an SM may be too small for the block, and is one then */
		expect(wsp_ok(r) || strstr(wsp_error_text(r), "an SM of mine"),
			program.text, &table, wsp_error_text(r));
		wsp_result_free(r);
	}
	buffer_free(&table);
	buffer_free(&program);
	return ok;
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	long cases = argc > 2 ? atol(argv[2]) : check_cases(CASES);
	struct wsp *w = wsp_new();
	int n_validated = 0, n_device = 0;

	printf("seed %llu\n", (unsigned long long) seed);
	snprintf(path, sizeof(path), "prop_tables.%ld.csv", (long) getpid());
	wsp_allow_files(w, true);
	wsp_result_free(wsp_eval(w, kernels));
	wsp_save(w);
	for (long i = 0; i < cases; ++i) {
		state = seed * 1000003 + (uint64_t) i;
		n_validated += check_measurements(w);
		n_device += check_probes(w);
		wsp_restore(w);
	}
	unlink(path);
	printf("%ld tables of each kind: %d validated, %d devices\n", cases,
		n_validated, n_device);
	CHECK(n_validated > 0 && n_device > 0);
	wsp_free(w);
	return check_done();
}
