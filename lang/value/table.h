#ifndef LANG_VALUE_TABLE_H
#define LANG_VALUE_TABLE_H

/* Tables are lists of records of one shape: what rank and sweep give, and
 * what a user can filter, sort and index with the functions for lists.
 *
 * Members of members are columns with dotted names.
 */

#include "lang/value/value.h"

/* Whether "v" prints as a table: a list of records, all with the columns
 * of the first.
 */
bool table_is(const struct value *v);

/* Whether a row has more members, those of its members among them, than a
 * table has columns: records that hold one another have no end of them.
 */
bool table_is_wide(const struct value *row);

/* The columns of a row that is not wide. */
int table_columns(const struct value *row);
void table_column_name(const struct value *row, int column,
	struct buffer *name);
/* The cell in a column, or NULL; belongs to the row. */
const struct value *table_cell(const struct value *row, int column);

/* The unit to show numbers such as "like" in, "most" being the largest, is
 * added to "unit"; what to divide numbers in base units by is returned.
 */
double table_scale(const struct number *like, double most, struct buffer *unit);

/* Aligned, units in the head. */
void table_print(const struct value *v, struct buffer *out);

#endif
