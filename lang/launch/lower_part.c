/* The work of a thread, divided by the condition and the loop that it runs in.
 */

#include <math.h>
#include <string.h>

#include "engine/kernel/grouping.h"
#include "engine/kernel/predicate.h"
#include "engine/model/scatter.h"
#include "hw/fit.h"
#include "lang/base/memory.h"
#include "lang/launch/lower_parts.h"

/* Lanes of a warp, and banks. */
#define WARP 32

static struct work_part *new_part(struct lowering *l)
{
	struct kernel *kernel = l->kernel;
	int n = kernel->n_part;
	struct work_part *more;

	/* capacity is the next power of two */
	if ((n & (n - 1)) == 0) {
		more = quasi_pool_alloc(l->pool,
			(n ? 2 * (size_t) n : 1) * sizeof(*more));
		if (!more)
			memory_failed();
		if (n > 0)
			memcpy(more, kernel->part, (size_t) n * sizeof(*more));
		kernel->part = more;
	}
	++kernel->n_part;
	return &kernel->part[n];
}

static bool is_branch(const struct kernel_region *r)
{
	return r->kind == REGION_THEN || r->kind == REGION_ELSE;
}

static struct work *find_part(struct lowering *l,
	const struct predicate *predicate, int loop, double share,
	struct chance chance)
{
	double p = chance.id ? chance.p : 1;
	uint64_t hash = map_mix(predicate_hash(predicate), loop);
	struct work_part *part;
	size_t at = 0;
	int64_t i;

	while ((i = map_next(&l->parts, hash, &at)) >= 0) {
		part = &l->kernel->part[i];
		if (part->loop == loop && part->share == share &&
			part->chance == p &&
			part->together == chance.together &&
			predicate_equal(part->predicate, predicate))
			return &part->work;
	}
	map_add(&l->parts, hash, l->kernel->n_part);
	part = new_part(l);
	*part = (struct work_part) {
		.predicate = predicate,
		.loop = loop,
		.share = share,
		.chance = p,
		.around = lower_around(l, loop),
		.together = chance.together,
	};
	return &part->work;
}

static double known(double given)
{
	return given > 0 ? given : 0;
}

/* Instructions that trips which are compiled as one share with the next of them:
 * every second has none of its own.
 */
static double paired(const struct lowering *l, int region)
{
	const struct kernel_region *r = &l->k->region[region];
	double joined, n = kernel_count_at(&r->work.paired, l->extent);
	struct lower_run run;

	if (n <= 0 || r->kind != REGION_LOOP)
		return 0;
	run = lower_run(l, r->loop);
	joined = fmax(1, lower_run_joined(&run));
	return n * floor(joined / 2) / joined;
}

static void add_region(struct lowering *l, const struct kernel_region *r,
	struct work *work)
{
	if (!l->k->by_address) {
		lower_arithmetic(l, &r->work, 1, work);
		work->integer -= paired(l, (int) (r - l->k->region));
	} else if (r != l->k->region) { /* see lower_part_rest() */
		lower_given(l, r->given, work);
		work->integer += known(r->given[GIVEN_INTEGER]);
		work->control += known(r->given[GIVEN_CONTROL]);
	}
}

/* True if the kernel states its control instructions; otherwise they follow
 * from loops and conditions.
 */
static bool has_control(const struct lowering *l)
{
	return l->k->given[GIVEN_CONTROL] >= 0;
}

/* Instructions of wgmma: m64, up to n256, 32 bytes along k (PTX ISA). */
static double group_instructions(const struct kernel_mma *p)
{
	return p->m / 64 * ((p->n + 255) / 256) *
		(p->k * tensors[p->type].elem_B / 32);
}

/* The corner of a factor, from the start of its array. */
static const struct quasi *corner_of(struct lowering *l,
	const struct kernel_access *a)
{
	const struct kernel_field *f = &l->k->field[a->field];
	const struct quasi *e = NULL;
	int64_t n;

	if (a->address >= 0)
		return l->node[a->address];
	for (int d = a->n_index - 1; d >= 0; --d) {
		lower_shared_extent(l, f, d, &n);
		e = e ? quasi_add(l->pool, l->node[a->index[d]],
				quasi_scale(l->pool, e, n)) :
			l->node[a->index[d]];
	}
	return quasi_scale(l->pool, e, type_bytes(lower_type(l, f)));
}

/* The matrix products of region "r". */
static void add_products(struct lowering *l, int r, struct work *work)
{
	struct kernel *kernel = l->kernel;

	for (int i = 0; i < l->k->n_mma; ++i) {
		const struct kernel_mma *p = &l->k->mma[i];
		struct product *out;

		if (p->region != r)
			continue;
		out = &kernel->product[kernel->n_product++];
		*out = (struct product) {
			.type = p->type,
			.is_group = p->is_group,
			.m = p->m,
			.n = p->n,
			.k = p->k,
			.predicate = lower_predicate(l, r),
			.share = lower_share(l, r),
			.loop = kernel_loop_of(l->k, r),
			.label = { p->factor[0], p->factor[1] },
		};
		for (int j = 0; j < 2 && p->factor[j] >= 0; ++j)
			out->factor[j] = corner_of(l,
				&l->k->access[p->factor[j]]);
		if (p->is_group)
			work->matrix += group_instructions(p);
		(p->is_group ? work->group : work->tensor)[p->type] +=
			kernel_product_flops(out);
	}
}

/* The part that counts trips: a thread whose loop has ended counts no more. */
static struct work *part_of_body(struct lowering *l, int loop)
{
	int body = l->k->loop[loop].body;

	return find_part(l, lower_predicate(l, body), loop,
		lower_share(l, body), lower_chance(l, body));
}

/* The part that begins a loop. */
static struct work *part_around(struct lowering *l,
	const struct kernel_region *loop)
{
	return find_part(l, lower_predicate(l, loop->parent),
		kernel_loop_of(l->k, loop->parent),
		lower_share(l, loop->parent), lower_chance(l, loop->parent));
}

/* True if the condition is the one that ends a loop, which is part of it. */
static bool ends_loop(struct lowering *l, const struct predicate *p)
{
	const struct kernel_def *k = l->k;

	for (int i = 0; i < k->n_loop; ++i)
		if (kernel_loop_varies(k, i) &&
			predicate_equal(lower_predicate(l, k->loop[i].body), p))
			return true;
	return false;
}

void lower_part_cell(struct lowering *l)
{
	const struct kernel_def *k = l->k;
	bool is_first = l->cell[0] + l->cell[1] + l->cell[2] == 0;

	for (int i = 0; i < k->n_region; ++i) {
		const struct kernel_region *r = &k->region[i];
		int loop = kernel_loop_of(k, i);
		double share = lower_share(l, i);
		struct work *work;

		if (lower_never(lower_predicate(l, i)))
			continue;
		work = find_part(l, lower_predicate(l, i), loop, share,
			lower_issue(l, i));
		add_region(l, r, work);
		add_products(l, i, work);
		if (is_first)
			work->barrier += r->n_barrier;
		if (has_control(l))
			continue;
		if (is_first)
			lower_stride_work(r, work);
		if (r->kind == REGION_LOOP && is_first) {
			lower_loop_work(l, loop, part_of_body(l, loop));
			part_around(l, r)->integer += lower_run(l, loop).starts;
		} else if (is_branch(r) && share < lower_share(l, r->parent))
			work->control += fmin(fits[FIT_branch_control].value,
				lower_pointers(l, i));
	}
}

/* A predicate of all accesses is the bounds check, which every thread has
 * already been charged for.
 */
static bool is_of_bounds(const struct lowering *l,
	const struct predicate *predicate)
{
	const struct kernel *kernel = l->kernel;
	bool all = kernel->n_access > 0;

	for (int i = 0; all && i < kernel->n_access; ++i)
		all = predicate_equal(kernel->access[i].predicate, predicate);
	for (int i = 0; all && i < kernel->n_shared_access; ++i)
		all = predicate_equal(kernel->shared_access[i].predicate,
			predicate);
	return all || predicate_equal(predicate, l->inside);
}

/* How many pieces of code stand under the condition of a part: those that
 * barriers separate are branches of their own.
 */
static int count_pieces(struct lowering *l, const struct work_part *part)
{
	const struct kernel_def *k = l->k;
	int last = -1, n = 0;

	for (int i = 0; i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];

		if (a->phase == last ||
			kernel_loop_of(k, a->region) != part->loop ||
			!predicate_equal(lower_predicate(l, a->region),
				part->predicate))
			continue;
		last = a->phase;
		++n;
	}
	return n > 1 ? n : 1;
}

/* True if the condition of a part stands around its loop, which is entered or not:
 * a trip does not ask.
 */
static bool is_around_loop(struct lowering *l, const struct work_part *p)
{
	return p->loop >= 0 &&
		predicate_equal(lower_predicate(l, l->k->loop[p->loop].region),
			p->predicate);
}

/* Finds the branches of parts, and counts their instructions where the code does
 * not say them.
 */
static void add_branches(struct lowering *l)
{
	bool is_given = has_control(l);

	for (int i = 0; i < l->kernel->n_part; ++i) {
		struct work_part *p = &l->kernel->part[i];

		if (!p->predicate || is_of_bounds(l, p->predicate))
			continue;
		p->is_jumped = ends_loop(l, p->predicate) ||
			is_around_loop(l, p);
		if (p->is_jumped)
			continue;
		p->pieces = count_pieces(l, p);
		if (!is_given)
			p->work.control += p->pieces *
				fits[FIT_branch_control].value;
	}
}

static struct work *part_of(struct lowering *l, const struct access *a,
	int loop)
{
	return find_part(l, a ? a->predicate : NULL, loop, a ? a->share : 1,
		a ? a->issue : (struct chance) { 0 });
}

void lower_part_integer(struct lowering *l, const struct access *a, int loop,
	double n)
{
	if (n > 0)
		part_of(l, a, loop)->integer += n;
}

void lower_part_shared(struct lowering *l, const struct shared_access *a,
	double n)
{
	if (n > 0)
		find_part(l, a->predicate, a->loop, a->share, a->issue)
			->integer += n;
}

void lower_part_wide(struct lowering *l, const struct access *a, int loop,
	double n)
{
	struct work *work = part_of(l, a, loop);

	work->integer += n;
	work->either += n;
	work->products += 2 * n;
}

double lower_fullest(const struct shared_access *a)
{
	int cells = a->cells < WARP ? (int) a->cells : WARP;
	bool is_one = a->address->n_term == 0 && a->address->coef[VAR_TX] == 0;

	return cells > 0 ? scatter_fullest(WARP, cells) : is_one ? WARP : 1;
}

/* Besides the store, the loop that updates a float in shared memory has, for
 * each of "k" lanes in the fullest bank, a load, a sum, a comparison and a
 * jump, and where they begin and meet again two more (21.4).
 */
static double swap_instructions(const struct shared_access *a)
{
	return 5 * lower_fullest(a) + 1;
}

void lower_part_rest(struct lowering *l, double index, double control)
{
	struct kernel *kernel = l->kernel;
	struct work *work = find_part(l, NULL, -1, 1, (struct chance) { 0 });

	work->integer += index;
	work->control += control;
	if (l->k->by_address)
		lower_given(l, l->k->given, work);
	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];

		work = find_part(l, a->predicate, a->loop, a->share, a->issue);
		*(a->is_store ? &work->store : &work->load) += 1 - a->saved;
		work->integer += lower_update_work(l, a->label, a->atomic,
			a->predicate);
	}
	for (int i = 0; i < kernel->n_shared_access; ++i) {
		const struct shared_access *a = &kernel->shared_access[i];

		work = find_part(l, a->predicate, a->loop, a->share, a->issue);
		if (a->atomic == ATOMIC_FLOAT)
			work->integer += swap_instructions(a);
		work->integer += lower_update_work(l, a->label, a->atomic,
			a->predicate);
		*(a->is_store ? &work->shared_store :
				&work->shared_load) += (1 - a->saved) *
			(a->is_group		     ? 0 :
					a->tiles > 0 ? a->tiles :
						       1);
	}
	add_branches(l);
}
