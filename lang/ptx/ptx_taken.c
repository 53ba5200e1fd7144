/* Branches that data decide.
 *
 * The user says which share of the lanes goes on behind such a branch, by line,
 * by label or for all of them.  The part of its condition that is data then
 * becomes a chance of the kernel; one condition that several branches test is
 * one chance.
 */

#include <string.h>

#include "lang/base/memory.h"
#include "lang/kernel/graph.h"
#include "lang/ptx/ptx_taken.h"

static bool is_jump(const struct ptx_opcode *op)
{
	return op->code == CODE_BRA || op->code == CODE_RET ||
		op->code == CODE_EXIT || op->code == CODE_TRAP;
}

static int line_of(const struct ptx_run *run,
	const struct ptx_instruction *inst)
{
	int line, col;

	source_position(run->module->source, inst->begin, &line, &col);
	return line;
}

static bool is_meant(const struct ptx_run *run, const struct ptx_share *s,
	const struct ptx_instruction *inst)
{
	if (!s->label)
		return s->line == line_of(run, inst);
	return is_jump(&run->module->opcode[inst->opcode]) &&
		inst->n_operand > 0 &&
		ptx_operand(inst, 0)->kind == OPERAND_NAME &&
		strcmp(run->module->name[ptx_operand(inst, 0)->name],
			s->label) == 0;
}

/* The share of lanes that go on behind "inst"; -1: nobody said. */
static double said_share(const struct ptx_run *run,
	const struct ptx_instruction *inst)
{
	const struct ptx_arguments *args = run->args;

	for (int i = 0; i < args->n_share; ++i)
		if (is_meant(run, &args->share[i], inst))
			return args->share[i].p;
	return args->has_share ? args->every_share : -1;
}

static void remember(struct ptx_run *run, const struct ptx_instruction *inst,
	double share)
{
	if (!run->emits)
		return;
	for (int i = 0; i < run->n_branch; ++i)
		if (run->branch[i].inst == inst)
			return;
	run->branch = memory_grow(run->branch, (size_t) run->n_branch,
		sizeof(*run->branch));
	run->branch[run->n_branch++] = (struct ptx_branch) { inst, share };
}

static bool is_data(const struct ptx_cond *c)
{
	switch (c->op) {
	case COND_DATA: return true;
	case COND_NOT: return is_data(c->a);
	case COND_AND:
	case COND_OR: return is_data(c->a) && is_data(c->b);
	default: return false;
	}
}

static const struct ptx_cond *certain(bool holds)
{
	return holds ? &ptx_cond_true : &ptx_cond_false;
}

/* The chance "p" of condition "c", which is data alone. */
static const struct ptx_cond *chance(struct ptx_run *run,
	const struct ptx_cond *c, double p)
{
	struct ptx_values *v = &run->values;
	struct kernel_def *k = run->k;
	struct ptx_cond *made;

	if (p == 0 || p == 1)
		return certain(p == 1);
	if (!run->emits)
		return c;
	for (int i = 0; i < run->n_chance; ++i) {
		if (ptx_cond_equal(run->chance[i].of, c))
			return run->chance[i].c;
		if (ptx_cond_opposite(run->chance[i].of, c))
			return ptx_cond_not(v, run->chance[i].c);
	}
	k->chance = memory_grow(k->chance, (size_t) k->n_chance,
		sizeof(*k->chance));
	k->chance[k->n_chance] = (struct kernel_chance) { p, run->region, 1 };
	made = (struct ptx_cond *) ptx_cond_data(v,
		graph_chance(&k->graph, k->n_chance++, ptx_emit_cond(run, c)),
		NULL);
	made->is_said = true;
	run->chance = memory_grow(run->chance, (size_t) run->n_chance,
		sizeof(*run->chance));
	run->chance[run->n_chance++] = (struct ptx_chance) { c, made };
	return made;
}

/* "c" where data do not matter: their part is "holds". */
static const struct ptx_cond *without(struct ptx_run *run,
	const struct ptx_cond *c, bool holds)
{
	struct ptx_values *v = &run->values;

	if (is_data(c))
		return certain(holds);
	if (c->op == COND_NOT)
		return ptx_cond_not(v, without(run, c->a, !holds));
	if (c->op == COND_AND || c->op == COND_OR)
		return ptx_cond_both(v, c->op, without(run, c->a, holds),
			without(run, c->b, holds));
	return c;
}

/* "c", in which what data decide holds with the chance "p". */
static const struct ptx_cond *decide(struct ptx_run *run,
	const struct ptx_cond *c, double p)
{
	struct ptx_values *v = &run->values;
	const struct ptx_cond *a, *b;

	if (!ptx_cond_has_open(c))
		return c;
	if (is_data(c))
		return chance(run, c, p);
	if (c->op == COND_NOT)
		return ptx_cond_not(v, decide(run, c->a, 1 - p));
	a = decide(run, c->a, p);
	b = a == c->a ? decide(run, c->b, p) :
			without(run, c->b, c->op == COND_AND);
	return ptx_cond_both(v, c->op, a, b);
}

const struct ptx_cond *ptx_taken(struct ptx_run *run,
	const struct ptx_instruction *inst, const struct ptx_cond *guard,
	bool is_over)
{
	double share;

	if (!ptx_cond_has_open(guard))
		return guard;
	share = said_share(run, inst);
	remember(run, inst, share);
	if (share < 0 && run->args->side == SIDE_OPEN)
		return guard;
	if (share < 0)
		share = run->args->side == SIDE_ALL;
	return decide(run, guard, is_over ? 1 - share : share);
}

const struct ptx_cond *ptx_taken_enter(struct ptx_run *run,
	const struct ptx_instruction *inst, const struct ptx_cond *guard,
	bool is_over)
{
	if (run->args->trips == 0 || said_share(run, inst) >= 0)
		return ptx_taken(run, inst, guard, is_over);
	return decide(run, guard, !is_over);
}

/* Lines that are named, in notes and where a user asks for them; there may be
 * thousands.
 */
#define MOST_LINES 8
#define ALL_LINES  64

static void write_lines(const struct ptx_run *run, bool is_said, double share,
	struct buffer *out)
{
	int n = 0, all = 0;

	for (int i = 0; i < run->n_branch; ++i)
		all += (run->branch[i].share >= 0) == is_said &&
			(!is_said || run->branch[i].share == share);
	buffer_add(out, all == 1 ? "line" : "lines");
	for (int i = 0; i < run->n_branch && n < MOST_LINES; ++i) {
		const struct ptx_branch *b = &run->branch[i];

		if ((b->share >= 0) != is_said ||
			(is_said && b->share != share))
			continue;
		buffer_printf(out, "%s %d",
			n == 0		     ? "" :
				n + 1 == all ? " and" :
					       ",",
			line_of(run, b->inst));
		++n;
	}
	if (all > n)
		buffer_printf(out, " and %d more", all - n);
}

void ptx_taken_open(const struct ptx_run *run, struct buffer *out)
{
	int n = 0;

	for (int i = 0; i < run->n_branch; ++i)
		n += run->branch[i].share < 0;
	if (n == 0)
		return;
	write_lines(run, false, -1, out);
	buffer_printf(out,
		": data decide %s: both sides are counted, and the interval of "
		"the time covers any share of the lanes; say it with taken = "
		"0.3, if 30 %% go on there",
		n == 1 ? "this branch" : "these branches");
}

void ptx_taken_said(const struct ptx_run *run, struct buffer *out)
{
	for (int i = 0; i < run->n_branch; ++i) {
		double share = run->branch[i].share;
		bool is_new = share >= 0;

		for (int j = 0; j < i; ++j)
			is_new &= run->branch[j].share != share;
		if (!is_new)
			continue;
		if (out->len > 0)
			buffer_add(out, "; ");
		write_lines(run, true, share, out);
		buffer_printf(out, ": %.4g %% of the lanes go on here",
			100 * share);
	}
	if (out->len > 0)
		buffer_add(out, ", as 'taken' says");
}

static bool is_used(const struct ptx_run *run, const struct ptx_share *s)
{
	for (int i = 0; i < run->n_branch; ++i)
		if (is_meant(run, s, run->branch[i].inst))
			return true;
	return false;
}

bool ptx_taken_check(const struct ptx_run *run, struct diag *diag,
	struct loc loc)
{
	struct buffer lines = { 0 };
	const struct ptx_share *s = NULL;

	for (int i = 0; i < run->args->n_share && !s; ++i)
		if (!is_used(run, &run->args->share[i]))
			s = &run->args->share[i];
	if (!s && !(run->args->has_share && run->n_branch == 0))
		return true;
	if (run->n_branch == 0) {
		diag_error(diag, loc, NULL,
			"'taken' is of no use: data decide no branch of this "
			"kernel");
		return false;
	}
	if (s->label)
		diag_error(diag, loc, NULL, "data decide no branch to '%s'",
			s->label);
	else
		diag_error(diag, loc, NULL,
			"data decide no branch in line %d of the PTX", s->line);
	for (int i = 0; i < run->n_branch && i < ALL_LINES; ++i)
		buffer_printf(&lines, "%s%d", i > 0 ? ", " : "",
			line_of(run, run->branch[i].inst));
	diag_note(diag, "they do in line%s %s%s", run->n_branch > 1 ? "s" : "",
		buffer_text(&lines), run->n_branch > ALL_LINES ? ", ..." : "");
	buffer_free(&lines);
	return false;
}
