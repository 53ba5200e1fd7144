/* Distinct granules under conditions, where no closed form holds
 * (doc/MODEL.md, chapter 6).  Memory is cut into strips of granules.  The rows
 * of threads that touch a strip follow from its addresses, and rows of bits
 * (masks.h) tell which of them are active.  A launch of few strips is counted
 * whole; of others, strips are drawn by the accesses that they have.
 */

#include <math.h>
#include <string.h>

#include "engine/base/bits.h"
#include "engine/base/integer.h"
#include "engine/count/footprint_paths.h"
#include "engine/model/conditions.h"

/* Limits of a strip: threads of each access, and rows of them. */
#define STRIP_THREADS CONDITIONS_ROW
#define STRIP_ROWS    4

/* The budget of a count in rows: of an estimate, and of one of many.  Launches
 * of at most WHOLE times as many rows are counted whole.  Strips that are drawn
 * of each set by their accesses.
 */
#define MOST_ROWS    1500
#define FEW_ROWS     300
#define WHOLE	     6
#define FEWEST_DRAWN 20
#define MOST_DRAWN   48

/* Threads of a row that can be evaluated while another is looked up. */
#define PER_ROW 256

/* The bits of a strip, and of a row. */
#define WORDS (STRIP_THREADS / 64)

/* From an address back to the thread that makes it.  Global indices along the
 * axes, longest stride first, are digits of the address: all shorter strides
 * together stay below the next longer one.  The last digit counts the threads
 * of a row.
 */
struct inverse {
	const struct access *access;
	int node;     /* of its predicate in the masks of blocks */
	int row_node; /* and of rows */
	int n_digit, axis[3];
	int64_t stride[3], n[3];
	int64_t constant; /* with the base of the field */
	struct masks *rows;
};

struct task {
	struct workings *m;
	struct masks *masks;
	int n_inverse;
	struct inverse *inverse;
	int64_t granule_B;
	int n_set;
	const struct thread_set *set;
	bool failed; /* for want of memory */
	/* granules of a strip; slots of a granule, a power of two up to 64, each
	 * of which is a stride of rows; 0: strides and granules do not fit
	 */
	int64_t n_granule, n_slot;
	double rows; /* of a strip, in all accesses, as the budget counts them */
	bool is_any; /* look for one access to the strip, mark no granules */
	/* of the strip at hand */
	int64_t start_B;
	double n_touch[FOOTPRINT_SETS], n_row;
	uint64_t bits[FOOTPRINT_SETS][WORDS + 1];
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
		.node = -1,
		.row_node = -1,
		.constant = a->address->constant +
			m->kernel->field[a->field].base_B,
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
	}
	if (v->n_digit == 0) {
		v->stride[0] = v->n[0] = 1;
		v->n_digit = 1;
	}
	sort_digits(v);
	for (int i = v->n_digit - 1; i >= 0; --i) {
		if ((double) v->stride[i] <= reach)
			return false;
		reach += (double) v->stride[i] * (double) (v->n[i] - 1);
	}
	return true;
}

/* OR "n" bits of "from", from bit "at" on, into "to" from bit "start" on;
 * how many are set.
 */
static int or_bits(uint64_t *to, int64_t start, const uint64_t *from,
	int64_t at, int64_t n)
{
	int sum = 0;

	for (int64_t i = 0, k; i < n; i += k) {
		int up = (int) ((start + i) % 64);
		uint64_t bits;

		k = integer_min(n - i, 64 - up);
		bits = masks_bits(from, at + i, k);
		to[(start + i) / 64] |= bits << up;
		sum += bits_sum(bits);
	}
	return sum;
}

static int count_bits(const uint64_t *from, int64_t at, int64_t n)
{
	int sum = 0;

	for (int64_t i = 0, k; i < n; i += k) {
		k = integer_min(n - i, 64);
		sum += bits_sum(masks_bits(from, at + i, k));
	}
	return sum;
}

/* Mark the granules of "n" threads of a row, from bit "at" of "from" on; the
 * first is at "address" in the strip.
 */
static int mark_granules(const struct task *t, uint64_t *to, int64_t address,
	int64_t stride, const uint64_t *from, int64_t at, int64_t n)
{
	int sum = 0;

	for (int64_t i = 0; i < n; ++i) {
		int64_t granule;

		if (!(from[(at + i) / 64] >> (at + i) % 64 & 1))
			continue;
		granule = (address + i * stride) / t->granule_B;
		to[granule / 64] |= UINT64_C(1) << granule % 64;
		++sum;
	}
	return sum;
}

/* The bits of the row that thread "at" is in, and where it is in them. */
static const uint64_t *row_bits(struct task *t, const struct inverse *v,
	const int64_t at[3], int64_t *place, int64_t *n)
{
	int last = v->n_digit - 1, axis = v->axis[last];
	int64_t length = v->rows->shape[axis];
	int64_t first[3] = { at[0], at[1], at[2] };
	const uint64_t *bits;

	first[axis] = integer_min(at[axis] / length * length,
		v->n[last] - length);
	++t->n_row;
	masks_go(v->rows, first);
	bits = masks_find(v->rows, v->row_node);
	t->failed |= !bits;
	*place = at[axis] - first[axis];
	*n = length - *place;
	return bits;
}

/* Add the threads from .. to-1 of the row of "at", whose thread 0 is at
 * "address" in the strip.
 */
static void add_threads(struct task *t, const struct inverse *v, int set,
	int64_t at[3], int64_t from, int64_t to, int64_t address)
{
	int last = v->n_digit - 1;
	int64_t stride = v->stride[last];

	for (int64_t x = from, n; x < to; x += n) {
		int64_t place;
		const uint64_t *bits;

		at[v->axis[last]] = x;
		bits = row_bits(t, v, at, &place, &n);
		if (!bits)
			return;
		n = integer_min(n, to - x);
		t->n_touch[set] += t->is_any ?
			count_bits(bits, place, n) :
			t->n_slot > 0 ?
			or_bits(t->bits[set],
				integer_floor(address, stride) + x, bits, place,
				n) :
			mark_granules(t, t->bits[set], address + x * stride,
				stride, bits, place, n);
	}
}

/* Add what the row of "at" touches of the strip; thread 0 of the row is at
 * "address" in it.
 */
static void add_row(struct task *t, const struct inverse *v, int64_t at[3],
	int64_t address)
{
	int last = v->n_digit - 1, axis = v->axis[last];
	int64_t stride = v->stride[last];
	int64_t from = integer_max(0, integer_ceil(-address, stride));
	int64_t to = integer_min(v->n[last],
		integer_ceil(t->n_granule * t->granule_B - address, stride));

	for (int i = 0; i < t->n_set; ++i)
		for (int k = 0; k < t->set[i].n_box; ++k) {
			const struct thread_box *b = &t->set[i].box[k];
			bool is_in = true;

			for (int d = 0; d < 3; ++d)
				is_in = is_in &&
					(d == axis ||
						(at[d] >= b->lo[d] &&
							at[d] < b->hi[d]));
			if (is_in)
				add_threads(t, v, i, at,
					integer_max(from, b->lo[axis]),
					integer_min(to, b->hi[axis]), address);
		}
}

/* Add the rows of an access, in the order of their addresses. */
static void add_access(struct task *t, const struct inverse *v)
{
	int n_digit = v->n_digit - 1;
	int64_t at[3] = { 0, 0, 0 }, address = v->constant - t->start_B;
	int64_t rest = integer_max(0, -address);

	for (int i = 0; i < n_digit; ++i) {
		int64_t digit = integer_min(v->n[i] - 1, rest / v->stride[i]);

		at[v->axis[i]] = digit;
		address += digit * v->stride[i];
		rest -= digit * v->stride[i];
	}
	while (address < t->n_granule * t->granule_B && !t->failed &&
		!(t->is_any && t->n_touch[0] > 0)) {
		int i = n_digit - 1;

		add_row(t, v, at, address);
		for (; i >= 0 && at[v->axis[i]] == v->n[i] - 1; --i) {
			address -= at[v->axis[i]] * v->stride[i];
			at[v->axis[i]] = 0;
		}
		if (i < 0)
			return;
		++at[v->axis[i]];
		address += v->stride[i];
	}
}

/* Granules of strip "strip" by the sets that touch them, and all accesses to
 * them.
 */
static void count_strip(struct task *t, int64_t strip, double *n)
{
	uint64_t word[FOOTPRINT_SETS];

	t->start_B = strip * t->n_granule * t->granule_B;
	memset(t->n_touch, 0, sizeof(t->n_touch));
	memset(t->bits, 0, sizeof(t->bits));
	for (int i = 0; i < t->n_inverse; ++i)
		add_access(t, &t->inverse[i]);
	for (int c = 0; c < 1 << t->n_set; ++c)
		n[c] = 0;
	for (int w = 0; w <= WORDS; ++w) {
		uint64_t some = 0;

		for (int s = 0; s < t->n_set; ++s) {
			word[s] = t->bits[s][w];
			if (t->n_slot > 1 && word[s])
				word[s] = conditions_fold(word[s], t->n_slot);
			some |= word[s];
		}
		for (int c = 1; some && c < 1 << t->n_set; ++c) {
			uint64_t here = some;

			for (int s = 0; s < t->n_set; ++s)
				here &= c >> s & 1 ? word[s] : ~word[s];
			n[c] += bits_sum(here);
		}
	}
}

static int64_t strip_of(const struct task *t, int64_t address)
{
	return integer_floor(address, t->n_granule * t->granule_B);
}

/* Strips that set "s" may touch: the first, and how many. */
static double range_of(const struct task *t, int s, int64_t *first)
{
	int64_t min = INT64_MAX, max = INT64_MIN;
	struct thread_box hull;

	*first = 0;
	if (t->set[s].n_box == 0)
		return 0;
	hull = footprint_hull(&t->set[s]);
	for (int k = 0; k < t->n_inverse; ++k) {
		const struct inverse *v = &t->inverse[k];
		int64_t lo = v->constant, hi = v->constant;

		for (int i = 0; i < v->n_digit; ++i) {
			int64_t end = integer_min(v->n[i], hull.hi[v->axis[i]]);

			lo += v->stride[i] * hull.lo[v->axis[i]];
			hi += v->stride[i] * (end - 1);
		}
		min = integer_min(min, lo);
		max = integer_max(max, hi);
	}
	if (min > max)
		return 0;
	*first = strip_of(t, min);
	return (double) (strip_of(t, max) - *first) + 1;
}

/* The same for all sets, which may lie far apart. */
static double range_of_all(const struct task *t, int64_t *first)
{
	double end = -INFINITY;

	*first = INT64_MAX;
	for (int s = 0; s < t->n_set; ++s) {
		int64_t here;
		double n = range_of(t, s, &here);

		if (!(n > 0))
			continue;
		*first = integer_min(*first, here);
		end = fmax(end, (double) here + n);
	}
	return end > -INFINITY ? end - (double) *first : 0;
}

static bool count_all(struct task *t, int64_t first, int64_t n_strip, double *n)
{
	for (int64_t i = 0; i < n_strip && !t->failed; ++i) {
		double here[1 << FOOTPRINT_SETS];

		count_strip(t, first + i, here);
		for (int c = 1; c < 1 << t->n_set; ++c)
			n[c] += here[c];
	}
	return !t->failed;
}

/* How the strips of a set are drawn: n_touch by accesses, of which there are
 * n_access; n_even evenly from n_strip strips.
 */
struct quota {
	double n_touch, n_access, n_even, n_strip;
	int64_t first;
};

/* Sums over drawn strips: granules g and accesses t, each over the number of
 * times that the strip is expected to be drawn.
 */
struct sums {
	const struct quota *quota; /* of each set */
	double granules[1 << FOOTPRINT_SETS];
	double g, t, gg, gt, tt;
};

/* Add a strip w.
 *
 *	|F| = t sum_w (g_w / E_w) / sum_w (t_w / E_w)		  (6.18)
 *	E_w = sum over sets i of n_i t_iw / t_i + n'_i / N_i, where w is one
 *	      of the N_i strips of set i
 *
 *	g_w, t_iw   granules of w that are touched, accesses of set i to it
 *	t_w, t      accesses of all sets to it, to all strips
 */
static void draw_strip(struct task *t, int64_t strip, struct sums *sums)
{
	double here[1 << FOOTPRINT_SETS], expected = 0, touches = 0, g = 0;

	count_strip(t, strip, here);
	for (int i = 0; i < t->n_set; ++i) {
		const struct quota *d = &sums->quota[i];

		touches += t->n_touch[i];
		if (d->n_access > 0)
			expected += d->n_touch * t->n_touch[i] / d->n_access;
		if (strip >= d->first &&
			(double) (strip - d->first) < d->n_strip)
			expected += d->n_even / d->n_strip;
	}
	if (!(expected > 0))
		return;
	for (int c = 1; c < 1 << t->n_set; ++c) {
		sums->granules[c] += here[c] / expected;
		g += here[c] / expected;
	}
	sums->g += g;
	sums->t += touches / expected;
	sums->gg += g * g;
	sums->gt += g * touches / expected;
	sums->tt += touches * touches / expected / expected;
}

/* The strip of the active access of a block that "share" of its accesses come
 * before.
 */
static void draw_access(struct task *t, const int64_t block[3],
	const struct kinds_pattern *p, double lanes, double share,
	struct sums *sums)
{
	const int64_t *size = t->m->launch->block;
	int64_t left = (int64_t) (share * lanes), point[N_QUASI_VAR] = { 0 };

	memcpy(&point[VAR_BX], block, 3 * sizeof(block[0]));
	masks_limit(t->masks, p->limit);
	masks_go(t->masks, block);
	for (int i = 0; i < t->n_inverse; ++i) {
		const uint64_t *word = masks_find(t->masks, t->inverse[i].node);

		t->failed |= !word;
		for (int w = 0; word && w < t->masks->n_word; ++w) {
			const struct inverse *v = &t->inverse[i];
			const struct quasi *e = v->access->address;
			uint64_t bits = word[w] & t->masks->domain[w];
			int n = bits_sum(bits);
			int64_t base_B = v->constant - e->constant;
			int64_t thread, address;

			if (left >= n) {
				left -= n;
				continue;
			}
			for (; left > 0; --left)
				bits &= bits - 1;
			thread = (int64_t) w * 64 + __builtin_ctzll(bits);
			point[VAR_TX] = thread % size[0];
			point[VAR_TY] = thread / size[0] % size[1];
			point[VAR_TZ] = thread / size[0] / size[1];
			if (quasi_eval(e, point, &address))
				draw_strip(t, strip_of(t, address + base_B),
					sums);
			return;
		}
	}
}

static double fraction(double x)
{
	return x - floor(x);
}

/* Systematic sampling: blocks at equal steps of the cumulated lanes of boxes,
 * placed within a box by a Kronecker sequence (powers of the inverse plastic
 * constant, as in workings_count.c).
 */
static void draw_strips(struct task *t, const struct kinds *k,
	const double *lanes, double all, int n_draw, struct sums *sums)
{
	static const double place[3] = { 0.81917251339616443,
		0.67104360670378921, 0.54970047790197026 };
	double step = all / n_draw, next = step / 2, before = 0;
	int n = 0;

	for (int i = 0; i < k->n_box; ++i) {
		const struct kinds_box *b = &k->box[i];
		double here = lanes[b->pattern];

		before += here * b->weight;
		for (; before > next; next += step) {
			double to[BLOCKS_SPANS];
			int64_t at[3] = { b->at[0], b->at[1], b->at[2] };

			++n;
			for (int s = 0; s < BLOCKS_SPANS; ++s) {
				int round = 1 + s / 3;

				to[s] = fraction(
					0.5 + n * place[s % 3] * round);
			}
			blocks_move(b->n_span, b->span, to, at);
			draw_access(t, at, &k->pattern[b->pattern], here,
				fraction(n * 0.61803398874989485), sums);
		}
	}
}

/* Strips of a set evenly, one of each of as many parts. */
static void draw_evenly(struct task *t, const struct quota *d,
	struct sums *sums)
{
	for (int i = 0; i < (int) d->n_even; ++i) {
		double to = i + fraction((i + 1) * 0.61803398874989485);

		draw_strip(t,
			d->first + (int64_t) (to * d->n_strip / d->n_even),
			sums);
	}
}

static double *lanes_of(struct task *t, const struct kinds *k,
	const struct access_list *list, double *all)
{
	double *lanes = quasi_pool_alloc(t->m->pool,
		((size_t) k->n_pattern + 1) * sizeof(double));

	*all = 0;
	for (int i = 0; lanes && i < k->n_pattern; ++i) {
		lanes[i] = conditions_of_list(k, list, &k->pattern[i]);
		*all += lanes[i] * k->pattern[i].weight;
	}
	return lanes;
}

/* The granules by (6.18), and their variance. */
static void take_sums(const struct task *t, const struct sums *s, double *n,
	double *variance)
{
	double access = 0, ratio = s->g / s->t;

	for (int i = 0; i < t->n_set; ++i)
		access += s->quota[i].n_access;
	for (int c = 1; s->t > 0 && c < 1 << t->n_set; ++c)
		n[c] = s->granules[c] * access / s->t;
	if (s->t > 0)
		*variance = (s->gg - 2 * ratio * s->gt +
				    ratio * ratio * s->tt) *
			(access / s->t) * (access / s->t);
}

/* Draw about n_draw strips of each set by their accesses, and half as many
 * evenly: strips of few accesses have granules, too.
 */
static bool draw_sets(struct task *t, const struct kinds *by_set,
	const struct access_list *list, int n_draw, double *n, double *variance)
{
	struct quota quota[FOOTPRINT_SETS];
	struct sums sums = { .quota = quota };
	double *lanes[FOOTPRINT_SETS];

	for (int i = 0; i < t->n_set; ++i) {
		struct quota *d = &quota[i];

		lanes[i] = lanes_of(t, &by_set[i], list, &d->n_access);
		if (!lanes[i])
			return false;
		d->n_strip = d->n_access > 0 ? range_of(t, i, &d->first) : 0;
		d->n_touch = n_draw;
		d->n_even = (int) fmin(d->n_strip, n_draw / 2);
	}
	for (int i = 0; i < t->n_set && !t->failed; ++i) {
		if (!(quota[i].n_access > 0))
			continue;
		draw_strips(t, &by_set[i], lanes[i], quota[i].n_access, n_draw,
			&sums);
		draw_evenly(t, &quota[i], &sums);
	}
	take_sums(t, &sums, n, variance);
	return !t->failed;
}

/* Does some thread touch the granule? */
static bool is_touched(struct task *t, int64_t granule)
{
	t->start_B = granule * t->granule_B;
	t->n_touch[0] = 0;
	for (int i = 0; i < t->n_inverse && t->n_touch[0] == 0; ++i)
		add_access(t, &t->inverse[i]);
	return t->n_touch[0] > 0;
}

static void note_error(struct workings *m, double error)
{
	m->is_sampled = true;
	m->sample_error = fmax(m->sample_error, error);
}

/* Large granules such as pages are few: each is searched for an access.  Past
 * the budget, those that were searched represent all; steps of about the
 * golden ratio spread them over the launch.
 */
static bool search_granules(struct task *t, double *n, double budget)
{
	int64_t first, step, n_granule, i = 0;
	double range, found = 0;

	t->is_any = true;
	t->n_granule = 1;
	range = range_of_all(t, &first);
	if (!(range < 0x1p40) || t->n_set != 1)
		return false;
	n_granule = (int64_t) range;
	step = 1 + (int64_t) (range * 0.61803398874989485);
	while (integer_gcd(step, integer_max(1, n_granule)) != 1)
		++step;
	for (; i < n_granule && t->n_row < budget && !t->failed; ++i)
		found += is_touched(t, first + i * step % n_granule);
	n[1] = found;
	if (i == n_granule || t->failed)
		return !t->failed;
	n[1] = fmax(1, found * range / (double) i);
	note_error(t->m, sqrt((1 - found / (double) i) / fmax(1, found)));
	return true;
}

static bool find_inverse(struct task *t, const struct access *a,
	struct inverse *v)
{
	if (!invert(t->m, a, v))
		return false;
	v->rows = conditions_rows(t->m, v->axis[v->n_digit - 1]);
	return v->rows &&
		(!a->predicate ||
			(masks_add(t->masks, a->predicate, &v->node) &&
				masks_add(v->rows, a->predicate,
					&v->row_node)));
}

/* Move all accesses by whole granules, so that strips are the same wherever a
 * field lies.
 */
static void start_at_zero(struct task *t)
{
	int64_t least = INT64_MAX;

	for (int i = 0; i < t->n_inverse; ++i)
		least = integer_min(least, t->inverse[i].constant);
	least = integer_floor(least, t->granule_B) * t->granule_B;
	for (int i = 0; i < t->n_inverse; ++i)
		t->inverse[i].constant -= least;
}

/* What it costs to find a row that was not met before. */
static double cost_of(const struct masks *rows)
{
	double cost = 1;

	for (int i = 0; i < rows->n_node; ++i) {
		const struct masks_node *node = &rows->node[i];
		int64_t n = rows->shape[rows->axis];

		if (node->a >= 0 || quasi_is_affine(node->predicate->e))
			continue;
		if (node->period > 0)
			n = integer_min(n, node->period);
		cost = fmax(cost, 1 + (double) n / PER_ROW);
	}
	return cost;
}

/* Choose the length of strips. */
static void cut_strips(struct task *t)
{
	int64_t stride = t->inverse[0].stride[t->inverse[0].n_digit - 1];
	double length = (double) t->granule_B * STRIP_THREADS;

	t->n_slot = conditions_slots(stride, t->granule_B);
	for (int i = 0; i < t->n_inverse; ++i) {
		const struct inverse *v = &t->inverse[i];
		int last = v->n_digit - 1;
		double threads = STRIP_THREADS;

		if (v->stride[last] != stride)
			t->n_slot = 0;
		if (last > 0)
			threads = fmin(threads,
				fmax(STRIP_THREADS / 8,
					STRIP_ROWS *
						(double) v->stride[last - 1] /
						(double) v->stride[last]));
		length = fmin(length, threads * (double) v->stride[last]);
	}
	t->n_granule = (int64_t) fmax(1, length / (double) t->granule_B);
	t->rows = 0;
	for (int i = 0; i < t->n_inverse; ++i) {
		const struct inverse *v = &t->inverse[i];
		double row_B = v->n_digit > 1 ?
			(double) v->stride[v->n_digit - 2] :
			INFINITY;
		int64_t n = v->rows->shape[v->rows->axis];

		t->rows += (1 + length / row_B) *
			(cost_of(v->rows) + (double) n / PER_ROW / 4);
	}
}

/* Sets of few strips are counted whole. */
static bool count_strips(struct task *t, const struct access_list *list,
	const struct kinds *by_set, double budget, double *n)
{
	double range, all = 0, variance = 0, error = 0, n_draw;
	int64_t first;

	cut_strips(t);
	range = range_of_all(t, &first);
	if (range * t->rows <= WHOLE * budget)
		return count_all(t, first, (int64_t) range, n);
	n_draw = fmin(MOST_DRAWN,
		fmax(FEWEST_DRAWN, budget / t->rows / t->n_set));
	if (!draw_sets(t, by_set, list, (int) n_draw, n, &variance))
		return false;
	for (int c = 1; c < 1 << t->n_set; ++c)
		all += n[c];
	/* the lanes of a wave cancel in (4.11) */
	if (by_set == &t->m->conditions->kinds)
		error = conditions_error(by_set, list);
	note_error(t->m,
		all > 0 ? hypot(sqrt(fmax(0, variance)) / all, error) : 0);
	return true;
}

bool conditions_granules(struct workings *m, const struct access_list *list,
	double granule_B, int n_set, const struct thread_set *set,
	const struct kinds *by_set, double *n)
{
	double budget = conditions_effort(m) *
		(m->launch->figures_only ? FEW_ROWS : MOST_ROWS);
	struct task *t = quasi_pool_take(m->pool, sizeof(*t));

	if (!t)
		return false;
	*t = (struct task) {
		.m = m,
		.masks = &m->conditions->masks,
		.granule_B = (int64_t) granule_B,
		.n_set = n_set,
		.set = set,
		.n_inverse = list->n,
	};
	t->inverse = quasi_pool_alloc(m->pool,
		(size_t) (list->n + 1) * sizeof(t->inverse[0]));
	if (!t->inverse)
		return false;
	for (int i = 0; i < list->n; ++i)
		if (!find_inverse(t, &m->kernel->access[list->access[i]],
			    &t->inverse[i]))
			return false;
	start_at_zero(t);
	for (int i = 0; i < 1 << n_set; ++i)
		n[i] = 0;
	if (t->granule_B >
		STRIP_THREADS * t->inverse[0].stride[t->inverse[0].n_digit - 1])
		return search_granules(t, n, budget);
	return count_strips(t, list, by_set, budget, n);
}
