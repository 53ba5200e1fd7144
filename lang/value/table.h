#ifndef LANG_VALUE_TABLE_H
#define LANG_VALUE_TABLE_H

/* Tables: lists of records of one shape, such as the results of rank and sweep.
 * Users filter, sort and index them with the list functions.
 *
 * Members of nested records are columns with dotted names.
 */

#include "lang/value/value.h"

/* True if "v" prints as a table: a list of records that all have the columns of
 * the first.
 */
bool table_is(const struct value *v);

/* True if a row has more members, nested ones included, than a table has
 * columns. Records that share nested records can have exponentially many.
 */
bool table_is_wide(const struct value *row);

/* Number and names of the columns of a row; the row must not be wide. */
int table_columns(const struct value *row);
void table_column_name(const struct value *row, int column,
	struct buffer *name);
/* The cell in a column, or NULL; the row owns it. */
const struct value *table_cell(const struct value *row, int column);

/* Append to "unit" the unit in which to print numbers of the dimension of
 * "like" with maximum "most"; returns the divisor for numbers in base units.
 */
double table_scale(const struct number *like, double most, struct buffer *unit);

/* Print aligned columns, with units in the header. */
void table_print(const struct value *v, struct buffer *out);

#endif
