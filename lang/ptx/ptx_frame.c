/* Blocks of a function under the conditions of their paths, and registers with
 * the values that the paths give them.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/eval/eval.h"
#include "lang/ptx/ptx_frame.h"
#include "lang/ptx/ptx_taken.h"
#include "lang/ptx/ptx_words.h"

/* Instructions that one execution may run, trials included. */
#define RUN_STEPS 20000000
/* Bytes that its values may take. */
#define RUN_BYTES ((size_t) 512 << 20)
/* Names of the file times functions that are called, which have a table each. */
#define RUN_NAMES ((int64_t) 1 << 26)
/* Blocks times registers that are assigned more than once. */
#define RUN_TABLE 8000000

/* Variables of .param space that a call is looked through for. */
#define PASSED 512
static const struct ptx_value unset = {
	.kind = VALUE_IS_UNSET,
	.node = -1,
	.lo = 1,
};

/* ------------------------------------------------------------ functions */

void ptx_frame_forget(struct ptx_body *c)
{
	if (!c)
		return;
	ptx_flow_free(c->flow);
	free(c->reg);
	free(c->multi);
	free(c->root);
	free(c->in_loop);
	free(c->words);
	free(c->shape);
	free(c->is_passed);
	free(c->kind);
	free(c->bounds);
	free(c);
}

void ptx_frame_each(const struct ptx_body *c, const struct ptx_operand *o,
	void (*visit)(void *user, int reg), void *user)
{
	if (o->kind == OPERAND_LIST)
		for (int i = 0; i < o->n_sub; ++i)
			ptx_frame_each(c, &o->sub[i], visit, user);
	if (o->kind != OPERAND_NAME && o->kind != OPERAND_PAIR)
		return;
	if (c->reg[o->name] >= 0)
		visit(user, c->reg[o->name]);
	if (o->kind == OPERAND_PAIR && c->reg[o->other] >= 0)
		visit(user, c->reg[o->other]);
}

bool ptx_frame_sets(const struct ptx_opcode *op)
{
	switch (op->code) {
	case CODE_ST:
	case CODE_RED:
	case CODE_MATRIX_STORE:
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
				!ptx_frame_sets(
					&run->module->opcode[inst->opcode]))
				continue;
			ptx_frame_each(k->c, ptx_operand(inst, 0), visit, k);
			/* a guarded assignment keeps the old value */
			if (inst->guard >= 0)
				ptx_frame_each(k->c, ptx_operand(inst, 0),
					visit, k);
		}
}

/* Finds registers that are others plus literals, of 64 bits: the assembler sees
 * that they differ, or are the same.
 */
static void find_roots(const struct ptx_module *m, struct ptx_body *c)
{
	c->root = memory_new(((size_t) c->n_reg + 1) * sizeof(int));
	for (int i = 0; i < c->n_reg; ++i)
		c->root[i] = i;
	for (int i = 0; i < c->f->n_instruction; ++i) {
		const struct ptx_instruction *inst = &c->f->instruction[i];
		const struct ptx_opcode *op = &m->opcode[inst->opcode];
		const struct ptx_operand *to = ptx_operand(inst, 0);
		const struct ptx_operand *from = ptx_operand(inst, 1);
		bool adds = op->code == CODE_ADD && inst->n_operand == 3 &&
			ptx_operand(inst, 2)->kind == OPERAND_INT;
		bool moves = inst->n_operand == 2 &&
			(op->code == CODE_MOV || op->code == CODE_CVTA);

		if ((adds || moves) && ptx_type_bytes(op->type[0]) == 8 &&
			to->kind == OPERAND_NAME &&
			from->kind == OPERAND_NAME && c->reg[to->name] >= 0 &&
			c->reg[from->name] >= 0 &&
			c->multi[c->reg[to->name]] < 0)
			c->root[c->reg[to->name]] = c->root[c->reg[from->name]];
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
			ptx_frame_sets(&run->module->opcode[inst->opcode]))
			name_register(c, run->module, ptx_operand(inst, 0));
	}
	c->words = ptx_words_of(run->module, f, c->flow, c->n_reg, c->reg,
		&c->shape, &c->is_passed, &c->kind);
	k.n = memory_new(((size_t) c->n_reg + 1) * sizeof(int));
	c->multi = memory_new(((size_t) c->n_reg + 1) * sizeof(int));
	each_assignment(run, &k, count_result);
	for (int i = 0; i < c->n_reg; ++i)
		c->multi[i] = k.n[i] > 1 ? c->n_multi++ : -1;
	free(k.n);
	find_roots(run->module, c);
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
	if (run->args->trips > 0)
		c->bounds = ptx_trips_find(run->module, c);
	return true;
}

const struct ptx_body *ptx_frame_body(struct ptx_run *run,
	const struct ptx_function *f)
{
	size_t i = (size_t) (f - run->module->function);

	run->n_table += run->code[i] ? 0 : run->module->n_name;
	if (run->n_table > RUN_NAMES) {
		run->is_exhausted = true;
		ptx_run_fail(run,
			"this kernel calls too many functions of a file with "
			"too many names");
		return NULL;
	}
	if (!run->code[i]) {
		run->code[i] = memory_new(sizeof(**run->code));
		run->code[i]->f = f;
		prepare(run, run->code[i]);
	}
	return run->failed ? NULL : run->code[i];
}

/* ------------------------------------------------------------ registers */

bool ptx_run_sets(const struct ptx_frame *frame, int name)
{
	return frame->code->reg[name] >= 0;
}

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

/* --------------------------------------------------------------- blocks */

const struct ptx_block *ptx_frame_of(const struct ptx_frame *f, int b)
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

const struct ptx_cond *ptx_frame_edge(struct ptx_run *run,
	const struct ptx_frame *f, int p, int b)
{
	const struct ptx_block *block = ptx_frame_of(f, p);
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

	if (ptx_frame_of(f, p)->loop < 0 ||
		ptx_flow_has(f->code->flow, ptx_frame_of(f, p)->loop, b))
		c = ptx_frame_edge(run, f, p, b);
	else
		c = has_one_end(f->code->flow, ptx_frame_of(f, at)->loop) ?
			&ptx_cond_true :
			ptx_cond_data(&run->values, -1, NULL);
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
		f->parent[0] = f->above[0] = -1;
		return;
	}
	parent = lift(f, block->idom, b);
	f->parent[b] = parent;
	f->above[b] = f->rel[parent]->op == COND_TRUE ? f->above[parent] :
							parent;
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
		if (ptx_cond_has_open(c))
			ptx_run_note(run, NOTE_BRANCH);
		region = ptx_emit_region(run, region, REGION_THEN, -1, c);
		if (run->emits)
			run->k->region[region].is_branch =
				!f->code->is_passed[b];
	}
	f->region[b] = region;
}

static void know(struct ptx_values *v, const struct ptx_cond *c)
{
	if (v->n_known >= PTX_KNOWN)
		return;
	if (c->op == COND_AND) {
		know(v, c->a);
		know(v, c->b);
	} else if (c->op == COND_GE ||
		(c->op == COND_NOT && c->a->op == COND_EQ)) {
		v->known[v->n_known++] = c;
	}
}

/* The conditions that hold in block "b", the nearest first. */
void ptx_frame_know(struct ptx_run *run, const struct ptx_frame *f, int b)
{
	run->values.n_known = 0;
	for (const struct ptx_frame *at = f; at; at = at->caller) {
		for (int n = 0; b >= 0 && n < 4 * PTX_KNOWN &&
			run->values.n_known < PTX_KNOWN;
			++n) {
			know(&run->values, at->rel[b]);
			b = at->above[b];
		}
		if (!at->caller)
			break;
		b = -1;
	}
}

const struct ptx_value *ptx_frame_opaque(struct ptx_run *run, enum carry carry,
	const struct ptx_value *first, int node)
{
	struct ptx_value *x = quasi_pool_alloc(run->values.pool, sizeof(*x));

	if (!x)
		memory_failed();
	*x = (struct ptx_value) {
		.kind = carry == CARRY_POINTER ? VALUE_IS_POINTER :
						 VALUE_IS_DATA,
		.base = first->base,
		.node = node,
		.lo = 1,
		.made_by = first->made_by,
		.from = first->from,
	};
	return x;
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
	if (x->kind == VALUE_IS_POINTER && y->kind == VALUE_IS_POINTER &&
		x->base == y->base && (!x->e || !y->e || ptx_cond_has_data(c)))
		return ptx_frame_opaque(run, CARRY_POINTER, x->e ? y : x,
			x->e ? y->node : x->node);
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
	if (x->taken && y->taken && !ptx_cond_has_data(c))
		data->taken = ptx_value_select(&run->values, c, x->taken,
			y->taken);
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

static struct ptx_passed *find_passed(const struct ptx_run *run,
	const struct ptx_frame *f, int name, int64_t offset)
{
	int first = run->n_passed - PASSED;

	for (int i = run->n_passed - 1; i >= f->first_passed && i >= first; --i)
		if (run->passed[i].name == name &&
			run->passed[i].offset == offset)
			return &run->passed[i];
	return NULL;
}

const struct ptx_value *ptx_frame_passed(const struct ptx_run *run,
	const struct ptx_frame *f, int name, int64_t offset)
{
	const struct ptx_passed *p = find_passed(run, f, name, offset);

	return p ? p->value : NULL;
}

static bool is_result(const struct ptx_frame *f, int name)
{
	for (int i = 0; i < f->code->f->n_result; ++i)
		if (f->code->f->result[i].name == name)
			return true;
	return false;
}

void ptx_frame_pass(struct ptx_run *run, const struct ptx_frame *f, int name,
	int64_t offset, const struct ptx_cond *guard, const struct ptx_value *x)
{
	struct ptx_passed *p = find_passed(run, f, name, offset);
	const struct ptx_cond *c = guard;

	if (!p) {
		run->passed = memory_grow(run->passed, (size_t) run->n_passed,
			sizeof(*run->passed));
		run->passed[run->n_passed++] = (struct ptx_passed) { name,
			offset, x };
		return;
	}
	if (is_result(f, name))
		for (int b = f->at; b > 0; b = f->parent[b])
			c = ptx_cond_both(&run->values, COND_AND, f->rel[b], c);
	p->value = c->op == COND_TRUE ? x : merge(run, c, x, p->value);
}

/* The values of registers at the start of block "b"; "entry": without the back
 * edges of its loop.
 */
static void merge_registers(struct ptx_run *run, struct ptx_frame *f, int b)
{
	const struct ptx_block *block = ptx_frame_of(f, b);
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

/* Bytes of values and of regions, which have a copy of their work at the end and
 * an array with room for up to twice as many.
 */
static size_t bytes_of(const struct ptx_run *run)
{
	return quasi_pool_bytes(run->values.pool) +
		3 * sizeof(struct kernel_region) * (size_t) run->k->n_region;
}

static bool goes_on(struct ptx_run *run, int n)
{
	run->steps += n;
	if (run->failed)
		return false;
	if (run->ev && eval_is_stopped(run->ev)) {
		run->failed = run->is_exhausted = true;
		return eval_stopped(run->ev, run->diag,
			(struct loc) { run->module->source,
				run->function->begin, run->function->end });
	}
	run->is_exhausted = run->steps > RUN_STEPS || bytes_of(run) > RUN_BYTES;
	if (run->steps > RUN_STEPS)
		return ptx_run_fail(run,
			"this kernel takes more than %d steps to understand: "
			"it has too many trips of loops inside each other",
			RUN_STEPS);
	if (run->is_exhausted)
		return ptx_run_fail(run,
			"this kernel takes more than %d MiB to understand",
			(int) (RUN_BYTES >> 20));
	return true;
}

/* True if the branch at the end of block "b" decides no trip of a loop. */
static bool stays_in_loop(const struct ptx_frame *f, int b)
{
	const struct ptx_flow *flow = f->code->flow;
	const struct ptx_block *block = &flow->block[b];

	for (int i = 0; i < block->n_succ && block->loop >= 0; ++i)
		if (block->succ[i].to >= flow->n_block ||
			block->succ[i].to == flow->loop[block->loop].header ||
			!ptx_flow_has(flow, block->loop, block->succ[i].to))
			return false;
	return block->n_succ > 1;
}

/* True if instruction "i" only leads elsewhere: @p bra A; bra B; A: has the code
 * of the branch at A.
 */
static bool is_bare(const struct ptx_run *run, const struct ptx_frame *f, int i)
{
	const struct ptx_instruction *inst = &f->code->f->instruction[i];

	return i < f->code->f->n_instruction && inst->guard < 0 &&
		run->module->opcode[inst->opcode].code == CODE_BRA;
}

/* True if a loop stands behind the branch at the end of block "b", which jumps to
 * where that loop ends.
 */
static bool is_before_loop(const struct ptx_frame *f, int b)
{
	const struct ptx_flow *flow = f->code->flow;
	const struct ptx_block *block = &flow->block[b];

	for (int i = 0; i < block->n_succ; ++i) {
		int to = block->succ[i].to, end = block->succ[!i].to, l;

		while (to < flow->n_block &&
			flow->block[to].loop == block->loop &&
			flow->block[to].n_succ == 1 &&
			flow->block[to].n_pred == 1)
			to = flow->block[to].succ[0].to;
		l = to < flow->n_block ? flow->block[to].loop : -1;
		if (l < 0 || flow->loop[l].header != to ||
			ptx_flow_has(flow, l, b))
			continue;
		for (int j = 0; j < flow->loop[l].n_block; ++j) {
			const struct ptx_block *x =
				&flow->block[flow->loop[l].block[j]];

			for (int s = 0; s < x->n_succ; ++s)
				if (x->succ[s].to == end)
					return true;
		}
	}
	return false;
}

/* Runs the instructions of block "b", where what holds is known. */
static void run_block(struct ptx_run *run, struct ptx_frame *f, int b)
{
	const struct ptx_block *block = ptx_frame_of(f, b);
	const struct ptx_instruction *inst = f->code->f->instruction;
	size_t n = (size_t) f->code->n_multi;
	int last = block->end - 1;

	if (!goes_on(run, block->end - block->first))
		return;
	run->region = f->region[b];
	f->at = b;
	for (int i = block->first; i < block->end && !run->failed; ++i) {
		run->at = &inst[i];
		ptx_emit_work(run, &run->module->opcode[inst[i].opcode],
			f->code->words[i], &f->code->kind[i]);
		ptx_step(run, f, &inst[i]);
		if (ptx_operand_name(ptx_operand(&inst[i], 0)) >= 0)
			ptx_emit_result(run,
				&run->module->opcode[inst[i].opcode],
				ptx_run_get(run, f, inst[i].operand[0].name),
				f->code->words[i]);
	}
	f->jump[b] = ptx_step_guard(run, f, &inst[last]);
	if (stays_in_loop(f, b) && is_before_loop(f, b))
		f->jump[b] = ptx_taken_enter(run, &inst[last], f->jump[b],
			!is_bare(run, f, last + 1));
	else if (stays_in_loop(f, b))
		f->jump[b] = ptx_taken(run, &inst[last], f->jump[b],
			!is_bare(run, f, last + 1));
	if (n > 0)
		memcpy(f->out + (size_t) b * n, f->now, n * sizeof(*f->now));
}

void ptx_frame_block(struct ptx_run *run, struct ptx_frame *f, int b)
{
	ptx_frame_know(run, f, b);
	run_block(run, f, b);
}

void ptx_frame_run(struct ptx_run *run, struct ptx_frame *f, int l)
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
			ptx_frame_know(run, f, b);
			merge_registers(run, f, b);
			if (own == l) {
				run_block(run, f, b);
				continue;
			}
		}
		if (own != l)
			ptx_loop_run(run, f, own);
		else
			ptx_frame_block(run, f, b);
	}
}
