/* No table crashes the readers of measurements and profiles. */

#include "lang/base/csv.h"
#include "lang/base/memory.h"
#include "lang/measure/measured.h"
#include "lang/measure/profile.h"
#include "tests/fuzz/fuzz.h"

/* As a file was read: owned, with a NUL behind it. */
static char *given(const uint8_t *data, size_t size)
{
	return memory_copy_bytes((const char *) data, size);
}

static void read_csv(const uint8_t *data, size_t size)
{
	char why[256] = "";
	struct csv csv;

	if (!csv_parse(&csv, given(data, size), size, why)) {
		require(why[0] != '\0', "a failure has a reason");
		return;
	}
	for (int64_t row = 0; row < csv.n_row; ++row)
		for (int i = 0; i < csv.n_column; ++i)
			require(csv_cell(&csv, row, i) != NULL,
				"rows are as long as their heads");
	for (int i = 0; i < csv.n_column; ++i)
		require(csv_column(&csv, csv.cell[i]) <= i,
			"a column is found by its name");
	csv_clear(&csv);
}

static void read_measured(const uint8_t *data, size_t size)
{
	struct measured_table t;
	char why[256] = "";

	if (measured_read(&t, given(data, size), size, why)) {
		for (int64_t i = 0; i < t.n_row; ++i)
			require(t.row[i].kernel != NULL, "rows have kernels");
		measured_clear(&t);
	} else {
		require(why[0] != '\0', "a failure has a reason");
	}
}

/* Several files of a run, parted by a NUL. */
static void read_profile(const uint8_t *data, size_t size)
{
	struct profile *p = profile_new();
	const uint8_t *end = data + size;
	struct value v;

	while (data <= end) {
		const uint8_t *nul = memchr(data, 0, (size_t) (end - data));
		size_t len = (size_t) ((nul ? nul : end) - data);
		char why[256] = "";
		int64_t n_bad;

		if (!profile_read(p, given(data, len), len, &n_bad, why))
			require(why[0] != '\0', "a failure has a reason");
		data += len + 1;
	}
	for (int is_grouped = 0; is_grouped < 2; ++is_grouped) {
		v = profile_value(p, is_grouped);
		value_free(&v);
	}
	profile_free(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *name = given(data, size), *unit = given(data, size);

	read_csv(data, size);
	read_measured(data, size);
	read_profile(data, size);
	free(counters_name_full(name));
	counters_name(name);
	counters_unit(unit);
	free(name);
	free(unit);
	return 0;
}
