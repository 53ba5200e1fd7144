#ifndef LANG_BASE_SOURCE_H
#define LANG_BASE_SOURCE_H

/* A source text: its name in messages, its characters, and the arena of its
 * syntax tree.
 *
 * Functions and kernels defined in a source keep it alive (source_keep); the
 * last source_drop frees the text and the tree.
 */

#include <stddef.h>
#include <stdint.h>

#include "lang/base/arena.h"

struct node;

struct source_lines;

struct source {
	int refs;
	char *name;
	char *text; /* NUL-terminated */
	size_t len;
	struct arena *arena;
	int64_t kept_B;	   /* charged to the account; see source_leave() */
	struct node *root; /* the BLOCK node, once parsed */
	int first_line; /* line number of the first line: 1, or more for a part of a file */
	_Atomic(struct source_lines *) lines; /* built when first needed */
};

/* A range of a source in bytes: begin <= i < end. */
struct loc {
	struct source *source;
	uint32_t begin, end;
};

/* A source with a copy of text[0..len). The caller owns one reference. */
struct source *source_new(const char *name, const char *text, size_t len);
struct source *source_keep(struct source *source);
void source_drop(struct source *source);

/* source_drop() by who ran the program. What functions and kernels keep of it is
 * from now on charged to the account.
 */
void source_leave(struct source *source);

/* Line (from first_line) and column (from 1) of "offset"; columns count
 * characters.
 */
void source_position(struct source *source, uint32_t offset, int *line,
	int *col);

/* The text of "line" (from first_line), without its newline. */
const char *source_line(struct source *source, int line, size_t *len);

/* The smallest range that contains both. */
struct loc loc_join(struct loc a, struct loc b);

#endif
