/* Parameters of a compiled kernel: names, values, sizes, registers.
 *
 * PTX has no names of parameters: they come from the user or from the CUDA file
 * beside it.
 */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/files.h"
#include "lang/base/memory.h"
#include "lang/ptx/compiled_parts.h"

/* ------------------------------------------------------------ arguments */

void compiled_argument(struct ptx_arguments *args, const char *name,
	int64_t value)
{
	args->item = memory_grow(args->item, (size_t) args->n,
		sizeof(*args->item));
	args->item[args->n].name = memory_copy_text(name);
	args->item[args->n++].value = value;
}

void compiled_title(struct ptx_arguments *args, const char *title)
{
	args->title = memory_grow(args->title, (size_t) args->n_title,
		sizeof(*args->title));
	args->title[args->n_title++] = memory_copy_text(title);
}

void compiled_gather(struct ptx_arguments *args, const char *name,
	struct ptx_gather of)
{
	args->gather = memory_grow(args->gather, (size_t) args->n_gather,
		sizeof(*args->gather));
	args->gather[args->n_gather].name = memory_copy_text(name);
	args->gather[args->n_gather++].of = of;
}

void compiled_clear(struct ptx_arguments *args)
{
	for (int i = 0; i < args->n; ++i)
		free(args->item[i].name);
	for (int i = 0; i < args->n_title; ++i)
		free(args->title[i]);
	for (int i = 0; i < args->n_share; ++i)
		free(args->share[i].label);
	for (int i = 0; i < args->n_gather; ++i)
		free(args->gather[i].name);
	free(args->gather);
	free(args->share);
	free(args->item);
	free(args->title);
	if (args->sass)
		sass_clear(args->sass);
	free(args->sass);
	free(args->sass_name);
	free(args->taken_from);
	*args = (struct ptx_arguments) { 0 };
}

/* ----------------------------------------------------------- parameters */

static int param_of(const struct compiled *c, int name)
{
	return name >= 0 ? c->param_at[name] : -1;
}

static void index_params(struct compiled *c)
{
	const struct ptx_function *f = c->function;

	c->param_at = memory_new(
		((size_t) c->module->n_name + 1) * sizeof(int));
	for (int i = 0; i < c->module->n_name; ++i)
		c->param_at[i] = -1;
	for (int i = f->n_param - 1; i >= 0; --i)
		c->param_at[f->param[i].name] = i;
}

static char *title_of(const struct compiled *c, int param, int64_t offset)
{
	struct buffer out = { 0 };

	if (param < c->args.n_title)
		buffer_add(&out, c->args.title[param]);
	else
		buffer_printf(&out, "p%d", param);
	if (offset > 0)
		buffer_printf(&out, "_%lld", (long long) offset);
	return buffer_take(&out);
}

/* The member of a parameter at "offset" that the code reads; NULL: none. */
static struct ptx_base *find_member(struct compiled *c, int name,
	int64_t offset)
{
	int i = ptx_base_find(&c->base_at, c->base, true, name, offset);

	return i < 0 ? NULL : &c->base[i];
}

static void index_base(struct compiled *c, int i)
{
	const struct ptx_base *b = &c->base[i];
	bool is_param = b->kind == BASE_PARAM;

	if (ptx_base_find(&c->base_at, c->base, is_param, b->name, b->offset) <
		0)
		map_add(&c->base_at,
			ptx_base_hash(is_param, b->name, b->offset), i);
}

static void add_base(struct compiled *c, const struct ptx_base *b)
{
	c->base = memory_grow(c->base, (size_t) c->n_base, sizeof(*b));
	c->base[c->n_base] = *b;
	c->base[c->n_base].field = -1;
	index_base(c, c->n_base++);
}

static int compare_params(const void *a, const void *b)
{
	const struct ptx_base *x = a, *y = b;

	return x->param != y->param ?
		x->param - y->param :
		(x->offset > y->offset) - (x->offset < y->offset);
}

/* By parameter and place in it, however the code reads them. */
static void sort_params(struct compiled *c)
{
	if (c->n_base > 0)
		qsort(c->base, (size_t) c->n_base, sizeof(*c->base),
			compare_params);
	map_clear(&c->base_at);
	c->base_at = (struct map) { 0 };
	for (int i = 0; i < c->n_base; ++i)
		index_base(c, i);
}

/* The parameters, and members of them, that the function reads. */
static void find_params(struct compiled *c)
{
	const struct ptx_function *f = c->function;

	for (int i = 0; i < f->n_instruction; ++i) {
		const struct ptx_instruction *inst = &f->instruction[i];
		const struct ptx_opcode *op = &c->module->opcode[inst->opcode];
		const struct ptx_operand *o;
		int param;

		if (op->code != CODE_LD || op->space != SPACE_PARAM ||
			inst->n_operand < 2)
			continue;
		o = ptx_operand(inst, 1);
		param = o->kind == OPERAND_ADDRESS && o->name >= 0 ?
			param_of(c, o->name) :
			-1;
		for (int j = 0; param >= 0 && j < op->vector; ++j) {
			int64_t at = o->offset +
				j * ptx_type_bytes(op->type[0]);

			if (find_member(c, o->name, at))
				continue;
			add_base(c,
				&(struct ptx_base) {
					.kind = BASE_PARAM,
					.name = o->name,
					.param = param,
					.offset = at,
					.type = op->type[0],
					.title = title_of(c, param, at),
				});
		}
	}
	sort_params(c);
}

static void add_variables(struct compiled *c, int n,
	const struct ptx_variable *v)
{
	static const enum ptx_base_kind kinds[] = {
		[SPACE_GLOBAL] = BASE_GLOBAL,
		[SPACE_SHARED] = BASE_SHARED,
		[SPACE_CONST] = BASE_CONST,
		[SPACE_LOCAL] = BASE_LOCAL,
	};

	for (int i = 0; i < n; ++i) {
		struct ptx_base b = {
			.name = v[i].name,
			.type = v[i].type,
			.bytes = v[i].bytes,
		};

		if (v[i].space < SPACE_GLOBAL || v[i].space > SPACE_LOCAL)
			continue;
		b.kind = kinds[v[i].space];
		b.title = ptx_plain_name(c->module->name[v[i].name]);
		for (char *t = b.title; *t; ++t)
			if (!isalnum((unsigned char) *t))
				*t = '_';
		add_base(c, &b);
	}
}

/* Variables of a function have a mangled name: _ZZ7tr_tilePKfPfE1t is t. */
static void shorten_titles(struct compiled *c)
{
	for (int i = 0; i < c->n_base; ++i) {
		char *title = c->base[i].title, *at;

		if (c->base[i].kind == BASE_PARAM ||
			strncmp(title, "_ZZ", 3) != 0)
			continue;
		for (at = title + strlen(title); at > title; --at) {
			long len;

			if (!isdigit((unsigned char) at[-1]) ||
				(at - 1 > title &&
					isdigit((unsigned char) at[-2])))
				continue;
			len = strtol(at - 1, &at, 10);
			if (len > 0 && (size_t) len == strlen(at)) {
				memmove(title, at, (size_t) len + 1);
				break;
			}
			break;
		}
	}
}

/* 1: a number for certain, 2: perhaps (64 bits), 0: a pointer or a float */
static int number_kind(const struct ptx_base *b)
{
	if (b->kind != BASE_PARAM || b->is_given || ptx_type_is_float(b->type))
		return 0;
	if (ptx_type_bytes(b->type) < 8)
		return 1;
	return b->is_pointer ? 0 : 2;
}

static void name_base(struct compiled *c, struct ptx_base *b, int item)
{
	b->is_given = true;
	b->value = c->args.item[item].value;
	free(b->title);
	b->title = memory_copy_text(c->args.item[item].name);
}

/* The source says how a parameter is called; members of structures it does not
 * name here.
 */
static bool has_title(const struct compiled *c, int param)
{
	const struct ptx_variable *v;

	if (param < 0 || param >= c->args.n_title)
		return false;
	v = &c->function->param[param];
	return v->bytes == ptx_type_bytes(v->type);
}

/* As number_kind(), 0 for those that have a name of their own. */
static int open_kind(const struct compiled *c, const struct ptx_base *b)
{
	return has_title(c, param_of(c, b->name)) ? 0 : number_kind(b);
}

/* Gives the names in "rest" to the integers of 32 bits or less that the function
 * declares, if there are as many: some may not be read.
 */
static bool name_declared(struct compiled *c, const int *rest, int n_rest)
{
	const struct ptx_function *f = c->function;
	int n = 0;

	for (int pass = 0; pass < 2; ++pass) {
		if (pass == 1 && n != n_rest)
			return false;
		n = 0;
		for (int i = 0; i < f->n_param; ++i) {
			struct ptx_base *b;

			if (ptx_type_bytes(f->param[i].type) > 4 ||
				ptx_type_is_float(f->param[i].type) ||
				f->param[i].bytes > 4)
				continue;
			b = find_member(c, f->param[i].name, 0);
			if (has_title(c, i) || (b && b->is_given))
				continue;
			if (pass == 1 && b)
				name_base(c, b, rest[n]);
			++n;
		}
	}
	return true;
}

/* Names that no parameter has are those of the integers in order: PTX has no
 * names.
 */
static bool name_in_order(struct compiled *c, const int *rest, int n_rest,
	struct diag *diag, struct loc loc)
{
	int n[3] = { 0 }, most, next = 0;

	for (int i = 0; i < c->n_base; ++i)
		++n[open_kind(c, &c->base[i])];
	if (n_rest > n[1] && name_declared(c, rest, n_rest))
		return true;
	most = n_rest <= n[1] ? 1 : 2;
	if (n_rest > n[1] + n[2]) {
		diag_error(diag, loc, NULL, "'%s' has no parameter '%s'",
			c->module->name[c->function->name],
			c->args.item[rest[n[1] + n[2]]].name);
		for (int i = 0; i < c->n_base; ++i)
			if (c->base[i].kind == BASE_PARAM)
				diag_note(diag, "%s: %s of %d bytes",
					c->base[i].title,
					ptx_type_is_float(c->base[i].type) ?
						"a floating-point number" :
						number_kind(&c->base[i]) == 0 &&
							!c->base[i].is_given ?
						"a pointer" :
						"a whole number",
					ptx_type_bytes(c->base[i].type));
		return false;
	}
	for (int i = 0; i < c->n_base && next < n_rest; ++i) {
		struct ptx_base *b = &c->base[i];
		int kind = open_kind(c, b);

		if (kind > 0 && kind <= most)
			name_base(c, b, rest[next++]);
	}
	return true;
}

/* The first member of a structure may be called p and p_0. */
static bool is_title(const char *title, int64_t offset, const char *name)
{
	size_t len = strlen(title);

	return strncmp(title, name, len) == 0 &&
		(name[len] == '\0' ||
			(offset == 0 && strcmp(name + len, "_0") == 0));
}

/* As the source calls it, or by its place: p0, p1, p2_16. */
static bool is_called(const struct compiled *c, const struct ptx_base *b,
	const char *name)
{
	int param = param_of(c, b->name);
	char place[64];

	if (is_title(b->title, b->offset, name))
		return true;
	snprintf(place, sizeof(place), b->offset > 0 ? "p%d_%lld" : "p%d",
		param, (long long) b->offset);
	return param >= 0 && is_title(place, b->offset, name);
}

/* True if "b" may be what 'gather' says something of: no number. */
static bool is_array(const struct ptx_base *b)
{
	return b->kind != BASE_PARAM ||
		(number_kind(b) == 0 && !b->is_given &&
			!ptx_type_is_float(b->type));
}

/* Gives array "name" what 'gather' says of it; false if there is none. */
static bool give_gather(struct compiled *c, const char *name,
	struct ptx_gather of)
{
	bool found = false;

	for (int i = 0; i < c->n_base; ++i) {
		if (!is_array(&c->base[i]) || !is_called(c, &c->base[i], name))
			continue;
		c->base[i].gather = of;
		found = true;
	}
	return found;
}

/* Names the arrays of "base", or those of which data choose elements. */
static void name_arrays(const struct compiled *c, const struct ptx_base *base,
	bool gathered, struct diag *diag)
{
	struct buffer names = { 0 };

	for (int i = 0; i < c->n_base; ++i)
		if (is_array(&base[i]) && (!gathered || base[i].is_gathered))
			buffer_printf(&names, "%s%s", names.len > 0 ? ", " : "",
				base[i].title);
	if (names.len > 0)
		diag_note(diag,
			gathered ? "they choose those of %s" : "it has %s",
			buffer_text(&names));
	buffer_free(&names);
}

static bool give_gathers(struct compiled *c, struct diag *diag, struct loc loc)
{
	for (int i = 0; i < c->n_base; ++i)
		c->base[i].gather = c->args.every_gather;
	for (int i = 0; i < c->args.n_gather; ++i) {
		if (give_gather(c, c->args.gather[i].name,
			    c->args.gather[i].of))
			continue;
		diag_error(diag, loc, NULL, "'%s' has no array '%s'",
			c->module->name[c->function->name],
			c->args.gather[i].name);
		name_arrays(c, c->base, false, diag);
		return false;
	}
	return true;
}

bool compiled_check_gathers(const struct compiled *c, const struct ptx_run *run,
	struct diag *diag, struct loc loc)
{
	for (int i = 0; i < c->args.n_gather; ++i) {
		const char *name = c->args.gather[i].name;
		bool found = false;

		for (int j = 0; j < c->n_base; ++j)
			found |= run->base[j].is_gathered &&
				is_called(c, &run->base[j], name);
		if (found)
			continue;
		diag_error(diag, loc, NULL,
			"'gather' is of no use for '%s': data choose none of "
			"its elements",
			name);
		name_arrays(c, run->base, true, diag);
		return false;
	}
	return true;
}

/* Elements of an array: more than any device holds bytes. */
#define MOST_ELEMENTS ((int64_t) 1 << 50)

/* Do the numbers fit into their parameters, with or without a sign?  Of a
 * pointer a number of elements was given.
 */
static bool check_values(const struct compiled *c, struct diag *diag,
	struct loc loc)
{
	for (int i = 0; i < c->n_base; ++i) {
		const struct ptx_base *b = &c->base[i];
		int bits = 8 * ptx_type_bytes(b->type);

		if (b->is_given && bits < 64 && !ptx_type_is_float(b->type) &&
			(b->value >= (int64_t) 1 << bits ||
				b->value < -((int64_t) 1 << (bits - 1))))
			return diag_error(diag, loc, NULL,
				"'%s' is a number of %d bits, into which %lld "
				"does not fit",
				b->title, bits, (long long) b->value);
		if (b->has_size && (b->n_elem < 1 || b->n_elem > MOST_ELEMENTS))
			return diag_error(diag, loc, NULL,
				"'%s' is a pointer: say how many elements it "
				"points to, from 1 to 2^50",
				b->title);
	}
	return true;
}

bool compiled_give_values(struct compiled *c, struct diag *diag, struct loc loc)
{
	int *rest = memory_new(((size_t) c->args.n + 1) * sizeof(int));
	int n_rest = 0;
	bool ok;

	for (int i = 0; i < c->args.n; ++i) {
		bool found = false;

		for (int j = 0; j < c->n_base; ++j) {
			struct ptx_base *b = &c->base[j];

			if (b->kind != BASE_PARAM ||
				!is_called(c, b, c->args.item[i].name))
				continue;
			found = true;
			if (number_kind(b) == 0 &&
				!ptx_type_is_float(b->type)) {
				b->n_elem = c->args.item[i].value;
				b->has_size = true;
				continue;
			}
			b->is_given = true;
			b->value = c->args.item[i].value;
		}
		for (int j = 0; !found && j < c->args.n_title; ++j)
			/* a parameter that the code does not read */
			found = strcmp(c->args.title[j],
					c->args.item[i].name) == 0;
		if (!found)
			rest[n_rest++] = i;
	}
	ok = name_in_order(c, rest, n_rest, diag, loc) &&
		check_values(c, diag, loc);
	free(rest);
	for (int j = 0; j < c->n_base; ++j)
		c->base[j].is_number = number_kind(&c->base[j]) > 0;
	return ok && give_gathers(c, diag, loc);
}

/* ------------------------------------------------- names from the source */

static const char *skip_space(const char *t)
{
	while (isspace((unsigned char) *t))
		++t;
	return t;
}

static bool is_word(char c)
{
	return isalnum((unsigned char) c) || c == '_';
}

/* The parameters of "name(" in a CUDA text, from its opening parenthesis; NULL
 * if there is no kernel of that name.
 */
static const char *find_parameters(const char *text, const char *name)
{
	size_t len = strlen(name);
	const char *at = text, *open, *global;

	while ((at = strstr(at, name))) {
		open = skip_space(at + len);
		if (*open == '(' && (at == text || !is_word(at[-1]))) {
			/* __global__ stands before it, and no body between */
			global = at;
			while (global > text && !strchr(";{}", *global))
				--global;
			for (; global < at; ++global)
				if (strncmp(global, "__global__", 10) == 0)
					return open;
		}
		at += len;
	}
	return NULL;
}

/* The last word of each parameter. */
static void read_titles(const char *open, struct ptx_arguments *args)
{
	const char *word = NULL, *end = NULL;
	int depth = 0;

	for (const char *t = open;; ++t) {
		if (*t == '\0')
			return;
		if (depth == 1 && (*t == ',' || *t == ')')) {
			char *title = word ?
				memory_copy_bytes(word, (size_t) (end - word)) :
				memory_copy_text("");

			if (word)
				compiled_title(args, title);
			free(title);
			word = NULL;
		}
		depth += strchr("(<[", *t) != NULL;
		depth -= strchr(")>]", *t) != NULL;
		if (depth == 0)
			return;
		if (depth == 1 && is_word(*t) && !is_word(t[-1])) {
			word = end = t;
			while (is_word(*end))
				++end;
		}
	}
}

/* Names of parameters from the CUDA file beside a PTX file. */
static void find_titles(struct compiled *c, const char *path)
{
	size_t len = strlen(path);
	char *plain = ptx_plain_name(c->module->name[c->function->name]);
	struct buffer name = { 0 }, text = { 0 };
	const char *open;

	if (len > 4 && strcmp(path + len - 4, ".ptx") == 0) {
		buffer_add_bytes(&name, path, len - 4);
		buffer_add(&name, ".cu");
		if (files_read(buffer_text(&name), &text)) {
			open = find_parameters(buffer_text(&text), plain);
			if (open)
				read_titles(open, &c->args);
			/* another function of that name */
			if (c->args.n_title != c->function->n_param) {
				for (int i = 0; i < c->args.n_title; ++i)
					free(c->args.title[i]);
				c->args.n_title = 0;
			}
		}
	}
	free(plain);
	buffer_free(&name);
	buffer_free(&text);
}

void compiled_find_params(struct compiled *c, const char *path)
{
	const struct ptx_module *m = c->module;

	if (c->args.n_title == 0)
		find_titles(c, path);
	index_params(c);
	find_params(c);
	compiled_find_pointers(c);
	add_variables(c, m->n_variable, m->variable);
	for (int i = 0; i < m->n_function; ++i)
		if (!m->function[i].is_entry || &m->function[i] == c->function)
			add_variables(c, m->function[i].n_variable,
				m->function[i].variable);
	shorten_titles(c);
}
