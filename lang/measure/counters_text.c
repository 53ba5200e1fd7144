/* The text of a profile before it is a table: UTF-16 becomes UTF-8, and the
 * tables of counters are found among what the profiler and the profiled program
 * print.  A line is a header if it has the column that names kernels and no
 * cell that starts with a digit.
 */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/buffer.h"
#include "lang/measure/counters.h"

const struct counters_kind counters_kinds[] = {
	{ TOOL_SUMMARY, "Name", "Time(%)" },
	{ TOOL_SUMMARY, "Name", "Time (%)" },
	{ TOOL_SUMMARY, "Name", "AverageNs" },
	{ TOOL_TRACE, "Name", "Duration" },
	{ TOOL_TRACE, "Name", "Duration (ns)" },
	{ TOOL_NCU, "Kernel Name", NULL },
	{ TOOL_ROCPROF, "KernelName", NULL },
	{ TOOL_ROCPROF, "Kernel_Name", NULL },
	{ TOOL_OWN, "kernel", NULL },
	{ TOOL_NVPROF, "Kernel", NULL },
	{ TOOL_OWN, NULL, NULL },
};

/* --------------------------------------------------------------- UTF-16 */

/* One code unit. */
static unsigned unit_at(const char *text, bool is_big)
{
	unsigned a = (unsigned char) text[0], b = (unsigned char) text[1];

	return is_big ? a << 8 | b : b << 8 | a;
}

static void add_utf8(struct buffer *out, unsigned c)
{
	static const unsigned first[] = { 0, 0xc0, 0xe0, 0xf0 };
	int n = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;

	buffer_add_char(out, (char) (first[n] | c >> 6 * n));
	while (n-- > 0)
		buffer_add_char(out, (char) (0x80 | (c >> 6 * n & 0x3f)));
}

/* Windows PowerShell writes UTF-16 with a byte order mark; without one, each
 * second byte of a header is 0.
 */
char *counters_decode(char *text, size_t *len)
{
	bool is_big, has_mark;
	struct buffer out = { 0 };

	if (*len < 4 || *len % 2 != 0)
		return text;
	has_mark = memcmp(text, "\xff\xfe", 2) == 0 ||
		memcmp(text, "\xfe\xff", 2) == 0;
	is_big = text[0] == '\0' || text[0] == '\xfe';
	if (!has_mark &&
		(!text[is_big] || text[!is_big] || !text[2 + is_big] ||
			text[2 + !is_big]))
		return text;
	for (size_t i = has_mark ? 2 : 0; i < *len; i += 2) {
		unsigned c = unit_at(text + i, is_big), low;

		if (c >> 10 == 0x36 && i + 4 <= *len &&
			(low = unit_at(text + i + 2, is_big)) >> 10 == 0x37) {
			c = 0x10000 + ((c & 0x3ff) << 10 | (low & 0x3ff));
			i += 2;
		}
		add_utf8(&out, c);
	}
	free(text);
	*len = out.len;
	return buffer_take(&out);
}

/* --------------------------------------------------------------- tables */

/* The next cell of a line; returns what follows it, NULL at the end. */
static const char *next_cell(const char *at, const char *end, char separator,
	const char **cell, size_t *len)
{
	while (at < end && *at == ' ')
		++at;
	if (at < end && *at == '"') {
		*cell = ++at;
		while (at < end && *at != '"')
			++at;
		*len = (size_t) (at - *cell);
		while (at < end && *at != separator)
			++at;
	} else {
		*cell = at;
		while (at < end && *at != separator)
			++at;
		*len = (size_t) (at - *cell);
		while (*len > 0 && isspace((unsigned char) (*cell)[*len - 1]))
			--*len;
	}
	return at < end ? at + 1 : NULL;
}

static bool has_cell(const char *line, size_t n, char separator,
	const char *word)
{
	const char *cell, *at = line;
	size_t len;

	while (word && at) {
		at = next_cell(at, line + n, separator, &cell, &len);
		if (strlen(word) == len && strncmp(word, cell, len) == 0)
			return true;
	}
	return !word;
}

static bool is_head(const char *line, size_t n)
{
	const struct counters_kind *kind = counters_kinds;
	char separator = csv_separator(line, n);
	const char *cell, *at = line;
	size_t len;

	for (; kind->kernel; ++kind)
		if (has_cell(line, n, separator, kind->kernel) &&
			has_cell(line, n, separator, kind->beside))
			break;
	while (kind->kernel && at) {
		at = next_cell(at, line + n, separator, &cell, &len);
		if (len > 0 && isdigit((unsigned char) *cell))
			return false;
	}
	return kind->kernel != NULL;
}

char *counters_head(char *text, int64_t *line)
{
	size_t len;

	if (*line == 1 && strncmp(text, "\xef\xbb\xbf", 3) == 0)
		text += 3;
	for (; *text; text += len + (text[len] == '\n'), ++*line) {
		len = strcspn(text, "\n");
		if (is_head(text, len))
			return text;
	}
	return NULL;
}

/* "==4711== Metric result:" ends the table before it. */
static bool is_title(const char *line, size_t len)
{
	static const char end[] = "result:";
	size_t n = sizeof(end) - 1;

	while (len > 0 && isspace((unsigned char) line[len - 1]))
		--len;
	return len > n && strncmp(line + len - n, end, n) == 0;
}

bool counters_trim(char *text)
{
	int64_t first = 1;
	bool is_any = counters_head(text, &first) != NULL;
	bool is_inside = false;
	size_t len;

	if (strncmp(text, "\xef\xbb\xbf", 3) == 0)
		memset(text, ' ', 3);
	for (char *line = text; *line; line += len + (line[len] == '\n')) {
		bool is_note;

		len = strcspn(line, "\n");
		is_note = strncmp(line, "==", 2) == 0;
		if (is_note)
			is_inside &= !is_title(line, len);
		else
			is_inside |= is_head(line, len);
		if (is_any && (is_note || !is_inside))
			memset(line, ' ', len);
	}
	return is_any;
}

/* --------------------------------------------------------------- others */

/* What people give in place of CSV, by its first bytes or by a text in it. */
static const struct {
	const char *start, *inside, *why;
} others[] = {
	{ "NVR", NULL,
		"this is a report of Nsight Compute; `ncu --import "
		"report.ncu-rep --csv --page raw > profile.csv` makes a table "
		"of it" },
	{ "SQLite format 3", NULL,
		"this is a database; `nsys stats --format csv`, `nvprof --csv "
		"--import-profile` or rocprofv3's `--output-format csv` write "
		"tables" },
	{ "{", NULL,
		"this is JSON; profiles are read as CSV: `ncu --csv --page "
		"raw`, rocprofv3's `--output-format csv`" },
	{ "", "    Section: ",
		"this is Nsight Compute's output for people; `ncu --csv --page "
		"raw` writes a table" },
	{ "", "Metric result:",
		"this is nvprof's output for people; `nvprof --csv` writes a "
		"table" },
};

void counters_explain(const char *text, size_t len, char why[256])
{
	const char *name = strstr(text, "NVPROF");

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); ++i)
		if (strncmp(text, others[i].start, strlen(others[i].start)) ==
				0 &&
			(!others[i].inside || strstr(text, others[i].inside))) {
			snprintf(why, 256, "%s", others[i].why);
			return;
		}
	if (strlen(text) < len)
		snprintf(why, 256,
			"not a text file: it contains a NUL byte; profiles are "
			"read as CSV");
	else
		snprintf(why, 256,
			"this is not a profile of nvprof, Nsight Compute or "
			"rocprof: no line names the columns%s",
			name ? "; `nvprof --csv` writes a table" : "");
}
