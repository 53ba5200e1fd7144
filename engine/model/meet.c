/* Loads of several SMs that meet on their way to L2, and stores that L1 joins: meet.h.
 *
 * Blocks are dealt out cluster by cluster: of 132 blocks, 16 or 18 that follow each
 * other run on the SMs of one, and so do those of each further round.  A few of
 * them tell how many SMs of a cluster load a sector in one trip of loops.
 */

#include <math.h>
#include <string.h>

#include "engine/count/footprint.h"
#include "engine/model/meet.h"
#include "engine/model/requests.h"
#include "engine/report/formula.h"
#include "hw/fit.h"

/* Blocks that are compared: as many as a footprint can tell apart. */
#define COMPARED FOOTPRINT_SETS

/* GPCs of an H200, each with 16 or 18 SMs. */
#define CLUSTERS 8.

/* Requests that are joined in one at most: 16 SMs of a cluster that ask for a line in
 * the same cycle come as 4.3, 18 as 5.0; 4, 8 and 12 lines in flight are no
 * different (h200/meeting.csv).
 */
#define MOST 3.7

/* Cycles in which a request waits for others: of two SMs, all meet 30 cycles apart, 0.3
 * to 1 of them 60, none 120; 16 that are spread over 1000 and 2000 cycles come
 * as if it were 64 and 61 (h200/meeting.csv).
 */
#define WINDOW 64.

/* Places at which blocks are compared, spread by the golden ratio. */
#define PLACES 2
#define GOLDEN 0.6180339887498949

/* A table that each SM loads once, and no more of a wave than fits into L1. */
#define ONCE 1.3

/* Share of the waits that are in loops from which on SMs walk through data.  Straight
 * code loads parts of lines that others load other parts of, as halos, and those
 * do not meet.
 */
#define LOOPED 0.5

/* Below this share of what L1s ask for, L2 counts something else. */
#define LITTLE 0.01
#define NOTED  0.1

static double busy_sms(const struct workings *m)
{
	return fmin(m->n_block, m->dev->sm_count);
}

static int64_t part(double at, double n)
{
	return (int64_t) ((at - floor(at)) * n);
}

/* Block "i" of n: on another SM of the cluster, and with "rounds" of another round of
 * blocks.
 */
static int64_t block_at(const struct workings *m, int place, int i, int n,
	int64_t rounds)
{
	double sms = busy_sms(m), in_cluster = sms / CLUSTERS;
	int64_t cluster = part((place + 0.5) * GOLDEN, CLUSTERS);
	int64_t sm = ((int64_t) (i * in_cluster / n) + place) %
		(int64_t) in_cluster;

	return m->wave.first + (int64_t) ceil((double) cluster * in_cluster) +
		sm +
		(int64_t) sms *
		(rounds > 1 ? part((place + 1) * i * GOLDEN, (double) rounds) :
			      0);
}

/* The sectors that one warp of each of n blocks loads, by which of them do: what
 * other warps load, they load at another time.
 */
static void compare(struct workings *m, const struct kernel *kernel, int place,
	int n, int64_t rounds, int f, double count[1 << COMPARED])
{
	int width = (int) m->dev->warp_size;
	int64_t warp = part((place + 0.5) * GOLDEN * GOLDEN,
		(double) threads_warps_per_block(m->launch, width));
	struct thread_set set[COMPARED];

	for (int i = 0; i < n; ++i)
		threads_of_warp(m->launch, block_at(m, place, i, n, rounds),
			warp, width, &set[i]);
	memset(count, 0, sizeof(*count) << COMPARED);
	workings_count(m, kernel, &m->count[f].load, m->dev->l1_sector_B, n,
		set, count);
}

/* Loads of blocks of one round by how many have them; how many do in the mean. */
static double of_round(struct workings *m, const struct kernel *kernel, int f,
	int n, double meet[COMPARED])
{
	double count[1 << COMPARED], sum = 0, all = 0;

	for (int i = 0; i < COMPARED; ++i)
		meet[i] = 0;
	for (int place = 0; place < PLACES; ++place) {
		compare(m, kernel, place, n, 1, f, count);
		for (unsigned i = 1; i < 1u << n; ++i) {
			int blocks = __builtin_popcount(i);

			meet[blocks - 1] += blocks * count[i];
			all += blocks * count[i];
			sum += blocks * blocks * count[i];
		}
	}
	return all > 0 ? sum / all : 1;
}

/* The share of the loads of a block that one of another round has. */
static double of_rounds(struct workings *m, const struct kernel *kernel, int f,
	int n, int64_t rounds)
{
	double count[1 << COMPARED], own = 0, met = 0;

	for (int place = 0; place < PLACES && rounds > 1; ++place) {
		compare(m, kernel, place, n, rounds, f, count);
		for (unsigned i = 1; i < 1u << n; i += 2) {
			own += count[i];
			met += count[i] * (__builtin_popcount(i) - 1) / (n - 1);
		}
	}
	return own > 0 ? met / own : 0;
}

/* From this mean number of blocks on that load a sector, some do in one trip. */
#define IN_STEP 1.1

/* Loads of one trip of loops tell whether blocks load the same at the same time, those
 * of all trips how much it is.
 */
static void count_field(struct workings *m, int f, int n, int64_t rounds)
{
	struct field_counts *c = &m->count[f];

	if (of_round(m, &m->once, f, n, c->meet) > IN_STEP)
		of_round(m, m->kernel, f, n, c->meet);
	c->meet_later = of_rounds(m, &m->once, f, n, rounds);
	if (c->meet_later > IN_STEP - 1)
		c->meet_later = of_rounds(m, m->kernel, f, n, rounds);
}

/* What is drawn, SMs load at any time. */
static bool is_drawn(const struct workings *m, int f)
{
	const struct access_list *load = &m->count[f].load;

	for (int i = 0; i < load->n; ++i)
		if (m->kernel->access[load->access[i]].draw.kind)
			return true;
	return false;
}

void meet_count(struct workings *m)
{
	double sms = busy_sms(m);
	int n = (int) fmin(COMPARED, floor(sms / CLUSTERS));
	bool is_rough = m->is_rough;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		memset(m->count[f].meet, 0, sizeof(m->count[f].meet));
		m->count[f].meet_later = 0;
		if (n < 2 || m->kernel->n_loop == 0 ||
			m->launch->figures_only ||
			!requests_are_measured(m->dev) || is_drawn(m, f))
			continue;
		count_field(m, f, n,
			(int64_t) fmax(1,
				floor((double) m->wave.n_block / sms)));
	}
	m->is_rough = is_rough; /* volumes do not depend on it */
}

/* Cycles by which SMs are apart that load the same.  One that waits for its loads is
 * served when another has asked before, and comes into step; blocks of one
 * round start together.
 */
static double apart_cycles(const struct workings *m, double load_B)
{
	const struct report *r = m->report;
	double touched = 0, block = 0;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		for (unsigned s = 1; s < 2u << m->wave.n_window; s += 2)
			touched += m->count[f].load_wave[s] *
				m->dev->dram_fetch_B;
		block += m->count[f].block_sectors * m->dev->l1_sector_B /
			m->n_block;
	}
	if (m->n_block <= m->dev->sm_count ||
		(m->n_block <= (double) m->wave.n_block &&
			strcmp(r->limit[r->limiter].name, "latency") == 0) ||
		(block > touched / 2 && touched < m->l1_B &&
			load_B < ONCE * m->dev->sm_count * touched))
		return 0;
	/* a random walk */
	return fit_value(m->dev, FIT_meet_drift) *
		sqrt(r->kernel_s * m->dev->clock_Hz);
}

/* Of n blocks that were compared, i load a sector: the requests of those of a cluster
 * that are joined in one,
 *
 *	min(J, 1 + (k - 1) p min(1, w / D))
 *	p = 1 - (1 - (i - 1) / (n - 1)) (1 - q)^(b - 1)		  (5.13)
 *
 *	J  the most						MOST
 *	k  SMs of a cluster that have blocks, b blocks of an SM
 *	p  chance that another of them loads it, with q that of a block of
 *	   another round					meet_later
 *	w  cycles in which they meet				WINDOW
 *	D  cycles that they are apart				apart_cycles()
 */
static double joined(const struct workings *m, const struct field_counts *c,
	int i, double D)
{
	double k = busy_sms(m) / CLUSTERS, n = fmin(COMPARED, floor(k));
	double b = ceil(
		fmin(m->n_block, (double) m->wave.n_block) / m->dev->sm_count);
	double p = 1 -
		(1 - (i - 1) / (n - 1)) *
			pow(1 - fmin(1, c->meet_later), fmax(0, b - 1));

	return fmin(MOST, 1 + (k - 1) * p * (D > WINDOW ? WINDOW / D : 1));
}

/* Bytes of an update that loads of field "f" have on L2's counter. */
static double counted_B(const struct workings *m, int f, double D)
{
	const struct field_counts *c = &m->count[f];
	double all = 0, left = 0;

	for (int i = 0; i < COMPARED; ++i) {
		all += c->meet[i];
		left += c->meet[i] / joined(m, c, i + 1, D);
	}
	return m->report->field[f].l2_load_B * (all > 0 ? left / all : 1);
}

void meet_report(struct workings *m)
{
	const double *v = m->report->metric;
	double load_B = 0, counted = 0, D;

	for (int f = 0; f < m->kernel->n_field; ++f)
		load_B += m->report->field[f].l2_load_B;
	D = apart_cycles(m, load_B * m->lup);
	for (int f = 0; f < m->kernel->n_field; ++f)
		counted += m->looped > LOOPED ? counted_B(m, f, D) :
						m->report->field[f].l2_load_B;
	m->report->metric[METRIC_l2_load_counted_B] =
		m->report->metric[METRIC_l2_store_counted_B] = NAN;
	if (load_B > 0 && counted < (1 - LITTLE) * load_B)
		FORMULA_METRIC(m->report, METRIC_l2_load_counted_B, "5.13",
			NULL, load * share,
			(load, "B/LUP", "loaded by L1s", v[METRIC_l2_load_B]),
			(share, "", "requests left where SMs of a cluster meet",
				counted / load_B));
	if (m->report->joined_B > LITTLE * v[METRIC_l2_store_B])
		FORMULA_METRIC(m->report, METRIC_l2_store_counted_B, "5.14",
			NULL, store - joined,
			(store, "B/LUP", "stored by warps",
				v[METRIC_l2_store_B]),
			(joined, "B/LUP", "of these: joined by L1 with others",
				m->report->joined_B));
}

void meet_note(struct workings *m)
{
	const double *v = m->report->metric;
	double counted = v[METRIC_l2_load_counted_B];

	if (counted < (1 - NOTED) * v[METRIC_l2_load_B])
		report_note(m->report, "L2 counts fewer loads: SMs share them",
			"SMs that load the same within 64 cycles are served "
			"together: counters of L2 say about %.3g of the %.3g "
			"B/LUP that L1s load, more where the SMs drift apart",
			counted, v[METRIC_l2_load_B]);
}
