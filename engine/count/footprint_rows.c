/* Footprints by enumeration of rows: collect the interval of granules of each
 * row, sort, and merge.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/count/footprint_rows.h"
#include "engine/count/footprint_shape.h"

#define MOST_ROWS (1 << 18)

/* Steps that a row takes (struct effort), and rows that are counted anyway. */
#define ROW_STEPS 4
#define FEW_ROWS  1024

/* Granules from .. to, both included. */
struct span {
	int64_t from, to;
};

struct spans {
	size_t n, size;
	struct span *span;
};

static bool add_span(struct spans *s, int64_t from, int64_t to)
{
	if (s->n == s->size) {
		size_t size = s->size ? 2 * s->size : 256;
		struct span *new = heap_resize(s->span, size * sizeof(new[0]));

		if (!new)
			return false;
		s->span = new;
		s->size = size;
	}
	s->span[s->n++] = (struct span) { from, to };
	return true;
}

/* One run of a shape, repeated along the dimensions from "dim" on. */
static bool add_rows(struct spans *s, const struct bundle *b,
	const struct cast *c, int dim, int64_t start, int64_t run,
	int64_t granule_B)
{
	if (dim == b->n_dim)
		return add_span(s, integer_floor(start, granule_B),
			integer_floor(start + run, granule_B));
	for (int64_t k = 0; k < c->n[dim]; ++k)
		if (!add_rows(s, b, c, dim + 1, start + k * b->stride[dim], run,
			    granule_B))
			return false;
	return true;
}

static bool add_cast(struct spans *s, const struct bundle *b,
	const struct cast *c, const struct shape *shape, int n_shape,
	int64_t granule_B)
{
	for (int i = 0; i < n_shape; ++i)
		if (!add_rows(s, b, c, shape[i].n_inner,
			    c->shift + shape[i].offset,
			    footprint_run(b, c, &shape[i]), granule_B))
			return false;
	return true;
}

/* The number of rows of "c"; above MOST_ROWS it need not be exact. */
static int64_t n_row(const struct bundle *b, const struct cast *c,
	const struct shape *shape, int n_shape)
{
	int64_t sum = 0;

	for (int i = 0; i < n_shape && sum <= MOST_ROWS; ++i) {
		int64_t rows = 1;

		for (int d = shape[i].n_inner; d < b->n_dim; ++d) {
			if (c->n[d] > MOST_ROWS / rows)
				return MOST_ROWS + 1;
			rows *= c->n[d];
		}
		sum += rows;
	}
	return sum;
}

/* The end of the ascending run that starts at span[i]. */
static size_t run_end(const struct span *span, size_t i, size_t n)
{
	while (++i < n && span[i - 1].from <= span[i].from)
		;
	return i;
}

/* Merge span[0 .. mid-1] and span[mid .. n-1] into "to". */
static void merge(const struct span *span, size_t mid, size_t n,
	struct span *to)
{
	size_t i = 0, j = mid;

	while (i < mid && j < n)
		*to++ = span[j].from < span[i].from ? span[j++] : span[i++];
	memcpy(to, span + i, (mid - i) * sizeof(*to));
	memcpy(to + (mid - i), span + j, (n - j) * sizeof(*to));
}

/* Merge ascending runs, two by two, until there is one: the rows of a shape
 * mostly are one.  False if memory runs out.
 */
static bool sort_spans(struct spans *s)
{
	struct span *room = NULL, *old;

	while (run_end(s->span, 0, s->n) < s->n) {
		if (!room)
			room = heap_take(s->size * sizeof(*room));
		if (!room)
			return false;
		for (size_t i = 0, end; i < s->n; i = end) {
			size_t mid = run_end(s->span, i, s->n);

			end = mid < s->n ? run_end(s->span, mid, s->n) : mid;
			merge(s->span + i, mid - i, end - i, room + i);
		}
		old = s->span;
		s->span = room;
		room = old;
	}
	free(room);
	return true;
}

/* Sort, and join what overlaps or touches. */
static bool join_spans(struct spans *s)
{
	size_t n = 0;

	if (s->n == 0)
		return true;
	if (!sort_spans(s))
		return false;
	for (size_t i = 1; i < s->n; ++i)
		if (s->span[i].from > s->span[n].to + 1)
			s->span[++n] = s->span[i];
		else if (s->span[i].to > s->span[n].to)
			s->span[n].to = s->span[i].to;
	s->n = n + 1;
	return true;
}

/* Where from "at" on the sets that cover a granule change next; *sets are
 * those that cover "at".  False after the last span.
 */
static bool next_stretch(const struct spans *s, size_t *i, int n_set,
	int64_t at, int64_t *end, unsigned *sets)
{
	bool any = false;

	*sets = 0;
	*end = INT64_MAX;
	for (int k = 0; k < n_set; ++k) {
		int64_t edge;

		while (i[k] < s[k].n && s[k].span[i[k]].to < at)
			++i[k];
		if (i[k] == s[k].n)
			continue;
		any = true;
		edge = s[k].span[i[k]].from;
		if (edge <= at) {
			*sets |= 1u << k;
			edge = s[k].span[i[k]].to + 1;
		}
		if (edge < *end)
			*end = edge;
	}
	return any;
}

static void tally_spans(const struct spans *s, int n_set, int64_t *n)
{
	size_t i[FOOTPRINT_SETS] = { 0 };
	int64_t at = INT64_MIN, end;
	unsigned sets;

	for (; next_stretch(s, i, n_set, at, &end, &sets); at = end)
		if (sets)
			n[sets] += end - at;
}

static bool add_casts(const struct bundles *b, struct spans *spans,
	int64_t granule_B, enum footprint_status *status)
{
	int64_t rows = 0, most = MOST_ROWS;

	if (effort_left(b->effort) / ROW_STEPS < MOST_ROWS)
		most = integer_max(FEW_ROWS,
			(int64_t) (effort_left(b->effort) / ROW_STEPS));
	for (int i = 0; i < b->n_cast; ++i) {
		const struct cast *c = &b->cast[i];
		const struct bundle *bundle = &b->bundle[c->bundle];
		struct shape *shape = quasi_pool_alloc(b->pool,
			(size_t) bundle->n_offset * sizeof(shape[0]));
		int n_shape;

		*status = FOOTPRINT_MEMORY;
		if (!shape)
			return false;
		n_shape = footprint_shapes(bundle, granule_B, shape);
		rows += n_row(bundle, c, shape, n_shape);
		if (rows > most) {
			if (most < MOST_ROWS)
				b->effort->is_short = true;
			*status = FOOTPRINT_OK;
			return false;
		}
		if (!add_cast(&spans[c->set], bundle, c, shape, n_shape,
			    granule_B))
			return false;
	}
	effort_spend(b->effort, ROW_STEPS * (double) rows);
	*status = FOOTPRINT_OK;
	return true;
}

bool footprint_rows(const struct bundles *b, int64_t granule_B, int n_set,
	int64_t *n, enum footprint_status *status)
{
	struct spans spans[FOOTPRINT_SETS] = { { .n = 0 } };
	bool added = add_casts(b, spans, granule_B, status);

	for (int s = 0; added && s < n_set; ++s)
		if (!join_spans(&spans[s])) {
			*status = FOOTPRINT_MEMORY;
			added = false;
		}
	if (added)
		tally_spans(spans, n_set, n);
	for (int s = 0; s < n_set; ++s)
		free(spans[s].span);
	return added;
}
