/* Parameters of a kernel: types, extents, components and options. */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/kernel/build.h"
#include "lang/kernel/build_scatter.h"
#include "lang/kernel/cell.h"

int build_field_new(struct build *b, const char *name)
{
	struct kernel_def *k = b->kernel;
	struct kernel_field *f;

	k->field = memory_grow(k->field, (size_t) k->n_field, sizeof(*f));
	f = &k->field[k->n_field];
	*f = (struct kernel_field) {
		.type = TYPE_OPEN,
		.align_B = -1,
		.pitch = -1,
	};
	f->name = memory_copy_text(name);
	for (int i = 0; i < 3; ++i)
		f->extent[i] = -1;
	return k->n_field++;
}

struct value build_node_value(struct build *b, int node)
{
	return cell_value(&b->kernel->graph, node);
}

struct value build_field_value(struct build *b, int field, int component)
{
	struct field_value *fv = memory_new(sizeof(*fv));

	fv->object.refs = 1;
	fv->object.type = &field_value_type;
	fv->build = b;
	fv->field = field;
	fv->component = component;
	return value_object(&fv->object);
}

/* An extent: a positive number or an expression in nx, ny and nz.  "what"
 * names it in messages.
 */
static bool extent_node(struct build *b, const struct node *node,
	const char *what, int *result)
{
	struct eval *ev = b->eval;
	struct graph *g = &b->kernel->graph;
	struct value v;
	int64_t size;

	if (!eval_node(ev, node, &v))
		return false;
	if (v.kind == VALUE_UNKNOWN) {
		b->is_unknown = true;
		*result = graph_int(g, 1);
		return true;
	}
	*result = cell_node(g, ev->diag, node->loc, &v);
	value_free(&v);
	if (*result < 0)
		return false;
	if (graph_is_const(g, *result, NULL)) {
		if (!graph_is_int(g, *result, &size) || size < 1)
			return diag_error(ev->diag, node->loc, NULL,
				"%s must be a positive whole number below "
				"2^63",
				what);
	} else if (g->node[*result].degree > 0) {
		return diag_error(ev->diag, node->loc, NULL,
			"%s may depend on nx, ny and nz only", what);
	}
	return true;
}

/* Folds the extents from the third on into the third: their product. */
static void fold_extents(struct build *b, struct kernel_field *f)
{
	struct graph *g = &b->kernel->graph;

	f->extent[2] = f->deep[0];
	for (int i = 1; i < f->n_deep; ++i)
		f->extent[2] = graph_binary(g, GRAPH_MUL, f->extent[2],
			f->deep[i]);
}

static bool set_extents(struct build *b, const struct node *type, int field)
{
	const struct node *components = type->kid[0], *extents = type->kid[1];
	struct kernel_field *f = &b->kernel->field[field];
	struct eval *ev = b->eval;
	int64_t n;
	int node;

	if (extents) {
		if (extents->n_kid > 2 + KERNEL_DEEP || extents->n_kid < 1)
			return diag_error(ev->diag, extents->loc, NULL,
				"a field has one to %d dimensions, not %d",
				2 + KERNEL_DEEP, extents->n_kid);
		f->n_dim = extents->n_kid < 3 ? extents->n_kid : 3;
		f->n_deep = extents->n_kid > 3 ? extents->n_kid - 2 : 0;
		for (int i = 0; i < extents->n_kid; ++i) {
			if (!extent_node(b, extents->kid[i],
				    "the extent of a field", &node))
				return false;
			*(f->n_deep > 0 && i >= 2 ? &f->deep[i - 2] :
						    &f->extent[i]) = node;
		}
		if (f->n_deep > 0)
			fold_extents(b, f);
	}
	if (!components)
		return true;
	if (components->n_kid != 1)
		return diag_error(ev->diag, components->loc, NULL,
			"the number of components is one number");
	if (!eval_int(ev, components->kid[0], "the number of components", &n))
		return false;
	if (n < 1 || n > 1000000)
		return diag_error(ev->diag, components->loc, NULL,
			"a field has 1 to 1000000 components");
	f->n_component = (int) n;
	return true;
}

static bool set_halo(struct build *b, int field, const struct node *setting,
	const struct value *v)
{
	struct kernel_field *f = &b->kernel->field[field];
	int64_t n = value_length(v), width;

	for (int i = 0; i < 3; ++i) {
		struct value item = v->kind == VALUE_TUPLE && i < n ?
			value_item(v, i) :
			v->kind == VALUE_TUPLE ? value_int(0) :
						 value_copy(v);
		bool ok = item.kind == VALUE_NUMBER &&
			number_to_int(&item.u.number, &width) && width >= 0 &&
			width < INT32_MAX;

		value_free(&item);
		if (!ok || (v->kind == VALUE_TUPLE && n > 3))
			return diag_error(b->eval->diag, setting->kid[0]->loc,
				NULL,
				"halo is a number of cells, or one for "
				"each dimension");
		f->halo[i] = width;
	}
	return true;
}

static bool set_align(struct build *b, int field, const struct node *setting,
	const struct value *v)
{
	struct dim bytes = { { 0 } };
	struct number plain;
	int64_t n;

	bytes.exp[BASE_B] = 1;
	if (v->kind != VALUE_NUMBER || !dim_equal(v->u.number.dim, bytes))
		return diag_error(b->eval->diag, setting->kid[0]->loc, NULL,
			"align is a number of bytes, such as 32 B");
	plain = v->u.number;
	plain.dim = (struct dim) { { 0 } };
	if (!number_to_int(&plain, &n) || n < 0)
		return diag_error(b->eval->diag, setting->kid[0]->loc, NULL,
			"align must be a whole number of bytes");
	b->kernel->field[field].align_B = n;
	return true;
}

static const char *const boundaries[] = { "none", "clamp", "mirror",
	"periodic" };
static const char *const layouts[] = { "soa", "aos" };

/* The index of the symbol "v" among n words; -1, with an error reported, if it
 * is none of them.
 */
static int pick(struct build *b, const struct node *setting,
	const struct value *v, const char *const *word, int n)
{
	struct buffer list = { 0 };

	for (int i = 0; v->kind == VALUE_SYMBOL && i < n; ++i)
		if (strcmp(v->u.symbol, word[i]) == 0)
			return i;
	for (int i = 0; i < n; ++i)
		buffer_printf(&list, "%s%s", i ? i + 1 < n ? ", " : " or " : "",
			word[i]);
	diag_error(b->eval->diag, setting->kid[0]->loc, NULL, "%s must be %s",
		setting->text, buffer_text(&list));
	buffer_free(&list);
	return -1;
}

static const char *const option_names[] = { "halo", "align", "boundary",
	"layout", "pitch", "gather", "random", "starts" };

#define N_OPTION ((int) (sizeof(option_names) / sizeof(option_names[0])))

/* Can what is loaded from the field be indices, and is that not said yet? */
static bool check_points(struct build *b, const struct node *setting,
	const struct kernel_field *f)
{
	if (type_is_float(f->type))
		return diag_error(b->eval->diag, setting->at, NULL,
			"'%s' is for fields of indices, such as int32",
			setting->text);
	if (f->points.kind || f->n_length > 0)
		return diag_error(b->eval->diag, setting->at, NULL,
			"where the indices of a field point is said once: "
			"gather = k, random = n or starts = lengths");
	return true;
}

/* What is loaded from the field are indices: where they point, by chance. */
static bool set_scatter(struct build *b, const struct node *setting, int field,
	const struct value *v, enum scatter_kind kind)
{
	struct kernel_scatter s = { .kind = kind, .of = -1 };

	s.loc = setting->kid[0]->loc;
	if (!check_points(b, setting, &b->kernel->field[field]))
		return false;
	if (!build_scatter(b, s.loc, v, &s))
		return false;
	b->kernel->field[field].points = s;
	return true;
}

/* Lengths of rows, and cells of all rows that a list has, at most. */
#define MOST_LENGTHS (1 << 22)
#define MOST_CELLS   ((int64_t) 1 << 40)

/* The lengths of rows, some of which have a cell. */
static bool read_lengths(struct build *b, const struct node *setting,
	const struct value *v, int64_t *length)
{
	int64_t n = value_length(v), sum = 0;
	struct buffer got = { 0 };

	for (int64_t i = 0; i < n; ++i) {
		const struct value *item = &v->u.sequence->item[i];

		if (item->kind == VALUE_NUMBER &&
			dim_is_none(item->u.number.dim) &&
			number_to_int(&item->u.number, &length[i]) &&
			length[i] >= 0 && length[i] <= MOST_CELLS - sum) {
			sum += length[i];
			continue;
		}
		value_print_brief(item, &got);
		diag_error(b->eval->diag, setting->kid[0]->loc, NULL,
			"lengths of rows are whole numbers, 0 or more, at most "
			"2^40 in all; element %lld is %s",
			(long long) i, buffer_text(&got));
		buffer_free(&got);
		return false;
	}
	return sum > 0 ||
		diag_error(b->eval->diag, setting->kid[0]->loc, NULL,
			"one row at least has a cell");
}

/* What is loaded from the field are the starts of rows with these lengths. */
static bool set_starts(struct build *b, const struct node *setting, int field,
	const struct value *v)
{
	struct kernel_field *f = &b->kernel->field[field];
	int64_t n = v->kind == VALUE_LIST ? value_length(v) : 0;
	int64_t *length;

	if (!check_points(b, setting, f))
		return false;
	if (f->n_dim > 1 || f->n_component > 0)
		return diag_error(b->eval->diag, setting->at, NULL,
			"'starts' is for a field with one dimension");
	if (n < 1 || n > MOST_LENGTHS) {
		diag_error(b->eval->diag, setting->kid[0]->loc, NULL,
			"starts needs a list of up to 2^22 lengths of rows");
		diag_note(b->eval->diag,
			"as in b: int32[nx + 1] { starts = [3, 5, 4] }; rows "
			"beyond the list begin it anew");
		return false;
	}
	length = memory_new((size_t) n * sizeof(*length));
	if (!read_lengths(b, setting, v, length)) {
		free(length);
		return false;
	}
	f->length = length;
	f->n_length = n;
	return true;
}

static bool set_option(struct build *b, const struct node *setting, int field,
	const struct value *v)
{
	struct kernel_field *f = &b->kernel->field[field];
	int choice;

	if (f->n_deep > 0 &&
		(strcmp(setting->text, "halo") == 0 ||
			strcmp(setting->text, "boundary") == 0))
		return diag_error(b->eval->diag, setting->at, NULL,
			"'%s' is for fields with one to three dimensions, '%s' "
			"has %d",
			setting->text, f->name, kernel_field_dims(f));
	if (strcmp(setting->text, "halo") == 0)
		return set_halo(b, field, setting, v);
	if (strcmp(setting->text, "align") == 0)
		return set_align(b, field, setting, v);
	if (strcmp(setting->text, "boundary") == 0) {
		choice = pick(b, setting, v, boundaries, 4);
		f->boundary = choice < 0 ? BOUNDARY_NONE :
					   (enum boundary) choice;
		return choice >= 0;
	}
	if (strcmp(setting->text, "layout") == 0) {
		choice = pick(b, setting, v, layouts, 2);
		f->is_aos = choice == 1;
		return choice >= 0;
	}
	if (strcmp(setting->text, "gather") == 0)
		return set_scatter(b, setting, field, v, SCATTER_GATHER);
	if (strcmp(setting->text, "random") == 0)
		return set_scatter(b, setting, field, v, SCATTER_RANDOM);
	if (strcmp(setting->text, "starts") == 0)
		return set_starts(b, setting, field, v);
	if (strcmp(setting->text, "pitch") == 0) {
		int node;

		if (!extent_node(b, setting->kid[0], "pitch", &node))
			return false;
		b->kernel->field[field].pitch = node;
		return true;
	}
	diag_error(b->eval->diag, setting->at, NULL,
		"a field has no option '%s'", setting->text);
	diag_suggest(b->eval->diag, setting->text, option_names, N_OPTION);
	diag_note(b->eval->diag,
		"options are halo, align, pitch, boundary, layout, gather, "
		"random and starts");
	return false;
}

static bool set_options(struct build *b, const struct node *type, int field)
{
	struct value v;
	bool ok;

	for (int i = 2; i < type->n_kid; ++i) {
		if (!eval_node(b->eval, type->kid[i]->kid[0], &v))
			return false;
		ok = v.kind == VALUE_UNKNOWN ||
			set_option(b, type->kid[i], field, &v);
		value_free(&v);
		if (!ok)
			return false;
	}
	return true;
}

static int count_words(void)
{
	int n = 0;

	while (type_words[n])
		++n;
	return n;
}

/* Bytes that constant memory has, on all devices. */
#define MOST_CONSTANT 65536

static bool check_constant(struct build *b, const struct node *type,
	const struct kernel_field *f)
{
	double n = type_bytes(f->type);

	if (f->n_component > 0 || type_lanes(f->type) > 1)
		return diag_error(b->eval->diag, type->loc, NULL,
			"elements of constant memory are single numbers");
	for (int i = 0; i < f->n_dim; ++i) {
		int64_t extent;

		if (!graph_is_int(&b->kernel->graph, f->extent[i], &extent))
			return diag_error(b->eval->diag, type->loc, NULL,
				"the size of constant memory must be known "
				"when a program is compiled");
		n *= (double) extent;
	}
	return n <= MOST_CONSTANT ||
		diag_error(b->eval->diag, type->loc, NULL,
			"'%s' takes %.0f B, constant memory has %d B", f->name,
			n, MOST_CONSTANT);
}

/* Types of C by the names they have here. */
static const char *type_of_c(const char *name)
{
	static const struct {
		const char *c, *here;
	} names[] = {
		{ "int", "int32" },
		{ "unsigned", "uint32" },
		{ "uint", "uint32" },
		{ "int32_t", "int32" },
		{ "uint32_t", "uint32" },
		{ "long", "int64" },
		{ "int64_t", "int64" },
		{ "short", "int16" },
		{ "char", "int8" },
		{ "bool", "uint8" },
		{ "__half", "half" },
		{ "real", "double" },
		{ "float32", "float" },
		{ "fp32", "float" },
		{ "float64", "double" },
		{ "fp64", "double" },
		{ "float16", "half" },
		{ "fp16", "half" },
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
		if (strcmp(names[i].c, name) == 0)
			return names[i].here;
	return NULL;
}

static void suggest_type(struct build *b, const char *name)
{
	const char *here = type_of_c(name);

	if (here)
		diag_note(b->eval->diag, "did you mean '%s'?", here);
	else
		diag_suggest(b->eval->diag, name, type_words, count_words());
}

static bool set_type(struct build *b, const struct node *type, int field)
{
	struct kernel_field *f = &b->kernel->field[field];

	if (!type)
		return true;
	if (type->text && !type_find(type->text, &f->type)) {
		struct loc word = type->loc;

		word.end = word.begin + (uint32_t) strlen(type->text);
		diag_error(b->eval->diag, word, NULL, "there is no type '%s'",
			type->text);
		suggest_type(b, type->text);
		diag_note(b->eval->diag,
			"types are half, float, double, int8, int16, int32, "
			"int64, uint8, uint16, uint32, and of vectors half2, "
			"float2, float4, double2, and char, uchar, short, "
			"ushort, int and uint with 2 or 4 behind them");
		return false;
	}
	f->is_constant = type->op == FORM_CONSTANT;
	f->is_scalar = type->op == FORM_LONE || f->is_constant;
	f->is_restrict = type->op == FORM_RESTRICT;
	if (type->op == FORM_LONE && type_lanes(f->type) > 1)
		return diag_error(b->eval->diag, type->loc, NULL,
			"an argument is one number; a field of type %s has a "
			"size, as in %s: %s[nx]",
			type->text, f->name, type->text);
	return set_extents(b, type, field) && set_options(b, type, field) &&
		(type->op != FORM_CONSTANT ||
			check_constant(b, type, &b->kernel->field[field]));
}

bool build_is_scalar(struct build *b, const struct node *name)
{
	const struct kernel_def *k = b->kernel;

	for (int i = 0; name->kind == NODE_NAME && i < k->n_field; ++i) {
		if (!k->field[i].is_scalar || k->field[i].is_constant ||
			strcmp(k->field[i].name, name->text) != 0)
			continue;
		diag_error(b->eval->diag, name->loc, NULL,
			"'%s' is a scalar argument and has no cells",
			name->text);
		diag_note(b->eval->diag,
			"a type belongs to all names before "
			"it; a field has a size, as in %s: [nx]",
			name->text);
		return true;
	}
	return false;
}

static bool is_coordinate(const char *name)
{
	static const char *const extents[] = { "nx", "ny", "nz" };

	for (int i = 0; i < COORD_DX; ++i)
		if (strcmp(name, coord_names[i]) == 0)
			return true;
	for (int i = 0; i < 3; ++i)
		if (strcmp(name, extents[i]) == 0)
			return true;
	return false;
}

/* m: int32 = 64, an argument that launches give this value.  The compiler does
 * not know it.
 */
static bool set_value(struct build *b, const struct node *param, int field)
{
	struct kernel_field *f = &b->kernel->field[field];

	if (param->n_kid < 2)
		return true;
	if (f->type >= TYPE_HALF) {
		diag_error(b->eval->diag, param->kid[1]->loc, NULL,
			"only arguments of an integer type have a value");
		diag_note(b->eval->diag, "as in m: int32 = 64");
		return false;
	}
	f->has_value = true;
	return eval_int(b->eval, param->kid[1], "the value of an argument",
		&f->value);
}

static bool add_param(struct build *b, const struct node *param)
{
	struct kernel_def *k = b->kernel;
	int field;

	for (int i = 0; i < k->n_field; ++i)
		if (strcmp(k->field[i].name, param->text) == 0)
			return diag_error(b->eval->diag, param->at, NULL,
				"parameter '%s' is given twice", param->text);
	if (is_coordinate(param->text))
		diag_warning(b->eval->diag, param->at, NULL,
			"parameter '%s' hides the coordinate of that name",
			param->text);
	field = build_field_new(b, param->text);
	if (!set_type(b, param->n_kid > 0 ? param->kid[0] : NULL, field) ||
		!set_value(b, param, field))
		return false;
	if (k->field[field].is_scalar && !k->field[field].is_constant)
		eval_bind(b->eval, param->text,
			build_node_value(b,
				graph_leaf(&k->graph,
					k->field[field].has_value ?
						GRAPH_ARGUMENT :
						GRAPH_SCALAR,
					field, k->field[field].type)));
	else
		eval_bind(b->eval, param->text,
			build_field_value(b, field, -1));
	return true;
}

static bool set_domain(struct build *b, const struct node *over)
{
	int node;

	if (over->n_kid > 3)
		return diag_error(b->eval->diag, over->loc, NULL,
			"a domain has one to three dimensions, not %d",
			over->n_kid);
	for (int i = 0; i < over->n_kid; ++i) {
		if (!extent_node(b, over->kid[i], "the extent of a domain",
			    &node))
			return false;
		if (!graph_is_const(&b->kernel->graph, node, NULL))
			return diag_error(b->eval->diag, over->kid[i]->loc,
				NULL, "the domain must be given in numbers");
		b->kernel->domain[i] = node;
	}
	b->kernel->dims = over->n_kid;
	return true;
}

/* Numbers such as 0.3 have the widest floating-point type of the fields; where
 * all fields are integers, single precision.
 */
static void set_real(struct kernel_def *k)
{
	k->graph.real = TYPE_FLOAT;
	for (int i = 0, n = 0; i < k->n_field; ++i) {
		enum elem_type type = type_scalar(k->field[i].type);

		if (type_is_float(type) && (n++ == 0 || type > k->graph.real))
			k->graph.real = type;
	}
}

bool build_params(struct build *b, const struct node *kernel)
{
	const struct node *over = kernel->kid[1];
	const struct node *type, *failed = NULL;
	bool ok = true;

	if (over)
		ok = set_domain(b, over);
	for (int i = 2; i < kernel->n_kid; ++i) {
		type = kernel->kid[i]->n_kid > 0 ? kernel->kid[i]->kid[0] :
						   NULL;
		/* names that share a type would repeat its error */
		if ((type && type == failed) || add_param(b, kernel->kid[i]))
			continue;
		failed = type;
		ok = false;
	}
	set_real(b->kernel);
	return ok;
}

static bool uses_extent(const struct graph *g, int node)
{
	const struct graph_node *n = &g->node[node];

	return n->op == GRAPH_EXTENT || n->op == GRAPH_ARGUMENT ||
		(n->a >= 0 && uses_extent(g, n->a)) ||
		(n->b >= 0 && uses_extent(g, n->b)) ||
		(n->c >= 0 && uses_extent(g, n->c));
}

bool build_shared(struct build *b, const struct node *shared)
{
	struct kernel_field *f;
	int field = build_field_new(b, shared->text);

	b->kernel->field[field].is_shared = true;
	if (!set_type(b, shared->kid[0], field))
		return false;
	f = &b->kernel->field[field];
	if (f->is_restrict || f->is_constant)
		return diag_error(b->eval->diag, shared->loc, NULL,
			"a shared array is written and overlaps no field: "
			"'%s' belongs to the fields of a kernel",
			f->is_restrict ? "restrict" : "constant");
	if (f->n_dim == 0)
		return diag_error(b->eval->diag, shared->loc, NULL,
			"a shared array needs its size, such as float[33, 32]");
	for (int i = 0; i < f->n_dim; ++i)
		if (uses_extent(&b->kernel->graph, f->extent[i]))
			return diag_error(b->eval->diag, shared->loc, NULL,
				"the size of a shared array depends on numbers "
				"and blockDim only");
	eval_bind(b->eval, shared->text, build_field_value(b, field, -1));
	return true;
}
