#ifndef TESTS_PROGRAM_H
#define TESTS_PROGRAM_H

/* Programs as tests: run a line of the language, then compare what it prints
 * or its error message.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/eval/check.h"
#include "lang/eval/context.h"
#include "lang/eval/eval.h"
#include "lang/syntax/parse.h"
#include "lang/tables.h"

static const struct loc nowhere;

/* Run a program; false if it failed, with the messages in ev->diag, which
 * the caller clears.
 */
static bool program_start(struct eval *ev, struct diag *diag,
	const char *program)
{
	struct source *source = source_new("<test>", program, strlen(program));
	bool ok;

	context_begin(ev, diag);
	ok = parse_source(source, diag) && check_source(ev, source) &&
		eval_source(ev, source);
	source_drop(source);
	return ok;
}

static inline void program_message(const struct diag *diag, struct buffer *out)
{
	const struct diag_entry *e = &diag->entry[0];

	buffer_printf(out, "error: %s", e->message);
	if (e->label)
		buffer_printf(out, " | %s", e->label);
	/* the location of a call is tested elsewhere */
	for (int i = 0; i < e->n_note; ++i)
		if (strncmp(e->note[i], "called from ", 12) != 0)
			buffer_printf(out, " | %s", e->note[i]);
}

/* What it prints, without the last newline, or the first "error: ..." with
 * its label and notes behind it; malloced.
 */
static inline char *program_run(struct eval *ev, const char *program)
{
	struct buffer out = { 0 };
	struct diag diag = { 0 };
	bool ok = program_start(ev, &diag, program);
	char *text = buffer_take(&ev->output);

	if (ok != (diag.n_error == 0))
		buffer_add(&out, "MISMATCH of result and messages: ");
	if (diag.n_error > 0)
		program_message(&diag, &out);
	else if (text[0])
		buffer_add_bytes(&out, text, strlen(text) - 1);
	free(text);
	diag_clear(&diag);
	return buffer_take(&out);
}

/* Check what a program prints; if it differs, show both. */
static inline void program_check(struct eval *ev, const char *program,
	const char *prints)
{
	char *text = program_run(ev, program);

	if (strcmp(text, prints) != 0)
		printf("%s\n\tgives %s\n\t  not %s\n", program, text, prints);
	CHECK(strcmp(text, prints) == 0);
	free(text);
}

/* The value of an expression, which must have one. */
static inline struct value program_value(struct eval *ev, const char *program)
{
	struct diag diag = { 0 };
	const struct value *last;

	CHECK(program_start(ev, &diag, program));
	buffer_free(&ev->output);
	diag_clear(&diag);
	last = scope_find(&ev->globals, "_");
	return last ? value_copy(last) : (struct value) { .kind = VALUE_NONE };
}

/* A session with a name for an unknown value. */
static inline struct eval *program_session(void)
{
	struct eval *ev = eval_new(&tables_rooms);

	scope_set(&ev->globals, "unknown",
		(struct value) { .kind = VALUE_UNKNOWN });
	return ev;
}

#endif
