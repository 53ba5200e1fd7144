/* When accesses come, in accesses of a thread: simulate_find.h. */

#include "engine/simulate/simulate_find.h"

/* Accesses of one trip of "outer". */
static double trip_size(const struct kernel *k, int outer)
{
	double n = 0;

	for (int i = 0; i < k->n_access; ++i) {
		double times = 1;

		if (!kernel_is_within(k, k->access[i].loop, outer))
			continue;
		for (int l = k->access[i].loop; l != outer;
			l = k->loop[l].parent)
			times *= (double) k->loop[l].trips;
		n += times;
	}
	return n;
}

/* Number the accesses in the order of the simulator's program. */
static void number(struct find *f)
{
	const struct walk_step *step = f->walk.step;
	double next = 0, start[QUASI_LOOPS];

	for (int i = 0; i < f->walk.n_step; ++i) {
		const struct walk_step *s = &step[i];

		if (s->op == WALK_ACCESS)
			f->access[s->index].step = next++;
		else if (s->op == WALK_LOOP)
			start[s->depth] = next;
		if (s->op != WALK_AGAIN)
			continue;
		for (int j = s->index; j < i; ++j)
			if (step[j].op == WALK_ACCESS)
				f->access[step[j].index].size[s->depth] = next -
					start[s->depth];
		next = start[s->depth] +
			(next - start[s->depth]) * (double) s->trips;
	}
}

/* Straight code waits for the loads before a store, and goes on with others
 * behind it: the waits, and those that stores end.  Elsewhere, too, stores that
 * follow each other come at once.
 */
static void number_bursts(struct find *f)
{
	const struct kernel *k = f->kernel;
	bool is_straight = k->n_loop == 0 && !(k->work.barrier > 0);
	const struct find_access *last = NULL;

	f->waits = 1;
	for (int i = 0; i < f->walk.n_step; ++i) {
		const struct walk_step *s = &f->walk.step[i];
		const struct access *a;
		struct find_access *x;
		bool is_store;

		if (s->op != WALK_ACCESS) {
			last = NULL;
			continue;
		}
		a = &k->access[s->index];
		x = &f->access[s->index];
		is_store = a->is_store && !a->atomic && !a->draw.kind;
		f->waits += last && !a->is_store;
		x->behind = is_store && last ?
			x->step - last->step + last->behind :
			0;
		x->wait = is_store && is_straight ? f->waits - 1 : -1;
		last = is_store ? x : NULL;
	}
}

void find_number(struct find *f)
{
	f->steps = trip_size(f->kernel, -1);
	number(f);
	number_bursts(f);
}

bool find_is_burst(const struct find *f, int access)
{
	return f->access[access].wait >= 0;
}

double find_trip(const struct find *f, int access)
{
	const struct kernel *k = f->kernel;
	int loop = k->access[access].loop;

	if (loop >= 0)
		return f->access[access].size[kernel_loops(k, loop) - 1];
	if (k->n_loop > 0 || !k->chain || k->chain[0].waits <= 1)
		return 0;
	return f->steps / k->chain[0].waits;
}
