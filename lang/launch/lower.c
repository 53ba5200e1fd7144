/* Lowers a kernel under launch options to the engine's form: the domain, the
 * layout of fields and the launch.  The other files lower_*.c add accesses and
 * work.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/base/stack.h"
#include "lang/launch/lower_parts.h"

bool lower_fail_range(struct lowering *l, struct loc loc)
{
	return diag_error(l->env->diag, loc, NULL,
		"the addresses of '%s' exceed 2^63", l->k->name);
}

void lower_clear(struct kernel *kernel)
{
	for (int i = 0; i < 2; ++i) {
		if (kernel->side[i])
			lower_clear(kernel->side[i]);
		free(kernel->side[i]);
	}
	quasi_pool_free(kernel->pool);
	*kernel = (struct kernel) { 0 };
}

/* ------------------------------------------------------------- domain */

static bool check_domain(struct diag *diag, const struct kernel_def *k, int n,
	struct loc loc)
{
	if (n == k->dims)
		return true;
	return diag_error(diag, loc, NULL,
		"kernel '%s' has %d dimension%s, the domain has %d", k->name,
		k->dims, k->dims == 1 ? "" : "s", n);
}

/* The first field that is stored to, or loaded from, by threads of their own
 * cells: no bins, no sums.
 */
static const struct kernel_field *first_own(const struct kernel_def *k,
	bool is_store)
{
	for (int i = 0; i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];
		const struct kernel_field *f = &k->field[a->field];

		if (a->is_store == is_store && !a->is_atomic &&
			a->draw.scatter < 0 && !f->is_shared &&
			f->n_dim == k->dims)
			return f;
	}
	return NULL;
}

const struct kernel_field *lower_stored(const struct kernel_def *k)
{
	const struct kernel_field *own = first_own(k, true);
	const struct kernel_field *first = NULL;
	bool is_apart = true; /* all stores are atomic, or to drawn cells */

	for (int i = k->n_access - 1; i >= 0; --i) {
		const struct kernel_access *a = &k->access[i];

		if (!a->is_store || k->field[a->field].is_shared)
			continue;
		first = &k->field[a->field];
		is_apart = is_apart && (a->is_atomic || a->draw.scatter >= 0);
	}
	if (is_apart && first)
		own = first_own(k, false);
	return own ? own : first;
}

bool lower_own_extent(const struct kernel_def *k, int d, int64_t *extent)
{
	const struct kernel_field *f = lower_stored(k);

	if (k->domain[0] >= 0)
		return graph_is_int(&k->graph, k->domain[d], extent);
	if (!f || f->extent[0] < 0)
		return false;
	*extent = 1;
	return d >= f->n_dim ||
		graph_is_int(&k->graph, kernel_field_extent(f, d), extent);
}

bool lower_knows_domain(const struct kernel_def *k, const struct options *o)
{
	int64_t extent;

	for (int d = 0; d < k->dims; ++d)
		if (!lower_own_extent(k, d, &extent))
			return o->n_domain > 0 || o->n_session_domain > 0;
	return true;
}

/* The domain of "k": that of the options, of the kernel or the default. */
static bool find_domain(struct diag *diag, const struct kernel_def *k,
	const struct options *o, struct loc loc, int64_t domain[3])
{
	int i;

	kernel_default_domain(k->dims, domain);
	if (o->n_domain > 0) {
		memcpy(domain, o->domain, sizeof(o->domain));
		return check_domain(diag, k, o->n_domain, loc);
	}
	for (i = 0; i < k->dims && lower_own_extent(k, i, &domain[i]); ++i)
		if ((k->one_block >> i) & 1)
			domain[i] = i < o->n_block ? o->block[i] : 1;
	if (i == k->dims)
		return true;
	kernel_default_domain(k->dims, domain);
	if (o->n_session_domain > 0) {
		memcpy(domain, o->session_domain, sizeof(o->session_domain));
		return check_domain(diag, k, o->n_session_domain, loc);
	}
	return true;
}

/* ------------------------------------------------------------- fields */

/* True if a field is declared as large as the kernel's own domain.  It is then
 * resized with the domain that a question gives.
 */
static bool follows_domain(const struct lowering *l,
	const struct kernel_field *f)
{
	int64_t value;

	for (int d = 0; d < l->k->dims; ++d)
		if (d >= f->n_dim ||
			!graph_is_int(&l->k->graph, f->extent[d], &value) ||
			value != l->own[d])
			return false;
	return f->n_dim == l->k->dims && f->n_deep == 0;
}

int64_t lower_extent(struct lowering *l, const struct kernel_field *f, int d,
	bool *ok)
{
	int64_t value;

	if (d >= f->n_dim)
		return 1;
	if (f->extent[d] < 0 || follows_domain(l, f))
		return l->extent[d];
	*ok = *ok && kernel_int_at(l->k, f->extent[d], l->extent, &value) &&
		value > 0;
	return *ok ? value : 1;
}

enum elem_type lower_type(const struct lowering *l,
	const struct kernel_field *f)
{
	return f->type == TYPE_OPEN ? l->o->type : f->type;
}

/* The extents of the allocation, and the offset of the first cell in it. */
static bool lower_field(struct lowering *l, int i, struct field *field)
{
	const struct kernel_field *f = &l->k->field[i];
	int64_t size = 1, first = 0, stride = 1, pitch;
	bool ok = true, wrap = false;

	field->name = f->name;
	field->elem_B = type_bytes(lower_type(l, f));
	field->n_component = f->n_component > 0 ? f->n_component : 1;
	field->is_interleaved = f->is_aos;
	field->is_loaded = f->is_loaded;
	field->is_stored = f->is_stored;
	for (int d = 0; d < 3; ++d) {
		int64_t halo = d < f->n_dim ? f->halo[d] : 0, n, part;

		n = lower_extent(l, f, d, &ok);
		wrap |= __builtin_add_overflow(n, 2 * halo, &n);
		if (d == 0 && f->pitch >= 0) {
			ok = ok &&
				kernel_int_at(l->k, f->pitch, l->extent,
					&pitch) &&
				pitch > 0;
			if (ok && pitch < n && f->n_dim > 1)
				return diag_error(l->env->diag, l->loc, NULL,
					"the pitch of '%s' is shorter than "
					"its rows",
					f->name);
			if (ok)
				n = pitch > n ? pitch : n;
		}
		field->extent[d] = n;
		wrap |= __builtin_mul_overflow(halo, stride, &part);
		wrap |= __builtin_add_overflow(first, part, &first);
		wrap |= __builtin_mul_overflow(stride, n, &stride);
	}
	if (!ok)
		return diag_error(l->env->diag, l->loc, NULL,
			"the size of '%s' is not a positive whole number",
			f->name);
	size = stride;
	wrap |= __builtin_mul_overflow(size, field->n_component, &size);
	wrap |= __builtin_mul_overflow(size, field->elem_B, &size);
	if (f->is_aos)
		wrap |= __builtin_mul_overflow(first, field->n_component,
			&first);
	wrap |= __builtin_mul_overflow(first, field->elem_B, &first);
	if (wrap)
		return lower_fail_range(l, l->loc);
	field->size_B = size;
	field->base_B = ((f->align_B > 0 ? f->align_B % 4096 : 0) +
				l->o->offset % 4096 * field->elem_B +
				first % 4096) %
		4096;
	return true;
}

/* Who adds an access marks its field as loaded or stored, so every access to
 * global memory has its field here.
 */
static bool lower_fields(struct lowering *l)
{
	struct kernel *kernel = l->kernel;

	kernel->field = quasi_pool_alloc(l->pool,
		((size_t) l->k->n_field + 1) * sizeof(*kernel->field));
	if (!kernel->field)
		memory_failed();
	for (int i = 0; i < l->k->n_field; ++i) {
		const struct kernel_field *f = &l->k->field[i];

		l->field[i] = -1;
		if (f->is_shared || (!f->is_loaded && !f->is_stored))
			continue;
		if (!lower_field(l, i, &kernel->field[kernel->n_field]))
			return false;
		l->field[i] = kernel->n_field++;
	}
	return true;
}

/* --------------------------------------------------------------- whole */

bool lower_goes_on(struct lowering *l)
{
	return !eval_is_stopped(l->env->ev) ||
		eval_stopped(l->env->ev, l->env->diag, l->loc);
}

/* What the source allows a compiler to take (__launch_bounds__). */
static void limit_need(struct register_need *need, int most)
{
	int *const of[] = { &need->wanted, &need->least, &need->kept };

	for (int i = 0; most > 0 && i < 3; ++i)
		if (*of[i] > most)
			*of[i] = most;
}

/* Conditions of which nobody said how many lanes they hold for. */
static void note_open(struct lowering *l)
{
	struct kernel *kernel = l->kernel;
	bool is_open = false;

	for (int i = 0; i < l->k->n_access; ++i) {
		const struct kernel_access *a = &l->k->access[i];

		is_open = is_open ||
			(!l->k->field[a->field].is_shared &&
				!l->k->region[a->region].is_branch &&
				!lower_is_decided(l, a->region));
	}
	if (is_open && kernel->n_assumed < KERNEL_ASSUMED)
		kernel->assumed[kernel->n_assumed++] =
			"a condition depends on data: what it guards is "
			"counted for all lanes ('if p(share)' says for how "
			"many)";
}

static bool lower_all(struct lowering *l)
{
	struct kernel *kernel = l->kernel;
	double given = l->k->given[GIVEN_UPDATES];
	double updates = l->o->updates > 0 ? l->o->updates :
		given > 0		   ? given :
					     1;

	lower_trips(l);
	if (!lower_order(l) || !lower_loops(l) || !lower_fields(l) ||
		!lower_accesses(l))
		return false;
	lower_shared(l);
	if (!l->k->by_address)
		lower_kept(l);
	lower_work(l);
	lower_stalls(l);
	if (l->o->registers <= 0 || lower_has_window(l))
		kernel->need = lower_live(l);
	lower_chain(l);
	note_open(l);
	kernel->updates = lower_updates(l, updates);
	/* those of compiled code are what the compiler took */
	kernel->registers_given = l->o->registers > 0 ||
		(l->k->has_flow && l->k->given[GIVEN_REGISTERS] >= 1);
	kernel->registers = l->o->registers > 0 ?
		l->o->registers :
		l->k->given[GIVEN_REGISTERS] >= 1 ?
		(int) fmin(l->k->given[GIVEN_REGISTERS], 1024) :
		0;
	if (kernel->registers == 0)
		limit_need(&kernel->need, l->k->most_registers);
	else
		kernel->need = (struct register_need) { 0 };
	return l->o->grid == 0 || lower_persist(l);
}

/* Extents beyond the dimensions of the kernel must be 1. */
static bool check_shape(struct lowering *l, const char *what, int n,
	const int64_t extent[3])
{
	for (int d = l->k->dims; d < n; ++d)
		if (extent[d] > 1)
			return diag_error(l->env->diag, l->loc, NULL,
				"kernel '%s' has %d dimension%s, the %s has "
				"%d",
				l->k->name, l->k->dims,
				l->k->dims == 1 ? "" : "s", what, n);
	return true;
}

/* A thread of a folded launch has several cells, but one place of an array
 * that is indexed by threads.  An address says itself what it covers.
 */
static bool check_fold(struct lowering *l, int64_t cells)
{
	for (int i = 0; cells > 1 && !l->k->by_address && i < l->k->n_field;
		++i) {
		if (!l->k->field[i].is_shared)
			continue;
		diag_error(l->env->diag, l->loc, NULL,
			"'%s' cannot be folded: all cells of a thread would "
			"use the same elements of shared '%s'",
			l->k->name, l->k->field[i].name);
		diag_note(l->env->diag,
			"write the cells of a thread in the kernel, with a "
			"loop");
		return false;
	}
	return true;
}

static bool check_apart(struct lowering *l)
{
	const struct options *o = l->o;

	for (int d = 0; d < 3; ++d) {
		if (!options_is_apart(o, d))
			continue;
		if (o->order.kind != ORDER_ROWS || o->grid > 0)
			return diag_error(l->env->diag, l->loc, NULL,
				"cells that lie a block apart need order = "
				"rows and no grid");
		if (o->counting == COUNTING_CLOSED)
			return diag_error(l->env->diag, l->loc, NULL,
				"there is no closed form for interleaved "
				"cells: leave out counting = closed");
	}
	return true;
}

/* What the kernel states of its spills holds for its own registers. */
static double spilled_B(const struct lowering *l)
{
	const double *given = l->k->given;
	bool is_own = l->o->registers <= 0 ||
		(double) l->o->registers == given[GIVEN_REGISTERS];

	return l->o->spilled_B > 0		   ? (double) l->o->spilled_B :
		is_own && given[GIVEN_SPILLED] > 0 ? given[GIVEN_SPILLED] :
						     0;
}

bool lower_launch(struct lowering *l)
{
	const struct options *o = l->o;
	int64_t cells = 1, extent[3], fold[3];
	char why[256];

	if (!check_shape(l, "block", o->n_block, o->block) ||
		!check_shape(l, "fold", o->n_fold, o->fold))
		return false;
	for (int d = 0; d < 3; ++d)
		if (__builtin_mul_overflow(cells, o->fold[d], &cells) ||
			cells > 256)
			return diag_error(l->env->diag, l->loc, NULL,
				"a thread computes at most 256 cells");
	if (!check_fold(l, cells))
		return false;
	memcpy(l->fold, o->fold, sizeof(l->fold));
	if (!lower_order_launch(l, extent, fold))
		return false;
	if (!launch_init(l->launch, extent, o->block, fold, why))
		return diag_error(l->env->diag, l->loc, NULL, "%s", why);
	if (!check_apart(l))
		return false;
	for (int d = 0; d < 3; ++d)
		l->launch->apart[d] = options_is_apart(o, d);
	l->launch->dynamic_shared_B = o->shared_B;
	l->launch->spilled_B = spilled_B(l);
	l->launch->has_clusters = l->order.kind == ORDER_CLUSTERS;
	l->launch->cache_is_cold = o->is_cold;
	l->launch->model = o->model;
	l->launch->counting = o->counting;
	l->launch->divergence = o->divergence;
	l->launch->loads = o->loads;
	l->launch->requests = o->requests;
	l->launch->operations = l->env->isl_operations;
	l->launch->is_stopped = eval_is_stopped;
	l->launch->user = l->env->ev;
	return true;
}

struct lower_env lower_env(struct eval *ev)
{
	return (struct lower_env) {
		.diag = ev->diag,
		.isl_operations = ev->budget.isl_operations,
		.ev = ev,
	};
}

bool lower_kernel(const struct lower_env *env, const struct kernel_def *k,
	const struct options *o, struct loc loc, struct kernel *kernel,
	struct launch *launch)
{
	return lower_kernel_without(env, k, o, -1, loc, kernel, launch);
}

static struct kernel_def *definition(const struct lower_env *env,
	const struct kernel_def *k, const struct options *o, struct loc loc,
	enum kernel_side side)
{
	int64_t domain[3];

	if (!find_domain(env->diag, k, o, loc, domain))
		return NULL;
	return k->maker->at_launch(k, o->block, domain, side, env->diag,
		env->ev);
}

struct kernel_def *lower_definition(const struct lower_env *env,
	const struct kernel_def *k, const struct options *o, struct loc loc)
{
	return definition(env, k, o, loc, SIDE_OPEN);
}

/* Cells that lie a block apart: where blocks reach over the edge, each thread
 * has some cells inside of the domain and some beyond it.  The engine's domain
 * has whole blocks then, and each cell is guarded.
 */
static void set_domain(struct lowering *l)
{
	for (int d = 0; d < 3; ++d) {
		int64_t whole = l->launch->grid[d] * l->launch->block[d] *
			l->o->fold[d];

		l->kernel->domain[d] = l->extent[d];
		if (!options_is_apart(l->o, d))
			continue;
		l->kernel->domain[d] = whole;
		l->kernel->beyond[d] = whole - l->extent[d];
	}
}

static bool lower_definite(const struct lower_env *env,
	const struct kernel_def *k, const struct options *o, int without,
	struct loc loc, struct kernel *kernel, struct launch *launch)
{
	struct lowering l = {
		.env = env,
		.k = k,
		.o = o,
		.loc = loc,
		.without = without,
		.kernel = kernel,
		.launch = launch,
	};
	size_t n = (size_t) k->graph.n_node + 1;
	struct options own = *o;
	bool ok;

	*kernel = (struct kernel) {
		.name = k->name,
		.dims = k->dims,
		.n_assumed = k->n_assumed,
	};
	memcpy(kernel->assumed, k->assumed, sizeof(kernel->assumed));
	own.n_domain = 0;
	if (!stack_has(STACK_ESTIMATE_B))
		return stack_is_short(env->diag, loc);
	if (!find_domain(env->diag, k, o, loc, l.extent) ||
		!find_domain(env->diag, k,
			o->n_domain > 0 && k->dims == o->n_domain ? &own : o,
			loc, l.own) ||
		!lower_launch(&l))
		return false;
	set_domain(&l);
	memcpy(l.extent + 3, launch->block, sizeof(launch->block));
	l.pool = kernel->pool = quasi_pool_new();
	kernel->is_stated = l.k->has_flow;
	if (!l.pool)
		memory_failed();
	l.needed = memory_new(n);
	l.drawn = memory_new(n);
	l.node = memory_new(n * sizeof(*l.node));
	l.predicate = memory_new(
		((size_t) k->n_region + 1) * sizeof(*l.predicate));
	l.share = memory_new(((size_t) k->n_region + 1) * sizeof(*l.share));
	l.chance = memory_new(((size_t) k->n_region + 1) * sizeof(*l.chance));
	l.has_predicate = memory_new((size_t) k->n_region + 1);
	l.field = memory_new(((size_t) k->n_field + 1) * sizeof(int));
	ok = lower_all(&l);
	free(l.needed);
	free(l.drawn);
	free(l.node);
	free(l.predicate);
	free(l.share);
	free(l.chance);
	free(l.has_predicate);
	free(l.field);
	free(l.place);
	free(l.trip);
	free(l.quotient);
	map_clear(&l.parts);
	if (!ok)
		lower_clear(kernel);
	return ok;
}

static const char *keep_text(struct kernel *kernel, const char *text)
{
	size_t n = strlen(text) + 1;
	char *copy = quasi_pool_alloc(kernel->pool, n);

	if (!copy)
		memory_failed();
	return memcpy(copy, text, n);
}

/* Names move to the pool of the lowered kernel, which outlives "k". */
static void keep_names(struct kernel *kernel, const char *name)
{
	kernel->name = name;
	for (int i = 0; i < kernel->n_field; ++i)
		kernel->field[i].name = keep_text(kernel,
			kernel->field[i].name);
	for (int i = 0; i < kernel->n_assumed; ++i)
		kernel->assumed[i] = keep_text(kernel, kernel->assumed[i]);
}

/* What the kernel is where data decide all open branches alike.  A side that
 * cannot be lowered is left out.
 */
static void lower_sides(const struct lower_env *env, const struct kernel_def *k,
	const struct options *o, int without, struct loc loc,
	struct kernel *kernel)
{
	struct diag ignored = { 0 };
	struct lower_env own = *env;
	struct launch launch;

	own.diag = &ignored;
	for (int i = 0; i < 2; ++i) {
		struct kernel_def *made = definition(&own, k, o, loc,
			i == 0 ? SIDE_NONE : SIDE_ALL);

		kernel->side[i] = made ? memory_new(sizeof(*kernel)) : NULL;
		if (made &&
			lower_definite(&own, made, o, without, loc,
				kernel->side[i], &launch)) {
			keep_names(kernel->side[i], k->name);
		} else {
			free(kernel->side[i]);
			kernel->side[i] = NULL;
		}
		if (made)
			kernel_drop(made);
	}
	diag_clear(&ignored);
}

bool lower_kernel_without(const struct lower_env *env,
	const struct kernel_def *k, const struct options *o, int without,
	struct loc loc, struct kernel *kernel, struct launch *launch)
{
	struct kernel_def *made;
	bool ok;

	if (!k->maker)
		return lower_definite(env, k, o, without, loc, kernel, launch);
	*kernel = (struct kernel) { .name = k->name };
	made = lower_definition(env, k, o, loc);
	if (!made)
		return false;
	ok = lower_definite(env, made, o, without, loc, kernel, launch);
	if (ok)
		keep_names(kernel, k->name);
	if (ok && made->has_open_branches)
		lower_sides(env, k, o, without, loc, kernel);
	kernel_drop(made);
	return ok;
}
