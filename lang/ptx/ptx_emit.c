/* What symbolic execution finds, as a kernel: regions, accesses with byte
 * addresses, and operations on data.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/integer.h"
#include "lang/base/memory.h"
#include "lang/kernel/expansion.h"
#include "lang/launch/lower.h"
#include "lang/ptx/ptx_run.h"
#include "lang/ptx/ptx_taken.h"

/* ---------------------------------------------------------- expressions */

/* The loop at "depth" around a region, from the outermost. */
int ptx_emit_loop_at(const struct kernel_def *k, int region, int depth)
{
	int n = 0, r;

	for (r = region; r > 0; r = k->region[r].parent)
		n += k->region[r].kind == REGION_LOOP;
	for (r = region; r > 0; r = k->region[r].parent)
		if (k->region[r].kind == REGION_LOOP && --n == depth)
			return k->region[r].loop;
	return -1;
}

static int leaf(struct ptx_run *run, int region, int var)
{
	struct graph *g = &run->k->graph;
	int loop;

	if (var < VAR_LOOP0)
		return graph_leaf(g, GRAPH_COORD, COORD_TX + var, TYPE_INT32);
	loop = ptx_emit_loop_at(run->k, region, var - VAR_LOOP0);
	return loop < 0 ? graph_int(g, 0) :
			  graph_leaf(g, GRAPH_COUNTER, loop, TYPE_INT32);
}

static int add_product(struct graph *g, int sum, int node, int64_t coef)
{
	node = graph_binary(g, GRAPH_MUL, node, graph_int(g, coef));
	return sum < 0 ? node : graph_binary(g, GRAPH_ADD, sum, node);
}

/* The node of "e", where the code of "region" runs. */
static int quasi_node(struct ptx_run *run, int region, const struct quasi *e)
{
	struct graph *g = &run->k->graph;
	int sum = -1, a, b;

	for (int v = 0; v < N_QUASI_VAR; ++v)
		if (e->coef[v] != 0)
			sum = add_product(g, sum, leaf(run, region, v),
				e->coef[v]);
	for (int i = 0; i < e->n_term; ++i) {
		const struct quasi_term *t = &e->term[i];

		a = quasi_node(run, region, t->a);
		if (t->op == QUASI_FLOOR) {
			a = graph_binary(g, GRAPH_FLOOR_DIV, a,
				graph_int(g, t->divisor));
		} else {
			b = quasi_node(run, region, t->b);
			a = graph_binary(g,
				t->op == QUASI_MIN ? GRAPH_MIN : GRAPH_MAX, a,
				b);
		}
		sum = add_product(g, sum, a, t->coef);
	}
	if (sum < 0)
		return graph_int(g, e->constant);
	return e->constant == 0 ?
		sum :
		graph_binary(g, GRAPH_ADD, sum, graph_int(g, e->constant));
}

/* A value that nothing is known of, such as an argument. */
static int unknown_node(struct ptx_run *run)
{
	struct kernel_def *k = run->k;

	if (run->unknown >= 0)
		return run->unknown;
	k->field = memory_grow(k->field, (size_t) k->n_field,
		sizeof(*k->field));
	k->field[k->n_field] = (struct kernel_field) {
		.name = memory_copy_text("unknown"),
		.type = TYPE_INT32,
		.is_scalar = true,
		.extent = { -1, -1, -1 },
		.align_B = -1,
		.pitch = -1,
	};
	run->unknown = graph_leaf(&k->graph, GRAPH_SCALAR, k->n_field++,
		TYPE_FLOAT);
	return run->unknown;
}

static int cond_node(struct ptx_run *run, int region, const struct ptx_cond *c)
{
	struct graph *g = &run->k->graph;
	int a;

	switch (c->op) {
	case COND_TRUE:
	case COND_FALSE:
		return graph_binary(g, GRAPH_EQ,
			graph_int(g, c->op == COND_FALSE), graph_int(g, 0));
	case COND_GE:
		return graph_binary(g, GRAPH_LE, graph_int(g, 0),
			quasi_node(run, region, c->e));
	case COND_EQ:
		return graph_binary(g, GRAPH_EQ, quasi_node(run, region, c->e),
			graph_int(g, 0));
	case COND_DATA: return c->node >= 0 ? c->node : unknown_node(run);
	case COND_NOT:
		return graph_unary(g, GRAPH_NOT, cond_node(run, region, c->a));
	case COND_AND:
	case COND_OR:
		a = cond_node(run, region, c->a);
		return graph_binary(g, c->op == COND_AND ? GRAPH_AND : GRAPH_OR,
			a, cond_node(run, region, c->b));
	}
	return -1;
}

int ptx_emit_cond(struct ptx_run *run, const struct ptx_cond *c)
{
	return run->emits ? cond_node(run, run->region, c) : -1;
}

/* -------------------------------------------------------------- regions */

/* What a new region is; all else of it is 0 at first. */
struct opened {
	enum region_kind kind;
	int parent, loop, condition;
};

static int new_region(struct ptx_run *run, const struct opened *o,
	const struct ptx_cond *c)
{
	struct kernel_def *k = run->k;
	size_t n = (size_t) k->n_region;
	struct kernel_region *r;

	k->region = memory_grow(k->region, n, sizeof(*r));
	run->condition = memory_grow(run->condition, n,
		sizeof(*run->condition));
	run->fence = memory_grow(run->fence, n, sizeof(*run->fence));
	run->work = memory_grow(run->work, n, sizeof(*run->work));
	/* regions are large, and there may be one for each branch */
	r = memset(&k->region[n], 0, sizeof(*r));
	r->kind = o->kind;
	r->parent = o->parent;
	r->loop = o->loop;
	r->condition = o->condition;
	r->other = -1;
	r->inside = kernel_inside(k, r);
	for (int i = 0; i < N_GIVEN_WORK; ++i)
		r->given[i] = -1;
	run->condition[n] = c;
	run->fence[n] = run->n_fence;
	run->work[n] = (struct ptx_work) { 0 };
	return k->n_region++;
}

/* Regions that are searched for one with the same or the opposite condition.  A
 * barrier ends the search: code before and behind it are branches of their own.
 */
#define SIBLINGS 32

/* "c" without data: what holds wherever "c" may hold, or, if "most" is false,
 * what is enough for it.
 */
static const struct ptx_cond *without_data(struct ptx_values *v,
	const struct ptx_cond *c, bool most)
{
	switch (c->op) {
	case COND_DATA: return most ? &ptx_cond_true : &ptx_cond_false;
	case COND_NOT: return ptx_cond_not(v, without_data(v, c->a, !most));
	case COND_AND:
	case COND_OR:
		return ptx_cond_both(v, c->op, without_data(v, c->a, most),
			without_data(v, c->b, most));
	default: return c;
	}
}

/* Conditions on threads and on data become a region each: the engine counts
 * the first exactly.  Where lanes of several ways meet, of which data decide
 * one, it counts all lanes that may come.
 */
static int data_region(struct ptx_run *run, int parent,
	const struct ptx_cond *c)
{
	const struct ptx_cond *most;

	if (c->op == COND_OR && ptx_cond_has_data(c)) {
		most = without_data(&run->values, c, true);
		if (!ptx_cond_has_open(c))
			ptx_run_note(run, NOTE_MEET);
		return most->op == COND_TRUE ?
			-1 :
			ptx_emit_region(run, parent, REGION_THEN, -1, most);
	}
	if (c->op == COND_AND && ptx_cond_has_data(c)) {
		bool first = ptx_cond_has_data(c->a);

		parent = ptx_emit_region(run, parent, REGION_THEN, -1,
			first ? c->b : c->a);
		return ptx_emit_region(run, parent, REGION_THEN, -1,
			first ? c->a : c->b);
	}
	return -1;
}

int ptx_emit_region(struct ptx_run *run, int parent, enum region_kind kind,
	int loop, const struct ptx_cond *c)
{
	struct opened r = { kind, parent, loop, -1 };
	int first, split;

	if (!run->emits)
		return parent;
	if (kind == REGION_THEN) {
		if (c->op == COND_TRUE)
			return parent;
		split = data_region(run, parent, c);
		if (split >= 0)
			return split;
		first = run->k->n_region - SIBLINGS;
		for (int i = run->k->n_region - 1; i > 0 && i >= first; --i) {
			const struct kernel_region *s = &run->k->region[i];

			if (run->fence[i] != run->n_fence)
				break;
			if (s->parent != parent || s->kind == REGION_LOOP)
				continue;
			if (ptx_cond_equal(run->condition[i], c))
				return i;
			if (s->kind == REGION_THEN && s->other < 0 &&
				ptx_cond_opposite(run->condition[i], c)) {
				r.kind = REGION_ELSE;
				r.condition = s->condition;
				run->k->region[i].other = run->k->n_region;
				break;
			}
		}
		if (r.kind == REGION_THEN)
			r.condition = cond_node(run, parent, c);
	}
	return new_region(run, &r, c);
}

int ptx_emit_loop(struct ptx_run *run, int parent, int64_t trips,
	const struct ptx_shape *shape)
{
	struct kernel_def *k = run->k;
	struct kernel_loop loop = {
		.lo = graph_int(&k->graph, 0),
		.hi = graph_int(&k->graph, trips - 1),
		.starts = -1,
		.step = -1,
		.unroll = trips < shape->joined ? (int) trips : shape->joined,
		.room = ptx_live_room(shape, run->args->registers),
		.is_updating = shape->is_updating,
	};
	char name[32];

	snprintf(name, sizeof(name), "k%d", k->n_loop);
	loop.name = memory_copy_text(name);
	k->loop = memory_grow(k->loop, (size_t) k->n_loop, sizeof(loop));
	loop.body = loop.region = ptx_emit_region(run, parent, REGION_LOOP,
		k->n_loop, &ptx_cond_true);
	k->loop[k->n_loop++] = loop;
	return loop.region;
}

void ptx_emit_barrier(struct ptx_run *run)
{
	if (!run->emits)
		return;
	++run->k->region[run->region].n_barrier;
	++run->n_fence;
}

/* ------------------------------------------------------------- accesses */

enum elem_type ptx_emit_type(enum ptx_type type, int bytes)
{
	if (bytes == 16)
		return type == PTX_F64	? TYPE_DOUBLE2 :
			type == PTX_F32 ? TYPE_FLOAT4 :
					  TYPE_INT4;
	if (type == PTX_F32 && bytes == 8)
		return TYPE_FLOAT2;
	if (ptx_type_is_float(type) && ptx_type_bytes(type) == bytes &&
		type != PTX_F16X2)
		return bytes == 8  ? TYPE_DOUBLE :
			bytes == 4 ? TYPE_FLOAT :
				     TYPE_HALF;
	return bytes == 8  ? TYPE_INT64 :
		bytes == 4 ? TYPE_INT32 :
		bytes == 2 ? TYPE_INT16 :
			     TYPE_INT8;
}

/* Arrays that a kernel may access. */
#define MOST_FIELDS 4096

/* The field of a base; -1, with an error reported, if there are too many. */
static int field_of(struct ptx_run *run, int base)
{
	struct ptx_base *b = &run->base[base];
	struct kernel_def *k = run->k;

	if (b->field >= 0)
		return b->field;
	if (k->n_field >= MOST_FIELDS) {
		ptx_run_fail(run, "this kernel accesses more than %d arrays",
			MOST_FIELDS);
		return -1;
	}
	k->field = memory_grow(k->field, (size_t) k->n_field,
		sizeof(*k->field));
	k->field[k->n_field] = (struct kernel_field) {
		.name = memory_copy_text(b->title),
		.type = TYPE_NONE,
		.is_shared = b->kind == BASE_SHARED,
		.extent = { -1, -1, -1 },
		.align_B = -1,
		.pitch = -1,
		.n_dim = 1,
	};
	b->field = k->n_field++;
	return b->field;
}

/* Bytes of a table of the file that needs no 'gather': a warp cannot touch more
 * than 32 lines of it.
 */
#define TABLE_B 4096

/* True if an access of "bytes" at "x" is an element of an array that data choose,
 * plus something.
 */
static bool is_element(const struct ptx_value *x, int bytes)
{
	return x->root && x->scale > 0 && x->scale % bytes == 0;
}

/* Where data were loaded, or the running region if they were computed. */
static int region_of(const struct ptx_run *run, int node)
{
	const struct graph_node *n = node < 0 ? NULL :
						&run->k->graph.node[node];

	return n && n->op == GRAPH_LOAD ? run->k->access[n->aux].region :
					  run->region;
}

/* Numbers that data may be: an array of "size" bytes also holds what is added to
 * them.  A table of 200 rows that data choose a column of has 1/200 of its
 * elements to choose from.
 */
static int64_t count_choices(const struct ptx_run *run,
	const struct quasi *rest, int64_t size, int64_t step, int bytes)
{
	int64_t lo, hi;

	if (rest && ptx_value_bounds(&run->values, rest, &lo, &hi) && hi > 0 &&
		hi < size - bytes)
		size -= hi + bytes - step;
	return size < step ? 1 : size / step;
}

/* The draw of "scatter", or the one that was made of the same data before: the
 * members of a structure, and its neighbours, lie beside each other.
 */
static int draw_once(struct ptx_run *run, const struct ptx_value *x,
	const struct kernel_scatter *scatter)
{
	struct kernel_def *k = run->k;
	uint64_t hash = map_mix(map_mix((uint64_t) (uintptr_t) x->root,
					x->base),
		x->scale);
	size_t at = 0;
	int64_t i;

	while ((i = map_next(&run->drawn_at, hash, &at)) >= 0) {
		const struct ptx_drawn *d = &run->drawn[i];
		struct kernel_scatter *s = &k->scatter[d->scatter];
		int64_t n, most;

		if (d->root != x->root || d->base != x->base ||
			d->scale != x->scale)
			continue;
		if (graph_is_int(&k->graph, scatter->n, &n) &&
			graph_is_int(&k->graph, s->n, &most) && n < most)
			s->n = scatter->n;
		return graph_scatter(&k->graph, d->scatter, s->of);
	}
	run->drawn = memory_grow(run->drawn, (size_t) run->n_drawn,
		sizeof(*run->drawn));
	map_add(&run->drawn_at, hash, run->n_drawn);
	run->drawn[run->n_drawn++] = (struct ptx_drawn) { x->root, x->base,
		k->n_scatter, x->scale };
	return kernel_scatter_add(k, scatter);
}

/* The product of 32 bits that wraps around among what "x" depends on; or NULL. */
static const struct ptx_value *wrapped_in(const struct ptx_value *x)
{
	for (; x; x = x->from)
		if (x->wrapped && x->kind == VALUE_IS_DATA && !x->from &&
			x->made_by)
			return x;
	return NULL;
}

/* A number that was given too large makes an address data, too. */
static void fail_data(struct ptx_run *run, const struct ptx_value *x)
{
	const struct ptx_value *product = wrapped_in(x);
	int64_t lo, hi;
	int line, col;

	if (!product) {
		ptx_run_fail(run, "this address depends on data");
		ptx_run_explain(run, x);
		return;
	}
	source_position(run->module->source, product->made_by->begin, &line,
		&col);
	ptx_run_fail(run,
		"this address depends on %s in line %d, which wraps around",
		run->module->opcode[product->made_by->opcode].text, line);
	ptx_value_range(&run->values,
		ptx_value_quasi(&run->values, product->wrapped), &lo, &hi);
	diag_note(run->diag,
		"the product lies between %" PRId64 " and %" PRId64
		", and 32 bits hold up to 4294967295: give smaller sizes, "
		"unless it is meant to wrap around, as a hash is",
		lo, hi);
	ptx_run_explain(run, x);
}

/* The index of an access whose address depends on data, plus "offset". */
static bool scatter(struct ptx_run *run, const struct ptx_value *x, int bytes,
	int64_t offset, struct kernel_access *a)
{
	struct kernel_def *k = run->k;
	struct graph *g = &k->graph;
	struct ptx_base *b = &run->base[x->base];
	bool is_table = b->gather.lines < 1 && b->bytes > 0 &&
		b->bytes <= TABLE_B;
	bool is_random = b->gather.is_random || is_table;
	bool has_form = is_element(x, bytes) && b->kind != BASE_SHARED;
	struct kernel_scatter s = {
		.kind = is_random ? SCATTER_RANDOM : SCATTER_GATHER,
		.of = has_form ? x->root->node : x->node,
		.region = has_form ? region_of(run, x->root->node) :
				     run->region,
		.loc = a->loc,
	};
	const struct quasi *rest;
	int64_t size, step = has_form ? x->scale : bytes;
	int index;

	if (ptx_run_missing(run, x))
		return false;
	b->is_gathered = true;
	if (b->gather.lines < 1 && !is_random) {
		fail_data(run, x);
		diag_note(run->diag,
			"say how many lines of 128 B a warp touches here, as "
			"in gather = 8, or that any element is as likely as "
			"another: gather = \"random\"; for this array alone: "
			"gather = [(\"%s\", 8)]",
			b->title);
		return false;
	}
	if (b->bytes == 0 && b->n_elem < 1) {
		ptx_run_fail(run,
			"this address depends on data, so it does not say how "
			"large '%s' is",
			b->title);
		diag_note(run->diag, "say how many elements it has: %s = ...",
			b->title);
		return false;
	}
	ptx_run_note(run, is_random ? NOTE_RANDOM : NOTE_GATHER);
	if (has_form && x->unit > b->unit)
		b->unit = x->unit;
	size = b->bytes;
	if (b->n_elem > 0 &&
		__builtin_mul_overflow(b->n_elem,
			b->unit > bytes ? b->unit : bytes, &size))
		size = INT64_MAX;
	rest = quasi_constant(run->values.pool, 0);
	if (has_form)
		rest = quasi_add(run->values.pool, x->rest,
			quasi_constant(run->values.pool, offset));
	if (!rest)
		return ptx_run_fail(run, "this address exceeds 2^63");
	s.n = graph_int(g,
		is_random ? count_choices(run, rest, size, step, bytes) :
			    b->gather.lines);
	index = has_form ? draw_once(run, x, &s) : kernel_scatter_add(k, &s);
	a->draw = (struct kernel_draw) { g->node[index].aux, 0,
		graph_int(g, step) };
	a->address = graph_binary(g, GRAPH_ADD,
		quasi_node(run, run->region, rest),
		graph_binary(g, GRAPH_MUL, index, graph_int(g, step)));
	return true;
}

/* atom.add [x], 1 */
static bool is_one(const struct ptx_instruction *inst)
{
	const struct ptx_operand *o = ptx_operand(inst, inst->n_operand - 1);

	return o->kind == OPERAND_INT && o->offset == 1;
}

/* A row of all banks. */
#define BANKS_B 128

/* A word of a shared array for each lane, without bank conflicts as far as the
 * array is large enough; "offset" will be added.
 */
static const struct quasi *any_word(struct ptx_run *run,
	const struct ptx_base *b, int bytes, int64_t offset)
{
	struct quasi_pool *pool = run->values.pool;
	const struct quasi *e = quasi_variable(pool, VAR_TX);
	int64_t words = (b->bytes - (offset > 0 ? offset : 0)) / bytes;
	int64_t row = bytes < BANKS_B ? BANKS_B / bytes : 1;

	/* where the array ends, lanes begin again in the same banks */
	if (words > row)
		words -= words % row;

	if (b->bytes > 0 && words < run->block[0])
		e = quasi_mod(pool, e, words > 1 ? words : 1);
	return quasi_add(pool, quasi_scale(pool, e, bytes),
		quasi_constant(pool, offset < 0 ? -offset : 0));
}

/* The access of a plain pointer; its number, -1 on failure. */
static int add_access(struct ptx_run *run, const struct ptx_value *x,
	int64_t offset, enum ptx_type type, int vector, bool is_store,
	int value)
{
	struct kernel_def *k = run->k;
	const struct ptx_opcode *op = &run->module->opcode[run->at->opcode];
	struct kernel_access a = {
		.is_store = is_store,
		.component = -1,
		.draw = { .scatter = -1 },
		.data = -1,
		.address = -1,
		.value = value,
		.region = run->region,
		.is_constant = !is_store && op->is_constant,
		.is_atomic = is_store &&
			(op->code == CODE_ATOM || op->code == CODE_RED),
		.is_counting = op->is_sum && is_one(run->at),
		.hint = op->hint,
		.phase = run->n_fence,
		.fence = run->n_fence,
		.root = run->root,
		.loc = ptx_loc(run->module, run->at),
	};
	struct ptx_values *v = &run->values;
	const struct quasi *e = x->e;
	int bytes = ptx_type_bytes(type) * vector;

	a.field = field_of(run, x->base);
	if (a.field < 0)
		return -1;
	if (!e && k->field[a.field].is_shared &&
		!(run->base[x->base].gather.is_random &&
			run->base[x->base].bytes > 0)) {
		/* data decides which word: assumed free of conflicts */
		if (ptx_run_missing(run, x))
			return -1;
		ptx_run_note(run, NOTE_SHARED);
		run->base[x->base].is_gathered = true;
		e = any_word(run, &run->base[x->base], bytes, offset);
		a.data = x->node;
	} else if (!e) {
		if (!scatter(run, x, bytes, offset, &a))
			return -1;
	}
	if (e) {
		e = quasi_add(v->pool, e, quasi_constant(v->pool, offset));
		if (!e) {
			ptx_run_fail(run, "this address exceeds 2^63");
			return -1;
		}
		a.address = quasi_node(run, run->region, e);
	}
	if (is_store) {
		a.version = ++k->field[a.field].version;
		k->field[a.field].is_stored = true;
	} else {
		k->field[a.field].is_loaded = true;
	}
	k->access = memory_grow(k->access, (size_t) k->n_access, sizeof(a));
	run->accessed = memory_grow(run->accessed, (size_t) k->n_access,
		sizeof(*run->accessed));
	run->accessed[k->n_access] = (struct ptx_accessed) { e, bytes, vector,
		type, x->wide, run->stretch, k->field[a.field].version,
		run->at };
	k->access[k->n_access] = a;
	run->work[run->region].repeated += run->n_again > 0;
	return k->n_access++;
}

static uint64_t hash_load(const struct ptx_accessed *x, int field, int region)
{
	uint64_t hash = map_mix(quasi_hash(x->e), (int64_t) x->wide);

	hash = map_mix(map_mix(hash, field), region);
	return map_mix(map_mix(hash, x->bytes), x->stretch);
}

/* True if nothing changes what access "i" loads, or all that does is seen: the
 * threads of a block alone store to shared memory, behind barriers.  Where data
 * choose the word, its address is none that can be compared.
 */
static bool can_repeat(const struct ptx_run *run, int i)
{
	const struct kernel_access *a = &run->k->access[i];

	return run->accessed[i].e &&
		(a->is_constant ||
			(run->k->field[a->field].is_shared && a->data < 0 &&
				a->hint == HINT_NONE));
}

/* True if "y" is what "x" loads, or, of shared memory, has the same bytes. */
static bool is_same_load(const struct ptx_run *run, int x, int y)
{
	const struct ptx_accessed *a = &run->accessed[x];
	const struct ptx_accessed *b = &run->accessed[y];
	const struct kernel_access *load = &run->k->access[x];
	const struct kernel_access *other = &run->k->access[y];

	if (load->field != other->field || a->bytes != b->bytes ||
		a->wide != b->wide || a->stretch != b->stretch ||
		!quasi_equal(a->e, b->e))
		return false;
	return run->k->field[load->field].is_shared ?
		a->version == b->version && load->fence == other->fence :
		a->vector == b->vector;
}

/* The load before that gives what load "i" would: of the same address, as far as
 * the assembler can tell, in the same code or in code around it.  -1: none, or
 * something may have changed it since.
 */
static int find_loaded(const struct ptx_run *run, int i)
{
	const struct kernel_def *k = run->k;
	const struct kernel_access *a = &k->access[i];
	const struct ptx_accessed *x = &run->accessed[i];

	if (!can_repeat(run, i))
		return -1;
	for (int r = a->region; r >= 0; r = k->region[r].parent) {
		uint64_t hash = hash_load(x, a->field, r);
		size_t at = 0;
		int64_t j;

		while ((j = map_next(&run->loaded, hash, &at)) >= 0)
			if (k->access[j].region == r &&
				is_same_load(run, i, (int) j))
				return (int) j;
		if (k->region[r].kind == REGION_LOOP)
			break;
	}
	return -1;
}

/* A load that nothing changes: the one before that gives the same, or itself. */
static int load_once(struct ptx_run *run, int i)
{
	int before = i < 0 ? -1 : find_loaded(run, i);

	if (before >= 0) {
		--run->k->n_access;
		run->work[run->region].repeated -= run->n_again > 0;
		return before;
	}
	if (i >= 0 && can_repeat(run, i))
		map_add(&run->loaded,
			hash_load(&run->accessed[i], run->k->access[i].field,
				run->k->access[i].region),
			i);
	return i;
}

/* The type of one value; 128 bits are two words. */
static enum elem_type value_type(enum ptx_type type)
{
	return ptx_emit_type(type,
		ptx_type_bytes(type) > 8 ? 8 : ptx_type_bytes(type));
}

/* Bytes of a line of L1. */
#define LINE_B 128

/* True if data choose between two addresses of which one stands for both: a
 * lane takes one of them, and a line of L1 holds the other.
 */
static bool is_one_place(struct ptx_run *run, const struct ptx_value *x)
{
	const struct ptx_value *a = x->a, *b = x->b;
	const struct quasi *d = NULL;
	bool is_near;

	if (!ptx_cond_has_data(x->c))
		return false;
	if (a->kind == VALUE_IS_POINTER && b->kind == VALUE_IS_POINTER &&
		a->base == b->base && a->e && b->e)
		d = quasi_add(run->values.pool, a->e,
			quasi_scale(run->values.pool, b->e, -1));
	is_near = d && quasi_is_constant(d) && d->constant > -LINE_B &&
		d->constant < LINE_B;
	if (is_near)
		ptx_run_note(run, NOTE_CHOICE);
	return is_near;
}

static int load_node(struct ptx_run *run, const struct ptx_value *x,
	int64_t offset, enum ptx_type type, int vector)
{
	struct graph *g = &run->k->graph;
	const struct ptx_cond *c;
	int outer = run->region, a, b;

	if (x->kind == VALUE_IS_SELECT && is_one_place(run, x))
		return load_node(run, x->a, offset, type, vector);
	if (x->kind == VALUE_IS_SELECT) {
		c = ptx_taken(run, run->at, x->c, false);
		if (c->op == COND_TRUE || c->op == COND_FALSE)
			return load_node(run, c->op == COND_TRUE ? x->a : x->b,
				offset, type, vector);
		run->region = ptx_emit_region(run, outer, REGION_THEN, -1, c);
		a = load_node(run, x->a, offset, type, vector);
		run->region = ptx_emit_region(run, outer, REGION_THEN, -1,
			ptx_cond_not(&run->values, c));
		b = load_node(run, x->b, offset, type, vector);
		run->region = outer;
		return a >= 0 && b >= 0 ?
			graph_select(g, cond_node(run, outer, c), a, b) :
			a;
	}
	if (x->kind != VALUE_IS_POINTER) {
		ptx_run_fail(run, "this address has no base");
		return -1;
	}
	a = load_once(run, add_access(run, x, offset, type, vector, false, -1));
	return a < 0 ? -1 : graph_leaf(g, GRAPH_LOAD, a, value_type(type));
}

int ptx_emit_load(struct ptx_run *run, const struct ptx_value *address,
	int64_t offset, enum ptx_type type, int n)
{
	return run->emits && !run->failed ?
		load_node(run, address, offset, type, n) :
		-1;
}

static void store_node(struct ptx_run *run, const struct ptx_value *x,
	int64_t offset, enum ptx_type type, int vector, int value)
{
	const struct ptx_cond *c;
	int outer = run->region;

	if (x->kind == VALUE_IS_SELECT && is_one_place(run, x)) {
		store_node(run, x->a, offset, type, vector, value);
		return;
	}
	if (x->kind == VALUE_IS_SELECT) {
		c = ptx_taken(run, run->at, x->c, false);
		if (c->op == COND_TRUE || c->op == COND_FALSE) {
			store_node(run, c->op == COND_TRUE ? x->a : x->b,
				offset, type, vector, value);
			return;
		}
		run->region = ptx_emit_region(run, outer, REGION_THEN, -1, c);
		store_node(run, x->a, offset, type, vector, value);
		run->region = ptx_emit_region(run, outer, REGION_THEN, -1,
			ptx_cond_not(&run->values, c));
		store_node(run, x->b, offset, type, vector, value);
		run->region = outer;
		return;
	}
	if (x->kind != VALUE_IS_POINTER)
		ptx_run_fail(run, "this address has no base");
	else
		add_access(run, x, offset, type, vector, true, value);
}

void ptx_emit_store(struct ptx_run *run, const struct ptx_value *address,
	int64_t offset, enum ptx_type type, int n, int value)
{
	if (run->emits && !run->failed)
		store_node(run, address, offset, type, n, value);
}

/* ----------------------------------------------------------- operations */

/* The operation of two numbers; what is none of the four is a maximum, which
 * costs as much.
 */
static enum graph_op data_op(const struct ptx_opcode *op)
{
	switch (op ? op->code : CODE_UNKNOWN) {
	case CODE_ADD: return GRAPH_ADD;
	case CODE_SUB: return GRAPH_SUB;
	case CODE_MUL: return GRAPH_MUL;
	case CODE_DIV: return GRAPH_DIV;
	case CODE_MIN: return GRAPH_MIN;
	default: return GRAPH_MAX;
	}
}

/* Quotients and roots that are rounded have a slow path.  An approximation is
 * one instruction of the unit for special functions, as floor is.
 */
static int special_node(struct ptx_run *run, const struct ptx_opcode *op,
	const int node[3])
{
	const struct ptx_expansion *to = op->becomes;
	struct graph *g = &run->k->graph;

	if (to && to->chain != FUNCTION_rint)
		return graph_function(g, to->chain, node[0], node[1]);
	if (op->is_approx && node[1] < 0 && ptx_emit_is_scaled(op))
		return graph_function(g, FUNCTION_rsqrt, node[0], -1);
	if (op->is_approx)
		return graph_unary(g, GRAPH_FLOOR,
			node[1] < 0 ?
				node[0] :
				graph_binary(g, GRAPH_MUL, node[0], node[1]));
	if (op->code == CODE_DIV)
		return graph_binary(g, GRAPH_DIV, node[0],
			node[1] >= 0 ? node[1] : unknown_node(run));
	if (strncmp(op->text, "rcp", 3) == 0)
		return graph_binary(g, GRAPH_DIV, graph_int(g, 1), node[0]);
	return graph_unary(g, GRAPH_SQRT, node[0]);
}

int ptx_emit_data(struct ptx_run *run, const struct ptx_opcode *op,
	const int node[3])
{
	struct graph *g;
	int a = -1, n = 0;

	if (!run->emits)
		return -1;
	g = &run->k->graph;
	for (int i = 0; i < 3; ++i)
		n += node[i] >= 0;
	if (n == 0)
		return unknown_node(run);
	if (op && op->class == CLASS_SPECIAL && node[0] >= 0)
		return special_node(run, op, node);
	if (op && op->code == CODE_FMA && node[2] >= 0 && n > 1)
		return graph_binary(g, GRAPH_ADD,
			graph_binary(g, GRAPH_MUL,
				node[0] >= 0 ? node[0] : unknown_node(run),
				node[1] >= 0 ? node[1] : unknown_node(run)),
			node[2]);
	if (op &&
		(op->code == CODE_MOV || op->code == CODE_CVTA ||
			op->code == CODE_CVT))
		for (int i = 0; i < 3; ++i)
			if (node[i] >= 0)
				return node[i];
	if (op && op->code == CODE_NEG && node[0] >= 0)
		return graph_unary(g, GRAPH_NEG, node[0]);
	if (op && op->code == CODE_SELP && n == 3)
		return graph_select(g, node[2], node[0], node[1]);
	for (int i = 0; i < 3; ++i)
		if (node[i] >= 0)
			a = a < 0 ? node[i] :
				    graph_binary(g, data_op(op), a, node[i]);
	return n > 1 ? a : graph_binary(g, data_op(op), a, unknown_node(run));
}
