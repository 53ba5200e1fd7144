#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/lower.h"
#include "lang/memory.h"

struct lowering {
	struct eval *ev;
	const struct kernel_def *k;
	const struct options *o;
	struct loc loc;
	struct kernel *kernel;
	struct launch *launch;
	struct quasi_pool *pool;
	int64_t extent[3];		/* nx, ny, nz */
	int64_t cell[3];		/* which cell of the fold */
	bool *needed;			/* nodes that indices are made of */
	const struct quasi **node;	/* their expressions, for this cell */
	int *field;			/* of k -> of kernel, -1: none */
};

static bool fail_range(struct lowering *l, struct loc loc)
{
	return diag_error(l->ev->diag, loc, NULL,
		"the addresses of '%s' pass 2^63", l->k->name);
}

void lower_clear(struct kernel *kernel)
{
	quasi_pool_free(kernel->pool);
	*kernel = (struct kernel) { 0 };
}

/* ------------------------------------------------------------- domain */

static bool check_domain(struct eval *ev, const struct kernel_def *k, int n,
	struct loc loc)
{
	if (n == k->dims)
		return true;
	return diag_error(ev->diag, loc, NULL,
		"kernel '%s' has %d dimension%s, the domain has %d", k->name,
		k->dims, k->dims == 1 ? "" : "s", n);
}

static const struct kernel_field *first_stored(const struct kernel_def *k)
{
	int i;

	for (i = 0; i < k->n_access; ++i)
		if (k->access[i].is_store &&
		    !k->field[k->access[i].field].is_shared)
			return &k->field[k->access[i].field];
	return NULL;
}

bool lower_domain(struct eval *ev, const struct kernel_def *k,
	const struct options *o, struct loc loc, int64_t domain[3])
{
	const struct kernel_field *f = first_stored(k);
	const int *node = k->domain[0] >= 0 ? k->domain :
		f && f->extent[0] >= 0 ? f->extent : NULL;
	int64_t value;
	int i;

	kernel_default_domain(k->dims, domain);
	if (o->n_domain > 0) {
		memcpy(domain, o->domain, sizeof(o->domain));
		return check_domain(ev, k, o->n_domain, loc);
	}
	for (i = 0; node && i < k->dims; ++i) {
		if (!graph_is_int(&k->graph, node[i], &value))
			break;
		domain[i] = value;
	}
	if (node && i == k->dims)
		return true;
	kernel_default_domain(k->dims, domain);
	if (o->n_session_domain > 0) {
		memcpy(domain, o->session_domain, sizeof(o->session_domain));
		return check_domain(ev, k, o->n_session_domain, loc);
	}
	return true;
}

/* ------------------------------------------------------------- fields */

static int64_t extent_of(struct lowering *l, const struct kernel_field *f,
	int d, bool *ok)
{
	int64_t value;

	if (d >= f->n_dim)
		return 1;
	if (f->extent[d] < 0)
		return l->extent[d];
	*ok = *ok && kernel_int_at(l->k, f->extent[d], l->extent, &value) &&
		value > 0;
	return *ok ? value : 1;
}

/* Extents of the allocation and the place of the first cell in it. */
static bool lower_field(struct lowering *l, int i, struct field *field)
{
	const struct kernel_field *f = &l->k->field[i];
	enum elem_type type = f->type == TYPE_OPEN ? l->o->type : f->type;
	int64_t size = 1, first = 0, stride = 1, pitch;
	bool ok = true, wrap = false;
	int d;

	field->name = f->name;
	field->elem_B = type_bytes(type);
	field->n_component = f->n_component > 0 ? f->n_component : 1;
	field->is_loaded = f->is_loaded;
	field->is_stored = f->is_stored;
	for (d = 0; d < 3; ++d) {
		int64_t halo = d < f->n_dim ? f->halo[d] : 0, n, part;

		n = extent_of(l, f, d, &ok);
		wrap |= __builtin_add_overflow(n, 2 * halo, &n);
		if (d == 0 && f->pitch >= 0) {
			ok = ok && kernel_int_at(l->k, f->pitch, l->extent,
				&pitch) && pitch > 0;
			if (ok && pitch < n && f->n_dim > 1)
				return diag_error(l->ev->diag, l->loc, NULL,
					"the pitch of '%s' is shorter than "
					"its rows", f->name);
			if (ok)
				n = pitch > n ? pitch : n;
		}
		field->extent[d] = n;
		wrap |= __builtin_mul_overflow(halo, stride, &part);
		wrap |= __builtin_add_overflow(first, part, &first);
		wrap |= __builtin_mul_overflow(stride, n, &stride);
	}
	if (!ok)
		return diag_error(l->ev->diag, l->loc, NULL,
			"the size of '%s' does not come out as a positive "
			"whole number", f->name);
	size = stride;
	wrap |= __builtin_mul_overflow(size, field->n_component, &size);
	wrap |= __builtin_mul_overflow(size, field->elem_B, &size);
	if (f->is_aos)
		wrap |= __builtin_mul_overflow(first, field->n_component,
			&first);
	wrap |= __builtin_mul_overflow(first, field->elem_B, &first);
	if (wrap)
		return fail_range(l, l->loc);
	field->size_B = size;
	field->base_B = ((f->align_B > 0 ? f->align_B % 4096 : 0) +
		l->o->offset % 4096 * field->elem_B + first % 4096) % 4096;
	return true;
}

static bool lower_fields(struct lowering *l)
{
	struct kernel *kernel = l->kernel;
	int i;

	kernel->field = quasi_pool_alloc(l->pool,
		((size_t) l->k->n_field + 1) * sizeof(*kernel->field));
	if (!kernel->field)
		memory_failed();
	for (i = 0; i < l->k->n_field; ++i) {
		const struct kernel_field *f = &l->k->field[i];

		l->field[i] = -1;
		if (f->is_scalar || f->is_shared ||
		    (!f->is_loaded && !f->is_stored))
			continue;
		if (!lower_field(l, i, &kernel->field[kernel->n_field]))
			return false;
		l->field[i] = kernel->n_field++;
	}
	return true;
}

/* ------------------------------------------------------- expressions  */

/* The nodes that indices, addresses and conditions are made of. */
static void mark_needed(struct lowering *l)
{
	const struct kernel_def *k = l->k;
	const struct graph *g = &k->graph;
	int i, j;

	for (i = 0; i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];

		for (j = 0; j < a->n_index; ++j)
			l->needed[a->index[j]] = true;
		if (a->component >= 0)
			l->needed[a->component] = true;
		if (a->address >= 0)
			l->needed[a->address] = true;
	}
	for (i = 1; i < k->n_region; ++i)
		if (k->region[i].condition >= 0)
			l->needed[k->region[i].condition] = true;
	for (i = g->n_node - 1; i >= 0; --i) {
		if (!l->needed[i])
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
	return quasi_add(l->pool, quasi_scale(l->pool,
		quasi_variable(l->pool, v), coef),
		quasi_constant(l->pool, constant));
}

/* Cell coordinate d of this thread: (b*B + t) * fold + k. */
static const struct quasi *cell_coordinate(struct lowering *l, int d)
{
	int64_t fold = l->launch->fold[d], per_block;

	if (__builtin_mul_overflow(fold, l->launch->block[d], &per_block))
		return NULL;
	return quasi_add(l->pool,
		affine(l, (enum quasi_var) (VAR_TX + d), fold, l->cell[d]),
		affine(l, (enum quasi_var) (VAR_BX + d), per_block, 0));
}

static const struct quasi *coordinate(struct lowering *l, int coord)
{
	int d = coord % 3;

	if (coord <= COORD_Z)
		return cell_coordinate(l, d);
	if (coord <= COORD_TZ)
		return affine(l, (enum quasi_var) (VAR_TX + d), 1, 0);
	if (coord <= COORD_BZ)
		return affine(l, (enum quasi_var) (VAR_BX + d), 1, 0);
	return quasi_constant(l->pool, l->launch->block[d]);
}

/* How many loops are around loop "loop". */
static int loop_depth(const struct kernel_def *k, int loop)
{
	int r = k->region[k->loop[loop].region].parent, depth = 0;

	for (; r > 0; r = k->region[r].parent)
		depth += k->region[r].kind == REGION_LOOP;
	return depth;
}

static const struct quasi *counter(struct lowering *l, int loop)
{
	int64_t lo;

	if (!kernel_int_at(l->k, l->k->loop[loop].lo, l->extent, &lo))
		return NULL;
	return affine(l, (enum quasi_var) (VAR_LOOP0 +
		loop_depth(l->k, loop)), 1, lo);
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

/* The expression of one node; NULL if it has none. */
static const struct quasi *express(struct lowering *l, int i)
{
	const struct graph_node *n = &l->k->graph.node[i];
	const struct quasi *a = n->a >= 0 ? l->node[n->a] : NULL;
	const struct quasi *b = n->b >= 0 && n->op != GRAPH_CARRIED ?
		l->node[n->b] : NULL;

	switch (n->op) {
	case GRAPH_CONST:	return constant(l, i);
	case GRAPH_COORD:	return coordinate(l, n->aux);
	case GRAPH_EXTENT:
		return quasi_constant(l->pool, l->extent[n->aux]);
	case GRAPH_COUNTER:	return counter(l, n->aux);
	case GRAPH_SCALAR:	/* the base of a field: address 0 */
		return l->k->by_address ? quasi_constant(l->pool, 0) : NULL;
	case GRAPH_ADD:		return quasi_add(l->pool, a, b);
	case GRAPH_SUB:
		return quasi_add(l->pool, a, quasi_scale(l->pool, b, -1));
	case GRAPH_NEG:		return quasi_scale(l->pool, a, -1);
	case GRAPH_MUL:		return product(l, a, b);
	case GRAPH_DIV:
	case GRAPH_FLOOR_DIV:
		if (!b || !quasi_is_constant(b) || b->constant <= 0)
			return NULL;
		return quasi_floor(l->pool, a, b->constant);
	case GRAPH_MOD:
		if (!b || !quasi_is_constant(b) || b->constant <= 0)
			return NULL;
		return quasi_mod(l->pool, a, b->constant);
	case GRAPH_MIN:		return quasi_min(l->pool, a, b);
	case GRAPH_MAX:		return quasi_max(l->pool, a, b);
	case GRAPH_FLOOR:	return a;
	default:		return NULL;
	}
}

static void express_needed(struct lowering *l)
{
	int i;

	for (i = 0; i < l->k->graph.n_node; ++i)
		if (l->needed[i])
			l->node[i] = express(l, i);
}

/* -------------------------------------------------------------- guards */

static const struct guard *new_guard(struct lowering *l, enum guard_op op,
	const struct quasi *e, const struct guard *a, const struct guard *b)
{
	struct guard *g = quasi_pool_alloc(l->pool, sizeof(*g));

	if (!g)
		memory_failed();
	*g = (struct guard) { op, e, a, b };
	return g;
}

/* The condition "node" on the launch coordinates; false if it depends on
 * anything else, such as data.
 */
static bool guard_of(struct lowering *l, int node, const struct guard **result)
{
	const struct graph_node *n = &l->k->graph.node[node];
	const struct guard *a, *b;
	const struct quasi *e;

	switch (n->op) {
	case GRAPH_NOT:
		if (!guard_of(l, n->a, &a))
			return false;
		*result = new_guard(l, GUARD_NOT, NULL, a, NULL);
		return true;
	case GRAPH_AND: case GRAPH_OR:
		if (!guard_of(l, n->a, &a) || !guard_of(l, n->b, &b))
			return false;
		*result = new_guard(l, n->op == GRAPH_AND ? GUARD_AND :
			GUARD_OR, NULL, a, b);
		return true;
	case GRAPH_EQ: case GRAPH_LT: case GRAPH_LE:
		if (!l->node[n->a] || !l->node[n->b])
			return false;
		e = quasi_add(l->pool, l->node[n->b], quasi_scale(l->pool,
			l->node[n->a], -1));
		if (n->op == GRAPH_LT)
			e = quasi_add(l->pool, e, quasi_constant(l->pool, -1));
		if (!e)
			return false;
		*result = new_guard(l, n->op == GRAPH_EQ ? GUARD_EQ : GUARD_GE,
			e, NULL, NULL);
		return true;
	default:
		return false;
	}
}

/* All conditions around region "r"; NULL for none. */
static const struct guard *guard_of_region(struct lowering *l, int r)
{
	const struct guard *all = NULL, *one;

	for (; r > 0; r = l->k->region[r].parent) {
		const struct kernel_region *region = &l->k->region[r];

		if (region->kind != REGION_THEN && region->kind != REGION_ELSE)
			continue;
		if (!guard_of(l, region->condition, &one))
			continue;	/* depends on data: may be active */
		if (region->kind == REGION_ELSE)
			one = new_guard(l, GUARD_NOT, NULL, one, NULL);
		all = all ? new_guard(l, GUARD_AND, NULL, all, one) : one;
	}
	return all;
}

/* --------------------------------------------------------------- loops */

static bool lower_loops(struct lowering *l)
{
	const struct kernel_def *k = l->k;
	struct kernel *kernel = l->kernel;
	int64_t lo, hi;
	int i, r;

	kernel->loop = quasi_pool_alloc(l->pool, ((size_t) k->n_loop + 1) *
		sizeof(*kernel->loop));
	if (!kernel->loop)
		memory_failed();
	kernel->n_loop = k->n_loop;
	for (i = 0; i < k->n_loop; ++i) {
		struct loop *loop = &kernel->loop[i];

		if (loop_depth(k, i) >= QUASI_LOOPS)
			return diag_error(l->ev->diag, l->loc, NULL,
				"more than %d loops in each other",
				QUASI_LOOPS);
		if (!kernel_int_at(k, k->loop[i].lo, l->extent, &lo) ||
		    !kernel_int_at(k, k->loop[i].hi, l->extent, &hi) ||
		    __builtin_sub_overflow(hi, lo, &hi) ||
		    __builtin_add_overflow(hi, 1, &loop->trips))
			return diag_error(l->ev->diag, l->loc, NULL,
				"the turns of loop '%s' do not come out as a "
				"whole number", k->loop[i].name);
		if (loop->trips < 0)
			loop->trips = 0;
		loop->parent = -1;
		for (r = k->region[k->loop[i].region].parent; r > 0;
		     r = k->region[r].parent)
			if (k->region[r].kind == REGION_LOOP) {
				loop->parent = k->region[r].loop;
				break;
			}
	}
	return true;
}

static int loop_of_region(const struct kernel_def *k, int r)
{
	for (; r > 0; r = k->region[r].parent)
		if (k->region[r].kind == REGION_LOOP)
			return k->region[r].loop;
	return -1;
}

/* How often something in region "r" runs in a thread. */
static double turns_of_region(struct lowering *l, int r)
{
	double turns = 1;

	for (; r > 0; r = l->k->region[r].parent)
		if (l->k->region[r].kind == REGION_LOOP)
			turns *= (double)
				l->kernel->loop[l->k->region[r].loop].trips;
	return turns;
}

/* ------------------------------------------------------------ accesses */

static const struct quasi *bounded(struct lowering *l, const struct quasi *e,
	enum boundary boundary, int64_t n)
{
	const struct quasi *last, *folded;

	switch (boundary) {
	case BOUNDARY_NONE:
		return e;
	case BOUNDARY_CLAMP:
		last = quasi_constant(l->pool, n - 1);
		e = quasi_max(l->pool, e, quasi_constant(l->pool, 0));
		return quasi_min(l->pool, e, last);
	case BOUNDARY_PERIODIC:
		return quasi_mod(l->pool, e, n);
	case BOUNDARY_MIRROR:
		folded = quasi_mod(l->pool, e, 2 * n);
		last = quasi_add(l->pool, quasi_scale(l->pool, folded, -1),
			quasi_constant(l->pool, 2 * n - 1));
		return quasi_min(l->pool, folded, last);
	}
	return NULL;
}

/* Index d of an access, in cells of the field. */
static const struct quasi *index_of(struct lowering *l,
	const struct kernel_access *a, int d)
{
	const struct kernel_field *f = &l->k->field[a->field];
	const struct quasi *e = l->node[a->index[d]];
	bool ok = true;
	int64_t n = extent_of(l, f, d, &ok), offset;

	if (!e)
		return NULL;
	if (a->is_relative && d < l->k->dims) {
		e = quasi_add(l->pool, e, cell_coordinate(l, d));
		/* the thread's own cell is inside, no need to look */
		if (graph_is_int(&l->k->graph, a->index[d], &offset) &&
		    offset == 0 && n >= l->extent[d])
			return e;
	}
	return ok ? bounded(l, e, f->boundary, n) : NULL;
}

/* elem_B * (i0 + n0 * (i1 + n1 * i2)), and the component */
static const struct quasi *linear(struct lowering *l,
	const struct kernel_access *a, const struct field *f,
	const struct quasi *const index[3])
{
	const struct kernel_field *kf = &l->k->field[a->field];
	const struct quasi *e = NULL, *component;
	int64_t per_component = f->elem_B;
	int d;

	for (d = a->n_index - 1; d >= 0; --d)
		e = e ? quasi_add(l->pool, index[d], quasi_scale(l->pool, e,
			f->extent[d])) : index[d];
	if (a->component < 0)
		return quasi_scale(l->pool, e, f->elem_B);
	component = l->node[a->component];
	if (kf->is_aos) {
		e = quasi_add(l->pool, component, quasi_scale(l->pool, e,
			f->n_component));
		return quasi_scale(l->pool, e, f->elem_B);
	}
	for (d = 0; d < 3; ++d)
		if (__builtin_mul_overflow(per_component, f->extent[d],
		    &per_component))
			return NULL;
	return quasi_add(l->pool, quasi_scale(l->pool, e, f->elem_B),
		quasi_scale(l->pool, component, per_component));
}

static bool same_guard(const struct guard *a, const struct guard *b)
{
	if (a == b)
		return true;
	if (!a || !b || a->op != b->op)
		return false;
	if (a->op == GUARD_GE || a->op == GUARD_EQ)
		return quasi_equal(a->e, b->e);
	return same_guard(a->a, b->a) && same_guard(a->b, b->b);
}

/* Loads that cells of a thread share are one. */
static bool is_repeated(const struct lowering *l, const struct access *a)
{
	int i;

	for (i = 0; i < l->kernel->n_access; ++i) {
		const struct access *b = &l->kernel->access[i];

		if (b->field == a->field && !b->is_store &&
		    b->loop == a->loop && quasi_equal(a->address,
		    b->address) && same_guard(a->guard, b->guard))
			return true;
	}
	return false;
}

static bool fail_access(struct lowering *l, const struct kernel_access *a)
{
	diag_error(l->ev->diag, a->loc, NULL,
		"this address of '%s' is not affine, or passes 2^63",
		l->k->field[a->field].name);
	diag_note(l->ev->diag, "allowed are sums of coordinates and loop "
		"variables times constants, '/' and '%%' by positive "
		"constants, min and max");
	return false;
}

static void add_shared(struct lowering *l, const struct kernel_access *a,
	const struct quasi *address)
{
	struct kernel *kernel = l->kernel;

	kernel->shared_access[kernel->n_shared_access++] =
		(struct shared_access) {
		.is_store = a->is_store,
		.elem_B = type_bytes(l->k->field[a->field].type == TYPE_OPEN ?
			l->o->type : l->k->field[a->field].type),
		.address = address,
		.guard = guard_of_region(l, a->region),
		.loop = loop_of_region(l->k, a->region),
	};
}

/* The array in shared memory, one behind the other. */
static bool shared_address(struct lowering *l, const struct kernel_access *a,
	const struct quasi **address)
{
	const struct kernel_field *f = &l->k->field[a->field];
	const struct quasi *e = NULL;
	int64_t first = 0, n, bytes;
	int d, i;

	for (i = 0; i <= a->field; ++i) {
		const struct kernel_field *other = &l->k->field[i];

		if (!other->is_shared)
			continue;
		bytes = type_bytes(other->type == TYPE_OPEN ? l->o->type :
			other->type);
		for (d = 0; d < other->n_dim; ++d) {
			graph_is_int(&l->k->graph, other->extent[d], &n);
			if (__builtin_mul_overflow(bytes, n, &bytes))
				return fail_access(l, a);
		}
		if (i < a->field)
			first += bytes;
		if (first + bytes > l->kernel->shared_B)
			l->kernel->shared_B = first + bytes;
	}
	for (d = a->n_index - 1; d >= 0; --d) {
		graph_is_int(&l->k->graph, f->extent[d], &n);
		e = e ? quasi_add(l->pool, l->node[a->index[d]],
			quasi_scale(l->pool, e, n)) : l->node[a->index[d]];
	}
	bytes = type_bytes(f->type == TYPE_OPEN ? l->o->type : f->type);
	*address = quasi_add(l->pool, quasi_scale(l->pool, e, bytes),
		quasi_constant(l->pool, first));
	return *address ? true : fail_access(l, a);
}

static bool lower_access(struct lowering *l, int i)
{
	const struct kernel_access *a = &l->k->access[i];
	struct kernel *kernel = l->kernel;
	struct access *out;
	const struct quasi *address;
	int d;

	if (turns_of_region(l, a->region) == 0)
		return true;
	if (l->k->field[a->field].is_shared) {
		if (!shared_address(l, a, &address))
			return false;
		add_shared(l, a, address);
		return true;
	}
	out = &kernel->access[kernel->n_access];
	*out = (struct access) { .field = l->field[a->field],
		.is_store = a->is_store, .label = i, .component = 0 };
	out->guard = guard_of_region(l, a->region);
	out->loop = loop_of_region(l->k, a->region);
	if (a->address >= 0) {
		out->address = l->node[a->address];
	} else {
		int64_t q = 0;

		for (d = 0; d < 3; ++d)
			out->index[d] = d < a->n_index ? index_of(l, a, d) :
				quasi_constant(l->pool, 0);
		if (a->component >= 0)
			graph_is_int(&l->k->graph, a->component, &q);
		out->component = (int) q;
		for (d = 0; d < 3; ++d)
			if (!out->index[d])
				return fail_access(l, a);
		out->address = linear(l, a, &kernel->field[out->field],
			out->index);
	}
	if (!out->address)
		return fail_access(l, a);
	if (a->is_store || !is_repeated(l, out))
		++kernel->n_access;
	return true;
}

static bool lower_accesses(struct lowering *l)
{
	struct kernel *kernel = l->kernel;
	const int64_t *fold = l->launch->fold;
	int64_t cells = fold[0] * fold[1] * fold[2];
	size_t room = (size_t) cells * (size_t) l->k->n_access + 1;
	bool ok = true;
	int i;

	kernel->access = quasi_pool_alloc(l->pool,
		room * sizeof(*kernel->access));
	kernel->shared_access = quasi_pool_alloc(l->pool,
		room * sizeof(*kernel->shared_access));
	if (!kernel->access || !kernel->shared_access)
		memory_failed();
	mark_needed(l);
	for (l->cell[2] = 0; ok && l->cell[2] < fold[2]; ++l->cell[2])
	for (l->cell[1] = 0; ok && l->cell[1] < fold[1]; ++l->cell[1])
	for (l->cell[0] = 0; ok && l->cell[0] < fold[0]; ++l->cell[0]) {
		express_needed(l);
		for (i = 0; ok && i < l->k->n_access; ++i)
			ok = lower_access(l, i);
	}
	return ok;
}

/* ---------------------------------------------------------------- work */

/* The type that the arithmetic is done in: that of what is stored. */
static enum elem_type work_type(const struct lowering *l)
{
	const struct kernel_field *f = first_stored(l->k);
	enum elem_type type = f ? f->type : TYPE_OPEN;

	return type == TYPE_OPEN ? l->o->type : type;
}

/* Index and bounds of each dimension, a base for each field, and what the
 * kernel computes in whole numbers itself.
 */
static double index_work(const struct lowering *l, double cells)
{
	return 3 * l->k->dims + 2 * l->kernel->n_field +
		cells * kernel_count_at(&l->k->work.integer, l->extent);
}

static void count_work(struct lowering *l)
{
	const struct kernel_work *w = &l->k->work;
	struct kernel *kernel = l->kernel;
	const int64_t *fold = l->launch->fold;
	double cells = (double) (fold[0] * fold[1] * fold[2]), fp;
	struct work *work = &kernel->work;
	int i;

	fp = kernel_count_at(&w->fp_inst, l->extent) * cells;
	work->flops = kernel_count_at(&w->flops, l->extent) * cells;
	work->special = (kernel_count_at(&w->div, l->extent) +
		kernel_count_at(&w->special, l->extent)) * cells;
	fp -= work->special;
	if (l->k->given[GIVEN_SPECIAL] >= 0)
		work->special = l->k->given[GIVEN_SPECIAL];
	if (l->k->given[GIVEN_FP] >= 0)
		fp = l->k->given[GIVEN_FP];
	else if (l->k->by_address)
		fp = ceil(work->flops / 2);
	switch (work_type(l)) {
	case TYPE_FLOAT:	work->fp32 = fp; break;
	case TYPE_HALF:		work->fp16 = fp; break;
	case TYPE_DOUBLE:	work->fp64 = fp; break;
	default:		work->integer = fp; break;
	}
	if (l->k->given[GIVEN_INTEGER] >= 0)
		work->integer += l->k->given[GIVEN_INTEGER];
	else
		work->integer += index_work(l, cells);
	work->control = 2;
	work->barrier = l->k->n_barrier;
	for (i = 0; i < kernel->n_access; ++i) {
		double turns = turns_of_region(l,
			l->k->access[kernel->access[i].label].region);

		*(kernel->access[i].is_store ? &work->store : &work->load) +=
			turns;
	}
	for (i = 0; i < kernel->n_shared_access; ++i)
		*(kernel->shared_access[i].is_store ? &work->shared_store :
			&work->shared_load) += 1;
	for (i = 0; i < l->k->n_loop; ++i)
		work->control += 2 * turns_of_region(l, l->k->loop[i].region);
}

/* Registers: 14 for indices and addresses, and the values that are alive at
 * the same time, with some loads under way ahead of their use.
 */
static int estimate_registers(const struct lowering *l)
{
	const struct kernel *kernel = l->kernel;
	int words = type_bytes(work_type(l)) > 4 ? 2 : 1;
	int loads = 0, ahead, i;
	double n;

	for (i = 0; i < kernel->n_access; ++i)
		loads += !kernel->access[i].is_store;
	ahead = loads / 4 < 16 / words ? loads / 4 : 16 / words;
	n = 14 + words * (l->k->peak_live + ahead);
	return n > 255 ? 255 : n < 16 ? 16 : (int) n;
}

/* --------------------------------------------------------------- whole */

static bool lower_all(struct lowering *l)
{
	struct kernel *kernel = l->kernel;
	double given = l->k->given[GIVEN_UPDATES];
	double updates = l->o->updates > 0 ? l->o->updates :
		given > 0 ? given : 1;

	if (!lower_loops(l) || !lower_fields(l) || !lower_accesses(l))
		return false;
	count_work(l);
	kernel->updates = updates;
	kernel->registers_given = l->o->registers > 0;
	kernel->registers = l->o->registers > 0 ? l->o->registers :
		l->k->given[GIVEN_REGISTERS] >= 1 ?
		(int) fmin(l->k->given[GIVEN_REGISTERS], 1024) :
		estimate_registers(l);
	return true;
}

static bool check_launch(struct lowering *l)
{
	const struct options *o = l->o;
	char why[256];

	if (o->n_block > l->k->dims) {
		int d;

		for (d = l->k->dims; d < o->n_block; ++d)
			if (o->block[d] > 1)
				return diag_error(l->ev->diag, l->loc, NULL,
					"kernel '%s' has %d dimension%s, the "
					"block has %d", l->k->name,
					l->k->dims, l->k->dims == 1 ? "" : "s",
					o->n_block);
	}
	if (l->k->by_address && o->fold[0] * o->fold[1] * o->fold[2] > 1)
		return diag_error(l->ev->diag, l->loc, NULL,
			"a kernel given by its addresses cannot be folded");
	if (!launch_init(l->launch, l->extent, o->block, o->fold, why))
		return diag_error(l->ev->diag, l->loc, NULL, "%s", why);
	if (o->fold[0] * o->fold[1] * o->fold[2] > 256)
		return diag_error(l->ev->diag, l->loc, NULL,
			"a thread computes at most 256 cells");
	l->launch->dynamic_shared_B = o->shared_B;
	l->launch->cache_is_cold = o->is_cold;
	l->launch->model = o->model;
	return true;
}

bool lower_kernel(struct eval *ev, const struct kernel_def *k,
	const struct options *o, struct loc loc, struct kernel *kernel,
	struct launch *launch)
{
	struct lowering l = { .ev = ev, .k = k, .o = o, .loc = loc,
		.kernel = kernel, .launch = launch };
	size_t n = (size_t) k->graph.n_node + 1;
	bool ok;

	*kernel = (struct kernel) { .name = k->name, .dims = k->dims };
	if (!lower_domain(ev, k, o, loc, l.extent) || !check_launch(&l))
		return false;
	memcpy(kernel->domain, l.extent, sizeof(kernel->domain));
	l.pool = kernel->pool = quasi_pool_new();
	if (!l.pool)
		memory_failed();
	l.needed = memory_new(n);
	l.node = memory_new(n * sizeof(*l.node));
	l.field = memory_new(((size_t) k->n_field + 1) * sizeof(int));
	ok = lower_all(&l);
	free(l.needed);
	free(l.node);
	free(l.field);
	if (!ok)
		lower_clear(kernel);
	return ok;
}
