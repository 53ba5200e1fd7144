/* Granules that sets of threads touch, within a budget of operations.  The
 * exact ways come first: closed form, enumeration, isl; then samples.
 */

#ifndef WSP_DEBUG
#define NDEBUG /* a library does not end its host */
#endif

#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/count/footprint_paths.h"
#include "engine/model/conditions.h"
#include "engine/model/scatter.h"
#include "engine/model/workings.h"

/* Operations that isl may spend on one count: about a millisecond. */
#define BUDGET 3000

/* Operations that a closed form may take under conditions: in an estimate, and
 * in one of many.
 */
#define CLOSED_OPERATIONS 800
#define CLOSED_OF_MANY	  400

/* Addresses that one operation computes. */
#define PER_OPERATION 16

/* Steps that an address takes: struct effort. */
#define ADDRESS_STEPS 1

/* Below FEW_ADDRESSES enumeration is cheaper than isl, and under conditions
 * below FEWEST_ADDRESSES cheaper than a closed form; where isl gives up,
 * blocks of at most MOST_ADDRESSES are enumerated.
 */
#define FEWEST_ADDRESSES 1024
#define FEW_ADDRESSES	 1e5
#define MOST_ADDRESSES	 1e7

/* Addresses to compute if all are enumerated. */
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

/* The mean number of granules of a block, from a sample; kept for reuse. */
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

	while (b &&
		(b->kernel != f->kernel || b->access != f->access ||
			b->n_access != f->n_access ||
			b->granule_B != f->granule_B))
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

/* Limits of the sample: blocks, and addresses of all of them. */
#define SAMPLED		  16
#define SAMPLED_ADDRESSES 2e5

/* Block i of the sample.  A Kronecker low-discrepancy sequence (fractional
 * parts of i times powers of the inverse plastic constant) spreads samples
 * evenly over the grid; i = 0 is the middle.
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

static bool has_predicate(const struct footprint *f)
{
	for (int i = 0; i < f->n_access; ++i)
		if (f->kernel->access[f->access[i]].predicate)
			return true;
	return false;
}

/* Closed forms split tables entry by entry, which is no faster than to
 * enumerate them.
 */
static bool has_table(const struct footprint *f)
{
	for (int i = 0; i < f->n_access; ++i)
		if (quasi_has_table(f->kernel->access[f->access[i]].address))
			return true;
	return false;
}

/* Of a persistent launch, runs of consecutive trips represent the others: N_RUN
 * of them, FEWEST_TRIPS long or longer.  An order meets each cell once, so that
 * what a block touches again from one run to the next are edges alone.
 */
#define N_RUN	     4
#define FEWEST_TRIPS 4

/* Granules of one block that computes "addresses": all of these, or where they
 * are many and nothing cuts them a closed form, if there is one.
 */
static enum footprint_status count_one_block(const struct footprint *f,
	double addresses, const struct thread_set *block, double *granules)
{
	enum footprint_status status = FOOTPRINT_OK;
	double trips = f->kernel->is_persistent ?
		(double) f->kernel->loop[0].trips :
		1;
	double run = floor(fmax(FEWEST_TRIPS,
		SAMPLED_ADDRESSES / N_RUN * trips / fmax(1, addresses)));
	int n_run = N_RUN * run < trips ? N_RUN : 1;
	double part = n_run > 1 ? n_run * run / trips : 1;
	struct footprint of = *f;
	int64_t n[2] = { 0, 0 };

	*granules = 0;
	if (addresses > FEW_ADDRESSES && addresses <= MOST_ADDRESSES &&
		!has_predicate(f) && !has_table(f) &&
		footprint_count_by(FOOTPRINT_CLOSED, f, 1, block, n, &status)) {
		*granules = (double) n[1];
		return status;
	}
	if (addresses * part > MOST_ADDRESSES)
		return FOOTPRINT_BUDGET;
	if (addresses * part * ADDRESS_STEPS > effort_left(f->launch->effort)) {
		f->launch->effort->is_cut = true;
		return FOOTPRINT_BUDGET;
	}
	effort_spend(f->launch->effort, addresses * part * ADDRESS_STEPS);
	status = FOOTPRINT_OK;
	for (int i = 0; i < n_run && status == FOOTPRINT_OK; ++i) {
		if (n_run > 1) {
			of.n_trip = (int64_t) run;
			of.first_trip = (int64_t) ((i + 0.5) * trips / n_run -
				run / 2);
		}
		footprint_count_by(FOOTPRINT_ENUMERATED, &of, 1, block, n,
			&status);
		*granules += (double) n[1] / part;
	}
	return status;
}

/* Granules of a block: the mean over the sample. */
static enum footprint_status count_block(struct workings *m,
	const struct footprint *f, double *granules)
{
	const struct block_count *known = find_block(m, f);
	enum footprint_status status = FOOTPRINT_OK;
	struct thread_set block;
	double addresses, n = 0;
	int n_sample;

	if (known) {
		*granules = known->granules;
		return FOOTPRINT_OK;
	}

	sampled_block(m, 0, &block);
	addresses = addresses_of(f, 1, &block);
	n_sample = (int) fmax(1,
		fmin(SAMPLED, SAMPLED_ADDRESSES / fmax(1, addresses)));
	*granules = 0;
	for (int i = 0; i < n_sample && status == FOOTPRINT_OK; ++i) {
		sampled_block(m, i, &block);
		status = count_one_block(f, addresses, &block, &n);
		*granules += n / n_sample;
	}
	if (status == FOOTPRINT_OK)
		keep_block(m, f, *granules);
	return status;
}

/* Granules of a block: the mean over kinds of blocks, or over the sample. */
static enum footprint_status count_mean(struct workings *m,
	const struct access_list *list, const struct footprint *f,
	double *granules)
{
	if (!m->conditions || m->is_of_sample || !has_predicate(f))
		return count_block(m, f, granules);
	*granules = conditions_sum(m, f->kernel, list, (double) f->granule_B) /
		m->n_block;
	return m->status;
}

/* Where counting takes too long: as many granules as single blocks have,
 * shared by none, and no more than the field, which is taken where even a block
 * has too many addresses.
 */
static void guess(struct workings *m, const struct access_list *list,
	const struct footprint *f, int n_set, const struct thread_set *set,
	double *n)
{
	const struct access *a = &f->kernel->access[f->access[0]];
	double field = ceil((double) m->kernel->field[a->field].size_B /
			       (double) f->granule_B) +
		1;
	double threads = (double) launch_threads_per_block(m->launch);
	double per_block = 0;

	m->is_rough = true;
	m->status = count_mean(m, list, f, &per_block);
	if (m->status == FOOTPRINT_BUDGET) {
		m->status = FOOTPRINT_OK;
		per_block = field;
	}
	for (int i = 0; i < 1 << n_set; ++i)
		n[i] = 0;
	for (int i = 0; i < n_set; ++i) {
		int64_t n_thread = 0;

		threads_number(&set[i], &n_thread);
		n[1 << i] = fmin(field,
			per_block * ceil((double) n_thread / threads));
	}
}

/* True, and paid for, if enumerating all addresses stays within the budget. */
static bool are_few(struct footprint *f, int n_set,
	const struct thread_set *set, double few)
{
	double addresses = addresses_of(f, n_set, set);

	if (addresses > fmin(few, (double) *f->left * PER_OPERATION))
		return false;
	footprint_spend(f->left, (int64_t) addresses / PER_OPERATION, 1);
	effort_spend(f->launch->effort, addresses * ADDRESS_STEPS);
	return true;
}

/* In closed form, by enumeration where addresses are few, or through isl. */
static enum footprint_status count_exactly(struct footprint *f, int n_set,
	const struct thread_set *set, int64_t *count)
{
	enum footprint_status status = FOOTPRINT_OK;

	if ((has_predicate(f) &&
		    addresses_of(f, n_set, set) <= FEWEST_ADDRESSES) ||
		(has_table(f) && are_few(f, n_set, set, FEW_ADDRESSES))) {
		footprint_count_by(FOOTPRINT_ENUMERATED, f, n_set, set, count,
			&status);
		return status;
	}
	/* regions of a table are single threads: a list of all addresses */
	if (has_table(f))
		return FOOTPRINT_BUDGET;
	if (footprint_count_by(FOOTPRINT_CLOSED, f, n_set, set, count,
		    &status) ||
		status != FOOTPRINT_OK)
		return status;
	footprint_count_by(are_few(f, n_set, set, FEW_ADDRESSES) ?
			FOOTPRINT_ENUMERATED :
			FOOTPRINT_ISL,
		f, n_set, set, count, &status);
	return status;
}

/* The share of granules that conditions leave, from a sample of blocks. */
static double count_share(struct workings *m, const struct access_list *list,
	struct footprint f)
{
	double with = 0, without = 0;

	m->status = count_mean(m, list, &f, &with);
	f.kernel = &m->bare;
	if (m->status == FOOTPRINT_OK)
		m->status = count_block(m, &f, &without);
	if (m->status == FOOTPRINT_BUDGET) {
		m->status = FOOTPRINT_OK;
		m->is_rough = true;
		return 1;
	}
	return without > 0 ? fmin(1, with / without) : 0;
}

static bool is_share_of(const struct active_share *s,
	const struct access_list *list, const struct footprint *f)
{
	return s->kernel == f->kernel && s->granule_B == f->granule_B &&
		s->list.n == list->n &&
		memcmp(s->list.access, list->access,
			(size_t) list->n * sizeof(*list->access)) == 0;
}

static void note_share(struct workings *m, const struct access_list *list,
	const struct footprint *f, double share)
{
	size_t size = (size_t) list->n * sizeof(*list->access);
	int *access;

	if (m->n_share == WORKINGS_SHARES)
		return;
	access = quasi_pool_alloc(m->pool, size);
	if (!access)
		return;
	memcpy(access, list->access, size);
	m->share[m->n_share++] = (struct active_share) { f->kernel,
		f->granule_B, { list->n, access, NULL }, share };
}

/* The wave, its windows and the launch have the same share. */
static double active_share(struct workings *m, const struct access_list *list,
	struct footprint f)
{
	double share;

	m->is_sampled = true;
	if (m->is_of_sample)
		return count_share(m, list, f);
	for (int i = 0; i < m->n_share; ++i)
		if (is_share_of(&m->share[i], list, &f))
			return m->share[i].share;
	share = count_share(m, list, f);
	if (m->status == FOOTPRINT_OK)
		note_share(m, list, &f, share);
	return share;
}

/* Operations that a closed form takes for each access and pattern of blocks, at
 * least.
 */
#define PER_PATTERN 4

/* Is it known that a closed form of "list" has too many parts?  The wave comes
 * before the launch, which has more.
 */
static bool is_open(const struct conditions *c, const struct access_list *list,
	const struct kinds *of, int64_t left)
{
	int64_t n = (int64_t) of->n_pattern * list->n;

	for (int i = 0; i < c->n_open; ++i)
		if (c->open[i].access == list->access &&
			c->open[i].n == list->n)
			return true;
	return c->kinds.is_vast || n * PER_PATTERN > left;
}

static void note_open(struct conditions *c, const struct access_list *list)
{
	for (int i = 0; i < c->n_open; ++i)
		if (c->open[i].access == list->access &&
			c->open[i].n == list->n)
			return;
	if (c->n_open < CONDITIONS_OPEN)
		c->open[c->n_open++] = *list;
}

/* Under conditions that depend on blocks: exactly where that is cheap, or from
 * sampled accesses.  False where neither is possible.
 */
static bool count_uneven(struct workings *m, struct footprint *f,
	const struct access_list *list, int n_set, const struct thread_set *set,
	double *n)
{
	double few = m->launch->figures_only ? FEW_ADDRESSES / 10 :
					       FEW_ADDRESSES;
	int64_t count[1 << FOOTPRINT_SETS] = { 0 };
	int64_t left = m->launch->figures_only ? CLOSED_OF_MANY :
						 CLOSED_OPERATIONS;
	struct footprint closed = *f;
	const struct kinds *by_set;

	if (!m->conditions || f->kernel != m->kernel)
		return false;
	by_set = set == m->wave.set ? m->conditions->wave :
				      &m->conditions->kinds;
	closed.left = &left;
	if (is_open(m->conditions, list, by_set, left) ||
		!footprint_count_by(FOOTPRINT_CLOSED, &closed, n_set, set,
			count, &m->status)) {
		note_open(m->conditions, list);
		if (m->status != FOOTPRINT_OK ||
			conditions_granules(m, list, (double) f->granule_B,
				n_set, set, by_set, n))
			return true;
		if (!are_few(f, n_set, set, few))
			return false;
		footprint_count_by(FOOTPRINT_ENUMERATED, f, n_set, set, count,
			&m->status);
	}
	for (int i = 0; i < 1 << n_set; ++i)
		n[i] = (double) count[i];
	return true;
}

static struct footprint footprint_of(struct workings *m,
	const struct kernel *kernel, const struct access_list *list,
	double granule_B)
{
	return (struct footprint) {
		.kernel = kernel,
		.launch = m->launch,
		.n_access = list->n,
		.access = list->access,
		.granule_B = (int64_t) granule_B,
		.budget = BUDGET,
		.left = &m->left,
		.uniform = list->uniform,
		.scratch = m->pool,
	};
}

/* This is where counts of granules become doubles. */
void workings_count_bases(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B, int n_set,
	const struct thread_set *set, double *n)
{
	int64_t count[1 << FOOTPRINT_SETS] = { 0 };
	double share = 1;
	struct footprint f = footprint_of(m, kernel, list, granule_B);

	if (list->n > 0 && m->status == FOOTPRINT_OK) {
		if (set == m->wave.set && has_predicate(&f) &&
			count_uneven(m, &f, list, n_set, set, n))
			return;
		m->status = count_exactly(&f, n_set, set, count);
	}
	if (m->status == FOOTPRINT_BUDGET && has_predicate(&f)) {
		f.kernel = &m->bare;
		m->status = count_exactly(&f, n_set, set, count);
		f.kernel = kernel;
		if (m->status == FOOTPRINT_OK)
			share = active_share(m, list, f);
	}
	if (m->status == FOOTPRINT_BUDGET) {
		guess(m, list, &f, n_set, set, n);
		return;
	}
	for (int i = 0; i < 1 << n_set; ++i)
		n[i] = m->status == FOOTPRINT_OK ? share * (double) count[i] :
						   0;
}

/* Split "list" into accesses with an address and scattered ones. */
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
		struct access_list *to = kernel->access[a].draw.kind ?
			scattered :
			regular;

		to->access[to->n++] = a;
	}
	return true;
}

static bool has_scatter(const struct kernel *kernel,
	const struct access_list *list)
{
	for (int i = 0; i < list->n; ++i)
		if (kernel->access[list->access[i]].draw.kind)
			return true;
	return false;
}

void workings_count(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B, int n_set,
	const struct thread_set *set, double *n)
{
	double chance[1 << FOOTPRINT_SETS], area[1 << FOOTPRINT_SETS];
	struct access_list regular, scattered;

	assert(!m->is_counted);
	if (!has_scatter(kernel, list)) {
		workings_count_bases(m, kernel, list, granule_B, n_set, set, n);
		return;
	}
	if (!part_list(m, kernel, list, &regular, &scattered)) {
		m->status = FOOTPRINT_MEMORY;
		return;
	}
	workings_count_bases(m, kernel, &regular, granule_B, n_set, set, n);
	scatter_count(m, kernel, &scattered, &regular, granule_B, n_set, set,
		chance, area);
	scatter_merge(n_set, chance, area, n);
}

double workings_count_one(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B,
	const struct thread_set *set)
{
	double n[2] = { 0 };

	workings_count(m, kernel, list, granule_B, 1, set, n);
	return n[1];
}

bool workings_count_sizes(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, const struct thread_set *set,
	int n_size, const int64_t *size_B, double *n)
{
	struct footprint f = footprint_of(m, kernel, list, (double) size_B[0]);
	int64_t count[CONDITIONS_GRANULES] = { 0 };

	if (m->status != FOOTPRINT_OK || has_scatter(kernel, list) ||
		!has_table(&f) || !are_few(&f, 1, set, FEW_ADDRESSES))
		return false;
	m->status = footprint_count_sizes(&f, set, n_size, size_B, count);
	for (int i = 0; i < n_size; ++i)
		n[i] = (double) count[i];
	return m->status == FOOTPRINT_OK;
}

/* True if all addresses depend on the global index only, not on blocks. */
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

/* Granules of all threads of the launch, with conditions if "uneven".  False
 * if they cannot be counted.  Addresses by index alone give the same count for
 * every block size, which the memo of a search keeps; not under conditions,
 * where blocks decide how, and how well, it is counted.
 */
static bool count_all(struct workings *m, struct footprint *f,
	const struct access_list *list, bool uneven, double *n)
{
	const int64_t key[] = { MEMO_LAUNCH, m->launch->family, list->access[0],
		list->n, f->granule_B, f->kernel == &m->bare, uneven };
	enum { N_KEY = sizeof(key) / sizeof(key[0]) };
	enum footprint_status status = FOOTPRINT_OK;
	bool is_kept = m->launch->family > 0 && is_by_index(m, list) &&
		!(uneven && m->conditions);
	const double *kept = is_kept ? memo_find(m->launch->memo, N_KEY, key) :
				       NULL;
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
	if (is_kept && m->status == FOOTPRINT_OK)
		memo_add(m->launch->memo, N_KEY, key, value);
	return value[0] > 0;
}

double workings_count_launch(struct workings *m, const struct access_list *list,
	double granule_B)
{
	struct footprint f = footprint_of(m, m->kernel, list, granule_B);
	double n[2];
	bool is_known;
	struct thread_set all;

	if (list->n == 0 || m->status != FOOTPRINT_OK)
		return 0;
	if (has_scatter(m->kernel, list)) {
		threads_of_blocks(m->launch, 0, launch_blocks(m->launch), &all);
		return workings_count_one(m, m->kernel, list, granule_B, &all);
	}
	if (has_predicate(&f)) {
		if (count_all(m, &f, list, true, n))
			return *n;
		m->is_by_share = true;
		f.kernel = &m->bare;
	}
	if (m->status != FOOTPRINT_OK)
		return 0;
	is_known = count_all(m, &f, list, false, n);
	f.kernel = m->kernel;
	if (m->status != FOOTPRINT_OK)
		return 0;
	if (is_known)
		return has_predicate(&f) ? active_share(m, list, f) * *n : *n;
	threads_of_blocks(m->launch, 0, launch_blocks(m->launch), &all);
	guess(m, list, &f, 1, &all, n);
	return n[1];
}
