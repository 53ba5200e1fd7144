/* Instructions and the pipes that execute them (doc/MODEL.md, chapter 7).  Each
 * pipe is a limit of its own: they work side by side.
 */

#include <math.h>
#include <string.h>

#include "engine/model/incore.h"
#include "engine/model/instruction.h"
#include "engine/model/l1.h"
#include "engine/report/formula.h"
#include "hw/fit.h"

/* Even a thread that computes nothing has to end. */
double incore_instructions(const struct kernel *kernel)
{
	return fmax(1, instruction_all(&kernel->work));
}

static void report_waves(struct workings *m)
{
	double waves, last;

	FORMULA_METRIC(m->report, METRIC_waves, "2.5", NULL, n_block / capacity,
		(n_block, "", "blocks of the launch", m->n_block),
		(capacity, "", "blocks that run at the same time",
			(double) m->wave.capacity));
	waves = m->report->metric[METRIC_waves];
	last = waves - floor(waves);
	if (waves > 1 && waves < 10 && last > 0 && last < 0.5)
		report_note(m->report,
			"the last wave fills less than half of the device",
			"the last of %.0f waves fills %.0f %% "
			"of the device",
			ceil(waves), 100 * last);
	if (waves < 1)
		report_note(m->report, "the launch does not fill the device",
			"the launch fills %.0f %% of the "
			"device",
			100 * waves);
}

static void report_lanes(struct workings *m)
{
	FORMULA_METRIC(m->report, METRIC_lanes, "2.7", NULL, used / lanes,
		(used, "", "threads in the domain", m->lanes),
		(lanes, "", "lanes of all warps with a thread in the domain",
			m->warps * m->dev->warp_size));
}

static void report_flops(struct workings *m)
{
	if (m->kernel->n_product > 0) {
		FORMULA_METRIC(m->report, METRIC_flops, "7.1", NULL,
			(per_thread * n_thread + matrix) / n_lup,
			(per_thread, "FLOP",
				"floating-point operations of a thread",
				m->lane_work.flops / m->lanes),
			(n_thread, "", "threads in the domain", m->lanes),
			(matrix, "FLOP", "operations of matrix units",
				instruction_tensor(&m->warp_work)),
			(n_lup, "LUP", "updates of the launch", m->lup));
		return;
	}
	FORMULA_METRIC(m->report, METRIC_flops, "7.1", NULL,
		per_thread * n_thread / n_lup,
		(per_thread, "FLOP", "floating-point operations of a thread",
			m->lane_work.flops / m->lanes),
		(n_thread, "", "threads in the domain", m->lanes),
		(n_lup, "LUP", "updates of the launch", m->lup));
}

/* Threads outside of the domain find that out and end. */
static void report_instructions(struct workings *m)
{
	FORMULA_METRIC(m->report, METRIC_instructions, "7.9", NULL,
		(inside * n_thread + outside * n_idle) / n_lup,
		(inside, "inst",
			"instructions of a thread in the domain, on "
			"average",
			instruction_all(&m->lane_work) / m->lanes),
		(n_thread, "", "threads in the domain", m->lanes),
		(outside, "inst", "instructions of a thread outside",
			instruction_outside(m)),
		(n_idle, "", "threads outside",
			m->n_block *
					(double) launch_threads_per_block(
						m->launch) -
				m->lanes),
		(n_lup, "LUP", "updates of the launch", m->lup));
}

void incore_report(struct workings *m)
{
	report_waves(m);
	report_lanes(m);
	report_flops(m);
	report_instructions(m);
}

/* Time of a pipe that takes "per_cyc" lanes a cycle; "path" is "limits." and
 * the name of the limit.
 */
static void limit_of_pipe(struct workings *m, const char *path,
	const char *what, double inst, double per_cyc)
{
	double t;

	FORMULA(m->report, t, path, "s", "7.2", NULL,
		n_inst * lanes / (rate * n_sm * clock),
		(n_inst, "", "instructions of all warps", inst),
		(lanes, "", "lanes of a warp", m->dev->warp_size),
		(rate, "", "lanes that an SM executes in a cycle", per_cyc),
		(n_sm, "", "busy SMs, on average", m->n_sm),
		(clock, "Hz", "clock", m->dev->clock_Hz));
	report_limit(m->report, path + strlen("limits."), what, t);
}

/* The type whose pipe takes longest; each has a pipe of its own, but for
 * half precision where the device has no rate for it.
 */
static void limit_fp(struct workings *m)
{
	const struct work *w = &m->warp_work;
	double fp16 = isnan(m->dev->fp16_per_cyc) ? 0 : w->fp16;
	const double n[3] = { w->fp64, w->fp32 + w->fp16 - fp16, fp16 };
	const double rate[3] = { m->dev->fp64_per_cyc, m->dev->fp32_per_cyc,
		m->dev->fp16_per_cyc };
	static const char *const what[3] = { "FP64 units", "FP32 units",
		"FP16 units" };
	int longest = 0;

	for (int i = 1; i < 3; ++i)
		if (n[i] * rate[longest] > n[longest] * rate[i])
			longest = i;
	limit_of_pipe(m, "limits.fp", what[longest], n[longest], rate[longest]);
}

/* Operations that matrix units do in a second, as the types are mixed: single
 * warps reach a share of the peak where groups of warps are meant to.
 *
 *	R = F / sum_t (f_t / (s p_t) + g_t / p_t)
 */
static double tensor_rate(const struct workings *m)
{
	const struct work *w = &m->warp_work;
	double seconds = 0;

	for (int t = 0; t < N_TENSOR; ++t) {
		double peak = tensor_peak(m->dev, t);

		if (w->tensor[t] > 0)
			seconds += w->tensor[t] / (m->dev->tensor_warp * peak);
		if (w->group[t] > 0)
			seconds += w->group[t] / peak;
	}
	return instruction_tensor(w) / seconds;
}

/* The type that matrix units multiply most of. */
static enum tensor tensor_most(const struct work *w)
{
	enum tensor most = 0;

	for (int t = 1; t < N_TENSOR; ++t)
		if (w->tensor[t] + w->group[t] >
			w->tensor[most] + w->group[most])
			most = t;
	return most;
}

static void limit_tensor(struct workings *m)
{
	const struct work *w = &m->warp_work;
	double t;

	m->report->tensor = tensor_most(w);
	FORMULA(m->report, t, "limits.tensor", "s", "7.15", NULL,
		n_flop / (rate * n_sm),
		(n_flop, "FLOP", "operations of matrix units",
			instruction_tensor(w)),
		(rate, "FLOP/s", "those of one SM",
			tensor_rate(m) / m->dev->sm_count),
		(n_sm, "", "busy SMs, on average", m->n_sm));
	report_limit(m->report, "tensor", "matrix units", t);
}

/* Turns of the integer units.  Products run beside them, on units of FP32, and
 * assemblers put sums and moves where there is room; but two units are not
 * twice as fast as one.
 *
 *	n_i = max(n - n_e, n_p + f r_i / r_f, s n)		 (7.19)
 *
 *	n    integer instructions		w->integer
 *	n_e  of these: sums, moves, products	w->either
 *	n_p  turns of products			w->products
 *	f    FP32 instructions, if there are products	w->fp32
 *	r    lanes that an SM executes in a cycle
 *	s    what sums take on both		FIT_integer_mix
 */
static double integer_turns(const struct workings *m)
{
	const struct work *w = &m->warp_work;
	const struct device *dev = m->dev;
	double products = w->products > 0 ?
		w->products + w->fp32 * dev->int_per_cyc / dev->fp32_per_cyc :
		0;

	return fmax(w->integer - w->either,
		fmax(products, fit_value(dev, FIT_integer_mix) * w->integer));
}

/* Turns of a scheduler that instructions of integers take beyond one each.  Where
 * the FP32 units take a warp in a turn and those of integers do not, these keep the
 * scheduler.
 *
 *	h_i = max(c n_i, c (n_i - n_e) + r n_p) - n_i		 (7.20)
 *
 *	n_i  those of integers, and minima		w->integer
 *	n_e, n_p					(7.19)
 *	r    turns of an integer unit for a warp
 *	c    those of an integer instruction, r times s of (7.19), at least 1
 */
static double integer_turns_more(const struct workings *m, double lanes)
{
	const struct work *w = &m->warp_work;
	double r = lanes / m->dev->int_per_cyc;
	double c = fmax(1, fit_value(m->dev, FIT_integer_mix) * r);

	return fmax(c * w->integer,
		       c * (w->integer - w->either) + r * w->products) -
		w->integer;
}

/* How closely warps meet at the units of FP64 and of special functions, and the
 * turn that the third register of a sum of a product takes, from turns.csv and
 * stalls.csv of the H200.
 */
#define MEET_FP64    1.5
#define MEET_SPECIAL 3.5
#define THIRD	     0.5

/* The same of loops, which warps run through in step, so that they meet at units
 * that take a part of a warp in a turn.
 *
 *	h_l = ((n + h_d)^k + x^k)^(1/k) - n + n_3 / 2		 (7.27)
 *	h_d = n_d min(1, a n_d / n)
 *
 *	n    instructions in loops
 *	n_d  of these: FP64			w->fp64
 *	x    turns of the unit of special functions	w->special
 *	n_3  FP32 sums of a product, of three registers: these have two ports
 *						w->three
 *
 * AMD's boards have other registers, and nobody measured it there.
 */
static double loop_turns_more(const struct workings *m, double lanes)
{
	const struct work *w = &m->loop_work;
	double n = instruction_all(w);
	double wide, special;

	if (!(n > 0) || l1_has_tag_banks(m->dev))
		return 0;
	wide = w->fp64 / n * fmin(1, MEET_FP64 * w->fp64 / n);
	special = w->special / n * lanes / m->dev->sfu_per_cyc;
	return n *
		(pow(pow(1 + wide, MEET_SPECIAL) + pow(special, MEET_SPECIAL),
			 1 / MEET_SPECIAL) -
			1) +
		THIRD * fmin(w->three, w->fp32);
}

/* Turns of a scheduler for an instruction, in the mean. */
static double issue_turns(const struct workings *m, double lanes)
{
	double n = instruction_all(&m->warp_work);

	if (!(m->dev->fp32_per_cyc >= lanes) || !(n > 0))
		return 1;
	return 1 +
		(integer_turns_more(m, lanes) + loop_turns_more(m, lanes)) / n;
}

double incore_met_share(const struct workings *m)
{
	const struct device *dev = m->dev;
	double per_cyc = dev->sm_schedulers * dev->issue_per_cyc *
		dev->warp_size;

	return 1 - 1 / issue_turns(m, per_cyc);
}

/* Passes of a vector unit for an instruction.  A SIMD of GCN and CDNA issues
 * nothing more to it while it takes several; RDNA runs slow ones beside others.
 */
static double vector_passes(const struct device *dev, double lanes, double rate)
{
	return dev->issue_per_cyc < 1 ? fmax(1, lanes / rate) : 1;
}

/* Turns of the schedulers of AMD: each cycle one issues an instruction of each
 * kind, from different wavefronts, so that the kind with most decides.
 *
 *	n_k = max(n_v, n_m, n_s, n_c)				 (7.30)
 *	n_v = n_32 + n_16 + n_x + p_64 n_64 + p_i n_i + p_f n_f
 *
 *	n_m, n_s, n_c  memory, shared memory, control	instruction_of()
 *	n_i, n_f, n_x  integer, special, matrix		w->integer ...
 *	p	       passes				vector_passes()
 */
static double kind_turns(const struct workings *m, double lanes)
{
	const struct work *w = &m->warp_work;
	const struct device *dev = m->dev;
	double vector = w->fp32 + w->fp16 + w->matrix +
		vector_passes(dev, lanes, dev->fp64_per_cyc) * w->fp64 +
		vector_passes(dev, lanes, dev->int_per_cyc) * w->integer +
		vector_passes(dev, lanes, dev->sfu_per_cyc) * w->special;

	return fmax(fmax(vector, instruction_of(w, INSTRUCTION_CONTROL)),
		fmax(instruction_of(w, INSTRUCTION_MEMORY),
			instruction_of(w, INSTRUCTION_SHARED)));
}

static bool issues_kinds(const struct device *dev)
{
	return dev->issue_kinds > 1;
}

double incore_in_turn(const struct workings *m)
{
	const struct device *dev = m->dev;
	double turns = kind_turns(m,
		dev->sm_schedulers * dev->issue_per_cyc * dev->warp_size);

	return issues_kinds(dev) && turns > 0 ?
		fmax(1, instruction_all(&m->warp_work) / turns) :
		1;
}

/* What issue is called where it waits for a unit that is busy for longer. */
static const char *issue_name(const struct workings *m, double lanes)
{
	const struct work *w = &m->loop_work;
	double n = instruction_all(w);

	if (!(m->dev->fp32_per_cyc >= lanes) || l1_has_tag_banks(m->dev))
		return "instruction issue";
	return w->special * lanes / m->dev->sfu_per_cyc > n ?
		"issue and special functions" :
		w->fp64 * lanes / m->dev->fp64_per_cyc > n ?
		"issue and FP64 units" :
		"instruction issue";
}

static void limit_issue(struct workings *m)
{
	const struct device *dev = m->dev;
	double per_cyc = dev->sm_schedulers * dev->issue_per_cyc *
		dev->warp_size;
	double t;

	if (issues_kinds(dev)) {
		limit_of_pipe(m, "limits.issue", "instruction issue",
			kind_turns(m, per_cyc), per_cyc);
		return;
	}
	FORMULA(m->report, t, "limits.issue", "s", "7.27", NULL,
		n_inst * s * lanes / (rate * n_sm * clock),
		(n_inst, "", "instructions of all warps",
			instruction_all(&m->warp_work)),
		(s, "", "turns of a scheduler that one takes, in the mean",
			issue_turns(m, per_cyc)),
		(lanes, "", "lanes of a warp", dev->warp_size),
		(rate, "", "lanes that an SM executes in a cycle", per_cyc),
		(n_sm, "", "busy SMs, on average", m->n_sm),
		(clock, "Hz", "clock", dev->clock_Hz));
	report_limit(m->report, "issue", issue_name(m, per_cyc), t);
}

void incore_limits(struct workings *m)
{
	const struct work *w = &m->warp_work;
	const struct device *dev = m->dev;

	limit_fp(m);
	if (instruction_tensor(w) > 0)
		limit_tensor(m);
	if (w->special > 0)
		limit_of_pipe(m, "limits.special", "special functions",
			w->special, dev->sfu_per_cyc);
	if (w->integer > 0)
		limit_of_pipe(m, "limits.integer", "integer units",
			integer_turns(m), dev->int_per_cyc);
	limit_issue(m);
}
