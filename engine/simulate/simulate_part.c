/* A launch from some of its SMs: simulate_part.h. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/simulate/simulate_l1.h"
#include "engine/simulate/simulate_part.h"
#include "engine/simulate/simulate_sample.h"

/* Requests of the sample of lines: some 0.1 s. */
#define REQUESTS 200000

static void scale(int64_t *n, double by)
{
	*n = llround((double) *n * by);
}

/* Blocks are dealt out to SMs one by one, so that those of a few SMs stand for
 * all:
 *
 *	n = n_k B / B_k						  (15.6)
 *
 *	n_k, B_k  counts and blocks of the SMs		result->blocks
 *	B         blocks of the launch
 */
static void scale_first(struct simulation *r, double by)
{
	r->all[0] = (struct simulate_counts) { 0 };
	for (int f = 0; f < r->n_field; ++f) {
		struct simulate_counts *n = &r->counts[0][f];
		struct simulate_counts *all = &r->all[0];

		scale(&n->requests, by);
		scale(&n->compulsory, by);
		scale(&n->capacity, by);
		scale(&n->conflict, by);
		scale(&n->load_B, by);
		scale(&n->store_B, by);
		n->misses = n->compulsory + n->capacity + n->conflict;
		n->hits = n->requests - n->misses;
		all->requests += n->requests;
		all->hits += n->hits;
		all->misses += n->misses;
		all->compulsory += n->compulsory;
		all->capacity += n->capacity;
		all->conflict += n->conflict;
		all->load_B += n->load_B;
		all->store_B += n->store_B;
	}
	r->accesses *= by;
	scale(&r->requests, by);
}

static double fields_B(const struct kernel *kernel)
{
	double B = 0;

	for (int f = 0; f < kernel->n_field; ++f)
		B += (double) kernel->field[f].size_B;
	return B;
}

/* Counts of L2, given what L1 loads and the traffic of DRAM. */
static void set_last(const struct simulate_setup *setup,
	const struct simulate_sample *sample, struct simulation *r)
{
	double sector_B = (double) setup->level[1].sector_B;

	r->all[1] = (struct simulate_counts) { 0 };
	for (int f = 0; f < r->n_field; ++f) {
		struct simulate_counts *n = &r->counts[1][f];
		struct simulate_counts *all = &r->all[1];
		struct sample_traffic t = { 0 };

		if (sample->volume)
			t = setup->is_warm ? sample->volume[f].warm :
					     sample->volume[f].cold;
		*n = (struct simulate_counts) {
			.requests = llround(
				(double) r->counts[0][f].load_B / sector_B),
			.load_B = llround(t.load_B),
			.partial_B = llround(t.partial_B),
			.store_B = llround(t.store_B),
		};
		n->misses = llround(fmin((double) n->requests,
			(t.load_B - t.partial_B) / sector_B));
		n->hits = n->requests - n->misses;
		all->requests += n->requests;
		all->hits += n->hits;
		all->misses += n->misses;
		all->load_B += n->load_B;
		all->partial_B += n->partial_B;
		all->store_B += n->store_B;
	}
}

static enum simulate_status sample_last(const struct kernel *kernel,
	const struct launch *launch, const struct simulate_setup *setup,
	struct simulate_part *part, struct simulation *r, char why[256])
{
	struct simulate_setup of_lines = *setup;
	struct simulate_sample sample = { .n_field = 0 };
	enum simulate_status status = SIMULATE_OK;
	double B = fields_B(kernel);

	part->is_held = setup->is_warm && setup->keeps_dirty &&
		B < simulate_stays_B(&setup->level[1]);
	if (!part->is_held) {
		of_lines.watch = NULL; /* "launch" is asked */
		of_lines.sections = 1;
		status = simulate_sample(kernel, launch, &of_lines, B, REQUESTS,
			&sample, why);
	}
	if (status == SIMULATE_OK && !part->is_held && !sample.is_whole &&
		sample.lines == 0) {
		snprintf(why, 256,
			"what L2 keeps of this launch cannot be sampled");
		status = SIMULATE_IMPOSSIBLE;
	}
	if (status == SIMULATE_OK)
		set_last(setup, &sample, r);
	part->stride = sample.stride;
	part->dram_error = sample.error;
	simulate_sample_clear(&sample);
	return status;
}

enum simulate_status simulate_part(const struct kernel *kernel,
	const struct launch *launch, const struct simulate_setup *setup,
	int64_t sms, struct simulate_part *part, struct simulation *result,
	char why[256])
{
	struct simulate_setup one = *setup;
	double blocks = (double) launch_blocks(launch);
	enum simulate_status status;

	*part = (struct simulate_part) { .sms = sms };
	one.sampled_sm = sms;
	one.n_level = 1;
	one.is_warm = false;
	status = simulate(kernel, launch, &one, result, why);
	if (status != SIMULATE_OK)
		return status;
	part->l1_error = simulate_l1_error(&one, result, blocks);
	scale_first(result, blocks / (double) result->blocks);
	result->n_level = 2;
	result->counts[1] = heap_clear((size_t) kernel->n_field + 1,
		sizeof(*result->counts[1]));
	status = result->counts[1] ?
		sample_last(kernel, launch, setup, part, result, why) :
		SIMULATE_MEMORY;
	if (status != SIMULATE_OK)
		simulate_clear(result);
	return status;
}
