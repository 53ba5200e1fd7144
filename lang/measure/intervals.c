/* Makes the table of intervals (engine/model/interval.def) from predictions of
 * left-out kernels, and checks how many measured times it covers.
 *
 * An interval is given by weighted quantiles of the errors in its regime,
 * shrunk towards those of wider regimes if few kernels were measured.
 */

#include <math.h>
#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/base/statistics.h"
#include "lang/measure/intervals.h"

/* Fraction of the rows below the interval, and above it: a 90 % interval.  A
 * smaller tail makes all intervals wider.
 */
#define TAIL 0.05

/* Shrinkage: a regime with this many kernels weighs as much as the wider
 * regime around it.  A larger number trusts small regimes less.
 */
#define KERNELS 6

/* Least distance of both ends from the prediction, as a logarithm (2 %): a
 * regime that fits well by chance must not get an empty interval.
 */
#define LEAST 0.02

/* A row: its error, regime, and kernel by number. */
struct item {
	double error, weight;
	int regime, kernel;
};

struct items {
	int n, n_kernel;
	struct item *item; /* by error, ascending */
	int *seen;	   /* by kernel: stamp of the last count */
	int n_count;
};

static int by_error(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	return x->error < y->error ? -1 : x->error > y->error;
}

static struct items items_of(const struct validation *v)
{
	struct items s = { 0 };
	int *count = memory_new((size_t) v->n_row * sizeof(*count));

	s.item = memory_new((size_t) v->n_row * sizeof(*s.item));
	s.seen = memory_new((size_t) v->n_row * sizeof(*s.seen));
	for (int64_t i = 0; i < v->n_row; ++i) {
		const struct validate_row *r = &v->row[i];
		struct item *item = &s.item[s.n];
		double t = r->measured[MEASURED_TIME];

		item->error = log(t / r->left_out.figure[MEASURED_TIME]);
		item->regime = r->left_out.regime;
		item->kernel = (int) r->kernel;
		if (!isfinite(item->error) ||
			r->left_out.kind != INTERVAL_plain)
			continue;
		++count[item->kernel];
		++s.n;
	}
	/* one kernel with half of the rows must not decide alone */
	for (int64_t i = 0; i < s.n; ++i)
		s.item[i].weight = 1 / sqrt(count[s.item[i].kernel]);
	for (int64_t i = 0; i < v->n_row; ++i)
		s.n_kernel += count[i] > 0;
	qsort(s.item, (size_t) s.n, sizeof(*s.item), by_error);
	free(count);
	return s;
}

/* ------------------------------------------------------------- quantiles */

struct interval_cell {
	double low, high; /* measured over predicted */
	int n_row, n_kernel;
};

/* Levels of shrinkage: a regime, its limiter and width, its limiter, all rows.
 */
enum { LEVELS = 4 };

static bool is_in(int level, int regime, int other)
{
	static const int span[LEVELS] = { INTERVAL_REGIMES,
		INTERVAL_WIDTHS * INTERVAL_SIZES, INTERVAL_SIZES, 1 };

	return regime / span[level] == other / span[level];
}

struct pick {
	struct items *items;
	int level, regime, without, and_without; /* kernels, or -1 */
};

static bool is_picked(const struct pick *p, const struct item *item)
{
	return item->kernel != p->without && item->kernel != p->and_without &&
		is_in(p->level, p->regime, item->regime);
}

/* The weighted quantile, interpolated between the centres of items. */
static double quantile(const struct pick *p, double total, double share)
{
	double at = 0, before = NAN, middle = NAN;

	for (int i = 0; i < p->items->n; ++i) {
		const struct item *item = &p->items->item[i];
		double here = at + item->weight / 2;

		if (!is_picked(p, item))
			continue;
		if (here >= share * total) {
			if (isnan(before))
				return item->error;
			return before +
				(item->error - before) *
				(share * total - middle) / (here - middle);
		}
		before = item->error;
		middle = here;
		at += item->weight;
	}
	return before;
}

static void count_picked(const struct pick *p, double *total, int *n_row,
	int *n_kernel)
{
	struct items *s = p->items;

	*total = 0;
	*n_row = *n_kernel = 0;
	++s->n_count;
	for (int i = 0; i < s->n; ++i) {
		const struct item *item = &s->item[i];

		if (!is_picked(p, item))
			continue;
		*total += item->weight;
		++*n_row;
		*n_kernel += s->seen[item->kernel] != s->n_count;
		s->seen[item->kernel] = s->n_count;
	}
}

/* The ends of a regime before widening, as logarithms. */
static struct interval_cell find_cell(struct items *items, int regime,
	int without, int and_without)
{
	struct interval_cell cell = { 0 };
	struct pick p = { items, 0, regime, without, and_without };

	for (p.level = 0; p.level < LEVELS; ++p.level) {
		double total, low, high, share;

		count_picked(&p, &total, &cell.n_row, &cell.n_kernel);
		if (cell.n_row == 0)
			break;
		low = fmin(-LEAST, quantile(&p, total, TAIL));
		high = fmax(LEAST, quantile(&p, total, 1 - TAIL));
		share = p.level == 0 ?
			1 :
			(double) cell.n_kernel / (cell.n_kernel + KERNELS);
		cell.low += share * (low - cell.low);
		cell.high += share * (high - cell.high);
	}
	return cell;
}

/* The factor by which the interval of an item must be widened to contain it. */
static double stretch(const struct item *item, const struct interval_cell *cell)
{
	return item->error > 0 ? item->error / cell->high :
				 item->error / cell->low;
}

/* The stretch of an item, and what it counts. */
struct need {
	double stretch, weight;
};

static int by_stretch(const void *a, const void *b)
{
	const struct need *x = a, *y = b;

	return x->stretch < y->stretch ? -1 : x->stretch > y->stretch;
}

/* The stretch that a share of the weight needs at most. */
static double need_quantile(struct need *need, int n, double share)
{
	double total = 0, sum = 0;

	qsort(need, (size_t) n, sizeof(*need), by_stretch);
	for (int i = 0; i < n; ++i)
		total += need[i].weight;
	for (int i = 0; i < n; ++i) {
		sum += need[i].weight;
		if (sum >= share * total)
			return need[i].stretch;
	}
	return 1;
}

/* The factor that leaves a tenth of the items outside, by weight.  The interval
 * of each item is made without its kernel, and without "without".
 */
static double find_widen(struct items *items, int without)
{
	struct need *need = memory_new((size_t) (items->n + 1) * sizeof(*need));
	double widen;
	int n = 0, j;

	for (int i = 0; i < items->n; ++i) {
		const struct item *item = &items->item[i];
		struct interval_cell cell;

		if (item->kernel == without)
			continue;
		/* reuse the interval of an earlier item of the same kernel and
		 * regime
		 */
		for (j = 0; j < i; ++j)
			if (items->item[j].kernel == item->kernel &&
				items->item[j].regime == item->regime)
				break;
		if (j < i)
			continue;
		cell = find_cell(items, item->regime, without, item->kernel);
		for (j = i; j < items->n; ++j) {
			const struct item *other = &items->item[j];

			if (other->kernel == item->kernel &&
				other->regime == item->regime)
				need[n++] = (struct need) {
					stretch(other, &cell),
					other->weight,
				};
		}
	}
	widen = need_quantile(need, n, 1 - 2 * TAIL);
	free(need);
	return widen;
}

/* ----------------------------------------------------------------- table */

struct intervals {
	struct interval_cell cell[INTERVAL_REGIMES];
	double widen;
};

/* False where an end is farther from the prediction than INTERVALS_FARTHEST. */
static bool make(struct items *items, int without, struct intervals *result)
{
	bool ok = true;

	result->widen = find_widen(items, without);
	for (int i = 0; i < INTERVAL_REGIMES; ++i) {
		struct interval_cell *cell = &result->cell[i];

		*cell = find_cell(items, i, without, -1);
		cell->low = exp(result->widen * cell->low);
		cell->high = exp(result->widen * cell->high);
		ok = ok && cell->low * INTERVALS_FARTHEST >= 1 &&
			cell->high <= INTERVALS_FARTHEST;
	}
	return ok;
}

/* One kernel is left out of the fit and another out of the intervals, so a
 * third must remain.
 */
#define LEAST_KERNELS 3

struct intervals_coverage intervals_check(const struct validation *v)
{
	struct items items = items_of(v);
	double *width = memory_new((size_t) (items.n + 1) * sizeof(*width));
	struct intervals_coverage c = { 0 };
	bool ok = items.n_kernel >= LEAST_KERNELS;
	int n = 0;

	for (int kernel = 0; ok && kernel < v->n_row; ++kernel) {
		struct intervals t;
		int inside = 0, rows = 0;

		for (int i = 0; i < items.n; ++i)
			rows += items.item[i].kernel == kernel;
		if (rows == 0)
			continue;
		ok = make(&items, kernel, &t);
		for (int i = 0; i < items.n; ++i) {
			const struct item *item = &items.item[i];
			const struct interval_cell *cell =
				&t.cell[item->regime];

			if (item->kernel != kernel)
				continue;
			inside += item->error >= log(cell->low) &&
				item->error <= log(cell->high);
			width[n++] = cell->high / cell->low - 1;
		}
		c.rows += inside;
		c.kernels += (double) inside / rows / items.n_kernel;
	}
	if (ok) {
		statistics_sort(width, n);
		c.rows /= n;
		c.width = statistics_quantile(width, n, 0.5);
	} else {
		c = (struct intervals_coverage) { NAN, NAN, NAN };
	}
	free(width);
	free(items.item);
	free(items.seen);
	return c;
}

/* ------------------------------------------------------------------ text */

static void print_ranges(const struct validation *v, struct buffer *out)
{
	for (int range = 0; range < INTERVAL_RANGES; ++range) {
		double lo = INFINITY, hi = -INFINITY;

		for (int64_t i = 0; i < v->n_row; ++i) {
			const struct prediction *p = &v->row[i].predicted;
			double m = p->measure[range];

			if (p->kind != INTERVAL_plain)
				continue;

			lo = fmin(lo, m);
			hi = fmax(hi, m);
		}
		buffer_printf(out, "RANGE(%s, %.12g, %.12g)\n",
			interval_ranges[range], lo, hi);
	}
}

bool intervals_print(const struct validation *v, struct buffer *out)
{
	struct intervals_coverage c = intervals_check(v);
	struct items items = items_of(v);
	struct intervals t;
	bool ok = !isnan(c.rows) && make(&items, -1, &t);

	free(items.item);
	free(items.seen);
	if (!ok)
		return false;
	buffer_printf(out,
		"/* Made by `wsp fit --intervals`: do not edit.\n"
		" *\n"
		" *\tFROM(device)\n"
		" *\tINTERVAL(limiter, width, size, low, high, rows, "
		"kernels)\n"
		" *\tRANGE(name, lo, hi)\n"
		" *\n"
		" * Ends are measured over predicted time, from %lld rows "
		"whose kernel was left\n"
		" * out of the fit; all were widened by %.3g.  They hold "
		"%.1f %% of the rows whose\n"
		" * kernel took no part in the table either, %.1f %% as the "
		"mean over kernels; the\n"
		" * median of high over low is %.3g.\n"
		" */\n\nFROM(%s)\n\n",
		(long long) v->n_row, t.widen, 100 * c.rows, 100 * c.kernels,
		1 + c.width, v->subject.device->dev.id);
	for (int i = 0; i < INTERVAL_REGIMES; ++i)
		buffer_printf(out,
			"INTERVAL(%s, %s, %s, %.3f, %.3f, %d, "
			"%d)\n",
			interval_limiters[i /
				(INTERVAL_WIDTHS * INTERVAL_SIZES)],
			interval_widths[i / INTERVAL_SIZES % INTERVAL_WIDTHS],
			interval_sizes[i % INTERVAL_SIZES], t.cell[i].low,
			t.cell[i].high, t.cell[i].n_row, t.cell[i].n_kernel);
	buffer_add(out, "\n");
	print_ranges(v, out);
	buffer_add(out, "\n#undef FROM\n#undef INTERVAL\n#undef RANGE");
	return true;
}
