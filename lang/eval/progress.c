/* Progress reports, limited to a few per second. */

#include "lang/eval/progress.h"

/* Seconds before the first report, so that short questions show none, and
 * between two reports: five a second look smooth and cost nothing.
 */
#define PATIENCE_S 1.0
#define PERIOD_S   0.2

void progress_begin(struct progress *p, struct eval *ev, double total)
{
	*p = (struct progress) { .ev = ev, .total = total };
	if (!ev->progress)
		return;
	p->start_s = eval_clock_s();
	p->next_s = p->start_s + PATIENCE_S;
}

void progress_step(struct progress *p, double done)
{
	struct progress_state state = { .done = done, .total = p->total };
	double now;

	if (!p->ev->progress)
		return;
	now = eval_clock_s();
	if (now < p->next_s)
		return;
	state.seconds = now - p->start_s;
	p->next_s = now + PERIOD_S;
	p->is_shown = true;
	p->ev->progress(p->ev->progress_user, &state);
}

void progress_end(struct progress *p)
{
	if (p->is_shown)
		p->ev->progress(p->ev->progress_user, NULL);
	p->is_shown = false;
}
