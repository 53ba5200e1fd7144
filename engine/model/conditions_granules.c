/* Distinct granules under conditions, where no closed form holds
 * (doc/MODEL.md, chapter 6).  The threads that touch a granule follow from its
 * address, so that sampled accesses are enough: each counts for the inverse
 * of the number of accesses to its granule.
 */

#include <math.h>
#include <stdlib.h>

#include "engine/base/integer.h"
#include "engine/count/footprint_paths.h"
#include "engine/model/conditions.h"

/* The budget of a count, in accesses tried: of an estimate, and of one of many.
 * EACH accesses of a block are sampled, in at least FEWEST_BLOCKS or
 * FEWEST_OF_MANY blocks.
 */
#define MOST_TOUCHES   5e4
#define FEW_TOUCHES    4e3
#define EACH	       16
#define FEWEST_BLOCKS  64
#define FEWEST_OF_MANY 8

/* A granule that more than LARGE accesses may touch is searched for in at most
 * MOST_MET blocks, FEW_MET in one of many estimates.
 */
#define LARGE	 2048
#define MOST_MET 512
#define FEW_MET	 128

/* From an address back to the thread that makes it.  Global indices along the
 * axes, longest stride first, are digits of the address: all shorter strides
 * together stay below the next longer one.
 */
struct inverse {
	const struct access *access;
	int node; /* of its predicate in the masks */
	int n_digit, axis[3];
	int64_t stride[3], n[3];
	int64_t constant, common_B; /* all strides are multiples of it */
};

struct task {
	const struct workings *m;
	struct masks *masks;
	int n_inverse;
	struct inverse *inverse;
	int64_t granule_B, base_B;
	int n_set;
	const struct thread_set *set;
	bool failed; /* for want of memory */
	/* of the granule at hand */
	double n_touch;
	unsigned sets;
	/* or, for large granules, the ones found so far */
	int n_met, most_met;
	int64_t *met;
};

static void sort_digits(struct inverse *v)
{
	for (int i = 1; i < v->n_digit; ++i)
		for (int j = i; j > 0 && v->stride[j] > v->stride[j - 1]; --j) {
			int64_t stride = v->stride[j], n = v->n[j];
			int axis = v->axis[j];

			v->stride[j] = v->stride[j - 1];
			v->n[j] = v->n[j - 1];
			v->axis[j] = v->axis[j - 1];
			v->stride[j - 1] = stride;
			v->n[j - 1] = n;
			v->axis[j - 1] = axis;
		}
}

/* False if two threads may have the same address, or the address depends on
 * more than the global index.
 */
static bool invert(const struct workings *m, const struct access *a,
	struct inverse *v)
{
	double reach = 0;

	*v = (struct inverse) {
		.access = a,
		.constant = a->address->constant,
	};
	if (a->draw.kind || a->loop >= 0 || !quasi_is_affine(a->address))
		return false;
	for (int i = 0; i < 3; ++i) {
		int64_t n = (m->kernel->domain[i] - 1) / m->launch->fold[i] + 1,
			stride;

		if (n == 1)
			continue;
		if (!footprint_stride(m->launch, a->address, i, &stride) ||
			stride <= 0)
			return false;
		v->axis[v->n_digit] = i;
		v->stride[v->n_digit] = stride;
		v->n[v->n_digit++] = n;
		v->common_B = integer_gcd(v->common_B, stride);
	}
	sort_digits(v);
	for (int i = v->n_digit - 1; i >= 0; --i) {
		if ((double) v->stride[i] <= reach)
			return false;
		reach += (double) v->stride[i] * (double) (v->n[i] - 1);
	}
	return true;
}

/* Which of the sets the thread with these global indices is in, as bits. */
static unsigned sets_of(const struct task *t, const int64_t at[3])
{
	unsigned sets = 0;

	for (int i = 0; i < t->n_set; ++i)
		for (int k = 0; k < t->set[i].n_box; ++k) {
			const struct thread_box *b = &t->set[i].box[k];

			if (at[0] >= b->lo[0] && at[0] < b->hi[0] &&
				at[1] >= b->lo[1] && at[1] < b->hi[1] &&
				at[2] >= b->lo[2] && at[2] < b->hi[2])
				sets |= 1u << i;
		}
	return sets;
}

/* Of "n" threads from "point" on along "axis", those that take a predicate. */
static int count_active(struct task *t, int node, const int64_t *point,
	int axis, int64_t n)
{
	const int64_t *block = t->m->launch->block, *at = &point[VAR_TX];
	int64_t thread = at[0] + block[0] * (at[1] + block[1] * at[2]);
	int64_t step = axis == 0 ? 1 :
		axis == 1	 ? block[0] :
				   block[0] * block[1];
	const uint64_t *bits;
	int n_active = 0;

	masks_go(t->masks, &point[VAR_BX]);
	bits = masks_find(t->masks, node);
	t->failed |= !bits;
	for (int64_t i = 0; bits && i < n; ++i, thread += step)
		n_active += bits[thread / 64] >> thread % 64 & 1;
	return n_active;
}

/* Add the threads of a row whose addresses are rest, rest + step ... bytes past
 * that of the first, below "end", if there are such and their condition holds;
 * how many these were at most.
 */
static int64_t touch_row(struct task *t, const struct inverse *v, int64_t rest,
	int64_t step, int64_t end)
{
	const int64_t *block = t->m->launch->block;
	int64_t point[N_QUASI_VAR] = { 0 }, at[3] = { 0, 0, 0 }, n = 1;
	int last = v->n_digit - 1;
	unsigned sets;
	int n_active;

	for (int i = 0; i < v->n_digit; ++i) {
		int64_t digit = integer_floor(rest, v->stride[i]);

		if (digit < 0 || digit >= v->n[i])
			return 1;
		at[v->axis[i]] = digit;
		end -= digit * v->stride[i];
		rest -= digit * v->stride[i];
	}
	sets = rest == 0 ? sets_of(t, at) : 0;
	for (int i = 0; i < 3; ++i) {
		point[VAR_TX + i] = at[i] % block[i];
		point[VAR_BX + i] = at[i] / block[i];
	}
	if (last >= 0 && v->stride[last] == step) {
		int axis = v->axis[last];

		n = integer_min(integer_ceil(end, step),
			integer_min(v->n[last] - at[axis],
				block[axis] - point[VAR_TX + axis]));
	}
	if (!sets)
		return n;
	n_active = count_active(t, v->node, point,
		last >= 0 ? v->axis[last] : 0, n);
	t->n_touch += n_active;
	if (n_active > 0)
		t->sets |= sets;
	return n;
}

/* Count the accesses to the granule of "address", and the sets they are from.
 */
static void touch(struct task *t, int64_t address)
{
	int64_t first = integer_floor(t->base_B + address, t->granule_B) *
			t->granule_B -
		t->base_B;

	t->n_touch = 0;
	t->sets = 0;
	for (int i = 0; i < t->n_inverse; ++i) {
		const struct inverse *v = &t->inverse[i];
		int64_t step = v->common_B ? v->common_B : t->granule_B;
		int64_t end = first + t->granule_B - v->constant;
		int64_t rest = v->common_B ?
			integer_ceil(first - v->constant, step) * step :
			0;

		if (rest + v->constant < first)
			continue;
		while (rest < end)
			rest += step * touch_row(t, v, rest, step, end);
	}
}

/* Sums over the sampled accesses of a set. */
struct sums {
	double lanes, granules[1 << FOOTPRINT_SETS];
};

/* An access of one thread. */
static void look_at_access(struct task *t, const struct inverse *v,
	const int64_t *point, struct sums *sums)
{
	int64_t address;

	if (!quasi_eval(v->access->address, point, &address))
		return;
	sums->lanes += 1;
	if (t->met) {
		if (t->n_met < t->most_met)
			t->met[t->n_met++] = integer_floor(t->base_B + address,
				t->granule_B);
		return;
	}
	touch(t, address);
	if (t->n_touch > 0)
		sums->granules[t->sets] += 1 / t->n_touch;
}

/* Sample every "step"-th of the active threads of an access, from *next on,
 * which is what is left to skip.
 */
static void look_at_lanes(struct task *t, const struct inverse *v,
	int64_t *point, double step, double *next, struct sums *sums)
{
	const int64_t *block = t->m->launch->block;

	for (int w = 0; w < t->masks->n_word; ++w) {
		const uint64_t *word;
		uint64_t bits;
		int n, first = 0;

		/* touching granules may have gone to other blocks */
		masks_go(t->masks, &point[VAR_BX]);
		word = masks_find(t->masks, v->node);
		t->failed |= !word;
		bits = word ? word[w] & t->masks->domain[w] : 0;
		n = __builtin_popcountll(bits);
		for (; *next < n; *next += step) {
			int64_t thread;

			for (; first < (int) *next; ++first)
				bits &= bits - 1;
			thread = (int64_t) w * 64 + __builtin_ctzll(bits);
			point[VAR_TX] = thread % block[0];
			point[VAR_TY] = thread / block[0] % block[1];
			point[VAR_TZ] = thread / block[0] / block[1];
			look_at_access(t, v, point, sums);
		}
		*next -= n;
	}
}

/* Sample about "n" of the "lanes" active accesses of the block "at", with
 * weight "weight".
 */
static void look_at_block(struct task *t, const int64_t at[3],
	const struct kinds_pattern *p, double lanes, double n, double start,
	double weight, struct sums *sums)
{
	double step = fmax(1, lanes / n), next = step > 1 ? start * step : 0;
	int64_t point[N_QUASI_VAR] = { 0 };
	struct sums here = { 0 };

	for (int i = 0; i < 3; ++i)
		point[VAR_BX + i] = at[i];
	masks_limit(t->masks, p->limit);
	for (int i = 0; i < t->n_inverse; ++i)
		look_at_lanes(t, &t->inverse[i], point, step, &next, &here);
	if (!(here.lanes > 0))
		return;
	sums->lanes += weight;
	for (int i = 1; i < 1 << t->n_set; ++i)
		sums->granules[i] += weight * here.granules[i] / here.lanes;
}

static double fraction(double x)
{
	return x - floor(x);
}

/* Systematic sampling: blocks at equal steps of the cumulated lanes of boxes,
 * placed within a box by a Kronecker sequence (powers of the inverse plastic
 * constant, as in workings_count.c).
 */
static void look_at_boxes(struct task *t, const struct kinds *k,
	const double *lanes, double all, int n_block, double each,
	struct sums *sums)
{
	static const double place[3] = { 0.81917251339616443,
		0.67104360670378921, 0.54970047790197026 };
	double step = all / n_block, next = step / 2, before = 0;
	int n = 0;

	for (int i = 0; i < k->n_box; ++i) {
		const struct kinds_box *b = &k->box[i];
		double here = lanes[b->pattern];

		before += here * b->weight;
		while (before > next) {
			double to[BLOCKS_SPANS];
			int64_t at[3] = { b->at[0], b->at[1], b->at[2] };

			++n;
			for (int s = 0; s < BLOCKS_SPANS; ++s) {
				int round = 1 + s / 3;

				to[s] = fraction(
					0.5 + n * place[s % 3] * round);
			}
			blocks_move(b->n_span, b->span, to, at);
			look_at_block(t, at, &k->pattern[b->pattern], here,
				each, fraction(n * 0.61803398874989485), step,
				sums);
			next += step;
		}
	}
}

/* Distinct granules of a set: an access counts for its share of its granule.
 *
 *	|F| = sum over accesses a of 1 / |accesses to the granule of a|	  (6.18)
 */
static bool look_at_set(struct task *t, const struct kinds *k,
	const struct access_list *list, int n_block, double each, double *n)
{
	double *lanes = quasi_pool_alloc(t->m->pool,
		((size_t) k->n_pattern + 1) * sizeof(double));
	double all = 0;
	struct sums sums = { 0 };

	if (!lanes)
		return false;
	for (int i = 0; i < k->n_pattern; ++i) {
		lanes[i] = conditions_of_list(k, list, &k->pattern[i]);
		all += lanes[i] * k->pattern[i].weight;
	}
	if (!(all > 0))
		return true;
	look_at_boxes(t, k, lanes, all, n_block, each, &sums);
	if (!(sums.lanes > 0) || t->failed)
		return false;
	for (int i = 1; i < 1 << t->n_set; ++i)
		n[i] += conditions_of_list(k, list, NULL) * sums.granules[i] /
			sums.lanes;
	return true;
}

static int compare(const void *p, const void *q)
{
	const int64_t *a = p, *b = q;

	return (*a > *b) - (*a < *b);
}

/* Large granules such as pages are few: those that the sample meets count. */
static bool meet_granules(struct task *t, const struct kinds *k,
	const struct access_list *list, double *n)
{
	int most = t->m->launch->figures_only ? FEW_MET : MOST_MET;

	t->most_met = 2 * most * list->n;
	t->met = quasi_pool_alloc(t->m->pool,
		(size_t) t->most_met * sizeof(t->met[0]));
	if (!t->met || !look_at_set(t, k, list, most, list->n, n))
		return false;
	qsort(t->met, (size_t) t->n_met, sizeof(t->met[0]), compare);
	n[1] = t->n_met > 0;
	for (int i = 1; i < t->n_met; ++i)
		n[1] += t->met[i] != t->met[i - 1];
	return true;
}

bool conditions_granules(struct workings *m, const struct access_list *list,
	double granule_B, int n_set, const struct thread_set *set,
	const struct kinds *by_set, double *n)
{
	struct task t = {
		.m = m,
		.masks = &m->conditions->masks,
		.granule_B = (int64_t) granule_B,
		.n_set = n_set,
		.set = set,
		.n_inverse = list->n,
	};
	double common = 1, n_block;

	t.inverse = quasi_pool_alloc(m->pool,
		(size_t) (list->n + 1) * sizeof(t.inverse[0]));
	if (!t.inverse)
		return false;
	for (int i = 0; i < list->n; ++i) {
		const struct access *a = &m->kernel->access[list->access[i]];

		if (!invert(m, a, &t.inverse[i]))
			return false;
		t.inverse[i].node = -1;
		if (a->predicate &&
			!masks_add(t.masks, a->predicate, &t.inverse[i].node))
			return false;
		t.base_B = m->kernel->field[a->field].base_B;
		common = fmax(common,
			t.inverse[i].common_B ?
				granule_B / (double) t.inverse[i].common_B :
				1);
	}
	for (int i = 0; i < 1 << n_set; ++i)
		n[i] = 0;
	if (common * list->n > LARGE)
		return n_set == 1 && meet_granules(&t, by_set, list, n);
	n_block = (m->launch->figures_only ? FEW_TOUCHES : MOST_TOUCHES) /
		(common * list->n * EACH) * conditions_effort(m);
	n_block = fmax(m->launch->figures_only ? FEWEST_OF_MANY : FEWEST_BLOCKS,
		n_block);
	for (int i = 0; i < n_set; ++i)
		if (!look_at_set(&t, &by_set[i], list, (int) n_block, EACH, n))
			return false;
	return true;
}
