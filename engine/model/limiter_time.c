/* The time of a launch from its limits (doc/MODEL.md, (7.7) and (22.8)): parts
 * of the device work side by side, and warps hide what others wait for.
 */

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "engine/model/l1.h"
#include "engine/model/limiter.h"
#include "engine/model/limiter_time.h"
#include "engine/model/requests.h"
#include "engine/report/formula.h"
#include "hw/fit.h"

bool limiter_is_one_of(const char *name, const char *const *of, size_t n)
{
	for (size_t i = 0; i < n; ++i)
		if (strcmp(name, of[i]) == 0)
			return true;
	return false;
}

/* Limits that (7.7) names by themselves. */
bool limiter_is_apart(const char *name)
{
	static const char *const apart[] = {
		"dram",
		"latency",
		"longest",
		"front",
		"spills",
		"code",
		"fills",
		"gaps",
		"launch",
		"overhead",
		"crossing",
	};

	return limiter_is_one_of(name, apart, sizeof(apart) / sizeof(apart[0]));
}

/* The limits, some of them stretched: what if they take longer? */
struct stretch {
	const struct limiter_factor *of;
	int n;
};

static const struct stretch as_it_is = { NULL, 0 };

static double stretched(struct stretch s, const char *name, double seconds)
{
	for (int i = 0; i < s.n; ++i)
		if (strcmp(s.of[i].limit, name) == 0)
			seconds *= s.of[i].factor;
	return seconds;
}

static double seconds_of(const struct report *r, const char *name,
	struct stretch s)
{
	return stretched(s, name, report_limit_s(r, name));
}

/* What passes L1, and shared memory where it is a part of it. */
static double l1_seconds(const struct workings *m)
{
	const struct roofs *f = &m->report->roofs;
	double shared_B = (m->shared_loads.cycles + m->shared_stores.cycles) *
		f->shared_txn_B,
	       l1_B = 0;

	for (int i = 0; i < m->kernel->n_field; ++i)
		l1_B += l1_delivered(m, i) * f->sector_B +
			m->count[i].stores.sectors * f->store_B;
	if (isnan(shared_B))
		shared_B = 0;
	l1_B /= f->l1_B_per_s;
	shared_B /= f->shared_B_per_s;
	return f->shared_is_l1 ? l1_B + shared_B : fmax(l1_B, shared_B);
}

/* No kernel moves more than those that bandwidths were measured with, and L1
 * nothing in gaps; none is done before its blocks have started, nor before
 * sections of L2 have what they ask each other for.
 */
static double least_s(const struct workings *m, struct stretch s)
{
	const double *v = m->report->metric;
	double dram_s = m->lup *
		(v[METRIC_dram_load_B] + v[METRIC_dram_store_B]) /
		m->dev->dram_B_per_s;
	double l2_s = m->lup *
		(v[METRIC_l2_load_B] + v[METRIC_l2_store_B] -
			requests_joined_B(m)) /
		m->dev->l2_B_per_s;
	double t = fmax(stretched(s, "dram", dram_s), stretched(s, "l2", l2_s));

	return fmax(fmax(t,
			    stretched(s, "l1", l1_seconds(m)) +
				    seconds_of(m->report, "gaps", s)),
		fmax(seconds_of(m->report, "launch", s),
			seconds_of(m->report, "crossing", s)));
}

/* Limits of a part of the device that all SMs share, besides DRAM. */
bool limiter_is_shared(const char *name)
{
	static const char *const shared[] = { "l2", "requests", "in_place",
		"l3", "tlb", "atomics" };

	return limiter_is_one_of(name, shared,
		sizeof(shared) / sizeof(shared[0]));
}

enum core { ALL_CORES, OF_SM, SHARED };

/* The longest limit of those that (7.7) does not name by themselves. */
static struct limit longest_core(const struct workings *m, struct stretch s,
	enum core which)
{
	const struct report *r = m->report;
	struct limit longest = { "none", "", 0 };

	for (int i = 0; i < r->n_limit; ++i) {
		struct limit l = r->limit[i];

		if (limiter_is_apart(l.name) ||
			(which != ALL_CORES &&
				limiter_is_shared(l.name) != (which == SHARED)))
			continue;
		if (strcmp(l.name, "in_place") == 0)
			l.seconds = requests_in_place_s(m,
				seconds_of(r, "requests", s),
				seconds_of(r, "dram", s));
		l.seconds = stretched(s, l.name, l.seconds);
		if (l.seconds > longest.seconds)
			longest = l;
	}
	return longest;
}

/* How far the warps of an SM hide latency.  Where warps wait many times, their
 * waits spread over time, unless they meet at a barrier in each trip.
 *
 *	N = (1 - x) N_0 + x min(N_0, 1 + o_3)			  (20.6)
 *	N_0 = 1 + o_1 w (1 - s) + o_2 s
 */
static double hidden(const struct workings *m)
{
	double s = m->spread, x = m->met, n;

	if (m->kernel->n_product > 0)
		return limiter_customers(m);
	n = 1 +
		fit_value(m->dev, FIT_overlap) * m->occupancy.warps_per_sm *
			(1 - s) +
		fit_value(m->dev, FIT_loop_overlap) * s;
	return (1 - x) * n +
		x * fmin(n, 1 + fit_value(m->dev, FIT_barrier_overlap));
}

/* What a warp waits for besides the part of the device that is busy longest:
 * loads, what it spilled, code from L2 and, where matrix units and L1 take
 * turns, what report_turns_s() has.
 */
static double wait_s(const struct workings *m, struct stretch s)
{
	const struct report *r = m->report;
	double loads = fmax(fmax(seconds_of(r, "latency", s),
				    seconds_of(r, "fills", s)),
		r->began > 0 ? 0 : seconds_of(r, "longest", s));

	return loads + seconds_of(r, "spills", s) + seconds_of(r, "code", s) +
		report_turns_s(&r->turns, seconds_of(r, "l1", s),
			seconds_of(r, "tensor", s)) /
		hidden(m);
}

/* (7.7), for limiter_time_report() and limiter_time(). */
#define TIME                                                         \
	t_overhead +                                                 \
		max(max(t_least, max(t_front, max(t_lone, t_long))), \
			(t_busy + t_wait +                           \
				sqrt(pow(t_busy - t_wait, 2) +       \
					4 * t_busy * t_wait / N)) /  \
				2)

/* Products: blocks of one SM wait for each other at its own parts, those of all
 * SMs, which drift apart, at what they share.
 */
#define TIME_OF_PRODUCT                                                      \
	t_overhead +                                                         \
		max(t_least,                                                 \
			(t_shared + t_sm +                                   \
				sqrt(pow(t_shared - t_sm, 2) +               \
					4 * t_shared * t_sm / (N * n_sm))) / \
				2)

/* N customers wait, then share a server (Schweitzer). */
static double queue_s(double busy, double wait, double n)
{
	return (busy + wait + sqrt(pow(busy - wait, 2) + 4 * busy * wait / n)) /
		2;
}

/* The time of one SM by itself. */
static double sm_s(const struct workings *m, struct stretch s)
{
	double gaps = seconds_of(m->report, "gaps", s);

	return gaps +
		queue_s(longest_core(m, s, OF_SM).seconds,
			fmax(0, wait_s(m, s) - gaps), hidden(m));
}

/* The same where one block fills it, else 0. */
static double lone_s(const struct workings *m, struct stretch s)
{
	return seconds_of(m->report, "gaps", s) > 0 ? sm_s(m, s) : 0;
}

/* DRAM overlaps less well than the parts of an SM and L2. */
static double together(double dram_s, double core_s)
{
	return sqrt(sqrt(pow(core_s, 4) + pow(dram_s, 4)));
}

/* Until the longest of rows of different lengths has ended, which starts when a
 * part of the others have; 0 where no lengths are known.
 */
static double long_s(const struct workings *m, struct stretch s)
{
	const struct report *r = m->report;
	double busy = together(seconds_of(r, "dram", s),
		longest_core(m, s, ALL_CORES).seconds);

	return r->began > 0 ?
		r->began * queue_s(busy, wait_s(m, s), hidden(m)) +
			seconds_of(r, "longest", s) :
		0;
}

double limiter_time(const struct workings *m, const char *limit, double factor)
{
	struct limiter_factor one = { limit, factor };

	return limiter_times(m, &one, 1);
}

double limiter_times(const struct workings *m, const struct limiter_factor *of,
	int n)
{
	const struct report *r = m->report;
	struct stretch s = { of, n };
	double t_dram = seconds_of(r, "dram", s);
	double N = hidden(m), t_least = least_s(m, s);
	double t_overhead = seconds_of(r, "overhead", s);

	if (m->kernel->n_product > 0) {
		double t_shared = together(t_dram,
			longest_core(m, s, SHARED).seconds);
		double t_sm = sm_s(m, s), n_sm = m->n_sm;

		return TIME_OF_PRODUCT;
	} else {
		double t_busy = together(t_dram,
			longest_core(m, s, ALL_CORES).seconds);
		double t_wait = wait_s(m, s), t_lone = lone_s(m, s);
		double t_long = long_s(m, s);
		double t_front = stretched(s, "latency",
			report_limit_s(r, "front"));

		return TIME;
	}
}

static void report_time_of_product(struct workings *m)
{
	struct report *r = m->report;
	struct limit shared = longest_core(m, as_it_is, SHARED);
	struct limit of_sm = longest_core(m, as_it_is, OF_SM);

	FORMULA(r, r->time_s, "time", "s", "22.8",
		"blocks of all SMs share DRAM and L2, those of one its own "
		"parts",
		TIME_OF_PRODUCT,
		(t_shared, "s",
			report_text(r, "DRAM and %s together", shared.name),
			together(seconds_of(r, "dram", as_it_is),
				shared.seconds)),
		(t_sm, "s",
			report_text(r,
				"an SM: %s, latency and the shorter of l1 and "
				"tensor",
				of_sm.name),
			sm_s(m, as_it_is)),
		(t_overhead, "s", "launch overhead",
			seconds_of(r, "overhead", as_it_is)),
		(N, "", "blocks of an SM that take turns", hidden(m)),
		(n_sm, "", "SMs at work", m->n_sm),
		(t_least, "s",
			"no launch is faster: measured bandwidths, "
			"start of all blocks",
			least_s(m, as_it_is)));
}

/* The time of the launch.  The parts of a device work side by side, so that
 * the longest limit counts; DRAM is not hidden fully.  Waiting is hidden as
 * far as there are warps: N customers alternate between a wait of t_wait and
 * a server that is busy for t_busy (Schweitzer's mean value analysis).  A
 * launch whose blocks start too slowly waits for nothing else.
 */
void limiter_time_report(struct workings *m)
{
	struct report *r = m->report;
	struct limit core = longest_core(m, as_it_is, ALL_CORES);

	if (m->kernel->n_product > 0) {
		report_time_of_product(m);
		return;
	}
	FORMULA(r, r->time_s, "time", "s", "7.7",
		"the longest limit counts most; latency counts as far as "
		"warps do not hide it",
		TIME,
		(t_dram, "s", "DRAM bandwidth",
			seconds_of(r, "dram", as_it_is)),
		(t_core, "s",
			report_text(r, "longest of the other limits: %s",
				core.name),
			core.seconds),
		(t_busy, "s", "both together: sqrt(sqrt(t_dram^4 + t_core^4))",
			together(seconds_of(r, "dram", as_it_is),
				core.seconds)),
		(t_wait, "s",
			report_limit_s(r, "spills") +
						report_limit_s(r, "code") >
					0 ?
				"the longer of the limits latency and fills, "
				"with spills and code" :
				"the longer of the limits latency and fills",
			wait_s(m, as_it_is)),
		(t_overhead, "s", "launch overhead",
			seconds_of(r, "overhead", as_it_is)),
		(N, "", "how far the warps of an SM hide latency", hidden(m)),
		(t_lone, "s",
			"an SM by itself, if one block fills it: gaps, then "
			"the rest",
			lone_s(m, as_it_is)),
		(t_long, "s",
			"until the last of the longest rows has ended, if "
			"lengths are known",
			long_s(m, as_it_is)),
		(t_front, "s",
			"the warp that those of its SM follow, if they load "
			"the same",
			seconds_of(r, "front", as_it_is)),
		(t_least, "s",
			"no launch is faster: measured bandwidths, "
			"start of all blocks",
			least_s(m, as_it_is)));
}
