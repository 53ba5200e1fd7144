#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lang/builtin.h"
#include "lang/files.h"
#include "lang/module.h"
#include "lang/validate.h"

/* The parameters of the row in builtin.def. */
enum { TABLE, ON, KERNELS, WORST, FIRST_OPTION };

static const char *const option_names[] = {
	"model", "type", "domain", "block", "fold", "offset", "shared",
	"registers", "updates", "order", "cache"
};

#define N_OPTION	((int) (sizeof(option_names) / sizeof(option_names[0])))

static bool fail_table(struct call *call, const char *path, const char *why)
{
	return diag_error(call->diag, call_loc(call, TABLE), NULL, "%s%s%s",
		path ? path : "", path ? ": " : "", why);
}

static bool read_file(struct call *call, const char *name,
	struct measured_table *t)
{
	char why[256] = "", *path;
	struct buffer text = { 0 };
	bool ok;

	if (!call->eval->files_allowed)
		return diag_error(call->diag, call_loc(call, TABLE), NULL,
			"a table cannot be read here: programs may not read "
			"files");
	path = module_path(call->loc, name);
	if (files_read(path, &text)) {
		size_t len = text.len;

		ok = measured_read(t, buffer_take(&text), len, why) ||
			fail_table(call, path, why);
	} else {
		ok = diag_error(call->diag, call_loc(call, TABLE), NULL,
			"cannot read '%s': %s", path, strerror(errno));
	}
	free(path);
	return ok;
}

static bool read_table(struct call *call, struct measured_table *t)
{
	char why[256] = "";

	if (call->arg[TABLE].kind == VALUE_STRING)
		return read_file(call, call->arg[TABLE].u.string->text, t);
	if (call->arg[TABLE].kind != VALUE_LIST)
		return call_wrong(call, TABLE,
			"a file of measurements or a list of records");
	return measured_list(t, &call->arg[TABLE], why) ||
		fail_table(call, NULL, why);
}

static bool find_board(struct call *call, struct subject *s)
{
	if (!call_has(call, ON))
		return subject_find_board(call->eval, NULL, call->loc, s);
	s->board_value = value_copy(&call->arg[ON]);
	s->board = board_of(&s->board_value);
	if (!s->board)
		return call_wrong(call, ON, "a device");
	return board_check(call->eval, s->board, call_loc(call, ON));
}

static bool read_options(struct call *call, struct options *o)
{
	int i;

	if (!options_session(call->eval, o, call->loc))
		return false;
	for (i = 0; i < N_OPTION; ++i)
		if (call_has(call, FIRST_OPTION + i) &&
		    !options_apply(call->eval, o, option_names[i],
			&call->arg[FIRST_OPTION + i],
			call_loc(call, FIRST_OPTION + i), false))
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

static bool find_worst(struct call *call, int64_t *worst)
{
	*worst = 10;
	if (!call_has(call, WORST))
		return true;
	if (!call_int(call, WORST, worst))
		return false;
	return *worst >= 0 || diag_error(call->diag, call_loc(call, WORST),
		NULL, "worst is a number of rows to show");
}

static bool answer(struct call *call, const struct measured_table *t,
	struct value *result)
{
	struct validation v = { .ev = call->eval, .loc = call->loc,
		.table = t, .subject = { .loc = call->loc } };
	bool ok = find_worst(call, &v.worst) && run_kernels(call) &&
		find_board(call, &v.subject) &&
		read_options(call, &v.subject.options) &&
		validate_predict(&v);

	if (ok)
		*result = validate_value(validate_summary(&v),
			validate_points(&v));
	free(v.row);
	subject_clear(&v.subject);
	return ok;
}

/* How the counters were taken, where the question says it. */
static void take_cache(struct call *call, struct measured_table *t)
{
	const struct value *cache = &call->arg[FIRST_OPTION + N_OPTION - 1];

	if (cache->kind == VALUE_SYMBOL)
		t->is_cold = strcmp(cache->u.symbol, "cold") == 0;
}

bool builtin_validate(struct call *call, struct value *result)
{
	struct measured_table table;
	bool ok;

	if (call->eval->checking) {
		*result = (struct value) { .kind = VALUE_UNKNOWN };
		return true;
	}
	if (!read_table(call, &table))
		return false;
	take_cache(call, &table);
	ok = answer(call, &table, result);
	measured_clear(&table);
	return ok;
}
