/* read_profile() and read_launches(): the kernels and launches in files of
 * profilers, for rooflines; and the command lines that make such files.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/device/board.h"
#include "lang/device/device.h"
#include "lang/eval/builtin.h"
#include "lang/eval/eval.h"
#include "lang/measure/profile.h"

static bool read_file(struct call *call, int i, struct profile *profile)
{
	struct buffer text = { 0 };
	char why[256] = "", *path;
	int64_t n_bad = 0;
	size_t len;
	bool ok;

	if (!call_file(call, i, "a profile", &path, &text))
		return false;
	len = text.len;
	ok = profile_read(profile, buffer_take(&text), len, &n_bad, why) ||
		diag_error(call->diag, call_loc(call, i), NULL, "%s: %s", path,
			why);
	if (ok && n_bad > 0)
		diag_warning(call->diag, call_loc(call, i), NULL,
			"%s: %lld cell%s or row%s could not be read and %s "
			"left out; %s",
			path, (long long) n_bad, n_bad == 1 ? "" : "s",
			n_bad == 1 ? "" : "s", n_bad == 1 ? "is" : "are", why);
	free(path);
	return ok;
}

/* Sums over launches of which some lack figures leave those out. */
static void warn_of_launches(struct call *call, const struct value *kernels)
{
	for (int64_t i = 0; i < kernels->u.sequence->n; ++i) {
		const struct value *kernel = &kernels->u.sequence->item[i];
		const struct value *n = value_get(kernel, "left_out");

		if (!n)
			continue;
		diag_warning(call->diag, call_loc(call, 0), NULL,
			"launches of '%s' that lack figures which others have "
			"are left out: %.0f",
			value_get(kernel, "kernel")->u.string->text,
			number_to_double(&n->u.number));
		return;
	}
}

static bool read_files(struct call *call, bool is_grouped, struct value *result)
{
	struct profile *profile;
	bool ok = true;

	*result = (struct value) { .kind = VALUE_UNKNOWN };
	for (int i = 0; i < call->n_arg; ++i)
		if (call->arg[i].kind != VALUE_STRING &&
			call->arg[i].kind != VALUE_UNKNOWN)
			return call_wrong(call, i, "the name of a file");
	if (call->eval->checking)
		return true;
	if (call->n_arg == 0)
		return diag_error(call->diag, call->loc, NULL,
			"%s needs the name of a file", call->row->name);
	profile = profile_new();
	for (int i = 0; ok && i < call->n_arg; ++i)
		ok = read_file(call, i, profile);
	if (ok)
		*result = profile_value(profile, is_grouped);
	if (ok && is_grouped)
		warn_of_launches(call, result);
	profile_free(profile);
	return ok;
}

DEFINE_BUILTIN(read_profile)
{
	return read_files(call, true, result);
}

DEFINE_BUILTIN(read_launches)
{
	return read_files(call, false, result);
}

/* ------------------------------------------------------------- commands */

static bool make_command(struct call *call, const char *arch, const char *app,
	struct value *result)
{
	char *text = profile_command(arch, app);

	if (!text)
		return diag_error(call->diag, call->loc, NULL,
			"no profiler is known for boards of the family '%s'",
			arch);
	*result = value_text(text);
	free(text);
	return true;
}

DEFINE_BUILTIN(ncu_metrics)
{
	const struct string *what;

	if (call_has(call, 0) &&
		(!call_string(call, 0, &what) ||
			strcmp(what->text, "roofline") != 0))
		return diag_error(call->diag, call_loc(call, 0), NULL,
			"there are the metrics of \"roofline\"");
	return make_command(call, "", "./app", result);
}

DEFINE_BUILTIN(profile_command)
{
	const struct string *app;
	const struct device_object *b = NULL;
	struct value device = { .kind = VALUE_NONE };
	bool ok = true;

	if (call_has(call, 0)) {
		device = value_copy(&call->arg[0]);
		ok = board_take(call->eval, call_loc(call, 0), &device);
		if (ok && !(b = device_of(&device)))
			ok = call_wrong(call, 0, "a device");
	}
	if (ok && call_has(call, 1))
		ok = call_string(call, 1, &app);
	if (ok)
		ok = make_command(call, b && b->dev.arch ? b->dev.arch : "",
			call_has(call, 1) ? app->text : "./app", result);
	value_free(&device);
	return ok;
}
