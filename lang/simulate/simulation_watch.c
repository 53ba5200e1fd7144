/* A simulation under the budget of time: simulation_watch.h. */

#include <math.h>
#include <string.h>

#include "lang/eval/settings.h"
#include "lang/simulate/simulation_watch.h"

void simulation_watch_begin(struct watched *w, double accesses)
{
	w->start_ms = eval_clock_ms();
	w->done = w->before = w->expected_ms = 0;
	progress_begin(&w->progress, w->ev, accesses);
}

/* The part of its budget that a simulation runs for before it is judged; where
 * conditions leave out accesses, the time that all of them would take is only an
 * upper bound, and it has longer.
 */
#define TRIAL	   (1. / 30)
#define LONG_TRIAL 0.4

/* A sample takes the place of what would take more than this part of the time;
 * at the end of it there would be none left for a sample.
 */
#define MOST 0.9

/* Is the budget of time in vain?  The rate so far tells how long all accesses
 * will take; the less of the budget is left, the better it does, and where no
 * sample takes its place, only the time itself may be proof enough.
 */
static bool is_in_vain(struct watched *w)
{
	double budget_ms = (double) w->ev->budget.time_ms;
	double now_ms = (double) (eval_clock_ms() - w->start_ms);
	double left_ms = budget_ms - (double) (w->start_ms - w->ev->start_ms);
	double expected_ms = now_ms * w->progress.total / w->done;
	double most_ms = w->is_quiet ? MOST * left_ms :
				       left_ms + 2 * (left_ms - now_ms);

	if (!(w->done > 0) || (!w->is_known && !w->is_quiet) ||
		now_ms < budget_ms * (w->is_known ? TRIAL : LONG_TRIAL) ||
		!(expected_ms > most_ms))
		return false;
	w->expected_ms = expected_ms;
	return true;
}

bool simulation_watch_fail(const struct watched *w)
{
	return settings_exhausted(w->ev->diag, w->loc, "time",
		w->ev->budget.time_ms);
}

bool simulation_watch(void *user, double accesses)
{
	struct watched *w = user;

	if (w->before + accesses < w->done)
		w->before = w->done;
	w->done = w->before + accesses;
	progress_step(&w->progress, w->done);
	if (!eval_poll(w->ev, w->loc))
		return false;
	if (!is_in_vain(w))
		return true;
	return w->is_quiet ? false : simulation_watch_fail(w);
}

/* A slice of the domain has to take this part of the time that ran out. */
#define SLICE 0.5

/* Fewer cells than this along an axis would be mostly boundary. */
#define LEAST_CELLS 32

/* Name a domain that the time suffices for: the outermost extents shrink first,
 * so that rows keep their length.
 */
static void suggest_slice(struct eval *ev, const struct kernel *kernel,
	double share)
{
	const struct ordered *of = kernel->ordered;
	int dims = of ? of->dims : kernel->dims;
	struct buffer domain = { 0 };
	int64_t extent[3];

	for (int i = 0; i < 3; ++i)
		extent[i] = of ? of->domain[i] : kernel_stated(kernel, i);
	for (int i = dims - 1; i >= 0 && share < 1; --i) {
		double cells = floor((double) extent[i] * share);
		double least = fmin((double) extent[i], LEAST_CELLS);

		cells = fmax(cells, least);
		share *= (double) extent[i] / cells;
		extent[i] = (int64_t) cells;
	}
	for (int i = 0; i < dims; ++i)
		buffer_printf(&domain, "%s%lld", i ? ", " : "",
			(long long) extent[i]);
	diag_note(ev->diag,
		"or simulate a slice of the domain, which takes about half of "
		"that: with domain = %s%s%s",
		dims > 1 ? "(" : "", buffer_text(&domain), dims > 1 ? ")" : "");
	buffer_free(&domain);
}

/* Part of the time left that a sample of SMs may take: SMs that run alone find
 * the caches of this machine in another state than all of them did.
 */
#define SAMPLED 0.5

int64_t simulation_watch_sms(const struct watched *w, int64_t sms)
{
	double left_ms = (double) (w->ev->budget.time_ms -
		(eval_clock_ms() - w->ev->start_ms));

	return (int64_t) floor(
		(double) sms * SAMPLED * fmax(0, left_ms) / w->expected_ms);
}

void simulation_watch_note(const struct watched *w, const struct kernel *kernel)
{
	if (w->expected_ms > 0) {
		diag_note(w->ev->diag,
			"all %.4g accesses would take about %.0f s: it was ended "
			"early",
			w->progress.total, w->expected_ms / 1000);
		suggest_slice(w->ev, kernel,
			SLICE * (double) w->ev->budget.time_ms /
				w->expected_ms);
	} else if (eval_is_late(w->ev) && w->done < w->progress.total) {
		suggest_slice(w->ev, kernel,
			SLICE * w->done / w->progress.total);
	}
}
