#ifndef LANG_VALUE_VALUE_H
#define LANG_VALUE_VALUE_H

/* The values of the language: a small tagged union.
 *
 * Values are immutable once shared. value_copy adds a reference and value_free
 * drops one. Kernels, devices, reports and tables are objects: a
 * reference-counted pointer with a table of methods, so that a new kind of
 * value needs no change here.
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
	VALUE_NONE,    /* the result of a statement */
	VALUE_UNKNOWN, /* in the checker: any value */
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
	int64_t n_char;		  /* 0 until counted */
	int64_t at_char, at_byte; /* position of the last character read */
	char text[];
};

struct sequence {
	int refs;
	bool is_known;	 /* known to contain no unknown value */
	int64_t n, room; /* number of items, and capacity */
	struct value item[];
};

/* lo, lo + step, ... up to hi. The default step is one unit of "lo"; "n" is the
 * number of elements.
 */
struct range {
	int refs;
	struct number lo, hi, step;
	int64_t n;
};

/* Members in the order in which they were set. */
struct record {
	int refs;
	int n;
	struct map *map; /* index over the names; NULL if they are few */
	int64_t bytes;	 /* charged to the account */
	struct member {
		char *name;
		struct value value;
	} * member;
};

/* Further operations on symbolic values, which only a running thread knows.
 * Either operand may be symbolic; the other one may be a number or truth value.
 */
struct symbolic {
	/* true if it can be a condition */
	bool (*is_truth)(const struct object *o);
	/* a / b rounded down, as in an index */
	bool (*floor_div)(struct diag *diag, struct loc loc,
		const struct value *a, const struct value *b,
		struct value *result);
	/* a and b, a or b, for truth values */
	void (*logic)(bool is_or, const struct object *a,
		const struct object *b, struct value *result);
	/* condition ? a : b; loc[] has the locations of both */
	bool (*select)(struct diag *diag, const struct object *condition,
		const struct loc loc[2], const struct value *a,
		const struct value *b, struct value *result);
};

/* The methods of a kind of object. NULL: the kind does not support it. */
struct object_type {
	const char *name; /* "kernel", for messages */
	/* free what it holds and itself; NULL: it holds nothing */
	void (*release)(struct object *o);
	void (*print)(const struct object *o, struct buffer *out);
	/* one line, as an element of a list; NULL: as print */
	void (*brief)(const struct object *o, struct buffer *out);
	/* its row in a table, as a record */
	struct value (*row)(const struct object *o);
	/* its rows in CSV and Markdown, as a list of records owned by the
	 * object
	 */
	const struct value *(*rows)(const struct object *o);
	/* NULL: its text, as a string */
	void (*json)(const struct object *o, struct buffer *out);
	/* print with terminal colours */
	void (*paint)(const struct object *o, struct buffer *out);
	/* the complete output of the statement `show` */
	void (*show)(const struct object *o, struct buffer *out);
	/* its subject in one line, printed before its figures */
	void (*title)(const struct object *o, struct buffer *out);
	/* o.name; false, without a report, if there is no such member */
	bool (*get)(const struct object *o, const char *name,
		struct value *result);
	/* says why a name that "get" knows has no value here; false if it does
	 * not know it
	 */
	bool (*lacks)(const struct object *o, const char *name,
		struct buffer *why);
	/* the names that "get" accepts, for completion and suggestions */
	int (*names)(const struct object *o, const char *const **name);
	/* o with { ... }, given the WITH node; reports invalid figures */
	bool (*with)(struct eval *ev, struct object *o, const struct node *node,
		struct value *result);
	/* o[...], given the INDEX node; NULL: index its elements, if it has any
	 */
	bool (*index)(const struct node *node, const struct object *o,
		struct value *result);
	/* a op b, where at least one operand has this type (symbolic values);
	 * returns false after reporting an error to diag
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
	/* compare n objects side by side, of which o is the first */
	bool (*compare)(struct diag *diag, struct loc loc, int n,
		const struct value *v, struct value *result);
	/* the engine's figures behind the object */
	const struct report *(*report)(const struct object *o);
	/* add panels that show the object to a picture (see
	 * lang/picture/picture.h); returns false after reporting an error to
	 * diag
	 */
	bool (*picture)(struct diag *diag, struct loc loc,
		const struct object *o, struct picture *p);
};

struct object {
	int refs;
	const struct object_type *type;
	/* the struct of the kind continues here */
};

struct value value_bool(bool b);
struct value value_int(int64_t i);
struct value value_number(struct number n); /* takes ownership of n */
struct value value_real(double d, struct dim dim);
struct value value_string(const char *text, size_t len);
struct value value_text(const char *text);  /* a string as well */
struct value value_string_room(size_t len); /* unset characters */
struct value value_symbol(const char *interned);
struct value value_object(struct object *o); /* takes over the reference */

/* A list or tuple of n NONE items, to be filled in before it is shared. */
struct value value_sequence(enum value_kind kind, int64_t n);

/* Make room for "more" items at the end of an unshared list; and the bytes that
 * this allocates.
 */
void value_grow(struct value *list, int64_t more);
int64_t value_growth(const struct value *list, int64_t more);

/* lo..hi in steps of "step", or of one unit of "lo". */
enum number_status value_range(const struct number *lo, const struct number *hi,
	struct value *result);
enum number_status value_range_by(const struct number *lo,
	const struct number *hi, const struct number *step,
	struct value *result);

struct value value_record(void);
/* Set a member of an unshared record; takes ownership of v. */
void value_set(struct value *record, const char *name, struct value v);
/* The member of that plain (not dotted) name, or NULL. */
const struct value *value_get(const struct value *record, const char *name);

struct value value_copy(const struct value *v);
void value_free(struct value *v);

/* The symbolic methods of "v"; NULL if "v" is not symbolic. */
const struct symbolic *value_symbolic(const struct value *v);

/* True if the value or one of its elements is unknown, which happens in the
 * checker.
 */
bool value_is_unknown(const struct value *v);

/* "number", "list", "kernel", ... */
const char *value_kind_name(const struct value *v);

/* For messages: "a list", "a number in B/s". */
void value_describe(const struct value *v, char *text, size_t size);

/* Numbers of different dimensions differ; a range equals the list of its
 * elements; the order of the members of a record does not matter.
 */
bool value_equal(const struct value *a, const struct value *b);

/* Equal values have equal hashes. */
uint64_t value_hash(const struct value *v);

/* Number of elements of a list, tuple or range, characters of a string or keys
 * of a record; -1 for other values. And element i, which the caller frees.
 */
int64_t value_length(const struct value *v);
struct value value_item(const struct value *v, int64_t i);

/* Print for people. Strings are quoted only inside of lists; a top-level record
 * prints as lines "name = value". Values nested deeper than VALUE_PRINT_DEPTH,
 * which bounds the C stack, print as "...".
 */
#define VALUE_PRINT_DEPTH 100

void value_print(const struct value *v, struct buffer *out);
/* For messages and cells: long values are cut and end with "...". */
void value_print_brief(const struct value *v, struct buffer *out);

/* Write JSON. Numbers are in base units. The outermost record gets an
 * additional member "units" of the same shape, with the unit of each member
 * (for a list, the unit shared by all its elements); any other number with a
 * unit becomes {"value": n, "unit": "B/s"}.
 */
void value_json(const struct value *v, struct buffer *out);

/* The unit in which JSON shows "v", a number or a list of numbers that share
 * one; "" without unit.
 */
#define VALUE_UNIT_BYTES 64

void value_unit(const struct value *v, char unit[VALUE_UNIT_BYTES]);

#endif
