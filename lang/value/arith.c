/* Operators on values. Numbers carry their dimension, tuples are combined
 * element by element, and objects supply their own methods.
 */

#include <stdio.h>
#include <string.h>

#include "lang/base/account.h"
#include "lang/value/apart.h"
#include "lang/value/arith.h"

/* Bytes of an operand's description in a message. */
#define NAME_BYTES 80

/* Words for each operator in messages: "cannot add %s and %s". */
static const struct {
	const char *verb, *between;
} ops[] = {
	[OP_ADD] = { "add", "and" },
	[OP_SUB] = { "subtract", "from" },
	[OP_MUL] = { "multiply", "and" },
	[OP_DIV] = { "divide", "by" },
	[OP_MOD] = { "take", "modulo" },
	[OP_POW] = { "raise", "to the power of" },
	[OP_SHL] = { "shift", "by" },
	[OP_SHR] = { "shift", "by" },
	[OP_EQ] = { "compare", "and" },
	[OP_NE] = { "compare", "and" },
	[OP_LT] = { "compare", "and" },
	[OP_LE] = { "compare", "and" },
	[OP_GT] = { "compare", "and" },
	[OP_GE] = { "compare", "and" },
	[OP_NEG] = { "negate", "" },
	[OP_NOT] = { "negate", "" },
	[OP_BY_BLOCK] = { "spread", "" },
	[OP_INTERLEAVED] = { "spread", "" },
};

static bool is_comparison(int op)
{
	return op >= OP_EQ && op <= OP_GE;
}

/* "cannot subtract b from a" swaps the operands; all others keep their order.
 */
static bool report_pair(struct diag *diag, struct loc loc, const char *label,
	int op, const char *a, const char *b)
{
	const char *first = op == OP_SUB ? b : a;
	const char *second = op == OP_SUB ? a : b;

	return diag_error(diag, loc, label, "cannot %s %s %s %s", ops[op].verb,
		first, ops[op].between, second);
}

static bool report_kinds(struct diag *diag, struct loc loc, int op,
	const struct value *a, const struct value *b)
{
	char left[NAME_BYTES], right[NAME_BYTES], label[2 * NAME_BYTES + 32];

	value_describe(a, left, sizeof(left));
	value_describe(b, right, sizeof(right));
	snprintf(label, sizeof(label), "%s on the left, %s on the right", left,
		right);
	report_pair(diag, loc, label, op, left, right);
	if (op == OP_ADD &&
		(a->kind == VALUE_STRING) != (b->kind == VALUE_STRING))
		diag_note(diag, "str(x) converts any value to a string");
	else if (a->kind == VALUE_LIST || b->kind == VALUE_LIST)
		diag_note(diag,
			"arithmetic on each element is written "
			"[x %s ... for x in list]",
			node_op_text(op));
	return false;
}

static struct dim dim_of(const struct value *v)
{
	return v && v->kind == VALUE_NUMBER ? v->u.number.dim :
					      (struct dim) { { 0 } };
}

static void unit_quoted(struct dim dim, char *text, size_t size)
{
	char unit[64];

	dim_name(dim, unit, sizeof(unit));
	if (unit[0])
		snprintf(text, size, "'%s'", unit);
	else
		snprintf(text, size, "a plain number");
}

static bool report_units(struct diag *diag, struct loc loc, int op,
	struct dim a, struct dim b)
{
	char left[NAME_BYTES], right[NAME_BYTES], label[2 * NAME_BYTES + 32];
	char left_unit[64], right_unit[64];

	unit_quoted(a, left, sizeof(left));
	unit_quoted(b, right, sizeof(right));
	dim_name(a, left_unit, sizeof(left_unit));
	dim_name(b, right_unit, sizeof(right_unit));
	snprintf(label, sizeof(label), "%s on the left, %s on the right",
		left_unit[0] ? left_unit : "no unit",
		right_unit[0] ? right_unit : "no unit");
	return report_pair(diag, loc, label, op, left, right);
}

static bool report_power(struct diag *diag, struct loc loc, struct dim a,
	struct dim b)
{
	char unit[64];

	if (!dim_is_none(b)) {
		dim_name(b, unit, sizeof(unit));
		return diag_error(diag, loc, NULL,
			"an exponent must not have a unit, got one in '%s'",
			unit);
	}
	dim_name(a, unit, sizeof(unit));
	return diag_error(diag, loc, NULL, "the unit '%s' has no such power",
		unit);
}

bool arith_fail(struct diag *diag, struct loc loc, enum number_status status,
	int op, const struct value *a, const struct value *b)
{
	switch (status) {
	case NUMBER_OK: return true;
	case NUMBER_DIMENSION:
		if (op == OP_POW)
			return report_power(diag, loc, dim_of(a), dim_of(b));
		return report_units(diag, loc, op, dim_of(a), dim_of(b));
	case NUMBER_ZERO:
		return diag_error(diag, loc, NULL,
			op == OP_POW ? "0 has no negative powers" :
				       "division by zero");
	case NUMBER_TOO_BIG:
		diag_error(diag, loc, NULL, "the number is too big");
		diag_note(diag,
			"an exact number has at most %d digits, "
			"a power of a unit at most 127",
			(int) (NUMBER_MAX_BITS * 0.30103));
		return false;
	case NUMBER_DOMAIN:
		return diag_error(diag, loc, NULL,
			op == OP_POW ?
				"a negative number has no fractional powers" :
				"the result is not a number");
	case NUMBER_NEGATIVE:
		return diag_error(diag, loc, NULL, "a negative number");
	case NUMBER_NOT_INTEGER:
		return diag_error(diag, loc, NULL, "not an integer");
	}
	return false;
}

/* a 2^b, or a / 2^b rounded down, of whole numbers. */
static enum number_status shift(int op, const struct number *a,
	const struct number *b, struct number *result)
{
	const struct number two = number_int(2);
	struct number factor;
	enum number_status status;
	int64_t n;

	if (!dim_is_none(b->dim))
		return NUMBER_DIMENSION;
	if (!number_is_integer(a) || !number_to_int(b, &n))
		return NUMBER_NOT_INTEGER;
	if (n < 0)
		return NUMBER_NEGATIVE;
	status = number_pow(&two, b, &factor);
	if (status != NUMBER_OK)
		return status;
	status = op == OP_SHL ? number_mul(a, &factor, result) :
				number_floor_div(a, &factor, result);
	number_free(&factor);
	return status;
}

static bool binary_numbers(struct diag *diag, struct loc loc, int op,
	const struct value *a, const struct value *b, struct value *result)
{
	const struct number *x = &a->u.number, *y = &b->u.number;
	enum number_status status;
	struct number n;

	switch (op) {
	case OP_ADD: status = number_add(x, y, &n); break;
	case OP_SUB: status = number_sub(x, y, &n); break;
	case OP_MUL: status = number_mul(x, y, &n); break;
	case OP_DIV: status = number_div(x, y, &n); break;
	case OP_MOD: status = number_mod(x, y, &n); break;
	case OP_SHL:
	case OP_SHR: status = shift(op, x, y, &n); break;
	default: status = number_pow(x, y, &n); break;
	}
	if (status != NUMBER_OK)
		return arith_fail(diag, loc, status, op, a, b);
	*result = value_number(n);
	return true;
}

static bool is_listlike(const struct value *v)
{
	return v->kind == VALUE_LIST || v->kind == VALUE_RANGE;
}

static bool is_sequence(const struct value *v)
{
	return is_listlike(v) || v->kind == VALUE_TUPLE;
}

/* Nesting depth to which lists are compared, which bounds the C stack. Deeper
 * lists are an error.
 */
#define COMPARE_DEPTH 100

static bool compare_values(struct diag *diag, struct loc loc, int op,
	const struct value *a, const struct value *b, int depth, int *order);

/* Two ranges that agree in two elements agree on all their common elements. */
static int64_t n_to_compare(const struct value *a, const struct value *b)
{
	int64_t na = value_length(a), nb = value_length(b);
	int64_t n = na < nb ? na : nb;

	return a->kind == VALUE_RANGE && b->kind == VALUE_RANGE && n > 2 ? 2 :
									   n;
}

/* Lexicographic order: the first difference decides, then the length. */
static bool compare_sequences(struct diag *diag, struct loc loc, int op,
	const struct value *a, const struct value *b, int depth, int *order)
{
	int64_t na = value_length(a), nb = value_length(b);
	int64_t n = n_to_compare(a, b);
	bool ok = true, differ = false;

	*order = (na > nb) - (na < nb);
	account_work(n * (int64_t) sizeof(struct value));
	if (depth == 0)
		return diag_error(diag, loc, NULL,
			"the lists are nested too deeply to compare");
	for (int64_t i = 0; !differ && i < n; ++i) {
		struct value x = value_item(a, i), y = value_item(b, i);

		differ = !value_equal(&x, &y);
		if (differ)
			ok = compare_values(diag, loc, op, &x, &y, depth - 1,
				order);
		value_free(&x);
		value_free(&y);
	}
	return ok;
}

static int compare_strings(const struct string *a, const struct string *b)
{
	size_t len = a->len < b->len ? a->len : b->len;
	int order = memcmp(a->text, b->text, len);

	if (order == 0)
		order = (a->len > b->len) - (a->len < b->len);
	return (order > 0) - (order < 0);
}

static bool compare_values(struct diag *diag, struct loc loc, int op,
	const struct value *a, const struct value *b, int depth, int *order)
{
	enum number_status status;

	*order = 0;
	if (a->kind == VALUE_UNKNOWN || b->kind == VALUE_UNKNOWN)
		return true;
	if (a->kind == VALUE_NUMBER && b->kind == VALUE_NUMBER) {
		status = number_compare(&a->u.number, &b->u.number, order);
		return arith_fail(diag, loc, status, op, a, b);
	}
	if (a->kind == VALUE_STRING && b->kind == VALUE_STRING) {
		*order = compare_strings(a->u.string, b->u.string);
		return true;
	}
	if ((is_listlike(a) && is_listlike(b)) ||
		(a->kind == VALUE_TUPLE && b->kind == VALUE_TUPLE))
		return compare_sequences(diag, loc, op, a, b, depth, order);
	if (a->kind == b->kind && a->kind != VALUE_OBJECT)
		return diag_error(diag, loc, NULL, "%ss cannot be ordered",
			value_kind_name(a));
	return report_kinds(diag, loc, op, a, b);
}

bool arith_compare(struct diag *diag, struct loc op_loc, const struct value *a,
	const struct value *b, int *order)
{
	return compare_values(diag, op_loc, OP_LT, a, b, COMPARE_DEPTH, order);
}

static bool ordered(int op, int order)
{
	switch (op) {
	case OP_LT: return order == -1;
	case OP_LE: return order == -1 || order == 0;
	case OP_GT: return order == 1;
	default: return order == 1 || order == 0;
	}
}

static bool compare(struct diag *diag, struct loc loc, int op,
	const struct value *a, const struct value *b, struct value *result)
{
	int order;

	if (op == OP_EQ || op == OP_NE) {
		if (a->kind == VALUE_NUMBER && b->kind == VALUE_NUMBER &&
			!dim_equal(a->u.number.dim, b->u.number.dim))
			return report_units(diag, loc, op, a->u.number.dim,
				b->u.number.dim);
		*result = value_bool(value_equal(a, b) == (op == OP_EQ));
		return true;
	}
	if (!compare_values(diag, loc, op, a, b, COMPARE_DEPTH, &order))
		return false;
	*result = value_bool(ordered(op, order));
	return true;
}

static bool is_object(const struct value *v)
{
	return v->kind == VALUE_OBJECT;
}

/* The object type whose "binary" method handles a op b, or NULL. */
static const struct object_type *binary_type(const struct value *a,
	const struct value *b)
{
	if (is_object(a) && a->u.object->type->binary)
		return a->u.object->type;
	if (is_object(b) && b->u.object->type->binary)
		return b->u.object->type;
	return NULL;
}

/* Element i of a tuple, or the scalar itself. */
static const struct value *part(const struct value *v, int64_t i)
{
	return v->kind == VALUE_TUPLE ? &v->u.sequence->item[i] : v;
}

static bool has_tuple(const struct value *v)
{
	for (int64_t i = 0; v->kind == VALUE_TUPLE && i < v->u.sequence->n; ++i)
		if (v->u.sequence->item[i].kind == VALUE_TUPLE)
			return true;
	return false;
}

static bool binary_tuples(struct diag *diag, struct loc loc, int op,
	const struct value *a, const struct value *b, struct value *result)
{
	int64_t n = value_length(a->kind == VALUE_TUPLE ? a : b);

	if (is_listlike(a) || is_listlike(b))
		return report_kinds(diag, loc, op, a, b);
	if (a->kind == b->kind && value_length(b) != n) {
		char left[32], right[32];

		snprintf(left, sizeof(left), "%lld", (long long) n);
		snprintf(right, sizeof(right), "%lld",
			(long long) value_length(b));
		return diag_error(diag, loc, NULL,
			"tuples of %s and %s elements cannot be combined by "
			"'%s'",
			left, right, node_op_text(op));
	}
	if (has_tuple(a) || has_tuple(b))
		return diag_error(diag, loc, NULL,
			"'%s' does not work on a tuple of tuples",
			node_op_text(op));
	*result = value_sequence(VALUE_TUPLE, n);
	for (int64_t i = 0; i < n; ++i) {
		if (arith_binary(diag, loc, op, part(a, i), part(b, i),
			    &result->u.sequence->item[i]))
			continue;
		value_free(result);
		return false;
	}
	return true;
}

static bool report_size(struct diag *diag, struct loc loc, const char *what)
{
	return diag_error(diag, loc, NULL,
		"the %s is too long: it would "
		"take more than %lld MiB",
		what, (long long) (ARITH_MAX_BYTES >> 20));
}

static bool join_strings(struct diag *diag, struct loc loc,
	const struct string *a, const struct string *b, struct value *result)
{
	if ((int64_t) (a->len + b->len) > ARITH_MAX_BYTES)
		return report_size(diag, loc, "string");
	*result = value_string_room(a->len + b->len);
	memcpy(result->u.string->text, a->text, a->len);
	memcpy(result->u.string->text + a->len, b->text, b->len);
	return true;
}

static bool join_lists(struct diag *diag, struct loc loc, const struct value *a,
	const struct value *b, struct value *result)
{
	const int64_t limit = ARITH_MAX_BYTES / (int64_t) sizeof(*result);
	int64_t na = value_length(a), nb = value_length(b);

	if (na > limit || nb > limit || na + nb > limit)
		return report_size(diag, loc, "list");
	*result = value_sequence(VALUE_LIST, na + nb);
	for (int64_t i = 0; i < na; ++i)
		result->u.sequence->item[i] = value_item(a, i);
	for (int64_t i = 0; i < nb; ++i)
		result->u.sequence->item[na + i] = value_item(b, i);
	return true;
}

bool arith_binary(struct diag *diag, struct loc op_loc, int op,
	const struct value *a, const struct value *b, struct value *result)
{
	const struct object_type *type;

	*result = (struct value) { .kind = VALUE_NONE };
	if (a->kind == VALUE_NUMBER && b->kind == VALUE_NUMBER &&
		!is_comparison(op))
		return binary_numbers(diag, op_loc, op, a, b, result);
	if (a->kind == VALUE_UNKNOWN || b->kind == VALUE_UNKNOWN) {
		result->kind = VALUE_UNKNOWN;
		return true;
	}
	if (!is_comparison(op) &&
		(a->kind == VALUE_TUPLE || b->kind == VALUE_TUPLE))
		return binary_tuples(diag, op_loc, op, a, b, result);
	type = binary_type(a, b);
	if (type)
		return type->binary(diag, op_loc, op, a, b, result);
	if (is_comparison(op))
		return compare(diag, op_loc, op, a, b, result);
	if (op == OP_ADD && a->kind == VALUE_STRING && b->kind == VALUE_STRING)
		return join_strings(diag, op_loc, a->u.string, b->u.string,
			result);
	if (op == OP_ADD && is_listlike(a) && is_listlike(b))
		return join_lists(diag, op_loc, a, b, result);
	return report_kinds(diag, op_loc, op, a, b);
}

static bool negate_tuple(struct diag *diag, struct loc loc,
	const struct value *a, struct value *result)
{
	int64_t n = a->u.sequence->n;

	if (has_tuple(a))
		return diag_error(diag, loc, NULL,
			"'-' does not work on a tuple of tuples");
	*result = value_sequence(VALUE_TUPLE, n);
	for (int64_t i = 0; i < n; ++i) {
		if (arith_unary(diag, loc, OP_NEG, part(a, i),
			    &result->u.sequence->item[i]))
			continue;
		value_free(result);
		return false;
	}
	return true;
}

bool arith_unary(struct diag *diag, struct loc op_loc, int op,
	const struct value *a, struct value *result)
{
	char what[NAME_BYTES];
	struct number n;

	*result = (struct value) { .kind = VALUE_NONE };
	if (a->kind == VALUE_UNKNOWN) {
		result->kind = VALUE_UNKNOWN;
		return true;
	}
	if (op == OP_BY_BLOCK || op == OP_INTERLEAVED)
		return apart_apply(diag, op_loc, op, a, result);
	if (is_object(a) && a->u.object->type->unary)
		return a->u.object->type->unary(diag, op_loc, op, a, result);
	if (op == OP_NOT && a->kind == VALUE_BOOL) {
		*result = value_bool(!a->u.boolean);
		return true;
	}
	if (op == OP_NEG && a->kind == VALUE_TUPLE)
		return negate_tuple(diag, op_loc, a, result);
	if (op == OP_NEG && a->kind == VALUE_NUMBER) {
		number_neg(&a->u.number, &n);
		*result = value_number(n);
		return true;
	}
	value_describe(a, what, sizeof(what));
	if (op == OP_NOT)
		return diag_error(diag, op_loc, NULL,
			"'not' needs a truth value, got %s", what);
	return diag_error(diag, op_loc, NULL, "cannot negate %s", what);
}

static bool convert_number(struct diag *diag, struct loc loc,
	const struct value *v, const struct unit *unit, const char *unit_text,
	struct value *result)
{
	char what[NAME_BYTES];
	struct number n;

	if (v->kind == VALUE_UNKNOWN) {
		result->kind = VALUE_UNKNOWN;
		return true;
	}
	if (v->kind != VALUE_NUMBER) {
		value_describe(v, what, sizeof(what));
		return diag_error(diag, loc, NULL, "cannot convert %s to '%s'",
			what, unit_text);
	}
	if (number_shown_in(&v->u.number, unit, &n) != NUMBER_OK) {
		unit_quoted(v->u.number.dim, what, sizeof(what));
		return diag_error(diag, loc, NULL, "cannot convert %s to '%s'",
			what, unit_text);
	}
	*result = value_number(n);
	return true;
}

static bool report_unit(struct diag *diag, struct loc loc, const char *text)
{
	struct buffer unit = { 0 };

	diag_error(diag, loc, NULL, "unknown unit '%s'", text);
	if (unit_meant(text, &unit))
		diag_note(diag, "did you mean '%s'?", buffer_text(&unit));
	buffer_free(&unit);
	return false;
}

bool arith_convert(struct diag *diag, struct loc loc, const struct value *v,
	const char *unit_text, struct value *result)
{
	struct unit unit;
	int64_t n;

	*result = (struct value) { .kind = VALUE_NONE };
	if (unit_parse(unit_text, strlen(unit_text), &unit) !=
			strlen(unit_text) ||
		unit_text[0] == '\0')
		return report_unit(diag, loc, unit_text);
	if (!is_sequence(v))
		return convert_number(diag, loc, v, &unit, unit_text, result);
	n = value_length(v);
	if (n > ARITH_MAX_BYTES / (int64_t) sizeof(*result))
		return report_size(diag, loc, "list");
	*result = value_sequence(v->kind == VALUE_TUPLE ? VALUE_TUPLE :
							  VALUE_LIST,
		n);
	for (int64_t i = 0; i < n; ++i) {
		struct value item = value_item(v, i);
		bool ok = convert_number(diag, loc, &item, &unit, unit_text,
			&result->u.sequence->item[i]);

		value_free(&item);
		if (ok)
			continue;
		value_free(result);
		return false;
	}
	return true;
}
