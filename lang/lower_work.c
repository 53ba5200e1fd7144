/* What a thread executes and how many registers it needs. */

#include <math.h>

#include "lang/lower_parts.h"

/* ---------------------------------------------------------------- work */

/* The type that the arithmetic is done in: that of what is stored. */
static enum elem_type work_type(const struct lowering *l)
{
	const struct kernel_field *f = lower_stored(l->k);
	enum elem_type type = f ? f->type : TYPE_OPEN;

	return type == TYPE_OPEN ? l->o->type : type;
}

/* Index and bounds of each dimension, a base for each field, and what the
 * kernel computes in whole numbers itself.
 */
static double index_work(const struct lowering *l, double cells)
{
	return 3 * l->k->dims + 2 * l->kernel->n_field +
		cells * kernel_count_at(&l->k->work.integer, l->extent);
}

void lower_work(struct lowering *l)
{
	const struct kernel_work *w = &l->k->work;
	struct kernel *kernel = l->kernel;
	const int64_t *fold = l->launch->fold;
	double cells = l->k->by_address ? 1 :
		(double) (fold[0] * fold[1] * fold[2]);
	double fp;
	struct work *work = &kernel->work;
	int i;

	fp = kernel_count_at(&w->fp_inst, l->extent) * cells;
	work->flops = kernel_count_at(&w->flops, l->extent) * cells;
	work->special = (kernel_count_at(&w->div, l->extent) +
		kernel_count_at(&w->special, l->extent)) * cells;
	fp -= work->special;
	if (l->k->given[GIVEN_SPECIAL] >= 0)
		work->special = l->k->given[GIVEN_SPECIAL];
	if (l->k->given[GIVEN_FP] >= 0)
		fp = l->k->given[GIVEN_FP];
	else if (l->k->by_address)
		fp = ceil(work->flops / 2);
	switch (work_type(l)) {
	case TYPE_FLOAT:	work->fp32 = fp; break;
	case TYPE_HALF:		work->fp16 = fp; break;
	case TYPE_DOUBLE:	work->fp64 = fp; break;
	default:		work->integer = fp; break;
	}
	if (l->k->given[GIVEN_INTEGER] >= 0)
		work->integer += l->k->given[GIVEN_INTEGER];
	else
		work->integer += index_work(l, cells);
	work->control = 2;
	work->barrier = l->k->n_barrier;
	for (i = 0; i < kernel->n_access; ++i)
		*(kernel->access[i].is_store ? &work->store : &work->load) +=
			lower_turns(l, kernel->access[i].loop);
	for (i = 0; i < kernel->n_shared_access; ++i)
		*(kernel->shared_access[i].is_store ? &work->shared_store :
			&work->shared_load) +=
			lower_turns(l, kernel->shared_access[i].loop);
	for (i = 0; i < l->k->n_loop; ++i)
		work->control += 2 * lower_turns(l, i);
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

