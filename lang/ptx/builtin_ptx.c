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
#include "lang/ptx/cubin.h"

/* The value of a named argument as a whole number. */
static bool whole(struct call *call, int i, int64_t *n)
{
	return call_int(call, i, n);
}

/* over = 4096, over = (nx, ny): numbers of threads */
static bool read_threads(struct call *call, int i, int64_t to[3], int *n_to)
{
	struct value items;
	int64_t n;

	if (call->arg[i].kind == VALUE_NUMBER) {
		*n_to = 1;
		return whole(call, i, &to[0]);
	}
	if (!call_items(call, i, &items))
		return false;
	n = value_length(&items);
	for (int64_t d = 0; d < n && d < 3; ++d) {
		const struct value *v = &items.u.sequence->item[d];

		if (v->kind != VALUE_NUMBER ||
			!number_to_int(&v->u.number, &to[d])) {
			value_free(&items);
			return call_wrong(call, i, "whole numbers of threads");
		}
	}
	value_free(&items);
	*n_to = (int) n;
	return (n >= 1 && n <= 3) ||
		call_wrong(call, i, "one to three numbers of threads");
}

/* The same for a block, which has at most 1024 threads. */
static bool read_block(struct call *call, int i, struct ptx_arguments *args)
{
	int64_t threads = 1;

	if (!read_threads(call, i, args->block, &args->n_block))
		return false;
	for (int d = 0; d < args->n_block; ++d) {
		if (args->block[d] < 1 || args->block[d] > 1024)
			threads = 0;
		threads *= threads > 0 ? args->block[d] : 1;
	}
	return (threads >= 1 && threads <= 1024) ||
		call_wrong(call, i, "a block of 1 to 1024 threads");
}

/* The largest count that is taken. */
/* Registers of a thread. */
#define MOST_REGISTERS 255
#define MOST	       ((int64_t) 1 << 40)

static bool is_positive(struct call *call, int i, int64_t n)
{
	return (n >= 1 && n <= MOST) ||
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

/* sass = "heat.sass", what cuobjdump -sass or nvdisasm printed, and registers =
 * "heat.txt", what ptxas -v or ncu printed.
 */
static bool read_build(struct call *call, int i, bool is_listing,
	struct ptx_arguments *args)
{
	const struct string *entry = NULL;
	const char *name;
	struct buffer data = { 0 };
	char *path, why[256];
	bool ok;

	if (call->arg[i].kind != VALUE_STRING)
		return call_wrong(call, i, "the name of a listing");
	if (call_has(call, 1) && !call_string(call, 1, &entry))
		return false;
	if (!call_file(call, i, is_listing ? "a listing" : "a cubin", &path,
		    &data))
		return false;
	name = entry && entry->len > 0 ? entry->text : NULL;
	ok = is_listing ?
		compiled_listing(args, path, buffer_text(&data), name, why) :
		compiled_registers(args, path, buffer_text(&data), data.len,
			name, why);
	if (!ok)
		diag_error(call->diag, call_loc(call, i), NULL,
			"cannot read %s from '%s': %s",
			is_listing ? "instructions" : "registers", path, why);
	free(path);
	buffer_free(&data);
	return ok;
}

static bool read_share(const struct value *v, double *p)
{
	*p = v->kind == VALUE_NUMBER && dim_is_none(v->u.number.dim) ?
		number_to_double(&v->u.number) :
		-1;
	return *p >= 0 && *p <= 1;
}

/* taken = 0.3, or of single branches, taken = [(42, 0.3), ("$L__BB0_2", 0.1)] */
static bool read_shares(struct call *call, int i, struct ptx_arguments *args)
{
	static const char what[] =
		"a share from 0 to 1, or a list of lines and shares such as "
		"[(42, 0.3)]";
	struct value items;
	bool ok = true;

	if (call->arg[i].kind == VALUE_NUMBER) {
		args->has_share = true;
		return read_share(&call->arg[i], &args->every_share) ||
			call_wrong(call, i, what);
	}
	if (call->arg[i].kind != VALUE_LIST || !call_items(call, i, &items))
		return call_wrong(call, i, what);
	for (int64_t j = 0; ok && j < value_length(&items); ++j) {
		const struct value *v = &items.u.sequence->item[j], *at;
		struct ptx_share s = { 0 };
		int64_t line = 0;

		ok = v->kind == VALUE_TUPLE && value_length(v) == 2 &&
			read_share(&v->u.sequence->item[1], &s.p);
		at = ok ? &v->u.sequence->item[0] : NULL;
		if (ok && at->kind == VALUE_STRING)
			s.label = memory_copy_text(at->u.string->text);
		else if (ok)
			ok = at->kind == VALUE_NUMBER &&
				number_to_int(&at->u.number, &line) &&
				line >= 1 && line <= INT32_MAX;
		if (!ok)
			break;
		s.line = (int) line;
		args->share = memory_grow(args->share, (size_t) args->n_share,
			sizeof(s));
		args->share[args->n_share++] = s;
	}
	value_free(&items);
	return ok || call_wrong(call, i, what);
}

/* random, without quotes: on a command line they are hard to come by. */
static bool is_random(const struct value *v)
{
	const char *text = v->kind == VALUE_STRING ? v->u.string->text :
		v->kind == VALUE_SYMBOL		   ? v->u.symbol :
						     "";

	return strcmp(text, "random") == 0;
}

static bool read_gather(const struct value *v, struct ptx_gather *of)
{
	of->is_random = is_random(v);
	return of->is_random ||
		(v->kind == VALUE_NUMBER && dim_is_none(v->u.number.dim) &&
			number_to_int(&v->u.number, &of->lines) &&
			of->lines >= 1 && of->lines <= MOST);
}

/* gather = 8 or "random", or of single arrays, [("x", 8), ("v", "random")] */
static bool read_gathers(struct call *call, int i, struct ptx_arguments *args)
{
	static const char what[] =
		"a number of lines from 1 on, \"random\", or a list of arrays "
		"such as [(\"x\", 8)]";
	struct value items;
	bool ok = true;

	if (call->arg[i].kind != VALUE_LIST)
		return read_gather(&call->arg[i], &args->every_gather) ||
			call_wrong(call, i, what);
	if (!call_items(call, i, &items))
		return false;
	for (int64_t j = 0; ok && j < value_length(&items); ++j) {
		const struct value *v = &items.u.sequence->item[j];
		struct ptx_gather of = { 0 };

		ok = v->kind == VALUE_TUPLE && value_length(v) == 2 &&
			v->u.sequence->item[0].kind == VALUE_STRING &&
			read_gather(&v->u.sequence->item[1], &of);
		if (ok)
			compiled_gather(args,
				v->u.sequence->item[0].u.string->text, of);
	}
	value_free(&items);
	return ok || call_wrong(call, i, what);
}

static bool read_argument(struct call *call, int i, struct ptx_arguments *args)
{
	const char *name = call->arg_name[i];
	int64_t n;

	for (int j = 2; j < i; ++j)
		if (strcmp(call->arg_name[j], name) == 0)
			return diag_error(call->diag, call_loc(call, i), NULL,
				"'%s' is given twice", name);
	if (strcmp(name, "over") == 0)
		return read_threads(call, i, args->over, &args->n_over);
	if (strcmp(name, "block") == 0)
		return read_block(call, i, args);
	if (strcmp(name, "params") == 0)
		return read_titles(call, i, args);
	if (strcmp(name, "taken") == 0)
		return read_shares(call, i, args);
	if (strcmp(name, "sass") == 0)
		return read_build(call, i, true, args);
	if (strcmp(name, "registers") == 0 && call->arg[i].kind == VALUE_STRING)
		return read_build(call, i, false, args);
	if (strcmp(name, "gather") == 0)
		return read_gathers(call, i, args);
	if (!whole(call, i, &n))
		return false;
	if (strcmp(name, "trips") == 0)
		args->trips = n;
	else if (strcmp(name, "updates") == 0)
		args->updates = (double) n;
	else if (strcmp(name, "registers") == 0) {
		if (n < 1 || n > MOST_REGISTERS)
			return call_wrong(call, i,
				"a number of registers from 1 to 255");
		args->registers = (int) n;
	} else {
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
			entry && entry->len > 0 ? entry->text : NULL, &args);
		free(path);
		buffer_free(&text);
	}
	compiled_clear(&args);
	if (!k)
		return false;
	*result = value_object(&k->object);
	return true;
}

/* The kernels of a module whose control flow is understood. */
/* The names of an entry that ptx() finds it by, other than the mangled one. */
static void add_names(const struct ptx_module *m, const struct ptx_function *f,
	char **name, int64_t *n)
{
	name[*n] = ptx_plain_name(m->name[f->name]);
	name[*n + 1] = ptx_source_name(m->name[f->name]);
	if (strcmp(name[*n], name[*n + 1]) != 0)
		++*n;
	else
		free(name[*n + 1]);
	++*n;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *) a, *(char *const *) b);
}

/* True if a sorted list has a name once. */
static bool is_single(char **name, int64_t n, const char *wanted)
{
	char **at = bsearch(&wanted, name, (size_t) n, sizeof(*name),
		compare_names);

	return at && (at == name || strcmp(at[-1], wanted) != 0) &&
		(at + 1 == name + n || strcmp(at[1], wanted) != 0);
}

/* An entry as the source calls it: with template arguments, without, or mangled
 * where others have these names, too.
 */
static struct value shown_name(const struct ptx_module *m,
	const struct ptx_function *f, char **name, int64_t n)
{
	char *plain = ptx_plain_name(m->name[f->name]);
	char *source = ptx_source_name(m->name[f->name]);
	bool is_mangled = strcmp(source, m->name[f->name]) == 0;
	struct value result = value_text(
		!is_mangled && is_single(name, n, source) ? source :
			is_single(name, n, plain)	  ? plain :
							    m->name[f->name]);

	free(plain);
	free(source);
	return result;
}

static bool list_entries(struct call *call, const struct ptx_module *m,
	struct value *result)
{
	struct ptx_flow *flow = NULL;
	int64_t n = 0, n_name = 0;
	char **name;

	for (int i = 0; i < m->n_function; ++i)
		n += m->function[i].is_entry && m->function[i].has_body;
	if (!call_sequence(call, VALUE_LIST, n, result))
		return false;
	name = memory_new(2 * (size_t) n * sizeof(*name) + 1);
	for (int i = 0; i < m->n_function; ++i)
		if (m->function[i].is_entry && m->function[i].has_body)
			add_names(m, &m->function[i], name, &n_name);
	qsort(name, (size_t) n_name, sizeof(*name), compare_names);
	n = 0;
	for (int i = 0; i < m->n_function; ++i) {
		const struct ptx_function *f = &m->function[i];

		if (!f->is_entry || !f->has_body)
			continue;
		result->u.sequence->item[n++] = shown_name(m, f, name, n_name);
		flow = ptx_flow_of(m, f, call->diag);
		if (!flow)
			break;
		ptx_flow_free(flow);
	}
	for (int64_t i = 0; i < n_name; ++i)
		free(name[i]);
	free(name);
	return n == 0 || flow;
}

DEFINE_BUILTIN(entries)
{
	struct buffer text = { 0 };
	struct source *source;
	struct ptx_module *m;
	struct value list = { 0 };
	char *path;
	bool ok;

	if (call->arg[0].kind != VALUE_STRING)
		return call_wrong(call, 0, "the name of a PTX file");
	if (!call_file(call, 0, "a PTX file", &path, &text))
		return false;
	source = source_new(path, buffer_text(&text), text.len);
	m = ptx_read(source, call->diag);
	source_drop(source);
	free(path);
	buffer_free(&text);
	if (!m)
		return false;
	ok = ptx_modifier_check_all(m, call->diag) &&
		list_entries(call, m, &list);
	ptx_drop(m);
	if (ok)
		*result = list;
	else
		value_free(&list);
	return ok;
}

DEFINE_BUILTIN(from)
{
	const struct string *entry = NULL;
	struct buffer data = { 0 };
	struct cubin c;
	char *path, why[256];
	bool ok;

	if (call->arg[0].kind != VALUE_STRING)
		return call_wrong(call, 0, "the name of a cubin");
	if (call_has(call, 1) && !call_string(call, 1, &entry))
		return false;
	if (!call_file(call, 0, "a cubin", &path, &data))
		return false;
	ok = cubin_read(buffer_text(&data), data.len,
		entry && entry->len > 0 ? entry->text : NULL, &c, why);
	if (ok)
		*result = value_int(c.registers);
	else
		diag_error(call->diag, call_loc(call, 0), NULL,
			"cannot read registers from '%s': %s", path, why);
	free(path);
	buffer_free(&data);
	return ok;
}
