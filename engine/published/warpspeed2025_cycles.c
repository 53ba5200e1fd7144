/* Cycles that L1 spends on the loads and stores of a thread: doc/MODEL.md,
 * section 8.3.
 *
 * The cost of a warp depends only on where its addresses start modulo a few
 * hundred bytes, so few different warps are evaluated.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/published/warpspeed2025_case.h"

#define WARP_LANES     64
#define SAMPLE_THREADS 64 /* along each axis */

/* Of one access by one warp. */
struct cost {
	double data, tag, total, lines;
	bool is_known;
};

/* Accesses of one size with the same strides. */
struct pattern {
	int64_t coef[3], size_B, modulus;
	int n_lane;
	int64_t lane[WARP_LANES]; /* from the first; ascending */
	bool is_coalesced;
	struct linear_phases phases; /* of the warps */
	int n_bank, *in_bank;
	struct cost *cost; /* by start modulo "modulus" */
};

/* Lanes in the tool's order: y slowest, then x, z fastest. */
static void pattern_lanes(struct pattern *p, const int64_t warp[3])
{
	p->n_lane = 0;
	p->is_coalesced = true;
	for (int64_t y = 0; y < warp[1]; ++y) {
		for (int64_t x = 0; x < warp[0]; ++x) {
			for (int64_t z = 0; z < warp[2]; ++z) {
				int64_t at = p->coef[0] * x + p->coef[1] * y +
					p->coef[2] * z;

				if (at != 4 * p->n_lane)
					p->is_coalesced = false;
				p->lane[p->n_lane++] = at;
			}
		}
	}
	if (!p->coef[0] && !p->coef[1] && !p->coef[2]) {
		p->n_lane = 1;
		p->is_coalesced = true;
	}
	integer_sort(p->lane, p->n_lane);
}

static void pattern_clear(struct pattern *p)
{
	linear_phases_clear(&p->phases);
	free(p->cost);
	free(p->in_bank);
}

static enum footprint_status pattern_make(struct pattern *p,
	const struct warpspeed2025_case *c, const struct linear_access *a,
	int64_t size_B, const struct linear_tiling *tiling)
{
	enum footprint_status status;
	int64_t banks_B;

	memcpy(p->coef, a->coef, sizeof(p->coef));
	p->size_B = size_B;
	p->n_bank = (int) (c->dev.l1_bank_B / size_B);
	if (p->n_bank == 0)
		p->n_bank = 1;
	banks_B = size_B * p->n_bank;
	p->modulus = c->dev.l1_line_B / integer_gcd(c->dev.l1_line_B, banks_B) *
		banks_B;
	pattern_lanes(p, tiling->inner);
	p->cost = NULL;
	p->in_bank = NULL;
	status = linear_phases_make(p->coef, tiling, p->modulus, &p->phases);
	if (status == FOOTPRINT_OK) {
		p->cost = heap_clear(p->modulus, sizeof(*p->cost));
		p->in_bank = heap_take(p->n_bank * sizeof(*p->in_bank));
		if (!p->cost || !p->in_bank)
			status = FOOTPRINT_MEMORY;
	}
	if (status != FOOTPRINT_OK)
		pattern_clear(p);
	return status;
}

static bool pattern_fits(const struct pattern *p, const struct linear_access *a,
	int64_t size_B)
{
	return p->size_B == size_B &&
		!memcmp(p->coef, a->coef, sizeof(p->coef));
}

/* The words of 4 B that lanes starting at "start" touch, sorted; accesses of
 * less than 4 B touch one.
 */
static int lane_granules(const struct pattern *p, int64_t start, int64_t *at)
{
	int n = 0;

	for (int i = 0; i < p->n_lane; ++i)
		for (int64_t k = 0; k == 0 || 4 * k < p->size_B; ++k)
			at[n++] = start + p->lane[i] + 4 * k;
	integer_sort(at, n);
	return n;
}

/* Words in the fullest bank. */
static double bank_conflicts(const struct pattern *p, const int64_t *at, int n)
{
	int64_t last = INT64_MIN;
	int most = 0;

	memset(p->in_bank, 0, p->n_bank * sizeof(*p->in_bank));
	for (int i = 0; i < n; ++i) {
		int64_t word = integer_floor(at[i], p->size_B);
		int *bank = &p->in_bank[integer_mod(word, p->n_bank)];

		if (word == last)
			continue;
		last = word;
		if (++*bank > most)
			most = *bank;
	}
	return most;
}

/* Lines touched, and the most of them on one of two tag banks. */
static double count_lines(const int64_t *at, int n, int64_t line_B, double *tag)
{
	int in_bank[2] = { 0, 0 };
	int64_t last = INT64_MIN;

	for (int i = 0; i < n; ++i) {
		int64_t line = integer_floor(at[i], line_B);

		if (line == last)
			continue;
		last = line;
		++in_bank[line & 1];
	}
	*tag = in_bank[0] > in_bank[1] ? in_bank[0] : in_bank[1];
	return in_bank[0] + in_bank[1];
}

static double larger(double a, double b)
{
	return a > b ? a : b;
}

/* Cycles for the stages of L1 and their maximum.
 *
 *	NVIDIA	tag	ceil((lines + 2) / 4)
 *		total	max(w s / (4 B * lsu), tag, data)	  (8.10)
 *	CDNA	tag	most lines of one parity
 *		total	max(4 or, coalesced words of 4 B, 1; tag, data)
 *	RDNA	total	max(tag, data)
 */
static struct cost warp_cost(const struct warpspeed2025_case *c,
	const struct pattern *p, int64_t start)
{
	int64_t at[4 * WARP_LANES];
	int n = lane_granules(p, start, at);
	struct cost cost = { .is_known = true };
	double parity;

	cost.data = bank_conflicts(p, at, n);
	cost.lines = count_lines(at, n, c->dev.l1_line_B, &parity);
	cost.tag = parity;
	cost.total = 0;
	if (c->dev.l1_model == L1_NV) {
		int64_t quads = ((int64_t) cost.lines + 2 + 3) / 4;

		cost.tag = (double) quads;
		cost.total = (double) c->dev.subwarp_size * (double) p->size_B /
			(c->dev.lsu_count * 4);
	} else if (c->dev.l1_model == L1_CDNA) {
		cost.total = p->size_B == 4 && p->is_coalesced ? 1 : 4;
	}
	cost.total = larger(cost.total, larger(cost.tag, cost.data));
	return cost;
}

/* Add the cost of one access for all warps of the sample. */
static void add_access(const struct warpspeed2025_case *c, struct pattern *p,
	const struct linear_access *a, double mult, struct cost *sum)
{
	int64_t first = integer_mod(a->constant, p->modulus);

	for (int i = 0; i < p->phases.n_phase; ++i) {
		int64_t start = (first + p->phases.phase[i]) % p->modulus;
		double n = (double) p->phases.count[i] * mult;
		struct cost *cost = &p->cost[start];

		if (!cost->is_known)
			*cost = warp_cost(c, p, start);
		sum->data += n * cost->data;
		sum->tag += n * cost->tag;
		sum->total += n * cost->total;
		sum->lines += n * cost->lines;
	}
}

/* At most 64 threads along each axis, in boxes of a warp. */
static struct linear_tiling sample_of_warps(const struct warpspeed2025_case *c)
{
	const int64_t *block = c->launch->block;
	struct linear_tiling t;

	warpspeed2025_warp(c, c->dev.subwarp_size, t.inner);
	for (int d = 0; d < 3; ++d) {
		int64_t n = block[d] * c->sample[d];

		n = n < SAMPLE_THREADS ? n : SAMPLE_THREADS;
		t.outer[d] = n / t.inner[d];
	}
	if (t.outer[0] < 16 / block[0])
		t.outer[0] = 16 / block[0];
	return t;
}

/* Per thread, over N warps of w lanes and n blocks of T threads:
 *
 *	data	sum of bank conflicts / N / w + lines / n / T
 *	tag	sum of tag cycles / N / w			  (8.11)
 *	total	max(sum of the maxima / N / w, data, tag)
 */
static void set_part(const struct warpspeed2025_case *c,
	const struct linear_tiling *tiling, const struct cost *sum,
	double lines, struct warpspeed2025_part *part)
{
	double n = (double) (tiling->outer[0] * tiling->outer[1] *
		tiling->outer[2]);
	double width = (double) c->dev.subwarp_size;

	part->l1_data_cyc = sum->data / n / width +
		lines / (double) c->n_sample / (double) c->threads;
	part->l1_tag_cyc = sum->tag / n / width;
	part->l1_cyc = larger(sum->total / n / width,
		larger(part->l1_tag_cyc, part->l1_data_cyc));
	part->l1_lines = sum->lines / n / width;
}

static enum footprint_status add_stream(struct warpspeed2025_case *c, int i,
	const struct linear_tiling *tiling, struct pattern *pattern,
	int *n_pattern)
{
	const struct stream *s = &c->streams.stream[i];
	const int *size_B = c->access_B + (s->access - c->streams.access);
	bool is_scalar = c->hint && c->hint[s->field].is_scalar &&
		c->dev.l1_model == L1_CDNA;
	double mult = warpspeed2025_multiplicity(c, s);
	enum footprint_status status = FOOTPRINT_OK;
	struct cost sum = { 0 };
	for (int a = 0; status == FOOTPRINT_OK && !is_scalar && a < s->n_access;
		++a) {
		int p = 0;

		while (p < *n_pattern &&
			!pattern_fits(&pattern[p], &s->address[a], size_B[a]))
			++p;
		if (p == *n_pattern) {
			status = pattern_make(&pattern[p], c, &s->address[a],
				size_B[a], tiling);
			if (status != FOOTPRINT_OK)
				break;
			++*n_pattern;
		}
		add_access(c, &pattern[p], &s->address[a], mult, &sum);
	}
	set_part(c, tiling, &sum, c->block_lines[i] * mult, &c->out->part[i]);
	return status;
}

static void add_totals(struct warpspeed2025 *w)
{
	for (int i = 0; i < w->n_part; ++i) {
		w->total.l1_data_cyc += w->part[i].l1_data_cyc;
		w->total.l1_tag_cyc += w->part[i].l1_tag_cyc;
		w->total.l1_cyc += w->part[i].l1_cyc;
		w->total.l1_lines = w->part[i].l1_lines;
	}
	w->basic.l1_data_cyc = w->total.l1_data_cyc;
	w->basic.l1_tag_cyc = w->total.l1_tag_cyc;
	w->basic.l1_cyc = w->total.l1_cyc;
	w->basic.l1_lines = w->total.l1_lines;
}

enum footprint_status warpspeed2025_cycles(struct warpspeed2025_case *c)
{
	struct linear_tiling tiling = sample_of_warps(c);
	struct pattern *pattern = heap_take(
		(c->streams.n_access + 1) * sizeof(*pattern));
	enum footprint_status status = FOOTPRINT_OK;
	int n_pattern = 0;

	if (!pattern)
		return FOOTPRINT_MEMORY;
	for (int i = 0; status == FOOTPRINT_OK && i < c->out->n_part; ++i)
		status = add_stream(c, i, &tiling, pattern, &n_pattern);
	add_totals(c->out);
	for (int p = 0; p < n_pattern; ++p)
		pattern_clear(&pattern[p]);
	free(pattern);
	return status;
}
