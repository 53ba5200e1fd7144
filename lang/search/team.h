#ifndef LANG_SEARCH_TEAM_H
#define LANG_SEARCH_TEAM_H

/* Estimates of many configurations, by all threads of the session, and by
 * all processes that share its questions.
 *
 * An outcome depends on its configuration alone, not on who found it; it
 * holds no pointers, so that it can travel between processes.
 */

#include "lang/ask/figure.h"
#include "lang/ask/subject.h"
#include "lang/eval/progress.h"

/* What a row shows of a report. */
struct figures {
	double key;		       /* the figure that decides */
	double column[FIGURE_COLUMNS]; /* figure_columns */
	int dims;
	int64_t block[3];
	char limiter[16];
};

enum outcome_state { OUTCOME_NONE, OUTCOME_OK, OUTCOME_LEFT_OUT };

struct outcome {
	enum outcome_state state;
	struct figures figures; /* OUTCOME_OK */
	char why[160];		/* OUTCOME_LEFT_OUT */
};

struct team {
	struct eval *ev;
	int by; /* the figure that decides */
	struct progress progress;
	int64_t n_before; /* done before this run */
};

/* The outcomes of subject[0..n), all of them OUTCOME_NONE before.  False
 * if it was interrupted: some of them are then left as they are.
 */
bool team_run(struct team *team, struct subject *subject, int64_t n,
	struct outcome *outcome);

#endif
