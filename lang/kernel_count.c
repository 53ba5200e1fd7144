/* What a kernel costs: every operation is placed in the region it runs in,
 * as an optimising compiler would, and counted there.
 *
 * An operation runs where all that uses it can see it (the innermost region
 * that encloses its uses), and outside of every loop that it does not
 * depend on.  A product used once, by a sum, is one fma with it.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/kernel.h"
#include "lang/memory.h"

/* ------------------------------------------------------------- counts */

static void count_add_term(struct kernel_count *c, double coef,
	const int exp[3])
{
	int i;

	if (coef == 0)
		return;
	for (i = 0; i < c->n_term; ++i)
		if (memcmp(c->term[i].exp, exp, sizeof(c->term[i].exp)) == 0)
			break;
	if (i == COUNT_TERMS)
		i = COUNT_TERMS - 1;	/* the rest is lumped together */
	if (i == c->n_term) {
		memcpy(c->term[i].exp, exp, sizeof(c->term[i].exp));
		c->term[i].coef = 0;
		++c->n_term;
	}
	c->term[i].coef += coef;
	if (c->term[i].coef == 0)
		c->term[i] = c->term[--c->n_term];
}

static void count_add(struct kernel_count *c, const struct kernel_count *d,
	double factor)
{
	int i;

	for (i = 0; i < d->n_term; ++i)
		count_add_term(c, factor * d->term[i].coef, d->term[i].exp);
}

static struct kernel_count count_mul(const struct kernel_count *a,
	const struct kernel_count *b)
{
	struct kernel_count product = { 0 };
	int i, j, d, exp[3];

	for (i = 0; i < a->n_term; ++i)
		for (j = 0; j < b->n_term; ++j) {
			for (d = 0; d < 3; ++d)
				exp[d] = a->term[i].exp[d] + b->term[j].exp[d];
			count_add_term(&product,
				a->term[i].coef * b->term[j].coef, exp);
		}
	return product;
}

static void count_one(struct kernel_count *c, double n)
{
	const int none[3] = { 0, 0, 0 };

	count_add_term(c, n, none);
}

double kernel_count_at(const struct kernel_count *count,
	const int64_t extent[3])
{
	double sum = 0;
	int i, d;

	for (i = 0; i < count->n_term; ++i) {
		double term = count->term[i].coef;

		for (d = 0; d < 3; ++d)
			term *= pow((double) extent[d], count->term[i].exp[d]);
		sum += term;
	}
	return sum;
}

/* ---------------------------------------------------------- constants */

/* floor(a / b) for b != 0 */
static int64_t floor_div(int64_t a, int64_t b)
{
	int64_t q = a / b;

	return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
}

static bool int_of_node(const struct kernel_def *k, int node,
	const int64_t extent[3], const int64_t *value, const bool *known,
	int64_t *result)
{
	const struct graph_node *n = &k->graph.node[node];
	int64_t a = 0, b = 0;

	if (n->op == GRAPH_CONST) {
		/* in an extent 7/2 is 3, as in an index */
		struct number floor;
		bool ok = number_floor(&k->graph.constant[n->aux], &floor) ==
			NUMBER_OK && number_to_int(&floor, result);

		return ok;
	}
	if (n->op == GRAPH_EXTENT) {
		*result = extent[n->aux];
		return true;
	}
	if (n->a < 0 || !known[n->a] || (n->b >= 0 && !known[n->b]) ||
	    n->c >= 0)
		return false;
	a = value[n->a];
	if (n->b >= 0)
		b = value[n->b];
	switch (n->op) {
	case GRAPH_ADD: return !__builtin_add_overflow(a, b, result);
	case GRAPH_SUB: return !__builtin_sub_overflow(a, b, result);
	case GRAPH_MUL: return !__builtin_mul_overflow(a, b, result);
	case GRAPH_NEG: return !__builtin_sub_overflow(0, a, result);
	case GRAPH_MIN: *result = a < b ? a : b; return true;
	case GRAPH_MAX: *result = a > b ? a : b; return true;
	case GRAPH_DIV: case GRAPH_FLOOR_DIV: case GRAPH_MOD:
		if (b == 0 || (a == INT64_MIN && b == -1))
			return false;
		*result = n->op == GRAPH_MOD ? a - b * floor_div(a, b) :
			floor_div(a, b);
		return true;
	default:
		return false;
	}
}

bool kernel_int_at(const struct kernel_def *k, int node,
	const int64_t extent[3], int64_t *result)
{
	int64_t *value = memory_new((size_t) (node + 1) * sizeof(*value));
	bool *known = memory_new((size_t) node + 1);
	int i;

	for (i = 0; i <= node; ++i)
		known[i] = int_of_node(k, i, extent, value, known, &value[i]);
	*result = value[node];
	i = known[node];
	free(value);
	free(known);
	return i;
}

/* "node" as a polynomial of the extents, for counts that are printed before
 * the domain is known; where it is none, its value for the usual domain.
 */
static struct kernel_count poly_of(const struct kernel_def *k, int node)
{
	const struct graph *g = &k->graph;
	struct kernel_count *poly, result = { 0 };
	bool *ok;
	int i, exp[3];
	int64_t extent[3], value;

	poly = memory_new((size_t) (node + 1) * sizeof(*poly));
	ok = memory_new((size_t) node + 1);
	for (i = 0; i <= node; ++i) {
		const struct graph_node *n = &g->node[i];

		ok[i] = n->op == GRAPH_CONST || n->op == GRAPH_EXTENT ||
			((n->op == GRAPH_ADD || n->op == GRAPH_SUB ||
			  n->op == GRAPH_MUL) && ok[n->a] && ok[n->b]);
		if (!ok[i])
			continue;
		if (n->op == GRAPH_CONST) {
			count_one(&poly[i],
				number_to_double(&g->constant[n->aux]));
		} else if (n->op == GRAPH_EXTENT) {
			memset(exp, 0, sizeof(exp));
			exp[n->aux] = 1;
			count_add_term(&poly[i], 1, exp);
		} else if (n->op == GRAPH_MUL) {
			poly[i] = count_mul(&poly[n->a], &poly[n->b]);
		} else {
			count_add(&poly[i], &poly[n->a], 1);
			count_add(&poly[i], &poly[n->b],
				n->op == GRAPH_ADD ? 1 : -1);
		}
	}
	kernel_default_domain(k->dims, extent);
	if (ok[node])
		result = poly[node];
	else if (kernel_int_at(k, node, extent, &value))
		count_one(&result, (double) value);
	free(poly);
	free(ok);
	return result;
}

struct kernel_count kernel_trips(const struct kernel_def *k, int loop)
{
	struct kernel_count trips = poly_of(k, k->loop[loop].hi);
	struct kernel_count lo = poly_of(k, k->loop[loop].lo);

	count_add(&trips, &lo, -1);
	count_one(&trips, 1);
	return trips;
}

struct kernel_count kernel_access_count(const struct kernel_def *k, int i)
{
	struct kernel_count times = { 0 }, trips;
	int r;

	count_one(&times, 1);
	for (r = k->access[i].region; r > 0; r = k->region[r].parent) {
		if (k->region[r].kind != REGION_LOOP)
			continue;
		trips = kernel_trips(k, k->region[r].loop);
		times = count_mul(&times, &trips);
	}
	return times;
}

void kernel_count_sum(struct kernel_count *c, const struct kernel_count *d)
{
	count_add(c, d, 1);
}

void kernel_count_print(const struct kernel_count *c, struct buffer *out)
{
	int i, d;

	if (c->n_term == 0)
		buffer_add(out, "0");
	for (i = 0; i < c->n_term; ++i) {
		double coef = c->term[i].coef;
		const char *dot = "";

		if (i > 0)
			buffer_add(out, coef < 0 ? " - " : " + ");
		else if (coef < 0)
			buffer_add(out, "-");
		coef = fabs(coef);
		if (coef != 1 || (c->term[i].exp[0] == 0 &&
		    c->term[i].exp[1] == 0 && c->term[i].exp[2] == 0)) {
			buffer_printf(out, "%.15g", coef);
			dot = "*";
		}
		for (d = 0; d < 3; ++d) {
			if (c->term[i].exp[d] == 0)
				continue;
			buffer_printf(out, "%sn%c", dot, "xyz"[d]);
			if (c->term[i].exp[d] > 1)
				buffer_printf(out, "^%d", c->term[i].exp[d]);
			dot = "*";
		}
	}
}

const struct kernel_scatter *kernel_scatter_of(const struct kernel_def *k,
	const struct kernel_access *a)
{
	const struct graph_node *n = a->n_index == 1 ?
		&k->graph.node[a->index[0]] : NULL;

	return n && n->op == GRAPH_SCATTER ? &k->scatter[n->aux] : NULL;
}

/* ---------------------------------------------------------- placement */

struct placement {
	int *region;		/* of each node; -1: not used */
	int *uses;
	uint64_t *loops;	/* bit l: depends on loop l */
};

static uint64_t loop_bit(int loop)
{
	return (uint64_t) 1 << (loop & 63);
}

static int common_region(const struct kernel_def *k, int a, int b)
{
	while (a != b) {
		if (a > b)
			a = k->region[a].parent;
		else
			b = k->region[b].parent;
	}
	return a;
}

static uint64_t loops_around(const struct kernel_def *k, int region)
{
	uint64_t mask = 0;

	for (; region > 0; region = k->region[region].parent)
		if (k->region[region].kind == REGION_LOOP)
			mask |= loop_bit(k->region[region].loop);
	return mask;
}

/* Which loops' turns can change a node's value. */
static void find_loops(const struct kernel_def *k, struct placement *p)
{
	const struct graph *g = &k->graph;
	int i, j;

	for (i = 0; i < g->n_node; ++i) {
		const struct graph_node *n = &g->node[i];
		uint64_t mask = 0;

		if (n->op == GRAPH_COUNTER || n->op == GRAPH_CARRIED)
			mask |= loop_bit(n->aux);
		if (n->op == GRAPH_LOAD) {
			const struct kernel_access *a = &k->access[n->aux];

			for (j = 0; j < a->n_index; ++j)
				mask |= p->loops[a->index[j]];
			if (kernel_scatter_of(k, a))
				mask |= loops_around(k, a->region);
			if (a->component >= 0)
				mask |= p->loops[a->component];
			/* what the kernel writes itself is not hoisted */
			if (a->version > 0)
				mask |= loops_around(k, a->region);
		}
		if (n->a >= 0)
			mask |= p->loops[n->a];
		if (n->b >= 0 && n->op != GRAPH_CARRIED)
			mask |= p->loops[n->b];
		if (n->c >= 0)
			mask |= p->loops[n->c];
		if (n->op == GRAPH_RESULT)
			mask &= ~loop_bit(n->aux);
		p->loops[i] = mask;
	}
}

static void use(const struct kernel_def *k, struct placement *p, int node,
	int region)
{
	if (node < 0)
		return;
	p->region[node] = p->region[node] < 0 ? region :
		common_region(k, p->region[node], region);
	++p->uses[node];
}

/* Move out of the loops that do not matter to it. */
static int hoist(const struct kernel_def *k, const struct placement *p,
	int node, int region)
{
	int r, best = region;

	for (r = region; r > 0; r = k->region[r].parent) {
		if (k->region[r].kind != REGION_LOOP)
			continue;
		if (p->loops[node] & loop_bit(k->region[r].loop))
			break;
		best = k->region[r].parent;
	}
	return best;
}

/* What the index of an access is made of, where it depends on data. */
static void use_index(const struct kernel_def *k, struct placement *p,
	const struct kernel_access *a, int region)
{
	if (kernel_scatter_of(k, a))
		use(k, p, k->graph.node[a->index[0]].a, region);
}

static void seed_uses(const struct kernel_def *k, struct placement *p)
{
	int i;

	for (i = 0; i < k->n_access; ++i)
		if (k->access[i].is_store) {
			use(k, p, k->access[i].value, k->access[i].region);
			use_index(k, p, &k->access[i], k->access[i].region);
		}
	for (i = 1; i < k->n_region; ++i)
		if (k->region[i].kind == REGION_THEN)
			use(k, p, k->region[i].condition,
				k->region[i].parent);
	for (i = 0; i < k->n_carried; ++i)
		use(k, p, k->carried[i].next,
			k->loop[k->carried[i].loop].region);
}

/* The branch of "condition" inside of region "r", or r itself. */
static int branch_of(const struct kernel_def *k, int r, int condition,
	enum region_kind kind)
{
	int i;

	for (i = 1; i < k->n_region; ++i)
		if (k->region[i].kind == kind && k->region[i].parent == r &&
		    k->region[i].condition == condition)
			return i;
	return r;
}

/* What an `if` leaves in a local is computed in the branch it comes from. */
static void use_select(const struct kernel_def *k, struct placement *p,
	int node)
{
	const struct graph_node *n = &k->graph.node[node];
	int r = p->region[node];

	use(k, p, n->a, r);
	use(k, p, n->b, branch_of(k, r, n->a, REGION_THEN));
	use(k, p, n->c, branch_of(k, r, n->a, REGION_ELSE));
}

static void place(struct kernel_def *k, struct placement *p)
{
	const struct graph *g = &k->graph;
	int i;

	seed_uses(k, p);
	for (i = g->n_node - 1; i >= 0; --i) {
		const struct graph_node *n = &g->node[i];

		if (p->region[i] < 0)
			continue;
		p->region[i] = hoist(k, p, i, p->region[i]);
		if (n->op == GRAPH_RESULT) {
			use(k, p, n->a, k->loop[n->aux].region);
			continue;
		}
		if (n->op == GRAPH_CARRIED) {
			use(k, p, k->carried[n->b].first,
				k->region[k->loop[n->aux].region].parent);
			continue;
		}
		if (n->op == GRAPH_SELECT) {
			use_select(k, p, i);
			continue;
		}
		if (n->op == GRAPH_LOAD) {
			k->access[n->aux].region = p->region[i];
			use_index(k, p, &k->access[n->aux], p->region[i]);
		}
		use(k, p, n->a, p->region[i]);
		use(k, p, n->b, p->region[i]);
		use(k, p, n->c, p->region[i]);
	}
}

/* Loads whose value nothing uses are not made. */
static void drop_unused_loads(struct kernel_def *k, const struct placement *p)
{
	struct graph *g = &k->graph;
	int *moved = memory_new(((size_t) k->n_access + 1) * sizeof(int));
	bool *used = memory_new((size_t) k->n_access + 1);
	int i, n = 0;

	for (i = 0; i < g->n_node; ++i)
		if (g->node[i].op == GRAPH_LOAD && p->region[i] >= 0)
			used[g->node[i].aux] = true;
	for (i = 0; i < k->n_access; ++i) {
		moved[i] = n;
		if (k->access[i].is_store || k->access[i].address >= 0 ||
		    used[i])
			k->access[n++] = k->access[i];
	}
	k->n_access = n;
	for (i = 0; i < g->n_node; ++i)
		if (g->node[i].op == GRAPH_LOAD)
			g->node[i].aux = moved[g->node[i].aux];
	for (i = 0; i < k->n_field; ++i)
		k->field[i].is_loaded = false;
	for (i = 0; i < n; ++i)
		if (!k->access[i].is_store)
			k->field[k->access[i].field].is_loaded = true;
	free(moved);
	free(used);
}

/* ----------------------------------------------------------- counting */

static bool is_product(const struct graph *g, int node)
{
	const struct graph_node *n = &g->node[node];

	return n->op == GRAPH_MUL ||
		(n->op == GRAPH_DIV && graph_is_const(g, n->b, NULL));
}

static bool fuses(const struct graph *g, const struct placement *p, int sum,
	int product)
{
	return product >= 0 && is_product(g, product) &&
		g->node[product].type == g->node[sum].type &&
		p->uses[product] == 1 && p->region[product] == p->region[sum];
}

/* The counts of arithmetic in a floating-point type. */
static struct kernel_count *count_of_type(struct kernel_work *w,
	enum elem_type type)
{
	return &w->fp[type == TYPE_HALF ? FP_HALF : type == TYPE_FLOAT ?
		FP_FLOAT : type == TYPE_OPEN ? FP_OPEN : FP_DOUBLE];
}

static void count_node(const struct graph *g, const struct placement *p,
	int i, struct kernel_work *w, bool *fused)
{
	const struct graph_node *n = &g->node[i];
	struct kernel_count *fp = count_of_type(w, n->type);

	if (fused[i])
		return;
	switch (n->op) {
	case GRAPH_ADD: case GRAPH_SUB:
		if (fuses(g, p, i, n->b))
			fused[n->b] = true;
		else if (fuses(g, p, i, n->a))
			fused[n->a] = true;
		else {
			count_one(&w->add, 1);
			count_one(fp, 1);
			break;
		}
		count_one(&w->fma, 1);
		count_one(fp, 1);
		break;
	case GRAPH_MIN: case GRAPH_MAX:
		count_one(&w->add, 1);
		count_one(fp, 1);
		break;
	case GRAPH_DIV:
		if (!is_product(g, i)) {
			count_one(&w->div, 1);
			break;
		}
		/* fall through */
	case GRAPH_MUL:
		count_one(&w->mul, 1);
		count_one(fp, 1);
		break;
	case GRAPH_SQRT: case GRAPH_EXP: case GRAPH_LOG: case GRAPH_POW:
	case GRAPH_OTHER:
		count_one(&w->special, 1);
		break;
	default:
		break;
	}
}

static void count_integer(const struct graph_node *n, struct kernel_work *w)
{
	if (n->a >= 0 && n->op != GRAPH_RESULT)
		count_one(&w->integer, 1);
}

static void sum_flops(struct kernel_work *w)
{
	count_add(&w->flops, &w->add, 1);
	count_add(&w->flops, &w->mul, 1);
	count_add(&w->flops, &w->fma, 2);
	count_add(&w->flops, &w->div, 1);
	count_add(&w->flops, &w->special, 1);
	count_add(&w->fp_inst, &w->add, 1);
	count_add(&w->fp_inst, &w->mul, 1);
	count_add(&w->fp_inst, &w->fma, 1);
	count_add(&w->fp_inst, &w->div, 1);
	count_add(&w->fp_inst, &w->special, 1);
}

static void work_add(struct kernel_work *w, const struct kernel_work *v,
	const struct kernel_count *times)
{
	struct kernel_count *to[] = { &w->add, &w->mul, &w->fma, &w->div,
		&w->special, &w->integer, &w->fp[FP_HALF], &w->fp[FP_FLOAT],
		&w->fp[FP_OPEN], &w->fp[FP_DOUBLE] };
	const struct kernel_count *from[] = { &v->add, &v->mul, &v->fma,
		&v->div, &v->special, &v->integer, &v->fp[FP_HALF],
		&v->fp[FP_FLOAT], &v->fp[FP_OPEN], &v->fp[FP_DOUBLE] };
	size_t i;

	for (i = 0; i < sizeof(to) / sizeof(to[0]); ++i) {
		struct kernel_count c = count_mul(from[i], times);

		count_add(to[i], &c, 1);
	}
}

static double weight(const struct kernel_work *w, const int64_t extent[3])
{
	return kernel_count_at(&w->add, extent) +
		kernel_count_at(&w->mul, extent) +
		2 * kernel_count_at(&w->fma, extent) +
		kernel_count_at(&w->div, extent) +
		kernel_count_at(&w->special, extent);
}

/* A region's work, its inner regions' included, goes to its parent: a
 * loop's times its turns; of two branches the more costly one.
 */
static void gather(struct kernel_def *k, struct kernel_work *w)
{
	struct kernel_count once = { 0 }, trips;
	int64_t extent[3];
	int i;

	count_one(&once, 1);
	kernel_default_domain(k->dims, extent);
	for (i = k->n_region - 1; i > 0; --i) {
		const struct kernel_region *r = &k->region[i];
		int j = i;

		if (r->kind == REGION_LOOP) {
			trips = kernel_trips(k, r->loop);
			work_add(&w[r->parent], &w[i], &trips);
			continue;
		}
		if (r->kind == REGION_ELSE)
			continue;	/* its THEN, met later, decides */
		while (++j < k->n_region)
			if (k->region[j].kind == REGION_ELSE &&
			    k->region[j].parent == r->parent &&
			    k->region[j].condition == r->condition)
				break;
		if (j < k->n_region && weight(&w[j], extent) >
		    weight(&w[i], extent))
			work_add(&w[r->parent], &w[j], &once);
		else
			work_add(&w[r->parent], &w[i], &once);
	}
}

static void count_work(struct kernel_def *k, const struct placement *p)
{
	const struct graph *g = &k->graph;
	struct kernel_work *w = memory_new((size_t) k->n_region * sizeof(*w));
	bool *fused = memory_new((size_t) g->n_node + 1);
	int i;

	for (i = g->n_node - 1; i >= 0; --i) {
		if (p->region[i] < 0)
			continue;
		if (type_is_float(g->node[i].type))
			count_node(g, p, i, &w[p->region[i]], fused);
		else
			count_integer(&g->node[i], &w[p->region[i]]);
	}
	for (i = 0; i < k->n_region; ++i) {
		k->region[i].work = w[i];
		sum_flops(&k->region[i].work);
	}
	kernel_divide(k, p->region, fused);
	gather(k, w);
	k->work = w[0];
	sum_flops(&k->work);
	free(w);
	free(fused);
}

/* ---------------------------------------------------------- registers */

/* How many values must be alive to make a node from nothing (Sethi and
 * Ullman): the operand that needs more goes first.
 */
static int *registers_needed(const struct graph *g)
{
	int *need = memory_new(((size_t) g->n_node + 1) * sizeof(int));
	int i;

	for (i = 0; i < g->n_node; ++i) {
		const struct graph_node *n = &g->node[i];
		int a = n->a >= 0 ? need[n->a] : 0;
		int b = n->b >= 0 && n->op != GRAPH_CARRIED ? need[n->b] : 0;

		need[i] = a == b ? a + 1 : a > b ? a : b;
		if (n->c >= 0 && need[n->c] > need[i])
			need[i] = need[n->c];
	}
	return need;
}

/* The operands of a node, the one to go for first at the end. */
static void operands(const struct graph *g, const int *need, int node,
	int kid[3])
{
	const struct graph_node *n = &g->node[node];
	int i, j;

	kid[0] = n->c;
	kid[1] = n->op == GRAPH_CARRIED ? -1 : n->b;
	kid[2] = n->a;
	for (i = 0; i < 2; ++i)
		for (j = 0; j < 2 - i; ++j)
			if (kid[j] >= 0 && (kid[j + 1] < 0 ||
			    need[kid[j]] > need[kid[j + 1]])) {
				int swap = kid[j];

				kid[j] = kid[j + 1];
				kid[j + 1] = swap;
			}
}

/* The order in which values are made if each is made when it is first
 * needed: operands before what uses them, store by store.
 */
static int *need_order(const struct kernel_def *k, int *n_order)
{
	const struct graph *g = &k->graph;
	int *order = memory_new(((size_t) g->n_node + 1) * sizeof(int));
	int *todo = memory_new((3 * (size_t) g->n_node + 4) * sizeof(int));
	char *seen = memory_new((size_t) g->n_node + 1);
	int *need = registers_needed(g);
	int i, n = 0, top;

	for (i = 0; i < k->n_access; ++i) {
		if (k->access[i].value < 0)
			continue;
		todo[0] = k->access[i].value;
		top = 1;
		while (top > 0) {
			int node = todo[top - 1], c;
			int kid[3];

			if (seen[node]) {
				--top;
				if (seen[node] == 1)
					order[n++] = node;
				seen[node] = 2;
				continue;
			}
			seen[node] = 1;
			operands(g, need, node, kid);
			for (c = 0; c < 3; ++c)
				if (kid[c] >= 0 && !seen[kid[c]])
					todo[top++] = kid[c];
		}
	}
	free(todo);
	free(seen);
	free(need);
	*n_order = n;
	return order;
}

/* The most values that are alive at the same time in that order. */
static int peak_live(const struct kernel_def *k)
{
	const struct graph *g = &k->graph;
	int n, i, c, live = 0, peak = 0;
	int *order = need_order(k, &n);
	int *uses = memory_new(((size_t) g->n_node + 1) * sizeof(int));

	for (i = 0; i < n; ++i) {
		const struct graph_node *node = &g->node[order[i]];
		const int kid[] = { node->a, node->b, node->c };

		for (c = 0; c < 3; ++c)
			if (kid[c] >= 0)
				++uses[kid[c]];
	}
	for (i = 0; i < n; ++i) {
		const struct graph_node *node = &g->node[order[i]];
		const int kid[] = { node->a, node->b, node->c };

		/* the result may take the place of an operand */
		for (c = 0; c < 3; ++c)
			if (kid[c] >= 0 && --uses[kid[c]] == 0 &&
			    type_is_float(g->node[kid[c]].type))
				--live;
		live += type_is_float(node->type);
		peak = live > peak ? live : peak;
		if (uses[order[i]] == 0 && type_is_float(node->type))
			--live;
	}
	free(order);
	free(uses);
	return peak;
}

/* Those that a kernel of addresses states take the place of ours. */
static void given_flops(struct kernel_def *k)
{
	int i;

	if (k->given[GIVEN_FLOPS] >= 0) {
		k->work.flops.n_term = 0;
		count_one(&k->work.flops, k->given[GIVEN_FLOPS]);
	}
	for (i = 1; i < k->n_region; ++i)
		if (k->region[i].given[GIVEN_FLOPS] > 0)
			count_one(&k->work.flops,
				k->region[i].given[GIVEN_FLOPS]);
}

void kernel_finish(struct kernel_def *k)
{
	struct placement p;
	size_t n = (size_t) k->graph.n_node + 1;
	size_t i;

	p.region = memory_new(n * sizeof(int));
	p.uses = memory_new(n * sizeof(int));
	p.loops = memory_new(n * sizeof(uint64_t));
	for (i = 0; i < n; ++i)
		p.region[i] = -1;
	find_loops(k, &p);
	place(k, &p);
	drop_unused_loads(k, &p);
	count_work(k, &p);
	k->peak_live = peak_live(k);
	given_flops(k);
	free(p.region);
	free(p.uses);
	free(p.loops);
}
