/* Wavefronts of predicated instructions in warps with no lane in them: l1_idle.h. */

#include <math.h>

#include "engine/kernel/predicate.h"
#include "engine/model/chain.h"
#include "engine/model/instruction.h"
#include "engine/model/l1.h"
#include "engine/model/l1_idle.h"

/* Warps that come to a predicated instruction with no active lane: each takes a
 * cycle, as those with lanes do.
 */
static double idle_warps(struct workings *m, const struct predicate *around,
	int loop, double n)
{
	double all = m->warps * kernel_turns(m->kernel, loop), lanes;

	if (around)
		instruction_lanes(m, around, loop, &all, &lanes);
	return fmax(0, all - n);
}

double l1_idle_shared(struct workings *m, const struct shared_access *a,
	double n)
{
	return a->predicate && !a->chance.id && !l1_has_tag_banks(m->dev) &&
			chain_is_predicated(m->kernel, a->predicate) ?
		idle_warps(m, a->around, a->loop, n) :
		0;
}

/* The part that issues "a"; NULL if it is not known. */
static const struct work_part *part_of(const struct kernel *kernel,
	const struct access *a)
{
	for (int i = 0; i < kernel->n_part; ++i)
		if (kernel->part[i].loop == a->loop &&
			predicate_equal(kernel->part[i].predicate,
				a->predicate))
			return &kernel->part[i];
	return NULL;
}

/* Predicated loads, which warps issue with no lane in them, too. */
void l1_idle_loads(struct workings *m, const struct access_list *list)
{
	const struct access *last = NULL;
	struct requests idle = { 0 };

	for (int i = 0; i < list->n && m->status == FOOTPRINT_OK; ++i) {
		const struct access *a = &m->kernel->access[list->access[i]];
		const struct work_part *part = part_of(m->kernel, a);
		double n, lanes;

		if (!a->predicate || a->is_store || a->atomic || a->chance.id ||
			!part || part->is_jumped || l1_has_tag_banks(m->dev) ||
			!chain_loads_predicated(m->kernel, a->predicate))
			continue;
		if (!last || last->loop != a->loop ||
			!predicate_equal(last->predicate, a->predicate)) {
			instruction_lanes(m, a->predicate, a->loop, &n, &lanes);
			idle.cycles = idle_warps(m, part->around, a->loop, n);
			last = a;
		}
		workings_add_requests(&m->count[a->field].loads, &idle,
			1 - a->saved);
	}
}
