/* Prints a lowered kernel as a kernel of addresses that gives the same figures
 * when it is read back.
 *
 * Each loop encloses what runs in it, and conditions are printed inside the
 * innermost loop.  Accesses come in source order, then the arithmetic of the
 * thread.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/kernel/predicate.h"
#include "engine/kernel/registers.h"
#include "lang/base/memory.h"
#include "lang/launch/addresses_parts.h"

/* Registers with which an SM of most devices holds all of its threads: 65536
 * registers for 2048 of them, in four quarters of 16 warps.
 */
#define FULL_REGISTERS	  32
#define QUARTER_REGISTERS 512

static bool is_zero(const struct quasi *e)
{
	return quasi_is_constant(e) && e->constant == 0;
}

/* ((i0) + (i1)*n0 + (i2)*n0*n1 + component)*bytes */
static void print_cells(struct printer *p, const struct access *a,
	const struct field *f, bool is_aos)
{
	int64_t stride = 1;
	int n = 3;

	while (n > 1 && is_zero(a->index[n - 1]))
		--n;
	if (is_aos && f->n_component > 1)
		buffer_add(p->out, "(");
	if (n == 1) {
		addresses_quasi(p, a->index[0]);
	} else {
		for (int d = 0; d < n; ++d) {
			buffer_add(p->out, d ? " + (" : "(");
			addresses_quasi(p, a->index[d]);
			buffer_add(p->out, ")");
			addresses_times(p, stride);
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
		buffer_printf(p->out, "%lld",
			(long long) f->extent[0] * f->extent[1] * f->extent[2]);
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
		addresses_quasi(p, a->address);
	}
}

/* ---------------------------------------------------------- statements */

/* The condition under which a statement runs within the open loop. */
struct condition {
	const struct predicate *predicate;
	double share; /* fraction of the lanes, if it depends on data */
};

struct statement {
	bool is_shared; /* an access to shared memory */
	int access, loop;
	struct condition under;
};

struct body {
	struct printer *p;
	int n_statement;
	struct statement *statement; /* in source order */
	bool *is_printed;	     /* of each loop */
	enum elem_type widest;	     /* of all loads and stores */
	/* the condition that is open */
	struct condition under;
	int n_branch;
};

static enum elem_type type_of(const struct printer *p, int label, int bytes)
{
	enum elem_type type = p->k->field[p->k->access[label].field].type;

	if (type != TYPE_OPEN)
		return type;
	return bytes == 8  ? TYPE_DOUBLE :
		bytes == 4 ? TYPE_FLOAT :
		bytes == 2 ? TYPE_HALF :
			     TYPE_INT8;
}

static enum elem_type type_of_global(const struct printer *p, int access)
{
	const struct access *a = &p->kernel->access[access];

	return type_of(p, a->label, p->kernel->field[a->field].elem_B);
}

static enum elem_type type_of_shared(const struct printer *p, int access)
{
	const struct shared_access *a = &p->kernel->shared_access[access];

	return p->k->access[a->label].type ? p->k->access[a->label].type :
					     type_of(p, a->label, a->elem_B);
}

static void indent(struct body *b)
{
	buffer_repeat(b->p->out, ' ',
		(size_t) (4 * (1 + b->p->n_loop + b->n_branch)));
}

static bool is_same(const struct condition *a, const struct condition *b)
{
	return a->share == b->share &&
		predicate_equal(a->predicate, b->predicate);
}

static void leave(struct body *b)
{
	static const struct condition anywhere = { NULL, 1 };

	while (b->under.share < 1) {
		--b->n_branch;
		indent(b);
		buffer_add(b->p->out, "} else { }\n");
		b->under.share *= 2;
	}
	if (b->under.predicate) {
		--b->n_branch;
		indent(b);
		buffer_add(b->p->out, "}\n");
	}
	b->under = anywhere;
}

/* A condition that depends on data is printed as a random choice. */
static void enter(struct body *b, const struct condition *under)
{
	double share = under->share;

	if (is_same(&b->under, under))
		return;
	leave(b);
	if (under->predicate) {
		indent(b);
		buffer_add(b->p->out, "if ");
		addresses_predicate(b->p, under->predicate);
		buffer_add(b->p->out, " {\n");
		++b->n_branch;
	}
	while (share < 1) {
		indent(b);
		buffer_add(b->p->out, "if random(2) == 0 {\n");
		++b->n_branch;
		share *= 2;
	}
	b->under = *under;
}

static void print_shared(struct printer *p, const struct shared_access *a)
{
	struct quasi address = *a->address;

	address.constant -= a->base_B;
	buffer_printf(p->out, "%s + ",
		p->k->field[p->k->access[a->label].field].name);
	addresses_quasi(p, &address);
}

static void print_statement(struct body *b, const struct statement *s)
{
	struct printer *p = b->p;
	bool is_store = s->is_shared ?
		p->kernel->shared_access[s->access].is_store :
		p->kernel->access[s->access].is_store;

	enter(b, &s->under);
	indent(b);
	buffer_printf(p->out, "%s %s at ", is_store ? "store" : "load ",
		type_name(s->is_shared ? type_of_shared(p, s->access) :
					 type_of_global(p, s->access)));
	if (s->is_shared)
		print_shared(p, &p->kernel->shared_access[s->access]);
	else
		print_address(p, &p->kernel->access[s->access]);
	buffer_add(p->out, "\n");
}

/* A matrix product, whose factors are given by their addresses. */
static void print_product(struct body *b, const struct product *product)
{
	const struct condition under = { product->predicate, product->share };
	struct buffer *out = b->p->out;

	enter(b, &under);
	indent(b);
	buffer_printf(out, "%s (%d, %d, %d) %s -> %s",
		product->is_group ? "wgmma" : "mma", product->m, product->n,
		product->k, tensors[product->type].word,
		type_name(product->type == TENSOR_fp64	     ? TYPE_DOUBLE :
				product->type == TENSOR_int8 ? TYPE_INT32 :
							       TYPE_FLOAT));
	for (int i = 0; i < 2 && product->label[i] >= 0; ++i) {
		const struct kernel_access *a =
			&b->p->k->access[product->label[i]];

		buffer_printf(out, "%s(%s + ", i ? ", " : " of ",
			b->p->k->field[a->field].name);
		addresses_quasi(b->p, product->factor[i]);
		buffer_add(out, ")");
	}
	buffer_add(out, "\n");
}

/* ---------------------------------------------------------------- work */

/* Prints as few digits as read back to the same number. */
static void print_count(struct body *b, enum kernel_given word, double n)
{
	char text[40];

	snprintf(text, sizeof(text), "%.15g", n);
	if (strtod(text, NULL) != n)
		snprintf(text, sizeof(text), "%.17g", n);
	indent(b);
	buffer_printf(b->p->out, "%s %s\n", kernel_given_words[word], text);
}

/* When read back, `fp` counts instructions of the widest type; without it
 * there are half as many instructions as flops.
 */
static void print_fp(struct body *b, const struct work *w)
{
	double widest = b->widest == TYPE_HALF ? w->fp16 :
		b->widest == TYPE_FLOAT	       ? w->fp32 :
						 w->fp64;

	if (widest == w->fp16 + w->fp32 + w->fp64) {
		if (widest != 0 || w->flops != 0)
			print_count(b, GIVEN_FP, widest);
		return;
	}
	if (w->fp16 != 0)
		print_count(b, GIVEN_FP16, w->fp16);
	if (w->fp32 != 0)
		print_count(b, GIVEN_FP32, w->fp32);
	if (w->fp64 != 0)
		print_count(b, GIVEN_FP64, w->fp64);
}

static bool has_work(const struct work_part *part)
{
	const struct work *w = &part->work;

	return w->flops != 0 || w->fp16 + w->fp32 + w->fp64 != 0 ||
		w->special != 0 || w->integer != 0 || w->control != 0 ||
		w->barrier != 0;
}

static bool is_of_all(const struct work_part *part)
{
	return !part->predicate && part->share == 1;
}

static void print_part(struct body *b, const struct work_part *part)
{
	const struct work *w = &part->work;
	const struct condition under = { part->predicate, part->share };
	bool is_thread = is_of_all(part) && part->loop < 0;

	enter(b, &under);
	for (int i = 0; i < w->barrier; ++i) {
		indent(b);
		buffer_add(b->p->out, "barrier\n");
	}
	if (w->flops != 0)
		print_count(b, GIVEN_FLOPS, w->flops);
	print_fp(b, w);
	if (w->special != 0)
		print_count(b, GIVEN_SPECIAL, w->special);
	/* integer and control replace the estimates of lower_work() */
	if (w->integer != 0 || is_thread)
		print_count(b, GIVEN_INTEGER, w->integer);
	if (w->control != 0 || is_thread)
		print_count(b, GIVEN_CONTROL, w->control);
}

/* --------------------------------------------------------------- loops */

/* The child of "loop" that is or encloses "inner"; -1: there is none. */
static int loop_below(const struct kernel *kernel, int loop, int inner)
{
	while (inner >= 0 && kernel->loop[inner].parent != loop)
		inner = kernel->loop[inner].parent;
	return inner;
}

static void print_loop(struct body *b, int loop);

static void print_inner(struct body *b, int loop, int inner)
{
	struct printer *p = b->p;
	int below = inner == loop ? -1 : loop_below(p->kernel, loop, inner);
	/* the loop of a persistent launch is none of the source */
	int of = below - (p->kernel->n_loop - p->k->n_loop);

	if (below < 0 || b->is_printed[below])
		return;
	b->is_printed[below] = true;
	leave(b);
	indent(b);
	addresses_enter(p, below);
	buffer_add(p->out, "loop ");
	addresses_counter(p, p->n_loop - 1);
	buffer_printf(p->out, " in 0..%lld",
		(long long) p->kernel->loop[below].trips - 1);
	if (of >= 0 && p->k->loop[of].unroll > 0)
		buffer_printf(p->out, " unroll %d", p->k->loop[of].unroll);
	buffer_add(p->out, " {\n");
	print_loop(b, below);
	addresses_enter(p, loop);
	indent(b);
	buffer_add(p->out, "}\n");
}

/* Prints everything that runs in "loop" (-1: outside of all loops); what runs
 * without a condition comes last.
 */
static void print_loop(struct body *b, int loop)
{
	const struct kernel *kernel = b->p->kernel;

	for (int i = 0; i < b->n_statement; ++i)
		if (b->statement[i].loop == loop)
			print_statement(b, &b->statement[i]);
		else
			print_inner(b, loop, b->statement[i].loop);
	for (int i = 0; i < kernel->n_product; ++i)
		if (kernel->product[i].loop == loop)
			print_product(b, &kernel->product[i]);
		else
			print_inner(b, loop, kernel->product[i].loop);
	for (int i = 0; i < kernel->n_part; ++i)
		if (has_work(&kernel->part[i]))
			print_inner(b, loop, kernel->part[i].loop);
	for (int last = 0; last < 2; ++last)
		for (int i = 0; i < kernel->n_part; ++i) {
			const struct work_part *part = &kernel->part[i];

			if (part->loop == loop && has_work(part) &&
				is_of_all(part) == last)
				print_part(b, part);
		}
	leave(b);
}

/* ---------------------------------------------------------------- body */

static void add_global(struct body *b, int i)
{
	const struct access *a = &b->p->kernel->access[i];
	enum elem_type type = type_of_global(b->p, i);

	b->statement[b->n_statement++] = (struct statement) {
		.access = i,
		.loop = a->loop,
		.under = { a->predicate, a->share },
	};
	if (type > b->widest)
		b->widest = type;
}

static void add_shared(struct body *b, int i)
{
	const struct shared_access *a = &b->p->kernel->shared_access[i];
	enum elem_type type = type_of_shared(b->p, i);

	b->statement[b->n_statement++] = (struct statement) {
		.is_shared = true,
		.access = i,
		.loop = a->loop,
		.under = { a->predicate, a->share },
	};
	if (type > b->widest)
		b->widest = type;
}

static bool shared_extent(const struct printer *p, int field, int d, int64_t *n)
{
	int64_t size[KERNEL_SIZES];

	memcpy(size, p->kernel->domain, sizeof(p->kernel->domain));
	memcpy(size + 3, p->launch->block, sizeof(p->launch->block));
	return kernel_int_at(p->k, p->k->field[field].extent[d], size, n);
}

static void print_arrays(struct body *b)
{
	const struct kernel_def *k = b->p->k;
	const struct kernel *kernel = b->p->kernel;

	for (int f = 0; f < k->n_field; ++f) {
		enum elem_type type = k->field[f].type;
		int64_t n;

		if (!k->field[f].is_shared)
			continue;
		for (int i = 0; i < kernel->n_shared_access; ++i)
			if (type == TYPE_OPEN &&
				k->access[kernel->shared_access[i].label]
						.field == f &&
				!(kernel->shared_access[i].tiles > 0))
				type = type_of_shared(b->p, i);
		indent(b);
		buffer_printf(b->p->out, "shared %s: %s[", k->field[f].name,
			type == TYPE_OPEN ? "" : type_name(type));
		for (int d = 0; d < k->field[f].n_dim; ++d)
			if (shared_extent(b->p, f, d, &n))
				buffer_printf(b->p->out, "%s%lld",
					d ? ", " : "", (long long) n);
		buffer_add(b->p->out, "]\n");
	}
}

/* Counts of the thread itself say that those of its loops are all there is,
 * also where it has none outside of them: a persistent launch.
 */
static void print_none(struct body *b)
{
	const struct kernel *kernel = b->p->kernel;

	for (int i = 0; i < kernel->n_part; ++i)
		if (kernel->part[i].loop < 0 && is_of_all(&kernel->part[i]) &&
			has_work(&kernel->part[i]))
			return;
	print_count(b, GIVEN_INTEGER, 0);
	print_count(b, GIVEN_CONTROL, 0);
}

static void print_body(struct printer *p)
{
	const struct kernel *kernel = p->kernel;
	size_t n = (size_t) kernel->n_access + (size_t) kernel->n_shared_access;
	struct body b = {
		.p = p,
		.widest = TYPE_NONE,
		.under = { NULL, 1 },
		.statement = memory_new((n + 1) * sizeof(*b.statement)),
		.is_printed = memory_new((size_t) kernel->n_loop + 1),
	};
	int i = 0, j = 0;

	while (i < kernel->n_access || j < kernel->n_shared_access)
		if (j < kernel->n_shared_access &&
			kernel->shared_access[j].tiles > 0)
			++j; /* of a product */
		else if (j == kernel->n_shared_access ||
			(i < kernel->n_access &&
				kernel->access[i].label <
					kernel->shared_access[j].label))
			add_global(&b, i++);
		else
			add_shared(&b, j++);
	print_arrays(&b);
	print_loop(&b, -1);
	print_none(&b);
	print_count(&b, GIVEN_REGISTERS,
		registers_below(kernel, FULL_REGISTERS, QUARTER_REGISTERS, 255,
			32)
			.n);
	free(b.statement);
	free(b.is_printed);
}

/* -------------------------------------------------------------- kernel */

static void print_domain(struct printer *p)
{
	buffer_add(p->out, ") over (");
	for (int d = 0; d < p->kernel->dims; ++d)
		buffer_printf(p->out, "%s%lld", d ? ", " : "",
			(long long) p->kernel->domain[d]);
	buffer_add(p->out, ") {\n");
}

static bool is_as_domain(const struct printer *p, const struct field *f)
{
	for (int d = 0; d < 3; ++d)
		if (f->extent[d] != p->kernel->domain[d])
			return false;
	return f->n_component == 1;
}

static bool is_interleaved(const struct kernel_def *k, const char *name)
{
	for (int i = 0; i < k->n_field; ++i)
		if (strcmp(k->field[i].name, name) == 0)
			return k->field[i].is_aos;
	return false;
}

/* A name without a type takes that of the next name that has one. */
static bool has_type(const struct printer *p, int i)
{
	for (; i < p->kernel->n_field; ++i) {
		const struct field *f = &p->kernel->field[i];

		if (!is_as_domain(p, f) || f->base_B != 0)
			return true;
	}
	return false;
}

static void print_field(struct printer *p, int i)
{
	const struct field *f = &p->kernel->field[i];
	bool aos = f->n_component > 1 && is_interleaved(p->k, f->name);
	int n = p->kernel->dims;

	while (n < 3 && f->extent[n] > 1)
		++n;
	buffer_printf(p->out, "%s%s", i ? ", " : "", f->name);
	if (!has_type(p, i))
		return;
	buffer_add(p->out, ": ");
	if (f->n_component > 1)
		buffer_printf(p->out, "[%d]", f->n_component);
	for (int d = 0; d < n; ++d)
		buffer_printf(p->out, "%s%lld", d ? ", " : "[",
			(long long) f->extent[d]);
	buffer_add(p->out, "]");
	if (f->base_B != 0)
		buffer_printf(p->out, " { align = %lld B%s }",
			(long long) f->base_B, aos ? ", layout = aos" : "");
	else if (aos)
		buffer_add(p->out, " { layout = aos }");
}

/* Updates per thread where cells are not divided evenly: a quotient of whole
 * numbers reads back exactly.
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
		buffer_printf(p->out, "    %s %.0f\n", word, kernel->updates);
	else
		buffer_printf(p->out, "    %s %.0f/%lld\n", word,
			kernel->updates * (double) threads,
			(long long) threads);
}

void addresses_print(const struct kernel_def *k, const struct kernel *kernel,
	const struct launch *launch, struct buffer *out)
{
	struct printer p = {
		.k = k,
		.kernel = kernel,
		.launch = launch,
		.out = out,
	};

	buffer_printf(out, "kernel %s(", k->name);
	for (int i = 0; i < kernel->n_field; ++i)
		print_field(&p, i);
	print_domain(&p);
	print_body(&p);
	print_updates(&p);
	buffer_add(out, "}");
}
