#ifndef LANG_BASE_DIAG_H
#define LANG_BASE_DIAG_H

/* Diagnostics: messages about a source text.
 *
 * A "struct diag" collects messages and never stops execution. The caller of a
 * phase checks n_error afterwards and decides. Entries own their texts, so they
 * may outlive the source.
 */

#include <stdarg.h>
#include <stdbool.h>

#include "lang/base/buffer.h"
#include "lang/base/source.h"

enum severity { SEVERITY_ERROR, SEVERITY_WARNING };

struct diag_entry {
	enum severity severity;
	char *message;
	char *file;    /* NULL: the message has no location */
	int line, col; /* from 1 */
	char *excerpt; /* the source line, cut around the caret if long */
	int caret_col, caret_width; /* within "excerpt", from 0 */
	char *label;		    /* text after the caret, or NULL */
	int n_note;
	char **note;
};

/* Errors that are stored; further ones are only counted. Ten fit on one screen.
 */
#define DIAG_LIMIT 10

struct diag {
	int n_entry;
	struct diag_entry *entry;
	int n_error, n_warning;
	bool dropped; /* the last entry exceeded the limit and was not stored */
};

/* Report an error at "loc" (loc.source may be NULL). "label", if not NULL, is
 * printed after the caret. Always returns false, so that a phase can `return
 * diag_error(...)`.
 */
bool diag_error(struct diag *diag, struct loc loc, const char *label,
	const char *fmt, ...) __attribute__((format(printf, 4, 5)));
void diag_warning(struct diag *diag, struct loc loc, const char *label,
	const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* Add a note to the most recent message. */
void diag_note(struct diag *diag, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Move the most recent message to "loc", with a note of where it was. */
void diag_blame(struct diag *diag, struct loc loc);

/* Add the note "did you mean 'X'?" if one of the n candidates is close to
 * "name".
 */
void diag_suggest(struct diag *diag, const char *name,
	const char *const *candidate, int n);

/* Move all messages of "from" to the end of "diag". */
void diag_move(struct diag *diag, struct diag *from);

/* The same, without those that "diag" has of the same place. */
void diag_move_new(struct diag *diag, struct diag *from);

/* Format all messages for a terminal. */
void diag_render(const struct diag *diag, struct buffer *out, bool colour);
void diag_clear(struct diag *diag);

/* The nearest of "n" candidates to "name", or NULL if none is near. */
const char *diag_nearest(const char *name, const char *const *candidate, int n);

#endif
