/* Polynomials of the sizes that a launch knows, for counts and loop bounds,
 * and the evaluation of nodes to whole numbers.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/kernel/kernel_parts.h"

/* ------------------------------------------------------------- counts */

static void count_add_term(struct kernel_count *c, double coef,
	const int exp[KERNEL_SIZES])
{
	int i;

	if (coef == 0)
		return;
	for (i = 0; i < c->n_term; ++i)
		if (memcmp(c->term[i].exp, exp, sizeof(c->term[i].exp)) == 0)
			break;
	if (i == COUNT_TERMS)
		i = COUNT_TERMS - 1; /* merge the rest into the last term */
	if (i == c->n_term) {
		memcpy(c->term[i].exp, exp, sizeof(c->term[i].exp));
		c->term[i].coef = 0;
		++c->n_term;
	}
	c->term[i].coef += coef;
	if (c->term[i].coef == 0)
		c->term[i] = c->term[--c->n_term];
}

void kernel_count_add(struct kernel_count *c, const struct kernel_count *d,
	double factor)
{
	for (int i = 0; i < d->n_term; ++i)
		count_add_term(c, factor * d->term[i].coef, d->term[i].exp);
}

struct kernel_count kernel_count_mul(const struct kernel_count *a,
	const struct kernel_count *b)
{
	struct kernel_count product = { 0 };
	int exp[KERNEL_SIZES];

	for (int i = 0; i < a->n_term; ++i)
		for (int j = 0; j < b->n_term; ++j) {
			for (int d = 0; d < KERNEL_SIZES; ++d)
				exp[d] = a->term[i].exp[d] + b->term[j].exp[d];
			count_add_term(&product,
				a->term[i].coef * b->term[j].coef, exp);
		}
	return product;
}

void kernel_count_plain(struct kernel_count *c, double n)
{
	const int none[KERNEL_SIZES] = { 0 };

	count_add_term(c, n, none);
}

double kernel_count_at(const struct kernel_count *count,
	const int64_t size[KERNEL_SIZES])
{
	double sum = 0;

	for (int i = 0; i < count->n_term; ++i) {
		double term = count->term[i].coef;

		for (int d = 0; d < KERNEL_SIZES; ++d)
			term *= pow((double) size[d], count->term[i].exp[d]);
		sum += term;
	}
	return sum;
}

/* ---------------------------------------------------------- constants */

/* floor(a / b) for b != 0; integer_floor() takes b > 0 only. */
static int64_t floor_div(int64_t a, int64_t b)
{
	int64_t q = a / b;

	return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
}

/* Applies "op" to whole numbers; false if it overflows or is undefined. */
static bool int_of(enum graph_op op, int64_t a, int64_t b, int64_t *result)
{
	switch (op) {
	case GRAPH_ADD: return !__builtin_add_overflow(a, b, result);
	case GRAPH_SUB: return !__builtin_sub_overflow(a, b, result);
	case GRAPH_MUL: return !__builtin_mul_overflow(a, b, result);
	case GRAPH_NEG: return !__builtin_sub_overflow(0, a, result);
	case GRAPH_MIN: *result = a < b ? a : b; return true;
	case GRAPH_MAX: *result = a > b ? a : b; return true;
	case GRAPH_DIV:
	case GRAPH_FLOOR_DIV:
	case GRAPH_MOD:
		if (b == 0 || (a == INT64_MIN && b == -1))
			return false;
		*result = op == GRAPH_MOD ? a - b * floor_div(a, b) :
					    floor_div(a, b);
		return true;
	default: return false;
	}
}

/* Which size a leaf is, -1: none. */
static int size_of_leaf(const struct graph_node *n)
{
	return n->op == GRAPH_EXTENT ? n->aux :
		n->op == GRAPH_COORD && n->aux >= COORD_DX ?
				       3 + n->aux - COORD_DX :
				       -1;
}

static bool int_of_leaf(const struct kernel_def *k, const struct graph_node *n,
	const int64_t size[KERNEL_SIZES], int64_t *result)
{
	struct number floor;
	bool is_int;

	if (size_of_leaf(n) >= 0) {
		*result = size[size_of_leaf(n)];
		return true;
	}
	if (n->op == GRAPH_ARGUMENT) {
		*result = k->field[n->aux].value;
		return true;
	}
	/* an extent rounds down, as an index does: 7/2 is 3 */
	if (n->op != GRAPH_CONST ||
		number_floor(&k->graph.constant[n->aux], &floor) != NUMBER_OK)
		return false;
	is_int = number_to_int(&floor, result);
	number_free(&floor);
	return is_int;
}

/* Expressions nested up to this depth are evaluated recursively; deeper ones,
 * in which shared nodes would be visited again and again, through a table of
 * results.
 */
#define SHALLOW 5

static bool is_shallow(const struct graph *g, int node, int depth)
{
	const struct graph_node *n = node < 0 ? NULL : &g->node[node];

	return !n ||
		(depth > 0 && is_shallow(g, n->a, depth - 1) &&
			is_shallow(g, n->b, depth - 1) && n->c < 0);
}

static bool int_of_shallow(const struct kernel_def *k, int node,
	const int64_t size[KERNEL_SIZES], int64_t *result)
{
	const struct graph_node *n = &k->graph.node[node];
	int64_t a, b = 0;

	if (n->a < 0)
		return int_of_leaf(k, n, size, result);
	return int_of_shallow(k, n->a, size, &a) &&
		(n->b < 0 || int_of_shallow(k, n->b, size, &b)) &&
		int_of(n->op, a, b, result);
}

bool kernel_int_at(const struct kernel_def *k, int node,
	const int64_t size[KERNEL_SIZES], int64_t *result)
{
	const struct graph *g = &k->graph;
	int64_t *value;
	bool *known, ok;

	if (is_shallow(g, node, SHALLOW))
		return int_of_shallow(k, node, size, result);
	value = memory_new((size_t) (node + 1) * sizeof(*value));
	known = memory_new((size_t) node + 1);
	for (int i = 0; i <= node; ++i) {
		const struct graph_node *n = &g->node[i];

		if (n->a < 0)
			known[i] = int_of_leaf(k, n, size, &value[i]);
		else
			known[i] = n->c < 0 && known[n->a] &&
				(n->b < 0 || known[n->b]) &&
				int_of(n->op, value[n->a],
					n->b < 0 ? 0 : value[n->b], &value[i]);
	}
	*result = value[node];
	ok = known[node];
	free(value);
	free(known);
	return ok;
}

/* What is known of a node: FORM_RATIO is a sum of terms with sizes in their
 * denominators, whose floor is not part of the form.
 */
enum form { FORM_NONE, FORM_RATIO, FORM_EXACT };

/* a / b for a "b" of one term: each exponent of b is subtracted. */
static struct kernel_count ratio_of(const struct kernel_count *a,
	const struct kernel_count *b)
{
	struct kernel_count inverse = { .n_term = 1 };

	inverse.term[0].coef = 1 / b->term[0].coef;
	for (int d = 0; d < KERNEL_SIZES; ++d)
		inverse.term[0].exp[d] = -b->term[0].exp[d];
	return kernel_count_mul(a, &inverse);
}

/* Node "i" as a sum of powers of the sizes, from those of its operands. */
static enum form poly_of(const struct kernel_def *k, int i,
	const enum form *form, struct kernel_count *poly)
{
	const struct graph *g = &k->graph;
	const struct graph_node *n = &g->node[i];
	int exp[KERNEL_SIZES] = { 0 };
	enum form least;

	switch (n->op) {
	case GRAPH_CONST:
		kernel_count_plain(&poly[i],
			number_to_double(&g->constant[n->aux]));
		return FORM_EXACT;
	case GRAPH_ARGUMENT:
		kernel_count_plain(&poly[i], (double) k->field[n->aux].value);
		return FORM_EXACT;
	case GRAPH_EXTENT:
	case GRAPH_COORD:
		if (size_of_leaf(n) < 0)
			return FORM_NONE;
		exp[size_of_leaf(n)] = 1;
		count_add_term(&poly[i], 1, exp);
		return FORM_EXACT;
	case GRAPH_ADD:
	case GRAPH_SUB:
	case GRAPH_MUL:
	case GRAPH_DIV:
	case GRAPH_FLOOR_DIV: break;
	default: return FORM_NONE;
	}
	least = form[n->a] < form[n->b] ? form[n->a] : form[n->b];
	if (least == FORM_NONE)
		return FORM_NONE;
	if (n->op == GRAPH_DIV || n->op == GRAPH_FLOOR_DIV) {
		if (poly[n->b].n_term != 1)
			return FORM_NONE;
		poly[i] = ratio_of(&poly[n->a], &poly[n->b]);
		return FORM_RATIO;
	}
	if (n->op == GRAPH_MUL) {
		poly[i] = kernel_count_mul(&poly[n->a], &poly[n->b]);
		return least;
	}
	poly[i] = poly[n->a];
	kernel_count_add(&poly[i], &poly[n->b], n->op == GRAPH_ADD ? 1 : -1);
	return least;
}

/* A loop bound as a polynomial.  Where it is none, as its value for the domain
 * of the kernel; if that is open, as a ratio of sizes, or else as its value with
 * the default sizes.
 */
static struct kernel_count bound_of(const struct kernel_def *k, int node,
	const enum form *form, const struct kernel_count *poly)
{
	struct kernel_count bound = { 0 };
	int64_t size[KERNEL_SIZES], value;
	bool is_closed;

	if (form[node] == FORM_EXACT)
		return poly[node];
	is_closed = kernel_own_sizes(k, size);
	if (!is_closed && form[node] == FORM_RATIO)
		return poly[node];
	if (kernel_int_at(k, node, size, &value))
		kernel_count_plain(&bound, (double) value);
	return bound;
}

void kernel_count_trips(struct kernel_def *k)
{
	size_t n_node = (size_t) k->graph.n_node;
	struct kernel_count *poly;
	enum form *form;

	if (k->n_loop == 0)
		return;
	poly = memory_new(n_node * sizeof(*poly));
	form = memory_new(n_node * sizeof(*form));
	for (int i = 0; i < k->graph.n_node; ++i)
		form[i] = poly_of(k, i, form, poly);
	for (int i = 0; i < k->n_loop; ++i) {
		struct kernel_loop *l = &k->loop[i];
		struct kernel_count lo = bound_of(k, l->lo, form, poly);

		l->trips = bound_of(k, l->hi, form, poly);
		kernel_count_add(&l->trips, &lo, -1);
		kernel_count_plain(&l->trips, 1);
	}
	free(poly);
	free(form);
}

struct kernel_count kernel_access_count(const struct kernel_def *k, int i)
{
	struct kernel_count times = { 0 };

	kernel_count_plain(&times, 1);
	for (int r = k->access[i].region; r > 0; r = k->region[r].parent) {
		if (k->region[r].kind != REGION_LOOP)
			continue;
		times = kernel_count_mul(&times,
			&k->loop[k->region[r].loop].trips);
	}
	return times;
}

void kernel_count_sum(struct kernel_count *c, const struct kernel_count *d)
{
	kernel_count_add(c, d, 1);
}

static const char *const size_names[KERNEL_SIZES] = { "nx", "ny", "nz", "bdx",
	"bdy", "bdz" };

static bool is_plain(const int exp[KERNEL_SIZES])
{
	for (int d = 0; d < KERNEL_SIZES; ++d)
		if (exp[d] != 0)
			return false;
	return true;
}

/* A factor "*nx^2", or "/nx" for an exponent of -1. */
static void print_power(int d, int exp, const char **dot, struct buffer *out)
{
	if (exp == 0)
		return;
	if (exp < 0 && **dot == 0)
		buffer_add(out, "1");
	buffer_printf(out, "%s%s", exp < 0 ? "/" : *dot, size_names[d]);
	if (exp > 1 || exp < -1)
		buffer_printf(out, "^%d", abs(exp));
	*dot = "*";
}

void kernel_count_print(const struct kernel_count *c, struct buffer *out)
{
	if (c->n_term == 0)
		buffer_add(out, "0");
	for (int i = 0; i < c->n_term; ++i) {
		double coef = c->term[i].coef;
		const char *dot = "";

		if (i > 0)
			buffer_add(out, coef < 0 ? " - " : " + ");
		else if (coef < 0)
			buffer_add(out, "-");
		coef = fabs(coef);
		if (coef != 1 || is_plain(c->term[i].exp)) {
			buffer_printf(out, "%.15g", coef);
			dot = "*";
		}
		for (int d = 0; d < KERNEL_SIZES; ++d)
			print_power(d, c->term[i].exp[d], &dot, out);
	}
}
