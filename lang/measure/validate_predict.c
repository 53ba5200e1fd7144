/* Predicts each row of a table: lowers its launch, estimates it, and numbers
 * groups and kernels.  Rows that cannot be predicted are left out, and their
 * reasons counted.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/model/mdm.h"
#include "lang/base/map.h"
#include "lang/base/memory.h"
#include "lang/measure/validate.h"

double validate_error(const struct validate_row *row, enum measured m,
	double predicted)
{
	return (predicted - row->measured[m]) /
		fmax(row->measured[m], row->unit[m]);
}

struct volumes validate_volumes(const struct validate_row *row)
{
	return (struct volumes) {
		.dram_load_B = row->measured[MEASURED_DRAM_LOAD],
		.dram_store_B = row->measured[MEASURED_DRAM_STORE],
		.l2_load_B = row->measured[MEASURED_L2_LOAD],
		.l2_store_B = row->measured[MEASURED_L2_STORE],
		.l1_wavefronts = row->measured[MEASURED_L1_WAVEFRONTS],
		.l2_requests = row->measured[MEASURED_L2_REQUESTS],
	};
}

/* Published models know no launch around the kernel. */
double validate_timed(const struct validate_row *row, const struct report *r)
{
	return row->row->is_kernel && !isnan(r->kernel_s) ? r->kernel_s :
							    r->time_s;
}

double validate_time(const struct validation *v, const struct validate_row *row,
	const struct device *dev, const struct volumes *given)
{
	struct report report;
	char why[256];
	double time_s;

	if (!launched_estimate(row->launched, dev, v->table->time_is_cold,
		    given, &report, why))
		return NAN;
	time_s = validate_timed(row, &report);
	report_clear(&report);
	return time_s;
}

static bool has_volume(const struct validate_row *r)
{
	for (int i = 0; i < MEASURED_INSTRUCTIONS; ++i)
		if (!isnan(r->measured[i]))
			return true;
	return false;
}

static void as_counted(double *figure, double counted)
{
	if (!isnan(counted))
		*figure = counted;
}

/* Three estimates: of the volumes, of the time, and of the time with measured
 * volumes.
 */
bool validate_row_predict(const struct validation *v,
	const struct validate_row *row, const struct device *dev,
	struct prediction *p, char why[256])
{
	struct volumes given = validate_volumes(row);
	struct report report;

	if (!launched_estimate(row->launched, dev, v->table->is_cold, NULL,
		    &report, why))
		return false;
	for (int i = 0; i < MEASURED_TIME; ++i)
		p->figure[i] = report.metric[measured_info[i].metric];
	/* counters are of L2, where it counts something else than L1s ask for */
	as_counted(&p->figure[MEASURED_L2_LOAD],
		report.metric[METRIC_l2_load_counted_B]);
	as_counted(&p->figure[MEASURED_L2_STORE],
		report.metric[METRIC_l2_store_counted_B]);
	report_clear(&report);
	if (!launched_estimate(row->launched, dev, v->table->time_is_cold, NULL,
		    &report, why))
		return false;
	launched_cover(row->launched, dev, v->table->time_is_cold, &report);
	p->figure[MEASURED_TIME] = validate_timed(row, &report);
	p->figure[MEASURED_IPC] = report.mdm ? report.mdm->ipc : NAN;
	p->low_s = report.time_low_s * p->figure[MEASURED_TIME] / report.time_s;
	p->high_s = report.time_high_s * p->figure[MEASURED_TIME] /
		report.time_s;
	p->kind = report.kind;
	p->regime = report.regime;
	p->far = report.far;
	memcpy(p->doubt, report.doubt, sizeof(p->doubt));
	memcpy(p->measure, report.measure, sizeof(p->measure));
	p->n_outside = report.n_outside;
	p->limiter = report.limit[report.limiter].name;
	report_clear(&report);
	p->time_given_s = has_volume(row) ? validate_time(v, row, dev, &given) :
					    NAN;
	return true;
}

/* Fills in what was measured and what is predicted. */
static bool compare_row(struct validation *v, struct validate_row *r,
	char why[256])
{
	const struct launched *l = r->launched;
	const struct ordered *ordered = l->kernel.ordered;

	for (int i = 0; i < 3; ++i)
		r->domain[i] = ordered ? ordered->domain[i] :
					 kernel_stated(&l->kernel, i);
	memcpy(r->block, l->launch.block, sizeof(r->block));
	memcpy(r->fold, ordered ? ordered->fold : l->launch.fold,
		sizeof(r->fold));
	for (int i = 0; i < N_MEASURED; ++i) {
		r->measured[i] = r->row->figure[i] /
			(i >= MEASURED_TIME ? 1 : l->lup);
		r->unit[i] = i >= MEASURED_TIME ?
			1e-9 :
			(i <= MEASURED_L2_STORE ? 32 : 1) / l->lup;
	}
	return validate_row_predict(v, r, l->dev, &r->predicted, why);
}

/* --------------------------------------------------------------- groups */

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_group(const struct measured_row *a,
	const struct measured_row *b)
{
	return a->type == b->type && a->offset == b->offset &&
		a->shared_B == b->shared_B && a->cube == b->cube &&
		memcmp(a->domain, b->domain, sizeof(a->domain)) == 0 &&
		memcmp(a->fold, b->fold, sizeof(a->fold)) == 0 &&
		same_text(a->device, b->device) &&
		strcmp(a->kernel, b->kernel) == 0;
}

static uint64_t group_hash(const struct measured_row *m)
{
	uint64_t hash = map_hash_text(m->kernel);

	if (m->device)
		hash = map_mix(hash, map_hash_text(m->device));
	hash = map_mix(hash, map_hash(m->domain, sizeof(m->domain)));
	hash = map_mix(hash, map_hash(m->fold, sizeof(m->fold)));
	hash = map_mix(hash, m->cube);
	hash = map_mix(hash, m->offset);
	hash = map_mix(hash, m->shared_B);
	return map_mix(hash, m->type);
}

/* Numbers the groups in order of their first rows. */
static void find_groups(struct validation *v)
{
	struct map first = { 0 }; /* first row of each group */
	int64_t j;

	for (int64_t i = 0; i < v->n_row; ++i) {
		struct validate_row *r = &v->row[i];
		uint64_t hash = group_hash(r->row);
		size_t at = 0;

		while ((j = map_next(&first, hash, &at)) >= 0 &&
			!same_group(v->row[j].row, r->row))
			continue;
		r->group = j >= 0 ? v->row[j].group : v->n_group++;
		if (j < 0)
			map_add(&first, hash, i);
	}
	map_clear(&first);
}

static void find_kernels(struct validation *v)
{
	int64_t first;

	for (int64_t i = 0; i < v->n_row; ++i) {
		for (first = 0; strcmp(v->row[first].row->kernel,
					v->row[i].row->kernel) != 0;
			++first)
			;
		v->row[i].kernel = first;
		v->n_kernel += first == i;
	}
}

/* ----------------------------------------------------------------- all */

static void leave_out(struct validation *v, const struct measured_row *row,
	const char *why)
{
	struct validate_reason *r = v->reason;
	int i;

	++v->n_left_out;
	for (i = 0; i < v->n_reason; ++i)
		if (strncmp(r[i].why, why, VALIDATE_WHY - 1) == 0)
			break;
	if (i == VALIDATE_REASONS) {
		--i;
		snprintf(r[i].why, VALIDATE_WHY, "other reasons");
	} else if (i == v->n_reason) {
		/* the comparison above allows for a reason that is cut here */
		snprintf(r[i].why, VALIDATE_WHY, "%.*s", VALIDATE_WHY - 1, why);
		r[i].line = row->line;
		++v->n_reason;
	}
	++r[i].n;
}

static bool nothing_left(struct validation *v)
{
	diag_error(v->ev->diag, v->loc, NULL,
		"no row of the table can be predicted");
	for (int i = 0; i < v->n_reason; ++i)
		diag_note(v->ev->diag, "%lld row%s line %lld%s: %s",
			(long long) v->reason[i].n,
			v->reason[i].n == 1 ? " in" : "s from",
			(long long) v->reason[i].line,
			v->reason[i].n == 1 ? "" : " on", v->reason[i].why);
	diag_note(v->ev->diag,
		"kernels come from this session and from the "
		"file that 'kernels =' names");
	return false;
}

/* A report says so as well, but a table of rows (csv) has no place for it. */
static void warn_left_out(struct validation *v)
{
	const struct validate_reason *first = v->reason;

	if (v->n_left_out == 0)
		return;
	diag_warning(v->ev->diag, v->loc, NULL,
		"%lld of %lld rows cannot be predicted and %s left out",
		(long long) v->n_left_out, (long long) v->table->n_row,
		v->n_left_out == 1 ? "is" : "are");
	diag_note(v->ev->diag, "line %lld of the table: %s",
		(long long) first->line, first->why);
}

void validate_clear(struct validation *v)
{
	for (int64_t i = 0; i < v->n_row; ++i) {
		launched_free(v->row[i].launched);
		value_free(&v->row[i].device_value);
		free(v->row[i].order);
	}
	free(v->row);
}

bool validate_launch(const struct validation *v, struct validate_row *row,
	char why[256])
{
	if (!row->launched)
		row->launched = launched_new(v->ev, &v->subject, v->table,
			row->row, why);
	return row->launched;
}

void validate_drop(const struct validation *v, struct validate_row *row)
{
	if (v->keeps)
		return;
	launched_free(row->launched);
	row->launched = NULL;
}

/* Takes from the launch what the answer needs.  A large kernel is tens of
 * megabytes, so that those of all rows would not fit.
 */
static void keep_names(struct validate_row *r)
{
	const struct ordered *ordered = r->launched->kernel.ordered;

	r->dev = r->launched->dev;
	r->device_value = r->launched->device_value;
	r->launched->device_value = (struct value) { 0 };
	r->order = ordered ? memory_copy_text(ordered->name) : NULL;
	r->type = r->launched->type;
}

bool validate_predict(struct validation *v)
{
	int64_t used = v->ev->steps;

	v->row = memory_new((size_t) v->table->n_row * sizeof(*v->row));
	for (int64_t i = 0; i < v->table->n_row; ++i) {
		struct validate_row *r = &v->row[v->n_row];
		char why[256] = "";

		/* for each row anew: tables of tuners have thousands, and it is
		 * the time that bounds them all
		 */
		v->ev->steps = used;
		if (!eval_poll(v->ev, v->loc))
			return false;
		r->row = &v->table->row[i];
		if (validate_launch(v, r, why) && compare_row(v, r, why)) {
			keep_names(r);
			validate_drop(v, r);
			++v->n_row;
			continue;
		}
		launched_free(r->launched);
		r->launched = NULL;
		leave_out(v, r->row, why);
	}
	if (v->n_row == 0)
		return nothing_left(v);
	warn_left_out(v);
	find_groups(v);
	find_kernels(v);
	return true;
}
