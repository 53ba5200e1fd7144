/* What the requests of each access ask L1 for and miss: simulate_made.h. */

#include <math.h>

#include "engine/simulate/simulate_made.h"
#include "engine/simulate/simulate_sample.h"

void simulate_made_add(struct simulate_run *run,
	const struct walk_access *access, int64_t asked, int64_t missed,
	bool is_first)
{
	struct simulate_made *m = &run->result->made[access - run->walk.access];

	++m->all.requests;
	m->all.first += is_first;
	m->all.asked += asked;
	m->all.missed += missed;
	m->all.lines += run->lines.n;
	for (int i = 0; i < N_LOADS; ++i)
		m->all.flying[i] += run->lines.flying[i];
	if ((m->all.requests & (m->all.requests - 1)) == 0) {
		m->before = m->early;
		m->early = m->all;
	}
}

void simulate_sample_missed(struct simulate_sample *sample,
	const struct simulation *run)
{
	for (int i = 0; i < sample->n_access && !run->is_cut; ++i) {
		const struct simulate_so_far *n = &run->made[i].all;
		struct sample_missed *missed = &sample->missed[i];
		double requests = fmax(1, (double) n->requests);

		missed->asked = (double) n->asked / requests;
		missed->sectors = (double) n->missed / requests;
		missed->first = (double) n->first / requests;
		missed->lines = (double) n->lines / requests;
		for (int j = 0; j < N_LOADS; ++j)
			missed->flying[j] = (double) n->flying[j] / requests;
	}
}
