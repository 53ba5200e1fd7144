/* The start of an estimate by model wsp: sorted copies of the kernel, accesses
 * by field, the wave and the L1 that is left.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/count/sample.h"
#include "engine/kernel/predicate.h"
#include "engine/model/conditions.h"
#include "engine/model/proven.h"
#include "engine/model/workings.h"
#include "hw/fit.h"

/* A loop that moves a store by less than a line comes back to the line with
 * the next trip: count one trip of it.
 */
static void let_stores_meet(const struct workings *m, const struct access *a,
	struct loop *loop)
{
	int depth = kernel_loops(m->kernel, a->loop) - 1;

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
		m->bare.access[i].predicate = NULL;
	}
	return true;
}

static struct access_list *list_of(struct workings *m, int access)
{
	const struct access *a = &m->kernel->access[access];
	struct field_counts *c = &m->count[a->field];

	return a->is_store ? &c->store : &c->load;
}

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
		order = (a->predicate != NULL) - (b->predicate != NULL);
	if (order == 0)
		order = (from > to) - (from < to);
	if (order == 0)
		order = compare(quasi_hash(a->address), quasi_hash(b->address));
	if (order == 0)
		order = compare(predicate_hash(a->predicate),
			predicate_hash(b->predicate));
	return order ? order : (a->label > b->label) - (a->label < b->label);
}

static int compare_parts(const void *x, const void *y)
{
	const struct work_part *a = x, *b = y;
	int order = compare(predicate_hash(a->predicate),
		predicate_hash(b->predicate));

	if (order == 0)
		order = (a->share > b->share) - (a->share < b->share);
	return order ? order : (a->loop > b->loop) - (a->loop < b->loop);
}

/* Matrix instructions of single warps are as large as the device has them. */
static void count_matrix(const struct device *dev, struct work *w)
{
	for (int t = 0; t < N_TENSOR; ++t)
		if (w->tensor[t] > 0)
			w->matrix += w->tensor[t] / tensor_work(dev, t);
}

/* Words of constant memory may be operands, which take no instruction. */
static void take_operands(const struct workings *m, struct work *w)
{
	double saved = (1 - fit_value(m->dev, FIT_constant_words)) * w->words;

	w->integer = fmax(0, w->integer - saved);
}

/* A copy of the kernel with accesses and parts in canonical order, so that
 * samples and budgets do not depend on the order of statements.
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
	for (size_t i = 0; i < n_access; ++i)
		k->access[i].place = (int) i;
	if (n_part > 0)
		memcpy(k->part, m->kernel->part, n_part * sizeof(*k->part));
	if (k->n_product > 0) {
		count_matrix(m->dev, &k->work);
		for (size_t i = 0; i < n_part; ++i)
			count_matrix(m->dev, &k->part[i].work);
	}
	qsort(k->access, n_access, sizeof(*k->access), compare_accesses);
	qsort(k->part, n_part, sizeof(*k->part), compare_parts);
	take_operands(m, &k->work);
	for (size_t i = 0; i < n_part; ++i)
		take_operands(m, &k->part[i].work);
	m->kernel = k;
	return true;
}

/* List the loads and the stores of each field, loads first. */
static bool list_accesses(struct workings *m)
{
	const struct kernel *kernel = m->kernel;
	size_t n_field = (size_t) kernel->n_field;
	int *memory;

	m->count = quasi_pool_alloc(m->pool, sizeof(*m->count) * (n_field + 1));
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
				list->access, offset) ?
		u :
		NULL;
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
 *	L = L1 - carve						  (5.2)
 *
 *	carve  (2.16)				occupancy_carved_B()
 */
static double l1_left_B(const struct workings *m)
{
	const struct device *dev = m->dev;

	return fmax(dev->l1_size_B - occupancy_carved_B(&m->occupancy, dev),
		dev->l1_line_B);
}

/* The factor on the budget in a thread order, where blocks straddle the rows
 * of columns and differ from each other.
 */
#define ORDERED 256

/* What the counts may spend. */
static int64_t operations_of(const struct kernel *kernel,
	const struct launch *launch)
{
	int64_t n = launch->operations > 0 ? launch->operations :
					     WORKINGS_OPERATIONS;

	for (int i = 0; i < kernel->n_access; ++i)
		if (sample_is_ordered(launch, kernel->access[i].address) &&
			n <= INT64_MAX / ORDERED)
			return n * ORDERED;
	return n;
}

/* Steps of one estimate, of which those of the simulations in chapter 19 are
 * none: 0.4 s at most.  Who asks for larger samples or more operations has more.
 */
#define MOST_EFFORT 6e7

static int64_t most_effort(const struct launch *launch)
{
	double operations = (double) launch->operations / WORKINGS_OPERATIONS;
	double requests = (double) launch->requests / PROVEN_REQUESTS;

	return (int64_t) fmin(0x1p60,
		MOST_EFFORT * fmax(1, fmax(operations, requests)));
}

enum estimate_status workings_init(struct workings *m,
	const struct kernel *kernel, const struct launch *launch,
	const struct device *dev, struct report *report,
	struct quasi_pool *pool, char why[256])
{
	enum estimate_status status;
	int64_t capacity;

	*m = (struct workings) {
		.program = kernel,
		.kernel = kernel,
		.launch = launch,
		.dev = dev,
		.report = report,
		.pool = pool,
		.status = FOOTPRINT_OK,
	};
	status = report_check(kernel, launch, dev, &m->occupancy, why);
	if (status != ESTIMATE_OK)
		return status;
	m->limited = *launch;
	m->limited.effort = &m->effort;
	launch = m->launch = &m->limited;
	m->effort.most = most_effort(launch);
	effort_begin(&m->effort, 0.25);
	m->left = operations_of(kernel, launch);
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
		conditions_count_wave(m);
	return workings_status(m, why);
}

double workings_rounds(const struct workings *m)
{
	return ceil(ceil(m->n_block / m->dev->sm_count) /
		m->occupancy.blocks_per_sm);
}

void workings_add_requests(struct requests *sum, const struct requests *more,
	double factor)
{
	sum->n += factor * more->n;
	sum->sectors += factor * more->sectors;
	sum->lines += factor * more->lines;
	sum->granules += factor * more->granules;
	sum->cycles += factor * more->cycles;
	sum->beyond += factor * more->beyond;
	sum->matched += factor * more->matched;
	sum->stalls += factor * more->stalls;
	sum->tags += factor * more->tags;
	sum->near += factor * more->near;
	sum->kept += factor * more->kept;
	sum->filled += factor * more->filled;
	sum->whole += factor * more->whole;
	sum->joins += factor * more->joins;
	sum->mends += factor * more->mends;
	sum->packets += factor * more->packets;
	sum->passes += factor * more->passes;
	sum->left += factor * more->left;
}

enum estimate_status workings_status(const struct workings *m, char why[256])
{
	switch (m->status) {
	case FOOTPRINT_OK: break;
	case FOOTPRINT_OVERFLOW:
		snprintf(why, 256, "addresses of '%s' are too large to count",
			m->kernel->name);
		return ESTIMATE_OVERFLOW;
	case FOOTPRINT_BUDGET:
		snprintf(why, 256,
			"the accesses of '%s' are too complex to "
			"count",
			m->kernel->name);
		return ESTIMATE_BUDGET;
	case FOOTPRINT_MEMORY:
		snprintf(why, 256, "out of memory");
		return ESTIMATE_MEMORY;
	case FOOTPRINT_STOPPED:
		snprintf(why, 256, "interrupted");
		return ESTIMATE_STOPPED;
	}
	return ESTIMATE_OK;
}
