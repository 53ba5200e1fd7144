/* The pooled pick: who asks which launch is fastest has not compiled any, so
 * blocks and folds of a kernel are ranked together, with estimated registers.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/base/statistics.h"
#include "lang/measure/validate.h"

/* Smaller pools are not ranked. */
#define POOLED_ROWS 6

static bool same_pool(const struct validate_row *a,
	const struct validate_row *b)
{
	const struct measured_row *m = a->row, *n = b->row;

	return strcmp(m->kernel, n->kernel) == 0 && m->type == n->type &&
		m->offset == n->offset && m->shared_B == n->shared_B &&
		a->dev == b->dev &&
		memcmp(a->domain, b->domain, sizeof(a->domain)) == 0;
}

/* The time with estimated registers. */
static double estimated_s(struct validation *v, const struct validate_row *r)
{
	struct measured_row row = *r->row;
	struct launched *l;
	struct report report;
	double time_s = NAN;
	char why[256];

	if (row.registers == 0)
		return r->predicted.figure[MEASURED_TIME];
	row.registers = 0;
	l = launched_new(v->ev, &v->subject, v->table, &row, why);
	if (l &&
		launched_estimate(l, l->dev, v->table->time_is_cold, NULL,
			&report, why)) {
		time_s = validate_timed(r, &report);
		report_clear(&report);
	}
	launched_free(l);
	return time_s;
}

/* The rows of one pool, from row "first" on, that were timed. */
struct pool {
	int n;
	struct validate_row **row;
	bool has_folds;
};

static void gather_pool(const struct validation *v, int64_t first, bool *done,
	struct pool *p)
{
	struct validate_row *a = &v->row[first];

	*p = (struct pool) { 0 };
	p->row = memory_new((size_t) (v->n_row - first) * sizeof(*p->row));
	for (int64_t i = first; i < v->n_row; ++i) {
		struct validate_row *b = &v->row[i];

		if (done[i] || !same_pool(a, b))
			continue;
		done[i] = true;
		if (!(b->measured[MEASURED_TIME] > 0))
			continue;
		p->row[p->n++] = b;
		p->has_folds |= memcmp(a->fold, b->fold, sizeof(a->fold)) != 0;
	}
}

static struct value pool_record(struct validation *v, const struct pool *p,
	double *pick)
{
	struct value r = value_record();
	double *predicted = memory_new((size_t) p->n * sizeof(double));
	double *measured = memory_new((size_t) p->n * sizeof(double));
	int n = 0;

	for (int i = 0; i < p->n; ++i) {
		predicted[n] = estimated_s(v, p->row[i]);
		measured[n] = p->row[i]->measured[MEASURED_TIME];
		n += !isnan(predicted[n]);
	}
	*pick = n > 0 ? statistics_pick(predicted, measured, n, 1) : NAN;
	value_set(&r, "kernel", value_text(p->row[0]->row->kernel));
	value_set(&r, "type", value_text(type_name(p->row[0]->type)));
	value_set(&r, "rows", value_int(n));
	value_set(&r, "pick", validate_figure(*pick, NULL));
	free(predicted);
	free(measured);
	return r;
}

struct value validate_pooled(struct validation *v)
{
	bool *done = memory_new((size_t) v->n_row + 1);
	struct value list = value_sequence(VALUE_LIST, v->n_row);
	struct value r = value_record();
	double sum = 0, least = NAN, pick;
	int64_t n = 0;

	for (int64_t i = 0; i < v->n_row; ++i) {
		struct pool p;

		if (done[i])
			continue;
		gather_pool(v, i, done, &p);
		if (p.has_folds && p.n >= POOLED_ROWS) {
			list.u.sequence->item[n++] = pool_record(v, &p, &pick);
			sum += pick;
			if (isnan(least) || pick < least)
				least = pick;
		}
		free(p.row);
	}
	free(done);
	list.u.sequence->n = n;
	value_set(&r, "pools", list);
	value_set(&r, "mean",
		validate_figure(n > 0 ? sum / (double) n : NAN, NULL));
	value_set(&r, "worst", validate_figure(least, NULL));
	return r;
}
