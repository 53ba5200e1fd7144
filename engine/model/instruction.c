/* Instructions by class (doc/MODEL.md, chapter 16), for warps and for lanes.  A
 * warp issues what any of its lanes needs.
 */

#include <math.h>

#include "engine/count/footprint_warp.h"
#include "engine/kernel/predicate.h"
#include "engine/model/chain.h"
#include "engine/model/conditions.h"
#include "engine/model/instruction.h"
#include "engine/model/l1.h"
#include "engine/report/formula.h"
#include "hw/fit.h"

const char *const instruction_names[N_INSTRUCTION] = { "fp", "integer",
	"memory", "shared", "control" };

double instruction_of(const struct work *w, enum instruction class)
{
	switch (class) {
	case INSTRUCTION_FP:
		return w->fp64 + w->fp32 + w->fp16 + w->special + w->matrix;
	case INSTRUCTION_INTEGER: return w->integer;
	case INSTRUCTION_MEMORY: return w->load + w->store;
	case INSTRUCTION_SHARED: return w->shared_load + w->shared_store;
	case INSTRUCTION_CONTROL: return w->control + w->barrier;
	case N_INSTRUCTION: break;
	}
	return 0;
}

double instruction_all(const struct work *w)
{
	double n = 0;

	for (int i = 0; i < N_INSTRUCTION; ++i)
		n += instruction_of(w, i);
	return n;
}

double instruction_tensor(const struct work *w)
{
	double flops = 0;

	for (int t = 0; t < N_TENSOR; ++t)
		flops += w->tensor[t] + w->group[t];
	return flops;
}

void work_add(struct work *sum, const struct work *w, double factor)
{
	sum->flops += factor * w->flops;
	sum->fp64 += factor * w->fp64;
	sum->fp32 += factor * w->fp32;
	sum->fp16 += factor * w->fp16;
	sum->three += factor * w->three;
	sum->special += factor * w->special;
	sum->integer += factor * w->integer;
	sum->either += factor * w->either;
	sum->on_data += factor * w->on_data;
	sum->products += factor * w->products;
	sum->words += factor * w->words;
	sum->expanded += factor * w->expanded;
	sum->slow_paths += factor * w->slow_paths;
	sum->repeated += factor * w->repeated;
	sum->load += factor * w->load;
	sum->store += factor * w->store;
	sum->shared_load += factor * w->shared_load;
	sum->shared_store += factor * w->shared_store;
	sum->control += factor * w->control;
	sum->shuffles += factor * w->shuffles;
	sum->barrier += factor * w->barrier;
	sum->matrix += factor * w->matrix;
	for (int t = 0; t < N_TENSOR; ++t) {
		sum->tensor[t] += factor * w->tensor[t];
		sum->group[t] += factor * w->group[t];
	}
}

void instruction_lanes(struct workings *m, const struct predicate *predicate,
	int loop, double *warps, double *lanes)
{
	struct warp_range range = { 0, launch_blocks(m->launch),
		(int) m->dev->warp_size, 0 };
	struct warp_sum sum = { 0 };
	enum footprint_status status = FOOTPRINT_OK;

	*warps = m->warps * kernel_turns(m->kernel, loop);
	*lanes = m->lanes * kernel_turns(m->kernel, loop);
	if (!predicate || m->status != FOOTPRINT_OK)
		return;
	if (m->conditions && conditions_lanes(m, predicate, loop, warps, lanes))
		return;
	status = footprint_lanes(m->kernel, m->launch, predicate, loop, &range,
		&sum);
	if (status == FOOTPRINT_BUDGET) {
		m->is_sampled = true;
		return;
	}
	m->status = status;
	*warps = (double) sum.n_request;
	*lanes = (double) sum.n_lane;
}

/* True if warps issue the part whether they have a lane in it or not, without a
 * jump: short work on shared memory, or with loads.
 */
static bool is_predicated(const struct kernel *kernel,
	const struct work_part *p)
{
	return p->predicate && !p->is_jumped && p->chance >= 1 &&
		(instruction_of(&p->work, INSTRUCTION_SHARED) > 0 ?
				chain_is_predicated(kernel, p->predicate) :
				chain_loads_predicated(kernel, p->predicate));
}

static bool differs_by_literal(const struct quasi *a, const struct quasi *b)
{
	struct quasi x, y;

	if (!a || !b)
		return false;
	x = *a;
	y = *b;
	x.constant = y.constant = 0;
	return quasi_equal(&x, &y);
}

/* True if the address of "a" is that of an access under another condition and a
 * literal, which a load has room for, whatever is known of strides.
 */
static bool is_offset(const struct kernel *kernel, const struct access *a)
{
	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *b = &kernel->access[i];

		if (b->field == a->field && b->loop == a->loop &&
			b->component == a->component && !b->draw.kind &&
			!predicate_equal(a->predicate, b->predicate) &&
			differs_by_literal(a->index[0], b->index[0]) &&
			a->index[1] && b->index[1] &&
			quasi_equal(a->index[1], b->index[1]) && a->index[2] &&
			b->index[2] && quasi_equal(a->index[2], b->index[2]))
			return true;
	}
	return false;
}

/* True if a predicated part finds addresses of its own: LDC, IADD3 and IMAD.WIDE where
 * a branch would be.
 */
static bool has_addresses(const struct kernel *kernel,
	const struct work_part *p)
{
	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];

		if (a->loop == p->loop && !a->draw.kind &&
			predicate_equal(a->predicate, p->predicate) &&
			!is_offset(kernel, a))
			return true;
	}
	return false;
}

static bool adds_addresses(const struct kernel *kernel,
	const struct work_part *p)
{
	return instruction_of(&p->work, INSTRUCTION_SHARED) <= 0 &&
		has_addresses(kernel, p);
}

/* The parts of a kernel, each as often as warps and lanes come to it.
 *
 *	I_w = sum_p i_p w_p,	I_t = sum_p i_p s_p n_p		  (16.1)
 *
 *	i_p  instructions of part p		part->work
 *	w_p  warps with a lane where its condition holds, over all turns
 *	n_p  lanes where it holds		instruction_lanes()
 *	s_p  share of these, if it depends on data	part->share
 */
void instruction_count(struct workings *m)
{
	const struct kernel *kernel = m->kernel;
	double error = 0;

	if (kernel->n_part == 0) {
		work_add(&m->warp_work, &kernel->work, m->warps);
		work_add(&m->lane_work, &kernel->work, m->lanes);
	}
	for (int i = 0; i < kernel->n_part; ++i) {
		struct work_part part = kernel->part[i], *p = &part;
		double warps, lanes, all;

		if (is_predicated(kernel, p)) {
			if (!adds_addresses(kernel, p))
				part.work.control = fmax(0,
					part.work.control -
						fmax(1, part.pieces) *
							fit_value(m->dev,
								FIT_branch_control));
			instruction_lanes(m, p->around, p->loop, &warps,
				&lanes);
			/* those of loads have flops, which lanes without do
			 * not do
			 */
			if (!(instruction_of(&p->work, INSTRUCTION_SHARED) > 0))
				instruction_lanes(m, p->predicate, p->loop,
					&all, &lanes);
		} else {
			instruction_lanes(m, p->predicate, p->loop, &warps,
				&lanes);
		}
		/* (21.3): a warp executes what any of its lanes takes */
		if (p->chance < 1 && warps > 0)
			warps *= -expm1(
				chance_groups(lanes / warps, p->together) *
				log1p(-fmin(p->chance, 1 - 1e-12)));
		work_add(&m->warp_work, &p->work, warps);
		if (p->loop >= 0)
			work_add(&m->loop_work, &p->work, warps);
		work_add(&m->lane_work, &p->work, lanes * p->share);
		if (m->conditions && p->predicate)
			error += instruction_all(&p->work) *
				conditions_warps_error(m, p->predicate,
					p->loop);
	}
	if (error > 0)
		m->warp_error = error / instruction_all(&m->warp_work);
}

/* Instructions before memory and arithmetic. */
static double to_start(const struct work *w)
{
	return instruction_of(w, INSTRUCTION_INTEGER) +
		instruction_of(w, INSTRUCTION_CONTROL);
}

/* A warp issues for its threads outside nothing that those inside do not
 * execute, and they touch no memory: a thread outside has at most what every
 * thread inside has to find its addresses.
 */
double instruction_outside(const struct workings *m)
{
	const struct kernel *kernel = m->kernel;
	double all = kernel->n_part ? 0 : to_start(&kernel->work);

	for (int i = 0; i < kernel->n_part; ++i)
		if (!kernel->part[i].predicate && kernel->part[i].chance >= 1)
			all += to_start(&kernel->part[i].work) *
				kernel_turns(kernel, kernel->part[i].loop);
	return fmin(kernel->work.outside, all);
}

/* Warps and threads outside of the domain find that out and end.
 *
 *	I_w + i' (w' - w),	I_t + i' (n' - n)		  (16.2)
 *
 *	i'     instructions of such a thread	instruction_outside()
 *	w, w'  warps with a thread inside, warps of all blocks
 *	n, n'  threads inside, threads of all blocks
 */
static void add_outside(struct workings *m)
{
	double outside = instruction_outside(m);
	double threads = (double) launch_threads_per_block(m->launch);
	double warps = ceil(threads / m->dev->warp_size);

	m->report->warp_work.control += outside *
		(m->n_block * warps - m->warps);
	m->report->thread_work.control += outside *
		(m->n_block * threads - m->lanes);
}

static void report_requests(struct workings *m)
{
	struct report *r = m->report;
	struct requests load = { 0 }, store = { 0 };

	r->l1_sectors = 0;
	for (int f = 0; f < m->kernel->n_field; ++f) {
		load.n += m->count[f].loads.n;
		load.sectors += m->count[f].loads.sectors;
		store.n += m->count[f].stores.n;
		store.sectors += m->count[f].stores.sectors;
		r->l1_sectors += l1_delivered(m, f);
	}
	r->global_load = (struct transactions) { load.n, load.sectors, 0 };
	r->global_store = (struct transactions) { store.n, store.sectors, 0 };
	r->shared_load = (struct transactions) { m->shared_loads.n,
		m->shared_loads.cycles, m->shared_loads.lines };
	r->shared_store = (struct transactions) { m->shared_stores.n,
		m->shared_stores.cycles, m->shared_stores.lines };
}

void instruction_report(struct workings *m)
{
	struct report *r = m->report;

	r->warp_work = m->warp_work;
	r->thread_work = m->lane_work;
	add_outside(m);
	report_requests(m);
	FORMULA_METRIC(r, METRIC_warp_instructions, "16.2", NULL,
		n_inst / n_lup,
		(n_inst, "inst", "instructions of all warps",
			instruction_all(&r->warp_work)),
		(n_lup, "LUP", "updates of the launch", m->lup));
}
