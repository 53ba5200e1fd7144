/* Control flow: blocks between branches and labels, dominators by the
 * iteration of Cooper, Harvey and Kennedy (2001), natural loops.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/ptx/ptx_flow.h"

struct finder {
	const struct ptx_module *m;
	const struct ptx_function *f;
	struct diag *diag;
	struct ptx_flow *flow;
	int *label_at; /* by name: instruction, -1: no label */
	int *block_at; /* by instruction */
};

static const struct ptx_opcode *opcode_of(const struct finder *s, int i)
{
	return &s->m->opcode[s->f->instruction[i].opcode];
}

static bool ends_block(const struct finder *s, int i)
{
	switch (opcode_of(s, i)->code) {
	case CODE_BRA:
	case CODE_BRX:
	case CODE_RET:
	case CODE_EXIT:
	case CODE_TRAP: return true;
	default: return false;
	}
}

/* The instruction that branch "i" jumps to; -1, reported, if there is none. */
static int target_of(struct finder *s, int i)
{
	const struct ptx_instruction *inst = &s->f->instruction[i];
	int at = -1;

	if (opcode_of(s, i)->code == CODE_BRX) {
		diag_error(s->diag, ptx_loc(s->m, inst), NULL,
			"a branch through a table is read if the table, "
			".branchtargets, stands before it and no predicate "
			"guards it");
		return -1;
	}
	if (inst->n_operand == 1 && ptx_operand(inst, 0)->kind == OPERAND_NAME)
		at = s->label_at[ptx_operand(inst, 0)->name];
	if (at < 0)
		diag_error(s->diag, ptx_loc(s->m, inst), NULL,
			"there is no such label");
	return at;
}

/* --------------------------------------------------------------- blocks */

/* Number the blocks in text order; block_at[] of their first instruction. */
static bool find_blocks(struct finder *s)
{
	const struct ptx_function *f = s->f;
	struct ptx_flow *flow = s->flow;
	bool *leads = memory_new((size_t) f->n_instruction + 1);
	bool ok = true;

	for (int i = 0; i < f->n_label; ++i)
		leads[f->label[i].at] = true;
	for (int i = 0; i < f->n_instruction; ++i)
		if (ends_block(s, i))
			leads[i + 1] = true;
	leads[0] = true;
	for (int i = 0; i < f->n_instruction; ++i)
		flow->n_block += leads[i];
	flow->block = memory_new(
		((size_t) flow->n_block + 1) * sizeof(*flow->block));
	for (int i = 0, b = -1; i < f->n_instruction; ++i) {
		if (leads[i])
			flow->block[++b] = (struct ptx_block) { .first = i };
		flow->block[b].end = i + 1;
		s->block_at[i] = b;
	}
	s->block_at[f->n_instruction] = flow->n_block;
	for (int b = 0; ok && b < flow->n_block; ++b) {
		struct ptx_block *block = &flow->block[b];
		int last = block->end - 1, to;
		bool is_end = ends_block(s, last);
		bool has_guard = f->instruction[last].guard >= 0;

		if (!is_end || has_guard)
			block->succ[block->n_succ++] = (struct ptx_edge) {
				s->block_at[block->end],
				is_end && has_guard ? last : -1, false
			};
		if (!is_end)
			continue;
		to = f->n_instruction;
		if (opcode_of(s, last)->code == CODE_BRA ||
			opcode_of(s, last)->code == CODE_BRX)
			to = target_of(s, last);
		ok = to >= 0;
		if (ok)
			block->succ[block->n_succ++] = (struct ptx_edge) {
				s->block_at[to], has_guard ? last : -1, true
			};
	}
	free(leads);
	return ok;
}

/* Renumber the blocks in reverse postorder and drop unreachable ones. */
static void sort_blocks(struct ptx_flow *flow)
{
	int n = flow->n_block + 1, top = 0, next = n;
	int *order = memory_new((size_t) n * sizeof(int));
	int *stack = memory_new((size_t) n * sizeof(int));
	char *seen = memory_new((size_t) n);
	struct ptx_block *sorted;

	/* the exit comes last, whether it is reached or not */
	seen[n - 1] = 1;
	order[n - 1] = --next;
	stack[top++] = 0;
	seen[0] = 1;
	while (top > 0) {
		int b = stack[top - 1], to;
		struct ptx_block *block = &flow->block[b];

		/* seen - 1 successors are done */
		if (seen[b] - 1 < block->n_succ) {
			to = block->succ[seen[b]++ - 1].to;
			if (!seen[to]) {
				seen[to] = 1;
				stack[top++] = to;
			}
			continue;
		}
		--top;
		order[b] = --next;
	}
	sorted = memory_new((size_t) (n - next) * sizeof(*sorted));
	for (int b = 0; b < n; ++b)
		if (seen[b]) {
			struct ptx_block *to = &sorted[order[b] - next];

			*to = flow->block[b];
			for (int i = 0; i < to->n_succ; ++i)
				to->succ[i].to = order[to->succ[i].to] - next;
		}
	free(flow->block);
	flow->block = sorted;
	flow->n_block = n - next - 1;
	free(order);
	free(stack);
	free(seen);
}

static void find_preds(struct ptx_flow *flow)
{
	for (int b = 0; b < flow->n_block; ++b)
		for (int i = 0; i < flow->block[b].n_succ; ++i) {
			struct ptx_block *to =
				&flow->block[flow->block[b].succ[i].to];

			if (to->n_pred > 0 && to->pred[to->n_pred - 1] == b)
				continue;
			to->pred = memory_grow(to->pred, (size_t) to->n_pred,
				sizeof(int));
			to->pred[to->n_pred++] = b;
		}
}

/* ----------------------------------------------------------- dominators */

/* Immediate dominators of a graph whose nodes are in reverse postorder, with
 * node 0 as its root.
 */
struct tree {
	int n;
	int *idom;
	const int *n_pred;
	const int *const *pred;
	int64_t steps; /* left, FLOW_STEPS at first */
};

/* Steps up the tree that the search for dominators may take, half a second.  In
 * the worst case their number grows with the square of that of blocks.
 */
#define FLOW_STEPS ((int64_t) 200000000)

static int common(struct tree *t, int a, int b)
{
	while (a != b && t->steps > 0) {
		for (; a > b; a = t->idom[a])
			--t->steps;
		for (; b > a; b = t->idom[b])
			--t->steps;
	}
	return a;
}

/* False if it takes too many steps. */
static bool find_idom(struct tree *t)
{
	bool changed = true;

	for (int b = 1; b < t->n; ++b)
		t->idom[b] = -1;
	t->steps = FLOW_STEPS;
	while (changed && t->steps > 0) {
		changed = false;
		for (int b = 1; b < t->n && t->steps > 0; ++b) {
			int best = -1;

			/* the deepest first: a step each where many return
			 * early
			 */
			for (int i = t->n_pred[b] - 1; i >= 0; --i) {
				int p = t->pred[b][i];

				if (t->idom[p] < 0)
					continue;
				best = best < 0 ? p : common(t, p, best);
			}
			changed |= best != t->idom[b];
			t->idom[b] = best;
		}
	}
	return t->steps > 0;
}

static bool find_dominators(struct ptx_flow *flow)
{
	size_t n = (size_t) flow->n_block + 1;
	int *n_pred = memory_new(n * sizeof(int));
	const int **pred = memory_new(n * sizeof(*pred));
	struct tree t = {
		.n = (int) n,
		.idom = memory_new(n * sizeof(int)),
		.n_pred = n_pred,
		.pred = pred,
	};
	bool ok;

	for (size_t b = 0; b < n; ++b) {
		n_pred[b] = flow->block[b].n_pred;
		pred[b] = flow->block[b].pred;
	}
	ok = find_idom(&t);
	for (size_t b = 0; b < n; ++b)
		flow->block[b].idom = t.idom[b];
	free(n_pred);
	free(pred);
	free(t.idom);
	return ok;
}

/* The reverse postorder of the reversed graph: number[b], -1 if "b" does not
 * reach the exit.  Returns how many blocks have a number.
 */
static int number_backwards(const struct ptx_flow *flow, int *number)
{
	int n = flow->n_block + 1, top = 0, next = n;
	int *stack = memory_new((size_t) n * sizeof(int));
	int *done = memory_new((size_t) n * sizeof(int));

	for (int b = 0; b < n; ++b)
		number[b] = -1;
	stack[top++] = n - 1;
	done[n - 1] = 1;
	while (top > 0) {
		int b = stack[top - 1], p;
		const struct ptx_block *block = &flow->block[b];

		if (done[b] - 1 < block->n_pred) {
			p = block->pred[done[b]++ - 1];
			if (!done[p]) {
				done[p] = 1;
				stack[top++] = p;
			}
			continue;
		}
		--top;
		number[b] = --next;
	}
	free(stack);
	free(done);
	for (int b = 0; b < n; ++b)
		if (number[b] >= 0)
			number[b] -= next;
	return n - next;
}

/* Intervals of the tree of postdominators: a postdominates b if the interval
 * of a contains that of b.
 */
static void find_intervals(struct ptx_flow *flow, const struct tree *t,
	const int *number)
{
	int *block = memory_new((size_t) t->n * sizeof(int)); /* by number */
	int *size = memory_new((size_t) t->n * sizeof(int));
	int *next = memory_new((size_t) t->n * sizeof(int));
	int *pre = memory_new((size_t) t->n * sizeof(int));

	for (int i = t->n - 1; i >= 0; --i) {
		size[i] += 1;
		if (i > 0)
			size[t->idom[i]] += size[i];
	}
	for (int i = 0; i < t->n; ++i) {
		if (i > 0) {
			pre[i] = next[t->idom[i]];
			next[t->idom[i]] += size[i];
		}
		next[i] = pre[i] + 1;
	}
	for (int b = 0; b <= flow->n_block; ++b)
		block[number[b]] = b;
	for (int b = 0; b <= flow->n_block; ++b) {
		flow->block[b].ipdom = b == flow->n_block ?
			-1 :
			block[t->idom[number[b]]];
		flow->block[b].pre = pre[number[b]];
		flow->block[b].post = pre[number[b]] + size[number[b]];
	}
	free(block);
	free(size);
	free(next);
	free(pre);
}

/* True if a later block jumps back to "b". */
static bool is_header(const struct ptx_block *block, int b)
{
	for (int i = 0; i < block->n_pred; ++i)
		if (block->pred[i] >= b)
			return true;
	return false;
}

/* False if some block cannot reach the exit; *lost is such a block, the first of
 * those that start a loop if there is one.  *lost is -1 if it takes too many
 * steps.
 */
static bool find_postdominators(struct ptx_flow *flow, int *lost)
{
	size_t n = (size_t) flow->n_block + 1;
	int *number = memory_new(n * sizeof(int));
	int *n_pred = memory_new(n * sizeof(int));
	const int **pred = memory_new(n * sizeof(*pred));
	int(*to)[2] = memory_new(n * sizeof(*to));
	struct tree t = {
		.n = number_backwards(flow, number),
		.idom = memory_new(n * sizeof(int)),
		.n_pred = n_pred,
		.pred = pred,
	};
	bool ok = true;

	for (int b = flow->n_block; b >= 0; --b) {
		const struct ptx_block *block = &flow->block[b];

		if (number[b] < 0) {
			if (ok || is_header(block, b))
				*lost = b;
			ok = false;
			continue;
		}
		for (int i = 0; i < block->n_succ; ++i)
			if (number[block->succ[i].to] >= 0)
				to[b][n_pred[number[b]]++] =
					number[block->succ[i].to];
		pred[number[b]] = to[b];
	}
	if (ok && !find_idom(&t)) {
		*lost = -1;
		ok = false;
	}
	if (ok)
		find_intervals(flow, &t, number);
	free(number);
	free(n_pred);
	free(pred);
	free(to);
	free(t.idom);
	return ok;
}

bool ptx_flow_follows(const struct ptx_flow *flow, int a, int b)
{
	return flow->block[a].pre <= flow->block[b].pre &&
		flow->block[b].post <= flow->block[a].post;
}

static bool dominates(const struct ptx_flow *flow, int a, int b)
{
	while (b > a)
		b = flow->block[b].idom;
	return a == b;
}

/* ---------------------------------------------------------------- loops */

/* Blocks that a loop may have in all, counted once per loop around them. */
#define FLOW_BUDGET 20000000

static bool fail_flow(struct finder *s, int b, const char *what)
{
	const struct ptx_block *block = &s->flow->block[b];

	return diag_error(s->diag,
		ptx_loc(s->m, &s->f->instruction[block->first]), NULL, "%s",
		what);
}

/* Mark all blocks that reach "tail", the end of a back edge, without the header
 * of the loop, which is marked already.
 */
static void add_blocks(const struct ptx_flow *flow, int tail, char *seen,
	int *stack)
{
	int top = 0;

	if (!seen[tail]) {
		seen[tail] = 1;
		stack[top++] = tail;
	}
	while (top > 0) {
		const struct ptx_block *block = &flow->block[stack[--top]];

		for (int i = 0; i < block->n_pred; ++i)
			if (!seen[block->pred[i]]) {
				seen[block->pred[i]] = 1;
				stack[top++] = block->pred[i];
			}
	}
}

static bool find_loop(struct finder *s, int header, int64_t *budget)
{
	struct ptx_flow *flow = s->flow;
	const struct ptx_block *block = &flow->block[header];
	char *seen = NULL;
	int *stack = NULL;
	struct ptx_loop loop = { .header = header, .parent = block->loop };

	for (int i = 0; i < block->n_pred; ++i) {
		if (block->pred[i] < header)
			continue;
		if (!dominates(flow, header, block->pred[i])) {
			free(seen);
			free(stack);
			fail_flow(s, header,
				"control flow jumps into the middle of a loop");
			diag_note(s->diag,
				"such flow is irreducible; it comes from goto");
			return false;
		}
		if (!seen) {
			seen = memory_new((size_t) flow->n_block + 1);
			stack = memory_new(
				((size_t) flow->n_block + 1) * sizeof(int));
			seen[header] = 1;
		}
		add_blocks(flow, block->pred[i], seen, stack);
	}
	free(stack);
	if (!seen)
		return true;
	loop.depth = loop.parent >= 0 ? flow->loop[loop.parent].depth + 1 : 0;
	for (int b = header; b < flow->n_block; ++b)
		if (seen[b]) {
			loop.block = memory_grow(loop.block,
				(size_t) loop.n_block, sizeof(int));
			loop.block[loop.n_block++] = b;
			flow->block[b].loop = flow->n_loop;
		}
	free(seen);
	*budget -= flow->n_block;
	flow->loop = memory_grow(flow->loop, (size_t) flow->n_loop,
		sizeof(loop));
	flow->loop[flow->n_loop++] = loop;
	return *budget > 0 ||
		fail_flow(s, header, "this function has too many loops");
}

/* Headers come in reverse postorder, so outer loops come first. */
static bool find_loops(struct finder *s)
{
	int64_t budget = FLOW_BUDGET;

	for (int b = 0; b <= s->flow->n_block; ++b)
		s->flow->block[b].loop = -1;
	for (int b = 0; b < s->flow->n_block; ++b)
		if (!find_loop(s, b, &budget))
			return false;
	return true;
}

bool ptx_flow_has(const struct ptx_flow *flow, int l, int b)
{
	int loop = flow->block[b].loop;

	while (loop > l)
		loop = flow->loop[loop].parent;
	return loop == l;
}

/* ---------------------------------------------------------------- whole */

void ptx_flow_free(struct ptx_flow *flow)
{
	if (!flow)
		return;
	for (int b = 0; b <= flow->n_block && flow->block; ++b)
		free(flow->block[b].pred);
	for (int l = 0; l < flow->n_loop; ++l)
		free(flow->loop[l].block);
	free(flow->block);
	free(flow->loop);
	free(flow);
}

static bool find_flow(struct finder *s)
{
	int lost = 0;
	bool ok;

	if (!find_blocks(s))
		return false;
	sort_blocks(s->flow);
	find_preds(s->flow);
	ok = find_dominators(s->flow);
	if (ok && find_postdominators(s->flow, &lost))
		return find_loops(s);
	return ok && lost >= 0 ?
		fail_flow(s, lost, "this loop never ends") :
		fail_flow(s, 0, "this function has too many branches");
}

struct ptx_flow *ptx_flow_of(const struct ptx_module *m,
	const struct ptx_function *f, struct diag *diag)
{
	struct finder s = {
		.m = m,
		.f = f,
		.diag = diag,
		.flow = memory_new(sizeof(*s.flow)),
		.label_at = memory_new(((size_t) m->n_name + 1) * sizeof(int)),
		.block_at = memory_new(
			((size_t) f->n_instruction + 1) * sizeof(int)),
	};
	bool ok;

	for (int i = 0; i < m->n_name; ++i)
		s.label_at[i] = -1;
	for (int i = 0; i < f->n_label; ++i)
		s.label_at[f->label[i].name] = f->label[i].at;
	ok = f->n_instruction > 0 ?
		find_flow(&s) :
		diag_error(diag, (struct loc) { m->source, f->begin, f->end },
			NULL, "this function is empty");
	free(s.label_at);
	free(s.block_at);
	if (ok)
		return s.flow;
	ptx_flow_free(s.flow);
	return NULL;
}
