/* Registers and shared memory of a kernel from texts: what `ptxas -v` prints,
 * and reports of Nsight Compute as CSV, `ncu --csv` with the details page (a row
 * for each metric) or the raw page (a column for each).
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/csv.h"
#include "lang/base/memory.h"
#include "lang/ptx/cubin_parts.h"
#include "lang/ptx/ptx.h"

/* -------------------------------------------------------------- ptxas -v */

static int64_t number_before(const char *text, const char *end,
	const char *word)
{
	const char *at = text, *digit;
	size_t len = strlen(word);

	for (; at + len <= end; ++at)
		if (memcmp(at, word, len) == 0) {
			digit = at;
			while (digit > text && digit[-1] >= '0' &&
				digit[-1] <= '9')
				--digit;
			return digit < at ? strtoll(digit, NULL, 10) : -1;
		}
	return -1;
}

/* "Compiling entry function 'NAME'", then its figures up to the next one. */
static void read_ptxas(const char *text, struct cubin_search *s)
{
	static const char start[] = "entry function '";
	const char *at = text, *end, *next;

	while ((at = strstr(at, start))) {
		struct cubin c = { 0 };
		char *name;
		int64_t n;

		at += sizeof(start) - 1;
		end = strchr(at, '\'');
		if (!end)
			return;
		name = memory_copy_bytes(at, (size_t) (end - at));
		next = strstr(end, start);
		next = next ? next : end + strlen(end);
		n = number_before(end, next, " registers");
		c.registers = n > 0 && n <= 255 ? (int) n : 0;
		n = number_before(end, next, " bytes smem");
		c.shared_B = n > 0 ? n : 0;
		n = number_before(end, next, " bytes stack frame");
		c.stack_B = n > 0 ? n : 0;
		n = number_before(end, next, " bytes spill stores");
		c.spill_store_B = n > 0 ? n : 0;
		n = number_before(end, next, " bytes spill loads");
		c.spill_load_B = n > 0 ? n : 0;
		if (c.registers > 0)
			cubin_found(s, name, &c);
		free(name);
		at = end;
	}
}

/* ------------------------------------------------------------------ ncu */

/* "void heat<double>(const T1 *, T1 *)" is heat. */
static char *plain_kernel(const char *name)
{
	size_t len = strcspn(name, "<("), from = len;

	while (from > 0 && name[from - 1] != ' ' && name[from - 1] != ':')
		--from;
	return memory_copy_bytes(name + from, len - from);
}

/* "1,024" is 1024. */
static int64_t whole(const char *cell)
{
	int64_t n = 0;

	for (; *cell && *cell != '.'; ++cell)
		if (*cell >= '0' && *cell <= '9' && n < ((int64_t) 1 << 50))
			n = 10 * n + (*cell - '0');
	return n;
}

/* Shared memory has a unit: the raw page in a row of units, both per block. */
static int64_t bytes(const char *cell, const char *unit)
{
	/* units are decimal: 32,768 byte are 32.77 Kbyte */
	double factor = unit[0] == 'K' || unit[0] == 'k' ? 1000 :
		unit[0] == 'M'				 ? 1e6 :
							   1;
	char plain[32];
	size_t len = 0;
	double n;

	for (; *cell && len + 1 < sizeof(plain); ++cell)
		if (*cell != ',')
			plain[len++] = *cell;
	plain[len] = '\0';
	n = strtod(plain, NULL);

	return n > 0 && n < 1e9 ? (int64_t) (n * factor + 0.5) : 0;
}

static void take(struct cubin_search *s, const char *name,
	const struct cubin *c)
{
	char *plain = plain_kernel(name);
	char *wanted = s->entry ? ptx_plain_name(s->entry) : NULL;
	/* reports have no mangled names, so that kernels of one template are
	 * told apart by what they take alone
	 */
	bool is_other = s->n_found > 0 &&
		(s->result->registers != c->registers ||
			s->result->shared_B != c->shared_B);

	if (c->registers > 0 && c->registers <= 255) {
		if (wanted && strcmp(wanted, plain) == 0) {
			s->is_ambiguous |= is_other;
			cubin_found(s, s->entry, c);
		} else {
			cubin_found(s, plain, c);
		}
	}
	free(plain);
	free(wanted);
}

static void read_details(const struct csv *t, struct cubin_search *s)
{
	int kernel = csv_column(t, "Kernel Name");
	int metric = csv_column(t, "Metric Name");
	int unit = csv_column(t, "Metric Unit");
	int value = csv_column(t, "Metric Value"), id = csv_column(t, "ID");
	struct cubin c = { 0 };

	for (int64_t i = 0; i < t->n_row; ++i) {
		const char *name = csv_cell(t, i, metric);

		if (strcmp(name, "Registers Per Thread") == 0)
			c.registers = (int) whole(csv_cell(t, i, value));
		if (strcmp(name, "Static Shared Memory Per Block") == 0)
			c.shared_B = bytes(csv_cell(t, i, value),
				unit >= 0 ? csv_cell(t, i, unit) : "");
		/* the last row of a launch */
		if (i + 1 < t->n_row &&
			(id < 0 ? strcmp(csv_cell(t, i, kernel),
					  csv_cell(t, i + 1, kernel)) :
				  strcmp(csv_cell(t, i, id),
					  csv_cell(t, i + 1, id))) == 0)
			continue;
		take(s, csv_cell(t, i, kernel), &c);
		c = (struct cubin) { 0 };
	}
}

static void read_raw(const struct csv *t, struct cubin_search *s)
{
	int kernel = csv_column(t, "Kernel Name");
	int registers = csv_column(t, "launch__registers_per_thread");
	int shared = csv_column(t, "launch__shared_mem_per_block_static");

	/* the first row has units */
	for (int64_t i = 1; i < t->n_row; ++i) {
		struct cubin c = {
			.registers = (int) whole(csv_cell(t, i, registers)),
		};

		if (shared >= 0)
			c.shared_B = bytes(csv_cell(t, i, shared),
				csv_cell(t, 0, shared));
		take(s, csv_cell(t, i, kernel), &c);
	}
}

/* The profiler talks before the table: its lines start with ==. */
static void read_ncu(const char *text, size_t len, struct cubin_search *s)
{
	const char *start = text[0] == '"' ? text : strstr(text, "\n\"ID\"");
	struct csv table;
	char why[256];

	if (!start)
		return;
	start += *start == '\n';
	len -= (size_t) (start - text);
	if (!csv_parse_ragged(&table, memory_copy_bytes(start, len), len, 1,
		    why))
		return;
	if (csv_column(&table, "Kernel Name") >= 0 &&
		csv_column(&table, "Metric Name") >= 0 &&
		csv_column(&table, "Metric Value") >= 0)
		read_details(&table, s);
	else if (csv_column(&table, "Kernel Name") >= 0 &&
		csv_column(&table, "launch__registers_per_thread") >= 0)
		read_raw(&table, s);
	csv_clear(&table);
}

void cubin_read_text(const char *text, size_t len, struct cubin_search *s)
{
	read_ptxas(text, s);
	if (s->n_found == 0)
		read_ncu(text, len, s);
}
