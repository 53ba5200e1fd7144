#include <math.h>
#include <string.h>

#include "lang/addresses.h"

struct printer {
	const struct kernel_def *k;
	const struct kernel *kernel;
	const struct launch *launch;
	struct buffer *out;
	bool as_isl;		/* names and operators of isl, not of CUDA */
};

static void print_quasi(struct printer *p, const struct quasi *e);

static const char *const thread_names[] = { "threadIdx.x", "threadIdx.y",
	"threadIdx.z" };
static const char *const block_names[] = { "blockIdx.x", "blockIdx.y",
	"blockIdx.z" };
static const char *const extent_names[] = { "blockDim.x", "blockDim.y",
	"blockDim.z" };
static const char *const isl_names[] = { "tx", "ty", "tz", "bx", "by", "bz",
	"k0", "k1", "k2", "k3" };

/* The counter at depth d of the kernel's loops. */
static const char *counter_name(const struct printer *p, int depth)
{
	return p->as_isl ? isl_names[VAR_LOOP0 + depth] :
		depth < p->k->n_loop ? p->k->loop[depth].name : "k";
}

static void add_sign(struct printer *p, bool *first, bool negative)
{
	if (*first)
		buffer_add(p->out, negative ? "-" : "");
	else
		buffer_add(p->out, negative ? " - " : " + ");
	*first = false;
}

static void add_times(struct printer *p, int64_t coef)
{
	if (coef != 1)
		buffer_printf(p->out, "*%lld", (long long) coef);
}

static int64_t magnitude(int64_t v)
{
	return v < 0 ? -v : v;
}

/* threadIdx.x + blockIdx.x*blockDim.x, times what both have in common */
static void add_axis(struct printer *p, const struct quasi *e, int d,
	bool *first)
{
	int64_t t = e->coef[VAR_TX + d], b = e->coef[VAR_BX + d];
	int64_t extent = p->launch->block[d];

	if (!p->as_isl && t != 0 && b == t * extent) {
		add_sign(p, first, t < 0);
		if (magnitude(t) != 1)
			buffer_add(p->out, "(");
		buffer_printf(p->out, "%s + %s*%s", thread_names[d],
			block_names[d], extent_names[d]);
		if (magnitude(t) != 1)
			buffer_add(p->out, ")");
		add_times(p, magnitude(t));
		return;
	}
	if (t != 0) {
		add_sign(p, first, t < 0);
		buffer_add(p->out, p->as_isl ? isl_names[VAR_TX + d] :
			thread_names[d]);
		add_times(p, magnitude(t));
	}
	if (b != 0) {
		add_sign(p, first, b < 0);
		buffer_add(p->out, p->as_isl ? isl_names[VAR_BX + d] :
			block_names[d]);
		add_times(p, magnitude(b));
	}
}

static void add_term(struct printer *p, const struct quasi_term *t,
	bool *first)
{
	static const char *const isl_op[] = { "floor", "min", "max" };

	/* -(a)/b would be the floor of a negative number */
	if (*first && t->coef < 0 && t->op == QUASI_FLOOR) {
		buffer_add(p->out, "0");
		*first = false;
	}
	add_sign(p, first, t->coef < 0);
	if (p->as_isl && magnitude(t->coef) != 1)
		buffer_printf(p->out, "%lld*",
			(long long) magnitude(t->coef));
	if (t->op == QUASI_FLOOR) {
		buffer_add(p->out, p->as_isl ? "floor((" : "(");
		print_quasi(p, t->a);
		buffer_printf(p->out, ")/%lld%s", (long long) t->divisor,
			p->as_isl ? ")" : "");
	} else {
		buffer_printf(p->out, "%s(", isl_op[t->op]);
		print_quasi(p, t->a);
		buffer_add(p->out, ", ");
		print_quasi(p, t->b);
		buffer_add(p->out, ")");
	}
	if (!p->as_isl)
		add_times(p, magnitude(t->coef));
}

static void print_quasi(struct printer *p, const struct quasi *e)
{
	bool first = true;
	int d, i;

	for (d = 0; d < 3; ++d)
		add_axis(p, e, d, &first);
	for (i = 0; i < QUASI_LOOPS; ++i) {
		int64_t c = e->coef[VAR_LOOP0 + i];

		if (c == 0)
			continue;
		add_sign(p, &first, c < 0);
		buffer_add(p->out, counter_name(p, i));
		add_times(p, magnitude(c));
	}
	for (i = 0; i < e->n_term; ++i)
		add_term(p, &e->term[i], &first);
	if (e->constant != 0 || first) {
		add_sign(p, &first, e->constant < 0);
		buffer_printf(p->out, "%lld",
			(long long) magnitude(e->constant));
	}
}

/* ------------------------------------------------------------- address */

static bool is_zero(const struct quasi *e)
{
	return quasi_is_constant(e) && e->constant == 0;
}

/* ((i0) + (i1)*n0 + (i2)*n0*n1 + component)*bytes */
static void print_cells(struct printer *p, const struct access *a,
	const struct field *f, bool is_aos)
{
	int64_t stride = 1;
	int d, n = 3;

	while (n > 1 && is_zero(a->index[n - 1]))
		--n;
	if (is_aos && f->n_component > 1)
		buffer_add(p->out, "(");
	if (n == 1) {
		print_quasi(p, a->index[0]);
	} else {
		for (d = 0; d < n; ++d) {
			buffer_add(p->out, d ? " + (" : "(");
			print_quasi(p, a->index[d]);
			buffer_add(p->out, ")");
			add_times(p, stride);
			stride *= f->extent[d];
		}
	}
	if (f->n_component <= 1)
		return;
	if (is_aos)
		buffer_printf(p->out, ")*%d", f->n_component);
	if (a->component > 0)
		buffer_printf(p->out, " + %d%s", a->component,
			is_aos ? "" : "*");
	if (a->component > 0 && !is_aos)
		buffer_printf(p->out, "%lld", (long long) f->extent[0] *
			f->extent[1] * f->extent[2]);
}

static void print_address(struct printer *p, const struct access *a)
{
	const struct field *f = &p->kernel->field[a->field];
	const struct kernel_access *source = &p->k->access[a->label];
	bool by_cells = a->index[0] && source->address < 0;

	buffer_printf(p->out, "%s + ", f->name);
	if (by_cells && f->elem_B == 1) {
		print_cells(p, a, f, p->k->field[source->field].is_aos);
	} else if (by_cells) {
		buffer_add(p->out, "(");
		print_cells(p, a, f, p->k->field[source->field].is_aos);
		buffer_printf(p->out, ")*%d", f->elem_B);
	} else {
		print_quasi(p, a->address);
	}
}

/* ------------------------------------------------------ guards and loops */

static void print_guard(struct printer *p, const struct guard *g)
{
	switch (g->op) {
	case GUARD_GE:
	case GUARD_EQ:
		print_quasi(p, g->e);
		if (p->as_isl)
			buffer_add(p->out, g->op == GUARD_GE ? " >= 0" :
				" = 0");
		else
			buffer_add(p->out, g->op == GUARD_GE ? " >= 0" :
				" == 0");
		break;
	case GUARD_NOT:
		buffer_add(p->out, "not (");
		print_guard(p, g->a);
		buffer_add(p->out, ")");
		break;
	case GUARD_AND:
	case GUARD_OR:
		buffer_add(p->out, "(");
		print_guard(p, g->a);
		buffer_add(p->out, g->op == GUARD_AND ? ") and (" : ") or (");
		print_guard(p, g->b);
		buffer_add(p->out, ")");
		break;
	}
}

/* The loops around "loop", outermost first. */
static int loops_around(const struct kernel *kernel, int loop, int *list)
{
	int n = 0, i;

	for (; loop >= 0 && n < QUASI_LOOPS; loop = kernel->loop[loop].parent)
		list[n++] = loop;
	for (i = 0; i < n / 2; ++i) {
		int swap = list[i];

		list[i] = list[n - 1 - i];
		list[n - 1 - i] = swap;
	}
	return n;
}

static const char *type_of(const struct printer *p, const struct access *a)
{
	const struct kernel_field *f =
		&p->k->field[p->k->access[a->label].field];
	int bytes = p->kernel->field[a->field].elem_B;

	if (f->type != TYPE_OPEN)
		return type_name(f->type);
	return bytes == 8 ? "double" : bytes == 4 ? "float" : bytes == 2 ?
		"half" : "int8";
}

static void print_access(struct printer *p, const struct access *a,
	int depth)
{
	buffer_repeat(p->out, ' ', 4 * (1 + depth));
	if (a->guard) {
		buffer_add(p->out, "if ");
		print_guard(p, a->guard);
		buffer_add(p->out, " { ");
	}
	buffer_printf(p->out, "%s %s at ", a->is_store ? "store" : "load ",
		type_of(p, a));
	print_address(p, a);
	buffer_add(p->out, a->guard ? " }\n" : "\n");
}

static void open_loops(struct printer *p, const int *loop, int n)
{
	int i;

	for (i = 0; i < n; ++i) {
		buffer_repeat(p->out, ' ', 4 * (1 + i));
		buffer_printf(p->out, "loop %s in 0..%lld {\n",
			counter_name(p, i),
			(long long) p->kernel->loop[loop[i]].trips - 1);
	}
}

static void close_loops(struct printer *p, int n)
{
	for (; n > 0; --n) {
		buffer_repeat(p->out, ' ', 4 * n);
		buffer_add(p->out, "}\n");
	}
}

/* Accesses that follow each other in one loop stand in it together. */
static void print_accesses(struct printer *p)
{
	int loops[QUASI_LOOPS], n = 0, i;

	for (i = 0; i < p->kernel->n_access; ++i) {
		const struct access *a = &p->kernel->access[i];

		if (i == 0 || a->loop != a[-1].loop) {
			close_loops(p, n);
			n = loops_around(p->kernel, a->loop, loops);
			open_loops(p, loops, n);
		}
		print_access(p, a, n);
	}
	close_loops(p, n);
}

/* -------------------------------------------------------------- kernel */

static void print_domain(struct printer *p)
{
	int d;

	buffer_add(p->out, ") over (");
	for (d = 0; d < p->kernel->dims; ++d)
		buffer_printf(p->out, "%s%lld", d ? ", " : "",
			(long long) p->kernel->domain[d]);
	buffer_add(p->out, ") {\n");
}

static bool is_as_domain(const struct printer *p, const struct field *f)
{
	int d;

	for (d = 0; d < 3; ++d)
		if (f->extent[d] != p->kernel->domain[d])
			return false;
	return f->n_component == 1;
}

static bool is_interleaved(const struct kernel_def *k, const char *name)
{
	int i;

	for (i = 0; i < k->n_field; ++i)
		if (strcmp(k->field[i].name, name) == 0)
			return k->field[i].is_aos;
	return false;
}

static void print_field(struct printer *p, int i)
{
	const struct field *f = &p->kernel->field[i];
	bool aos = f->n_component > 1 && is_interleaved(p->k, f->name);
	int d, n = p->kernel->dims;

	while (n < 3 && f->extent[n] > 1)
		++n;
	buffer_printf(p->out, "%s%s", i ? ", " : "", f->name);
	if (is_as_domain(p, f) && f->base_B == 0)
		return;
	buffer_add(p->out, ": ");
	if (f->n_component > 1)
		buffer_printf(p->out, "[%d]", f->n_component);
	for (d = 0; d < n; ++d)
		buffer_printf(p->out, "%s%lld", d ? ", " : "[",
			(long long) f->extent[d]);
	buffer_add(p->out, "]");
	if (f->base_B != 0)
		buffer_printf(p->out, " { align = %lld B%s }",
			(long long) f->base_B, aos ? ", layout = aos" : "");
	else if (aos)
		buffer_add(p->out, " { layout = aos }");
}

static void print_count(struct printer *p, const char *before,
	const char *word, double n, const char *after)
{
	if (n != 0)
		buffer_printf(p->out, "%s%s %.15g%s", before, word, n, after);
}

static void work_of(const struct work *w, double given[N_GIVEN_WORK])
{
	given[GIVEN_FLOPS] = w->flops;
	given[GIVEN_FP] = w->fp64 + w->fp32 + w->fp16;
	given[GIVEN_SPECIAL] = w->special;
	given[GIVEN_INTEGER] = w->integer;
}

/* What is counted under no condition, over all turns of loops. */
static void print_work(struct printer *p)
{
	const struct kernel *kernel = p->kernel;
	double sum[N_GIVEN_WORK] = { 0 }, given[N_GIVEN_WORK], turns;
	int i, k, loop;

	for (i = 0; i < kernel->n_part; ++i) {
		const struct work_part *part = &kernel->part[i];

		if (part->guard)
			continue;
		turns = part->share;
		for (loop = part->loop; loop >= 0;
		     loop = kernel->loop[loop].parent)
			turns *= (double) kernel->loop[loop].trips;
		work_of(&part->work, given);
		for (k = 0; k < N_GIVEN_WORK; ++k)
			sum[k] += given[k] * turns;
	}
	for (k = 0; k < N_GIVEN_WORK; ++k)
		print_count(p, "    ", kernel_given_words[k], sum[k], "\n");
}

/* The rest, condition by condition. */
static void print_guarded_work(struct printer *p, const struct work_part *part)
{
	int loops[QUASI_LOOPS], n, k;
	double given[N_GIVEN_WORK];

	work_of(&part->work, given);
	if (!part->guard || given[GIVEN_FLOPS] + given[GIVEN_FP] +
	    given[GIVEN_SPECIAL] + given[GIVEN_INTEGER] == 0)
		return;
	n = loops_around(p->kernel, part->loop, loops);
	open_loops(p, loops, n);
	buffer_repeat(p->out, ' ', 4 * (1 + n));
	buffer_add(p->out, "if ");
	print_guard(p, part->guard);
	buffer_add(p->out, " { ");
	for (k = 0; k < N_GIVEN_WORK; ++k)
		print_count(p, "", kernel_given_words[k], given[k], "; ");
	buffer_add(p->out, "}\n");
	close_loops(p, n);
}

/* Where threads do not share the cells evenly: a quotient of whole numbers,
 * which reads back exactly.
 */
static void print_updates(struct printer *p)
{
	const struct kernel *kernel = p->kernel;
	const char *word = kernel_given_words[GIVEN_UPDATES];
	int64_t threads = kernel->domain[0] * kernel->domain[1] *
		kernel->domain[2];

	if (kernel->updates == 1)
		return;
	if (kernel->updates == floor(kernel->updates))
		print_count(p, "    ", word, kernel->updates, "\n");
	else
		buffer_printf(p->out, "    %s %.0f/%lld\n", word,
			kernel->updates * (double) threads,
			(long long) threads);
}

void addresses_print(const struct kernel_def *k, const struct kernel *kernel,
	const struct launch *launch, struct buffer *out)
{
	struct printer p = { k, kernel, launch, out, false };
	int i;

	buffer_printf(out, "kernel %s(", k->name);
	for (i = 0; i < kernel->n_field; ++i)
		print_field(&p, i);
	print_domain(&p);
	print_accesses(&p);
	for (i = 0; i < kernel->n_part; ++i)
		print_guarded_work(&p, &kernel->part[i]);
	print_work(&p);
	print_count(&p, "    ", kernel_given_words[GIVEN_REGISTERS],
		kernel->registers, "\n");
	print_updates(&p);
	buffer_add(out, "}");
}

/* ---------------------------------------------------------------- maps */

static void print_map(struct printer *p, const struct access *a)
{
	int loops[QUASI_LOOPS], n = loops_around(p->kernel, a->loop, loops);
	int d, i;

	buffer_add(p->out, "{ T[");
	for (i = 0; i < 6 + n; ++i)
		buffer_printf(p->out, "%s%s", i ? ", " : "", isl_names[i]);
	buffer_printf(p->out, "] -> %s[",
		p->kernel->field[a->field].name);
	print_quasi(p, a->address);
	buffer_add(p->out, "] : ");
	for (d = 0; d < 3; ++d)
		buffer_printf(p->out, "%s0 <= %s < %lld and 0 <= %s < %lld",
			d ? " and " : "", isl_names[VAR_TX + d],
			(long long) p->launch->block[d],
			isl_names[VAR_BX + d],
			(long long) p->launch->grid[d]);
	for (d = 0; d < 3; ++d)
		if (p->kernel->domain[d] % (p->launch->block[d] *
		    p->launch->fold[d]) != 0)
			buffer_printf(p->out, " and (%s + %lld*%s)*%lld < "
				"%lld", isl_names[VAR_TX + d],
				(long long) p->launch->block[d],
				isl_names[VAR_BX + d],
				(long long) p->launch->fold[d],
				(long long) p->kernel->domain[d]);
	for (i = 0; i < n; ++i)
		buffer_printf(p->out, " and 0 <= %s < %lld",
			isl_names[VAR_LOOP0 + i], (long long)
			p->kernel->loop[loops[i]].trips);
	if (a->guard) {
		buffer_add(p->out, " and (");
		print_guard(p, a->guard);
		buffer_add(p->out, ")");
	}
	buffer_add(p->out, " }");
}

bool addresses_print_maps(const struct kernel *kernel,
	const struct launch *launch, struct buffer *out)
{
	struct printer p = { NULL, kernel, launch, out, true };
	int i;

	for (i = 0; i < kernel->n_access; ++i) {
		buffer_printf(out, "%s%s ", i ? "\n" : "",
			kernel->access[i].is_store ? "store" : "load ");
		print_map(&p, &kernel->access[i]);
	}
	return true;
}
