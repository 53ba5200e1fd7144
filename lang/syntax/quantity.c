/* Finds units among the tokens. */

#include <string.h>

#include "lang/number/unit.h"
#include "lang/syntax/quantity.h"

/* Longer text is not a unit; it bounds the search. */
#define UNIT_MAX_LEN 64

uint32_t quantity_unit(const char *text, const struct token *t)
{
	uint32_t begin = t->begin, i;
	size_t room = strnlen(text + begin, UNIT_MAX_LEN), n;
	struct unit unit;

	while ((n = unit_parse(text + begin, room, &unit)) > 0) {
		for (i = 0; t[i].end < begin + n; ++i)
			;
		if (t[i].end == begin + n)
			return i + 1;
		room = t[i].begin - begin;
	}
	return 0;
}

/* True if t is the '/' or '*' before another factor. */
static bool is_product(const char *text, const struct token *t)
{
	return (t->kind == '/' || t->kind == '*') && tokens_touch(t) &&
		tokens_is_word(text, t + 1) && tokens_touch(t + 1);
}

uint32_t quantity_meant(const char *text, const struct token *t, bool all)
{
	uint32_t n = quantity_unit(text, t), more;

	if (n == 0)
		n = 1;
	while (is_product(text, t + n)) {
		more = quantity_unit(text, t + n + 1);
		if (more == 0 && !all)
			break;
		n += 1 + (more ? more : 1);
	}
	return n;
}
