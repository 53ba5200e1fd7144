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
#include "lang/launch/order_value.h"

/* ------------------------------------------------------- as a value */

struct order_value {
	struct object object;
	struct order order;
};

static void print_object(const struct object *o, struct buffer *out)
{
	order_name(&((const struct order_value *) o)->order, out);
}

static bool equal_objects(const struct object *a, const struct object *b)
{
	const struct order *x = &((const struct order_value *) a)->order;
	const struct order *y = &((const struct order_value *) b)->order;

	return x->kind == y->kind &&
		memcmp(x->size, y->size, sizeof(x->size)) == 0;
}

static const struct object_type order_type = {
	.name = "order",
	.print = print_object,
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
			"the %s, 1 or more; got %s", what, buffer_text(&text));
		buffer_free(&text);
		return false;
	}
	return number_to_int(n, extent) ||
		diag_error(call->diag, call_loc(call, i), NULL,
			"the %s, below 2^63", what);
}

/* The order of a kind with its sizes; those that are left out are 1. */
static bool make_order(struct call *call, enum order_kind kind,
	const char *const what[3], struct value *result)
{
	struct order order = { .kind = kind, .size = { 1, 1, 1 } };

	for (int i = 0; i < 3 && what[i]; ++i)
		if (call_has(call, i) &&
			!extent_of(call, i, what[i], &order.size[i])) {
			if (kind == ORDER_COLUMNS &&
				call->arg[i].kind == VALUE_NUMBER &&
				number_sign(&call->arg[i].u.number) == 0)
				diag_note(call->diag,
					"without columns, cells in the order "
					"of their index are 'linear', those of "
					"a grid 'rows'");
			return false;
		}
	*result = value_of(order);
	return true;
}

#define ORDER(name, kind, ...)                                       \
	DEFINE_BUILTIN(name)                                         \
	{                                                            \
		static const char *const what[3] = { __VA_ARGS__ };  \
		return make_order(call, ORDER_##kind, what, result); \
	}

ORDER(columns, COLUMNS, "width of a column is a whole number of cells")
ORDER(zigzag, ZIGZAG, "width of a column is a whole number of cells")
ORDER(tiles, TILES, "width of a tile is a whole number of cells",
	"height of a tile is a whole number of cells",
	"depth of a tile is a whole number of cells")
ORDER(grouped, GROUPED, "height of a group is a whole number of blocks")
ORDER(swizzle, SWIZZLE, "width of a swizzle is a whole number of blocks")
ORDER(clusters, CLUSTERS, "width of a cluster is a whole number of blocks",
	"height of a cluster is a whole number of blocks",
	"depth of a cluster is a whole number of blocks")

/* ------------------------------------------------------- own functions */

/* A function that was read, and the domain on which it was last verified. */
struct order_own {
	struct owned owned;
	struct quasi_pool *pool;
	const struct quasi *cell[3];
	int n_cell;
	char *name;
	pthread_mutex_t lock;
	int64_t checked[3];
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

static bool same_own(const struct order_own *a, const struct order_own *b)
{
	if (a->n_cell != b->n_cell || strcmp(a->name, b->name) != 0)
		return false;
	for (int d = 0; d < a->n_cell; ++d)
		if (!quasi_equal(a->cell[d], b->cell[d]))
			return false;
	return true;
}

/* The session's function with the same expressions; "own" itself, which it
 * takes, if there is none yet.
 */
static struct order_own *keep_own(struct eval *ev, struct order_own *own)
{
	struct order_own *o;

	for (o = own_from(ev->owned); o; o = own_from(o->owned.next))
		if (same_own(o, own))
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
		"%c of this order is not quasi-affine in the index, or exceeds "
		"2^63",
		"xyz"[d]);
	diag_note(ev->diag,
		"allowed are sums of the index times constants, "
		"'/' and '%%' by positive constants, min and max");
	return false;
}

/* The cell (x, y) or (x, y, z) that the function returned for the symbol. */
static bool read_cell(struct eval *ev, struct graph *g, const struct value *v,
	struct loc loc, struct order_own *own)
{
	const struct quasi **done;
	int node[3], n = (int) value_length(v);
	bool ok = true;

	if (v->kind != VALUE_TUPLE || n < 2 || n > 3) {
		if (v->kind == VALUE_TUPLE)
			diag_error(ev->diag, loc, NULL,
				"an order gives a "
				"cell (x, y) for an index, got a tuple of "
				"%d",
				n);
		else
			diag_error(ev->diag, loc, NULL,
				"an order gives a "
				"cell (x, y) for an index, got a %s",
				value_kind_name(v));
		diag_note(ev->diag,
			"y enumerates all dimensions but the "
			"first, as in def f(i) = (i %% 64, i / 64); or give "
			"(x, y, z)");
		return false;
	}
	for (int d = 0; d < n; ++d) {
		node[d] = cell_node(g, ev->diag, loc, &v->u.sequence->item[d]);
		if (node[d] < 0)
			return false;
	}
	done = memory_new(((size_t) g->n_node + 1) * sizeof(*done));
	for (int i = 0; i < g->n_node; ++i)
		done[i] = express(own->pool, g, done, i);
	own->n_cell = n;
	for (int d = 0; ok && d < n; ++d) {
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
		ok = read_cell(ev, &g, &v, loc, own);
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
	memcpy(order->own, own->cell, sizeof(order->own));
	order->n_own = own->n_cell;
	order->name = own->name;
	order->user = own;
	return true;
}

/* "(3, 4)" or "3 x 4", as many extents as the domain has. */
static void print_extents(const int64_t at[3], int n, const char *by,
	struct buffer *out)
{
	for (int d = 0; d < n; ++d)
		buffer_printf(out, "%s%lld", d ? by : "", (long long) at[d]);
}

static bool fail_order(struct diag *diag, struct loc loc,
	enum order_fault fault, const struct order *order,
	const int64_t extent[3], const char *what, const int64_t at[2],
	const int64_t cell[3])
{
	struct buffer to = { 0 }, of = { 0 };
	const char *name = order->name;
	int n = extent[2] > 1 ? 3 : 2;

	print_extents(cell, n, ", ", &to);
	print_extents(extent, n, " x ", &of);
	switch (fault) {
	case ORDER_FINE: break;
	case ORDER_LEAVES:
		diag_error(diag, loc, NULL,
			"the order '%s' maps index %lld to (%s), which is "
			"outside of %s %s",
			name, (long long) at[0], buffer_text(&to),
			buffer_text(&of), what);
		break;
	case ORDER_COLLIDES:
		diag_error(diag, loc, NULL,
			"the order '%s' reaches (%s) from two indices, %lld "
			"and %lld",
			name, buffer_text(&to), (long long) at[0],
			(long long) at[1]);
		break;
	case ORDER_TOO_MANY:
		diag_error(diag, loc, NULL,
			"it would take too long to check that the order '%s' "
			"visits each of %s %s once",
			name, buffer_text(&of), what);
		break;
	case ORDER_MEMORY: memory_failed();
	}
	buffer_free(&to);
	buffer_free(&of);
	return fault == ORDER_FINE;
}

bool order_fits(struct diag *diag, const struct order *order,
	const int64_t extent[3], const char *what, struct loc loc)
{
	struct order_own *own = order->user;
	int64_t at[2] = { 0, 0 }, cell[3] = { 0, 0, 0 };
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

/* The orders but those of functions, and how many sizes they show: a third
 * one only if it is not 1.
 */
static const struct {
	const char *name;
	int n_size;
} kinds[] = {
	[ORDER_ROWS] = { "rows", 0 },
	[ORDER_LINEAR] = { "linear", 0 },
	[ORDER_COLUMNS] = { "columns", 1 },
	[ORDER_ZIGZAG] = { "zigzag", 1 },
	[ORDER_TILES] = { "tiles", 2 },
	[ORDER_MORTON] = { "morton", 0 },
	[ORDER_HILBERT] = { "hilbert", 0 },
	[ORDER_GROUPED] = { "grouped", 1 },
	[ORDER_SWIZZLE] = { "swizzle", 1 },
	[ORDER_CLUSTERS] = { "clusters", 2 },
};

void order_name(const struct order *order, struct buffer *out)
{
	int n;

	if (order->kind == ORDER_OWN) {
		buffer_add(out, order->name);
		return;
	}
	buffer_add(out, kinds[order->kind].name);
	n = kinds[order->kind].n_size;
	if (n == 0)
		return;
	n += n == 2 && order->size[2] > 1;
	buffer_add_char(out, '(');
	print_extents(order->size, n, ", ", out);
	buffer_add_char(out, ')');
}

struct value order_value(const struct order *order)
{
	return order->kind < ORDER_OWN && kinds[order->kind].n_size == 0 ?
		value_symbol(kinds[order->kind].name) :
		value_of(*order);
}

bool order_of(struct eval *ev, const struct value *v, struct loc loc,
	struct order *order)
{
	*order = (struct order) { .kind = ORDER_ROWS };
	for (int i = 0; v->kind == VALUE_SYMBOL && i < ORDER_OWN; ++i)
		if (kinds[i].n_size == 0 &&
			strcmp(v->u.symbol, kinds[i].name) == 0) {
			order->kind = (enum order_kind) i;
			return true;
		}
	if (v->kind == VALUE_OBJECT && v->u.object->type == &order_type) {
		*order = ((const struct order_value *) v->u.object)->order;
		return true;
	}
	if (v->kind == VALUE_FUNCTION)
		return order_of_function(ev, v, loc, order);
	if (v->kind == VALUE_SYMBOL && strcmp(v->u.symbol, "auto") == 0) {
		diag_error(ev->diag, loc, NULL,
			"auto is no order before there is a kernel and a "
			"device");
		diag_note(ev->diag,
			"what it chose: (estimate K on DEVICE "
			"with order = auto).order");
		return false;
	}
	return diag_error(ev->diag, loc, NULL,
		"order is rows, linear, columns(w), zigzag(w), tiles(w, h), "
		"morton, hilbert, grouped(g), swizzle(n), clusters(w, h), "
		"auto or a function of the index, got a %s",
		value_kind_name(v));
}
