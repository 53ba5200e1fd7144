#ifndef TESTS_TINY_H
#define TESTS_TINY_H

/* Enough of the language to write tests of values, operators and functions
 * as a user would: one expression of numbers with units, strings, lists,
 * tuples, ranges, calls, members and lambdas (which capture nothing).
 *
 * It runs straight from the text, without a tree, and stands in for the
 * evaluator that functions call back to.
 */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lang/arith.h"
#include "lang/builtin.h"
#include "lang/eval.h"
#include "lang/memory.h"

static struct {
	struct diag diag;
	const char *p;			/* where we read */
	struct local local[16];		/* parameters of lambdas */
	int n_local;
	int64_t steps, bytes;		/* what is left of the budgets */
} tiny;

static bool tiny_expr(struct value *result);

static const struct loc nowhere;

struct function *function_keep(struct function *f)
{
	++f->refs;
	return f;
}

void function_free(struct function *f)
{
	if (--f->refs > 0)
		return;
	free(f->name);
	free(f);
}

bool eval_step(struct eval *ev, int64_t n, struct loc loc)
{
	(void) ev;
	tiny.steps -= n;
	return tiny.steps >= 0 ||
		diag_error(&tiny.diag, loc, NULL, "too many steps");
}

bool eval_reserve(struct eval *ev, int64_t bytes, struct loc loc)
{
	(void) ev;
	tiny.bytes -= bytes;
	return tiny.bytes >= 0 ||
		diag_error(&tiny.diag, loc, NULL, "too much memory");
}

static void tiny_blanks(void)
{
	while (*tiny.p == ' ')
		++tiny.p;
}

static bool tiny_eat(const char *text)
{
	size_t len = strlen(text);

	tiny_blanks();
	if (strncmp(tiny.p, text, len) != 0)
		return false;
	tiny.p += len;
	return true;
}

static bool tiny_want(const char *text)
{
	return tiny_eat(text) || diag_error(&tiny.diag, nowhere, NULL,
		"expected '%s' at '%s'", text, tiny.p);
}

static bool tiny_name(char *name)
{
	int n = 0;

	tiny_blanks();
	if (!isalpha((unsigned char) *tiny.p) && *tiny.p != '_')
		return false;
	while (n < 30 && (isalnum((unsigned char) *tiny.p) || *tiny.p == '_'))
		name[n++] = *tiny.p++;
	name[n] = '\0';
	return true;
}

/* A lambda is "a b|body" in the name of a function. */
bool eval_apply(struct eval *ev, const struct value *fn, int n,
	const struct value *arg, struct loc loc, struct value *result)
{
	const char *back = tiny.p;
	int mark = tiny.n_local, i;
	char names[8][32];
	bool ok;

	if (fn->kind == VALUE_BUILTIN)
		return builtin_call(fn->u.builtin, ev, &tiny.diag, loc, n,
			NULL, arg, NULL, result);
	tiny.p = fn->u.function->name;
	for (i = 0; *tiny.p != '|'; ++i) {
		tiny_name(names[i]);
		tiny.local[tiny.n_local].name = names[i];
		if (i < n)
			tiny.local[tiny.n_local].value = arg[i];
		++tiny.n_local;
	}
	++tiny.p;
	ok = i == n ? tiny_expr(result) : diag_error(&tiny.diag, loc, NULL,
		"a lambda of %d arguments got %d", i, n);
	tiny.n_local = mark;
	tiny.p = back;
	return ok;
}

/* "x -> e" or "(a, b) -> e"; e ends where a bracket or comma does. */
static bool tiny_lambda(struct value *result)
{
	const char *start = tiny.p, *body;
	struct buffer text = { 0 };
	char name[32];
	int depth = 0;

	if (tiny_eat("(")) {
		while (tiny_name(name)) {
			buffer_printf(&text, "%s ", name);
			tiny_eat(",");
		}
		if (!tiny_eat(")"))
			depth = -1;
	} else if (tiny_name(name)) {
		buffer_printf(&text, "%s ", name);
	}
	if (depth < 0 || text.len == 0 || !tiny_eat("->")) {
		tiny.p = start;
		buffer_free(&text);
		return false;
	}
	text.text[text.len - 1] = '|';
	for (body = tiny.p; *tiny.p; ++tiny.p) {
		if (depth == 0 && strchr(",)]", *tiny.p))
			break;
		depth += strchr("([", *tiny.p) != NULL;
		depth -= strchr(")]", *tiny.p) != NULL;
	}
	buffer_add_bytes(&text, body, (size_t) (tiny.p - body));
	result->kind = VALUE_FUNCTION;
	result->u.function = memory_new(sizeof(struct function));
	result->u.function->refs = 1;
	result->u.function->name = buffer_take(&text);
	return true;
}

static bool tiny_number(struct value *result)
{
	struct number n, quantity;
	struct unit unit;
	char digits[64];
	size_t len = 0;

	while (isdigit((unsigned char) *tiny.p) || *tiny.p == '_' ||
	       (*tiny.p == '.' && tiny.p[1] != '.') || (len > 0 &&
		*tiny.p == 'e' && (isdigit((unsigned char) tiny.p[1]) ||
		tiny.p[1] == '-')) || (len > 0 && digits[len - 1] == 'e'))
		digits[len++] = *tiny.p++;
	digits[len] = '\0';
	if (number_read(digits, &n) != NUMBER_OK)
		return diag_error(&tiny.diag, nowhere, NULL, "bad number %s",
			digits);
	len = unit_parse(tiny.p + (*tiny.p == ' '),
		strlen(tiny.p + (*tiny.p == ' ')), &unit);
	if (len == 0) {
		*result = value_number(n);
		return true;
	}
	tiny.p += len + (*tiny.p == ' ');
	number_with_unit(&n, &unit, &quantity);
	number_free(&n);
	*result = value_number(quantity);
	return true;
}

static bool tiny_string(struct value *result)
{
	struct buffer text = { 0 };

	for (; *tiny.p && *tiny.p != '"'; ++tiny.p) {
		if (*tiny.p == '\\')
			++tiny.p;
		buffer_add_char(&text, *tiny.p);
	}
	*result = value_string(buffer_text(&text), text.len);
	buffer_free(&text);
	return tiny_want("\"");
}

/* Items up to "close", of which one may be named: "x, y, by = z". */
static bool tiny_items(const char *close, struct value *items,
	char (*names)[32])
{
	struct value item[32];
	int n = 0, i;
	bool ok = true;

	while (ok && !tiny_eat(close)) {
		const char *back = tiny.p;

		if (n > 0 && !tiny_want(","))
			ok = false;
		if (ok && tiny_eat(close))
			break;
		names[n][0] = '\0';
		back = tiny.p;
		if (!tiny_name(names[n]) || !tiny_eat("=") || *tiny.p == '=') {
			names[n][0] = '\0';
			tiny.p = back;
		}
		item[n] = (struct value) { .kind = VALUE_NONE };
		ok = ok && n < 31 && tiny_expr(&item[n++]);
	}
	*items = value_sequence(VALUE_LIST, n);
	for (i = 0; i < n; ++i)
		items->u.sequence->item[i] = item[i];
	return ok;
}

static bool tiny_word(struct value *result)
{
	char name[32];
	int i;

	if (!tiny_name(name))
		return diag_error(&tiny.diag, nowhere, NULL,
			"expected an expression at '%s'", tiny.p);
	for (i = tiny.n_local - 1; i >= 0; --i) {
		if (strcmp(tiny.local[i].name, name) != 0)
			continue;
		*result = value_copy(&tiny.local[i].value);
		return true;
	}
	if (strcmp(name, "true") == 0 || strcmp(name, "false") == 0) {
		*result = value_bool(name[0] == 't');
		return true;
	}
	if (strcmp(name, "unknown") == 0) {
		result->kind = VALUE_UNKNOWN;
		return true;
	}
	result->kind = VALUE_BUILTIN;
	result->u.builtin = builtin_find(name);
	if (result->u.builtin)
		return true;
	result->kind = VALUE_NONE;
	return diag_error(&tiny.diag, nowhere, NULL, "no '%s'", name);
}

static bool tiny_primary(struct value *result)
{
	char names[32][32];
	bool ok;

	*result = (struct value) { .kind = VALUE_NONE };
	tiny_blanks();
	if (tiny_lambda(result))
		return true;
	if (isdigit((unsigned char) *tiny.p))
		return tiny_number(result);
	if (tiny_eat("\""))
		return tiny_string(result);
	if (tiny_eat("["))
		return tiny_items("]", result, names);
	if (tiny_eat("(")) {
		struct value first;

		ok = tiny_items(")", result, names);
		result->kind = VALUE_TUPLE;
		if (result->u.sequence->n != 1 || tiny.p[-2] == ',')
			return ok;
		first = value_item(result, 0);
		value_free(result);
		*result = first;
		return ok;
	}
	return tiny_word(result);
}

static bool tiny_call(struct value *fn, struct value *result)
{
	char names[32][32];
	const char *name[32];
	struct value args;
	int i, n;
	bool ok = tiny_items(")", &args, names);

	n = (int) args.u.sequence->n;
	for (i = 0; i < n; ++i)
		name[i] = names[i][0] ? names[i] : NULL;
	if (ok && fn->kind == VALUE_BUILTIN)
		ok = builtin_call(fn->u.builtin, NULL, &tiny.diag, nowhere,
			n, name, args.u.sequence->item, NULL, result);
	else if (ok)
		ok = eval_apply(NULL, fn, n, args.u.sequence->item, nowhere,
			result);
	value_free(&args);
	return ok;
}

static bool tiny_member(const struct value *v, struct value *result)
{
	const struct value *found;
	char name[32];

	if (!tiny_name(name))
		return tiny_want("a name");
	found = v->kind == VALUE_RECORD ? value_get(v, name) : NULL;
	if (!found)
		return diag_error(&tiny.diag, nowhere, NULL, "no .%s", name);
	*result = value_copy(found);
	return true;
}

static bool tiny_postfix(struct value *result)
{
	struct value v;
	bool ok = tiny_primary(result);

	while (ok && (*tiny.p == '(' ||
	       (*tiny.p == '.' && tiny.p[1] != '.'))) {
		v = *result;
		*result = (struct value) { .kind = VALUE_NONE };
		ok = *tiny.p++ == '(' ? tiny_call(&v, result) :
			tiny_member(&v, result);
		value_free(&v);
	}
	return ok;
}

static bool tiny_unary(struct value *result);

/* result = result op next */
static bool tiny_operate(int op, bool (*next)(struct value *),
	struct value *result)
{
	struct value left = *result, right;
	bool ok;

	*result = (struct value) { .kind = VALUE_NONE };
	ok = next(&right) && arith_binary(&tiny.diag, nowhere, op, &left,
		&right, result);
	value_free(&left);
	value_free(&right);
	return ok;
}

static bool tiny_power(struct value *result)
{
	if (!tiny_postfix(result))
		return false;
	return !tiny_eat("^") || tiny_operate(OP_POW, tiny_unary, result);
}

static bool tiny_unary(struct value *result)
{
	struct value v = { .kind = VALUE_NONE };
	int op = -1;
	bool ok;

	tiny_blanks();
	if (*tiny.p == '-' && ++tiny.p)
		op = OP_NEG;
	else if (strncmp(tiny.p, "not ", 4) == 0 && (tiny.p += 4))
		op = OP_NOT;
	if (op < 0)
		return tiny_power(result);
	*result = v;
	ok = tiny_unary(&v) && arith_unary(&tiny.diag, nowhere, op, &v,
		result);
	value_free(&v);
	return ok;
}

static bool tiny_term(struct value *result)
{
	bool ok = tiny_unary(result);

	while (ok && (tiny_blanks(), *tiny.p) && strchr("*/%", *tiny.p)) {
		char c = *tiny.p++;

		ok = tiny_operate(c == '*' ? OP_MUL : c == '/' ? OP_DIV :
			OP_MOD, tiny_unary, result);
	}
	return ok;
}

static bool tiny_sum(struct value *result)
{
	bool ok = tiny_term(result);

	while (ok && (tiny_blanks(), *tiny.p == '+' || *tiny.p == '-')) {
		char c = *tiny.p++;

		ok = tiny_operate(c == '+' ? OP_ADD : OP_SUB, tiny_term,
			result);
	}
	return ok;
}

static bool tiny_range(struct value *result)
{
	struct value lo, hi;
	enum number_status status;

	if (!tiny_sum(result))
		return false;
	if (!tiny_eat(".."))
		return true;
	lo = *result;
	*result = (struct value) { .kind = VALUE_NONE };
	if (!tiny_sum(&hi))
		return false;
	status = value_range(&lo.u.number, &hi.u.number, result);
	value_free(&lo);
	value_free(&hi);
	return status == NUMBER_OK || diag_error(&tiny.diag, nowhere, NULL,
		"bad range");
}

static bool tiny_expr(struct value *result)
{
	static const struct {
		const char *text;
		int op;
	} ops[] = { { "==", OP_EQ }, { "!=", OP_NE }, { "<=", OP_LE },
		{ ">=", OP_GE }, { "<", OP_LT }, { ">", OP_GT } };
	char unit[32];
	struct value v;
	size_t i, n;
	bool ok = tiny_range(result);

	for (i = 0; ok && i < sizeof(ops) / sizeof(ops[0]); ++i)
		if (tiny_eat(ops[i].text)) {
			ok = tiny_operate(ops[i].op, tiny_range, result);
			break;
		}
	while (ok && tiny_eat("in ")) {
		n = strcspn(tiny.p, " ,)]");
		snprintf(unit, sizeof(unit), "%.*s", (int) n, tiny.p);
		tiny.p += n;
		v = *result;
		ok = arith_convert(&tiny.diag, nowhere, &v, unit, result);
		value_free(&v);
	}
	return ok;
}

/* What the program prints: its value, or "error: ..." with the label and
 * notes behind it; malloced.
 */
static inline char *tiny_run(const char *program)
{
	struct buffer out = { 0 };
	struct value v = { .kind = VALUE_NONE };
	bool ok;

	tiny.p = program;
	tiny.n_local = 0;
	tiny.steps = 10000000;
	tiny.bytes = 100000000;
	ok = tiny_expr(&v);
	tiny_blanks();
	if (ok && *tiny.p)
		ok = diag_error(&tiny.diag, nowhere, NULL,
			"cannot read '%s'", tiny.p);
	if (ok != (tiny.diag.n_error == 0))
		buffer_add(&out, "MISMATCH of result and messages: ");
	if (ok) {
		value_print(&v, &out);
	} else {
		const struct diag_entry *e = &tiny.diag.entry[0];

		buffer_printf(&out, "error: %s", e->message);
		if (e->label)
			buffer_printf(&out, " | %s", e->label);
		for (int i = 0; i < e->n_note; ++i)
			buffer_printf(&out, " | %s", e->note[i]);
	}
	value_free(&v);
	diag_clear(&tiny.diag);
	return buffer_take(&out);
}

#endif
