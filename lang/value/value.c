/* Construction, sharing and freeing of values. Nested values are freed in a
 * loop, so that nesting depth does not use the C stack.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/account.h"
#include "lang/base/memory.h"
#include "lang/value/function.h"
#include "lang/value/value.h"

struct value value_bool(bool b)
{
	struct value v = { .kind = VALUE_BOOL };

	v.u.boolean = b;
	return v;
}

struct value value_number(struct number n)
{
	struct value v = { .kind = VALUE_NUMBER };

	v.u.number = n;
	return v;
}

struct value value_int(int64_t i)
{
	return value_number(number_int(i));
}

struct value value_real(double d, struct dim dim)
{
	return value_number(number_real(d, dim));
}

static size_t string_bytes(size_t len)
{
	return sizeof(struct string) + len + 1;
}

static size_t sequence_bytes(int64_t n)
{
	return sizeof(struct sequence) + (size_t) n * sizeof(struct value);
}

struct value value_string_room(size_t len)
{
	struct value v = { .kind = VALUE_STRING };

	v.u.string = memory_new(string_bytes(len));
	account_add((int64_t) string_bytes(len));
	v.u.string->refs = 1;
	v.u.string->len = len;
	return v;
}

struct value value_string(const char *text, size_t len)
{
	struct value v = value_string_room(len);

	memcpy(v.u.string->text, text, len);
	return v;
}

struct value value_text(const char *text)
{
	return value_string(text, strlen(text));
}

struct value value_symbol(const char *interned)
{
	struct value v = { .kind = VALUE_SYMBOL };

	v.u.symbol = interned;
	return v;
}

struct value value_object(struct object *o)
{
	struct value v = { .kind = VALUE_OBJECT };

	v.u.object = o;
	return v;
}

struct value value_sequence(enum value_kind kind, int64_t n)
{
	struct value v = { .kind = kind };

	if (n < 0 || (uint64_t) n > SIZE_MAX / sizeof(struct value) - 1)
		memory_failed();
	v.u.sequence = memory_new(sequence_bytes(n));
	account_add((int64_t) sequence_bytes(n));
	v.u.sequence->refs = 1;
	v.u.sequence->n = v.u.sequence->room = n;
	return v;
}

/* Double the capacity if it is too small, so that n appends copy O(n). */
static int64_t new_room(const struct sequence *s, int64_t more)
{
	int64_t n = s->n + more;

	return n <= s->room ? s->room : n < 2 * s->room ? 2 * s->room : n;
}

int64_t value_growth(const struct value *list, int64_t more)
{
	const struct sequence *s = list->u.sequence;

	return (new_room(s, more) - s->room) * (int64_t) sizeof(struct value);
}

void value_grow(struct value *list, int64_t more)
{
	struct sequence *s = list->u.sequence;
	int64_t room = new_room(s, more);

	if (room > s->room) {
		account_add(value_growth(list, more));
		s = memory_resize(s, sequence_bytes(room));
		s->room = room;
		list->u.sequence = s;
	}
	s->is_known = false;
}

/* The number of elements of lo, lo + step, ... hi: floor((hi - lo) / step) + 1.
 */
static enum number_status range_count(const struct number *lo,
	const struct number *hi, const struct number *step, int64_t *n)
{
	struct number span, turns;
	enum number_status status = number_sub(hi, lo, &span);

	if (status != NUMBER_OK)
		return status;
	status = number_floor_div(&span, step, &turns);
	number_free(&span);
	if (status != NUMBER_OK)
		return status;
	*n = 0;
	if (number_sign(&turns) >= 0 &&
		(!number_to_int(&turns, n) || __builtin_add_overflow(*n, 1, n)))
		status = NUMBER_TOO_BIG;
	number_free(&turns);
	return status;
}

enum number_status value_range_by(const struct number *lo,
	const struct number *hi, const struct number *step,
	struct value *result)
{
	enum number_status status;
	struct range *r;
	int64_t n;

	*result = (struct value) { .kind = VALUE_NONE };
	status = range_count(lo, hi, step, &n);
	if (status != NUMBER_OK)
		return status;
	r = memory_new(sizeof(*r));
	account_add(sizeof(*r));
	r->refs = 1;
	r->lo = number_copy(lo);
	r->hi = number_copy(hi);
	r->step = number_copy(step);
	r->n = n;
	result->kind = VALUE_RANGE;
	result->u.range = r;
	return NUMBER_OK;
}

enum number_status value_range(const struct number *lo, const struct number *hi,
	struct value *result)
{
	struct number step = number_one_like(lo);

	return value_range_by(lo, hi, &step, result);
}

const struct symbolic *value_symbolic(const struct value *v)
{
	return v->kind == VALUE_OBJECT ? v->u.object->type->symbolic : NULL;
}

struct value value_copy(const struct value *v)
{
	switch (v->kind) {
	case VALUE_NUMBER: return value_number(number_copy(&v->u.number));
	case VALUE_STRING: ++v->u.string->refs; break;
	case VALUE_TUPLE:
	case VALUE_LIST: ++v->u.sequence->refs; break;
	case VALUE_RANGE: ++v->u.range->refs; break;
	case VALUE_RECORD: ++v->u.record->refs; break;
	case VALUE_FUNCTION: function_keep(v->u.function); break;
	case VALUE_OBJECT: ++v->u.object->refs; break;
	case VALUE_NONE:
	case VALUE_UNKNOWN:
	case VALUE_BOOL:
	case VALUE_SYMBOL:
	case VALUE_BUILTIN: break;
	}
	return *v;
}

static void free_range(struct range *r)
{
	if (--r->refs > 0)
		return;
	number_free(&r->lo);
	number_free(&r->hi);
	number_free(&r->step);
	account_add(-(int64_t) sizeof(*r));
	free(r);
}

/* True if "v" contains values and this is the last reference to it. */
static bool is_last_nest(const struct value *v)
{
	switch (v->kind) {
	case VALUE_TUPLE:
	case VALUE_LIST: return v->u.sequence->refs == 1;
	case VALUE_RECORD: return v->u.record->refs == 1;
	case VALUE_FUNCTION: return v->u.function->refs == 1;
	default: return false;
	}
}

/* The slot after the last element. */
static struct value *end_slot(const struct value *v)
{
	switch (v->kind) {
	case VALUE_RECORD: return &v->u.record->member[v->u.record->n].value;
	case VALUE_FUNCTION:
		return &v->u.function->captured[v->u.function->n_captured]
				.value;
	default: return &v->u.sequence->item[v->u.sequence->n];
	}
}

/* Remove the last element; its slot becomes the end slot. */
static struct value *pop_slot(const struct value *v)
{
	struct record *r = v->u.record;
	struct function *f = v->u.function;

	switch (v->kind) {
	case VALUE_RECORD:
		if (r->n == 0)
			return NULL;
		free(r->member[--r->n].name);
		break;
	case VALUE_FUNCTION:
		if (f->n_captured == 0)
			return NULL;
		free(f->captured[--f->n_captured].name);
		break;
	default:
		if (v->u.sequence->n == 0)
			return NULL;
		--v->u.sequence->n;
	}
	return end_slot(v);
}

static void free_shell(const struct value *v)
{
	if (v->kind == VALUE_FUNCTION) {
		function_free(v->u.function);
	} else if (v->kind == VALUE_RECORD) {
		account_add(-v->u.record->bytes);
		free(v->u.record->member);
		if (v->u.record->map)
			map_clear(v->u.record->map);
		free(v->u.record->map);
		free(v->u.record);
	} else {
		account_add(-(int64_t) sequence_bytes(v->u.sequence->room));
		free(v->u.sequence);
	}
}

/* A loop, since lists and functions may nest arbitrarily deep. On the way down,
 * the slot of the child being freed stores the parent of its parent.
 */
static void free_nest(struct value v)
{
	struct value up = { .kind = VALUE_NONE };

	for (;;) {
		struct value *slot = pop_slot(&v);

		if (slot && is_last_nest(slot)) {
			struct value child = *slot;

			*slot = up;
			up = v;
			v = child;
		} else if (slot) {
			value_free(slot);
		} else {
			free_shell(&v);
			if (up.kind == VALUE_NONE)
				return;
			v = up;
			up = *end_slot(&v);
		}
	}
}

void value_free(struct value *v)
{
	struct value old = *v;

	*v = (struct value) { .kind = VALUE_NONE };
	switch (old.kind) {
	case VALUE_NUMBER: number_free(&old.u.number); break;
	case VALUE_STRING:
		if (--old.u.string->refs > 0)
			break;
		account_add(-(int64_t) string_bytes(old.u.string->len));
		free(old.u.string);
		break;
	case VALUE_TUPLE:
	case VALUE_LIST:
		if (is_last_nest(&old))
			free_nest(old);
		else
			--old.u.sequence->refs;
		break;
	case VALUE_RECORD:
		if (is_last_nest(&old))
			free_nest(old);
		else
			--old.u.record->refs;
		break;
	case VALUE_RANGE: free_range(old.u.range); break;
	case VALUE_FUNCTION:
		if (is_last_nest(&old))
			free_nest(old);
		else
			function_free(old.u.function);
		break;
	case VALUE_OBJECT:
		if (--old.u.object->refs > 0)
			break;
		if (old.u.object->type->release)
			old.u.object->type->release(old.u.object);
		else
			free(old.u.object);
		break;
	case VALUE_NONE:
	case VALUE_UNKNOWN:
	case VALUE_BOOL:
	case VALUE_SYMBOL:
	case VALUE_BUILTIN: break;
	}
}

/* Nesting depth to which lists are searched for unknown values, which bounds
 * the C stack. Deeper values count as known, so the checker may miss an error
 * there.
 */
#define UNKNOWN_DEPTH 20

/* A list can contain the same list many times; is_known lets each be searched
 * once.
 */
static bool is_unknown(const struct value *v, int depth)
{
	struct sequence *s = v->u.sequence;

	if (v->kind != VALUE_TUPLE && v->kind != VALUE_LIST)
		return v->kind == VALUE_UNKNOWN;
	if (depth == 0)
		return false;
	for (int64_t i = 0; !s->is_known && i < s->n; ++i)
		if (is_unknown(&s->item[i], depth - 1))
			return true;
	s->is_known = true;
	return false;
}

bool value_is_unknown(const struct value *v)
{
	return is_unknown(v, UNKNOWN_DEPTH);
}

const char *value_kind_name(const struct value *v)
{
	switch (v->kind) {
	case VALUE_NONE: return "nothing";
	case VALUE_UNKNOWN: return "unknown value";
	case VALUE_BOOL: return "truth value";
	case VALUE_NUMBER: return "number";
	case VALUE_STRING: return "string";
	case VALUE_TUPLE: return "tuple";
	case VALUE_LIST: return "list";
	case VALUE_RANGE: return "range";
	case VALUE_RECORD: return "record";
	case VALUE_SYMBOL: return "word";
	case VALUE_FUNCTION:
	case VALUE_BUILTIN: return "function";
	case VALUE_OBJECT: return v->u.object->type->name;
	}
	return "";
}

void value_describe(const struct value *v, char *text, size_t size)
{
	const char *name = value_kind_name(v);
	char unit[64];

	if (v->kind == VALUE_NONE) {
		snprintf(text, size, "%s", name);
	} else if (v->kind == VALUE_NUMBER && !dim_is_none(v->u.number.dim)) {
		dim_name(v->u.number.dim, unit, sizeof(unit));
		snprintf(text, size, "a number in %s", unit);
	} else {
		snprintf(text, size, "%s %s",
			strchr("aeiou", name[0]) ? "an" : "a", name);
	}
}

/* Length in bytes of the character at "text". */
static size_t char_bytes(const char *text, size_t left)
{
	size_t n = 1;

	while (n < left && ((unsigned char) text[n] & 0xc0) == 0x80)
		++n;
	return n;
}

static int64_t count_chars(struct string *s)
{
	int64_t n = 0;

	if (s->n_char > 0 || s->len == 0)
		return s->n_char;
	for (size_t i = 0; i < s->len; i += char_bytes(s->text + i, s->len - i))
		++n;
	s->n_char = n;
	return n;
}

/* Programs mostly read characters in sequence: continue from the last position
 * instead of the start.
 */
static struct value char_at(struct string *s, int64_t i)
{
	if (s->n_char == (int64_t) s->len)
		return value_string(s->text + i, 1);
	if (i < s->at_char)
		s->at_char = s->at_byte = 0;
	for (; s->at_char < i; ++s->at_char)
		s->at_byte += (int64_t) char_bytes(s->text + s->at_byte,
			s->len - (size_t) s->at_byte);
	return value_string(s->text + s->at_byte,
		char_bytes(s->text + s->at_byte, s->len - (size_t) s->at_byte));
}

int64_t value_length(const struct value *v)
{
	switch (v->kind) {
	case VALUE_TUPLE:
	case VALUE_LIST: return v->u.sequence->n;
	case VALUE_RANGE: return v->u.range->n;
	case VALUE_STRING: return count_chars(v->u.string);
	case VALUE_RECORD: return v->u.record->n;
	default: return -1;
	}
}

/* lo + i * step, which is at most hi and therefore cannot overflow */
static struct value range_item(const struct range *r, int64_t i)
{
	struct number n = number_int(i), offset, item;

	number_mul(&r->step, &n, &offset);
	number_add(&r->lo, &offset, &item);
	number_free(&n);
	number_free(&offset);
	item.spelling = r->lo.spelling;
	return value_number(item);
}

struct value value_item(const struct value *v, int64_t i)
{
	switch (v->kind) {
	case VALUE_TUPLE:
	case VALUE_LIST: return value_copy(&v->u.sequence->item[i]);
	case VALUE_RANGE: return range_item(v->u.range, i);
	case VALUE_STRING: return char_at(v->u.string, i);
	case VALUE_RECORD: return value_text(v->u.record->member[i].name);
	default: return (struct value) { .kind = VALUE_NONE };
	}
}
