#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/conditions.h"
#include "engine/footprint_paths.h"
#include "engine/guard.h"
#include "engine/sample.h"
#include "engine/scatter.h"
#include "engine/workings.h"

/* Operations that isl may spend on one count: about a millisecond. */
#define BUDGET		3000

/* Operations that a closed form under conditions may take in an estimate that
 * is one of many.
 */
#define CLOSED_OPERATIONS	400

/* Addresses that one operation computes. */
#define PER_OPERATION	16

/* Addresses that are gone through rather than asking isl, and where isl
 * gave up.
 */
#define FEW_ADDRESSES	1e5
#define MOST_ADDRESSES	1e7

/* How many loops are around "loop". */
static int depth_of(const struct kernel *kernel, int loop)
{
	int depth = 0;

	while ((loop = kernel->loop[loop].parent) >= 0)
		++depth;
	return depth;
}

/* Where a store comes back to a line with the next trip of a loop around
 * it, which moves it by less than that, the loop makes one trip.
 */
static void let_stores_meet(const struct workings *m, const struct access *a,
	struct loop *loop)
{
	int depth = a->loop >= 0 ? depth_of(m->kernel, a->loop) : 0;

	for (int l = a->loop; l >= 0; l = m->kernel->loop[l].parent) {
		if (!quasi_is_affine(a->address) ||
		    fabs((double) a->address->coef[VAR_LOOP0 + depth]) <
		    m->dev->dram_write_B)
			loop[l].trips = 1;
		--depth;
	}
}

/* Copies of the kernel that differ in one respect share all the rest. */
static bool copy_kernels(struct workings *m)
{
	size_t n_loop = (size_t) m->kernel->n_loop;
	size_t n_access = (size_t) m->kernel->n_access;

	m->once = m->again = m->bare = *m->kernel;
	m->once.loop = quasi_pool_alloc(m->pool,
		sizeof(struct loop) * (n_loop + 1));
	m->again.loop = quasi_pool_alloc(m->pool,
		sizeof(struct loop) * (n_loop + 1));
	m->bare.access = quasi_pool_alloc(m->pool,
		sizeof(struct access) * (n_access + 1));
	if (!m->once.loop || !m->again.loop || !m->bare.access)
		return false;
	for (size_t i = 0; i < n_loop; ++i) {
		m->once.loop[i] = m->again.loop[i] = m->kernel->loop[i];
		m->once.loop[i].trips = 1;
	}
	for (size_t i = 0; i < n_access; ++i) {
		if (m->kernel->access[i].is_store)
			let_stores_meet(m, &m->kernel->access[i],
				m->again.loop);
		m->bare.access[i] = m->kernel->access[i];
		m->bare.access[i].guard = NULL;
	}
	return true;
}

static struct access_list *list_of(struct workings *m, int access)
{
	const struct access *a = &m->kernel->access[access];
	struct field_counts *c = &m->count[a->field];

	return a->is_store ? &c->store : &c->load;
}

/* Which of two hashes is less; then which of two numbers. */
static int compare(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int compare_accesses(const void *x, const void *y)
{
	const struct access *a = x, *b = y;
	int64_t from = a->address->constant, to = b->address->constant;
	int order = (a->field > b->field) - (a->field < b->field);

	if (order == 0)
		order = a->is_store - b->is_store;
	if (order == 0)
		order = (a->guard != NULL) - (b->guard != NULL);
	if (order == 0)
		order = (from > to) - (from < to);
	if (order == 0)
		order = compare(quasi_hash(a->address),
			quasi_hash(b->address));
	if (order == 0)
		order = compare(guard_hash(a->guard), guard_hash(b->guard));
	return order ? order : (a->label > b->label) - (a->label < b->label);
}

static int compare_parts(const void *x, const void *y)
{
	const struct work_part *a = x, *b = y;
	int order = compare(guard_hash(a->guard), guard_hash(b->guard));

	if (order == 0)
		order = (a->share > b->share) - (a->share < b->share);
	return order ? order : (a->loop > b->loop) - (a->loop < b->loop);
}

/* A copy of the kernel whose accesses and parts stand by what they are and
 * not as they were written: what cannot be counted whole is sampled, and what
 * counts may spend is spent on the same ones, whatever the order of
 * statements.
 */
static bool sort_kernel(struct workings *m)
{
	struct kernel *k = quasi_pool_alloc(m->pool, sizeof(*k));
	size_t n_access = (size_t) m->kernel->n_access;
	size_t n_part = (size_t) m->kernel->n_part;

	if (!k)
		return false;
	*k = *m->kernel;
	k->access = quasi_pool_alloc(m->pool,
		(n_access + 1) * sizeof(*k->access));
	k->part = quasi_pool_alloc(m->pool, (n_part + 1) * sizeof(*k->part));
	if (!k->access || !k->part)
		return false;
	if (n_access > 0)
		memcpy(k->access, m->kernel->access,
			n_access * sizeof(*k->access));
	if (n_part > 0)
		memcpy(k->part, m->kernel->part, n_part * sizeof(*k->part));
	qsort(k->access, n_access, sizeof(*k->access), compare_accesses);
	qsort(k->part, n_part, sizeof(*k->part), compare_parts);
	m->kernel = k;
	return true;
}

/* The loads and the stores of each field, these behind those. */
static bool list_accesses(struct workings *m)
{
	const struct kernel *kernel = m->kernel;
	size_t n_field = (size_t) kernel->n_field;
	int *memory;

	m->count = quasi_pool_alloc(m->pool,
		sizeof(*m->count) * (n_field + 1));
	m->term = quasi_pool_alloc(m->pool, sizeof(*m->term) * (n_field + 1));
	memory = quasi_pool_alloc(m->pool,
		sizeof(int) * (2 * (size_t) kernel->n_access + 1));
	if (!m->count || !m->term || !memory)
		return false;
	memset(m->count, 0, sizeof(*m->count) * n_field);
	memset(m->term, 0, sizeof(*m->term) * n_field);
	for (int i = 0; i < kernel->n_access; ++i)
		++list_of(m, i)->n;
	for (int f = 0; f < kernel->n_field; ++f) {
		struct field_counts *c = &m->count[f];

		c->load.access = c->both.access = memory;
		c->store.access = memory + c->load.n;
		c->both.n = c->load.n + c->store.n;
		memory += c->both.n;
		c->load.n = c->store.n = 0;
	}
	for (int i = 0; i < kernel->n_access; ++i) {
		struct access_list *list = list_of(m, i);

		list->access[list->n++] = i;
	}
	return true;
}

/* What the accesses of "list" have in common. */
static bool find_uniform(struct workings *m, struct access_list *list)
{
	struct uniform *u = quasi_pool_take(m->pool, sizeof(*u));
	int64_t *offset = quasi_pool_take(m->pool,
		(size_t) (list->n + 1) * sizeof(*offset));

	if (!u || !offset)
		return false;
	list->uniform = uniform_find(u, m->kernel, m->launch, list->n,
		list->access, offset) ? u : NULL;
	return true;
}

static bool find_uniforms(struct workings *m)
{
	for (int f = 0; f < m->kernel->n_field; ++f) {
		struct field_counts *c = &m->count[f];

		if (!find_uniform(m, &c->load) || !find_uniform(m, &c->store))
			return false;
		if (c->load.n == 0)
			c->both.uniform = c->store.uniform;
		else if (c->store.n == 0)
			c->both.uniform = c->load.uniform;
		else if (!find_uniform(m, &c->both))
			return false;
	}
	return true;
}

/* L1 that is left beside the shared memory in use.
 *
 *	L = L1 - carve(n s)					  (5.2)
 *
 *	n  blocks on the SM			occupancy.blocks_per_sm
 *	s  shared memory of one, as allocated	occupancy.shared_B_per_block
 */
static double l1_left_B(const struct workings *m)
{
	const struct device *dev = m->dev;
	double carved_B = 0;

	if (dev->carveouts)
		carved_B = device_carveout(dev, m->occupancy.blocks_per_sm *
			m->occupancy.shared_B_per_block);
	if (!(carved_B >= 0))
		carved_B = 0;
	return fmax(dev->l1_size_B - carved_B, dev->l1_line_B);
}

/* Times as much that counts in an order may spend, where blocks are not
 * alike and straddle the rows of columns.
 */
#define ORDERED		256

/* What the counts may spend. */
static int64_t operations_of(const struct kernel *kernel,
	const struct launch *launch)
{
	int64_t n = launch->operations > 0 ? launch->operations : WORKINGS_OPERATIONS;

	for (int i = 0; i < kernel->n_access; ++i)
		if (sample_is_ordered(launch, kernel->access[i].address) &&
		    n <= INT64_MAX / ORDERED)
			return n * ORDERED;
	return n;
}

enum estimate_status workings_init(struct workings *m,
	const struct kernel *kernel, const struct launch *launch,
	const struct device *dev, struct report *report,
	struct quasi_pool *pool, char why[256])
{
	int64_t capacity;

	*m = (struct workings) {
		.kernel = kernel, .launch = launch, .dev = dev,
		.report = report, .pool = pool, .status = FOOTPRINT_OK,
		.left = operations_of(kernel, launch),
	};
	if (!occupancy_find(kernel, launch, dev, &m->occupancy, why))
		return ESTIMATE_IMPOSSIBLE;
	capacity = (int64_t) m->occupancy.blocks_per_sm *
		(int64_t) dev->sm_count;
	if (!sort_kernel(m)) {
		m->status = FOOTPRINT_MEMORY;
		return workings_status(m, why);
	}
	conditions_find(m);
	if (m->status != FOOTPRINT_OK || !copy_kernels(m) ||
	    !list_accesses(m) || !find_uniforms(m) ||
	    !wave_find(m->kernel, launch, capacity,
	    m->conditions ? m->conditions->middle : -1, &m->wave)) {
		m->status = FOOTPRINT_MEMORY;
		return workings_status(m, why);
	}
	m->lup = (double) kernel->domain[0] * (double) kernel->domain[1] *
		 (double) kernel->domain[2] * kernel->updates;
	m->wave_lup = m->wave.cells * kernel->updates;
	m->n_block = (double) launch_blocks(launch);
	m->l1_B = l1_left_B(m);
	if (m->conditions)
		conditions_find_wave(m);
	return workings_status(m, why);
}

static bool has_guard(const struct kernel *kernel,
	const struct access_list *list)
{
	for (int i = 0; i < list->n; ++i)
		if (kernel->access[list->access[i]].guard)
			return true;
	return false;
}

/* Addresses that are to be computed if all are gone through. */
static double addresses_of(const struct footprint *f, int n_set,
	const struct thread_set *set)
{
	double threads = 0, per_thread = 0;

	for (int i = 0; i < n_set; ++i) {
		int64_t n;

		threads += threads_number(&set[i], &n) ? (double) n : INFINITY;
	}
	for (int i = 0; i < f->n_access; ++i)
		per_thread += kernel_turns(f->kernel,
			f->kernel->access[f->access[i]].loop);
	return threads * per_thread;
}

/* Some blocks of the grid, as they were counted: granules of one. */
struct block_count {
	const struct kernel *kernel;
	const int *access;
	int n_access;
	int64_t granule_B;
	double granules;
	struct block_count *next;
};

static const struct block_count *find_block(const struct workings *m,
	const struct footprint *f)
{
	const struct block_count *b = m->block_count;

	while (b && (b->kernel != f->kernel || b->access != f->access ||
	       b->n_access != f->n_access || b->granule_B != f->granule_B))
		b = b->next;
	return b;
}

static void keep_block(struct workings *m, const struct footprint *f,
	double granules)
{
	struct block_count *b = quasi_pool_alloc(m->pool, sizeof(*b));

	if (!b)
		return;
	*b = (struct block_count) { f->kernel, f->access, f->n_access,
		f->granule_B, granules, m->block_count };
	m->block_count = b;
}

/* Blocks that stand for all are at most so many, and have at most so many
 * addresses.
 */
#define SAMPLED		16
#define SAMPLED_ADDRESSES	2e5

/* The i-th of blocks that are spread over the grid, the middle one first:
 * multiples of numbers that have no ratio to each other, modulo 1.
 */
static void sampled_block(const struct workings *m, int i,
	struct thread_set *set)
{
	static const double step[3] = { 0.8191725134, 0.6710436067,
		0.5497004779 };
	int64_t at[3], end[3];

	for (int d = 0; d < 3; ++d) {
		double where = 0.5 + i * step[d];

		where -= floor(where);
		at[d] = (int64_t) (where * (double) m->launch->grid[d]);
		end[d] = at[d] + 1;
	}
	threads_of_block_box(m->launch, at, end, set);
}

/* Granules of a block, as some blocks of the grid have them. */
static enum footprint_status count_block(struct workings *m,
	const struct footprint *f, double *granules)
{
	const struct block_count *known = find_block(m, f);
	enum footprint_status status = FOOTPRINT_OK;
	int64_t n[2] = { 0, 0 };
	struct thread_set block;
	double addresses;
	int n_sample;

	if (known) {
		*granules = known->granules;
		return FOOTPRINT_OK;
	}

	sampled_block(m, 0, &block);
	addresses = addresses_of(f, 1, &block);
	if (addresses > MOST_ADDRESSES)
		return FOOTPRINT_BUDGET;
	n_sample = (int) fmax(1, fmin(SAMPLED,
		SAMPLED_ADDRESSES / fmax(1, addresses)));
	*granules = 0;
	for (int i = 0; i < n_sample && status == FOOTPRINT_OK; ++i) {
		sampled_block(m, i, &block);
		footprint_count_by(FOOTPRINT_ENUMERATED, f, 1, &block, n,
			&status);
		*granules += (double) n[1] / n_sample;
	}
	if (status == FOOTPRINT_OK)
		keep_block(m, f, *granules);
	return status;
}

/* Where counting takes too long: as many granules as single blocks have,
 * shared by none, and no more than the field.
 */
static void guess(struct workings *m, const struct footprint *f, int n_set,
	const struct thread_set *set, double *n)
{
	const struct access *a = &f->kernel->access[f->access[0]];
	double field = ceil((double) m->kernel->field[a->field].size_B /
		(double) f->granule_B) + 1;
	double threads = (double) launch_threads_per_block(m->launch);
	double per_block = 0;

	m->is_rough = true;
	m->status = count_block(m, f, &per_block);
	for (int i = 0; i < 1 << n_set; ++i)
		n[i] = 0;
	for (int i = 0; i < n_set; ++i) {
		int64_t n_thread = 0;

		threads_number(&set[i], &n_thread);
		n[1 << i] = fmin(field,
			per_block * ceil((double) n_thread / threads));
	}
}

/* Whether all addresses are few enough to be gone through, at once. */
static bool are_few(struct footprint *f, int n_set,
	const struct thread_set *set, double few)
{
	double addresses = addresses_of(f, n_set, set);

	if (addresses > fmin(few, (double) *f->left * PER_OPERATION))
		return false;
	footprint_spend(f->left, (int64_t) addresses / PER_OPERATION, 1);
	return true;
}

/* In closed form, one by one where they are few, or else through isl. */
static enum footprint_status count_exactly(struct footprint *f,
	int n_set, const struct thread_set *set, int64_t *count)
{
	enum footprint_status status = FOOTPRINT_OK;

	if (footprint_count_by(FOOTPRINT_CLOSED, f, n_set, set, count,
			&status) || status != FOOTPRINT_OK)
		return status;
	footprint_count_by(are_few(f, n_set, set, FEW_ADDRESSES) ?
		FOOTPRINT_ENUMERATED : FOOTPRINT_ISL, f, n_set, set, count,
		&status);
	return status;
}

/* The share of granules that conditions leave, as some blocks have it. */
static double active_share(struct workings *m, const struct access_list *list,
	struct footprint f)
{
	double with = 0, without = 0;

	m->guards_ignored = true;
	if (m->conditions)
		with = conditions_sum(m, f.kernel, list,
			(double) f.granule_B) / m->n_block;
	else
		m->status = count_block(m, &f, &with);
	f.kernel = &m->bare;
	if (m->status == FOOTPRINT_OK)
		m->status = count_block(m, &f, &without);
	return without > 0 ? fmin(1, with / without) : 0;
}

/* Under conditions that depend on blocks: exactly where that takes little
 * time, from accesses here and there otherwise.  False where neither is
 * possible.
 */
static bool count_uneven(struct workings *m, struct footprint *f,
	const struct access_list *list, int n_set,
	const struct thread_set *set, double *n)
{
	bool is_one_of_many = m->launch->figures_only;
	double few = is_one_of_many ? FEW_ADDRESSES / 10 : FEW_ADDRESSES;
	bool is_wave = set == m->wave.set;
	int64_t count[1 << FOOTPRINT_SETS] = { 0 }, left = CLOSED_OPERATIONS;
	struct footprint closed = *f;

	if (!m->conditions || f->kernel != m->kernel)
		return false;
	if (is_one_of_many)
		closed.left = &left;
	if (!footprint_count_by(FOOTPRINT_CLOSED, &closed, n_set, set, count,
	    &m->status)) {
		if (m->status != FOOTPRINT_OK)
			return true;
		if (!are_few(f, n_set, set, few))
			return conditions_granules(m, list,
				(double) f->granule_B, n_set, set, is_wave ?
				m->conditions->wave : &m->conditions->kinds,
				n);
		footprint_count_by(FOOTPRINT_ENUMERATED, f, n_set, set, count,
			&m->status);
	}
	for (int i = 0; i < 1 << n_set; ++i)
		n[i] = (double) count[i];
	return true;
}

/* This is where counts of granules become doubles. */
static void count_regular(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B, int n_set,
	const struct thread_set *set, double *n)
{
	int64_t count[1 << FOOTPRINT_SETS] = { 0 };
	double share = 1;
	struct footprint f = {
		.kernel = kernel, .launch = m->launch, .n_access = list->n,
		.access = list->access, .granule_B = (int64_t) granule_B,
		.budget = BUDGET, .left = &m->left,
		.uniform = list->uniform, .scratch = m->pool,
	};

	if (list->n > 0 && m->status == FOOTPRINT_OK) {
		if (set == m->wave.set && has_guard(kernel, list) &&
		    count_uneven(m, &f, list, n_set, set, n))
			return;
		m->status = count_exactly(&f, n_set, set, count);
	}
	if (m->status == FOOTPRINT_BUDGET && has_guard(kernel, list)) {
		m->status = FOOTPRINT_OK;
		share = active_share(m, list, f);
		f.kernel = &m->bare;
		if (m->status == FOOTPRINT_OK)
			m->status = count_exactly(&f, n_set, set, count);
		f.kernel = kernel;
	}
	if (m->status == FOOTPRINT_BUDGET) {
		guess(m, &f, n_set, set, n);
		return;
	}
	for (int i = 0; i < 1 << n_set; ++i)
		n[i] = m->status == FOOTPRINT_OK ? share * (double) count[i] :
			0;
}

/* Part "list" into accesses with addresses and such that are scattered. */
static bool part_list(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, struct access_list *regular,
	struct access_list *scattered)
{
	int *memory = quasi_pool_alloc(m->pool,
		sizeof(int) * 2 * (size_t) list->n);

	if (!memory)
		return false;
	*regular = (struct access_list) { 0, memory, NULL };
	*scattered = (struct access_list) { 0, memory + list->n, NULL };
	for (int i = 0; i < list->n; ++i) {
		int a = list->access[i];
		struct access_list *to = kernel->access[a].scatter ?
			scattered : regular;

		to->access[to->n++] = a;
	}
	return true;
}

static bool has_scatter(const struct kernel *kernel,
	const struct access_list *list)
{
	for (int i = 0; i < list->n; ++i)
		if (kernel->access[list->access[i]].scatter)
			return true;
	return false;
}

void workings_count(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B, int n_set,
	const struct thread_set *set, double *n)
{
	double chance[1 << FOOTPRINT_SETS];
	struct access_list regular, scattered;

	if (!has_scatter(kernel, list)) {
		count_regular(m, kernel, list, granule_B, n_set, set, n);
		return;
	}
	if (!part_list(m, kernel, list, &regular, &scattered)) {
		m->status = FOOTPRINT_MEMORY;
		return;
	}
	count_regular(m, kernel, &regular, granule_B, n_set, set, n);
	scatter_count(m, kernel, &scattered, granule_B, n_set, set, chance);
	scatter_merge(n_set, chance, n);
}

double workings_count_one(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B,
	const struct thread_set *set)
{
	double n[2];

	workings_count(m, kernel, list, granule_B, 1, set, n);
	return n[1];
}

/* Whether all accesses see cells alone, wherever blocks begin. */
static bool is_by_index(const struct workings *m,
	const struct access_list *list)
{
	for (int i = 0; i < list->n; ++i) {
		bool by_index[3];

		footprint_by_index(m->launch,
			&m->kernel->access[list->access[i]], by_index);
		if (!by_index[0] || !by_index[1] || !by_index[2])
			return false;
	}
	return true;
}

/* Granules of all threads of the launch, if they can be counted, under
 * conditions or not.  The blocks do not matter to it.
 */
static bool count_all(struct workings *m, struct footprint *f,
	const struct access_list *list, bool uneven, double *n)
{
	const int64_t key[] = { MEMO_LAUNCH, m->launch->family,
		list->access[0], list->n, f->granule_B,
		f->kernel == &m->bare, uneven };
	enum { N_KEY = sizeof(key) / sizeof(key[0]) };
	enum footprint_status status = FOOTPRINT_OK;
	bool is_kept = m->launch->family > 0 && is_by_index(m, list);
	const double *kept = is_kept ?
		memo_find(m->launch->memo, N_KEY, key) : NULL;
	double value[MEMO_VALUES] = { 0 };
	int64_t count[2] = { 0, 0 }, before = m->left;
	double set[2] = { 0, 0 };
	struct thread_set all;

	if (kept) {
		*n = kept[1];
		m->left -= (int64_t) kept[2];
		return kept[0] > 0;
	}
	threads_of_blocks(m->launch, 0, launch_blocks(m->launch), &all);
	if (!uneven || !count_uneven(m, f, list, 1, &all, set)) {
		if (!uneven)
			status = count_exactly(f, 1, &all, count);
		else if (!footprint_count_by(FOOTPRINT_CLOSED, f, 1, &all,
		    count, &status))
			status = FOOTPRINT_BUDGET;
		set[1] = (double) count[1];
	}
	if (status != FOOTPRINT_OK && status != FOOTPRINT_BUDGET)
		m->status = status;
	value[0] = status == FOOTPRINT_OK;
	*n = value[1] = set[1];
	/* an estimate that finds it here has spent as much */
	value[2] = (double) (before - m->left);
	if (is_kept)
		memo_add(m->launch->memo, N_KEY, key, value);
	return value[0] > 0;
}

double workings_count_launch(struct workings *m,
	const struct access_list *list, double granule_B)
{
	struct footprint f = {
		.kernel = m->kernel, .launch = m->launch, .n_access = list->n,
		.access = list->access, .granule_B = (int64_t) granule_B,
		.budget = BUDGET, .left = &m->left,
		.uniform = list->uniform, .scratch = m->pool,
	};
	double share = 1, n[2];
	struct thread_set all;

	if (list->n == 0 || m->status != FOOTPRINT_OK)
		return 0;
	if (has_guard(m->kernel, list)) {
		if (count_all(m, &f, list, true, n))
			return *n;
		if (m->status == FOOTPRINT_OK)
			share = active_share(m, list, f);
		f.kernel = &m->bare;
	}
	if (m->status != FOOTPRINT_OK)
		return 0;
	if (count_all(m, &f, list, false, n))
		return share * *n;
	if (m->status != FOOTPRINT_OK)
		return 0;
	threads_of_blocks(m->launch, 0, launch_blocks(m->launch), &all);
	guess(m, &f, 1, &all, n);
	return share * n[1];
}

enum estimate_status workings_status(const struct workings *m, char why[256])
{
	switch (m->status) {
	case FOOTPRINT_OK:
		break;
	case FOOTPRINT_OVERFLOW:
		snprintf(why, 256, "addresses of '%s' are too large to count",
			m->kernel->name);
		return ESTIMATE_OVERFLOW;
	case FOOTPRINT_BUDGET:
		snprintf(why, 256, "the accesses of '%s' are too involved to "
			"count", m->kernel->name);
		return ESTIMATE_BUDGET;
	case FOOTPRINT_MEMORY:
		snprintf(why, 256, "out of memory");
		return ESTIMATE_MEMORY;
	}
	return ESTIMATE_OK;
}
