#ifndef LANG_CLI_SHARD_H
#define LANG_CLI_SHARD_H

/* A table that one shard of a rank or sweep has printed, as text.
 *
 * The name of its first column says what it is:
 *
 *	index I/N by|ties FIGURE descending|ascending [top ROWS]
 *
 * A rank is sorted "by" the figure; of a sweep it says which rows tie.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lang/base/buffer.h"

/* A row without its first cell, as in the file. */
struct shard_row {
	int64_t index;
	double key; /* the figure to sort or to compare by */
	const char *text;
	size_t len;
	const char *tie; /* its cell, or NULL: the end of its interval */
	size_t tie_len;
};

struct shard {
	const char *path;
	bool is_json;
	struct buffer text;  /* contents of the file */
	struct buffer head;  /* header without its first cell; CSV */
	struct buffer order; /* "by performance descending top 3" */
	int64_t i, n;	     /* n is 0 if it has no rows */
	struct buffer by;    /* the figure to sort or to compare by */
	bool is_sorted;	     /* by it */
	bool is_descending;
	int64_t top;
	int64_t n_row;
	struct shard_row *row;
};

/* Reads the table in "path"; NULL, or a sentence that says why it is not one.
 * Call shard_free() in either case.
 */
const char *shard_read(struct shard *s, const char *path);
void shard_free(struct shard *s);

#endif
