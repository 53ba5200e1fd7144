/* Symbolic execution: frames, blocks under the conditions of their paths,
 * loops with induction variables, calls.
 */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/integer.h"
#include "lang/base/memory.h"
#include "lang/ptx/ptx_run.h"
#include "lang/ptx/ptx_words.h"

/* Instructions that one execution may run, trials included. */
#define RUN_STEPS 20000000
/* Bytes that its values may take. */
#define RUN_BYTES ((size_t) 512 << 20)
/* Blocks times registers that are assigned more than once. */
#define RUN_TABLE 8000000
/* Trips of a loop that is not affine and is unrolled instead. */
#define RUN_UNROLL 1024
/* Loops with a pointer or index that is not affine are unrolled up to this. */
#define RUN_UNROLL_SMALL 64
#define RUN_CALLS	 16
#define RUN_KNOWN	 32

/* What is the same for all executions of a function. */
struct ptx_body {
	const struct ptx_function *f;
	struct ptx_flow *flow;
	int n_reg, n_multi;
	int *reg;      /* by name; -1: no register */
	int *multi;    /* by register: number among those with several
			  assignments; -1 */
	char *in_loop; /* [loop * n_multi + multi]: assigned in it */
	double *words; /* machine instructions, by instruction */
};

struct ptx_frame {
	const struct ptx_body *code;
	struct ptx_frame *caller;
	const struct ptx_value **value; /* by register with one assignment */
	const struct ptx_value **now;	/* by multi, in the running block */
	const struct ptx_value **out;	/* [block * n_multi + multi] */
	const struct ptx_cond **rel;	/* of blocks, relative to "parent" */
	const struct ptx_cond **jump;	/* of blocks: that the branch jumps */
	int *parent;			/* of blocks: the block before */
	int *region;			/* of blocks */
	int *outside;			/* of headers: region of the loop */
	bool *reached;
	int root; /* region of the call */
};

static const struct ptx_value unset = { .kind = VALUE_IS_UNSET };

/* --------------------------------------------------------------- errors */

bool ptx_run_fail(struct ptx_run *run, const char *fmt, ...)
{
	char text[256];
	va_list args;

	if (run->failed)
		return false;
	run->failed = true;
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	return diag_error(run->diag,
		run->at ? ptx_loc(run->module, run->at) :
			  (struct loc) { run->module->source,
				  run->function->begin, run->function->end },
		NULL, "%s", text);
}

static int line_of(const struct ptx_run *run, const struct ptx_instruction *i)
{
	int line, col;

	source_position(run->module->source, i->begin, &line, &col);
	return line;
}

/* Instructions of a chain that are named. */
#define CHAIN 6

void ptx_run_explain(struct ptx_run *run, const struct ptx_value *x)
{
	int n = 0;

	for (; x; x = x->from) {
		if (x->missing) {
			diag_note(run->diag,
				"it depends on argument '%s', which must be "
				"given: %s = ...",
				run->base[x->missing - 1].title,
				run->base[x->missing - 1].title);
			return;
		}
		if (x->made_by && n++ < CHAIN)
			diag_note(run->diag, "it depends on %s in line %d",
				run->module->opcode[x->made_by->opcode].text,
				line_of(run, x->made_by));
	}
}

void ptx_run_note(struct ptx_run *run, enum ptx_note note)
{
	if (run->emits && !run->note[note])
		run->note[note] = run->at;
}

bool ptx_run_missing(struct ptx_run *run, const struct ptx_value *x)
{
	for (; x; x = x->from)
		if (x->missing) {
			ptx_run_fail(run,
				"argument '%s' must be given: %s = "
				"...",
				run->base[x->missing - 1].title,
				run->base[x->missing - 1].title);
			return true;
		}
	return false;
}

/* ------------------------------------------------------------ functions */

static void free_code(struct ptx_body *c)
{
	if (!c)
		return;
	ptx_flow_free(c->flow);
	free(c->reg);
	free(c->multi);
	free(c->in_loop);
	free(c->words);
	free(c);
}

/* Calls visit(number of the register) for each register that "inst" sets. */
static void each_result(const struct ptx_body *c, const struct ptx_operand *o,
	void (*visit)(void *user, int reg), void *user)
{
	if (o->kind == OPERAND_LIST)
		for (int i = 0; i < o->n_sub; ++i)
			each_result(c, &o->sub[i], visit, user);
	if (o->kind != OPERAND_NAME && o->kind != OPERAND_PAIR)
		return;
	if (c->reg[o->name] >= 0)
		visit(user, c->reg[o->name]);
	if (o->kind == OPERAND_PAIR && c->reg[o->other] >= 0)
		visit(user, c->reg[o->other]);
}

static bool has_result(const struct ptx_opcode *op)
{
	switch (op->code) {
	case CODE_ST:
	case CODE_RED:
	case CODE_BRA:
	case CODE_BRX:
	case CODE_RET:
	case CODE_EXIT:
	case CODE_TRAP:
	case CODE_CALL:
	case CODE_BAR:
	case CODE_FENCE:
	case CODE_CP_ASYNC: return false;
	default: return true;
	}
}

static void name_register(struct ptx_body *c, const struct ptx_module *m,
	const struct ptx_operand *o)
{
	for (int i = 0; i < o->n_sub && o->kind == OPERAND_LIST; ++i)
		name_register(c, m, &o->sub[i]);
	if (o->kind != OPERAND_NAME && o->kind != OPERAND_PAIR)
		return;
	if (strcmp(m->name[o->name], "_") != 0 && c->reg[o->name] < 0)
		c->reg[o->name] = c->n_reg++;
	if (o->kind == OPERAND_PAIR && c->reg[o->other] < 0 &&
		strcmp(m->name[o->other], "_") != 0)
		c->reg[o->other] = c->n_reg++;
}

struct counting {
	struct ptx_body *c;
	int *n;
	int loop; /* innermost */
};

static void count_result(void *user, int reg)
{
	struct counting *k = user;

	++k->n[reg];
}

static void mark_result(void *user, int reg)
{
	struct counting *k = user;
	int m = k->c->multi[reg];

	for (int l = k->loop; m >= 0 && l >= 0; l = k->c->flow->loop[l].parent)
		k->c->in_loop[(size_t) l * (size_t) k->c->n_multi +
			(size_t) m] = 1;
}

static void each_assignment(struct ptx_run *run, struct counting *k,
	void (*visit)(void *user, int reg))
{
	const struct ptx_flow *flow = k->c->flow;
	const struct ptx_function *f = k->c->f;

	for (int b = 0; b < flow->n_block; ++b)
		for (int i = flow->block[b].first; i < flow->block[b].end;
			++i) {
			const struct ptx_instruction *inst = &f->instruction[i];

			k->loop = flow->block[b].loop;
			if (inst->n_operand == 0 ||
				!has_result(&run->module->opcode[inst->opcode]))
				continue;
			each_result(k->c, &inst->operand[0], visit, k);
			/* a guarded assignment keeps the old value */
			if (inst->guard >= 0)
				each_result(k->c, &inst->operand[0], visit, k);
		}
}

static bool prepare(struct ptx_run *run, struct ptx_body *c)
{
	const struct ptx_function *f = c->f;
	struct counting k = { .c = c };
	double table;

	c->flow = ptx_flow_of(run->module, f, run->diag);
	if (!c->flow) {
		run->failed = true;
		return false;
	}
	c->reg = memory_new(((size_t) run->module->n_name + 1) * sizeof(int));
	for (int i = 0; i < run->module->n_name; ++i)
		c->reg[i] = -1;
	for (int i = 0; i < f->n_instruction; ++i) {
		const struct ptx_instruction *inst = &f->instruction[i];

		if (inst->n_operand > 0 &&
			has_result(&run->module->opcode[inst->opcode]))
			name_register(c, run->module, &inst->operand[0]);
	}
	c->words = ptx_words_of(run->module, f, c->flow, c->n_reg, c->reg);
	k.n = memory_new(((size_t) c->n_reg + 1) * sizeof(int));
	c->multi = memory_new(((size_t) c->n_reg + 1) * sizeof(int));
	each_assignment(run, &k, count_result);
	for (int i = 0; i < c->n_reg; ++i)
		c->multi[i] = k.n[i] > 1 ? c->n_multi++ : -1;
	free(k.n);
	table = (double) (c->flow->n_block + c->flow->n_loop + 2) *
		(c->n_multi + 1);
	if (table > RUN_TABLE)
		return ptx_run_fail(run,
			"this function has too many registers that are "
			"assigned more than once (%d in %d blocks)",
			c->n_multi, c->flow->n_block);
	c->in_loop = memory_new(
		((size_t) c->flow->n_loop + 1) * ((size_t) c->n_multi + 1));
	each_assignment(run, &k, mark_result);
	return true;
}

static const struct ptx_body *code_of(struct ptx_run *run,
	const struct ptx_function *f)
{
	size_t i = (size_t) (f - run->module->function);

	if (!run->code[i]) {
		run->code[i] = memory_new(sizeof(**run->code));
		run->code[i]->f = f;
		prepare(run, run->code[i]);
	}
	return run->failed ? NULL : run->code[i];
}

/* ------------------------------------------------------------ registers */

const struct ptx_value *ptx_run_get(struct ptx_run *run,
	struct ptx_frame *frame, int name)
{
	int reg = frame->code->reg[name];
	const struct ptx_value *x;

	(void) run;
	if (reg < 0)
		return &unset;
	x = frame->code->multi[reg] >= 0 ? frame->now[frame->code->multi[reg]] :
					   frame->value[reg];
	return x ? x : &unset;
}

void ptx_run_set(struct ptx_run *run, struct ptx_frame *frame, int name,
	const struct ptx_value *x)
{
	int reg = frame->code->reg[name];

	(void) run;
	if (reg < 0)
		return;
	if (frame->code->multi[reg] >= 0)
		frame->now[frame->code->multi[reg]] = x;
	else
		frame->value[reg] = x;
}

const struct ptx_value *ptx_run_passed(const struct ptx_run *run, int name,
	int64_t offset)
{
	for (int i = run->n_passed - 1; i >= 0 && i >= run->n_passed - 512; --i)
		if (run->passed[i].name == name &&
			run->passed[i].offset == offset)
			return run->passed[i].value;
	return NULL;
}

void ptx_run_pass(struct ptx_run *run, int name, int64_t offset,
	const struct ptx_value *x)
{
	run->passed = memory_grow(run->passed, (size_t) run->n_passed,
		sizeof(*run->passed));
	run->passed[run->n_passed++] = (struct ptx_passed) { name, offset, x };
}

/* --------------------------------------------------------------- blocks */

static const struct ptx_block *block_of(const struct ptx_frame *f, int b)
{
	return &f->code->flow->block[b];
}

/* "b", or the header of the outermost loop around it that is over when "at"
 * runs.
 */
static int lift(const struct ptx_frame *f, int b, int at)
{
	const struct ptx_flow *flow = f->code->flow;
	int l = flow->block[b].loop, best = b;

	for (; l >= 0 && !ptx_flow_has(flow, l, at); l = flow->loop[l].parent)
		best = flow->loop[l].header;
	return best;
}

/* The condition that control goes from block "p" to block "b". */
static const struct ptx_cond *edge_condition(struct ptx_run *run,
	const struct ptx_frame *f, int p, int b)
{
	const struct ptx_block *block = block_of(f, p);
	const struct ptx_cond *all = &ptx_cond_false;

	for (int i = 0; i < block->n_succ; ++i) {
		const struct ptx_edge *e = &block->succ[i];
		const struct ptx_cond *c = &ptx_cond_true;

		if (e->to != b)
			continue;
		if (e->branch >= 0)
			c = e->is_jump ? f->jump[p] :
					 ptx_cond_not(&run->values, f->jump[p]);
		all = ptx_cond_both(&run->values, COND_OR, all, c);
	}
	return all;
}

/* True if all edges out of loop "l" lead to the same block. */
static bool has_one_end(const struct ptx_flow *flow, int l)
{
	int to = -1;

	for (int i = 0; i < flow->loop[l].n_block; ++i) {
		const struct ptx_block *b =
			&flow->block[flow->loop[l].block[i]];

		for (int j = 0; j < b->n_succ; ++j) {
			int t = b->succ[j].to;

			if (t < flow->n_block && ptx_flow_has(flow, l, t))
				continue;
			if (to >= 0 && to != t)
				return false;
			to = t;
		}
	}
	return true;
}

/* The condition of the way from block "from", a dominator, through "p" to
 * "b".
 */
static const struct ptx_cond *path_condition(struct ptx_run *run,
	const struct ptx_frame *f, int from, int p, int b)
{
	int at = lift(f, p, b);
	const struct ptx_cond *c;

	if (block_of(f, p)->loop < 0 ||
		ptx_flow_has(f->code->flow, block_of(f, p)->loop, b))
		c = edge_condition(run, f, p, b);
	else
		c = has_one_end(f->code->flow, block_of(f, at)->loop) ?
			&ptx_cond_true :
			ptx_cond_data(&run->values, -1);
	for (; at != from && at > 0; at = f->parent[at]) {
		c = ptx_cond_both(&run->values, COND_AND, f->rel[at], c);
		if (++run->steps > RUN_STEPS)
			break;
	}
	return c;
}

/* True if control may come from "p" to "b": not a back edge. */
static bool is_entered(const struct ptx_frame *f, int p, int b)
{
	return p < b && f->reached[p];
}

/* Finds whether, under which condition and in which region block "b" runs. */
static void enter_block(struct ptx_run *run, struct ptx_frame *f, int b)
{
	const struct ptx_flow *flow = f->code->flow;
	const struct ptx_block *block = &flow->block[b];
	const struct ptx_cond *c = &ptx_cond_false;
	int parent, region;

	f->reached[b] = false;
	if (b == 0) {
		f->reached[0] = true;
		f->rel[0] = &ptx_cond_true;
		f->region[0] = f->root;
		f->parent[0] = -1;
		return;
	}
	parent = lift(f, block->idom, b);
	f->parent[b] = parent;
	for (int i = 0; i < block->n_pred; ++i)
		f->reached[b] |= is_entered(f, block->pred[i], b);
	if (!f->reached[b])
		return;
	if (ptx_flow_follows(flow, b, parent))
		c = &ptx_cond_true;
	for (int i = 0; c->op != COND_TRUE && i < block->n_pred; ++i)
		if (is_entered(f, block->pred[i], b))
			c = ptx_cond_both(&run->values, COND_OR, c,
				path_condition(run, f, parent, block->pred[i],
					b));
	f->rel[b] = c;
	f->reached[b] = c->op != COND_FALSE;
	region = flow->block[parent].loop >= 0 &&
			!ptx_flow_has(flow, flow->block[parent].loop, b) ?
		f->outside[parent] :
		f->region[parent];
	if (c->op != COND_TRUE && f->reached[b]) {
		if (ptx_cond_has_data(c))
			ptx_run_note(run, NOTE_BRANCH);
		region = ptx_emit_region(run, region, REGION_THEN, -1, c);
	}
	f->region[b] = region;
}

static void know(struct ptx_values *v, const struct ptx_cond *c)
{
	if (v->n_known >= RUN_KNOWN)
		return;
	if (c->op == COND_AND) {
		know(v, c->a);
		know(v, c->b);
	} else if (c->op == COND_GE) {
		v->known[v->n_known++] = c;
	}
}

/* The conditions that hold in block "b", the nearest first. */
static void find_known(struct ptx_run *run, const struct ptx_frame *f, int b)
{
	run->values.n_known = 0;
	for (const struct ptx_frame *at = f; at; at = at->caller) {
		for (int n = 0; b >= 0 && n < 4 * RUN_KNOWN; ++n) {
			know(&run->values, at->rel[b]);
			b = at->parent[b];
		}
		if (!at->caller)
			break;
		b = -1;
	}
}

/* The value of several paths. */
static const struct ptx_value *merge(struct ptx_run *run,
	const struct ptx_cond *c, const struct ptx_value *x,
	const struct ptx_value *y)
{
	const struct ptx_value *z = NULL;
	struct ptx_value *data;

	if (!y || y->kind == VALUE_IS_UNSET || ptx_value_equal(x, y))
		return x;
	if (x->kind == VALUE_IS_UNSET)
		return y;
	if (x->kind != VALUE_IS_DATA && y->kind != VALUE_IS_DATA &&
		!ptx_cond_has_data(c))
		z = ptx_value_select(&run->values, c, x, y);
	if (z)
		return z;
	data = quasi_pool_alloc(run->values.pool, sizeof(*data));
	if (!data)
		memory_failed();
	*data = (struct ptx_value) {
		.kind = VALUE_IS_DATA,
		.node = -1,
		.lo = 1,
		.made_by = x->made_by,
		.from = x->from ? x->from : y->from,
		.missing = x->missing ? x->missing : y->missing,
	};
	if (run->emits) {
		struct graph *g = &run->k->graph;
		int a = x->kind == VALUE_IS_DATA ? x->node : -1;
		int b = y->kind == VALUE_IS_DATA ? y->node : -1;

		if (a < 0 || b < 0)
			data->node = a < 0 ? b : a;
		else
			data->node = graph_select(g, ptx_emit_cond(run, c), a,
				b);
	}
	return data;
}

/* The values of registers at the start of block "b"; "entry": without the back
 * edges of its loop.
 */
static void merge_registers(struct ptx_run *run, struct ptx_frame *f, int b)
{
	const struct ptx_block *block = block_of(f, b);
	int n = f->code->n_multi;
	bool is_first = true;

	if (n == 0)
		return;
	if (b == 0) {
		memset(f->now, 0, (size_t) n * sizeof(*f->now));
		return;
	}
	for (int i = 0; i < block->n_pred; ++i) {
		int p = block->pred[i];
		const struct ptx_value **out = f->out + (size_t) p * (size_t) n;
		const struct ptx_cond *c = NULL;

		if (!is_entered(f, p, b))
			continue;
		if (is_first) {
			memcpy(f->now, out, (size_t) n * sizeof(*f->now));
			is_first = false;
			continue;
		}
		for (int m = 0; m < n; ++m) {
			if (f->now[m] == out[m] || !out[m])
				continue;
			if (!f->now[m]) {
				f->now[m] = out[m];
				continue;
			}
			if (!c)
				c = path_condition(run, f, f->parent[b], p, b);
			if (c->op == COND_FALSE)
				break;
			f->now[m] = merge(run, c, out[m], f->now[m]);
		}
	}
}

static bool goes_on(struct ptx_run *run, int n)
{
	run->steps += n;
	if (run->failed)
		return false;
	if (run->steps > RUN_STEPS)
		return ptx_run_fail(run,
			"this kernel takes more than %d steps to understand",
			RUN_STEPS);
	if (run->is_stopped && run->is_stopped(run->user)) {
		run->failed = true;
		return diag_error(run->diag, (struct loc) { 0 }, NULL,
			"stopped");
	}
	if (quasi_pool_bytes(run->values.pool) > RUN_BYTES)
		return ptx_run_fail(run,
			"this kernel takes more than %d MiB to understand",
			(int) (RUN_BYTES >> 20));
	return true;
}

/* Runs the instructions of a block that was entered. */
static void run_block(struct ptx_run *run, struct ptx_frame *f, int b)
{
	const struct ptx_block *block = block_of(f, b);
	const struct ptx_instruction *inst = f->code->f->instruction;
	size_t n = (size_t) f->code->n_multi;
	int last = block->end - 1;

	if (!goes_on(run, block->end - block->first))
		return;
	find_known(run, f, b);
	run->region = f->region[b];
	for (int i = block->first; i < block->end && !run->failed; ++i) {
		ptx_emit_work(run, &run->module->opcode[inst[i].opcode],
			f->code->words[i]);
		ptx_step(run, f, &inst[i]);
	}
	f->jump[b] = ptx_step_guard(run, f, &inst[last]);
	if (n > 0)
		memcpy(f->out + (size_t) b * n, f->now, n * sizeof(*f->now));
}

static void run_loop(struct ptx_run *run, struct ptx_frame *f, int l);

/* Runs the blocks of loop "l", or of the function if it is -1, that are not in
 * inner loops; those run as a whole.  The header of "l" has been entered.
 */
static void run_blocks(struct ptx_run *run, struct ptx_frame *f, int l)
{
	const struct ptx_flow *flow = f->code->flow;
	int n = l < 0 ? flow->n_block : flow->loop[l].n_block;

	for (int i = 0; i < n && !run->failed; ++i) {
		int b = l < 0 ? i : flow->loop[l].block[i];
		int own = flow->block[b].loop;

		if (own != l &&
			!(flow->loop[own].header == b &&
				flow->loop[own].parent == l))
			continue;
		if (l < 0 || i > 0) {
			enter_block(run, f, b);
			if (!f->reached[b])
				continue;
			merge_registers(run, f, b);
		}
		if (own != l)
			run_loop(run, f, own);
		else
			run_block(run, f, b);
	}
}

/* ---------------------------------------------------------------- loops */

enum carry {
	CARRY_NOT, /* the loop does not assign it */
	CARRY_STEP,
	CARRY_DATA
};

struct looping {
	int l, header;
	enum quasi_var var;
	const struct ptx_value **first; /* by multi: before the loop */
	const struct ptx_value **guess; /* at the start of trip t */
	enum carry *carry;
	int64_t *step;
	bool lost_number; /* an index or pointer is not affine */
};

static bool is_number(const struct ptx_value *x)
{
	return x &&
		(x->kind == VALUE_IS_INT ||
			(x->kind == VALUE_IS_POINTER && x->e));
}

/* y - x, if that is a constant */
static bool difference(struct ptx_run *run, const struct ptx_value *x,
	const struct ptx_value *y, int64_t *step)
{
	const struct quasi *d;

	if (!is_number(x) || !is_number(y) || x->kind != y->kind ||
		(x->kind == VALUE_IS_POINTER && x->base != y->base))
		return false;
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
	t = quasi_add(v->pool, x->e, t);
	if (!t)
		return NULL;
	return x->kind == VALUE_IS_POINTER ? ptx_value_pointer(v, x->base, t) :
					     ptx_value_quasi(v, t);
}

/* The value that register "m" has after a trip: what the ends of the back
 * edges give; NULL if they differ.
 */
static const struct ptx_value *after_trip(const struct ptx_frame *f,
	const struct looping *p, int m)
{
	const struct ptx_block *h = block_of(f, p->header);
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
	run_blocks(run, f, p->l);
}

/* Finds what trips do to the registers: see ptx_run.h. */
static void find_steps(struct ptx_run *run, struct ptx_frame *f,
	struct looping *p)
{
	int n = f->code->n_multi;
	const char *in_loop = f->code->in_loop + (size_t) p->l * (size_t) n;
	struct ptx_value *data = quasi_pool_alloc(run->values.pool,
		sizeof(*data));
	bool changed = true;

	if (!data)
		memory_failed();
	*data = (struct ptx_value) { .kind = VALUE_IS_DATA,
		.node = -1,
		.lo = 1 };
	run_trip(run, f, p, p->first);
	for (int m = 0; m < n; ++m) {
		p->carry[m] = CARRY_NOT;
		p->guess[m] = p->first[m];
		if (!in_loop[m] || !p->first[m] ||
			p->first[m]->kind == VALUE_IS_UNSET)
			continue;
		p->carry[m] = difference(run, p->first[m], after_trip(f, p, m),
				      &p->step[m]) ?
			CARRY_STEP :
			CARRY_DATA;
	}
	while (changed && !run->failed) {
		changed = false;
		for (int m = 0; m < n; ++m) {
			if (p->carry[m] == CARRY_NOT)
				continue;
			p->guess[m] = p->carry[m] == CARRY_DATA ?
				data :
				stepped(run, p->first[m], p->step[m], p->var);
			if (!p->guess[m])
				p->guess[m] = data;
		}
		run_trip(run, f, p, p->guess);
		for (int m = 0; m < n; ++m) {
			int64_t step;

			if (p->carry[m] != CARRY_STEP)
				continue;
			if (difference(run, p->guess[m], after_trip(f, p, m),
				    &step) &&
				step == p->step[m])
				continue;
			p->carry[m] = CARRY_DATA;
			changed = true;
		}
	}
	for (int m = 0; m < n; ++m)
		p->lost_number |= p->carry[m] == CARRY_DATA &&
			is_number(p->first[m]);
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

struct leaving {
	int from;		   /* block */
	const struct ptx_cond *at; /* condition that trip t leaves */
	const struct quasi *trip;  /* the last trip */
	bool is_top; /* tested before the body, by a header without accesses */
};

static bool has_access(const struct ptx_run *run, const struct ptx_frame *f,
	int b)
{
	const struct ptx_block *block = block_of(f, b);

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
				has_result(&run->module->opcode[inst->opcode]))
				each_result(f->code, &inst->operand[0],
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
		struct ptx_value *x;
		int first;

		slot[m] = -1;
		if (p->carry[m] != CARRY_DATA)
			continue;
		x = quasi_pool_alloc(run->values.pool, sizeof(*x));
		if (!x)
			memory_failed();
		*x = (struct ptx_value) {
			.kind = VALUE_IS_DATA,
			.node = -1,
			.lo = 1,
			.made_by = p->first[m]->made_by,
			.from = p->first[m]->kind == VALUE_IS_DATA ?
				p->first[m]->from :
				NULL,
		};
		p->guess[m] = x;
		if (!run->emits)
			continue;
		first = p->first[m]->kind == VALUE_IS_DATA &&
				p->first[m]->node >= 0 ?
			p->first[m]->node :
			ptx_emit_data(run, NULL, (int[3]) { -1, -1, -1 });
		k->carried = memory_grow(k->carried, (size_t) k->n_carried,
			sizeof(*k->carried));
		k->carried[k->n_carried] = (struct kernel_carried) { loop,
			first, first };
		slot[m] = k->n_carried;
		x->node = graph_carried(&k->graph, loop, k->n_carried++,
			k->graph.node[first].type);
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
		if (x && x->kind == VALUE_IS_DATA && x->node >= 0)
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
	int64_t trips = 0;
	bool ends = false, is_known = true;

	if (n > 0)
		memcpy(now, p->first, n * sizeof(*now));
	while (!ends && is_known && trips < most && !run->failed) {
		run_trip(run, f, p, now);
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
				c = edge_condition(run, f, b, to);
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
		return ptx_cond_data(v, -1);
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
		region = ptx_emit_loop(run, region, trips);
	}
	if (runs && trips > 0)
		region = ptx_emit_region(run, region, REGION_THEN, -1, runs);
	for (int m = 0; m < n; ++m)
		if (p->carry[m] == CARRY_STEP)
			p->guess[m] = stepped(run, p->first[m], p->step[m],
				p->var);
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
		run_block(run, f, p->header);
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

/* Trips are found on trial with a counter of which only the sign is known. */
#define TRIAL_TRIPS ((int64_t) 1 << 31)

static void count_loop(struct ptx_run *run, struct ptx_frame *f,
	struct looping *p)
{
	struct ptx_values *v = &run->values;
	bool emits, data = false, ok = false;
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
		ptx_run_fail(run, "more than %d nested loops", QUASI_LOOPS);
		return;
	}
	run->at = &f->code->f->instruction[block_of(f, p->header)->first];
	if (!ok && run->args->trips == 0) {
		for (int i = 0; i < f->code->flow->loop[p->l].n_block; ++i) {
			int b = f->code->flow->loop[p->l].block[i];
			const struct ptx_instruction *last =
				&f->code->f
					 ->instruction[block_of(f, b)->end - 1];

			if (f->reached[b] && last->guard >= 0 &&
				ptx_run_missing(run,
					ptx_run_get(run, f, last->guard)))
				return;
		}
		ptx_run_fail(run,
			"how often this loop runs is not an affine function "
			"of the arguments, or depends on data");
		diag_note(run->diag,
			"say how often it runs on average, as in trips = 100");
		return;
	}
	if (!ok) {
		e.from = p->header;
		e.at = &ptx_cond_false;
		e.trip = quasi_constant(v->pool, run->args->trips - 1);
		e.is_top = false;
		ptx_run_note(run, NOTE_TRIPS);
	} else if (data) {
		ptx_run_note(run, NOTE_EXIT);
	}
	run_counted(run, f, p, &e);
}

static void run_loop(struct ptx_run *run, struct ptx_frame *f, int l)
{
	size_t n = (size_t) f->code->n_multi + 1;
	struct looping p = {
		.l = l,
		.header = f->code->flow->loop[l].header,
		.first = memory_new(n * sizeof(*p.first)),
		.guess = memory_new(n * sizeof(*p.guess)),
		.carry = memory_new(n * sizeof(*p.carry)),
		.step = memory_new(n * sizeof(*p.step)),
	};

	if (n > 1)
		memcpy(p.first, f->now, (n - 1) * sizeof(*p.first));
	f->outside[p.header] = f->region[p.header];
	count_loop(run, f, &p);
	free(p.first);
	free(p.guess);
	free(p.carry);
	free(p.step);
}

/* ---------------------------------------------------------------- calls */

static void run_frame(struct ptx_run *run, const struct ptx_function *fn,
	struct ptx_frame *caller)
{
	const struct ptx_body *c = code_of(run, fn);
	struct ptx_frame f = { .code = c, .caller = caller };
	size_t blocks, multi;

	if (!c)
		return;
	blocks = (size_t) c->flow->n_block + 1;
	multi = (size_t) c->n_multi + 1;
	f.root = run->region;
	f.value = memory_new(((size_t) c->n_reg + 1) * sizeof(*f.value));
	f.now = memory_new(multi * sizeof(*f.now));
	f.out = memory_new(blocks * multi * sizeof(*f.out));
	f.rel = memory_new(blocks * sizeof(*f.rel));
	f.jump = memory_new(blocks * sizeof(*f.jump));
	f.parent = memory_new(blocks * sizeof(int));
	f.region = memory_new(blocks * sizeof(int));
	f.outside = memory_new(blocks * sizeof(int));
	f.reached = memory_new(blocks);
	for (size_t b = 0; b < blocks; ++b) {
		f.rel[b] = &ptx_cond_true;
		f.jump[b] = &ptx_cond_false;
	}
	run_blocks(run, &f, -1);
	free(f.value);
	free(f.now);
	free(f.out);
	free(f.rel);
	free(f.jump);
	free(f.parent);
	free(f.region);
	free(f.outside);
	free(f.reached);
}

/* call (result), function, (arguments): arguments and results are .param
 * variables.
 */
void ptx_run_call(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst)
{
	const struct ptx_operand *result = NULL, *args = NULL, *name = NULL;
	const struct ptx_function *fn;
	int n_passed = run->n_passed, region = run->region;
	const struct ptx_instruction *at = run->at;

	for (int i = 0; i < inst->n_operand; ++i) {
		const struct ptx_operand *o = &inst->operand[i];

		if (o->kind == OPERAND_NAME && !name)
			name = o;
		else if (o->kind == OPERAND_LIST && !name)
			result = o;
		else if (o->kind == OPERAND_LIST && !args)
			args = o;
	}
	fn = name ? ptx_find_function(run->module, name->name) : NULL;
	if (!fn) {
		ptx_run_note(run, NOTE_CALL);
		return;
	}
	if (run->n_call >= RUN_CALLS) {
		ptx_run_fail(run, "more than %d calls inside each other",
			RUN_CALLS);
		return;
	}
	for (int i = 0; args && i < args->n_sub && i < fn->n_param; ++i)
		for (int j = n_passed - 1; j >= 0 && j >= n_passed - 64; --j)
			if (run->passed[j].name == args->sub[i].name)
				ptx_run_pass(run, fn->param[i].name,
					run->passed[j].offset,
					run->passed[j].value);
	++run->n_call;
	run_frame(run, fn, frame);
	--run->n_call;
	run->region = region;
	run->at = at;
	for (int i = 0; result && i < result->n_sub && i < fn->n_result; ++i)
		for (int j = run->n_passed - 1; j >= n_passed; --j)
			if (run->passed[j].name == fn->result[i].name)
				ptx_run_pass(run, result->sub[i].name,
					run->passed[j].offset,
					run->passed[j].value);
}

/* ---------------------------------------------------------------- whole */

bool ptx_run(struct ptx_run *run)
{
	struct ptx_values *v = &run->values;

	v->pool = quasi_pool_new();
	if (!v->pool)
		memory_failed();
	v->known = memory_new(RUN_KNOWN * sizeof(*v->known));
	for (int d = 0; d < 3; ++d) {
		v->hi[VAR_TX + d] = run->block[d] - 1;
		v->hi[VAR_BX + d] = run->grid[d] - 1;
	}
	run->code = memory_new(
		((size_t) run->module->n_function + 1) * sizeof(*run->code));
	run->n_code = run->module->n_function;
	run->unknown = -1;
	run->emits = true;
	run->region = ptx_emit_region(run, -1, REGION_ROOT, -1, &ptx_cond_true);
	run_frame(run, run->function, NULL);
	return !run->failed;
}

void ptx_run_clear(struct ptx_run *run)
{
	for (int i = 0; i < run->n_code; ++i)
		free_code(run->code[i]);
	free(run->code);
	free(run->values.known);
	free(run->condition);
	free(run->work);
	free(run->passed);
	free(run->accessed);
	quasi_pool_free(run->values.pool);
	run->values.pool = NULL;
}
