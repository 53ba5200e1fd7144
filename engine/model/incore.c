/* Instructions: doc/MODEL.md, chapter 7. */

#include <math.h>

#include "engine/model/incore.h"
#include "engine/model/instruction.h"

/* Even a thread that computes nothing has to end. */
double incore_instructions(const struct kernel *kernel)
{
	return fmax(1, instruction_all(&kernel->work));
}

static void report_waves(struct workings *m)
{
	double capacity = (double) m->wave.capacity;
	const struct derivation_input in[] = {
		{ "n_block", "", "blocks of the launch", m->n_block },
		{ "capacity", "", "blocks that run at the same time",
		  capacity },
	};
	double waves = m->n_block / capacity, last = waves - floor(waves);

	report_metric(m->report, METRIC_waves, "2.5", "n_block / capacity",
		waves, NULL, REPORT_INPUTS(in));
	if (waves > 1 && waves < 10 && last > 0 && last < 0.5)
		report_note(m->report, "the last of %.0f waves is filled to "
			"%.0f %%", ceil(waves), 100 * last);
	if (waves < 1)
		report_note(m->report, "the launch fills %.0f %% of the "
			"device", 100 * waves);
}

static void report_lanes(struct workings *m)
{
	double lanes = m->warps * m->dev->warp_size;
	const struct derivation_input in[] = {
		{ "used", "", "threads in the domain", m->lanes },
		{ "lanes", "", "lanes of all warps with such a thread",
		  lanes },
	};

	report_metric(m->report, METRIC_lanes, "2.7", "used / lanes",
		m->lanes / lanes, NULL, REPORT_INPUTS(in));
}

static void report_per_thread(struct workings *m, enum metric metric,
	const char *unit, const char *what, double per_thread)
{
	const struct derivation_input in[] = {
		{ "per_thread", unit, what, per_thread },
		{ "n_thread", "", "threads in the domain", m->lanes },
		{ "n_lup", "LUP", "updates of the launch", m->lup },
	};

	report_metric(m->report, metric, "7.1",
		"per_thread * n_thread / n_lup",
		per_thread * m->lanes / m->lup, NULL, REPORT_INPUTS(in));
}

/* Threads outside of the domain find that out and end.
 *
 *	(i n + i' (n' - n)) / N					  (7.9)
 *
 *	i, i'  instructions of a thread inside, outside
 *	n, n'  threads inside, threads of all blocks
 */
static void report_instructions(struct workings *m)
{
	double inside = instruction_all(&m->lane_work) / m->lanes;
	double outside = m->kernel->work.outside;
	double idle = m->n_block *
		(double) launch_threads_per_block(m->launch) - m->lanes;
	const struct derivation_input in[] = {
		{ "inside", "inst", "instructions of a thread in the domain, on "
		  "average", inside },
		{ "n_thread", "", "threads in the domain", m->lanes },
		{ "outside", "inst", "instructions of a thread outside",
		  outside },
		{ "n_idle", "", "threads outside", idle },
		{ "n_lup", "LUP", "updates of the launch", m->lup },
	};

	report_metric(m->report, METRIC_instructions, "7.9",
		"(inside * n_thread + outside * n_idle) / n_lup",
		(inside * m->lanes + outside * idle) / m->lup, NULL,
		REPORT_INPUTS(in));
}

void incore_report(struct workings *m)
{
	report_waves(m);
	report_lanes(m);
	report_per_thread(m, METRIC_flops, "FLOP",
		"floating-point operations of a thread",
		m->lane_work.flops / m->lanes);
	report_instructions(m);
}

/* Time of a pipe that takes "per_cyc" lanes a cycle.
 *
 *	t = i l / (r m f)					  (7.2)
 *
 *	i  instructions of all warps for it	n_inst
 *	l  lanes of a warp			dev->warp_size
 *	r  its rate				per_cyc
 *	m  SMs at work (2.6)			m->n_sm
 *	f  clock				dev->clock_Hz
 */
static void limit_of_pipe(struct workings *m, const char *name,
	const char *path, const char *what, double n_inst, double per_cyc)
{
	double t = n_inst * m->dev->warp_size /
		(per_cyc * m->n_sm * m->dev->clock_Hz);
	const struct derivation_input in[] = {
		{ "n_inst", "", "instructions of all warps", n_inst },
		{ "lanes", "", "lanes of a warp", m->dev->warp_size },
		{ "rate", "", "of these a cycle and SM", per_cyc },
		{ "n_sm", "", "SMs at work", m->n_sm },
		{ "clock", "Hz", "clock", m->dev->clock_Hz },
	};

	if (!isfinite(t))
		return;
	report_limit(m->report, name, what, t);
	report_derive(m->report, path, "7.2",
		"n_inst * lanes / (rate * n_sm * clock)", "s", t, NULL,
		REPORT_INPUTS(in));
}

/* The type whose pipe takes longest; each has a pipe of its own, but for
 * half precision where the device has no rate for it.
 */
static void limit_fp(struct workings *m)
{
	const struct work *w = &m->warp_work;
	double fp16 = isnan(m->dev->fp16_per_cyc) ? 0 : w->fp16;
	const double n[3] = { w->fp64, w->fp32 + w->fp16 - fp16, fp16 };
	const double rate[3] = {
		m->dev->fp64_per_cyc, m->dev->fp32_per_cyc,
		m->dev->fp16_per_cyc
	};
	static const char *const what[3] = {
		"FP64 units", "FP32 units", "FP16 units"
	};
	int longest = 0;

	for (int i = 1; i < 3; ++i)
		if (n[i] * rate[longest] > n[longest] * rate[i])
			longest = i;
	limit_of_pipe(m, "fp", "limits.fp", what[longest], n[longest],
		rate[longest]);
}

void incore_limits(struct workings *m)
{
	const struct work *w = &m->warp_work;
	const struct device *dev = m->dev;

	limit_fp(m);
	if (w->special > 0)
		limit_of_pipe(m, "special", "limits.special",
			"special functions", w->special, dev->sfu_per_cyc);
	if (w->integer > 0)
		limit_of_pipe(m, "integer", "limits.integer",
			"integer units", w->integer, dev->int_per_cyc);
	limit_of_pipe(m, "issue", "limits.issue", "instruction issue",
		instruction_all(w),
		dev->sm_schedulers * dev->issue_per_cyc * dev->warp_size);
}
