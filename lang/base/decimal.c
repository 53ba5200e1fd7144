/* Numbers in tables: the mark of decimals is found, and groups of thousands are
 * checked, so that "99,5" is no number where the mark is a point.
 */

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/decimal.h"

/* The longest number that is read; a double of 53 bits has at most 17 digits
 * that matter.
 */
#define LONGEST 64

/* Separators of thousands that are no decimal mark: a blank, an apostrophe, and
 * in UTF-8 the no-break space, the narrow one, the thin space and the right
 * single quote.
 */
static const char *const gaps[] = { " ", "'", "\xc2\xa0", "\xe2\x80\xaf",
	"\xe2\x80\x89", "\xe2\x80\x99" };

#define N_GAP ((int) (sizeof(gaps) / sizeof(gaps[0])))

static size_t gap_len(const char *text)
{
	for (int i = 0; i < N_GAP; ++i) {
		size_t n = strlen(gaps[i]);

		if (strncmp(text, gaps[i], n) == 0)
			return n;
	}
	return 0;
}

/* Copies a number without gaps between its digits; false if it is too long. */
static bool squeeze(const char *text, char out[LONGEST])
{
	size_t n = 0;

	while (*text) {
		size_t gap = n > 0 && isdigit((unsigned char) out[n - 1]) ?
			gap_len(text) :
			0;

		if (gap > 0 && isdigit((unsigned char) text[gap]))
			text += gap;
		if (n + 1 >= LONGEST)
			return false;
		out[n++] = *text++;
	}
	out[n] = '\0';
	return true;
}

/* The parts of a number: digits with marks, then an exponent. */
struct shape {
	const char *first; /* the first digit or mark */
	size_t len;	   /* of digits and marks */
	int n_point, n_comma;
	size_t last; /* place of the last mark */
	bool has_exponent;
};

static bool shape_of(const char *text, struct shape *s)
{
	bool has_digit = false;

	*s = (struct shape) { .first = text + (*text == '-' || *text == '+') };
	for (; strchr("0123456789.,", s->first[s->len]) && s->first[s->len];
		++s->len) {
		char c = s->first[s->len];

		has_digit |= isdigit((unsigned char) c) != 0;
		s->n_point += c == '.';
		s->n_comma += c == ',';
		if (c == '.' || c == ',')
			s->last = s->len;
	}
	s->has_exponent = tolower((unsigned char) s->first[s->len]) == 'e';
	return has_digit;
}

/* True if one mark, with three digits behind it and one to three before it,
 * may as well separate thousands.
 */
static bool may_group(const struct shape *s)
{
	return !s->has_exponent && s->last >= 1 && s->last <= 3 &&
		s->first[0] != '0' && s->len - s->last == 4;
}

char decimal_mark(const char *text)
{
	char number[LONGEST];
	struct shape s;

	if (!squeeze(text, number) || !shape_of(number, &s) ||
		s.n_point + s.n_comma == 0)
		return 0;
	if (s.n_point > 0 && s.n_comma > 0)
		return s.first[s.last];
	if (s.n_point + s.n_comma > 1)
		return s.n_point > 0 ? ',' : '.';
	return may_group(&s) ? 0 : s.first[s.last];
}

bool decimal_is_ambiguous(const char *text)
{
	char number[LONGEST];
	struct shape s;

	return squeeze(text, number) && shape_of(number, &s) &&
		s.n_point + s.n_comma == 1 && may_group(&s);
}

/* Groups have three digits, India's two but for the last; none starts with a
 * zero.
 */
static bool is_grouped(const char *first, size_t len, char group)
{
	size_t n = 0, n_group = 0;

	for (size_t i = 0; i < len; ++i) {
		if (first[i] != group) {
			++n;
			continue;
		}
		if (n < 1 || n > 3 || (n_group > 0 && n < 2) || *first == '0')
			return false;
		++n_group;
		n = 0;
	}
	return n_group == 0 || n == 3;
}

bool decimal_read(const char *text, char mark, double *v)
{
	char number[LONGEST], digits[LONGEST], *end;
	char group = mark == '.' ? ',' : '.';
	const char *decimals;
	struct shape s;
	size_t n = 0, whole;

	if (!squeeze(text, number) || !shape_of(number, &s))
		return false;
	decimals = memchr(s.first, mark, s.len);
	whole = decimals ? (size_t) (decimals - s.first) : s.len;
	if (!is_grouped(s.first, whole, group) ||
		(decimals && memchr(decimals, group, s.len - whole)))
		return false;
	for (const char *at = number; *at; ++at)
		if (*at == mark)
			digits[n++] = '.';
		else if (*at != group)
			digits[n++] = *at;
	digits[n] = '\0';
	*v = strtod(digits, &end);
	return !*end && isfinite(*v) && !strpbrk(digits, "xX");
}
