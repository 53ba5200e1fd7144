/* String functions: str, csv, number, join, split, replace, ... */

#include <string.h>

#include "lang/base/find.h"
#include "lang/eval/builtin.h"
#include "lang/eval/eval.h"
#include "lang/eval/show.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool may_grow(void *user, size_t len)
{
	const struct eval *ev = user;

	return (int64_t) len <= ev->memory_B - ev->account->live_B &&
		(int64_t) len <= ev->budget.output_B && !eval_is_late(ev) &&
		!atomic_load(&ev->interrupted);
}

/* A buffer limited by the budgets: the text of a value may exceed memory or
 * time.
 */
static struct buffer start_text(struct call *call)
{
	return (struct buffer) { .may_grow = may_grow, .user = call->eval };
}

static bool is_whole(struct call *call, const struct buffer *out)
{
	const struct budget *b = &call->eval->budget;

	if (!out->is_full)
		return true;
	if (!eval_poll(call->eval, call->loc))
		return false;
	return b->output_B <
			call->eval->memory_B - call->eval->account->live_B ?
		eval_exhausted(call->eval, call->loc, "output", b->output_B) :
		eval_exhausted(call->eval, call->loc, "memory", b->memory_B);
}

/* Make a string from "out", and free "out". */
static bool take_text(struct call *call, struct buffer *out,
	struct value *result)
{
	bool ok = is_whole(call, out) &&
		call_reserve(call, (int64_t) out->len, 1);

	if (ok)
		*result = value_string(buffer_text(out), out->len);
	buffer_free(out);
	return ok;
}

/* An optional argument: a number of digits from lo to hi. */
static bool find_digits(struct call *call, int i, int lo, int hi,
	int64_t *digits)
{
	if (!call_has(call, i))
		return true;
	if (!call_int(call, i, digits))
		return false;
	if (*digits < lo || *digits > hi)
		return diag_error(call->diag, call_loc(call, i), NULL,
			"%s takes %d to %d digits", call->row->name, lo, hi);
	return true;
}

DEFINE_BUILTIN(str)
{
	const struct value *v = &call->arg[0];
	struct buffer out = start_text(call);
	int64_t digits = 6;

	if (!find_digits(call, 1, 1, 17, &digits))
		return false;
	if (v->kind == VALUE_NUMBER)
		number_print_digits(&v->u.number, (int) digits, &out);
	else
		value_print(v, &out);
	return take_text(call, &out, result);
}

/* The value as the setting "format" prints it. */
static bool in_format(struct call *call, enum format format,
	struct value *result)
{
	struct buffer out = start_text(call);

	show_value(format, &call->arg[0], &out);
	if (out.is_cut && !out.is_full) {
		buffer_free(&out);
		return diag_error(call->diag, call_loc(call, 0), NULL,
			SHOW_CUT);
	}
	return take_text(call, &out, result);
}

DEFINE_BUILTIN(csv)
{
	return in_format(call, FORMAT_CSV, result);
}

DEFINE_BUILTIN(json)
{
	return in_format(call, FORMAT_JSON, result);
}

DEFINE_BUILTIN(markdown)
{
	return in_format(call, FORMAT_MARKDOWN, result);
}

DEFINE_BUILTIN(fixed)
{
	struct buffer out = { 0 };
	const struct number *n;
	int64_t digits = 2;

	if (!call_number(call, 0, &n) ||
		!find_digits(call, 1, 0, 1000, &digits))
		return false;
	number_print_fixed(n, (int) digits, &out);
	return take_text(call, &out, result);
}

static size_t run_of_digits(const char *p)
{
	size_t n = 0;

	while (is_digit(p[n]) || (p[n] == '_' && n > 0))
		++n;
	return n;
}

/* Length of the numeric literal at p, such as "12_000.5e-3". */
static size_t number_length(const char *p)
{
	size_t n = run_of_digits(p), sign;

	if (p[n] == '.')
		n += 1 + run_of_digits(p + n + 1);
	if (p[n] == 'e' || p[n] == 'E') {
		sign = p[n + 1] == '-' || p[n + 1] == '+';
		if (is_digit(p[n + 1 + sign]))
			n += 1 + sign + run_of_digits(p + n + 1 + sign);
	}
	return n;
}

/* Parse a number with an optional unit, such as "-1.5 GB/s", without
 * surrounding blanks.
 */
static enum number_status read_quantity(const char *text, size_t len,
	struct number *result)
{
	bool negative = *text == '-';
	const char *digits = text + negative, *unit_text;
	size_t n = number_length(digits), unit_len;
	struct number plain, with_unit;
	enum number_status status;
	struct unit unit;
	struct value copy = value_string(digits, n);

	*result = number_int(0);
	status = number_read(copy.u.string->text, &plain);
	value_free(&copy);
	if (status != NUMBER_OK)
		return status;
	unit_text = digits + n;
	while (unit_text < text + len && is_blank(*unit_text))
		++unit_text;
	unit_len = (size_t) (text + len - unit_text);
	if (unit_parse(unit_text, unit_len, &unit) != unit_len)
		status = NUMBER_DOMAIN;
	else
		status = number_with_unit(&plain, &unit, &with_unit);
	number_free(&plain);
	if (status != NUMBER_OK)
		return status;
	if (!negative) {
		*result = with_unit;
		return NUMBER_OK;
	}
	number_neg(&with_unit, result);
	number_free(&with_unit);
	return NUMBER_OK;
}

/* The part of s without leading and trailing blanks. */
static const char *strip(const struct string *s, size_t *len)
{
	const char *begin = s->text, *end = s->text + s->len;

	while (begin < end && is_blank(*begin))
		++begin;
	while (end > begin && is_blank(end[-1]))
		--end;
	*len = (size_t) (end - begin);
	return begin;
}

DEFINE_BUILTIN(number)
{
	enum number_status status;
	const struct string *s;
	struct number n;
	const char *text;
	size_t len;

	if (call->arg[0].kind == VALUE_NUMBER) {
		*result = value_copy(&call->arg[0]);
		return true;
	}
	if (!call_string(call, 0, &s))
		return false;
	text = strip(s, &len);
	status = read_quantity(text, len, &n);
	if (status == NUMBER_DOMAIN)
		return diag_error(call->diag, call_loc(call, 0), NULL,
			"\"%.40s\" is not a number", s->text);
	if (!call_check(call, 0, status))
		return false;
	*result = value_number(n);
	return true;
}

/* Append the value to "out", if the budgets allow it. */
static bool add_value(struct call *call, struct buffer *out,
	const struct value *v)
{
	value_print(v, out);
	return is_whole(call, out) && eval_step(call->eval, 1, call->loc) &&
		eval_reserve(call->eval, (int64_t) out->len, call->loc);
}

DEFINE_BUILTIN(join)
{
	const struct string *between = NULL;
	int64_t n = value_length(&call->arg[0]);
	struct buffer out = start_text(call);
	bool ok = true;

	if (n < 0)
		return call_wrong(call, 0, "a list");
	if (call_has(call, 1) && !call_string(call, 1, &between))
		return false;
	for (int64_t i = 0; ok && i < n; ++i) {
		struct value item = value_item(&call->arg[0], i);

		if (i > 0 && between)
			ok = add_value(call, &out, &call->arg[1]);
		ok = ok && add_value(call, &out, &item);
		value_free(&item);
	}
	if (ok)
		*result = value_string(buffer_text(&out), out.len);
	buffer_free(&out);
	return ok;
}

static bool not_empty(struct call *call, int i, const struct string **s)
{
	if (!call_string(call, i, s))
		return false;
	if ((*s)->len == 0)
		return diag_error(call->diag, call_loc(call, i), NULL,
			"%s needs a string that is not empty", call->row->name);
	return true;
}

/* The end of the next part of a split text. *next is where the part after it
 * starts, or NULL after the last part.
 */
static const char *part_end(const char *p, const char *end,
	const struct string *at, const char **next)
{
	const char *stop = p;

	if (at) {
		stop = find_bytes(p, (size_t) (end - p), at->text, at->len);
		*next = stop ? stop + at->len : NULL;
		return stop ? stop : end;
	}
	while (stop < end && !is_blank(*stop))
		++stop;
	*next = stop;
	while (*next < end && is_blank(**next))
		++*next;
	if (*next == end)
		*next = NULL;
	return stop;
}

/* Store the parts in "out", or only count them if "out" is NULL. */
static int64_t split(const char *p, size_t len, const struct string *at,
	struct value *out)
{
	const char *end = p + len, *next, *stop;
	int64_t n = 0;

	if (!at && len == 0)
		return 0;
	for (; p; p = next) {
		stop = part_end(p, end, at, &next);
		if (out)
			out[n] = value_string(p, (size_t) (stop - p));
		++n;
	}
	return n;
}

DEFINE_BUILTIN(split)
{
	const struct string *s, *at = NULL;
	const char *text;
	size_t len;

	if (!call_string(call, 0, &s) ||
		(call_has(call, 1) && !not_empty(call, 1, &at)))
		return false;
	text = s->text;
	len = s->len;
	if (!at)
		text = strip(s, &len);
	if (!call_sequence(call, VALUE_LIST, split(text, len, at, NULL),
		    result))
		return false;
	split(text, len, at, result->u.sequence->item);
	return true;
}

DEFINE_BUILTIN(replace)
{
	const struct string *s, *old, *new;
	const char *end, *found;
	struct buffer out = { 0 };
	bool ok = true;

	if (!call_string(call, 0, &s) || !not_empty(call, 1, &old) ||
		!call_string(call, 2, &new))
		return false;
	end = s->text + s->len;
	for (const char *p = s->text; ok && p; p = found) {
		found = find_bytes(p, (size_t) (end - p), old->text, old->len);
		buffer_add_bytes(&out, p, (size_t) ((found ? found : end) - p));
		if (!found)
			break;
		buffer_add_bytes(&out, new->text, new->len);
		found += old->len;
		ok = call_reserve(call, (int64_t) new->len, 1);
	}
	if (ok)
		return take_text(call, &out, result);
	buffer_free(&out);
	return false;
}

DEFINE_BUILTIN(strip)
{
	const struct string *s;
	const char *text;
	size_t len;

	if (!call_string(call, 0, &s))
		return false;
	text = strip(s, &len);
	*result = value_string(text, len);
	return true;
}

/* Shift the 26 letters from "first" on by "shift". */
static bool change_case(struct call *call, char first, int shift,
	struct value *result)
{
	const struct string *s;

	if (!call_string(call, 0, &s) ||
		!call_reserve(call, (int64_t) s->len, 1))
		return false;
	*result = value_string(s->text, s->len);
	for (size_t i = 0; i < s->len; ++i) {
		char c = s->text[i];

		if (c >= first && c < first + 26)
			result->u.string->text[i] = (char) (c + shift);
	}
	return true;
}

DEFINE_BUILTIN(upper)
{
	return change_case(call, 'a', 'A' - 'a', result);
}

DEFINE_BUILTIN(lower)
{
	return change_case(call, 'A', 'a' - 'A', result);
}

DEFINE_BUILTIN(startswith)
{
	const struct string *s, *start;

	if (!call_string(call, 0, &s) || !call_string(call, 1, &start))
		return false;
	*result = value_bool(start->len <= s->len &&
		memcmp(s->text, start->text, start->len) == 0);
	return true;
}

DEFINE_BUILTIN(endswith)
{
	const struct string *s, *end;

	if (!call_string(call, 0, &s) || !call_string(call, 1, &end))
		return false;
	*result = value_bool(end->len <= s->len &&
		memcmp(s->text + s->len - end->len, end->text, end->len) == 0);
	return true;
}
