/* The question `simulate`: finds the kernel and the caches, replays the
 * launch in the engine within the budgets of the session, and puts the
 * counts that an estimate predicts into a report.
 */

#include <math.h>
#include <string.h>

#include "engine/base/integer.h"
#include "engine/kernel/draw.h"
#include "engine/kernel/threads.h"
#include "engine/model/proven.h"
#include "lang/ask/answer.h"
#include "lang/ask/subject.h"
#include "lang/base/memory.h"
#include "lang/device/board.h"
#include "lang/eval/settings.h"
#include "lang/launch/lower.h"
#include "lang/launch/options.h"
#include "lang/simulate/cache.h"
#include "lang/simulate/diagram.h"
#include "lang/simulate/simulation.h"
#include "lang/simulate/simulation_rank.h"
#include "lang/simulate/simulation_watch.h"

/* ---------------------------------------------------------------- subject */

/* Kernel, caches or device, and options. */
struct asking {
	struct subject s;
	int n_cache;
	struct simulate_cache cache[SIMULATE_LEVELS];
};

static bool find_caches(struct eval *ev, const struct node *on,
	struct asking *q)
{
	struct value v;
	bool ok;

	if (!on)
		return subject_find_device(ev, on, q->s.loc, &q->s);
	if (!eval_node(ev, on->kid[0], &v))
		return false;
	if (cache_is(&v)) {
		ok = cache_read(ev, &v, on->kid[0]->loc, q->cache, &q->n_cache);
		value_free(&v);
		return ok;
	}
	ok = board_take(ev, on->kid[0]->loc, &v);
	q->s.device_value = v;
	if (!ok)
		return false;
	q->s.is_unknown |= v.kind == VALUE_UNKNOWN;
	q->s.device = device_of(&v);
	if (q->s.is_unknown)
		return true;
	if (q->s.device)
		return device_complete(ev, q->s.device, on->kid[0]->loc);
	return diag_error(ev->diag, on->kid[0]->loc, NULL,
		"expected a device or a cache, such as cache(64 KiB, "
		"line = 128 B); got a %s",
		value_kind_name(&v));
}

/* A cache alone has no fastest block.  Without one, cells follow each other:
 * a thread is a block.
 */
static void choose_block(struct asking *q)
{
	struct options *o = &q->s.options;

	if (!o->block_is_auto || q->s.device)
		return;
	o->n_block = 1;
	o->block[0] = !o->has_interleave ||
			o->interleave == SIMULATE_SEQUENTIAL ?
		1 :
		256;
	o->block_is_auto = false;
}

/* ------------------------------------------------------------------ setup */

static void apply_options(const struct options *o, struct simulate_setup *s)
{
	if (o->has_interleave)
		s->interleave = o->interleave;
	else if (o->apart > 0)
		s->interleave = SIMULATE_WAVES;
	if (o->has_policy) {
		s->level[0].policy = o->policy;
		s->level[0].evict = o->policy == SIMULATE_RANDOM ?
			s->level[0].evict :
			1;
	}
	if (o->has_ways) {
		s->level[0].ways = o->ways;
		s->level[0].odd_ways = 0;
		s->level[0].sets = 0;
	}
	if (o->sms > 0)
		s->n_sm = o->sms;
	if (o->resident > 0)
		s->blocks_per_sm = o->resident;
	if (o->has_cache)
		s->is_warm = !o->is_cold;
	s->apart = o->apart;
	s->seed = (uint64_t) o->seed;
}

/* What a diagram shows. */
static bool set_view(struct eval *ev, const struct asking *q,
	struct simulate_setup *s)
{
	const struct options *o = &q->s.options;

	if (o->level > s->n_level)
		return diag_error(ev->diag, q->s.loc, NULL,
			"there is no second cache whose diagram this could be: "
			"give two, an L1 and an L2, or a device");
	if (o->has_at && (o->window.n > 0 || o->lines.n > 0))
		return diag_error(ev->diag, q->s.loc, NULL,
			"at shows all that the caches hold at one moment: "
			"leave out %s",
			o->window.n > 0 ? "window" : "lines");
	s->has_trace = true;
	s->view = (struct simulate_view) {
		.level = o->level > 0 ? (int) o->level - 1 : 0,
		.first = o->window.first,
		.n_request = o->window.n,
		.first_line = o->lines.first,
		.n_line = o->lines.n,
		.has_moment = o->has_at,
		.moment = o->at,
	};
	return true;
}

static bool make_setup(struct eval *ev, const struct asking *q,
	const struct kernel *kernel, const struct launch *launch,
	struct simulate_setup *s)
{
	char why[256];

	if (q->s.device) {
		if (!proven_setup(&q->s.device->dev, kernel, launch, s, why))
			return diag_error(ev->diag, q->s.loc, NULL, "%s", why);
	} else {
		*s = (struct simulate_setup) {
			.n_level = q->n_cache,
			.n_sm = 1,
			.blocks_per_sm = 1,
			.warp_size = 32,
			.interleave = SIMULATE_SEQUENTIAL,
		};
		memcpy(s->level, q->cache, sizeof(s->level));
	}
	apply_options(&q->s.options, s);
	if (s->n_level == 1 && s->n_sm > 1)
		return diag_error(ev->diag, q->s.loc, NULL,
			"one cache serves one SM: for %lld of them give two, "
			"an L1 and an L2",
			(long long) s->n_sm);
	s->max_accesses = (double) ev->budget.accesses;
	s->max_B = ev->budget.memory_B;
	return true;
}

/* -------------------------------------------------------------------- run */

static bool report_status(struct eval *ev, struct loc loc,
	enum simulate_status status, const struct simulate_setup *s,
	double accesses, const char *why)
{
	switch (status) {
	case SIMULATE_OK: return true;
	case SIMULATE_IMPOSSIBLE:
		return diag_error(ev->diag, loc, NULL, "%s", why);
	case SIMULATE_ACCESSES:
		diag_error(ev->diag, loc, NULL,
			"the simulation would make "
			"%.4g accesses%s: more than the budget of 'accesses' "
			"allows (%.4g)",
			accesses,
			s->is_warm ? " in two launches, the first to warm L2" :
				     "",
			s->max_accesses);
		diag_note(ev->diag, "raise it with: set accesses = ...%s",
			s->is_warm ? "; or ask with cache = cold" : "");
		return false;
	case SIMULATE_MEMORY:
		return eval_exhausted(ev, loc, "memory", s->max_B);
	case SIMULATE_STOPPED: return false; /* reported by eval_step() */
	}
	return false;
}

/* The figures that an estimate has, too. */
static void fill_report(struct simulated *s, const struct kernel *kernel,
	struct launch *launch, const struct device *dev)
{
	const struct simulate_counts *all = s->result.all;
	struct report *r = &s->report;
	int last = s->result.n_level - 1;

	launch->model = MODEL_SIMULATION;
	s->lup = report_lup(kernel);
	report_init(r, kernel, launch, dev);
	r->occupancy = (struct occupancy) {
		.blocks_per_sm = (int) s->setup.blocks_per_sm,
		.warps_per_sm = (int) (s->setup.blocks_per_sm *
			threads_warps_per_block(launch, s->setup.warp_size)),
	};
	r->metric[METRIC_l1_load_B] = (double) all[0].requests *
		(double) s->setup.level[0].sector_B / s->lup;
	r->metric[METRIC_l1_hit_rate] = (double) all[0].hits /
		(double) all[0].requests;
	r->metric[METRIC_dram_load_B] = (double) all[last].load_B / s->lup;
	r->metric[METRIC_dram_store_B] = (double) all[last].store_B / s->lup;
	r->metric[METRIC_dram_load_partial_B] = (double) all[last].partial_B /
		s->lup;
	if (last > 0) {
		r->metric[METRIC_l2_load_B] = (double) all[0].load_B / s->lup;
		r->metric[METRIC_l2_store_B] = (double) all[0].store_B / s->lup;
		r->metric[METRIC_l2_hit_rate] = (double) all[1].hits /
			(double) all[1].requests;
	}
	for (int f = 0; f < r->n_field; ++f) {
		const struct simulate_counts *n = s->result.counts[last];

		r->field[f].dram_load_B = (double) n[f].load_B / s->lup;
		r->field[f].dram_store_B = (double) n[f].store_B / s->lup;
		if (last == 0)
			continue;
		n = s->result.counts[0];
		r->field[f].l2_load_B = (double) n[f].load_B / s->lup;
		r->field[f].l2_store_B = (double) n[f].store_B / s->lup;
	}
}

/* What the report calls the device: "a cache of 64 KiB". */
static void name_caches(const struct asking *q, struct buffer *name)
{
	for (int i = 0; i < q->n_cache; ++i) {
		struct number size = number_int(q->cache[i].size_B);

		size.dim.exp[BASE_B] = 1;
		buffer_add(name,
			i > 0			? " and " :
				q->n_cache == 1 ? "a cache of " :
						  "caches of ");
		number_print(&size, name);
	}
}

/* Does chance decide anything? */
static bool has_chance(const struct kernel *kernel,
	const struct simulate_setup *s)
{
	return s->interleave == SIMULATE_SHUFFLED ||
		s->level[0].policy == SIMULATE_RANDOM || draw_is_any(kernel);
}

/* Three seeds where a launch takes a fraction of a second. */
#define SEEDS	     3
#define FEW_ACCESSES 5e6

static int64_t seeds_of(const struct options *o, const struct kernel *kernel,
	const struct launch *launch, const struct simulated *s)
{
	if (!has_chance(kernel, &s->setup) || s->setup.has_trace)
		return 1;
	if (o->seeds > 0)
		return o->seeds;
	return simulate_accesses(kernel, launch) <= FEW_ACCESSES ? SEEDS : 1;
}

static void widen_spread(struct simulated *s, const struct simulation *r)
{
	int last = r->n_level - 1;
	double figure[N_SIMULATED] = {
		r->all[0].requests > 0 ?
			(double) r->all[0].hits / (double) r->all[0].requests :
			0,
		(double) r->all[0].load_B / s->lup,
		(double) r->all[last].load_B / s->lup,
	};

	for (int i = 0; i < N_SIMULATED; ++i) {
		bool is_first = s->n_seed == 0;

		s->least[i] = is_first ? figure[i] :
					 fmin(s->least[i], figure[i]);
		s->most[i] = is_first ? figure[i] : fmax(s->most[i], figure[i]);
	}
	++s->n_seed;
}

/* The launch with the seed that was asked for, whose counts are reported, and
 * with the next ones for the spread.
 */
static enum simulate_status run_seeds(const struct options *o,
	const struct kernel *kernel, const struct launch *launch,
	struct simulated *s, char why[256])
{
	struct simulate_setup setup = s->setup;
	enum simulate_status status;
	int64_t n = seeds_of(o, kernel, launch, s);
	struct simulation other;

	status = simulate(kernel, launch, &s->setup, &s->result, why);
	if (status != SIMULATE_OK)
		return status;
	s->lup = report_lup(kernel);
	s->has_chance = o->seeds <= 0 && has_chance(kernel, &s->setup);
	widen_spread(s, &s->result);
	for (int64_t i = 1; i < n; ++i) {
		++setup.seed;
		status = simulate(kernel, launch, &setup, &other, why);
		if (status != SIMULATE_OK) {
			simulate_clear(&s->result);
			return status;
		}
		widen_spread(s, &other);
		simulate_clear(&other);
	}
	return SIMULATE_OK;
}

/* A window or moment behind the end of the launch shows nothing. */
static bool check_view(struct eval *ev, const struct asking *q,
	const struct simulated *s)
{
	const struct simulate_trace *t = &s->result.trace;
	const struct simulate_view *v = &s->setup.view;
	int64_t at = v->has_moment ? v->moment : v->first;

	if (t->n_request == 0 || at < t->n_request)
		return true;
	return diag_error(ev->diag, q->s.loc, NULL,
		"%s %lld: the %s has %lld %s, numbered from 0",
		v->has_moment ? "at =" : "the window starts at", (long long) at,
		s->setup.n_level == 2 && v->level == 0 ? "first SM" : "launch",
		(long long) t->n_request,
		s->setup.interleave == SIMULATE_SEQUENTIAL ? "threads" :
							     "requests");
}

static struct field_shape *shapes_of(const struct kernel *kernel)
{
	struct field_shape *shape = memory_new(
		((size_t) kernel->n_field + 1) * sizeof(*shape));

	for (int i = 0; i < kernel->n_field; ++i) {
		const struct field *f = &kernel->field[i];

		shape[i].elem_B = f->elem_B;
		shape[i].n_x = f->extent[0] *
			(f->is_interleaved ? f->n_component : 1);
		shape[i].n_y = (f->size_B / f->elem_B - 1) / shape[i].n_x + 1;
	}
	return shape;
}

/* Under conditions, fewer accesses are made than there could be. */
static bool has_predicate(const struct kernel *kernel)
{
	for (int i = 0; i < kernel->n_access; ++i)
		if (kernel->access[i].predicate)
			return true;
	return false;
}

/* Can some SMs stand for all?  Only where they do not take turns with others. */
static bool can_sample(const struct simulate_setup *s)
{
	return s->n_level == 2 && s->interleave == SIMULATE_SHUFFLED &&
		!s->has_trace;
}

/* Some of the SMs, as many as were asked for or as the budgets allow: of time,
 * as the attempt with all of them tells, or of accesses.
 */
static enum simulate_status run_part(int64_t sms, struct watched *w,
	const struct kernel *kernel, const struct launch *launch,
	struct simulated *s, char why[256])
{
	double all = simulate_accesses(kernel, launch);
	double n_sm = (double) s->setup.n_sm;
	int n_error = w->ev->diag->n_error;
	enum simulate_status status = SIMULATE_STOPPED;

	s->n_seed = 1;
	s->lup = report_lup(kernel);
	while (sms > 0) {
		simulation_watch_begin(w, all * (double) sms / n_sm);
		status = simulate_part(kernel, launch, &s->setup, sms, &s->part,
			&s->result, why);
		progress_end(&w->progress);
		if (status == SIMULATE_STOPPED && w->expected_ms > 0) {
			int64_t fewer = simulation_watch_sms(w, sms);

			w->expected_ms *= n_sm / (double) sms;
			w->progress.total = all;
			sms = fewer;
			continue;
		}
		if (status == SIMULATE_STOPPED &&
			n_error == w->ev->diag->n_error)
			eval_poll(w->ev, w->loc); /* says what ended it */
		return status;
	}
	simulation_watch_fail(w);
	return status;
}

/* Part of the accesses that are allowed which a sample of SMs may make. */
#define ALLOWED 0.5

static enum simulate_status run_launch(const struct options *o,
	struct watched *w, const struct kernel *kernel,
	const struct launch *launch, struct simulated *s, char why[256])
{
	int64_t n_sm = s->setup.n_sm, sms = 0;
	enum simulate_status status;

	w->is_quiet = can_sample(&s->setup);
	if (o->sampled > 0)
		return run_part(integer_min(o->sampled, n_sm), w, kernel,
			launch, s, why);
	simulation_watch_begin(w,
		simulate_accesses(kernel, launch) *
			simulate_launches(kernel, &s->setup) *
			(double) seeds_of(o, kernel, launch, s));
	status = run_seeds(o, kernel, launch, s, why);
	progress_end(&w->progress);
	if (!w->is_quiet)
		return status;
	if (status == SIMULATE_STOPPED && w->expected_ms > 0) {
		s->whole_ms = w->is_known ? w->expected_ms : 0;
		sms = simulation_watch_sms(w, n_sm);
		return run_part(sms, w, kernel, launch, s, why);
	}
	if (status == SIMULATE_ACCESSES)
		sms = (int64_t) (ALLOWED * s->setup.max_accesses /
			s->result.accesses * (double) n_sm);
	return sms > 0 ? run_part(sms, w, kernel, launch, s, why) : status;
}

static bool run(struct eval *ev, const struct asking *q,
	const struct kernel *kernel, struct launch *launch, bool has_trace,
	struct simulated *s)
{
	struct watched w = {
		.ev = ev,
		.loc = q->s.loc,
		.is_known = !has_trace && !has_predicate(kernel),
	};
	struct buffer name = { 0 };
	struct device none = { .id = NULL };
	enum simulate_status status;
	char why[256];

	if (!make_setup(ev, q, kernel, launch, &s->setup))
		return false;
	if (has_trace && !set_view(ev, q, &s->setup))
		return false;
	if (q->s.options.apart > 0 && s->setup.interleave != SIMULATE_WAVES)
		return diag_error(ev->diag, q->s.loc, NULL,
			"blocks are apart where they run in step: say "
			"interleave = waves, or leave out apart");
	if (q->s.options.sampled > 0 && q->s.options.seeds > 1) {
		diag_error(ev->diag, q->s.loc, NULL,
			"sampled SMs are simulated with one seed, not with "
			"%lld",
			(long long) q->s.options.seeds);
		diag_note(ev->diag,
			"how far they differ from each other is in .error; "
			"seed = 2 is another seed");
		return false;
	}
	if (q->s.options.sampled > 0 && !can_sample(&s->setup))
		return diag_error(ev->diag, q->s.loc, NULL,
			"sampled needs the SMs of a device, which run by "
			"themselves with interleave = random");
	s->setup.watch = simulation_watch;
	s->setup.user = &w;
	status = run_launch(&q->s.options, &w, kernel, launch, s, why);
	s->setup.user = NULL;
	s->setup.watch = NULL;
	if (status == SIMULATE_STOPPED)
		simulation_watch_note(&w, kernel);
	if (!report_status(ev, q->s.loc, status, &s->setup, s->result.accesses,
		    why))
		return false;
	if (has_trace && !check_view(ev, q, s)) {
		simulate_clear(&s->result);
		return false;
	}
	if (s->setup.view.has_moment)
		s->shape = shapes_of(kernel);
	name_caches(q, &name);
	none.id = buffer_text(&name);
	fill_report(s, kernel, launch, q->s.device ? &q->s.device->dev : &none);
	buffer_free(&name);
	return true;
}

/* The counts of the launch; the caller clears them and the report. */
static bool try_options(struct eval *ev, struct asking *q, struct simulated *s)
{
	struct kernel kernel;
	struct launch launch;
	bool ok = subject_lower(ev, &q->s, &kernel, &launch);

	if (!ok)
		return false;
	ok = run(ev, q, &kernel, &launch, false, s);
	lower_clear(&kernel);
	return ok;
}

/* Order i of those that `order = auto` tries: rows, then columns and squares of
 * 2, 4, 8 and so on up to 512 cells, then the curves, then cubes of 2 to 64
 * cells in three dimensions.  False past the last.
 */
#define N_WIDTH 9
#define N_CUBE	6

static bool next_order(const struct kernel_def *k, int i, struct order *order)
{
	int n_plane = 2 * N_WIDTH + 3; /* orders of two dimensions */
	int64_t width = (int64_t) 1
		<< (1 + (i < n_plane ? (i - 1) % N_WIDTH : i - n_plane));

	*order = (struct order) { .size = { 1, 1, 1 } };
	if (i == 0)
		return true;
	order->size[0] = width;
	if (i <= N_WIDTH) {
		order->kind = ORDER_COLUMNS;
	} else if (i <= 2 * N_WIDTH || i >= n_plane) {
		order->kind = ORDER_TILES;
		order->size[1] = width;
		order->size[2] = i >= n_plane ? width : 1;
	} else {
		order->kind = i == 2 * N_WIDTH + 1 ? ORDER_MORTON :
						     ORDER_HILBERT;
	}
	return k->dims > 1 && i < n_plane + (k->dims > 2 ? N_CUBE : 0);
}

/* Of caches alone, the best order is the one that moves least between the last
 * of them and memory.  Orders that do not fit are passed over.
 */
static bool choose_order(struct eval *ev, struct asking *q)
{
	struct options best = q->s.options;
	struct diag *outer = ev->diag, own = { 0 };
	struct order order;
	double least = 0;
	bool any = false;

	if (!best.order_is_auto || q->s.device)
		return true;
	q->s.options.order_is_auto = false;
	for (int i = 0; next_order(q->s.kernel, i, &order); ++i) {
		struct simulated s = { .lup = 0 };
		double B;

		q->s.options.order = order;
		ev->diag = any ? &own : outer;
		if (!try_options(ev, q, &s)) {
			ev->diag = outer;
			if (!any || eval_stopped(ev, outer, q->s.loc)) {
				diag_clear(&own);
				return false;
			}
			diag_clear(&own);
			continue;
		}
		B = s.report.metric[METRIC_dram_load_B] +
			s.report.metric[METRIC_dram_store_B];
		if (!any || B < least) {
			least = B;
			best = q->s.options;
		}
		any = true;
		report_clear(&s.report);
		simulate_clear(&s.result);
	}
	ev->diag = outer;
	q->s.options = best;
	return true;
}

static bool answer(struct eval *ev, struct asking *q, bool has_trace,
	struct value *result)
{
	struct simulated s = { .lup = 0 };
	struct kernel kernel;
	struct launch launch;
	bool ok;

	choose_block(q);
	if (!choose_order(ev, q))
		return false;
	if (!subject_lower(ev, &q->s, &kernel, &launch))
		return false;
	ok = run(ev, q, &kernel, &launch, has_trace, &s);
	lower_clear(&kernel);
	if (ok)
		*result = !has_trace		? simulation_value(&s) :
			s.setup.view.has_moment ? snapshot_value(&s) :
						  diagram_value(&s);
	return ok;
}

/* rank and sweep come here for caches. */
static bool is_table(const struct node *node)
{
	return strcmp(node->text, "rank") == 0 ||
		strcmp(node->text, "sweep") == 0;
}

/* One of many; its options are those of the question with variables set. */
static bool try_one(struct eval *ev, void *user, struct options *o,
	struct simulated *s)
{
	struct asking *q = user;
	struct options before = q->s.options;
	bool ok;

	q->s.options = *o;
	choose_block(q);
	ok = choose_order(ev, q) && try_options(ev, q, s);
	o->order = q->s.options.order;
	q->s.options = before;
	return ok;
}

static bool ask_simulation(struct eval *ev, const struct node *node,
	struct value *result)
{
	struct asking q = { .s = { .loc = node->loc } };
	bool ok = subject_check_clauses(ev, node) &&
		subject_find_kernel(ev, node->kid[0], node->loc, &q.s) &&
		find_caches(ev, subject_clause(node, NODE_ON), &q) &&
		options_session(ev, &q.s.options, node->loc) &&
		options_read(ev, &q.s.options,
			subject_clause(node, NODE_OPTIONS));

	if (ok && (ev->checking || q.s.is_unknown))
		*result = (struct value) { .kind = VALUE_UNKNOWN };
	else if (ok && (subject_clause(node, NODE_OVER) || is_table(node)))
		ok = simulation_rank(ev, node, &q.s.options, try_one, &q,
			result);
	else if (ok)
		ok = answer(ev, &q, strcmp(node->text, "diagram") == 0, result);
	subject_clear(&q.s);
	return ok;
}

const struct question simulation_questions[] = {
	{ "simulate", ask_simulation, TAKES_SIMULATED | TAKES_CACHE, NULL },
	{ "diagram", ask_simulation,
		TAKES_SIMULATED | TAKES_CACHE | TAKES_WINDOW, NULL },
	{ 0 }
};
