#ifndef LANG_ASK_FINDING_H
#define LANG_ASK_FINDING_H

/* An answer as a value: a text for a person, and a record with the same
 * figures for members, JSON and tables.
 *
 * A kind of answer starts with a struct finding.  Its type has a "print" of
 * its own and takes all that concerns the record from FINDING_METHODS.  The
 * record is made when it is first asked for: most answers are only printed.
 */

#include <stddef.h>

#include "lang/value/value.h"

struct finding;
typedef void finding_fill(const struct finding *f, struct value *record);

struct finding {
	struct object object;
	finding_fill *fill;	     /* NULL: the record was given */
	finding_fill *fill_beside;   /* what JSON leaves out; or NULL */
	struct value record, beside; /* NONE: not made yet */
	struct value rows;	     /* NONE: likewise */
	const char **name;	     /* of the members; NULL: likewise */
};

/* Start the finding at the head of an answer; and end it, with the answer
 * around it.
 */
void finding_init(struct finding *f, const struct object_type *type,
	finding_fill *fill, finding_fill *fill_beside);
void finding_free(struct finding *f);

/* The record, and the member "name" of it or beside it: NULL if there is
 * none.
 */
const struct value *finding_record(const struct finding *f);
const struct value *finding_member(const struct finding *f, const char *name);

void finding_json(const struct object *o, struct buffer *out);
bool finding_get(const struct object *o, const char *name,
	struct value *result);
int finding_names(const struct object *o, const char *const **name);

#define FINDING_METHODS \
	.json = finding_json, .get = finding_get, .names = finding_names

/* Rows for CSV and Markdown: the record as one row, without its lists; or the
 * figures of a comparison, one a row, with their units in a column.
 */
const struct value *finding_rows(const struct object *o);
const struct value *finding_compared(const struct object *o);

/* A member of a record that is a figure of a struct: a double in "unit", or
 * a bool where "unit" is NULL.
 */
struct figure_row {
	const char *path, *unit;
	size_t offset;
};

#define FIGURE_ROW(type, path, unit, member)                  \
	{                                                     \
		(path), (unit), offsetof(struct type, member) \
	}

/* Set the n members of "record" from the struct "from"; what is NaN is not
 * known and has no member.
 */
void finding_set(struct value *record, int n, const struct figure_row *row,
	const void *from);

/* A table of rows, as the two arguments that take it. */
#define FIGURE_ROWS(rows) (int) (sizeof(rows) / sizeof((rows)[0])), (rows)

/* Answers whose text and record are made at once. */
enum finding_kind {
	FINDING_SEARCH,
	FINDING_CROSSOVER,
	FINDING_COMPARISON,
	FINDING_REASON,
	FINDING_FIT,
	N_FINDING_KIND
};

/* Takes the text and the record. */
struct value finding_value(enum finding_kind kind, struct buffer *text,
	struct value record);

#endif
