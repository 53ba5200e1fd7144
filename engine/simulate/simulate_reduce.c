/* Which loads of a kernel matter to L2: simulate_find.h.
 *
 * The loads of a stencil overlap: those at its edges touch all sectors that
 * those between them do.  Three blocks of the launch show, in the first trip of
 * all loops, which loads add a sector to what earlier ones of the same loop
 * touch at about the same time.  Loads that another trip may move apart from
 * these, or switch on, stay.
 */

#include <math.h>
#include <stdlib.h>

#include "engine/base/heap.h"
#include "engine/base/map.h"
#include "engine/kernel/threads.h"
#include "engine/simulate/simulate_find.h"
#include "engine/simulate/simulate_run.h"

/* Blocks that are looked at. */
#define BLOCKS 3

/* Entries of a table to begin with. */
#define FIRST_SIZE 1024

struct entry {
	uint64_t key; /* 0: free */
	double step;  /* of the load that touched it last */
	const struct predicate *predicate; /* of that load */
};

struct reduce {
	struct find *find;
	struct simulate_walk *walk;
	int64_t sector_B;
	double near;
	int64_t n_warp; /* of all blocks */
	struct walk_warp *warp;
	int64_t *early;
	bool *is_alive;
	size_t size, used; /* of the table, a power of two, at most half used */
	struct entry *table;
	bool is_short; /* of memory */
};

static bool uses_loop(const struct quasi *e)
{
	for (int v = VAR_LOOP0; v < N_QUASI_VAR; ++v)
		if (e->coef[v] != 0)
			return true;
	for (int i = 0; i < e->n_term; ++i)
		if (uses_loop(e->term[i].a) ||
			(e->term[i].b && uses_loop(e->term[i].b)))
			return true;
	return false;
}

static bool tests_loop(const struct predicate *g)
{
	return g &&
		((g->e && uses_loop(g->e)) || tests_loop(g->a) ||
			tests_loop(g->b));
}

static bool is_stored_to(const struct kernel *k, int field)
{
	for (int i = 0; i < k->n_access; ++i)
		if (k->access[i].is_store && k->access[i].field == field)
			return true;
	return false;
}

/* True if the first trip does not stand for all others: loop counters decide
 * whether the access is made, or stand in a quotient, minimum or maximum; or
 * move it to sectors that a store of the loop fills before the load that covers
 * it comes there (a[k] = a[k - 1] + a[k]).
 */
static bool depends_on_trip(const struct kernel *k, const struct access *a)
{
	if (uses_loop(a->address) && is_stored_to(k, a->field))
		return true;
	for (int i = 0; i < a->address->n_term; ++i)
		if (uses_loop(a->address->term[i].a) ||
			(a->address->term[i].b &&
				uses_loop(a->address->term[i].b)))
			return true;
	return tests_loop(a->predicate);
}

/* Where "key" is in the table, or belongs. */
static struct entry *place_of(struct entry *table, size_t size, uint64_t key)
{
	size_t i = (size_t) key & (size - 1);

	while (table[i].key && table[i].key != key)
		i = (i + 1) & (size - 1);
	return &table[i];
}

static bool set_size(struct reduce *r, size_t size)
{
	struct entry *table = heap_clear(size, sizeof(*table));

	if (!table)
		return false;
	for (size_t i = 0; i < size; ++i)
		table[i].step = -INFINITY;
	for (size_t i = 0; i < r->size; ++i)
		if (r->table[i].key)
			*place_of(table, size, r->table[i].key) = r->table[i];
	free(r->table);
	r->table = table;
	r->size = size;
	return true;
}

/* The entry of a sector, made if it is new; NULL when memory runs out. */
static struct entry *find_entry(struct reduce *r, int64_t block, int loop,
	int64_t sector)
{
	uint64_t key = map_mix(map_mix(map_mix(1, block), loop), sector) | 1;
	struct entry *e = place_of(r->table, r->size, key);

	if (e->key)
		return e;
	if (2 * (r->used + 1) > r->size) {
		if (!set_size(r, 2 * r->size)) {
			r->is_short = true;
			return NULL;
		}
		e = place_of(r->table, r->size, key);
	}
	e->key = key;
	++r->used;
	return e;
}

/* Does the entry stand for a load at "step" in blocks that were not looked at,
 * too?  There, other conditions may hold.
 */
static bool is_covered(const struct reduce *r, const struct entry *e,
	double step, const struct predicate *predicate)
{
	return fabs(e->step - step) <= r->near &&
		(!e->predicate || e->predicate == predicate);
}

/* Sectors of access "i" in all blocks.  True if there are any and all of them
 * were touched near "step"; with "keeps" they are from now on.
 */
static bool visit(struct reduce *r, int i, double step, bool keeps)
{
	const struct walk_access *access = &r->walk->access[i];
	const struct predicate *g = r->find->kernel->access[i].predicate;
	bool is_any = false;
	int loop = r->find->kernel->access[i].loop;
	int64_t per_block = r->n_warp / BLOCKS, address[WALK_LANES];

	for (int64_t w = 0; w < r->n_warp; ++w) {
		uint64_t lanes = !r->is_alive[w] ?
			0 :
			simulate_walk_lanes(r->walk, &r->warp[w], access, 0,
				r->warp[w].n_lane, address);

		for (; lanes; lanes &= lanes - 1) {
			int64_t at = address[__builtin_ctzll(lanes)];
			struct entry *e = find_entry(r, w / per_block, loop,
				at / r->sector_B);

			if (!e)
				return false;
			is_any = true;
			if (!is_covered(r, e, step, g)) {
				if (!keeps)
					return false;
				e->predicate = g;
			}
			if (keeps && e->predicate == g)
				e->step = step;
		}
	}
	return is_any;
}

static void leave_out(struct reduce *r)
{
	const struct kernel *k = r->find->kernel;

	for (int i = 0; i < k->n_access; ++i) {
		struct find_access *x = &r->find->access[i];

		if (launch_is_stopped(r->find->launch)) {
			r->find->is_stopped = true;
			return;
		}
		if (k->access[i].is_store || k->access[i].draw.kind ||
			depends_on_trip(k, &k->access[i]))
			continue;
		x->is_left_out = visit(r, i, x->step, false);
		if (!x->is_left_out && !k->access[i].chance.id)
			visit(r, i, x->step, true);
	}
}

static bool start_warps(struct reduce *r)
{
	struct find *f = r->find;
	int width = r->walk->width;
	int64_t per_block = threads_warps_per_block(f->launch, width);
	size_t early = (size_t) r->walk->n_early * (size_t) width;
	double n = (double) (f->end_block - f->first_block);

	r->n_warp = per_block * BLOCKS;
	r->warp = heap_clear((size_t) r->n_warp, sizeof(*r->warp));
	r->is_alive = heap_clear((size_t) r->n_warp, sizeof(*r->is_alive));
	r->early = heap_clear((size_t) r->n_warp * early + 1,
		sizeof(*r->early));
	if (!r->warp || !r->is_alive || !r->early)
		return false;
	for (int64_t w = 0; w < r->n_warp; ++w) {
		double share = (0.3 + 0.2 * (double) (w / per_block));
		int64_t block[3];

		simulate_run_block(f->launch,
			f->first_block + (int64_t) (share * n), block);
		r->warp[w].early = r->early + (size_t) w * early;
		r->is_alive[w] = simulate_walk_start(r->walk, block,
			w % per_block, &r->warp[w]);
	}
	return true;
}

bool find_reduce(struct find *f, int64_t sector_B, double near)
{
	struct reduce r = {
		.find = f,
		.walk = &f->walk,
		.sector_B = sector_B,
		.near = near,
	};
	bool ok = start_warps(&r) && set_size(&r, FIRST_SIZE);

	if (ok)
		leave_out(&r);
	ok &= !r.is_short;
	free(r.warp);
	free(r.early);
	free(r.is_alive);
	free(r.table);
	return ok;
}
