#ifndef LANG_SERVE_DOCUMENT_H
#define LANG_SERVE_DOCUMENT_H

/* A text that an editor shows: its statements, and positions in it.
 *
 * Editors count lines from 0 and characters in units of UTF-16; messages of the
 * library count both from 1, in characters; texts are bytes of UTF-8.
 */

#include <stdbool.h>
#include <stddef.h>

struct wsp;

struct document {
	char *uri, *path;
	char *text;
	size_t len;
	struct document *next;
};

struct document_place {
	int line, character; /* from 0, in UTF-16 */
};

/* One statement: "name" is what it defines, NULL if nothing. */
struct document_statement {
	size_t begin, end; /* in the text */
	int line;	   /* from 0 */
	char *name;
	bool is_kernel;
	bool is_definition; /* running it asks and prints nothing */
};

struct document *document_find(struct document *list, const char *uri);

/* Open or change a document. */
void document_set(struct document **list, const char *uri, const char *text,
	size_t len);
void document_close(struct document **list, const char *uri);

size_t document_offset(const struct document *d, struct document_place place);
struct document_place document_place(const struct document *d, size_t offset);

/* The offset of a line and column of a message, both from 1. */
size_t document_offset_of(const struct document *d, int line, int column);

/* The word around an offset; its length is 0 if there is none. */
size_t document_word(const struct document *d, size_t offset, size_t *begin);

/* The statements, malloced. */
struct document_statement *document_statements(const struct document *d,
	int *n);
void document_free_statements(struct document_statement *s, int n);

/* Return to the saved state of a session and run the definitions in it. */
void document_define(const struct document *d,
	const struct document_statement *s, int n, struct wsp *wsp);

#endif
