#ifndef LANG_CLI_SHARD_H
#define LANG_CLI_SHARD_H

/* A table that one shard of a rank or sweep has printed, as text.
 *
 * The name of its first column says what it is:
 *
 *	index I/N [by FIGURE descending|ascending] [top ROWS]
 */

#include <stdbool.h>
#include <stdint.h>

#include "lang/base/buffer.h"

/* A row without its first cell, as it stands in the file. */
struct shard_row {
	int64_t index;
	double key; /* the figure that decides, or 0 */
	const char *text;
	size_t len;
};

struct shard {
	const char *path;
	bool is_json;
	struct buffer text;  /* of the file */
	struct buffer head;  /* the first line without its first
					   cell; CSV only */
	struct buffer order; /* "by performance descending top 3" */
	int64_t i, n;	     /* n is 0 if there is no row */
	struct buffer by;    /* the figure, or empty */
	bool is_descending;
	int64_t top;
	int64_t n_row;
	struct shard_row *row;
};

/* Read the table in "path"; if it is none, a sentence says why not.
 * shard_free() either way.
 */
const char *shard_read(struct shard *s, const char *path);
void shard_free(struct shard *s);

#endif
