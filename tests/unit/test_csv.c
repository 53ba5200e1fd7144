/* lang/base/csv.c: cells, lines, and errors of broken tables; decimal.c: the
 * numbers in them.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/csv.h"
#include "lang/base/decimal.h"
#include "lang/base/memory.h"
#include "tests/unit/check.h"

/* What a text reads as: cells in |, rows in /, or why not. */
static void check_parse(bool (*parse)(struct csv *, char *, size_t, char *),
	const char *text, const char *want)
{
	char why[256] = "", got[512] = "";
	struct csv csv;

	if (parse(&csv, memory_copy_text(text), strlen(text), why)) {
		for (int64_t i = -1; i < csv.n_row; ++i) {
			for (int k = 0; k < csv.n_column; ++k) {
				strcat(got, k ? "|" : i < 0 ? "" : "/");
				strcat(got, csv_cell(&csv, i, k));
			}
		}
		csv_clear(&csv);
	} else {
		strcpy(got, why);
	}
	if (strcmp(got, want) != 0)
		printf("'%s' reads as '%s', not '%s'\n", text, got, want);
	CHECK(strcmp(got, want) == 0);
}

static bool parse_ragged(struct csv *csv, char *text, size_t len, char *why)
{
	return csv_parse_ragged(csv, text, len, 1, why);
}

static void check_reads(const char *text, const char *want)
{
	check_parse(csv_parse, text, want);
}

/* Rows whose quotes do not match, and others that are left out. */
static void check_ragged(void)
{
	static const char cut[] = "a,b\n\"1\",2\n\"3\",\"4\n\"5\",\"6\"\n\"7";
	char why[256];
	struct csv csv;

	check_parse(parse_ragged, cut, "a|b/1|2/5|6");
	check_parse(parse_ragged, "a,b\n\"x\"\"\"y,1\n2,3", "a|b/2|3");
	check_parse(parse_ragged, "a,b\n1\n2,3,4\n5,6", "a|b/1|/5|6");
	check_parse(parse_ragged, "a,\"b\n1,2",
		"line 1: the closing quote is missing");
	CHECK(parse_ragged(&csv, memory_copy_text(cut), strlen(cut), why));
	CHECK(csv.n_odd == 2 && csv.odd == 3);
	CHECK(strcmp(csv.what, "has a quote that does not close") == 0);
	CHECK(csv.line[1] == 2 && csv.line[2] == 4);
	csv_clear(&csv);
}

static void check_lines(void)
{
	static const char text[] = "a,b\n\n1,\"x\ny\"\r\n \n2,3";
	char why[256];
	struct csv csv;

	CHECK(csv_parse(&csv, memory_copy_text(text), strlen(text), why));
	CHECK(csv.n_row == 2);
	CHECK(csv.line[0] == 1 && csv.line[1] == 3 && csv.line[2] == 6);
	CHECK(csv_column(&csv, "b") == 1 && csv_column(&csv, "c") == -1);
	csv_clear(&csv);
}

static void check_zero_byte(void)
{
	char why[256];
	struct csv csv;

	CHECK(!csv_parse(&csv, memory_copy_bytes("a\0b", 3), 3, why));
	CHECK(strstr(why, "NUL byte") != NULL);
}

/* What a number may have as its decimal mark, and its value with each; NAN: it
 * is none.
 */
static void check_decimal(const char *text, char mark, double point,
	double comma)
{
	double v, want[2] = { point, comma };
	bool ok = decimal_mark(text) == mark;

	for (int i = 0; i < 2; ++i) {
		bool is_number = decimal_read(text, ".,"[i], &v);

		ok &= is_number ? v == want[i] : isnan(want[i]);
	}
	if (!ok)
		printf("'%s' is read as something else\n", text);
	CHECK(ok);
}

static void check_decimals(void)
{
	check_decimal("12", 0, 12, 12);
	check_decimal("8,388,608", '.', 8388608, NAN);
	check_decimal("8.388.608", ',', NAN, 8388608);
	check_decimal("8.388.608,25", ',', NAN, 8388608.25);
	check_decimal("8,388,608.25", '.', 8388608.25, NAN);
	check_decimal("83,88,608", '.', 8388608, NAN);
	check_decimal("268,435", 0, 268435, 268.435);
	check_decimal("268.435", 0, 268.435, 268435);
	check_decimal("0,435", ',', NAN, 0.435);
	check_decimal("99,5", ',', NAN, 99.5);
	check_decimal("1234,567", ',', NAN, 1234.567);
	check_decimal("1.5e3", '.', 1500, NAN);
	check_decimal("1,125E+03", ',', 1125e3, 1125);
	check_decimal("8 388 608,5", ',', NAN, 8388608.5);
	check_decimal("8\xe2\x80\xaf"
		      "388",
		0, 8388, 8388);
	check_decimal("8'388.5", '.', 8388.5, NAN);
	check_decimal("-2.5", '.', -2.5, NAN);
	check_decimal("1,2,3", '.', NAN, NAN);
	check_decimal("", 0, NAN, NAN);
	check_decimal(".", 0, NAN, NAN);
	check_decimal("0x10", 0, NAN, NAN);
	check_decimal("12 GB", 0, NAN, NAN);
	check_decimal("nan", 0, NAN, NAN);
	CHECK(decimal_is_ambiguous("268,435"));
	CHECK(!decimal_is_ambiguous("268,4"));
}

static void check_large(size_t n_row)
{
	static const char row[] = "12345,\"a \"\"b\"\"\",3.25,\n";
	size_t len = n_row * (sizeof(row) - 1);
	char *text = memory_new(len + 1), why[256];
	struct csv csv;

	for (size_t i = 0; i < n_row; ++i)
		memcpy(text + i * (sizeof(row) - 1), row, sizeof(row) - 1);
	CHECK(csv_parse(&csv, text, len, why));
	CHECK(csv.n_row == (int64_t) n_row - 1);
	csv_clear(&csv);
}

int main(void)
{
	check_decimals();
	check_reads("a,b\n1,2\n", "a|b/1|2");
	check_reads("a,b\n1,2", "a|b/1|2");
	check_reads("a,b\r\n1,2\r\n", "a|b/1|2");
	check_reads("a,b\r\n1,2\r", "a|b/1|2");
	check_reads("\xef\xbb\xbf"
		    "a,b\n1,2\n",
		"a|b/1|2");
	check_reads("\n\n a , b \n\n1 ,\t2\n\n", "a|b/1|2");
	check_reads("a;b\n1,5;2\n", "a|b/1,5|2");
	check_reads("sep=;\r\na;b\r\n1,5;2\r\n", "a|b/1,5|2");
	check_reads("a\tb\n1,5\t\n", "a|b/1,5|");
	check_reads("\"a;x;y\",b\n1,2\n", "a;x;y|b/1|2");
	check_reads("a,b\n,\n", "a|b/|");
	check_reads("a\n\"\"\n", "a/");
	check_reads("a,b\n\"1,5\",\"say \"\"x\"\"\"\n", "a|b/1,5|say \"x\"");
	check_reads("a,b\n\"x\ny\" ,2\n", "a|b/x\ny|2");
	check_reads("a,b\n 1\"2,3\n", "a|b/1\"2|3");
	check_reads("a", "a");
	check_reads("a,b\n1\n", "line 2: 1 cell, but the header has 2");
	check_reads("a,b\n1,2\n\n1,2,3\n",
		"line 4: 3 cells, but the header has 2");
	check_reads("a,b\n1,\"2\n3\n", "line 2: the closing quote is missing");
	check_reads("\"", "line 1: the closing quote is missing");
	check_reads("a\n\"1\" 2\n",
		"line 2: text follows the closing quote of a cell");
	check_reads("", "line 1: the file has no header row");
	check_reads(" \n\r\n", "line 1: the file has no header row");
	check_lines();
	check_ragged();
	check_zero_byte();
	check_large(800000);
	return check_done();
}
