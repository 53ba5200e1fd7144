/* The index that random and gather draw for an access, in a launch. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/integer.h"
#include "lang/base/memory.h"
#include "lang/launch/lower_parts.h"

/* ------------------------------------------------------ what is shared */

#define MOST_PLACES 16

/* What the place of an index in memory depends on. */
struct origin {
	bool is_loaded, is_unknown;
	bool is_changed; /* stored to, so that a later load may find another */
	bool by[N_QUASI_VAR];
	int n_place; /* expressions of the place, at most MOST_PLACES */
	const struct quasi *place[MOST_PLACES];
};

static void add_expression(struct origin *o, const struct quasi *e)
{
	if (!e) {
		o->is_unknown = true;
		return;
	}
	for (int v = 0; v < N_QUASI_VAR; ++v)
		o->by[v] = o->by[v] || e->coef[v] != 0;
	for (int i = 0; i < e->n_term; ++i) {
		add_expression(o, e->term[i].a);
		if (e->term[i].b)
			add_expression(o, e->term[i].b);
	}
}

static void add_place(struct origin *o, const struct quasi *e)
{
	add_expression(o, e);
	if (o->n_place == MOST_PLACES)
		o->is_unknown = true;
	else
		o->place[o->n_place++] = e;
}

static bool is_stored(const struct kernel_def *k, int field)
{
	for (int i = 0; i < k->n_access; ++i)
		if (k->access[i].field == field && k->access[i].is_store)
			return true;
	return false;
}

static void add_load(struct lowering *l, struct origin *o,
	const struct kernel_access *a)
{
	o->is_loaded = true;
	o->is_changed = o->is_changed || is_stored(l->k, a->field);
	if (a->draw.scatter >= 0)
		o->is_unknown = true;
	else if (a->address >= 0)
		add_place(o, l->node[a->address]);
	else
		for (int d = 0; d < a->n_index; ++d)
			add_place(o, lower_index(l, a, d));
}

static void add_node(struct lowering *l, struct origin *o, int node)
{
	const struct graph_node *n = &l->k->graph.node[node];
	const int kid[] = { n->a, n->b, n->c };

	if (n->op == GRAPH_CONST)
		return;
	if (n->op == GRAPH_LOAD) {
		add_load(l, o, &l->k->access[n->aux]);
		return;
	}
	o->is_unknown = o->is_unknown || n->op < GRAPH_MEMBER ||
		n->op == GRAPH_ARGUMENT;
	for (int i = 0; i < 3 && !o->is_unknown; ++i)
		if (kid[i] >= 0)
			add_node(l, o, kid[i]);
}

static int loop_around(const struct kernel_def *k, int loop)
{
	return kernel_loop_of(k, k->region[k->loop[loop].region].parent);
}

/* Lanes of a warp; waves of 64 gather twice the lines, each as long. */
#define WARP 32

/* Do threads "i" and "j" of a block load the index from one place, in any of the
 * first blocks and trips?
 */
static bool is_one_place(const struct origin *o, const int64_t *block,
	int64_t i, int64_t j)
{
	const int64_t thread[2] = { i, j };
	int64_t at[2];

	for (int n = 0; n < 4; ++n)
		for (int e = 0; e < o->n_place; ++e) {
			for (int s = 0; s < 2; ++s) {
				int64_t point[N_QUASI_VAR] = { 0 };

				for (int v = 0; v < N_QUASI_VAR; ++v)
					if (v < VAR_TX || v > VAR_TX + 2)
						point[v] = n;
				point[VAR_TX] = thread[s] % block[0];
				point[VAR_TX + 1] = thread[s] / block[0] %
					block[1];
				point[VAR_TX + 2] = thread[s] / block[0] /
					block[1];
				if (!quasi_eval(o->place[e], point, &at[s]))
					return false;
			}
			if (at[0] != at[1])
				return false;
		}
	return true;
}

/* Threads side by side that load the index from one place, as those of i[x/4]
 * do; 1 where groups differ in size.
 */
static int64_t side_by_side(const struct origin *o, const int64_t *block)
{
	int64_t threads = block[0] * block[1] * block[2], n = 1;

	while (n < threads && is_one_place(o, block, 0, n))
		++n;
	for (int64_t i = 0; i < threads; ++i)
		if (!is_one_place(o, block, i - i % n, i))
			return 1;
	return n;
}

/* Threads and trips that load an index from one place share it, or, where it is
 * stored to, lanes of a warp that load it in one trip.
 */
static void find_shared(struct lowering *l, const struct kernel_scatter *s,
	struct draw *draw)
{
	const int64_t *block = &l->extent[3];
	struct origin o = { 0 };

	if (s->of < 0)
		return;
	add_node(l, &o, s->of);
	if (!o.is_loaded || o.is_unknown)
		return;
	while (!o.is_changed && draw->loop >= 0 &&
		!o.by[VAR_LOOP0 + lower_depth(l->k, draw->loop)])
		draw->loop = loop_around(l->k, draw->loop);
	for (int64_t d = 0, n = 1; d < 3 && !o.by[VAR_TX + d]; ++d) {
		n *= block[d];
		draw->together = n;
	}
	if (draw->together == 0)
		draw->together = side_by_side(&o, block);
	if (o.is_changed)
		draw->together = integer_min(draw->together, WARP);
}

int64_t lower_draw_together(struct lowering *l, const struct kernel_scatter *s)
{
	struct draw draw = { .loop = kernel_loop_of(l->k, s->region) };

	if (s->together > 0)
		return s->together;
	find_shared(l, s, &draw);
	return draw.together;
}

/* One cell, and the rest of the index says which. */
static bool is_one_cell(const struct lowering *l, int scatter)
{
	const struct kernel_scatter *s = &l->k->scatter[scatter];
	int64_t cells;

	return s->kind == SCATTER_RANDOM && s->n >= 0 &&
		graph_is_int(&l->k->graph, s->n, &cells) && cells == 1;
}

int lower_draw_known(struct lowering *l, const struct access *a)
{
	int i = l->k->access[a->label].draw.scatter;
	struct draw draw;

	if (i < 0 || a->draw.kind || !is_one_cell(l, i))
		return -1;
	draw = (struct draw) { .loop = kernel_loop_of(l->k,
				       l->k->scatter[i].region) };
	find_shared(l, &l->k->scatter[i], &draw);
	return draw.loop == a->loop ? i : -1;
}

bool lower_draw_is_text(const struct lowering *l, int node)
{
	const struct graph_node *n = &l->k->graph.node[node];
	const struct graph_node *drawn;

	if (n->op != GRAPH_ADD)
		return false;
	drawn = &l->k->graph.node[n->b];
	return drawn->op == GRAPH_SCATTER && is_one_cell(l, drawn->aux);
}

/* A draw of many lanes touches few lines, as a gather does. */
static void share(struct lowering *l, const struct kernel_scatter *s,
	struct draw *draw)
{
	draw->together = s->together;
	if (s->together == 0)
		find_shared(l, s, draw);
	if (draw->together <= 1) {
		draw->together = 0;
		return;
	}
	draw->kind = SCATTER_GATHER;
	draw->lines = fmax(1, (double) WARP / (double) draw->together);
}

/* --------------------------------------------------------------- draws */

/* No warp has as many lanes. */
#define MOST_LINES 1024

/* The lines that warps gather from: a number, or what single ones have. */
static bool gather_lines(struct lowering *l, const struct kernel_scatter *s,
	struct draw *draw)
{
	const struct number *n;
	int64_t lines;
	int *each;

	if (s->n_each > 0) {
		each = quasi_pool_alloc(l->pool,
			(size_t) s->n_each * sizeof(*each));
		if (!each)
			memory_failed();
		draw->n_each = s->n_each;
		draw->each = memcpy(each, s->each,
			(size_t) s->n_each * sizeof(*each));
		for (int i = 0; i < s->n_each; ++i)
			draw->lines += (double) each[i] / s->n_each;
		return true;
	}
	if (graph_is_const(&l->k->graph, s->n, &n)) {
		draw->lines = fmin(number_to_double(n), MOST_LINES);
		return true;
	}
	if (!kernel_int_at(l->k, s->n, l->extent, &lines) || lines < 1)
		return diag_error(l->env->diag, s->loc, NULL,
			"the number of lines must be at least 1");
	draw->lines = fmin((double) lines, MOST_LINES);
	return true;
}

/* Numbers draws by the first access of each.  What is sampled depends on their
 * numbers, and a kernel that was printed draws in another order than its source.
 */
void lower_draw_order(struct lowering *l)
{
	struct kernel *kernel = l->kernel;
	int *id = memory_new(((size_t) l->k->n_scatter + 1) * sizeof(*id));
	int n = 0;

	for (int i = 0; i < kernel->n_access; ++i) {
		struct draw *draw = &kernel->access[i].draw;

		if (!draw->kind)
			continue;
		if (id[draw->id] == 0)
			id[draw->id] = ++n;
		draw->id = id[draw->id] - 1;
	}
	free(id);
}

/* The index that comes on top of the address; each cell of a folded thread
 * draws its own.
 */
bool lower_draw(struct lowering *l, const struct kernel_access *a,
	struct access *out)
{
	const struct kernel_scatter *s = kernel_scatter_of(l->k, a);
	const struct field *f = &l->kernel->field[out->field];
	const int64_t *cell = l->cell, *fold = l->fold;
	struct draw *draw = &out->draw;
	int64_t stride = f->elem_B, scale, room = f->extent[a->draw.dim];

	if (!kernel_int_at(l->k, a->draw.scale, l->extent, &scale) || scale < 1)
		return diag_error(l->env->diag, a->loc, NULL,
			"a random or gather must be multiplied by a whole "
			"number of at least 1");
	if (f->is_interleaved)
		stride *= f->n_component;
	for (int d = 0; d < a->draw.dim; ++d)
		stride *= f->extent[d];
	for (int d = a->draw.dim + 1;
		(a->n_index == 1 || a->address >= 0) && d < 3; ++d)
		room *= f->extent[d];
	/* of an address, "scale" is bytes */
	if (a->address >= 0) {
		room *= stride;
		stride = 1;
	}
	*draw = (struct draw) {
		.kind = s->kind,
		.id = (int) (a->draw.scatter +
			l->k->n_scatter *
				(cell[0] +
					fold[0] *
						(cell[1] + fold[1] * cell[2]))),
		.loop = kernel_loop_of(l->k, s->region),
		.cells = (room + scale - 1) / scale,
	};
	if (__builtin_mul_overflow(stride, scale, &draw->step_B))
		return lower_fail_access(l, a);
	if (s->kind == SCATTER_GATHER)
		return gather_lines(l, s, draw);
	room = draw->cells;
	if (!kernel_int_at(l->k, s->n, l->extent, &draw->cells) ||
		draw->cells < 1)
		return diag_error(l->env->diag, s->loc, NULL,
			"the number of cells must be a whole number, at least "
			"1 and below 2^63");
	draw->power = s->power;
	if (!(s->power > 1))
		share(l, s, draw);
	if (s->power > 1 && out->atomic)
		return diag_error(l->env->diag, s->loc, NULL,
			"atomic updates of cells by a power are not modelled: "
			"threads wait for the cell that most of them draw");
	if (draw->cells == 1 && !out->atomic) {
		*draw = (struct draw) { 0 };
		return true;
	}
	if (draw->cells <= room)
		return true;
	diag_error(l->env->diag, s->loc, NULL,
		scale > 1 ? "'%s' has no room for %lld cells" :
			    "'%s' has fewer than %lld cells",
		f->name, (long long) draw->cells);
	diag_note(l->env->diag, "it has %lld", (long long) room);
	return false;
}
