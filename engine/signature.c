#include <stdlib.h>
#include <string.h>

#include "engine/signature.h"

bool signature_init(struct signature *s, int n_word, int64_t granule_B)
{
	s->n_word = n_word;
	s->granule_B = granule_B;
	s->n_kind = 0;
	s->n_max = 32;
	s->log2_bucket = 6;
	s->mask = malloc((size_t) s->n_max * n_word * sizeof(*s->mask));
	s->phase = malloc(s->n_max * sizeof(*s->phase));
	s->count = malloc(s->n_max * sizeof(*s->count));
	s->bucket = calloc((size_t) 1 << s->log2_bucket, sizeof(*s->bucket));
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

	mask = realloc(s->mask, n_max * s->n_word * sizeof(*s->mask));
	if (mask)
		s->mask = mask;
	phase = realloc(s->phase, n_max * sizeof(*s->phase));
	if (phase)
		s->phase = phase;
	count = realloc(s->count, n_max * sizeof(*s->count));
	if (count)
		s->count = count;
	bucket = calloc(2 * n_max, sizeof(*s->bucket));
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

/* Items with the same run. */
struct group {
	struct row_run run;
	uint64_t *mask;
};

static int group_items(struct group *group, uint64_t *mask, int n_word,
	int n_item, const struct row_run *run)
{
	int n = 0;

	for (int i = 0; i < n_item; ++i) {
		int g = 0;

		while (g < n && (group[g].run.start != run[i].start ||
		    group[g].run.length != run[i].length))
			++g;
		if (g == n) {
			group[g].run = run[i];
			group[g].mask = mask + (size_t) g * n_word;
			memset(group[g].mask, 0, n_word * sizeof(*mask));
			++n;
		}
		group[g].mask[run[i].bit / 64] |= (uint64_t) 1 <<
			run[i].bit % 64;
	}
	return n;
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

/* The rows between two neighbouring ends of runs have one mask. */
static bool sweep(struct signature *s, int n_group,
	const struct group *group, int64_t *end, uint64_t *mask,
	int64_t stride_B)
{
	for (int g = 0; g < n_group; ++g) {
		end[2 * g] = group[g].run.start;
		end[2 * g + 1] = group[g].run.start + group[g].run.length;
	}
	signature_sort(end, 2 * n_group);
	for (int e = 0; e + 1 < 2 * n_group; ++e) {
		int64_t n = end[e + 1] - end[e];
		bool is_touched = false;

		if (n == 0)
			continue;
		memset(mask, 0, s->n_word * sizeof(*mask));
		for (int g = 0; g < n_group; ++g) {
			if ((uint64_t) (end[e] - group[g].run.start) >=
			    (uint64_t) group[g].run.length)
				continue;
			is_touched = true;
			for (int w = 0; w < s->n_word; ++w)
				mask[w] |= group[g].mask[w];
		}
		if (is_touched && !add_rows(s, mask, end[e], n, stride_B))
			return false;
	}
	return true;
}

bool signature_axis(struct signature *s, int n_item,
	const struct row_run *run, int64_t stride_B)
{
	struct group *group = malloc(n_item * sizeof(*group));
	int64_t *end = malloc(2 * (size_t) n_item * sizeof(*end));
	uint64_t *mask = malloc(((size_t) n_item + 1) * s->n_word *
		sizeof(*mask));
	bool ok = group && end && mask;

	if (ok) {
		int n = group_items(group, mask + s->n_word, s->n_word,
			n_item, run);

		ok = sweep(s, n, group, end, mask, stride_B);
	}
	free(group);
	free(end);
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
	uint64_t *mask = malloc(s->n_word * sizeof(*mask));
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
