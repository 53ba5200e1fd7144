/* Reads and checks the arguments of validate() and fit(). */

#include <stdlib.h>
#include <string.h>

#include "lang/device/board.h"
#include "lang/eval/builtin.h"
#include "lang/eval/module.h"
#include "lang/measure/tuned.h"
#include "lang/measure/validate_question.h"

/* The parameters that both rows in builtin.def have. */
enum { TABLE, ON, KERNELS, KERNEL };

static const char *const option_names[] = { "model", "type", "domain", "block",
	"fold", "offset", "shared", "registers", "updates", "order", "strides",
	"stores", "cache", "kind", "loads" };

#define N_OPTION ((int) (sizeof(option_names) / sizeof(option_names[0])))

static bool fail_table(struct call *call, const char *path, const char *why)
{
	return diag_error(call->diag, call_loc(call, TABLE), NULL, "%s%s%s",
		path ? path : "", path ? ": " : "", why);
}

/* True if the first line has the cell "kernel". */
static bool names_kernel(const char *text)
{
	size_t line = strcspn(text, "\r\n");
	const char *at = text;

	while ((at = strstr(at, "kernel")) && at < text + line) {
		char before = at > text ? at[-1] : ',', behind = at[6];

		if (strchr(",\"\xbf", before) && strchr(",\"\r\n", behind))
			return true;
		at += 6;
	}
	return false;
}

/* Puts a column with the kernel in front of a table that has none. */
static void add_kernel(const char *kernel, struct buffer *text)
{
	struct buffer out = { 0 };
	bool is_head = true;

	for (const char *line = buffer_text(text); *line;) {
		size_t n = strcspn(line, "\n");

		if (n > 0 && line[0] != '\r')
			buffer_printf(&out, "%s,", is_head ? "kernel" : kernel);
		is_head = is_head && (n == 0 || line[0] == '\r');
		buffer_add_bytes(&out, line, n + (line[n] == '\n'));
		line += n + (line[n] == '\n');
	}
	buffer_free(text);
	*text = out;
}

/* Turns the text of a file into that of a table. */
static bool to_table(const char *kernel, struct buffer *text,
	struct buffer *board, char why[256])
{
	struct buffer out = { 0 };

	if (!tuned_is_json(buffer_text(text))) {
		if (*kernel && !names_kernel(buffer_text(text)))
			add_kernel(kernel, text);
		return true;
	}
	if (!tuned_table(buffer_text(text), text->len, kernel, &out, board,
		    why)) {
		buffer_free(&out);
		return false;
	}
	buffer_free(text);
	*text = out;
	return true;
}

static bool read_file(struct call *call, struct measured_table *t,
	struct buffer *board)
{
	const struct string *kernel = NULL;
	struct buffer text = { 0 };
	char why[256] = "", *path;
	size_t len;
	bool ok;

	if ((call_has(call, KERNEL) && !call_string(call, KERNEL, &kernel)) ||
		!call_file(call, TABLE, "a table", &path, &text))
		return false;
	ok = to_table(kernel ? kernel->text : "", &text, board, why);
	len = text.len;
	ok = (ok && measured_read(t, buffer_take(&text), len, why)) ||
		fail_table(call, path, why);
	buffer_free(&text);
	free(path);
	return ok;
}

static bool read_table(struct call *call, struct measured_table *t,
	struct buffer *board)
{
	char why[256] = "";

	if (call->arg[TABLE].kind == VALUE_STRING)
		return read_file(call, t, board);
	if (call->arg[TABLE].kind != VALUE_LIST)
		return call_wrong(call, TABLE,
			"a file of measurements or a list of records");
	return measured_list(t, &call->arg[TABLE], why) ||
		fail_table(call, NULL, why);
}

/* The board that a file names.  Predictions for another one would be no
 * comparison, so a board that nobody knows is an error.
 */
static bool take_board(struct call *call, const char *name, struct value *v)
{
	struct buffer near = { 0 };
	bool is_known = board_find(call->eval, name, v, &near);

	if (!is_known) {
		diag_error(call->diag, call_loc(call, TABLE), NULL,
			"the file was measured on '%.80s', which is no device "
			"here",
			name);
		diag_note(call->diag, "say --device NAME, or on = NAME%s%s",
			near.len > 0 ? "; " : "", buffer_text(&near));
	}
	buffer_free(&near);
	return is_known;
}

/* True if "b" is the device "id", or is made of it. */
static bool is_made_of(const struct device_object *b, const char *id)
{
	for (; b; b = b->parent)
		if (strcmp(b->dev.id, id) == 0)
			return true;
	return false;
}

/* Warn of a file that names another board than the question or the session. */
static void compare_board(struct call *call, const char *name,
	const struct device_object *said)
{
	struct value v = { 0 };
	struct buffer near = { 0 };

	if (*name && board_find(call->eval, name, &v, &near) &&
		!is_made_of(said, device_of(&v)->dev.id))
		diag_warning(call->diag, call_loc(call, TABLE), NULL,
			"the file was measured on '%.80s', and is predicted "
			"for %s",
			name, said->dev.id);
	value_free(&v);
	buffer_free(&near);
}

/* The device of the question, of the session, of the file, or the default. */
static bool find_device(struct call *call, const char *board, struct subject *s)
{
	bool is_said = call_has(call, ON);

	if (!is_said &&
		(!*board || scope_find(&call->eval->settings, "device")))
		return subject_find_device(call->eval, NULL, call->loc, s);
	if (is_said)
		s->device_value = value_copy(&call->arg[ON]);
	else if (!take_board(call, board, &s->device_value))
		return false;
	if (!board_take(call->eval, call_loc(call, ON), &s->device_value))
		return false;
	s->device = device_of(&s->device_value);
	if (!s->device)
		return call_wrong(call, ON, "a device");
	return device_complete(call->eval, s->device, call_loc(call, ON));
}

static bool read_options(struct call *call, int first, struct options *o)
{
	if (!options_session(call->eval, o, call->loc))
		return false;
	for (int i = 0; i < N_OPTION; ++i)
		if (call_has(call, first + i) &&
			!options_apply(call->eval, o, option_names[i],
				&call->arg[first + i],
				call_loc(call, first + i), false))
			return false;
	return true;
}

static bool run_kernels(struct call *call)
{
	const struct string *path = NULL;

	if (!call_has(call, KERNELS))
		return true;
	return call_string(call, KERNELS, &path) &&
		module_import_file(call->eval, path->text,
			call_loc(call, KERNELS));
}

/* The state of L2 during the measurement, if the question gives it. */
static void take_cache(struct call *call, int first, struct measured_table *t)
{
	for (int i = 0; i < N_OPTION; ++i) {
		const struct value *v = &call->arg[first + i];

		if (strcmp(option_names[i], "cache") == 0 &&
			v->kind == VALUE_SYMBOL)
			t->is_cold = strcmp(v->u.symbol, "cold") == 0;
	}
}

bool validate_question(struct call *call, int first, bool keeps,
	struct measured_table *table, struct validation *v)
{
	struct buffer board = { 0 };
	bool ok;

	*v = (struct validation) {
		.ev = call->eval,
		.loc = call->loc,
		.table = table,
		.subject = { .loc = call->loc },
		.keeps = keeps,
	};
	if (!read_table(call, table, &board)) {
		buffer_free(&board);
		return false;
	}
	take_cache(call, first, table);
	ok = run_kernels(call) &&
		find_device(call, buffer_text(&board), &v->subject);
	if (ok)
		compare_board(call, buffer_text(&board), v->subject.device);
	ok = ok && read_options(call, first, &v->subject.options) &&
		validate_predict(v);
	buffer_free(&board);
	if (!ok)
		validate_answered(v, table);
	return ok;
}

void validate_answered(struct validation *v, struct measured_table *table)
{
	validate_clear(v);
	subject_clear(&v->subject);
	measured_clear(table);
}
