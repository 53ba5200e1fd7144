#ifndef LANG_SEARCH_ROWS_H
#define LANG_SEARCH_ROWS_H

/* The rows that a table of configurations will have: kept small while they
 * are gathered, made into records at the end.
 *
 * With a limit, rows that cannot get into the table are freed early.
 */

#include "lang/search/space.h"
#include "lang/search/team.h"

struct row {
	double order;  /* smallest first */
	int64_t index; /* of the configuration, from 0 */
	struct value *variable;
	struct figures figures;
};

struct rows {
	const struct space *space;
	bool is_rank;
	bool more_is_better;
	int by;			  /* a figure of figure.h */
	int64_t top;		  /* rows of the table at most */
	bool shows_block;	  /* as it was left open */
	struct buffer index_name; /* of the first column in shards */
	int64_t n;
	struct row *row;
};

/* Whether more of the figure "path" is better. */
bool rows_more_is_better(const char *path);

/* What the clauses `by` and `top` say; false if that makes no sense. */
bool rows_open(struct rows *rows, const struct space *space);
void rows_close(struct rows *rows);

/* Add a row; takes variable[0..n_variable). */
void rows_add(struct rows *rows, int64_t index, struct value *variable,
	const struct figures *figures);

/* All of them in order. */
bool rows_table(struct rows *rows, struct value *table);

/* One row as a record. */
struct value rows_record(const struct rows *rows, const struct row *row);

#endif
