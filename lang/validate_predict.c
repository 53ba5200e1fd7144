#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/lower.h"
#include "lang/memory.h"
#include "lang/validate.h"

double validate_error(const struct validate_row *row, enum measured m,
	double predicted)
{
	return (predicted - row->measured[m]) /
		fmax(row->measured[m], row->unit[m]);
}

/* A row as the engine knows it. */
struct lowered {
	struct kernel kernel;
	struct launch launch;
	double lup;
};

/* -------------------------------------------------------------- options */

/* Extents of a row for a kernel of "dims" dimensions; 0 is not said. */
static bool take_extents(const int64_t said[3], int dims, const char *what,
	int64_t extent[3], int *n, char why[256])
{
	int i;

	if (said[0] == 0)
		return true;
	for (i = 0; i < 3; ++i) {
		extent[i] = said[i] ? said[i] : 1;
		if (i >= dims && extent[i] > 1) {
			snprintf(why, 256, "the %s has more dimensions than "
				"the kernel", what);
			return false;
		}
	}
	*n = dims;
	return true;
}

/* A block of which only the number of threads is known. */
static bool take_threads(const struct measured_row *row, int dims,
	struct options *o, char why[256])
{
	if (row->block_threads == 0)
		return true;
	if (o->n_block == 0 && dims == 1) {
		o->block[0] = row->block_threads;
		o->n_block = 1;
		o->block_is_auto = false;
	}
	if (o->n_block == 0 || (double) o->block[0] * (double) o->block[1] *
	    (double) o->block[2] == (double) row->block_threads)
		return true;
	snprintf(why, 256, "the block has %lld threads, not those given",
		(long long) row->block_threads);
	return false;
}

/* One extent for all axes, and columns of a width. */
static void take_order(const struct measured_row *row, int dims,
	struct options *o)
{
	int i;

	for (i = 0; row->cube > 0 && i < 3; ++i)
		o->domain[i] = i < dims ? row->cube : 1;
	if (row->cube > 0)
		o->n_domain = dims;
	if (row->width >= 0)
		o->order = (struct order) { .width = row->width,
			.kind = row->width > 0 ? ORDER_COLUMNS : ORDER_ROWS };
}

static bool take_options(const struct measured_row *row, int dims,
	struct options *o, char why[256])
{
	take_order(row, dims, o);
	if (!take_extents(row->domain, dims, "domain", o->domain,
	    &o->n_domain, why) || !take_extents(row->block, dims, "block",
	    o->block, &o->n_block, why) || !take_extents(row->fold, dims,
	    "fold", o->fold, &o->n_fold, why) ||
	    !take_threads(row, dims, o, why))
		return false;
	o->block_is_auto = o->n_block == 0;
	if (row->type != TYPE_OPEN)
		o->type = row->type;
	if (row->registers > 0)
		o->registers = (int) fmin((double) row->registers, 1024);
	if (row->has_offset)
		o->offset = row->offset;
	if (row->has_shared)
		o->shared_B = row->shared_B;
	if (o->block_is_auto)
		snprintf(why, 256, "the block is not known: say "
			"'block = (256, 1, 1)'");
	return !o->block_is_auto;
}

/* ------------------------------------------------------------- estimate */

/* Lower a row; messages of the evaluator become "why". */
static bool lower_quietly(struct validation *v, const struct kernel_def *k,
	const struct options *o, struct lowered *l, char why[256])
{
	struct diag quiet = { 0 }, *diag = v->ev->diag;
	bool ok;

	v->ev->diag = &quiet;
	ok = lower_kernel(v->ev, k, o, v->loc, &l->kernel, &l->launch);
	v->ev->diag = diag;
	if (!ok)
		snprintf(why, 256, "%s", quiet.n_entry > 0 ?
			quiet.entry[0].message : "it makes no sense");
	diag_clear(&quiet);
	return ok;
}

static bool check_grid(const struct measured_row *row,
	const struct launch *launch, char why[256])
{
	int i;

	for (i = 0; row->grid[0] && i < 3; ++i)
		if (row->grid[i] != launch->grid[i]) {
			snprintf(why, 256, "the grid was %lldx%lldx%lld, but "
				"domain, block and fold make it "
				"%lldx%lldx%lld", (long long) row->grid[0],
				(long long) row->grid[1],
				(long long) row->grid[2],
				(long long) launch->grid[0],
				(long long) launch->grid[1],
				(long long) launch->grid[2]);
			return false;
		}
	return true;
}

static bool lower_row(struct validation *v, const struct measured_row *row,
	struct lowered *l, char why[256])
{
	struct options o = v->subject.options;
	const struct kernel_def *k;
	struct value kernel = { 0 };
	bool ok;

	if (!eval_lookup(v->ev, row->kernel, &kernel)) {
		snprintf(why, 256, "there is no kernel '%.80s'", row->kernel);
		return false;
	}
	k = kernel_of(&kernel);
	if (!k)
		snprintf(why, 256, "'%.80s' is no kernel", row->kernel);
	ok = k && take_options(row, k->dims, &o, why) &&
		lower_quietly(v, k, &o, l, why);
	value_free(&kernel);
	if (!ok)
		return false;
	l->lup = (double) l->kernel.domain[0] * (double) l->kernel.domain[1] *
		(double) l->kernel.domain[2] * l->kernel.updates;
	if (check_grid(row, &l->launch, why))
		return true;
	lower_clear(&l->kernel);
	return false;
}

static bool estimate_row(struct validation *v, struct lowered *l,
	bool is_cold, const struct volumes *given, struct report *report,
	char why[256])
{
	l->launch.cache_is_cold = is_cold;
	l->launch.measured = given;
	return estimate(&l->kernel, &l->launch, &v->subject.board->dev,
		report, why) == ESTIMATE_OK;
}

struct volumes validate_volumes(const struct validate_row *row)
{
	return (struct volumes) {
		.dram_load_B = row->measured[MEASURED_DRAM_LOAD],
		.dram_store_B = row->measured[MEASURED_DRAM_STORE],
		.l2_load_B = row->measured[MEASURED_L2_LOAD],
		.l2_store_B = row->measured[MEASURED_L2_STORE],
		.l1_wavefronts = row->measured[MEASURED_L1_WAVEFRONTS],
	};
}

double validate_time(struct validation *v, const struct measured_row *row,
	const struct volumes *given)
{
	struct report report;
	struct lowered l;
	char why[256];
	double time_s = NAN;

	if (!lower_row(v, row, &l, why))
		return NAN;
	if (estimate_row(v, &l, v->table->time_is_cold, given, &report,
	    why)) {
		time_s = report.time_s;
		report_clear(&report);
	}
	lower_clear(&l.kernel);
	return time_s;
}

static bool has_volume(const struct validate_row *r)
{
	int i;

	for (i = 0; i < MEASURED_INSTRUCTIONS; ++i)
		if (!isnan(r->measured[i]))
			return true;
	return false;
}

/* The three estimates of a lowered row: for the volumes, for the time, and
 * for the time from measured volumes.
 */
static bool compare_row(struct validation *v, struct lowered *l,
	struct validate_row *r, char why[256])
{
	struct volumes given;
	struct report report;
	int i;

	memcpy(r->domain, l->kernel.domain, sizeof(r->domain));
	memcpy(r->block, l->launch.block, sizeof(r->block));
	memcpy(r->fold, l->launch.fold, sizeof(r->fold));
	for (i = 0; i < N_MEASURED; ++i) {
		r->measured[i] = r->row->figure[i] /
			(i == MEASURED_TIME ? 1 : l->lup);
		r->unit[i] = i == MEASURED_TIME ? 1e-9 :
			(i <= MEASURED_L2_STORE ? 32 : 1) / l->lup;
	}
	if (!estimate_row(v, l, v->table->is_cold, NULL, &report, why))
		return false;
	for (i = 0; i < MEASURED_TIME; ++i)
		r->predicted[i] = report.metric[measured_info[i].metric];
	report_clear(&report);
	if (!estimate_row(v, l, v->table->time_is_cold, NULL, &report, why))
		return false;
	r->predicted[MEASURED_TIME] = report.time_s;
	r->limiter = report.limit[report.limiter].name;
	report_clear(&report);
	r->time_given_s = NAN;
	given = validate_volumes(r);
	if (has_volume(r) && estimate_row(v, l, v->table->time_is_cold,
	    &given, &report, why)) {
		r->time_given_s = report.time_s;
		report_clear(&report);
	}
	return true;
}

/* --------------------------------------------------------------- groups */

static bool same_group(const struct measured_row *a,
	const struct measured_row *b)
{
	return a->type == b->type && a->offset == b->offset &&
		a->shared_B == b->shared_B &&
		memcmp(a->domain, b->domain, sizeof(a->domain)) == 0 &&
		memcmp(a->fold, b->fold, sizeof(a->fold)) == 0 &&
		strcmp(a->kernel, b->kernel) == 0;
}

static uint64_t mix(uint64_t hash, uint64_t v)
{
	return (hash ^ v) * 0x100000001b3u;
}

static uint64_t group_hash(const struct measured_row *m)
{
	uint64_t hash = 0xcbf29ce484222325u;
	const char *c;
	int i;

	for (c = m->kernel; *c; ++c)
		hash = mix(hash, (unsigned char) *c);
	for (i = 0; i < 3; ++i)
		hash = mix(mix(hash, (uint64_t) (m->domain[i] + m->cube)),
			(uint64_t) m->fold[i]);
	hash = mix(mix(hash, (uint64_t) m->offset), (uint64_t) m->shared_B);
	return mix(hash, (uint64_t) m->type) ^ hash >> 32;
}

/* Number the groups in the order in which they begin. */
static void find_groups(struct validation *v)
{
	size_t n_slot = 16;
	int64_t *slot, i;

	while (n_slot < 2 * (size_t) v->n_row)
		n_slot *= 2;
	slot = memory_new(n_slot * sizeof(*slot));	/* row + 1 */
	for (i = 0; i < v->n_row; ++i) {
		struct validate_row *r = &v->row[i];
		size_t at = group_hash(r->row) & (n_slot - 1);

		while (slot[at] && !same_group(v->row[slot[at] - 1].row,
		    r->row))
			at = (at + 1) & (n_slot - 1);
		if (slot[at] == 0) {
			slot[at] = i + 1;
			r->group = v->n_group++;
		} else {
			r->group = v->row[slot[at] - 1].group;
		}
	}
	free(slot);
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
		snprintf(r[i].why, VALIDATE_WHY, "%s", why);
		r[i].line = row->line;
		++v->n_reason;
	}
	++r[i].n;
}

static bool nothing_left(struct validation *v)
{
	int i;

	diag_error(v->ev->diag, v->loc, NULL,
		"no row of the table can be predicted");
	for (i = 0; i < v->n_reason; ++i)
		diag_note(v->ev->diag, "%lld from line %lld on: %s",
			(long long) v->reason[i].n,
			(long long) v->reason[i].line, v->reason[i].why);
	diag_note(v->ev->diag, "kernels are those of the session and of the "
		"file behind 'kernels ='");
	return false;
}

bool validate_predict(struct validation *v)
{
	int64_t i;

	v->row = memory_new((size_t) v->table->n_row * sizeof(*v->row));
	for (i = 0; i < v->table->n_row; ++i) {
		struct validate_row *r = &v->row[v->n_row];
		struct lowered l;
		char why[256] = "";
		bool ok;

		if (!eval_step(v->ev, 100, v->loc))
			return false;
		r->row = &v->table->row[i];
		ok = lower_row(v, r->row, &l, why);
		if (ok) {
			ok = compare_row(v, &l, r, why);
			lower_clear(&l.kernel);
		}
		if (ok)
			++v->n_row;
		else
			leave_out(v, r->row, why);
	}
	if (v->n_row == 0)
		return nothing_left(v);
	find_groups(v);
	return true;
}
