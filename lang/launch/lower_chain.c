/* The chain of a thread: how a compiler joins the trips of each loop, and what
 * a warp then waits for (doc/MODEL.md, chapter 20).
 */

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "engine/model/fit.h"
#include "lang/base/memory.h"
#include "lang/launch/lower_parts.h"

/* Trips that nvcc joins where the program does not say, by loads of a trip:
 * the same listings.  With functions of the library, trips are joined up to so
 * many instructions: softmax2 and softmax3 join 4 and 8.
 */
#define JOINED_MOST 128

/* The same where a trip count is known to no compiler: listings of 19 such
 * loops by nvcc 13 for sm_80 and sm_90.
 */
#define JOINED_UNKNOWN 4
#define JOINED_MORE    16

static double most_joined(int loads, double inlined)
{
	return inlined > 0 ? JOINED_MOST / (inlined + 2 * loads + 3) : INFINITY;
}

static int default_joined(int loads, bool stores, double inlined)
{
	double most = most_joined(loads, inlined);
	int n = loads <= 1 && !stores ? 80 :
		loads <= 2	      ? 16 :
		loads <= 6	      ? 8 :
					4;

	while (n > 1 && n > most)
		n = n > 16 ? 16 : n / 2;
	return n;
}

/* Does a load of the loop move by one element a trip? */
static bool walks_along(const struct lowering *l, int loop)
{
	const struct kernel_def *k = l->k;
	int var = VAR_LOOP0 + lower_depth(k, loop);

	for (int i = 0; i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];
		bool along = !a->is_store && a->n_index > 0 &&
			!k->field[a->field].is_shared &&
			kernel_loop_of(k, a->region) == loop;

		for (int d = 0; along && d < a->n_index; ++d) {
			const struct quasi *e = l->node[a->index[d]];

			along = e && var < N_QUASI_VAR &&
				llabs(e->coef[var]) == (d == 0);
		}
		if (along)
			return true;
	}
	return false;
}

/* Trips that nvcc joins where their number depends on the thread. */
static int joined_unknown(const struct lowering *l, int loop)
{
	int starts = l->k->loop[loop].starts;

	return (starts >= 0 && l->k->graph.node[starts].degree > 0) ||
			walks_along(l, loop) ?
		JOINED_MORE :
		JOINED_UNKNOWN;
}

/* Where extents are arguments, so are the ends of loops, of all but short ones.
 * nvcc joins four trips then, and its assembler four of these, if they have few
 * instructions and count with 32 bits: listings of 100 loops for sm_90
 * (tests/measured/probes/compiled_strides.csv).
 */
#define JOINED_LITERAL 32
#define JOINED_AGAIN   54

static bool has_argument_end(const struct lowering *l, int loop)
{
	const struct kernel_loop *source = &l->k->loop[loop];
	const struct graph *g = &l->k->graph;

	return (options_strides_vary(l->o) &&
		       l->kernel->loop[loop].trips > JOINED_LITERAL) ||
		g->node[source->lo].uses_scalar ||
		g->node[source->hi].uses_scalar;
}

static double joined_argument(const struct lowering *l, int loop)
{
	const struct kernel_def *k = l->k;
	const struct lower_trip *t = &l->trip[loop + 1];
	const struct kernel_chain *c = &k->chain[loop + 1];
	bool wide = l->o->type == TYPE_DOUBLE;
	double trip = 2 * (t->loads + t->stores) +
		kernel_count_at(&k->region[k->loop[loop].body].work.fp_inst,
			l->extent);
	double n = JOINED_UNKNOWN;

	if (l->o->strides != STRIDES_INT64 && !c->has_call[wide] &&
		n * trip + 5 <= JOINED_AGAIN)
		n *= 4;
	while (n > (double) l->kernel->loop[loop].trips)
		n /= 4;
	while (n > 1 && n > most_joined(t->loads, c->inlined[wide]))
		n /= 2;
	return n;
}

/* A loop with barriers is unrolled as a whole, if all its trips have so few
 * accesses, or not at all.  Read-only data are then loaded so many trips before
 * their use: 27 listings by nvcc 13 for sm_90.
 */
#define BARRIER_ACCESSES 512

static double joined_barriers(const struct lower_trip *t, double trips)
{
	return t->accesses * trips <= BARRIER_ACCESSES ? trips : 1;
}

/* Loads that no store of the kernel can change pass barriers. */
static bool loads_pass(const struct lowering *l, int loop)
{
	const struct kernel_def *k = l->k;

	for (int i = 0; i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];
		const struct kernel_field *f = &k->field[a->field];

		if (!a->is_store && !f->is_shared &&
			kernel_loop_of(k, a->region) == loop &&
			a->hint != HINT_READ_ONLY &&
			!(f->is_restrict && !f->is_stored))
			return false;
	}
	return true;
}

int lower_barrier_ahead(const struct lowering *l, int loop)
{
	if (!l->trip[loop + 1].has_barrier)
		return INT_MAX;
	return loop < 0 || !loads_pass(l, loop) ? 1 : KERNEL_AHEAD;
}

double lower_joined(const struct lowering *l, int loop)
{
	const struct kernel_loop *source = &l->k->loop[loop];
	const struct lower_trip *t = &l->trip[loop + 1];
	double trips = (double) l->kernel->loop[loop].trips;
	bool varies = kernel_loop_varies(l->k, loop);
	double n = source->unroll > 0 ? source->unroll :
		t->has_loop || t->is_grid ||
			(t->has_barrier &&
				(varies || has_argument_end(l, loop))) ?
					1 :
		t->has_barrier ? joined_barriers(t, trips) :
		varies	       ? joined_unknown(l, loop) :
		has_argument_end(l, loop) ?
			 joined_argument(l, loop) :
			 default_joined(t->loads, t->stores > 0,
				 l->k->chain[loop + 1]
					 .inlined[l->o->type == TYPE_DOUBLE]);

	return fmax(1, fmin(n, trips));
}

/* A compiled trip counts, compares and jumps, and moves the address of each
 * field; a loop that is unrolled as a whole does none of it.
 *
 *	(c + f F) / u						  (20.7)
 *
 * Where few trips are joined, the comparison that ends the loop is that of an
 * address, and nothing is left to count.  A counter that moves by a register is
 * never joined, and finds each address anew:
 *
 *	c + F							 (20.18)
 */
void lower_loop_work(const struct lowering *l, int loop, struct work *work)
{
	double joined = lower_joined(l, loop);
	double fields = l->trip[loop + 1].fields;

	if (joined > 1 && joined >= (double) l->kernel->loop[loop].trips)
		return;
	if (l->trip[loop + 1].is_grid) {
		work->control += fits[FIT_loop_control].value;
		work->integer += fields;
		return;
	}
	if (options_strides_vary(l->o)) /* for fields see lower_addresses() */
		fields = 0;
	work->control += (fits[FIT_loop_control].value -
				 (joined <= 2 && fields > 0 ? 2 : 0)) /
		joined;
	work->integer += fits[FIT_loop_field].value * fields / joined;
}

/* A loop from the thread's place on: what begins it finds its first address and
 * how many trips are left, and a trip is that of a loop that joins none.
 *
 *	s + 1 + f F						  (20.13)
 */
static struct work stride_work(const struct kernel_region *r)
{
	struct work w = { 0 };

	w.integer = r->n_stride * fits[FIT_stride_start].value;
	if (r->is_stride) {
		w.control = fits[FIT_loop_control].value -
			(r->stride_fields > 0 ? 2 : 0);
		w.integer += fits[FIT_loop_field].value * r->stride_fields;
	}
	return w;
}

void lower_stride_work(const struct kernel_region *r, struct work *work)
{
	struct work w = stride_work(r);

	work->control += w.control;
	work->integer += w.integer;
}

static void lower_strides(struct lowering *l)
{
	for (int i = 0; i < l->k->n_region; ++i) {
		const struct kernel_region *r = &l->k->region[i];
		struct chain *c =
			&l->kernel->chain[kernel_loop_of(l->k, i) + 1];
		struct work w = stride_work(r);

		if (lower_never(lower_predicate(l, i)))
			continue;
		c->strided_waits += r->stride_waits;
		c->strided += w.control + w.integer;
	}
}

/* ------------------------------------------------------------- waits */

/* Loads of global memory of one trip, the units of KERNEL_FLIGHT that they
 * take, and loads of shared memory.
 */
struct loads {
	int n, flight, shared;
};

static void count_loads(const struct kernel *kernel, struct loads *loads)
{
	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];

		if (a->is_store || a->is_strided)
			continue;
		++loads[a->loop + 1].n;
		loads[a->loop + 1].flight += kernel_flight(
			kernel->field[a->field].elem_B);
	}
	for (int i = 0; i < kernel->n_shared_access; ++i) {
		const struct shared_access *a = &kernel->shared_access[i];

		loads[a->loop + 1].shared += !a->is_store;
	}
}

static double room(const struct lowering *l, int loop)
{
	return kernel_order_room(l->trip[loop + 1].pointers,
		l->o->strides == STRIDES_INT64);
}

static double weight(const struct kernel_path *p)
{
	return p->fp32 + 2 * p->fp64;
}

static void add_path(struct chain *c, const struct kernel_path *p, double n)
{
	c->fp32 += n * p->fp32;
	c->fp64 += n * p->fp64;
	c->tensor += n * p->tensor;
}

/* ------------------------------------------------------------ copies */

static int compare_numbers(const void *a, const void *b)
{
	int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

	return (x > y) - (x < y);
}

/* True if the sorted numbers are n / m numbers, and these plus d, 2 d, ...
 * (m - 1) d.
 */
static bool is_copied(const int64_t *sorted, size_t n, size_t m, int64_t d)
{
	size_t n_first = 0;

	for (size_t i = 0; i < n; ++i) {
		int64_t before;

		if (__builtin_sub_overflow(sorted[i], d, &before))
			return false;
		n_first += !bsearch(&before, sorted, n, sizeof(*sorted),
			compare_numbers);
	}
	return n_first * m == n;
}

/* Copies of the source's trip in one of compiled code: those of the field with
 * most loads, whose addresses advance by the trip's step over the copies.
 */
static int count_copies(const struct lowering *l, int loop)
{
	const struct kernel *kernel = l->kernel;
	int64_t *at = memory_new(((size_t) kernel->n_access + 1) * sizeof(*at));
	int *loads = memory_new(((size_t) kernel->n_field + 1) * sizeof(int));
	int var = VAR_LOOP0 + kernel_loops(kernel, loop) - 1, field = 0;
	size_t n = 0, copies = 1;
	int64_t step = 0;

	for (int i = 0; i < kernel->n_access; ++i)
		loads[kernel->access[i].field] += kernel->access[i].loop ==
				loop &&
			!kernel->access[i].is_store;
	for (int f = 1; f < kernel->n_field; ++f)
		field = loads[f] > loads[field] ? f : field;
	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];

		if (a->loop != loop || a->is_store || a->field != field)
			continue;
		step = a->address->coef[var];
		at[n++] = a->address->constant;
	}
	qsort(at, n, sizeof(*at), compare_numbers);
	for (size_t m = n; m > 1 && copies == 1 && step != 0; --m)
		if (n % m == 0 && step % (int64_t) m == 0 &&
			is_copied(at, n, m, step / (int64_t) m))
			copies = m;
	free(at);
	free(loads);
	return (int) copies;
}

static void lower_part_chain(const struct lowering *l, int loop,
	const struct loads *loads, struct chain *c)
{
	const struct kernel_chain *source = &l->k->chain[loop + 1];
	bool wide = l->o->type == TYPE_DOUBLE;
	bool is_apart;
	double steps;

	c->joined = loop < 0 ? 1 : lower_joined(l, loop);
	c->of_strides = loop >= 0 && options_strides_vary(l->o) && loads->n > 0;
	is_apart = source->may_alias || source->has_call[wide] ||
		l->trip[loop + 1].updates;
	steps = loads->n == 0		? 0 :
		source->steps[wide] > 0 ? source->steps[wide] :
					  1;
	c->waits = loop < 0 ?
		steps :
		is_apart ?
		c->joined * steps :
		fmax(steps, ceil(c->joined * loads->flight / room(l, loop)));
	if (loop >= 0 && loads->n > 0 && l->trip[loop + 1].has_barrier)
		c->waits = fmax(c->waits,
			loads_pass(l, loop) ? ceil(c->joined / KERNEL_AHEAD) :
					      c->joined * steps);
	/* chains of joined trips that do not wait for each other overlap */
	c->uses = (double) (source->uses * l->fold[0] * l->fold[1] *
			  l->fold[2]) /
		fmax(1, loads->n + loads->shared);
	add_path(c, &source->carried[wide], c->joined);
	if (l->k->has_flow) {
		c->waits = source->waits;
		c->copies = loop < 0 ? 1 : count_copies(l, loop);
		if (weight(&source->between) > c->fp32 + 2 * c->fp64) {
			c->fp32 = source->between.fp32;
			c->fp64 = source->between.fp64;
		}
		return;
	}
	if (weight(&source->after_load[wide]) > weight(&source->carried[wide]))
		add_path(c, &source->after_load[wide],
			c->waits / fmax(1, steps));
}

/* What a kernel of addresses states of a trip replaces the estimate. */
static void take_given(const struct lowering *l, int loop, struct chain *c)
{
	const struct kernel_def *k = l->k;
	const double *given = loop < 0 ? k->given :
					 k->region[k->loop[loop].region].given;
	double *const of[] = { &c->waits, &c->fp32, &c->fp64, &c->tensor };
	static const enum kernel_given word[] = { GIVEN_WAITS, GIVEN_FP32_CHAIN,
		GIVEN_FP64_CHAIN, GIVEN_MMA_CHAIN };

	for (int i = 0; i < 4; ++i)
		if (given[word[i]] >= 0)
			*of[i] = given[word[i]];
	if (given[GIVEN_USES] >= 0)
		c->uses = given[GIVEN_USES];
	if (given[GIVEN_COPIES] >= 1)
		c->copies = (int) fmin(given[GIVEN_COPIES], 1024);
}

void lower_chain(struct lowering *l)
{
	struct kernel *kernel = l->kernel;
	struct loads *loads = memory_new(
		((size_t) kernel->n_loop + 1) * sizeof(*loads));

	count_loads(kernel, loads);
	kernel->chain = quasi_pool_alloc(l->pool,
		((size_t) kernel->n_loop + 1) * sizeof(*kernel->chain));
	if (!kernel->chain)
		memory_failed();
	for (int loop = -1; loop < kernel->n_loop; ++loop) {
		lower_part_chain(l, loop, &loads[loop + 1],
			&kernel->chain[loop + 1]);
		if (l->k->by_address)
			take_given(l, loop, &kernel->chain[loop + 1]);
	}
	if (!l->k->by_address)
		lower_strides(l);
	free(loads);
}
