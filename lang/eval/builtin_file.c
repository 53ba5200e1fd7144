/* The function write: stores a value in a file. */

#include <errno.h>
#include <string.h>

#include "lang/base/files.h"
#include "lang/eval/builtin.h"
#include "lang/eval/eval.h"
#include "lang/eval/show.h"

/* The format that the extension of a file name selects. */
static bool find_format(const struct string *path, enum format *format)
{
	static const struct {
		const char *end;
		enum format format;
	} ends[] = {
		{ ".csv", FORMAT_CSV },
		{ ".json", FORMAT_JSON },
		{ ".md", FORMAT_MARKDOWN },
		{ ".txt", FORMAT_TEXT },
	};

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); ++i) {
		size_t len = strlen(ends[i].end);

		if (path->len > len &&
			strcmp(path->text + path->len - len, ends[i].end) ==
				0) {
			*format = ends[i].format;
			return true;
		}
	}
	return false;
}

DEFINE_BUILTIN(write)
{
	struct eval *ev = call->eval;
	const struct string *path;
	struct buffer out = { 0 };
	enum format format;
	bool ok = true;

	*result = (struct value) { .kind = VALUE_NONE };
	if (!call_string(call, 1, &path))
		return false;
	if (strlen(path->text) != path->len || !find_format(path, &format))
		return diag_error(call->diag, call_loc(call, 1), NULL,
			"the file name must end in .csv, .json, .md or .txt");
	if (!ev->files_allowed)
		return diag_error(call->diag, call->loc, NULL,
			"cannot write a file here: programs may not write "
			"files");
	if (ev->checking || ev->share.part > 0)
		return true;
	show_value(format, &call->arg[0], &out);
	buffer_add_char(&out, '\n');
	if (out.is_cut)
		ok = diag_error(call->diag, call_loc(call, 0), NULL, SHOW_CUT);
	else if (!files_write(path->text, buffer_text(&out), out.len))
		ok = diag_error(call->diag, call_loc(call, 1), NULL,
			"cannot write '%s': %s", path->text, strerror(errno));
	buffer_free(&out);
	return ok;
}
