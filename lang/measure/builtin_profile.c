/* read_profile(): files of profilers as launches. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lang/eval/builtin.h"
#include "lang/eval/eval.h"
#include "lang/base/files.h"
#include "lang/eval/module.h"
#include "lang/measure/profile.h"

static bool read_file(struct call *call, int i, const char *name,
	struct profile *profile)
{
	char why[256] = "", *path = module_path(call->loc, name);
	struct buffer text = { 0 };
	bool ok;

	if (files_read(path, &text)) {
		size_t len = text.len;

		ok = profile_read(profile, buffer_take(&text), len, why) ||
			diag_error(call->diag, call_loc(call, i), NULL,
				"%s: %s", path, why);
	} else {
		ok = diag_error(call->diag, call_loc(call, i), NULL,
			"cannot read '%s': %s", path, strerror(errno));
	}
	free(path);
	return ok;
}

DEFINE_BUILTIN(read_profile)
{
	struct profile *profile;
	bool ok = true;
	int i;

	*result = (struct value) { .kind = VALUE_UNKNOWN };
	for (i = 0; i < call->n_arg; ++i)
		if (call->arg[i].kind != VALUE_STRING &&
		    call->arg[i].kind != VALUE_UNKNOWN)
			return call_wrong(call, i, "the name of a file");
	if (call->eval->checking)
		return true;
	if (call->n_arg == 0)
		return diag_error(call->diag, call->loc, NULL,
			"read_profile needs the name of a file");
	if (!call->eval->files_allowed)
		return diag_error(call->diag, call->loc, NULL,
			"a profile cannot be read here: programs may not "
			"read files");
	profile = profile_new();
	for (i = 0; ok && i < call->n_arg; ++i)
		ok = read_file(call, i, call->arg[i].u.string->text, profile);
	if (ok)
		*result = profile_value(profile);
	profile_free(profile);
	return ok;
}
