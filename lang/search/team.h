#ifndef LANG_SEARCH_TEAM_H
#define LANG_SEARCH_TEAM_H

/* Estimates many configurations with all threads of the session, and with all
 * processes that share its questions.
 *
 * An outcome depends only on its configuration, not on the thread or process.
 * It holds no pointers, so that processes can exchange it as bytes.
 */

#include "lang/ask/figure.h"
#include "lang/ask/subject.h"
#include "lang/eval/progress.h"

/* The figures of a row. */
struct figures {
	double key;		       /* the figure to sort by */
	double column[FIGURE_COLUMNS]; /* figure_columns */
	double time_low_s, time_high_s;
	int dims;
	int64_t block[3];
	struct order order; /* that was chosen: none of the user's */
	char limiter[16];
	bool is_sampled; /* volumes come from a sample */
};

#define OUTCOME_NOTES 512

enum outcome_state { OUTCOME_NONE, OUTCOME_OK, OUTCOME_LEFT_OUT };

struct outcome {
	enum outcome_state state;
	struct figures figures; /* OUTCOME_OK */
	union {
		char notes[OUTCOME_NOTES]; /* OUTCOME_OK: a line each */
		char why[160];		   /* OUTCOME_LEFT_OUT */
	};
};

struct team {
	struct eval *ev;
	int by; /* the figure to sort by */
	struct progress progress;
	int64_t n_before; /* configurations of earlier runs */
};

/* Finds the outcomes of subject[0..n), all OUTCOME_NONE at first.  False if it
 * was interrupted; outcomes not found then stay OUTCOME_NONE.
 */
bool team_run(struct team *team, struct subject *subject, int64_t n,
	struct outcome *outcome);

#endif
