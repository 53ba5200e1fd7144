/* A function of a PTX module as a kernel: its parameters get names and values,
 * its guards give the domain, and each launch executes it anew.
 */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/files.h"
#include "lang/base/memory.h"
#include "lang/launch/addresses.h"
#include "lang/launch/lower.h"
#include "lang/ptx/compiled.h"

/* What a kernel is made from, kept for its launches. */
struct compiled {
	struct ptx_module *module; /* reference held */
	const struct ptx_function *function;
	struct ptx_arguments args;
	int n_base;
	struct ptx_base *base;
	int dims;
	int64_t block[3], domain[3];
	struct buffer notes;
	int refs;
};

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

void compiled_clear(struct ptx_arguments *args)
{
	for (int i = 0; i < args->n; ++i)
		free(args->item[i].name);
	for (int i = 0; i < args->n_title; ++i)
		free(args->title[i]);
	free(args->item);
	free(args->title);
	*args = (struct ptx_arguments) { 0 };
}

/* ----------------------------------------------------------- parameters */

static int param_of(const struct ptx_function *f, int name)
{
	for (int i = 0; i < f->n_param; ++i)
		if (f->param[i].name == name)
			return i;
	return -1;
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

static struct ptx_base *find_base(struct compiled *c, enum ptx_base_kind kind,
	int name, int64_t offset)
{
	for (int i = 0; i < c->n_base; ++i)
		if (c->base[i].kind == kind && c->base[i].name == name &&
			c->base[i].offset == offset)
			return &c->base[i];
	return NULL;
}

static void add_base(struct compiled *c, const struct ptx_base *b)
{
	c->base = memory_grow(c->base, (size_t) c->n_base, sizeof(*b));
	c->base[c->n_base] = *b;
	c->base[c->n_base++].field = -1;
}

/* By parameter and place in it, however the code reads them. */
static void sort_params(struct compiled *c)
{
	for (int i = 1; i < c->n_base; ++i)
		for (int j = i; j > 0; --j) {
			struct ptx_base *a = &c->base[j - 1], swap = *a;
			int p = param_of(c->function, a[0].name);
			int q = param_of(c->function, a[1].name);

			if (p < q || (p == q && a[0].offset <= a[1].offset))
				break;
			a[0] = a[1];
			a[1] = swap;
		}
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
		o = &inst->operand[1];
		param = o->kind == OPERAND_ADDRESS && o->name >= 0 ?
			param_of(f, o->name) :
			-1;
		for (int j = 0; param >= 0 && j < op->vector; ++j) {
			int64_t at = o->offset +
				j * ptx_type_bytes(op->type[0]);

			if (find_base(c, BASE_PARAM, o->name, at))
				continue;
			add_base(c,
				&(struct ptx_base) {
					.kind = BASE_PARAM,
					.name = o->name,
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

/* True if the register that holds parameter "b" is made a global pointer. */
static bool is_pointer(const struct compiled *c, const struct ptx_base *b)
{
	const struct ptx_function *f = c->function;
	int reg = -1;

	for (int i = 0; i < f->n_instruction; ++i) {
		const struct ptx_instruction *inst = &f->instruction[i];
		const struct ptx_opcode *op = &c->module->opcode[inst->opcode];

		if (inst->n_operand < 2)
			continue;
		if (op->code == CODE_LD && op->space == SPACE_PARAM &&
			inst->operand[1].name == b->name &&
			inst->operand[1].offset == b->offset)
			reg = inst->operand[0].name;
		if (reg >= 0 && op->code == CODE_CVTA && op->is_to &&
			inst->operand[1].kind == OPERAND_NAME &&
			inst->operand[1].name == reg)
			return true;
	}
	return false;
}

/* 1: a number for certain, 2: perhaps (64 bits), 0: a pointer or a float */
static int number_kind(const struct compiled *c, const struct ptx_base *b)
{
	if (b->kind != BASE_PARAM || b->is_given || ptx_type_is_float(b->type))
		return 0;
	if (ptx_type_bytes(b->type) < 8)
		return 1;
	return is_pointer(c, b) ? 0 : 2;
}

static void name_base(struct compiled *c, struct ptx_base *b, int item)
{
	b->is_given = true;
	b->value = c->args.item[item].value;
	free(b->title);
	b->title = memory_copy_text(c->args.item[item].name);
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
			b = find_base(c, BASE_PARAM, f->param[i].name, 0);
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
		++n[number_kind(c, &c->base[i])];
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
						number_kind(c, &c->base[i]) ==
								0 &&
							!c->base[i].is_given ?
						"a pointer" :
						"a whole number",
					ptx_type_bytes(c->base[i].type));
		return false;
	}
	for (int i = 0; i < c->n_base && next < n_rest; ++i) {
		struct ptx_base *b = &c->base[i];
		int kind = number_kind(c, b);

		if (kind > 0 && kind <= most)
			name_base(c, b, rest[next++]);
	}
	return true;
}

static bool give_values(struct compiled *c, struct diag *diag, struct loc loc)
{
	int *rest = memory_new(((size_t) c->args.n + 1) * sizeof(int));
	int n_rest = 0;
	bool ok;

	for (int i = 0; i < c->args.n; ++i) {
		bool found = false;

		for (int j = 0; j < c->n_base; ++j) {
			struct ptx_base *b = &c->base[j];

			if (b->kind != BASE_PARAM ||
				strcmp(b->title, c->args.item[i].name) != 0)
				continue;
			b->is_given = found = true;
			b->value = c->args.item[i].value;
		}
		for (int j = 0; !found && j < c->args.n_title; ++j)
			/* a parameter that the code does not read */
			found = strcmp(c->args.title[j],
					c->args.item[i].name) == 0;
		if (!found)
			rest[n_rest++] = i;
	}
	ok = name_in_order(c, rest, n_rest, diag, loc);
	free(rest);
	return ok;
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

/* -------------------------------------------------------------- entries */

static bool has_name(const struct ptx_module *m, const struct ptx_function *f,
	const char *entry)
{
	char *plain = ptx_plain_name(m->name[f->name]);
	bool same = strcmp(plain, entry) == 0 ||
		strcmp(m->name[f->name], entry) == 0;

	free(plain);
	return same;
}

#define MOST_NAMED 12

static const struct ptx_function *find_entry(const struct ptx_module *m,
	const char *entry, struct diag *diag, struct loc loc)
{
	const struct ptx_function *found = NULL;
	int n = 0, n_noted = 0;

	for (int i = 0; i < m->n_function; ++i) {
		const struct ptx_function *f = &m->function[i];

		if (!f->is_entry || !f->has_body ||
			(entry && !has_name(m, f, entry)))
			continue;
		found = f;
		++n;
		if (entry && strcmp(m->name[f->name], entry) == 0)
			return f;
	}
	if (n == 1)
		return found;
	if (n == 0 && entry)
		diag_error(diag, loc, NULL, "%s has no kernel '%s'",
			m->source->name, entry);
	else
		diag_error(diag, loc, NULL,
			n == 0 ? "%s has no kernel" :
				 "%s has several kernels: say which",
			m->source->name);
	for (int i = 0; i < m->n_function && n_noted < MOST_NAMED; ++i)
		if (m->function[i].is_entry) {
			++n_noted;
			diag_note(diag, "it has \"%s\"",
				m->name[m->function[i].name]);
		}
	return NULL;
}

/* ------------------------------------------------------------- launches */

static const char *const notes[N_PTX_NOTE] = {
	[NOTE_GATHER] = "an address depends on data: a warp touches as many "
			"lines as 'gather' says",
	[NOTE_BRANCH] = "a branch depends on data: both sides are counted",
	[NOTE_EXIT] = "a loop may end early, depending on data: it is counted "
		      "to its end",
	[NOTE_TRIPS] = "how often a loop runs depends on data: 'trips' times",
	[NOTE_LOCAL] = "local memory is counted as instructions, without its "
		       "traffic",
	[NOTE_SHARED] = "a shared address depends on data: it is taken to be "
			"free of bank conflicts",
	[NOTE_WIDE] = "accesses of different widths to one array: a wide one "
		      "is counted as several",
	[NOTE_ATOMIC] = "an atomic update is counted as a store",
	[NOTE_SIGN] = "a number that may be negative is taken not to be, where "
		      "the code treats it as unsigned",
	[NOTE_CALL] = "a function that is not in the file is counted as one "
		      "call",
	[NOTE_TENSOR] = "tensor instructions are counted as one fp16 "
			"instruction each",
};

static void write_notes(const struct ptx_run *run, struct buffer *out)
{
	for (int i = 0; i < N_PTX_NOTE; ++i) {
		int line, col;

		if (!run->note[i])
			continue;
		source_position(run->module->source, run->note[i]->begin, &line,
			&col);
		buffer_printf(out, "# line %d: %s\n", line, notes[i]);
	}
}

/* Runs the function for a launch.  The kernel, or NULL after an error. */
static struct kernel_def *run_for(struct compiled *c, struct ptx_run *run,
	const int64_t block[3], const int64_t domain[3], bool is_probe)
{
	char *plain = ptx_plain_name(c->module->name[c->function->name]);
	bool ok;

	run->module = c->module;
	run->function = c->function;
	run->args = &c->args;
	run->is_probe = is_probe;
	for (int d = 0; d < 3; ++d) {
		run->block[d] = block[d] > 0 ? block[d] : 1;
		run->domain[d] = domain[d] > 0 ? domain[d] : 1;
		run->grid[d] = (run->domain[d] + run->block[d] - 1) /
			run->block[d];
	}
	run->n_base = c->n_base;
	run->base = memory_new(((size_t) c->n_base + 1) * sizeof(*run->base));
	if (c->n_base > 0)
		memcpy(run->base, c->base,
			(size_t) c->n_base * sizeof(*run->base));
	run->k = kernel_new(plain, c->module->source, NULL);
	run->k->dims = c->dims;
	free(plain);
	ok = ptx_run(run) && (is_probe || ptx_emit_finish(run));
	if (!ok) {
		kernel_drop(run->k);
		run->k = NULL;
	}
	return run->k;
}

static void end_run(struct ptx_run *run)
{
	ptx_run_clear(run);
	free(run->base);
}

static void compiled_drop(void *made_from)
{
	struct compiled *c = made_from;

	if (--c->refs > 0)
		return;
	for (int i = 0; i < c->n_base; ++i)
		free(c->base[i].title);
	free(c->base);
	compiled_clear(&c->args);
	buffer_free(&c->notes);
	if (c->module)
		ptx_drop(c->module);
	free(c);
}

static struct kernel_def *at_launch(const struct kernel_def *k,
	const int64_t block[3], const int64_t domain[3], struct diag *diag,
	bool (*is_stopped)(void *user), void *user)
{
	struct compiled *c = k->made_from;
	struct ptx_run run = {
		.diag = diag,
		.is_stopped = is_stopped,
		.user = user,
	};
	struct kernel_def *made = run_for(c, &run, block, domain, false);

	end_run(&run);
	return made;
}

static void show_compiled(const struct kernel_def *k, struct buffer *out)
{
	const struct compiled *c = k->made_from;
	struct diag diag = { 0 };
	const struct lower_env env = { .diag = &diag };
	struct options o = {
		.n_block = c->dims,
		.n_fold = c->dims,
		.fold = { 1, 1, 1 },
		.type = TYPE_DOUBLE,
	};
	struct kernel kernel = { 0 };
	struct launch launch;
	struct kernel_def *made;

	memcpy(o.block, c->block, sizeof(o.block));
	made = lower_definition(&env, k, &o, (struct loc) { 0 });
	if (made &&
		lower_kernel(&env, k, &o, (struct loc) { 0 }, &kernel,
			&launch)) {
		addresses_print(made, &kernel, &launch, out);
		buffer_add(out, "\n# ");
		lower_clear(&kernel);
	}
	kernel_summary(k, out);
	if (c->notes.len > 0) {
		buffer_add_char(out, '\n');
		buffer_add(out, buffer_text(&c->notes));
		buffer_trim(out, '\n');
	}
	if (made)
		kernel_drop(made);
	diag_clear(&diag);
}

static const struct kernel_maker maker = {
	.at_launch = at_launch,
	.show = show_compiled,
	.release = compiled_drop,
};

/* --------------------------------------------------------------- domain */

/* Bits: 1 << d: tid or ntid along axis d is read, 8 << d: ctaid. */
static unsigned axes_of(const struct compiled *c)
{
	unsigned axes = 0;

	for (int i = 0; i < c->module->n_function; ++i) {
		const struct ptx_function *f = &c->module->function[i];

		if (f->is_entry && f != c->function)
			continue;
		for (int j = 0; j < f->n_instruction; ++j)
			for (int o = 0; o < f->instruction[j].n_operand; ++o) {
				const struct ptx_operand *p =
					&f->instruction[j].operand[o];
				const char *name, *dot;

				if (p->kind != OPERAND_NAME)
					continue;
				name = c->module->name[p->name];
				dot = strchr(name, '.');
				if (name[0] != '%' || !dot || dot[1] < 'x' ||
					dot[1] > 'z')
					continue;
				if (strncmp(name, "%tid", 4) == 0 ||
					strncmp(name, "%ntid", 5) == 0)
					axes |= 1u << (dot[1] - 'x');
				if (strncmp(name, "%ctaid", 6) == 0)
					axes |= 8u << (dot[1] - 'x');
			}
	}
	return axes;
}

static void default_block(struct compiled *c, unsigned axes)
{
	static const int64_t blocks[3][3] = { { 256, 1, 1 }, { 32, 8, 1 },
		{ 32, 4, 2 } };
	int n = 0;

	for (int d = 0; d < 3; ++d) {
		n += (axes >> d) & 1;
		if ((axes >> d) & 9)
			c->dims = d + 1;
	}
	c->dims = c->dims > 0 ? c->dims : 1;
	for (int d = 0; d < 3; ++d) {
		c->block[d] = (axes >> d) & 1 ? blocks[n - 1][d] : 1;
		if (c->function->reqntid[d] > 0)
			c->block[d] = c->function->reqntid[d];
	}
}

/* A grid of which nothing is known, for the run that looks for guards: blocks
 * along each axis, small enough for 32-bit indices.
 */
#define PROBE_BLOCKS ((int64_t) 1 << 16)

/* A guard x < nx - 1 stands in a launch of nx threads: the argument that is at
 * most this much above a bound is the extent.
 */
#define MARGIN 16

static int64_t near_argument(const struct compiled *c, int64_t bound)
{
	int64_t best = bound + MARGIN + 1;

	for (int i = 0; i < c->n_base; ++i)
		if (c->base[i].is_given && c->base[i].value >= bound &&
			c->base[i].value < best)
			best = c->base[i].value;
	return best <= bound + MARGIN ? best : bound;
}

/* The threads of the launch: what the user says, or what guards allow. */
static bool find_domain(struct compiled *c, struct diag *diag, struct loc loc,
	struct eval *ev)
{
	struct ptx_run run = {
		.diag = diag,
		.is_stopped = eval_is_stopped,
		.user = ev,
	};
	unsigned axes = axes_of(c);
	int64_t many[3];
	bool ok = true;

	default_block(c, axes);
	for (int d = 0; d < 3; ++d)
		c->domain[d] = 1;
	if (c->args.n_over > 0) {
		for (int d = 0; d < c->args.n_over; ++d)
			c->domain[d] = c->args.over[d];
		if (c->args.n_over > c->dims)
			c->dims = c->args.n_over;
		for (int d = 0; ok && d < 3; ++d)
			ok = c->domain[d] >= 1 &&
				c->domain[d] <= ((int64_t) 1 << 40);
		return ok ||
			diag_error(diag, loc, NULL,
				"a launch has at least one thread, and less "
				"than 2^40 along an axis");
	}
	for (int d = 0; d < 3; ++d)
		many[d] = (axes >> d) & 9 ? PROBE_BLOCKS * c->block[d] :
					    c->block[d];
	if (!run_for(c, &run, c->block, many, true)) {
		end_run(&run);
		return false;
	}
	for (int d = 0; d < c->dims && ok; ++d) {
		int64_t bound;

		if (!((axes >> d) & 9))
			continue;
		bound = ptx_emit_extent(&run, d);
		/* blocks only, or no guard: the launch decides */
		ok = bound > 0 && !run.uses_grid;
		if (ok)
			c->domain[d] = near_argument(c, bound);
		else if (!((axes >> d) & 8)) {
			/* threads of one block */
			c->domain[d] = c->block[d];
			ok = true;
		}
	}
	if (!ok) {
		diag_error(diag, loc, NULL,
			"how many threads run '%s' does not follow from its "
			"conditions",
			run.k->name);
		diag_note(diag,
			"say it with 'over': blocks times threads of a block, "
			"as in over = %s",
			c->dims == 1	     ? "4096" :
				c->dims == 2 ? "(4096, 4096)" :
					       "(512, 512, 512)");
	}
	kernel_drop(run.k);
	end_run(&run);
	return ok;
}

/* ---------------------------------------------------------------- whole */

static bool prepare(struct compiled *c, struct eval *ev, struct loc loc,
	const char *path, const char *entry)
{
	struct diag *diag = ev->diag;

	c->function = find_entry(c->module, entry, diag, loc);
	if (!c->function)
		return false;
	if (c->args.n_title == 0)
		find_titles(c, path);
	find_params(c);
	add_variables(c, c->module->n_variable, c->module->variable);
	for (int i = 0; i < c->module->n_function; ++i)
		if (!c->module->function[i].is_entry ||
			&c->module->function[i] == c->function)
			add_variables(c, c->module->function[i].n_variable,
				c->module->function[i].variable);
	shorten_titles(c);
	return give_values(c, diag, loc) && find_domain(c, diag, loc, ev);
}

struct kernel_def *compiled_kernel(struct eval *ev, struct loc loc,
	const char *path, const char *text, size_t len, const char *entry,
	struct ptx_arguments *args)
{
	struct source *source = source_new(path, text, len);
	struct compiled *c = memory_new(sizeof(*c));
	struct ptx_run run = {
		.diag = ev->diag,
		.is_stopped = eval_is_stopped,
		.user = ev,
	};
	struct kernel_def *k = NULL;

	c->refs = 1;
	c->args = *args;
	*args = (struct ptx_arguments) { 0 };
	c->module = ptx_read(source, ev->diag);
	source_drop(source);
	if (c->module && prepare(c, ev, loc, path, entry)) {
		k = run_for(c, &run, c->block, c->domain, false);
		if (k)
			write_notes(&run, &c->notes);
		end_run(&run);
	}
	if (!k) {
		compiled_drop(c);
		return NULL;
	}
	k->maker = &maker;
	k->made_from = c;
	return k;
}
