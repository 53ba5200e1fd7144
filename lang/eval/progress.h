#ifndef LANG_EVAL_PROGRESS_H
#define LANG_EVAL_PROGRESS_H

/* Progress of long work, reported to the program that uses the session.
 *
 * The first report comes after one second, then a few per second. The last call
 * passes NULL so that the program can erase what it showed.
 */

#include "lang/eval/eval.h"

/* The argument of the progress callback. */
struct progress_state {
	double done, total;
	double seconds; /* since the start */
};

struct progress {
	struct eval *ev;
	double total; /* number of steps; 0: unknown */
	double start_s, next_s;
	bool is_shown;
};

void progress_begin(struct progress *p, struct eval *ev, double total);
void progress_step(struct progress *p, double done);
void progress_end(struct progress *p);

#endif
