#ifndef LANG_EVAL_PROGRESS_H
#define LANG_EVAL_PROGRESS_H

/* How far something long has come, told to who uses the session.
 *
 * Nothing is said in the first second, then a few times a second; what was
 * said once is taken back at the end.
 */

#include "lang/eval/eval.h"

/* What is told. */
struct progress_state {
	double done, total;
	double seconds; /* so far */
};

struct progress {
	struct eval *ev;
	double total; /* steps; 0: not known */
	double start_s, next_s;
	bool is_shown;
};

void progress_begin(struct progress *p, struct eval *ev, double total);
void progress_step(struct progress *p, double done);
void progress_end(struct progress *p);

#endif
