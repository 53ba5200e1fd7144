/* Calls of built-in functions. The arguments, positional or named, are matched
 * to the parameters that the row states as text; then the function runs.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/eval/builtin.h"

/* Limits of a parameter list: parameters, and bytes of a name. */
#define MAX_PARAM  24
#define NAME_BYTES 16

/* The parsed parameter list of a row, such as "x, digits = 0". */
struct params {
	int n; /* without the variadic one */
	int n_needed;
	bool has_rest; /* ends with "items..." */
	bool any_name; /* "name = value...": takes any named arguments */
	char name[MAX_PARAM][NAME_BYTES];
};

static const char *skip_blanks(const char *p)
{
	while (*p == ' ' || *p == ',')
		++p;
	return p;
}

static struct params split_params(const char *text)
{
	struct params p = { 0 };
	const char *at = skip_blanks(text);

	while (*at && p.n < MAX_PARAM) {
		size_t len = strcspn(at, ", =."), end = strcspn(at, ",");
		bool has_default = memchr(at, '=', end) != NULL;

		if (end > 3 && memcmp(at + end - 3, "...", 3) == 0) {
			p.has_rest = !has_default;
			p.any_name = has_default;
			break;
		}
		memcpy(p.name[p.n], at,
			len < NAME_BYTES ? len : NAME_BYTES - 1);
		p.n_needed += !has_default;
		++p.n;
		at = skip_blanks(at + end);
	}
	return p;
}

/* The matching of arguments to the parameters of a row. */
struct fit {
	const struct builtin *row;
	struct params params;
	struct diag *diag;
	struct loc loc;
	int n;
	const char *const *name;   /* or NULL */
	const struct loc *arg_loc; /* or NULL */
	bool taken[MAX_PARAM];
	int next;   /* number of positional arguments */
	int n_rest; /* named arguments that no parameter has the name of */
};

static struct loc place_of(const struct fit *f, int i)
{
	return f->arg_loc ? f->arg_loc[i] : f->loc;
}

/* Note the signature after an error; returns false. */
static bool note_usage(const struct fit *f)
{
	diag_note(f->diag, "usage: %s(%s)", f->row->name, f->row->params);
	return false;
}

static bool report_unknown(const struct fit *f, int i)
{
	const char *names[MAX_PARAM];

	for (int k = 0; k < f->params.n; ++k)
		names[k] = f->params.name[k];
	diag_error(f->diag, place_of(f, i), NULL, "%s has no parameter '%s'",
		f->row->name, f->name[i]);
	diag_suggest(f->diag, f->name[i], names, f->params.n);
	return note_usage(f);
}

static bool report_too_many(const struct fit *f, int i)
{
	const struct params *p = &f->params;

	diag_error(f->diag, place_of(f, i), NULL, "%s takes %s%d %s, got %d",
		f->row->name, p->n > p->n_needed ? "at most " : "", p->n,
		p->n == 1 ? "argument" : "arguments", f->n);
	return note_usage(f);
}

static int find_param(const struct params *p, const char *name)
{
	for (int i = 0; i < p->n; ++i)
		if (strcmp(p->name[i], name) == 0)
			return i;
	return -1;
}

/* The parameter index of argument i. Arguments of the variadic "..." come after
 * all parameters.
 */
static bool fit_one(struct fit *f, int i, int *index)
{
	const struct params *p = &f->params;
	bool named = f->name && f->name[i];

	if (!named && p->any_name && f->next >= p->n) {
		diag_error(f->diag, place_of(f, i), NULL,
			"%s takes %snamed arguments only", f->row->name,
			p->n > 0 ? "further " : "");
		return note_usage(f);
	}
	*index = named ? find_param(p, f->name[i]) : f->next++;
	if (*index < 0 && p->any_name)
		*index = p->n + f->n_rest++;
	if (*index < 0)
		return report_unknown(f, i);
	if (*index >= p->n)
		return p->has_rest || p->any_name || report_too_many(f, i);
	if (f->taken[*index]) {
		diag_error(f->diag, place_of(f, i), NULL, "'%s' is given twice",
			p->name[*index]);
		return note_usage(f);
	}
	f->taken[*index] = true;
	return true;
}

static bool fit_all(struct fit *f, int *index)
{
	for (int i = 0; i < f->n; ++i)
		if (!fit_one(f, i, &index[i]))
			return false;
	for (int i = 0; i < f->params.n_needed; ++i) {
		if (f->taken[i])
			continue;
		diag_error(f->diag, f->loc, NULL, "%s needs the argument '%s'",
			f->row->name, f->params.name[i]);
		return note_usage(f);
	}
	return true;
}

static struct fit fit_of(const struct builtin *b, struct diag *diag,
	struct loc loc, int n, const char *const *name,
	const struct loc *arg_loc)
{
	return (struct fit) {
		.row = b,
		.params = split_params(b->params),
		.diag = diag,
		.loc = loc,
		.n = n,
		.name = name,
		.arg_loc = arg_loc,
	};
}

bool builtin_check(const struct builtin *b, struct diag *diag, struct loc loc,
	int n, const char *const *name, const struct loc *arg_loc)
{
	struct fit f = fit_of(b, diag, loc, n, name, arg_loc);
	int *index = memory_new((size_t) n * sizeof(int));
	bool ok = fit_all(&f, index);

	free(index);
	return ok;
}

/* The arguments in the order of the parameters. */
static void bind(const struct fit *f, const int *index, const struct value *arg,
	struct call *call, struct value *bound, struct loc *bound_loc,
	const char **bound_name)
{
	for (int i = 0; i < f->n + MAX_PARAM; ++i) {
		bound[i] = (struct value) { .kind = VALUE_NONE };
		bound_loc[i] = f->loc;
		bound_name[i] = NULL;
	}
	for (int i = 0; i < f->n; ++i) {
		bound[index[i]] = arg[i];
		bound_name[index[i]] = f->name ? f->name[i] : NULL;
		bound_loc[index[i]] = place_of(f, i);
		if (index[i] >= call->n_arg)
			call->n_arg = index[i] + 1;
	}
}

static bool bind_and_run(const struct fit *f, const int *index,
	struct eval *eval, const struct value *arg, struct value *bound,
	struct loc *bound_loc, const char **bound_name, struct value *result)
{
	struct call call = { f->row, eval, f->diag, f->loc, f->params.n, bound,
		bound_loc, f->params.any_name ? bound_name : NULL };

	bind(f, index, arg, &call, bound, bound_loc, bound_name);
	if (call_any_unknown(call.arg, call.n_arg)) {
		result->kind = VALUE_UNKNOWN;
		return true;
	}
	return f->row->run(&call, result);
}

/* Arguments up to which a call needs no allocation. */
#define FEW 8

bool builtin_call(const struct builtin *b, struct eval *eval, struct diag *diag,
	struct loc loc, int n, const char *const *name, const struct value *arg,
	const struct loc *arg_loc, struct value *result)
{
	struct fit f = fit_of(b, diag, loc, n, name, arg_loc);
	struct value few[FEW + MAX_PARAM], *bound = few;
	struct loc few_loc[FEW + MAX_PARAM], *bound_loc = few_loc;
	const char *few_name[FEW + MAX_PARAM], **bound_name = few_name;
	int few_index[FEW], *index = few_index;
	size_t room = (size_t) n + MAX_PARAM;
	bool ok;

	*result = (struct value) { .kind = VALUE_NONE };
	if (n > FEW) {
		bound = memory_new(room * sizeof(*bound));
		bound_loc = memory_new(room * sizeof(*bound_loc));
		bound_name = memory_new(room * sizeof(*bound_name));
		index = memory_new(room * sizeof(*index));
	}
	ok = fit_all(&f, index) &&
		bind_and_run(&f, index, eval, arg, bound, bound_loc, bound_name,
			result);
	if (n > FEW) {
		free(bound);
		free(bound_loc);
		free(bound_name);
		free(index);
	}
	return ok;
}
