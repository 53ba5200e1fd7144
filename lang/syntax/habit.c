/* What C and CUDA write differently: recognized by the words before the token
 * at which the parser stopped.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/syntax/grammar.h"
#include "lang/syntax/habit.h"

static const char types[] = " double float half int unsigned long char bool "
			    "const auto size_t int32_t int64_t ";
static const char cuda[] = " __global__ __device__ __shared__ void static "
			   "inline template extern struct ";

/* The kind of the token "n" before c->at; 0 if there is none. */
static int kind_before(const struct cursor *c, uint32_t n)
{
	return c->at >= n ? c->tokens.item[c->at - n].kind : 0;
}

/* True if the token "n" before c->at is a word of "list". */
static bool is_before(const struct cursor *c, uint32_t n, const char *list)
{
	const struct token *t;
	size_t len;

	if (c->at < n)
		return false;
	t = &c->tokens.item[c->at - n];
	len = t->end - t->begin;
	for (const char *at = list; (at = strchr(at, ' ')) && at[1];) {
		++at;
		if (strncmp(at, c->tokens.source->text + t->begin, len) == 0 &&
			at[len] == ' ')
			return true;
	}
	return false;
}

static bool starts_before(const struct cursor *c, uint32_t n, const char *word)
{
	return c->at >= n &&
		strncmp(c->tokens.source->text +
				c->tokens.item[c->at - n].begin,
			word, strlen(word)) == 0;
}

#define ATOMIC_UPDATE                                                    \
	"an atomic update is written h[i] atomic+= v, atomic max= v or " \
	"atomic min= v"

void habit_ampersand(struct cursor *c)
{
	int before = kind_before(c, 1);

	if (before == '(' && starts_before(c, 2, "atomic"))
		diag_note(c->diag, ATOMIC_UPDATE);
	else if (before == '(' || before == ',' || before == '=')
		diag_note(c->diag,
			"there are no addresses: write the element itself, "
			"a[0]");
	else
		diag_note(c->diag,
			"write 'and'; on the bits of integers, bitand(a, b)");
}

bool habit_is_c(const struct cursor *c)
{
	return is_before(c, 1, types) || is_before(c, 1, cuda) ||
		is_before(c, 1, " atomic ");
}

void habit_declaration(struct cursor *c)
{
	if (is_before(c, 1, " atomic "))
		diag_note(c->diag, ATOMIC_UPDATE);
	else if (is_before(c, 1, types) && kind_before(c, 2) == '(' &&
		kind_before(c, 3) == TOK_FOR)
		diag_note(c->diag,
			"write 'for i in 0..2 { ... }', which unrolls, or "
			"'loop i in 0..99 { ... }', which runs in the thread");
	else if (is_before(c, 1, cuda))
		diag_note(c->diag,
			"this is C or CUDA: compile it with 'nvcc -ptx' and "
			"ask about ptx(\"file.ptx\"); see 'help ptx'");
	else
		diag_note(c->diag,
			"a local has no type: write its name alone, as in "
			"s = a[0]");
}

/* while (c) stops at what follows its parenthesis, or at a brace. */
void habit_while(struct cursor *c)
{
	uint32_t n = 1;
	int depth = 0;

	if (kind_before(c, 1) == ')')
		for (; n <= c->at; ++n) {
			depth += kind_before(c, n) == ')';
			depth -= kind_before(c, n) == '(';
			if (depth == 0) {
				++n;
				break;
			}
		}
	if (is_before(c, n, " while "))
		diag_note(c->diag,
			"a loop of a thread is 'loop i in 0..99 { ... }'; "
			"'help loop' says more");
}

static bool is_word(const struct cursor *c, const struct token *t)
{
	return tokens_word(c->tokens.source->text + t->begin,
		t->end - t->begin);
}

/* compare h on a100, sqrt 2; not x.3 */
void habit_call(struct cursor *c)
{
	const struct token *t = &c->tokens.item[c->at];
	char *name, *operand;

	if (kind_before(c, 1) != TOK_NAME || t[-1].end == t->begin ||
		is_word(c, t - 1) || is_word(c, t) ||
		(t->kind != TOK_NAME && t->kind != TOK_NUMBER &&
			t->kind != TOK_STRING))
		return;
	if (is_before(c, 1, " compare ")) {
		diag_note(c->diag,
			"compare is a function of answers: "
			"compare(estimate k on a100, estimate k on h100)");
		return;
	}
	name = tokens_quote(&c->tokens, c->at - 1);
	operand = tokens_quote(&c->tokens, c->at);
	diag_note(c->diag,
		"the arguments of a function are in parentheses: %s(%s)", name,
		operand);
	free(operand);
	free(name);
}

const char *habit_lone(const char *text)
{
	static const struct {
		const char *start, *note;
	} habits[] = {
		{ "atomic",
			"an atomic update is written dst[i] atomic+= v, "
			"atomic max= v or atomic min= v" },
		{ "__syncthreads", "write 'barrier'" },
		{ "return",
			"a thread that ends early is written with a condition "
			"around the rest: 'if c { dst[0] = src[1] }'" },
		{ "break",
			"a loop that data end has the trips that a thread "
			"makes in the mean, or parts of it under a share: "
			"loop k in 0..99 { if p(0.3) { ... } }" },
		{ "continue",
			"what a trip does not do is written with a condition "
			"around it: 'if c { ... }'" },
		{ "printf",
			"kernels are counted, not run: there is nothing to "
			"print" },
	};

	for (size_t i = 0; i < sizeof(habits) / sizeof(habits[0]); ++i)
		if (strncmp(text, habits[i].start, strlen(habits[i].start)) ==
			0)
			return habits[i].note;
	return "to continue a line, put the operator at its end, not at the "
	       "start of the next";
}
