#ifndef LANG_SEARCH_ROWS_H
#define LANG_SEARCH_ROWS_H

/* The rows of a table of configurations: compact while they are gathered,
 * converted to records at the end.
 *
 * With a limit, rows that cannot enter the table are freed early.
 */

#include "lang/search/space.h"
#include "lang/search/team.h"

struct row {
	double order;  /* sort key, ascending */
	int64_t index; /* number of the configuration, from 0 */
	struct value *variable;
	struct figures figures;
	char *notes;	 /* a line each, or NULL */
	bool is_refined; /* figures were updated */
};

struct rows {
	const struct space *space;
	bool is_rank;
	bool more_is_better;
	int by;			  /* index of a figure in figure.h */
	int64_t top;		  /* most rows of the table */
	int64_t kept;		  /* most rows while they are gathered */
	bool shows_block;	  /* the question left the block open */
	bool shows_order;	  /* likewise */
	struct buffer index_name; /* name of a shard's first column */
	bool has_ties;		  /* rows say whether they tie with the best */
	double best_end;	  /* worse end of its interval, NAN: unknown */
	int64_t n;
	struct row *row;
};

/* True if larger values of the figure "path" are better. */
bool rows_more_is_better(const char *path);

/* Reads the clauses `by` and `top`; false, with an error, if they are invalid.
 */
bool rows_open(struct rows *rows, const struct space *space);
void rows_close(struct rows *rows);

/* Add a row; takes variable[0..n_variable). */
void rows_add(struct rows *rows, int64_t index, struct value *variable,
	const struct outcome *outcome);

/* Sort the rows, and drop those that are too many while they are gathered. */
void rows_sort(struct rows *rows);

/* Replace the figures of the row of configuration "index", if there is one. */
void rows_update(struct rows *rows, int64_t index,
	const struct outcome *outcome);

/* Rows are printed before the best is known: that the first one has an interval
 * says that they have a column of ties.
 */
void rows_open_ties(struct rows *rows, const struct figures *first);

/* Sort all rows, and find which of them tie with the best one. */
void rows_finish(struct rows *rows);

/* The table of all rows, sorted; false if that exceeds the budget. */
bool rows_table(struct rows *rows, struct value *table);

struct value rows_record(const struct rows *rows, const struct row *row);

#endif
