/* The work of a kernel from a listing of its machine code.
 *
 * PTX says how often a loop runs and under which conditions, the listing how
 * many instructions a trip has.  Loops are matched in order and by nesting; u
 * trips that the assembler joined have u times the accesses to global memory.
 * Trips that are left have code between such loops, and loops of their own,
 * which do not run if there are none.
 * The instructions of a loop are spread over its conditions in proportion to
 * those of the PTX.
 */

#include <math.h>
#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/ptx/ptx_run.h"

/* Classes that regions have counts of. */
#define N_WORK 8

static double *work_of(struct ptx_work *w, int class)
{
	double *const of[N_WORK] = { &w->fp64, &w->fp32, &w->fp16, &w->special,
		&w->integer, &w->control, &w->either, &w->products };

	return of[class];
}

struct matching {
	struct ptx_run *run;
	const struct sass *sass;
	int next;      /* loop of the listing */
	int *of;       /* of each loop of the listing: that of the kernel */
	double *share; /* and how often a trip of that runs it */
	/* accesses between loops, of trips that are left: [loop of the kernel
	 * around them + 1]
	 */
	double *rest;
	/* whether loops of the listing there were passed, and the loop of the
	 * listing around those: [loop of the kernel + 1]
	 */
	bool *skips;
	int *outer;
	double *accesses;	   /* of each loop of the kernel: [loop + 1] */
	double *fp;		   /* floating-point instructions: [loop + 1] */
	double *shared_B;	   /* bytes of shared memory: [loop + 1] */
	double (*n)[N_SASS_CLASS]; /* of each loop, per trip: [loop + 1] */
};

static int loop_of(const struct kernel_def *k, int region)
{
	while (region > 0 && k->region[region].kind != REGION_LOOP)
		region = k->region[region].parent;
	return region > 0 ? k->region[region].loop : -1;
}

static int parent_of(const struct kernel_def *k, int loop)
{
	return loop_of(k, k->region[k->loop[loop].region].parent);
}

static double trips_of(const struct kernel_def *k, int loop)
{
	int64_t last = 0;

	graph_is_int(&k->graph, k->loop[loop].hi, &last);
	return (double) last + 1;
}

static void measure(struct matching *m)
{
	struct kernel_def *k = m->run->k;

	for (int i = 0; i < k->n_access; ++i) {
		const struct ptx_accessed *a = &m->run->accessed[i];
		int loop = loop_of(k, k->access[i].region);

		if (!k->field[k->access[i].field].is_shared)
			++m->accesses[loop + 1];
		else
			m->shared_B[loop + 1] += a->bytes;
	}
	for (int r = 0; r < k->n_region; ++r)
		for (int c = SASS_FP64; c <= SASS_SPECIAL; ++c)
			m->fp[loop_of(k, r) + 1] += *work_of(&m->run->work[r],
				c);
}

static double fp_of(const double n[N_SASS_CLASS])
{
	double sum = 0;

	for (int c = SASS_FP64; c <= SASS_SPECIAL; ++c)
		sum += n[c];
	return sum;
}

/* Trips of kernel loop "loop" that loop "s" of the listing has in one; 0: it
 * is another loop.  Without accesses to global memory, what it computes or
 * moves in shared memory says it.
 */
static double joined(const struct matching *m, int loop, int s)
{
	const struct sass_loop *l = &m->sass->loop[s];
	double here = m->accesses[loop + 1], there = l->n[SASS_GLOBAL], u;

	if (here == 0) {
		if (there > 0)
			return 0;
		here = m->fp[loop + 1];
		there = fp_of(l->n);
		if (here == 0) {
			here = m->shared_B[loop + 1];
			there = l->n[SASS_SHARED_B];
		}
		if (here == 0)
			return 1;
		return fmax(1, round(there / here));
	}
	u = there / here;
	return u >= 1 && u == floor(u) ? u : 0;
}

static bool is_parent(const struct matching *m, int loop, int s)
{
	int p = m->sass->loop[s].parent;

	return (p < 0 ? -1 : m->of[p]) == parent_of(m->run->k, loop);
}

static void add(const struct matching *m, int loop, int s, double share)
{
	m->of[s] = loop;
	m->share[s] = share;
	for (int c = 0; c < N_SASS_CLASS; ++c)
		m->n[loop + 1][c] += share * m->sass->loop[s].n[c];
}

/* Of "left" trips, those that are left behind the code between loop "s" of the
 * listing and the next one: it has accesses of some trips, or none, and does not
 * run if there are fewer.
 */
static double pass_rest(struct matching *m, int loop, int s, double left)
{
	const struct sass_loop *l = &m->sass->loop[s];
	double trips = l->after[SASS_GLOBAL] / fmax(1, m->accesses[loop + 1]);
	int around = parent_of(m->run->k, loop);

	if (!(trips >= 1) || trips != floor(trips))
		return left;
	m->rest[around + 1] += l->after[SASS_GLOBAL];
	if (left >= trips)
		return left - trips;
	for (int c = 0; c < N_SASS_CLASS; ++c)
		m->n[around + 1][c] -= l->after[c] *
			(l->parent < 0 ? 1 : m->share[l->parent]);
	return left;
}

/* The loop of the listing, and those of trips that remain. */
static bool match(struct matching *m, int loop)
{
	double trips = trips_of(m->run->k, loop), left = trips, u, least = 0;

	while (m->next < m->sass->n_loop) {
		u = is_parent(m, loop, m->next) ? joined(m, loop, m->next) : 0;
		if (u == 0 || (least > 0 && u >= least))
			break;
		if (least > 0)
			left = pass_rest(m, loop, m->next - 1, left);
		add(m, loop, m->next++, floor(left / u) / trips);
		left -= u * floor(left / u);
		least = u;
		if (u == 1)
			break;
	}
	return least > 0;
}

/* Does loop "s" of the listing hold the trips that joined ones of kernel loop
 * "loop" leave?  It has a part of their accesses.
 */
static bool is_rest(const struct matching *m, int loop, int s)
{
	double here = m->accesses[loop + 1];
	double there = m->sass->loop[s].n[SASS_GLOBAL];

	return is_parent(m, loop, s) && there > 0 && there < here &&
		fmod(here, there) == 0;
}

/* Passes loops of the listing that hold trips of "loop" that are left, where
 * none is: the kernel has no such loop.
 */
static void skip_rest(struct matching *m, int loop, int next)
{
	for (; m->next < m->sass->n_loop && is_rest(m, loop, m->next);
		++m->next) {
		int around = parent_of(m->run->k, loop);

		if (next < m->run->k->n_loop && is_parent(m, next, m->next) &&
			joined(m, next, m->next) > 0)
			break;
		m->skips[around + 1] = true;
		m->outer[around + 1] = m->sass->loop[m->next].parent;
	}
}

/* Where loops were passed, the code around them has the accesses of the
 * kernel: no trip became a part of it.
 */
static bool skips_none(const struct matching *m)
{
	for (int l = -1; l < m->run->k->n_loop; ++l) {
		int s = m->outer[l + 1];
		const double *n = s < 0 ? m->sass->n : m->sass->loop[s].n;

		if (m->skips[l + 1] &&
			n[SASS_GLOBAL] - m->rest[l + 1] != m->accesses[l + 1])
			return false;
	}
	return true;
}

/* Parts by which what a thread runs of the listing may differ from the PTX: its
 * accesses to global memory, and where loops have none, its arithmetic.  Of 128
 * kernels with loops (tests/measured/probes), accesses of all but five differ by
 * 2.7 % at most, arithmetic of all but one by 11.  The six differ by 12 % and
 * more, and by 31; instructions of five of them were 21 to 75 % off counters.
 */
#define MOST_ACCESSES 0.1
#define MOST_FP	      0.2

static bool is_near(double there, double here, double most)
{
	return there >= (1 - most) * here && there <= here / (1 - most);
}

/* Does a thread make the accesses of the PTX, as often as loops were said to run?
 * If not, loops were matched that are not the same.
 */
static bool keeps_accesses(const struct matching *m)
{
	const struct kernel_def *k = m->run->k;
	double global[2] = { 0 }, fp[2] = { 0 };
	bool is_global = false;

	for (int l = -1; l < k->n_loop; ++l) {
		double runs = 1;

		for (int i = l; i >= 0; i = parent_of(k, i))
			runs *= trips_of(k, i);
		is_global = is_global || (l >= 0 && m->accesses[l + 1] > 0);
		global[0] += runs * m->n[l + 1][SASS_GLOBAL];
		global[1] += runs * m->accesses[l + 1];
		fp[0] += runs * fp_of(m->n[l + 1]);
		fp[1] += runs * m->fp[l + 1];
	}
	return k->n_loop == 0 ||
		(is_global ? is_near(global[0], global[1], MOST_ACCESSES) :
			     is_near(fp[0], fp[1], MOST_FP));
}

/* The region of a loop that has most instructions. */
static int main_region(const struct ptx_run *run, int loop)
{
	double most = -1, n;
	int best = loop < 0 ? 0 : run->k->loop[loop].region;

	for (int r = 0; r < run->k->n_region; ++r) {
		n = 0;
		for (int c = 0; c < N_WORK; ++c)
			n += *work_of(&run->work[r], c);
		if (loop_of(run->k, r) == loop && n > most) {
			most = n;
			best = r;
		}
	}
	return best;
}

static void spread(struct ptx_run *run, int loop, const double n[N_SASS_CLASS])
{
	for (int c = 0; c < N_WORK; ++c) {
		double sum = 0, want = n[c];

		/* products count themselves */
		if (c == SASS_FP16 && run->k->n_mma == 0)
			want += n[SASS_TENSOR];
		for (int r = 0; r < run->k->n_region; ++r)
			if (loop_of(run->k, r) == loop)
				sum += *work_of(&run->work[r], c);
		if (sum == 0)
			*work_of(&run->work[main_region(run, loop)], c) = want;
		for (int r = 0; r < run->k->n_region && sum > 0; ++r)
			if (loop_of(run->k, r) == loop)
				*work_of(&run->work[r], c) *= want / sum;
	}
}

/* Loads and stores of local memory of a thread: instructions that the model
 * adds to the others.
 */
static double count_local(const struct matching *m)
{
	const struct kernel_def *k = m->run->k;
	double sum = m->n[0][SASS_LOCAL];

	for (int l = 0; l < k->n_loop; ++l) {
		double n = m->n[l + 1][SASS_LOCAL];

		for (int i = l; n > 0 && i >= 0;
			i = loop_of(k, k->region[k->loop[i].region].parent))
			n *= trips_of(k, i);
		sum += n;
	}
	return sum;
}

bool ptx_sass_use(struct ptx_run *run)
{
	const struct sass *sass = run->args->sass;
	struct kernel_def *k = run->k;
	size_t n = (size_t) k->n_loop + 1;
	struct matching m = {
		.run = run,
		.sass = sass,
		.of = memory_new(((size_t) sass->n_loop + 1) * sizeof(*m.of)),
		.share = memory_new(
			((size_t) sass->n_loop + 1) * sizeof(*m.share)),
		.rest = memory_new(n * sizeof(*m.rest)),
		.skips = memory_new(n * sizeof(*m.skips)),
		.outer = memory_new(n * sizeof(*m.outer)),
		.accesses = memory_new(n * sizeof(*m.accesses)),
		.fp = memory_new(n * sizeof(*m.fp)),
		.shared_B = memory_new(n * sizeof(*m.shared_B)),
		.n = memory_new(n * sizeof(*m.n)),
	};
	/* subroutines are slow paths, which do not run, or functions, which do */
	bool mixes_calls = run->has_called && sass->has_calls;
	bool ok = true;

	measure(&m);
	for (int i = 0; i < sass->n_loop; ++i)
		m.of[i] = -2;
	for (int c = 0; c < N_SASS_CLASS; ++c)
		m.n[0][c] = sass->n[c];
	for (int l = 0; l < k->n_loop && ok; ++l) {
		skip_rest(&m, l, l);
		ok = match(&m, l);
		if (ok)
			skip_rest(&m, l, l + 1);
	}
	ok = ok && m.next == sass->n_loop && skips_none(&m) &&
		keeps_accesses(&m) && !mixes_calls;
	for (int l = -1; l < k->n_loop && ok; ++l)
		spread(run, l, m.n[l + 1]);
	run->local = ok ? count_local(&m) : 0;
	if (!ok && !run->args->sass_is_found)
		ptx_run_fail(run,
			"'%s' does not say how often instructions run: %s; "
			"without 'sass' they are counted from the PTX",
			run->args->sass_name,
			mixes_calls ?
				"the PTX calls functions, which it does "
				"not tell from slow paths that do not run" :
				"its loops or their accesses are not "
				"those of the PTX");
	free(m.of);
	free(m.share);
	free(m.rest);
	free(m.skips);
	free(m.outer);
	free(m.accesses);
	free(m.fp);
	free(m.shared_B);
	free(m.n);
	return ok;
}
