/* Requests of warps under conditions, from the masks of sampled blocks.  Warps
 * with the same lanes and the same phase make the same request, which is
 * counted once.
 */

#include <math.h>
#include <string.h>

#include "engine/base/integer.h"
#include "engine/count/footprint_paths.h"
#include "engine/model/conditions.h"

/* Requests that are kept; others are counted again. */
#define KEPT 1024

/* Of a sample of at least FEWEST blocks, one of every FIRST is counted first,
 * and will do if it knows sectors so well, and cycles half as well as counters
 * agree with them in nine of ten launches (doc/VALIDATION.md).
 */
#define FEWEST	      32
#define FIRST	      3
#define ENOUGH	      0.02
#define ENOUGH_CYCLES 0.05

struct conditions_kept {
	uint64_t hash[KEPT]; /* names the request; 0: none */
	struct requests of_one[KEPT];
};

struct warps {
	const struct warp_access *access;
	int64_t period, start_B; /* of the block at hand */
	int width, n_warp;
	int64_t *offset; /* of each thread of a block */
	uint64_t *shape; /* of each warp: what names its offsets */
	void (*count)(const struct warp_phase *p, void *user,
		struct requests *one);
	void *user;
	struct conditions_kept *kept;
};

static void find_offsets(const struct workings *m, struct warps *w)
{
	const int64_t *block = m->launch->block;
	const int64_t *coef = &w->access->address->coef[VAR_TX];
	int64_t n = launch_threads_per_block(m->launch);

	for (int64_t t = 0; t < n; ++t) {
		uint64_t *shape = &w->shape[t / w->width];

		w->offset[t] = coef[0] * (t % block[0]) +
			coef[1] * (t / block[0] % block[1]) +
			coef[2] * (t / block[0] / block[1]);
		*shape = blocks_mix(*shape,
			(uint64_t) (w->offset[t] -
				w->offset[t / w->width * w->width]));
	}
}

static bool warps_init(struct workings *m, struct warps *w)
{
	size_t n = (size_t) launch_threads_per_block(m->launch);

	w->n_warp = (int) ((n - 1) / (size_t) w->width + 1);
	w->offset = quasi_pool_take(m->pool, n * sizeof(w->offset[0]));
	w->shape = quasi_pool_alloc(m->pool,
		(size_t) w->n_warp * sizeof(w->shape[0]));
	if (!m->conditions->kept)
		m->conditions->kept = quasi_pool_take(m->pool,
			sizeof(*m->conditions->kept));
	w->kept = m->conditions->kept;
	if (!w->offset || !w->shape || !w->kept)
		return false;
	memset(w->kept->hash, 0, sizeof(w->kept->hash));
	find_offsets(m, w);
	return true;
}

/* The request of the lanes "bits" of a warp. */
static void make_request(const struct warps *w, int warp, uint64_t bits,
	struct requests *one)
{
	const int64_t *offset = &w->offset[(int64_t) warp * w->width];
	struct warp_phase p = { .n_request = 1 };
	int64_t least = INT64_MAX, down;

	for (; bits; bits &= bits - 1) {
		int lane = __builtin_ctzll(bits);

		p.lane[p.n_lane] = lane;
		p.address[p.n_lane] = w->start_B + offset[lane];
		least = integer_min(least, p.address[p.n_lane++]);
	}
	down = integer_floor(least, w->period) * w->period;
	for (int i = 0; i < p.n_lane; ++i)
		p.address[i] -= down;
	w->count(&p, w->user, one);
}

static const struct requests *find_request(const struct warps *w, int warp,
	uint64_t bits)
{
	int64_t start = w->start_B + w->offset[(int64_t) warp * w->width];
	uint64_t hash = blocks_mix(blocks_mix(w->shape[warp], bits),
		(uint64_t) integer_mod(start, w->period));
	int i = (int) (hash % KEPT);

	if (w->kept->hash[i] != hash) {
		w->kept->hash[i] = hash;
		make_request(w, warp, bits, &w->kept->of_one[i]);
	}
	return &w->kept->of_one[i];
}

/* The lanes of a warp in the words of a block. */
static uint64_t lanes_of(const struct masks *m, const uint64_t *word, int warp,
	int width)
{
	int64_t first = (int64_t) warp * width;
	int shift = (int) (first % 64), w = (int) (first / 64);
	uint64_t bits = (word[w] & m->domain[w]) >> shift;

	if (shift + width > 64 && w + 1 < m->n_word)
		bits |= (word[w + 1] & m->domain[w + 1]) << (64 - shift);
	return bits & ~UINT64_C(0) >> (64 - width);
}

static bool count_block(struct workings *m, struct warps *w, int node,
	const struct kinds_kind *kind, struct requests *sum, int *n_warp)
{
	struct masks *masks = &m->conditions->masks;
	const struct quasi *e = w->access->address;
	const uint64_t *word;

	masks_limit(masks, m->conditions->kinds.pattern[kind->pattern].limit);
	masks_go(masks, kind->at);
	word = masks_find(masks, node);
	if (!word)
		return false;
	w->start_B = w->access->base_B + e->constant;
	for (int d = 0; d < 3; ++d)
		w->start_B += e->coef[VAR_BX + d] * kind->at[d];
	for (int i = 0; i < w->n_warp; ++i) {
		uint64_t bits = lanes_of(masks, word, i, w->width);

		if (!bits)
			continue;
		++*n_warp;
		workings_add_requests(sum, find_request(w, i, bits), 1);
	}
	return true;
}

/* Sums over blocks of a sample. */
struct counted {
	struct requests sum;
	struct conditions_fit n, sectors, cycles;
};

/* Add the blocks from .. to-1 of the sample whose number is, or is not, one of
 * every FIRST.
 */
static void count_blocks(struct workings *m, struct warps *w, int node, int g,
	int from, int to, bool is_first, struct counted *c)
{
	const struct kinds *k = &m->conditions->kinds;
	const struct kinds_sample *sample = &m->conditions->sample;

	for (int i = from; i < to && m->status == FOOTPRINT_OK; ++i) {
		const struct kinds_kind *kind = &k->kind[sample->block[i].kind];
		double weight = sample->block[i].weight, lanes;
		struct requests one = { 0 };
		int here = 0;

		lanes = k->pattern[kind->pattern].lanes[g];
		if (!(lanes > 0) || (i % FIRST == 0) != is_first)
			continue;
		if (!count_block(m, w, node, kind, &one, &here))
			m->status = FOOTPRINT_MEMORY;
		conditions_fit_add(m->conditions, &c->n, kind, weight, one.n,
			lanes, here);
		conditions_fit_add(m->conditions, &c->sectors, kind, weight,
			one.sectors, lanes, here);
		conditions_fit_add(m->conditions, &c->cycles, kind, weight,
			one.cycles, lanes, here);
		workings_add_requests(&c->sum, &one, weight);
	}
}

/* Add blocks each of which represents "factor" times its weight. */
static void add_counted(struct counted *sum, const struct counted *more,
	double factor)
{
	workings_add_requests(&sum->sum, &more->sum, factor);
	conditions_fit_join(&sum->n, &more->n, factor);
	conditions_fit_join(&sum->sectors, &more->sectors, factor);
	conditions_fit_join(&sum->cycles, &more->cycles, factor);
}

/* The error of a count that further blocks of the sample would make smaller. */
static double error_of(const struct conditions_fit *f,
	const struct kinds_predicate *p)
{
	struct conditions_known known = { p->lanes, 0, p->warps, 0 };
	double error;

	conditions_fit_scale(f, &known, &error);
	return error;
}

/* One of every FIRST blocks of the sample, and the others where these tell too
 * little of sectors or cycles.
 */
static struct counted count_sample(struct workings *m, struct warps *w,
	int node, int g)
{
	const struct kinds_sample *sample = &m->conditions->sample;
	const struct kinds_predicate *p = &m->conditions->kinds.predicate[g];
	int from = sample->n_certain, to = sample->n;
	struct counted sum = { 0 }, some = { 0 }, few;

	count_blocks(m, w, node, g, 0, from, true, &sum);
	count_blocks(m, w, node, g, 0, from, false, &sum);
	count_blocks(m, w, node, g, from, to, true, &some);
	if (to - from >= FEWEST && some.n.l > 0) {
		int n = (to - 1) / FIRST - (from - 1) / FIRST;

		few = sum;
		add_counted(&few, &some, (double) (to - from) / n);
		if (error_of(&few.sectors, p) <= ENOUGH &&
			error_of(&few.cycles, p) <= ENOUGH_CYCLES)
			return few;
	}
	add_counted(&sum, &some, 1);
	count_blocks(m, w, node, g, from, to, false, &sum);
	return sum;
}

/* What a count of the sample is multiplied by; its error is noted. */
static double scale_of(struct workings *m, const struct kinds_predicate *p,
	const struct conditions_fit *f)
{
	struct conditions_known known = { p->lanes, p->error, p->warps,
		p->warps > 0 ? p->warps_error / p->warps : 0 };
	double error, scale = conditions_fit_scale(f, &known, &error);

	m->sample_error = fmax(m->sample_error, error);
	return scale;
}

bool conditions_requests(struct workings *m, const struct warp_access *a,
	int64_t period,
	void (*count)(const struct warp_phase *p, void *user,
		struct requests *one),
	void *user, struct requests *sum)
{
	const struct kinds *k = &m->conditions->kinds;
	int node, g = kinds_predicate(k, a->predicate, a->loop);
	double turns = kernel_turns(m->kernel, a->loop);
	struct counted c;
	struct warps w = {
		.access = a,
		.period = period,
		.width = (int) m->dev->warp_size,
		.count = count,
		.user = user,
	};

	if (!quasi_is_affine(a->address) ||
		footprint_variables(a->address, a->predicate) >> VAR_LOOP0)
		return false;
	*sum = (struct requests) { 0 };
	if (g < 0)
		return true;
	if (!warps_init(m, &w) ||
		!masks_add(&m->conditions->masks, a->predicate, &node)) {
		m->status = FOOTPRINT_MEMORY;
		return true;
	}
	c = count_sample(m, &w, node, g);
	workings_add_requests(sum, &c.sum,
		turns * scale_of(m, &k->predicate[g], &c.sectors));
	sum->n = turns * c.sum.n * scale_of(m, &k->predicate[g], &c.n);
	sum->cycles = turns * c.sum.cycles *
		scale_of(m, &k->predicate[g], &c.cycles);
	return true;
}
