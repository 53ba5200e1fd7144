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

/* ---------------------------------------------------------- statements */

/* The condition under which a statement runs within the open loop. */
struct condition {
	const struct predicate *predicate;
	double share; /* fraction of the lanes, if it depends on data */
	/* of that, by a chance that is known, and which branch has it */
	double chance;
	int together;
	int id;
};

struct statement {
	bool is_shared; /* an access to shared memory */
	int access, loop;
	int label, stall;
	struct condition under;
};

struct body {
	struct printer *p;
	int n_statement;
	struct statement *statement; /* in source order */
	bool *is_printed;	     /* of each loop */
	bool has_waits;		     /* stall intervals are printed */
	int *stall;		     /* of each loop: the last one */
	int fence;		     /* barriers of the code so far */
	int *n_barrier;		     /* of each loop: printed ones */
	enum elem_type widest;	     /* of all loads and stores */
	/* the condition that is open */
	struct condition under;
	int n_branch;
};

static void indent(struct body *b)
{
	buffer_repeat(b->p->out, ' ',
		(size_t) (4 * (1 + b->p->n_loop + b->n_branch)));
}

static bool is_same(const struct condition *a, const struct condition *b)
{
	return a->share == b->share && a->chance == b->chance &&
		a->together == b->together && a->id == b->id &&
		predicate_equal(a->predicate, b->predicate);
}

static void close_branch(struct body *b, const char *end)
{
	--b->n_branch;
	indent(b);
	buffer_printf(b->p->out, "%s\n", end);
}

/* Halves of the lanes that take a branch of unknown chance. */
static int n_halves(const struct condition *under)
{
	return (int) lround(-log2(under->share / under->chance));
}

static void leave(struct body *b)
{
	static const struct condition anywhere = { NULL, 1, 1, 0, 0 };

	for (int i = n_halves(&b->under); i > 0; --i)
		close_branch(b, "} else { }");
	if (b->under.chance < 1)
		close_branch(b, "}");
	if (b->under.predicate)
		close_branch(b, "}");
	b->under = anywhere;
}

/* A condition that depends on data is printed as its chance, or if that is not
 * known as a random choice.
 */
static void enter(struct body *b, const struct condition *under)
{
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
	if (under->chance < 1) {
		indent(b);
		buffer_printf(b->p->out, "if p(%.12g", under->chance);
		if (under->together > 1)
			buffer_printf(b->p->out, ", together = %d",
				under->together);
		buffer_add(b->p->out, ") {\n");
		++b->n_branch;
	}
	for (int i = n_halves(under); i > 0; --i) {
		indent(b);
		buffer_add(b->p->out, "if random(2) == 0 {\n");
		++b->n_branch;
	}
	b->under = *under;
}

static bool is_of_all(const struct work_part *part)
{
	return !part->predicate && part->share == 1;
}

static const struct work_part *part_of_all(const struct kernel *kernel,
	int loop)
{
	for (int i = 0; i < kernel->n_part; ++i)
		if (kernel->part[i].loop == loop && is_of_all(&kernel->part[i]))
			return &kernel->part[i];
	return NULL;
}

/* Prints the barriers that stand before the statement in compiled code; those
 * behind the last one of a loop come with its work.
 */
static void print_barriers(struct body *b, const struct statement *s)
{
	const struct work_part *part = part_of_all(b->p->kernel, s->loop);
	int fence = b->p->k->access[s->label].fence;
	int *n = &b->n_barrier[s->loop + 1];

	for (; b->fence < fence; ++b->fence)
		if (part && *n < part->work.barrier) {
			leave(b);
			indent(b);
			buffer_add(b->p->out, "barrier\n");
			++*n;
		}
}

/* Prints that the warp waits for loads before the statement. */
static void print_wait(struct body *b, const struct statement *s)
{
	int *now = &b->stall[s->loop + 1];

	if (s->is_shared)
		return;
	if (b->has_waits && *now >= 0 && *now != s->stall) {
		indent(b);
		buffer_add(b->p->out, "wait\n");
	}
	*now = s->stall;
}

static void print_statement(struct body *b, const struct statement *s)
{
	struct printer *p = b->p;

	print_barriers(b, s);
	enter(b, &s->under);
	print_wait(b, s);
	indent(b);
	if (s->is_shared)
		addresses_shared_access(p, s->access);
	else
		addresses_access(p, s->access);
}

/* A matrix product, whose factors are given by their addresses. */
static void print_product(struct body *b, const struct product *product)
{
	const struct condition under = { product->predicate, product->share, 1,
		0, 0 };
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

		buffer_add(out, i ? ", (" : " of (");
		addresses_name(b->p, b->p->k->field[a->field].name);
		buffer_add(out, " + ");
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

static void print_part(struct body *b, const struct work_part *part)
{
	const struct work *w = &part->work;
	const struct condition under = { part->predicate, part->share,
		part->chance, part->together, 0 };
	bool is_thread = is_of_all(part) && part->loop < 0;

	enter(b, &under);
	for (int i = is_of_all(part) ? b->n_barrier[part->loop + 1] : 0;
		i < w->barrier; ++i) {
		indent(b);
		buffer_add(b->p->out, "barrier\n");
	}
	if (w->flops != 0)
		print_count(b, GIVEN_FLOPS, w->flops);
	print_fp(b, w);
	if (w->three != 0)
		print_count(b, GIVEN_THREE, w->three);
	if (w->special != 0)
		print_count(b, GIVEN_SPECIAL, w->special);
	if (w->expanded != 0)
		print_count(b, GIVEN_EXPANDED, w->expanded);
	if (w->slow_paths != 0)
		print_count(b, GIVEN_SLOW_PATHS, w->slow_paths);
	if (w->repeated != 0)
		print_count(b, GIVEN_REPEATED, w->repeated);
	if (w->shuffles != 0)
		print_count(b, GIVEN_SHUFFLES, w->shuffles);
	/* integer and control replace the estimates of lower_work() */
	if (w->integer != 0 || is_thread)
		print_count(b, GIVEN_INTEGER, w->integer);
	if (w->either != 0)
		print_count(b, GIVEN_EITHER, w->either);
	if (w->products != 0)
		print_count(b, GIVEN_PRODUCTS, w->products);
	if (w->words != 0)
		print_count(b, GIVEN_WORDS, w->words);
	if (w->on_data != 0)
		print_count(b, GIVEN_ON_DATA, w->on_data);
	if (w->control != 0 || is_thread)
		print_count(b, GIVEN_CONTROL, w->control);
}

/* --------------------------------------------------------------- chain */

/* Waits of a kernel of the language follow from what its body computes, of which
 * a kernel of addresses has counts alone: compiled code prints them, who states
 * them, and kernels with slow paths, with loops that load from shared memory or
 * walk through constants, or with stores outside of loops, which loads wait for;
 * and loops whose strides are those of run time.
 */
static bool states_chain(const struct kernel_def *k)
{
	bool states = k->has_flow || k->has_waits;

	for (int i = GIVEN_WAITS; k->by_address && i <= GIVEN_MMA_CHAIN; ++i) {
		states |= k->given[i] >= 0;
		for (int r = 1; r < k->n_region; ++r)
			states |= k->region[r].given[i] >= 0;
	}
	for (int loop = -1; !k->by_address && loop < k->n_loop; ++loop)
		states |= k->chain[loop + 1].has_call[0] ||
			k->chain[loop + 1].has_call[1] ||
			(loop >= 0 && k->chain[loop + 1].has_shared) ||
			k->chain[loop + 1].constant_B > 0 ||
			(loop < 0 && k->chain[0].steps[0] > 1);
	return states;
}

/* Words of loads that the fewest registers of a thread have room for. */
#define FEW_WORDS 4

static int loaded_words(const struct kernel *kernel, int loop)
{
	int words = 0;

	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];

		if (a->loop == loop && !a->is_store)
			words += (kernel->field[a->field].elem_B + 3) / 4;
	}
	return words;
}

static bool fits_in_flight(const struct kernel *kernel, int loop)
{
	int flight = 0;

	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];

		if (a->loop == loop && !a->is_store)
			flight += kernel_flight(kernel->field[a->field].elem_B);
	}
	return flight <= KERNEL_FLIGHT;
}

/* True if a kernel of addresses that says nothing of waits has one, too: where
 * no trips are joined and loads of a trip fit into registers; outside of loops,
 * where at most one field is stored to.
 */
static bool waits_once(const struct kernel *kernel, const struct chain *c,
	int loop)
{
	int words = loaded_words(kernel, loop), n_stored = 0;

	for (int f = 0; f < kernel->n_field; ++f)
		for (int i = 0; i < kernel->n_access; ++i)
			if (kernel->access[i].field == f &&
				kernel->access[i].is_store) {
				++n_stored;
				break;
			}
	return words == 0 ? c->waits == 0 :
		loop < 0  ? c->waits == 1 && n_stored <= 1 :
			    c->waits == 1 && c->joined == 1 &&
			fits_in_flight(kernel, loop);
}

/* Trips that a loop is said to join: the next whole number. */
static int joined(const struct chain *c)
{
	return c->joined > 1 ? (int) lround(c->joined) : 1;
}

/* What a warp waits for in a trip of "loop". */
static void print_chain(struct body *b, int loop)
{
	const struct kernel *kernel = b->p->kernel;
	const struct chain *c;
	double share; /* of a compiled trip that "joined" is */

	if (!kernel->chain)
		return;
	c = &kernel->chain[loop + 1];
	share = joined(c) / c->joined;
	if (loop < 0 && c->uses > 1 && loaded_words(kernel, loop) > FEW_WORDS)
		print_count(b, GIVEN_USES, c->uses);
	if (c->constant_B > 0)
		print_count(b, GIVEN_CONSTANTS, share * c->constant_B);
	if (states_chain(b->p->k) || c->of_strides ||
		(loop >= 0 && c->waits > floor(c->waits))) {
		if (!waits_once(kernel, c, loop))
			print_count(b, GIVEN_WAITS, share * c->waits);
		if (loop >= 0 && c->levels > 1)
			print_count(b, GIVEN_LEVELS, c->levels);
		if (c->copies > 1 || (chain_is_compiled(c) && loop >= 0))
			print_count(b, GIVEN_COPIES, c->copies);
	}
	if (loop >= 0 && c->fp32 > 0)
		print_count(b, GIVEN_FP32_CHAIN, share * c->fp32);
	if (loop >= 0 && c->fp64 > 0)
		print_count(b, GIVEN_FP64_CHAIN, share * c->fp64);
	if (loop >= 0 && c->tensor > 0)
		print_count(b, GIVEN_MMA_CHAIN, share * c->tensor);
}

/* True if stall intervals are not those of a kernel that says nothing of them:
 * all loads of a trip, then all stores.
 */
static bool has_waits(const struct kernel *kernel)
{
	size_t n = 2 * ((size_t) kernel->n_loop + 1);
	int *stall = memory_new(n * sizeof(*stall));
	bool differs = false;

	for (size_t i = 0; i < n; ++i)
		stall[i] = -1;
	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];
		int *of = &stall[2 * (a->loop + 1) + a->is_store];

		differs |= *of >= 0 && *of != a->stall[LOADS_INLINE];
		*of = a->stall[LOADS_INLINE];
	}
	for (size_t i = 0; i < n; i += 2)
		differs |= stall[i] >= 0 && stall[i] == stall[i + 1];
	free(stall);
	return differs;
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

/* True if the kernel says, or an argument or a thread decides, how many trips of
 * a loop are joined: numbers alone would not.
 */
static bool says_joined(const struct kernel_def *k, int loop)
{
	const struct kernel_loop *l = &k->loop[loop];

	return l->unroll > 0 || kernel_loop_varies(k, loop) ||
		k->graph.node[l->lo].uses_scalar ||
		k->graph.node[l->hi].uses_scalar;
}

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
	if (of >= 0 &&
		(says_joined(p->k, of) ||
			p->kernel->chain[below + 1].of_strides))
		buffer_printf(p->out, " unroll %d",
			joined(&p->kernel->chain[below + 1]));
	buffer_add(p->out, " {\n");
	print_loop(b, below);
	addresses_enter(p, loop);
	indent(b);
	buffer_add(p->out, "}\n");
}

/* Prints the indices that data decide anew in each trip of "loop", if they have
 * names.
 */
static void print_drawn(struct body *b, int loop)
{
	const struct kernel *kernel = b->p->kernel;

	for (int i = 0; i < kernel->n_access; ++i) {
		const struct draw *draw = &kernel->access[i].draw;
		bool is_first = draw->kind && draw->loop == loop &&
			addresses_is_named(b->p, i);

		for (int j = 0; j < i && is_first; ++j)
			is_first = !kernel->access[j].draw.kind ||
				kernel->access[j].draw.id != draw->id;
		if (!is_first)
			continue;
		indent(b);
		buffer_printf(b->p->out, DRAWN_NAME " = ", draw->id);
		addresses_draw(b->p, draw);
		buffer_add(b->p->out, "\n");
	}
}

/* Prints everything that runs in "loop" (-1: outside of all loops); what runs
 * without a condition comes last.
 */
static void print_loop(struct body *b, int loop)
{
	const struct kernel *kernel = b->p->kernel;

	print_drawn(b, loop);
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
	print_chain(b, loop);
}

/* ---------------------------------------------------------------- body */

static struct condition condition_of(const struct predicate *g, double share,
	const struct chance *c)
{
	return (struct condition) { g, share, c->id ? c->p : 1, c->together,
		c->is_not ? -c->id : c->id };
}

static void add_global(struct body *b, int i)
{
	const struct access *a = &b->p->kernel->access[i];
	enum elem_type type = addresses_type(b->p, i);

	b->statement[b->n_statement++] = (struct statement) {
		.access = i,
		.loop = a->loop,
		.label = a->label,
		.stall = a->stall[LOADS_INLINE],
		.under = condition_of(a->predicate, a->share, &a->chance),
	};
	if (type > b->widest)
		b->widest = type;
}

static void add_shared(struct body *b, int i)
{
	const struct shared_access *a = &b->p->kernel->shared_access[i];
	enum elem_type type = addresses_shared_type(b->p, i);

	b->statement[b->n_statement++] = (struct statement) {
		.is_shared = true,
		.access = i,
		.loop = a->loop,
		.label = a->label,
		.stall = a->stall[LOADS_INLINE],
		.under = condition_of(a->predicate, a->share, &a->chance),
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
				type = addresses_shared_type(b->p, i);
		indent(b);
		buffer_add(b->p->out, "shared ");
		addresses_name(b->p, k->field[f].name);
		buffer_printf(b->p->out, ": %s[",
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
	size_t n_loop = (size_t) kernel->n_loop + 1;
	struct body b = {
		.p = p,
		.widest = TYPE_NONE,
		.under = { NULL, 1, 1, 0 },
		.statement = memory_new((n + 1) * sizeof(*b.statement)),
		.is_printed = memory_new((size_t) kernel->n_loop + 1),
		.has_waits = states_chain(p->k) && has_waits(kernel),
		.stall = memory_new(n_loop * sizeof(*b.stall)),
		.n_barrier = memory_new(n_loop * sizeof(*b.n_barrier)),
	};
	int i = 0, j = 0;

	for (size_t l = 0; l < n_loop; ++l)
		b.stall[l] = -1;
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
	if (p->launch->spilled_B > 0)
		print_count(&b, GIVEN_SPILLED, p->launch->spilled_B);
	free(b.statement);
	free(b.is_printed);
	free(b.stall);
	free(b.n_barrier);
}

/* -------------------------------------------------------------- kernel */

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

	addresses_head(&p);
	print_body(&p);
	print_updates(&p);
	buffer_add(out, "}");
}
