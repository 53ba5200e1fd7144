/* Estimates by threads and processes.
 *
 * Threads take the next configuration from an atomic counter.  Each has its
 * own diagnostics and its own cache of lowered kernels; the evaluator is only
 * read.
 */

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/locale.h"
#include "lang/base/memory.h"
#include "lang/base/stack.h"
#include "lang/search/team.h"

/* State shared by the threads of one team_run(). */
struct batch {
	struct team *team;
	struct subject *subject;
	struct outcome *outcome;
	int64_t n;
	int64_t stride; /* between configurations of this process */
	_Atomic int64_t next;
	atomic_bool is_starved; /* a thread ran out of memory */
};

static void find_figures(const struct team *team, const struct report *r,
	struct figures *f)
{
	f->dims = r->dims;
	memcpy(f->block, r->block, sizeof(f->block));
	snprintf(f->limiter, sizeof(f->limiter), "%s",
		r->limit[r->limiter].name);
	for (int i = 0; i < FIGURE_COLUMNS; ++i)
		f->column[i] = figure_of(r, figure_columns[i]);
	f->key = figure_of(r, team->by);
	f->time_low_s = r->time_low_s;
	f->time_high_s = r->time_high_s;
	f->is_sampled = r->is_sampled;
}

/* As many of the caveats as there is room for. */
static void find_notes(const struct report *r, char notes[OUTCOME_NOTES])
{
	size_t n = 0;

	for (int i = 0; i < r->n_caveat; ++i) {
		size_t len = strlen(r->caveat[i]);

		if (n + len + 1 >= OUTCOME_NOTES)
			continue;
		memcpy(notes + n, r->caveat[i], len);
		n += len;
		notes[n++] = '\n';
	}
	notes[n] = '\0';
}

static void leave_out(struct diag *diag, struct outcome *o, const char *why)
{
	if (diag->n_entry > 0)
		why = diag->entry[0].message;
	if (!why[0])
		why = "it exceeds the budget";
	o->state = OUTCOME_LEFT_OUT;
	snprintf(o->why, sizeof(o->why), "%s", why);
	diag_clear(diag);
}

static void estimate_one(const struct team *team, const struct lower_env *env,
	struct lower_cache *cache, struct subject *s, struct outcome *o)
{
	enum estimate_status status = ESTIMATE_OK;
	struct report report;
	char why[256] = "the launch is invalid";
	bool lowered;

	if (subject_is_open(s))
		status = subject_find_launch(env, s, why);
	if (status == ESTIMATE_OK)
		status = subject_estimate_again(env, cache, s, &s->options,
			&report, why, &lowered);
	if (status == ESTIMATE_STOPPED)
		return;
	if (status != ESTIMATE_OK) {
		leave_out(env->diag, o, why);
		return;
	}
	find_figures(team, &report, &o->figures);
	o->figures.order = s->options.order;
	o->figures.order.user = NULL;
	find_notes(&report, o->notes);
	report_clear(&report);
	o->state = OUTCOME_OK;
}

/* The first thread, that of the session, shows the progress of all. */
static void work(struct batch *batch, bool is_first)
{
	struct team *team = batch->team;
	struct lower_cache *cache = lower_cache_new();
	struct account own = { .live_B = 0 };
	struct account *outer = account_open(&own);
	struct lower_env env = lower_env(team->ev);
	struct diag diag = { 0 };
	int64_t i;

	env.diag = &diag;
	while ((i = batch->next) < batch->n) {
		if (!atomic_compare_exchange_weak(&batch->next, &i,
			    i + batch->stride))
			continue;
		if (atomic_load(&team->ev->interrupted) ||
			eval_is_late(team->ev) ||
			atomic_load(&batch->is_starved))
			break;
		estimate_one(team, &env, cache, &batch->subject[i],
			&batch->outcome[i]);
		if (is_first)
			progress_step(&team->progress,
				(double) (team->n_before + i));
		if (own.is_starved)
			atomic_store(&batch->is_starved, true);
	}
	diag_clear(&diag);
	lower_cache_free(cache);
	account_open(outer);
}

static void work_first(void *batch)
{
	work(batch, true);
}

static void work_last(void *batch)
{
	work(batch, false);
}

static void *work_beside(void *data)
{
	struct batch *batch = data;

	if (!locale_guarded(work_last, batch))
		atomic_store(&batch->is_starved, true);
	return NULL;
}

static int64_t threads_for(const struct batch *batch)
{
	int64_t n = batch->team->ev->threads;
	int64_t jobs = batch->n / batch->stride + 1;

	if (n > EVAL_THREADS)
		n = EVAL_THREADS;
	return n < jobs ? n : jobs;
}

/* Start "n" threads, or as many as the system gives; their number. They block
 * all signals, which are the business of the program's own threads.
 */
static int start_threads(struct batch *batch, int n, pthread_t *thread)
{
	pthread_attr_t attr;
	sigset_t all, before;
	int started = 0;

	if (pthread_attr_init(&attr) != 0)
		return 0;
	pthread_attr_setstacksize(&attr, STACK_THREAD_B);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	for (int i = 0; i < n; ++i)
		if (pthread_create(&thread[started], &attr, work_beside,
			    batch) == 0)
			++started;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attr);
	return started;
}

/* Exchanges outcomes between processes, so that each has all of them.  If one
 * was stopped, all stop.
 */
static void exchange(struct eval *ev, struct outcome *outcome, int64_t n)
{
	const struct share *share = &ev->share;
	unsigned char stop = atomic_load(&ev->interrupted);

	share->exchange(share->user, outcome, (size_t) n * sizeof(*outcome));
	share->exchange(share->user, &stop, 1);
	if (stop)
		atomic_store(&ev->interrupted, true);
}

bool team_run(struct team *team, struct subject *subject, int64_t n,
	struct outcome *outcome)
{
	const struct share *share = &team->ev->share;
	struct batch batch = {
		.team = team,
		.subject = subject,
		.outcome = outcome,
		.n = n,
		.stride = share->exchange ? share->n_part : 1,
	};
	pthread_t thread[EVAL_THREADS];
	struct account *outer = account_open(NULL);
	int started;
	bool ok;

	account_open(outer);
	atomic_init(&batch.is_starved, false);
	atomic_init(&batch.next, share->exchange ? share->part : 0);
	started = start_threads(&batch, (int) threads_for(&batch) - 1, thread);
	ok = memory_guarded(work_first, &batch);
	while (started > 0)
		pthread_join(thread[--started], NULL);
	account_open(outer);
	if (!ok)
		memory_failed();
	if (atomic_load(&batch.is_starved))
		account_starve();
	if (share->exchange)
		exchange(team->ev, outcome, n);
	return !atomic_load(&team->ev->interrupted);
}
