/* The text of a formula.  FORMULA() records C as the compiler reads it; here
 * it is spelled in the language, which writes powers with an operator and
 * knows none of the functions of the models.
 */

#include <string.h>

#include "engine/report/formula.h"

#define MOST_ARGUMENTS 4

/* What a call becomes; digits stand for its arguments. */
static const struct spelling {
	const char *call, *text;
} spellings[] = {
	{ "pow(", "0^1" },
	{ "capacity_miss(", "0^2 / (0^2 + 1^2)" },
	{ "capacity_hit(", "1^2 / (0^2 + 1^2)" },
};

#define N_SPELLING (sizeof(spellings) / sizeof(spellings[0]))

struct text {
	char *at; /* FORMULA_LENGTH bytes */
	size_t n;
};

static void add(struct text *to, const char *from, size_t n)
{
	if (n > FORMULA_LENGTH - 1 - to->n)
		n = FORMULA_LENGTH - 1 - to->n;
	memcpy(to->at + to->n, from, n);
	to->n += n;
}

/* Divide "at", which follows the bracket of a call, into arguments.  Returns
 * the closing bracket.
 */
static const char *find_arguments(const char *at,
	const char *from[MOST_ARGUMENTS], size_t n[MOST_ARGUMENTS])
{
	int i = 0, depth = 0;

	for (from[0] = at; *at && (*at != ')' || depth > 0); ++at) {
		depth += (*at == '(') - (*at == ')');
		if (*at != ',' || depth > 0 || i == MOST_ARGUMENTS - 1)
			continue;
		n[i] = (size_t) (at - from[i]);
		from[++i] = at + 2;
	}
	n[i] = (size_t) (at - from[i]);
	return at;
}

static void spell(struct text *to, const char *formula, const char *end);

/* A sum or product is put in brackets. */
static void add_argument(struct text *to, const char *from, size_t n)
{
	bool is_atom = !memchr(from, ' ', n);

	add(to, "(", !is_atom);
	spell(to, from, from + n);
	add(to, ")", !is_atom);
}

/* Spell the call that ends before "at"; returns what follows it. */
static const char *spell_call(struct text *to, const struct spelling *s,
	const char *at)
{
	const char *from[MOST_ARGUMENTS], *end;
	size_t n[MOST_ARGUMENTS];

	end = find_arguments(at, from, n);
	for (const char *c = s->text; *c; ++c)
		if (*c >= '0' && *c < '0' + MOST_ARGUMENTS)
			add_argument(to, from[*c - '0'], n[*c - '0']);
		else
			add(to, c, 1);
	return *end ? end + 1 : end;
}

static const struct spelling *spelling_at(const char *at)
{
	for (size_t i = 0; i < N_SPELLING; ++i)
		if (*at == spellings[i].call[0] &&
			strncmp(at, spellings[i].call,
				strlen(spellings[i].call)) == 0)
			return &spellings[i];
	return NULL;
}

static void spell(struct text *to, const char *formula, const char *end)
{
	while (formula < end) {
		const struct spelling *s = spelling_at(formula);

		if (s)
			formula = spell_call(to, s, formula + strlen(s->call));
		else
			add(to, formula++, 1);
	}
}

void formula_spell(const char *formula, char text[FORMULA_LENGTH])
{
	struct text to = { .at = text };

	spell(&to, formula, formula + strlen(formula));
	text[to.n] = '\0';
}
