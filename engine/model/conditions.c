/* Counts under conditions that hold in some blocks and not in others
 * (doc/MODEL.md, chapter 4).  Blocks of one kind behave alike, so that a count
 * is a weighted sum over a sample of each kind.
 */

#include <math.h>

#include "engine/model/conditions.h"
#include "engine/model/l1.h"

#define FEWEST_BOXES 256
#define MOST_BOXES   (1 << 20)

/* Boxes that the grid is split into, kinds past which splitting is in vain,
 * blocks that are sampled then; addresses and blocks of the sample that is
 * counted: of an estimate, and of one of many.
 */
static const struct effort {
	int boxes, kinds, samples;
	double addresses;
	int fewest, most;
} efforts[2] = {
	{ 1 << 17, 2048, 1024, 2e5, 64, 512 },
	{ 1 << 11, 256, 128, 1.2e4, 12, 64 },
};

double conditions_effort(const struct workings *m)
{
	return m->launch->operations > 0 ?
		(double) m->launch->operations / WORKINGS_OPERATIONS :
		1;
}

static struct effort effort_of(const struct workings *m)
{
	struct effort e = efforts[m->launch->figures_only];
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

void conditions_find(struct workings *m)
{
	struct effort effort = effort_of(m);
	struct conditions *c;
	struct thread_set all;
	struct kinds_question q = {
		.kernel = m->kernel,
		.launch = m->launch,
		.warp_size = (int) m->dev->warp_size,
		.period_B = l1_period(m->dev, m->kernel),
		.set = &all,
		.most_boxes = effort.boxes,
		.most_kinds = effort.kinds,
		.most_samples = effort.samples,
	};
	double most = effort.addresses / addresses_per_block(m);
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
	most = fmin(effort.most, fmax(effort.fewest, most));
	if (status == KINDS_OK &&
		!kinds_sample(&c->kinds, (int) most, m->pool, &c->sample))
		status = KINDS_MEMORY;
	if (status == KINDS_MEMORY)
		m->status = FOOTPRINT_MEMORY;
	if (status != KINDS_OK)
		return;
	c->is_exact = c->kinds.is_exact && c->sample.n == c->kinds.n_kind;
	m->is_sampled |= !c->is_exact;
	c->middle = kinds_middle(&c->kinds);
	m->conditions = c;
}

void conditions_find_wave(struct workings *m)
{
	struct effort effort = effort_of(m);
	int n_set = 1 + m->wave.n_window;

	for (int i = 0; i < n_set && m->conditions && m->status == FOOTPRINT_OK;
		++i) {
		struct kinds_question q = {
			.kernel = m->kernel,
			.launch = m->launch,
			.warp_size = (int) m->dev->warp_size,
			.set = &m->wave.set[i],
			.masks = &m->conditions->masks,
			.most_boxes = effort.boxes / 4,
			.most_kinds = effort.kinds / 4,
			.most_samples = effort.samples / 4,
		};

		if (kinds_find(&m->conditions->wave[i], &q, m->pool) ==
			KINDS_MEMORY)
			m->status = FOOTPRINT_MEMORY;
	}
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

double conditions_density(const struct workings *m,
	const struct access_list *list)
{
	const struct conditions *c = m->conditions;
	double all = conditions_of_list(&c->kinds, list, NULL);
	double wave = conditions_of_list(&c->wave[0], list, NULL);

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
	return workings_count_one(m, kernel, list, granule_B, &set);
}

/* Sums over sampled blocks: granules c and lanes l of weight w. */
struct sums {
	double c, l;	   /* w c, w l */
	double cc, cl, ll; /* w^2 c^2, ..., of blocks that are a sample */
};

/* The relative standard error of the ratio R = c / l:
 *
 *	sqrt(sum w^2 (c - R l)^2) / sum w c
 */
static double error_of(const struct sums *s)
{
	double ratio = s->c / s->l;
	double square = s->cc - 2 * ratio * s->cl + ratio * ratio * s->ll;

	return s->c > 0 && square > 0 ? sqrt(square) / s->c : 0;
}

double conditions_sum(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B)
{
	const struct kinds *k = &m->conditions->kinds;
	const struct kinds_sample *sample = &m->conditions->sample;
	struct conditions_block *c = conditions_block_new(m, kernel, list,
		granule_B);
	struct sums sums = { 0 };
	int64_t left = m->left;

	/* the size of the sample bounds the work, not the budget */
	m->left = INT32_MAX;
	for (int i = 0; i < sample->n; ++i) {
		const struct kinds_kind *kind = &k->kind[sample->block[i].kind];
		double weight = sample->block[i].weight, l, n;

		l = weight *
			conditions_of_list(k, list, &k->pattern[kind->pattern]);
		if (!(l > 0))
			continue;
		n = weight * count_block(m, kernel, list, granule_B, c, kind);
		sums.c += n;
		sums.l += l;
		if (k->is_exact && weight <= kind->weight)
			continue;
		sums.cc += n * n;
		sums.cl += n * l;
		sums.ll += l * l;
	}
	m->left = left;
	if (!(sums.l > 0))
		return 0;
	m->sample_error = fmax(m->sample_error, error_of(&sums));
	return sums.c * conditions_of_list(k, list, NULL) / sums.l;
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
