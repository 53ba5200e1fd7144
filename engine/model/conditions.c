/* Counts under conditions that hold in some blocks and not in others
 * (doc/MODEL.md, chapter 4).  Blocks of one kind behave alike, so that a count
 * is a weighted sum over a sample of each kind.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/bits.h"
#include "engine/base/integer.h"
#include "engine/count/footprint_paths.h"
#include "engine/model/conditions.h"
#include "engine/model/l1.h"

/* Rows that lanes are counted in, where blocks are sampled: of an estimate, and
 * of one of many.  They are taken in rounds of ROUND until the lanes of all
 * predicates are known to ROWS_ERROR.
 */
#define MOST_ROWS  256
#define FEW_ROWS   64
#define ROUND	   32
#define ROWS_ERROR 0.004

/* A sample that spares less than this is not worth its error. */
#define SPARED 4

/* The lanes of a wave are counted in so many rows at most. */
#define WAVE_ROWS 256

/* A first sample of blocks suffices if it knows the warps of all predicates so
 * well.
 */
#define WARPS_ERROR 0.02

/* Classes of blocks that are as cheap as a sampled block is to draw and to
 * trust.
 */
#define CLASSES	     4

#define FEWEST_BOXES 256
#define MOST_BOXES   (1 << 20)

/* Boxes that the grid is split into, kinds past which splitting is in vain,
 * blocks that are sampled then; addresses and blocks of the sample that is
 * counted: of an estimate, and of one of many.
 */
static const struct limits {
	int boxes, kinds, samples;
	double addresses;
	int fewest, most;
} of_all[2] = {
	{ 1 << 14, 1 << 14, 512, 1.5e5, 64, 512 },
	{ 1 << 11, 1 << 11, 128, 1.2e4, 12, 64 },
};

double conditions_effort(const struct workings *m)
{
	return m->launch->operations > 0 ?
		(double) m->launch->operations / WORKINGS_OPERATIONS :
		1;
}

static struct limits limits_of(const struct workings *m)
{
	struct limits e = of_all[m->launch->figures_only];
	double factor = conditions_effort(m);

	e.boxes = (int) fmin(MOST_BOXES, fmax(FEWEST_BOXES, factor * e.boxes));
	e.addresses *= factor;
	return e;
}

/* Addresses that the threads of a block compute. */
static double addresses_per_block(const struct workings *m)
{
	double n = 0;

	for (int i = 0; i < m->kernel->n_access; ++i)
		n += kernel_turns(m->kernel, m->kernel->access[i].loop);
	return fmax(1, n * (double) launch_threads_per_block(m->launch));
}

/* Blocks of a sample at least.  Where all of a kernel is in one loop and goes on
 * with each trip, as blocks that run through many do, trips are as good as
 * blocks.
 */
#define FEWEST_LOOPED 4

static double fewest_blocks(const struct workings *m, double fewest)
{
	const struct kernel *k = m->kernel;
	double trips = k->n_loop > 0 ? (double) k->loop[0].trips : 1;

	for (int i = 0; i < k->n_access; ++i) {
		const struct access *a = &k->access[i];
		int loop = a->loop;

		while (loop >= 0 && k->loop[loop].parent >= 0)
			loop = k->loop[loop].parent;
		if (loop != 0 ||
			!(footprint_variables(a->address, NULL) >> VAR_LOOP0 &
				1))
			trips = 1;
	}
	return fmax(FEWEST_LOOPED, fewest / fmax(1, trips));
}

static double fraction(double x)
{
	return x - floor(x);
}

struct masks *conditions_rows(struct workings *m, int axis)
{
	struct masks *rows = &m->conditions->row[axis];
	int64_t n = (m->kernel->domain[axis] - 1) / m->launch->fold[axis] + 1;

	if (!rows->pool &&
		!masks_init_rows(rows, m->launch, axis,
			n < CONDITIONS_ROW ? n : CONDITIONS_ROW, m->pool))
		return NULL;
	return rows;
}

const uint64_t *conditions_row(struct masks *rows, int node,
	const int64_t at[3], int64_t n, int64_t *place, int64_t *n_left)
{
	int64_t length = rows->shape[rows->axis], x = at[rows->axis];
	int64_t first[3] = { at[0], at[1], at[2] };

	first[rows->axis] = length == n ?
		0 :
		integer_min(x / length * length, n - length);
	masks_go(rows, first);
	*place = x - first[rows->axis];
	*n_left = length - *place;
	return masks_find(rows, node);
}

/* Sums over rows: lanes of a predicate, and rows with any. */
struct row_sums {
	int predicate, node, n;
	double lanes, square;
};

/* Threads of the launch along an axis. */
static int64_t threads_along(const struct workings *m, int d)
{
	return (m->kernel->domain[d] - 1) / m->launch->fold[d] + 1;
}

/* Row i, placed by a Kronecker sequence along the axes. */
static void go_to_row(const struct workings *m, struct masks *rows, int i)
{
	static const double step[3] = { 0.81917251339616443,
		0.67104360670378921, 0.54970047790197026 };
	int64_t at[3];

	for (int d = 0; d < 3; ++d)
		at[d] = (int64_t) (fraction((i + 0.5) * step[d]) *
			(double) (threads_along(m, d) - rows->shape[d] + 1));
	masks_limit(rows, rows->shape);
	masks_go(rows, at);
}

/* The relative standard error of the lanes in n sampled rows; few rows with lanes
 * tell little of them all.
 */
static double error_of(const struct row_sums *s, int n)
{
	double variance = s->square - s->lanes * s->lanes / n;

	return 4 * s->n < n ? INFINITY :
			      sqrt(fmax(0, variance)) / fmax(1, s->lanes);
}

/* Lanes of predicates that blocks were sampled for: rows of threads are longer
 * than those of a block, and cheap.  Warps go with the lanes.  n is 0 where all
 * rows were counted.
 */
static void take_rows(struct kinds_predicate *p, const struct row_sums *s,
	int n, double threads)
{
	double error = n > 0 ? error_of(s, n) : 0;
	double lanes = n > 0 ? s->lanes / n * threads : s->lanes;

	if (error > p->error)
		return;
	p->warps *= p->lanes > 0 ? lanes / p->lanes : 1;
	p->warps_error = fmax(p->warps_error,
		hypot(p->ratio_error, error) * p->warps);
	p->lanes = lanes;
	p->error = error;
}

/* Add the rows from .. to-1; false if memory runs out. */
static bool add_rows(struct workings *m, struct masks *rows,
	struct row_sums *sums, int n_sum, int from, int to)
{
	for (int i = from; i < to; ++i) {
		go_to_row(m, rows, i);
		for (int g = 0; g < n_sum; ++g) {
			const uint64_t *bits = masks_find(rows, sums[g].node);
			int64_t lanes;

			if (!bits)
				return false;
			lanes = masks_lanes(rows, bits);
			sums[g].n += lanes > 0;
			sums[g].lanes += (double) lanes;
			sums[g].square += (double) lanes * (double) lanes;
		}
	}
	return true;
}

/* Are the lanes of all predicates known well from n rows? */
static bool rows_suffice(const struct row_sums *sums, int n_sum, int n)
{
	for (int g = 0; g < n_sum; ++g)
		if (sums[g].node >= 0 && error_of(&sums[g], n) > ROWS_ERROR)
			return false;
	return n > 0;
}

/* Threads of the launch along all axes. */
static double all_threads(const struct workings *m)
{
	double n = 1;

	for (int d = 0; d < 3; ++d)
		n *= (double) threads_along(m, d);
	return n;
}

static int compare_nodes(const void *p, const void *q)
{
	const struct row_sums *a = p, *b = q;

	return (a->node > b->node) - (a->node < b->node);
}

/* Rows of the threads of a set along x, and threads of the domain there. */
static double rows_of(const struct workings *m, const struct thread_set *set,
	int64_t n[3])
{
	double rows = 0;

	for (int d = 0; d < 3; ++d)
		n[d] = threads_along(m, d);
	for (int i = 0; i < set->n_box; ++i) {
		const struct thread_box *b = &set->box[i];

		rows += (double) (b->hi[1] - b->lo[1]) *
			(double) (b->hi[2] - b->lo[2]);
	}
	return rows * ceil((double) n[0] / CONDITIONS_ROW);
}

/* Lanes of a predicate in a box of threads. */
static bool count_box(struct masks *rows, int node, const struct thread_box *b,
	const int64_t n[3], double *lanes)
{
	int64_t at[3];

	for (at[2] = b->lo[2]; at[2] < integer_min(b->hi[2], n[2]); ++at[2])
		for (at[1] = b->lo[1]; at[1] < integer_min(b->hi[1], n[1]);
			++at[1]) {
			int64_t to = integer_min(b->hi[0], n[0]), place, left;

			for (at[0] = b->lo[0]; at[0] < to; at[0] += left) {
				const uint64_t *bits = conditions_row(rows,
					node, at, n[0], &place, &left);

				if (!bits)
					return false;
				left = integer_min(left, to - at[0]);
				*lanes += bits_sum_range(bits, place, left);
			}
		}
	return true;
}

/* Count all rows of a launch of few; false if these are many, or memory runs out.
 */
static bool count_all_rows(struct workings *m, struct masks *rows, int most,
	struct row_sums *sums, int n_sum)
{
	struct thread_set all;
	int64_t n[3];

	threads_of_blocks(m->launch, 0, launch_blocks(m->launch), &all);
	if (rows_of(m, &all, n) > SPARED * most)
		return false;
	for (int g = 0; g < n_sum; ++g)
		for (int i = 0; i < all.n_box && sums[g].node >= 0; ++i)
			if (!count_box(rows, sums[g].node, &all.box[i], n,
				    &sums[g].lanes)) {
				m->status = FOOTPRINT_MEMORY;
				return false;
			}
	return true;
}

static void count_rows(struct workings *m, struct kinds *k)
{
	struct row_sums *sums = quasi_pool_alloc(m->pool,
		((size_t) k->n_predicate + 1) * sizeof(*sums));
	struct masks *rows = conditions_rows(m, 0);
	int most = m->launch->figures_only ? FEW_ROWS : MOST_ROWS, n = 0;
	bool fits = sums && rows;

	for (int g = 0; fits && g < k->n_predicate; ++g) {
		sums[g].predicate = g;
		sums[g].node = -1;
		if (k->predicate[g].loop < 0 && k->predicate[g].predicate)
			fits = masks_add(rows, k->predicate[g].predicate,
				&sums[g].node);
	}
	if (!fits) {
		m->status = FOOTPRINT_MEMORY;
		return;
	}
	/* the parts of conjunctions before these */
	qsort(sums, (size_t) k->n_predicate, sizeof(*sums), compare_nodes);
	if (!count_all_rows(m, rows, most, sums, k->n_predicate))
		for (; fits && n < most &&
			!rows_suffice(sums, k->n_predicate, n);
			n += ROUND)
			fits = add_rows(m, rows, sums, k->n_predicate, n,
				n + ROUND);
	if (!fits)
		m->status = FOOTPRINT_MEMORY;
	for (int g = 0; m->status == FOOTPRINT_OK && g < k->n_predicate; ++g)
		if (sums[g].node >= 0)
			take_rows(&k->predicate[sums[g].predicate], &sums[g], n,
				all_threads(m) / (double) rows->shape[0]);
}

void conditions_find(struct workings *m)
{
	struct limits limits = limits_of(m);
	struct conditions *c;
	struct thread_set all;
	struct kinds_question q = {
		.kernel = m->kernel,
		.launch = m->launch,
		.warp_size = (int) m->dev->warp_size,
		.period_B = l1_period(m->dev, m->kernel),
		.set = &all,
		.most_boxes = limits.boxes,
		.most_kinds = limits.kinds,
		.most_classes = CLASSES * limits.samples,
		.most_samples = limits.samples,
		.enough = WARPS_ERROR,
	};
	double most = limits.addresses / addresses_per_block(m);
	enum kinds_status status;

	m->conditions = NULL;
	if (!kinds_are_any(m->kernel))
		return;
	c = quasi_pool_alloc(m->pool, sizeof(*c));
	threads_of_blocks(m->launch, 0, launch_blocks(m->launch), &all);
	status = KINDS_MEMORY;
	if (c && masks_init(&c->masks, m->launch, m->pool)) {
		q.masks = &c->masks;
		status = kinds_find(&c->kinds, &q, m->pool);
	}
	most = fmin(limits.most, fmax(fewest_blocks(m, limits.fewest), most));
	m->conditions = c;
	if (status == KINDS_OK && !c->kinds.is_exact)
		count_rows(m, &c->kinds);
	m->conditions = NULL;
	if (status == KINDS_OK &&
		!kinds_sample(&c->kinds, (int) most, m->pool, &c->sample))
		status = KINDS_MEMORY;
	if (status == KINDS_MEMORY)
		m->status = FOOTPRINT_MEMORY;
	if (status != KINDS_OK)
		return;
	c->is_exact = c->kinds.is_exact && c->sample.is_whole;
	m->is_sampled |= !c->is_exact;
	c->middle = kinds_middle(&c->kinds);
	m->conditions = c;
}

bool conditions_find_wave(struct workings *m, int n_set)
{
	struct limits limits = limits_of(m);
	struct conditions *c = m->conditions;

	for (; c && c->n_wave < n_set && m->status == FOOTPRINT_OK;
		++c->n_wave) {
		struct kinds_question q = {
			.kernel = m->kernel,
			.launch = m->launch,
			.warp_size = (int) m->dev->warp_size,
			.set = &m->wave.set[c->n_wave],
			.masks = &c->masks,
			.like = &c->kinds,
			.most_boxes = limits.boxes / 8,
			.most_kinds = limits.kinds / 8,
			.most_classes = CLASSES * limits.samples / 8,
			.most_samples = limits.samples / 8,
		};

		if (kinds_find(&c->wave[c->n_wave], &q, m->pool) ==
			KINDS_MEMORY)
			m->status = FOOTPRINT_MEMORY;
	}
	return m->status == FOOTPRINT_OK;
}

/* Lanes of all accesses in the first set of the wave, row by row; false if that
 * takes too many rows, or conditions depend on loops.
 */
static bool count_wave_rows(struct workings *m)
{
	const struct thread_set *set = &m->wave.set[0];
	struct conditions *c = m->conditions;
	const struct kinds *k = &c->kinds;
	struct masks *rows;
	double *lanes;
	int64_t n[3];

	if (rows_of(m, set, n) > WAVE_ROWS)
		return false;
	for (int i = 0; i < m->kernel->n_access; ++i)
		if (k->access[i] >= 0 && k->predicate[k->access[i]].loop >= 0)
			return false;
	lanes = quasi_pool_alloc(m->pool,
		((size_t) k->n_predicate + 1) * sizeof(lanes[0]));
	rows = conditions_rows(m, 0);
	if (!lanes || !rows) {
		m->status = FOOTPRINT_MEMORY;
		return false;
	}
	for (int i = 0; i < m->kernel->n_access; ++i) {
		int g = k->access[i], node = -1;

		if (g < 0 || lanes[g] > 0)
			continue;
		if (k->predicate[g].predicate &&
			!masks_add(rows, k->predicate[g].predicate, &node))
			m->status = FOOTPRINT_MEMORY;
		for (int j = 0; j < set->n_box && m->status == FOOTPRINT_OK;
			++j)
			if (!count_box(rows, node, &set->box[j], n, &lanes[g]))
				m->status = FOOTPRINT_MEMORY;
	}
	c->wave_lanes = lanes;
	return true;
}

bool conditions_count_wave(struct workings *m)
{
	if (!m->conditions->kinds.is_exact && count_wave_rows(m))
		return m->status == FOOTPRINT_OK;
	return conditions_find_wave(m, 1);
}

double conditions_of_list(const struct kinds *k, const struct access_list *list,
	const struct kinds_pattern *pattern)
{
	double lanes = 0;

	for (int i = 0; i < list->n; ++i) {
		int g = k->access ? k->access[list->access[i]] : -1;

		if (g >= 0)
			lanes += pattern ? pattern->lanes[g] :
					   k->predicate[g].lanes;
	}
	return lanes;
}

double conditions_error(const struct kinds *k, const struct access_list *list)
{
	double lanes = 0, error = 0;

	for (int i = 0; i < list->n; ++i) {
		int g = k->access ? k->access[list->access[i]] : -1;

		if (g < 0)
			continue;
		lanes += k->predicate[g].lanes;
		error += k->predicate[g].lanes * k->predicate[g].error;
	}
	return lanes > 0 ? error / lanes : 0;
}

double conditions_density(const struct workings *m,
	const struct access_list *list)
{
	const struct conditions *c = m->conditions;
	double all = conditions_of_list(&c->kinds, list, NULL);
	double wave = 0;

	if (!c->wave_lanes)
		wave = conditions_of_list(&c->wave[0], list, NULL);
	for (int i = 0; c->wave_lanes && i < list->n; ++i)
		if (c->kinds.access[list->access[i]] >= 0)
			wave += c->wave_lanes[c->kinds.access[list->access[i]]];
	return wave > 0 ? all / m->lup / (wave / m->wave_lup) : 1;
}

/* Granules of one block of a kind. */
static double count_block(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B,
	struct conditions_block *c, const struct kinds_kind *kind)
{
	struct thread_set set;
	int64_t end[3];
	double n;

	if (c) {
		const struct kinds *k = &m->conditions->kinds;

		if (!conditions_block_count(c, m, kind->at,
			    k->pattern[kind->pattern].limit, &n))
			m->status = FOOTPRINT_MEMORY;
		return n;
	}
	for (int j = 0; j < 3; ++j)
		end[j] = kind->at[j] + 1;
	threads_of_block_box(m->launch, kind->at, end, &set);
	m->is_of_sample = true;
	n = workings_count_one(m, kernel, list, granule_B, &set);
	m->is_of_sample = false;
	return n;
}

void conditions_add(const struct conditions *c, struct conditions_sums *sums,
	const struct kinds_kind *kind, double weight, double count,
	double lanes)
{
	double n = weight * count, l = weight * lanes;

	sums->c += n;
	sums->l += l;
	if (c->kinds.is_exact && weight <= kind->weight)
		return;
	sums->cc += n * n;
	sums->cl += n * l;
	sums->ll += l * l;
}

/* The relative standard error of the ratio R = c / l:
 *
 *	sqrt(sum w^2 (c - R l)^2) / sum w c
 */
double conditions_ratio_error(const struct conditions_sums *s, double lanes)
{
	double ratio = s->c / s->l;
	double square = s->cc - 2 * ratio * s->cl + ratio * ratio * s->ll;

	return s->c > 0 && s->l > 0 ?
		hypot(lanes, sqrt(fmax(0, square)) / s->c) :
		0;
}

/* Sizes of granules that are asked for of the blocks of a launch: the one at
 * hand, and others if the same accesses are counted for them.
 */
static int sizes_of(const struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B, int64_t *size)
{
	const struct field *field =
		&kernel->field[kernel->access[list->access[0]].field];
	const double others[] = { m->dev->l1_sector_B, m->dev->l1_line_B,
		m->dev->dram_fetch_B, field->elem_B };
	int n = 0;

	size[n++] = (int64_t) granule_B;
	if (kernel->n_loop > 0 || (kernel != m->kernel && kernel != &m->once) ||
		list->access !=
			m->count[kernel->access[list->access[0]].field]
				.load.access)
		return n;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); ++i) {
		int j = 0;

		while (j < n && size[j] != (int64_t) others[i])
			++j;
		if (j == n && n < CONDITIONS_GRANULES)
			size[n++] = (int64_t) others[i];
	}
	return n;
}

/* Without loops, the kernel and what of it happens once are the same. */
static bool is_counted_as(const struct workings *m, const struct kernel *a,
	const struct kernel *b)
{
	return a == b ||
		(a->n_loop == 0 && b->n_loop == 0 &&
			(a == m->kernel || a == &m->once) &&
			(b == m->kernel || b == &m->once));
}

static const struct conditions_counted *find_counted(const struct workings *m,
	const struct kernel *kernel, const struct access_list *list,
	double granule_B)
{
	const struct conditions_counted *c = m->conditions->counted;

	while (c &&
		(!is_counted_as(m, c->kernel, kernel) ||
			c->access != list->access || c->n_access != list->n ||
			c->granule_B != (int64_t) granule_B))
		c = c->next;
	return c;
}

/* Granules of all blocks from the sums over sampled ones, with their error. */
static struct conditions_counted from_sums(const struct workings *m,
	const struct kernel *kernel, const struct access_list *list,
	int64_t granule_B, const struct conditions_sums *sums)
{
	const struct kinds *k = &m->conditions->kinds;
	struct conditions_counted c = {
		.kernel = kernel,
		.access = list->access,
		.n_access = list->n,
		.granule_B = granule_B,
		.next = m->conditions->counted,
	};

	if (sums->l > 0) {
		c.error = conditions_ratio_error(sums,
			conditions_error(k, list));
		c.granules = sums->c * conditions_of_list(k, list, NULL) /
			sums->l;
	}
	return c;
}

/* Sum n_size counts of each sampled block. */
static void sum_blocks(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, struct conditions_dense *d, int n_size,
	const int64_t *size, struct conditions_sums *sums)
{
	const struct kinds *k = &m->conditions->kinds;
	const struct kinds_sample *sample = &m->conditions->sample;
	struct conditions_block *c = d ?
		NULL :
		conditions_block_new(m, kernel, list, (double) size[0]);
	struct effort_sample part = effort_sample(m->launch->effort);

	for (int i = 0; i < sample->n; ++i) {
		const struct kinds_kind *kind = &k->kind[sample->block[i].kind];
		const struct kinds_pattern *p = &k->pattern[kind->pattern];
		double l = conditions_of_list(k, list, p);
		double n[CONDITIONS_GRANULES] = { 0 };
		double weight = sample->block[i].weight;

		if (!(l > 0) || !effort_takes(&part, sample->n - i, l, &weight))
			continue;
		if (!d)
			n[0] = count_block(m, kernel, list, (double) size[0], c,
				kind);
		else if (!conditions_dense_count(d, kind->at, p->limit, n))
			m->status = FOOTPRINT_MEMORY;
		for (int j = 0; j < n_size; ++j)
			conditions_add(m->conditions, &sums[j], kind, weight,
				n[j], l);
	}
}

/* The same where tables give the addresses of a loop: sizes that are asked for
 * later, each a multiple of the one before.
 */
static int sizes_of_looped(const struct workings *m,
	const struct kernel *kernel, const struct access_list *list,
	int64_t granule_B, int64_t *size)
{
	int field = kernel->access[list->access[0]].field, n = 0;
	const double all[] = { kernel->field[field].elem_B, m->dev->l1_sector_B,
		m->dev->dram_fetch_B, m->dev->page_B };
	bool is_asked = false;

	if (kernel != m->kernel || kernel->n_loop == 0 ||
		list->access != m->count[field].load.access ||
		list->n != m->count[field].load.n)
		return 0;
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); ++i) {
		int64_t B = all[i] >= 1 ? (int64_t) all[i] : 0;

		if (B < 1 ||
			(i == 0 && (int64_t) m->dev->l1_sector_B % B != 0) ||
			(n > 0 && (B <= size[n - 1] || B % size[n - 1] != 0)))
			continue;
		is_asked |= B == granule_B;
		size[n++] = B;
	}
	return is_asked && n > 1 ? n : 0;
}

/* sum_blocks() where addresses of each block are enumerated once for all sizes;
 * false where a block has too many.
 */
static bool sum_enumerated(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, int n_size, const int64_t *size,
	struct conditions_sums *sums)
{
	const struct kinds *k = &m->conditions->kinds;
	const struct kinds_sample *sample = &m->conditions->sample;

	struct effort_sample part = effort_sample(m->launch->effort);

	for (int i = 0; i < sample->n; ++i) {
		const struct kinds_kind *kind = &k->kind[sample->block[i].kind];
		double n[CONDITIONS_GRANULES] = { 0 };
		double l = conditions_of_list(k, list,
			&k->pattern[kind->pattern]);
		double weight = sample->block[i].weight;
		int64_t end[3];
		struct thread_set set;

		if (!(l > 0) || !effort_takes(&part, sample->n - i, l, &weight))
			continue;
		for (int j = 0; j < 3; ++j)
			end[j] = kind->at[j] + 1;
		threads_of_block_box(m->launch, kind->at, end, &set);
		if (!workings_count_sizes(m, kernel, list, &set, n_size, size,
			    n))
			return false;
		for (int j = 0; j < n_size; ++j)
			conditions_add(m->conditions, &sums[j], kind, weight,
				n[j], l);
	}
	return true;
}

/* Sum counts of sampled blocks, of the size that is asked for and of others that
 * take no longer: of how many sizes.
 */
static int sum_sizes(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B, int64_t *size,
	struct conditions_sums *sums)
{
	int n_size = sizes_of_looped(m, kernel, list, (int64_t) granule_B,
		size);
	struct conditions_dense *d;

	if (n_size > 1 && sum_enumerated(m, kernel, list, n_size, size, sums))
		return n_size;
	memset(sums, 0, CONDITIONS_GRANULES * sizeof(*sums));
	n_size = sizes_of(m, kernel, list, granule_B, size);
	d = conditions_dense_new(m, kernel, list, n_size, size);
	if (!d && n_size > 1) {
		n_size = 1;
		d = conditions_dense_new(m, kernel, list, 1, size);
	}
	sum_blocks(m, kernel, list, d, n_size, size, sums);
	return n_size;
}

double conditions_sum(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B)
{
	const struct conditions_counted *known = find_counted(m, kernel, list,
		granule_B);
	struct conditions_sums sums[CONDITIONS_GRANULES] = { 0 };
	struct conditions_counted asked = { 0 };
	int64_t size[CONDITIONS_GRANULES], left = m->left;
	int n_size;

	if (known) {
		m->sample_error = fmax(m->sample_error, known->error);
		return known->granules;
	}
	/* the sample has a budget of its own: struct effort */
	m->left = INT32_MAX;
	n_size = sum_sizes(m, kernel, list, granule_B, size, sums);
	m->left = left;
	for (int j = 0; j < n_size; ++j) {
		struct conditions_counted c = from_sums(m, kernel, list,
			size[j], &sums[j]);
		struct conditions_counted *kept = quasi_pool_take(m->pool,
			sizeof(*kept));

		if (size[j] == (int64_t) granule_B)
			asked = c;
		if (kept) {
			*kept = c;
			m->conditions->counted = kept;
		}
	}
	m->sample_error = fmax(m->sample_error, asked.error);
	return asked.granules;
}

bool conditions_lanes(const struct workings *m,
	const struct predicate *predicate, int loop, double *warps,
	double *lanes)
{
	const struct kinds *k = &m->conditions->kinds;
	int g = kinds_predicate(k, predicate, loop);
	double turns;

	if (g < 0)
		return false;
	turns = k->predicate[g].loop >= 0 ? 1 : kernel_turns(m->kernel, loop);
	*warps = k->predicate[g].warps * turns;
	*lanes = k->predicate[g].lanes * turns;
	return true;
}

double conditions_warps_error(const struct workings *m,
	const struct predicate *predicate, int loop)
{
	const struct kinds *k = &m->conditions->kinds;
	int g = kinds_predicate(k, predicate, loop);

	if (g < 0)
		return 0;
	return k->predicate[g].warps_error *
		(k->predicate[g].loop >= 0 ? 1 : kernel_turns(m->kernel, loop));
}

bool conditions_never_hold(const struct workings *m)
{
	const struct kinds *k = &m->conditions->kinds;

	for (int i = 0; i < m->kernel->n_access; ++i) {
		const struct access *a = &m->kernel->access[i];
		int g = kinds_predicate(k, a->predicate, a->loop);

		if (g >= 0 && k->predicate[g].is_counted &&
			k->predicate[g].lanes == 0)
			return true;
	}
	return false;
}
