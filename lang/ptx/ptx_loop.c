/* Loops: induction variables, trip counts, values after the last trip.
 *
 * See ptx_run.h for the idea.  A loop that is not affine is unrolled if it ends
 * on known numbers.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/ptx/ptx_frame.h"

/* Trips of a loop that is not affine and is unrolled instead. */
#define RUN_UNROLL 1024
/* Loops with a pointer or index that is not affine are unrolled up to this. */
#define RUN_UNROLL_SMALL 64
/* Loops inside each other that are tried: each runs what is in it a few times
 * to find its steps.
 */
#define RUN_NESTED 8

/* ---------------------------------------------------------------- loops */

struct looping {
	int l, header;
	enum quasi_var var;
	const struct ptx_value **first; /* by multi: before the loop */
	const struct ptx_value **guess; /* at the start of trip t */
	enum carry *carry;
	int64_t *step;
	bool *is_index; /* by multi: a first trip makes it a number again */
	bool *is_taken; /* by multi: data that steps as a number would */
	bool *is_moved; /* by multi: data that a trip adds "move" to */
	int64_t *move;
	bool lost_number; /* an index or pointer is not affine */
};

/* A number, a place of a field, or a choice of these. */
static bool is_number(const struct ptx_value *x)
{
	if (x && x->kind == VALUE_IS_SELECT)
		return is_number(x->a) && is_number(x->b);
	return x &&
		(x->kind == VALUE_IS_INT ||
			(x->kind == VALUE_IS_POINTER && x->e));
}

static bool is_chosen_by_data(const struct ptx_value *x)
{
	return x->kind == VALUE_IS_SELECT &&
		(ptx_cond_has_data(x->c) || is_chosen_by_data(x->a) ||
			is_chosen_by_data(x->b));
}

/* y - x, if that is a constant */
static bool difference(struct ptx_run *run, const struct ptx_value *x,
	const struct ptx_value *y, int64_t *step)
{
	const struct quasi *d;
	int64_t other;

	if (!is_number(x) || !is_number(y) || x->kind != y->kind ||
		(x->kind == VALUE_IS_POINTER && x->base != y->base))
		return false;
	if (x->kind == VALUE_IS_SELECT)
		return ptx_cond_equal(x->c, y->c) &&
			difference(run, x->a, y->a, step) &&
			difference(run, x->b, y->b, &other) && *step == other;
	d = quasi_add(run->values.pool, y->e,
		quasi_scale(run->values.pool, x->e, -1));
	if (!d || !quasi_is_constant(d))
		return false;
	*step = d->constant;
	return true;
}

/* x + step * t */
static const struct ptx_value *stepped(struct ptx_run *run,
	const struct ptx_value *x, int64_t step, enum quasi_var var)
{
	struct ptx_values *v = &run->values;
	const struct quasi *t;

	if (step == 0)
		return x;
	t = quasi_scale(v->pool, quasi_variable(v->pool, var), step);
	if (x->kind == VALUE_IS_SELECT)
		return t ? ptx_value_add(v, x, ptx_value_quasi(v, t), 1) : NULL;
	t = quasi_add(v->pool, x->e, t);
	if (!t)
		return NULL;
	return ptx_value_widened(v,
		x->kind == VALUE_IS_POINTER ? ptx_value_pointer(v, x->base, t) :
					      ptx_value_quasi(v, t),
		x->wide);
}

/* What a trip adds to the number that data are taken to be. */
static bool taken_difference(struct ptx_run *run, const struct ptx_value *x,
	const struct ptx_value *y, int64_t *step)
{
	return x && y && x->taken && y->taken &&
		difference(run, x->taken, y->taken, step);
}

/* What is known of a register of trip t that changes in no affine way. */
static const struct ptx_value *opaque(struct ptx_run *run,
	const struct looping *p, int m, int node)
{
	const struct ptx_value *first = p->first[m];
	const struct ptx_value *x = ptx_frame_opaque(run, p->carry[m], first,
		node);

	if (p->is_moved[m])
		x = ptx_form_stepped(&run->values, x, first, p->move[m],
			p->var);
	return p->is_taken[m] ?
		ptx_value_taken(&run->values, x,
			stepped(run, first->taken, p->step[m], p->var)) :
		x;
}

/* The value that register "m" has after a trip: what the ends of the back
 * edges give; NULL if they differ.
 */
static const struct ptx_value *after_trip(const struct ptx_frame *f,
	const struct looping *p, int m)
{
	const struct ptx_block *h = ptx_frame_of(f, p->header);
	const struct ptx_value *x = NULL, *y;

	for (int i = 0; i < h->n_pred; ++i) {
		int b = h->pred[i];

		if (b < p->header || !f->reached[b])
			continue;
		y = f->out[(size_t) b * (size_t) f->code->n_multi + (size_t) m];
		if (x && y && !ptx_value_equal(x, y))
			return NULL;
		x = y ? y : x;
	}
	return x;
}

static void set_header(struct ptx_frame *f, const struct ptx_value **values)
{
	size_t n = (size_t) f->code->n_multi;

	if (n > 0)
		memcpy(f->now, values, n * sizeof(*f->now));
}

/* One trip of the loop; the header starts from f->now. */
static void run_trip(struct ptx_run *run, struct ptx_frame *f,
	const struct looping *p, const struct ptx_value **values)
{
	const struct ptx_flow *flow = f->code->flow;

	set_header(f, values);
	for (int i = 1; i < flow->loop[p->l].n_block; ++i)
		f->reached[flow->loop[p->l].block[i]] = false;
	ptx_frame_run(run, f, p->l);
}

/* Finds what trips do to the registers: see ptx_run.h. */
static void find_steps(struct ptx_run *run, struct ptx_frame *f,
	struct looping *p)
{
	int n = f->code->n_multi;
	const char *in_loop = f->code->in_loop + (size_t) p->l * (size_t) n;
	bool changed = true;

	run_trip(run, f, p, p->first);
	for (int m = 0; m < n; ++m) {
		p->carry[m] = CARRY_NOT;
		p->guess[m] = p->first[m];
		if (!in_loop[m] || !p->first[m] ||
			p->first[m]->kind == VALUE_IS_UNSET)
			continue;
		p->is_index[m] = is_number(after_trip(f, p, m)) &&
			!is_chosen_by_data(after_trip(f, p, m));
		p->carry[m] = difference(run, p->first[m], after_trip(f, p, m),
				      &p->step[m]) ?
			CARRY_STEP :
			p->first[m]->kind == VALUE_IS_POINTER ? CARRY_POINTER :
								CARRY_DATA;
		p->is_taken[m] = p->carry[m] == CARRY_DATA &&
			taken_difference(run, p->first[m], after_trip(f, p, m),
				&p->step[m]);
		p->is_moved[m] = p->carry[m] > CARRY_STEP &&
			ptx_form_step(&run->values, p->first[m],
				after_trip(f, p, m), &p->move[m]);
	}
	while (changed && !run->failed) {
		changed = false;
		for (int m = 0; m < n; ++m) {
			if (p->carry[m] == CARRY_NOT)
				continue;
			p->guess[m] = p->carry[m] == CARRY_STEP ?
				stepped(run, p->first[m], p->step[m], p->var) :
				NULL;
			if (!p->guess[m])
				p->guess[m] = opaque(run, p, m, -1);
		}
		run_trip(run, f, p, p->guess);
		for (int m = 0; m < n; ++m) {
			const struct ptx_value *x = after_trip(f, p, m);
			int64_t step;

			if (p->carry[m] == CARRY_POINTER &&
				(!x || x->kind != VALUE_IS_POINTER ||
					x->base != p->first[m]->base)) {
				p->carry[m] = CARRY_DATA;
				changed = true;
			}
			if (p->is_moved[m] &&
				(!ptx_form_step(&run->values, p->guess[m], x,
					 &step) ||
					step != p->move[m])) {
				p->is_moved[m] = false;
				changed = true;
			}
			if (p->is_taken[m] &&
				(!taken_difference(run, p->guess[m], x,
					 &step) ||
					step != p->step[m])) {
				p->is_taken[m] = false;
				changed = true;
			}
			if (p->carry[m] != CARRY_STEP ||
				(difference(run, p->guess[m], x, &step) &&
					step == p->step[m]))
				continue;
			p->carry[m] = p->first[m]->kind == VALUE_IS_POINTER ?
				CARRY_POINTER :
				CARRY_DATA;
			changed = true;
		}
	}
	for (int m = 0; m < n; ++m)
		p->lost_number |= p->carry[m] > CARRY_STEP &&
			is_number(p->first[m]) && p->is_index[m];
}

/* The first t >= 0 at which the exit condition "c" holds, as an expression;
 * NULL if that is not known.  *never: it never holds.
 */
static const struct quasi *first_trip(struct ptx_run *run,
	const struct ptx_cond *c, enum quasi_var var, bool *never)
{
	struct quasi_pool *pool = run->values.pool;
	bool is_not = c->op == COND_NOT;
	const struct quasi *rest;
	struct quasi *a;
	int64_t b;

	*never = c->op == COND_FALSE;
	if (c->op == COND_TRUE)
		return quasi_constant(pool, 0);
	if (is_not)
		c = c->a;
	if ((c->op != COND_GE && c->op != COND_EQ) ||
		(is_not && c->op == COND_GE))
		return NULL;
	b = c->e->coef[var];
	a = quasi_pool_alloc(pool, sizeof(*a));
	if (!a)
		memory_failed();
	*a = *c->e;
	a->coef[var] = 0;
	if (ptx_value_uses(a, var))
		return NULL;
	if (is_not) {
		/* a + b t != 0: at once, or after the first trip */
		if (b == 0 || !quasi_is_constant(a))
			return NULL;
		return quasi_constant(pool, a->constant == 0);
	}
	if (c->op == COND_EQ) {
		/* a + b t == 0 */
		if (b == 0)
			return NULL;
		rest = b < 0 ? a : quasi_scale(pool, a, -1);
		b = b < 0 ? -b : b;
		if (quasi_is_constant(rest) &&
			(rest->constant < 0 || rest->constant % b != 0)) {
			*never = true;
			return NULL;
		}
		return quasi_floor(pool, rest, b);
	}
	/* a + b t >= 0 */
	if (b <= 0) {
		*never = quasi_is_constant(a) && a->constant < 0;
		return NULL;
	}
	rest = quasi_add(pool, quasi_scale(pool, a, -1),
		quasi_constant(pool, b - 1));
	return quasi_floor(pool, rest, b);
}

/* An exit at a + b t == 0 as one at a + b t >= 0, with b > 0, which stays true
 * after the trip that leaves.
 */
static const struct ptx_cond *from_then_on(struct ptx_run *run,
	const struct ptx_cond *c, enum quasi_var var)
{
	const struct quasi *e = c->e;

	if (c->op != COND_EQ || e->coef[var] == 0)
		return c;
	if (e->coef[var] < 0)
		e = quasi_scale(run->values.pool, e, -1);
	return e ? ptx_cond_ge(&run->values, e) : c;
}

struct leaving {
	int from;		   /* block */
	const struct ptx_cond *at; /* condition that trip t leaves */
	const struct quasi *trip;  /* the last trip */
	bool is_top; /* tested before the body, by a header without accesses */
};

static bool has_access(const struct ptx_run *run, const struct ptx_frame *f,
	int b)
{
	const struct ptx_block *block = ptx_frame_of(f, b);

	for (int i = block->first; i < block->end; ++i) {
		const struct ptx_opcode *op =
			&run->module->opcode[f->code->f->instruction[i].opcode];

		if ((op->class == CLASS_MEMORY && op->space != SPACE_PARAM) ||
			op->code == CODE_CALL)
			return true;
	}
	return false;
}

/* True if block "b" runs in every trip. */
static bool is_every_trip(const struct ptx_frame *f, const struct looping *p,
	int b)
{
	for (; b != p->header && b > 0; b = f->parent[b])
		if (f->rel[b]->op != COND_TRUE)
			return false;
	return true;
}

/* Finds the exit that is counted: the one with the fewest trips.  False if
 * there is none; *data: some exit depends on data.
 */
static bool find_exit(struct ptx_run *run, struct ptx_frame *f,
	struct looping *p, struct leaving *best, bool *data)
{
	const struct ptx_flow *flow = f->code->flow;
	int n_never = 0, n_exit = 0;

	*best = (struct leaving) { .from = -1 };
	*data = false;
	for (int i = 0; i < flow->loop[p->l].n_block; ++i) {
		int b = flow->loop[p->l].block[i];
		const struct ptx_block *block = &flow->block[b];

		for (int j = 0; j < block->n_succ && f->reached[b]; ++j) {
			int to = block->succ[j].to;
			struct leaving e = { .from = b };
			bool never;

			if (to < flow->n_block && ptx_flow_has(flow, p->l, to))
				continue;
			if (block->loop != p->l) {
				*data = true; /* out of an inner loop */
				continue;
			}
			++n_exit;
			e.at = block->succ[j].branch < 0 ?
				&ptx_cond_true :
				block->succ[j].is_jump ?
				f->jump[b] :
				ptx_cond_not(&run->values, f->jump[b]);
			if (!is_every_trip(f, p, b) ||
				ptx_cond_has_data(e.at)) {
				*data = true;
				continue;
			}
			e.trip = first_trip(run, e.at, p->var, &never);
			n_never += never;
			if (!e.trip) {
				*data |= !never;
				continue;
			}
			e.at = from_then_on(run, e.at, p->var);
			e.is_top = b == p->header &&
				flow->loop[p->l].n_block > 1 &&
				!has_access(run, f, b);
			if (best->from < 0 ||
				(quasi_is_constant(e.trip) &&
					(!quasi_is_constant(best->trip) ||
						e.trip->constant <
							best->trip->constant)))
				*best = e;
		}
	}
	if (best->from < 0 && n_exit > 0 && n_never == n_exit && !*data)
		ptx_run_fail(run, "this loop never ends");
	return best->from >= 0;
}

/* ------------------------------------------------- values after the loop */

static const struct ptx_value *after_loop(struct ptx_run *run,
	const struct looping *p, int loop, const struct quasi *last,
	const struct ptx_value *x)
{
	const struct ptx_value *y;
	struct ptx_value *data;

	if (!x || x->kind == VALUE_IS_UNSET)
		return x;
	if (x->taken)
		x = ptx_value_taken(&run->values, x,
			last ? ptx_value_replace(&run->values, x->taken, p->var,
				       last) :
			       NULL);
	/* a loop without a trip is none of the kernel */
	if (x->kind == VALUE_IS_DATA && loop < 0)
		return x;
	if (x->kind != VALUE_IS_DATA) {
		y = last ? ptx_value_replace(&run->values, x, p->var, last) :
			   NULL;
		if (y)
			return y;
	}
	data = quasi_pool_alloc(run->values.pool, sizeof(*data));
	if (!data)
		memory_failed();
	*data = *x;
	data->kind = VALUE_IS_DATA;
	data->node = -1;
	data->negative = NULL; /* it may depend on the trip, ... */
	data->root = NULL;     /* ... and so may what is added */
	if (x->kind != VALUE_IS_DATA) {
		data->made_by = NULL;
		data->from = NULL;
		data->lo = 1;
		data->hi = 0;
	}
	if (run->emits)
		data->node = x->kind == VALUE_IS_DATA && x->node >= 0 ?
			graph_result(&run->k->graph, loop, x->node) :
			ptx_emit_data(run, NULL, (int[3]) { -1, -1, -1 });
	return data;
}

struct leaving_registers {
	struct ptx_run *run;
	struct ptx_frame *f;
	const struct looping *p;
	int loop;
	const struct quasi *last;
};

static void leave_register(void *user, int reg)
{
	struct leaving_registers *s = user;

	if (s->f->code->multi[reg] < 0)
		s->f->value[reg] = after_loop(s->run, s->p, s->loop, s->last,
			s->f->value[reg]);
}

/* Registers keep the value of the last trip. */
static void leave_loop(struct ptx_run *run, struct ptx_frame *f,
	const struct looping *p, int loop, const struct quasi *last)
{
	const struct ptx_flow *flow = f->code->flow;
	struct leaving_registers s = { run, f, p, loop, last };
	size_t n = (size_t) f->code->n_multi;

	for (int i = 0; i < flow->loop[p->l].n_block; ++i) {
		int b = flow->loop[p->l].block[i];
		const struct ptx_block *block = &flow->block[b];
		bool leaves = false;

		for (int j = block->first; j < block->end; ++j) {
			const struct ptx_instruction *inst =
				&f->code->f->instruction[j];

			if (inst->n_operand > 0 &&
				ptx_frame_sets(
					&run->module->opcode[inst->opcode]))
				ptx_frame_each(f->code, ptx_operand(inst, 0),
					leave_register, &s);
		}
		for (int j = 0; j < block->n_succ; ++j)
			leaves |= block->succ[j].to >= flow->n_block ||
				!ptx_flow_has(flow, p->l, block->succ[j].to);
		for (size_t m = 0; leaves && m < n; ++m)
			f->out[(size_t) b * n + m] = after_loop(run, p, loop,
				last, f->out[(size_t) b * n + m]);
	}
}

/* ----------------------------------------------------- running the loop */

/* Carried data: nodes of the graph that one trip passes to the next. */
static void carry_data(struct ptx_run *run, const struct ptx_frame *f,
	struct looping *p, int loop, int *slot)
{
	struct kernel_def *k = run->k;

	for (int m = 0; m < f->code->n_multi; ++m) {
		const struct ptx_value *x = p->first[m];
		int first, node = -1;

		slot[m] = -1;
		if (p->carry[m] != CARRY_DATA && p->carry[m] != CARRY_POINTER)
			continue;
		if (run->emits) {
			first = !is_number(x) && x->node >= 0 &&
					(x->kind == VALUE_IS_DATA ||
						x->kind == VALUE_IS_POINTER) ?
				x->node :
				ptx_emit_data(run, NULL,
					(int[3]) { -1, -1, -1 });
			k->carried = memory_grow(k->carried,
				(size_t) k->n_carried, sizeof(*k->carried));
			k->carried[k->n_carried] = (struct kernel_carried) {
				loop, first, first, -1
			};
			slot[m] = k->n_carried;
			node = graph_carried(&k->graph, loop, k->n_carried++,
				k->graph.node[first].type);
		}
		p->guess[m] = opaque(run, p, m, node);
	}
}

static void close_data(struct ptx_run *run, const struct ptx_frame *f,
	const struct looping *p, const int *slot)
{
	for (int m = 0; run->emits && m < f->code->n_multi; ++m) {
		const struct ptx_value *x;

		if (slot[m] < 0)
			continue;
		x = after_trip(f, p, m);
		if (x && !is_number(x) && x->node >= 0 &&
			(x->kind == VALUE_IS_DATA ||
				x->kind == VALUE_IS_POINTER))
			run->k->carried[slot[m]].next = x->node;
	}
}

/* Unrolls a loop: each trip runs on its own values.  Returns the trips; -1 if
 * it does not end within "most".
 */
static int64_t unroll(struct ptx_run *run, struct ptx_frame *f,
	struct looping *p, int64_t most)
{
	const struct ptx_flow *flow = f->code->flow;
	size_t n = (size_t) f->code->n_multi;
	const struct ptx_value **now = memory_new((n + 1) * sizeof(*now));
	int64_t trips = 0, joined = f->code->shape[p->l].joined;
	bool ends = false, is_known = true;

	if (n > 0)
		memcpy(now, p->first, n * sizeof(*now));
	while (!ends && is_known && trips < most && !run->failed) {
		if (trips % joined == 0)
			++run->stretch;
		run->n_again += trips >= joined;
		run_trip(run, f, p, now);
		run->n_again -= trips >= joined;
		++trips;
		for (int i = 0; i < flow->loop[p->l].n_block; ++i) {
			int b = flow->loop[p->l].block[i];
			const struct ptx_block *block = &flow->block[b];

			for (int j = 0; j < block->n_succ && f->reached[b] &&
				block->loop == p->l;
				++j) {
				const struct ptx_cond *c;
				int to = block->succ[j].to;

				if (to < flow->n_block &&
					ptx_flow_has(flow, p->l, to))
					continue;
				c = ptx_frame_edge(run, f, b, to);
				ends |= c->op == COND_TRUE &&
					is_every_trip(f, p, b);
				is_known &= c->op == COND_TRUE ||
					c->op == COND_FALSE;
			}
		}
		for (size_t m = 0; m < n && !ends; ++m) {
			const struct ptx_value *x = after_trip(f, p, (int) m);

			if (x)
				now[m] = x;
		}
	}
	++run->stretch;
	free(now);
	return ends ? trips : -1;
}

/* A trial: runs, but emits nothing.  Trials within trials stay trials. */
static bool begin_trial(struct ptx_run *run)
{
	bool emits = run->emits;

	run->emits = false;
	return emits;
}

/* Unrolls the loop if it ends on numbers that are known. */
static bool try_unroll(struct ptx_run *run, struct ptx_frame *f,
	struct looping *p, int64_t most)
{
	bool emits = begin_trial(run);
	int64_t trips;
	int region = f->region[p->header];

	f->region[p->header] = f->outside[p->header];
	trips = unroll(run, f, p, most);
	run->emits = emits;
	if (trips >= 0 && run->emits)
		unroll(run, f, p, trips + 1);
	if (trips < 0)
		f->region[p->header] = region;
	return trips >= 0;
}

/* The condition that a thread still runs in trip t, if threads leave at
 * different trips; NULL if all leave together.
 */
static const struct ptx_cond *still_runs(struct ptx_run *run,
	const struct looping *p, const struct leaving *e)
{
	struct ptx_values *v = &run->values;
	const struct quasi *t = quasi_variable(v->pool, p->var);
	const struct quasi *before = quasi_add(v->pool, t,
		quasi_constant(v->pool, -1));
	const struct ptx_value *x = ptx_value_cond(v, ptx_cond_not(v, e->at));
	const struct ptx_value *at, *start;
	int64_t lo = v->lo[p->var], hi = v->hi[p->var];

	if (quasi_is_constant(e->trip))
		return NULL;
	v->lo[p->var] = -1;
	at = e->is_top ? x : ptx_value_replace(v, x, p->var, before);
	start = ptx_value_replace(v, x, p->var,
		quasi_constant(v->pool, e->is_top ? 0 : -1));
	v->lo[p->var] = lo;
	v->hi[p->var] = hi;
	if (!at || !start)
		return ptx_cond_data(v, -1, NULL);
	if (e->is_top || start->c->op == COND_TRUE)
		return at->c;
	return ptx_cond_both(v, COND_OR, at->c, ptx_cond_eq(v, t));
}

/* Runs the loop as a loop of the kernel, once its registers and its exit are
 * known.
 */
static void run_counted(struct ptx_run *run, struct ptx_frame *f,
	struct looping *p, const struct leaving *e)
{
	struct ptx_values *v = &run->values;
	int n = f->code->n_multi, loop = -1, region = f->outside[p->header];
	int *slot = memory_new(((size_t) n + 1) * sizeof(int));
	const struct ptx_value *trip = ptx_value_quasi(v, e->trip);
	const struct quasi *last = e->trip;
	const struct ptx_cond *runs;
	int64_t trips, lo, hi;

	/* trials have left what holds in a block of the loop */
	ptx_frame_know(run, f, p->header);
	ptx_value_range(v, trip, &lo, &hi);
	trips = hi + !e->is_top;
	if (lo < 0)
		last = quasi_max(v->pool, last, quasi_constant(v->pool, 0));
	if (trips < 1)
		trips = e->is_top ? 0 : 1;
	v->lo[p->var] = 0;
	v->hi[p->var] = trips > 0 ? trips - 1 : 0;
	runs = still_runs(run, p, e);
	if (run->emits && trips > 0) {
		loop = run->k->n_loop;
		region = ptx_emit_loop(run, region, trips,
			&f->code->shape[p->l]);
	}
	if (runs && trips > 0)
		region = ptx_emit_region(run, region, REGION_THEN, -1, runs);
	for (int m = 0; m < n; ++m)
		if (p->carry[m] == CARRY_STEP)
			p->guess[m] = stepped(run, p->first[m], p->step[m],
				p->var);
	if (trips > 0)
		carry_data(run, f, p, loop, slot);
	f->region[p->header] = region;
	++run->depth;
	if (trips > 0) {
		run_trip(run, f, p, p->guess);
		close_data(run, f, p, slot);
	} else {
		/* only the test runs, and leaves */
		set_header(f, p->first);
		for (int i = 1; i < f->code->flow->loop[p->l].n_block; ++i)
			f->reached[f->code->flow->loop[p->l].block[i]] = false;
		ptx_frame_block(run, f, p->header);
		last = quasi_constant(v->pool, 0);
	}
	--run->depth;
	/* the counter of a test before the body is one ahead of the trips */
	if (e->is_top)
		v->hi[p->var] = trips;
	leave_loop(run, f, p, loop, last);
	v->lo[p->var] = v->hi[p->var] = 0;
	free(slot);
}

static void fail_nested(struct ptx_run *run, const struct ptx_frame *f,
	int header, int most)
{
	run->at = &f->code->f->instruction[ptx_frame_of(f, header)->first];
	ptx_run_fail(run, "this loop has more than %d loops around it",
		most - 1);
}

/* Trips are found on trial with a counter of which only the sign is known. */
#define TRIAL_TRIPS ((int64_t) 1 << 31)

static void count_loop(struct ptx_run *run, struct ptx_frame *f,
	struct looping *p)
{
	struct ptx_values *v = &run->values;
	bool emits, data = false, ok = false, is_open;
	struct leaving e = { .from = -1 };
	int64_t lo, hi;

	if (run->depth < QUASI_LOOPS) {
		p->var = (enum quasi_var)(VAR_LOOP0 + run->depth);
		emits = begin_trial(run);
		++run->depth;
		v->lo[p->var] = 0;
		v->hi[p->var] = TRIAL_TRIPS;
		find_steps(run, f, p);
		ok = !run->failed && find_exit(run, f, p, &e, &data);
		v->lo[p->var] = v->hi[p->var] = 0;
		--run->depth;
		run->emits = emits;
	}
	if (run->failed)
		return;
	if (ok && p->lost_number && quasi_is_constant(e.trip) &&
		e.trip->constant < RUN_UNROLL_SMALL &&
		try_unroll(run, f, p, RUN_UNROLL_SMALL + 1))
		return;
	if (ok) {
		ptx_value_range(v, ptx_value_quasi(v, e.trip), &lo, &hi);
		if (hi >= TRIAL_TRIPS)
			ok = false;
	}
	if (!ok && try_unroll(run, f, p, RUN_UNROLL))
		return;
	if (run->failed)
		return;
	if (!ok && run->depth >= QUASI_LOOPS) {
		fail_nested(run, f, p->header, QUASI_LOOPS);
		return;
	}
	run->at = &f->code->f->instruction[ptx_frame_of(f, p->header)->first];
	/* on trial the loops around have no bounds yet, which may decide this
	 * one: it is asked again when they have
	 */
	is_open = !ok && run->args->trips == 0 && !run->emits && run->depth > 0;
	if (!ok && run->args->trips == 0 && !is_open) {
		for (int i = 0; i < f->code->flow->loop[p->l].n_block; ++i) {
			int b = f->code->flow->loop[p->l].block[i];
			const struct ptx_instruction *last =
				&f->code->f
					 ->instruction[ptx_frame_of(f, b)->end -
						 1];

			if (f->reached[b] && last->guard >= 0 &&
				ptx_run_missing(run,
					ptx_run_get(run, f, last->guard)))
				return;
		}
		ptx_run_fail(run,
			"how often this loop runs is not an affine function "
			"of the arguments, or depends on data or on how far "
			"apart two pointers are");
		diag_note(run->diag,
			"say how often it runs on average, as in trips = 100");
		return;
	}
	if (!ok) {
		e.from = p->header;
		e.at = &ptx_cond_false;
		e.trip = quasi_constant(v->pool,
			is_open ? 0 : run->args->trips - 1);
		e.is_top = false;
		if (!is_open) {
			run->n_open += run->emits;
			ptx_run_note(run,
				run->n_open > 1 ? NOTE_EACH : NOTE_TRIPS);
		}
	} else if (data) {
		ptx_run_note(run, NOTE_EXIT);
	}
	run_counted(run, f, p, &e);
}

void ptx_loop_run(struct ptx_run *run, struct ptx_frame *f, int l)
{
	size_t n = (size_t) f->code->n_multi + 1;
	struct looping p = {
		.l = l,
		.header = f->code->flow->loop[l].header,
		.first = memory_new(n * sizeof(*p.first)),
		.guess = memory_new(n * sizeof(*p.guess)),
		.carry = memory_new(n * sizeof(*p.carry)),
		.step = memory_new(n * sizeof(*p.step)),
		.is_index = memory_new(n * sizeof(*p.is_index)),
		.is_taken = memory_new(n * sizeof(*p.is_taken)),
		.is_moved = memory_new(n * sizeof(*p.is_moved)),
		.move = memory_new(n * sizeof(*p.move)),
	};

	if (n > 1)
		memcpy(p.first, f->now, (n - 1) * sizeof(*p.first));
	f->outside[p.header] = f->region[p.header];
	if (f->code->flow->loop[l].depth < RUN_NESTED)
		count_loop(run, f, &p);
	else
		fail_nested(run, f, p.header, RUN_NESTED);
	free(p.first);
	free(p.guess);
	free(p.carry);
	free(p.step);
	free(p.is_index);
	free(p.is_taken);
	free(p.is_moved);
	free(p.move);
}
