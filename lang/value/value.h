#ifndef LANG_VALUE_VALUE_H
#define LANG_VALUE_VALUE_H

/* The values of the language: a small tagged union.
 *
 * Values are immutable once shared.  value_copy shares what is on the
 * heap, value_free lets go; every value got from a function that "gives"
 * is freed by who got it.  Kernels, devices, reports and tables are
 * objects: a counted pointer with a table of methods, so that a new kind
 * of value needs no change here.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lang/base/buffer.h"
#include "lang/base/diag.h"
#include "lang/base/map.h"
#include "lang/number/number.h"

struct builtin;
struct function;
struct object;
struct eval;
struct node;
struct picture;
struct report;

enum value_kind {
	VALUE_NONE,    /* what a statement gives */
	VALUE_UNKNOWN, /* while checking: nothing is known of it */
	VALUE_BOOL,
	VALUE_NUMBER,
	VALUE_STRING,
	VALUE_TUPLE,
	VALUE_LIST,
	VALUE_RANGE, /* lo..hi, inclusive, step of one unit */
	VALUE_RECORD,
	VALUE_SYMBOL,	/* rows, auto, float, ernst2022, ... */
	VALUE_FUNCTION, /* def, or x -> e */
	VALUE_BUILTIN,
	VALUE_OBJECT
};

struct value {
	enum value_kind kind;
	union {
		bool boolean;
		struct number number;
		struct string *string;
		struct sequence *sequence; /* TUPLE, LIST */
		struct range *range;
		struct record *record;
		const char *symbol; /* interned, never freed */
		struct function *function;
		const struct builtin *builtin;
		struct object *object;
	} u;
};

struct string {
	int refs;
	size_t len;
	int64_t n_char;		  /* once counted */
	int64_t at_char, at_byte; /* the character asked for last */
	char text[];
};

struct sequence {
	int refs;
	bool is_known;	 /* seen to hold nothing unknown */
	int64_t n, room; /* items, and places for them */
	struct value item[];
};

/* lo, lo + step, ... up to hi; step is 1 in the unit that lo was written
 * in.  "n" is the number of elements.
 */
struct range {
	int refs;
	struct number lo, hi, step;
	int64_t n;
};

/* Names with values, in the order they were set. */
struct record {
	int refs;
	int n;
	struct map *map; /* of the names; NULL: they are few */
	int64_t bytes;	 /* counted in the account */
	struct member {
		char *name;
		struct value value;
	} * member;
};

/* What else the operators do with values that only a running thread has.
 * Both operands may be of that kind, or one of them a number or truth value.
 */
struct symbolic {
	/* can it be a condition? */
	bool (*is_truth)(const struct object *o);
	/* a / b rounded down, as in an index */
	bool (*floor_div)(struct diag *diag, struct loc loc,
		const struct value *a, const struct value *b,
		struct value *result);
	/* a and b, a or b, of truths */
	void (*logic)(bool is_or, const struct object *a,
		const struct object *b, struct value *result);
	/* condition ? a : b; both stand where loc[] says */
	bool (*select)(struct diag *diag, const struct object *condition,
		const struct loc loc[2], const struct value *a,
		const struct value *b, struct value *result);
};

/* The methods of a kind of object.  What is NULL is not possible. */
struct object_type {
	const char *name; /* "kernel", for messages */
	void (*release)(struct object *o);
	void (*print)(const struct object *o, struct buffer *out);
	/* in a line, as an element of a list; NULL: as print does */
	void (*brief)(const struct object *o, struct buffer *out);
	/* the record that is its row in a table */
	struct value (*row)(const struct object *o);
	/* the list of records that it is in CSV and Markdown, which it keeps */
	const struct value *(*rows)(const struct object *o);
	void (*json)(const struct object *o, struct buffer *out);
	/* with the colours of a terminal */
	void (*paint)(const struct object *o, struct buffer *out);
	/* what the statement `show` prints of it: all of it */
	void (*show)(const struct object *o, struct buffer *out);
	/* what it is about, in a line, before its figures are quoted */
	void (*title)(const struct object *o, struct buffer *out);
	/* o.name: false if there is none (nothing reported) */
	bool (*get)(const struct object *o, const char *name,
		struct value *result);
	/* the names that "get" knows, for completion and suggestions */
	int (*names)(const struct object *o, const char *const **name);
	/* o with { ... }: the WITH node; reports what does not fit */
	bool (*with)(struct eval *ev, struct object *o, const struct node *node,
		struct value *result);
	/* o[...]: the INDEX node; NULL: by elements, where it has any */
	bool (*index)(const struct node *node, const struct object *o,
		struct value *result);
	/* a op b, where one of them is of this type (symbolic values);
	 * reports to diag and returns false on error
	 */
	bool (*binary)(struct diag *diag, struct loc loc, int op,
		const struct value *a, const struct value *b,
		struct value *result);
	bool (*unary)(struct diag *diag, struct loc loc, int op,
		const struct value *a, struct value *result);
	/* a built-in such as sqrt or min applied to arguments of which at
	 * least one is of this type
	 */
	bool (*apply)(struct diag *diag, struct loc loc, const char *name,
		int n, const struct value *arg, struct value *result);
	const struct symbolic *symbolic;
	bool (*equal)(const struct object *a, const struct object *b);
	/* o side by side with others, n values of which it is the first */
	bool (*compare)(struct diag *diag, struct loc loc, int n,
		const struct value *v, struct value *result);
	/* the figures of the engine that it holds */
	const struct report *(*report)(const struct object *o);
	/* add what there is to see of it to a picture, as panels (see
	 * lang/picture/picture.h); reports to diag and returns false if it cannot
	 */
	bool (*picture)(struct diag *diag, struct loc loc,
		const struct object *o, struct picture *p);
};

struct object {
	int refs;
	const struct object_type *type;
	/* the rest follows in the struct of the kind */
};

struct value value_bool(bool b);
struct value value_int(int64_t i);
struct value value_number(struct number n); /* takes n */
struct value value_real(double d, struct dim dim);
struct value value_string(const char *text, size_t len);
struct value value_text(const char *text);  /* a string, too */
struct value value_string_room(size_t len); /* to be filled */
struct value value_symbol(const char *interned);
struct value value_object(struct object *o); /* takes the reference */

/* A list or tuple of n empty items, to be filled before it is shared. */
struct value value_sequence(enum value_kind kind, int64_t n);

/* Places for "more" items behind those of a list that is not shared, and
 * the bytes that takes.
 */
void value_grow(struct value *list, int64_t more);
int64_t value_growth(const struct value *list, int64_t more);

/* lo..hi in steps of one unit of "lo", or of "step". */
enum number_status value_range(const struct number *lo, const struct number *hi,
	struct value *result);
enum number_status value_range_by(const struct number *lo,
	const struct number *hi, const struct number *step,
	struct value *result);

struct value value_record(void);
/* Set a member of a record that is not shared; takes v. */
void value_set(struct value *record, const char *name, struct value v);
/* The member "name" (a plain name), or NULL. */
const struct value *value_get(const struct value *record, const char *name);

struct value value_copy(const struct value *v);
void value_free(struct value *v);

/* The symbolic methods of "v", or NULL where it is known. */
const struct symbolic *value_symbolic(const struct value *v);

/* Whether it, or an element of it, is not known: while checking. */
bool value_is_unknown(const struct value *v);

/* "number", "list", "kernel", ... */
const char *value_kind_name(const struct value *v);

/* For messages: "a list", "a number in B/s". */
void value_describe(const struct value *v, char *text, size_t size);

/* Numbers of different dimensions are different; a range equals the list
 * of its elements; records are equal if their members are, in any order.
 */
bool value_equal(const struct value *a, const struct value *b);

/* Equal values have equal hashes. */
uint64_t value_hash(const struct value *v);

/* Elements of a list, tuple, range or string (its characters), or the keys
 * of a record: count, or -1 if it has none; and the i-th, given.
 */
int64_t value_length(const struct value *v);
struct value value_item(const struct value *v, int64_t i);

/* As a person wants to read it; strings bare at top level, quoted inside
 * of lists; a record as lines "name = value" at top level.  What nests
 * deeper than VALUE_PRINT_DEPTH is "...".
 */
#define VALUE_PRINT_DEPTH 100

void value_print(const struct value *v, struct buffer *out);
/* For messages and cells: what is long ends with "...". */
void value_print_brief(const struct value *v, struct buffer *out);

/* JSON: plain numbers in base units; the outermost record gets a "units"
 * object beside its members, of the same shape, with the unit of each (of a
 * list, the one all its elements share); any other quantity becomes
 * {"value": n, "unit": "B/s"}.
 */
void value_json(const struct value *v, struct buffer *out);

/* The unit in which JSON shows the numbers of "v", a number or a list of
 * numbers that share one; "" if there is none.
 */
#define VALUE_UNIT_BYTES 64

void value_unit(const struct value *v, char unit[VALUE_UNIT_BYTES]);

#endif
