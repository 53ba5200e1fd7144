/* Granules of strips of memory: the accesses turned around, so that the rows of
 * threads that touch a strip follow from its addresses.
 */

#include <math.h>
#include <string.h>

#include "engine/base/bits.h"
#include "engine/base/integer.h"
#include "engine/count/footprint_paths.h"
#include "engine/model/strips.h"

/* Most rows of a strip. */
#define STRIP_ROWS 4

/* Threads of a row that can be evaluated while another is looked up. */
#define PER_ROW 256

static void sort_digits(struct strips_inverse *v)
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
	struct strips_inverse *v)
{
	double reach = 0;

	*v = (struct strips_inverse) {
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
	v->shift = -1;
	if ((v->stride[v->n_digit - 1] & (v->stride[v->n_digit - 1] - 1)) == 0)
		v->shift = __builtin_ctzll(
			(uint64_t) v->stride[v->n_digit - 1]);
	for (int i = v->n_digit - 1; i >= 0; --i) {
		if ((double) v->stride[i] <= reach)
			return false;
		reach += (double) v->stride[i] * (double) (v->n[i] - 1);
	}
	return true;
}

/* OR "n" bits of "from", from bit "at" on, into "to" from bit "start" on. */
static void or_bits(uint64_t *to, int64_t start, const uint64_t *from,
	int64_t at, int64_t n)
{
	int64_t head = integer_min(n, (64 - start % 64) % 64);
	int shift;

	if (head > 0)
		to[start / 64] |= masks_bits(from, at, head) << start % 64;
	to += (start + head) / 64;
	from += (at + head) / 64;
	shift = (int) ((at + head) % 64);
	n -= head;
	if (shift == 0)
		for (; n >= 64; n -= 64)
			*to++ |= *from++;
	for (; n >= 64; n -= 64, ++from)
		*to++ |= from[0] >> shift | from[1] << (64 - shift);
	if (n > 0)
		*to |= masks_bits(from, shift, n);
}

/* Mark the granules of "n" threads of a row, from bit "at" of "from" on; the
 * first is at "address" in the strip.
 */
static void mark_granules(const struct strips *t, uint64_t *to, int64_t address,
	int64_t stride, const uint64_t *from, int64_t at, int64_t n)
{
	for (int64_t i = 0; i < n; ++i) {
		int64_t granule;

		if (!(from[(at + i) / 64] >> (at + i) % 64 & 1))
			continue;
		granule = (address + i * stride) / t->granule_B;
		to[granule / 64] |= UINT64_C(1) << granule % 64;
	}
}

/* The bits of the row that thread "at" is in, and where it is in them. */
static const uint64_t *row_bits(struct strips *t,
	const struct strips_inverse *v, const int64_t at[3], int64_t *place,
	int64_t *n)
{
	const uint64_t *bits = conditions_row(v->rows, v->row_node, at,
		v->n[v->n_digit - 1], place, n);

	++t->n_row;
	t->failed |= !bits;
	return bits;
}

/* Add the threads from .. to-1 of the row of "at", whose thread 0 is at
 * "address" in the strip.
 */
static void add_threads(struct strips *t, const struct strips_inverse *v,
	int set, int64_t at[3], int64_t from, int64_t to, int64_t address)
{
	int last = v->n_digit - 1;
	int64_t stride = v->stride[last], slot = 0;

	if (t->n_slot > 0)
		slot = v->shift >= 0 ? address >> v->shift :
				       integer_floor(address, stride);
	for (int64_t x = from, n; x < to; x += n) {
		int64_t place;
		const uint64_t *bits;

		at[v->axis[last]] = x;
		bits = row_bits(t, v, at, &place, &n);
		if (!bits)
			return;
		n = integer_min(n, to - x);
		if (t->is_any || t->is_drawn)
			t->n_touch[set] += bits_sum_range(bits, place, n);
		if (t->is_any)
			continue;
		t->marked |= 1u << set;
		if (t->n_slot > 0)
			or_bits(t->bits[set], slot + x, bits, place, n);
		else
			mark_granules(t, t->bits[set], address + x * stride,
				stride, bits, place, n);
	}
}

/* a over the stride of threads, rounded up. */
static int64_t ceil_by_stride(const struct strips_inverse *v, int64_t a)
{
	int64_t stride = v->stride[v->n_digit - 1];

	return v->shift >= 0 ? (a + stride - 1) >> v->shift :
			       integer_ceil(a, stride);
}

/* Add what the row of "at" touches of the strip, of "length" bytes; thread 0 of
 * the row is at "address" in it.
 */
static void add_row(struct strips *t, const struct strips_inverse *v,
	int64_t at[3], int64_t address, int64_t length)
{
	int last = v->n_digit - 1, axis = v->axis[last];
	int64_t from = integer_max(0, ceil_by_stride(v, -address));
	int64_t to = integer_min(v->n[last],
		ceil_by_stride(v, length - address));
	int d = axis == 0 ? 1 : 0, e = axis == 2 ? 1 : 2;

	for (int i = 0; i < t->n_near; ++i) {
		const struct thread_box *b = t->near[i].box;

		if (at[d] >= b->lo[d] && at[d] < b->hi[d] &&
			at[e] >= b->lo[e] && at[e] < b->hi[e])
			add_threads(t, v, t->near[i].set, at,
				integer_max(from, b->lo[axis]),
				integer_min(to, b->hi[axis]), address);
	}
}

/* Find the boxes of all sets that have threads from .. to along an axis. */
static void find_near(struct strips *t, int axis, int64_t from, int64_t to)
{
	t->n_near = 0;
	for (int i = 0; i < t->n_set; ++i)
		for (int k = 0; k < t->set[i].n_box; ++k) {
			const struct thread_box *b = &t->set[i].box[k];

			if (b->lo[axis] <= to && b->hi[axis] > from)
				t->near[t->n_near++] = (struct strips_near) { i,
					b };
		}
}

/* Add the rows of an access, in the order of their addresses. */
static void add_access(struct strips *t, const struct strips_inverse *v)
{
	int n_digit = v->n_digit - 1;
	int64_t at[3] = { 0, 0, 0 }, address = v->constant - t->start_B;
	int64_t rest = integer_max(0, -address);
	int64_t length = t->n_granule * t->granule_B;

	for (int i = 0; i < n_digit; ++i) {
		int64_t digit = integer_min(v->n[i] - 1, rest / v->stride[i]);

		at[v->axis[i]] = digit;
		address += digit * v->stride[i];
		rest -= digit * v->stride[i];
	}
	if (address >= length)
		return;
	find_near(t, v->axis[0], n_digit > 0 ? at[v->axis[0]] : 0,
		n_digit > 0 ?
			at[v->axis[0]] + (length - address) / v->stride[0] + 1 :
			v->n[0]);
	while (address < length && !t->failed &&
		!(t->is_any && t->n_touch[0] > 0)) {
		int i = n_digit - 1;

		add_row(t, v, at, address, length);
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

/* Add the granules of word w by the sets that touch them; most words are
 * touched by one set alone.
 */
static void count_word(const struct strips *t, int w, uint64_t firsts,
	double *n)
{
	uint64_t word[FOOTPRINT_SETS], some = 0;
	int sets = 0;

	for (int s = 0; s < t->n_set; ++s) {
		word[s] = t->bits[s][w];
		if (!word[s])
			continue;
		if (t->n_slot > 1)
			word[s] = conditions_fold(word[s], t->n_slot, firsts);
		some |= word[s];
		sets |= 1 << s;
	}
	if ((sets & (sets - 1)) == 0) {
		n[sets] += bits_sum(some);
		return;
	}
	for (int c = 1; c < 1 << t->n_set; ++c) {
		uint64_t here = some;

		for (int s = 0; s < t->n_set; ++s)
			here &= c >> s & 1 ? word[s] : ~word[s];
		n[c] += bits_sum(here);
	}
}

static double count_words(const uint64_t *word, int n_word, int64_t n_slot,
	uint64_t firsts)
{
	int64_t n = 0;

	if (n_slot <= 1)
		return bits_sum_all(word, n_word);
	for (int w = 0; w < n_word; ++w)
		n += bits_sum(conditions_fold(word[w], n_slot, firsts));
	return (double) n;
}

/* Granules of strip "strip" by the sets that touch them, and all accesses to
 * them.
 */
void strips_count(struct strips *t, int64_t strip, double *n)
{
	uint64_t firsts = 0;

	t->start_B = strip * t->n_granule * t->granule_B;
	memset(t->n_touch, 0, sizeof(t->n_touch));
	for (int i = 0; i < t->n_set; ++i)
		if (t->marked >> i & 1)
			memset(t->bits[i], 0,
				(size_t) t->n_word * sizeof(uint64_t));
	t->marked = 0;
	for (int i = 0; i < t->n_inverse; ++i)
		add_access(t, &t->inverse[i]);
	for (int c = 0; c < 1 << t->n_set; ++c)
		n[c] = 0;
	if (t->n_slot > 1)
		firsts = conditions_firsts(t->n_slot);
	if (t->marked && (t->marked & (t->marked - 1)) == 0)
		n[t->marked] = count_words(t->bits[__builtin_ctz(t->marked)],
			t->n_word, t->n_slot, firsts);
	else
		for (int w = 0; t->marked && w < t->n_word; ++w)
			count_word(t, w, firsts, n);
}

int64_t strips_find(const struct strips *t, int64_t address)
{
	return integer_floor(address, t->n_granule * t->granule_B);
}

/* Strips that set "s" may touch: the first, and how many. */
double strips_range(const struct strips *t, int s, int64_t *first)
{
	int64_t min = INT64_MAX, max = INT64_MIN;
	struct thread_box hull;

	*first = 0;
	if (t->set[s].n_box == 0)
		return 0;
	hull = footprint_hull(&t->set[s]);
	for (int k = 0; k < t->n_inverse; ++k) {
		const struct strips_inverse *v = &t->inverse[k];
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
	*first = strips_find(t, min);
	return (double) (strips_find(t, max) - *first) + 1;
}

/* The same for all sets, which may lie far apart. */
double strips_range_all(const struct strips *t, int64_t *first)
{
	double end = -INFINITY;

	*first = INT64_MAX;
	for (int s = 0; s < t->n_set; ++s) {
		int64_t here;
		double n = strips_range(t, s, &here);

		if (!(n > 0))
			continue;
		*first = integer_min(*first, here);
		end = fmax(end, (double) here + n);
	}
	return end > -INFINITY ? end - (double) *first : 0;
}

/* Does some thread touch the granule? */
bool strips_touch(struct strips *t, int64_t granule)
{
	t->start_B = granule * t->granule_B;
	t->n_touch[0] = 0;
	for (int i = 0; i < t->n_inverse && t->n_touch[0] == 0; ++i)
		add_access(t, &t->inverse[i]);
	return t->n_touch[0] > 0;
}

bool strips_invert(struct strips *t, const struct access *a,
	struct strips_inverse *v)
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
void strips_start_at_zero(struct strips *t)
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
void strips_cut(struct strips *t)
{
	int64_t stride = t->inverse[0].stride[t->inverse[0].n_digit - 1];
	double length = (double) t->granule_B * STRIPS_THREADS;

	t->n_slot = conditions_slots(stride, t->granule_B);
	for (int i = 0; i < t->n_inverse; ++i) {
		const struct strips_inverse *v = &t->inverse[i];
		int last = v->n_digit - 1;
		double threads = STRIPS_THREADS;

		if (v->stride[last] != stride)
			t->n_slot = 0;
		if (last > 0)
			threads = fmin(threads,
				fmax(STRIPS_THREADS / 8,
					STRIP_ROWS *
						(double) v->stride[last - 1] /
						(double) v->stride[last]));
		length = fmin(length, threads * (double) v->stride[last]);
	}
	t->n_granule = (int64_t) fmax(1, length / (double) t->granule_B);
	t->n_word = (int) ((t->n_granule * integer_max(1, t->n_slot) - 1) / 64 +
		1);
	t->rows = 0;
	for (int i = 0; i < t->n_inverse; ++i) {
		const struct strips_inverse *v = &t->inverse[i];
		double row_B = v->n_digit > 1 ?
			(double) v->stride[v->n_digit - 2] :
			INFINITY;
		int64_t n = v->rows->shape[v->rows->axis];

		t->rows += (1 + length / row_B) *
			(cost_of(v->rows) + (double) n / PER_ROW / 4);
	}
}
