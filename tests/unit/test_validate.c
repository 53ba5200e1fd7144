/* validate(): names of profiles, arguments, and figures worked out by hand. */

#include "lang/base/memory.h"
#include "lang/measure/measured.h"
#include "tests/unit/check.h"
#include "tests/unit/program.h"

static void check_name(const char *text, const char *want)
{
	char *copy = memory_copy_text(text);

	if (strcmp(counters_name(copy), want) != 0)
		printf("'%s' is no '%s'\n", text, want);
	free(copy);
	copy = memory_copy_text(text);
	CHECK(strcmp(counters_name(copy), want) == 0);
	free(copy);
}

static void check_names(void)
{
	check_name("copy", "copy");
	check_name("copy(double *, int)", "copy");
	check_name("void copy<double, (int)3>(T1 *)", "copy");
	check_name("void a::b::copy<double>(T1 *)", "copy");
	check_name("void (anonymous namespace)::copy(int)", "copy");
	check_name("copy(float*, int) [clone .kd]", "copy");
	check_name("copy.kd", "copy");
	check_name("_Z4copyPdS_", "copy");
	check_name("_Z4copyIdEvPKT_PS0_.kd", "copy");
	check_name("_ZN5space4copyEPd", "copy");
	check_name("_ZN12_GLOBAL__N_14copyEPd", "copy");
	check_name("_Z", "_Z");
	check_name("_Z99copy", "_Z99copy");
	/* a structure as the first parameter, arguments of templates */
	check_name("_Z3lap4grid", "lap");
	check_name("_ZN5outer6scaledINS_3boxIfLi3EEELi2EEEvPfT_4grid",
		"scaled");
	check_name("_ZN5spaceIfLi3EE4copyEPd", "copy");
	check_name("", "");
	check_name("<", "");
}

#define KERNEL "kernel copy(a, b) { b[0] = a[0] }\n"
#define ROW    "record(kernel = \"copy\", nx = 1024, bx = 64, ms = 1)"

static const struct {
	const char *program, *prints;
} tests[] = {
	{ "validate([" ROW "]).rows", "1" },
	{ "validate([" ROW "], worst = 0).worst", "[]" },
	{ "validate([" ROW "]).groups[0].domain", "(1024, 1, 1)" },
	{ "validate([" ROW "], fold = 2).groups[0].fold", "(2, 1, 1)" },
	{ "validate([" ROW "], type = float).groups[0].type", "float" },
	{ "validate([" ROW "], model = ernst2022).model", "ernst2022" },
	{ "validate([" ROW "], on = a100).device", "a100" },
	{ "validate([" ROW "], block = 128).points[0].block", "(64, 1, 1)" },
	/* what a table says is compared with what estimate says */
	{ "t = (estimate copy with domain = 2^24, block = 64).time\n"
	  "v = validate([record(kernel = \"copy\", nx = 2^24, bx = 64, "
	  "ms = 2 * t / 1 ms)])\n"
	  "round(v.metrics.time.median, 6)",
		"50" },
	{ "v = validate([record(kernel = \"copy\", nx = 2^24, bx = 64, "
	  "dram_read_bytes = 4 * 2^24)], model = ernst2022)\n"
	  "(v.worst[0].cause, v.worst[0].error)",
		"(\"dram.load\", 100)" },
	/* a counter of 0 is one sector: 8 * 1024 / 32 - 0 */
	{ "v = validate([record(kernel = \"copy\", nx = 1024, bx = 64, "
	  "dram_read_bytes = 0)], model = ernst2022)\n"
	  "values(v.metrics)[0].max",
		"25600" },
	/* volumes as measured, and the time that follows from them */
	{ "v = validate([record(kernel = \"copy\", nx = 2^26, bx = 64, "
	  "ms = 1, dram_read_bytes = 16 * 2^26, dram_write_bytes = "
	  "16 * 2^26)], model = ernst2022)\n"
	  "p = v.points[0]\n"
	  "round(p.time_from_measured / p.time.predicted, 6)",
		"2" },
	{ "validate([" ROW ", record(kernel = \"kopy\", nx = 1, bx = 1, "
	  "ms = 1)]).reasons[0].reason",
		"there is no kernel 'kopy'" },
	{ "validate()", "error: validate needs the argument 'table'" },
	{ "validate(3)",
		"error: validate needs a file of measurements or a "
		"list of records, got a number" },
	{ "validate([])", "error: the table has no rows" },
	{ "validate([1, 2])", "error: the table is not a list of records" },
	{ "validate([" ROW "], on = 3)",
		"error: validate needs a device, got a number" },
	{ "validate([" ROW "], model = float)",
		"error: model is wsp, ernst2022 or warpspeed2025, got "
		"float" },
	{ "validate([" ROW "], kernels = 3)",
		"error: validate needs a string, got a number" },
	{ "validate([" ROW "], domain = -1)",
		"error: domain must be positive, got -1" },
	{ "validate([" ROW "], worst = -1)",
		"error: worst is the number of rows to show: at least 0" },
	{ "validate([" ROW "], blok = 3)",
		"error: validate has no parameter 'blok'" },
	{ "validate(\"none.csv\")",
		"error: a table cannot be read here: "
		"programs may not read files" },
	{ "validate([" ROW "], kernels = \"none.wsp\")",
		"error: import is not allowed here: programs may not read "
		"files" },
};

static void check_programs(void)
{
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); ++i) {
		struct eval *ev = program_session();
		struct buffer program = { 0 };
		char *got;

		buffer_printf(&program, "%s%s", KERNEL, tests[i].program);
		got = program_run(ev, buffer_text(&program));
		if (strncmp(got, "error", 5) == 0)
			got[strcspn(got, "|")] = '\0';
		if (strlen(got) > 0 && got[strlen(got) - 1] == ' ')
			got[strlen(got) - 1] = '\0';
		if (strcmp(got, tests[i].prints) != 0)
			printf("%s\nprints: %s\nnot: %s\n", tests[i].program,
				got, tests[i].prints);
		CHECK(strcmp(got, tests[i].prints) == 0);
		free(got);
		buffer_free(&program);
		eval_free(ev);
	}
}

int main(void)
{
	check_names();
	check_programs();
	return check_done();
}
