/* read_profile(): reads the launches in files of profilers, for rooflines. */

#include <stdlib.h>

#include "lang/eval/builtin.h"
#include "lang/eval/eval.h"
#include "lang/measure/profile.h"

static bool read_file(struct call *call, int i, struct profile *profile)
{
	struct buffer text = { 0 };
	char why[256] = "", *path;
	size_t len;
	bool ok;

	if (!call_file(call, i, "a profile", &path, &text))
		return false;
	len = text.len;
	ok = profile_read(profile, buffer_take(&text), len, why) ||
		diag_error(call->diag, call_loc(call, i), NULL, "%s: %s", path,
			why);
	free(path);
	return ok;
}

DEFINE_BUILTIN(read_profile)
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
			"read_profile needs the name of a file");
	profile = profile_new();
	for (int i = 0; ok && i < call->n_arg; ++i)
		ok = read_file(call, i, profile);
	if (ok)
		*result = profile_value(profile);
	profile_free(profile);
	return ok;
}
