/* Kernels as values: summary, source, members. */

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/kernel/kernel.h"
#include "lang/syntax/fmt.h"

static const struct object_type kernel_type;

const char *const kernel_given_words[N_GIVEN] = { "flops", "fp_instructions",
	"fp16_instructions", "fp32_instructions", "fp64_instructions",
	"fp32_three", "special", "integer", "integer_either",
	"integer_products", "integer_words", "integer_data", "expanded",
	"slow_paths", "repeated", "shuffles", "control", "load_waits",
	"load_levels", "trip_copies", "constant_bytes", "fp32_chain",
	"fp64_chain", "mma_chain", "load_uses", "registers", "updates",
	"spilled" };

static void kernel_release(struct object *o)
{
	struct kernel_def *k = (struct kernel_def *) o;

	for (int i = 0; i < k->n_field; ++i) {
		free(k->field[i].name);
		free(k->field[i].points.each);
		free(k->field[i].length);
	}
	for (int i = 0; i < k->n_loop; ++i)
		free(k->loop[i].name);
	graph_clear(&k->graph);
	free(k->field);
	free(k->access);
	free(k->region);
	free(k->loop);
	free(k->carried);
	for (int i = 0; i < N_LOADS; ++i)
		free(k->stall[i]);
	free(k->chain);
	for (int i = 0; i < k->n_scatter; ++i)
		free(k->scatter[i].each);
	free(k->scatter);
	free(k->chance);
	free(k->mma);
	free(k->shuffle);
	free(k->name);
	if (k->maker && k->made_from)
		k->maker->release(k->made_from);
	source_drop(k->source);
	free(k);
}

void kernel_drop(struct kernel_def *k)
{
	struct value v = value_object(&k->object);

	value_free(&v);
}

struct kernel_def *kernel_new(const char *name, struct source *source,
	const struct node *node)
{
	struct kernel_def *k = memory_new(sizeof(*k));

	k->object.refs = 1;
	k->object.type = &kernel_type;
	k->name = memory_copy_text(name);
	k->source = source_keep(source);
	k->node = node;
	for (int i = 0; i < N_GIVEN; ++i)
		k->given[i] = -1;
	for (int i = 0; i < 3; ++i)
		k->domain[i] = -1;
	return k;
}

int kernel_inside(const struct kernel_def *k, const struct kernel_region *r)
{
	return r->kind == REGION_LOOP ? r->loop : kernel_loop_of(k, r->parent);
}

int kernel_loop_of(const struct kernel_def *k, int region)
{
	return region > 0 ? k->region[region].inside : -1;
}

int kernel_stride_of(const struct kernel_def *k, int region)
{
	while (region > 0 && !k->region[region].is_stride &&
		k->region[region].kind != REGION_LOOP)
		region = k->region[region].parent;
	return region > 0 && k->region[region].is_stride ? region : -1;
}

struct kernel_def *kernel_of(const struct value *v)
{
	if (v->kind != VALUE_OBJECT || v->u.object->type != &kernel_type)
		return NULL;
	return (struct kernel_def *) v->u.object;
}

void kernel_default_domain(int dims, int64_t extent[3])
{
	extent[0] = dims == 1 ? (int64_t) 1 << 27 : dims == 2 ? 4096 : 512;
	extent[1] = dims == 1 ? 1 : dims == 2 ? 4096 : 512;
	extent[2] = dims == 3 ? 512 : 1;
}

int kernel_field_dims(const struct kernel_field *f)
{
	return f->n_deep > 0 ? 2 + f->n_deep : f->n_dim;
}

int kernel_field_extent(const struct kernel_field *f, int dim)
{
	return f->n_deep > 0 && dim >= 2 ? f->deep[dim - 2] : f->extent[dim];
}

int kernel_access_dims(const struct kernel_access *a)
{
	return a->n_deep > 0 ? 2 + a->n_deep : a->n_index;
}

int kernel_access_index(const struct kernel_access *a, int dim)
{
	return a->n_deep > 0 && dim >= 2 ? a->deep[dim - 2] : a->index[dim];
}

void kernel_default_sizes(int dims, int64_t size[KERNEL_SIZES])
{
	kernel_default_domain(dims, size);
	size[3] = dims == 1 ? 256 : 32;
	size[4] = dims > 1 ? 8 : 1;
	size[5] = 1;
}

bool kernel_own_sizes(const struct kernel_def *k, int64_t size[KERNEL_SIZES])
{
	bool is_closed = true;

	kernel_default_sizes(k->dims, size);
	for (int i = 0; i < k->dims; ++i) {
		int node = k->domain[i];

		for (int f = 0; node < 0 && f < k->n_field; ++f)
			if (k->field[f].is_stored && !k->field[f].is_shared)
				node = kernel_field_extent(&k->field[f], i);
		is_closed = node >= 0 &&
			graph_is_int(&k->graph, node, &size[i]) && is_closed;
	}
	return is_closed;
}

/* ------------------------------------------------------------ summary */

static bool is_in_memory(const struct kernel_field *f)
{
	return !f->is_scalar && !f->is_shared && (f->is_loaded || f->is_stored);
}

static void add_types(const struct kernel_def *k, struct buffer *out)
{
	struct buffer names = { 0 };

	for (int i = 0; i < k->n_field; ++i) {
		const char *name = type_name(k->field[i].type);
		bool is_new = is_in_memory(&k->field[i]);

		for (int j = 0; is_new && j < i; ++j)
			is_new = !is_in_memory(&k->field[j]) ||
				strcmp(type_name(k->field[j].type), name) != 0;
		if (is_new)
			buffer_printf(&names, "%s%s", names.len ? " and " : "",
				name);
	}
	buffer_printf(out, ", %s", names.len ? buffer_text(&names) : "double");
	buffer_free(&names);
}

static bool count_is_one(const struct kernel_count *c)
{
	int degree = 0;

	for (int d = 0; c->n_term == 1 && d < KERNEL_SIZES; ++d)
		degree += c->term[0].exp[d];
	return c->n_term == 1 && c->term[0].coef == 1 && degree == 0;
}

static struct kernel_count accesses_of(const struct kernel_def *k, int field,
	bool is_store)
{
	struct kernel_count sum = { 0 };

	for (int i = 0; i < k->n_access; ++i) {
		struct kernel_count times;

		if ((field >= 0 && k->access[i].field != field) ||
			(field < 0 && k->field[k->access[i].field].is_shared) ||
			k->access[i].is_store != is_store)
			continue;
		times = kernel_access_count(k, i);
		kernel_count_sum(&sum, &times);
	}
	return sum;
}

static void add_accesses(const struct kernel_def *k, struct buffer *out,
	bool is_store)
{
	for (int f = 0; f < k->n_field; ++f) {
		struct kernel_count sum;

		if (k->field[f].is_scalar)
			continue;
		sum = accesses_of(k, f, is_store);
		if (sum.n_term == 0)
			continue;
		buffer_add(out, ", ");
		kernel_count_print(&sum, out);
		buffer_printf(out, " %s%s %s %s", is_store ? "store" : "load",
			count_is_one(&sum) ? "" : "s", is_store ? "to" : "from",
			k->field[f].name);
	}
}

void kernel_summary(const struct kernel_def *k, struct buffer *out)
{
	buffer_printf(out, "kernel %s: %dD", k->name, k->dims);
	add_types(k, out);
	add_accesses(k, out, false);
	add_accesses(k, out, true);
	buffer_add(out, ", ");
	kernel_count_print(&k->work.flops, out);
	buffer_add(out, " flop");
	if (k->work.matrix.n_term > 0) {
		buffer_add(out, ", ");
		kernel_count_print(&k->work.matrix, out);
		buffer_add(out, " flop of a warp on matrix units");
	}
	if (k->has_flow && k->given[GIVEN_REGISTERS] >= 1)
		buffer_printf(out, ", %.0f registers",
			k->given[GIVEN_REGISTERS]);
	if (k->registers_from)
		buffer_printf(out, " (%s)", k->registers_from);
}

/* ------------------------------------------------------------- source */

static void add_stencil(const struct kernel_def *k, struct buffer *out)
{
	const struct node *node = k->node;

	const char *gap = "";

	buffer_printf(out, "kernel %s(", k->name);
	/* fields that are only read come first, as in handwritten code */
	for (int pass = 0; pass < 2; ++pass)
		for (int i = 0; i < k->n_field; ++i)
			if (k->field[i].is_stored == (pass == 1)) {
				buffer_printf(out, "%s%s", gap,
					k->field[i].name);
				gap = ", ";
			}
	buffer_add(out, ") {\n");
	for (int i = 0; i < node->n_kid; ++i) {
		struct loc loc = node->kid[i]->loc;

		buffer_add_bytes(out, loc.source->text + loc.begin,
			loc.end - loc.begin);
		buffer_add(out, "\n");
	}
	buffer_add(out, "}\n");
}

/* The kernel in canonical form, as a kernel block. */
static void add_source(const struct kernel_def *k, struct buffer *out)
{
	struct buffer text = { 0 };
	struct loc loc = k->node->loc;

	if (k->node->kind == NODE_STENCIL)
		add_stencil(k, &text);
	else
		buffer_add_bytes(&text, loc.source->text + loc.begin,
			loc.end - loc.begin);
	fmt_text(buffer_text(&text), text.len, out);
	buffer_free(&text);
	buffer_trim(out, '\n');
}

static void kernel_show(const struct object *o, struct buffer *out)
{
	const struct kernel_def *k = (const struct kernel_def *) o;

	if (k->maker) {
		k->maker->show(k, out);
		return;
	}
	add_source(k, out);
	buffer_add(out, "\n# ");
	kernel_summary(k, out);
}

static void kernel_print_object(const struct object *o, struct buffer *out)
{
	kernel_summary((const struct kernel_def *) o, out);
}

/* ------------------------------------------------------------ members */

static struct value count_value(const struct kernel_def *k,
	const struct kernel_count *c, enum base base)
{
	int64_t extent[KERNEL_SIZES];
	double n;
	struct number number;
	struct dim dim = { { 0 } };

	kernel_own_sizes(k, extent);
	n = kernel_count_at(c, extent);
	if (base != N_BASE)
		dim.exp[base] = 1;
	if (n != (double) (int64_t) n)
		return value_real(n, dim);
	number = number_int((int64_t) n);
	number.dim = dim;
	return value_number(number);
}

static struct value field_record(const struct kernel_def *k, int f)
{
	struct value r = value_record();
	struct kernel_count loads = accesses_of(k, f, false);
	struct kernel_count stores = accesses_of(k, f, true);

	value_set(&r, "name", value_text(k->field[f].name));
	value_set(&r, "type", value_text(type_name(k->field[f].type)));
	value_set(&r, "dims", value_int(kernel_field_dims(&k->field[f])));
	value_set(&r, "components",
		value_int(k->field[f].n_component > 0 ?
				k->field[f].n_component :
				1));
	value_set(&r, "loads", count_value(k, &loads, N_BASE));
	value_set(&r, "stores", count_value(k, &stores, N_BASE));
	return r;
}

static struct value fields_value(const struct kernel_def *k)
{
	struct value list;
	int64_t n = 0;
	int f;

	for (f = 0; f < k->n_field; ++f)
		n += !k->field[f].is_scalar && !k->field[f].is_shared;
	list = value_sequence(VALUE_LIST, n);
	for (f = 0, n = 0; f < k->n_field; ++f)
		if (!k->field[f].is_scalar && !k->field[f].is_shared)
			list.u.sequence->item[n++] = field_record(k, f);
	return list;
}

static const char *const members[] = { "name", "dims", "flops", "loads",
	"stores", "adds", "muls", "fmas", "divs", "specials", "fp_instructions",
	"matrix_flops", "fields" };

#define N_MEMBER ((int) (sizeof(members) / sizeof(members[0])))

/* Members that are counts of struct kernel_work. */
static const struct {
	const char *name;
	size_t at;
	enum base unit; /* N_BASE: a plain number */
} counts[] = {
	{ "flops", offsetof(struct kernel_work, flops), BASE_FLOP },
	{ "adds", offsetof(struct kernel_work, add), N_BASE },
	{ "muls", offsetof(struct kernel_work, mul), N_BASE },
	{ "fmas", offsetof(struct kernel_work, fma), N_BASE },
	{ "divs", offsetof(struct kernel_work, div), N_BASE },
	{ "specials", offsetof(struct kernel_work, special), N_BASE },
	{ "fp_instructions", offsetof(struct kernel_work, fp_inst), BASE_INST },
	{ "matrix_flops", offsetof(struct kernel_work, matrix), BASE_FLOP },
};

static bool get_count(const struct kernel_def *k, const char *name,
	struct value *result)
{
	const char *work = (const char *) &k->work;

	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); ++i)
		if (strcmp(name, counts[i].name) == 0) {
			*result = count_value(k,
				(const void *) (work + counts[i].at),
				counts[i].unit);
			return true;
		}
	return false;
}

static bool kernel_get(const struct object *o, const char *name,
	struct value *result)
{
	const struct kernel_def *k = (const struct kernel_def *) o;
	struct kernel_count sum;

	if (strcmp(name, "name") == 0) {
		*result = value_text(k->name);
	} else if (strcmp(name, "dims") == 0) {
		*result = value_int(k->dims);
	} else if (strcmp(name, "fields") == 0) {
		*result = fields_value(k);
	} else if (strcmp(name, "loads") == 0 || strcmp(name, "stores") == 0) {
		sum = accesses_of(k, -1, name[0] == 's');
		*result = count_value(k, &sum, N_BASE);
	} else {
		return get_count(k, name, result);
	}
	return true;
}

static int kernel_names(const struct object *o, const char *const **name)
{
	(void) o;
	*name = members;
	return N_MEMBER;
}

static void kernel_json(const struct object *o, struct buffer *out)
{
	struct value r = value_record(), v;

	for (int i = 0; i < N_MEMBER; ++i)
		if (kernel_get(o, members[i], &v))
			value_set(&r, members[i], v);
	value_json(&r, out);
	value_free(&r);
}

static bool kernel_equal(const struct object *a, const struct object *b)
{
	return a == b;
}

static const struct object_type kernel_type = {
	.name = "kernel",
	.release = kernel_release,
	.print = kernel_print_object,
	.show = kernel_show,
	.json = kernel_json,
	.get = kernel_get,
	.names = kernel_names,
	.equal = kernel_equal,
};
