/* `show K as stencil`: a kernel of compiled code as one would write it in the
 * language, with offsets, guards and arithmetic, where it is a stencil.
 *
 * Each index is a coordinate plus a constant.  Numbers of the code are an
 * argument c: they decide no figure.
 */

#include <string.h>

#include "lang/ask/ask.h"
#include "lang/ask/subject.h"
#include "lang/launch/lower.h"

struct printing {
	const struct kernel_def *k;
	const struct kernel *kernel;
	const struct launch *launch;
	struct buffer *out;
	const char *why; /* why it is no stencil, or NULL */
	bool uses_number;
	const char *number; /* what numbers of the code are called */
	int left;	    /* operators that may still be printed */
};

static const char *const axes[3] = { "x", "y", "z" };

/* Terms of one expression; longer ones are not readable anyway. */
#define MOST_TERMS 2000

/* True if "e" is the coordinate along axis d plus a constant. */
static bool is_offset(const struct printing *p, const struct quasi *e, int d,
	int64_t *offset)
{
	if (!e || !quasi_is_affine(e))
		return false;
	for (int v = 0; v < N_QUASI_VAR; ++v) {
		int64_t want = v == (int) VAR_TX + d ? 1 :
			v == (int) VAR_BX + d	     ? p->launch->block[d] :
						       0;

		if (e->coef[v] != (d < p->kernel->dims ? want : 0))
			return false;
	}
	*offset = e->constant;
	return true;
}

static const struct access *access_of(const struct printing *p, int label)
{
	for (int i = 0; i < p->kernel->n_access; ++i)
		if (p->kernel->access[i].label == label)
			return &p->kernel->access[i];
	return NULL;
}

static void print_access(struct printing *p, int label)
{
	const struct access *a = access_of(p, label);
	int64_t offset;

	if (!a) {
		p->why = "a load is missing";
		return;
	}
	buffer_add(p->out, p->kernel->field[a->field].name);
	for (int d = 0; d < 3; ++d) {
		if (!is_offset(p, a->index[d], d, &offset) ||
			(d >= p->kernel->dims && offset != 0)) {
			p->why = "an index is not a coordinate plus a constant";
			return;
		}
		if (d < p->kernel->dims)
			buffer_printf(p->out, "%s%lld", d ? ", " : "[",
				(long long) offset);
	}
	buffer_add_char(p->out, ']');
}

static void print_value(struct printing *p, int node)
{
	const struct graph_node *n = node < 0 ? NULL : &p->k->graph.node[node];
	const char *sign = NULL;

	if (p->why)
		return;
	if (!n || n->op == GRAPH_SCALAR || n->op == GRAPH_ARGUMENT ||
		n->op == GRAPH_CONST) {
		buffer_add(p->out, p->number);
		p->uses_number = true;
		return;
	}
	if (--p->left < 0) {
		p->why = "its arithmetic is too long";
		return;
	}
	switch (n->op) {
	case GRAPH_LOAD: print_access(p, n->aux); return;
	case GRAPH_NEG:
		buffer_add(p->out, "-(");
		print_value(p, n->a);
		buffer_add_char(p->out, ')');
		return;
	case GRAPH_ADD: sign = " + "; break;
	case GRAPH_SUB: sign = " - "; break;
	case GRAPH_MUL: sign = "*"; break;
	case GRAPH_DIV: sign = "/"; break;
	default: break;
	}
	if (!sign) {
		p->why = "it does more than add, subtract, multiply and divide";
		return;
	}
	buffer_add_char(p->out, '(');
	print_value(p, n->a);
	buffer_add(p->out, sign);
	print_value(p, n->b);
	buffer_add_char(p->out, ')');
}

/* x - 1 >= 0 is x >= 1; -x + 9 >= 0 is x <= 9 */
static void print_bound(struct printing *p, const struct quasi *e,
	bool is_equal)
{
	int64_t offset;

	for (int sign = -1; sign <= 1; sign += 2)
		for (int d = 0; d < p->kernel->dims; ++d) {
			struct quasi f = *e;

			for (int v = 0; v < N_QUASI_VAR; ++v)
				f.coef[v] *= sign;
			f.constant *= sign;
			if (!is_offset(p, &f, d, &offset))
				continue;
			buffer_printf(p->out, "%s %s %lld", axes[d],
				is_equal	 ? "==" :
					sign < 0 ? "<=" :
						   ">=",
				(long long) -offset);
			return;
		}
	p->why = "a condition is not a bound of a coordinate";
}

static void print_condition(struct printing *p, const struct predicate *g)
{
	switch (g->op) {
	case PREDICATE_GE: print_bound(p, g->e, false); return;
	case PREDICATE_EQ: print_bound(p, g->e, true); return;
	case PREDICATE_NOT:
		buffer_add(p->out, "not (");
		print_condition(p, g->a);
		buffer_add_char(p->out, ')');
		return;
	case PREDICATE_AND:
		print_condition(p, g->a);
		buffer_add(p->out, " and ");
		print_condition(p, g->b);
		return;
	case PREDICATE_OR:
		buffer_add_char(p->out, '(');
		print_condition(p, g->a);
		buffer_add(p->out, " or ");
		print_condition(p, g->b);
		buffer_add_char(p->out, ')');
		return;
	}
}

static void print_stores(struct printing *p)
{
	for (int i = 0; i < p->kernel->n_access && !p->why; ++i) {
		const struct access *a = &p->kernel->access[i];

		if (!a->is_store)
			continue;
		if (a->share < 1)
			p->why = "a condition depends on data";
		buffer_add(p->out, "    ");
		if (a->predicate) {
			buffer_add(p->out, "if ");
			print_condition(p, a->predicate);
			buffer_add(p->out, " { ");
		}
		print_access(p, a->label);
		buffer_add(p->out, " = ");
		print_value(p, p->k->access[a->label].value);
		buffer_add(p->out, a->predicate ? " }\n" : "\n");
	}
}

/* The type of numbers: that of the fields, the widest. */
static const char *number_type(const struct printing *p)
{
	enum elem_type type = TYPE_NONE;

	for (int j = 0; j < p->k->n_field; ++j)
		if (!p->k->field[j].is_scalar && p->k->field[j].type > type)
			type = p->k->field[j].type;
	return type_name(type_is_float(type) ? type : TYPE_DOUBLE);
}

/* A name that no field has. */
static const char *free_name(const struct kernel *kernel)
{
	static const char *const names[] = { "c", "c0", "number" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
		bool is_free = true;

		for (int j = 0; j < kernel->n_field; ++j)
			is_free &= strcmp(kernel->field[j].name, names[i]) != 0;
		if (is_free)
			return names[i];
	}
	return "another_number";
}

static void print_fields(struct printing *p)
{
	const struct kernel *kernel = p->kernel;

	buffer_printf(p->out, "kernel %s(", p->k->name);
	for (int i = 0; i < kernel->n_field; ++i) {
		const struct field *f = &kernel->field[i];
		const char *type = "double";

		for (int j = 0; j < p->k->n_field; ++j)
			if (strcmp(p->k->field[j].name, f->name) == 0)
				type = type_name(p->k->field[j].type);
		buffer_printf(p->out, "%s%s: %s", i ? ", " : "", f->name, type);
		for (int d = 0; d < kernel->dims; ++d)
			buffer_printf(p->out, "%s%lld", d ? ", " : "[",
				(long long) f->extent[d]);
		buffer_add_char(p->out, ']');
	}
	if (p->uses_number)
		buffer_printf(p->out, ", %s: %s", p->number, number_type(p));
	buffer_add(p->out, ") over (");
	for (int d = 0; d < kernel->dims; ++d)
		buffer_printf(p->out, "%s%lld", d ? ", " : "",
			(long long) kernel->domain[d]);
	buffer_add(p->out, ") {\n");
}

static bool print_stencil(struct eval *ev, const struct node *node,
	struct printing *p)
{
	struct buffer all = { 0 }, body = { 0 };
	bool ok;

	p->out = &body;
	p->left = MOST_TERMS;
	p->number = free_name(p->kernel);
	if (p->kernel->n_loop > 0)
		p->why = "it has a loop";
	else if (p->kernel->n_shared_access > 0)
		p->why = "it uses shared memory";
	else
		print_stores(p);
	if (p->why) {
		buffer_free(&body);
		diag_error(ev->diag, node->loc, NULL, "'%s' is no stencil: %s",
			p->k->name, p->why);
		diag_note(ev->diag, "show prints it with its addresses");
		return false;
	}
	p->out = &all;
	print_fields(p);
	buffer_add_bytes(&all, buffer_text(&body), body.len);
	buffer_add(&all, "}\n");
	ok = eval_output(ev, buffer_text(&all), all.len, node->loc);
	buffer_free(&body);
	buffer_free(&all);
	return ok;
}

bool ask_show_stencil(struct eval *ev, const struct node *node)
{
	const struct node *of = subject_clause(node, NODE_OF);
	struct lower_env env = lower_env(ev);
	struct printing p = { 0 };
	struct kernel_def *made;
	struct kernel kernel;
	struct launch launch;
	struct subject s;
	bool ok = false;

	if (!subject_find(ev, node, of ? of->kid[0] : NULL, &s))
		return false;
	if (ev->checking || s.is_unknown) {
		subject_clear(&s);
		return true;
	}
	if (!s.kernel->maker) {
		diag_error(ev->diag, node->loc, NULL,
			"'%s' is of the language: show prints it",
			s.kernel->name);
	} else if (subject_lower(ev, &s, &kernel, &launch)) {
		made = lower_definition(&env, s.kernel, &s.options, s.loc);
		if (made) {
			p.k = made;
			p.kernel = &kernel;
			p.launch = &launch;
			ok = print_stencil(ev, node, &p);
			kernel_drop(made);
		}
		lower_clear(&kernel);
	}
	subject_clear(&s);
	return ok;
}
