/* Thread orders: as values, as functions of an index, and the check that an
 * order visits each cell once.
 *
 * A user's function is evaluated once, on a symbol.  The result is an
 * expression of the index, which lowering turns into addresses.
 */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/eval/builtin.h"
#include "lang/kernel/cell.h"
#include "lang/launch/order.h"

/* ------------------------------------------------------- as a value */

struct order_value {
	struct object object;
	struct order order;
};

static void print_object(const struct object *o, struct buffer *out)
{
	order_name(&((const struct order_value *) o)->order, out);
}

static void json_object(const struct object *o, struct buffer *out)
{
	buffer_add_char(out, '"');
	print_object(o, out);
	buffer_add_char(out, '"');
}

static void release_object(struct object *o)
{
	free(o);
}

static bool equal_objects(const struct object *a, const struct object *b)
{
	const struct order *x = &((const struct order_value *) a)->order;
	const struct order *y = &((const struct order_value *) b)->order;

	return x->kind == y->kind && x->width == y->width &&
		x->height == y->height;
}

static const struct object_type order_type = {
	.name = "order",
	.release = release_object,
	.print = print_object,
	.json = json_object,
	.equal = equal_objects,
};

static struct value value_of(struct order order)
{
	struct order_value *v = memory_new(sizeof(*v));

	v->object.refs = 1;
	v->object.type = &order_type;
	v->order = order;
	return value_object(&v->object);
}

/* Reads a width or height: a whole number of at least 1. */
static bool extent_of(struct call *call, int i, const char *what,
	int64_t *extent)
{
	const struct number *n;

	if (!call_number(call, i, &n))
		return false;
	if (!dim_is_none(n->dim) || !number_is_integer(n) ||
		number_sign(n) <= 0) {
		struct buffer text = { 0 };

		value_print_brief(&call->arg[i], &text);
		diag_error(call->diag, call_loc(call, i), NULL,
			"the %s is a whole number of cells, 1 or more; got %s",
			what, buffer_text(&text));
		buffer_free(&text);
		return false;
	}
	return number_to_int(n, extent) ||
		diag_error(call->diag, call_loc(call, i), NULL,
			"the %s must stay below 2^63", what);
}

DEFINE_BUILTIN(columns)
{
	struct order order = { .kind = ORDER_COLUMNS };

	if (!extent_of(call, 0, "width of a column", &order.width))
		return false;
	*result = value_of(order);
	return true;
}

DEFINE_BUILTIN(zigzag)
{
	struct order order = { .kind = ORDER_ZIGZAG };

	if (!extent_of(call, 0, "width of a column", &order.width))
		return false;
	*result = value_of(order);
	return true;
}

DEFINE_BUILTIN(tiles)
{
	struct order order = { .kind = ORDER_TILES };

	if (!extent_of(call, 0, "width of a tile", &order.width) ||
		!extent_of(call, 1, "height of a tile", &order.height))
		return false;
	*result = value_of(order);
	return true;
}

/* ------------------------------------------------------- own functions */

/* A function that was read, and the domain on which it was last verified. */
struct order_own {
	struct owned owned;
	struct quasi_pool *pool;
	const struct quasi *cell[2];
	char *name;
	pthread_mutex_t lock;
	int64_t checked[2];
};

static void free_own(struct owned *o)
{
	struct order_own *own = (struct order_own *) o;

	quasi_pool_free(own->pool);
	pthread_mutex_destroy(&own->lock);
	free(own->name);
	free(own);
}

/* The next order function among the objects that the session owns, starting at
 * "o"; NULL at the end.
 */
static struct order_own *own_from(struct owned *o)
{
	while (o && o->free != free_own)
		o = o->next;
	return (struct order_own *) o;
}

/* The session's function with the same expressions; "own" itself, which it
 * takes, if there is none yet.
 */
static struct order_own *keep_own(struct eval *ev, struct order_own *own)
{
	struct order_own *o;

	for (o = own_from(ev->owned); o; o = own_from(o->owned.next))
		if (quasi_equal(o->cell[0], own->cell[0]) &&
			quasi_equal(o->cell[1], own->cell[1]) &&
			strcmp(o->name, own->name) == 0)
			break;
	if (o) {
		quasi_pool_free(own->pool);
		free(own->name);
		free(own);
		return o;
	}
	pthread_mutex_init(&own->lock, NULL);
	own->owned = (struct owned) { ev->owned, free_own };
	ev->owned = &own->owned;
	return own;
}

static const struct quasi *constant(struct quasi_pool *pool,
	const struct graph *g, int node)
{
	int64_t value;

	return graph_is_int(g, node, &value) ? quasi_constant(pool, value) :
					       NULL;
}

static const struct quasi *product(struct quasi_pool *pool,
	const struct quasi *a, const struct quasi *b)
{
	if (!a || !b)
		return NULL;
	if (quasi_is_constant(a))
		return quasi_scale(pool, b, a->constant);
	return quasi_is_constant(b) ? quasi_scale(pool, a, b->constant) : NULL;
}

/* Node i of a function of the index as an expression; operands come first. */
static const struct quasi *express(struct quasi_pool *pool,
	const struct graph *g, const struct quasi *const *done, int i)
{
	const struct graph_node *n = &g->node[i];
	const struct quasi *a = n->a >= 0 ? done[n->a] : NULL;
	const struct quasi *b = n->b >= 0 ? done[n->b] : NULL;

	switch (n->op) {
	case GRAPH_CONST: return constant(pool, g, i);
	case GRAPH_COORD: return quasi_variable(pool, VAR_TX);
	case GRAPH_ADD: return quasi_add(pool, a, b);
	case GRAPH_SUB: return quasi_add(pool, a, quasi_scale(pool, b, -1));
	case GRAPH_NEG: return quasi_scale(pool, a, -1);
	case GRAPH_MUL: return product(pool, a, b);
	case GRAPH_DIV:
	case GRAPH_FLOOR_DIV:
	case GRAPH_MOD:
		if (!b || !quasi_is_constant(b) || b->constant <= 0)
			return NULL;
		return n->op == GRAPH_MOD ? quasi_mod(pool, a, b->constant) :
					    quasi_floor(pool, a, b->constant);
	case GRAPH_MIN: return quasi_min(pool, a, b);
	case GRAPH_MAX: return quasi_max(pool, a, b);
	case GRAPH_FLOOR: return a;
	default: return NULL;
	}
}

static bool fail_affine(struct eval *ev, struct loc loc, int d)
{
	diag_error(ev->diag, loc, NULL,
		"%s of this order is not quasi-affine in the index, or exceeds "
		"2^63",
		d ? "y" : "x");
	diag_note(ev->diag,
		"allowed are sums of the index times constants, "
		"'/' and '%%' by positive constants, min and max");
	return false;
}

/* The pair (x, y) that the function returned for the symbol. */
static bool read_pair(struct eval *ev, struct graph *g, const struct value *v,
	struct loc loc, struct order_own *own)
{
	const struct quasi **done;
	int node[2];
	bool ok = true;

	if (v->kind != VALUE_TUPLE || value_length(v) != 2) {
		int64_t n = value_length(v);

		if (v->kind == VALUE_TUPLE)
			diag_error(ev->diag, loc, NULL,
				"an order gives a "
				"cell (x, y) for an index, got a tuple of "
				"%lld",
				(long long) n);
		else
			diag_error(ev->diag, loc, NULL,
				"an order gives a "
				"cell (x, y) for an index, got a %s",
				value_kind_name(v));
		diag_note(ev->diag,
			"y enumerates all dimensions but the "
			"first, as in def f(i) = (i %% 64, i / 64)");
		return false;
	}
	for (int d = 0; d < 2; ++d) {
		node[d] = cell_node(g, ev->diag, loc, &v->u.sequence->item[d]);
		if (node[d] < 0)
			return false;
	}
	done = memory_new(((size_t) g->n_node + 1) * sizeof(*done));
	for (int i = 0; i < g->n_node; ++i)
		done[i] = express(own->pool, g, done, i);
	for (int d = 0; ok && d < 2; ++d) {
		own->cell[d] = done[node[d]];
		ok = own->cell[d] || fail_affine(ev, loc, d);
	}
	free(done);
	return ok;
}

/* Evaluates the function on a symbol. */
static bool read_own(struct eval *ev, const struct value *f, struct loc loc,
	struct order_own *own)
{
	struct graph g = { 0 };
	struct value index = cell_value(&g,
			     graph_leaf(&g, GRAPH_COORD, COORD_X, TYPE_INT64)),
		     v;
	bool ok = eval_apply(ev, f, 1, &index, loc, &v);

	value_free(&index);
	if (ok) {
		ok = read_pair(ev, &g, &v, loc, own);
		value_free(&v);
	}
	graph_clear(&g);
	return ok;
}

static bool order_of_function(struct eval *ev, const struct value *f,
	struct loc loc, struct order *order)
{
	struct order_own *own = memory_new(sizeof(*own));
	const char *name = f->u.function->name;

	own->pool = quasi_pool_new();
	if (!own->pool)
		memory_failed();
	own->name = memory_copy_text(name ? name : "i -> ...");
	if (!read_own(ev, f, loc, own)) {
		quasi_pool_free(own->pool);
		free(own->name);
		free(own);
		return false;
	}
	own = keep_own(ev, own);
	*order = (struct order) { .kind = ORDER_OWN };
	order->own[0] = own->cell[0];
	order->own[1] = own->cell[1];
	order->name = own->name;
	order->user = own;
	return true;
}

static bool fail_order(struct diag *diag, struct loc loc,
	enum order_fault fault, const struct order *order,
	const int64_t extent[2], const char *what, const int64_t at[2],
	const int64_t cell[2])
{
	const char *name = order->name;

	switch (fault) {
	case ORDER_FINE: return true;
	case ORDER_LEAVES:
		return diag_error(diag, loc, NULL,
			"the order '%s' maps index %lld to (%lld, "
			"%lld), which is outside of %lld x %lld %s",
			name, (long long) at[0], (long long) cell[0],
			(long long) cell[1], (long long) extent[0],
			(long long) extent[1], what);
	case ORDER_COLLIDES:
		return diag_error(diag, loc, NULL,
			"the order '%s' reaches (%lld, %lld) from two "
			"indices, %lld and %lld",
			name, (long long) cell[0], (long long) cell[1],
			(long long) at[0], (long long) at[1]);
	case ORDER_TOO_MANY:
		return diag_error(diag, loc, NULL,
			"it would take too long to check that the order '%s' "
			"visits each of %lld x %lld %s once",
			name, (long long) extent[0], (long long) extent[1],
			what);
	case ORDER_MEMORY: memory_failed();
	}
	return false;
}

bool order_fits(struct diag *diag, const struct order *order,
	const int64_t extent[2], const char *what, struct loc loc)
{
	struct order_own *own = order->user;
	int64_t at[2] = { 0, 0 }, cell[2] = { 0, 0 };
	enum order_fault fault = ORDER_FINE;

	if (order->kind != ORDER_OWN)
		return true;
	pthread_mutex_lock(&own->lock);
	if (memcmp(own->checked, extent, sizeof(own->checked)) != 0)
		fault = order_check(order, extent, at, cell);
	if (fault == ORDER_FINE)
		memcpy(own->checked, extent, sizeof(own->checked));
	pthread_mutex_unlock(&own->lock);
	return fail_order(diag, loc, fault, order, extent, what, at, cell);
}

/* ------------------------------------------------------------- reading */

void order_name(const struct order *order, struct buffer *out)
{
	static const char *const names[] = { "rows", "columns", "zigzag",
		"tiles" };

	if (order->kind == ORDER_OWN) {
		buffer_add(out, order->name);
		return;
	}
	buffer_add(out, names[order->kind]);
	if (order->kind != ORDER_ROWS)
		buffer_printf(out, "(%lld", (long long) order->width);
	if (order->kind == ORDER_TILES)
		buffer_printf(out, ", %lld", (long long) order->height);
	if (order->kind != ORDER_ROWS)
		buffer_add_char(out, ')');
}

bool order_of(struct eval *ev, const struct value *v, struct loc loc,
	struct order *order)
{
	*order = (struct order) { .kind = ORDER_ROWS };
	if (v->kind == VALUE_SYMBOL && strcmp(v->u.symbol, "rows") == 0)
		return true;
	if (v->kind == VALUE_OBJECT && v->u.object->type == &order_type) {
		*order = ((const struct order_value *) v->u.object)->order;
		return true;
	}
	if (v->kind == VALUE_FUNCTION)
		return order_of_function(ev, v, loc, order);
	return diag_error(ev->diag, loc, NULL,
		"order is rows, columns(w), "
		"zigzag(w), tiles(w, h) or a function of the index, got a %s",
		value_kind_name(v));
}
