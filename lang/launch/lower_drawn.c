/* Integer instructions for the addresses of drawn accesses (doc/MODEL.md, (16.21)).
 *
 * Data choose the index, so no address can be moved from trip to trip or reached
 * by an offset: a thread adds what the index has besides, and makes an address of
 * the sum.  Accesses that differ by constants alone share both.
 */

#include <math.h>
#include <stdlib.h>

#include "engine/kernel/grouping.h"
#include "engine/kernel/predicate.h"
#include "lang/base/memory.h"
#include "lang/launch/lower_parts.h"

struct drawn {
	const struct access *a;
	const struct quasi *rest[3]; /* the index without what is drawn */
	int id;			     /* what is drawn */
	int dim;		     /* along which it is drawn */
	int loop;		     /* the innermost that draws the index */
	int walk; /* the innermost that moves the address; "loop": none does */
	bool has_rest, uses_threads; /* it is not 0; threads change it */
	bool moves; /* a loop takes it from row to row, by a stride that only
		       the launch knows */
};

struct drawn_list {
	struct lowering *l;
	int n;
	struct drawn *item;
};

static int variable_of(const struct lowering *l, int loop)
{
	return VAR_LOOP0 + lower_depth(l->k, loop);
}

static bool is_changed(const struct lowering *l, const struct drawn *p,
	int loop)
{
	int v = variable_of(l, loop);

	for (int d = 0; d < 3; ++d)
		if (v >= N_QUASI_VAR || lower_uses(p->rest[d], v))
			return true;
	return false;
}

/* The innermost loop around the access that draws the index. */
static int loop_of(const struct lowering *l, const struct drawn *p)
{
	int loop = p->a->loop;

	while (p->a->draw.kind && loop >= 0 && loop != p->a->draw.loop)
		loop = l->kernel->loop[loop].parent;
	return loop;
}

/* The innermost loop that changes what the index has besides, within "p->loop", where
 * it is drawn; "p->loop" if none does.
 */
static int walk_of(const struct lowering *l, const struct drawn *p)
{
	int loop = p->a->loop;

	while (loop != p->loop && !is_changed(l, p, loop))
		loop = l->kernel->loop[loop].parent;
	return loop;
}

static bool uses_threads(const struct drawn *p)
{
	bool any = false;

	for (int d = 0; d < 3; ++d)
		for (int v = 0; v < VAR_LOOP0; ++v)
			any |= lower_uses(p->rest[d], v);
	return any;
}

/* What arguments of the kernel add to an index: the launch knows it, no offset of an
 * instruction has it.
 */
static int64_t of_arguments(const struct lowering *l, int node)
{
	const struct graph_node *n = &l->k->graph.node[node];
	const struct quasi *e = l->node[node];

	if (!n->uses_scalar)
		return 0;
	if (n->op == GRAPH_ADD)
		return of_arguments(l, n->a) + of_arguments(l, n->b);
	if (n->op == GRAPH_SUB)
		return of_arguments(l, n->a) - of_arguments(l, n->b);
	return e && quasi_is_constant(e) ? e->constant : 0;
}

/* Constants are offsets of the instruction, but not those of rows whose stride only
 * the launch knows.
 */
static void describe(struct drawn_list *s, const struct access *a, int known)
{
	struct lowering *l = s->l;
	const struct kernel_access *source = &l->k->access[a->label];
	bool varies = options_strides_vary(l->o);
	struct drawn *p = &s->item[s->n++];

	*p = (struct drawn) { .a = a,
		.id = known < 0 ? a->draw.id : -1 - known,
		.dim = source->draw.dim };
	for (int d = 0; d < 3; ++d) {
		bool is_text = known >= 0 && d < source->n_index &&
			lower_draw_is_text(l, source->index[d]);

		p->rest[d] = is_text ?
			quasi_constant(l->pool, 0) :
			d > 0 && varies ?
			a->index[d] :
			quasi_add(l->pool, a->index[d],
				quasi_constant(l->pool,
					of_arguments(l, source->index[d]) -
						a->index[d]->constant));
		if (!p->rest[d])
			memory_failed();
		p->has_rest |= !quasi_is_constant(p->rest[d]) ||
			p->rest[d]->constant != 0;
	}
	p->uses_threads = uses_threads(p);
	p->loop = loop_of(l, p);
	p->walk = walk_of(l, p);
	if (!varies || p->walk < 0)
		return;
	for (int d = 1; d < 3; ++d)
		p->moves |= lower_uses(p->rest[d], variable_of(l, p->walk));
}

static bool same_place(const struct drawn *p, const struct drawn *q)
{
	return p->loop == q->loop &&
		predicate_equal(p->a->predicate, q->a->predicate);
}

static bool same_rest(const void *user, int i, int j)
{
	const struct drawn_list *s = user;
	const struct drawn *p = &s->item[i], *q = &s->item[j];
	const struct field *f = &s->l->kernel->field[p->a->field];
	const struct field *g = &s->l->kernel->field[q->a->field];

	for (int d = 0; d < 3; ++d)
		if (!quasi_equal(p->rest[d], q->rest[d]))
			return false;
	return f->extent[0] == g->extent[0] && f->extent[1] == g->extent[1] &&
		same_place(p, q);
}

static bool same_index(const void *user, int i, int j)
{
	const struct drawn_list *s = user;
	const struct drawn *p = &s->item[i], *q = &s->item[j];

	return p->id == q->id && p->dim == q->dim && same_rest(user, i, j);
}

static bool same_address(const void *user, int i, int j)
{
	const struct drawn_list *s = user;
	const struct access *a = s->item[i].a, *b = s->item[j].a;
	bool is_aos = s->l->k->field[s->l->k->access[a->label].field].is_aos;

	return same_index(user, i, j) && a->field == b->field &&
		a->draw.step_B == b->draw.step_B &&
		(is_aos || a->component == b->component);
}

static bool same_field(const void *user, int i, int j)
{
	const struct drawn_list *s = user;

	return s->item[i].a->field == s->item[j].a->field &&
		same_rest(user, i, j);
}

static void group(struct drawn_list *s, struct grouping *of, bool by_field,
	bool by_draw, bool (*is_same)(const void *, int, int))
{
	struct quasi_pool *pool = s->l->pool;
	uint64_t *hash = memory_new(((size_t) s->n + 1) * sizeof(*hash));

	for (int i = 0; i < s->n; ++i) {
		const struct drawn *p = &s->item[i];

		for (int d = 0; d < 3; ++d)
			hash[i] = map_mix(hash[i],
				(int64_t) quasi_hash(p->rest[d]));
		if (by_field)
			hash[i] = map_mix(hash[i], p->a->field);
		if (by_draw)
			hash[i] = map_mix(hash[i], p->id);
	}
	if (!grouping_make(of, pool, s->n, hash, is_same, s))
		memory_failed();
	free(hash);
}

/* What is found before a loop is so without the conditions in it. */
static void count(struct drawn_list *s, const struct drawn *p, double n)
{
	lower_part_integer(s->l, p->loop == p->a->loop ? p->a : NULL, p->loop,
		n);
}

/* A base and a drawn index are one wide multiply-add, of bytes a sum of two words. */
static void count_address(struct drawn_list *s, const struct drawn *p)
{
	if (s->l->kernel->field[p->a->field].elem_B == 1)
		count(s, p, 2);
	else
		lower_part_wide(s->l, p->loop == p->a->loop ? p->a : NULL,
			p->loop, 1);
}

/* What is drawn before a loop has an address there, which trips move: by a wide
 * multiply-add with a stride of run time, else joined trips by one sum of two words.
 */
static void count_walk(struct drawn_list *s, const struct drawn *p)
{
	struct lower_run run = lower_run(s->l, p->walk);

	if (p->moves)
		lower_part_wide(s->l, p->a, p->walk, 1);
	else
		lower_part_integer(s->l, p->a, p->walk,
			2 / fmax(1, lower_run_joined(&run)));
}

/* True if a multiply-add brings the index to elements: it is drawn along another
 * axis than the first, and known strides are part of the wide product unless
 * there is something to add.
 */
static bool is_scaled(const struct drawn_list *s, const struct drawn *p)
{
	return p->dim > 0 && (p->has_rest || options_strides_vary(s->l->o));
}

/* The sums of drawn indices with "first->rest": one for each index, or where only
 * loops change the rest, a pointer of two words for each field.
 */
static double sum_work(const struct drawn_list *s, const struct grouping *rests,
	const struct grouping *indices, const struct grouping *fields, int i)
{
	const struct drawn *first = &s->item[i];
	double sums = 0, pointers = 0;

	if (!first->has_rest)
		return 0;
	for (; i >= 0; i = rests->next[i]) {
		sums += indices->first[i] == i && !is_scaled(s, &s->item[i]);
		pointers += 2 * (fields->first[i] == i);
	}
	return first->uses_threads || pointers > sums ? sums : pointers;
}

/* ------------------------------------------------------- shared memory */

static int scatter_of(const struct lowering *l, const struct shared_access *a)
{
	return l->k->access[a->label].draw.scatter;
}

static bool is_divided(const struct lowering *l, const struct shared_access *a)
{
	return a->cells == 0 && a->loop >= 0 &&
		lower_is_divided(l, &l->k->access[a->label], a->loop);
}

static bool same_shared(const void *user, int i, int j)
{
	const struct lowering *l = user;
	const struct shared_access *a = &l->kernel->shared_access[i];
	const struct shared_access *b = &l->kernel->shared_access[j];

	return a->cells == b->cells && scatter_of(l, a) == scatter_of(l, b) &&
		a->elem_B == b->elem_B && a->loop == b->loop &&
		quasi_is_shifted(a->address, b->address) &&
		predicate_equal(a->predicate, b->predicate);
}

static uint64_t hash_shared(const struct lowering *l,
	const struct shared_access *a)
{
	uint64_t hash = map_mix((uint64_t) scatter_of(l, a), a->loop);

	for (int v = 0; v < N_QUASI_VAR; ++v)
		hash = map_mix(hash, a->address->coef[v]);
	return hash;
}

/* A drawn index of shared memory is shifted and added to the start of the array;
 * one of bytes is added by the instruction itself.  A trip that changes quotients
 * has a product for each further dimension.
 */
static double shared_work(const struct lowering *l,
	const struct shared_access *a)
{
	return a->cells > 0	 ? a->elem_B > 1 :
		is_divided(l, a) ? l->k->access[a->label].n_index :
				   0;
}

static void count_shared(struct lowering *l)
{
	const struct kernel *kernel = l->kernel;
	int n = kernel->n_shared_access;
	uint64_t *hash = memory_new(((size_t) n + 1) * sizeof(*hash));
	struct grouping g;

	for (int i = 0; i < n; ++i)
		hash[i] = hash_shared(l, &kernel->shared_access[i]);
	if (!grouping_make(&g, l->pool, n, hash, same_shared, l))
		memory_failed();
	for (int i = 0; i < n; ++i)
		if (g.first[i] == i)
			lower_part_shared(l, &kernel->shared_access[i],
				shared_work(l, &kernel->shared_access[i]));
	free(hash);
}

void lower_drawn(struct lowering *l)
{
	const struct kernel *kernel = l->kernel;
	struct drawn_list s = { .l = l };
	struct grouping rests, fields, indices, addresses;

	s.item = memory_new(((size_t) kernel->n_access + 1) * sizeof(*s.item));
	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];
		int known = lower_draw_known(l, a);

		if ((a->draw.kind || known >= 0) && a->index[0])
			describe(&s, a, known);
	}
	group(&s, &rests, false, false, same_rest);
	group(&s, &fields, true, false, same_field);
	group(&s, &indices, false, true, same_index);
	group(&s, &addresses, true, true, same_address);
	for (int i = 0; i < s.n; ++i) {
		const struct drawn *p = &s.item[i];

		if (rests.first[i] == i)
			count(&s, p,
				(p->walk == p->loop && p->moves) +
					sum_work(&s, &rests, &indices, &fields,
						i));
		if (indices.first[i] == i)
			count(&s, p, is_scaled(&s, p));
		if (addresses.first[i] != i)
			continue;
		count_address(&s, p);
		if (p->walk != p->loop)
			count_walk(&s, p);
	}
	free(s.item);
	count_shared(l);
}
