#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/count/signature.h"

bool signature_init(struct signature *s, int n_word, int64_t granule_B)
{
	s->n_word = n_word;
	s->granule_B = granule_B;
	s->n_kind = 0;
	s->n_max = 32;
	s->log2_bucket = 6;
	s->mask = heap_take((size_t) s->n_max * n_word * sizeof(*s->mask));
	s->phase = heap_take(s->n_max * sizeof(*s->phase));
	s->count = heap_take(s->n_max * sizeof(*s->count));
	s->bucket = heap_clear((size_t) 1 << s->log2_bucket, sizeof(*s->bucket));
	return s->mask && s->phase && s->count && s->bucket;
}

void signature_clear(struct signature *s)
{
	free(s->mask);
	free(s->phase);
	free(s->count);
	free(s->bucket);
	memset(s, 0, sizeof(*s));
}

static const uint64_t *kind_mask(const struct signature *s, int kind)
{
	return s->mask + (size_t) kind * s->n_word;
}

static size_t kind_hash(const struct signature *s, const uint64_t *mask,
	int64_t phase)
{
	uint64_t h = (uint64_t) phase * 0x9E3779B97F4A7C15u;

	for (int w = 0; w < s->n_word; ++w)
		h = ((h ^ h >> 29) + mask[w]) * 0xBF58476D1CE4E5B9u;
	return h >> (64 - s->log2_bucket);
}

/* The bucket of a kind, or the free one where it goes. */
static int *kind_bucket(const struct signature *s, const uint64_t *mask,
	int64_t phase)
{
	size_t last = ((size_t) 1 << s->log2_bucket) - 1;
	size_t at = kind_hash(s, mask, phase);

	for (; s->bucket[at]; at = (at + 1) & last) {
		int kind = s->bucket[at] - 1;

		if (s->phase[kind] == phase && !memcmp(kind_mask(s, kind),
		    mask, s->n_word * sizeof(*mask)))
			break;
	}
	return &s->bucket[at];
}

static bool signature_grow(struct signature *s)
{
	size_t n_max = 2 * (size_t) s->n_max;
	void *mask, *phase, *count, *bucket;

	mask = heap_resize(s->mask, n_max * s->n_word * sizeof(*s->mask));
	if (mask)
		s->mask = mask;
	phase = heap_resize(s->phase, n_max * sizeof(*s->phase));
	if (phase)
		s->phase = phase;
	count = heap_resize(s->count, n_max * sizeof(*s->count));
	if (count)
		s->count = count;
	bucket = heap_clear(2 * n_max, sizeof(*s->bucket));
	if (!mask || !phase || !count || !bucket) {
		free(bucket);
		return false;
	}
	free(s->bucket);
	s->bucket = bucket;
	s->n_max = (int) n_max;
	++s->log2_bucket;
	for (int k = 0; k < s->n_kind; ++k)
		*kind_bucket(s, kind_mask(s, k), s->phase[k]) = k + 1;
	return true;
}

bool signature_add(struct signature *s, const uint64_t *mask, int64_t phase,
	int64_t count)
{
	int *bucket = kind_bucket(s, mask, phase);

	if (*bucket) {
		s->count[*bucket - 1] += count;
		return true;
	}
	if (s->n_kind == s->n_max) {
		if (!signature_grow(s))
			return false;
		bucket = kind_bucket(s, mask, phase);
	}
	memcpy(s->mask + (size_t) s->n_kind * s->n_word, mask,
		s->n_word * sizeof(*mask));
	s->phase[s->n_kind] = phase;
	s->count[s->n_kind] = count;
	*bucket = ++s->n_kind;
	return true;
}

void signature_sort(int64_t *value, int n)
{
	int gap = 1;

	while (gap < n / 3)
		gap = 3 * gap + 1;
	for (; gap > 0; gap /= 3) {
		for (int i = gap; i < n; ++i) {
			int64_t v = value[i];
			int j = i;

			for (; j >= gap && value[j - gap] > v; j -= gap)
				value[j] = value[j - gap];
			value[j] = v;
		}
	}
}

static int64_t gcd(int64_t a, int64_t b)
{
	while (b) {
		int64_t r = a % b;

		a = b;
		b = r;
	}
	return a;
}

/* Rows first .. first+n-1, all of one mask: by phase. */
static bool add_rows(struct signature *s, const uint64_t *mask,
	int64_t first, int64_t n, int64_t stride_B)
{
	int64_t g = s->granule_B;
	int64_t step = stride_B % g;
	int64_t period = step ? g / gcd(step, g) : 1;
	int64_t phase = (first % period + period) % period * step % g;

	for (int64_t i = 0; i < period && i < n; ++i) {
		if (!signature_add(s, mask, phase,
		    (n - i + period - 1) / period))
			return false;
		phase = (phase + step) % g;
	}
	return true;
}

/* A run begins (+1) or ends (-1). */
struct event {
	int64_t at;
	int bit, change;
};

static void sort_events(struct event *event, int n)
{
	int gap = 1;

	while (gap < n / 3)
		gap = 3 * gap + 1;
	for (; gap > 0; gap /= 3) {
		for (int i = gap; i < n; ++i) {
			struct event e = event[i];
			int j = i;

			for (; j >= gap && event[j - gap].at > e.at; j -= gap)
				event[j] = event[j - gap];
			event[j] = e;
		}
	}
}

/* The rows between two neighbouring events have one mask: the bits of which
 * some run is open.
 */
static bool sweep(struct signature *s, int n_event,
	const struct event *event, int *n_open, uint64_t *mask,
	int64_t stride_B)
{
	int n_bit = 0;

	for (int e = 0; e + 1 < n_event; ++e) {
		int bit = event[e].bit;
		uint64_t *word = &mask[bit / 64], before = *word;

		n_open[bit] += event[e].change;
		*word &= ~((uint64_t) 1 << bit % 64);
		*word |= (uint64_t) (n_open[bit] > 0) << bit % 64;
		n_bit += *word > before;
		n_bit -= *word < before;
		if (n_bit > 0 && event[e + 1].at > event[e].at &&
		    !add_rows(s, mask, event[e].at,
			event[e + 1].at - event[e].at, stride_B))
			return false;
	}
	return true;
}

bool signature_axis(struct signature *s, int n_item,
	const struct row_run *run, int64_t stride_B)
{
	size_t n_word = (size_t) s->n_word;
	struct event *event = heap_take(2 * (size_t) n_item * sizeof(*event));
	int *n_open = heap_clear(64 * n_word, sizeof(*n_open));
	uint64_t *mask = heap_clear(n_word, sizeof(*mask));
	bool ok = event && n_open && mask;

	for (int i = 0; ok && i < n_item; ++i) {
		int64_t start = run[i].start;

		event[2 * i] = (struct event) { start, run[i].bit, 1 };
		event[2 * i + 1] = (struct event) {
			start + run[i].length, run[i].bit, -1 };
	}
	if (ok) {
		sort_events(event, 2 * n_item);
		ok = sweep(s, 2 * n_item, event, n_open, mask, stride_B);
	}
	free(event);
	free(n_open);
	free(mask);
	return ok;
}

static bool mask_and(uint64_t *to, const uint64_t *a, const uint64_t *b,
	int n_word)
{
	uint64_t any = 0;

	for (int w = 0; w < n_word; ++w)
		any |= to[w] = a[w] & b[w];
	return any != 0;
}

bool signature_cross(struct signature *s, const struct signature *a,
	const struct signature *b)
{
	uint64_t *mask = heap_take(s->n_word * sizeof(*mask));
	bool ok = mask != NULL;

	for (int i = 0; ok && i < a->n_kind; ++i) {
		for (int j = 0; ok && j < b->n_kind; ++j) {
			int64_t phase = a->phase[i] + b->phase[j];

			if (!mask_and(mask, kind_mask(a, i),
			    kind_mask(b, j), s->n_word))
				continue;
			if (phase >= s->granule_B)
				phase -= s->granule_B;
			ok = signature_add(s, mask, phase,
				a->count[i] * b->count[j]);
		}
	}
	free(mask);
	return ok;
}
