#ifndef LANG_BASE_DIAG_H
#define LANG_BASE_DIAG_H

/* Diagnostics: what the user is told about a source text.
 *
 * A "struct diag" collects messages as data; it never stops anything.
 * Whoever started a phase looks at n_error when it is done and decides.
 * Entries own their texts, so they outlive the source they speak of.
 */

#include <stdarg.h>
#include <stdbool.h>

#include "lang/base/buffer.h"
#include "lang/base/source.h"

enum severity { SEVERITY_ERROR, SEVERITY_WARNING };

struct diag_entry {
	enum severity severity;
	char *message;
	char *file;		    /* NULL: speaks of no source */
	int line, col;		    /* from 1 */
	char *excerpt;		    /* the line, cut around the place if long */
	int caret_col, caret_width; /* within "excerpt", from 0 */
	char *label;		    /* behind the caret, or NULL */
	int n_note;
	char **note;
};

/* How many errors are kept; the rest is counted. */
#define DIAG_LIMIT 10

struct diag {
	int n_entry;
	struct diag_entry *entry;
	int n_error, n_warning;
	bool dropped; /* the last one went over the limit */
};

/* Report an error at "loc" (loc.source may be NULL).  "label", if not
 * NULL, stands behind the caret.  Always returns false, so that a phase
 * can `return diag_error(...)`.
 */
bool diag_error(struct diag *diag, struct loc loc, const char *label,
	const char *fmt, ...) __attribute__((format(printf, 4, 5)));
void diag_warning(struct diag *diag, struct loc loc, const char *label,
	const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* Add a note to the message reported last. */
void diag_note(struct diag *diag, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Note "did you mean 'X'?" if one of the n candidates is close to name. */
void diag_suggest(struct diag *diag, const char *name,
	const char *const *candidate, int n);

/* Move all messages of "from" behind those of "diag". */
void diag_move(struct diag *diag, struct diag *from);

/* All messages as text for a person. */
void diag_render(const struct diag *diag, struct buffer *out, bool colour);
void diag_clear(struct diag *diag);

/* The nearest of "n" candidates to "name", or NULL if none is near. */
const char *diag_nearest(const char *name, const char *const *candidate, int n);

#endif
