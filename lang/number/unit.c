/* Units: lookup in the table of unit.def, products and powers of units, and
 * suggestions for misspelt ones.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/integer.h"
#include "lang/base/diag.h"
#include "lang/base/memory.h"
#include "lang/number/unit.h"

/* Largest exponent of a base unit: struct dim stores an int8_t each. */
#define EXP_MAX 127

const struct unit_row unit_rows[] = {
#define UNIT(name, base, exp, num, den) { name, BASE_##base, exp, num, den },
#include "lang/number/unit.def"
};

const int n_unit_row = sizeof(unit_rows) / sizeof(unit_rows[0]);

static const char *const names[] = {
#define UNIT(name, base, exp, num, den) name,
#include "lang/number/unit.def"
};

int unit_names(const char *const **name)
{
	*name = names;
	return n_unit_row;
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char) (c + 'a' - 'A') : c;
}

static const char *alike(const char *text)
{
	for (int i = 0; i < n_unit_row; ++i) {
		const char *a = text, *b = names[i];

		while (*a && lower(*a) == lower(*b)) {
			++a;
			++b;
		}
		if (!*a && !*b)
			return names[i];
	}
	return NULL;
}

/* Common names of units, for suggestions. */
static const struct {
	const char *word, *unit;
} words[] = {
	{ "sec", "s" },
	{ "secs", "s" },
	{ "second", "s" },
	{ "seconds", "s" },
	{ "msec", "ms" },
	{ "usec", "us" },
	{ "nsec", "ns" },
	{ "byte", "B" },
	{ "bytes", "B" },
	{ "flops", "FLOP" },
	{ "update", "LUP" },
	{ "updates", "LUP" },
	{ "lups", "LUP" },
	{ "cycle", "cyc" },
	{ "cycles", "cyc" },
	{ "instruction", "inst" },
	{ "instructions", "inst" },
	{ "transaction", "txn" },
	{ "transactions", "txn" },
};

static const char *nearest(const char *word)
{
	const char *same = alike(word);

	if (same)
		return same;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i)
		if (strcmp(words[i].word, word) == 0)
			return words[i].unit;
	return diag_nearest(word, names, n_unit_row);
}

bool unit_meant(const char *text, struct buffer *out)
{
	while (*text) {
		size_t len = strcspn(text, "*/");
		char *word = memory_copy_bytes(text, len);
		const char *meant;
		struct unit unit;

		meant = unit_parse(word, len, &unit) == len ? word :
							      nearest(word);
		if (meant)
			buffer_add(out, meant);
		free(word);
		if (!meant)
			return false;
		text += len;
		if (*text)
			buffer_add_char(out, *text++);
	}
	return true;
}

bool dim_equal(struct dim a, struct dim b)
{
	return memcmp(a.exp, b.exp, sizeof(a.exp)) == 0;
}

bool dim_is_none(struct dim a)
{
	return dim_equal(a, (struct dim) { { 0 } });
}

bool dim_is_count(struct dim a)
{
	int n = 0;

	for (int i = 0; i < N_BASE; ++i) {
		if (a.exp[i] < 0 || a.exp[i] > 1)
			return false;
		n += a.exp[i];
	}
	return n == 1 && a.exp[BASE_S] == 0;
}

static bool set_exp(struct dim *d, int base, int64_t exp)
{
	d->exp[base] = (int8_t) exp;
	return exp >= -EXP_MAX && exp <= EXP_MAX;
}

/* a * b^sign */
static bool dim_combine(struct dim a, struct dim b, int sign,
	struct dim *result)
{
	bool fits = true;

	for (int i = 0; i < N_BASE; ++i)
		fits &= set_exp(result, i, a.exp[i] + sign * b.exp[i]);
	return fits;
}

bool dim_mul(struct dim a, struct dim b, struct dim *result)
{
	return dim_combine(a, b, 1, result);
}

bool dim_div(struct dim a, struct dim b, struct dim *result)
{
	return dim_combine(a, b, -1, result);
}

bool dim_ratio_pow(struct dim a, int64_t num, int64_t den, struct dim *result)
{
	bool fits = true;

	for (int i = 0; i < N_BASE; ++i) {
		int64_t exp = 0;

		if (a.exp[i] != 0 &&
			__builtin_mul_overflow(num, a.exp[i], &exp))
			fits = false;
		fits &= exp % den == 0;
		fits &= set_exp(result, i, exp / den);
	}
	return fits;
}

bool dim_pow(struct dim a, int n, struct dim *result)
{
	return dim_ratio_pow(a, n, 1, result);
}

/* The row without prefix of a base unit with an exponent of that sign: s or Hz.
 */
static int plain_row(enum base base, int sign)
{
	for (int i = 0; i < n_unit_row; ++i)
		if (unit_rows[i].base == base && unit_rows[i].exp == sign)
			return i;
	return -1;
}

int dim_lead(struct dim dim, int *exp)
{
	for (int i = 0; i < N_BASE; ++i) {
		if (dim.exp[i] <= 0)
			continue;
		/* exponents are small:
		 * NOLINTNEXTLINE(bugprone-signed-char-misuse)
		 */
		*exp = dim.exp[i];
		return plain_row(i, 1);
	}
	*exp = -dim.exp[BASE_S];
	return *exp > 0 ? plain_row(BASE_S, -1) : -1;
}

static void print_factor(int row, int exp, bool first, struct buffer *out)
{
	if (!first)
		buffer_add_char(out, exp > 0 ? '*' : '/');
	if (!first && exp < 0)
		exp = -exp;
	buffer_add(out, unit_rows[row].name);
	if (exp != 1)
		buffer_printf(out, "^%d", exp);
}

void dim_print(struct dim dim, int lead, struct buffer *out)
{
	int exp;
	bool first = true;

	if (dim_lead(dim, &exp) >= 0) {
		print_factor(lead, exp, first, out);
		dim.exp[unit_rows[lead].base] = 0;
		first = false;
	}
	for (int sign = 1; sign >= -1; sign -= 2) {
		for (int i = 0; i < N_BASE; ++i) {
			if (sign * dim.exp[i] <= 0)
				continue;
			print_factor(plain_row(i, 1), dim.exp[i], first, out);
			first = false;
		}
	}
}

void dim_name(struct dim dim, char *text, size_t size)
{
	struct buffer out = { 0 };
	int exp;

	dim_print(dim, dim_lead(dim, &exp), &out);
	snprintf(text, size, "%s", buffer_text(&out));
	buffer_free(&out);
}

/* unit * row^exp; false if the factor overflows 64 bits. */
static bool add_factor(struct unit *unit, int row, int exp)
{
	const struct unit_row *r = &unit_rows[row];
	struct dim dim = { { 0 } };
	int n = exp < 0 ? -exp : exp;

	dim.exp[r->base] = (int8_t) r->exp;
	if (!dim_pow(dim, exp, &dim) || !dim_mul(unit->dim, dim, &unit->dim))
		return false;
	for (int i = 0; i < n; ++i) {
		int64_t num = exp > 0 ? r->num : r->den;
		int64_t den = exp > 0 ? r->den : r->num;
		int64_t g;

		if (num == 1 && den == 1)
			break;
		if (__builtin_mul_overflow(unit->num, num, &unit->num) ||
			__builtin_mul_overflow(unit->den, den, &unit->den))
			return false;
		g = integer_gcd(unit->num, unit->den);
		unit->num /= g;
		unit->den /= g;
	}
	if (unit->spelling.n == UNIT_FACTORS)
		return false;
	unit->spelling.factor[unit->spelling.n++] = (struct unit_factor) {
		(uint8_t) row, (int8_t) exp
	};
	return true;
}

static const struct unit unit_one = { .num = 1, .den = 1 };

struct unit unit_spelled(const struct spelling *spelling)
{
	struct unit unit = unit_one;

	for (int i = 0; i < spelling->n; ++i)
		add_factor(&unit, spelling->factor[i].row,
			spelling->factor[i].exp);
	return unit;
}

void unit_print(const struct spelling *spelling, struct buffer *out)
{
	for (int i = 0; i < spelling->n; ++i)
		print_factor(spelling->factor[i].row, spelling->factor[i].exp,
			i == 0, out);
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
		is_digit(c) || (c & 0x80);
}

static size_t parse_name(const char *text, size_t len, int *row)
{
	size_t n = 0;

	while (n < len && is_word(text[n]))
		++n;
	for (int i = 0; i < n_unit_row; ++i) {
		if (strlen(names[i]) != n || memcmp(names[i], text, n) != 0)
			continue;
		*row = i;
		return n;
	}
	return 0;
}

/* "^2" or "^-1"; not the start of "^2.5" or "^2n". */
static size_t parse_exponent(const char *text, size_t len, int *exp)
{
	size_t n = 0, start;
	bool negative = false;
	int e = 0;

	*exp = 1;
	if (n >= len || text[n++] != '^')
		return 0;
	if (n < len && text[n] == '-') {
		negative = true;
		++n;
	}
	start = n;
	while (n < len && is_digit(text[n]) && e <= EXP_MAX)
		e = 10 * e + (text[n++] - '0');
	if (n == start || e == 0 || e > EXP_MAX)
		return 0;
	if (n < len && is_word(text[n]))
		return 0;
	if (n + 1 < len && text[n] == '.' && is_digit(text[n + 1]))
		return 0;
	*exp = negative ? -e : e;
	return n;
}

size_t unit_parse(const char *text, size_t len, struct unit *unit)
{
	struct unit sofar = unit_one;
	size_t end = 0, at = 0, n;
	int sign = 1, row, exp;

	*unit = unit_one;
	for (;;) {
		n = parse_name(text + at, len - at, &row);
		if (n == 0)
			return end;
		at += n;
		at += parse_exponent(text + at, len - at, &exp);
		if (!add_factor(&sofar, row, sign * exp))
			return end;
		*unit = sofar;
		end = at;
		if (at >= len || (text[at] != '*' && text[at] != '/'))
			return end;
		sign = text[at] == '*' ? 1 : -1;
		++at;
	}
}
