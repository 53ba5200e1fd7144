/* Indices, conditions and loops of a kernel as expressions of thread and block
 * indices and loop counters.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/kernel/predicate.h"
#include "lang/base/memory.h"
#include "lang/launch/lower_parts.h"

/* The number of loops that enclose loop "loop". */
int lower_depth(const struct kernel_def *k, int loop)
{
	int r = k->region[k->loop[loop].region].parent, depth = 0;

	for (; r > 0; r = k->region[r].parent)
		depth += k->region[r].kind == REGION_LOOP;
	return depth;
}

/* ------------------------------------------------------- expressions  */

/* Marks the nodes that indices, addresses and conditions depend on. */
void lower_mark(struct lowering *l)
{
	const struct kernel_def *k = l->k;
	const struct graph *g = &k->graph;

	for (int i = 0; i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];

		for (int j = 0; j < a->n_index; ++j)
			l->needed[a->index[j]] = true;
		for (int j = 0; j < a->n_deep; ++j)
			l->needed[a->deep[j]] = true;
		if (a->component >= 0)
			l->needed[a->component] = true;
		if (a->address >= 0)
			l->needed[a->address] = true;
	}
	for (int i = 1; i < k->n_region; ++i)
		if (k->region[i].condition >= 0)
			l->needed[k->region[i].condition] = true;
	for (int i = 0; i < k->n_loop; ++i)
		if (k->loop[i].starts >= 0)
			l->needed[k->loop[i].starts] = true;
	for (int i = g->n_node - 1; i >= 0; --i) {
		if (!l->needed[i] || g->node[i].op == GRAPH_SCATTER)
			continue;
		if (g->node[i].a >= 0)
			l->needed[g->node[i].a] = true;
		if (g->node[i].b >= 0 && g->node[i].op != GRAPH_CARRIED)
			l->needed[g->node[i].b] = true;
		if (g->node[i].c >= 0)
			l->needed[g->node[i].c] = true;
	}
}

static const struct quasi *affine(struct lowering *l, enum quasi_var v,
	int64_t coef, int64_t constant)
{
	return quasi_add(l->pool,
		quasi_scale(l->pool, quasi_variable(l->pool, v), coef),
		quasi_constant(l->pool, constant));
}

/* Under an order, the thread along axis d: within the block that the order
 * gives, or the thread that the order gives itself.
 */
static const struct quasi *ordered_thread(struct lowering *l, int d)
{
	if (!l->by_blocks)
		return l->owner[d];
	return quasi_add(l->pool, affine(l, (enum quasi_var)(VAR_TX + d), 1, 0),
		quasi_scale(l->pool, l->owner[d], l->launch->block[d]));
}

/* Cell coordinate d of this thread: (b*B + t) * fold + k or, a block apart,
 * (b * fold + k) * B + t.
 */
const struct quasi *lower_cell(struct lowering *l, int d)
{
	bool is_apart = options_is_apart(l->o, d);
	int64_t fold = l->fold[d], B = l->launch->block[d], per_block;

	if (l->owner[d])
		return quasi_add(l->pool,
			quasi_scale(l->pool, ordered_thread(l, d), fold),
			quasi_constant(l->pool, l->cell[d]));
	if (__builtin_mul_overflow(fold, B, &per_block))
		return NULL;
	return quasi_add(l->pool,
		affine(l, (enum quasi_var)(VAR_TX + d), is_apart ? 1 : fold,
			is_apart ? l->cell[d] * B : l->cell[d]),
		affine(l, (enum quasi_var)(VAR_BX + d), per_block, 0));
}

static const struct quasi *coordinate(struct lowering *l, int coord)
{
	int d = coord % 3;

	if (coord <= COORD_Z)
		return lower_cell(l, d);
	if (coord <= COORD_TZ)
		return affine(l, (enum quasi_var)(VAR_TX + d), 1, 0);
	if (coord <= COORD_BZ && l->by_blocks && l->owner[d])
		return l->owner[d];
	if (coord <= COORD_BZ)
		return affine(l, (enum quasi_var)(VAR_BX + d), 1, 0);
	return quasi_constant(l->pool, l->launch->block[d]);
}

static const struct quasi *counter(struct lowering *l, int loop)
{
	int64_t lo;

	if (!kernel_int_at(l->k, l->k->loop[loop].lo, l->extent, &lo))
		return NULL;
	return affine(l, (enum quasi_var)(VAR_LOOP0 + lower_depth(l->k, loop)),
		1, lo);
}

static const struct quasi *product(struct lowering *l, const struct quasi *a,
	const struct quasi *b)
{
	if (!a || !b)
		return NULL;
	if (quasi_is_constant(a))
		return quasi_scale(l->pool, b, a->constant);
	if (quasi_is_constant(b))
		return quasi_scale(l->pool, a, b->constant);
	return NULL;
}

static const struct quasi *constant(struct lowering *l, int node)
{
	const struct number *n = NULL;
	struct number floor;
	int64_t value;

	graph_is_const(&l->k->graph, node, &n);
	if (number_floor(n, &floor) != NUMBER_OK)
		return NULL;
	if (!number_to_int(&floor, &value)) {
		number_free(&floor);
		return NULL;
	}
	return quasi_constant(l->pool, value);
}

/* The bits of "a" that the mask has, each run of them a remainder:
 *
 *	sum of 2^low (floor(a / 2^low) mod 2^n)
 */
static const struct quasi *masked(struct lowering *l, const struct quasi *a,
	int64_t mask)
{
	const struct quasi *sum = quasi_constant(l->pool, 0);

	for (int low = 0, n; a && low < 62 && mask >> low != 0; low += n + 1) {
		for (n = 0; low + n < 62 && (mask >> (low + n) & 1) != 0; ++n)
			continue;
		if (n > 0)
			sum = quasi_add(l->pool, sum,
				quasi_scale(l->pool,
					quasi_mod(l->pool,
						quasi_floor(l->pool, a,
							(int64_t) 1 << low),
						(int64_t) 1 << n),
					(int64_t) 1 << low));
	}
	return a ? sum : NULL;
}

/* Bitwise operations with a constant:
 *
 *	a or m  = a + m - (a and m)
 *	a xor m = a + m - 2 (a and m)
 */
static const struct quasi *bits(struct lowering *l, enum bits op,
	const struct quasi *a, const struct quasi *b)
{
	const struct quasi *both;

	if (!a || !b || !quasi_is_constant(b) || b->constant < 0 ||
		(op == BITS_RIGHT && b->constant > 61))
		return NULL;
	if (op == BITS_RIGHT)
		return quasi_floor(l->pool, a, (int64_t) 1 << b->constant);
	both = masked(l, a, b->constant);
	return op == BITS_AND ?
		both :
		quasi_add(l->pool, quasi_add(l->pool, a, b),
			quasi_scale(l->pool, both, op == BITS_OR ? -1 : -2));
}

/* The length of row "row", or its start:
 *
 *	sum of all floor(row / n) + those before row mod n
 */
static const struct quasi *entry(struct lowering *l, int entry,
	const struct quasi *row)
{
	const struct kernel_field *f = &l->k->field[entry / 2];
	int64_t *value, sum = 0;
	const struct quasi *at;

	if (!row)
		return NULL;
	value = memory_new((size_t) f->n_length * sizeof(*value));
	for (int64_t i = 0; i < f->n_length; ++i) {
		value[i] = entry % 2 ? f->length[i] : sum;
		sum += f->length[i];
	}
	at = quasi_lookup(l->pool, quasi_table_new(l->pool, f->n_length, value),
		quasi_mod(l->pool, row, f->n_length));
	free(value);
	return entry % 2 ?
		at :
		quasi_add(l->pool, at,
			quasi_scale(l->pool,
				quasi_floor(l->pool, row, f->n_length), sum));
}

/* The expression of one node; NULL if it is not quasi-affine. */
static const struct quasi *express(struct lowering *l, int i)
{
	const struct graph_node *n = &l->k->graph.node[i];
	const struct quasi *a = n->a >= 0 ? l->node[n->a] : NULL;
	const struct quasi *b = n->b >= 0 && n->op != GRAPH_CARRIED ?
		l->node[n->b] :
		NULL;

	switch (n->op) {
	case GRAPH_CONST: return constant(l, i);
	case GRAPH_COORD: return coordinate(l, n->aux);
	case GRAPH_EXTENT: return quasi_constant(l->pool, l->extent[n->aux]);
	case GRAPH_ARGUMENT:
		return quasi_constant(l->pool, l->k->field[n->aux].value);
	case GRAPH_COUNTER: return counter(l, n->aux);
	case GRAPH_ENTRY: return entry(l, n->aux, a);
	case GRAPH_SCATTER: /* comes on top of the address */
		return quasi_constant(l->pool, 0);
	case GRAPH_SCALAR: /* the base of a field: address 0 */
		return l->k->by_address ? quasi_constant(l->pool, 0) : NULL;
	case GRAPH_ADD: return quasi_add(l->pool, a, b);
	case GRAPH_SUB:
		return quasi_add(l->pool, a, quasi_scale(l->pool, b, -1));
	case GRAPH_NEG: return quasi_scale(l->pool, a, -1);
	case GRAPH_MUL: return product(l, a, b);
	case GRAPH_DIV:
	case GRAPH_FLOOR_DIV:
		if (!b || !quasi_is_constant(b) || b->constant <= 0)
			return NULL;
		return quasi_floor(l->pool, a, b->constant);
	case GRAPH_MOD:
		if (!b || !quasi_is_constant(b) || b->constant <= 0)
			return NULL;
		return quasi_mod(l->pool, a, b->constant);
	case GRAPH_MIN: return quasi_min(l->pool, a, b);
	case GRAPH_MAX: return quasi_max(l->pool, a, b);
	case GRAPH_FLOOR: return a;
	case GRAPH_BITS: return bits(l, (enum bits) n->aux, a, b);
	default: return NULL;
	}
}

static bool is_drawn(const struct lowering *l, const struct graph_node *n)
{
	return (n->op == GRAPH_SCATTER && !l->k->scatter[n->aux].is_known) ||
		(n->a >= 0 && l->drawn[n->a]) ||
		(n->b >= 0 && n->op != GRAPH_CARRIED && l->drawn[n->b]) ||
		(n->c >= 0 && l->drawn[n->c]);
}

void lower_express(struct lowering *l)
{
	for (int i = 0; i < l->k->graph.n_node; ++i)
		if (l->needed[i]) {
			l->node[i] = express(l, i);
			l->drawn[i] = is_drawn(l, &l->k->graph.node[i]);
		}
	memset(l->has_predicate, 0, (size_t) l->k->n_region + 1);
	lower_guard(l);
}

/* -------------------------------------------------------------- predicates */

/* Predicates that always or never hold, however they were written. */
static const struct quasi always_at = { .constant = 0 };
static const struct quasi never_at = { .constant = -1 };
static const struct predicate always = { .op = PREDICATE_GE, .e = &always_at };
static const struct predicate never = { .op = PREDICATE_GE, .e = &never_at };

/* Folds "op" if its operands decide it; NULL if they do not. */
static const struct predicate *known_predicate(enum predicate_op op,
	const struct quasi *e, const struct predicate *a,
	const struct predicate *b)
{
	switch (op) {
	case PREDICATE_GE:
		return !e || !quasi_is_constant(e) ? NULL :
			e->constant >= 0	   ? &always :
						     &never;
	case PREDICATE_EQ:
		return !e || !quasi_is_constant(e) ? NULL :
			e->constant == 0	   ? &always :
						     &never;
	case PREDICATE_NOT:
		return a == &always		    ? &never :
			a == &never		    ? &always :
			a && a->op == PREDICATE_NOT ? a->a :
						      NULL;
	case PREDICATE_AND:
		return a == &always		   ? b :
			b == &always		   ? a :
			a == &never || b == &never ? &never :
						     NULL;
	case PREDICATE_OR:
		return a == &never		     ? b :
			b == &never		     ? a :
			a == &always || b == &always ? &always :
						       NULL;
	}
	return NULL;
}

bool lower_never(const struct predicate *predicate)
{
	return predicate == &never;
}

const struct predicate *lower_predicate_new(struct lowering *l,
	enum predicate_op op, const struct quasi *e, const struct predicate *a,
	const struct predicate *b)
{
	const struct predicate *known = known_predicate(op, e, a, b);
	struct predicate *g;

	if (known)
		return known;
	g = quasi_pool_alloc(l->pool, sizeof(*g));
	if (!g)
		memory_failed();
	*g = (struct predicate) { op, e, a, b };
	/* sort the operands: a and b is the same predicate as b and a */
	if (b && predicate_hash(a) > predicate_hash(b)) {
		g->a = b;
		g->b = a;
	}
	return g;
}

/* Chooses between e == 0 and -e == 0, which are equivalent. */
static bool is_negative(const struct quasi *e)
{
	for (int i = 0; i < N_QUASI_VAR; ++i)
		if (e->coef[i] != 0)
			return e->coef[i] < 0;
	return e->n_term > 0 ? e->term[0].coef < 0 : e->constant < 0;
}

/* The predicate of condition "node" on launch coordinates; false if it depends
 * on anything else, such as data.
 */
static bool predicate_of(struct lowering *l, int node,
	const struct predicate **result)
{
	const struct graph_node *n = &l->k->graph.node[node];
	const struct predicate *a, *b;
	const struct quasi *e;

	switch (n->op) {
	case GRAPH_NOT:
		if (!predicate_of(l, n->a, &a))
			return false;
		*result = lower_predicate_new(l, PREDICATE_NOT, NULL, a, NULL);
		return true;
	case GRAPH_AND:
	case GRAPH_OR:
		if (!predicate_of(l, n->a, &a) || !predicate_of(l, n->b, &b))
			return false;
		*result = lower_predicate_new(l,
			n->op == GRAPH_AND ? PREDICATE_AND : PREDICATE_OR, NULL,
			a, b);
		return true;
	case GRAPH_EQ:
	case GRAPH_LT:
	case GRAPH_LE:
		if (!l->node[n->a] || !l->node[n->b] || l->drawn[node])
			return false;
		e = quasi_add(l->pool, l->node[n->b],
			quasi_scale(l->pool, l->node[n->a], -1));
		if (n->op == GRAPH_LT)
			e = quasi_add(l->pool, e, quasi_constant(l->pool, -1));
		if (n->op == GRAPH_EQ && e && is_negative(e))
			e = quasi_scale(l->pool, e, -1);
		if (!e)
			return false;
		*result = lower_predicate_new(l,
			n->op == GRAPH_EQ ? PREDICATE_EQ : PREDICATE_GE, e,
			NULL, NULL);
		return true;
	default: return false;
	}
}

/* True if e >= 0 and f >= 0 differ only in their constants. */
static bool is_same_form(const struct predicate *g, const struct predicate *h)
{
	struct quasi e, f;

	if (g->op != PREDICATE_GE || h->op != PREDICATE_GE)
		return false;
	e = *g->e;
	f = *h->e;
	e.constant = f.constant = 0;
	return quasi_equal(&e, &f);
}

/* "all" with the condition "one" added, if they or a conjunct of "all" differ
 * only in a constant: the narrower of the two remains.  NULL otherwise.
 */
static const struct predicate *narrow(struct lowering *l,
	const struct predicate *all, const struct predicate *one)
{
	const struct predicate *part;

	if (is_same_form(all, one))
		return one->e->constant < all->e->constant ? one : all;
	if (all->op != PREDICATE_AND)
		return NULL;
	part = narrow(l, all->a, one);
	if (part)
		return part == all->a ? all :
					lower_predicate_new(l, PREDICATE_AND,
						NULL, part, all->b);
	part = narrow(l, all->b, one);
	if (part)
		return part == all->b ? all :
					lower_predicate_new(l, PREDICATE_AND,
						NULL, all->a, part);
	return NULL;
}

static bool has_other_branch(const struct kernel_def *k, int r)
{
	for (int i = 1; i < k->n_region; ++i)
		if (i != r && k->region[i].parent == k->region[r].parent &&
			k->region[i].condition == k->region[r].condition &&
			k->region[i].kind != k->region[r].kind &&
			k->region[i].kind != REGION_LOOP)
			return true;
	return false;
}

static const struct predicate *join(struct lowering *l,
	const struct predicate *all, const struct predicate *one)
{
	const struct predicate *narrower;

	if (one == &always)
		return all;
	if (!all)
		return one;
	narrower = narrow(l, all, one);
	return narrower ? narrower :
			  lower_predicate_new(l, PREDICATE_AND, NULL, one, all);
}

/* The chance that a condition of p() alone holds; -1: others take part. */
static double chance_of(const struct lowering *l, int node)
{
	const struct graph_node *n = &l->k->graph.node[node];
	double a, b;

	switch (n->op) {
	case GRAPH_CHANCE: return l->k->chance[n->aux].p;
	case GRAPH_NOT: a = chance_of(l, n->a); return a < 0 ? a : 1 - a;
	case GRAPH_AND:
	case GRAPH_OR:
		a = chance_of(l, n->a);
		b = chance_of(l, n->b);
		return a < 0 || b < 0	   ? -1 :
			n->op == GRAPH_AND ? a * b :
					     a + b - a * b;
	default: return -1;
	}
}

static int fewer(int a, int b)
{
	return a == 0 || (b > 0 && b < a) ? b : a;
}

/* The threads that a condition decides alike for, where p() takes part: the
 * fewest of any; 0 without.
 */
static int together_of(const struct lowering *l, int node)
{
	const struct graph_node *n = &l->k->graph.node[node];

	switch (n->op) {
	case GRAPH_CHANCE: return (int) l->k->chance[n->aux].together;
	case GRAPH_NOT: return together_of(l, n->a);
	case GRAPH_AND:
	case GRAPH_OR: return fewer(together_of(l, n->a), together_of(l, n->b));
	default: return 0;
	}
}

/* Divides a conjunction into the predicate of launch coordinates, joined to
 * *all, and the chance of the rest.  False if data decide in another way.
 */
static bool split(struct lowering *l, int node, const struct predicate **all,
	double *p)
{
	const struct graph_node *n = &l->k->graph.node[node];
	const struct predicate *one;
	double chance = chance_of(l, node);

	if (chance >= 0) {
		*p *= chance;
		return true;
	}
	if (predicate_of(l, node, &one)) {
		*all = join(l, *all, one);
		return true;
	}
	return n->op == GRAPH_AND && split(l, n->a, all, p) &&
		split(l, n->b, all, p);
}

/* Takes region "r" by chance: one of two branches is the other's opposite. */
static void take(struct lowering *l, int r, double p)
{
	const struct kernel_region *region = &l->k->region[r];
	struct chance *c = &l->chance[r], *outer = NULL;

	if (p == 1)
		return;
	if (c->id) {
		outer = quasi_pool_alloc(l->pool, sizeof(*outer));
		if (!outer)
			memory_failed();
		*outer = *c;
	}
	*c = (struct chance) {
		.id = region->condition + 1,
		.p = (c->id ? c->p : 1) * p,
		.own = p,
		.outer = outer,
		.together = fewer(c->together,
			together_of(l, region->condition)),
		.loop = kernel_loop_of(l->k, region->parent),
		.is_not = region->kind == REGION_ELSE,
	};
	l->share[r] *= p;
}

/* The conjunction of the conditions of a region and of those around it; also
 * sets the share of its lanes.
 */
static const struct predicate *find_predicate(struct lowering *l, int r)
{
	const struct kernel_region *region = &l->k->region[r];
	const struct predicate *all, *one, *joined;
	double p = 1;

	l->share[r] = 1;
	l->chance[r] = (struct chance) { 0 };
	if (r == 0)
		return l->inside == &always ? NULL : l->inside;
	all = joined = lower_predicate(l, region->parent);
	l->share[r] = l->share[region->parent];
	l->chance[r] = l->chance[region->parent];
	if (region->kind == REGION_LOOP)
		return all;
	if (predicate_of(l, region->condition, &one)) {
		if (region->kind == REGION_ELSE)
			one = lower_predicate_new(l, PREDICATE_NOT, NULL, one,
				NULL);
		return join(l, all, one);
	}
	if (region->kind == REGION_ELSE &&
		chance_of(l, region->condition) >= 0) {
		take(l, r, 1 - chance_of(l, region->condition));
		return all;
	}
	if (region->kind == REGION_THEN &&
		split(l, region->condition, &joined, &p)) {
		take(l, r, p);
		return joined;
	}
	/* depends on data: half of the lanes may take each branch */
	if (has_other_branch(l->k, r))
		l->share[r] /= 2;
	return all;
}

bool lower_is_decided(struct lowering *l, int r)
{
	const struct predicate *g = NULL;
	double p = 1;

	for (; r > 0; r = l->k->region[r].parent) {
		const struct kernel_region *region = &l->k->region[r];

		if (region->condition < 0 ||
			predicate_of(l, region->condition, &g))
			continue;
		if (region->kind == REGION_THEN ?
				!split(l, region->condition, &g, &p) :
				chance_of(l, region->condition) < 0)
			return false;
		if (region->kind == REGION_ELSE)
			p *= 1 - chance_of(l, region->condition);
	}
	return p > 0;
}

double lower_share(struct lowering *l, int r)
{
	lower_predicate(l, r);
	return l->share[r];
}

struct chance lower_chance(struct lowering *l, int r)
{
	lower_predicate(l, r);
	return l->chance[r];
}

/* The predicate of region "r"; NULL if it always holds.  All accesses of a
 * region share it.
 */
const struct predicate *lower_predicate(struct lowering *l, int r)
{
	if (!l->has_predicate[r]) {
		l->predicate[r] = find_predicate(l, r);
		l->has_predicate[r] = true;
	}
	return l->predicate[r];
}

static bool is_of_thread(const struct quasi *e)
{
	bool is = e->coef[VAR_TX] != 0 || e->coef[VAR_TX + 1] != 0 ||
		e->coef[VAR_TX + 2] != 0;

	for (int i = 0; i < e->n_term && !is; ++i)
		is = is_of_thread(e->term[i].a) ||
			(e->term[i].b && is_of_thread(e->term[i].b));
	return is;
}

static bool differs_in_block(const struct predicate *p)
{
	return p &&
		((p->e && is_of_thread(p->e)) || differs_in_block(p->a) ||
			differs_in_block(p->b));
}

/* The predicate of the trips of "loop": warps that run none of them skip its
 * instructions.  Where lanes differ in their trips they run the pieces of an
 * unrolled loop (16, 8, 4 trips and what is left) one after the other, so that
 * a warp comes to more trips than its last lane: to all, as if predicated.
 */
const struct predicate *lower_around(struct lowering *l, int loop)
{
	const struct kernel_loop *of = loop < 0 ? NULL : &l->k->loop[loop];
	const struct predicate *end = NULL;

	if (!of)
		return NULL;
	if (of->body != of->region &&
		!(predicate_of(l, l->k->region[of->body].condition, &end) &&
			differs_in_block(end)))
		return lower_predicate(l, of->body);
	return lower_predicate(l, of->region);
}

/* --------------------------------------------------------------- loops */

bool lower_loops(struct lowering *l)
{
	const struct kernel_def *k = l->k;
	struct kernel *kernel = l->kernel;
	int64_t lo, hi;

	kernel->loop = quasi_pool_alloc(l->pool,
		((size_t) k->n_loop + 1) * sizeof(*kernel->loop));
	if (!kernel->loop)
		memory_failed();
	kernel->n_loop = k->n_loop;
	for (int i = 0; i < k->n_loop; ++i) {
		struct loop *loop = &kernel->loop[i];

		if (lower_depth(k, i) >= QUASI_LOOPS)
			return diag_error(l->env->diag, l->loc, NULL,
				"more than %d nested loops", QUASI_LOOPS);
		if (!kernel_int_at(k, k->loop[i].lo, l->extent, &lo) ||
			!kernel_int_at(k, k->loop[i].hi, l->extent, &hi) ||
			__builtin_sub_overflow(hi, lo, &loop->trips) ||
			__builtin_add_overflow(loop->trips, 1, &loop->trips))
			return diag_error(l->env->diag, l->loc, NULL,
				"the trip count of loop '%s' is not a "
				"whole number below 2^63",
				k->loop[i].name);
		if (loop->trips < 0 && k->loop[i].starts >= 0)
			return diag_error(l->env->diag, l->loc, NULL,
				"loop '%s' never runs on this domain",
				k->loop[i].name);
		if (loop->trips < 0)
			return diag_error(l->env->diag, l->loc, NULL,
				"loop '%s' never runs on this domain: %lld is "
				"above %lld",
				k->loop[i].name, (long long) lo,
				(long long) hi);
		loop->parent = -1;
		for (int r = k->region[k->loop[i].region].parent; r > 0;
			r = k->region[r].parent)
			if (k->region[r].kind == REGION_LOOP) {
				loop->parent = k->region[r].loop;
				break;
			}
	}
	return true;
}

/* How often a thread runs something in "loop" (-1: outside of loops). */
double lower_turns(const struct lowering *l, int loop)
{
	double turns = 1;

	for (; loop >= 0; loop = l->kernel->loop[loop].parent)
		turns *= (double) l->kernel->loop[loop].trips;
	return turns;
}
