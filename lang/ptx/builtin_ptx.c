/* ptx("heat.ptx", "heat", nx = 4096): a kernel of compiled code as a value.
 *
 * The module is executed when the function is called, to find the domain and
 * what the kernel does, and again for each launch.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/files.h"
#include "lang/base/memory.h"
#include "lang/eval/builtin.h"
#include "lang/eval/eval.h"
#include "lang/ptx/compiled.h"

/* The value of a named argument as a whole number. */
static bool whole(struct call *call, int i, int64_t *n)
{
	return call_int(call, i, n);
}

/* over = 4096, over = (nx, ny): threads of the launch */
static bool read_over(struct call *call, int i, struct ptx_arguments *args)
{
	struct value items;
	int64_t n;

	if (call->arg[i].kind == VALUE_NUMBER) {
		args->n_over = 1;
		return whole(call, i, &args->over[0]);
	}
	if (!call_items(call, i, &items))
		return false;
	n = value_length(&items);
	for (int64_t d = 0; d < n && d < 3; ++d) {
		const struct value *v = &items.u.sequence->item[d];

		if (v->kind != VALUE_NUMBER ||
			!number_to_int(&v->u.number, &args->over[d])) {
			value_free(&items);
			return call_wrong(call, i, "whole numbers of threads");
		}
	}
	value_free(&items);
	args->n_over = (int) n;
	return (n >= 1 && n <= 3) ||
		call_wrong(call, i, "one to three numbers of threads");
}

static bool is_positive(struct call *call, int i, int64_t n)
{
	return (n >= 1 && n <= ((int64_t) 1 << 40)) ||
		call_wrong(call, i, "a whole number of at least 1");
}

/* params = ["src", "dst", "nx"] */
static bool read_titles(struct call *call, int i, struct ptx_arguments *args)
{
	struct value items;
	int64_t n;

	if (!call_items(call, i, &items))
		return false;
	n = value_length(&items);
	for (int64_t j = 0; j < n; ++j) {
		const struct value *v = &items.u.sequence->item[j];

		if (v->kind != VALUE_STRING) {
			value_free(&items);
			return call_wrong(call, i, "a list of names");
		}
		compiled_title(args, v->u.string->text);
	}
	value_free(&items);
	return true;
}

static bool read_argument(struct call *call, int i, struct ptx_arguments *args)
{
	const char *name = call->arg_name[i];
	int64_t n;

	if (strcmp(name, "over") == 0)
		return read_over(call, i, args);
	if (strcmp(name, "params") == 0)
		return read_titles(call, i, args);
	if (!whole(call, i, &n))
		return false;
	if (strcmp(name, "gather") == 0)
		args->gather = n;
	else if (strcmp(name, "trips") == 0)
		args->trips = n;
	else if (strcmp(name, "updates") == 0)
		args->updates = (double) n;
	else if (strcmp(name, "registers") == 0)
		args->registers = n > 255 ? 255 : (int) n;
	else {
		compiled_argument(args, name, n);
		return true;
	}
	return is_positive(call, i, n);
}

DEFINE_BUILTIN(ptx)
{
	struct ptx_arguments args = { 0 };
	struct kernel_def *k = NULL;
	const struct string *entry = NULL;
	struct buffer text = { 0 };
	char *path;
	bool ok = true;

	if (call_any_unknown(call->arg, call->n_arg)) {
		*result = (struct value) { .kind = VALUE_UNKNOWN };
		return true;
	}
	if (call->arg[0].kind != VALUE_STRING)
		return call_wrong(call, 0, "the name of a PTX file");
	if (call_has(call, 1) && !call_string(call, 1, &entry))
		return false;
	for (int i = 2; ok && i < call->n_arg; ++i)
		ok = read_argument(call, i, &args);
	if (ok)
		ok = call_file(call, 0, "a PTX file", &path, &text);
	if (ok) {
		k = compiled_kernel(call->eval, call->loc, path,
			buffer_text(&text), text.len,
			entry ? entry->text : NULL, &args);
		free(path);
		buffer_free(&text);
	}
	compiled_clear(&args);
	if (!k)
		return false;
	*result = value_object(&k->object);
	return true;
}
