/* What a thread executes and how many registers it needs. */

#include <math.h>
#include <stdlib.h>

#include "engine/fit.h"
#include "lang/lower_parts.h"

/* ---------------------------------------------------------------- work */

/* The type that the arithmetic is done in: that of what is stored. */
static enum elem_type work_type(const struct lowering *l)
{
	const struct kernel_field *f = lower_stored(l->k);
	enum elem_type type = f ? f->type : TYPE_OPEN;

	return type == TYPE_OPEN ? l->o->type : type;
}

/* Bytes that the constant of a memory instruction reaches from its base,
 * which is a signed number of 24 bits on NVIDIA GPUs.
 */
#define REACH_B		((int64_t) 1 << 23)

static int compare_constants(const void *a, const void *b)
{
	int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

	return (x > y) - (x < y);
}

/* Addresses besides that of the cell itself that a thread has to compute
 * because no constant reaches them: from the nearest on, each base serves
 * all that it reaches.
 */
static int far_bases(const int64_t *sorted, int n)
{
	int64_t reached = REACH_B - 1;
	int bases = 0, i = 0;

	for (; i < n && sorted[i] < -REACH_B; ++i)
		continue;
	for (int j = i; j < n; ++j)
		if (sorted[j] > reached) {
			++bases;
			reached = sorted[j] + 2 * REACH_B - 1;
		}
	reached = -REACH_B;
	for (int j = i - 1; j >= 0; --j)
		if (sorted[j] < reached) {
			++bases;
			reached = sorted[j] - (2 * REACH_B - 1);
		}
	return bases;
}

/* The sum over all fields; 0 where memory runs out. */
static double count_far_bases(const struct kernel *kernel)
{
	int64_t *at = malloc(sizeof(*at) * ((size_t) kernel->n_access + 1));
	double bases = 0;

	for (int f = 0; at && f < kernel->n_field; ++f) {
		int n = 0;

		for (int i = 0; i < kernel->n_access; ++i)
			if (kernel->access[i].field == f)
				at[n++] = kernel->access[i].address->constant;
		qsort(at, (size_t) n, sizeof(*at), compare_constants);
		bases += far_bases(at, n);
	}
	free(at);
	return bases;
}

/* Index and bounds, a base for each field, and the sum of two words for
 * each base that is far away.
 */
static double index_work(const struct lowering *l)
{
	return fit_value(FIT_thread_index) + l->kernel->n_field +
		2 * count_far_bases(l->kernel);
}

static void add_fp(const struct lowering *l, double fp, struct work *work)
{
	switch (work_type(l)) {
	case TYPE_FLOAT:	work->fp32 += fp; break;
	case TYPE_HALF:		work->fp16 += fp; break;
	case TYPE_DOUBLE:	work->fp64 += fp; break;
	default:		work->integer += fp; break;
	}
}

void lower_arithmetic(const struct lowering *l, const struct kernel_work *w,
	double cells, struct work *work)
{
	double special = (kernel_count_at(&w->div, l->extent) +
		kernel_count_at(&w->special, l->extent)) * cells;

	work->flops += kernel_count_at(&w->flops, l->extent) * cells;
	work->special += special;
	work->integer += kernel_count_at(&w->integer, l->extent) * cells;
	add_fp(l, kernel_count_at(&w->fp_inst, l->extent) * cells - special,
		work);
}

void lower_given(const struct lowering *l, const double *given, double turns,
	struct work *work)
{
	double flops = fmax(0, given[GIVEN_FLOPS]) * turns;

	work->flops += flops;
	work->special += fmax(0, given[GIVEN_SPECIAL]) * turns;
	add_fp(l, given[GIVEN_FP] >= 0 ? given[GIVEN_FP] * turns :
		ceil(flops / 2), work);
}

/* All that a kernel of addresses states, in full. */
static void given_arithmetic(const struct lowering *l, struct work *work)
{
	int i;

	lower_given(l, l->k->given, 1, work);
	for (i = 1; i < l->k->n_region; ++i) {
		const double *given = l->k->region[i].given;
		double turns = lower_turns(l, lower_loop_of(l->k, i));

		lower_given(l, given, turns, work);
		work->integer += fmax(0, given[GIVEN_INTEGER]) * turns;
	}
}

void lower_work(struct lowering *l)
{
	struct kernel *kernel = l->kernel;
	const int64_t *fold = l->launch->fold;
	double index = l->k->given[GIVEN_INTEGER] >= 0 ?
		l->k->given[GIVEN_INTEGER] : index_work(l);
	double control = fit_value(FIT_thread_control);
	struct work *work = &kernel->work;
	int i;

	if (l->k->by_address)
		given_arithmetic(l, work);
	else
		lower_arithmetic(l, &l->k->work,
			(double) (fold[0] * fold[1] * fold[2]), work);
	work->integer += index;
	work->control = control;
	work->outside = fit_value(FIT_thread_outside);
	for (i = 0; i < l->k->n_region; ++i)
		work->barrier += l->k->region[i].n_barrier *
			lower_turns(l, lower_loop_of(l->k, i));
	for (i = 0; i < kernel->n_access; ++i)
		*(kernel->access[i].is_store ? &work->store : &work->load) +=
			lower_turns(l, kernel->access[i].loop);
	for (i = 0; i < kernel->n_shared_access; ++i)
		*(kernel->shared_access[i].is_store ? &work->shared_store :
			&work->shared_load) +=
			lower_turns(l, kernel->shared_access[i].loop);
	for (i = 0; i < l->k->n_loop; ++i)
		work->control += 2 * lower_turns(l, i);
	lower_part_rest(l, index, control);
}

/* Registers: 14 for indices and addresses, and the values that are alive at
 * the same time, with some loads under way ahead of their use.
 */
int lower_registers(const struct lowering *l)
{
	const struct kernel *kernel = l->kernel;
	int words = type_bytes(work_type(l)) > 4 ? 2 : 1;
	int loads = 0, ahead, i;
	double n;

	for (i = 0; i < kernel->n_access; ++i)
		loads += !kernel->access[i].is_store;
	ahead = loads / 4 < 16 / words ? loads / 4 : 16 / words;
	n = 14 + words * (l->k->peak_live + ahead);
	return n > 255 ? 255 : n < 16 ? 16 : (int) n;
}

